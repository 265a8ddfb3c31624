# 審判の説明。

## Lists

list-comma = 、
list-and = と
list-nothing = なし
list-more = ほか{ $count }件

## Ends of games of Xiangqi

moment =
    { $moves ->
        [0] 開始時
       *[other] { $moves }手の後
    }
ending-with-evidence = { $ending }。{ $evidence }
ending-checkmate = { $moment }、{ $loser }は詰み、{ $winner }の勝ち
ending-stalemate = { $moment }、{ $loser }は動かせる駒がなく、{ $winner }の勝ち
ending-perpetual_check = { $moment }、同一局面が3回現れ、{ $loser }は毎手王手をかけ続けたので、{ $winner }の勝ち
ending-mutual_perpetual_check = { $moment }、同一局面が3回現れ、双方が毎手王手をかけ続けたので引き分け
ending-perpetual_chase = { $moment }、同一局面が3回現れ、{ $loser }は毎手同じ駒を追い続けたので、{ $winner }の勝ち
ending-mutual_perpetual_chase = { $moment }、同一局面が3回現れ、双方が毎手相手の同じ駒を追い続けたので引き分け
ending-repetition = { $moment }、同一局面が3回現れ、どちらも禁じ手を続けていないので引き分け
ending-move_limit = { $moment }、駒を取らない手が続いたので引き分け
ending-no_attackers = { $moment }、双方とも川を越えられる駒がないので引き分け

## The evidence of a repetition in Xiangqi

evidence-both = { $first }{ $second }
evidence-nothing-forbidden = この規則では繰り返しに禁じ手はありません。
evidence-excuse = { $side }の{ $move }は王手で、この規則では循環の中に王手が1回あれば追いは許されます。
evidence-held-chariot = 馬の脚を塞いで動けない車は、何を攻めていても追われる側です。
evidence-checks = { $side }は{ $moves }で王手をかけました。
evidence-chase = { $side }は毎手新たに{ $other }の{ $man }を攻めました：{ $attacks }。
evidence-attack = { $move }（{ $threat }）
evidence-quiet = { $side }は王手をかけていません。
evidence-moves = { $side }の手のうち、{ $clause }。
evidence-clauses = { $first }。また、{ $second }
evidence-no-check = { $move }は王手ではありません
evidence-idle = { $move }は新たに何も攻めていません
evidence-uncounted = { $move }に新たな追いはありません（{ $threats }）
evidence-hunts = 毎手攻められた駒はありません：{ $hunts }
evidence-hunt = { $move }は{ $victims }を攻撃
threat-unprotected = { $attacker }が{ $victim }を攻撃、守りなし
threat-higher = { $attacker }が{ $victim }を攻撃、守りの有無によらず
threat-pinned = { $attacker }が{ $victim }を攻撃、自身は動けない
threat-equal = { $attacker }が{ $victim }を攻撃、先に取られうる
threat-protected = { $attacker }が{ $victim }を攻撃、{ $protector }が守る
man-at = { $square }の{ $man }
man-general =
    { $seat ->
        [0] 帥
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
man-horse = 馬
man-chariot = 車
man-cannon = 炮
man-soldier =
    { $seat ->
        [0] 兵
       *[other] 卒
    }
man-none = 空点

## Ends of games of Othello

othello-win = { $more }対{ $fewer }で{ $winner }の勝ち
othello-draw = { $more }対{ $fewer }で引き分け
othello-empty = { $ending }（空き{ $empties }マスは勝者に加算）
othello-solved = 残り{ $empties }マスを最善で打つと{ $ending }

## Ends of games of matches

ended-resignation = { $loser }の投了で{ $winner }の勝ち
drawn-agreement = 合意による引き分け
ended-resign_rule = { $loser }の敗勢により{ $winner }の勝ちと判定
drawn-draw_rule = 互角が続いたので引き分けと判定
drawn-most_moves = 最大手数に達したので引き分けと判定
ended-solved = 双方最善で{ $winner }の勝ち
drawn-solved = 双方最善で引き分け
ended-timeout = { $loser }の時間切れで{ $winner }の勝ち
ended-illegal_move = { $loser }の反則手で{ $winner }の勝ち
ended-no_move = { $loser }が着手せず{ $winner }の勝ち
ended-stall = { $loser }の応答がなく{ $winner }の勝ち
ended-crash = { $loser }のプログラムが停止し{ $winner }の勝ち
ended-junk = { $loser }の応答が無効で{ $winner }の勝ち
