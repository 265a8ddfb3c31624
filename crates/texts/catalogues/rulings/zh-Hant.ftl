# 裁判的判詞。

## Lists

list-comma = 、
list-and = 和
list-nothing = 無
list-more = 另 { $count } 項

## Ends of games of Xiangqi

moment =
    { $moves ->
        [0] 開局時
       *[other] { $moves } 步之後
    }
ending-with-evidence = { $ending }。{ $evidence }
ending-checkmate = { $moment }，{ $loser }被將死，{ $winner }勝
ending-stalemate = { $moment }，{ $loser }困斃，{ $winner }勝
ending-perpetual_check = { $moment }，同一局面第三次出現，{ $loser }長將，{ $winner }勝
ending-mutual_perpetual_check = { $moment }，同一局面第三次出現，雙方互相長將，和棋
ending-perpetual_chase = { $moment }，同一局面第三次出現，{ $loser }長捉同一子，{ $winner }勝
ending-mutual_perpetual_chase = { $moment }，同一局面第三次出現，雙方互相長捉，和棋
ending-repetition = { $moment }，同一局面第三次出現，雙方均未違例，不變作和
ending-move_limit = { $moment }，長時間未吃子，達到限著，和棋
ending-no_attackers = { $moment }，雙方都沒有能過河的棋子，和棋

## The evidence of a repetition in Xiangqi

evidence-both = { $first }{ $second }
evidence-nothing-forbidden = 此規則不禁止任何重複走法。
evidence-excuse = { $side } { $move } 將軍，按此規則循環中有一次將軍即不算長捉。
evidence-held-chariot = 因蹩馬腿而不能離開的車是被捉一方，不論它捉什麼。
evidence-checks = { $side }以 { $moves } 步步將軍。
evidence-chase = { $side }每步都新捉{ $other }的{ $man }：{ $attacks }。
evidence-attack = { $move }（{ $threat }）
evidence-quiet = { $side }沒有將軍。
evidence-moves = { $side }的著法中，{ $clause }。
evidence-clauses = { $first }，且 { $second }
evidence-no-check = { $move } 沒有將軍
evidence-idle = { $move } 沒有新捉任何子
evidence-uncounted = { $move } 的新攻擊都不算捉（{ $threats }）
evidence-hunts = 沒有哪個子被步步捉：{ $hunts }
evidence-hunt = { $move } 捉{ $victims }
threat-unprotected = { $attacker }捉{ $victim }，無根
threat-higher = { $attacker }捉{ $victim }，有根無根均算
threat-pinned = { $attacker }捉{ $victim }，但自身受牽制不能離位
threat-equal = { $attacker }捉{ $victim }，對方可先吃
threat-protected = { $attacker }捉{ $victim }，有{ $protector }保護
man-at = { $square }{ $man }
man-general =
    { $seat ->
        [0] 帥
       *[other] 將
    }
man-advisor =
    { $seat ->
        [0] 仕
       *[other] 士
    }
man-elephant =
    { $seat ->
        [0] 相
       *[other] 象
    }
man-horse = 馬
man-chariot = 車
man-cannon = 炮
man-soldier =
    { $seat ->
        [0] 兵
       *[other] 卒
    }
man-none = 空位

## Ends of games of Othello

othello-win = { $winner }以 { $more } 比 { $fewer } 獲勝
othello-draw = 和棋，{ $more } 比 { $fewer }
othello-empty = { $ending }，{ $empties } 個空格計入勝方
othello-solved = 最後 { $empties } 格雙方均走最佳著法，{ $ending }

## Ends of games of matches

ended-resignation = { $loser }認輸，{ $winner }勝
drawn-agreement = 雙方同意和棋
ended-resign_rule = { $loser }敗局已定，判{ $winner }勝
drawn-draw_rule = 雙方評分持平，判和
drawn-most_moves = 達到最多步數，判和
ended-solved = 雙方最佳著法的結果是{ $winner }勝
drawn-solved = 雙方最佳著法的結果是和棋
ended-timeout = { $loser }超時，{ $winner }勝
ended-illegal_move = { $loser }走出不合法的著法，{ $winner }勝
ended-no_move = { $loser }沒有走棋，{ $winner }勝
ended-stall = { $loser }沒有回應，{ $winner }勝
ended-crash = { $loser }的程式中止，{ $winner }勝
ended-junk = { $loser }沒有給出有效的回答，{ $winner }勝
