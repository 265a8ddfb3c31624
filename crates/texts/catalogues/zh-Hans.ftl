# 页面文字（简体中文）。

## Everywhere

name = 双棋
close = 关闭
copied = 已复制
not-allowed = 未获允许
copy = 复制
copy-link = 复制链接
paste = 粘贴
play = 对弈
analyse = 分析
set-up = 摆局
save = 保存
other = 其他
none = 无
board = 棋盘
moves = 着法
games = 对局
files = 文件
settings = 设置
turn-board = 翻转棋盘
no-moves = 尚无着法
moves-count = { $count } 步
discs-count = { $count } 子
depth = 深度 { $depth }
nodes = { $count } 节点
level = 等级 { $level }
strength-number = 棋力 { $strength }
seconds-a-move = 每步 { $seconds } 秒
bytes = { $count } 字节
full-stop = 。

## Games, sides and pieces

game-othello = 黑白棋
game-xiangqi = 中国象棋
side-othello-0 = 黑方
side-othello-1 = 白方
side-xiangqi-0 = 红方
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
        [0] { $side }帅
       *[1] { $side }将
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
piece-n = { $side }马
piece-r = { $side }车
piece-c = { $side }炮
piece-p =
    { $seat ->
        [0] { $side }兵
       *[1] { $side }卒
    }

## The page itself

to-board = 跳到棋盘
pages = 页面
needs-javascript = 本页面需要 JavaScript。
no-such-page = 没有这个页面。
to-first-page = 回到首页
connection-lost = 与程序的连接已断开。程序还在运行吗？页面会自动重试。
connection-token = 程序已重新启动，令牌已更换。请打开程序显示的地址，本页面随后会自动继续。
engine-failed = 浏览器中的引擎已终止（{ $what }），请重试。
connection-back = 连接已恢复。

## The first page

home-title = 对弈与分析
home-note = 一切都在本机进行，不会向外发送任何内容。
home-first = { $side }先行
home-recent = 你的对局
home-files = 比赛、报告和棋谱文件
paste-game-of = 粘贴{ $game }棋谱
in-progress = 进行中
analysis-of-players = 分析：{ $players }
forget = 删除“{ $title }”

## A new game

new-game-of = 新的{ $game }对局
game-of = { $game }对局
goes-on-after = 对局从第 { $count } 步之后继续。
begins-set-up = 对局从摆好的局面开始。
start-game = 开始对局
set-up-position = 摆局面
paste-to-go-on = 粘贴棋谱或局面并由此继续
you-play = 你执
moves-first = 先行
both-sides = 双方
no-side = 都不执
engine-itself = 引擎自弈
strength = 引擎棋力
strength-0 = 入门
strength-1 = 简单
strength-2 = 中等
strength-3 = 困难
strength-4 = 极难
by-clock = 按棋钟
by-clock-note = 发挥全力
by-its-clock = 按棋钟
limit = 限制
limit-strength = 棋力（1 至 20）
limit-level = 等级
limit-ms = 每步秒数
limit-depth = 深度（层）
limit-nodes = 每步节点数
odds = 引擎让子
odds-horse = 让一马
odds-chariot = 让一车
odds-horses = 让双马
odds-cannons = 让双炮
odds-corner = 让一角
odds-corners2 = 让两角
odds-corners4 = 让四角
rules = 规则
rules-moves = 未吃子判和的回合数
rules-of-game = 规则：{ $name }
rules-with-moves = { $name }，{ $moves } 回合不吃子判和
rules-asian = 亚洲规则
forbidden-asian = 长将或长捉的一方判负。
rules-pikafish = Pikafish 规则
forbidden-pikafish = 同亚洲规则，但循环中有一次将军，长捉便不判负。
rules-checks-only = 只禁长将
forbidden-checks-only = 长将的一方判负，其他重复一律判和。
rules-plain = 重复即和
forbidden-plain = 局面重复一律判和。
clock-each = 双方用时
clock-minutes = { $minutes } 分钟
clock-increment = 每步加 { $seconds } 秒
clock-base-increment = { $base } + { $seconds } 秒
minutes = 分钟
increment = 每步加秒
engine-player = 双棋（{ $limit }）
you = 你

## A game

