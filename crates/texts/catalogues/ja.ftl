# ページの文。

## Everywhere

name = 双棋
close = 閉じる
copied = コピーしました
not-allowed = 許可されていません
copy = コピー
copy-link = リンクをコピー
paste = 貼り付け
play = 対局
analyse = 検討
set-up = 局面編集
save = 保存
other = その他
none = なし
board = 盤
moves = 棋譜
games = 対局
files = ファイル
settings = 設定
turn-board = 盤を反転
no-moves = まだ着手がありません
moves-count = { $count }手
discs-count = 石{ $count }個
depth = 深さ{ $depth }
nodes = { $count }局面
level = レベル{ $level }
strength-number = 強さ{ $strength }
seconds-a-move = 1手{ $seconds }秒
bytes = { $count }バイト
full-stop = 。

## Games, sides and pieces

game-othello = オセロ
game-xiangqi = シャンチー
side-othello-0 = 黒
side-othello-1 = 白
side-xiangqi-0 = 紅
side-xiangqi-1 = 黒
unit-discs = 石
unit-soldiers = 兵
notation-chinese = 马二进三
notation-traditional = 馬二進三
notation-wxf = WXF: H2+3
notation-iccs = ICCS: H2-E2
disc-of = { $side }の石
piece-k =
    { $seat ->
        [0] { $side }の帥
       *[1] { $side }の将
    }
piece-a =
    { $seat ->
        [0] { $side }の仕
       *[1] { $side }の士
    }
piece-b =
    { $seat ->
        [0] { $side }の相
       *[1] { $side }の象
    }
piece-n = { $side }の馬
piece-r = { $side }の車
piece-c = { $side }の炮
piece-p =
    { $seat ->
        [0] { $side }の兵
       *[1] { $side }の卒
    }

## The page itself

to-board = 盤へ移動
pages = ページ
needs-javascript = このページには JavaScript が必要です。
no-such-page = そのページはありません。
to-first-page = トップページへ
connection-lost = プログラムとの接続が切れました。プログラムは動いていますか？ページは自動で再接続します。
connection-token = プログラムが再起動され、トークンが変わりました。プログラムが表示したアドレスを開くと、このページは自動で続きます。
engine-failed = ブラウザー内のエンジンが終了しました（{ $what }）。もう一度お試しください。
connection-back = 接続が回復しました。

## The first page

home-title = 対局と検討
home-note = すべてこのコンピューターの中で行われ、外部には何も送信されません。
home-first = { $side }が先手
home-recent = あなたの対局
home-files = マッチ、レポート、棋譜ファイル
paste-game-of = { $game }の棋譜を貼り付け
in-progress = 対局中
analysis-of-players = 検討：{ $players }
forget = 「{ $title }」を削除

## A new game

new-game-of = { $game }の新しい対局
game-of = { $game }の対局
goes-on-after = { $count }手目の後から続けます。
begins-set-up = 編集した局面から始めます。
start-game = 対局開始
set-up-position = 局面を編集
paste-to-go-on = 棋譜や局面を貼り付けて続ける
you-play = あなたの手番
moves-first = 先手
both-sides = 両方
no-side = なし
engine-itself = エンジン同士
strength = エンジンの強さ
strength-0 = とても易しい
strength-1 = 易しい
strength-2 = 普通
strength-3 = 難しい
strength-4 = とても難しい
by-clock = 持ち時間で
by-clock-note = 全力で
by-its-clock = 持ち時間
limit = 制限
limit-strength = 強さ（1～20）
limit-level = レベル
limit-ms = 1手の秒数
limit-depth = 深さ（手）
limit-nodes = 1手の局面数
odds = エンジンのハンデ
odds-horse = 馬落ち
odds-chariot = 車落ち
odds-horses = 二馬落ち
odds-cannons = 二炮落ち
odds-corner = 1隅
odds-corners2 = 2隅
odds-corners4 = 4隅
rules = 規則
rules-moves = 駒取りなしで引き分けになる手数（双方それぞれ）
rules-of-game = 規則：{ $name }
rules-with-moves = { $name }、双方が駒を取らずに{ $moves }手ずつ指すと引き分け
rules-asian = アジア規則
forbidden-asian = 王手または追いを続けた側の負け。
rules-pikafish = Pikafish の規則
forbidden-pikafish = アジア規則と同じ。ただし循環の中に王手が1回あれば追いは許される。
rules-checks-only = 王手の連続だけを禁止
forbidden-checks-only = 王手を続けた側の負け。その他の同一局面の繰り返しは引き分け。
rules-plain = 繰り返しは引き分け
forbidden-plain = 同一局面の繰り返しはすべて引き分け。
clock-each = 持ち時間
clock-minutes = { $minutes }分
clock-increment = 1手ごとに{ $seconds }秒加算
clock-base-increment = { $base } + { $seconds }秒
minutes = 分
increment = 1手ごとの加算秒数
engine-player = 双棋（{ $limit }）
you = あなた

