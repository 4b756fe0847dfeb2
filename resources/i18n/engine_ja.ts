<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja">
<context>
    <name>std</name>
    <message>
        <source>an object</source>
        <translation>オブジェクト</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>リスト</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>文字列</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>a negative number</source>
        <translation>負の数</translation>
    </message>
    <message>
        <source>a number that is not whole or exceeds 64 bits</source>
        <translation>整数でないか 64 ビットを超える数</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true または false</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>The tensor of %1 %2.</source>
        <translation>%1 のテンソル: %2。</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 %3.</source>
        <translation>%2 のテンソル %1: %3。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 ほか %2 件</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3; %4 is required.</source>
        <translation>%1: &quot;%2&quot; が %3 です。ここには %4 が必要です。</translation>
    </message>
    <message>
        <source>&quot;%1&quot;</source>
        <translation>&quot;%1&quot;</translation>
    </message>
    <message>
        <source>%1 or &quot;%2&quot;</source>
        <translation>%1 または &quot;%2&quot;</translation>
    </message>
    <message>
        <source>%1, &quot;%2&quot;</source>
        <translation>%1, &quot;%2&quot;</translation>
    </message>
    <message>
        <source>Standard input cannot be read: %1.</source>
        <translation>標準入力を読み取れません: %1。</translation>
    </message>
    <message>
        <source>%1 (pid %2) %3</source>
        <translation>%1 (pid %2) %3</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>プログラム</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>The %1 model does not fit on the GPU with any method; use a larger GPU or a smaller model.</source>
        <translation>%1 モデルが収まる余地は、どの方式でも GPU にありません。より大きい GPU か、より小さいモデルを選んでください。</translation>
    </message>
    <message>
        <source>The %1 model needs %2 of RAM (including the memory of a simulated GPU), but only %3 is free; close other programs, choose a smaller model, or use a dry run.</source>
        <translation>%1 モデルには %2 のメモリー (ホストの分と、シミュレートされた GPU の裏のページ) が必要ですが、空きは %3 です。他のプログラムを閉じるか、より小さいモデルまたはドライランを選んでください。</translation>
    </message>
    <message>
        <source>The files of the %1 model need %2 on disk (the model in three formats, and some reserve), but only %3 is free; free some space, choose a smaller model, or use a dry run.</source>
        <translation>%1 モデルのファイルには、ディスクに %2 (3 つの形式のモデルと、多少の余裕) が必要ですが、空きは %3 です。領域を空けるか、より小さいモデルまたはドライランを選んでください。</translation>
    </message>
    <message>
        <source>%1 at byte %2; %3.</source>
        <translation>%1 (バイト %2)。%3。</translation>
    </message>
    <message>
        <source>%1 contains %2; %3.</source>
        <translation>%1 の内容は %2 です。%3。</translation>
    </message>
    <message>
        <source>&quot;auto&quot; or a whole number</source>
        <translation>&quot;auto&quot; または整数</translation>
    </message>
    <message>
        <source>Result of each load method with the RAM limit:</source>
        <translation>RAM 上限のもとで:</translation>
    </message>
    <message>
        <source>%1: within the limit</source>
        <translation>%1: 上限内</translation>
    </message>
    <message>
        <source>%1: stopped at %2</source>
        <translation>%1: %2 で停止</translation>
    </message>
    <message>
        <source>%1: stopped</source>
        <translation>%1: 停止</translation>
    </message>
    <message>
        <source>Page cache: %1. Each method ran in a separate process.</source>
        <translation>ページキャッシュ: %1。各方式は独立したプロセスで実行しました。</translation>
    </message>
    <message>
        <source>Page cache: %1 before each load (%2). Each method ran in a separate process.</source>
        <translation>各実行の前のページキャッシュ: %1 (%2)。各方式は独立したプロセスで実行しました。</translation>
    </message>
    <message>
        <source>The RAM limit is %1 and applies to %2.</source>
        <translation>RAM 上限 %1: %2。</translation>
    </message>
    <message>
        <source>An error is the measured value minus the predicted value.</source>
        <translation>誤差は、実測から予測を引いた値です。</translation>
    </message>
    <message>
        <source>The published figures are those of the lesson for GPT-2 XL. In the lesson, 1 GB is 2^30 bytes, and RAM includes file pages.</source>
        <translation>公表値は、GPT-2 XL についてのレッスンの数値です。その GB は 2^30 バイトで、その RAM はファイルのページを含みます。</translation>
    </message>
    <message>
        <source>%1 is larger than 1 GiB; split the file.</source>
        <translation>%1 は 1 GiB を超えています。分割してください。</translation>
    </message>
    <message>
        <source>Programs on %1 (measured): unknown; the driver does not report them.</source>
        <translation>%1 のプログラム (実測): 不明。ドライバーが知らせません。</translation>
    </message>
    <message>
        <source>Programs on %1 (measured): none.</source>
        <translation>%1 のプログラム (実測): なし。</translation>
    </message>
    <message>
        <source>Programs on %1 (measured): %2.</source>
        <translation>%1 のプログラム (実測): %2。</translation>
    </message>
    <message>
        <source>disk at %1 (measured %2)</source>
        <translation>%1 のディスク (%2 実測)</translation>
    </message>
    <message>
        <source>cold</source>
        <translation>コールド</translation>
    </message>
    <message>
        <source>in the page cache</source>
        <translation>ページキャッシュ内</translation>
    </message>
    <message>
        <source>this machine (measured %1)</source>
        <translation>このマシン (%1 実測)</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空き</translation>
    </message>
    <message>
        <source>used by others</source>
        <translation>他が使用</translation>
    </message>
    <message>
        <source>context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>link</source>
        <translation>リンク</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>上限なし</translation>
    </message>
    <message>
        <source>There is no GPU to show; simulate GPUs with --gpus 24GiB,24GiB.</source>
        <translation>GPU がありません。--gpus 24GiB,24GiB でいくつかシミュレートしてください。</translation>
    </message>
    <message>
        <source>This machine has not been measured; use --measure so that Stowage can predict times.</source>
        <translation>このマシンでは何も測定されていません。--measure で測定すると、時間が予測されます。</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>帯域幅</translation>
    </message>
    <message>
        <source>source</source>
        <translation>出典</translation>
    </message>
    <message>
        <source>one way</source>
        <translation>片方向</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>プロセッサー</translation>
    </message>
    <message>
        <source>from</source>
        <translation>移動元</translation>
    </message>
    <message>
        <source>to</source>
        <translation>移動先</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移動量</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>モジュール</translation>
    </message>
    <message>
        <source>module</source>
        <translation>モジュール</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>バイト数</translation>
    </message>
    <message>
        <source>limit of</source>
        <translation>上限の対象</translation>
    </message>
    <message>
        <source>before</source>
        <translation>前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>後</translation>
    </message>
    <message>
        <source>No weight moves to another device.</source>
        <translation>移動なし: すべての重みが、元と同じ場所にあります。</translation>
    </message>
    <message>
        <source>Weights that move to another device: %1.</source>
        <translation>%1 の置き場所が異なります。</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV キャッシュ</translation>
    </message>
    <message>
        <source>streamed</source>
        <translation>取り込み</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>プリフィル</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>デコード</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>ロジット</translation>
    </message>
    <message>
        <source>slack</source>
        <translation>余剰</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>必要</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>load method</source>
        <translation>ロード方式</translation>
    </message>
    <message>
        <source>on the fullest GPU</source>
        <translation>最も埋まる GPU</translation>
    </message>
    <message>
        <source>file pages</source>
        <translation>ファイルのページ</translation>
    </message>
    <message>
        <source>Keys and values per token: %1.</source>
        <translation>1 トークンのキーと値: %1。</translation>
    </message>
    <message>
        <source>Memory of all models in one process that runs one model at a time:</source>
        <translation>1 つずつ実行する 1 つのプロセスに、すべてを合わせた場合:</translation>
    </message>
    <message>
        <source>All figures are estimated.</source>
        <translation>数値はすべて見積もりです。</translation>
    </message>
    <message>
        <source>The log contains no memory figure that Stowage recognises.</source>
        <translation>ログの中に、認識できるメモリーの数値はありませんでした。</translation>
    </message>
    <message>
        <source>log of %1</source>
        <translation>%1 のログ</translation>
    </message>
    <message>
        <source>printed</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>見積もり</translation>
    </message>
    <message>
        <source>error</source>
        <translation>誤差</translation>
    </message>
    <message>
        <source>Line of the log not recognised: %1</source>
        <translation>読み取らなかったもの: %1</translation>
    </message>
    <message>
        <source>No set of 1, 2, 4 or 8 cards from the catalogue meets these targets.</source>
        <translation>カタログのカード 1、2、4、8 枚のどの組み合わせも、これらの目標を満たしません。</translation>
    </message>
    <message>
        <source>suitable cards</source>
        <translation>目標を満たすカード</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>メモリー</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>最初のトークン</translation>
    </message>
    <message>
        <source>tokens/s per sequence</source>
        <translation>トークン/秒、それぞれ</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>最低</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>%1; give the token IDs as numbers separated by commas, as in 1,2,3.</source>
        <translation>%1。トークンは、1,2,3 のようにコンマ区切りの数で指定してください。</translation>
    </message>
    <message>
        <source>class</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>パラメーター</translation>
    </message>
    <message>
        <source>size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>(model)</source>
        <translation>(モデル)</translation>
    </message>
    <message>
        <source>%1 parameters in %2 tensors, %3 (%4)</source>
        <translation>%2 テンソルに %1 パラメーター、%3 (%4)</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>dtype</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>オフセット</translation>
    </message>
    <message>
        <source>file</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>%1, family %2</source>
        <translation>%1、ファミリー %2</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>レイヤー</translation>
    </message>
    <message>
        <source>widths</source>
        <translation>幅</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>エキスパート</translation>
    </message>
    <message>
        <source>own size</source>
        <translation>自身のサイズ</translation>
    </message>
    <message>
        <source>share</source>
        <translation>割合</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>With %1, %2 differs by %3 % from the published figure:</source>
        <translation>%1、%2、公表値との差 %3%:</translation>
    </message>
    <message>
        <source>1 GiB is 2^30 bytes. VRAM is the peak allocated memory of a simulated GPU, or the measured peak of a real GPU; see the column kind. RAM is the measured increase above the level before the load.</source>
        <translation>GiB = 2^30 バイト。VRAM: 割り当て済みのピーク。「種類」の列のとおり、シミュレートされた GPU のもの、または実 GPU での実測です。RAM: ロード前の水準を超えた分の実測です。</translation>
    </message>
    <message>
        <source>The published figures are those of the lesson for GPT-2 XL. The RAM of the lesson is sampled every 0.1 s as RSS minus a baseline. It includes file pages, because RSS includes them.</source>
        <translation>公表値: GPT-2 XL についてのレッスンの数値。その RAM は、基準を引いた RSS の 0.1 s ごとのサンプルで、ファイルのページを含みます。</translation>
    </message>
    <message>
        <source>Figures were published only for GPT-2 XL.</source>
        <translation>数値が公表されたのは GPT-2 XL だけです。</translation>
    </message>
    <message>
        <source>peak allocated</source>
        <translation>割り当て済みピーク</translation>
    </message>
    <message>
        <source>peak reserved</source>
        <translation>予約済みピーク</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>now allocated</source>
        <translation>現在の割り当て済み</translation>
    </message>
    <message>
        <source>now reserved</source>
        <translation>現在の予約済み</translation>
    </message>
    <message>
        <source>dry run</source>
        <translation>ドライラン</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>シミュレーション</translation>
    </message>
    <message>
        <source>memory (dry run)</source>
        <translation>メモリー (ドライラン)</translation>
    </message>
    <message>
        <source>used before</source>
        <translation>使用 (前)</translation>
    </message>
    <message>
        <source>free before</source>
        <translation>空き (前)</translation>
    </message>
    <message>
        <source>used after</source>
        <translation>使用 (後)</translation>
    </message>
    <message>
        <source>free after</source>
        <translation>空き (後)</translation>
    </message>
    <message>
        <source>host (dry run)</source>
        <translation>ホスト (ドライラン)</translation>
    </message>
    <message>
        <source>host (measured)</source>
        <translation>ホスト (実測)</translation>
    </message>
    <message>
        <source>anonymous</source>
        <translation>匿名</translation>
    </message>
    <message>
        <source>simulated GPUs</source>
        <translation>シミュレートされた GPU</translation>
    </message>
    <message>
        <source>resident</source>
        <translation>常駐</translation>
    </message>
    <message>
        <source>peak increase</source>
        <translation>それを超えるピーク</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>フェーズ</translation>
    </message>
    <message>
        <source>begin</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>end</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>%1 のピーク</translation>
    </message>
    <message>
        <source>peak host</source>
        <translation>ホストのピーク</translation>
    </message>
    <message>
        <source>Keys in the model, but not in the file</source>
        <translation>モデルにあり、ファイルにないもの</translation>
    </message>
    <message>
        <source>Missing keys loaded with initial values</source>
        <translation>そのうち初期値でロードしたもの</translation>
    </message>
    <message>
        <source>Keys in the file, but not in the model</source>
        <translation>ファイルにあり、モデルにないもの</translation>
    </message>
    <message>
        <source>Keys whose shape or dtype differs between file and model</source>
        <translation>形状または dtype が異なるもの</translation>
    </message>
    <message>
        <source>offloading</source>
        <translation>オフロード</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>割り当て済み</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>予約済み</translation>
    </message>
    <message>
        <source>left free</source>
        <translation>残りの空き</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>moved once</source>
        <translation>1 回だけ移動</translation>
    </message>
    <message>
        <source>moved each step</source>
        <translation>毎ステップの移動</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>不可</translation>
    </message>
    <message>
        <source>the peak memory occurs when the module %1 is copied to the GPU</source>
        <translation>最大になるのは %1 のとき</translation>
    </message>
    <message>
        <source>Estimated memory for one model at a time on %1 (%2), weights only:</source>
        <translation>%1 (%2) 上で 1 つずつ、重みのみ、見積もり:</translation>
    </message>
    <message>
        <source>Activations need additional memory, which depends on the size of the image.</source>
        <translation>これに活性値が加わり、その量は画像のサイズによって決まります。</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>ブロック</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>予算</translation>
    </message>
    <message>
        <source>reserved (predicted)</source>
        <translation>予約済み (予測)</translation>
    </message>
    <message>
        <source>unified (mps)</source>
        <translation>ユニファイド (mps)</translation>
    </message>
    <message>
        <source>Quantisation: %1</source>
        <translation>量子化: %1</translation>
    </message>
    <message>
        <source>Weights: %1 including all scales; the strategy assumed %2</source>
        <translation>重み: すべてのスケールを含めて %1。戦略の計算では %2</translation>
    </message>
    <message>
        <source>step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>left</source>
        <translation>残り</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>確保</translation>
    </message>
    <message>
        <source>why</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>(all)</source>
        <translation>(すべて)</translation>
    </message>
    <message>
        <source>On %1, %2 is kept free for the largest layer, which may have to be copied there.</source>
        <translation>%1 は、取り込むことになりうる最大のレイヤーのために %2 を空けておきます。</translation>
    </message>
    <message>
        <source>Objective: %1. %2 Estimated.</source>
        <translation>目的: %1。%2 見積もりです。</translation>
    </message>
    <message>
        <source>Even if one of the rates is wrong by up to %1 %, this plan is the best of the compared plans.</source>
        <translation>どの速度も、それ 1 つだけなら %1% ずれるまで、比較した他のプランのほうが良くなることはありません。</translation>
    </message>
    <message>
        <source>The plan needs these options: %1</source>
        <translation>必要なオプション: %1</translation>
    </message>
    <message>
        <source>all on one device</source>
        <translation>すべて 1 つのデバイスに</translation>
    </message>
    <message>
        <source>a device map by Stowage, with lowered limits</source>
        <translation>下げた上限のもとでの Stowage 独自のマップ</translation>
    </message>
    <message>
        <source>a given map</source>
        <translation>指定のマップ</translation>
    </message>
    <message>
        <source>Strategy: %1 (%2)</source>
        <translation>戦略: %1 (%2)</translation>
    </message>
    <message>
        <source>Strategy: %1</source>
        <translation>戦略: %1</translation>
    </message>
    <message>
        <source>Rules: %1</source>
        <translation>規則: %1</translation>
    </message>
    <message>
        <source>and %1 more; --json lists all keys.</source>
        <translation>ほか %1 件。--json ですべてを一覧にします。</translation>
    </message>
    <message>
        <source>All keys of the checkpoint agree with %1.</source>
        <translation>すべてのキーが %1 と一致しています。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>プラン</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>戦略</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>work</source>
        <translation>作業</translation>
    </message>
    <message>
        <source>edits</source>
        <translation>編集</translation>
    </message>
    <message>
        <source>%1 (current)</source>
        <translation>%1 (現在)</translation>
    </message>
    <message>
        <source>weights only</source>
        <translation>重みのみ</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>モデル: %1</translation>
    </message>
    <message>
        <source>Records: %1</source>
        <translation>記録: %1</translation>
    </message>
    <message>
        <source>Notes: %1</source>
        <translation>メモ: %1</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>トークン/秒</translation>
    </message>
    <message>
        <source>load</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No estimate: %1</source>
        <translation>見積もりなし: %1</translation>
    </message>
    <message>
        <source>All times are estimates. Sizes are the memory that each device needs.</source>
        <translation>時間は見積もり、ロードは予測です。サイズは各デバイスに必要な量です。</translation>
    </message>
    <message>
        <source>model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>times</source>
        <translation>回数</translation>
    </message>
    <message>
        <source>family</source>
        <translation>ファミリー</translation>
    </message>
    <message>
        <source>moved to %1</source>
        <translation>%1 への移動量</translation>
    </message>
    <message>
        <source>in</source>
        <translation>移動時間</translation>
    </message>
    <message>
        <source>ran in</source>
        <translation>実行時間</translation>
    </message>
    <message>
        <source>held after</source>
        <translation>その後の保持</translation>
    </message>
    <message>
        <source>most likely or generated tokens</source>
        <translation>最も確率の高いもの、または続くもの</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>ロジット</translation>
    </message>
    <message>
        <source>The decoder begins with: %1</source>
        <translation>デコーダーの先頭: %1</translation>
    </message>
    <message>
        <source>Input: %1 %2</source>
        <translation>入力: %1 %2</translation>
    </message>
    <message>
        <source>Hidden states: %1 positions of %2 numbers</source>
        <translation>隠れ状態: %1 位置、それぞれ %2 個の数</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>稼働</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>待ち</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>アイドル</translation>
    </message>
    <message>
        <source>estimated peak</source>
        <translation>見積もりピーク</translation>
    </message>
    <message>
        <source>streamed (estimated)</source>
        <translation>うち取り込み</translation>
    </message>
    <message>
        <source>slowest layers, all passes</source>
        <translation>最も遅いレイヤー、全パス</translation>
    </message>
    <message>
        <source>time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>waited for weights</source>
        <translation>重み待ち</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>ok      %1: %2</source>
        <translation>ok      %1: %2</translation>
    </message>
    <message>
        <source>FAILED: %1: %2</source>
        <translation>失敗:   %1: %2</translation>
    </message>
    <message>
        <source>ok      %1: %2 — %3</source>
        <translation>ok      %1: %2 — %3</translation>
    </message>
    <message>
        <source>FAILED: %1: %2 — %3</source>
        <translation>失敗:   %1: %2 — %3</translation>
    </message>
    <message>
        <source>3 allocations of 512 B need 1 segment of 2 MiB</source>
        <translation>3 × 512 B は 2 MiB のセグメント 1 個を使う</translation>
    </message>
    <message>
        <source>3 allocations of 1 MiB need 2 segments of 2 MiB</source>
        <translation>3 × 1 MiB は 2 MiB のもの 2 個を使う</translation>
    </message>
    <message>
        <source>3 allocations of 1 MiB + 512 B need 1 segment of 20 MiB</source>
        <translation>3 × (1 MiB + 512 B) は 20 MiB のもの 1 個を使う</translation>
    </message>
    <message>
        <source>3 allocations of 10 MiB − 512 B need 2 segments of 20 MiB</source>
        <translation>3 × (10 MiB − 512 B) は 20 MiB のもの 2 個を使う</translation>
    </message>
    <message>
        <source>3 allocations of 10 MiB + 512 B need 3 segments of 12 MiB</source>
        <translation>3 × (10 MiB + 512 B) は 12 MiB のもの 3 個を使う</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>method</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>%1 allocated</source>
        <translation>%1 割り当て済み</translation>
    </message>
    <message>
        <source>host anonymous</source>
        <translation>ホスト匿名</translation>
    </message>
    <message>
        <source>result</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>--machine-link %1: %2</source>
        <translation>--machine-link %1: %2</translation>
    </message>
    <message>
        <source>Prompt: %1</source>
        <translation>プロンプト: %1</translation>
    </message>
    <message>
        <source>Generated tokens: %1</source>
        <translation>続くトークン: %1</translation>
    </message>
    <message>
        <source>Generated text: %1</source>
        <translation>続くテキスト: %1</translation>
    </message>
    <message>
        <source>most likely token (last position)</source>
        <translation>最後の位置で最も確率の高いもの</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>ステージ</translation>
    </message>
    <message>
        <source>loaded in</source>
        <translation>ロード時間</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>送信</translation>
    </message>
    <message>
        <source>The run took %1 (measured), from the start of the first stage to the end of the last stage. The clocks of the machines were compared; the error of the measured time is at most %2 ms.</source>
        <translation>実行には、最初のステージの開始から最後のステージの終了まで %1 かかりました (実測)。マシンの時計は比較済みで、この値のずれは最大 %2 ms です。</translation>
    </message>
    <message>
        <source>Prompt as text: %1</source>
        <translation>プロンプトのテキスト: %1</translation>
    </message>
    <message>
        <source>Model: %1 on the machine %2</source>
        <translation>モデル: %2 上の %1</translation>
    </message>
    <message>
        <source>predicted compute</source>
        <translation>計算 (予測)</translation>
    </message>
    <message>
        <source>predicted wait</source>
        <translation>待ち (予測)</translation>
    </message>
    <message>
        <source>%2 of the model (layers %3) was sent to %1 in %4.</source>
        <translation>%1 に、モデルのうち %2 (レイヤー %3) を %4 で送りました。</translation>
    </message>
    <message>
        <source>The process was stopped.</source>
        <translation>停止された。</translation>
    </message>
    <message>
        <source>%1 is too large for a model&apos;s configuration; give a model&apos;s config.json.</source>
        <translation>%1 は、モデルの設定としては大きすぎます。</translation>
    </message>
    <message>
        <source>%1 is empty; give a model&apos;s config.json.</source>
        <translation>%1 は空です。モデルの config.json を指定してください。</translation>
    </message>
    <message>
        <source>%1 parameters in %2 tensor, %3 (%4)</source>
        <translation>%2 テンソルに %1 パラメーター、%3 (%4)</translation>
    </message>
    <message>
        <source>Hidden states: %1 position of %2 numbers</source>
        <translation>隠れ状態: %1 位置、%2 個の数</translation>
    </message>
    <message>
        <source>other</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>No set of 1, 2, 4 or 8 cards from the catalogue is certain to meet these targets.</source>
        <translation>カタログのカード 1、2、4、8 枚の組み合わせで、これらの目標を確実に満たすものはありません。</translation>
    </message>
    <message>
        <source>It is undetermined whether the following cards meet the targets, because their compute speed in this dtype is not published: %1.</source>
        <translation>次のものが目標を満たすかどうかは不明です。この dtype での計算速度が公表されていないためです: %1。</translation>
    </message>
    <message>
        <source>Open the model with its config.json, or let Python describe the model (--python; in the window: Ask Python).</source>
        <translation>config.json と一緒に開くか、Python に記述させてください (--python、ウィンドウでは「Python に尋ねる」)。</translation>
    </message>
    <message>
        <source>published</source>
        <translation>公表値</translation>
    </message>
    <message>
        <source>The capacity is the total that CUDA reports on Linux (HIP or SYCL for cards of other manufacturers). This total is less than the published capacity and less than the capacity that nvidia-smi shows. &quot;≈&quot; means that the capacity is estimated. The column CUDA shows the compute capability. Compute rates are in operations per second. &quot;?&quot; means that no confirmed figure is known.</source>
        <translation>容量は Linux で CUDA (他社のカードでは HIP、SYCL) が報告する合計で、公表値や nvidia-smi の表示より小さくなります。&quot;≈&quot; は見積もりです。CUDA の列は compute capability です。計算速度は 1 秒あたりの演算数で、確認できた数値がない場合は &quot;?&quot; です。</translation>
    </message>
    <message>
        <source>quantised</source>
        <translation>量子化</translation>
    </message>
    <message>
        <source>The table is based on published figures. The strategy &quot;auto&quot; distributes the layers over the cards (--tensor-parallel 1).</source>
        <translation>公表値から。レイヤーは auto で割り当て (--tensor-parallel 1)。</translation>
    </message>
    <message>
        <source>Measure the memory on the machine that runs the model: this release does not support models of the type %1.</source>
        <translation>モデルが動く環境で測定してください: このリリースは種類 %1 のモデルを知りません。</translation>
    </message>
    <message>
        <source>a JPEG picture</source>
        <translation>JPEG 画像</translation>
    </message>
    <message>
        <source>a PNG picture</source>
        <translation>PNG 画像</translation>
    </message>
    <message>
        <source>a GIF picture</source>
        <translation>GIF 画像</translation>
    </message>
    <message>
        <source>a WebP picture</source>
        <translation>WebP 画像</translation>
    </message>
    <message>
        <source>an MP4 video or a HEIF picture</source>
        <translation>MP4 動画または HEIF 画像</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>PDF 文書</translation>
    </message>
    <message>
        <source>an SQLite database</source>
        <translation>SQLite データベース</translation>
    </message>
    <message>
        <source>a Parquet table</source>
        <translation>Parquet の表</translation>
    </message>
    <message>
        <source>a gzip archive</source>
        <translation>gzip アーカイブ</translation>
    </message>
    <message>
        <source>an xz archive</source>
        <translation>xz アーカイブ</translation>
    </message>
    <message>
        <source>a Zstandard archive</source>
        <translation>Zstandard アーカイブ</translation>
    </message>
    <message>
        <source>a bzip2 archive</source>
        <translation>bzip2 アーカイブ</translation>
    </message>
    <message>
        <source>a 7-Zip archive</source>
        <translation>7-Zip アーカイブ</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation>RAR アーカイブ</translation>
    </message>
    <message>
        <source>a program or a library</source>
        <translation>プログラムまたはライブラリー</translation>
    </message>
    <message>
        <source>a ggml file in a format older than GGUF</source>
        <translation>GGUF より前の ggml ファイル</translation>
    </message>
    <message>
        <source>Tightest device</source>
        <translation>最も余裕のないデバイス</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>トークン/秒</translation>
    </message>
    <message>
        <source>Tokens per second: not known. %1</source>
        <translation>トークン/秒: 不明。%1</translation>
    </message>
    <message>
        <source>Largest workload that fits</source>
        <translation>収まる最大</translation>
    </message>
    <message>
        <source>Tightest device: not known, since no weights are on a device of known capacity.</source>
        <translation>最も余裕のないデバイス: 不明 (容量の分かるデバイスに重みがないため)。</translation>
    </message>
    <message>
        <source>Tokens per second and largest workload that fits: not known, because no workload is specified. Add --prompt and --generate, or use stowagectl estimate, which assumes a workload.</source>
        <translation>トークン/秒と収まる最大: 作業が分からないと不明です。--prompt と --generate を追加するか、作業を仮定する stowagectl estimate を使ってください。</translation>
    </message>
    <message>
        <source>No change that Stowage tried makes the workload fit.</source>
        <translation>試した変更のうち、収まるようになるものはありません。</translation>
    </message>
    <message>
        <source>each denoising step waits %1 for its weights (%2)</source>
        <translation>1 ステップごとに重みを %1 待ちます (%2)</translation>
    </message>
    <message>
        <source>&quot;optimal&quot; found no plan</source>
        <translation>optimal はプランを見つけられませんでした</translation>
    </message>
    <message>
        <source>Board of %1</source>
        <translation>%1 のボード</translation>
    </message>
    <message>
        <source>%1, peak %2</source>
        <translation>%1、ピーク %2</translation>
    </message>
    <message>
        <source>%1: peak %2</source>
        <translation>%1 は最大 %2</translation>
    </message>
    <message>
        <source>Memory of the %1</source>
        <translation>メモリー: %1</translation>
    </message>
    <message>
        <source>%1, in %2.</source>
        <translation>%1 (%2)。</translation>
    </message>
    <message>
        <source>Plans for %1</source>
        <translation>%1 のプラン</translation>
    </message>
    <message>
        <source>not at once</source>
        <translation>同時でない分</translation>
    </message>
    <message>
        <source>%1 is out of range; use a value from %2 to %3.</source>
        <translation>%1 は範囲外です。%2 から %3 の値を指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage</name>
    <message>
        <source>%1; write a size like 10GiB, 800MB or 12345678KiB.</source>
        <translation>%1。10GiB、800MB、12345678KiB のように書いてください。</translation>
    </message>
    <message>
        <source>The size %1 is too large</source>
        <translation>サイズ %1 は大きすぎます</translation>
    </message>
    <message>
        <source>The size %1 does not start with a number</source>
        <translation>サイズ %1 が数で始まっていません</translation>
    </message>
    <message>
        <source>The size %1 is negative</source>
        <translation>サイズ %1 が負です</translation>
    </message>
    <message>
        <source>The size %1 has no known unit</source>
        <translation>サイズ %1 に既知の単位がありません</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2 failed: %3.</source>
        <translation>%1 を開始できません: %2 が失敗しました: %3。</translation>
    </message>
    <message>
        <source>There is no program %1.</source>
        <translation>プログラム %1 はありません。</translation>
    </message>
    <message>
        <source>%1 is not a program that can run on this machine.</source>
        <translation>%1 は、ここで実行できるプログラムではありません。</translation>
    </message>
    <message>
        <source>There was not enough memory for %1.</source>
        <translation>%1 のためのメモリーが足りませんでした。</translation>
    </message>
    <message>
        <source>The system refused a resource that is needed for %1: %2.</source>
        <translation>%1 に必要なものをシステムが拒否しました: %2。</translation>
    </message>
    <message>
        <source>A defect in Stowage stopped %1: %2.</source>
        <translation>Stowage の不具合により、%1 が終了しました: %2。</translation>
    </message>
    <message>
        <source>A defect in Stowage stopped %1.</source>
        <translation>Stowage の不具合により、%1 が終了しました。</translation>
    </message>
    <message>
        <source>There is no file or folder %1.</source>
        <translation>ファイルまたはフォルダー %1 はありません。</translation>
    </message>
    <message>
        <source>The current user is not allowed to read %1; check the file permissions.</source>
        <translation>%1 は、このユーザーには読み取りが許可されていません。権限を確認してください。</translation>
    </message>
    <message>
        <source>%1 is a symbolic link that leads back to itself; remove the link.</source>
        <translation>%1 は、自身に戻るシンボリックリンクです。削除してください。</translation>
    </message>
    <message>
        <source>The name %1 is too long for this system.</source>
        <translation>%1 は、このシステムのファイルに使えない長さの名前です。</translation>
    </message>
    <message>
        <source>%1 is not a regular file.</source>
        <translation>%1 は通常のファイルではありません。</translation>
    </message>
    <message>
        <source>%1 could not be opened: %2.</source>
        <translation>%1 を開けませんでした: %2。</translation>
    </message>
    <message>
        <source>The disk became full while %1 was being written; free some disk space.</source>
        <translation>%1 の書き込み中にディスクがいっぱいになりました。領域を空けてください。</translation>
    </message>
    <message>
        <source>The current user is not allowed to write %1; choose another folder.</source>
        <translation>%1 は、このユーザーには書き込みが許可されていません。別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>%1 に書き込めませんでした: %2。</translation>
    </message>
    <message>
        <source>%1 is a folder; give a file name instead.</source>
        <translation>%1 はフォルダーです。代わりに、書き込むファイルを指定してください。</translation>
    </message>
    <message>
        <source>%1 is a socket; give a file name instead.</source>
        <translation>%1 はソケットです。代わりに、書き込むファイルを指定してください。</translation>
    </message>
    <message>
        <source>%1 is a FIFO that no program reads from; start the reading program first.</source>
        <translation>%1 は、読み取るプログラムのない FIFO です。先に読み取り側を起動してください。</translation>
    </message>
    <message>
        <source>%1 has %2 of free space, but %3 and a reserve of 16 MiB are needed; free some space or choose another folder.</source>
        <translation>%1 の空きは %2 ですが、%3 と予備の 16 MiB が必要です。領域を空けるか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes of JSON; the limit is %3 bytes.</source>
        <translation>%1 は %2 バイトの JSON です。読み取るのは最大 %3 バイトです。</translation>
    </message>
    <message>
        <source>%1 is not valid JSON at byte %2.</source>
        <translation>%1 は、バイト %2 で正しい JSON になっていません。</translation>
    </message>
    <message>
        <source>%1 has more than %2 values.</source>
        <translation>%1 の値の数が %2 を超えています。</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 と %2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 ほか %2 件</translation>
    </message>
    <message>
        <source>%1 is a folder, but a regular file is needed.</source>
        <translation>%1 はフォルダーです。ここには通常のファイルが必要です。</translation>
    </message>
    <message>
        <source>%1 is a FIFO, but a regular file is needed.</source>
        <translation>%1 は FIFO です。ここには通常のファイルが必要です。</translation>
    </message>
    <message>
        <source>%1 is a device or socket, but a regular file is needed.</source>
        <translation>%1 はデバイスまたはソケットです。ここには通常のファイルが必要です。</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>正規化</translation>
    </message>
    <message>
        <source>projections</source>
        <translation>射影</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>スコア</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>アテンション</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>フィードフォワード</translation>
    </message>
    <message>
        <source>one expert for all tokens</source>
        <translation>全トークンに対するエキスパート 1 つ</translation>
    </message>
    <message>
        <source>%1: (%2) numbers × %3 tokens × %4 B + %5 scores × %6 B</source>
        <translation>%1: (%2) 個の数 × %3 トークン × %4 B + %5 スコア × %6 B</translation>
    </message>
    <message>
        <source>%1: (%2) numbers × %3 tokens × %4 B</source>
        <translation>%1: (%2) 個の数 × %3 トークン × %4 B</translation>
    </message>
    <message>
        <source>The list of engines is wrong: %1.json %2</source>
        <translation>エンジンの一覧に誤りがあります: %1.json: %2</translation>
    </message>
    <message>
        <source>has an unknown policy &quot;%1&quot;.</source>
        <translation>未知のポリシー &quot;%1&quot; があります。</translation>
    </message>
    <message>
        <source>specifies bits for an unknown type &quot;%1&quot;.</source>
        <translation>&quot;%1&quot; のビット数があります。</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>読み取れません: %1</translation>
    </message>
    <message>
        <source>lacks a title, a source or a kind of attention.</source>
        <translation>タイトル、出典、アテンションの種類のいずれかがありません。</translation>
    </message>
    <message>
        <source>the engine %1 is unknown; use one of %2.</source>
        <translation>%1 というエンジンは知られていません。%2 のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>%1 sequence of %2 token</source>
        <translation>%2 トークンのシーケンス %1 個</translation>
    </message>
    <message>
        <source>%1 sequences of %2 token</source>
        <translation>%2 トークンのシーケンス %1 個</translation>
    </message>
    <message>
        <source>%1 sequence of %2 tokens</source>
        <translation>%2 トークンのシーケンス %1 個</translation>
    </message>
    <message>
        <source>%1 sequences of %2 tokens</source>
        <translation>%2 トークンのシーケンス %1 個</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1 is the tightest device and lacks %2.</source>
        <translation>最も厳しいのは %1 です: %2 不足。</translation>
    </message>
    <message>
        <source>%1 is the tightest device, with %2 to spare.</source>
        <translation>最も厳しいのは %1 です: 余裕 %2。</translation>
    </message>
    <message>
        <source>Use stowagectl estimate to see which changes make the plan fit.</source>
        <translation>何をすれば収まるかは、stowagectl estimate で調べられます。</translation>
    </message>
    <message>
        <source>%1 sliding layer × %2 numbers × %3 B × %4 tokens</source>
        <translation>%1 スライディングレイヤー × %2 個の数 × %3 B × %4 トークン</translation>
    </message>
    <message>
        <source>%1 sliding layers × %2 numbers × %3 B × %4 tokens</source>
        <translation>%1 スライディングレイヤー × %2 個の数 × %3 B × %4 トークン</translation>
    </message>
    <message>
        <source>%1 layer × %2 numbers × %3 B × %4 tokens</source>
        <translation>%1 レイヤー × %2 個の数 × %3 B × %4 トークン</translation>
    </message>
    <message>
        <source>%1 layers × %2 numbers × %3 B × %4 tokens</source>
        <translation>%1 レイヤー × %2 個の数 × %3 B × %4 トークン</translation>
    </message>
    <message>
        <source>%1 does not store keys and values in %2; use one of %3.</source>
        <translation>%1 はキーと値を %2 で保持しません。%3 のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>The keys and values of this workload are too large to be calculated; use fewer sequences or a shorter context.</source>
        <translation>このワークロードのキーと値のバイト数は、64 ビットで数えられる範囲を超えます。シーケンスを減らすか、コンテキスト長を短くしてください。</translation>
    </message>
    <message>
        <source>nothing is stored: %1</source>
        <translation>保持するものなし: %1</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>%1 is not an adapter configuration: &quot;%2&quot; %3.</source>
        <translation>%1 はアダプターの設定ではありません: &quot;%2&quot;: %3。</translation>
    </message>
    <message>
        <source>changes parameters of modules that have several parameters</source>
        <translation>複数のパラメーターを持つモジュールのパラメーターを変更する</translation>
    </message>
    <message>
        <source>trains single tokens of an embedding</source>
        <translation>埋め込みの個々のトークンを学習する</translation>
    </message>
    <message>
        <source>repeats layers of the model</source>
        <translation>モデルのレイヤーを繰り返す</translation>
    </message>
    <message>
        <source>splits its matrices across devices</source>
        <translation>自身の行列を複数のデバイスに分割する</translation>
    </message>
    <message>
        <source>compresses its activations</source>
        <translation>通過するものを圧縮する</translation>
    </message>
    <message>
        <source>%1 describes a LoRA adapter that %2 (&quot;%3&quot;). Stowage cannot apply such an adapter to a model; merge the adapter with PEFT&apos;s merge_and_unload() and open the result.</source>
        <translation>%1 は、%2 LoRA (&quot;%3&quot;) のものです。Stowage はこれをモデルに重ねません。PEFT の merge_and_unload() でマージし、その結果を開いてください。</translation>
    </message>
    <message>
        <source>must be a number of at least 0</source>
        <translation>0 以上の数でなければなりません</translation>
    </message>
    <message>
        <source>must be a list of names</source>
        <translation>名前のリストでなければなりません</translation>
    </message>
    <message>
        <source>%1 is not an adapter configuration: the file must contain a JSON object.</source>
        <translation>%1 はアダプターの設定ではありません: オブジェクトでなければなりません。</translation>
    </message>
    <message>
        <source>must name the method, as in &quot;LORA&quot;</source>
        <translation>&quot;LORA&quot; のように方式を示さなければなりません</translation>
    </message>
    <message>
        <source>%1 is an adapter of the kind %2; Stowage applies only LoRA (&quot;LORA&quot;) to a model. Merge the adapter with PEFT&apos;s merge_and_unload() and open the result.</source>
        <translation>%1 は種類 %2 のアダプターです。Stowage がモデルに重ねるのは LoRA (&quot;LORA&quot;) です。PEFT の merge_and_unload() でマージし、その結果を開いてください。</translation>
    </message>
    <message>
        <source>%1 is truncated or damaged: the tensor &quot;%3&quot; for %2 is missing; fetch the adapter again.</source>
        <translation>%1 は途中で切れているか、壊れています: %2 の &quot;%3&quot; がありません。アダプターを取得し直してください。</translation>
    </message>
    <message>
        <source>%1 is damaged: for %2, &quot;%3&quot; has the shape [%4] and &quot;%5&quot; has the shape [%6]; these shapes have no common rank.</source>
        <translation>%1 は壊れています: %2 の &quot;%3&quot; は [%4]、&quot;%5&quot; は [%6] で、共通のランクがありません。</translation>
    </message>
    <message>
        <source>%1 uses the tensor names of other programs (%2); load the adapter with diffusers and save it with save_lora_weights(), which writes the names that Stowage reads.</source>
        <translation>%1 のテンソルには、他のプログラムの流儀の名前が付いています (%2)。diffusers でロードし、save_lora_weights() で保存してください。Stowage が読み取る名前で書き出されます。</translation>
    </message>
    <message>
        <source>%1 is not a LoRA adapter: none of its tensors is named lora_A or lora_B.</source>
        <translation>%1 は LoRA アダプターではありません: lora_A または lora_B という名前のテンソルがありません。</translation>
    </message>
    <message>
        <source>An adapter cannot be named %1, because another adapter has this name; give the adapter another name.</source>
        <translation>アダプターの名前を %1 にすることはできません。ほかのアダプターの名前になっています。別の名前を付けてください。</translation>
    </message>
    <message>
        <source>An adapter cannot be named %1: the name contains a dot or is empty; give the adapter another name.</source>
        <translation>アダプターの名前を %1 にすることはできません: 名前にドットがあるか、空です。別の名前を付けてください。</translation>
    </message>
    <message>
        <source>The adapter&apos;s &quot;%1&quot; for %2 has the shape [%3], but the module has %4 inputs and %5 outputs: the adapter was created for another model.</source>
        <translation>アダプターの %2 の &quot;%1&quot; は [%3] ですが、モジュールの入力は %4、出力は %5 です: このアダプターは別のモデル用に作られたものです。</translation>
    </message>
    <message>
        <source>The adapter changes %1, which is of the class %2; Stowage applies LoRA only to linear layers, embeddings and convolutions.</source>
        <translation>アダプターは、クラス %2 の %1 を変更します。Stowage が LoRA を重ねるのは、線形レイヤー、埋め込み、畳み込みです。</translation>
    </message>
    <message>
        <source>The adapter changes %1, which is the same module as %2; Stowage applies LoRA only to modules that occur once in the model.</source>
        <translation>アダプターは、%2 と同じモジュールである %1 を変更します。Stowage が LoRA を重ねるのは、1 か所だけにあるモジュールです。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1～%2</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; a model&apos;s configuration may have at most 4 MiB.</source>
        <translation>%1 は %2 バイトです。モデルの設定を読み取るのは最大 4 MiB です。</translation>
    </message>
    <message>
        <source>has a key of %1 bytes; the limit is %2 bytes</source>
        <translation>キーが %1 バイトあります。読み取るのは最大 %2 バイトです</translation>
    </message>
    <message>
        <source>has a tensor name of %1 bytes; the limit is %2 bytes</source>
        <translation>テンソルの名前が %1 バイトあります。読み取るのは最大 %2 バイトです</translation>
    </message>
    <message>
        <source>%1 is one of %2 files of a split model. Only the tensors of this file are read, because the names of the other files cannot be derived from the file name.</source>
        <translation>%1 は、分割されたモデルの %2 ファイルのうちの 1 つです。名前からほかのファイルの名前が分からないため、このファイル自身のテンソルだけを読み取ります。</translation>
    </message>
    <message>
        <source>%1 contains a NumPy array of the dtype %2, that is, Python objects in a pickle, which Stowage never reads.</source>
        <translation>%1 の内容は、dtype %2 の NumPy 配列、つまり pickle に入った Python オブジェクトです。これは決して読み取りません。</translation>
    </message>
    <message>
        <source>%1 contains a NumPy array of the dtype %2, which tensors do not support; save the array with a plain numeric dtype.</source>
        <translation>%1 の内容は dtype %2 の NumPy 配列ですが、この dtype のテンソルはありません。通常の数値型で保存してください。</translation>
    </message>
    <message>
        <source>%1 contains a NumPy array of the dtype %2, which is big-endian; convert the array with `.astype(x.dtype.newbyteorder(&apos;&lt;&apos;))` and save it again.</source>
        <translation>%1 の内容は dtype %2 の NumPy 配列で、ビッグエンディアンです。配列を `.astype(x.dtype.newbyteorder(&apos;&lt;&apos;))` で変換して、保存し直してください。</translation>
    </message>
    <message>
        <source>%1 is a NumPy file of version %2; Stowage reads versions 1 to 3.</source>
        <translation>%1 はバージョン %2 の NumPy ファイルです。読み取るのはバージョン 1 から 3 です。</translation>
    </message>
    <message>
        <source>%1 has a NumPy header of %2 bytes; the limit is 65536.</source>
        <translation>%1 の NumPy ヘッダーは %2 バイトです。読み取るのは最大 65536 バイトです。</translation>
    </message>
    <message>
        <source>%1 has a shape whose size in bytes does not fit in a 64-bit number.</source>
        <translation>%1 の形状のサイズ (バイト数) が 64 ビットの数に収まりません。</translation>
    </message>
    <message>
        <source>%1 needs %2 bytes of data but has only %3 bytes; save or fetch the file again.</source>
        <translation>%1 には %2 バイトのデータが必要ですが、あるのは %3 バイトです。保存または取得し直してください。</translation>
    </message>
    <message>
        <source>The name of %1 is not valid UTF-8 and cannot be the name of a tensor; rename the file.</source>
        <translation>%1 の名前は有効な UTF-8 ではないため、テンソルの名前にできません。ファイルの名前を変えてください。</translation>
    </message>
    <message>
        <source>%1 has %2 extra bytes after its array, which were ignored.</source>
        <translation>%1 は、配列の後にさらに %2 バイト続いています。これらは除外しました。</translation>
    </message>
    <message>
        <source>is %1 but must be an object</source>
        <translation>オブジェクトでなければならないところが、%1 です</translation>
    </message>
    <message>
        <source>has %1 in the metadata, whose values must be strings</source>
        <translation>メタデータは文字列でなければならないところに、%1 があります</translation>
    </message>
    <message>
        <source>has %1 in a field that requires another type</source>
        <translation>別の型のフィールドに %1 があります</translation>
    </message>
    <message>
        <source>%1 has only %2 bytes, but a safetensors file begins with 8 bytes for the length of the header.</source>
        <translation>%1 は %2 バイトです。safetensors ファイルは、ヘッダーの長さを示す 8 バイトで始まります。</translation>
    </message>
    <message>
        <source>%1 is truncated: the header should have %2 bytes, but the whole file has only %3 bytes; fetch the file again.</source>
        <translation>%1 は途中で切れています: ヘッダーは %2 バイトのはずですが、ファイルは全部で %3 バイトしかありません。取得し直してください。</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>%1 を開く処理は停止されました。</translation>
    </message>
    <message>
        <source>The header of %1 does not begin with &apos;{&apos; at offset 8.</source>
        <translation>%1 のヘッダーが、オフセット 8 で &apos;{&apos; から始まっていません。</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 %3.</source>
        <translation>%2 のテンソル %1: %3。</translation>
    </message>
    <message>
        <source>ends at offset %1, which is before its first byte at offset %2</source>
        <translation>オフセット %1 で終わり、始まりの %2 より前です</translation>
    </message>
    <message>
        <source>has a shape whose size in bytes does not fit in a 64-bit number</source>
        <translation>形状のサイズ (バイト数) が 64 ビットの数に収まりません</translation>
    </message>
    <message>
        <source>has %1 elements of the dtype %2, which do not fill whole bytes</source>
        <translation>%2 の要素が %1 個あり、バイト単位に収まりません</translation>
    </message>
    <message>
        <source>needs %1 bytes for its shape and dtype, but its offsets span %2 bytes</source>
        <translation>形状と dtype によると %1 バイトが必要ですが、オフセットの範囲は %2 バイトです</translation>
    </message>
    <message>
        <source>begins at offset %1, which leaves a gap after offset %2</source>
        <translation>オフセット %1 で始まり、%2 の後に隙間が残ります</translation>
    </message>
    <message>
        <source>begins at offset %1 and overlaps the previous tensor, which ends at offset %2</source>
        <translation>オフセット %1 で始まり、オフセット %2 で終わる直前のテンソルと重なります</translation>
    </message>
    <message>
        <source>%1 is truncated: the tensors need %2 bytes after the header, but only %3 bytes follow; fetch the file again.</source>
        <translation>%1 は途中で切れています: テンソルにはヘッダーの後に %2 バイトが必要ですが、%3 バイトしかありません。取得し直してください。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes after its last tensor, which belong to no tensor.</source>
        <translation>%1 には、最後のテンソルの後に、何にも属さない %2 バイトがあります。</translation>
    </message>
    <message>
        <source>%1 contains no tensors.</source>
        <translation>%1 にはテンソルがありません。</translation>
    </message>
    <message>
        <source>%2 of %1 was opened because it contains all the tensors (%3 in total).</source>
        <translation>%1 のうち %2 を採用しました。ここにすべてのテンソル (%3 個) があります。</translation>
    </message>
    <message>
        <source>%2 of %1 was opened: it contains %3 tensors and is most likely the model. %4 tensors outside this part were ignored.</source>
        <translation>%1 のうち %2 を採用しました。%3 個のテンソルがあり、おそらくこれがモデルです。ほかの場所の %4 個のテンソルは除外しました。</translation>
    </message>
    <message>
        <source>%2 of %1 was opened: it contains %3 tensors and is most likely the model. %4 tensors outside this part were ignored. Another part can be chosen (--prefix on the command line): %5.</source>
        <translation>%1 のうち %2 を採用しました。%3 個のテンソルがあり、おそらくこれがモデルです。ほかの場所の %4 個のテンソルは除外しました。別の部分を選ぶこともできます (コマンドラインでは --prefix): %5。</translation>
    </message>
    <message>
        <source>the top level</source>
        <translation>最上位</translation>
    </message>
    <message>
        <source>%1 entries of %2 in %3 are not tensors and were ignored.</source>
        <translation>%3 の %2 にある %1 個の項目はテンソルではないため、除外しました。</translation>
    </message>
    <message>
        <source>%2 tensor of %1 is quantised: its integers are read as stored; scales and zero points are ignored.</source>
        <translation>%1 の %2 個のテンソルは量子化されています: 整数は保存されたまま読み取り、スケールとゼロ点は除外します。</translation>
    </message>
    <message>
        <source>%2 tensors of %1 are quantised: their integers are read as stored; scales and zero points are ignored.</source>
        <translation>%1 の %2 個のテンソルは量子化されています: 整数は保存されたまま読み取り、スケールとゼロ点は除外します。</translation>
    </message>
    <message>
        <source>The sparse tensor %2 of %1 was ignored: only dense tensors are read; save the result of .to_dense() instead.</source>
        <translation>%1 の疎テンソル %2 を除外しました: 読み取るのは密なテンソルだけです。代わりに .to_dense() を保存してください。</translation>
    </message>
    <message>
        <source>The sparse tensors %2 of %1 were ignored: only dense tensors are read; save the results of .to_dense() instead.</source>
        <translation>%1 の疎テンソル %2 を除外しました: 読み取るのは密なテンソルだけです。代わりに .to_dense() を保存してください。</translation>
    </message>
    <message>
        <source>%2 tensor of %1 was saved on the meta device, without weights: it can be planned by its shape, but it cannot be loaded.</source>
        <translation>%1 の %2 個のテンソルは、meta デバイス上で重みなしに保存されています: その形状からプランは作れますが、ロードはできません。</translation>
    </message>
    <message>
        <source>%2 tensors of %1 were saved on the meta device, without weights: they can be planned by their shapes, but they cannot be loaded.</source>
        <translation>%1 の %2 個のテンソルは、meta デバイス上で重みなしに保存されています: その形状からプランは作れますが、ロードはできません。</translation>
    </message>
    <message>
        <source>has a name with a NUL byte or with invalid UTF-8</source>
        <translation>名前に NUL があるか、名前が UTF-8 ではありません</translation>
    </message>
    <message>
        <source>is sparse, but only dense tensors are read; save the result of its .to_dense()</source>
        <translation>疎テンソルですが、読み取るのは密なテンソルだけです。その .to_dense() を保存してください</translation>
    </message>
    <message>
        <source>is a view with a pending conjugation or negation; save the result of its .resolve_conj().resolve_neg()</source>
        <translation>共役または符号反転がまだ適用されていないビューです。その .resolve_conj().resolve_neg() を保存してください</translation>
    </message>
    <message>
        <source>is a view that extends past the end of its storage of %1 bytes</source>
        <translation>%1 バイトのストレージの末尾を越えるビューにあります</translation>
    </message>
    <message>
        <source>stores pairs of 4-bit numbers and is a view or a scalar; save the result of its .contiguous()</source>
        <translation>4 ビット数の組のビューまたはスカラーです。その .contiguous() を保存してください</translation>
    </message>
    <message>
        <source>is sparse, like all tensors of the file; only dense tensors are read, so save the results of .to_dense()</source>
        <translation>ほかのすべてと同じく疎テンソルですが、読み取るのは密なテンソルだけです。.to_dense() を保存してください</translation>
    </message>
    <message>
        <source>%1 must contain exactly one tensor, because its folder stores one tensor per file.</source>
        <translation>%1 の内容が 1 つのテンソルではありません。このようなフォルダーの各ファイルには、テンソルが 1 つだけなければなりません。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 has no weights, so the quantisation that its config.json declares is ignored.</source>
        <translation>%1: その config.json は量子化された重みを宣言していますが、ここに量子化された重みはありません。量子化されていないものとして数えます。</translation>
    </message>
    <message>
        <source>The renaming %1 %2</source>
        <translation>名前の変更 %1: %2</translation>
    </message>
    <message>
        <source>leaves the tensor %1 of %2 without a name; end the text before the &quot;=&quot; with a dot.</source>
        <translation>%2 のテンソル %1 の名前がなくなります。変更前のキーの先頭は、末尾をドットにしてください。</translation>
    </message>
    <message>
        <source>matches no key of %1, which contains no tensors; write the beginning of the keys before the &quot;=&quot;, as in module.=</source>
        <translation>テンソルのない %1 の、どのキーにも一致しません。module.= のように、キーの先頭を &quot;=&quot; の前に書いてください。</translation>
    </message>
    <message>
        <source>matches no key of %1, whose first key is %2; write the beginning of the keys before the &quot;=&quot;, as in module.=</source>
        <translation>最初のキーが %2 である %1 の、どのキーにも一致しません。module.= のように、キーの先頭を &quot;=&quot; の前に書いてください。</translation>
    </message>
    <message>
        <source>gives two tensors of %1 the name %2; choose a renaming that keeps all names different.</source>
        <translation>%1 の 2 つのテンソルが %2 という名前になります。すべての名前が別々になるものを指定してください。</translation>
    </message>
    <message>
        <source>%1 key is missing (%2)</source>
        <translation>不足のキー %1 個 (%2)</translation>
    </message>
    <message>
        <source>%1 keys are missing (%2)</source>
        <translation>不足のキー %1 個 (%2)</translation>
    </message>
    <message>
        <source>%1 key is unexpected (%2)</source>
        <translation>想定外 %1 個 (%2)</translation>
    </message>
    <message>
        <source>%1 keys are unexpected (%2)</source>
        <translation>想定外 %1 個 (%2)</translation>
    </message>
    <message>
        <source>%1 key has a different shape (%2)</source>
        <translation>形状の相違 %1 個 (%2)</translation>
    </message>
    <message>
        <source>%1 keys have a different shape (%2)</source>
        <translation>形状の相違 %1 個 (%2)</translation>
    </message>
    <message>
        <source>%1 key has a different dtype (%2)</source>
        <translation>dtype の相違 %1 個 (%2)</translation>
    </message>
    <message>
        <source>%1 keys have a different dtype (%2)</source>
        <translation>dtype の相違 %1 個 (%2)</translation>
    </message>
    <message>
        <source>%1 is not a renaming: write the current beginning of the keys, &quot;=&quot;, and the new beginning, as in module.= or h.=transformer.h.</source>
        <translation>%1 は名前の変更ではありません: キーの先頭、&quot;=&quot;、それに代わる先頭を、module.= や h.=transformer.h. のように書いてください。</translation>
    </message>
    <message>
        <source>Compared with %1, %2.</source>
        <translation>%1 との突き合わせ: %2。</translation>
    </message>
    <message>
        <source>Every key begins with %1, which a wrapper such as DistributedDataParallel or torch.compile adds. Remove this beginning to restore the model&apos;s own names (--rename %2 on the command line).</source>
        <translation>すべてのキーが %1 で始まっています。これは DistributedDataParallel や torch.compile などのラッパーが付けるものです。取り除くと、モデル自身の名前が残ります (コマンドラインでは --rename %2)。</translation>
    </message>
    <message>
        <source>More keys match the module tree if %1 is removed from the beginning of the keys (--rename %2 on the command line).</source>
        <translation>キーから %1 を取り除くと、一致するキーが増えます (コマンドラインでは --rename %2)。</translation>
    </message>
    <message>
        <source>More keys match the module tree if %1 is added to the beginning of the keys (--rename %2 on the command line).</source>
        <translation>キーの前に %1 を付けると、一致するキーが増えます (コマンドラインでは --rename %2)。</translation>
    </message>
    <message>
        <source>More keys match the module tree if %1 at the beginning of the keys is replaced by %2 (--rename %3 on the command line).</source>
        <translation>キーの %1 を %2 に変えると、一致するキーが増えます (コマンドラインでは --rename %3)。</translation>
    </message>
    <message>
        <source>%1 %2, so no class can be chosen; omit the class %3.</source>
        <translation>%1: %2。このため、クラスを選ぶ対象がありません。%3 を省いてください。</translation>
    </message>
    <message>
        <source>The modules are derived from the tensor names; %1 was not used: %2</source>
        <translation>%1 はモデルのモジュールとして採用しませんでした。モジュールはテンソルの名前から判断しています: %2</translation>
    </message>
    <message>
        <source>%1 is one of several shards, so %2 was not used, and the modules are derived from the tensor names. To open all shards, put %3 into their folder and open the folder.</source>
        <translation>%1 は複数あるシャードの 1 つなので、%2 は使われず、モジュールはテンソルの名前から判断されます。すべてのシャードを開くには、そのフォルダーに %3 を置いてから、フォルダーを開いてください。</translation>
    </message>
    <message>
        <source>none of the keys in the file belongs to the class %1.</source>
        <translation>ファイルのキーに、%1 のものが 1 つもありません。</translation>
    </message>
    <message>
        <source>the file lacks %1 of the tensors that the configuration describes (%2).</source>
        <translation>それが記述するテンソルのうち、%1 個がファイルにありません (%2)。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; the limit for a module tree is 256 MiB.</source>
        <translation>%1 は %2 バイトです。モジュールツリーを読み取るのは最大 256 MiB です。</translation>
    </message>
    <message>
        <source>There are %1 module trees next to %2 (%3, %4 and more), so no tree was used; choose a tree (--tree on the command line).</source>
        <translation>%2 と同じ場所にモジュールツリーが %1 個 (%3、%4 など) あるため、どれも採用しませんでした。1 つを選んでください (コマンドラインでは --tree)。</translation>
    </message>
    <message>
        <source>There are %1 module trees next to %2 (%3, %4), so no tree was used; choose a tree (--tree on the command line).</source>
        <translation>%2 と同じ場所にモジュールツリーが %1 個 (%3、%4) あるため、どれも採用しませんでした。1 つを選んでください (コマンドラインでは --tree)。</translation>
    </message>
    <message>
        <source>The module tree next to the weights was not used: %1</source>
        <translation>重みと同じ場所にあるモジュールツリーは採用しませんでした: %1</translation>
    </message>
    <message>
        <source>%1 is next to the weights and was used as the module tree of the model.</source>
        <translation>%1 が重みと同じ場所にあり、そのモデルとして採用しました。</translation>
    </message>
    <message>
        <source>does not use the tensor names of transformers or diffusers</source>
        <translation>テンソルの名前が transformers や diffusers のものではありません</translation>
    </message>
    <message>
        <source>has no config.json next to its weights</source>
        <translation>重みと同じ場所に config.json がありません</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 (%2 上)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The modules were built earlier from %2 by %1 and are stored in %3.</source>
        <translation>モジュールは、%1 が以前に %2 から構築したものです。%3 に保存されています。</translation>
    </message>
    <message>
        <source>The modules were built from %2 by %1 and are stored in %3.</source>
        <translation>モジュールは、%1 が %2 から構築するものです。%3 に保存されています。</translation>
    </message>
    <message>
        <source>%1 is a module tree and contains no weights that the module tree %2 could describe; open a file with weights, or omit the second tree.</source>
        <translation>%1 自体がモジュールツリーで、%2 が記述しうる重みは含まれていません。重みを開くか、そのツリーを省いてください。</translation>
    </message>
    <message>
        <source>%1 is a module tree, which already names its classes; omit the class %2.</source>
        <translation>%1 はモジュールツリーで、クラスを自ら示しています。%2 を省いてください。</translation>
    </message>
    <message>
        <source>%1 contains no layers for multi-token prediction; leave multi-token prediction out of the plan.</source>
        <translation>%1 には、モデルのほかにマルチトークン予測用のレイヤーがありません。プランから省いてください。</translation>
    </message>
    <message>
        <source>Opening was cancelled.</source>
        <translation>開く処理はキャンセルされました。</translation>
    </message>
    <message>
        <source>The model ties %1, but the file contains different values for the tied weights. The weights are loaded separately, as from_pretrained does.</source>
        <translation>モデルは %1 を共有していますが、ファイルではその数値が異なるため、from_pretrained と同じく別々にロードします。</translation>
    </message>
    <message>
        <source>The index file %1 has %2 bytes; the limit for an index without its shards is 64 MiB.</source>
        <translation>%1 は %2 バイトです。シャードなしで読み取るのは最大 64 MiB です。</translation>
    </message>
    <message>
        <source>%1 names %2 shard, which was not found</source>
        <translation>%1 が示す %2 個のシャードがここにありません</translation>
    </message>
    <message>
        <source>%1 names %2 shards, none of which was found</source>
        <translation>%1 が示す %2 個のシャードが 1 つもここにありません</translation>
    </message>
    <message>
        <source>There is no file or folder %1. To use a model of the Hugging Face Hub, download its files into a folder (hf download %1 config.json --local-dir %2) and open %2. A plan needs config.json; a load also needs *.safetensors and model.safetensors.index.json.</source>
        <translation>ファイルまたはフォルダー %1 はありません。Hugging Face Hub のモデルの場合は、プランするには config.json を、ロードするには *.safetensors と model.safetensors.index.json を、フォルダーに取得し (hf download %1 config.json --local-dir %2)、%2 を開いてください。</translation>
    </message>
    <message>
        <source>%1 contains no adapter weights: none of %2, %3, %4 and %5 was found.</source>
        <translation>%1 にアダプターの重みがありません: %2、%3、%4、%5 のいずれもありません。</translation>
    </message>
    <message>
        <source>%1 is a module tree, which already names its classes. A class can be chosen only for a config.json; omit the class %2.</source>
        <translation>%1 はモジュールツリーで、クラスを自ら示しています。クラスを選べるのは config.json の場合だけです: %2 を省いてください。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes of JSON; the limit is 256 MiB.</source>
        <translation>%1 は %2 バイトの JSON です。読み取るのは最大 256 MiB です。</translation>
    </message>
    <message>
        <source>%1 is not a module tree: &quot;format&quot; must be &quot;stowage.tree&quot;.</source>
        <translation>%1 はモジュールツリーではありません: &quot;format&quot; は &quot;stowage.tree&quot; でなければなりません。</translation>
    </message>
    <message>
        <source>%1 is a bare Python pickle, not a checkpoint; save the state dict with torch.save.</source>
        <translation>%1 はただの Python pickle で、チェックポイントではありません。torch.save で state dict を保存してください。</translation>
    </message>
    <message>
        <source>%1 is an HDF5 file, not a PyTorch checkpoint; convert it to safetensors.</source>
        <translation>%1 は HDF5 ファイルで、PyTorch チェックポイントではありません。safetensors に変換してください。</translation>
    </message>
    <message>
        <source>%1 is a tar archive. If PyTorch before 0.1.10 wrote the file, load and save it with a newer torch; otherwise, extract the archive.</source>
        <translation>%1 は tar アーカイブです。0.1.10 より前の PyTorch が書いたファイルなら、より新しい torch でロードして保存してください。そうでなければ、アーカイブを展開してください。</translation>
    </message>
    <message>
        <source>%1 is a Git LFS pointer, not the file itself; run `git lfs pull`.</source>
        <translation>%1 は Git LFS ポインターで、ファイルそのものではありません。`git lfs pull` を実行してください。</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint: it is a text file that begins with %2.</source>
        <translation>%1 は %2 で始まるテキストファイルで、チェックポイントではありません。</translation>
    </message>
    <message>
        <source>%1 is not in a format that Stowage reads (safetensors, PyTorch, GGUF, .npy or .tree.json).</source>
        <translation>%1 は Stowage が読み取る形式ではありません: safetensors でも、PyTorch の形式、GGUF、.npy、.tree.json でもありません。</translation>
    </message>
    <message>
        <source>%1 is empty (0 bytes); fetch or save it again.</source>
        <translation>%1 は空です (0 バイト)。取得または保存し直してください。</translation>
    </message>
    <message>
        <source>%1 contains several files that could be the checkpoint: %2; open one of them.</source>
        <translation>%1 には、チェックポイントの可能性があるファイルが複数あります: %2。そのいずれかを開いてください。</translation>
    </message>
    <message>
        <source>%1 contains no checkpoint: it has no .safetensors, .pth, .pt, .bin, .gguf or .npy file.</source>
        <translation>%1 にチェックポイントがありません: .safetensors、.pth、.pt、.bin、.gguf、.npy のファイルが 1 つもありません。</translation>
    </message>
    <message>
        <source>%1 is not a folder containing a `.index.json` file or a pytorch_model.bin or a model.safetensors file</source>
        <translation>%1 は、`.index.json` ファイル、pytorch_model.bin、model.safetensors ファイルのいずれかを含むフォルダーではありません</translation>
    </message>
    <message>
        <source>%1 containing more than one `.index.json` file, delete the irrelevant ones.</source>
        <translation>%1 に複数の `.index.json` ファイルがあります。不要なものを削除してください。</translation>
    </message>
    <message>
        <source>%1 is not an index of shards: it must map the name of each tensor to a file name, at its top level or under &quot;weight_map&quot;.</source>
        <translation>%1 はシャードのインデックスではありません: 最上位または &quot;weight_map&quot; の下で、各テンソルの名前をファイルの名前に対応させなければなりません。</translation>
    </message>
    <message>
        <source>%1 contains more than one .index.json file, and Accelerate rejects such a folder; open one of these files, or delete the irrelevant files.</source>
        <translation>%1 に複数の .index.json があり、Accelerate はそのどれも採用しません。いずれかを開くか、不要なものを削除してください。</translation>
    </message>
    <message>
        <source>An additional model cannot be named %1, because another model has this name; give it another name.</source>
        <translation>ほかのモデルに添えるモデルの名前を %1 にすることはできません。別のモデルの名前になっています。別の名前を付けてください。</translation>
    </message>
    <message>
        <source>An additional model cannot be named %1: the name contains a dot or is empty; give it another name.</source>
        <translation>ほかのモデルに添えるモデルの名前を %1 にすることはできません: 名前にドットがあるか、空です。別の名前を付けてください。</translation>
    </message>
    <message>
        <source>At most %1 adapters and additional models together can be planned with one model.</source>
        <translation>ほかのモデルとともにプランできるアダプターとモデルは、最大 %1 個です。</translation>
    </message>
    <message>
        <source>%1 is one of the %2 shards of the index %3; all shards were opened.</source>
        <translation>%1 は、%3 が示す %2 個のシャードの 1 つです。そのすべてを開きました。</translation>
    </message>
    <message>
        <source>%1 is one of the %2 shards of the index %3, but only the tensors of this shard were read: %4</source>
        <translation>%1 は、%3 が示す %2 個のシャードの 1 つですが、ここにあるのはそれ自身のテンソルだけです: %4</translation>
    </message>
    <message>
        <source>%1 was opened. The folder also contains %2; to open another file, specify the file name.</source>
        <translation>%1 を採用しました。フォルダーには %2 もあります。別のファイルを開くには、ファイル名を指定してください。</translation>
    </message>
    <message>
        <source>headers of files</source>
        <translation>ファイルのヘッダー</translation>
    </message>
    <message>
        <source>The prefix %2 selects a nested dict of a PyTorch file, but %1 has another format; omit the prefix.</source>
        <translation>%1 には、プレフィックス %2 で選べる部分がありません: 部分があるのは、入れ子になった dict の PyTorch ファイルだけです。これを省いてください。</translation>
    </message>
    <message>
        <source>%1 is a LoRA adapter, shown without its model; open the model and add the adapter to the model (--adapter on the command line).</source>
        <translation>%1 は LoRA アダプターで、対象のモデルなしで表示しています。そのモデルを開き、アダプターを追加してください (コマンドラインでは --adapter)。</translation>
    </message>
    <message>
        <source>%1 is a LoRA adapter for %2, shown without its model; open the model and add the adapter to the model (--adapter on the command line).</source>
        <translation>%1 は %2 用の LoRA アダプターで、対象のモデルなしで表示しています。そのモデルを開き、アダプターを追加してください (コマンドラインでは --adapter)。</translation>
    </message>
    <message>
        <source>%1 is a LoRA adapter and was applied to the model that the adapter names, %2.</source>
        <translation>%1 は LoRA アダプターです。それが示すモデル %2 に重ねました。</translation>
    </message>
    <message>
        <source>%1 contains the file %2, whose name is not valid UTF-8 and cannot be the name of a tensor; rename the file.</source>
        <translation>%1 にファイル %2 がありますが、その名前は有効な UTF-8 ではないため、テンソルの名前にできません。ファイルの名前を変えてください。</translation>
    </message>
    <message>
        <source>%1 contains no tensors: it has no .pt and no .npy file.</source>
        <translation>%1 にテンソルがありません: .pt も .npy も 1 つもありません。</translation>
    </message>
    <message>
        <source>The model %1 cannot use the class that the pipeline names, %2: %3</source>
        <translation>%1 は、パイプラインが示す %2 として構築されていません: %3</translation>
    </message>
    <message>
        <source>%1 has several models, but a class, a tree, a prefix or a renaming applies to one model; open the folder of that model, or omit the option.</source>
        <translation>%1 は複数のモデルからなりますが、クラス、ツリー、プレフィックス、名前の変更は 1 つのモデルに対するものです。そのモデルのフォルダーを開くか、指定を省いてください。</translation>
    </message>
    <message>
        <source>The model folders also contain variants of the weights that were not opened: %1 (--weights-variant on the command line).</source>
        <translation>モデルのフォルダーには、ほかのバリアントの重みもあります: %1 (コマンドラインでは --weights-variant)。</translation>
    </message>
    <message>
        <source>The model %2 of %1 is missing and is not included; fetch the folder of this model.</source>
        <translation>%1 のモデルのうち、%2 がここになく、数えていません。そのフォルダーも取得してください。</translation>
    </message>
    <message>
        <source>The models %2 of %1 are missing and are not included; fetch the folders of these models.</source>
        <translation>%1 のモデルのうち、%2 がここになく、数えていません。それらのフォルダーも取得してください。</translation>
    </message>
    <message>
        <source>%1 lists no model with a folder.</source>
        <translation>%1 が示すモデルに、フォルダーがここにあるものはありません。</translation>
    </message>
    <message>
        <source>None of the models in %1 has a folder; fetch %2.</source>
        <translation>%1 が示すモデルに、フォルダーがここにあるものはありません: %2 を取得してください。</translation>
    </message>
    <message>
        <source>read once</source>
        <translation>1 回読み取り</translation>
    </message>
    <message>
        <source>The pages of %1 cannot be dropped from memory: %2.</source>
        <translation>%1 のページをメモリーから破棄できません: %2。</translation>
    </message>
    <message>
        <source>Reading %1 into the page cache was stopped.</source>
        <translation>%1 をページキャッシュに読み込む処理は停止されました。</translation>
    </message>
    <message>
        <source>%1 is not a state of the page cache; use as-is, cold or warm.</source>
        <translation>%1 はページキャッシュの状態ではありません。as-is、cold、warm のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>is not a diffusers pipeline: %1 must be a list of a library and a class.</source>
        <translation>は diffusers のパイプラインではありません: %1 はライブラリとクラスのリストでなければなりません。</translation>
    </message>
    <message>
        <source>names a component %1, which is not a folder name.</source>
        <translation>が示すコンポーネント %1 は、フォルダーの名前ではありません。</translation>
    </message>
    <message>
        <source>%1 names the class %2, whose weights are not for PyTorch; fetch the PyTorch files of the pipeline.</source>
        <translation>%1 は %2 のパイプラインのもので、その重みは PyTorch のものではありません。その PyTorch 用のファイルを取得してください。</translation>
    </message>
    <message>
        <source>is not a diffusers pipeline: the file must contain a JSON object with a &quot;_class_name&quot;.</source>
        <translation>は diffusers のパイプラインではありません: &quot;_class_name&quot; を示すオブジェクトでなければなりません。</translation>
    </message>
    <message>
        <source>%1 names %2 models; the limit is %3.</source>
        <translation>%1 は %2 個のモデルを示しています。開くのは最大 %3 個です。</translation>
    </message>
    <message>
        <source>The built-in list of single-file layouts contains an error: %1</source>
        <translation>単一ファイルのレイアウトの一覧に誤りがあります: %1</translation>
    </message>
    <message>
        <source>the file %1.json is missing</source>
        <translation>%1.json がありません</translation>
    </message>
    <message>
        <source>The model %2 of %1 is not in the file and is not included.</source>
        <translation>%1 のモデルのうち、%2 がこのファイルになく、数えていません。</translation>
    </message>
    <message>
        <source>The models %2 of %1 are not in the file and are not included.</source>
        <translation>%1 のモデルのうち、%2 がこのファイルになく、数えていません。</translation>
    </message>
    <message>
        <source>%1 tensor of the file belongs to none of the models of %2 and will not be loaded: %3.</source>
        <translation>ファイルの %1 個のテンソルは、%2 のどのモデルにも属さず、ロードされません: %3。</translation>
    </message>
    <message>
        <source>%1 tensors of the file belong to none of the models of %2 and will not be loaded: %3.</source>
        <translation>ファイルの %1 個のテンソルは、%2 のどのモデルにも属さず、ロードされません: %3。</translation>
    </message>
    <message>
        <source>The keys match the single-file layout of %1, but the modules are derived from the keys: %2</source>
        <translation>キーは %1 の単一ファイルのものですが、モジュールはキーから判断しています: %2</translation>
    </message>
    <message>
        <source>The keys match the single-file layout of %1, but no tensor has the expected shape, so the modules are derived from the keys.</source>
        <translation>キーは %1 の単一ファイルのものですが、想定される形状のテンソルが 1 つもないため、モジュールはキーから判断しています。</translation>
    </message>
    <message>
        <source>has a storage of %1 elements, which do not fit into its record of %2 bytes</source>
        <translation>ストレージが %1 要素で、%2 バイトのレコードに入る量を超えています</translation>
    </message>
    <message>
        <source>has a storage of %1 bytes, which do not fit into its record of %2 bytes</source>
        <translation>ストレージが %1 バイトで、%2 バイトのレコードに入る量を超えています</translation>
    </message>
    <message>
        <source>has elements of the dtype %1, which do not fill whole bytes</source>
        <translation>%1 の要素があり、バイト単位に収まりません</translation>
    </message>
    <message>
        <source>begins at element %1, which is beyond the end of its storage</source>
        <translation>要素 %1 から始まり、ストレージの外にあります</translation>
    </message>
    <message>
        <source>extends past the end of its storage in dimension %1</source>
        <translation>次元 %1 でストレージの末尾を越えています</translation>
    </message>
    <message>
        <source>%1 changed during the conversion, so the result cannot be trusted: convert it again without --resume.</source>
        <translation>%1 が変換中に変更されたため、その内容は何も信頼できません: --resume なしで変換し直してください。</translation>
    </message>
    <message>
        <source>The tensor %1 %2.</source>
        <translation>テンソル %1: %2。</translation>
    </message>
    <message>
        <source>was saved on the meta device and has no bytes to convert; save the model with its weights</source>
        <translation>meta デバイス上で保存されており、変換するバイトがありません。モデルを重みとともに保存してください</translation>
    </message>
    <message>
        <source>has the dtype %1, whose quantised blocks only GGUF files can store; convert a float16 or float32 GGUF file instead</source>
        <translation>%1 で、GGUF ファイルだけが持つブロックで量子化されています。代わりに float16 または float32 の GGUF を変換してください</translation>
    </message>
    <message>
        <source>is stored as %1 and cannot be cast to %2; omit --dtype</source>
        <translation>%1 で保存されており、%2 にキャストできません。--dtype を省いてください</translation>
    </message>
    <message>
        <source>The name of the tensor %1 is too long for a file name; convert to safetensors or pth.</source>
        <translation>テンソル %1 の名前はファイルには長すぎます。safetensors または pth に変換してください。</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, which safetensors files cannot store; convert to pth.</source>
        <translation>テンソル %1 は %2 で、safetensors ファイルに格納できません。pth に変換してください。</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, which torch.save cannot store; convert to safetensors.</source>
        <translation>テンソル %1 は %2 で、torch.save では保存できません。safetensors に変換してください。</translation>
    </message>
    <message>
        <source>The name of the tensor %1 is not allowed in a safetensors file; convert to pth or rename the tensor.</source>
        <translation>テンソル %1 の名前は、safetensors ファイルのテンソルには使えません。pth に変換するか、名前を変えてください。</translation>
    </message>
    <message>
        <source>%1 is not a target format; use safetensors, pth, per-tensor or offload.</source>
        <translation>%1 は変換先の形式ではありません。safetensors、pth、per-tensor、offload のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>at least one byte is required, not %1.</source>
        <translation>シャードには少なくとも 1 バイトの余地が必要で、%1 にはできません。</translation>
    </message>
    <message>
        <source>A folder with one file per tensor cannot store a second name of a tensor, such as %1; leave the second name out.</source>
        <translation>テンソル %1 は別のテンソルの 2 つ目の名前ですが、テンソルごとに 1 ファイルのフォルダーではこれを表せません。省いてください。</translation>
    </message>
    <message>
        <source>Writing %1 was stopped.</source>
        <translation>%1 の書き込みは停止されました。</translation>
    </message>
    <message>
        <source>The size of a shard must be at least one byte.</source>
        <translation>シャードには少なくとも 1 バイトの余地が必要です。</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, for which Stowage does not know the initial values of a new model; open the checkpoint that belongs to this model.</source>
        <translation>%1 は %2 で、そこに入る新しいモデルの値は不明です。このモデルに属するチェックポイントを開いてください。</translation>
    </message>
    <message>
        <source>%1 lacks more than %2 of the model&apos;s parameters, which is too much to load with initial values; open the checkpoint that belongs to this model.</source>
        <translation>%1 には、モデルのパラメーターが %2 を超えて不足しており、初期値でロードするには多すぎます。このモデルに属するチェックポイントを開いてください。</translation>
    </message>
    <message>
        <source>The tensor name %1 cannot be a file name in an offload folder.</source>
        <translation>テンソル名 %1 は、オフロードフォルダーのファイルの名前にできません。</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, which Accelerate&apos;s offload folder cannot store; do not place the tensor on the disk.</source>
        <translation>テンソル %1 は %2 で、Accelerate のオフロードフォルダーに格納できません。ディスクには置かないでください。</translation>
    </message>
    <message>
        <source>The tensor %1 is empty, and an offload folder cannot store empty tensors (numpy cannot map an empty file); do not place the tensor on the disk.</source>
        <translation>テンソル %1 は空で、オフロードフォルダーに空のテンソルは格納できません (numpy は空のファイルをマップできません)。ディスクには置かないでください。</translation>
    </message>
    <message>
        <source>The shape and dtype of the tensor %1 do not match its size of %2 bytes.</source>
        <translation>テンソル %1 は、その形状と dtype では %2 バイトになりません。</translation>
    </message>
    <message>
        <source>%1 is not a folder; remove it or choose another folder.</source>
        <translation>%1 はフォルダーではありません。削除するか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The unfinished files next to %1 %2; run the command without --resume to start over.</source>
        <translation>%1 と同じ場所にある未完成のファイル: %2。最初からやり直すには、--resume なしで実行してください。</translation>
    </message>
    <message>
        <source>%1 is not the journal of an unfinished write; run the command without --resume to start over.</source>
        <translation>%1 は未完了の実行のジャーナルではありません。最初からやり直すには、--resume なしで実行してください。</translation>
    </message>
    <message>
        <source>%1 was written by another version of Stowage; run the command without --resume to start over.</source>
        <translation>%1 は別のバージョンの Stowage が書いたものです。最初からやり直すには、--resume なしで実行してください。</translation>
    </message>
    <message>
        <source>belong to an earlier state of %1</source>
        <translation>変更される前の %1 のものです</translation>
    </message>
    <message>
        <source>belong to %1, not to %2</source>
        <translation>%2 ではなく %1 のものです</translation>
    </message>
    <message>
        <source>were written with other options</source>
        <translation>別のオプションで始められたものです</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, which safetensors files cannot store; write a .pth file.</source>
        <translation>テンソル %1 は %2 で、safetensors ファイルに格納できません。.pth ファイルに書いてください。</translation>
    </message>
    <message>
        <source>A safetensors file cannot store a second name of a tensor, such as %1; leave the second name out.</source>
        <translation>テンソル %1 は別のテンソルとバイトを共有しており、safetensors ファイルではこれを表せません。2 つ目の名前を省いてください。</translation>
    </message>
    <message>
        <source>%1 would need a header of more than 100,000,000 bytes, which is the limit of safetensors files.</source>
        <translation>%1 には、100,000,000 バイトを超えるヘッダーが必要になります。</translation>
    </message>
    <message>
        <source>Vocabulary, context, width, layers and heads of a sample must each be between 1 and 2^24; one of them is %1.</source>
        <translation>サンプルのサイズは 1 から 2^24 の間でなければならず、%1 にはできません。</translation>
    </message>
    <message>
        <source>The width of a sample, %1, is not divisible by its number of heads, %2.</source>
        <translation>サンプルの幅 %1 は %2 個のヘッドに割り切れません。</translation>
    </message>
    <message>
        <source>A sample cannot have the dtype %1; use float32, float16, bfloat16 or float64.</source>
        <translation>サンプルを %1 にすることはできません。float32、float16、bfloat16、float64 のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>A sample can be written only as safetensors, pth or per-tensor.</source>
        <translation>サンプルは safetensors、pth、per-tensor のいずれかとして書き出されます。</translation>
    </message>
    <message>
        <source>A sample can be written in shards only as safetensors.</source>
        <translation>シャードに書き出せるのは safetensors のサンプルだけです。</translation>
    </message>
    <message>
        <source>There is no sample of the architecture %1; use one of %2.</source>
        <translation>アーキテクチャ %1 のサンプルは作れません。%2 のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>The sizes of a sample of %1 are fixed by its configuration; do not specify sizes.</source>
        <translation>%1 のサンプルのサイズは、その設定で決まっています。サイズは指定しないでください。</translation>
    </message>
    <message>
        <source>%1 already exists and is not marked as written by Stowage; remove it or choose another folder.</source>
        <translation>%1 はすでに存在し、Stowage が書いたことを示す印がありません。削除するか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>%1 is the folder of the model itself (%2); choose another folder to keep the source unchanged.</source>
        <translation>%1 は、モデル自体があるフォルダーです (%2)。元のファイルが変わらないように、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>%1 is not a folder; specify another path.</source>
        <translation>%1 はフォルダーではありません。別のものを指定してください。</translation>
    </message>
    <message>
        <source>would be written twice</source>
        <translation>2 回書き込まれることになっています</translation>
    </message>
    <message>
        <source>has a name that is not valid UTF-8</source>
        <translation>名前が UTF-8 ではありません</translation>
    </message>
    <message>
        <source>has a size that a file cannot have</source>
        <translation>ファイルにはあり得ないサイズです</translation>
    </message>
    <message>
        <source>is not a second name of an earlier tensor of the same shape and dtype</source>
        <translation>形状と dtype が同じ、より前のテンソルの 2 つ目の名前になっていません</translation>
    </message>
    <message>
        <source>The tensor %1 with the dtype %2 cannot be written to a .pth file; use another load method or file format.</source>
        <translation>テンソル %1 は %2 で、.pth ファイルに書き込めません。別の方式または形式を指定してください。</translation>
    </message>
    <message>
        <source>%1 must contain one tensor, not %2 tensors.</source>
        <translation>%1 に入れるテンソルは 1 個で、%2 個ではありません。</translation>
    </message>
    <message>
        <source>Only some modules are planned outside the GPUs</source>
        <translation>GPU の外にプランされているのは一部のモジュールだけ</translation>
    </message>
    <message>
        <source>ZeRO-Inference offloads every parameter of more than %1 elements and copies each offloaded parameter to the GPUs when the parameter is used</source>
        <translation>ZeRO-Inference は、%1 要素を超えるすべてのパラメーターをオフロードし、使うときに各パラメーターを GPU へ運ぶ</translation>
    </message>
    <message>
        <source>The assignment of layers to GPUs</source>
        <translation>各 GPU がどのレイヤーを持つか</translation>
    </message>
    <message>
        <source>ZeRO divides every parameter among the %1 GPUs, and all GPUs compute every layer</source>
        <translation>ZeRO はすべてのパラメーターを %1 個の GPU に分割し、そのすべてがすべてのレイヤーを計算する</translation>
    </message>
    <message>
        <source>The limits of gpu_split are too low: %1 of %2 layers fit, without the modules after the last layer. Raise the limits.</source>
        <translation>gpu_split の上限が低すぎて、%2 レイヤーと、最後のレイヤーの後のモジュールが収まりません。収まるレイヤーの数は %1 です。上限を上げてください。</translation>
    </message>
    <message>
        <source>Keys and values are planned in %1</source>
        <translation>キーと値は %1 でプランされている</translation>
    </message>
    <message>
        <source>ExLlama stores keys and values in %1 bits</source>
        <translation>ExLlama はそれらを %1 ビットで保持する</translation>
    </message>
    <message>
        <source>Weights are planned outside the GPUs</source>
        <translation>重みが GPU の外にプランされている</translation>
    </message>
    <message>
        <source>ExLlama keeps every layer on a GPU, so the limits are set high enough for all layers</source>
        <translation>ExLlama はすべてのレイヤーを GPU に置く: 上限は、それに必要な高さになっている</translation>
    </message>
    <message>
        <source>The layers are assigned to the GPUs by the planned sizes of the weights. If the files are quantised, more layers fit on the first GPUs.</source>
        <translation>レイヤーは、プランでの重みのサイズに従って GPU を満たします。量子化されたファイルはそれより小さいため、その場合は先頭側の GPU に置かれるレイヤーが増えます。</translation>
    </message>
    <message>
        <source>%1 %2 is unknown; use one of %3.</source>
        <translation>%1 %2 は知られていません。%3 のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>The text to import is larger than 64 MiB or not valid UTF-8; specify the command or the file that places the layers.</source>
        <translation>インポートするテキストが 64 MiB を超えているか、UTF-8 ではありません。レイヤーを配置するコマンドまたはファイルを指定してください。</translation>
    </message>
    <message>
        <source>%1 offloads all parameters in the same way. Its settings do not place single modules, so no device map can be imported.</source>
        <translation>%1 はすべてのパラメーターを一律にオフロードします: その設定はモジュールを配置しないため、インポートするものがありません。</translation>
    </message>
    <message>
        <source>Stowage supports models with an encoder and a decoder only for accelerate; use accelerate.</source>
        <translation>このモデルにはエンコーダーとデコーダーがあり、ほかのエンジンの規則はこれを扱いません。代わりに accelerate を使ってください。</translation>
    </message>
    <message>
        <source>This model has no list of layers (modules named 0, 1, 2 …). Stowage supports such models only for accelerate; use accelerate.</source>
        <translation>このモデルには、別のエンジンが分けられるレイヤーの並び (0、1、2 … という名前のモジュール) がありません。代わりに accelerate を使ってください。</translation>
    </message>
    <message>
        <source>The model is not a GGUF file</source>
        <translation>モデルが GGUF ファイルではない</translation>
    </message>
    <message>
        <source>convert to GGUF first: %1</source>
        <translation>先に変換すること: %1</translation>
    </message>
    <message>
        <source>llama.cpp has no KV cache of this type and stores keys and values in f16</source>
        <translation>llama.cpp にはそのような型がなく、f16 で保持する</translation>
    </message>
    <message>
        <source>%1 of weights is on disk</source>
        <translation>%1 の重みがディスクにある</translation>
    </message>
    <message>
        <source>llama.cpp cannot place weights on disk; it maps the weights into the CPU&apos;s memory, and the system may drop mapped pages</source>
        <translation>llama.cpp にそのような置き場所はない: CPU のメモリーにマップし、システムはそこからページを破棄することがある</translation>
    </message>
    <message>
        <source>Offloaded weights are copied to a GPU for every forward pass</source>
        <translation>オフロードされた重みは、フォワードパスごとに GPU へコピーされる</translation>
    </message>
    <message>
        <source>llama.cpp computes the layers of these weights on the CPU, except for long prompts</source>
        <translation>llama.cpp は、長いプロンプトの場合を除き、それらを CPU で計算する</translation>
    </message>
    <message>
        <source>%1 layer is not on the GPU that -ts assigns (-ts assigns consecutive layers to a GPU)</source>
        <translation>%1 レイヤーが、-ts による一続きの割り当てとは別の GPU にある</translation>
    </message>
    <message>
        <source>%1 layers are not on the GPU that -ts assigns (-ts assigns consecutive layers to a GPU)</source>
        <translation>%1 レイヤーが、-ts による一続きの割り当てとは別の GPU にある</translation>
    </message>
    <message>
        <source>keys and values of such a layer remain on the GPU that -ts assigns, and results are copied between the GPUs</source>
        <translation>そのキーと値は -ts の示す場所に残り、結果が行き来する</translation>
    </message>
    <message>
        <source>A GGUF file of this model family cannot contain %1</source>
        <translation>%1 は、このファミリーの GGUF ファイルに入れる場所がない</translation>
    </message>
    <message>
        <source>llama.cpp runs without these tensors, or reads them from a separate file (--mmproj)</source>
        <translation>llama.cpp はそれらなしで実行するか、専用のファイルから取り込む (--mmproj)</translation>
    </message>
    <message>
        <source>-ot contains %1; each entry must be a pattern, &quot;=&quot;, and CPU or one of the %2 GPUs, such as CUDA0.</source>
        <translation>-ot に %1 があります。ここには、パターン、&quot;=&quot;、そして CPU または %2 個の GPU の 1 つ (CUDA0 など) が必要です。</translation>
    </message>
    <message>
        <source>Without -ngl, llama.cpp fits layers to the free memory; Stowage assumes that all layers are on GPUs.</source>
        <translation>-ngl がない場合、llama.cpp は空きメモリーに合わせてレイヤーを置きます。ここでは、すべてが GPU にあるものとします。</translation>
    </message>
    <message>
        <source>The number of layers on each GPU</source>
        <translation>各 GPU が受け持つレイヤーの数</translation>
    </message>
    <message>
        <source>Ollama distributes layers by free memory; only the total number of layers on GPUs can be set</source>
        <translation>Ollama は空きメモリーに応じて分ける。伝えられるのは、GPU に置く合計の数</translation>
    </message>
    <message>
        <source>The pipeline layout has %1 layers, but this model has %2 layers.</source>
        <translation>パイプラインレイアウトは %1 レイヤーですが、このモデルは %2 レイヤーです。</translation>
    </message>
    <message>
        <source>The pipeline layout must begin with &quot;E&quot; and end with its only &quot;L&quot;; it has %1 layers, and this model has %2 layers.</source>
        <translation>パイプラインレイアウトは &quot;E&quot; で始まり、ただ 1 つの &quot;L&quot; で終わらなければなりません。レイアウトは %1 レイヤー、このモデルは %2 レイヤーです。</translation>
    </message>
    <message>
        <source>The checkpoint does not have the format of Megatron</source>
        <translation>重みが別の形のチェックポイントになっている</translation>
    </message>
    <message>
        <source>convert the checkpoint first with Megatron&apos;s tools/checkpoint</source>
        <translation>先に Megatron 自身の tools/checkpoint で変換すること</translation>
    </message>
    <message>
        <source>No layer of this plan runs on a GPU, but this engine needs a GPU; add GPUs to the plan, or export the plan to llama.cpp.</source>
        <translation>このプランには GPU で実行されるレイヤーがありませんが、このエンジンにはそれが必要です。プランに GPU を与えるか、llama.cpp にエクスポートしてください。</translation>
    </message>
    <message>
        <source>%1 does not read weights from disk during a forward pass; the weights must fit into the memory of the CPU or of their layer&apos;s GPU</source>
        <translation>%1 は実行中にディスクから重みを読まない: 重みは、CPU のメモリーか、その GPU のメモリーに収まる必要がある</translation>
    </message>
    <message>
        <source>The plan changes the GPU %1 times between consecutive layers</source>
        <translation>レイヤーの GPU が %1 回切り替わる</translation>
    </message>
    <message>
        <source>%1 places consecutive layers on each GPU; the number of layers on each GPU is as planned</source>
        <translation>%1 は各 GPU に、プランと同じ数の一続きのレイヤーを割り当てる</translation>
    </message>
    <message>
        <source>%1 layer is on more than one GPU</source>
        <translation>%1 レイヤーが複数の GPU にまたがっている</translation>
    </message>
    <message>
        <source>%1 layers are on more than one GPU</source>
        <translation>%1 レイヤーが複数の GPU にまたがっている</translation>
    </message>
    <message>
        <source>%1 does not split layers</source>
        <translation>%1 はレイヤーを丸ごと受け持つ</translation>
    </message>
    <message>
        <source>%1 has weights but no layer</source>
        <translation>%1 に重みはあるが、レイヤーはない</translation>
    </message>
    <message>
        <source>%1 uses only GPUs that have layers</source>
        <translation>%1 が使うのはレイヤーのある GPU だけ</translation>
    </message>
    <message>
        <source>The plan computes offloaded modules on the CPU</source>
        <translation>オフロードされたモジュールを CPU で計算する</translation>
    </message>
    <message>
        <source>%1 copies offloaded modules to the GPU for every forward pass</source>
        <translation>%1 はパスのたびにそれらを GPU へ運ぶ</translation>
    </message>
    <message>
        <source>The weights are planned as quantised (%1)</source>
        <translation>重みは量子化されたものとしてプランされている (%1)</translation>
    </message>
    <message>
        <source>%1 loads the weights as stored in the model&apos;s files; quantise the files first</source>
        <translation>%1 はモデルのファイルにあるままロードする: 先にファイルを量子化すること</translation>
    </message>
    <message>
        <source>The first and the last stage share the weight %1</source>
        <translation>ヘッドが %1 を共有している</translation>
    </message>
    <message>
        <source>the last stage stores a copy of this weight, which needs %1 more memory on %2</source>
        <translation>最後のステージが独自のコピーを持つ: %2 でさらに %1</translation>
    </message>
    <message>
        <source>The workload divides every layer among %1 GPUs</source>
        <translation>ワークロードがすべてのレイヤーを %1 個の GPU に分割する</translation>
    </message>
    <message>
        <source>the device map does not affect the division: the engine divides all tensors in the same way</source>
        <translation>デバイスマップはこれに関与しない: エンジンはすべてのテンソルを一律に分割する</translation>
    </message>
    <message>
        <source>The limits of the GPUs are different fractions of their memory (%1 to %2)</source>
        <translation>GPU の予算が、メモリーに対して異なる割合になっている (%1～%2)</translation>
    </message>
    <message>
        <source>the engine uses one fraction for all GPUs; the smallest fraction is written</source>
        <translation>割合は全体で 1 つ: 最小のものを書き出す</translation>
    </message>
    <message>
        <source>the engine stores keys and values in the compute dtype or in fp8</source>
        <translation>エンジンはそれらを計算の dtype または fp8 で保持する</translation>
    </message>
    <message>
        <source>The number of stages</source>
        <translation>ステージの数</translation>
    </message>
    <message>
        <source>The stages are on GPUs %1</source>
        <translation>ステージは GPU %1 にある</translation>
    </message>
    <message>
        <source>Ray chooses the GPUs itself: each stage uses the next GPU</source>
        <translation>Ray はカードを自ら選ぶ: ステージごとに次のカード</translation>
    </message>
    <message>
        <source>The device map contains no device for %1; only a plan of the whole model can be exported.</source>
        <translation>デバイスマップは %1 にデバイスを指定していません。エクスポートできるのは、モデル全体を対象とするプランだけです。</translation>
    </message>
    <message>
        <source>split_spec cuts at %1, which is not a layer of this model; the first layer of this model is %2.</source>
        <translation>split_spec が %1 で区切っていますが、これはこのモデルのレイヤーではありません。最初のレイヤーは %2 です。</translation>
    </message>
    <message>
        <source>The text contains no split_spec with entries such as &quot;layer&quot;: SplitPoint.BEGINNING.</source>
        <translation>テキストに、split_spec の &quot;layer&quot;: SplitPoint.BEGINNING がありません。</translation>
    </message>
    <message>
        <source>The workload generates tokens</source>
        <translation>トークンを生成することになっている</translation>
    </message>
    <message>
        <source>the pipeline computes only prompts, because it stores no keys and values between forward passes</source>
        <translation>パイプラインが計算するのはプロンプト: パスからパスへキーと値を保持しない</translation>
    </message>
    <message>
        <source>The plan was not applied: %1.</source>
        <translation>プランは適用されませんでした: %1。</translation>
    </message>
    <message>
        <source>assemble the model</source>
        <translation>モデルを組み立て</translation>
    </message>
    <message>
        <source>%1 changed while it was loaded (%2), so the loaded weights cannot be trusted. Open the file again.</source>
        <translation>%1 がロード中に変更されたため (%2)、その内容は何も信頼できません: 開き直してください。</translation>
    </message>
    <message>
        <source>%1 bytes instead of %2</source>
        <translation>%2 バイトではなく %1 バイト</translation>
    </message>
    <message>
        <source>start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Loading needs LibTorch, which is not open.</source>
        <translation>ロードには LibTorch が必要ですが、開かれていません。</translation>
    </message>
    <message>
        <source>Loading needs the CPU as one of its devices.</source>
        <translation>ロードには、そのデバイスの中に CPU が必要です。</translation>
    </message>
    <message>
        <source>The plan uses %1, which is not among the devices.</source>
        <translation>プランは %1 を使いますが、それはデバイスの中にありません。</translation>
    </message>
    <message>
        <source>The host has no memory left for this load.</source>
        <translation>ホストに、このロードのためのメモリーが残っていません。</translation>
    </message>
    <message>
        <source>Loading failed: %1</source>
        <translation>ロードに失敗しました: %1</translation>
    </message>
    <message>
        <source>There is not enough memory for %1 on %2.</source>
        <translation>%1 のための余地が %2 にありません。</translation>
    </message>
    <message>
        <source>The load could not be started: %1.</source>
        <translation>ロードを開始できませんでした: %1。</translation>
    </message>
    <message>
        <source>verify</source>
        <translation>検証</translation>
    </message>
    <message>
        <source>Loading was cancelled.</source>
        <translation>ロードはキャンセルされました。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, but had %3 bytes when it was opened, so the file has changed. Open the file again.</source>
        <translation>%1 は %2 バイトですが、開いたときは %3 バイトでした: その間に変更されています。開き直してください。</translation>
    </message>
    <message>
        <source>%1 cannot be examined: %2.</source>
        <translation>%1 を調べられません: %2。</translation>
    </message>
    <message>
        <source>%1 does not contain exactly one tensor, although one tensor was written to this file.</source>
        <translation>%1 の内容が、書き込まれた 1 つのテンソルになっていません。</translation>
    </message>
    <message>
        <source>write one file per tensor</source>
        <translation>テンソルごとに 1 ファイルを書き込み</translation>
    </message>
    <message>
        <source>this load</source>
        <translation>このロード</translation>
    </message>
    <message>
        <source>Open the checkpoint that belongs to this model.</source>
        <translation>このモデルに属するチェックポイントを開いてください。</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensor of %3: %4</source>
        <translation>%1 に、%3 のテンソル %2 個がありません: %4</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensors of %3: %4</source>
        <translation>%1 に、%3 のテンソル %2 個がありません: %4</translation>
    </message>
    <message>
        <source>%1; unexpected tensors: %2 (%3).</source>
        <translation>%1。また、そちらにないものが %2 個あります: %3。</translation>
    </message>
    <message>
        <source>%1 is %2 in the file and %3 in the model</source>
        <translation>%1 はファイルでは %2、モデルでは %3 です</translation>
    </message>
    <message>
        <source>Compared with %4, %1 tensor of %2 has %3: %5.</source>
        <translation>%2 の %1 個のテンソルは、%4 のものと%3: %5。</translation>
    </message>
    <message>
        <source>Compared with %4, %1 tensors of %2 have %3: %5 (the first).</source>
        <translation>%2 の %1 個のテンソルは、%4 のものと%3: %5 (最初のもの)。</translation>
    </message>
    <message>
        <source>%1 is stored as %2, but is %4 in %3</source>
        <translation>%1 は %2 で保存されていますが、%3 では %4 です</translation>
    </message>
    <message>
        <source>%1 tensor would lose precision: %2.</source>
        <translation>桁が失われるテンソルが %1 個あります: %2。</translation>
    </message>
    <message>
        <source>%1 tensors would lose precision: %2.</source>
        <translation>桁が失われるテンソルが %1 個あります: %2。</translation>
    </message>
    <message>
        <source>Load the stored dtype with --dtype %1, or force the cast with --force.</source>
        <translation>--dtype %1 で保存時のままロードするか、--force でそれでもキャストしてください。</translation>
    </message>
    <message>
        <source>Force the cast with --force.</source>
        <translation>--force でそれでもキャストしてください。</translation>
    </message>
    <message>
        <source>The file has %1 tensor that is not in %2: %3.</source>
        <translation>ファイルには、%2 にないテンソルが %1 個あります: %3。</translation>
    </message>
    <message>
        <source>The file has %1 tensors that are not in %2: %3.</source>
        <translation>ファイルには、%2 にないテンソルが %1 個あります: %3。</translation>
    </message>
    <message>
        <source>Open the checkpoint that belongs to this model, or ignore the additional tensors with --force.</source>
        <translation>このモデルに属するチェックポイントを開くか、--force でそれらを除外してください。</translation>
    </message>
    <message>
        <source>another shape</source>
        <translation>形状が異なります</translation>
    </message>
    <message>
        <source>another dtype, which cannot be cast</source>
        <translation>dtype が異なり、キャストでは変換できません</translation>
    </message>
    <message>
        <source>Open the checkpoint that belongs to this model, or change the dtype in the module tree to the stored dtype.</source>
        <translation>このモデルに属するチェックポイントを開くか、保存されている dtype をモジュールツリーに書き込んでください。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a load method; the load methods are %2.</source>
        <translation>ロード方式 &quot;%1&quot; はありません。このバージョンにあるのは %2 です。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a load method; use auto, %2.</source>
        <translation>ロード方式 &quot;%1&quot; はありません。auto、%2 のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>use the load method &quot;%1&quot;, which fits</source>
        <translation>収まる方式の &quot;%1&quot; でロードしてください</translation>
    </message>
    <message>
        <source>move layers away from this device</source>
        <translation>このデバイスからレイヤーを移してください</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 on %3, which has %4 free</source>
        <translation>&quot;%1&quot; でのロードには %3 に %2 が必要ですが、空きは %4 です</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 on %3, but the limit is %4, of which %5 is already in use</source>
        <translation>&quot;%1&quot; でのロードには %3 に %2 が必要ですが、上限は %4 で、そのうち %5 はすでに使用中です</translation>
    </message>
    <message>
        <source>%1: %2 needs %3, but only %4 is free in the phase &quot;%5&quot;</source>
        <translation>%1: フェーズ &quot;%5&quot; で、%2 (%3) に対する空きは %4 です</translation>
    </message>
    <message>
        <source>%1; %2.</source>
        <translation>%1。%2。</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 of this machine&apos;s memory (including %3 for simulated GPUs), but only %4 is available; %5.</source>
        <translation>&quot;%1&quot; でのロードには、このマシンのメモリーが %2 (うち %3 はシミュレートされた GPU 用) 必要ですが、使えるのは %4 です。%5。</translation>
    </message>
    <message>
        <source>place more weights on disk or close other programs</source>
        <translation>ディスクに置く分を増やすか、他のプログラムを閉じてください</translation>
    </message>
    <message>
        <source>place more weights on disk or on GPUs</source>
        <translation>ディスクまたは GPU に置く分を増やしてください</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 of RAM, but only %3 is free; %4.</source>
        <translation>&quot;%1&quot; でのロードには RAM が %2 必要ですが、空きは %3 です。%4。</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 of RAM (predicted), but the limit is %3; %4.</source>
        <translation>&quot;%1&quot; でのロードには RAM が %2 必要ですが (予測)、その上限は %3 です。%4。</translation>
    </message>
    <message>
        <source>place more weights on disk or raise the RAM limit</source>
        <translation>ディスクに置く分を増やすか、上限を上げてください</translation>
    </message>
    <message>
        <source>Move layers away from %1.</source>
        <translation>レイヤーを %1 から移してください。</translation>
    </message>
    <message>
        <source>Plan again with at most %1 of weights on %2 instead of %3 (estimated).</source>
        <translation>%2 に置く重みを、%3 ではなく最大 %1 にして、再プランしてください (見積もり)。</translation>
    </message>
    <message>
        <source>%1, in a segment that grows in steps of %2</source>
        <translation>%1、一度に %2 ずつ増えるセグメント内</translation>
    </message>
    <message>
        <source>%1, in a segment of %2</source>
        <translation>%1、%2 のセグメント内</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; fits.</source>
        <translation>&quot;%1&quot; でのロードは収まります。</translation>
    </message>
    <message>
        <source>Place more weights on disk or raise the RAM limit.</source>
        <translation>ディスクに置く分を増やすか、上限を上げてください。</translation>
    </message>
    <message>
        <source>The checkpoint lacks %1 tensors of the model: %2. Open the checkpoint that belongs to this model.</source>
        <translation>チェックポイントに、モデルのテンソル %1 個がありません: %2。このモデルに属するチェックポイントを開いてください。</translation>
    </message>
    <message>
        <source>Some tensors of the checkpoint have another shape than in the model: %1. Open the checkpoint that belongs to this model.</source>
        <translation>チェックポイントのテンソルの形状が、モデルのものと異なります: %1。このモデルに属するチェックポイントを開いてください。</translation>
    </message>
    <message>
        <source>The tensor %1 was saved on the meta device, so the file contains no weights for this tensor. The tensor can be planned but not loaded; save the model with its weights.</source>
        <translation>テンソル %1 は meta デバイス上で保存されており、ファイルにその重みはありません: プランはできますが、ロードはできません。重みを持ってからモデルを保存してください。</translation>
    </message>
    <message>
        <source>The device map contains no device for %1; assign a device to the module of this tensor before loading.</source>
        <translation>デバイスマップに %1 の指定がありません: ロードの前に、そのモジュールにデバイスを指定してください。</translation>
    </message>
    <message>
        <source>The tensors up to %1 (a tensor of %2) need too many reads; a load can plan at most %3 reads of up to %4 each.</source>
        <translation>%1 (単独で %2) までのテンソルには、1 回のロードでプランできる上限 (1 回最大 %4 の読み取りを %3 回) を超える読み取りが必要です。</translation>
    </message>
    <message>
        <source>%1 buffer that the model computes itself is not loaded: %2.</source>
        <translation>モデル自身が計算するバッファー %1 個はロードされません: %2。</translation>
    </message>
    <message>
        <source>%1 buffers that the model computes itself are not loaded: %2.</source>
        <translation>モデル自身が計算するバッファー %1 個はロードされません: %2。</translation>
    </message>
    <message>
        <source>%1 describes a model but contains no weights, so there is nothing to load: open the checkpoint itself.</source>
        <translation>%1 はモデルを記述していますが、重みを含まないため、ロードするものがありません: チェックポイント自体を開いてください。</translation>
    </message>
    <message>
        <source>&quot;auto&quot; chose &quot;streamed&quot;: %1</source>
        <translation>auto は streamed を選びました: %1</translation>
    </message>
    <message>
        <source>mapping saves a copy only for weights on the CPU, and none remain there.</source>
        <translation>CPU に留まる重みがありません。マップでコピーを省けるのは、そのような重みです。</translation>
    </message>
    <message>
        <source>weights are copied to real GPUs fastest from anonymous memory.</source>
        <translation>カードは、マップされていないメモリーから重みを最も速く受け取ります。</translation>
    </message>
    <message>
        <source>there is no file to map yet.</source>
        <translation>マップできるファイルがまだありません。</translation>
    </message>
    <message>
        <source>there are %1 files to map, but the limit is %2 files.</source>
        <translation>マップするファイルが %1 個あり、%2 個を超えています。</translation>
    </message>
    <message>
        <source>only %1 of the weights (%2) could be used in the mapped files without a copy, less than a fifth.</source>
        <translation>ファイルにあるままにできるのは %2 中 %1 で、5 分の 1 未満です。</translation>
    </message>
    <message>
        <source>the files are on a network file system, which delivers pages one by one.</source>
        <translation>ファイルがネットワークファイルシステムにあり、ページが 1 つずつ届きます。</translation>
    </message>
    <message>
        <source>&quot;auto&quot; chose &quot;mmap&quot;: %1 of the weights (%2) remain on the CPU as pages of the files. A page is read when it is used; the system may drop a page and read it again.</source>
        <translation>auto は mmap を選びました: %2 中 %1 が、使うときに読み取られるファイルのページとして CPU に留まります。システムはそれらを破棄し、再び読み取ることがあります。</translation>
    </message>
    <message>
        <source>initial weights</source>
        <translation>初期の重み</translation>
    </message>
    <message>
        <source>move to devices</source>
        <translation>デバイスへ移動</translation>
    </message>
    <message>
        <source>allocate</source>
        <translation>割り当て</translation>
    </message>
    <message>
        <source>load state dict</source>
        <translation>state dict をロード</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空き</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>read shard %1 of %2</source>
        <translation>シャード %1 / %2 を読み取り</translation>
    </message>
    <message>
        <source>send shard %1 of %2</source>
        <translation>シャード %1 / %2 を転送</translation>
    </message>
    <message>
        <source>reload CPU weights</source>
        <translation>CPU に留まるものを再ロード</translation>
    </message>
    <message>
        <source>read and send shards</source>
        <translation>シャードを読み取り、転送</translation>
    </message>
    <message>
        <source>read shards</source>
        <translation>シャードを読み取り</translation>
    </message>
    <message>
        <source>copy each tensor</source>
        <translation>1 つずつコピー</translation>
    </message>
    <message>
        <source>map</source>
        <translation>マップ</translation>
    </message>
    <message>
        <source>assign and copy</source>
        <translation>代入、コピー</translation>
    </message>
    <message>
        <source>load each tensor</source>
        <translation>1 つずつロード</translation>
    </message>
    <message>
        <source>read weights</source>
        <translation>重みを読み取り</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is out of range: the RAM limit must be from 1 to 1e18 bytes.</source>
        <translation>&quot;%1&quot; は範囲外です: ロードには少なくとも 1 バイトが必要で、1e18 を持つマシンはありません。</translation>
    </message>
    <message>
        <source>the anonymous and shared memory that a load adds, except pages of mapped files and of simulated GPUs</source>
        <translation>ロードが追加する匿名メモリーと共有メモリー (マップされたファイルとシミュレートされた GPU のページを除く)</translation>
    </message>
    <message>
        <source>There is too little disk space or memory for a measurement in %1: the disk has %2 free. Free some space or memory, or choose another folder with --dir.</source>
        <translation>%1 での測定には、ディスクの領域またはメモリーが足りません: ディスクの空きは %2 です。ディスクの領域またはメモリーを空けるか、--dir で別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The measurement needs a simulated GPU to write to; add a simulated GPU, for example with --gpus 24GiB.</source>
        <translation>測定には、書き込み先となるシミュレートされた GPU が必要です。</translation>
    </message>
    <message>
        <source>measuring memory</source>
        <translation>メモリーを測定中</translation>
    </message>
    <message>
        <source>measuring file reads</source>
        <translation>読み取りを測定中</translation>
    </message>
    <message>
        <source>measuring file mapping</source>
        <translation>マップを測定中</translation>
    </message>
    <message>
        <source>measuring loads</source>
        <translation>ロードを測定中</translation>
    </message>
    <message>
        <source>writing a test file</source>
        <translation>テスト用のファイルを書き込み中</translation>
    </message>
    <message>
        <source>measuring file writes</source>
        <translation>書き込みを測定中</translation>
    </message>
    <message>
        <source>measuring simulated GPUs</source>
        <translation>シミュレートされた GPU を測定中</translation>
    </message>
    <message>
        <source>measuring tensor operations</source>
        <translation>数の計算を測定中</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>%1 を読み取れません: %2。</translation>
    </message>
    <message>
        <source>%1 is on a file system that does not support direct I/O.</source>
        <translation>%1 は、ダイレクト I/O を使えない場所にあります。</translation>
    </message>
    <message>
        <source>Reading %1 was stopped.</source>
        <translation>%1 の読み取りは停止されました。</translation>
    </message>
    <message>
        <source>%1 does not contain memory samples as written by load --csv: line %2 cannot be read.</source>
        <translation>%1 は、load --csv が書くメモリーのサンプルではありません: %2 行目を読み取れません。</translation>
    </message>
    <message>
        <source>the text is not valid JSON</source>
        <translation>JSON ではありません</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1]: %2</source>
        <translation>[%1] のフォワードパス: %2</translation>
    </message>
    <message>
        <source>the pass was not run.</source>
        <translation>実行されませんでした。</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1]: the logits agree with the reference (largest difference %2, largest logit %3)</source>
        <translation>[%1] のフォワードパス: ロジットは参照と一致 (最大の差 %2、最大のロジット %3)</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1], not compared with a reference: largest logit %2</source>
        <translation>[%1] のフォワードパス、突き合わせる相手なし: 最大のロジット %2</translation>
    </message>
    <message>
        <source>%1 of offloaded weights copied to the device</source>
        <translation>オフロードされた重みを %1 取り込み</translation>
    </message>
    <message>
        <source>next token %1</source>
        <translation>次のトークン %1</translation>
    </message>
    <message>
        <source>%1 is not a recording of Stowage: %2.</source>
        <translation>%1 は Stowage の実行記録ではありません: %2。</translation>
    </message>
    <message>
        <source>&quot;format&quot; is not &quot;stowage.run&quot;</source>
        <translation>&quot;format&quot; が &quot;stowage.run&quot; ではありません</translation>
    </message>
    <message>
        <source>&quot;version&quot; is missing or is not a whole number</source>
        <translation>&quot;version&quot; がないか、整数ではありません</translation>
    </message>
    <message>
        <source>%1 was written by a newer Stowage (version %2 of the format; this Stowage reads versions up to %3).</source>
        <translation>%1 は、より新しい Stowage が書いたものです (形式のバージョン %2。この Stowage が読み取るのは %3 まで)。</translation>
    </message>
    <message>
        <source>&quot;load&quot;, &quot;run&quot; and &quot;chain&quot; are missing</source>
        <translation>&quot;load&quot;、&quot;run&quot;、&quot;chain&quot; がありません</translation>
    </message>
    <message>
        <source>a value such as the id, the date, the model, the plan or the note has the wrong type</source>
        <translation>id、日付、モデル、プラン、メモなどの値に、型の誤ったものがあります</translation>
    </message>
    <message>
        <source>the columns of the curves must have equal length, be in order of time and have at most %1 points</source>
        <translation>その曲線が、長さの等しい、時間順の、最大 %1 時点の列になっていません</translation>
    </message>
    <message>
        <source>%1 has %2, which is too large for a recording; the limit is %3.</source>
        <translation>%1 は %2 で、記録としては大きすぎます。記録は最大 %3 です。</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>allocated %1, reserved %2</source>
        <translation>割り当て済み %1、予約済み %2</translation>
    </message>
    <message>
        <source>anonymous host memory %1</source>
        <translation>ホスト匿名 %1</translation>
    </message>
    <message>
        <source>anonymous host memory not measured</source>
        <translation>ホスト匿名は未測定</translation>
    </message>
    <message>
        <source>time %1</source>
        <translation>時間 %1</translation>
    </message>
    <message>
        <source>time not predicted (stowagectl devices --measure calibrates this machine)</source>
        <translation>時間の予測なし (stowagectl devices --measure がこのマシンを校正する)</translation>
    </message>
    <message>
        <source>Prediction error: %1</source>
        <translation>予測誤差: %1</translation>
    </message>
    <message>
        <source>forward pass</source>
        <translation>フォワードパス</translation>
    </message>
    <message>
        <source>%1 is not the output of load --json or run --json: &quot;method&quot; is missing or unknown.</source>
        <translation>%1 には、load --json が出力するロードも、run --json が出力する実行もありません: 既知の &quot;method&quot; が示されていません。</translation>
    </message>
    <message>
        <source>This text</source>
        <translation>このテキスト</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is not in the format of load --json or run --json.</source>
        <translation>%1: &quot;%2&quot; は、load --json または run --json がそこに書くものではありません。</translation>
    </message>
    <message>
        <source>This load</source>
        <translation>このロード</translation>
    </message>
    <message>
        <source>Peak allocated GPU memory</source>
        <translation>GPU の割り当て済みピーク</translation>
    </message>
    <message>
        <source>Peak reserved GPU memory</source>
        <translation>GPU の予約済みピーク</translation>
    </message>
    <message>
        <source>Peak anonymous host memory</source>
        <translation>ホストの匿名メモリーのピーク</translation>
    </message>
    <message>
        <source>Time of the load</source>
        <translation>ロードの時間</translation>
    </message>
    <message>
        <source>Time of the run</source>
        <translation>実行の時間</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>最初のトークンまでの時間</translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation>1 トークンの時間</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>トークン/秒</translation>
    </message>
    <message>
        <source>LibTorch could not be opened, so nothing can be loaded: %1.</source>
        <translation>LibTorch を開けなかったため、何もロードできません: %1。</translation>
    </message>
    <message>
        <source>Install the LibTorch with which Stowage was built; on Debian, this is libtorch1.13.</source>
        <translation>Stowage のビルドに使われた LibTorch をインストールしてください。Debian では libtorch1.13 です。</translation>
    </message>
    <message>
        <source>There is not enough memory or address space (ulimit -v shows its limit), or the file is on a disk from which no program may run (noexec).</source>
        <translation>メモリーまたはアドレス空間が足りないか (ulimit -v でその上限が分かります)、プログラムの実行が許されないディスク (noexec) にあります。</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 が存在しません</translation>
    </message>
    <message>
        <source>Build Stowage with STOWAGE_TORCH=ON. If Stowage was installed with pip, install a supported torch version in the same environment.</source>
        <translation>STOWAGE_TORCH=ON のビルドに含まれています。pip でインストールしたものには、それが対応する torch が同じ環境に必要です。</translation>
    </message>
    <message>
        <source>%1 failed to start</source>
        <translation>%1 の起動に失敗しました</translation>
    </message>
    <message>
        <source>%1 does not export %2</source>
        <translation>%1 は %2 をエクスポートしていません</translation>
    </message>
    <message>
        <source>The file belongs to another version of Stowage; build Stowage again.</source>
        <translation>別のバージョンのものです。Stowage をビルドし直してください。</translation>
    </message>
    <message>
        <source>The architecture file %1.json is wrong: %2</source>
        <translation>アーキテクチャファイル %1.json に誤りがあります: %2</translation>
    </message>
    <message>
        <source>the file is missing or is based on itself.</source>
        <translation>ファイルがないか、自分自身を元にしています。</translation>
    </message>
    <message>
        <source>%1, where %2</source>
        <translation>%1 (ここで %2)</translation>
    </message>
    <message>
        <source>Stowage does not support the class %1</source>
        <translation>クラス %1 は、Stowage の知らないものです</translation>
    </message>
    <message>
        <source>Stowage does not support the model_type %1</source>
        <translation>model_type %1 は、Stowage の知らないものです</translation>
    </message>
    <message>
        <source>the result exceeds 2^63</source>
        <translation>結果が 2^63 を超えています</translation>
    </message>
    <message>
        <source>division by zero</source>
        <translation>ゼロ除算です</translation>
    </message>
    <message>
        <source>%1 is not a number</source>
        <translation>%1 は数ではありません</translation>
    </message>
    <message>
        <source>%1 is not a string</source>
        <translation>%1 はテキストではありません</translation>
    </message>
    <message>
        <source>%1 is not a list</source>
        <translation>%1 はリストではありません</translation>
    </message>
    <message>
        <source>%1 is not one of the known values</source>
        <translation>%1 は既知の値のどれでもありません</translation>
    </message>
    <message>
        <source>the string has %1 characters, but the character at index %2 is requested</source>
        <translation>テキストは %1 文字ですが、番号 %2 が求められています</translation>
    </message>
    <message>
        <source>%1 is not a list, or %2 is not a position in the list</source>
        <translation>%1 がリストではないか、%2 がその中の位置ではありません</translation>
    </message>
    <message>
        <source>the list has %1 elements, but the element at index %2 is requested</source>
        <translation>リストは %1 要素ですが、番号 %2 が求められています</translation>
    </message>
    <message>
        <source>%1 is not an object with the field &quot;%2&quot;</source>
        <translation>%1 は、フィールド &quot;%2&quot; を持つオブジェクトではありません</translation>
    </message>
    <message>
        <source>%1 is not a number below 2^63</source>
        <translation>%1 は 2^63 未満の数ではありません</translation>
    </message>
    <message>
        <source>%1 is neither a list nor an object</source>
        <translation>%1 はリストでもオブジェクトでもありません</translation>
    </message>
    <message>
        <source>there is no function %1 with this number of arguments</source>
        <translation>この数の引数を取る関数 %1 はありません</translation>
    </message>
    <message>
        <source>the name %1 is unknown</source>
        <translation>%1 という名前のものはありません</translation>
    </message>
    <message>
        <source>a list of %1 elements</source>
        <translation>%1 要素のリスト</translation>
    </message>
    <message>
        <source>an object of %1 elements</source>
        <translation>%1 要素のオブジェクト</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 は %2</translation>
    </message>
    <message>
        <source>cannot evaluate &quot;%1&quot;: %2</source>
        <translation>&quot;%1&quot; を計算できません: %2</translation>
    </message>
    <message>
        <source>cannot evaluate &quot;%1&quot;: %2, where %3</source>
        <translation>&quot;%1&quot; を計算できません: %2 (ここで %3)</translation>
    </message>
    <message>
        <source>a whole number from 0 to %1</source>
        <translation>0 から %1 の整数</translation>
    </message>
    <message>
        <source>a list of at most %1 elements</source>
        <translation>最大 %1 要素のリスト</translation>
    </message>
    <message>
        <source>a string of at most %1 bytes</source>
        <translation>最大 %1 バイトのテキスト</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true または false</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>リスト</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>オブジェクト</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3, but must be an object that configures this part of the model.</source>
        <translation>%1: &quot;%2&quot; が %3 です。ここには、その部分自身の設定であるオブジェクトが必要です。</translation>
    </message>
    <message>
        <source>not a text</source>
        <translation>テキスト以外</translation>
    </message>
    <message>
        <source>%1: the &quot;model_type&quot; of &quot;%2&quot; is %3, but Stowage supports only &quot;%4&quot; for this part; open a .tree.json of the model instead.</source>
        <translation>%1: &quot;%2&quot; の &quot;model_type&quot; は %3 ですが、Stowage がそこで知っているのは &quot;%4&quot; だけです。代わりに、モデルの .tree.json を開いてください。</translation>
    </message>
    <message>
        <source>%1: &quot;per_layer_config&quot; sets different sizes for individual layers, which Stowage does not support; open a .tree.json of the model instead.</source>
        <translation>%1: &quot;per_layer_config&quot; がレイヤーに独自のサイズを与えていますが、Stowage はこれを読み取りません。代わりに、モデルの .tree.json を開いてください。</translation>
    </message>
    <message>
        <source>%1: %2; read the modules of the model from your own Python (--python on the command line, Ask Python in the window), or open a .tree.json of the model.</source>
        <translation>%1: %2。自分の Python にモジュールを尋ねるか (コマンドラインでは --python、ウィンドウでは「Python に尋ねる」)、モデルの .tree.json を開いてください。</translation>
    </message>
    <message>
        <source>%1 is not a model configuration: a JSON object is required.</source>
        <translation>%1 はモデルの設定ではありません: JSON オブジェクトが必要です。</translation>
    </message>
    <message>
        <source>%1 has no string &quot;model_type&quot;, so the model family is unknown; add &quot;model_type&quot;, or open a .tree.json of the model.</source>
        <translation>%1 にテキストの &quot;model_type&quot; がないため、モデルのファミリーが不明です。追加するか、モデルの .tree.json を開いてください。</translation>
    </message>
    <message>
        <source>%1 belongs to a diffusers pipeline (%2) and is not a model configuration; open the folder of one of the pipeline&apos;s models, such as unet, transformer or vae.</source>
        <translation>%1 は diffusers のパイプライン (%2) のもので、モデルの設定ではありません。unet、transformer、vae など、パイプラインのモデルのいずれかのフォルダーを開いてください。</translation>
    </message>
    <message>
        <source>a floating-point dtype, such as &quot;bfloat16&quot;,</source>
        <translation>浮動小数点の dtype (&quot;bfloat16&quot; など)</translation>
    </message>
    <message>
        <source>a list of class names</source>
        <translation>クラス名のリスト</translation>
    </message>
    <message>
        <source>%1 requests the class %2, but for %3, Stowage supports only %4; choose a supported class (--class on the command line), or open a .tree.json of the model.</source>
        <translation>%1 はクラス %2 を求めていますが、%3 のうち Stowage が知っているのは %4 です。そのいずれかを選ぶか (コマンドラインでは --class)、モデルの .tree.json を開いてください。</translation>
    </message>
    <message>
        <source>The tensors of this model add up to more than 2^63 bytes.</source>
        <translation>このモデルのテンソルの合計が 2^63 バイトを超えています。</translation>
    </message>
    <message>
        <source>&quot;welded&quot; names the module %1, which is not in the module tree.</source>
        <translation>結合されたモジュール %1 がツリーにありません。</translation>
    </message>
    <message>
        <source>The list of known models is wrong: %1</source>
        <translation>既知のモデルの一覧に誤りがあります: %1</translation>
    </message>
    <message>
        <source>The list of known models is wrong: entry %1 lacks its name, source or configuration.</source>
        <translation>既知のモデルの一覧に誤りがあります: 項目 %1 に、名前、出典、設定のいずれかがありません。</translation>
    </message>
    <message>
        <source>%1 has a size of %2; the limit is %3.</source>
        <translation>%1 は %2 ですが、読み取れるのは最大 %3 です。</translation>
    </message>
    <message>
        <source>There is no folder for storing module trees; set HOME or XDG_CACHE_HOME to a writable folder.</source>
        <translation>モジュールツリーを保存するフォルダーがありません。HOME または XDG_CACHE_HOME に、書き込めるフォルダーを設定してください。</translation>
    </message>
    <message>
        <source>%1, %2 bit, one scale per column</source>
        <translation>%1、%2 ビット、列ごとに 1 スケール</translation>
    </message>
    <message>
        <source>%1, %2 bit</source>
        <translation>%1、%2 ビット</translation>
    </message>
    <message>
        <source>%1, %2 bit in groups of %3</source>
        <translation>%1、%2 ビット、%3 個ごとのグループ</translation>
    </message>
    <message>
        <source>%1 is not a quantisation that can be planned; use int8, nf4, fp4, fp8 or mxfp4.</source>
        <translation>%1 は、プランできる量子化ではありません。int8、nf4、fp4、fp8、mxfp4 のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>%1, with quantised scales</source>
        <translation>%1、スケールも量子化</translation>
    </message>
    <message>
        <source>%1 is not a JSON object (error at byte %2); the config.json of a model must be one.</source>
        <translation>%1 は JSON オブジェクトではありません (バイト %2 から)。モデルの config.json は JSON オブジェクトです。</translation>
    </message>
    <message>
        <source>is 0; the value must be above 0, or -1 for one scale per column.</source>
        <translation>0 です。0 より大きいか、列ごとに 1 つのスケールを意味する -1 でなければなりません。</translation>
    </message>
    <message>
        <source>is %1; the value must be uint8, int8, float16, bfloat16, float32 or float64.</source>
        <translation>%1 です。uint8、int8、float16、bfloat16、float32、float64 のいずれかでなければなりません。</translation>
    </message>
    <message>
        <source>is %1; the value must be fp4 or nf4.</source>
        <translation>%1 です。fp4 または nf4 でなければなりません。</translation>
    </message>
    <message>
        <source>and load_in_8bit are both true; only one of the two can be true.</source>
        <translation>load_in_8bit とともに true です。true にできるのは一方だけです。</translation>
    </message>
    <message>
        <source>is true, so the weights remain in 16 bit; Stowage can plan such a model only without quantisation.</source>
        <translation>true です: 重みは 16 ビットのままで、Stowage はこれを量子化されていないモデルとしてプランします。</translation>
    </message>
    <message>
        <source>is %1; the value must be dynamic or static.</source>
        <translation>%1 です。dynamic または static でなければなりません。</translation>
    </message>
    <message>
        <source>is %1; the value must be float or ue8m0.</source>
        <translation>%1 です。float または ue8m0 でなければなりません。</translation>
    </message>
    <message>
        <source>is %1; Stowage plans experts only in fp8.</source>
        <translation>%1 です。Stowage がプランするエキスパートは fp8 のものだけです。</translation>
    </message>
    <message>
        <source>is %1; GPTQ uses 2, 3, 4 or 8 bits per weight.</source>
        <translation>%1 です。GPTQ では、重みあたり 2、3、4、8 ビットのいずれかです。</translation>
    </message>
    <message>
        <source>is missing; GPTQ uses 2, 3, 4 or 8 bits per weight.</source>
        <translation>ありません。GPTQ では、重みあたり 2、3、4、8 ビットのいずれかです。</translation>
    </message>
    <message>
        <source>is %1; the kernels of AWQ use 4 bits per weight.</source>
        <translation>%1 です。AWQ のカーネルでは、重みあたり 4 ビットです。</translation>
    </message>
    <message>
        <source>is %1; Stowage plans only the layout &quot;gemm&quot;.</source>
        <translation>%1 です。Stowage がプランするレイアウトは gemm だけです。</translation>
    </message>
    <message>
        <source>is missing; the name of the quantisation method is required.</source>
        <translation>ありません: これが方式を示します。</translation>
    </message>
    <message>
        <source>%1: quantization_config must be an object or null.</source>
        <translation>%1: quantization_config は、オブジェクトまたは null でなければなりません。</translation>
    </message>
    <message>
        <source>The names of the %1 tensors imply more than %2 nested modules; no model has names like %3.</source>
        <translation>その %1 個のテンソルの名前では、%2 個を超えるモジュールが入れ子になります。%3 のような名前を持つモデルはありません。</translation>
    </message>
    <message>
        <source>skip_keys: &quot;%1&quot; is created once and passed to layers on %2 devices. If this input is skipped, it remains on one device, and PyTorch cannot compute with tensors on two devices. Leave out this key, or run all layers on one device.</source>
        <translation>skip_keys: &quot;%1&quot; は 1 回作られ、%2 個のデバイスのレイヤーに渡されます。スキップするとそのうちの 1 つに残り、PyTorch は 2 つのデバイスのテンソルによる計算を拒否します。これを省くか、すべてのレイヤーを 1 つのデバイスで実行してください。</translation>
    </message>
    <message>
        <source>The key &quot;%1&quot; of the device map may be a misspelling of this module.</source>
        <translation>そのキーが &quot;%1&quot; と誤ってつづられているのかもしれません。</translation>
    </message>
    <message>
        <source>Did you mean %1?</source>
        <translation>%1 のことでしょうか？</translation>
    </message>
    <message>
        <source>The device map has %1 more keys that are not modules of this model; the keys have no effect. Does the device map belong to another model?</source>
        <translation>デバイスマップには、このモデルのモジュールではないキーがさらに %1 個あり、効果がありません。別のモデルのマップではありませんか？</translation>
    </message>
    <message>
        <source>The device map contains &quot;%1&quot; twice: first with %2, last with %3. Python keeps the last entry, both in a dict and in JSON; delete one of the two entries.</source>
        <translation>デバイスマップは &quot;%1&quot; を 2 回指定しています: 最初は %2、最後は %3 です。Python は、JSON の場合も最後のものを残します。2 つのうち 1 つを削除してください。</translation>
    </message>
    <message>
        <source>The device map contains &quot;%1&quot; twice: with %2 both times. Delete one of the two entries.</source>
        <translation>デバイスマップは &quot;%1&quot; を 2 回指定しています: どちらも %2 です。2 つのうち 1 つを削除してください。</translation>
    </message>
    <message>
        <source>%1 more keys occur twice in the device map. Python keeps the last entry of each key, both in a dict and in JSON.</source>
        <translation>デバイスマップは、さらに %1 個のキーを 2 回指定しています。Python は、JSON の場合もそれぞれ最後のものを残します。</translation>
    </message>
    <message>
        <source>%1 time</source>
        <translation>%1 回</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 回</translation>
    </message>
    <message>
        <source>%1 time (%2)</source>
        <translation>%1 回 (%2)</translation>
    </message>
    <message>
        <source>%1 times (%2)</source>
        <translation>%1 回 (%2)</translation>
    </message>
    <message>
        <source>Execution leaves %1, which runs the offloaded layers, and returns to it at %2</source>
        <translation>%1 を離れ、%2 で戻ります (オフロードされたレイヤーがそこで実行されるため)</translation>
    </message>
    <message>
        <source>Execution leaves %1 and returns to it at %2</source>
        <translation>%1 を離れ、%2 で戻ります</translation>
    </message>
    <message>
        <source>Execution leaves %1 and returns to it at %2, and %3 more returns of this kind follow</source>
        <translation>%1 を離れ、%2 で戻り、さらに %3 回このように戻ります</translation>
    </message>
    <message>
        <source>%1: the activations of each token cross between devices %2 instead of %3.</source>
        <translation>%1: 各トークンの活性値は、デバイス間を %3 ではなく %2 移動します。</translation>
    </message>
    <message>
        <source>The plan makes the CPU compute layers between the layers of other devices.</source>
        <translation>プランの指定どおり、CPU が、ほかのレイヤーの間にあるレイヤーを計算します。</translation>
    </message>
    <message>
        <source>To avoid these returns, offload the first layers of the model instead of later ones.</source>
        <translation>代わりにモデルの最初のレイヤーをオフロードすれば、これを避けられます。</translation>
    </message>
    <message>
        <source>Put neighbouring layers on one device.</source>
        <translation>隣り合うレイヤーを 1 つのデバイスに置いてください。</translation>
    </message>
    <message>
        <source>%1, pinned to %2, needs %3, but the limit of that device is %4 (%5 less). Raise the limit, or pin less to that device.</source>
        <translation>%2 に固定された %1 には %3 が必要ですが、%2 の上限は %4 です: %5 超過。上限を上げるか、そこに固定するものを減らしてください。</translation>
    </message>
    <message>
        <source>The %1 modules pinned to %2 need %3, but the limit of that device is %4 (%5 less). Raise the limit, or pin less to that device.</source>
        <translation>%2 に固定された %1 個のモジュールには %3 が必要ですが、%2 の上限は %4 です: %5 超過。上限を上げるか、そこに固定するものを減らしてください。</translation>
    </message>
    <message>
        <source>%1 is not used: %2</source>
        <translation>%1 は使われません: %2</translation>
    </message>
    <message>
        <source>%1 are not used: %2</source>
        <translation>%1 は使われません: %2</translation>
    </message>
    <message>
        <source>%1 is not used: no better plan that uses it was found.</source>
        <translation>%1 は除外されています: これを使うプランで、より良いものは見つかりませんでした。</translation>
    </message>
    <message>
        <source>%1 remains empty: all weights fit on the devices before it.</source>
        <translation>%1 は空のままです: すべてが、その前のデバイスに収まります。</translation>
    </message>
    <message>
        <source>%1 GPUs remain empty while %2 of weights is offloaded; larger limits or another strategy may use these GPUs.</source>
        <translation>%2 がオフロードされる一方で、%1 個の GPU が空のままです。上限を大きくするか、別の戦略にすると、使われるかもしれません。</translation>
    </message>
    <message>
        <source>%1 (%2) cannot be split, but balancing allows each GPU at most %3, so it does not fit on any GPU. The sequential strategy uses the full limits.</source>
        <translation>%1 (%2) は、どの GPU の均等な配分 %3 よりも大きく、分割もできないため、どの GPU にも置けません。sequential 戦略は上限全体を使います。</translation>
    </message>
    <message>
        <source>%1 of offloaded weights is copied to %2, the weights of each model whenever that model runs</source>
        <translation>%2 のモデルの実行のたびに、%1 がそこへコピーされます</translation>
    </message>
    <message>
        <source>%1 of offloaded weights is copied to %2 in every forward pass</source>
        <translation>フォワードパスのたびに、%1 が %2 へコピーされます</translation>
    </message>
    <message>
        <source>%1; %2 of these weights is read from disk</source>
        <translation>%1 (うち %2 はディスクから読み取り)</translation>
    </message>
    <message>
        <source>%1; the copy takes at least %2 over the link of that device</source>
        <translation>%1: そのリンクで少なくとも %2</translation>
    </message>
    <message>
        <source>As in Accelerate, the limit &quot;%1&quot; for %2 is in bits and equals %3. Write a capital B for bytes.</source>
        <translation>%2 の &quot;%1&quot; は、Accelerate と同じくビットとして数えます: %3。バイトなら大文字の B を書いてください。</translation>
    </message>
    <message>
        <source>No limit is given for the CPU, so %1 does not use the CPU, and %2 of weights is placed on disk. Add a limit, as in cpu=30GiB.</source>
        <translation>CPU に上限が指定されていないため、%1 は CPU を使わず、%2 がディスクに置かれます。cpu=30GiB のように追加してください。</translation>
    </message>
    <message>
        <source>%1 warns: &quot;%2&quot;</source>
        <translation>%1 の警告: &quot;%2&quot;</translation>
    </message>
    <message>
        <source>If you set no limit, %1 plans with 90 % of %2 (%3) and leaves 10 % free. Set a limit to use more of this memory.</source>
        <translation>上限を自分で指定しない場合、%1 は %2 の 90%、つまり %3 でプランし、10% を空けておきます。より多く使うには、上限を指定してください。</translation>
    </message>
    <message>
        <source>The buffers of offloaded layers (%1) remain on the GPU that runs these layers, but no GPU has enough free memory for all of them. Offload the buffers as well (offload_buffers).</source>
        <translation>オフロードされたレイヤーのバッファー (%1) は、それを実行する GPU に残りますが、そのすべてが入る余地はどの GPU にもありません。バッファーもオフロードしてください (offload_buffers)。</translation>
    </message>
    <message>
        <source>A limit is given for %1, which is not among the devices in use.</source>
        <translation>%1 に上限が指定されていますが、そのデバイスは使用されていません。</translation>
    </message>
    <message>
        <source>No library would create this device map: Stowage lowered the limits of the strategy until the actual bytes fit.</source>
        <translation>このマップはライブラリのものではなく、Stowage 独自のものです: 実際のバイト数で収まるまで下げた上限のもとでの、ある戦略のマップです。</translation>
    </message>
    <message>
        <source>Stowage guesses from the tensor names that %1 is a no-split class, because its blocks repeat with equal shapes. Specify other no-split classes, or none (--no-split &apos;&apos;) to allow splitting.</source>
        <translation>%1 は、名前から分割禁止と推測したものです: 形状の等しい繰り返しブロックです。分割しない別のクラスを指定するか、分割する場合は何も指定しないでください (--no-split &apos;&apos;)。</translation>
    </message>
    <message>
        <source>Stowage guesses from the tensor names that %1 are no-split classes, because their blocks repeat with equal shapes. Specify other no-split classes, or none (--no-split &apos;&apos;) to allow splitting.</source>
        <translation>%1 は、名前から分割禁止と推測したものです: 形状の等しい繰り返しブロックです。分割しない別のクラスを指定するか、分割する場合は何も指定しないでください (--no-split &apos;&apos;)。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>The adapter %1 changes %2 module and uses %3 in addition to the weights of this module.</source>
        <translation>アダプター %1 は %2 個のモジュールを変更し、その重みとは別に %3 を使います。</translation>
    </message>
    <message>
        <source>The adapter %1 changes %2 modules and uses %3 in addition to the weights of these modules.</source>
        <translation>アダプター %1 は %2 個のモジュールを変更し、その重みとは別に %3 を使います。</translation>
    </message>
    <message>
        <source>An adapter that is merged into the weights (merge_and_unload) uses no memory.</source>
        <translation>それらにマージすると (merge_and_unload)、何も使いません。</translation>
    </message>
    <message>
        <source>An adapter that is merged into the weights (merge_and_unload) uses no memory; merging temporarily uses up to %1 more on %2.</source>
        <translation>それらにマージすると (merge_and_unload)、何も使いません。マージ中は一時的に、%2 でさらに最大 %1 を使います。</translation>
    </message>
    <message>
        <source>%1 is %2 over its limit: the weights need %3, but the limit is %4. Raise the limit or move modules to another device.</source>
        <translation>%1 が上限を %2 超えています: 重み %3、許容 %4。上限を上げるか、何かをほかへ移してください。</translation>
    </message>
    <message>
        <source>%1 reserved for weights</source>
        <translation>重みのための予約済み %1</translation>
    </message>
    <message>
        <source>%1 of weights</source>
        <translation>重み %1</translation>
    </message>
    <message>
        <source>%1 for the driver&apos;s context</source>
        <translation>ドライバーのコンテキスト %1</translation>
    </message>
    <message>
        <source>%1 already used</source>
        <translation>すでに使用 %1</translation>
    </message>
    <message>
        <source>%1 used by other programs</source>
        <translation>他が使用 %1</translation>
    </message>
    <message>
        <source>%1 is %2 over its capacity of %3: %4. Move modules to another device.</source>
        <translation>%1 が容量 %3 を %2 超えています: %4。そこから何かを移してください。</translation>
    </message>
    <message>
        <source>the root module</source>
        <translation>モデル自体が持つもの</translation>
    </message>
    <message>
        <source>To make the model fit, move modules away from %1.</source>
        <translation>収めるには、%1 から何かを移してください。</translation>
    </message>
    <message>
        <source>To make the model fit, move modules away from %1, or let offloaded layers run on another device.</source>
        <translation>収めるには、%1 から何かを移すか、オフロードされたレイヤーを別のデバイスで実行してください。</translation>
    </message>
    <message>
        <source>To make the model fit, plan in a smaller dtype.</source>
        <translation>収めるには、より小さい dtype でプランしてください。</translation>
    </message>
    <message>
        <source>To make the model fit, let offloaded layers run on another device.</source>
        <translation>収めるには、オフロードされたレイヤーを別のデバイスで実行してください。</translation>
    </message>
    <message>
        <source>Buffers of offloaded modules (%1) remain on %2, but only %3 is free next to the weights: %4 is missing. Offload the buffers as well, or move modules away from %2.</source>
        <translation>オフロードされたモジュールのバッファー %1 が %2 に残りますが、そこで重みのほかに残るのは %3 です: %4 不足。バッファーもオフロードするか、%2 から何かを移してください。</translation>
    </message>
    <message>
        <source>%1 (%2) is stored on %3 and is copied to %4 to run. Next to the weights on %4, %5 is free for offloaded modules, but offloaded modules need %6: %7 is missing.</source>
        <translation>%1 (%2) は %3 にあり、実行のために %4 へ運ばれます。そこで重みのほかに残るのは %5 ですが、オフロードされたモジュールは %6 を使います: %7 不足。</translation>
    </message>
    <message>
        <source>no layer is prefetched</source>
        <translation>先に取り込むレイヤーはなし</translation>
    </message>
    <message>
        <source>%1 layer is prefetched</source>
        <translation>先に取り込むレイヤーは %1 個</translation>
    </message>
    <message>
        <source>%1 layers are prefetched</source>
        <translation>先に取り込むレイヤーは %1 個</translation>
    </message>
    <message>
        <source>%1 is %2 too small for the whole model</source>
        <translation>%1 はモデル全体に対して %2 不足</translation>
    </message>
    <message>
        <source>%1 is %2 over its capacity</source>
        <translation>%1 が容量を %2 超過</translation>
    </message>
    <message>
        <source>%1 is %2 over its limit</source>
        <translation>%1 が上限を %2 超過</translation>
    </message>
    <message>
        <source>%1 is %2 too small to run %3</source>
        <translation>%1 は %3 の実行に対して %2 不足</translation>
    </message>
    <message>
        <source>%1 is %2 too small for the buffers of offloaded modules</source>
        <translation>%1 は、オフロードされたモジュールのバッファーに対して %2 不足</translation>
    </message>
    <message>
        <source>%1; %2 also has too little space</source>
        <translation>%1。%2 も余地が不足</translation>
    </message>
    <message>
        <source>%1; %2 also have too little space</source>
        <translation>%1。%2 も余地が不足</translation>
    </message>
    <message>
        <source>transformers fails with this request; see the list of problems</source>
        <translation>transformers はこの要求で失敗 (「問題」を参照)</translation>
    </message>
    <message>
        <source>Accelerate fails with this request; see the list of problems</source>
        <translation>Accelerate はこの要求で失敗 (「問題」を参照)</translation>
    </message>
    <message>
        <source>No device is given for %1 (%2).</source>
        <translation>%1 (%2) にデバイスが指定されていません。</translation>
    </message>
    <message>
        <source>No device is given for %1 and its %2 tensors (%3).</source>
        <translation>%1 とその %2 個のテンソル (%3) にデバイスが指定されていません。</translation>
    </message>
    <message>
        <source>%1 more modules have no device (%2).</source>
        <translation>さらに %1 個のモジュールにデバイスがありません (%2)。</translation>
    </message>
    <message>
        <source>Move the module to a device, or add it to the map.</source>
        <translation>モジュールをデバイスに移すか、マップに追加してください。</translation>
    </message>
    <message>
        <source>The file contains no such buffers, so Accelerate reports no error, but they may be on the wrong device in a forward pass.</source>
        <translation>ファイルにこのようなバッファーがないため、Accelerate はエラーを報告しませんが、フォワードパスで、バッファーが誤ったデバイスにあることがあります。</translation>
    </message>
    <message>
        <source>The device map names &quot;%1&quot;, which is not a module of this model; the entry has no effect.</source>
        <translation>デバイスマップが示す &quot;%1&quot; は、このモデルのモジュールではありません。この項目に効果はありません。</translation>
    </message>
    <message>
        <source>The device map puts &quot;%1&quot; on %2, which is not among the devices in use. Add the device or move the module.</source>
        <translation>デバイスマップは &quot;%1&quot; を %2 に置きますが、そのデバイスは使用されていません。デバイスを追加するか、モジュールを移してください。</translation>
    </message>
    <message>
        <source>Accelerate fails when it places the tied weights: &quot;weight is on the meta device&quot;. Put the tied weights on one device.</source>
        <translation>Accelerate は、これらを配置する際に停止します: &quot;weight is on the meta device&quot;。1 つのデバイスに置いてください。</translation>
    </message>
    <message>
        <source>Accelerate ties the weights again after it has placed them. One of them is then used on a GPU that does not hold it, and the forward pass fails with %1. Put the tied weights on one device.</source>
        <translation>Accelerate は配置した後にこれらを再び共有させるため、その 1 つが、置かれている GPU とは別の GPU で使われ、そこで %1 により停止します。1 つのデバイスに置いてください。</translation>
    </message>
    <message>
        <source>The model works, but each forward pass may copy the weight to %1. Put the tied weights on one device.</source>
        <translation>動作しますが、フォワードパスのたびに重みが %1 へコピーされることがあります。1 つのデバイスに置いてください。</translation>
    </message>
    <message>
        <source>Some modules use results that another module computes in the same forward pass, such as keys and values, but they run on several devices: %1. If the model&apos;s code does not move the results, the pass fails with %2. Put %3 on one device: %4 of their weights are apart from the rest.</source>
        <translation>一部のモジュールは、同じパスで別のモジュールが計算したもの (キーや値など) を使うため分けてはなりませんが、複数のデバイスで実行されます: %1。それはパスのたびにデバイス間を移動し、モデルのコードが移さない場合、パスは %2 で停止します。%3 を 1 つのデバイスに置いてください。%4 が、その大半とは別の場所にあります。</translation>
    </message>
    <message>
        <source>%1 more groups of modules run on several devices, but must not be separated. Put each group on one device.</source>
        <translation>分けてはならないモジュールのグループが、さらに %1 個分かれています。各グループを 1 つのデバイスに置いてください。</translation>
    </message>
    <message>
        <source>The device map puts the tensor %1 on %2 and its module on %3. Accelerate&apos;s hooks handle only modules, so Accelerate stops with &quot;weight is on the meta device&quot;. Remove the entry of the tensor.</source>
        <translation>デバイスマップは、テンソル %1 を %2 に、そのモジュールを %3 に置きます。Accelerate のフックが知っているのはモジュールだけです: &quot;weight is on the meta device&quot; で停止します。この項目を取り除いてください。</translation>
    </message>
    <message>
        <source>The device map puts the tensor %1 on %2 and its module on %3. Accelerate&apos;s hooks handle only modules, so Accelerate puts the tensor on %3 as well. Remove the entry of the tensor.</source>
        <translation>デバイスマップは、テンソル %1 を %2 に、そのモジュールを %3 に置きます。Accelerate のフックが知っているのはモジュールだけです: テンソルも %3 に置かれます。この項目を取り除いてください。</translation>
    </message>
    <message>
        <source>The device map offloads the tensor %1 to %2 without its module. Accelerate&apos;s hooks handle only modules, so no hook copies the tensor to %3 when the tensor is used. Put the tensor on a GPU, or assign a device to its module.</source>
        <translation>デバイスマップは、テンソル %1 を単独で %2 にオフロードします。Accelerate のフックが知っているのはモジュールだけなので、使うときに %3 へ運ぶものがありません。GPU に置くか、そのモジュールにデバイスを指定してください。</translation>
    </message>
    <message>
        <source>%1; specify &quot;compute&quot; or &quot;stream&quot;, alone or with modules, as in compute:model.layers.3,model.layers.7.</source>
        <translation>%1。compute、stream、またはそのいずれかにモジュールを付けて、compute:model.layers.3,model.layers.7 のように指定してください。</translation>
    </message>
    <message>
        <source>%1 is not a valid mode for offloaded modules</source>
        <translation>%1 は、オフロードされたモジュールの実行方法ではありません</translation>
    </message>
    <message>
        <source>%1 has no module name after the colon or a comma</source>
        <translation>%1 では、コロンまたはコンマの後にモジュールが示されていません</translation>
    </message>
    <message>
        <source>This model has no module %1; &quot;stowagectl inspect&quot; lists the modules of the model.</source>
        <translation>このモデルにモジュール %1 はありません。あるものは &quot;stowagectl inspect&quot; で一覧にできます。</translation>
    </message>
    <message>
        <source>There are no rules &quot;%1&quot;; choose accelerate or transformers.</source>
        <translation>&quot;%1&quot; という規則はありません。accelerate または transformers を選んでください。</translation>
    </message>
    <message>
        <source>The plan is for an Apple machine, whose CPU and GPU share one memory (device mps). The model can be planned and estimated in Stowage, but not loaded.</source>
        <translation>このプランは、CPU と GPU が 1 つのメモリーを共有する Apple マシン (デバイス mps) 用です。ここでは、プランと見積もりはできますが、ロードはできません。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an objective; use decode, prefill, mix, context or pipeline.</source>
        <translation>&quot;%1&quot; は目的ではありません。decode、prefill、mix、context、pipeline のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>%1 has no limit</source>
        <translation>%1 は上限なし</translation>
    </message>
    <message>
        <source>%1 already exceeded its limit by %2 after reserving %3 for the largest layer</source>
        <translation>%1 は、最大レイヤー用に %3 を確保すると、すでに %2 不足</translation>
    </message>
    <message>
        <source>%1 already exceeded its limit by %2</source>
        <translation>%1 はすでに %2 不足</translation>
    </message>
    <message>
        <source>%1 had %2 left after reserving %3 for the largest layer</source>
        <translation>%1 は、最大レイヤー用に %3 を確保した残りが %2</translation>
    </message>
    <message>
        <source>%1 had %2 left</source>
        <translation>%1 は残り %2</translation>
    </message>
    <message>
        <source>Fits: %1 is needed, and %2.</source>
        <translation>収まります: 必要 %1、%2。</translation>
    </message>
    <message>
        <source>Fits together with the tied %1: %2 is needed for all, and %3.</source>
        <translation>共有する %1 とともに収まります: 必要 %2、%3。</translation>
    </message>
    <message>
        <source>Did not fit and cannot be split: %1 was needed, but %2. The planner continues with the next device.</source>
        <translation>収まらず、分割できません: 必要 %1、%2。プランナーは次のデバイスに進みます。</translation>
    </message>
    <message>
        <source>Did not fit together with the tied %1 and cannot be split: %2 was needed for all, but %3. The planner continues with the next device.</source>
        <translation>共有する %1 とともには収まらず、分割できません: 必要 %2、%3。プランナーは次のデバイスに進みます。</translation>
    </message>
    <message>
        <source>The module did not fit as a whole: %1 was needed, but %2. The planner tries the parts of the module one by one.</source>
        <translation>全体では収まりませんでした: 必要 %1、%2。部分を 1 つずつ試します。</translation>
    </message>
    <message>
        <source>Fits alone, but not together with the tied modules: %1 was needed for all, but %2. The planner splits %3.</source>
        <translation>単独では収まりますが、共有相手とともには収まりません: 必要 %1、%2。%3 を分割します。</translation>
    </message>
    <message>
        <source>Did not fit on the device, although the device was empty: %1 was needed. The planner places the smaller %2 first.</source>
        <translation>まだ空のデバイスに収まりませんでした: 必要 %1。より小さい %2 を先に置きます。</translation>
    </message>
    <message>
        <source>Did not fit on the next device in order: %1 was needed, but %2. diffusers leaves such a model on the CPU.</source>
        <translation>収まりませんでした: 必要 %1、順番の来たデバイスは次のとおり: %2。diffusers は、そのようなモデルを CPU に残します。</translation>
    </message>
    <message>
        <source>Pinned to %1 before the strategy ran.</source>
        <translation>戦略の実行前に %1 に固定しました。</translation>
    </message>
    <message>
        <source>Moved to %1 by hand.</source>
        <translation>手動で %1 に移動しました。</translation>
    </message>
    <message>
        <source>transformers fails here: %1 (%2).</source>
        <translation>transformers はここで失敗します: %1 (%2)。</translation>
    </message>
    <message>
        <source>Accelerate fails here: %1 (%2).</source>
        <translation>Accelerate はここで失敗します: %1 (%2)。</translation>
    </message>
    <message>
        <source>no unplaced module has the tied weight %1</source>
        <translation>まだ配置されていないものの中で、共有重み %1 を持つモジュールを探しますが、ありません</translation>
    </message>
    <message>
        <source>Give the devices more memory so that no module has to be split, add the class of the module to the no-split classes, or place the modules by hand.</source>
        <translation>そこで何も分割せずに済むようにデバイスの余地を増やすか、モジュールのクラスを分割禁止に指定するか、手動で配置してください。</translation>
    </message>
    <message>
        <source>fallback allocation cannot work with a limit that is not a whole number of bytes</source>
        <translation>代替の割り当ては、バイト数が整数でない上限では動作しません</translation>
    </message>
    <message>
        <source>Turn fallback allocation off, or type limits in whole bytes for all GPUs.</source>
        <translation>代替の割り当てをオフにするか、すべての GPU に整数の上限を入力してください。</translation>
    </message>
    <message>
        <source>balanced_low_0 needs limits for GPUs 0, 1, 2 … without a gap, but GPU %1 has none</source>
        <translation>balanced_low_0 には、GPU 0、1、2 … のそれぞれに途切れのない上限が必要ですが、GPU %1 に上限がありません</translation>
    </message>
    <message>
        <source>Set a limit for that GPU, or choose the strategy &quot;balanced&quot;.</source>
        <translation>その GPU に上限を指定するか、balanced を選んでください。</translation>
    </message>
    <message>
        <source>the computed device map has no device for the tied tensor %1, which is a buffer of a split module</source>
        <translation>計算されるデバイスマップに、分割されたモジュールのバッファーである共有テンソル %1 のデバイスがありません</translation>
    </message>
    <message>
        <source>Add the class of that module to the no-split classes, or place the modules by hand.</source>
        <translation>そのモジュールのクラスを分割禁止に指定するか、手動で配置してください。</translation>
    </message>
    <message>
        <source>the strategy uses the largest module of the no-split classes, but the model has no module of these classes</source>
        <translation>分割してはならないクラスの最大のモジュールを使いますが、モデルにはそのクラスのものがありません</translation>
    </message>
    <message>
        <source>Specify a no-split class that the model contains, specify no class, or choose the strategy &quot;sequential&quot;.</source>
        <translation>モデルにあるクラスを指定するか、何も指定しないか、sequential を選んでください。</translation>
    </message>
    <message>
        <source>%1 three-dimensional parameters (%2 and others, %3) are not quantised: the experts of a layer are not Linear modules in transformers 5, so %4 does not quantise these experts. Plan in a smaller dtype, or with fp8.</source>
        <translation>3 次元のパラメーター %1 個 (%2 など、%3) は量子化されません: transformers 5 では、レイヤーのエキスパートは Linear モジュールではないため、%4 はこれらのエキスパートを量子化しません。より小さい dtype、または fp8 でプランしてください。</translation>
    </message>
    <message>
        <source>the whole model</source>
        <translation>モデル全体</translation>
    </message>
    <message>
        <source>%1 refuses this map because it does not quantise to %2 if any weights are on the CPU or the disk (first entry: %3). Give the GPUs more memory or higher limits.</source>
        <translation>%1 はこのマップを拒否します: CPU またはディスクにあるもの (最初は %3) を %2 に量子化しません。GPU の余地を増やしてください。</translation>
    </message>
    <message>
        <source>from_pretrained does not follow this map. It places the MXFP4 experts on the current GPU, usually the first GPU, and keeps the experts on that GPU. This includes the experts that the map puts on the CPU and the disk (first module: %1, %2 in total). Give the GPUs more memory or higher limits, or plan without a quantisation.</source>
        <translation>from_pretrained はこのマップに従いません: MXFP4 のエキスパートを、CPU やディスクのものも含めて、現在の GPU (通常は最初のもの) に配置し、そこに残します (最初は %1、合計 %2)。GPU の余地を増やすか、量子化なしでプランしてください。</translation>
    </message>
    <message>
        <source>otherwise from_pretrained undoes the quantisation, and the model needs %1. Plan without a quantisation to see the placement of the unquantised model.</source>
        <translation>そうでない場合、from_pretrained は量子化を解き、モデルは %1 になります。それがどこに置かれるかを見るには、量子化なしでプランしてください。</translation>
    </message>
    <message>
        <source>otherwise from_pretrained refuses this quantisation.</source>
        <translation>そうでない場合、from_pretrained はこれへの量子化を拒否します。</translation>
    </message>
    <message>
        <source>transformers supports MXFP4 on GPUs of compute capability 7.5 or above (T4, A100, H100) or on Intel GPUs, with Triton and the package &quot;kernels&quot;; %1</source>
        <translation>transformers が MXFP4 を使えるのは、compute capability 7.5 以上 (T4、A100、H100) または Intel の GPU で、Triton とパッケージ kernels がある場合です。%1</translation>
    </message>
    <message>
        <source>Without a GPU, transformers supports MXFP4 only with use_kernels=True, Triton and the package &quot;kernels&quot;; %1</source>
        <translation>GPU がない場合、transformers が MXFP4 を使えるのは、use_kernels=True、Triton、パッケージ kernels があるときだけです。%1</translation>
    </message>
    <message>
        <source>from_pretrained refuses this map because it does not quantise to mxfp4 if any weights are on the disk (first entry: %1). Give the GPUs and the CPU more memory or higher limits.</source>
        <translation>from_pretrained はこのマップを拒否します: ディスクに何かがある場合 (最初は %1)、mxfp4 に量子化しません。GPU と CPU の余地を増やしてください。</translation>
    </message>
    <message>
        <source>%1 modules of the class Conv1D are planned as quantised, because from_pretrained quantises them. Accelerate&apos;s load_and_quantize_model does not quantise these modules.</source>
        <translation>クラス Conv1D のモジュール %1 個は、from_pretrained と同じように量子化されます。Accelerate 自身の load_and_quantize_model は、それらをそのままにします。</translation>
    </message>
    <message>
        <source>%1 is a different class, whose modules are not quantised</source>
        <translation>%1 は独自のクラスで、対象になりません</translation>
    </message>
    <message>
        <source>No weights of this model are quantised: transformers&apos; MXFP4 quantises only floating-point experts of gpt-oss (class GptOssExperts), and the model has no such module that may be quantised.</source>
        <translation>このモデルでは何も量子化されません: transformers の MXFP4 が対象とするのは、浮動小数点の gpt-oss のエキスパート (クラス GptOssExperts のモジュール) ですが、そのままにするもののほかにはありません。</translation>
    </message>
    <message>
        <source>No weights of this model are quantised: %1 quantises only floating-point weights of Linear and Conv1D modules, and the model has no such module that may be quantised</source>
        <translation>このモデルでは何も量子化されません: %1 が対象とするのは、浮動小数点の重みを持つクラス Linear と Conv1D のモジュールですが、そのままにするもののほかにはありません</translation>
    </message>
    <message>
        <source>No weights of this model are quantised: %1 quantises only floating-point weights of Linear modules, and the model has no such module that may be quantised</source>
        <translation>このモデルでは何も量子化されません: %1 が対象とするのは、浮動小数点の重みを持つクラス Linear のモジュールですが、そのままにするもののほかにはありません</translation>
    </message>
    <message>
        <source>The classes of this model&apos;s modules are not known. Two-dimensional weights are assumed to belong to Linear modules if their names suggest it. Provide the config.json or .tree.json of the model to be sure.</source>
        <translation>このモデルのモジュールのクラスは不明です。2 次元の重みを、その名前から Linear モジュールとみなしています。確実にするには、モデルの config.json または .tree.json を指定してください。</translation>
    </message>
    <message>
        <source>%1 (planned, not loaded): %2 module is quantised</source>
        <translation>%1、プランのみ、ロードなし: %2 モジュールを量子化</translation>
    </message>
    <message>
        <source>%1 (planned, not loaded): %2 modules are quantised</source>
        <translation>%1、プランのみ、ロードなし: %2 モジュールを量子化</translation>
    </message>
    <message>
        <source>%1, %2 is not quantised (%3)</source>
        <translation>%1、%2 個はそのまま (%3)</translation>
    </message>
    <message>
        <source>%1, %2 are not quantised (%3)</source>
        <translation>%1、%2 個はそのまま (%3)</translation>
    </message>
    <message>
        <source>%1; declared by %2</source>
        <translation>%1。宣言元は %2</translation>
    </message>
    <message>
        <source>This plan assumes %1, which Stowage can plan but not load. Plan without a quantisation to load the unchanged weights.</source>
        <translation>このプランは %1 を前提としています。Stowage はこれをプランしますが、ロードはしません。重みをそのままロードするには、量子化なしでプランしてください。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a known %2; use one of %3.</source>
        <translation>&quot;%1&quot; は%2ではありません。%3 のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>type of keys and values</source>
        <translation>キーと値の型</translation>
    </message>
    <message>
        <source>kind of attention</source>
        <translation>アテンションの種類</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>同時シーケンス数</translation>
    </message>
    <message>
        <source>Batch size: sequences per forward pass (1)</source>
        <translation>同じパスで実行されるシーケンスの数 (1)</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>プロンプト</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>コンテキスト長</translation>
    </message>
    <message>
        <source>Context: KV-cache length per sequence in tokens (--prompt + --generate)</source>
        <translation>領域を確保する、各シーケンスのトークン数 (プロンプト + 生成)</translation>
    </message>
    <message>
        <source>To generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Prefill chunk</source>
        <translation>プリフィル分割</translation>
    </message>
    <message>
        <source>Tokens of a prompt in one forward pass (default: the whole prompt)</source>
        <translation>一度に入れる、プロンプトのトークン数 (全体)</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>Images of each request, for a model that accepts images (default 0)</source>
        <translation>各リクエストの画像数。画像を受け取るモデル用 (0)</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>テンソル並列</translation>
    </message>
    <message>
        <source>%1 sequences</source>
        <translation>%1 シーケンス</translation>
    </message>
    <message>
        <source>prompt length %1</source>
        <translation>プロンプト %1</translation>
    </message>
    <message>
        <source>%1 generated tokens</source>
        <translation>生成 %1</translation>
    </message>
    <message>
        <source>context length %1</source>
        <translation>コンテキスト長 %1</translation>
    </message>
    <message>
        <source>prefill chunk %1</source>
        <translation>チャンク %1</translation>
    </message>
    <message>
        <source>%1 image</source>
        <translation>画像 %1 枚</translation>
    </message>
    <message>
        <source>%1 images</source>
        <translation>画像 %1 枚</translation>
    </message>
    <message>
        <source>tensor parallel on %1 GPUs</source>
        <translation>%1 GPU でテンソル並列</translation>
    </message>
    <message>
        <source>compute dtype %1</source>
        <translation>%1 で計算</translation>
    </message>
    <message>
        <source>KV cache dtype %1</source>
        <translation>%1 のキーと値</translation>
    </message>
    <message>
        <source>%1 attention</source>
        <translation>%1 アテンション</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>%1 による</translation>
    </message>
    <message>
        <source>%1: %2 is out of range; use %3 to %4.</source>
        <translation>%1: %2 は範囲外です。%3 から %4 の値を指定してください。</translation>
    </message>
    <message>
        <source>%1 is now simulated: it was a real %2 with %3, which this machine does not have under that number.</source>
        <translation>%1 は実在の %2 (%3) でしたが、このマシンのその番号にはありません。シミュレーションになります。</translation>
    </message>
    <message>
        <source>%1 is now simulated: it was a real %2, which this machine does not have under that number.</source>
        <translation>%1 は実在の %2 でしたが、このマシンのその番号にはありません。シミュレーションになります。</translation>
    </message>
    <message>
        <source>The plan is for %1 of RAM, but this machine has %2 of RAM. The model can be planned and estimated on this machine, but not loaded.</source>
        <translation>プランは RAM %1 を対象としていますが、このマシンは %2 です。そのため、ここではプランと見積もりを行い、ロードはしません。</translation>
    </message>
    <message>
        <source>The plan is for %1 of disk space, but this machine has %2 of disk space. The model can be planned and estimated on this machine, but not loaded.</source>
        <translation>プランはディスク %1 を対象としていますが、このマシンは %2 です。そのため、ここではプランと見積もりを行い、ロードはしません。</translation>
    </message>
    <message>
        <source>%1 has a size of %2, which is too large for a file that describes a model.</source>
        <translation>%1 は %2 で、モデルを記述するファイルとしては大きすぎます。</translation>
    </message>
    <message>
        <source>%1 is gone</source>
        <translation>%1 がなくなった</translation>
    </message>
    <message>
        <source>the contents of %1 have changed</source>
        <translation>%1 の内容が異なる</translation>
    </message>
    <message>
        <source>the tensors of %1 have changed</source>
        <translation>%1 のテンソルが異なる</translation>
    </message>
    <message>
        <source>%1 has a size of %2 instead of %3</source>
        <translation>%1 が %3 ではなく %2</translation>
    </message>
    <message>
        <source>%1 is new</source>
        <translation>%1 が加わった</translation>
    </message>
    <message>
        <source>The model comes from %1, which is not a file that a project can refer to; save the model to a file first.</source>
        <translation>モデルの出所である %1 は、プロジェクトが示せるファイルではありません。先にファイルに保存してください。</translation>
    </message>
    <message>
        <source>The model is not the one that the project was saved with: %1.</source>
        <translation>このモデルは、プロジェクトを保存したときのものではありません: %1。</translation>
    </message>
    <message>
        <source>the digest of the model has changed</source>
        <translation>ダイジェストが異なる</translation>
    </message>
    <message>
        <source>The model is now at %1, no longer at %2.</source>
        <translation>モデルは今は %1 にあり、%2 にはもうありません。</translation>
    </message>
    <message>
        <source>The model was not found at %1 or under the same name next to the project. Specify the current location of the model.</source>
        <translation>モデルはもうありません: %1 も、プロジェクトと同じ場所にあるその名前のものもありません。今どこにあるかを指定してください。</translation>
    </message>
    <message>
        <source>has more than %1 plans</source>
        <translation>プランが %1 個を超えています</translation>
    </message>
    <message>
        <source>is %1, which is already the name of another plan</source>
        <translation>%1 ですが、別のプランがすでにこの名前です</translation>
    </message>
    <message>
        <source>is %1, which is not the name of any plan</source>
        <translation>%1 ですが、この名前のプランはありません</translation>
    </message>
    <message>
        <source>%1 is not a Stowage project: its &quot;format&quot; is not &quot;%2&quot;.</source>
        <translation>%1 は Stowage のプロジェクトではありません: &quot;format&quot; が &quot;%2&quot; ではありません。</translation>
    </message>
    <message>
        <source>%1 is damaged: its &quot;version&quot; is not a whole number above 0.</source>
        <translation>%1 は壊れています: &quot;version&quot; が 0 より大きい整数ではありません。</translation>
    </message>
    <message>
        <source>%1 was written by a newer version of Stowage (file version %2; this Stowage reads file versions up to %3). Open the file with the newer version. The file was not changed.</source>
        <translation>%1 は、より新しい Stowage が書いたものです (バージョン %2。この Stowage が読み取るのは %3)。その Stowage で開いてください。ファイルは何も変更していません。</translation>
    </message>
    <message>
        <source>%1 has a size of %2; a project file may have at most %3.</source>
        <translation>%1 は %2 です。プロジェクトは最大 %3 です。</translation>
    </message>
    <message>
        <source>The project needs %1, but a project file may have at most %2. Move some plans to another project.</source>
        <translation>プロジェクトは %1 になりますが、そのファイルは最大 %2 です。プランの一部を別のプロジェクトに移してください。</translation>
    </message>
    <message>
        <source>The recovery file %1 cannot be removed: %2.</source>
        <translation>復元用ファイル %1 を削除できません: %2。</translation>
    </message>
    <message>
        <source>The folder %1 for recovery files cannot be created: %2.</source>
        <translation>復元用ファイルのフォルダー %1 を作成できません: %2。</translation>
    </message>
    <message>
        <source>the pre-tokenizer</source>
        <translation>プリトークナイザー</translation>
    </message>
    <message>
        <source>%1 is not a SentencePiece model: %2.</source>
        <translation>%1 は SentencePiece モデルではありません: %2。</translation>
    </message>
    <message>
        <source>the score of a piece is not a finite number</source>
        <translation>ピースのスコアが有限の数ではありません</translation>
    </message>
    <message>
        <source>the piece %1 is empty or truncated</source>
        <translation>ピースの 1 つ %1 が空か、途中で切れています</translation>
    </message>
    <message>
        <source>the normalizer is truncated</source>
        <translation>ノーマライザーが途中で切れています</translation>
    </message>
    <message>
        <source>libsentencepiece could not be opened, so the tokenizer cannot be used: %1. Install libsentencepiece0, or give tokens instead of text.</source>
        <translation>libsentencepiece を開けなかったため、トークナイザーを使えません: %1。libsentencepiece0 をインストールするか、テキストの代わりにトークンを指定してください。</translation>
    </message>
    <message>
        <source>the file contains no pieces</source>
        <translation>ピースがありません</translation>
    </message>
    <message>
        <source>the file is truncated or of another kind</source>
        <translation>途中で切れているか、別の種類のファイルです</translation>
    </message>
    <message>
        <source>%1 splits text by a pattern that is too slow for this text; shorten the text, or give tokens.</source>
        <translation>%1 がテキストの分割に使うパターンは、このテキストでは時間がかかりすぎます。テキストを短くするか、トークンを指定してください。</translation>
    </message>
    <message>
        <source>The tokenizer expands the text to more than 32 MiB; shorten the text.</source>
        <translation>トークナイザーによってテキストが 32 MiB を超えます。テキストを短くしてください。</translation>
    </message>
    <message>
        <source>the normalizer</source>
        <translation>ノーマライザー</translation>
    </message>
    <message>
        <source>the decoder</source>
        <translation>デコーダー</translation>
    </message>
    <message>
        <source>%1 contains a merge with the token %2, which is not in the vocabulary of the tokenizer.</source>
        <translation>%1 は %2 を使ってトークンをマージしますが、これはその語彙にありません。</translation>
    </message>
    <message>
        <source>%1 has no token %2 for unknown words.</source>
        <translation>%1 に、未知の語のためのトークン %2 がありません。</translation>
    </message>
    <message>
        <source>%1 has %2 merges; the limit is 2,097,152.</source>
        <translation>%1 のマージは %2 個です。Stowage が扱うのは最大 2,097,152 個です。</translation>
    </message>
    <message>
        <source>%1 has an invalid vocabulary: the tokens must be numbered consecutively, each token needs a finite score, and the unknown token must be in the vocabulary.</source>
        <translation>%1 の語彙は、トークンが 1 つずつ番号付けされてそれぞれ有限のスコアを持つものになっていないか、未知トークンがその中にありません。</translation>
    </message>
    <message>
        <source>This Stowage was built without tokenizers (STOWAGE_TEXT=OFF), so the tokenizer in %1 cannot be used; give tokens instead of text.</source>
        <translation>この Stowage はトークナイザーなしでビルドされているため (STOWAGE_TEXT=OFF)、%1 にあるものを使えません。テキストの代わりにトークンを指定してください。</translation>
    </message>
    <message>
        <source>%1 is not a tokenizer file: %2.</source>
        <translation>%1 はトークナイザーのファイルではありません: %2。</translation>
    </message>
    <message>
        <source>the file is not a JSON object</source>
        <translation>JSON オブジェクトではありません</translation>
    </message>
    <message>
        <source>the vocabulary lists %1, which is not a valid token</source>
        <translation>語彙が %1 をトークンとして挙げています</translation>
    </message>
    <message>
        <source>the merges contain %1, which is not a pair of tokens</source>
        <translation>マージが %1 を 2 つのトークンとして挙げています</translation>
    </message>
    <message>
        <source>%1 contains a tokenizer of the kind %2, which Stowage does not support; give tokens instead of text.</source>
        <translation>%1 のトークナイザーは種類 %2 で、Stowage では実行できません。テキストの代わりにトークンを指定してください。</translation>
    </message>
    <message>
        <source>%1 adds %2 tokens; the limit is 16,384.</source>
        <translation>%1 は %2 個のトークンを追加します。Stowage が扱うのは最大 16,384 個です。</translation>
    </message>
    <message>
        <source>an added token has no ID or no text</source>
        <translation>追加トークンに番号またはテキストがありません</translation>
    </message>
    <message>
        <source>the template inserts a value that is not a token ID</source>
        <translation>テンプレートが、トークンではないものを入れています</translation>
    </message>
    <message>
        <source>the post-processor</source>
        <translation>ポストプロセッサー</translation>
    </message>
    <message>
        <source>the post-processor has no valid &quot;cls&quot; token or no valid &quot;sep&quot; token</source>
        <translation>ポストプロセッサーにトークンがありません</translation>
    </message>
    <message>
        <source>%1 is not a merge of two tokens</source>
        <translation>%1 は 2 つのトークンのマージではありません</translation>
    </message>
    <message>
        <source>%1 lists an added token without an ID or a text, or more than 16,384 added tokens.</source>
        <translation>%1 に、番号またはテキストのない追加トークンがあるか、追加トークンが 16,384 個を超えています。</translation>
    </message>
    <message>
        <source>The text %1 is not valid UTF-8; type it again.</source>
        <translation>テキスト %1 は UTF-8 ではありません。入力し直してください。</translation>
    </message>
    <message>
        <source>The text has %1 bytes; the limit is 1,048,576 bytes.</source>
        <translation>テキストは %1 バイトです。Stowage が扱うのは最大 1,048,576 バイトです。</translation>
    </message>
    <message>
        <source>%1 is too large for a tokenizer file; the limit is %2 MiB.</source>
        <translation>%1 はトークナイザーのファイルとしては大きすぎます。Stowage が読み取るのは最大 %2 MiB です。</translation>
    </message>
    <message>
        <source>%1 contains no tokenizer (tokenizer.json, vocab.json with merges.txt, tokenizer.model, spiece.model or vocab.txt); copy a tokenizer to that folder, or give tokens instead of text.</source>
        <translation>%1 にトークナイザー (tokenizer.json、vocab.json と merges.txt、tokenizer.model、spiece.model、vocab.txt) がありません。そこにコピーするか、テキストの代わりにトークンを指定してください。</translation>
    </message>
    <message>
        <source>%1 has a damaged table for normalising characters; copy the file again.</source>
        <translation>%1 の、文字を正規化する表が壊れています。ファイルをコピーし直してください。</translation>
    </message>
    <message>
        <source>Stowage does not support the language “%1”; use en, ja, zh_CN or ar.</source>
        <translation>Stowage は「%1」に対応していません。en、ja、zh_CN、ar のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>--load works only with --picture; specify --picture FILE as well.</source>
        <translation>--load は --picture とともに使います。そのファイルも指定してください。</translation>
    </message>
    <message>
        <source>The system refused to allocate %1 of host memory in one block: %2. Put fewer layers on the CPU or close other programs.</source>
        <translation>システムが、一度に %1 のホストメモリーを拒否しました: %2。CPU に置くレイヤーを減らすか、他のプログラムを閉じてください。</translation>
    </message>
    <message>
        <source>%1 failed: %2. Free some memory, or plan with smaller simulated GPUs.</source>
        <translation>%1 に失敗しました: %2。メモリーを空けるか、シミュレートされた GPU を小さくしてプランしてください。</translation>
    </message>
    <message>
        <source>Faults can be injected only into simulated GPUs, but %1 is not a simulated GPU.</source>
        <translation>障害を発生させられるのはシミュレートされた GPU だけで、%1 はそうではありません。</translation>
    </message>
    <message>
        <source>LibTorch %1 was built without CUDA, so it cannot use GPUs; build Stowage with a LibTorch for CUDA (tests/gpu/README.md), or simulate GPUs, as in --gpus 24GiB.</source>
        <translation>LibTorch %1 は CUDA なしでビルドされているため、GPU を扱いません。CUDA 用の LibTorch で Stowage をビルドするか (tests/gpu/README.md)、--gpus 24GiB のように GPU をシミュレートしてください。</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 に失敗しました: %2</translation>
    </message>
    <message>
        <source>%1 failed: %2. Restart the program to use the card again.</source>
        <translation>%1 に失敗しました: %2。カードを使うには、プロセスを新しく開始する必要があります。</translation>
    </message>
    <message>
        <source>There is no CUDA device for LibTorch %1: %2. Check the driver with nvidia-smi, check CUDA_VISIBLE_DEVICES, or simulate GPUs, as in --gpus 24GiB.</source>
        <translation>LibTorch %1 で使える CUDA デバイスがありません: %2。nvidia-smi と CUDA_VISIBLE_DEVICES でドライバーを確認するか、--gpus 24GiB のように GPU をシミュレートしてください。</translation>
    </message>
    <message>
        <source>The transfer was cancelled.</source>
        <translation>転送はキャンセルされました。</translation>
    </message>
    <message>
        <source>Starting LibTorch</source>
        <translation>LibTorch の起動</translation>
    </message>
    <message>
        <source>The weight %1 is stored as %2 on a CUDA GPU, but Stowage cannot dequantise weights on CUDA GPUs. Run this model on the CPU or on simulated GPUs.</source>
        <translation>%1 は CUDA カード上の %2 ですが、Stowage はそこでは逆量子化しません。このモデルは CPU またはシミュレートされた GPU で実行してください。</translation>
    </message>
    <message>
        <source>%1 failed: the host has no memory left.</source>
        <translation>%1 に失敗しました: ホストにメモリーが残っていません。</translation>
    </message>
    <message>
        <source>%1 failed in LibTorch: %2</source>
        <translation>%1 が LibTorch で失敗しました: %2</translation>
    </message>
    <message>
        <source>%1 failed in LibTorch for an unknown reason.</source>
        <translation>%1 が、不明な理由により LibTorch で失敗しました。</translation>
    </message>
    <message>
        <source>The tensor %1 is not one of LibTorch&apos;s, so it cannot be used here.</source>
        <translation>テンソル %1 は LibTorch のものではないため、ここでは使えません。</translation>
    </message>
    <message>
        <source>tried</source>
        <translation>割り当ての試行</translation>
    </message>
    <message>
        <source>device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>割り当て済み</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>予約済み</translation>
    </message>
    <message>
        <source>reserved unallocated</source>
        <translation>予約済み・未割り当て</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>許可量</translation>
    </message>
    <message>
        <source>private pools</source>
        <translation>プライベートプール</translation>
    </message>
    <message>
        <source>process</source>
        <translation>プロセス</translation>
    </message>
    <message>
        <source>others</source>
        <translation>他のプログラム</translation>
    </message>
    <message>
        <source>other</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>ooms</source>
        <translation>OOM 回数</translation>
    </message>
    <message>
        <source>retries</source>
        <translation>再試行回数</translation>
    </message>
    <message>
        <source>allocated peak</source>
        <translation>割り当て済みピーク</translation>
    </message>
    <message>
        <source>active</source>
        <translation>アクティブ</translation>
    </message>
    <message>
        <source>active peak</source>
        <translation>アクティブのピーク</translation>
    </message>
    <message>
        <source>requested</source>
        <translation>要求量</translation>
    </message>
    <message>
        <source>requested peak</source>
        <translation>要求量のピーク</translation>
    </message>
    <message>
        <source>reserved peak</source>
        <translation>予約済みピーク</translation>
    </message>
    <message>
        <source>non releasable</source>
        <translation>解放不可</translation>
    </message>
    <message>
        <source>non releasable peak</source>
        <translation>解放不可のピーク</translation>
    </message>
    <message>
        <source>allocations</source>
        <translation>割り当て数</translation>
    </message>
    <message>
        <source>segments</source>
        <translation>セグメント</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>予算</translation>
    </message>
    <message>
        <source>share</source>
        <translation>割合</translation>
    </message>
    <message>
        <source>context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>peak torch</source>
        <translation>torch のピーク</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>活性値</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV キャッシュ</translation>
    </message>
    <message>
        <source>KV needed</source>
        <translation>必要な KV</translation>
    </message>
    <message>
        <source>KV blocks</source>
        <translation>KV ブロック</translation>
    </message>
    <message>
        <source>cpu blocks</source>
        <translation>CPU ブロック</translation>
    </message>
    <message>
        <source>KV tokens</source>
        <translation>KV トークン</translation>
    </message>
    <message>
        <source>max model len</source>
        <translation>モデルの最大長</translation>
    </message>
    <message>
        <source>max len estimate</source>
        <translation>最大長の見積もり</translation>
    </message>
    <message>
        <source>concurrency</source>
        <translation>同時実行数</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>graphs</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>free after</source>
        <translation>空き (後)</translation>
    </message>
    <message>
        <source>output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>compute host</source>
        <translation>計算 (ホスト)</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>n ctx</source>
        <translation>n ctx</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>必要</translation>
    </message>
    <message>
        <source>margin</source>
        <translation>マージン</translation>
    </message>
    <message>
        <source>short</source>
        <translation>不足</translation>
    </message>
    <message>
        <source>projector</source>
        <translation>プロジェクター</translation>
    </message>
    <message>
        <source>self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>unaccounted</source>
        <translation>未説明</translation>
    </message>
    <message>
        <source>host self</source>
        <translation>ホスト: 自身</translation>
    </message>
    <message>
        <source>host weights</source>
        <translation>ホスト: 重み</translation>
    </message>
    <message>
        <source>host context</source>
        <translation>ホスト: コンテキスト</translation>
    </message>
    <message>
        <source>host compute</source>
        <translation>ホスト: 計算</translation>
    </message>
    <message>
        <source>headroom</source>
        <translation>余裕</translation>
    </message>
    <message>
        <source>KV bytes per token</source>
        <translation>トークンあたりの KV バイト数</translation>
    </message>
    <message>
        <source>the weight %1</source>
        <translation>重み %1</translation>
    </message>
    <message>
        <source>the attention scores of one layer for the prompt, batch %1 × %2 tokens</source>
        <translation>プロンプトの 1 レイヤーのアテンションスコア、バッチ %1 × %2 トークン</translation>
    </message>
    <message>
        <source>the feed-forward activations of one layer for the prompt, batch %1 × %2 tokens</source>
        <translation>プロンプトの 1 レイヤーのフィードフォワードの数、バッチ %1 × %2 トークン</translation>
    </message>
    <message>
        <source>the activations of one layer for the prompt, batch %1 × %2 tokens</source>
        <translation>プロンプトの 1 レイヤーの数、バッチ %1 × %2 トークン</translation>
    </message>
    <message>
        <source>the logits of all tokens of the prompt, batch %1 × %2 tokens</source>
        <translation>プロンプトの全トークンのロジット、バッチ %1 × %2 トークン</translation>
    </message>
    <message>
        <source>the logits of all tokens of the prompt, batch %1 × %2 tokens, in float32</source>
        <translation>プロンプトの全トークンのロジット、バッチ %1 × %2 トークン、float32</translation>
    </message>
    <message>
        <source>the keys or the values of one layer, extended by one token</source>
        <translation>1 トークン分増えた、1 レイヤーのキーまたは値</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>The device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>%1: a request for %2 failed. PyTorch allocates a segment of this size for tensors of 1 to 10 MiB, so the size does not identify the tensor.</source>
        <translation>%1 にさらに %2 が要求されました: PyTorch が 1 から 10 MiB のテンソル用に取るセグメントなので、サイズからはどのテンソルか分かりません。</translation>
    </message>
    <message>
        <source>%1: a request for %2 failed. PyTorch allocates a segment of this size for tensors of up to 1 MiB, so the size does not identify the tensor.</source>
        <translation>%1 にさらに %2 が要求されました: PyTorch が 1 MiB までのテンソル用に取るセグメントなので、サイズからはどのテンソルか分かりません。</translation>
    </message>
    <message>
        <source>%1: a request for %2 failed. No tensor of this plan and workload has this size.</source>
        <translation>%1 にさらに %2 が要求されました。このプランとワークロードに、そのサイズのテンソルはありません。</translation>
    </message>
    <message>
        <source>%1: a request for %2 failed. In this plan, these tensors have this size: %3.</source>
        <translation>%1 にさらに %2 が要求されました。このプランでは、次のもののサイズです: %3。</translation>
    </message>
    <message>
        <source>%1 used by tensors</source>
        <translation>テンソルが %1</translation>
    </message>
    <message>
        <source>%1 reserved by PyTorch but unallocated</source>
        <translation>PyTorch がテンソルなしで保持 %1</translation>
    </message>
    <message>
        <source>%1 reserved by PyTorch in total</source>
        <translation>PyTorch の予約済み合計 %1</translation>
    </message>
    <message>
        <source>%1 used by the driver&apos;s context and the libraries of the process</source>
        <translation>ドライバーのコンテキストとプロセスのライブラリが %1</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>空きは %1</translation>
    </message>
    <message>
        <source>of %1 in total</source>
        <translation>全体で %1</translation>
    </message>
    <message>
        <source>Held: %1.</source>
        <translation>保持: %1。</translation>
    </message>
    <message>
        <source>The process was limited to a part of the device&apos;s memory; raise this limit.</source>
        <translation>プロセスの許可量が、デバイスの持つ量より少なくなっていました: その上限を上げてください。</translation>
    </message>
    <message>
        <source>More memory was free than was requested: the process had a memory limit, or memory was freed in the meantime.</source>
        <translation>要求された量より多くの空きがありました: 1 つのプロセスが使える量が制限されていたか、その間に何かが返されました。</translation>
    </message>
    <message>
        <source>PyTorch had more unallocated reserved memory than was requested, but not in one contiguous block. PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True avoids such fragmentation.</source>
        <translation>PyTorch は要求された量より多くを保持していましたが、断片に分かれていました: PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True で 1 つにまとまります。</translation>
    </message>
    <message>
        <source>Stopping the other programs would have freed enough memory.</source>
        <translation>他のプログラムを終了すれば、余地ができていました。</translation>
    </message>
    <message>
        <source>According to the estimate, the plan fits with this workload, so the actual run differed from the plan.</source>
        <translation>このワークロードでのプランは収まるため、実行されたものはプランと異なっていました。</translation>
    </message>
    <message>
        <source>According to the estimate, the plan does not fit with this workload; it fits with %1.</source>
        <translation>このワークロードではプランも収まりませんが、次のようにすると収まります: %1。</translation>
    </message>
    <message>
        <source>According to the estimate, the plan does not fit with this workload.</source>
        <translation>このワークロードではプランも収まりません。</translation>
    </message>
    <message>
        <source>%1
</source>
        <translation>%1
</translation>
    </message>
    <message>
        <source>%1 is not a target; write ttft=SECONDS, tps=TOKENS, or both, separated by a comma.</source>
        <translation>%1 は目標ではありません。ttft=SECONDS、tps=TOKENS、またはコンマでつないだその両方を書いてください。</translation>
    </message>
    <message>
        <source>8 GiB more on each GPU</source>
        <translation>各 GPU に 8 GiB 追加</translation>
    </message>
    <message>
        <source>one more GPU (%1)</source>
        <translation>GPU をもう 1 つ (%1)</translation>
    </message>
    <message>
        <source>links twice as fast</source>
        <translation>2 倍の速さのリンク</translation>
    </message>
    <message>
        <source>No plan can reach the first token in less than %1; this plan takes %2.</source>
        <translation>最初のトークンまで %1 を上回るプランはありえません。このプランでは %2 です。</translation>
    </message>
    <message>
        <source>No plan can have a weighted sum below %1; this plan has a sum of %2.</source>
        <translation>重み付き和の %1 を上回るプランはありえません。このプランでは %2 です。</translation>
    </message>
    <message>
        <source>No plan can take less than %1 per token; this plan takes %2.</source>
        <translation>1 トークン %1 を上回るプランはありえません。このプランでは %2 です。</translation>
    </message>
    <message>
        <source>the only layer (%1) is on a GPU</source>
        <translation>全 %1 レイヤーが GPU にある</translation>
    </message>
    <message>
        <source>%1 of %2 layer is on a GPU</source>
        <translation>%2 レイヤー中 %1 が GPU にある</translation>
    </message>
    <message>
        <source>all %1 layers are on GPUs</source>
        <translation>全 %1 レイヤーが GPU にある</translation>
    </message>
    <message>
        <source>%1 of %2 layers is on a GPU</source>
        <translation>%2 レイヤー中 %1 が GPU にある</translation>
    </message>
    <message>
        <source>%1 of %2 layers are on GPUs</source>
        <translation>%2 レイヤー中 %1 が GPU にある</translation>
    </message>
    <message>
        <source>%1 layer is streamed</source>
        <translation>%1 が転送される</translation>
    </message>
    <message>
        <source>%1 layers are streamed</source>
        <translation>%1 が転送される</translation>
    </message>
    <message>
        <source>%1, %2, and the CPU computes %3 of the layers</source>
        <translation>%1、%2、CPU が %3 を計算する</translation>
    </message>
    <message>
        <source>%1, and the CPU computes %2 of the layers</source>
        <translation>%1、CPU が %2 を計算する</translation>
    </message>
    <message>
        <source>All layer placements that could be faster were examined.</source>
        <translation>レイヤーの配置方法のうち、より速くなりうるものをすべてたどりました。</translation>
    </message>
    <message>
        <source>According to the sum of the sizes alone, no plan can store more than %1 tokens per sequence; this plan can store %2 tokens.</source>
        <translation>足し算だけからは、各シーケンスに %1 トークンを超える余地を持つプランはありえません。このプランには %2 の余地があります。</translation>
    </message>
    <message>
        <source>According to the sum of the sizes alone, no plan can store more than %1 KV blocks in the stage with the fewest blocks; this plan can store %2 KV blocks.</source>
        <translation>足し算だけからは、KV ブロックが最も少ないステージに %1 を超える KV ブロックの余地を持つプランはありえません。このプランには %2 の余地があります。</translation>
    </message>
    <message>
        <source>Whether a plan exists between this upper limit and this plan (difference: %1 %) is undetermined. The sum of the sizes includes neither memory that an allocator cannot use nor steps in the growth of caches.</source>
        <translation>その間の %1% については何も分かっていません: 足し算では、段階的に増えるキャッシュも、アロケーターが使えないものも分かりません。</translation>
    </message>
    <message>
        <source>Whether a plan exists between this lower limit and this plan (difference: %1 %) is undetermined.</source>
        <translation>両者の間の %1% については何も分かっていません: そこにプランは見つかりませんでしたが、可能性が除かれたわけでもありません。</translation>
    </message>
    <message>
        <source>All plans that could be faster were compared.</source>
        <translation>より速くなりうるすべてのプランを比較しました。</translation>
    </message>
    <message>
        <source>diffusers does not offload %1 in groups.</source>
        <translation>diffusers は %1 をグループ単位ではオフロードしません。</translation>
    </message>
    <message>
        <source>if offloaded in blocks, the weights of %2 would still be on the CPU when decode() runs (diffusers %1).</source>
        <translation>diffusers %1 では、ブロック単位でオフロードすると、%2 の decode() の時点で重みが CPU にあります。</translation>
    </message>
    <message>
        <source>%1 remains on the GPU: %2</source>
        <translation>%1 は GPU に残ります: %2</translation>
    </message>
    <message>
        <source>The pipeline has no denoiser whose layers could be cast.</source>
        <translation>パイプラインに、レイヤーをキャストできるデノイザーがありません。</translation>
    </message>
    <message>
        <source>diffusers %1 defines no offloading order for %2.</source>
        <translation>diffusers %1 には、%2 のオフロードの順序がありません。</translation>
    </message>
    <message>
        <source>%1 remains on the GPU after it has run, because the offloading order does not include this model.</source>
        <translation>%1 は、一度実行されると GPU に残ります: どの順序にも含まれていません。</translation>
    </message>
    <message>
        <source>Ways to offload are compared only for diffusers pipelines, but this plan is for a single model.</source>
        <translation>オフロードの方法を比較するのは diffusers のパイプラインですが、これは単一のモデルです。</translation>
    </message>
    <message>
        <source>All ways to offload copy weights to a GPU, but the plan has no GPU; add a GPU.</source>
        <translation>オフロードの方法は重みを GPU へ運びますが、プランに GPU がありません。追加してください。</translation>
    </message>
    <message>
        <source>The list of diffusers&apos; classes is wrong: %1</source>
        <translation>diffusers のクラスの一覧に誤りがあります: %1</translation>
    </message>
    <message>
        <source>%1: the allocator is warmed up with one block of %2.</source>
        <translation>%1: アロケーターは %2 のブロック 1 つでウォームアップされます。</translation>
    </message>
    <message>
        <source>Tensors are read one after another, because the device map uses the disk.</source>
        <translation>マップがディスクを示しているため、テンソルは 1 つずつです。</translation>
    </message>
    <message>
        <source>%1 threads read tensors ahead of the thread that places them.</source>
        <translation>%1 個のスレッドが、配置を行うスレッドに先立ってテンソルを取り込みます。</translation>
    </message>
    <message>
        <source>Experts are joined into %1 tensors of at most %2; while a tensor is joined, its parts are in memory as well.</source>
        <translation>エキスパートは、それぞれ最大 %2 のテンソル %1 個になります。1 つを結合する間、その横に元のスタックがあります。</translation>
    </message>
    <message>
        <source>Up to %1 more RAM may remain allocated, because glibc&apos;s malloc keeps freed blocks below 32 MiB.</source>
        <translation>glibc の malloc は 32 MiB 未満の解放済みブロックを保持するため、さらに最大 %1 の RAM がそこに残ることがあります。</translation>
    </message>
    <message>
        <source>--sweep %1: the plan has no GPU; add one with --gpus.</source>
        <translation>--sweep %1: プランに GPU がありません。--gpus で追加してください。</translation>
    </message>
    <message>
        <source>There is no edit for %1.</source>
        <translation>%1 を表す編集はありません。</translation>
    </message>
    <message>
        <source>A sweep of more than %1 points is too long; use larger steps.</source>
        <translation>%1 点を超えるスイープは長すぎます。ステップを大きくしてください。</translation>
    </message>
    <message>
        <source>--sweep &quot;%1&quot;: %2 Write NAME=FIRST..LAST/STEP, NAME=FIRST..LAST*FACTOR or NAME=A,B,C, as in context=2048..131072*2, gpu:0=4GiB..24GiB/1GiB, gpus=1..8 or dtype=float16,float32.</source>
        <translation>--sweep &quot;%1&quot;: %2 NAME=FIRST..LAST/STEP、NAME=FIRST..LAST*FACTOR、または NAME=A,B,C と書いてください。例: context=2048..131072*2、gpu:0=4GiB..24GiB/1GiB、gpus=1..8、dtype=float16,float32。</translation>
    </message>
    <message>
        <source>the range needs a first and a last value, with the smaller value first.</source>
        <translation>範囲に、小さいほうを先とする最初と最後の値がありません。</translation>
    </message>
    <message>
        <source>the factor must be larger than 1.</source>
        <translation>係数は 1 より大きくなければなりません。</translation>
    </message>
    <message>
        <source>the step must be larger than 0.</source>
        <translation>ステップは 0 より大きくなければなりません。</translation>
    </message>
    <message>
        <source>the range has more than %1 values.</source>
        <translation>値が %1 個を超えています。</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>同時シーケンス数</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>プロンプト</translation>
    </message>
    <message>
        <source>tokens to generate</source>
        <translation>生成するトークン</translation>
    </message>
    <message>
        <source>prefill chunk</source>
        <translation>プリフィルのチャンク</translation>
    </message>
    <message>
        <source>dtype of the KV cache</source>
        <translation>KV キャッシュの dtype</translation>
    </message>
    <message>
        <source>dtype of the weights</source>
        <translation>重みの dtype</translation>
    </message>
    <message>
        <source>number of GPUs</source>
        <translation>GPU の数</translation>
    </message>
    <message>
        <source>limit of a device</source>
        <translation>デバイスの上限</translation>
    </message>
    <message>
        <source>link of the GPUs</source>
        <translation>GPU のリンク</translation>
    </message>
    <message>
        <source>prefetch window</source>
        <translation>先読みウィンドウ</translation>
    </message>
    <message>
        <source>the values after &quot;=&quot; are missing.</source>
        <translation>&quot;=&quot; の後に値がありません。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be varied; use %2 or the limit of a device, such as gpu:0 or cpu.</source>
        <translation>&quot;%1&quot; は変化させられません。%2、または gpu:0 や cpu の形でデバイスの上限を指定してください。</translation>
    </message>
    <message>
        <source>dtypes have no range; list them instead.</source>
        <translation>dtype は数えるものではなく、列挙するものです。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid value of %2.</source>
        <translation>&quot;%1&quot; は %2 の値ではありません。</translation>
    </message>
    <message>
        <source>This plan has only one model.</source>
        <translation>このプランは 1 つのモデルのものです。</translation>
    </message>
    <message>
        <source>Fits: %1 models together.</source>
        <translation>収まります: %1 個のモデルを合わせて。</translation>
    </message>
    <message>
        <source>Does not fit: %1 models together.</source>
        <translation>収まりません: %1 個のモデルを合わせて。</translation>
    </message>
    <message>
        <source>Fits with offload: %1 models together.</source>
        <translation>オフロードで収まります: %1 個のモデルを合わせて。</translation>
    </message>
    <message>
        <source>Tensor parallelism is requested on %1 GPUs, but the number of GPUs in this plan is %2.</source>
        <translation>%1 個の GPU でのテンソル並列には、同じ数の GPU が必要です: このプランのマシンにあるのは %2 個です。</translation>
    </message>
    <message>
        <source>%1 does not divide layers among GPUs by tensor parallelism; use vllm, sglang or transformers.</source>
        <translation>%1 は、テンソル並列でレイヤーを GPU に分割しません。vllm、sglang、transformers のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>The built-in list of cards contains an error: %1</source>
        <translation>カードの一覧に誤りがあります: %1</translation>
    </message>
    <message>
        <source>%1.json lacks a name, a capacity or a source.</source>
        <translation>%1.json に、名前、容量、出典のいずれかがありません。</translation>
    </message>
    <message>
        <source>%1.json lacks a name, a bandwidth or a source.</source>
        <translation>%1.json に、名前、帯域幅、出典のいずれかがありません。</translation>
    </message>
    <message>
        <source>%1.json cannot be read: %2</source>
        <translation>%1.json を読み取れません: %2</translation>
    </message>
    <message>
        <source>The size is missing; type a size, as in 24GiB.</source>
        <translation>ここにサイズがありません。24GiB のように入力してください。</translation>
    </message>
    <message>
        <source>%1 has a comma; use a decimal point, as in 2.5GiB, and one size per cell.</source>
        <translation>%1 にコンマがあります。2.5GiB のように小数点を使い、1 つのセルに 1 つのサイズを書いてください。</translation>
    </message>
    <message>
        <source>The size %1 needs a unit: write %1GiB, %1GB or %1MiB.</source>
        <translation>%1 に単位を付けてください: %1GiB、%1GB、または %1MiB。</translation>
    </message>
    <message>
        <source>A lowercase b means bits, so the value is read as %1. Type %2B for bytes.</source>
        <translation>ビット: 小文字の b は 8 分の 1 と数え、ここでは %1 です。バイトなら %2B と入力してください。</translation>
    </message>
    <message>
        <source>%1 is not a rate. Type a rate that ends with &quot;/s&quot;, as in 12GB/s, or leave the cell empty for no limit.</source>
        <translation>%1 は速度ではありません: 12GB/s のように &quot;/s&quot; で終えるか、上限なしなら空欄にしてください。</translation>
    </message>
    <message>
        <source>A load over a link of 0 bytes per second would never finish; leave the cell empty for no limit.</source>
        <translation>1 秒あたり 0 バイトのリンクでは、決してロードできません。上限なしなら空欄にしてください。</translation>
    </message>
    <message>
        <source>The memory used by other programs plus the CUDA context (%1 in total) exceeds the capacity of %2.</source>
        <translation>他が使用する量とコンテキストの合計 (%1) が、%2 の容量を超えています。</translation>
    </message>
    <message>
        <source>link=%1 must end in &quot;/s&quot;, as in link=12GB/s.</source>
        <translation>link=%1 は、link=12GB/s のように &quot;/s&quot; で終わらなければなりません。</translation>
    </message>
    <message>
        <source>a load over a link of 0 bytes per second would never finish; leave &quot;link&quot; out for no limit.</source>
        <translation>1 秒あたり 0 バイトのリンクでは、決してロードできません。上限なしなら link を省いてください。</translation>
    </message>
    <message>
        <source>the option %1 is unknown; the options are used=SIZE, context=SIZE, link=SIZE/s, allocator=KIND and name=TEXT.</source>
        <translation>%1 は知られていません。オプションは used=SIZE、context=SIZE、link=SIZE/s、allocator=KIND、name=TEXT です。</translation>
    </message>
    <message>
        <source>&quot;used&quot; plus &quot;context&quot; (%1 in total) exceeds the capacity of %2.</source>
        <translation>used と context の合計 (%1) が、その容量 %2 を超えています。</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>ディスク</translation>
    </message>
    <message>
        <source>%1 is not a device; use a GPU&apos;s number (0, gpu:0, cuda:0), &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>%1 はデバイスではありません。GPU の番号 (0、gpu:0、cuda:0)、&quot;cpu&quot;、または &quot;disk&quot; を使ってください。</translation>
    </message>
    <message>
        <source>%1 is not an allocator; use &quot;native&quot; or &quot;expandable_segments&quot;.</source>
        <translation>%1 はアロケーターではありません。&quot;native&quot; または &quot;expandable_segments&quot; を指定してください。</translation>
    </message>
    <message>
        <source>a capacity is missing after the last comma.</source>
        <translation>最後のコンマの後に容量がありません。</translation>
    </message>
    <message>
        <source>A request</source>
        <translation>要求</translation>
    </message>
    <message>
        <source>%1 needs %2</source>
        <translation>%1 には %2 が必要です</translation>
    </message>
    <message>
        <source>%1 needs %2, which requires a new segment of %3</source>
        <translation>%1 には %2 が必要で、%3 の新しいセグメントを使います</translation>
    </message>
    <message>
        <source>%1 needs %2 in a segment that grows in steps of %3</source>
        <translation>%1 には %2 が必要で、そのためにセグメントが一度に %3 ずつ増えます</translation>
    </message>
    <message>
        <source>no memory is free (%1 more is reserved than is available now)</source>
        <translation>空きはありません (デバイスに現在ある余地より %1 多く予約されています)</translation>
    </message>
    <message>
        <source>only %1 is free</source>
        <translation>空きは %1 です</translation>
    </message>
    <message>
        <source>The device has %1 in total: %2 is reserved by this process (of which %3 is allocated), %4 is used by the CUDA context and %5 by other programs.</source>
        <translation>その %1 のうち、%2 がここで予約済み (うち割り当て済み %3)、%4 がコンテキスト、%5 が他のプログラムのものです。</translation>
    </message>
    <message>
        <source>On the device, %1 is reserved by this process (of which %2 is allocated), %3 is used by the CUDA context and %4 by other programs.</source>
        <translation>そこでは、%1 がここで予約済み (うち割り当て済み %2)、%3 がコンテキスト、%4 が他のプログラムのものです。</translation>
    </message>
    <message>
        <source>The segments contain no unused memory.</source>
        <translation>セグメントの中に未使用の部分はありません。</translation>
    </message>
    <message>
        <source>The segments contain %1 of unused memory, and the largest free block is %2. In a single block, the unused memory would have been enough.</source>
        <translation>セグメントの中で %1 が未使用で、最大の空きブロックは %2 です: ひとまとまりであれば足りていました。</translation>
    </message>
    <message>
        <source>The segments contain %1 of unused memory, and the largest free block is %2.</source>
        <translation>セグメントの中で %1 が未使用で、最大の空きブロックは %2 です。</translation>
    </message>
    <message>
        <source>%1 is out of memory.</source>
        <translation>%1 がメモリー不足です。</translation>
    </message>
    <message>
        <source>%1, but %2 even after emptying the cache.</source>
        <translation>%1が、キャッシュを空にした後でも%2。</translation>
    </message>
    <message>
        <source>Free some memory on this device, put fewer layers on it, or choose a smaller dtype.</source>
        <translation>そこのメモリーを空けるか、そこに置くレイヤーを減らすか、より小さい dtype を選んでください。</translation>
    </message>
    <message>
        <source>%1 is not a state of free memory; use as-is or touched.</source>
        <translation>%1 は空きメモリーの状態ではありません。as-is または touched を指定してください。</translation>
    </message>
    <message>
        <source>Touching free memory was stopped.</source>
        <translation>空きメモリーへのタッチは停止されました。</translation>
    </message>
    <message>
        <source>%1 does not contain measured rates: %2. Measure again with &quot;stowagectl devices --measure&quot;.</source>
        <translation>%1 の内容が実測速度になっていません: %2。&quot;stowagectl devices --measure&quot; で測定し直してください。</translation>
    </message>
    <message>
        <source>%1 is not a rate</source>
        <translation>%1 は速度ではありません</translation>
    </message>
    <message>
        <source>&quot;rates&quot; is missing</source>
        <translation>&quot;rates&quot; がありません</translation>
    </message>
    <message>
        <source>&quot;disks&quot; is missing</source>
        <translation>&quot;disks&quot; がありません</translation>
    </message>
    <message>
        <source>a disk has no &quot;mount_point&quot;</source>
        <translation>&quot;mount_point&quot; のないディスクがあります</translation>
    </message>
    <message>
        <source>&quot;format&quot; is not &quot;%1&quot;</source>
        <translation>&quot;format&quot; が &quot;%1&quot; ではありません</translation>
    </message>
    <message>
        <source>the version of the format is not %1</source>
        <translation>バージョンが %1 ではありません</translation>
    </message>
    <message>
        <source>%1 has a size of %2, but a file of measured rates has at most %3. Measure again with &quot;stowagectl devices --measure&quot;.</source>
        <translation>%1 の大きさは %2 ですが、実測速度のファイルは最大 %3 です。&quot;stowagectl devices --measure&quot; で測定し直してください。</translation>
    </message>
    <message>
        <source>Cannot read %1 in --max-memory: %2</source>
        <translation>--max-memory の %1 を読み取れません: %2</translation>
    </message>
    <message>
        <source>write DEVICE=SIZE, as in 0=10GiB,cpu=30GiB.</source>
        <translation>0=10GiB,cpu=30GiB のように DEVICE=SIZE と書いてください。</translation>
    </message>
    <message>
        <source>%1 for %2 is read as bits, as in Accelerate, so the limit is %3. Write a capital B for bytes.</source>
        <translation>%2 の %1 は、Accelerate と同じくビットとして数えます: %3。バイトなら大文字の B を書いてください。</translation>
    </message>
    <message>
        <source>%1 is more than 4 EiB; give a smaller size.</source>
        <translation>%1 は 4 EiB を超えています。より小さいサイズを指定してください。</translation>
    </message>
    <message>
        <source>%1 already has a limit; specify one limit per device.</source>
        <translation>%1 にはすでに上限があります。上限はデバイスごとに 1 つ指定してください。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s management library cannot be used: %1. Without the library, the memory that other programs use on a GPU is unknown.</source>
        <translation>NVIDIA の管理ライブラリを使えません: %1。これがないと、他のプログラムが GPU で保持するメモリーは不明です。</translation>
    </message>
    <message>
        <source>%1 of disk space (this machine has %2)</source>
        <translation>ディスク %1 (このマシンは %2)</translation>
    </message>
    <message>
        <source>%1 of RAM (this machine has %2)</source>
        <translation>RAM %1 (このマシンは %2)</translation>
    </message>
    <message>
        <source>The plan is for another machine, with %1. On this machine, the model can be planned and estimated, but not loaded.</source>
        <translation>プランは、%1 を持つ別のマシン用です。ここでは、プランと見積もりはできますが、ロードはできません。</translation>
    </message>
    <message>
        <source>%1 GPU is available</source>
        <translation>GPU は %1 個</translation>
    </message>
    <message>
        <source>%1 GPUs are available</source>
        <translation>GPU は %1 個</translation>
    </message>
    <message>
        <source>no GPU is visible</source>
        <translation>可視の GPU はありません</translation>
    </message>
    <message>
        <source>only the %1 GPU listed before it is visible</source>
        <translation>可視なのは、その前の %1 個だけです</translation>
    </message>
    <message>
        <source>only the %1 GPUs listed before it are visible</source>
        <translation>可視なのは、その前の %1 個だけです</translation>
    </message>
    <message>
        <source>%1 appears twice in the list of visible devices, so no GPU is visible, as in CUDA.</source>
        <translation>%1 が可視デバイスの一覧に 2 回あります。CUDA と同じく、この場合は可視の GPU はありません。</translation>
    </message>
    <message>
        <source>%1 is not the UUID of a GPU of this machine and ends the list of visible devices, as in CUDA; %2.</source>
        <translation>%1 はここにあるどの GPU の UUID でもなく、CUDA と同じく、一覧はそこで終わります。%2。</translation>
    </message>
    <message>
        <source>Several UUIDs begin with %1, so no GPU is visible, as in CUDA.</source>
        <translation>%1 で始まる UUID が複数あります。CUDA と同じく、この場合は可視の GPU はありません。</translation>
    </message>
    <message>
        <source>%1 is not the number of an available GPU (%2) and ends the list of visible devices, as in CUDA; %3.</source>
        <translation>%1 は使用できる GPU の番号ではなく (%2)、CUDA と同じく、可視デバイスの一覧はそこで終わります。%3。</translation>
    </message>
    <message>
        <source>%1 names a part of a card (MIG). Stowage cannot distinguish parts of a card, so no GPU is visible.</source>
        <translation>%1 はカードの一部 (MIG) を示していますが、Stowage はこれを区別できません。可視の GPU はありません。</translation>
    </message>
    <message>
        <source>%1 is the UUID of a real device, but simulated GPUs have no UUIDs; specify the numbers of the simulated GPUs, as in 0,1.</source>
        <translation>%1 は実在のデバイスの UUID ですが、シミュレートされた GPU に UUID はありません。0,1 のように番号を指定してください。</translation>
    </message>
    <message>
        <source>There is no module tree.</source>
        <translation>ツリーがありません。</translation>
    </message>
    <message>
        <source>At this size, the model does not fit on the GPU with %1.</source>
        <translation>このサイズでは、GPU が %1 を拒否します。</translation>
    </message>
    <message>
        <source>model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>%1 is weights of the model</source>
        <translation>%1 はモデルの重みそのものです</translation>
    </message>
    <message>
        <source>rounding</source>
        <translation>切り上げ</translation>
    </message>
    <message>
        <source>%1 is added by the allocator: it rounds requests up to multiples of 512 bytes and does not split some blocks that are too large</source>
        <translation>%1 はアロケーターの分です: 要求を 512 バイトの倍数に切り上げ、大きすぎるブロックの一部を分割しません</translation>
    </message>
    <message>
        <source>state dict</source>
        <translation>state dict</translation>
    </message>
    <message>
        <source>%1 is the state dict, which is in memory in addition to the model</source>
        <translation>%1 は、モデルと並んで存在する state dict です</translation>
    </message>
    <message>
        <source>largest tensor</source>
        <translation>最大テンソル</translation>
    </message>
    <message>
        <source>%1 is one tensor in transfer</source>
        <translation>%1 は、移動中の 1 つのテンソルです</translation>
    </message>
    <message>
        <source>%1 is one tensor in transfer (%2)</source>
        <translation>%1 は、移動中の 1 つのテンソルです (%2)</translation>
    </message>
    <message>
        <source>%1 is the initial model, which is built on the host before the weights are loaded</source>
        <translation>%1 は、重みをロードする前にホスト上で構築される初期モデルです</translation>
    </message>
    <message>
        <source>%1 is the state dict on the host</source>
        <translation>%1 はホスト上の state dict です</translation>
    </message>
    <message>
        <source>largest shard</source>
        <translation>最大シャード</translation>
    </message>
    <message>
        <source>%1 is one shard</source>
        <translation>%1 は 1 つのシャードです</translation>
    </message>
    <message>
        <source>%1 is one shard (%2)</source>
        <translation>%1 は 1 つのシャードです (%2)</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>リング</translation>
    </message>
    <message>
        <source>%1 is staging buffers</source>
        <translation>%1 はステージングバッファーです</translation>
    </message>
    <message>
        <source>file pages</source>
        <translation>ファイルのページ</translation>
    </message>
    <message>
        <source>%1 is pages of mapped files, which the system can reclaim</source>
        <translation>%1 は、システムが取り戻せる、マップされたファイルのページです</translation>
    </message>
    <message>
        <source>CPU&apos;s part</source>
        <translation>CPU の分</translation>
    </message>
    <message>
        <source>%1 is weights that remain on the CPU</source>
        <translation>%1 は CPU に留まる重みです</translation>
    </message>
    <message>
        <source>disk&apos;s part</source>
        <translation>ディスクの分</translation>
    </message>
    <message>
        <source>%1 of weights remains on disk and uses no memory</source>
        <translation>%1 の重みはディスクに留まり、どのメモリーにもありません</translation>
    </message>
    <message>
        <source>the published figure is %1 lower than the figure of this load; %2</source>
        <translation>公表値は %1 低くなっています。%2</translation>
    </message>
    <message>
        <source>the published figure is %1 higher than the figure of this load: as the growth of RSS, it also includes pages of libraries and files</source>
        <translation>公表値は %1 高くなっています。公表値は RSS の増加であり、ライブラリやファイルのページも数えます</translation>
    </message>
    <message>
        <source>the figure of this load includes %1 of file pages; the published figure includes file pages, too</source>
        <translation>ここの数値のうち %1 はファイルのページで、公表値もこれを数えています</translation>
    </message>
    <message>
        <source>the notebook&apos;s loop over named_parameters() does not copy the causal masks, but this load copies them (%1)</source>
        <translation>ノートブックの named_parameters() のループは因果マスク (%1) をコピーしていませんが、ここではコピーしています</translation>
    </message>
    <message>
        <source>the remaining %1 belongs to none of the other items</source>
        <translation>残りの %1 は、ほかの項目のどれにも属しません</translation>
    </message>
    <message>
        <source>the published figure, the growth of RSS sampled every 0.1 s, excludes short peaks and memory that the notebook already used</source>
        <translation>これは、ある基準を超えた RSS の増加の 0.1 s ごとのサンプルなので、短いピークと、ノートブックがすでに保持していたメモリーは含みません</translation>
    </message>
    <message>
        <source>the peak is %1 less than the sum of its parts, which were not all in memory at the same time</source>
        <translation>ピークは各部分の合計より %1 少なく、すべてが同時にメモリーにあったわけではありません</translation>
    </message>
    <message>
        <source>the curve of this load is above the published figure for %1, and samples every 0.1 s can miss such a short time</source>
        <translation>ここの曲線がそれを上回るのは %1 の間で、0.1 s 間隔のサンプルでは見逃されることがあります</translation>
    </message>
    <message>
        <source>the curve of this load is above the published figure for %1, too long for samples every 0.1 s to miss; the likely cause is a baseline that includes freed memory of the notebook</source>
        <translation>ここの曲線がそれを上回るのは %1 の間で、0.1 s 間隔のサンプルで見逃すには長すぎます。考えられる原因は、解放済みのメモリーをすでに保持しているノートブックの基準です</translation>
    </message>
    <message>
        <source>%1 of %2: %3.</source>
        <translation>%2 の %1: %3。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2。</translation>
    </message>
    <message>
        <source>RAM: %1</source>
        <translation>RAM: %1</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>保存時のまま</translation>
    </message>
    <message>
        <source>the whole model on %1</source>
        <translation>モデル全体 (%1)</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>the GPU with the lowest number in the map, otherwise the CPU</source>
        <translation>マップにある番号の最も小さい GPU、なければ CPU</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>streamed</source>
        <translation>ストリーミング</translation>
    </message>
    <message>
        <source>free memory</source>
        <translation>空いている量</translation>
    </message>
    <message>
        <source>typed</source>
        <translation>入力した値</translation>
    </message>
    <message>
        <source>unknown size</source>
        <translation>サイズ不明</translation>
    </message>
    <message>
        <source>%1 with %2 used by other programs and %3 for the driver&apos;s context</source>
        <translation>%1、うち他が使用 %2、ドライバーのコンテキスト %3</translation>
    </message>
    <message>
        <source>%1 with %2 used by other programs</source>
        <translation>%1、うち他が使用 %2</translation>
    </message>
    <message>
        <source>%1 with %2 for the driver&apos;s context</source>
        <translation>%1、うちドライバーのコンテキスト %2</translation>
    </message>
    <message>
        <source>%1, expandable segments</source>
        <translation>%1、拡張可能セグメント</translation>
    </message>
    <message>
        <source>%1 exists only in the first plan (%2).</source>
        <translation>%1 は前にだけあります (%2)。</translation>
    </message>
    <message>
        <source>%1: %2 before, %3 after.</source>
        <translation>%1: 前は %2、後は %3。</translation>
    </message>
    <message>
        <source>%1 exists only in the second plan (%2).</source>
        <translation>%1 は後にだけあります (%2)。</translation>
    </message>
    <message>
        <source>all on one device</source>
        <translation>すべて 1 つのデバイスに</translation>
    </message>
    <message>
        <source>a given map</source>
        <translation>指定のマップ</translation>
    </message>
    <message>
        <source>load_hf_model</source>
        <translation>流儀</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>戦略</translation>
    </message>
    <message>
        <source>The given device maps differ.</source>
        <translation>指定のマップが異なります。</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>規則</translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>dtype</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>量子化</translation>
    </message>
    <message>
        <source>No-split classes</source>
        <translation>分割しないクラス</translation>
    </message>
    <message>
        <source>Prefetch window</source>
        <translation>先に取り込むレイヤー</translation>
    </message>
    <message>
        <source>Offloaded layers run on</source>
        <translation>オフロードされたレイヤーの実行先</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>ワークロード</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Moved by hand</source>
        <translation>手動で移動</translation>
    </message>
    <message>
        <source>--device-map of %1 entry</source>
        <translation>%1 項目の --device-map</translation>
    </message>
    <message>
        <source>--device-map of %1 entries</source>
        <translation>%1 項目の --device-map</translation>
    </message>
    <message>
        <source>the disk</source>
        <translation>ディスク</translation>
    </message>
    <message>
        <source>the CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%2 に %1</translation>
    </message>
    <message>
        <source>%1 of weights would move, but the amount of weights on each device would not change</source>
        <translation>%1 の置き場所が入れ替わり、各デバイスが保持する量は今と同じです</translation>
    </message>
    <message>
        <source>%1 of weights would move to another device</source>
        <translation>%1 の置き場所が変わります</translation>
    </message>
    <message>
        <source>%1 of weights would move away from %2: %3</source>
        <translation>%1 が %2 から移ります: %3</translation>
    </message>
    <message>
        <source>Without the no-split class %1, nothing would change: the model has no module of that class.</source>
        <translation>%1 がなくても何も変わりません: モデルにそのクラスのモジュールはありません。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, nothing would change: the device map is given.</source>
        <translation>%1 がなくても何も変わりません: マップが指定されています。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, there would be no plan.</source>
        <translation>%1 がなければ、プランはできません。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, Accelerate would not fail.</source>
        <translation>%1 がなければ、Accelerate は失敗しません。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, nothing would change: each of the %2 modules of the class would still be on one device.</source>
        <translation>%1 がなくても何も変わりません: そのクラスの %2 モジュールは、いずれにしてもすべて分割されずに置かれます。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, %2; %3 of the %4 modules of the class would be split.</source>
        <translation>%1 がなければ、%2。そのクラスの %4 モジュール中 %3 個が分割されます。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, there would be no plan: %2</source>
        <translation>%1 がなければ、プランはできません: %2</translation>
    </message>
    <message>
        <source>Stowage can make a plan fit only if a strategy created the plan and put too much on a device.</source>
        <translation>収まるようにできるのは、デバイスに置きすぎている、戦略自身のプランだけです。</translation>
    </message>
    <message>
        <source>The limits name %1, which is not among the devices; add the device, or leave the limit out.</source>
        <translation>上限が示す %1 は、デバイスの中にありません。追加するか、省いてください。</translation>
    </message>
    <message>
        <source>%1 is not among the devices in use; choose one of %2.</source>
        <translation>%1 は使用中のデバイスの中にありません。%2 のいずれかを選んでください。</translation>
    </message>
    <message>
        <source>The model has no module &quot;%1&quot;; specify the full path of a module, as shown in the module tree.</source>
        <translation>モデルにモジュール &quot;%1&quot; はありません。ツリーに表示されるとおりに、モジュールの完全なパスを指定してください。</translation>
    </message>
    <message>
        <source>The disk cannot have a limit, because all weights that do not fit elsewhere are placed on disk.</source>
        <translation>ディスクに上限は設定できません: ほかのどこにも収まらないものがそこに置かれます。</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 モジュール</translation>
    </message>
    <message>
        <source>but weights on torch&apos;s meta device have no data; use a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>torch の meta デバイス上の重みはデータを持ちません。GPU の番号、&quot;cpu&quot;、または &quot;disk&quot; を使ってください。</translation>
    </message>
    <message>
        <source>which is the GPU of an Apple machine, but Stowage plans for CUDA devices; use a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>これは Apple マシンの GPU ですが、Stowage がプランするのは CUDA デバイスです。GPU の番号、&quot;cpu&quot;、または &quot;disk&quot; を使ってください。</translation>
    </message>
    <message>
        <source>which is not a device; use a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>これはデバイスではありません。GPU の番号、&quot;cpu&quot;、または &quot;disk&quot; を使ってください。</translation>
    </message>
    <message>
        <source>this value</source>
        <translation>この値</translation>
    </message>
    <message>
        <source>At byte %3, the device map sets %1 to %2, %4</source>
        <translation>デバイスマップが、バイト %3 で %1 に %2 を指定しています。%4</translation>
    </message>
    <message>
        <source>The device map is the plain word &quot;disk&quot; at byte %1, which transformers does not accept; write {&quot;&quot;: &quot;disk&quot;} to put the whole model on disk.</source>
        <translation>デバイスマップが、バイト %1 でただの語 &quot;disk&quot; になっており、transformers はこれを拒否します。モデル全体をそこに置くには、{&quot;&quot;: &quot;disk&quot;} と書いてください。</translation>
    </message>
    <message>
        <source>The device map is %1 at byte %2, which is neither a strategy (%3) nor a device (cpu, cuda:1, a GPU&apos;s number); write a strategy, a device, or a dict such as {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;}.</source>
        <translation>デバイスマップが、バイト %2 で %1 になっていますが、これは戦略 (%3) でもデバイス (cpu、cuda:1、GPU の番号) でもありません。そのいずれか、または {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;} のような dict を書いてください。</translation>
    </message>
    <message>
        <source>The device map has an entry at byte %1 that is not a pair; write [&quot;module&quot;, device].</source>
        <translation>デバイスマップのバイト %1 に、ペアではない項目があります。[&quot;module&quot;, device] と書いてください。</translation>
    </message>
    <message>
        <source>This text contains no device map; write a device map such as {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;}.</source>
        <translation>このテキストにデバイスマップがありません。{&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;} のように書いてください。</translation>
    </message>
    <message>
        <source>%1 has %2 at byte %3</source>
        <translation>%1 のバイト %3 に %2 があります</translation>
    </message>
    <message>
        <source>%1 has %2 at byte %3, where a plain %4 is needed</source>
        <translation>%1 のバイト %3 に %2 がありますが、ここは通常の %4 でなければなりません</translation>
    </message>
    <message>
        <source>%1; write %2.</source>
        <translation>%1。%2 と書いてください。</translation>
    </message>
    <message>
        <source>%1; replace all such characters (%2 in this text).</source>
        <translation>%1。このような文字をすべて置き換えてください (ここでは %2 個)。</translation>
    </message>
    <message>
        <source>The device map</source>
        <translation>デバイスマップ</translation>
    </message>
    <message>
        <source>The dict of limits</source>
        <translation>上限の dict</translation>
    </message>
    <message>
        <source>write limits such as {0: &quot;10GiB&quot;, &quot;cpu&quot;: &quot;30GiB&quot;}</source>
        <translation>{0: &quot;10GiB&quot;, &quot;cpu&quot;: &quot;30GiB&quot;} のように書いてください</translation>
    </message>
    <message>
        <source>The limit of %1 in the dict of limits is wrong (%2)</source>
        <translation>上限の dict が %1 に上限を指定しています (%2)</translation>
    </message>
    <message>
        <source>The limit of %1 in the dict of limits is neither a size in quotes nor a number of bytes up to 4 EiB</source>
        <translation>上限の dict が %1 に指定している上限は、引用符付きのサイズでも、4 EiB までのバイト数でもありません</translation>
    </message>
    <message>
        <source>This text contains no limits; %1, or 0=10GiB,cpu=30GiB.</source>
        <translation>このテキストに上限がありません。%1。または 0=10GiB,cpu=30GiB と書いてください。</translation>
    </message>
    <message>
        <source>The text of the limits</source>
        <translation>上限のテキスト</translation>
    </message>
    <message>
        <source>Offloaded modules are computed on the CPU (%1)</source>
        <translation>オフロードされたモジュールを CPU で計算する (%1)</translation>
    </message>
    <message>
        <source>Accelerate&apos;s hooks copy the weights of offloaded modules to the main device</source>
        <translation>Accelerate のフックは、その重みをメインデバイスへ運ぶ</translation>
    </message>
    <message>
        <source>Parts of a LoRA layer are planned on several devices</source>
        <translation>LoRA レイヤーの部分が複数のデバイスにプランされている</translation>
    </message>
    <message>
        <source>PEFT moves an adapter to the device of the module that it changes</source>
        <translation>PEFT はアダプターを、それが変更するモジュールのデバイスに移す</translation>
    </message>
    <message>
        <source>Experts of one layer are planned on several devices</source>
        <translation>1 つのレイヤーのエキスパートが複数のデバイスにプランされている</translation>
    </message>
    <message>
        <source>the library stores the experts in one parameter, on the device with most of the experts</source>
        <translation>ライブラリはそれらを 1 つのパラメーターに保持し、それは大半がある場所に置かれる</translation>
    </message>
    <message>
        <source>The weights are quantised (%1)</source>
        <translation>重みは量子化されている (%1)</translation>
    </message>
    <message>
        <source>from_pretrained reads the quantisation from the config.json of the model</source>
        <translation>from_pretrained は、それをモデル自身の config.json から読み取る</translation>
    </message>
    <message>
        <source>In a map with a GPU, weights on the CPU or on disk are planned as quantised</source>
        <translation>GPU のほかに CPU やディスクにあるものが、量子化されたものとしてプランされている</translation>
    </message>
    <message>
        <source>the library does not quantise such weights (llm_int8_enable_fp32_cpu_offload)</source>
        <translation>ライブラリはそれを量子化しない (llm_int8_enable_fp32_cpu_offload)</translation>
    </message>
    <message>
        <source>This plan has several models, but the exported text loads only one model; open that model alone.</source>
        <translation>このプランは複数のモデルのものですが、ここに書かれるものがロードするのは 1 つです。モデルを単独で開いてください。</translation>
    </message>
    <message>
        <source>%1 is a pipeline of several models, but the exported text loads only one model; open the folder of one model of the pipeline.</source>
        <translation>%1 は複数のモデルのパイプラインですが、ここに書かれるものがロードするのは 1 つです。そのモデルのいずれかのフォルダーを開いてください。</translation>
    </message>
    <message>
        <source>no GPU</source>
        <translation>GPU なし</translation>
    </message>
    <message>
        <source>%1 GPU</source>
        <translation>%1 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 GPU</translation>
    </message>
    <message>
        <source>--max-gpu-memory: %1</source>
        <translation>--max-gpu-memory: %1</translation>
    </message>
    <message>
        <source>--device cuda needs a GPU, but there is no GPU; add a GPU to --gpus or use --device cpu.</source>
        <translation>--device cuda には GPU が必要ですが、ありません。--gpus に追加するか、--device cpu を指定してください。</translation>
    </message>
    <message>
        <source>--device &quot;%1&quot; is unknown; use cpu, cuda, mps or one GPU, as in cuda:1.</source>
        <translation>--device &quot;%1&quot; は知られていません。cpu、cuda、mps、または cuda:1 のように GPU を 1 つ指定してください。</translation>
    </message>
    <message>
        <source>--device %1 names %2, but there is %3; name an existing GPU, or add GPUs to --gpus.</source>
        <translation>--device %1 は %2 を示していますが、実際は %3 です。そのいずれかを示すか、--gpus に追加してください。</translation>
    </message>
    <message>
        <source>--device %1 names %2, but there are %3; name an existing GPU, or add GPUs to --gpus.</source>
        <translation>--device %1 は %2 を示していますが、実際は %3 です。そのいずれかを示すか、--gpus に追加してください。</translation>
    </message>
    <message>
        <source>--num-gpus requests %1, but there is %2; give a number from 1 to %3.</source>
        <translation>--num-gpus は %1 を求めていますが、実際は %2 です。1 から %3 の数を指定してください。</translation>
    </message>
    <message>
        <source>--num-gpus requests %1, but there are %2; give a number from 1 to %3.</source>
        <translation>--num-gpus は %1 を求めていますが、実際は %2 です。1 から %3 の数を指定してください。</translation>
    </message>
    <message>
        <source>%1 has no effect: %2</source>
        <translation>%1 に効果はありません: %2</translation>
    </message>
    <message>
        <source>device %1 puts the whole model on one device.</source>
        <translation>デバイス %1 はすべてを 1 つのデバイスに置きます。</translation>
    </message>
    <message>
        <source>a given device map is used without planning.</source>
        <translation>指定のデバイスマップはプランされません。</translation>
    </message>
    <message>
        <source>without a device_map, from_pretrained does not plan.</source>
        <translation>device_map がなければ、from_pretrained は何もプランしません。</translation>
    </message>
    <message>
        <source>load_hf_model reads this option only if num_gpus is 2 or more.</source>
        <translation>load_hf_model がこれを読み取るのは、2 以上の num_gpus と一緒の場合だけです。</translation>
    </message>
    <message>
        <source>with one GPU, load_hf_model puts the whole model on that GPU.</source>
        <translation>GPU が 1 つなら、load_hf_model はモデル全体をそこに置きます。</translation>
    </message>
    <message>
        <source>max_memory is used instead.</source>
        <translation>max_memory がその代わりになります。</translation>
    </message>
    <message>
        <source>%1 is skipped: 85 % of its free memory (%2) is rounded down to a limit of &quot;0GiB&quot;. Make at least 1.18 GiB available on this GPU, or set the same limit for every GPU with max_gpu_memory.</source>
        <translation>%1 は飛ばされます: その空きは %2 で、1.18 GiB 未満の 85% は切り捨てられて上限 &quot;0GiB&quot; になります。空きを増やすか、max_gpu_memory ですべての GPU に 1 つの上限を指定してください。</translation>
    </message>
    <message>
        <source>load_hf_model sets limits only for GPUs and has no &quot;cpu&quot; key. Therefore, %1 of weights that fit on no GPU are offloaded to disk instead of to RAM. Use more GPUs, or plan without load_hf_model and set a limit for the CPU.</source>
        <translation>load_hf_model は GPU だけに上限を指定し、&quot;cpu&quot; キーを持たないため、どの GPU にも入らない %1 は RAM ではなくディスクに置かれます。使う GPU を増やすか、この流儀をやめて CPU に上限を指定してください。</translation>
    </message>
    <message>
        <source>load_hf_model sets limits only for GPUs and has no &quot;cpu&quot; key, so all weights that fit on no GPU would be offloaded to disk. In this plan, no weights are on disk.</source>
        <translation>load_hf_model は GPU だけに上限を指定し、&quot;cpu&quot; キーを持たないため、どの GPU にも入らないものはディスクに置かれます。ここでは、そのようなものはありません。</translation>
    </message>
    <message>
        <source>Use more GPUs, as in num_gpus 2, or a smaller dtype.</source>
        <translation>num_gpus 2 のように使う GPU を増やすか、より小さい dtype を使ってください。</translation>
    </message>
    <message>
        <source>Use a larger machine, or a smaller dtype.</source>
        <translation>より大きいマシンか、より小さい dtype を使ってください。</translation>
    </message>
    <message>
        <source>Use a GPU as well, or a smaller dtype.</source>
        <translation>GPU も使うか、より小さい dtype を使ってください。</translation>
    </message>
    <message>
        <source>%1 has too little memory for the whole model: %2 is needed and %3 is free, so %4 is missing.</source>
        <translation>%1 はモデル全体を保持できません: 必要 %2、空き %3、不足 %4。</translation>
    </message>
    <message>
        <source>To keep the map, set num_gpus to %1; with num_gpus 1, no map is created.</source>
        <translation>マップを保つには、num_gpus を %1 にしてください。num_gpus が 1 の場合、マップは作られません。</translation>
    </message>
    <message>
        <source>Without a device_map, the model is not distributed first.</source>
        <translation>device_map がなければ、先に何かが分けられることはありません。</translation>
    </message>
    <message>
        <source>load_hf_model stops with an error: its map leaves weights offloaded (%1), and %2 then raises &quot;RuntimeError: You can&apos;t move a model that has some modules offloaded to cpu or disk.&quot; The whole model would need %3 on %4, which has %5 free.</source>
        <translation>load_hf_model はエラーで終わります: そのマップは重みをオフロードしたままにし (%1)、そこで %2 が &quot;RuntimeError: You can&apos;t move a model that has some modules offloaded to cpu or disk.&quot; を送出します。全体では %4 の %3 を使いますが、その空きは %5 です。</translation>
    </message>
    <message>
        <source>load_hf_model first creates a map (strategy: %1; %2). Then %3 moves the whole model to %4, where %5 is needed and %6 is free.</source>
        <translation>load_hf_model はまずマップを作り (戦略: %1、内訳: %2)、次に %3 がモデル全体を %4 に移します。そこで必要なのは %5、空きは %6 です。</translation>
    </message>
    <message>
        <source>On mps, the CPU and the GPU share one memory, which is shown as the memory of the CPU (%1). To plan for another size, use --ram or change the CPU in the devices.</source>
        <translation>mps では、CPU と GPU が 1 つのメモリーを共有します: CPU のメモリーがそれを表し、%1 です。別のサイズでプランするには、--ram、またはデバイスで指定してください。</translation>
    </message>
    <message>
        <source>load_hf_model counts only the memory of its own process: it would assume that %1 has %2 free, and set its limit to %3. Because other programs use %4 of the GPU, the plan of load_hf_model would exceed the memory by %5 and fail. This plan uses the memory that is actually free.</source>
        <translation>load_hf_model 自体が数えるのは、自身のプロセスだけです: %1 の空きを %2 とみなし、上限を %3 にします。そこで他が保持する %4 があるため、そのプランは GPU を %5 超過し、メモリー不足で終わります。このプランは実際の空きに従います。</translation>
    </message>
    <message>
        <source>load_hf_model counts only the memory of its own process: it would assume that %1 has %2 free, and set its limit to %3. The plan of load_hf_model fits although other programs use %4 of the GPU.</source>
        <translation>load_hf_model 自体が数えるのは、自身のプロセスだけです: %1 の空きを %2 とみなし、上限を %3 にします。そこで他が保持する %4 があっても、そのプランは収まります。</translation>
    </message>
    <message>
        <source>There is no model to place; open a model first.</source>
        <translation>配置するモデルがありません。先にモデルを開いてください。</translation>
    </message>
    <message>
        <source>The model has no module &quot;%1&quot;; give a module&apos;s full path, as shown by inspect.</source>
        <translation>モデルにモジュール &quot;%1&quot; はありません。inspect が一覧にするとおりに、モジュールの完全なパスを指定してください。</translation>
    </message>
    <message>
        <source>Planning was stopped.</source>
        <translation>プランは停止されました。</translation>
    </message>
    <message>
        <source>The strategy &quot;optimal&quot; compares the estimates of plans, but no estimates are available for this request; choose another strategy.</source>
        <translation>戦略 optimal はプランが必要とするものを比較しますが、ここではそれについて何も分かっていません。別の戦略を選んでください。</translation>
    </message>
    <message>
        <source>diffusers&apos; balanced strategy puts nothing on disk; leave disk out of the limits or choose &quot;sequential&quot;.</source>
        <translation>diffusers の balanced 戦略は、ディスクに何も置きません。上限から disk を除くか、sequential を選んでください。</translation>
    </message>
    <message>
        <source>There is no strategy &quot;%1&quot;; choose %2 or %3.</source>
        <translation>&quot;%1&quot; という戦略はありません。%2 または %3 を選んでください。</translation>
    </message>
    <message>
        <source>%1 would be a PDF file, but only Stowage&apos;s window can write PDF files; use .html, .md, .svg or .csv.</source>
        <translation>%1 は PDF になりますが、PDF を書き出すのはウィンドウです。ここでは .html、.md、.svg、.csv のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>%1: the file extension determines the kind of report; use .html, .md, .svg or .csv.</source>
        <translation>%1: レポートの種類はファイルの拡張子で決まります。.html、.md、.svg、.csv のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>a divisor of &quot;hidden_size&quot;</source>
        <translation>&quot;hidden_size&quot; の約数</translation>
    </message>
    <message>
        <source>only encoders of this family can be run</source>
        <translation>このファミリーで実行できるのはエンコーダーだけです</translation>
    </message>
    <message>
        <source>a number that matches the tensors</source>
        <translation>テンソルが持つ数</translation>
    </message>
    <message>
        <source>a divisor of &quot;num_attention_heads&quot;</source>
        <translation>&quot;num_attention_heads&quot; の約数</translation>
    </message>
    <message>
        <source>longer contexts cannot be run yet</source>
        <translation>より長いコンテキストはまだ実行できません</translation>
    </message>
    <message>
        <source>a learned prefix cannot be run yet</source>
        <translation>学習されたプレフィックスはまだ実行できません</translation>
    </message>
    <message>
        <source>a divisor of &quot;hidden_size&quot; with a quotient that is a multiple of 4</source>
        <translation>&quot;hidden_size&quot; の約数で、商が 4 の倍数になるもの</translation>
    </message>
    <message>
        <source>true, as published,</source>
        <translation>公表されたとおりの true</translation>
    </message>
    <message>
        <source>CLIPModel, or a separate file with one of the two towers,</source>
        <translation>CLIPModel、または独立したファイルにあるそのタワーの 1 つ</translation>
    </message>
    <message>
        <source>Fused attention needs LibTorch 2 (LibTorch of this build: %1); use eager attention, or build Stowage with a current LibTorch (./dev run --torch 2.x).</source>
        <translation>融合アテンションには LibTorch 2 が必要ですが、このビルドの LibTorch は %1 です。eager のままにするか、現行のものを使ってビルドしてください (./dev run --torch 2.x)。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>This compute backend has no %1, which the model needs.</source>
        <translation>この演算バックエンドには、モデルに必要な%1がありません。</translation>
    </message>
    <message>
        <source>LibTorch&apos;s compute backend failed to start, so no model can be run; `stowagectl selftest` prints details.</source>
        <translation>LibTorch の演算バックエンドの起動に失敗したため、モデルを実行できません。詳しくは `stowagectl selftest` で分かります。</translation>
    </message>
    <message>
        <source>a whole number, or a list of height and width</source>
        <translation>整数、または高さと幅のリスト</translation>
    </message>
    <message>
        <source>a patch that fits into the image</source>
        <translation>画像に収まるパッチ</translation>
    </message>
    <message>
        <source>The forward pass was cancelled.</source>
        <translation>フォワードパスはキャンセルされました。</translation>
    </message>
    <message>
        <source>%1 is not a JSON object.</source>
        <translation>%1 は JSON オブジェクトではありません。</translation>
    </message>
    <message>
        <source>The forward pass of the from-scratch GPT (tok_emb, pos_emb, trf_blocks, final_norm, out_head) needs the tensor %1, but this model does not have this tensor.</source>
        <translation>フォワードパスがあるのは from-scratch GPT (tok_emb、pos_emb、trf_blocks、final_norm、out_head) ですが、このモデルに %1 はありません。</translation>
    </message>
    <message>
        <source>The tensor %1 of shape %2 is not an embedding table.</source>
        <translation>形状 %2 のテンソル %1 は、埋め込みの表ではありません。</translation>
    </message>
    <message>
        <source>The mask %1 has the shape %2 instead of %3.</source>
        <translation>マスク %1 の形状が %3 ではなく %2 です。</translation>
    </message>
    <message>
        <source>load the model in float32</source>
        <translation>モデルを float32 でロードしてください</translation>
    </message>
    <message>
        <source>%1 sets %2 to %3, but according to the tensors the value is %4: the file belongs to another model. Put the model&apos;s config.json next to the weights.</source>
        <translation>%1 では %2 が %3 ですが、テンソルでは %4 です: 別のモデルのものです。モデル自身のものを同じ場所に置いてください。</translation>
    </message>
    <message>
        <source>the default, since there is no config.json next to the file</source>
        <translation>同じ場所に、別の指定をする config.json がありません</translation>
    </message>
    <message>
        <source>%1 sets n_heads to %2, which is not a whole number.</source>
        <translation>%1 の n_heads は %2 で、整数ではありません。</translation>
    </message>
    <message>
        <source>as specified in %1</source>
        <translation>%1 の指定です</translation>
    </message>
    <message>
        <source>The width %1 is not divisible by the number of heads, %2 (%3); correct n_heads in config.json.</source>
        <translation>%1 の幅は %2 個のヘッドに割り切れません (%3)。config.json の n_heads を修正してください。</translation>
    </message>
    <message>
        <source>The host has no memory left for the forward pass.</source>
        <translation>ホストに、フォワードパスのためのメモリーが残っていません。</translation>
    </message>
    <message>
        <source>%1 contains %2, %3, so the results of a run would be wrong. The model can be planned and loaded.</source>
        <translation>%1 に %2 があり (%3)、数値が誤ったものになります。このモデルのプランとロードはできます。</translation>
    </message>
    <message>
        <source>which is not a list of float32</source>
        <translation>float32 のリスト以外の形</translation>
    </message>
    <message>
        <source>which is not supported</source>
        <translation>これは計算されない</translation>
    </message>
    <message>
        <source>but Stowage can only rotate whole heads</source>
        <translation>計算されるのは全体を回転するヘッドだけ</translation>
    </message>
    <message>
        <source>%1 has the llama.cpp architecture %2, but Stowage runs GGUF files only of the architectures llama, qwen2 and qwen3. The model can be planned and loaded.</source>
        <translation>%1 は llama.cpp のアーキテクチャ %2 です。GGUF ファイルのフォワードパスがあるのは llama、qwen2、qwen3 です。このモデルのプランとロードはできます。</translation>
    </message>
    <message>
        <source>%1 does not contain %2 as a single number, which is needed to run the model; convert the model again.</source>
        <translation>%1 は %2 を 1 つの数として示していませんが、それがないとモデルを実行できません。変換し直してください。</translation>
    </message>
    <message>
        <source>%1 does not contain each size of the model as a single number; convert the model again.</source>
        <translation>%1 は、サイズのそれぞれを 1 つの数として示していません。変換し直してください。</translation>
    </message>
    <message>
        <source>a divisor of &quot;n_embd&quot;</source>
        <translation>&quot;n_embd&quot; の約数</translation>
    </message>
    <message>
        <source>a decoder with an encoder cannot be run yet</source>
        <translation>エンコーダーを伴うデコーダーはまだ実行できません</translation>
    </message>
    <message>
        <source>%1 is not a .npy file: it is too short.</source>
        <translation>%1 は .npy ファイルではありません: 短すぎます。</translation>
    </message>
    <message>
        <source>%1 is not a .npy file of format 1.0: the first bytes of the file differ.</source>
        <translation>%1 は形式 1.0 の .npy ファイルではありません: 先頭が異なります。</translation>
    </message>
    <message>
        <source>%1 is truncated: the file ends within its header, which has %2 bytes.</source>
        <translation>%1 は、%2 バイトのヘッダーの途中で終わっています。</translation>
    </message>
    <message>
        <source>numbers of the wrong type</source>
        <translation>別の型の数</translation>
    </message>
    <message>
        <source>numbers in Fortran order</source>
        <translation>Fortran 順の数</translation>
    </message>
    <message>
        <source>an array of the wrong shape</source>
        <translation>別の形状の配列</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, which does not match the shape %3 in its header.</source>
        <translation>%1 は %2 バイトで、そのヘッダーの形状 %3 に必要なバイト数と異なります。</translation>
    </message>
    <message>
        <source>A model of the family %1 takes tokens, not an array; leave the input out.</source>
        <translation>ファミリー %1 のモデルが受け取るのはトークンで、配列ではありません。入力を省いてください。</translation>
    </message>
    <message>
        <source>This model needs the input %1 with %2 numbers, but no input is given; provide a .npy file of float32 numbers.</source>
        <translation>このモデルには %2 個の数からなる入力 %1 が必要ですが、入力が指定されていません。float32 の数の .npy ファイルを指定してください。</translation>
    </message>
    <message>
        <source>The input has %1 numbers, but this model needs the input %2 with %3 numbers; convert the input to that shape, as the processor of the model does.</source>
        <translation>入力は %1 個の数ですが、このモデルには %3 個の数からなる入力 %2 が必要です。モデルのプロセッサーと同じように、入力をその形状に変換してください。</translation>
    </message>
    <message>
        <source>The input has %1 numbers, but its shape is %2.</source>
        <translation>入力は %1 個の数ですが、その形状は %2 です。</translation>
    </message>
    <message>
        <source>%1 has a size of %2, but the limit is %3; %4.</source>
        <translation>%1 は %2 ですが、ここで読み取るのは最大 %3 です。%4。</translation>
    </message>
    <message>
        <source>an input is a .npy file of little-endian float32 in C order, as numpy.save writes it</source>
        <translation>入力は、numpy.save が書き出す、C 順のリトルエンディアン float32 の .npy ファイルです</translation>
    </message>
    <message>
        <source>%1 contains NaN or infinite numbers; create the file again.</source>
        <translation>%1 に有限でない数が含まれており、どのモデルもこれを意味のあるものとして扱えません。作り直してください。</translation>
    </message>
    <message>
        <source>true (because &quot;new_decoder_architecture&quot; is true)</source>
        <translation>&quot;new_decoder_architecture&quot; とともに true</translation>
    </message>
    <message>
        <source>a list with one layer type for each layer</source>
        <translation>レイヤーと同じ数の種類のリスト</translation>
    </message>
    <message>
        <source>a whole number above 0</source>
        <translation>0 より大きい整数</translation>
    </message>
    <message>
        <source>a number up to &quot;num_local_experts&quot;</source>
        <translation>&quot;num_local_experts&quot; 以下の数</translation>
    </message>
    <message>
        <source>a list of %1 numbers</source>
        <translation>%1 個の数のリスト</translation>
    </message>
    <message>
        <source>The forward pass could not copy %1 (%2) to %3: %4</source>
        <translation>フォワードパスが %1 (%2) を %3 へ運べませんでした: %4</translation>
    </message>
    <message>
        <source>position %1, token %2</source>
        <translation>位置 %1、トークン %2</translation>
    </message>
    <message>
        <source>The run produced %1 logits, but the reference contains %2 logits. The reference belongs to another prompt or another model; create the reference again.</source>
        <translation>ロジットは %1 ですが、参照では %2 です。参照は別のプロンプトまたは別のモデルのものです。作り直してください。</translation>
    </message>
    <message>
        <source>The reference contains NaN or infinite numbers, so it cannot be compared with the logits; create the reference again.</source>
        <translation>参照に有限でない数が含まれているため、何も突き合わせられません。作り直してください。</translation>
    </message>
    <message>
        <source>The logit at %1 is NaN or infinite; the loaded weights are probably different from the weights in the file.</source>
        <translation>フォワードパスが、%1 で有限でないロジットを出力しました。ロードされた重みは、おそらくファイルのものと異なります。</translation>
    </message>
    <message>
        <source>The logits differ from the reference by up to %1 (at %2), but rounding explains only %3; the loaded weights are probably different from the weights in the file.</source>
        <translation>ロジットが参照と最大 %1 (%2) 異なりますが、丸めによるものは %3 までです。ロードされた重みは、おそらくファイルのものと異なります。</translation>
    </message>
    <message>
        <source>a reference is a .npy file of little-endian float32 in C order, [positions × vocabulary]</source>
        <translation>参照は、C 順のリトルエンディアン float32 の .npy ファイルで、[位置 × 語彙] です</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither a model nor MODEL*N, where N is a number from 1 to %2.</source>
        <translation>&quot;%1&quot; はモデルでも、MODEL*50 のように 1 回から %2 回繰り返すモデルでもありません。</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>フォワード</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>0 より大きい数</translation>
    </message>
    <message>
        <source>a number above &quot;low_freq_factor&quot;</source>
        <translation>&quot;low_freq_factor&quot; より大きい数</translation>
    </message>
    <message>
        <source>%1 has the rope_type %2; only &quot;default&quot;, &quot;linear&quot;, &quot;llama3&quot;, &quot;longrope&quot; and &quot;yarn&quot; can be run. The model can be planned and loaded.</source>
        <translation>%1 は種類 %2 の回転位置を求めています。実行できるのは &quot;default&quot;、&quot;linear&quot;、&quot;llama3&quot;、&quot;longrope&quot;、&quot;yarn&quot; です。このモデルのプランとロードはできます。</translation>
    </message>
    <message>
        <source>an object for each layer type</source>
        <translation>レイヤーの種類ごとのオブジェクト</translation>
    </message>
    <message>
        <source>a number up to 1</source>
        <translation>1 以下の数</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>%1 のいずれか</translation>
    </message>
    <message>
        <source>This model of the family %1 has no head that predicts the next token; run it without generating.</source>
        <translation>ファミリー %1 のこのモデルには、続くトークンを示すヘッドがありません。生成せずに実行してください。</translation>
    </message>
    <message>
        <source>A model of the family %1 reads all positions at once and cannot generate tokens; run it without generating.</source>
        <translation>ファミリー %1 のモデルは、すべての位置を一度に見るため、続くトークンがありません。生成せずに実行してください。</translation>
    </message>
    <message>
        <source>A model of the family %1 runs one sequence at a time; give one prompt.</source>
        <translation>ファミリー %1 のモデルは、一度に 1 つのシーケンスを実行します。プロンプトを 1 つ指定してください。</translation>
    </message>
    <message>
        <source>A prefill chunk must have at least one token.</source>
        <translation>プロンプトは、少なくとも 1 トークンのチャンクに分けて入れます。</translation>
    </message>
    <message>
        <source>A model of the family %1 needs the whole prompt at once; do not divide the prompt into chunks.</source>
        <translation>ファミリー %1 のモデルには、プロンプト全体を一度に入れる必要があります。プロンプトをチャンクに分けないでください。</translation>
    </message>
    <message>
        <source>A model of the family %1 takes only the tokens of the prompt; leave the decoder tokens out.</source>
        <translation>ファミリー %1 のモデルには、プロンプトのものとは別のデコーダーのトークンはありません。省いてください。</translation>
    </message>
    <message>
        <source>This model limits its attention scores (attn_logit_softcapping), which fused attention does not support; use eager attention.</source>
        <translation>このモデルはアテンションスコアに上限を設けますが (attn_logit_softcapping)、融合アテンションではそれができません。eager のままにしてください。</translation>
    </message>
    <message>
        <source>The input has a shape, but no numbers.</source>
        <translation>入力に形状はありますが、数がありません。</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>プリフィル</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>デコード</translation>
    </message>
    <message>
        <source>The run could not continue: %1</source>
        <translation>実行を続けられませんでした: %1</translation>
    </message>
    <message>
        <source>%1 describes a model of the family %2, which Stowage cannot run. Stowage can run the families %3. The model can be planned and loaded.</source>
        <translation>%1 に記述されているのはファミリー %2 のモデルで、Stowage では実行できません。Stowage で実行できるファミリーは %3 です。このモデルのプランとロードはできます。</translation>
    </message>
    <message>
        <source>The token %1 is not in this model&apos;s vocabulary, which contains the tokens 0 to %2.</source>
        <translation>トークン %1 は、このモデルの語彙 (0 から %2) にありません。</translation>
    </message>
    <message>
        <source>A model of the family %1 takes %2, not tokens; leave the prompt out.</source>
        <translation>ファミリー %1 のモデルが受け取るのは %2 で、トークンではありません。プロンプトを省いてください。</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>配列</translation>
    </message>
    <message>
        <source>The prompt has no token; give at least one token.</source>
        <translation>プロンプトにトークンがありません。少なくとも 1 つ指定してください。</translation>
    </message>
    <message>
        <source>The prompt has %1 tokens, but this model reads at most %2 tokens; shorten the prompt.</source>
        <translation>プロンプトは %1 トークンですが、このモデルに見えるのは最大 %2 個です。短くしてください。</translation>
    </message>
    <message>
        <source>The prompt does not contain the token %1 (%2), which this model needs; end the prompt with %3, as the tokenizer of the model does.</source>
        <translation>プロンプトに、このモデルがコンテキストを見分けるためのトークン %1 (%2) がありません。モデル自身のトークナイザーと同じように、プロンプトの末尾を %3 にしてください。</translation>
    </message>
    <message>
        <source>%1 is opened as several models, but a run uses only one model; open one of these models alone.</source>
        <translation>%1 は複数のモデルとして開かれていますが、実行は 1 つのモデルに対するものです。そのモデルを単独で開いてください。</translation>
    </message>
    <message>
        <source>A LoRA adapter is applied to %1, but Stowage runs models only without adapters. Merge the adapter with PEFT&apos;s merge_and_unload() and run the merged model, or run the model without the adapter.</source>
        <translation>%1 に LoRA アダプターが重ねられていますが、Stowage が実行するのはアダプターのないモデルです: PEFT の merge_and_unload() でマージしてその結果を実行するか、アダプターなしでモデルを実行してください。</translation>
    </message>
    <message>
        <source>The architecture of %1 is unknown: no config.json is next to the weights. Put the model&apos;s config.json there. Stowage can run %2, and the from-scratch GPT.</source>
        <translation>%1 がどのように計算するかを示すものがありません: それに属する config.json が同じ場所にありません。モデル自身のものをそこに置いてください。実行できるのは、%2 と from-scratch GPT です。</translation>
    </message>
    <message>
        <source>a multiple of 4 that is less than 2 × relative_attention_max_distance</source>
        <translation>4 の倍数で、その半分が relative_attention_max_distance より小さいもの</translation>
    </message>
    <message>
        <source>the first stack is an encoder</source>
        <translation>最初のスタックはエンコーダーです</translation>
    </message>
    <message>
        <source>the file contains biases of the queries</source>
        <translation>ファイルにこれらのバイアスがあります</translation>
    </message>
    <message>
        <source>ViTModel or ViTForImageClassification</source>
        <translation>ViTModel または ViTForImageClassification</translation>
    </message>
    <message>
        <source>Stowage cannot predict masked patches</source>
        <translation>マスクされたパッチは、ここでは補完されません</translation>
    </message>
    <message>
        <source>a divisor of &quot;d_model&quot;</source>
        <translation>&quot;d_model&quot; の約数</translation>
    </message>
    <message>
        <source>The device map is valid.</source>
        <translation>マップは有効です。</translation>
    </message>
    <message>
        <source>The device map cannot be loaded.</source>
        <translation>マップはロードできません。</translation>
    </message>
    <message>
        <source>--gpus: &quot;%1&quot; is a number of bits, as in Accelerate, and means %2. Write a capital B for bytes.</source>
        <translation>--gpus: &quot;%1&quot; は、Accelerate と同じくビットとして数えます: %2。バイトなら大文字の B を書いてください。</translation>
    </message>
    <message>
        <source>The adapter %1 (%2, rank %3) changes %4 module. The adapter has %5 parameters (%6).</source>
        <translation>アダプター %1 (%2、ランク %3) は %4 個のモジュールを変更します。パラメーターは %5 個、%6 です。</translation>
    </message>
    <message>
        <source>The adapter %1 (%2, rank %3) changes %4 modules. The adapter has %5 parameters (%6).</source>
        <translation>アダプター %1 (%2、ランク %3) は %4 個のモジュールを変更します。パラメーターは %5 個、%6 です。</translation>
    </message>
    <message>
        <source>The models are %1.</source>
        <translation>モデルは %1 です。</translation>
    </message>
    <message>
        <source>The reference logits of the forward pass were not created: %1</source>
        <translation>フォワードパスの参照は作られませんでした: %1</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>The process was terminated by signal %1 (%2). Most likely, the system ran out of memory.</source>
        <translation>プロセスはシグナル %1 (%2) で終了させられました。おそらくシステムのメモリーが尽きました。</translation>
    </message>
    <message>
        <source>The process was terminated by signal %1 (%2).</source>
        <translation>プロセスはシグナル %1 (%2) で終了させられました。</translation>
    </message>
    <message>
        <source>The process exited with status %1 and without a result.</source>
        <translation>プロセスはステータス %1 で終了し、結果を残しませんでした。</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>NO</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>method</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>%1 allocated</source>
        <translation>%1 割り当て済み</translation>
    </message>
    <message>
        <source>host anon, own</source>
        <translation>ホスト匿名、自身</translation>
    </message>
    <message>
        <source>polled</source>
        <translation>ポーリング</translation>
    </message>
    <message>
        <source>verified</source>
        <translation>検証済み</translation>
    </message>
    <message>
        <source>GPU error</source>
        <translation>GPU 誤差</translation>
    </message>
    <message>
        <source>host error</source>
        <translation>ホスト誤差</translation>
    </message>
    <message>
        <source>time error</source>
        <translation>時間誤差</translation>
    </message>
    <message>
        <source>published VRAM</source>
        <translation>公表 VRAM</translation>
    </message>
    <message>
        <source>%1 (as %2)</source>
        <translation>%1 (%2 として)</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensors, %3, at %4/s.</source>
        <translation>%1 を書き出しました: %2 テンソル、%3、%4/s。</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensors, %3 in %4 files, at %5/s.</source>
        <translation>%1 を書き出しました: %2 テンソル、%4 ファイルに %3、%5/s。</translation>
    </message>
    <message>
        <source>Continued an interrupted command: %1 was already written and matches the checksums.</source>
        <translation>中断された実行を引き継ぎました: %1 が存在し、チェックサムと一致しました。</translation>
    </message>
    <message>
        <source>Discarded the files of an interrupted command.</source>
        <translation>中断された実行が残したものを破棄しました。</translation>
    </message>
    <message>
        <source>Names of tied weights that safetensors cannot express are stored in the metadata: %1.</source>
        <translation>safetensors で表現できない共有名は、メタデータに記されています: %1。</translation>
    </message>
    <message>
        <source>Copied %1.</source>
        <translation>%1 をコピーしました。</translation>
    </message>
    <message>
        <source>Other files in the model&apos;s folder, such as the tokenizer, were not copied.</source>
        <translation>モデルのフォルダーのほかのもの (トークナイザーなど) はコピーされていません。</translation>
    </message>
    <message>
        <source>raw limit: best of direct and buffered reads</source>
        <translation>生の上限: ダイレクトとバッファードの良いほう</translation>
    </message>
    <message>
        <source>one thread, buffered reads</source>
        <translation>1 スレッド、バッファード</translation>
    </message>
    <message>
        <source>pages of a mapped file</source>
        <translation>マップのページ</translation>
    </message>
    <message>
        <source>streamed to untouched host memory</source>
        <translation>streamed、新規のホストメモリーへ</translation>
    </message>
    <message>
        <source>streamed to a simulated GPU without pages</source>
        <translation>streamed、新規のシミュレートされた GPU へ</translation>
    </message>
    <message>
        <source>streamed to a simulated GPU with pages</source>
        <translation>streamed、ページのあるシミュレートされた GPU へ</translation>
    </message>
    <message>
        <source>through a buffer to a simulated GPU with pages</source>
        <translation>バッファー経由、ページのあるシミュレートされた GPU へ</translation>
    </message>
    <message>
        <source>memory copy</source>
        <translation>メモリーコピー</translation>
    </message>
    <message>
        <source>first touch, large tensors</source>
        <translation>最初のタッチ、大きいテンソル</translation>
    </message>
    <message>
        <source>first touch, small tensors</source>
        <translation>最初のタッチ、小さいテンソル</translation>
    </message>
    <message>
        <source>releasing pages</source>
        <translation>ページの返却</translation>
    </message>
    <message>
        <source>copy to a simulated GPU without pages</source>
        <translation>シミュレートされた GPU へ、新規</translation>
    </message>
    <message>
        <source>copy to a simulated GPU with pages</source>
        <translation>シミュレートされた GPU へ、ページあり</translation>
    </message>
    <message>
        <source>copy within a simulated GPU, with pages</source>
        <translation>シミュレートされた GPU の中、ページあり</translation>
    </message>
    <message>
        <source>copy within a simulated GPU, without pages</source>
        <translation>シミュレートされた GPU の中、新規</translation>
    </message>
    <message>
        <source>host to CUDA card</source>
        <translation>ホストから CUDA カードへ</translation>
    </message>
    <message>
        <source>initial weights, %1</source>
        <translation>初期の重み、%1</translation>
    </message>
    <message>
        <source>matrix product, %1</source>
        <translation>行列積、%1</translation>
    </message>
    <message>
        <source>element-wise operations, %1</source>
        <translation>要素ごと、%1</translation>
    </message>
    <message>
        <source>operations on a single row, %1</source>
        <translation>行に対する演算、%1</translation>
    </message>
    <message>
        <source>matrix product calls, %1</source>
        <translation>開始した行列積、%1</translation>
    </message>
    <message>
        <source>copies during a matrix product, %1</source>
        <translation>%1 と並行するコピー</translation>
    </message>
    <message>
        <source>matrix product during copies, %1</source>
        <translation>コピーと並行する行列積、%1</translation>
    </message>
    <message>
        <source>Host memory (measured): %1 in total, %2 available; the control group allows %3</source>
        <translation>ホスト (実測): 合計 %1、利用可能 %2、コントロールグループの許可量 %3</translation>
    </message>
    <message>
        <source>Host memory (measured): %1 in total, %2 available</source>
        <translation>ホスト (実測): 合計 %1、利用可能 %2</translation>
    </message>
    <message>
        <source>no device</source>
        <translation>デバイスなし</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>メモリー</translation>
    </message>
    <message>
        <source>link</source>
        <translation>リンク</translation>
    </message>
    <message>
        <source>disk</source>
        <translation>ディスク</translation>
    </message>
    <message>
        <source>still does not fit</source>
        <translation>まだ収まらない</translation>
    </message>
    <message>
        <source>an estimated context of up to %1 tokens</source>
        <translation>式によれば %1 トークンのコンテキスト長</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>収まる</translation>
    </message>
    <message>
        <source>With %1: %2, first token after %3, %4 tokens per second.</source>
        <translation>%1 とした場合: %2、最初のトークンまで %3、%4 トークン/秒。</translation>
    </message>
    <message>
        <source>With %1: %2.</source>
        <translation>%1 とした場合: %2。</translation>
    </message>
    <message>
        <source>This plan leaves too little memory for even one prompt of the workload.</source>
        <translation>このプランでは、そのようなプロンプトは 1 つも収まりません。</translation>
    </message>
    <message>
        <source>any number of</source>
        <translation>任意の数の</translation>
    </message>
    <message>
        <source>a context of %1 tokens</source>
        <translation>%1 トークンのコンテキスト長</translation>
    </message>
    <message>
        <source>any size</source>
        <translation>任意のサイズ</translation>
    </message>
    <message>
        <source>Largest workload that fits: %1, or a batch of %2, or %3 sequences whose prompts are processed one after another.</source>
        <translation>収まる最大: %1、またはバッチ %2、またはプロンプトを 1 つずつ順に入れる %3 シーケンス。</translation>
    </message>
    <message>
        <source>%1 applies to a single model, but this plan has several models; omit the option.</source>
        <translation>%1 は 1 つのモデルについてのものですが、このプランは複数のモデルのものです。省いてください。</translation>
    </message>
    <message>
        <source>%1 applies to the tokens of a model, but a diffusers pipeline has no tokens; omit the option.</source>
        <translation>%1 はモデルのトークンについてのものですが、diffusers のパイプラインにトークンはありません。省いてください。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be created: %2.</source>
        <translation>フォルダー %1 を作成できません: %2。</translation>
    </message>
    <message>
        <source>the token ID %2 is not in the model&apos;s vocabulary of %1 tokens</source>
        <translation>モデルが知っているトークンは %1 個で、%2 はその中にありません</translation>
    </message>
    <message>
        <source>a prompt of %1 tokens is longer than the model&apos;s context of %2 tokens</source>
        <translation>%1 トークンのプロンプトは、モデルのコンテキスト長 %2 より長くなっています</translation>
    </message>
    <message>
        <source>--forward computes in float32, but the plan loads the weights in %1; omit --dtype.</source>
        <translation>--forward は float32 で計算しますが、プランは %1 でロードします。--dtype を省いてください。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a token ID</source>
        <translation>&quot;%1&quot; はトークンではありません</translation>
    </message>
    <message>
        <source>a prompt has at most %1 tokens</source>
        <translation>プロンプトは最大 %1 トークンです</translation>
    </message>
    <message>
        <source>&quot;-&quot; reads a module tree from standard input and cannot be combined with --prefix, --rename, --tree and --class; give the name of the checkpoint instead.</source>
        <translation>&quot;-&quot; はモジュールツリーを読み取るもので、--prefix、--rename、--tree、--class とは併用できません。代わりにチェックポイントの名前を指定してください。</translation>
    </message>
    <message>
        <source>%1 has a size of %2, which is too large for a device map; give the device map, not the model.</source>
        <translation>%1 は %2 で、デバイスマップとしては大きすぎます。モデルではなく、マップを指定してください。</translation>
    </message>
    <message>
        <source>--variant names a plan of a project, but %1 is not a project.</source>
        <translation>--variant はプロジェクトのプランを示しますが、%1 はプロジェクトではありません。</translation>
    </message>
    <message>
        <source>warning: %1</source>
        <translation>警告: %1</translation>
    </message>
    <message>
        <source>%1 layers in the encoder, %2 layers in the decoder</source>
        <translation>エンコーダー %1、デコーダー %2</translation>
    </message>
    <message>
        <source>hidden size %1</source>
        <translation>隠れサイズ %1</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 ヘッド</translation>
    </message>
    <message>
        <source>key-value heads: %1</source>
        <translation>キーと値に %1</translation>
    </message>
    <message>
        <source>head width %1</source>
        <translation>ヘッドの幅 %1</translation>
    </message>
    <message>
        <source>latent width %1</source>
        <translation>潜在の幅 %1</translation>
    </message>
    <message>
        <source>context of %1 tokens</source>
        <translation>コンテキスト長 %1 トークン</translation>
    </message>
    <message>
        <source>vocabulary of %1 tokens</source>
        <translation>語彙 %1</translation>
    </message>
    <message>
        <source>%1 experts in each of %2 layers</source>
        <translation>%2 レイヤーのそれぞれに %1</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>1 トークンに %1</translation>
    </message>
    <message>
        <source>plus %1 shared</source>
        <translation>ほかに共有 %1</translation>
    </message>
    <message>
        <source>%1 active parameters per token</source>
        <translation>トークンあたり有効 %1</translation>
    </message>
    <message>
        <source>%1 parameters in embeddings</source>
        <translation>埋め込みに %1</translation>
    </message>
    <message>
        <source>%1 bytes per token in float16 or bfloat16, %2 bytes in float32, %3 bytes in fp8</source>
        <translation>1 トークンあたり、float16 または bfloat16 で %1 バイト、float32 で %2 バイト、fp8 で %3 バイト</translation>
    </message>
    <message>
        <source>%1 of %2 layers have a sliding window of %3 tokens; each token beyond the window needs %4 bytes in float16 or bfloat16</source>
        <translation>%2 レイヤー中 %1 は %3 トークン前まで参照。それを超えると、float16 または bfloat16 で 1 トークンあたり %4 バイト</translation>
    </message>
    <message>
        <source>cross-attention: %1 bytes per position of the encoder&apos;s output in float16 or bfloat16</source>
        <translation>エンコーダー出力の 1 位置ごとに、float16 または bfloat16 で %1 バイト増える</translation>
    </message>
    <message>
        <source>%1, for %2 positions</source>
        <translation>%1、%2 位置</translation>
    </message>
    <message>
        <source>%1 (guessed)</source>
        <translation>%1 (推測)</translation>
    </message>
    <message>
        <source>The modules are those described in %1.</source>
        <translation>モジュールは %1 によるものです。</translation>
    </message>
    <message>
        <source>The modules are those of the class %1, from %2.</source>
        <translation>モジュールは %1 のもので、%2 によります。</translation>
    </message>
    <message>
        <source>The modules are those of the class %1, which was recognised by the names of the tensors.</source>
        <translation>モジュールは %1 のもので、キー名から判明しました。</translation>
    </message>
    <message>
        <source>The modules are derived only from the names of the tensors.</source>
        <translation>モジュールは、テンソルの名前だけから判断しています。</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>シミュレーション</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <source>FAILED</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>agrees</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>DIFFERS</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>RAM anonymous</source>
        <translation>RAM 匿名</translation>
    </message>
    <message>
        <source>file-backed</source>
        <translation>ファイルバック</translation>
    </message>
    <message>
        <source>RSS - shared</source>
        <translation>RSS - 共有</translation>
    </message>
    <message>
        <source>published</source>
        <translation>公表値</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>why</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensor of %3: %4.</source>
        <translation>%1 には %3 のテンソル %2 個がありません: %4。</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensors of %3: %4.</source>
        <translation>%1 には %3 のテンソル %2 個がありません: %4。</translation>
    </message>
    <message>
        <source>Nothing was loaded. Open the checkpoint that belongs to this model, or use --force to load the initial values of a new model for the missing tensors.</source>
        <translation>このモデルのチェックポイントを開くか、--force を付けて、そこに新しいモデルの値を使ってロードしてください。何もロードされていません。</translation>
    </message>
    <message>
        <source>Stowage loads initial values, not trained values, for the missing tensors.</source>
        <translation>そこには、学習済みの値ではなく初期値がロードされます。</translation>
    </message>
    <message>
        <source>Nothing was loaded.</source>
        <translation>何もロードされていません。</translation>
    </message>
    <message>
        <source>Nothing was loaded; use --force to load anyway.</source>
        <translation>何もロードされていません。--force を付けると、それでもロードします。</translation>
    </message>
    <message>
        <source>The RAM limit was %1; the load used at most %2 (%3). The limit was checked at every step and enforced by a control group.</source>
        <translation>RAM 上限 %1、保持は最大 %2 (%3)。コントロールグループでも上限を守らせました。</translation>
    </message>
    <message>
        <source>The RAM limit was %1; the load used at most %2 (%3). The limit was checked at every step.</source>
        <translation>RAM 上限 %1、保持は最大 %2 (%3)。各ステップで監視しました。</translation>
    </message>
    <message>
        <source>The RAM limit was %1; the load used at most %2 (%3). The limit was checked at every step, without a control group: %4.</source>
        <translation>RAM 上限 %1、保持は最大 %2 (%3)。各ステップで監視しました (コントロールグループなし: %4)。</translation>
    </message>
    <message>
        <source>Dry run: nothing was loaded. A real load would fail at %1.</source>
        <translation>ドライラン: 何もロードされていません。ロードは %1 で停止することになります。</translation>
    </message>
    <message>
        <source>The load was stopped, and the weights were freed.</source>
        <translation>停止しました。重みは返されました。</translation>
    </message>
    <message>
        <source>The load stopped at %1, and the weights were freed.</source>
        <translation>%1 で停止しました。重みは返されました。</translation>
    </message>
    <message>
        <source>Predicted time: %1.</source>
        <translation>予測: %1。</translation>
    </message>
    <message>
        <source>Every byte was verified.</source>
        <translation>すべてのバイトを検証しました。</translation>
    </message>
    <message>
        <source>%1; see %2 --help.</source>
        <translation>%1。%2 --help を参照してください。</translation>
    </message>
    <message>
        <source>A command is missing; see %1 --help.</source>
        <translation>コマンドがありません。%1 --help を参照してください。</translation>
    </message>
    <message>
        <source>There is no command &quot;%1&quot;; see %2 --help.</source>
        <translation>コマンド &quot;%1&quot; はありません。%2 --help を参照してください。</translation>
    </message>
    <message>
        <source>This machine does not have enough memory for this request.</source>
        <translation>要求された処理に使えるメモリーが、このマシンには残っていません。</translation>
    </message>
    <message>
        <source>The command failed because of a defect in Stowage: %1. Please report the defect.</source>
        <translation>Stowage の不具合により、コマンドが終了しました: %1。ご報告ください。</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; and %3 would both write to standard output; give a file name instead.</source>
        <translation>%1 &quot;%2&quot; は標準出力を意味しますが、%3 がすでにそこへ書き出しています。代わりにファイル名を指定してください。</translation>
    </message>
    <message>
        <source>%1 short</source>
        <translation>%1 超過</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is a number of bits, as in Accelerate, and means %3. Write a capital B for bytes.</source>
        <translation>%1: &quot;%2&quot; は、Accelerate と同じくビット数として数えます: %3。バイトなら大文字の B を書いてください。</translation>
    </message>
    <message>
        <source>The free memory of this machine cannot be read from /proc/meminfo; give the limit of the CPU with --ram SIZE.</source>
        <translation>このマシンの空きメモリーを /proc/meminfo から読み取れません。--ram SIZE で CPU の予算を指定してください。</translation>
    </message>
    <message>
        <source>--pin &quot;%1&quot; must be NAME=DEVICE, as in --pin lm_head=cpu.</source>
        <translation>--pin &quot;%1&quot; は、--pin lm_head=cpu のように NAME=DEVICE の形でなければなりません。</translation>
    </message>
    <message>
        <source>--pin &quot;%1&quot;: the model has no module &quot;%2&quot;; see its modules with stowagectl inspect.</source>
        <translation>--pin &quot;%1&quot;: モデルにモジュール &quot;%2&quot; はありません。stowagectl inspect でモジュールを確認してください。</translation>
    </message>
    <message>
        <source>--no-split: this model has no module of the class &quot;%1&quot;; see the classes with stowagectl inspect.</source>
        <translation>--no-split: このモデルにクラス &quot;%1&quot; のモジュールはありません。stowagectl inspect でクラスを確認してください。</translation>
    </message>
    <message>
        <source>--dtype &quot;%1&quot; is not known; use float32, float16, bfloat16 or float64.</source>
        <translation>--dtype &quot;%1&quot; は不明です。float32、float16、bfloat16、float64 のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>不使用</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>上限なし</translation>
    </message>
    <message>
        <source>placed</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>収まらない</translation>
    </message>
    <message>
        <source>split</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>tied partner was split</source>
        <translation>共有相手を分割</translation>
    </message>
    <message>
        <source>taken first</source>
        <translation>先に配置</translation>
    </message>
    <message>
        <source>remains on the CPU</source>
        <translation>CPU に残留</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>固定済み</translation>
    </message>
    <message>
        <source>moved manually</source>
        <translation>手動で移動</translation>
    </message>
    <message>
        <source>(all)</source>
        <translation>(すべて)</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>real</source>
        <translation>実 GPU</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>このマシン</translation>
    </message>
    <message>
        <source>error: %1</source>
        <translation>エラー: %1</translation>
    </message>
    <message>
        <source>hint: %1</source>
        <translation>ヒント: %1</translation>
    </message>
    <message>
        <source>a sweep has one or two variables, not %1.</source>
        <translation>スイープの変数は 1 つまたは 2 つです。%1 個は指定できません。</translation>
    </message>
    <message>
        <source>both variables are %1; name two different ones.</source>
        <translation>変数が両方とも %1 です。異なる 2 つを指定してください。</translation>
    </message>
    <message>
        <source>%1 key of the file is left over from older releases and not loaded: %2.</source>
        <translation>ファイルのキー %1 個は以前のリリースの名残で、ロードされません: %2。</translation>
    </message>
    <message>
        <source>%1 keys of the file are left over from older releases and not loaded: %2.</source>
        <translation>ファイルのキー %1 個は以前のリリースの名残で、ロードされません: %2。</translation>
    </message>
    <message>
        <source>Open the checkpoint that belongs to this model, or give another module tree.</source>
        <translation>このモデルのチェックポイントを開くか、別のツリーを開いてください。</translation>
    </message>
    <message>
        <source>The whole model is loaded to %1 instead.</source>
        <translation>代わりに、モデル全体を %1 にロードします。</translation>
    </message>
    <message>
        <source>No single device has enough memory for the whole model; give a device map with --device-map.</source>
        <translation>モデル全体が入る空きも、どのデバイスにもありません。--device-map を指定してください。</translation>
    </message>
    <message>
        <source>The project %1 has no plan; create a plan with stowagectl plan MODEL --save %1.</source>
        <translation>%1 にプランがありません。stowagectl plan MODEL --save %1 で作成してください。</translation>
    </message>
    <message>
        <source>The project %1 has no plan %2; the plans of the project are %3.</source>
        <translation>%1 にプラン %2 はありません。あるのは %3 です。</translation>
    </message>
    <message>
        <source>The model has not changed since the project was saved.</source>
        <translation>モデルは保存されたものと同じです。</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 exists and is not a project; give another file.</source>
        <translation>%1 はすでに存在し、プロジェクトではありません。別のファイルを指定してください。</translation>
    </message>
    <message>
        <source>%1 is a project of another model (%2); give another file.</source>
        <translation>%1 は別のモデル (%2) のプロジェクトです。別のファイルを指定してください。</translation>
    </message>
    <message>
        <source>Wrote %1: %2 × %3 logits in %5. The largest logit is %4, and the next token is %6.</source>
        <translation>%1 を書き出しました: %2 × %3 のロジット、最大 %4、所要時間 %5。次のトークン %6。</translation>
    </message>
    <message>
        <source>--chain: %1</source>
        <translation>--chain: %1</translation>
    </message>
    <message>
        <source>%1 describes a model without its weights, so there is nothing to run.</source>
        <translation>%1 は重みなしでモデルを記述しているため、実行するものがありません。</translation>
    </message>
    <message>
        <source>(none: the model is an encoder)</source>
        <translation>(エンコーダー: なし)</translation>
    </message>
    <message>
        <source>The peak of allocated memory on %2 (simulated) was %1 (weights and computed values).</source>
        <translation>%2 (シミュレーション) での割り当ては最大 %1 でした。モデルが計算したものを含みます。</translation>
    </message>
    <message>
        <source>The peak of allocated memory on %2 was %1 (weights and computed values).</source>
        <translation>%2 での割り当ては最大 %1 でした。モデルが計算したものを含みます。</translation>
    </message>
    <message>
        <source>warning: %1 is estimated to need up to %2 (%3 of weights, %4 of streamed weights, %5 of keys and values, %6 of activations), but only %7 is free. The run may fail on this device or wait for weights. Place fewer layers on this device, prefetch fewer layers (--prefetch-window), or process fewer tokens.</source>
        <translation>警告: %1 の保持量は最大 %2 (重み %3、取り込み %4、キーと値 %5、活性値 %6) と見積もられ、空きは %7 です。実行はそこで停止するか、重みを待つことがあります。そこに置くものを減らすか、先に取り込むレイヤーを減らす (--prefetch-window) か、実行するトークンを減らしてください。</translation>
    </message>
    <message>
        <source>Prompt: %1</source>
        <translation>プロンプト: %1</translation>
    </message>
    <message>
        <source>Prompt as text: %1</source>
        <translation>プロンプトのテキスト: %1</translation>
    </message>
    <message>
        <source>Generated tokens: %1</source>
        <translation>続くトークン: %1</translation>
    </message>
    <message>
        <source>Generated text: %1</source>
        <translation>続くテキスト: %1</translation>
    </message>
    <message>
        <source>most likely token (last position)</source>
        <translation>最後の位置で最も確率の高いもの</translation>
    </message>
    <message>
        <source>most likely class</source>
        <translation>最も確率の高いクラス</translation>
    </message>
    <message>
        <source>most likely text</source>
        <translation>最も確率の高いテキスト</translation>
    </message>
    <message>
        <source>most likely %1</source>
        <translation>最も確率の高い %1</translation>
    </message>
    <message>
        <source>%1 token in %2</source>
        <translation>%1 トークン、%2</translation>
    </message>
    <message>
        <source>%1 tokens in %2</source>
        <translation>%1 トークン、%2</translation>
    </message>
    <message>
        <source>%1 token in %2 (%3 tokens/s, measured)</source>
        <translation>%1 トークン、%2 (%3 トークン/秒、実測)</translation>
    </message>
    <message>
        <source>%1 tokens in %2 (%3 tokens/s, measured)</source>
        <translation>%1 トークン、%2 (%3 トークン/秒、実測)</translation>
    </message>
    <message>
        <source>Prefill in %2 chunks: %1.</source>
        <translation>プリフィル: %1 (%2 チャンク)。</translation>
    </message>
    <message>
        <source>Prefill: %1.</source>
        <translation>プリフィル: %1。</translation>
    </message>
    <message>
        <source>Decode: %1.</source>
        <translation>デコード: %1。</translation>
    </message>
    <message>
        <source>Total time: predicted %1, measured %2.</source>
        <translation>全体の見積もり: %1、実測 %2。</translation>
    </message>
    <message>
        <source>All weights were on the devices that use them.</source>
        <translation>すべての重みが、使用される場所にありました。</translation>
    </message>
    <message>
        <source>the devices that use them</source>
        <translation>使用先</translation>
    </message>
    <message>
        <source>%1 of offloaded weights was copied to %2 without prefetch. The run waited %3 for weights.</source>
        <translation>オフロードされた重み %1 を %2 へ取り込みました。先に取り込んだものはありません: 先読みなし。実行が重みを待った時間は %3 です。</translation>
    </message>
    <message>
        <source>%1 of offloaded weights was copied to %2, of which %3 was prefetched up to %4 layer ahead. The run waited %5 for weights.</source>
        <translation>オフロードされた重み %1 を %2 へ取り込みました。うち %3 は最大 %4 レイヤー先まで、先に取り込みました。実行が重みを待った時間は %5 です。</translation>
    </message>
    <message>
        <source>%1 of offloaded weights was copied to %2, of which %3 was prefetched up to %4 layers ahead. The run waited %5 for weights.</source>
        <translation>オフロードされた重み %1 を %2 へ取り込みました。うち %3 は最大 %4 レイヤー先まで、先に取り込みました。実行が重みを待った時間は %5 です。</translation>
    </message>
    <message>
        <source>The run took %1 with %2 thread and fused attention.</source>
        <translation>%1 で、%2 スレッドと融合アテンションを使って実行しました。</translation>
    </message>
    <message>
        <source>The run took %1 with %2 threads and fused attention.</source>
        <translation>%1 で、%2 スレッドと融合アテンションを使って実行しました。</translation>
    </message>
    <message>
        <source>The run took %1 with %2 thread.</source>
        <translation>%1 で、%2 スレッドを使って実行しました。</translation>
    </message>
    <message>
        <source>The run took %1 with %2 threads.</source>
        <translation>%1 で、%2 スレッドを使って実行しました。</translation>
    </message>
    <message>
        <source>Loaded %1 in %2.</source>
        <translation>%1 を %2 でロードしました。</translation>
    </message>
    <message>
        <source>Stopped; all memory was released.</source>
        <translation>停止しました。すべて返されました。</translation>
    </message>
    <message>
        <source>Stopped at %1; all memory was released.</source>
        <translation>%1 で停止しました。すべて返されました。</translation>
    </message>
    <message>
        <source>%1 tensor has initial instead of trained values, so the output is not that of the trained model: %2.</source>
        <translation>%1 テンソルが学習済みの値ではなく初期値のため、答えは学習済みモデルのものではありません: %2。</translation>
    </message>
    <message>
        <source>%1 tensors have initial instead of trained values, so the output is not that of the trained model: %2.</source>
        <translation>%1 テンソルが学習済みの値ではなく初期値のため、答えは学習済みモデルのものではありません: %2。</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is unknown; use %3.</source>
        <translation>%1 &quot;%2&quot; は不明です。使えるのは %3 です。</translation>
    </message>
    <message>
        <source>Wrote %1: architecture %2, %3 parameters in %4 tensors, %5.</source>
        <translation>%1 を書き出しました: %2、%4 テンソルに %3 パラメーター、%5。</translation>
    </message>
    <message>
        <source>Wrote %1: architecture %2, %3 parameters in %4 tensors, %5 in %6 files.</source>
        <translation>%1 を書き出しました: %2、%4 テンソルに %3 パラメーター、%6 ファイルに %5。</translation>
    </message>
    <message>
        <source>simulated GPU</source>
        <translation>シミュレートされた GPU</translation>
    </message>
    <message>
        <source>can be created</source>
        <translation>作成できる</translation>
    </message>
    <message>
        <source>load</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>the free memory is back at the baseline</source>
        <translation>メモリーが元の水準に戻っている</translation>
    </message>
    <message>
        <source>%1 was free before the checks, %2 after the checks</source>
        <translation>空きは前 %1、後 %2</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is not a whole number; write a number such as 4096.</source>
        <translation>%1 &quot;%2&quot; は整数ではありません。4096 のように書いてください。</translation>
    </message>
    <message>
        <source>%1: the case &quot;%2&quot; is of the kind &quot;%3&quot;, which this stowagectl does not know; use the stowagectl that was built for these cases.</source>
        <translation>%1: ケース &quot;%2&quot; の種類 &quot;%3&quot; は、この stowagectl の知らないものです。これらのケース用に作られた stowagectl を使ってください。</translation>
    </message>
    <message>
        <source>%1: a case must be a JSON object.</source>
        <translation>%1: ケースは JSON オブジェクトでなければなりません。</translation>
    </message>
    <message>
        <source>%1: the case has no field &quot;%2&quot;; see the README of data/placement for the format.</source>
        <translation>%1: ケースに &quot;%2&quot; がありません。形式は data/placement の README にあります。</translation>
    </message>
    <message>
        <source>%1: a field of the case is missing or has the wrong type; see the README of data/placement for the format.</source>
        <translation>%1: ケースのフィールドが欠けているか、型が違います。形式は data/placement の README にあります。</translation>
    </message>
    <message>
        <source>%1: an argument of the case &quot;%2&quot; is missing or has the wrong type; see the README of data/placement for the format.</source>
        <translation>%1: ケース &quot;%2&quot; の引数が欠けているか、型が違います。形式は data/placement の README にあります。</translation>
    </message>
    <message>
        <source>%1: this machine does not have enough memory for the case &quot;%2&quot;.</source>
        <translation>%1: ケース &quot;%2&quot; のためのメモリーが、このマシンに残っていません。</translation>
    </message>
    <message>
        <source>byte %1 of %2 has a wrong value after it was read back</source>
        <translation>%2 バイト中、バイト %1 が誤って戻った</translation>
    </message>
    <message>
        <source>%1 is still allocated and %2 is still reserved</source>
        <translation>割り当て済み %1、予約済み %2 が残っている</translation>
    </message>
    <message>
        <source>after all memory was freed, %1 is still allocated and %2 of %3 is cached</source>
        <translation>解放後、割り当て済み %1、キャッシュ %2 / %3</translation>
    </message>
    <message>
        <source>%1 (%2 reserved) was allocated and freed</source>
        <translation>%2 中 %1 を割り当てて解放</translation>
    </message>
    <message>
        <source>%1 bytes are allocated and %2 bytes are reserved instead of %3 and %4 bytes</source>
        <translation>%3 / %4 ではなく %1 / %2 バイト</translation>
    </message>
    <message>
        <source>%1 bytes are allocated, %2 bytes are reserved</source>
        <translation>%1 / %2 バイト</translation>
    </message>
    <message>
        <source>the segment map (%1 allocated, %2 reserved), the statistics (%3 allocated, %4 reserved) and the counters do not agree</source>
        <translation>セグメントマップ (割り当て済み %1、予約済み %2)、統計 (割り当て済み %3、予約済み %4)、カウンターが一致しない</translation>
    </message>
    <message>
        <source>%1 segment, %2 lost to rounding</source>
        <translation>%1 セグメント、切り上げによる損失 %2</translation>
    </message>
    <message>
        <source>%1 segments, %2 lost to rounding</source>
        <translation>%1 セグメント、切り上げによる損失 %2</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 バイト</translation>
    </message>
    <message>
        <source>a request for %1 must fail, but it succeeded</source>
        <translation>%1 の要求が認められた</translation>
    </message>
    <message>
        <source>a request that is too large failed with the wrong error: %1</source>
        <translation>空きのない要求の通知: %1</translation>
    </message>
    <message>
        <source>the device does not work after running out of memory: %1</source>
        <translation>メモリー不足の後、何も動作しない: %1</translation>
    </message>
    <message>
        <source>the device refused a request for %1 and continued to work</source>
        <translation>%1 を拒否し、その後続行</translation>
    </message>
    <message>
        <source>a transfer continued after it was stopped</source>
        <translation>停止した転送が続いた</translation>
    </message>
    <message>
        <source>the transfer was cancelled</source>
        <translation>転送がキャンセルされた</translation>
    </message>
    <message>
        <source>copies from pinned memory: %1; from the staging buffers of a load: %2 (%3 % of the first rate); from pageable memory: %4</source>
        <translation>ページロックされたメモリーの単純なコピー %1、ロードのステージングバッファー %2 (%3%)、ページング可能なメモリーから %4</translation>
    </message>
    <message>
        <source>host memory could not be pinned; %1</source>
        <translation>ホストメモリーをページロックできなかった。%1</translation>
    </message>
    <message>
        <source>freed memory is returned to the device</source>
        <translation>解放したものが戻る</translation>
    </message>
    <message>
        <source>the memory statistics equal those of the allocator model</source>
        <translation>統計がアロケーターのモデルと一致</translation>
    </message>
    <message>
        <source>the segment map is consistent</source>
        <translation>セグメントマップの合計が合う</translation>
    </message>
    <message>
        <source>written bytes are read back</source>
        <translation>書いたものが戻る</translation>
    </message>
    <message>
        <source>bytes are copied within the device</source>
        <translation>デバイス内でコピー</translation>
    </message>
    <message>
        <source>the device recovers from running out of memory</source>
        <translation>メモリー不足から回復</translation>
    </message>
    <message>
        <source>a transfer stops on request</source>
        <translation>転送が要求どおり停止</translation>
    </message>
    <message>
        <source>host to device</source>
        <translation>ホストからデバイスへ</translation>
    </message>
    <message>
        <source>creates a folder for temporary files</source>
        <translation>一時ファイル用のフォルダー</translation>
    </message>
    <message>
        <source>writes and reads %1</source>
        <translation>%1 を書いて読む</translation>
    </message>
    <message>
        <source>streamed load from %1</source>
        <translation>%1 から streamed でロード</translation>
    </message>
    <message>
        <source>%1, cast to bfloat16</source>
        <translation>%1、bfloat16 にキャスト</translation>
    </message>
    <message>
        <source>a load that is split over GPUs, CPU and disk</source>
        <translation>GPU、CPU、ディスクに分割</translation>
    </message>
    <message>
        <source>a forward pass reproduces the logits that are computed from the file</source>
        <translation>フォワードパスがファイル自身のロジットを出す</translation>
    </message>
    <message>
        <source>a cancelled load releases everything</source>
        <translation>キャンセルするとすべてが返される</translation>
    </message>
    <message>
        <source>a load onto a device that is too small releases everything</source>
        <translation>デバイスが小さすぎるとすべてが返される</translation>
    </message>
    <message>
        <source>the model that was read has %1 tensors (%3), but the model that was written has %2 tensors (%4)</source>
        <translation>書いたものと読んだものが異なる: テンソル %1 / %2、%3 / %4</translation>
    </message>
    <message>
        <source>%1 is still allocated and %2 is still reserved on %3</source>
        <translation>%3 に割り当て済み %1、予約済み %2 が残っている</translation>
    </message>
    <message>
        <source>%1 tensor still exists</source>
        <translation>まだ %1 テンソルが残っています</translation>
    </message>
    <message>
        <source>%1 tensors still exist</source>
        <translation>%1 テンソルが残っている</translation>
    </message>
    <message>
        <source>the folder %1 still exists</source>
        <translation>フォルダー %1 が残っている</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>the SHA-256 of &quot;abc&quot; is wrong: %1</source>
        <translation>&quot;abc&quot; の SHA-256 が %1 になる</translation>
    </message>
    <message>
        <source>/proc/self/status does not report both RssAnon and RssShmem</source>
        <translation>/proc/self/status に RssAnon と RssShmem の両方がそろっていない</translation>
    </message>
    <message>
        <source>%1 of memory was touched; RssAnon increased by %2 and RssShmem by %3</source>
        <translation>%1 にアクセス: RssAnon + %2、RssShmem + %3</translation>
    </message>
    <message>
        <source>neither /proc/meminfo nor a control group reports how much memory is available; give --ram to plan</source>
        <translation>/proc/meminfo からもコントロールグループからもメモリーの残量が分からない。プランするには --ram を指定すること</translation>
    </message>
    <message>
        <source>%1 is reported as available, but the total is %2</source>
        <translation>残り %1 / 全体 %2 とされている</translation>
    </message>
    <message>
        <source>%1 of %2 is available</source>
        <translation>残り %1 / 全体 %2</translation>
    </message>
    <message>
        <source>LibTorch&apos;s checksum differs from the checksum that plain loops compute</source>
        <translation>LibTorch の計算するチェックサムが単純なループのものと異なる</translation>
    </message>
    <message>
        <source>allocator</source>
        <translation>アロケーター</translation>
    </message>
    <message>
        <source>the allocator created %1 segments, %2 in total</source>
        <translation>%1 セグメント、合計 %2</translation>
    </message>
    <message>
        <source>%1 reserved</source>
        <translation>予約済み %1</translation>
    </message>
    <message>
        <source>the peak memory of the load method %1 is %2 bytes (allocated / reserved) instead of %3</source>
        <translation>%1 のピークが %3 ではなく %2 バイト</translation>
    </message>
    <message>
        <source>the peak memory is between %1 and %2 bytes (allocated / reserved)</source>
        <translation>%1～%2 バイト</translation>
    </message>
    <message>
        <source>SHA-256 of the standard&apos;s example</source>
        <translation>規格の例の SHA-256</translation>
    </message>
    <message>
        <source>touched memory is reported as anonymous memory</source>
        <translation>アクセスしたメモリーが匿名メモリーとして現れる</translation>
    </message>
    <message>
        <source>the host reports its available memory</source>
        <translation>ホストが残量を示す</translation>
    </message>
    <message>
        <source>LibTorch can be loaded</source>
        <translation>LibTorch を開ける</translation>
    </message>
    <message>
        <source>LibTorch&apos;s checksum equals the checksum that plain loops compute</source>
        <translation>LibTorch のチェックサムが単純なループと一致</translation>
    </message>
    <message>
        <source>the peak memory of the seven load methods for %1</source>
        <translation>%1 に対する 7 方式のピーク</translation>
    </message>
    <message>
        <source>on one GPU</source>
        <translation>1 つの GPU 上</translation>
    </message>
    <message>
        <source>split over two GPUs</source>
        <translation>2 つに分割</translation>
    </message>
    <message>
        <source>with layers on the CPU</source>
        <translation>レイヤーは CPU 上</translation>
    </message>
    <message>
        <source>with layers on disk</source>
        <translation>レイヤーはディスク上</translation>
    </message>
    <message>
        <source>%1, with prefetch</source>
        <translation>%1、先読みあり</translation>
    </message>
    <message>
        <source>%1, without prefetch</source>
        <translation>%1、先読みなし</translation>
    </message>
    <message>
        <source>%1 on the CPU</source>
        <translation>CPU 上の %1</translation>
    </message>
    <message>
        <source>There is no theme “%1”; use light, dark, high-contrast or system.</source>
        <translation>テーマ「%1」はありません。light、dark、high-contrast、system のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>%1 applies to a model; specify the file or folder of the model as well.</source>
        <translation>%1 はモデルについての選択です。そのファイルまたはフォルダーも指定してください。</translation>
    </message>
    <message>
        <source>--tree is empty; specify a .tree.json file, or leave out --tree.</source>
        <translation>--tree が空です。.tree.json を指定するか、オプションを省いてください。</translation>
    </message>
    <message>
        <source>--class is empty; specify a class, or leave out --class.</source>
        <translation>--class が空です。クラスを指定するか、オプションを省いてください。</translation>
    </message>
    <message>
        <source>%1 is empty; specify a folder or a file.</source>
        <translation>%1 が空です。フォルダーまたはファイルを指定してください。</translation>
    </message>
    <message>
        <source>--%1: “%2” is in bits; write a capital B for bytes.</source>
        <translation>--%1: 「%2」はビット数として数えられます。バイトなら大文字の B を書いてください。</translation>
    </message>
    <message>
        <source>--gpus real: no CUDA device can be used on this machine (stowagectl devices --gpus real shows why); simulate GPUs, as in --gpus 24GiB,24GiB.</source>
        <translation>--gpus real: ここで使える CUDA デバイスはありません (理由は stowagectl devices --gpus real で分かります)。--gpus 24GiB,24GiB のようにシミュレートしてください。</translation>
    </message>
    <message>
        <source>%1 See stowage --help.</source>
        <translation>%1 stowage --help を参照してください。</translation>
    </message>
    <message>
        <source>Only one model can be open at a time; specify one file or folder.</source>
        <translation>一度に開けるモデルは 1 つです。ファイルまたはフォルダーを 1 つ指定してください。</translation>
    </message>
    <message>
        <source>the report&apos;s PDF</source>
        <translation>レポートの PDF</translation>
    </message>
    <message>
        <source>One CPU socket; the RAM capacity is the maximum that it supports.</source>
        <translation>1 ソケット分です。容量は、搭載できる最大量です。</translation>
    </message>
    <message>
        <source>Only the Hopper half; the memory of its Grace CPU is not counted.</source>
        <translation>その Hopper 側の半分です。付属する Grace CPU のメモリーは数えません。</translation>
    </message>
    <message>
        <source>Unified memory, shared with the system and all programs. With 64 GPU cores.</source>
        <translation>ユニファイドメモリーです。システムとすべてのプログラムもこの中に入ります。GPU コアは 64 個です。</translation>
    </message>
    <message>
        <source>Unified memory, shared with the system and all programs. With 76 GPU cores.</source>
        <translation>ユニファイドメモリーです。システムとすべてのプログラムもこの中に入ります。GPU コアは 76 個です。</translation>
    </message>
    <message>
        <source>Unified memory, shared with the system and all programs. With 40 GPU cores.</source>
        <translation>ユニファイドメモリーです。システムとすべてのプログラムもこの中に入ります。GPU コアは 40 個です。</translation>
    </message>
    <message>
        <source>One of its two dies, which programs see as separate devices: half of all published figures.</source>
        <translation>プログラムから見える 2 つのダイの一方です: どの値も公表値の半分です。</translation>
    </message>
    <message>
        <source>Measured as the bus bandwidth of an all-reduce of 16 GiB over 8 A100.</source>
        <translation>8 個の A100 にわたる 16 GiB の all-reduce のバス帯域幅として実測した値です。</translation>
    </message>
    <message>
        <source>Measured by nvbandwidth between two H200.</source>
        <translation>2 個の H200 の間を nvbandwidth で実測した値です。</translation>
    </message>
    <message>
        <source>Measured by nvbandwidth from host to GPU of a DGX Station GB300.</source>
        <translation>DGX Station GB300 のホストから GPU へ、nvbandwidth で実測した値です。</translation>
    </message>
    <message>
        <source>Measured by nvbandwidth from pinned host memory to an H200.</source>
        <translation>ピン留めされたホストメモリーから H200 へ、nvbandwidth で実測した値です。</translation>
    </message>
    <message>
        <source>One socket.</source>
        <translation>1 ソケット分です。</translation>
    </message>
    <message>
        <source>Between two cards; all seven links together carry 448 GB/s.</source>
        <translation>2 枚のカードの間の値です。7 本のリンクすべてを合わせると 448 GB/s になります。</translation>
    </message>
    <message>
        <source>Without --swa-full. int8 is q8_0 (34 bytes for 32 numbers), q4 is q4_0 (18 bytes).</source>
        <translation>--swa-full なしの場合です。int8 は q8_0 (32 個の数に 34 バイト)、q4 は q4_0 (18 バイト) です。</translation>
    </message>
    <message>
        <source>Its compute buffers are sized for a micro batch of 512 tokens in float32, with logits for all tokens: this is what the formula counts for the widest layer and for the head, without the gaps that the graph&apos;s allocator leaves. Copies between cards are not counted.</source>
        <translation>このエンジンの計算バッファーは、全トークンがロジットを出す 512 トークンのマイクロバッチを float32 で扱う大きさに設計されています: 最も幅の広いレイヤーとヘッドについて式が数える分で、グラフのアロケーターが間に残す分は含みません。カード間のコピーは数えません。</translation>
    </message>
    <message>
        <source>unaccounted, 451 to 456 MiB per card on three RTX 4090</source>
        <translation>未説明、RTX 4090 3 枚でカードあたり 451～456 MiB</translation>
    </message>
    <message>
        <source>Only some hybrid models have a smaller pool for sliding-window layers (0.8 of the tokens); Gemma 2 and 3 keep all tokens in all layers.</source>
        <translation>スライディングレイヤー用の小さめのプール (トークンの 0.8) を持つのは、一部のハイブリッドモデルだけです。Gemma 2 と 3 は、すべてのレイヤーですべてのトークンを保持します。</translation>
    </message>
    <message>
        <source>Keys and values are stored in the dtype in which a pass computes: float32 if the weights are float16 and no GPU computes.</source>
        <translation>キーと値は、パスが計算に使う dtype で保持されます: 重みが float16 で、計算するカードがない場合は float32 です。</translation>
    </message>
    <message>
        <source>The memory of CUDA graphs that generate() makes with a static cache is not published: unknown.</source>
        <translation>generate() が静的キャッシュで作る CUDA グラフのメモリーは公表されていません: 不明。</translation>
    </message>
    <message>
        <source>a bare CUDA context with lazy loading, according to a maintainer of PyTorch (2023)</source>
        <translation>遅延ロードでの CUDA コンテキストのみの値、PyTorch のメンテナーの 1 人による (2023)</translation>
    </message>
    <message>
        <source>A sliding-window layer keeps the keys and values of the whole prompt until the first decode step.</source>
        <translation>スライディングレイヤーは、最初のトークンがデコードされるまで、プロンプト全体のストレージを保持します。</translation>
    </message>
    <message>
        <source>fp8, int8 and q4 use its QuantizedCache (full attention only): the bits include scale and zero point; up to 127 tokens stay in the compute dtype.</source>
        <translation>fp8、int8、q4 は QuantizedCache です (フルアテンションのみ): ビット数はスケールとゼロ点を含みます。最大 127 トークンは計算の dtype のまま残ります。</translation>
    </message>
    <message>
        <source>Each card keeps a table of cosines and sines: context positions × rotary width, in the compute dtype (model_executor/layers/rotary_embedding).</source>
        <translation>各カードがコサインとサインのテーブルを保持します: コンテキストの位置数 × 回転位置の幅、計算の dtype (model_executor/layers/rotary_embedding)。</translation>
    </message>
    <message>
        <source>Experts in MXFP4 are padded to the tiles of its Marlin kernels. The kernels for other cards pad to other widths: on H100, gpt-oss-120b took 64.4 GiB with Triton&apos;s and 66.0 GiB with Marlin&apos;s.</source>
        <translation>MXFP4 のエキスパートは、このエンジンの Marlin カーネルのタイルに揃うまで埋められます。他のカードのカーネルは別の幅に揃えます: H100 で gpt-oss-120b が使った量は、Triton のカーネルで 64.4 GiB、Marlin のカーネルで 66.0 GiB でした。</translation>
    </message>
    <message>
        <source>Layers of the same kind form groups of equal size that share one pool of blocks; smaller groups are padded.</source>
        <translation>同じ種類のレイヤーは同じサイズのグループに分けられ、どのグループも 1 つのブロックプールからブロックを取ります。足りないグループはパディングされます。</translation>
    </message>
    <message>
        <source>0.51 GiB before its memory snapshot, 0.26 after; H100, 0.19.0</source>
        <translation>メモリースナップショットの前に 0.51 GiB、後に 0.26。H100、0.19.0</translation>
    </message>
    <message>
        <source>2.01 and 2.07 GiB per card; H100, 0.19.0</source>
        <translation>カードあたり 2.01 と 2.07 GiB。H100、0.19.0</translation>
    </message>
    <message>
        <source>%1 is outside the model&apos;s folder, %2; open the folder that contains all files of the model.</source>
        <translation>%1 はモデルのフォルダー %2 の外にあります。モデルのすべてのファイルがあるフォルダーを開いてください。</translation>
    </message>
    <message>
        <source>%1 is not an empty folder; specify an empty or new folder.</source>
        <translation>%1 は空のフォルダーではありません。空のフォルダーか、新しいフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>%1 contains the headers of %2 without the weights. The model can be planned on this machine, but loaded only on the machine that has the weights.</source>
        <translation>%1 にあるのは %2 のヘッダーで、重みはありません: ここではプランでき、ロードはそのモデルのある場所でできます。</translation>
    </message>
    <message>
        <source>%1 contains the headers of %2 on %3 without the weights. The model can be planned on this machine, but loaded only on the machine that has the weights.</source>
        <translation>%1 にあるのは %3 上の %2 のヘッダーで、重みはありません: ここではプランでき、ロードはそのマシンでできます。</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, .tree.json, or &quot;-&quot;</source>
        <translation>チェックポイントのファイルまたはフォルダー、.tree.json、または &quot;-&quot;</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>オプション</translation>
    </message>
    <message>
        <source>%1 has no stowagectl in PATH or in ~/.local/bin; install stowagectl on that machine.</source>
        <translation>%1 に stowagectl がありません。PATH にも ~/.local/bin にも見つかりません。</translation>
    </message>
    <message>
        <source>The version of stowagectl on %1 differs from the version on this machine. The error there: %2</source>
        <translation>%1 の stowagectl はこのマシンのものと別のバージョンで、次のように答えました: %2</translation>
    </message>
    <message>
        <source>The command for %1, including the device map, is %2 long, but the limit is %3; reduce the number of entries in the device map.</source>
        <translation>%1 へのコマンドはデバイスマップを含めて %2 ですが、コマンドの上限は %3 です。マップの項目を減らしてください。</translation>
    </message>
    <message>
        <source>dry run</source>
        <translation>ドライラン</translation>
    </message>
    <message>
        <source>loaded and verified</source>
        <translation>ロード済み、検証済み</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>ロード済み</translation>
    </message>
    <message>
        <source>Dry run: nothing was loaded on any machine.</source>
        <translation>ドライラン: どのマシンにも何もロードしていません。</translation>
    </message>
    <message>
        <source>No machine loaded the model.</source>
        <translation>モデルをロードしたマシンはありません。</translation>
    </message>
    <message>
        <source>%1 loaded the model in %2.</source>
        <translation>%1 はモデルを %2 でロードしました。</translation>
    </message>
    <message>
        <source>%1 of %2 machines loaded the model with the same device map. The slowest machine, %3, took %4, and the fastest machine, %5, took %6. The difference is %7.</source>
        <translation>%2 台のうち %1 台のマシンが、同じデバイスマップをロードしました。かかった時間は、最も遅い %3 が %4、最も速い %5 が %6 で、差は %7 です。</translation>
    </message>
    <message>
        <source>%1 cannot make a plan: %2</source>
        <translation>%1 でプランを作成できません: %2</translation>
    </message>
    <message>
        <source>The loads were interrupted on all machines.</source>
        <translation>すべてのマシンでロードが中断されました。</translation>
    </message>
    <message>
        <source>Show a model&apos;s modules and their sizes</source>
        <translation>モデルのモジュールとそのサイズを表示する</translation>
    </message>
    <message>
        <source>Make a device map</source>
        <translation>デバイスマップを作成する</translation>
    </message>
    <message>
        <source>Check whether a workload fits, and estimate its memory and speed</source>
        <translation>プランでワークロードを実行できるか、何が必要かを見積もる</translation>
    </message>
    <message>
        <source>Check whether a device map can be loaded</source>
        <translation>デバイスマップをロードできるかどうかを判定する</translation>
    </message>
    <message>
        <source>Compare two device maps, module by module</source>
        <translation>2 つのデバイスマップをモジュールごとに比較する</translation>
    </message>
    <message>
        <source>Make a plan and write it for another program</source>
        <translation>ほかのプログラム用にプランを書き出す</translation>
    </message>
    <message>
        <source>Write plans as a document: HTML, Markdown, SVG or CSV</source>
        <translation>プランを文書として書き出す: HTML、Markdown、SVG、CSV</translation>
    </message>
    <message>
        <source>Make a plan and load the weights accordingly</source>
        <translation>プランに従って実際に重みをロードする</translation>
    </message>
    <message>
        <source>Load a model with several methods and compare time and memory</source>
        <translation>複数の方式でロードして比較する</translation>
    </message>
    <message>
        <source>Load a model as planned and run it</source>
        <translation>プランに従ってロードし、モデルのフォワードパスを実行する</translation>
    </message>
    <message>
        <source>Compute the logits of a from-scratch GPT directly from the model&apos;s files</source>
        <translation>from-scratch GPT のロジットをファイルから直接計算する</translation>
    </message>
    <message>
        <source>Check the planner against recorded cases of Accelerate</source>
        <translation>プランナーを Accelerate の記録済みケースと照合する</translation>
    </message>
    <message>
        <source>Stream a model&apos;s weights into an offload folder of Accelerate</source>
        <translation>モデルの Accelerate 用オフロードフォルダーを、ストリーミングで書き出す</translation>
    </message>
    <message>
        <source>Write a checkpoint with random weights</source>
        <translation>乱数の重みを持つチェックポイントを書き出す</translation>
    </message>
    <message>
        <source>Stream a model&apos;s tensors into files of another format</source>
        <translation>モデルのテンソルを別の形式に、ストリーミングで書き出す</translation>
    </message>
    <message>
        <source>Copy a model without its weights, to plan it on another machine</source>
        <translation>別のマシンでプランするために、モデルを重みなしでコピーする</translation>
    </message>
    <message>
        <source>Answer another machine&apos;s requests on standard input</source>
        <translation>標準入力に届く、別のマシンからのリクエストに応答する</translation>
    </message>
    <message>
        <source>Show the devices and the host&apos;s memory</source>
        <translation>デバイスと、ホストのメモリーを表示する</translation>
    </message>
    <message>
        <source>Check this build on this machine: allocator, formats, methods, runs</source>
        <translation>このビルドをこのマシンで検査する: アロケーター、形式、方式、実行</translation>
    </message>
    <message>
        <source>Plans on which devices the weights of a neural network are placed, loads the weights and measures memory.</source>
        <translation>ニューラルネットワークの重みをどこに置くかをプランし、ロードして、メモリーを測定します。</translation>
    </message>
    <message>
        <source>give the device map as an object or a string, not as a file name</source>
        <translation>デバイスマップ自体を、オブジェクトまたはテキストで指定してください</translation>
    </message>
    <message>
        <source>give a string, a number, or a list of strings and numbers</source>
        <translation>テキストか数、またはそのリストを指定してください</translation>
    </message>
    <message>
        <source>give true or false</source>
        <translation>true または false を指定してください</translation>
    </message>
    <message>
        <source>give a path</source>
        <translation>パスを指定してください</translation>
    </message>
    <message>
        <source>the request &quot;%1&quot; has no such member</source>
        <translation>&quot;%1&quot; にこのメンバーはありません</translation>
    </message>
    <message>
        <source>A request must be one JSON object on one line.</source>
        <translation>リクエストは、1 行に書かれた JSON オブジェクトです。</translation>
    </message>
    <message>
        <source>give the protocol version, %1</source>
        <translation>バージョン %1 を指定してください</translation>
    </message>
    <message>
        <source>Protocol version %1 of the request is not supported; stowagectl %2 supports version %3.</source>
        <translation>リクエストのバージョン %1 は、ここでは未知のものです: この stowagectl %2 が応答するのはバージョン %3 です。</translation>
    </message>
    <message>
        <source>%1 is not a request; use one of %2</source>
        <translation>リクエスト %1 はありません。あるのは %2 です</translation>
    </message>
    <message>
        <source>The folder %1 cannot be listed: %2.</source>
        <translation>%1 の内容を一覧にできません: %2。</translation>
    </message>
    <message>
        <source>Part of a nested PyTorch checkpoint that contains the model (default: the largest part).</source>
        <translation>入れ子になった PyTorch チェックポイントのどの部分がモデルか (既定: 最大の部分)。</translation>
    </message>
    <message>
        <source>Rename keys that begin with A so that they begin with B, as in module.=; repeatable.</source>
        <translation>A で始まるキーの先頭を B に変える (例: module.=)。複数回指定できる。</translation>
    </message>
    <message>
        <source>The .tree.json file of the model (default: the file next to the weights).</source>
        <translation>重みの対象であるモデルの .tree.json (既定: 重みと同じ場所にあるもの)。</translation>
    </message>
    <message>
        <source>The class to build from a config.json (default: the class named in the file).</source>
        <translation>config.json をどのクラスとして構築するか (既定: config.json が示すクラス)。</translation>
    </message>
    <message>
        <source>Apply a LoRA adapter to the model without merging it; repeatable.</source>
        <translation>LoRA アダプターを、マージせずにモデルに重ねる。複数回指定できる。</translation>
    </message>
    <message>
        <source>Also plan the model&apos;s layers for multi-token prediction.</source>
        <translation>モデルのファイルが持つ、マルチトークン予測用のレイヤーもプランする。</translation>
    </message>
    <message>
        <source>Plan another model on the same devices; repeatable.</source>
        <translation>別のモデルを同じデバイスにプランする。複数回指定できる。</translation>
    </message>
    <message>
        <source>A Python interpreter with transformers, used if Stowage does not support the model_type.</source>
        <translation>transformers を持つ Python。Stowage が model_type を知らない場合に尋ねる。</translation>
    </message>
    <message>
        <source>Simulated GPUs, as in 2GiB:context=512MiB,24GiB:used=13GiB or rtx-4090*2; “real” for the CUDA devices; “none” for no GPU.</source>
        <translation>シミュレートされた GPU (例: 2GiB:context=512MiB,24GiB:used=13GiB または rtx-4090*2)。real は CUDA のもの、none は GPU なし。</translation>
    </message>
    <message>
        <source>RAM of the machine to plan for; if larger than the RAM of this machine, models are planned but not loaded.</source>
        <translation>プランの対象とするマシンの RAM。このマシンの量を超える場合は、プランするだけでロードしない。</translation>
    </message>
    <message>
        <source>Disk of the machine to plan for; if larger than the disk of this machine, models are planned but not loaded.</source>
        <translation>プランの対象とするマシンのディスク。このマシンの量を超える場合は、プランするだけでロードしない。</translation>
    </message>
    <message>
        <source>Limits in Accelerate&apos;s format: 0=10GiB,cpu=30GiB, or {0: &apos;10GiB&apos;, &apos;cpu&apos;: &apos;30GiB&apos;}.</source>
        <translation>Accelerate が受け取る形の上限: 0=10GiB,cpu=30GiB または {0: &apos;10GiB&apos;, &apos;cpu&apos;: &apos;30GiB&apos;}。</translation>
    </message>
    <message>
        <source>light, dark, high-contrast or system.</source>
        <translation>light、dark、high-contrast、system のいずれか。</translation>
    </message>
    <message>
        <source>Language of the window for this run: en, ja, zh_CN, ar.</source>
        <translation>今回だけのウィンドウの言語: en、ja、zh_CN、ar。</translation>
    </message>
    <message>
        <source>Save a picture of the window in FILE once the model is planned, then quit.</source>
        <translation>モデルのプランができたらウィンドウの画像を FILE に保存して終了する。</translation>
    </message>
    <message>
        <source>Load the model before the picture of the window is taken.</source>
        <translation>画像を保存する前にモデルをロードする。</translation>
    </message>
    <message>
        <source>Print a script that completes these options in bash, zsh or fish.</source>
        <translation>bash、zsh、fish でこれらのオプションを補完するスクリプトを出力する。</translation>
    </message>
    <message>
        <source>Show this help.</source>
        <translation>このヘルプを表示する。</translation>
    </message>
    <message>
        <source>Show the version.</source>
        <translation>バージョンを表示する。</translation>
    </message>
    <message>
        <source>Plans on which devices the weights of a neural network are placed, loads the weights, and shows the memory.</source>
        <translation>ニューラルネットワークの重みをどこに置くかをプランし、ロードして、メモリーを表示します。</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <comment>stowage model.safetensors --gpus 8GiB:context=512MiB,4GiB:context=512MiB</comment>
        <translation>例: %1</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, or a project; if omitted, a small sample model is opened.</source>
        <translation>チェックポイントのファイルまたはフォルダー、またはプロジェクト。省略すると、小さなサンプルを開く。</translation>
    </message>
    <message>
        <source>There is no completion for the shell &quot;%1&quot;; use bash, zsh or fish.</source>
        <translation>&quot;%1&quot; 用の補完はありません。bash、zsh、fish のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>a dry run loads no weights, so none can be kept</source>
        <translation>ドライランには保持する重みがありません</translation>
    </message>
    <message>
        <source>Interrupted while reading standard input.</source>
        <translation>標準入力の読み取り中に中断されました。</translation>
    </message>
    <message>
        <source>Connecting the stages</source>
        <translation>ステージの接続</translation>
    </message>
    <message>
        <source>This build lacks c10d over Gloo, which stages use to communicate: install libgloo-dev and build again.</source>
        <translation>このビルドには、ステージが互いに通信するための、Gloo を使う c10d がありません: libgloo-dev をインストールして、もう一度ビルドしてください。</translation>
    </message>
    <message>
        <source>%1 is not a machine name: use up to 63 letters, digits, &quot;.&quot;, &quot;_&quot; and &quot;-&quot;.</source>
        <translation>%1 はマシンの名前ではありません: 英字、数字、&quot;.&quot;、&quot;_&quot;、&quot;-&quot; を 63 文字まで使ってください。</translation>
    </message>
    <message>
        <source>write two machines with &quot;-&quot; between them before the &quot;=&quot;; the machines of --gpus are: %1.</source>
        <translation>&quot;=&quot; の前には、&quot;-&quot; でつないだ 2 つのマシンを書きます。--gpus のマシンは次のとおりです: %1。</translation>
    </message>
    <message>
        <source>a rate is needed, as in a-b=1.25GB/s:200us.</source>
        <translation>速度が必要です (例: a-b=1.25GB/s:200us)。</translation>
    </message>
    <message>
        <source>write a latency of up to 10 s after the &quot;:&quot;, as in 200us, 0.5ms or 1s.</source>
        <translation>&quot;:&quot; の後にはレイテンシーを、200us、0.5ms、1s のように、最大 10 s で書きます。</translation>
    </message>
    <message>
        <source>The stages of a machine are not consecutive</source>
        <translation>1 つのマシンのステージが続けて並んでいない</translation>
    </message>
    <message>
        <source>the engine requires consecutive stages on each machine, so some layers are moved</source>
        <translation>エンジンでは 1 つのマシンのステージが続けて並ぶ: レイヤーの場所が入れ替わる</translation>
    </message>
    <message>
        <source>The model&apos;s files are on only one machine</source>
        <translation>モデルのファイルは 1 台のマシンにある</translation>
    </message>
    <message>
        <source>copy or mount the files at the same path on each of the %1 hosts, which read the files themselves</source>
        <translation>%1 台のホストがそれぞれ自分で読む: 各ホストの同じパスにコピーまたはマウントする必要がある</translation>
    </message>
    <message>
        <source>The plan is for %1 machines</source>
        <translation>プランは %1 台のマシン用</translation>
    </message>
    <message>
        <source>%1 runs on one machine: all GPUs of the plan are treated as GPUs of this one machine</source>
        <translation>%1 は 1 台で動く: プランの GPU は、すべてそこにあるものとして数えている</translation>
    </message>
    <message>
        <source>Access control for the RPC servers</source>
        <translation>誰が RPC サーバーを使えるか</translation>
    </message>
    <message>
        <source>the RPC servers require no password; run them only in a private network</source>
        <translation>サーバーは誰にもパスワードを求めない: 自分専用のネットワークの中だけで動かす必要がある</translation>
    </message>
    <message>
        <source>The order in which stages are assigned to the hosts after the first host</source>
        <translation>2 番目以降のホストがどの順序でステージを持つか</translation>
    </message>
    <message>
        <source>vLLM starts with the hosts that have fewer GPUs; among hosts with the same number of GPUs, it starts with the lower address</source>
        <translation>vLLM は GPU の少ないホストから順に使い、同数ならアドレスの小さいほうを先にする</translation>
    </message>
    <message>
        <source>The hosts have different numbers of GPUs</source>
        <translation>ホストによって GPU の数が異なる</translation>
    </message>
    <message>
        <source>SGLang runs the same number of processes on each host, and refuses hosts with different numbers of GPUs</source>
        <translation>SGLang はどのホストでも同じ数のプロセスを動かすため、この構成を拒否する</translation>
    </message>
    <message>
        <source>from %1 to %2 between %3 and %4 (%5)</source>
        <translation>%3 と %4 の間で %1 から %2 へ (%5)</translation>
    </message>
    <message>
        <source>%1, and so on</source>
        <translation>%1 など</translation>
    </message>
    <message>
        <source>The activations of each token cross between machines %1 instead of %2: %3. Put neighbouring layers on one machine.</source>
        <translation>各トークンの活性値は、マシン間を %2 ではなく %1 移動します: %3。隣り合うレイヤーを 1 台のマシンに置いてください。</translation>
    </message>
    <message>
        <source>The activations of each token cross between machines %1: %2.</source>
        <translation>各トークンの活性値は、マシン間を %1 移動します: %2。</translation>
    </message>
    <message>
        <source>The plan is for %1 machines. The model can be planned, estimated and exported in Stowage, but not loaded.</source>
        <translation>このプランは %1 台のマシン用です。ここでは、プラン、見積もり、エクスポートはできますが、ロードはできません。</translation>
    </message>
    <message>
        <source>Models of the family %1 cannot be divided into stages; only text decoders can.</source>
        <translation>ファミリー %1 のモデルは、ステージに分割されません。分割されるのはテキストのデコーダーです。</translation>
    </message>
    <message>
        <source>This model has the layers 0 to %1, but a stage includes layer %2.</source>
        <translation>このモデルのレイヤーは 0 から %1 までですが、ステージがレイヤー %2 を指定しています。</translation>
    </message>
    <message>
        <source>This model has the layers 0 to %1, but the stages end with layer %2; the last stage must include the last layer.</source>
        <translation>このモデルのレイヤーは 0 から %1 までですが、ステージはレイヤー %2 で終わっています。最後のステージは、最後のレイヤーまで続かなければなりません。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a machine name.</source>
        <translation>&quot;%1&quot; はマシンの名前ではありません。</translation>
    </message>
    <message>
        <source>The process was stopped.</source>
        <translation>停止されました。</translation>
    </message>
    <message>
        <source>Measure how fast two machines send each other activations</source>
        <translation>2 台のマシンが互いに活性値を送る速度を測定する</translation>
    </message>
    <message>
        <source>The stage on %1 (layers %2) lost the connection to the stage on %3 (layers %4), which exited or did not respond within --stage-timeout. %5</source>
        <translation>%1 のステージ (レイヤー %2) が、%3 のステージ (レイヤー %4) を失いました: そのステージがなくなったか、--stage-timeout より長く応答しませんでした。%5</translation>
    </message>
    <message>
        <source>The stage on %1 (layers %2) failed: %3</source>
        <translation>%1 のステージ (レイヤー %2) が終了しました: %3</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must begin with layer %2: each layer belongs to one stage, and the stages follow the order of the layers.</source>
        <translation>&quot;%1&quot; はレイヤー %2 から始まらなければなりません: 各レイヤーは 1 つのステージに属し、ステージはレイヤーの順に並びます。</translation>
    </message>
    <message>
        <source>give 2 to %1 stages.</source>
        <translation>ステージを 2 個から %1 個まで指定してください。</translation>
    </message>
    <message>
        <source>write the stage as NUMBER/COUNT:FIRST-LAST, as in 1/2:12-23.</source>
        <translation>1/2:12-23 のように、NUMBER/COUNT:FIRST-LAST の形です。</translation>
    </message>
    <message>
        <source>The run was stopped.</source>
        <translation>実行は停止されました。</translation>
    </message>
    <message>
        <source>The model&apos;s files are on another machine (%1)</source>
        <translation>モデルのファイルは別のマシン (%1) にある</translation>
    </message>
    <message>
        <source>copy or mount the files at the same path on %1, which reads the files itself</source>
        <translation>%1 が自分で読む: %1 の同じパスにコピーまたはマウントする必要がある</translation>
    </message>
    <message>
        <source>%1 have weights but no layers</source>
        <translation>%1 に重みはあるが、レイヤーはない</translation>
    </message>
    <message>
        <source>The offloaded weights are on one machine (%1)</source>
        <translation>オフロードされた重みは 1 台のマシン (%1) にある</translation>
    </message>
    <message>
        <source>each host stores the offloaded weights of its stages in its memory</source>
        <translation>各ホストは自分のステージの分を自分のメモリーに置く</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>%1, in the machine %2</source>
        <translation>%1、マシン %2</translation>
    </message>
    <message>
        <source>The links between the machines differ.</source>
        <translation>マシン間のリンクが異なります。</translation>
    </message>
    <message>
        <source>The model of the project is %1 on the machine %2, but the headers of the model are not on this machine. Open the project in Stowage&apos;s window, which can read the headers again.</source>
        <translation>このプロジェクトのモデルは %2 上の %1 ですが、そのヘッダーがここにありません。プロジェクトを Stowage のウィンドウで開いてください。ウィンドウでは、そのマシンからヘッダーをもう一度読み取れます。</translation>
    </message>
    <message>
        <source>Store the parts of a model that stowagectl run --send-weights sends to this machine</source>
        <translation>run --send-weights が送るものを、このマシンに保持する</translation>
    </message>
    <message>
        <source>The data on standard input is not a part of a model sent by &quot;stowagectl run --send-weights&quot;.</source>
        <translation>標準入力に届いたものは、&quot;stowagectl run --send-weights&quot; が送る形式のモデルの一部ではありません。</translation>
    </message>
    <message>
        <source>The stage on %1 (layers %2) did not receive its part of the model: %3</source>
        <translation>%1 のステージ (レイヤー %2) に、モデルの担当部分を送れませんでした: %3</translation>
    </message>
    <message>
        <source>Matrix products are assumed to take the time that was measured on each machine while no other program was running. For the links, the bandwidth measured when the stages connected is assumed.</source>
        <translation>行列積の時間は各マシンでの実測に基づき、ほかに何も動いていないものとします。リンクには、ステージの接続時に実測した値を使います。</translation>
    </message>
    <message>
        <source>No times are predicted, because a required speed has not been measured on %1. Run &quot;stowagectl devices --measure&quot; there.</source>
        <translation>時間は予測されません: 必要な速度が %1 で測定されていません。&quot;stowagectl devices --measure&quot; は、実行したマシンを測定します。</translation>
    </message>
    <message>
        <source>Time to first token (prefill): predicted %1, measured %2 (difference: %3 %).</source>
        <translation>プロンプト: 予測 %1、実測 %2 (%3%)。</translation>
    </message>
    <message>
        <source>Generated tokens: predicted %1 tokens/s, measured %2 tokens/s (difference: %3 %).</source>
        <translation>続くトークン: 予測 %1 トークン/秒、実測 %2 (%3%)。</translation>
    </message>
    <message>
        <source>The machine has not sent or received data for longer than --stage-timeout.</source>
        <translation>--stage-timeout より長い間、何も受け取らず、何も伝えてきませんでした。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a stage; write MACHINE:FIRST-LAST, as in gpu1:0-11.</source>
        <translation>&quot;%1&quot; はステージではありません。gpu1:0-11 のように、MACHINE:FIRST-LAST の形で書いてください。</translation>
    </message>
    <message>
        <source>The process sent more data than the limit of %1 allows.</source>
        <translation>ステージが伝える必要のある量を超える内容を伝えてきました: 最大は %1 です。</translation>
    </message>
    <message>
        <source>The process sent an invalid value for %1.</source>
        <translation>%1 として、ステージが伝えるはずのない内容を伝えてきました。</translation>
    </message>
    <message>
        <source>The process sent %2 for %1, which must be a number from 0 to 10^18.</source>
        <translation>%1 の値として %2 を伝えてきましたが、0 から 10^18 までの数でなければなりません。</translation>
    </message>
    <message>
        <source>matrix product during another run, %1</source>
        <translation>別の実行の行列積と並行する行列積、%1</translation>
    </message>
    <message>
        <source>Stages on the same machine share its cores and memory. While several stages compute, each one is assumed to use its share of the cores. If a measurement showed that two simultaneous runs slow each other down even more, this slowdown is included.</source>
        <translation>同じマシンのステージは、コアとメモリーを共有します。他のステージも計算している間、各ステージが使えるコアは自分の割り当て分とし、2 つの実行を同時に測定してそれよりさらに遅かった場合は、その分も遅くなるものとします。</translation>
    </message>
    <message>
        <source>The lower limit is the time of a simplified plan, in which times and sizes are only added up and %1. Its bottleneck is the transfer of weights.</source>
        <translation>この限界は、足し算だけで考えたプランのもので、そこでは%1ことになります。そのとき時間を占めるのは重みの転送です。</translation>
    </message>
    <message>
        <source>The lower limit is the time of a simplified plan, in which times and sizes are only added up and %1. Only one streamed layer fits at a time; it is transferred, then computed.</source>
        <translation>この限界は、足し算だけで考えたプランのもので、そこでは%1ことになります。転送されるレイヤーの余地は一度に 1 つ分で、それが運ばれてから計算されます。</translation>
    </message>
    <message>
        <source>Possibly no plan reaches this lower limit.</source>
        <translation>そのようなプランは存在しないこともあります。</translation>
    </message>
    <message>
        <source>With this workload, no memory grows with the context, so all plans allow the same context; choose the objective &quot;decode&quot;, &quot;prefill&quot; or &quot;mix&quot;.</source>
        <translation>この作業ではコンテキスト長とともに増えるものがないため、どのプランも余地は同じです: 目的として decode、prefill、mix のいずれかを選んでください。</translation>
    </message>
    <message>
        <source>With this workload, no keys and values are stored, so there are no KV blocks to count: let the workload generate tokens, or choose another objective.</source>
        <translation>この作業ではキーと値が保持されないため、数えるべき KV ブロックがありません: トークンを生成させるか、別の目的を選んでください。</translation>
    </message>
    <message>
        <source>A context of %1 tokens exceeds the %2 tokens that this model supports; shorten the context.</source>
        <translation>%1 トークンのコンテキスト長は、このモデルに見える %2 個を超えています。短くしてください。</translation>
    </message>
    <message>
        <source>only a few keys in the file belong to the class %1, and the shapes of their tensors differ.</source>
        <translation>ファイルのキーのうち %1 のキーに当たるものは少なく、それらの形状も異なります。</translation>
    </message>
    <message>
        <source>%1 is a project, but a model is required. Specify the model&apos;s file or folder; &quot;stowagectl inspect&quot; shows the path of a project&apos;s model.</source>
        <translation>%1 はプロジェクトですが、ここではモデルそのものが必要です。モデルのファイルまたはフォルダーを指定してください。プロジェクトに対する inspect で確認できます。</translation>
    </message>
    <message>
        <source>%1 contains shards of a checkpoint (%2), but not their index. Put %3 into the folder, or open a single shard.</source>
        <translation>%1 には、インデックスのないチェックポイントのシャードがあります: %2。同じ場所に %3 を置くか、そのうちの 1 つだけを開いてください。</translation>
    </message>
    <message>
        <source>The adapter %1 is not a GGUF file</source>
        <translation>アダプター %1 が GGUF ファイルではない</translation>
    </message>
    <message>
        <source>%1 adapters are applied to the model</source>
        <translation>モデルに %1 個のアダプターが重なっている</translation>
    </message>
    <message>
        <source>Ollama accepts only one adapter; the first adapter is written</source>
        <translation>Ollama が受け付けるのは 1 つ: 最初のものを書き出す</translation>
    </message>
    <message>
        <source>The adapter %1 (%2) is applied to the model</source>
        <translation>モデルにアダプター %1 (%2) が重なっている</translation>
    </message>
    <message>
        <source>%1 does not receive the adapter and runs the model without it</source>
        <translation>アダプターは %1 に伝えられず、%1 はアダプターなしでモデルを実行する</translation>
    </message>
    <message>
        <source>The adapter %1 is applied to the model in every request</source>
        <translation>アダプター %1 は、すべての要求でモデルに重なる</translation>
    </message>
    <message>
        <source>the engine applies the adapter only in requests that specify its name</source>
        <translation>重なるのは、その名前を指定した要求の場合のみ</translation>
    </message>
    <message>
        <source>The class %1 is not one of the %2 classes that Stowage supports; choose one of %3, or open a .tree.json of the model.</source>
        <translation>クラス %1 は、Stowage が知っている %2 のクラスではありません。%3 のいずれかを選ぶか、モデルの .tree.json を開いてください。</translation>
    </message>
    <message>
        <source>Execution leaves %1 and returns to it at %2, and %3 more return of this kind follows</source>
        <translation>%1 を離れ、%2 で戻り、さらに %3 回このように戻ります</translation>
    </message>
    <message>
        <source>A tied head runs on the device of the embedding whose weights it shares.</source>
        <translation>共有ヘッドは、重みを共有する埋め込みのある場所で実行されます。</translation>
    </message>
    <message>
        <source>While an offloaded layer runs, %1, not %2 as requested: %3 has no free memory for more.</source>
        <translation>オフロードされたレイヤーの実行中、%1 (指定は %2 個): %3 にそれ以上の余地がありません。</translation>
    </message>
    <message>
        <source>Accelerate&apos;s balanced strategies fail if the disk has a limit; leave disk out of the limits or choose &quot;sequential&quot;.</source>
        <translation>Accelerate の balanced 系の戦略は、ディスクに上限があると止まります。上限から disk を除くか、sequential を選んでください。</translation>
    </message>
    <message>
        <source>The prompt and the generated tokens are %1 tokens in total. All tokens except the last are inputs, and this model supports at most %2 inputs. Shorten the prompt, or generate fewer tokens.</source>
        <translation>プロンプトと生成されるトークンは %1 個です。最後の 1 個を除いて入力されますが、このモデルに見えるのは最大 %2 個です。短くしてください。</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒否されました</translation>
    </message>
    <message>
        <source>%1 (the model is designed for %2 positions)</source>
        <translation>%1 (モデルは %2 位置用に作られている)</translation>
    </message>
    <message>
        <source>%1 is a file of the model itself; write to another file so that the model is not overwritten.</source>
        <translation>%1 は、モデル自体のファイルです。モデルが上書きされないように、別のファイルに書き込んでください。</translation>
    </message>
    <message>
        <source>%1 is a file of the model itself (%2); write to another file so that the model is not overwritten.</source>
        <translation>%1 は、モデル自体のファイルです (%2)。元のファイルが変わらないように、別のファイルに書き込んでください。</translation>
    </message>
    <message>
        <source>%1 requires a whole number of at least 0, not &quot;%2&quot;</source>
        <translation>%1 には 0 以上の整数を指定します。&quot;%2&quot; は使えません</translation>
    </message>
    <message>
        <source>%1 requires a number, as in 4, not &quot;%2&quot;</source>
        <translation>%1 には 4 のような数値を指定します。&quot;%2&quot; は使えません</translation>
    </message>
    <message>
        <source>Accelerate&apos;s offload folder cannot store tensors of the dtype %1. Do not put these tensors on disk (%2 in total): %3.</source>
        <translation>Accelerate のオフロードフォルダーに %1 を格納できません (%2): %3。この dtype のものはディスクに置かないでください。</translation>
    </message>
    <message>
        <source>%1 is out of range; use a value from %2 to %3.</source>
        <translation>%1 は範囲外です。%2 から %3 の値を指定してください。</translation>
    </message>
    <message>
        <source>Copied %1 with the new dtype.</source>
        <translation>%1 をコピーし、新しい dtype を書き込みました。</translation>
    </message>
    <message>
        <source>There is no option &quot;%1&quot;</source>
        <translation>&quot;%1&quot; というオプションはありません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is one argument too many</source>
        <translation>引数 &quot;%1&quot; は余分です</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 が指定されていません</translation>
    </message>
    <message>
        <source>%1: the value is missing</source>
        <translation>%1: この後に値がありません</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be combined</source>
        <translation>%1 と %2 は同時に指定できません</translation>
    </message>
    <message>
        <source>%1 also requires %2</source>
        <translation>%1 には %2 も必要です</translation>
    </message>
    <message>
        <source>%1 may be given only once, but is given %2 times</source>
        <translation>%1 は 1 回しか指定できませんが、ここでは %2 回指定されています</translation>
    </message>
    <message>
        <source>%1 generates no tokens after a prompt; leave out the number of tokens to generate.</source>
        <translation>%1 では、プロンプトに続くトークンがありません。生成する分の指定を外してください。</translation>
    </message>
    <message>
        <source>%1 thread reads tensors ahead of the thread that places them.</source>
        <translation>%1 個のスレッドが、配置を行うスレッドに先立ってテンソルを取り込みます。</translation>
    </message>
    <message>
        <source>at %1, the context is shorter than the prompt plus the generated tokens; the sum of both is used as the context.</source>
        <translation>%1 ではコンテキスト長がプロンプトと生成されるトークンの合計より短いため、代わりにこの合計を数えます。</translation>
    </message>
    <message>
        <source>%1 has %2 extra byte after its array, which was ignored.</source>
        <translation>%1 は、配列の後にさらに %2 バイト続いています。これは除外しました。</translation>
    </message>
    <message>
        <source>%1 has only %2 byte, but a safetensors file begins with 8 bytes for the length of the header.</source>
        <translation>%1 は %2 バイトです。safetensors ファイルは、ヘッダーの長さを示す 8 バイトで始まります。</translation>
    </message>
    <message>
        <source>%1 has %2 byte after its last tensor, which belongs to no tensor.</source>
        <translation>%1 には、最後のテンソルの後に、何にも属さない %2 バイトがあります。</translation>
    </message>
    <message>
        <source>%2 of %1 was opened: it contains %3 tensors and is most likely the model. %4 tensor outside this part was ignored.</source>
        <translation>%1 のうち %2 を採用しました。%3 個のテンソルがあり、おそらくこれがモデルです。ほかの場所の %4 個のテンソルは除外しました。</translation>
    </message>
    <message>
        <source>%2 of %1 was opened: it contains %3 tensors and is most likely the model. %4 tensor outside this part was ignored. Another part can be chosen (--prefix on the command line): %5.</source>
        <translation>%1 のうち %2 を採用しました。%3 個のテンソルがあり、おそらくこれがモデルです。ほかの場所の %4 個のテンソルは除外しました。別の部分を選ぶこともできます (コマンドラインでは --prefix): %5。</translation>
    </message>
    <message>
        <source>%1 entry of %2 in %3 is not a tensor and was ignored.</source>
        <translation>%3 の %2 にある %1 個の項目はテンソルではないため、除外しました。</translation>
    </message>
    <message>
        <source>%1 is the only shard of the index %2; the index was opened.</source>
        <translation>%1 は %2 が示す唯一のシャードです。%2 を開きました。</translation>
    </message>
    <message>
        <source>%1 is the only shard of the index %2; the index could not be opened: %3</source>
        <translation>%1 は %2 が示す唯一のシャードですが、%2 は開けませんでした: %3</translation>
    </message>
    <message>
        <source>Images need a GGUF file of the image encoder</source>
        <translation>画像には画像タワーの GGUF ファイルが必要</translation>
    </message>
    <message>
        <source>%1 layer</source>
        <translation>%1 レイヤー</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 レイヤー</translation>
    </message>
    <message>
        <source>%1 stage</source>
        <translation>%1 ステージ</translation>
    </message>
    <message>
        <source>%1 stages</source>
        <translation>%1 ステージ</translation>
    </message>
    <message>
        <source>%1 distributes %2 over %3, but this model has %4 and the command has %5.</source>
        <translation>%1 は %2 を %3 に分けますが、このモデルは %4、コマンドは %5 です。</translation>
    </message>
    <message>
        <source>--offload-num-in-group is %1, but must not exceed --offload-group-size, which is %2.</source>
        <translation>--offload-num-in-group は %1 で、--offload-group-size の %2 を超えています。</translation>
    </message>
    <message>
        <source>The checkpoint lacks %1 tensor of the model: %2. Open the checkpoint that belongs to this model.</source>
        <translation>チェックポイントに、モデルのテンソル %1 個がありません: %2。このモデルに属するチェックポイントを開いてください。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, nothing would change: the only module of the class would still be on one device.</source>
        <translation>%1 がなくても何も変わりません: そのクラスの唯一のモジュールは、いずれにしても分割されずに置かれます。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, %2; the only module of the class would be split.</source>
        <translation>%1 がなければ、%2。そのクラスの唯一のモジュールが分割されます。</translation>
    </message>
    <message>
        <source>The device map has %1 more key that is not a module of this model; the key has no effect. Does the device map belong to another model?</source>
        <translation>デバイスマップには、このモデルのモジュールではないキーがさらに %1 個あり、効果がありません。別のモデルのマップではありませんか？</translation>
    </message>
    <message>
        <source>%1 more key occurs twice in the device map. Python keeps the last entry, both in a dict and in JSON.</source>
        <translation>デバイスマップは、さらに %1 個のキーを 2 回指定しています。Python は、JSON の場合も最後のものを残します。</translation>
    </message>
    <message>
        <source>No device is given for %1 and its %2 tensor (%3).</source>
        <translation>%1 とその %2 個のテンソル (%3) にデバイスが指定されていません。</translation>
    </message>
    <message>
        <source>%1 more module has no device (%2).</source>
        <translation>さらに %1 個のモジュールにデバイスがありません (%2)。</translation>
    </message>
    <message>
        <source>%1 more group of modules runs on several devices, but must not be separated. Put the group on one device.</source>
        <translation>分けてはならないモジュールのグループが、さらに %1 個分かれています。各グループを 1 つのデバイスに置いてください。</translation>
    </message>
    <message>
        <source>%1 three-dimensional parameter (%2, %3) is not quantised: the experts of a layer are not Linear modules in transformers 5, so %4 does not quantise these experts. Plan in a smaller dtype, or with fp8.</source>
        <translation>3 次元のパラメーター %1 個 (%2、%3) は量子化されません: transformers 5 では、レイヤーのエキスパートは Linear モジュールではないため、%4 はこれらのエキスパートを量子化しません。より小さい dtype、または fp8 でプランしてください。</translation>
    </message>
    <message>
        <source>%1 module of the class Conv1D is planned as quantised, because from_pretrained quantises it. Accelerate&apos;s load_and_quantize_model does not quantise this module.</source>
        <translation>クラス Conv1D のモジュール %1 個は、from_pretrained と同じように量子化されます。Accelerate 自身の load_and_quantize_model は、それをそのままにします。</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensor, %3, at %4/s.</source>
        <translation>%1 を書き出しました: %2 テンソル、%3、%4/s。</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensor, %3 in %4 files, at %5/s.</source>
        <translation>%1 を書き出しました: %2 テンソル、%4 ファイルに %3、%5/s。</translation>
    </message>
    <message>
        <source>first touch, memory reclaimed by the host</source>
        <translation>最初のタッチ、ホストが回収したメモリー</translation>
    </message>
    <message>
        <source>Largest workload that fits: %1.</source>
        <translation>収まる最大: %1。</translation>
    </message>
    <message>
        <source>%1 (but not %2)</source>
        <translation>%1 (%2 を除く)</translation>
    </message>
    <message>
        <source>Largest workload that fits: %1, or a batch of %2.</source>
        <translation>収まる最大: %1、またはバッチ %2。</translation>
    </message>
    <message>
        <source>%1 head</source>
        <translation>%1 ヘッド</translation>
    </message>
    <message>
        <source>%1 experts in %2 layer</source>
        <translation>%2 レイヤーに %1</translation>
    </message>
    <message>
        <source>%1 of %2 layers has a sliding window of %3 tokens; each token beyond the window needs %4 bytes in float16 or bfloat16</source>
        <translation>%2 レイヤー中 %1 は %3 トークン前まで参照。それを超えると、float16 または bfloat16 で 1 トークンあたり %4 バイト</translation>
    </message>
    <message>
        <source>--cache cold: %1 is in memory (tmpfs), and pages of tmpfs cannot be dropped; the file is read as with --cache warm.</source>
        <translation>--cache cold: %1 はメモリー上 (tmpfs) にあり、そのページは破棄できないため、ウォームの状態で読み取ります。</translation>
    </message>
    <message>
        <source>release</source>
        <translation>解放</translation>
    </message>
    <message>
        <source>%1 is the project that is read; write to another file so that the project is not overwritten.</source>
        <translation>%1 は読み込むプロジェクトそのものです。元のまま残るよう、別のファイルに書き込んでください。</translation>
    </message>
    <message>
        <source>streamed to a CUDA card</source>
        <translation>streamed、CUDA カードへ</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1; the cache doubles whenever it is full; the workload has %2 tokens</source>
        <translation>%1。トークン用の領域は満杯になるたびに 2 倍になり、実際に来るトークンは %2 個です</translation>
    </message>
    <message>
        <source>result of replaying the allocations at the start of the run: %1</source>
        <translation>実行の始めの部分をリプレイした値: %1</translation>
    </message>
    <message>
        <source>%1 (layers) × (convolution %2 B + recurrent %3 B) × %4 (sequences) = %5</source>
        <translation>レイヤー: %1 × (畳み込み %2 B + 再帰 %3 B) × シーケンス: %4 = %5</translation>
    </message>
    <message>
        <source>%1 needs %2 on %3, but only %4 is free.</source>
        <translation>%1 には %3 に %2 が必要ですが、そこの空きは %4 です。</translation>
    </message>
    <message>
        <source>%1 needs %2 on %3, but the free memory of that device is unknown.</source>
        <translation>%1 には %3 に %2 が必要ですが、そこの空きは不明です。</translation>
    </message>
    <message>
        <source>%1 could not be loaded.</source>
        <translation>%1 をロードできませんでした。</translation>
    </message>
    <message>
        <source>&quot;auto&quot; chose &quot;%1&quot;: &quot;%2&quot; would need more memory than allowed.</source>
        <translation>auto は %1 を選びました: %2 では、使ってよい量より多くのメモリーが必要になります。</translation>
    </message>
    <message>
        <source>%1: %2; correct the values.</source>
        <translation>%1: %2。値を修正してください。</translation>
    </message>
    <message>
        <source>%1: %2; the library rejects such a model, so correct the values.</source>
        <translation>%1: %2。ライブラリはこのようなモデルを拒否するため、値を修正してください。</translation>
    </message>
    <message>
        <source>With %2, %1 plans with this size, but %3 needs %4 in memory.</source>
        <translation>これは %1 が %2 のプランで使う大きさです。メモリー上では %3 は %4 を占めます。</translation>
    </message>
    <message>
        <source>The device map names &quot;%1&quot;, which is not a module of this model. The only effect of the entry is that %2 becomes the main device, where Accelerate moves the input and runs offloaded modules.</source>
        <translation>デバイスマップが示す &quot;%1&quot; は、このモデルのモジュールではありません。この項目の効果は %2 をメインデバイスにすることだけです。Accelerate は入力をそこへ運び、オフロードされたものをそこで実行します。</translation>
    </message>
    <message>
        <source>This main device is not among the devices in use.</source>
        <translation>そのデバイスは使用されていません。</translation>
    </message>
    <message>
        <source>The device map puts tied weights on different devices: %1.</source>
        <translation>デバイスマップは共有重み (tied weights) を異なるデバイスに置きます: %1。</translation>
    </message>
    <message>
        <source>Stowage stores the tied weights once, on %1.</source>
        <translation>Stowage では、これらの重みは 1 回だけ、%1 に置かれます。</translation>
    </message>
    <message>
        <source>The output contains NaN (%2 of %1 numbers), so the result is meaningless. Either the weights contain NaN, or a sum was too large for its dtype.</source>
        <translation>出力に NaN が含まれている (%1 個の数のうち %2 個) ため、結果に意味はありません。重みに NaN が含まれているか、和がその dtype で表せる範囲を超えました。</translation>
    </message>
    <message>
        <source>Stowage can load the device map; see the warnings above.</source>
        <translation>Stowage はこのマップでロードできます。上の警告に注意してください。</translation>
    </message>
    <message>
        <source>With %1: %2, the prompts are processed after %3.</source>
        <translation>%1 とした場合: %2、プロンプトの処理に %3。</translation>
    </message>
    <message>
        <source>%1 tensors plus %2 tied</source>
        <translation>%1 テンソル、共有 %2</translation>
    </message>
    <message>
        <source>%1 tensor</source>
        <translation>%1 テンソル</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 テンソル</translation>
    </message>
    <message>
        <source>Dry run: nothing was loaded. A real load would load %1 (%2) with the method %3.</source>
        <translation>ドライラン: 何もロードされていません。%3 により %1 (%2) がロードされることになります。</translation>
    </message>
    <message>
        <source>%1 read at %2</source>
        <translation>%1 を速度 %2 で読み取り</translation>
    </message>
    <message>
        <source>Loaded %1 (%2) in %3 (%4) with the method %5.</source>
        <translation>%1 (%2) を %5 により %3 でロードしました (%4)。</translation>
    </message>
    <message>
        <source>Loaded %1 (%2) in %3 with the method %4.</source>
        <translation>%1 (%2) を %4 により %3 でロードしました。</translation>
    </message>
    <message>
        <source>Predicted time: %1, if the host of this virtual machine has not reclaimed free memory.</source>
        <translation>予測: %1 (この仮想マシンのホストが空きメモリーを回収していない場合)。</translation>
    </message>
    <message>
        <source>%1 requires a whole number of at most %2, not &quot;%3&quot;</source>
        <translation>%1 には %2 以下の整数が必要ですが、&quot;%3&quot; が指定されています</translation>
    </message>
    <message>
        <source>No module of this model has the no-split class %1, so this class has no effect.</source>
        <translation>このモデルには、分割しないよう指定されたクラス %1 のモジュールがありません: その指定は何の効果も持ちません。</translation>
    </message>
    <message>
        <source>In models that also have recurrent layers, a block of keys and values is at least as large as the state of a layer, so a short context takes one whole block of this size in each attention layer (model_executor/models/config.py).</source>
        <translation>再帰レイヤーも持つモデルでは、キーと値の 1 ブロックは 1 レイヤーの状態より小さくありません。そのため短いコンテキストでも、アテンションの各レイヤーでこのブロックを 1 つまるごと使います (model_executor/models/config.py)。</translation>
    </message>
    <message>
        <source>The folder of %1 does not exist; create the folder first.</source>
        <translation>%1 のフォルダーが存在しません。先に作成してください。</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is out of range; write a whole number from 0 to %3.</source>
        <translation>%1 &quot;%2&quot; は範囲外です。0 から %3 までの整数を書いてください。</translation>
    </message>
    <message>
        <source>stores states in an unknown type &quot;%1&quot;.</source>
        <translation>状態の型 &quot;%1&quot; は未知です。</translation>
    </message>
    <message>
        <source>The lower limit is the time of a simplified plan, in which times and sizes are only added up and %1. Its bottleneck is running the layers (computing, or reading weights in place).</source>
        <translation>この限界は、足し算だけで考えたプランのもので、そこでは%1ことになります。そのとき時間を占めるのはレイヤーの実行 (計算、または置かれた場所での重みの読み取り) です。</translation>
    </message>
    <message>
        <source>The state of recurrent layers for this workload is too large to be calculated; use fewer sequences.</source>
        <translation>このワークロードで再帰レイヤーが保持するバイト数は数えられる上限を超えています。シーケンスを減らしてください。</translation>
    </message>
    <message>
        <source>For at least one GPU of this plan, no compute speed in %1 is published, so the float32 speed is used. Where computing limits a time, the actual time may be shorter.</source>
        <translation>この中に、%1 での計算速度が公表されていないカードがあります。計算速度で決まる時間には float32 の速度を使っているため、実際はもっと短いことがあります。</translation>
    </message>
    <message>
        <source>For at least one GPU of this plan, no compute speed is published. Where computing limits a time, as for prompts, the actual time is longer.</source>
        <translation>この中に、計算速度が公表されていないカードがあります。プロンプトの処理のように計算速度で決まる時間は、実際にはこれより長くなります。</translation>
    </message>
    <message>
        <source>%1 in total, %2 on this device</source>
        <translation>合計 %1、ここに %2</translation>
    </message>
    <message>
        <source>Only the GPUs %1 are visible</source>
        <translation>見えている GPU は %1 だけ</translation>
    </message>
    <message>
        <source>the commands count only the visible GPUs of each host: set CUDA_VISIBLE_DEVICES on each host</source>
        <translation>コマンドが数えるのは、各ホストで見えている GPU だけ: 各ホストで CUDA_VISIBLE_DEVICES を設定すること</translation>
    </message>
    <message>
        <source>An export to %1 cannot divide layers among GPUs; leave --tensor-parallel out, or export to one of %2.</source>
        <translation>%1 には、レイヤーを GPU に分割する指示を書けません。--tensor-parallel を外すか、%2 のいずれかにエクスポートしてください。</translation>
    </message>
    <message>
        <source>An export to %1 cannot use GGUF files; export to llama.cpp.</source>
        <translation>%1 には GGUF ファイルを渡せません。llama.cpp にエクスポートしてください。</translation>
    </message>
    <message>
        <source>No weights are known for this model</source>
        <translation>このモデルの重みは知られていません</translation>
    </message>
    <message>
        <source>replace FOLDER_OR_REPOSITORY with the folder or repository of the weights</source>
        <translation>FOLDER_OR_REPOSITORY を、重みのあるフォルダーまたはリポジトリに置き換えてください</translation>
    </message>
    <message>
        <source>This engine puts %1 of weights on %2, but only %3 fits there</source>
        <translation>このエンジンは %1 の重みを %2 に置きますが、空きは %3 です</translation>
    </message>
    <message>
        <source>the conversion writes the weights as %1, which requires more memory</source>
        <translation>変換では %1 で書き出され、より多くの容量を使う</translation>
    </message>
    <message>
        <source>Settings for all models of the server</source>
        <translation>サーバーのすべてのモデルに当てはまる設定</translation>
    </message>
    <message>
        <source>start the server with: %1</source>
        <translation>次のコマンドで起動すること: %1</translation>
    </message>
    <message>
        <source>-dev is %1 and contains an unknown GPU; the %2 GPUs have names such as CUDA0.</source>
        <translation>-dev は %1 です。%2 個の GPU は、それぞれ CUDA0 のような名前です。</translation>
    </message>
    <message>
        <source>-mg is %1, but must be lower than the number of GPUs, %2.</source>
        <translation>-mg は %1 ですが、GPU は %2 個です。</translation>
    </message>
    <message>
        <source>-sm %1 divides tensors among GPUs; Stowage places whole layers instead, as with -sm layer.</source>
        <translation>-sm %1 はテンソルを GPU に分割します。レイヤーは -sm layer と同じように配置されます。</translation>
    </message>
    <message>
        <source>Some settings of the model (norms, activations, positions, biases)</source>
        <translation>これらのサイズ以外のモデルの構成: 正規化、活性化関数、位置、バイアス</translation>
    </message>
    <message>
        <source>add --load with the converted checkpoint, and --use-checkpoint-args, which reads these settings from the checkpoint</source>
        <translation>--load に変換済みのチェックポイントを指定し、これらをそこから読み取る --use-checkpoint-args を加えること</translation>
    </message>
    <message>
        <source>The model is a GGUF file</source>
        <translation>モデルが GGUF ファイルである</translation>
    </message>
    <message>
        <source>vLLM reads such a model only with a plugin; install the plugin</source>
        <translation>vLLM がこれを読み込むのはプラグインを介してのみ: プラグインのインストールが必要</translation>
    </message>
    <message>
        <source>A context of %2 tokens exceeds the %1 positions that this model is designed for.</source>
        <translation>このモデルは %2 位置ではなく %1 位置用に作られています。</translation>
    </message>
    <message>
        <source>The context length exceeds the number of positions of the model (%1)</source>
        <translation>コンテキストがモデルの位置数 (%1) より長い</translation>
    </message>
    <message>
        <source>%1 refuses this context length unless %2 is set to 1</source>
        <translation>%2 を 1 に設定しない限り、%1 はこれを拒否する</translation>
    </message>
    <message>
        <source>Prompts are planned in chunks of %1 tokens</source>
        <translation>プロンプトは %1 トークンずつ入れるようプランされている</translation>
    </message>
    <message>
        <source>vLLM needs at least one token per sequence in a chunk: %1 tokens</source>
        <translation>vLLM が一度に入れるのは、少なくともシーケンス数と同じ数のトークン: %1</translation>
    </message>
    <message>
        <source>%1 distributes %2, but this model has %3.</source>
        <translation>%1 は %2 を割り当てていますが、このモデルには %3 あります。</translation>
    </message>
    <message>
        <source>%1 distributes the layers over %2, but the command has %3.</source>
        <translation>%1 はレイヤーを %2 に分けますが、コマンドは %3 です。</translation>
    </message>
    <message>
        <source>%1 already exists; remove this file or choose another folder.</source>
        <translation>%1 はすでにあります。削除するか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The verdict assumes that each layer is divided among %1 GPUs. The device map cannot express this division and places whole layers.</source>
        <translation>この判定は、各レイヤーを %1 個の GPU に分割した場合のものです。デバイスマップではこれを表現できず、レイヤーを丸ごと配置しています。</translation>
    </message>
    <message>
        <source>Before serving, it runs as many tokens as it ever batches (max_num_batched_tokens), whatever the prompts are: the prefill chunk if one is given; otherwise 2,048, or 8,192 on cards of 70 GiB and more except the A100, or 16,384 on cards of 160 GiB and more; but never more tokens than all sequences have.</source>
        <translation>サービスを始める前に、プロンプトの内容や長さにかかわらず、1 つのバッチにまとめる最大数のトークン (max_num_batched_tokens) を実行します。プリフィルのチャンクの指定があればその数、なければ 2,048、70 GiB 以上のカード (A100 を除く) では 8,192、160 GiB 以上では 16,384 で、全シーケンスのトークン数は超えません。</translation>
    </message>
    <message>
        <source>The memory that each card of a pipeline takes before any tensor is only partly published: 0.07 GiB after its memory snapshot (H100, 0.19.0), less than the 0.26 GiB on one GPU, so the latter is used. What NCCL takes before the snapshot is not published.</source>
        <translation>パイプラインの各カードがテンソルより前に取る量は、一部だけ公表されています。メモリースナップショットの後は 0.07 GiB (H100、0.19.0) で、GPU 1 個のときの 0.26 より少ないため、後者の値を使っています。スナップショットの前に NCCL が取る分は公表されていません。</translation>
    </message>
    <message>
        <source>The weights are not on this machine</source>
        <translation>重みはこのマシンにありません</translation>
    </message>
    <message>
        <source>The weights are on %1</source>
        <translation>重みは %1 にあります</translation>
    </message>
    <message>
        <source>this machine has only the headers of the model; replace FOLDER_OR_REPOSITORY with the folder that contains the weights</source>
        <translation>ここにはモデルのヘッダーだけがあります。FOLDER_OR_REPOSITORY を重みのあるフォルダーに置き換えてください</translation>
    </message>
    <message>
        <source>this machine has only the headers of the model; use this export on the machine that has %1</source>
        <translation>ここにはモデルのヘッダーだけがあります。%1 のある場所で実行してください</translation>
    </message>
    <message>
        <source>%1 describes a %2, whose head is not supported; Stowage runs models of this family only as language models. The model can be planned and loaded.</source>
        <translation>%1 に記述されているのは %2 で、そのヘッドには対応していません。実行で得られるのは言語モデルのロジットです。このモデルのプランとロードはできます。</translation>
    </message>
    <message>
        <source>%1 describes a %2, which has no language-model head, so a run cannot return logits. The model can be planned and loaded.</source>
        <translation>%1 に記述されているのは %2 で、言語モデルのヘッドがなく、そのようなヘッドと結合された埋め込みもないため、実行で得られるロジットがありません。このモデルのプランとロードはできます。</translation>
    </message>
    <message>
        <source>%1 is a symbolic link to a location outside the served folders (%2). Serve its target with --allow, or copy the target into a served folder.</source>
        <translation>%1 は公開しているフォルダー (%2) の外を指すリンクです。リンク先も --allow で公開するか、ここにコピーしてください。</translation>
    </message>
    <message>
        <source>%1 layer of cross-attention × %2 numbers × %3 B × %4 positions</source>
        <translation>クロスアテンションの %1 レイヤー × %2 個の数 × %3 B × %4 位置</translation>
    </message>
    <message>
        <source>%1 layers of cross-attention × %2 numbers × %3 B × %4 positions</source>
        <translation>クロスアテンションの %1 レイヤー × %2 個の数 × %3 B × %4 位置</translation>
    </message>
    <message>
        <source>has PyTorch&apos;s quantised dtype %1, which no target format can store; Stowage does not read its scales. Call dequantize() on the tensor in PyTorch, save the result with torch.save and convert the saved file</source>
        <translation>%1 で、PyTorch により量子化されていますが、そのスケールはここでは読み取られず、どの形式にも入れられません。PyTorch で dequantize() を呼び、結果を torch.save で保存し、それを変換してください</translation>
    </message>
    <message>
        <source>The name of the tensor %1 begins with a dot: the file of the tensor would be hidden and ignored when the folder is opened. Rename the tensor, or use safetensors or pth.</source>
        <translation>テンソル %1 の名前はドットで始まります: そのファイルは隠しファイルになり、フォルダーを開くときに読み飛ばされます。テンソルの名前を変えるか、safetensors または pth にしてください。</translation>
    </message>
    <message>
        <source>The name of the tensor %1 cannot be a file name; rename the tensor, or use pth.</source>
        <translation>テンソル %1 の名前は、どのファイルにも使えません。名前を変えるか、pth にしてください。</translation>
    </message>
    <message>
        <source>GPU %1 of the list: %2</source>
        <translation>リストの GPU %1: %2</translation>
    </message>
    <message>
        <source>a capacity is missing; write capacities, as in 24GiB,24GiB.</source>
        <translation>容量がありません。24GiB,24GiB のように指定してください。</translation>
    </message>
    <message>
        <source>The list contains more than 64 devices; specify 64 or fewer.</source>
        <translation>64 個を超えるデバイスが示されています。64 個以下でプランしてください。</translation>
    </message>
    <message>
        <source>The whole model is on disk. Accelerate&apos;s load_checkpoint_and_dispatch then fails if the weights are safetensors files, because load_state_dict requests the invalid device &quot;disk&quot;. Put one module on the CPU, or load with from_pretrained.</source>
        <translation>モデル全体がディスクにあります。重みが safetensors の場合、Accelerate の load_checkpoint_and_dispatch はそこで止まります: その load_state_dict が無効なデバイス &quot;disk&quot; を要求するためです。モジュールを 1 つ CPU に置くか、from_pretrained でロードしてください。</translation>
    </message>
    <message>
        <source>With from_pretrained of transformers, tie_weights fails if the file contains both weights (the weight on disk is only a meta tensor); otherwise, the first forward pass fails (KeyError). dispatch_model alone works, but copies the weight to %1 in each pass. Put the tied weights on one device.</source>
        <translation>transformers の from_pretrained では、ファイルに両方の重みがあれば tie_weights が失敗し (ディスク上の重みは meta テンソルにすぎないため)、なければ最初のフォワードパスが失敗します (KeyError)。dispatch_model だけなら動作しますが、パスごとに重みを %1 へコピーします。共有重みを 1 つのデバイスに置いてください。</translation>
    </message>
    <message>
        <source>The dict of limits names %1 instead of a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;</source>
        <translation>上限の dict に %1 があります。ここには GPU の番号、&quot;cpu&quot;、または &quot;disk&quot; が必要です</translation>
    </message>
    <message>
        <source>%1 tensor of the model is not used in this run and does not affect the output: %2.</source>
        <translation>モデルの %1 個のテンソルはここでは使われないため、答えにはその計算結果が含まれません: %2。</translation>
    </message>
    <message>
        <source>%1 tensors of the model are not used in this run and do not affect the output: %2.</source>
        <translation>モデルの %1 個のテンソルはここでは使われないため、答えにはそれらの計算結果が含まれません: %2。</translation>
    </message>
    <message>
        <source>Choose another engine.</source>
        <translation>別のエンジンを選んでください。</translation>
    </message>
    <message>
        <source>how %1 stores encoder or image positions, which a decoder attends to in addition to tokens</source>
        <translation>デコーダーがトークン以外に注意を向けるもの (エンコーダーの位置、画像) を %1 がどう保持するか</translation>
    </message>
    <message>
        <source>how much memory %1 needs to recompute keys and values of encoder positions in each pass</source>
        <translation>%1 がエンコーダーの位置のキーと値をパスのたびに計算し直すのに必要な量</translation>
    </message>
    <message>
        <source>the number of encoder or image positions that this model attends to in addition to tokens</source>
        <translation>このモデルがトークン以外に注意を向ける位置 (エンコーダーや画像の位置) の数</translation>
    </message>
    <message>
        <source>No option specifies this number; compare the estimate with a log of the engine.</source>
        <translation>これを指定するオプションはありません。エンジンのログと比べてください。</translation>
    </message>
    <message>
        <source>the maximum number of positions of this model&apos;s encoder, for which %1 reserves memory</source>
        <translation>このモデルのエンコーダーが出力しうる最大の位置数 (%1 はその分の領域を確保します)</translation>
    </message>
    <message>
        <source>Undetermined for %1 models together.</source>
        <translation>判定不能: %1 個のモデルを合わせて。</translation>
    </message>
    <message>
        <source>Fits with offload (weights only): %1 on the CPU, %2 on disk</source>
        <translation>オフロードで収まる (重みのみ): CPU から %1、ディスクから %2 を実行</translation>
    </message>
    <message>
        <source>Fits with offload (weights only): %1 on the CPU</source>
        <translation>オフロードで収まる (重みのみ): CPU から %1 を実行</translation>
    </message>
    <message>
        <source>Fits with offload (weights only): %1 on disk</source>
        <translation>オフロードで収まる (重みのみ): ディスクから %1</translation>
    </message>
    <message>
        <source>Fits (weights only): %1 in the memory shared by CPU and GPU</source>
        <translation>収まる (重みのみ): CPU と GPU が共有するメモリーに %1</translation>
    </message>
    <message>
        <source>Fits (weights only): %1 on the CPU</source>
        <translation>収まる (重みのみ): CPU に %1</translation>
    </message>
    <message>
        <source>Fits (weights only): %1 on %2 GPU</source>
        <translation>収まる (重みのみ): %2 個の GPU に %1</translation>
    </message>
    <message>
        <source>Fits (weights only): %1 on %2 GPUs</source>
        <translation>収まる (重みのみ): %2 個の GPU に %1</translation>
    </message>
    <message>
        <source>Not known: %1. %2</source>
        <translation>不明: %1。%2</translation>
    </message>
    <message>
        <source>%1 sequences × %2 in %3 layers = %4, according to the key-values of the file</source>
        <translation>%1 シーケンス × %2 (%3 レイヤー、ファイルのキー値による) = %4</translation>
    </message>
    <message>
        <source>%1 is not a card of the catalogue; choose a card, or specify a size, as in 24GiB.</source>
        <translation>%1 はカタログにないカードです。カタログから選ぶか、24GiB のように容量を指定してください。</translation>
    </message>
    <message>
        <source>One of the four GPUs of the board.</source>
        <translation>ボードにある 4 つの GPU のうちの 1 つです。</translation>
    </message>
    <message>
        <source>94.97 GiB minus the 94.01 GiB that were free before the weights; RTX PRO 6000</source>
        <translation>94.97 GiB から、重みの前に空いていた 94.01 を引いた値。RTX PRO 6000</translation>
    </message>
    <message>
        <source>139.80 GiB minus the 137.29 GiB that were free before the weights; H200</source>
        <translation>139.80 GiB から、重みの前に空いていた 137.29 を引いた値。H200</translation>
    </message>
    <message>
        <source>replayed</source>
        <translation>リプレイ</translation>
    </message>
    <message>
        <source>by formula</source>
        <translation>式による</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>不完全</translation>
    </message>
    <message>
        <source>consumed</source>
        <translation>使用量</translation>
    </message>
    <message>
        <source>The plan computes in bfloat16</source>
        <translation>プランは bfloat16 で計算します</translation>
    </message>
    <message>
        <source>%1 uses float16 on GPUs with a compute capability below 8.0</source>
        <translation>compute capability 8.0 未満の GPU では %1 は float16 を使います</translation>
    </message>
    <message>
        <source>an unsupported method</source>
        <translation>計画できない方式</translation>
    </message>
    <message>
        <source>is %1; Stowage supports bitsandbytes, gptq, awq, fp8 and mxfp4.</source>
        <translation>が %1 です。Stowage が計画できるのは bitsandbytes、gptq、awq、fp8、mxfp4 です。</translation>
    </message>
    <message>
        <source>A limit of %1 would be enough.</source>
        <translation>上限を %1 にすれば足ります。</translation>
    </message>
    <message>
        <source>A limit of %1 on each GPU would be enough.</source>
        <translation>各 GPU の上限を %1 にすれば足ります。</translation>
    </message>
    <message>
        <source>The sequential strategy would use this GPU.</source>
        <translation>sequential 戦略ならこれを使います。</translation>
    </message>
    <message>
        <source>%1 receives no weights: %2 needs %3. The strategy allows this GPU %4, of which %6 remains after reserving %5 for the largest layer.</source>
        <translation>%1 には何も置かれません: %2 には %3 が必要ですが、割り当て %4 から最大のレイヤーのための %5 を引くと %6 しか残りません。</translation>
    </message>
    <message>
        <source>%1 receives no weights: %2 needs %3, but the strategy allows this GPU only %4.</source>
        <translation>%1 には何も置かれません: %2 には %3 が必要ですが、割り当ては %4 しかありません。</translation>
    </message>
    <message>
        <source>num_gpus is %1. A larger num_gpus uses more GPUs.</source>
        <translation>num_gpus は %1 です。num_gpus を大きくすると、より多く使われます。</translation>
    </message>
    <message>
        <source>model.to(&quot;cuda&quot;) moves everything to one GPU. To use more GPUs, set num_gpus.</source>
        <translation>model.to(&quot;cuda&quot;) はすべてを 1 つの GPU に移します。num_gpus を大きくすると、より多く使われます。</translation>
    </message>
    <message>
        <source>max_memory does not contain this GPU, and %1 uses only devices in max_memory. Add this GPU, as in %2=10GiB.</source>
        <translation>max_memory にこれが含まれておらず、%1 は、そこに示されていないデバイスには何も置きません。%2=10GiB のように示してください。</translation>
    </message>
    <message>
        <source>max_memory does not contain these GPUs, and %1 uses only devices in max_memory. Add these GPUs, as in %2=10GiB.</source>
        <translation>max_memory にこれらが含まれておらず、%1 は、そこに示されていないデバイスには何も置きません。%2=10GiB のように示してください。</translation>
    </message>
    <message>
        <source>%1 (%2) cannot be split, but the strategy allows each GPU at most %3, so it does not fit on any GPU. Give one GPU a larger limit, or plan in a smaller dtype.</source>
        <translation>%1 (%2) はどの GPU の割り当て %3 よりも大きく、分割できないため、どの GPU にも置けません。1 つの GPU の上限を大きくするか、より小さい dtype で計画してください。</translation>
    </message>
    <message>
        <source>%1 (%2) exceeds the limit of every GPU (%3) by %4, so the CPU computes the whole model. Give one GPU a limit of %5, plan in a smaller dtype, or move one model at a time to a GPU (enable_model_cpu_offload).</source>
        <translation>%1 (%2) はどの GPU の上限 %3 よりも %4 大きいため、CPU がすべて計算します。1 つの GPU の上限を %5 にするか、より小さい dtype で計画するか、モデルを GPU 上で交代で実行させてください (enable_model_cpu_offload)。</translation>
    </message>
    <message>
        <source>the size of the weights, which are quantised with an unsupported method</source>
        <translation>計画できない方式で量子化された重みの大きさ</translation>
    </message>
    <message>
        <source>Open the model&apos;s files, or plan the weights without quantisation (--quantize none; in the window under Quantise) or as nf4, fp8 or int8.</source>
        <translation>モデルのファイルを開くか、量子化なし (--quantize none、ウィンドウでは「量子化」)、または nf4、fp8、int8 として計画してください。</translation>
    </message>
    <message>
        <source>Undetermined (weights only). %1</source>
        <translation>判定不能 (重みのみ)。%1</translation>
    </message>
    <message>
        <source>On this GPU, transformers supports MXFP4 only with Triton 3.4 and the package &quot;kernels&quot;; %1</source>
        <translation>この GPU で transformers が MXFP4 に対応するのは、Triton 3.4 とパッケージ kernels がある場合だけです。%1</translation>
    </message>
    <message>
        <source>Without a GPU, transformers undoes %1: the model is planned unquantised, with %2 of weights.</source>
        <translation>GPU がないと transformers は %1 を解除します: モデルは量子化なし、重み %2 として計画されます。</translation>
    </message>
    <message>
        <source>transformers undoes %1 for the whole model because GPU 0 has compute capability %2, but at least %3 is required. The model is planned unquantised, with %4 of weights. Put a newer GPU first, or choose another quantisation.</source>
        <translation>GPU 0 の compute capability は %2 で、最低でも %3 が必要なため、transformers はモデル全体の %1 を解除します: モデルは量子化なし、重み %4 として計画されます。新しい GPU を先頭に置くか、別の量子化を選んでください。</translation>
    </message>
    <message>
        <source>Batched tokens</source>
        <translation>まとめて処理するトークン</translation>
    </message>
    <message>
        <source>Maximum number of tokens in one forward pass of vLLM, all sequences together (default: vLLM&apos;s default for the card)</source>
        <translation>vLLM が 1 回のフォワードパスで処理する、全シーケンスを合わせた最大のトークン数 (カードごとの vLLM の既定値)</translation>
    </message>
    <message>
        <source>Share of GPU memory</source>
        <translation>GPU の割合</translation>
    </message>
    <message>
        <source>Share of each GPU&apos;s memory that vLLM uses (default 0.92), or that SGLang uses for weights and cache (default: SGLang&apos;s default for the card)</source>
        <translation>vLLM が取る、または SGLang が重みとキャッシュに使う各 GPU のメモリーの割合 (0.92、SGLang はカードごとの自動値)</translation>
    </message>
    <message>
        <source>at most %1 tokens per pass</source>
        <translation>1 回のパスに最大 %1 トークン</translation>
    </message>
    <message>
        <source>%1 of each GPU&apos;s memory</source>
        <translation>各 GPU の %1</translation>
    </message>
    <message>
        <source>%1, %2 (declared by config.json)</source>
        <translation>%1、%2 (config.json の宣言)</translation>
    </message>
    <message>
        <source>%1 (declared by config.json)</source>
        <translation>%1 (config.json の宣言)</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is not a number; write a number such as 0.92.</source>
        <translation>%1 &quot;%2&quot; は数値ではありません。0.92 のように書いてください。</translation>
    </message>
    <message>
        <source>The weights are scaled float8 in ComfyUI&apos;s format, which diffusers does not read. The sizes do not include the scales (scale_weight).</source>
        <translation>重みは ComfyUI が書くスケール付き float8 で、それぞれに scale_weight が付いています: diffusers はこれを読まず、スケールは数えません。</translation>
    </message>
    <message>
        <source>At its start, it gives a share of the free memory of a card (--mem-fraction-static; the default depends on the card&apos;s memory) to weights, keys, values and states. The rest is for activations and CUDA graphs, whose memory is not published in a form that a plan can use.</source>
        <translation>起動時にカードで空いている量の一部 (--mem-fraction-static、既定ではカードのメモリーで決まる) を重み、キー、値、状態に使います: 残りはアクティベーションと CUDA グラフ用で、そのメモリーはプランに使える形では公表されていません。</translation>
    </message>
    <message>
        <source>Each sequence is counted with the maximum number of blocks that it takes, including tokens of passes that are scheduled ahead, as in vLLM&apos;s own check and log; one more block is unused.</source>
        <translation>シーケンスは、先にスケジュールされたパスのトークンを含め、取りうる最大のブロック数で数えます。vLLM 自身のチェックやログと同じです。もう 1 ブロックは誰にも使われません。</translation>
    </message>
    <message>
        <source>The memory of CUDA graphs has no published formula. Upper estimates are used: 1.9 GiB on cards of 70 GiB and more except A100 and GB10, 0.7 GiB on others. Measured: 0.5 to 1.9 GiB on H100, 0.36 to 0.62 GiB on smaller cards.</source>
        <translation>CUDA グラフのメモリーには公表された式がありません。上限の見積もりを使います。A100 と GB10 を除く 70 GiB 以上のカードでは 1.9 GiB、その他のカードでは 0.7 GiB です。測定値は H100 で 0.5 から 1.9 GiB、小さいカードで 0.36 から 0.62 GiB です。</translation>
    </message>
    <message>
        <source>GPUs that share every layer evenly, instead of a device map (default: 1; with vLLM and SGLang, as many as the model allows)</source>
        <translation>デバイスマップの代わりに、各レイヤーを均等に分けて持つ GPU の数 (vLLM、SGLang: モデルを分割できる最大数、その他 1)</translation>
    </message>
    <message>
        <source>Undetermined under %1: %2.</source>
        <translation>%1 では判定不能: %2。</translation>
    </message>
    <message>
        <source>Does not fit under %1: %2.</source>
        <translation>%1 では収まりません: %2。</translation>
    </message>
    <message>
        <source>Fits under %1: %2.</source>
        <translation>%1 で収まります: %2。</translation>
    </message>
    <message>
        <source>Fits with offload under %1: %2.</source>
        <translation>%1 ではオフロードして収まります: %2。</translation>
    </message>
    <message>
        <source>the size of the weights (the configuration states no dtype; float32 is assumed)</source>
        <translation>重みの大きさ (設定に dtype がなく、float32 と仮定しています)</translation>
    </message>
    <message>
        <source>Choose a dtype (--dtype; in the window under Type), or open the model&apos;s files.</source>
        <translation>dtype を選ぶか (--dtype、ウィンドウでは「型」)、モデルのファイルを開いてください。</translation>
    </message>
    <message>
        <source>the placement of the loaded weights: transformers undoes fp8 on these devices, so the weights need %1 instead of %2</source>
        <translation>読み込んだ重みが収まるかどうか: ここでは transformers が fp8 を元に戻し、重みは %2 ではなく %1 になります</translation>
    </message>
    <message>
        <source>Open the model&apos;s config.json alone to plan with the sizes of the loaded weights, or choose a dtype (--dtype, or Type in the window).</source>
        <translation>その大きさでプランするには、モデルの config.json だけを開くか、dtype を選んでください (--dtype、ウィンドウでは「型」)。</translation>
    </message>
    <message>
        <source>the compute capability of GPU 0: below %1, transformers undoes %2, and the weights need %3 instead of %4</source>
        <translation>GPU 0 の計算能力: %1 未満では transformers が %2 を元に戻し、重みは %4 ではなく %3 になります</translation>
    </message>
    <message>
        <source>Name the card (--gpus rtx-4090), or plan without quantisation (--quantize none).</source>
        <translation>カードを指定するか (--gpus rtx-4090)、量子化なしでプランしてください (--quantize none)。</translation>
    </message>
    <message>
        <source>Tokens of each prompt (default 1,024, or fewer if the model has fewer positions)</source>
        <translation>各プロンプトのトークン数 (1,024、モデルの位置が足りなければそれより少ない)</translation>
    </message>
    <message>
        <source>Tokens generated after each prompt (default 256, or fewer if the model has fewer positions)</source>
        <translation>各プロンプトに続くトークン数 (256、同様に少なくなる)</translation>
    </message>
    <message>
        <source>Engine: %1. Assumed workload: %2. All figures are estimated.</source>
        <translation>エンジン: %1。作業 (仮定): %2。数値はすべて見積もりです。</translation>
    </message>
    <message>
        <source>Engine: %1. Workload: %2. All figures are estimated.</source>
        <translation>エンジン: %1。作業: %2。数値はすべて見積もりです。</translation>
    </message>
    <message>
        <source>No plan is faster.</source>
        <translation>これより速いプランはありません。</translation>
    </message>
    <message>
        <source>No plan is faster by more than %1 %.</source>
        <translation>%1 % を超えて速いプランはありません。</translation>
    </message>
    <message>
        <source>The model&apos;s full context of %1 positions fits with this plan.</source>
        <translation>このプランにはモデルの全 %1 位置分の余地があります。</translation>
    </message>
    <message>
        <source>%1 is not a valid safetensors file: the first 8 bytes specify a header length of %2 bytes, but the limit is %3; fetch the file again.</source>
        <translation>%1 は正しい safetensors ファイルではありません。先頭 8 バイトによるヘッダーは %2 バイトですが、ヘッダーは最大 %3 です。取得し直してください。</translation>
    </message>
    <message>
        <source>%1 is %2, not a checkpoint. Fetch the checkpoint itself; if the file is an archive, extract the archive.</source>
        <translation>%1 は%2で、チェックポイントではありません。チェックポイント自体を取得するか、アーカイブなら展開してください。</translation>
    </message>
    <message>
        <source>%1 contains %2 files, but the limit for files that are read as tensors is %3.</source>
        <translation>%1 には %2 個のファイルがあります。テンソルとして読むのは最大 %3 個です。</translation>
    </message>
    <message>
        <source>%1 was opened, because from_pretrained opens this file. The folder also contains %2. Accelerate rejects a folder with several .index.json files: pass the opened file to Accelerate.</source>
        <translation>from_pretrained と同じく %1 を使いました。フォルダーには %2 もあります。Accelerate は複数の .index.json があるフォルダーを拒否するので、このファイルを指定してください。</translation>
    </message>
    <message>
        <source>The index %1 is outdated: all tensors of its missing shards (%2) are in other files of the folder (%3). Fetch the index of the other files, or open these files by name.</source>
        <translation>%1 は古くなっています。見つからないシャード (%2) のテンソルはすべて、フォルダー内の別のファイル (%3) にあります。それらのファイルのインデックスを取得するか、名前を指定して開いてください。</translation>
    </message>
    <message>
        <source>The index %1 is outdated: all tensors of its missing shards (%2) except %3 are in other files of the folder (%4). Fetch the index of the other files, or open these files by name.</source>
        <translation>%1 は古くなっています。見つからないシャード (%2) のテンソルは %3 を除いてすべて、フォルダー内の別のファイル (%4) にあります。それらのファイルのインデックスを取得するか、名前を指定して開いてください。</translation>
    </message>
    <message>
        <source>%1: the model is planned from its config.json. To load the model, put %2 next to the index.</source>
        <translation>%1: モデルは config.json のとおりにプランします。ロードするには %2 をインデックスの隣に置いてください。</translation>
    </message>
    <message>
        <source>%1 For now, the model is planned from its config.json.</source>
        <translation>%1 それまでは config.json のとおりにプランします。</translation>
    </message>
    <message>
        <source>%1: the names and the total size of the tensors match %2, whose modules are used for the plan. To load the model, put %3 next to the index.</source>
        <translation>%1: テンソルの名前と合計サイズは %2 と同じなので、そのモジュールでプランします。ロードするには %3 をインデックスの隣に置いてください。</translation>
    </message>
    <message>
        <source>%1 The names and the total size of the tensors match %2, whose modules are used for the plan.</source>
        <translation>%1 テンソルの名前と合計サイズは %2 と同じなので、そのモジュールでプランします。</translation>
    </message>
    <message>
        <source>%1: an index does not contain the shapes of the tensors. To plan the model, put its config.json next to the index; to load the model, also put %2 next to the index.</source>
        <translation>%1: インデックスには形状がありません。プランするにはモデルの config.json を、ロードするには %2 を隣に置いてください。</translation>
    </message>
    <message>
        <source>The tensor %1 %2; convert to safetensors.</source>
        <translation>テンソル %1 は%2。safetensors に変換してください。</translation>
    </message>
    <message>
        <source>the number of GPUs in %1 is not a number from 1 to 64; write the number as in h100*8 or 8xh100.</source>
        <translation>%1: GPU の数 (h100*8 や 8xh100) は 1 から 64 です。</translation>
    </message>
    <message>
        <source>%1 contains only the image or audio part of a model (%2), which no engine loads alone; export the GGUF file of the model itself.</source>
        <translation>%1 にはモデルの画像または音声の部分 (%2) しかなく、それだけをロードするエンジンはありません。モデル本体の GGUF ファイルをエクスポートしてください。</translation>
    </message>
    <message>
        <source>%1 contains several models (%2). llama.cpp rejects such a file (&quot;wrong number of tensors&quot;), and Stowage does not know where Ollama places the layers. Export a GGUF file of the language model alone; the other models belong in a file for --mmproj.</source>
        <translation>%1 には複数のモデル (%2) があります。llama.cpp はそのようなファイルを拒否し (&quot;wrong number of tensors&quot;)、Ollama がレイヤーをどこに置くかは不明です。モデルだけの GGUF ファイルをエクスポートしてください。ほかの部分は --mmproj のファイルに入ります。</translation>
    </message>
    <message>
        <source>The setting %1 is %2, but a number up to %3 is required.</source>
        <translation>%1 は %2 です。ここには %3 以下の数値が必要です。</translation>
    </message>
    <message>
        <source>%1 slots share a cache of %2 tokens, and a single slot can use the whole cache. The estimate assumes %3 tokens per slot, which requires the same memory.</source>
        <translation>%1 個のスロットが %2 トークン分の余地を共有し、1 個ですべて使うこともできます。計算では %3 トークンずつとし、必要量は同じです。</translation>
    </message>
    <message>
        <source>The verdict is for %1 sequences at the same time, each with the whole context. The engine also starts if only one sequence fits; the other sequences then wait.</source>
        <translation>判定は、それぞれコンテキスト全体を持つ %1 シーケンスを同時に処理する場合のものです。エンジンは 1 シーケンス分の余地があれば起動し、残りは待ちます。</translation>
    </message>
    <message>
        <source>The settings name the model %1, but the model %2 is open. Open the model that the settings name, or make sure that both names mean the same model.</source>
        <translation>設定が指定するモデルは %1 ですが、開いているのは %2 です。指定されたモデルを開くか、両者が同じであることを確かめてください。</translation>
    </message>
    <message>
        <source>The verdict ignores these settings, which affect the memory but are not imported: %1.</source>
        <translation>次の設定はメモリーの必要量を変えますが、取り込んでいません: %1。判定には含まれません。</translation>
    </message>
    <message>
        <source>These settings are not imported and have no known effect on the memory: %1.</source>
        <translation>取り込まなかった設定 (メモリーの必要量が変わるとは知られていないもの): %1。</translation>
    </message>
    <message>
        <source>vLLM 0.22.0 to 0.27.1 silently ignores the offload options if it uses its V2 model runner, the default for many models</source>
        <translation>vLLM 0.22.0 から 0.27.1 は、多くのモデルで既定の 2 番目のモデルランナーを使う場合、オフロードのオプションを何も表示せずに無視します</translation>
    </message>
    <message>
        <source>use vLLM 0.28.0 or later, or set VLLM_USE_V2_MODEL_RUNNER=0 for these versions</source>
        <translation>0.28.0 以降を使うか、これらでは VLLM_USE_V2_MODEL_RUNNER=0 を設定してください</translation>
    </message>
    <message>
        <source>Stowage treats %1 stages of %2 GPUs each as a pipeline of %3 GPUs.</source>
        <translation>それぞれ %2 GPU の %1 ステージは、%3 GPU のパイプラインとして数えます。</translation>
    </message>
    <message>
        <source>The tensor %1 %2. The tensor cannot be loaded; save it in another dtype or shape.</source>
        <translation>テンソル %1 は%2: ロードできません。別の dtype か形状で保存してください。</translation>
    </message>
    <message>
        <source>replace FOLDER_OR_REPOSITORY with the folder or repository of the weights; config.json names %1 (_name_or_path), but for a fine-tuned model, this is often the base model</source>
        <translation>FOLDER_OR_REPOSITORY を、それを含むフォルダーかリポジトリに置き換えてください。config.json には %1 (_name_or_path) とありますが、多くの場合これはファインチューニングの元のモデルです</translation>
    </message>
    <message>
        <source>is %1, but torch has no 6-bit numbers</source>
        <translation>%1 で、torch には 6 ビットの数がありません</translation>
    </message>
    <message>
        <source>is %1 with an odd last dimension, but torch stores two numbers of this dimension in each byte</source>
        <translation>%1 で最後の次元が奇数です (torch はその方向に 1 バイトに 2 個の数を格納します)</translation>
    </message>
    <message>
        <source>The forward pass computes in float32, bfloat16 and float16, but the weight %1 has the dtype %2; %3.</source>
        <translation>フォワードパスは float32、bfloat16、float16 で計算しますが、%1 は %2 です。%3。</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 時間 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 日 %2 時間</translation>
    </message>
    <message>
        <source>the catalogue has no card with the name %1; specify a size, as in 24GiB, or a card, as in rtx-4090.</source>
        <translation>カタログに %1 というカードはありません。24GiB のようにサイズを指定するか、rtx-4090 のようにカードを指定してください。</translation>
    </message>
    <message>
        <source>the catalogue has no card with the name %1; specify a size, as in 24GiB, or a card with a similar name: %2.</source>
        <translation>カタログに %1 というカードはありません。24GiB のようにサイズを指定するか、似た名前のカードを指定してください: %2。</translation>
    </message>
    <message>
        <source>%1 uses float16 for GGUF files on GPUs with a compute capability below 8.0 or from 10.0 on</source>
        <translation>%1 は、計算能力 8.0 未満と 10.0 以上の GPU では GGUF ファイルを float16 で計算します</translation>
    </message>
    <message>
        <source>The offload folder %1 is on a file system in memory, so the %2 of weights that are placed on disk use RAM. Choose an offload folder on a disk, or set TMPDIR to a folder on a disk.</source>
        <translation>オフロードフォルダー %1 はメモリー上のファイルシステムにあるため、ディスクに配置した %2 は RAM を使います。ディスク上のオフロードフォルダーを選ぶか、TMPDIR をディスクに設定してください。</translation>
    </message>
    <message>
        <source>The tensor %1 is stored as %2 and cannot be cast to %3. Load the model in Stowage in its stored dtype; to run it, %4.</source>
        <translation>テンソル %1 は %2 で保存されており、%3 に変換できません。Stowage では保存された dtype のままモデルをロードしてください。実行するには、次のようにしてください: %4。</translation>
    </message>
    <message>
        <source>These weights contain NaN: %1.</source>
        <translation>NaN を含む重み: %1。</translation>
    </message>
    <message>
        <source>open a GGUF file of this model in float16, bfloat16 or float32</source>
        <translation>このモデルの float16、bfloat16 または float32 の GGUF ファイルを開いてください</translation>
    </message>
    <message>
        <source>load the model in Python with from_pretrained(…, dtype=torch.float32), dequantise it if needed, and open the output of save_pretrained(…)</source>
        <translation>Python で from_pretrained(…, dtype=torch.float32) により (量子化されていれば逆量子化して) モデルをロードし、save_pretrained(…) が書いたものを開いてください</translation>
    </message>
    <message>
        <source>Placed by the key %1 of the map.</source>
        <translation>マップのキー %1 によって配置されています。</translation>
    </message>
    <message>
        <source>The map places parts of this module by separate keys: %1.</source>
        <translation>マップはその一部を別のキーで配置しています: %1。</translation>
    </message>
    <message>
        <source>The context of %1 tokens is shorter than the prompt plus the generated tokens, so %2 tokens are used instead.</source>
        <translation>コンテキスト長 %1 は、プロンプトと生成されるトークンより短いため、%2 トークンとして数えます。</translation>
    </message>
    <message>
        <source>The output contains NaN (%2 of %1 numbers), so the result is meaningless. These weights contain NaN: %3.</source>
        <translation>出力に NaN が含まれている (%1 個の数のうち %2 個) ため、結果に意味はありません。NaN を含む重み: %3。</translation>
    </message>
    <message>
        <source>Estimated time on an assumed card: first token after %1, then %2 tokens per second (range %3 to %4, from published figures); limited by %5 speed.</source>
        <translation>見積もり時間 (仮定したカード): 最初のトークンまで %1、以後 %2 トークン/秒 (%3～%4、公表値による)、律速は%5。</translation>
    </message>
    <message>
        <source>Estimated time: the prompts are processed after %1; limited by %2 speed. The model generates no tokens.</source>
        <translation>見積もり時間: プロンプトの処理に %1、律速は%2。このモデルはトークンを生成しません。</translation>
    </message>
    <message>
        <source>Estimated time: first token after %1, then %2 tokens per second (range %3 to %4, from published figures); limited by %5 speed.</source>
        <translation>見積もり時間: 最初のトークンまで %1、以後 %2 トークン/秒 (%3～%4、公表値による)、律速は%5。</translation>
    </message>
    <message>
        <source>Estimated time: first token after %1, then %2 tokens per second; limited by %3 speed.</source>
        <translation>見積もり時間: 最初のトークンまで %1、以後 %2 トークン/秒、律速は%3。</translation>
    </message>
    <message>
        <source>Hardware rates: %1.</source>
        <translation>ハードウェアの速度: %1。</translation>
    </message>
    <message>
        <source>%1: undetermined, because the engine does not load the weights of this model.</source>
        <translation>%1: 判定不能 (エンジンがこれらの重みをロードしないため)。</translation>
    </message>
    <message>
        <source>%1: not known.</source>
        <translation>%1: 不明。</translation>
    </message>
    <message>
        <source>%1: undetermined, because the following is not known: %2.</source>
        <translation>%1: 判定不能。次が不明なため: %2。</translation>
    </message>
    <message>
        <source>Keys of the file are renamed (--rename)</source>
        <translation>ここではファイルのキーの名前を変更しています (--rename)</translation>
    </message>
    <message>
        <source>%1 reads the keys under their original names; stowagectl convert writes the model with the new names</source>
        <translation>%1 は元の名前のまま読みます。stowagectl convert なら新しい名前でモデルを書き出せます</translation>
    </message>
    <message>
        <source>The model is in a nested dict of the file (%1)</source>
        <translation>モデルはファイルの一部です (%1)</translation>
    </message>
    <message>
        <source>%1 looks for tensors only at the top level of the file; stowagectl convert writes the model to a separate file</source>
        <translation>%1 はテンソルをファイルの最上位で探します。stowagectl convert ならそれだけを書き出せます</translation>
    </message>
    <message>
        <source>%1 already exists and was not written by a load of this model; remove the file or choose another offload folder.</source>
        <translation>%1 がすでにあり、このモデルのロードが書いたものではありません。削除するか、別のオフロードフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The model has an adapter, and weights of the model are on disk</source>
        <translation>アダプターの下の重みがディスクにあります</translation>
    </message>
    <message>
        <source>PEFT copies the weight files into a folder below the working directory; the copy needs as much space as the weights</source>
        <translation>PEFT はスクリプトを実行するフォルダーの下にそのファイルのコピーを書き、同じだけの場所を取ります</translation>
    </message>
    <message>
        <source>The model has several adapters, and weights of the model are offloaded</source>
        <translation>複数のアダプターの下でオフロードされたものがあります</translation>
    </message>
    <message>
        <source>PEFT loads only the first adapter for offloaded modules; put the modules that the other adapters change on GPUs, or load only one adapter</source>
        <translation>オフロードしたモジュールでは PEFT は最初のアダプターしかロードしません。ほかのアダプターが変えるモジュールを GPU に置くか、アダプターを 1 つだけロードしてください</translation>
    </message>
    <message>
        <source>dispatch_model fails: ValueError, &quot;%1 is on the meta device, we need a `value` to put in on %2&quot;.</source>
        <translation>dispatch_model は停止します: ValueError, &quot;%1 is on the meta device, we need a `value` to put in on %2&quot;。</translation>
    </message>
    <message>
        <source>The first forward pass fails at %1: NotImplementedError, &quot;Cannot copy out of meta tensor; no data!&quot;.</source>
        <translation>最初のフォワードパスは %1 で停止します: NotImplementedError, &quot;Cannot copy out of meta tensor; no data!&quot;。</translation>
    </message>
    <message>
        <source>The first forward pass fails: KeyError, &apos;%1&apos;, because Accelerate stores no weights for the entry &quot;&quot; on the CPU.</source>
        <translation>最初のフォワードパスは停止します: KeyError, &apos;%1&apos;。Accelerate は CPU の &quot;&quot; の重みを保持しないためです。</translation>
    </message>
    <message>
        <source>Accelerate puts all weights of the entry &quot;&quot; on %1, the main device, instead.</source>
        <translation>Accelerate は &quot;&quot; が受け持つものをすべて、代わりに主デバイス %1 に置きます。</translation>
    </message>
    <message>
        <source>The hooks of the outer entry remain on the modules that the inner entry moves. As a result, %1 receives the input on %2, and the first forward pass fails with &quot;Expected all tensors to be on the same device&quot;.</source>
        <translation>内側のエントリーが移すものに、外側のエントリーのフックが残ります。%1 は入力を %2 で受け取り、最初のフォワードパスは &quot;Expected all tensors to be on the same device&quot; で停止します。</translation>
    </message>
    <message>
        <source>The device map has the entry &quot;%1&quot; on %2 inside the entry &quot;%3&quot; on %4.</source>
        <translation>デバイスマップでは、%4 の &quot;%3&quot; の中に %2 の &quot;%1&quot; があります。</translation>
    </message>
    <message>
        <source>The device map puts &quot;&quot; (the whole model) on %1, but also has other entries.</source>
        <translation>デバイスマップには、%1 に置いたモデル全体 &quot;&quot; と、ほかのエントリーがあります。</translation>
    </message>
    <message>
        <source>Use entries that do not contain each other, as in the device map that Copy as Python writes.</source>
        <translation>「Python としてコピー」が書くマップのように、入れ子にせず部品ごとにエントリーを作ってください。</translation>
    </message>
    <message>
        <source>%1 runs on %2 and %3 runs on %4, but the model adds the outputs of both modules: the forward pass fails with %5. Put both modules on one device.</source>
        <translation>%1 は %2 で、%3 は %4 で動きますが、モデルは両者の出力を足し合わせます。フォワードパスは %5 で停止します。1 つのデバイスに置いてください。</translation>
    </message>
    <message>
        <source>which torch does not access through CUDA, but Stowage plans only for CUDA devices; use a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>これは torch が CUDA とは別のライブラリーで駆動するデバイスで、Stowage は CUDA デバイスを対象にプランします。GPU の番号、&quot;cpu&quot; または &quot;disk&quot; を使ってください。</translation>
    </message>
    <message>
        <source>The device map specifies the device %1 as a string at byte %2, but torch rejects this string (&quot;Invalid device string: &apos;%3&apos;&quot;); write %3 or &quot;cuda:%3&quot;.</source>
        <translation>デバイスマップのバイト %2 では、デバイス %1 が文字列です。torch はこれを拒否します (&quot;Invalid device string: &apos;%3&apos;&quot;)。%3 または &quot;cuda:%3&quot; と書いてください。</translation>
    </message>
    <message>
        <source>A single tensor is larger than the memory of the device: use prompts in chunks, fused attention, or shorter prompts.</source>
        <translation>1 つのテンソルだけでデバイスより大きくなります。プロンプトの分割、fused アテンション、または短いプロンプトを使ってください。</translation>
    </message>
    <message>
        <source>The weighted sum is %1 × the time to the first token + %2 × the time per token.</source>
        <translation>合計は %1 × 最初のトークンまでの時間 + %2 × 1 トークンの時間です。</translation>
    </message>
    <message>
        <source>No faster plan with this capacity was found; this plan takes %1 per token of this workload.</source>
        <translation>同じだけの余裕がある中で、見つかった最速のプランです: この処理で 1 トークンあたり %1。</translation>
    </message>
    <message>
        <source>For the objective &quot;%1&quot;, no plan was found that fits this workload and keeps the whole model on GPUs.</source>
        <translation>モデル全体を GPU に置いてこの処理を実行できるプランは、目的 %1 では見つかりませんでした。</translation>
    </message>
    <message>
        <source>No plan for the objective &quot;%1&quot; fits this workload: all plans were compared.</source>
        <translation>目的 %1 でこの処理を実行できるプランはありません。すべてのプランを比較しました。</translation>
    </message>
    <message>
        <source>For the objective &quot;%1&quot;, no plan was found that fits this workload.</source>
        <translation>目的 %1 でこの処理を実行できるプランは見つかりませんでした。</translation>
    </message>
    <message>
        <source>To include plans with offload, choose the objective &quot;decode&quot;.</source>
        <translation>目的 decode では、オフロードするプランも比較されます。</translation>
    </message>
    <message>
        <source>--sweep %1: all devices are in one machine; put some GPUs of --gpus in other machines, as in a/24GiB,b/24GiB.</source>
        <translation>--sweep %1: すべてのデバイスが 1 台のマシンにあります。a/24GiB,b/24GiB のように、--gpus の GPU を別のマシンに置いてください。</translation>
    </message>
    <message>
        <source>link between machines</source>
        <translation>マシン間のリンク</translation>
    </message>
    <message>
        <source>The time of this model is not estimated: the number of positions of its encoder depends on the length of the audio.</source>
        <translation>このモデルの所要時間は見積もられません。エンコーダーの位置の数は音声の長さによります。</translation>
    </message>
    <message>
        <source>The time of this model is not estimated: the number of positions of an image or of audio is not known.</source>
        <translation>このモデルの所要時間は見積もられません。画像または音声の位置の数が分かりません。</translation>
    </message>
    <message>
        <source>The time of this model is not estimated: it is not known how much data each layer reads per token.</source>
        <translation>このモデルの所要時間は見積もられません。各レイヤーがトークンの何を読み取るかが分かりません。</translation>
    </message>
    <message>
        <source>%1.json must specify a known link together with the source of the link, or neither.</source>
        <translation>%1.json には、既知のリンクとその出典の両方を示すか、どちらも示さないかのいずれかにする必要があります。</translation>
    </message>
    <message>
        <source>%1 of offloaded weights is copied to %2 in the first forward pass of each prompt, and %3 in every later pass</source>
        <translation>プロンプトごとに %1、その後のフォワードパスごとに %3 が %2 にコピーされます</translation>
    </message>
    <message>
        <source>These options of the plan do not apply to this model or machine and are ignored: %1.</source>
        <translation>このモデルまたはマシンでは維持できないため省かれる、プランのオプション: %1。</translation>
    </message>
    <message>
        <source>The times apply only if there is enough memory.</source>
        <translation>これらの時間は、メモリーが足りる場合のものです。</translation>
    </message>
    <message>
        <source>With %1: %2, first token after %3, %4 tokens per second instead of %5.</source>
        <translation>%1 の場合: %2、最初のトークンは %3 後、毎秒 %5 トークンが %4 トークンになります。</translation>
    </message>
    <message>
        <source>fits with offload</source>
        <translation>オフロードして収まる</translation>
    </message>
    <message>
        <source>One of the two GPUs of a superchip; the memory of its Grace CPU is not counted. Both share the 450 GB/s of that CPU&apos;s NVLink-C2C.</source>
        <translation>スーパーチップの 2 つの GPU のうちの 1 つ。Grace CPU のメモリーは数えません。2 つの GPU が、その CPU の NVLink-C2C の 450 GB/s を共有します。</translation>
    </message>
    <message>
        <source>A device that computes in this plan has not been measured. The speed of another device is used, so the times serve only to compare plans. Run &quot;stowagectl devices --measure&quot; once on the machine with the unmeasured device.</source>
        <translation>このプランで計算を行うプロセッサーのうち、測定されていないものがあります。別のプロセッサーの速度で代用しているため、時間はプランの比較にだけ使えます。測定するには、そのプロセッサーのあるマシンで &quot;stowagectl devices --measure&quot; を 1 回実行してください。</translation>
    </message>
    <message>
        <source>These times are for an assumed card: %1.</source>
        <translation>仮定したカードの時間です: %1。</translation>
    </message>
    <message>
        <source>Write a model&apos;s module tree as .tree.json, optionally with your own Python</source>
        <translation>モデルのモジュールを .tree.json に書き出す (自分の Python でも可)</translation>
    </message>
    <message>
        <source>Print a script that completes options in bash, zsh or fish</source>
        <translation>bash、zsh、fish でオプションを補完するスクリプトを出力する</translation>
    </message>
    <message>
        <source>Checkpoint file or folder</source>
        <translation>チェックポイントのファイルまたはフォルダー</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, config.json, .tree.json, &quot;-&quot;, or a project</source>
        <translation>チェックポイントのファイルまたはフォルダー、config.json、.tree.json、&quot;-&quot;、またはプロジェクト</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, .tree.json, or a project</source>
        <translation>チェックポイントのファイルまたはフォルダー、.tree.json、またはプロジェクト</translation>
    </message>
    <message>
        <source>Checkpoint file, index or folder</source>
        <translation>チェックポイントのファイル、インデックス、またはフォルダー</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, config.json, or your own class or function: package.net:Net</source>
        <translation>チェックポイントのファイルかフォルダー、config.json、または自分のクラスか関数: package.net:Net</translation>
    </message>
    <message>
        <source>Folder to write into, created if missing</source>
        <translation>書き込み先のフォルダー。なければ作成する</translation>
    </message>
    <message>
        <source>Folder for index.json and one .dat per tensor, created if missing</source>
        <translation>index.json とテンソルごとの .dat を置くフォルダー。なければ作成する</translation>
    </message>
    <message>
        <source>New or empty folder for the copy</source>
        <translation>コピー用の新しい、または空のフォルダー</translation>
    </message>
    <message>
        <source>Each file is copied with holes instead of the tensor data.</source>
        <translation>各ファイルはテンソルを除いてコピーされ、その場所は穴になります。</translation>
    </message>
    <message>
        <source>The first device map: a file, the output of plan --json, &quot;-&quot; or the map itself</source>
        <translation>1 つ目のマップ: ファイル、plan --json の出力、&quot;-&quot;、またはマップ自体</translation>
    </message>
    <message>
        <source>The second device map</source>
        <translation>2 つ目のマップ</translation>
    </message>
    <message>
        <source>File for the logits, as float32</source>
        <translation>ロジットの書き出し先 (float32)</translation>
    </message>
    <message>
        <source>A machine that is reachable by ssh, or localhost</source>
        <translation>ssh で接続できるマシン、または localhost</translation>
    </message>
    <message>
        <source>MACHINE:ADDRESS names the address to listen on.</source>
        <translation>MACHINE:ADDRESS で待ち受けアドレスを指定します。</translation>
    </message>
    <message>
        <source>The other machine</source>
        <translation>もう一方のマシン</translation>
    </message>
    <message>
        <source>bash, zsh or fish</source>
        <translation>bash、zsh、fish のいずれか</translation>
    </message>
    <message>
        <source>Levels of modules below the model to show (all)</source>
        <translation>モデルの下に表示する階層の数 (既定: すべて)</translation>
    </message>
    <message>
        <source>List every tensor with file, offset and bytes</source>
        <translation>すべてのテンソルを、ファイル、オフセット、バイト数とともに一覧にする</translation>
    </message>
    <message>
        <source>Sum parameters and bytes by class</source>
        <translation>パラメーターとバイト数をクラスごとに合計する</translation>
    </message>
    <message>
        <source>Show every step of the planner and the effect of each no-split class</source>
        <translation>プランナーの各ステップと、分割しない各クラスの効果を表示する</translation>
    </message>
    <message>
        <source>Show results for a range: gpus=1..4, or with doubling: context=2048..131072*2; at most two ranges</source>
        <translation>範囲の各値の結果を表示: gpus=1..4、または 2 倍ずつ context=2048..131072*2。範囲は 2 つまで</translation>
    </message>
    <message>
        <source>The output has one JSON object per line. The variables are context, batch, prompt, generate, prefill_chunk, kv_dtype, dtype, gpus, link, window, and the limit of a device.</source>
        <translation>1 行に 1 つの JSON オブジェクトです。変数は context、batch、prompt、generate、prefill_chunk、kv_dtype、dtype、gpus、link、window、およびデバイスの上限です。</translation>
    </message>
    <message>
        <source>Save the plan in this project (.stowage); the plan is named Plan unless --variant is given</source>
        <translation>プランを保存するプロジェクト (.stowage)。--variant がなければ、プランの名前は Plan</translation>
    </message>
    <message>
        <source>Settings of another engine from which the plan is derived</source>
        <translation>別のエンジンが自分の設定から作る配置</translation>
    </message>
    <message>
        <source>The value is a file, &quot;-&quot;, or the command line, environment variable or device map itself.</source>
        <translation>ファイル、&quot;-&quot;、またはコマンドライン、変数、マップそのものです。</translation>
    </message>
    <message>
        <source>Engine whose settings --import reads (recognised by the words in the settings)</source>
        <translation>--import が読む設定のエンジン (既定: 語から判別)</translation>
    </message>
    <message>
        <source>One of %1.</source>
        <translation>次のいずれかです: %1。</translation>
    </message>
    <message>
        <source>Log of an engine: its memory figures are compared with the estimate</source>
        <translation>エンジンが出力したメモリー。各数値を見積もりと比較する</translation>
    </message>
    <message>
        <source>A file, or &quot;-&quot;, with the output of PyTorch, vLLM, SGLang or llama.cpp.</source>
        <translation>PyTorch、vLLM、SGLang、llama.cpp の出力が入ったファイル、または &quot;-&quot; です。</translation>
    </message>
    <message>
        <source>ttft is the time to the first token in seconds. tps is the number of tokens per second of each sequence.</source>
        <translation>ttft は最初のトークンまでの秒数、tps は各シーケンスの毎秒トークン数です。</translation>
    </message>
    <message>
        <source>Estimate all plans of a project, one line each</source>
        <translation>プロジェクトのすべてのプランを 1 行ずつ見積もる</translation>
    </message>
    <message>
        <source>Engine that the plan is written for, such as vllm or llama.cpp</source>
        <translation>プランの書き出し先のエンジン (例: vllm、llama.cpp)</translation>
    </message>
    <message>
        <source>Format: safetensors, pth, per-tensor or offload</source>
        <translation>形式: safetensors、pth、per-tensor、offload</translation>
    </message>
    <message>
        <source>per-tensor writes one .pt file per tensor. offload writes an offload folder in Accelerate&apos;s format.</source>
        <translation>per-tensor はテンソルごとに 1 つの .pt、offload は Accelerate のオフロード先フォルダーです。</translation>
    </message>
    <message>
        <source>Folder for files that the exported command or script needs; created if missing</source>
        <translation>コマンドに必要なファイルのフォルダー。なければ作成する</translation>
    </message>
    <message>
        <source>Document to write: .html, .md, .csv or .svg</source>
        <translation>書き出す文書: .html、.md、.csv、.svg</translation>
    </message>
    <message>
        <source>.html and .md contain all plans of a project, .csv contains the bytes of the plans by device, and .svg shows the board of one plan.</source>
        <translation>.html と .md にはプロジェクトの全プラン、.csv にはデバイスごとのバイト数、.svg には 1 つのプランのボードが入ります。</translation>
    </message>
    <message>
        <source>The .tree.json to write (net.tree.json for your own code)</source>
        <translation>書き出す .tree.json (自分のコードでは既定で net.tree.json)</translation>
    </message>
    <message>
        <source>Export even if Stowage cannot determine whether the plan fits</source>
        <translation>プランが収まるか不明でもエクスポートする</translation>
    </message>
    <message>
        <source>Replace an existing file even if it was not written by stowagectl tree</source>
        <translation>このコマンドが書いたものではない既存のファイルも置き換える</translation>
    </message>
    <message>
        <source>Records of loads, runs and chains to include, in addition to those of the project</source>
        <translation>文書に加える、ロード、実行、チェーンの追加の記録</translation>
    </message>
    <message>
        <source>The records are files that the Stowage window stores, or the JSON output of load, run and compare.</source>
        <translation>ウィンドウが保存したファイル、または load、run、compare の JSON です。</translation>
    </message>
    <message>
        <source>Seconds after which Python is stopped (120)</source>
        <translation>Python を停止するまでの秒数 (既定: 120)</translation>
    </message>
    <message>
        <source>Architecture, such as gpt2, raschka-gpt2, llama-7b or llama-tiny (gpt2)</source>
        <translation>アーキテクチャー。例: gpt2、raschka-gpt2、llama-7b、llama-tiny (既定: gpt2)</translation>
    </message>
    <message>
        <source>gpt2 and raschka-gpt2, each also with -medium, -large or -xl; llama-7b; and, with a few megabytes, llama-tiny, mistral-tiny, mixtral-tiny, qwen2-tiny, qwen3-tiny, bert-tiny, t5-tiny and mamba-tiny.</source>
        <translation>gpt2 と raschka-gpt2 (どちらも -medium、-large、-xl が可能)、llama-7b、および数メガバイトの llama-tiny、mistral-tiny、mixtral-tiny、qwen2-tiny、qwen3-tiny、bert-tiny、t5-tiny、mamba-tiny です。</translation>
    </message>
    <message>
        <source>Cast floating-point tensors: float16, bfloat16, float32 or float64</source>
        <translation>浮動小数点のテンソルをキャストする: float16、bfloat16、float32、float64</translation>
    </message>
    <message>
        <source>Data type: float32, float16, bfloat16 or float64 (float32)</source>
        <translation>dtype: float32、float16、bfloat16、float64 (既定: float32)</translation>
    </message>
    <message>
        <source>File format: safetensors, pth, or per-tensor (safetensors)</source>
        <translation>ファイル形式: safetensors、pth、per-tensor (既定: safetensors)</translation>
    </message>
    <message>
        <source>per-tensor writes one .pt file per tensor.</source>
        <translation>per-tensor はテンソルごとに 1 つの .pt です。</translation>
    </message>
    <message>
        <source>Maximum total size of the tensors in one safetensors shard; an index file lists the shards</source>
        <translation>1 つの safetensors ファイルに入れるテンソルの最大バイト数。インデックスも書き出す</translation>
    </message>
    <message>
        <source>A larger tensor is written to a separate file. Headers are not included in the size.</source>
        <translation>これより大きいテンソルは単独のファイルになります。ヘッダーは数えません。</translation>
    </message>
    <message>
        <source>Seed of the weights (0)</source>
        <translation>重みのシード (既定: 0)</translation>
    </message>
    <message>
        <source>Weights: default, or perturbed = random norms and biases (default)</source>
        <translation>重み: default、または perturbed = norm とバイアスも乱数 (既定: default)</translation>
    </message>
    <message>
        <source>Continue an interrupted command; repeat its options</source>
        <translation>中断した実行を、同じオプションで続ける</translation>
    </message>
    <message>
        <source>Print the copy as JSON lines, as stowagectl serve sends them</source>
        <translation>コピーを、serve が送る形の JSON 行として出力する</translation>
    </message>
    <message>
        <source>Name of the machine with the weights, to store in the copy</source>
        <translation>コピーに記す、重みのあるマシンの名前</translation>
    </message>
    <message>
        <source>Folder in which models may be read; repeatable (the home folder)</source>
        <translation>モデルを読んでよいフォルダー。繰り返し指定可 (既定: ホームフォルダー)</translation>
    </message>
    <message>
        <source>Prompt as token IDs (1,2,3)</source>
        <translation>トークン ID で書いたプロンプト (既定: 1,2,3)</translation>
    </message>
    <message>
        <source>Recorded cases, one JSON object per line, or &quot;-&quot;</source>
        <translation>記録されたケース。1 行に 1 つの JSON オブジェクト、または &quot;-&quot;</translation>
    </message>
    <message>
        <source>File of the module trees that the cases refer to</source>
        <translation>ケースが名前を挙げるツリー</translation>
    </message>
    <message>
        <source>Print each answer as a line of JSON instead of comparing it</source>
        <translation>比較せずに、各答えを JSON の 1 行として出力する</translation>
    </message>
    <message>
        <source>List the cards that --gpus accepts by name, with their published figures</source>
        <translation>--gpus に名前で指定できるカードを、公表値とともに一覧にする</translation>
    </message>
    <message>
        <source>Measure the speed of memory, disk and matrix products; takes about 10 seconds</source>
        <translation>メモリー、ディスク、行列積を約 10 秒間測定する</translation>
    </message>
    <message>
        <source>The rates are stored and used to predict times.</source>
        <translation>速度は保存され、時間の予測に使われます。</translation>
    </message>
    <message>
        <source>Folder on the disk to measure (the user&apos;s cache folder)</source>
        <translation>測定するディスク上のフォルダー (既定: ユーザーのキャッシュフォルダー)</translation>
    </message>
    <message>
        <source>A file is written to the folder and then removed.</source>
        <translation>そこにファイルを 1 つ書き、削除します。</translation>
    </message>
    <message>
        <source>Maximum size of the file that --measure writes (160MiB)</source>
        <translation>--measure が書くファイルの最大サイズ (既定: 160MiB)</translation>
    </message>
    <message>
        <source>Check the CUDA devices instead of a simulated GPU</source>
        <translation>代わりに CUDA デバイスを検査する</translation>
    </message>
    <message>
        <source>Prompt as token IDs, such as 15496,11,995; repeat it for more prompts</source>
        <translation>トークン ID で書いたプロンプト (例: 15496,11,995)。繰り返し指定可</translation>
    </message>
    <message>
        <source>Several prompts of any length run in the same forward passes.</source>
        <translation>複数のプロンプトは長さを問わず、同じパスで実行されます。</translation>
    </message>
    <message>
        <source>File with the model&apos;s input array, such as the pixel values of an image</source>
        <translation>配列を取るモデルへの配列 (例: 画像のピクセル値)</translation>
    </message>
    <message>
        <source>The array is float32. An image has the shape channels x height x width. A prompt is optional.</source>
        <translation>float32 で、画像ではチャンネル x 高さ x 幅です。プロンプトはあってもなくてもかまいません。</translation>
    </message>
    <message>
        <source>Tokens to generate after the prompt, one pass per token (0)</source>
        <translation>生成するトークンの数。1 トークンごとに 1 回のパス (既定: 0)</translation>
    </message>
    <message>
        <source>Sample tokens at this temperature; without it, the most likely token is taken</source>
        <translation>この温度でトークンを抽選する (既定: 最も確からしいものを取る)</translation>
    </message>
    <message>
        <source>Values above 1 make the probabilities more even. Values below 1 make the probabilities less even.</source>
        <translation>1 より大きいと確率は均一に近づき、1 より小さいと差が広がります。</translation>
    </message>
    <message>
        <source>With --temperature: draw from the N most likely tokens (all)</source>
        <translation>--temperature の指定時: 最も確率の高い N 個から抽選する (既定: すべて)</translation>
    </message>
    <message>
        <source>Seed for --temperature; the same seed draws the same tokens (0)</source>
        <translation>--temperature のシード。同じシードなら同じトークンになる (既定: 0)</translation>
    </message>
    <message>
        <source>Batch size: copies of the prompt in each forward pass (1)</source>
        <translation>同時に実行するプロンプトのコピー数 (既定: 1)</translation>
    </message>
    <message>
        <source>Tokens of each prompt in one forward pass, with a KV cache (the whole prompt)</source>
        <translation>1 回のパスに入れる各プロンプトのトークン数。キャッシュを使う (既定: 全体)</translation>
    </message>
    <message>
        <source>eager stores the attention scores of a layer in memory, fused does not (eager)</source>
        <translation>eager はレイヤーのスコアをメモリーに置き、fused は置かない (既定: eager)</translation>
    </message>
    <message>
        <source>With LibTorch 2, fused is faster than eager for long prompts.</source>
        <translation>LibTorch 2 では、長いプロンプトは fused の方が速くなります。</translation>
    </message>
    <message>
        <source>First tokens of the decoder of a model such as T5 (from config.json)</source>
        <translation>T5 のようなモデルのデコーダーの最初のトークン (既定: config.json の値)</translation>
    </message>
    <message>
        <source>Number of threads that compute (one fewer than the number of cores)</source>
        <translation>計算するスレッドの数 (既定: コアの数より 1 少ない数)</translation>
    </message>
    <message>
        <source>config.json of a model stored without one, such as an offload folder</source>
        <translation>config.json を伴わないモデル (オフロードフォルダーなど) の config.json</translation>
    </message>
    <message>
        <source>Models that run after MODEL on the same tokens, one after another; repeatable</source>
        <translation>続けて同じトークンで順番に実行するモデル。繰り返し指定可</translation>
    </message>
    <message>
        <source>All models are in RAM. A model is copied to the execution device as a whole when the model is called, and removed when the next model is called. b*50 calls the model b fifty times, without removing b in between.</source>
        <translation>モデルはすべて RAM にあります。モデルは呼ばれると全体が実行デバイスにコピーされ、次のモデルが呼ばれると取り除かれます。b*50 は b を 50 回呼び、その間 b はそこに残ります。</translation>
    </message>
    <message>
        <source>Pass each model&apos;s prompt and answer to the next model of --chain</source>
        <translation>各モデルのプロンプトと答えを --chain の次のモデルに渡す</translation>
    </message>
    <message>
        <source>Only models that accept these tokens receive the prompt and the answer.</source>
        <translation>そのトークンを受け付けるモデルだけに渡されます。</translation>
    </message>
    <message>
        <source>Methods to compare, such as mmap,streamed (all)</source>
        <translation>比較する方式。コンマ区切り (既定: すべて)</translation>
    </message>
    <message>
        <source>Load method, such as naive or mmap; auto selects a method for the plan and the files (auto)</source>
        <translation>ロード方式。auto はプランとファイルから選ぶ (既定: auto)</translation>
    </message>
    <message>
        <source>Simulate the load without reading any weights</source>
        <translation>重みに触れずにロードをたどる</translation>
    </message>
    <message>
        <source>A dry run also works with a .tree.json, and with models and devices larger than this machine.</source>
        <translation>.tree.json や、このマシンより大きいモデルとデバイスにも使えます。</translation>
    </message>
    <message>
        <source>Compare every loaded byte with the file</source>
        <translation>ロードしたすべてのバイトをファイルと比較する</translation>
    </message>
    <message>
        <source>Verify the load and print the SHA-256 of each tensor</source>
        <translation>検証し、各テンソルの SHA-256 を出力する</translation>
    </message>
    <message>
        <source>Load even if the pre-flight check refuses the plan</source>
        <translation>事前チェックがプランを拒否してもロードする</translation>
    </message>
    <message>
        <source>RAM limit of the load</source>
        <translation>ロードが使ってよい RAM の最大量</translation>
    </message>
    <message>
        <source>The limit applies to %1. The limit is enforced by the pre-flight check, by a watchdog that stops the load and, if possible, by a control group.</source>
        <translation>上限の対象: %1。事前チェック、ロードを止める監視、可能ならコントロールグループがこれを守らせます。</translation>
    </message>
    <message>
        <source>Page cache of the files before each load: as-is, cold or warm (as-is)</source>
        <translation>各ロード前のファイルのページキャッシュ: as-is、cold、warm (既定: as-is)</translation>
    </message>
    <message>
        <source>cold drops the pages of the files with posix_fadvise DONTNEED. warm reads the files once.</source>
        <translation>cold: posix_fadvise DONTNEED。warm: ファイルを一度読みます。</translation>
    </message>
    <message>
        <source>Unused RAM before each load: as-is, or touched = written once (as-is)</source>
        <translation>各ロード前の未使用の RAM: as-is、または touched = 1 回書き込む (既定: as-is)</translation>
    </message>
    <message>
        <source>touched writes to as much free RAM as the load needs, at most nine tenths of it. A virtual machine then gets this memory from its host before the load, not during the load.</source>
        <translation>touched は、ロードに必要な分の空き RAM に書き込みます (最大で空きの 9 割)。仮想マシンは、そのメモリーをロード中ではなくロード前にホストから得ます。</translation>
    </message>
    <message>
        <source>Load this many times in one process; fail if memory grows (1)</source>
        <translation>1 つのプロセスでのロード回数。メモリーが増えると失敗になる (既定: 1)</translation>
    </message>
    <message>
        <source>All memory is released between two loads, unless --reuse is given.</source>
        <translation>--reuse を指定しない限り、ロードの間にすべてのメモリーが解放されます。</translation>
    </message>
    <message>
        <source>With --repeat: load into the memory that the previous load used</source>
        <translation>--repeat と併用: 前のロードが残したメモリーにロードする</translation>
    </message>
    <message>
        <source>Keep the weights loaded until the end of standard input</source>
        <translation>標準入力が終わるまで重みを保持する</translation>
    </message>
    <message>
        <source>During the load, the lines pause, resume and step on standard input control the load.</source>
        <translation>ロード中は、その pause、resume、step の行に従います。</translation>
    </message>
    <message>
        <source>The forward pass runs on the devices that store the weights. &quot;stowagectl compare&quot; compares its logits with a reference.</source>
        <translation>パスは重みのあるデバイスで実行されます。compare はそのロジットを参照と比較します。</translation>
    </message>
    <message>
        <source>File of logits from stowagectl reference, to compare with the logits of --forward</source>
        <translation>--forward のロジットと比べるロジット。reference が書き出したもの</translation>
    </message>
    <message>
        <source>File of logits to compare with those of --forward, created if missing (a temporary file)</source>
        <translation>--forward の logits と比べる logits のファイル。なければ作る (既定: 一時ファイル)</translation>
    </message>
    <message>
        <source>GPUs: real, none, or simulated, such as 24GiB,24GiB (real if there are any, else none)</source>
        <translation>GPU: real、none、またはシミュレーション (例: 24GiB,24GiB) (既定: あれば real)</translation>
    </message>
    <message>
        <source>A simulated GPU is [MACHINE/]CAPACITY[*N], followed by any of :used=SIZE, :context=SIZE, :link=RATE, :allocator=KIND and :name=TEXT. CAPACITY may be the name of a card, as in rtx-4090*2 or 2x4090 (devices --catalogue lists the names). RATE is the published rate of the link. MACHINE is the name of another machine of a cluster, as in b/80GiB.</source>
        <translation>シミュレートされた GPU は [MACHINE/]CAPACITY[*N] に :used=SIZE、:context=SIZE、:link=RATE、:allocator=KIND、:name=TEXT を任意に続けたものです。CAPACITY にはカードも指定できます (rtx-4090*2 や 2x4090、devices --catalogue が一覧を表示)。RATE はリンクの公表値、MACHINE はクラスターの別のマシンの名前です (b/80GiB)。</translation>
    </message>
    <message>
        <source>Accelerate&apos;s max_memory, such as 0=10GiB,1=10GiB,cpu=30GiB</source>
        <translation>Accelerate の max_memory (例: 0=10GiB,1=10GiB,cpu=30GiB)</translation>
    </message>
    <message>
        <source>The value may also be a Python dict: {0: &apos;10GiB&apos;, &apos;cpu&apos;: &apos;30GiB&apos;}. A number without a unit is in bytes.</source>
        <translation>Python の dict でも指定できます: {0: &apos;10GiB&apos;, &apos;cpu&apos;: &apos;30GiB&apos;}。単位のない数はバイトです。</translation>
    </message>
    <message>
        <source>RAM to plan with; also the CPU limit unless --max-memory sets one (free RAM)</source>
        <translation>計画に使う RAM。--max-memory が CPU の上限を指定しなければ、その上限にもなる (既定: 空き RAM)</translation>
    </message>
    <message>
        <source>Free RAM is the free memory of the machine or of the process&apos;s cgroup, whichever is less, read once when the model is opened. plan --json reports the time of this reading as read_at. A plan with more RAM than this machine has can be estimated but not loaded.</source>
        <translation>空き RAM はマシンと cgroup のもので、モデルを開くときに一度読みます。plan --json はその時刻を read_at として示します。このマシンより多い RAM のプランは見積もれますが、ロードできません。</translation>
    </message>
    <message>
        <source>Disk capacity for offloaded weights (free space)</source>
        <translation>オフロードした重みに使えるディスク容量 (既定: 空き容量)</translation>
    </message>
    <message>
        <source>A plan with more disk than this machine has can be estimated but not loaded.</source>
        <translation>このマシンより多いディスクのプランは見積もれますが、ロードできません。</translation>
    </message>
    <message>
        <source>Visible GPUs, renumbered, as in CUDA_VISIBLE_DEVICES: 1,0</source>
        <translation>見える GPU。CUDA_VISIBLE_DEVICES と同じく番号を振り直す: 1,0</translation>
    </message>
    <message>
        <source>Allocator of simulated GPUs: native or expandable_segments (native)</source>
        <translation>シミュレートされた GPU のアロケーター: native、expandable_segments (既定: native)</translation>
    </message>
    <message>
        <source>The option corresponds to PYTORCH_CUDA_ALLOC_CONF in PyTorch.</source>
        <translation>PyTorch で PYTORCH_CUDA_ALLOC_CONF が設定するものです。</translation>
    </message>
    <message>
        <source>Rate and latency between machines of --gpus; repeatable (1.25GB/s:100us)</source>
        <translation>--gpus のマシン間の速度と遅延。繰り返し指定可 (既定: 1.25GB/s:100us)</translation>
    </message>
    <message>
        <source>A link without machine names applies to any two machines.</source>
        <translation>名前がなければ、任意の 2 台の間のリンクです。</translation>
    </message>
    <message>
        <source>Strategy: %1 (auto)</source>
        <translation>戦略: %1 (既定: auto)</translation>
    </message>
    <message>
        <source>Device map to use: a file, &quot;-&quot;, the map itself, a strategy, or a device</source>
        <translation>与えるマップ: ファイル、&quot;-&quot;、マップそのもの、または auto や cpu などの語</translation>
    </message>
    <message>
        <source>The map may be JSON, a Python dict, or a script that contains a Python dict. The words of from_pretrained are also accepted: %1.</source>
        <translation>マップは JSON、Python の dict、またはそれを含むスクリプトです。語は from_pretrained のものです: %1。</translation>
    </message>
    <message>
        <source>Place this module on this device; the strategy places the other modules</source>
        <translation>モジュールをデバイスに固定する。残りは戦略がプランする。複数回指定できる</translation>
    </message>
    <message>
        <source>Module classes that are never split (the no-split classes of the architecture)</source>
        <translation>分割しないクラス (既定: アーキテクチャー自身のもの)</translation>
    </message>
    <message>
        <source>As in load_hf_model: use the first N GPUs; with 1, the whole model is on one GPU</source>
        <translation>load_hf_model と同じ: 番号の小さい N 個の GPU を使う。1 ならモデル全体を 1 つに置く</translation>
    </message>
    <message>
        <source>With --device or --max-gpu-memory, but without --num-gpus, the whole model is on one device, as in load_hf_model, even if a device map was made first. --strategy, --device-map and --max-memory correspond to the **kwargs of load_hf_model.</source>
        <translation>--device または --max-gpu-memory があり --num-gpus がなければ、先にデバイスマップが作られていても、load_hf_model と同じくモデル全体が 1 つのデバイスに置かれます。--strategy、--device-map、--max-memory は load_hf_model の **kwargs に当たります。</translation>
    </message>
    <message>
        <source>As in load_hf_model: one limit for each GPU (85 % of its free memory)</source>
        <translation>load_hf_model と同じ: 各 GPU の上限 (既定: 空きメモリーの 85%)</translation>
    </message>
    <message>
        <source>As in load_hf_model: cpu, cuda, one GPU such as cuda:1, or mps (cuda)</source>
        <translation>load_hf_model と同じ: cpu、cuda、1 つの GPU (例: cuda:1)、mps (既定: cuda)</translation>
    </message>
    <message>
        <source>mps means a machine whose CPU and GPU share one memory. A plan for mps cannot be loaded.</source>
        <translation>mps は CPU と GPU がメモリーを共有するマシンです。そのプランはロードできません。</translation>
    </message>
    <message>
        <source>Planner: accelerate, or transformers as in from_pretrained (depends on the model)</source>
        <translation>プランナー: accelerate、または from_pretrained の transformers (既定: モデルによる)</translation>
    </message>
    <message>
        <source>The default is transformers for a model with a class of transformers, and accelerate for other models.</source>
        <translation>既定では、transformers のクラスのモデルなら transformers、ほかは accelerate です。</translation>
    </message>
    <message>
        <source>Goal of --strategy optimal: decode, prefill, mix, context or pipeline (decode)</source>
        <translation>--strategy optimal の目標: decode、prefill、mix、context、pipeline (既定: decode)</translation>
    </message>
    <message>
        <source>Weights of time to first token and time per token, for --objective mix (1 and --generate)</source>
        <translation>--objective mix の重み: 最初のトークンまでの時間、1 トークンの時間 (既定: 1 と --generate)</translation>
    </message>
    <message>
        <source>Place a smaller module first if the next module does not fit</source>
        <translation>次のモジュールが収まらなければ、小さいものを先に置く</translation>
    </message>
    <message>
        <source>Do not merge entries of the device map that are on the same device</source>
        <translation>同じデバイスの項目をまとめない</translation>
    </message>
    <message>
        <source>Dtype of the weights (as stored)</source>
        <translation>この dtype でプランし、ロードする (既定: 保存時のまま)</translation>
    </message>
    <message>
        <source>Plan with weights quantised to int8, nf4, fp4, fp8 or mxfp4 (as the config says)</source>
        <translation>量子化したものとして計画する: int8、nf4、fp4、fp8、mxfp4、none</translation>
    </message>
    <message>
        <source>A plan with quantised weights cannot be loaded. none ignores the quantisation in config.json.</source>
        <translation>量子化された重みのプランはロードできません。none は config.json の量子化を無視します。</translation>
    </message>
    <message>
        <source>With --quantize nf4 or fp4: quantise the scales as well</source>
        <translation>--quantize nf4 か fp4 と併用: スケールも量子化する</translation>
    </message>
    <message>
        <source>Plan of a project (the current plan)</source>
        <translation>プロジェクトのどのプランか (既定: 現在のプラン)</translation>
    </message>
    <message>
        <source>LoRA adapter to add: a folder of PEFT or of diffusers; repeatable</source>
        <translation>加える LoRA アダプター: PEFT か diffusers のフォルダー。繰り返し指定可</translation>
    </message>
    <message>
        <source>The adapter is not merged into the weights.</source>
        <translation>アダプターは重みにマージされません。</translation>
    </message>
    <message>
        <source>Another model on the same devices, such as a draft model; repeatable</source>
        <translation>同じデバイスに置く別のモデル (例: ドラフトモデル)。繰り返し指定可</translation>
    </message>
    <message>
        <source>The .tree.json that the weights belong to (the .tree.json next to the weights)</source>
        <translation>重みが属する .tree.json (既定: 重みの隣にあるもの)</translation>
    </message>
    <message>
        <source>Class of the model that is built from a config.json (the class in the config.json)</source>
        <translation>config.json から作るクラス (既定: そこに書かれたクラス)</translation>
    </message>
    <message>
        <source>Part of a nested PyTorch checkpoint that contains the model (the largest part)</source>
        <translation>入れ子の PyTorch チェックポイントのうちモデルである部分 (既定: 最大のもの)</translation>
    </message>
    <message>
        <source>Rename keys that begin with A so that they begin with B; repeatable</source>
        <translation>A で始まるキーを B で始まるように改名する。繰り返し指定可</translation>
    </message>
    <message>
        <source>module.= removes the prefix module. from the keys.</source>
        <translation>module.= は名前から module. を取り除きます。</translation>
    </message>
    <message>
        <source>Variant of a diffusers pipeline&apos;s files, such as fp16</source>
        <translation>diffusers のパイプラインのファイルのバリアント (例: fp16)</translation>
    </message>
    <message>
        <source>Also plan the model&apos;s layers for multi-token prediction</source>
        <translation>モデルの複数トークン予測のレイヤーも計画する</translation>
    </message>
    <message>
        <source>Python with transformers, for models that Stowage does not know</source>
        <translation>transformers のある Python。Stowage の知らないモデル用</translation>
    </message>
    <message>
        <source>Python runs in a separate process, without network access, if Stowage does not support the model_type.</source>
        <translation>model_type が未知のとき、ネットワークなしの独立したプロセスで動きます。</translation>
    </message>
    <message>
        <source>Let the Python of --python run the code next to config.json</source>
        <translation>この Python に、config.json の隣のコードの実行を許す</translation>
    </message>
    <message>
        <source>Engine whose memory rules apply, such as vllm (transformers)</source>
        <translation>メモリーの規則を適用するエンジン (既定: transformers)</translation>
    </message>
    <message>
        <source>One of stowage, transformers, transformers-static, vllm, sglang, llama.cpp.</source>
        <translation>stowage、transformers、transformers-static、vllm、sglang、llama.cpp のいずれかです。</translation>
    </message>
    <message>
        <source>Prompt length in tokens (1024; less if the model has fewer positions)</source>
        <translation>各プロンプトのトークン数 (既定: 1,024。モデルの位置が少なければその数)</translation>
    </message>
    <message>
        <source>Not for run: run takes its prompts from --tokens or --prompt-text</source>
        <translation>run では使えません。プロンプトは --tokens か --prompt-text で指定します</translation>
    </message>
    <message>
        <source>Tokens to generate after each prompt (256; less if the model has fewer positions)</source>
        <translation>各プロンプトの後のトークン数 (既定: 256。モデルの位置が少なければその数)</translation>
    </message>
    <message>
        <source>KV-cache dtype: float32, float16, bfloat16, fp8, int8 or q4 (the compute dtype)</source>
        <translation>キーと値: float32、float16、bfloat16、fp8、int8、q4 (既定: 計算の dtype)</translation>
    </message>
    <message>
        <source>Data type in which the model computes (the weights&apos; dtype)</source>
        <translation>モデルが計算に使う dtype (既定: 重みの dtype)</translation>
    </message>
    <message>
        <source>eager keeps all attention scores in memory, fused keeps none (the engine&apos;s default)</source>
        <translation>eager はすべてのスコアをメモリーに置き、fused は置かない (既定: エンジンによる)</translation>
    </message>
    <message>
        <source>Tokens of a prompt in one forward pass (the whole prompt)</source>
        <translation>1 回のパスに入れるプロンプトのトークン数 (既定: 全体)</translation>
    </message>
    <message>
        <source>Images of each request, for a model that accepts images (0)</source>
        <translation>各リクエストの画像数。画像を取るモデル用 (既定: 0)</translation>
    </message>
    <message>
        <source>Tensor-parallel size: GPUs among which every layer is divided (1)</source>
        <translation>各レイヤーを均等に分けて持つ GPU の数 (既定: 1)</translation>
    </message>
    <message>
        <source>Tensor parallelism is used instead of a device map. With vLLM and SGLang, the default is the largest number of GPUs among which the model can be divided.</source>
        <translation>デバイスマップの代わりに使われます。vLLM と SGLang の既定は、モデルを分割できる最大の数です。</translation>
    </message>
    <message>
        <source>Maximum number of tokens in one forward pass of vLLM (vLLM&apos;s default for the card)</source>
        <translation>vLLM の 1 回のパスに入る全シーケンスのトークン数 (既定: カードによる)</translation>
    </message>
    <message>
        <source>Share of each GPU&apos;s memory that vLLM or SGLang uses (0.92; SGLang: depends on the card)</source>
        <translation>vLLM や SGLang が使う各 GPU のメモリーの割合 (既定: 0.92、SGLang はカードによる)</translation>
    </message>
    <message>
        <source>With SGLang, the value is the share for weights and cache.</source>
        <translation>SGLang では、重みとキャッシュの割合です。</translation>
    </message>
    <message>
        <source>Folder for weights offloaded to disk (a temporary one, removed at the end)</source>
        <translation>ディスク上の重み用のフォルダー (既定: 一時フォルダー、終了時に削除)</translation>
    </message>
    <message>
        <source>Layers to prefetch while a layer computes (2)</source>
        <translation>実行中のレイヤーより先に重みを運び込むレイヤーの数 (既定: 2)</translation>
    </message>
    <message>
        <source>Load a layer&apos;s weights only when the layer runs, as Accelerate does</source>
        <translation>Accelerate と同じく、レイヤーの重みを、そのレイヤーの実行時に初めて取り込む</translation>
    </message>
    <message>
        <source>Device on which offloaded layers run (the lowest-numbered GPU of the map, or else the CPU)</source>
        <translation>オフロードしたレイヤーの実行場所 (既定: マップで番号が最小の GPU、なければ CPU)</translation>
    </message>
    <message>
        <source>Stream offloaded modules to a GPU or compute them on the CPU; repeatable (stream)</source>
        <translation>オフロードしたモジュールを GPU に流すか、CPU で計算する。繰り返し指定可 (既定: stream)</translation>
    </message>
    <message>
        <source>The last rule that names a module, or a parent of that module, applies.</source>
        <translation>モジュールまたはその上位を指定した最後の規則が適用されます。</translation>
    </message>
    <message>
        <source>Also offload buffers, like Accelerate&apos;s offload_buffers</source>
        <translation>バッファーもオフロードする (Accelerate の offload_buffers と同じ)</translation>
    </message>
    <message>
        <source>Accelerate&apos;s main_device: device on which offloaded layers run if there are hooks</source>
        <translation>Accelerate の main_device: フックがある場合に、オフロードされたレイヤーを実行する場所</translation>
    </message>
    <message>
        <source>Accelerate&apos;s force_hooks: add hooks even if the model is on one device</source>
        <translation>Accelerate の設定: モデルが 1 つのデバイスにあってもフックを付ける</translation>
    </message>
    <message>
        <source>Accelerate&apos;s preload_module_classes: classes whose modules load all weights below them at once</source>
        <translation>Accelerate と同じ: モジュールがその下の重みをすべて一度に運ぶクラス</translation>
    </message>
    <message>
        <source>Accelerate&apos;s skip_keys: keyword arguments that hooks do not move to another device</source>
        <translation>Accelerate と同じ: フックが元の場所に残すキーワード引数</translation>
    </message>
    <message>
        <source>Load on each of these machines at the same time, with the stowagectl that ssh finds</source>
        <translation>これらの各マシンで同時にロードする。ssh で見つかる stowagectl を使う</translation>
    </message>
    <message>
        <source>localhost is this machine. The first machine makes the plan with its own devices. Each machine reads the paths in its own file system.</source>
        <translation>localhost はこのマシンです。最初のマシンが自分のデバイスでプランを作ります。パスは各マシンのものです。</translation>
    </message>
    <message>
        <source>Run the layers in several processes, on machines that are reachable by ssh</source>
        <translation>ssh で接続できるマシン上の複数のプロセスでレイヤーを実行する</translation>
    </message>
    <message>
        <source>Each process loads and runs some of the layers. localhost is this machine, and MODEL is a path on each machine. Activations are sent directly from address to address, without encryption or authentication. MACHINE:FIRST-LAST@ADDRESS names the address to listen on.</source>
        <translation>各プロセスはモデルの一部を持ちます。localhost はこのマシンで、MODEL は各マシンのパスです。活性値はアドレス間を、暗号化も認証もなしに送られます。MACHINE:FIRST-LAST@ADDRESS で待ち受けアドレスを指定します。</translation>
    </message>
    <message>
        <source>Send the weights from this machine to the stages on other machines</source>
        <translation>別のマシンの各ステージに、その重みをこのマシンから送る</translation>
    </message>
    <message>
        <source>The weights are removed from the other machines at the end.</source>
        <translation>最後にそこから削除されます。</translation>
    </message>
    <message>
        <source>Groups of prompts that the stages process at the same time, 1 to 64 (the number of stages)</source>
        <translation>ステージを同時に通るプロンプトのグループ数、1～64 (既定: ステージの数)</translation>
    </message>
    <message>
        <source>The stages compute at the same time, each on a different group.</source>
        <translation>ステージは互いに並行して計算します。</translation>
    </message>
    <message>
        <source>Seconds without data after which a stage is considered failed (300)</source>
        <translation>データが来ないステージを諦めるまでの秒数 (既定: 300)</translation>
    </message>
    <message>
        <source>File for the memory use of each stage, one line of JSON per second</source>
        <translation>各ステージのメモリーを書くファイル。毎秒 1 行の JSON</translation>
    </message>
    <message>
        <source>Print one JSON object on standard output, for programs</source>
        <translation>プログラム向けに、標準出力に 1 つの JSON オブジェクトを出力する</translation>
    </message>
    <message>
        <source>Write each prompt&apos;s last logits as float32 [prompts × vocabulary]</source>
        <translation>各プロンプトの最後のロジットを float32 [プロンプト × 語彙] で書き出す</translation>
    </message>
    <message>
        <source>For an encoder, the option writes the output values. &quot;-&quot; is standard output.</source>
        <translation>エンコーダーではその数値です。&quot;-&quot; は標準出力です。</translation>
    </message>
    <message>
        <source>Write the memory samples as CSV, with load phase and tensor name</source>
        <translation>メモリーのサンプルを、フェーズとテンソルとともに CSV で書き出す</translation>
    </message>
    <message>
        <source>&quot;-&quot; is standard output.</source>
        <translation>&quot;-&quot; は標準出力です。</translation>
    </message>
    <message>
        <source>Folder for the memory samples of each method as CSV: METHOD.csv</source>
        <translation>各方式のメモリーのサンプルを CSV で置くフォルダー: METHOD.csv</translation>
    </message>
    <message>
        <source>Write the activity of devices, links and disk over time, as CSV</source>
        <translation>デバイス、リンク、ディスクがいつ何をしたかを CSV で書き出す</translation>
    </message>
    <message>
        <source>Write a JSON record of the load: plan, figures and memory curves</source>
        <translation>プランと曲線を含む記録を JSON で書き出す</translation>
    </message>
    <message>
        <source>The window&apos;s history, reports and projects can read the record. If a project is loaded or run, the project then refers to the record. &quot;-&quot; is standard output.</source>
        <translation>ウィンドウの履歴、レポート、プロジェクトが読みます。ロードまたは実行したプロジェクトはそれを参照するようになります。&quot;-&quot; は標準出力です。</translation>
    </message>
    <message>
        <source>Write the final position of each tensor in GPU memory, as JSON</source>
        <translation>終了時に各 GPU のどこに各テンソルがあるかを JSON で書き出す</translation>
    </message>
    <message>
        <source>Verify the load, and write each tensor&apos;s device, dtype and verification result as CSV</source>
        <translation>検証し、すべてのテンソルのデバイス、dtype、比較結果を CSV で書き出す</translation>
    </message>
    <message>
        <source>Write progress and memory as JSON lines during the load</source>
        <translation>ロード中の進行状況とメモリーを JSON 行で書き出す</translation>
    </message>
    <message>
        <source>The lines are for programs that follow the load. &quot;-&quot; is standard output. compare accepts this option only with one method.</source>
        <translation>ロードを追うプログラム向けです。&quot;-&quot; は標準出力です。compare では方式が 1 つのときに使えます。</translation>
    </message>
    <message>
        <source>Link end that this process represents</source>
        <translation>このプロセスが担うリンクの端</translation>
    </message>
    <message>
        <source>Stage that this process runs, with the layers of the stage</source>
        <translation>このプロセスが担うステージとそのレイヤー</translation>
    </message>
    <message>
        <source>--stage-timeout of this process</source>
        <translation>このプロセスの --stage-timeout</translation>
    </message>
    <message>
        <source>--micro-batches of this process</source>
        <translation>このプロセスの --micro-batches</translation>
    </message>
    <message>
        <source>Number of stages that share the cores of this machine</source>
        <translation>このマシンのコアを共有するステージの数</translation>
    </message>
    <message>
        <source>Print this help and exit</source>
        <translation>このヘルプを表示して終了する</translation>
    </message>
    <message>
        <source>Print all options with their details and exit</source>
        <translation>すべてのオプションを詳細とともに表示して終了する</translation>
    </message>
    <message>
        <source>Show the version; with --json also those of LibTorch, Qt and the rules</source>
        <translation>バージョンを表示する。--json では LibTorch、Qt、規則のバージョンも</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>引数</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Hooks and offload</source>
        <translation>フックとオフロード</translation>
    </message>
    <message>
        <source>Several machines</source>
        <translation>複数のマシン</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>ヘルプ</translation>
    </message>
    <message>
        <source>Between processes of Stowage</source>
        <translation>Stowage のプロセス間</translation>
    </message>
    <message>
        <source>Without --python, Stowage builds the module trees of the models that it supports. With --python, the given Python builds the module tree of every model.</source>
        <translation>--python がなければ、モジュールは Stowage が知っているものです。指定すると、どのモデルでもその Python に尋ねます。</translation>
    </message>
    <message>
        <source>Exit status: 0 if the device map is valid, 5 if the map is valid with warnings, 1 if the map cannot be loaded.</source>
        <translation>終了ステータス: 0 はマップが有効、5 は有効だが警告あり、1 はロード不可。</translation>
    </message>
    <message>
        <source>The exit status is the same as that of &quot;stowagectl plan&quot;. The output contains comments about parts of the plan that the engine cannot express.</source>
        <translation>終了ステータス: plan と同じ。エンジンが表せないことは、コメントに書かれます。</translation>
    </message>
    <message>
        <source>The folder gpt of the examples contains a model that this command creates: stowagectl sample gpt --arch raschka-gpt2</source>
        <translation>例のフォルダー gpt には、次のコマンドで作るモデルがあります: stowagectl sample gpt --arch raschka-gpt2</translation>
    </message>
    <message>
        <source>The last example below prints a table like that of the window&apos;s lesson on loading GPT-2. To create the model of this example, run: stowagectl sample gpt --arch raschka-gpt2</source>
        <translation>下の最後の例は、GPT-2 のロードについてのウィンドウのレッスンと同じような表を表示します。この例のモデルを作るには、次を実行してください: stowagectl sample gpt --arch raschka-gpt2</translation>
    </message>
    <message>
        <source>The command reads the model one layer at a time with plain file reads, independently of the loading code.</source>
        <translation>モデルを 1 レイヤーずつ、ロードとは何も共有しない単純な読み取りで読みます。</translation>
    </message>
    <message>
        <source>a later peak, with the state dict of %1 on the host, is about as high</source>
        <translation>その後、ホスト上に state dict (%1) があるときのピークも、ほぼ同じ高さです</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1 (シミュレーション)</translation>
    </message>
    <message>
        <source>%1 has no weights</source>
        <translation>%1 は空</translation>
    </message>
    <message>
        <source>%1 has %2: %3</source>
        <translation>%1 に %2: %3</translation>
    </message>
    <message>
        <source>RAM increase</source>
        <translation>ロード前からの RAM の増加</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>host</source>
        <translation>ホスト</translation>
    </message>
    <message>
        <source>used by others</source>
        <translation>他が使用</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>estimated, %1</source>
        <translation>見積もり、%1</translation>
    </message>
    <message>
        <source>reserved (predicted)</source>
        <translation>予約済み (予測)</translation>
    </message>
    <message>
        <source>not limited</source>
        <translation>制限なし</translation>
    </message>
    <message>
        <source>limit for weights</source>
        <translation>重みの上限</translation>
    </message>
    <message>
        <source>no</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>module</source>
        <translation>モジュール</translation>
    </message>
    <message>
        <source>(whole model)</source>
        <translation>(モデル全体)</translation>
    </message>
    <message>
        <source>Device map</source>
        <translation>デバイスマップ</translation>
    </message>
    <message>
        <source>%1 more entries are omitted from this report; &quot;stowagectl plan --json&quot; prints all entries.</source>
        <translation>ほか %1 項目は省略しました。「stowagectl plan --json」はすべてを出力します。</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>見積もり</translation>
    </message>
    <message>
        <source>There is no estimate for the workload of this plan.</source>
        <translation>処理の見積もりはありません。</translation>
    </message>
    <message>
        <source>Workload: %1. Memory is calculated by the rules of %2.</source>
        <translation>処理: %1。メモリーは %2 の規則によります。</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>basis of the value</source>
        <translation>根拠</translation>
    </message>
    <message>
        <source>estimated from rates measured on this machine</source>
        <translation>このマシンで実測した速度からの見積もり</translation>
    </message>
    <message>
        <source>estimated from published rates</source>
        <translation>公表された速度からの見積もり</translation>
    </message>
    <message>
        <source>First token (prefill)</source>
        <translation>最初のトークンまで</translation>
    </message>
    <message>
        <source>Each further token (decode)</source>
        <translation>以降の 1 トークンあたり</translation>
    </message>
    <message>
        <source>%1; range from %2 to %3</source>
        <translation>%1。幅は %2～%3</translation>
    </message>
    <message>
        <source>Load time</source>
        <translation>ロード時間</translation>
    </message>
    <message>
        <source>predicted from rates measured on this machine</source>
        <translation>このマシンで実測した速度からの予測</translation>
    </message>
    <message>
        <source>the disk was not measured (stowagectl devices --measure)</source>
        <translation>ディスクは未測定です (stowagectl devices --measure)</translation>
    </message>
    <message>
        <source>Basis of the estimate</source>
        <translation>見積もりの根拠</translation>
    </message>
    <message>
        <source>Strategy: %1, which found no plan. Rules: %2.</source>
        <translation>戦略: %1 ではプランが見つかりませんでした。規則: %2。</translation>
    </message>
    <message>
        <source>Strategy: %1. Rules: %2.</source>
        <translation>戦略: %1。規則: %2。</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>問題</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>プラン</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>tokens per second (estimated)</source>
        <translation>毎秒トークン数 (見積もり)</translation>
    </message>
    <message>
        <source>load time (predicted)</source>
        <translation>ロード時間 (予測)</translation>
    </message>
    <message>
        <source>none follow</source>
        <translation>以降なし</translation>
    </message>
    <message>
        <source>The plans</source>
        <translation>プラン一覧</translation>
    </message>
    <message>
        <source>%1 %2 (simulated)</source>
        <translation>%1 %2 (シミュレーション)</translation>
    </message>
    <message>
        <source>%1 %2 (measured)</source>
        <translation>%1 %2 (実測)</translation>
    </message>
    <message>
        <source>chain</source>
        <translation>チェーン</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>相違あり</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>%1 (%2), %3</source>
        <translation>%1 (%2)、%3</translation>
    </message>
    <message>
        <source>Memory of the %1</source>
        <translation>メモリー: %1</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>difference from prediction</source>
        <translation>予測との差</translation>
    </message>
    <message>
        <source>times</source>
        <translation>回数</translation>
    </message>
    <message>
        <source>moved to %1</source>
        <translation>%1 への移動量</translation>
    </message>
    <message>
        <source>transfer time (measured)</source>
        <translation>移動時間 (実測)</translation>
    </message>
    <message>
        <source>time of all calls (measured)</source>
        <translation>全呼び出し (実測)</translation>
    </message>
    <message>
        <source>The %1 of %2: %3</source>
        <translation>%2 の%1: %3</translation>
    </message>
    <message>
        <source>Recorded loads and runs</source>
        <translation>ロード、実行、チェーン</translation>
    </message>
    <message>
        <source>when (UTC)</source>
        <translation>日時 (UTC)</translation>
    </message>
    <message>
        <source>what</source>
        <translation>種別</translation>
    </message>
    <message>
        <source>came to</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>time (measured)</source>
        <translation>時間 (実測)</translation>
    </message>
    <message>
        <source>time (predicted)</source>
        <translation>時間 (予測)</translation>
    </message>
    <message>
        <source>peak reserved</source>
        <translation>予約済みピーク</translation>
    </message>
    <message>
        <source>RAM increase (measured)</source>
        <translation>ロード前からの RAM の増加 (実測)</translation>
    </message>
    <message>
        <source>note</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>Records that could not be read</source>
        <translation>読み取れなかった記録</translation>
    </message>
    <message>
        <source>Plans for %1</source>
        <translation>%1 のプラン</translation>
    </message>
    <message>
        <source>Created by Stowage on %1.</source>
        <translation>%1 に Stowage が作成しました。</translation>
    </message>
    <message>
        <source>Created by Stowage on %1 for the model %2.</source>
        <translation>%2 について %1 に Stowage が作成しました。</translation>
    </message>
    <message>
        <source>1 GiB is 2^30 bytes. Simulated and estimated figures are not measurements.</source>
        <translation>1 GiB は 2^30 バイトです。シミュレーションと見積もりの値は実測値ではありません。</translation>
    </message>
    <message>
        <source>Show cards by maximum time to first token and minimum speed: ttft=0.5,tps=30</source>
        <translation>最初のトークンまでの最大時間と最低速度を満たすカードを表示: ttft=0.5,tps=30</translation>
    </message>
    <message>
        <source>Prompt as text; needs the tokenizer files next to the model</source>
        <translation>テキストのプロンプト。モデルの横にトークナイザーのファイルが必要</translation>
    </message>
    <message>
        <source>After the load, run a forward pass of these token IDs, such as 1,2,3; only for raschka-gpt2</source>
        <translation>ロード後に、このトークン ID (例: 1,2,3) でフォワードパスを実行する。raschka-gpt2 専用</translation>
    </message>
    <message>
        <source>The top level</source>
        <translation>最上位</translation>
    </message>
    <message>
        <source>Engine whose memory rules apply, such as transformers (stowage)</source>
        <translation>メモリーの規則を適用するエンジン (既定: stowage)</translation>
    </message>
    <message>
        <source>given by the map</source>
        <translation>マップで指定</translation>
    </message>
    <message>
        <source>%1 %2 (at byte %3).</source>
        <translation>%1: %2 (バイト %3)。</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>全体</translation>
    </message>
    <message>
        <source>%1 is invalid: %2 %3 Correct it, or use an older copy.</source>
        <translation>%1 は壊れています。%2: %3そこを修正するか、古いコピーを使ってください。</translation>
    </message>
    <message>
        <source>%1 is invalid: %2 %3. Correct it, or use an older copy.</source>
        <translation>%1 は壊れています。%2: %3。そこを修正するか、古いコピーを使ってください。</translation>
    </message>
    <message>
        <source>is not a whole number from 0 to %1</source>
        <translation>0 から %1 までの整数ではありません</translation>
    </message>
    <message>
        <source>is not a number from 0 to %1</source>
        <translation>0 から %1 までの数ではありません</translation>
    </message>
    <message>
        <source>is %1, which this version does not support</source>
        <translation>%1 ですが、このバージョンの知らないものです</translation>
    </message>
    <message>
        <source>is not a list</source>
        <translation>リストではありません</translation>
    </message>
    <message>
        <source>is not a list with %1 elements</source>
        <translation>%1 個のリストではありません</translation>
    </message>
    <message>
        <source>is not an object</source>
        <translation>オブジェクトではありません</translation>
    </message>
    <message>
        <source>The host key of %1 is not the key in known_hosts. Ask the administrator of that machine whether the key was replaced. If it was, remove the old key: ssh-keygen -R %1</source>
        <translation>%1 のホスト鍵が known_hosts の鍵と異なります。鍵が交換されたかどうかを、そのマシンの管理者に確認してください。交換されていた場合は、古い鍵を削除してください: ssh-keygen -R %1</translation>
    </message>
    <message>
        <source>The host key of %1 is not in known_hosts yet. Connect once in a terminal and check the key: ssh %1</source>
        <translation>%1 のホスト鍵はまだ known_hosts にありません。端末から一度接続して鍵を確認してください: ssh %1</translation>
    </message>
    <message>
        <source>The login to %1 was denied. Stowage cannot type a password here: set up a key for this login, or start an ssh agent that has the key.</source>
        <translation>%1 へのログインが拒否されました。Stowage はここでパスワードを入力できません。このログイン用の鍵を設定するか、鍵を持つ ssh エージェントを起動してください。</translation>
    </message>
    <message>
        <source>--strategy &quot;%1&quot; is unknown; use %2.</source>
        <translation>--strategy &quot;%1&quot; は不明です。使えるのは %2 です。</translation>
    </message>
    <message>
        <source>--mix &quot;%1&quot;: give --objective mix and two weights of at least 0, not both 0, as in --objective mix --mix 1,256.</source>
        <translation>--mix &quot;%1&quot;: --objective mix --mix 1,256 のように、--objective mix と、どちらも 0 以上で両方が 0 ではない 2 つの重みを指定してください。</translation>
    </message>
    <message>
        <source>--double-quant applies only to --quantize nf4 and fp4, not to --quantize %1.</source>
        <translation>--double-quant を使えるのは --quantize nf4 と fp4 だけで、--quantize %1 には使えません。</translation>
    </message>
    <message>
        <source>%1 names %2, but --gpus specifies no GPU; add GPUs to --gpus or name another device.</source>
        <translation>%1 は %2 を指定していますが、--gpus に GPU がありません。--gpus にデバイスを追加するか、別のものを指定してください。</translation>
    </message>
    <message>
        <source>%1 names %2, but the number of GPUs in --gpus is %3; add GPUs to --gpus or name another device.</source>
        <translation>%1 は %2 を指定していますが、--gpus にある GPU は %3 個です。--gpus にデバイスを追加するか、別のものを指定してください。</translation>
    </message>
    <message>
        <source>--pin places &quot;%1&quot; on two devices; keep one of the two.</source>
        <translation>--pin が &quot;%1&quot; に 2 つのデバイスを指定しています。1 つだけ残してください。</translation>
    </message>
    <message>
        <source>the disk cannot compute; use a GPU or the CPU.</source>
        <translation>ディスクでは何も計算できません。GPU または CPU を指定してください。</translation>
    </message>
    <message>
        <source>--execution-device sets the same device; give only one of the two options.</source>
        <translation>--execution-device も同じことを指定しています。どちらか一方を指定してください。</translation>
    </message>
    <message>
        <source>%1 names %2, which is not one of the devices; use a GPU of --gpus, or the CPU.</source>
        <translation>%1 は %2 を指定していますが、デバイスに含まれていません。--gpus のいずれか、または CPU を指定してください。</translation>
    </message>
    <message>
        <source>%1 names %2, but the CPU and the disk are in another machine; use the CPU or a GPU of that machine.</source>
        <translation>%1 は %2 を指定していますが、CPU とディスクを持つマシンにありません。そのマシンの GPU のいずれか、または CPU を指定してください。</translation>
    </message>
    <message>
        <source>Offload buffers</source>
        <translation>バッファーのオフロード</translation>
    </message>
    <message>
        <source>Offload the buffers</source>
        <translation>バッファーもオフロード</translation>
    </message>
    <message>
        <source>Keep buffers on the GPUs</source>
        <translation>バッファーを GPU に残す</translation>
    </message>
    <message>
        <source>Fallback allocation</source>
        <translation>フォールバック割り当て</translation>
    </message>
    <message>
        <source>If a module does not fit, place a smaller one first</source>
        <translation>収まらないモジュールがあれば小さいモジュールを先に配置</translation>
    </message>
    <message>
        <source>Place modules in their order</source>
        <translation>モジュールを順序どおりに配置</translation>
    </message>
    <message>
        <source>Unclean map</source>
        <translation>まとめていないマップ</translation>
    </message>
    <message>
        <source>Keep one map entry per module</source>
        <translation>モジュールごとに項目を残す</translation>
    </message>
    <message>
        <source>Merge device map entries</source>
        <translation>同じデバイスの項目をまとめる</translation>
    </message>
    <message>
        <source>Main device</source>
        <translation>メインデバイス</translation>
    </message>
    <message>
        <source>Forced hooks</source>
        <translation>フックの強制</translation>
    </message>
    <message>
        <source>Preloaded classes</source>
        <translation>プリロードするクラス</translation>
    </message>
    <message>
        <source>Offloaded modules</source>
        <translation>オフロードするモジュール</translation>
    </message>
    <message>
        <source>on</source>
        <translation>オン</translation>
    </message>
    <message>
        <source>off</source>
        <translation>オフ</translation>
    </message>
    <message>
        <source>give an object</source>
        <translation>オブジェクトを指定してください</translation>
    </message>
    <message>
        <source>Request to start from, as &quot;request&quot; in plan --json; typed options replace parts</source>
        <translation>出発点とするリクエスト (plan --json の &quot;request&quot; と同じ形式)。入力したオプションがその一部を置き換えます</translation>
    </message>
    <message>
        <source>The value is a file, &quot;-&quot;, or the JSON object itself.</source>
        <translation>値はファイル、&quot;-&quot;、または JSON オブジェクトそのものです。</translation>
    </message>
    <message>
        <source>Only 1 of %1 machines loaded the model: %2, in %3.</source>
        <translation>モデルをロードしたのは %1 台中 1 台だけです: %2、%3。</translation>
    </message>
    <message>
        <source>The ssh process of this machine that was connected to %1 was terminated by signal %2.</source>
        <translation>%1 に接続していた、このマシンの ssh プロセスがシグナル %2 で終了しました。</translation>
    </message>
    <message>
        <source>The process on %1 was killed. If memory ran out there, use the load method streamed or --ram-limit.</source>
        <translation>%1 のプロセスが強制終了されました。そこでメモリーが不足した場合は、ロード方法 streamed または --ram-limit を使ってください。</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2</source>
        <translation>%1 に接続できません: %2</translation>
    </message>
    <message>
        <source>The connection to %1 failed or was lost, or the process on that machine was killed, for example because memory ran out.</source>
        <translation>%1 との接続ができなかったか切れたか、そこのプロセスが強制終了されました (メモリー不足のときなど)。</translation>
    </message>
    <message>
        <source>The program stowagectl on %1 exited with status %2, and its output does not come from Stowage; install Stowage&apos;s stowagectl on that machine.</source>
        <translation>%1 の stowagectl という名前のプログラムは状態 %2 で終了し、stowagectl としての応答を返しませんでした。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; %2.</source>
        <translation>&quot;%1&quot; は%2。</translation>
    </message>
    <message>
        <source>%1 cannot be used with a model on another machine.</source>
        <translation>%1 は、別のマシンにあるモデルとは一緒に使えません。</translation>
    </message>
    <message>
        <source>stowagectl %1 cannot use a model on another machine.</source>
        <translation>stowagectl %1 は、別のマシンにあるモデルを使えません。</translation>
    </message>
    <message>
        <source>%1 has not confirmed the end of the load.</source>
        <translation>%1 はロードの終了を確認していません。</translation>
    </message>
    <message>
        <source>The loads were interrupted, but these machines have not confirmed the end of their loads: %1.</source>
        <translation>ロードは中断されましたが、次のマシンはロードの終了を確認していません: %1。</translation>
    </message>
    <message>
        <source>Do one job that another process of Stowage writes to standard input</source>
        <translation>Stowage の別のプロセスが標準入力に書くジョブを 1 つ実行する</translation>
    </message>
    <message>
        <source>Show the devices of this machine, with the stowagectl that ssh finds</source>
        <translation>このマシンのデバイスを、ssh が見つける stowagectl で表示する</translation>
    </message>
    <message>
        <source>End, and free all memory, after this many seconds without a request (never)</source>
        <translation>この秒数リクエストがなければ終了し、すべてのメモリーを解放する (なし)</translation>
    </message>
</context>
<context>
    <name>stowage::AccuracyPoint</name>
    <message>
        <source>%1, run after loading with %2</source>
        <translation>%1、%2 でロードしての実行</translation>
    </message>
    <message>
        <source>%1, load with %2</source>
        <translation>%1、%2 でのロード</translation>
    </message>
</context>
<context>
    <name>stowage::AllocatorModel</name>
    <message>
        <source>The device has too little free memory for %1: %2 of %3 is reserved.</source>
        <translation>デバイスに %1 の空きがありません: %3 のうち %2 が予約済みです。</translation>
    </message>
</context>
<context>
    <name>stowage::AllowedFolders</name>
    <message>
        <source>There is no folder %1.</source>
        <translation>フォルダー %1 はありません。</translation>
    </message>
    <message>
        <source>%1 does not exist in the served folders (%2).</source>
        <translation>読み取りが許可されているフォルダー (%2) の中に、%1 はありません。</translation>
    </message>
    <message>
        <source>%1 is a project, whose model may be outside the served folders. Request the model instead of the project.</source>
        <translation>%1 はプロジェクトで、そのモデルはどこにあるかわかりません。モデルそのものを指定してください。</translation>
    </message>
    <message>
        <source>%1 exists, but is not in the served folders (%2). In the window, add its folder to the machine&apos;s folders; otherwise, use serve --allow.</source>
        <translation>%1 はありますが、公開されているフォルダー (%2) の中にありません。ウィンドウではマシンのフォルダー欄にそのフォルダーを追加し、それ以外では serve --allow を使ってください。</translation>
    </message>
</context>
<context>
    <name>stowage::AppendFile</name>
    <message>
        <source>%1 has no stored bytes.</source>
        <translation>%1 に保存済みのバイトはありません。</translation>
    </message>
</context>
<context>
    <name>stowage::ArchiveReader</name>
    <message>
        <source>%1 contains two pickles, %2 and %3, but only one is allowed.</source>
        <translation>%1 には %2 と %3 の 2 つの pickle がありますが、許されるのは 1 つだけです。</translation>
    </message>
    <message>
        <source>%1 is an archive of NumPy arrays (.npz), which is not supported. Unpack the archive into a folder and open the folder, or save the arrays with safetensors.numpy.save_file.</source>
        <translation>%1 は NumPy の配列アーカイブ (.npz) で、読み取れません。フォルダーに展開すれば、そのフォルダーを開けます。または safetensors.numpy.save_file で保存してください。</translation>
    </message>
    <message>
        <source>%1 is a zip file, but not a PyTorch checkpoint: it has no data.pkl; save the state dict with torch.save, or unpack the archive.</source>
        <translation>%1 は zip ファイルですが、PyTorch のチェックポイントではありません: data.pkl がありません。torch.save で state dict を保存するか、中身を展開してください。</translation>
    </message>
    <message>
        <source>%1 has a byteorder record of %2 bytes, which is too large.</source>
        <translation>%1 の byteorder レコードは %2 バイトで、大きすぎます。</translation>
    </message>
    <message>
        <source>%1 stores its tensors in the byte order %2; only little-endian files are supported.</source>
        <translation>%1 はテンソルをバイト順 %2 で保存しています。読み取れるのはリトルエンディアンのファイルだけです。</translation>
    </message>
    <message>
        <source>The pickle %1 of %2 has %3 bytes; the limit is %4.</source>
        <translation>%2 の pickle %1 は %3 バイトです。読み取れるのは最大 %4 バイトです。</translation>
    </message>
    <message>
        <source>The checksum of %1 in %2 does not match its bytes; the file may be damaged.</source>
        <translation>%2 の %1 のチェックサムがバイトと合いません。ファイルが壊れている可能性があります。</translation>
    </message>
    <message>
        <source>refers to the record %1, which does not exist</source>
        <translation>存在しないレコード %1 を参照しています</translation>
    </message>
    <message>
        <source>%1 is a frozen TorchScript archive (torch.jit.freeze): its tensors are constants of its code and no longer have names. Open the model&apos;s state dict or an archive that was saved before freezing.</source>
        <translation>%1 は凍結された TorchScript アーカイブです (torch.jit.freeze): テンソルはコードの定数になり、もう名前がありません。モデルの state dict か、凍結する前のアーカイブを開いてください。</translation>
    </message>
</context>
<context>
    <name>stowage::BlockCheck</name>
    <message>
        <source>%1 is a %2, which must not be split, but it is on %3 and therefore runs on %4. Accelerate moves the inputs of modules that the map names, but not the values that the block itself adds: if a sum uses both, Accelerate fails with %5. Move the block to one device.</source>
        <translation>%1 は分割してはならない %2 ですが、%3 に置かれ、そのため %4 で実行されます。Accelerate は、マップに名前のあるモジュールに入るものは移動しますが、ブロック自身が足し合わせるものは移動しません。和が両者を取るところで %5 により停止します。1 つのデバイスへ移動してください。</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split, but only its submodules have entries in the map. They run on %3, and the input of the block arrives on %4. Accelerate does not move values that bypass a submodule: if the block adds such values, Accelerate fails with %5. Put the whole block on one device.</source>
        <translation>%1 は分割してはならない %2 ですが、マップに項目があるのはその部分だけです。部分は %3 で実行されますが、その入力は %4 に届きます。部分を通らずに先へ渡るものは、何も移動しません。ブロックがそれを足し合わせるところで、Accelerate は %5 により停止します。ブロック全体に 1 つのデバイスを指定してください。</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split, but it is on %3. The forward pass works because the whole block runs on %4: each forward pass copies the other weights of the block to that device.</source>
        <translation>%1 は分割してはならない %2 ですが、%3 に置かれています。全体が %4 で実行され、フォワードパスごとに残りがそこへ運ばれるため、動作はします。</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split. The block runs on %4, but the map puts %3, which has no weights, on another device. If a module with its own entry uses the output of %3, the forward pass works, but copies the output. If the block itself uses the output, Accelerate fails with %5. Move the block to one device.</source>
        <translation>%1 は分割してはならない %2 ですが、マップは重みのない %3 を残りとは別のデバイスに置いています。残りは %4 で動きます。自分のエントリーを持つ部品がその出力を受け取る場合は、フォワードパスごとのコピーで動きます。ブロック自体がその出力で計算する場合、Accelerate は %5 で停止します。1 つのデバイスに移してください。</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split, but it is on %3 and therefore runs on %4. Only single layers are separate. If a layer with its own entry uses the output of a separate layer, as after a norm of GPT-2, the forward pass works, but copies the output. If the block itself uses the output, as in BERT, Accelerate fails with %5. Move the block to one device.</source>
        <translation>%1 は分割してはならない %2 ですが、%3 にあるため %4 で動きます。離れているのは単独のレイヤーだけです。GPT-2 のノルムの後のように、エントリーを持つ別のレイヤーがその出力を受け取る場合は、フォワードパスごとのコピーで動きます。BERT のようにブロック自体がその出力で計算する場合、Accelerate は %5 で停止します。1 つのデバイスに移してください。</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split, but only the submodules of its %3 have entries in the map. They run on %4. Accelerate does not move values there that the model computes once for all layers, such as positions and masks: the forward pass fails with %5. Put the whole block on one device.</source>
        <translation>%1 は分割してはならない %2 ですが、マップにはその %3 の部品のエントリーしかありません。部品は %4 で動きますが、位置やマスクのようにモデルが全レイヤーのために一度だけ作るものは、そこへ移されません。フォワードパスは %5 で停止します。ブロック全体を 1 つのデバイスに置いてください。</translation>
    </message>
</context>
<context>
    <name>stowage::CalibrationRun</name>
    <message>
        <source>The measurement was stopped; none of its results were stored.</source>
        <translation>測定は停止されました。測定結果は何も保存されていません。</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityEstimate</name>
    <message>
        <source>No time estimate: this machine has not been measured. Run &quot;stowagectl devices --measure&quot; once.</source>
        <translation>時間は示されません: ここではこのマシンが計算しますが、まだ測定されていません。&quot;stowagectl devices --measure&quot; で 1 回測定してください。</translation>
    </message>
    <message>
        <source>No time estimate: the compute speed of %1 is not published and has not been measured. Run &quot;stowagectl devices --measure&quot; once on the machine with this GPU.</source>
        <translation>時間は示されません: %1 の計算速度は公表されておらず、まだ測定されていません。そのマシンで &quot;stowagectl devices --measure&quot; を 1 回実行して測定してください。</translation>
    </message>
    <message>
        <source>No time estimate: this device map cannot be loaded.</source>
        <translation>時間は見積もられません。このマップはロードされません。</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityQuestions</name>
    <message>
        <source>The estimate was cancelled.</source>
        <translation>見積もりはキャンセルされました。</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityQuestions::RemedySearch</name>
    <message>
        <source>prompts in chunks of %1 tokens</source>
        <translation>プロンプトを %1 トークンずつのチャンクに</translation>
    </message>
    <message>
        <source>a context of %1 tokens</source>
        <translation>%1 トークンのコンテキスト長</translation>
    </message>
    <message>
        <source>%1 sequence at once</source>
        <translation>同時に %1 シーケンス</translation>
    </message>
    <message>
        <source>%1 sequences at once</source>
        <translation>同時に %1 シーケンス</translation>
    </message>
    <message>
        <source>the engine &quot;%1&quot;</source>
        <translation>エンジン %1</translation>
    </message>
    <message>
        <source>the allocator setting %1</source>
        <translation>アロケーターの設定 %1</translation>
    </message>
    <message>
        <source>weights in %1</source>
        <translation>重みを %1 に</translation>
    </message>
    <message>
        <source>keys and values in %1</source>
        <translation>キーと値を %1 に</translation>
    </message>
    <message>
        <source>the strategy &quot;%1&quot;</source>
        <translation>戦略 %1</translation>
    </message>
    <message>
        <source>weights distributed under changed limits</source>
        <translation>別の上限で重みを割り振る</translation>
    </message>
    <message>
        <source>weights offloaded under lower limits</source>
        <translation>上限を下げて重みをオフロード</translation>
    </message>
    <message>
        <source>weights distributed under lower limits</source>
        <translation>上限を下げて重みを分配</translation>
    </message>
</context>
<context>
    <name>stowage::CaseBuilder</name>
    <message>
        <source>%1 is not valid JSON at byte %2; record the file again.</source>
        <translation>%1 はバイト %2 で JSON の規則に反しています。記録し直してください。</translation>
    </message>
    <message>
        <source>%1 is nested more than 1024 levels deep; record the file again.</source>
        <translation>%1 の入れ子が 1024 階層を超えています。記録し直してください。</translation>
    </message>
</context>
<context>
    <name>stowage::Catalogue</name>
    <message>
        <source>%1 is not a catalogue of Qt Linguist: its .ts format is invalid at byte %2.</source>
        <translation>%1 は Qt Linguist のカタログではありません: バイト %2 が .ts ファイルの形式ではありません。</translation>
    </message>
</context>
<context>
    <name>stowage::ChainedModel</name>
    <message>
        <source>The model %1 needs %2 to run as a whole on %3, but only %4 is free. Offload the models that are still on that device, free some memory there, or stream the weights layer by layer.</source>
        <translation>モデル %1 を %3 で全体として実行するには、そこに %2 が必要ですが、空きは %4 です。まだそこにあるモデルをオフロードするか、メモリーを空けるか、重みをレイヤーごとに取り込むようにしてください。</translation>
    </message>
    <message>
        <source>The model %1 needs %2 to run as a whole on %3. Offload the models that are still on that device, free some memory there, or stream the weights layer by layer.</source>
        <translation>モデル %1 を %3 で全体として実行するには、そこに %2 が必要です。まだそこにあるモデルをオフロードするか、メモリーを空けるか、重みをレイヤーごとに取り込むようにしてください。</translation>
    </message>
    <message>
        <source>The model %1 should run on %2, which is not among the devices of the load.</source>
        <translation>モデル %1 の実行先は %2 ですが、それはロードのデバイスに含まれていません。</translation>
    </message>
    <message>
        <source>No tensor %1 is loaded.</source>
        <translation>テンソル %1 はロードされていません。</translation>
    </message>
</context>
<context>
    <name>stowage::CheckList</name>
    <message>
        <source>an exception was not handled: %1</source>
        <translation>例外が漏れ出た: %1</translation>
    </message>
</context>
<context>
    <name>stowage::ChoiceTimes</name>
    <message>
        <source>Without time estimates, the best plan cannot be determined; choose another strategy.</source>
        <translation>時間が分からなければ、どのプランが最良かは言えません。別の戦略を選んでください。</translation>
    </message>
</context>
<context>
    <name>stowage::CommandContext</name>
    <message>
        <source>Standard output could not be written, so the result is lost.</source>
        <translation>標準出力に書き出せなかったため、結果は失われました。</translation>
    </message>
    <message>
        <source>Only one argument can be &quot;-&quot;: standard input can be read only once.</source>
        <translation>&quot;-&quot; にできる引数は 1 つだけです。標準入力を読めるのは 1 回です。</translation>
    </message>
    <message>
        <source>Standard input is longer than 256 MiB; give the name of a file instead.</source>
        <translation>標準入力が 256 MiB を超えています。代わりにファイル名を指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::CommandInput</name>
    <message>
        <source>The job is longer than %1.</source>
        <comment>64 MiB</comment>
        <translation>ジョブが %1 を超えています。</translation>
    </message>
</context>
<context>
    <name>stowage::CompareVerb</name>
    <message>
        <source>compare runs several processes, which cannot share standard input; give a file instead of &quot;-&quot;.</source>
        <translation>compare は複数のプロセスを実行するため、標準入力を共有できません。&quot;-&quot; の代わりにファイルを指定してください。</translation>
    </message>
    <message>
        <source>--events records only one load, but --methods names %1 methods; name one.</source>
        <translation>--events は 1 つのロードを記録しますが、--methods には %1 個の方式があります。方式を 1 つ指定してください。</translation>
    </message>
    <message>
        <source>--csv: the folder %1 cannot be created: %2.</source>
        <translation>--csv: フォルダー %1 を作成できません: %2。</translation>
    </message>
    <message>
        <source>The comparison was interrupted while it computed the reference logits.</source>
        <translation>比較は、基準の実行中に中断されました。</translation>
    </message>
    <message>
        <source>The comparison was interrupted at the method %1.</source>
        <translation>比較は %1 で中断されました。</translation>
    </message>
</context>
<context>
    <name>stowage::CompletionVerb</name>
    <message>
        <source>There is no completion for the shell &quot;%1&quot;; use bash, zsh or fish.</source>
        <translation>&quot;%1&quot; 用の補完はありません。bash、zsh、fish のいずれかを指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::Compute</name>
    <message>
        <source>This backend cannot use single experts of %1.</source>
        <translation>この演算バックエンドでは、%1 のエキスパートを区別できません。</translation>
    </message>
    <message>
        <source>norm without a scale</source>
        <translation>スケールのない正規化</translation>
    </message>
    <message>
        <source>conversion between dtypes</source>
        <translation>dtype 間の変換</translation>
    </message>
    <message>
        <source>causal convolution</source>
        <translation>因果的畳み込み</translation>
    </message>
    <message>
        <source>selective scan</source>
        <translation>選択的スキャン</translation>
    </message>
    <message>
        <source>This compute backend does not accept an array as input.</source>
        <translation>この演算バックエンドは配列を受け取りません。</translation>
    </message>
    <message>
        <source>This backend has no convolution for %1</source>
        <translation>この演算バックエンドには %1 のための畳み込みがありません</translation>
    </message>
    <message>
        <source>This backend has no one-dimensional convolution for %1</source>
        <translation>この演算バックエンドには %1 のための行方向の畳み込みがありません</translation>
    </message>
    <message>
        <source>This backend cannot compute cosine similarities scaled by %1</source>
        <translation>この演算バックエンドは %1 による行の比較を行いません</translation>
    </message>
</context>
<context>
    <name>stowage::ConfigFitter</name>
    <message>
        <source>The file contains %1, like %2 in older releases of transformers, and the module tree follows the file. In transformers 5, one parameter of the same size contains all experts of a layer; a module tree built only from %3 shows this parameter.</source>
        <translation>ファイルは、以前のリリースが %2 を登録したときと同じく %1 を持っており、ツリーも同様です。transformers 5 では、1 レイヤーの全エキスパートが 1 つのパラメーターになり、バイトは同じです。%3 だけから作ったツリーでは、そのように表示されます。</translation>
    </message>
    <message>
        <source>%1 key of the file has another name in %2 and was renamed by the rules of from_pretrained: %3 became %4.</source>
        <translation>ファイルのキー %1 個は %2 では別の名前で、from_pretrained の規則に従いました: %3 は、そこでは %4 です。</translation>
    </message>
    <message>
        <source>%1 keys of the file have other names in %2 and were renamed by the rules of from_pretrained: for example, %3 became %4.</source>
        <translation>ファイルのキー %1 個は %2 では別の名前で、from_pretrained の規則に従いました: %3 は、そこでは %4 です。</translation>
    </message>
    <message>
        <source>%1 specifies the dtype %2, but the file contains %3. The model is planned and loaded as stored; --dtype %2 casts the model, as from_pretrained does.</source>
        <translation>%1 では %2 ですが、ファイルは %3 です。モデルは保存されたままの dtype でプランおよびロードされます。--dtype %2 を付けると、from_pretrained と同じようにキャストします。</translation>
    </message>
    <message>
        <source>%1 declares quantised weights. %2 tensors of the file that %3 does not register (such as %4) are added to their modules as stored.</source>
        <translation>%1 は量子化された重みを宣言しています: ファイルのテンソルのうち、%4 など、%3 が登録しない %2 個は、保存されたままの形でそのモジュールに置かれます。</translation>
    </message>
    <message>
        <source>The file lacks tensors of %2 (%1), which from_pretrained would newly initialise. With the class %3, all tensors are found (--class %3).</source>
        <translation>ファイルには %2 の %1 がなく、from_pretrained はこれを新たに初期化します。%3 ならすべてのテンソルが見つかります: --class %3。</translation>
    </message>
    <message>
        <source>%1 declares quantised weights. %2 tensor of the file that %3 does not register (%4) is added to its module as stored.</source>
        <translation>%1 は量子化された重みを宣言しています: ファイルのテンソルのうち、%3 が登録しない %2 個 (%4) は、保存されたままの形でそのモジュールに置かれます。</translation>
    </message>
</context>
<context>
    <name>stowage::ConfigTreeMaker</name>
    <message>
        <source>The architecture file %1.json is invalid at %2: %3.</source>
        <translation>アーキテクチャファイル %1.json の %2 に誤りがあります: %3。</translation>
    </message>
    <message>
        <source>%1 describes a model of more than %2 modules; Stowage stopped at %3.</source>
        <translation>%1 は %2 個を超えるモジュールのモデルを記述しています。Stowage は %3 で停止しました。</translation>
    </message>
    <message>
        <source>the name of the class is not a string</source>
        <translation>クラスの名前がテキストではありません</translation>
    </message>
    <message>
        <source>no class is named %1</source>
        <translation>%1 という名前のクラスはありません</translation>
    </message>
    <message>
        <source>no part is named %1</source>
        <translation>%1 という名前の部分はありません</translation>
    </message>
    <message>
        <source>%1: %2 is of the model family %3, which has no model without a head; open a .tree.json of the model instead.</source>
        <translation>%1: %2 はファミリー %3 のもので、このファミリーにはヘッドなしのモデルがありません。代わりに .tree.json を開いてください。</translation>
    </message>
    <message>
        <source>an argument does not match any parameter of %1</source>
        <translation>%1 にそのようなパラメーターはありません</translation>
    </message>
    <message>
        <source>%1 needs its parameter %2</source>
        <translation>%1 にはパラメーター %2 が必要です</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3; a whole number from 0 to %4 is required.</source>
        <translation>%1: &quot;%2&quot; は %3 です。0 から %4 までの整数が必要です。</translation>
    </message>
    <message>
        <source>a module is grouped with a later module</source>
        <translation>モジュールが、それより後のモジュールに結合されています</translation>
    </message>
    <message>
        <source>%1: a dimension of %2 would be %3; a whole number of at least 0 is required.</source>
        <translation>%1: %2 の次元が %3 になります。0 以上の整数が必要です。</translation>
    </message>
    <message>
        <source>the module does not exist</source>
        <translation>そのようなモジュールはありません</translation>
    </message>
    <message>
        <source>%1: %2 (for %3); correct the values.</source>
        <translation>%1: %2 (%3 について)。値を修正してください。</translation>
    </message>
    <message>
        <source>%1: %2 would have more than 2^63 bytes; check the sizes.</source>
        <translation>%1: %2 が 2^63 バイトを超えます。サイズを確認してください。</translation>
    </message>
</context>
<context>
    <name>stowage::ConformanceTrees</name>
    <message>
        <source>%1 must be a JSON object with one module tree per name.</source>
        <translation>%1 は、ツリーの名前をツリーに対応付ける 1 つのオブジェクトでなければなりません。</translation>
    </message>
    <message>
        <source>%1 has no module tree &quot;%2&quot;, which a case refers to; give the file of module trees that belongs to the cases.</source>
        <translation>%1 には、ケースが指定するツリー &quot;%2&quot; がありません。ケースに付属するツリーのファイルを指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::ConformanceVerb</name>
    <message>
        <source>The comparison was stopped.</source>
        <translation>比較は停止されました。</translation>
    </message>
    <message>
        <source>%1: the case &quot;%2&quot; has no field &quot;expected&quot; to compare with; use --answers to print the answers without a comparison.</source>
        <translation>%1: ケース &quot;%2&quot; には、比較対象の &quot;expected&quot; がありません。--answers なら不要です。</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>cases</source>
        <translation>ケース</translation>
    </message>
    <message>
        <source>agree</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>differ</source>
        <translation>不一致</translation>
    </message>
    <message>
        <source>all</source>
        <translation>すべて</translation>
    </message>
</context>
<context>
    <name>stowage::ConvertVerb</name>
    <message>
        <source>--dtype &quot;%1&quot; is not a dtype that tensors can be cast to; use float32, float16, bfloat16 or float64.</source>
        <translation>--dtype &quot;%1&quot; は、テンソルのキャスト先にできません。float32、float16、bfloat16、float64 のいずれかを指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::CsvReader</name>
    <message>
        <source>%1 is not a table of comma-separated values: %2 in line %3.</source>
        <translation>%1 はコンマ区切り値の表ではありません (%3 行目): %2。</translation>
    </message>
    <message>
        <source>there is a NUL byte</source>
        <translation>NUL があります</translation>
    </message>
    <message>
        <source>a quotation mark is opened but not closed</source>
        <translation>引用符が開いたまま閉じていません</translation>
    </message>
    <message>
        <source>unexpected characters follow the end of a cell</source>
        <translation>セルの終わりの後に何かがあります</translation>
    </message>
</context>
<context>
    <name>stowage::CudaDevice</name>
    <message>
        <source>Allocating on %1</source>
        <translation>%1 での割り当て</translation>
    </message>
    <message>
        <source>A request</source>
        <translation>要求</translation>
    </message>
    <message>
        <source>%1 needs %2.</source>
        <translation>%1 には %2 が必要です。</translation>
    </message>
    <message>
        <source>Querying %1</source>
        <translation>%1 への問い合わせ</translation>
    </message>
    <message>
        <source>%1 needs %2, but only %3 is free even after emptying the cache.</source>
        <translation>%1 には %2 が必要ですが、キャッシュを空にした後でも空きは %3 です。</translation>
    </message>
    <message>
        <source>Of %1 in total, %2 is reserved by this process, %3 is used by the CUDA context, and %4 is used by other programs.</source>
        <translation>その %1 のうち、%2 はここで予約済み、%3 はコンテキスト、%4 は他のプログラムのものです。</translation>
    </message>
    <message>
        <source>%1 is out of memory.</source>
        <translation>%1 がメモリー不足です。</translation>
    </message>
    <message>
        <source>Free some memory on this device, put fewer layers on it, or choose a smaller dtype.</source>
        <translation>そこのメモリーを空けるか、そこに置くレイヤーを減らすか、より小さい dtype を選んでください。</translation>
    </message>
    <message>
        <source>Copying to %1</source>
        <translation>%1 へのコピー</translation>
    </message>
    <message>
        <source>Copying on %1</source>
        <translation>%1 上でのコピー</translation>
    </message>
    <message>
        <source>Reading back from %1</source>
        <translation>%1 からの読み戻し</translation>
    </message>
    <message>
        <source>Resetting the peak memory figures of %1</source>
        <translation>%1 のピークのリセット</translation>
    </message>
    <message>
        <source>Emptying the cache of %1</source>
        <translation>%1 のキャッシュのクリア</translation>
    </message>
    <message>
        <source>Measuring the link to %1</source>
        <translation>%1 へのリンクの測定</translation>
    </message>
    <message>
        <source>Freeing memory on the card</source>
        <translation>カード上での解放</translation>
    </message>
</context>
<context>
    <name>stowage::CudaWriteQueue::Work</name>
    <message>
        <source>Copying to %1</source>
        <translation>%1 へのコピー</translation>
    </message>
</context>
<context>
    <name>stowage::DTypeRule</name>
    <message>
        <source>load the model in one of these dtypes (--dtype float32)</source>
        <translation>モデルをこれらのいずれかでロードしてください (--dtype float32)</translation>
    </message>
</context>
<context>
    <name>stowage::DescribedWeights</name>
    <message>
        <source>The model has no tensor %1.</source>
        <translation>モデルにテンソル %1 はありません。</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceMemory</name>
    <message>
        <source>The memory that other programs use on %1 is measured; it can be set only for simulated GPUs.</source>
        <translation>他のプログラムが %1 で使用する量は、選ぶものではなく実測されるものです。設定できるのはシミュレートされた GPU だけです。</translation>
    </message>
    <message>
        <source>The copy from the device was cancelled.</source>
        <translation>デバイスからのコピーはキャンセルされました。</translation>
    </message>
    <message>
        <source>The link to %1 cannot be measured: only links to real GPUs can be measured.</source>
        <translation>%1 へのリンクは測定できません: 測定できるのは実 GPU へのリンクだけです。</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceOptions</name>
    <message>
        <source>--allocator applies only to simulated GPUs, but no GPU is simulated; simulate a GPU with --gpus 24GiB.</source>
        <translation>--allocator はシミュレートされた GPU に対するものですが、1 つもありません。--gpus 24GiB でシミュレートしてください。</translation>
    </message>
</context>
<context>
    <name>stowage::DevicesVerb</name>
    <message>
        <source>There is no folder for the measured rates: set HOME or XDG_CONFIG_HOME.</source>
        <translation>結果を置くフォルダーがありません: HOME または XDG_CONFIG_HOME を設定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::DirectoryReader</name>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>%1 を開く処理は停止されました。</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1: %2。</translation>
    </message>
    <message>
        <source>The record %1 of %2 %3.</source>
        <translation>%2 のレコード %1: %3。</translation>
    </message>
    <message>
        <source>%1 is truncated: it begins as a zip file, but the directory at the end of the file is missing; fetch the file again.</source>
        <translation>%1 は途中で切れています: zip ファイルとして始まっていますが、末尾のディレクトリがありません。取得し直してください。</translation>
    </message>
    <message>
        <source>is one part of a split zip archive</source>
        <translation>分割された zip アーカイブの 1 部分です</translation>
    </message>
    <message>
        <source>places its zip64 end record out of bounds</source>
        <translation>zip64 の終端レコードの位置が範囲外です</translation>
    </message>
    <message>
        <source>has no zip64 end record at the offset that its locator specifies</source>
        <translation>ロケーターの指す位置に zip64 の終端レコードがありません</translation>
    </message>
    <message>
        <source>places its zip directory at offset %1 with %2 bytes, which does not fit the file</source>
        <translation>zip ディレクトリがオフセット %1 から %2 バイトとされていますが、ファイルと合いません</translation>
    </message>
    <message>
        <source>%1 has a zip directory of %2 records in %3 bytes; the limits are %4 records and %5 bytes.</source>
        <translation>%1 の zip ディレクトリは %2 レコード、%3 バイトです。読み取れるのは最大 %4 レコード、%5 バイトです。</translation>
    </message>
    <message>
        <source>has a zip directory too small for its %1 records</source>
        <translation>zip ディレクトリが、その %1 レコードに対して小さすぎます</translation>
    </message>
    <message>
        <source>has a broken zip directory</source>
        <translation>zip ディレクトリが壊れています</translation>
    </message>
    <message>
        <source>has a zip directory that ends within a record</source>
        <translation>zip ディレクトリがレコードの途中で終わっています</translation>
    </message>
    <message>
        <source>has data after the last record of its zip directory</source>
        <translation>zip ディレクトリの最後のレコードの後にデータがあります</translation>
    </message>
    <message>
        <source>lacks the zip64 fields that its sizes or its offset require</source>
        <translation>サイズまたはオフセットに必要な zip64 フィールドがありません</translation>
    </message>
    <message>
        <source>is encrypted</source>
        <translation>暗号化されています</translation>
    </message>
    <message>
        <source>is compressed (method %1), but torch stores records uncompressed; save the checkpoint again</source>
        <translation>圧縮されています (方式 %1)。torch がこのように書き出すことはありません。チェックポイントを保存し直してください</translation>
    </message>
    <message>
        <source>is stored uncompressed, but its compressed size differs from its uncompressed size</source>
        <translation>無圧縮ですが、2 つのサイズが異なります</translation>
    </message>
    <message>
        <source>begins at offset %1, too close to the zip directory for its header</source>
        <translation>オフセット %1 で始まるため、zip ディレクトリまでの間にヘッダーが入りません</translation>
    </message>
    <message>
        <source>has no local header at offset %1</source>
        <translation>オフセット %1 にローカルヘッダーがありません</translation>
    </message>
    <message>
        <source>has a different name in its local header</source>
        <translation>ローカルヘッダーの名前が異なります</translation>
    </message>
    <message>
        <source>has %1 bytes from offset %2 and extends past the end of the data</source>
        <translation>オフセット %2 から %1 バイトあり、データの終わりを越えています</translation>
    </message>
    <message>
        <source>overlaps the record %1</source>
        <translation>レコード %1 と重なっています</translation>
    </message>
</context>
<context>
    <name>stowage::Divider</name>
    <message>
        <source>With tensor parallelism, %1 does not divide all parts of the layers of %2 among GPUs; choose another engine.</source>
        <translation>%1 には、%2 のレイヤーのすべての部分を GPU に分割するプランがありません。別のエンジンを指定してください。</translation>
    </message>
    <message>
        <source>The number of attention heads of this model is not known, so the layers cannot be divided; open the model with its config.json.</source>
        <translation>このモデルのアテンションヘッドの数が不明なため、レイヤーを分割できません。config.json と一緒に開いてください。</translation>
    </message>
    <message>
        <source>%1 attention heads cannot be divided evenly among %2 GPUs; use a number of GPUs that divides the number of heads.</source>
        <translation>アテンションヘッド %1 個は、%2 個の GPU に均等に分けられません。割り切れる GPU 数にしてください。</translation>
    </message>
    <message>
        <source>%1 key/value heads cannot be divided evenly among %2 GPUs; use a number of GPUs that divides the number of heads.</source>
        <translation>キー/値ヘッド %1 個は、%2 個の GPU に均等に分けられません。割り切れる GPU 数にしてください。</translation>
    </message>
    <message>
        <source>The feed-forward width of %1 cannot be divided evenly among %2 GPUs; use a number of GPUs that divides this width.</source>
        <translation>フィードフォワード部分の %1 個の数は、%2 個の GPU に均等に分けられません。割り切れる GPU 数にしてください。</translation>
    </message>
    <message>
        <source>The expert width of %1 cannot be divided evenly among %2 GPUs; use a number of GPUs that divides this width.</source>
        <translation>エキスパートの %1 個の数は、%2 個の GPU に均等に分けられません。割り切れる GPU 数にしてください。</translation>
    </message>
    <message>
        <source>The vocabulary of %1 tokens cannot be divided evenly among %2 GPUs; use a number of GPUs that divides the number of tokens.</source>
        <translation>語彙の %1 トークンは、%2 個の GPU に均等に分けられません。割り切れる GPU 数にしてください。</translation>
    </message>
    <message>
        <source>%1 key/value head cannot be divided among %2 GPUs.</source>
        <translation>キー/値ヘッド %1 個は、%2 個の GPU に分けられません。</translation>
    </message>
    <message>
        <source>It is not known how the layers of %1, which have no attention, are divided among GPUs.</source>
        <translation>%1 のレイヤーには、アテンションを持つものがなく、GPU にどう分割されるかは不明です。</translation>
    </message>
</context>
<context>
    <name>stowage::DocumentBuilder</name>
    <message>
        <source>%1 contains binary data.</source>
        <translation>%1 にバイナリデータが含まれています。</translation>
    </message>
    <message>
        <source>%1 has the key %2 twice.</source>
        <translation>%1 にキー %2 が 2 回あります。</translation>
    </message>
    <message>
        <source>%1 is not valid JSON at byte %2.</source>
        <translation>%1 は、バイト %2 で正しい JSON になっていません。</translation>
    </message>
    <message>
        <source>%1 is nested deeper than %2 levels.</source>
        <translation>%1 の入れ子が %2 階層を超えています。</translation>
    </message>
    <message>
        <source>%1 is not valid JSON: the text ends too early, at byte %2.</source>
        <translation>%1 は、末尾のバイト %2 で正しい JSON になっていません。</translation>
    </message>
</context>
<context>
    <name>stowage::DraftReader</name>
    <message>
        <source>%1 is not a module tree: &quot;format&quot; must be &quot;stowage.tree&quot;.</source>
        <translation>%1 はモジュールツリーではありません: &quot;format&quot; は &quot;stowage.tree&quot; でなければなりません。</translation>
    </message>
    <message>
        <source>The &quot;version&quot; of stowage.tree in %1 must be 1.</source>
        <translation>%1 の stowage.tree の &quot;version&quot; が 1 ではありません。</translation>
    </message>
    <message>
        <source>%1 has no object &quot;tree&quot;.</source>
        <translation>%1 にオブジェクト &quot;tree&quot; がありません。</translation>
    </message>
    <message>
        <source>%1 is not valid JSON.</source>
        <translation>%1 は有効な JSON ではありません。</translation>
    </message>
    <message>
        <source>a key</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2。</translation>
    </message>
    <message>
        <source>%1 has %2 that ends at byte %4 and is longer than %3 bytes; shorten it.</source>
        <translation>%1 に %3 バイトを超える%2があり、バイト %4 で終わっています。短くしてください。</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>%1 has the key %2 twice.</source>
        <translation>%1 にキー %2 が 2 回あります。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a string</source>
        <translation>&quot;%1&quot; は文字列でなければなりません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a list of strings</source>
        <translation>&quot;%1&quot; は文字列のリストでなければなりません</translation>
    </message>
    <message>
        <source>a child of %1 is not an object</source>
        <translation>%1 の子がオブジェクトではありません</translation>
    </message>
    <message>
        <source>&quot;same_as&quot; of %1 names the model itself, which cannot contain itself</source>
        <translation>%1 の &quot;same_as&quot; がモデル自身を指しています。モデルは自身の中に存在できません</translation>
    </message>
    <message>
        <source>&quot;children&quot; of %1 must be a list</source>
        <translation>%1 の &quot;children&quot; はリストでなければなりません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; of %2 must be a list</source>
        <translation>%2 の &quot;%1&quot; はリストでなければなりません</translation>
    </message>
    <message>
        <source>a tensor of %1 has no &quot;name&quot;</source>
        <translation>%1 のテンソルに &quot;name&quot; がありません</translation>
    </message>
    <message>
        <source>&quot;dtype&quot; must be a string</source>
        <translation>&quot;dtype&quot; は文字列でなければなりません</translation>
    </message>
    <message>
        <source>the tensor %1 has the unknown dtype %2</source>
        <translation>テンソル %1 の dtype %2 は不明です</translation>
    </message>
    <message>
        <source>&quot;persistent&quot; of %1 must be true or false</source>
        <translation>%1 の &quot;persistent&quot; は true または false でなければなりません</translation>
    </message>
    <message>
        <source>the shape of %1 must consist of whole numbers of at least 0</source>
        <translation>%1 の形状は 0 以上の整数からなるものでなければなりません</translation>
    </message>
    <message>
        <source>the tensor %1 has no list &quot;shape&quot;</source>
        <translation>テンソル %1 にリスト &quot;shape&quot; がありません</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a list of lists of names</source>
        <translation>&quot;%1&quot; は名前のリストのリストでなければなりません</translation>
    </message>
</context>
<context>
    <name>stowage::DraftReader::Nesting</name>
    <message>
        <source>%1 is nested deeper than %2 levels.</source>
        <translation>%1 の入れ子が %2 階層を超えています。</translation>
    </message>
</context>
<context>
    <name>stowage::EditDescriber</name>
    <message>
        <source>Move %1 to %2</source>
        <translation>%1 を %2 へ移動</translation>
    </message>
    <message>
        <source>Pin %1 to %2</source>
        <translation>%1 を %2 に固定</translation>
    </message>
    <message>
        <source>Unpin %1</source>
        <translation>%1 の固定を解除</translation>
    </message>
    <message>
        <source>Set the limits of the devices</source>
        <translation>デバイスの上限を設定</translation>
    </message>
    <message>
        <source>Reset the limit of %1</source>
        <translation>%1 の上限をリセット</translation>
    </message>
    <message>
        <source>Limit %1 to %2</source>
        <translation>%1 の上限を %2 に</translation>
    </message>
    <message>
        <source>Change the no-split classes</source>
        <translation>分割しないクラスを変更</translation>
    </message>
    <message>
        <source>Use the model&apos;s no-split classes</source>
        <translation>モデル自身のブロックを分割しない</translation>
    </message>
    <message>
        <source>Plan in %1</source>
        <translation>%1 でプラン</translation>
    </message>
    <message>
        <source>Plan in the stored dtypes</source>
        <translation>保存された dtype でプラン</translation>
    </message>
    <message>
        <source>Plan as %1</source>
        <translation>%1 としてプラン</translation>
    </message>
    <message>
        <source>Plan without quantisation</source>
        <translation>量子化なしでプラン</translation>
    </message>
    <message>
        <source>Use the strategy &quot;%1&quot;</source>
        <translation>戦略 %1 を使う</translation>
    </message>
    <message>
        <source>Use the objective &quot;%1&quot;</source>
        <translation>目的 %1</translation>
    </message>
    <message>
        <source>Use the rules of %1</source>
        <translation>%1 の規則を使う</translation>
    </message>
    <message>
        <source>Place as load_hf_model does</source>
        <translation>load_hf_model と同じように配置</translation>
    </message>
    <message>
        <source>Stop placing as load_hf_model does</source>
        <translation>load_hf_model の流儀をやめる</translation>
    </message>
    <message>
        <source>Change the devices</source>
        <translation>デバイスを変更</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>再プラン</translation>
    </message>
    <message>
        <source>Use a given device map</source>
        <translation>指定のデバイスマップを使う</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>%1 からインポート</translation>
    </message>
    <message>
        <source>Change the hook options</source>
        <translation>フックのオプションを変更</translation>
    </message>
    <message>
        <source>Change the workload</source>
        <translation>ワークロードを変更</translation>
    </message>
    <message>
        <source>Make the plan fit</source>
        <translation>プランを収める</translation>
    </message>
</context>
<context>
    <name>stowage::EngineProfile</name>
    <message>
        <source>%1 %2 loads %3 only through a plugin, which must be installed.</source>
        <translation>%1 %2 は%3をプラグインでのみロードします。プラグインのインストールが必要です。</translation>
    </message>
    <message>
        <source>%1 does not load %2.</source>
        <translation>%1 は%2をロードできません。</translation>
    </message>
    <message>
        <source>GGUF files</source>
        <translation>GGUF ファイル</translation>
    </message>
    <message>
        <source>weights with this quantisation (%1)</source>
        <translation>このように量子化された重み (%1)</translation>
    </message>
</context>
<context>
    <name>stowage::EstimateVerb</name>
    <message>
        <source>--all-variants and --variant cannot be combined; give one of them.</source>
        <translation>--all-variants と --variant は別々の答えになります。どちらか一方を指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::ExportVerb</name>
    <message>
        <source>The command needs no files: nothing was written to %1.</source>
        <translation>コマンドだけですべてを表せるため、%1 には何も書き込まれませんでした。</translation>
    </message>
    <message>
        <source>Nothing was exported; use --force to export anyway.</source>
        <translation>何もエクスポートされませんでした。--force を付けるとそれでもエクスポートします。</translation>
    </message>
</context>
<context>
    <name>stowage::FileCursor</name>
    <message>
        <source>%1 is truncated: the header needs %2 bytes from offset %3, but the file has %4 bytes; fetch the file again.</source>
        <translation>%1 は途中で切れています: ヘッダーにはオフセット %3 から %2 バイトが必要ですが、ファイルは %4 バイトです。取得し直してください。</translation>
    </message>
</context>
<context>
    <name>stowage::FileWeights</name>
    <message>
        <source>The checkpoint has no tensor %1.</source>
        <translation>チェックポイントにテンソル %1 はありません。</translation>
    </message>
</context>
<context>
    <name>stowage::Finder</name>
    <message>
        <source>the book&apos;s</source>
        <translation>その書籍</translation>
    </message>
    <message>
        <source>minGPT&apos;s</source>
        <translation>minGPT</translation>
    </message>
    <message>
        <source>This GPT uses %1 own class, which is not a class of transformers</source>
        <translation>この GPT は transformers のクラスではなく、%1独自のクラスです</translation>
    </message>
    <message>
        <source>build the model yourself and pass the model and the device map to accelerate.dispatch_model</source>
        <translation>自分で構築し、それとマップを accelerate.dispatch_model に渡してください</translation>
    </message>
    <message>
        <source>The config.json names no class</source>
        <translation>config.json にクラスの名前がありません</translation>
    </message>
    <message>
        <source>AutoModel builds the model without a head; specify the class of the saved model</source>
        <translation>AutoModel はヘッドなしのモデルを構築します。保存元のクラスを指定してください</translation>
    </message>
    <message>
        <source>There is no config.json next to the weights</source>
        <translation>重みと同じ場所に config.json がありません</translation>
    </message>
    <message>
        <source>from_pretrained needs the model&apos;s config.json next to the weights</source>
        <translation>from_pretrained には、モデル自身のものがそこに必要です</translation>
    </message>
    <message>
        <source>The weights are not in a file that from_pretrained recognises</source>
        <translation>重みが、from_pretrained の探すファイルに入っていません</translation>
    </message>
    <message>
        <source>from_pretrained reads model.safetensors or pytorch_model.bin, as one file or as shards with an index; stowagectl convert writes such files</source>
        <translation>model.safetensors または pytorch_model.bin を、1 ファイルまたはインデックス付きのシャードとして受け取ります。stowagectl convert で書き出せます</translation>
    </message>
    <message>
        <source>from_pretrained opens the folder, not this file</source>
        <translation>from_pretrained が開くのは、このファイルではなくフォルダーです</translation>
    </message>
    <message>
        <source>from_pretrained reads model.safetensors or pytorch_model.bin in the folder, whichever it finds first</source>
        <translation>そこにある model.safetensors または pytorch_model.bin のうち、先に見つかったものを使います</translation>
    </message>
    <message>
        <source>Keys of the file are renamed (--rename)</source>
        <translation>ここではファイルのキーの名前を変更しています (--rename)</translation>
    </message>
    <message>
        <source>from_pretrained reads the keys under their original names</source>
        <translation>from_pretrained は元の名前のまま読み取ります</translation>
    </message>
    <message>
        <source>The model is in a nested dict of the file (%1)</source>
        <translation>モデルはファイルの一部です (%1)</translation>
    </message>
    <message>
        <source>from_pretrained looks for tensors only at the top level of the file and finds none; stowagectl convert writes the model to a separate file</source>
        <translation>from_pretrained はテンソルをファイルの最上位で探し、見つけられません。stowagectl convert ならそれだけを書き出せます</translation>
    </message>
</context>
<context>
    <name>stowage::Fitter</name>
    <message>
        <source>Stowage found no plan that fits by lowering limits, which moves modules to other devices. The last plan tried:</source>
        <translation>上限を下げてモジュールを他のデバイスに移す方法では、収まるプランは見つかりませんでした。最後に試したプラン:</translation>
    </message>
    <message>
        <source>Give the model more memory, or plan in a smaller dtype.</source>
        <translation>領域を増やすか、より小さい dtype でプランしてください。</translation>
    </message>
</context>
<context>
    <name>stowage::Flag</name>
    <message>
        <source>is neither true nor false</source>
        <translation>true でも false でもありません</translation>
    </message>
</context>
<context>
    <name>stowage::FolderGuard</name>
    <message>
        <source>%1 names the file %2, which %3; only files in the folder of the model are opened.</source>
        <translation>%1 はファイル %2 を指定していますが、%3。開かれるのは、そのフォルダー内のファイルだけです。</translation>
    </message>
    <message>
        <source>is outside %1</source>
        <translation>それは %1 の外にあります</translation>
    </message>
    <message>
        <source>is a symbolic link to a location outside %1</source>
        <translation>それは %1 の外へ出るシンボリックリンクです</translation>
    </message>
</context>
<context>
    <name>stowage::FormulaMemory::Work</name>
    <message>
        <source>%1; plus %2 that sliding-window layers keep until the whole prompt is processed</source>
        <translation>%1。加えて、ウィンドウを持つレイヤーがプロンプトの全体が入るまで保持する %2</translation>
    </message>
    <message>
        <source>%1 row × %2 numbers = %3</source>
        <translation>%1 行 × %2 個の数 = %3</translation>
    </message>
    <message>
        <source>%1 rows × %2 numbers = %3</source>
        <translation>%1 行 × %2 個の数 = %3</translation>
    </message>
    <message>
        <source>logits of a micro batch: (%1 + %2) numbers × %3 tokens × 4 B</source>
        <translation>マイクロバッチのロジット: (%1 + %2) 個の数 × %3 トークン × 4 B</translation>
    </message>
    <message>
        <source>the activations include a buffer to add up the outputs of all GPUs: %1 tokens × %2 numbers × %3 B = %4</source>
        <translation>活性値のうち、カード間で合算されるもの: %1 トークン × %2 個の数 × %3 B = %4</translation>
    </message>
    <message>
        <source>input and output: 2 × %1 tokens × %2 numbers × %3 B = %4</source>
        <translation>入力とその出力: 2 × %1 トークン × %2 個の数値 × %3 B = %4</translation>
    </message>
    <message>
        <source>the data that this model stores for each token, and the width of its layers</source>
        <translation>このモデルがトークンについて何を保持するか、またレイヤーの幅</translation>
    </message>
    <message>
        <source>the data that this model stores for each token (KV cache)</source>
        <translation>このモデルがトークンについて何を保持するか (KV キャッシュ)</translation>
    </message>
    <message>
        <source>how %1 stores the state of recurrent layers</source>
        <translation>%1 が再帰レイヤーの状態をどう保持するか</translation>
    </message>
    <message>
        <source>Choose another engine.</source>
        <translation>別のエンジンを選んでください。</translation>
    </message>
    <message>
        <source>the data that the recurrent layers of this model store for each sequence (state)</source>
        <translation>このモデルの再帰レイヤーがシーケンスごとに保持するもの (状態)</translation>
    </message>
    <message>
        <source>the width of the layers of this model (activations)</source>
        <translation>このモデルのレイヤーの幅 (アクティベーション)</translation>
    </message>
    <message>
        <source>the file&apos;s key %1, which specifies the data that this model stores for each token (KV cache)</source>
        <translation>このモデルがトークンについて何を保持するか (KV キャッシュ) を示す、ファイルのキー %1</translation>
    </message>
    <message>
        <source>Convert the model to GGUF again, or open it with its config.json.</source>
        <translation>モデルを GGUF に変換し直すか、config.json と一緒に開いてください。</translation>
    </message>
    <message>
        <source>blocks of %1 tokens: (%2 per sequence × batch size %3 + 1 unused block) × %4 = %5</source>
        <translation>%1 トークンのブロック: (1 シーケンスに %2 × %3 + 未使用 1) × %4 = %5</translation>
    </message>
    <message>
        <source>%1 blocks of states × %2 = %3</source>
        <translation>状態のブロック %1 × %2 = %3</translation>
    </message>
    <message>
        <source>the activations include a copy of the largest matrix on the CPU (%2, %3), which passes of %1 or more tokens need on the GPU</source>
        <translation>アクティベーションのうち、CPU にあり %1 トークン以上でコピーされる最大の行列の分: %2、%3</translation>
    </message>
    <message>
        <source>whether and how %1 stores the tokens of models of the type %2, which your Python described</source>
        <translation>%1 が種類 %2 (お使いの Python が記述したもの) のモデルを知っているか、またそのトークンをどう保持するか</translation>
    </message>
    <message>
        <source>Choose the engine &quot;transformers&quot;.</source>
        <translation>エンジン transformers を選んでください。</translation>
    </message>
    <message>
        <source>%1; plus %2 for the encoder&apos;s output</source>
        <translation>%1、およびエンコーダーの出力 %2</translation>
    </message>
</context>
<context>
    <name>stowage::GgufReader</name>
    <message>
        <source>The tensor %1 of %2 %3.</source>
        <translation>%2 のテンソル %1: %3。</translation>
    </message>
    <message>
        <source>is a big-endian GGUF file; only little-endian files are supported</source>
        <translation>ビッグエンディアンの GGUF ファイルです。読み取れるのはリトルエンディアンのものだけです</translation>
    </message>
    <message>
        <source>is a GGUF file of version %1; only versions 2 and 3 are supported</source>
        <translation>バージョン %1 の GGUF ファイルです。対応するのはバージョン 2 と 3 だけです</translation>
    </message>
    <message>
        <source>Convert the model again.</source>
        <translation>モデルを変換し直してください。</translation>
    </message>
    <message>
        <source>has %1 tensors and %2 key-values, more than the limits of 250000 and 65536</source>
        <translation>%1 テンソルと %2 個の key-value があるとされ、読み取れる 250000 と 65536 を超えています</translation>
    </message>
    <message>
        <source>has %1 tensors and %2 key-values, more than %3 bytes can contain</source>
        <translation>%1 テンソルと %2 個の key-value があるとされ、ファイルの %3 バイトに入る数を超えています</translation>
    </message>
    <message>
        <source>Fetch the file again.</source>
        <translation>ファイルを取得し直してください。</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>%1 を開く処理は停止されました。</translation>
    </message>
    <message>
        <source>has tensors whose names exceed 8 MiB in total</source>
        <translation>テンソルの名前が合計 8 MiB を超えています</translation>
    </message>
    <message>
        <source>occurs twice</source>
        <translation>2 回あります</translation>
    </message>
    <message>
        <source>has a name with a NUL byte or with invalid UTF-8</source>
        <translation>名前に NUL があるか、名前が UTF-8 ではありません</translation>
    </message>
    <message>
        <source>has %1 dimensions; GGUF has at most 4</source>
        <translation>%1 次元あります。GGUF では最大 4 次元です</translation>
    </message>
    <message>
        <source>has a dimension of %1; the limit is 2^63 - 1</source>
        <translation>%1 という次元があります。上限は 2^63 - 1 です</translation>
    </message>
    <message>
        <source>has a shape whose size in bytes does not fit in a 64-bit number</source>
        <translation>形状のサイズ (バイト数) が 64 ビットの数に収まりません</translation>
    </message>
    <message>
        <source>has rows of %1 elements, but the dtype %2 stores elements in blocks of %3</source>
        <translation>行が %1 要素ですが、%2 はこれを %3 要素のブロックで保存します</translation>
    </message>
    <message>
        <source>is at offset %1, which is not a multiple of the alignment %2</source>
        <translation>オフセット %1 にあり、アラインメント %2 の倍数ではありません</translation>
    </message>
    <message>
        <source>has %1 bytes from offset %2 of the data and extends past the end of the file (%3 bytes)</source>
        <translation>データのオフセット %2 から %1 バイトあり、%3 バイトのファイルの終わりを越えています</translation>
    </message>
    <message>
        <source>overlaps the tensor %1</source>
        <translation>テンソル %1 と重なっています</translation>
    </message>
    <message>
        <source>has the ggml type %1, which Stowage does not support; use a file with another quantisation</source>
        <translation>ggml の型 %1 で、Stowage はこれに対応していません。別の量子化のファイルを使ってください</translation>
    </message>
</context>
<context>
    <name>stowage::GlooChannel::Do</name>
    <message>
        <source>The run was stopped.</source>
        <translation>実行は停止されました。</translation>
    </message>
    <message>
        <source>Stage %1 received nothing from stage %2: %3</source>
        <translation>ステージ %1 に、ステージ %2 から何も届きませんでした: %3</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>待機</translation>
    </message>
</context>
<context>
    <name>stowage::Handler</name>
    <message>
        <source>%1 %2.</source>
        <translation>%1: %2。</translation>
    </message>
    <message>
        <source>has a key of more than 262144 bytes</source>
        <translation>262144 バイトを超えるキーがあります</translation>
    </message>
    <message>
        <source>has the key %1 twice</source>
        <translation>キー %1 が 2 回あります</translation>
    </message>
    <message>
        <source>%1 is not valid JSON at byte %2.</source>
        <translation>%1 は、バイト %2 で正しい JSON になっていません。</translation>
    </message>
    <message>
        <source>is nested deeper than 1024 levels</source>
        <translation>入れ子が 1024 階層を超えています</translation>
    </message>
    <message>
        <source>%1 is not valid JSON: the text ends too early, at byte %2.</source>
        <translation>%1 は、末尾のバイト %2 で正しい JSON になっていません。</translation>
    </message>
</context>
<context>
    <name>stowage::HeaderCheck</name>
    <message>
        <source>A tensor of %1 %2.</source>
        <translation>%1 のテンソル: %2。</translation>
    </message>
</context>
<context>
    <name>stowage::HeadersVerb</name>
    <message>
        <source>Give the folder for the copy, or print the copy with --lines.</source>
        <translation>コピー先のフォルダーを指定するか、--lines で出力してください。</translation>
    </message>
    <message>
        <source>%1 now contains the headers of %2 (%3 in %5 files; the whole model has %4).</source>
        <translation>%1 に %2 のヘッダーが入りました: %4 のうち %3、ファイル数 %5。</translation>
    </message>
    <message>
        <source>The copy also contains the headers of an adapter: include the adapter in a plan with --adapter %1.</source>
        <translation>アダプターのヘッダーも含まれています: --adapter %1 を付けてプランしてください。</translation>
    </message>
    <message>
        <source>%1 now contains the headers of %2 (%3 in %5 file; the whole model has %4).</source>
        <translation>%1 に %2 のヘッダーが入りました: %4 のうち %3、ファイル数 %5。</translation>
    </message>
    <message>
        <source>The copy also contains the headers of another model: include this model in a plan with --tenant %1.</source>
        <translation>追加のモデルのヘッダーも含まれています: --tenant %1 を付けてプランしてください。</translation>
    </message>
    <message>
        <source>The copy also contains the module tree: use this tree for a plan with --tree %1.</source>
        <translation>モジュールツリーも含まれています: --tree %1 を付けてプランしてください。</translation>
    </message>
</context>
<context>
    <name>stowage::HelpPages</name>
    <message>
        <source>OPTIONS</source>
        <translation>オプション</translation>
    </message>
    <message>
        <source>SUBCOMMAND</source>
        <translation>サブコマンド</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>使い方</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Requires %1.</source>
        <translation>%1 とともにだけ使えます。</translation>
    </message>
    <message>
        <source>Cannot be combined with %1.</source>
        <translation>%1 とは併用できません。</translation>
    </message>
    <message>
        <source>Subcommands</source>
        <translation>サブコマンド</translation>
    </message>
    <message>
        <source>Example:</source>
        <translation>例:</translation>
    </message>
    <message>
        <source>%1 shows all %2 options.</source>
        <translation>%1 で全 %2 個のオプションを表示します。</translation>
    </message>
    <message>
        <source>A value in parentheses at the end is the default.</source>
        <translation>行末のかっこ内は既定値です。</translation>
    </message>
    <message>
        <source>Examples:</source>
        <translation>例:</translation>
    </message>
</context>
<context>
    <name>stowage::HostDevice</name>
    <message>
        <source>The system refused to allocate %1 of host memory: %2. Put fewer layers on the CPU or close other programs.</source>
        <translation>システムがホストメモリー %1 を拒否しました: %2。CPU に置くレイヤーを減らすか、他のプログラムを閉じてください。</translation>
    </message>
    <message>
        <source>Copying in host memory was cancelled.</source>
        <translation>ホストメモリー内のコピーはキャンセルされました。</translation>
    </message>
</context>
<context>
    <name>stowage::HostScratch</name>
    <message>
        <source>The system refused %1 of memory for buffers: %2.</source>
        <translation>システムがバッファー用のメモリー %1 を拒否しました: %2。</translation>
    </message>
</context>
<context>
    <name>stowage::IndexHandler</name>
    <message>
        <source>is an index of shards, but contains no tensor names</source>
        <translation>シャードのインデックスですが、対応付けているテンソルがありません</translation>
    </message>
    <message>
        <source>is not an index of shards: an index maps tensor names to file names (at its top level or under &quot;weight_map&quot;), but the JSON at %1 differs</source>
        <translation>シャードのインデックスではありません: 最上位または &quot;weight_map&quot; の下で、各テンソルの名前をファイルの名前に対応付けなければなりませんが、%1 でそうなっていません</translation>
    </message>
    <message>
        <source>maps more tensors than the limit of 400000, or has more than 32 MiB of names</source>
        <translation>対応付けるテンソルが、読み取れる 400000 個を超えているか、名前が 32 MiB を超えています</translation>
    </message>
    <message>
        <source>names more shards than the limit of 65536</source>
        <translation>シャードが、読み取れる 65536 個を超えています</translation>
    </message>
</context>
<context>
    <name>stowage::KeyTable</name>
    <message>
        <source>key</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>in the file</source>
        <translation>ファイル内</translation>
    </message>
    <message>
        <source>in the model</source>
        <translation>モデル内</translation>
    </message>
</context>
<context>
    <name>stowage::Laying</name>
    <message>
        <source>%1 contains the whole module %2, which the model does not have; open the model for which the adapter was created.</source>
        <translation>%1 にはモジュール %2 の全体がありますが、モデルにはありません。</translation>
    </message>
    <message>
        <source>%1 contains the tensor %2 with the shape [%3], but the shape in the model is [%4]; open the model for which the adapter was created.</source>
        <translation>%1 の %2 は [%3] ですが、モデルでは [%4] です。このアダプターが対象とするモデルを開いてください。</translation>
    </message>
    <message>
        <source>%1 contains the tensor %2 with the shape [%3], which the model does not have; open the model for which the adapter was created.</source>
        <translation>%1 には %2 [%3] がありますが、モデルにはありません。このアダプターが対象とするモデルを開いてください。</translation>
    </message>
    <message>
        <source>%1 changes one module, %2, which the model does not have</source>
        <translation>%1 は 1 個のモジュール %2 を変更しますが、モデルにはそれがありません</translation>
    </message>
    <message>
        <source>%1 changes %2 modules, but the model lacks %3</source>
        <translation>%1 は %2 個のモジュールを変更しますが、そのうち %3 がモデルにありません</translation>
    </message>
    <message>
        <source>%1; open the adapter&apos;s base model.</source>
        <translation>%1。このアダプターが対象とするモデルを開いてください。</translation>
    </message>
    <message>
        <source>%1; the adapter was created for %2.</source>
        <translation>%1。このアダプターは %2 用に作られたものです。</translation>
    </message>
</context>
<context>
    <name>stowage::LayoutReader</name>
    <message>
        <source>The pipeline layout is invalid from %1 on; layouts look like &quot;Et*3|(tt|)*29,m|L&quot;.</source>
        <translation>パイプラインのレイアウトを %1 以降で読み取れません。レイアウトは &quot;Et*3|(tt|)*29,m|L&quot; のような形です。</translation>
    </message>
</context>
<context>
    <name>stowage::LegacyReader</name>
    <message>
        <source>%1 has %2 extra bytes after its last storage, which were ignored.</source>
        <translation>%1 は最後のストレージの後に %2 バイト続いています。これらは除外されました。</translation>
    </message>
    <message>
        <source>The pickle %1 of %2 is larger than %3 bytes.</source>
        <translation>%2 の pickle %1 は %3 バイトを超えています。</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1: %2。</translation>
    </message>
    <message>
        <source>is in PyTorch&apos;s old format, but its protocol is not 1001</source>
        <translation>プロトコルが 1001 ではない、古い PyTorch ファイルです</translation>
    </message>
    <message>
        <source>stores its tensors in big-endian byte order; only little-endian files are supported</source>
        <translation>テンソルをビッグエンディアンのバイト順で保存しています。読み取れるのはリトルエンディアンのファイルだけです</translation>
    </message>
    <message>
        <source>does not state its byte order in sys_info</source>
        <translation>バイト順が sys_info に示されていません</translation>
    </message>
    <message>
        <source>keys of the storages</source>
        <translation>ストレージのキー</translation>
    </message>
    <message>
        <source>has no list of the keys of its storages</source>
        <translation>ストレージのキーのリストがありません</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>%1 を開く処理は停止されました。</translation>
    </message>
    <message>
        <source>lists the storage %1, which no tensor uses</source>
        <translation>どのテンソルも使わないストレージ %1 を挙げています</translation>
    </message>
    <message>
        <source>ends before the storage %1</source>
        <translation>ストレージ %1 の前で終わっています</translation>
    </message>
    <message>
        <source>has %1 elements in the storage %2, but %3 elements are needed</source>
        <translation>ストレージ %2 の要素は %1 個ですが、%3 個必要です</translation>
    </message>
    <message>
        <source>ends within the storage %1 of %2 elements: the file has %3 bytes, and the storage begins at offset %4</source>
        <translation>%2 要素のストレージ %1 の途中で終わっています: ファイルは %3 バイトで、ストレージは %4 から始まります</translation>
    </message>
    <message>
        <source>lists the storage %1 twice</source>
        <translation>ストレージ %1 を 2 回挙げています</translation>
    </message>
    <message>
        <source>refers to the storage %1, which does not exist</source>
        <translation>存在しないストレージ %1 を参照しています</translation>
    </message>
    <message>
        <source>%1 has %2 extra byte after its last storage, which was ignored.</source>
        <translation>%1 は最後のストレージの後に %2 バイト続いています。これは除外されました。</translation>
    </message>
</context>
<context>
    <name>stowage::LegacyReader::Use</name>
    <message>
        <source>object</source>
        <translation>オブジェクト</translation>
    </message>
</context>
<context>
    <name>stowage::LessonComparison</name>
    <message>
        <source>The lesson&apos;s GPT, %1, float32</source>
        <translation>レッスンの GPT、%1、float32</translation>
    </message>
</context>
<context>
    <name>stowage::LinkThrottle</name>
    <message>
        <source>The transfer to the device was cancelled.</source>
        <translation>デバイスへの転送はキャンセルされました。</translation>
    </message>
</context>
<context>
    <name>stowage::LiteralParser</name>
    <message>
        <source>%1 is larger than 64 MiB</source>
        <translation>%1が 64 MiB を超えています</translation>
    </message>
    <message>
        <source>%1 contains bytes that are not valid UTF-8 and cannot be part of a module name</source>
        <translation>%1に、UTF-8 ではなく、どのモジュールの名前にも属さないバイトがあります</translation>
    </message>
    <message>
        <source>%1 is followed by more text</source>
        <translation>%1の終わりの後に続きがあります</translation>
    </message>
    <message>
        <source>%1 at byte %2; %3.</source>
        <translation>%1 (バイト %2)。%3。</translation>
    </message>
    <message>
        <source>%1 is nested too deeply</source>
        <translation>%1の入れ子が深すぎます</translation>
    </message>
    <message>
        <source>%1 has too many entries</source>
        <translation>%1の項目が多すぎます</translation>
    </message>
    <message>
        <source>%1 omits entries (&quot;...&quot;)</source>
        <translation>%1の項目が省略されています (&quot;...&quot;)</translation>
    </message>
    <message>
        <source>%1 has names that are generated by a loop, which Stowage does not execute,</source>
        <translation>%1に、ループで作られる名前があります: Stowage はループを実行しません</translation>
    </message>
    <message>
        <source>%1 lacks a colon</source>
        <translation>%1にコロンがありません</translation>
    </message>
    <message>
        <source>%1 lacks a comma or a closing brace because its entries are generated by a loop, which Stowage does not execute,</source>
        <translation>%1にコンマまたは閉じ波括弧がありません: ループで作られていますが、Stowage はループを実行しません</translation>
    </message>
    <message>
        <source>%1 lacks a comma or a closing brace</source>
        <translation>%1にコンマまたは閉じ波括弧がありません</translation>
    </message>
    <message>
        <source>%1 lacks a comma or a closing bracket</source>
        <translation>%1にコンマまたは閉じ角括弧がありません</translation>
    </message>
    <message>
        <source>%1 contains an unknown escape sequence in a name</source>
        <translation>%1の名前に不明なエスケープがあります</translation>
    </message>
    <message>
        <source>%1 ends within a name</source>
        <translation>%1が名前の途中で終わっています</translation>
    </message>
    <message>
        <source>%1 ends too early</source>
        <translation>%1の終わりが早すぎます</translation>
    </message>
    <message>
        <source>%1 has an unexpected character</source>
        <translation>%1に想定外の文字があります</translation>
    </message>
    <message>
        <source>%1 lacks a closing parenthesis</source>
        <translation>%1に閉じ丸括弧がありません</translation>
    </message>
    <message>
        <source>%1 sets the unknown property %2 of a device</source>
        <translation>%1が、デバイスに不明なプロパティ %2 を指定しています</translation>
    </message>
    <message>
        <source>%1 lacks a comma or a closing parenthesis</source>
        <translation>%1にコンマまたは閉じ丸括弧がありません</translation>
    </message>
    <message>
        <source>%1 is merged (|) with a value that is not a literal dict</source>
        <translation>%1 は、辞書として書かれていないものと結合 (|) されています</translation>
    </message>
    <message>
        <source>%1 unpacks an expression (**), which Stowage does not execute,</source>
        <translation>%1 は名前の中身を取り込みます (**)。Stowage はこれを実行しません。</translation>
    </message>
</context>
<context>
    <name>stowage::LiteralSubject</name>
    <message>
        <source>The device map</source>
        <translation>デバイスマップ</translation>
    </message>
    <message>
        <source>write a JSON object such as {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;} or the dict that Python prints</source>
        <translation>{&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;} のような JSON オブジェクトか、Python が出力する dict を書いてください</translation>
    </message>
</context>
<context>
    <name>stowage::LoadChecks</name>
    <message>
        <source>%1 tensors, %2</source>
        <translation>%1 テンソル、%2</translation>
    </message>
    <message>
        <source>nothing can be loaded, because the checkpoint was not written; see the failed check above</source>
        <translation>ロードするものがない、上を参照</translation>
    </message>
    <message>
        <source>the peak memory of %1 is %2 allocated and %3 reserved (prediction error %4)</source>
        <translation>%1 %2 / %3、誤差 %4</translation>
    </message>
    <message>
        <source>%1, but the prediction is %2 allocated and %3 reserved</source>
        <translation>ピークが予測どおりでない: %2 / %3 に対して %1</translation>
    </message>
    <message>
        <source>the weights&apos; SHA-256 is %1 instead of %2</source>
        <translation>重みの SHA-256 が %2 ではなく %1</translation>
    </message>
    <message>
        <source>%1 tensors are identical to those in the file; %2</source>
        <translation>%1 テンソルがファイルと一致。%2</translation>
    </message>
    <message>
        <source>the largest logit is %1; the logits differ from the reference by up to %2; %3 of weights was streamed in</source>
        <translation>最大 %1、差 %2。取り込み %3</translation>
    </message>
    <message>
        <source>the load was cancelled, but finished</source>
        <translation>ロードが最後まで続いた</translation>
    </message>
    <message>
        <source>the load stopped after %1</source>
        <translation>%1 の後で停止</translation>
    </message>
    <message>
        <source>the pre-flight check did not refuse a device that is too small, or the error of the load does not name the tensor</source>
        <translation>小さすぎるデバイスが予測されなかったか、テンソルを示すエラーでロードが失敗しなかった</translation>
    </message>
    <message>
        <source>the memory shortage was predicted, and the load stopped at the tensor %1</source>
        <translation>予測され、%1 で停止</translation>
    </message>
</context>
<context>
    <name>stowage::LoadMachines</name>
    <message>
        <source>%1 cannot be combined with %2: %3</source>
        <translation>%1 は %2 と一緒に使えません: %3</translation>
    </message>
    <message>
        <source>the option applies only to a load on one machine.</source>
        <translation>このオプションは、1 台のマシンでのロードにのみ使えます。</translation>
    </message>
    <message>
        <source>%1 is named twice.</source>
        <translation>%1 が 2 回指定されています。</translation>
    </message>
    <message>
        <source>Several machines cannot share standard input; give a file instead of &quot;-&quot;.</source>
        <translation>複数のマシンは標準入力を共有できません。&quot;-&quot; の代わりにファイルを指定してください。</translation>
    </message>
    <message>
        <source>%1 and %2 loaded different models from the given path.</source>
        <translation>%1 と %2 では、そのパスにあるモデルが異なります。読み込まれた内容は同じではありません。</translation>
    </message>
</context>
<context>
    <name>stowage::LoadRepeats</name>
    <message>
        <source>Loaded %1 times in %2 to %3 (median %4). Anonymous memory: %5 after an early load, %6 after the last load. File descriptors: %7, then %8. The process grows.</source>
        <translation>%1 回、%2 ～ %3 (中央値 %4) でロードしました。匿名メモリー: 初期のロードの後は %5、最後のロードの後は %6。ファイルディスクリプター: %7、その後 %8。プロセスは増大しています。</translation>
    </message>
    <message>
        <source>Loaded %1 times in %2 to %3 (median %4). Anonymous memory: %5 after an early load, %6 after the last load. File descriptors: %7, then %8. The process does not grow.</source>
        <translation>%1 回、%2 ～ %3 (中央値 %4) でロードしました。匿名メモリー: 初期のロードの後は %5、最後のロードの後は %6。ファイルディスクリプター: %7、その後 %8。プロセスは増大していません。</translation>
    </message>
</context>
<context>
    <name>stowage::LoadVerb</name>
    <message>
        <source>%1 cannot be combined with %2: %3</source>
        <translation>%1 は %2 と一緒に使えません: %3</translation>
    </message>
    <message>
        <source>a dry run loads no weights to compute with.</source>
        <translation>ドライランは、計算に使う重みをロードしません。</translation>
    </message>
    <message>
        <source>a dry run has no progress to report.</source>
        <translation>ドライランには、追跡できるだけの時間がかかりません。</translation>
    </message>
    <message>
        <source>the weights of repeated loads are freed immediately.</source>
        <translation>繰り返しのロードは、すぐに解放されます。</translation>
    </message>
    <message>
        <source>one file of events can describe only one load.</source>
        <translation>1 つのファイルが示すのは 1 つのロードです。</translation>
    </message>
    <message>
        <source>one record can describe only one load.</source>
        <translation>1 つの記録が示すのは 1 つのロードです。</translation>
    </message>
    <message>
        <source>--method &quot;%1&quot; is unknown; use auto, %2.</source>
        <translation>--method &quot;%1&quot; は不明です。使えるのは auto、%2 です。</translation>
    </message>
    <message>
        <source>%1 describes a model without its weights, so there is nothing to load; give a safetensors or PyTorch file, or use --dry-run.</source>
        <translation>%1 は重みなしでモデルを記述しているため、ロードするものがありません。safetensors または PyTorch のファイルを指定するか、--dry-run でたどってください。</translation>
    </message>
    <message>
        <source>pre-flight</source>
        <translation>事前チェック</translation>
    </message>
    <message>
        <source>error: %1</source>
        <translation>エラー: %1</translation>
    </message>
    <message>
        <source>a dry run has no weights to keep.</source>
        <translation>ドライランには、保持する重みがありません。</translation>
    </message>
    <message>
        <source>a dry run loads nothing that can be measured or compared.</source>
        <translation>ドライランは、測定や比較のできるものを何もロードしません。</translation>
    </message>
    <message>
        <source>--reuse applies to repeated loads; also give --repeat 2 or more.</source>
        <translation>--reuse は続けて行うロードのためのものです。2 以上の --repeat も指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::LoadedWeights</name>
    <message>
        <source>No tensor %1 is loaded.</source>
        <translation>テンソル %1 はロードされていません。</translation>
    </message>
    <message>
        <source>The forward pass needs %1, which is not among the devices of the load.</source>
        <translation>フォワードパスには %1 が必要ですが、これはロードのデバイスに含まれていません。</translation>
    </message>
</context>
<context>
    <name>stowage::MapBuilder</name>
    <message>
        <source>The key at byte %1 of the device map is not a string; keys are module paths in quotes.</source>
        <translation>デバイスマップのバイト %1 に、テキストでないキーがあります。キーは、引用符で囲んだモジュールパスです。</translation>
    </message>
</context>
<context>
    <name>stowage::MapChanges</name>
    <message>
        <source>The device map is changed at byte %1 by a line that Stowage does not execute: %2; paste the output of print(%3).</source>
        <translation>デバイスマップは、Stowage が実行しないバイト %1 の行で変更されています: %2。print(%3) の出力を貼り付けてください。</translation>
    </message>
</context>
<context>
    <name>stowage::MappedFile</name>
    <message>
        <source>The system refused to map %1 (%2): %3. Use the load method &quot;streamed&quot;.</source>
        <translation>システムが %1 のマップ (%2) を拒否しました: %3。&quot;streamed&quot; でロードしてください。</translation>
    </message>
    <message>
        <source>%1 cannot be mapped: %2 files are already mapped. Use the load method &quot;streamed&quot;.</source>
        <translation>%1 をマップできません: すでに %2 ファイルがマップされています。&quot;streamed&quot; でロードしてください。</translation>
    </message>
    <message>
        <source>Pages of %1 were missing while the file was mapped: the file was changed, or its disk is failing. Open the file again.</source>
        <translation>マップ中に %1 のページが失われました: その間に変更されたか、ディスクに障害があります。開き直してください。</translation>
    </message>
    <message>
        <source>%1 was changed or replaced after it was opened; open the file again.</source>
        <translation>%1 は、開いた後に変更または置き換えられました。開き直してください。</translation>
    </message>
</context>
<context>
    <name>stowage::Matrices</name>
    <message>
        <source>The measurement was stopped.</source>
        <translation>測定は停止されました。</translation>
    </message>
</context>
<context>
    <name>stowage::MeasureLinkVerb</name>
    <message>
        <source>The measurement was interrupted.</source>
        <translation>測定は中断されました。</translation>
    </message>
    <message>
        <source>A link has two ends: name two machines, as in `stowagectl measure-link gpu1 gpu2`.</source>
        <translation>リンクには 2 つの端があります: `stowagectl measure-link gpu1 gpu2` のように、マシンを 2 台指定してください。</translation>
    </message>
    <message>
        <source>%1 to %2: %3; opposite direction: %4. Measured over the connection on which `run --stages` sends activations. To use the result in a plan, add --machine-link %5</source>
        <translation>%1 から %2 へ: %3。逆方向: %4。`run --stages` が活性値を送るのと同じ経路で実測しました。プランでの指定: --machine-link %5</translation>
    </message>
    <message>
        <source>%1 seconds</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>The process on %1 failed: %2</source>
        <translation>%1 側で失敗しました: %2</translation>
    </message>
    <message>
        <source>Measuring the connection. This takes up to a minute.</source>
        <translation>接続を測定しています。最大 1 分かかります。</translation>
    </message>
</context>
<context>
    <name>stowage::MemoryCgroup</name>
    <message>
        <source>this system has no control groups of version 2</source>
        <translation>このシステムにはバージョン 2 のコントロールグループがない</translation>
    </message>
    <message>
        <source>this user is not allowed to set up a control group with a memory limit</source>
        <translation>このユーザーは、メモリーの上限を持つコントロールグループを設定できない</translation>
    </message>
    <message>
        <source>neither the control group of this process nor a group above it delegates the memory controller</source>
        <translation>このプロセスのコントロールグループも、その上位のグループも、メモリーの制御を下位に渡していない</translation>
    </message>
</context>
<context>
    <name>stowage::MemoryReader</name>
    <message>
        <source>Stowage does not know how llama.cpp stores the tokens of the architecture %1</source>
        <translation>llama.cpp がアーキテクチャ %1 のトークンをどう保持するかが、Stowage には分かりません</translation>
    </message>
    <message>
        <source>The file lacks the key %1</source>
        <translation>ファイルにキー %1 がありません</translation>
    </message>
</context>
<context>
    <name>stowage::MemorySampler</name>
    <message>
        <source>sampling the memory in use</source>
        <translation>メモリー保持量のサンプリング</translation>
    </message>
</context>
<context>
    <name>stowage::MetadataReader</name>
    <message>
        <source>has more than 8 MiB of keys in total</source>
        <translation>キーが合計 8 MiB を超えています</translation>
    </message>
    <message>
        <source>has more than 1 GiB of key-values</source>
        <translation>key-value が 1 GiB を超えています</translation>
    </message>
    <message>
        <source>has the key %1 twice</source>
        <translation>キー %1 が 2 回あります</translation>
    </message>
    <message>
        <source>has a general.alignment that is not a 32-bit number</source>
        <translation>general.alignment が 32 ビットの数ではありません</translation>
    </message>
    <message>
        <source>has the general.alignment %1, which must be a power of two</source>
        <translation>general.alignment が %1 です。2 の累乗でなければなりません</translation>
    </message>
    <message>
        <source>has a value of the unknown type %2 for %1</source>
        <translation>%1 の値の型 %2 は不明です</translation>
    </message>
    <message>
        <source>nests arrays more than 4 levels deep in %1</source>
        <translation>%1 の配列の入れ子が 4 階層を超えています</translation>
    </message>
    <message>
        <source>has %2 values for %1, more than the file can contain</source>
        <translation>%1 に %2 個の値があるとされ、ファイルに入る数を超えています</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>%1 を開く処理は停止されました。</translation>
    </message>
</context>
<context>
    <name>stowage::MeteredCompute</name>
    <message>
        <source>An estimated pass has no values of the tensor %1.</source>
        <translation>数えるだけのパスに、テンソル %1 はありません。</translation>
    </message>
</context>
<context>
    <name>stowage::ModulePass</name>
    <message>
        <source>The module %1 has no weights for the forward pass.</source>
        <translation>%1 には、実行に使う重みがありません。</translation>
    </message>
    <message>
        <source>The module %1 reads an input that this forward pass does not have.</source>
        <translation>%1 は、このパスにない入力を読み取ります。</translation>
    </message>
</context>
<context>
    <name>stowage::ModuleTreeBuilder</name>
    <message>
        <source>The root of a module tree must not have a &quot;name&quot; or a &quot;same_as&quot;.</source>
        <translation>モジュールツリーのルートは、名前を持たず、他のモジュールでもあってはなりません。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>stowage::NameList</name>
    <message>
        <source>The tensor names of llama.cpp for the model family %1 are unknown; open a GGUF file of the model, which contains these names.</source>
        <translation>ファミリー %1 のテンソルを llama.cpp が何と呼ぶかは不明です。モデルの GGUF ファイルを開いてください。その名前は llama.cpp 自身のものです。</translation>
    </message>
</context>
<context>
    <name>stowage::Names</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 ほか %2 件</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
</context>
<context>
    <name>stowage::NpyHeaderParser</name>
    <message>
        <source>is not a Python dict</source>
        <translation>Python の dict ではありません</translation>
    </message>
    <message>
        <source>is not a dict of named values</source>
        <translation>名前付きの値の dict ではありません</translation>
    </message>
    <message>
        <source>lacks a comma or its closing brace</source>
        <translation>コンマまたは閉じ波括弧がありません</translation>
    </message>
    <message>
        <source>continues after its dict</source>
        <translation>dict の後に続きがあります</translation>
    </message>
    <message>
        <source>lacks &apos;descr&apos;, &apos;fortran_order&apos; or &apos;shape&apos;</source>
        <translation>&apos;descr&apos;、&apos;fortran_order&apos;、&apos;shape&apos; のいずれかがありません</translation>
    </message>
    <message>
        <source>has the key %1, which does not belong in a .npy file</source>
        <translation>.npy ファイルにはないはずのキー %1 があります</translation>
    </message>
    <message>
        <source>has the key %1 twice</source>
        <translation>キー %1 が 2 回あります</translation>
    </message>
    <message>
        <source>%1 contains a structured NumPy array, but a tensor needs one plain dtype; save the fields of the array as separate arrays.</source>
        <translation>%1 は構造化された NumPy 配列です。テンソルには単一の単純な dtype が必要なため、フィールドを別々の配列として保存してください。</translation>
    </message>
    <message>
        <source>has a &apos;descr&apos; that is not a string</source>
        <translation>&apos;descr&apos; がテキストではありません</translation>
    </message>
    <message>
        <source>has a &apos;fortran_order&apos; that is neither True nor False</source>
        <translation>&apos;fortran_order&apos; が True でも False でもありません</translation>
    </message>
    <message>
        <source>has a &apos;shape&apos; that is not a tuple</source>
        <translation>&apos;shape&apos; がタプルではありません</translation>
    </message>
    <message>
        <source>has a dimension that is not an integer from 0 to 2^63 - 1</source>
        <translation>0 から 2^63 - 1 までの整数ではない次元があります</translation>
    </message>
    <message>
        <source>The array in %1 has more dimensions than the limit of 64.</source>
        <translation>%1 は、読み取れる最大の 64 次元を超えています。</translation>
    </message>
    <message>
        <source>lacks a comma or a bracket in &apos;shape&apos;</source>
        <translation>&apos;shape&apos; にコンマまたは括弧がありません</translation>
    </message>
    <message>
        <source>The NumPy header of %1 %2 (at character %3 of the header).</source>
        <translation>%1 の NumPy ヘッダー: %2 (文字位置 %3)。</translation>
    </message>
</context>
<context>
    <name>stowage::NvmlLibrary</name>
    <message>
        <source>the library could not be opened</source>
        <translation>開けませんでした</translation>
    </message>
    <message>
        <source>%1 lacks the function %2</source>
        <translation>%1 に %2 がありません</translation>
    </message>
    <message>
        <source>Starting it</source>
        <translation>開始処理</translation>
    </message>
    <message>
        <source>Counting the GPUs</source>
        <translation>GPU 数の取得</translation>
    </message>
    <message>
        <source>Opening GPU %1</source>
        <translation>GPU %1 のオープン</translation>
    </message>
    <message>
        <source>Listing the programs on the GPU %1</source>
        <translation>%1 上のプログラムの列挙</translation>
    </message>
    <message>
        <source>The driver does not report which programs use the GPU %1.</source>
        <translation>%1 を使っているプログラムを、ドライバーが示しません。</translation>
    </message>
</context>
<context>
    <name>stowage::NvmlLibrary::Calls</name>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 に失敗しました: %2</translation>
    </message>
    <message>
        <source>unknown error</source>
        <translation>不明なエラー</translation>
    </message>
    <message>
        <source>%1. The GPU is no longer reachable; restart the machine.</source>
        <translation>%1。カードがバスから切り離されました。マシンを再起動する必要があります。</translation>
    </message>
    <message>
        <source>No GPU of this machine has the UUID &quot;%1&quot;.</source>
        <translation>このマシンに UUID &quot;%1&quot; の GPU はありません。</translation>
    </message>
    <message>
        <source>Looking for the GPU %1</source>
        <translation>%1 の検索</translation>
    </message>
</context>
<context>
    <name>stowage::OffloadFile</name>
    <message>
        <source>A write of %1 bytes at offset %2 extends past the end of the tensor %3.</source>
        <translation>オフセット %2 への %1 バイトの書き込みが、テンソル %3 の終わりを越えています。</translation>
    </message>
</context>
<context>
    <name>stowage::OffloadFolderWriter</name>
    <message>
        <source>%1 is not a folder; choose another path for the offload folder.</source>
        <translation>%1 はフォルダーではありません。オフロードフォルダーには別のパスを指定してください。</translation>
    </message>
    <message>
        <source>The index file %1 is larger than the limit of 64 MiB.</source>
        <translation>%1 は 64 MiB を超えています。</translation>
    </message>
    <message>
        <source>%1 is not the index file of an offload folder; choose another folder.</source>
        <translation>%1 はオフロードフォルダーのインデックスではありません。別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The tensor %1 is not in %2, so the folder cannot contain a second name for the tensor.</source>
        <translation>テンソル %1 は %2 にないため、そこで 2 つ目の名前を持てません。</translation>
    </message>
</context>
<context>
    <name>stowage::OffloadHandler</name>
    <message>
        <source>is not an object with dtype and shape</source>
        <translation>dtype と形状のオブジェクトではありません</translation>
    </message>
    <message>
        <source>is a list</source>
        <translation>リストです</translation>
    </message>
    <message>
        <source>has a shape that is not a list</source>
        <translation>形状がリストではありません</translation>
    </message>
    <message>
        <source>has a shape that is not a list of numbers</source>
        <translation>形状が数のリストではありません</translation>
    </message>
    <message>
        <source>is not an index of offloaded tensors: its entry %1 %2</source>
        <translation>オフロードされたテンソルのインデックスではありません (項目 %1: %2)</translation>
    </message>
    <message>
        <source>has a field %1 that is not a string</source>
        <translation>%1 がテキストではありません</translation>
    </message>
    <message>
        <source>has a dimension that is not an integer from 0 to 2^63 - 1</source>
        <translation>0 から 2^63 - 1 までの整数ではない次元があります</translation>
    </message>
    <message>
        <source>has more than 64 dimensions for the tensor %1</source>
        <translation>%1 が 64 次元を超えています</translation>
    </message>
</context>
<context>
    <name>stowage::OffloadReader</name>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>%1 を開く処理は停止されました。</translation>
    </message>
    <message>
        <source>headers of files</source>
        <translation>ファイルのヘッダー</translation>
    </message>
    <message>
        <source>%1 refers to tensors in %2, which is outside the folder of the index.</source>
        <translation>%1 は、そのフォルダーの外の %2 からテンソルを取り込みます。</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 %3.</source>
        <translation>%2 のテンソル %1: %3。</translation>
    </message>
    <message>
        <source>has a name with &apos;/&apos; or NUL, which a file name cannot contain</source>
        <translation>名前に、ファイル名には使えない &apos;/&apos; または NUL があります</translation>
    </message>
    <message>
        <source>has the unknown dtype %1</source>
        <translation>dtype %1 は不明です</translation>
    </message>
    <message>
        <source>has no shape</source>
        <translation>形状がありません</translation>
    </message>
    <message>
        <source>has a shape whose size in bytes does not fit in a 64-bit number</source>
        <translation>形状のサイズ (バイト数) が 64 ビットの数に収まりません</translation>
    </message>
    <message>
        <source>has no file: %1 is missing</source>
        <translation>ファイルがありません: %1 が欠けています</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, but the shape and dtype of its tensor in %3 require %4 bytes.</source>
        <translation>%1 は %2 バイトですが、%3 にあるそのテンソルの形状と dtype では %4 バイトになります。</translation>
    </message>
    <message>
        <source>refers to the tensor %1 of %2, but the file does not contain this tensor</source>
        <translation>%2 の %1 のはずですが、そこにそのようなテンソルはありません</translation>
    </message>
    <message>
        <source>has a shape that differs from the shape in %1</source>
        <translation>%1 では形状が異なります</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 should be cast to %3, but was read with the stored dtype, %4.</source>
        <translation>%2 のテンソル %1 は %3 にキャストすることになっていますが、保存されたままの %4 として読み取られました。</translation>
    </message>
    <message>
        <source>names a safetensors file with NUL in its name</source>
        <translation>名前に NUL のある safetensors ファイルを指定しています</translation>
    </message>
    <message>
        <source>is in %1, which is missing</source>
        <translation>存在しない %1 にあります</translation>
    </message>
</context>
<context>
    <name>stowage::OpeningBackend</name>
    <message>
        <source>LibTorch was not needed.</source>
        <translation>LibTorch は必要ありませんでした。</translation>
    </message>
</context>
<context>
    <name>stowage::OptimalSearch</name>
    <message>
        <source>The plan does not fit with this workload.</source>
        <translation>この処理を実行できません。</translation>
    </message>
</context>
<context>
    <name>stowage::Overrides</name>
    <message>
        <source>-ot has %1 patterns; the limit is 1024.</source>
        <translation>-ot のパターンが %1 個あります。受け付けるのは最大 1024 個です。</translation>
    </message>
    <message>
        <source>-ot has the pattern %1, which is too long; shorten it.</source>
        <translation>-ot のパターン %1 が長すぎます。短くしてください。</translation>
    </message>
    <message>
        <source>-ot has the pattern %1, which uses the repetition {…}; write the repetition out.</source>
        <translation>-ot のパターン %1 は {…} で回数を指定しています。各部分を書き下してください。</translation>
    </message>
    <message>
        <source>-ot has the pattern %1, which is not a valid regular expression; correct it.</source>
        <translation>-ot のパターン %1 は、読み取れる正規表現ではありません。修正してください。</translation>
    </message>
</context>
<context>
    <name>stowage::OwnRuns</name>
    <message>
        <source>This program cannot load the quantised weights of this plan; choose another engine.</source>
        <translation>量子化されたプランは、このプログラムでは実行できません。別のエンジンを指定してください。</translation>
    </message>
    <message>
        <source>This program computes in the dtype of the weights; plan the weights in %1, or choose another engine.</source>
        <translation>このプログラムは重みの dtype で計算します。%1 でプランするか、別のエンジンを指定してください。</translation>
    </message>
    <message>
        <source>Alternatively, choose another engine that supports fused attention.</source>
        <translation>他のエンジンはこれを融合します。いずれかを指定してください。</translation>
    </message>
    <message>
        <source>This program stores keys and values in the compute dtype, which is %1 for this plan, not %2; choose another engine.</source>
        <translation>このプログラムはキーと値を計算時の dtype (ここでは %1) で保持し、%2 では保持しません。別のエンジンを指定してください。</translation>
    </message>
    <message>
        <source>This program runs models of the family %1 one sequence at a time: use a batch size of 1, or choose another engine.</source>
        <translation>このプログラムはファミリー %1 のモデルを一度に 1 シーケンスずつ実行します。バッチを 1 にするか、別のエンジンを指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::Owner</name>
    <message>
        <source>is missing</source>
        <translation>欠けています</translation>
    </message>
</context>
<context>
    <name>stowage::PagePool</name>
    <message>
        <source>Creating the memory file for %1 of a simulated GPU</source>
        <translation>シミュレートされた GPU の %1 用のメモリーファイルの作成</translation>
    </message>
    <message>
        <source>Filling %1 of a simulated GPU</source>
        <translation>シミュレートされた GPU の %1 への書き込み</translation>
    </message>
    <message>
        <source>Mapping %1 of a simulated GPU</source>
        <translation>シミュレートされた GPU の %1 のマップ</translation>
    </message>
    <message>
        <source>Growing the memory file of a simulated GPU by %1</source>
        <translation>シミュレートされた GPU のメモリーファイルの %1 分の拡張</translation>
    </message>
</context>
<context>
    <name>stowage::Paper</name>
    <message>
        <source>Page %1 of %2</source>
        <translation>ページ %1 / %2</translation>
    </message>
    <message>
        <source>The PDF of the report could not be created.</source>
        <translation>レポートの PDF を作成できません。</translation>
    </message>
    <message>
        <source>Another page could not be added to the PDF of the report.</source>
        <translation>レポートの PDF のページをこれ以上増やせません。</translation>
    </message>
</context>
<context>
    <name>stowage::ParallelShare</name>
    <message>
        <source>%1 (parts of layers, divided among %2 GPUs) + %3 (weights that each GPU stores completely) = %4; with the allocator&apos;s rounding: %5</source>
        <translation>%2 個の GPU のそれぞれに各レイヤーの一部として %1 + 各 GPU が全体を持つ %3 = %4、アロケーターのブロックでは %5</translation>
    </message>
</context>
<context>
    <name>stowage::Parser::Parsed</name>
    <message>
        <source>The architecture text &quot;%1&quot; is invalid at byte %2.</source>
        <translation>アーキテクチャのテキスト &quot;%1&quot; は、バイト %2 で意味をなしません。</translation>
    </message>
</context>
<context>
    <name>stowage::PartInput</name>
    <message>
        <source>A line on standard input is longer than %1.</source>
        <translation>標準入力に、%1 を超える行があります。</translation>
    </message>
    <message>
        <source>The rest of the model is missing: the sender has stopped.</source>
        <translation>送信側がいなくなり、モデルの残りが届きません。</translation>
    </message>
</context>
<context>
    <name>stowage::PickleMachine</name>
    <message>
        <source>is larger than %1 bytes</source>
        <translation>%1 バイトを超えています</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>%1 を開く処理は停止されました。</translation>
    </message>
    <message>
        <source>ends without a STOP opcode</source>
        <translation>STOP オペコードなしで終わっています</translation>
    </message>
    <message>
        <source>uses the opcode %1, which torch.save never writes</source>
        <translation>torch.save が決して書き出さないオペコード %1 を使っています</translation>
    </message>
    <message>
        <source>Nothing in the pickle was executed.</source>
        <translation>pickle の内容は何も実行されていません。</translation>
    </message>
    <message>
        <source>has more than %1 open marks</source>
        <translation>開いたマークが %1 個を超えています</translation>
    </message>
    <message>
        <source>pops from an empty stack</source>
        <translation>空のスタックから取り出しています</translation>
    </message>
    <message>
        <source>uses pickle protocol %1, but only protocol 2, the default of torch.save, is supported</source>
        <translation>pickle プロトコル %1 を使っていますが、対応するのは torch.save の既定であるプロトコル 2 だけです</translation>
    </message>
    <message>
        <source>Save the file again without pickle_protocol.</source>
        <translation>pickle_protocol なしでファイルを保存し直してください。</translation>
    </message>
    <message>
        <source>names the Python object %1: a whole module was saved, which needs its Python code</source>
        <translation>Python オブジェクト %1 を指定しています: モジュール全体が保存されており、その Python コードが必要です</translation>
    </message>
    <message>
        <source>names the Python object %1, which is not allowed in a checkpoint</source>
        <translation>チェックポイントで許されていない Python オブジェクト %1 を指定しています</translation>
    </message>
    <message>
        <source>Nothing in the pickle was executed. Save only model.state_dict().</source>
        <translation>pickle の内容は何も実行されていません。model.state_dict() だけを保存してください。</translation>
    </message>
    <message>
        <source>has a string of %1 bytes; the limit is %2</source>
        <translation>%1 バイトの文字列があります。読み取れるのは最大 %2 バイトです</translation>
    </message>
    <message>
        <source>stores an object under the number %1; the limit is %2</source>
        <translation>オブジェクトを番号 %1 で保存しています。読み取れるのは最大 %2 個です</translation>
    </message>
    <message>
        <source>refers to object number %1, which was not stored</source>
        <translation>保存されていないオブジェクト番号 %1 を参照しています</translation>
    </message>
    <message>
        <source>has more than %1 references</source>
        <translation>参照が %1 個を超えています</translation>
    </message>
    <message>
        <source>has more than %1 objects</source>
        <translation>オブジェクトが %1 個を超えています</translation>
    </message>
    <message>
        <source>has more than %1 lists and dicts</source>
        <translation>リストと dict が %1 個を超えています</translation>
    </message>
    <message>
        <source>has more than %1 tensors</source>
        <translation>テンソルが %1 個を超えています</translation>
    </message>
    <message>
        <source>closes a mark that was never set</source>
        <translation>設定していないマークを閉じています</translation>
    </message>
    <message>
        <source>removes objects that are below its mark on the stack</source>
        <translation>マークより前にあるものを取り出しています</translation>
    </message>
    <message>
        <source>needs more than %1 MiB of memory for the list of its contents</source>
        <translation>一覧にするのに %1 MiB を超えるメモリーが必要です</translation>
    </message>
    <message>
        <source>The pickle %1 of %2 %3 (at byte %4).</source>
        <translation>%2 の pickle %1: %3 (バイト %4)。</translation>
    </message>
    <message>
        <source>nests tuples deeper than %1 levels</source>
        <translation>タプルの入れ子が %1 階層を超えています</translation>
    </message>
    <message>
        <source>appends items without a list</source>
        <translation>追加先がありません</translation>
    </message>
    <message>
        <source>appends to something that is not a list</source>
        <translation>リストでないものに追加しています</translation>
    </message>
    <message>
        <source>sets items without a dict or sets a key without a value</source>
        <translation>dict または値なしで項目を設定しています</translation>
    </message>
    <message>
        <source>sets items of something that is not a dict</source>
        <translation>dict でないものの項目を設定しています</translation>
    </message>
    <message>
        <source>ends in the middle of a value</source>
        <translation>値の途中で終わっています</translation>
    </message>
    <message>
        <source>creates an object of something that is not a scripted class</source>
        <translation>スクリプト化クラスでないものからオブジェクトを作っています</translation>
    </message>
    <message>
        <source>sets attributes of something that is not a dict</source>
        <translation>dict でないものの属性を設定しています</translation>
    </message>
    <message>
        <source>has a storage view that is not a tuple of three elements</source>
        <translation>ストレージのビューが 3 要素のタプルではありません</translation>
    </message>
    <message>
        <source>has a view of %1 elements from element %2, which is outside its storage of %3 elements</source>
        <translation>%2 から %1 要素のビューがあり、%3 要素のストレージの外に出ています</translation>
    </message>
    <message>
        <source>has a persistent id that is not a tuple of six elements</source>
        <translation>永続 ID が 6 要素のタプルではありません</translation>
    </message>
    <message>
        <source>has a persistent id that is not a tuple of five elements</source>
        <translation>永続 ID が 5 要素のタプルではありません</translation>
    </message>
    <message>
        <source>has a persistent id that names no storage</source>
        <translation>永続 ID がストレージを指定していません</translation>
    </message>
    <message>
        <source>has a persistent id with an unknown kind of storage</source>
        <translation>永続 ID のストレージの種類が不明です</translation>
    </message>
    <message>
        <source>has a storage with the negative size of %1 elements</source>
        <translation>%1 要素という負のサイズのストレージがあります</translation>
    </message>
    <message>
        <source>makes a call that is not allowed</source>
        <translation>許されていない呼び出しを行っています</translation>
    </message>
    <message>
        <source>creates an OrderedDict with arguments</source>
        <translation>引数から OrderedDict を作っています</translation>
    </message>
    <message>
        <source>creates a torch.Size with more or fewer than one argument</source>
        <translation>引数が 1 個でない torch.Size を作っています</translation>
    </message>
    <message>
        <source>calls a TorchScript wrapper without an object</source>
        <translation>TorchScript のラッパーをオブジェクトなしで呼び出しています</translation>
    </message>
    <message>
        <source>calls an object that is not a function</source>
        <translation>関数でないオブジェクトを適用しています</translation>
    </message>
    <message>
        <source>creates a meta tensor with the wrong arguments</source>
        <translation>誤った引数から meta テンソルを作っています</translation>
    </message>
    <message>
        <source>creates a typed tensor with the wrong arguments</source>
        <translation>誤った引数から型付きのテンソルを作っています</translation>
    </message>
    <message>
        <source>creates a typed tensor from another typed tensor</source>
        <translation>型付きのテンソルから型付きのテンソルを作っています</translation>
    </message>
    <message>
        <source>creates a Parameter from something that is not a tensor</source>
        <translation>テンソルでないものから Parameter を作っています</translation>
    </message>
    <message>
        <source>has a tensor whose size or strides are neither a tuple nor a list</source>
        <translation>テンソルのサイズまたはストライドが、タプルでもリストでもありません</translation>
    </message>
    <message>
        <source>has a tensor of %1 dimensions; the limit is %2</source>
        <translation>%1 次元のテンソルがあります。読み取れるのは最大 %2 次元です</translation>
    </message>
    <message>
        <source>has a tensor whose size or stride is not an integer</source>
        <translation>テンソルのサイズまたはストライドが整数ではありません</translation>
    </message>
    <message>
        <source>has a tensor with the negative size or stride %1</source>
        <translation>テンソルのサイズまたはストライドが負の %1 です</translation>
    </message>
    <message>
        <source>has a tensor with an untyped storage and without a dtype</source>
        <translation>型なしストレージの上に、dtype のないテンソルがあります</translation>
    </message>
    <message>
        <source>has a quantised tensor whose storage has the dtype %1</source>
        <translation>%1 のストレージの上に、量子化されたテンソルがあります</translation>
    </message>
    <message>
        <source>has a tensor whose dtype argument is not a dtype</source>
        <translation>テンソルの dtype が dtype ではありません</translation>
    </message>
    <message>
        <source>has a tensor whose dtype differs from that of its storage</source>
        <translation>テンソルの dtype がそのストレージと異なります</translation>
    </message>
    <message>
        <source>creates a tensor with the wrong arguments</source>
        <translation>誤った引数からテンソルを作っています</translation>
    </message>
    <message>
        <source>has a tensor at the negative offset %1</source>
        <translation>テンソルのオフセットが負の %1 です</translation>
    </message>
    <message>
        <source>has a tensor of %1 dimensions with %2 strides</source>
        <translation>%1 次元のテンソルのストライドが %2 個あります</translation>
    </message>
</context>
<context>
    <name>stowage::PlacementOptions</name>
    <message>
        <source>--max-memory: %1</source>
        <translation>--max-memory: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>--objective needs --strategy optimal; add that strategy, or omit --objective.</source>
        <translation>--objective は --strategy optimal 用です。両方を指定するか、どちらも指定しないでください。</translation>
    </message>
    <message>
        <source>--strategy optimal chooses the prefetch window and the offloaded modules that the CPU computes; omit --prefetch-window, --no-prefetch and --offloaded.</source>
        <translation>--strategy optimal は、先読みウィンドウと、CPU が計算するオフロードされたモジュールを選びます。--prefetch-window、--no-prefetch、--offloaded を省いてください。</translation>
    </message>
    <message>
        <source>--machine-link has no effect: all devices are in one machine.</source>
        <translation>--machine-link は効果がありません: すべてのデバイスが 1 台のマシンにあります。</translation>
    </message>
    <message>
        <source>--objective %1: %2 generates no tokens after a prompt; use prefill.</source>
        <translation>--objective %1: %2 ではプロンプトの後にトークンが続きません。prefill を指定してください。</translation>
    </message>
    <message>
        <source>--max-memory specifies no limit for the CPU, so the limit of the CPU is %1 from --ram. Accelerate would not use the CPU. To exclude the CPU, add cpu=0 to --max-memory; to use the CPU, add its limit there.</source>
        <translation>--max-memory に CPU の上限がないため、--ram がその上限 %1 になります。Accelerate なら CPU を使いません。そうするには cpu=0 を、または別の上限を追加してください。</translation>
    </message>
    <message>
        <source>with the options of load_hf_model, --max-memory must limit at least one device, as in {0: &quot;10GiB&quot;}.</source>
        <translation>load_hf_model のオプションと一緒に使う場合は、{0: &quot;10GiB&quot;} のようにデバイスの上限を指定する必要があります。</translation>
    </message>
    <message>
        <source>--fallback-allocation has no effect with the rules of transformers; add --rules accelerate.</source>
        <translation>--fallback-allocation は transformers の規則には効果がありません。--rules accelerate を追加してください。</translation>
    </message>
    <message>
        <source>--device-map: %1</source>
        <translation>--device-map: %1</translation>
    </message>
</context>
<context>
    <name>stowage::PlainFile</name>
    <message>
        <source>Reading back %1 failed at offset %2: %3.</source>
        <translation>オフセット %2 で %1 の読み戻しに失敗しました: %3。</translation>
    </message>
    <message>
        <source>%1 ends at offset %2, %3 bytes before it should.</source>
        <translation>%1 は、本来より %3 バイト早く、オフセット %2 で終わっています。</translation>
    </message>
</context>
<context>
    <name>stowage::PlanEstimator::Work</name>
    <message>
        <source>A verdict on a workload is for one model, but this plan has several models. Use stowagectl estimate or the Capacity page to estimate all models together.</source>
        <translation>ワークロードは 1 つのモデルについて判定されますが、このプランには複数のモデルがあります。見積もり (stowagectl estimate、「容量」ページ) はそれらをまとめて数えます。</translation>
    </message>
    <message>
        <source>A diffusers pipeline has no workload of tokens. Use stowagectl estimate without a workload, or the Capacity page, to compare the ways to offload the pipeline.</source>
        <translation>diffusers のパイプラインにトークンのワークロードはありません。代わりに、そのオフロード方法を比較します (ワークロードなしの見積もり、「容量」ページ)。</translation>
    </message>
    <message>
        <source>This program computes offloaded modules on the CPU; the engine of this estimate (%1) may copy their weights to a GPU instead.</source>
        <translation>このプログラムでは、オフロードされたモジュールは CPU で計算されます。この見積もりのエンジン (%1) は、代わりにそれらのモジュールの重みを GPU へコピーすることがあります。</translation>
    </message>
    <message>
        <source>The time of tensor parallelism depends on how the GPUs are connected, so no time is estimated.</source>
        <translation>テンソル並列の所要時間は GPU 間の接続方法によって決まるため、その時間は見積もりません。</translation>
    </message>
    <message>
        <source>A context of %2 tokens exceeds the %1 positions that this model is designed for.</source>
        <translation>このモデルは %2 位置ではなく %1 位置用に作られています。</translation>
    </message>
    <message>
        <source>Tokens of this model attend to later tokens of the prompt, so prompts are not processed in chunks.</source>
        <translation>このモデルのトークンは、プロンプトのより後のトークンを参照します: プロンプトは全体がまとめて入ります。</translation>
    </message>
    <message>
        <source>This program&apos;s own engine does not divide layers among GPUs by tensor parallelism; use vllm, sglang or transformers.</source>
        <translation>このプログラム自身のエンジンは、テンソル並列でレイヤーを GPU に分割しません。vllm、sglang、transformers のいずれかを指定してください。</translation>
    </message>
    <message>
        <source>GPU memory is calculated as in PyTorch&apos;s allocator with expandable_segments:True.</source>
        <translation>GPU のメモリーは、expandable_segments:True を指定した PyTorch のアロケーターの保持量として数えます。</translation>
    </message>
    <message>
        <source>the weights include a rotary table: %1 positions × %2 numbers = %3</source>
        <translation>%1 位置 × %2 個の数 = %3 の回転位置テーブルを含む</translation>
    </message>
    <message>
        <source>the weights include %3 of padding: MXFP4 experts are padded to tiles of %1 × %2 weights</source>
        <translation>重みのうち、MXFP4 のエキスパートを %1 × %2 の重みのタイルに揃えるための分: %3</translation>
    </message>
    <message>
        <source>%1 of parameters, each pinned in a block whose size is a power of two: %2</source>
        <translation>%1 のパラメーター (それぞれ 2 の累乗のブロックにピン留め): %2</translation>
    </message>
    <message>
        <source>The workload has too many tokens to replay the run token by token, so the memory of the run is calculated by formula.</source>
        <translation>これほど多くのトークンは 1 つずつリプレイされません。使用量は計算で求めます。</translation>
    </message>
    <message>
        <source>The free memory allows a prefetch window of only %1 instead of the requested %2.</source>
        <translation>先読みウィンドウ %2 の余地はなく、%1 の余地があります。</translation>
    </message>
    <message>
        <source>The link between %1 and %2 is assumed to be 10 Gbit/s Ethernet (%3). Measure the link, then specify its bandwidth with --machine-link or, in the window, in the dialog &quot;Simulated GPUs&quot;.</source>
        <translation>%1 と %2 の間のリンクは仮定です: 10 Gbit/s イーサネット (%3)。測定して、--machine-link で、またはウィンドウの「シミュレートされた GPU」で指定してください。</translation>
    </message>
    <message>
        <source>How much memory %1 uses on a GPU before any tensor is allocated is unknown, because no figure is published.</source>
        <translation>GPU 上で %1 がテンソルを置く前に使う量は公表されていません: 不明。</translation>
    </message>
    <message>
        <source>Images cannot be estimated: the engine does not process images for this model, or the number of tokens per image is unknown. Leave out the images, and add their tokens to the prompt.</source>
        <translation>このモデルでは画像を見積もれません。エンジンがこのモデルの画像を処理しないか、画像 1 枚が何トークンになるかが不明です。画像は指定せず、そのトークン数をプロンプトに含めてください。</translation>
    </message>
    <message>
        <source>An image of %1 × %1 pixels adds %2 tokens to the prompt; the computation of the image encoder is not included.</source>
        <translation>%1 × %1 ピクセルの画像 1 枚は、プロンプトに %2 トークンを加えます。画像タワーでの計算は含まれていません。</translation>
    </message>
    <message>
        <source>An image of %1 × %1 pixels adds %2 tokens to the prompt and is processed by %3 as %4 × %5 positions.</source>
        <translation>%1 × %1 ピクセルの画像 1 枚は、プロンプトに %2 トークンを加え、%4 × %5 個の位置として %3 を通ります。</translation>
    </message>
    <message>
        <source>An image of %1 × %1 pixels adds %2 token to the prompt and is processed by %3 as %4 × %5 positions.</source>
        <translation>%1 × %1 ピクセルの画像 1 枚は、プロンプトに %2 トークンを加え、%4 × %5 個の位置として %3 を通ります。</translation>
    </message>
    <message>
        <source>each part is shown at its peak, but the peaks occur at different times; the total peak is %1 lower than the sum</source>
        <translation>各項目はそれぞれの最大値であり、そのうち %1 は同時には保持されません</translation>
    </message>
    <message>
        <source>the peak occurs during the load, including %1 for reading</source>
        <translation>ピークはロード時のもので、読み込み用にさらに %1 を使います</translation>
    </message>
    <message>
        <source>other memory in use at the peak: %1</source>
        <translation>ピーク時にこれらの項目のほかに保持される量: %1</translation>
    </message>
    <message>
        <source>memory that %1 uses on each GPU before any tensor is allocated: %2 (%3; %4)</source>
        <translation>テンソルを置く前に %1 が各カードで使う量: %2。%3 (%4)</translation>
    </message>
    <message>
        <source>Every layer is divided evenly among %1 GPUs. A device map cannot express this division, so this estimate does not use the device map of the plan. How the layers are divided: %2.</source>
        <translation>すべてのレイヤーが %1 個の GPU に均等に分割されますが、デバイスマップではこれを表現できません。ここで見積もる対象はプランのマップではありません。分割の方法: %2。</translation>
    </message>
    <message>
        <source>the memory of recurrent layers while they compute (activations)</source>
        <translation>再帰レイヤーが計算中に保持するもの (アクティベーション)</translation>
    </message>
    <message>
        <source>If Stowage can run this model, choose the engine &quot;stowage&quot;.</source>
        <translation>このプログラムがモデルを実行できる場合は、エンジン stowage を選んでください。</translation>
    </message>
    <message>
        <source>How much memory %1 uses on a GPU before any tensor is allocated is not published for this number of GPUs (%3). The figure for %2 GPUs is used; the actual memory is not larger.</source>
        <translation>%1 がテンソルより前に GPU 上で取る量は、%2 個の GPU について公表されていますが、%3 個については公表されていません: それ以下にはならない前者の値で数えます。</translation>
    </message>
    <message>
        <source>How much memory %1 uses on a GPU before any tensor is allocated is not published for this number of GPUs (%3). The figure for fewer GPUs (%2) is used as a minimum.</source>
        <translation>%1 がテンソルより前に GPU 上で取る量は、%2 個について公表されていますが、%3 個の GPU については公表されていません: 最低限の値である前者で数えます。</translation>
    </message>
    <message>
        <source>estimated memory of CUDA graphs: %1</source>
        <translation>CUDA グラフの見積もり: %1</translation>
    </message>
    <message>
        <source>Estimate for keys and values on %1: %4 (%2 × the free memory when %3 starts) minus %5 of weights = %6.</source>
        <translation>%1 のうちキーと値に使える見積もり: %3 の起動時に空いている量の %2 (%4) から重み %5 を引いて %6。</translation>
    </message>
    <message>
        <source>Estimate for keys and values on %1: %2 × %3 minus %4 of weights, %5 of activations, %6 of memory outside of PyTorch and %7 of CUDA graphs = %8.</source>
        <translation>%1 のうちキーと値に使える見積もり: %2 × %3 から重み %4、アクティベーション %5、PyTorch 外のメモリー %6、CUDA グラフ %7 を引いて %8。</translation>
    </message>
    <message>
        <source>With %1, this memory for keys and values corresponds to %2 blocks of %3 tokens. That is %4 tokens, or %5 simultaneous requests of %6 tokens.</source>
        <translation>%1 の数え方では %3 トークンのブロックが %2 個: %4 トークン、%6 トークンのリクエストを同時に %5 件。</translation>
    </message>
    <message>
        <source>%1 has no option for the number of tokens of a pass; leave out max_num_batched_tokens, or use vllm.</source>
        <translation>%1 には 1 回のパスのトークン数を指定するオプションがありません。max_num_batched_tokens を省くか、vllm を選んでください。</translation>
    </message>
    <message>
        <source>%1 has no option for a share of the GPU memory; leave out gpu_memory_utilization, or use vllm or sglang.</source>
        <translation>%1 には GPU の割合を指定するオプションがありません。gpu_memory_utilization を省くか、vllm または sglang を選んでください。</translation>
    </message>
    <message>
        <source>By default, %1 divides each layer among GPUs. For this plan, the engine uses %2 GPUs, the largest number that the engine accepts. Specify another number with tensor_parallel; with 1, the layers form a pipeline according to the device map of the plan.</source>
        <translation>%1 は自分でレイヤーを分割します: ここでは受け入れられる最大の %2 個の GPU です。別の数は tensor_parallel で指定してください。1 ではプランのマップによるパイプラインになります。</translation>
    </message>
    <message>
        <source>The peak memory while weights are loaded and quantised is not predicted; this peak may be higher than the estimate.</source>
        <translation>重みを読み込んで量子化する間のピークは予測しません。これより高いことがあります。</translation>
    </message>
    <message>
        <source>The device map names a device that does not exist.</source>
        <translation>マップが存在しないデバイスを指しています。</translation>
    </message>
    <message>
        <source>%1 rejects a context of %2 tokens: this model is designed for %3 tokens. Shorten the context; with %4=1, %1 accepts the longer context anyway.</source>
        <translation>%1 は %2 トークンのコンテキストを拒否します: このモデルは %3 向けです。短くしてください。%4=1 なら %1 はそれでも受け付けます。</translation>
    </message>
    <message>
        <source>The time of recurrent layers includes matrix products and the reading of weights and states; the update of the states is not included.</source>
        <translation>再帰レイヤーの時間には、積、重み、状態の時間だけを数え、状態の更新は数えません。</translation>
    </message>
    <message>
        <source>link between %1 and %2: %3, assumed</source>
        <translation>%1 と %2 の間のリンク: %3、仮定</translation>
    </message>
    <message>
        <source>link between %1 and %2: %3, as specified</source>
        <translation>%1 と %2 の間のリンク: %3、入力値</translation>
    </message>
    <message>
        <source>The CPU computes the layers in CPU memory; %1 does not copy their weights to a GPU.</source>
        <translation>%1 は、CPU のメモリーにあるレイヤーを CPU で実行します。重みは GPU にコピーされません。</translation>
    </message>
    <message>
        <source>Matrix products with %1 weights are assumed to take %2 times as long as with 16-bit weights; factors of %3 to %4 were measured (%5).</source>
        <translation>%1 の重みとの積には、16 ビットの重みの %2 倍の時間がかかると仮定します。測定値は %3 ~ %4 倍です (%5)。</translation>
    </message>
    <message>
        <source>The time of recurrent layers is not estimated.</source>
        <translation>再帰レイヤーにかかる時間は見積もりません。</translation>
    </message>
</context>
<context>
    <name>stowage::PlanJudge</name>
    <message>
        <source>Planning was stopped.</source>
        <translation>プランは停止されました。</translation>
    </message>
    <message>
        <source>plans compared</source>
        <translation>件のプランを比較</translation>
    </message>
</context>
<context>
    <name>stowage::Planner</name>
    <message>
        <source>%1 contains no tensors, so there is nothing to convert.</source>
        <translation>%1 にはテンソルがないため、変換するものがありません。</translation>
    </message>
    <message>
        <source>Only safetensors files can be written in shards; leave --shard-size out.</source>
        <translation>シャードに分けて書き出せるのは safetensors だけです。--shard-size を省いてください。</translation>
    </message>
    <message>
        <source>The size of a shard must be at least one byte.</source>
        <translation>シャードには少なくとも 1 バイトの余地が必要です。</translation>
    </message>
</context>
<context>
    <name>stowage::Predictor</name>
    <message>
        <source>Attention is fused: no attention scores of a layer are in memory.</source>
        <translation>アテンションは融合されています: レイヤーのスコアはメモリーに置かれません。</translation>
    </message>
    <message>
        <source>Attention is not fused: all attention scores of a layer are in memory at once, together with their softmax.</source>
        <translation>アテンションは融合されていません: レイヤーのすべてのスコアが同時にメモリーに置かれ、その横に softmax も置かれます。</translation>
    </message>
    <message>
        <source>A KV cache starts with one row per token of the first pass, but at least 32 rows. It doubles when it is full.</source>
        <translation>KV キャッシュは、最初のパスのトークンごとに 1 行 (少なくとも 32 行) で始まり、満杯になると 2 倍になります。</translation>
    </message>
    <message>
        <source>The state that layers store for earlier tokens has the same size after each token.</source>
        <translation>レイヤーがそれまでのトークンについて保持する量は、どのトークンの後でも同じです。</translation>
    </message>
    <message>
        <source>Tokens are assumed to choose experts at random, with equal probability. The weights of an expert are copied when a token chooses the expert, not ahead of time.</source>
        <translation>トークンがどのエキスパートを選ぶかは均等な確率で決まるものとします。その重みは、先にではなく、選ばれたときに取り込まれます。</translation>
    </message>
    <message>
        <source>Times are unknown: a required rate has not been measured. &quot;stowagectl devices --measure&quot; measures this machine; to measure the disk of the offloaded weights, add --dir with a folder on that disk.</source>
        <translation>時間は不明です: 必要な速度が測定されていません。&quot;stowagectl devices --measure&quot; でこのマシンを測定できます。--dir に、オフロードされた重みのあるディスク上のフォルダーを指定すると、そのディスクを測定します。</translation>
    </message>
    <message>
        <source>Times of matrix products are based on measurements of this machine, for a run with %1 thread while nothing else is running.</source>
        <translation>行列積の時間はこのマシンでの実測に基づき、%1 スレッドで実行し、ほかに何も動いていないものとします。</translation>
    </message>
    <message>
        <source>Times of matrix products are based on measurements of this machine, for a run with %1 threads while nothing else is running.</source>
        <translation>行列積の時間はこのマシンでの実測に基づき、%1 スレッドで実行し、ほかに何も動いていないものとします。</translation>
    </message>
    <message>
        <source>%1 % of the offloaded files is in the page cache. After the first pass, all offloaded files are in the page cache.</source>
        <translation>オフロードされたファイルの %1% がページキャッシュにあります。最初のパスの後は、すべてがそこに残ります。</translation>
    </message>
    <message>
        <source>%1 % of the offloaded files is in the page cache. Reading the files does not change this percentage.</source>
        <translation>オフロードされたファイルの %1% がページキャッシュにあります。読み取っても、その状態は変わりません。</translation>
    </message>
</context>
<context>
    <name>stowage::PrefetchedWeights</name>
    <message>
        <source>prefetching weights</source>
        <translation>重みの先読み</translation>
    </message>
    <message>
        <source>prefetching a tensor</source>
        <translation>テンソルの先読み</translation>
    </message>
</context>
<context>
    <name>stowage::ProgramRunner</name>
    <message>
        <source>A step of this load needs the memory of %1, which the host cannot read.</source>
        <translation>このロードのあるステップが、%1 のメモリーをホストから読み取ろうとしています。</translation>
    </message>
</context>
<context>
    <name>stowage::QuantizationFields</name>
    <message>
        <source>must be true or false.</source>
        <translation>true または false でなければなりません。</translation>
    </message>
    <message>
        <source>must be a whole number from %1 to %2.</source>
        <translation>%1 から %2 までの整数でなければなりません。</translation>
    </message>
    <message>
        <source>must be a string.</source>
        <translation>テキストでなければなりません。</translation>
    </message>
    <message>
        <source>must be a list of module names.</source>
        <translation>モジュールの名前のリストでなければなりません。</translation>
    </message>
    <message>
        <source>must be two whole numbers from 1 to 1048576: rows and columns.</source>
        <translation>1 から 1048576 までの 2 つの整数でなければなりません: 行と列。</translation>
    </message>
    <message>
        <source>has %1 characters; the limit is 1024.</source>
        <translation>%1 文字あります。この設定の値が 1024 文字を超えることはありません。</translation>
    </message>
    <message>
        <source>is an object, but must be a number, a string, true, false or a list.</source>
        <translation>オブジェクトです。ここには数、テキスト、true、false、リストのいずれかが必要です。</translation>
    </message>
    <message>
        <source>names too many modules (the limits are 65,536 names, 1,024 characters per name and 512 KiB in total); leave out the list.</source>
        <translation>どのモデルに必要な数よりも多くのモジュールを挙げています (最大 65,536 個の名前、それぞれ 1,024 文字、合計 512 KiB)。リストを省いてください。</translation>
    </message>
    <message>
        <source>must be a list of names or a list of a few numbers.</source>
        <translation>名前でも少数の数でもないもののリストです。</translation>
    </message>
    <message>
        <source>mixes names and numbers in one list.</source>
        <translation>名前と数が 1 つのリストに混在しています。</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1 の %2: %3</translation>
    </message>
</context>
<context>
    <name>stowage::Question</name>
    <message>
        <source>There is no Python %1; specify a Python that has torch and transformers (--python on the command line, or STOWAGE_PYTHON).</source>
        <translation>Python %1 はありません。torch と transformers のあるものを指定してください (コマンドラインの --python、または STOWAGE_PYTHON)。</translation>
    </message>
    <message>
        <source>The temporary folder for the module tree of %1 could not be created.</source>
        <translation>Python が %1 のモジュールを書き出すためのフォルダーを、一時ファイル用のフォルダーに作成できません。</translation>
    </message>
    <message>
        <source>The Python %1 cannot be used: %2</source>
        <translation>Python %1 に問い合わせできません: %2</translation>
    </message>
    <message>
        <source>%1 exited without an error (%3), but wrote no module tree for %2; use another Python.</source>
        <translation>%1 はエラーなしで終了しましたが、%2 のモジュールを書き出していません。別の Python を指定してください (%3)。</translation>
    </message>
    <message>
        <source>The output of %1 for %2 is not a module tree: %3</source>
        <translation>%1 が %2 について書き出したものは、モジュールツリーではありません: %3</translation>
    </message>
    <message>
        <source>Waiting for Python was stopped.</source>
        <translation>Python の終了を待ちませんでした。</translation>
    </message>
    <message>
        <source>%1 did not report the modules of %2 within %3 s and was stopped; try again, or use another Python.</source>
        <translation>%1 は %3 s 以内に %2 のモジュールを答えなかったため、終了させました。もう一度試すか、別の Python を指定してください。</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2 while it built %3, perhaps because memory ran out.</source>
        <translation>%1 は %3 の構築中にシグナル %2 で強制終了されました。メモリー不足の可能性があります。</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2 while it built %3.</source>
        <translation>%1 は %3 の構築中にシグナル %2 で強制終了されました。</translation>
    </message>
    <message>
        <source>%1 is built by Python code that is stored next to it; Stowage runs this code only if you allow it for this model (--trust-remote-code on the command line).</source>
        <translation>%1 は、同じ場所にある独自の Python コードで構築されます。Stowage がそれを実行するのは、このモデルについて明示的に許可された場合だけです (コマンドラインの --trust-remote-code)。</translation>
    </message>
    <message>
        <source>Python exited with status %1</source>
        <translation>状態 %1 で終了しました</translation>
    </message>
    <message>
        <source>%1 cannot build %2: %3; install the missing module for this Python, or use another Python.</source>
        <translation>%1 は %2 を構築できません: %3。そこにインストールするか、別の Python を指定してください。</translation>
    </message>
    <message>
        <source>%1 cannot build %2: %3</source>
        <translation>%1 は %2 を構築できません: %3</translation>
    </message>
</context>
<context>
    <name>stowage::RamWatch</name>
    <message>
        <source>The load method &quot;%1&quot; uses %2 of RAM (measured), but the limit is %3.</source>
        <translation>&quot;%1&quot; によるロードは RAM を %2 保持しており (実測)、その上限は %3 です。</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; uses %2 of RAM (measured) and needs %3 more now, but the limit is %4.</source>
        <translation>&quot;%1&quot; によるロードは RAM を %2 保持しており (実測、今さらに %3 が必要)、その上限は %4 です。</translation>
    </message>
</context>
<context>
    <name>stowage::RandomAccessFile</name>
    <message>
        <source>%1 was changed or replaced after it was opened; open the file again.</source>
        <translation>%1 は、開いた後に変更または置き換えられました。開き直してください。</translation>
    </message>
    <message>
        <source>%1 ends before offset %2.</source>
        <translation>%1 はオフセット %2 より前で終わっています。</translation>
    </message>
    <message>
        <source>Reading %1 at offset %2 failed: %3.</source>
        <translation>オフセット %2 で %1 の読み取りに失敗しました: %3。</translation>
    </message>
    <message>
        <source>%1 ends at offset %2, but %3 more bytes were expected.</source>
        <translation>%1 はオフセット %2 で終わっていますが、さらに %3 バイトを読み取るはずでした。</translation>
    </message>
</context>
<context>
    <name>stowage::Read</name>
    <message>
        <source>%1 is %2; numbers separated by commas are required.</source>
        <translation>%1 は %2 です。コンマで区切った数が必要です。</translation>
    </message>
</context>
<context>
    <name>stowage::RealCudaDevices</name>
    <message>
        <source>the driver shows no CUDA device to this process</source>
        <translation>ドライバーがこのプロセスに 1 つも示していません</translation>
    </message>
    <message>
        <source>Opening the CUDA devices</source>
        <translation>CUDA デバイスのオープン</translation>
    </message>
    <message>
        <source>Querying the CUDA devices</source>
        <translation>CUDA デバイスへの問い合わせ</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 のオープン</translation>
    </message>
    <message>
        <source>%1 (%2, %3) is not among the CUDA devices that this process may use; check CUDA_VISIBLE_DEVICES.</source>
        <translation>%1 (%2、%3) は、このプロセスが使える CUDA デバイスに含まれていません。CUDA_VISIBLE_DEVICES を確認してください。</translation>
    </message>
</context>
<context>
    <name>stowage::RequestEditor</name>
    <message>
        <source>A plan needs a device; keep at least the CPU.</source>
        <translation>プランにはデバイスが必要です。少なくとも CPU は残してください。</translation>
    </message>
</context>
<context>
    <name>stowage::ResumeJournal</name>
    <message>
        <source>Another process is writing next to %1; wait until it finishes, or stop it.</source>
        <translation>別の実行が %1 と同じ場所に書き込んでいます。それを待つか、停止してください。</translation>
    </message>
    <message>
        <source>%1 is not a regular file; remove it.</source>
        <translation>%1 は通常のファイルではありません。削除してください。</translation>
    </message>
    <message>
        <source>Other processes repeatedly remove %1; wait until they finish.</source>
        <translation>%1 が他の実行によって繰り返し削除されています。他の実行が終わるまで待ってください。</translation>
    </message>
    <message>
        <source>%1 is larger than 256 MiB, which is too large for a journal; run the command without --resume to start over.</source>
        <translation>%1 は 256 MiB を超えており、ジャーナルではありえません。最初からやり直すには、--resume なしで実行してください。</translation>
    </message>
    <message>
        <source>%1 is damaged at offset %2; run the command without --resume to start over.</source>
        <translation>%1 はオフセット %2 で壊れています。最初からやり直すには、--resume なしで実行してください。</translation>
    </message>
</context>
<context>
    <name>stowage::Ruler</name>
    <message>
        <source>main_device has no effect: the whole model is on %1, so dispatch_model adds no hooks. With force_hooks, dispatch_model adds hooks.</source>
        <translation>main_device は効果がありません: モデルの全体が %1 にあるため、dispatch_model はフックを付けません。force_hooks なら付けます。</translation>
    </message>
    <message>
        <source>preload_module_classes names %1, but no module of this model has that class.</source>
        <translation>preload_module_classes に %1 がありますが、このモデルにそのクラスのモジュールはありません。</translation>
    </message>
    <message>
        <source>preload_module_classes has no effect: no part of the model is offloaded, so the model has no hooks.</source>
        <translation>preload_module_classes は効果がありません: モデルにオフロードされたものがないため、フックがありません。</translation>
    </message>
    <message>
        <source>The setting for the offloaded module %1 has no effect: this model has no such module.</source>
        <translation>%1 の計算またはストリーミングは効果がありません: このモデルにそのようなモジュールはありません。</translation>
    </message>
    <message>
        <source>The setting for offloaded modules has no effect: the whole model is on GPUs.</source>
        <translation>オフロードされたモジュールの実行方法は効果がありません: モデルの全体が GPU にあります。</translation>
    </message>
</context>
<context>
    <name>stowage::RunArguments</name>
    <message>
        <source>without --temperature the most likely token is chosen and nothing is sampled; give --temperature as well.</source>
        <translation>--temperature がなければ、最も確率の高いトークンが選ばれ、抽選は行われません。--temperature も指定してください。</translation>
    </message>
    <message>
        <source>the temperature must be a number above 0; omit the option to choose the most likely tokens.</source>
        <translation>0 より大きい数でなければなりません。最も確率の高いトークンを選ぶには省いてください。</translation>
    </message>
    <message>
        <source>without --generate N, no token is sampled; give --generate N as well.</source>
        <translation>--generate N がなければ、トークンの抽選は行われません。</translation>
    </message>
    <message>
        <source>a run reads the prompt from --tokens or --prompt-text, which also determines the prompt length; use --generate N for the number of tokens to generate.</source>
        <translation>実行のプロンプトは --tokens または --prompt-text から取り、その長さもそれらで決まります。続くトークンは --generate N で指定します。</translation>
    </message>
    <message>
        <source>a prompt is required, as in 15496,11,995; or give --prompt-text, or --input for an image model.</source>
        <translation>これは必須です (例: 15496,11,995)。または --prompt-text を、画像のモデルなら --input を指定してください。</translation>
    </message>
    <message>
        <source>the option repeats one prompt; give --tokens only once.</source>
        <translation>1 つのプロンプトを繰り返します。--tokens は 1 回だけ指定してください。</translation>
    </message>
    <message>
        <source>%1; omit the option, or use &quot;stowagectl estimate&quot; for another engine.</source>
        <translation>%1。これを省くか、別のエンジンの使用量を &quot;stowagectl estimate&quot; で調べてください。</translation>
    </message>
    <message>
        <source>a run always uses the engine of this program</source>
        <translation>実行は常にこのプログラム自身のものです</translation>
    </message>
    <message>
        <source>a run does not divide layers among GPUs</source>
        <translation>実行はレイヤーを GPU に分割しません</translation>
    </message>
    <message>
        <source>a run reads an image from --input; omit --images.</source>
        <translation>実行の画像は --input から取ります。これを省いてください。</translation>
    </message>
    <message>
        <source>a run stores keys and values in the dtype of the weights, %1</source>
        <translation>実行はキーと値を、計算に使う重みの dtype (%1) で保持します</translation>
    </message>
    <message>
        <source>a run stores keys and values in the dtype of the weights</source>
        <translation>実行はキーと値を、計算に使う重みの dtype で保持します</translation>
    </message>
    <message>
        <source>a run computes in the dtype of the weights, %1; load the weights in another dtype with --dtype.</source>
        <translation>実行は重みの dtype (%1) で計算します。--dtype で別の dtype にしてロードしてください。</translation>
    </message>
    <message>
        <source>a run uses a context length of prompt plus generated tokens, which is %1; omit --context, or generate more tokens with --generate.</source>
        <translation>実行が領域を確保するのは、そのトークン (ここでは %1) の分です。これを省くか、--generate で続くトークンを増やしてください。</translation>
    </message>
    <message>
        <source>the tokenizer produces no tokens from the text; give a longer text.</source>
        <translation>トークナイザーはこれからトークンを作りません。より長いテキストを指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::RunChecks</name>
    <message>
        <source>%1 logits were computed and %2 tokens were generated</source>
        <translation>%1 個のロジット、その後 %2 トークン</translation>
    </message>
    <message>
        <source>the generated tokens differ from those on the CPU</source>
        <translation>続くトークンが CPU 上のものと異なる</translation>
    </message>
    <message>
        <source>the logits are identical bit by bit</source>
        <translation>ロジットがビット単位で一致</translation>
    </message>
    <message>
        <source>the logits differ from those on the CPU, although the CPU computed both</source>
        <translation>両方とも CPU が計算したのに、ロジットが CPU 上のものと異なる</translation>
    </message>
    <message>
        <source>the logits differ from those on the CPU by up to %1 (allowed: %2)</source>
        <translation>ロジットの差 %1、許容 %2</translation>
    </message>
    <message>
        <source>the layers on %1 allocated no memory during the run</source>
        <translation>計算されたものが %1 に 1 つもなかった</translation>
    </message>
    <message>
        <source>%2 is allocated on %1 after the run, but %3 was allocated before the run</source>
        <translation>%1 の保持量が実行後は %2、実行前は %3</translation>
    </message>
    <message>
        <source>the peak memory of %1 exceeds the memory before the run by %2</source>
        <translation>%1 は重みに加えて最大 %2</translation>
    </message>
    <message>
        <source>no GPU computed a layer</source>
        <translation>計算した GPU がない</translation>
    </message>
    <message>
        <source>the result on the CPU, which is the reference, is missing; see the failed check above</source>
        <translation>比較対象がない、上を参照</translation>
    </message>
    <message>
        <source>%1 of weights was streamed in (%2 prefetched), which does not match the plan</source>
        <translation>重み %1 を取り込み、うち %2 は先に</translation>
    </message>
</context>
<context>
    <name>stowage::RunConfig</name>
    <message>
        <source>%1 is not a JSON object, as a config.json must be.</source>
        <translation>%1 は、config.json のような JSON オブジェクトではありません。</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3; %4 is needed to run the model.</source>
        <translation>%1: &quot;%2&quot; は %3 です。モデルの実行には %4 が必要です。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3; %4 is needed to run the model, because %5.</source>
        <translation>%1: &quot;%2&quot; は %3 です。%4 でなければなりません (理由: %5)。これはモデルの実行に必要です。</translation>
    </message>
    <message>
        <source>a whole number from 1 to %1</source>
        <translation>1 から %1 までの整数</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>0 より大きい数</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true または false</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>a list of strings</source>
        <translation>テキストのリスト</translation>
    </message>
    <message>
        <source>a list of numbers above 0</source>
        <translation>0 より大きい数のリスト</translation>
    </message>
</context>
<context>
    <name>stowage::RunJob</name>
    <message>
        <source>At %1: %2</source>
        <translation>%1 で: %2</translation>
    </message>
    <message>
        <source>A shorter prompt needs less memory.</source>
        <translation>プロンプトを短くすると、必要なメモリーが減ります。</translation>
    </message>
</context>
<context>
    <name>stowage::RunModel</name>
    <message>
        <source>Models of the family %1 cannot be divided into stages; only text decoders can.</source>
        <translation>ファミリー %1 のモデルは、ステージに分割されません。分割されるのはテキストのデコーダーです。</translation>
    </message>
</context>
<context>
    <name>stowage::RunStages</name>
    <message>
        <source>%1 cannot be combined with %2: %3</source>
        <translation>%1 は %2 と一緒に使えません: %3</translation>
    </message>
    <message>
        <source>the output of this option describes a single process.</source>
        <translation>これは、1 つのプロセスについてのものです。</translation>
    </message>
    <message>
        <source>give 1 to 86400 seconds.</source>
        <translation>1 から 86400 までの秒数を指定してください。</translation>
    </message>
    <message>
        <source>Several machines cannot share standard input; give a file instead of &quot;-&quot;.</source>
        <translation>複数のマシンは標準入力を共有できません。&quot;-&quot; の代わりにファイルを指定してください。</translation>
    </message>
    <message>
        <source>The run was interrupted on all machines.</source>
        <translation>すべてのマシンで実行が中断されました。</translation>
    </message>
    <message>
        <source>the option names modules, but each stage contains only some of the modules.</source>
        <translation>モジュールを指定しますが、各ステージにはその一部しかありません。</translation>
    </message>
    <message>
        <source>the stages on %1 cannot share one folder; leave out --offload-dir, so that each stage uses a separate temporary folder.</source>
        <translation>%1 上のステージは 1 つのフォルダーを共有できません。省略すると、それぞれが自分の一時フォルダーを使います。</translation>
    </message>
    <message>
        <source>models in a chain run one after another in one process.</source>
        <translation>チェーンのモデルは、1 つのプロセスで順に実行されます。</translation>
    </message>
    <message>
        <source>--send-weights sends a model, but %1 is a project; specify the model itself.</source>
        <translation>--send-weights が送るのはモデルですが、%1 はプロジェクトです。モデルそのものを指定してください。</translation>
    </message>
    <message>
        <source>only files of the model itself are sent.</source>
        <translation>送られるのは、モデル自身のファイルだけです。</translation>
    </message>
    <message>
        <source>give 1 to %1 micro-batches.</source>
        <translation>1 から %1 までの数を指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::RunTensors</name>
    <message>
        <source>The forward pass needs the tensor %1 (shape %2), but this model has no such tensor.</source>
        <translation>フォワードパスには形状 %2 のテンソル %1 が必要ですが、このモデルにはありません。</translation>
    </message>
    <message>
        <source>The forward pass needs the tensor %1 in the shape %2, but in this model the tensor has the shape %3.</source>
        <translation>フォワードパスにはテンソル %1 が形状 %2 で必要ですが、ここでは %3 です。</translation>
    </message>
    <message>
        <source>The forward pass computes in float32, bfloat16 and float16, but the weight %1 has the dtype %2; %3.</source>
        <translation>フォワードパスは float32、bfloat16、float16 で計算しますが、%1 は %2 です。%3。</translation>
    </message>
    <message>
        <source>The forward pass computes in float32, but %1 is %2; %3.</source>
        <translation>フォワードパスは float32 で計算しますが、%1 は %2 です。%3。</translation>
    </message>
</context>
<context>
    <name>stowage::RunVerb</name>
    <message>
        <source>--execution-device names %1, which is not a device of the load; use one of the GPUs of --gpus, or the CPU.</source>
        <translation>--execution-device は %1 を指定していますが、ロードにそのデバイスはありません。--gpus のいずれか、または CPU を指定してください。</translation>
    </message>
    <message>
        <source>warning: %1</source>
        <translation>警告: %1</translation>
    </message>
    <message>
        <source>If the configuration is in another folder, specify the file with --config FILE.</source>
        <translation>別の場所にある設定は --config FILE で指定します。</translation>
    </message>
    <message>
        <source>Specify the input with --input FILE.npy.</source>
        <translation>これは --input FILE.npy で指定します。</translation>
    </message>
    <message>
        <source>pre-flight</source>
        <translation>事前チェック</translation>
    </message>
    <message>
        <source>The load finished without creating a model.</source>
        <translation>ロードはモデルなしで終わりました。</translation>
    </message>
    <message>
        <source>models in a chain run without a workload; leave out --engine, --context and other workload options.</source>
        <translation>そのモデルはそのまま実行されます。--engine、--context など、ワークロードの指定を省いてください。</translation>
    </message>
    <message>
        <source>models in a chain accept only one prompt; specify a single prompt.</source>
        <translation>チェーンのモデルが受け取るプロンプトは 1 つです。1 つだけ指定してください。</translation>
    </message>
    <message>
        <source>models in a chain pass tokens to the next model; leave out --input.</source>
        <translation>チェーンのモデルはトークンを引き継ぎます。これを省いてください。</translation>
    </message>
    <message>
        <source>%1 describes a model without its weights, so there is nothing to run; give a safetensors or PyTorch file, or a folder with weights.</source>
        <translation>%1 は重みなしでモデルを記述しているため、実行するものがありません。safetensors または PyTorch のファイルか、重みのあるフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>error: %1</source>
        <translation>エラー: %1</translation>
    </message>
    <message>
        <source>The plan of this project pins modules, but each stage contains only some of the modules. Run the model instead of the project, or remove the pins.</source>
        <translation>このプロジェクトのプランはモジュールを固定していますが、各ステージにはその一部しかありません。モデルそのものを実行するか、固定を解除してください。</translation>
    </message>
</context>
<context>
    <name>stowage::SafetensorsHeaderParser</name>
    <message>
        <source>The header of %1 is not valid JSON in UTF-8 at offset %2.</source>
        <translation>%1 のヘッダーは、オフセット %2 で UTF-8 の有効な JSON ではありません。</translation>
    </message>
    <message>
        <source>The entry %1 of %2 %3.</source>
        <translation>%2 の項目 %1: %3。</translation>
    </message>
    <message>
        <source>The header of %1 %2.</source>
        <translation>%1 のヘッダー: %2。</translation>
    </message>
    <message>
        <source>has a name of more than 262144 bytes</source>
        <translation>262144 バイトを超える名前があります</translation>
    </message>
    <message>
        <source>occurs twice</source>
        <translation>2 回あります</translation>
    </message>
    <message>
        <source>has a NUL in its name</source>
        <translation>名前に NUL があります</translation>
    </message>
    <message>
        <source>has a &apos;/&apos; in its name, which is not allowed in a module path or in a file name of an offload folder</source>
        <translation>名前に、モジュールパスにもオフロードフォルダーのファイルにも使えない &apos;/&apos; があります</translation>
    </message>
    <message>
        <source>has the key %1 twice</source>
        <translation>キー %1 が 2 回あります</translation>
    </message>
    <message>
        <source>has more than 1,000,000 keys</source>
        <translation>キーが 1,000,000 個を超えています</translation>
    </message>
    <message>
        <source>lacks one of &quot;dtype&quot;, &quot;shape&quot; and &quot;data_offsets&quot;</source>
        <translation>&quot;dtype&quot;、&quot;shape&quot;、&quot;data_offsets&quot; のいずれかがありません</translation>
    </message>
    <message>
        <source>has the field %1 twice</source>
        <translation>フィールド %1 が 2 回あります</translation>
    </message>
    <message>
        <source>has the unknown dtype %1</source>
        <translation>dtype %1 は不明です</translation>
    </message>
    <message>
        <source>has %1 as a dimension</source>
        <translation>次元が%1です</translation>
    </message>
    <message>
        <source>has a dimension above 2^63 - 1</source>
        <translation>2^63 - 1 を超える次元があります</translation>
    </message>
    <message>
        <source>has more than 64 dimensions</source>
        <translation>64 次元を超えています</translation>
    </message>
    <message>
        <source>has %1 among its &quot;data_offsets&quot;</source>
        <translation>&quot;data_offsets&quot; に%1があります</translation>
    </message>
    <message>
        <source>has more than two &quot;data_offsets&quot;</source>
        <translation>&quot;data_offsets&quot; が 2 個を超えています</translation>
    </message>
    <message>
        <source>does not have exactly two &quot;data_offsets&quot;</source>
        <translation>&quot;data_offsets&quot; が 2 個ではありません</translation>
    </message>
    <message>
        <source>is nested too deeply</source>
        <translation>入れ子が深すぎます</translation>
    </message>
</context>
<context>
    <name>stowage::SampleFolder</name>
    <message>
        <source>%1 is not a folder; specify a folder for the sample.</source>
        <translation>%1 はフォルダーではありません。サンプル用のフォルダーを指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::SampleVerb</name>
    <message>
        <source>safetensors, pth or per-tensor</source>
        <translation>safetensors、pth、per-tensor</translation>
    </message>
    <message>
        <source>only --format safetensors can be written in shards.</source>
        <translation>シャードに分けて書き出せるのは --format safetensors だけです。</translation>
    </message>
    <message>
        <source>default or perturbed</source>
        <translation>default または perturbed</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>%1 のいずれか</translation>
    </message>
    <message>
        <source>float32, float16, bfloat16 or float64</source>
        <translation>float32、float16、bfloat16、float64</translation>
    </message>
</context>
<context>
    <name>stowage::ScriptReader</name>
    <message>
        <source>%1 is the return value of %2(…) at byte %3, but Stowage does not execute Python; paste the output of print(%4).</source>
        <translation>%1は、バイト %3 で %2(…) が返すものとされていますが、Stowage は Python を実行しません。print(%4) の出力を貼り付けてください。</translation>
    </message>
</context>
<context>
    <name>stowage::ScriptWalker</name>
    <message>
        <source>%1 is a TorchScript archive, but it contains no tensors.</source>
        <translation>%1 は TorchScript アーカイブですが、テンソルがありません。</translation>
    </message>
    <message>
        <source>%1 is a TorchScript archive: its tensors are read; its code and constants are ignored.</source>
        <translation>%1 は TorchScript アーカイブです: テンソルは読み取られ、コードと定数には手を付けません。</translation>
    </message>
    <message>
        <source>The contents of %1 are nested deeper than 256 levels.</source>
        <translation>%1 の内容の入れ子が 256 階層を超えています。</translation>
    </message>
    <message>
        <source>%1 has an attribute whose name is longer than 4096 bytes: %2.</source>
        <translation>%1 に、名前が 4096 バイトを超える属性があります: %2。</translation>
    </message>
    <message>
        <source>%1 has tensors whose names exceed 64 MiB in total.</source>
        <translation>%1 のテンソルの名前が 64 MiB を超えています。</translation>
    </message>
    <message>
        <source>The tensor %1 occurs twice in %2.</source>
        <translation>テンソル %1 が %2 に 2 回あります。</translation>
    </message>
</context>
<context>
    <name>stowage::Searcher</name>
    <message>
        <source>Layers were split into experts, feed-forward and attention, but not into smaller parts.</source>
        <translation>レイヤーの分割単位は、エキスパート、フィードフォワード、アテンションまでで、それより細かくはしていません。</translation>
    </message>
    <message>
        <source>This plan takes the least time of all compared plans. There are too many sets of GPUs to compare all sets, so a faster plan may exist.</source>
        <translation>このプランの値は、調べたものの中で最小です。GPU の組み合わせが多すぎてすべては調べられないため、何も証明されていません。</translation>
    </message>
    <message>
        <source>The device map shown comes from the strategy &quot;%1&quot;.</source>
        <translation>表示されているマップは、戦略 %1 のものです。</translation>
    </message>
    <message>
        <source>The device map shown places all modules on the CPU.</source>
        <translation>表示されているマップでは、すべてが CPU にあります。</translation>
    </message>
</context>
<context>
    <name>stowage::SelftestVerb</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>opens</source>
        <translation>開ける</translation>
    </message>
    <message>
        <source>load on %1</source>
        <translation>%1 でのロード</translation>
    </message>
    <message>
        <source>run on %1</source>
        <translation>%1 での実行</translation>
    </message>
    <message>
        <source>load on all GPUs</source>
        <translation>全 GPU でのロード</translation>
    </message>
    <message>
        <source>run on all GPUs</source>
        <translation>全 GPU での実行</translation>
    </message>
    <message>
        <source>The self-test was interrupted.</source>
        <translation>セルフテストは中断されました。</translation>
    </message>
    <message>
        <source>All %1 checks passed in %2.</source>
        <translation>%1 項目を検査、すべて問題なし、所要時間 %2。</translation>
    </message>
    <message>
        <source>%2 of %1 checks FAILED. The self-test took %3.</source>
        <translation>%1 項目を検査、%2 項目が失敗、所要時間 %3。</translation>
    </message>
</context>
<context>
    <name>stowage::SentParts</name>
    <message>
        <source>send weights</source>
        <translation>重みを送信</translation>
    </message>
</context>
<context>
    <name>stowage::SentencePieceModel</name>
    <message>
        <source>libsentencepiece cannot convert the text %1 to tokens with %2; give tokens instead of text.</source>
        <translation>libsentencepiece は %2 によって %1 からトークンを作れません。テキストの代わりにトークンを指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::ServeSession</name>
    <message>
        <source>&quot;id&quot;: %1 is in use by a running request; use another id.</source>
        <translation>&quot;id&quot;: %1 は、処理中のリクエストが使用しています。</translation>
    </message>
    <message>
        <source>%1 requests are running, which is the limit. Send the request again when a running request has finished.</source>
        <translation>%1 件のリクエストを処理中です。そのいずれかが終わるまで、新しいリクエストは受け付けません。</translation>
    </message>
    <message>
        <source>The request was cancelled.</source>
        <translation>リクエストはキャンセルされました。</translation>
    </message>
    <message>
        <source>stowagectl %1 exited without a result: %2</source>
        <translation>stowagectl %1 が、応答せずに終了しました: %2</translation>
    </message>
    <message>
        <source>No request with the id %1 is running.</source>
        <translation>処理中のリクエスト %1 はありません。</translation>
    </message>
    <message>
        <source>The request with the id %1 is not a running load.</source>
        <translation>リクエスト %1 は、進行中のロードではありません。</translation>
    </message>
    <message>
        <source>A request line is longer than 16 MiB and is ignored.</source>
        <translation>16 MiB を超える行があります。この行は無視します。</translation>
    </message>
    <message>
        <source>give a whole number of at least 0</source>
        <translation>0 以上の整数を指定してください</translation>
    </message>
    <message>
        <source>%1 cannot be asked for here</source>
        <translation>ここで %1 は要求できません</translation>
    </message>
    <message>
        <source>the request &quot;%1&quot; has no such member</source>
        <translation>&quot;%1&quot; にこのメンバーはありません</translation>
    </message>
    <message>
        <source>give a path</source>
        <translation>パスを指定してください</translation>
    </message>
    <message>
        <source>give the id of a request</source>
        <translation>リクエストの id を指定してください</translation>
    </message>
</context>
<context>
    <name>stowage::ShardReader</name>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>%1 を開く処理は停止されました。</translation>
    </message>
    <message>
        <source>%1 names the shards %2 and %3, whose names differ only in case. On many file systems, both names refer to the same file; rename one of the shards.</source>
        <translation>%1 は、大文字と小文字の違いしかないシャード %2 と %3 を指定しています。多くのファイルシステムでは、これらは 1 つのファイルになります。一方の名前を変えてください。</translation>
    </message>
    <message>
        <source>headers of files</source>
        <translation>ファイルのヘッダー</translation>
    </message>
    <message>
        <source>%1 names the shard %2, which is missing from %3; fetch the shard again.</source>
        <translation>%1 はシャード %2 を指定していますが、%3 にありません。取得し直してください。</translation>
    </message>
    <message>
        <source>The tensor %1 is in two shards of %2: %3 and %4.</source>
        <translation>テンソル %1 が %2 の 2 つのシャードにあります: %3 と %4。</translation>
    </message>
    <message>
        <source>%1 maps the tensor %2 to %3, but no shard contains the tensor.</source>
        <translation>%1 ではテンソル %2 は %3 にあるとされていますが、どのシャードにもありません。</translation>
    </message>
    <message>
        <source>%1 maps the tensor %2 to %3, but the tensor is in %4.</source>
        <translation>%1 ではテンソル %2 は %3 にあるとされていますが、%4 にあります。</translation>
    </message>
    <message>
        <source>The index %1 omits %2 tensor of its shards (%3 in %4). The tensor was read anyway, as Accelerate does.</source>
        <translation>インデックス %1 には、シャードのテンソル %2 個 (%4 の %3) が記載されていません。それでも、Accelerate と同じように取り込みました。</translation>
    </message>
    <message>
        <source>The index %1 omits %2 tensors of its shards (such as %3 in %4). The tensors were read anyway, as Accelerate does.</source>
        <translation>%1 には、シャードのテンソル %2 個 (%4 の %3 など) が記載されていません。それでも、Accelerate と同じように取り込みました。</translation>
    </message>
    <message>
        <source>%1 states a total_size of %2 bytes, but its tensors have %3 bytes.</source>
        <translation>%1 の total_size は %2 バイトですが、テンソルは %3 バイトです。</translation>
    </message>
    <message>
        <source>%1 states an impossible total_size; its tensors have %2 bytes.</source>
        <translation>%1 の total_size はありえないサイズです。テンソルは %2 バイトです。</translation>
    </message>
</context>
<context>
    <name>stowage::SimulatedGpu</name>
    <message>
        <source>Copying on the device was cancelled.</source>
        <translation>デバイス上のコピーはキャンセルされました。</translation>
    </message>
    <message>
        <source>%1 for other programs is more than the capacity of %2, which is %3; choose a size up to this capacity.</source>
        <translation>他のプログラムが %2 の %1 を使用することはできません。容量は %3 です。最大でもその値を選んでください。</translation>
    </message>
    <message>
        <source>%1 stopped responding (a fault configured for this simulated device). Its contents are lost; load the model again on other devices.</source>
        <translation>%1 が失われました: 応答しなくなりました (このシミュレートされたデバイスに指定された障害)。そこにあったものは失われています。他のデバイスに、もう一度ロードしてください。</translation>
    </message>
</context>
<context>
    <name>stowage::SourceGuard</name>
    <message>
        <source>%1 cannot be examined: %2.</source>
        <translation>%1 を調べられません: %2。</translation>
    </message>
    <message>
        <source>the file was replaced, or its modification time changed</source>
        <translation>置き換えられたか、変更時刻が異なります</translation>
    </message>
</context>
<context>
    <name>stowage::SpeedSource</name>
    <message>
        <source>%1, published</source>
        <translation>%1、公表値</translation>
    </message>
    <message>
        <source>%1, published (no compute speed; only the memory bandwidth is used)</source>
        <translation>%1、公表値 (積の速度なし: メモリーだけで計算)</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1 (実測)</translation>
    </message>
    <message>
        <source>%1, speed unknown; the speed of another device is used: %2</source>
        <translation>%1、不明、次で代用: %2</translation>
    </message>
    <message>
        <source>%1, published (no speed for %2; the float32 speed is used)</source>
        <translation>%1、公表値 (%2 での速度は公表されていないため、float32 の値で計算)</translation>
    </message>
    <message>
        <source>CPU of this machine: 1 core, measured</source>
        <translation>CPU: このマシン、1 コア、測定値</translation>
    </message>
    <message>
        <source>CPU of this machine: %1 cores, measured</source>
        <translation>CPU: このマシン、%1 コア、測定値</translation>
    </message>
    <message>
        <source>%1 (assumed)</source>
        <translation>%1 (仮定)</translation>
    </message>
    <message>
        <source>A GPU with %1 of memory and no card name is assumed to be as fast as %2, the slowest current card of the same or the next larger memory size.</source>
        <translation>カードの指定がなくメモリーが %1 の GPU は、メモリーのサイズが同じかその次に大きい現行のカードのうち最も遅い %2 と同じ速さと仮定します。</translation>
    </message>
    <message>
        <source>A GPU with %1 of memory and no card name is assumed to be as fast as %2, the slowest current card of the same or the next larger memory size. Other cards of this size for --gpus: %3.</source>
        <translation>カードの指定がなくメモリーが %1 の GPU は、メモリーのサイズが同じかその次に大きい現行のカードのうち最も遅い %2 と同じ速さと仮定します。--gpus に指定できるこのサイズの他のカード: %3。</translation>
    </message>
    <message>
        <source>link of %1: %2 GB/s, measured</source>
        <translation>%1 のリンク: %2 GB/s、測定値</translation>
    </message>
    <message>
        <source>%1 shares the memory of the CPU, so no link is used</source>
        <translation>%1 は CPU とメモリーを共有するため、リンクはありません</translation>
    </message>
    <message>
        <source>link of %1: %2 of the specified %3 GB/s</source>
        <translation>%1 のリンク: %3 GB/s のうち %2、入力値</translation>
    </message>
    <message>
        <source>link of %1: %2, %3 of the nominal %4 GB/s, assumed (set with link= in --gpus)</source>
        <translation>%1 のリンク: %2、%4 GB/s のうち %3、仮定 (--gpus では link= で指定)</translation>
    </message>
    <message>
        <source>link of %1: %2, %3 of the nominal %4 GB/s, published for the card (the slot of the card may be slower)</source>
        <translation>%1 のリンク: %2、%4 GB/s のうち %3、カードの公表値 (スロットはより遅い場合があります)</translation>
    </message>
    <message>
        <source>link of %1: %2, %3 of the nominal %4 GB/s, published for the card</source>
        <translation>%1 のリンク: %2、%4 GB/s のうち %3、カードの公表値</translation>
    </message>
    <message>
        <source>link of %1: %2 GB/s, as specified</source>
        <translation>%1 のリンク: %2 GB/s、入力値</translation>
    </message>
    <message>
        <source>copies to %1: within the memory of this machine</source>
        <translation>%1 へのコピー: このマシンのメモリー内</translation>
    </message>
</context>
<context>
    <name>stowage::SpillFile</name>
    <message>
        <source>The temporary file in %1, which stores tensors until they are needed, cannot be read: %2.</source>
        <translation>%1 にある、待機中のテンソルの一時ファイルを読み戻せません: %2。</translation>
    </message>
    <message>
        <source>the file is shorter than the data that was written to it</source>
        <translation>書き込んだ長さより短くなっています</translation>
    </message>
</context>
<context>
    <name>stowage::SplitReader</name>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>%1 を開く処理は停止されました。</translation>
    </message>
    <message>
        <source>%1 is one of %2 files of a split model. The file %3 is missing from %4; fetch the missing file.</source>
        <translation>%1 は、分割されたモデルの %2 ファイルの 1 つですが、そのうち %3 が %4 にありません。それも取得してください。</translation>
    </message>
    <message>
        <source>By its name, %1 is one of %2 files of a split model, but its header does not match; fetch the file again.</source>
        <translation>%1 は、その名前に反して、分割されたモデルの %2 ファイルの 1 つではありません。取得し直してください。</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 is also in another file of the split model.</source>
        <translation>%2 のテンソル %1 は、分割されたモデルの別のファイルにもあります。</translation>
    </message>
</context>
<context>
    <name>stowage::StageLines</name>
    <message>
        <source>The process sent data that cannot be read: %1</source>
        <translation>読み取れない内容を伝えてきました: %1</translation>
    </message>
</context>
<context>
    <name>stowage::StagePeers</name>
    <message>
        <source>The run was stopped.</source>
        <translation>実行は停止されました。</translation>
    </message>
</context>
<context>
    <name>stowage::StagedFile</name>
    <message>
        <source>%1 has fewer stored bytes than requested.</source>
        <translation>%1 の保存済みのバイトが足りません。</translation>
    </message>
    <message>
        <source>The unfinished file %1 has more bytes than %2 will have; run the command without --resume to start over.</source>
        <translation>%1 は、完成時の %2 より多くのバイトがあります。最初からやり直すには、--resume なしで実行してください。</translation>
    </message>
</context>
<context>
    <name>stowage::StagedProcesses</name>
    <message>
        <source>The process was stopped.</source>
        <translation>停止されました。</translation>
    </message>
    <message>
        <source>%1 has an IPv4 address (%2), but %3 has an IPv6 address (%4); use addresses of the same kind for all machines.</source>
        <translation>%1 には IPv4 (%2) で、%3 には IPv6 (%4) で到達することになっています。アドレスは、どちらか一方の種類に揃えてください。</translation>
    </message>
    <message>
        <source>The process on that machine has sent no data for longer than %1.</source>
        <translation>%1 より長い間、何も伝えてきませんでした。</translation>
    </message>
    <message>
        <source>The process on that machine has received no data for %1 seconds.</source>
        <translation>%1 秒間、何も受け取りませんでした。</translation>
    </message>
    <message>
        <source>The stages on %1 and %2 have different models: %3 differs. Copy the same model to both machines.</source>
        <translation>%1 と %2 のステージではモデルが異なります: %3 が同じではありません。両方に同じモデルをコピーしてください。</translation>
    </message>
</context>
<context>
    <name>stowage::StepFields</name>
    <message>
        <source>%1 has a step %2 without a pattern.</source>
        <translation>%1 のステップ %2 にパターンがありません。</translation>
    </message>
    <message>
        <source>%1 needs %2 %3, which Stowage does not support; give tokens instead of text.</source>
        <translation>%1 には%2 %3 が必要ですが、Stowage はこれを実行しません。テキストの代わりにトークンを指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::StorageJoiner</name>
    <message>
        <source>The tied tensor %1 is not in the module tree.</source>
        <translation>共有テンソル %1 がツリーにありません。</translation>
    </message>
    <message>
        <source>The tensors %1 and %2 are declared to be the same, but differ in shape or dtype.</source>
        <translation>テンソル %1 と %2 は同一とされていますが、形状または dtype が異なります。</translation>
    </message>
</context>
<context>
    <name>stowage::SweepRunner</name>
    <message>
        <source>The sweep was cancelled.</source>
        <translation>スイープはキャンセルされました。</translation>
    </message>
</context>
<context>
    <name>stowage::Table</name>
    <message>
        <source>is missing</source>
        <translation>欠けています</translation>
    </message>
</context>
<context>
    <name>stowage::TensorBackend</name>
    <message>
        <source>%1 cannot use CUDA devices.</source>
        <translation>%1 は CUDA デバイスを扱いません。</translation>
    </message>
    <message>
        <source>%1 is a real GPU, but %2 cannot use CUDA devices.</source>
        <translation>%1 は実 GPU ですが、%2 は CUDA デバイスを扱いません。</translation>
    </message>
    <message>
        <source>%1 can cast tensors only in host memory.</source>
        <translation>%1 がキャストを行うのはホストメモリー内だけです。</translation>
    </message>
    <message>
        <source>Matrix products in %1 cannot be measured.</source>
        <translation>時間を測る %1 の行列積がありません。</translation>
    </message>
</context>
<context>
    <name>stowage::TensorStream</name>
    <message>
        <source>write</source>
        <translation>書き込み</translation>
    </message>
    <message>
        <source>Writing %1 was stopped.</source>
        <translation>%1 の書き込みは停止されました。</translation>
    </message>
</context>
<context>
    <name>stowage::Text</name>
    <message>
        <source>is not a string</source>
        <translation>テキストではありません</translation>
    </message>
</context>
<context>
    <name>stowage::TextPattern</name>
    <message>
        <source>%1 splits text by a pattern of %2 bytes; the limit is 16,384 bytes.</source>
        <translation>%1 は %2 バイトのパターンでテキストを分割します。Stowage が受け付けるのは最大 16,384 バイトです。</translation>
    </message>
    <message>
        <source>%1 splits text by the pattern %2, which Stowage does not support: %3.</source>
        <translation>%1 は %2 でテキストを分割しますが、これは Stowage が読み取れるパターンではありません: %3。</translation>
    </message>
</context>
<context>
    <name>stowage::TokenVocabulary</name>
    <message>
        <source>%1 assigns the ID %2 to a token; Stowage supports vocabularies of at most 1,048,576 tokens.</source>
        <translation>%1 ではトークンの番号が %2 です。Stowage が受け付ける語彙は最大 1,048,576 トークンです。</translation>
    </message>
    <message>
        <source>%1 has a token of %2 bytes; the limit is 4,096 bytes.</source>
        <translation>%1 に %2 バイトのトークンがあります。Stowage が受け付けるのは最大 4,096 バイトです。</translation>
    </message>
    <message>
        <source>%1 has a token that is not valid UTF-8: %2.</source>
        <translation>%1 に UTF-8 ではないトークンがあります: %2。</translation>
    </message>
</context>
<context>
    <name>stowage::TorchBackend</name>
    <message>
        <source>Casting %1 to %2</source>
        <translation>%1 から %2 へのキャスト</translation>
    </message>
    <message>
        <source>%1 is not supported: only float16, bfloat16, float32 and float64 can be cast. Load this model in its stored dtype.</source>
        <translation>%1には対応していません: キャストできるのは float16、bfloat16、float32、float64 だけです。このモデルは、保存されている dtype でロードしてください。</translation>
    </message>
    <message>
        <source>%1: source and target differ in length.</source>
        <translation>%1: 元と先の長さが異なります。</translation>
    </message>
    <message>
        <source>Initialising weights</source>
        <translation>重みの初期化</translation>
    </message>
    <message>
        <source>%1 on a device needs two buffers on the same CUDA device, and both dtypes must be float16, bfloat16, float32 or float64.</source>
        <translation>デバイス上での%1には、1 つの CUDA デバイスの 2 つのバッファーと、float16、bfloat16、float32、float64 のうち 2 つが必要です。</translation>
    </message>
    <message>
        <source>A matrix product</source>
        <translation>行列積</translation>
    </message>
    <message>
        <source>Starting LibTorch</source>
        <translation>LibTorch の起動</translation>
    </message>
</context>
<context>
    <name>stowage::TorchCompute</name>
    <message>
        <source>Accessing %1</source>
        <translation>%1 の参照</translation>
    </message>
    <message>
        <source>Accessing a part of %1</source>
        <translation>%1 の一部の参照</translation>
    </message>
    <message>
        <source>Moving an activation</source>
        <translation>活性値の移動</translation>
    </message>
    <message>
        <source>Reading an activation</source>
        <translation>活性値の読み取り</translation>
    </message>
    <message>
        <source>%2 numbers were requested, but the activation has %1 numbers.</source>
        <translation>%1 個の数の活性値に対して %2 個が求められました。</translation>
    </message>
    <message>
        <source>Waiting for the device</source>
        <translation>デバイスの待機</translation>
    </message>
    <message>
        <source>Looking up rows of %1</source>
        <translation>%1 の行の検索</translation>
    </message>
    <message>
        <source>Adding two activations</source>
        <translation>2 つの活性値の加算</translation>
    </message>
    <message>
        <source>Multiplying two activations</source>
        <translation>2 つの活性値の乗算</translation>
    </message>
    <message>
        <source>Multiplying by %1</source>
        <translation>%1 による乗算</translation>
    </message>
    <message>
        <source>Normalising by %1</source>
        <translation>%1 による正規化</translation>
    </message>
    <message>
        <source>Normalising</source>
        <translation>正規化</translation>
    </message>
    <message>
        <source>Converting an activation</source>
        <translation>活性値の変換</translation>
    </message>
    <message>
        <source>An activation function</source>
        <translation>活性化関数</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>スケーリング</translation>
    </message>
    <message>
        <source>Rotary positions</source>
        <translation>回転位置の計算</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>アテンション</translation>
    </message>
    <message>
        <source>Convolving by %1</source>
        <translation>%1 による畳み込み</translation>
    </message>
    <message>
        <source>A selective scan by %1</source>
        <translation>%1 による選択的スキャン</translation>
    </message>
    <message>
        <source>Taking columns</source>
        <translation>列の取り出し</translation>
    </message>
    <message>
        <source>Taking columns of heads</source>
        <translation>ヘッドの列の取り出し</translation>
    </message>
    <message>
        <source>Taking rows</source>
        <translation>行の取り出し</translation>
    </message>
    <message>
        <source>Joining rows</source>
        <translation>行の結合</translation>
    </message>
    <message>
        <source>Storing keys and values</source>
        <translation>キーと値の保持</translation>
    </message>
    <message>
        <source>Adding rows</source>
        <translation>行の加算</translation>
    </message>
    <message>
        <source>Creating zeros</source>
        <translation>ゼロの作成</translation>
    </message>
    <message>
        <source>Relative positions of %1</source>
        <translation>%1 の相対位置</translation>
    </message>
    <message>
        <source>Preparing an input</source>
        <translation>入力の受け取り</translation>
    </message>
    <message>
        <source>Multiplying patches by %1</source>
        <translation>%1 によるパッチの乗算</translation>
    </message>
    <message>
        <source>Multiplying rows by %1</source>
        <translation>%1 による行の乗算</translation>
    </message>
    <message>
        <source>Comparing rows</source>
        <translation>行の比較</translation>
    </message>
</context>
<context>
    <name>stowage::TorchTensorSet</name>
    <message>
        <source>Creating the tensor %1</source>
        <translation>テンソル %1 の作成</translation>
    </message>
    <message>
        <source>The memory for the tensor %1 is too small.</source>
        <translation>%1 に与えられたメモリーが、それより小さくなっています。</translation>
    </message>
    <message>
        <source>The tensor %1 exists already.</source>
        <translation>テンソル %1 はすでに存在します。</translation>
    </message>
    <message>
        <source>Accessing %1</source>
        <translation>%1 の参照</translation>
    </message>
    <message>
        <source>Computing the checksum of %1</source>
        <translation>%1 のチェックサム</translation>
    </message>
    <message>
        <source>Reading back %1</source>
        <translation>%1 の読み戻し</translation>
    </message>
    <message>
        <source>The tensor %1 has %2 bytes, but bytes up to position %3 were requested.</source>
        <translation>テンソル %1 は %3 バイトではなく %2 バイトです。</translation>
    </message>
    <message>
        <source>No tensor %1 is loaded.</source>
        <translation>テンソル %1 はロードされていません。</translation>
    </message>
</context>
<context>
    <name>stowage::TreeAssembler</name>
    <message>
        <source>The module tree is deeper than %1 levels at %2.</source>
        <translation>モジュールツリーが %2 で %1 階層を超えています。</translation>
    </message>
    <message>
        <source>The module %1 has a child named %2; a name must not be empty and must not contain a dot.</source>
        <translation>モジュール %1 に %2 という名前の子があります。名前は空であってはならず、ドットを含んでもいけません。</translation>
    </message>
    <message>
        <source>The module tree has more than %1 modules or more than 256 MiB of names.</source>
        <translation>モジュールツリーが %1 モジュール、または名前の 256 MiB を超えています。</translation>
    </message>
    <message>
        <source>The module %1 occurs twice.</source>
        <translation>モジュール %1 が 2 回あります。</translation>
    </message>
    <message>
        <source>The module tree has more than %1 tensors.</source>
        <translation>モジュールツリーのテンソルが %1 個を超えています。</translation>
    </message>
    <message>
        <source>The tensor %1 occurs twice.</source>
        <translation>テンソル %1 が 2 回あります。</translation>
    </message>
    <message>
        <source>The module tree has hundreds of names like %1 whose hash values collide; rename them.</source>
        <translation>モジュールツリーに、ハッシュテーブルで同じに見えるように作られた %1 のような名前が数百個あります。名前を変えてください。</translation>
    </message>
    <message>
        <source>The shape of %1 is negative or its size exceeds 2^63 bytes.</source>
        <translation>%1 の形状が負であるか、サイズが 2^63 バイトを超えています。</translation>
    </message>
    <message>
        <source>The module %1 is declared to be the same as %2, which is not an earlier module.</source>
        <translation>モジュール %1 は %2 と同一とされていますが、それより前にそのモジュールはありません。</translation>
    </message>
    <message>
        <source>The module tree copies more than 32 MiB of modules (&quot;same_as&quot;); the limit is exceeded at %1.</source>
        <translation>ツリー内のモジュールのコピーが %1 で 32 MiB を超えています。</translation>
    </message>
</context>
<context>
    <name>stowage::TreeVerb</name>
    <message>
        <source>%1: %2 modules, %3 parameters, %4.</source>
        <translation>%1: %2 モジュール、%3 パラメーター、%4。</translation>
    </message>
    <message>
        <source>The module tree was written to %1.</source>
        <translation>%1 に書き出しました。</translation>
    </message>
    <message>
        <source>%1: %2 module, %3 parameters, %4.</source>
        <translation>%1: %2 モジュール、%3 パラメーター、%4。</translation>
    </message>
    <message>
        <source>%1 already exists and was not written by stowagectl tree; specify another file with --out, or replace it with --force.</source>
        <translation>%1 がすでにあり、stowagectl tree が書いたものではありません。--out で別のファイルを指定するか、--force で置き換えてください。</translation>
    </message>
</context>
<context>
    <name>stowage::TypographyRepair</name>
    <message>
        <source>the blank or invisible character %1</source>
        <translation>空白または見えない文字 %1</translation>
    </message>
</context>
<context>
    <name>stowage::UnfinishedSet</name>
    <message>
        <source>The data written so far is stored in %1: run the command again with --resume to continue, or without it to start over.</source>
        <translation>ディスクに届いたものは %1 に保存されています: 続行するには --resume を付けて、最初からやり直すには付けずに、もう一度実行してください。</translation>
    </message>
</context>
<context>
    <name>stowage::UnigramModel</name>
    <message>
        <source>%1 has no token for %2 and no token for unknown text; change the text.</source>
        <translation>%1 には %2 のトークンがなく、未知のもののトークンもありません。テキストを変更してください。</translation>
    </message>
</context>
<context>
    <name>stowage::VariantCodec</name>
    <message>
        <source>is empty; every plan needs a name</source>
        <translation>空です。どのプランにも名前があります</translation>
    </message>
</context>
<context>
    <name>stowage::Verifier</name>
    <message>
        <source>The loaded tensor %1 is on %2 instead of %3.</source>
        <translation>ロードされたテンソル %1 が、%3 ではなく %2 にあります。</translation>
    </message>
    <message>
        <source>The offload file of %1 has %2 bytes instead of %3.</source>
        <translation>%1 のオフロードされたファイルが、%3 バイトではなく %2 バイトです。</translation>
    </message>
    <message>
        <source>The index file of the offload folder contains a wrong dtype or shape for %1.</source>
        <translation>オフロードフォルダーのインデックスでは、%1 の dtype または形状が異なります。</translation>
    </message>
    <message>
        <source>The loaded tensor %1 does not have the planned dtype and shape.</source>
        <translation>ロードされたテンソル %1 の dtype または形状が、プランと異なります。</translation>
    </message>
    <message>
        <source>The loaded tensor %1 differs from the file at byte %2 of %3.</source>
        <translation>ロードされたテンソル %1 は、%3 バイト中、バイト %2 でファイルと異なります。</translation>
    </message>
    <message>
        <source>The checksum that LibTorch computed for %1 differs from the checksum of the bytes in the file.</source>
        <translation>LibTorch が計算した %1 のチェックサムが、ファイルのバイトのものと一致しません。</translation>
    </message>
</context>
<context>
    <name>stowage::Walker</name>
    <message>
        <source>The contents of %1 are nested deeper than 256 levels.</source>
        <translation>%1 の内容の入れ子が 256 階層を超えています。</translation>
    </message>
    <message>
        <source>%1 is a PyTorch file, but it contains no tensors.</source>
        <translation>%1 は PyTorch ファイルですが、テンソルがありません。</translation>
    </message>
    <message>
        <source>%1 contains tensors, but no tensor has a name or a number; save the model&apos;s state_dict().</source>
        <translation>%1 にはテンソルがありますが、名前または番号の付いたものがありません。モデルの state_dict() を保存してください。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 ほか %2 件</translation>
    </message>
    <message>
        <source>%1 has no tensors under the prefix %2. The file has these prefixes (with the number of tensors): %3.</source>
        <translation>%1 にはプレフィックス %2 のテンソルがありません。部分とそのテンソルは %3 です。</translation>
    </message>
    <message>
        <source>The tensor %1 occurs twice in %2.</source>
        <translation>テンソル %1 が %2 に 2 回あります。</translation>
    </message>
</context>
<context>
    <name>stowage::WeightFile</name>
    <message>
        <source>The offload file %2 of the tensor %1 has %3 bytes instead of %4; load the model again.</source>
        <translation>%1 のオフロードされたファイル %2 が、%4 バイトではなく %3 バイトです。モデルをロードし直してください。</translation>
    </message>
</context>
<context>
    <name>stowage::WholeWeights</name>
    <message>
        <source>No stage in this process has the weights of %1.</source>
        <translation>ここには、%1 の重みを持つステージがありません。</translation>
    </message>
</context>
<context>
    <name>stowage::Worker::Failed</name>
    <message>
        <source>this</source>
        <translation>この処理</translation>
    </message>
</context>
<context>
    <name>stowage::WorkerPool</name>
    <message>
        <source>The system refused to create a thread: %1.</source>
        <translation>システムがスレッドを拒否しました: %1。</translation>
    </message>
</context>
<context>
    <name>stowage::WorkloadOptions</name>
    <message>
        <source>%1 is out of range; use a value from %2 to %3.</source>
        <translation>%1 は範囲外です。%2 から %3 の値を指定してください。</translation>
    </message>
    <message>
        <source>--compute-dtype &quot;%1&quot; is unknown; use float32, float16 or bfloat16.</source>
        <translation>--compute-dtype &quot;%1&quot; は不明です。float32、float16、bfloat16 のいずれかを指定してください。</translation>
    </message>
</context>
<context>
    <name>stowage::Writer</name>
    <message>
        <source>Writing %1 was stopped.</source>
        <translation>%1 の書き込みは停止されました。</translation>
    </message>
    <message>
        <source>check the stored files</source>
        <translation>保存済みのものを確認</translation>
    </message>
    <message>
        <source>write</source>
        <translation>書き込み</translation>
    </message>
</context>
<context>
    <name>stowage::ZipDirectory</name>
    <message>
        <source>The record %1 occurs twice in %2.</source>
        <translation>レコード %1 が %2 に 2 回あります。</translation>
    </message>
</context>
<context>
    <name>stowage::request_values</name>
    <message>
        <source>is less than one byte per second</source>
        <translation>1 秒あたり 1 バイト未満です</translation>
    </message>
    <message>
        <source>is %1, which is not a quantisation method</source>
        <translation>%1 ですが、これは方式ではありません</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::Bits</name>
    <message>
        <source>is not 2, 3, 4 or 8</source>
        <translation>2、3、4、8 のどれでもありません</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::ComputingDevice</name>
    <message>
        <source>is the disk, which cannot compute</source>
        <translation>ディスクですが、ディスクは計算しません</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::Device</name>
    <message>
        <source>is not a device</source>
        <translation>デバイスではありません</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::Devices</name>
    <message>
        <source>describes the device %1 twice</source>
        <translation>デバイス %1 を 2 回記述しています</translation>
    </message>
    <message>
        <source>must name from 1 to %1 devices</source>
        <translation>1 個から %1 個のデバイスを示さなければなりません</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::DtypeName</name>
    <message>
        <source>is %1, which is not a dtype</source>
        <translation>%1 ですが、これは dtype ではありません</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::FloatingDtype</name>
    <message>
        <source>is not a floating-point dtype, as needed for weights</source>
        <translation>浮動小数点の dtype ではなく、重みをプランできません</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::LimitsByDevice</name>
    <message>
        <source>is not a limit: %1</source>
        <translation>制限ではありません: %1</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::MachineName</name>
    <message>
        <source>is not a machine name</source>
        <translation>マシンの名前ではありません</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::StorageDtype</name>
    <message>
        <source>is not a dtype whose values use whole bytes</source>
        <translation>バイト単位に収まる dtype ではありません</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::Work</name>
    <message>
        <source>is not a valid workload: %1</source>
        <translation>担えません: %1</translation>
    </message>
</context>
</TS>