board-of = { $game }棋盘
game = 对局
hint = 提示
undo = 悔棋
redo = 重走
resign = 认输
offer-draw = 提和
draw-considered = 引擎正在考虑提和……
draw-declined = 引擎不同意和棋。
resign-sure = 确定认输？
pause = 暂停
go-on = 继续
new-game = 新对局
step-first = 最初局面（Home）
step-back = 后退一步（←）
step-forward = 前进一步（→）
step-last = 最后局面（End）
cannot-go-on = 对局无法继续
after-move = 第 { $move } 步之后，共 { $count } 步
last-goes-on = 对局从最后的局面继续。
game-over = 对局结束
passes = { $side }无棋可下，停一手
passes-sentence = { $side }无棋可下，停一手。
your-move = 轮到你走：{ $side }
your-move-check = 轮到你走：{ $side }，被将军
side-to-move = 轮到{ $side }
side-to-move-check = 轮到{ $side }，被将军
paused = 已暂停
engine-thinks = 引擎（{ $side }）正在思考
engine-thinks-check = 引擎（{ $side }）正在思考，被将军
no-result = 无结果
analyse-game = 分析这局棋
play-again = 再来一局
search-waits = 其他搜索正在进行，待其中之一结束后开始。
thought = 深度 { $depth }，{ $nodes } 节点，{ $side } { $score }：{ $line }
game-is-over = 对局结束，{ $result }。{ $explanation }
reason-time = { $loser }超时，{ $winner }胜
reason-resignation = { $loser }认输，{ $winner }胜
looking = 正在寻找好着……
hint-move = 引擎建议走 { $move }（深度 { $depth }）。
hint-line = 引擎建议走 { $move }（深度 { $depth }，{ $side } { $score }），之后 { $line }。
game-not-kept = 本浏览器没有保存这局棋。
game-cannot-be-kept = 本浏览器没有空间保存这局棋。请在离开页面之前将其保存为文件。
begin-new = 开始新对局
to-move = 待走
move-announced = { $side }：{ $move }。

## The board, for those who hear it

point-legal = 可走
point-chosen = 已选中
point-last = 上一步
point-empty = 空

## Ends of games

reason-agreement = 双方同意和棋
occurred = 此局面已出现 { $count } 次，第三次出现时可能按重复局面规则终局。

## Analysis

analysis = 分析
analysis-of = { $game }分析
new = 新建
new-analysis = 新的分析
mark = 着法评价
mark-1 = 好着
mark-2 = 失误
mark-3 = 妙着
mark-4 = 漏着
mark-5 = 有趣的着法
mark-6 = 可疑的着法
comment-on-move = 对这一步的评注
main-line = 主线
make-main-line = 将此变着设为主线
delete-from-here = 删除这一步及其后的着法
play-from-here = 从这里对弈
must-pass = { $side }必须停一手
fault-inaccuracy = 失准
fault-mistake = 失误
fault-blunder = 漏着
inaccuracy-sentence =
    { $better ->
        [none] 失准。
       *[other] 失准，{ $better } 更好。
    }
mistake-sentence =
    { $better ->
        [none] 失误。
       *[other] 失误，{ $better } 更好。
    }
blunder-sentence =
    { $better ->
        [none] 漏着。
       *[other] 漏着，{ $better } 更好。
    }
over-here = 对局在此结束。
only-pass = 只能停一手。
engine-off = 引擎已关闭。
waiting-for-searches = 正在等待其他搜索结束。
engine = 引擎
lines-count = { $count } 条变化
lines-number = 变化数
every-move-on-board = 在棋盘上显示所有着法
worth-of-pieces = 棋子价值
lines-of-engine = 引擎的变化
search-facts = 深度 { $depth } · { $nodes } 节点
search-facts-speed = 深度 { $depth } · { $nodes } 节点 · { $speed }/秒
chances = { $side }：胜 { $win }%，和 { $draw }%，负 { $loss }%
exact = 精确
sure = { $certainty }% 把握
line-title = 评分从{ $side }的角度计算。点击可走出该变化的第一步。
evaluation-over = 对局结束：{ $result }
evaluation-of = 评估：{ $side } { $score }
no-evaluation = 尚无评估
term = 评估项
beyond = { $first }相对{ $second }
without-search = 不经搜索的评估：{ $side } { $score }
without-search-part = 不经搜索的评估：{ $side } { $score }，优势按 { $part }% 计
graph = { $count } 个局面中 { $known } 个的评分
graph-last = { $count } 个局面中 { $known } 个的评分，最后一个为 { $last }
score-for = { $side } { $score }
ahead = { $side }占优

## Terms of the evaluation of Xiangqi

