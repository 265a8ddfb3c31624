# 頁面文字（繁體中文）。

## Everywhere

name = 雙棋
close = 關閉
copied = 已複製
not-allowed = 未獲允許
copy = 複製
copy-link = 複製連結
paste = 貼上
play = 對弈
analyse = 分析
set-up = 擺局
save = 儲存
other = 其他
none = 無
board = 棋盤
moves = 著法
games = 對局
files = 檔案
settings = 設定
turn-board = 翻轉棋盤
no-moves = 尚無著法
moves-count = { $count } 步
discs-count = { $count } 子
depth = 深度 { $depth }
nodes = { $count } 節點
level = 等級 { $level }
strength-number = 棋力 { $strength }
seconds-a-move = 每步 { $seconds } 秒
bytes = { $count } 位元組
full-stop = 。

## Games, sides and pieces

game-othello = 黑白棋
game-xiangqi = 象棋
side-othello-0 = 黑方
side-othello-1 = 白方
side-xiangqi-0 = 紅方
side-xiangqi-1 = 黑方
unit-discs = 子
unit-soldiers = 兵
notation-chinese = 马二进三
notation-traditional = 馬二進三
notation-wxf = WXF: H2+3
notation-iccs = ICCS: H2-E2
disc-of = { $side }棋子
piece-k =
    { $seat ->
        [0] { $side }帥
       *[1] { $side }將
    }
piece-a =
    { $seat ->
        [0] { $side }仕
       *[1] { $side }士
    }
piece-b =
    { $seat ->
        [0] { $side }相
       *[1] { $side }象
    }
piece-n = { $side }馬
piece-r = { $side }車
piece-c = { $side }炮
piece-p =
    { $seat ->
        [0] { $side }兵
       *[1] { $side }卒
    }

## The page itself

to-board = 跳到棋盤
pages = 頁面
needs-javascript = 本頁面需要 JavaScript。
no-such-page = 沒有這個頁面。
to-first-page = 回到首頁
connection-lost = 與程式的連線已斷開。程式還在執行嗎？頁面會自動重試。
connection-token = 程式已重新啟動，權杖已更換。請開啟程式顯示的網址，本頁面隨後會自動繼續。
engine-failed = 瀏覽器中的引擎已終止（{ $what }），請重試。
connection-back = 連線已恢復。

## The first page

home-title = 對弈與分析
home-note = 一切都在本機進行，不會向外傳送任何內容。
home-first = { $side }先行
home-recent = 你的對局
home-files = 比賽、報告和棋譜檔案
paste-game-of = 貼上{ $game }棋譜
in-progress = 進行中
analysis-of-players = 分析：{ $players }
forget = 刪除「{ $title }」

## A new game

new-game-of = 新的{ $game }對局
game-of = { $game }對局
goes-on-after = 對局從第 { $count } 步之後繼續。
begins-set-up = 對局從擺好的局面開始。
start-game = 開始對局
set-up-position = 擺局面
paste-to-go-on = 貼上棋譜或局面並由此繼續
you-play = 你執
moves-first = 先行
both-sides = 雙方
no-side = 都不執
engine-itself = 引擎自弈
strength = 引擎棋力
strength-0 = 入門
strength-1 = 簡單
strength-2 = 中等
strength-3 = 困難
strength-4 = 極難
by-clock = 按棋鐘
by-clock-note = 發揮全力
by-its-clock = 按棋鐘
limit = 限制
limit-strength = 棋力（1 至 20）
limit-level = 等級
limit-ms = 每步秒數
limit-depth = 深度（層）
limit-nodes = 每步節點數
odds = 引擎讓子
odds-horse = 讓一馬
odds-chariot = 讓一車
odds-horses = 讓雙馬
odds-cannons = 讓雙炮
odds-corner = 讓一角
odds-corners2 = 讓兩角
odds-corners4 = 讓四角
rules = 規則
rules-moves = 未吃子判和的回合數
rules-of-game = 規則：{ $name }
rules-with-moves = { $name }，{ $moves } 回合不吃子判和
rules-asian = 亞洲規則
forbidden-asian = 長將或長捉的一方判負。
rules-pikafish = Pikafish 規則
forbidden-pikafish = 同亞洲規則，但循環中有一次將軍，長捉便不判負。
rules-checks-only = 只禁長將
forbidden-checks-only = 長將的一方判負，其他重複一律判和。
rules-plain = 重複即和
forbidden-plain = 局面重複一律判和。
clock-each = 雙方用時
clock-minutes = { $minutes } 分鐘
clock-increment = 每步加 { $seconds } 秒
clock-base-increment = { $base } + { $seconds } 秒
minutes = 分鐘
increment = 每步加秒
engine-player = 雙棋（{ $limit }）
you = 你

