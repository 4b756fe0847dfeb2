<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja">
<context>
    <name>AboutDialog</name>
    <message>
        <source>the window</source>
        <translation>ウィンドウ</translation>
    </message>
    <message>
        <source>charts</source>
        <translation>グラフ</translation>
    </message>
    <message>
        <source>loading and running models</source>
        <translation>ロードと実行</translation>
    </message>
    <message>
        <source>JSON files</source>
        <translation>JSON ファイル</translation>
    </message>
    <message>
        <source>checksums</source>
        <translation>バイトのダイジェスト</translation>
    </message>
    <message>
        <source>tokenizers</source>
        <translation>トークナイザー</translation>
    </message>
</context>
<context>
    <name>AccuracyDialog</name>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 トークン/秒</translation>
    </message>
</context>
<context>
    <name>Board</name>
    <message>
        <source>to %1</source>
        <translation>%1 へ</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1 から</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新規</translation>
    </message>
    <message>
        <source>%1 move</source>
        <translation>%1 個移動</translation>
    </message>
    <message>
        <source>is on %1</source>
        <translation>%1 にあり</translation>
    </message>
    <message>
        <source>(whole model)</source>
        <translation>(モデル全体)</translation>
    </message>
    <message>
        <source>%1 (own)</source>
        <translation>%1 (自身)</translation>
    </message>
    <message>
        <source>without a device</source>
        <translation>デバイスなし</translation>
    </message>
    <message>
        <source>Blocks must be placed on a device, and this lane is not a device.</source>
        <translation>ブロックはデバイスに置きます。このレーンにはデバイスがありません。</translation>
    </message>
    <message>
        <source>The modules to move are not part of the open model.</source>
        <translation>これらのモジュールはこのモデルに属していません。</translation>
    </message>
    <message>
        <source>%1 has no weights to move, or only weights that are tied to those of another module.</source>
        <translation>%1 には移動できる重みがないか、あっても別のモジュールとの共有重みだけです。</translation>
    </message>
    <message>
        <source>%1 is already on %2.</source>
        <translation>%1 はすでに %2 にあります。</translation>
    </message>
    <message>
        <source>All modules to move are already on %1.</source>
        <translation>これらはすべて、すでに %1 にあります。</translation>
    </message>
    <message>
        <source>No device</source>
        <translation>デバイスなし</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1～%2</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 モジュール</translation>
    </message>
    <message>
        <source>Cannot be dropped here</source>
        <translation>ここには置けません</translation>
    </message>
    <message>
        <source>1 block</source>
        <translation>1 ブロック</translation>
    </message>
    <message>
        <source>%1 blocks</source>
        <translation>%1 ブロック</translation>
    </message>
    <message>
        <source>would be %1 over the capacity</source>
        <translation>容量を %1 超過することになる</translation>
    </message>
    <message>
        <source>would be %1 over the limit</source>
        <translation>上限を %1 超過することになる</translation>
    </message>
    <message>
        <source>1 hop</source>
        <translation>デバイス間移動 1 回</translation>
    </message>
    <message>
        <source>%1 hops</source>
        <translation>デバイス間移動 %1 回</translation>
    </message>
    <message>
        <source>%1, as before</source>
        <translation>%1、以前と同じ</translation>
    </message>
    <message>
        <source>%1, now %2</source>
        <translation>%1、現在は %2</translation>
    </message>
    <message>
        <source>Drop to move, Esc to cancel</source>
        <translation>ドロップで移動、Esc でキャンセル</translation>
    </message>
    <message>
        <source>%1 over capacity</source>
        <translation>容量を %1 超過</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>%1 超過</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>空き %1</translation>
    </message>
    <message>
        <source>%1, simulated</source>
        <translation>%1 (模擬)</translation>
    </message>
    <message>
        <source>Simulated, %1</source>
        <translation>%1 (模擬)</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>他のプログラム</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Reserved by the allocator for the weights</source>
        <translation>それ用にアロケーターが予約</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Over the capacity</source>
        <translation>容量の超過</translation>
    </message>
    <message>
        <source>Over the limit</source>
        <translation>上限の超過</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空き</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> / %1</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>以前は %1</translation>
    </message>
    <message>
        <source>Kept free for the largest layer</source>
        <translation>最大レイヤー用に確保</translation>
    </message>
    <message>
        <source>Kept free: %1</source>
        <translation>空けておく: %1</translation>
    </message>
    <message>
        <source>Limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>Drop layers here</source>
        <translation>ここにレイヤーをドロップ</translation>
    </message>
    <message>
        <source>%1 over the limit</source>
        <translation>上限を %1 超過</translation>
    </message>
    <message>
        <source>Limit at arrows: %1</source>
        <translation>矢印の位置が %1</translation>
    </message>
    <message>
        <source>Layers not loaded:</source>
        <translation>これらはどれもロードされません:</translation>
    </message>
    <message>
        <source>drag them to a device</source>
        <translation>デバイスへドラッグしてください</translation>
    </message>
    <message>
        <source>Some layers run on %1;</source>
        <translation>一部は %1 で実行、</translation>
    </message>
    <message>
        <source>These layers run on %1;</source>
        <translation>%1 で実行、</translation>
    </message>
    <message>
        <source>%1 read per token</source>
        <translation>トークンごとに %1 を読み取り</translation>
    </message>
    <message>
        <source>%1 copied per token</source>
        <translation>トークンごとに %1 をコピー</translation>
    </message>
    <message>
        <source>%1 read for each run</source>
        <translation>実行時に %1 を読み取り</translation>
    </message>
    <message>
        <source>%1 copied for each run</source>
        <translation>実行時に %1 をコピー</translation>
    </message>
    <message>
        <source>stays on %1</source>
        <translation>%1 に留まる</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>混在</translation>
    </message>
    <message>
        <source>Simulated, unlimited memory</source>
        <translation>上限なし (模擬)</translation>
    </message>
    <message>
        <source>%1 free on the card</source>
        <translation>カードの空き %1</translation>
    </message>
    <message>
        <source>%1 free in RAM</source>
        <translation>RAM の空き %1</translation>
    </message>
    <message>
        <source>%1, sim.</source>
        <translation>%1 (模擬)</translation>
    </message>
</context>
<context>
    <name>CompareModelsTables</name>
    <message>
        <source>KV cache of %1 tokens, bfloat16</source>
        <translation>%1 トークンの KV キャッシュ、bfloat16</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>レイヤー</translation>
    </message>
    <message>
        <source>Layers of the encoder</source>
        <translation>エンコーダーのレイヤー</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隠れサイズ</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>アテンションヘッド</translation>
    </message>
    <message>
        <source>Key/value heads</source>
        <translation>キーと値のヘッド</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>ヘッドの幅</translation>
    </message>
    <message>
        <source>Latent width</source>
        <translation>潜在幅</translation>
    </message>
    <message>
        <source>Context, tokens</source>
        <translation>コンテキスト、トークン</translation>
    </message>
    <message>
        <source>Vocabulary, tokens</source>
        <translation>語彙、トークン</translation>
    </message>
    <message>
        <source>Experts per layer</source>
        <translation>レイヤーあたりのエキスパート</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>トークンあたりのエキスパート</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>共有エキスパート</translation>
    </message>
    <message>
        <source>KV cache per token, bfloat16</source>
        <translation>トークンあたりの KV キャッシュ、bfloat16</translation>
    </message>
    <message>
        <source>KV cache per token beyond the window</source>
        <translation>… ウィンドウを超えた分</translation>
    </message>
    <message>
        <source>Sliding window, tokens</source>
        <translation>ウィンドウ、トークン</translation>
    </message>
    <message>
        <source>Size, stored or calculated</source>
        <translation>サイズ (保存または記述による)</translation>
    </message>
    <message>
        <source>Largest block that is not split</source>
        <translation>分割しない最大のブロック</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>モジュール</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>Tied groups</source>
        <translation>共有グループ</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>ファミリー</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメーター</translation>
    </message>
    <message>
        <source>Parameters active per token</source>
        <translation>トークンあたりの有効パラメーター</translation>
    </message>
    <message>
        <source>Parameters in embeddings</source>
        <translation>埋め込みのパラメーター</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>不明</translation>
    </message>
</context>
<context>
    <name>ComparedRowTexts</name>
    <message>
        <source>The model does not have this property, or the value is unknown</source>
        <translation>このモデルにはこれに当たるものがないか、不明です</translation>
    </message>
    <message>
        <source>first only</source>
        <translation>1 番目のみ</translation>
    </message>
    <message>
        <source>second only</source>
        <translation>2 番目のみ</translation>
    </message>
    <message>
        <source>%1 (× %2)</source>
        <translation>%1 (× %2)</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>異なる</translation>
    </message>
    <message>
        <source>%1: same in both models</source>
        <translation>%1: 同じ</translation>
    </message>
    <message>
        <source>%1: differs</source>
        <translation>%1: 異なる</translation>
    </message>
    <message>
        <source>same</source>
        <translation>同じ</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>Second vs. first</source>
        <translation>1 番目に対する 2 番目</translation>
    </message>
    <message>
        <source>Both models have the same values in all rows.</source>
        <translation>これらはすべて両モデルで一致しています。</translation>
    </message>
</context>
<context>
    <name>ConfigTexts</name>
    <message>
        <source> with </source>
        <translation> と </translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>他 %1 件</translation>
    </message>
    <message>
        <source>the typed sizes</source>
        <translation>入力したサイズ</translation>
    </message>
    <message>
        <source>from %1, without weights</source>
        <translation>%1 から (重みなし)</translation>
    </message>
    <message>
        <source>There are no weights to load: the model was built %1. You can plan the model. To load weights, open the checkpoint of the model or the folder that contains the checkpoint.</source>
        <translation>ロードするものがありません。モデルは %1 判明しています。プランはここで立てられます。ロードするには、そのチェックポイントか、それを収めたフォルダーを開いてください。</translation>
    </message>
    <message>
        <source>%1, as built by transformers from %2 (%3)</source>
        <translation>%1 (transformers が %2 から構築するもの、%3)</translation>
    </message>
    <message>
        <source>none, as in every model of the family %1</source>
        <translation>なし (すべての %1 と同じ)</translation>
    </message>
    <message>
        <source>%1, as in every model of the family %2</source>
        <translation>%1 (すべての %2 と同じ)</translation>
    </message>
    <message>
        <source>none: this class has no head to tie</source>
        <translation>なし: このクラスには共有するヘッドがない</translation>
    </message>
    <message>
        <source>none, because the option %1 is turned off in %2</source>
        <translation>なし: %2 で %1 がオフ</translation>
    </message>
    <message>
        <source>%1, because the option %2 is turned on in %3; to plan the tied weights separately, turn %2 off</source>
        <translation>%1 (%3 で %2 がオンのため。別々にプランするには、そこでオフにする)</translation>
    </message>
    <message>
        <source>%1 parameters, %2 as %3</source>
        <translation>%1 パラメーター、%3 で %2</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 モジュール</translation>
    </message>
    <message>
        <source>no-split classes: %1</source>
        <translation>分割しない: %1</translation>
    </message>
    <message>
        <source>no tied weights</source>
        <translation>共有なし</translation>
    </message>
    <message>
        <source>tied: %1</source>
        <translation>共有: %1</translation>
    </message>
    <message>
        <source>calculated from the typed sizes</source>
        <translation>入力したサイズから計算</translation>
    </message>
    <message>
        <source>The weights are on %1. Load the weights on that machine, in the Machines panel.</source>
        <translation>重みは %1 にあります。「マシン」パネルから、そのマシンでロードしてください。</translation>
    </message>
</context>
<context>
    <name>DeviceUse</name>
    <message>
        <source>allocated %1</source>
        <translation>割り当て済み %1</translation>
    </message>
    <message>
        <source>reserved %1</source>
        <translation>予約済み %1</translation>
    </message>
    <message>
        <source>held %1</source>
        <translation>保持 %1</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>アンロード</translation>
    </message>
    <message>
        <source>nothing was allocated</source>
        <translation>割り当て済みのものなし</translation>
    </message>
    <message>
        <source>Empty cache</source>
        <translation>キャッシュを空に</translation>
    </message>
    <message>
        <source>nothing was cached</source>
        <translation>キャッシュされたものなし</translation>
    </message>
    <message>
        <source>Reset peaks</source>
        <translation>ピークをリセット</translation>
    </message>
    <message>
        <source>the peaks already equal the current use</source>
        <translation>ピークは現在の保持量</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>他のプログラム</translation>
    </message>
    <message>
        <source>the amount is unchanged</source>
        <translation>すでにその量を保持</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>Allocated by the load</source>
        <translation>ロードの割り当て</translation>
    </message>
    <message>
        <source>Cached, reserved</source>
        <translation>キャッシュ (予約済み)</translation>
    </message>
    <message>
        <source>Other Stowage memory</source>
        <translation>Stowage のその他</translation>
    </message>
    <message>
        <source>Simulated GPUs</source>
        <translation>模擬 GPU</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>Devices</name>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Used by others</source>
        <translation>他が使用</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>リンク</translation>
    </message>
    <message>
        <source>More than %1 GiB</source>
        <translation>%1 GiB 超</translation>
    </message>
    <message>
        <source>Up to %1 GiB</source>
        <translation>%1 GiB 以下</translation>
    </message>
    <message>
        <source>%1, according to %2</source>
        <translation>%1、%2 で公表</translation>
    </message>
    <message>
        <source>Move to the left</source>
        <translation>左へ移動</translation>
    </message>
    <message>
        <source>Move to the right</source>
        <translation>右へ移動</translation>
    </message>
    <message>
        <source>%1, such as 24GiB, 24GB or rtx-4090</source>
        <translation>%1 (24GiB、24GB、rtx-4090 など)</translation>
    </message>
    <message>
        <source>%1, such as 256GiB; empty for the value of this machine</source>
        <translation>%1 (256GiB など。空欄ならこのマシン自身の値)</translation>
    </message>
    <message>
        <source>%1, such as 12GB/s; empty for no limit</source>
        <translation>%1 (12GB/s など。空欄なら上限なし)</translation>
    </message>
    <message>
        <source>%1, such as 512MiB, or 0</source>
        <translation>%1 (512MiB など、または 0)</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>Use the value of this machine</source>
        <translation>このマシンと同じ</translation>
    </message>
    <message>
        <source>Make it a</source>
        <translation>カードを変更</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>複製</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Add a GPU</source>
        <translation>GPU をもう 1 つ</translation>
    </message>
    <message>
        <source>Add a GPU of type</source>
        <translation>カードを選んで GPU を追加</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>%1, such as node-2; empty for this machine</source>
        <translation>%1 (node-2 など。空欄ならこのマシン)</translation>
    </message>
</context>
<context>
    <name>FactColumns</name>
    <message>
        <source>Share</source>
        <translation>割合</translation>
    </message>
</context>
<context>
    <name>FactTables</name>
    <message>
        <source>missing in the file</source>
        <translation>ファイルにない</translation>
    </message>
    <message>
        <source>not in the model</source>
        <translation>モデルにない</translation>
    </message>
    <message>
        <source>different shape and type</source>
        <translation>形状と型が異なる</translation>
    </message>
    <message>
        <source>different shape</source>
        <translation>形状が異なる</translation>
    </message>
    <message>
        <source>different type</source>
        <translation>型が異なる</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>%1 (guessed)</source>
        <translation>%1 (推測)</translation>
    </message>
    <message>
        <source>%1: numbered siblings of the same shape, proposed as blocks that must not be split</source>
        <translation>%1: 形状が等しい番号付きの兄弟。分割してはならないブロックの候補</translation>
    </message>
    <message>
        <source>%1: must not be split</source>
        <translation>%1: 分割禁止</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメーター</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>モジュール</translation>
    </message>
    <message>
        <source>Own size</source>
        <translation>自身のサイズ</translation>
    </message>
    <message>
        <source>Largest module</source>
        <translation>最大モジュール</translation>
    </message>
    <message>
        <source>Total size of the tensors that belong directly to the modules of the class. The sum of all rows is the size of the model, with tied tensors counted once.</source>
        <translation>モジュール自身のテンソルの合計。全クラスを足すとモデル全体になる。共有テンソルは 1 回だけ数える</translation>
    </message>
    <message>
        <source>Size of the largest module of the class, including its submodules</source>
        <translation>このクラスで最大のモジュール (その中にあるものすべてを含む)</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>can be planned; quantised blocks cannot be loaded</source>
        <translation>プラン可。量子化ブロックはロードしない</translation>
    </message>
    <message>
        <source>can be planned and loaded</source>
        <translation>プランもロードも可</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>できること</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>The model contains no tensors.</source>
        <translation>テンソルは 1 つもありません。</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>%1, one of %2 names of this tensor</source>
        <translation>%1、このテンソルの %2 個の名前の 1 つ</translation>
    </message>
    <message>
        <source>no bytes stored</source>
        <translation>保存されたバイトなし</translation>
    </message>
    <message>
        <source>At byte</source>
        <translation>バイト位置</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>In this model&apos;s tensors</source>
        <translation>このモデルのテンソル分</translation>
    </message>
    <message>
        <source>There are no weights: only the modules and sizes of the model are known.</source>
        <translation>重みはありません。分かっているのは、モデルのモジュールとサイズだけです。</translation>
    </message>
    <message>
        <source>Other names</source>
        <translation>同一のテンソル</translation>
    </message>
    <message>
        <source>Size, once</source>
        <translation>サイズ (1 回分)</translation>
    </message>
    <message>
        <source>No two names share a tensor.</source>
        <translation>テンソルを共有する名前はありません。</translation>
    </message>
    <message>
        <source>The keys of the checkpoint are the only source of the modules, so they cannot be compared with the model. Put the model&apos;s .tree.json file next to the checkpoint, or choose such a file.</source>
        <translation>キーを突き合わせる相手がありません。モデルが他から判明していないためです。その .tree.json をチェックポイントと同じ場所に置くか、選択してください。</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>相違の内容</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>ファイル内</translation>
    </message>
    <message>
        <source>In the model</source>
        <translation>モデル内</translation>
    </message>
    <message>
        <source>1 tensor is a strided view: its elements are gathered while the tensor is loaded.</source>
        <translation>1 個のテンソルは独自のストライドを持つビューです。その要素はロード中に集められます。</translation>
    </message>
    <message>
        <source>%1 tensors are strided views: their elements are gathered while the tensors are loaded.</source>
        <translation>%1 個のテンソルは独自のストライドを持つビューです。それらの要素はロード中に集められます。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>%1 was saved on the meta device: the tensor has a shape, but no bytes that can be loaded.</source>
        <translation>%1 は meta デバイス上で保存されています。形状はありますが、ロードできるバイトはありません。</translation>
    </message>
    <message>
        <source>There are no notes about this checkpoint.</source>
        <translation>チェックポイントに不審な点はありません。</translation>
    </message>
</context>
<context>
    <name>FactTexts</name>
    <message>
        <source>scalar</source>
        <translation>スカラー</translation>
    </message>
    <message>
        <source>mixed types</source>
        <translation>型が混在</translation>
    </message>
    <message>
        <source>safetensors</source>
        <translation>safetensors</translation>
    </message>
    <message>
        <source>PyTorch zip file, the default of torch.save since 1.6</source>
        <translation>PyTorch zip (torch 1.6 以降の保存形式)</translation>
    </message>
    <message>
        <source>module tree without weights</source>
        <translation>重みのないモジュールツリー</translation>
    </message>
    <message>
        <source>safetensors in shards</source>
        <translation>シャードに分かれた safetensors</translation>
    </message>
    <message>
        <source>PyTorch files in shards</source>
        <translation>シャードに分かれた PyTorch ファイル</translation>
    </message>
    <message>
        <source>one PyTorch file per tensor</source>
        <translation>テンソルごとに 1 つの PyTorch ファイル</translation>
    </message>
    <message>
        <source>Accelerate&apos;s offload folder</source>
        <translation>Accelerate のオフロードフォルダー</translation>
    </message>
    <message>
        <source>PyTorch pickle file, the default of torch.save before 1.6</source>
        <translation>PyTorch pickle (torch 1.6 より前の保存形式)</translation>
    </message>
    <message>
        <source>TorchScript; the code in the file is never executed</source>
        <translation>TorchScript。そのコードは決して実行されない</translation>
    </message>
    <message>
        <source>GGUF</source>
        <translation>GGUF</translation>
    </message>
    <message>
        <source>one NumPy array</source>
        <translation>NumPy 配列 1 つ</translation>
    </message>
    <message>
        <source>one NumPy file per tensor</source>
        <translation>テンソルごとに 1 つの NumPy ファイル</translation>
    </message>
    <message>
        <source>A model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>%1, as described in the file</source>
        <translation>%1 (ファイルの記述による)</translation>
    </message>
    <message>
        <source>%1, as described in %2</source>
        <translation>%1 (%2 から判明)</translation>
    </message>
    <message>
        <source>%1, recognised by its keys (%2)</source>
        <translation>%1 (キーから認識、%2)</translation>
    </message>
    <message>
        <source>%1, according to the metadata of the file; tensor names as in llama.cpp</source>
        <translation>%1 (ファイル自身の key-value による)。名前は llama.cpp の書き方</translation>
    </message>
    <message>
        <source>Not recognised: the module tree is built from the tensor names, without classes</source>
        <translation>認識できません: 名前から作ったツリー (クラスなし)</translation>
    </message>
    <message>
        <source>Not recognised: the module tree is built from the tensor names; guessed no-split classes: %1</source>
        <translation>認識できません: 名前から作ったツリー。推測した分割禁止クラス: %1</translation>
    </message>
    <message>
        <source>no parameters</source>
        <translation>パラメーターなし</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 パラメーター</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>1 テンソル</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 テンソル</translation>
    </message>
    <message>
        <source>1 module</source>
        <translation>1 モジュール</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 モジュール</translation>
    </message>
    <message>
        <source>%1, %2, in %3 and %4</source>
        <translation>%1、%2 (%3、%4)</translation>
    </message>
    <message>
        <source>no weights: the model can be planned, but cannot be loaded</source>
        <translation>重みなし: プランは可、ロードは不可</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 ファイル</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 ファイル</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1, %2; the tensors of this model use %3</source>
        <translation>%1、%2。うち %3 がこのモデルのテンソル</translation>
    </message>
    <message>
        <source>(top)</source>
        <translation>(最上位)</translation>
    </message>
    <message>
        <source>%1: 1 tensor</source>
        <translation>%1: 1 テンソル</translation>
    </message>
    <message>
        <source>%1: %2 tensors</source>
        <translation>%1: %2 テンソル</translation>
    </message>
    <message>
        <source>All keys of the checkpoint agree with %1.</source>
        <translation>すべてのキーが %1 と一致しています。</translation>
    </message>
    <message>
        <source>Keys compared with %1: %2 missing, %3 unexpected, %4 with a different shape or dtype.</source>
        <translation>%1 との突き合わせ: 不足 %2、想定外 %3、形状または型の相違 %4。</translation>
    </message>
    <message>
        <source>Every key begins with “%1”, a prefix that a wrapper such as DistributedDataParallel or torch.compile adds.</source>
        <translation>すべてのキーが「%1」で始まっています。これは DistributedDataParallel や torch.compile などのラッパーが付けるものです。</translation>
    </message>
    <message>
        <source>Remove “%1” from the keys</source>
        <translation>キーから「%1」を取り除く</translation>
    </message>
    <message>
        <source>Add “%1” before the keys</source>
        <translation>キーの前に「%1」を付ける</translation>
    </message>
    <message>
        <source>Rename “%1” to “%2” in the keys</source>
        <translation>キーの「%1」を「%2」に変える</translation>
    </message>
</context>
<context>
    <name>HeadersCopy</name>
    <message>
        <source>The remote machine sent invalid data for a file of the model: “%1”.</source>
        <translation>そのマシンが、モデルのファイルについて無効なデータを送ってきました: 「%1」。</translation>
    </message>
    <message>
        <source>The model on the remote machine has more than %1 files, or its files changed while Stowage was reading them.</source>
        <translation>そのマシンのモデルには %1 個を超えるファイルがあるか、ファイルが変化しています。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 に書き込めません: %2。</translation>
    </message>
    <message>
        <source>The files of the model on the remote machine contain more than 4 GiB of data in addition to the tensors.</source>
        <translation>そのマシンのモデルには、テンソル以外のものが 4 GiB を超えて含まれています。</translation>
    </message>
    <message>
        <source>stowagectl on %1 is too old to read an adapter, another model or a module tree together with a model: install a newer version of Stowage on that machine.</source>
        <translation>%1 の stowagectl は古すぎて、アダプター、追加のモデル、モジュールツリーをモデルと一緒に読めません。新しいものをそのマシンにインストールしてください。</translation>
    </message>
</context>
<context>
    <name>LoadProcess</name>
    <message>
        <source>A comparison of load methods cannot use real and simulated GPUs together: remove the simulated or the real GPUs from the plan.</source>
        <translation>方式の比較は、実 GPU 上かシミュレートされた GPU 上のどちらかで行います。プランから、シミュレートされたものか実物のどちらかを除いてください。</translation>
    </message>
    <message>
        <source>The reference logits could not be computed: %1</source>
        <translation>参照ロジットを作成できませんでした: %1</translation>
    </message>
    <message>
        <source>The reference logits could not be saved as %1.</source>
        <translation>参照ロジットを %1 として保存できません。</translation>
    </message>
</context>
<context>
    <name>LoadRequest</name>
    <message>
        <source>Open a model with weights first</source>
        <translation>先に重みのあるモデルを開いてください</translation>
    </message>
</context>
<context>
    <name>MemoryBars</name>
    <message>
        <source>context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>KV cache and state</source>
        <translation>KV キャッシュと状態</translation>
    </message>
    <message>
        <source>streamed weights</source>
        <translation>取り込んだ重み</translation>
    </message>
    <message>
        <source>activations, logits and slack</source>
        <translation>活性値、ロジット、余剰</translation>
    </message>
    <message>
        <source>other programs</source>
        <translation>他のプログラム</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空き</translation>
    </message>
    <message>
        <source>load buffers and other</source>
        <translation>ロードとその他</translation>
    </message>
</context>
<context>
    <name>MemoryView</name>
    <message>
        <source>weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状態</translation>
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
        <source>context</source>
        <translation>コンテキスト</translation>
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
        <source>used by others</source>
        <translation>他が使用</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空き</translation>
    </message>
    <message>
        <source>other</source>
        <translation>その他</translation>
    </message>
    <message>
        <source>not at once</source>
        <translation>同時でない分</translation>
    </message>
</context>
<context>
    <name>ModelFactTexts</name>
    <message>
        <source>%1 + %2</source>
        <translation>%1 + %2</translation>
    </message>
    <message>
        <source>%1 layers in the encoder and %2 in the decoder</source>
        <translation>エンコーダー %1 レイヤー、デコーダー %2 レイヤー</translation>
    </message>
    <message>
        <source>%1 attention heads of width %2</source>
        <translation>幅 %2 のアテンションヘッド %1 個</translation>
    </message>
    <message>
        <source>%1 key/value heads, shared by the query heads</source>
        <translation>キーと値のヘッド %1 個。クエリのヘッドが共有する</translation>
    </message>
    <message>
        <source>keys and values are stored as one vector of %1 numbers, regardless of the number of heads</source>
        <translation>キーと値は、ヘッド数によらず %1 個の数からなる 1 つのベクトルとして保持</translation>
    </message>
    <message>
        <source>%1 (%2 kv)</source>
        <translation>%1 (%2 kv)</translation>
    </message>
    <message>
        <source>%1 parameters, counting tied tensors once</source>
        <translation>%1 パラメーター (共有テンソルは 1 回だけ)</translation>
    </message>
    <message>
        <source>%1 parameters are used for one token: all except those of experts that are not chosen (%2 of %3 experts are chosen in each of %4 layers)</source>
        <translation>%1 パラメーターが 1 トークンに関与: 選ばれないエキスパートのものを除くすべて (%4 レイヤーのそれぞれで %3 個中 %2 個が選ばれる)</translation>
    </message>
    <message>
        <source>%1 parameters (%2 %) are in lookup tables (tokens, positions), including a tied head</source>
        <translation>%1 パラメーター (%2%) が参照表 (トークン、位置) にある。共有ヘッドもこれに含まれる</translation>
    </message>
    <message>
        <source>%1 bytes per token in %2: %3 layers × %4 numbers × %5 bytes</source>
        <translation>1 トークンあたり %1 バイト (%2): %3 レイヤー × %4 個の数 × %5 バイト</translation>
    </message>
    <message>
        <source>Bytes per token: float32 %1, float16 and bfloat16 %2, fp8 %3</source>
        <translation>float32 %1、float16 と bfloat16 %2、fp8 %3</translation>
    </message>
    <message>
        <source>%1 for one sequence that fills the whole context</source>
        <translation>コンテキスト全体の 1 シーケンスで %1</translation>
    </message>
    <message>
        <source>%1 of %2 layers use only the last %3 tokens; in a longer context, each token adds %4 bytes</source>
        <translation>%2 レイヤー中 %1 は %3 トークンより前を参照しない。それを超えると 1 トークンあたり %4 バイト</translation>
    </message>
    <message>
        <source>plus %1 bytes for each position of the encoder&apos;s output</source>
        <translation>エンコーダー出力の 1 位置ごとに %1 バイト増える</translation>
    </message>
    <message>
        <source>transformers stores shared heads separately for every query head: %1 bytes per token</source>
        <translation>transformers は共有ヘッドをクエリごとに別々に保持する: 1 トークンあたり %1 バイト</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Shared experts, which every token also uses: %1</source>
        <translation>すべてのトークンがほかに使う共有エキスパート: %1</translation>
    </message>
    <message>
        <source>KV cache per token, %1</source>
        <translation>トークンあたりの KV キャッシュ、%1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>レイヤー</translation>
    </message>
    <message>
        <source>Blocks that every token passes through, one after the other</source>
        <translation>すべてのトークンが順に通るブロック</translation>
    </message>
    <message>
        <source>hidden size</source>
        <translation>隠れサイズ</translation>
    </message>
    <message>
        <source>Numbers that represent one token between two layers</source>
        <translation>2 つのレイヤーの間で 1 トークンを表す数の個数</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>ヘッド</translation>
    </message>
    <message>
        <source>tokens of context</source>
        <translation>コンテキスト長 (トークン)</translation>
    </message>
    <message>
        <source>Maximum number of tokens that the model is designed to process at once</source>
        <translation>モデルが一度に処理するように設計されたトークンの最大数</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>パラメーター</translation>
    </message>
    <message>
        <source>active per token</source>
        <translation>トークンあたり有効</translation>
    </message>
    <message>
        <source>in embeddings</source>
        <translation>埋め込み内</translation>
    </message>
    <message>
        <source>experts per token</source>
        <translation>トークンあたりのエキスパート</translation>
    </message>
    <message>
        <source>The experts are chosen separately for every token in every layer</source>
        <translation>各レイヤーで、トークンごとに新たに選ばれる</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV キャッシュ</translation>
    </message>
    <message>
        <source>The model stores no keys and values of earlier tokens</source>
        <translation>モデルは以前のトークンのキーと値を保持しない</translation>
    </message>
    <message>
        <source>Calculated from the file&apos;s key-values; nothing is measured.</source>
        <translation>ファイルの key-value から計算。実測したものはありません。</translation>
    </message>
    <message>
        <source>Calculated from the tensors&apos; shapes; nothing is measured.</source>
        <translation>テンソルの形状から計算。実測したものはありません。</translation>
    </message>
    <message>
        <source>Calculated from the config.json; nothing is measured.</source>
        <translation>config.json から計算。実測したものはありません。</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>モデルカード</translation>
    </message>
    <message>
        <source>in %1, as planned</source>
        <translation>%1 (プランどおり)</translation>
    </message>
    <message>
        <source>%1 of weights and buffers, counting each tied tensor once</source>
        <translation>重みとバッファー %1 (共有テンソルはそれぞれ 1 回だけ)</translation>
    </message>
</context>
<context>
    <name>ModuleTree</name>
    <message>
        <source>%1 move</source>
        <translation>%1 個移動</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
</context>
<context>
    <name>MovedModulesModel</name>
    <message>
        <source>no device</source>
        <translation>デバイスなし</translation>
    </message>
</context>
<context>
    <name>OpenFailureTexts</name>
    <message>
        <source>Run this model’s code</source>
        <translation>このモデルのコードを実行</translation>
    </message>
    <message>
        <source>Ask Python</source>
        <translation>Python に尋ねる</translation>
    </message>
    <message>
        <source>The code is in the same folder as the config.json. It would run with your file permissions, in a separate process, and without network access if the system supports this. Run the code only if you trust its author.</source>
        <translation>コードは config.json と同じ場所にあります。ファイルへのあなたの権限で、独立したプロセスとして、システムが許せばネットワークなしで実行されます。書いた人を信頼できる場合にのみ実行してください。</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 はありません</translation>
    </message>
    <message>
        <source>No permission to read %1</source>
        <translation>%1 は読み取りが許可されていません</translation>
    </message>
    <message>
        <source>%1 was not opened: the file refers to objects other than tensors</source>
        <translation>%1 を開きませんでした: テンソル以外のものを要求しています</translation>
    </message>
    <message>
        <source>%1 cannot be opened</source>
        <translation>%1 を開けません</translation>
    </message>
    <message>
        <source>Open the largest part</source>
        <translation>最大の部分を開く</translation>
    </message>
    <message>
        <source>Open with the keys as stored</source>
        <translation>保存されたキーのまま開く</translation>
    </message>
    <message>
        <source>Open as the default class</source>
        <translation>本来のクラスとして開く</translation>
    </message>
    <message>
        <source>Open without the tree file</source>
        <translation>そのツリーなしで開く</translation>
    </message>
    <message>
        <source>The file does not contain the chosen part. Choose a part that the file contains.</source>
        <translation>ファイルについて選んだものは、その中になければなりません。</translation>
    </message>
    <message>
        <source>Every file must exist at its given path.</source>
        <translation>指定されたすべてのファイルが、指定された場所になければなりません。</translation>
    </message>
    <message>
        <source>You must have permission to read the file or folder.</source>
        <translation>読み取る権限がなければなりません。</translation>
    </message>
    <message>
        <source>Tensors are read from regular files only, not from folders, pipes or devices.</source>
        <translation>テンソルを読み取れるのは通常のファイルからだけで、フォルダー、パイプ、デバイスからは読み取れません。</translation>
    </message>
    <message>
        <source>A folder must contain one checkpoint at its top level.</source>
        <translation>フォルダーは、その最上位にチェックポイントを 1 つ持たなければなりません。</translation>
    </message>
    <message>
        <source>The format is recognised by the content, never by the file&apos;s name.</source>
        <translation>形式は内容で判断し、ファイル名では決して判断しません。</translation>
    </message>
    <message>
        <source>A file must contain every byte that its header describes.</source>
        <translation>ファイルには、ヘッダーが示すすべてのバイトがなければなりません。</translation>
    </message>
    <message>
        <source>A file must follow every rule of the format, because a partly correct file would result in wrong weights.</source>
        <translation>形式のすべての規則を満たさなければなりません: 半分しか正しくないバイトは、誤った重みになります。</translation>
    </message>
    <message>
        <source>Counts and sizes are limited, so that no file can fill the memory.</source>
        <translation>ファイルがメモリーを埋め尽くせないように、個数とサイズには上限があります。</translation>
    </message>
    <message>
        <source>Nothing in a pickle is executed: names that are not related to tensors are refused.</source>
        <translation>pickle の中のものは何も実行されません: テンソルに関係のない名前は拒否されます。</translation>
    </message>
    <message>
        <source>The file is well formed, but files of this kind are not supported.</source>
        <translation>形式は正しいものの、読み取られない種類です。</translation>
    </message>
    <message>
        <source>Names, shapes and dtypes of the tensors must match the model.</source>
        <translation>名前、形状、型はモデルに合わなければなりません。</translation>
    </message>
    <message>
        <source>The system must be able to read the file.</source>
        <translation>システムがファイルを読み取れなければなりません。</translation>
    </message>
    <message>
        <source>The names of all tensors must fit in memory.</source>
        <translation>すべてのテンソルの名前がメモリーに収まらなければなりません。</translation>
    </message>
</context>
<context>
    <name>PlanTables</name>
    <message>
        <source>%1; %2 over the capacity</source>
        <translation>%1。容量を %2 超過</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>Predicted from the rates that `stowagectl devices --measure` measured</source>
        <translation>`stowagectl devices --measure` の結果から予測</translation>
    </message>
    <message>
        <source>Unknown: the read speed of the file&apos;s disk was not measured</source>
        <translation>不明: ファイルのあるファイルシステムが測定されていない</translation>
    </message>
    <message>
        <source>Allocated %1, reserved %2, predicted</source>
        <translation>割り当て済み %1、予約済み %2 (予測)</translation>
    </message>
    <message>
        <source>%1; %2 more than the free memory of the card</source>
        <translation>%1。カードの空きを %2 超過</translation>
    </message>
    <message>
        <source>Anonymous memory of the process: %1, predicted</source>
        <translation>プロセスの匿名メモリー、%1 (予測)</translation>
    </message>
    <message>
        <source>%1; %2 more than the free RAM</source>
        <translation>%1。RAM の空きを %2 超過</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>ブロック</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>予約済み</translation>
    </message>
    <message>
        <source>To limit</source>
        <translation>上限まで</translation>
    </message>
    <message>
        <source>%1, predicted by the allocator&apos;s rules</source>
        <translation>%1、アロケーターの規則による予測</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>On</source>
        <translation>場所</translation>
    </message>
    <message>
        <source>GPU peak</source>
        <translation>GPU ピーク</translation>
    </message>
    <message>
        <source>RAM peak</source>
        <translation>RAM ピーク</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
</context>
<context>
    <name>PredictionText</name>
    <message>
        <source>Peaks exactly as predicted</source>
        <translation>予測したピークが正確に一致</translation>
    </message>
    <message>
        <source>%1 allocated %2, reserved %3</source>
        <translation>%1 割り当て済み %2、予約済み %3</translation>
    </message>
    <message>
        <source>Compared with the prediction: %1</source>
        <translation>予測との差: %1</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>ホスト %1</translation>
    </message>
    <message>
        <source>time %1</source>
        <translation>時間 %1</translation>
    </message>
</context>
<context>
    <name>ProblemFixes</name>
    <message>
        <source>Rename the key %1</source>
        <translation>キー %1 の名前を変更</translation>
    </message>
    <message>
        <source>Rename to %1</source>
        <translation>%1 に名前を変更</translation>
    </message>
    <message>
        <source>Remove the key</source>
        <translation>キーを削除</translation>
    </message>
    <message>
        <source>Keep %1</source>
        <translation>%1 を残す</translation>
    </message>
    <message>
        <source>Place on %1</source>
        <translation>%1 に配置</translation>
    </message>
    <message>
        <source>Place %1 on %2</source>
        <translation>%1 を %2 に配置</translation>
    </message>
    <message>
        <source>Move the entry to %1</source>
        <translation>%1 へ移動</translation>
    </message>
    <message>
        <source>Move %1 entries to %2</source>
        <translation>%1 項目を %2 へ移動</translation>
    </message>
    <message>
        <source>Add a simulated %1</source>
        <translation>シミュレートされた %1 を追加</translation>
    </message>
    <message>
        <source>Move the whole block to %1</source>
        <translation>全体を %1 へ移動</translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation>%1 を %2 へ移動</translation>
    </message>
    <message>
        <source>Move %1 blocks to %2</source>
        <translation>%1 ブロックを %2 へ移動</translation>
    </message>
    <message>
        <source>Let %1 use up to %2</source>
        <translation>%1 に最大 %2 を許可</translation>
    </message>
    <message>
        <source>Limit each GPU to %1</source>
        <translation>上限を %1 に設定</translation>
    </message>
    <message>
        <source>Use %1 GPUs</source>
        <translation>GPU を %1 個使う</translation>
    </message>
    <message>
        <source>Move 1 block to %1</source>
        <translation>1 ブロックを %1 へ移動</translation>
    </message>
    <message>
        <source>Set the limit to %1</source>
        <translation>上限を %1 に設定</translation>
    </message>
    <message>
        <source>Move %1 to its tied weights on %2</source>
        <translation>%1 を %2 の共有相手の所へ移動</translation>
    </message>
    <message>
        <source>Unpin %1</source>
        <translation>%1 の固定を解除</translation>
    </message>
    <message>
        <source>Use the strategy “sequential”</source>
        <translation>sequential を使う</translation>
    </message>
    <message>
        <source>Make the plan fit</source>
        <translation>プランを収める</translation>
    </message>
    <message>
        <source>Offload the buffers</source>
        <translation>バッファーもオフロード</translation>
    </message>
    <message>
        <source>Raise the CPU limit to %1</source>
        <translation>CPU に最大 %1 を許可</translation>
    </message>
    <message>
        <source>Create one entry per submodule</source>
        <translation>部品ごとにエントリーを作る</translation>
    </message>
</context>
<context>
    <name>PromptTokens</name>
    <message>
        <source>The prompt has %1 tokens, but the maximum is %2.</source>
        <translation>これは %1 トークンです。プロンプトは最大 %2 です。</translation>
    </message>
    <message>
        <source>“%1” is not a token number; enter numbers separated by commas, such as 15496,11,995.</source>
        <translation>「%1」はトークンではありません。15496,11,995 のように、コンマで区切った数を指定してください。</translation>
    </message>
    <message>
        <source> token</source>
        <translation> トークン</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> トークン</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>All files (*)</source>
        <translation>すべてのファイル (*)</translation>
    </message>
    <message>
        <source>Open a model or a project</source>
        <translation>モデルまたはプロジェクトを開く</translation>
    </message>
    <message>
        <source>Models and projects (*.safetensors *.pth *.pt *.bin *.gguf *.npy *.json *.stowage)</source>
        <translation>モデルとプロジェクト (*.safetensors *.pth *.pt *.bin *.gguf *.npy *.json *.stowage)</translation>
    </message>
    <message>
        <source>Open a folder with a checkpoint</source>
        <translation>チェックポイントのフォルダーを開く</translation>
    </message>
    <message>
        <source>Read a placement</source>
        <translation>配置を読み込む</translation>
    </message>
    <message>
        <source>Device maps and settings (*.json *.txt *.py *.sh *.yml *.yaml Modelfile*)</source>
        <translation>デバイスマップと設定 (*.json *.txt *.py *.sh *.yml *.yaml Modelfile*)</translation>
    </message>
    <message>
        <source>Import runs</source>
        <translation>実行のインポート</translation>
    </message>
    <message>
        <source>Runs from load --json, run --json, compare --json (*.json)</source>
        <translation>実行: load --json、run --json、compare --json (*.json)</translation>
    </message>
    <message>
        <source>Export runs</source>
        <translation>実行のエクスポート</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表 (*.csv)</translation>
    </message>
    <message>
        <source>Runs (*.json)</source>
        <translation>実行 (*.json)</translation>
    </message>
    <message>
        <source>Export the lesson&apos;s report</source>
        <translation>レッスンのレポートのエクスポート</translation>
    </message>
    <message>
        <source>Report: web page, with PDF and tables next to it (*.html)</source>
        <translation>レポート: ページ、PDF、表 (*.html)</translation>
    </message>
    <message>
        <source>Folder for model files</source>
        <translation>モデルファイルのフォルダー</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>%1 を保存</translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation>Python (*.py)</translation>
    </message>
    <message>
        <source>Save the configuration</source>
        <translation>設定を保存</translation>
    </message>
    <message>
        <source>Configuration (*.json)</source>
        <translation>設定 (*.json)</translation>
    </message>
    <message>
        <source>%1 (*.%2)</source>
        <translation>%1 (*.%2)</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>名前を付けて保存</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>プロジェクトを開く</translation>
    </message>
    <message>
        <source>Projects (*.stowage)</source>
        <translation>プロジェクト (*.stowage)</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>プロジェクトを保存</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存の変更</translation>
    </message>
    <message>
        <source>If you do not save, the changes are lost.</source>
        <translation>保存しないと、変更は失われます。</translation>
    </message>
    <message>
        <source>Don&apos;t save</source>
        <translation>保存しない</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>… and %1 more rows in the file</source>
        <translation>… さらに %1 行がファイルにあります</translation>
    </message>
    <message>
        <source>… The written file contains the rest of the report.</source>
        <translation>… 残りはファイルにあります。</translation>
    </message>
    <message>
        <source>The picture of the board could not be created: there is not enough memory.</source>
        <translation>ボードの画像を作成できません: メモリーが足りません。</translation>
    </message>
</context>
<context>
    <name>RunFixes</name>
    <message>
        <source>During the run, %1 always had at least %2 free; the plan limits its weights to %3.</source>
        <translation>実行中、%1 には常に %2 以上の空きがありました。プランでの重みの上限は %3 です。</translation>
    </message>
    <message>
        <source>Set the limit to %1</source>
        <translation>上限を %1 に設定</translation>
    </message>
    <message>
        <source>During the run, %1 always had at least %2 free.</source>
        <translation>実行中、%1 には常に %2 以上の空きがありました。</translation>
    </message>
    <message>
        <source>Move 1 block to %1</source>
        <translation>1 ブロックを %1 へ移動</translation>
    </message>
    <message>
        <source>Move %1 blocks to %2</source>
        <translation>%1 ブロックを %2 へ移動</translation>
    </message>
    <message>
        <source>No weights were prefetched.</source>
        <translation>先に取り込まれた重みはありませんでした。</translation>
    </message>
    <message>
        <source>Prefetch %1 layers</source>
        <translation>%1 レイヤーを先読み</translation>
    </message>
</context>
<context>
    <name>SessionLogTexts</name>
    <message>
        <source>Note</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>エラー</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>Qt</source>
        <translation>Qt</translation>
    </message>
    <message>
        <source>%1 earlier lines were discarded.</source>
        <translation>それより前の %1 行は破棄されました。</translation>
    </message>
</context>
<context>
    <name>TourTexts</name>
    <message>
        <source>Open a model</source>
        <translation>モデルを開く</translation>
    </message>
    <message>
        <source>Click this button to open a file, or the arrow next to the button to open a folder. You can also drop a file or a folder on the window. When started without a model, Stowage opens a small sample model that you can use to try all features.</source>
        <translation>ファイルはここから、フォルダーは隣の矢印から開きます。どちらもウィンドウにドロップできます。モデルを指定せずに起動すると、すべてを試せる小さなサンプルが開きます。</translation>
    </message>
    <message>
        <source>The module tree</source>
        <translation>モジュールツリー</translation>
    </message>
    <message>
        <source>The module tree shows each module of the model, with the size and the device of the module. The field above the tree filters the modules. Modules that you select in the tree are also selected on the board.</source>
        <translation>モデルの各モジュールが、そのサイズと置かれるデバイスとともに並びます。ツリーの上のフィールドで絞り込めます。ここで選択したものは、ボードでも選択されます。</translation>
    </message>
    <message>
        <source>The board</source>
        <translation>ボード</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>プラン</translation>
    </message>
    <message>
        <source>The verdict shows whether everything fits. Below the verdict are the strategy that places the modules and a table with the limit of each device. When you change the strategy or a limit, a new plan is computed.</source>
        <translation>判定は、すべてが収まるかどうかを示します。その下には、モデルを配置する戦略と、各デバイスの上限の表があります。どれかを変えると、新しいプランが作られます。</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>The Load button loads the weights onto the devices of the plan. During the load, the charts show the memory of each device, compared with the prediction.</source>
        <translation>「ロード」は、重みをプランの配置先へ運びます。その間の各デバイスのメモリーが、予測と並べてグラフに表示されます。</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>The Run button sends data through the loaded model, layer by layer, and measures times and peak memory. If a model cannot be run, the button shows the reason.</source>
        <translation>「実行」は、ロード済みのモデルにレイヤーごとにデータを流し、時間とメモリーのピークを測定します。モデルを実行できない場合は、ボタンにその理由が表示されます。</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>The Capacity page shows what the plan can serve: the longest context, the number of sequences at once, and the speed. All figures are estimated, and nothing is loaded.</source>
        <translation>「容量」は、プランを作業に照らします: どれほど長いコンテキストか、同時にいくつのシーケンスか、どれほど速いか。数値は見積もりで、何もロードされません。</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>ヘルプ</translation>
    </message>
    <message>
        <source>The Help menu contains the user guide, a list of all keyboard shortcuts, and this tour. With What’s This? (Shift+F1), click a part of the window to see its description.</source>
        <translation>このメニューには、ユーザーガイド、すべてのキーの一覧、そしてこのツアーがあります。「これは何？」(Shift+F1) を使うと、ウィンドウ内のあらゆるものについて、何のためのものかが分かります。</translation>
    </message>
    <message>
        <source>Each column of the board is a device. Each block is a layer, and the height of the block shows its size in bytes. Drag a block to another device, or type a limit at the top of a column. Press Ctrl+Z to undo a change.</source>
        <translation>列はデバイス、ブロックはレイヤーで、その高さはバイト数を表します。ブロックを別のデバイスへドラッグするか、列の先頭に上限を入力してください。Ctrl+Z で元に戻せます。</translation>
    </message>
    <message>
        <source>The Help menu contains a list of all keyboard shortcuts, and this tour. With What’s This? (Shift+F1), click a part of the window to see its description.</source>
        <translation>このメニューから、すべてのキーの一覧を開くことも、このツアーをもう一度始めることもできます。「これは何？」(Shift+F1) を使うと、ウィンドウ内のあらゆるものについて、何のためのものかが分かります。</translation>
    </message>
</context>
<context>
    <name>VariantFigures</name>
    <message>
        <source>Fits</source>
        <translation>収まる</translation>
    </message>
    <message>
        <source>Fits with offload</source>
        <translation>オフロードで収まる</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>収まらない</translation>
    </message>
    <message>
        <source>A model without weights cannot be loaded.</source>
        <translation>重みのないモデルはロードされません。</translation>
    </message>
    <message>
        <source>The read speed of the disk with the model&apos;s files is not known. Run stowagectl devices --measure to measure it.</source>
        <translation>モデルのファイルがあるディスクの読み取り速度が不明です。stowagectl devices --measure で測定できます。</translation>
    </message>
    <message>
        <source>The sizes of the model&apos;s layers are not known.</source>
        <translation>モデルのレイヤーのサイズが不明です。</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>This model generates no tokens.</source>
        <translation>このモデルでは、続くトークンはありません。</translation>
    </message>
    <message>
        <source>Undetermined</source>
        <translation>判定不能</translation>
    </message>
    <message>
        <source>The plan does not fit.</source>
        <translation>収まりません。</translation>
    </message>
</context>
<context>
    <name>WhatsThisTexts</name>
    <message>
        <source>Sets the number of GPUs of the plan, and the properties of each GPU. The results on this page are updated.</source>
        <translation>いくつの GPU を対象にプランし、それぞれが何を持つかを選びます。回答もそれに従います。</translation>
    </message>
    <message>
        <source>Each engine stores keys, values and activations differently, so the memory that a workload needs depends on the engine. “automatic” selects Stowage if it can run models of this family, otherwise transformers.</source>
        <translation>キー、値、活性値の保持方法はエンジンごとに異なるため、同じ作業でも必要なメモリーが変わります。「自動」は、このプログラムがファミリーを実行できればこのプログラム、そうでなければ transformers です。</translation>
    </message>
    <message>
        <source>Each sequence needs separate keys and values in the KV cache, which limits the number of sequences at once. The weights are stored only once.</source>
        <translation>各シーケンスは自身のキーと値を持ち、それが同時に処理できる数を制限します。重みは 1 つ分だけです。</translation>
    </message>
    <message>
        <source>A longer prompt delays the first token and needs more memory for activations during the prefill.</source>
        <translation>プロンプトが長いほど、最初のトークンまでの時間が延び、読み込む間の活性値も増えます。</translation>
    </message>
    <message>
        <source>The context length: the number of tokens for which the plan reserves keys and values. Empty: the prompt plus the generated tokens.</source>
        <translation>このトークン数のキーと値をプランに見込みます。空欄なら、プロンプトと生成分です。</translation>
    </message>
    <message>
        <source>Each generated token needs one forward pass through all layers, and one position in the KV cache.</source>
        <translation>1 つごとに、全レイヤーを 1 回通るパスと、KV キャッシュの 1 か所が必要です。</translation>
    </message>
    <message>
        <source>A prompt that is processed in chunks needs less memory for activations, but more forward passes.</source>
        <translation>プロンプトを少しずつ入れると、活性値に必要な領域は減り、パスの回数は増えます。</translation>
    </message>
    <message>
        <source>Splits each layer across several GPUs, as serving engines do. The device map then has no effect.</source>
        <translation>サービング用のエンジンと同様に、各レイヤーを分割して複数の GPU に置きます。その場合、デバイスマップは効きません。</translation>
    </message>
    <message>
        <source>With a smaller dtype for keys and values, longer contexts fit.</source>
        <translation>キーと値に小さい数値型を使うと、より長いコンテキストを収める余地ができます。</translation>
    </message>
    <message>
        <source>The compute dtype determines the size of activations. Unless another dtype is specified, keys and values also have the compute dtype.</source>
        <translation>活性値のサイズを決めます。ほかに指定がなければ、キーと値もこの dtype になります。</translation>
    </message>
    <message>
        <source>With eager attention, the memory for the attention scores grows with the square of the prompt length. Fused attention never stores all scores at once.</source>
        <translation>eager アテンションのスコアはプロンプトの 2 乗で増えます。融合アテンションは、そのすべてを保持することがありません。</translation>
    </message>
    <message>
        <source>The allocator setting determines how much memory is reserved but unused at the peak. The setting does not affect the weights.</source>
        <translation>この設定で、ピーク時に予約されながら使われないメモリーの量が決まります。重みは何も変わりません。</translation>
    </message>
    <message>
        <source>To make the plan fit, these changes are tried from the top: each change together with all changes above it. Drag a line to change the order.</source>
        <translation>収めるための手段を上から順に試します。各行は、それより上のすべての行と合わせて試されます。行はドラッグで並べ替えられます。</translation>
    </message>
    <message>
        <source>Moves the selected change up, so that it is tried earlier. Put the changes that you accept most easily at the top.</source>
        <translation>先に諦めるのは、最も必要度の低いものです。</translation>
    </message>
    <message>
        <source>Moves the selected change down, so that it is tried later. Put the changes that you want to avoid most at the bottom.</source>
        <translation>後で諦めるのは、最も必要度の高いものです。</translation>
    </message>
    <message>
        <source>Sets the context length of the workload to the largest value that fits.</source>
        <translation>収まる最長のコンテキストの領域をワークロードに確保させます。</translation>
    </message>
    <message>
        <source>Sets the batch size of the workload to the largest number of sequences that fits at once.</source>
        <translation>同時に収まる最大数のシーケンスをワークロードに設定します。</translation>
    </message>
    <message>
        <source>Sets the batch size of the workload to the largest number of sequences that fits if the prompts are processed one after another.</source>
        <translation>プロンプトを 1 つずつ順に入れる場合に収まる最大数のシーケンスをワークロードに設定します。</translation>
    </message>
    <message>
        <source>Applies this change and all changes above it to the plan or the workload, as one edit that Undo reverts.</source>
        <translation>この変更を、それより上のものと合わせて、プランまたはそのワークロードに反映します。「元に戻す」で取り消せる 1 回の編集になります。</translation>
    </message>
    <message>
        <source>One row per device, with everything that uses the memory of the device at the peak. Click a figure to see its formula with the numbers filled in.</source>
        <translation>デバイスごとに 1 行で、最も厳しい瞬間にメモリーを占めるものをすべて示します。数値をクリックすると、値を代入した式が表示されます。</translation>
    </message>
    <message>
        <source>The quantity on the horizontal axis of the sweep: a context length, a number of sequences, a dtype, or a limit.</source>
        <translation>左から右へ変えるもの: コンテキスト長、シーケンス数、dtype、上限。</translation>
    </message>
    <message>
        <source>A second quantity, which varies from row to row. The sweep is then shown as a map instead of a line.</source>
        <translation>線でなくマップにする場合に、行ごとに変えるもの。</translation>
    </message>
    <message>
        <source>Each cell is one complete estimate. The colour shows whether the plan fits. Click a cell to use its plan and workload, as one edit that Undo reverts.</source>
        <translation>各セルは 1 回の完全な見積もりで、収まるかどうかで色分けされます。セルをクリックすると、そのプランとワークロードが採用されます。「元に戻す」で取り消せる 1 回の編集です。</translation>
    </message>
    <message>
        <source>Uses the plan and workload of the selected point, as one edit that Undo reverts.</source>
        <translation>選択した点のプランとワークロードを採用します。「元に戻す」で取り消せる 1 回の編集です。</translation>
    </message>
    <message>
        <source>Saves the sweep as a picture, or as numbers for a spreadsheet.</source>
        <translation>スイープを描かれたまま、または自分の表で使える数値として保存します。</translation>
    </message>
    <message>
        <source>Chooses the memory on the horizontal axis of the chart: GPU memory or RAM.</source>
        <translation>グラフの横軸を GPU のメモリーにするか RAM にするか。</translation>
    </message>
    <message>
        <source>The time that each layer or group of layers needs for a forward pass, and whether computation, memory or a link limits the speed.</source>
        <translation>各レイヤーまたはレイヤーのグループが 1 回のフォワードパスにかかる時間と、律速が計算、メモリー、リンクのどれであるか。</translation>
    </message>
    <message>
        <source>The memory figures that another program printed, each next to the corresponding figure of the plan.</source>
        <translation>別のプログラムがメモリーについて出力した内容を、数値ごとにプランの値と並べて示します。</translation>
    </message>
    <message>
        <source>The GPU memory and the RAM that each offload mode of diffusers needs, and the data that the mode must transfer.</source>
        <translation>diffusers の各オフロード方法が GPU と RAM をどれだけ使い、そのために何を転送しなければならないか。</translation>
    </message>
    <message>
        <source>The memory that each model in this plan needs, and the memory that all models together need in one process.</source>
        <translation>このプランの各モデルが使う量と、1 つのプロセスで全部を合わせた量。</translation>
    </message>
    <message>
        <source>The file contains other data in addition to the model, such as the state of an optimizer. The part chosen in this list is opened as the model.</source>
        <translation>ファイルには、オプティマイザーの状態など、モデル以外のものも入っています。ここで選んだものがモデルとして開かれます。</translation>
    </message>
    <message>
        <source>Several classes can be built from one config.json, with different heads on the same layers. The file is opened again as the chosen class.</source>
        <translation>1 つの config.json から、同じレイヤーに異なるヘッドを付けた複数のクラスを構築できます。選んだクラスとしてファイルを開き直します。</translation>
    </message>
    <message>
        <source>Opens the file again without renaming its keys.</source>
        <translation>キーの名前変更をせずに、ファイルを開き直します。</translation>
    </message>
    <message>
        <source>Compares the tensor names, shapes and dtypes in the file with the modules in another file, which was written by Python.</source>
        <translation>ファイルの名前、形状、型を、Python が書き出した別のファイルのモジュールと突き合わせます。</translation>
    </message>
    <message>
        <source>Opens a form with the values of the config.json. Change the values to plan another size of the model.</source>
        <translation>config.json の数値をフォームに取り込みます。そこで変更すれば、別のサイズのモデルをプランできます。</translation>
    </message>
    <message>
        <source>Opens the file again with its keys renamed to fit the model.</source>
        <translation>モデルに合うようにキーの名前を変えて、ファイルを開き直します。</translation>
    </message>
    <message>
        <source>The number of modules of each class, and the total size of these modules.</source>
        <translation>各クラスのモジュールの数と、それら全体のサイズ。</translation>
    </message>
    <message>
        <source>How many bytes are stored in each dtype.</source>
        <translation>dtype ごとに保存されているバイト数。</translation>
    </message>
    <message>
        <source>The largest tensors. Each of them needs one contiguous block of memory.</source>
        <translation>ひとまとまりで最も大きな領域を必要とするテンソル。</translation>
    </message>
    <message>
        <source>The files that the model was read from, with the contents of each.</source>
        <translation>モデルの読み込み元のファイルと、それぞれの内容。</translation>
    </message>
    <message>
        <source>The differences between the file and the model: tensor names that only one of them contains, and tensors whose shape or dtype differs.</source>
        <translation>ファイルとモデルの一方にしかない名前、または形状や dtype が異なる名前のすべて。</translation>
    </message>
    <message>
        <source>Groups of names that refer to the same tensor. The bytes of such a tensor are counted once.</source>
        <translation>同一のテンソルを指す名前。そのバイトは 1 回だけ数えます。</translation>
    </message>
    <message>
        <source>Notes about the file that were recorded when the file was opened.</source>
        <translation>ファイルを開く間に気付いたこと。</translation>
    </message>
    <message>
        <source>How the results change with the swept quantity; each point is one estimate.</source>
        <translation>スイープする量に応じて変わるもの。1 点が 1 回の見積もりです。</translation>
    </message>
    <message>
        <source>Drag to show another point of the sweep.</source>
        <translation>スイープの次の点へ移ります。</translation>
    </message>
    <message>
        <source>Each point is one way to run the model: its tokens per second over the memory that it needs.</source>
        <translation>モデルを実行する各方法を 1 点で表します: 必要なメモリーに対する 1 秒あたりのトークン数。</translation>
    </message>
    <message>
        <source>Paste the memory output of another program into this field. The figures in the output are compared with the figures of the plan.</source>
        <translation>別のプログラムがメモリーについて出力した内容をここに貼り付けます。含まれる数値をプランの数値と突き合わせます。</translation>
    </message>
    <message>
        <source>Your notes about this project. The notes are saved with the project.</source>
        <translation>このプロジェクトについて覚えておきたいこと。プロジェクトと一緒に保存されます。</translation>
    </message>
    <message>
        <source>Loads the weights from the files to the devices of the plan. If the weights will not fit, the program reports this before it reads any data, and suggests the most similar load method that fits.</source>
        <translation>重みをファイルからプランの配置先へ運びます。収まらないものは、1 バイトも読まないうちに、収まる最も近い方式とともに知らせます。</translation>
    </message>
    <message>
        <source>Loads the weights from the files to the devices of the plan. If the weights will not fit, the program reports this before it reads any data. During the load, the button shows the progress.</source>
        <translation>重みをファイルからプランの配置先へ運びます。収まらないものは、1 バイトも読まないうちに知らせます。ロード中は、ボタンに進み具合が表示されます。</translation>
    </message>
    <message>
        <source>Load methods differ in the memory that they need during the load: from twice the size of the model to almost none. “auto” selects the method that suits the plan.</source>
        <translation>方式によって、途中で必要なメモリーが異なります。モデルのサイズの 2 倍から、ほぼゼロまであります。auto はプランに合う方式を選びます。</translation>
    </message>
    <message>
        <source>The loaded model or plan is different from the one shown. This button loads the model and plan shown instead.</source>
        <translation>ロードされているのは、表示中とは別のモデルまたはプランです。これを押すと、表示中のものを代わりにロードします。</translation>
    </message>
    <message>
        <source>Frees the loaded weights. These weights were loaded with a different model or plan than the one shown.</source>
        <translation>ロード済みの重みを解放します。これらの重みは、表示中とは別のモデルまたはプランでロードされたものです。</translation>
    </message>
    <message>
        <source>Loads the weights according to the plan shown. The cards then show the memory of each device before and after the load.</source>
        <translation>表示中のプランでロードします。その後、カードに各デバイスの前後が表示されます。</translation>
    </message>
    <message>
        <source>Frees the weights on all devices, and the memory that the allocators keep. The plan does not change.</source>
        <translation>すべてのデバイスの重みを解放し、アロケーターが保持しているものも返します。プランは残ります。</translation>
    </message>
    <message>
        <source>An allocator keeps unused memory, so that later allocations are faster. This button frees the unused memory for other programs.</source>
        <translation>アロケーターは次回を速くするため、どのテンソルも使っていないメモリーを保持します。これを他のプログラムに返します。</translation>
    </message>
    <message>
        <source>Resets the peaks to the current memory use. The memory itself does not change.</source>
        <translation>最高値を、現在保持している量から数え直します。メモリーは変わりません。</translation>
    </message>
    <message>
        <source>The memory of each GPU&apos;s allocator over time: thick lines show allocated memory, thin lines show reserved memory, and dashed lines show the prediction. Point at a time to see its values. Use the mouse wheel to zoom, and drag to move the chart.</source>
        <translation>各 GPU のアロケーターが保持する量の推移です。太線はテンソルが使う量、細線は予約済みの量、破線は予測値です。ある瞬間にポインターを置くと数値が表示されます。ホイールで拡大縮小、ドラッグで移動します。</translation>
    </message>
    <message>
        <source>The memory of this process in three parts: anonymous memory, shared memory of simulated GPUs, and file pages, which the system can reclaim at any time. Point at a time to see its values.</source>
        <translation>このプロセスのメモリーを 3 つに分けて示します: 匿名、シミュレートされた GPU の裏の共有、システムがいつでも取り戻せるファイルのページ。ある瞬間にポインターを置くと数値が表示されます。</translation>
    </message>
    <message>
        <source>Pauses the operation so that you can look at the charts. Press the button again to resume the operation. The paused time is not included in the measured time.</source>
        <translation>進行中の処理を止めて眺められるようにし、もう一度押すと続けます。その間の時間は数えません。</translation>
    </message>
    <message>
        <source>Loads one tensor and pauses again. The module tree, the board and the charts show the progress of the load.</source>
        <translation>テンソルを 1 つ取り込んで、再び止まります。ツリー、ボード、グラフにロードの到達点が表示されます。</translation>
    </message>
    <message>
        <source>Stops the operation. If the operation is a load, all weights loaded so far are freed.</source>
        <translation>進行中の処理を終わらせます。ロードの場合、取り込んだものはすべて返されます。</translation>
    </message>
    <message>
        <source>Keeps the newest values visible as time passes. Use this button after you have zoomed or moved the charts.</source>
        <translation>グラフを拡大縮小したり動かしたりした後も、時間の経過に合わせて最新の瞬間を表示し続けます。</translation>
    </message>
    <message>
        <source>Stops updating the charts, so that you can look at the curves. Memory is still sampled, and no samples are lost.</source>
        <translation>よく見られるようにグラフを止めます。メモリーのサンプリングは続き、何も失われません。</translation>
    </message>
    <message>
        <source>The GPU whose memory is shown below.</source>
        <translation>下にメモリーを描く GPU。</translation>
    </message>
    <message>
        <source>The segments that the allocator of the GPU has reserved, and the blocks of tensors in these segments. Gaps between blocks are memory that is reserved but not used. Click a block to select its module.</source>
        <translation>GPU のアロケーターが保持するセグメントと、その中のテンソルのブロックです。ブロックの間の隙間は、予約されていて使われていないメモリーです。ブロックをクリックすると、そのモジュールが選択されます。</translation>
    </message>
    <message>
        <source>One row per tensor of the last verified load: dtype, shape, device, and whether the bytes of the tensor match those of the file.</source>
        <translation>検証した直近のロードのテンソルごとに 1 行です: dtype、形状、デバイス、バイトがファイルのものと一致するか。</translation>
    </message>
    <message>
        <source>Shows only the tensors whose names contain the typed text.</source>
        <translation>名前にこれらの文字を含むテンソルを表示します。</translation>
    </message>
    <message>
        <source>Shows every tensor that was compared with the file.</source>
        <translation>ファイルと突き合わせたすべてのテンソルを表示します。</translation>
    </message>
    <message>
        <source>Shows only the tensors that differ from the file.</source>
        <translation>ファイルの内容と異なるテンソルだけを表示します。</translation>
    </message>
    <message>
        <source>After the load, the program reads the file a second time, independently, and compares every byte. This comparison takes about as long as reading the file.</source>
        <translation>ロードの後、ファイルを独立にもう一度読み、すべてのバイトを比較します。これには、ファイルを読むのと同じくらいの時間がかかります。</translation>
    </message>
    <message>
        <source>Copies the rows with the current filter and order, for example for a spreadsheet.</source>
        <translation>現在の絞り込みと並び順の行を、自分の表で使えるように取り出します。</translation>
    </message>
    <message>
        <source>One row per load method: the predicted values, and the measured values if the method was measured. The selected methods are compared.</source>
        <translation>ロード方式ごとに 1 行で、必要になる量と、実測したときにかかった量を示します。チェックを入れた方式を比較します。</translation>
    </message>
    <message>
        <source>Loads with each selected method in turn, each time in a new process, so that no load benefits from the previous load.</source>
        <translation>チェックを入れた方式で順にロードします。どれも前の方式の恩恵を受けないように、毎回新しいプロセスで行います。</translation>
    </message>
    <message>
        <source>A file that was read before is in the page cache and loads much faster. To make the times comparable, “cold” removes the file from the page cache before each load, and “warm” reads the file before each load.</source>
        <translation>前に読んだファイルはメモリーから読まれ、ロードがずっと速くなります。時間を比較できるように、コールドは毎回ロード前にページを破棄し、ウォームはページを読んでおきます。</translation>
    </message>
    <message>
        <source>Verifies that every method loads exactly the bytes of the file. If this option is off, a comparison takes less time.</source>
        <translation>どの方式もファイルのバイトをそのまま運ぶことを示します。これを省くと、比較は早く終わります。</translation>
    </message>
    <message>
        <source>Shows the results of a machine with less RAM: a load that reaches this limit is stopped.</source>
        <translation>メモリーの少ないマシンで何ができるかを示します。これより多く必要とする方式は、その量に達した時点で停止されます。</translation>
    </message>
    <message>
        <source>Sends data through the loaded model, layer by layer, across the devices of the plan. Weights are read and never changed.</source>
        <translation>ロード済みのモデルに、プランのデバイスをまたいでレイヤーごとにデータを流します。重みは読むだけで、決して変更しません。</translation>
    </message>
    <message>
        <source>Pauses the run between two modules and resumes it when pressed again.</source>
        <translation>実行を 2 つのモジュールの間で止め、もう一度押すと続けます。</translation>
    </message>
    <message>
        <source>Stops the run between two modules. The figures of the run so far are kept, and the weights remain loaded.</source>
        <translation>実行を 2 つのモジュールの間で終わらせます。それまでの数値は残り、重みもロードされたままです。</translation>
    </message>
    <message>
        <source>Runs several models in turn on one device, as cpu_offload_with_hook of Accelerate does, and measures each model&apos;s transfers and time.</source>
        <translation>Accelerate の cpu_offload_with_hook のように、複数のモデルに 1 つのデバイスを交代で使わせ、交代ごとのコストを測定します。</translation>
    </message>
    <message>
        <source>The text that the model continues. The field below shows the token IDs that the tokenizer creates from the text.</source>
        <translation>モデルに続きを書かせる言葉。トークナイザーがこれから作るトークンは下のフィールドに表示されます。</translation>
    </message>
    <message>
        <source>The prompt as token IDs in the vocabulary of the model. The line below shows the number of tokens, the model&apos;s maximum, and the valid token IDs.</source>
        <translation>モデルの語彙のトークン ID で表したプロンプト。下の行は、トークンの数、モデルの最大数、有効なトークン ID を示します。</translation>
    </message>
    <message>
        <source>Each generated token needs one forward pass through all layers. More tokens make the run longer and the KV cache larger.</source>
        <translation>トークンが 1 つ増えるごとに、全レイヤーを通るパスが 1 回増えます。多いほど、実行は長く、KV キャッシュは大きくなります。</translation>
    </message>
    <message>
        <source>A .npy file with float32 values, created in Python with the processor of the model and saved with numpy.save.</source>
        <translation>float32 の .npy ファイル。モデル自身のプロセッサーが Python で作り、numpy.save で保存したもの。</translation>
    </message>
    <message>
        <source>Opens a dialog to choose the file with the array.</source>
        <translation>配列のファイルを選ぶダイアログを開きます。</translation>
    </message>
    <message>
        <source>How the next token is chosen: always the most likely token (greedy), which generates the same text each time, or a random token according to the probabilities (sampling).</source>
        <translation>次のトークンの選び方: 常に最も確率の高いもの (毎回同じ答えになる)、または抽選。</translation>
    </message>
    <message>
        <source>The temperature of the sampling. With small values, almost only the most likely tokens are chosen. With large values, less likely tokens are chosen more often.</source>
        <translation>抽選の温度です。小さい値では、ほとんど最も確率の高いトークンだけが選ばれます。大きい値では、確率の低いトークンがより多く選ばれます。</translation>
    </message>
    <message>
        <source>Limits the choice to this number of the most likely tokens, so that very unlikely tokens are never chosen.</source>
        <translation>最も確率の高いトークンをこの数だけ抽選の対象に残し、確率がごく低いものが出ないようにします。</translation>
    </message>
    <message>
        <source>The seed of the random numbers. A different seed usually results in a different text.</source>
        <translation>乱数のシードです。別のシードにすると、通常は別のテキストになります。</translation>
    </message>
    <message>
        <source>Transfers weights from the CPU or the disk while earlier layers compute, which reduces waiting times. The weights transferred in advance need memory on the GPU.</source>
        <translation>手前のレイヤーが計算している間に、CPU やディスクの重みを転送し、待ち時間を減らします。到着したものの分だけ GPU の領域が必要です。</translation>
    </message>
    <message>
        <source>The prefetch window: the maximum number of layers that are transferred in advance. Each of these layers needs memory on the GPU.</source>
        <translation>使われる前に、転送中または到着済みにしておけるレイヤーの数。それぞれが GPU の領域を占めます。</translation>
    </message>
    <message>
        <source>The device that runs the layers whose weights are on the CPU or on disk. The weights of these layers are transferred to this device for the run.</source>
        <translation>重みが CPU またはディスクにあるレイヤーも、どこかで実行する必要があります。実行中は、このデバイスがその重みを受け取ります。</translation>
    </message>
    <message>
        <source>The number of CPU cores that compute. More cores are not always faster, because all cores share the memory bandwidth.</source>
        <translation>プロセッサーの何コアで計算するか。すべてのコアがメモリーを共有するため、多いほど速いとは限りません。</translation>
    </message>
    <message>
        <source>The generated tokens, and the rates and bytes of the run.</source>
        <translation>出力されたトークンと、実行の速度およびバイト数。</translation>
    </message>
    <message>
        <source>The activity of each device and each link over time.</source>
        <translation>各デバイスと各リンクが、刻々と何をしたか。</translation>
    </message>
    <message>
        <source>How long each layer computed and waited, compared with the prediction.</source>
        <translation>各レイヤーの計算時間と待ち時間を、予測と並べて示します。</translation>
    </message>
    <message>
        <source>One row per layer: its compute time, the transfer time of its weights, and the time that it waited for the weights.</source>
        <translation>レイヤーごとに 1 行で、計算時間、重みの転送時間、その待ち時間を示します。</translation>
    </message>
    <message>
        <source>Opens the section of the user guide on this kind of error, with the usual causes and solutions.</source>
        <translation>この種類のエラーについて、よくある原因と対処を述べたユーザーガイドの節を開きます。</translation>
    </message>
    <message>
        <source>Shows the times of the first pass, which processes the whole prompt at once.</source>
        <translation>プロンプト全体を一度に処理する、最初のパスの時間を表示します。</translation>
    </message>
    <message>
        <source>Shows the times of the second and later passes. Each of these passes processes one token.</source>
        <translation>最初のパスより後の、1 トークンずつ処理するパスの時間を表示します。</translation>
    </message>
    <message>
        <source>One lane for each device and link, with a bar for each activity. Hatched bars mean that the device waits for weights. Point at a bar to see its layer. Click a bar to select the layer in the module tree and on the board. Use the mouse wheel to zoom.</source>
        <translation>デバイスとリンクごとに 1 レーンで、行ったことすべてを棒で示します。斜線は重み待ちです。棒にポインターを置くとレイヤーが表示され、クリックするとツリーとボードで選択されます。ホイールで拡大縮小します。</translation>
    </message>
    <message>
        <source>Resets the zoom and the position of the timeline.</source>
        <translation>拡大縮小と移動を元に戻します。</translation>
    </message>
    <message>
        <source>All stored records of loads, runs and chains of models, each with its peaks, its times and the error of its prediction. Select several records to compare their curves. Press F2 to edit a note.</source>
        <translation>保存されているすべてのロード、実行、チェーンと、そのピーク、時間、予測とのずれです。複数を選択すると曲線を比較できます。F2 でメモを書きます。</translation>
    </message>
    <message>
        <source>Shows only the records that contain all typed words, in any field.</source>
        <translation>これらの語がすべて、場所を問わず含まれる記録を表示します。</translation>
    </message>
    <message>
        <source>Shows only records of the selected kind: loads, runs or chains of models.</source>
        <translation>ロード、実行、チェーンのいずれかだけを表示します。</translation>
    </message>
    <message>
        <source>Draws the curves of the selected records in the charts of the Live panel, together with the curves of the current load.</source>
        <translation>選択した記録の曲線を、「ライブ」のグラフに、そこにロードされているものの曲線と並べて描きます。</translation>
    </message>
    <message>
        <source>Adds records that stowagectl wrote, on this machine or another machine, to the records in the window.</source>
        <translation>stowagectl がこのマシンまたは別のマシンで書いた記録を、ウィンドウの記録に加えます。</translation>
    </message>
    <message>
        <source>Writes the selected records to a file, with all figures, for use in a spreadsheet or another program.</source>
        <translation>選択した記録を、表や自作のプログラムで使えるように、すべての数値とともにファイルに書き出します。</translation>
    </message>
    <message>
        <source>Shows a chart of predicted and measured values, for peaks and times, so that you can judge the accuracy of the predictions.</source>
        <translation>ピークと時間について、予測を実測に対して描き、予測をどこまで信頼できるかを示します。</translation>
    </message>
    <message>
        <source>Removes the selected records from the list and from the disk. “Undo delete” restores the removed records.</source>
        <translation>選択した記録を一覧とディスクから取り除きます。「削除を元に戻す」で戻せます。</translation>
    </message>
    <message>
        <source>Restores the records that “Delete” removed.</source>
        <translation>「削除」で消したものを戻します。</translation>
    </message>
    <message>
        <source>Draws the memory curves of the selected records in one chart, aligned at the start of each record.</source>
        <translation>選択した記録のメモリー曲線を、それぞれの最初の瞬間をそろえて重ねます。</translation>
    </message>
    <message>
        <source>Shows one record in full: its plan, limits, phases and peaks.</source>
        <translation>1 つの記録の全体を表示します: プラン、上限、フェーズ、ピーク。</translation>
    </message>
    <message>
        <source>Shows only the curves of one GPU, if a record has several GPUs.</source>
        <translation>プランに複数の GPU がある場合に、1 つの GPU の曲線だけを表示します。</translation>
    </message>
    <message>
        <source>Opens a model by reading the headers of its files. Tensors are read only when you load the model. The arrow next to this button lists folders and recently opened models.</source>
        <translation>ファイルのヘッダーだけでモデルを開きます。ロードするまで、テンソルは読まれません。隣の矢印には、フォルダーと以前に開いたものがあります。</translation>
    </message>
    <message>
        <source>Undoes the last edit of the plan. Each edit is one undo step. View ▸ Edits lists all edits.</source>
        <translation>プランの最後の編集を取り消します。編集は 1 つずつ戻せます。「表示 ▸ 編集一覧」に一覧があります。</translation>
    </message>
    <message>
        <source>Redoes the edit that was undone last.</source>
        <translation>最後に取り消した編集をやり直します。</translation>
    </message>
    <message>
        <source>Runs the strategy again. Manual moves are discarded; pins are kept.</source>
        <translation>戦略を改めて実行します。手動の移動は破棄され、固定は残ります。</translation>
    </message>
    <message>
        <source>Creates one plan per strategy with equal limits, so that you can compare verdicts, bytes and hops before you choose a plan.</source>
        <translation>同じ上限のもとで戦略ごとにプランを作り、1 つを採用する前に、判定、バイト数、デバイス間移動を比較できるようにします。</translation>
    </message>
    <message>
        <source>Copies Python code with the device map of this plan, for use with Accelerate or transformers.</source>
        <translation>Accelerate または transformers で使う、このプランのデバイスマップを含む Python コードをコピーします。</translation>
    </message>
    <message>
        <source>Checks the plan against its workload: whether keys, values and activations also fit, how fast the model will run, and which changes would make the plan fit.</source>
        <translation>プランを作業に照らします: キー、値、活性値も収まるか、どれほど速くなるか、何をすれば収まるか。</translation>
    </message>
    <message>
        <source>Shows in nine steps why a model can need twice its size in memory while it loads, and how to load the model with a fraction of that memory.</source>
        <translation>モデルのロードに、なぜそのサイズの 2 倍のメモリーが必要になりうるか、そして、そのごく一部のメモリーでロードする方法を、9 つのステップで示します。</translation>
    </message>
    <message>
        <source>The board has a lane for each device, with the blocks of the model that are on the device. The height of a block shows its bytes. Drag blocks to another lane, or select blocks and press 0 to 9 for a GPU, C for the CPU or D for the disk. Space unfolds a block.</source>
        <translation>デバイスごとに 1 レーンで、そこに置かれるモデルのブロックを、バイト数に応じた高さで示します。ブロックは別のレーンへドラッグするか、選択して、GPU なら 0～9、CPU なら C、ディスクなら D を押します。Space でブロックを展開します。</translation>
    </message>
    <message>
        <source>A block with twice the bytes is drawn twice as high. This scale shows which blocks use the most memory.</source>
        <translation>バイト数が 2 倍のブロックは高さも 2 倍に描かれ、何が領域を占めるかが分かります。</translation>
    </message>
    <message>
        <source>This scale enlarges small blocks, so that they stay readable next to large ones.</source>
        <translation>小さいブロックを実際の割合より高く描き、大きいブロックの隣でも読めるようにします。</translation>
    </message>
    <message>
        <source>A small view of a device, shown because not all lanes fit next to each other. Click the view to show the lane of the device.</source>
        <translation>デバイスの縮小表示です。すべてのレーンは並べて表示しきれないためです。クリックすると、そのレーンが見える位置に移ります。</translation>
    </message>
    <message>
        <source>How many bytes of weights the plan may put on this device: Accelerate&apos;s max_memory. Type 10GiB, 10GB, 800MB or a number of bytes, or leave the field empty for the default. The limit does not include caches, activations or the driver&apos;s context.</source>
        <translation>プランがこのデバイスに置いてよい重みのバイト数で、Accelerate の max_memory です。10GiB、10GB、800MB、またはバイト数。空欄なら既定値です。キャッシュ、活性値、ドライバーのコンテキストはこれに加わります。</translation>
    </message>
    <message>
        <source>How many bytes of weights the plan may put on this device: Accelerate&apos;s max_memory. The top of the device&apos;s lane shows the same limit. A Python dict sets the limits of several devices at once.</source>
        <translation>プランがこのデバイスに置いてよい重みのバイト数で、Accelerate の max_memory です。デバイスのレーンの先頭にある上限と同じものです。Python の dict で、複数のデバイスの上限を一度に設定できます。</translation>
    </message>
    <message>
        <source>Changes this figure of the planned device. Type a size with its unit and press Return, or Esc to keep the old value.</source>
        <translation>プラン上のデバイスが持つ量を変えます。単位を付けてサイズを入力し、Return を押します。元のままにするには Esc を押します。</translation>
    </message>
    <message>
        <source>Adds a tab with another plan of the model. The new plan has separate devices, limits, workload and undo history, and is stored in the project.</source>
        <translation>同じモデルのもう 1 つのプランを持つタブを追加します。デバイス、上限、ワークロード、「元に戻す」の履歴は独自のもので、プロジェクトに保存されます。</translation>
    </message>
    <message>
        <source>The name of this plan in the project and in comparisons.</source>
        <translation>プロジェクトがこのプランを保存し、比較で示すときの名前。</translation>
    </message>
    <message>
        <source>Every edit of the plan, in order. Click an edit to go back or forward to the state of the plan after that edit.</source>
        <translation>プランのすべての編集を順に示します。クリックすると、その編集の後のプランに、前へも後へも移れます。</translation>
    </message>
    <message>
        <source>The modules of the model, with their names in Python. Select modules and press 0 to 9, C or D to move them, P to pin them to their current device, or U to unpin them. You can also drag modules to a lane.</source>
        <translation>Python での名前によるモデルのモジュール。選択して 0～9、C、D を押すと移動、P で今の場所に固定、U で固定を解除します。レーンへドラッグすることもできます。</translation>
    </message>
    <message>
        <source>Shows only the modules that match all words: part of a name, class:Linear, device:gpu1, &gt;100MiB, &lt;1MiB.</source>
        <translation>すべての語に当てはまるモジュールだけを表示します: 名前の文字、class:Linear、device:gpu1、&gt;100MiB、&lt;1MiB。</translation>
    </message>
    <message>
        <source>No module matches the filter. Clear the filter to show all modules again.</source>
        <translation>フィルターに合うモジュールがありません。フィルターを外すと、すべて再び表示されます。</translation>
    </message>
    <message>
        <source>Shows what was recognised and what was guessed about the model, with tables of its classes, types, largest tensors, files and keys.</source>
        <translation>モデルについて何が認識され、何が推測かを示します。クラス、型、最大のテンソル、ファイル、キーの表があります。</translation>
    </message>
    <message>
        <source>Determines the device of each module. “auto” and “balanced” distribute the model evenly, “sequential” fills one GPU after the other, and “optimal” searches for the best possible plan.</source>
        <translation>各モジュールをどのデバイスに置くかを決めます。auto と balanced はモデルを均等に分け、sequential は GPU を 1 つずつ順に満たし、optimal は他のどのプランにも負けないプランを探します。</translation>
    </message>
    <message>
        <source>Each module of these classes remains on one device as a whole, because its computation must not cross devices. Type class names separated by commas, or the word “none”.</source>
        <translation>これらのクラスのモジュールは、計算がデバイスをまたいではならないため、全体が 1 つのデバイスに留まります。クラス名をコンマ区切りで入力するか、「なし」にします。</translation>
    </message>
    <message>
        <source>Replaces the classes that you typed with the classes that the model declares.</source>
        <translation>入力したクラスの代わりに、モデル自身が宣言するクラスに戻します。</translation>
    </message>
    <message>
        <source>The dtype in which floating-point tensors are planned and loaded. It determines the size of each module.</source>
        <translation>浮動小数点テンソルをプランしロードするときの dtype。各モジュールのバイト数が変わります。</translation>
    </message>
    <message>
        <source>Plans the weights with the sizes that they would have in this format, to see whether they fit. Such a plan is an estimate and cannot be loaded.</source>
        <translation>重みをこの形式にした場合のサイズで扱い、収まるかを確かめます。このプランは見積もりであり、ロードできません。</translation>
    </message>
    <message>
        <source>Two libraries compute device maps with almost the same rules. Choose the library that you will use to load the model.</source>
        <translation>2 つのライブラリがほぼ同じ規則でマップを計算します。ロードに使うほうを選んでください。</translation>
    </message>
    <message>
        <source>If this option is off, the buffers of offloaded modules remain on the GPU that runs the modules, as in Accelerate, and might not fit there.</source>
        <translation>これがないと、Accelerate と同様に、オフロードされたモジュールのバッファーは実行する GPU に残り、GPU に収まらないことがあります。</translation>
    </message>
    <message>
        <source>Applies if the next module does not fit even on an empty device. In this case, a later, smaller module is placed on that device, which would otherwise remain empty.</source>
        <translation>次のモジュールが空のデバイスにさえ収まらない場合に意味があります。何も置かない代わりに、後に続く、より小さいモジュールをそこに置きます。</translation>
    </message>
    <message>
        <source>Makes the device map shorter and easier to read. The device of each tensor does not change.</source>
        <translation>デバイスマップを短く読みやすくします。各テンソルの置き場所は変わりません。</translation>
    </message>
    <message>
        <source>Reduces the RAM that is needed to build an empty model. This option moves no module.</source>
        <translation>空のモデルを構築する間の RAM を減らします。これで移動するモジュールはありません。</translation>
    </message>
    <message>
        <source>A model that is entirely on one device normally gets no hooks and is not moved to the main device. With this option, such a model also gets hooks.</source>
        <translation>全体が 1 つのデバイスにあるモデルにはフックが付かず、モデルをメインデバイスへ運ぶ仕組みがありません。これを使うと、その場合もフックが付きます。</translation>
    </message>
    <message>
        <source>Weights from the CPU or the disk are copied to this device when their layer runs. Memory for these weights is kept free on the device.</source>
        <translation>CPU またはディスクの重みは、レイヤーの実行時にこのデバイスへコピーされるため、その領域がここに確保されます。</translation>
    </message>
    <message>
        <source>All weights inside a module of these classes are copied to the main device together, before the module runs. This option needs more memory, but the computation waits less often.</source>
        <translation>これらのクラスのモジュールより下の重みはすべて、モジュールの実行前にまとめてメインデバイスへ運ばれます。領域は多く必要になり、待ちは減ります。</translation>
    </message>
    <message>
        <source>Offloaded modules that the CPU computes. Their activations are transferred instead of their weights. Accelerate has no such option.</source>
        <translation>置かれた場所に留まり、CPU で計算されるモジュール。転送されるのは重みでなく活性値です。Accelerate にこのオプションはありません。</translation>
    </message>
    <message>
        <source>The weights on disk are stored in this folder, in the format of Accelerate, and the folder is kept. If the field is empty, a temporary folder is used and is deleted with the loaded model.</source>
        <translation>空欄なら、ディスクに置くものは一時フォルダーに入り、ロードしたモデルとともに消えます。ここで指定したフォルダーは、Accelerate の形式で残ります。</translation>
    </message>
    <message>
        <source>Opens a dialog to choose the folder for the weights on disk.</source>
        <translation>ディスクに置くものを保持するフォルダーを選ぶダイアログを開きます。</translation>
    </message>
    <message>
        <source>The goal of the strategy “optimal”: the time per token, the time to the first token, a mix of both, the longest context, or a pipeline.</source>
        <translation>戦略 optimal ができるだけ良くするもの: 各トークンの時間、最初のトークンまでの時間、両者の混合、最長のコンテキスト、またはパイプライン。</translation>
    </message>
    <message>
        <source>Two weighting factors: first for the time to the first token, then for the time per token.</source>
        <translation>2 つの時間の重み付け: 先に最初のトークンまでの時間、次に以後の各トークンの時間。</translation>
    </message>
    <message>
        <source>One limit for every GPU, like max_gpu_memory of the helper load_hf_model. The helper sets limits only for GPUs, with no entry for the CPU, so the rest of the model is placed on the disk.</source>
        <translation>各 GPU に共通の 1 つの上限で、ヘルパー load_hf_model の max_gpu_memory に当たります。ヘルパーは GPU の上限だけを設定し、CPU の項目を設けないため、モデルの残りはディスクに配置されます。</translation>
    </message>
    <message>
        <source>Sets the memory cap to a value that fits on every GPU used by load_hf_model.</source>
        <translation>これらの GPU のどれにとっても大きすぎない上限を入力します。</translation>
    </message>
    <message>
        <source>How many GPUs load_hf_model uses. The other GPUs remain empty.</source>
        <translation>ヘルパーが使う GPU の数。ほかの GPU は空のままです。</translation>
    </message>
    <message>
        <source>The device to which load_hf_model finally moves the model if it is called without a number of GPUs.</source>
        <translation>GPU の数を指定せずに呼ばれたときに、ヘルパーが最後にモデルを運ぶ先。</translation>
    </message>
    <message>
        <source>Adds a simulated GPU to the plan, to try a machine that you do not have. The arrow next to this button lists real cards by name.</source>
        <translation>シミュレートされた GPU をプランに追加し、持っていないマシンを試せるようにします。隣の矢印で実在のカードを名前で選べます。</translation>
    </message>
    <message>
        <source>The default limit of the CPU is the RAM that was free at the last reading. Other programs may have allocated or freed memory since then. This button reads the free memory again.</source>
        <translation>CPU の既定の上限は、最後に読み取ったときに空いていた RAM です。その後、他のプログラムが使ったり解放したりしている可能性があります。</translation>
    </message>
    <message>
        <source>Other programs use more or less memory of a real GPU than the plan assumes. This button updates the plan.</source>
        <translation>他のプログラムが使う実 GPU の量が、プランの見込みより多い、または少なくなっています。これでプランを最新の状態にします。</translation>
    </message>
    <message>
        <source>Replaces your plan with the plan of this strategy, as one edit that Undo reverts.</source>
        <translation>この戦略のプランを自分のプランにします。「元に戻す」で取り消せる 1 回の編集です。</translation>
    </message>
    <message>
        <source>On the board and in the module tree, marks the modules that the last edit moved.</source>
        <translation>最後の編集で移動したものを、ボードとツリーに印で示します。</translation>
    </message>
    <message>
        <source>Compares the plan with a device map that you paste or open, and marks the modules that are on a different device.</source>
        <translation>貼り付けた、または開いたデバイスマップとプランを突き合わせ、置き場所が異なるものに印を付けます。</translation>
    </message>
    <message>
        <source>Replaces your plan with the compared plan, as one edit that Undo reverts.</source>
        <translation>比較しているプランを自分のプランの代わりに採用します。「元に戻す」で取り消せる 1 回の編集です。</translation>
    </message>
    <message>
        <source>Opens the list of all modules that are on a different device in the compared plan.</source>
        <translation>比較しているプランで置き場所が異なる全モジュールの一覧を開きます。</translation>
    </message>
    <message>
        <source>Removes the marks of the comparison from the board and the module tree. The plan does not change.</source>
        <translation>比較の印をボードとツリーから消します。プランはそのままです。</translation>
    </message>
    <message>
        <source>Each module that is on a different device in the compared plan, with both devices and the bytes of the module. Click a module to select it in the module tree and on the board.</source>
        <translation>比較しているプランで置き場所が異なる各モジュール: 移動元、移動先、バイト数。クリックすると、ツリーとボードで選択されます。</translation>
    </message>
    <message>
        <source>Opens one file: safetensors, PyTorch, GGUF, NumPy, a config.json without weights, or a project.</source>
        <translation>1 つのファイル用: safetensors、PyTorch、GGUF、NumPy、重みのない config.json、またはプロジェクト。</translation>
    </message>
    <message>
        <source>Opens a checkpoint with several files: all files of the folder that belong together are opened as one model.</source>
        <translation>複数のファイルからなるチェックポイント用: フォルダー内の一体となるものすべてを、1 つのモデルとして開きます。</translation>
    </message>
    <message>
        <source>Creates a model without a file, from a model family and its sizes. You can plan the model before you download it.</source>
        <translation>ファイルは不要です。ファミリーとサイズから、ダウンロード前にプランできるモデルを作ります。</translation>
    </message>
    <message>
        <source>Chooses your own model instead of the sample.</source>
        <translation>サンプルの代わりに、自分のモデルを選びます。</translation>
    </message>
    <message>
        <source>Sets the number of GPUs of the plan and the figures of each GPU. The plan can include GPUs that you do not own.</source>
        <translation>いくつの GPU を対象にプランし、それぞれが何を持つかを選びます。手元にない GPU も選べます。</translation>
    </message>
    <message>
        <source>Lists every keyboard shortcut of the window and of its menus.</source>
        <translation>ウィンドウとそのメニューのすべてのキーを一覧にします。</translation>
    </message>
    <message>
        <source>Closes this card and does not show it again. Nothing else changes.</source>
        <translation>このカードを今後表示しないようにします。ほかには何も変わりません。</translation>
    </message>
    <message>
        <source>Chooses another file. The file that failed is not changed.</source>
        <translation>別のファイルを選びます。失敗したファイルには手を付けません。</translation>
    </message>
    <message>
        <source>Chooses a folder, for a checkpoint with several files.</source>
        <translation>複数のファイルからなるチェックポイントのために、フォルダーを選びます。</translation>
    </message>
    <message>
        <source>Tries to open the file again, for instance after the file was downloaded again or its permissions were changed.</source>
        <translation>同じことをもう一度試します。たとえば、ファイルを取得し直したり、権限を変えたりした後に使います。</translation>
    </message>
    <message>
        <source>One of the options that you chose for the file may be the reason for the error. This button opens the file without these options.</source>
        <translation>ファイルについて選択した内容の一部が原因かもしれません。何も選択しなかったものとして開きます。</translation>
    </message>
    <message>
        <source>Copies the data for a bug report: the message, the names of the file and the tensor, the byte offset and the version.</source>
        <translation>文、ファイル、テンソル、バイト、バージョンをコピーします。不具合の報告に必要な内容です。</translation>
    </message>
    <message>
        <source>The known classes of the model&apos;s family. The file is opened as the chosen class.</source>
        <translation>モデルのファミリーの既知のクラス。選んだクラスとしてファイルを開きます。</translation>
    </message>
    <message>
        <source>Tries to open the file again with the class that is chosen next to this button.</source>
        <translation>隣で選んだクラスで、ファイルをもう一度試します。</translation>
    </message>
    <message>
        <source>The Python interpreter that lists the modules of a model that Stowage does not recognise. The interpreter must be able to import torch and, for a config.json, transformers.</source>
        <translation>Stowage の知らないモデルのモジュールを問い合わせるプログラム。torch を、config.json の場合は transformers もインポートできなければなりません。</translation>
    </message>
    <message>
        <source>Runs your own Python, in a separate process, to build the model without weights and list its modules.</source>
        <translation>自分の Python に、独立したプロセスで重みなしのモデルを構築させ、そのモジュールを答えさせます。</translation>
    </message>
    <message>
        <source>Removes the card. The model that was open before remains open.</source>
        <translation>カードを取り除きます。前に開いていたモデルは開いたままです。</translation>
    </message>
    <message>
        <source>Performs the action that the message proposes, and closes the message.</source>
        <translation>メッセージの提案を実行し、メッセージを消します。</translation>
    </message>
    <message>
        <source>Performs another action than the button next to this one.</source>
        <translation>メッセージに対する、隣とは別の答え。</translation>
    </message>
    <message>
        <source>Cancels the operation that the message describes. The open model remains open.</source>
        <translation>メッセージが示している処理を終わらせます。開いているモデルは開いたままです。</translation>
    </message>
    <message>
        <source>Closes the message. You can still read it in Help ▸ Log.</source>
        <translation>メッセージを消します。「ヘルプ ▸ ログ」で後からも読めます。</translation>
    </message>
    <message>
        <source>Moves the panel to a separate window, for instance for another screen, or docks the panel again.</source>
        <translation>パネルを、たとえば別の画面に置けるように独立したウィンドウにします。または、このウィンドウに戻します。</translation>
    </message>
    <message>
        <source>Hides the panel. The View menu shows it again.</source>
        <translation>パネルを隠します。「表示」メニューで再び表示できます。</translation>
    </message>
    <message>
        <source>Charts, runs, devices, history and other tables share the area below the board. The area opens automatically when a load begins.</source>
        <translation>グラフ、実行、デバイス、履歴などの表が、ボードの下の領域を共有します。ロードが始まると自動で開きます。</translation>
    </message>
    <message>
        <source>Closes this window. The model and its plan do not change.</source>
        <translation>このウィンドウを閉じます。モデルとプランはそのままです。</translation>
    </message>
    <message>
        <source>Closes this dialog; nothing is changed.</source>
        <translation>このダイアログを閉じます。すべて元のままです。</translation>
    </message>
    <message>
        <source>Opens the user guide at the section on this window or, after an error, on that error. The window stays open.</source>
        <translation>ユーザーガイドの、このウィンドウを説明した箇所を開きます。エラーの後では、そのエラーを説明した箇所を開きます。ウィンドウは開いたままです。</translation>
    </message>
    <message>
        <source>Sets the values of the simulated GPU in this row to those of a real card, which you choose by name.</source>
        <translation>この行のシミュレートされた GPU に、名前で選んだ実在のカードの数値を設定します。</translation>
    </message>
    <message>
        <source>If this option is off, the plan does not use the GPU, as if CUDA_VISIBLE_DEVICES hid the GPU. The GPU remains in this list.</source>
        <translation>チェックを外すと、GPU は CUDA_VISIBLE_DEVICES の場合と同様にプランから除かれ、この一覧には残ります。</translation>
    </message>
    <message>
        <source>How the text is interpreted: automatically by its contents, or as the settings of the chosen engine.</source>
        <translation>テキストの読み取り方: 中の語句から判断するか、選択したエンジンの設定として読むか。</translation>
    </message>
    <message>
        <source>Replaces the text above with the text of a file.</source>
        <translation>上のテキストを、ファイルのテキストに置き換えます。</translation>
    </message>
    <message>
        <source>The text contains characters that Python does not accept, such as typographic quotes. This button replaces these characters; Ctrl+Z in the field restores the text.</source>
        <translation>テキストに、印刷用の引用符など、Python が受け付けない文字が含まれています。これを押すと、それらの文字を置き換えます。フィールドで Ctrl+Z を押すと元に戻ります。</translation>
    </message>
    <message>
        <source>The contents of each device after the import: the number of modules with weights, the bytes of these modules, and the bytes that are on the device now.</source>
        <translation>各デバイスに置かれるもの: 重みを持つモジュールの数、そのバイト数、現在そこにあるバイト数。</translation>
    </message>
    <message>
        <source>A problem with the plan, or a hint. In the Problems panel, click a problem to select its module, if it has one.</source>
        <translation>プランにとって不都合な点、またはヒント。「問題」パネルでクリックすると、特定のモジュールに関するものなら、そのモジュールが選択されます。</translation>
    </message>
    <message>
        <source>Applies the imported placement to the plan, as one edit that Undo reverts.</source>
        <translation>インポートしたものをプランに取り入れます。「元に戻す」で取り消せる 1 回の編集です。</translation>
    </message>
    <message>
        <source>Closes the dialog. On the board and in the module tree, the modules that would be on a different device are marked. The plan does not change.</source>
        <translation>ダイアログを閉じ、置き場所が異なることになるものに、ボードとツリーで印を付けます。プランはそのままです。</translation>
    </message>
    <message>
        <source>The programs that the plan can be exported for. The text next to the list is for the selected program.</source>
        <translation>プランの書き出し先にできるプログラム。隣のテキストは、選択したもの用です。</translation>
    </message>
    <message>
        <source>Writes the files that the command needs into a folder that you choose. Existing files are never replaced.</source>
        <translation>コマンドに必要なファイルを、選んだフォルダーに書き出します。すでにあるファイルが置き換えられることはありません。</translation>
    </message>
    <message>
        <source>The peak memory that the load would need, compared with the free memory, for each GPU and for the RAM of this machine. Values that are too large are marked.</source>
        <translation>ロードがピーク時に使う量を、各 GPU とこのマシンのメモリーについて、空きと並べて示します。多すぎるものには印が付きます。</translation>
    </message>
    <message>
        <source>Loads anyway. A load that runs out of memory stops and frees all memory that it has allocated. If RAM runs out, the system may stop the program.</source>
        <translation>それでもロードします。領域が足りないロードは終了し、すべてを返します。RAM が足りない場合は、システムがプログラムを終了させることがあります。</translation>
    </message>
    <message>
        <source>Loads with the most similar load method that fits in memory.</source>
        <translation>領域が足りる最も近い、別の方式でロードします。</translation>
    </message>
    <message>
        <source>The maximum amount of RAM that a load may use, with a unit, such as 4GiB. Empty: the RAM of the machine.</source>
        <translation>ロードが保持してよい RAM の最大量。4GiB のように単位を付けます。空欄なら、マシンが持つ量です。</translation>
    </message>
    <message>
        <source>Sets the limit for all subsequent loads. If the text is not a size, the limit does not change.</source>
        <translation>以後のすべてのロードに上限を設定します。サイズとして読めないテキストの場合は、元のままです。</translation>
    </message>
    <message>
        <source>The quantity whose predicted and measured values are compared, such as peak memory or time.</source>
        <translation>保存されたロードと実行のどの数値を、予測と突き合わせるか。</translation>
    </message>
    <message>
        <source>Each stored load or run as a point: the measured value over the predicted value, on logarithmic axes. On the dashed line, both values are equal. The band shows the range stated above the table. Click a point to select its record.</source>
        <translation>保存された各ロードまたは実行を 1 点で表します: 両対数の軸での、予測に対する実測。破線上では両者が等しく、帯は公称範囲です。点をクリックすると、その記録が選択されます。</translation>
    </message>
    <message>
        <source>One row per point, with the error of the prediction and the difference between repeated measurements. The point of the selected row is marked in the chart, and its record is selected in History.</source>
        <translation>点ごとに 1 行で、その誤差と、反復のばらつきを示します。選択したものには、グラフで印が付き、「履歴」でも選択されます。</translation>
    </message>
    <message>
        <source>The models that run in turn on one device, separated by commas. b*50 calls the model b fifty times; the model remains on the device during these calls.</source>
        <translation>1 つのデバイスを交代で使うモデル (コンマ区切り)。b*50 は b を 50 回呼び出し、その間 b はデバイスに留まります。</translation>
    </message>
    <message>
        <source>Lets you choose a file and adds it to the end of the list.</source>
        <translation>ファイルを選び、行の末尾に追加します。</translation>
    </message>
    <message>
        <source>Lets you choose a folder and adds it to the end of the list, as one model.</source>
        <translation>フォルダーを選び、1 つのモデルとして行の末尾に追加します。</translation>
    </message>
    <message>
        <source>If this option is off, the input of every model consists only of the tokens of the Run panel.</source>
        <translation>チェックを外すと、どのモデルにも「実行」パネルのトークンだけが渡されます。</translation>
    </message>
    <message>
        <source>One row per model, in the order of the chain: the device that the model was moved to, the bytes moved, the time of the move and of the run, the peak memory, and the memory still in use on the device afterwards.</source>
        <translation>チェーンの順に、モデルごとに 1 行です: 移動先のデバイス、移動したバイト数、移動と実行の時間、メモリーのピーク、その後もデバイスで使用中のメモリー。</translation>
    </message>
    <message>
        <source>The model that ran last remains on the GPU. This button moves the model back to the CPU.</source>
        <translation>最後に順番が回ってきたモデルは、GPU に残ります。これを押すと CPU に戻します。</translation>
    </message>
    <message>
        <source>Moves the models to the device one after the other, runs each model, and measures the cost of each move and run.</source>
        <translation>モデルを順にデバイスへ運んで実行し、それぞれのコストを測定します。</translation>
    </message>
    <message>
        <source>Pauses the chain, and resumes it when pressed again.</source>
        <translation>チェーンを止め、もう一度押すと続けます。</translation>
    </message>
    <message>
        <source>Stops the chain. The results of the models that have run remain in the table.</source>
        <translation>チェーンを終わらせます。それまでの各回の結果は、表に残ります。</translation>
    </message>
    <message>
        <source>Closes the window and frees the memory of the models in the chain. A running chain is stopped first.</source>
        <translation>ウィンドウを閉じ、チェーンのモデルのメモリーを返します。実行中のチェーンは、先に終わらせます。</translation>
    </message>
    <message>
        <source>Finds the paragraphs in all pages that contain every word typed in this field. Press Enter to show the next paragraph.</source>
        <translation>ここに入力した語をすべて含む段落を、すべてのページから探します。Return を押すと次へ移ります。</translation>
    </message>
    <message>
        <source>Returns to the previous page.</source>
        <translation>このページの前に読んでいたページに戻ります。</translation>
    </message>
    <message>
        <source>Returns to the page on which Back was pressed.</source>
        <translation>「戻る」を押したページに戻ります。</translation>
    </message>
    <message>
        <source>The pages of the guide, by chapter. The selected page is shown next to the list.</source>
        <translation>ガイドのページを章別に並べたもの。選択したページが一覧の隣に表示されます。</translation>
    </message>
    <message>
        <source>The paragraphs that the search found. The page of the selected paragraph is shown, with the search words marked.</source>
        <translation>検索で見つかった段落。選択した段落は、語に印を付けて、そのページの中に表示されます。</translation>
    </message>
    <message>
        <source>The current page. Click a link to open another page. Press Back to return.</source>
        <translation>読んでいるページ。リンクをクリックすると別のページに移り、「戻る」で戻ります。</translation>
    </message>
    <message>
        <source>The messages of the program since its start, each with its time and kind. The newest message is at the end.</source>
        <translation>プログラムの起動以降のメッセージを、それぞれ時刻と種類を付けて示します。最も新しいものが最後です。</translation>
    </message>
    <message>
        <source>Copies the selected lines, or the whole log if nothing is selected.</source>
        <translation>選択した行をコピーします。何も選択していなければ、ログ全体をコピーします。</translation>
    </message>
    <message>
        <source>Writes the whole log to a text file that you choose.</source>
        <translation>ログ全体を、選んだテキストファイルに書き出します。</translation>
    </message>
    <message>
        <source>The keyboard shortcuts of the menu entries, by menu, and those of the board and the module tree.</source>
        <translation>メニュー項目のキーをメニューごとに、またボードとツリーのキーを示します。</translation>
    </message>
    <message>
        <source>The versions of the program and of the software that it is built on, the devices, and the licences of the libraries. You can select and copy the text.</source>
        <translation>プログラムと、その基盤となっているもののバージョン、デバイス、ライブラリのライセンス。選択してコピーできます。</translation>
    </message>
    <message>
        <source>Copies the whole text above to the clipboard.</source>
        <translation>上のテキスト全体をクリップボードにコピーします。</translation>
    </message>
    <message>
        <source>Makes the text and the lines of the lesson one step smaller. The values and the curves do not change.</source>
        <translation>レッスンの文字と線を 1 段階小さくします。数値と曲線は変わりません。</translation>
    </message>
    <message>
        <source>Makes the text and the lines of the lesson one step larger, so that they can be read from a greater distance.</source>
        <translation>レッスンの文字と線を 1 段階大きくし、遠くからでも読めるようにします。</translation>
    </message>
    <message>
        <source>Exports the results of the lesson so far: setup, guesses, answers, curves and figures. One completed step is enough.</source>
        <translation>レッスンでこれまでに分かったことを書き出します: 設定、予想、答え、曲線、数値。1 つのステップを実行していれば十分です。</translation>
    </message>
    <message>
        <source>Opens a menu with rarely needed commands, such as “Start over” for the next person.</source>
        <translation>次の人のために最初からやり直すなど、めったに使わないもののメニューを開きます。</translation>
    </message>
    <message>
        <source>Removes the guesses, answers and results of this setup from the page, after confirmation. The loads remain in History.</source>
        <translation>確認のうえで、この設定での予想、答え、結果をページから消します。ロードは「履歴」に残ります。</translation>
    </message>
    <message>
        <source>Restores the results that “Start over” removed. This is possible until a step is run again or the program exits.</source>
        <translation>「最初からやり直す」で消したものを戻します。ステップを再び実行するか、プログラムを終了するまで有効です。</translation>
    </message>
    <message>
        <source>Asks for your name, which is shown on the report.</source>
        <translation>レポートに載せる名前を尋ねます。</translation>
    </message>
    <message>
        <source>The size of GPT-2 that every step loads. A size that does not fit on this machine is marked.</source>
        <translation>どのステップもロードする GPT-2 のサイズ。このマシンに収まらないサイズには印が付きます。</translation>
    </message>
    <message>
        <source>The GPU to which the steps load the model: a simulated GPU with the chosen memory size, or a real GPU of this machine.</source>
        <translation>ステップのロード先のカード: 選択したメモリーを持つシミュレートされたもの、またはこのマシンの実在のもの。</translation>
    </message>
    <message>
        <source>The state of the page cache before a step loads: cold drops the pages of the model&apos;s files, and warm reads the files first. The state changes the load time.</source>
        <translation>ステップがロードする前に、システムがモデルのファイルのどれだけを保持しているか: コールドはページを破棄し、ウォームは先に読んでおきます。ロードにかかる時間が変わります。</translation>
    </message>
    <message>
        <source>Shows the results of a machine with less memory: a step that needs more RAM than this limit is stopped before it finishes.</source>
        <translation>メモリーの少ないマシンで何ができるかを示します: これより多くの RAM を必要とするステップは、最後まで進みません。</translation>
    </message>
    <message>
        <source>Predicts the results of the steps without running them, so that you can use the lesson with a model of any size.</source>
        <translation>ステップを実行する代わりに予測し、どのサイズでもレッスンを進められるようにします。</translation>
    </message>
    <message>
        <source>Cancels the creation of the model&apos;s files, and the step that needs the files.</source>
        <translation>モデルのファイルの作成と、それを必要とするステップを止めます。</translation>
    </message>
    <message>
        <source>Deletes the model files of every size from the disk, after confirmation. Measured results are kept.</source>
        <translation>確認のうえで、すべてのサイズのモデルファイルをディスクから削除します。実測したものは残ります。</translation>
    </message>
    <message>
        <source>A step of the lesson, with its state and its result; peaks are in GiB. Click the step to open its page.</source>
        <translation>レッスンのステップと、その状態および結果です。ピークの単位は GiB です。クリックすると、そのページが開きます。</translation>
    </message>
    <message>
        <source>The upper part shows the peak memory of a plain load: the model and its state dict. The lower part shows the tensors of the file, grouped by purpose, with their sizes in bytes.</source>
        <translation>上は、単純なロードがピーク時に保持するもの: モデルとその state dict。下は、ファイルのテンソルを用途別に、バイト数とともに示します。</translation>
    </message>
    <message>
        <source>If this option is off, the curves of all steps are drawn in one chart for comparison.</source>
        <translation>チェックを外すと、比較できるように、すべてのステップの曲線が重なって表示されます。</translation>
    </message>
    <message>
        <source>One row per step that loads: its VRAM and RAM peaks, the published peaks if available, the load time, and the reasons for the peaks. Click a row to open the page of the step.</source>
        <translation>ロードを行うステップごとに 1 行です: VRAM と RAM のピーク、公表値 (ある場合)、時間、理由。クリックすると、そのステップのページが開きます。</translation>
    </message>
    <message>
        <source>Loads the next tensor and then pauses again. Available while the load is paused.</source>
        <translation>ロードが止まっている間、次のテンソルを取り込み、再び止まります。</translation>
    </message>
    <message>
        <source>The speed of the load: one tensor per press of Step, several tensors per second, or as fast as this machine allows.</source>
        <translation>テンソルが入ってくる速さ: 「ステップ」を押すたびに 1 つずつ、1 秒あたりいくつかずつ、またはこのマシンがロードできる限りの速さ。</translation>
    </message>
    <message>
        <source>Ends this load at any point. The load fills no row of the table and is not stored.</source>
        <translation>このロードを、どこまで進んでいても終わらせます。表の行は埋まらず、保存もされません。</translation>
    </message>
    <message>
        <source>The memory allocated on each device at this moment; for a GPU, compared with its capacity.</source>
        <translation>この瞬間に各デバイスで割り当て済みの量。GPU については、その容量と対比して示します。</translation>
    </message>
    <message>
        <source>Copies all lines of Python of the step to the clipboard.</source>
        <translation>これらの行をすべてクリップボードにコピーします。</translation>
    </message>
    <message>
        <source>Lets you guess the peaks of VRAM and RAM before the step is run. After the run, the guess and the peak are shown next to each other.</source>
        <translation>ステップを実行する前に、VRAM と RAM のピークがどこになるかを予想できるようにします。実行後に、予想とピークが並べて示されます。</translation>
    </message>
    <message>
        <source>The maximum VRAM that you expect the tensors to use, in GiB. A size with a unit, such as 700 MiB, is also accepted.</source>
        <translation>テンソルが使うと予想する VRAM の最大量 (GiB)。700 MiB のような単位付きのサイズも入力できます。</translation>
    </message>
    <message>
        <source>The maximum anonymous RAM that you expect the step to use, in GiB. A size with a unit, such as 700 MiB, is also accepted.</source>
        <translation>ステップが保持すると予想する匿名 RAM の最大量 (GiB)。700 MiB のような単位付きのサイズも入力できます。</translation>
    </message>
    <message>
        <source>A dragged guess snaps to tenths of the distance between two lines of the axis. If this option is off, the guess remains where you drop it.</source>
        <translation>ドラッグした予想を、軸の 2 本の目盛線の間隔を 10 等分した位置に合わせます。チェックを外すと、離した位置に留まります。</translation>
    </message>
    <message>
        <source>Runs the step. A load runs in a new process and is measured and verified. The first step creates the model&apos;s files. A dry run only predicts.</source>
        <translation>ステップを行います。ロードは新しいプロセスで実行され、測定と検証が行われます。最初のステップはモデルのファイルを作成し、ドライランは予測します。</translation>
    </message>
    <message>
        <source>Runs the load of this step tensor by tensor, and shows the memory on each device and where the allocator places the tensors.</source>
        <translation>このステップのロードをゆっくり進め、各デバイスが保持するものと、アロケーターがそれを置く場所を示します。</translation>
    </message>
    <message>
        <source>Stops the running step. You can run the step again at any time.</source>
        <translation>実行中のステップを止めます。いつでも実行し直せます。</translation>
    </message>
    <message>
        <source>One of the answers to the question. “Check answer” shows whether the chosen answer is right.</source>
        <translation>問題に対する答えの選択肢の 1 つ。「答えを確認」で正しいかどうかが分かります。</translation>
    </message>
    <message>
        <source>Shows whether the chosen answer is right, and why, and marks with letters the places in the charts that the question is about.</source>
        <translation>選んだ答えが正しいかどうかとその理由を示し、グラフのうち問題に関わる場所に文字で印を付けます。</translation>
    </message>
    <message>
        <source>Marks with letters the places in the charts that the question is about, or removes the letters.</source>
        <translation>グラフのうち問題に関わる場所に文字で印を付けます。または、文字を消します。</translation>
    </message>
    <message>
        <source>Opens the page of the previous step. The results are kept.</source>
        <translation>このステップの前のステップのページを開きます。分かったことは残ります。</translation>
    </message>
    <message>
        <source>Opens the page of the next step, even if the current step was not run.</source>
        <translation>このステップの次のステップのページを開きます。このステップを実行していなくても開けます。</translation>
    </message>
    <message>
        <source>The name shown on the report of the lesson.</source>
        <translation>レッスンのレポートに載る名前。</translation>
    </message>
    <message>
        <source>Uses this name for each report that is exported from now on.</source>
        <translation>この名前を、以後に書き出すすべてのレポートに使います。</translation>
    </message>
    <message>
        <source>Deletes the model files of every size. A step that needs them creates them again.</source>
        <translation>すべてのサイズのモデルファイルを削除します。必要とするステップがあれば、作り直されます。</translation>
    </message>
    <message>
        <source>Removes the guesses, answers and results of this setup from the page. The menu can restore them until a step is run again or Stowage is closed.</source>
        <translation>この設定での予想、答え、結果をページから消します。ステップを再び実行するか Stowage を閉じるまでは、メニューから戻せます。</translation>
    </message>
    <message>
        <source>The machines that you added, with their ssh names. Machines are not connected automatically: select a machine and press Connect.</source>
        <translation>追加したマシンを、ssh での名前で示します。自動では接続しません。1 つを選んで接続してください。</translation>
    </message>
    <message>
        <source>Stores the name of a machine that you can reach by ssh. No password or key is stored; ssh asks for a password or passphrase if necessary.</source>
        <translation>ssh で到達できるマシンの名前を記憶します。パスワードも鍵も保存しません。必要なものは ssh が尋ねます。</translation>
    </message>
    <message>
        <source>Removes the machine from the list. Stowage and the models on that machine are not removed.</source>
        <translation>マシンを一覧から取り除きます。そのマシンの Stowage とモデルはそのままです。</translation>
    </message>
    <message>
        <source>Lists the files of the remote machine. Only the headers of the chosen model are copied. You view and plan the model on this machine; the weights remain on the remote machine.</source>
        <translation>マシンのファイルを一覧にします。選んだモデルのヘッダーだけをコピーします。表示とプランはここで行い、重みはそのマシンに残ります。</translation>
    </message>
    <message>
        <source>Simulates GPUs on a machine that has no GPUs, so that you can try plans for GPUs. If a model of that machine is open, the plan of the model is updated.</source>
        <translation>カードのないマシンを、カードがあるものとして扱い、カード向けのプランを試せるようにします。そのマシンのモデルが開いていれば、プランもこれに従います。</translation>
    </message>
    <message>
        <source>The remote machine reads its own files and loads the weights onto the devices of the plan. The weights remain loaded until you unload them or disconnect.</source>
        <translation>マシンが自身のファイルを読み、重みをプランの示す場所に置きます。アンロードまたは切断するまで、重みはそこに残ります。</translation>
    </message>
    <message>
        <source>Pauses after the current tensor and keeps the weights loaded so far. Press the button again to continue.</source>
        <translation>2 つのテンソルの間で止めます。ロード済みのものはすべてその場に残り、そこから続けられます。</translation>
    </message>
    <message>
        <source>Loads one tensor at a time, to show how the memory grows.</source>
        <translation>メモリーの増え方を確かめるためのものです。テンソルを 1 つずつ進めます。</translation>
    </message>
    <message>
        <source>Stops the operation that the remote machine performs for this window. The memory that the operation used on the remote machine is then freed.</source>
        <translation>マシンがこのウィンドウのために行っている処理を止めます。その後、そこで使っていたメモリーが返されます。</translation>
    </message>
    <message>
        <source>The remote machine loads the model, runs the prompt through the model, and sends back the generated tokens with the times.</source>
        <translation>マシンがモデルをロードし、プロンプトを通し、生成したものを時間とともに送り返します。</translation>
    </message>
    <message>
        <source>The prompt: token IDs separated by commas, or a text if the tokenizer is in the folder of the model.</source>
        <translation>モデルに続きを書かせる内容: コンマ区切りのトークン番号。または、モデルと同じ場所にトークナイザーがあればテキスト。</translation>
    </message>
    <message>
        <source>The number of tokens to generate. Each token needs one forward pass through the model, which chooses the most likely token.</source>
        <translation>1 つごとにモデルを 1 回通るパスで、最も確率の高いトークンを選びます。</translation>
    </message>
    <message>
        <source>Opens a menu of models for this column: the open model, a file, a folder, or a known model that needs no file. The model in the main window does not change.</source>
        <translation>この列に表示するモデルのメニューを開きます: 開いているモデル、ファイル、フォルダー、またはファイルの要らない既知のモデル。ウィンドウのモデルは変わりません。</translation>
    </message>
    <message>
        <source>Stops opening this model. The column keeps the previous model, if there is one.</source>
        <translation>このモデルを開く操作を止めます。列は、前のモデルがあれば、それを表示したままです。</translation>
    </message>
    <message>
        <source>Tries to open the model again, for example after the file was downloaded again.</source>
        <translation>同じことをもう一度試します。たとえば、ファイルを取得し直した後に使います。</translation>
    </message>
    <message>
        <source>Fills the form with the values of a known model, or with the defaults of the library. The values that you typed can be restored.</source>
        <translation>既知のモデルの数値、またはライブラリの既定値をフォームに入力します。入力していた内容は戻せます。</translation>
    </message>
    <message>
        <source>Restores the values that were typed in the form before another model or family was chosen.</source>
        <translation>別のモデルまたはファミリーを選ぶ前に入力していた内容に、フォームを戻します。</translation>
    </message>
    <message>
        <source>The model_type of the config.json. If you choose another family, the form shows the defaults of that family.</source>
        <translation>config.json の model_type。別のファミリーを選ぶと、そのファミリーの既定値から始まります。</translation>
    </message>
    <message>
        <source>The dtype of the weights, which determines the number of bytes per parameter.</source>
        <translation>重みの dtype。1 つのパラメーターが占めるバイト数を決めます。</translation>
    </message>
    <message>
        <source>The class of the library that is built from the values in this form. A different class may have a different head.</source>
        <translation>これらの数値から構築される、ライブラリのクラス。クラスが異なると、ヘッドも異なることがあります。</translation>
    </message>
    <message>
        <source>A value of the config.json; the label is the name of the value in the file. An empty field uses the default or a computed value. The figures below are updated while you type.</source>
        <translation>config.json の値で、名前もそこでのものです。空欄には既定値があるか、ほかの値から求められます。下の数値は入力に従って変わります。</translation>
    </message>
    <message>
        <source>Writes the contents of the form to a config.json, which you can open later.</source>
        <translation>フォームの内容を config.json に書き出します。後で開くことができます。</translation>
    </message>
    <message>
        <source>Opens the model of the form instead of the open model. The new model can be planned, but there are no weights to load.</source>
        <translation>開いているモデルの代わりに、フォームのモデルを開きます。プランはできますが、ロードする重みはありません。</translation>
    </message>
    <message>
        <source>Closes the form. The form keeps your input until you open it again.</source>
        <translation>フォームを閉じます。再び開くと、入力した内容が残っています。</translation>
    </message>
    <message>
        <source>The model to save: the open model, or a small test model with random weights.</source>
        <translation>書き出すもの: 開いているモデル、または試すための、ランダムな重みの小さなモデル。</translation>
    </message>
    <message>
        <source>The format of the files that are written. Accelerate&apos;s offload folder is available only for the open model.</source>
        <translation>書き出すファイルの種類。Accelerate のオフロードフォルダーは、開いているモデルの場合だけ選べます。</translation>
    </message>
    <message>
        <source>The maximum size of one safetensors file, such as 5GB or 512MiB. A larger model is split into shards, with an index file. Empty: one file.</source>
        <translation>1 つの safetensors ファイルの最大バイト数で、5GB や 512MiB のように入力します。これより大きいモデルは分割され、インデックスが付きます。空欄なら 1 ファイルです。</translation>
    </message>
    <message>
        <source>The dtype in which floating-point tensors are written. The dtype of other tensors does not change.</source>
        <translation>浮動小数点テンソルを書き出すときの dtype。ほかのテンソルはそのままです。</translation>
    </message>
    <message>
        <source>The seed of the random weights, a whole number. The same seed always generates the same weights.</source>
        <translation>ランダムな重みの元になる整数。数が同じなら、重みも同じになります。</translation>
    </message>
    <message>
        <source>If this option is off, norms are ones and biases are zeros, so many tensors have the same contents.</source>
        <translation>チェックを外すと、正規化は 1、バイアスは 0 になり、多くのテンソルが同じ内容になります。</translation>
    </message>
    <message>
        <source>The folder in which the files are written. A missing folder is created. You are asked for confirmation before files of an earlier save are replaced.</source>
        <translation>ファイルの書き出し先。フォルダーがなければ作成されます。以前の保存のファイルを置き換える前には、確認を求められます。</translation>
    </message>
    <message>
        <source>Opens a dialog to choose the folder in which the files are written.</source>
        <translation>ファイルを書き出すフォルダーを選ぶダイアログを開きます。</translation>
    </message>
    <message>
        <source>Continues the interrupted save. Existing files are checked first and kept if they are correct.</source>
        <translation>中断された保存を続行します。すでにあるものは、まず確認され、正しければ残されます。</translation>
    </message>
    <message>
        <source>Writes all files again and replaces the files of an earlier save in the folder.</source>
        <translation>以前の保存がフォルダーに残したものに上書きして、すべてを改めて書き出します。</translation>
    </message>
    <message>
        <source>Returns to the form without writing any files. The folder does not change.</source>
        <translation>何も書き出さず、フォームに戻ります。フォルダーはそのままです。</translation>
    </message>
    <message>
        <source>Opens the new model in the main window.</source>
        <translation>書き出したばかりのものを、ウィンドウのモデルとして開きます。</translation>
    </message>
    <message>
        <source>Closes the form. A save that has started continues.</source>
        <translation>フォームを閉じます。始まった保存は続きます。</translation>
    </message>
    <message>
        <source>Stops the save. The files written so far are kept, and you can continue the save later.</source>
        <translation>保存を止めます。書き出したものは残り、後で続行できます。</translation>
    </message>
    <message>
        <source>Starts to write the files. You can continue to work during the save.</source>
        <translation>書き出しを始めます。その間も作業を続けられます。</translation>
    </message>
    <message>
        <source>Class, parameters, sizes, layers, heads and KV cache of both models, side by side.</source>
        <translation>両方のモデルのクラス、パラメーター、サイズ、レイヤー、ヘッド、KV キャッシュを並べて示します。</translation>
    </message>
    <message>
        <source>How many bytes each of the two models has in each dtype.</source>
        <translation>2 つのモデルのそれぞれが、dtype ごとに持つバイト数。</translation>
    </message>
    <message>
        <source>How many parameters the modules of each class have in each of the two models.</source>
        <translation>2 つのモデルのそれぞれで、各クラスのモジュールが持つパラメーターの数。</translation>
    </message>
    <message>
        <source>Hides the rows in which both models have the same value.</source>
        <translation>両方のモデルに共通するものを、表から除きます。</translation>
    </message>
    <message>
        <source>Copies the table shown, as Markdown for a text or as CSV for a spreadsheet.</source>
        <translation>表示中の表を、文書用の Markdown または表計算用の CSV としてコピーします。</translation>
    </message>
    <message>
        <source>One row per plan of the project: whether the plan fits, its speed, the memory that it needs on each device, and the load time. All values are predicted. Double-click a row to show the plan.</source>
        <translation>プロジェクトのプランごとに 1 行です: 収まるか、どれほど速いか、各デバイスをどれだけ使うか、ロードにどれだけかかるか。すべて予測です。ダブルクリックすると、そのプランが表示されます。</translation>
    </message>
    <message>
        <source>Copies the visible rows with tabs between the cells, for a spreadsheet.</source>
        <translation>表示されているとおりの行を、セルの間にタブを入れて、表計算用にコピーします。</translation>
    </message>
    <message>
        <source>The file format of the report: a web page, printable pages, a text, figures, or only the board. The file extension is changed to match the format.</source>
        <translation>レポートのファイルの種類: ページ、印刷用のページ、テキスト、数値、またはボードだけ。ファイルの拡張子もこれに従います。</translation>
    </message>
    <message>
        <source>Whether the report contains the plan shown or every plan of the project. A picture of the board contains one plan.</source>
        <translation>レポートに含めるのが、表示中のプランか、プロジェクトのすべてのプランか。ボードの図に入るのは 1 つのプランです。</translation>
    </message>
    <message>
        <source>Lets you choose a file with recorded loads and runs. The report then also contains the memory and the times of these loads and runs.</source>
        <translation>ロードと実行のファイルを選びます。そのメモリーと時間もレポートに入ります。</translation>
    </message>
    <message>
        <source>A preview of the report. Long tables and texts are shortened in the preview, but are complete in the file.</source>
        <translation>書き出される内容。長い表やテキストは、ここでは省略され、ファイルには全体が入ります。</translation>
    </message>
    <message>
        <source>The file of the report. The file extension determines the format. If the extension is missing or unknown, the extension of the selected format is added.</source>
        <translation>レポートの書き出し先。拡張子で形式が決まります。既知の拡張子がなければ、形式の拡張子が付きます。</translation>
    </message>
    <message>
        <source>Opens a dialog to choose the file that the report is written to.</source>
        <translation>レポートを書き出すファイルを選ぶダイアログを開きます。</translation>
    </message>
    <message>
        <source>Shows the folder of the report in the file manager of the system.</source>
        <translation>レポートを書き出した場所を、フォルダー用のシステムのプログラムで表示します。</translation>
    </message>
    <message>
        <source>Writes the report as shown in the preview. An existing file with the same name is replaced.</source>
        <translation>レポートを、表示されているとおりに書き出します。同名のファイルは置き換えられます。</translation>
    </message>
    <message>
        <source>Saves the project first and then continues.</source>
        <translation>先にプロジェクトを保存し、それから始めた操作を続けます。</translation>
    </message>
    <message>
        <source>Continues without saving. All changes since the project was last saved are lost.</source>
        <translation>保存せずに続けます。プロジェクトを最後に保存した後の変更は失われます。</translation>
    </message>
    <message>
        <source>Ends the tour at once (Escape). You can start it again from the Help menu at any time.</source>
        <translation>ツアーをすぐに終わらせます (Escape)。「ヘルプ」メニューからいつでも始め直せます。</translation>
    </message>
    <message>
        <source>Goes back to the previous part of the window in the tour.</source>
        <translation>1 つ前に示した、ウィンドウの部分を再び示します。</translation>
    </message>
    <message>
        <source>Goes to the next part of the window. After the last part, the tour ends.</source>
        <translation>ウィンドウの次の部分に進みます。最後の部分の後で、ツアーは終わります。</translation>
    </message>
    <message>
        <source>Copies stowagectl to the remote machine by ssh, after confirmation. Both machines must be of the same kind.</source>
        <translation>このプログラム自身の stowagectl を、確認したうえで、同じ種類のマシンに ssh でコピーします。</translation>
    </message>
    <message>
        <source>The number of GPUs. An additional GPU is simulated, and is a copy of the last GPU if the last GPU is also simulated. A smaller number removes the last GPUs.</source>
        <translation>GPU の数。増やした GPU はシミュレートされたもので、最後の GPU もシミュレートされたものなら、そのコピーになります。数を減らすと、最後のものから取り除かれます。</translation>
    </message>
    <message>
        <source>The text to import: type or paste the text, or drop a file on this field. The text is checked while you type, and problems are shown below the field.</source>
        <translation>インポートするもの。入力するか、貼り付けるか、ここにファイルをドロップしてください。その時点の内容がそのままチェックされ、誤りは下に表示されます。</translation>
    </message>
    <message>
        <source>The command for the chosen engine and the files that the command needs, or a Python file that replaces the command. The text also lists the parts of this plan that cannot be expressed for the engine. You can select and copy the text.</source>
        <translation>選んだエンジンのコマンドと必要なファイル、またはそれに代わる Python ファイル。このプランのうちエンジンに伝えられないものも示します。選択してコピーできます。</translation>
    </message>
    <message>
        <source>The GPU memory that tensors use during the load of each step, in GiB. While you predict, drag the line of your guess, or move the line with Up, Down, PageUp and PageDown.</source>
        <translation>各ステップのロード中に、テンソルが占める GPU のメモリー (GiB)。予想する間は、予想の線をドラッグするか、↑、↓、PageUp、PageDown で動かします。</translation>
    </message>
    <message>
        <source>The anonymous RAM that each step uses during its load, in GiB. Dots are file pages, which the system can reclaim. While you predict, you can also move the line of your guess in this chart.</source>
        <translation>各ステップがロード中に保持する匿名の RAM (GiB)。点はファイルのページで、システムが取り戻せるものです。予想する間は、予想の線をここでも動かせます。</translation>
    </message>
    <message>
        <source>The step as lines of Python. The script gpt.py creates the files that these lines read.</source>
        <translation>ステップが行うことを Python のコードで示します。コードが読むファイルは gpt.py が書き出します。</translation>
    </message>
    <message>
        <source>Saves gpt.py to a location that you choose. The Python lines of most steps import the model from this script.</source>
        <translation>選んだ場所に gpt.py を書き出します。ほとんどのステップのコードは、そこからモデルをインポートします。</translation>
    </message>
    <message>
        <source>Starts “stowagectl serve” on the machine and requests the list of its devices. If ssh needs a password, it prompts for the password. Press the button again to disconnect.</source>
        <translation>そのマシンで stowagectl serve を起動し、どのデバイスがあるかを尋ねます。パスワードが必要な場合は、ssh 自身が尋ねます。もう一度押すと、接続を終わります。</translation>
    </message>
    <message>
        <source>The latest report of the machine about its GPUs and RAM. Simulated GPUs use RAM of the machine as their memory.</source>
        <translation>マシンが最後に伝えた GPU と RAM。シミュレートされた GPU は、マシンの RAM からメモリーを取ります。</translation>
    </message>
    <message>
        <source>The name that you would type after ssh: a host, an alias from ~/.ssh/config, or user@host. Options of ssh are not accepted in this field; write them to ~/.ssh/config.</source>
        <translation>ssh の後に入力するもの: ホスト、~/.ssh/config のエイリアス、または user@host。ssh のオプションはここでは受け付けません。そのファイルに書いてください。</translation>
    </message>
    <message>
        <source>Adds the machine to the list of the Machines panel. To connect the machine, press Connect in that panel.</source>
        <translation>マシンを「マシン」パネルの一覧に加えます。接続されるのは、そこで「接続」を押してからです。</translation>
    </message>
    <message>
        <source>Copies the program to the remote machine by ssh, starts it there to check that it runs, and connects. Both machines must be of the same kind. You can cancel during these steps.</source>
        <translation>マシンがこのマシンと同じ種類なら、プログラムを ssh でコピーし、そこで起動して動くことを確かめ、接続します。その間にキャンセルできます。</translation>
    </message>
    <message>
        <source>Lists the parent folder. A machine shows only the folders that stowagectl may read on that machine, and no folders above them.</source>
        <translation>このフォルダーを含むフォルダーを一覧にします。マシンが示すのは、そこで stowagectl が読み取ってよいフォルダーだけで、それより上にあるものは示しません。</translation>
    </message>
    <message>
        <source>The listed folder of the remote machine. To list another folder, type its path and press Enter. Errors are shown below the list.</source>
        <translation>一覧にしている、別のマシンのフォルダー。ほかのフォルダーを入力して Enter を押すと、そこへ移ります。読み取れないものについては、一覧の下に表示されます。</translation>
    </message>
    <message>
        <source>The contents of the folder. Hidden files are at the end. Double-click an entry or press Enter to open a folder or a file.</source>
        <translation>フォルダーの内容。隠しファイルは最後に並びます。ダブルクリックするか Enter を押すと、フォルダーに入るか、ファイルを開きます。</translation>
    </message>
    <message>
        <source>Opens the selected folder or file. Only the headers of a model are copied; the weights remain on the remote machine.</source>
        <translation>選択したフォルダーに入るか、選択したファイルを開きます。モデルについてはヘッダーだけをコピーし、重みはそのマシンに残ります。</translation>
    </message>
    <message>
        <source>One row per GPU. Type sizes with a unit, such as 24GiB or 24GB, and a link in bytes per second. The name of a machine assigns the GPU to that machine of a cluster; without a name, the GPU is in this machine. A cell with an invalid value is marked. Only simulated GPUs can be changed.</source>
        <translation>GPU ごとに 1 行です。サイズは 24GiB や 24GB のように単位を付けて、リンクは 1 秒あたりのバイト数で入力します。マシンの名前を入力すると、GPU はクラスターのそのマシンに入ります。空欄なら、このマシンの GPU です。誤りのあるセルには印が付きます。変更できるのは、シミュレートされた GPU だけです。</translation>
    </message>
    <message>
        <source>The connection between two machines, for transfers from a GPU of one machine to a GPU of the other machine. Type a rate, for example 1.25GB/s, and a latency, for example 200us. An empty cell uses the value of the row “Any two machines”. If that row has no value either, the value is assumed.</source>
        <translation>2 台のマシンをつなぐもので、一方の GPU から他方の GPU へ送られるものが通ります。速度は 1.25GB/s、レイテンシーは 200us のように入力します。セルを空にすると、この行への指定が取り消され、任意の 2 台のマシンに対する値、または仮定の値になります。</translation>
    </message>
    <message>
        <source>Applies these GPUs and links. If a model is open, the change is one edit of the plan, which Undo reverts. The dialog does not close while a cell has an invalid value.</source>
        <translation>これらの GPU とリンクを採用します。モデルが開いている場合は、「元に戻す」で取り消せる、プランの 1 回の編集になります。誤りのあるセルがある間は、ダイアログは閉じません。</translation>
    </message>
    <message>
        <source>The path of the model, which must be the same on every machine. You can enter a model other than the open one. The options of the open model (a prefix, renamed keys) then do not apply, and the layers are unknown until the model runs.</source>
        <translation>モデルのある場所。どのマシンでも同じパスです。開いているモデルの開き方 (プレフィックス、キーの名前変更) は、そのモデル自身のパスの場合にだけ適用されます。別のモデルでは、実行するまでレイヤーの数が分かりません。</translation>
    </message>
    <message>
        <source>The machine that runs the layers of this stage. Type localhost for this machine, or the ssh name of another machine. One machine can have several stages.</source>
        <translation>これらのレイヤーを実行するマシン。localhost はこのマシンです。他のマシンは、ssh での名前で指定します。1 台のマシンに複数のステージを置くこともできます。</translation>
    </message>
    <message>
        <source>Layers are counted from 0. The first stage also runs everything before the layers.</source>
        <translation>レイヤーは 0 から数えます。最初のステージは、レイヤーより前にあるものも受け持ちます。</translation>
    </message>
    <message>
        <source>The last layer of the stage. The last stage also runs everything after the layers.</source>
        <translation>このレイヤーまでがステージに属します。最後のステージは、レイヤーより後にあるものも受け持ちます。</translation>
    </message>
    <message>
        <source>The address on which the machine listens during the run, for example the address in a faster network. Empty: the address of the ssh connection to the machine.</source>
        <translation>実行の間、マシンが待ち受けるアドレス。より速いネットワークのアドレスなどを指定します。空欄なら、ssh で到達したときのアドレスです。</translation>
    </message>
    <message>
        <source>Removes this stage. Its layers then have no stage until you assign them to another stage.</source>
        <translation>このステージを取り除きます。そのレイヤーは、別のステージに割り当てるまで、どのステージにも属しません。</translation>
    </message>
    <message>
        <source>Adds a stage at the end. The new stage begins with the next layer.</source>
        <translation>末尾にステージを 1 つ追加します。次のレイヤーから始まります。</translation>
    </message>
    <message>
        <source>Distributes the layers evenly among the stages, in the order of the layers. The numbers of layers per stage differ by at most one.</source>
        <translation>レイヤーを、その数がどのステージでも同じか 1 つ違いになるように、ステージの並び順に割り当てます。</translation>
    </message>
    <message>
        <source>The prompt: token IDs, or a text if the tokenizer is in the folder of the model on the machines.</source>
        <translation>モデルに続きを書かせる内容: トークン番号。または、各マシンでモデルと同じ場所にトークナイザーがあればテキスト。</translation>
    </message>
    <message>
        <source>The number of tokens to generate after the prompt. The model always chooses the most likely token.</source>
        <translation>プロンプトに続けるトークンの数。毎回、最も確率の高いトークンを選びます。</translation>
    </message>
    <message>
        <source>The tokens generated after the prompt. A run in a single process generates the same tokens.</source>
        <translation>プロンプトに続けて生成されたもの。1 つのプロセスで実行した場合と同じ結果になります。</translation>
    </message>
    <message>
        <source>One row per stage: the weights that the stage loaded, the times that it spent on loading, computing and waiting for other stages, and the data that it sent. The clock of the stage was compared with the clock of this machine; the largest possible difference is shown.</source>
        <translation>ステージごとに 1 行です。ロードした重み、ロードと計算にかかった時間、他のステージを待った時間、他のステージへ送った量を示します。ステージの時計はこのマシンの時計と比較済みで、ずれは最大でもここに示す値です。</translation>
    </message>
    <message>
        <source>The time ranges in which each stage computed, from the start of the first stage to the end of the last stage. In a gap, the stage did not compute, for example because it waited for another stage.</source>
        <translation>各ステージが計算していた時間帯を、最初のステージの開始から最後のステージの終了まで示します。途切れている所では、別のステージを待つなどして、計算していませんでした。</translation>
    </message>
    <message>
        <source>Starts a stowagectl process for each stage, which loads the layers of the stage. The run starts when all stages are loaded. At the end, all memory is freed.</source>
        <translation>ステージごとに stowagectl を起動し、それぞれが自分のレイヤーをロードします。すべてのロードが済むと実行が始まり、最後にすべてを返します。</translation>
    </message>
    <message>
        <source>Stops the run on all machines. The results of the stopped run are not kept.</source>
        <translation>すべてのマシンで実行を終わらせます。結果は何も残りません。</translation>
    </message>
    <message>
        <source>Closes the window. A run in progress is first stopped on all machines.</source>
        <translation>ウィンドウを閉じます。進行中の実行があれば、先にすべてのマシンで終わらせます。</translation>
    </message>
    <message>
        <source>Runs one model in several processes, each with some layers of the model, on this machine and on other machines that can be reached by ssh.</source>
        <translation>1 つのモデルを複数のプロセスで実行します。各プロセスはレイヤーの一部を受け持ち、このマシンや、ssh で到達できる別のマシンで動きます。</translation>
    </message>
    <message>
        <source>Sends each remote machine the layers that it runs, by ssh. The copies are deleted when the run ends.</source>
        <translation>この場所にあるモデルのうち、ほかの各マシンが受け持つ部分を ssh で送ります。実行が終わると、送った先から削除されます。</translation>
    </message>
    <message>
        <source>Opens the listed folder as one model, for a checkpoint with several files or an adapter. The selection in the list is ignored.</source>
        <translation>複数のファイルからなるチェックポイント、またはアダプター用です。選択したフォルダーではなく、一覧にしているフォルダーを 1 つのものとして開きます。</translation>
    </message>
    <message>
        <source>Each image adds tokens to the prompt. The vision tower of the model processes each image once and needs memory for attention scores.</source>
        <translation>各画像はプロンプトにトークンを加え、モデルの画像タワーを 1 回通ります。画像タワーには、そのスコアのための空きが必要になります。</translation>
    </message>
    <message>
        <source>The RAM of each stage&apos;s process and the memory of its GPUs during the run, sampled once per second: the current value and the maximum so far. The GPU values show the memory reserved by PyTorch&apos;s allocator.</source>
        <translation>実行中の各ステージのプロセスの RAM とその GPU を、1 秒ごとに測ったもの。現在保持している量と、これまでに見られた最大の量。GPU では PyTorch のアロケーターが保持する量。</translation>
    </message>
    <message>
        <source>Shows the export even though it is undetermined whether the plan fits with this engine. The sentence above explains which information is missing.</source>
        <translation>このエンジンで収まるかどうかが不明なプランのエクスポートを表示します。不足しているものは上の文に示されています。</translation>
    </message>
    <message>
        <source>vLLM runs a pass with this number of tokens before it starts to serve, so the number determines the memory for activations. Empty: the default of vLLM for the card.</source>
        <translation>vLLM はサービスを始める前にこの数のトークンを実行するため、アクティベーションの大きさを左右します。空欄: カードごとの既定値。</translation>
    </message>
    <message>
        <source>vLLM always reserves this fraction of the memory of each GPU; keys and values use what weights and activations leave free. In SGLang, the fraction covers only weights, keys and values. Empty: 0.92 for vLLM, or the value that SGLang chooses.</source>
        <translation>vLLM は必要量にかかわらず各 GPU のこの割合を取ります: 重みとアクティベーションの残りがキーと値に使われます。SGLang は重み、キー、値だけに使います。空欄: 0.92、SGLang では自動。</translation>
    </message>
    <message>
        <source>Lets you choose the folder in which new model files are created. Existing model files remain in their folder, and are deleted together with the new files.</source>
        <translation>今後モデルファイルを作るフォルダーを選びます。すでにあるファイルは残り、ほかのファイルと一緒に削除されます。</translation>
    </message>
    <message>
        <source>Creates new model files in the default folder again.</source>
        <translation>モデルファイルを、再び通常のフォルダーに作ります。</translation>
    </message>
    <message>
        <source>Shows the causes of the peaks without an answer to the question.</source>
        <translation>回答せずに、ピークの内訳を表示します。</translation>
    </message>
    <message>
        <source>The folders of the remote machine from which models can be opened. Without folders, it is the home folder there. The folders apply to the next connection.</source>
        <translation>リモートマシンのうち、モデルを開けるフォルダーです。空欄ならそこのホームフォルダーです。次の接続から有効になります。</translation>
    </message>
    <message>
        <source>The check before the load has refused the load. This button loads the model nevertheless; the load fails if memory runs out.</source>
        <translation>ロード前の確認がこのロードを拒否しました。このボタンはそれでもモデルをロードします。メモリーが足りなくなるとロードは失敗します。</translation>
    </message>
</context>
<context>
    <name>WhyPanel</name>
    <message>
        <source>Select a module to see why it is on its device.</source>
        <translation>モジュールを選択すると、なぜそこに置かれているのかが表示されます。</translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation>モデル全体</translation>
    </message>
    <message>
        <source>no weights</source>
        <translation>重みなし</translation>
    </message>
    <message>
        <source>Placed by the strategy “optimal”, which places the whole model at once. %1</source>
        <translation>optimal がモデル全体を一度に配置しました。%1</translation>
    </message>
    <message>
        <source>Before that</source>
        <translation>その前</translation>
    </message>
    <message>
        <source>You</source>
        <translation>手動</translation>
    </message>
    <message>
        <source>This module shares its weights with %1; the shared weights are counted once.</source>
        <translation>重みを %1 と共有しています。それらは 1 回だけ数えます。</translation>
    </message>
    <message>
        <source>No-split classes</source>
        <translation>分割しないクラス</translation>
    </message>
    <message>
        <source>Show the difference</source>
        <translation>違いを表示</translation>
    </message>
    <message>
        <source>Allow splitting %1</source>
        <translation>%1 の分割を許可</translation>
    </message>
    <message>
        <source>the plan that may split %1</source>
        <translation>%1 の分割を許すプラン</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>stowage::AboutDialog</name>
    <message>
        <source>Stowage %1</source>
        <translation>Stowage %1</translation>
    </message>
    <message>
        <source>LibTorch: none; this build cannot load models</source>
        <translation>LibTorch: なし。このビルドではロードできません</translation>
    </message>
    <message>
        <source>LibTorch %1</source>
        <translation>LibTorch %1</translation>
    </message>
    <message>
        <source>Qt %1, built with Qt %2</source>
        <translation>Qt %1 (%2 でビルド)</translation>
    </message>
    <message>
        <source>Follows the rules of Accelerate %1 and transformers %2</source>
        <translation>Accelerate %1 と transformers %2 の規則</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1 (%2): %3</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Libraries and their licences</source>
        <translation>ライブラリとそのライセンス</translation>
    </message>
    <message>
        <source>About Stowage</source>
        <translation>Stowage について</translation>
    </message>
    <message>
        <source>Stowage plans on which device each module of a neural network is placed, loads the weights, and shows the actual memory use.

Free software under the GNU General Public License, version 3 or later.</source>
        <translation>ニューラルネットワークの重みをどこに置くかをプランし、ロードして、メモリーの実際の動きを示します。

GNU General Public License バージョン 3 以降によるフリーソフトウェアです。</translation>
    </message>
    <message>
        <source>Versions, devices, libraries and their licences</source>
        <translation>バージョン、デバイス、ライブラリとそのライセンス</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Copy versions, devices and libraries as text, for a bug report</source>
        <translation>不具合の報告用に、バージョン、デバイス、ライブラリをテキストとしてコピー</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>コピー済み</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1 (シミュレーション)</translation>
    </message>
</context>
<context>
    <name>stowage::AccuracyDialog</name>
    <message>
        <source>No stored load or run has both a prediction and a measurement. To get predicted times, run stowagectl devices --measure on this machine.</source>
        <translation>保存されたロードや実行のうち、予測とその実測の両方を持つものはありません。時間が予測されるのは、stowagectl devices --measure でこのマシンを測定した後です。</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>記録</translation>
    </message>
    <message>
        <source>A warning icon marks a record whose error is outside the range stated above the table</source>
        <translation>公称範囲の外にある場合に印が付く</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <source>The value is simulated if the GPUs are simulated</source>
        <translation>シミュレートされた GPU のものはシミュレーション</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>誤差</translation>
    </message>
    <message>
        <source>Measured minus predicted, divided by predicted</source>
        <translation>実測から予測を引き、予測で割った値</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>反復</translation>
    </message>
    <message>
        <source>Number of records with the same model, device map and load method, including this record</source>
        <translation>モデル、マップ、方式が同じ記録 (この記録を含む)</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中央値</translation>
    </message>
    <message>
        <source>Median of the repeated measurements</source>
        <translation>反復の実測値のもの</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>ばらつき</translation>
    </message>
    <message>
        <source>Highest minus lowest repeated measurement, divided by the median</source>
        <translation>反復の最高から最低を引き、中央値で割った値</translation>
    </message>
    <message>
        <source>Chart of measured against predicted values</source>
        <translation>予測に対する実測</translation>
    </message>
    <message>
        <source>Predicted and measured</source>
        <translation>予測と実測</translation>
    </message>
    <message>
        <source>Predicted and Measured</source>
        <translation>予測と実測</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Records outside the stated range of ±%1 %: %2 of %3</source>
        <translation>公称範囲 ±%1% の外: %3 中 %2</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>他 %1 件</translation>
    </message>
</context>
<context>
    <name>stowage::AccuracyPlot</name>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>トークン/秒</translation>
    </message>
    <message>
        <source>Predicted, %1</source>
        <translation>予測、%1</translation>
    </message>
    <message>
        <source>Measured, %1</source>
        <translation>実測、%1</translation>
    </message>
    <message>
        <source>%1 records, of which %2 are outside the stated range. The table shows the figures.</source>
        <translation>記録 %1 件、うち公称範囲の外 %2 件。数値は表にあります</translation>
    </message>
    <message>
        <source>Predicted %1, measured %2, error %3, outside the stated range</source>
        <translation>予測 %1、実測 %2、誤差 %3、公称範囲の外</translation>
    </message>
    <message>
        <source>Predicted %1, measured %2, error %3</source>
        <translation>予測 %1、実測 %2、誤差 %3</translation>
    </message>
</context>
<context>
    <name>stowage::AnswersView</name>
    <message>
        <source>%1 short on %2</source>
        <translation>%2 で %1 不足</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>収まらない</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>収まる</translation>
    </message>
    <message>
        <source>fits with offload</source>
        <translation>オフロードで収まる</translation>
    </message>
    <message>
        <source>%1, %2 tokens/s</source>
        <translation>%1、%2 トークン/秒</translation>
    </message>
    <message>
        <source>Largest workload that fits</source>
        <translation>ここに収まる最大</translation>
    </message>
    <message>
        <source>Searching for the largest workload that fits, and for possible changes…</source>
        <translation>収まる最大と、何を変えればどうなるかを探しています…</translation>
    </message>
    <message>
        <source>none fits</source>
        <translation>収まるものなし</translation>
    </message>
    <message>
        <source>any</source>
        <translation>制限なし</translation>
    </message>
    <message>
        <source>use</source>
        <translation>使う</translation>
    </message>
    <message>
        <source>context of 1 sequence</source>
        <translation>1 シーケンスのコンテキスト長</translation>
    </message>
    <message>
        <source>context of %1 sequences</source>
        <translation>%1 シーケンスのコンテキスト長</translation>
    </message>
    <message>
        <source>%1 (but not %2)</source>
        <translation>%1 (%2 を除く)</translation>
    </message>
    <message>
        <source>sequences of %1 tokens at once</source>
        <translation>%1 トークンのシーケンスの同時数</translation>
    </message>
    <message>
        <source>sequences with prompts processed one by one</source>
        <translation>同上 (プロンプトは 1 つずつ順に)</translation>
    </message>
    <message>
        <source>Possible changes</source>
        <translation>何を変えるとどうなるか</translation>
    </message>
    <message>
        <source>Changes that make the workload fit</source>
        <translation>収めるための手段</translation>
    </message>
    <message>
        <source>try</source>
        <translation>試す</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>%1 を試す</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 トークン</translation>
    </message>
    <message>
        <source>%1 (the model is designed for %2 positions)</source>
        <translation>%1 (モデルは %2 位置用に作られている)</translation>
    </message>
    <message>
        <source>%1; %2 tokens fit in memory</source>
        <translation>%1、メモリーには %2 入ります</translation>
    </message>
    <message>
        <source>undetermined</source>
        <translation>判定不能</translation>
    </message>
</context>
<context>
    <name>stowage::AppearanceMenus</name>
    <message>
        <source>Theme</source>
        <translation>テーマ</translation>
    </message>
    <message>
        <source>System</source>
        <translation>システム</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>ハイコントラスト</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>Text Size</source>
        <translation>文字サイズ</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>小さく</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>既定</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>大きく</translation>
    </message>
</context>
<context>
    <name>stowage::AuditModel</name>
    <message>
        <source>%1, from %2</source>
        <translation>%1 (元は %2)</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>differs at byte %1</source>
        <translation>バイト %1 で相違</translation>
    </message>
    <message>
        <source>%1 (tied to %2)</source>
        <translation>%1 (%2 と共有)</translation>
    </message>
    <message>
        <source>Every byte, the dtype, the shape and the device match</source>
        <translation>すべてのバイト、dtype、形状、デバイス</translation>
    </message>
    <message>
        <source>SHA-256 %1</source>
        <translation>SHA-256 %1</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>プラン</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>実際</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
</context>
<context>
    <name>stowage::AuditPanel</name>
    <message>
        <source>Copy as CSV</source>
        <translation>CSV としてコピー</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>照合</translation>
    </message>
    <message>
        <source>Show only tensors whose name contains this text</source>
        <translation>名前にこれを含むテンソルを表示</translation>
    </message>
    <message>
        <source>Name contains…</source>
        <translation>名前に含む…</translation>
    </message>
    <message>
        <source>Copy the displayed rows as CSV</source>
        <translation>表示中の行を CSV としてコピー</translation>
    </message>
    <message>
        <source>Copy the displayed rows, in the displayed order, as comma-separated values</source>
        <translation>表示中の行を、その順序でコンマ区切り値としてコピー</translation>
    </message>
    <message>
        <source>Verification results by tensor</source>
        <translation>検証で分かったこと (テンソル別)</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>すべて %1</translation>
    </message>
    <message>
        <source>Differing %1</source>
        <translation>相違 %1</translation>
    </message>
    <message>
        <source>The last load ended before any tensor could be verified.</source>
        <translation>前回のロードは、何も検証できないうちに終わりました。</translation>
    </message>
    <message>
        <source>No load has been verified. Turn on “Verify after loading” in the Load menu: every byte, dtype and device is then compared with the file and the plan, tensor by tensor.</source>
        <translation>検証されたものはありません。ロードを検証するように設定してください (「ロード」メニューの「ロード後に検証」)。すると、すべてのバイト、dtype、デバイスが、テンソルごとにファイルおよびプランと突き合わされます。</translation>
    </message>
    <message>
        <source>The last load was not verified</source>
        <translation>前回のロードは検証されていません</translation>
    </message>
    <message>
        <source>Verified: all %1 tensors match the file and the plan; %2 of data compared, measured</source>
        <translation>検証済み: %1 テンソルのすべてがファイルとプランのとおり。%2 を比較、実測</translation>
    </message>
    <message>
        <source>%1 of %2 tensors differ from the file or the plan; %3 of data compared, measured</source>
        <translation>%2 テンソル中 %1 がファイルまたはプランと相違。%3 を比較、実測</translation>
    </message>
</context>
<context>
    <name>stowage::BoardFeature</name>
    <message>
        <source>Select All Blocks</source>
        <translation>すべてのブロックを選択</translation>
    </message>
    <message>
        <source>Block Height</source>
        <translation>ブロックの高さ</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>線形</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>対数</translation>
    </message>
</context>
<context>
    <name>stowage::BoardLaneHead</name>
    <message>
        <source>Maximum bytes of weights on this device, for example 10GiB, 10GB, 800MB or a number of bytes. To set the limits of all devices, enter them in the format of Accelerate&apos;s max_memory.</source>
        <translation>そこに置いてよい重みのバイト数: 10GiB、10GB、800MB、またはバイト数。または、max_memory としてすべての上限を一度に</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Other programs (measured): %1</source>
        <translation>他のプログラム (実測): %1</translation>
    </message>
    <message>
        <source>Double click or right click to change the device</source>
        <translation>変更するにはダブルクリックまたは右クリック</translation>
    </message>
</context>
<context>
    <name>stowage::BoardOverview</name>
    <message>
        <source>All devices</source>
        <translation>すべてのデバイス</translation>
    </message>
</context>
<context>
    <name>stowage::BoardStrip</name>
    <message>
        <source>Linear</source>
        <translation>線形</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>対数</translation>
    </message>
    <message>
        <source>Block heights in proportion to bytes</source>
        <translation>ブロックの高さをバイト数に比例させる</translation>
    </message>
    <message>
        <source>Block heights by the logarithm of bytes</source>
        <translation>ブロックの高さをバイト数の対数にする</translation>
    </message>
    <message>
        <source>other programs</source>
        <translation>他のプログラム</translation>
    </message>
    <message>
        <source>context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空き</translation>
    </message>
    <message>
        <source>over</source>
        <translation>超過</translation>
    </message>
    <message>
        <source>would move</source>
        <translation>移動予定</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移動済み</translation>
    </message>
    <message>
        <source>would be added</source>
        <translation>追加予定</translation>
    </message>
    <message>
        <source>would leave</source>
        <translation>転出予定</translation>
    </message>
</context>
<context>
    <name>stowage::BoardView</name>
    <message>
        <source>other programs</source>
        <translation>他のプログラム</translation>
    </message>
    <message>
        <source>context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>over</source>
        <translation>超過</translation>
    </message>
    <message>
        <source>would be added</source>
        <translation>追加予定</translation>
    </message>
    <message>
        <source>would leave</source>
        <translation>転出予定</translation>
    </message>
    <message>
        <source>reserved, but not used by weights</source>
        <translation>重みを超える予約分</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空き</translation>
    </message>
    <message>
        <source>Its bar: %1</source>
        <translation>バー: %1</translation>
    </message>
    <message>
        <source>Limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>Select all blocks of the lane</source>
        <translation>そのすべてのブロックを選択</translation>
    </message>
    <message>
        <source>Select or deselect</source>
        <translation>選択または除外</translation>
    </message>
    <message>
        <source>Hide parts</source>
        <translation>部分を隠す</translation>
    </message>
    <message>
        <source>Show parts</source>
        <translation>部分を表示</translation>
    </message>
    <message>
        <source>Move to %1</source>
        <translation>%1 へ移動</translation>
    </message>
    <message>
        <source>Pin to current device</source>
        <translation>今の場所に固定</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>固定を解除</translation>
    </message>
    <message>
        <source>%1 % loaded</source>
        <translation>%1% ロード済み</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>移動先</translation>
    </message>
    <message>
        <source>Pin to current device	P</source>
        <translation>今の場所に固定	P</translation>
    </message>
    <message>
        <source>Unpin	U</source>
        <translation>固定を解除	U</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>展開</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>すべて折りたたむ</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>ボード</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>開いているモデルはありません</translation>
    </message>
    <message>
        <source>%1 lanes, %2 blocks</source>
        <translation>%1 レーン、%2 ブロック</translation>
    </message>
    <message>
        <source>No model is open. Use Open…, or drop a file or folder here.</source>
        <translation>開いているモデルはありません。「開く…」を使うか、ファイルまたはフォルダーをここにドロップしてください。</translation>
    </message>
    <message>
        <source>Would have no device</source>
        <translation>デバイスなしになる</translation>
    </message>
    <message>
        <source>Had no device before</source>
        <translation>以前はデバイスなし</translation>
    </message>
    <message>
        <source>Would move to %1</source>
        <translation>%1 へ移ることになる</translation>
    </message>
    <message>
        <source>Moved from %1</source>
        <translation>%1 から移動</translation>
    </message>
    <message>
        <source>Loaded on %1, according to another plan</source>
        <translation>%1 にロード済み (別のプランでの置き場所)</translation>
    </message>
    <message>
        <source>The device map puts this module on %1, which does not exist</source>
        <translation>マップでは %1 に置かれるが、それは存在しない</translation>
    </message>
    <message>
        <source>Runs on %1, except for submodules with an offload rule of their own</source>
        <translation>%1 で実行 (独自のオフロード規則を持つ部品を除く)</translation>
    </message>
    <message>
        <source>Runs on %1; the weights are copied for each token</source>
        <translation>%1 で実行: トークンごとにそこへコピー</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>固定済み</translation>
    </message>
    <message>
        <source>Moved by hand</source>
        <translation>手動で移動</translation>
    </message>
    <message>
        <source>Double click or press Space to show the submodules</source>
        <translation>ダブルクリックまたは Space で部分を表示</translation>
    </message>
</context>
<context>
    <name>stowage::BoundBar</name>
    <message>
        <source>The estimated value of this plan is %1. No plan can have a better value than %2, which the line marks.</source>
        <translation>このプラン: %1 (見積もり)。線: %2。これより良いプランはありえません。</translation>
    </message>
    <message>
        <source>Value of this plan and limit for all plans</source>
        <translation>値と上限または下限</translation>
    </message>
</context>
<context>
    <name>stowage::BudgetTable</name>
    <message>
        <source>Add a simulated GPU</source>
        <translation>シミュレートされた GPU を追加</translation>
    </message>
    <message>
        <source>+ GPU</source>
        <translation>+ GPU</translation>
    </message>
    <message>
        <source>Add a simulated GPU like the last one; click the arrow to choose a card</source>
        <translation>最後のものと同じシミュレートされた GPU を追加。矢印をクリックしてカードを選択</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>他が使用</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>コンテキスト</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>リンク</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Not used by the plan</source>
        <translation>不使用: プランが除外している</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>上限なし</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>%1 (default)</source>
        <translation>%1 (既定)</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityController</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityFeature</name>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Check whether the plan can run the workload, and how fast (F8)</source>
        <translation>プランが作業を担えるか、どれほど速いか (F8)</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityPage</name>
    <message>
        <source>Estimated, with enough memory: first token after %1</source>
        <translation>見積もり (メモリーが足りる場合): 最初のトークンまで %1</translation>
    </message>
    <message>
        <source>Estimated: first token after %1</source>
        <translation>見積もり: 最初のトークンまで %1</translation>
    </message>
    <message>
        <source>No model is open. Open a model to see how much memory its workload needs on each device, how fast the model runs, and the longest context and the largest batch that fit.</source>
        <translation>開いているモデルはありません。作業が各デバイスをどれだけ使うか、実行がどれほど速いか、収まる最大は何かが、ここに表示されます。</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>ワークロード</translation>
    </message>
    <message>
        <source>Devices…</source>
        <translation>デバイス…</translation>
    </message>
    <message>
        <source>The estimate is being calculated</source>
        <translation>見積もりを作成中</translation>
    </message>
    <message>
        <source>Sweep, ways to run, time by layer, another program&apos;s log</source>
        <translation>スイープ、方法、時間、ログ</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>スイープ</translation>
    </message>
    <message>
        <source>Ways to run</source>
        <translation>実行方法</translation>
    </message>
    <message>
        <source>Time by layer</source>
        <translation>レイヤー別の時間</translation>
    </message>
    <message>
        <source>Another program&apos;s log</source>
        <translation>別のプログラムのログ</translation>
    </message>
    <message>
        <source>Estimating…</source>
        <translation>見積もり中…</translation>
    </message>
    <message>
        <source>Engine: %1. All figures are estimated.</source>
        <translation>エンジン: %1。数値はすべて見積もりです。</translation>
    </message>
    <message>
        <source>%1, then %2 tokens per second</source>
        <translation>%1、以後 %2 トークン/秒</translation>
    </message>
    <message>
        <source>%1, %2 tokens per second for each sequence</source>
        <translation>%1、シーケンスあたり %2</translation>
    </message>
    <message>
        <source>%1; limited by %2 speed.</source>
        <translation>%1、律速は%2。</translation>
    </message>
    <message>
        <source>Hardware rates: %1.</source>
        <translation>ハードウェアの速度: %1。</translation>
    </message>
    <message>
        <source>%1 (range %2 to %3)</source>
        <translation>%1 (%2～%3)</translation>
    </message>
</context>
<context>
    <name>stowage::ChainController</name>
    <message>
        <source>%1 describes a model without its weights, so there is nothing to run.</source>
        <translation>%1 は重みなしでモデルを記述しているため、実行するものがありません。</translation>
    </message>
    <message>
        <source>Nothing was loaded.</source>
        <translation>何もロードされていません。</translation>
    </message>
    <message>
        <source>%1 is not available: choose another device under “Offloaded layers on”.</source>
        <translation>%1 は使えません: 「オフロード分の実行先」で別のデバイスを選んでください。</translation>
    </message>
    <message>
        <source>A load or run is in progress: wait until it ends, or cancel it first.</source>
        <translation>ロードまたは実行が進行中です: 終わるのを待つか、先にキャンセルしてください。</translation>
    </message>
</context>
<context>
    <name>stowage::ChainDialog</name>
    <message>
        <source>Progress of the chain</source>
        <translation>チェーンの進み具合</translation>
    </message>
    <message>
        <source>Run as a Chain</source>
        <translation>チェーンとして実行</translation>
    </message>
    <message>
        <source>Models in the order in which they run</source>
        <translation>順に並べたモデル</translation>
    </message>
    <message>
        <source>models in order, such as a,b*50,c</source>
        <translation>順に並べたモデル (a,b*50,c の形)</translation>
    </message>
    <message>
        <source>Files or folders separated by commas. b*50 calls the model b 50 times; the model remains on its device between the calls.</source>
        <translation>コンマで区切ったファイルまたはフォルダー。b*50 は b を 50 回呼び出し、その間 b はデバイスに留まる</translation>
    </message>
    <message>
        <source>Add a File…</source>
        <translation>ファイルを追加…</translation>
    </message>
    <message>
        <source>Add a Folder…</source>
        <translation>フォルダーを追加…</translation>
    </message>
    <message>
        <source>Pass tokens on</source>
        <translation>トークンを引き継ぐ</translation>
    </message>
    <message>
        <source>Each model that accepts tokens receives the tokens of the previous model, including the generated tokens</source>
        <translation>各モデルは、受け取れる場合、前のモデルのトークンとそれに続いたトークンを受け取る</translation>
    </message>
    <message>
        <source>Results of each model</source>
        <translation>各モデルの結果</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>回数</translation>
    </message>
    <message>
        <source>Moved to</source>
        <translation>移動先</translation>
    </message>
    <message>
        <source>In</source>
        <translation>移動時間</translation>
    </message>
    <message>
        <source>Ran in</source>
        <translation>実行時間</translation>
    </message>
    <message>
        <source>Peak there</source>
        <translation>そこでのピーク</translation>
    </message>
    <message>
        <source>Held after</source>
        <translation>その後の保持</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>トークン</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>オフロード</translation>
    </message>
    <message>
        <source>Move the model from the GPU back to the CPU</source>
        <translation>GPU にあるモデルを CPU に戻す</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>From the Run panel: prompt tokens %1, tokens to generate %2.</source>
        <translation>「実行」パネルのフィールドのとおり: プロンプトのトークン: %1、生成: %2。</translation>
    </message>
    <message>
        <source>Enter the models in order, such as a,b*50,c.</source>
        <translation>モデルを順に a,b*50,c の形で指定してください。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>%1 is on %2 and uses %3 of memory. Press “Offload” to move the model back to the CPU.</source>
        <translation>%1 は %2 にあり、%3 を占めています。「オフロード」で CPU に戻せます。</translation>
    </message>
    <message>
        <source>No model of the chain remains on %1: the models are in RAM.</source>
        <translation>チェーンのものは %1 に何も残っていません。そのモデルは RAM にあります。</translation>
    </message>
    <message>
        <source>The models of the chain ran on the CPU and are in RAM.</source>
        <translation>チェーンのモデルは CPU で実行され、RAM にあります。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>none (encoder)</source>
        <translation>エンコーダー: なし</translation>
    </message>
    <message>
        <source>Moving the weights back to the CPU…</source>
        <translation>重みを CPU に戻しています…</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>キャンセル中…</translation>
    </message>
    <message>
        <source>Loading %1: %2 of %3</source>
        <translation>%1 をロード中: %2 / %3</translation>
    </message>
    <message>
        <source>Running %1: %2 of %3 calls done</source>
        <translation>%1 を実行中: 呼び出し %3 回中 %2 回が完了</translation>
    </message>
    <message>
        <source>Reading the models&apos; headers…</source>
        <translation>モデルのヘッダーを読み込み中…</translation>
    </message>
    <message>
        <source>Paused. %1</source>
        <translation>一時停止中。%1</translation>
    </message>
</context>
<context>
    <name>stowage::ChartPlot</name>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>anonymous</source>
        <translation>匿名</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>No curve is drawn</source>
        <translation>曲線は描かれていません</translation>
    </message>
    <message>
        <source>Values at the end, in %1: %2</source>
        <translation>終了時 (%1): %2</translation>
    </message>
    <message>
        <source>Last phase: %1</source>
        <translation>最後のフェーズ: %1</translation>
    </message>
    <message>
        <source>Visible range: %1 to %2</source>
        <translation>%1 から %2 までを表示</translation>
    </message>
    <message>
        <source>%1, cancelled</source>
        <translation>%1 (キャンセル)</translation>
    </message>
    <message>
        <source>%1, failed</source>
        <translation>%1 (失敗)</translation>
    </message>
    <message>
        <source>now</source>
        <translation>現在</translation>
    </message>
    <message>
        <source>%1, above</source>
        <translation>%1 (範囲より上)</translation>
    </message>
    <message>
        <source>%1 reserved %2</source>
        <translation>%1 予約済み %2</translation>
    </message>
    <message>
        <source>%1 allocated %2</source>
        <translation>%1 割り当て済み %2</translation>
    </message>
    <message>
        <source>%1 anonymous</source>
        <translation>%1 匿名</translation>
    </message>
    <message>
        <source>predicted allocated %1</source>
        <translation>予測 割り当て済み %1</translation>
    </message>
    <message>
        <source>predicted reserved %1</source>
        <translation>予測 予約済み %1</translation>
    </message>
    <message>
        <source>predicted anonymous</source>
        <translation>予測 匿名</translation>
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
        <source>%1, %2 reserved, %3</source>
        <translation>%1、%2 予約済み、%3</translation>
    </message>
    <message>
        <source>%1, %2 allocated, %3</source>
        <translation>%1、%2 割り当て済み、%3</translation>
    </message>
    <message>
        <source>%1, anonymous memory, measured</source>
        <translation>%1、匿名 (実測)</translation>
    </message>
    <message>
        <source>%1 allocated, predicted</source>
        <translation>%1 割り当て済み (予測)</translation>
    </message>
    <message>
        <source>%1 reserved, predicted</source>
        <translation>%1 予約済み (予測)</translation>
    </message>
    <message>
        <source>anonymous memory, predicted</source>
        <translation>匿名 (予測)</translation>
    </message>
    <message>
        <source>No values from %1 to %2</source>
        <translation>%1 から %2 まで何もなし</translation>
    </message>
    <message>
        <source>Value at the end: %1; lowest value: %2; highest value: %3; visible range: %4 to %5</source>
        <translation>終了時 %1、最小 %2、最大 %3、%4 から %5 まで</translation>
    </message>
    <message>
        <source>%1, above the visible range</source>
        <translation>%1 (表示範囲より上)</translation>
    </message>
    <message>
        <source>Phase: %1</source>
        <translation>フェーズ: %1</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>%1 から %2 まで</translation>
    </message>
</context>
<context>
    <name>stowage::ChipLabel</name>
    <message>
        <source>mixed</source>
        <translation>混在</translation>
    </message>
</context>
<context>
    <name>stowage::CompanionMenu</name>
    <message>
        <source>Plan Together With</source>
        <translation>一緒にプラン</translation>
    </message>
    <message>
        <source>LoRA Adapter…</source>
        <translation>LoRA アダプター…</translation>
    </message>
    <message>
        <source>A PEFT or diffusers folder with an adapter that is applied to the open model without merging</source>
        <translation>PEFT または diffusers のフォルダー。開いているモデルに重ね、マージはしない</translation>
    </message>
    <message>
        <source>Model Folder…</source>
        <translation>モデルフォルダー…</translation>
    </message>
    <message>
        <source>Another model on the same devices, for example a draft model or an embedding model</source>
        <translation>同じデバイス上の別のモデル: ドラフトモデル、埋め込みモデル</translation>
    </message>
    <message>
        <source>Model File…</source>
        <translation>モデルファイル…</translation>
    </message>
    <message>
        <source>Another model on the same devices, from a file with weights or a config.json</source>
        <translation>同じデバイス上の別のモデル: 重み、または config.json</translation>
    </message>
    <message>
        <source>MTP Layers of the Model</source>
        <translation>自身の MTP レイヤー</translation>
    </message>
    <message>
        <source>Layers in the file for multi-token prediction, which are not part of the model itself</source>
        <translation>ファイルがモデルのほかに持つ、マルチトークン予測用のレイヤー</translation>
    </message>
    <message>
        <source>Leave Out Adapter “%1”</source>
        <translation>アダプター「%1」を除く</translation>
    </message>
    <message>
        <source>Leave Out Model “%1”</source>
        <translation>モデル「%1」を除く</translation>
    </message>
    <message>
        <source>LoRA Adapter on %1…</source>
        <translation>%1 の LoRA アダプター…</translation>
    </message>
    <message>
        <source>A PEFT or diffusers folder on %1 with an adapter that is applied to the model without merging. An adapter on this machine must first be copied to the other machine.</source>
        <translation>モデルのあるマシン %1 にある、PEFT または diffusers のフォルダー。モデルに重ね、マージはしない。このマシンのアダプターは、先に %1 へコピーしておく必要がある</translation>
    </message>
    <message>
        <source>Model on %1…</source>
        <translation>%1 のモデル…</translation>
    </message>
    <message>
        <source>Another model on %1 for the same devices, for example a draft model or an embedding model. A model on this machine must first be copied to the other machine.</source>
        <translation>同じデバイス上の、%1 にある別のモデル: ドラフトモデル、埋め込みモデル。このマシンのモデルは、先に %1 へコピーしておく必要がある</translation>
    </message>
</context>
<context>
    <name>stowage::CompareModelsChoice</name>
    <message>
        <source>Choose…</source>
        <translation>選択…</translation>
    </message>
    <message>
        <source>A known model</source>
        <translation>既知のモデル</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再試行</translation>
    </message>
    <message>
        <source>Choose the model: %1</source>
        <translation>モデルを選択: %1</translation>
    </message>
    <message>
        <source>You can also drop a file or folder in this area</source>
        <translation>ファイルやフォルダーをここにドロップすることもできます</translation>
    </message>
    <message>
        <source>The open model</source>
        <translation>開いているモデル</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>ファイル…</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>フォルダー…</translation>
    </message>
    <message>
        <source>Model in this column</source>
        <translation>この列に表示するもの</translation>
    </message>
    <message>
        <source>No model is chosen: choose a model, or drop a file or folder in this area.</source>
        <translation>まだモデルがありません。選択するか、ファイルをここにドロップしてください。</translation>
    </message>
    <message>
        <source>Opening %1 …</source>
        <translation>%1 を開いています …</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 The tables still show %2.</source>
        <translation>%1 表は引き続き %2 を示しています。</translation>
    </message>
</context>
<context>
    <name>stowage::CompareModelsDialog</name>
    <message>
        <source>First model</source>
        <translation>1 番目のモデル</translation>
    </message>
    <message>
        <source>Second model</source>
        <translation>2 番目のモデル</translation>
    </message>
    <message>
        <source>Facts side by side</source>
        <translation>情報を並べて表示</translation>
    </message>
    <message>
        <source>Bytes by type</source>
        <translation>型別のバイト数</translation>
    </message>
    <message>
        <source>Parameters by class</source>
        <translation>クラス別のパラメーター</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>相違点のみ</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>表をコピー</translation>
    </message>
    <message>
        <source>Compare models</source>
        <translation>モデルを比較</translation>
    </message>
    <message>
        <source>Choose two models. Each model can be a file, a folder with a config.json, or a known model, which needs no file.</source>
        <translation>2 つのモデルを選んでください: ファイル、config.json のあるフォルダー、またはファイルがまったく要らない既知のモデル。</translation>
    </message>
    <message>
        <source>Tables of the comparison</source>
        <translation>比較するもの</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>情報</translation>
    </message>
    <message>
        <source>As Markdown</source>
        <translation>Markdown として</translation>
    </message>
    <message>
        <source>As CSV</source>
        <translation>CSV として</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>stowage::ComparePanel</name>
    <message>
        <source>Strategies with the plan&apos;s limits, pins and no-split classes</source>
        <translation>プランの上限、固定、クラスのもとでの戦略</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>比較相手</translation>
    </message>
    <message>
        <source>Before the last edit</source>
        <translation>最後の編集の前</translation>
    </message>
    <message>
        <source>A device map…</source>
        <translation>デバイスマップ…</translation>
    </message>
    <message>
        <source>calculating…</source>
        <translation>計算中…</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>in use, with 1 manual move</source>
        <translation>使用中、その後 1 回の移動</translation>
    </message>
    <message>
        <source>in use, with %1 manual moves</source>
        <translation>使用中、その後 %1 回の移動</translation>
    </message>
    <message>
        <source>Use the strategy &quot;%1&quot;</source>
        <translation>戦略 %1 を使う</translation>
    </message>
    <message>
        <source>The plan before “%1”</source>
        <translation>「%1」の前のプラン</translation>
    </message>
    <message>
        <source>the plan before “%1”</source>
        <translation>「%1」の前のプラン</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>stowage::CompareVariantsDialog</name>
    <message>
        <source>calculating…</source>
        <translation>計算中…</translation>
    </message>
    <message>
        <source>VRAM %1</source>
        <translation>VRAM %1</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>Peak memory on this GPU, including the CUDA context</source>
        <translation>この GPU で使う最大の量 (コンテキストを含む)</translation>
    </message>
    <message>
        <source>Peak memory on the CPU</source>
        <translation>CPU のメモリーで使う最大の量</translation>
    </message>
    <message>
        <source>The plan of this variant does not have this device.</source>
        <translation>プランにそのデバイスはありません。</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Whether the model and the workload fit on the devices</source>
        <translation>デバイスにワークロードの余地があるか</translation>
    </message>
    <message>
        <source>Variants side by side</source>
        <translation>バリアントを並べて表示</translation>
    </message>
    <message>
        <source>Compare variants</source>
        <translation>バリアントを比較</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>表をコピー</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Each variant has its own devices, limits and workload. All figures are predicted. Double-click a variant to show its plan.</source>
        <translation>それぞれが独自のデバイス、上限、ワークロードを持ちます。数値はすべて予測です。ダブルクリックでプランを表示します。</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>バリアント</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>トークン/秒</translation>
    </message>
    <message>
        <source>Tokens per second of all sequences together, after the first token</source>
        <translation>最初のトークンの後の、全シーケンスの合計</translation>
    </message>
    <message>
        <source>Load time</source>
        <translation>ロード時間</translation>
    </message>
    <message>
        <source>Load time with the default method and the rates of this machine</source>
        <translation>既定の方式で、このマシンの速度から</translation>
    </message>
</context>
<context>
    <name>stowage::ComparedModel</name>
    <message>
        <source>Opening was cancelled.</source>
        <translation>開く操作はキャンセルされました。</translation>
    </message>
</context>
<context>
    <name>stowage::ConfigForm</name>
    <message>
        <source>%1 does not specify a family: the file must be a JSON object with a string &quot;model_type&quot;.</source>
        <translation>%1 にファミリーの指定がありません: テキスト &quot;model_type&quot; を持つ JSON オブジェクトが必要です。</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceBars</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>and %1 more devices</source>
        <translation>他 %1 デバイス</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1: %2 / %3</translation>
    </message>
    <message>
        <source>%1, %2 over</source>
        <translation>%1、%2 超過</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceCard</name>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>Memory of %1</source>
        <translation>%1 のメモリー</translation>
    </message>
    <message>
        <source>Who uses %1</source>
        <translation>%1 の使用元</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>他が使用</translation>
    </message>
    <message>
        <source>Memory of %1 used by other programs</source>
        <translation>他のプログラムが %1 で保持する量</translation>
    </message>
    <message>
        <source>Memory of this simulated GPU that other programs use. A change takes effect at once, also during a load.</source>
        <translation>他のプログラムがこのシミュレートされた GPU で保持する量: ロード中でもすぐに反映される</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模擬</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <source>%1 free, %2</source>
        <translation>空き %1 (%2)</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>前</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>現在</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Peak: allocated %1, reserved %2 %3</source>
        <translation>ピーク: 割り当て %1、予約 %2 %3</translation>
    </message>
    <message>
        <source>Peaks since the load began or the peaks were reset: allocated %1, reserved %2. The tick in the bar marks the peak of the reserved memory.</source>
        <translation>割り当て済み %1、予約済み %2 (ロードの開始またはピークのリセット以降)。バーの目盛りは予約済みの最高値</translation>
    </message>
    <message>
        <source>File-backed memory %1: evictable cache, counted as free</source>
        <translation>ファイルバック %1: 追い出し可能なキャッシュで、空きとして数えます</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceCards</name>
    <message>
        <source>Memory of the devices before and after the load</source>
        <translation>デバイスのメモリーの前後</translation>
    </message>
    <message>
        <source>Reset the peaks to the present values</source>
        <translation>ピークを今から数え直す</translation>
    </message>
    <message>
        <source>Release cached memory</source>
        <translation>キャッシュしたメモリーを返す</translation>
    </message>
    <message>
        <source>Unload the weights</source>
        <translation>重みをアンロード</translation>
    </message>
    <message>
        <source>Nothing has been loaded yet. After a load, this page shows a card for each device: the memory used before and after the load, the difference, and the users of the memory.</source>
        <translation>まだ何もロードされていません。ロードすると、各デバイスのカードがここに並びます: ロード前の使用量、ロード後の使用量、その差、使用元。</translation>
    </message>
    <message>
        <source>Load the weights</source>
        <translation>重みをロード</translation>
    </message>
    <message>
        <source>Before the load and now</source>
        <translation>ロード前と現在</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceFieldEdit</name>
    <message>
        <source>Value of a device property</source>
        <translation>デバイスの数値</translation>
    </message>
</context>
<context>
    <name>stowage::DevicesDialog</name>
    <message>
        <source>Number of GPUs</source>
        <translation>GPU の数</translation>
    </message>
    <message>
        <source>Simulated GPUs</source>
        <translation>シミュレートされた GPU</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>カード</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>可視</translation>
    </message>
    <message>
        <source>The plan ignores GPUs that are not seen and renumbers the others, as with CUDA_VISIBLE_DEVICES</source>
        <translation>CUDA_VISIBLE_DEVICES と同じ: 可視でないものはプランに存在せず、残りは番号が振り直される</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Card of GPU %1</source>
        <translation>GPU %1 のカード</translation>
    </message>
    <message>
        <source>Custom sizes</source>
        <translation>独自のサイズ</translation>
    </message>
    <message>
        <source>Card %1 is seen by the plan</source>
        <translation>カード %1 は可視</translation>
    </message>
    <message>
        <source>To hide a real GPU, set CUDA_VISIBLE_DEVICES before you start the program</source>
        <translation>実 GPU は、起動前に CUDA_VISIBLE_DEVICES で隠します</translation>
    </message>
    <message>
        <source>GPU %1, %2: %3</source>
        <translation>GPU %1、%2: %3</translation>
    </message>
    <message>
        <source>Links between machines</source>
        <translation>マシン間のリンク</translation>
    </message>
</context>
<context>
    <name>stowage::DiffBar</name>
    <message>
        <source>Use this</source>
        <translation>これを使う</translation>
    </message>
    <message>
        <source>Use the compared plan</source>
        <translation>比較しているプランを使う</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>詳細</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>比較を終了</translation>
    </message>
</context>
<context>
    <name>stowage::DiffPanel</name>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Compared with %1</source>
        <translation>%1 との比較</translation>
    </message>
    <message>
        <source>calculating…</source>
        <translation>計算中…</translation>
    </message>
    <message>
        <source>No module moves: every tensor is on the same device in both plans</source>
        <translation>移動なし: どちらも、すべてのテンソルを同じデバイスに置く</translation>
    </message>
    <message>
        <source>1 module</source>
        <translation>1 モジュール</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 モジュール</translation>
    </message>
    <message>
        <source>%2 (%1) would move</source>
        <translation>%1 (%2) が移動することになる</translation>
    </message>
    <message>
        <source>%1 in %2 moved</source>
        <translation>%1 (%2) が移動した</translation>
    </message>
    <message>
        <source>Choose a strategy to see which modules would move.</source>
        <translation>戦略を選ぶと、移動するものが表示されます。</translation>
    </message>
    <message>
        <source>Bytes that move, by pair of devices</source>
        <translation>移動するバイト数 (デバイスの組ごと)</translation>
    </message>
    <message>
        <source>Modules that move</source>
        <translation>移動するモジュール</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>移動</translation>
    </message>
    <message>
        <source>Limit of %1: %2 → %3</source>
        <translation>%1 の上限: %2 → %3</translation>
    </message>
    <message>
        <source>Both plans have the same strategy, limits and options.</source>
        <translation>戦略、上限、オプションは同じです。</translation>
    </message>
    <message>
        <source>%1 in 1 module</source>
        <translation>%1 (1 モジュール)</translation>
    </message>
    <message>
        <source>%1 in %2 modules</source>
        <translation>%1 (%2 モジュール)</translation>
    </message>
</context>
<context>
    <name>stowage::DockTitle</name>
    <message>
        <source>Float %1</source>
        <translation>%1 を切り離す</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>%1 を閉じる</translation>
    </message>
</context>
<context>
    <name>stowage::Document</name>
    <message>
        <source>Opening %1</source>
        <translation>%1 を開いています</translation>
    </message>
    <message>
        <source>Reading the header</source>
        <translation>ヘッダーを読み取り中</translation>
    </message>
    <message>
        <source>Reading the headers</source>
        <translation>ヘッダーを読み取り中</translation>
    </message>
    <message>
        <source>Building the module tree</source>
        <translation>モジュールツリーを構築中</translation>
    </message>
    <message>
        <source>Opening was cancelled.</source>
        <translation>開く操作はキャンセルされました。</translation>
    </message>
    <message>
        <source>Planning</source>
        <translation>プラン中</translation>
    </message>
    <message>
        <source>Preparing the views</source>
        <translation>表示を準備中</translation>
    </message>
    <message>
        <source>There was not enough memory to open %1.</source>
        <translation>%1 を開くのに十分なメモリーがありませんでした。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上の %1</translation>
    </message>
</context>
<context>
    <name>stowage::EditsPanel</name>
    <message>
        <source>Edits of the plan</source>
        <translation>プランの編集</translation>
    </message>
    <message>
        <source>The initial plan</source>
        <translation>最初のプラン</translation>
    </message>
    <message>
        <source>Earlier edit; the plan after this edit was not stored</source>
        <translation>以前に行った編集。そのプランは残っていない</translation>
    </message>
</context>
<context>
    <name>stowage::ExportDialog</name>
    <message>
        <source>Written for %1 %2.</source>
        <translation>%1 %2 用に書かれています。</translation>
    </message>
    <message>
        <source>One property of the plan cannot be expressed in the engine&apos;s settings.</source>
        <translation>表現できない点が 1 つあります。</translation>
    </message>
    <message>
        <source>%1 properties of the plan cannot be expressed in the engine&apos;s settings.</source>
        <translation>表現できない点が %1 個あります。</translation>
    </message>
    <message>
        <source>All modules will be placed as planned.</source>
        <translation>すべてのモジュールがプランどおりに置かれます。</translation>
    </message>
    <message>
        <source>One part of the model will not be placed as planned.</source>
        <translation>1 つの部分が別の場所に置かれます。</translation>
    </message>
    <message>
        <source>%1 parts of the model will not be placed as planned.</source>
        <translation>%1 個の部分が別の場所に置かれます。</translation>
    </message>
    <message>
        <source>Export the plan</source>
        <translation>プランのエクスポート</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>エンジン</translation>
    </message>
    <message>
        <source>Text to paste into a shell</source>
        <translation>シェルに貼り付けるもの</translation>
    </message>
    <message>
        <source>Save the files…</source>
        <translation>ファイルを保存…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>書き込み中…</translation>
    </message>
    <message>
        <source>The command needs no files.</source>
        <translation>コマンドだけですべてを表しています。</translation>
    </message>
    <message>
        <source>%1 already exists; choose another folder.</source>
        <translation>%1 はすでに存在します。別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>One file was written to %1.</source>
        <translation>1 ファイルが %1 にあります。</translation>
    </message>
    <message>
        <source>%1 files were written to %2.</source>
        <translation>%1 ファイルが %2 にあります。</translation>
    </message>
    <message>
        <source>Export even though the fit is undetermined</source>
        <translation>収まるか判定できなくてもエクスポートする</translation>
    </message>
</context>
<context>
    <name>stowage::FactTableView</name>
    <message>
        <source>Copy rows</source>
        <translation>行をコピー</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>表をコピー</translation>
    </message>
</context>
<context>
    <name>stowage::FactsKeys</name>
    <message>
        <source>Compare with a .tree.json…</source>
        <translation>.tree.json と突き合わせ…</translation>
    </message>
    <message>
        <source>Keys that differ</source>
        <translation>一致しないキー</translation>
    </message>
    <message>
        <source>Renames keys so that more keys agree with the model; the file is not changed</source>
        <translation>これで一致するキーが増えます。ファイルは変わりません</translation>
    </message>
</context>
<context>
    <name>stowage::FactsPanel</name>
    <message>
        <source>No model is open. For an open model, this panel shows the files, types, sizes and largest tensors.</source>
        <translation>開いているモデルはありません。そのファイル、型、サイズ、最大のテンソルがここに表示されます。</translation>
    </message>
    <message>
        <source>Model facts</source>
        <translation>モデル情報</translation>
    </message>
    <message>
        <source>Facts about the model</source>
        <translation>モデルについての情報</translation>
    </message>
    <message>
        <source>Sizes by class</source>
        <translation>クラス別のサイズ</translation>
    </message>
    <message>
        <source>Types of the tensors</source>
        <translation>テンソルの型</translation>
    </message>
    <message>
        <source>Largest tensors</source>
        <translation>最大のテンソル</translation>
    </message>
    <message>
        <source>Files that contain tensors</source>
        <translation>テンソルを持つファイル</translation>
    </message>
    <message>
        <source>Names that share a tensor</source>
        <translation>テンソルを共有する名前</translation>
    </message>
    <message>
        <source>Notes about the checkpoint</source>
        <translation>不審な点</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Tied</source>
        <translation>共有重み</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>The filter %2 shows %1 modules, which are too many to select at once.</source>
        <translation>フィルター %2 で %1 モジュールが表示されています。多すぎるため、一度には選択されません。</translation>
    </message>
    <message>
        <source>%1 modules are too many to select at once.</source>
        <translation>%1 モジュール: 多すぎるため、一度には選択されません。</translation>
    </message>
</context>
<context>
    <name>stowage::FactsSummary</name>
    <message>
        <source>Name of the model</source>
        <translation>モデルの名前</translation>
    </message>
    <message>
        <source>About the open model</source>
        <translation>開いているモデルについて</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出所</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>Part of the checkpoint to open as the model</source>
        <translation>チェックポイントのうちモデルである部分</translation>
    </message>
    <message>
        <source>The checkpoint is nested: choose the part that is the model</source>
        <translation>チェックポイントが入れ子になっています。どの部分がモデルかを選んでください</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Class of the model that is built from config.json</source>
        <translation>config.json から構築するクラス</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Tied</source>
        <translation>共有重み</translation>
    </message>
    <message>
        <source>Edit sizes…</source>
        <translation>サイズを編集…</translation>
    </message>
    <message>
        <source>Show the values of config.json in the New Model form</source>
        <translation>config.json の数値を新規モデルのフォームに表示</translation>
    </message>
    <message>
        <source>Renamed</source>
        <translation>名前変更</translation>
    </message>
    <message>
        <source>Use the keys as stored</source>
        <translation>保存されたキーを使う</translation>
    </message>
    <message>
        <source>%1 specifies the class %2</source>
        <translation>%1 は %2 を求めている</translation>
    </message>
    <message>
        <source>config.json without weights</source>
        <translation>重みのない config.json</translation>
    </message>
    <message>
        <source>typed, not from a file; “Edit sizes…” can save the config.json</source>
        <translation>入力したもの (ファイルなし)。「サイズを編集…」で保存できる</translation>
    </message>
    <message>
        <source>Quantised</source>
        <translation>量子化</translation>
    </message>
</context>
<context>
    <name>stowage::FigureSaver</name>
    <message>
        <source>Save picture…</source>
        <translation>画像を保存…</translation>
    </message>
    <message>
        <source>Save figures…</source>
        <translation>数値を保存…</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>%1 として保存しました。</translation>
    </message>
    <message>
        <source>%1 already exists; choose another name.</source>
        <translation>%1 はすでに存在します。別の名前を選んでください。</translation>
    </message>
</context>
<context>
    <name>stowage::FirstStepsCard</name>
    <message>
        <source>First steps</source>
        <translation>はじめに</translation>
    </message>
    <message>
        <source>Open your own model…</source>
        <translation>自分のモデルを開く…</translation>
    </message>
    <message>
        <source>Simulated GPUs…</source>
        <translation>シミュレートされた GPU…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>キーボードショートカット</translation>
    </message>
    <message>
        <source>Got it</source>
        <translation>了解</translation>
    </message>
    <message>
        <source>Do not show this card again. To show the card later, choose Help → First Steps.</source>
        <translation>今後は表示しない。「ヘルプ → はじめに」で再び表示</translation>
    </message>
    <message>
        <source>The open model is a sample: a small GPT-2 with random weights, created by Stowage.</source>
        <translation>これはサンプルです。Stowage が書いた、ランダムな重みの小さな GPT-2 です。</translation>
    </message>
    <message>
        <source>The GPUs are simulated: they follow the memory rules of a real card, and no real card is needed.</source>
        <translation>GPU はシミュレーションです。実在のカードのメモリーの規則に従い、カードは必要ありません。</translation>
    </message>
    <message>
        <source>On the board, a column is a device, and a block is a layer. The height of a block shows its size in bytes. Drag a block to another device, or type a limit at the top of a column. The verdict shows at once whether all layers fit.</source>
        <translation>列はデバイス、ブロックはレイヤーで、ブロックの高さはバイト数です。ブロックを別のデバイスへドラッグするか、列の先頭に上限を入力してください。すべてが収まるかどうかが、すぐに判定に示されます。</translation>
    </message>
    <message>
        <source>Then press Load, and watch the memory use of the devices.</source>
        <translation>次に「ロード」を押して、メモリーの実際の動きを見てください。</translation>
    </message>
</context>
<context>
    <name>stowage::FreeMemoryNote</name>
    <message>
        <source>Plan with free memory</source>
        <translation>現在の空きでプラン</translation>
    </message>
    <message>
        <source>Plan with the memory that is free now on the plan&apos;s devices; can be undone</source>
        <translation>現在の空きをプランのデバイスに使う。元に戻せる</translation>
    </message>
    <message>
        <source>The plan assumes that %1 is free on %2, but %3 is free now.</source>
        <translation>プランは %2 の空きを %1 と見込んでいますが、現在の空きは %3 です。</translation>
    </message>
</context>
<context>
    <name>stowage::GuideButton</name>
    <message>
        <source>Help</source>
        <translation>ヘルプ</translation>
    </message>
    <message>
        <source>Help with this error</source>
        <translation>このエラーのヘルプ</translation>
    </message>
    <message>
        <source>Open the user guide at the section on this kind of error</source>
        <translation>ユーザーガイドの、この種類のエラーの意味を述べた箇所を開く</translation>
    </message>
    <message>
        <source>Help with this window</source>
        <translation>このウィンドウのヘルプ</translation>
    </message>
    <message>
        <source>Open the user guide at the section on this window (F1). Press Shift+F1, then click a control to see what it is for.</source>
        <translation>ユーザーガイドの、このウィンドウを説明した箇所を開く (F1)。Shift+F1 の後にコントロールをクリックすると、それが何のためのものかを示す。</translation>
    </message>
</context>
<context>
    <name>stowage::GuideWindow</name>
    <message>
        <source>Page of the guide</source>
        <translation>ガイドのページ</translation>
    </message>
    <message>
        <source>Pages of the guide</source>
        <translation>ガイドのページ</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>検索で見つかったもの</translation>
    </message>
    <message>
        <source>User Guide</source>
        <translation>ユーザーガイド</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>戻る</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>進む</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>ガイドを検索</translation>
    </message>
    <message>
        <source>Finds the paragraphs that contain all typed words (Ctrl+F)</source>
        <translation>これらの語をすべて含む段落を探す (Ctrl+F)</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>見つかりません</translation>
    </message>
    <message>
        <source>1 result</source>
        <translation>1 か所</translation>
    </message>
    <message>
        <source>The first %1 results</source>
        <translation>最初の %1 か所</translation>
    </message>
    <message>
        <source>%1 results</source>
        <translation>%1 か所</translation>
    </message>
</context>
<context>
    <name>stowage::HelpFeature</name>
    <message>
        <source>%1 (auto)</source>
        <translation>%1 (auto)</translation>
    </message>
    <message>
        <source>User Guide</source>
        <translation>ユーザーガイド</translation>
    </message>
    <message>
        <source>What’s This?</source>
        <translation>これは何？</translation>
    </message>
    <message>
        <source>Click a part of the window to see its description</source>
        <translation>ウィンドウ内のものを指すと、それが何のためのものかを示します</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>ログ</translation>
    </message>
    <message>
        <source>Messages of the program since its start</source>
        <translation>起動してからプログラムが報告したこと</translation>
    </message>
    <message>
        <source>About Stowage</source>
        <translation>Stowage について</translation>
    </message>
    <message>
        <source>%1 was opened.</source>
        <translation>%1 が開かれました。</translation>
    </message>
    <message>
        <source>The load with %1 was refused: %2</source>
        <translation>%1 によるロードは拒否されました: %2</translation>
    </message>
    <message>
        <source>Run of %1: %2</source>
        <translation>%1 の実行: %2</translation>
    </message>
    <message>
        <source>The load of %1 with %2 started.</source>
        <translation>%2 による %1 のロードが始まりました。</translation>
    </message>
    <message>
        <source>%1 was unloaded.</source>
        <translation>%1 はアンロードされました。</translation>
    </message>
    <message>
        <source>The load was cancelled.</source>
        <translation>ロードはキャンセルされました。</translation>
    </message>
    <message>
        <source>The load failed: %1</source>
        <translation>ロードに失敗しました: %1</translation>
    </message>
    <message>
        <source>%1 was loaded: %2 in %3.</source>
        <translation>%1 がロードされました: %2、所要時間 %3。</translation>
    </message>
    <message>
        <source>Stowage crashed in an earlier session. The details are in %1. No data was sent.</source>
        <translation>Stowage は以前にクラッシュしました。分かっていることは %1 にあります。何も送信されていません。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>表示</translation>
    </message>
    <message>
        <source>Take the Tour</source>
        <translation>ツアーを見る</translation>
    </message>
    <message>
        <source>Shows the main parts of the window, one after another</source>
        <translation>ウィンドウの主な部分を順に案内</translation>
    </message>
</context>
<context>
    <name>stowage::HistoryFeature</name>
    <message>
        <source>Show History</source>
        <translation>履歴を表示</translation>
    </message>
    <message>
        <source>History</source>
        <translation>履歴</translation>
    </message>
</context>
<context>
    <name>stowage::HostLimitNote</name>
    <message>
        <source>Refresh</source>
        <translation>更新</translation>
    </message>
    <message>
        <source>Read the free memory again</source>
        <translation>メモリーの空きを読み取り直す</translation>
    </message>
    <message>
        <source>Read the free memory again, and plan with the new value; can be undone</source>
        <translation>メモリーの空きを読み取り直し、それでプランする。元に戻せる</translation>
    </message>
    <message>
        <source>The CPU&apos;s limit is the memory that was free at %1</source>
        <translation>CPU の上限は %1 の時点の空きです</translation>
    </message>
    <message>
        <source>The limit is the memory that was available to the machine and its cgroup at the last reading. The limit and the plan do not change until the memory is read again.</source>
        <translation>そのときマシンと cgroup で使えた量です。読み取り直すまで、この値もプランもそのままです。</translation>
    </message>
</context>
<context>
    <name>stowage::InstallThere</name>
    <message>
        <source>Stowage could not be copied to %1: “%2”.</source>
        <translation>Stowage を %1 にコピーできませんでした: 「%2」。</translation>
    </message>
    <message>
        <source>Checking the system of %1…</source>
        <translation>%1 にどんなマシンかを尋ねています…</translation>
    </message>
    <message>
        <source>The system of %1 is “%2”, but this program is built for “%3”. Install Stowage on that machine as described in the user guide.</source>
        <translation>%1 は別の種類のマシン「%2」で、このプログラムは「%3」用です。ガイドのとおりに Stowage をそこにインストールしてください。</translation>
    </message>
    <message>
        <source>%1 cannot be reached: “%2”.</source>
        <translation>%1 に接続できません: 「%2」。</translation>
    </message>
    <message>
        <source>Copying stowagectl to %1…</source>
        <translation>stowagectl を %1 にコピーしています…</translation>
    </message>
    <message>
        <source>Copying the LibTorch module to %1…</source>
        <translation>LibTorch を開く部分を %1 にコピーしています…</translation>
    </message>
    <message>
        <source>Starting stowagectl on %1…</source>
        <translation>%1 で起動しています…</translation>
    </message>
    <message>
        <source>The copied stowagectl does not start on %1: “%2”.</source>
        <translation>stowagectl は %1 にコピーされましたが、そこでは起動しません: 「%2」。</translation>
    </message>
    <message>
        <source>Installing Stowage on %1 was cancelled.</source>
        <translation>%1 へのインストールはキャンセルされました。</translation>
    </message>
</context>
<context>
    <name>stowage::LayerTimesPanel</name>
    <message>
        <source>Time by layer</source>
        <translation>レイヤー別の時間</translation>
    </message>
    <message>
        <source>No time estimate: the width of the model&apos;s layers may be unknown.</source>
        <translation>時間を示せません。このモデルのレイヤーの幅が不明な可能性があります。</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>%1 layers of %2</source>
        <translation>%2 の %1 レイヤー</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>実行先</translation>
    </message>
    <message>
        <source>Prefill, ms</source>
        <translation>プリフィル、ms</translation>
    </message>
    <message>
        <source>Estimated time for all prompts in total</source>
        <translation>全プロンプトの合計 (見積もり)</translation>
    </message>
    <message>
        <source>Per token, ms</source>
        <translation>1 トークン、ms</translation>
    </message>
    <message>
        <source>Estimated time for one token of each sequence</source>
        <translation>各シーケンスの 1 トークン (見積もり)</translation>
    </message>
    <message>
        <source>Decode limited by</source>
        <translation>1 トークンの律速</translation>
    </message>
</context>
<context>
    <name>stowage::Lesson</name>
    <message>
        <source>not run</source>
        <translation>未実行</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>準備中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>実行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>less than 1 %</source>
        <translation>1% 未満</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1: you guessed %2, the result is %3</source>
        <translation>%1: 予想は %2、結果は %3</translation>
    </message>
    <message>
        <source>%1: right.</source>
        <translation>%1: 正解です。</translation>
    </message>
    <message>
        <source>%1: the guess is %2 too high.</source>
        <translation>%1: %2 高すぎます。</translation>
    </message>
    <message>
        <source>%1: the guess is %2 too high (%3).</source>
        <translation>%1: %2 (%3) 高すぎます。</translation>
    </message>
    <message>
        <source>%1: the guess is %2 too low (%3).</source>
        <translation>%1: %2 (%3) 低すぎます。</translation>
    </message>
    <message>
        <source>the largest tensor, temporarily: %1</source>
        <translation>一時的に存在する最大のテンソル、%1</translation>
    </message>
    <message>
        <source>the model with initial weights, built on the host</source>
        <translation>ホスト上で構築された、初期の重みを持つモデル</translation>
    </message>
    <message>
        <source>the state dict, stored on the host</source>
        <translation>ホスト上に保持された state dict</translation>
    </message>
    <message>
        <source>the largest shard, read as a whole: %1</source>
        <translation>丸ごと読まれた最大のシャード: %1</translation>
    </message>
    <message>
        <source>the ring of buffers</source>
        <translation>バッファーのリング</translation>
    </message>
    <message>
        <source>pages of the file, which the system may reclaim</source>
        <translation>システムが取り戻せる、ファイルのページ</translation>
    </message>
    <message>
        <source>the weights that remain on the CPU</source>
        <translation>CPU に留まる重み</translation>
    </message>
    <message>
        <source>memory that no listed part explains</source>
        <translation>これらのどれでも説明できない分</translation>
    </message>
    <message>
        <source>The published figure is the growth of RSS above a baseline, sampled every 0.1 s; it misses short peaks and memory that the notebook already used.</source>
        <translation>公表値は、ある基準を超えた RSS の増加で、0.1 s ごとのサンプルです。短いピークと、ノートブックがすでに保持していたメモリーは含みません。</translation>
    </message>
    <message>
        <source>For %1, the RAM curve of this step is above the published figure. Samples taken every 0.1 s can miss such a short time.</source>
        <translation>ここの曲線がそれを上回るのは %1 の間で、0.1 s 間隔のサンプルでは見逃されることがあります。</translation>
    </message>
    <message>
        <source>For %1, the RAM curve of this step is above the published figure. Samples taken every 0.1 s cannot miss such a long time. The likely cause is the baseline, which already included freed memory.</source>
        <translation>ここの曲線がそれを上回るのは %1 の間で、0.1 s 間隔のサンプルで見逃すには長すぎます。考えられる原因は、解放済みのメモリーをすでに保持しているノートブックの基準です。</translation>
    </message>
    <message>
        <source>Weights on the disk, not in memory: %1.</source>
        <translation>ディスク上にあり、どのメモリーにもない: %1。</translation>
    </message>
    <message>
        <source>%1 of the RAM of this step is file pages, which the published figure also includes.</source>
        <translation>ここの RAM のうち %1 はファイルのページで、公表値もこれを数えています。</translation>
    </message>
    <message>
        <source>The published notebook copied only the parameters, in a loop, and not the causal masks (%1). This step also copies the masks.</source>
        <translation>ノートブックのループはパラメーターだけを回り、因果マスク (%1) をコピーしていません。ここではコピーしています。</translation>
    </message>
    <message>
        <source>model twice on GPU</source>
        <translation>GPU にコピー 2 つ</translation>
    </message>
    <message>
        <source>largest tensor twice</source>
        <translation>最大テンソル 2 つ分</translation>
    </message>
    <message>
        <source>one tensor in RAM</source>
        <translation>RAM にテンソル 1 つ</translation>
    </message>
    <message>
        <source>initial weights</source>
        <translation>初期の重み</translation>
    </message>
    <message>
        <source>state dict in RAM</source>
        <translation>RAM に state dict</translation>
    </message>
    <message>
        <source>one shard in RAM</source>
        <translation>RAM にシャード 1 つ</translation>
    </message>
    <message>
        <source>ring of %1</source>
        <translation>%1 のリング</translation>
    </message>
    <message>
        <source>file pages, evictable</source>
        <translation>ファイルのページ、追い出し可能</translation>
    </message>
    <message>
        <source>CPU weights in RAM</source>
        <translation>RAM に CPU の分</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>ディスクに %1</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未設定</translation>
    </message>
    <message>
        <source>VRAM %1, RAM %2</source>
        <translation>VRAM %1、RAM %2</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>GPU simulated</source>
        <translation>GPU はシミュレーション</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <source>would be refused</source>
        <translation>拒否される見込み</translation>
    </message>
    <message>
        <source>within the RAM limit of %1</source>
        <translation>RAM 上限 %1 以内</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>phase and its peak</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>VRAM peaks by phase: %1.</source>
        <translation>フェーズごとの VRAM ピーク: %1。</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>Guesses entered: %1.</source>
        <translation>入力した予想: %1。</translation>
    </message>
    <message>
        <source>Forward pass: %1</source>
        <translation>フォワードパス: %1</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1]: next token %2; no reference logits for a comparison.</source>
        <translation>[%1] のフォワードパス: 次のトークン %2、参照なし。</translation>
    </message>
    <message>
        <source>Forecast and published figures</source>
        <translation>予測と公表値</translation>
    </message>
    <message>
        <source>Measured and published figures</source>
        <translation>実測と公表値</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <source>The published figures are for GPT-2 XL in float32, in “GB” of 2^30 bytes. The published RAM figure is RSS minus a baseline, sampled every 0.1 s; it includes file pages and misses short peaks.</source>
        <translation>GPT-2 XL、float32 について、2^30 バイトの「GB」で公表されたもの。そこでの RAM は、基準を引いた RSS の 0.1 s ごとのサンプルで、ファイルのページを含み、短いピークを含みません。</translation>
    </message>
    <message>
        <source>Figures were published only for GPT-2 XL.</source>
        <translation>数値が公表されたのは GPT-2 XL だけです。</translation>
    </message>
    <message>
        <source>Dry run: all figures except the published ones are forecasts.</source>
        <translation>ドライラン: 他の数値はすべて予測です。</translation>
    </message>
    <message>
        <source>VRAM is the highest allocated memory, simulated. RAM is the peak above the level before the load. RAM and time are measured.</source>
        <translation>VRAM: 割り当て済みの最高値、シミュレーション。RAM (ロード前の水準を超えた分) と時間: 実測。</translation>
    </message>
    <message>
        <source>VRAM is the highest allocated memory. RAM is the peak above the level before the load.</source>
        <translation>VRAM: 割り当て済みの最高値。RAM: ロード前の水準を超えた分。</translation>
    </message>
    <message>
        <source>%1 %2: %3</source>
        <comment>VRAM 6.29 GiB: the model&apos;s tensors</comment>
        <translation>%1 %2: %3</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Forecast, nothing was read: peak VRAM %1</source>
        <translation>予測 (何も読んでいない): VRAM ピーク %1</translation>
    </message>
    <message>
        <source>Peak VRAM %1, simulated</source>
        <translation>VRAM ピーク %1 (シミュレーション)</translation>
    </message>
    <message>
        <source>Peak VRAM %1, measured</source>
        <translation>VRAM ピーク %1 (実測)</translation>
    </message>
    <message>
        <source>%1 times the result</source>
        <translation>%1 倍</translation>
    </message>
    <message>
        <source>The guess is close to RSS − shared (%1), which also includes pages of the file. The system can reclaim these pages.</source>
        <translation>それは RSS − 共有 (%1) の値で、OS が回収できるファイルのページも数えています。</translation>
    </message>
    <message>
        <source>the sum of the tensors on the device</source>
        <translation>GPU 上のテンソルの合計</translation>
    </message>
    <message>
        <source>the overhead of the allocator: sizes are rounded up to 512 bytes, and blocks that the allocator does not split are included in full</source>
        <translation>アロケーターが加える分: サイズは 512 バイト単位に切り上げられ、分割されないブロックは全体が数えられます</translation>
    </message>
    <message>
        <source>the state dict, next to the model</source>
        <translation>モデルと並んで置かれる state dict</translation>
    </message>
    <message>
        <source>the weights on the disk, which use no memory</source>
        <translation>ディスク上の重み (メモリーには載らない)</translation>
    </message>
    <message>
        <source>less than the sum of the parts, which were not all in memory at the same time</source>
        <translation>各部分の合計より少ない分: すべてが同時にメモリーにあったわけではありません</translation>
    </message>
    <message>
        <source>RAM is about equally high at two moments: first with the initial weights, later with the state dict (%1).</source>
        <translation>RAM は 2 つの時点でほぼ同じ高さになります。最初は初期の重み、後では state dict (%1) によるものです。</translation>
    </message>
    <message>
        <source>The published RAM figure is %1 lower than the figure of this step. %2</source>
        <translation>公表された RAM の値は %1 低くなっています。%2</translation>
    </message>
    <message>
        <source>The published RAM figure is %1 higher than the figure of this step. The published figure is the growth of RSS, which also includes pages of libraries and of files.</source>
        <translation>公表された RAM の値は %1 高くなっています。これは RSS の増加で、ライブラリーやファイルのページも数えています。</translation>
    </message>
    <message>
        <source>would be stopped</source>
        <translation>停止される見込み</translation>
    </message>
    <message>
        <source>peak anonymous RAM %1</source>
        <translation>匿名 RAM のピーク %1</translation>
    </message>
    <message>
        <source>peak anonymous RAM %1, measured</source>
        <translation>匿名 RAM のピーク %1 (実測)</translation>
    </message>
    <message>
        <source>Anonymous RAM</source>
        <translation>匿名 RAM</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1]: the logits agree with a CPU pass that used the weights of the file (largest difference %2; largest logit %3); next token %4.</source>
        <translation>[%1] のフォワードパス: ロジットは、ファイルから CPU で計算した結果と一致 (差は最大 %2、ロジットの最大値 %3)。次のトークンは %4。</translation>
    </message>
    <message>
        <source>RSS − shared</source>
        <translation>RSS − 共有</translation>
    </message>
</context>
<context>
    <name>stowage::LessonCard</name>
    <message>
        <source>VRAM %1</source>
        <translation>VRAM %1</translation>
    </message>
    <message>
        <source>RAM %1</source>
        <translation>RAM %1</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>your turn</source>
        <translation>あなたの番</translation>
    </message>
    <message>
        <source>Step %1, %2</source>
        <translation>ステップ %1、%2</translation>
    </message>
</context>
<context>
    <name>stowage::LessonChart</name>
    <message>
        <source>guess %1</source>
        <translation>予想 %1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>%1: highest value %2</source>
        <translation>%1: 最高 %2</translation>
    </message>
    <message>
        <source>%1 marks %2</source>
        <translation>%1 は %2 を示す</translation>
    </message>
    <message>
        <source>your guess: %1</source>
        <translation>あなたの予想: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, running</source>
        <translation>%1 (実行中)</translation>
    </message>
    <message>
        <source>model, %1</source>
        <translation>モデル %1</translation>
    </message>
    <message>
        <source>Run a step: its curve appears in this chart and remains visible.</source>
        <translation>ステップを実行すると、その曲線がここに現れ、残ります。</translation>
    </message>
    <message>
        <source>%1, file-backed</source>
        <translation>%1 (ファイルバック)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>At the end %1, lowest value %2, highest value %3</source>
        <translation>終了時 %1、最小 %2、最大 %3</translation>
    </message>
    <message>
        <source>Phase: %1</source>
        <translation>フェーズ: %1</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>%1 から %2 まで</translation>
    </message>
    <message>
        <source>Your guess</source>
        <translation>あなたの予想</translation>
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
        <source>not set</source>
        <translation>未設定</translation>
    </message>
    <message>
        <source>drag to guess</source>
        <translation>ドラッグで予想</translation>
    </message>
    <message>
        <source>%1, stopped</source>
        <translation>%1 (停止)</translation>
    </message>
    <message>
        <source>RAM limit, %1</source>
        <translation>RAM の上限 %1</translation>
    </message>
</context>
<context>
    <name>stowage::LessonCharts</name>
    <message>
        <source>Contents of the file</source>
        <translation>ファイルの中身</translation>
    </message>
    <message>
        <source>VRAM, allocated</source>
        <translation>VRAM (割当)</translation>
    </message>
    <message>
        <source>RAM, anonymous</source>
        <translation>RAM (匿名)</translation>
    </message>
    <message>
        <source>This step only</source>
        <translation>このステップのみ</translation>
    </message>
    <message>
        <source>Hide the curves of all other steps, so that the curve of this step uses the whole time axis</source>
        <translation>他のステップの曲線を除き、時間軸の全体をこのステップに使う</translation>
    </message>
    <message>
        <source>GiB, forecast</source>
        <translation>GiB (予測)</translation>
    </message>
    <message>
        <source>GiB, simulated</source>
        <translation>GiB (模擬)</translation>
    </message>
    <message>
        <source>GiB, measured</source>
        <translation>GiB (実測)</translation>
    </message>
    <message>
        <source>The time of each run is counted from the start of the run</source>
        <translation>各実行をその開始から</translation>
    </message>
    <message>
        <source>GiB, forecast; thin dots: file-backed</source>
        <translation>GiB (予測)。細い点: ファイルバック</translation>
    </message>
    <message>
        <source>GiB, measured; thin dots: file-backed</source>
        <translation>GiB (実測)。細い点: ファイルバック</translation>
    </message>
</context>
<context>
    <name>stowage::LessonCode</name>
    <message>
        <source>Lines of Python</source>
        <translation>Python の行</translation>
    </message>
</context>
<context>
    <name>stowage::LessonFacts</name>
    <message>
        <source>token embedding</source>
        <translation>トークン埋め込み</translation>
    </message>
    <message>
        <source>position embedding</source>
        <translation>位置埋め込み</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>アテンション</translation>
    </message>
    <message>
        <source>attention masks</source>
        <translation>アテンションマスク</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>フィードフォワード</translation>
    </message>
    <message>
        <source>layer norms</source>
        <translation>レイヤー正規化</translation>
    </message>
    <message>
        <source>output head</source>
        <translation>出力ヘッド</translation>
    </message>
</context>
<context>
    <name>stowage::LessonFeature</name>
    <message>
        <source>Lesson</source>
        <translation>レッスン</translation>
    </message>
    <message>
        <source>Learn memory-efficient loading by doing it (F6)</source>
        <translation>メモリー効率の良いロードを、実際に行って学ぶ (F6)</translation>
    </message>
    <message>
        <source>Lesson: Text for a Projector</source>
        <translation>レッスン: プロジェクター用の文字</translation>
    </message>
    <message>
        <source>Lesson, step %1 of %2</source>
        <translation>レッスン、ステップ %1 / %2</translation>
    </message>
    <message>
        <source>Dry run: all figures are forecasts</source>
        <translation>ドライラン: 数値はすべて予測</translation>
    </message>
    <message>
        <source>GPU: simulated with the caching allocator&apos;s rules</source>
        <translation>GPU: キャッシングアロケーターの規則によるシミュレーション</translation>
    </message>
    <message>
        <source>GPU: measured</source>
        <translation>GPU: 実測</translation>
    </message>
    <message>
        <source>Each method runs in a fresh process</source>
        <translation>どの方式も新しいプロセスで実行</translation>
    </message>
</context>
<context>
    <name>stowage::LessonFileStore</name>
    <message>
        <source>Some files of the folder %1 could not be removed; check who has permission to write to the folder.</source>
        <translation>%1 の一部を削除できませんでした。書き込み権限を確認してください。</translation>
    </message>
    <message>
        <source>No folder for the run can be created, because the folder %1 cannot be locked.</source>
        <translation>%1 に実行用のフォルダーを作成できません: ロックできません。</translation>
    </message>
    <message>
        <source>No folder for the run can be created in %1: %2.</source>
        <translation>%1 に実行用のフォルダーを作成できません: %2。</translation>
    </message>
    <message>
        <source>No folder for the run can be created in %1: the new folder cannot be locked.</source>
        <translation>%1 に実行用のフォルダーを作成できません: 新しいフォルダーをロックできません。</translation>
    </message>
    <message>
        <source>Files of earlier runs in %1 cannot be removed: another program has locked the folder, or you have no permission to write to it.</source>
        <translation>以前の実行が %1 に残したファイルを削除できません: 別のプログラムがフォルダーをロックしているか、フォルダーへの書き込み権限がありません。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be created.</source>
        <translation>フォルダー %1 を作成できません。</translation>
    </message>
    <message>
        <source>Another program is writing files to %1; wait until that program has finished.</source>
        <translation>別のプログラムが %1 に書き込んでいます。終わるまで待ってください。</translation>
    </message>
</context>
<context>
    <name>stowage::LessonFileView</name>
    <message>
        <source>Contents of the file</source>
        <translation>ファイルの中身</translation>
    </message>
    <message>
        <source>model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>state dict</source>
        <translation>state dict</translation>
    </message>
    <message>
        <source>%1 + %1 %2</source>
        <translation>%1 + %1 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>1 テンソル</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 テンソル</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <translation>%1 %2、%3</translation>
    </message>
    <message>
        <source>Memory of a plain load at its peak</source>
        <translation>単純なロードがピーク時に保持するもの</translation>
    </message>
    <message>
        <source>Contents of the file, computed from its layout</source>
        <translation>ファイルの中身 (そのレイアウトから読み取り)</translation>
    </message>
    <message>
        <source>Example of Accelerate&apos;s guide: %1 billion parameters</source>
        <translation>Accelerate のガイドの例: %1 × 10 億</translation>
    </message>
</context>
<context>
    <name>stowage::LessonGuessFields</name>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>Peak of %1, your guess in GiB</source>
        <translation>%1 のピーク、GiB でのあなたの予想</translation>
    </message>
    <message>
        <source>A number of GiB, or a size with its unit: 700 MiB</source>
        <translation>GiB の数値、または単位付きのサイズ: 700 MiB</translation>
    </message>
    <message>
        <source>RAM (anonymous)</source>
        <translation>RAM (匿名)</translation>
    </message>
</context>
<context>
    <name>stowage::LessonHeader</name>
    <message>
        <source>Smaller text</source>
        <translation>文字を小さく</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>文字を大きく</translation>
    </message>
    <message>
        <source>Larger text; F7 sets the text size for a projector</source>
        <translation>文字を大きく。プロジェクター用は F7</translation>
    </message>
    <message>
        <source>Export report…</source>
        <translation>レポートをエクスポート…</translation>
    </message>
    <message>
        <source>Export the lesson as a page (HTML), as PDF and as tables (CSV)</source>
        <translation>レッスンをページ (HTML)、PDF、表 (CSV) として</translation>
    </message>
    <message>
        <source>More lesson commands</source>
        <translation>レッスンのその他の操作</translation>
    </message>
    <message>
        <source>Start over, set your name, choose the folder of the model files</source>
        <translation>最初からやり直す、名前、モデルファイルの場所</translation>
    </message>
    <message>
        <source>Start over…</source>
        <translation>最初からやり直す…</translation>
    </message>
    <message>
        <source>Undo start over</source>
        <translation>やり直しを取り消す</translation>
    </message>
    <message>
        <source>Your name…</source>
        <translation>名前…</translation>
    </message>
    <message>
        <source>Folder of the model files…</source>
        <translation>モデルファイルのフォルダー…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>キャッシュ</translation>
    </message>
    <message>
        <source>cold</source>
        <translation>コールド</translation>
    </message>
    <message>
        <source>warm</source>
        <translation>ウォーム</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>そのまま</translation>
    </message>
    <message>
        <source>Determines whether the pages of the file are in memory before each run</source>
        <translation>各実行の前に、ファイルのページがメモリーにあるかどうか</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>RAM 上限</translation>
    </message>
    <message>
        <source>The maximum RAM that a step may use. The limit includes anonymous and shared memory above the level before the load. It does not include pages of mapped files, which the system can reclaim, or pages that back simulated GPUs. A step that needs more RAM is stopped at the limit.</source>
        <translation>ステップが保持してよい RAM の最大量。ロード前の水準を超えた匿名メモリーと共有メモリーを数えます。マップされたファイルのページは、システムが取り戻すため数えません。シミュレートされた GPU の裏のページも数えません。これより多く必要とするステップは、その量に達した時点で停止されます。</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>ドライラン</translation>
    </message>
    <message>
        <source>A dry run only makes forecasts, even for a model that does not fit on this machine. No file is created and no byte is read. All figures are marked as forecasts.</source>
        <translation>ドライランは予測だけを行い、このマシンに収まらないモデルでもできます。ファイルは作られず、1 バイトも読まれません。数値にはすべて予測と示されます。</translation>
    </message>
    <message>
        <source>Progress of creating the model&apos;s files</source>
        <translation>モデルのファイルがどこまで作成されたか</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Stop creating the model&apos;s files</source>
        <translation>モデルのファイルの作成を止める</translation>
    </message>
    <message>
        <source>Delete the model files…</source>
        <translation>モデルファイルを削除…</translation>
    </message>
    <message>
        <source>Load a %1 model and waste no memory</source>
        <translation>%1 のモデルを、メモリーを無駄にせずロードする</translation>
    </message>
    <message>
        <source>Load a %1 model with less than %2 of VRAM</source>
        <translation>%1 のモデルを、%2 未満の VRAM でロードする</translation>
    </message>
    <message>
        <source>%1 (does not fit)</source>
        <translation>%1 (収まらない)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Model files on this machine: %1.</source>
        <translation>このマシンのモデルファイル: %1。</translation>
    </message>
    <message>
        <source>No model files on this machine.</source>
        <translation>このマシンにモデルファイルはありません。</translation>
    </message>
    <message>
        <source>Creating the model&apos;s files: %1 %.</source>
        <translation>モデルのファイルを作成中: %1%。</translation>
    </message>
    <message>
        <source>Dry run: forecasts only. %1</source>
        <translation>予測のみ。%1</translation>
    </message>
    <message>
        <source>%1 The first run creates the missing files.</source>
        <translation>%1 最初の実行で作成されます。</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>書き込み中…</translation>
    </message>
    <message>
        <source>Delete the model files</source>
        <translation>モデルファイルの削除</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>最初からやり直す</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Your name, as shown on the report:</source>
        <translation>レポートを提出するときの名前:</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>Default folder</source>
        <translation>既定のフォルダー</translation>
    </message>
    <message>
        <source>Delete the lesson&apos;s model files (all model sizes, %1 in total) in %2? Measurements are kept. The files are created again when a step needs them.</source>
        <translation>%2 にあるレッスンのモデルファイルを、すべてのサイズについて削除しますか (%1)。測定結果は残ります。ファイルは、ステップで必要になるとまた作られます。</translation>
    </message>
    <message>
        <source>Start the lesson over for %1? The guesses, answers and results of this setup are removed from the page. You can restore them until a step is run again or Stowage is closed. The runs remain in the history.</source>
        <translation>%1 のレッスンを最初からやり直しますか。この設定での予想、回答、結果はページから消えます。ステップを再び実行するか Stowage を閉じるまでは元に戻せます。実行の記録は「履歴」に残ります。</translation>
    </message>
</context>
<context>
    <name>stowage::LessonMachineCheck</name>
    <message>
        <source>Contents of the file</source>
        <translation>チェックポイント</translation>
    </message>
    <message>
        <source>Build, move, copy</source>
        <translation>構築、移動、コピー</translation>
    </message>
    <message>
        <source>Tensor by tensor</source>
        <translation>テンソルを 1 つずつ</translation>
    </message>
    <message>
        <source>Without storage</source>
        <translation>ストレージなし</translation>
    </message>
    <message>
        <source>Map and assign</source>
        <translation>マップして代入</translation>
    </message>
    <message>
        <source>One file per tensor</source>
        <translation>テンソル別ファイル</translation>
    </message>
    <message>
        <source>Shard after shard</source>
        <translation>シャードを 1 つずつ</translation>
    </message>
    <message>
        <source>Through a small ring</source>
        <translation>小さなリングを通す</translation>
    </message>
    <message>
        <source>GPU, CPU and disk</source>
        <translation>GPU/CPU/ディスク</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>what a checkpoint is</source>
        <translation>チェックポイントとは何か</translation>
    </message>
    <message>
        <source>one map, several devices</source>
        <translation>1 つのマップ、複数のデバイス</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <comment>number and name of a step</comment>
        <translation>%1  %2</translation>
    </message>
</context>
<context>
    <name>stowage::LessonPage</name>
    <message>
        <source>Lesson</source>
        <translation>レッスン</translation>
    </message>
    <message>
        <source>Charts and table</source>
        <translation>グラフと表</translation>
    </message>
    <message>
        <source>The lesson was started over.</source>
        <translation>レッスンを最初の状態に戻しました。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>%1 was saved. Run the script once in the folder that contains it. The script creates the files that the code of the steps reads.</source>
        <translation>%1 を保存しました。そのフォルダーで 1 回実行してください。ステップの行が読むファイルが書き出されます。</translation>
    </message>
    <message>
        <source>Model files are created in %1 from now on.</source>
        <translation>今後、モデルファイルは %1 に作成されます。</translation>
    </message>
    <message>
        <source>%1, forecast peaks</source>
        <translation>%1 (予測、ピーク)</translation>
    </message>
    <message>
        <source>%1, peaks; each run fills a row</source>
        <translation>%1 (ピーク)。セルはステップを実行すると埋まります</translation>
    </message>
    <message>
        <source>The report was written to %1 and %2 more files in the same folder.</source>
        <translation>レポートを書き込みました: %1 と、同じ場所にあと %2 個のファイル。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>フォルダーを開く</translation>
    </message>
    <message>
        <source>The existing files in %1 are kept until you delete the model files.</source>
        <translation>%1 にあるファイルは、モデルファイルを削除するまでそこに残ります。</translation>
    </message>
</context>
<context>
    <name>stowage::LessonQuestion</name>
    <message>
        <source>Check answer</source>
        <translation>答えを確認</translation>
    </message>
    <message>
        <source>Show in chart</source>
        <translation>グラフで表示</translation>
    </message>
    <message>
        <source>You can answer the question after the run, because the question is about points of the curve.</source>
        <translation>問題は実行の後に出ます。曲線上の点についての問題です。</translation>
    </message>
    <message>
        <source>Show why</source>
        <translation>理由を表示</translation>
    </message>
</context>
<context>
    <name>stowage::LessonReport</name>
    <message>
        <source>forecast</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>simulated (caching allocator)</source>
        <translation>キャッシングアロケーターの規則による</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <source>VRAM, allocated, GiB</source>
        <translation>VRAM (割り当て済み)、GiB</translation>
    </message>
    <message>
        <source>RAM, anonymous, GiB</source>
        <translation>RAM (匿名)、GiB</translation>
    </message>
    <message>
        <source>CPU, forecast; thin dots: file-backed RAM</source>
        <translation>CPU (予測)。細い点: ファイルバック</translation>
    </message>
    <message>
        <source>CPU, measured; thin dots: file-backed RAM</source>
        <translation>CPU (実測)。細い点: ファイルバック</translation>
    </message>
    <message>
        <source>as it is: the page cache is not changed before a load</source>
        <translation>そのときの状態のまま</translation>
    </message>
    <message>
        <source>cold: the files are dropped from the page cache before each load</source>
        <translation>コールド: 各ロードの前にファイルのページを破棄</translation>
    </message>
    <message>
        <source>warm: the files are read once before each load</source>
        <translation>ウォーム: 各ロードの前にファイルを 1 回読む</translation>
    </message>
    <message>
        <source>%1, simulated: the memory follows the rules of the caching allocator, without a real card</source>
        <translation>%1: メモリーはキャッシングアロケーターの規則による。カードなし</translation>
    </message>
    <message>
        <source>%1, a real card</source>
        <translation>%1、実在のカード</translation>
    </message>
    <message>
        <source>Submitted by</source>
        <translation>提出者</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>プロセッサー</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリー</translation>
    </message>
    <message>
        <source>System</source>
        <translation>システム</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>%1, float32, random weights, %2 of tensors</source>
        <translation>%1、float32、ランダムな重み、テンソル %2</translation>
    </message>
    <message>
        <source>Page cache</source>
        <translation>ページキャッシュ</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>RAM 上限</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>forecast: a dry run, in which nothing is read or loaded</source>
        <translation>予測: 何も読まず、何もロードしないドライラン</translation>
    </message>
    <message>
        <source>from real loads, each in a fresh process</source>
        <translation>実際のロードのもの。それぞれ新しいプロセスで実行</translation>
    </message>
    <message>
        <source>published</source>
        <translation>公表値</translation>
    </message>
    <message>
        <source>VRAM,
GiB</source>
        <translation>VRAM
(GiB)</translation>
    </message>
    <message>
        <source>RAM
anonymous,
GiB</source>
        <translation>RAM
匿名
(GiB)</translation>
    </message>
    <message>
        <source>file-
backed</source>
        <translation>ファイル
バック</translation>
    </message>
    <message>
        <source>RSS −
shared</source>
        <translation>RSS −
共有</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>VRAM over time, %1</source>
        <translation>VRAM の推移、%1</translation>
    </message>
    <message>
        <source>RAM over time, %1</source>
        <translation>RAM の推移、%1</translation>
    </message>
    <message>
        <source>Predicted by Stowage before the run: %1.</source>
        <translation>プログラムによる事前の予測: %1。</translation>
    </message>
    <message>
        <source>Your guess before the run: %1</source>
        <translation>実行前に予想しました。%1</translation>
    </message>
    <message>
        <source>No guess was entered before the run.</source>
        <translation>実行前の予想はありません。</translation>
    </message>
    <message>
        <source>Reasons for the peaks, computed from the run:</source>
        <translation>実行から計算した理由:</translation>
    </message>
    <message>
        <source>Not answered.</source>
        <translation>未回答です。</translation>
    </message>
    <message>
        <source>Answers tried, in this order: %1.</source>
        <translation>この順に確認: %1。</translation>
    </message>
    <message>
        <source>Answer: “%1”, right.</source>
        <translation>答え: 「%1」、正解。</translation>
    </message>
    <message>
        <source>Answer: “%1”, not right.</source>
        <translation>答え: 「%1」、不正解。</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 コア</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 コア</translation>
    </message>
    <message>
        <source>VRAM simulated, RAM and time measured</source>
        <translation>VRAM はシミュレーション、RAM と時間は実測</translation>
    </message>
    <message>
        <source>Loading %1: memory and time of each method</source>
        <translation>%1 のロード: 各方法で必要な量</translation>
    </message>
    <message>
        <source>all runs</source>
        <translation>すべての実行</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>「%1」</translation>
    </message>
</context>
<context>
    <name>stowage::LessonRunner</name>
    <message>
        <source>The lesson runs each load with stowagectl, but the program %1 was not found.</source>
        <translation>レッスンのステップは stowagectl がロードしますが、それがありません: %1。</translation>
    </message>
    <message>
        <source>reference logits</source>
        <translation>参照ロジット</translation>
    </message>
</context>
<context>
    <name>stowage::LessonSession</name>
    <message>
        <source>The setup can be changed only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>設定を変更できるのは、何も実行していないときです。先にキャンセルしてください。</translation>
    </message>
    <message>
        <source>The model files can be deleted only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>モデルファイルを削除できるのは、何も実行していないときです。先にキャンセルしてください。</translation>
    </message>
    <message>
        <source>The lesson can be started over only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>レッスンを最初からやり直せるのは、何も実行していないときです。先にキャンセルしてください。</translation>
    </message>
    <message>
        <source>“Start over” can be undone only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>やり直しで消えたものを戻せるのは、何も実行していないときです。先にキャンセルしてください。</translation>
    </message>
    <message>
        <source>A load is being stepped through and uses memory; end that load first.</source>
        <translation>ロードのステップ実行中で、そのメモリーが保持されています。先に終了してください。</translation>
    </message>
    <message>
        <source>The folder can be changed only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>フォルダーを変更できるのは、何も実行していないときです。先にキャンセルしてください。</translation>
    </message>
    <message>
        <source>A step is running; step through a load after the running step has finished.</source>
        <translation>ステップを実行中です。ロードのステップ実行は、その完了後に行ってください。</translation>
    </message>
    <message>
        <source>A dry run moves no tensor. To step through the load, choose a model size that fits.</source>
        <translation>ドライランではテンソルが移動しません。ステップ実行するには、収まるサイズを選んでください。</translation>
    </message>
    <message>
        <source>This step loads no model; step through a load in another step.</source>
        <translation>このステップは何もロードしません。ほかのステップでステップ実行してください。</translation>
    </message>
    <message>
        <source>No part of the model fits on %1, which has %2 of free memory; choose a larger GPU for this step.</source>
        <translation>モデルのどの部分も、空き %2 の %1 に収まりません。このステップでは、より大きい GPU を選んでください。</translation>
    </message>
    <message>
        <source>Loading with “%1” needs %2 of memory on %3, which has %4 free.</source>
        <translation>「%1」によるロードには %3 に %2 が必要ですが、空きは %4 です。</translation>
    </message>
    <message>
        <source>Loading with “%1” needs %2 of memory on %3, which has less memory free.</source>
        <translation>「%1」によるロードには %3 に %2 が必要ですが、空きはそれより少なくなっています。</translation>
    </message>
    <message>
        <source>Choose a larger GPU or a smaller model above; the load method “%1” fits without such a change.</source>
        <translation>上で、より大きい GPU かより小さいモデルを選んでください。「%1」ならそのままで収まります。</translation>
    </message>
    <message>
        <source>Choose a larger GPU or a smaller model above, or go to step 9, which uses the CPU and the disk as well.</source>
        <translation>上で、より大きい GPU かより小さいモデルを選ぶか、CPU とディスクも使うステップ 9 へ進んでください。</translation>
    </message>
    <message>
        <source>The load did not finish.</source>
        <translation>ロードは最後まで到達しませんでした。</translation>
    </message>
    <message>
        <source>%1 The load was stopped at %2.</source>
        <translation>%1 %2 で停止しました。</translation>
    </message>
    <message>
        <source>The loaded bytes were not compared with the file.</source>
        <translation>ロードされたバイトはファイルと比較されていません。</translation>
    </message>
    <message>
        <source>There was no forward pass after the load.</source>
        <translation>ロードの後にフォワードパスが行われていません。</translation>
    </message>
    <message>
        <source>The logits of the forward pass were not compared.</source>
        <translation>フォワードパスのロジットは比較されていません。</translation>
    </message>
    <message>
        <source>This machine has not been measured (stowagectl devices --measure), so the time axis shows moved bytes instead of seconds.</source>
        <translation>このマシンは測定されていないため (stowagectl devices --measure)、時間軸は秒の代わりに移動したバイト数を数えます。</translation>
    </message>
    <message>
        <source>Model files cannot be created in %1: %2. The folder of the model files is still %3.</source>
        <translation>%1 にはモデルファイルを作れません: %2。引き続き %3 を使います。</translation>
    </message>
</context>
<context>
    <name>stowage::LessonStepView</name>
    <message>
        <source>Page of the step</source>
        <translation>ステップのページ</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>コードをコピー</translation>
    </message>
    <message>
        <source>Copy the lines of Python of this step</source>
        <translation>これらの Python の行をコピー</translation>
    </message>
    <message>
        <source>Save gpt.py…</source>
        <translation>gpt.py を保存…</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>予想する</translation>
    </message>
    <message>
        <source>Guess the peaks before the run: type the peaks, drag the markers in the charts, or move the markers with Up, Down, PageUp and PageDown</source>
        <translation>結果が分かる前に、ピークがどこになるかを予想します: 入力するか、グラフのマーカーをドラッグするか、Up、Down、PageUp、PageDown で動かします</translation>
    </message>
    <message>
        <source>Snap to the axis</source>
        <translation>軸にスナップ</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Step through</source>
        <translation>ステップ実行</translation>
    </message>
    <message>
        <source>Run the load of this step tensor by tensor; such a load adds no row to the table</source>
        <translation>同じロードをテンソルごとに行う。行は埋まらない</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Progress of the step</source>
        <translation>ステップの進み具合</translation>
    </message>
    <message>
        <source>Reasons for the peaks</source>
        <translation>これらのピークの理由</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>ステップ %1 / %2</translation>
    </message>
    <message>
        <source>Files are ready</source>
        <translation>ファイルの準備完了</translation>
    </message>
    <message>
        <source>Create the model&apos;s file</source>
        <translation>モデルのファイルを作成</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>もう一度実行</translation>
    </message>
    <message>
        <source>The step “%1” is running.</source>
        <translation>%1 を実行中です。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>This step would be stopped: %1</source>
        <translation>停止される見込み: %1</translation>
    </message>
    <message>
        <source>This step would be refused: %1</source>
        <translation>拒否される見込み: %1</translation>
    </message>
    <message>
        <source>Previous step: %1</source>
        <translation>前のステップ: %1</translation>
    </message>
    <message>
        <source>Next step: %1</source>
        <translation>次のステップ: %1</translation>
    </message>
    <message>
        <source>Save the model&apos;s definition as a script. Run the script once: it writes the files that the lines of Python read.</source>
        <translation>モデルの定義をスクリプトとして保存します。一度実行すると、Python の行が読むファイルを書き出します。</translation>
    </message>
    <message>
        <source>Forecast again</source>
        <translation>もう一度予測</translation>
    </message>
    <message>
        <source>Forecast (dry run)</source>
        <translation>予測 (ドライラン)</translation>
    </message>
    <message>
        <source>Type the peaks, or drag the markers in the charts. RAM is anonymous memory, which the system cannot reclaim. Your guess: %1.</source>
        <translation>ピークを入力するか、グラフのマーカーをドラッグしてください。ここでの RAM は、OS が回収できない匿名メモリーです。あなたの予想: %1。</translation>
    </message>
</context>
<context>
    <name>stowage::LessonSteppingView</name>
    <message>
        <source>A load in single steps</source>
        <translation>ロードのステップ実行</translation>
    </message>
    <message>
        <source>Progress of the load</source>
        <translation>ロードの進み具合</translation>
    </message>
    <message>
        <source>Memory on each device</source>
        <translation>各デバイスが保持するもの</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Load one more tensor</source>
        <translation>テンソルをもう 1 つ入れる</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Speed, from single steps to real speed</source>
        <translation>速度 (1 ステップずつから実際の速度まで)</translation>
    </message>
    <message>
        <source>End</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>Release all loaded tensors and return to the curves</source>
        <translation>すべてを返し、曲線に戻る</translation>
    </message>
    <message>
        <source>%1 tensors/s</source>
        <translation>%1 テンソル/秒</translation>
    </message>
    <message>
        <source>single steps</source>
        <translation>1 ステップずつ</translation>
    </message>
    <message>
        <source>real speed</source>
        <translation>実際の速度</translation>
    </message>
    <message>
        <source>The model&apos;s files are being created.</source>
        <translation>モデルのファイルを作成中です。</translation>
    </message>
    <message>
        <source>All tensors are loaded.</source>
        <translation>すべてが所定の場所にあります。</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tensors</source>
        <translation>%1: %3 テンソル中 %2</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tensors, at %4</source>
        <translation>%1: %3 テンソル中 %2、%4</translation>
    </message>
    <message>
        <source>The load is being prepared.</source>
        <translation>ロードを準備中です。</translation>
    </message>
</context>
<context>
    <name>stowage::LessonStrip</name>
    <message>
        <source>Steps of the lesson</source>
        <translation>レッスンのステップ</translation>
    </message>
</context>
<context>
    <name>stowage::LessonTableModel</name>
    <message>
        <source>Method</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>VRAM,
GiB</source>
        <translation>VRAM
(GiB)</translation>
    </message>
    <message>
        <source>publ.¹</source>
        <translation>公表¹</translation>
    </message>
    <message>
        <source>RAM
anon., GiB</source>
        <translation>RAM
匿名 (GiB)</translation>
    </message>
    <message>
        <source>file-
backed</source>
        <translation>ファイル
バック</translation>
    </message>
    <message>
        <source>RSS −
shared</source>
        <translation>RSS −
共有</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Shown after the step has been run</source>
        <translation>ステップを実行すると表示</translation>
    </message>
    <message>
        <source>Published value: %1</source>
        <translation>公表値: %1</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>公表値</translation>
    </message>
    <message>
        <source>Anonymous plus file-backed memory at the same moment, without the shared pages of simulated GPUs. The notebook&apos;s RAM column measures the same memory.</source>
        <translation>同じ瞬間の匿名メモリーとファイルバックのメモリー: ノートブックの RAM の列が測るもの (シミュレートされた GPU の共有ページを除く)</translation>
    </message>
    <message>
        <source>Shown after the question of the step is answered, or after “Show why”</source>
        <translation>このステップの質問に答えた後、または「理由を表示」の後に表示されます</translation>
    </message>
</context>
<context>
    <name>stowage::LessonTexts</name>
    <message>
        <source>%1 GB</source>
        <translation>%1 GB</translation>
    </message>
    <message>
        <source>The number in the name %1 is smaller than the parameter count of this model: GPT-2 uses the token embedding as its output head, but in this lesson, the head is a separate tensor.</source>
        <translation>GPT-2 はトークン埋め込みを出力ヘッドとしても使うため、名前の %1 はパラメーターを少なく数えています。ここではヘッドは独立したテンソルです。</translation>
    </message>
    <message>
        <source>Which part of the file would training never change?</source>
        <translation>ファイルのどの部分を、学習は決して変更しないでしょうか。</translation>
    </message>
    <message>
        <source>None: training changes everything in a checkpoint</source>
        <translation>なし: 学習はチェックポイントのすべてを変更する</translation>
    </message>
    <message>
        <source>The token embedding is a table of parameters: training changes the rows of the tokens that occur in the training data.</source>
        <translation>表ではありますが、パラメーターの表です。学習は、出会ったトークンの行を変更します。</translation>
    </message>
    <message>
        <source>Right. The file contains %1 masks of ones and zeros, %2 in total. Masks are buffers: the state dict contains them, but a loop over the parameters does not include them.</source>
        <translation>正解です。0 と 1 のマスクが %1 個、合計 %2 あります。これらはバッファーです。state dict にはありますがパラメーターには含まれないため、パラメーターを回るループでは漏れます。</translation>
    </message>
    <message>
        <source>The model is on the GPU twice: 2 × %1.</source>
        <translation>GPU に 2 つ分: 2 × %1。</translation>
    </message>
    <message>
        <source>Between A and B, the VRAM curve rises again by the size of the whole model. What is loaded onto the GPU?</source>
        <translation>A と B の間で、VRAM の曲線はさらにモデル 1 つ分だけ上昇します。何が GPU に置かれているのでしょうか。</translation>
    </message>
    <message>
        <source>The gradients</source>
        <translation>勾配</translation>
    </message>
    <message>
        <source>The file&apos;s pages, as a cache</source>
        <translation>キャッシュとしてのファイルのページ</translation>
    </message>
    <message>
        <source>Right. To load one model, the GPU must have memory for two models.</source>
        <translation>正解です。モデル 1 つを保持するのに、GPU には 2 つ分の余地が必要です。</translation>
    </message>
    <message>
        <source>This lesson trains no model, so there are no gradients.</source>
        <translation>ここでは何も学習しないため、勾配はありません。</translation>
    </message>
    <message>
        <source>The page cache is in host memory, not on the GPU.</source>
        <translation>ページキャッシュはホストメモリーにあり、GPU にはありません。</translation>
    </message>
    <message>
        <source>The largest tensor is %1 with a size of %2.</source>
        <translation>最大のテンソルは %1 で、%2 です。</translation>
    </message>
    <message>
        <source>A second copy of one transformer block</source>
        <translation>1 つの Transformer ブロックの 2 つ目のコピー</translation>
    </message>
    <message>
        <source>The CUDA context</source>
        <translation>CUDA コンテキスト</translation>
    </message>
    <message>
        <source>The largest tensor, which exists twice for a moment</source>
        <translation>一瞬だけ 2 つ存在する最大のテンソル</translation>
    </message>
    <message>
        <source>No block is copied as a whole: the tensors of a block are copied one after another.</source>
        <translation>ブロックが丸ごとコピーされることはありません。そのテンソルは 1 つずつ処理されます。</translation>
    </message>
    <message>
        <source>The CUDA context exists before the load, and the figures of PyTorch&apos;s allocator do not include it.</source>
        <translation>コンテキストはロード前から存在し、どのアロケーターもそれを数えません。</translation>
    </message>
    <message>
        <source>Right: %1, %2. The peak is the model plus its largest tensor.</source>
        <translation>正解です: %1、%2。ピークはモデルとその最大のテンソルです。</translation>
    </message>
    <message>
        <source>All uninitialised memory must be filled by copying, including the %1 masks, which are buffers and not parameters.</source>
        <translation>初期化されていないものはすべてコピーする必要があります。パラメーターではなくバッファーである %1 個のマスクも含まれます。</translation>
    </message>
    <message>
        <source>Without initial weights, RAM remains low (A). Why is the VRAM peak B as high as the VRAM peak of the plain load?</source>
        <translation>初期の重みがないため、RAM は低いままです (A)。では、VRAM のピーク B はなぜ単純なロードと同じ高さなのでしょうか。</translation>
    </message>
    <message>
        <source>A model on the meta device also uses GPU memory</source>
        <translation>meta デバイス上のモデルも GPU のメモリーを使うから</translation>
    </message>
    <message>
        <source>Uninitialised memory is allocated twice</source>
        <translation>初期化されていないメモリーが 2 回割り当てられるから</translation>
    </message>
    <message>
        <source>Meta tensors have no bytes on any device.</source>
        <translation>meta テンソルは、どのデバイスにもバイトを持ちません。</translation>
    </message>
    <message>
        <source>Right. There are no initial weights, but the GPU still contains two copies of the model.</source>
        <translation>正解です。なくなったのは初期の重みだけで、GPU は依然として 2 つのコピーを保持します。</translation>
    </message>
    <message>
        <source>Uninitialised memory is allocated once: the first rise of the curve is as high as one model.</source>
        <translation>割り当ては 1 回です。曲線の最初の段差はモデル 1 つ分の高さです。</translation>
    </message>
    <message>
        <source>The file is mapped into memory, which does not read any data yet. Each tensor is copied from the mapped pages to a new tensor on the GPU, which becomes the parameter. RSS includes the pages that were read until the file is unmapped, but the system can reclaim these pages whenever memory is needed.</source>
        <translation>ファイルはメモリーにマップされますが、まだ何も読まれません。各テンソルは、マップされたページから GPU 上の新しいテンソルへコピーされ、それがパラメーターになります。読まれたページは、ファイルのマップが解除されるまで常駐 (RSS) として数えられますが、誰かがそのメモリーを必要とすれば、システムはいつでも取り戻せます。</translation>
    </message>
    <message>
        <source>There is one copy of the model on the GPU: %1 in tensors.</source>
        <translation>モデルは GPU に 1 つ分あります: テンソル %1。</translation>
    </message>
    <message>
        <source>Pages of the file, which the system may drop at any time</source>
        <translation>システムがいつでも破棄できるファイルのページ</translation>
    </message>
    <message>
        <source>A hidden second copy of the model</source>
        <translation>モデルの隠れた 2 つ目のコピー</translation>
    </message>
    <message>
        <source>Memory of the GPU, seen from the host</source>
        <translation>ホストから見た GPU のメモリー</translation>
    </message>
    <message>
        <source>Right. The pages of the file are resident but evictable, because the file still contains every byte.</source>
        <translation>正解です。常駐していますが、追い出し可能です。ファイルにはすべてのバイトが残っています。</translation>
    </message>
    <message>
        <source>The memory at A consists of pages of the file. The system can drop these pages without losing data.</source>
        <translation>コピーではなく、ファイル自身のページです。破棄しても何も失われません。</translation>
    </message>
    <message>
        <source>The RSS of a process does not include the memory of a real GPU. The memory of a simulated GPU is shared memory, which neither curve includes.</source>
        <translation>カードのメモリーは、どのプロセスの RSS にも含まれません。シミュレートされた GPU のメモリーは共有メモリーで、どちらの曲線にも含まれません。</translation>
    </message>
    <message>
        <source>The checkpoint is split into one file per tensor. The model is built without storage, and its GPU memory is allocated all at once. Then each tensor is read into host memory, copied and freed.</source>
        <translation>チェックポイントは、テンソルごとに 1 つのファイルに分割されます。モデルはストレージなしで構築され、その GPU のメモリーが一度に割り当てられます。次に、各テンソルがホストメモリーに読み込まれ、コピーされ、解放されます。</translation>
    </message>
    <message>
        <source>Host memory contains one tensor at a time: at most %1, the largest tensor.</source>
        <translation>ホストが最大のテンソルより多く保持することはありません: %1。</translation>
    </message>
    <message>
        <source>Why are the spikes A and B of the RAM curve higher than the other spikes?</source>
        <translation>RAM の曲線のスパイク A と B は、なぜ他より高いのでしょうか。</translation>
    </message>
    <message>
        <source>The disk&apos;s cache was full twice</source>
        <translation>ディスクのキャッシュが 2 回いっぱいになったから</translation>
    </message>
    <message>
        <source>The GPU received the tensors of A and B twice</source>
        <translation>GPU がこれらのテンソルを 2 回受け取ったから</translation>
    </message>
    <message>
        <source>%1 and %2 are the largest tensors</source>
        <translation>%1 と %2 が最大のテンソルだから</translation>
    </message>
    <message>
        <source>File pages are not anonymous memory, so the curve of anonymous RAM does not include them.</source>
        <translation>ファイルのページは匿名メモリーではないため、この曲線には含まれません。</translation>
    </message>
    <message>
        <source>VRAM does not change while tensors are copied: the memory for the whole model is already allocated.</source>
        <translation>テンソルのコピー中、VRAM は変化しません。すべての場所がすでに割り当て済みです。</translation>
    </message>
    <message>
        <source>Right: the sizes of the two tensors are %1 and %2; the size of the next largest tensor is %3.</source>
        <translation>正解です。それぞれ %1 と %2 で、次に大きいものは %3 です。</translation>
    </message>
    <message>
        <source>The file-backed part of RAM rises and falls like a sawtooth; A and B are its highest points. What is one tooth?</source>
        <translation>RAM のファイルバックの部分は、のこぎりの歯のように上下します。最も高いのは A と B です。1 つの歯は何でしょうか。</translation>
    </message>
    <message>
        <source>A transformer block</source>
        <translation>Transformer ブロック</translation>
    </message>
    <message>
        <source>One shard: mapped, copied, unmapped</source>
        <translation>1 つのシャード: マップ、コピー、マップ解除</translation>
    </message>
    <message>
        <source>Python&apos;s garbage collector at work</source>
        <translation>Python のガベージコレクターの働き</translation>
    </message>
    <message>
        <source>No block has a separate file: the checkpoint is split into shards by size.</source>
        <translation>ブロックに専用のファイルはありません。1 つのシャードが何を持つかは、サイズで区切られます。</translation>
    </message>
    <message>
        <source>Right. Smaller shards make smaller and more frequent peaks in the curve.</source>
        <translation>正解です。シャードを小さくすると歯は小さくなり、数は増えます。</translation>
    </message>
    <message>
        <source>No garbage is collected in this step: a tooth ends when its shard is unmapped.</source>
        <translation>ここでは何も回収されません。歯は、そのシャードのマップが解除されると終わります。</translation>
    </message>
    <message>
        <source>Parts of the file are read into a small ring of buffers and copied from there directly to the destinations of the tensors. While one buffer is copied, the next buffers are read, so that disk and link work at the same time. The required host memory does not depend on the size of the model or of its largest tensor.</source>
        <translation>ファイルの各部分は、小さなバッファーのリングを通って、テンソルの所定の場所へ直接移ります。1 つのバッファーをコピーする間に次のものを読むため、ディスクとリンクが同時に働きます。ホストに必要な量は、モデルのサイズにも最大のテンソルにも依存しません。</translation>
    </message>
    <message>
        <source>%1 of weights pass through one ring of buffers.</source>
        <translation>%1 の重みが 1 つのバッファーのリングを通ります。</translation>
    </message>
    <message>
        <source>VRAM is at B at the end. RAM never rises above A. What determines the height of A?</source>
        <translation>VRAM は B で終わり、RAM は決して A を超えません。A を決めるのは何でしょうか。</translation>
    </message>
    <message>
        <source>The largest tensor, %1</source>
        <translation>最大のテンソル、%1</translation>
    </message>
    <message>
        <source>A fixed fraction of the model&apos;s size</source>
        <translation>モデルのサイズの一定の割合</translation>
    </message>
    <message>
        <source>The ring of buffers, the same for every model</source>
        <translation>どのモデルでも同じ、バッファーのリング</translation>
    </message>
    <message>
        <source>The size of %1 is %2. A is smaller, because the tensor passes through the ring in parts.</source>
        <translation>%1 は %2 で、分割されて通ります。A はそれより下にあります。</translation>
    </message>
    <message>
        <source>Choose another model above: A does not change.</source>
        <translation>上で別のモデルを選んでください。A は動きません。</translation>
    </message>
    <message>
        <source>Right. The ring&apos;s size is a choice, not a property of the model.</source>
        <translation>正解です。リングのサイズは選択で決まるもので、モデルの性質ではありません。</translation>
    </message>
    <message>
        <source>A device map can name several devices. In this step, the devices are a GPU and a CPU whose limits are smaller than the model, and the disk. Each layer is loaded onto its device in the map, and the layers for the disk are written to an offload folder. In the forward pass, an offloaded layer is copied to the GPU just before the layer runs, and the copy is freed afterwards.</source>
        <translation>デバイスマップには複数のデバイスを指定できます。ここでは、上限がモデルより小さい GPU と CPU、それにディスクです。各レイヤーはそれぞれのデバイスにロードされ、ディスクに属するものはオフロードフォルダーに書き出されます。フォワードパスでは、オフロードされたレイヤーは実行の直前に GPU へ運ばれ、実行後に解放されます。</translation>
    </message>
    <message>
        <source>The total size of the model is %1.</source>
        <translation>モデルは全部で %1 です。</translation>
    </message>
    <message>
        <source>At the end, VRAM contains A and RAM contains B, together less than the model. Where is the rest of the model?</source>
        <translation>最後に、VRAM は A、RAM は B を保持し、合わせてもモデルより少なくなっています。残りはどこにあるのでしょうか。</translation>
    </message>
    <message>
        <source>In the offload folder on the disk</source>
        <translation>ディスク上のオフロードフォルダーの中</translation>
    </message>
    <message>
        <source>The rest is compressed on the GPU</source>
        <translation>GPU 上で圧縮されている</translation>
    </message>
    <message>
        <source>The rest was left out: the model has lost layers</source>
        <translation>除外された: モデルはレイヤーを失った</translation>
    </message>
    <message>
        <source>Right. Offloaded weights need no memory until their layer runs, but need time to be copied whenever the layer runs.</source>
        <translation>正解です。オフロードされた重みは、そのレイヤーが実行されるまでメモリーを使いませんが、実行のたびに時間がかかります。</translation>
    </message>
    <message>
        <source>Nothing is compressed: a weight has the same size on every device.</source>
        <translation>何も圧縮されません。重みのサイズはどのデバイスでも同じです。</translation>
    </message>
    <message>
        <source>No layer is left out: the map names a device for each layer.</source>
        <translation>除外されたレイヤーはありません。マップは、そのそれぞれにデバイスを指定しています。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>GPU 0 240.0 MiB</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>The checkpoint of this lesson is a file of named tensors, the state dict. A checkpoint that is saved during training also contains the state of the optimizer. For a plain load, a program first builds a model of the same shape, with initial weights that will be overwritten. Then the program reads the state dict into memory next to the model. While the model and the state dict both exist, memory contains the model twice.</source>
        <translation>このレッスンのチェックポイントは、名前付きテンソルのファイル、つまり state dict です。学習中に保存されたものには、オプティマイザーの状態も含まれます。普通の方法でロードするには、プログラムはまず、すぐに上書きされる初期の重みを持つ同じ形のモデルを構築し、それからモデルと並べて state dict を読み込みます。両方がある間、メモリーにはモデルが 2 つ分載ります。</translation>
    </message>
    <message>
        <source>Accelerate&apos;s guide calculates %1 billion parameters × %2 bytes = %3 for the model, and another %3 for the state dict (1 GB is 10⁹ bytes). The model of this lesson needs %4 parameters × %2 bytes plus %5 attention masks = %6, and another %6 for the state dict.</source>
        <translation>Accelerate のガイドの計算: %1 × 10 億パラメーター × %2 バイト = モデルに %3、state dict にさらに %3 (1 GB は 10⁹ バイト)。このレッスンのモデル: %4 パラメーター × %2 バイトとアテンションマスク %5 個 = %6、さらに %6。</translation>
    </message>
    <message>
        <source>A: the token embedding, which is only a table</source>
        <translation>A: トークン埋め込み。単なる表だから</translation>
    </message>
    <message>
        <source>B: the attention masks, which are constants</source>
        <translation>B: アテンションマスク。定数だから</translation>
    </message>
    <message>
        <source>Look at point B of the curve: one line of code could compute the bytes at B.</source>
        <translation>B を見てください。これらのバイトは 1 行のコードで計算できます。</translation>
    </message>
    <message>
        <source>The model is built in host memory with initial weights and moved to the GPU. Then the whole state dict is loaded onto the GPU, next to the model. Every tensor is copied from the state dict into the model. After that, the state dict is freed.</source>
        <translation>モデルは、初期の重みでホストメモリー上に構築され、GPU に移されます。次に state dict 全体が、モデルと並んで同じ GPU 上にロードされます。すべてのテンソルが state dict からモデルへコピーされ、その後ようやく state dict が解放されます。</translation>
    </message>
    <message>
        <source>The state dict, next to initial weights that will be overwritten</source>
        <translation>上書きされるだけの初期値と並んで置かれる state dict</translation>
    </message>
    <message>
        <source>The model is built on the host and moved to the GPU, as in the previous step. The state dict remains in host memory. For each tensor of the model, a temporary tensor is created on the GPU, copied into the model and freed. The VRAM curve has two levels: one before the copy, and a higher peak during the copy.</source>
        <translation>モデルは前と同じくホスト上に構築されて GPU に移されますが、state dict はホストメモリーに残ります。モデルのテンソルごとに、GPU 上に一時的なテンソルが順次作られ、所定の場所へコピーされてから解放されます。曲線で注目する高さは 2 つです。コピー前の高さと、コピー中のそれより高いピークです。</translation>
    </message>
    <message>
        <source>B is higher than A. What causes the difference?</source>
        <translation>B は A より高くなっています。この差は何によるものですか。</translation>
    </message>
    <message>
        <source>On the meta device, a model has shapes but no storage, so building the model needs no memory for weights. Then uninitialised memory for the model is allocated on the GPU. The state dict is loaded onto the GPU, next to the model, and copied into the model. The host needs less memory than before, but the GPU does not.</source>
        <translation>meta デバイス上のモデルには形状だけがあってストレージがないので、構築に重み用のメモリーは要りません。次に GPU 上のメモリーが、初期化されずに割り当てられます。state dict は、モデルと並んで同じ GPU 上にロードされ、コピーされます。ホストの負担は減りますが、GPU の負担は減りません。</translation>
    </message>
    <message>
        <source>The state dict is still on the GPU, next to the model</source>
        <translation>state dict が依然として、モデルと並んで同じ GPU 上にある</translation>
    </message>
    <message>
        <source>RSS includes the memory at A and at B. B is host memory that the system cannot reclaim. What kind of memory is A?</source>
        <translation>B は、OS が回収できないホストメモリーです。A のメモリーも RSS に数えられますが、それは何ですか。</translation>
    </message>
    <message>
        <source>The checkpoint is split into several files, the shards. An index specifies which shard contains each tensor. Accelerate maps one safetensors shard after another. With a single device in the device map, the whole shard is copied directly from the pages of the file to that device. With several devices, each tensor is copied to its device in the map. PyTorch .bin shards are first read as a whole into host memory, so the largest shard must fit there.</source>
        <translation>チェックポイントは複数のファイル (シャード) に分割され、どのテンソルがどれにあるかを示すインデックスが付いています。Accelerate は safetensors のシャードを 1 つずつマップします。デバイスマップのデバイスが 1 つだけなら、すべてがファイルのページからそのデバイスへ直接移り、複数なら、各テンソルがそれぞれのデバイスへ移ります。PyTorch の .bin シャードはまずホストメモリーに丸ごと読み込まれるので、最大のシャードが入る空きが必要です。</translation>
    </message>
    <message>
        <source>%1 (a sixth of the model)</source>
        <translation>%1 (モデルの 6 分の 1)</translation>
    </message>
    <message>
        <source>%1 (the model: %2)</source>
        <translation>%1 (モデルは %2)</translation>
    </message>
    <message>
        <source>Each file of this step is a safetensors shard of at most %1.</source>
        <translation>このレッスンのシャードは safetensors 形式で、%1 ごとに分割されています。</translation>
    </message>
    <message>
        <source>The tensors %1 and %2 are larger (%3 each), so each of them has a separate shard.</source>
        <translation>%1 と %2 はどちらも %3 でこれより大きく、それぞれ専用のシャードに入っています。</translation>
    </message>
    <message>
        <source>The limits of this step (%1) are set so that every device gets a part of the model. Accelerate keeps %2 of each limit free for the largest layer. The rest of the model is placed on the disk.</source>
        <translation>このステップの上限 (どのデバイスにも一部が載るように設定): %1。Accelerate は、最大のレイヤーのために、それぞれの %2 を空けておきます。モデルの残りはディスクに置かれます。</translation>
    </message>
</context>
<context>
    <name>stowage::LimitField</name>
    <message>
        <source>Limit of %1</source>
        <translation>%1 の上限</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>不使用</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>default</source>
        <translation>既定</translation>
    </message>
    <message>
        <source>Too large: at most 4 EiB</source>
        <translation>どのデバイスが持つ量よりも多い: 最大 4 EiB</translation>
    </message>
    <message>
        <source>Not a size: type 10GiB, 800MB or a number of bytes</source>
        <translation>サイズではない: 10GiB、800MB、またはバイト数を入力</translation>
    </message>
    <message>
        <source>Lowercase b means bits (8 bits are a byte). Type %1B for bytes</source>
        <translation>ビット: 小文字の b は 8 分の 1 と数える。バイトなら %1B と入力</translation>
    </message>
    <message>
        <source>limits of %1 devices</source>
        <translation>%1 デバイスの上限</translation>
    </message>
    <message>
        <source>Invalid limits: type {0: &quot;10GiB&quot;, &quot;cpu&quot;: &quot;30GiB&quot;}</source>
        <translation>上限ではない: {0: &quot;10GiB&quot;, &quot;cpu&quot;: &quot;30GiB&quot;} と入力</translation>
    </message>
</context>
<context>
    <name>stowage::LiveCharts</name>
    <message>
        <source>predicted</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>Dashed: predicted before the load; times are based on this machine&apos;s measured rates</source>
        <translation>破線: ロード前の予測。時間はこのマシンの実測速度から求めたもの</translation>
    </message>
    <message>
        <source>predicted, by bytes</source>
        <translation>予測 (バイト基準)</translation>
    </message>
    <message>
        <source>Dashed: predicted. The axis shows bytes instead of time, because this machine has not been measured</source>
        <translation>破線: 予測。このマシンが測定されるまで時間が不明なため、軸にはロードが移動するバイト数を示す</translation>
    </message>
    <message>
        <source>Dashed: predicted before the load. Each byte is drawn at the time when it was read, because this machine has not been measured</source>
        <translation>破線: ロード前のバイト基準の予測。このマシンの速度が測定されていなかったため、各バイトを、読まれた時刻に置いている</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>VRAM, predicted</source>
        <translation>VRAM (予測)</translation>
    </message>
    <message>
        <source>RAM of the process, predicted</source>
        <translation>プロセスの RAM (予測)</translation>
    </message>
    <message>
        <source>RAM of the process, measured</source>
        <translation>プロセスの RAM (実測)</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>予約済み</translation>
    </message>
    <message>
        <source>evictable cache</source>
        <translation>追い出し可能なキャッシュ</translation>
    </message>
</context>
<context>
    <name>stowage::LiveFeature</name>
    <message>
        <source>Live</source>
        <translation>ライブ</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>セグメント</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>照合</translation>
    </message>
</context>
<context>
    <name>stowage::LiveFigures</name>
    <message>
        <source>GPU memory simulated</source>
        <translation>GPU はシミュレーション</translation>
    </message>
    <message>
        <source>GPU memory measured</source>
        <translation>GPU は実測</translation>
    </message>
    <message>
        <source>%1; RAM measured as the increase during the load; %2 samples, one every %3 ms.</source>
        <translation>%1、RAM はロード前の水準を超えた分の実測。サンプル %2 個、間隔 %3 ms。</translation>
    </message>
    <message>
        <source>Peak, %1</source>
        <translation>ピーク、%1</translation>
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
        <source>predicted</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>unaccounted</source>
        <translation>未説明</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>シミュレーション</translation>
    </message>
    <message>
        <source>part sim.</source>
        <translation>一部シミュ.</translation>
    </message>
    <message>
        <source>VRAM, %1</source>
        <translation>VRAM (%1)</translation>
    </message>
    <message>
        <source>RAM of the process, %1</source>
        <translation>プロセスの RAM、%1</translation>
    </message>
    <message>
        <source>resident (RSS)</source>
        <translation>常駐 (RSS)</translation>
    </message>
    <message>
        <source>freed, kept by malloc</source>
        <translation>解放済み、malloc が保持</translation>
    </message>
    <message>
        <source>machine: MemAvailable</source>
        <translation>マシン: MemAvailable</translation>
    </message>
    <message>
        <source>machine: cgroup limit</source>
        <translation>マシン: cgroup の上限</translation>
    </message>
    <message>
        <source>Run %1: load with %2</source>
        <translation>実行 %1: ロード (%2)</translation>
    </message>
    <message>
        <source>Time, measured</source>
        <translation>時間 (実測)</translation>
    </message>
    <message>
        <source>Paused, not included</source>
        <translation>一時停止 (計時外)</translation>
    </message>
    <message>
        <source>Time, predicted</source>
        <translation>時間 (予測)</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Bytes read, measured</source>
        <translation>読み取り (実測)</translation>
    </message>
    <message>
        <source>Mean rate, measured</source>
        <translation>平均速度 (実測)</translation>
    </message>
    <message>
        <source>%1, fully loaded at %2</source>
        <translation>%1、%2 に完了</translation>
    </message>
    <message>
        <source>File-backed memory is evictable cache: the kernel can reclaim its pages at any time.</source>
        <translation>ファイルバックは追い出し可能なキャッシュです。カーネルはいつでもそのページを取り戻せます。</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>Read so far</source>
        <translation>それまでに読んだ量</translation>
    </message>
    <message>
        <source>RAM, %1</source>
        <translation>RAM (%1)</translation>
    </message>
    <message>
        <source>The anonymous memory includes %1 from before the load (measured).</source>
        <translation>そのうち %1 はロード前から存在 (実測)。</translation>
    </message>
    <message>
        <source>Predicted load: %1</source>
        <translation>予測: %1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>To be read</source>
        <translation>これから読む量</translation>
    </message>
    <message>
        <source>The RAM shown is in addition to the RAM in use now. The time is unknown until this machine is measured (stowagectl devices --measure). Until then, the axis shows the bytes that the load moves.</source>
        <translation>RAM は、現在ある分に上乗せされます。時間は、このマシンを測定するまで (stowagectl devices --measure) 不明です。軸は、ロードが移動するバイト数を数えます。</translation>
    </message>
    <message>
        <source>The RAM shown is in addition to the RAM in use now. The time is based on the measured rates of this machine.</source>
        <translation>RAM は、現在ある分に上乗せされます。時間は、このマシンの実測速度から求めたものです。</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 トークン</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 トークン</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 トークン/秒</translation>
    </message>
    <message>
        <source>Prefill, %1</source>
        <translation>プリフィル、%1</translation>
    </message>
    <message>
        <source>Decode, %1</source>
        <translation>デコード、%1</translation>
    </message>
    <message>
        <source>Decode rate, measured</source>
        <translation>デコード速度 (実測)</translation>
    </message>
    <message>
        <source>Weights moved</source>
        <translation>移動した重み</translation>
    </message>
    <message>
        <source>Waited for weights</source>
        <translation>重みを待った時間</translation>
    </message>
    <message>
        <source>before</source>
        <translation>前</translation>
    </message>
    <message>
        <source>anonymous</source>
        <translation>匿名</translation>
    </message>
    <message>
        <source>no prefetch</source>
        <translation>先読みなし</translation>
    </message>
    <message>
        <source>prefetch window of %1</source>
        <translation>%1 先まで先読み</translation>
    </message>
    <message>
        <source>1 thread computes</source>
        <translation>1 スレッドで計算</translation>
    </message>
    <message>
        <source>%1 threads compute</source>
        <translation>%1 スレッドで計算</translation>
    </message>
    <message>
        <source>Offloaded layers ran on %1; %2; %3.</source>
        <translation>オフロードされたレイヤーは %1 で実行。%2。%3。</translation>
    </message>
    <message>
        <source>%1; fused attention</source>
        <translation>%1、融合アテンション</translation>
    </message>
    <message>
        <source>%1 The GPUs are simulated; times and RAM are measured.</source>
        <translation>%1 GPU はシミュレーション、時間と RAM は実測。</translation>
    </message>
    <message>
        <source>%1 All figures are measured.</source>
        <translation>%1 すべて実測。</translation>
    </message>
    <message>
        <source>Run %1: forward pass, %2</source>
        <translation>実行 %1: フォワードパス、%2</translation>
    </message>
    <message>
        <source>The predicted time assumes that the host of this virtual machine has not reclaimed free memory.</source>
        <translation>予測時間は、この仮想マシンのホストが空きメモリーを回収していない場合の値です。</translation>
    </message>
    <message>
        <source>%1 of the VRAM is allocated in advance for the tensors that are read next.</source>
        <translation>そのうち %1 は、次に読み込むテンソルのために先に割り当てられています。</translation>
    </message>
</context>
<context>
    <name>stowage::LiveHeader</name>
    <message>
        <source>Step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>アンロード</translation>
    </message>
    <message>
        <source>Unload the weights</source>
        <translation>重みをアンロード</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>追従</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>静止</translation>
    </message>
    <message>
        <source>Release the loaded weights and the cached memory of the devices</source>
        <translation>ロードした重みとデバイスのキャッシュを返す</translation>
    </message>
    <message>
        <source>Follow: keep the newest values in view (or double-click a chart)</source>
        <translation>追従: 実行を表示し続ける (グラフをダブルクリック)</translation>
    </message>
    <message>
        <source>Freeze: stop updating the charts; sampling continues</source>
        <translation>静止: グラフを止める。サンプリングは続く</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Load step by step: pause before the first tensor</source>
        <translation>1 ステップずつロード: 最初のテンソルの前で一時停止</translation>
    </message>
    <message>
        <source>Load one more tensor</source>
        <translation>テンソルをもう 1 つ取り込む</translation>
    </message>
    <message>
        <source>Pause after the current tensor</source>
        <translation>このテンソルの後で一時停止</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100%</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 of %2 tensors</source>
        <translation>%2 テンソル中 %1</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>paused at %1</source>
        <translation>%1 で一時停止中</translation>
    </message>
    <message>
        <source>%1 now</source>
        <translation>現在 %1</translation>
    </message>
    <message>
        <source>, measured</source>
        <translation> (実測)</translation>
    </message>
    <message>
        <source>%1 of %2 is available</source>
        <translation>残り %1 / 全体 %2</translation>
    </message>
    <message>
        <source>%1 left in this phase</source>
        <translation>このフェーズの残り %1</translation>
    </message>
    <message>
        <source>Loaded %1 in %2</source>
        <translation>%1 を %2 でロード</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>1 テンソル</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 テンソル</translation>
    </message>
    <message>
        <source>%1, %2 tied</source>
        <translation>%1、共有 %2</translation>
    </message>
    <message>
        <source> · load method %1 (auto)</source>
        <translation> · %1 (auto) による</translation>
    </message>
    <message>
        <source>Cancelled after %1</source>
        <translation>%1 後にキャンセル</translation>
    </message>
    <message>
        <source>Cancelled before any data was read</source>
        <translation>何も読まないうちにキャンセル</translation>
    </message>
    <message>
        <source>%1 read, no memory remains allocated</source>
        <translation>%1 を読んだが、割り当ては残らない</translation>
    </message>
    <message>
        <source>Unloaded</source>
        <translation>アンロード済み</translation>
    </message>
    <message>
        <source>no memory remains allocated</source>
        <translation>割り当ては何も残らない</translation>
    </message>
    <message>
        <source>Nothing is loaded</source>
        <translation>何もロードされていません</translation>
    </message>
    <message>
        <source>press Load to see VRAM and RAM while the weights are loaded</source>
        <translation>「ロード」を押すと、重みが入ってくる間の VRAM と RAM がグラフに表示されます</translation>
    </message>
    <message>
        <source>the model was built %1: it can be planned but not loaded</source>
        <translation>モデルは %1 判明: プランは可、ロードは不可</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>準備中</translation>
    </message>
    <message>
        <source>devices and LibTorch</source>
        <translation>デバイスと LibTorch</translation>
    </message>
    <message>
        <source>Cancelling</source>
        <translation>キャンセル中</translation>
    </message>
    <message>
        <source>releasing memory</source>
        <translation>メモリーを返却中</translation>
    </message>
    <message>
        <source>Unloading</source>
        <translation>アンロード中</translation>
    </message>
    <message>
        <source>the weights remain loaded</source>
        <translation>重みはロードされたまま</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1 (実測)</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <source>Cancelled after %1, %2 generated</source>
        <translation>%1 後にキャンセル、%2 を生成</translation>
    </message>
    <message>
        <source>Ran in %1</source>
        <translation>%1 で実行</translation>
    </message>
    <message>
        <source>Ran %1 in %2</source>
        <translation>%1 を %2 で実行</translation>
    </message>
    <message>
        <source>Generated %1 in %2</source>
        <translation>%1を %2 で生成</translation>
    </message>
    <message>
        <source>Preparing the run</source>
        <translation>実行を準備中</translation>
    </message>
    <message>
        <source>%1: token %2 of %3</source>
        <translation>%1: トークン %2 / %3</translation>
    </message>
    <message>
        <source>the run stops after the current module</source>
        <translation>2 つのモジュールの間で終了</translation>
    </message>
    <message>
        <source>%1 read at %2</source>
        <translation>%1 を速度 %2 で読み取り</translation>
    </message>
</context>
<context>
    <name>stowage::LivePanel</name>
    <message>
        <source>VRAM, simulated</source>
        <translation>VRAM (模擬)</translation>
    </message>
    <message>
        <source>VRAM, partly simulated</source>
        <translation>VRAM、一部シミュレーション</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>VRAM, measured</source>
        <translation>VRAM (実測)</translation>
    </message>
    <message>
        <source>Live memory</source>
        <translation>ライブメモリー</translation>
    </message>
    <message>
        <source>1 sample is missing from the curves. %1</source>
        <translation>曲線には 1 サンプルが欠けています。%1</translation>
    </message>
    <message>
        <source>%1 samples are missing from the curves. %2</source>
        <translation>曲線には %1 サンプルが欠けています。%2</translation>
    </message>
    <message>
        <source>At the crosshair</source>
        <translation>十字線の位置</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>現在</translation>
    </message>
</context>
<context>
    <name>stowage::LoadController</name>
    <message>
        <source>The memory that other programs use on %1 is measured; this value can be set only for simulated GPUs.</source>
        <translation>他のプログラムが %1 で保持する量は実測されます。設定できるのはシミュレートされた GPU だけです。</translation>
    </message>
    <message>
        <source>Other programs cannot use %1 of memory on %2. The capacity of the GPU is %3, and the driver&apos;s context uses %4. Choose at most %5.</source>
        <translation>他のプログラムが %2 の %1 を保持することはできません。容量 %3 のうち、コンテキストが %4 を使います。最大で %5 を選んでください。</translation>
    </message>
    <message>
        <source>Nothing can be loaded yet; open a model first.</source>
        <translation>まだ何もロードできません。先にモデルを開いてください。</translation>
    </message>
    <message>
        <source>The loaded model is running; wait for the run to end, or cancel the run first.</source>
        <translation>ロードされたモデルを実行中です。実行が終わるのを待つか、先にキャンセルしてください。</translation>
    </message>
    <message>
        <source>The device %1 no longer exists.</source>
        <translation>%1 はもうありません。</translation>
    </message>
    <message>
        <source>The load was cancelled.</source>
        <translation>ロードはキャンセルされました。</translation>
    </message>
</context>
<context>
    <name>stowage::LoadFeature</name>
    <message>
        <source>RAM limit…</source>
        <translation>RAM 上限…</translation>
    </message>
    <message>
        <source>RAM limit: %1…</source>
        <translation>RAM 上限: %1…</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Load tensor by tensor</source>
        <translation>ロードをテンソルごとに進める</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>アンロード</translation>
    </message>
    <message>
        <source>Release the loaded weights and the cached memory of the devices</source>
        <translation>ロードした重みとデバイスのキャッシュを返す</translation>
    </message>
    <message>
        <source>Empty cache</source>
        <translation>キャッシュを空に</translation>
    </message>
    <message>
        <source>Release memory that the allocators have reserved but no tensor uses, like torch.cuda.empty_cache</source>
        <translation>アロケーターが保持し、どのテンソルも使っていないものを返す (torch.cuda.empty_cache と同じ)</translation>
    </message>
    <message>
        <source>Reset peaks</source>
        <translation>ピークをリセット</translation>
    </message>
    <message>
        <source>Reset the peak figures to the current values; not available during a load</source>
        <translation>最高値を今から数え直す。ロード中は不可</translation>
    </message>
    <message>
        <source>Verify after loading</source>
        <translation>ロード後に検証</translation>
    </message>
    <message>
        <source>Compare every loaded byte with the file</source>
        <translation>ロードしたすべてのバイトをファイルと比較</translation>
    </message>
    <message>
        <source>Apply to the loaded model</source>
        <translation>ロード済みのものに適用</translation>
    </message>
    <message>
        <source>Move the weights that the edited plan places on another device; all other weights remain on their device</source>
        <translation>編集したプランが別の場所に置くものを移動する。ほかはすべてその場に残る</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Load method</source>
        <translation>ロード方式</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>RAM 上限</translation>
    </message>
    <message>
        <source>Maximum RAM for a load, for example 4GiB. Leave the field empty to allow all RAM of the machine.
The limit applies to the anonymous and shared memory that the load adds. It does not include
pages of mapped files, which the system can reclaim, or pages that back simulated GPUs.</source>
        <translation>ロードが保持してよい RAM の最大量。4GiB のように入力。空欄なら、マシンが持つ量。
ロード前の水準を超えた匿名メモリーと共有メモリーを数える。マップされたファイルのページは、
システムが取り戻すため数えない。シミュレートされた GPU の裏のページも数えない。</translation>
    </message>
    <message>
        <source>%1 was not loaded: %2</source>
        <translation>%1 のロード: %2</translation>
    </message>
    <message>
        <source>Load with %1</source>
        <translation>%1 でロード</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Release the weights of %1 and the cached memory of the devices</source>
        <translation>%1 の重みとデバイスのキャッシュを返す</translation>
    </message>
    <message>
        <source>The loaded model is running; wait for the run to end, or cancel the run first</source>
        <translation>ロードされたモデルを実行中。実行が終わるのを待つか、先にキャンセルしてください</translation>
    </message>
    <message>
        <source>Unload %1, then load the weights onto the devices of the plan</source>
        <translation>%1 をアンロードし、それから重みをプランの配置先にロードする</translation>
    </message>
    <message>
        <source>Load the weights onto the devices of the plan</source>
        <translation>重みをプランの配置先にロードする</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>準備中…</translation>
    </message>
    <message>
        <source>Loading, %1 %</source>
        <translation>ロード中、%1%</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>ロード中…</translation>
    </message>
    <message>
        <source>Paused, %1 %</source>
        <translation>一時停止中、%1%</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>キャンセル中…</translation>
    </message>
    <message>
        <source>Unloading…</source>
        <translation>アンロード中…</translation>
    </message>
</context>
<context>
    <name>stowage::LoadHistory</name>
    <message>
        <source>The record file %1 cannot be removed: %2.</source>
        <translation>%1 を削除できません: %2。</translation>
    </message>
    <message>
        <source>The note could not be saved: %1</source>
        <translation>メモが保存されません: %1</translation>
    </message>
    <message>
        <source>The record could not be saved: the folder %1 could not be created.</source>
        <translation>記録が保存されません: フォルダー %1 を作成できません。</translation>
    </message>
    <message>
        <source>The record could not be saved: %1</source>
        <translation>記録が保存されません: %1</translation>
    </message>
    <message>
        <source>A record could not be read and was left unchanged: %1</source>
        <translation>記録はそのままにします: %1</translation>
    </message>
    <message>
        <source>%1 records could not be read and were left unchanged. The first error is: %2</source>
        <translation>%1 件の記録はそのままにします。最初のもの: %2</translation>
    </message>
    <message>
        <source>At most %1 record files are shown; %2 older files in %3 were not read.</source>
        <translation>表示するのは最大 %1 ファイルです。%3 にある、それより古い %2 ファイルは読み込まれません。</translation>
    </message>
    <message>
        <source>1 record exported to %1.</source>
        <translation>1 件の記録を %1 にエクスポートしました。</translation>
    </message>
    <message>
        <source>%1 records exported to %2.</source>
        <translation>%1 件の記録を %2 にエクスポートしました。</translation>
    </message>
    <message>
        <source>At most %1 records are stored; an old record, from %2, was removed. Records without a note are removed first.</source>
        <translation>記録は最大 %1 件保存されます。%2 の古い記録を削除しました。メモのない記録から先に削除されます。</translation>
    </message>
</context>
<context>
    <name>stowage::LoadHistoryModel</name>
    <message>
        <source>Peak of anonymous memory above the level at the start, %1: %2</source>
        <translation>前の水準を超えた匿名メモリー、%1: %2</translation>
    </message>
    <message>
        <source>measured from outside the process</source>
        <translation>外部から実測</translation>
    </message>
    <message>
        <source>measured by the process itself</source>
        <translation>自身で実測</translation>
    </message>
    <message>
        <source>Measured minus predicted, for the GPU peak with the largest error, for the peak of anonymous RAM, and for the time</source>
        <translation>実測から予測を引いた値: 全 GPU のピークのうち最大のもの、ホストの匿名ピーク、時間</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日付</translation>
    </message>
    <message>
        <source>When the load, run or chain of models ended</source>
        <translation>終了した日時</translation>
    </message>
    <message>
        <source>%1 UTC</source>
        <translation>%1 UTC</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>Your note</source>
        <translation>自分で書いたもの</translation>
    </message>
    <message>
        <source>Double-click or press F2 to write a note</source>
        <translation>ダブルクリックまたは F2 でメモを書く</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>A load, a run of a loaded model, or a chain of models (one after another on one device)</source>
        <translation>ロード、ロード済みモデルの実行、またはモデルのチェーン</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Load method</source>
        <translation>ロード方式</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>プラン</translation>
    </message>
    <message>
        <source>Strategy, and the devices of the device map</source>
        <translation>戦略と、そのマップのデバイス</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Time of the load or run, measured</source>
        <translation>ロードまたは実行の時間 (実測)</translation>
    </message>
    <message>
        <source>VRAM peak by GPU</source>
        <translation>GPU 別の VRAM ピーク</translation>
    </message>
    <message>
        <source>Highest allocated memory, GPU 0 first</source>
        <translation>割り当て済みメモリーの最高値、GPU 0 から順</translation>
    </message>
    <message>
        <source>RAM, anon.</source>
        <translation>RAM (匿名)</translation>
    </message>
    <message>
        <source>Peak of the anonymous memory of the process above the level at the start</source>
        <translation>前の水準を超えた、プロセスの匿名メモリーの最高値</translation>
    </message>
    <message>
        <source>Measured minus predicted</source>
        <translation>実測 − 予測</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>検証済み</translation>
    </message>
    <message>
        <source>Whether every loaded byte matches the file</source>
        <translation>ロードしたすべてのバイトをファイルと比較したもの</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>How the load, run or chain of models ended</source>
        <translation>どう終わったか</translation>
    </message>
</context>
<context>
    <name>stowage::LoadHistoryPanel</name>
    <message>
        <source>Overlay in Live</source>
        <translation>ライブに重ねる</translation>
    </message>
    <message>
        <source>Overlay the selected records&apos; curves on the live charts</source>
        <translation>選択した記録の曲線をライブのグラフに重ねる</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>インポート…</translation>
    </message>
    <message>
        <source>Read records that stowagectl wrote (load, run or compare with --json)</source>
        <translation>stowagectl の load、run、compare --json が書いたものを読み込む</translation>
    </message>
    <message>
        <source>Predicted and Measured…</source>
        <translation>予測と実測…</translation>
    </message>
    <message>
        <source>Compare all loads and runs with their predictions</source>
        <translation>すべてのロードと実行を、その予測と並べて表示</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>エクスポート…</translation>
    </message>
    <message>
        <source>Write the selected records as CSV or JSON</source>
        <translation>選択した記録を CSV または JSON で書き出す</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Delete the selected records (Del)</source>
        <translation>選択した記録を削除 (Del)</translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation>削除を元に戻す</translation>
    </message>
    <message>
        <source>Search the records</source>
        <translation>記録を検索</translation>
    </message>
    <message>
        <source>Search model, note, plan, device</source>
        <translation>モデル、メモ、プラン、デバイスを検索</translation>
    </message>
    <message>
        <source>Finds records that contain all words in the model, path, note, plan, device, method, state or date</source>
        <translation>記録にすべて含まれる語: モデル、パス、メモ、プラン、デバイス、方式、状態、または日付</translation>
    </message>
    <message>
        <source>Kind of the records</source>
        <translation>記録の種類</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>すべての種類</translation>
    </message>
    <message>
        <source>Loads</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Chains</source>
        <translation>チェーン</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>記録</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲線</translation>
    </message>
    <message>
        <source>Curves of the selected records, overlaid</source>
        <translation>選択した記録の曲線を重ねたもの</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>詳細</translation>
    </message>
    <message>
        <source>All stored data of one record</source>
        <translation>1 つの記録に保存されているすべて</translation>
    </message>
    <message>
        <source>Select one or several records to see their curves.</source>
        <translation>1 つまたは複数の記録を選択すると、その曲線が表示されます。</translation>
    </message>
    <message>
        <source>%1 of %2 records</source>
        <translation>%2 件中 %1 件</translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>1 件の記録</translation>
    </message>
    <message>
        <source>%1 records</source>
        <translation>%1 件の記録</translation>
    </message>
    <message>
        <source>There are no records yet. This table lists every load, run and chain of models, and each load method of a comparison.</source>
        <translation>まだ何も保存されていません。すべてのロード、すべての実行、すべてのチェーン、比較したすべての方式がここに並びます。</translation>
    </message>
    <message>
        <source>No record matches all words of the search and the selected kind.</source>
        <translation>これらの語をすべて含み、この種類に当たる記録はありません。</translation>
    </message>
    <message>
        <source>Restore the deleted record</source>
        <translation>削除した記録を戻す</translation>
    </message>
    <message>
        <source>Restore the %1 deleted records</source>
        <translation>削除した %1 件の記録を戻す</translation>
    </message>
    <message>
        <source>1 record deleted.</source>
        <translation>1 件の記録を削除しました。</translation>
    </message>
    <message>
        <source>%1 records deleted.</source>
        <translation>%1 件の記録を削除しました。</translation>
    </message>
</context>
<context>
    <name>stowage::LoadPresetFields</name>
    <message>
        <source>Cap</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>The number of GPUs</source>
        <translation>GPU の数</translation>
    </message>
    <message>
        <source>use the device</source>
        <translation>デバイスを選択:</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>the simulated GPUs</source>
        <translation>シミュレートされた GPU</translation>
    </message>
    <message>
        <source>Number of GPUs</source>
        <translation>GPU の数</translation>
    </message>
    <message>
        <source>Cap of each GPU</source>
        <translation>各 GPU の上限</translation>
    </message>
    <message>
        <source>Smallest GPU</source>
        <translation>最小の GPU</translation>
    </message>
    <message>
        <source>Uses the capacity of the smallest of these GPUs as the cap</source>
        <translation>これらの GPU のうち最小のものの容量を上限とする</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <source>Number of GPUs, 1 to %1; the plan uses the GPUs with the lowest numbers</source>
        <translation>1 から %1: 番号の小さい GPU から使う</translation>
    </message>
    <message>
        <source>Cap: type the size that applies to each GPU, such as 10GiB.</source>
        <translation>上限: 各 GPU のサイズを 10GiB のように入力してください。</translation>
    </message>
</context>
<context>
    <name>stowage::LoadRecordCharts</name>
    <message>
        <source>GPU whose curves are shown</source>
        <translation>曲線を表示する GPU</translation>
    </message>
    <message>
        <source>All GPUs</source>
        <translation>すべての GPU</translation>
    </message>
    <message>
        <source>VRAM, simulated</source>
        <translation>VRAM (模擬)</translation>
    </message>
    <message>
        <source>VRAM, measured</source>
        <translation>VRAM (実測)</translation>
    </message>
    <message>
        <source>Anon. RAM, measured</source>
        <translation>匿名 RAM (実測)</translation>
    </message>
</context>
<context>
    <name>stowage::LoadRecordDetails</name>
    <message>
        <source>not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>recorded in the window</source>
        <translation>ウィンドウで</translation>
    </message>
    <message>
        <source>loaded in a separate process to compare load methods</source>
        <translation>比較、独立したプロセスで</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>インポート済み</translation>
    </message>
    <message>
        <source>page cache cold</source>
        <translation>ページキャッシュはコールド</translation>
    </message>
    <message>
        <source>page cache warm</source>
        <translation>ページキャッシュはウォーム</translation>
    </message>
    <message>
        <source>page cache unchanged</source>
        <translation>ページキャッシュはそのまま</translation>
    </message>
    <message>
        <source>Loaded %1 (1 tensor)</source>
        <translation>%1 (1 テンソル) をロード</translation>
    </message>
    <message>
        <source>Loaded %1 (%2 tensors)</source>
        <translation>%1 (%2 テンソル) をロード</translation>
    </message>
    <message>
        <source>State: %1</source>
        <translation>状態: %1</translation>
    </message>
    <message>
        <source>Measured minus predicted: %1</source>
        <translation>実測 − 予測: %1</translation>
    </message>
    <message>
        <source>Unaccounted memory (measured minus explained): %1</source>
        <translation>未説明 (実測から説明済みを引いた値): %1</translation>
    </message>
    <message>
        <source>Plan: %1; limits: %2</source>
        <translation>プラン: %1、上限: %2</translation>
    </message>
    <message>
        <source>Digest of the headers: %1</source>
        <translation>ヘッダーのダイジェスト: %1</translation>
    </message>
    <message>
        <source>%1 UTC, %2, %3</source>
        <translation>%1 UTC、%2、%3</translation>
    </message>
    <message>
        <source>Verified: every byte matches the file</source>
        <translation>検証済み: すべてのバイトがファイルと一致</translation>
    </message>
    <message>
        <source>Verification failed: some bytes differ from the file</source>
        <translation>検証に失敗: 一部のバイトがファイルと相違</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>メモ: %1</translation>
    </message>
    <message>
        <source>Phases, passes or models</source>
        <translation>フェーズ、パス、またはモデル</translation>
    </message>
    <message>
        <source>Details of the record</source>
        <translation>記録の詳細</translation>
    </message>
    <message>
        <source>No record is selected</source>
        <translation>選択された記録はありません</translation>
    </message>
    <message>
        <source>Select one record to see its plan, its outcome and its times.</source>
        <translation>記録を 1 つ選択すると、そのプラン、終わり方、時間が表示されます。</translation>
    </message>
    <message>
        <source>%1, a chain</source>
        <translation>%1、チェーン</translation>
    </message>
    <message>
        <source>%1, run after loading with %2</source>
        <translation>%1、%2 でロードしての実行</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>prompt, 1 token</source>
        <translation>プロンプト、1 トークン</translation>
    </message>
    <message>
        <source>prompt, %1 tokens</source>
        <translation>プロンプト、%1 トークン</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>トークン %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>他 %1 件</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>所要時間</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>回数</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>移動量</translation>
    </message>
    <message>
        <source>In</source>
        <translation>移動時間</translation>
    </message>
    <message>
        <source>All calls</source>
        <translation>全呼び出し</translation>
    </message>
    <message>
        <source>Phase, peaks in %1</source>
        <translation>フェーズ、ピーク (%1)</translation>
    </message>
    <message>
        <source>RAM, anon.</source>
        <translation>RAM (匿名)</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1, %2 read from files</source>
        <translation>%1、ファイルから %2 を読み取り</translation>
    </message>
    <message>
        <source>%1 (predicted %2)</source>
        <translation>%1 (予測 %2)</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 (%2 で)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>How the load, run or chain of models ended</source>
        <translation>どう終わったか</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>由来</translation>
    </message>
    <message>
        <source>%1 records are selected</source>
        <translation>%1 件の記録を選択しています</translation>
    </message>
</context>
<context>
    <name>stowage::LoadedNote</name>
    <message>
        <source>The model on the board was opened later and is not loaded.</source>
        <translation>ボードは、その後に開いたものを示しています。そのうちロードされているものはありません。</translation>
    </message>
    <message>
        <source>The loaded model is %1, so a run uses it. The model on the board, %2, is not loaded.</source>
        <translation>「実行」は %1 に対して働きます。ボードは %2 のプランを示しており、そのうちロードされているものはありません。</translation>
    </message>
    <message>
        <source>The board shows the plan of %1.</source>
        <translation>ボードは %1 のプランを示しています。</translation>
    </message>
    <message>
        <source>1 of %1 blocks is on a different device than the board shows.</source>
        <translation>%1 ブロック中 1 個が、表示とは別の場所にあります。</translation>
    </message>
    <message>
        <source>%1 of %2 blocks are on different devices than the board shows.</source>
        <translation>%2 ブロック中 %1 個が、表示とは別の場所にあります。</translation>
    </message>
    <message>
        <source>The plan on the board uses other dtypes than the load.</source>
        <translation>表示中のプランは型が異なります。</translation>
    </message>
    <message>
        <source>The plan on the board uses other GPUs than the load.</source>
        <translation>表示中のプランの GPU は別のものです。</translation>
    </message>
    <message>
        <source>The plan on the board handles offloaded buffers differently from the load.</source>
        <translation>表示中のプランは、オフロードされたバッファーの扱いが異なります。</translation>
    </message>
    <message>
        <source>%1 is loaded with another plan</source>
        <translation>%1 は別のプランでロードされています</translation>
    </message>
    <message>
        <source>%1 is being loaded with another plan</source>
        <translation>%1 は別のプランでロード中です</translation>
    </message>
    <message>
        <source>The loaded model %1 was opened earlier</source>
        <translation>%1 は以前に開いたときの状態でロードされています</translation>
    </message>
    <message>
        <source>The model being loaded, %1, was opened earlier</source>
        <translation>%1 は以前に開いたときの状態でロード中です</translation>
    </message>
    <message>
        <source>%1 is loaded, not %2</source>
        <translation>%2 ではなく %1 がロードされています</translation>
    </message>
    <message>
        <source>%1 is being loaded, not %2</source>
        <translation>%2 ではなく %1 をロード中です</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>%1 をロード</translation>
    </message>
    <message>
        <source>Load again</source>
        <translation>再ロード</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>アンロード</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>The loaded model is running; wait for the run to end, or cancel the run first</source>
        <translation>ロードされたモデルを実行中。実行が終わるのを待つか、先にキャンセルしてください</translation>
    </message>
    <message>
        <source>Unload %1 and load the plan on the board</source>
        <translation>%1 をアンロードし、表示中のものをロード</translation>
    </message>
    <message>
        <source>Unload %1</source>
        <translation>%1 をアンロード</translation>
    </message>
</context>
<context>
    <name>stowage::LogPanel</name>
    <message>
        <source>Pasted memory figures of another program</source>
        <translation>別のプログラムがメモリーについて出力した内容</translation>
    </message>
    <message>
        <source>Figures of the pasted text compared with the figures of the plan</source>
        <translation>出力された数値とプランの数値</translation>
    </message>
    <message>
        <source>Paste PyTorch&apos;s out-of-memory error or memory summary, or the start-up lines of vLLM, SGLang or llama.cpp. Stowage compares each figure with the figure of the plan.</source>
        <translation>PyTorch のメモリー不足エラーやメモリーサマリー、または vLLM、SGLang、llama.cpp の起動時の行を貼り付けると、各数値がプランの数値と並べられます。</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) with figures were not read.</source>
        <translation>
            <numerusform>数値を含む %n 行は読み取られませんでした。</numerusform>
        </translation>
    </message>
    <message>
        <source>This table shows the figures of the pasted text next to the figures of the plan.</source>
        <translation>その数値が、プランの数値と並べてここに表示されます。</translation>
    </message>
    <message>
        <source>The text contains no figures that Stowage can read.</source>
        <translation>テキストの中に、ここで知られているプログラムの数値は見つかりませんでした。</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>Printed</source>
        <translation>出力</translation>
    </message>
    <message>
        <source>The plan&apos;s</source>
        <translation>プラン</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差</translation>
    </message>
</context>
<context>
    <name>stowage::LogWindow</name>
    <message>
        <source>Messages of the program</source>
        <translation>プログラムが報告したこと</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>ログ</translation>
    </message>
    <message>
        <source>Nothing has been reported yet.</source>
        <translation>まだ何も報告されていません。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Copy the selection, or the whole log</source>
        <translation>選択したもの、またはすべてをコピー</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>名前を付けて保存…</translation>
    </message>
    <message>
        <source>The whole log was copied.</source>
        <translation>すべてをコピーしました。</translation>
    </message>
    <message>
        <source>The selection was copied.</source>
        <translation>選択したものをコピーしました。</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>%1 として保存しました。</translation>
    </message>
</context>
<context>
    <name>stowage::Machine</name>
    <message>
        <source>stowagectl %1</source>
        <translation>stowagectl %1</translation>
    </message>
    <message>
        <source>stowagectl %1, newer than this program</source>
        <translation>stowagectl %1 (このプログラムより新しい)</translation>
    </message>
    <message>
        <source>stowagectl %1, older than this program</source>
        <translation>stowagectl %1 (このプログラムより古い)</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未接続</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>接続中</translation>
    </message>
    <message>
        <source>Connected: %1 on %2</source>
        <translation>接続済み: %1、%2</translation>
    </message>
    <message>
        <source>The model on %1 cannot be opened: %2</source>
        <translation>%1 のモデルを開けません: %2</translation>
    </message>
    <message>
        <source>The machine was disconnected.</source>
        <translation>切断されました。</translation>
    </message>
</context>
<context>
    <name>stowage::MachineConnection</name>
    <message>
        <source>Type the name that ssh uses for the machine, for example gpu1 or me@gpu1.example.org.</source>
        <translation>マシンの名前を、gpu1 や me@gpu1.example.org のように、ssh での名前で入力してください。</translation>
    </message>
    <message>
        <source>The name of a machine cannot begin with a dash or contain spaces.</source>
        <translation>マシンの名前は、ダッシュで始めることも、空白を含めることもできません。</translation>
    </message>
    <message>
        <source>The program %1 could not be started: %2.</source>
        <translation>%1 を起動できませんでした: %2。</translation>
    </message>
    <message>
        <source>The machine %1 is not connected.</source>
        <translation>%1 に接続されていません。</translation>
    </message>
    <message>
        <source>The machine %1 sent more data at once than an answer of stowagectl can contain.</source>
        <translation>%1 が一度に送ってきた量が、stowagectl の応答としては多すぎます。</translation>
    </message>
    <message>
        <source>The machine %1 sent a line that is not an answer of stowagectl: “%2”.</source>
        <translation>%1 が、stowagectl の応答ではない行を送ってきました: 「%2」。</translation>
    </message>
    <message>
        <source>The stowagectl on %1 is newer than this program and uses another protocol: install the newer version on this machine.</source>
        <translation>%1 の stowagectl はこのプログラムより新しく、問い合わせ方が異なります。同じバージョンをこのマシンにインストールしてください。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation>%1 との接続が切れました。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost: “%2”.</source>
        <translation>%1 との接続が切れました: 「%2」。</translation>
    </message>
    <message>
        <source>stowagectl was not found on %1: install Stowage on that machine, with stowagectl on the PATH or in ~/.local/bin.</source>
        <translation>%1 に stowagectl がありません。PATH または ~/.local/bin に入るように、そのマシンに Stowage をインストールしてください。</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2 exited with status %3.</source>
        <translation>%1 に到達できません: %2 がステータス %3 で終了しました。</translation>
    </message>
    <message>
        <source>%1 cannot be reached: “%2”.</source>
        <translation>%1 に到達できません: 「%2」。</translation>
    </message>
    <message>
        <source>%1 was disconnected.</source>
        <translation>%1 を切断しました。</translation>
    </message>
    <message>
        <source>stowagectl does not start on %1: “%2”.</source>
        <translation>%1 で stowagectl が起動しません: 「%2」</translation>
    </message>
    <message>
        <source>The stowagectl on %1 is too old for this program, which needs version %2 of the protocol: install this version of Stowage on that machine.</source>
        <translation>%1 の stowagectl は、プロトコルのバージョン %2 を必要とするこのプログラムには古すぎます。そのマシンにこのバージョンの Stowage をインストールしてください。</translation>
    </message>
</context>
<context>
    <name>stowage::MachineLinksTable</name>
    <message>
        <source>Type a rate in bytes per second, for example 1.25GB/s, or in bits per second with a small b, for example 10Gb/s.</source>
        <translation>速度は、1.25GB/s のように 1 秒あたりのバイト数で、または 10Gb/s のように小文字の b を使ってビット数で入力します。</translation>
    </message>
    <message>
        <source>Type a latency of at most 10 s, for example 200us, 0.5ms or 1s.</source>
        <translation>レイテンシーは、200us、0.5ms、1s のように、最大 10 s で入力します。</translation>
    </message>
    <message>
        <source>Links between machines</source>
        <translation>マシン間のリンク</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>レイテンシー</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出所</translation>
    </message>
    <message>
        <source>Any two machines</source>
        <translation>任意の 2 台のマシン</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1、%2: %3</translation>
    </message>
    <message>
        <source>given</source>
        <translation>指定</translation>
    </message>
    <message>
        <source>assumed: 10 Gbit/s Ethernet</source>
        <translation>仮定 (10 Gbit/s イーサネット)</translation>
    </message>
    <message>
        <source>as for “Any two machines”</source>
        <translation>「任意の 2 台のマシン」と同じ</translation>
    </message>
</context>
<context>
    <name>stowage::MachinesFeature</name>
    <message>
        <source>Add Machine…</source>
        <translation>マシンを追加…</translation>
    </message>
    <message>
        <source>Add another machine, reachable over ssh, that loads and runs models</source>
        <translation>ssh で到達でき、モデルをロードし実行する別のマシン</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>Add a machine</source>
        <translation>マシンの追加</translation>
    </message>
    <message>
        <source>The name that ssh uses for the machine, for example gpu1 or me@gpu1.example.org. If stowagectl is missing
on that machine, “Install There…” can copy it. Only the name is stored. Stowage connects only when you request it.</source>
        <translation>gpu1 や me@gpu1.example.org のような、ssh での名前。そのマシンに Stowage がインストールされている必要があります。
ここに保存されるのは名前だけで、指示するまでは何にも接続しません。</translation>
    </message>
    <message>
        <source>Reading the headers of a model on %1…</source>
        <translation>%1 のモデルのヘッダーを読み取り中…</translation>
    </message>
    <message>
        <source>Open a model on %1 first.</source>
        <translation>先に %1 のモデルを開いてください。</translation>
    </message>
    <message>
        <source>A load on %1 cannot use real and simulated GPUs together: remove one kind of GPU from the plan.</source>
        <translation>%1 がロードできるのは、自身の GPU かシミュレートされた GPU のどちらかで、両方にはできません。一方の種類をプランから除いてください。</translation>
    </message>
    <message>
        <source>Only one installation can run at a time: wait until the current installation is finished.</source>
        <translation>インストール中のものがあります。終わるまでお待ちください。</translation>
    </message>
    <message>
        <source>stowagectl cannot be copied: no stowagectl was found next to this program.</source>
        <translation>このプログラムの隣に、コピーする stowagectl がありません。</translation>
    </message>
    <message>
        <source>Copy this program&apos;s stowagectl (%1) to %2, into ~/.local? Everything else that stowagectl needs, including LibTorch for loads, must already be installed on that machine.</source>
        <translation>このプログラムの stowagectl (%1) を %2 の ~/.local にコピーしますか。そのほかに必要なもの (ロードには LibTorch) は、そこになければなりません。</translation>
    </message>
    <message>
        <source>Install stowagectl</source>
        <translation>そこにインストール</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Run in Stages…</source>
        <translation>ステージに分けて実行…</translation>
    </message>
    <message>
        <source>Open a model with weights first.</source>
        <translation>先に、重みのあるモデルを開いてください。</translation>
    </message>
    <message>
        <source>The loaded model is not the one shown: unload it first.</source>
        <translation>表示中のものとは別のモデルがロードされています。先にアンロードしてください。</translation>
    </message>
    <message>
        <source>Stowage is still checking whether this model can be run.</source>
        <translation>このモデルを実行できるかどうかを調べています。</translation>
    </message>
    <message>
        <source>A run in stages needs a model with at least two layers.</source>
        <translation>ステージはレイヤーを分けるものですが、このモデルのレイヤーは 1 つだけです。</translation>
    </message>
    <message>
        <source>Run the layers of %1 in several processes, on this machine and on other machines</source>
        <translation>%1 のレイヤーを、このマシンと別のマシンで、複数のプロセスに分けて実行</translation>
    </message>
    <message>
        <source>The adapter %1 is on this machine, but the model is on %2. Copy the adapter to that machine, remove the local adapter from the plan, and add the copy (File ▸ Plan Together With).</source>
        <translation>アダプター %1 はこのマシンにあり、モデルは %2 にあります。アダプターを %2 にコピーし、このアダプターを除いてから、コピーしたものを追加してください (ファイル ▸ 一緒にプラン)。</translation>
    </message>
    <message>
        <source>Connect to %1 first: adapters and other files for the model are chosen on that machine.</source>
        <translation>先に %1 に接続してください。モデルと一緒に使うものは、モデルのあるそのマシンで選びます。</translation>
    </message>
    <message>
        <source>The additional model %1 is on this machine, but the open model is on %2. Copy the additional model to that machine, remove the local one from the plan, and add the copy (File ▸ Plan Together With).</source>
        <translation>追加のモデル %1 はこのマシンにあり、開いているモデルは %2 にあります。追加のモデルを %2 にコピーし、このモデルを除いてから、コピーしたものを追加してください (ファイル ▸ 一緒にプラン)。</translation>
    </message>
    <message>
        <source>The module tree %1 is on this machine, but the model is on %2. Copy the module tree to that machine, and compare the keys with the copy (Model facts ▸ Keys).</source>
        <translation>モジュールツリー %1 はこのマシンにあり、モデルは %2 にあります。ツリーを %2 にコピーし、キーをそのツリーと突き合わせてください (モデル情報 ▸ キー)。</translation>
    </message>
    <message>
        <source>Remove a machine</source>
        <translation>マシンの削除</translation>
    </message>
    <message>
        <source>Remove %1? Loads and runs that you started on that machine are stopped, and their memory is released.</source>
        <translation>%1 を削除しますか？ そこで読み込まれたものや実行中のものは終わり、すべて解放されます。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
</context>
<context>
    <name>stowage::MachinesPanel</name>
    <message>
        <source>simulated</source>
        <translation>シミュレーション</translation>
    </message>
    <message>
        <source>real</source>
        <translation>実機</translation>
    </message>
    <message>
        <source>During a load on the machine, this area shows the measured curves.</source>
        <translation>そのマシンにロードされるものの曲線が、測定に従ってここに描かれます。</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>Add Machine…</source>
        <translation>マシンを追加…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Progress of the load</source>
        <translation>マシンでのロードの進み具合</translation>
    </message>
    <message>
        <source>Devices of the machine</source>
        <translation>マシンのデバイス</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空き</translation>
    </message>
    <message>
        <source>Used by others</source>
        <translation>他が使用</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>接続</translation>
    </message>
    <message>
        <source>Open Model There…</source>
        <translation>マシンのモデルを開く…</translation>
    </message>
    <message>
        <source>Simulated GPUs of the machine</source>
        <translation>マシンのシミュレートされた GPU</translation>
    </message>
    <message>
        <source>Real GPUs</source>
        <translation>マシン自身の GPU</translation>
    </message>
    <message>
        <source>GPUs to simulate on a machine without a card, for example 24GiB or 2GiB*2; leave the field empty to use the machine&apos;s real GPUs</source>
        <translation>カードのないマシンでシミュレートする GPU (24GiB や 2GiB*2 の形)。空欄ならマシン自身のもの</translation>
    </message>
    <message>
        <source>Load There</source>
        <translation>マシンでロード</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Run There</source>
        <translation>マシンで実行</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>プロンプト</translation>
    </message>
    <message>
        <source>Prompt: text or tokens (15496,11,995)</source>
        <translation>プロンプト: 15496,11,995 またはテキスト</translation>
    </message>
    <message>
        <source>Tokens to generate</source>
        <translation>生成するトークン</translation>
    </message>
    <message>
        <source>Add a machine that you can reach over ssh and that has stowagectl. This window can then load and run models on that machine.</source>
        <translation>ssh で到達でき、stowagectl があるマシンは、このウィンドウのためにモデルをロードし実行できます。追加してください。</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>The remote machine is planning the load.</source>
        <translation>そのマシンでプラン中です。</translation>
    </message>
    <message>
        <source>%1: %2 of %3, %4</source>
        <translation>%1: %2 / %3、%4</translation>
    </message>
    <message>
        <source>Paused. %1</source>
        <translation>一時停止中。%1</translation>
    </message>
    <message>
        <source>The remote machine is loading and running the model. The tokens are shown at the end of the run.</source>
        <translation>そのマシンでロードし、実行しています。トークンは最後に届きます。</translation>
    </message>
    <message>
        <source>The load or run on the remote machine is stopping, and its memory is being released.</source>
        <translation>そのマシンで終了中です。すべて返されます。</translation>
    </message>
    <message>
        <source>Add a machine first.</source>
        <translation>先にマシンを追加してください。</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>切断</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>再接続</translation>
    </message>
    <message>
        <source>Close the connection; models loaded on the machine are released</source>
        <translation>接続を終える。そのマシンにロードされているものは返される</translation>
    </message>
    <message>
        <source>Start stowagectl on the machine over ssh</source>
        <translation>そのマシンで ssh を介して stowagectl を起動</translation>
    </message>
    <message>
        <source>Remove the machine from the list and close its connection</source>
        <translation>マシンを忘れる。接続も終わる</translation>
    </message>
    <message>
        <source>Connect to the machine first.</source>
        <translation>先に接続してください。</translation>
    </message>
    <message>
        <source>Choose a model in the machine&apos;s folders to plan it in this window</source>
        <translation>マシンのフォルダーからモデルを選び、ここでプランする</translation>
    </message>
    <message>
        <source>A model is already loaded or running on the machine: cancel or unload it first.</source>
        <translation>ロードまたは実行は一度に 1 つです。先に、そのマシンで進行中のものを終わらせてください。</translation>
    </message>
    <message>
        <source>Load the open model on the machine, using the plan that is shown</source>
        <translation>開いているモデルを、表示中のプランでそのマシンにロード</translation>
    </message>
    <message>
        <source>Type a prompt first.</source>
        <translation>先にプロンプトを入力してください。</translation>
    </message>
    <message>
        <source>Load the open model on the machine, generate tokens, and release all memory</source>
        <translation>開いているモデルをそのマシンでロードし、生成させ、すべてを返す</translation>
    </message>
    <message>
        <source>No load is in progress on the machine.</source>
        <translation>そのマシンでロード中のものはありません。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Pause the load between two tensors, or resume it</source>
        <translation>ロードを 2 つのテンソルの間で止める、または続ける</translation>
    </message>
    <message>
        <source>Load one more tensor, then pause</source>
        <translation>テンソルを 1 つ入れ、それからロードを止める</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>アンロード</translation>
    </message>
    <message>
        <source>No model is loaded or running on the machine.</source>
        <translation>そのマシンでロード済みまたは実行中のものはありません。</translation>
    </message>
    <message>
        <source>The load or run is already stopping.</source>
        <translation>終了中です。</translation>
    </message>
    <message>
        <source>Stop or unload the model and release all its memory on the machine</source>
        <translation>終わらせて、そのマシンのものをすべて返す</translation>
    </message>
    <message>
        <source>Install There…</source>
        <translation>そこにインストール…</translation>
    </message>
    <message>
        <source>Copy this program&apos;s stowagectl to the machine, after a confirmation</source>
        <translation>このプログラムの stowagectl を、確認したうえで、そのマシンにコピーします</translation>
    </message>
    <message>
        <source>Folders of the machine</source>
        <translation>マシンのフォルダー</translation>
    </message>
    <message>
        <source>Home folder</source>
        <translation>ホームフォルダー</translation>
    </message>
    <message>
        <source>Folders of the machine from which models can be opened, with commas between them, for example ~/models, /data; leave the field empty for the home folder. A change takes effect with the next connection.</source>
        <translation>モデルを開けるマシンのフォルダー。複数はコンマで区切ります (例: ~/models, /data)。空欄ならホームフォルダーです。変更は次の接続から有効になります。</translation>
    </message>
    <message>
        <source>Load Anyway</source>
        <translation>それでもロード</translation>
    </message>
    <message>
        <source>Load the open model although the check before the load has refused it; the load can fail when memory runs out</source>
        <translation>ロード前の確認で拒否された開いているモデルを、それでもロードします。メモリーが足りなければロードは失敗します</translation>
    </message>
</context>
<context>
    <name>stowage::MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation>ファイル(&amp;F)</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>編集(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>表示(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>プラン(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Load</source>
        <translation>ロード(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>実行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>ヘルプ(&amp;H)</translation>
    </message>
    <message>
        <source>Lower Panels</source>
        <translation>下部パネル</translation>
    </message>
    <message>
        <source>Open or close the charts, runs and tables below the board (Ctrl+J)</source>
        <translation>ボードの下のグラフ、実行、表を開閉 (Ctrl+J)</translation>
    </message>
    <message>
        <source>Reset Layout</source>
        <translation>レイアウトをリセット</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>キーボードショートカット</translation>
    </message>
    <message>
        <source>Main tool bar</source>
        <translation>メインツールバー</translation>
    </message>
    <message>
        <source>All figures are estimated</source>
        <translation>数値はすべて見積もり</translation>
    </message>
    <message>
        <source>Stowage</source>
        <translation>Stowage</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 — Stowage</source>
        <translation>%1 — Stowage</translation>
    </message>
    <message>
        <source>%1 — %2 — Stowage</source>
        <translation>%1 — %2 — Stowage</translation>
    </message>
</context>
<context>
    <name>stowage::MapDialog</name>
    <message>
        <source>Import a placement</source>
        <translation>配置のインポート</translation>
    </message>
    <message>
        <source>Engine that the settings belong to</source>
        <translation>設定の属するエンジン</translation>
    </message>
    <message>
        <source>Read a file…</source>
        <translation>ファイルを読む…</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>読み取り形式</translation>
    </message>
    <message>
        <source>Enter the command line, variable or file of another engine (vLLM, SGLang, llama.cpp, Ollama, ExLlama, Megatron, torch), or a device map or max_memory as JSON or Python:</source>
        <translation>別のエンジンのコマンドライン、変数、またはファイル (vLLM、SGLang、llama.cpp、Ollama、ExLlama、Megatron、torch)、あるいは JSON または Python によるデバイスマップや max_memory:</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Fix these characters</source>
        <translation>これらの文字を直す</translation>
    </message>
    <message>
        <source>Replaces these characters with Python&apos;s quotes, commas and spaces</source>
        <translation>代わりに Python の引用符、コンマ、空白を入れる</translation>
    </message>
    <message>
        <source>Contents of each device with this placement</source>
        <translation>各デバイスに置かれるもの</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Modules with weights</source>
        <translation>重みを持つモジュール</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>現在</translation>
    </message>
    <message>
        <source>Use this placement</source>
        <translation>この配置を使う</translation>
    </message>
    <message>
        <source>Show the difference</source>
        <translation>違いを表示</translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation>語句から判断</translation>
    </message>
    <message>
        <source>%1, detected</source>
        <translation>%1 (語句から判断)</translation>
    </message>
    <message>
        <source>Paste or type a placement, or drop a file on the field.</source>
        <translation>貼り付けるか入力してください。または、ファイルをフィールドにドロップしてください。</translation>
    </message>
    <message>
        <source>Open a model first: a placement refers to its modules.</source>
        <translation>先にモデルを開いてください。配置はそのモジュールについてのものです。</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>%1 行 %2 列: %3</translation>
    </message>
    <message>
        <source>Settings of %1</source>
        <translation>%1 の設定</translation>
    </message>
    <message>
        <source>1 key</source>
        <translation>1 個のキー</translation>
    </message>
    <message>
        <source>%1 keys</source>
        <translation>%1 個のキー</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 件のエラー</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 件のエラー</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 件の警告</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 件の警告</translation>
    </message>
    <message>
        <source>no problems</source>
        <translation>問題なし</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>他 %1 件</translation>
    </message>
    <message>
        <source>%1 is too large (%2) for a device map or for the settings of an engine: choose another file.</source>
        <translation>%1 は %2 もあります。デバイスマップやエンジンの設定は短いテキストです。</translation>
    </message>
</context>
<context>
    <name>stowage::MemoryBars</name>
    <message>
        <source>Memory by device</source>
        <translation>デバイス別のメモリー</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>stowage::MemoryView</name>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>memory used on the device before any tensor is allocated: %1.</source>
        <translation>どのテンソルよりも前にデバイス上で取られる量: %1。</translation>
    </message>
    <message>
        <source>memory that %1 uses on each GPU before any tensor is allocated: %2 (%3; %4)</source>
        <translation>テンソルを置く前に %1 が各カードで使う量: %2。%3 (%4)</translation>
    </message>
    <message>
        <source>peak of reserved memory minus peak of allocated memory: %1 − %2.</source>
        <translation>予約済みから割り当て済みを引いた値、それぞれのピーク時: %1 − %2。</translation>
    </message>
    <message>
        <source>peak of reserved memory plus the driver&apos;s context: %1 + %2.</source>
        <translation>ピーク時の予約済みとコンテキスト: %1 + %2。</translation>
    </message>
    <message>
        <source>capacity minus memory used by other programs minus memory needed: %1 − %2 − %3.</source>
        <translation>容量から、他が保持する量と必要な量を引いた値: %1 − %2 − %3。</translation>
    </message>
    <message>
        <source>the capacity of this device is not known.</source>
        <translation>このデバイスの容量は不明です。</translation>
    </message>
    <message>
        <source>memory used by other programs: %1.</source>
        <translation>他のプログラムが保持する量: %1。</translation>
    </message>
    <message>
        <source>the weights that the plan places on this device, as stored by the device&apos;s allocator: %1.</source>
        <translation>プランがここに置く重みを、デバイスのアロケーターが保持する量: %1。</translation>
    </message>
    <message>
        <source>result of replaying each allocation with the rules of the device&apos;s allocator: %1.</source>
        <translation>デバイスのアロケーターの規則で、割り当てを 1 つずつリプレイした値: %1。</translation>
    </message>
    <message>
        <source>calculated by formula from the model&apos;s dimensions and the engine&apos;s rules: %1.</source>
        <translation>モデルの幅とエンジンの規則から、式で求めた値: %1。</translation>
    </message>
    <message>
        <source>Memory by device and kind</source>
        <translation>デバイスと種類別のメモリー</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>%1 on %2: %3</source>
        <translation>%2 の%1: %3</translation>
    </message>
    <message>
        <source>lower bound, because some of this memory is unknown: %1.</source>
        <translation>少なくともこの量です。不明なものは上の文に示されています: %1。</translation>
    </message>
</context>
<context>
    <name>stowage::MessageBar</name>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>進捗</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>メッセージを閉じる</translation>
    </message>
    <message>
        <source>Cancel the operation in progress</source>
        <translation>進行中の処理をキャンセル</translation>
    </message>
    <message>
        <source>Fix it</source>
        <translation>直す</translation>
    </message>
</context>
<context>
    <name>stowage::MethodComparison</name>
    <message>
        <source>Load methods cannot be compared without a model: open a model first.</source>
        <translation>まだ何も比較できません。先にモデルを開いてください。</translation>
    </message>
    <message>
        <source>No load method is selected: select the methods to compare.</source>
        <translation>方式が選択されていません。比較するものにチェックを入れてください。</translation>
    </message>
    <message>
        <source>The load methods cannot be compared because stowagectl was not found: %1.</source>
        <translation>方式の比較は stowagectl が行いますが、それがありません: %1。</translation>
    </message>
    <message>
        <source>A temporary folder could not be created: %1.</source>
        <translation>一時フォルダーを作成できません: %1。</translation>
    </message>
</context>
<context>
    <name>stowage::MethodsFeature</name>
    <message>
        <source>Compare methods…</source>
        <translation>方式を比較…</translation>
    </message>
    <message>
        <source>Load the model with several methods, each in a new process</source>
        <translation>複数の方式で、それぞれ新しいプロセスでロード</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>方式</translation>
    </message>
</context>
<context>
    <name>stowage::MethodsModel</name>
    <message>
        <source>Predicted peak of the allocated memory</source>
        <translation>予測: 割り当て済みメモリーの最高値</translation>
    </message>
    <message>
        <source>Peak of the anonymous memory that the load adds, sampled from outside the process</source>
        <translation>前の水準を超えた匿名メモリーの最高値 (外部からポーリング)</translation>
    </message>
    <message>
        <source>Predicted peak of the anonymous memory that the load adds</source>
        <translation>予測: 前の水準を超えた匿名メモリーの最高値</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>would be stopped</source>
        <translation>停止される見込み</translation>
    </message>
    <message>
        <source>would be refused</source>
        <translation>拒否される見込み</translation>
    </message>
    <message>
        <source>waiting, predicted</source>
        <translation>待機中 (予測)</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>running, %1 s</source>
        <translation>実行中、%1 s</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <source>cancelled, predicted</source>
        <translation>キャンセル (予測)</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>within limit</source>
        <translation>上限内</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>開始せず</translation>
    </message>
    <message>
        <source>stopped at %1</source>
        <translation>%1 で停止</translation>
    </message>
    <message>
        <source>would fit</source>
        <translation>上限内の見込み</translation>
    </message>
    <message>
        <source>The lesson publishes this figure for GPT-2 XL in float32. In the lesson, 1 GB is 2^30 bytes, and RAM figures include file pages, which the system can reclaim.</source>
        <translation>レッスンが GPT-2 XL、float32 について公表したもの。その GB は 2^30 バイトで、その RAM は、取り戻せるファイルのページを含みます。</translation>
    </message>
    <message>
        <source>%1 peak</source>
        <translation>%1 ピーク</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方式</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>RAM, anon.</source>
        <translation>RAM (匿名)</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>RAM 上限</translation>
    </message>
    <message>
        <source>VRAM, published</source>
        <translation>VRAM、公表値</translation>
    </message>
    <message>
        <source>RAM, published</source>
        <translation>RAM、公表値</translation>
    </message>
    <message>
        <source>Measured minus predicted</source>
        <translation>実測 − 予測</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>検証済み</translation>
    </message>
</context>
<context>
    <name>stowage::MethodsPanel</name>
    <message>
        <source>During a comparison, this area shows the measured curves of all methods.</source>
        <translation>方式の曲線は、測定されるにつれてここに重ねられます。</translation>
    </message>
    <message>
        <source>State of the page cache before each load</source>
        <translation>各ロードの前のページキャッシュの状態</translation>
    </message>
    <message>
        <source>Page cache unchanged</source>
        <translation>ページキャッシュ: そのまま</translation>
    </message>
    <message>
        <source>Cold page cache</source>
        <translation>ページキャッシュ: コールド</translation>
    </message>
    <message>
        <source>Warm page cache</source>
        <translation>ページキャッシュ: ウォーム</translation>
    </message>
    <message>
        <source>State of the file&apos;s pages before each load: unchanged, dropped from the page cache (cold) or read once (warm)</source>
        <translation>各ロードの前のファイルのページの状態: そのまま、ページキャッシュから破棄 (コールド)、または 1 回読む (ウォーム)</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>検証</translation>
    </message>
    <message>
        <source>Compare every loaded byte with the file; the load time does not include the comparison</source>
        <translation>ロードしたすべてのバイトをファイルと比較。時間には含まれない</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>RAM 上限</translation>
    </message>
    <message>
        <source>No RAM limit</source>
        <translation>RAM 上限なし</translation>
    </message>
    <message>
        <source>Maximum RAM for each method, for example 4GiB. The limit applies to %1. A method that needs more RAM is stopped at the limit.</source>
        <translation>各方式の RAM の最大量 (例: 4GiB)。上限の対象は、%1です。これより多く必要とする方式は、上限に達した時点で停止されます。</translation>
    </message>
    <message>
        <source>Finished methods</source>
        <translation>終了した方式</translation>
    </message>
    <message>
        <source>Methods and their figures</source>
        <translation>方式と、必要とした量</translation>
    </message>
    <message>
        <source>RAM limit: %1</source>
        <translation>RAM 上限: %1</translation>
    </message>
    <message>
        <source>%1 of %2 methods finished</source>
        <translation>%2 方式中 %1</translation>
    </message>
    <message>
        <source>Each method runs in a new process. The published figures are from the lesson.</source>
        <translation>どの方式も新しいプロセスで実行。公表値: レッスンの数値。</translation>
    </message>
    <message>
        <source>Each method runs in a new process. Published figures exist only for GPT-2 XL in float32.</source>
        <translation>どの方式も新しいプロセスで実行。公表値: GPT-2 XL、float32 のみ。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Compare methods</source>
        <translation>方式を比較</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>stowage::ModelPanel</name>
    <message>
        <source>Filter modules</source>
        <translation>モジュールを絞り込む</translation>
    </message>
    <message>
        <source>Filter: name, class:Linear, device:gpu1, &gt;100MiB</source>
        <translation>フィルター: 名前、class:Linear、device:gpu1、&gt;100MiB</translation>
    </message>
    <message>
        <source>About this model</source>
        <translation>このモデルについて</translation>
    </message>
    <message>
        <source>About this model: files, types, sizes, largest tensors (Ctrl+I)</source>
        <translation>このモデルについて: ファイル、型、サイズ、最大のテンソル (Ctrl+I)</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>開く…</translation>
    </message>
    <message>
        <source>Open Folder…</source>
        <translation>フォルダーを開く…</translation>
    </message>
    <message>
        <source>New Model…</source>
        <translation>新規モデル…</translation>
    </message>
    <message>
        <source>Define a model by its family and sizes, to plan before you download files</source>
        <translation>ファミリーとそのサイズを入力し、何もダウンロードしないうちにプランする</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>フィルターを消去</translation>
    </message>
    <message>
        <source>0 modules</source>
        <translation>0 モジュール</translation>
    </message>
    <message>
        <source>No model is open. Open a file or a folder, or drop it on this window. A config.json is enough to make a plan.</source>
        <translation>開いているモデルはありません。ファイルまたはフォルダーを開くか、ここにドロップしてください。プランには config.json があれば十分です。</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 モジュール</translation>
    </message>
    <message>
        <source>“%1” is not a size or a device</source>
        <translation>「%1」はサイズでもデバイスでもありません</translation>
    </message>
    <message>
        <source>model</source>
        <translation>モデル</translation>
    </message>
</context>
<context>
    <name>stowage::ModuleTreeModel</name>
    <message>
        <source>mixed</source>
        <translation>混在</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>バッファー</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>パラメーター</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 パラメーター</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>The tensors of this module are on several devices</source>
        <translation>このモジュールのテンソルは複数のデバイスに置かれている</translation>
    </message>
    <message>
        <source>%1: class guessed from names; no model definition declares it. Repeated blocks of equal shape are not split.</source>
        <translation>%1: 名前から推測したもので、宣言するモデルはありません。形状の等しい繰り返しブロックは分割しません。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Params</source>
        <translation>パラメーター</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
</context>
<context>
    <name>stowage::ModuleTreeView</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 ほか %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Module tree</source>
        <translation>モジュールツリー</translation>
    </message>
</context>
<context>
    <name>stowage::MovedModulesModel</name>
    <message>
        <source>(whole model)</source>
        <translation>(モデル全体)</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>モジュール</translation>
    </message>
    <message>
        <source>From</source>
        <translation>移動元</translation>
    </message>
    <message>
        <source>To</source>
        <translation>移動先</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
</context>
<context>
    <name>stowage::NewModelDialog</name>
    <message>
        <source>New Model</source>
        <translation>新規モデル</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>元にするもの</translation>
    </message>
    <message>
        <source>Restore typed values</source>
        <translation>入力した内容を戻す</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>ファミリー</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Save config.json…</source>
        <translation>config.json を保存…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Defaults of transformers</source>
        <translation>ライブラリの既定値</translation>
    </message>
    <message>
        <source>the open model</source>
        <translation>開いているモデル</translation>
    </message>
    <message>
        <source>Numbers: transformers&apos; defaults for %1</source>
        <translation>数値: %1 に対する transformers 自身のもの</translation>
    </message>
    <message>
        <source>Numbers: %1</source>
        <translation>数値: %1</translation>
    </message>
    <message>
        <source>Keys that are kept in the file but do not affect the modules: %1</source>
        <translation>ファイルに残し、モジュールには影響しないもの: %1</translation>
    </message>
    <message>
        <source>The form</source>
        <translation>フォーム</translation>
    </message>
    <message>
        <source>Plan this model. It has no weights, so it cannot be loaded.</source>
        <translation>このモデルをプランする。ロードする重みはない</translation>
    </message>
    <message>
        <source>The typed sizes do not define a model</source>
        <translation>これらのサイズではモデルになりません</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>%1 として保存しました</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1、変更あり</translation>
    </message>
</context>
<context>
    <name>stowage::NewModelFields</name>
    <message>
        <source>computed</source>
        <translation>計算値</translation>
    </message>
    <message>
        <source>Sizes of the model</source>
        <translation>モデルのサイズ</translation>
    </message>
    <message>
        <source>The value is too long to edit in this field and is kept unchanged.</source>
        <translation>長すぎてここでは入力できません。そのまま保持されます。</translation>
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
        <source>computed if empty</source>
        <translation>空欄: 計算値</translation>
    </message>
    <message>
        <source>default %1</source>
        <translation>既定 %1</translation>
    </message>
</context>
<context>
    <name>stowage::NewModelResult</name>
    <message>
        <source>The typed sizes do not define a model</source>
        <translation>これらのサイズではモデルになりません</translation>
    </message>
</context>
<context>
    <name>stowage::NoSplitNote</name>
    <message>
        <source>guessed from names</source>
        <translation>名前から推測</translation>
    </message>
    <message>
        <source>from the definitions of the models</source>
        <translation>そのモデルの定義から</translation>
    </message>
    <message>
        <source>from %1&apos;s definition</source>
        <translation>%1 の定義から</translation>
    </message>
    <message>
        <source>none known</source>
        <translation>既知のものなし</translation>
    </message>
    <message>
        <source>from the model&apos;s file</source>
        <translation>モデルのファイルから</translation>
    </message>
    <message>
        <source>Use the model&apos;s classes</source>
        <translation>モデル自身のものを使う</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>手動で設定</translation>
    </message>
    <message>
        <source>No-split classes: %1</source>
        <translation>分割禁止クラス: %1</translation>
    </message>
    <message>
        <source>Use the guessed classes</source>
        <translation>推測したものを使う</translation>
    </message>
    <message>
        <source>None: every module may be split</source>
        <translation>なし: どのモジュールも分割してよい</translation>
    </message>
</context>
<context>
    <name>stowage::OpenErrorCard</name>
    <message>
        <source>Problem</source>
        <translation>相違の内容</translation>
    </message>
    <message>
        <source>File or folder that could not be opened</source>
        <translation>開けなかったもの</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>メッセージを閉じる</translation>
    </message>
    <message>
        <source>Close the message (Esc)</source>
        <translation>メッセージを閉じる (Esc)</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Tensor or key</source>
        <translation>テンソルまたはキー</translation>
    </message>
    <message>
        <source>At byte</source>
        <translation>バイト位置</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>規則</translation>
    </message>
    <message>
        <source>Open another…</source>
        <translation>別のものを開く…</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>フォルダーを開く…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>再試行</translation>
    </message>
    <message>
        <source>Open the same file or folder again</source>
        <translation>同じファイルまたはフォルダーをもう一度開く</translation>
    </message>
    <message>
        <source>Open without the chosen options</source>
        <translation>選択した内容なしで開く</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>詳細をコピー</translation>
    </message>
    <message>
        <source>Copy this message as text</source>
        <translation>ここに書かれていることをテキストとしてコピー</translation>
    </message>
    <message>
        <source>Open it as</source>
        <translation>開くクラス</translation>
    </message>
    <message>
        <source>Class to open the model as</source>
        <translation>どのクラスとして開くか</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Open the model as the chosen class</source>
        <translation>選んだクラスとして開く</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Python interpreter that has torch and transformers</source>
        <translation>torch と transformers を持つ Python</translation>
    </message>
    <message>
        <source>Path of a Python interpreter that has torch and transformers, for example in a virtual environment. It builds the model without weights in a separate process and reports the modules. If the system can block network access, the process has none.</source>
        <translation>torch と transformers を持つ Python のパス。たとえば仮想環境のもの。重みのないモデルを、独立したプロセスで、システムが許せばネットワークなしで構築し、そのモジュールを答えます。</translation>
    </message>
    <message>
        <source>Ask Python</source>
        <translation>Python に尋ねる</translation>
    </message>
    <message>
        <source>%1 is still open, and its plan is unchanged.</source>
        <translation>%1 は、プランもそのままに、開いたままです。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>コピー済み</translation>
    </message>
</context>
<context>
    <name>stowage::OpenFeature</name>
    <message>
        <source>Open Recent</source>
        <translation>最近開いたもの</translation>
    </message>
    <message>
        <source>New Model…</source>
        <translation>新規モデル…</translation>
    </message>
    <message>
        <source>Define a model without weights from its family and sizes (Ctrl+N)</source>
        <translation>ファミリーとそのサイズを、重みなしで入力する (Ctrl+N)</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>開く…</translation>
    </message>
    <message>
        <source>Open a checkpoint file (Ctrl+O). You can also drop a file or folder on the window.</source>
        <translation>チェックポイントファイルを開く (Ctrl+O)。フォルダーはドロップでも開ける</translation>
    </message>
    <message>
        <source>Open Folder…</source>
        <translation>フォルダーを開く…</translation>
    </message>
    <message>
        <source>Edit Sizes…</source>
        <translation>サイズを編集…</translation>
    </message>
    <message>
        <source>Open the sizes of the current config.json in the New Model form</source>
        <translation>開いている config.json の数値を新規モデルのフォームに表示</translation>
    </message>
    <message>
        <source>Write Model As…</source>
        <translation>モデルの書き出し…</translation>
    </message>
    <message>
        <source>Write the model in another format, in shards or in one file per tensor, or write a sample model</source>
        <translation>モデルを別の形式、シャード、またはテンソルごとに 1 ファイルで書き出す。またはサンプルを書き出す</translation>
    </message>
    <message>
        <source>First Steps</source>
        <translation>はじめに</translation>
    </message>
    <message>
        <source>Open a file; use the menu to open a folder or a recent model</source>
        <translation>ファイルを開く。メニューからはフォルダー、または以前に開いたもの</translation>
    </message>
    <message>
        <source>%1: %2…</source>
        <translation>%1: %2…</translation>
    </message>
    <message>
        <source>%1: %2, %3 files…</source>
        <translation>%1: %2、%3 ファイル…</translation>
    </message>
    <message>
        <source>%1: %2, %3 of %4 files…</source>
        <translation>%1: %2、%4 ファイル中 %3…</translation>
    </message>
    <message>
        <source>%1 was cancelled.</source>
        <translation>%1 はキャンセルされました。</translation>
    </message>
    <message>
        <source>More notes in the Model facts panel: %1.</source>
        <translation>さらに %1 件のメモが「モデル情報」にあります。</translation>
    </message>
    <message>
        <source>Model facts</source>
        <translation>モデル情報</translation>
    </message>
    <message>
        <source>Choose Python…</source>
        <translation>Python を選択…</translation>
    </message>
    <message>
        <source>Only files and folders on this machine can be opened: download the model first.</source>
        <translation>開けるのは、このマシンのファイルとフォルダーだけです。先にダウンロードしてください。</translation>
    </message>
    <message>
        <source>%1 items were dropped, but only one model can be open at a time. Only %2 was opened. To open a checkpoint that has several files, drop its folder.</source>
        <translation>%1 個のものがドロップされました。一度に開けるモデルは 1 つなので、%2 を開きました。複数のファイルからなるチェックポイントの場合は、フォルダーをドロップしてください。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
</context>
<context>
    <name>stowage::OptimalFields</name>
    <message>
        <source>Minimise the seconds per token of each sequence</source>
        <translation>各シーケンスの 1 トークンあたりの秒数を、できるだけ少なく</translation>
    </message>
    <message>
        <source>Minimise the seconds to the first token</source>
        <translation>最初のトークンまでの秒数を、できるだけ少なく</translation>
    </message>
    <message>
        <source>Minimise the weighted sum of the time to the first token and the time per token</source>
        <translation>両者の重み付き和</translation>
    </message>
    <message>
        <source>Maximise the context length</source>
        <translation>最大のコンテキスト長を、できるだけ長く</translation>
    </message>
    <message>
        <source>Maximise the KV blocks of the GPU that can hold the fewest; the whole model is on GPUs</source>
        <translation>最も少ない数しか余地のない GPU の KV ブロック数を、できるだけ多く。モデルはすべて GPU 上</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 トークン</translation>
    </message>
    <message>
        <source>%1 KV blocks</source>
        <translation>%1 KV ブロック</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>目的</translation>
    </message>
    <message>
        <source>Weighting factors of prefill and decode</source>
        <translation>プリフィルとデコードの重み付け</translation>
    </message>
    <message>
        <source>Proof for the plan</source>
        <translation>プランについて証明されていること</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>%1/トークン</translation>
    </message>
    <message>
        <source>%1 to the first token</source>
        <translation>最初のトークンまで %1</translation>
    </message>
    <message>
        <source>%1, proven</source>
        <translation>%1、証明済み</translation>
    </message>
    <message>
        <source>The plan contains a manual move. The proof applies to the plan before the move.</source>
        <translation>手動で移動済み: 証明されているのは、その前のプランについてです。</translation>
    </message>
    <message>
        <source>Even if one of the rates is wrong by up to %1 %, this plan is the best of the compared plans.</source>
        <translation>どの速度も、それ 1 つだけなら %1% ずれるまで、比較した他のプランのほうが良くなることはありません。</translation>
    </message>
    <message>
        <source>Estimated.</source>
        <translation>見積もりです。</translation>
    </message>
    <message>
        <source>Type two factors of 0 or more, separated by a comma, for example 1,256.</source>
        <translation>負でない 2 つの重み付けの値を、1,256 のように入力してください。</translation>
    </message>
    <message>
        <source>Weighting factors of the time to the first token and of the time per token. Defaults: 1, and the number of tokens that the workload generates.</source>
        <translation>最初のトークンまでの時間と、1 トークンあたりの時間の重みです。既定は 1 と、ワークロードが生成するトークンの数です。</translation>
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
    <name>stowage::PictureSeries</name>
    <message>
        <source>the plan does not fit: %1</source>
        <translation>プランが収まりません: %1</translation>
    </message>
    <message>
        <source>the window did not become idle in time</source>
        <translation>ウィンドウの処理が終わりませんでした</translation>
    </message>
    <message>
        <source>No picture can be taken: %1</source>
        <translation>画像を保存できません: %1</translation>
    </message>
    <message>
        <source>The picture cannot be written to %1.</source>
        <translation>画像を %1 に書き込めません。</translation>
    </message>
</context>
<context>
    <name>stowage::PipelinePanel</name>
    <message>
        <source>All on the GPU</source>
        <translation>すべて GPU 上</translation>
    </message>
    <message>
        <source>Model by model</source>
        <translation>モデルごと</translation>
    </message>
    <message>
        <source>Block by block</source>
        <translation>ブロックごと</translation>
    </message>
    <message>
        <source>Layer by layer, in groups</source>
        <translation>レイヤーごと、グループ単位</translation>
    </message>
    <message>
        <source>Layer by layer, sequential</source>
        <translation>レイヤーごと、sequential</translation>
    </message>
    <message>
        <source>Denoiser stored in float8</source>
        <translation>デノイザーを float8 で格納</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>残りの空き</translation>
    </message>
    <message>
        <source>GPU memory left for activations after reserved memory, the driver&apos;s context and other programs</source>
        <translation>予約済みの分、ドライバーのコンテキスト、他のプログラムを除いて、GPU が活性値のために残している量</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>不可</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>%1 short</source>
        <translation>%1 超過</translation>
    </message>
    <message>
        <source>Add a GPU to compare ways to offload weights.</source>
        <translation>GPU を追加すると、そこへ重みを運ぶ方法を比較できます。</translation>
    </message>
    <message>
        <source>Offloading</source>
        <translation>オフロード</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>割り当て済み</translation>
    </message>
    <message>
        <source>Maximum weights on the GPU at once</source>
        <translation>GPU に同時に存在する重みの最大量</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>予約済み</translation>
    </message>
    <message>
        <source>Maximum GPU memory that PyTorch&apos;s caching allocator reserves</source>
        <translation>そのとき PyTorch のキャッシングアロケーターが GPU で保持する最大量</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>Maximum weights in RAM at once</source>
        <translation>RAM に同時に存在する重みの最大量</translation>
    </message>
    <message>
        <source>Moved once</source>
        <translation>1 回だけ移動</translation>
    </message>
    <message>
        <source>Weights copied to the GPU once per picture, regardless of the number of steps</source>
        <translation>ステップ数にかかわらず、1 枚の画像のために GPU へコピーされる量</translation>
    </message>
    <message>
        <source>Moved each step</source>
        <translation>毎ステップの移動</translation>
    </message>
    <message>
        <source>Weights copied to the GPU for each denoising step</source>
        <translation>デノイズの各ステップのために GPU へコピーされる量</translation>
    </message>
    <message>
        <source>Ways to offload</source>
        <translation>オフロードの方法</translation>
    </message>
    <message>
        <source>Line of Python code</source>
        <translation>Python の行</translation>
    </message>
    <message>
        <source>Current plan: %1</source>
        <translation>現在のプラン: %1</translation>
    </message>
    <message>
        <source>Estimated memory of the weights on %1 (%2) for each way to offload. Activations need additional memory, which depends on the size of the picture.</source>
        <translation>%1 (%2) 上で 1 つずつ: 重みのみ、見積もり。これに活性値が加わり、その量は画像のサイズによって決まります。</translation>
    </message>
    <message>
        <source>Select a way to offload to see the line of Python code that enables it.</source>
        <translation>方法を選択すると、それを有効にする Python の行が表示されます。</translation>
    </message>
    <message>
        <source>The peak occurs when %1 is copied to the GPU.</source>
        <translation>最大になるのは %1 のときです。</translation>
    </message>
</context>
<context>
    <name>stowage::PlanActions</name>
    <message>
        <source>Move to</source>
        <translation>移動先</translation>
    </message>
    <message>
        <source>Pin to current device	P</source>
        <translation>今の場所に固定	P</translation>
    </message>
    <message>
        <source>Unpin	U</source>
        <translation>固定を解除	U</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>名前をコピー</translation>
    </message>
    <message>
        <source>No block was moved by hand. “Plan again” discards nothing.</source>
        <translation>手動で移動したブロックがないため、「再プラン」で破棄されるものはありません。</translation>
    </message>
    <message>
        <source>“Plan again” discards 1 manual move; Undo restores it.</source>
        <translation>「再プラン」は手動の移動 1 回を破棄します。「元に戻す」で復元できます。</translation>
    </message>
    <message>
        <source>“Plan again” discards %1 manual moves; Undo restores them.</source>
        <translation>「再プラン」は手動の移動 %1 回を破棄します。「元に戻す」で復元できます。</translation>
    </message>
    <message>
        <source>1 pin is kept.</source>
        <translation>固定 1 件は残ります。</translation>
    </message>
    <message>
        <source>%1 pins are kept.</source>
        <translation>固定 %1 件は残ります。</translation>
    </message>
</context>
<context>
    <name>stowage::PlanFeature</name>
    <message>
        <source>Plan</source>
        <translation>プラン</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>問題</translation>
    </message>
    <message>
        <source>Why here?</source>
        <translation>なぜここに？</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>戦略</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>やり直す</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>再プラン</translation>
    </message>
    <message>
        <source>Discard the manual moves and run the strategy again</source>
        <translation>手動の移動を破棄し、戦略をもう一度実行する</translation>
    </message>
    <message>
        <source>Simulated GPUs…</source>
        <translation>シミュレートされた GPU…</translation>
    </message>
    <message>
        <source>Copy as Python</source>
        <translation>Python としてコピー</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>エクスポート…</translation>
    </message>
    <message>
        <source>Export the plan as settings for vLLM, llama.cpp and other engines</source>
        <translation>vLLM、llama.cpp などのエンジンが受け取る形のプラン</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>インポート…</translation>
    </message>
    <message>
        <source>Import a placement from the settings of vLLM, llama.cpp and other engines</source>
        <translation>vLLM、llama.cpp などのエンジンの設定から読み取る配置</translation>
    </message>
    <message>
        <source>Compare plans…</source>
        <translation>プランを比較…</translation>
    </message>
    <message>
        <source>Compare the plans that the strategies compute under the limits of this plan</source>
        <translation>各戦略がこれらの上限から作るもの</translation>
    </message>
    <message>
        <source>Compare with the plan before the last edit</source>
        <translation>最後の編集の前のプランと比較</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>比較を終了</translation>
    </message>
    <message>
        <source>Compare models…</source>
        <translation>モデルを比較…</translation>
    </message>
    <message>
        <source>Compare two models side by side: facts, bytes by type, parameters by class</source>
        <translation>2 つのモデルを並べる: 情報、型別のバイト数、クラス別のパラメーター</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 を使う</translation>
    </message>
    <message>
        <source>Copy the device map as JSON</source>
        <translation>デバイスマップを JSON としてコピー</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Copy the device map as a Python dict</source>
        <translation>デバイスマップを Python の dict としてコピー</translation>
    </message>
    <message>
        <source>a Python dict</source>
        <translation>Python の dict</translation>
    </message>
    <message>
        <source>Paste a device map…</source>
        <translation>デバイスマップを貼り付け…</translation>
    </message>
    <message>
        <source>Problems (%1)</source>
        <translation>問題 (%1)</translation>
    </message>
    <message>
        <source>The plan was copied as Python code that loads the model</source>
        <translation>コピーしました: モデルをロードする Python としてのプラン</translation>
    </message>
    <message>
        <source>The plan was copied as Python code; the comments list the parts of the plan that the code cannot express</source>
        <translation>コピーしました: Python としてのプラン。足りないものはコメントに書かれています</translation>
    </message>
    <message>
        <source>The device map was copied as %1</source>
        <translation>コピーしました: %1 としてのデバイスマップ</translation>
    </message>
    <message>
        <source>the imported placement</source>
        <translation>インポートした配置</translation>
    </message>
    <message>
        <source>%1; the dict does not contain the modules that the CPU computes</source>
        <translation>%1 (CPU が何を計算するかは指定できません)</translation>
    </message>
    <message>
        <source>1 manual move was discarded.</source>
        <translation>手動の移動 1 回が取り消されました。</translation>
    </message>
    <message>
        <source>%1 manual moves were discarded.</source>
        <translation>手動の移動 %1 回が取り消されました。</translation>
    </message>
</context>
<context>
    <name>stowage::PlanOptions</name>
    <message>
        <source>uniform cap</source>
        <translation>一律の上限</translation>
    </message>
    <message>
        <source>85 % of free memory</source>
        <translation>空きの 85%</translation>
    </message>
    <message>
        <source>num_gpus=None</source>
        <translation>num_gpus=None</translation>
    </message>
    <message>
        <source>given map</source>
        <translation>指定のマップ</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>戦略</translation>
    </message>
    <message>
        <source>Classes that must not be split</source>
        <translation>分割してはならないクラス</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Plan as if quantised</source>
        <translation>量子化したものとしてプラン</translation>
    </message>
    <message>
        <source>Library whose rules apply</source>
        <translation>どのライブラリの規則か</translation>
    </message>
    <message>
        <source>Quantised parts of the model</source>
        <translation>量子化されるもの</translation>
    </message>
    <message>
        <source>Like load_hf_model(num_gpus, max_gpu_memory): the strategy “auto” with the same cap for each GPU</source>
        <translation>load_hf_model(num_gpus, max_gpu_memory) と同じ: 1 つの上限のもとで auto</translation>
    </message>
    <message>
        <source>Like load_hf_model(num_gpus): the strategy “sequential” with 85 % of each GPU&apos;s free memory as the limit</source>
        <translation>load_hf_model(num_gpus) と同じ: 各 GPU の空きの 85% のもとで sequential</translation>
    </message>
    <message>
        <source>Like load_hf_model() without num_gpus: the strategy “auto”; then the whole model is moved to one GPU</source>
        <translation>num_gpus なしの load_hf_model() と同じ: auto によるマップ、その後すべてを 1 つの GPU へ</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>保存時のまま</translation>
    </message>
    <message>
        <source>accelerate: the rules of infer_auto_device_map and dispatch. transformers: the rules of from_pretrained(device_map=…).</source>
        <translation>accelerate: infer_auto_device_map とディスパッチ。transformers: from_pretrained(device_map=…) が計算するもの。</translation>
    </message>
    <message>
        <source>No-split</source>
        <translation>分割禁止</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>規則</translation>
    </message>
    <message>
        <source>Quantise</source>
        <translation>量子化</translation>
    </message>
    <message>
        <source>%1, then 1 manual move</source>
        <translation>%1、その後 手動の移動 1 回</translation>
    </message>
    <message>
        <source>%1, then %2 manual moves</source>
        <translation>%1、その後 手動の移動 %2 回</translation>
    </message>
    <message>
        <source>%1: classes guessed from names. These repeated blocks of equal shape are not split. Type other classes, or “none” to allow splitting.</source>
        <translation>%1: 名前から推測。形状の等しい繰り返しブロックは分割しません。別のクラスを入力するか、「なし」にすると分割されます。</translation>
    </message>
    <message>
        <source>guessed from names</source>
        <translation>名前から推測</translation>
    </message>
    <message>
        <source>no</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>declared: %1</source>
        <translation>宣言: %1</translation>
    </message>
    <message>
        <source>Plans as if the weights were quantised. This option is only for planning, not for loading.</source>
        <translation>重みを量子化したものとしてプランします。プランのみで、ロードはしません。</translation>
    </message>
</context>
<context>
    <name>stowage::PlanPanel</name>
    <message>
        <source>Budgets</source>
        <translation>予算</translation>
    </message>
    <message>
        <source>Contents of each device</source>
        <translation>各デバイスにあるもの</translation>
    </message>
    <message>
        <source>Load, predicted</source>
        <translation>ロード (予測)</translation>
    </message>
    <message>
        <source>Predicted peaks of each load method</source>
        <translation>各ロード方式の予測ピーク</translation>
    </message>
</context>
<context>
    <name>stowage::PlanStatusBar</name>
    <message>
        <source>1 hop per token</source>
        <translation>デバイス間移動 1 回/トークン</translation>
    </message>
    <message>
        <source>%1 hops per token</source>
        <translation>デバイス間移動 %1 回/トークン</translation>
    </message>
    <message>
        <source>%1 transferred while the models run</source>
        <translation>モデルの実行中に %1 を移動</translation>
    </message>
    <message>
        <source>%1 transferred per token, %2</source>
        <translation>%1 移動/トークン、%2</translation>
    </message>
    <message>
        <source>Rules: %1</source>
        <translation>規則: %1</translation>
    </message>
    <message>
        <source>Figures: predicted; GPUs: simulated</source>
        <translation>数値: 予測、GPU: シミュレーション</translation>
    </message>
    <message>
        <source>Figures: predicted</source>
        <translation>数値: 予測</translation>
    </message>
</context>
<context>
    <name>stowage::PlanSwitches</name>
    <message>
        <source>Memory of an empty model</source>
        <translation>空のモデルが使う量</translation>
    </message>
    <message>
        <source>offload buffers</source>
        <translation>バッファーもオフロード</translation>
    </message>
    <message>
        <source>offload_buffers: the buffers of offloaded modules are offloaded with their weights; otherwise they remain on the GPU that runs the module</source>
        <translation>offload_buffers: オフロードされるものがバッファーも伴う。そうでなければ、バッファーは実行する GPU に残る</translation>
    </message>
    <message>
        <source>fallback allocation</source>
        <translation>代替の割り当て</translation>
    </message>
    <message>
        <source>fallback_allocation: if the first module does not fit, a smaller module is placed first</source>
        <translation>fallback_allocation: 先頭のモジュールが収まらない場合、より小さいものを先に置く</translation>
    </message>
    <message>
        <source>clean result</source>
        <translation>結果を整理</translation>
    </message>
    <message>
        <source>clean_result: the modules of one block that are on one device become one entry of the map</source>
        <translation>clean_result: 1 つのブロックの、1 つのデバイスにあるモジュールをマップの 1 項目にまとめる</translation>
    </message>
    <message>
        <source>buffers on meta</source>
        <translation>バッファーも meta に</translation>
    </message>
    <message>
        <source>include_buffers of init_empty_weights: the buffers of the empty model are on the meta device, like its parameters; the plan does not change</source>
        <translation>init_empty_weights の include_buffers: 空のモデルのバッファーも meta に置く。プランはそのまま</translation>
    </message>
    <message>
        <source>Main device</source>
        <translation>メインデバイス</translation>
    </message>
    <message>
        <source>main_device of dispatch_model: the device that offloaded modules are moved to when they run, if the model has hooks</source>
        <translation>dispatch_model の main_device: フックがあれば、オフロードされたものを実行のために運ぶ先</translation>
    </message>
    <message>
        <source>Preloaded classes</source>
        <translation>事前ロードするクラス</translation>
    </message>
    <message>
        <source>no preloaded classes</source>
        <translation>事前ロードするクラスなし</translation>
    </message>
    <message>
        <source>preload_module_classes of dispatch_model: classes, separated by commas, whose modules fetch all weights of their submodules at once</source>
        <translation>dispatch_model の preload_module_classes: コンマ区切りのこれらのクラスのモジュールは、その下の重みをすべて一度に運ぶ</translation>
    </message>
    <message>
        <source>Offloaded modules computed on the CPU</source>
        <translation>CPU が計算する、オフロードされたモジュール</translation>
    </message>
    <message>
        <source>no modules computed on the CPU</source>
        <translation>CPU で計算するものなし</translation>
    </message>
    <message>
        <source>Offloaded modules, separated by commas, that the CPU computes. Their weights are not moved to the main device. The field also accepts the words of --offloaded: &quot;compute&quot;, &quot;stream:lm_head&quot;. Accelerate has no such option.</source>
        <translation>重みをメインデバイスへ運ぶ代わりに CPU が計算する、オフロードされたモジュール (コンマ区切り)。または --offloaded が受け取る語: &quot;compute&quot;、&quot;stream:lm_head&quot;。Accelerate にこのオプションはない</translation>
    </message>
    <message>
        <source>force hooks</source>
        <translation>フックを強制</translation>
    </message>
    <message>
        <source>force_hooks of dispatch_model: adds hooks even if the model is on one device, so that the main device takes effect</source>
        <translation>dispatch_model の force_hooks: モデルが 1 つのデバイスにある場合もフックを付け、メインデバイスの指定を有効にする</translation>
    </message>
    <message>
        <source>main device: automatic</source>
        <translation>メインデバイス: 自動</translation>
    </message>
    <message>
        <source>main device: %1</source>
        <translation>メインデバイス: %1</translation>
    </message>
    <message>
        <source>Offload folder</source>
        <translation>オフロードフォルダー</translation>
    </message>
    <message>
        <source>a temporary folder</source>
        <translation>一時フォルダー</translation>
    </message>
    <message>
        <source>offload_folder: the folder in which a load stores the weights on disk; a specified folder is kept after unloading</source>
        <translation>offload_folder: ディスクに置くものをロードが書き込む場所。指定したフォルダーはアンロード後も残る</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>選択…</translation>
    </message>
    <message>
        <source>Choose the offload folder</source>
        <translation>オフロードフォルダーを選択</translation>
    </message>
    <message>
        <source>An empty model needs no RAM: its buffers (%1) are on the meta device, like the parameters.</source>
        <translation>空のモデルは RAM を使いません。%1 のバッファーは、パラメーターと同じく meta にあります。</translation>
    </message>
    <message>
        <source>An empty model needs %1 of RAM for its buffers. Only its parameters are on the meta device.</source>
        <translation>空のモデルは RAM を %1 使います。バッファーは実体があり、meta にあるのはパラメーターだけです。</translation>
    </message>
</context>
<context>
    <name>stowage::PointChart</name>
    <message>
        <source>%1: %2; %3: %4; estimated</source>
        <translation>%1: %2、%3: %4 (見積もり)</translation>
    </message>
    <message>
        <source>Line: %1, estimated</source>
        <translation>線: %1 (見積もり)</translation>
    </message>
    <message>
        <source>Line through %1 points, minimum %2, maximum %3</source>
        <translation>%1 個の点を通る、最小 %2、最大 %3</translation>
    </message>
</context>
<context>
    <name>stowage::PreflightDialog</name>
    <message>
        <source>unknown</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>The plan has errors, so nothing was loaded</source>
        <translation>プランにエラーがあるため、何もロードしませんでした</translation>
    </message>
    <message>
        <source>Before the load</source>
        <translation>ロードの前に</translation>
    </message>
    <message>
        <source>Problems not shown here: %1; see the list of problems.</source>
        <translation>さらに %1 件あります。問題の一覧にあります。</translation>
    </message>
    <message>
        <source>Predicted peaks compared with free memory</source>
        <translation>予測ピークと空きの比較</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空き</translation>
    </message>
    <message>
        <source>Peak by %1</source>
        <translation>%1 でのピーク</translation>
    </message>
    <message>
        <source>The peaks are predicted. GPU: the memory that its allocator reserves. CPU: the memory of this machine, including the memory used for simulated GPUs.</source>
        <translation>予測。GPU: そのアロケーターの予約済み。CPU: このマシンのメモリー (シミュレートされた GPU の裏のページを含む)。</translation>
    </message>
    <message>
        <source>If you load anyway, the system may stop this program when memory runs out.</source>
        <translation>それでもロードすると、メモリーが尽きたときに、システムがこのプログラムを終了させることがあります。</translation>
    </message>
    <message>
        <source>Load anyway</source>
        <translation>それでもロード</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Load with %1</source>
        <translation>%1 でロード</translation>
    </message>
    <message>
        <source>Loading with “%1” will not work; loading with “%2” will work</source>
        <translation>「%1」でのロードはうまくいきませんが、「%2」ならうまくいきます</translation>
    </message>
    <message>
        <source>Loading with “%1” will not work, and no other load method will work</source>
        <translation>「%1」でのロードはうまくいかず、ほかのどの方式でも同じです</translation>
    </message>
</context>
<context>
    <name>stowage::ProblemRow</name>
    <message>
        <source>Error: %1</source>
        <translation>エラー: %1</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>警告: %1</translation>
    </message>
    <message>
        <source>Hint: %1</source>
        <translation>ヒント: %1</translation>
    </message>
</context>
<context>
    <name>stowage::ProblemsPanel</name>
    <message>
        <source>No problems</source>
        <translation>問題なし</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>他 %1 件</translation>
    </message>
</context>
<context>
    <name>stowage::ProjectFeature</name>
    <message>
        <source>Recent Projects</source>
        <translation>最近のプロジェクト</translation>
    </message>
    <message>
        <source>New Project</source>
        <translation>新規プロジェクト</translation>
    </message>
    <message>
        <source>Start a new project with the open model: one plan, in its initial state</source>
        <translation>開いているモデルで新たに始める: 最初に作られるままの 1 つのプラン</translation>
    </message>
    <message>
        <source>Open Project…</source>
        <translation>プロジェクトを開く…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save the project: model, plans, edits, notes (Ctrl+S)</source>
        <translation>プロジェクトを保存: モデル、プラン、編集、メモ (Ctrl+S)</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>名前を付けて保存…</translation>
    </message>
    <message>
        <source>New Variant</source>
        <translation>新規バリアント</translation>
    </message>
    <message>
        <source>Add another plan of this model that starts as a copy of the plan shown</source>
        <translation>表示中のものと同じ、このモデルのもう 1 つのプラン</translation>
    </message>
    <message>
        <source>Compare variants…</source>
        <translation>バリアントを比較…</translation>
    </message>
    <message>
        <source>Compare the plans of the project: fit, speed and memory</source>
        <translation>プロジェクトの各プランについて、収まるか、どれほど速いか、どれだけ使うか</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>レポート…</translation>
    </message>
    <message>
        <source>Create a report of the plans, their figures and records: HTML, PDF, Markdown, CSV, SVG</source>
        <translation>プラン、その数値、記録の文書: HTML、PDF、Markdown、CSV、SVG</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>編集一覧</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>Notes of the project</source>
        <translation>プロジェクトのメモ</translation>
    </message>
    <message>
        <source>Notes, stored in the project</source>
        <translation>メモ。プロジェクトに保存される</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>Find model…</source>
        <translation>モデルを探す…</translation>
    </message>
    <message>
        <source>%1 was saved.</source>
        <translation>%1 を保存しました。</translation>
    </message>
    <message>
        <source>“%1” was deleted.</source>
        <translation>「%1」を削除しました。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Stowage closed at %2 without saving %1.</source>
        <translation>Stowage は %2 に、%1 を保存せずに終了しました。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>復元</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>破棄</translation>
    </message>
    <message>
        <source>The plans of this project are for the model %1 on %2. Connect to that machine to read the headers of the model again. The saved plans are then shown.</source>
        <translation>このプロジェクトのプランは、%2 上のモデル %1 用です。そのマシンからヘッダーをもう一度読み取ると、保存時のまま表示されます。</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>接続</translation>
    </message>
    <message>
        <source>Save this plan as a project?</source>
        <translation>このプランをプロジェクトとして保存しますか。</translation>
    </message>
    <message>
        <source>Save the changes to the project “%1”?</source>
        <translation>プロジェクト「%1」への変更を保存しますか。</translation>
    </message>
</context>
<context>
    <name>stowage::ProjectSession</name>
    <message>
        <source>Opening %1</source>
        <translation>%1 を開いています</translation>
    </message>
    <message>
        <source>unsaved work</source>
        <translation>保存していないもの</translation>
    </message>
    <message>
        <source>A variant needs a unique name; the old name is kept.</source>
        <translation>バリアントには、ほかと重ならない名前が必要です。元の名前のままにします。</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>プラン</translation>
    </message>
    <message>
        <source>Plan %1</source>
        <translation>プラン %1</translation>
    </message>
</context>
<context>
    <name>stowage::RamChart</name>
    <message>
        <source>evictable cache</source>
        <translation>追い出し可能なキャッシュ</translation>
    </message>
    <message>
        <source>anonymous %1</source>
        <translation>匿名 %1</translation>
    </message>
    <message>
        <source>shared: simulated GPUs %1</source>
        <translation>共有: シミュレートされた GPU %1</translation>
    </message>
    <message>
        <source>file-backed: evictable cache %1</source>
        <translation>ファイルバック: 追い出し可能なキャッシュ %1</translation>
    </message>
    <message>
        <source>anonymous</source>
        <translation>匿名</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共有</translation>
    </message>
    <message>
        <source>file-backed</source>
        <translation>ファイルバック</translation>
    </message>
    <message>
        <source>Memory of the process over time</source>
        <translation>プロセスのメモリーの推移</translation>
    </message>
    <message>
        <source>CPU limit %1, for anonymous memory</source>
        <translation>CPU の上限 %1、匿名メモリーに対するもの</translation>
    </message>
    <message>
        <source>MemAvailable %1</source>
        <translation>MemAvailable %1</translation>
    </message>
    <message>
        <source>cgroup limit %1</source>
        <translation>cgroup の上限 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1 (実測)</translation>
    </message>
    <message>
        <source>CPU limit %1</source>
        <translation>CPU の上限 %1</translation>
    </message>
</context>
<context>
    <name>stowage::RecentFiles</name>
    <message>
        <source>Clear the list</source>
        <translation>一覧を消去</translation>
    </message>
    <message>
        <source>%1 (no longer exists)</source>
        <translation>%1 (もうありません)</translation>
    </message>
    <message>
        <source>%1 was moved, renamed or removed</source>
        <translation>%1 は移動、名前変更、または削除されています</translation>
    </message>
</context>
<context>
    <name>stowage::RecoveryKeeper</name>
    <message>
        <source>Unsaved work is not protected against a crash: %1</source>
        <translation>保存していないものは、クラッシュに備えて保持されません: %1</translation>
    </message>
</context>
<context>
    <name>stowage::RemoteFileDialog</name>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>Files and folders</source>
        <translation>ファイルとフォルダー</translation>
    </message>
    <message>
        <source>Open a model on %1</source>
        <translation>%1 のモデルを開く</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上へ</translation>
    </message>
    <message>
        <source>The parent folder</source>
        <translation>このフォルダーを含むフォルダー</translation>
    </message>
    <message>
        <source>Open this folder as a model</source>
        <translation>このフォルダーをモデルとして開く</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開く</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>更新日時</translation>
    </message>
    <message>
        <source>Reading the folder…</source>
        <translation>フォルダーを読み取り中…</translation>
    </message>
    <message>
        <source>%1 more files and folders are not listed; to open one, type its path.</source>
        <translation>さらに %1 件は一覧にありません。パスを入力してください。</translation>
    </message>
    <message>
        <source>The folder is empty.</source>
        <translation>フォルダーは空です。</translation>
    </message>
    <message>
        <source>Choose an adapter on %1</source>
        <translation>%1 のアダプターを選ぶ</translation>
    </message>
    <message>
        <source>Use this folder as an adapter</source>
        <translation>このフォルダーをアダプターとして使う</translation>
    </message>
    <message>
        <source>Choose a .tree.json file on %1</source>
        <translation>%1 の .tree.json を選ぶ</translation>
    </message>
    <message>
        <source>The link leads out of the machine&apos;s folders. To open its target, add the folder of the target to Folders in Machines.</source>
        <translation>このリンクはマシンのフォルダーの外を指しています。リンク先を開くには、そのフォルダーを「マシン」のフォルダー欄に追加してください。</translation>
    </message>
</context>
<context>
    <name>stowage::RemoteLoad</name>
    <message>
        <source>rate unknown</source>
        <translation>速度不明</translation>
    </message>
    <message>
        <source>Measured minus predicted: %1</source>
        <translation>実測 − 予測: %1</translation>
    </message>
    <message>
        <source>Tokens: %1</source>
        <translation>トークン: %1</translation>
    </message>
    <message>
        <source>Text: %1</source>
        <translation>テキスト: %1</translation>
    </message>
    <message>
        <source>The load or run on %1 was cancelled, and all its memory was released.</source>
        <translation>%1 でキャンセルしました。そのマシンのものはすべて返されました。</translation>
    </message>
    <message>
        <source>All memory of the load on %1 was released.</source>
        <translation>%1 のものはすべて返されました。</translation>
    </message>
    <message>
        <source>Loaded on %1: %2 in %3, %4, with the load method %5.</source>
        <translation>%1 にロードしました: %2、所要時間 %3、%4、方式 %5。</translation>
    </message>
    <message>
        <source>Verified: %1</source>
        <translation>検証済み: %1</translation>
    </message>
    <message>
        <source>%1 read at %2</source>
        <translation>%1 を速度 %2 で読み取り</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>ロード中</translation>
    </message>
</context>
<context>
    <name>stowage::ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>レポート</translation>
    </message>
    <message>
        <source>Contents of the report</source>
        <translation>レポートの内容</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Page (HTML)</source>
        <translation>ページ (HTML)</translation>
    </message>
    <message>
        <source>A4 pages (PDF)</source>
        <translation>A4 のページ (PDF)</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Figures (CSV)</source>
        <translation>数値 (CSV)</translation>
    </message>
    <message>
        <source>Board (SVG)</source>
        <translation>ボード (SVG)</translation>
    </message>
    <message>
        <source>Board (PNG)</source>
        <translation>ボード (PNG)</translation>
    </message>
    <message>
        <source>Plans in the report</source>
        <translation>どのプラン</translation>
    </message>
    <message>
        <source>of</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>Add records…</source>
        <translation>記録を追加…</translation>
    </message>
    <message>
        <source>Add records of loads and runs, exported from the history or written by stowagectl as JSON</source>
        <translation>履歴からエクスポートした、または stowagectl が JSON として書いたロードと実行</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>選択…</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>フォルダーを開く</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>書き出す</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>このプラン</translation>
    </message>
    <message>
        <source>this plan, %1</source>
        <translation>このプラン、%1</translation>
    </message>
    <message>
        <source>all %1 plans of the project</source>
        <translation>プロジェクトの全 %1 プラン</translation>
    </message>
    <message>
        <source>Open a model first.</source>
        <translation>先にモデルを開いてください。</translation>
    </message>
    <message>
        <source>Evaluating the plans…</source>
        <translation>プランを判定中…</translation>
    </message>
    <message>
        <source>Includes one record.</source>
        <translation>1 件の記録を含みます。</translation>
    </message>
    <message>
        <source>Includes %1 records.</source>
        <translation>%1 件の記録を含みます。</translation>
    </message>
    <message>
        <source>The file already exists and will be replaced.</source>
        <translation>ファイルはすでに存在し、置き換えられます。</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>書き込み中…</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>書き出しました: %1</translation>
    </message>
</context>
<context>
    <name>stowage::RoomBar</name>
    <message>
        <source>%1, limit %2: %3 already used, %5 kept free for the largest layer, %6 left for the module, which needs %4</source>
        <translation>%1、上限 %2: それまでの使用 %3、必要 %4、最大レイヤー用に確保 %5、それに残る量 %6</translation>
    </message>
    <message>
        <source>used %1 %2</source>
        <translation>使用 %1 %2</translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation>必要 %1</translation>
    </message>
    <message>
        <source>over %1</source>
        <translation>超過 %1</translation>
    </message>
    <message>
        <source>left %1</source>
        <translation>残り %1</translation>
    </message>
    <message>
        <source>kept free for the largest layer %1</source>
        <translation>最大レイヤー用に確保 %1</translation>
    </message>
</context>
<context>
    <name>stowage::RunController</name>
    <message>
        <source>Nothing is loaded: load the model before running it.</source>
        <translation>何もロードされていません。先にモデルをロードすると、実行できます。</translation>
    </message>
    <message>
        <source>Stowage is still checking whether this model can be run.</source>
        <translation>このモデルを実行できるかどうかを調べています。</translation>
    </message>
    <message>
        <source>The weights are being released; load the model again to run it.</source>
        <translation>重みを返却中です。実行するには、モデルをもう一度ロードしてください。</translation>
    </message>
    <message>
        <source>The model can be run once it is loaded.</source>
        <translation>モデルは、ロードすると実行できます。</translation>
    </message>
    <message>
        <source>The weights of a plan are not loaded.</source>
        <translation>プランの重みはロードされていません。</translation>
    </message>
</context>
<context>
    <name>stowage::RunDeviceTimes</name>
    <message>
        <source>%1, measured: computed %2 of the run, waited for weights %3, idled %4</source>
        <translation>%1: 計算 %2、重み待ち %3、アイドル %4 (実行全体に対する割合、実測)</translation>
    </message>
    <message>
        <source>How the devices spent the time</source>
        <translation>デバイスが時間を何に使ったか</translation>
    </message>
    <message>
        <source>Time of each device</source>
        <translation>各デバイスの時間</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>実測</translation>
    </message>
    <message>
        <source>Ways to reduce waiting</source>
        <translation>レイヤーの待ちを減らすもの</translation>
    </message>
    <message>
        <source>computes</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>待ち</translation>
    </message>
    <message>
        <source>idles</source>
        <translation>アイドル</translation>
    </message>
</context>
<context>
    <name>stowage::RunFeature</name>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Run as a Chain…</source>
        <translation>チェーンとして実行…</translation>
    </message>
    <message>
        <source>Run several models in turn on one device</source>
        <translation>複数のモデルを 1 つのデバイス上で交代で実行</translation>
    </message>
    <message>
        <source>Show run</source>
        <translation>実行を表示</translation>
    </message>
    <message>
        <source>Follow in the Module Tree</source>
        <translation>ツリーで追従</translation>
    </message>
    <message>
        <source>Keep the running module in view</source>
        <translation>実行中のモジュールを見える位置に保つ</translation>
    </message>
    <message>
        <source>%1 is running</source>
        <translation>%1 を実行中</translation>
    </message>
    <message>
        <source>Run a forward pass of %1, with the loaded weights on their devices</source>
        <translation>%1 を実行: ロードされている場所の重みでフォワードパスを行う</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
</context>
<context>
    <name>stowage::RunFields</name>
    <message>
        <source>1 token</source>
        <translation>1 トークン</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 トークン</translation>
    </message>
    <message>
        <source>%1 of %2 tokens; valid token numbers: 0–%3</source>
        <translation>%1 / %2 トークン、0–%3</translation>
    </message>
    <message>
        <source>%1 tokens; valid token numbers: 0–%2</source>
        <translation>%1 トークン、0–%2</translation>
    </message>
    <message>
        <source>What to run</source>
        <translation>何を実行するか</translation>
    </message>
    <message>
        <source>Inference only: weights are read and never changed.</source>
        <translation>推論のみ: 重みは読むだけで、決して変更しません。</translation>
    </message>
    <message>
        <source>text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>The prompt as text; the model&apos;s tokenizer converts it to tokens</source>
        <translation>テキストのプロンプト。モデルのトークナイザーがこれからトークンを作る</translation>
    </message>
    <message>
        <source>Prompt, text</source>
        <translation>プロンプト、テキスト</translation>
    </message>
    <message>
        <source>numbers, e.g. 15496,11,995</source>
        <translation>数 (15496,11,995 の形)</translation>
    </message>
    <message>
        <source>The prompt as token numbers of the model&apos;s tokenizer, separated by commas</source>
        <translation>モデル自身のトークナイザーが作るトークンとしてのプロンプト (コンマ区切り)</translation>
    </message>
    <message>
        <source>Prompt, tokens</source>
        <translation>プロンプト (トークン)</translation>
    </message>
    <message>
        <source>Number of tokens to generate after the prompt, with one pass per token</source>
        <translation>プロンプトに続けるトークンの数。1 つごとに 1 パス</translation>
    </message>
    <message>
        <source>Tokens to generate</source>
        <translation>生成するトークン</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>入力</translation>
    </message>
    <message>
        <source>a .npy file of float32</source>
        <translation>float32 の .npy ファイル</translation>
    </message>
    <message>
        <source>The input array of the model, for example the pixel values of an image (channels × height × width), as prepared by the model&apos;s processor</source>
        <translation>モデルが受け取る配列。たとえば画像のピクセル値 (チャネル × 高さ × 幅)。モデル自身のプロセッサーが作るもの</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>参照…</translation>
    </message>
    <message>
        <source>Choose the input&apos;s file</source>
        <translation>入力のファイルを選択</translation>
    </message>
    <message>
        <source>The file is being read.</source>
        <translation>ファイルを読み込み中です。</translation>
    </message>
    <message>
        <source>Enter at least one token.</source>
        <translation>少なくとも 1 つのトークンを指定してください。</translation>
    </message>
    <message>
        <source>Greedy: the most likely token</source>
        <translation>貪欲法: 最尤トークン</translation>
    </message>
    <message>
        <source>Sampled by probability</source>
        <translation>確率に従って抽選</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>サンプリング</translation>
    </message>
    <message>
        <source>A temperature above 1 samples unlikely tokens more often; a temperature below 1 samples them less often</source>
        <translation>1 より大きいと確率の低いトークンが出やすく、1 より小さいと出にくくなる</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Number of the most likely tokens to sample from</source>
        <translation>最も確率の高いこの数のトークンから抽選</translation>
    </message>
    <message>
        <source>all</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>A run with the same seed and settings generates the same tokens</source>
        <translation>シードが同じなら、同じトークンになる</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>layers ahead:</source>
        <translation>先のレイヤー数:</translation>
    </message>
    <message>
        <source>Layers to prefetch</source>
        <translation>先に取り込むレイヤー</translation>
    </message>
    <message>
        <source>While a layer computes, the weights of the next offloaded layers are transferred; without prefetch, each layer waits for its weights</source>
        <translation>レイヤーの計算中に、次のオフロードされたレイヤーの重みを転送する。これがないと、各レイヤーは自身の重みを待つ</translation>
    </message>
    <message>
        <source>Prefetch</source>
        <translation>先読み</translation>
    </message>
    <message>
        <source>Device that runs the layers whose weights are on the CPU or on disk; automatic selects the first GPU of the device map, as in Accelerate</source>
        <translation>重みが CPU またはディスクにあるレイヤーを実行する場所。「自動」は、Accelerate と同じく、マップの最初の GPU</translation>
    </message>
    <message>
        <source>Offloaded layers on</source>
        <translation>オフロード分の実行先</translation>
    </message>
    <message>
        <source>Threads used for computing; automatic leaves one core for transfers</source>
        <translation>計算するスレッド。「自動」は 1 コアを転送のために残す</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>Compute threads</source>
        <translation>計算スレッド</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>Automatic: %1</source>
        <translation>自動: %1</translation>
    </message>
    <message>
        <source>Hello, my name is</source>
        <translation>Hello, my name is</translation>
    </message>
    <message>
        <source>An encoder sees all positions at once and generates no tokens</source>
        <translation>エンコーダーはすべての位置を一度に見るため、続くトークンはない</translation>
    </message>
</context>
<context>
    <name>stowage::RunLayersModel</name>
    <message>
        <source>%1, measured</source>
        <translation>%1 (実測)</translation>
    </message>
    <message>
        <source>%1, the mean of %2 passes</source>
        <translation>%1、%2 パスの平均</translation>
    </message>
    <message>
        <source>%1, predicted</source>
        <translation>%1 (予測)</translation>
    </message>
    <message>
        <source>Measured time minus predicted time, relative to the predicted time; + means that the measured time is longer</source>
        <translation>実測から予測を引き、予測に対する割合で表した値: + は予測より長い</translation>
    </message>
    <message>
        <source>The predicted time is 0 or unknown. If no times are predicted, measure this machine with stowagectl devices --measure.</source>
        <translation>予測時間が 0 または不明です。時間が予測されない場合は、stowagectl devices --measure でこのマシンを測定してください。</translation>
    </message>
    <message>
        <source>Weights %1
moved</source>
        <translation>重み %1
移動</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>レイヤー</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>全レイヤー</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>実行先</translation>
    </message>
    <message>
        <source>Compute ms
measured</source>
        <translation>計算 ms
実測</translation>
    </message>
    <message>
        <source>Compute ms
predicted</source>
        <translation>計算 ms
予測</translation>
    </message>
    <message>
        <source>Compute
error</source>
        <translation>計算
誤差</translation>
    </message>
    <message>
        <source>Transfer ms
measured</source>
        <translation>転送 ms
実測</translation>
    </message>
    <message>
        <source>Transfer ms
predicted</source>
        <translation>転送 ms
予測</translation>
    </message>
    <message>
        <source>Transfer
error</source>
        <translation>転送
誤差</translation>
    </message>
    <message>
        <source>Waited ms
measured</source>
        <translation>待ち ms
実測</translation>
    </message>
</context>
<context>
    <name>stowage::RunLayersTable</name>
    <message>
        <source>Layers of the run, measured and predicted</source>
        <translation>実行のレイヤー、実測と予測</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>行をコピー</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>表をコピー</translation>
    </message>
</context>
<context>
    <name>stowage::RunPanel</name>
    <message>
        <source>Run the loaded model</source>
        <translation>ロードしたモデルを実行</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Cancel the run</source>
        <translation>実行をキャンセル</translation>
    </message>
    <message>
        <source>Chain…</source>
        <translation>チェーン…</translation>
    </message>
    <message>
        <source>Run as a chain</source>
        <translation>チェーンとして実行</translation>
    </message>
    <message>
        <source>Run several models in turn on one device</source>
        <translation>複数のモデルを 1 つのデバイス上で交代で実行</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>実行の進み具合</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>タイムライン</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>レイヤー</translation>
    </message>
    <message>
        <source>paused at %1</source>
        <translation>%1 で一時停止中</translation>
    </message>
    <message>
        <source>The run stopped</source>
        <translation>実行は停止しました</translation>
    </message>
    <message>
        <source>the weights remain loaded</source>
        <translation>重みはロードされたまま</translation>
    </message>
    <message>
        <source>ready to run</source>
        <translation>実行可能</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>Resume the run</source>
        <translation>実行を再開</translation>
    </message>
    <message>
        <source>Pause the run</source>
        <translation>実行を一時停止</translation>
    </message>
</context>
<context>
    <name>stowage::RunResultsView</name>
    <message>
        <source>After a run, this view lists the layers with their measured and predicted compute and transfer times. The view also shows the time and memory of each device.</source>
        <translation>実行すると、そのレイヤーがここに並びます。計算した時間、重みが届くまでの時間を、実測と予測を並べて示し、各デバイスが何をし、何を保持したかも示します。</translation>
    </message>
    <message>
        <source>Results of the run</source>
        <translation>実行の結果</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>プリフィル</translation>
    </message>
    <message>
        <source>The pass over the prompt</source>
        <translation>プロンプトのパス</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>デコード</translation>
    </message>
    <message>
        <source>The mean of the passes after the prompt, one token per pass</source>
        <translation>続く、1 トークンずつのパスの平均</translation>
    </message>
    <message>
        <source>Time and memory of the devices</source>
        <translation>デバイスがしたことと保持したもの</translation>
    </message>
    <message>
        <source>Memory of each device during the run</source>
        <translation>実行中の各デバイスのメモリー</translation>
    </message>
    <message>
        <source>Memory of each device</source>
        <translation>各デバイスのメモリー</translation>
    </message>
    <message>
        <source>The run was stopped. The figures cover the run up to that point. %1</source>
        <translation>停止しました。数値はそれまでのものです。%1</translation>
    </message>
    <message>
        <source>the disk</source>
        <translation>ディスク</translation>
    </message>
    <message>
        <source>the link to %1</source>
        <translation>%1 へのリンク</translation>
    </message>
    <message>
        <source>copying on the host</source>
        <translation>ホスト上のコピー</translation>
    </message>
    <message>
        <source>%1 was busy %2 of the time</source>
        <translation>稼働: %1 %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>no weights were prefetched</source>
        <translation>先読みされたものなし</translation>
    </message>
    <message>
        <source>1 prefetch failed because too little memory was free</source>
        <translation>1 回、テンソルがそのレイヤーより先に入る空きがなかった</translation>
    </message>
    <message>
        <source>%1 prefetches failed because too little memory was free</source>
        <translation>%1 回、テンソルがそのレイヤーより先に入る空きがなかった</translation>
    </message>
    <message>
        <source>%1 waited %2 of the time for weights.</source>
        <translation>%1 は時間の %2 を重み待ちに費やしました。</translation>
    </message>
    <message>
        <source>%1 waited %2 of the time for weights: %3.</source>
        <translation>%1 は時間の %2 を重み待ちに費やしました: %3。</translation>
    </message>
    <message>
        <source>%1 idled: no layer ran on this device.</source>
        <translation>%1 はアイドルでした: そこで実行されたレイヤーはありません。</translation>
    </message>
    <message>
        <source>%1 idled %2 of the time: layers run one after another, and other devices ran layers for %3 of the time.</source>
        <translation>%1 は時間の %2 がアイドルでした: レイヤーは順に 1 つずつ実行され、時間の %3 は他のデバイスでの実行でした。</translation>
    </message>
    <message>
        <source>%1 computed %2 of the time.</source>
        <translation>%1 は時間の %2 を計算に費やしました。</translation>
    </message>
    <message>
        <source>%1 computed %2 of the time, waited %3 and idled %4.</source>
        <translation>%1 は時間の %2 を計算に費やし、%3 は待ち、%4 はアイドルでした。</translation>
    </message>
    <message>
        <source>&gt;+999 %</source>
        <translation>&gt;+999%</translation>
    </message>
    <message>
        <source>The prompt pass did not start.</source>
        <translation>プロンプトのパスは始まりませんでした。</translation>
    </message>
    <message>
        <source>No token was generated after the first.</source>
        <translation>最初のトークンの後に生成されたトークンはありません。</translation>
    </message>
    <message>
        <source>Prefill of %1 prompt tokens: %2, measured</source>
        <translation>プロンプトの %1 トークンに %2 (実測)</translation>
    </message>
    <message>
        <source>Mean of %1 passes of one token each: %2, measured</source>
        <translation>1 トークンずつの %1 パスの平均: %2 (実測)</translation>
    </message>
    <message>
        <source> · %1 predicted, error %2</source>
        <translation> · 予測 %1、%2</translation>
    </message>
    <message>
        <source>No times are predicted because this machine&apos;s rates for this run are not known. Run stowagectl devices --measure once.</source>
        <translation>時間は予測されません: この実行については、このマシンの速度が不明です。stowagectl devices --measure を 1 回実行してください。</translation>
    </message>
    <message>
        <source>Peaks are</source>
        <translation>ピークの種類</translation>
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
        <source>Weights before run</source>
        <translation>実行前の重み</translation>
    </message>
    <message>
        <source>Peak allocated</source>
        <translation>ピーク割り当て済み</translation>
    </message>
    <message>
        <source>Peak reserved</source>
        <translation>ピーク予約済み</translation>
    </message>
    <message>
        <source>Predicted peak</source>
        <translation>予測したピーク</translation>
    </message>
    <message>
        <source>· weights</source>
        <translation>· 重み</translation>
    </message>
    <message>
        <source>· prefetch window</source>
        <translation>· 先読みウィンドウ</translation>
    </message>
    <message>
        <source>· KV cache</source>
        <translation>· KV キャッシュ</translation>
    </message>
    <message>
        <source>· activations</source>
        <translation>· 活性値</translation>
    </message>
    <message>
        <source>Error of the peak</source>
        <translation>割り当て済み、誤差</translation>
    </message>
    <message>
        <source>Unaccounted</source>
        <translation>未説明</translation>
    </message>
</context>
<context>
    <name>stowage::RunSummary</name>
    <message>
        <source>Top tokens after the prompt</source>
        <translation>プロンプトの次に最も確率の高いもの</translation>
    </message>
    <message>
        <source>Most likely %1</source>
        <translation>最も確率の高い %1</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>ロジット</translation>
    </message>
    <message>
        <source>Result of the run</source>
        <translation>実行で得られたもの</translation>
    </message>
    <message>
        <source>Generated tokens</source>
        <translation>生成されたトークン</translation>
    </message>
    <message>
        <source>Generated text</source>
        <translation>生成されたテキスト</translation>
    </message>
    <message>
        <source>1 token generated</source>
        <translation>1 トークンを生成</translation>
    </message>
    <message>
        <source>%1 tokens generated</source>
        <translation>%1 トークンを生成</translation>
    </message>
    <message>
        <source>This panel shows the tokens, logits and times of a run.</source>
        <translation>実行のトークン、ロジット、時間がここに表示されます。</translation>
    </message>
    <message>
        <source>Hidden states: the run returned %1 numbers for the last position.</source>
        <translation>隠れ状態: 最後の位置に対して %1 個の数が出力されました。</translation>
    </message>
</context>
<context>
    <name>stowage::Runs</name>
    <message>
        <source>run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>chain</source>
        <translation>チェーン</translation>
    </message>
    <message>
        <source>load</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>Model runs on %1: %2; time: %3; data moved to the device: %4</source>
        <translation>%1 で実行したモデル: %2、時間: %3、デバイスへの移動量: %4</translation>
    </message>
    <message>
        <source>A load</source>
        <translation>ロード</translation>
    </message>
    <message>
        <source>%1: %2 measured, %3 predicted</source>
        <translation>%1: 実測 %2、予測 %3</translation>
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
        <source>Time to load the model</source>
        <translation>その前のロード</translation>
    </message>
    <message>
        <source>A run without a complete forward pass</source>
        <translation>完全なパスのない実行</translation>
    </message>
    <message>
        <source>chain of models on %1</source>
        <translation>交代で: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (%2): allocated %3 (predicted %4), reserved %5 (predicted %6)</source>
        <translation>%1 (%2): 割り当て済み %3 (予測 %4)、予約済み %5 (予測 %6)</translation>
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
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>RAM %1</source>
        <translation>RAM %1</translation>
    </message>
    <message>
        <source>time %1</source>
        <translation>時間 %1</translation>
    </message>
    <message>
        <source>dry run</source>
        <translation>ドライラン</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>異なる</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>拒否</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
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
        <source>run (%1)</source>
        <translation>%1 でロードしての実行</translation>
    </message>
</context>
<context>
    <name>stowage::SampleOpener</name>
    <message>
        <source>Writing a sample model with random weights (GPT-2 small)…</source>
        <translation>ランダムな重みのサンプルモデル (GPT-2 small) を書き込み中…</translation>
    </message>
</context>
<context>
    <name>stowage::SaveDialog</name>
    <message>
        <source>safetensors</source>
        <translation>safetensors</translation>
    </message>
    <message>
        <source>PyTorch file (.pth)</source>
        <translation>PyTorch ファイル (.pth)</translation>
    </message>
    <message>
        <source>one .pt file per tensor</source>
        <translation>テンソルごとに 1 つの .pt ファイル</translation>
    </message>
    <message>
        <source>Accelerate&apos;s offload folder</source>
        <translation>Accelerate のオフロードフォルダー</translation>
    </message>
    <message>
        <source>%1 of the data already existed and matched the checksums.</source>
        <translation>そのうち %1 はすでに存在し、チェックサムと一致しました。</translation>
    </message>
    <message>
        <source>safetensors cannot store tied names, so the metadata records them: %1 in total. The first one is %2, a second name of %3.</source>
        <translation>safetensors で表現できない共有名は、メタデータに記されています: %1 個。最初のものは %2 (%3 として) です。</translation>
    </message>
    <message>
        <source>save again, and choose “Go on” or “Start over”</source>
        <translation>もう一度保存して、続行するか最初からやり直す</translation>
    </message>
    <message>
        <source>save again and choose “Start over”</source>
        <translation>もう一度保存して、「最初からやり直す」を選ぶ</translation>
    </message>
    <message>
        <source>save the model again and choose “Start over”</source>
        <translation>それをもう一度保存して、「最初からやり直す」を選ぶ</translation>
    </message>
    <message>
        <source>Progress of saving</source>
        <translation>保存の進捗</translation>
    </message>
    <message>
        <source>Write Model As</source>
        <translation>モデルの書き出し</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>As</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Maximum shard size</source>
        <translation>シャードの最大サイズ</translation>
    </message>
    <message>
        <source>empty: one file; 5GB or 512MiB: shards with an index</source>
        <translation>1 ファイル。5GB や 512MiB とすると分割し、インデックスを付ける</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>Randomise norms and biases</source>
        <translation>正規化とバイアスもランダムにする</translation>
    </message>
    <message>
        <source>Into the folder</source>
        <translation>出力フォルダー</translation>
    </message>
    <message>
        <source>created if missing</source>
        <translation>なければ作成</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>選択…</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>フォルダーを選択</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>続行</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>最初からやり直す</translation>
    </message>
    <message>
        <source>Leave unchanged</source>
        <translation>そのままにする</translation>
    </message>
    <message>
        <source>Open the written model</source>
        <translation>書き出したものを開く</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>the open model, %1</source>
        <translation>開いているモデル、%1</translation>
    </message>
    <message>
        <source>a sample model with random weights: %1</source>
        <translation>ランダムな重みのサンプル: %1</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>保存時のまま</translation>
    </message>
    <message>
        <source>Size of a shard: %1</source>
        <translation>シャードのサイズ: %1</translation>
    </message>
    <message>
        <source>Seed: type a whole number from 0 to %1.</source>
        <translation>シード: 0 から %1 までの整数が必要です。</translation>
    </message>
    <message>
        <source>Choose the folder to write into; it is created if missing.</source>
        <translation>書き出すフォルダーを選んでください。なければ作成されます。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>置き換える</translation>
    </message>
    <message>
        <source>Saving to %1 was interrupted.</source>
        <translation>中断された保存が %1 にあります。</translation>
    </message>
    <message>
        <source>%1 contains files of an earlier save. Saving replaces files with the same names.</source>
        <translation>以前の保存で書かれたファイルが %1 にあります。保存すると、同じ名前のファイルは置き換えられます。</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>停止中</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>書き込み中</translation>
    </message>
    <message>
        <source>Checking existing data</source>
        <translation>保存済みのものを確認中</translation>
    </message>
    <message>
        <source>Reading the folder</source>
        <translation>フォルダーを調査中</translation>
    </message>
    <message>
        <source>%1: %2 of %3, %4 of %5 tensors</source>
        <translation>%1: %2 / %3、%5 テンソル中 %4</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensors, %3, in %4 s.</source>
        <translation>%1 を書き出しました: %2 テンソル、%3、所要時間 %4 s。</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensors, %3 in %4 files, in %5 s.</source>
        <translation>%1 を書き出しました: %2 テンソル、%3 (%4 ファイル)、所要時間 %5 s。</translation>
    </message>
    <message>
        <source>In this dialog, save again, and choose “Go on” or “Start over”.</source>
        <translation>このフォームでは: もう一度保存して、続行するか最初からやり直してください。</translation>
    </message>
</context>
<context>
    <name>stowage::SegmentMapPanel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
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
        <source>reserved, all segments</source>
        <translation>予約済み、全セグメント</translation>
    </message>
    <message>
        <source>allocated, blocks in use</source>
        <translation>割り当て済み、使用中のブロック</translation>
    </message>
    <message>
        <source>requested by tensors</source>
        <translation>テンソルの要求量</translation>
    </message>
    <message>
        <source>lost to rounding</source>
        <translation>切り上げによる損失</translation>
    </message>
    <message>
        <source>free, in a segment with blocks in use</source>
        <translation>使用中ブロックの隣の空き</translation>
    </message>
    <message>
        <source>free inside used segments</source>
        <translation>使用中セグメント内の空き</translation>
    </message>
    <message>
        <source>cached, no block in use</source>
        <translation>キャッシュ、使用中のブロックなし</translation>
    </message>
    <message>
        <source>largest free block</source>
        <translation>最大の空きブロック</translation>
    </message>
    <message>
        <source>fragmentation</source>
        <translation>断片化</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Fragmentation: the share of free bytes outside the largest free block. Expandable segments can release whole steps of 2 MiB (small pool) or 20 MiB (large pool) that contain no block in use.</source>
        <translation>断片化: 空きバイトのうち、最大の空きブロックの外にある割合。拡張可能セグメントは、使用中のブロックがない 2 MiB (小プール) または 20 MiB (大プール) の区切りを丸ごと返します。</translation>
    </message>
    <message>
        <source>Fragmentation: the share of free bytes outside the largest free block. Segments in use cannot be released.</source>
        <translation>断片化: 空きバイトのうち、最大の空きブロックの外にある割合。使用中のセグメントは返せません。</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>セグメント</translation>
    </message>
    <message>
        <source>GPU whose segments are shown</source>
        <translation>セグメントを表示する GPU</translation>
    </message>
    <message>
        <source>There is no GPU. Only the allocator of a GPU creates segments.</source>
        <translation>GPU がありません。セグメントは GPU のアロケーターが作るものです。</translation>
    </message>
    <message>
        <source>No model has been loaded yet. Load a model to see every segment of %1, the tensors in the segments and the wasted space.</source>
        <translation>まだ何もロードされていません。モデルをロードすると、%1 のすべてのセグメントが、その中のテンソルと無駄になっている量とともにここに表示されます。</translation>
    </message>
    <message>
        <source>The allocator of %1 has no segment.</source>
        <translation>%1 のアロケーターはセグメントを保持していません。</translation>
    </message>
    <message>
        <source>Segments, simulated</source>
        <translation>セグメント (シミュレーション)</translation>
    </message>
    <message>
        <source>bars to scale</source>
        <translation>棒は縮尺どおり</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>テンソル</translation>
    </message>
    <message>
        <source>free in a used segment</source>
        <translation>使用中セグメントの空き</translation>
    </message>
    <message>
        <source>cached segment</source>
        <translation>キャッシュ済みセグメント</translation>
    </message>
    <message>
        <source>Point at a block or use the arrow keys; a click selects the module of the block. Ctrl+wheel, + and − zoom.</source>
        <translation>ブロックにポインターを置くか、矢印キーで移動してください。クリックすると、そのモジュールが選択されます。Ctrl とホイール、+ と − で拡大縮小します。</translation>
    </message>
</context>
<context>
    <name>stowage::SegmentMapView</name>
    <message>
        <source>small pool</source>
        <translation>小プール</translation>
    </message>
    <message>
        <source>large pool</source>
        <translation>大プール</translation>
    </message>
    <message>
        <source>Small pool: %1 segment of 2 MiB, for tensors up to 1 MiB</source>
        <translation>小プール: 2 MiB のセグメント %1 個。1 つ 1 MiB 以下のもの用</translation>
    </message>
    <message>
        <source>Small pool: %1 segments of 2 MiB, for tensors up to 1 MiB</source>
        <translation>小プール: 2 MiB のセグメント %1 個。1 つ 1 MiB 以下のもの用</translation>
    </message>
    <message>
        <source>Large pool: %1 segment of 20 MiB, for tensors below 10 MiB</source>
        <translation>大プール: 20 MiB のセグメント %1 個。10 MiB 未満のテンソル用</translation>
    </message>
    <message>
        <source>Large pool: %1 segments of 20 MiB, for tensors below 10 MiB</source>
        <translation>大プール: 20 MiB のセグメント %1 個。10 MiB 未満のテンソル用</translation>
    </message>
    <message>
        <source>Small pool: an expandable segment in steps of 2 MiB, for tensors up to 1 MiB</source>
        <translation>小プール: 2 MiB 単位の拡張可能セグメント。1 つ 1 MiB 以下のもの用</translation>
    </message>
    <message>
        <source>Large pool: an expandable segment in steps of 20 MiB, for tensors above 1 MiB</source>
        <translation>大プール: 20 MiB 単位の拡張可能セグメント。1 MiB を超えるテンソル用</translation>
    </message>
    <message>
        <source>Large pool: %1 separate segment for a tensor of 10 MiB or more</source>
        <translation>大プール: 10 MiB 以上のテンソル 1 個専用のセグメント %1 個</translation>
    </message>
    <message>
        <source>Large pool: %1 separate segments for tensors of 10 MiB or more</source>
        <translation>大プール: 10 MiB 以上のテンソルごとに専用のセグメント %1 個</translation>
    </message>
    <message>
        <source>Segments of the GPU&apos;s allocator</source>
        <translation>GPU のアロケーターのセグメント</translation>
    </message>
    <message>
        <source>in segment %1 (%2, in the %3), from byte %4</source>
        <translation>セグメント %1 (%3 の %2) の中、バイト %4 から</translation>
    </message>
    <message>
        <source>Free: %1; “Empty cache” releases %2 of this memory</source>
        <translation>空き: %1。「キャッシュを空に」でそのうち %2 を返す</translation>
    </message>
    <message>
        <source>Cached segment, free: %1; “Empty cache” releases the segment</source>
        <translation>キャッシュ済みセグメント、空き: %1。「キャッシュを空に」で返す</translation>
    </message>
    <message>
        <source>Free: %1; not released while adjacent blocks are in use</source>
        <translation>空き: %1、隣のブロックがあるため保持</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>(名前なし)</translation>
    </message>
    <message>
        <source>nothing lost to rounding</source>
        <translation>切り上げによる損失なし</translation>
    </message>
    <message>
        <source>%1 lost to rounding</source>
        <translation>切り上げによる損失 %1</translation>
    </message>
    <message>
        <source>%1 · %2 requested, %3 allocated, %4 · %5</source>
        <translation>%1 · 要求 %2、占有 %3、%4 · %5</translation>
    </message>
    <message>
        <source>%1 · %2, of which %3 is free and %4 is lost to rounding</source>
        <translation>%1 · %2、うち空き %3、切り上げによる損失 %4</translation>
    </message>
</context>
<context>
    <name>stowage::ShortcutsDialog</name>
    <message>
        <source> or </source>
        <translation> または </translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>キーボードショートカット</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>キーボードショートカット</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>On the board and in the module tree</source>
        <translation>ボードとツリーで</translation>
    </message>
    <message>
        <source>Move the selection to GPU 0 … 9</source>
        <translation>選択したものを GPU 0 … 9 へ移動</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>Move the selection to the CPU</source>
        <translation>CPU へ移動</translation>
    </message>
    <message>
        <source>Move the selection to disk</source>
        <translation>ディスクへ移動</translation>
    </message>
    <message>
        <source>Select the next block or module</source>
        <translation>次のブロックまたはモジュールを選択</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>矢印キー</translation>
    </message>
    <message>
        <source>Board: unfold or fold a block</source>
        <translation>ボード: ブロックを展開または折りたたむ</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Space</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>stowage::StageBars</name>
    <message>
        <source>When each stage computed</source>
        <translation>各ステージが計算していた時間帯</translation>
    </message>
    <message>
        <source>%1, layer %2: computed for %3; the whole run took %4.</source>
        <translation>%1、レイヤー %2: %4 のうち %3 の間、計算しました。</translation>
    </message>
    <message>
        <source>%1, layers %2: computed for %3; the whole run took %4.</source>
        <translation>%1、レイヤー %2: %4 のうち %3 の間、計算しました。</translation>
    </message>
</context>
<context>
    <name>stowage::StagesDialog</name>
    <message>
        <source>Progress of the run in stages</source>
        <translation>ステージを実行中</translation>
    </message>
    <message>
        <source>Generated tokens</source>
        <translation>生成されたトークン</translation>
    </message>
    <message>
        <source>Run in Stages</source>
        <translation>ステージに分けて実行</translation>
    </message>
    <message>
        <source>Path of the model</source>
        <translation>モデルのパス</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>The model must have the same path on every machine. Each machine reads only the layers of its stages and divides them among its GPUs and RAM.</source>
        <translation>モデルは、どのマシンでもこのパスになければなりません。各マシンは、受け持つレイヤーだけを読み取り、自身の GPU と RAM に分けて置きます。</translation>
    </message>
    <message>
        <source>The data sent between the machines is not encrypted and not authenticated. Run in stages only in a network that you trust.</source>
        <translation>マシン間で送られるものは、暗号化も認証もされません。信頼できるネットワークで使ってください。</translation>
    </message>
    <message>
        <source>Add Stage</source>
        <translation>ステージを追加</translation>
    </message>
    <message>
        <source>Divide Evenly</source>
        <translation>均等に分割</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>プロンプト</translation>
    </message>
    <message>
        <source>Prompt: text or tokens (15496,11,995)</source>
        <translation>プロンプト: 15496,11,995 またはテキスト</translation>
    </message>
    <message>
        <source>Tokens to generate</source>
        <translation>生成するトークン</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>マシン</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>レイヤー</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Loaded in</source>
        <translation>ロード時間</translation>
    </message>
    <message>
        <source>Computed</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>待ち</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>送信</translation>
    </message>
    <message>
        <source>Clock error</source>
        <translation>時計の誤差 (最大)</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>アドレス</translation>
    </message>
    <message>
        <source>Results of each stage</source>
        <translation>各ステージの結果</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>from layer </source>
        <translation>最初のレイヤー </translation>
    </message>
    <message>
        <source>to layer </source>
        <translation>最後のレイヤー </translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>address used by ssh</source>
        <translation>ssh で到達するアドレス</translation>
    </message>
    <message>
        <source>Address at which the other stages reach this machine, if different from the address that ssh uses</source>
        <translation>他のステージがこのマシンに到達するためのアドレス (ssh が使うアドレスと異なる場合)</translation>
    </message>
    <message>
        <source>Machine of stage %1</source>
        <translation>ステージ %1 のマシン</translation>
    </message>
    <message>
        <source>First layer of stage %1</source>
        <translation>ステージ %1 の最初のレイヤー</translation>
    </message>
    <message>
        <source>Last layer of stage %1</source>
        <translation>ステージ %1 の最後のレイヤー</translation>
    </message>
    <message>
        <source>Address of stage %1</source>
        <translation>ステージ %1 のアドレス</translation>
    </message>
    <message>
        <source>Remove stage %1</source>
        <translation>ステージ %1 を削除</translation>
    </message>
    <message>
        <source>Type the model&apos;s path.</source>
        <translation>モデルのパスを入力してください。</translation>
    </message>
    <message>
        <source>Type a prompt: token numbers, or text if the tokenizer is stored next to the model.</source>
        <translation>プロンプトを入力してください: トークン番号。または、モデルと同じ場所にトークナイザーがあればテキスト。</translation>
    </message>
    <message>
        <source>The stages are stopping, and all memory is being released.</source>
        <translation>ステージを終了中です。すべて返されます。</translation>
    </message>
    <message>
        <source>The stages are loading their layers and running. The results are shown at the end. Elapsed time: %1.</source>
        <translation>ステージはレイヤーをロードし、実行しています。結果は最後に表示されます。経過時間: %1。</translation>
    </message>
    <message>
        <source>The run took %1, measured from the start of the first stage to the end of the last. Because the machines&apos; clocks differ, the error can be up to %2.</source>
        <translation>実行には、最初のステージの開始から最後のステージの終了まで %1 かかりました (実測)。マシンの時計は比較済みで、この値のずれは最大 %2 です。</translation>
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
        <source>Send weights</source>
        <translation>重みを送信</translation>
    </message>
    <message>
        <source>The path is the model&apos;s path on this machine. Every other machine receives only the layers of its stages and divides them among its GPUs and RAM. At the end, it deletes the received layers.</source>
        <translation>モデルは、このマシンのこのパスにあります。ほかの各マシンは、受け持つレイヤーを受け取り、自身の GPU と RAM に分けて置きます。送られたレイヤーは、最後にそのマシンから削除されます。</translation>
    </message>
    <message>
        <source>Speed: %1 tokens per second, measured; %2 predicted.</source>
        <translation>速度: 毎秒 %1 トークン (実測)、%2 (予測)。</translation>
    </message>
    <message>
        <source>Speed: %1 tokens per second, measured.</source>
        <translation>速度: 毎秒 %1 トークン (実測)。</translation>
    </message>
    <message>
        <source>Compute, predicted</source>
        <translation>計算 (予測)</translation>
    </message>
    <message>
        <source>Memory of the running stages</source>
        <translation>実行中のステージのメモリー</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリー</translation>
    </message>
    <message>
        <source>Held now</source>
        <translation>現在の保持量</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>総量</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>根拠</translation>
    </message>
    <message>
        <source>RAM of the process</source>
        <translation>プロセスの RAM</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>シミュレーション</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>実測</translation>
    </message>
</context>
<context>
    <name>stowage::StagesRun</name>
    <message>
        <source>The machine name of a stage cannot contain a comma or a colon, and the address of a stage cannot contain a comma or a space.</source>
        <translation>ステージのマシンの名前にはコンマとコロンを、アドレスにはコンマと空白を含めることができません。</translation>
    </message>
    <message>
        <source>In stage %1, the last layer (%2) is before the first layer.</source>
        <translation>ステージ %1 の最後のレイヤー %2 が、最初のレイヤーより前にあります。</translation>
    </message>
    <message>
        <source>Layers missing before stage %1: %2. Stages must be in the order of the layers.</source>
        <translation>ステージ %1 の前に、抜けているレイヤーがあります: %2。ステージはレイヤーの順に並びます。</translation>
    </message>
    <message>
        <source>Each layer must be in only one stage. Layers of stage %1 that are also in an earlier stage: %2.</source>
        <translation>ステージ %1 と、それより前のステージの両方に含まれるレイヤーがあります: %2。</translation>
    </message>
    <message>
        <source>A run in stages needs 2 to %1 stages.</source>
        <translation>ステージに分けて実行する場合、ステージは 2 個から %1 個までです。</translation>
    </message>
    <message>
        <source>Layers missing after the last stage: %1.</source>
        <translation>最後のステージの後に、抜けているレイヤーがあります: %1。</translation>
    </message>
    <message>
        <source>The model has layers 0 to %1, but the last stage ends with layer %2.</source>
        <translation>このモデルのレイヤーは 0 から %1 までですが、最後のステージがレイヤー %2 を指定しています。</translation>
    </message>
    <message>
        <source>stowagectl was not found at %1.</source>
        <translation>%1 に stowagectl がありません。</translation>
    </message>
    <message>
        <source>The run was cancelled.</source>
        <translation>実行はキャンセルされました。</translation>
    </message>
</context>
<context>
    <name>stowage::StrategyCard</name>
    <message>
        <source>Use this</source>
        <translation>これを使う</translation>
    </message>
    <message>
        <source>The plan that this strategy computes under the same limits. Click the card to see the differences from your plan. Your plan does not change until you press “Use this”.</source>
        <translation>この戦略が同じ上限のもとで作るプラン。クリックすると、自分のプランとの違いが表示されます。「これを使う」を押すまで、何も変わりません。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 を使う</translation>
    </message>
    <message>
        <source>Offloaded</source>
        <translation>オフロード量</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>キー</translation>
    </message>
    <message>
        <source>Hops</source>
        <translation>デバイス間移動</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>問題</translation>
    </message>
    <message>
        <source>%1 errors, %2 warnings</source>
        <translation>エラー %1、警告 %2</translation>
    </message>
    <message>
        <source>Per token</source>
        <translation>1 トークン</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>最初のトークン</translation>
    </message>
    <message>
        <source>Weighted time</source>
        <translation>重み付き時間</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>コンテキスト長</translation>
    </message>
    <message>
        <source>Smallest stage</source>
        <translation>最小のステージ</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>見積もり</translation>
    </message>
    <message>
        <source>Estimated; %1 times the value of the strategy “optimal”</source>
        <translation>見積もり。optimal の %1 倍</translation>
    </message>
    <message>
        <source>%1, run %2</source>
        <translation>%1、実行 %2</translation>
    </message>
    <message>
        <source>Measured in run %1</source>
        <translation>実行 %1 で測定</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>不明</translation>
    </message>
</context>
<context>
    <name>stowage::SweepPanel</name>
    <message>
        <source>Limit of %1</source>
        <translation>%1 の上限</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>収まらない</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>収まる</translation>
    </message>
    <message>
        <source>fits with offload</source>
        <translation>オフロードで収まる</translation>
    </message>
    <message>
        <source>%1 tokens/s, first token after %2</source>
        <translation>%1 トークン/秒、最初のトークンまで %2</translation>
    </message>
    <message>
        <source>%1 on the GPUs</source>
        <translation>GPU 上に %1</translation>
    </message>
    <message>
        <source>%1 offloaded</source>
        <translation>オフロード %1</translation>
    </message>
    <message>
        <source>Tokens per second of each point</source>
        <translation>各点のトークン/秒</translation>
    </message>
    <message>
        <source>Horizontal variable</source>
        <translation>横方向の変数</translation>
    </message>
    <message>
        <source>Vertical variable</source>
        <translation>縦方向の変数</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>by</source>
        <translation>×</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>エクスポート…</translation>
    </message>
    <message>
        <source>Export as a table (CSV) or a picture (PNG, SVG)</source>
        <translation>表 (CSV) または画像 (PNG、SVG) として</translation>
    </message>
    <message>
        <source>Value of the horizontal variable</source>
        <translation>最初の変数の値に沿って</translation>
    </message>
    <message>
        <source>Use as the plan</source>
        <translation>プランにする</translation>
    </message>
    <message>
        <source>Sweeping…</source>
        <translation>スイープ中…</translation>
    </message>
    <message>
        <source>The selected variable has no values to compare for this plan. Choose another variable.</source>
        <translation>このプランには、そこで変えられるものがありません。別の変数を選んでください。</translation>
    </message>
    <message>
        <source>Sweeping, %1 points done…</source>
        <translation>スイープ中、%1 点が完了…</translation>
    </message>
    <message>
        <source>Estimated tokens per second, total of all sequences. %1 points were computed in %2, %3 of them by replaying allocations. The point of the plan is outlined. Click another point to make it the plan.</source>
        <translation>全シーケンスのトークン/秒、見積もり。%2 で %1 点、うち %3 点はリプレイ。枠付きがプランの点です。別の点をクリックすると、それがプランになります。</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>トークン/秒</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 を採用</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Horizontal axis: %1. Vertical axis: %2. %3 slower, %4 faster, %5 with offload, – does not fit.</source>
        <translation>横: %1。縦: %2。%3 遅い、%4 速い、%5 オフロードあり、– 収まらない。</translation>
    </message>
    <message>
        <source>undetermined</source>
        <translation>判定不能</translation>
    </message>
    <message>
        <source>The point of the plan is outlined. Click another point to make it the plan.</source>
        <translation>プランの点は枠で囲まれています。別の点をクリックするとプランになります。</translation>
    </message>
</context>
<context>
    <name>stowage::TenantsPanel</name>
    <message>
        <source>together</source>
        <translation>合計</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>不明</translation>
    </message>
    <message>
        <source>%1 short</source>
        <translation>%1 不足</translation>
    </message>
    <message>
        <source>This table shows the memory that the models need on each device.</source>
        <translation>モデルが各デバイスで使う量がここに表示されます。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Always in memory</source>
        <translation>常に存在するもの</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV キャッシュ</translation>
    </message>
    <message>
        <source>Keys, values and state of the whole context</source>
        <translation>コンテキスト全体のキー、値、状態</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>活性値</translation>
    </message>
    <message>
        <source>Maximum while the model runs</source>
        <translation>モデルの実行中、最大で</translation>
    </message>
    <message>
        <source>Brought in</source>
        <translation>取り込み</translation>
    </message>
    <message>
        <source>Offloaded weights that are copied to the device for a pass</source>
        <translation>転送中のオフロードされた重み</translation>
    </message>
    <message>
        <source>Needed</source>
        <translation>必要</translation>
    </message>
    <message>
        <source>Memory that PyTorch&apos;s allocator reserves at the peak, plus the driver&apos;s context</source>
        <translation>PyTorch のアロケーターがピーク時に保持する量と、ドライバーのコンテキスト</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>残り</translation>
    </message>
    <message>
        <source>Memory left after all models and other programs</source>
        <translation>全モデルと他のプログラムを除いた分</translation>
    </message>
    <message>
        <source>Models of the plan</source>
        <translation>プランのモデル</translation>
    </message>
    <message>
        <source>All models share one process, which runs one model at a time. The weights and caches of all models are in memory at once, together with the largest activations of one model. All figures are estimated.</source>
        <translation>モデルを一度に 1 つずつ実行する 1 つのプロセスで: 重みとキャッシュは全モデル分が同時に存在し、活性値は最大のものだけです。数値はすべて見積もりです。</translation>
    </message>
    <message>
        <source>Estimating…</source>
        <translation>見積もり中…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>stowage::TimelinePlot</name>
    <message>
        <source>busy</source>
        <translation>稼働</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>待ち</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>遊休</translation>
    </message>
    <message>
        <source>Timeline of the run</source>
        <translation>実行のタイムライン</translation>
    </message>
    <message>
        <source>now</source>
        <translation>現在</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Show the layer</source>
        <translation>そのレイヤーを表示</translation>
    </message>
</context>
<context>
    <name>stowage::TimelineView</name>
    <message>
        <source>While the model runs, this chart shows the activity of each device and each link: weights being read and transferred, layers computing, devices waiting or idle.</source>
        <translation>モデルの実行中、各デバイスと各リンクがしていることがここに描かれます: 読み取られ転送される重み、計算するレイヤー、待機またはアイドルのデバイス。</translation>
    </message>
    <message>
        <source>Timeline of the run</source>
        <translation>実行のタイムライン</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>実行全体</translation>
    </message>
    <message>
        <source>Show the whole run again (double-click, or press 0)</source>
        <translation>再び実行全体を表示 (ダブルクリックまたは 0)</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>実行全体を表示</translation>
    </message>
    <message>
        <source>Current item</source>
        <translation>指しているもの</translation>
    </message>
    <message>
        <source>computes</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>waits for weights</source>
        <translation>重み待ち</translation>
    </message>
    <message>
        <source>transfers weights</source>
        <translation>重みの転送</translation>
    </message>
    <message>
        <source>disk reads</source>
        <translation>ディスク読み取り</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>タイムライン</translation>
    </message>
    <message>
        <source>%1, measured; paused for %2</source>
        <translation>%1、実測。一時停止 %2</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1 (実測)</translation>
    </message>
    <message>
        <source>Point at a bar, or use the arrow keys. Wheel: zoom. Drag: move. Double-click: the whole run.</source>
        <translation>棒にポインターを置くか、矢印キーを使ってください。ホイール: 拡大縮小。ドラッグ: 移動。ダブルクリック: 実行全体。</translation>
    </message>
    <message>
        <source>Copy the current item</source>
        <translation>指しているものをコピー</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>decode %1–%2</source>
        <translation>デコード %1–%2</translation>
    </message>
    <message>
        <source>%1 read for %2 in %3</source>
        <translation>%2 用に %1 を %3 で読み取り</translation>
    </message>
    <message>
        <source>%1 transferred to %2 in %3</source>
        <translation>%1 を %2 へ %3 で転送</translation>
    </message>
    <message>
        <source>%1 copied for the %2 in %3</source>
        <translation>%2 用に %1 を %3 でコピー</translation>
    </message>
    <message>
        <source>%1 computes for %2</source>
        <translation>%1 が %2 計算</translation>
    </message>
    <message>
        <source>%1 computes for %2 and waits for weights for %3</source>
        <translation>%1 が %2 計算し、重みを %3 待つ</translation>
    </message>
    <message>
        <source>%1 waits for weights for %2</source>
        <translation>%1 が重みを %2 待つ</translation>
    </message>
    <message>
        <source>%1, %2 transferred</source>
        <translation>%1、%2 が到着</translation>
    </message>
    <message>
        <source>1 module</source>
        <translation>1 モジュール</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 モジュール</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>1 テンソル</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 テンソル</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>プリフィル</translation>
    </message>
    <message>
        <source>decode %1</source>
        <translation>デコード %1</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>読み取り</translation>
    </message>
    <message>
        <source>weights in</source>
        <translation>重みの取り込み</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>%1: busy %2, measured over %3</source>
        <translation>%1: 稼働 %2 / %3 (実測)</translation>
    </message>
    <message>
        <source>%1: busy %2, waiting for weights %3, idle %4, measured over %5</source>
        <translation>%1: %5 のうち稼働 %2、重み待ち %3、アイドル %4 (実測)</translation>
    </message>
    <message>
        <source>The GPU is simulated: the CPU computes and uses memory that is counted as GPU memory.</source>
        <translation>シミュレートされた GPU: CPU が、この GPU 自身のものとして数えるメモリー内で計算します。</translation>
    </message>
    <message>
        <source>The link is simulated: it transfers at most %1.</source>
        <translation>シミュレートされたリンク: 転送速度は最大 %1 です。</translation>
    </message>
    <message>
        <source>The link is simulated without a limit: it transfers data as fast as this machine copies memory.</source>
        <translation>上限のないシミュレートされたリンク: このマシンがコピーする速さです。</translation>
    </message>
    <message>
        <source>of layer %1</source>
        <translation>レイヤー %1 のもの</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1、%2 の時点</translation>
    </message>
    <message>
        <source>%1 idles for %2</source>
        <translation>%1 が %2 アイドル</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>%1 から %2 まで</translation>
    </message>
</context>
<context>
    <name>stowage::ToolBarFit</name>
    <message>
        <source>More tools</source>
        <translation>その他のツール</translation>
    </message>
</context>
<context>
    <name>stowage::Tour</name>
    <message>
        <source>Skip Tour</source>
        <translation>ツアーをスキップ</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>戻る</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>次へ</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>ステップ %1 / %2</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完了</translation>
    </message>
</context>
<context>
    <name>stowage::TreeFeature</name>
    <message>
        <source>Filter Modules</source>
        <translation>モジュールを絞り込む</translation>
    </message>
    <message>
        <source>About This Model</source>
        <translation>このモデルについて</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Model facts</source>
        <translation>モデル情報</translation>
    </message>
</context>
<context>
    <name>stowage::UseBar</name>
    <message>
        <source>Thin bar: before the load. Thick bar: now. Tick: peak of the reserved memory.</source>
        <translation>細: ロード前。太: 現在。目盛り: 予約済みの最高値。</translation>
    </message>
    <message>
        <source>Free: %1</source>
        <translation>空き: %1</translation>
    </message>
</context>
<context>
    <name>stowage::VariantBar</name>
    <message>
        <source>Variants of the plan</source>
        <translation>プランのバリアント</translation>
    </message>
    <message>
        <source>New variant</source>
        <translation>新規バリアント</translation>
    </message>
    <message>
        <source>Name of the variant</source>
        <translation>バリアントの名前</translation>
    </message>
    <message>
        <source>Add another plan of this model that starts as a copy of the plan shown</source>
        <translation>表示中のものと同じ、このモデルのもう 1 つのプラン</translation>
    </message>
    <message>
        <source>%1: double-click to rename, drag to reorder</source>
        <translation>%1: ダブルクリックで名前変更、ドラッグで並べ替え</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>名前を変更</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
</context>
<context>
    <name>stowage::VerdictCard</name>
    <message>
        <source>The weights on the other devices fit: %1</source>
        <translation>残りは収まります: %1</translation>
    </message>
    <message>
        <source>The file cannot be loaded. Verdict for the plan alone: %1</source>
        <translation>ファイルをロードできません。プランだけなら: %1</translation>
    </message>
</context>
<context>
    <name>stowage::VramChart</name>
    <message>
        <source>VRAM by device over time</source>
        <translation>デバイス別の VRAM の推移</translation>
    </message>
    <message>
        <source>%1 usable %2</source>
        <translation>%1 使用可能 %2</translation>
    </message>
    <message>
        <source>%1 limit %2</source>
        <translation>%1 上限 %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 allocated, simulated</source>
        <translation>%1 割り当て済み (シミュレーション)</translation>
    </message>
    <message>
        <source>%1 allocated, measured</source>
        <translation>%1 割り当て済み (実測)</translation>
    </message>
    <message>
        <source>%1 reserved, simulated</source>
        <translation>%1 予約済み (シミュレーション)</translation>
    </message>
    <message>
        <source>%1 reserved, measured</source>
        <translation>%1 予約済み (実測)</translation>
    </message>
    <message>
        <source>usable %1</source>
        <translation>使用可能 %1</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>上限 %1</translation>
    </message>
</context>
<context>
    <name>stowage::WaysPanel</name>
    <message>
        <source>the plan</source>
        <translation>プラン</translation>
    </message>
    <message>
        <source>%1, CPU</source>
        <translation>%1、CPU</translation>
    </message>
    <message>
        <source>%1, 1 GPU</source>
        <translation>%1、1 GPU</translation>
    </message>
    <message>
        <source>%1, %2 GPUs</source>
        <translation>%1、%2 GPU</translation>
    </message>
    <message>
        <source>Memory on the horizontal axis</source>
        <translation>グラフの横軸のメモリー</translation>
    </message>
    <message>
        <source>Ways to run: tokens per second over memory</source>
        <translation>実行方法: メモリーに対するトークン/秒</translation>
    </message>
    <message>
        <source>over VRAM</source>
        <translation>VRAM に対して</translation>
    </message>
    <message>
        <source>over RAM</source>
        <translation>RAM に対して</translation>
    </message>
    <message>
        <source>Trying dtypes, quantisations and numbers of GPUs…</source>
        <translation>dtype、量子化、GPU の数を試しています…</translation>
    </message>
    <message>
        <source>RAM needed, GiB</source>
        <translation>必要な RAM、GiB</translation>
    </message>
    <message>
        <source>VRAM needed, GiB</source>
        <translation>必要な VRAM、GiB</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>トークン/秒</translation>
    </message>
    <message>
        <source>%1: %2 tokens/s, %3 of VRAM, %4 of RAM, estimated by formula</source>
        <translation>%1: %2 トークン/秒、VRAM %3、RAM %4、式による</translation>
    </message>
    <message>
        <source>Dashed line: each point is the fastest way found with at most that much %1. Pale point: another way is at least as fast and needs no more VRAM or RAM. All values are estimated by formula. Click a point to make it the plan.</source>
        <translation>破線: 各点は、その量以下の %1 で見つかった最も速い方法です。淡色の点: VRAM も RAM も増やさず、遅くならない別の方法があります。値はすべて式による見積もりです。点をクリックすると、それがプランになります。</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>The plan itself does not fit.</source>
        <translation>プラン自体は収まりません。</translation>
    </message>
    <message>
        <source>Run as %1</source>
        <translation>%1 として実行</translation>
    </message>
    <message>
        <source>The search for ways to run was cancelled.</source>
        <translation>実行方法の探索はキャンセルされました。</translation>
    </message>
    <message>
        <source>%1, offload</source>
        <translation>%1、オフロード</translation>
    </message>
    <message>
        <source>%1. Another way is at least as fast and needs no more VRAM or RAM: %2</source>
        <translation>%1。どちらも増やさず、遅くならないもの: %2</translation>
    </message>
    <message>
        <source>This model generates no tokens.</source>
        <translation>このモデルではトークンは続きません。</translation>
    </message>
    <message>
        <source>Ways to run that are not shown because their time is unknown: %1. %2</source>
        <translation>時間が不明なため表示されないもの: %1。%2</translation>
    </message>
    <message>
        <source>No placement was found that fits this workload, in any of the dtypes that were tried.</source>
        <translation>計画どおりの型でも別の型でも、この処理が収まる重みの配置は見つかりませんでした。</translation>
    </message>
</context>
<context>
    <name>stowage::WorkloadFields</name>
    <message>
        <source>a shorter context</source>
        <translation>コンテキスト長を短く</translation>
    </message>
    <message>
        <source>a smaller KV cache dtype</source>
        <translation>KV キャッシュの dtype を小さく</translation>
    </message>
    <message>
        <source>fewer sequences at once</source>
        <translation>同時のシーケンスを少なく</translation>
    </message>
    <message>
        <source>prompts in chunks</source>
        <translation>プロンプトを分割</translation>
    </message>
    <message>
        <source>weights in int8</source>
        <translation>重みを int8 に</translation>
    </message>
    <message>
        <source>weights offloaded to the CPU</source>
        <translation>重みを CPU にオフロード</translation>
    </message>
    <message>
        <source>Not a whole number: type %1 to %2.</source>
        <translation>整数ではありません: %1 から %2 の値を入力してください。</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>エンジン</translation>
    </message>
    <message>
        <source>Engine whose memory rules apply, for example for storing keys and values</source>
        <translation>どのエンジンのメモリー規則に従うか (キーと値の保持など)</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV キャッシュ</translation>
    </message>
    <message>
        <source>Dtype of the stored keys and values</source>
        <translation>キーと値をどの形式で保持するか</translation>
    </message>
    <message>
        <source>Computes in</source>
        <translation>計算の型</translation>
    </message>
    <message>
        <source>The dtype of activations and, unless specified otherwise, of the KV cache</source>
        <translation>活性値の dtype。ほかに指定がなければ KV キャッシュの dtype にもなる</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>アテンション</translation>
    </message>
    <message>
        <source>eager: all attention scores are in memory at once; fused: only small blocks of them</source>
        <translation>eager: すべてのアテンションスコアが同時にメモリーに置かれる。fused: スコアのごく一部だけが置かれる</translation>
    </message>
    <message>
        <source>Allocator</source>
        <translation>アロケーター</translation>
    </message>
    <message>
        <source>Setting of PyTorch&apos;s allocator on the simulated GPUs; expandable_segments is an option of PYTORCH_CUDA_ALLOC_CONF</source>
        <translation>シミュレートされた GPU での PyTorch のアロケーターの設定。expandable_segments は PYTORCH_CUDA_ALLOC_CONF によるものと同じ</translation>
    </message>
    <message>
        <source>Number of positions that the model was designed for</source>
        <translation>モデルが想定する位置の数</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>compute dtype</source>
        <translation>計算と同じ</translation>
    </message>
    <message>
        <source>the weights&apos; dtype</source>
        <translation>重みの dtype</translation>
    </message>
    <message>
        <source>engine default</source>
        <translation>エンジンに従う</translation>
    </message>
    <message>
        <source>Allowed changes, in the order in which they are tried</source>
        <translation>諦めてよいもの (この順に)</translation>
    </message>
    <message>
        <source>Allowed changes, in order</source>
        <translation>この順に諦める</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>先へ</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>後へ</translation>
    </message>
    <message>
        <source>the whole prompt</source>
        <translation>プロンプト全体</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>The context is longer than the %1 positions that the model was designed for.</source>
        <translation>モデルが想定する %1 個の位置を超えています。</translation>
    </message>
    <message>
        <source>automatic: %1</source>
        <translation>自動: %1</translation>
    </message>
    <message>
        <source>Out of range: type %1 to %2.</source>
        <translation>範囲外です: %1 から %2 の値を入力してください。</translation>
    </message>
    <message>
        <source>Not a number: type a value such as 0.92.</source>
        <translation>数値ではありません: 0.92 のように入力してください。</translation>
    </message>
    <message>
        <source>another map</source>
        <translation>別のマップ</translation>
    </message>
    <message>
        <source>expandable segments</source>
        <translation>拡張可能なセグメント</translation>
    </message>
    <message>
        <source>different memory limits</source>
        <translation>別の上限</translation>
    </message>
    <message>
        <source>another engine</source>
        <translation>別のエンジン</translation>
    </message>
</context>
<context>
    <name>stowage::units</name>
    <message>
        <source>exact</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>%1 MB/s</source>
        <translation>%1 MB/s</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 バイト</translation>
    </message>
</context>
</TS>