term-tempo = 先手
term-piece-advisor = 仕士子力
term-piece-elephant = 相象子力
term-piece-horse = 马子力
term-piece-rook = 车子力
term-piece-cannon = 炮子力
term-piece-soldier = 兵卒子力
term-table-king = 将帅位置
term-table-advisor = 仕士位置
term-table-elephant = 相象位置
term-table-horse = 马位置
term-table-rook = 车位置
term-table-cannon = 炮位置
term-table-soldier = 兵卒位置
term-rook-reach = 车的活动范围
term-cannon-reach = 炮的活动范围
term-horse-reach = 马的活动范围
term-guards-full = 士象全
term-guards-advisors_rooks = 仕士对车
term-guards-advisors_horses = 仕士对马
term-guards-advisors_cannons = 仕士对炮
term-guards-elephants_rooks = 相象对车
term-guards-elephants_horses = 相象对马
term-guards-elephants_cannons = 相象对炮
term-material-no_rook = 无车对有车
term-material-horses_cannons = 马炮配合
term-material-rooks_minors = 车对马炮
term-material-soldiers = 兵卒数
term-cannon-file = 炮占将路
term-cannon-hollow-backed = 空头炮有后援
term-cannon-stuck_horse = 炮对窝心马
term-cannon-rank = 沉底炮
term-cannon-bottom-backed = 沉底炮有后援
term-rook-file = 车占将路
term-rook-rank = 车占底线
term-pin-horse = 马被牵制
term-pin-rook = 车被牵制
term-pin-cannon = 炮被牵制
term-danger = 对九宫的压力
term-attack-across = 过河子力
term-attack-wing = 一翼集中子力
term-attack-king_steps = 将帅可走步数
term-attack-palace = 控制的九宫点
term-check-rook = 车的安全将军
term-check-horse = 马的安全将军
term-check-cannon = 炮的安全将军
term-threat-soldier_minor = 兵捉马炮
term-threat-soldier_rook = 兵捉车
term-threat-minor_rook = 马炮捉车
term-threat-minor_minor = 马炮捉马炮
term-threat-minor_guard = 马炮捉士象
term-hanging-horse = 无根马被捉
term-hanging-cannon = 无根炮被捉
term-hanging-rook = 无根车被捉
term-hanging-crossed_soldier = 无根过河兵被捉
term-hanging-guard = 无根士象被捉
term-protected-horse = 有根马
term-protected-cannon = 有根炮
term-protected-crossed_soldier = 有根过河兵
term-soldier-pair = 牵手兵
term-soldier-opposed = 兵卒对头
term-soldier-behind_horse = 马挡己兵
term-soldier-lost_guards = 过河兵对缺士象

## The analysis of a whole game

whole-game = 整局
analyse-whole-game = 分析整局
next-mistake = 下一个失误
stop = 停止
effort = 力度
effort-quick = 快速
effort-thorough = 细致
effort-deep = 深入
review-progress = 分析进度
accuracy = 准确率
mean-loss = 平均损失（{ $unit }）
inaccuracies = 失准
mistakes = 失误
blunders = 漏着

## Setting up a position

set-up-of = 摆{ $game }局面
board-to-set-up = 待摆局的{ $game }棋盘
set-up-palette = 放到棋盘上的棋子
position-text = 文本形式的局面
set-up-note = 先选择要放的棋子，再点击棋盘。再次点击可拿走。
start-position = 初始局面
clear = 清空
as-text = 文本
take-away = 拿走
who-moves = 轮到
set-up-over = 此局面对局已结束：{ $explanation }。
set-up-playable = 此局面可以对弈。

## Saving and pasting

export-title = 保存棋谱
export-lost = 此格式无法保存：{ $list }。
lost-variations = { $count } 个变着
lost-comments = { $count } 条评注
lost-marks = { $count } 个评价符号
lost-sides = 走子方
lost-tags = 棋谱信息 { $names }
export-no-text = 此格式不是文本，请保存为文件。
export-part = 保存内容
export-game = 整局
export-tree = 整局（含变着）
export-path = 到当前局面的着法
copy-link-note = 当前局面及其着法的链接
format = 格式
format-pgn = PGN
format-ggf = GGF
format-sgf = SGF
format-xqf = XQF
format-ubb = DhtmlXQ
format-moves = 着法
format-board = 局面
game-text = 文本形式的棋谱
save-file = 保存为文件
copy-picture = 复制棋盘图片
save-png = 图片（PNG）
save-svg = 图片（SVG）
a-game = 一局棋
paste-text = 棋谱或局面
paste-which = 共 { $count } 局，选哪一局？
paste-first = 共 { $count } 局，这里是前 { $shown } 局，选哪一局？
request-too-large = 内容过大：一次最多发送 1.5 MB
paste-too-large = 文件大于 1 MB
paste-note = 局面、任意记谱法的着法，或整个棋谱文件。
open = 打开
choose-file = 选择文件