## A game

board-of = { $game }棋盤
game = 對局
hint = 提示
undo = 悔棋
redo = 重走
resign = 認輸
offer-draw = 提和
draw-considered = 引擎正在考慮提和……
draw-declined = 引擎不同意和棋。
resign-sure = 確定認輸？
pause = 暫停
go-on = 繼續
new-game = 新對局
step-first = 最初局面（Home）
step-back = 後退一步（←）
step-forward = 前進一步（→）
step-last = 最後局面（End）
cannot-go-on = 對局無法繼續
after-move = 第 { $move } 步之後，共 { $count } 步
last-goes-on = 對局從最後的局面繼續。
game-over = 對局結束
passes = { $side }無棋可下，停一手
passes-sentence = { $side }無棋可下，停一手。
your-move = 輪到你走：{ $side }
your-move-check = 輪到你走：{ $side }，被將軍
side-to-move = 輪到{ $side }
side-to-move-check = 輪到{ $side }，被將軍
paused = 已暫停
engine-thinks = 引擎（{ $side }）正在思考
engine-thinks-check = 引擎（{ $side }）正在思考，被將軍
no-result = 無結果
analyse-game = 分析這局棋
play-again = 再來一局
search-waits = 其他搜尋正在進行，待其中之一結束後開始。
thought = 深度 { $depth }，{ $nodes } 節點，{ $side } { $score }：{ $line }
game-is-over = 對局結束，{ $result }。{ $explanation }
reason-time = { $loser }超時，{ $winner }勝
reason-resignation = { $loser }認輸，{ $winner }勝
looking = 正在尋找好著……
hint-move = 引擎建議走 { $move }（深度 { $depth }）。
hint-line = 引擎建議走 { $move }（深度 { $depth }，{ $side } { $score }），之後 { $line }。
game-not-kept = 本瀏覽器沒有儲存這局棋。
game-cannot-be-kept = 本瀏覽器沒有空間儲存這局棋。請在離開頁面之前將其儲存為檔案。
begin-new = 開始新對局
to-move = 待走
move-announced = { $side }：{ $move }。

## The board, for those who hear it

point-legal = 可走
point-chosen = 已選取
point-last = 上一步
point-empty = 空

## Ends of games

reason-agreement = 雙方同意和棋
occurred = 此局面已出現 { $count } 次，第三次出現時可能按重複局面規則終局。

## Analysis

analysis = 分析
analysis-of = { $game }分析
new = 新局
new-analysis = 新的分析
mark = 著法評價
mark-1 = 好著
mark-2 = 失誤
mark-3 = 妙著
mark-4 = 漏著
mark-5 = 有趣的著法
mark-6 = 可疑的著法
comment-on-move = 對這一步的評註
main-line = 主線
make-main-line = 將此變著設為主線
delete-from-here = 刪除這一步及其後的著法
play-from-here = 從這裡對弈
must-pass = { $side }必須停一手
fault-inaccuracy = 輕微失誤
fault-mistake = 失誤
fault-blunder = 漏著
inaccuracy-sentence =
    { $better ->
        [none] 輕微失誤。
       *[other] 輕微失誤，{ $better } 較好。
    }