## A game

board-of = { $game }の盤
game = 対局
hint = ヒント
undo = 待った
redo = やり直し
resign = 投了
offer-draw = 引き分けを提案
draw-considered = エンジンが提案を検討しています…
draw-declined = エンジンは引き分けに応じません。
resign-sure = 本当に投了しますか？
pause = 一時停止
go-on = 再開
new-game = 新しい対局
step-first = 最初の局面（Home）
step-back = 1手戻る（←）
step-forward = 1手進む（→）
step-last = 最後の局面（End）
cannot-go-on = 対局を続けられません
after-move = { $count }手中{ $move }手目の後
last-goes-on = 対局は最後の局面から続きます。
game-over = 終局
passes = { $side }は打てる所がないのでパス
passes-sentence = { $side }は打てる所がないのでパスします。
your-move = あなたの番：{ $side }
your-move-check = あなたの番：{ $side }（王手）
side-to-move = { $side }の番
side-to-move-check = { $side }の番（王手）
paused = 一時停止中
engine-thinks = エンジンが{ $side }の手を考えています
engine-thinks-check = エンジンが{ $side }の手を考えています（王手）
no-result = 結果なし
analyse-game = この対局を検討
play-again = もう一局
search-waits = ほかの探索が実行中です。終わりしだい始めます。
thought = 深さ{ $depth }、{ $nodes }局面、{ $side } { $score }：{ $line }
game-is-over = 終局、{ $result }。{ $explanation }
reason-time = { $loser }の時間切れで{ $winner }の勝ち
reason-resignation = { $loser }の投了で{ $winner }の勝ち
looking = 良い手を探しています…
hint-move = エンジンの推奨は{ $move }（深さ{ $depth }）。
hint-line = エンジンの推奨は{ $move }（深さ{ $depth }、{ $side } { $score }）、続いて{ $line }。
game-not-kept = この対局はこのブラウザーに保存されていません。
game-cannot-be-kept = このブラウザーにはこの対局を保存する空きがありません。ページを離れる前にファイルに保存してください。
begin-new = 新しい対局を始める
to-move = 手番
move-announced = { $side }：{ $move }。

## The board, for those who hear it

point-legal = 着手可能
point-chosen = 選択中
point-last = 直前の手
point-empty = 空き

## Ends of games

reason-agreement = 双方の合意で引き分け
occurred = この局面は{ $count }回現れました。3回目には繰り返しの規則で終局することがあります。

## Analysis

analysis = 検討
analysis-of = { $game }の検討
new = 新規
new-analysis = 新しい検討
mark = 手の評価
mark-1 = 好手
mark-2 = 悪手
mark-3 = 妙手
mark-4 = 大悪手
mark-5 = 面白い手
mark-6 = 疑問手
comment-on-move = この手へのコメント
main-line = 本譜
make-main-line = この変化を本譜にする
delete-from-here = この手以降を削除
play-from-here = ここから対局
must-pass = { $side }はパス
fault-inaccuracy = 緩手
fault-mistake = 悪手
fault-blunder = 大悪手
inaccuracy-sentence =
    { $better ->
        [none] 緩手。
       *[other] 緩手。{ $better }が優ります。
    }