## Files

matches = 比赛
matches-note = 观看进行中的比赛，或查看结果。
reports = 报告
reports-note = 其他命令生成的页面。
games-note = 可供分析的对局。
no-files = 文件夹中没有报告、比赛日志或棋谱文件。
all-files = 全部文件
own-tab = 在新标签页中打开
collection = 文件夹中的棋谱
collection-search = 查找
collection-words = 棋手、赛事或年份
collection-game = 棋种
collection-players = 棋手
collection-result = 结果
collection-date = 日期
collection-event = 赛事
collection-file = 文件
collection-more = 更多
collection-reading =
    { $count ->
        [0] 正在读取文件夹……
       *[other] 正在读取文件夹：已读 { $count } 局……
    }
collection-found = 共 { $count } 局
collection-here = 文件夹中有 { $count } 局到过此局面
collection-errors = { $count } 个文件有错误

## Errors

error-found = 发现
error-expected = 应为
error-remedy = 办法
error-place = 位置

## Settings

language = 语言
colours = 页面配色
colours-system = 跟随系统
colours-light = 浅色
colours-dark = 深色
pieces-of-xiangqi = 象棋棋子
characters = 汉字
letters = 字母
boards = 棋盘
wood-and-felt = 木纹与绒面
plain = 素面
moves-of = { $game }记谱法
coordinates = 坐标
mark-legal = 标出可走的着法
number-discs = 棋子上显示手数
show-thoughts = 对弈时显示引擎的思考
hash = 引擎的置换表
hash-usual = 与程序启动时相同（{ $size } MB）
hash-size = { $size } MB
threads = 引擎的线程数

## Keys

keys = 键盘操作
keys-step = 后退或前进一步
keys-ends = 最初和最后局面
keys-tab = 移到下一个控件；在棋盘上用方向键移动
keys-enter = 选择：先选棋子，再选落点
keys-escape = 关闭窗口
keys-help = 显示本说明
keys-mouse = 鼠标右键
keys-draw = 在棋盘上画箭头和圆圈，下次点击时清除

## Watching a match

reading-journal = 正在读取日志……
standings = 积分榜
finished-games = 已结束的对局
match-over = { $about }比赛已结束。
match-about = { $game }，{ $engines } 个引擎。
match-about-planned = { $game }，{ $engines } 个引擎，计划 { $planned } 局。
against = { $first } 对 { $second }
game-number = 第 { $number } 局
live-move = 第 { $number } 步：{ $move }
live-begins = 对局开始。
games-finished = { $about }已完成 { $games } 局。
games-finished-of = { $about }已完成 { $games }/{ $planned } 局。
points = 得分
won-drawn-lost = 胜、和、负
points-of = { $points }/{ $games }
elo = Elo
all-figures = 全部数据
llr-open = 对数似然比 { $value }（{ $lower } 至 { $upper }），检验尚未得出结论。
llr-decided = 对数似然比 { $value }（{ $lower } 至 { $upper }），检验结论：{ $state }。
llr = 对数似然比 { $value }
open-in-analysis = 在分析中打开

## 练习题

puzzles = 练习题
puzzles-of = { $game }练习题
puzzle-mate = { $side }先行，{ $moves } 步成杀。
puzzle-gain = { $side }先行，找出得子的着法。
puzzle-win = { $side }先行，只有一着能胜。
puzzle-wipe-out = { $side }先行，只有一着能吃光对方的棋子。
puzzle-draw = { $side }先行，只有一着能和，其余皆负。
puzzle-mistake = { $side }先行，找出比 { $move } 更好的着法。
puzzle-right = 正确。接下来怎么走？
puzzle-wrong = { $move } 不对，请再试一次。
puzzle-solved = 解答正确
puzzle-shown = 答案
puzzle-about = 难度 { $rating }。{ $themes }。
puzzle-score = 你的等级分 { $rating } · 连对 { $streak } 题，最多 { $best } 题 · 已解 { $solved } / { $all }
puzzle-next = 下一题
puzzles-none = 这里没有未解的题了。
solution = 答案
try-mistakes = 重做你的失误
mistakes-of-game = 一局棋中的失误
mistake-number = 第 { $number } 处失误，共 { $count } 处
mistake-better = 更好的着法是 { $better }。
theme = 主题
theme-all = 全部
theme-mate = 杀棋
theme-gain = 得子
theme-win = 胜局
theme-draw = 求和
theme-sacrifice = 弃子
theme-fork = 捉双
theme-pin = 牵制
theme-quiet = 静着
theme-check = 将军
theme-corner = 角
theme-edge = 边
theme-x-square = 星位
theme-parity = 奇偶
theme-sweep = 大量翻子
theme-wipe-out = 全灭