mistake-sentence =
    { $better ->
        [none] 失誤。
       *[other] 失誤，{ $better } 較好。
    }
blunder-sentence =
    { $better ->
        [none] 漏著。
       *[other] 漏著，{ $better } 較好。
    }
over-here = 對局在此結束。
only-pass = 只能停一手。
engine-off = 引擎已關閉。
waiting-for-searches = 正在等待其他搜尋結束。
engine = 引擎
lines-count = { $count } 條變化
lines-number = 變化數
every-move-on-board = 在棋盤上顯示所有著法
worth-of-pieces = 棋子價值
lines-of-engine = 引擎的變化
search-facts = 深度 { $depth } · { $nodes } 節點
search-facts-speed = 深度 { $depth } · { $nodes } 節點 · { $speed }/秒
chances = { $side }：勝 { $win }%，和 { $draw }%，負 { $loss }%
exact = 精確
sure = { $certainty }% 把握
line-title = 評分從{ $side }的角度計算。點選可走出該變化的第一步。
evaluation-over = 對局結束：{ $result }
evaluation-of = 評估：{ $side } { $score }
no-evaluation = 尚無評估
term = 評估項
beyond = { $first }相對{ $second }
without-search = 不經搜尋的評估：{ $side } { $score }
without-search-part = 不經搜尋的評估：{ $side } { $score }，優勢按 { $part }% 計
graph = { $count } 個局面中 { $known } 個的評分
graph-last = { $count } 個局面中 { $known } 個的評分，最後一個為 { $last }
score-for = { $side } { $score }
ahead = { $side }佔優

## Terms of the evaluation of Xiangqi

term-tempo = 先手
term-piece-advisor = 仕士子力
term-piece-elephant = 相象子力
term-piece-horse = 馬子力
term-piece-rook = 車子力
term-piece-cannon = 炮子力
term-piece-soldier = 兵卒子力
term-table-king = 將帥位置
term-table-advisor = 仕士位置
term-table-elephant = 相象位置
term-table-horse = 馬位置
term-table-rook = 車位置
term-table-cannon = 炮位置
term-table-soldier = 兵卒位置
term-rook-reach = 車的活動範圍
term-cannon-reach = 炮的活動範圍
term-horse-reach = 馬的活動範圍
term-guards-full = 士象全
term-guards-advisors_rooks = 仕士對車
term-guards-advisors_horses = 仕士對馬
term-guards-advisors_cannons = 仕士對炮
term-guards-elephants_rooks = 相象對車
term-guards-elephants_horses = 相象對馬
term-guards-elephants_cannons = 相象對炮
term-material-no_rook = 無車對有車
term-material-horses_cannons = 馬炮配合
term-material-rooks_minors = 車對馬炮
term-material-soldiers = 兵卒數
term-cannon-file = 炮佔將路
term-cannon-hollow-backed = 空頭炮有後援
term-cannon-stuck_horse = 炮對窩心馬
term-cannon-rank = 沉底炮
term-cannon-bottom-backed = 沉底炮有後援
term-rook-file = 車佔將路
term-rook-rank = 車佔底線
term-pin-horse = 馬被牽制
term-pin-rook = 車被牽制
term-pin-cannon = 炮被牽制
term-danger = 對九宮的壓力
term-attack-across = 過河子力
term-attack-wing = 一翼集中子力
term-attack-king_steps = 將帥可走步數
term-attack-palace = 控制的九宮點
term-check-rook = 車的安全將軍
term-check-horse = 馬的安全將軍
term-check-cannon = 炮的安全將軍
term-threat-soldier_minor = 兵捉馬炮
term-threat-soldier_rook = 兵捉車
term-threat-minor_rook = 馬炮捉車
term-threat-minor_minor = 馬炮捉馬炮
term-threat-minor_guard = 馬炮捉士象
term-hanging-horse = 無根馬被捉
term-hanging-cannon = 無根炮被捉
term-hanging-rook = 無根車被捉
term-hanging-crossed_soldier = 無根過河兵被捉
term-hanging-guard = 無根士象被捉
term-protected-horse = 有根馬
term-protected-cannon = 有根炮
term-protected-crossed_soldier = 有根過河兵
term-soldier-pair = 牽手兵
term-soldier-opposed = 兵卒對頭
term-soldier-behind_horse = 馬擋己兵
term-soldier-lost_guards = 過河兵對缺士象