mistake-sentence =
    { $better ->
        [none] 悪手。
       *[other] 悪手。{ $better }が優ります。
    }
blunder-sentence =
    { $better ->
        [none] 大悪手。
       *[other] 大悪手。{ $better }が優ります。
    }
over-here = ここで終局です。
only-pass = パスしかありません。
engine-off = エンジンはオフです。
waiting-for-searches = ほかの探索の終了を待っています。
engine = エンジン
lines-count = { $count }候補
lines-number = 候補の数
every-move-on-board = 盤上に全候補
worth-of-pieces = 駒の価値
lines-of-engine = エンジンの読み筋
search-facts = 深さ{ $depth } · { $nodes }局面
search-facts-speed = 深さ{ $depth } · { $nodes }局面 · { $speed }/秒
chances = { $side }：勝ち{ $win }%、引き分け{ $draw }%、負け{ $loss }%
exact = 確定
sure = 確度{ $certainty }%
line-title = 評価値は{ $side }から見たものです。クリックすると読み筋の最初の手を着手します。
evaluation-over = 終局：{ $result }
evaluation-of = 評価：{ $side } { $score }
no-evaluation = 評価はまだありません
term = 評価項目
beyond = { $second }に対する{ $first }
without-search = 探索なしの評価：{ $side } { $score }
without-search-part = 探索なしの評価：{ $side } { $score }、優勢の{ $part }%を計上
graph = { $count }局面中{ $known }局面の評価値
graph-last = { $count }局面中{ $known }局面の評価値、最後は{ $last }
score-for = { $side } { $score }
ahead = { $side }優勢

## Terms of the evaluation of Xiangqi

term-tempo = 手番
term-piece-advisor = 士の価値
term-piece-elephant = 象の価値
term-piece-horse = 馬の価値
term-piece-rook = 車の価値
term-piece-cannon = 炮の価値
term-piece-soldier = 兵の価値
term-table-king = 将の位置
term-table-advisor = 士の位置
term-table-elephant = 象の位置
term-table-horse = 馬の位置
term-table-rook = 車の位置
term-table-cannon = 炮の位置
term-table-soldier = 兵の位置
term-rook-reach = 車の利き
term-cannon-reach = 炮の利き
term-horse-reach = 馬の利き
term-guards-full = 士象すべて健在
term-guards-advisors_rooks = 車に対する士
term-guards-advisors_horses = 馬に対する士
term-guards-advisors_cannons = 炮に対する士
term-guards-elephants_rooks = 車に対する象
term-guards-elephants_horses = 馬に対する象
term-guards-elephants_cannons = 炮に対する象
term-material-no_rook = 相手だけに車
term-material-horses_cannons = 馬と炮の組み合わせ
term-material-rooks_minors = 馬炮に対する車
term-material-soldiers = 兵の数
term-cannon-file = 将の筋の炮
term-cannon-hollow-backed = 空頭炮の支援
term-cannon-stuck_horse = 窩心馬に対する炮
term-cannon-rank = 将の段の炮
term-cannon-bottom-backed = 沈底炮の支援
term-rook-file = 将の筋の車
term-rook-rank = 将の段の車
term-pin-horse = 馬の釘付け
term-pin-rook = 車の釘付け
term-pin-cannon = 炮の釘付け
term-danger = 九宮への圧力
term-attack-across = 川を越えた攻め駒
term-attack-wing = 片翼の攻め駒
term-attack-king_steps = 将の逃げ道
term-attack-palace = 九宮の支配
term-check-rook = 車の安全な王手
term-check-horse = 馬の安全な王手
term-check-cannon = 炮の安全な王手
term-threat-soldier_minor = 兵が馬炮を攻撃
term-threat-soldier_rook = 兵が車を攻撃
term-threat-minor_rook = 馬炮が車を攻撃
term-threat-minor_minor = 馬炮が馬炮を攻撃
term-threat-minor_guard = 馬炮が士象を攻撃
term-hanging-horse = 浮いた馬への攻撃
term-hanging-cannon = 浮いた炮への攻撃
term-hanging-rook = 浮いた車への攻撃
term-hanging-crossed_soldier = 浮いた渡河兵への攻撃
term-hanging-guard = 浮いた士象への攻撃
term-protected-horse = 守られた馬
term-protected-cannon = 守られた炮
term-protected-crossed_soldier = 守られた渡河兵
term-soldier-pair = 並んだ兵
term-soldier-opposed = 向かい合う兵
term-soldier-behind_horse = 馬の後ろの兵
term-soldier-lost_guards = 欠けた士象に対する渡河兵

