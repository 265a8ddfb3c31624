# 裁判的判词。

## Lists

list-comma = 、
list-and = 和
list-nothing = 无
list-more = 另 { $count } 项

## Ends of games of Xiangqi

moment =
    { $moves ->
        [0] 开局时
       *[other] { $moves } 步之后
    }
ending-with-evidence = { $ending }。{ $evidence }
ending-checkmate = { $moment }，{ $loser }被将死，{ $winner }胜
ending-stalemate = { $moment }，{ $loser }困毙，{ $winner }胜
ending-perpetual_check = { $moment }，同一局面第三次出现，{ $loser }长将，{ $winner }胜
ending-mutual_perpetual_check = { $moment }，同一局面第三次出现，双方互相长将，和棋
ending-perpetual_chase = { $moment }，同一局面第三次出现，{ $loser }长捉同一子，{ $winner }胜
ending-mutual_perpetual_chase = { $moment }，同一局面第三次出现，双方互相长捉，和棋
ending-repetition = { $moment }，同一局面第三次出现，双方均未违例，不变作和
ending-move_limit = { $moment }，长时间未吃子，达到限着，和棋
ending-no_attackers = { $moment }，双方都没有能过河的棋子，和棋

## The evidence of a repetition in Xiangqi

evidence-both = { $first }{ $second }
evidence-nothing-forbidden = 此规则不禁止任何重复走法。
evidence-excuse = { $side } { $move } 将军，按此规则循环中有一次将军即不算长捉。
evidence-held-chariot = 因蹩马腿而不能离开的车是被捉一方，不论它捉什么。
evidence-checks = { $side }以 { $moves } 步步将军。
evidence-chase = { $side }每步都新捉{ $other }的{ $man }：{ $attacks }。
evidence-attack = { $move }（{ $threat }）
evidence-quiet = { $side }没有将军。
evidence-moves = { $side }的着法中，{ $clause }。
evidence-clauses = { $first }，且 { $second }
evidence-no-check = { $move } 没有将军
evidence-idle = { $move } 没有新捉任何子
evidence-uncounted = { $move } 的新攻击都不算捉（{ $threats }）
evidence-hunts = 没有哪个子被步步捉：{ $hunts }
evidence-hunt = { $move } 捉{ $victims }
threat-unprotected = { $attacker }捉{ $victim }，无根
threat-higher = { $attacker }捉{ $victim }，有根无根均算
threat-pinned = { $attacker }捉{ $victim }，但自身受牵制不能离位
threat-equal = { $attacker }捉{ $victim }，对方可先吃
threat-protected = { $attacker }捉{ $victim }，有{ $protector }保护
man-at = { $square }{ $man }
man-general =
    { $seat ->
        [0] 帅
       *[other] 将
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
man-horse = 马
man-chariot = 车
man-cannon = 炮
man-soldier =
    { $seat ->
        [0] 兵
       *[other] 卒
    }
man-none = 空位

## Ends of games of Othello

othello-win = { $winner }以 { $more } 比 { $fewer } 获胜
othello-draw = 和棋，{ $more } 比 { $fewer }
othello-empty = { $ending }，{ $empties } 个空格计入胜方
othello-solved = 最后 { $empties } 格双方均走最佳着法，{ $ending }

## Ends of games of matches

ended-resignation = { $loser }认输，{ $winner }胜
drawn-agreement = 双方同意和棋
ended-resign_rule = { $loser }败局已定，判{ $winner }胜
drawn-draw_rule = 双方评分持平，判和
drawn-most_moves = 达到最多步数，判和
ended-solved = 双方最佳着法的结果是{ $winner }胜
drawn-solved = 双方最佳着法的结果是和棋
ended-timeout = { $loser }超时，{ $winner }胜
ended-illegal_move = { $loser }走出不合法的着法，{ $winner }胜
ended-no_move = { $loser }没有走棋，{ $winner }胜
ended-stall = { $loser }没有回应，{ $winner }胜
ended-crash = { $loser }的程序中止，{ $winner }胜
ended-junk = { $loser }没有给出有效的回答，{ $winner }胜