## The analysis of a whole game

whole-game = 整局
analyse-whole-game = 分析整局
next-mistake = 下一個失誤
stop = 停止
effort = 力度
effort-quick = 快速
effort-thorough = 細緻
effort-deep = 深入
review-progress = 分析進度
accuracy = 準確率
mean-loss = 平均損失（{ $unit }）
inaccuracies = 輕微失誤
mistakes = 失誤
blunders = 漏著

## Setting up a position

set-up-of = 擺{ $game }局面
board-to-set-up = 待擺局的{ $game }棋盤
set-up-palette = 放到棋盤上的棋子
position-text = 文字形式的局面
set-up-note = 先選擇要放的棋子，再點選棋盤。再次點選可拿走。
start-position = 初始局面
clear = 清空
as-text = 文字
take-away = 拿走
who-moves = 輪到
set-up-over = 此局面對局已結束：{ $explanation }。
set-up-playable = 此局面可以對弈。

## Saving and pasting

export-title = 儲存棋譜
export-lost = 此格式無法儲存：{ $list }。
lost-variations = { $count } 個變著
lost-comments = { $count } 條評註
lost-marks = { $count } 個評價符號
lost-sides = 走子方
lost-tags = 棋譜資訊 { $names }
export-no-text = 此格式不是文字，請儲存為檔案。
export-part = 儲存內容
export-game = 整局
export-tree = 整局（含變著）
export-path = 到目前局面的著法
copy-link-note = 目前局面及其著法的連結
format = 格式
format-pgn = PGN
format-ggf = GGF
format-sgf = SGF
format-xqf = XQF
format-ubb = DhtmlXQ
format-moves = 著法
format-board = 局面
game-text = 文字形式的棋譜
save-file = 儲存為檔案
copy-picture = 複製棋盤圖片
save-png = 圖片（PNG）
save-svg = 圖片（SVG）
a-game = 一局棋
paste-text = 棋譜或局面
paste-which = 共 { $count } 局，選哪一局？
paste-first = 共 { $count } 局，這裡是前 { $shown } 局，選哪一局？
request-too-large = 內容過大：一次最多傳送 1.5 MB
paste-too-large = 檔案大於 1 MB
paste-note = 局面、任意記譜法的著法，或整個棋譜檔案。
open = 開啟
choose-file = 選擇檔案

## Files

matches = 比賽
matches-note = 觀看進行中的比賽，或檢視結果。
reports = 報告
reports-note = 其他命令產生的頁面。
games-note = 可供分析的對局。
no-files = 資料夾中沒有報告、比賽日誌或棋譜檔案。
all-files = 全部檔案
own-tab = 在新分頁中開啟
collection = 資料夾中的棋譜
collection-search = 尋找
collection-words = 棋手、賽事或年份
collection-game = 棋種
collection-players = 棋手
collection-result = 結果
collection-date = 日期
collection-event = 賽事
collection-file = 檔案
collection-more = 更多
collection-reading =
    { $count ->
        [0] 正在讀取資料夾……
       *[other] 正在讀取資料夾：已讀 { $count } 局……
    }
collection-found = 共 { $count } 局
collection-here = 資料夾中有 { $count } 局到過此局面
collection-errors = { $count } 個檔案有錯誤

## Errors

error-found = 發現
error-expected = 應為
error-remedy = 辦法
error-place = 位置

## Settings