## The analysis of a whole game

whole-game = 対局全体
analyse-whole-game = 対局全体を検討
next-mistake = 次のミス
stop = 中止
effort = 検討の深さ
effort-quick = 速く
effort-thorough = じっくり
effort-deep = 深く
review-progress = 検討の進み具合
accuracy = 正確さ
mean-loss = 平均損失（{ $unit }）
inaccuracies = 緩手
mistakes = 悪手
blunders = 大悪手

## Setting up a position

set-up-of = { $game }の局面を編集
board-to-set-up = 編集する{ $game }の盤
set-up-palette = 盤に置くもの
position-text = テキストで表した局面
set-up-note = 置くものを選び、盤をクリックします。もう一度クリックすると取り除きます。
start-position = 初期局面
clear = 消去
as-text = テキスト
take-away = 取り除く
who-moves = 手番
set-up-over = この局面は終局しています：{ $explanation }。
set-up-playable = この局面は対局できます。

## Saving and pasting

export-title = 棋譜を保存
export-lost = この形式では{ $list }を保存できません。
lost-variations = 変化{ $count }個
lost-comments = コメント{ $count }件
lost-marks = 評価記号{ $count }個
lost-sides = 手番
lost-tags = ヘッダー { $names }
export-no-text = この形式はテキストではありません。ファイルに保存してください。
export-part = 保存する内容
export-game = 対局全体
export-tree = 変化を含む全体
export-path = 表示中の局面までの手順
copy-link-note = 表示中の局面と手順へのリンク
format = 形式
format-pgn = PGN
format-ggf = GGF
format-sgf = SGF
format-xqf = XQF
format-ubb = DhtmlXQ
format-moves = 手順
format-board = 局面
game-text = テキストで表した棋譜
save-file = ファイルに保存
copy-picture = 盤の画像をコピー
save-png = 画像（PNG）
save-svg = 画像（SVG）
a-game = 対局
paste-text = 棋譜または局面
paste-which = { $count }局あります。どれにしますか？
paste-first = { $count }局のうち最初の{ $shown }局です。どれにしますか？
request-too-large = 大きすぎます。一度に送れるのは 1.5 MB までです
paste-too-large = ファイルが 1 MB を超えています
paste-note = 局面、任意の表記の手順、または棋譜ファイル全体。
open = 開く
choose-file = ファイルを選ぶ

## Files

matches = マッチ
matches-note = 進行中のマッチや結果を見られます。
reports = レポート
reports-note = ほかのコマンドで作成したページ。
games-note = 検討できる対局。
no-files = フォルダーにはレポートもマッチの記録も棋譜もありません。
all-files = すべてのファイル
own-tab = 新しいタブで開く
collection = フォルダーの棋譜
collection-search = 検索
collection-words = 対局者、大会、年
collection-game = ゲーム
collection-players = 対局者
collection-result = 結果
collection-date = 日付
collection-event = 大会
collection-file = ファイル
collection-more = もっと見る
collection-reading =
    { $count ->
        [0] フォルダーを読み込んでいます…
       *[other] フォルダーを読み込んでいます：{ $count }局…
    }
collection-found = { $count }局
collection-here = フォルダーの{ $count }局がこの局面に達しています
collection-errors = { $count }個のファイルに誤りがあります

## Errors

error-found = 見つかったもの
error-expected = 必要なもの
error-remedy = 対処
error-place = 場所

## Settings

