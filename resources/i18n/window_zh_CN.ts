<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AboutDialog</name>
    <message>
        <source>the window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>loading and running models</source>
        <translation>加载与运行</translation>
    </message>
    <message>
        <source>JSON files</source>
        <translation>JSON 文件</translation>
    </message>
    <message>
        <source>checksums</source>
        <translation>字节摘要</translation>
    </message>
    <message>
        <source>tokenizers</source>
        <translation>分词器</translation>
    </message>
</context>
<context>
    <name>AccuracyDialog</name>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 token/s</translation>
    </message>
</context>
<context>
    <name>Board</name>
    <message>
        <source>to %1</source>
        <translation>到 %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>%1 move</source>
        <translation>%1 个移动</translation>
    </message>
    <message>
        <source>is on %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>(whole model)</source>
        <translation>（整个模型）</translation>
    </message>
    <message>
        <source>%1 (own)</source>
        <translation>%1（自身）</translation>
    </message>
    <message>
        <source>without a device</source>
        <translation>无设备</translation>
    </message>
    <message>
        <source>Blocks must be placed on a device, and this lane is not a device.</source>
        <translation>块要放到设备上；此泳道没有设备。</translation>
    </message>
    <message>
        <source>The modules to move are not part of the open model.</source>
        <translation>这些模块不属于此模型。</translation>
    </message>
    <message>
        <source>%1 has no weights to move, or only weights that are tied to those of another module.</source>
        <translation>%1 没有可移动的权重，或只有与其他模块的权重绑定的权重。</translation>
    </message>
    <message>
        <source>%1 is already on %2.</source>
        <translation>%1 已在 %2 上。</translation>
    </message>
    <message>
        <source>All modules to move are already on %1.</source>
        <translation>这些都已在 %1 上。</translation>
    </message>
    <message>
        <source>No device</source>
        <translation>无设备</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 个模块</translation>
    </message>
    <message>
        <source>Cannot be dropped here</source>
        <translation>不能放到此处</translation>
    </message>
    <message>
        <source>1 block</source>
        <translation>1 个块</translation>
    </message>
    <message>
        <source>%1 blocks</source>
        <translation>%1 个块</translation>
    </message>
    <message>
        <source>would be %1 over the capacity</source>
        <translation>将超出其容量 %1</translation>
    </message>
    <message>
        <source>would be %1 over the limit</source>
        <translation>将超出其上限 %1</translation>
    </message>
    <message>
        <source>1 hop</source>
        <translation>1 次跨设备跳转</translation>
    </message>
    <message>
        <source>%1 hops</source>
        <translation>%1 次跨设备跳转</translation>
    </message>
    <message>
        <source>%1, as before</source>
        <translation>%1，与之前相同</translation>
    </message>
    <message>
        <source>%1, now %2</source>
        <translation>%1，现在 %2</translation>
    </message>
    <message>
        <source>Drop to move, Esc to cancel</source>
        <translation>松开以移动，Esc 取消</translation>
    </message>
    <message>
        <source>%1 over capacity</source>
        <translation>超出其容量 %1</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>空闲 %1</translation>
    </message>
    <message>
        <source>%1, simulated</source>
        <translation>%1（模拟）</translation>
    </message>
    <message>
        <source>Simulated, %1</source>
        <translation>%1（模拟）</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Reserved by the allocator for the weights</source>
        <translation>由分配器为其保留</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Over the capacity</source>
        <translation>超出容量</translation>
    </message>
    <message>
        <source>Over the limit</source>
        <translation>超出上限</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> / %1</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>原为 %1</translation>
    </message>
    <message>
        <source>Kept free for the largest layer</source>
        <translation>为最大层保留</translation>
    </message>
    <message>
        <source>Kept free: %1</source>
        <translation>留空：%1</translation>
    </message>
    <message>
        <source>Limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>Drop layers here</source>
        <translation>将层拖放到此处</translation>
    </message>
    <message>
        <source>%1 over the limit</source>
        <translation>超出上限 %1</translation>
    </message>
    <message>
        <source>Limit at arrows: %1</source>
        <translation>箭头标记 %1</translation>
    </message>
    <message>
        <source>Layers not loaded:</source>
        <translation>以下内容都未加载：</translation>
    </message>
    <message>
        <source>drag them to a device</source>
        <translation>请将其拖到设备上</translation>
    </message>
    <message>
        <source>Some layers run on %1;</source>
        <translation>部分层在 %1 上运行；</translation>
    </message>
    <message>
        <source>These layers run on %1;</source>
        <translation>这些层在 %1 上运行；</translation>
    </message>
    <message>
        <source>%1 read per token</source>
        <translation>每个 token 读取 %1</translation>
    </message>
    <message>
        <source>%1 copied per token</source>
        <translation>每个 token 复制 %1</translation>
    </message>
    <message>
        <source>%1 read for each run</source>
        <translation>运行时读取 %1</translation>
    </message>
    <message>
        <source>%1 copied for each run</source>
        <translation>运行时复制 %1</translation>
    </message>
    <message>
        <source>stays on %1</source>
        <translation>留在 %1</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>Simulated, unlimited memory</source>
        <translation>无上限（模拟）</translation>
    </message>
    <message>
        <source>%1 free on the card</source>
        <translation>显卡空闲 %1</translation>
    </message>
    <message>
        <source>%1 free in RAM</source>
        <translation>RAM 空闲 %1</translation>
    </message>
    <message>
        <source>%1, sim.</source>
        <translation>%1（模拟）</translation>
    </message>
</context>
<context>
    <name>CompareModelsTables</name>
    <message>
        <source>KV cache of %1 tokens, bfloat16</source>
        <translation>%1 个 token 的 KV 缓存，bfloat16</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layers of the encoder</source>
        <translation>编码器的层</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>隐藏大小</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>注意力头</translation>
    </message>
    <message>
        <source>Key/value heads</source>
        <translation>键值头</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>头宽度</translation>
    </message>
    <message>
        <source>Latent width</source>
        <translation>潜在宽度</translation>
    </message>
    <message>
        <source>Context, tokens</source>
        <translation>上下文长度，token</translation>
    </message>
    <message>
        <source>Vocabulary, tokens</source>
        <translation>词表，token</translation>
    </message>
    <message>
        <source>Experts per layer</source>
        <translation>每层专家</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>每个 token 的专家</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>共享专家</translation>
    </message>
    <message>
        <source>KV cache per token, bfloat16</source>
        <translation>每个 token 的 KV 缓存，bfloat16</translation>
    </message>
    <message>
        <source>KV cache per token beyond the window</source>
        <translation>… 超出窗口</translation>
    </message>
    <message>
        <source>Sliding window, tokens</source>
        <translation>窗口，token</translation>
    </message>
    <message>
        <source>Size, stored or calculated</source>
        <translation>大小，按存储或描述</translation>
    </message>
    <message>
        <source>Largest block that is not split</source>
        <translation>最大的不可拆分块</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Tied groups</source>
        <translation>绑定组</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>模型族</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Parameters active per token</source>
        <translation>每个 token 激活的参数</translation>
    </message>
    <message>
        <source>Parameters in embeddings</source>
        <translation>嵌入中的参数</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>ComparedRowTexts</name>
    <message>
        <source>The model does not have this property, or the value is unknown</source>
        <translation>此模型没有这一项，或该项未知</translation>
    </message>
    <message>
        <source>first only</source>
        <translation>仅第一个有</translation>
    </message>
    <message>
        <source>second only</source>
        <translation>仅第二个有</translation>
    </message>
    <message>
        <source>%1 (× %2)</source>
        <translation>%1（× %2）</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>%1: same in both models</source>
        <translation>%1：相同</translation>
    </message>
    <message>
        <source>%1: differs</source>
        <translation>%1：不同</translation>
    </message>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Second vs. first</source>
        <translation>第二个相对第一个</translation>
    </message>
    <message>
        <source>Both models have the same values in all rows.</source>
        <translation>两个模型在这些方面完全一致。</translation>
    </message>
</context>
<context>
    <name>ConfigTexts</name>
    <message>
        <source> with </source>
        <translation> 与 </translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
    </message>
    <message>
        <source>the typed sizes</source>
        <translation>键入的尺寸</translation>
    </message>
    <message>
        <source>from %1, without weights</source>
        <translation>来自 %1，没有权重</translation>
    </message>
    <message>
        <source>There are no weights to load: the model was built %1. You can plan the model. To load weights, open the checkpoint of the model or the folder that contains the checkpoint.</source>
        <translation>没有可加载的内容：该模型%1。可在此规划；要加载，请打开其检查点，或检查点所在的文件夹。</translation>
    </message>
    <message>
        <source>%1, as built by transformers from %2 (%3)</source>
        <translation>%1，按 transformers 从 %2 构建（%3）</translation>
    </message>
    <message>
        <source>none, as in every model of the family %1</source>
        <translation>无，所有 %1 都如此</translation>
    </message>
    <message>
        <source>%1, as in every model of the family %2</source>
        <translation>%1，所有 %2 都如此</translation>
    </message>
    <message>
        <source>none: this class has no head to tie</source>
        <translation>无：此类没有可绑定的头</translation>
    </message>
    <message>
        <source>none, because the option %1 is turned off in %2</source>
        <translation>无：%2 中 %1 为关闭</translation>
    </message>
    <message>
        <source>%1, because the option %2 is turned on in %3; to plan the tied weights separately, turn %2 off</source>
        <translation>%1，因为 %3 中 %2 为开启；要分开规划，请在那里将其关闭</translation>
    </message>
    <message>
        <source>%1 parameters, %2 as %3</source>
        <translation>%1 个参数，%3 下为 %2</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 个模块</translation>
    </message>
    <message>
        <source>no-split classes: %1</source>
        <translation>保持完整：%1</translation>
    </message>
    <message>
        <source>no tied weights</source>
        <translation>没有绑定</translation>
    </message>
    <message>
        <source>tied: %1</source>
        <translation>绑定：%1</translation>
    </message>
    <message>
        <source>calculated from the typed sizes</source>
        <translation>由键入的尺寸计算得出</translation>
    </message>
    <message>
        <source>The weights are on %1. Load the weights on that machine, in the Machines panel.</source>
        <translation>权重位于 %1：请在“机器”面板中在那里加载。</translation>
    </message>
</context>
<context>
    <name>DeviceUse</name>
    <message>
        <source>allocated %1</source>
        <translation>已分配 %1</translation>
    </message>
    <message>
        <source>reserved %1</source>
        <translation>已保留 %1</translation>
    </message>
    <message>
        <source>held %1</source>
        <translation>占用 %1</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸下</translation>
    </message>
    <message>
        <source>nothing was allocated</source>
        <translation>没有已分配的内容</translation>
    </message>
    <message>
        <source>Empty cache</source>
        <translation>清空缓存</translation>
    </message>
    <message>
        <source>nothing was cached</source>
        <translation>没有已缓存的内容</translation>
    </message>
    <message>
        <source>Reset peaks</source>
        <translation>重置峰值</translation>
    </message>
    <message>
        <source>the peaks already equal the current use</source>
        <translation>峰值即为当前占用量</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>the amount is unchanged</source>
        <translation>它们已占用该量</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Allocated by the load</source>
        <translation>此次加载（已分配）</translation>
    </message>
    <message>
        <source>Cached, reserved</source>
        <translation>缓存（已保留）</translation>
    </message>
    <message>
        <source>Other Stowage memory</source>
        <translation>Stowage 的其余部分</translation>
    </message>
    <message>
        <source>Simulated GPUs</source>
        <translation>模拟 GPU</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
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
        <translation>被其他程序占用</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>More than %1 GiB</source>
        <translation>超过 %1 GiB</translation>
    </message>
    <message>
        <source>Up to %1 GiB</source>
        <translation>不超过 %1 GiB</translation>
    </message>
    <message>
        <source>%1, according to %2</source>
        <translation>%1，公布于 %2</translation>
    </message>
    <message>
        <source>Move to the left</source>
        <translation>向左移动</translation>
    </message>
    <message>
        <source>Move to the right</source>
        <translation>向右移动</translation>
    </message>
    <message>
        <source>%1, such as 24GiB, 24GB or rtx-4090</source>
        <translation>%1，如 24GiB、24GB 或 rtx-4090</translation>
    </message>
    <message>
        <source>%1, such as 256GiB; empty for the value of this machine</source>
        <translation>%1，如 256GiB；留空为本机自身的值</translation>
    </message>
    <message>
        <source>%1, such as 12GB/s; empty for no limit</source>
        <translation>%1，如 12GB/s；留空为无上限</translation>
    </message>
    <message>
        <source>%1, such as 512MiB, or 0</source>
        <translation>%1，如 512MiB，或 0</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>Use the value of this machine</source>
        <translation>与本机相同</translation>
    </message>
    <message>
        <source>Make it a</source>
        <translation>改为</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Add a GPU</source>
        <translation>再加一个 GPU</translation>
    </message>
    <message>
        <source>Add a GPU of type</source>
        <translation>再加一个 GPU，型号</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>%1, such as node-2; empty for this machine</source>
        <translation>%1，如 node-2；留空为本机</translation>
    </message>
</context>
<context>
    <name>FactColumns</name>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
</context>
<context>
    <name>FactTables</name>
    <message>
        <source>missing in the file</source>
        <translation>文件中缺少</translation>
    </message>
    <message>
        <source>not in the model</source>
        <translation>模型中没有</translation>
    </message>
    <message>
        <source>different shape and type</source>
        <translation>形状和类型不同</translation>
    </message>
    <message>
        <source>different shape</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <source>different type</source>
        <translation>类型不同</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 (guessed)</source>
        <translation>%1（推测）</translation>
    </message>
    <message>
        <source>%1: numbered siblings of the same shape, proposed as blocks that must not be split</source>
        <translation>%1：形状相同、带编号的同级模块，建议作为不可拆分的块</translation>
    </message>
    <message>
        <source>%1: must not be split</source>
        <translation>%1：不可拆分</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Own size</source>
        <translation>自身大小</translation>
    </message>
    <message>
        <source>Largest module</source>
        <translation>最大模块</translation>
    </message>
    <message>
        <source>Total size of the tensors that belong directly to the modules of the class. The sum of all rows is the size of the model, with tied tensors counted once.</source>
        <translation>仅计模块自身的张量；合计为整个模型，绑定的张量只计一次</translation>
    </message>
    <message>
        <source>Size of the largest module of the class, including its submodules</source>
        <translation>该类中最大的模块，含其内部的全部内容</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>can be planned; quantised blocks cannot be loaded</source>
        <translation>可规划；量化块不加载</translation>
    </message>
    <message>
        <source>can be planned and loaded</source>
        <translation>可规划，可加载</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>可做什么</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>The model contains no tensors.</source>
        <translation>其中没有张量。</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>%1, one of %2 names of this tensor</source>
        <translation>%1，此张量的 %2 个名称之一</translation>
    </message>
    <message>
        <source>no bytes stored</source>
        <translation>未存储字节</translation>
    </message>
    <message>
        <source>At byte</source>
        <translation>起始字节</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>In this model&apos;s tensors</source>
        <translation>在此模型的张量中</translation>
    </message>
    <message>
        <source>There are no weights: only the modules and sizes of the model are known.</source>
        <translation>没有权重：只知道模型的模块和大小。</translation>
    </message>
    <message>
        <source>Other names</source>
        <translation>同一张量</translation>
    </message>
    <message>
        <source>Size, once</source>
        <translation>大小，计一次</translation>
    </message>
    <message>
        <source>No two names share a tensor.</source>
        <translation>没有两个名称共用一个张量。</translation>
    </message>
    <message>
        <source>The keys of the checkpoint are the only source of the modules, so they cannot be compared with the model. Put the model&apos;s .tree.json file next to the checkpoint, or choose such a file.</source>
        <translation>没有可与键对照的内容：无法从别处得知该模型。请将其 .tree.json 放在检查点旁边，或选择一个。</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题所在</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>文件中</translation>
    </message>
    <message>
        <source>In the model</source>
        <translation>模型中</translation>
    </message>
    <message>
        <source>1 tensor is a strided view: its elements are gathered while the tensor is loaded.</source>
        <translation>1 个张量是自带步幅的视图：加载时会收集其元素。</translation>
    </message>
    <message>
        <source>%1 tensors are strided views: their elements are gathered while the tensors are loaded.</source>
        <translation>%1 个张量是自带步幅的视图：加载时会收集其元素。</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>%1 was saved on the meta device: the tensor has a shape, but no bytes that can be loaded.</source>
        <translation>%1 是在 meta 设备上保存的：它有形状，但没有可加载的字节。</translation>
    </message>
    <message>
        <source>There are no notes about this checkpoint.</source>
        <translation>检查点没有任何异常。</translation>
    </message>
</context>
<context>
    <name>FactTexts</name>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>mixed types</source>
        <translation>混合类型</translation>
    </message>
    <message>
        <source>safetensors</source>
        <translation>safetensors</translation>
    </message>
    <message>
        <source>PyTorch zip file, the default of torch.save since 1.6</source>
        <translation>PyTorch zip，torch 自 1.6 起的保存格式</translation>
    </message>
    <message>
        <source>module tree without weights</source>
        <translation>不含权重的模块树</translation>
    </message>
    <message>
        <source>safetensors in shards</source>
        <translation>分片的 safetensors</translation>
    </message>
    <message>
        <source>PyTorch files in shards</source>
        <translation>分片的 PyTorch 文件</translation>
    </message>
    <message>
        <source>one PyTorch file per tensor</source>
        <translation>每个张量一个 PyTorch 文件</translation>
    </message>
    <message>
        <source>Accelerate&apos;s offload folder</source>
        <translation>Accelerate 的卸载 (offload) 文件夹</translation>
    </message>
    <message>
        <source>PyTorch pickle file, the default of torch.save before 1.6</source>
        <translation>PyTorch pickle，torch 1.6 之前的保存格式</translation>
    </message>
    <message>
        <source>TorchScript; the code in the file is never executed</source>
        <translation>TorchScript；其代码绝不会被执行</translation>
    </message>
    <message>
        <source>GGUF</source>
        <translation>GGUF</translation>
    </message>
    <message>
        <source>one NumPy array</source>
        <translation>一个 NumPy 数组</translation>
    </message>
    <message>
        <source>one NumPy file per tensor</source>
        <translation>每个张量一个 NumPy 文件</translation>
    </message>
    <message>
        <source>A model</source>
        <translation>一个模型</translation>
    </message>
    <message>
        <source>%1, as described in the file</source>
        <translation>%1，如文件所描述</translation>
    </message>
    <message>
        <source>%1, as described in %2</source>
        <translation>%1，从 %2 得知</translation>
    </message>
    <message>
        <source>%1, recognised by its keys (%2)</source>
        <translation>%1，由其键识别（%2）</translation>
    </message>
    <message>
        <source>%1, according to the metadata of the file; tensor names as in llama.cpp</source>
        <translation>%1，依据文件自身的键值对；名称按 llama.cpp 的写法</translation>
    </message>
    <message>
        <source>Not recognised: the module tree is built from the tensor names, without classes</source>
        <translation>未识别：由名称得出的树，没有类</translation>
    </message>
    <message>
        <source>Not recognised: the module tree is built from the tensor names; guessed no-split classes: %1</source>
        <translation>未识别：由张量名称得出的模块树；推测的不可拆分类：%1</translation>
    </message>
    <message>
        <source>no parameters</source>
        <translation>没有参数</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>1 个张量</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>1 module</source>
        <translation>1 个模块</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 个模块</translation>
    </message>
    <message>
        <source>%1, %2, in %3 and %4</source>
        <translation>%1，%2，共 %3、%4</translation>
    </message>
    <message>
        <source>no weights: the model can be planned, but cannot be loaded</source>
        <translation>没有权重：可以规划，不能加载</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>1 个文件</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 个文件</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1, %2; the tensors of this model use %3</source>
        <translation>%1，%2；其中 %3 在此模型的张量中</translation>
    </message>
    <message>
        <source>(top)</source>
        <translation>（顶层）</translation>
    </message>
    <message>
        <source>%1: 1 tensor</source>
        <translation>%1：1 个张量</translation>
    </message>
    <message>
        <source>%1: %2 tensors</source>
        <translation>%1：%2 个张量</translation>
    </message>
    <message>
        <source>All keys of the checkpoint agree with %1.</source>
        <translation>所有键都与 %1 一致。</translation>
    </message>
    <message>
        <source>Keys compared with %1: %2 missing, %3 unexpected, %4 with a different shape or dtype.</source>
        <translation>与 %1 对照：缺少 %2 个，多出 %3 个，形状或类型不同的 %4 个。</translation>
    </message>
    <message>
        <source>Every key begins with “%1”, a prefix that a wrapper such as DistributedDataParallel or torch.compile adds.</source>
        <translation>每个键都以“%1”开头，这是 DistributedDataParallel 或 torch.compile 之类的包装加上的。</translation>
    </message>
    <message>
        <source>Remove “%1” from the keys</source>
        <translation>从键中去掉“%1”</translation>
    </message>
    <message>
        <source>Add “%1” before the keys</source>
        <translation>在键前加上“%1”</translation>
    </message>
    <message>
        <source>Rename “%1” to “%2” in the keys</source>
        <translation>将键中的“%1”改名为“%2”</translation>
    </message>
</context>
<context>
    <name>HeadersCopy</name>
    <message>
        <source>The remote machine sent invalid data for a file of the model: “%1”.</source>
        <translation>该机器为模型的文件“%1”发送了无效的数据。</translation>
    </message>
    <message>
        <source>The model on the remote machine has more than %1 files, or its files changed while Stowage was reading them.</source>
        <translation>那里的模型有超过 %1 个文件，或其文件正在变化。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>The files of the model on the remote machine contain more than 4 GiB of data in addition to the tensors.</source>
        <translation>那里的模型除张量外的内容超过 4 GiB。</translation>
    </message>
    <message>
        <source>stowagectl on %1 is too old to read an adapter, another model or a module tree together with a model: install a newer version of Stowage on that machine.</source>
        <translation>%1 上的 stowagectl 太旧，无法随模型一起读取适配器、其他模型或模块树：请在那里安装较新的版本。</translation>
    </message>
</context>
<context>
    <name>LoadProcess</name>
    <message>
        <source>A comparison of load methods cannot use real and simulated GPUs together: remove the simulated or the real GPUs from the plan.</source>
        <translation>方法在真实的 GPU 上或在模拟 GPU 上比较；请将模拟的或真实的从方案中去掉。</translation>
    </message>
    <message>
        <source>The reference logits could not be computed: %1</source>
        <translation>无法生成参考 logits：%1</translation>
    </message>
    <message>
        <source>The reference logits could not be saved as %1.</source>
        <translation>参考 logits 无法保存为 %1。</translation>
    </message>
</context>
<context>
    <name>LoadRequest</name>
    <message>
        <source>Open a model with weights first</source>
        <translation>请先打开带权重的模型</translation>
    </message>
</context>
<context>
    <name>MemoryBars</name>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>KV cache and state</source>
        <translation>KV 缓存与状态</translation>
    </message>
    <message>
        <source>streamed weights</source>
        <translation>搬入的权重</translation>
    </message>
    <message>
        <source>activations, logits and slack</source>
        <translation>激活值、logits 与闲置保留</translation>
    </message>
    <message>
        <source>other programs</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>load buffers and other</source>
        <translation>加载及其他</translation>
    </message>
</context>
<context>
    <name>MemoryView</name>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>streamed</source>
        <translation>搬入</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>slack</source>
        <translation>闲置保留</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>需要</translation>
    </message>
    <message>
        <source>used by others</source>
        <translation>被其他程序占用</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>not at once</source>
        <translation>非同时</translation>
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
        <translation>编码器 %1 层，解码器 %2 层</translation>
    </message>
    <message>
        <source>%1 attention heads of width %2</source>
        <translation>%1 个注意力头，宽度 %2</translation>
    </message>
    <message>
        <source>%1 key/value heads, shared by the query heads</source>
        <translation>%1 个键值头，由各查询头共享</translation>
    </message>
    <message>
        <source>keys and values are stored as one vector of %1 numbers, regardless of the number of heads</source>
        <translation>键和值保存为一个由 %1 个数组成的向量，与头数无关</translation>
    </message>
    <message>
        <source>%1 (%2 kv)</source>
        <translation>%1（%2 kv）</translation>
    </message>
    <message>
        <source>%1 parameters, counting tied tensors once</source>
        <translation>%1 个参数，绑定的张量只计一次</translation>
    </message>
    <message>
        <source>%1 parameters are used for one token: all except those of experts that are not chosen (%2 of %3 experts are chosen in each of %4 layers)</source>
        <translation>%1 个参数参与一个 token 的计算：除未被选中的专家外的全部参数（%4 层中每层从 %3 个中选 %2 个）</translation>
    </message>
    <message>
        <source>%1 parameters (%2 %) are in lookup tables (tokens, positions), including a tied head</source>
        <translation>%1 个参数（%2%）在查找表中：token、位置；绑定的头也计入其中</translation>
    </message>
    <message>
        <source>%1 bytes per token in %2: %3 layers × %4 numbers × %5 bytes</source>
        <translation>每个 token %1 字节（%2）：%3 层 × %4 个数 × %5 字节</translation>
    </message>
    <message>
        <source>Bytes per token: float32 %1, float16 and bfloat16 %2, fp8 %3</source>
        <translation>float32 %1，float16 和 bfloat16 %2，fp8 %3</translation>
    </message>
    <message>
        <source>%1 for one sequence that fills the whole context</source>
        <translation>一个占满上下文的序列需要 %1</translation>
    </message>
    <message>
        <source>%1 of %2 layers use only the last %3 tokens; in a longer context, each token adds %4 bytes</source>
        <translation>%2 层中有 %1 层回看不超过 %3 个 token；超出后每个 token %4 字节</translation>
    </message>
    <message>
        <source>plus %1 bytes for each position of the encoder&apos;s output</source>
        <translation>编码器输出的每个位置另需 %1 字节</translation>
    </message>
    <message>
        <source>transformers stores shared heads separately for every query head: %1 bytes per token</source>
        <translation>transformers 为每个查询头各存一份共享的头：每个 token %1 字节</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Shared experts, which every token also uses: %1</source>
        <translation>每个 token 另外都使用的共享专家：%1</translation>
    </message>
    <message>
        <source>KV cache per token, %1</source>
        <translation>每个 token 的 KV 缓存，%1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Blocks that every token passes through, one after the other</source>
        <translation>每个 token 依次经过的块</translation>
    </message>
    <message>
        <source>hidden size</source>
        <translation>隐藏大小</translation>
    </message>
    <message>
        <source>Numbers that represent one token between two layers</source>
        <translation>两层之间代表一个 token 的数</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>tokens of context</source>
        <translation>上下文长度 (token)</translation>
    </message>
    <message>
        <source>Maximum number of tokens that the model is designed to process at once</source>
        <translation>模型设计为一次最多处理的 token 数</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>active per token</source>
        <translation>每个 token 激活</translation>
    </message>
    <message>
        <source>in embeddings</source>
        <translation>嵌入参数</translation>
    </message>
    <message>
        <source>experts per token</source>
        <translation>每个 token 的专家</translation>
    </message>
    <message>
        <source>The experts are chosen separately for every token in every layer</source>
        <translation>每一层都为每个 token 重新选择</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>The model stores no keys and values of earlier tokens</source>
        <translation>模型不保存先前 token 的键和值</translation>
    </message>
    <message>
        <source>Calculated from the file&apos;s key-values; nothing is measured.</source>
        <translation>由文件的键值对计算得出；没有实测。</translation>
    </message>
    <message>
        <source>Calculated from the tensors&apos; shapes; nothing is measured.</source>
        <translation>由张量的形状计算得出；没有实测。</translation>
    </message>
    <message>
        <source>Calculated from the config.json; nothing is measured.</source>
        <translation>由 config.json 计算得出；没有实测。</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>模型卡片</translation>
    </message>
    <message>
        <source>in %1, as planned</source>
        <translation>采用 %1，按方案</translation>
    </message>
    <message>
        <source>%1 of weights and buffers, counting each tied tensor once</source>
        <translation>%1 的权重和缓冲张量，每个绑定的张量只计一次</translation>
    </message>
</context>
<context>
    <name>ModuleTree</name>
    <message>
        <source>%1 move</source>
        <translation>%1 个移动</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
</context>
<context>
    <name>MovedModulesModel</name>
    <message>
        <source>no device</source>
        <translation>无设备</translation>
    </message>
</context>
<context>
    <name>OpenFailureTexts</name>
    <message>
        <source>Run this model’s code</source>
        <translation>运行此模型的代码</translation>
    </message>
    <message>
        <source>Ask Python</source>
        <translation>询问 Python</translation>
    </message>
    <message>
        <source>The code is in the same folder as the config.json. It would run with your file permissions, in a separate process, and without network access if the system supports this. Run the code only if you trust its author.</source>
        <translation>代码位于 config.json 旁边。它会以您的文件权限、在单独的进程中运行；在系统允许时不联网。只有信任其作者时才应运行。</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>No permission to read %1</source>
        <translation>没有读取 %1 的权限</translation>
    </message>
    <message>
        <source>%1 was not opened: the file refers to objects other than tensors</source>
        <translation>未打开 %1：它要求的不只是张量</translation>
    </message>
    <message>
        <source>%1 cannot be opened</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>Open the largest part</source>
        <translation>打开其最大的部分</translation>
    </message>
    <message>
        <source>Open with the keys as stored</source>
        <translation>按存储的键打开</translation>
    </message>
    <message>
        <source>Open as the default class</source>
        <translation>按其自身的类打开</translation>
    </message>
    <message>
        <source>Open without the tree file</source>
        <translation>不用该树打开</translation>
    </message>
    <message>
        <source>The file does not contain the chosen part. Choose a part that the file contains.</source>
        <translation>从文件中选择的内容必须在文件中。</translation>
    </message>
    <message>
        <source>Every file must exist at its given path.</source>
        <translation>每个被指定的文件都必须在其被指定的位置。</translation>
    </message>
    <message>
        <source>You must have permission to read the file or folder.</source>
        <translation>您必须有读取它的权限。</translation>
    </message>
    <message>
        <source>Tensors are read from regular files only, not from folders, pipes or devices.</source>
        <translation>只从普通文件读取张量，不从文件夹、管道或设备读取。</translation>
    </message>
    <message>
        <source>A folder must contain one checkpoint at its top level.</source>
        <translation>文件夹的顶层必须含有一个检查点。</translation>
    </message>
    <message>
        <source>The format is recognised by the content, never by the file&apos;s name.</source>
        <translation>格式由内容判断，从不由文件名判断。</translation>
    </message>
    <message>
        <source>A file must contain every byte that its header describes.</source>
        <translation>文件必须含有其文件头所指明的每个字节。</translation>
    </message>
    <message>
        <source>A file must follow every rule of the format, because a partly correct file would result in wrong weights.</source>
        <translation>格式的每条规则都必须成立：半对的字节会成为错误的权重。</translation>
    </message>
    <message>
        <source>Counts and sizes are limited, so that no file can fill the memory.</source>
        <translation>数量和大小设有上限，因此没有文件能填满内存。</translation>
    </message>
    <message>
        <source>Nothing in a pickle is executed: names that are not related to tensors are refused.</source>
        <translation>pickle 中的任何内容都不执行：与张量无关的名称会被拒绝。</translation>
    </message>
    <message>
        <source>The file is well formed, but files of this kind are not supported.</source>
        <translation>格式正确，但属于不读取的种类。</translation>
    </message>
    <message>
        <source>Names, shapes and dtypes of the tensors must match the model.</source>
        <translation>名称、形状和类型必须与模型相符。</translation>
    </message>
    <message>
        <source>The system must be able to read the file.</source>
        <translation>系统必须能够读取该文件。</translation>
    </message>
    <message>
        <source>The names of all tensors must fit in memory.</source>
        <translation>所有张量的名称必须能放入内存。</translation>
    </message>
</context>
<context>
    <name>PlanTables</name>
    <message>
        <source>%1; %2 over the capacity</source>
        <translation>%1；超出容量 %2</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Predicted from the rates that `stowagectl devices --measure` measured</source>
        <translation>由 `stowagectl devices --measure` 的测量结果预测</translation>
    </message>
    <message>
        <source>Unknown: the read speed of the file&apos;s disk was not measured</source>
        <translation>未知：未测量该文件所在的文件系统</translation>
    </message>
    <message>
        <source>Allocated %1, reserved %2, predicted</source>
        <translation>已分配 %1，已保留 %2（预测）</translation>
    </message>
    <message>
        <source>%1; %2 more than the free memory of the card</source>
        <translation>%1；比显卡的空闲量多 %2</translation>
    </message>
    <message>
        <source>Anonymous memory of the process: %1, predicted</source>
        <translation>进程的匿名内存，%1（预测）</translation>
    </message>
    <message>
        <source>%1; %2 more than the free RAM</source>
        <translation>%1；比空闲的 RAM 多 %2</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>To limit</source>
        <translation>距上限</translation>
    </message>
    <message>
        <source>%1, predicted by the allocator&apos;s rules</source>
        <translation>%1，按分配器的规则预测</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>On</source>
        <translation>位于</translation>
    </message>
    <message>
        <source>GPU peak</source>
        <translation>GPU 峰值</translation>
    </message>
    <message>
        <source>RAM peak</source>
        <translation>RAM 峰值</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>PredictionText</name>
    <message>
        <source>Peaks exactly as predicted</source>
        <translation>预测的峰值精确</translation>
    </message>
    <message>
        <source>%1 allocated %2, reserved %3</source>
        <translation>%1 已分配 %2，已保留 %3</translation>
    </message>
    <message>
        <source>Compared with the prediction: %1</source>
        <translation>与预测相比：%1</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>主机 %1</translation>
    </message>
    <message>
        <source>time %1</source>
        <translation>时间 %1</translation>
    </message>
</context>
<context>
    <name>ProblemFixes</name>
    <message>
        <source>Rename the key %1</source>
        <translation>将键 %1 改名</translation>
    </message>
    <message>
        <source>Rename to %1</source>
        <translation>改名为 %1</translation>
    </message>
    <message>
        <source>Remove the key</source>
        <translation>移除该键</translation>
    </message>
    <message>
        <source>Keep %1</source>
        <translation>保留 %1</translation>
    </message>
    <message>
        <source>Place on %1</source>
        <translation>放到 %1</translation>
    </message>
    <message>
        <source>Place %1 on %2</source>
        <translation>将 %1 放到 %2</translation>
    </message>
    <message>
        <source>Move the entry to %1</source>
        <translation>将其移到 %1</translation>
    </message>
    <message>
        <source>Move %1 entries to %2</source>
        <translation>将 %1 个条目移到 %2</translation>
    </message>
    <message>
        <source>Add a simulated %1</source>
        <translation>添加模拟的 %1</translation>
    </message>
    <message>
        <source>Move the whole block to %1</source>
        <translation>将其全部移到 %1</translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation>将 %1 移到 %2</translation>
    </message>
    <message>
        <source>Move %1 blocks to %2</source>
        <translation>将 %1 个块移到 %2</translation>
    </message>
    <message>
        <source>Let %1 use up to %2</source>
        <translation>让 %1 最多占用 %2</translation>
    </message>
    <message>
        <source>Limit each GPU to %1</source>
        <translation>设置上限值 %1</translation>
    </message>
    <message>
        <source>Use %1 GPUs</source>
        <translation>使用 %1 个 GPU</translation>
    </message>
    <message>
        <source>Move 1 block to %1</source>
        <translation>将 1 个块移到 %1</translation>
    </message>
    <message>
        <source>Set the limit to %1</source>
        <translation>将上限设为 %1</translation>
    </message>
    <message>
        <source>Move %1 to its tied weights on %2</source>
        <translation>将 %1 移到其绑定的另一方所在的 %2</translation>
    </message>
    <message>
        <source>Unpin %1</source>
        <translation>取消固定 %1</translation>
    </message>
    <message>
        <source>Use the strategy “sequential”</source>
        <translation>采用策略“sequential”</translation>
    </message>
    <message>
        <source>Make the plan fit</source>
        <translation>使方案放得下</translation>
    </message>
    <message>
        <source>Offload the buffers</source>
        <translation>同时卸载 (offload) 缓冲张量</translation>
    </message>
    <message>
        <source>Raise the CPU limit to %1</source>
        <translation>让 CPU 最多占用 %1</translation>
    </message>
    <message>
        <source>Create one entry per submodule</source>
        <translation>为每个部分设置单独的条目</translation>
    </message>
</context>
<context>
    <name>PromptTokens</name>
    <message>
        <source>The prompt has %1 tokens, but the maximum is %2.</source>
        <translation>这是 %1 个 token；提示词最多 %2 个。</translation>
    </message>
    <message>
        <source>“%1” is not a token number; enter numbers separated by commas, such as 15496,11,995.</source>
        <translation>“%1”不是 token；请给出用逗号分隔的数，如 15496,11,995。</translation>
    </message>
    <message>
        <source> token</source>
        <translation> 个 token</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> 个 token</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Open a model or a project</source>
        <translation>打开模型或项目</translation>
    </message>
    <message>
        <source>Models and projects (*.safetensors *.pth *.pt *.bin *.gguf *.npy *.json *.stowage)</source>
        <translation>模型和项目 (*.safetensors *.pth *.pt *.bin *.gguf *.npy *.json *.stowage)</translation>
    </message>
    <message>
        <source>Open a folder with a checkpoint</source>
        <translation>打开含检查点的文件夹</translation>
    </message>
    <message>
        <source>Read a placement</source>
        <translation>读取放置</translation>
    </message>
    <message>
        <source>Device maps and settings (*.json *.txt *.py *.sh *.yml *.yaml Modelfile*)</source>
        <translation>设备映射和设置 (*.json *.txt *.py *.sh *.yml *.yaml Modelfile*)</translation>
    </message>
    <message>
        <source>Import runs</source>
        <translation>导入运行记录</translation>
    </message>
    <message>
        <source>Runs from load --json, run --json, compare --json (*.json)</source>
        <translation>运行记录：load --json、run --json、compare --json (*.json)</translation>
    </message>
    <message>
        <source>Export runs</source>
        <translation>导出运行记录</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Runs (*.json)</source>
        <translation>运行记录 (*.json)</translation>
    </message>
    <message>
        <source>Export the lesson&apos;s report</source>
        <translation>导出课程报告</translation>
    </message>
    <message>
        <source>Report: web page, with PDF and tables next to it (*.html)</source>
        <translation>报告：网页、PDF 和表格 (*.html)</translation>
    </message>
    <message>
        <source>Folder for model files</source>
        <translation>模型文件的文件夹</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>保存 %1</translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation>Python (*.py)</translation>
    </message>
    <message>
        <source>Save the configuration</source>
        <translation>保存配置</translation>
    </message>
    <message>
        <source>Configuration (*.json)</source>
        <translation>配置 (*.json)</translation>
    </message>
    <message>
        <source>%1 (*.%2)</source>
        <translation>%1 (*.%2)</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Projects (*.stowage)</source>
        <translation>项目 (*.stowage)</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>保存项目</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>未保存的更改</translation>
    </message>
    <message>
        <source>If you do not save, the changes are lost.</source>
        <translation>如果不保存，更改将丢失。</translation>
    </message>
    <message>
        <source>Don&apos;t save</source>
        <translation>不保存</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>… and %1 more rows in the file</source>
        <translation>… 文件中另有 %1 行</translation>
    </message>
    <message>
        <source>… The written file contains the rest of the report.</source>
        <translation>… 其余内容见文件。</translation>
    </message>
    <message>
        <source>The picture of the board could not be created: there is not enough memory.</source>
        <translation>无法生成看板的图片：内存不足。</translation>
    </message>
</context>
<context>
    <name>RunFixes</name>
    <message>
        <source>During the run, %1 always had at least %2 free; the plan limits its weights to %3.</source>
        <translation>运行期间，%1 始终至少空闲 %2；方案将其权重限制为 %3。</translation>
    </message>
    <message>
        <source>Set the limit to %1</source>
        <translation>将上限设为 %1</translation>
    </message>
    <message>
        <source>During the run, %1 always had at least %2 free.</source>
        <translation>运行期间，%1 始终至少空闲 %2。</translation>
    </message>
    <message>
        <source>Move 1 block to %1</source>
        <translation>将 1 个块移到 %1</translation>
    </message>
    <message>
        <source>Move %1 blocks to %2</source>
        <translation>将 %1 个块移到 %2</translation>
    </message>
    <message>
        <source>No weights were prefetched.</source>
        <translation>没有提前搬入的权重。</translation>
    </message>
    <message>
        <source>Prefetch %1 layers</source>
        <translation>预取 %1 层</translation>
    </message>
</context>
<context>
    <name>SessionLogTexts</name>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Qt</source>
        <translation>Qt</translation>
    </message>
    <message>
        <source>%1 earlier lines were discarded.</source>
        <translation>较早的 %1 行已丢弃。</translation>
    </message>
</context>
<context>
    <name>TourTexts</name>
    <message>
        <source>Open a model</source>
        <translation>打开模型</translation>
    </message>
    <message>
        <source>Click this button to open a file, or the arrow next to the button to open a folder. You can also drop a file or a folder on the window. When started without a model, Stowage opens a small sample model that you can use to try all features.</source>
        <translation>在此处打开文件，用旁边的箭头打开文件夹，或将两者之一拖放到窗口上。启动时没有模型的话，Stowage 会打开一个小示例，可用它试用一切功能。</translation>
    </message>
    <message>
        <source>The module tree</source>
        <translation>模块树</translation>
    </message>
    <message>
        <source>The module tree shows each module of the model, with the size and the device of the module. The field above the tree filters the modules. Modules that you select in the tree are also selected on the board.</source>
        <translation>这里列出模型的每个模块，及其大小和所在的设备。树上方的字段用于筛选；在此处选中的内容也会在看板上选中。</translation>
    </message>
    <message>
        <source>The board</source>
        <translation>看板</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>The verdict shows whether everything fits. Below the verdict are the strategy that places the modules and a table with the limit of each device. When you change the strategy or a limit, a new plan is computed.</source>
        <translation>判定说明是否一切都放得下。其下方是放置模型的策略，以及列出每个设备上限的表格；更改其中任何一项，都会生成新的方案。</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>The Load button loads the weights onto the devices of the plan. During the load, the charts show the memory of each device, compared with the prediction.</source>
        <translation>“加载”将权重搬到方案指定的位置。加载期间，图表显示每个设备的内存，与预测值并列。</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>The Run button sends data through the loaded model, layer by layer, and measures times and peak memory. If a model cannot be run, the button shows the reason.</source>
        <translation>“运行”让数据逐层流过已加载的模型，并测量时间和内存峰值。模型无法运行时，按钮会说明原因。</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>The Capacity page shows what the plan can serve: the longest context, the number of sequences at once, and the speed. All figures are estimated, and nothing is loaded.</source>
        <translation>“容量”用工作负载检验方案：上下文有多长，同时有多少个序列，速度有多快。其数值均为估算，不加载任何内容。</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>The Help menu contains the user guide, a list of all keyboard shortcuts, and this tour. With What’s This? (Shift+F1), click a part of the window to see its description.</source>
        <translation>此菜单包含用户指南、全部按键的列表，并可再次开始此导览。“这是什么？”(Shift+F1) 说明窗口中各处的用途。</translation>
    </message>
    <message>
        <source>Each column of the board is a device. Each block is a layer, and the height of the block shows its size in bytes. Drag a block to another device, or type a limit at the top of a column. Press Ctrl+Z to undo a change.</source>
        <translation>一列是一个设备，一个块是一层，块的高度表示其字节数。把块拖到另一个设备，或在列的顶部输入上限；Ctrl+Z 可以撤销。</translation>
    </message>
    <message>
        <source>The Help menu contains a list of all keyboard shortcuts, and this tour. With What’s This? (Shift+F1), click a part of the window to see its description.</source>
        <translation>此菜单中有全部按键的列表，也可以再次开始本导览。“这是什么？”(Shift+F1) 会说明窗口中任何东西的用途。</translation>
    </message>
</context>
<context>
    <name>VariantFigures</name>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>Fits with offload</source>
        <translation>卸载 (offload) 后放得下</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>A model without weights cannot be loaded.</source>
        <translation>没有权重的模型不加载。</translation>
    </message>
    <message>
        <source>The read speed of the disk with the model&apos;s files is not known. Run stowagectl devices --measure to measure it.</source>
        <translation>模型文件所在磁盘的读取速度未知；可用 stowagectl devices --measure 测得。</translation>
    </message>
    <message>
        <source>The sizes of the model&apos;s layers are not known.</source>
        <translation>模型各层的尺寸未知。</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>This model generates no tokens.</source>
        <translation>此模型不会生成后续 token。</translation>
    </message>
    <message>
        <source>Undetermined</source>
        <translation>无法确定</translation>
    </message>
    <message>
        <source>The plan does not fit.</source>
        <translation>放不下。</translation>
    </message>
</context>
<context>
    <name>WhatsThisTexts</name>
    <message>
        <source>Sets the number of GPUs of the plan, and the properties of each GPU. The results on this page are updated.</source>
        <translation>选择为多少个 GPU 规划，以及每个 GPU 具备什么。结果随之更新。</translation>
    </message>
    <message>
        <source>Each engine stores keys, values and activations differently, so the memory that a workload needs depends on the engine. “automatic” selects Stowage if it can run models of this family, otherwise transformers.</source>
        <translation>每个引擎以各自的方式保存键、值和激活值，因此同样的工作占用的内存不同。“自动”在本程序能运行该模型族时指本程序，否则指 transformers。</translation>
    </message>
    <message>
        <source>Each sequence needs separate keys and values in the KV cache, which limits the number of sequences at once. The weights are stored only once.</source>
        <translation>每个序列都有自己的键和值，正是它们限制了可同时运行的数量；权重只有一份。</translation>
    </message>
    <message>
        <source>A longer prompt delays the first token and needs more memory for activations during the prefill.</source>
        <translation>提示词越长，到第一个 token 的时间越长，读取提示词时的激活值也越多。</translation>
    </message>
    <message>
        <source>The context length: the number of tokens for which the plan reserves keys and values. Empty: the prompt plus the generated tokens.</source>
        <translation>按这么多 token 的键和值来规划。留空：提示词加上生成的内容。</translation>
    </message>
    <message>
        <source>Each generated token needs one forward pass through all layers, and one position in the KV cache.</source>
        <translation>每个 token 都要经过所有层一次，并在 KV 缓存中占一个位置。</translation>
    </message>
    <message>
        <source>A prompt that is processed in chunks needs less memory for activations, but more forward passes.</source>
        <translation>分段送入的提示词需要的激活值空间更少，但前向传播的次数更多。</translation>
    </message>
    <message>
        <source>Splits each layer across several GPUs, as serving engines do. The device map then has no effect.</source>
        <translation>让每一层分成几部分放在多个 GPU 上，如同推理服务引擎的做法。此时设备映射不起作用。</translation>
    </message>
    <message>
        <source>With a smaller dtype for keys and values, longer contexts fit.</source>
        <translation>用位数更少的数存储键和值，可为更长的上下文腾出空间。</translation>
    </message>
    <message>
        <source>The compute dtype determines the size of activations. Unless another dtype is specified, keys and values also have the compute dtype.</source>
        <translation>决定激活值的大小。除非另有指定，键和值也采用它。</translation>
    </message>
    <message>
        <source>With eager attention, the memory for the attention scores grows with the square of the prompt length. Fused attention never stores all scores at once.</source>
        <translation>eager 注意力的分数随提示词长度的平方增长。融合的注意力从不保存全部分数。</translation>
    </message>
    <message>
        <source>The allocator setting determines how much memory is reserved but unused at the peak. The setting does not affect the weights.</source>
        <translation>此设置决定在峰值时有多少内存已保留而未使用。它不改变任何权重。</translation>
    </message>
    <message>
        <source>To make the plan fit, these changes are tried from the top: each change together with all changes above it. Drag a line to change the order.</source>
        <translation>从上到下尝试能使其放得下的办法：每一行都连同其上方的所有行一起尝试。把行拖到它应在的位置。</translation>
    </message>
    <message>
        <source>Moves the selected change up, so that it is tried earlier. Put the changes that you accept most easily at the top.</source>
        <translation>越早放弃的，是您最不需要的。</translation>
    </message>
    <message>
        <source>Moves the selected change down, so that it is tried later. Put the changes that you want to avoid most at the bottom.</source>
        <translation>越晚放弃的，是您最需要的。</translation>
    </message>
    <message>
        <source>Sets the context length of the workload to the largest value that fits.</source>
        <translation>让工作负载为放得下的最长上下文留出空间。</translation>
    </message>
    <message>
        <source>Sets the batch size of the workload to the largest number of sequences that fits at once.</source>
        <translation>让工作负载同时包含放得下的最多序列。</translation>
    </message>
    <message>
        <source>Sets the batch size of the workload to the largest number of sequences that fits if the prompts are processed one after another.</source>
        <translation>让工作负载包含提示词逐个送入时放得下的最多序列。</translation>
    </message>
    <message>
        <source>Applies this change and all changes above it to the plan or the workload, as one edit that Undo reverts.</source>
        <translation>将此更改连同其上方的更改应用为方案或其工作负载，作为一次可撤销的编辑。</translation>
    </message>
    <message>
        <source>One row per device, with everything that uses the memory of the device at the peak. Click a figure to see its formula with the numbers filled in.</source>
        <translation>每个设备一行，列出最坏时刻占用其内存的所有项目。单击数值可查看代入了数字的公式。</translation>
    </message>
    <message>
        <source>The quantity on the horizontal axis of the sweep: a context length, a number of sequences, a dtype, or a limit.</source>
        <translation>从左到右变化的量：上下文长度、序列数、dtype 或上限。</translation>
    </message>
    <message>
        <source>A second quantity, which varies from row to row. The sweep is then shown as a map instead of a line.</source>
        <translation>从行到行变化的量（如果要用二维图代替折线）。</translation>
    </message>
    <message>
        <source>Each cell is one complete estimate. The colour shows whether the plan fits. Click a cell to use its plan and workload, as one edit that Undo reverts.</source>
        <translation>每个单元格是一次完整的估算，颜色表示是否放得下。单击单元格即采用其方案和工作负载，作为一次可撤销的编辑。</translation>
    </message>
    <message>
        <source>Uses the plan and workload of the selected point, as one edit that Undo reverts.</source>
        <translation>采用所选点的方案和工作负载，作为一次可撤销的编辑。</translation>
    </message>
    <message>
        <source>Saves the sweep as a picture, or as numbers for a spreadsheet.</source>
        <translation>保存扫描：按绘制的样子，或作为数值用于您自己的表格。</translation>
    </message>
    <message>
        <source>Chooses the memory on the horizontal axis of the chart: GPU memory or RAM.</source>
        <translation>图表横轴是 GPU 的内存还是 RAM。</translation>
    </message>
    <message>
        <source>The time that each layer or group of layers needs for a forward pass, and whether computation, memory or a link limits the speed.</source>
        <translation>每一层或每组层在一次前向传播中所需的时间，以及受限于计算、内存还是链路。</translation>
    </message>
    <message>
        <source>The memory figures that another program printed, each next to the corresponding figure of the plan.</source>
        <translation>另一个程序输出的内存信息，每个数值与方案的数值并列。</translation>
    </message>
    <message>
        <source>The GPU memory and the RAM that each offload mode of diffusers needs, and the data that the mode must transfer.</source>
        <translation>diffusers 的各种卸载 (offload) 方式占用多少 GPU 和 RAM，以及为此需要搬运多少。</translation>
    </message>
    <message>
        <source>The memory that each model in this plan needs, and the memory that all models together need in one process.</source>
        <translation>此方案中每个模型占用多少，以及它们在一个进程中合计占用多少。</translation>
    </message>
    <message>
        <source>The file contains other data in addition to the model, such as the state of an optimizer. The part chosen in this list is opened as the model.</source>
        <translation>文件中不只有模型，还有例如优化器的状态。这里所选的部分将作为模型打开。</translation>
    </message>
    <message>
        <source>Several classes can be built from one config.json, with different heads on the same layers. The file is opened again as the chosen class.</source>
        <translation>一个 config.json 可以构建为多个类，它们在相同的层上有不同的头。文件将以所选的类重新打开。</translation>
    </message>
    <message>
        <source>Opens the file again without renaming its keys.</source>
        <translation>重新打开文件，不对其键改名。</translation>
    </message>
    <message>
        <source>Compares the tensor names, shapes and dtypes in the file with the modules in another file, which was written by Python.</source>
        <translation>将文件中的名称、形状和类型与另一个由 Python 写出的文件中的模块对照。</translation>
    </message>
    <message>
        <source>Opens a form with the values of the config.json. Change the values to plan another size of the model.</source>
        <translation>将 config.json 中的数字带入表单，可在其中修改，以规划该模型的另一种尺寸。</translation>
    </message>
    <message>
        <source>Opens the file again with its keys renamed to fit the model.</source>
        <translation>重新打开文件，并将其键改名以与模型相符。</translation>
    </message>
    <message>
        <source>The number of modules of each class, and the total size of these modules.</source>
        <translation>每个类有多少个模块，以及它们合计占用多少。</translation>
    </message>
    <message>
        <source>How many bytes are stored in each dtype.</source>
        <translation>每种 dtype 存储了多少字节。</translation>
    </message>
    <message>
        <source>The largest tensors. Each of them needs one contiguous block of memory.</source>
        <translation>单个占用空间最大的张量。</translation>
    </message>
    <message>
        <source>The files that the model was read from, with the contents of each.</source>
        <translation>读取模型所用的文件，以及每个文件包含的内容。</translation>
    </message>
    <message>
        <source>The differences between the file and the model: tensor names that only one of them contains, and tensors whose shape or dtype differs.</source>
        <translation>文件与模型并非共有的名称，或形状或 dtype 不同的名称。</translation>
    </message>
    <message>
        <source>Groups of names that refer to the same tensor. The bytes of such a tensor are counted once.</source>
        <translation>代表同一个张量的多个名称，其字节只计一次。</translation>
    </message>
    <message>
        <source>Notes about the file that were recorded when the file was opened.</source>
        <translation>打开文件时注意到的情况。</translation>
    </message>
    <message>
        <source>How the results change with the swept quantity; each point is one estimate.</source>
        <translation>随扫描的量而变化的结果，每次估算为一个点。</translation>
    </message>
    <message>
        <source>Drag to show another point of the sweep.</source>
        <translation>从扫描的一个点移到下一个点。</translation>
    </message>
    <message>
        <source>Each point is one way to run the model: its tokens per second over the memory that it needs.</source>
        <translation>运行模型的每种方式为一个点：每秒 token 数与所需内存的关系。</translation>
    </message>
    <message>
        <source>Paste the memory output of another program into this field. The figures in the output are compared with the figures of the plan.</source>
        <translation>将另一个程序输出的内存信息粘贴到此处：其中的数值会与方案的数值对照。</translation>
    </message>
    <message>
        <source>Your notes about this project. The notes are saved with the project.</source>
        <translation>您想为此项目记下的内容。它随项目一起保存。</translation>
    </message>
    <message>
        <source>Loads the weights from the files to the devices of the plan. If the weights will not fit, the program reports this before it reads any data, and suggests the most similar load method that fits.</source>
        <translation>将权重从文件搬到方案指定的位置。放不下的内容会在读取任何字节之前指出，并给出最接近的可行方法。</translation>
    </message>
    <message>
        <source>Loads the weights from the files to the devices of the plan. If the weights will not fit, the program reports this before it reads any data. During the load, the button shows the progress.</source>
        <translation>将权重从文件搬到方案指定的位置。放不下的内容会在读取任何字节之前指出。加载期间，按钮显示进度。</translation>
    </message>
    <message>
        <source>Load methods differ in the memory that they need during the load: from twice the size of the model to almost none. “auto” selects the method that suits the plan.</source>
        <translation>各方法在过程中占用的内存不同：从模型大小的两倍到几乎为零。auto 采用适合方案的方法。</translation>
    </message>
    <message>
        <source>The loaded model or plan is different from the one shown. This button loads the model and plan shown instead.</source>
        <translation>已加载的模型或方案与所显示的不同。此操作改为加载所显示的。</translation>
    </message>
    <message>
        <source>Frees the loaded weights. These weights were loaded with a different model or plan than the one shown.</source>
        <translation>释放已加载的权重。加载这些权重所用的模型或方案与所显示的不同。</translation>
    </message>
    <message>
        <source>Loads the weights according to the plan shown. The cards then show the memory of each device before and after the load.</source>
        <translation>按所显示的方案加载。随后卡片会显示每个设备加载前后的情况。</translation>
    </message>
    <message>
        <source>Frees the weights on all devices, and the memory that the allocators keep. The plan does not change.</source>
        <translation>释放所有设备上的权重，并归还分配器保留的内存。方案保持不变。</translation>
    </message>
    <message>
        <source>An allocator keeps unused memory, so that later allocations are faster. This button frees the unused memory for other programs.</source>
        <translation>分配器会留着没有张量使用的内存，以便下次更快。此操作将其让给其他程序。</translation>
    </message>
    <message>
        <source>Resets the peaks to the current memory use. The memory itself does not change.</source>
        <translation>让最高值从当前占用量重新开始记录。内存不变。</translation>
    </message>
    <message>
        <source>The memory of each GPU&apos;s allocator over time: thick lines show allocated memory, thin lines show reserved memory, and dashed lines show the prediction. Point at a time to see its values. Use the mouse wheel to zoom, and drag to move the chart.</source>
        <translation>每个 GPU 的分配器随时间的占用：粗线为张量使用的，细线为已保留的，虚线为预测的。指向某一时刻可查看其数值；滚轮缩放，拖动平移。</translation>
    </message>
    <message>
        <source>The memory of this process in three parts: anonymous memory, shared memory of simulated GPUs, and file pages, which the system can reclaim at any time. Point at a time to see its values.</source>
        <translation>此进程的内存分为三部分：匿名内存、模拟 GPU 背后的共享内存，以及系统可随时收回的文件页。指向某一时刻可查看其数值。</translation>
    </message>
    <message>
        <source>Pauses the operation so that you can look at the charts. Press the button again to resume the operation. The paused time is not included in the measured time.</source>
        <translation>暂停正在进行的操作以便查看，再按一次则继续。暂停的时间不计入。</translation>
    </message>
    <message>
        <source>Loads one tensor and pauses again. The module tree, the board and the charts show the progress of the load.</source>
        <translation>搬入一个张量后再次暂停。树、看板和图表显示加载进行到哪里。</translation>
    </message>
    <message>
        <source>Stops the operation. If the operation is a load, all weights loaded so far are freed.</source>
        <translation>结束正在进行的操作。加载会归还其已搬入的全部内容。</translation>
    </message>
    <message>
        <source>Keeps the newest values visible as time passes. Use this button after you have zoomed or moved the charts.</source>
        <translation>在缩放或平移图表之后，让最新时刻随时间推移保持可见。</translation>
    </message>
    <message>
        <source>Stops updating the charts, so that you can look at the curves. Memory is still sampled, and no samples are lost.</source>
        <translation>让图表静止以便细看。内存仍照常采样，不会丢失任何数据。</translation>
    </message>
    <message>
        <source>The GPU whose memory is shown below.</source>
        <translation>在下方绘出其内存的 GPU。</translation>
    </message>
    <message>
        <source>The segments that the allocator of the GPU has reserved, and the blocks of tensors in these segments. Gaps between blocks are memory that is reserved but not used. Click a block to select its module.</source>
        <translation>该 GPU 的分配器持有的段，以及其中的张量块。块之间的空隙是已保留而未使用的内存。单击块可选中其模块。</translation>
    </message>
    <message>
        <source>One row per tensor of the last verified load: dtype, shape, device, and whether the bytes of the tensor match those of the file.</source>
        <translation>上次经校验的加载中每个张量一行：dtype、形状、设备，以及其字节是否与文件中的一致。</translation>
    </message>
    <message>
        <source>Shows only the tensors whose names contain the typed text.</source>
        <translation>显示名称中含有这些字母的张量。</translation>
    </message>
    <message>
        <source>Shows every tensor that was compared with the file.</source>
        <translation>显示与文件对照过的每个张量。</translation>
    </message>
    <message>
        <source>Shows only the tensors that differ from the file.</source>
        <translation>仅显示与文件不一致的张量。</translation>
    </message>
    <message>
        <source>After the load, the program reads the file a second time, independently, and compares every byte. This comparison takes about as long as reading the file.</source>
        <translation>加载后独立地再读一次文件，并比较每个字节。所需时间与读取文件大致相同。</translation>
    </message>
    <message>
        <source>Copies the rows with the current filter and order, for example for a spreadsheet.</source>
        <translation>按当前的筛选和排序取出各行，用于您自己的表格。</translation>
    </message>
    <message>
        <source>One row per load method: the predicted values, and the measured values if the method was measured. The selected methods are compared.</source>
        <translation>每种加载方法一行：将占用多少，以及实测时占用了多少。勾选的方法会被比较。</translation>
    </message>
    <message>
        <source>Loads with each selected method in turn, each time in a new process, so that no load benefits from the previous load.</source>
        <translation>依次用每种勾选的方法加载，每次都在新进程中进行，因此不会受益于前一次。</translation>
    </message>
    <message>
        <source>A file that was read before is in the page cache and loads much faster. To make the times comparable, “cold” removes the file from the page cache before each load, and “warm” reads the file before each load.</source>
        <translation>之前读过的文件来自内存，加载快得多。冷缓存在每次加载前丢弃其页，热缓存则先读入，这样时间才可比较。</translation>
    </message>
    <message>
        <source>Verifies that every method loads exactly the bytes of the file. If this option is off, a comparison takes less time.</source>
        <translation>表明每种方法加载出的正是文件中的字节。不勾选则比较结束得更快。</translation>
    </message>
    <message>
        <source>Shows the results of a machine with less RAM: a load that reaches this limit is stopped.</source>
        <translation>展示内存更少的机器能做什么：需要的内存超过此值的方法，会在达到时被停止。</translation>
    </message>
    <message>
        <source>Sends data through the loaded model, layer by layer, across the devices of the plan. Weights are read and never changed.</source>
        <translation>让数据逐层流过已加载的模型，跨越方案中的各设备。权重只读取，从不更改。</translation>
    </message>
    <message>
        <source>Pauses the run between two modules and resumes it when pressed again.</source>
        <translation>让运行停在两个模块之间，再按一次则继续。</translation>
    </message>
    <message>
        <source>Stops the run between two modules. The figures of the run so far are kept, and the weights remain loaded.</source>
        <translation>在两个模块之间结束运行。到此为止的数值保留，权重保持加载。</translation>
    </message>
    <message>
        <source>Runs several models in turn on one device, as cpu_offload_with_hook of Accelerate does, and measures each model&apos;s transfers and time.</source>
        <translation>让多个模型轮流使用一个设备，如同 Accelerate 的 cpu_offload_with_hook，并测量每一轮的代价。</translation>
    </message>
    <message>
        <source>The text that the model continues. The field below shows the token IDs that the tokenizer creates from the text.</source>
        <translation>模型续写的起点，以文字输入。下方字段显示分词器由它得到的 token。</translation>
    </message>
    <message>
        <source>The prompt as token IDs in the vocabulary of the model. The line below shows the number of tokens, the model&apos;s maximum, and the valid token IDs.</source>
        <translation>提示词，以模型词表中的 token ID 输入。下方一行显示 token 的数量、模型的最大数量，以及有效的 token ID。</translation>
    </message>
    <message>
        <source>Each generated token needs one forward pass through all layers. More tokens make the run longer and the KV cache larger.</source>
        <translation>每多一个 token，就要经过所有层一次：越多，运行越久，KV 缓存越大。</translation>
    </message>
    <message>
        <source>A .npy file with float32 values, created in Python with the processor of the model and saved with numpy.save.</source>
        <translation>float32 的 .npy 文件，由模型自己的处理器在 Python 中生成，并用 numpy.save 保存。</translation>
    </message>
    <message>
        <source>Opens a dialog to choose the file with the array.</source>
        <translation>打开一个对话框，选择含该数组的文件。</translation>
    </message>
    <message>
        <source>How the next token is chosen: always the most likely token (greedy), which generates the same text each time, or a random token according to the probabilities (sampling).</source>
        <translation>如何选择下一个 token：总是取可能性最大的，每次得到相同的答案；或随机抽取。</translation>
    </message>
    <message>
        <source>The temperature of the sampling. With small values, almost only the most likely tokens are chosen. With large values, less likely tokens are chosen more often.</source>
        <translation>抽样的温度。数值小时，几乎只选择可能性最大的 token；数值大时，可能性较小的 token 会更常被选中。</translation>
    </message>
    <message>
        <source>Limits the choice to this number of the most likely tokens, so that very unlikely tokens are never chosen.</source>
        <translation>只从这么多个可能性最大的 token 中抽取，因此可能性极小的 token 不会出现。</translation>
    </message>
    <message>
        <source>The seed of the random numbers. A different seed usually results in a different text.</source>
        <translation>随机数的种子。换一个种子通常会得到不同的文本。</translation>
    </message>
    <message>
        <source>Transfers weights from the CPU or the disk while earlier layers compute, which reduces waiting times. The weights transferred in advance need memory on the GPU.</source>
        <translation>让来自 CPU 或磁盘的权重在其前面的层计算时传输，从而减少等待。这会占用 GPU 上的空间，用于存放已到达的权重。</translation>
    </message>
    <message>
        <source>The prefetch window: the maximum number of layers that are transferred in advance. Each of these layers needs memory on the GPU.</source>
        <translation>在使用之前，可以有多少层正在传输或已经到达。每一层都在 GPU 上占用空间。</translation>
    </message>
    <message>
        <source>The device that runs the layers whose weights are on the CPU or on disk. The weights of these layers are transferred to this device for the run.</source>
        <translation>权重位于 CPU 或磁盘上的层总要在某处运行。运行时，其权重会搬到此设备。</translation>
    </message>
    <message>
        <source>The number of CPU cores that compute. More cores are not always faster, because all cores share the memory bandwidth.</source>
        <translation>处理器有多少个核心参与计算。更多不一定更快，因为它们共享内存。</translation>
    </message>
    <message>
        <source>The generated tokens, and the rates and bytes of the run.</source>
        <translation>生成的 token，以及此次运行的速率和字节数。</translation>
    </message>
    <message>
        <source>The activity of each device and each link over time.</source>
        <translation>每个设备和链路在每一时刻做了什么。</translation>
    </message>
    <message>
        <source>How long each layer computed and waited, compared with the prediction.</source>
        <translation>每层的计算和等待时间，与预测值并列。</translation>
    </message>
    <message>
        <source>One row per layer: its compute time, the transfer time of its weights, and the time that it waited for the weights.</source>
        <translation>每层一行：计算了多久，权重传输了多久，以及为权重等待了多久。</translation>
    </message>
    <message>
        <source>Opens the section of the user guide on this kind of error, with the usual causes and solutions.</source>
        <translation>打开用户指南中关于这类错误的章节，其中有常见原因和处理办法。</translation>
    </message>
    <message>
        <source>Shows the times of the first pass, which processes the whole prompt at once.</source>
        <translation>显示第一次前向传播的时间，它一次处理整个提示词。</translation>
    </message>
    <message>
        <source>Shows the times of the second and later passes. Each of these passes processes one token.</source>
        <translation>显示第一次之后各次前向传播的时间，每次处理一个 token。</translation>
    </message>
    <message>
        <source>One lane for each device and link, with a bar for each activity. Hatched bars mean that the device waits for weights. Point at a bar to see its layer. Click a bar to select the layer in the module tree and on the board. Use the mouse wheel to zoom.</source>
        <translation>每个设备和链路一条泳道，它所做的每件事用一个条形表示。带斜线：在等待权重。指向条形可查看其层，单击可在树和看板中选中；滚轮缩放。</translation>
    </message>
    <message>
        <source>Resets the zoom and the position of the timeline.</source>
        <translation>撤销缩放和平移。</translation>
    </message>
    <message>
        <source>All stored records of loads, runs and chains of models, each with its peaks, its times and the error of its prediction. Select several records to compare their curves. Press F2 to edit a note.</source>
        <translation>所有保留的加载、运行和链，含其峰值、时间以及预测的偏差。选择多条可比较其曲线；F2 写备注。</translation>
    </message>
    <message>
        <source>Shows only the records that contain all typed words, in any field.</source>
        <translation>显示含有所有这些词的记录，无论出现在何处。</translation>
    </message>
    <message>
        <source>Shows only records of the selected kind: loads, runs or chains of models.</source>
        <translation>仅显示加载、运行或链。</translation>
    </message>
    <message>
        <source>Draws the curves of the selected records in the charts of the Live panel, together with the curves of the current load.</source>
        <translation>将所选记录的曲线绘入“实时”的图表，与那里已加载内容的曲线并列。</translation>
    </message>
    <message>
        <source>Adds records that stowagectl wrote, on this machine or another machine, to the records in the window.</source>
        <translation>将 stowagectl 在本机或其他机器上写出的记录添加到窗口的记录中。</translation>
    </message>
    <message>
        <source>Writes the selected records to a file, with all figures, for use in a spreadsheet or another program.</source>
        <translation>将所选记录连同全部数值写入文件，供表格或您自己的程序使用。</translation>
    </message>
    <message>
        <source>Shows a chart of predicted and measured values, for peaks and times, so that you can judge the accuracy of the predictions.</source>
        <translation>将峰值和时间的预测值对实测值绘图，以便看出预测有多可信。</translation>
    </message>
    <message>
        <source>Removes the selected records from the list and from the disk. “Undo delete” restores the removed records.</source>
        <translation>将所选记录从列表和磁盘中移除。“撤销删除”可将其恢复。</translation>
    </message>
    <message>
        <source>Restores the records that “Delete” removed.</source>
        <translation>恢复被“删除”移除的内容。</translation>
    </message>
    <message>
        <source>Draws the memory curves of the selected records in one chart, aligned at the start of each record.</source>
        <translation>将所选记录的内存曲线从各自的起始时刻起叠加。</translation>
    </message>
    <message>
        <source>Shows one record in full: its plan, limits, phases and peaks.</source>
        <translation>完整显示一条记录：其方案、上限、阶段和峰值。</translation>
    </message>
    <message>
        <source>Shows only the curves of one GPU, if a record has several GPUs.</source>
        <translation>在方案含多个 GPU 时，只显示一个 GPU 的曲线。</translation>
    </message>
    <message>
        <source>Opens a model by reading the headers of its files. Tensors are read only when you load the model. The arrow next to this button lists folders and recently opened models.</source>
        <translation>通过文件头打开模型：在您加载之前不读取任何张量。旁边的箭头提供文件夹和之前打开过的内容。</translation>
    </message>
    <message>
        <source>Undoes the last edit of the plan. Each edit is one undo step. View ▸ Edits lists all edits.</source>
        <translation>撤销方案的上一次编辑。每次编辑为一步；“视图 ▸ 编辑记录”列出全部步骤。</translation>
    </message>
    <message>
        <source>Redoes the edit that was undone last.</source>
        <translation>重做上一次被撤销的编辑。</translation>
    </message>
    <message>
        <source>Runs the strategy again. Manual moves are discarded; pins are kept.</source>
        <translation>重新运行策略。手动移动的内容会被丢弃；固定保留。</translation>
    </message>
    <message>
        <source>Creates one plan per strategy with equal limits, so that you can compare verdicts, bytes and hops before you choose a plan.</source>
        <translation>在相同上限下用每种策略各生成一个方案，以便在采用之前比较判定、字节和跨设备跳转。</translation>
    </message>
    <message>
        <source>Copies Python code with the device map of this plan, for use with Accelerate or transformers.</source>
        <translation>复制含有此方案设备映射的 Python 代码，供 Accelerate 或 transformers 使用。</translation>
    </message>
    <message>
        <source>Checks the plan against its workload: whether keys, values and activations also fit, how fast the model will run, and which changes would make the plan fit.</source>
        <translation>用工作负载检验方案：键、值和激活值是否也放得下，速度会有多快，以及怎样才能放得下。</translation>
    </message>
    <message>
        <source>Shows in nine steps why a model can need twice its size in memory while it loads, and how to load the model with a fraction of that memory.</source>
        <translation>分九步展示为什么模型在加载时可能需要其大小两倍的内存，以及如何只用一小部分内存加载。</translation>
    </message>
    <message>
        <source>The board has a lane for each device, with the blocks of the model that are on the device. The height of a block shows its bytes. Drag blocks to another lane, or select blocks and press 0 to 9 for a GPU, C for the CPU or D for the disk. Space unfolds a block.</source>
        <translation>每个设备一条泳道，其中是位于该处的模型块，高度与其字节数相应。将块拖到另一条泳道，或选中后按 0 到 9 移到 GPU、C 移到 CPU、D 移到磁盘。空格键展开块。</translation>
    </message>
    <message>
        <source>A block with twice the bytes is drawn twice as high. This scale shows which blocks use the most memory.</source>
        <translation>字节数为两倍的块画成两倍高，因此可以看出空间被什么占用。</translation>
    </message>
    <message>
        <source>This scale enlarges small blocks, so that they stay readable next to large ones.</source>
        <translation>小块画得比其占比更高，以便在大块旁边也能看清。</translation>
    </message>
    <message>
        <source>A small view of a device, shown because not all lanes fit next to each other. Click the view to show the lane of the device.</source>
        <translation>缩小显示的一个设备，因为并非所有泳道都能并排放下。单击即可使其泳道进入视野。</translation>
    </message>
    <message>
        <source>How many bytes of weights the plan may put on this device: Accelerate&apos;s max_memory. Type 10GiB, 10GB, 800MB or a number of bytes, or leave the field empty for the default. The limit does not include caches, activations or the driver&apos;s context.</source>
        <translation>方案可在此设备上放置多少字节的权重：Accelerate 的 max_memory。10GiB、10GB、800MB 或字节数；留空为默认值。缓存、激活值和驱动的上下文另计。</translation>
    </message>
    <message>
        <source>How many bytes of weights the plan may put on this device: Accelerate&apos;s max_memory. The top of the device&apos;s lane shows the same limit. A Python dict sets the limits of several devices at once.</source>
        <translation>方案可在此设备上放置多少字节的权重：Accelerate 的 max_memory。它与该设备泳道头部的上限是同一个。输入 Python dict 可一次设置多个设备的上限。</translation>
    </message>
    <message>
        <source>Changes this figure of the planned device. Type a size with its unit and press Return, or Esc to keep the old value.</source>
        <translation>更改所规划设备的属性。键入带单位的大小并按回车，或按 Esc 保持原样。</translation>
    </message>
    <message>
        <source>Adds a tab with another plan of the model. The new plan has separate devices, limits, workload and undo history, and is stored in the project.</source>
        <translation>添加一个标签页，其中是同一模型的又一个方案。它有自己的设备、上限、工作负载和撤销，并保存在项目中。</translation>
    </message>
    <message>
        <source>The name of this plan in the project and in comparisons.</source>
        <translation>项目以此名称保存该方案，比较时也用此名称。</translation>
    </message>
    <message>
        <source>Every edit of the plan, in order. Click an edit to go back or forward to the state of the plan after that edit.</source>
        <translation>方案的每次编辑，按先后顺序。单击可退回或前进到该次编辑之后的方案。</translation>
    </message>
    <message>
        <source>The modules of the model, with their names in Python. Select modules and press 0 to 9, C or D to move them, P to pin them to their current device, or U to unpin them. You can also drag modules to a lane.</source>
        <translation>模型的模块，名称与其 Python 中的一致。选中一些后按 0 到 9、C 或 D 移动，P 固定在当前位置，U 取消固定；也可以拖到泳道上。</translation>
    </message>
    <message>
        <source>Shows only the modules that match all words: part of a name, class:Linear, device:gpu1, &gt;100MiB, &lt;1MiB.</source>
        <translation>仅显示满足所有词的模块：名称中的字母、class:Linear、device:gpu1、&gt;100MiB、&lt;1MiB。</translation>
    </message>
    <message>
        <source>No module matches the filter. Clear the filter to show all modules again.</source>
        <translation>没有模块符合筛选条件。清除后会重新显示全部模块。</translation>
    </message>
    <message>
        <source>Shows what was recognised and what was guessed about the model, with tables of its classes, types, largest tensors, files and keys.</source>
        <translation>说明模型中识别出了什么、推测了什么，并以表格列出其类、类型、最大的张量、文件和键。</translation>
    </message>
    <message>
        <source>Determines the device of each module. “auto” and “balanced” distribute the model evenly, “sequential” fills one GPU after the other, and “optimal” searches for the best possible plan.</source>
        <translation>决定每个模块放到哪个设备。auto 和 balanced 将模型均匀分配，sequential 逐个填满 GPU，optimal 搜索没有其他方案能胜过的方案。</translation>
    </message>
    <message>
        <source>Each module of these classes remains on one device as a whole, because its computation must not cross devices. Type class names separated by commas, or the word “none”.</source>
        <translation>这些类的每个模块整体留在一个设备上，因为它的计算不能跨设备。键入类名，用逗号分隔，或键入“无”一词。</translation>
    </message>
    <message>
        <source>Replaces the classes that you typed with the classes that the model declares.</source>
        <translation>重新采用模型自身声明的类，替换键入的类。</translation>
    </message>
    <message>
        <source>The dtype in which floating-point tensors are planned and loaded. It determines the size of each module.</source>
        <translation>规划和加载浮点张量所用的 dtype。它会改变每个模块的字节数。</translation>
    </message>
    <message>
        <source>Plans the weights with the sizes that they would have in this format, to see whether they fit. Such a plan is an estimate and cannot be loaded.</source>
        <translation>让权重取其在此格式下的大小，以查看是否放得下。这样的方案是估算，不能加载。</translation>
    </message>
    <message>
        <source>Two libraries compute device maps with almost the same rules. Choose the library that you will use to load the model.</source>
        <translation>两个库用几乎相同的规则计算映射：选择您加载时要用的那个。</translation>
    </message>
    <message>
        <source>If this option is off, the buffers of offloaded modules remain on the GPU that runs the modules, as in Accelerate, and might not fit there.</source>
        <translation>不启用时，卸载 (offload) 的模块的缓冲张量会留在运行它们的 GPU 上，与 Accelerate 一样，可能超出其容量。</translation>
    </message>
    <message>
        <source>Applies if the next module does not fit even on an empty device. In this case, a later, smaller module is placed on that device, which would otherwise remain empty.</source>
        <translation>当下一个模块连空设备都放不下时才有影响。此时会在那里放置后面一个较小的模块，而不是什么都不放。</translation>
    </message>
    <message>
        <source>Makes the device map shorter and easier to read. The device of each tensor does not change.</source>
        <translation>使设备映射更短、更易读。每个张量所在的位置不变。</translation>
    </message>
    <message>
        <source>Reduces the RAM that is needed to build an empty model. This option moves no module.</source>
        <translation>让空模型在构建时占用更少的 RAM。没有模块因此移动。</translation>
    </message>
    <message>
        <source>A model that is entirely on one device normally gets no hooks and is not moved to the main device. With this option, such a model also gets hooks.</source>
        <translation>整体位于一个设备上的模型没有钩子，因此没有什么会将其搬到主设备。启用后它仍会获得钩子。</translation>
    </message>
    <message>
        <source>Weights from the CPU or the disk are copied to this device when their layer runs. Memory for these weights is kept free on the device.</source>
        <translation>来自 CPU 或磁盘的权重在其层运行时复制到此设备，因此那里会为它们保留空间。</translation>
    </message>
    <message>
        <source>All weights inside a module of these classes are copied to the main device together, before the module runs. This option needs more memory, but the computation waits less often.</source>
        <translation>这些类的模块之下的所有权重在其运行前一起搬到主设备。这占用更多空间，等待次数更少。</translation>
    </message>
    <message>
        <source>Offloaded modules that the CPU computes. Their activations are transferred instead of their weights. Accelerate has no such option.</source>
        <translation>留在原处并由 CPU 计算的模块。此时传输的是激活值，而不是权重。Accelerate 没有这样的选项。</translation>
    </message>
    <message>
        <source>The weights on disk are stored in this folder, in the format of Accelerate, and the folder is kept. If the field is empty, a temporary folder is used and is deleted with the loaded model.</source>
        <translation>留空时，位于磁盘上的内容放入临时文件夹，并随已加载的模型一起消失。此处指定的文件夹会保留，采用 Accelerate 的格式。</translation>
    </message>
    <message>
        <source>Opens a dialog to choose the folder for the weights on disk.</source>
        <translation>打开一个对话框，选择存放磁盘部分的文件夹。</translation>
    </message>
    <message>
        <source>The goal of the strategy “optimal”: the time per token, the time to the first token, a mix of both, the longest context, or a pipeline.</source>
        <translation>策略 optimal 尽可能优化的目标：每个 token 的时间、到第一个 token 的时间、两者的混合、最长的上下文，或流水线。</translation>
    </message>
    <message>
        <source>Two weighting factors: first for the time to the first token, then for the time per token.</source>
        <translation>两个时间各自的权重：先是到第一个 token 的时间，再是之后每个 token 的时间。</translation>
    </message>
    <message>
        <source>One limit for every GPU, like max_gpu_memory of the helper load_hf_model. The helper sets limits only for GPUs, with no entry for the CPU, so the rest of the model is placed on the disk.</source>
        <translation>每个 GPU 使用同一个上限，如同辅助函数 load_hf_model 的 max_gpu_memory。该函数只给 GPU 设置上限，没有 CPU 的条目，因此模型的其余部分放到磁盘。</translation>
    </message>
    <message>
        <source>Sets the memory cap to a value that fits on every GPU used by load_hf_model.</source>
        <translation>填入一个上限，使这些 GPU 中没有一个容量不足。</translation>
    </message>
    <message>
        <source>How many GPUs load_hf_model uses. The other GPUs remain empty.</source>
        <translation>辅助函数使用多少个 GPU。其他 GPU 保持为空。</translation>
    </message>
    <message>
        <source>The device to which load_hf_model finally moves the model if it is called without a number of GPUs.</source>
        <translation>在不带 GPU 数调用时，辅助函数最后将模型搬到哪里。</translation>
    </message>
    <message>
        <source>Adds a simulated GPU to the plan, to try a machine that you do not have. The arrow next to this button lists real cards by name.</source>
        <translation>向方案添加一个模拟 GPU，以试用您没有的机器。旁边的箭头按名称列出真实的显卡。</translation>
    </message>
    <message>
        <source>The default limit of the CPU is the RAM that was free at the last reading. Other programs may have allocated or freed memory since then. This button reads the free memory again.</source>
        <translation>CPU 的默认上限是上次读取时空闲的 RAM。此后其他程序可能占用或释放了一些。</translation>
    </message>
    <message>
        <source>Other programs use more or less memory of a real GPU than the plan assumes. This button updates the plan.</source>
        <translation>其他程序对真实 GPU 的占用比方案所计的更多或更少。此操作使方案与现状一致。</translation>
    </message>
    <message>
        <source>Replaces your plan with the plan of this strategy, as one edit that Undo reverts.</source>
        <translation>采用此策略的方案作为您的方案，作为一次可撤销的编辑。</translation>
    </message>
    <message>
        <source>On the board and in the module tree, marks the modules that the last edit moved.</source>
        <translation>在看板和树上标出上一次编辑移动的内容。</translation>
    </message>
    <message>
        <source>Compares the plan with a device map that you paste or open, and marks the modules that are on a different device.</source>
        <translation>将方案与您粘贴或打开的设备映射对照，并标出其中位置不同的内容。</translation>
    </message>
    <message>
        <source>Replaces your plan with the compared plan, as one edit that Undo reverts.</source>
        <translation>用所比较的方案替换您的方案，作为一次可撤销的编辑。</translation>
    </message>
    <message>
        <source>Opens the list of all modules that are on a different device in the compared plan.</source>
        <translation>打开列表，列出在所比较的方案中位置不同的所有模块。</translation>
    </message>
    <message>
        <source>Removes the marks of the comparison from the board and the module tree. The plan does not change.</source>
        <translation>清除看板和树上的比较标记。方案保持不变。</translation>
    </message>
    <message>
        <source>Each module that is on a different device in the compared plan, with both devices and the bytes of the module. Click a module to select it in the module tree and on the board.</source>
        <translation>在所比较的方案中位置不同的每个模块：从哪里、到哪里，及其字节数。单击可在树和看板中选中。</translation>
    </message>
    <message>
        <source>Opens one file: safetensors, PyTorch, GGUF, NumPy, a config.json without weights, or a project.</source>
        <translation>用于单个文件：safetensors、PyTorch、GGUF、NumPy、不含权重的 config.json，或项目。</translation>
    </message>
    <message>
        <source>Opens a checkpoint with several files: all files of the folder that belong together are opened as one model.</source>
        <translation>用于由多个文件组成的检查点：文件夹中属于一体的全部文件作为一个模型打开。</translation>
    </message>
    <message>
        <source>Creates a model without a file, from a model family and its sizes. You can plan the model before you download it.</source>
        <translation>不需要文件：模型族及其尺寸即可构成一个模型，在下载之前就能规划。</translation>
    </message>
    <message>
        <source>Chooses your own model instead of the sample.</source>
        <translation>选择您自己的模型来替换示例。</translation>
    </message>
    <message>
        <source>Sets the number of GPUs of the plan and the figures of each GPU. The plan can include GPUs that you do not own.</source>
        <translation>选择为多少个 GPU 规划，以及每个 GPU 具备什么，也包括您没有的 GPU。</translation>
    </message>
    <message>
        <source>Lists every keyboard shortcut of the window and of its menus.</source>
        <translation>列出窗口及其菜单的所有按键。</translation>
    </message>
    <message>
        <source>Closes this card and does not show it again. Nothing else changes.</source>
        <translation>永久移除此卡片。其他内容不变。</translation>
    </message>
    <message>
        <source>Chooses another file. The file that failed is not changed.</source>
        <translation>选择另一个文件；打开失败的文件不受影响。</translation>
    </message>
    <message>
        <source>Chooses a folder, for a checkpoint with several files.</source>
        <translation>选择文件夹，用于由多个文件组成的检查点。</translation>
    </message>
    <message>
        <source>Tries to open the file again, for instance after the file was downloaded again or its permissions were changed.</source>
        <translation>再次尝试同样的操作，例如在重新获取文件或更改其权限之后。</translation>
    </message>
    <message>
        <source>One of the options that you chose for the file may be the reason for the error. This button opens the file without these options.</source>
        <translation>原因可能在于对该文件所做的某些选择。此操作将其打开，如同未做任何选择。</translation>
    </message>
    <message>
        <source>Copies the data for a bug report: the message, the names of the file and the tensor, the byte offset and the version.</source>
        <translation>复制该句、文件、张量、字节和版本：错误报告所需的内容。</translation>
    </message>
    <message>
        <source>The known classes of the model&apos;s family. The file is opened as the chosen class.</source>
        <translation>该模型族中已知的类。文件将以所选的类打开。</translation>
    </message>
    <message>
        <source>Tries to open the file again with the class that is chosen next to this button.</source>
        <translation>用旁边所选的类再次尝试打开文件。</translation>
    </message>
    <message>
        <source>The Python interpreter that lists the modules of a model that Stowage does not recognise. The interpreter must be able to import torch and, for a config.json, transformers.</source>
        <translation>向其询问 Stowage 不认识的模型有哪些模块的程序。它必须能够导入 torch，对于 config.json 还须能导入 transformers。</translation>
    </message>
    <message>
        <source>Runs your own Python, in a separate process, to build the model without weights and list its modules.</source>
        <translation>让您自己的 Python 在单独的进程中构建不含权重的模型，并报告其模块。</translation>
    </message>
    <message>
        <source>Removes the card. The model that was open before remains open.</source>
        <translation>移除此卡片。之前打开的模型保持打开。</translation>
    </message>
    <message>
        <source>Performs the action that the message proposes, and closes the message.</source>
        <translation>执行消息建议的操作，并移除消息。</translation>
    </message>
    <message>
        <source>Performs another action than the button next to this one.</source>
        <translation>对该消息的另一种回应，不同于旁边的那一个。</translation>
    </message>
    <message>
        <source>Cancels the operation that the message describes. The open model remains open.</source>
        <translation>结束消息所述的操作。已打开的模型保持打开。</translation>
    </message>
    <message>
        <source>Closes the message. You can still read it in Help ▸ Log.</source>
        <translation>移除消息。仍可在“帮助 ▸ 日志”中查看。</translation>
    </message>
    <message>
        <source>Moves the panel to a separate window, for instance for another screen, or docks the panel again.</source>
        <translation>使面板成为独立窗口，例如用于另一个屏幕，或将其放回此窗口。</translation>
    </message>
    <message>
        <source>Hides the panel. The View menu shows it again.</source>
        <translation>隐藏面板。“视图”菜单可再次显示它。</translation>
    </message>
    <message>
        <source>Charts, runs, devices, history and other tables share the area below the board. The area opens automatically when a load begins.</source>
        <translation>图表、运行、设备、历史和其他表格共用看板下方的空间。加载开始时会自动打开。</translation>
    </message>
    <message>
        <source>Closes this window. The model and its plan do not change.</source>
        <translation>关闭此窗口。模型及其方案保持不变。</translation>
    </message>
    <message>
        <source>Closes this dialog; nothing is changed.</source>
        <translation>关闭此对话框；一切保持原样。</translation>
    </message>
    <message>
        <source>Opens the user guide at the section on this window or, after an error, on that error. The window stays open.</source>
        <translation>打开用户指南中介绍此窗口的部分；出错后则打开介绍该错误的部分。此窗口保持打开。</translation>
    </message>
    <message>
        <source>Sets the values of the simulated GPU in this row to those of a real card, which you choose by name.</source>
        <translation>按名称选择一款真实的显卡，将其数值用于此行的模拟 GPU。</translation>
    </message>
    <message>
        <source>If this option is off, the plan does not use the GPU, as if CUDA_VISIBLE_DEVICES hid the GPU. The GPU remains in this list.</source>
        <translation>不勾选时，该 GPU 不计入方案，如同被 CUDA_VISIBLE_DEVICES 排除，但仍留在此列表中。</translation>
    </message>
    <message>
        <source>How the text is interpreted: automatically by its contents, or as the settings of the chosen engine.</source>
        <translation>如何解读文本：由其文字判断，或作为所选引擎的设置。</translation>
    </message>
    <message>
        <source>Replaces the text above with the text of a file.</source>
        <translation>用文件的文本替换上方的文本。</translation>
    </message>
    <message>
        <source>The text contains characters that Python does not accept, such as typographic quotes. This button replaces these characters; Ctrl+Z in the field restores the text.</source>
        <translation>文本中含有 Python 不接受的字符，如弯引号。此操作将其替换；在字段中按 Ctrl+Z 可恢复文本。</translation>
    </message>
    <message>
        <source>The contents of each device after the import: the number of modules with weights, the bytes of these modules, and the bytes that are on the device now.</source>
        <translation>每个设备上将放置的内容：含权重的模块有多少个、其字节数，以及那里现有的字节数。</translation>
    </message>
    <message>
        <source>A problem with the plan, or a hint. In the Problems panel, click a problem to select its module, if it has one.</source>
        <translation>方案中的一个问题，或一条提示。在“问题”面板中，单击可选中其涉及的模块（如果涉及模块）。</translation>
    </message>
    <message>
        <source>Applies the imported placement to the plan, as one edit that Undo reverts.</source>
        <translation>将导入的内容应用到方案，作为一次可撤销的编辑。</translation>
    </message>
    <message>
        <source>Closes the dialog. On the board and in the module tree, the modules that would be on a different device are marked. The plan does not change.</source>
        <translation>关闭对话框，并在看板和树上标出位置会不同的内容。方案保持不变。</translation>
    </message>
    <message>
        <source>The programs that the plan can be exported for. The text next to the list is for the selected program.</source>
        <translation>可为其写出方案的程序。旁边的文本针对所选的程序。</translation>
    </message>
    <message>
        <source>Writes the files that the command needs into a folder that you choose. Existing files are never replaced.</source>
        <translation>将命令所需的文件写入您选择的文件夹。已存在的文件都不会被替换。</translation>
    </message>
    <message>
        <source>The peak memory that the load would need, compared with the free memory, for each GPU and for the RAM of this machine. Values that are too large are marked.</source>
        <translation>加载在峰值时的占用与空闲量并列，针对每个 GPU 和本机的内存。超出的部分会被标记。</translation>
    </message>
    <message>
        <source>Loads anyway. A load that runs out of memory stops and frees all memory that it has allocated. If RAM runs out, the system may stop the program.</source>
        <translation>仍然加载。空间不足的加载会结束并归还全部内容；RAM 不足时，系统可能会结束本程序。</translation>
    </message>
    <message>
        <source>Loads with the most similar load method that fits in memory.</source>
        <translation>改用另一种方法加载，即空间足够的方法中最接近的一种。</translation>
    </message>
    <message>
        <source>The maximum amount of RAM that a load may use, with a unit, such as 4GiB. Empty: the RAM of the machine.</source>
        <translation>加载可占用的最大 RAM，带单位，如 4GiB。留空：机器所具有的。</translation>
    </message>
    <message>
        <source>Sets the limit for all subsequent loads. If the text is not a size, the limit does not change.</source>
        <translation>为今后的每次加载设置上限。如果文本不是大小，则保持原有上限。</translation>
    </message>
    <message>
        <source>The quantity whose predicted and measured values are compared, such as peak memory or time.</source>
        <translation>将保留的加载和运行的哪项指标与其预测对照。</translation>
    </message>
    <message>
        <source>Each stored load or run as a point: the measured value over the predicted value, on logarithmic axes. On the dashed line, both values are equal. The band shows the range stated above the table. Click a point to select its record.</source>
        <translation>每次保留的加载或运行为一个点：实测值对预测值，采用对数坐标轴。虚线上两者相等；带状区域为所述范围。单击点可选中其记录。</translation>
    </message>
    <message>
        <source>One row per point, with the error of the prediction and the difference between repeated measurements. The point of the selected row is marked in the chart, and its record is selected in History.</source>
        <translation>每个点一行，含其误差以及各次重复之间的离散度。选中的点在图表中标出，并在“历史”中选中。</translation>
    </message>
    <message>
        <source>The models that run in turn on one device, separated by commas. b*50 calls the model b fifty times; the model remains on the device during these calls.</source>
        <translation>在一个设备上轮流运行的模型，用逗号分隔。b*50 调用 b 五十次，期间它留在该处。</translation>
    </message>
    <message>
        <source>Lets you choose a file and adds it to the end of the list.</source>
        <translation>选择一个文件并将其添加到该行末尾。</translation>
    </message>
    <message>
        <source>Lets you choose a folder and adds it to the end of the list, as one model.</source>
        <translation>选择一个文件夹，并将其作为一个模型添加到该行末尾。</translation>
    </message>
    <message>
        <source>If this option is off, the input of every model consists only of the tokens of the Run panel.</source>
        <translation>不勾选时，每个模型都只得到“运行”面板中的 token。</translation>
    </message>
    <message>
        <source>One row per model, in the order of the chain: the device that the model was moved to, the bytes moved, the time of the move and of the run, the peak memory, and the memory still in use on the device afterwards.</source>
        <translation>每个模型一行，按链中的顺序：模型移到哪个设备、移动了多少字节、移动和运行各用了多长时间、内存峰值，以及之后设备上仍占用的内存。</translation>
    </message>
    <message>
        <source>The model that ran last remains on the GPU. This button moves the model back to the CPU.</source>
        <translation>最后轮到的模型留在其 GPU 上。此操作将其移回 CPU。</translation>
    </message>
    <message>
        <source>Moves the models to the device one after the other, runs each model, and measures the cost of each move and run.</source>
        <translation>依次将各模型搬到设备上，逐个运行，并测量其代价。</translation>
    </message>
    <message>
        <source>Pauses the chain, and resumes it when pressed again.</source>
        <translation>暂停链，再按一次则继续。</translation>
    </message>
    <message>
        <source>Stops the chain. The results of the models that have run remain in the table.</source>
        <translation>结束链。到此为止各轮的结果保留在表格中。</translation>
    </message>
    <message>
        <source>Closes the window and frees the memory of the models in the chain. A running chain is stopped first.</source>
        <translation>关闭窗口并归还链中各模型的内存。如果链正在运行，会先将其结束。</translation>
    </message>
    <message>
        <source>Finds the paragraphs in all pages that contain every word typed in this field. Press Enter to show the next paragraph.</source>
        <translation>在所有页面中查找含有此处键入的每个词的段落。按回车键可逐个跳转。</translation>
    </message>
    <message>
        <source>Returns to the previous page.</source>
        <translation>返回此页之前阅读的页面。</translation>
    </message>
    <message>
        <source>Returns to the page on which Back was pressed.</source>
        <translation>返回按“后退”时所在的页面。</translation>
    </message>
    <message>
        <source>The pages of the guide, by chapter. The selected page is shown next to the list.</source>
        <translation>指南的各页，按章排列。选中的页面显示在列表旁边。</translation>
    </message>
    <message>
        <source>The paragraphs that the search found. The page of the selected paragraph is shown, with the search words marked.</source>
        <translation>搜索找到的段落。选中的段落会在其页面中显示，并标出所搜索的词。</translation>
    </message>
    <message>
        <source>The current page. Click a link to open another page. Press Back to return.</source>
        <translation>正在阅读的页面。单击链接可转到另一页面，“后退”可返回。</translation>
    </message>
    <message>
        <source>The messages of the program since its start, each with its time and kind. The newest message is at the end.</source>
        <translation>程序启动以来的消息，各含时间和种类。最新的消息在最后。</translation>
    </message>
    <message>
        <source>Copies the selected lines, or the whole log if nothing is selected.</source>
        <translation>复制选中的行；如果没有选中任何内容，则复制整个日志。</translation>
    </message>
    <message>
        <source>Writes the whole log to a text file that you choose.</source>
        <translation>将整个日志写入您选择的文本文件。</translation>
    </message>
    <message>
        <source>The keyboard shortcuts of the menu entries, by menu, and those of the board and the module tree.</source>
        <translation>菜单项的按键（逐个菜单列出），以及看板和树的按键。</translation>
    </message>
    <message>
        <source>The versions of the program and of the software that it is built on, the devices, and the licences of the libraries. You can select and copy the text.</source>
        <translation>程序及其所用组件的版本、设备，以及各个库的许可证。可以选中并复制。</translation>
    </message>
    <message>
        <source>Copies the whole text above to the clipboard.</source>
        <translation>将上方的全部文本复制到剪贴板。</translation>
    </message>
    <message>
        <source>Makes the text and the lines of the lesson one step smaller. The values and the curves do not change.</source>
        <translation>将课程的文字和线条缩小一级。数值和曲线保持不变。</translation>
    </message>
    <message>
        <source>Makes the text and the lines of the lesson one step larger, so that they can be read from a greater distance.</source>
        <translation>将课程的文字和线条放大一级，以便从更远处也能看清。</translation>
    </message>
    <message>
        <source>Exports the results of the lesson so far: setup, guesses, answers, curves and figures. One completed step is enough.</source>
        <translation>写出课程到目前为止的结果：设置、猜测、答案、曲线和数值。只要运行过一个步骤即可。</translation>
    </message>
    <message>
        <source>Opens a menu with rarely needed commands, such as “Start over” for the next person.</source>
        <translation>打开一个菜单，其中是不常用的操作，例如为下一个人重新开始。</translation>
    </message>
    <message>
        <source>Removes the guesses, answers and results of this setup from the page, after confirmation. The loads remain in History.</source>
        <translation>在询问之后，从页面上清除此设置下的猜测、答案和结果。各次加载仍保留在“历史”中。</translation>
    </message>
    <message>
        <source>Restores the results that “Start over” removed. This is possible until a step is run again or the program exits.</source>
        <translation>恢复被“重新开始”清除的内容，直到再次运行某个步骤或程序结束为止。</translation>
    </message>
    <message>
        <source>Asks for your name, which is shown on the report.</source>
        <translation>询问报告上所写的姓名。</translation>
    </message>
    <message>
        <source>The size of GPT-2 that every step loads. A size that does not fit on this machine is marked.</source>
        <translation>每个步骤所加载的 GPT-2 的尺寸。本机容纳不下的尺寸会被标记。</translation>
    </message>
    <message>
        <source>The GPU to which the steps load the model: a simulated GPU with the chosen memory size, or a real GPU of this machine.</source>
        <translation>各步骤加载到的显卡：具有所选内存的模拟显卡，或本机的真实显卡。</translation>
    </message>
    <message>
        <source>The state of the page cache before a step loads: cold drops the pages of the model&apos;s files, and warm reads the files first. The state changes the load time.</source>
        <translation>在步骤加载之前，系统缓存模型文件的哪些内容：“冷”丢弃其页，“热”则先读入。这会影响加载所需的时间。</translation>
    </message>
    <message>
        <source>Shows the results of a machine with less memory: a step that needs more RAM than this limit is stopped before it finishes.</source>
        <translation>展示内存更少的机器能做什么：需要的 RAM 超过此值的步骤无法执行到底。</translation>
    </message>
    <message>
        <source>Predicts the results of the steps without running them, so that you can use the lesson with a model of any size.</source>
        <translation>只预测各步骤而不实际运行，因此可用任何尺寸学完课程。</translation>
    </message>
    <message>
        <source>Cancels the creation of the model&apos;s files, and the step that needs the files.</source>
        <translation>停止生成模型文件，并随之停止需要这些文件的步骤。</translation>
    </message>
    <message>
        <source>Deletes the model files of every size from the disk, after confirmation. Measured results are kept.</source>
        <translation>在询问之后，从磁盘上移除各种尺寸的模型文件。实测结果会保留。</translation>
    </message>
    <message>
        <source>A step of the lesson, with its state and its result; peaks are in GiB. Click the step to open its page.</source>
        <translation>课程的一个步骤，含其状态和结果；峰值以 GiB 为单位。单击可打开其页面。</translation>
    </message>
    <message>
        <source>The upper part shows the peak memory of a plain load: the model and its state dict. The lower part shows the tensors of the file, grouped by purpose, with their sizes in bytes.</source>
        <translation>上方是普通加载在峰值时占用的内容：模型及其 state dict。下方是文件中的张量，按用途分类，并附字节数。</translation>
    </message>
    <message>
        <source>If this option is off, the curves of all steps are drawn in one chart for comparison.</source>
        <translation>不启用时，所有步骤的曲线相互叠加，以便比较。</translation>
    </message>
    <message>
        <source>One row per step that loads: its VRAM and RAM peaks, the published peaks if available, the load time, and the reasons for the peaks. Click a row to open the page of the step.</source>
        <translation>每个进行加载的步骤一行：其 VRAM 和 RAM 的峰值、公布值（如果有）、时间以及原因。单击可打开该步骤的页面。</translation>
    </message>
    <message>
        <source>Loads the next tensor and then pauses again. Available while the load is paused.</source>
        <translation>在加载暂停期间，搬入下一个张量，然后再次暂停。</translation>
    </message>
    <message>
        <source>The speed of the load: one tensor per press of Step, several tensors per second, or as fast as this machine allows.</source>
        <translation>张量搬入的速度：每按一次“单步”搬入一个，每秒搬入若干个，或以本机加载的最快速度搬入。</translation>
    </message>
    <message>
        <source>Ends this load at any point. The load fills no row of the table and is not stored.</source>
        <translation>无论进行到哪里，都结束此次加载。它不填写任何行，也不会保留。</translation>
    </message>
    <message>
        <source>The memory allocated on each device at this moment; for a GPU, compared with its capacity.</source>
        <translation>此刻每个设备上已分配的内存；GPU 的与其容量对照。</translation>
    </message>
    <message>
        <source>Copies all lines of Python of the step to the clipboard.</source>
        <translation>将这些代码行全部复制到剪贴板。</translation>
    </message>
    <message>
        <source>Lets you guess the peaks of VRAM and RAM before the step is run. After the run, the guess and the peak are shown next to each other.</source>
        <translation>让您在运行步骤之前说出 VRAM 和 RAM 的峰值会在哪里。之后猜测与峰值会并列给出。</translation>
    </message>
    <message>
        <source>The maximum VRAM that you expect the tensors to use, in GiB. A size with a unit, such as 700 MiB, is also accepted.</source>
        <translation>您预计张量占用的最大 VRAM，以 GiB 为单位；也可以输入带单位的大小，如 700 MiB。</translation>
    </message>
    <message>
        <source>The maximum anonymous RAM that you expect the step to use, in GiB. A size with a unit, such as 700 MiB, is also accepted.</source>
        <translation>您预计该步骤占用的最大匿名 RAM，以 GiB 为单位；也可以输入带单位的大小，如 700 MiB。</translation>
    </message>
    <message>
        <source>A dragged guess snaps to tenths of the distance between two lines of the axis. If this option is off, the guess remains where you drop it.</source>
        <translation>拖动的猜测会停在坐标轴相邻两条线间距的十分之一刻度上；不启用时，则停在松开的位置。</translation>
    </message>
    <message>
        <source>Runs the step. A load runs in a new process and is measured and verified. The first step creates the model&apos;s files. A dry run only predicts.</source>
        <translation>执行该步骤。加载在新进程中运行，并经过测量和校验；第一个步骤生成模型文件；试运行则只作预测。</translation>
    </message>
    <message>
        <source>Runs the load of this step tensor by tensor, and shows the memory on each device and where the allocator places the tensors.</source>
        <translation>慢速走完此步骤的加载过程，显示每个设备占用的内容，以及分配器将其放在哪里。</translation>
    </message>
    <message>
        <source>Stops the running step. You can run the step again at any time.</source>
        <translation>停止正在运行的步骤。可以随时再次运行。</translation>
    </message>
    <message>
        <source>One of the answers to the question. “Check answer” shows whether the chosen answer is right.</source>
        <translation>该问题的一个答案。“检查答案”会说明它是否正确。</translation>
    </message>
    <message>
        <source>Shows whether the chosen answer is right, and why, and marks with letters the places in the charts that the question is about.</source>
        <translation>说明所选的答案是否正确及其原因，并用字母标出图表中与问题有关的位置。</translation>
    </message>
    <message>
        <source>Marks with letters the places in the charts that the question is about, or removes the letters.</source>
        <translation>用字母标出图表中与问题有关的位置，或清除这些字母。</translation>
    </message>
    <message>
        <source>Opens the page of the previous step. The results are kept.</source>
        <translation>打开此步骤之前一个步骤的页面。已得的结果会保留。</translation>
    </message>
    <message>
        <source>Opens the page of the next step, even if the current step was not run.</source>
        <translation>打开此步骤之后一个步骤的页面，无论此步骤是否已运行。</translation>
    </message>
    <message>
        <source>The name shown on the report of the lesson.</source>
        <translation>课程报告上所写的姓名。</translation>
    </message>
    <message>
        <source>Uses this name for each report that is exported from now on.</source>
        <translation>采用该姓名，用于从现在起写出的每份报告。</translation>
    </message>
    <message>
        <source>Deletes the model files of every size. A step that needs them creates them again.</source>
        <translation>删除各种尺寸的模型文件。需要这些文件的步骤会重新生成它们。</translation>
    </message>
    <message>
        <source>Removes the guesses, answers and results of this setup from the page. The menu can restore them until a step is run again or Stowage is closed.</source>
        <translation>从页面上清除此设置下的猜测、答案和结果。在再次运行某个步骤或关闭 Stowage 之前，可通过菜单恢复。</translation>
    </message>
    <message>
        <source>The machines that you added, with their ssh names. Machines are not connected automatically: select a machine and press Connect.</source>
        <translation>已添加的机器，名称与 ssh 所用的一致。不会自动连接任何机器：请选择一台并连接。</translation>
    </message>
    <message>
        <source>Stores the name of a machine that you can reach by ssh. No password or key is stored; ssh asks for a password or passphrase if necessary.</source>
        <translation>记住您通过 ssh 访问的机器的名称。既不保存密码，也不保存密钥：ssh 会询问其所需的内容。</translation>
    </message>
    <message>
        <source>Removes the machine from the list. Stowage and the models on that machine are not removed.</source>
        <translation>将该机器从列表中移除。那里的 Stowage 和模型保持不变。</translation>
    </message>
    <message>
        <source>Lists the files of the remote machine. Only the headers of the chosen model are copied. You view and plan the model on this machine; the weights remain on the remote machine.</source>
        <translation>列出该机器的文件。对于所选的模型，只复制其文件头：在此处查看和规划，其权重留在那里。</translation>
    </message>
    <message>
        <source>Simulates GPUs on a machine that has no GPUs, so that you can try plans for GPUs. If a model of that machine is open, the plan of the model is updated.</source>
        <translation>让没有显卡的机器表现得如同装有显卡，以便试用针对显卡的方案。如果打开的是该机器上的模型，方案会随之更改。</translation>
    </message>
    <message>
        <source>The remote machine reads its own files and loads the weights onto the devices of the plan. The weights remain loaded until you unload them or disconnect.</source>
        <translation>该机器读取自己的文件，并将权重放到方案指定的位置。权重会留在那里，直到您将其卸下或断开连接。</translation>
    </message>
    <message>
        <source>Pauses after the current tensor and keeps the weights loaded so far. Press the button again to continue.</source>
        <translation>在两个张量之间停下，已加载的内容全部留在原处，之后从该处继续。</translation>
    </message>
    <message>
        <source>Loads one tensor at a time, to show how the memory grows.</source>
        <translation>用于查看内存如何增长：每次一个张量。</translation>
    </message>
    <message>
        <source>Stops the operation that the remote machine performs for this window. The memory that the operation used on the remote machine is then freed.</source>
        <translation>停止该机器为此窗口所做的操作。随后归还在那里占用的内存。</translation>
    </message>
    <message>
        <source>The remote machine loads the model, runs the prompt through the model, and sends back the generated tokens with the times.</source>
        <translation>该机器加载模型，让提示词通过模型，并将生成的内容连同时间发回。</translation>
    </message>
    <message>
        <source>The prompt: token IDs separated by commas, or a text if the tokenizer is in the folder of the model.</source>
        <translation>模型续写的起点：用逗号分隔的 token 编号，或文字（如果模型旁边有其分词器）。</translation>
    </message>
    <message>
        <source>The number of tokens to generate. Each token needs one forward pass through the model, which chooses the most likely token.</source>
        <translation>每个 token 都要单独通过模型一次，并取可能性最大的 token。</translation>
    </message>
    <message>
        <source>Opens a menu of models for this column: the open model, a file, a folder, or a known model that needs no file. The model in the main window does not change.</source>
        <translation>打开一个菜单，为此列选择模型：已打开的模型、文件、文件夹，或不需要任何文件的已知模型。窗口保留自己的模型。</translation>
    </message>
    <message>
        <source>Stops opening this model. The column keeps the previous model, if there is one.</source>
        <translation>停止打开此模型。此列保留之前的模型（如果有）。</translation>
    </message>
    <message>
        <source>Tries to open the model again, for example after the file was downloaded again.</source>
        <translation>再次尝试同样的操作，例如在重新获取文件之后。</translation>
    </message>
    <message>
        <source>Fills the form with the values of a known model, or with the defaults of the library. The values that you typed can be restored.</source>
        <translation>用已知模型的数字或库的默认值填写表单。键入的内容可以恢复。</translation>
    </message>
    <message>
        <source>Restores the values that were typed in the form before another model or family was chosen.</source>
        <translation>将表单恢复为选择另一个模型或模型族之前键入的内容。</translation>
    </message>
    <message>
        <source>The model_type of the config.json. If you choose another family, the form shows the defaults of that family.</source>
        <translation>config.json 的 model_type。更换模型族时，从其自身的默认值开始。</translation>
    </message>
    <message>
        <source>The dtype of the weights, which determines the number of bytes per parameter.</source>
        <translation>权重的 dtype：它决定一个参数占多少字节。</translation>
    </message>
    <message>
        <source>The class of the library that is built from the values in this form. A different class may have a different head.</source>
        <translation>库中由这些数字构建的类。另一个类可能有不同的头。</translation>
    </message>
    <message>
        <source>A value of the config.json; the label is the name of the value in the file. An empty field uses the default or a computed value. The figures below are updated while you type.</source>
        <translation>config.json 中的一个值，名称与其中的一致。留空的字段取默认值或由推算得出；下方的数值随键入的内容更新。</translation>
    </message>
    <message>
        <source>Writes the contents of the form to a config.json, which you can open later.</source>
        <translation>将表单的内容写入 config.json，以后可以打开它。</translation>
    </message>
    <message>
        <source>Opens the model of the form instead of the open model. The new model can be planned, but there are no weights to load.</source>
        <translation>打开表单中的模型，替换当前打开的模型。可以对其规划；没有可加载的权重。</translation>
    </message>
    <message>
        <source>Closes the form. The form keeps your input until you open it again.</source>
        <translation>关闭表单。再次打开时，其中仍是之前键入的内容。</translation>
    </message>
    <message>
        <source>The model to save: the open model, or a small test model with random weights.</source>
        <translation>要写出的内容：已打开的模型，或一个权重随机、供试用的小模型。</translation>
    </message>
    <message>
        <source>The format of the files that are written. Accelerate&apos;s offload folder is available only for the open model.</source>
        <translation>写出的文件种类。Accelerate 的卸载 (offload) 文件夹仅提供给已打开的模型。</translation>
    </message>
    <message>
        <source>The maximum size of one safetensors file, such as 5GB or 512MiB. A larger model is split into shards, with an index file. Empty: one file.</source>
        <translation>单个 safetensors 文件的最大字节数，如 5GB 或 512MiB；更大的模型会被拆分，并带索引。留空：一个文件。</translation>
    </message>
    <message>
        <source>The dtype in which floating-point tensors are written. The dtype of other tensors does not change.</source>
        <translation>写出浮点张量所用的 dtype。其他张量保持不变。</translation>
    </message>
    <message>
        <source>The seed of the random weights, a whole number. The same seed always generates the same weights.</source>
        <translation>用于生成随机权重的整数：相同的数生成相同的权重。</translation>
    </message>
    <message>
        <source>If this option is off, norms are ones and biases are zeros, so many tensors have the same contents.</source>
        <translation>不勾选时，归一化均为一，偏置均为零，因此许多张量彼此相同。</translation>
    </message>
    <message>
        <source>The folder in which the files are written. A missing folder is created. You are asked for confirmation before files of an earlier save are replaced.</source>
        <translation>文件写入的位置。文件夹不存在时会创建；在替换先前保存的文件之前会询问您。</translation>
    </message>
    <message>
        <source>Opens a dialog to choose the folder in which the files are written.</source>
        <translation>打开一个对话框，选择文件写入的文件夹。</translation>
    </message>
    <message>
        <source>Continues the interrupted save. Existing files are checked first and kept if they are correct.</source>
        <translation>继续中断的保存。先检查已有的内容，正确的予以保留。</translation>
    </message>
    <message>
        <source>Writes all files again and replaces the files of an earlier save in the folder.</source>
        <translation>全部重新写出，覆盖先前保存留在文件夹中的内容。</translation>
    </message>
    <message>
        <source>Returns to the form without writing any files. The folder does not change.</source>
        <translation>不写入任何内容，返回表单。文件夹保持原样。</translation>
    </message>
    <message>
        <source>Opens the new model in the main window.</source>
        <translation>打开刚写出的内容，作为窗口的模型。</translation>
    </message>
    <message>
        <source>Closes the form. A save that has started continues.</source>
        <translation>关闭表单。已经开始的保存会继续进行。</translation>
    </message>
    <message>
        <source>Stops the save. The files written so far are kept, and you can continue the save later.</source>
        <translation>停止保存。已写入的内容会保留，以后可以继续。</translation>
    </message>
    <message>
        <source>Starts to write the files. You can continue to work during the save.</source>
        <translation>开始写入。期间可以继续工作。</translation>
    </message>
    <message>
        <source>Class, parameters, sizes, layers, heads and KV cache of both models, side by side.</source>
        <translation>两个模型的类、参数、大小、层、头和 KV 缓存，并列显示。</translation>
    </message>
    <message>
        <source>How many bytes each of the two models has in each dtype.</source>
        <translation>两个模型在每种 dtype 下各有多少字节。</translation>
    </message>
    <message>
        <source>How many parameters the modules of each class have in each of the two models.</source>
        <translation>两个模型中，每个类的模块各有多少参数。</translation>
    </message>
    <message>
        <source>Hides the rows in which both models have the same value.</source>
        <translation>从表格中略去两个模型相同的内容。</translation>
    </message>
    <message>
        <source>Copies the table shown, as Markdown for a text or as CSV for a spreadsheet.</source>
        <translation>复制所显示的表格：作为 Markdown 用于文本，或作为 CSV 用于电子表格。</translation>
    </message>
    <message>
        <source>One row per plan of the project: whether the plan fits, its speed, the memory that it needs on each device, and the load time. All values are predicted. Double-click a row to show the plan.</source>
        <translation>项目的每个方案一行：是否放得下、速度如何、占用每个设备多少，以及加载需要多久，均为预测。双击可显示该方案。</translation>
    </message>
    <message>
        <source>Copies the visible rows with tabs between the cells, for a spreadsheet.</source>
        <translation>按所显示的样子复制各行，单元格之间用制表符分隔，用于电子表格。</translation>
    </message>
    <message>
        <source>The file format of the report: a web page, printable pages, a text, figures, or only the board. The file extension is changed to match the format.</source>
        <translation>报告的文件种类：网页、可打印的页面、文本、数据，或仅看板。文件的扩展名随之更改。</translation>
    </message>
    <message>
        <source>Whether the report contains the plan shown or every plan of the project. A picture of the board contains one plan.</source>
        <translation>报告包含所显示的方案，还是项目的每个方案。看板图片只含一个方案。</translation>
    </message>
    <message>
        <source>Lets you choose a file with recorded loads and runs. The report then also contains the memory and the times of these loads and runs.</source>
        <translation>选择一个含有加载和运行的文件，将其内存和时间也纳入报告。</translation>
    </message>
    <message>
        <source>A preview of the report. Long tables and texts are shortened in the preview, but are complete in the file.</source>
        <translation>将要写出的内容。较长的表格和文本在此处有所缩短，在文件中则是完整的。</translation>
    </message>
    <message>
        <source>The file of the report. The file extension determines the format. If the extension is missing or unknown, the extension of the selected format is added.</source>
        <translation>报告写出的位置。其扩展名决定格式；如果没有已知的扩展名，则加上所选格式的扩展名。</translation>
    </message>
    <message>
        <source>Opens a dialog to choose the file that the report is written to.</source>
        <translation>打开一个对话框，选择报告写入的文件。</translation>
    </message>
    <message>
        <source>Shows the folder of the report in the file manager of the system.</source>
        <translation>在系统用于文件夹的程序中，显示报告写出的位置。</translation>
    </message>
    <message>
        <source>Writes the report as shown in the preview. An existing file with the same name is replaced.</source>
        <translation>按所显示的样子写出报告。同名的文件会被替换。</translation>
    </message>
    <message>
        <source>Saves the project first and then continues.</source>
        <translation>先保存项目，然后继续已开始的操作。</translation>
    </message>
    <message>
        <source>Continues without saving. All changes since the project was last saved are lost.</source>
        <translation>不保存而继续。自上次保存项目以来的更改将丢失。</translation>
    </message>
    <message>
        <source>Ends the tour at once (Escape). You can start it again from the Help menu at any time.</source>
        <translation>立即结束导览 (Escape)。可随时从“帮助”菜单重新开始。</translation>
    </message>
    <message>
        <source>Goes back to the previous part of the window in the tour.</source>
        <translation>再次显示窗口的上一个部分。</translation>
    </message>
    <message>
        <source>Goes to the next part of the window. After the last part, the tour ends.</source>
        <translation>转到窗口的下一个部分；最后一个部分之后，导览结束。</translation>
    </message>
    <message>
        <source>Copies stowagectl to the remote machine by ssh, after confirmation. Both machines must be of the same kind.</source>
        <translation>在询问之后，通过 ssh 把本程序自己的 stowagectl 复制到同类的机器上。</translation>
    </message>
    <message>
        <source>The number of GPUs. An additional GPU is simulated, and is a copy of the last GPU if the last GPU is also simulated. A smaller number removes the last GPUs.</source>
        <translation>GPU 的数量。新增的 GPU 是模拟的；如果最后一个 GPU 也是模拟的，则复制它；数量变小时，从最后一个开始移除。</translation>
    </message>
    <message>
        <source>The text to import: type or paste the text, or drop a file on this field. The text is checked while you type, and problems are shown below the field.</source>
        <translation>要导入的内容：输入、粘贴，或把文件拖放到这里。会按当前内容随时检查，有什么错误会显示在下面。</translation>
    </message>
    <message>
        <source>The command for the chosen engine and the files that the command needs, or a Python file that replaces the command. The text also lists the parts of this plan that cannot be expressed for the engine. You can select and copy the text.</source>
        <translation>所选引擎的命令及其需要的文件，或代替命令的 Python 文件，以及此方案中无法告知该引擎的内容。可以选中并复制。</translation>
    </message>
    <message>
        <source>The GPU memory that tensors use during the load of each step, in GiB. While you predict, drag the line of your guess, or move the line with Up, Down, PageUp and PageDown.</source>
        <translation>每一步加载时张量占用的 GPU 内存，单位为 GiB。预测时，拖动您的猜测线，或用 ↑、↓、PageUp、PageDown 移动它。</translation>
    </message>
    <message>
        <source>The anonymous RAM that each step uses during its load, in GiB. Dots are file pages, which the system can reclaim. While you predict, you can also move the line of your guess in this chart.</source>
        <translation>每一步加载时持有的匿名 RAM，单位为 GiB；点表示文件的页，系统可以收回。预测时，也可以在这里移动您的猜测线。</translation>
    </message>
    <message>
        <source>The step as lines of Python. The script gpt.py creates the files that these lines read.</source>
        <translation>这一步所做的事，以 Python 代码表示。代码读取的文件由 gpt.py 写出。</translation>
    </message>
    <message>
        <source>Saves gpt.py to a location that you choose. The Python lines of most steps import the model from this script.</source>
        <translation>把 gpt.py 写到您选择的位置。大多数步骤的代码从中导入模型。</translation>
    </message>
    <message>
        <source>Starts “stowagectl serve” on the machine and requests the list of its devices. If ssh needs a password, it prompts for the password. Press the button again to disconnect.</source>
        <translation>在该机器上启动 stowagectl serve，并询问它有哪些设备；需要密码时由 ssh 自己询问。再次按下则结束连接。</translation>
    </message>
    <message>
        <source>The latest report of the machine about its GPUs and RAM. Simulated GPUs use RAM of the machine as their memory.</source>
        <translation>该机器最近一次报告的 GPU 和 RAM。模拟 GPU 的内存取自它的 RAM。</translation>
    </message>
    <message>
        <source>The name that you would type after ssh: a host, an alias from ~/.ssh/config, or user@host. Options of ssh are not accepted in this field; write them to ~/.ssh/config.</source>
        <translation>您在 ssh 之后会键入的内容：主机、~/.ssh/config 中的别名，或 user@host。此处不接受 ssh 的选项；它们应写在该文件中。</translation>
    </message>
    <message>
        <source>Adds the machine to the list of the Machines panel. To connect the machine, press Connect in that panel.</source>
        <translation>将该机器加入“机器”面板的列表。在那里按“连接”之后才会连接。</translation>
    </message>
    <message>
        <source>Copies the program to the remote machine by ssh, starts it there to check that it runs, and connects. Both machines must be of the same kind. You can cancel during these steps.</source>
        <translation>如果该机器与本机同类，则通过 ssh 复制程序，在那里启动它以确认能够运行，然后连接。其间可以取消。</translation>
    </message>
    <message>
        <source>Lists the parent folder. A machine shows only the folders that stowagectl may read on that machine, and no folders above them.</source>
        <translation>列出此文件夹的上一级文件夹。机器只显示 stowagectl 在那里可以读取的文件夹，不显示其上级的任何内容。</translation>
    </message>
    <message>
        <source>The listed folder of the remote machine. To list another folder, type its path and press Enter. Errors are shown below the list.</source>
        <translation>所列出的文件夹，位于另一台机器上。键入另一个文件夹并按 Enter 即可转到那里；无法读取的内容会在列表下方说明。</translation>
    </message>
    <message>
        <source>The contents of the folder. Hidden files are at the end. Double-click an entry or press Enter to open a folder or a file.</source>
        <translation>文件夹中的内容；隐藏文件排在最后。双击或按 Enter 会进入文件夹或打开文件。</translation>
    </message>
    <message>
        <source>Opens the selected folder or file. Only the headers of a model are copied; the weights remain on the remote machine.</source>
        <translation>进入所选的文件夹，或打开所选的文件。对于模型，只复制其文件头；其权重留在那里。</translation>
    </message>
    <message>
        <source>One row per GPU. Type sizes with a unit, such as 24GiB or 24GB, and a link in bytes per second. The name of a machine assigns the GPU to that machine of a cluster; without a name, the GPU is in this machine. A cell with an invalid value is marked. Only simulated GPUs can be changed.</source>
        <translation>每个 GPU 一行。键入大小时带上单位，如 24GiB 或 24GB，链路则以每秒字节数表示。填写机器的名称，会将该 GPU 放到集群中的那台机器上；留空则位于本机。有错误的单元格会被标记。只有模拟 GPU 可以更改。</translation>
    </message>
    <message>
        <source>The connection between two machines, for transfers from a GPU of one machine to a GPU of the other machine. Type a rate, for example 1.25GB/s, and a latency, for example 200us. An empty cell uses the value of the row “Any two machines”. If that row has no value either, the value is assumed.</source>
        <translation>两台机器之间的链路，用于在两者的 GPU 之间传送数据。速率按 1.25GB/s 的形式键入，延迟按 200us 的形式键入。清空单元格会撤回为此行给定的值；此后采用任意两台机器的值，或假定值。</translation>
    </message>
    <message>
        <source>Applies these GPUs and links. If a model is open, the change is one edit of the plan, which Undo reverts. The dialog does not close while a cell has an invalid value.</source>
        <translation>采用这些 GPU 和链路。如果已打开模型，这是对方案的一次可撤销的编辑。只要有单元格存在错误，对话框就不会关闭。</translation>
    </message>
    <message>
        <source>The path of the model, which must be the same on every machine. You can enter a model other than the open one. The options of the open model (a prefix, renamed keys) then do not apply, and the layers are unknown until the model runs.</source>
        <translation>模型所在的路径，在每台机器上都相同。已打开模型的打开方式（前缀、重命名的键）只适用于它自己的路径；如果是其他模型，则运行之前不知道它有哪些层。</translation>
    </message>
    <message>
        <source>The machine that runs the layers of this stage. Type localhost for this machine, or the ssh name of another machine. One machine can have several stages.</source>
        <translation>运行这些层的机器：localhost 为本机，其他机器的名称与 ssh 所用的一致。一台机器可以有多个流水级。</translation>
    </message>
    <message>
        <source>Layers are counted from 0. The first stage also runs everything before the layers.</source>
        <translation>层从 0 开始计数。第一个流水级还包含各层之前的部分。</translation>
    </message>
    <message>
        <source>The last layer of the stage. The last stage also runs everything after the layers.</source>
        <translation>此层仍属于该流水级。最后一个流水级还包含各层之后的部分。</translation>
    </message>
    <message>
        <source>The address on which the machine listens during the run, for example the address in a faster network. Empty: the address of the ssh connection to the machine.</source>
        <translation>运行期间该机器监听的地址，例如更快网络上的地址。留空：ssh 访问它时所用的地址。</translation>
    </message>
    <message>
        <source>Removes this stage. Its layers then have no stage until you assign them to another stage.</source>
        <translation>移除此流水级。其中的层随后不属于任何流水级，直到分配给另一个流水级为止。</translation>
    </message>
    <message>
        <source>Adds a stage at the end. The new stage begins with the next layer.</source>
        <translation>在末尾再加一个流水级，从下一层开始。</translation>
    </message>
    <message>
        <source>Distributes the layers evenly among the stages, in the order of the layers. The numbers of layers per stage differ by at most one.</source>
        <translation>按排列顺序将层分配给各流水级，使层数相同或至多相差一层。</translation>
    </message>
    <message>
        <source>The prompt: token IDs, or a text if the tokenizer is in the folder of the model on the machines.</source>
        <translation>模型续写的起点：token 编号，或文字（如果各机器上的模型旁边有其分词器）。</translation>
    </message>
    <message>
        <source>The number of tokens to generate after the prompt. The model always chooses the most likely token.</source>
        <translation>提示词之后生成多少个 token，每次都取可能性最大的。</translation>
    </message>
    <message>
        <source>The tokens generated after the prompt. A run in a single process generates the same tokens.</source>
        <translation>提示词之后的内容，与单个进程给出的相同。</translation>
    </message>
    <message>
        <source>One row per stage: the weights that the stage loaded, the times that it spent on loading, computing and waiting for other stages, and the data that it sent. The clock of the stage was compared with the clock of this machine; the largest possible difference is shown.</source>
        <translation>每个流水级一行：它加载的权重，加载、计算和等待其他流水级各用了多长时间，以及向它们发送了多少内容。其时钟已与本机的时钟比对，误差至多为所示的值。</translation>
    </message>
    <message>
        <source>The time ranges in which each stage computed, from the start of the first stage to the end of the last stage. In a gap, the stage did not compute, for example because it waited for another stage.</source>
        <translation>每个流水级在何时计算，从第一个流水级开始到最后一个流水级结束。空隙表示它当时没有计算，例如正在等待另一个流水级。</translation>
    </message>
    <message>
        <source>Starts a stowagectl process for each stage, which loads the layers of the stage. The run starts when all stages are loaded. At the end, all memory is freed.</source>
        <translation>为每个流水级启动一个 stowagectl，由它加载该流水级的层；全部加载完后开始运行，结束时归还全部内容。</translation>
    </message>
    <message>
        <source>Stops the run on all machines. The results of the stopped run are not kept.</source>
        <translation>在所有机器上结束运行。不会保留此次运行的任何内容。</translation>
    </message>
    <message>
        <source>Closes the window. A run in progress is first stopped on all machines.</source>
        <translation>关闭窗口。如果运行仍在进行，会先在所有机器上将其结束。</translation>
    </message>
    <message>
        <source>Runs one model in several processes, each with some layers of the model, on this machine and on other machines that can be reached by ssh.</source>
        <translation>在本机和 ssh 可访问的其他机器上，用多个进程运行一个模型，每个进程负责其中一部分层。</translation>
    </message>
    <message>
        <source>Sends each remote machine the layers that it runs, by ssh. The copies are deleted when the run ends.</source>
        <translation>通过 ssh 向其他每台机器发送此处模型中属于该机器的部分。运行结束时，会从那里删除该部分。</translation>
    </message>
    <message>
        <source>Opens the listed folder as one model, for a checkpoint with several files or an adapter. The selection in the list is ignored.</source>
        <translation>用于由多个文件组成的检查点或适配器：将正在列出其内容的文件夹（而不是列表中所选的文件夹）作为一个整体打开。</translation>
    </message>
    <message>
        <source>Each image adds tokens to the prompt. The vision tower of the model processes each image once and needs memory for attention scores.</source>
        <translation>每张图片都会给提示词增加 token，并经过模型的图片塔一次；图片塔为此需要存放其注意力分数的空间。</translation>
    </message>
    <message>
        <source>The RAM of each stage&apos;s process and the memory of its GPUs during the run, sampled once per second: the current value and the maximum so far. The GPU values show the memory reserved by PyTorch&apos;s allocator.</source>
        <translation>运行期间各流水级进程的 RAM 及其 GPU，每秒取样一次：当前占用的量，以及所见的最高值。对 GPU 而言，是 PyTorch 分配器所占用的量。</translation>
    </message>
    <message>
        <source>Shows the export even though it is undetermined whether the plan fits with this engine. The sentence above explains which information is missing.</source>
        <translation>显示尚不清楚在此引擎下能否容纳的方案的导出内容。缺少的内容见上面的句子。</translation>
    </message>
    <message>
        <source>vLLM runs a pass with this number of tokens before it starts to serve, so the number determines the memory for activations. Empty: the default of vLLM for the card.</source>
        <translation>vLLM 在提供服务前会运行这么多 token，因此它决定激活占用多少内存。留空：该显卡的默认值。</translation>
    </message>
    <message>
        <source>vLLM always reserves this fraction of the memory of each GPU; keys and values use what weights and activations leave free. In SGLang, the fraction covers only weights, keys and values. Empty: 0.92 for vLLM, or the value that SGLang chooses.</source>
        <translation>无论需要多少，vLLM 都会占用每个 GPU 的这一比例：权重和激活之外剩下的用于键和值。SGLang 只将其用于权重、键和值。留空：0.92，SGLang 则自行选择。</translation>
    </message>
    <message>
        <source>Lets you choose the folder in which new model files are created. Existing model files remain in their folder, and are deleted together with the new files.</source>
        <translation>选择今后生成模型文件的文件夹。已有的文件会保留，并与其他文件一起删除。</translation>
    </message>
    <message>
        <source>Creates new model files in the default folder again.</source>
        <translation>重新在通常的文件夹中生成模型文件。</translation>
    </message>
    <message>
        <source>Shows the causes of the peaks without an answer to the question.</source>
        <translation>不作答，直接显示峰值的成因。</translation>
    </message>
    <message>
        <source>The folders of the remote machine from which models can be opened. Without folders, it is the home folder there. The folders apply to the next connection.</source>
        <translation>可以从中打开模型的远程机器文件夹。留空时为那里的主文件夹。在下次连接时生效。</translation>
    </message>
    <message>
        <source>The check before the load has refused the load. This button loads the model nevertheless; the load fails if memory runs out.</source>
        <translation>加载前的检查拒绝了此次加载。此按钮仍然加载模型；内存不足时加载失败。</translation>
    </message>
</context>
<context>
    <name>WhyPanel</name>
    <message>
        <source>Select a module to see why it is on its device.</source>
        <translation>选择一个模块，查看它为何位于该处。</translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>no weights</source>
        <translation>没有权重</translation>
    </message>
    <message>
        <source>Placed by the strategy “optimal”, which places the whole model at once. %1</source>
        <translation>由 optimal 为整个模型一次性放置。%1</translation>
    </message>
    <message>
        <source>Before that</source>
        <translation>在此之前</translation>
    </message>
    <message>
        <source>You</source>
        <translation>您</translation>
    </message>
    <message>
        <source>This module shares its weights with %1; the shared weights are counted once.</source>
        <translation>与 %1 共享权重；只计一次。</translation>
    </message>
    <message>
        <source>No-split classes</source>
        <translation>保持完整的类</translation>
    </message>
    <message>
        <source>Show the difference</source>
        <translation>显示差异</translation>
    </message>
    <message>
        <source>Allow splitting %1</source>
        <translation>允许拆分 %1</translation>
    </message>
    <message>
        <source>the plan that may split %1</source>
        <translation>可拆分 %1 的方案</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
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
        <translation>LibTorch：无；此构建不能加载</translation>
    </message>
    <message>
        <source>LibTorch %1</source>
        <translation>LibTorch %1</translation>
    </message>
    <message>
        <source>Qt %1, built with Qt %2</source>
        <translation>Qt %1，用 %2 构建</translation>
    </message>
    <message>
        <source>Follows the rules of Accelerate %1 and transformers %2</source>
        <translation>Accelerate %1 和 transformers %2 的规则</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1（%2）：%3</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Libraries and their licences</source>
        <translation>库及其许可证</translation>
    </message>
    <message>
        <source>About Stowage</source>
        <translation>关于 Stowage</translation>
    </message>
    <message>
        <source>Stowage plans on which device each module of a neural network is placed, loads the weights, and shows the actual memory use.

Free software under the GNU General Public License, version 3 or later.</source>
        <translation>规划神经网络的权重放到哪里，加载它们，并显示内存的实际情况。

基于 GNU 通用公共许可证第 3 版或更高版本的自由软件。</translation>
    </message>
    <message>
        <source>Versions, devices, libraries and their licences</source>
        <translation>版本、设备、库及其许可证</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy versions, devices and libraries as text, for a bug report</source>
        <translation>将版本、设备和库复制为文本，用于错误报告</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1（模拟）</translation>
    </message>
</context>
<context>
    <name>stowage::AccuracyDialog</name>
    <message>
        <source>No stored load or run has both a prediction and a measurement. To get predicted times, run stowagectl devices --measure on this machine.</source>
        <translation>保留的加载或运行中，没有一条既有预测又有相应的实测。用 stowagectl devices --measure 测量本机之后，才会预测时间。</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>A warning icon marks a record whose error is outside the range stated above the table</source>
        <translation>超出所述范围时加标记</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>The value is simulated if the GPUs are simulated</source>
        <translation>模拟 GPU 的：模拟</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Measured minus predicted, divided by predicted</source>
        <translation>实测减预测，除以预测</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>重复次数</translation>
    </message>
    <message>
        <source>Number of records with the same model, device map and load method, including this record</source>
        <translation>相同模型、映射和方法的记录，含此记录</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Median of the repeated measurements</source>
        <translation>各次重复实测值的</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>离散度</translation>
    </message>
    <message>
        <source>Highest minus lowest repeated measurement, divided by the median</source>
        <translation>各次重复的最高值减最低值，除以其中位数</translation>
    </message>
    <message>
        <source>Chart of measured against predicted values</source>
        <translation>实测值对预测值</translation>
    </message>
    <message>
        <source>Predicted and measured</source>
        <translation>预测与实测</translation>
    </message>
    <message>
        <source>Predicted and Measured</source>
        <translation>预测与实测</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Records outside the stated range of ±%1 %: %2 of %3</source>
        <translation>超出所述范围 ±%1%：%3 个中的 %2 个</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1 个</translation>
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
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>Predicted, %1</source>
        <translation>预测，%1</translation>
    </message>
    <message>
        <source>Measured, %1</source>
        <translation>实测，%1</translation>
    </message>
    <message>
        <source>%1 records, of which %2 are outside the stated range. The table shows the figures.</source>
        <translation>%1 条记录，其中 %2 条超出所述范围；表格中有其数值</translation>
    </message>
    <message>
        <source>Predicted %1, measured %2, error %3, outside the stated range</source>
        <translation>预测 %1，实测 %2，误差 %3，超出所述范围</translation>
    </message>
    <message>
        <source>Predicted %1, measured %2, error %3</source>
        <translation>预测 %1，实测 %2，误差 %3</translation>
    </message>
</context>
<context>
    <name>stowage::AnswersView</name>
    <message>
        <source>%1 short on %2</source>
        <translation>%2 上差 %1</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>fits with offload</source>
        <translation>卸载 (offload) 后放得下</translation>
    </message>
    <message>
        <source>%1, %2 tokens/s</source>
        <translation>%1，%2 token/s</translation>
    </message>
    <message>
        <source>Largest workload that fits</source>
        <translation>此处放得下的最大值</translation>
    </message>
    <message>
        <source>Searching for the largest workload that fits, and for possible changes…</source>
        <translation>正在查找放得下的最大值，以及哪些改动会有影响…</translation>
    </message>
    <message>
        <source>none fits</source>
        <translation>都放不下</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>use</source>
        <translation>采用</translation>
    </message>
    <message>
        <source>context of 1 sequence</source>
        <translation>1 个序列的上下文长度</translation>
    </message>
    <message>
        <source>context of %1 sequences</source>
        <translation>%1 个序列的上下文长度</translation>
    </message>
    <message>
        <source>%1 (but not %2)</source>
        <translation>%1（%2 除外）</translation>
    </message>
    <message>
        <source>sequences of %1 tokens at once</source>
        <translation>同时运行的序列数，每个 %1 个 token</translation>
    </message>
    <message>
        <source>sequences with prompts processed one by one</source>
        <translation>同上，提示词逐个送入</translation>
    </message>
    <message>
        <source>Possible changes</source>
        <translation>哪些改动会有影响</translation>
    </message>
    <message>
        <source>Changes that make the workload fit</source>
        <translation>怎样才能放得下</translation>
    </message>
    <message>
        <source>try</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>试用：%1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>%1 (the model is designed for %2 positions)</source>
        <translation>%1（模型设计时支持 %2 个位置）</translation>
    </message>
    <message>
        <source>%1; %2 tokens fit in memory</source>
        <translation>%1，内存可容纳 %2</translation>
    </message>
    <message>
        <source>undetermined</source>
        <translation>无法确定</translation>
    </message>
</context>
<context>
    <name>stowage::AppearanceMenus</name>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>高对比度</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Text Size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>较小</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>较大</translation>
    </message>
</context>
<context>
    <name>stowage::AuditModel</name>
    <message>
        <source>%1, from %2</source>
        <translation>%1，来自 %2</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>相等</translation>
    </message>
    <message>
        <source>differs at byte %1</source>
        <translation>字节 %1 处不同</translation>
    </message>
    <message>
        <source>%1 (tied to %2)</source>
        <translation>%1（绑定到 %2）</translation>
    </message>
    <message>
        <source>Every byte, the dtype, the shape and the device match</source>
        <translation>每个字节、dtype、形状和设备</translation>
    </message>
    <message>
        <source>SHA-256 %1</source>
        <translation>SHA-256 %1</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>实际</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>stowage::AuditPanel</name>
    <message>
        <source>Copy as CSV</source>
        <translation>复制为 CSV</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>核对</translation>
    </message>
    <message>
        <source>Show only tensors whose name contains this text</source>
        <translation>显示名称含有以下内容的张量</translation>
    </message>
    <message>
        <source>Name contains…</source>
        <translation>名称包含…</translation>
    </message>
    <message>
        <source>Copy the displayed rows as CSV</source>
        <translation>将显示的行复制为 CSV</translation>
    </message>
    <message>
        <source>Copy the displayed rows, in the displayed order, as comma-separated values</source>
        <translation>将显示的行按其顺序复制为逗号分隔值</translation>
    </message>
    <message>
        <source>Verification results by tensor</source>
        <translation>校验结果，按张量</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>全部 %1</translation>
    </message>
    <message>
        <source>Differing %1</source>
        <translation>不同 %1</translation>
    </message>
    <message>
        <source>The last load ended before any tensor could be verified.</source>
        <translation>上次加载在能够校验任何内容之前就结束了。</translation>
    </message>
    <message>
        <source>No load has been verified. Turn on “Verify after loading” in the Load menu: every byte, dtype and device is then compared with the file and the plan, tensor by tensor.</source>
        <translation>没有校验任何内容。请启用加载校验（“加载”菜单中的“加载后校验”）：随后会逐个张量地将每个字节、dtype 和设备与文件和方案对照。</translation>
    </message>
    <message>
        <source>The last load was not verified</source>
        <translation>上次加载未校验</translation>
    </message>
    <message>
        <source>Verified: all %1 tensors match the file and the plan; %2 of data compared, measured</source>
        <translation>已校验：全部 %1 个张量都与文件和方案一致；已比较 %2（实测）</translation>
    </message>
    <message>
        <source>%1 of %2 tensors differ from the file or the plan; %3 of data compared, measured</source>
        <translation>%2 个张量中有 %1 个与文件或方案不同；已比较 %3（实测）</translation>
    </message>
</context>
<context>
    <name>stowage::BoardFeature</name>
    <message>
        <source>Select All Blocks</source>
        <translation>选中所有块</translation>
    </message>
    <message>
        <source>Block Height</source>
        <translation>块高度</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>对数</translation>
    </message>
</context>
<context>
    <name>stowage::BoardLaneHead</name>
    <message>
        <source>Maximum bytes of weights on this device, for example 10GiB, 10GB, 800MB or a number of bytes. To set the limits of all devices, enter them in the format of Accelerate&apos;s max_memory.</source>
        <translation>可位于此处的权重字节数：10GiB、10GB、800MB 或字节数；或一次给出所有上限，如 max_memory</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Other programs (measured): %1</source>
        <translation>其他程序（实测）：%1</translation>
    </message>
    <message>
        <source>Double click or right click to change the device</source>
        <translation>双击或右击可更改</translation>
    </message>
</context>
<context>
    <name>stowage::BoardOverview</name>
    <message>
        <source>All devices</source>
        <translation>所有设备</translation>
    </message>
</context>
<context>
    <name>stowage::BoardStrip</name>
    <message>
        <source>Linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Block heights in proportion to bytes</source>
        <translation>块高度与字节数成正比</translation>
    </message>
    <message>
        <source>Block heights by the logarithm of bytes</source>
        <translation>块高度按字节数的对数</translation>
    </message>
    <message>
        <source>other programs</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>over</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>would move</source>
        <translation>将移动</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>已移动</translation>
    </message>
    <message>
        <source>would be added</source>
        <translation>将加入</translation>
    </message>
    <message>
        <source>would leave</source>
        <translation>将移出</translation>
    </message>
</context>
<context>
    <name>stowage::BoardView</name>
    <message>
        <source>other programs</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>over</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>would be added</source>
        <translation>将加入</translation>
    </message>
    <message>
        <source>would leave</source>
        <translation>将移出</translation>
    </message>
    <message>
        <source>reserved, but not used by weights</source>
        <translation>权重之外已保留的</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Its bar: %1</source>
        <translation>其条形：%1</translation>
    </message>
    <message>
        <source>Limit %1</source>
        <translation>上限 %1</translation>
    </message>
    <message>
        <source>Select all blocks of the lane</source>
        <translation>选中其所有块</translation>
    </message>
    <message>
        <source>Select or deselect</source>
        <translation>选中或取消选中</translation>
    </message>
    <message>
        <source>Hide parts</source>
        <translation>隐藏其组成部分</translation>
    </message>
    <message>
        <source>Show parts</source>
        <translation>显示其组成部分</translation>
    </message>
    <message>
        <source>Move to %1</source>
        <translation>移动到 %1</translation>
    </message>
    <message>
        <source>Pin to current device</source>
        <translation>固定在当前位置</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>%1 % loaded</source>
        <translation>已加载 %1%</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>移动到</translation>
    </message>
    <message>
        <source>Pin to current device	P</source>
        <translation>固定在当前位置	P</translation>
    </message>
    <message>
        <source>Unpin	U</source>
        <translation>取消固定	U</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>全部折叠</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>看板</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>没有打开的模型</translation>
    </message>
    <message>
        <source>%1 lanes, %2 blocks</source>
        <translation>%1 条泳道，%2 个块</translation>
    </message>
    <message>
        <source>No model is open. Use Open…, or drop a file or folder here.</source>
        <translation>没有打开的模型。请使用“打开…”，或将文件或文件夹拖放到此处。</translation>
    </message>
    <message>
        <source>Would have no device</source>
        <translation>将没有设备</translation>
    </message>
    <message>
        <source>Had no device before</source>
        <translation>之前没有设备</translation>
    </message>
    <message>
        <source>Would move to %1</source>
        <translation>将移到 %1</translation>
    </message>
    <message>
        <source>Moved from %1</source>
        <translation>来自 %1</translation>
    </message>
    <message>
        <source>Loaded on %1, according to another plan</source>
        <translation>已加载到 %1，另一个方案将其放在那里</translation>
    </message>
    <message>
        <source>The device map puts this module on %1, which does not exist</source>
        <translation>映射将其放在 %1 上，但该设备不存在</translation>
    </message>
    <message>
        <source>Runs on %1, except for submodules with an offload rule of their own</source>
        <translation>在 %1 上运行，自身有卸载 (offload) 规则的子模块除外</translation>
    </message>
    <message>
        <source>Runs on %1; the weights are copied for each token</source>
        <translation>在 %1 上运行：每个 token 都要复制到那里</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>Moved by hand</source>
        <translation>手动移动</translation>
    </message>
    <message>
        <source>Double click or press Space to show the submodules</source>
        <translation>双击或按空格键显示其组成部分</translation>
    </message>
</context>
<context>
    <name>stowage::BoundBar</name>
    <message>
        <source>The estimated value of this plan is %1. No plan can have a better value than %2, which the line marks.</source>
        <translation>此方案：%1，估算。线：%2，任何方案都无法胜过。</translation>
    </message>
    <message>
        <source>Value of this plan and limit for all plans</source>
        <translation>数值与界限</translation>
    </message>
</context>
<context>
    <name>stowage::BudgetTable</name>
    <message>
        <source>Add a simulated GPU</source>
        <translation>添加模拟 GPU</translation>
    </message>
    <message>
        <source>+ GPU</source>
        <translation>+ GPU</translation>
    </message>
    <message>
        <source>Add a simulated GPU like the last one; click the arrow to choose a card</source>
        <translation>添加一个与上一个相同的模拟 GPU；单击箭头可选择显卡</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>Not used by the plan</source>
        <translation>未使用：方案未将其纳入</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>无上限</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>%1 (default)</source>
        <translation>%1（默认）</translation>
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
        <translation>方案能否承担其工作，以及速度如何 (F8)</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityPage</name>
    <message>
        <source>Estimated, with enough memory: first token after %1</source>
        <translation>估算（内存足够时）：第一个 token 在 %1 后</translation>
    </message>
    <message>
        <source>Estimated: first token after %1</source>
        <translation>估算：第一个 token 在 %1 后</translation>
    </message>
    <message>
        <source>No model is open. Open a model to see how much memory its workload needs on each device, how fast the model runs, and the longest context and the largest batch that fit.</source>
        <translation>没有打开的模型。其工作占用每个设备多少、运行多快以及放得下的最大值将显示在此处。</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>Devices…</source>
        <translation>设备…</translation>
    </message>
    <message>
        <source>The estimate is being calculated</source>
        <translation>正在估算</translation>
    </message>
    <message>
        <source>Sweep, ways to run, time by layer, another program&apos;s log</source>
        <translation>扫描、运行方式、时间和日志</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message>
        <source>Ways to run</source>
        <translation>运行方式</translation>
    </message>
    <message>
        <source>Time by layer</source>
        <translation>各层时间</translation>
    </message>
    <message>
        <source>Another program&apos;s log</source>
        <translation>其他程序的日志</translation>
    </message>
    <message>
        <source>Estimating…</source>
        <translation>正在估算…</translation>
    </message>
    <message>
        <source>Engine: %1. All figures are estimated.</source>
        <translation>引擎：%1。所有数值均为估算。</translation>
    </message>
    <message>
        <source>%1, then %2 tokens per second</source>
        <translation>%1，之后每秒 %2 个 token</translation>
    </message>
    <message>
        <source>%1, %2 tokens per second for each sequence</source>
        <translation>%1，每个序列 %2</translation>
    </message>
    <message>
        <source>%1; limited by %2 speed.</source>
        <translation>%1，受限于%2的速度。</translation>
    </message>
    <message>
        <source>Hardware rates: %1.</source>
        <translation>硬件速率：%1。</translation>
    </message>
    <message>
        <source>%1 (range %2 to %3)</source>
        <translation>%1（范围 %2 到 %3）</translation>
    </message>
</context>
<context>
    <name>stowage::ChainController</name>
    <message>
        <source>%1 describes a model without its weights, so there is nothing to run.</source>
        <translation>%1 描述的是不含权重的模型，因此没有可运行的内容。</translation>
    </message>
    <message>
        <source>Nothing was loaded.</source>
        <translation>未加载任何内容。</translation>
    </message>
    <message>
        <source>%1 is not available: choose another device under “Offloaded layers on”.</source>
        <translation>%1 不可用：请在“卸载 (offload) 层运行于”中选择其他设备。</translation>
    </message>
    <message>
        <source>A load or run is in progress: wait until it ends, or cancel it first.</source>
        <translation>有加载或运行正在进行：请等待其结束，或先取消它。</translation>
    </message>
</context>
<context>
    <name>stowage::ChainDialog</name>
    <message>
        <source>Progress of the chain</source>
        <translation>链的进度</translation>
    </message>
    <message>
        <source>Run as a Chain</source>
        <translation>作为链运行</translation>
    </message>
    <message>
        <source>Models in the order in which they run</source>
        <translation>模型，按顺序</translation>
    </message>
    <message>
        <source>models in order, such as a,b*50,c</source>
        <translation>按顺序的模型，如 a,b*50,c</translation>
    </message>
    <message>
        <source>Files or folders separated by commas. b*50 calls the model b 50 times; the model remains on its device between the calls.</source>
        <translation>文件或文件夹，用逗号分隔；b*50 调用 b 五十次，期间它留在其设备上</translation>
    </message>
    <message>
        <source>Add a File…</source>
        <translation>添加文件…</translation>
    </message>
    <message>
        <source>Add a Folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Pass tokens on</source>
        <translation>传递 token</translation>
    </message>
    <message>
        <source>Each model that accepts tokens receives the tokens of the previous model, including the generated tokens</source>
        <translation>在模型接受 token 的情况下，每个模型都会得到前一个模型的 token 及其后续 token</translation>
    </message>
    <message>
        <source>Results of each model</source>
        <translation>每个模型的结果</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Moved to</source>
        <translation>迁至</translation>
    </message>
    <message>
        <source>In</source>
        <translation>迁入用时</translation>
    </message>
    <message>
        <source>Ran in</source>
        <translation>运行用时</translation>
    </message>
    <message>
        <source>Peak there</source>
        <translation>该处峰值</translation>
    </message>
    <message>
        <source>Held after</source>
        <translation>之后占用</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸载 (offload)</translation>
    </message>
    <message>
        <source>Move the model from the GPU back to the CPU</source>
        <translation>将位于 GPU 上的模型移回 CPU</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>From the Run panel: prompt tokens %1, tokens to generate %2.</source>
        <translation>按“运行”面板的字段：提示词的 token：%1，要生成：%2。</translation>
    </message>
    <message>
        <source>Enter the models in order, such as a,b*50,c.</source>
        <translation>请按顺序写出模型，如 a,b*50,c。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>%1 is on %2 and uses %3 of memory. Press “Offload” to move the model back to the CPU.</source>
        <translation>%1 位于 %2，占 %3：“卸载 (offload)”将其移回 CPU。</translation>
    </message>
    <message>
        <source>No model of the chain remains on %1: the models are in RAM.</source>
        <translation>%1 上没有留下链的任何内容：其模型位于 RAM 中。</translation>
    </message>
    <message>
        <source>The models of the chain ran on the CPU and are in RAM.</source>
        <translation>链中的模型在 CPU 上运行，位于 RAM 中。</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>none (encoder)</source>
        <translation>编码器：无</translation>
    </message>
    <message>
        <source>Moving the weights back to the CPU…</source>
        <translation>正在将权重移回 CPU…</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Loading %1: %2 of %3</source>
        <translation>正在加载 %1：%2 / %3</translation>
    </message>
    <message>
        <source>Running %1: %2 of %3 calls done</source>
        <translation>正在运行 %1：%3 次调用已完成 %2 次</translation>
    </message>
    <message>
        <source>Reading the models&apos; headers…</source>
        <translation>正在读取模型的文件头…</translation>
    </message>
    <message>
        <source>Paused. %1</source>
        <translation>已暂停。%1</translation>
    </message>
</context>
<context>
    <name>stowage::ChartPlot</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
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
        <translation>没有绘制曲线</translation>
    </message>
    <message>
        <source>Values at the end, in %1: %2</source>
        <translation>结束时，单位 %1：%2</translation>
    </message>
    <message>
        <source>Last phase: %1</source>
        <translation>最后阶段：%1</translation>
    </message>
    <message>
        <source>Visible range: %1 to %2</source>
        <translation>显示范围 %1 到 %2</translation>
    </message>
    <message>
        <source>%1, cancelled</source>
        <translation>%1，已取消</translation>
    </message>
    <message>
        <source>%1, failed</source>
        <translation>%1，失败</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>%1, above</source>
        <translation>%1（在上方）</translation>
    </message>
    <message>
        <source>%1 reserved %2</source>
        <translation>%1 %2 已保留</translation>
    </message>
    <message>
        <source>%1 allocated %2</source>
        <translation>%1 %2 已分配</translation>
    </message>
    <message>
        <source>%1 anonymous</source>
        <translation>%1 匿名</translation>
    </message>
    <message>
        <source>predicted allocated %1</source>
        <translation>%1 已分配，预测</translation>
    </message>
    <message>
        <source>predicted reserved %1</source>
        <translation>%1 已保留，预测</translation>
    </message>
    <message>
        <source>predicted anonymous</source>
        <translation>匿名，预测</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>%1, %2 reserved, %3</source>
        <translation>%1，%2 已保留，%3</translation>
    </message>
    <message>
        <source>%1, %2 allocated, %3</source>
        <translation>%1，%2 已分配，%3</translation>
    </message>
    <message>
        <source>%1, anonymous memory, measured</source>
        <translation>%1，匿名（实测）</translation>
    </message>
    <message>
        <source>%1 allocated, predicted</source>
        <translation>%1 已分配（预测）</translation>
    </message>
    <message>
        <source>%1 reserved, predicted</source>
        <translation>%1 已保留（预测）</translation>
    </message>
    <message>
        <source>anonymous memory, predicted</source>
        <translation>匿名（预测）</translation>
    </message>
    <message>
        <source>No values from %1 to %2</source>
        <translation>从 %1 到 %2 没有数据</translation>
    </message>
    <message>
        <source>Value at the end: %1; lowest value: %2; highest value: %3; visible range: %4 to %5</source>
        <translation>结束时 %1，最小 %2，最大 %3，从 %4 到 %5</translation>
    </message>
    <message>
        <source>%1, above the visible range</source>
        <translation>%1，高于显示范围</translation>
    </message>
    <message>
        <source>Phase: %1</source>
        <translation>阶段：%1</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
</context>
<context>
    <name>stowage::ChipLabel</name>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
</context>
<context>
    <name>stowage::CompanionMenu</name>
    <message>
        <source>Plan Together With</source>
        <translation>一并规划</translation>
    </message>
    <message>
        <source>LoRA Adapter…</source>
        <translation>LoRA 适配器…</translation>
    </message>
    <message>
        <source>A PEFT or diffusers folder with an adapter that is applied to the open model without merging</source>
        <translation>PEFT 或 diffusers 的文件夹，叠加在打开的模型上，不合并</translation>
    </message>
    <message>
        <source>Model Folder…</source>
        <translation>模型文件夹…</translation>
    </message>
    <message>
        <source>Another model on the same devices, for example a draft model or an embedding model</source>
        <translation>相同设备上的另一个模型：草稿模型、嵌入模型</translation>
    </message>
    <message>
        <source>Model File…</source>
        <translation>模型文件…</translation>
    </message>
    <message>
        <source>Another model on the same devices, from a file with weights or a config.json</source>
        <translation>相同设备上的另一个模型：权重或 config.json</translation>
    </message>
    <message>
        <source>MTP Layers of the Model</source>
        <translation>其自带的 MTP 层</translation>
    </message>
    <message>
        <source>Layers in the file for multi-token prediction, which are not part of the model itself</source>
        <translation>文件在模型之外包含的多 token 预测层</translation>
    </message>
    <message>
        <source>Leave Out Adapter “%1”</source>
        <translation>去掉适配器“%1”</translation>
    </message>
    <message>
        <source>Leave Out Model “%1”</source>
        <translation>去掉模型“%1”</translation>
    </message>
    <message>
        <source>LoRA Adapter on %1…</source>
        <translation>%1 上的 LoRA 适配器…</translation>
    </message>
    <message>
        <source>A PEFT or diffusers folder on %1 with an adapter that is applied to the model without merging. An adapter on this machine must first be copied to the other machine.</source>
        <translation>模型所在的机器 %1 上的 PEFT 或 diffusers 文件夹，叠加在模型上，不合并；请先将本机的适配器复制到 %1</translation>
    </message>
    <message>
        <source>Model on %1…</source>
        <translation>%1 上的模型…</translation>
    </message>
    <message>
        <source>Another model on %1 for the same devices, for example a draft model or an embedding model. A model on this machine must first be copied to the other machine.</source>
        <translation>相同设备上、位于 %1 的另一个模型：草稿模型、嵌入模型；请先将本机的模型复制到 %1</translation>
    </message>
</context>
<context>
    <name>stowage::CompareModelsChoice</name>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>A known model</source>
        <translation>已知模型</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Choose the model: %1</source>
        <translation>选择模型：%1</translation>
    </message>
    <message>
        <source>You can also drop a file or folder in this area</source>
        <translation>也可以将文件或文件夹拖放到此处</translation>
    </message>
    <message>
        <source>The open model</source>
        <translation>打开的模型</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Model in this column</source>
        <translation>此列显示的内容</translation>
    </message>
    <message>
        <source>No model is chosen: choose a model, or drop a file or folder in this area.</source>
        <translation>尚无模型：请选择一个，或将文件拖放到此处。</translation>
    </message>
    <message>
        <source>Opening %1 …</source>
        <translation>正在打开 %1 …</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 The tables still show %2.</source>
        <translation>%1 表格仍显示 %2。</translation>
    </message>
</context>
<context>
    <name>stowage::CompareModelsDialog</name>
    <message>
        <source>First model</source>
        <translation>第一个模型</translation>
    </message>
    <message>
        <source>Second model</source>
        <translation>第二个模型</translation>
    </message>
    <message>
        <source>Facts side by side</source>
        <translation>并列的信息</translation>
    </message>
    <message>
        <source>Bytes by type</source>
        <translation>各类型的字节数</translation>
    </message>
    <message>
        <source>Parameters by class</source>
        <translation>各类的参数</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>仅显示不同之处</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Compare models</source>
        <translation>比较模型</translation>
    </message>
    <message>
        <source>Choose two models. Each model can be a file, a folder with a config.json, or a known model, which needs no file.</source>
        <translation>选择两个模型：文件、含 config.json 的文件夹，或完全不需要文件的已知模型。</translation>
    </message>
    <message>
        <source>Tables of the comparison</source>
        <translation>比较的内容</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>信息</translation>
    </message>
    <message>
        <source>As Markdown</source>
        <translation>作为 Markdown</translation>
    </message>
    <message>
        <source>As CSV</source>
        <translation>作为 CSV</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>stowage::ComparePanel</name>
    <message>
        <source>Strategies with the plan&apos;s limits, pins and no-split classes</source>
        <translation>在方案的上限、固定项和类限制下的各策略</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>Before the last edit</source>
        <translation>上次编辑之前</translation>
    </message>
    <message>
        <source>A device map…</source>
        <translation>设备映射…</translation>
    </message>
    <message>
        <source>calculating…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>in use, with 1 manual move</source>
        <translation>使用中，之后 1 次移动</translation>
    </message>
    <message>
        <source>in use, with %1 manual moves</source>
        <translation>使用中，之后 %1 次移动</translation>
    </message>
    <message>
        <source>Use the strategy &quot;%1&quot;</source>
        <translation>采用策略 %1</translation>
    </message>
    <message>
        <source>The plan before “%1”</source>
        <translation>“%1”之前的方案</translation>
    </message>
    <message>
        <source>the plan before “%1”</source>
        <translation>“%1”之前的方案</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>stowage::CompareVariantsDialog</name>
    <message>
        <source>calculating…</source>
        <translation>正在计算…</translation>
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
        <translation>占用此 GPU 的最大值，含上下文</translation>
    </message>
    <message>
        <source>Peak memory on the CPU</source>
        <translation>占用 CPU 内存的最大值</translation>
    </message>
    <message>
        <source>The plan of this variant does not have this device.</source>
        <translation>方案中没有这样的设备。</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Whether the model and the workload fit on the devices</source>
        <translation>设备是否有足够空间承担工作负载</translation>
    </message>
    <message>
        <source>Variants side by side</source>
        <translation>并列的变体</translation>
    </message>
    <message>
        <source>Compare variants</source>
        <translation>比较变体</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Each variant has its own devices, limits and workload. All figures are predicted. Double-click a variant to show its plan.</source>
        <translation>每个变体有自己的设备、上限和工作负载。所有数值均为预测；双击可显示方案。</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>变体</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>Tokens per second of all sequences together, after the first token</source>
        <translation>所有序列合计，第一个 token 之后</translation>
    </message>
    <message>
        <source>Load time</source>
        <translation>加载时间</translation>
    </message>
    <message>
        <source>Load time with the default method and the rates of this machine</source>
        <translation>按默认方法，根据本机的速率</translation>
    </message>
</context>
<context>
    <name>stowage::ComparedModel</name>
    <message>
        <source>Opening was cancelled.</source>
        <translation>打开已取消。</translation>
    </message>
</context>
<context>
    <name>stowage::ConfigForm</name>
    <message>
        <source>%1 does not specify a family: the file must be a JSON object with a string &quot;model_type&quot;.</source>
        <translation>%1 没有指定模型族：需要一个含有文本 &quot;model_type&quot; 的 JSON 对象。</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceBars</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>and %1 more devices</source>
        <translation>及另外 %1 个设备</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1：%2 / %3</translation>
    </message>
    <message>
        <source>%1, %2 over</source>
        <translation>%1，超出 %2</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceCard</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Memory of %1</source>
        <translation>%1 的内存</translation>
    </message>
    <message>
        <source>Who uses %1</source>
        <translation>谁在使用 %1</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>Memory of %1 used by other programs</source>
        <translation>其他程序对 %1 的占用</translation>
    </message>
    <message>
        <source>Memory of this simulated GPU that other programs use. A change takes effect at once, also during a load.</source>
        <translation>其他程序对此模拟 GPU 的占用：立即生效，加载期间也是如此</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>%1 free, %2</source>
        <translation>空闲 %1（%2）</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>已用</translation>
    </message>
    <message>
        <source>Peak: allocated %1, reserved %2 %3</source>
        <translation>峰值：分配 %1，保留 %2 %3</translation>
    </message>
    <message>
        <source>Peaks since the load began or the peaks were reset: allocated %1, reserved %2. The tick in the bar marks the peak of the reserved memory.</source>
        <translation>已分配 %1，已保留 %2，自加载开始或峰值重置以来；条形中的刻度线为已保留的最高值</translation>
    </message>
    <message>
        <source>File-backed memory %1: evictable cache, counted as free</source>
        <translation>文件页 %1：可回收缓存，计为空闲</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceCards</name>
    <message>
        <source>Memory of the devices before and after the load</source>
        <translation>设备的内存，之前和之后</translation>
    </message>
    <message>
        <source>Reset the peaks to the present values</source>
        <translation>从现在起统计峰值</translation>
    </message>
    <message>
        <source>Release cached memory</source>
        <translation>归还缓存的内存</translation>
    </message>
    <message>
        <source>Unload the weights</source>
        <translation>卸下权重</translation>
    </message>
    <message>
        <source>Nothing has been loaded yet. After a load, this page shows a card for each device: the memory used before and after the load, the difference, and the users of the memory.</source>
        <translation>尚未加载任何内容。加载后，每个设备在此处有一张卡片：之前和之后的占用、差值，以及由谁占用。</translation>
    </message>
    <message>
        <source>Load the weights</source>
        <translation>加载权重</translation>
    </message>
    <message>
        <source>Before the load and now</source>
        <translation>加载之前和现在</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceFieldEdit</name>
    <message>
        <source>Value of a device property</source>
        <translation>设备的数值</translation>
    </message>
</context>
<context>
    <name>stowage::DevicesDialog</name>
    <message>
        <source>Number of GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>Simulated GPUs</source>
        <translation>模拟 GPU</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>显卡</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>可见</translation>
    </message>
    <message>
        <source>The plan ignores GPUs that are not seen and renumbers the others, as with CUDA_VISIBLE_DEVICES</source>
        <translation>与 CUDA_VISIBLE_DEVICES 相同：不可见的设备对方案而言不存在，其他设备重新编号</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Card of GPU %1</source>
        <translation>GPU %1 的显卡</translation>
    </message>
    <message>
        <source>Custom sizes</source>
        <translation>自定义大小</translation>
    </message>
    <message>
        <source>Card %1 is seen by the plan</source>
        <translation>显卡 %1 可见</translation>
    </message>
    <message>
        <source>To hide a real GPU, set CUDA_VISIBLE_DEVICES before you start the program</source>
        <translation>真实的 GPU 须在启动前用 CUDA_VISIBLE_DEVICES 隐藏</translation>
    </message>
    <message>
        <source>GPU %1, %2: %3</source>
        <translation>GPU %1，%2：%3</translation>
    </message>
    <message>
        <source>Links between machines</source>
        <translation>机器之间的链路</translation>
    </message>
</context>
<context>
    <name>stowage::DiffBar</name>
    <message>
        <source>Use this</source>
        <translation>采用此方案</translation>
    </message>
    <message>
        <source>Use the compared plan</source>
        <translation>采用所比较的方案</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>结束比较</translation>
    </message>
</context>
<context>
    <name>stowage::DiffPanel</name>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Compared with %1</source>
        <translation>与 %1 比较</translation>
    </message>
    <message>
        <source>calculating…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>No module moves: every tensor is on the same device in both plans</source>
        <translation>没有移动：两者将每个张量放在同一设备上</translation>
    </message>
    <message>
        <source>1 module</source>
        <translation>1 个模块</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 个模块</translation>
    </message>
    <message>
        <source>%2 (%1) would move</source>
        <translation>%2 中的 %1 将移动</translation>
    </message>
    <message>
        <source>%1 in %2 moved</source>
        <translation>%2 中的 %1 已移动</translation>
    </message>
    <message>
        <source>Choose a strategy to see which modules would move.</source>
        <translation>选择一个策略，查看会移动什么。</translation>
    </message>
    <message>
        <source>Bytes that move, by pair of devices</source>
        <translation>移动的字节数，按设备对</translation>
    </message>
    <message>
        <source>Modules that move</source>
        <translation>移动的模块</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>Limit of %1: %2 → %3</source>
        <translation>%1 的上限：%2 → %3</translation>
    </message>
    <message>
        <source>Both plans have the same strategy, limits and options.</source>
        <translation>策略、上限和选项相同。</translation>
    </message>
    <message>
        <source>%1 in 1 module</source>
        <translation>%1，在 1 个模块中</translation>
    </message>
    <message>
        <source>%1 in %2 modules</source>
        <translation>%1，在 %2 个模块中</translation>
    </message>
</context>
<context>
    <name>stowage::DockTitle</name>
    <message>
        <source>Float %1</source>
        <translation>浮动“%1”</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>关闭“%1”</translation>
    </message>
</context>
<context>
    <name>stowage::Document</name>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>Reading the header</source>
        <translation>正在读取文件头</translation>
    </message>
    <message>
        <source>Reading the headers</source>
        <translation>正在读取各文件头</translation>
    </message>
    <message>
        <source>Building the module tree</source>
        <translation>正在构建模块树</translation>
    </message>
    <message>
        <source>Opening was cancelled.</source>
        <translation>打开已取消。</translation>
    </message>
    <message>
        <source>Planning</source>
        <translation>正在规划</translation>
    </message>
    <message>
        <source>Preparing the views</source>
        <translation>正在准备视图</translation>
    </message>
    <message>
        <source>There was not enough memory to open %1.</source>
        <translation>没有足够的内存来打开 %1。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的 %1</translation>
    </message>
</context>
<context>
    <name>stowage::EditsPanel</name>
    <message>
        <source>Edits of the plan</source>
        <translation>方案的编辑</translation>
    </message>
    <message>
        <source>The initial plan</source>
        <translation>最初的方案</translation>
    </message>
    <message>
        <source>Earlier edit; the plan after this edit was not stored</source>
        <translation>更早完成；未保留其方案</translation>
    </message>
</context>
<context>
    <name>stowage::ExportDialog</name>
    <message>
        <source>Written for %1 %2.</source>
        <translation>为 %1 %2 编写。</translation>
    </message>
    <message>
        <source>One property of the plan cannot be expressed in the engine&apos;s settings.</source>
        <translation>有 1 项无法表达。</translation>
    </message>
    <message>
        <source>%1 properties of the plan cannot be expressed in the engine&apos;s settings.</source>
        <translation>有 %1 项无法表达。</translation>
    </message>
    <message>
        <source>All modules will be placed as planned.</source>
        <translation>所有模块都将按方案放置。</translation>
    </message>
    <message>
        <source>One part of the model will not be placed as planned.</source>
        <translation>有 1 个部分将位于别处。</translation>
    </message>
    <message>
        <source>%1 parts of the model will not be placed as planned.</source>
        <translation>有 %1 个部分将位于别处。</translation>
    </message>
    <message>
        <source>Export the plan</source>
        <translation>导出方案</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Text to paste into a shell</source>
        <translation>要粘贴到 shell 中的内容</translation>
    </message>
    <message>
        <source>Save the files…</source>
        <translation>保存文件…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在写入…</translation>
    </message>
    <message>
        <source>The command needs no files.</source>
        <translation>仅命令就已表达全部内容。</translation>
    </message>
    <message>
        <source>%1 already exists; choose another folder.</source>
        <translation>%1 已存在；请选择另一个文件夹。</translation>
    </message>
    <message>
        <source>One file was written to %1.</source>
        <translation>1 个文件位于 %1。</translation>
    </message>
    <message>
        <source>%1 files were written to %2.</source>
        <translation>%1 个文件位于 %2。</translation>
    </message>
    <message>
        <source>Export even though the fit is undetermined</source>
        <translation>即使无法确定是否可容纳也导出</translation>
    </message>
</context>
<context>
    <name>stowage::FactTableView</name>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
</context>
<context>
    <name>stowage::FactsKeys</name>
    <message>
        <source>Compare with a .tree.json…</source>
        <translation>与 .tree.json 对照…</translation>
    </message>
    <message>
        <source>Keys that differ</source>
        <translation>不一致的键</translation>
    </message>
    <message>
        <source>Renames keys so that more keys agree with the model; the file is not changed</source>
        <translation>这样会有更多键一致；文件保持不变</translation>
    </message>
</context>
<context>
    <name>stowage::FactsPanel</name>
    <message>
        <source>No model is open. For an open model, this panel shows the files, types, sizes and largest tensors.</source>
        <translation>没有打开的模型。其文件、类型、大小和最大的张量将显示在此处。</translation>
    </message>
    <message>
        <source>Model facts</source>
        <translation>模型信息</translation>
    </message>
    <message>
        <source>Facts about the model</source>
        <translation>关于模型的信息</translation>
    </message>
    <message>
        <source>Sizes by class</source>
        <translation>各类的大小</translation>
    </message>
    <message>
        <source>Types of the tensors</source>
        <translation>张量的类型</translation>
    </message>
    <message>
        <source>Largest tensors</source>
        <translation>最大的张量</translation>
    </message>
    <message>
        <source>Files that contain tensors</source>
        <translation>含有张量的文件</translation>
    </message>
    <message>
        <source>Names that share a tensor</source>
        <translation>共用一个张量的名称</translation>
    </message>
    <message>
        <source>Notes about the checkpoint</source>
        <translation>异常之处</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Tied</source>
        <translation>绑定</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>The filter %2 shows %1 modules, which are too many to select at once.</source>
        <translation>筛选 %2 显示 %1 个模块；不会一次选中这么多。</translation>
    </message>
    <message>
        <source>%1 modules are too many to select at once.</source>
        <translation>%1 个模块：不会一次选中这么多。</translation>
    </message>
</context>
<context>
    <name>stowage::FactsSummary</name>
    <message>
        <source>Name of the model</source>
        <translation>模型名称</translation>
    </message>
    <message>
        <source>About the open model</source>
        <translation>关于打开的模型</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Part of the checkpoint to open as the model</source>
        <translation>检查点中作为模型的部分</translation>
    </message>
    <message>
        <source>The checkpoint is nested: choose the part that is the model</source>
        <translation>检查点是嵌套的：请选择其中哪一部分是模型</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Class of the model that is built from config.json</source>
        <translation>config.json 构建为的类</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>Tied</source>
        <translation>绑定</translation>
    </message>
    <message>
        <source>Edit sizes…</source>
        <translation>编辑尺寸…</translation>
    </message>
    <message>
        <source>Show the values of config.json in the New Model form</source>
        <translation>在新模型的表单中显示 config.json 的数字</translation>
    </message>
    <message>
        <source>Renamed</source>
        <translation>已改名</translation>
    </message>
    <message>
        <source>Use the keys as stored</source>
        <translation>使用存储的键</translation>
    </message>
    <message>
        <source>%1 specifies the class %2</source>
        <translation>%1 要求 %2</translation>
    </message>
    <message>
        <source>config.json without weights</source>
        <translation>不含权重的 config.json</translation>
    </message>
    <message>
        <source>typed, not from a file; “Edit sizes…” can save the config.json</source>
        <translation>键入所得，不在文件中；可用“编辑尺寸…”保存</translation>
    </message>
    <message>
        <source>Quantised</source>
        <translation>量化</translation>
    </message>
</context>
<context>
    <name>stowage::FigureSaver</name>
    <message>
        <source>Save picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Save figures…</source>
        <translation>保存数据…</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已保存为 %1。</translation>
    </message>
    <message>
        <source>%1 already exists; choose another name.</source>
        <translation>%1 已存在；请选择其他名称。</translation>
    </message>
</context>
<context>
    <name>stowage::FirstStepsCard</name>
    <message>
        <source>First steps</source>
        <translation>入门</translation>
    </message>
    <message>
        <source>Open your own model…</source>
        <translation>打开您自己的模型…</translation>
    </message>
    <message>
        <source>Simulated GPUs…</source>
        <translation>模拟 GPU…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Got it</source>
        <translation>知道了</translation>
    </message>
    <message>
        <source>Do not show this card again. To show the card later, choose Help → First Steps.</source>
        <translation>不再显示；“帮助 → 入门”可重新调出</translation>
    </message>
    <message>
        <source>The open model is a sample: a small GPT-2 with random weights, created by Stowage.</source>
        <translation>这是一个示例：权重随机的小型 GPT-2，由 Stowage 写出。</translation>
    </message>
    <message>
        <source>The GPUs are simulated: they follow the memory rules of a real card, and no real card is needed.</source>
        <translation>GPU 是模拟的：它们遵循真实显卡的内存规则，不需要显卡。</translation>
    </message>
    <message>
        <source>On the board, a column is a device, and a block is a layer. The height of a block shows its size in bytes. Drag a block to another device, or type a limit at the top of a column. The verdict shows at once whether all layers fit.</source>
        <translation>一列是一个设备，一个块是一层，其高度为字节数。将块拖到另一个设备，或在列头键入上限：判定会立即告知是否全部放得下。</translation>
    </message>
    <message>
        <source>Then press Load, and watch the memory use of the devices.</source>
        <translation>然后按“加载”，观察内存的实际情况。</translation>
    </message>
</context>
<context>
    <name>stowage::FreeMemoryNote</name>
    <message>
        <source>Plan with free memory</source>
        <translation>按当前空闲量规划</translation>
    </message>
    <message>
        <source>Plan with the memory that is free now on the plan&apos;s devices; can be undone</source>
        <translation>将当前空闲量用于方案的设备；可以撤销</translation>
    </message>
    <message>
        <source>The plan assumes that %1 is free on %2, but %3 is free now.</source>
        <translation>方案按 %2 上空闲 %1 计算；现在空闲 %3。</translation>
    </message>
</context>
<context>
    <name>stowage::GuideButton</name>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Help with this error</source>
        <translation>此错误的帮助</translation>
    </message>
    <message>
        <source>Open the user guide at the section on this kind of error</source>
        <translation>打开用户指南中说明这类错误含义的部分</translation>
    </message>
    <message>
        <source>Help with this window</source>
        <translation>此窗口的帮助</translation>
    </message>
    <message>
        <source>Open the user guide at the section on this window (F1). Press Shift+F1, then click a control to see what it is for.</source>
        <translation>打开用户指南中介绍此窗口的部分 (F1)。按 Shift+F1 后单击控件：了解其用途。</translation>
    </message>
</context>
<context>
    <name>stowage::GuideWindow</name>
    <message>
        <source>Page of the guide</source>
        <translation>指南页面</translation>
    </message>
    <message>
        <source>Pages of the guide</source>
        <translation>指南的各页</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>User Guide</source>
        <translation>用户指南</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>搜索指南</translation>
    </message>
    <message>
        <source>Finds the paragraphs that contain all typed words (Ctrl+F)</source>
        <translation>查找含有所有这些词的段落 (Ctrl+F)</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>1 result</source>
        <translation>1 处</translation>
    </message>
    <message>
        <source>The first %1 results</source>
        <translation>前 %1 处</translation>
    </message>
    <message>
        <source>%1 results</source>
        <translation>%1 处</translation>
    </message>
</context>
<context>
    <name>stowage::HelpFeature</name>
    <message>
        <source>%1 (auto)</source>
        <translation>%1（auto）</translation>
    </message>
    <message>
        <source>User Guide</source>
        <translation>用户指南</translation>
    </message>
    <message>
        <source>What’s This?</source>
        <translation>这是什么？</translation>
    </message>
    <message>
        <source>Click a part of the window to see its description</source>
        <translation>指向窗口中的某处，了解其用途</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Messages of the program since its start</source>
        <translation>程序启动以来报告的内容</translation>
    </message>
    <message>
        <source>About Stowage</source>
        <translation>关于 Stowage</translation>
    </message>
    <message>
        <source>%1 was opened.</source>
        <translation>%1 已打开。</translation>
    </message>
    <message>
        <source>The load with %1 was refused: %2</source>
        <translation>用 %1 的加载被拒绝：%2</translation>
    </message>
    <message>
        <source>Run of %1: %2</source>
        <translation>%1 的运行：%2</translation>
    </message>
    <message>
        <source>The load of %1 with %2 started.</source>
        <translation>%1 已开始用 %2 加载。</translation>
    </message>
    <message>
        <source>%1 was unloaded.</source>
        <translation>%1 已卸下。</translation>
    </message>
    <message>
        <source>The load was cancelled.</source>
        <translation>加载已取消。</translation>
    </message>
    <message>
        <source>The load failed: %1</source>
        <translation>加载失败：%1</translation>
    </message>
    <message>
        <source>%1 was loaded: %2 in %3.</source>
        <translation>%1 已加载：%2，用时 %3。</translation>
    </message>
    <message>
        <source>Stowage crashed in an earlier session. The details are in %1. No data was sent.</source>
        <translation>Stowage 之前崩溃过。已知的情况在 %1 中；没有发送任何内容。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Take the Tour</source>
        <translation>开始导览</translation>
    </message>
    <message>
        <source>Shows the main parts of the window, one after another</source>
        <translation>逐一了解窗口的主要部分</translation>
    </message>
</context>
<context>
    <name>stowage::HistoryFeature</name>
    <message>
        <source>Show History</source>
        <translation>显示历史</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
</context>
<context>
    <name>stowage::HostLimitNote</name>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Read the free memory again</source>
        <translation>重新读取空闲内存</translation>
    </message>
    <message>
        <source>Read the free memory again, and plan with the new value; can be undone</source>
        <translation>重新读取空闲内存，并据此规划；可以撤销</translation>
    </message>
    <message>
        <source>The CPU&apos;s limit is the memory that was free at %1</source>
        <translation>CPU 的上限是 %1 时的空闲量</translation>
    </message>
    <message>
        <source>The limit is the memory that was available to the machine and its cgroup at the last reading. The limit and the plan do not change until the memory is read again.</source>
        <translation>当时机器和 cgroup 可用的内存。在重新读取之前，它保持不变，方案也随之不变。</translation>
    </message>
</context>
<context>
    <name>stowage::InstallThere</name>
    <message>
        <source>Stowage could not be copied to %1: “%2”.</source>
        <translation>无法把 Stowage 复制到 %1：“%2”。</translation>
    </message>
    <message>
        <source>Checking the system of %1…</source>
        <translation>正在询问 %1 是什么机器…</translation>
    </message>
    <message>
        <source>The system of %1 is “%2”, but this program is built for “%3”. Install Stowage on that machine as described in the user guide.</source>
        <translation>%1 是另一种机器（“%2”），而本程序适用于“%3”。请按其指南在那里安装 Stowage。</translation>
    </message>
    <message>
        <source>%1 cannot be reached: “%2”.</source>
        <translation>无法连接 %1:“%2”。</translation>
    </message>
    <message>
        <source>Copying stowagectl to %1…</source>
        <translation>正在把 stowagectl 复制到 %1…</translation>
    </message>
    <message>
        <source>Copying the LibTorch module to %1…</source>
        <translation>正在把用于打开 LibTorch 的部分复制到 %1…</translation>
    </message>
    <message>
        <source>Starting stowagectl on %1…</source>
        <translation>正在 %1 上启动它…</translation>
    </message>
    <message>
        <source>The copied stowagectl does not start on %1: “%2”.</source>
        <translation>stowagectl 已复制到 %1，但在那里无法启动：“%2”。</translation>
    </message>
    <message>
        <source>Installing Stowage on %1 was cancelled.</source>
        <translation>在 %1 上的安装已取消。</translation>
    </message>
</context>
<context>
    <name>stowage::LayerTimesPanel</name>
    <message>
        <source>Time by layer</source>
        <translation>各层时间</translation>
    </message>
    <message>
        <source>No time estimate: the width of the model&apos;s layers may be unknown.</source>
        <translation>没有可用的时间。此模型各层的宽度可能未知。</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>%1 layers of %2</source>
        <translation>%2 的 %1 个层</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Prefill, ms</source>
        <translation>预填充，ms</translation>
    </message>
    <message>
        <source>Estimated time for all prompts in total</source>
        <translation>所有提示词合计（估算）</translation>
    </message>
    <message>
        <source>Per token, ms</source>
        <translation>单个 token，ms</translation>
    </message>
    <message>
        <source>Estimated time for one token of each sequence</source>
        <translation>每个序列的一个 token（估算）</translation>
    </message>
    <message>
        <source>Decode limited by</source>
        <translation>token 受限于</translation>
    </message>
</context>
<context>
    <name>stowage::Lesson</name>
    <message>
        <source>not run</source>
        <translation>未运行</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>准备中</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>less than 1 %</source>
        <translation>不到 1%</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1: you guessed %2, the result is %3</source>
        <translation>%1：猜测为 %2，结果为 %3</translation>
    </message>
    <message>
        <source>%1: right.</source>
        <translation>%1：正确。</translation>
    </message>
    <message>
        <source>%1: the guess is %2 too high.</source>
        <translation>%1：高了 %2。</translation>
    </message>
    <message>
        <source>%1: the guess is %2 too high (%3).</source>
        <translation>%1：高了 %2（%3）。</translation>
    </message>
    <message>
        <source>%1: the guess is %2 too low (%3).</source>
        <translation>%1：低了 %2（%3）。</translation>
    </message>
    <message>
        <source>the largest tensor, temporarily: %1</source>
        <translation>临时存在的最大张量，%1</translation>
    </message>
    <message>
        <source>the model with initial weights, built on the host</source>
        <translation>在主机上构建的带初始权重的模型</translation>
    </message>
    <message>
        <source>the state dict, stored on the host</source>
        <translation>保存在主机上的 state dict</translation>
    </message>
    <message>
        <source>the largest shard, read as a whole: %1</source>
        <translation>整个读入的最大分片：%1</translation>
    </message>
    <message>
        <source>the ring of buffers</source>
        <translation>缓冲区环</translation>
    </message>
    <message>
        <source>pages of the file, which the system may reclaim</source>
        <translation>文件页，系统可将其收回</translation>
    </message>
    <message>
        <source>the weights that remain on the CPU</source>
        <translation>留在 CPU 上的权重</translation>
    </message>
    <message>
        <source>memory that no listed part explains</source>
        <translation>以上各项均未解释的部分</translation>
    </message>
    <message>
        <source>The published figure is the growth of RSS above a baseline, sampled every 0.1 s; it misses short peaks and memory that the notebook already used.</source>
        <translation>公布值是 RSS 超出基线的增长，每 0.1 s 采样一次：不包含短暂的峰值，也不包含 notebook 此前已占用的内存。</translation>
    </message>
    <message>
        <source>For %1, the RAM curve of this step is above the published figure. Samples taken every 0.1 s can miss such a short time.</source>
        <translation>此处的曲线高于它的时间为 %1，间隔 0.1 s 的采样可能错过。</translation>
    </message>
    <message>
        <source>For %1, the RAM curve of this step is above the published figure. Samples taken every 0.1 s cannot miss such a long time. The likely cause is the baseline, which already included freed memory.</source>
        <translation>此处的曲线高于它的时间为 %1，间隔 0.1 s 的采样不至于错过这么久。可能的原因是 notebook 的基线中已有被释放而仍占用的内存。</translation>
    </message>
    <message>
        <source>Weights on the disk, not in memory: %1.</source>
        <translation>在磁盘上，不在任何内存中：%1。</translation>
    </message>
    <message>
        <source>%1 of the RAM of this step is file pages, which the published figure also includes.</source>
        <translation>此处的 RAM 中有 %1 是文件页，公布的数值也计入它们。</translation>
    </message>
    <message>
        <source>The published notebook copied only the parameters, in a loop, and not the causal masks (%1). This step also copies the masks.</source>
        <translation>notebook 的循环遍历参数，从未复制因果掩码（%1），此处则复制了它们。</translation>
    </message>
    <message>
        <source>model twice on GPU</source>
        <translation>GPU 上有两份</translation>
    </message>
    <message>
        <source>largest tensor twice</source>
        <translation>最大张量有两份</translation>
    </message>
    <message>
        <source>one tensor in RAM</source>
        <translation>RAM 中一个张量</translation>
    </message>
    <message>
        <source>initial weights</source>
        <translation>初始权重</translation>
    </message>
    <message>
        <source>state dict in RAM</source>
        <translation>state dict 在 RAM 中</translation>
    </message>
    <message>
        <source>one shard in RAM</source>
        <translation>RAM 中一个分片</translation>
    </message>
    <message>
        <source>ring of %1</source>
        <translation>%1 的环</translation>
    </message>
    <message>
        <source>file pages, evictable</source>
        <translation>文件页，可回收</translation>
    </message>
    <message>
        <source>CPU weights in RAM</source>
        <translation>CPU 部分在 RAM 中</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>%1 在磁盘上</translation>
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
        <translation>未设置</translation>
    </message>
    <message>
        <source>VRAM %1, RAM %2</source>
        <translation>VRAM %1，RAM %2</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>GPU simulated</source>
        <translation>GPU 模拟</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>would be refused</source>
        <translation>将被拒绝</translation>
    </message>
    <message>
        <source>within the RAM limit of %1</source>
        <translation>未超过 RAM 上限 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>phase and its peak</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>VRAM peaks by phase: %1.</source>
        <translation>各阶段的 VRAM 峰值：%1。</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>Guesses entered: %1.</source>
        <translation>输入的猜测：%1。</translation>
    </message>
    <message>
        <source>Forward pass: %1</source>
        <translation>前向传播：%1</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1]: next token %2; no reference logits for a comparison.</source>
        <translation>[%1] 的前向传播：下一个 token %2，没有参考。</translation>
    </message>
    <message>
        <source>Forecast and published figures</source>
        <translation>预测与公布值</translation>
    </message>
    <message>
        <source>Measured and published figures</source>
        <translation>实测与公布值</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>The published figures are for GPT-2 XL in float32, in “GB” of 2^30 bytes. The published RAM figure is RSS minus a baseline, sampled every 0.1 s; it includes file pages and misses short peaks.</source>
        <translation>公布值针对 GPT-2 XL、float32，以 2^30 字节的“GB”为单位；其中的 RAM 是 RSS 减去基线，每 0.1 s 采样一次：含文件页，不含短暂的峰值。</translation>
    </message>
    <message>
        <source>Figures were published only for GPT-2 XL.</source>
        <translation>仅公布了 GPT-2 XL 的数值。</translation>
    </message>
    <message>
        <source>Dry run: all figures except the published ones are forecasts.</source>
        <translation>试运行：其他所有数值均为预测。</translation>
    </message>
    <message>
        <source>VRAM is the highest allocated memory, simulated. RAM is the peak above the level before the load. RAM and time are measured.</source>
        <translation>VRAM：最高已分配量，模拟。RAM（高出加载前水平的部分）和时间：实测。</translation>
    </message>
    <message>
        <source>VRAM is the highest allocated memory. RAM is the peak above the level before the load.</source>
        <translation>VRAM：最高已分配量。RAM：高出加载前水平的部分。</translation>
    </message>
    <message>
        <source>%1 %2: %3</source>
        <comment>VRAM 6.29 GiB: the model&apos;s tensors</comment>
        <translation>%1 %2：%3</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Forecast, nothing was read: peak VRAM %1</source>
        <translation>预测，未读取任何内容：VRAM 峰值 %1</translation>
    </message>
    <message>
        <source>Peak VRAM %1, simulated</source>
        <translation>VRAM 峰值 %1（模拟）</translation>
    </message>
    <message>
        <source>Peak VRAM %1, measured</source>
        <translation>VRAM 峰值 %1（实测）</translation>
    </message>
    <message>
        <source>%1 times the result</source>
        <translation>%1 倍</translation>
    </message>
    <message>
        <source>The guess is close to RSS − shared (%1), which also includes pages of the file. The system can reclaim these pages.</source>
        <translation>那是 RSS − 共享（%1），其中还计入了文件的页面，系统可以回收这些页面。</translation>
    </message>
    <message>
        <source>the sum of the tensors on the device</source>
        <translation>其中张量的总和</translation>
    </message>
    <message>
        <source>the overhead of the allocator: sizes are rounded up to 512 bytes, and blocks that the allocator does not split are included in full</source>
        <translation>分配器增加的部分：大小按 512 字节向上取整，未拆分的块按整块计算</translation>
    </message>
    <message>
        <source>the state dict, next to the model</source>
        <translation>与模型并存的 state dict</translation>
    </message>
    <message>
        <source>the weights on the disk, which use no memory</source>
        <translation>磁盘上的权重，不占内存</translation>
    </message>
    <message>
        <source>less than the sum of the parts, which were not all in memory at the same time</source>
        <translation>少于各部分之和：各部分并非同时全部在内存中</translation>
    </message>
    <message>
        <source>RAM is about equally high at two moments: first with the initial weights, later with the state dict (%1).</source>
        <translation>RAM 在两个时刻大致同样高：先是有初始权重时，后是有 state dict 时（%1）。</translation>
    </message>
    <message>
        <source>The published RAM figure is %1 lower than the figure of this step. %2</source>
        <translation>公布的 RAM 数值低 %1。%2</translation>
    </message>
    <message>
        <source>The published RAM figure is %1 higher than the figure of this step. The published figure is the growth of RSS, which also includes pages of libraries and of files.</source>
        <translation>公布的 RAM 数值高 %1。它是 RSS 的增长，其中还计入库和文件的页面。</translation>
    </message>
    <message>
        <source>would be stopped</source>
        <translation>会被中止</translation>
    </message>
    <message>
        <source>peak anonymous RAM %1</source>
        <translation>匿名 RAM 峰值 %1</translation>
    </message>
    <message>
        <source>peak anonymous RAM %1, measured</source>
        <translation>匿名 RAM 峰值 %1，实测</translation>
    </message>
    <message>
        <source>Anonymous RAM</source>
        <translation>匿名 RAM</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1]: the logits agree with a CPU pass that used the weights of the file (largest difference %2; largest logit %3); next token %4.</source>
        <translation>[%1] 的前向传播：logit 与在 CPU 上对文件计算的结果一致（最大差异 %2；最大 |logit| %3）；下一个 token %4。</translation>
    </message>
    <message>
        <source>RSS − shared</source>
        <translation>RSS − 共享</translation>
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
        <translation>预测</translation>
    </message>
    <message>
        <source>your turn</source>
        <translation>轮到您了</translation>
    </message>
    <message>
        <source>Step %1, %2</source>
        <translation>步骤 %1，%2</translation>
    </message>
</context>
<context>
    <name>stowage::LessonChart</name>
    <message>
        <source>guess %1</source>
        <translation>猜测 %1</translation>
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
        <translation>%1：最高 %2</translation>
    </message>
    <message>
        <source>%1 marks %2</source>
        <translation>%1 标记 %2</translation>
    </message>
    <message>
        <source>your guess: %1</source>
        <translation>您的猜测：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, running</source>
        <translation>%1，运行中</translation>
    </message>
    <message>
        <source>model, %1</source>
        <translation>模型 %1</translation>
    </message>
    <message>
        <source>Run a step: its curve appears in this chart and remains visible.</source>
        <translation>运行一个步骤：其曲线会出现在此处，并保留下来。</translation>
    </message>
    <message>
        <source>%1, file-backed</source>
        <translation>%1（文件页）</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>At the end %1, lowest value %2, highest value %3</source>
        <translation>结束时 %1，最小 %2，最大 %3</translation>
    </message>
    <message>
        <source>Phase: %1</source>
        <translation>阶段：%1</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>Your guess</source>
        <translation>您的猜测</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>drag to guess</source>
        <translation>拖动来猜测</translation>
    </message>
    <message>
        <source>%1, stopped</source>
        <translation>%1，已中止</translation>
    </message>
    <message>
        <source>RAM limit, %1</source>
        <translation>RAM 上限 %1</translation>
    </message>
</context>
<context>
    <name>stowage::LessonCharts</name>
    <message>
        <source>Contents of the file</source>
        <translation>文件里有什么</translation>
    </message>
    <message>
        <source>VRAM, allocated</source>
        <translation>VRAM（已分配）</translation>
    </message>
    <message>
        <source>RAM, anonymous</source>
        <translation>RAM（匿名）</translation>
    </message>
    <message>
        <source>This step only</source>
        <translation>仅此步骤</translation>
    </message>
    <message>
        <source>Hide the curves of all other steps, so that the curve of this step uses the whole time axis</source>
        <translation>略去其他步骤的曲线，使此步骤占据整个时间轴</translation>
    </message>
    <message>
        <source>GiB, forecast</source>
        <translation>GiB（预测）</translation>
    </message>
    <message>
        <source>GiB, simulated</source>
        <translation>GiB（模拟）</translation>
    </message>
    <message>
        <source>GiB, measured</source>
        <translation>GiB（实测）</translation>
    </message>
    <message>
        <source>The time of each run is counted from the start of the run</source>
        <translation>每次运行从其起点算起</translation>
    </message>
    <message>
        <source>GiB, forecast; thin dots: file-backed</source>
        <translation>GiB（预测）；细点：文件页</translation>
    </message>
    <message>
        <source>GiB, measured; thin dots: file-backed</source>
        <translation>GiB（实测）；细点：文件页</translation>
    </message>
</context>
<context>
    <name>stowage::LessonCode</name>
    <message>
        <source>Lines of Python</source>
        <translation>Python 代码行</translation>
    </message>
</context>
<context>
    <name>stowage::LessonFacts</name>
    <message>
        <source>token embedding</source>
        <translation>token 嵌入</translation>
    </message>
    <message>
        <source>position embedding</source>
        <translation>位置嵌入</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>attention masks</source>
        <translation>注意力掩码</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>layer norms</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <source>output head</source>
        <translation>输出头</translation>
    </message>
</context>
<context>
    <name>stowage::LessonFeature</name>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Learn memory-efficient loading by doing it (F6)</source>
        <translation>节省内存的加载，通过真实操作来讲授 (F6)</translation>
    </message>
    <message>
        <source>Lesson: Text for a Projector</source>
        <translation>课程：投影仪字号</translation>
    </message>
    <message>
        <source>Lesson, step %1 of %2</source>
        <translation>课程，第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Dry run: all figures are forecasts</source>
        <translation>试运行：所有数值均为预测</translation>
    </message>
    <message>
        <source>GPU: simulated with the caching allocator&apos;s rules</source>
        <translation>GPU：按缓存分配器的规则模拟</translation>
    </message>
    <message>
        <source>GPU: measured</source>
        <translation>GPU：实测</translation>
    </message>
    <message>
        <source>Each method runs in a fresh process</source>
        <translation>每种方法都在新进程中运行</translation>
    </message>
</context>
<context>
    <name>stowage::LessonFileStore</name>
    <message>
        <source>Some files of the folder %1 could not be removed; check who has permission to write to the folder.</source>
        <translation>未能移除 %1 的全部内容；请查看谁可以写入它。</translation>
    </message>
    <message>
        <source>No folder for the run can be created, because the folder %1 cannot be locked.</source>
        <translation>无法在 %1 中为此次运行创建文件夹：它无法锁定。</translation>
    </message>
    <message>
        <source>No folder for the run can be created in %1: %2.</source>
        <translation>无法在 %1 中为此次运行创建文件夹：%2。</translation>
    </message>
    <message>
        <source>No folder for the run can be created in %1: the new folder cannot be locked.</source>
        <translation>无法在 %1 中为此次运行创建文件夹：新文件夹无法锁定。</translation>
    </message>
    <message>
        <source>Files of earlier runs in %1 cannot be removed: another program has locked the folder, or you have no permission to write to it.</source>
        <translation>无法移除先前运行留在 %1 中的文件：另一个程序锁定了该文件夹，或您没有写入它的权限。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be created.</source>
        <translation>无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>Another program is writing files to %1; wait until that program has finished.</source>
        <translation>另一个程序正在写入 %1；请等待其完成。</translation>
    </message>
</context>
<context>
    <name>stowage::LessonFileView</name>
    <message>
        <source>Contents of the file</source>
        <translation>文件里有什么</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
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
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>1 个张量</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <translation>%1 %2，%3</translation>
    </message>
    <message>
        <source>Memory of a plain load at its peak</source>
        <translation>普通加载在峰值时占用的内容</translation>
    </message>
    <message>
        <source>Contents of the file, computed from its layout</source>
        <translation>文件里有什么，由其布局读出</translation>
    </message>
    <message>
        <source>Example of Accelerate&apos;s guide: %1 billion parameters</source>
        <translation>Accelerate 指南示例：%1 × 10 亿</translation>
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
        <translation>%1 的峰值，您的猜测，单位 GiB</translation>
    </message>
    <message>
        <source>A number of GiB, or a size with its unit: 700 MiB</source>
        <translation>以 GiB 为单位的数，或带单位的大小：700 MiB</translation>
    </message>
    <message>
        <source>RAM (anonymous)</source>
        <translation>RAM（匿名）</translation>
    </message>
</context>
<context>
    <name>stowage::LessonHeader</name>
    <message>
        <source>Smaller text</source>
        <translation>较小字号</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>较大字号</translation>
    </message>
    <message>
        <source>Larger text; F7 sets the text size for a projector</source>
        <translation>较大字号；F7 用于投影仪</translation>
    </message>
    <message>
        <source>Export report…</source>
        <translation>导出报告…</translation>
    </message>
    <message>
        <source>Export the lesson as a page (HTML), as PDF and as tables (CSV)</source>
        <translation>将课程导出为网页 (HTML)、PDF 和表格 (CSV)</translation>
    </message>
    <message>
        <source>More lesson commands</source>
        <translation>课程的更多操作</translation>
    </message>
    <message>
        <source>Start over, set your name, choose the folder of the model files</source>
        <translation>重新开始、您的姓名、模型文件的位置</translation>
    </message>
    <message>
        <source>Start over…</source>
        <translation>重新开始…</translation>
    </message>
    <message>
        <source>Undo start over</source>
        <translation>撤销重新开始</translation>
    </message>
    <message>
        <source>Your name…</source>
        <translation>您的姓名…</translation>
    </message>
    <message>
        <source>Folder of the model files…</source>
        <translation>模型文件的文件夹…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>cold</source>
        <translation>冷</translation>
    </message>
    <message>
        <source>warm</source>
        <translation>热</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>原样</translation>
    </message>
    <message>
        <source>Determines whether the pages of the file are in memory before each run</source>
        <translation>每次运行前文件的页是否在内存中</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>RAM 上限</translation>
    </message>
    <message>
        <source>The maximum RAM that a step may use. The limit includes anonymous and shared memory above the level before the load. It does not include pages of mapped files, which the system can reclaim, or pages that back simulated GPUs. A step that needs more RAM is stopped at the limit.</source>
        <translation>一个步骤可占用的最大 RAM。计入高出加载前水平的匿名内存和共享内存；内存映射文件的页不计入，因为系统会将其收回，模拟 GPU 背后的页也不计入。需要更多的步骤会在达到此值时被停止。</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>A dry run only makes forecasts, even for a model that does not fit on this machine. No file is created and no byte is read. All figures are marked as forecasts.</source>
        <translation>试运行只作预测，也可用于本机容纳不下的模型。不生成文件，也不读取任何字节；所有数值都标明为预测。</translation>
    </message>
    <message>
        <source>Progress of creating the model&apos;s files</source>
        <translation>模型文件的生成进度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stop creating the model&apos;s files</source>
        <translation>停止生成模型文件</translation>
    </message>
    <message>
        <source>Delete the model files…</source>
        <translation>删除模型文件…</translation>
    </message>
    <message>
        <source>Load a %1 model and waste no memory</source>
        <translation>加载 %1 的模型，不浪费内存</translation>
    </message>
    <message>
        <source>Load a %1 model with less than %2 of VRAM</source>
        <translation>用不到 %2 的 VRAM 加载 %1 的模型</translation>
    </message>
    <message>
        <source>%1 (does not fit)</source>
        <translation>%1（放不下）</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Model files on this machine: %1.</source>
        <translation>本机上的模型文件：%1。</translation>
    </message>
    <message>
        <source>No model files on this machine.</source>
        <translation>本机上没有模型文件。</translation>
    </message>
    <message>
        <source>Creating the model&apos;s files: %1 %.</source>
        <translation>正在生成模型文件：%1%。</translation>
    </message>
    <message>
        <source>Dry run: forecasts only. %1</source>
        <translation>仅作预测。%1</translation>
    </message>
    <message>
        <source>%1 The first run creates the missing files.</source>
        <translation>%1首次运行时生成它们。</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在写入…</translation>
    </message>
    <message>
        <source>Delete the model files</source>
        <translation>删除模型文件</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>您的姓名</translation>
    </message>
    <message>
        <source>Your name, as shown on the report:</source>
        <translation>提交报告所用的姓名：</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>Default folder</source>
        <translation>默认文件夹</translation>
    </message>
    <message>
        <source>Delete the lesson&apos;s model files (all model sizes, %1 in total) in %2? Measurements are kept. The files are created again when a step needs them.</source>
        <translation>要删除 %2 中本课程所有大小的模型文件（%1）吗？测量结果会保留；某一步骤需要时会重新生成这些文件。</translation>
    </message>
    <message>
        <source>Start the lesson over for %1? The guesses, answers and results of this setup are removed from the page. You can restore them until a step is run again or Stowage is closed. The runs remain in the history.</source>
        <translation>要重新开始 %1 的课程吗？此设置下的猜测、回答和结果会从页面上消失。在再次运行某一步骤或关闭 Stowage 之前可以恢复，运行记录仍保留在历史中。</translation>
    </message>
</context>
<context>
    <name>stowage::LessonMachineCheck</name>
    <message>
        <source>Contents of the file</source>
        <translation>文件中的内容</translation>
    </message>
    <message>
        <source>Build, move, copy</source>
        <translation>构建、移动、复制</translation>
    </message>
    <message>
        <source>Tensor by tensor</source>
        <translation>逐个张量</translation>
    </message>
    <message>
        <source>Without storage</source>
        <translation>不带存储</translation>
    </message>
    <message>
        <source>Map and assign</source>
        <translation>映射并赋值</translation>
    </message>
    <message>
        <source>One file per tensor</source>
        <translation>每个张量一个文件</translation>
    </message>
    <message>
        <source>Shard after shard</source>
        <translation>逐个分片</translation>
    </message>
    <message>
        <source>Through a small ring</source>
        <translation>经小缓冲区环</translation>
    </message>
    <message>
        <source>GPU, CPU and disk</source>
        <translation>GPU、CPU 和磁盘</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>what a checkpoint is</source>
        <translation>什么是检查点</translation>
    </message>
    <message>
        <source>one map, several devices</source>
        <translation>一个映射，多个设备</translation>
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
        <translation>课程</translation>
    </message>
    <message>
        <source>Charts and table</source>
        <translation>图表和表格</translation>
    </message>
    <message>
        <source>The lesson was started over.</source>
        <translation>课程已重新开始。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>%1 was saved. Run the script once in the folder that contains it. The script creates the files that the code of the steps reads.</source>
        <translation>%1 已保存。请在其文件夹中运行一次：它会写出各步骤的代码行所读取的文件。</translation>
    </message>
    <message>
        <source>Model files are created in %1 from now on.</source>
        <translation>从现在起，模型文件生成在 %1 中。</translation>
    </message>
    <message>
        <source>%1, forecast peaks</source>
        <translation>%1（预测，峰值）</translation>
    </message>
    <message>
        <source>%1, peaks; each run fills a row</source>
        <translation>%1（峰值）；运行步骤时填入单元格</translation>
    </message>
    <message>
        <source>The report was written to %1 and %2 more files in the same folder.</source>
        <translation>报告已写入：%1，以及同一位置的另外 %2 个文件。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>The existing files in %1 are kept until you delete the model files.</source>
        <translation>%1 中的文件会保留在那里，直到您删除模型文件。</translation>
    </message>
</context>
<context>
    <name>stowage::LessonQuestion</name>
    <message>
        <source>Check answer</source>
        <translation>检查答案</translation>
    </message>
    <message>
        <source>Show in chart</source>
        <translation>在图表中显示</translation>
    </message>
    <message>
        <source>You can answer the question after the run, because the question is about points of the curve.</source>
        <translation>问题在运行之后提出：它涉及曲线上的点。</translation>
    </message>
    <message>
        <source>Show why</source>
        <translation>显示原因</translation>
    </message>
</context>
<context>
    <name>stowage::LessonReport</name>
    <message>
        <source>forecast</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>simulated (caching allocator)</source>
        <translation>按缓存分配器的规则</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>VRAM, allocated, GiB</source>
        <translation>VRAM（已分配），GiB</translation>
    </message>
    <message>
        <source>RAM, anonymous, GiB</source>
        <translation>RAM（匿名），GiB</translation>
    </message>
    <message>
        <source>CPU, forecast; thin dots: file-backed RAM</source>
        <translation>CPU（预测）；细点：文件页</translation>
    </message>
    <message>
        <source>CPU, measured; thin dots: file-backed RAM</source>
        <translation>CPU（实测）；细点：文件页</translation>
    </message>
    <message>
        <source>as it is: the page cache is not changed before a load</source>
        <translation>原有状态</translation>
    </message>
    <message>
        <source>cold: the files are dropped from the page cache before each load</source>
        <translation>冷：每次加载前丢弃文件的页</translation>
    </message>
    <message>
        <source>warm: the files are read once before each load</source>
        <translation>热：每次加载前将文件读取一次</translation>
    </message>
    <message>
        <source>%1, simulated: the memory follows the rules of the caching allocator, without a real card</source>
        <translation>%1：内存按缓存分配器的规则，没有显卡</translation>
    </message>
    <message>
        <source>%1, a real card</source>
        <translation>%1，真实的显卡</translation>
    </message>
    <message>
        <source>Submitted by</source>
        <translation>提交人</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1, float32, random weights, %2 of tensors</source>
        <translation>%1，float32，随机权重，张量共 %2</translation>
    </message>
    <message>
        <source>Page cache</source>
        <translation>页缓存</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>RAM 上限</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>forecast: a dry run, in which nothing is read or loaded</source>
        <translation>预测：试运行，不读取也不加载任何内容</translation>
    </message>
    <message>
        <source>from real loads, each in a fresh process</source>
        <translation>来自真实的加载，每次都在新进程中</translation>
    </message>
    <message>
        <source>published</source>
        <translation>公布值</translation>
    </message>
    <message>
        <source>VRAM,
GiB</source>
        <translation>VRAM
（GiB）</translation>
    </message>
    <message>
        <source>RAM
anonymous,
GiB</source>
        <translation>RAM
匿名
（GiB）</translation>
    </message>
    <message>
        <source>file-
backed</source>
        <translation>文件
页</translation>
    </message>
    <message>
        <source>RSS −
shared</source>
        <translation>RSS −
共享</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>VRAM over time, %1</source>
        <translation>VRAM 随时间的变化，%1</translation>
    </message>
    <message>
        <source>RAM over time, %1</source>
        <translation>RAM 随时间的变化，%1</translation>
    </message>
    <message>
        <source>Predicted by Stowage before the run: %1.</source>
        <translation>程序事先的预测：%1。</translation>
    </message>
    <message>
        <source>Your guess before the run: %1</source>
        <translation>运行前的猜测。%1</translation>
    </message>
    <message>
        <source>No guess was entered before the run.</source>
        <translation>运行前没有猜测。</translation>
    </message>
    <message>
        <source>Reasons for the peaks, computed from the run:</source>
        <translation>原因，由此次运行计算得出：</translation>
    </message>
    <message>
        <source>Not answered.</source>
        <translation>未作答。</translation>
    </message>
    <message>
        <source>Answers tried, in this order: %1.</source>
        <translation>按此顺序检查过：%1。</translation>
    </message>
    <message>
        <source>Answer: “%1”, right.</source>
        <translation>答案：“%1”，正确。</translation>
    </message>
    <message>
        <source>Answer: “%1”, not right.</source>
        <translation>答案：“%1”，不正确。</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 个核心</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 个核心</translation>
    </message>
    <message>
        <source>VRAM simulated, RAM and time measured</source>
        <translation>VRAM 模拟，RAM 和时间实测</translation>
    </message>
    <message>
        <source>Loading %1: memory and time of each method</source>
        <translation>加载 %1：每种方式所需</translation>
    </message>
    <message>
        <source>all runs</source>
        <translation>所有运行</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
</context>
<context>
    <name>stowage::LessonRunner</name>
    <message>
        <source>The lesson runs each load with stowagectl, but the program %1 was not found.</source>
        <translation>课程的步骤由 stowagectl 加载，但它不存在：%1。</translation>
    </message>
    <message>
        <source>reference logits</source>
        <translation>参考 logits</translation>
    </message>
</context>
<context>
    <name>stowage::LessonSession</name>
    <message>
        <source>The setup can be changed only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>没有任何内容在运行时，才能更改设置；请先取消。</translation>
    </message>
    <message>
        <source>The model files can be deleted only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>没有任何内容在运行时，才能删除模型文件；请先取消。</translation>
    </message>
    <message>
        <source>The lesson can be started over only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>没有任何内容在运行时，才能重新开始课程；请先取消。</translation>
    </message>
    <message>
        <source>“Start over” can be undone only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>没有任何内容在运行时，才能恢复重新开始之前的内容；请先取消。</translation>
    </message>
    <message>
        <source>A load is being stepped through and uses memory; end that load first.</source>
        <translation>有一个加载正在单步执行并占用着内存；请先结束它。</translation>
    </message>
    <message>
        <source>The folder can be changed only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>没有任何内容在运行时，才能更改文件夹；请先取消。</translation>
    </message>
    <message>
        <source>A step is running; step through a load after the running step has finished.</source>
        <translation>有一个步骤正在运行；请在其完成后再单步执行加载。</translation>
    </message>
    <message>
        <source>A dry run moves no tensor. To step through the load, choose a model size that fits.</source>
        <translation>试运行不移动任何张量；请选择放得下的尺寸来单步执行。</translation>
    </message>
    <message>
        <source>This step loads no model; step through a load in another step.</source>
        <translation>此步骤不加载任何内容；请单步执行其他步骤。</translation>
    </message>
    <message>
        <source>No part of the model fits on %1, which has %2 of free memory; choose a larger GPU for this step.</source>
        <translation>模型没有任何部分能放入 %1，它空闲 %2；请为此步骤选择更大的 GPU。</translation>
    </message>
    <message>
        <source>Loading with “%1” needs %2 of memory on %3, which has %4 free.</source>
        <translation>用“%1”加载需要在 %3 上占用 %2，而它空闲 %4。</translation>
    </message>
    <message>
        <source>Loading with “%1” needs %2 of memory on %3, which has less memory free.</source>
        <translation>用“%1”加载需要在 %3 上占用 %2，而它的空闲量不足。</translation>
    </message>
    <message>
        <source>Choose a larger GPU or a smaller model above; the load method “%1” fits without such a change.</source>
        <translation>请在上方选择更大的 GPU 或更小的模型；“%1”原样即可放得下。</translation>
    </message>
    <message>
        <source>Choose a larger GPU or a smaller model above, or go to step 9, which uses the CPU and the disk as well.</source>
        <translation>请在上方选择更大的 GPU 或更小的模型，或转到步骤 9，它还使用 CPU 和磁盘。</translation>
    </message>
    <message>
        <source>The load did not finish.</source>
        <translation>加载没有进行到底。</translation>
    </message>
    <message>
        <source>%1 The load was stopped at %2.</source>
        <translation>%1停止于 %2。</translation>
    </message>
    <message>
        <source>The loaded bytes were not compared with the file.</source>
        <translation>没有将已加载的字节与文件比较。</translation>
    </message>
    <message>
        <source>There was no forward pass after the load.</source>
        <translation>加载之后没有进行前向传播。</translation>
    </message>
    <message>
        <source>The logits of the forward pass were not compared.</source>
        <translation>没有比较前向传播的 logits。</translation>
    </message>
    <message>
        <source>This machine has not been measured (stowagectl devices --measure), so the time axis shows moved bytes instead of seconds.</source>
        <translation>未测量本机 (stowagectl devices --measure)，因此时间轴表示移动的字节数，而不是秒。</translation>
    </message>
    <message>
        <source>Model files cannot be created in %1: %2. The folder of the model files is still %3.</source>
        <translation>无法在 %1 中生成模型文件：%2。它们仍在 %3 中。</translation>
    </message>
</context>
<context>
    <name>stowage::LessonStepView</name>
    <message>
        <source>Page of the step</source>
        <translation>步骤页面</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>复制代码</translation>
    </message>
    <message>
        <source>Copy the lines of Python of this step</source>
        <translation>复制这些 Python 代码行</translation>
    </message>
    <message>
        <source>Save gpt.py…</source>
        <translation>保存 gpt.py…</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Guess the peaks before the run: type the peaks, drag the markers in the charts, or move the markers with Up, Down, PageUp and PageDown</source>
        <translation>在峰值揭晓之前说出其位置：键入数值，在图表中拖动标记，或用 Up、Down、PageUp 和 PageDown 移动标记</translation>
    </message>
    <message>
        <source>Snap to the axis</source>
        <translation>吸附到坐标轴</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Step through</source>
        <translation>单步执行</translation>
    </message>
    <message>
        <source>Run the load of this step tensor by tensor; such a load adds no row to the table</source>
        <translation>同一加载逐个张量地进行；不填写任何行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Progress of the step</source>
        <translation>步骤的进度</translation>
    </message>
    <message>
        <source>Reasons for the peaks</source>
        <translation>为什么是这些峰值</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Files are ready</source>
        <translation>文件已就绪</translation>
    </message>
    <message>
        <source>Create the model&apos;s file</source>
        <translation>生成模型的文件</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>再次运行</translation>
    </message>
    <message>
        <source>The step “%1” is running.</source>
        <translation>%1 正在运行。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>This step would be stopped: %1</source>
        <translation>将被停止：%1</translation>
    </message>
    <message>
        <source>This step would be refused: %1</source>
        <translation>将被拒绝：%1</translation>
    </message>
    <message>
        <source>Previous step: %1</source>
        <translation>上一步：%1</translation>
    </message>
    <message>
        <source>Next step: %1</source>
        <translation>下一步：%1</translation>
    </message>
    <message>
        <source>Save the model&apos;s definition as a script. Run the script once: it writes the files that the lines of Python read.</source>
        <translation>将模型的定义保存为脚本。运行该脚本一次，它会写出这些 Python 代码行读取的文件。</translation>
    </message>
    <message>
        <source>Forecast again</source>
        <translation>重新预测</translation>
    </message>
    <message>
        <source>Forecast (dry run)</source>
        <translation>预测（试运行）</translation>
    </message>
    <message>
        <source>Type the peaks, or drag the markers in the charts. RAM is anonymous memory, which the system cannot reclaim. Your guess: %1.</source>
        <translation>输入峰值，或拖动图中的标记。这里的 RAM 是系统无法回收的匿名内存。您的猜测：%1。</translation>
    </message>
</context>
<context>
    <name>stowage::LessonSteppingView</name>
    <message>
        <source>A load in single steps</source>
        <translation>分步加载</translation>
    </message>
    <message>
        <source>Progress of the load</source>
        <translation>加载的进度</translation>
    </message>
    <message>
        <source>Memory on each device</source>
        <translation>每个设备所占用的内容</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Load one more tensor</source>
        <translation>再放入一个张量</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Speed, from single steps to real speed</source>
        <translation>速度，从单步到真实速度</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Release all loaded tensors and return to the curves</source>
        <translation>归还全部内容并返回曲线</translation>
    </message>
    <message>
        <source>%1 tensors/s</source>
        <translation>每秒 %1 个张量</translation>
    </message>
    <message>
        <source>single steps</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>real speed</source>
        <translation>真实速度</translation>
    </message>
    <message>
        <source>The model&apos;s files are being created.</source>
        <translation>正在生成模型的文件。</translation>
    </message>
    <message>
        <source>All tensors are loaded.</source>
        <translation>一切就位。</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tensors</source>
        <translation>%1：%2 / %3 个张量</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tensors, at %4</source>
        <translation>%1：%2 / %3 个张量，%4</translation>
    </message>
    <message>
        <source>The load is being prepared.</source>
        <translation>正在准备加载。</translation>
    </message>
</context>
<context>
    <name>stowage::LessonStrip</name>
    <message>
        <source>Steps of the lesson</source>
        <translation>课程的步骤</translation>
    </message>
</context>
<context>
    <name>stowage::LessonTableModel</name>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>VRAM,
GiB</source>
        <translation>VRAM
（GiB）</translation>
    </message>
    <message>
        <source>publ.¹</source>
        <translation>公布¹</translation>
    </message>
    <message>
        <source>RAM
anon., GiB</source>
        <translation>RAM
匿名（GiB）</translation>
    </message>
    <message>
        <source>file-
backed</source>
        <translation>文件
页</translation>
    </message>
    <message>
        <source>RSS −
shared</source>
        <translation>RSS −
共享</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Shown after the step has been run</source>
        <translation>运行该步骤后显示</translation>
    </message>
    <message>
        <source>Published value: %1</source>
        <translation>公布值：%1</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>公布值</translation>
    </message>
    <message>
        <source>Anonymous plus file-backed memory at the same moment, without the shared pages of simulated GPUs. The notebook&apos;s RAM column measures the same memory.</source>
        <translation>同一时刻的匿名内存和文件页：notebook 的 RAM 列所测的内容，不含模拟 GPU 的共享页</translation>
    </message>
    <message>
        <source>Shown after the question of the step is answered, or after “Show why”</source>
        <translation>回答此步骤的问题后，或选择“显示原因”后显示</translation>
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
        <translation>名称 %1 计入的参数较少，因为 GPT-2 将 token 嵌入用作其输出头；这里的头是单独的张量。</translation>
    </message>
    <message>
        <source>Which part of the file would training never change?</source>
        <translation>训练永远不会改变文件中的哪一部分？</translation>
    </message>
    <message>
        <source>None: training changes everything in a checkpoint</source>
        <translation>没有：训练会改变检查点中的一切</translation>
    </message>
    <message>
        <source>The token embedding is a table of parameters: training changes the rows of the tokens that occur in the training data.</source>
        <translation>它是一张表，但是由参数构成：训练会改变它所见 token 对应的行。</translation>
    </message>
    <message>
        <source>Right. The file contains %1 masks of ones and zeros, %2 in total. Masks are buffers: the state dict contains them, but a loop over the parameters does not include them.</source>
        <translation>正确。%1 个由 1 和 0 组成的掩码，共 %2。它们是缓冲张量：在 state dict 中，但不在参数之列，因此遍历参数的循环会遗漏它们。</translation>
    </message>
    <message>
        <source>The model is on the GPU twice: 2 × %1.</source>
        <translation>GPU 上有两份：2 × %1。</translation>
    </message>
    <message>
        <source>Between A and B, the VRAM curve rises again by the size of the whole model. What is loaded onto the GPU?</source>
        <translation>在 A 和 B 之间，VRAM 曲线又上升了整整一个模型的大小。此时放到 GPU 上的是什么？</translation>
    </message>
    <message>
        <source>The gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>The file&apos;s pages, as a cache</source>
        <translation>作为缓存的文件页</translation>
    </message>
    <message>
        <source>Right. To load one model, the GPU must have memory for two models.</source>
        <translation>正确。为了容纳一个模型，GPU 必须有两个模型的空间。</translation>
    </message>
    <message>
        <source>This lesson trains no model, so there are no gradients.</source>
        <translation>这里没有进行训练，因此没有梯度。</translation>
    </message>
    <message>
        <source>The page cache is in host memory, not on the GPU.</source>
        <translation>页缓存在主机内存中，不在 GPU 上。</translation>
    </message>
    <message>
        <source>The largest tensor is %1 with a size of %2.</source>
        <translation>最大的张量是 %1，大小为 %2。</translation>
    </message>
    <message>
        <source>A second copy of one transformer block</source>
        <translation>一个 transformer 块的第二份副本</translation>
    </message>
    <message>
        <source>The CUDA context</source>
        <translation>CUDA 上下文</translation>
    </message>
    <message>
        <source>The largest tensor, which exists twice for a moment</source>
        <translation>最大的张量，它在一瞬间存在两份</translation>
    </message>
    <message>
        <source>No block is copied as a whole: the tensors of a block are copied one after another.</source>
        <translation>从来没有块被整体复制：其张量是逐个处理的。</translation>
    </message>
    <message>
        <source>The CUDA context exists before the load, and the figures of PyTorch&apos;s allocator do not include it.</source>
        <translation>上下文在加载之前就存在，没有分配器会计入它。</translation>
    </message>
    <message>
        <source>Right: %1, %2. The peak is the model plus its largest tensor.</source>
        <translation>正确：%1，%2。峰值是模型加上其最大的张量。</translation>
    </message>
    <message>
        <source>All uninitialised memory must be filled by copying, including the %1 masks, which are buffers and not parameters.</source>
        <translation>凡是未初始化的都必须复制，包括 %1 个掩码，它们是缓冲张量而不是参数。</translation>
    </message>
    <message>
        <source>Without initial weights, RAM remains low (A). Why is the VRAM peak B as high as the VRAM peak of the plain load?</source>
        <translation>没有初始权重，RAM 保持在低位 (A)。为什么 VRAM 峰值 B 与普通加载一样高？</translation>
    </message>
    <message>
        <source>A model on the meta device also uses GPU memory</source>
        <translation>meta 设备上的模型也占用 GPU 内存</translation>
    </message>
    <message>
        <source>Uninitialised memory is allocated twice</source>
        <translation>未初始化的内存被分配了两次</translation>
    </message>
    <message>
        <source>Meta tensors have no bytes on any device.</source>
        <translation>meta 张量在任何设备上都没有字节。</translation>
    </message>
    <message>
        <source>Right. There are no initial weights, but the GPU still contains two copies of the model.</source>
        <translation>正确。只是没有了初始权重；GPU 上仍有两份副本。</translation>
    </message>
    <message>
        <source>Uninitialised memory is allocated once: the first rise of the curve is as high as one model.</source>
        <translation>它只分配一次：曲线的第一级台阶与一个模型同高。</translation>
    </message>
    <message>
        <source>The file is mapped into memory, which does not read any data yet. Each tensor is copied from the mapped pages to a new tensor on the GPU, which becomes the parameter. RSS includes the pages that were read until the file is unmapped, but the system can reclaim these pages whenever memory is needed.</source>
        <translation>文件被映射到内存，此时还没有读取任何内容。每个张量从映射的页复制到 GPU 上的新张量，该张量成为参数。已读取的页在文件解除映射之前计为常驻内存 (RSS)，但只要有谁需要内存，系统就能将其收回。</translation>
    </message>
    <message>
        <source>There is one copy of the model on the GPU: %1 in tensors.</source>
        <translation>GPU 上只有一份模型：张量共 %1。</translation>
    </message>
    <message>
        <source>Pages of the file, which the system may drop at any time</source>
        <translation>文件页，系统可随时丢弃</translation>
    </message>
    <message>
        <source>A hidden second copy of the model</source>
        <translation>模型的一份隐藏副本</translation>
    </message>
    <message>
        <source>Memory of the GPU, seen from the host</source>
        <translation>从主机看到的 GPU 内存</translation>
    </message>
    <message>
        <source>Right. The pages of the file are resident but evictable, because the file still contains every byte.</source>
        <translation>正确。它们常驻但可回收：文件仍有每一个字节。</translation>
    </message>
    <message>
        <source>The memory at A consists of pages of the file. The system can drop these pages without losing data.</source>
        <translation>它不是副本，而是文件自身的页；丢弃它们不会丢失任何内容。</translation>
    </message>
    <message>
        <source>The RSS of a process does not include the memory of a real GPU. The memory of a simulated GPU is shared memory, which neither curve includes.</source>
        <translation>显卡的内存不在任何进程的 RSS 中；模拟 GPU 的内存是共享内存，不在这两条曲线中。</translation>
    </message>
    <message>
        <source>The checkpoint is split into one file per tensor. The model is built without storage, and its GPU memory is allocated all at once. Then each tensor is read into host memory, copied and freed.</source>
        <translation>检查点被拆分为每个张量一个文件。模型不带存储地构建，其 GPU 内存一次分配完毕。然后每个张量被读入主机内存，复制后释放。</translation>
    </message>
    <message>
        <source>Host memory contains one tensor at a time: at most %1, the largest tensor.</source>
        <translation>主机占用的从不超过最大的张量：%1。</translation>
    </message>
    <message>
        <source>Why are the spikes A and B of the RAM curve higher than the other spikes?</source>
        <translation>为什么 RAM 曲线的尖峰 A 和 B 比其他的更高？</translation>
    </message>
    <message>
        <source>The disk&apos;s cache was full twice</source>
        <translation>磁盘的缓存满了两次</translation>
    </message>
    <message>
        <source>The GPU received the tensors of A and B twice</source>
        <translation>GPU 两次收到了这些张量</translation>
    </message>
    <message>
        <source>%1 and %2 are the largest tensors</source>
        <translation>%1 和 %2 是最大的张量</translation>
    </message>
    <message>
        <source>File pages are not anonymous memory, so the curve of anonymous RAM does not include them.</source>
        <translation>文件页不是匿名内存，因此不在此曲线中。</translation>
    </message>
    <message>
        <source>VRAM does not change while tensors are copied: the memory for the whole model is already allocated.</source>
        <translation>复制张量时 VRAM 不变：所有位置都已分配。</translation>
    </message>
    <message>
        <source>Right: the sizes of the two tensors are %1 and %2; the size of the next largest tensor is %3.</source>
        <translation>正确：它们为 %1 和 %2；其次最大的为 %3。</translation>
    </message>
    <message>
        <source>The file-backed part of RAM rises and falls like a sawtooth; A and B are its highest points. What is one tooth?</source>
        <translation>RAM 的文件页部分像锯齿一样起伏；A 和 B 最高。一个齿是什么？</translation>
    </message>
    <message>
        <source>A transformer block</source>
        <translation>一个 transformer 块</translation>
    </message>
    <message>
        <source>One shard: mapped, copied, unmapped</source>
        <translation>一个分片：映射、复制、解除映射</translation>
    </message>
    <message>
        <source>Python&apos;s garbage collector at work</source>
        <translation>Python 的垃圾回收器在工作</translation>
    </message>
    <message>
        <source>No block has a separate file: the checkpoint is split into shards by size.</source>
        <translation>没有块拥有自己的文件：一个分片包含什么是按大小切分的。</translation>
    </message>
    <message>
        <source>Right. Smaller shards make smaller and more frequent peaks in the curve.</source>
        <translation>正确。分片越小，齿越小，数量也越多。</translation>
    </message>
    <message>
        <source>No garbage is collected in this step: a tooth ends when its shard is unmapped.</source>
        <translation>这里没有回收任何东西：一个齿在其分片解除映射时结束。</translation>
    </message>
    <message>
        <source>Parts of the file are read into a small ring of buffers and copied from there directly to the destinations of the tensors. While one buffer is copied, the next buffers are read, so that disk and link work at the same time. The required host memory does not depend on the size of the model or of its largest tensor.</source>
        <translation>文件的各部分经过一个小的缓冲区环，直接到达张量所属的位置。在复制一个缓冲区的同时读取后续的缓冲区，使磁盘和链路同时工作。主机所需的内存既不取决于模型的大小，也不取决于其最大的张量。</translation>
    </message>
    <message>
        <source>%1 of weights pass through one ring of buffers.</source>
        <translation>%1 的权重经过一个缓冲区环。</translation>
    </message>
    <message>
        <source>VRAM is at B at the end. RAM never rises above A. What determines the height of A?</source>
        <translation>VRAM 最终到达 B，RAM 从不超过 A。A 由什么决定？</translation>
    </message>
    <message>
        <source>The largest tensor, %1</source>
        <translation>最大的张量，%1</translation>
    </message>
    <message>
        <source>A fixed fraction of the model&apos;s size</source>
        <translation>模型大小的固定比例</translation>
    </message>
    <message>
        <source>The ring of buffers, the same for every model</source>
        <translation>缓冲区环，对每个模型都相同</translation>
    </message>
    <message>
        <source>The size of %1 is %2. A is smaller, because the tensor passes through the ring in parts.</source>
        <translation>%1 为 %2，分段通过：A 低于它。</translation>
    </message>
    <message>
        <source>Choose another model above: A does not change.</source>
        <translation>在上方选择另一个模型：A 保持不变。</translation>
    </message>
    <message>
        <source>Right. The ring&apos;s size is a choice, not a property of the model.</source>
        <translation>正确。环的大小是一种选择，不是模型的属性。</translation>
    </message>
    <message>
        <source>A device map can name several devices. In this step, the devices are a GPU and a CPU whose limits are smaller than the model, and the disk. Each layer is loaded onto its device in the map, and the layers for the disk are written to an offload folder. In the forward pass, an offloaded layer is copied to the GPU just before the layer runs, and the copy is freed afterwards.</source>
        <translation>设备映射可以指定多个设备：这里是上限小于模型的一个 GPU 和一个 CPU，以及磁盘。每一层加载到各自的设备，属于磁盘的内容写入卸载 (offload) 文件夹。在前向传播中，卸载 (offload) 的层在运行前才搬到 GPU，运行后释放。</translation>
    </message>
    <message>
        <source>The total size of the model is %1.</source>
        <translation>模型共 %1。</translation>
    </message>
    <message>
        <source>At the end, VRAM contains A and RAM contains B, together less than the model. Where is the rest of the model?</source>
        <translation>最终 VRAM 占用 A，RAM 占用 B，两者之和小于模型。其余部分在哪里？</translation>
    </message>
    <message>
        <source>In the offload folder on the disk</source>
        <translation>在磁盘上的卸载 (offload) 文件夹中</translation>
    </message>
    <message>
        <source>The rest is compressed on the GPU</source>
        <translation>它在 GPU 上被压缩了</translation>
    </message>
    <message>
        <source>The rest was left out: the model has lost layers</source>
        <translation>它被略去了：模型丢失了一些层</translation>
    </message>
    <message>
        <source>Right. Offloaded weights need no memory until their layer runs, but need time to be copied whenever the layer runs.</source>
        <translation>正确。卸载 (offload) 的权重在其层运行之前不占内存，但每次运行都要花费时间。</translation>
    </message>
    <message>
        <source>Nothing is compressed: a weight has the same size on every device.</source>
        <translation>没有任何内容被压缩：权重在每个设备上大小相同。</translation>
    </message>
    <message>
        <source>No layer is left out: the map names a device for each layer.</source>
        <translation>没有层被略去：映射为每一层都指定了设备。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>GPU 0 240.0 MiB</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>The checkpoint of this lesson is a file of named tensors, the state dict. A checkpoint that is saved during training also contains the state of the optimizer. For a plain load, a program first builds a model of the same shape, with initial weights that will be overwritten. Then the program reads the state dict into memory next to the model. While the model and the state dict both exist, memory contains the model twice.</source>
        <translation>本课程的检查点是一个由命名张量组成的文件，即 state dict；训练期间保存的检查点还包含优化器的状态。以普通方式加载时，程序先构建一个形状相同的模型，带有随后会被覆盖的初始权重，然后另外读入 state dict。两者并存期间，内存中有两份模型。</translation>
    </message>
    <message>
        <source>Accelerate&apos;s guide calculates %1 billion parameters × %2 bytes = %3 for the model, and another %3 for the state dict (1 GB is 10⁹ bytes). The model of this lesson needs %4 parameters × %2 bytes plus %5 attention masks = %6, and another %6 for the state dict.</source>
        <translation>Accelerate 指南的计算：%1 × 10 亿参数 × %2 字节 = 模型 %3，state dict 另需 %3（1 GB 为 10⁹ 字节）。本课程的模型：%4 个参数 × %2 字节，加上 %5 个注意力掩码 = %6，再加 %6。</translation>
    </message>
    <message>
        <source>A: the token embedding, which is only a table</source>
        <translation>A：token 嵌入，它只是一张表</translation>
    </message>
    <message>
        <source>B: the attention masks, which are constants</source>
        <translation>B：注意力掩码，它们是常量</translation>
    </message>
    <message>
        <source>Look at point B of the curve: one line of code could compute the bytes at B.</source>
        <translation>看看 B：一行代码就能算出这些字节。</translation>
    </message>
    <message>
        <source>The model is built in host memory with initial weights and moved to the GPU. Then the whole state dict is loaded onto the GPU, next to the model. Every tensor is copied from the state dict into the model. After that, the state dict is freed.</source>
        <translation>模型先在主机内存中带着初始权重构建，再移到 GPU。然后整个 state dict 被加载到同一块 GPU 上，与模型并存。每个张量都从 state dict 复制到模型中，之后才释放 state dict。</translation>
    </message>
    <message>
        <source>The state dict, next to initial weights that will be overwritten</source>
        <translation>state dict，与随后会被覆盖的初始权重并存</translation>
    </message>
    <message>
        <source>The model is built on the host and moved to the GPU, as in the previous step. The state dict remains in host memory. For each tensor of the model, a temporary tensor is created on the GPU, copied into the model and freed. The VRAM curve has two levels: one before the copy, and a higher peak during the copy.</source>
        <translation>模型与之前一样在主机上构建并移到 GPU，但 state dict 留在主机内存中。对模型的每个张量，依次在 GPU 上创建一个临时张量，复制到位后释放。要读出两个高度：复制之前的高度，以及复制期间更高的峰值。</translation>
    </message>
    <message>
        <source>B is higher than A. What causes the difference?</source>
        <translation>B 比 A 高。差别从何而来？</translation>
    </message>
    <message>
        <source>On the meta device, a model has shapes but no storage, so building the model needs no memory for weights. Then uninitialised memory for the model is allocated on the GPU. The state dict is loaded onto the GPU, next to the model, and copied into the model. The host needs less memory than before, but the GPU does not.</source>
        <translation>在 meta 设备上，模型只有形状而没有存储，因此构建时不占用权重内存。然后在 GPU 上分配未初始化的内存。state dict 被加载到同一块 GPU 上，与模型并存，再复制过去：节省了主机内存，却没有节省显存。</translation>
    </message>
    <message>
        <source>The state dict is still on the GPU, next to the model</source>
        <translation>state dict 仍在 GPU 上，与模型并存</translation>
    </message>
    <message>
        <source>RSS includes the memory at A and at B. B is host memory that the system cannot reclaim. What kind of memory is A?</source>
        <translation>B 是系统无法回收的主机内存。A 处的内存同样计入 RSS，它是什么？</translation>
    </message>
    <message>
        <source>The checkpoint is split into several files, the shards. An index specifies which shard contains each tensor. Accelerate maps one safetensors shard after another. With a single device in the device map, the whole shard is copied directly from the pages of the file to that device. With several devices, each tensor is copied to its device in the map. PyTorch .bin shards are first read as a whole into host memory, so the largest shard must fit there.</source>
        <translation>检查点分成多个文件，即分片，并有一个索引说明每个张量在哪个分片中。Accelerate 逐个映射 safetensors 分片：设备映射中只有一个设备时，全部内容从文件的页面直接到该设备；有多个设备时，每个张量到各自的设备。PyTorch 的 .bin 分片则先整个读入主机内存，主机内存必须容得下最大的分片。</translation>
    </message>
    <message>
        <source>%1 (a sixth of the model)</source>
        <translation>%1（模型的六分之一）</translation>
    </message>
    <message>
        <source>%1 (the model: %2)</source>
        <translation>%1（模型为 %2）</translation>
    </message>
    <message>
        <source>Each file of this step is a safetensors shard of at most %1.</source>
        <translation>本课程的分片为 safetensors 格式，按 %1 切分。</translation>
    </message>
    <message>
        <source>The tensors %1 and %2 are larger (%3 each), so each of them has a separate shard.</source>
        <translation>%1 和 %2 更大，各为 %3：它们各自独占一个分片。</translation>
    </message>
    <message>
        <source>The limits of this step (%1) are set so that every device gets a part of the model. Accelerate keeps %2 of each limit free for the largest layer. The rest of the model is placed on the disk.</source>
        <translation>此步骤的上限（使每个设备都分到一部分）：%1。Accelerate 在每个上限中为最大的层留出 %2；模型的其余部分放到磁盘。</translation>
    </message>
</context>
<context>
    <name>stowage::LimitField</name>
    <message>
        <source>Limit of %1</source>
        <translation>%1 的上限</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Too large: at most 4 EiB</source>
        <translation>超出任何设备的容量：最多 4 EiB</translation>
    </message>
    <message>
        <source>Not a size: type 10GiB, 800MB or a number of bytes</source>
        <translation>不是大小：请键入 10GiB、800MB 或字节数</translation>
    </message>
    <message>
        <source>Lowercase b means bits (8 bits are a byte). Type %1B for bytes</source>
        <translation>比特：小写 b 按八分之一计。要表示字节请键入 %1B</translation>
    </message>
    <message>
        <source>limits of %1 devices</source>
        <translation>%1 个设备的上限</translation>
    </message>
    <message>
        <source>Invalid limits: type {0: &quot;10GiB&quot;, &quot;cpu&quot;: &quot;30GiB&quot;}</source>
        <translation>不是上限：请键入 {0: &quot;10GiB&quot;, &quot;cpu&quot;: &quot;30GiB&quot;}</translation>
    </message>
</context>
<context>
    <name>stowage::LiveCharts</name>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Dashed: predicted before the load; times are based on this machine&apos;s measured rates</source>
        <translation>虚线：加载前的预测；时间由本机的实测速率得出</translation>
    </message>
    <message>
        <source>predicted, by bytes</source>
        <translation>预测，按字节</translation>
    </message>
    <message>
        <source>Dashed: predicted. The axis shows bytes instead of time, because this machine has not been measured</source>
        <translation>虚线：预测；坐标轴上是加载所移动的字节，因为本机测量之前不知道时间</translation>
    </message>
    <message>
        <source>Dashed: predicted before the load. Each byte is drawn at the time when it was read, because this machine has not been measured</source>
        <translation>虚线：加载前按字节的预测；由于未测量本机的速率，每个字节位于其被读取的时刻</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>上限</translation>
    </message>
    <message>
        <source>VRAM, predicted</source>
        <translation>VRAM（预测）</translation>
    </message>
    <message>
        <source>RAM of the process, predicted</source>
        <translation>进程的 RAM（预测）</translation>
    </message>
    <message>
        <source>RAM of the process, measured</source>
        <translation>进程的 RAM（实测）</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>evictable cache</source>
        <translation>可回收缓存</translation>
    </message>
</context>
<context>
    <name>stowage::LiveFeature</name>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>段</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>核对</translation>
    </message>
</context>
<context>
    <name>stowage::LiveFigures</name>
    <message>
        <source>GPU memory simulated</source>
        <translation>GPU 模拟</translation>
    </message>
    <message>
        <source>GPU memory measured</source>
        <translation>GPU 实测</translation>
    </message>
    <message>
        <source>%1; RAM measured as the increase during the load; %2 samples, one every %3 ms.</source>
        <translation>%1，RAM 实测为高出之前水平的部分；%2 个样本，间隔 %3 ms。</translation>
    </message>
    <message>
        <source>Peak, %1</source>
        <translation>峰值，%1</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>unaccounted</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>part sim.</source>
        <translation>部分模拟</translation>
    </message>
    <message>
        <source>VRAM, %1</source>
        <translation>VRAM（%1）</translation>
    </message>
    <message>
        <source>RAM of the process, %1</source>
        <translation>进程的 RAM，%1</translation>
    </message>
    <message>
        <source>resident (RSS)</source>
        <translation>常驻 (RSS)</translation>
    </message>
    <message>
        <source>freed, kept by malloc</source>
        <translation>已释放，由 malloc 持有</translation>
    </message>
    <message>
        <source>machine: MemAvailable</source>
        <translation>机器：MemAvailable</translation>
    </message>
    <message>
        <source>machine: cgroup limit</source>
        <translation>机器：cgroup 上限</translation>
    </message>
    <message>
        <source>Run %1: load with %2</source>
        <translation>运行 %1：加载（%2）</translation>
    </message>
    <message>
        <source>Time, measured</source>
        <translation>时间（实测）</translation>
    </message>
    <message>
        <source>Paused, not included</source>
        <translation>暂停，不计入</translation>
    </message>
    <message>
        <source>Time, predicted</source>
        <translation>时间（预测）</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Bytes read, measured</source>
        <translation>读取量（实测）</translation>
    </message>
    <message>
        <source>Mean rate, measured</source>
        <translation>平均速率（实测）</translation>
    </message>
    <message>
        <source>%1, fully loaded at %2</source>
        <translation>%1，于 %2 完成</translation>
    </message>
    <message>
        <source>File-backed memory is evictable cache: the kernel can reclaim its pages at any time.</source>
        <translation>文件页是可回收缓存：内核可随时收回其页。</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Read so far</source>
        <translation>到此时已读取</translation>
    </message>
    <message>
        <source>RAM, %1</source>
        <translation>RAM（%1）</translation>
    </message>
    <message>
        <source>The anonymous memory includes %1 from before the load (measured).</source>
        <translation>其中 %1 在加载之前就存在，实测。</translation>
    </message>
    <message>
        <source>Predicted load: %1</source>
        <translation>预测：%1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>To be read</source>
        <translation>要读取</translation>
    </message>
    <message>
        <source>The RAM shown is in addition to the RAM in use now. The time is unknown until this machine is measured (stowagectl devices --measure). Until then, the axis shows the bytes that the load moves.</source>
        <translation>RAM 在现有占用之上增加。测量本机 (stowagectl devices --measure) 之前不知道时间：坐标轴表示加载所移动的字节。</translation>
    </message>
    <message>
        <source>The RAM shown is in addition to the RAM in use now. The time is based on the measured rates of this machine.</source>
        <translation>RAM 在现有占用之上增加。时间由本机的实测速率得出。</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>1 个 token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 token/s</translation>
    </message>
    <message>
        <source>Prefill, %1</source>
        <translation>预填充，%1</translation>
    </message>
    <message>
        <source>Decode, %1</source>
        <translation>解码，%1</translation>
    </message>
    <message>
        <source>Decode rate, measured</source>
        <translation>解码速率（实测）</translation>
    </message>
    <message>
        <source>Weights moved</source>
        <translation>移动的权重</translation>
    </message>
    <message>
        <source>Waited for weights</source>
        <translation>等待权重</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>anonymous</source>
        <translation>匿名</translation>
    </message>
    <message>
        <source>no prefetch</source>
        <translation>无预取</translation>
    </message>
    <message>
        <source>prefetch window of %1</source>
        <translation>提前预取 %1 层</translation>
    </message>
    <message>
        <source>1 thread computes</source>
        <translation>1 个线程计算</translation>
    </message>
    <message>
        <source>%1 threads compute</source>
        <translation>%1 个线程计算</translation>
    </message>
    <message>
        <source>Offloaded layers ran on %1; %2; %3.</source>
        <translation>卸载 (offload) 的层在 %1 上运行；%2；%3。</translation>
    </message>
    <message>
        <source>%1; fused attention</source>
        <translation>%1；融合注意力</translation>
    </message>
    <message>
        <source>%1 The GPUs are simulated; times and RAM are measured.</source>
        <translation>%1GPU 为模拟，时间和 RAM 为实测。</translation>
    </message>
    <message>
        <source>%1 All figures are measured.</source>
        <translation>%1全部为实测。</translation>
    </message>
    <message>
        <source>Run %1: forward pass, %2</source>
        <translation>运行 %1：前向传播，%2</translation>
    </message>
    <message>
        <source>The predicted time assumes that the host of this virtual machine has not reclaimed free memory.</source>
        <translation>预测时间的前提是此虚拟机的主机没有收回空闲内存。</translation>
    </message>
    <message>
        <source>%1 of the VRAM is allocated in advance for the tensors that are read next.</source>
        <translation>其中 %1 是为接下来要读取的张量预先分配的。</translation>
    </message>
</context>
<context>
    <name>stowage::LiveHeader</name>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸下</translation>
    </message>
    <message>
        <source>Unload the weights</source>
        <translation>卸下权重</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Release the loaded weights and the cached memory of the devices</source>
        <translation>归还已加载的权重和设备的缓存</translation>
    </message>
    <message>
        <source>Follow: keep the newest values in view (or double-click a chart)</source>
        <translation>跟随：使运行保持可见（双击图表）</translation>
    </message>
    <message>
        <source>Freeze: stop updating the charts; sampling continues</source>
        <translation>冻结：图表静止；采样继续进行</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Load step by step: pause before the first tensor</source>
        <translation>单步加载：在第一个张量之前暂停</translation>
    </message>
    <message>
        <source>Load one more tensor</source>
        <translation>再搬入一个张量</translation>
    </message>
    <message>
        <source>Pause after the current tensor</source>
        <translation>在此张量之后暂停</translation>
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
        <translation>%1 / %2 个张量</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>paused at %1</source>
        <translation>已暂停于 %1</translation>
    </message>
    <message>
        <source>%1 now</source>
        <translation>当前 %1</translation>
    </message>
    <message>
        <source>, measured</source>
        <translation>（实测）</translation>
    </message>
    <message>
        <source>%1 of %2 is available</source>
        <translation>剩余 %1，共 %2</translation>
    </message>
    <message>
        <source>%1 left in this phase</source>
        <translation>此阶段剩余 %1</translation>
    </message>
    <message>
        <source>Loaded %1 in %2</source>
        <translation>已加载 %1，用时 %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>1 个张量</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1, %2 tied</source>
        <translation>%1，绑定 %2 个</translation>
    </message>
    <message>
        <source> · load method %1 (auto)</source>
        <translation> · 用 %1（auto）</translation>
    </message>
    <message>
        <source>Cancelled after %1</source>
        <translation>%1 后取消</translation>
    </message>
    <message>
        <source>Cancelled before any data was read</source>
        <translation>在读取任何内容之前取消</translation>
    </message>
    <message>
        <source>%1 read, no memory remains allocated</source>
        <translation>已读取 %1，没有留下分配</translation>
    </message>
    <message>
        <source>Unloaded</source>
        <translation>已卸下</translation>
    </message>
    <message>
        <source>no memory remains allocated</source>
        <translation>没有留下分配</translation>
    </message>
    <message>
        <source>Nothing is loaded</source>
        <translation>未加载任何内容</translation>
    </message>
    <message>
        <source>press Load to see VRAM and RAM while the weights are loaded</source>
        <translation>按“加载”：权重搬入时，图表显示 VRAM 和 RAM</translation>
    </message>
    <message>
        <source>the model was built %1: it can be planned but not loaded</source>
        <translation>该模型%1：可以规划，不能加载</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>正在准备</translation>
    </message>
    <message>
        <source>devices and LibTorch</source>
        <translation>设备和 LibTorch</translation>
    </message>
    <message>
        <source>Cancelling</source>
        <translation>正在取消</translation>
    </message>
    <message>
        <source>releasing memory</source>
        <translation>正在归还内存</translation>
    </message>
    <message>
        <source>Unloading</source>
        <translation>正在卸下</translation>
    </message>
    <message>
        <source>the weights remain loaded</source>
        <translation>权重保持加载</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1（实测）</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Cancelled after %1, %2 generated</source>
        <translation>%1 后取消，已生成 %2</translation>
    </message>
    <message>
        <source>Ran in %1</source>
        <translation>运行用时 %1</translation>
    </message>
    <message>
        <source>Ran %1 in %2</source>
        <translation>已运行 %1，用时 %2</translation>
    </message>
    <message>
        <source>Generated %1 in %2</source>
        <translation>已生成 %1，用时 %2</translation>
    </message>
    <message>
        <source>Preparing the run</source>
        <translation>正在准备运行</translation>
    </message>
    <message>
        <source>%1: token %2 of %3</source>
        <translation>%1：第 %2 个 token，共 %3 个</translation>
    </message>
    <message>
        <source>the run stops after the current module</source>
        <translation>在两个模块之间结束</translation>
    </message>
    <message>
        <source>%1 read at %2</source>
        <translation>以 %2 的速度读取 %1</translation>
    </message>
</context>
<context>
    <name>stowage::LivePanel</name>
    <message>
        <source>VRAM, simulated</source>
        <translation>VRAM（模拟）</translation>
    </message>
    <message>
        <source>VRAM, partly simulated</source>
        <translation>VRAM，部分模拟</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>VRAM, measured</source>
        <translation>VRAM（实测）</translation>
    </message>
    <message>
        <source>Live memory</source>
        <translation>实时内存</translation>
    </message>
    <message>
        <source>1 sample is missing from the curves. %1</source>
        <translation>曲线缺少 1 个样本。%1</translation>
    </message>
    <message>
        <source>%1 samples are missing from the curves. %2</source>
        <translation>曲线缺少 %1 个样本。%2</translation>
    </message>
    <message>
        <source>At the crosshair</source>
        <translation>十字线处</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>stowage::LoadController</name>
    <message>
        <source>The memory that other programs use on %1 is measured; this value can be set only for simulated GPUs.</source>
        <translation>其他程序对 %1 的占用是实测的；只有模拟 GPU 才能设置。</translation>
    </message>
    <message>
        <source>Other programs cannot use %1 of memory on %2. The capacity of the GPU is %3, and the driver&apos;s context uses %4. Choose at most %5.</source>
        <translation>其他程序不能占用 %2 的 %1：其 %3 中上下文占用 %4；请选择不超过 %5。</translation>
    </message>
    <message>
        <source>Nothing can be loaded yet; open a model first.</source>
        <translation>现在还不能加载任何内容；请先打开模型。</translation>
    </message>
    <message>
        <source>The loaded model is running; wait for the run to end, or cancel the run first.</source>
        <translation>已加载的模型正在运行；请等待运行结束，或先取消运行。</translation>
    </message>
    <message>
        <source>The device %1 no longer exists.</source>
        <translation>%1 已不存在。</translation>
    </message>
    <message>
        <source>The load was cancelled.</source>
        <translation>加载已取消。</translation>
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
        <translation>RAM 上限：%1…</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Load tensor by tensor</source>
        <translation>逐个张量地进行加载</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸下</translation>
    </message>
    <message>
        <source>Release the loaded weights and the cached memory of the devices</source>
        <translation>归还已加载的权重和设备的缓存</translation>
    </message>
    <message>
        <source>Empty cache</source>
        <translation>清空缓存</translation>
    </message>
    <message>
        <source>Release memory that the allocators have reserved but no tensor uses, like torch.cuda.empty_cache</source>
        <translation>归还分配器保留而没有张量使用的内存，如同 torch.cuda.empty_cache</translation>
    </message>
    <message>
        <source>Reset peaks</source>
        <translation>重置峰值</translation>
    </message>
    <message>
        <source>Reset the peak figures to the current values; not available during a load</source>
        <translation>从现在起统计最高值；加载运行期间不可用</translation>
    </message>
    <message>
        <source>Verify after loading</source>
        <translation>加载后校验</translation>
    </message>
    <message>
        <source>Compare every loaded byte with the file</source>
        <translation>将每个已加载的字节与文件比较</translation>
    </message>
    <message>
        <source>Apply to the loaded model</source>
        <translation>应用到已加载的内容</translation>
    </message>
    <message>
        <source>Move the weights that the edited plan places on another device; all other weights remain on their device</source>
        <translation>移动编辑后的方案放在别处的内容；其余全部留在原处</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Load method</source>
        <translation>加载方法</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>RAM 上限</translation>
    </message>
    <message>
        <source>Maximum RAM for a load, for example 4GiB. Leave the field empty to allow all RAM of the machine.
The limit applies to the anonymous and shared memory that the load adds. It does not include
pages of mapped files, which the system can reclaim, or pages that back simulated GPUs.</source>
        <translation>加载可占用的最大 RAM，如 4GiB；留空：机器所具备的。
计入高出加载前水平的匿名内存和共享内存；内存映射文件的页
不计入，因为系统会将其收回，模拟 GPU 背后的页也不计入。</translation>
    </message>
    <message>
        <source>%1 was not loaded: %2</source>
        <translation>正在加载 %1：%2</translation>
    </message>
    <message>
        <source>Load with %1</source>
        <translation>用 %1 加载</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Release the weights of %1 and the cached memory of the devices</source>
        <translation>归还 %1 的权重和设备的缓存</translation>
    </message>
    <message>
        <source>The loaded model is running; wait for the run to end, or cancel the run first</source>
        <translation>已加载的模型正在运行；请等待运行结束，或先取消运行</translation>
    </message>
    <message>
        <source>Unload %1, then load the weights onto the devices of the plan</source>
        <translation>卸下 %1，然后将权重加载到方案指定的位置</translation>
    </message>
    <message>
        <source>Load the weights onto the devices of the plan</source>
        <translation>将权重加载到方案指定的位置</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>正在准备…</translation>
    </message>
    <message>
        <source>Loading, %1 %</source>
        <translation>正在加载，%1%</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Paused, %1 %</source>
        <translation>已暂停，%1%</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Unloading…</source>
        <translation>正在卸下…</translation>
    </message>
</context>
<context>
    <name>stowage::LoadHistory</name>
    <message>
        <source>The record file %1 cannot be removed: %2.</source>
        <translation>无法移除 %1：%2。</translation>
    </message>
    <message>
        <source>The note could not be saved: %1</source>
        <translation>备注未保留：%1</translation>
    </message>
    <message>
        <source>The record could not be saved: the folder %1 could not be created.</source>
        <translation>记录未保留：无法创建文件夹 %1。</translation>
    </message>
    <message>
        <source>The record could not be saved: %1</source>
        <translation>记录未保留：%1</translation>
    </message>
    <message>
        <source>A record could not be read and was left unchanged: %1</source>
        <translation>有一条记录保持原样：%1</translation>
    </message>
    <message>
        <source>%1 records could not be read and were left unchanged. The first error is: %2</source>
        <translation>有 %1 条记录保持原样；第一条：%2</translation>
    </message>
    <message>
        <source>At most %1 record files are shown; %2 older files in %3 were not read.</source>
        <translation>最多显示 %1 个文件；%3 中较早的 %2 个未读取。</translation>
    </message>
    <message>
        <source>1 record exported to %1.</source>
        <translation>已将 1 条记录导出到 %1。</translation>
    </message>
    <message>
        <source>%1 records exported to %2.</source>
        <translation>已将 %1 条记录导出到 %2。</translation>
    </message>
    <message>
        <source>At most %1 records are stored; an old record, from %2, was removed. Records without a note are removed first.</source>
        <translation>最多保留 %1 条记录；一条旧记录（%2）已移除。没有备注的记录先移除。</translation>
    </message>
</context>
<context>
    <name>stowage::LoadHistoryModel</name>
    <message>
        <source>Peak of anonymous memory above the level at the start, %1: %2</source>
        <translation>匿名内存，高出之前水平的部分，%1：%2</translation>
    </message>
    <message>
        <source>measured from outside the process</source>
        <translation>从外部实测</translation>
    </message>
    <message>
        <source>measured by the process itself</source>
        <translation>由其自身实测</translation>
    </message>
    <message>
        <source>Measured minus predicted, for the GPU peak with the largest error, for the peak of anonymous RAM, and for the time</source>
        <translation>实测减预测：所有 GPU 峰值中最大的、主机的匿名内存峰值、时间</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>When the load, run or chain of models ended</source>
        <translation>结束的时间</translation>
    </message>
    <message>
        <source>%1 UTC</source>
        <translation>%1 UTC</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Your note</source>
        <translation>您写的内容</translation>
    </message>
    <message>
        <source>Double-click or press F2 to write a note</source>
        <translation>双击或按 F2 写备注</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>A load, a run of a loaded model, or a chain of models (one after another on one device)</source>
        <translation>加载、在已加载模型上的运行，或模型的链</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Load method</source>
        <translation>加载方法</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Strategy, and the devices of the device map</source>
        <translation>策略，及其映射中的设备</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Time of the load or run, measured</source>
        <translation>加载或运行的时间（实测）</translation>
    </message>
    <message>
        <source>VRAM peak by GPU</source>
        <translation>各 GPU 的 VRAM 峰值</translation>
    </message>
    <message>
        <source>Highest allocated memory, GPU 0 first</source>
        <translation>最高已分配内存，GPU 0 在前</translation>
    </message>
    <message>
        <source>RAM, anon.</source>
        <translation>RAM（匿名）</translation>
    </message>
    <message>
        <source>Peak of the anonymous memory of the process above the level at the start</source>
        <translation>进程的最高匿名内存，高出之前水平的部分</translation>
    </message>
    <message>
        <source>Measured minus predicted</source>
        <translation>实测减预测</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>已校验</translation>
    </message>
    <message>
        <source>Whether every loaded byte matches the file</source>
        <translation>已将每个已加载的字节与文件比较</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>How the load, run or chain of models ended</source>
        <translation>结束的方式</translation>
    </message>
</context>
<context>
    <name>stowage::LoadHistoryPanel</name>
    <message>
        <source>Overlay in Live</source>
        <translation>叠加到“实时”</translation>
    </message>
    <message>
        <source>Overlay the selected records&apos; curves on the live charts</source>
        <translation>将所选记录的曲线叠加到实时图表上</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Read records that stowagectl wrote (load, run or compare with --json)</source>
        <translation>读取 stowagectl load、run 或 compare --json 写出的内容</translation>
    </message>
    <message>
        <source>Predicted and Measured…</source>
        <translation>预测与实测…</translation>
    </message>
    <message>
        <source>Compare all loads and runs with their predictions</source>
        <translation>所有加载和运行，与其预测并列</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Write the selected records as CSV or JSON</source>
        <translation>将所选记录写为 CSV 或 JSON</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete the selected records (Del)</source>
        <translation>删除所选记录 (Del)</translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation>撤销删除</translation>
    </message>
    <message>
        <source>Search the records</source>
        <translation>搜索记录</translation>
    </message>
    <message>
        <source>Search model, note, plan, device</source>
        <translation>搜索模型、备注、方案、设备</translation>
    </message>
    <message>
        <source>Finds records that contain all words in the model, path, note, plan, device, method, state or date</source>
        <translation>须全部出现在记录中的词：模型、路径、备注、方案、设备、方法、状态或日期</translation>
    </message>
    <message>
        <source>Kind of the records</source>
        <translation>记录的种类</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>所有种类</translation>
    </message>
    <message>
        <source>Loads</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Chains</source>
        <translation>链</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Curves of the selected records, overlaid</source>
        <translation>所选记录的曲线，相互叠加</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详细信息</translation>
    </message>
    <message>
        <source>All stored data of one record</source>
        <translation>一条记录所保留的全部内容</translation>
    </message>
    <message>
        <source>Select one or several records to see their curves.</source>
        <translation>选择一条或多条记录以查看其曲线。</translation>
    </message>
    <message>
        <source>%1 of %2 records</source>
        <translation>%1 / %2 条记录</translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>1 条记录</translation>
    </message>
    <message>
        <source>%1 records</source>
        <translation>%1 条记录</translation>
    </message>
    <message>
        <source>There are no records yet. This table lists every load, run and chain of models, and each load method of a comparison.</source>
        <translation>尚未保留任何内容。每次加载、每次运行、每个链和每种比较过的方法都会列在此处。</translation>
    </message>
    <message>
        <source>No record matches all words of the search and the selected kind.</source>
        <translation>没有记录含有所有这些词且属于此种类。</translation>
    </message>
    <message>
        <source>Restore the deleted record</source>
        <translation>恢复被删除的记录</translation>
    </message>
    <message>
        <source>Restore the %1 deleted records</source>
        <translation>恢复被删除的 %1 条记录</translation>
    </message>
    <message>
        <source>1 record deleted.</source>
        <translation>已删除 1 条记录。</translation>
    </message>
    <message>
        <source>%1 records deleted.</source>
        <translation>已删除 %1 条记录。</translation>
    </message>
</context>
<context>
    <name>stowage::LoadPresetFields</name>
    <message>
        <source>Cap</source>
        <translation>上限值</translation>
    </message>
    <message>
        <source>The number of GPUs</source>
        <translation>GPU 的数量</translation>
    </message>
    <message>
        <source>use the device</source>
        <translation>使用设备</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>the simulated GPUs</source>
        <translation>模拟 GPU</translation>
    </message>
    <message>
        <source>Number of GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>Cap of each GPU</source>
        <translation>每个 GPU 的上限值</translation>
    </message>
    <message>
        <source>Smallest GPU</source>
        <translation>最小的 GPU</translation>
    </message>
    <message>
        <source>Uses the capacity of the smallest of these GPUs as the cap</source>
        <translation>将这些 GPU 中最小者的容量作为上限值</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Number of GPUs, 1 to %1; the plan uses the GPUs with the lowest numbers</source>
        <translation>1 到 %1：编号最小的 GPU</translation>
    </message>
    <message>
        <source>Cap: type the size that applies to each GPU, such as 10GiB.</source>
        <translation>上限值：为每个 GPU 键入大小，如 10GiB。</translation>
    </message>
</context>
<context>
    <name>stowage::LoadRecordCharts</name>
    <message>
        <source>GPU whose curves are shown</source>
        <translation>显示其曲线的 GPU</translation>
    </message>
    <message>
        <source>All GPUs</source>
        <translation>所有 GPU</translation>
    </message>
    <message>
        <source>VRAM, simulated</source>
        <translation>VRAM（模拟）</translation>
    </message>
    <message>
        <source>VRAM, measured</source>
        <translation>VRAM（实测）</translation>
    </message>
    <message>
        <source>Anon. RAM, measured</source>
        <translation>匿名 RAM（实测）</translation>
    </message>
</context>
<context>
    <name>stowage::LoadRecordDetails</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>recorded in the window</source>
        <translation>在窗口中</translation>
    </message>
    <message>
        <source>loaded in a separate process to compare load methods</source>
        <translation>比较所得，在单独的进程中</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>导入</translation>
    </message>
    <message>
        <source>page cache cold</source>
        <translation>页缓存：冷</translation>
    </message>
    <message>
        <source>page cache warm</source>
        <translation>页缓存：热</translation>
    </message>
    <message>
        <source>page cache unchanged</source>
        <translation>页缓存：原有状态</translation>
    </message>
    <message>
        <source>Loaded %1 (1 tensor)</source>
        <translation>已加载 %1（1 个张量）</translation>
    </message>
    <message>
        <source>Loaded %1 (%2 tensors)</source>
        <translation>已加载 %1，%2 个张量</translation>
    </message>
    <message>
        <source>State: %1</source>
        <translation>状态：%1</translation>
    </message>
    <message>
        <source>Measured minus predicted: %1</source>
        <translation>实测减预测：%1</translation>
    </message>
    <message>
        <source>Unaccounted memory (measured minus explained): %1</source>
        <translation>未说明，即实测减去已说明：%1</translation>
    </message>
    <message>
        <source>Plan: %1; limits: %2</source>
        <translation>方案：%1；上限：%2</translation>
    </message>
    <message>
        <source>Digest of the headers: %1</source>
        <translation>其文件头的摘要：%1</translation>
    </message>
    <message>
        <source>%1 UTC, %2, %3</source>
        <translation>%1 UTC，%2，%3</translation>
    </message>
    <message>
        <source>Verified: every byte matches the file</source>
        <translation>已校验：每个字节都与文件相同</translation>
    </message>
    <message>
        <source>Verification failed: some bytes differ from the file</source>
        <translation>校验失败：有些字节与文件不同</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>备注：%1</translation>
    </message>
    <message>
        <source>Phases, passes or models</source>
        <translation>阶段、前向传播或模型</translation>
    </message>
    <message>
        <source>Details of the record</source>
        <translation>记录的详细信息</translation>
    </message>
    <message>
        <source>No record is selected</source>
        <translation>未选择记录</translation>
    </message>
    <message>
        <source>Select one record to see its plan, its outcome and its times.</source>
        <translation>选择一条记录以查看其方案、结束方式和时间。</translation>
    </message>
    <message>
        <source>%1, a chain</source>
        <translation>%1，链</translation>
    </message>
    <message>
        <source>%1, run after loading with %2</source>
        <translation>%1，以 %2 加载后的运行</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>prompt, 1 token</source>
        <translation>提示词，1 个 token</translation>
    </message>
    <message>
        <source>prompt, %1 tokens</source>
        <translation>提示词，%1 个 token</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>token %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>前向传播</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>迁入量</translation>
    </message>
    <message>
        <source>In</source>
        <translation>迁入用时</translation>
    </message>
    <message>
        <source>All calls</source>
        <translation>其所有调用</translation>
    </message>
    <message>
        <source>Phase, peaks in %1</source>
        <translation>阶段，峰值单位 %1</translation>
    </message>
    <message>
        <source>RAM, anon.</source>
        <translation>RAM（匿名）</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，用时 %2</translation>
    </message>
    <message>
        <source>%1, %2 read from files</source>
        <translation>%1，读取文件 %2</translation>
    </message>
    <message>
        <source>%1 (predicted %2)</source>
        <translation>%1（预测 %2）</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，于 %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>How the load, run or chain of models ended</source>
        <translation>结束的方式</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>%1 records are selected</source>
        <translation>已选择 %1 条记录</translation>
    </message>
</context>
<context>
    <name>stowage::LoadedNote</name>
    <message>
        <source>The model on the board was opened later and is not loaded.</source>
        <translation>看板显示的是之后打开的内容；其中没有任何部分已加载。</translation>
    </message>
    <message>
        <source>The loaded model is %1, so a run uses it. The model on the board, %2, is not loaded.</source>
        <translation>“运行”作用于 %1；看板显示的是 %2 的方案，其中没有任何部分已加载。</translation>
    </message>
    <message>
        <source>The board shows the plan of %1.</source>
        <translation>看板显示的是 %1 的方案。</translation>
    </message>
    <message>
        <source>1 of %1 blocks is on a different device than the board shows.</source>
        <translation>%1 个块中有 1 个位于与所显示不同的位置。</translation>
    </message>
    <message>
        <source>%1 of %2 blocks are on different devices than the board shows.</source>
        <translation>%2 个块中有 %1 个位于与所显示不同的位置。</translation>
    </message>
    <message>
        <source>The plan on the board uses other dtypes than the load.</source>
        <translation>所显示的方案类型不同。</translation>
    </message>
    <message>
        <source>The plan on the board uses other GPUs than the load.</source>
        <translation>所显示的方案的 GPU 不同。</translation>
    </message>
    <message>
        <source>The plan on the board handles offloaded buffers differently from the load.</source>
        <translation>所显示的方案对卸载 (offload) 的缓冲张量处理方式不同。</translation>
    </message>
    <message>
        <source>%1 is loaded with another plan</source>
        <translation>%1 是按另一个方案加载的</translation>
    </message>
    <message>
        <source>%1 is being loaded with another plan</source>
        <translation>正在按另一个方案加载 %1</translation>
    </message>
    <message>
        <source>The loaded model %1 was opened earlier</source>
        <translation>%1 是按之前打开的方式加载的</translation>
    </message>
    <message>
        <source>The model being loaded, %1, was opened earlier</source>
        <translation>正在按之前打开的方式加载 %1</translation>
    </message>
    <message>
        <source>%1 is loaded, not %2</source>
        <translation>已加载的是 %1，不是 %2</translation>
    </message>
    <message>
        <source>%1 is being loaded, not %2</source>
        <translation>正在加载的是 %1，不是 %2</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>加载 %1</translation>
    </message>
    <message>
        <source>Load again</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸下</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>The loaded model is running; wait for the run to end, or cancel the run first</source>
        <translation>已加载的模型正在运行；请等待运行结束，或先取消运行</translation>
    </message>
    <message>
        <source>Unload %1 and load the plan on the board</source>
        <translation>卸下 %1 并加载所显示的内容</translation>
    </message>
    <message>
        <source>Unload %1</source>
        <translation>卸下 %1</translation>
    </message>
</context>
<context>
    <name>stowage::LogPanel</name>
    <message>
        <source>Pasted memory figures of another program</source>
        <translation>另一个程序输出的内存信息</translation>
    </message>
    <message>
        <source>Figures of the pasted text compared with the figures of the plan</source>
        <translation>输出的数值与方案的数值并列</translation>
    </message>
    <message>
        <source>Paste PyTorch&apos;s out-of-memory error or memory summary, or the start-up lines of vLLM, SGLang or llama.cpp. Stowage compares each figure with the figure of the plan.</source>
        <translation>粘贴 PyTorch 的内存不足错误或内存摘要，或 vLLM、SGLang 或 llama.cpp 的启动行：每个数值都会与方案的数值并列。</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) with figures were not read.</source>
        <translation>
            <numerusform>有 %n 行含数值的内容未被读取。</numerusform>
        </translation>
    </message>
    <message>
        <source>This table shows the figures of the pasted text next to the figures of the plan.</source>
        <translation>其数值将显示在此处，与方案的数值并列。</translation>
    </message>
    <message>
        <source>The text contains no figures that Stowage can read.</source>
        <translation>在文本中没有找到此处已知程序的数值。</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Printed</source>
        <translation>输出的</translation>
    </message>
    <message>
        <source>The plan&apos;s</source>
        <translation>方案的</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差值</translation>
    </message>
</context>
<context>
    <name>stowage::LogWindow</name>
    <message>
        <source>Messages of the program</source>
        <translation>程序报告的内容</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Nothing has been reported yet.</source>
        <translation>尚未报告任何内容。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the selection, or the whole log</source>
        <translation>复制选中的内容，或全部内容</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>The whole log was copied.</source>
        <translation>已复制全部内容。</translation>
    </message>
    <message>
        <source>The selection was copied.</source>
        <translation>已复制选中的内容。</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已保存为 %1。</translation>
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
        <translation>stowagectl %1，比本程序新</translation>
    </message>
    <message>
        <source>stowagectl %1, older than this program</source>
        <translation>stowagectl %1，比本程序旧</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>Connected: %1 on %2</source>
        <translation>已连接：%1，运行于 %2</translation>
    </message>
    <message>
        <source>The model on %1 cannot be opened: %2</source>
        <translation>无法打开 %1 上的模型：%2</translation>
    </message>
    <message>
        <source>The machine was disconnected.</source>
        <translation>连接已断开。</translation>
    </message>
</context>
<context>
    <name>stowage::MachineConnection</name>
    <message>
        <source>Type the name that ssh uses for the machine, for example gpu1 or me@gpu1.example.org.</source>
        <translation>请键入机器的名称，与 ssh 所用的一致，如 gpu1 或 me@gpu1.example.org。</translation>
    </message>
    <message>
        <source>The name of a machine cannot begin with a dash or contain spaces.</source>
        <translation>机器的名称不能以连字符开头，也不能含空格。</translation>
    </message>
    <message>
        <source>The program %1 could not be started: %2.</source>
        <translation>无法启动 %1：%2。</translation>
    </message>
    <message>
        <source>The machine %1 is not connected.</source>
        <translation>%1 未连接。</translation>
    </message>
    <message>
        <source>The machine %1 sent more data at once than an answer of stowagectl can contain.</source>
        <translation>%1 一次发送的内容超过了 stowagectl 应答的长度。</translation>
    </message>
    <message>
        <source>The machine %1 sent a line that is not an answer of stowagectl: “%2”.</source>
        <translation>%1 发送了一行不属于 stowagectl 应答的内容：“%2”。</translation>
    </message>
    <message>
        <source>The stowagectl on %1 is newer than this program and uses another protocol: install the newer version on this machine.</source>
        <translation>%1 上的 stowagectl 比本程序新，查询方式不同：请在此处安装其版本。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation>与 %1 的连接已中断。</translation>
    </message>
    <message>
        <source>The connection to %1 was lost: “%2”.</source>
        <translation>与 %1 的连接已中断：“%2”。</translation>
    </message>
    <message>
        <source>stowagectl was not found on %1: install Stowage on that machine, with stowagectl on the PATH or in ~/.local/bin.</source>
        <translation>%1 上没有 stowagectl：请在那里安装 Stowage，使其位于 PATH 中或 ~/.local/bin 中。</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2 exited with status %3.</source>
        <translation>无法访问 %1：%2 已结束，状态为 %3。</translation>
    </message>
    <message>
        <source>%1 cannot be reached: “%2”.</source>
        <translation>无法访问 %1：“%2”。</translation>
    </message>
    <message>
        <source>%1 was disconnected.</source>
        <translation>与 %1 的连接已断开。</translation>
    </message>
    <message>
        <source>stowagectl does not start on %1: “%2”.</source>
        <translation>stowagectl 无法在 %1 上启动：“%2”。</translation>
    </message>
    <message>
        <source>The stowagectl on %1 is too old for this program, which needs version %2 of the protocol: install this version of Stowage on that machine.</source>
        <translation>%1 上的 stowagectl 对于本程序来说过旧，本程序需要协议版本 %2：请在该机器上安装此版本的 Stowage。</translation>
    </message>
</context>
<context>
    <name>stowage::MachineLinksTable</name>
    <message>
        <source>Type a rate in bytes per second, for example 1.25GB/s, or in bits per second with a small b, for example 10Gb/s.</source>
        <translation>速率为每秒字节数，如 1.25GB/s；或用小写 b 表示比特，如 10Gb/s。</translation>
    </message>
    <message>
        <source>Type a latency of at most 10 s, for example 200us, 0.5ms or 1s.</source>
        <translation>延迟最大 10 s，如 200us、0.5ms 或 1s。</translation>
    </message>
    <message>
        <source>Links between machines</source>
        <translation>机器之间的链路</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Any two machines</source>
        <translation>任意两台机器</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1，%2：%3</translation>
    </message>
    <message>
        <source>given</source>
        <translation>给定</translation>
    </message>
    <message>
        <source>assumed: 10 Gbit/s Ethernet</source>
        <translation>假定，按 10 Gbit/s 以太网</translation>
    </message>
    <message>
        <source>as for “Any two machines”</source>
        <translation>采用任意两台机器的值</translation>
    </message>
</context>
<context>
    <name>stowage::MachinesFeature</name>
    <message>
        <source>Add Machine…</source>
        <translation>添加机器…</translation>
    </message>
    <message>
        <source>Add another machine, reachable over ssh, that loads and runs models</source>
        <translation>通过 ssh 访问的另一台机器，用于加载和运行模型</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Add a machine</source>
        <translation>添加机器</translation>
    </message>
    <message>
        <source>The name that ssh uses for the machine, for example gpu1 or me@gpu1.example.org. If stowagectl is missing
on that machine, “Install There…” can copy it. Only the name is stored. Stowage connects only when you request it.</source>
        <translation>其名称，与 ssh 所用的一致，如 gpu1 或 me@gpu1.example.org。那里必须已安装 Stowage；
此处只保存名称，在您要求之前不会建立任何连接。</translation>
    </message>
    <message>
        <source>Reading the headers of a model on %1…</source>
        <translation>正在读取 %1 上某个模型的文件头…</translation>
    </message>
    <message>
        <source>Open a model on %1 first.</source>
        <translation>请先打开 %1 上的模型。</translation>
    </message>
    <message>
        <source>A load on %1 cannot use real and simulated GPUs together: remove one kind of GPU from the plan.</source>
        <translation>%1 在自己的 GPU 上或在模拟 GPU 上加载，不能同时使用两者：请从方案中去掉其中一种。</translation>
    </message>
    <message>
        <source>Only one installation can run at a time: wait until the current installation is finished.</source>
        <translation>正在进行安装；请等它结束。</translation>
    </message>
    <message>
        <source>stowagectl cannot be copied: no stowagectl was found next to this program.</source>
        <translation>本程序旁边没有可以复制的 stowagectl。</translation>
    </message>
    <message>
        <source>Copy this program&apos;s stowagectl (%1) to %2, into ~/.local? Everything else that stowagectl needs, including LibTorch for loads, must already be installed on that machine.</source>
        <translation>要把本程序的 stowagectl（%1）复制到 %2 的 ~/.local 吗？除它之外所需的东西（加载需要 LibTorch）必须已在那里。</translation>
    </message>
    <message>
        <source>Install stowagectl</source>
        <translation>在那里安装</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Run in Stages…</source>
        <translation>按流水级运行…</translation>
    </message>
    <message>
        <source>Open a model with weights first.</source>
        <translation>请先打开带权重的模型。</translation>
    </message>
    <message>
        <source>The loaded model is not the one shown: unload it first.</source>
        <translation>已加载的模型不是所显示的模型：请先将其卸下。</translation>
    </message>
    <message>
        <source>Stowage is still checking whether this model can be run.</source>
        <translation>正在确定此模型能否运行。</translation>
    </message>
    <message>
        <source>A run in stages needs a model with at least two layers.</source>
        <translation>流水级按层划分，而此模型只有一层。</translation>
    </message>
    <message>
        <source>Run the layers of %1 in several processes, on this machine and on other machines</source>
        <translation>在本机和其他机器上，用多个进程运行 %1 的各层</translation>
    </message>
    <message>
        <source>The adapter %1 is on this machine, but the model is on %2. Copy the adapter to that machine, remove the local adapter from the plan, and add the copy (File ▸ Plan Together With).</source>
        <translation>适配器 %1 在本机，而模型在 %2 上：请将适配器复制到 %2，去掉这个适配器，再添加复制后的那个（文件 ▸ 一并规划）。</translation>
    </message>
    <message>
        <source>Connect to %1 first: adapters and other files for the model are chosen on that machine.</source>
        <translation>请先连接到 %1：与模型一起使用的内容要在模型所在的那台机器上选择。</translation>
    </message>
    <message>
        <source>The additional model %1 is on this machine, but the open model is on %2. Copy the additional model to that machine, remove the local one from the plan, and add the copy (File ▸ Plan Together With).</source>
        <translation>另外添加的模型 %1 在本机，而打开的模型在 %2 上：请将其复制到 %2，去掉这个模型，再添加复制后的那个（文件 ▸ 一并规划）。</translation>
    </message>
    <message>
        <source>The module tree %1 is on this machine, but the model is on %2. Copy the module tree to that machine, and compare the keys with the copy (Model facts ▸ Keys).</source>
        <translation>模块树 %1 在本机，而模型在 %2 上：请将其复制到 %2，并与那里的模块树对照键（模型信息 ▸ 键）。</translation>
    </message>
    <message>
        <source>Remove a machine</source>
        <translation>移除机器</translation>
    </message>
    <message>
        <source>Remove %1? Loads and runs that you started on that machine are stopped, and their memory is released.</source>
        <translation>要移除 %1 吗？那里已加载或正在运行的内容会结束，一切都会释放。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>stowage::MachinesPanel</name>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>real</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>During a load on the machine, this area shows the measured curves.</source>
        <translation>那里所加载内容的曲线在测量时绘于此处。</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Add Machine…</source>
        <translation>添加机器…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Progress of the load</source>
        <translation>在那里已加载的量</translation>
    </message>
    <message>
        <source>Devices of the machine</source>
        <translation>该机器的设备</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Used by others</source>
        <translation>被其他程序占用</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Open Model There…</source>
        <translation>打开那里的模型…</translation>
    </message>
    <message>
        <source>Simulated GPUs of the machine</source>
        <translation>那里的模拟 GPU</translation>
    </message>
    <message>
        <source>Real GPUs</source>
        <translation>其自身的 GPU</translation>
    </message>
    <message>
        <source>GPUs to simulate on a machine without a card, for example 24GiB or 2GiB*2; leave the field empty to use the machine&apos;s real GPUs</source>
        <translation>在没有显卡的机器上要模拟的 GPU，如 24GiB 或 2GiB*2；留空：其自身的 GPU</translation>
    </message>
    <message>
        <source>Load There</source>
        <translation>在那里加载</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run There</source>
        <translation>在那里运行</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Prompt: text or tokens (15496,11,995)</source>
        <translation>提示词：15496,11,995 或文字</translation>
    </message>
    <message>
        <source>Tokens to generate</source>
        <translation>要生成的 token</translation>
    </message>
    <message>
        <source>Add a machine that you can reach over ssh and that has stowagectl. This window can then load and run models on that machine.</source>
        <translation>您通过 ssh 访问且装有 stowagectl 的机器，可以为此窗口加载和运行模型：请添加一台。</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>The remote machine is planning the load.</source>
        <translation>正在那里规划。</translation>
    </message>
    <message>
        <source>%1: %2 of %3, %4</source>
        <translation>%1：%2 / %3，%4</translation>
    </message>
    <message>
        <source>Paused. %1</source>
        <translation>已暂停。%1</translation>
    </message>
    <message>
        <source>The remote machine is loading and running the model. The tokens are shown at the end of the run.</source>
        <translation>正在那里加载并运行；token 在结束时给出。</translation>
    </message>
    <message>
        <source>The load or run on the remote machine is stopping, and its memory is being released.</source>
        <translation>正在那里结束，全部内容都会归还。</translation>
    </message>
    <message>
        <source>Add a machine first.</source>
        <translation>请先添加机器。</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>Close the connection; models loaded on the machine are released</source>
        <translation>结束连接；在那里加载的内容会归还</translation>
    </message>
    <message>
        <source>Start stowagectl on the machine over ssh</source>
        <translation>通过 ssh 在那里启动 stowagectl</translation>
    </message>
    <message>
        <source>Remove the machine from the list and close its connection</source>
        <translation>忘记该机器；其连接随之结束</translation>
    </message>
    <message>
        <source>Connect to the machine first.</source>
        <translation>请先连接。</translation>
    </message>
    <message>
        <source>Choose a model in the machine&apos;s folders to plan it in this window</source>
        <translation>在该机器的文件夹中选择模型，并在此处规划</translation>
    </message>
    <message>
        <source>A model is already loaded or running on the machine: cancel or unload it first.</source>
        <translation>一次只能进行一个加载或运行：请先结束那里正在进行的。</translation>
    </message>
    <message>
        <source>Load the open model on the machine, using the plan that is shown</source>
        <translation>按所显示的方案，在那里加载打开的模型</translation>
    </message>
    <message>
        <source>Type a prompt first.</source>
        <translation>请先键入提示词。</translation>
    </message>
    <message>
        <source>Load the open model on the machine, generate tokens, and release all memory</source>
        <translation>在那里加载打开的模型，让其生成，然后归还全部内容</translation>
    </message>
    <message>
        <source>No load is in progress on the machine.</source>
        <translation>那里没有正在加载的内容。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause the load between two tensors, or resume it</source>
        <translation>在两个张量之间暂停加载，或让其继续</translation>
    </message>
    <message>
        <source>Load one more tensor, then pause</source>
        <translation>放入一个张量，然后暂停加载</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>卸下</translation>
    </message>
    <message>
        <source>No model is loaded or running on the machine.</source>
        <translation>那里没有已加载或正在运行的内容。</translation>
    </message>
    <message>
        <source>The load or run is already stopping.</source>
        <translation>正在结束。</translation>
    </message>
    <message>
        <source>Stop or unload the model and release all its memory on the machine</source>
        <translation>将其结束，并归还那里的全部内容</translation>
    </message>
    <message>
        <source>Install There…</source>
        <translation>在那里安装…</translation>
    </message>
    <message>
        <source>Copy this program&apos;s stowagectl to the machine, after a confirmation</source>
        <translation>在询问之后，把本程序的 stowagectl 复制到那台机器</translation>
    </message>
    <message>
        <source>Folders of the machine</source>
        <translation>机器的文件夹</translation>
    </message>
    <message>
        <source>Home folder</source>
        <translation>主文件夹</translation>
    </message>
    <message>
        <source>Folders of the machine from which models can be opened, with commas between them, for example ~/models, /data; leave the field empty for the home folder. A change takes effect with the next connection.</source>
        <translation>可以从中打开模型的机器文件夹，用逗号分隔，例如 ~/models, /data；留空表示主文件夹。更改在下次连接时生效。</translation>
    </message>
    <message>
        <source>Load Anyway</source>
        <translation>仍然加载</translation>
    </message>
    <message>
        <source>Load the open model although the check before the load has refused it; the load can fail when memory runs out</source>
        <translation>尽管加载前的检查已拒绝，仍加载打开的模型；内存不足时加载可能失败</translation>
    </message>
</context>
<context>
    <name>stowage::MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>方案(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Load</source>
        <translation>加载(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>运行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Lower Panels</source>
        <translation>下方面板</translation>
    </message>
    <message>
        <source>Open or close the charts, runs and tables below the board (Ctrl+J)</source>
        <translation>打开或关闭看板下方的图表、运行和表格 (Ctrl+J)</translation>
    </message>
    <message>
        <source>Reset Layout</source>
        <translation>重置布局</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Main tool bar</source>
        <translation>主工具栏</translation>
    </message>
    <message>
        <source>All figures are estimated</source>
        <translation>所有数值均为估算</translation>
    </message>
    <message>
        <source>Stowage</source>
        <translation>Stowage</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
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
        <translation>导入放置</translation>
    </message>
    <message>
        <source>Engine that the settings belong to</source>
        <translation>设置的来源</translation>
    </message>
    <message>
        <source>Read a file…</source>
        <translation>读取文件…</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>读取为</translation>
    </message>
    <message>
        <source>Enter the command line, variable or file of another engine (vLLM, SGLang, llama.cpp, Ollama, ExLlama, Megatron, torch), or a device map or max_memory as JSON or Python:</source>
        <translation>其他引擎（vLLM、SGLang、llama.cpp、Ollama、ExLlama、Megatron、torch）的命令行、变量或文件，或以 JSON 或 Python 表示的设备映射或 max_memory：</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Fix these characters</source>
        <translation>修正这些字符</translation>
    </message>
    <message>
        <source>Replaces these characters with Python&apos;s quotes, commas and spaces</source>
        <translation>将 Python 的引号、逗号和空白放到应有的位置</translation>
    </message>
    <message>
        <source>Contents of each device with this placement</source>
        <translation>每个设备上将放置的内容</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Modules with weights</source>
        <translation>含权重的模块</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Use this placement</source>
        <translation>采用此放置</translation>
    </message>
    <message>
        <source>Show the difference</source>
        <translation>显示差异</translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation>由其文字判断</translation>
    </message>
    <message>
        <source>%1, detected</source>
        <translation>%1，由其文字判断</translation>
    </message>
    <message>
        <source>Paste or type a placement, or drop a file on the field.</source>
        <translation>粘贴或键入，或将文件拖放到字段上。</translation>
    </message>
    <message>
        <source>Open a model first: a placement refers to its modules.</source>
        <translation>请先打开模型：放置针对的是模型的模块。</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>第 %1 行，第 %2 列：%3</translation>
    </message>
    <message>
        <source>Settings of %1</source>
        <translation>%1 的设置</translation>
    </message>
    <message>
        <source>1 key</source>
        <translation>1 个键</translation>
    </message>
    <message>
        <source>%1 keys</source>
        <translation>%1 个键</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>1 个错误</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 个错误</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 个警告</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 个警告</translation>
    </message>
    <message>
        <source>no problems</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
    <message>
        <source>%1 is too large (%2) for a device map or for the settings of an engine: choose another file.</source>
        <translation>%1 的大小为 %2；设备映射或引擎的设置应是简短的文本。</translation>
    </message>
</context>
<context>
    <name>stowage::MemoryBars</name>
    <message>
        <source>Memory by device</source>
        <translation>各设备的内存</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>stowage::MemoryView</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>memory used on the device before any tensor is allocated: %1.</source>
        <translation>放入任何张量之前设备上已占用的：%1。</translation>
    </message>
    <message>
        <source>memory that %1 uses on each GPU before any tensor is allocated: %2 (%3; %4)</source>
        <translation>放入任何张量之前 %1 在每张显卡上占用的：%2。%3（%4）</translation>
    </message>
    <message>
        <source>peak of reserved memory minus peak of allocated memory: %1 − %2.</source>
        <translation>已保留减已分配，各取其峰值：%1 − %2。</translation>
    </message>
    <message>
        <source>peak of reserved memory plus the driver&apos;s context: %1 + %2.</source>
        <translation>峰值时的已保留，加上上下文：%1 + %2。</translation>
    </message>
    <message>
        <source>capacity minus memory used by other programs minus memory needed: %1 − %2 − %3.</source>
        <translation>容量减去其他程序占用的，再减去需要的：%1 − %2 − %3。</translation>
    </message>
    <message>
        <source>the capacity of this device is not known.</source>
        <translation>此设备的容量未知。</translation>
    </message>
    <message>
        <source>memory used by other programs: %1.</source>
        <translation>其他程序占用的：%1。</translation>
    </message>
    <message>
        <source>the weights that the plan places on this device, as stored by the device&apos;s allocator: %1.</source>
        <translation>方案放在此处的权重，按设备分配器所持有的计：%1。</translation>
    </message>
    <message>
        <source>result of replaying each allocation with the rules of the device&apos;s allocator: %1.</source>
        <translation>按设备分配器的规则逐次分配重放得出：%1。</translation>
    </message>
    <message>
        <source>calculated by formula from the model&apos;s dimensions and the engine&apos;s rules: %1.</source>
        <translation>按公式，由模型的宽度和引擎的规则得出：%1。</translation>
    </message>
    <message>
        <source>Memory by device and kind</source>
        <translation>按设备和种类的内存</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>%1 on %2: %3</source>
        <translation>%2，%1：%3</translation>
    </message>
    <message>
        <source>lower bound, because some of this memory is unknown: %1.</source>
        <translation>至少这么多；未知的内容见上面的句子：%1。</translation>
    </message>
</context>
<context>
    <name>stowage::MessageBar</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
    <message>
        <source>Cancel the operation in progress</source>
        <translation>取消正在进行的操作</translation>
    </message>
    <message>
        <source>Fix it</source>
        <translation>修正</translation>
    </message>
</context>
<context>
    <name>stowage::MethodComparison</name>
    <message>
        <source>Load methods cannot be compared without a model: open a model first.</source>
        <translation>现在还不能比较任何内容；请先打开模型。</translation>
    </message>
    <message>
        <source>No load method is selected: select the methods to compare.</source>
        <translation>未选择方法；请勾选要比较的方法。</translation>
    </message>
    <message>
        <source>The load methods cannot be compared because stowagectl was not found: %1.</source>
        <translation>方法由 stowagectl 比较，但它不存在：%1。</translation>
    </message>
    <message>
        <source>A temporary folder could not be created: %1.</source>
        <translation>无法创建临时文件夹：%1。</translation>
    </message>
</context>
<context>
    <name>stowage::MethodsFeature</name>
    <message>
        <source>Compare methods…</source>
        <translation>比较方法…</translation>
    </message>
    <message>
        <source>Load the model with several methods, each in a new process</source>
        <translation>用多种方法加载，每种都在新进程中</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>方法</translation>
    </message>
</context>
<context>
    <name>stowage::MethodsModel</name>
    <message>
        <source>Predicted peak of the allocated memory</source>
        <translation>预测：最高已分配内存</translation>
    </message>
    <message>
        <source>Peak of the anonymous memory that the load adds, sampled from outside the process</source>
        <translation>最高匿名内存，高出之前水平的部分，从外部轮询</translation>
    </message>
    <message>
        <source>Predicted peak of the anonymous memory that the load adds</source>
        <translation>预测：最高匿名内存，高出之前水平的部分</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>would be stopped</source>
        <translation>将被停止</translation>
    </message>
    <message>
        <source>would be refused</source>
        <translation>将被拒绝</translation>
    </message>
    <message>
        <source>waiting, predicted</source>
        <translation>等待中（预测）</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>running, %1 s</source>
        <translation>运行中，%1 s</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>cancelled, predicted</source>
        <translation>已取消（预测）</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>within limit</source>
        <translation>未超限</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>未开始</translation>
    </message>
    <message>
        <source>stopped at %1</source>
        <translation>停止于 %1</translation>
    </message>
    <message>
        <source>would fit</source>
        <translation>不会超限</translation>
    </message>
    <message>
        <source>The lesson publishes this figure for GPT-2 XL in float32. In the lesson, 1 GB is 2^30 bytes, and RAM figures include file pages, which the system can reclaim.</source>
        <translation>由课程针对 float32 的 GPT-2 XL 公布。其 GB 为 2^30 字节，其 RAM 含有可收回的文件页。</translation>
    </message>
    <message>
        <source>%1 peak</source>
        <translation>%1 峰值</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>RAM, anon.</source>
        <translation>RAM（匿名）</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>RAM 上限</translation>
    </message>
    <message>
        <source>VRAM, published</source>
        <translation>VRAM，公布值</translation>
    </message>
    <message>
        <source>RAM, published</source>
        <translation>RAM，公布值</translation>
    </message>
    <message>
        <source>Measured minus predicted</source>
        <translation>实测减预测</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>已校验</translation>
    </message>
</context>
<context>
    <name>stowage::MethodsPanel</name>
    <message>
        <source>During a comparison, this area shows the measured curves of all methods.</source>
        <translation>各方法的曲线在测量时相互叠加于此。</translation>
    </message>
    <message>
        <source>State of the page cache before each load</source>
        <translation>每次加载前页缓存的状态</translation>
    </message>
    <message>
        <source>Page cache unchanged</source>
        <translation>页缓存原样</translation>
    </message>
    <message>
        <source>Cold page cache</source>
        <translation>冷的页缓存</translation>
    </message>
    <message>
        <source>Warm page cache</source>
        <translation>热的页缓存</translation>
    </message>
    <message>
        <source>State of the file&apos;s pages before each load: unchanged, dropped from the page cache (cold) or read once (warm)</source>
        <translation>每次加载前文件各页的状态：原样、从页缓存中丢弃（冷），或读取一次（热）</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Compare every loaded byte with the file; the load time does not include the comparison</source>
        <translation>将每个已加载的字节与文件比较；不计入时间</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>RAM 上限</translation>
    </message>
    <message>
        <source>No RAM limit</source>
        <translation>无 RAM 上限</translation>
    </message>
    <message>
        <source>Maximum RAM for each method, for example 4GiB. The limit applies to %1. A method that needs more RAM is stopped at the limit.</source>
        <translation>每种方法的最大 RAM，如 4GiB。上限针对%1。需要更多 RAM 的方法会在达到上限时被停止。</translation>
    </message>
    <message>
        <source>Finished methods</source>
        <translation>已结束的方法</translation>
    </message>
    <message>
        <source>Methods and their figures</source>
        <translation>各方法及其占用</translation>
    </message>
    <message>
        <source>RAM limit: %1</source>
        <translation>RAM 上限：%1</translation>
    </message>
    <message>
        <source>%1 of %2 methods finished</source>
        <translation>%1 / %2 种方法</translation>
    </message>
    <message>
        <source>Each method runs in a new process. The published figures are from the lesson.</source>
        <translation>每种方法都在新进程中。公布值：课程的数值。</translation>
    </message>
    <message>
        <source>Each method runs in a new process. Published figures exist only for GPT-2 XL in float32.</source>
        <translation>每种方法都在新进程中。公布的数值：仅限 GPT-2 XL、float32。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Compare methods</source>
        <translation>比较方法</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>stowage::ModelPanel</name>
    <message>
        <source>Filter modules</source>
        <translation>筛选模块</translation>
    </message>
    <message>
        <source>Filter: name, class:Linear, device:gpu1, &gt;100MiB</source>
        <translation>筛选：名称、class:Linear、device:gpu1、&gt;100MiB</translation>
    </message>
    <message>
        <source>About this model</source>
        <translation>关于此模型</translation>
    </message>
    <message>
        <source>About this model: files, types, sizes, largest tensors (Ctrl+I)</source>
        <translation>关于此模型：文件、类型、大小、最大的张量 (Ctrl+I)</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open Folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>New Model…</source>
        <translation>新建模型…</translation>
    </message>
    <message>
        <source>Define a model by its family and sizes, to plan before you download files</source>
        <translation>键入模型族及其尺寸，在下载任何内容之前就能规划</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>0 modules</source>
        <translation>0 个模块</translation>
    </message>
    <message>
        <source>No model is open. Open a file or a folder, or drop it on this window. A config.json is enough to make a plan.</source>
        <translation>没有打开的模型。请打开文件或文件夹，或将其拖放到此处；规划只需 config.json。</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 个模块</translation>
    </message>
    <message>
        <source>“%1” is not a size or a device</source>
        <translation>“%1”不是大小或设备</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>stowage::ModuleTreeModel</name>
    <message>
        <source>mixed</source>
        <translation>混合</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>缓冲张量</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>The tensors of this module are on several devices</source>
        <translation>此模块的张量位于多个设备上</translation>
    </message>
    <message>
        <source>%1: class guessed from names; no model definition declares it. Repeated blocks of equal shape are not split.</source>
        <translation>%1：由名称推测，没有模型声明它。形状相同的重复块保持完整。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>Params</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
</context>
<context>
    <name>stowage::ModuleTreeView</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Module tree</source>
        <translation>模块树</translation>
    </message>
</context>
<context>
    <name>stowage::MovedModulesModel</name>
    <message>
        <source>(whole model)</source>
        <translation>（整个模型）</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>stowage::NewModelDialog</name>
    <message>
        <source>New Model</source>
        <translation>新建模型</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Restore typed values</source>
        <translation>恢复键入的内容</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>模型族</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>Save config.json…</source>
        <translation>保存 config.json…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Defaults of transformers</source>
        <translation>库的默认值</translation>
    </message>
    <message>
        <source>the open model</source>
        <translation>打开的模型</translation>
    </message>
    <message>
        <source>Numbers: transformers&apos; defaults for %1</source>
        <translation>数字：transformers 自身用于 %1 的</translation>
    </message>
    <message>
        <source>Numbers: %1</source>
        <translation>数字：%1</translation>
    </message>
    <message>
        <source>Keys that are kept in the file but do not affect the modules: %1</source>
        <translation>保留在文件中，对模块没有影响：%1</translation>
    </message>
    <message>
        <source>The form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>Plan this model. It has no weights, so it cannot be loaded.</source>
        <translation>规划此模型；没有可加载的权重</translation>
    </message>
    <message>
        <source>The typed sizes do not define a model</source>
        <translation>这些尺寸不能构成模型</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>已保存为 %1</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1，已更改</translation>
    </message>
</context>
<context>
    <name>stowage::NewModelFields</name>
    <message>
        <source>computed</source>
        <translation>推算得出</translation>
    </message>
    <message>
        <source>Sizes of the model</source>
        <translation>模型的尺寸</translation>
    </message>
    <message>
        <source>The value is too long to edit in this field and is kept unchanged.</source>
        <translation>太长，无法在此键入；保持原样。</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开启</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>computed if empty</source>
        <translation>留空：推算得出</translation>
    </message>
    <message>
        <source>default %1</source>
        <translation>默认 %1</translation>
    </message>
</context>
<context>
    <name>stowage::NewModelResult</name>
    <message>
        <source>The typed sizes do not define a model</source>
        <translation>这些尺寸不能构成模型</translation>
    </message>
</context>
<context>
    <name>stowage::NoSplitNote</name>
    <message>
        <source>guessed from names</source>
        <translation>由名称推测</translation>
    </message>
    <message>
        <source>from the definitions of the models</source>
        <translation>来自其各模型的定义</translation>
    </message>
    <message>
        <source>from %1&apos;s definition</source>
        <translation>来自 %1 的定义</translation>
    </message>
    <message>
        <source>none known</source>
        <translation>没有已知的</translation>
    </message>
    <message>
        <source>from the model&apos;s file</source>
        <translation>来自模型的文件</translation>
    </message>
    <message>
        <source>Use the model&apos;s classes</source>
        <translation>使用模型自身的</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>手动设置</translation>
    </message>
    <message>
        <source>No-split classes: %1</source>
        <translation>不可拆分类：%1</translation>
    </message>
    <message>
        <source>Use the guessed classes</source>
        <translation>使用推测的</translation>
    </message>
    <message>
        <source>None: every module may be split</source>
        <translation>无：每个模块都可以拆分</translation>
    </message>
</context>
<context>
    <name>stowage::OpenErrorCard</name>
    <message>
        <source>Problem</source>
        <translation>问题所在</translation>
    </message>
    <message>
        <source>File or folder that could not be opened</source>
        <translation>无法打开的内容</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
    <message>
        <source>Close the message (Esc)</source>
        <translation>关闭消息 (Esc)</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Tensor or key</source>
        <translation>张量或键</translation>
    </message>
    <message>
        <source>At byte</source>
        <translation>起始字节</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Open another…</source>
        <translation>打开另一个…</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Open the same file or folder again</source>
        <translation>再次打开同一文件或文件夹</translation>
    </message>
    <message>
        <source>Open without the chosen options</source>
        <translation>不按所做的选择打开</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详细信息</translation>
    </message>
    <message>
        <source>Copy this message as text</source>
        <translation>将此处的内容复制为文本</translation>
    </message>
    <message>
        <source>Open it as</source>
        <translation>打开为</translation>
    </message>
    <message>
        <source>Class to open the model as</source>
        <translation>打开时所用的类</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open the model as the chosen class</source>
        <translation>以所选的类打开</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Python interpreter that has torch and transformers</source>
        <translation>带有 torch 和 transformers 的 Python</translation>
    </message>
    <message>
        <source>Path of a Python interpreter that has torch and transformers, for example in a virtual environment. It builds the model without weights in a separate process and reports the modules. If the system can block network access, the process has none.</source>
        <translation>带有 torch 和 transformers 的 Python 的路径，例如虚拟环境中的 Python。它在单独的进程中构建不含权重的模型（在系统允许时不联网），并报告其模块。</translation>
    </message>
    <message>
        <source>Ask Python</source>
        <translation>询问 Python</translation>
    </message>
    <message>
        <source>%1 is still open, and its plan is unchanged.</source>
        <translation>%1 仍然打开，其方案保持原样。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>stowage::OpenFeature</name>
    <message>
        <source>Open Recent</source>
        <translation>打开最近的</translation>
    </message>
    <message>
        <source>New Model…</source>
        <translation>新建模型…</translation>
    </message>
    <message>
        <source>Define a model without weights from its family and sizes (Ctrl+N)</source>
        <translation>键入模型族及其尺寸，不含权重 (Ctrl+N)</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Open a checkpoint file (Ctrl+O). You can also drop a file or folder on the window.</source>
        <translation>打开检查点文件 (Ctrl+O)；也可以拖放文件夹</translation>
    </message>
    <message>
        <source>Open Folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Edit Sizes…</source>
        <translation>编辑尺寸…</translation>
    </message>
    <message>
        <source>Open the sizes of the current config.json in the New Model form</source>
        <translation>在新模型的表单中显示已打开的 config.json 的数字</translation>
    </message>
    <message>
        <source>Write Model As…</source>
        <translation>将模型写出为…</translation>
    </message>
    <message>
        <source>Write the model in another format, in shards or in one file per tensor, or write a sample model</source>
        <translation>以另一种格式写出模型，分片或每个张量一个文件，或写出示例</translation>
    </message>
    <message>
        <source>First Steps</source>
        <translation>入门</translation>
    </message>
    <message>
        <source>Open a file; use the menu to open a folder or a recent model</source>
        <translation>打开文件；其菜单可打开文件夹或之前打开过的内容</translation>
    </message>
    <message>
        <source>%1: %2…</source>
        <translation>%1：%2…</translation>
    </message>
    <message>
        <source>%1: %2, %3 files…</source>
        <translation>%1：%2，%3 个文件…</translation>
    </message>
    <message>
        <source>%1: %2, %3 of %4 files…</source>
        <translation>%1：%2，%3 / %4 个文件…</translation>
    </message>
    <message>
        <source>%1 was cancelled.</source>
        <translation>%1 已取消。</translation>
    </message>
    <message>
        <source>More notes in the Model facts panel: %1.</source>
        <translation>“模型信息”中另有 %1 条备注。</translation>
    </message>
    <message>
        <source>Model facts</source>
        <translation>模型信息</translation>
    </message>
    <message>
        <source>Choose Python…</source>
        <translation>选择 Python…</translation>
    </message>
    <message>
        <source>Only files and folders on this machine can be opened: download the model first.</source>
        <translation>只能打开本机上的文件和文件夹：请先下载。</translation>
    </message>
    <message>
        <source>%1 items were dropped, but only one model can be open at a time. Only %2 was opened. To open a checkpoint that has several files, drop its folder.</source>
        <translation>拖放了 %1 项；一次只能打开一个模型，因此打开了 %2。对于由多个文件组成的检查点，请拖放文件夹。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>stowage::OptimalFields</name>
    <message>
        <source>Minimise the seconds per token of each sequence</source>
        <translation>每个序列每个 token 的秒数，尽可能少</translation>
    </message>
    <message>
        <source>Minimise the seconds to the first token</source>
        <translation>到第一个 token 的秒数，尽可能少</translation>
    </message>
    <message>
        <source>Minimise the weighted sum of the time to the first token and the time per token</source>
        <translation>两者的加权和</translation>
    </message>
    <message>
        <source>Maximise the context length</source>
        <translation>最长的上下文，尽可能长</translation>
    </message>
    <message>
        <source>Maximise the KV blocks of the GPU that can hold the fewest; the whole model is on GPUs</source>
        <translation>KV 块最少的那个 GPU 能容纳的 KV 块数，尽可能多；模型全部在 GPU 上</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>%1 KV blocks</source>
        <translation>%1 个 KV 块</translation>
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
        <translation>目标</translation>
    </message>
    <message>
        <source>Weighting factors of prefill and decode</source>
        <translation>预填充和解码的权重</translation>
    </message>
    <message>
        <source>Proof for the plan</source>
        <translation>方案已被证明的性质</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>每个 token %1</translation>
    </message>
    <message>
        <source>%1 to the first token</source>
        <translation>到第一个 token %1</translation>
    </message>
    <message>
        <source>%1, proven</source>
        <translation>%1，已证明</translation>
    </message>
    <message>
        <source>The plan contains a manual move. The proof applies to the plan before the move.</source>
        <translation>手动移动过：已证明的内容属于移动之前的方案。</translation>
    </message>
    <message>
        <source>Even if one of the rates is wrong by up to %1 %, this plan is the best of the compared plans.</source>
        <translation>在任何单个速率的偏差达到 %1% 之前，所比较的其他方案都不会更好。</translation>
    </message>
    <message>
        <source>Estimated.</source>
        <translation>估算。</translation>
    </message>
    <message>
        <source>Type two factors of 0 or more, separated by a comma, for example 1,256.</source>
        <translation>请键入两个非负的权重，如 1,256。</translation>
    </message>
    <message>
        <source>Weighting factors of the time to the first token and of the time per token. Defaults: 1, and the number of tokens that the workload generates.</source>
        <translation>首个token时间与每个 token时间的权重。默认为 1 和工作负载生成的token数。</translation>
    </message>
</context>
<context>
    <name>stowage::Paper</name>
    <message>
        <source>Page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message>
        <source>The PDF of the report could not be created.</source>
        <translation>无法生成报告的 PDF。</translation>
    </message>
    <message>
        <source>Another page could not be added to the PDF of the report.</source>
        <translation>报告的 PDF 无法再增加一页。</translation>
    </message>
</context>
<context>
    <name>stowage::PictureSeries</name>
    <message>
        <source>the plan does not fit: %1</source>
        <translation>方案放不下：%1</translation>
    </message>
    <message>
        <source>the window did not become idle in time</source>
        <translation>窗口一直没有静止下来</translation>
    </message>
    <message>
        <source>No picture can be taken: %1</source>
        <translation>无法保存图片：%1</translation>
    </message>
    <message>
        <source>The picture cannot be written to %1.</source>
        <translation>图片无法写入 %1。</translation>
    </message>
</context>
<context>
    <name>stowage::PipelinePanel</name>
    <message>
        <source>All on the GPU</source>
        <translation>全部在 GPU 上</translation>
    </message>
    <message>
        <source>Model by model</source>
        <translation>逐个模型</translation>
    </message>
    <message>
        <source>Block by block</source>
        <translation>逐个块</translation>
    </message>
    <message>
        <source>Layer by layer, in groups</source>
        <translation>逐层，分组</translation>
    </message>
    <message>
        <source>Layer by layer, sequential</source>
        <translation>逐层，sequential</translation>
    </message>
    <message>
        <source>Denoiser stored in float8</source>
        <translation>去噪器以 float8 存储</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>此外剩余</translation>
    </message>
    <message>
        <source>GPU memory left for activations after reserved memory, the driver&apos;s context and other programs</source>
        <translation>除已保留的、驱动的上下文和其他程序之外，GPU 为激活值剩余的部分</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>不可行</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 short</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>Add a GPU to compare ways to offload weights.</source>
        <translation>添加一个 GPU，以比较将权重搬到其上的各种方式。</translation>
    </message>
    <message>
        <source>Offloading</source>
        <translation>卸载 (offload)</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Maximum weights on the GPU at once</source>
        <translation>GPU 上同时存在的最多权重</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>Maximum GPU memory that PyTorch&apos;s caching allocator reserves</source>
        <translation>此时 PyTorch 的缓存分配器对该 GPU 的最大占用</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>Maximum weights in RAM at once</source>
        <translation>RAM 中同时存在的最多权重</translation>
    </message>
    <message>
        <source>Moved once</source>
        <translation>移动一次</translation>
    </message>
    <message>
        <source>Weights copied to the GPU once per picture, regardless of the number of steps</source>
        <translation>每张图片复制到 GPU 的量，无论需要多少步</translation>
    </message>
    <message>
        <source>Moved each step</source>
        <translation>每步移动</translation>
    </message>
    <message>
        <source>Weights copied to the GPU for each denoising step</source>
        <translation>每个去噪步骤复制到 GPU 的量</translation>
    </message>
    <message>
        <source>Ways to offload</source>
        <translation>卸载 (offload) 的方式</translation>
    </message>
    <message>
        <source>Line of Python code</source>
        <translation>Python 代码行</translation>
    </message>
    <message>
        <source>Current plan: %1</source>
        <translation>当前方案：%1</translation>
    </message>
    <message>
        <source>Estimated memory of the weights on %1 (%2) for each way to offload. Activations need additional memory, which depends on the size of the picture.</source>
        <translation>依次在 %1（%2）上：仅权重，估算。激活值另计；取决于图片的大小。</translation>
    </message>
    <message>
        <source>Select a way to offload to see the line of Python code that enables it.</source>
        <translation>选择一种方式，查看启用它的 Python 代码行。</translation>
    </message>
    <message>
        <source>The peak occurs when %1 is copied to the GPU.</source>
        <translation>轮到 %1 时占用最多。</translation>
    </message>
</context>
<context>
    <name>stowage::PlanActions</name>
    <message>
        <source>Move to</source>
        <translation>移动到</translation>
    </message>
    <message>
        <source>Pin to current device	P</source>
        <translation>固定在当前位置	P</translation>
    </message>
    <message>
        <source>Unpin	U</source>
        <translation>取消固定	U</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>No block was moved by hand. “Plan again” discards nothing.</source>
        <translation>没有手动移动的块，因此“重新规划”不会丢弃任何内容。</translation>
    </message>
    <message>
        <source>“Plan again” discards 1 manual move; Undo restores it.</source>
        <translation>“重新规划”会丢弃 1 次手动移动；“撤销”可将其恢复。</translation>
    </message>
    <message>
        <source>“Plan again” discards %1 manual moves; Undo restores them.</source>
        <translation>“重新规划”会丢弃 %1 次手动移动；“撤销”可将其恢复。</translation>
    </message>
    <message>
        <source>1 pin is kept.</source>
        <translation>1 个固定保留。</translation>
    </message>
    <message>
        <source>%1 pins are kept.</source>
        <translation>%1 个固定保留。</translation>
    </message>
</context>
<context>
    <name>stowage::PlanFeature</name>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Why here?</source>
        <translation>为何在此？</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>重新规划</translation>
    </message>
    <message>
        <source>Discard the manual moves and run the strategy again</source>
        <translation>丢弃手动移动并再次运行策略</translation>
    </message>
    <message>
        <source>Simulated GPUs…</source>
        <translation>模拟 GPU…</translation>
    </message>
    <message>
        <source>Copy as Python</source>
        <translation>复制为 Python</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Export the plan as settings for vLLM, llama.cpp and other engines</source>
        <translation>方案，采用 vLLM、llama.cpp 和其他引擎接受的形式</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Import a placement from the settings of vLLM, llama.cpp and other engines</source>
        <translation>由 vLLM、llama.cpp 和其他引擎的设置得出的放置</translation>
    </message>
    <message>
        <source>Compare plans…</source>
        <translation>比较方案…</translation>
    </message>
    <message>
        <source>Compare the plans that the strategies compute under the limits of this plan</source>
        <translation>每种策略在这些上限下的结果</translation>
    </message>
    <message>
        <source>Compare with the plan before the last edit</source>
        <translation>与上次编辑之前的方案比较</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>结束比较</translation>
    </message>
    <message>
        <source>Compare models…</source>
        <translation>比较模型…</translation>
    </message>
    <message>
        <source>Compare two models side by side: facts, bytes by type, parameters by class</source>
        <translation>并列两个模型：信息、各类型的字节数、各类的参数</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>采用 %1</translation>
    </message>
    <message>
        <source>Copy the device map as JSON</source>
        <translation>将设备映射复制为 JSON</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Copy the device map as a Python dict</source>
        <translation>将设备映射复制为 Python dict</translation>
    </message>
    <message>
        <source>a Python dict</source>
        <translation>Python dict</translation>
    </message>
    <message>
        <source>Paste a device map…</source>
        <translation>粘贴设备映射…</translation>
    </message>
    <message>
        <source>Problems (%1)</source>
        <translation>问题 (%1)</translation>
    </message>
    <message>
        <source>The plan was copied as Python code that loads the model</source>
        <translation>已复制：方案，作为加载模型的 Python</translation>
    </message>
    <message>
        <source>The plan was copied as Python code; the comments list the parts of the plan that the code cannot express</source>
        <translation>已复制：方案，作为 Python；其注释说明缺少什么</translation>
    </message>
    <message>
        <source>The device map was copied as %1</source>
        <translation>已复制：设备映射，作为 %1</translation>
    </message>
    <message>
        <source>the imported placement</source>
        <translation>导入的放置</translation>
    </message>
    <message>
        <source>%1; the dict does not contain the modules that the CPU computes</source>
        <translation>%1，它无法指定 CPU 计算什么</translation>
    </message>
    <message>
        <source>1 manual move was discarded.</source>
        <translation>1 次手动移动已被撤掉。</translation>
    </message>
    <message>
        <source>%1 manual moves were discarded.</source>
        <translation>%1 次手动移动已被撤掉。</translation>
    </message>
</context>
<context>
    <name>stowage::PlanOptions</name>
    <message>
        <source>uniform cap</source>
        <translation>统一上限</translation>
    </message>
    <message>
        <source>85 % of free memory</source>
        <translation>空闲的 85%</translation>
    </message>
    <message>
        <source>num_gpus=None</source>
        <translation>num_gpus=None</translation>
    </message>
    <message>
        <source>given map</source>
        <translation>给定的映射</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Classes that must not be split</source>
        <translation>不可拆分的类</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Plan as if quantised</source>
        <translation>按量化后规划</translation>
    </message>
    <message>
        <source>Library whose rules apply</source>
        <translation>采用谁的规则</translation>
    </message>
    <message>
        <source>Quantised parts of the model</source>
        <translation>量化的内容</translation>
    </message>
    <message>
        <source>Like load_hf_model(num_gpus, max_gpu_memory): the strategy “auto” with the same cap for each GPU</source>
        <translation>与 load_hf_model(num_gpus, max_gpu_memory) 相同：auto，使用统一上限</translation>
    </message>
    <message>
        <source>Like load_hf_model(num_gpus): the strategy “sequential” with 85 % of each GPU&apos;s free memory as the limit</source>
        <translation>与 load_hf_model(num_gpus) 相同：sequential，上限为每个 GPU 空闲量的 85%</translation>
    </message>
    <message>
        <source>Like load_hf_model() without num_gpus: the strategy “auto”; then the whole model is moved to one GPU</source>
        <translation>与不带 num_gpus 的 load_hf_model() 相同：由 auto 生成映射，再将全部内容放到一个 GPU</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>按存储的</translation>
    </message>
    <message>
        <source>accelerate: the rules of infer_auto_device_map and dispatch. transformers: the rules of from_pretrained(device_map=…).</source>
        <translation>accelerate：infer_auto_device_map 和 dispatch。transformers：from_pretrained(device_map=…) 所计算的。</translation>
    </message>
    <message>
        <source>No-split</source>
        <translation>不可拆分</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Quantise</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>%1, then 1 manual move</source>
        <translation>%1，之后 1 次手动移动</translation>
    </message>
    <message>
        <source>%1, then %2 manual moves</source>
        <translation>%1，之后 %2 次手动移动</translation>
    </message>
    <message>
        <source>%1: classes guessed from names. These repeated blocks of equal shape are not split. Type other classes, or “none” to allow splitting.</source>
        <translation>%1：由名称推测。形状相同的重复块保持完整；可键入其他类，或不填以便拆分它们。</translation>
    </message>
    <message>
        <source>guessed from names</source>
        <translation>由名称推测</translation>
    </message>
    <message>
        <source>no</source>
        <translation>无</translation>
    </message>
    <message>
        <source>declared: %1</source>
        <translation>已声明：%1</translation>
    </message>
    <message>
        <source>Plans as if the weights were quantised. This option is only for planning, not for loading.</source>
        <translation>按权重已量化来规划。可规划，不加载。</translation>
    </message>
</context>
<context>
    <name>stowage::PlanPanel</name>
    <message>
        <source>Budgets</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Contents of each device</source>
        <translation>每个设备上的内容</translation>
    </message>
    <message>
        <source>Load, predicted</source>
        <translation>加载（预测）</translation>
    </message>
    <message>
        <source>Predicted peaks of each load method</source>
        <translation>每种加载方法的预测峰值</translation>
    </message>
</context>
<context>
    <name>stowage::PlanStatusBar</name>
    <message>
        <source>1 hop per token</source>
        <translation>每个 token 1 次跨设备跳转</translation>
    </message>
    <message>
        <source>%1 hops per token</source>
        <translation>每个 token %1 次跨设备跳转</translation>
    </message>
    <message>
        <source>%1 transferred while the models run</source>
        <translation>其模型运行期间移动 %1</translation>
    </message>
    <message>
        <source>%1 transferred per token, %2</source>
        <translation>每个 token 移动 %1，%2</translation>
    </message>
    <message>
        <source>Rules: %1</source>
        <translation>规则：%1</translation>
    </message>
    <message>
        <source>Figures: predicted; GPUs: simulated</source>
        <translation>数值：预测；GPU：模拟</translation>
    </message>
    <message>
        <source>Figures: predicted</source>
        <translation>数值：预测</translation>
    </message>
</context>
<context>
    <name>stowage::PlanSwitches</name>
    <message>
        <source>Memory of an empty model</source>
        <translation>空模型的占用</translation>
    </message>
    <message>
        <source>offload buffers</source>
        <translation>卸载 (offload) 缓冲张量</translation>
    </message>
    <message>
        <source>offload_buffers: the buffers of offloaded modules are offloaded with their weights; otherwise they remain on the GPU that runs the module</source>
        <translation>offload_buffers：卸载 (offload) 的部分连同其缓冲张量一起；否则缓冲张量留在运行它的 GPU 上</translation>
    </message>
    <message>
        <source>fallback allocation</source>
        <translation>回退分配</translation>
    </message>
    <message>
        <source>fallback_allocation: if the first module does not fit, a smaller module is placed first</source>
        <translation>fallback_allocation：第一个模块放不下时，先取一个较小的</translation>
    </message>
    <message>
        <source>clean result</source>
        <translation>精简结果</translation>
    </message>
    <message>
        <source>clean_result: the modules of one block that are on one device become one entry of the map</source>
        <translation>clean_result：同一块中位于同一设备的模块合并为映射中的一项</translation>
    </message>
    <message>
        <source>buffers on meta</source>
        <translation>缓冲张量在 meta 上</translation>
    </message>
    <message>
        <source>include_buffers of init_empty_weights: the buffers of the empty model are on the meta device, like its parameters; the plan does not change</source>
        <translation>init_empty_weights 的 include_buffers：空模型的缓冲张量也位于 meta 上；方案保持不变</translation>
    </message>
    <message>
        <source>Main device</source>
        <translation>主设备</translation>
    </message>
    <message>
        <source>main_device of dispatch_model: the device that offloaded modules are moved to when they run, if the model has hooks</source>
        <translation>dispatch_model 的 main_device：有钩子时，卸载 (offload) 的部分被搬到此处运行</translation>
    </message>
    <message>
        <source>Preloaded classes</source>
        <translation>预加载的类</translation>
    </message>
    <message>
        <source>no preloaded classes</source>
        <translation>无预加载的类</translation>
    </message>
    <message>
        <source>preload_module_classes of dispatch_model: classes, separated by commas, whose modules fetch all weights of their submodules at once</source>
        <translation>dispatch_model 的 preload_module_classes：这些类（用逗号分隔）的模块将其下的所有权重一次搬入</translation>
    </message>
    <message>
        <source>Offloaded modules computed on the CPU</source>
        <translation>由 CPU 计算的卸载 (offload) 模块</translation>
    </message>
    <message>
        <source>no modules computed on the CPU</source>
        <translation>没有由 CPU 计算的模块</translation>
    </message>
    <message>
        <source>Offloaded modules, separated by commas, that the CPU computes. Their weights are not moved to the main device. The field also accepts the words of --offloaded: &quot;compute&quot;, &quot;stream:lm_head&quot;. Accelerate has no such option.</source>
        <translation>由 CPU 计算、而不是将权重搬到主设备的卸载 (offload) 模块，用逗号分隔，或 --offloaded 接受的词：&quot;compute&quot;、&quot;stream:lm_head&quot;。Accelerate 没有这样的选项</translation>
    </message>
    <message>
        <source>force hooks</source>
        <translation>强制使用钩子</translation>
    </message>
    <message>
        <source>force_hooks of dispatch_model: adds hooks even if the model is on one device, so that the main device takes effect</source>
        <translation>dispatch_model 的 force_hooks：即使模型位于一个设备上也使用钩子，使主设备生效</translation>
    </message>
    <message>
        <source>main device: automatic</source>
        <translation>主设备：自动</translation>
    </message>
    <message>
        <source>main device: %1</source>
        <translation>主设备：%1</translation>
    </message>
    <message>
        <source>Offload folder</source>
        <translation>卸载 (offload) 文件夹</translation>
    </message>
    <message>
        <source>a temporary folder</source>
        <translation>临时文件夹</translation>
    </message>
    <message>
        <source>offload_folder: the folder in which a load stores the weights on disk; a specified folder is kept after unloading</source>
        <translation>offload_folder：加载时存放磁盘部分的位置；指定的文件夹在卸下后保留</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the offload folder</source>
        <translation>选择卸载 (offload) 文件夹</translation>
    </message>
    <message>
        <source>An empty model needs no RAM: its buffers (%1) are on the meta device, like the parameters.</source>
        <translation>空模型不占用 RAM：其 %1 的缓冲张量与参数一样位于 meta 上。</translation>
    </message>
    <message>
        <source>An empty model needs %1 of RAM for its buffers. Only its parameters are on the meta device.</source>
        <translation>空模型占用 %1 的 RAM：其缓冲张量是真实的，只有参数位于 meta 上。</translation>
    </message>
</context>
<context>
    <name>stowage::PointChart</name>
    <message>
        <source>%1: %2; %3: %4; estimated</source>
        <translation>%1：%2；%3：%4；估算</translation>
    </message>
    <message>
        <source>Line: %1, estimated</source>
        <translation>线：%1（估算）</translation>
    </message>
    <message>
        <source>Line through %1 points, minimum %2, maximum %3</source>
        <translation>经过 %1 个点，最小 %2，最大 %3</translation>
    </message>
</context>
<context>
    <name>stowage::PreflightDialog</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>The plan has errors, so nothing was loaded</source>
        <translation>方案有错误，因此没有加载任何内容</translation>
    </message>
    <message>
        <source>Before the load</source>
        <translation>加载之前</translation>
    </message>
    <message>
        <source>Problems not shown here: %1; see the list of problems.</source>
        <translation>另有 %1 个；见问题列表。</translation>
    </message>
    <message>
        <source>Predicted peaks compared with free memory</source>
        <translation>预测峰值与空闲量的对照</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Peak by %1</source>
        <translation>%1 的峰值</translation>
    </message>
    <message>
        <source>The peaks are predicted. GPU: the memory that its allocator reserves. CPU: the memory of this machine, including the memory used for simulated GPUs.</source>
        <translation>峰值为预测值。GPU：由其分配器保留的内存。CPU：本机的内存，含模拟 GPU 背后的页。</translation>
    </message>
    <message>
        <source>If you load anyway, the system may stop this program when memory runs out.</source>
        <translation>如果仍要加载，内存耗尽时系统可能会结束本程序。</translation>
    </message>
    <message>
        <source>Load anyway</source>
        <translation>仍要加载</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Load with %1</source>
        <translation>用 %1 加载</translation>
    </message>
    <message>
        <source>Loading with “%1” will not work; loading with “%2” will work</source>
        <translation>用“%1”加载行不通；用“%2”加载可以</translation>
    </message>
    <message>
        <source>Loading with “%1” will not work, and no other load method will work</source>
        <translation>用“%1”加载行不通，其他方法也都不行</translation>
    </message>
</context>
<context>
    <name>stowage::ProblemRow</name>
    <message>
        <source>Error: %1</source>
        <translation>错误：%1</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>Hint: %1</source>
        <translation>提示：%1</translation>
    </message>
</context>
<context>
    <name>stowage::ProblemsPanel</name>
    <message>
        <source>No problems</source>
        <translation>没有问题</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
</context>
<context>
    <name>stowage::ProjectFeature</name>
    <message>
        <source>Recent Projects</source>
        <translation>最近的项目</translation>
    </message>
    <message>
        <source>New Project</source>
        <translation>新建项目</translation>
    </message>
    <message>
        <source>Start a new project with the open model: one plan, in its initial state</source>
        <translation>用打开的模型重新开始：一个方案，如最初生成的那样</translation>
    </message>
    <message>
        <source>Open Project…</source>
        <translation>打开项目…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save the project: model, plans, edits, notes (Ctrl+S)</source>
        <translation>保存项目：模型、方案、编辑、备注 (Ctrl+S)</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>New Variant</source>
        <translation>新建变体</translation>
    </message>
    <message>
        <source>Add another plan of this model that starts as a copy of the plan shown</source>
        <translation>此模型的又一个方案，与所显示的相同</translation>
    </message>
    <message>
        <source>Compare variants…</source>
        <translation>比较变体…</translation>
    </message>
    <message>
        <source>Compare the plans of the project: fit, speed and memory</source>
        <translation>项目的每个方案是否放得下、速度如何、占用多少</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>报告…</translation>
    </message>
    <message>
        <source>Create a report of the plans, their figures and records: HTML, PDF, Markdown, CSV, SVG</source>
        <translation>方案及其数值和记录的文档：HTML、PDF、Markdown、CSV、SVG</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>编辑记录</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Notes of the project</source>
        <translation>项目的备注</translation>
    </message>
    <message>
        <source>Notes, stored in the project</source>
        <translation>备注，保存在项目中</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>Find model…</source>
        <translation>查找模型…</translation>
    </message>
    <message>
        <source>%1 was saved.</source>
        <translation>%1 已保存。</translation>
    </message>
    <message>
        <source>“%1” was deleted.</source>
        <translation>“%1”已删除。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Stowage closed at %2 without saving %1.</source>
        <translation>Stowage 在 %2 关闭时没有保存 %1。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>The plans of this project are for the model %1 on %2. Connect to that machine to read the headers of the model again. The saved plans are then shown.</source>
        <translation>此项目的方案针对 %2 上的模型 %1；在那里重新读取其文件头之后，会按保存时的样子显示这些方案。</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Save this plan as a project?</source>
        <translation>要将此计划保存为项目吗？</translation>
    </message>
    <message>
        <source>Save the changes to the project “%1”?</source>
        <translation>要保存对项目“%1”的更改吗？</translation>
    </message>
</context>
<context>
    <name>stowage::ProjectSession</name>
    <message>
        <source>Opening %1</source>
        <translation>正在打开 %1</translation>
    </message>
    <message>
        <source>unsaved work</source>
        <translation>未保存的内容</translation>
    </message>
    <message>
        <source>A variant needs a unique name; the old name is kept.</source>
        <translation>变体需要一个与其他变体不同的名称；它保留自己的名称。</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Plan %1</source>
        <translation>方案 %1</translation>
    </message>
</context>
<context>
    <name>stowage::RamChart</name>
    <message>
        <source>evictable cache</source>
        <translation>可回收缓存</translation>
    </message>
    <message>
        <source>anonymous %1</source>
        <translation>匿名 %1</translation>
    </message>
    <message>
        <source>shared: simulated GPUs %1</source>
        <translation>共享：模拟 GPU %1</translation>
    </message>
    <message>
        <source>file-backed: evictable cache %1</source>
        <translation>文件页：可回收缓存 %1</translation>
    </message>
    <message>
        <source>anonymous</source>
        <translation>匿名</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共享</translation>
    </message>
    <message>
        <source>file-backed</source>
        <translation>文件页</translation>
    </message>
    <message>
        <source>Memory of the process over time</source>
        <translation>进程内存随时间的变化</translation>
    </message>
    <message>
        <source>CPU limit %1, for anonymous memory</source>
        <translation>CPU 上限 %1，针对匿名内存</translation>
    </message>
    <message>
        <source>MemAvailable %1</source>
        <translation>MemAvailable %1</translation>
    </message>
    <message>
        <source>cgroup limit %1</source>
        <translation>cgroup 上限 %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1（实测）</translation>
    </message>
    <message>
        <source>CPU limit %1</source>
        <translation>CPU 上限 %1</translation>
    </message>
</context>
<context>
    <name>stowage::RecentFiles</name>
    <message>
        <source>Clear the list</source>
        <translation>清除列表</translation>
    </message>
    <message>
        <source>%1 (no longer exists)</source>
        <translation>%1（已不存在）</translation>
    </message>
    <message>
        <source>%1 was moved, renamed or removed</source>
        <translation>%1 已被移动、重命名或移除</translation>
    </message>
</context>
<context>
    <name>stowage::RecoveryKeeper</name>
    <message>
        <source>Unsaved work is not protected against a crash: %1</source>
        <translation>未保存的内容没有留存备份以防崩溃：%1</translation>
    </message>
</context>
<context>
    <name>stowage::RemoteFileDialog</name>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Files and folders</source>
        <translation>文件和文件夹</translation>
    </message>
    <message>
        <source>Open a model on %1</source>
        <translation>打开 %1 上的模型</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上一级</translation>
    </message>
    <message>
        <source>The parent folder</source>
        <translation>包含此文件夹的文件夹</translation>
    </message>
    <message>
        <source>Open this folder as a model</source>
        <translation>将此文件夹作为模型打开</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>修改时间</translation>
    </message>
    <message>
        <source>Reading the folder…</source>
        <translation>正在读取文件夹…</translation>
    </message>
    <message>
        <source>%1 more files and folders are not listed; to open one, type its path.</source>
        <translation>另有 %1 个未列出；请键入路径。</translation>
    </message>
    <message>
        <source>The folder is empty.</source>
        <translation>文件夹为空。</translation>
    </message>
    <message>
        <source>Choose an adapter on %1</source>
        <translation>选择 %1 上的适配器</translation>
    </message>
    <message>
        <source>Use this folder as an adapter</source>
        <translation>将此文件夹作为适配器</translation>
    </message>
    <message>
        <source>Choose a .tree.json file on %1</source>
        <translation>选择 %1 上的 .tree.json</translation>
    </message>
    <message>
        <source>The link leads out of the machine&apos;s folders. To open its target, add the folder of the target to Folders in Machines.</source>
        <translation>该链接指向机器文件夹之外。要打开其目标，请把目标所在文件夹添加到“机器”的文件夹字段。</translation>
    </message>
</context>
<context>
    <name>stowage::RemoteLoad</name>
    <message>
        <source>rate unknown</source>
        <translation>速率未知</translation>
    </message>
    <message>
        <source>Measured minus predicted: %1</source>
        <translation>实测减预测：%1</translation>
    </message>
    <message>
        <source>Tokens: %1</source>
        <translation>Token：%1</translation>
    </message>
    <message>
        <source>Text: %1</source>
        <translation>文字：%1</translation>
    </message>
    <message>
        <source>The load or run on %1 was cancelled, and all its memory was released.</source>
        <translation>已在 %1 上取消；那里的全部内容都已归还。</translation>
    </message>
    <message>
        <source>All memory of the load on %1 was released.</source>
        <translation>%1 上的全部内容都已归还。</translation>
    </message>
    <message>
        <source>Loaded on %1: %2 in %3, %4, with the load method %5.</source>
        <translation>已用 %5 在 %1 上加载：%2，用时 %3，%4。</translation>
    </message>
    <message>
        <source>Verified: %1</source>
        <translation>已校验：%1</translation>
    </message>
    <message>
        <source>%1 read at %2</source>
        <translation>以 %2 的速度读取 %1</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>正在加载</translation>
    </message>
</context>
<context>
    <name>stowage::ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Contents of the report</source>
        <translation>报告的内容</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Page (HTML)</source>
        <translation>网页 (HTML)</translation>
    </message>
    <message>
        <source>A4 pages (PDF)</source>
        <translation>A4 页面 (PDF)</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Figures (CSV)</source>
        <translation>数据 (CSV)</translation>
    </message>
    <message>
        <source>Board (SVG)</source>
        <translation>看板 (SVG)</translation>
    </message>
    <message>
        <source>Board (PNG)</source>
        <translation>看板 (PNG)</translation>
    </message>
    <message>
        <source>Plans in the report</source>
        <translation>哪些方案</translation>
    </message>
    <message>
        <source>of</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Add records…</source>
        <translation>添加记录…</translation>
    </message>
    <message>
        <source>Add records of loads and runs, exported from the history or written by stowagectl as JSON</source>
        <translation>从历史中导出的，或由 stowagectl 写为 JSON 的加载和运行</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>打开该文件夹</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>写出</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>此方案</translation>
    </message>
    <message>
        <source>this plan, %1</source>
        <translation>此方案，%1</translation>
    </message>
    <message>
        <source>all %1 plans of the project</source>
        <translation>项目的全部 %1 个方案</translation>
    </message>
    <message>
        <source>Open a model first.</source>
        <translation>请先打开模型。</translation>
    </message>
    <message>
        <source>Evaluating the plans…</source>
        <translation>正在评判方案…</translation>
    </message>
    <message>
        <source>Includes one record.</source>
        <translation>含 1 条记录。</translation>
    </message>
    <message>
        <source>Includes %1 records.</source>
        <translation>含 %1 条记录。</translation>
    </message>
    <message>
        <source>The file already exists and will be replaced.</source>
        <translation>该文件已存在，将被替换。</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在写入…</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>已写出：%1</translation>
    </message>
</context>
<context>
    <name>stowage::RoomBar</name>
    <message>
        <source>%1, limit %2: %3 already used, %5 kept free for the largest layer, %6 left for the module, which needs %4</source>
        <translation>%1，上限 %2：之前已用 %3，需要 %4，为最大层保留 %5，留给它的为 %6</translation>
    </message>
    <message>
        <source>used %1 %2</source>
        <translation>已用 %1 %2</translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation>需要 %1</translation>
    </message>
    <message>
        <source>over %1</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>left %1</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>kept free for the largest layer %1</source>
        <translation>为最大层保留 %1</translation>
    </message>
</context>
<context>
    <name>stowage::RunController</name>
    <message>
        <source>Nothing is loaded: load the model before running it.</source>
        <translation>未加载任何内容：请先加载模型，然后才能运行。</translation>
    </message>
    <message>
        <source>Stowage is still checking whether this model can be run.</source>
        <translation>正在确定此模型能否运行。</translation>
    </message>
    <message>
        <source>The weights are being released; load the model again to run it.</source>
        <translation>正在归还权重；要运行请重新加载模型。</translation>
    </message>
    <message>
        <source>The model can be run once it is loaded.</source>
        <translation>模型加载后才能运行。</translation>
    </message>
    <message>
        <source>The weights of a plan are not loaded.</source>
        <translation>方案的权重未加载。</translation>
    </message>
</context>
<context>
    <name>stowage::RunDeviceTimes</name>
    <message>
        <source>%1, measured: computed %2 of the run, waited for weights %3, idled %4</source>
        <translation>%1：计算 %2，等待权重 %3，空闲占运行的 %4（实测）</translation>
    </message>
    <message>
        <source>How the devices spent the time</source>
        <translation>设备如何使用时间</translation>
    </message>
    <message>
        <source>Time of each device</source>
        <translation>每个设备的时间</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Ways to reduce waiting</source>
        <translation>怎样才能减少层的等待</translation>
    </message>
    <message>
        <source>computes</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>idles</source>
        <translation>空闲</translation>
    </message>
</context>
<context>
    <name>stowage::RunFeature</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run as a Chain…</source>
        <translation>作为链运行…</translation>
    </message>
    <message>
        <source>Run several models in turn on one device</source>
        <translation>在一个设备上轮流运行多个模型</translation>
    </message>
    <message>
        <source>Show run</source>
        <translation>显示运行</translation>
    </message>
    <message>
        <source>Follow in the Module Tree</source>
        <translation>在树中跟随</translation>
    </message>
    <message>
        <source>Keep the running module in view</source>
        <translation>使正在运行的模块保持可见</translation>
    </message>
    <message>
        <source>%1 is running</source>
        <translation>%1 正在运行</translation>
    </message>
    <message>
        <source>Run a forward pass of %1, with the loaded weights on their devices</source>
        <translation>运行 %1：在其权重所加载的位置，对权重进行一次前向传播</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
</context>
<context>
    <name>stowage::RunFields</name>
    <message>
        <source>1 token</source>
        <translation>1 个 token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 个 token</translation>
    </message>
    <message>
        <source>%1 of %2 tokens; valid token numbers: 0–%3</source>
        <translation>%1 / %2 个 token，0–%3</translation>
    </message>
    <message>
        <source>%1 tokens; valid token numbers: 0–%2</source>
        <translation>%1 个 token，0–%2</translation>
    </message>
    <message>
        <source>What to run</source>
        <translation>要运行的内容</translation>
    </message>
    <message>
        <source>Inference only: weights are read and never changed.</source>
        <translation>仅推理：权重只读取，从不更改。</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>The prompt as text; the model&apos;s tokenizer converts it to tokens</source>
        <translation>提示词文字，由模型的分词器转换为 token</translation>
    </message>
    <message>
        <source>Prompt, text</source>
        <translation>提示词，文字</translation>
    </message>
    <message>
        <source>numbers, e.g. 15496,11,995</source>
        <translation>数字，如 15496,11,995</translation>
    </message>
    <message>
        <source>The prompt as token numbers of the model&apos;s tokenizer, separated by commas</source>
        <translation>提示词的 token，由模型自己的分词器得到，用逗号分隔</translation>
    </message>
    <message>
        <source>Prompt, tokens</source>
        <translation>提示词（token）</translation>
    </message>
    <message>
        <source>Number of tokens to generate after the prompt, with one pass per token</source>
        <translation>提示词之后应有多少个 token，每个一次前向传播</translation>
    </message>
    <message>
        <source>Tokens to generate</source>
        <translation>要生成的 token</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>a .npy file of float32</source>
        <translation>float32 的 .npy 文件</translation>
    </message>
    <message>
        <source>The input array of the model, for example the pixel values of an image (channels × height × width), as prepared by the model&apos;s processor</source>
        <translation>模型所接受的数组，如图片的像素值，通道 × 高 × 宽，由模型自己的处理器生成</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>浏览…</translation>
    </message>
    <message>
        <source>Choose the input&apos;s file</source>
        <translation>选择输入文件</translation>
    </message>
    <message>
        <source>The file is being read.</source>
        <translation>正在读取文件。</translation>
    </message>
    <message>
        <source>Enter at least one token.</source>
        <translation>请至少给出一个 token。</translation>
    </message>
    <message>
        <source>Greedy: the most likely token</source>
        <translation>贪心：可能性最大的 token</translation>
    </message>
    <message>
        <source>Sampled by probability</source>
        <translation>按可能性抽取</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>A temperature above 1 samples unlikely tokens more often; a temperature below 1 samples them less often</source>
        <translation>大于 1 时可能性小的 token 出现得更多，小于 1 时更少</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>Number of the most likely tokens to sample from</source>
        <translation>从这么多个可能性最大的 token 中抽取</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>A run with the same seed and settings generates the same tokens</source>
        <translation>相同的种子会再次得到相同的 token</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>layers ahead:</source>
        <translation>提前层数：</translation>
    </message>
    <message>
        <source>Layers to prefetch</source>
        <translation>提前搬入的层数</translation>
    </message>
    <message>
        <source>While a layer computes, the weights of the next offloaded layers are transferred; without prefetch, each layer waits for its weights</source>
        <translation>一层计算时，后续卸载 (offload) 层的权重在传输；不启用时每层都要等待自己的权重</translation>
    </message>
    <message>
        <source>Prefetch</source>
        <translation>预取</translation>
    </message>
    <message>
        <source>Device that runs the layers whose weights are on the CPU or on disk; automatic selects the first GPU of the device map, as in Accelerate</source>
        <translation>权重位于 CPU 或磁盘上的层在哪里运行；“自动”为映射中的第一个 GPU，与 Accelerate 相同</translation>
    </message>
    <message>
        <source>Offloaded layers on</source>
        <translation>卸载 (offload) 层运行于</translation>
    </message>
    <message>
        <source>Threads used for computing; automatic leaves one core for transfers</source>
        <translation>参与计算的线程；“自动”为传输留出一个核心</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Compute threads</source>
        <translation>计算线程</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Automatic: %1</source>
        <translation>自动：%1</translation>
    </message>
    <message>
        <source>Hello, my name is</source>
        <translation>你好，我的名字是</translation>
    </message>
    <message>
        <source>An encoder sees all positions at once and generates no tokens</source>
        <translation>编码器一次看到所有位置，其后不再生成 token</translation>
    </message>
</context>
<context>
    <name>stowage::RunLayersModel</name>
    <message>
        <source>%1, measured</source>
        <translation>%1（实测）</translation>
    </message>
    <message>
        <source>%1, the mean of %2 passes</source>
        <translation>%1，%2 次前向传播的平均值</translation>
    </message>
    <message>
        <source>%1, predicted</source>
        <translation>%1（预测）</translation>
    </message>
    <message>
        <source>Measured time minus predicted time, relative to the predicted time; + means that the measured time is longer</source>
        <translation>实测减预测，占预测的比例：+ 表示用时更长</translation>
    </message>
    <message>
        <source>The predicted time is 0 or unknown. If no times are predicted, measure this machine with stowagectl devices --measure.</source>
        <translation>预测时间为 0 或未知。如果没有预测时间，请用 stowagectl devices --measure 测量本机。</translation>
    </message>
    <message>
        <source>Weights %1
moved</source>
        <translation>权重 %1
移动</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>运行于</translation>
    </message>
    <message>
        <source>Compute ms
measured</source>
        <translation>计算 ms
实测</translation>
    </message>
    <message>
        <source>Compute ms
predicted</source>
        <translation>计算 ms
预测</translation>
    </message>
    <message>
        <source>Compute
error</source>
        <translation>计算
误差</translation>
    </message>
    <message>
        <source>Transfer ms
measured</source>
        <translation>传输 ms
实测</translation>
    </message>
    <message>
        <source>Transfer ms
predicted</source>
        <translation>传输 ms
预测</translation>
    </message>
    <message>
        <source>Transfer
error</source>
        <translation>传输
误差</translation>
    </message>
    <message>
        <source>Waited ms
measured</source>
        <translation>等待 ms
实测</translation>
    </message>
</context>
<context>
    <name>stowage::RunLayersTable</name>
    <message>
        <source>Layers of the run, measured and predicted</source>
        <translation>运行的各层，实测和预测</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
</context>
<context>
    <name>stowage::RunPanel</name>
    <message>
        <source>Run the loaded model</source>
        <translation>运行已加载的模型</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the run</source>
        <translation>取消运行</translation>
    </message>
    <message>
        <source>Chain…</source>
        <translation>链…</translation>
    </message>
    <message>
        <source>Run as a chain</source>
        <translation>作为链运行</translation>
    </message>
    <message>
        <source>Run several models in turn on one device</source>
        <translation>在一个设备上轮流运行多个模型</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>运行的进度</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>paused at %1</source>
        <translation>已暂停于 %1</translation>
    </message>
    <message>
        <source>The run stopped</source>
        <translation>运行已停止</translation>
    </message>
    <message>
        <source>the weights remain loaded</source>
        <translation>权重保持加载</translation>
    </message>
    <message>
        <source>ready to run</source>
        <translation>可以运行</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume the run</source>
        <translation>继续运行</translation>
    </message>
    <message>
        <source>Pause the run</source>
        <translation>暂停运行</translation>
    </message>
</context>
<context>
    <name>stowage::RunResultsView</name>
    <message>
        <source>After a run, this view lists the layers with their measured and predicted compute and transfer times. The view also shows the time and memory of each device.</source>
        <translation>运行之后，此处列出其各层：计算的时间和权重到达所需的时间（实测与预测并列），以及每个设备做了什么、占用了什么。</translation>
    </message>
    <message>
        <source>Results of the run</source>
        <translation>运行的结果</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>The pass over the prompt</source>
        <translation>提示词的前向传播</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>解码</translation>
    </message>
    <message>
        <source>The mean of the passes after the prompt, one token per pass</source>
        <translation>其后各次前向传播的平均值，每次一个 token</translation>
    </message>
    <message>
        <source>Time and memory of the devices</source>
        <translation>设备做了什么、占用了什么</translation>
    </message>
    <message>
        <source>Memory of each device during the run</source>
        <translation>运行期间每个设备的内存</translation>
    </message>
    <message>
        <source>Memory of each device</source>
        <translation>每个设备的内存</translation>
    </message>
    <message>
        <source>The run was stopped. The figures cover the run up to that point. %1</source>
        <translation>已停止：到此为止的数值。%1</translation>
    </message>
    <message>
        <source>the disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>the link to %1</source>
        <translation>到 %1 的链路</translation>
    </message>
    <message>
        <source>copying on the host</source>
        <translation>主机上的复制</translation>
    </message>
    <message>
        <source>%1 was busy %2 of the time</source>
        <translation>%1 忙碌 %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>no weights were prefetched</source>
        <translation>没有预取的权重</translation>
    </message>
    <message>
        <source>1 prefetch failed because too little memory was free</source>
        <translation>有 1 次张量未能在其层之前找到空间</translation>
    </message>
    <message>
        <source>%1 prefetches failed because too little memory was free</source>
        <translation>有 %1 次张量未能在其层之前找到空间</translation>
    </message>
    <message>
        <source>%1 waited %2 of the time for weights.</source>
        <translation>%1 有 %2 的时间在等待权重。</translation>
    </message>
    <message>
        <source>%1 waited %2 of the time for weights: %3.</source>
        <translation>%1 有 %2 的时间在等待权重：%3。</translation>
    </message>
    <message>
        <source>%1 idled: no layer ran on this device.</source>
        <translation>%1 空闲：没有层在那里运行。</translation>
    </message>
    <message>
        <source>%1 idled %2 of the time: layers run one after another, and other devices ran layers for %3 of the time.</source>
        <translation>%1 有 %2 的时间空闲：各层依次运行，其中 %3 的时间在其他设备上。</translation>
    </message>
    <message>
        <source>%1 computed %2 of the time.</source>
        <translation>%1 有 %2 的时间在计算。</translation>
    </message>
    <message>
        <source>%1 computed %2 of the time, waited %3 and idled %4.</source>
        <translation>%1 有 %2 的时间在计算，%3 在等待，%4 空闲。</translation>
    </message>
    <message>
        <source>&gt;+999 %</source>
        <translation>&gt;+999%</translation>
    </message>
    <message>
        <source>The prompt pass did not start.</source>
        <translation>提示词的前向传播没有开始。</translation>
    </message>
    <message>
        <source>No token was generated after the first.</source>
        <translation>第一个 token 之后没有生成 token。</translation>
    </message>
    <message>
        <source>Prefill of %1 prompt tokens: %2, measured</source>
        <translation>提示词的 %1 个 token，用时 %2（实测）</translation>
    </message>
    <message>
        <source>Mean of %1 passes of one token each: %2, measured</source>
        <translation>%1 次前向传播（每次一个 token）的平均值：%2（实测）</translation>
    </message>
    <message>
        <source> · %1 predicted, error %2</source>
        <translation> · 预测 %1，%2</translation>
    </message>
    <message>
        <source>No times are predicted because this machine&apos;s rates for this run are not known. Run stowagectl devices --measure once.</source>
        <translation>没有预测时间：对于此次运行，本机的速率未知。请运行一次 stowagectl devices --measure。</translation>
    </message>
    <message>
        <source>Peaks are</source>
        <translation>峰值为</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Weights before run</source>
        <translation>之前的权重</translation>
    </message>
    <message>
        <source>Peak allocated</source>
        <translation>已分配峰值</translation>
    </message>
    <message>
        <source>Peak reserved</source>
        <translation>已保留峰值</translation>
    </message>
    <message>
        <source>Predicted peak</source>
        <translation>预测的峰值</translation>
    </message>
    <message>
        <source>· weights</source>
        <translation>· 权重</translation>
    </message>
    <message>
        <source>· prefetch window</source>
        <translation>· 预取窗口</translation>
    </message>
    <message>
        <source>· KV cache</source>
        <translation>· KV 缓存</translation>
    </message>
    <message>
        <source>· activations</source>
        <translation>· 激活值</translation>
    </message>
    <message>
        <source>Error of the peak</source>
        <translation>已分配，误差</translation>
    </message>
    <message>
        <source>Unaccounted</source>
        <translation>未说明</translation>
    </message>
</context>
<context>
    <name>stowage::RunSummary</name>
    <message>
        <source>Top tokens after the prompt</source>
        <translation>提示词之后可能性最大的</translation>
    </message>
    <message>
        <source>Most likely %1</source>
        <translation>可能性最大的 %1 个</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>Result of the run</source>
        <translation>运行的结果</translation>
    </message>
    <message>
        <source>Generated tokens</source>
        <translation>生成的 token</translation>
    </message>
    <message>
        <source>Generated text</source>
        <translation>生成的文字</translation>
    </message>
    <message>
        <source>1 token generated</source>
        <translation>已生成 1 个 token</translation>
    </message>
    <message>
        <source>%1 tokens generated</source>
        <translation>已生成 %1 个 token</translation>
    </message>
    <message>
        <source>This panel shows the tokens, logits and times of a run.</source>
        <translation>此处列出运行的 token、logits 和时间。</translation>
    </message>
    <message>
        <source>Hidden states: the run returned %1 numbers for the last position.</source>
        <translation>隐藏状态：输出了最后一个位置的 %1 个数。</translation>
    </message>
</context>
<context>
    <name>stowage::Runs</name>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>chain</source>
        <translation>链</translation>
    </message>
    <message>
        <source>load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Model runs on %1: %2; time: %3; data moved to the device: %4</source>
        <translation>在 %1 上运行的模型数：%2；用时：%3；移到该设备的数据：%4</translation>
    </message>
    <message>
        <source>A load</source>
        <translation>一次加载</translation>
    </message>
    <message>
        <source>%1: %2 measured, %3 predicted</source>
        <translation>%1：实测 %2，预测 %3</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>到第一个 token 的时间</translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation>每个 token 的时间</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>Time to load the model</source>
        <translation>此前的加载</translation>
    </message>
    <message>
        <source>A run without a complete forward pass</source>
        <translation>没有完整前向传播的运行</translation>
    </message>
    <message>
        <source>chain of models on %1</source>
        <translation>轮流：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2): allocated %3 (predicted %4), reserved %5 (predicted %6)</source>
        <translation>%1（%2）：已分配 %3（预测 %4），已保留 %5（预测 %6）</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
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
        <translation>时间 %1</translation>
    </message>
    <message>
        <source>dry run</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>NO</source>
        <translation>否</translation>
    </message>
    <message>
        <source>run (%1)</source>
        <translation>以 %1 加载后的运行</translation>
    </message>
</context>
<context>
    <name>stowage::SampleOpener</name>
    <message>
        <source>Writing a sample model with random weights (GPT-2 small)…</source>
        <translation>正在写出权重随机的示例模型 (GPT-2 small)…</translation>
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
        <translation>PyTorch 文件 (.pth)</translation>
    </message>
    <message>
        <source>one .pt file per tensor</source>
        <translation>每个张量一个 .pt 文件</translation>
    </message>
    <message>
        <source>Accelerate&apos;s offload folder</source>
        <translation>Accelerate 的卸载 (offload) 文件夹</translation>
    </message>
    <message>
        <source>%1 of the data already existed and matched the checksums.</source>
        <translation>其中 %1 已存在，且与其校验和一致。</translation>
    </message>
    <message>
        <source>safetensors cannot store tied names, so the metadata records them: %1 in total. The first one is %2, a second name of %3.</source>
        <translation>safetensors 无法表达的绑定名称记录在元数据中：共 %1 个，第一个是 %2，作为 %3。</translation>
    </message>
    <message>
        <source>save again, and choose “Go on” or “Start over”</source>
        <translation>再次保存以继续或重新开始</translation>
    </message>
    <message>
        <source>save again and choose “Start over”</source>
        <translation>再次保存并选择“重新开始”</translation>
    </message>
    <message>
        <source>save the model again and choose “Start over”</source>
        <translation>将其再次保存并选择“重新开始”</translation>
    </message>
    <message>
        <source>Progress of saving</source>
        <translation>保存的进度</translation>
    </message>
    <message>
        <source>Write Model As</source>
        <translation>将模型写出为</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>As</source>
        <translation>格式为</translation>
    </message>
    <message>
        <source>Maximum shard size</source>
        <translation>每个分片至多</translation>
    </message>
    <message>
        <source>empty: one file; 5GB or 512MiB: shards with an index</source>
        <translation>一个文件；5GB 或 512MiB 将其拆分，并带索引</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>Randomise norms and biases</source>
        <translation>归一化和偏置也随机</translation>
    </message>
    <message>
        <source>Into the folder</source>
        <translation>写入文件夹</translation>
    </message>
    <message>
        <source>created if missing</source>
        <translation>不存在时创建</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>Leave unchanged</source>
        <translation>保持原样</translation>
    </message>
    <message>
        <source>Open the written model</source>
        <translation>打开写出的内容</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>the open model, %1</source>
        <translation>打开的模型，%1</translation>
    </message>
    <message>
        <source>a sample model with random weights: %1</source>
        <translation>随机权重的示例：%1</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>按存储的</translation>
    </message>
    <message>
        <source>Size of a shard: %1</source>
        <translation>分片的大小：%1</translation>
    </message>
    <message>
        <source>Seed: type a whole number from 0 to %1.</source>
        <translation>种子：需要 0 到 %1 之间的整数。</translation>
    </message>
    <message>
        <source>Choose the folder to write into; it is created if missing.</source>
        <translation>选择要写入的文件夹；不存在时创建。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Saving to %1 was interrupted.</source>
        <translation>%1 中有一次中断的保存。</translation>
    </message>
    <message>
        <source>%1 contains files of an earlier save. Saving replaces files with the same names.</source>
        <translation>%1 中有先前保存所写的文件；保存会替换同名的文件。</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>正在停止</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>正在写入</translation>
    </message>
    <message>
        <source>Checking existing data</source>
        <translation>正在检查保留的内容</translation>
    </message>
    <message>
        <source>Reading the folder</source>
        <translation>正在查看文件夹</translation>
    </message>
    <message>
        <source>%1: %2 of %3, %4 of %5 tensors</source>
        <translation>%1：%2 / %3，%4 / %5 个张量</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensors, %3, in %4 s.</source>
        <translation>已写出 %1：%2 个张量，%3，用时 %4 s。</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensors, %3 in %4 files, in %5 s.</source>
        <translation>已写出 %1：%2 个张量，%3，分为 %4 个文件，用时 %5 s。</translation>
    </message>
    <message>
        <source>In this dialog, save again, and choose “Go on” or “Start over”.</source>
        <translation>在此表单中：再次保存以继续或重新开始。</translation>
    </message>
</context>
<context>
    <name>stowage::SegmentMapPanel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>reserved, all segments</source>
        <translation>已保留，所有段</translation>
    </message>
    <message>
        <source>allocated, blocks in use</source>
        <translation>已分配，使用中的块</translation>
    </message>
    <message>
        <source>requested by tensors</source>
        <translation>张量请求的</translation>
    </message>
    <message>
        <source>lost to rounding</source>
        <translation>因取整损失</translation>
    </message>
    <message>
        <source>free, in a segment with blocks in use</source>
        <translation>使用中的块旁边的空闲</translation>
    </message>
    <message>
        <source>free inside used segments</source>
        <translation>已用段内的空闲</translation>
    </message>
    <message>
        <source>cached, no block in use</source>
        <translation>已缓存，没有使用中的块</translation>
    </message>
    <message>
        <source>largest free block</source>
        <translation>最大的空闲块</translation>
    </message>
    <message>
        <source>fragmentation</source>
        <translation>碎片</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Fragmentation: the share of free bytes outside the largest free block. Expandable segments can release whole steps of 2 MiB (small pool) or 20 MiB (large pool) that contain no block in use.</source>
        <translation>碎片：空闲字节中有多少位于最大的空闲块之外。可扩展段会整步归还其中没有使用中的块的部分，每步 2 MiB（小池）或 20 MiB（大池）。</translation>
    </message>
    <message>
        <source>Fragmentation: the share of free bytes outside the largest free block. Segments in use cannot be released.</source>
        <translation>碎片：空闲字节中有多少位于最大的空闲块之外。已用段无法归还。</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>段</translation>
    </message>
    <message>
        <source>GPU whose segments are shown</source>
        <translation>显示其段的 GPU</translation>
    </message>
    <message>
        <source>There is no GPU. Only the allocator of a GPU creates segments.</source>
        <translation>没有 GPU：段是由 GPU 的分配器产生的。</translation>
    </message>
    <message>
        <source>No model has been loaded yet. Load a model to see every segment of %1, the tensors in the segments and the wasted space.</source>
        <translation>尚未加载任何内容。加载模型后，此处列出 %1 的每个段、其中的张量以及浪费的部分。</translation>
    </message>
    <message>
        <source>The allocator of %1 has no segment.</source>
        <translation>%1 的分配器没有持有段。</translation>
    </message>
    <message>
        <source>Segments, simulated</source>
        <translation>段（模拟）</translation>
    </message>
    <message>
        <source>bars to scale</source>
        <translation>条形按比例</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>free in a used segment</source>
        <translation>已用段内的空闲</translation>
    </message>
    <message>
        <source>cached segment</source>
        <translation>缓存的段</translation>
    </message>
    <message>
        <source>Point at a block or use the arrow keys; a click selects the module of the block. Ctrl+wheel, + and − zoom.</source>
        <translation>指向块，或用方向键逐个浏览；单击可选中其模块。Ctrl 加滚轮、+ 和 − 缩放。</translation>
    </message>
</context>
<context>
    <name>stowage::SegmentMapView</name>
    <message>
        <source>small pool</source>
        <translation>小池</translation>
    </message>
    <message>
        <source>large pool</source>
        <translation>大池</translation>
    </message>
    <message>
        <source>Small pool: %1 segment of 2 MiB, for tensors up to 1 MiB</source>
        <translation>小池：%1 个 2 MiB 的段，用于每个不超过 1 MiB 的张量</translation>
    </message>
    <message>
        <source>Small pool: %1 segments of 2 MiB, for tensors up to 1 MiB</source>
        <translation>小池：%1 个 2 MiB 的段，用于每个不超过 1 MiB 的张量</translation>
    </message>
    <message>
        <source>Large pool: %1 segment of 20 MiB, for tensors below 10 MiB</source>
        <translation>大池：%1 个 20 MiB 的段，用于小于 10 MiB 的张量</translation>
    </message>
    <message>
        <source>Large pool: %1 segments of 20 MiB, for tensors below 10 MiB</source>
        <translation>大池：%1 个 20 MiB 的段，用于小于 10 MiB 的张量</translation>
    </message>
    <message>
        <source>Small pool: an expandable segment in steps of 2 MiB, for tensors up to 1 MiB</source>
        <translation>小池：一个可扩展段，以 2 MiB 为步长，用于每个不超过 1 MiB 的张量</translation>
    </message>
    <message>
        <source>Large pool: an expandable segment in steps of 20 MiB, for tensors above 1 MiB</source>
        <translation>大池：一个可扩展段，以 20 MiB 为步长，用于大于 1 MiB 的张量</translation>
    </message>
    <message>
        <source>Large pool: %1 separate segment for a tensor of 10 MiB or more</source>
        <translation>大池：%1 个专用段，用于 10 MiB 起的张量</translation>
    </message>
    <message>
        <source>Large pool: %1 separate segments for tensors of 10 MiB or more</source>
        <translation>大池：%1 个专用段，用于 10 MiB 起的张量</translation>
    </message>
    <message>
        <source>Segments of the GPU&apos;s allocator</source>
        <translation>GPU 分配器的段</translation>
    </message>
    <message>
        <source>in segment %1 (%2, in the %3), from byte %4</source>
        <translation>在段 %1 中（%3 的 %2），从字节 %4 起</translation>
    </message>
    <message>
        <source>Free: %1; “Empty cache” releases %2 of this memory</source>
        <translation>空闲：%1；“清空缓存”归还其中 %2</translation>
    </message>
    <message>
        <source>Cached segment, free: %1; “Empty cache” releases the segment</source>
        <translation>缓存的段，空闲：%1；“清空缓存”将其归还</translation>
    </message>
    <message>
        <source>Free: %1; not released while adjacent blocks are in use</source>
        <translation>空闲：%1，被旁边的块留住</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>nothing lost to rounding</source>
        <translation>没有因取整损失</translation>
    </message>
    <message>
        <source>%1 lost to rounding</source>
        <translation>因取整损失 %1</translation>
    </message>
    <message>
        <source>%1 · %2 requested, %3 allocated, %4 · %5</source>
        <translation>%1 · 请求 %2，占用 %3，%4 · %5</translation>
    </message>
    <message>
        <source>%1 · %2, of which %3 is free and %4 is lost to rounding</source>
        <translation>%1 · %2，其中空闲 %3，因取整损失 %4</translation>
    </message>
</context>
<context>
    <name>stowage::ShortcutsDialog</name>
    <message>
        <source> or </source>
        <translation> 或 </translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>On the board and in the module tree</source>
        <translation>在看板和树中</translation>
    </message>
    <message>
        <source>Move the selection to GPU 0 … 9</source>
        <translation>将所选内容移到 GPU 0 … 9</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>Move the selection to the CPU</source>
        <translation>移到 CPU</translation>
    </message>
    <message>
        <source>Move the selection to disk</source>
        <translation>移到磁盘</translation>
    </message>
    <message>
        <source>Select the next block or module</source>
        <translation>选择下一个块或模块</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>Board: unfold or fold a block</source>
        <translation>看板：展开或折叠块</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空格键</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>stowage::StageBars</name>
    <message>
        <source>When each stage computed</source>
        <translation>各流水级的计算时段</translation>
    </message>
    <message>
        <source>%1, layer %2: computed for %3; the whole run took %4.</source>
        <translation>%1，层 %2：%4 中有 %3 在计算。</translation>
    </message>
    <message>
        <source>%1, layers %2: computed for %3; the whole run took %4.</source>
        <translation>%1，层 %2：%4 中有 %3 在计算。</translation>
    </message>
</context>
<context>
    <name>stowage::StagesDialog</name>
    <message>
        <source>Progress of the run in stages</source>
        <translation>各流水级正在运行</translation>
    </message>
    <message>
        <source>Generated tokens</source>
        <translation>生成的 token</translation>
    </message>
    <message>
        <source>Run in Stages</source>
        <translation>按流水级运行</translation>
    </message>
    <message>
        <source>Path of the model</source>
        <translation>模型的路径</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>The model must have the same path on every machine. Each machine reads only the layers of its stages and divides them among its GPUs and RAM.</source>
        <translation>模型在每台机器上都必须位于此路径。每台机器只读取自己的层，并把它们分配到自己的 GPU 和 RAM 上。</translation>
    </message>
    <message>
        <source>The data sent between the machines is not encrypted and not authenticated. Run in stages only in a network that you trust.</source>
        <translation>机器之间传送的内容既不加密，也不验证身份：请在您信任的网络中使用。</translation>
    </message>
    <message>
        <source>Add Stage</source>
        <translation>添加流水级</translation>
    </message>
    <message>
        <source>Divide Evenly</source>
        <translation>平均划分</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Prompt: text or tokens (15496,11,995)</source>
        <translation>提示词：15496,11,995 或文字</translation>
    </message>
    <message>
        <source>Tokens to generate</source>
        <translation>要生成的 token</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Loaded in</source>
        <translation>加载用时</translation>
    </message>
    <message>
        <source>Computed</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送量</translation>
    </message>
    <message>
        <source>Clock error</source>
        <translation>时钟误差上限</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Results of each stage</source>
        <translation>各流水级的结果</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>from layer </source>
        <translation>从层 </translation>
    </message>
    <message>
        <source>to layer </source>
        <translation>到层 </translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>address used by ssh</source>
        <translation>ssh 所用的地址</translation>
    </message>
    <message>
        <source>Address at which the other stages reach this machine, if different from the address that ssh uses</source>
        <translation>其他流水级访问该机器的地址（如果不是 ssh 所用的地址）</translation>
    </message>
    <message>
        <source>Machine of stage %1</source>
        <translation>流水级 %1 的机器</translation>
    </message>
    <message>
        <source>First layer of stage %1</source>
        <translation>流水级 %1 的第一层</translation>
    </message>
    <message>
        <source>Last layer of stage %1</source>
        <translation>流水级 %1 的最后一层</translation>
    </message>
    <message>
        <source>Address of stage %1</source>
        <translation>流水级 %1 的地址</translation>
    </message>
    <message>
        <source>Remove stage %1</source>
        <translation>移除流水级 %1</translation>
    </message>
    <message>
        <source>Type the model&apos;s path.</source>
        <translation>请键入模型的路径。</translation>
    </message>
    <message>
        <source>Type a prompt: token numbers, or text if the tokenizer is stored next to the model.</source>
        <translation>请键入提示词：token 编号，或文字（如果模型旁边有其分词器）。</translation>
    </message>
    <message>
        <source>The stages are stopping, and all memory is being released.</source>
        <translation>各流水级正在结束，全部内容将归还。</translation>
    </message>
    <message>
        <source>The stages are loading their layers and running. The results are shown at the end. Elapsed time: %1.</source>
        <translation>各流水级正在加载各自的层并运行；结果会在结束时给出。目前已用时 %1。</translation>
    </message>
    <message>
        <source>The run took %1, measured from the start of the first stage to the end of the last. Because the machines&apos; clocks differ, the error can be up to %2.</source>
        <translation>从第一个流水级开始到最后一个流水级结束，运行用时 %1（实测）；已比对各机器的时钟，该数值的误差至多为 %2。</translation>
    </message>
    <message>
        <source>Generated tokens: %1</source>
        <translation>其后的 token：%1</translation>
    </message>
    <message>
        <source>Generated text: %1</source>
        <translation>其后的文字：%1</translation>
    </message>
    <message>
        <source>Send weights</source>
        <translation>发送权重</translation>
    </message>
    <message>
        <source>The path is the model&apos;s path on this machine. Every other machine receives only the layers of its stages and divides them among its GPUs and RAM. At the end, it deletes the received layers.</source>
        <translation>模型位于本机的这个路径。其他各台机器会收到自己的层（结束后在那里删除），并把它们分配到自己的 GPU 和 RAM 上。</translation>
    </message>
    <message>
        <source>Speed: %1 tokens per second, measured; %2 predicted.</source>
        <translation>速度：每秒 %1 个 token（实测）；预测为 %2。</translation>
    </message>
    <message>
        <source>Speed: %1 tokens per second, measured.</source>
        <translation>速度：每秒 %1 个 token（实测）。</translation>
    </message>
    <message>
        <source>Compute, predicted</source>
        <translation>计算（预测）</translation>
    </message>
    <message>
        <source>Memory of the running stages</source>
        <translation>各流水级运行时的内存</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Held now</source>
        <translation>当前占用</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>最高</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总量</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>RAM of the process</source>
        <translation>进程的 RAM</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
</context>
<context>
    <name>stowage::StagesRun</name>
    <message>
        <source>The machine name of a stage cannot contain a comma or a colon, and the address of a stage cannot contain a comma or a space.</source>
        <translation>流水级的机器名称不能含有逗号或冒号，其地址不能含有逗号或空格。</translation>
    </message>
    <message>
        <source>In stage %1, the last layer (%2) is before the first layer.</source>
        <translation>流水级 %1 止于层 %2，而该层在其第一层之前。</translation>
    </message>
    <message>
        <source>Layers missing before stage %1: %2. Stages must be in the order of the layers.</source>
        <translation>流水级 %1 之前缺少的层：%2。各流水级应按层的顺序排列。</translation>
    </message>
    <message>
        <source>Each layer must be in only one stage. Layers of stage %1 that are also in an earlier stage: %2.</source>
        <translation>流水级 %1 与其之前的流水级重复的层：%2。</translation>
    </message>
    <message>
        <source>A run in stages needs 2 to %1 stages.</source>
        <translation>按流水级运行需要 2 到 %1 个流水级。</translation>
    </message>
    <message>
        <source>Layers missing after the last stage: %1.</source>
        <translation>最后一个流水级之后缺少的层：%1。</translation>
    </message>
    <message>
        <source>The model has layers 0 to %1, but the last stage ends with layer %2.</source>
        <translation>此模型的层为 0 到 %1，而最后一个流水级指定了层 %2。</translation>
    </message>
    <message>
        <source>stowagectl was not found at %1.</source>
        <translation>%1 处没有 stowagectl。</translation>
    </message>
    <message>
        <source>The run was cancelled.</source>
        <translation>运行已取消。</translation>
    </message>
</context>
<context>
    <name>stowage::StrategyCard</name>
    <message>
        <source>Use this</source>
        <translation>采用此方案</translation>
    </message>
    <message>
        <source>The plan that this strategy computes under the same limits. Click the card to see the differences from your plan. Your plan does not change until you press “Use this”.</source>
        <translation>此策略在相同上限下生成的方案。单击可显示它与您的方案有何不同；在按下“采用此方案”之前没有任何更改。</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>采用 %1</translation>
    </message>
    <message>
        <source>Offloaded</source>
        <translation>卸载 (offload) 量</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Hops</source>
        <translation>跨设备跳转</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>%1 errors, %2 warnings</source>
        <translation>%1 个错误，%2 个警告</translation>
    </message>
    <message>
        <source>Per token</source>
        <translation>每个 token</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>第一个 token</translation>
    </message>
    <message>
        <source>Weighted time</source>
        <translation>加权时间</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Smallest stage</source>
        <translation>最小流水级</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>Estimated; %1 times the value of the strategy “optimal”</source>
        <translation>估算；为 optimal 的 %1 倍</translation>
    </message>
    <message>
        <source>%1, run %2</source>
        <translation>%1，运行 %2</translation>
    </message>
    <message>
        <source>Measured in run %1</source>
        <translation>在运行 %1 中测得</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
</context>
<context>
    <name>stowage::SweepPanel</name>
    <message>
        <source>Limit of %1</source>
        <translation>%1 的上限</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>fits with offload</source>
        <translation>卸载 (offload) 后放得下</translation>
    </message>
    <message>
        <source>%1 tokens/s, first token after %2</source>
        <translation>%1 token/s，第一个 token 在 %2 后</translation>
    </message>
    <message>
        <source>%1 on the GPUs</source>
        <translation>GPU 上 %1</translation>
    </message>
    <message>
        <source>%1 offloaded</source>
        <translation>卸载 (offload) %1</translation>
    </message>
    <message>
        <source>Tokens per second of each point</source>
        <translation>每个点的每秒 token 数</translation>
    </message>
    <message>
        <source>Horizontal variable</source>
        <translation>横向变量</translation>
    </message>
    <message>
        <source>Vertical variable</source>
        <translation>纵向变量</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>by</source>
        <translation>×</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Export as a table (CSV) or a picture (PNG, SVG)</source>
        <translation>作为表格 (CSV) 或图片 (PNG, SVG)</translation>
    </message>
    <message>
        <source>Value of the horizontal variable</source>
        <translation>沿第一个变量的取值</translation>
    </message>
    <message>
        <source>Use as the plan</source>
        <translation>设为方案</translation>
    </message>
    <message>
        <source>Sweeping…</source>
        <translation>正在扫描…</translation>
    </message>
    <message>
        <source>The selected variable has no values to compare for this plan. Choose another variable.</source>
        <translation>此方案在这方面没有可更改的内容；请选择另一个变量。</translation>
    </message>
    <message>
        <source>Sweeping, %1 points done…</source>
        <translation>正在扫描，已完成 %1 个点…</translation>
    </message>
    <message>
        <source>Estimated tokens per second, total of all sequences. %1 points were computed in %2, %3 of them by replaying allocations. The point of the plan is outlined. Click another point to make it the plan.</source>
        <translation>所有序列的每秒 token 数，估算；%1 个点，用时 %2，其中 %3 个由重放得出。方案的点带有轮廓；单击其他点可将其设为方案。</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>采用 %1</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Horizontal axis: %1. Vertical axis: %2. %3 slower, %4 faster, %5 with offload, – does not fit.</source>
        <translation>横向：%1。纵向：%2。%3 较慢，%4 较快，%5 需卸载 (offload)，– 放不下。</translation>
    </message>
    <message>
        <source>undetermined</source>
        <translation>无法确定</translation>
    </message>
    <message>
        <source>The point of the plan is outlined. Click another point to make it the plan.</source>
        <translation>方案的点带有边框；单击其他点可将其设为方案。</translation>
    </message>
</context>
<context>
    <name>stowage::TenantsPanel</name>
    <message>
        <source>together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 short</source>
        <translation>差 %1</translation>
    </message>
    <message>
        <source>This table shows the memory that the models need on each device.</source>
        <translation>各模型对每个设备的占用将显示在此处。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Always in memory</source>
        <translation>始终存在的部分</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>Keys, values and state of the whole context</source>
        <translation>整个上下文的键、值和状态</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>Maximum while the model runs</source>
        <translation>模型运行期间的最大值</translation>
    </message>
    <message>
        <source>Brought in</source>
        <translation>搬入</translation>
    </message>
    <message>
        <source>Offloaded weights that are copied to the device for a pass</source>
        <translation>传输中的卸载 (offload) 权重</translation>
    </message>
    <message>
        <source>Needed</source>
        <translation>需要</translation>
    </message>
    <message>
        <source>Memory that PyTorch&apos;s allocator reserves at the peak, plus the driver&apos;s context</source>
        <translation>PyTorch 的分配器在峰值时的占用，以及驱动的上下文</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>Memory left after all models and other programs</source>
        <translation>除所有模型和其他程序之外</translation>
    </message>
    <message>
        <source>Models of the plan</source>
        <translation>方案的模型</translation>
    </message>
    <message>
        <source>All models share one process, which runs one model at a time. The weights and caches of all models are in memory at once, together with the largest activations of one model. All figures are estimated.</source>
        <translation>在一个进程中，一次运行其中一个：所有模型的权重和缓存同时存在，激活值只取最大者。所有数值均为估算。</translation>
    </message>
    <message>
        <source>Estimating…</source>
        <translation>正在估算…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>stowage::TimelinePlot</name>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Timeline of the run</source>
        <translation>运行的时间线</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Show the layer</source>
        <translation>显示其层</translation>
    </message>
</context>
<context>
    <name>stowage::TimelineView</name>
    <message>
        <source>While the model runs, this chart shows the activity of each device and each link: weights being read and transferred, layers computing, devices waiting or idle.</source>
        <translation>模型运行期间，此处绘出每个设备和每条链路所做的事：读取和传输的权重、计算的层、等待或空闲的设备。</translation>
    </message>
    <message>
        <source>Timeline of the run</source>
        <translation>运行的时间线</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>Show the whole run again (double-click, or press 0)</source>
        <translation>重新显示整个运行（双击，或按 0）</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>显示整个运行</translation>
    </message>
    <message>
        <source>Current item</source>
        <translation>所指的内容</translation>
    </message>
    <message>
        <source>computes</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>waits for weights</source>
        <translation>等待权重</translation>
    </message>
    <message>
        <source>transfers weights</source>
        <translation>权重传输</translation>
    </message>
    <message>
        <source>disk reads</source>
        <translation>磁盘读取</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>%1, measured; paused for %2</source>
        <translation>%1，实测，并暂停 %2</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1（实测）</translation>
    </message>
    <message>
        <source>Point at a bar, or use the arrow keys. Wheel: zoom. Drag: move. Double-click: the whole run.</source>
        <translation>指向条形，或使用方向键。滚轮：缩放。拖动：平移。双击：整个运行。</translation>
    </message>
    <message>
        <source>Copy the current item</source>
        <translation>复制所指的内容</translation>
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
        <translation>解码 %1–%2</translation>
    </message>
    <message>
        <source>%1 read for %2 in %3</source>
        <translation>为 %2 读取 %1，用时 %3</translation>
    </message>
    <message>
        <source>%1 transferred to %2 in %3</source>
        <translation>%1 传到 %2，用时 %3</translation>
    </message>
    <message>
        <source>%1 copied for the %2 in %3</source>
        <translation>为 %2 复制 %1，用时 %3</translation>
    </message>
    <message>
        <source>%1 computes for %2</source>
        <translation>%1 计算 %2</translation>
    </message>
    <message>
        <source>%1 computes for %2 and waits for weights for %3</source>
        <translation>%1 计算 %2，等待权重 %3</translation>
    </message>
    <message>
        <source>%1 waits for weights for %2</source>
        <translation>%1 等待其权重 %2</translation>
    </message>
    <message>
        <source>%1, %2 transferred</source>
        <translation>%1，搬入 %2</translation>
    </message>
    <message>
        <source>1 module</source>
        <translation>1 个模块</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 个模块</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>1 个张量</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>预填充</translation>
    </message>
    <message>
        <source>decode %1</source>
        <translation>解码 %1</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>weights in</source>
        <translation>权重搬入</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>%1: busy %2, measured over %3</source>
        <translation>%1：%3 中忙碌 %2（实测）</translation>
    </message>
    <message>
        <source>%1: busy %2, waiting for weights %3, idle %4, measured over %5</source>
        <translation>%1：%5 中忙碌 %2，等待权重 %3，空闲 %4（实测）</translation>
    </message>
    <message>
        <source>The GPU is simulated: the CPU computes and uses memory that is counted as GPU memory.</source>
        <translation>模拟 GPU：由 CPU 计算，所用内存计为其自身的内存。</translation>
    </message>
    <message>
        <source>The link is simulated: it transfers at most %1.</source>
        <translation>模拟的链路：最多传输 %1。</translation>
    </message>
    <message>
        <source>The link is simulated without a limit: it transfers data as fast as this machine copies memory.</source>
        <translation>没有上限的模拟链路：与本机的复制一样快。</translation>
    </message>
    <message>
        <source>of layer %1</source>
        <translation>属于层 %1</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1，于 %2</translation>
    </message>
    <message>
        <source>%1 idles for %2</source>
        <translation>%1 空闲时间 %2</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
</context>
<context>
    <name>stowage::ToolBarFit</name>
    <message>
        <source>More tools</source>
        <translation>更多工具</translation>
    </message>
</context>
<context>
    <name>stowage::Tour</name>
    <message>
        <source>Skip Tour</source>
        <translation>跳过导览</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
</context>
<context>
    <name>stowage::TreeFeature</name>
    <message>
        <source>Filter Modules</source>
        <translation>筛选模块</translation>
    </message>
    <message>
        <source>About This Model</source>
        <translation>关于此模型</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Model facts</source>
        <translation>模型信息</translation>
    </message>
</context>
<context>
    <name>stowage::UseBar</name>
    <message>
        <source>Thin bar: before the load. Thick bar: now. Tick: peak of the reserved memory.</source>
        <translation>细：加载之前。粗：现在。刻度线：已保留的最高值。</translation>
    </message>
    <message>
        <source>Free: %1</source>
        <translation>空闲：%1</translation>
    </message>
</context>
<context>
    <name>stowage::VariantBar</name>
    <message>
        <source>Variants of the plan</source>
        <translation>方案的变体</translation>
    </message>
    <message>
        <source>New variant</source>
        <translation>新建变体</translation>
    </message>
    <message>
        <source>Name of the variant</source>
        <translation>变体的名称</translation>
    </message>
    <message>
        <source>Add another plan of this model that starts as a copy of the plan shown</source>
        <translation>此模型的又一个方案，与所显示的相同</translation>
    </message>
    <message>
        <source>%1: double-click to rename, drag to reorder</source>
        <translation>%1：双击重命名，拖动排序</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
</context>
<context>
    <name>stowage::VerdictCard</name>
    <message>
        <source>The weights on the other devices fit: %1</source>
        <translation>其余放得下：%1</translation>
    </message>
    <message>
        <source>The file cannot be loaded. Verdict for the plan alone: %1</source>
        <translation>文件无法加载。仅就方案而言：%1</translation>
    </message>
</context>
<context>
    <name>stowage::VramChart</name>
    <message>
        <source>VRAM by device over time</source>
        <translation>各设备的 VRAM 随时间的变化</translation>
    </message>
    <message>
        <source>%1 usable %2</source>
        <translation>%1 可用 %2</translation>
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
        <translation>%1 已分配（模拟）</translation>
    </message>
    <message>
        <source>%1 allocated, measured</source>
        <translation>%1 已分配（实测）</translation>
    </message>
    <message>
        <source>%1 reserved, simulated</source>
        <translation>%1 已保留（模拟）</translation>
    </message>
    <message>
        <source>%1 reserved, measured</source>
        <translation>%1 已保留（实测）</translation>
    </message>
    <message>
        <source>usable %1</source>
        <translation>可用 %1</translation>
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
        <translation>方案</translation>
    </message>
    <message>
        <source>%1, CPU</source>
        <translation>%1，CPU</translation>
    </message>
    <message>
        <source>%1, 1 GPU</source>
        <translation>%1，1 个 GPU</translation>
    </message>
    <message>
        <source>%1, %2 GPUs</source>
        <translation>%1，%2 个 GPU</translation>
    </message>
    <message>
        <source>Memory on the horizontal axis</source>
        <translation>图表横轴的内存</translation>
    </message>
    <message>
        <source>Ways to run: tokens per second over memory</source>
        <translation>运行方式：每秒 token 数与内存</translation>
    </message>
    <message>
        <source>over VRAM</source>
        <translation>按 VRAM</translation>
    </message>
    <message>
        <source>over RAM</source>
        <translation>按 RAM</translation>
    </message>
    <message>
        <source>Trying dtypes, quantisations and numbers of GPUs…</source>
        <translation>正在尝试 dtype、量化和 GPU 数量…</translation>
    </message>
    <message>
        <source>RAM needed, GiB</source>
        <translation>所需 RAM，GiB</translation>
    </message>
    <message>
        <source>VRAM needed, GiB</source>
        <translation>所需 VRAM，GiB</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>%1: %2 tokens/s, %3 of VRAM, %4 of RAM, estimated by formula</source>
        <translation>%1：%2 token/s，VRAM %3，RAM %4，按公式</translation>
    </message>
    <message>
        <source>Dashed line: each point is the fastest way found with at most that much %1. Pale point: another way is at least as fast and needs no more VRAM or RAM. All values are estimated by formula. Click a point to make it the plan.</source>
        <translation>虚线：每个点是 %1 不超过该点时找到的最快方式。浅色的点：另一种方式至少同样快，且不需要更多的 VRAM 或 RAM。所有数值均按公式估算。单击一个点可将其设为方案。</translation>
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
        <translation>方案本身放不下。</translation>
    </message>
    <message>
        <source>Run as %1</source>
        <translation>按 %1 运行</translation>
    </message>
    <message>
        <source>The search for ways to run was cancelled.</source>
        <translation>对运行方式的查找已取消。</translation>
    </message>
    <message>
        <source>%1, offload</source>
        <translation>%1，卸载 (offload)</translation>
    </message>
    <message>
        <source>%1. Another way is at least as fast and needs no more VRAM or RAM: %2</source>
        <translation>%1；VRAM 和 RAM 都不多用且不更慢的是：%2</translation>
    </message>
    <message>
        <source>This model generates no tokens.</source>
        <translation>此模型中没有后续token。</translation>
    </message>
    <message>
        <source>Ways to run that are not shown because their time is unknown: %1. %2</source>
        <translation>时间未知、未显示：%1。%2</translation>
    </message>
    <message>
        <source>No placement was found that fits this workload, in any of the dtypes that were tried.</source>
        <translation>无论按计划的类型还是其他类型，都未找到适合此工作的权重放置。</translation>
    </message>
</context>
<context>
    <name>stowage::WorkloadFields</name>
    <message>
        <source>a shorter context</source>
        <translation>更短的上下文</translation>
    </message>
    <message>
        <source>a smaller KV cache dtype</source>
        <translation>更小的 KV 缓存 dtype</translation>
    </message>
    <message>
        <source>fewer sequences at once</source>
        <translation>更少的同时序列数</translation>
    </message>
    <message>
        <source>prompts in chunks</source>
        <translation>分块的提示词</translation>
    </message>
    <message>
        <source>weights in int8</source>
        <translation>int8 权重</translation>
    </message>
    <message>
        <source>weights offloaded to the CPU</source>
        <translation>卸载 (offload) 到 CPU 的权重</translation>
    </message>
    <message>
        <source>Not a whole number: type %1 to %2.</source>
        <translation>不是整数：请输入 %1 到 %2 之间的值。</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>引擎</translation>
    </message>
    <message>
        <source>Engine whose memory rules apply, for example for storing keys and values</source>
        <translation>采用哪个引擎的内存规则，例如保存键和值的规则</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>Dtype of the stored keys and values</source>
        <translation>保存键和值所用的 dtype</translation>
    </message>
    <message>
        <source>Computes in</source>
        <translation>计算所用</translation>
    </message>
    <message>
        <source>The dtype of activations and, unless specified otherwise, of the KV cache</source>
        <translation>激活值的 dtype，除非另有指定也是 KV 缓存的 dtype</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>eager: all attention scores are in memory at once; fused: only small blocks of them</source>
        <translation>eager：所有注意力分数同时位于内存中；fused：只有其中的小部分</translation>
    </message>
    <message>
        <source>Allocator</source>
        <translation>分配器</translation>
    </message>
    <message>
        <source>Setting of PyTorch&apos;s allocator on the simulated GPUs; expandable_segments is an option of PYTORCH_CUDA_ALLOC_CONF</source>
        <translation>PyTorch 的分配器在模拟 GPU 上如何设置；expandable_segments 即 PYTORCH_CUDA_ALLOC_CONF 的设置</translation>
    </message>
    <message>
        <source>Number of positions that the model was designed for</source>
        <translation>模型设计时支持的位置数</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>compute dtype</source>
        <translation>与计算相同</translation>
    </message>
    <message>
        <source>the weights&apos; dtype</source>
        <translation>权重的 dtype</translation>
    </message>
    <message>
        <source>engine default</source>
        <translation>按引擎的做法</translation>
    </message>
    <message>
        <source>Allowed changes, in the order in which they are tried</source>
        <translation>可以放弃什么，按此顺序</translation>
    </message>
    <message>
        <source>Allowed changes, in order</source>
        <translation>按此顺序放弃</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>提前</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>推后</translation>
    </message>
    <message>
        <source>the whole prompt</source>
        <translation>整个提示词</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>The context is longer than the %1 positions that the model was designed for.</source>
        <translation>超过模型设计时支持的 %1 个位置。</translation>
    </message>
    <message>
        <source>automatic: %1</source>
        <translation>自动：%1</translation>
    </message>
    <message>
        <source>Out of range: type %1 to %2.</source>
        <translation>超出范围：请输入 %1 到 %2 之间的值。</translation>
    </message>
    <message>
        <source>Not a number: type a value such as 0.92.</source>
        <translation>不是数字：请输入 0.92 这样的值。</translation>
    </message>
    <message>
        <source>another map</source>
        <translation>其他映射</translation>
    </message>
    <message>
        <source>expandable segments</source>
        <translation>可扩展段</translation>
    </message>
    <message>
        <source>different memory limits</source>
        <translation>其他上限</translation>
    </message>
    <message>
        <source>another engine</source>
        <translation>其他引擎</translation>
    </message>
</context>
<context>
    <name>stowage::units</name>
    <message>
        <source>exact</source>
        <translation>精确</translation>
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
        <translation>%1 字节</translation>
    </message>
</context>
</TS>