language = 語言
colours = 頁面配色
colours-system = 跟隨系統
colours-light = 淺色
colours-dark = 深色
pieces-of-xiangqi = 象棋棋子
characters = 漢字
letters = 字母
boards = 棋盤
wood-and-felt = 木紋與絨面
plain = 素面
moves-of = { $game }記譜法
coordinates = 座標
mark-legal = 標出可走的著法
number-discs = 棋子上顯示手數
show-thoughts = 對弈時顯示引擎的思考
hash = 引擎的置換表
hash-usual = 與程式啟動時相同（{ $size } MB）
hash-size = { $size } MB
threads = 引擎的執行緒數

## Keys

keys = 鍵盤操作
keys-step = 後退或前進一步
keys-ends = 最初和最後局面
keys-tab = 移到下一個控制項；在棋盤上用方向鍵移動
keys-enter = 選擇：先選棋子，再選落點
keys-escape = 關閉視窗
keys-help = 顯示本說明
keys-mouse = 滑鼠右鍵
keys-draw = 在棋盤上畫箭頭和圓圈，下次點選時清除

## Watching a match

reading-journal = 正在讀取日誌……
standings = 積分榜
finished-games = 已結束的對局
match-over = { $about }比賽已結束。
match-about = { $game }，{ $engines } 個引擎。
match-about-planned = { $game }，{ $engines } 個引擎，計劃 { $planned } 局。
against = { $first } 對 { $second }
game-number = 第 { $number } 局
live-move = 第 { $number } 步：{ $move }
live-begins = 對局開始。
games-finished = { $about }已完成 { $games } 局。
games-finished-of = { $about }已完成 { $games }/{ $planned } 局。
points = 得分
won-drawn-lost = 勝、和、負
points-of = { $points }/{ $games }
elo = Elo
all-figures = 全部數據
llr-open = 對數概似比 { $value }（{ $lower } 至 { $upper }），檢定尚未得出結論。
llr-decided = 對數概似比 { $value }（{ $lower } 至 { $upper }），檢定結論：{ $state }。
llr = 對數概似比 { $value }
open-in-analysis = 在分析中開啟

## 練習題

puzzles = 練習題
puzzles-of = { $game }練習題
puzzle-mate = { $side }先行，{ $moves } 步成殺。
puzzle-gain = { $side }先行，找出得子的著法。
puzzle-win = { $side }先行，只有一著能勝。
puzzle-wipe-out = { $side }先行，只有一著能吃光對方的棋子。
puzzle-draw = { $side }先行，只有一著能和，其餘皆負。
puzzle-mistake = { $side }先行，找出比 { $move } 更好的著法。
puzzle-right = 正確。接下來怎麼走？
puzzle-wrong = { $move } 不對，請再試一次。
puzzle-solved = 解答正確
puzzle-shown = 答案
puzzle-about = 難度 { $rating }。{ $themes }。
puzzle-score = 你的等級分 { $rating } · 連對 { $streak } 題，最多 { $best } 題 · 已解 { $solved } / { $all }
puzzle-next = 下一題
puzzles-none = 這裡沒有未解的題了。
solution = 答案
try-mistakes = 重做你的失誤
mistakes-of-game = 一局棋中的失誤
mistake-number = 第 { $number } 處失誤，共 { $count } 處
mistake-better = 更好的著法是 { $better }。
theme = 主題
theme-all = 全部
theme-mate = 殺棋
theme-gain = 得子
theme-win = 勝局
theme-draw = 求和
theme-sacrifice = 棄子
theme-fork = 捉雙
theme-pin = 牽制
theme-quiet = 靜著
theme-check = 將軍
theme-corner = 角
theme-edge = 邊
theme-x-square = 星位
theme-parity = 奇偶
theme-sweep = 大量翻子
theme-wipe-out = 全滅

