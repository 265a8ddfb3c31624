# 端末の文。

## The game

to-move = { $side }の手番
to-move-check = { $side }の手番、王手がかかっています
othello-to-move = { $disc } の手番、X { $black }、O { $white }
terminal-welcome = 双棋 { $title } { $version }。{ $players }。コマンドの一覧は help です。
terminal-you-begin = あなたは{ $own }で先手です
terminal-other-begins = あなたは{ $own }で、{ $other }が先手です
terminal-engine-alone = エンジンが両方を指します
terminal-person-alone = あなたが両方を指します
terminal-over = 対局は終わりです。{ $explanation }。
terminal-passes = { $side }は打てる所がなく、パスします。
terminal-saved = { $path } に保存しました。
terminal-no-moves = まだ一手も指されていません。
terminal-waits = （{ $command } はエンジンの手を待ちます。stop で考えるのを止めます。）
terminal-thinking = 思考中：{ $line }
terminal-plays = エンジンの手は { $move }（{ $evaluation }、{ $nodes } ノード、{ $seconds } 秒）。
terminal-mate = { $moves }手で詰み
terminal-mated = { $moves }手で詰まされる
terminal-ruling-won = 相手の反則の繰り返しで勝ち
terminal-ruling-lost = 反則の繰り返しで負け
terminal-exactly = 正確に { $score }
terminal-certainty = { $score }（確度 { $certainty } %）
terminal-depth = { $score }（深さ { $depth }）

## The list of commands

help-go = 今エンジンに指させ、以後その側を任せる
help-engine = エンジンの側：{ $first }、{ $second }、both（両方）、none（なし）
help-stop = エンジンの思考を止め（Ctrl-C でも可）、見つけた最善手を指させる
help-undo = 自分の一手を戻す
help-redo = 戻した手をもう一度指す
help-new = 最初から始める
help-hint = エンジンの見る最善手
help-analyze = stop まで深さを増しながら最善手を示す
help-strength = 強さ 1（初心者が勝てる）から { $most }（一手一秒）まで
help-depth = N手先まで読む
help-nodes = 一手に N 局面を読む
help-time = 一手にこの秒数だけ考える
help-threads = N スレッドで探索する。threads auto はコアごとに一つ
help-board = 盤を描く
help-fen = set で読める形で盤面を示す
help-moves = 対局の手を並べる
help-letters = 盤と手を文字（ABC）で示す
help-characters = 盤と手を漢字で示す
help-notation = 手の書き方：chinese（炮二平五）、wxf（C2.5）、iccs（H2-E2）
help-save-pgn = 対局を PGN で保存する。後ろに --force を付けると上書きする
help-save-txt = 初期配置からの対局の手だけを保存する
help-protocol = 最初の行なら、そのプロトコルで話す
help-keys = 手やコマンドを補完する。編集し、前の行を呼び出す
help-help = この一覧
help-quit = 終わる（探索中でなければ Ctrl-C でも可）
help-othello-move-0 = 一手打つ。f5d6c3 は続けて打つ（パスは自動）
help-othello-position = 局面から始める：64 個の X・O・- と手番
help-othello-level = 深さ N：その手数だけ先を読み、終盤はもっと深く読む
help-othello-save-0 = 同じものを GGF で保存する
help-xiangqi-move-0 = 一手指す：座標、WXF（C2.5）、漢字（炮二平五）。
help-xiangqi-move-1 = 続けて指すときは空白で区切る
help-xiangqi-position = 局面（FEN）から始める
help-xiangqi-level = N手先まで読む

## Analysed games

analyze-heading = 第{ $number }局（{ $place }）：{ $title }、{ $result }、{ $moves }
analyze-against = { $first } 対 { $second }
analyze-moves = { $count }手
analyze-exact = { $ply }手目から先の評価はすべて正確です。
analyze-opening = 定石：{ $name }。
analyze-still = 前も後も{ $before }
analyze-changed = 前は{ $before }、後は{ $after }
analyze-sentence = { $ply }手目、{ $side } { $move }：{ $fault }（{ $expected }）。損失は{ $cost }、{ $from } から { $to } へ。最善は { $best } でした。
analyze-points = 期待得点の { $loss } ポイント
analyze-units = { $loss } { $unit }
analyze-accuracy = 正確さ：{ $first }、{ $second }。
analyze-accuracy-of = { $side } { $accuracy } %（一手の損失 { $loss } { $unit }）
analyze-accuracy-none = { $side } なし
analyze-ending = { $ending }。
analyze-ended-before = 規則では{ $ply }手目で終わりです：{ $ending }。ファイルにはあと{ $moves }あります。
analyze-short = { $ply }手目、{ $side } { $move }：{ $score }
analyze-forced = 唯一の手
analyze-best = 最善手：{ $best }
analyze-note = { $fault }、損失は{ $cost }。最善は { $best }
judgement-forced = 唯一の手
judgement-best = 最善手
judgement-good = 好手
judgement-inaccuracy = 緩手
judgement-mistake = 悪手
judgement-blunder = 大悪手
judgement-in-sentence = { $name }
expected-losing = 負けの形勢
expected-level = 互角
expected-winning = 勝ちの形勢