language = 言語
colours = ページの配色
colours-system = システムに合わせる
colours-light = ライト
colours-dark = ダーク
pieces-of-xiangqi = シャンチーの駒
characters = 漢字
letters = 英字
boards = 盤
wood-and-felt = 木とフェルト
plain = 無地
moves-of = { $game }の表記
coordinates = 座標
mark-legal = 着手可能な場所を示す
number-discs = 石に手数を表示
show-thoughts = 対局中にエンジンの考えを表示
hash = エンジンの置換表
hash-usual = 起動時の設定（{ $size } MB）
hash-size = { $size } MB
threads = エンジンのスレッド数

## Keys

keys = キー操作
keys-step = 1手戻る、進む
keys-ends = 最初と最後の局面
keys-tab = 次の項目へ移動、盤上では矢印キーで移動
keys-enter = 駒、次に行き先を選ぶ
keys-escape = ウィンドウを閉じる
keys-help = この説明を表示
keys-mouse = 右ボタン
keys-draw = 盤に矢印や丸を描く。次のクリックで消える

## Watching a match

reading-journal = 記録を読み込み中…
standings = 順位表
finished-games = 終わった対局
match-over = { $about }マッチは終了しました。
match-about = { $game }、エンジン数{ $engines }。
match-about-planned = { $game }、エンジン数{ $engines }、予定{ $planned }局。
against = { $first } 対 { $second }
game-number = 第{ $number }局
live-move = { $number }手目：{ $move }
live-begins = 対局開始。
games-finished = { $about }{ $games }局終了。
games-finished-of = { $about }{ $planned }局中{ $games }局終了。
points = 得点
won-drawn-lost = 勝ち、引き分け、負け
points-of = { $points }/{ $games }
elo = Elo
all-figures = すべての数値
llr-open = 対数尤度比{ $value }（{ $lower }から{ $upper }）、検定は未決着。
llr-decided = 対数尤度比{ $value }（{ $lower }から{ $upper }）、検定の結論：{ $state }。
llr = 対数尤度比{ $value }
open-in-analysis = 検討で開く

## 問題

puzzles = 問題
puzzles-of = { $game }の問題
puzzle-mate = { $side }の手番。{ $side }の{ $moves }手目で詰みです。
puzzle-gain = { $side }の手番。駒得になる手を探してください。
puzzle-win = { $side }の手番。勝つ手は一つだけです。
puzzle-wipe-out = { $side }の手番。相手の石をすべて取れる手は一つだけです。
puzzle-draw = { $side }の手番。引き分けの手は一つだけで、ほかは負けです。
puzzle-mistake = { $side }の手番。{ $move }よりよい手を探してください。
puzzle-right = 正解です。次の手は？
puzzle-wrong = { $move }ではありません。もう一度どうぞ。
puzzle-solved = 正解
puzzle-shown = 答え
puzzle-about = 難しさ{ $rating }。{ $themes }。
puzzle-score = あなたのレート{ $rating } · 連続正解{ $streak }（最高{ $best }） · { $all }問中{ $solved }問正解
puzzle-next = 次の問題
puzzles-none = ここにはもう問題がありません。
solution = 答え
try-mistakes = 自分のミスをもう一度
mistakes-of-game = 対局のミス
mistake-number = ミス { $number } / { $count }
mistake-better = よりよい手は{ $better }でした。
theme = テーマ
theme-all = すべて
theme-mate = 詰み
theme-gain = 駒得
theme-win = 勝ち
theme-draw = 引き分け
theme-sacrifice = 捨て駒
theme-fork = 両取り
theme-pin = 釘付け
theme-quiet = 静かな手
theme-check = 王手
theme-corner = 隅
theme-edge = 辺
theme-x-square = X打ち
theme-parity = 偶数理論
theme-sweep = 大量取り
theme-wipe-out = 全滅