external-engine = 其他引擎
external-none = 不用其他引擎
external-options = 選項：Hash=64; Threads=2
book-title = 開局庫
book-move = 著法
book-score = 評分
book-games = 對局
book-opening = 開局
book-none = 開局庫中沒有此局面。
opening = 開局：{ $name }
opening-xiangqi-central-cannon = 中炮
opening-xiangqi-same-direction-cannons = 順炮
opening-xiangqi-same-direction-file-against-rank = 順炮直車對橫車
opening-xiangqi-same-direction-file-against-delayed = 順炮直車對緩開車
opening-xiangqi-same-direction-rank-against-file = 順炮橫車對直車
opening-xiangqi-opposite-direction-cannons = 列炮
opening-xiangqi-delayed-opposite-cannons = 半途列炮
opening-xiangqi-cannon-blocks-chariot = 中炮對左炮封車
opening-xiangqi-screen-horses = 中炮對屏風馬
opening-xiangqi-river-chariot-screen-horses = 中炮過河車對屏風馬
opening-xiangqi-river-chariot-exchange = 中炮過河車對屏風馬平炮兌車
opening-xiangqi-patrol-chariot-screen-horses = 中炮巡河車對屏風馬
opening-xiangqi-five-seven-cannons = 五七炮對屏風馬
opening-xiangqi-five-six-cannons = 五六炮對屏風馬
opening-xiangqi-five-eight-cannons = 五八炮對屏風馬
opening-xiangqi-sandwiched-horses = 中炮對反宮馬
opening-xiangqi-single-raised-horse = 中炮對單提馬
opening-xiangqi-three-step-tiger = 中炮對左三步虎
opening-xiangqi-elephant = 飛相局
opening-xiangqi-elephant-against-corner-cannon = 飛相對士角炮
opening-xiangqi-elephant-against-cross-palace-cannon = 飛相對過宮炮
opening-xiangqi-elephant-against-central-cannon = 飛相對中炮
opening-xiangqi-elephant-against-horse = 飛相對起馬
opening-xiangqi-elephant-against-elephant = 飛相對飛象
opening-xiangqi-elephant-against-pawn = 飛相對挺卒
opening-xiangqi-pointing-the-way = 仙人指路
opening-xiangqi-opposing-soldiers = 對兵局
opening-xiangqi-cannon-behind-soldier = 仙人指路對卒底炮
opening-xiangqi-pointing-the-way-against-elephant = 仙人指路對飛象
opening-xiangqi-pointing-the-way-against-horse = 仙人指路對起馬
opening-xiangqi-pointing-the-way-against-central-cannon = 仙人指路對中炮
opening-xiangqi-horse = 起馬局
opening-xiangqi-horse-against-soldier = 起馬對挺卒
opening-xiangqi-edge-horse = 邊馬局
opening-xiangqi-corner-cannon = 士角炮
opening-xiangqi-cross-palace-cannon = 過宮炮
opening-xiangqi-golden-hook-cannon = 金鉤炮
opening-xiangqi-patrol-cannon = 巡河炮
opening-xiangqi-crossing-cannon = 過河炮
opening-xiangqi-advisor = 上仕局
opening-xiangqi-edge-soldier = 邊兵局
opening-othello-parallel = 平行開局
opening-othello-perpendicular = 垂直開局
opening-othello-diagonal = 對角開局
opening-othello-tiger = 虎定式
opening-othello-stephenson = 史蒂芬森
opening-othello-leaders-tiger = 領袖虎
opening-othello-brightwell = 布萊特威爾
opening-othello-comp-oth = Comp’Oth
opening-othello-aubrey-tanaka = 奧布里–田中
opening-othello-bent-ganglion = Bent Ganglion
opening-othello-cat = 貓定式
opening-othello-italian = 義大利
opening-othello-no-cat = 無貓
opening-othello-swallow = 燕子
opening-othello-rabbit = 兔定式
opening-othello-mimura = 三村
opening-othello-rose = 玫瑰
opening-othello-flat = 平面
opening-othello-iago = 伊阿古
opening-othello-horse = 馬定式
opening-othello-cow = 牛定式
opening-othello-chimney = 煙囪
opening-othello-bat = 蝙蝠
opening-othello-buffalo = 水牛
opening-othello-heath = 希思
opening-othello-x-square = 星位
opening-othello-snake = 蛇定式