external-engine = 其他引擎
external-none = 不用其他引擎
external-options = 选项：Hash=64; Threads=2
book-title = 开局库
book-move = 着法
book-score = 评分
book-games = 对局
book-opening = 开局
book-none = 开局库中没有此局面。
opening = 开局：{ $name }
opening-xiangqi-central-cannon = 中炮
opening-xiangqi-same-direction-cannons = 顺炮
opening-xiangqi-same-direction-file-against-rank = 顺炮直车对横车
opening-xiangqi-same-direction-file-against-delayed = 顺炮直车对缓开车
opening-xiangqi-same-direction-rank-against-file = 顺炮横车对直车
opening-xiangqi-opposite-direction-cannons = 列炮
opening-xiangqi-delayed-opposite-cannons = 半途列炮
opening-xiangqi-cannon-blocks-chariot = 中炮对左炮封车
opening-xiangqi-screen-horses = 中炮对屏风马
opening-xiangqi-river-chariot-screen-horses = 中炮过河车对屏风马
opening-xiangqi-river-chariot-exchange = 中炮过河车对屏风马平炮兑车
opening-xiangqi-patrol-chariot-screen-horses = 中炮巡河车对屏风马
opening-xiangqi-five-seven-cannons = 五七炮对屏风马
opening-xiangqi-five-six-cannons = 五六炮对屏风马
opening-xiangqi-five-eight-cannons = 五八炮对屏风马
opening-xiangqi-sandwiched-horses = 中炮对反宫马
opening-xiangqi-single-raised-horse = 中炮对单提马
opening-xiangqi-three-step-tiger = 中炮对左三步虎
opening-xiangqi-elephant = 飞相局
opening-xiangqi-elephant-against-corner-cannon = 飞相对士角炮
opening-xiangqi-elephant-against-cross-palace-cannon = 飞相对过宫炮
opening-xiangqi-elephant-against-central-cannon = 飞相对中炮
opening-xiangqi-elephant-against-horse = 飞相对起马
opening-xiangqi-elephant-against-elephant = 飞相对飞象
opening-xiangqi-elephant-against-pawn = 飞相对挺卒
opening-xiangqi-pointing-the-way = 仙人指路
opening-xiangqi-opposing-soldiers = 对兵局
opening-xiangqi-cannon-behind-soldier = 仙人指路对卒底炮
opening-xiangqi-pointing-the-way-against-elephant = 仙人指路对飞象
opening-xiangqi-pointing-the-way-against-horse = 仙人指路对起马
opening-xiangqi-pointing-the-way-against-central-cannon = 仙人指路对中炮
opening-xiangqi-horse = 起马局
opening-xiangqi-horse-against-soldier = 起马对挺卒
opening-xiangqi-edge-horse = 边马局
opening-xiangqi-corner-cannon = 士角炮
opening-xiangqi-cross-palace-cannon = 过宫炮
opening-xiangqi-golden-hook-cannon = 金钩炮
opening-xiangqi-patrol-cannon = 巡河炮
opening-xiangqi-crossing-cannon = 过河炮
opening-xiangqi-advisor = 上仕局
opening-xiangqi-edge-soldier = 边兵局
opening-othello-parallel = 平行开局
opening-othello-perpendicular = 垂直开局
opening-othello-diagonal = 对角开局
opening-othello-tiger = 虎定式
opening-othello-stephenson = 斯蒂芬森
opening-othello-leaders-tiger = 领袖虎
opening-othello-brightwell = 布赖特韦尔
opening-othello-comp-oth = Comp’Oth
opening-othello-aubrey-tanaka = 奥布里–田中
opening-othello-bent-ganglion = Bent Ganglion
opening-othello-cat = 猫定式
opening-othello-italian = 意大利
opening-othello-no-cat = 无猫
opening-othello-swallow = 燕子
opening-othello-rabbit = 兔定式
opening-othello-mimura = 三村
opening-othello-rose = 玫瑰
opening-othello-flat = 平面
opening-othello-iago = 伊阿古
opening-othello-horse = 马定式
opening-othello-cow = 牛定式
opening-othello-chimney = 烟囱
opening-othello-bat = 蝙蝠
opening-othello-buffalo = 水牛
opening-othello-heath = 希思
opening-othello-x-square = 星位
opening-othello-snake = 蛇定式