external-engine = ほかのエンジン
external-none = ほかのエンジンなし
external-options = オプション：Hash=64; Threads=2
book-title = 定石データ
book-move = 手
book-score = 評価
book-games = 対局
book-opening = 名称
book-none = 定石データにこの局面はありません。
opening = 定石：{ $name }
opening-xiangqi-central-cannon = 中炮
opening-xiangqi-same-direction-cannons = 順炮
opening-xiangqi-same-direction-file-against-rank = 順炮・直車対横車
opening-xiangqi-same-direction-file-against-delayed = 順炮・直車対緩開車
opening-xiangqi-same-direction-rank-against-file = 順炮・横車対直車
opening-xiangqi-opposite-direction-cannons = 列炮
opening-xiangqi-delayed-opposite-cannons = 半途列炮
opening-xiangqi-cannon-blocks-chariot = 中炮対左炮封車
opening-xiangqi-screen-horses = 中炮対屏風馬
opening-xiangqi-river-chariot-screen-horses = 中炮過河車対屏風馬
opening-xiangqi-river-chariot-exchange = 中炮過河車対屏風馬・平炮兌車
opening-xiangqi-patrol-chariot-screen-horses = 中炮巡河車対屏風馬
opening-xiangqi-five-seven-cannons = 五七炮対屏風馬
opening-xiangqi-five-six-cannons = 五六炮対屏風馬
opening-xiangqi-five-eight-cannons = 五八炮対屏風馬
opening-xiangqi-sandwiched-horses = 中炮対反宮馬
opening-xiangqi-single-raised-horse = 中炮対単提馬
opening-xiangqi-three-step-tiger = 中炮対左三歩虎
opening-xiangqi-elephant = 飛相局
opening-xiangqi-elephant-against-corner-cannon = 飛相対士角炮
opening-xiangqi-elephant-against-cross-palace-cannon = 飛相対過宮炮
opening-xiangqi-elephant-against-central-cannon = 飛相対中炮
opening-xiangqi-elephant-against-horse = 飛相対起馬
opening-xiangqi-elephant-against-elephant = 飛相対飛象
opening-xiangqi-elephant-against-pawn = 飛相対挺卒
opening-xiangqi-pointing-the-way = 仙人指路
opening-xiangqi-opposing-soldiers = 対兵局
opening-xiangqi-cannon-behind-soldier = 仙人指路対卒底炮
opening-xiangqi-pointing-the-way-against-elephant = 仙人指路対飛象
opening-xiangqi-pointing-the-way-against-horse = 仙人指路対起馬
opening-xiangqi-pointing-the-way-against-central-cannon = 仙人指路対中炮
opening-xiangqi-horse = 起馬局
opening-xiangqi-horse-against-soldier = 起馬対挺卒
opening-xiangqi-edge-horse = 辺馬局
opening-xiangqi-corner-cannon = 士角炮
opening-xiangqi-cross-palace-cannon = 過宮炮
opening-xiangqi-golden-hook-cannon = 金鉤炮
opening-xiangqi-patrol-cannon = 巡河炮
opening-xiangqi-crossing-cannon = 過河炮
opening-xiangqi-advisor = 上仕局
opening-xiangqi-edge-soldier = 辺兵局
opening-othello-parallel = 並び取り
opening-othello-perpendicular = 縦取り
opening-othello-diagonal = 斜め取り
opening-othello-tiger = 虎定石
opening-othello-stephenson = ステファンソン
opening-othello-leaders-tiger = リーダーズタイガー
opening-othello-brightwell = ブライトウェル
opening-othello-comp-oth = コンポス
opening-othello-aubrey-tanaka = オーブリー・田中
opening-othello-bent-ganglion = ベントガングリオン
opening-othello-cat = 猫定石
opening-othello-italian = イタリアン
opening-othello-no-cat = ノーキャット
opening-othello-swallow = スワロー
opening-othello-rabbit = 兎定石
opening-othello-mimura = 三村流
opening-othello-rose = ローズ
opening-othello-flat = フラット
opening-othello-iago = イアーゴ
opening-othello-horse = 馬定石
opening-othello-cow = 牛定石
opening-othello-chimney = チムニー
opening-othello-bat = コウモリ
opening-othello-buffalo = バッファロー
opening-othello-heath = 飛び出し牛
opening-othello-x-square = X打ち
opening-othello-snake = 蛇定石
