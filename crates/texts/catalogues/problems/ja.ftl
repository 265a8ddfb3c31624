# ページのエラー。

problem-move = { $number }手目の { $found } は指せません。
problem-no-move = { $found } はこの局面で指せる手ではありません。
problem-rules = { $found } という規則はありません。
problem-position = 正しい局面ではありません。
problem-line = { $number }行目を読めません。
problem-games = 読める棋譜や局面がありません。
problem-too-many-moves = この対局は手数が多すぎます。後の局面から始めてください。
problem-request = ページの要求に誤りがあります。ページを再読み込みしてください。
problem-failure = 操作を完了できませんでした：{ $error }
problem-ended = 処理が多すぎるため、この解析を終了しました。最も古い解析から終了します。
problem-busy = プログラムは処理中です。どれかを停止するか、終わるまでお待ちください。
problem-busy-page = このページの処理が多すぎます。どれかを停止するか、終わるまでお待ちください。
problem-bug = 双棋の不具合です。ご報告ください：{ $what }
problem-memory = { $size } MB の置換表を確保するメモリがありません。設定で小さくしてください。
problem-no-engine = エンジン { $name } はありません。
problem-engine = エンジンのエラー：{ $error }
problem-no-game = ゲーム { $name } はありません。
problem-file-too-large = ファイルは { $bytes } バイトです。ここで開けるのは { $most } バイトまでです。
problem-file = ファイルを読めません。
problem-no-folder = フォルダーが指定されていません。起動時に指定してください：shuangqi serve FOLDER
problem-no-file = フォルダーにページが読めるファイル { $path } はありません。
problem-game-gone = この棋譜はもうフォルダーにありません。フォルダーを読み直してください。
problem-damaged = ファイルが壊れて届きました。もう一度選んでください。
