# 页面显示的错误。

problem-move = 第 { $number } 着 { $found } 不能走。
problem-no-move = { $found } 不是此局面的着法。
problem-rules = 没有 { $found } 这套规则。
problem-position = 这不是正确的局面。
problem-line = 第 { $number } 行无法读取。
problem-games = 这里没有能读取的棋谱或局面。
problem-too-many-moves = 这局棋的着法太多。请从较后的局面开始。
problem-request = 页面的请求有误。请重新载入页面。
problem-failure = 操作未能完成：{ $error }
problem-ended = 任务过多，此项分析已结束：最早开始的分析先结束。
problem-busy = 程序正忙。请停止一项任务，或等待其结束。
problem-busy-page = 此页面的任务过多。请停止一项，或等待其结束。
problem-bug = 这是双棋的程序错误，请报告：{ $what }
problem-memory = 内存不足，无法分配 { $size } MB 的置换表。请在设置中选择较小的置换表。
problem-no-engine = 没有引擎 { $name }。
problem-engine = 该引擎出错：{ $error }
problem-no-game = 没有棋种 { $name }。
problem-file-too-large = 文件有 { $bytes } 字节，此处最多能打开 { $most } 字节。
problem-file = 无法读取该文件。
problem-no-folder = 没有提供文件夹。请在启动时指定：shuangqi serve FOLDER。
problem-no-file = 文件夹中没有页面可以读取的文件 { $path }。
problem-game-gone = 此棋谱已不在文件夹中。请重新读取文件夹。
problem-damaged = 文件在传送中损坏。请重新选择。
