# 終端機裡的文字。

## The game

to-move = { $side }走棋
to-move-check = { $side }走棋，正被將軍
othello-to-move = 輪到 { $disc }，X { $black }，O { $white }
terminal-welcome = 雙棋 { $title } { $version }。{ $players }；輸入 help 查看命令。
terminal-you-begin = 您執{ $own }，先走
terminal-other-begins = 您執{ $own }，{ $other }先走
terminal-engine-alone = 雙方都由引擎走
terminal-person-alone = 雙方都由您走
terminal-over = 對局結束。{ $explanation }。
terminal-passes = { $side }無棋可下，停一手。
terminal-saved = 已存為 { $path }。
terminal-no-moves = 還沒有走棋。
terminal-waits = （{ $command } 等引擎走完再執行；輸入 stop 可讓它停止思考。）
terminal-thinking = 思考中：{ $line }
terminal-plays = 引擎走 { $move }（{ $evaluation }，{ $nodes } 節點，{ $seconds } 秒）。
terminal-mate = { $moves } 步成殺
terminal-mated = { $moves } 步被殺
terminal-ruling-won = 對方循環犯規，判勝
terminal-ruling-lost = 循環犯規，判負
terminal-exactly = 精確 { $score }
terminal-certainty = { $score }，把握 { $certainty } %
terminal-depth = { $score }，深度 { $depth }

## The list of commands

help-go = 讓引擎現在走，並從此執這一方
help-engine = 引擎執哪一方：{ $first }、{ $second }、both（雙方）或 none（都不）
help-stop = 讓引擎停止思考（Ctrl-C 也可以），走已找到的最好著法
help-undo = 悔一步棋
help-redo = 重走悔掉的棋
help-new = 重新開始
help-hint = 引擎認為最好的著法
help-analyze = 不斷加深地顯示最好的著法，直到 stop
help-strength = 棋力從 1（初學者能勝）到 { $most }（每步一秒）
help-depth = 向前計算 N 層
help-nodes = 每步計算 N 個局面
help-time = 每步思考這麼多秒
help-threads = 用 N 個執行緒搜尋；threads auto 表示每個處理器核心一個
help-board = 畫出棋盤
help-fen = 以 set 能讀的文字顯示局面
help-moves = 列出本局的著法
help-letters = 用字母顯示棋盤和著法
help-characters = 用漢字顯示棋盤和著法
help-notation = 著法記法：chinese（炮二平五）、wxf（C2.5）或 iccs（H2-E2）
help-save-pgn = 把對局存為 PGN；後加 --force 可覆蓋已有檔案
help-save-txt = 只存著法，限從開局開始的對局
help-protocol = 作為第一行輸入：改用該協定
help-keys = 補全著法或命令；編輯、調出先前的輸入
help-help = 顯示這份清單
help-quit = 離開（不在搜尋時 Ctrl-C 也可以）
help-othello-move-0 = 走一步；f5d6c3 連走幾步（停手自動進行）
help-othello-position = 從一個局面開始：64 個 X、O、-，再寫輪到誰
help-othello-level = 深度 N：向前這麼多層，接近終局時更深
help-othello-save-0 = 同樣的內容，存為 GGF
help-xiangqi-move-0 = 走一步：寫座標、WXF 字母（C2.5）或漢字（炮二平五）；
help-xiangqi-move-1 = 幾步之間用空格隔開
help-xiangqi-position = 從一個局面（FEN）開始
help-xiangqi-level = 向前計算 N 層

## Analysed games

analyze-heading = 第 { $number } 局（{ $place }）：{ $title }，{ $result }，{ $moves }
analyze-against = { $first } 對 { $second }
analyze-moves = { $count } 著
analyze-exact = 從第 { $ply } 著起，所有評分都是精確的。
analyze-opening = 開局：{ $name }。
analyze-still = 之前{ $before }，之後仍然{ $before }
analyze-changed = 之前{ $before }，之後{ $after }
analyze-sentence = 第 { $ply } 著，{ $side } { $move }：{ $fault }，{ $expected }。損失 { $cost }，從 { $from } 到 { $to }；最好是 { $best }。
analyze-points = { $loss } 個百分點的期望得分
analyze-units = { $loss } { $unit }
analyze-accuracy = 準確率：{ $first }，{ $second }。
analyze-accuracy-of = { $side } { $accuracy } %（每著損失 { $loss } { $unit }）
analyze-accuracy-none = { $side }無
analyze-ending = { $ending }。
analyze-ended-before = 按規則，對局在第 { $ply } 著結束：{ $ending }。檔案中還有 { $moves }。
analyze-short = 第 { $ply } 著，{ $side } { $move }：{ $score }
analyze-forced = 唯一的著法
analyze-best = 最好的著法：{ $best }
analyze-note = { $fault }，損失 { $cost }；最好是 { $best }
judgement-forced = 唯一著
judgement-best = 最佳著
judgement-good = 好著
judgement-inaccuracy = 輕微失誤
judgement-mistake = 失誤
judgement-blunder = 漏著
judgement-in-sentence = { $name }
expected-losing = 處於敗勢
expected-level = 均勢
expected-winning = 處於勝勢
