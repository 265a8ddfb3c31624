# 頁面顯示的錯誤。

problem-move = 第 { $number } 著 { $found } 不能走。
problem-no-move = { $found } 不是此局面的著法。
problem-rules = 沒有 { $found } 這套規則。
problem-position = 這不是正確的局面。
problem-line = 第 { $number } 行無法讀取。
problem-games = 這裡沒有能讀取的棋譜或局面。
problem-too-many-moves = 這局棋的著法太多。請從較後的局面開始。
problem-request = 頁面的請求有誤。請重新載入頁面。
problem-failure = 操作未能完成：{ $error }
problem-ended = 工作過多，此項分析已結束：最早開始的分析先結束。
problem-busy = 程式正忙。請停止一項工作，或等待其結束。
problem-busy-page = 此頁面的工作過多。請停止一項，或等待其結束。
problem-bug = 這是雙棋的程式錯誤，請回報：{ $what }
problem-memory = 記憶體不足，無法配置 { $size } MB 的置換表。請在設定中選擇較小的置換表。
problem-no-engine = 沒有引擎 { $name }。
problem-engine = 該引擎出錯：{ $error }
problem-no-game = 沒有棋種 { $name }。
problem-file-too-large = 檔案有 { $bytes } 位元組，此處最多能開啟 { $most } 位元組。
problem-file = 無法讀取該檔案。
problem-no-folder = 沒有提供資料夾。請在啟動時指定：shuangqi serve FOLDER。
problem-no-file = 資料夾中沒有頁面可以讀取的檔案 { $path }。
problem-game-gone = 此棋譜已不在資料夾中。請重新讀取資料夾。
problem-damaged = 檔案在傳送中損壞。請重新選擇。
