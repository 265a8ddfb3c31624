# 终端里的文字。

## The game

to-move = { $side }走棋
to-move-check = { $side }走棋，正被将军
othello-to-move = 轮到 { $disc }，X { $black }，O { $white }
terminal-welcome = 双棋 { $title } { $version }。{ $players }；输入 help 查看命令。
terminal-you-begin = 您执{ $own }，先走
terminal-other-begins = 您执{ $own }，{ $other }先走
terminal-engine-alone = 双方都由引擎走
terminal-person-alone = 双方都由您走
terminal-over = 对局结束。{ $explanation }。
terminal-passes = { $side }无棋可下，停一手。
terminal-saved = 已存为 { $path }。
terminal-no-moves = 还没有走棋。
terminal-waits = （{ $command } 等引擎走完再执行；输入 stop 可让它停止思考。）
terminal-thinking = 思考中：{ $line }
terminal-plays = 引擎走 { $move }（{ $evaluation }，{ $nodes } 节点，{ $seconds } 秒）。
terminal-mate = { $moves } 步成杀
terminal-mated = { $moves } 步被杀
terminal-ruling-won = 对方循环犯规，判胜
terminal-ruling-lost = 循环犯规，判负
terminal-exactly = 精确 { $score }
terminal-certainty = { $score }，把握 { $certainty } %
terminal-depth = { $score }，深度 { $depth }

## The list of commands

help-go = 让引擎现在走，并从此执这一方
help-engine = 引擎执哪一方：{ $first }、{ $second }、both（双方）或 none（都不）
help-stop = 让引擎停止思考（Ctrl-C 也可以），走已找到的最好着法
help-undo = 悔一步棋
help-redo = 重走悔掉的棋
help-new = 重新开始
help-hint = 引擎认为最好的着法
help-analyze = 不断加深地显示最好的着法，直到 stop
help-strength = 棋力从 1（初学者能胜）到 { $most }（每步一秒）
help-depth = 向前计算 N 层
help-nodes = 每步计算 N 个局面
help-time = 每步思考这么多秒
help-threads = 用 N 个线程搜索；threads auto 表示每个处理器核心一个
help-board = 画出棋盘
help-fen = 以 set 能读的文字显示局面
help-moves = 列出本局的着法
help-letters = 用字母显示棋盘和着法
help-characters = 用汉字显示棋盘和着法
help-notation = 着法记法：chinese（炮二平五）、wxf（C2.5）或 iccs（H2-E2）
help-save-pgn = 把对局存为 PGN；后加 --force 可覆盖已有文件
help-save-txt = 只存着法，限从开局开始的对局
help-protocol = 作为第一行输入：改用该协议
help-keys = 补全着法或命令；编辑、调出先前的输入
help-help = 显示这份清单
help-quit = 退出（不在搜索时 Ctrl-C 也可以）
help-othello-move-0 = 走一步；f5d6c3 连走几步（停手自动进行）
help-othello-position = 从一个局面开始：64 个 X、O、-，再写轮到谁
help-othello-level = 深度 N：向前这么多层，接近终局时更深
help-othello-save-0 = 同样的内容，存为 GGF
help-xiangqi-move-0 = 走一步：写坐标、WXF 字母（C2.5）或汉字（炮二平五）；
help-xiangqi-move-1 = 几步之间用空格隔开
help-xiangqi-position = 从一个局面（FEN）开始
help-xiangqi-level = 向前计算 N 层

## Analysed games

analyze-heading = 第 { $number } 局（{ $place }）：{ $title }，{ $result }，{ $moves }
analyze-against = { $first } 对 { $second }
analyze-moves = { $count } 着
analyze-exact = 从第 { $ply } 着起，所有评分都是精确的。
analyze-opening = 开局：{ $name }。
analyze-still = 之前{ $before }，之后仍然{ $before }
analyze-changed = 之前{ $before }，之后{ $after }
analyze-sentence = 第 { $ply } 着，{ $side } { $move }：{ $fault }，{ $expected }。损失 { $cost }，从 { $from } 到 { $to }；最好是 { $best }。
analyze-points = { $loss } 个百分点的期望得分
analyze-units = { $loss } { $unit }
analyze-accuracy = 准确率：{ $first }，{ $second }。
analyze-accuracy-of = { $side } { $accuracy } %（每着损失 { $loss } { $unit }）
analyze-accuracy-none = { $side }无
analyze-ending = { $ending }。
analyze-ended-before = 按规则，对局在第 { $ply } 着结束：{ $ending }。文件中还有 { $moves }。
analyze-short = 第 { $ply } 着，{ $side } { $move }：{ $score }
analyze-forced = 唯一的着法
analyze-best = 最好的着法：{ $best }
analyze-note = { $fault }，损失 { $cost }；最好是 { $best }
judgement-forced = 唯一着
judgement-best = 最佳着
judgement-good = 好着
judgement-inaccuracy = 失准
judgement-mistake = 失误
judgement-blunder = 漏着
judgement-in-sentence = { $name }
expected-losing = 处于败势
expected-level = 均势
expected-winning = 处于胜势
