<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>std</name>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>a negative number</source>
        <translation>负数</translation>
    </message>
    <message>
        <source>a number that is not whole or exceeds 64 bits</source>
        <translation>非整数或超过 64 位的数</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>The tensor of %1 %2.</source>
        <translation>%1 的张量%2。</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 %3.</source>
        <translation>%2 的张量 %1 %3。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3; %4 is required.</source>
        <translation>%1：&quot;%2&quot; 为 %3；此处需要：%4。</translation>
    </message>
    <message>
        <source>&quot;%1&quot;</source>
        <translation>&quot;%1&quot;</translation>
    </message>
    <message>
        <source>%1 or &quot;%2&quot;</source>
        <translation>%1 或 &quot;%2&quot;</translation>
    </message>
    <message>
        <source>%1, &quot;%2&quot;</source>
        <translation>%1、&quot;%2&quot;</translation>
    </message>
    <message>
        <source>Standard input cannot be read: %1.</source>
        <translation>无法读取标准输入：%1。</translation>
    </message>
    <message>
        <source>%1 (pid %2) %3</source>
        <translation>%1（pid %2）%3</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>某个程序</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>The %1 model does not fit on the GPU with any method; use a larger GPU or a smaller model.</source>
        <translation>无论用哪种方法，GPU 都没有容纳 %1 模型的空间；请使用更大的 GPU 或更小的模型。</translation>
    </message>
    <message>
        <source>The %1 model needs %2 of RAM (including the memory of a simulated GPU), but only %3 is free; close other programs, choose a smaller model, or use a dry run.</source>
        <translation>%1 模型需要 %2 内存（主机部分以及模拟 GPU 背后的页），而空闲的只有 %3；请关闭其他程序，使用更小的模型，或试运行。</translation>
    </message>
    <message>
        <source>The files of the %1 model need %2 on disk (the model in three formats, and some reserve), but only %3 is free; free some space, choose a smaller model, or use a dry run.</source>
        <translation>%1 模型的文件需要 %2 磁盘空间（模型的三种格式，外加一些余地），而空闲的只有 %3；请腾出空间，使用更小的模型，或试运行。</translation>
    </message>
    <message>
        <source>%1 at byte %2; %3.</source>
        <translation>%1，位于字节 %2；%3。</translation>
    </message>
    <message>
        <source>%1 contains %2; %3.</source>
        <translation>%1 的内容是%2；%3。</translation>
    </message>
    <message>
        <source>&quot;auto&quot; or a whole number</source>
        <translation>&quot;auto&quot; 或整数</translation>
    </message>
    <message>
        <source>Result of each load method with the RAM limit:</source>
        <translation>在 RAM 上限下：</translation>
    </message>
    <message>
        <source>%1: within the limit</source>
        <translation>%1：未超限</translation>
    </message>
    <message>
        <source>%1: stopped at %2</source>
        <translation>%1：停止于 %2</translation>
    </message>
    <message>
        <source>%1: stopped</source>
        <translation>%1：已停止</translation>
    </message>
    <message>
        <source>Page cache: %1. Each method ran in a separate process.</source>
        <translation>页缓存为 %1；每种方法都在单独的进程中运行。</translation>
    </message>
    <message>
        <source>Page cache: %1 before each load (%2). Each method ran in a separate process.</source>
        <translation>每次运行前页缓存为 %1（%2）；每种方法都在单独的进程中运行。</translation>
    </message>
    <message>
        <source>The RAM limit is %1 and applies to %2.</source>
        <translation>RAM 上限 %1：%2。</translation>
    </message>
    <message>
        <source>An error is the measured value minus the predicted value.</source>
        <translation>误差为实测减预测。</translation>
    </message>
    <message>
        <source>The published figures are those of the lesson for GPT-2 XL. In the lesson, 1 GB is 2^30 bytes, and RAM includes file pages.</source>
        <translation>公布的数值来自课程，针对 GPT-2 XL；其 GB 为 2^30 字节，其 RAM 含有文件页。</translation>
    </message>
    <message>
        <source>%1 is larger than 1 GiB; split the file.</source>
        <translation>%1 超过 1 GiB；请将其拆分。</translation>
    </message>
    <message>
        <source>Programs on %1 (measured): unknown; the driver does not report them.</source>
        <translation>%1 上的程序（实测）：未知；驱动不提供。</translation>
    </message>
    <message>
        <source>Programs on %1 (measured): none.</source>
        <translation>%1 上的程序（实测）：无。</translation>
    </message>
    <message>
        <source>Programs on %1 (measured): %2.</source>
        <translation>%1 上的程序（实测）：%2。</translation>
    </message>
    <message>
        <source>disk at %1 (measured %2)</source>
        <translation>%1 处的磁盘（实测于 %2）</translation>
    </message>
    <message>
        <source>cold</source>
        <translation>冷</translation>
    </message>
    <message>
        <source>in the page cache</source>
        <translation>在页缓存中</translation>
    </message>
    <message>
        <source>this machine (measured %1)</source>
        <translation>本机（实测于 %1）</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>used by others</source>
        <translation>被其他程序占用</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无上限</translation>
    </message>
    <message>
        <source>There is no GPU to show; simulate GPUs with --gpus 24GiB,24GiB.</source>
        <translation>没有 GPU；可用 --gpus 24GiB,24GiB 模拟几个。</translation>
    </message>
    <message>
        <source>This machine has not been measured; use --measure so that Stowage can predict times.</source>
        <translation>本机尚未测量过；--measure 可进行测量，以便预测时间。</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>one way</source>
        <translation>单向</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>from</source>
        <translation>从</translation>
    </message>
    <message>
        <source>to</source>
        <translation>到</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>移动量</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>limit of</source>
        <translation>设备上限</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>No weight moves to another device.</source>
        <translation>没有任何移动：每个权重都在原处。</translation>
    </message>
    <message>
        <source>Weights that move to another device: %1.</source>
        <translation>%1 位于别处。</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
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
        <source>slack</source>
        <translation>闲置保留</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>需要</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>load method</source>
        <translation>加载方式</translation>
    </message>
    <message>
        <source>on the fullest GPU</source>
        <translation>最满的 GPU 上</translation>
    </message>
    <message>
        <source>file pages</source>
        <translation>文件页</translation>
    </message>
    <message>
        <source>Keys and values per token: %1.</source>
        <translation>每个 token 的键和值：%1。</translation>
    </message>
    <message>
        <source>Memory of all models in one process that runs one model at a time:</source>
        <translation>合计，在一个进程中，一次运行其中一个：</translation>
    </message>
    <message>
        <source>All figures are estimated.</source>
        <translation>所有数值均为估算。</translation>
    </message>
    <message>
        <source>The log contains no memory figure that Stowage recognises.</source>
        <translation>没有从日志中识别出任何内存数值。</translation>
    </message>
    <message>
        <source>log of %1</source>
        <translation>%1 的日志</translation>
    </message>
    <message>
        <source>printed</source>
        <translation>输出值</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Line of the log not recognised: %1</source>
        <translation>未读取：%1</translation>
    </message>
    <message>
        <source>No set of 1, 2, 4 or 8 cards from the catalogue meets these targets.</source>
        <translation>目录中没有任何 1、2、4 或 8 张显卡的组合能达到这些目标。</translation>
    </message>
    <message>
        <source>suitable cards</source>
        <translation>能达到目标的显卡</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>第一个 token</translation>
    </message>
    <message>
        <source>tokens/s per sequence</source>
        <translation>每秒 token 数，各自</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>至多</translation>
    </message>
    <message>
        <source>%1; give the token IDs as numbers separated by commas, as in 1,2,3.</source>
        <translation>%1；请以数字给出 token，用逗号分隔，如 1,2,3。</translation>
    </message>
    <message>
        <source>class</source>
        <translation>类</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>(model)</source>
        <translation>（模型）</translation>
    </message>
    <message>
        <source>%1 parameters in %2 tensors, %3 (%4)</source>
        <translation>%1 个参数，%2 个张量，%3（%4）</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>张量</translation>
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
        <translation>偏移</translation>
    </message>
    <message>
        <source>file</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>%1, family %2</source>
        <translation>%1，模型族 %2</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>widths</source>
        <translation>宽度</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>own size</source>
        <translation>自身大小</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>With %1, %2 differs by %3 % from the published figure:</source>
        <translation>%1，%2 与公布的数值相比 %3%：</translation>
    </message>
    <message>
        <source>1 GiB is 2^30 bytes. VRAM is the peak allocated memory of a simulated GPU, or the measured peak of a real GPU; see the column kind. RAM is the measured increase above the level before the load.</source>
        <translation>GiB = 2^30 字节。VRAM：已分配的峰值，来自模拟 GPU 或在真实 GPU 上实测，如“种类”列所示。RAM：实测为高出加载前水平的部分。</translation>
    </message>
    <message>
        <source>The published figures are those of the lesson for GPT-2 XL. The RAM of the lesson is sampled every 0.1 s as RSS minus a baseline. It includes file pages, because RSS includes them.</source>
        <translation>公布：课程针对 GPT-2 XL 的数值；其 RAM 为 RSS 减去基线，每 0.1 s 采样一次，因此含有文件页。</translation>
    </message>
    <message>
        <source>Figures were published only for GPT-2 XL.</source>
        <translation>仅公布了 GPT-2 XL 的数值。</translation>
    </message>
    <message>
        <source>peak allocated</source>
        <translation>已分配峰值</translation>
    </message>
    <message>
        <source>peak reserved</source>
        <translation>已保留峰值</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>now allocated</source>
        <translation>当前已分配</translation>
    </message>
    <message>
        <source>now reserved</source>
        <translation>当前已保留</translation>
    </message>
    <message>
        <source>dry run</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>模拟</translation>
    </message>
    <message>
        <source>memory (dry run)</source>
        <translation>内存（试运行）</translation>
    </message>
    <message>
        <source>used before</source>
        <translation>之前已用</translation>
    </message>
    <message>
        <source>free before</source>
        <translation>之前空闲</translation>
    </message>
    <message>
        <source>used after</source>
        <translation>之后已用</translation>
    </message>
    <message>
        <source>free after</source>
        <translation>之后空闲</translation>
    </message>
    <message>
        <source>host (dry run)</source>
        <translation>主机（试运行）</translation>
    </message>
    <message>
        <source>host (measured)</source>
        <translation>主机（实测）</translation>
    </message>
    <message>
        <source>anonymous</source>
        <translation>匿名</translation>
    </message>
    <message>
        <source>simulated GPUs</source>
        <translation>模拟 GPU</translation>
    </message>
    <message>
        <source>resident</source>
        <translation>常驻</translation>
    </message>
    <message>
        <source>peak increase</source>
        <translation>高出该水平的峰值</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>end</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>%1 峰值</translation>
    </message>
    <message>
        <source>peak host</source>
        <translation>主机峰值</translation>
    </message>
    <message>
        <source>Keys in the model, but not in the file</source>
        <translation>模型中有，文件中没有</translation>
    </message>
    <message>
        <source>Missing keys loaded with initial values</source>
        <translation>其中以初始值加载的</translation>
    </message>
    <message>
        <source>Keys in the file, but not in the model</source>
        <translation>文件中有，模型中没有</translation>
    </message>
    <message>
        <source>Keys whose shape or dtype differs between file and model</source>
        <translation>形状或 dtype 不同</translation>
    </message>
    <message>
        <source>offloading</source>
        <translation>卸载 (offload)</translation>
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
        <source>left free</source>
        <translation>此外空闲</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>moved once</source>
        <translation>移动一次</translation>
    </message>
    <message>
        <source>moved each step</source>
        <translation>每步移动</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>不可行</translation>
    </message>
    <message>
        <source>the peak memory occurs when the module %1 is copied to the GPU</source>
        <translation>轮到 %1 时占用最多</translation>
    </message>
    <message>
        <source>Estimated memory for one model at a time on %1 (%2), weights only:</source>
        <translation>依次在 %1（%2）上，仅权重，估算：</translation>
    </message>
    <message>
        <source>Activations need additional memory, which depends on the size of the image.</source>
        <translation>激活值另计：取决于图片的大小。</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>reserved (predicted)</source>
        <translation>已保留（预测）</translation>
    </message>
    <message>
        <source>unified (mps)</source>
        <translation>统一内存 (mps)</translation>
    </message>
    <message>
        <source>Quantisation: %1</source>
        <translation>量化：%1</translation>
    </message>
    <message>
        <source>Weights: %1 including all scales; the strategy assumed %2</source>
        <translation>权重：%1，含全部缩放因子；策略计为 %2</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>left</source>
        <translation>剩余</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>预留</translation>
    </message>
    <message>
        <source>why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>(all)</source>
        <translation>（全部）</translation>
    </message>
    <message>
        <source>On %1, %2 is kept free for the largest layer, which may have to be copied there.</source>
        <translation>%1 为可能需要搬入的最大层保留 %2 空闲。</translation>
    </message>
    <message>
        <source>Objective: %1. %2 Estimated.</source>
        <translation>目标：%1。%2 估算。</translation>
    </message>
    <message>
        <source>Even if one of the rates is wrong by up to %1 %, this plan is the best of the compared plans.</source>
        <translation>在任何单个速率的偏差达到 %1% 之前，所比较的其他方案都不会更好。</translation>
    </message>
    <message>
        <source>The plan needs these options: %1</source>
        <translation>它需要这些选项：%1</translation>
    </message>
    <message>
        <source>all on one device</source>
        <translation>全部在一个设备上</translation>
    </message>
    <message>
        <source>a device map by Stowage, with lowered limits</source>
        <translation>Stowage 自己的映射，在降低的上限下</translation>
    </message>
    <message>
        <source>a given map</source>
        <translation>给定的映射</translation>
    </message>
    <message>
        <source>Strategy: %1 (%2)</source>
        <translation>策略：%1（%2）</translation>
    </message>
    <message>
        <source>Strategy: %1</source>
        <translation>策略：%1</translation>
    </message>
    <message>
        <source>Rules: %1</source>
        <translation>规则：%1</translation>
    </message>
    <message>
        <source>and %1 more; --json lists all keys.</source>
        <translation>及另外 %1 个；--json 列出全部。</translation>
    </message>
    <message>
        <source>All keys of the checkpoint agree with %1.</source>
        <translation>所有键都与 %1 一致。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>work</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>edits</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>%1 (current)</source>
        <translation>%1（当前）</translation>
    </message>
    <message>
        <source>weights only</source>
        <translation>仅权重</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <source>Records: %1</source>
        <translation>记录：%1</translation>
    </message>
    <message>
        <source>Notes: %1</source>
        <translation>备注：%1</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>token/s</translation>
    </message>
    <message>
        <source>load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>No estimate: %1</source>
        <translation>没有估算：%1</translation>
    </message>
    <message>
        <source>All times are estimates. Sizes are the memory that each device needs.</source>
        <translation>时间为估算，加载为预测；大小为每个设备所需。</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>family</source>
        <translation>模型族</translation>
    </message>
    <message>
        <source>moved to %1</source>
        <translation>搬到 %1</translation>
    </message>
    <message>
        <source>in</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>ran in</source>
        <translation>运行用时</translation>
    </message>
    <message>
        <source>held after</source>
        <translation>之后在该处占用</translation>
    </message>
    <message>
        <source>most likely or generated tokens</source>
        <translation>可能性最大的，或后续的</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>The decoder begins with: %1</source>
        <translation>解码器的开头：%1</translation>
    </message>
    <message>
        <source>Input: %1 %2</source>
        <translation>输入：%1 %2</translation>
    </message>
    <message>
        <source>Hidden states: %1 positions of %2 numbers</source>
        <translation>隐藏状态：%1 个位置，每个 %2 个数</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>estimated peak</source>
        <translation>估算的峰值</translation>
    </message>
    <message>
        <source>streamed (estimated)</source>
        <translation>其中搬入的</translation>
    </message>
    <message>
        <source>slowest layers, all passes</source>
        <translation>最慢的层，所有前向传播</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>waited for weights</source>
        <translation>等待权重</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>ok      %1: %2</source>
        <translation>正常  %1：%2</translation>
    </message>
    <message>
        <source>FAILED: %1: %2</source>
        <translation>失败：%1：%2</translation>
    </message>
    <message>
        <source>ok      %1: %2 — %3</source>
        <translation>正常  %1：%2 — %3</translation>
    </message>
    <message>
        <source>FAILED: %1: %2 — %3</source>
        <translation>失败：%1：%2 — %3</translation>
    </message>
    <message>
        <source>3 allocations of 512 B need 1 segment of 2 MiB</source>
        <translation>3 × 512 B 占用 1 个 2 MiB 的段</translation>
    </message>
    <message>
        <source>3 allocations of 1 MiB need 2 segments of 2 MiB</source>
        <translation>3 × 1 MiB 占用 2 个 2 MiB 的段</translation>
    </message>
    <message>
        <source>3 allocations of 1 MiB + 512 B need 1 segment of 20 MiB</source>
        <translation>3 × (1 MiB + 512 B) 占用 1 个 20 MiB 的段</translation>
    </message>
    <message>
        <source>3 allocations of 10 MiB − 512 B need 2 segments of 20 MiB</source>
        <translation>3 × (10 MiB − 512 B) 占用 2 个 20 MiB 的段</translation>
    </message>
    <message>
        <source>3 allocations of 10 MiB + 512 B need 3 segments of 12 MiB</source>
        <translation>3 × (10 MiB + 512 B) 占用 3 个 12 MiB 的段</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>%1 allocated</source>
        <translation>%1 已分配</translation>
    </message>
    <message>
        <source>host anonymous</source>
        <translation>主机匿名内存</translation>
    </message>
    <message>
        <source>result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>--machine-link %1: %2</source>
        <translation>--machine-link %1：%2</translation>
    </message>
    <message>
        <source>Prompt: %1</source>
        <translation>提示词：%1</translation>
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
        <source>most likely token (last position)</source>
        <translation>最后一个位置可能性最大的</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>流水级</translation>
    </message>
    <message>
        <source>loaded in</source>
        <translation>加载用时</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>发送量</translation>
    </message>
    <message>
        <source>The run took %1 (measured), from the start of the first stage to the end of the last stage. The clocks of the machines were compared; the error of the measured time is at most %2 ms.</source>
        <translation>从第一个流水级开始到最后一个流水级结束，运行用时 %1（实测）；已比对各机器的时钟，该数值的误差至多为 %2 ms。</translation>
    </message>
    <message>
        <source>Prompt as text: %1</source>
        <translation>提示词文字：%1</translation>
    </message>
    <message>
        <source>Model: %1 on the machine %2</source>
        <translation>模型：%2 上的 %1</translation>
    </message>
    <message>
        <source>predicted compute</source>
        <translation>计算（预测）</translation>
    </message>
    <message>
        <source>predicted wait</source>
        <translation>等待（预测）</translation>
    </message>
    <message>
        <source>%2 of the model (layers %3) was sent to %1 in %4.</source>
        <translation>已向 %1 发送模型的 %2（层 %3），用时 %4。</translation>
    </message>
    <message>
        <source>The process was stopped.</source>
        <translation>它被停止了。</translation>
    </message>
    <message>
        <source>%1 is too large for a model&apos;s configuration; give a model&apos;s config.json.</source>
        <translation>%1 对于模型的配置来说太大。</translation>
    </message>
    <message>
        <source>%1 is empty; give a model&apos;s config.json.</source>
        <translation>%1 为空；请给出模型的 config.json。</translation>
    </message>
    <message>
        <source>%1 parameters in %2 tensor, %3 (%4)</source>
        <translation>%1 个参数，%2 个张量，%3（%4）</translation>
    </message>
    <message>
        <source>Hidden states: %1 position of %2 numbers</source>
        <translation>隐藏状态：%1 个位置，%2 个数</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>No set of 1, 2, 4 or 8 cards from the catalogue is certain to meet these targets.</source>
        <translation>目录中没有任何 1、2、4 或 8 张显卡的组合能确保达到这些目标。</translation>
    </message>
    <message>
        <source>It is undetermined whether the following cards meet the targets, because their compute speed in this dtype is not published: %1.</source>
        <translation>以下各项能否达到目标尚不确定，因为没有公布它们在此 dtype 下的计算速率：%1。</translation>
    </message>
    <message>
        <source>Open the model with its config.json, or let Python describe the model (--python; in the window: Ask Python).</source>
        <translation>请连同其 config.json 一起打开，或让 Python 描述它（--python；在窗口中为“询问 Python”）。</translation>
    </message>
    <message>
        <source>published</source>
        <translation>公布值</translation>
    </message>
    <message>
        <source>The capacity is the total that CUDA reports on Linux (HIP or SYCL for cards of other manufacturers). This total is less than the published capacity and less than the capacity that nvidia-smi shows. &quot;≈&quot; means that the capacity is estimated. The column CUDA shows the compute capability. Compute rates are in operations per second. &quot;?&quot; means that no confirmed figure is known.</source>
        <translation>容量是 Linux 上 CUDA（其他厂商的显卡为 HIP、SYCL）报告的总量，小于公布的容量和 nvidia-smi 显示的容量；“≈”表示估计值。CUDA 一栏是计算能力。计算速率为每秒运算次数，没有可确认的数字时为“?”。</translation>
    </message>
    <message>
        <source>quantised</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>The table is based on published figures. The strategy &quot;auto&quot; distributes the layers over the cards (--tensor-parallel 1).</source>
        <translation>根据公布的数据，各层由 auto 分配（--tensor-parallel 1）。</translation>
    </message>
    <message>
        <source>Measure the memory on the machine that runs the model: this release does not support models of the type %1.</source>
        <translation>请在模型运行处测量：此版本不认识 %1 类型的模型。</translation>
    </message>
    <message>
        <source>a JPEG picture</source>
        <translation>JPEG 图片</translation>
    </message>
    <message>
        <source>a PNG picture</source>
        <translation>PNG 图片</translation>
    </message>
    <message>
        <source>a GIF picture</source>
        <translation>GIF 图片</translation>
    </message>
    <message>
        <source>a WebP picture</source>
        <translation>WebP 图片</translation>
    </message>
    <message>
        <source>an MP4 video or a HEIF picture</source>
        <translation>MP4 视频或 HEIF 图片</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>PDF 文档</translation>
    </message>
    <message>
        <source>an SQLite database</source>
        <translation>SQLite 数据库</translation>
    </message>
    <message>
        <source>a Parquet table</source>
        <translation>Parquet 表</translation>
    </message>
    <message>
        <source>a gzip archive</source>
        <translation>gzip 压缩包</translation>
    </message>
    <message>
        <source>an xz archive</source>
        <translation>xz 压缩包</translation>
    </message>
    <message>
        <source>a Zstandard archive</source>
        <translation>Zstandard 压缩包</translation>
    </message>
    <message>
        <source>a bzip2 archive</source>
        <translation>bzip2 压缩包</translation>
    </message>
    <message>
        <source>a 7-Zip archive</source>
        <translation>7-Zip 压缩包</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation>RAR 压缩包</translation>
    </message>
    <message>
        <source>a program or a library</source>
        <translation>程序或库</translation>
    </message>
    <message>
        <source>a ggml file in a format older than GGUF</source>
        <translation>GGUF 之前的 ggml 文件</translation>
    </message>
    <message>
        <source>Tightest device</source>
        <translation>最紧张的设备</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>每秒 token 数</translation>
    </message>
    <message>
        <source>Tokens per second: not known. %1</source>
        <translation>每秒 token 数：未知。%1</translation>
    </message>
    <message>
        <source>Largest workload that fits</source>
        <translation>能放下的最大值</translation>
    </message>
    <message>
        <source>Tightest device: not known, since no weights are on a device of known capacity.</source>
        <translation>最紧张的设备：未知，因为没有权重位于已知容量的设备上。</translation>
    </message>
    <message>
        <source>Tokens per second and largest workload that fits: not known, because no workload is specified. Add --prompt and --generate, or use stowagectl estimate, which assumes a workload.</source>
        <translation>每秒 token 数和能放下的最大值：没有工作负载则未知；请加上 --prompt 和 --generate，或使用会假定工作负载的 stowagectl estimate。</translation>
    </message>
    <message>
        <source>No change that Stowage tried makes the workload fit.</source>
        <translation>尝试过的更改都无法使其放得下。</translation>
    </message>
    <message>
        <source>each denoising step waits %1 for its weights (%2)</source>
        <translation>每一步等待权重 %1（%2）</translation>
    </message>
    <message>
        <source>&quot;optimal&quot; found no plan</source>
        <translation>optimal 未找到方案</translation>
    </message>
    <message>
        <source>Board of %1</source>
        <translation>%1 的看板</translation>
    </message>
    <message>
        <source>%1, peak %2</source>
        <translation>%1，峰值 %2</translation>
    </message>
    <message>
        <source>%1: peak %2</source>
        <translation>%1 最多 %2</translation>
    </message>
    <message>
        <source>Memory of the %1</source>
        <translation>内存：%1</translation>
    </message>
    <message>
        <source>%1, in %2.</source>
        <translation>%1，用时 %2。</translation>
    </message>
    <message>
        <source>Plans for %1</source>
        <translation>%1 的计划</translation>
    </message>
    <message>
        <source>not at once</source>
        <translation>非同时</translation>
    </message>
    <message>
        <source>%1 is out of range; use a value from %2 to %3.</source>
        <translation>%1 超出范围；请取 %2 到 %3。</translation>
    </message>
</context>
<context>
    <name>stowage</name>
    <message>
        <source>%1; write a size like 10GiB, 800MB or 12345678KiB.</source>
        <translation>%1；请写成 10GiB、800MB 或 12345678KiB 的形式。</translation>
    </message>
    <message>
        <source>The size %1 is too large</source>
        <translation>大小 %1 太大</translation>
    </message>
    <message>
        <source>The size %1 does not start with a number</source>
        <translation>大小 %1 不以数字开头</translation>
    </message>
    <message>
        <source>The size %1 is negative</source>
        <translation>大小 %1 是负数</translation>
    </message>
    <message>
        <source>The size %1 has no known unit</source>
        <translation>大小 %1 没有已知的单位</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2 failed: %3.</source>
        <translation>无法启动 %1：%2 失败：%3。</translation>
    </message>
    <message>
        <source>There is no program %1.</source>
        <translation>没有程序 %1。</translation>
    </message>
    <message>
        <source>%1 is not a program that can run on this machine.</source>
        <translation>%1 不是能在此处运行的程序。</translation>
    </message>
    <message>
        <source>There was not enough memory for %1.</source>
        <translation>内存不足，无法进行%1。</translation>
    </message>
    <message>
        <source>The system refused a resource that is needed for %1: %2.</source>
        <translation>系统拒绝提供%1所需的资源：%2。</translation>
    </message>
    <message>
        <source>A defect in Stowage stopped %1: %2.</source>
        <translation>Stowage 的缺陷使%1终止：%2。</translation>
    </message>
    <message>
        <source>A defect in Stowage stopped %1.</source>
        <translation>Stowage 的缺陷使%1终止。</translation>
    </message>
    <message>
        <source>There is no file or folder %1.</source>
        <translation>没有文件或文件夹 %1。</translation>
    </message>
    <message>
        <source>The current user is not allowed to read %1; check the file permissions.</source>
        <translation>当前用户没有读取 %1 的权限；请检查其权限。</translation>
    </message>
    <message>
        <source>%1 is a symbolic link that leads back to itself; remove the link.</source>
        <translation>%1 是指回自身的符号链接；请将其移除。</translation>
    </message>
    <message>
        <source>The name %1 is too long for this system.</source>
        <translation>%1 作为名称超出此系统文件名允许的长度。</translation>
    </message>
    <message>
        <source>%1 is not a regular file.</source>
        <translation>%1 不是普通文件。</translation>
    </message>
    <message>
        <source>%1 could not be opened: %2.</source>
        <translation>无法打开 %1：%2。</translation>
    </message>
    <message>
        <source>The disk became full while %1 was being written; free some disk space.</source>
        <translation>写入 %1 时磁盘已满；请腾出一些空间。</translation>
    </message>
    <message>
        <source>The current user is not allowed to write %1; choose another folder.</source>
        <translation>当前用户没有写入 %1 的权限；请选择另一个文件夹。</translation>
    </message>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>无法写入 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is a folder; give a file name instead.</source>
        <translation>%1 是文件夹；请改为指定要写入的文件。</translation>
    </message>
    <message>
        <source>%1 is a socket; give a file name instead.</source>
        <translation>%1 是套接字；请改为指定要写入的文件。</translation>
    </message>
    <message>
        <source>%1 is a FIFO that no program reads from; start the reading program first.</source>
        <translation>%1 是没有程序在读取的 FIFO；请先启动其读取程序。</translation>
    </message>
    <message>
        <source>%1 has %2 of free space, but %3 and a reserve of 16 MiB are needed; free some space or choose another folder.</source>
        <translation>%1 有 %2 空闲，但需要 %3 外加 16 MiB 预留；请腾出一些空间或选择另一个文件夹。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes of JSON; the limit is %3 bytes.</source>
        <translation>%1 有 %2 字节的 JSON；最多读取 %3。</translation>
    </message>
    <message>
        <source>%1 is not valid JSON at byte %2.</source>
        <translation>%1 在字节 %2 处不是有效的 JSON。</translation>
    </message>
    <message>
        <source>%1 has more than %2 values.</source>
        <translation>%1 的值超过 %2 个。</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>%1 is a folder, but a regular file is needed.</source>
        <translation>%1 是文件夹，此处需要普通文件。</translation>
    </message>
    <message>
        <source>%1 is a FIFO, but a regular file is needed.</source>
        <translation>%1 是 FIFO，此处需要普通文件。</translation>
    </message>
    <message>
        <source>%1 is a device or socket, but a regular file is needed.</source>
        <translation>%1 是设备或套接字，此处需要普通文件。</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>projections</source>
        <translation>投影</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>分数</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>前馈</translation>
    </message>
    <message>
        <source>one expert for all tokens</source>
        <translation>一个专家处理所有 token</translation>
    </message>
    <message>
        <source>%1: (%2) numbers × %3 tokens × %4 B + %5 scores × %6 B</source>
        <translation>%1：(%2) 个数 × %3 个 token × %4 B + %5 个分数 × %6 B</translation>
    </message>
    <message>
        <source>%1: (%2) numbers × %3 tokens × %4 B</source>
        <translation>%1：(%2) 个数 × %3 个 token × %4 B</translation>
    </message>
    <message>
        <source>The list of engines is wrong: %1.json %2</source>
        <translation>引擎列表有误：%1.json %2</translation>
    </message>
    <message>
        <source>has an unknown policy &quot;%1&quot;.</source>
        <translation>含有未知的策略 &quot;%1&quot;。</translation>
    </message>
    <message>
        <source>specifies bits for an unknown type &quot;%1&quot;.</source>
        <translation>的位数为 &quot;%1&quot;。</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>lacks a title, a source or a kind of attention.</source>
        <translation>缺少标题、来源或注意力的种类。</translation>
    </message>
    <message>
        <source>the engine %1 is unknown; use one of %2.</source>
        <translation>没有名为 %1 的引擎；请从 %2 中选取一个。</translation>
    </message>
    <message>
        <source>%1 sequence of %2 token</source>
        <translation>%1 个序列，每个 %2 个 token</translation>
    </message>
    <message>
        <source>%1 sequences of %2 token</source>
        <translation>%1 个序列，每个 %2 个 token</translation>
    </message>
    <message>
        <source>%1 sequence of %2 tokens</source>
        <translation>%1 个序列，每个 %2 个 token</translation>
    </message>
    <message>
        <source>%1 sequences of %2 tokens</source>
        <translation>%1 个序列，每个 %2 个 token</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1 is the tightest device and lacks %2.</source>
        <translation>最紧张的是 %1：差 %2。</translation>
    </message>
    <message>
        <source>%1 is the tightest device, with %2 to spare.</source>
        <translation>最紧张的是 %1：距放不下还有 %2。</translation>
    </message>
    <message>
        <source>Use stowagectl estimate to see which changes make the plan fit.</source>
        <translation>用 stowagectl estimate 查看怎样才能放得下。</translation>
    </message>
    <message>
        <source>%1 sliding layer × %2 numbers × %3 B × %4 tokens</source>
        <translation>%1 个滑动窗口层 × %2 个数 × %3 B × %4 个 token</translation>
    </message>
    <message>
        <source>%1 sliding layers × %2 numbers × %3 B × %4 tokens</source>
        <translation>%1 个滑动窗口层 × %2 个数 × %3 B × %4 个 token</translation>
    </message>
    <message>
        <source>%1 layer × %2 numbers × %3 B × %4 tokens</source>
        <translation>%1 层 × %2 个数 × %3 B × %4 个 token</translation>
    </message>
    <message>
        <source>%1 layers × %2 numbers × %3 B × %4 tokens</source>
        <translation>%1 层 × %2 个数 × %3 B × %4 个 token</translation>
    </message>
    <message>
        <source>%1 does not store keys and values in %2; use one of %3.</source>
        <translation>%1 不以 %2 保存键和值；请从 %3 中选取一个。</translation>
    </message>
    <message>
        <source>The keys and values of this workload are too large to be calculated; use fewer sequences or a shorter context.</source>
        <translation>此工作负载的键和值的字节数超出 64 位所能计数的范围；请减少序列或缩短上下文长度。</translation>
    </message>
    <message>
        <source>nothing is stored: %1</source>
        <translation>什么都不保存：%1</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>%1 is not an adapter configuration: &quot;%2&quot; %3.</source>
        <translation>%1 不是适配器的配置：&quot;%2&quot; %3。</translation>
    </message>
    <message>
        <source>changes parameters of modules that have several parameters</source>
        <translation>会更改含有多个参数的模块的参数</translation>
    </message>
    <message>
        <source>trains single tokens of an embedding</source>
        <translation>会训练嵌入的单个 token</translation>
    </message>
    <message>
        <source>repeats layers of the model</source>
        <translation>会重复模型的层</translation>
    </message>
    <message>
        <source>splits its matrices across devices</source>
        <translation>会将其矩阵拆分到多个设备</translation>
    </message>
    <message>
        <source>compresses its activations</source>
        <translation>会压缩经过它的内容</translation>
    </message>
    <message>
        <source>%1 describes a LoRA adapter that %2 (&quot;%3&quot;). Stowage cannot apply such an adapter to a model; merge the adapter with PEFT&apos;s merge_and_unload() and open the result.</source>
        <translation>%1 属于一个%2的 LoRA（&quot;%3&quot;），Stowage 不会将其叠加到模型上；请用 PEFT 的 merge_and_unload() 合并，再打开结果。</translation>
    </message>
    <message>
        <source>must be a number of at least 0</source>
        <translation>必须是不小于 0 的数</translation>
    </message>
    <message>
        <source>must be a list of names</source>
        <translation>必须是名称的列表</translation>
    </message>
    <message>
        <source>%1 is not an adapter configuration: the file must contain a JSON object.</source>
        <translation>%1 不是适配器的配置：它必须是对象。</translation>
    </message>
    <message>
        <source>must name the method, as in &quot;LORA&quot;</source>
        <translation>必须指明方法，如 &quot;LORA&quot;</translation>
    </message>
    <message>
        <source>%1 is an adapter of the kind %2; Stowage applies only LoRA (&quot;LORA&quot;) to a model. Merge the adapter with PEFT&apos;s merge_and_unload() and open the result.</source>
        <translation>%1 是种类为 %2 的适配器；Stowage 只将 LoRA (&quot;LORA&quot;) 叠加到模型上。请用 PEFT 的 merge_and_unload() 合并，再打开结果。</translation>
    </message>
    <message>
        <source>%1 is truncated or damaged: the tensor &quot;%3&quot; for %2 is missing; fetch the adapter again.</source>
        <translation>%1 被截断或已损坏：其中没有 %2 的 &quot;%3&quot;；请重新获取该适配器。</translation>
    </message>
    <message>
        <source>%1 is damaged: for %2, &quot;%3&quot; has the shape [%4] and &quot;%5&quot; has the shape [%6]; these shapes have no common rank.</source>
        <translation>%1 已损坏：%2 的 &quot;%3&quot; 为 [%4]，&quot;%5&quot; 为 [%6]，两者没有共同的秩。</translation>
    </message>
    <message>
        <source>%1 uses the tensor names of other programs (%2); load the adapter with diffusers and save it with save_lora_weights(), which writes the names that Stowage reads.</source>
        <translation>%1 按其他程序的方式命名张量（%2）；请用 diffusers 加载，并用 save_lora_weights() 保存，后者写出 Stowage 所读取的名称。</translation>
    </message>
    <message>
        <source>%1 is not a LoRA adapter: none of its tensors is named lora_A or lora_B.</source>
        <translation>%1 不是 LoRA 适配器：其中没有名为 lora_A 或 lora_B 的张量。</translation>
    </message>
    <message>
        <source>An adapter cannot be named %1, because another adapter has this name; give the adapter another name.</source>
        <translation>适配器不能名为 %1，因为另一个已用此名；请另取名称。</translation>
    </message>
    <message>
        <source>An adapter cannot be named %1: the name contains a dot or is empty; give the adapter another name.</source>
        <translation>适配器不能名为 %1：其名称含有点或为空；请另取名称。</translation>
    </message>
    <message>
        <source>The adapter&apos;s &quot;%1&quot; for %2 has the shape [%3], but the module has %4 inputs and %5 outputs: the adapter was created for another model.</source>
        <translation>适配器中 %2 的 &quot;%1&quot; 为 [%3]，而该模块有 %4 个输入和 %5 个输出：该适配器是为另一个模型制作的。</translation>
    </message>
    <message>
        <source>The adapter changes %1, which is of the class %2; Stowage applies LoRA only to linear layers, embeddings and convolutions.</source>
        <translation>该适配器更改 %1，它属于类 %2；Stowage 将 LoRA 叠加到线性层、嵌入和卷积上。</translation>
    </message>
    <message>
        <source>The adapter changes %1, which is the same module as %2; Stowage applies LoRA only to modules that occur once in the model.</source>
        <translation>该适配器更改 %1，它与 %2 是同一个模块；Stowage 将 LoRA 叠加到只位于一处的模块上。</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; a model&apos;s configuration may have at most 4 MiB.</source>
        <translation>%1 有 %2 字节；模型的配置最多读取 4 MiB。</translation>
    </message>
    <message>
        <source>has a key of %1 bytes; the limit is %2 bytes</source>
        <translation>有一个 %1 字节的键；最多读取 %2</translation>
    </message>
    <message>
        <source>has a tensor name of %1 bytes; the limit is %2 bytes</source>
        <translation>有一个 %1 字节的张量名；最多读取 %2</translation>
    </message>
    <message>
        <source>%1 is one of %2 files of a split model. Only the tensors of this file are read, because the names of the other files cannot be derived from the file name.</source>
        <translation>%1 是拆分模型的 %2 个文件之一；只读取它自己的张量，因为从其名称无法得知其他文件叫什么。</translation>
    </message>
    <message>
        <source>%1 contains a NumPy array of the dtype %2, that is, Python objects in a pickle, which Stowage never reads.</source>
        <translation>%1 含有 dtype 为 %2 的 NumPy 数组，即 pickle 中的 Python 对象，这种内容绝不会被读取。</translation>
    </message>
    <message>
        <source>%1 contains a NumPy array of the dtype %2, which tensors do not support; save the array with a plain numeric dtype.</source>
        <translation>%1 含有 dtype 为 %2 的 NumPy 数组，没有张量采用这种 dtype；请将其保存为普通的数值类型。</translation>
    </message>
    <message>
        <source>%1 contains a NumPy array of the dtype %2, which is big-endian; convert the array with `.astype(x.dtype.newbyteorder(&apos;&lt;&apos;))` and save it again.</source>
        <translation>%1 含有 dtype 为 %2 的 NumPy 数组，它是大端序；请用 `.astype(x.dtype.newbyteorder(&apos;&lt;&apos;))` 转换该数组并重新保存。</translation>
    </message>
    <message>
        <source>%1 is a NumPy file of version %2; Stowage reads versions 1 to 3.</source>
        <translation>%1 是版本 %2 的 NumPy 文件；只读取版本 1 到 3。</translation>
    </message>
    <message>
        <source>%1 has a NumPy header of %2 bytes; the limit is 65536.</source>
        <translation>%1 的 NumPy 文件头有 %2 字节；最多读取 65536。</translation>
    </message>
    <message>
        <source>%1 has a shape whose size in bytes does not fit in a 64-bit number.</source>
        <translation>%1 的形状的大小（字节数）超出 64 位数的范围。</translation>
    </message>
    <message>
        <source>%1 needs %2 bytes of data but has only %3 bytes; save or fetch the file again.</source>
        <translation>%1 需要 %2 字节的数据，而只有 %3；请重新保存或获取。</translation>
    </message>
    <message>
        <source>The name of %1 is not valid UTF-8 and cannot be the name of a tensor; rename the file.</source>
        <translation>%1 的名称不是有效的 UTF-8，不能用作张量名；请将该文件改名。</translation>
    </message>
    <message>
        <source>%1 has %2 extra bytes after its array, which were ignored.</source>
        <translation>%1 在其数组之后还有 %2 字节；这些字节被略去。</translation>
    </message>
    <message>
        <source>is %1 but must be an object</source>
        <translation>在必须为对象处是%1</translation>
    </message>
    <message>
        <source>has %1 in the metadata, whose values must be strings</source>
        <translation>在元数据必须为字符串处有%1</translation>
    </message>
    <message>
        <source>has %1 in a field that requires another type</source>
        <translation>在另一类型的字段中有%1</translation>
    </message>
    <message>
        <source>%1 has only %2 bytes, but a safetensors file begins with 8 bytes for the length of the header.</source>
        <translation>%1 有 %2 字节；safetensors 文件以表示其文件头长度的 8 字节开头。</translation>
    </message>
    <message>
        <source>%1 is truncated: the header should have %2 bytes, but the whole file has only %3 bytes; fetch the file again.</source>
        <translation>%1 不完整：其文件头应有 %2 字节，但文件总共只有 %3；请重新获取。</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>打开 %1 的操作已停止。</translation>
    </message>
    <message>
        <source>The header of %1 does not begin with &apos;{&apos; at offset 8.</source>
        <translation>%1 的文件头在偏移 8 处不以 &apos;{&apos; 开头。</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 %3.</source>
        <translation>%2 的张量 %1 %3。</translation>
    </message>
    <message>
        <source>ends at offset %1, which is before its first byte at offset %2</source>
        <translation>结束于偏移 %1，早于其起点 %2</translation>
    </message>
    <message>
        <source>has a shape whose size in bytes does not fit in a 64-bit number</source>
        <translation>的形状的大小（字节数）超出 64 位数的范围</translation>
    </message>
    <message>
        <source>has %1 elements of the dtype %2, which do not fill whole bytes</source>
        <translation>有 %1 个 %2 元素，凑不成整字节</translation>
    </message>
    <message>
        <source>needs %1 bytes for its shape and dtype, but its offsets span %2 bytes</source>
        <translation>按其形状和 dtype 需要 %1 字节，但其偏移跨越 %2</translation>
    </message>
    <message>
        <source>begins at offset %1, which leaves a gap after offset %2</source>
        <translation>始于偏移 %1，在 %2 之后留下空洞</translation>
    </message>
    <message>
        <source>begins at offset %1 and overlaps the previous tensor, which ends at offset %2</source>
        <translation>始于偏移 %1，与止于偏移 %2 的前一个张量重叠</translation>
    </message>
    <message>
        <source>%1 is truncated: the tensors need %2 bytes after the header, but only %3 bytes follow; fetch the file again.</source>
        <translation>%1 不完整：其张量在文件头之后需要 %2 字节，但只有 %3；请重新获取。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes after its last tensor, which belong to no tensor.</source>
        <translation>%1 在最后一个张量之后有 %2 字节，它们不属于任何内容。</translation>
    </message>
    <message>
        <source>%1 contains no tensors.</source>
        <translation>%1 不含张量。</translation>
    </message>
    <message>
        <source>%2 of %1 was opened because it contains all the tensors (%3 in total).</source>
        <translation>在 %1 中采用了 %2，它含有全部张量（%3）。</translation>
    </message>
    <message>
        <source>%2 of %1 was opened: it contains %3 tensors and is most likely the model. %4 tensors outside this part were ignored.</source>
        <translation>在 %1 中采用了 %2，它有 %3 个张量，很可能就是模型；其他位置的 %4 个张量被略去。</translation>
    </message>
    <message>
        <source>%2 of %1 was opened: it contains %3 tensors and is most likely the model. %4 tensors outside this part were ignored. Another part can be chosen (--prefix on the command line): %5.</source>
        <translation>在 %1 中采用了 %2，它有 %3 个张量，很可能就是模型；其他位置的 %4 个张量被略去；可以选择其他部分（命令行中的 --prefix）：%5。</translation>
    </message>
    <message>
        <source>the top level</source>
        <translation>其顶层</translation>
    </message>
    <message>
        <source>%1 entries of %2 in %3 are not tensors and were ignored.</source>
        <translation>%3 中 %2 的 %1 个条目不是张量，被略去。</translation>
    </message>
    <message>
        <source>%2 tensor of %1 is quantised: its integers are read as stored; scales and zero points are ignored.</source>
        <translation>%1 中有 %2 个张量已量化：整数按存储的样子读取，缩放因子和零点被略去。</translation>
    </message>
    <message>
        <source>%2 tensors of %1 are quantised: their integers are read as stored; scales and zero points are ignored.</source>
        <translation>%1 中有 %2 个张量已量化：整数按存储的样子读取，缩放因子和零点被略去。</translation>
    </message>
    <message>
        <source>The sparse tensor %2 of %1 was ignored: only dense tensors are read; save the result of .to_dense() instead.</source>
        <translation>%1 的稀疏张量 %2 被略去：只读取稠密张量，请改为保存 .to_dense()。</translation>
    </message>
    <message>
        <source>The sparse tensors %2 of %1 were ignored: only dense tensors are read; save the results of .to_dense() instead.</source>
        <translation>%1 的稀疏张量 %2 被略去：只读取稠密张量，请改为保存 .to_dense()。</translation>
    </message>
    <message>
        <source>%2 tensor of %1 was saved on the meta device, without weights: it can be planned by its shape, but it cannot be loaded.</source>
        <translation>%1 中有 %2 个张量是在 meta 设备上保存的，没有权重：可按其形状制定方案，但不能加载。</translation>
    </message>
    <message>
        <source>%2 tensors of %1 were saved on the meta device, without weights: they can be planned by their shapes, but they cannot be loaded.</source>
        <translation>%1 中有 %2 个张量是在 meta 设备上保存的，没有权重：可按其形状制定方案，但不能加载。</translation>
    </message>
    <message>
        <source>has a name with a NUL byte or with invalid UTF-8</source>
        <translation>的名称含有 NUL 或不是 UTF-8</translation>
    </message>
    <message>
        <source>is sparse, but only dense tensors are read; save the result of its .to_dense()</source>
        <translation>是稀疏的，只读取稠密张量；请保存其 .to_dense()</translation>
    </message>
    <message>
        <source>is a view with a pending conjugation or negation; save the result of its .resolve_conj().resolve_neg()</source>
        <translation>是尚待取共轭或取负的视图；请保存其 .resolve_conj().resolve_neg()</translation>
    </message>
    <message>
        <source>is a view that extends past the end of its storage of %1 bytes</source>
        <translation>位于超出其 %1 字节存储末尾的视图中</translation>
    </message>
    <message>
        <source>stores pairs of 4-bit numbers and is a view or a scalar; save the result of its .contiguous()</source>
        <translation>是由成对的 4 位数组成的视图或标量；请保存其 .contiguous()</translation>
    </message>
    <message>
        <source>is sparse, like all tensors of the file; only dense tensors are read, so save the results of .to_dense()</source>
        <translation>与其他所有张量一样是稀疏的，只读取稠密张量；请保存 .to_dense()</translation>
    </message>
    <message>
        <source>%1 must contain exactly one tensor, because its folder stores one tensor per file.</source>
        <translation>%1 不是只含单个张量，而这种文件夹中的每个文件都必须如此。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 has no weights, so the quantisation that its config.json declares is ignored.</source>
        <translation>%1：其 config.json 声明了量化的权重，但此处没有量化的权重；按未量化计。</translation>
    </message>
    <message>
        <source>The renaming %1 %2</source>
        <translation>改名 %1 %2</translation>
    </message>
    <message>
        <source>leaves the tensor %1 of %2 without a name; end the text before the &quot;=&quot; with a dot.</source>
        <translation>使 %2 的张量 %1 没有名称；请让键原来的开头以点结尾。</translation>
    </message>
    <message>
        <source>matches no key of %1, which contains no tensors; write the beginning of the keys before the &quot;=&quot;, as in module.=</source>
        <translation>与 %1 的任何键都不匹配，它不含张量；请在 &quot;=&quot; 之前写出键的开头，如 module.=</translation>
    </message>
    <message>
        <source>matches no key of %1, whose first key is %2; write the beginning of the keys before the &quot;=&quot;, as in module.=</source>
        <translation>与 %1 的任何键都不匹配，其第一个键是 %2；请在 &quot;=&quot; 之前写出键的开头，如 module.=</translation>
    </message>
    <message>
        <source>gives two tensors of %1 the name %2; choose a renaming that keeps all names different.</source>
        <translation>使 %1 的两个张量同名为 %2；请采用使所有名称各不相同的改名。</translation>
    </message>
    <message>
        <source>%1 key is missing (%2)</source>
        <translation>缺少 %1 个键（%2）</translation>
    </message>
    <message>
        <source>%1 keys are missing (%2)</source>
        <translation>缺少 %1 个键（%2）</translation>
    </message>
    <message>
        <source>%1 key is unexpected (%2)</source>
        <translation>多出 %1 个（%2）</translation>
    </message>
    <message>
        <source>%1 keys are unexpected (%2)</source>
        <translation>多出 %1 个（%2）</translation>
    </message>
    <message>
        <source>%1 key has a different shape (%2)</source>
        <translation>%1 个形状不同（%2）</translation>
    </message>
    <message>
        <source>%1 keys have a different shape (%2)</source>
        <translation>%1 个形状不同（%2）</translation>
    </message>
    <message>
        <source>%1 key has a different dtype (%2)</source>
        <translation>%1 个 dtype 不同（%2）</translation>
    </message>
    <message>
        <source>%1 keys have a different dtype (%2)</source>
        <translation>%1 个 dtype 不同（%2）</translation>
    </message>
    <message>
        <source>%1 is not a renaming: write the current beginning of the keys, &quot;=&quot;, and the new beginning, as in module.= or h.=transformer.h.</source>
        <translation>%1 不是改名：请依次写出键的开头、&quot;=&quot; 以及要改成的开头，如 module.= 或 h.=transformer.h.</translation>
    </message>
    <message>
        <source>Compared with %1, %2.</source>
        <translation>与 %1 对照，%2。</translation>
    </message>
    <message>
        <source>Every key begins with %1, which a wrapper such as DistributedDataParallel or torch.compile adds. Remove this beginning to restore the model&apos;s own names (--rename %2 on the command line).</source>
        <translation>每个键都以 %1 开头，这是 DistributedDataParallel 或 torch.compile 之类的包装加上的。去掉它，就只剩下模型自身的名称（命令行中的 --rename %2）。</translation>
    </message>
    <message>
        <source>More keys match the module tree if %1 is removed from the beginning of the keys (--rename %2 on the command line).</source>
        <translation>去掉键中的 %1 后，有更多的键一致（命令行中的 --rename %2）。</translation>
    </message>
    <message>
        <source>More keys match the module tree if %1 is added to the beginning of the keys (--rename %2 on the command line).</source>
        <translation>在键前加上 %1 后，有更多的键一致（命令行中的 --rename %2）。</translation>
    </message>
    <message>
        <source>More keys match the module tree if %1 at the beginning of the keys is replaced by %2 (--rename %3 on the command line).</source>
        <translation>将 %1 改为 %2 后，有更多的键一致（命令行中的 --rename %3）。</translation>
    </message>
    <message>
        <source>%1 %2, so no class can be chosen; omit the class %3.</source>
        <translation>%1 %2，因此无从选择类；请去掉 %3。</translation>
    </message>
    <message>
        <source>The modules are derived from the tensor names; %1 was not used: %2</source>
        <translation>未采用 %1 作为模型的模块，模块改由张量的名称得出：%2</translation>
    </message>
    <message>
        <source>%1 is one of several shards, so %2 was not used, and the modules are derived from the tensor names. To open all shards, put %3 into their folder and open the folder.</source>
        <translation>%1 是多个分片之一，因此未使用 %2，模块由张量的名称判断。要打开全部分片，请把 %3 放到它们所在的文件夹，再打开该文件夹。</translation>
    </message>
    <message>
        <source>none of the keys in the file belongs to the class %1.</source>
        <translation>文件的键没有一个属于 %1。</translation>
    </message>
    <message>
        <source>the file lacks %1 of the tensors that the configuration describes (%2).</source>
        <translation>文件缺少它所描述的张量中的 %1 个（%2）。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; the limit for a module tree is 256 MiB.</source>
        <translation>%1 有 %2 字节；模块树最多读取 256 MiB。</translation>
    </message>
    <message>
        <source>There are %1 module trees next to %2 (%3, %4 and more), so no tree was used; choose a tree (--tree on the command line).</source>
        <translation>%2 旁边有 %1 个模块树（%3、%4 等），因此一个都没有采用；请选择一个（命令行中的 --tree）。</translation>
    </message>
    <message>
        <source>There are %1 module trees next to %2 (%3, %4), so no tree was used; choose a tree (--tree on the command line).</source>
        <translation>%2 旁边有 %1 个模块树（%3、%4），因此一个都没有采用；请选择一个（命令行中的 --tree）。</translation>
    </message>
    <message>
        <source>The module tree next to the weights was not used: %1</source>
        <translation>未采用权重旁边的模块树：%1</translation>
    </message>
    <message>
        <source>%1 is next to the weights and was used as the module tree of the model.</source>
        <translation>%1 位于权重旁边，已作为其模型采用。</translation>
    </message>
    <message>
        <source>does not use the tensor names of transformers or diffusers</source>
        <translation>没有使用 transformers 或 diffusers 的张量名</translation>
    </message>
    <message>
        <source>has no config.json next to its weights</source>
        <translation>的权重旁边没有 config.json</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1（基于 %2）</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The modules were built earlier from %2 by %1 and are stored in %3.</source>
        <translation>模块是 %1 先前由 %2 构建的；保存在 %3 中。</translation>
    </message>
    <message>
        <source>The modules were built from %2 by %1 and are stored in %3.</source>
        <translation>模块是 %1 由 %2 构建的；保存在 %3 中。</translation>
    </message>
    <message>
        <source>%1 is a module tree and contains no weights that the module tree %2 could describe; open a file with weights, or omit the second tree.</source>
        <translation>%1 本身就是模块树，不含可由 %2 描述的权重；请打开权重，或去掉该树。</translation>
    </message>
    <message>
        <source>%1 is a module tree, which already names its classes; omit the class %2.</source>
        <translation>%1 是模块树，其中已指明各个类；请去掉 %2。</translation>
    </message>
    <message>
        <source>%1 contains no layers for multi-token prediction; leave multi-token prediction out of the plan.</source>
        <translation>%1 在其模型旁边没有用于多 token 预测的层；请在方案中去掉它们。</translation>
    </message>
    <message>
        <source>Opening was cancelled.</source>
        <translation>打开操作已取消。</translation>
    </message>
    <message>
        <source>The model ties %1, but the file contains different values for the tied weights. The weights are loaded separately, as from_pretrained does.</source>
        <translation>模型将 %1 绑定，但文件中它们的数值不同，因此分开加载，与 from_pretrained 的做法相同。</translation>
    </message>
    <message>
        <source>The index file %1 has %2 bytes; the limit for an index without its shards is 64 MiB.</source>
        <translation>%1 有 %2 字节；没有其分片时最多读取 64 MiB。</translation>
    </message>
    <message>
        <source>%1 names %2 shard, which was not found</source>
        <translation>%1 指明了 %2 个分片，而它不在此处</translation>
    </message>
    <message>
        <source>%1 names %2 shards, none of which was found</source>
        <translation>%1 指明了 %2 个分片，而它们全都不在此处</translation>
    </message>
    <message>
        <source>There is no file or folder %1. To use a model of the Hugging Face Hub, download its files into a folder (hf download %1 config.json --local-dir %2) and open %2. A plan needs config.json; a load also needs *.safetensors and model.safetensors.index.json.</source>
        <translation>没有文件或文件夹 %1；对于 Hugging Face Hub 上的模型，请将规划所需的 config.json，以及加载所需的 *.safetensors 和 model.safetensors.index.json，下载到一个文件夹（hf download %1 config.json --local-dir %2），再打开 %2。</translation>
    </message>
    <message>
        <source>%1 contains no adapter weights: none of %2, %3, %4 and %5 was found.</source>
        <translation>%1 不含适配器的权重：%2、%3、%4 和 %5 都不存在。</translation>
    </message>
    <message>
        <source>%1 is a module tree, which already names its classes. A class can be chosen only for a config.json; omit the class %2.</source>
        <translation>%1 是模块树，其中已指明各个类；只有对 config.json 才能选择类：请去掉 %2。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes of JSON; the limit is 256 MiB.</source>
        <translation>%1 有 %2 字节的 JSON；最多读取 256 MiB。</translation>
    </message>
    <message>
        <source>%1 is not a module tree: &quot;format&quot; must be &quot;stowage.tree&quot;.</source>
        <translation>%1 不是模块树：&quot;format&quot; 必须为 &quot;stowage.tree&quot;。</translation>
    </message>
    <message>
        <source>%1 is a bare Python pickle, not a checkpoint; save the state dict with torch.save.</source>
        <translation>%1 是单纯的 Python pickle，不是检查点；请用 torch.save 保存 state dict。</translation>
    </message>
    <message>
        <source>%1 is an HDF5 file, not a PyTorch checkpoint; convert it to safetensors.</source>
        <translation>%1 是 HDF5 文件，不是 PyTorch 检查点；请将其转换为 safetensors。</translation>
    </message>
    <message>
        <source>%1 is a tar archive. If PyTorch before 0.1.10 wrote the file, load and save it with a newer torch; otherwise, extract the archive.</source>
        <translation>%1 是 tar 归档。如果是 PyTorch 0.1.10 之前的版本写出的，请用较新的 torch 加载并保存；否则请将该归档解包。</translation>
    </message>
    <message>
        <source>%1 is a Git LFS pointer, not the file itself; run `git lfs pull`.</source>
        <translation>%1 是 Git LFS 指针，不是文件本身；请运行 `git lfs pull`。</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint: it is a text file that begins with %2.</source>
        <translation>%1 是以 %2 开头的文本文件，不是检查点。</translation>
    </message>
    <message>
        <source>%1 is not in a format that Stowage reads (safetensors, PyTorch, GGUF, .npy or .tree.json).</source>
        <translation>%1 不属于 Stowage 所读取的任何格式：既不是 safetensors，也不是 PyTorch 的格式、GGUF、.npy 或 .tree.json。</translation>
    </message>
    <message>
        <source>%1 is empty (0 bytes); fetch or save it again.</source>
        <translation>%1 是空文件（0 字节）；请重新获取或保存。</translation>
    </message>
    <message>
        <source>%1 contains several files that could be the checkpoint: %2; open one of them.</source>
        <translation>%1 含有多个可能是检查点的文件：%2；请打开其中一个。</translation>
    </message>
    <message>
        <source>%1 contains no checkpoint: it has no .safetensors, .pth, .pt, .bin, .gguf or .npy file.</source>
        <translation>%1 不含检查点：其中没有 .safetensors、.pth、.pt、.bin、.gguf 或 .npy 文件。</translation>
    </message>
    <message>
        <source>%1 is not a folder containing a `.index.json` file or a pytorch_model.bin or a model.safetensors file</source>
        <translation>%1 不是含有 `.index.json` 文件、pytorch_model.bin 或 model.safetensors 文件的文件夹</translation>
    </message>
    <message>
        <source>%1 containing more than one `.index.json` file, delete the irrelevant ones.</source>
        <translation>%1 含有多个 `.index.json` 文件，请删除无关的文件。</translation>
    </message>
    <message>
        <source>%1 is not an index of shards: it must map the name of each tensor to a file name, at its top level or under &quot;weight_map&quot;.</source>
        <translation>%1 不是分片的索引：它必须在顶层或 &quot;weight_map&quot; 之下将每个张量的名称映射到文件名。</translation>
    </message>
    <message>
        <source>%1 contains more than one .index.json file, and Accelerate rejects such a folder; open one of these files, or delete the irrelevant files.</source>
        <translation>%1 含有多个 .index.json，Accelerate 一个都不采用；请打开其中一个，或删除无关的文件。</translation>
    </message>
    <message>
        <source>An additional model cannot be named %1, because another model has this name; give it another name.</source>
        <translation>与另一个模型并列的模型不能名为 %1，因为另一个已用此名；请另取名称。</translation>
    </message>
    <message>
        <source>An additional model cannot be named %1: the name contains a dot or is empty; give it another name.</source>
        <translation>与另一个模型并列的模型不能名为 %1：其名称含有点或为空；请另取名称。</translation>
    </message>
    <message>
        <source>At most %1 adapters and additional models together can be planned with one model.</source>
        <translation>最多可将 %1 个适配器和模型与另一个模型一起规划。</translation>
    </message>
    <message>
        <source>%1 is one of the %2 shards of the index %3; all shards were opened.</source>
        <translation>%1 是 %3 所指明的 %2 个分片之一；已打开全部分片。</translation>
    </message>
    <message>
        <source>%1 is one of the %2 shards of the index %3, but only the tensors of this shard were read: %4</source>
        <translation>%1 是 %3 所指明的 %2 个分片之一，但此处只有它自己的张量：%4</translation>
    </message>
    <message>
        <source>%1 was opened. The folder also contains %2; to open another file, specify the file name.</source>
        <translation>打开了 %1。该文件夹还含有 %2；要打开其他文件，请指明其文件名。</translation>
    </message>
    <message>
        <source>headers of files</source>
        <translation>文件头</translation>
    </message>
    <message>
        <source>The prefix %2 selects a nested dict of a PyTorch file, but %1 has another format; omit the prefix.</source>
        <translation>%1 没有可供前缀 %2 选择的部分：只有含嵌套 dict 的 PyTorch 文件才有；请去掉该前缀。</translation>
    </message>
    <message>
        <source>%1 is a LoRA adapter, shown without its model; open the model and add the adapter to the model (--adapter on the command line).</source>
        <translation>%1 是 LoRA 适配器，显示时不含它所针对的模型；请打开该模型，再添加此适配器（命令行中的 --adapter）。</translation>
    </message>
    <message>
        <source>%1 is a LoRA adapter for %2, shown without its model; open the model and add the adapter to the model (--adapter on the command line).</source>
        <translation>%1 是针对 %2 的 LoRA 适配器，显示时不含它所针对的模型；请打开该模型，再添加此适配器（命令行中的 --adapter）。</translation>
    </message>
    <message>
        <source>%1 is a LoRA adapter and was applied to the model that the adapter names, %2.</source>
        <translation>%1 是 LoRA 适配器；已将其叠加到它所指明的模型 %2 上。</translation>
    </message>
    <message>
        <source>%1 contains the file %2, whose name is not valid UTF-8 and cannot be the name of a tensor; rename the file.</source>
        <translation>%1 含有文件 %2，其名称不是有效的 UTF-8，不能用作张量名；请将该文件改名。</translation>
    </message>
    <message>
        <source>%1 contains no tensors: it has no .pt and no .npy file.</source>
        <translation>%1 不含张量：其中没有 .pt 和 .npy 文件。</translation>
    </message>
    <message>
        <source>The model %1 cannot use the class that the pipeline names, %2: %3</source>
        <translation>模型 %1 没有用流水线所指明的类 %2 构建：%3</translation>
    </message>
    <message>
        <source>%1 has several models, but a class, a tree, a prefix or a renaming applies to one model; open the folder of that model, or omit the option.</source>
        <translation>%1 由多个模型组成，而类、树、前缀或改名只针对一个模型；请打开该模型的文件夹，或去掉该项。</translation>
    </message>
    <message>
        <source>The model folders also contain variants of the weights that were not opened: %1 (--weights-variant on the command line).</source>
        <translation>模型的文件夹还含有其他变体的权重：%1（命令行中的 --weights-variant）。</translation>
    </message>
    <message>
        <source>The model %2 of %1 is missing and is not included; fetch the folder of this model.</source>
        <translation>%1 的模型中，%2 不在此处，未计入；请将该文件夹也下载下来。</translation>
    </message>
    <message>
        <source>The models %2 of %1 are missing and are not included; fetch the folders of these models.</source>
        <translation>%1 的模型中，%2 不在此处，未计入；请将这些文件夹也下载下来。</translation>
    </message>
    <message>
        <source>%1 lists no model with a folder.</source>
        <translation>%1 没有指明任何其文件夹在此处的模型。</translation>
    </message>
    <message>
        <source>None of the models in %1 has a folder; fetch %2.</source>
        <translation>%1 没有指明任何其文件夹在此处的模型：请下载 %2。</translation>
    </message>
    <message>
        <source>read once</source>
        <translation>读取一次</translation>
    </message>
    <message>
        <source>The pages of %1 cannot be dropped from memory: %2.</source>
        <translation>无法从内存中丢弃 %1 的页：%2。</translation>
    </message>
    <message>
        <source>Reading %1 into the page cache was stopped.</source>
        <translation>将 %1 读入页缓存的操作已停止。</translation>
    </message>
    <message>
        <source>%1 is not a state of the page cache; use as-is, cold or warm.</source>
        <translation>%1 不是页缓存的状态；请使用 as-is、cold 或 warm。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>is not a diffusers pipeline: %1 must be a list of a library and a class.</source>
        <translation>不是 diffusers 的流水线：%1 必须是由一个库和一个类组成的列表。</translation>
    </message>
    <message>
        <source>names a component %1, which is not a folder name.</source>
        <translation>指明了组件 %1，它不是文件夹的名称。</translation>
    </message>
    <message>
        <source>%1 names the class %2, whose weights are not for PyTorch; fetch the PyTorch files of the pipeline.</source>
        <translation>%1 属于 %2 的流水线，其权重不是 PyTorch 的；请下载它的 PyTorch 文件。</translation>
    </message>
    <message>
        <source>is not a diffusers pipeline: the file must contain a JSON object with a &quot;_class_name&quot;.</source>
        <translation>不是 diffusers 的流水线：它必须是指明其 &quot;_class_name&quot; 的对象。</translation>
    </message>
    <message>
        <source>%1 names %2 models; the limit is %3.</source>
        <translation>%1 指明了 %2 个模型；最多打开 %3 个。</translation>
    </message>
    <message>
        <source>The built-in list of single-file layouts contains an error: %1</source>
        <translation>单文件布局的列表有误：%1</translation>
    </message>
    <message>
        <source>the file %1.json is missing</source>
        <translation>没有 %1.json</translation>
    </message>
    <message>
        <source>The model %2 of %1 is not in the file and is not included.</source>
        <translation>%1 的模型中，%2 不在此文件中，未计入。</translation>
    </message>
    <message>
        <source>The models %2 of %1 are not in the file and are not included.</source>
        <translation>%1 的模型中，%2 不在此文件中，未计入。</translation>
    </message>
    <message>
        <source>%1 tensor of the file belongs to none of the models of %2 and will not be loaded: %3.</source>
        <translation>文件中有 %1 个张量不属于 %2 的任何模型，不会加载：%3。</translation>
    </message>
    <message>
        <source>%1 tensors of the file belong to none of the models of %2 and will not be loaded: %3.</source>
        <translation>文件中有 %1 个张量不属于 %2 的任何模型，不会加载：%3。</translation>
    </message>
    <message>
        <source>The keys match the single-file layout of %1, but the modules are derived from the keys: %2</source>
        <translation>这些键符合 %1 的单文件布局，但模块由键判断：%2</translation>
    </message>
    <message>
        <source>The keys match the single-file layout of %1, but no tensor has the expected shape, so the modules are derived from the keys.</source>
        <translation>这些键符合 %1 的单文件布局，但没有一个张量具有预期的形状，因此模块由键判断。</translation>
    </message>
    <message>
        <source>has a storage of %1 elements, which do not fit into its record of %2 bytes</source>
        <translation>的存储有 %1 个元素，超出其 %2 字节的记录所能容纳的数量</translation>
    </message>
    <message>
        <source>has a storage of %1 bytes, which do not fit into its record of %2 bytes</source>
        <translation>的存储有 %1 字节，超出其 %2 字节的记录所能容纳的数量</translation>
    </message>
    <message>
        <source>has elements of the dtype %1, which do not fill whole bytes</source>
        <translation>的元素为 %1，凑不成整字节</translation>
    </message>
    <message>
        <source>begins at element %1, which is beyond the end of its storage</source>
        <translation>始于元素 %1，超出其存储</translation>
    </message>
    <message>
        <source>extends past the end of its storage in dimension %1</source>
        <translation>在维度 %1 上超出其存储的末尾</translation>
    </message>
    <message>
        <source>%1 changed during the conversion, so the result cannot be trusted: convert it again without --resume.</source>
        <translation>%1 在转换过程中被更改，因此其内容完全不可信：请不带 --resume 重新转换。</translation>
    </message>
    <message>
        <source>The tensor %1 %2.</source>
        <translation>张量 %1 %2。</translation>
    </message>
    <message>
        <source>was saved on the meta device and has no bytes to convert; save the model with its weights</source>
        <translation>是在 meta 设备上保存的，没有可转换的字节；请连同权重一起保存模型</translation>
    </message>
    <message>
        <source>has the dtype %1, whose quantised blocks only GGUF files can store; convert a float16 or float32 GGUF file instead</source>
        <translation>是 %1，按只有 GGUF 文件才有的块进行了量化；请改为转换 float16 或 float32 的 GGUF</translation>
    </message>
    <message>
        <source>is stored as %1 and cannot be cast to %2; omit --dtype</source>
        <translation>按 %1 存储，无法转换为 %2；请去掉 --dtype</translation>
    </message>
    <message>
        <source>The name of the tensor %1 is too long for a file name; convert to safetensors or pth.</source>
        <translation>张量 %1 的名称太长，不能用作文件名；请转换为 safetensors 或 pth。</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, which safetensors files cannot store; convert to pth.</source>
        <translation>张量 %1 是 %2，safetensors 文件不能存放；请转换为 pth。</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, which torch.save cannot store; convert to safetensors.</source>
        <translation>张量 %1 是 %2，torch.save 不能存储；请转换为 safetensors。</translation>
    </message>
    <message>
        <source>The name of the tensor %1 is not allowed in a safetensors file; convert to pth or rename the tensor.</source>
        <translation>张量 %1 的名称是 safetensors 文件中任何张量都不能用的；请转换为 pth 或将其改名。</translation>
    </message>
    <message>
        <source>%1 is not a target format; use safetensors, pth, per-tensor or offload.</source>
        <translation>%1 不是可以转换成的格式；请取 safetensors、pth、per-tensor 或 offload。</translation>
    </message>
    <message>
        <source>at least one byte is required, not %1.</source>
        <translation>一个分片必须至少能容纳一个字节，而不是 %1。</translation>
    </message>
    <message>
        <source>A folder with one file per tensor cannot store a second name of a tensor, such as %1; leave the second name out.</source>
        <translation>张量 %1 是另一个张量的第二个名称，每个张量一个文件的文件夹无法表达这一点；请将其去掉。</translation>
    </message>
    <message>
        <source>Writing %1 was stopped.</source>
        <translation>写入 %1 的操作已停止。</translation>
    </message>
    <message>
        <source>The size of a shard must be at least one byte.</source>
        <translation>一个分片必须至少能容纳一个字节。</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, for which Stowage does not know the initial values of a new model; open the checkpoint that belongs to this model.</source>
        <translation>%1 是 %2，新模型在该处的值未知；请打开属于此模型的检查点。</translation>
    </message>
    <message>
        <source>%1 lacks more than %2 of the model&apos;s parameters, which is too much to load with initial values; open the checkpoint that belongs to this model.</source>
        <translation>%1 缺少超过 %2 的模型参数，太多而不能以初始值加载；请打开属于此模型的检查点。</translation>
    </message>
    <message>
        <source>The tensor name %1 cannot be a file name in an offload folder.</source>
        <translation>张量名 %1 不能用作卸载 (offload) 文件夹中的文件名。</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, which Accelerate&apos;s offload folder cannot store; do not place the tensor on the disk.</source>
        <translation>张量 %1 是 %2，Accelerate 的卸载 (offload) 文件夹不能存放；请不要将其放在磁盘上。</translation>
    </message>
    <message>
        <source>The tensor %1 is empty, and an offload folder cannot store empty tensors (numpy cannot map an empty file); do not place the tensor on the disk.</source>
        <translation>张量 %1 为空，而卸载 (offload) 文件夹不能存放空张量（numpy 无法映射空文件）；请不要将其放在磁盘上。</translation>
    </message>
    <message>
        <source>The shape and dtype of the tensor %1 do not match its size of %2 bytes.</source>
        <translation>张量 %1 按其形状和 dtype 不是 %2 字节。</translation>
    </message>
    <message>
        <source>%1 is not a folder; remove it or choose another folder.</source>
        <translation>%1 不是文件夹；请将其移除或选择另一个文件夹。</translation>
    </message>
    <message>
        <source>The unfinished files next to %1 %2; run the command without --resume to start over.</source>
        <translation>%1 旁边的未完成文件%2；请不带 --resume 运行以重新开始。</translation>
    </message>
    <message>
        <source>%1 is not the journal of an unfinished write; run the command without --resume to start over.</source>
        <translation>%1 不是未完成运行的日志；请不带 --resume 运行以重新开始。</translation>
    </message>
    <message>
        <source>%1 was written by another version of Stowage; run the command without --resume to start over.</source>
        <translation>%1 是由另一版本的 Stowage 写出的；请不带 --resume 运行以重新开始。</translation>
    </message>
    <message>
        <source>belong to an earlier state of %1</source>
        <translation>来自更改之前的 %1</translation>
    </message>
    <message>
        <source>belong to %1, not to %2</source>
        <translation>来自 %1，而不是 %2</translation>
    </message>
    <message>
        <source>were written with other options</source>
        <translation>是以其他选项开始的</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, which safetensors files cannot store; write a .pth file.</source>
        <translation>张量 %1 是 %2，safetensors 文件不能存放；请写为 .pth 文件。</translation>
    </message>
    <message>
        <source>A safetensors file cannot store a second name of a tensor, such as %1; leave the second name out.</source>
        <translation>张量 %1 与另一个张量共享字节，safetensors 文件无法表达这一点；请去掉第二个名称。</translation>
    </message>
    <message>
        <source>%1 would need a header of more than 100,000,000 bytes, which is the limit of safetensors files.</source>
        <translation>%1 需要超过 100,000,000 字节的文件头。</translation>
    </message>
    <message>
        <source>Vocabulary, context, width, layers and heads of a sample must each be between 1 and 2^24; one of them is %1.</source>
        <translation>示例的尺寸必须在 1 和 2^24 之间，而不是 %1。</translation>
    </message>
    <message>
        <source>The width of a sample, %1, is not divisible by its number of heads, %2.</source>
        <translation>示例的宽度 %1 不能平分为 %2 个头。</translation>
    </message>
    <message>
        <source>A sample cannot have the dtype %1; use float32, float16, bfloat16 or float64.</source>
        <translation>示例不能为 %1；请取 float32、float16、bfloat16 或 float64。</translation>
    </message>
    <message>
        <source>A sample can be written only as safetensors, pth or per-tensor.</source>
        <translation>示例写为 safetensors、pth 或 per-tensor。</translation>
    </message>
    <message>
        <source>A sample can be written in shards only as safetensors.</source>
        <translation>只有 safetensors 的示例才写成分片。</translation>
    </message>
    <message>
        <source>There is no sample of the architecture %1; use one of %2.</source>
        <translation>架构 %1 不是可用来制作示例的架构；请从 %2 中选取一个。</translation>
    </message>
    <message>
        <source>The sizes of a sample of %1 are fixed by its configuration; do not specify sizes.</source>
        <translation>%1 的示例，其尺寸由其配置确定；请不要指定尺寸。</translation>
    </message>
    <message>
        <source>%1 already exists and is not marked as written by Stowage; remove it or choose another folder.</source>
        <translation>%1 已存在，且没有表明由 Stowage 写入的标记；请将其移除或选择另一个文件夹。</translation>
    </message>
    <message>
        <source>%1 is the folder of the model itself (%2); choose another folder to keep the source unchanged.</source>
        <translation>%1 是模型本身所在的文件夹 (%2)；请选择另一个文件夹，使来源保持不变。</translation>
    </message>
    <message>
        <source>%1 is not a folder; specify another path.</source>
        <translation>%1 不是文件夹；请指定另一个。</translation>
    </message>
    <message>
        <source>would be written twice</source>
        <translation>要被写入两次</translation>
    </message>
    <message>
        <source>has a name that is not valid UTF-8</source>
        <translation>的名称不是 UTF-8</translation>
    </message>
    <message>
        <source>has a size that a file cannot have</source>
        <translation>的大小是文件不可能有的</translation>
    </message>
    <message>
        <source>is not a second name of an earlier tensor of the same shape and dtype</source>
        <translation>不是前面某个形状和 dtype 相同的张量的第二个名称</translation>
    </message>
    <message>
        <source>The tensor %1 with the dtype %2 cannot be written to a .pth file; use another load method or file format.</source>
        <translation>dtype 为 %2 的张量 %1 不能写入 .pth 文件；请采用另一种方法或格式。</translation>
    </message>
    <message>
        <source>%1 must contain one tensor, not %2 tensors.</source>
        <translation>%1 应只含一个张量，而不是 %2 个。</translation>
    </message>
    <message>
        <source>Only some modules are planned outside the GPUs</source>
        <translation>方案只将部分模块放在 GPU 之外</translation>
    </message>
    <message>
        <source>ZeRO-Inference offloads every parameter of more than %1 elements and copies each offloaded parameter to the GPUs when the parameter is used</source>
        <translation>ZeRO-Inference 卸载 (offload) 每个超过 %1 个元素的参数，并在使用时将其搬到 GPU</translation>
    </message>
    <message>
        <source>The assignment of layers to GPUs</source>
        <translation>每个 GPU 上有哪些层</translation>
    </message>
    <message>
        <source>ZeRO divides every parameter among the %1 GPUs, and all GPUs compute every layer</source>
        <translation>ZeRO 将每个参数分到 %1 个 GPU 上，所有 GPU 都计算每一层</translation>
    </message>
    <message>
        <source>The limits of gpu_split are too low: %1 of %2 layers fit, without the modules after the last layer. Raise the limits.</source>
        <translation>gpu_split 的上限太低，容不下 %2 层和最后一层之后的模块；能容纳的层数为 %1。请提高上限。</translation>
    </message>
    <message>
        <source>Keys and values are planned in %1</source>
        <translation>方案中键和值为 %1</translation>
    </message>
    <message>
        <source>ExLlama stores keys and values in %1 bits</source>
        <translation>ExLlama 以 %1 位保存它们</translation>
    </message>
    <message>
        <source>Weights are planned outside the GPUs</source>
        <translation>方案将权重放在 GPU 之外</translation>
    </message>
    <message>
        <source>ExLlama keeps every layer on a GPU, so the limits are set high enough for all layers</source>
        <translation>ExLlama 将每一层都保留在 GPU 上：上限设为此所需的大小</translation>
    </message>
    <message>
        <source>The layers are assigned to the GPUs by the planned sizes of the weights. If the files are quantised, more layers fit on the first GPUs.</source>
        <translation>各层按权重的规划大小填满 GPU；量化后的文件更小，因此会有更多的层位于前面的 GPU 上。</translation>
    </message>
    <message>
        <source>%1 %2 is unknown; use one of %3.</source>
        <translation>%1 %2 未知；请从 %3 中选取一个。</translation>
    </message>
    <message>
        <source>The text to import is larger than 64 MiB or not valid UTF-8; specify the command or the file that places the layers.</source>
        <translation>要导入的文本超过 64 MiB 或不是 UTF-8；请给出放置各层的命令或文件。</translation>
    </message>
    <message>
        <source>%1 offloads all parameters in the same way. Its settings do not place single modules, so no device map can be imported.</source>
        <translation>%1 对所有参数一视同仁地卸载 (offload)：其设置不放置任何模块，因此没有可导入的内容。</translation>
    </message>
    <message>
        <source>Stowage supports models with an encoder and a decoder only for accelerate; use accelerate.</source>
        <translation>此模型有编码器和解码器，其他引擎的规则不涵盖这种情况；请改用 accelerate。</translation>
    </message>
    <message>
        <source>This model has no list of layers (modules named 0, 1, 2 …). Stowage supports such models only for accelerate; use accelerate.</source>
        <translation>此模型没有可由其他引擎分配的层列表（名为 0、1、2 … 的模块）；请改用 accelerate。</translation>
    </message>
    <message>
        <source>The model is not a GGUF file</source>
        <translation>模型不是 GGUF 文件</translation>
    </message>
    <message>
        <source>convert to GGUF first: %1</source>
        <translation>请先转换：%1</translation>
    </message>
    <message>
        <source>llama.cpp has no KV cache of this type and stores keys and values in f16</source>
        <translation>llama.cpp 以 f16 保存它们，因为它没有这种类型</translation>
    </message>
    <message>
        <source>%1 of weights is on disk</source>
        <translation>%1 的权重位于磁盘上</translation>
    </message>
    <message>
        <source>llama.cpp cannot place weights on disk; it maps the weights into the CPU&apos;s memory, and the system may drop mapped pages</source>
        <translation>llama.cpp 没有这样的位置：它将其映射到 CPU 的内存，系统可从中丢弃页</translation>
    </message>
    <message>
        <source>Offloaded weights are copied to a GPU for every forward pass</source>
        <translation>每次前向传播都将卸载 (offload) 的权重复制到 GPU</translation>
    </message>
    <message>
        <source>llama.cpp computes the layers of these weights on the CPU, except for long prompts</source>
        <translation>llama.cpp 在 CPU 上计算它们，长提示词除外</translation>
    </message>
    <message>
        <source>%1 layer is not on the GPU that -ts assigns (-ts assigns consecutive layers to a GPU)</source>
        <translation>%1 层所在的 GPU 与 -ts 按连续层段所定的不同</translation>
    </message>
    <message>
        <source>%1 layers are not on the GPU that -ts assigns (-ts assigns consecutive layers to a GPU)</source>
        <translation>%1 层所在的 GPU 与 -ts 按连续层段所定的不同</translation>
    </message>
    <message>
        <source>keys and values of such a layer remain on the GPU that -ts assigns, and results are copied between the GPUs</source>
        <translation>其键和值留在 -ts 所定之处，结果来回传输</translation>
    </message>
    <message>
        <source>A GGUF file of this model family cannot contain %1</source>
        <translation>%1 在此模型族的 GGUF 文件中没有位置</translation>
    </message>
    <message>
        <source>llama.cpp runs without these tensors, or reads them from a separate file (--mmproj)</source>
        <translation>llama.cpp 不用它们运行，或从单独的文件中取用（--mmproj）</translation>
    </message>
    <message>
        <source>-ot contains %1; each entry must be a pattern, &quot;=&quot;, and CPU or one of the %2 GPUs, such as CUDA0.</source>
        <translation>-ot 含有 %1；此处需要模式、&quot;=&quot; 以及 CPU 或 %2 个 GPU 之一（如 CUDA0）。</translation>
    </message>
    <message>
        <source>Without -ngl, llama.cpp fits layers to the free memory; Stowage assumes that all layers are on GPUs.</source>
        <translation>不给出 -ngl 时，llama.cpp 按空闲内存安排层数；此处视为所有层都在 GPU 上。</translation>
    </message>
    <message>
        <source>The number of layers on each GPU</source>
        <translation>每个 GPU 放多少层</translation>
    </message>
    <message>
        <source>Ollama distributes layers by free memory; only the total number of layers on GPUs can be set</source>
        <translation>Ollama 按空闲内存分配各层；只告知它共有多少层位于 GPU 上</translation>
    </message>
    <message>
        <source>The pipeline layout has %1 layers, but this model has %2 layers.</source>
        <translation>流水线布局有 %1 层；此模型有 %2 层。</translation>
    </message>
    <message>
        <source>The pipeline layout must begin with &quot;E&quot; and end with its only &quot;L&quot;; it has %1 layers, and this model has %2 layers.</source>
        <translation>流水线布局必须以 &quot;E&quot; 开头，并以唯一的 &quot;L&quot; 结尾；它有 %1 层，此模型有 %2 层。</translation>
    </message>
    <message>
        <source>The checkpoint does not have the format of Megatron</source>
        <translation>权重是另一种形式的检查点</translation>
    </message>
    <message>
        <source>convert the checkpoint first with Megatron&apos;s tools/checkpoint</source>
        <translation>请先用 Megatron 自己的 tools/checkpoint 转换</translation>
    </message>
    <message>
        <source>No layer of this plan runs on a GPU, but this engine needs a GPU; add GPUs to the plan, or export the plan to llama.cpp.</source>
        <translation>此方案没有任何层在 GPU 上运行，而该引擎要求有层在 GPU 上运行；请给方案添加 GPU，或导出到 llama.cpp。</translation>
    </message>
    <message>
        <source>%1 does not read weights from disk during a forward pass; the weights must fit into the memory of the CPU or of their layer&apos;s GPU</source>
        <translation>%1 运行时不从磁盘读取权重：权重必须能放入 CPU 或其 GPU 的内存</translation>
    </message>
    <message>
        <source>The plan changes the GPU %1 times between consecutive layers</source>
        <translation>各层在 GPU 之间变换 %1 次</translation>
    </message>
    <message>
        <source>%1 places consecutive layers on each GPU; the number of layers on each GPU is as planned</source>
        <translation>%1 给每个 GPU 一段连续的层，层数按方案</translation>
    </message>
    <message>
        <source>%1 layer is on more than one GPU</source>
        <translation>%1 层位于多个 GPU 上</translation>
    </message>
    <message>
        <source>%1 layers are on more than one GPU</source>
        <translation>%1 层位于多个 GPU 上</translation>
    </message>
    <message>
        <source>%1 does not split layers</source>
        <translation>%1 只取完整的层</translation>
    </message>
    <message>
        <source>%1 has weights but no layer</source>
        <translation>%1 含有权重，但不含层</translation>
    </message>
    <message>
        <source>%1 uses only GPUs that have layers</source>
        <translation>%1 只使用含有层的 GPU</translation>
    </message>
    <message>
        <source>The plan computes offloaded modules on the CPU</source>
        <translation>卸载 (offload) 的模块在 CPU 上计算</translation>
    </message>
    <message>
        <source>%1 copies offloaded modules to the GPU for every forward pass</source>
        <translation>%1 在每次前向传播时将其搬到 GPU</translation>
    </message>
    <message>
        <source>The weights are planned as quantised (%1)</source>
        <translation>方案中权重按已量化计（%1）</translation>
    </message>
    <message>
        <source>%1 loads the weights as stored in the model&apos;s files; quantise the files first</source>
        <translation>%1 按模型文件中的样子加载它们：请先量化文件</translation>
    </message>
    <message>
        <source>The first and the last stage share the weight %1</source>
        <translation>头共享 %1</translation>
    </message>
    <message>
        <source>the last stage stores a copy of this weight, which needs %1 more memory on %2</source>
        <translation>最后一个流水级保留自己的副本：%2 上多 %1</translation>
    </message>
    <message>
        <source>The workload divides every layer among %1 GPUs</source>
        <translation>工作负载将每一层分到 %1 个 GPU 上</translation>
    </message>
    <message>
        <source>the device map does not affect the division: the engine divides all tensors in the same way</source>
        <translation>设备映射在这方面不起作用：引擎对所有张量一视同仁地划分</translation>
    </message>
    <message>
        <source>The limits of the GPUs are different fractions of their memory (%1 to %2)</source>
        <translation>各 GPU 的预算占其内存的比例不同（%1 到 %2）</translation>
    </message>
    <message>
        <source>the engine uses one fraction for all GPUs; the smallest fraction is written</source>
        <translation>所有 GPU 共用一个比例：写入的是最小者</translation>
    </message>
    <message>
        <source>the engine stores keys and values in the compute dtype or in fp8</source>
        <translation>该引擎以计算所用的 dtype 或 fp8 保存它们</translation>
    </message>
    <message>
        <source>The number of stages</source>
        <translation>流水级的数量</translation>
    </message>
    <message>
        <source>The stages are on GPUs %1</source>
        <translation>各流水级位于 GPU %1 上</translation>
    </message>
    <message>
        <source>Ray chooses the GPUs itself: each stage uses the next GPU</source>
        <translation>Ray 自行选择显卡：逐个流水级取下一张</translation>
    </message>
    <message>
        <source>The device map contains no device for %1; only a plan of the whole model can be exported.</source>
        <translation>设备映射没有给 %1 指定设备；只有涵盖整个模型的方案才能导出。</translation>
    </message>
    <message>
        <source>split_spec cuts at %1, which is not a layer of this model; the first layer of this model is %2.</source>
        <translation>split_spec 在 %1 处切分，它不是此模型的层；此模型的第一层是 %2。</translation>
    </message>
    <message>
        <source>The text contains no split_spec with entries such as &quot;layer&quot;: SplitPoint.BEGINNING.</source>
        <translation>文本中没有 split_spec 的 &quot;layer&quot;: SplitPoint.BEGINNING。</translation>
    </message>
    <message>
        <source>The workload generates tokens</source>
        <translation>要生成 token</translation>
    </message>
    <message>
        <source>the pipeline computes only prompts, because it stores no keys and values between forward passes</source>
        <translation>该流水线计算提示词：它不在前向传播之间保留键和值</translation>
    </message>
    <message>
        <source>The plan was not applied: %1.</source>
        <translation>方案未应用：%1。</translation>
    </message>
    <message>
        <source>assemble the model</source>
        <translation>组装模型</translation>
    </message>
    <message>
        <source>%1 changed while it was loaded (%2), so the loaded weights cannot be trusted. Open the file again.</source>
        <translation>%1 在加载过程中被更改（%2），因此其内容完全不可信：请重新打开。</translation>
    </message>
    <message>
        <source>%1 bytes instead of %2</source>
        <translation>%1 字节，而不是 %2 字节</translation>
    </message>
    <message>
        <source>start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Loading needs LibTorch, which is not open.</source>
        <translation>加载需要 LibTorch，而它没有打开。</translation>
    </message>
    <message>
        <source>Loading needs the CPU as one of its devices.</source>
        <translation>加载需要设备中包含 CPU。</translation>
    </message>
    <message>
        <source>The plan uses %1, which is not among the devices.</source>
        <translation>方案使用 %1，而它不在设备之列。</translation>
    </message>
    <message>
        <source>The host has no memory left for this load.</source>
        <translation>主机没有剩余内存来进行此次加载。</translation>
    </message>
    <message>
        <source>Loading failed: %1</source>
        <translation>加载失败：%1</translation>
    </message>
    <message>
        <source>There is not enough memory for %1 on %2.</source>
        <translation>%1 在 %2 上没有空间。</translation>
    </message>
    <message>
        <source>The load could not be started: %1.</source>
        <translation>无法启动加载：%1。</translation>
    </message>
    <message>
        <source>verify</source>
        <translation>校验</translation>
    </message>
    <message>
        <source>Loading was cancelled.</source>
        <translation>加载已取消。</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, but had %3 bytes when it was opened, so the file has changed. Open the file again.</source>
        <translation>%1 有 %2 字节，而打开时有 %3 字节：其间已被更改。请重新打开。</translation>
    </message>
    <message>
        <source>%1 cannot be examined: %2.</source>
        <translation>无法检查 %1：%2。</translation>
    </message>
    <message>
        <source>%1 does not contain exactly one tensor, although one tensor was written to this file.</source>
        <translation>%1 所含的不是写入其中的那一个张量。</translation>
    </message>
    <message>
        <source>write one file per tensor</source>
        <translation>每个张量写一个文件</translation>
    </message>
    <message>
        <source>this load</source>
        <translation>此次加载</translation>
    </message>
    <message>
        <source>Open the checkpoint that belongs to this model.</source>
        <translation>请打开属于此模型的检查点。</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensor of %3: %4</source>
        <translation>%1 缺少 %3 的 %2 个张量：%4</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensors of %3: %4</source>
        <translation>%1 缺少 %3 的 %2 个张量：%4</translation>
    </message>
    <message>
        <source>%1; unexpected tensors: %2 (%3).</source>
        <translation>%1，并有 %2 个不在其中的张量：%3。</translation>
    </message>
    <message>
        <source>%1 is %2 in the file and %3 in the model</source>
        <translation>%1 在文件中为 %2，在模型中为 %3</translation>
    </message>
    <message>
        <source>Compared with %4, %1 tensor of %2 has %3: %5.</source>
        <translation>%2 中有 %1 个张量的%3与 %4 中不同：%5。</translation>
    </message>
    <message>
        <source>Compared with %4, %1 tensors of %2 have %3: %5 (the first).</source>
        <translation>%2 中有 %1 个张量的%3与 %4 中不同：%5（第一个）。</translation>
    </message>
    <message>
        <source>%1 is stored as %2, but is %4 in %3</source>
        <translation>%1 按 %2 存储，而 %3 中为 %4</translation>
    </message>
    <message>
        <source>%1 tensor would lose precision: %2.</source>
        <translation>%1 个张量会丢失有效数字：%2。</translation>
    </message>
    <message>
        <source>%1 tensors would lose precision: %2.</source>
        <translation>%1 个张量会丢失有效数字：%2。</translation>
    </message>
    <message>
        <source>Load the stored dtype with --dtype %1, or force the cast with --force.</source>
        <translation>请用 --dtype %1 按存储的类型加载，或用 --force 仍然转换。</translation>
    </message>
    <message>
        <source>Force the cast with --force.</source>
        <translation>请用 --force 仍然转换。</translation>
    </message>
    <message>
        <source>The file has %1 tensor that is not in %2: %3.</source>
        <translation>文件中有 %1 个 %2 所没有的张量：%3。</translation>
    </message>
    <message>
        <source>The file has %1 tensors that are not in %2: %3.</source>
        <translation>文件中有 %1 个 %2 所没有的张量：%3。</translation>
    </message>
    <message>
        <source>Open the checkpoint that belongs to this model, or ignore the additional tensors with --force.</source>
        <translation>请打开属于此模型的检查点，或用 --force 将其略去。</translation>
    </message>
    <message>
        <source>another shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>another dtype, which cannot be cast</source>
        <translation>数据类型（dtype，转换也无法得到）</translation>
    </message>
    <message>
        <source>Open the checkpoint that belongs to this model, or change the dtype in the module tree to the stored dtype.</source>
        <translation>请打开属于此模型的检查点，或将所存储的 dtype 写入模块树。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a load method; the load methods are %2.</source>
        <translation>没有加载方法 &quot;%1&quot;；此版本有 %2。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a load method; use auto, %2.</source>
        <translation>没有加载方法 &quot;%1&quot;；请取 auto、%2。</translation>
    </message>
    <message>
        <source>use the load method &quot;%1&quot;, which fits</source>
        <translation>请用 &quot;%1&quot; 加载，它放得下</translation>
    </message>
    <message>
        <source>move layers away from this device</source>
        <translation>请将一些层从此设备移走</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 on %3, which has %4 free</source>
        <translation>用 &quot;%1&quot; 加载需要在 %3 上占用 %2，而该处空闲 %4</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 on %3, but the limit is %4, of which %5 is already in use</source>
        <translation>用 &quot;%1&quot; 加载需要在 %3 上占用 %2，而其上限为 %4，其中 %5 已被占用</translation>
    </message>
    <message>
        <source>%1: %2 needs %3, but only %4 is free in the phase &quot;%5&quot;</source>
        <translation>%1：%2（%3）在阶段 &quot;%5&quot; 只有 %4 可用</translation>
    </message>
    <message>
        <source>%1; %2.</source>
        <translation>%1；%2。</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 of this machine&apos;s memory (including %3 for simulated GPUs), but only %4 is available; %5.</source>
        <translation>用 &quot;%1&quot; 加载需要本机内存 %2（其中 %3 用于模拟 GPU），而可用的只有 %4；%5。</translation>
    </message>
    <message>
        <source>place more weights on disk or close other programs</source>
        <translation>请将更多内容放到磁盘上，或关闭其他程序</translation>
    </message>
    <message>
        <source>place more weights on disk or on GPUs</source>
        <translation>请将更多内容放到磁盘或 GPU 上</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 of RAM, but only %3 is free; %4.</source>
        <translation>用 &quot;%1&quot; 加载需要 %2 的 RAM，而空闲的只有 %3；%4。</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 of RAM (predicted), but the limit is %3; %4.</source>
        <translation>用 &quot;%1&quot; 加载需要 %2 的 RAM（预测），而其上限为 %3；%4。</translation>
    </message>
    <message>
        <source>place more weights on disk or raise the RAM limit</source>
        <translation>请将更多内容放到磁盘上，或提高上限</translation>
    </message>
    <message>
        <source>Move layers away from %1.</source>
        <translation>请将一些层从 %1 移走。</translation>
    </message>
    <message>
        <source>Plan again with at most %1 of weights on %2 instead of %3 (estimated).</source>
        <translation>请重新规划，使 %2 上的权重至多为 %1，而不是 %3（估算）。</translation>
    </message>
    <message>
        <source>%1, in a segment that grows in steps of %2</source>
        <translation>%1，所在的段每次增长 %2</translation>
    </message>
    <message>
        <source>%1, in a segment of %2</source>
        <translation>%1，在 %2 的段中</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; fits.</source>
        <translation>用 &quot;%1&quot; 加载放得下。</translation>
    </message>
    <message>
        <source>Place more weights on disk or raise the RAM limit.</source>
        <translation>请将更多内容放到磁盘上，或提高上限。</translation>
    </message>
    <message>
        <source>The checkpoint lacks %1 tensors of the model: %2. Open the checkpoint that belongs to this model.</source>
        <translation>检查点缺少模型的 %1 个张量：%2。请打开属于此模型的检查点。</translation>
    </message>
    <message>
        <source>Some tensors of the checkpoint have another shape than in the model: %1. Open the checkpoint that belongs to this model.</source>
        <translation>检查点中有些张量的形状与模型的不同：%1。请打开属于此模型的检查点。</translation>
    </message>
    <message>
        <source>The tensor %1 was saved on the meta device, so the file contains no weights for this tensor. The tensor can be planned but not loaded; save the model with its weights.</source>
        <translation>张量 %1 是在 meta 设备上保存的，因此文件不含其权重：可以规划，但不能加载；请在模型有了权重之后再保存。</translation>
    </message>
    <message>
        <source>The device map contains no device for %1; assign a device to the module of this tensor before loading.</source>
        <translation>设备映射没有提及 %1：加载前请给其模块指定设备。</translation>
    </message>
    <message>
        <source>The tensors up to %1 (a tensor of %2) need too many reads; a load can plan at most %3 reads of up to %4 each.</source>
        <translation>到 %1（仅它就占用 %2）为止的张量所需的读取次数，超出一次加载所能规划的次数（%3 次，每次至多 %4）。</translation>
    </message>
    <message>
        <source>%1 buffer that the model computes itself is not loaded: %2.</source>
        <translation>由模型自行计算的 %1 个缓冲张量不加载：%2。</translation>
    </message>
    <message>
        <source>%1 buffers that the model computes itself are not loaded: %2.</source>
        <translation>由模型自行计算的 %1 个缓冲张量不加载：%2。</translation>
    </message>
    <message>
        <source>%1 describes a model but contains no weights, so there is nothing to load: open the checkpoint itself.</source>
        <translation>%1 描述了模型但不含权重，因此没有可加载的内容：请打开检查点本身。</translation>
    </message>
    <message>
        <source>&quot;auto&quot; chose &quot;streamed&quot;: %1</source>
        <translation>auto 选择了 streamed：%1</translation>
    </message>
    <message>
        <source>mapping saves a copy only for weights on the CPU, and none remain there.</source>
        <translation>没有权重留在 CPU 上，而只有那里才能借内存映射省去复制。</translation>
    </message>
    <message>
        <source>weights are copied to real GPUs fastest from anonymous memory.</source>
        <translation>从未经内存映射的内存中，显卡接收权重最快。</translation>
    </message>
    <message>
        <source>there is no file to map yet.</source>
        <translation>还没有可以映射的文件。</translation>
    </message>
    <message>
        <source>there are %1 files to map, but the limit is %2 files.</source>
        <translation>有 %1 个文件要映射，超过 %2 个。</translation>
    </message>
    <message>
        <source>only %1 of the weights (%2) could be used in the mapped files without a copy, less than a fifth.</source>
        <translation>%2 中有 %1 可以原样留在文件中，不到五分之一。</translation>
    </message>
    <message>
        <source>the files are on a network file system, which delivers pages one by one.</source>
        <translation>文件位于网络文件系统上，页在那里是逐个到达的。</translation>
    </message>
    <message>
        <source>&quot;auto&quot; chose &quot;mmap&quot;: %1 of the weights (%2) remain on the CPU as pages of the files. A page is read when it is used; the system may drop a page and read it again.</source>
        <translation>auto 选择了 mmap：%2 中有 %1 作为文件页留在 CPU 上，在使用时读取；系统可能将其丢弃并再次读取。</translation>
    </message>
    <message>
        <source>initial weights</source>
        <translation>初始权重</translation>
    </message>
    <message>
        <source>move to devices</source>
        <translation>移到设备</translation>
    </message>
    <message>
        <source>allocate</source>
        <translation>分配</translation>
    </message>
    <message>
        <source>load state dict</source>
        <translation>加载 state dict</translation>
    </message>
    <message>
        <source>free</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>read shard %1 of %2</source>
        <translation>读取分片 %1 / %2</translation>
    </message>
    <message>
        <source>send shard %1 of %2</source>
        <translation>发送分片 %1 / %2</translation>
    </message>
    <message>
        <source>reload CPU weights</source>
        <translation>重新加载留在 CPU 上的部分</translation>
    </message>
    <message>
        <source>read and send shards</source>
        <translation>读取并发送分片</translation>
    </message>
    <message>
        <source>read shards</source>
        <translation>读取分片</translation>
    </message>
    <message>
        <source>copy each tensor</source>
        <translation>逐个复制</translation>
    </message>
    <message>
        <source>map</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>assign and copy</source>
        <translation>赋值并复制</translation>
    </message>
    <message>
        <source>load each tensor</source>
        <translation>逐个加载</translation>
    </message>
    <message>
        <source>read weights</source>
        <translation>读取权重</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is out of range: the RAM limit must be from 1 to 1e18 bytes.</source>
        <translation>一次加载至少需要一个字节，而没有任何机器有 1e18 字节；&quot;%1&quot; 不在两者之间。</translation>
    </message>
    <message>
        <source>the anonymous and shared memory that a load adds, except pages of mapped files and of simulated GPUs</source>
        <translation>加载所增加的匿名内存和共享内存（不含内存映射文件和模拟 GPU 的页）</translation>
    </message>
    <message>
        <source>There is too little disk space or memory for a measurement in %1: the disk has %2 free. Free some space or memory, or choose another folder with --dir.</source>
        <translation>%1 中的磁盘空间或内存太少，无法测量：磁盘空闲 %2。请腾出一些空间或内存，或用 --dir 选择另一个文件夹。</translation>
    </message>
    <message>
        <source>The measurement needs a simulated GPU to write to; add a simulated GPU, for example with --gpus 24GiB.</source>
        <translation>测量需要一个可供写入的模拟 GPU。</translation>
    </message>
    <message>
        <source>measuring memory</source>
        <translation>测量内存</translation>
    </message>
    <message>
        <source>measuring file reads</source>
        <translation>测量读取</translation>
    </message>
    <message>
        <source>measuring file mapping</source>
        <translation>测量映射</translation>
    </message>
    <message>
        <source>measuring loads</source>
        <translation>测量加载</translation>
    </message>
    <message>
        <source>writing a test file</source>
        <translation>写入测试文件</translation>
    </message>
    <message>
        <source>measuring file writes</source>
        <translation>测量写入</translation>
    </message>
    <message>
        <source>measuring simulated GPUs</source>
        <translation>测量模拟 GPU</translation>
    </message>
    <message>
        <source>measuring tensor operations</source>
        <translation>测量数值计算</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>无法读取 %1：%2。</translation>
    </message>
    <message>
        <source>%1 is on a file system that does not support direct I/O.</source>
        <translation>%1 位于无法进行直接 I/O 的位置。</translation>
    </message>
    <message>
        <source>Reading %1 was stopped.</source>
        <translation>读取 %1 的操作已停止。</translation>
    </message>
    <message>
        <source>%1 does not contain memory samples as written by load --csv: line %2 cannot be read.</source>
        <translation>%1 不含 load --csv 所写出的内存采样：第 %2 行无法读取。</translation>
    </message>
    <message>
        <source>the text is not valid JSON</source>
        <translation>它不是 JSON</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1]: %2</source>
        <translation>[%1] 的前向传播：%2</translation>
    </message>
    <message>
        <source>the pass was not run.</source>
        <translation>未运行。</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1]: the logits agree with the reference (largest difference %2, largest logit %3)</source>
        <translation>[%1] 的前向传播：logits 与参考一致（最大差值 %2，最大 logit %3）</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1], not compared with a reference: largest logit %2</source>
        <translation>[%1] 的前向传播，未与任何内容对照：最大 logit %2</translation>
    </message>
    <message>
        <source>%1 of offloaded weights copied to the device</source>
        <translation>搬入卸载 (offload) 的权重 %1</translation>
    </message>
    <message>
        <source>next token %1</source>
        <translation>下一个 token %1</translation>
    </message>
    <message>
        <source>%1 is not a recording of Stowage: %2.</source>
        <translation>%1 不是 Stowage 的运行记录：%2。</translation>
    </message>
    <message>
        <source>&quot;format&quot; is not &quot;stowage.run&quot;</source>
        <translation>&quot;format&quot; 不是 &quot;stowage.run&quot;</translation>
    </message>
    <message>
        <source>&quot;version&quot; is missing or is not a whole number</source>
        <translation>缺少 &quot;version&quot;，或它不是整数</translation>
    </message>
    <message>
        <source>%1 was written by a newer Stowage (version %2 of the format; this Stowage reads versions up to %3).</source>
        <translation>%1 是由更新的 Stowage 写出的（格式版本 %2；此版本最高读取 %3）。</translation>
    </message>
    <message>
        <source>&quot;load&quot;, &quot;run&quot; and &quot;chain&quot; are missing</source>
        <translation>缺少 &quot;load&quot;、&quot;run&quot; 和 &quot;chain&quot;</translation>
    </message>
    <message>
        <source>a value such as the id, the date, the model, the plan or the note has the wrong type</source>
        <translation>id、日期、模型、方案或备注等值中有一个类型错误</translation>
    </message>
    <message>
        <source>the columns of the curves must have equal length, be in order of time and have at most %1 points</source>
        <translation>其曲线不是长度相等、按时间排序、至多 %1 个时刻的列</translation>
    </message>
    <message>
        <source>%1 has %2, which is too large for a recording; the limit is %3.</source>
        <translation>%1 有 %2，对记录来说太大；记录最大为 %3。</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>allocated %1, reserved %2</source>
        <translation>已分配 %1，已保留 %2</translation>
    </message>
    <message>
        <source>anonymous host memory %1</source>
        <translation>主机匿名内存 %1</translation>
    </message>
    <message>
        <source>anonymous host memory not measured</source>
        <translation>主机匿名内存未实测</translation>
    </message>
    <message>
        <source>time %1</source>
        <translation>时间 %1</translation>
    </message>
    <message>
        <source>time not predicted (stowagectl devices --measure calibrates this machine)</source>
        <translation>时间未预测（stowagectl devices --measure 可校准本机）</translation>
    </message>
    <message>
        <source>Prediction error: %1</source>
        <translation>预测误差：%1</translation>
    </message>
    <message>
        <source>forward pass</source>
        <translation>前向传播</translation>
    </message>
    <message>
        <source>%1 is not the output of load --json or run --json: &quot;method&quot; is missing or unknown.</source>
        <translation>%1 不含 load --json 所输出的加载，也不含 run --json 所输出的运行：没有指明已知的 &quot;method&quot;。</translation>
    </message>
    <message>
        <source>This text</source>
        <translation>此文本</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is not in the format of load --json or run --json.</source>
        <translation>%1：&quot;%2&quot; 不是 load --json 或 run --json 在该处所写的内容。</translation>
    </message>
    <message>
        <source>This load</source>
        <translation>此次加载</translation>
    </message>
    <message>
        <source>Peak allocated GPU memory</source>
        <translation>GPU 的已分配峰值</translation>
    </message>
    <message>
        <source>Peak reserved GPU memory</source>
        <translation>GPU 的已保留峰值</translation>
    </message>
    <message>
        <source>Peak anonymous host memory</source>
        <translation>主机匿名内存的峰值</translation>
    </message>
    <message>
        <source>Time of the load</source>
        <translation>加载的时间</translation>
    </message>
    <message>
        <source>Time of the run</source>
        <translation>运行的时间</translation>
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
        <source>LibTorch could not be opened, so nothing can be loaded: %1.</source>
        <translation>无法打开 LibTorch，因此不能加载任何内容：%1。</translation>
    </message>
    <message>
        <source>Install the LibTorch with which Stowage was built; on Debian, this is libtorch1.13.</source>
        <translation>请安装构建 Stowage 时所基于的 LibTorch；Debian 的是 libtorch1.13。</translation>
    </message>
    <message>
        <source>There is not enough memory or address space (ulimit -v shows its limit), or the file is on a disk from which no program may run (noexec).</source>
        <translation>可能是内存或地址空间不足（ulimit -v 可显示其上限），或者它位于不能运行程序的磁盘 (noexec) 上。</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 不存在</translation>
    </message>
    <message>
        <source>Build Stowage with STOWAGE_TORCH=ON. If Stowage was installed with pip, install a supported torch version in the same environment.</source>
        <translation>以 STOWAGE_TORCH=ON 构建时才有它；pip 安装的版本需要旁边有它认得的 torch。</translation>
    </message>
    <message>
        <source>%1 failed to start</source>
        <translation>%1 启动失败</translation>
    </message>
    <message>
        <source>%1 does not export %2</source>
        <translation>%1 没有导出 %2</translation>
    </message>
    <message>
        <source>The file belongs to another version of Stowage; build Stowage again.</source>
        <translation>它属于另一个版本；请重新构建 Stowage。</translation>
    </message>
    <message>
        <source>The architecture file %1.json is wrong: %2</source>
        <translation>架构文件 %1.json 有误：%2</translation>
    </message>
    <message>
        <source>the file is missing or is based on itself.</source>
        <translation>它缺失，或以自身为蓝本。</translation>
    </message>
    <message>
        <source>%1, where %2</source>
        <translation>%1，其中 %2</translation>
    </message>
    <message>
        <source>Stowage does not support the class %1</source>
        <translation>类 %1 是 Stowage 所不认识的</translation>
    </message>
    <message>
        <source>Stowage does not support the model_type %1</source>
        <translation>model_type %1 是 Stowage 所不认识的</translation>
    </message>
    <message>
        <source>the result exceeds 2^63</source>
        <translation>结果超过 2^63</translation>
    </message>
    <message>
        <source>division by zero</source>
        <translation>除以零</translation>
    </message>
    <message>
        <source>%1 is not a number</source>
        <translation>%1 不是数</translation>
    </message>
    <message>
        <source>%1 is not a string</source>
        <translation>%1 不是文本</translation>
    </message>
    <message>
        <source>%1 is not a list</source>
        <translation>%1 不是列表</translation>
    </message>
    <message>
        <source>%1 is not one of the known values</source>
        <translation>%1 不是已知的值</translation>
    </message>
    <message>
        <source>the string has %1 characters, but the character at index %2 is requested</source>
        <translation>文本有 %1 个字符，而要求的是编号 %2</translation>
    </message>
    <message>
        <source>%1 is not a list, or %2 is not a position in the list</source>
        <translation>%1 不是列表，或 %2 不是其中的位置</translation>
    </message>
    <message>
        <source>the list has %1 elements, but the element at index %2 is requested</source>
        <translation>列表有 %1 个元素，而要求的是编号 %2</translation>
    </message>
    <message>
        <source>%1 is not an object with the field &quot;%2&quot;</source>
        <translation>%1 不是含有字段 &quot;%2&quot; 的对象</translation>
    </message>
    <message>
        <source>%1 is not a number below 2^63</source>
        <translation>%1 不是小于 2^63 的数</translation>
    </message>
    <message>
        <source>%1 is neither a list nor an object</source>
        <translation>%1 既不是列表也不是对象</translation>
    </message>
    <message>
        <source>there is no function %1 with this number of arguments</source>
        <translation>没有这么多参数的函数 %1</translation>
    </message>
    <message>
        <source>the name %1 is unknown</source>
        <translation>没有名为 %1 的内容</translation>
    </message>
    <message>
        <source>a list of %1 elements</source>
        <translation>%1 个元素的列表</translation>
    </message>
    <message>
        <source>an object of %1 elements</source>
        <translation>%1 个元素的对象</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 为 %2</translation>
    </message>
    <message>
        <source>cannot evaluate &quot;%1&quot;: %2</source>
        <translation>无法推算 &quot;%1&quot;：%2</translation>
    </message>
    <message>
        <source>cannot evaluate &quot;%1&quot;: %2, where %3</source>
        <translation>无法推算 &quot;%1&quot;：%2，其中 %3</translation>
    </message>
    <message>
        <source>a whole number from 0 to %1</source>
        <translation>0 到 %1 的整数</translation>
    </message>
    <message>
        <source>a list of at most %1 elements</source>
        <translation>至多 %1 个元素的列表</translation>
    </message>
    <message>
        <source>a string of at most %1 bytes</source>
        <translation>至多 %1 字节的文本</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
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
        <translation>文本</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3, but must be an object that configures this part of the model.</source>
        <translation>%1：&quot;%2&quot; 为 %3；此处需要一个对象，即该部分自身的配置。</translation>
    </message>
    <message>
        <source>not a text</source>
        <translation>非文本</translation>
    </message>
    <message>
        <source>%1: the &quot;model_type&quot; of &quot;%2&quot; is %3, but Stowage supports only &quot;%4&quot; for this part; open a .tree.json of the model instead.</source>
        <translation>%1：&quot;%2&quot; 的 &quot;model_type&quot; 为 %3，而 Stowage 在该处只认识 &quot;%4&quot;；请改为打开该模型的 .tree.json。</translation>
    </message>
    <message>
        <source>%1: &quot;per_layer_config&quot; sets different sizes for individual layers, which Stowage does not support; open a .tree.json of the model instead.</source>
        <translation>%1：&quot;per_layer_config&quot; 给各层指定了各自的尺寸，Stowage 不读取这种内容；请改为打开该模型的 .tree.json。</translation>
    </message>
    <message>
        <source>%1: %2; read the modules of the model from your own Python (--python on the command line, Ask Python in the window), or open a .tree.json of the model.</source>
        <translation>%1：%2；请向您自己的 Python 询问其模块（命令行中的 --python，窗口中的“询问 Python”），或打开该模型的 .tree.json。</translation>
    </message>
    <message>
        <source>%1 is not a model configuration: a JSON object is required.</source>
        <translation>%1 不是模型的配置：需要一个 JSON 对象。</translation>
    </message>
    <message>
        <source>%1 has no string &quot;model_type&quot;, so the model family is unknown; add &quot;model_type&quot;, or open a .tree.json of the model.</source>
        <translation>%1 没有文本 &quot;model_type&quot;，因此模型族未知；请将其补上，或打开该模型的 .tree.json。</translation>
    </message>
    <message>
        <source>%1 belongs to a diffusers pipeline (%2) and is not a model configuration; open the folder of one of the pipeline&apos;s models, such as unet, transformer or vae.</source>
        <translation>%1 属于 diffusers 流水线（%2），不是模型的配置；请打开该流水线中某个模型的文件夹，如 unet、transformer 或 vae。</translation>
    </message>
    <message>
        <source>a floating-point dtype, such as &quot;bfloat16&quot;,</source>
        <translation>浮点 dtype，例如 &quot;bfloat16&quot;</translation>
    </message>
    <message>
        <source>a list of class names</source>
        <translation>类名的列表</translation>
    </message>
    <message>
        <source>%1 requests the class %2, but for %3, Stowage supports only %4; choose a supported class (--class on the command line), or open a .tree.json of the model.</source>
        <translation>%1 要求类 %2，但对于 %3，Stowage 认识的是 %4；请选择其中之一（命令行中的 --class），或打开该模型的 .tree.json。</translation>
    </message>
    <message>
        <source>The tensors of this model add up to more than 2^63 bytes.</source>
        <translation>此模型的张量合计超过 2^63 字节。</translation>
    </message>
    <message>
        <source>&quot;welded&quot; names the module %1, which is not in the module tree.</source>
        <translation>焊接 (welded) 的模块 %1 不在树中。</translation>
    </message>
    <message>
        <source>The list of known models is wrong: %1</source>
        <translation>已知模型的列表有误：%1</translation>
    </message>
    <message>
        <source>The list of known models is wrong: entry %1 lacks its name, source or configuration.</source>
        <translation>已知模型的列表有误：条目 %1 缺少名称、来源或配置。</translation>
    </message>
    <message>
        <source>%1 has a size of %2; the limit is %3.</source>
        <translation>%1 有 %2，其中最多读取 %3。</translation>
    </message>
    <message>
        <source>There is no folder for storing module trees; set HOME or XDG_CACHE_HOME to a writable folder.</source>
        <translation>没有用于保存模块树的文件夹；请将 HOME 或 XDG_CACHE_HOME 设为可写入的文件夹。</translation>
    </message>
    <message>
        <source>%1, %2 bit, one scale per column</source>
        <translation>%1，%2 位，每列一个缩放因子</translation>
    </message>
    <message>
        <source>%1, %2 bit</source>
        <translation>%1，%2 位</translation>
    </message>
    <message>
        <source>%1, %2 bit in groups of %3</source>
        <translation>%1，%2 位，每组 %3 个</translation>
    </message>
    <message>
        <source>%1 is not a quantisation that can be planned; use int8, nf4, fp4, fp8 or mxfp4.</source>
        <translation>%1 不是可以规划的量化；请取 int8、nf4、fp4、fp8 或 mxfp4。</translation>
    </message>
    <message>
        <source>%1, with quantised scales</source>
        <translation>%1，缩放因子也量化</translation>
    </message>
    <message>
        <source>%1 is not a JSON object (error at byte %2); the config.json of a model must be one.</source>
        <translation>%1 不是 JSON 对象（从字节 %2 起）；模型的 config.json 是 JSON 对象。</translation>
    </message>
    <message>
        <source>is 0; the value must be above 0, or -1 for one scale per column.</source>
        <translation>为 0；必须大于 0，或为 -1 表示每列一个缩放因子。</translation>
    </message>
    <message>
        <source>is %1; the value must be uint8, int8, float16, bfloat16, float32 or float64.</source>
        <translation>为 %1；必须是 uint8、int8、float16、bfloat16、float32 或 float64。</translation>
    </message>
    <message>
        <source>is %1; the value must be fp4 or nf4.</source>
        <translation>为 %1；必须是 fp4 或 nf4。</translation>
    </message>
    <message>
        <source>and load_in_8bit are both true; only one of the two can be true.</source>
        <translation>和 load_in_8bit 都为 true；只能有一个。</translation>
    </message>
    <message>
        <source>is true, so the weights remain in 16 bit; Stowage can plan such a model only without quantisation.</source>
        <translation>为 true：权重保持 16 位，Stowage 将其作为未量化的模型来规划。</translation>
    </message>
    <message>
        <source>is %1; the value must be dynamic or static.</source>
        <translation>为 %1；必须是 dynamic 或 static。</translation>
    </message>
    <message>
        <source>is %1; the value must be float or ue8m0.</source>
        <translation>为 %1；必须是 float 或 ue8m0。</translation>
    </message>
    <message>
        <source>is %1; Stowage plans experts only in fp8.</source>
        <translation>为 %1；Stowage 只按 fp8 规划专家。</translation>
    </message>
    <message>
        <source>is %1; GPTQ uses 2, 3, 4 or 8 bits per weight.</source>
        <translation>为 %1；GPTQ 的每个权重为 2、3、4 或 8 位。</translation>
    </message>
    <message>
        <source>is missing; GPTQ uses 2, 3, 4 or 8 bits per weight.</source>
        <translation>缺失；GPTQ 的每个权重为 2、3、4 或 8 位。</translation>
    </message>
    <message>
        <source>is %1; the kernels of AWQ use 4 bits per weight.</source>
        <translation>为 %1；AWQ 的内核中每个权重为 4 位。</translation>
    </message>
    <message>
        <source>is %1; Stowage plans only the layout &quot;gemm&quot;.</source>
        <translation>为 %1；Stowage 只规划 gemm 布局。</translation>
    </message>
    <message>
        <source>is missing; the name of the quantisation method is required.</source>
        <translation>缺失：它指明方法。</translation>
    </message>
    <message>
        <source>%1: quantization_config must be an object or null.</source>
        <translation>%1：quantization_config 必须是对象或 null。</translation>
    </message>
    <message>
        <source>The names of the %1 tensors imply more than %2 nested modules; no model has names like %3.</source>
        <translation>其 %1 个张量的名称嵌套了超过 %2 个模块；没有模型有 %3 这样的名称。</translation>
    </message>
    <message>
        <source>skip_keys: &quot;%1&quot; is created once and passed to layers on %2 devices. If this input is skipped, it remains on one device, and PyTorch cannot compute with tensors on two devices. Leave out this key, or run all layers on one device.</source>
        <translation>skip_keys：&quot;%1&quot; 只生成一次，并交给 %2 个设备上的层；若跳过，它会留在其中一个设备上，而 PyTorch 拒绝用两个设备上的张量进行计算。请将其去掉，或在一个设备上运行所有层。</translation>
    </message>
    <message>
        <source>The key &quot;%1&quot; of the device map may be a misspelling of this module.</source>
        <translation>其键可能是拼写有误的 &quot;%1&quot;。</translation>
    </message>
    <message>
        <source>Did you mean %1?</source>
        <translation>您是指 %1 吗？</translation>
    </message>
    <message>
        <source>The device map has %1 more keys that are not modules of this model; the keys have no effect. Does the device map belong to another model?</source>
        <translation>设备映射中另有 %1 个键不是此模型的模块；它们不起作用。这是另一个模型的映射吗？</translation>
    </message>
    <message>
        <source>The device map contains &quot;%1&quot; twice: first with %2, last with %3. Python keeps the last entry, both in a dict and in JSON; delete one of the two entries.</source>
        <translation>设备映射两次给出 &quot;%1&quot;：先是 %2，最后是 %3。Python 保留最后一个，读取 JSON 时也是如此；请删除两者之一。</translation>
    </message>
    <message>
        <source>The device map contains &quot;%1&quot; twice: with %2 both times. Delete one of the two entries.</source>
        <translation>设备映射两次给出 &quot;%1&quot;：两次都是 %2。请删除两者之一。</translation>
    </message>
    <message>
        <source>%1 more keys occur twice in the device map. Python keeps the last entry of each key, both in a dict and in JSON.</source>
        <translation>设备映射中另有 %1 个键给出了两次。Python 保留各自的最后一个，读取 JSON 时也是如此。</translation>
    </message>
    <message>
        <source>%1 time</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>%1 time (%2)</source>
        <translation>%1 次（%2）</translation>
    </message>
    <message>
        <source>%1 times (%2)</source>
        <translation>%1 次（%2）</translation>
    </message>
    <message>
        <source>Execution leaves %1, which runs the offloaded layers, and returns to it at %2</source>
        <translation>离开 %1 后在 %2 处又再次进入它，因为卸载 (offload) 的层在该设备上运行</translation>
    </message>
    <message>
        <source>Execution leaves %1 and returns to it at %2</source>
        <translation>离开 %1 后在 %2 处又再次进入它</translation>
    </message>
    <message>
        <source>Execution leaves %1 and returns to it at %2, and %3 more returns of this kind follow</source>
        <translation>离开 %1 后在 %2 处又再次进入它，之后还有 %3 次这样的返回</translation>
    </message>
    <message>
        <source>%1: the activations of each token cross between devices %2 instead of %3.</source>
        <translation>%1：每个 token 的激活值跨设备 %2，而不是 %3。</translation>
    </message>
    <message>
        <source>The plan makes the CPU compute layers between the layers of other devices.</source>
        <translation>CPU 按方案的要求计算位于其他层之间的层。</translation>
    </message>
    <message>
        <source>To avoid these returns, offload the first layers of the model instead of later ones.</source>
        <translation>改为卸载 (offload) 模型的前几层可避免这种情况。</translation>
    </message>
    <message>
        <source>Put neighbouring layers on one device.</source>
        <translation>请将相邻的层放在一个设备上。</translation>
    </message>
    <message>
        <source>%1, pinned to %2, needs %3, but the limit of that device is %4 (%5 less). Raise the limit, or pin less to that device.</source>
        <translation>固定到 %2 的 %1 需要 %3，而其上限为 %4：超出 %5。请提高上限，或减少固定在该处的内容。</translation>
    </message>
    <message>
        <source>The %1 modules pinned to %2 need %3, but the limit of that device is %4 (%5 less). Raise the limit, or pin less to that device.</source>
        <translation>固定到 %2 的 %1 个模块需要 %3，而其上限为 %4：超出 %5。请提高上限，或减少固定在该处的内容。</translation>
    </message>
    <message>
        <source>%1 is not used: %2</source>
        <translation>未使用 %1：%2</translation>
    </message>
    <message>
        <source>%1 are not used: %2</source>
        <translation>未使用 %1：%2</translation>
    </message>
    <message>
        <source>%1 is not used: no better plan that uses it was found.</source>
        <translation>略去了 %1：没有发现使用它会更好的方案。</translation>
    </message>
    <message>
        <source>%1 remains empty: all weights fit on the devices before it.</source>
        <translation>%1 保持为空：其前面的设备已放得下全部内容。</translation>
    </message>
    <message>
        <source>%1 GPUs remain empty while %2 of weights is offloaded; larger limits or another strategy may use these GPUs.</source>
        <translation>有 %1 个 GPU 保持为空，同时卸载 (offload) 了 %2；更高的上限或其他策略或许能用上它们。</translation>
    </message>
    <message>
        <source>%1 (%2) cannot be split, but balancing allows each GPU at most %3, so it does not fit on any GPU. The sequential strategy uses the full limits.</source>
        <translation>%1（%2）大于每个 GPU 的均衡份额 %3 且不能拆分，因此没有 GPU 能容纳它。sequential 策略使用全部上限。</translation>
    </message>
    <message>
        <source>%1 of offloaded weights is copied to %2, the weights of each model whenever that model runs</source>
        <translation>每当 %2 的模型运行时，有 %1 复制到该设备</translation>
    </message>
    <message>
        <source>%1 of offloaded weights is copied to %2 in every forward pass</source>
        <translation>每次前向传播有 %1 复制到 %2</translation>
    </message>
    <message>
        <source>%1; %2 of these weights is read from disk</source>
        <translation>%1，其中 %2 从磁盘读取</translation>
    </message>
    <message>
        <source>%1; the copy takes at least %2 over the link of that device</source>
        <translation>%1：经其链路至少 %2</translation>
    </message>
    <message>
        <source>As in Accelerate, the limit &quot;%1&quot; for %2 is in bits and equals %3. Write a capital B for bytes.</source>
        <translation>%2 的 &quot;%1&quot; 按比特计，与 Accelerate 一样：%3。表示字节请写大写 B。</translation>
    </message>
    <message>
        <source>No limit is given for the CPU, so %1 does not use the CPU, and %2 of weights is placed on disk. Add a limit, as in cpu=30GiB.</source>
        <translation>没有给出 CPU 的上限，因此 %1 不使用它，有 %2 放到磁盘。请添加上限，如 cpu=30GiB。</translation>
    </message>
    <message>
        <source>%1 warns: &quot;%2&quot;</source>
        <translation>%1 警告：&quot;%2&quot;</translation>
    </message>
    <message>
        <source>If you set no limit, %1 plans with 90 % of %2 (%3) and leaves 10 % free. Set a limit to use more of this memory.</source>
        <translation>没有您自己给出的上限时，%1 按 %2 的 90%（即 %3）来规划，并保留 10% 空闲。要使用更多，请给出上限。</translation>
    </message>
    <message>
        <source>The buffers of offloaded layers (%1) remain on the GPU that runs these layers, but no GPU has enough free memory for all of them. Offload the buffers as well (offload_buffers).</source>
        <translation>卸载 (offload) 层的缓冲张量（%1）留在运行它们的 GPU 上，而没有 GPU 容得下全部。请让它们也卸载 (offload)（offload_buffers）。</translation>
    </message>
    <message>
        <source>A limit is given for %1, which is not among the devices in use.</source>
        <translation>给出了 %1 的上限，而它不在所使用的设备之列。</translation>
    </message>
    <message>
        <source>No library would create this device map: Stowage lowered the limits of the strategy until the actual bytes fit.</source>
        <translation>此映射是 Stowage 自己的，不是某个库的：它是某个策略的映射，其上限经过降低，直到按实际字节计算成立为止。</translation>
    </message>
    <message>
        <source>Stowage guesses from the tensor names that %1 is a no-split class, because its blocks repeat with equal shapes. Specify other no-split classes, or none (--no-split &apos;&apos;) to allow splitting.</source>
        <translation>%1 由名称推测为不可拆分：形状相同的重复块。请改为指明要保持完整的其他类，或不指明任何类以便拆分它们（--no-split &apos;&apos;）。</translation>
    </message>
    <message>
        <source>Stowage guesses from the tensor names that %1 are no-split classes, because their blocks repeat with equal shapes. Specify other no-split classes, or none (--no-split &apos;&apos;) to allow splitting.</source>
        <translation>%1 由名称推测为不可拆分：形状相同的重复块。请改为指明要保持完整的其他类，或不指明任何类以便拆分它们（--no-split &apos;&apos;）。</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上 %1</translation>
    </message>
    <message>
        <source>The adapter %1 changes %2 module and uses %3 in addition to the weights of this module.</source>
        <translation>适配器 %1 更改 %2 个模块，在其权重之外占用 %3。</translation>
    </message>
    <message>
        <source>The adapter %1 changes %2 modules and uses %3 in addition to the weights of these modules.</source>
        <translation>适配器 %1 更改 %2 个模块，在其权重之外占用 %3。</translation>
    </message>
    <message>
        <source>An adapter that is merged into the weights (merge_and_unload) uses no memory.</source>
        <translation>合并到其中 (merge_and_unload) 后不占用任何内存。</translation>
    </message>
    <message>
        <source>An adapter that is merged into the weights (merge_and_unload) uses no memory; merging temporarily uses up to %1 more on %2.</source>
        <translation>合并到其中 (merge_and_unload) 后不占用任何内存；合并时，%2 上会暂时多占用至多 %1。</translation>
    </message>
    <message>
        <source>%1 is %2 over its limit: the weights need %3, but the limit is %4. Raise the limit or move modules to another device.</source>
        <translation>%1 比其上限多出 %2：权重 %3，允许 %4。请提高上限或移走一些内容。</translation>
    </message>
    <message>
        <source>%1 reserved for weights</source>
        <translation>为权重保留 %1</translation>
    </message>
    <message>
        <source>%1 of weights</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>%1 for the driver&apos;s context</source>
        <translation>驱动的上下文 %1</translation>
    </message>
    <message>
        <source>%1 already used</source>
        <translation>已占用 %1</translation>
    </message>
    <message>
        <source>%1 used by other programs</source>
        <translation>被其他程序占用 %1</translation>
    </message>
    <message>
        <source>%1 is %2 over its capacity of %3: %4. Move modules to another device.</source>
        <translation>%1 比其容量 %3 多出 %2：%4。请从中移走一些内容。</translation>
    </message>
    <message>
        <source>the root module</source>
        <translation>模型自身所含的内容</translation>
    </message>
    <message>
        <source>To make the model fit, move modules away from %1.</source>
        <translation>要使其放得下，请从 %1 移走一些内容。</translation>
    </message>
    <message>
        <source>To make the model fit, move modules away from %1, or let offloaded layers run on another device.</source>
        <translation>要使其放得下，请从 %1 移走一些内容，或让卸载 (offload) 的层在另一个设备上运行。</translation>
    </message>
    <message>
        <source>To make the model fit, plan in a smaller dtype.</source>
        <translation>要使其放得下，请按更小的 dtype 规划。</translation>
    </message>
    <message>
        <source>To make the model fit, let offloaded layers run on another device.</source>
        <translation>要使其放得下，请让卸载 (offload) 的层在另一个设备上运行。</translation>
    </message>
    <message>
        <source>Buffers of offloaded modules (%1) remain on %2, but only %3 is free next to the weights: %4 is missing. Offload the buffers as well, or move modules away from %2.</source>
        <translation>卸载 (offload) 模块的 %1 缓冲张量留在 %2 上，而该处除权重外剩余 %3：差 %4。请让缓冲张量也卸载 (offload)，或从 %2 移走一些内容。</translation>
    </message>
    <message>
        <source>%1 (%2) is stored on %3 and is copied to %4 to run. Next to the weights on %4, %5 is free for offloaded modules, but offloaded modules need %6: %7 is missing.</source>
        <translation>%1（%2）位于 %3，搬到 %4 运行。该处除权重外，剩余 %5 用于卸载 (offload) 模块所需的 %6：差 %7。</translation>
    </message>
    <message>
        <source>no layer is prefetched</source>
        <translation>不提前搬入任何层</translation>
    </message>
    <message>
        <source>%1 layer is prefetched</source>
        <translation>提前搬入 %1 层</translation>
    </message>
    <message>
        <source>%1 layers are prefetched</source>
        <translation>提前搬入 %1 层</translation>
    </message>
    <message>
        <source>%1 is %2 too small for the whole model</source>
        <translation>%1 要容纳整个模型还差 %2</translation>
    </message>
    <message>
        <source>%1 is %2 over its capacity</source>
        <translation>%1 比其容量多出 %2</translation>
    </message>
    <message>
        <source>%1 is %2 over its limit</source>
        <translation>%1 比其上限多出 %2</translation>
    </message>
    <message>
        <source>%1 is %2 too small to run %3</source>
        <translation>%1 要运行 %3 还差 %2</translation>
    </message>
    <message>
        <source>%1 is %2 too small for the buffers of offloaded modules</source>
        <translation>%1 要容纳卸载 (offload) 模块的缓冲张量还差 %2</translation>
    </message>
    <message>
        <source>%1; %2 also has too little space</source>
        <translation>%1；%2 的空间也太小</translation>
    </message>
    <message>
        <source>%1; %2 also have too little space</source>
        <translation>%1；%2 的空间也太小</translation>
    </message>
    <message>
        <source>transformers fails with this request; see the list of problems</source>
        <translation>transformers 处理此请求时失败；见“问题”</translation>
    </message>
    <message>
        <source>Accelerate fails with this request; see the list of problems</source>
        <translation>Accelerate 处理此请求时失败；见“问题”</translation>
    </message>
    <message>
        <source>No device is given for %1 (%2).</source>
        <translation>没有给 %1（%2）指定设备。</translation>
    </message>
    <message>
        <source>No device is given for %1 and its %2 tensors (%3).</source>
        <translation>没有给 %1 及其 %2 个张量（%3）指定设备。</translation>
    </message>
    <message>
        <source>%1 more modules have no device (%2).</source>
        <translation>另有 %1 个模块没有设备（%2）。</translation>
    </message>
    <message>
        <source>Move the module to a device, or add it to the map.</source>
        <translation>请将该模块移到一个设备，或将其加入映射。</translation>
    </message>
    <message>
        <source>The file contains no such buffers, so Accelerate reports no error, but they may be on the wrong device in a forward pass.</source>
        <translation>文件不含这些缓冲张量，因此 Accelerate 不报告错误，但在前向传播中它们可能位于错误的设备上。</translation>
    </message>
    <message>
        <source>The device map names &quot;%1&quot;, which is not a module of this model; the entry has no effect.</source>
        <translation>设备映射指明了 &quot;%1&quot;，它不是此模型的模块；该条目不起作用。</translation>
    </message>
    <message>
        <source>The device map puts &quot;%1&quot; on %2, which is not among the devices in use. Add the device or move the module.</source>
        <translation>设备映射将 &quot;%1&quot; 放在 %2 上，而它不在所使用的设备之列。请添加该设备或移动该模块。</translation>
    </message>
    <message>
        <source>Accelerate fails when it places the tied weights: &quot;weight is on the meta device&quot;. Put the tied weights on one device.</source>
        <translation>Accelerate 在放置它们时会停止：&quot;weight is on the meta device&quot;。请将它们放在一个设备上。</translation>
    </message>
    <message>
        <source>Accelerate ties the weights again after it has placed them. One of them is then used on a GPU that does not hold it, and the forward pass fails with %1. Put the tied weights on one device.</source>
        <translation>Accelerate 放置之后会将它们再次绑定，因此其中一个会在与其所在不同的 GPU 上使用，并在该处以 %1 停止。请将它们放在一个设备上。</translation>
    </message>
    <message>
        <source>The model works, but each forward pass may copy the weight to %1. Put the tied weights on one device.</source>
        <translation>可以运行，但每次前向传播可能要将该权重复制到 %1。请将它们放在一个设备上。</translation>
    </message>
    <message>
        <source>Some modules use results that another module computes in the same forward pass, such as keys and values, but they run on several devices: %1. If the model&apos;s code does not move the results, the pass fails with %2. Put %3 on one device: %4 of their weights are apart from the rest.</source>
        <translation>有些模块使用另一个模块在同一次前向传播中计算的内容（如键和值），不得分开，但它们在多个设备上运行：%1。该内容在每次前向传播中跨设备传递；在模型的代码不移动它的地方，前向传播会以 %2 停止。请将 %3 放在一个设备上；有 %4 不在其中大部分所在之处。</translation>
    </message>
    <message>
        <source>%1 more groups of modules run on several devices, but must not be separated. Put each group on one device.</source>
        <translation>另有 %1 组不得分开的模块被分开了。请将每一组放在一个设备上。</translation>
    </message>
    <message>
        <source>The device map puts the tensor %1 on %2 and its module on %3. Accelerate&apos;s hooks handle only modules, so Accelerate stops with &quot;weight is on the meta device&quot;. Remove the entry of the tensor.</source>
        <translation>设备映射将张量 %1 放在 %2 上，而将其模块放在 %3 上。Accelerate 的钩子只认识模块：它会以 &quot;weight is on the meta device&quot; 停止。请去掉该条目。</translation>
    </message>
    <message>
        <source>The device map puts the tensor %1 on %2 and its module on %3. Accelerate&apos;s hooks handle only modules, so Accelerate puts the tensor on %3 as well. Remove the entry of the tensor.</source>
        <translation>设备映射将张量 %1 放在 %2 上，而将其模块放在 %3 上。Accelerate 的钩子只认识模块：它也会放到 %3。请去掉该条目。</translation>
    </message>
    <message>
        <source>The device map offloads the tensor %1 to %2 without its module. Accelerate&apos;s hooks handle only modules, so no hook copies the tensor to %3 when the tensor is used. Put the tensor on a GPU, or assign a device to its module.</source>
        <translation>设备映射将张量 %1 单独卸载 (offload) 到 %2。Accelerate 的钩子只认识模块，因此使用它时没有什么会将其搬到 %3。请将其放在 GPU 上，或给其模块指定设备。</translation>
    </message>
    <message>
        <source>%1; specify &quot;compute&quot; or &quot;stream&quot;, alone or with modules, as in compute:model.layers.3,model.layers.7.</source>
        <translation>%1；请给出 compute、stream，或其中之一加上模块，如 compute:model.layers.3,model.layers.7。</translation>
    </message>
    <message>
        <source>%1 is not a valid mode for offloaded modules</source>
        <translation>%1 不是运行卸载 (offload) 模块的方式</translation>
    </message>
    <message>
        <source>%1 has no module name after the colon or a comma</source>
        <translation>%1 在冒号或逗号之后没有指明模块</translation>
    </message>
    <message>
        <source>This model has no module %1; &quot;stowagectl inspect&quot; lists the modules of the model.</source>
        <translation>此模型没有模块 %1；&quot;stowagectl inspect&quot; 会列出它有哪些模块。</translation>
    </message>
    <message>
        <source>There are no rules &quot;%1&quot;; choose accelerate or transformers.</source>
        <translation>没有规则 &quot;%1&quot;；请选择 accelerate 或 transformers。</translation>
    </message>
    <message>
        <source>The plan is for an Apple machine, whose CPU and GPU share one memory (device mps). The model can be planned and estimated in Stowage, but not loaded.</source>
        <translation>该方案针对 Apple 机器，其 CPU 和 GPU 共用一个内存（设备 mps）。可以在此规划和估算，但不能加载。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an objective; use decode, prefill, mix, context or pipeline.</source>
        <translation>&quot;%1&quot; 不是目标；请使用 decode、prefill、mix、context 或 pipeline。</translation>
    </message>
    <message>
        <source>%1 has no limit</source>
        <translation>%1 没有上限</translation>
    </message>
    <message>
        <source>%1 already exceeded its limit by %2 after reserving %3 for the largest layer</source>
        <translation>为最大层保留 %3 后，%1 已差 %2</translation>
    </message>
    <message>
        <source>%1 already exceeded its limit by %2</source>
        <translation>%1 已差 %2</translation>
    </message>
    <message>
        <source>%1 had %2 left after reserving %3 for the largest layer</source>
        <translation>为最大层保留 %3 后，%1 剩余 %2</translation>
    </message>
    <message>
        <source>%1 had %2 left</source>
        <translation>%1 剩余 %2</translation>
    </message>
    <message>
        <source>Fits: %1 is needed, and %2.</source>
        <translation>放得下：需要 %1，%2。</translation>
    </message>
    <message>
        <source>Fits together with the tied %1: %2 is needed for all, and %3.</source>
        <translation>与其绑定的 %1 一起放得下：需要 %2，%3。</translation>
    </message>
    <message>
        <source>Did not fit and cannot be split: %1 was needed, but %2. The planner continues with the next device.</source>
        <translation>放不下且不能拆分：需要 %1，%2；规划器转到下一个设备。</translation>
    </message>
    <message>
        <source>Did not fit together with the tied %1 and cannot be split: %2 was needed for all, but %3. The planner continues with the next device.</source>
        <translation>与其绑定的 %1 一起放不下且不能拆分：需要 %2，%3；规划器转到下一个设备。</translation>
    </message>
    <message>
        <source>The module did not fit as a whole: %1 was needed, but %2. The planner tries the parts of the module one by one.</source>
        <translation>整体放不下：需要 %1，%2；逐个尝试其各部分。</translation>
    </message>
    <message>
        <source>Fits alone, but not together with the tied modules: %1 was needed for all, but %2. The planner splits %3.</source>
        <translation>单独放得下，但与其所绑定的内容一起放不下：需要 %1，%2；拆分 %3。</translation>
    </message>
    <message>
        <source>Did not fit on the device, although the device was empty: %1 was needed. The planner places the smaller %2 first.</source>
        <translation>在尚为空的设备上放不下：需要 %1；先取较小的 %2。</translation>
    </message>
    <message>
        <source>Did not fit on the next device in order: %1 was needed, but %2. diffusers leaves such a model on the CPU.</source>
        <translation>放不下：需要 %1，而轮到的设备：%2；diffusers 将这样的模型留在 CPU 上。</translation>
    </message>
    <message>
        <source>Pinned to %1 before the strategy ran.</source>
        <translation>在策略运行之前固定到 %1。</translation>
    </message>
    <message>
        <source>Moved to %1 by hand.</source>
        <translation>手动移动到 %1。</translation>
    </message>
    <message>
        <source>transformers fails here: %1 (%2).</source>
        <translation>transformers 在此失败：%1（%2）。</translation>
    </message>
    <message>
        <source>Accelerate fails here: %1 (%2).</source>
        <translation>Accelerate 在此失败：%1（%2）。</translation>
    </message>
    <message>
        <source>no unplaced module has the tied weight %1</source>
        <translation>它在尚待放置的模块中查找含有绑定权重 %1 的模块，而其中没有</translation>
    </message>
    <message>
        <source>Give the devices more memory so that no module has to be split, add the class of the module to the no-split classes, or place the modules by hand.</source>
        <translation>请给设备更多空间，使该处无需拆分任何内容；或将该模块的类指明为不可拆分；或手动放置。</translation>
    </message>
    <message>
        <source>fallback allocation cannot work with a limit that is not a whole number of bytes</source>
        <translation>上限不是整数字节时，回退分配不能工作</translation>
    </message>
    <message>
        <source>Turn fallback allocation off, or type limits in whole bytes for all GPUs.</source>
        <translation>请关闭回退分配，或给所有 GPU 键入整数上限。</translation>
    </message>
    <message>
        <source>balanced_low_0 needs limits for GPUs 0, 1, 2 … without a gap, but GPU %1 has none</source>
        <translation>balanced_low_0 需要 GPU 0、1、2 … 中每一个都有上限，不得有缺口；GPU %1 没有上限</translation>
    </message>
    <message>
        <source>Set a limit for that GPU, or choose the strategy &quot;balanced&quot;.</source>
        <translation>请给该 GPU 一个上限，或选择 balanced。</translation>
    </message>
    <message>
        <source>the computed device map has no device for the tied tensor %1, which is a buffer of a split module</source>
        <translation>它计算出的设备映射没有给绑定张量 %1 指定设备，该张量是某个被拆分的模块的缓冲张量</translation>
    </message>
    <message>
        <source>Add the class of that module to the no-split classes, or place the modules by hand.</source>
        <translation>请将该模块的类指明为不可拆分，或手动放置。</translation>
    </message>
    <message>
        <source>the strategy uses the largest module of the no-split classes, but the model has no module of these classes</source>
        <translation>它要取必须保持完整的类中最大的模块，而模型中没有这样的模块</translation>
    </message>
    <message>
        <source>Specify a no-split class that the model contains, specify no class, or choose the strategy &quot;sequential&quot;.</source>
        <translation>请指明模型中有的类，或不指明任何类，或选择 sequential。</translation>
    </message>
    <message>
        <source>%1 three-dimensional parameters (%2 and others, %3) are not quantised: the experts of a layer are not Linear modules in transformers 5, so %4 does not quantise these experts. Plan in a smaller dtype, or with fp8.</source>
        <translation>%1 个三维参数（%2 等，%3）不量化：在 transformers 5 中，一层的专家不是 Linear 模块，因此 %4 不量化这些专家。请按更小的 dtype 规划，或使用 fp8。</translation>
    </message>
    <message>
        <source>the whole model</source>
        <translation>整个模型</translation>
    </message>
    <message>
        <source>%1 refuses this map because it does not quantise to %2 if any weights are on the CPU or the disk (first entry: %3). Give the GPUs more memory or higher limits.</source>
        <translation>%1 拒绝此映射：它不会将位于 CPU 或磁盘上的内容量化为 %2（第一个是 %3）。请给 GPU 更多空间。</translation>
    </message>
    <message>
        <source>from_pretrained does not follow this map. It places the MXFP4 experts on the current GPU, usually the first GPU, and keeps the experts on that GPU. This includes the experts that the map puts on the CPU and the disk (first module: %1, %2 in total). Give the GPUs more memory or higher limits, or plan without a quantisation.</source>
        <translation>from_pretrained 不遵循此映射：它将 MXFP4 的专家放到当前 GPU（通常是第一个）上，并将其留在那里，CPU 和磁盘上的专家也是如此（第一个是 %1，共 %2）。请给 GPU 更多空间，或不按量化规划。</translation>
    </message>
    <message>
        <source>otherwise from_pretrained undoes the quantisation, and the model needs %1. Plan without a quantisation to see the placement of the unquantised model.</source>
        <translation>否则 from_pretrained 会撤销量化，模型的大小为 %1。要查看那时如何放置，请不按量化规划。</translation>
    </message>
    <message>
        <source>otherwise from_pretrained refuses this quantisation.</source>
        <translation>否则 from_pretrained 拒绝量化为该格式。</translation>
    </message>
    <message>
        <source>transformers supports MXFP4 on GPUs of compute capability 7.5 or above (T4, A100, H100) or on Intel GPUs, with Triton and the package &quot;kernels&quot;; %1</source>
        <translation>transformers 在计算能力 7.5 或更高的 GPU（T4、A100、H100）或 Intel 的 GPU 上接受 MXFP4，且须有 Triton 和软件包 kernels；%1</translation>
    </message>
    <message>
        <source>Without a GPU, transformers supports MXFP4 only with use_kernels=True, Triton and the package &quot;kernels&quot;; %1</source>
        <translation>没有 GPU 时，transformers 只有在 use_kernels=True 且有 Triton 和软件包 kernels 的情况下才接受 MXFP4；%1</translation>
    </message>
    <message>
        <source>from_pretrained refuses this map because it does not quantise to mxfp4 if any weights are on the disk (first entry: %1). Give the GPUs and the CPU more memory or higher limits.</source>
        <translation>from_pretrained 拒绝此映射：有内容位于磁盘上时（第一个是 %1），它不会量化为 mxfp4。请给 GPU 和 CPU 更多空间。</translation>
    </message>
    <message>
        <source>%1 modules of the class Conv1D are planned as quantised, because from_pretrained quantises them. Accelerate&apos;s load_and_quantize_model does not quantise these modules.</source>
        <translation>%1 个 Conv1D 类的模块按 from_pretrained 的做法量化；Accelerate 自己的 load_and_quantize_model 会使其保持原样。</translation>
    </message>
    <message>
        <source>%1 is a different class, whose modules are not quantised</source>
        <translation>%1 是单独的类，它不予处理</translation>
    </message>
    <message>
        <source>No weights of this model are quantised: transformers&apos; MXFP4 quantises only floating-point experts of gpt-oss (class GptOssExperts), and the model has no such module that may be quantised.</source>
        <translation>此模型没有任何内容被量化：transformers 的 MXFP4 量化 gpt-oss 的浮点专家（GptOssExperts 类的模块），而除保持原样的以外没有这样的模块。</translation>
    </message>
    <message>
        <source>No weights of this model are quantised: %1 quantises only floating-point weights of Linear and Conv1D modules, and the model has no such module that may be quantised</source>
        <translation>此模型没有任何内容被量化：%1 量化 Linear 和 Conv1D 类中含有浮点权重的模块，而除保持原样的以外没有这样的模块</translation>
    </message>
    <message>
        <source>No weights of this model are quantised: %1 quantises only floating-point weights of Linear modules, and the model has no such module that may be quantised</source>
        <translation>此模型没有任何内容被量化：%1 量化 Linear 类中含有浮点权重的模块，而除保持原样的以外没有这样的模块</translation>
    </message>
    <message>
        <source>The classes of this model&apos;s modules are not known. Two-dimensional weights are assumed to belong to Linear modules if their names suggest it. Provide the config.json or .tree.json of the model to be sure.</source>
        <translation>此模型各模块的类未知；二维权重根据其名称被视为 Linear 模块。要确定，请给出其 config.json 或 .tree.json。</translation>
    </message>
    <message>
        <source>%1 (planned, not loaded): %2 module is quantised</source>
        <translation>%1，只规划，不加载：量化 %2 个模块</translation>
    </message>
    <message>
        <source>%1 (planned, not loaded): %2 modules are quantised</source>
        <translation>%1，只规划，不加载：量化 %2 个模块</translation>
    </message>
    <message>
        <source>%1, %2 is not quantised (%3)</source>
        <translation>%1，%2 个保持原样（%3）</translation>
    </message>
    <message>
        <source>%1, %2 are not quantised (%3)</source>
        <translation>%1，%2 个保持原样（%3）</translation>
    </message>
    <message>
        <source>%1; declared by %2</source>
        <translation>%1；由 %2 声明</translation>
    </message>
    <message>
        <source>This plan assumes %1, which Stowage can plan but not load. Plan without a quantisation to load the unchanged weights.</source>
        <translation>此方案按 %1 计算，Stowage 可以规划但不加载这种量化；要按原样加载权重，请不按量化规划。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a known %2; use one of %3.</source>
        <translation>&quot;%1&quot; 不是%2；请从 %3 中选取一个。</translation>
    </message>
    <message>
        <source>type of keys and values</source>
        <translation>键和值的类型</translation>
    </message>
    <message>
        <source>kind of attention</source>
        <translation>注意力的种类</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>同时的序列数</translation>
    </message>
    <message>
        <source>Batch size: sequences per forward pass (1)</source>
        <translation>在相同的前向传播中运行的序列数 (1)</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文长度</translation>
    </message>
    <message>
        <source>Context: KV-cache length per sequence in tokens (--prompt + --generate)</source>
        <translation>为每个序列留出空间的 token 数（提示词 + 生成）</translation>
    </message>
    <message>
        <source>To generate</source>
        <translation>生成</translation>
    </message>
    <message>
        <source>Prefill chunk</source>
        <translation>预填充分块</translation>
    </message>
    <message>
        <source>Tokens of a prompt in one forward pass (default: the whole prompt)</source>
        <translation>一次送入的提示词 token 数（整个提示词）</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>Images of each request, for a model that accepts images (default 0)</source>
        <translation>每个请求的图片数，适用于接受图片的模型 (0)</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>%1 sequences</source>
        <translation>%1 个序列</translation>
    </message>
    <message>
        <source>prompt length %1</source>
        <translation>提示词 %1</translation>
    </message>
    <message>
        <source>%1 generated tokens</source>
        <translation>生成 %1</translation>
    </message>
    <message>
        <source>context length %1</source>
        <translation>上下文长度 %1</translation>
    </message>
    <message>
        <source>prefill chunk %1</source>
        <translation>分块 %1</translation>
    </message>
    <message>
        <source>%1 image</source>
        <translation>%1 张图片</translation>
    </message>
    <message>
        <source>%1 images</source>
        <translation>%1 张图片</translation>
    </message>
    <message>
        <source>tensor parallel on %1 GPUs</source>
        <translation>%1 个 GPU 上张量并行</translation>
    </message>
    <message>
        <source>compute dtype %1</source>
        <translation>以 %1 计算</translation>
    </message>
    <message>
        <source>KV cache dtype %1</source>
        <translation>%1 的键和值</translation>
    </message>
    <message>
        <source>%1 attention</source>
        <translation>%1 注意力</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>引擎 %1</translation>
    </message>
    <message>
        <source>%1: %2 is out of range; use %3 to %4.</source>
        <translation>%1：%2 超出范围；请取 %3 到 %4。</translation>
    </message>
    <message>
        <source>%1 is now simulated: it was a real %2 with %3, which this machine does not have under that number.</source>
        <translation>%1 原为真实的 %2（%3），本机在该编号下没有它；现为模拟。</translation>
    </message>
    <message>
        <source>%1 is now simulated: it was a real %2, which this machine does not have under that number.</source>
        <translation>%1 原为真实的 %2，本机在该编号下没有它；现为模拟。</translation>
    </message>
    <message>
        <source>The plan is for %1 of RAM, but this machine has %2 of RAM. The model can be planned and estimated on this machine, but not loaded.</source>
        <translation>方案针对 %1 的 RAM；本机有 %2，因此可以在此规划和估算，不能加载。</translation>
    </message>
    <message>
        <source>The plan is for %1 of disk space, but this machine has %2 of disk space. The model can be planned and estimated on this machine, but not loaded.</source>
        <translation>方案针对 %1 的磁盘；本机有 %2，因此可以在此规划和估算，不能加载。</translation>
    </message>
    <message>
        <source>%1 has a size of %2, which is too large for a file that describes a model.</source>
        <translation>%1 有 %2，对描述模型的文件来说太大。</translation>
    </message>
    <message>
        <source>%1 is gone</source>
        <translation>%1 已不存在</translation>
    </message>
    <message>
        <source>the contents of %1 have changed</source>
        <translation>%1 的内容已不同</translation>
    </message>
    <message>
        <source>the tensors of %1 have changed</source>
        <translation>%1 含有其他张量</translation>
    </message>
    <message>
        <source>%1 has a size of %2 instead of %3</source>
        <translation>%1 为 %2，而不是 %3</translation>
    </message>
    <message>
        <source>%1 is new</source>
        <translation>%1 是新增的</translation>
    </message>
    <message>
        <source>The model comes from %1, which is not a file that a project can refer to; save the model to a file first.</source>
        <translation>模型来自 %1，它不是项目能够指明的文件；请先将模型保存到文件中。</translation>
    </message>
    <message>
        <source>The model is not the one that the project was saved with: %1.</source>
        <translation>模型不是保存项目时的那个模型：%1。</translation>
    </message>
    <message>
        <source>the digest of the model has changed</source>
        <translation>其摘要不同</translation>
    </message>
    <message>
        <source>The model is now at %1, no longer at %2.</source>
        <translation>模型现在位于 %1，不再位于 %2。</translation>
    </message>
    <message>
        <source>The model was not found at %1 or under the same name next to the project. Specify the current location of the model.</source>
        <translation>模型已不在原处：既没有 %1，项目旁边也没有该名称的内容。请指明它现在的位置。</translation>
    </message>
    <message>
        <source>has more than %1 plans</source>
        <translation>有超过 %1 个方案</translation>
    </message>
    <message>
        <source>is %1, which is already the name of another plan</source>
        <translation>为 %1，另一个方案已用此名</translation>
    </message>
    <message>
        <source>is %1, which is not the name of any plan</source>
        <translation>为 %1，没有方案用此名</translation>
    </message>
    <message>
        <source>%1 is not a Stowage project: its &quot;format&quot; is not &quot;%2&quot;.</source>
        <translation>%1 不是 Stowage 的项目：其 &quot;format&quot; 不是 &quot;%2&quot;。</translation>
    </message>
    <message>
        <source>%1 is damaged: its &quot;version&quot; is not a whole number above 0.</source>
        <translation>%1 已损坏：其 &quot;version&quot; 不是大于 0 的整数。</translation>
    </message>
    <message>
        <source>%1 was written by a newer version of Stowage (file version %2; this Stowage reads file versions up to %3). Open the file with the newer version. The file was not changed.</source>
        <translation>%1 是由更新的 Stowage 写出的（版本 %2，此版本读取 %3）。请用那个版本打开；文件中没有任何更改。</translation>
    </message>
    <message>
        <source>%1 has a size of %2; a project file may have at most %3.</source>
        <translation>%1 有 %2；项目最大为 %3。</translation>
    </message>
    <message>
        <source>The project needs %1, but a project file may have at most %2. Move some plans to another project.</source>
        <translation>项目占用 %1；项目文件最大为 %2。请将其中一些方案放到单独的项目中。</translation>
    </message>
    <message>
        <source>The recovery file %1 cannot be removed: %2.</source>
        <translation>无法移除恢复文件 %1：%2。</translation>
    </message>
    <message>
        <source>The folder %1 for recovery files cannot be created: %2.</source>
        <translation>无法创建用于恢复文件的文件夹 %1：%2。</translation>
    </message>
    <message>
        <source>the pre-tokenizer</source>
        <translation>预分词器</translation>
    </message>
    <message>
        <source>%1 is not a SentencePiece model: %2.</source>
        <translation>%1 不是 SentencePiece 模型：%2。</translation>
    </message>
    <message>
        <source>the score of a piece is not a finite number</source>
        <translation>有一个词片的分数不是有限的数</translation>
    </message>
    <message>
        <source>the piece %1 is empty or truncated</source>
        <translation>其词片之一 %1 为空或中断</translation>
    </message>
    <message>
        <source>the normalizer is truncated</source>
        <translation>其规范化器中断</translation>
    </message>
    <message>
        <source>libsentencepiece could not be opened, so the tokenizer cannot be used: %1. Install libsentencepiece0, or give tokens instead of text.</source>
        <translation>无法打开 libsentencepiece，因此不能使用分词器：%1。请安装 libsentencepiece0，或给出 token 而不是文本。</translation>
    </message>
    <message>
        <source>the file contains no pieces</source>
        <translation>它不含词片</translation>
    </message>
    <message>
        <source>the file is truncated or of another kind</source>
        <translation>它中断了，或是另一种文件</translation>
    </message>
    <message>
        <source>%1 splits text by a pattern that is too slow for this text; shorten the text, or give tokens.</source>
        <translation>%1 按一种模式拆分文本，而该模式处理此文本耗时过长；请缩短文本，或给出 token。</translation>
    </message>
    <message>
        <source>The tokenizer expands the text to more than 32 MiB; shorten the text.</source>
        <translation>分词器使文本长度超过 32 MiB；请缩短文本。</translation>
    </message>
    <message>
        <source>the normalizer</source>
        <translation>规范化器</translation>
    </message>
    <message>
        <source>the decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>%1 contains a merge with the token %2, which is not in the vocabulary of the tokenizer.</source>
        <translation>%1 将 token 与 %2 合并，而其词表中没有后者。</translation>
    </message>
    <message>
        <source>%1 has no token %2 for unknown words.</source>
        <translation>%1 没有用于未知词的 token %2。</translation>
    </message>
    <message>
        <source>%1 has %2 merges; the limit is 2,097,152.</source>
        <translation>%1 有 %2 条合并规则；Stowage 最多接受 2,097,152 条。</translation>
    </message>
    <message>
        <source>%1 has an invalid vocabulary: the tokens must be numbered consecutively, each token needs a finite score, and the unknown token must be in the vocabulary.</source>
        <translation>%1 的词表中，token 没有逐一编号且各带一个有限的分数，或者其未知 token 不在其中。</translation>
    </message>
    <message>
        <source>This Stowage was built without tokenizers (STOWAGE_TEXT=OFF), so the tokenizer in %1 cannot be used; give tokens instead of text.</source>
        <translation>此 Stowage 构建时不含分词器 (STOWAGE_TEXT=OFF)，因此不能使用 %1 中的分词器；请给出 token 而不是文本。</translation>
    </message>
    <message>
        <source>%1 is not a tokenizer file: %2.</source>
        <translation>%1 不是分词器的文件：%2。</translation>
    </message>
    <message>
        <source>the file is not a JSON object</source>
        <translation>它不是 JSON 对象</translation>
    </message>
    <message>
        <source>the vocabulary lists %1, which is not a valid token</source>
        <translation>其词表将 %1 列为 token</translation>
    </message>
    <message>
        <source>the merges contain %1, which is not a pair of tokens</source>
        <translation>其合并列表将 %1 列为两个 token</translation>
    </message>
    <message>
        <source>%1 contains a tokenizer of the kind %2, which Stowage does not support; give tokens instead of text.</source>
        <translation>%1 含有种类为 %2 的分词器，Stowage 不运行这种分词器；请给出 token 而不是文本。</translation>
    </message>
    <message>
        <source>%1 adds %2 tokens; the limit is 16,384.</source>
        <translation>%1 添加 %2 个 token；Stowage 最多接受 16,384 个。</translation>
    </message>
    <message>
        <source>an added token has no ID or no text</source>
        <translation>有一个添加的 token 没有编号或没有文本</translation>
    </message>
    <message>
        <source>the template inserts a value that is not a token ID</source>
        <translation>其模板放入了不是 token 的内容</translation>
    </message>
    <message>
        <source>the post-processor</source>
        <translation>后处理器</translation>
    </message>
    <message>
        <source>the post-processor has no valid &quot;cls&quot; token or no valid &quot;sep&quot; token</source>
        <translation>其后处理器没有 token</translation>
    </message>
    <message>
        <source>%1 is not a merge of two tokens</source>
        <translation>%1 不是两个 token 的合并</translation>
    </message>
    <message>
        <source>%1 lists an added token without an ID or a text, or more than 16,384 added tokens.</source>
        <translation>%1 列出了没有编号或文本的添加 token，或列出了超过 16,384 个。</translation>
    </message>
    <message>
        <source>The text %1 is not valid UTF-8; type it again.</source>
        <translation>文本 %1 不是 UTF-8；请重新键入。</translation>
    </message>
    <message>
        <source>The text has %1 bytes; the limit is 1,048,576 bytes.</source>
        <translation>文本有 %1 字节；Stowage 最多接受 1,048,576 字节。</translation>
    </message>
    <message>
        <source>%1 is too large for a tokenizer file; the limit is %2 MiB.</source>
        <translation>%1 对分词器的文件来说太大；Stowage 最多读取 %2 MiB。</translation>
    </message>
    <message>
        <source>%1 contains no tokenizer (tokenizer.json, vocab.json with merges.txt, tokenizer.model, spiece.model or vocab.txt); copy a tokenizer to that folder, or give tokens instead of text.</source>
        <translation>%1 不含分词器（tokenizer.json、带 merges.txt 的 vocab.json、tokenizer.model、spiece.model 或 vocab.txt）；请将其复制到该处，或给出 token 而不是文本。</translation>
    </message>
    <message>
        <source>%1 has a damaged table for normalising characters; copy the file again.</source>
        <translation>%1 中用于规范化字符的表已损坏；请重新复制该文件。</translation>
    </message>
    <message>
        <source>Stowage does not support the language “%1”; use en, ja, zh_CN or ar.</source>
        <translation>Stowage 不支持“%1”；请用 en、ja、zh_CN 或 ar。</translation>
    </message>
    <message>
        <source>--load works only with --picture; specify --picture FILE as well.</source>
        <translation>--load 要与 --picture 一起使用；请同时指定其文件。</translation>
    </message>
    <message>
        <source>The system refused to allocate %1 of host memory in one block: %2. Put fewer layers on the CPU or close other programs.</source>
        <translation>系统拒绝一次提供 %1 的主机内存：%2。请减少放在 CPU 上的层，或关闭其他程序。</translation>
    </message>
    <message>
        <source>%1 failed: %2. Free some memory, or plan with smaller simulated GPUs.</source>
        <translation>%1 失败：%2。请释放内存，或按更小的模拟 GPU 规划。</translation>
    </message>
    <message>
        <source>Faults can be injected only into simulated GPUs, but %1 is not a simulated GPU.</source>
        <translation>只能为模拟 GPU 指定故障，而 %1 不是模拟 GPU。</translation>
    </message>
    <message>
        <source>LibTorch %1 was built without CUDA, so it cannot use GPUs; build Stowage with a LibTorch for CUDA (tests/gpu/README.md), or simulate GPUs, as in --gpus 24GiB.</source>
        <translation>LibTorch %1 构建时不含 CUDA，因此不驱动任何 GPU；请用支持 CUDA 的 LibTorch 构建 Stowage (tests/gpu/README.md)，或模拟 GPU，如 --gpus 24GiB。</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失败：%2</translation>
    </message>
    <message>
        <source>%1 failed: %2. Restart the program to use the card again.</source>
        <translation>%1 失败：%2。必须重新启动进程才能使用该显卡。</translation>
    </message>
    <message>
        <source>There is no CUDA device for LibTorch %1: %2. Check the driver with nvidia-smi, check CUDA_VISIBLE_DEVICES, or simulate GPUs, as in --gpus 24GiB.</source>
        <translation>没有可供 LibTorch %1 使用的 CUDA 设备：%2。请用 nvidia-smi 和 CUDA_VISIBLE_DEVICES 检查驱动，或模拟 GPU，如 --gpus 24GiB。</translation>
    </message>
    <message>
        <source>The transfer was cancelled.</source>
        <translation>传输已取消。</translation>
    </message>
    <message>
        <source>Starting LibTorch</source>
        <translation>启动 LibTorch</translation>
    </message>
    <message>
        <source>The weight %1 is stored as %2 on a CUDA GPU, but Stowage cannot dequantise weights on CUDA GPUs. Run this model on the CPU or on simulated GPUs.</source>
        <translation>%1 在 CUDA 显卡上为 %2，Stowage 在该处不进行反量化；请在 CPU 或模拟 GPU 上运行此模型。</translation>
    </message>
    <message>
        <source>%1 failed: the host has no memory left.</source>
        <translation>%1 失败：主机没有剩余内存。</translation>
    </message>
    <message>
        <source>%1 failed in LibTorch: %2</source>
        <translation>%1 在 LibTorch 中失败：%2</translation>
    </message>
    <message>
        <source>%1 failed in LibTorch for an unknown reason.</source>
        <translation>%1 在 LibTorch 中失败，原因不明。</translation>
    </message>
    <message>
        <source>The tensor %1 is not one of LibTorch&apos;s, so it cannot be used here.</source>
        <translation>张量 %1 不是 LibTorch 的张量，因此不能在此使用。</translation>
    </message>
    <message>
        <source>tried</source>
        <translation>尝试分配</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>容量</translation>
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
        <source>reserved unallocated</source>
        <translation>已保留未分配</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>private pools</source>
        <translation>私有池</translation>
    </message>
    <message>
        <source>process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>others</source>
        <translation>其他程序</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>ooms</source>
        <translation>OOM 次数</translation>
    </message>
    <message>
        <source>retries</source>
        <translation>重试次数</translation>
    </message>
    <message>
        <source>allocated peak</source>
        <translation>已分配峰值</translation>
    </message>
    <message>
        <source>active</source>
        <translation>活跃</translation>
    </message>
    <message>
        <source>active peak</source>
        <translation>活跃峰值</translation>
    </message>
    <message>
        <source>requested</source>
        <translation>请求</translation>
    </message>
    <message>
        <source>requested peak</source>
        <translation>请求峰值</translation>
    </message>
    <message>
        <source>reserved peak</source>
        <translation>已保留峰值</translation>
    </message>
    <message>
        <source>non releasable</source>
        <translation>不可释放</translation>
    </message>
    <message>
        <source>non releasable peak</source>
        <translation>不可释放峰值</translation>
    </message>
    <message>
        <source>allocations</source>
        <translation>分配次数</translation>
    </message>
    <message>
        <source>segments</source>
        <translation>段</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>peak torch</source>
        <translation>torch 峰值</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活值</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>KV 缓存</translation>
    </message>
    <message>
        <source>KV needed</source>
        <translation>所需 KV</translation>
    </message>
    <message>
        <source>KV blocks</source>
        <translation>KV 块</translation>
    </message>
    <message>
        <source>cpu blocks</source>
        <translation>CPU 块</translation>
    </message>
    <message>
        <source>KV tokens</source>
        <translation>KV token</translation>
    </message>
    <message>
        <source>max model len</source>
        <translation>模型最大长度</translation>
    </message>
    <message>
        <source>max len estimate</source>
        <translation>最大长度估算</translation>
    </message>
    <message>
        <source>concurrency</source>
        <translation>并发数</translation>
    </message>
    <message>
        <source>state</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>graphs</source>
        <translation>图</translation>
    </message>
    <message>
        <source>free after</source>
        <translation>之后空闲</translation>
    </message>
    <message>
        <source>output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>compute host</source>
        <translation>主机计算</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>n ctx</source>
        <translation>n ctx</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>需要</translation>
    </message>
    <message>
        <source>margin</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>short</source>
        <translation>缺口</translation>
    </message>
    <message>
        <source>projector</source>
        <translation>投影器</translation>
    </message>
    <message>
        <source>self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>unaccounted</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>host self</source>
        <translation>主机自身</translation>
    </message>
    <message>
        <source>host weights</source>
        <translation>主机权重</translation>
    </message>
    <message>
        <source>host context</source>
        <translation>主机上下文</translation>
    </message>
    <message>
        <source>host compute</source>
        <translation>主机计算</translation>
    </message>
    <message>
        <source>headroom</source>
        <translation>裕量</translation>
    </message>
    <message>
        <source>KV bytes per token</source>
        <translation>每个 token 的 KV 字节</translation>
    </message>
    <message>
        <source>the weight %1</source>
        <translation>权重 %1</translation>
    </message>
    <message>
        <source>the attention scores of one layer for the prompt, batch %1 × %2 tokens</source>
        <translation>一层对提示词的注意力分数，批次 %1 × %2 个 token</translation>
    </message>
    <message>
        <source>the feed-forward activations of one layer for the prompt, batch %1 × %2 tokens</source>
        <translation>一层对提示词的前馈数值，批次 %1 × %2 个 token</translation>
    </message>
    <message>
        <source>the activations of one layer for the prompt, batch %1 × %2 tokens</source>
        <translation>一层对提示词的数值，批次 %1 × %2 个 token</translation>
    </message>
    <message>
        <source>the logits of all tokens of the prompt, batch %1 × %2 tokens</source>
        <translation>提示词每个 token 的 logits，批次 %1 × %2 个 token</translation>
    </message>
    <message>
        <source>the logits of all tokens of the prompt, batch %1 × %2 tokens, in float32</source>
        <translation>提示词每个 token 的 logits，批次 %1 × %2 个 token，float32</translation>
    </message>
    <message>
        <source>the keys or the values of one layer, extended by one token</source>
        <translation>一层的键或值，增长一个 token</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>The device</source>
        <translation>该设备</translation>
    </message>
    <message>
        <source>%1: a request for %2 failed. PyTorch allocates a segment of this size for tensors of 1 to 10 MiB, so the size does not identify the tensor.</source>
        <translation>向 %1 另外请求了 %2：这是 PyTorch 为 1 到 10 MiB 的张量取用的段，因此从其大小看不出是哪一个。</translation>
    </message>
    <message>
        <source>%1: a request for %2 failed. PyTorch allocates a segment of this size for tensors of up to 1 MiB, so the size does not identify the tensor.</source>
        <translation>向 %1 另外请求了 %2：这是 PyTorch 为不超过 1 MiB 的张量取用的段，因此从其大小看不出是哪一个。</translation>
    </message>
    <message>
        <source>%1: a request for %2 failed. No tensor of this plan and workload has this size.</source>
        <translation>向 %1 另外请求了 %2。此方案和工作负载中没有这种大小的张量。</translation>
    </message>
    <message>
        <source>%1: a request for %2 failed. In this plan, these tensors have this size: %3.</source>
        <translation>向 %1 另外请求了 %2。在此方案中，这是以下内容的大小：%3。</translation>
    </message>
    <message>
        <source>%1 used by tensors</source>
        <translation>张量 %1</translation>
    </message>
    <message>
        <source>%1 reserved by PyTorch but unallocated</source>
        <translation>PyTorch 留着而未用于张量 %1</translation>
    </message>
    <message>
        <source>%1 reserved by PyTorch in total</source>
        <translation>PyTorch 共已保留 %1</translation>
    </message>
    <message>
        <source>%1 used by the driver&apos;s context and the libraries of the process</source>
        <translation>驱动的上下文和进程的库 %1</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>空闲 %1</translation>
    </message>
    <message>
        <source>of %1 in total</source>
        <translation>共 %1</translation>
    </message>
    <message>
        <source>Held: %1.</source>
        <translation>占用情况：%1。</translation>
    </message>
    <message>
        <source>The process was limited to a part of the device&apos;s memory; raise this limit.</source>
        <translation>该进程获准使用的少于设备所有的：请提高该上限。</translation>
    </message>
    <message>
        <source>More memory was free than was requested: the process had a memory limit, or memory was freed in the meantime.</source>
        <translation>空闲的多于所请求的：单个进程可占用的量受到限制，或其间归还了一些内容。</translation>
    </message>
    <message>
        <source>PyTorch had more unallocated reserved memory than was requested, but not in one contiguous block. PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True avoids such fragmentation.</source>
        <translation>PyTorch 保留的多于所请求的，但成碎块：PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True 可将其连接起来。</translation>
    </message>
    <message>
        <source>Stopping the other programs would have freed enough memory.</source>
        <translation>结束其他程序本可腾出空间。</translation>
    </message>
    <message>
        <source>According to the estimate, the plan fits with this workload, so the actual run differed from the plan.</source>
        <translation>按此工作负载，该方案放得下，因此实际运行的与其不同。</translation>
    </message>
    <message>
        <source>According to the estimate, the plan does not fit with this workload; it fits with %1.</source>
        <translation>按此工作负载，该方案也放不下；以下情况则放得下：%1。</translation>
    </message>
    <message>
        <source>According to the estimate, the plan does not fit with this workload.</source>
        <translation>按此工作负载，该方案也放不下。</translation>
    </message>
    <message>
        <source>%1
</source>
        <translation>%1
</translation>
    </message>
    <message>
        <source>%1 is not a target; write ttft=SECONDS, tps=TOKENS, or both, separated by a comma.</source>
        <translation>%1 不是目标；请写成 ttft=SECONDS、tps=TOKENS，或用逗号分隔的两者。</translation>
    </message>
    <message>
        <source>8 GiB more on each GPU</source>
        <translation>每个 GPU 增加 8 GiB</translation>
    </message>
    <message>
        <source>one more GPU (%1)</source>
        <translation>增加一个 GPU（%1）</translation>
    </message>
    <message>
        <source>links twice as fast</source>
        <translation>链路速度加倍</translation>
    </message>
    <message>
        <source>No plan can reach the first token in less than %1; this plan takes %2.</source>
        <translation>没有方案能使第一个 token 早于 %1；此方案需要 %2。</translation>
    </message>
    <message>
        <source>No plan can have a weighted sum below %1; this plan has a sum of %2.</source>
        <translation>没有方案的加权和能优于 %1；此方案需要 %2。</translation>
    </message>
    <message>
        <source>No plan can take less than %1 per token; this plan takes %2.</source>
        <translation>没有方案能优于每个 token %1；此方案需要 %2。</translation>
    </message>
    <message>
        <source>the only layer (%1) is on a GPU</source>
        <translation>其全部 %1 层都位于 GPU 上</translation>
    </message>
    <message>
        <source>%1 of %2 layer is on a GPU</source>
        <translation>其 %2 层中有 %1 层位于 GPU 上</translation>
    </message>
    <message>
        <source>all %1 layers are on GPUs</source>
        <translation>其全部 %1 层都位于 GPU 上</translation>
    </message>
    <message>
        <source>%1 of %2 layers is on a GPU</source>
        <translation>其 %2 层中有 %1 层位于 GPU 上</translation>
    </message>
    <message>
        <source>%1 of %2 layers are on GPUs</source>
        <translation>其 %2 层中有 %1 层位于 GPU 上</translation>
    </message>
    <message>
        <source>%1 layer is streamed</source>
        <translation>传输 %1 层</translation>
    </message>
    <message>
        <source>%1 layers are streamed</source>
        <translation>传输 %1 层</translation>
    </message>
    <message>
        <source>%1, %2, and the CPU computes %3 of the layers</source>
        <translation>%1，%2，CPU 计算 %3 层</translation>
    </message>
    <message>
        <source>%1, and the CPU computes %2 of the layers</source>
        <translation>%1，CPU 计算 %2 层</translation>
    </message>
    <message>
        <source>All layer placements that could be faster were examined.</source>
        <translation>凡是可能更快的放置其各层的方式，都已探查过。</translation>
    </message>
    <message>
        <source>According to the sum of the sizes alone, no plan can store more than %1 tokens per sequence; this plan can store %2 tokens.</source>
        <translation>仅按加法计，没有方案能容纳每个序列超过 %1 个 token；此方案能容纳 %2 个。</translation>
    </message>
    <message>
        <source>According to the sum of the sizes alone, no plan can store more than %1 KV blocks in the stage with the fewest blocks; this plan can store %2 KV blocks.</source>
        <translation>仅按加法计，没有方案能在 KV 块最少的流水级容纳超过 %1 个 KV 块；此方案能容纳 %2 个。</translation>
    </message>
    <message>
        <source>Whether a plan exists between this upper limit and this plan (difference: %1 %) is undetermined. The sum of the sizes includes neither memory that an allocator cannot use nor steps in the growth of caches.</source>
        <translation>对于两者之间的部分（%1%），情况未知：加法既不了解成步增长的缓存，也不了解分配器无法使用的部分。</translation>
    </message>
    <message>
        <source>Whether a plan exists between this lower limit and this plan (difference: %1 %) is undetermined.</source>
        <translation>两者之间相差 %1%，情况未知：在该处没有找到方案，也没有排除任何方案。</translation>
    </message>
    <message>
        <source>All plans that could be faster were compared.</source>
        <translation>凡是可能更快的方案，都已比较过。</translation>
    </message>
    <message>
        <source>diffusers does not offload %1 in groups.</source>
        <translation>diffusers 不按组卸载 (offload) %1。</translation>
    </message>
    <message>
        <source>if offloaded in blocks, the weights of %2 would still be on the CPU when decode() runs (diffusers %1).</source>
        <translation>在 diffusers %1 中，按块卸载 (offload) 时，%2 的 decode() 会发现其权重在 CPU 上。</translation>
    </message>
    <message>
        <source>%1 remains on the GPU: %2</source>
        <translation>%1 留在 GPU 上：%2</translation>
    </message>
    <message>
        <source>The pipeline has no denoiser whose layers could be cast.</source>
        <translation>该流水线没有可转换其各层的去噪器。</translation>
    </message>
    <message>
        <source>diffusers %1 defines no offloading order for %2.</source>
        <translation>diffusers %1 不知道 %2 的卸载 (offload) 顺序。</translation>
    </message>
    <message>
        <source>%1 remains on the GPU after it has run, because the offloading order does not include this model.</source>
        <translation>%1 运行过一次后就留在 GPU 上：它不在任何顺序中。</translation>
    </message>
    <message>
        <source>Ways to offload are compared only for diffusers pipelines, but this plan is for a single model.</source>
        <translation>卸载 (offload) 的方式是针对 diffusers 的流水线来比较的，而这是单个模型。</translation>
    </message>
    <message>
        <source>All ways to offload copy weights to a GPU, but the plan has no GPU; add a GPU.</source>
        <translation>卸载 (offload) 的方式将权重搬到 GPU，而方案中没有 GPU；请添加一个。</translation>
    </message>
    <message>
        <source>The list of diffusers&apos; classes is wrong: %1</source>
        <translation>diffusers 的类的列表有误：%1</translation>
    </message>
    <message>
        <source>%1: the allocator is warmed up with one block of %2.</source>
        <translation>%1：用一个 %2 的块预热分配器。</translation>
    </message>
    <message>
        <source>Tensors are read one after another, because the device map uses the disk.</source>
        <translation>逐个处理张量，因为映射中指明了磁盘。</translation>
    </message>
    <message>
        <source>%1 threads read tensors ahead of the thread that places them.</source>
        <translation>%1 个线程先于放置张量的线程将张量搬入。</translation>
    </message>
    <message>
        <source>Experts are joined into %1 tensors of at most %2; while a tensor is joined, its parts are in memory as well.</source>
        <translation>专家合成为 %1 个张量，每个至多 %2；合成其中一个时，其堆叠与其并存。</translation>
    </message>
    <message>
        <source>Up to %1 more RAM may remain allocated, because glibc&apos;s malloc keeps freed blocks below 32 MiB.</source>
        <translation>glibc 的 malloc 会留着小于 32 MiB 的已释放块，因此可能另有至多 %1 的 RAM 留在其中。</translation>
    </message>
    <message>
        <source>--sweep %1: the plan has no GPU; add one with --gpus.</source>
        <translation>--sweep %1：方案没有 GPU；请用 --gpus 添加一个。</translation>
    </message>
    <message>
        <source>There is no edit for %1.</source>
        <translation>没有与 %1 对应的编辑。</translation>
    </message>
    <message>
        <source>A sweep of more than %1 points is too long; use larger steps.</source>
        <translation>超过 %1 个点的扫描太长；请取更大的步长。</translation>
    </message>
    <message>
        <source>--sweep &quot;%1&quot;: %2 Write NAME=FIRST..LAST/STEP, NAME=FIRST..LAST*FACTOR or NAME=A,B,C, as in context=2048..131072*2, gpu:0=4GiB..24GiB/1GiB, gpus=1..8 or dtype=float16,float32.</source>
        <translation>--sweep &quot;%1&quot;：%2请写成 NAME=FIRST..LAST/STEP、NAME=FIRST..LAST*FACTOR 或 NAME=A,B,C，如 context=2048..131072*2、gpu:0=4GiB..24GiB/1GiB、gpus=1..8 或 dtype=float16,float32。</translation>
    </message>
    <message>
        <source>the range needs a first and a last value, with the smaller value first.</source>
        <translation>该范围没有由小到大的首值和末值。</translation>
    </message>
    <message>
        <source>the factor must be larger than 1.</source>
        <translation>因子必须大于 1。</translation>
    </message>
    <message>
        <source>the step must be larger than 0.</source>
        <translation>步长必须大于 0。</translation>
    </message>
    <message>
        <source>the range has more than %1 values.</source>
        <translation>这超过了 %1 个值。</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>同时的序列数</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>提示词</translation>
    </message>
    <message>
        <source>tokens to generate</source>
        <translation>要生成的 token</translation>
    </message>
    <message>
        <source>prefill chunk</source>
        <translation>预填充分块</translation>
    </message>
    <message>
        <source>dtype of the KV cache</source>
        <translation>KV 缓存的 dtype</translation>
    </message>
    <message>
        <source>dtype of the weights</source>
        <translation>权重的 dtype</translation>
    </message>
    <message>
        <source>number of GPUs</source>
        <translation>GPU 数量</translation>
    </message>
    <message>
        <source>limit of a device</source>
        <translation>设备的上限</translation>
    </message>
    <message>
        <source>link of the GPUs</source>
        <translation>GPU 的链路</translation>
    </message>
    <message>
        <source>prefetch window</source>
        <translation>预取窗口</translation>
    </message>
    <message>
        <source>the values after &quot;=&quot; are missing.</source>
        <translation>&quot;=&quot; 之后没有值。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be varied; use %2 or the limit of a device, such as gpu:0 or cpu.</source>
        <translation>&quot;%1&quot; 不能变化；请取 %2，或设备的上限，如 gpu:0 或 cpu。</translation>
    </message>
    <message>
        <source>dtypes have no range; list them instead.</source>
        <translation>dtype 应逐一列出，不能计数。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid value of %2.</source>
        <translation>&quot;%1&quot; 不是 %2 的值。</translation>
    </message>
    <message>
        <source>This plan has only one model.</source>
        <translation>此方案只针对一个模型。</translation>
    </message>
    <message>
        <source>Fits: %1 models together.</source>
        <translation>放得下：%1 个模型合计。</translation>
    </message>
    <message>
        <source>Does not fit: %1 models together.</source>
        <translation>放不下：%1 个模型合计。</translation>
    </message>
    <message>
        <source>Fits with offload: %1 models together.</source>
        <translation>卸载 (offload) 后放得下：%1 个模型合计。</translation>
    </message>
    <message>
        <source>Tensor parallelism is requested on %1 GPUs, but the number of GPUs in this plan is %2.</source>
        <translation>%1 个 GPU 上的张量并行需要同样多的 GPU：此方案的机器有 %2 个。</translation>
    </message>
    <message>
        <source>%1 does not divide layers among GPUs by tensor parallelism; use vllm, sglang or transformers.</source>
        <translation>%1 不用张量并行将各层分到 GPU 上；请指明 vllm、sglang 或 transformers。</translation>
    </message>
    <message>
        <source>The built-in list of cards contains an error: %1</source>
        <translation>显卡列表有误：%1</translation>
    </message>
    <message>
        <source>%1.json lacks a name, a capacity or a source.</source>
        <translation>%1.json 缺少名称、容量或来源。</translation>
    </message>
    <message>
        <source>%1.json lacks a name, a bandwidth or a source.</source>
        <translation>%1.json 缺少名称、带宽或来源。</translation>
    </message>
    <message>
        <source>%1.json cannot be read: %2</source>
        <translation>无法读取 %1.json：%2</translation>
    </message>
    <message>
        <source>The size is missing; type a size, as in 24GiB.</source>
        <translation>此处缺少大小，如 24GiB。</translation>
    </message>
    <message>
        <source>%1 has a comma; use a decimal point, as in 2.5GiB, and one size per cell.</source>
        <translation>%1 含有逗号；请写小数点，如 2.5GiB，且每个单元格一个大小。</translation>
    </message>
    <message>
        <source>The size %1 needs a unit: write %1GiB, %1GB or %1MiB.</source>
        <translation>请给 %1 加上单位：%1GiB、%1GB 或 %1MiB。</translation>
    </message>
    <message>
        <source>A lowercase b means bits, so the value is read as %1. Type %2B for bytes.</source>
        <translation>比特：小写 b 按八分之一计，此处为 %1。表示字节请键入 %2B。</translation>
    </message>
    <message>
        <source>%1 is not a rate. Type a rate that ends with &quot;/s&quot;, as in 12GB/s, or leave the cell empty for no limit.</source>
        <translation>%1 不是速率：请以 &quot;/s&quot; 结尾，如 12GB/s，或留空表示无上限。</translation>
    </message>
    <message>
        <source>A load over a link of 0 bytes per second would never finish; leave the cell empty for no limit.</source>
        <translation>每秒 0 字节的链路永远无法完成加载；请留空表示无上限。</translation>
    </message>
    <message>
        <source>The memory used by other programs plus the CUDA context (%1 in total) exceeds the capacity of %2.</source>
        <translation>被其他程序占用的量与上下文合计（%1）超过容量 %2。</translation>
    </message>
    <message>
        <source>link=%1 must end in &quot;/s&quot;, as in link=12GB/s.</source>
        <translation>link=%1 必须以 &quot;/s&quot; 结尾，如 link=12GB/s。</translation>
    </message>
    <message>
        <source>a load over a link of 0 bytes per second would never finish; leave &quot;link&quot; out for no limit.</source>
        <translation>每秒 0 字节的链路永远无法完成加载；请去掉 link 表示无上限。</translation>
    </message>
    <message>
        <source>the option %1 is unknown; the options are used=SIZE, context=SIZE, link=SIZE/s, allocator=KIND and name=TEXT.</source>
        <translation>%1 未知；选项有 used=SIZE、context=SIZE、link=SIZE/s、allocator=KIND 和 name=TEXT。</translation>
    </message>
    <message>
        <source>&quot;used&quot; plus &quot;context&quot; (%1 in total) exceeds the capacity of %2.</source>
        <translation>used 与 context 合计（%1）超过其容量 %2。</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>%1 is not a device; use a GPU&apos;s number (0, gpu:0, cuda:0), &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>%1 不是设备；请使用 GPU 的编号（0、gpu:0、cuda:0）、&quot;cpu&quot; 或 &quot;disk&quot;。</translation>
    </message>
    <message>
        <source>%1 is not an allocator; use &quot;native&quot; or &quot;expandable_segments&quot;.</source>
        <translation>%1 不是分配器；请取 &quot;native&quot; 或 &quot;expandable_segments&quot;。</translation>
    </message>
    <message>
        <source>a capacity is missing after the last comma.</source>
        <translation>最后一个逗号之后缺少容量。</translation>
    </message>
    <message>
        <source>A request</source>
        <translation>一次请求</translation>
    </message>
    <message>
        <source>%1 needs %2</source>
        <translation>%1 需要 %2</translation>
    </message>
    <message>
        <source>%1 needs %2, which requires a new segment of %3</source>
        <translation>%1 需要 %2，为此要占用一个 %3 的新段</translation>
    </message>
    <message>
        <source>%1 needs %2 in a segment that grows in steps of %3</source>
        <translation>%1 需要 %2，为此有一个段每次增长 %3</translation>
    </message>
    <message>
        <source>no memory is free (%1 more is reserved than is available now)</source>
        <translation>没有空闲（已保留的比该设备现在能容纳的多 %1）</translation>
    </message>
    <message>
        <source>only %1 is free</source>
        <translation>空闲为 %1</translation>
    </message>
    <message>
        <source>The device has %1 in total: %2 is reserved by this process (of which %3 is allocated), %4 is used by the CUDA context and %5 by other programs.</source>
        <translation>在其 %1 中，此处已保留 %2（其中已分配 %3），上下文占 %4，其他程序占 %5。</translation>
    </message>
    <message>
        <source>On the device, %1 is reserved by this process (of which %2 is allocated), %3 is used by the CUDA context and %4 by other programs.</source>
        <translation>在该设备上，此处已保留 %1（其中已分配 %2），上下文占 %3，其他程序占 %4。</translation>
    </message>
    <message>
        <source>The segments contain no unused memory.</source>
        <translation>段内没有未使用的部分。</translation>
    </message>
    <message>
        <source>The segments contain %1 of unused memory, and the largest free block is %2. In a single block, the unused memory would have been enough.</source>
        <translation>段内有 %1 未使用，最大的空闲块为 %2：若连成一块，本来足够。</translation>
    </message>
    <message>
        <source>The segments contain %1 of unused memory, and the largest free block is %2.</source>
        <translation>段内有 %1 未使用，最大的空闲块为 %2。</translation>
    </message>
    <message>
        <source>%1 is out of memory.</source>
        <translation>%1 内存不足。</translation>
    </message>
    <message>
        <source>%1, but %2 even after emptying the cache.</source>
        <translation>%1，但即使清空缓存后，%2。</translation>
    </message>
    <message>
        <source>Free some memory on this device, put fewer layers on it, or choose a smaller dtype.</source>
        <translation>请释放该处的内存，减少放在其上的层，或选择更小的 dtype。</translation>
    </message>
    <message>
        <source>%1 is not a state of free memory; use as-is or touched.</source>
        <translation>%1 不是空闲内存的状态；请使用 as-is 或 touched。</translation>
    </message>
    <message>
        <source>Touching free memory was stopped.</source>
        <translation>触碰空闲内存的操作已停止。</translation>
    </message>
    <message>
        <source>%1 does not contain measured rates: %2. Measure again with &quot;stowagectl devices --measure&quot;.</source>
        <translation>%1 不含实测速率：%2。请用 &quot;stowagectl devices --measure&quot; 重新测量。</translation>
    </message>
    <message>
        <source>%1 is not a rate</source>
        <translation>%1 不是速率</translation>
    </message>
    <message>
        <source>&quot;rates&quot; is missing</source>
        <translation>缺少 &quot;rates&quot;</translation>
    </message>
    <message>
        <source>&quot;disks&quot; is missing</source>
        <translation>缺少 &quot;disks&quot;</translation>
    </message>
    <message>
        <source>a disk has no &quot;mount_point&quot;</source>
        <translation>有一个磁盘没有 &quot;mount_point&quot;</translation>
    </message>
    <message>
        <source>&quot;format&quot; is not &quot;%1&quot;</source>
        <translation>&quot;format&quot; 不是 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>the version of the format is not %1</source>
        <translation>其版本不是 %1</translation>
    </message>
    <message>
        <source>%1 has a size of %2, but a file of measured rates has at most %3. Measure again with &quot;stowagectl devices --measure&quot;.</source>
        <translation>%1 的大小为 %2，但实测速率的文件至多为 %3。请用 &quot;stowagectl devices --measure&quot; 重新测量。</translation>
    </message>
    <message>
        <source>Cannot read %1 in --max-memory: %2</source>
        <translation>无法读取 --max-memory 中的 %1：%2</translation>
    </message>
    <message>
        <source>write DEVICE=SIZE, as in 0=10GiB,cpu=30GiB.</source>
        <translation>请写成 DEVICE=SIZE，如 0=10GiB,cpu=30GiB。</translation>
    </message>
    <message>
        <source>%1 for %2 is read as bits, as in Accelerate, so the limit is %3. Write a capital B for bytes.</source>
        <translation>%2 的 %1 按比特计，与 Accelerate 一样：%3。表示字节请写大写 B。</translation>
    </message>
    <message>
        <source>%1 is more than 4 EiB; give a smaller size.</source>
        <translation>%1 超过 4 EiB；请给出更小的大小。</translation>
    </message>
    <message>
        <source>%1 already has a limit; specify one limit per device.</source>
        <translation>%1 已有上限；请为每个设备只指定一个上限。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s management library cannot be used: %1. Without the library, the memory that other programs use on a GPU is unknown.</source>
        <translation>无法使用 NVIDIA 的管理库：%1。没有它，就无法得知其他程序占用的 GPU 内存。</translation>
    </message>
    <message>
        <source>%1 of disk space (this machine has %2)</source>
        <translation>%1 的磁盘（本机有 %2）</translation>
    </message>
    <message>
        <source>%1 of RAM (this machine has %2)</source>
        <translation>%1 的 RAM（本机有 %2）</translation>
    </message>
    <message>
        <source>The plan is for another machine, with %1. On this machine, the model can be planned and estimated, but not loaded.</source>
        <translation>该方案针对另一台机器，它有 %1。可以在此规划和估算，但不能加载。</translation>
    </message>
    <message>
        <source>%1 GPU is available</source>
        <translation>有 %1 个 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs are available</source>
        <translation>有 %1 个 GPU</translation>
    </message>
    <message>
        <source>no GPU is visible</source>
        <translation>没有可见的 GPU</translation>
    </message>
    <message>
        <source>only the %1 GPU listed before it is visible</source>
        <translation>只有其前面的 %1 个可见</translation>
    </message>
    <message>
        <source>only the %1 GPUs listed before it are visible</source>
        <translation>只有其前面的 %1 个可见</translation>
    </message>
    <message>
        <source>%1 appears twice in the list of visible devices, so no GPU is visible, as in CUDA.</source>
        <translation>%1 在可见设备列表中出现两次；与 CUDA 一样，此时没有可见的 GPU。</translation>
    </message>
    <message>
        <source>%1 is not the UUID of a GPU of this machine and ends the list of visible devices, as in CUDA; %2.</source>
        <translation>%1 不是此处任何 GPU 的 UUID，与 CUDA 一样，列表到此结束；%2。</translation>
    </message>
    <message>
        <source>Several UUIDs begin with %1, so no GPU is visible, as in CUDA.</source>
        <translation>%1 是多个 UUID 的开头；与 CUDA 一样，此时没有可见的 GPU。</translation>
    </message>
    <message>
        <source>%1 is not the number of an available GPU (%2) and ends the list of visible devices, as in CUDA; %3.</source>
        <translation>%1 不是可用 GPU 的编号（%2），与 CUDA 一样，可见设备列表到此结束；%3。</translation>
    </message>
    <message>
        <source>%1 names a part of a card (MIG). Stowage cannot distinguish parts of a card, so no GPU is visible.</source>
        <translation>%1 指明的是显卡的一部分 (MIG)，Stowage 无法区分；没有可见的 GPU。</translation>
    </message>
    <message>
        <source>%1 is the UUID of a real device, but simulated GPUs have no UUIDs; specify the numbers of the simulated GPUs, as in 0,1.</source>
        <translation>%1 是真实设备的 UUID，而模拟 GPU 没有 UUID；请给出其编号，如 0,1。</translation>
    </message>
    <message>
        <source>There is no module tree.</source>
        <translation>没有树。</translation>
    </message>
    <message>
        <source>At this size, the model does not fit on the GPU with %1.</source>
        <translation>在此大小下，GPU 拒绝 %1。</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>%1 is weights of the model</source>
        <translation>%1 是模型的权重本身</translation>
    </message>
    <message>
        <source>rounding</source>
        <translation>取整</translation>
    </message>
    <message>
        <source>%1 is added by the allocator: it rounds requests up to multiples of 512 bytes and does not split some blocks that are too large</source>
        <translation>%1 由分配器增加：它把请求向上取整到 512 字节的倍数，并且不拆分某些过大的块</translation>
    </message>
    <message>
        <source>state dict</source>
        <translation>state dict</translation>
    </message>
    <message>
        <source>%1 is the state dict, which is in memory in addition to the model</source>
        <translation>%1 是与模型并存的 state dict</translation>
    </message>
    <message>
        <source>largest tensor</source>
        <translation>最大张量</translation>
    </message>
    <message>
        <source>%1 is one tensor in transfer</source>
        <translation>%1 是传输中的一个张量</translation>
    </message>
    <message>
        <source>%1 is one tensor in transfer (%2)</source>
        <translation>%1 是传输中的一个张量（%2）</translation>
    </message>
    <message>
        <source>%1 is the initial model, which is built on the host before the weights are loaded</source>
        <translation>%1 是加载权重之前在主机上构建的初始模型</translation>
    </message>
    <message>
        <source>%1 is the state dict on the host</source>
        <translation>%1 是主机上的 state dict</translation>
    </message>
    <message>
        <source>largest shard</source>
        <translation>最大分片</translation>
    </message>
    <message>
        <source>%1 is one shard</source>
        <translation>%1 是一个分片</translation>
    </message>
    <message>
        <source>%1 is one shard (%2)</source>
        <translation>%1 是一个分片（%2）</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>环形缓冲区</translation>
    </message>
    <message>
        <source>%1 is staging buffers</source>
        <translation>%1 是暂存缓冲区</translation>
    </message>
    <message>
        <source>file pages</source>
        <translation>文件页</translation>
    </message>
    <message>
        <source>%1 is pages of mapped files, which the system can reclaim</source>
        <translation>%1 是内存映射文件的页，系统可将其收回</translation>
    </message>
    <message>
        <source>CPU&apos;s part</source>
        <translation>CPU 部分</translation>
    </message>
    <message>
        <source>%1 is weights that remain on the CPU</source>
        <translation>%1 是留在 CPU 上的权重</translation>
    </message>
    <message>
        <source>disk&apos;s part</source>
        <translation>磁盘部分</translation>
    </message>
    <message>
        <source>%1 of weights remains on disk and uses no memory</source>
        <translation>%1 的权重留在磁盘上，不在任何内存中</translation>
    </message>
    <message>
        <source>the published figure is %1 lower than the figure of this load; %2</source>
        <translation>公布的数值低 %1；%2</translation>
    </message>
    <message>
        <source>the published figure is %1 higher than the figure of this load: as the growth of RSS, it also includes pages of libraries and files</source>
        <translation>公布的数值高 %1；它是 RSS 的增长，也计入库的页和文件页</translation>
    </message>
    <message>
        <source>the figure of this load includes %1 of file pages; the published figure includes file pages, too</source>
        <translation>此处的数值中有 %1 是文件页，公布的数值也计入它们</translation>
    </message>
    <message>
        <source>the notebook&apos;s loop over named_parameters() does not copy the causal masks, but this load copies them (%1)</source>
        <translation>notebook 遍历 named_parameters() 的循环从未复制因果掩码，此处则复制了它们，共 %1</translation>
    </message>
    <message>
        <source>the remaining %1 belongs to none of the other items</source>
        <translation>其余 %1 不属于其他任何一项</translation>
    </message>
    <message>
        <source>the published figure, the growth of RSS sampled every 0.1 s, excludes short peaks and memory that the notebook already used</source>
        <translation>它是 RSS 超出基线的增长，每 0.1 s 采样一次，因此不包含短暂的峰值，也不包含 notebook 此前已占用的内存</translation>
    </message>
    <message>
        <source>the peak is %1 less than the sum of its parts, which were not all in memory at the same time</source>
        <translation>峰值比各部分之和少 %1，这些部分并未同时都在内存中</translation>
    </message>
    <message>
        <source>the curve of this load is above the published figure for %1, and samples every 0.1 s can miss such a short time</source>
        <translation>此处的曲线高于它的时间为 %1，间隔 0.1 s 的采样可能错过</translation>
    </message>
    <message>
        <source>the curve of this load is above the published figure for %1, too long for samples every 0.1 s to miss; the likely cause is a baseline that includes freed memory of the notebook</source>
        <translation>此处的曲线高于它的时间为 %1，间隔 0.1 s 的采样不至于错过这么久；可能的原因是 notebook 的基线中已有被释放而仍占用的内存</translation>
    </message>
    <message>
        <source>%1 of %2: %3.</source>
        <translation>%2 的 %1：%3。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>RAM: %1</source>
        <translation>RAM：%1</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>按存储的</translation>
    </message>
    <message>
        <source>the whole model on %1</source>
        <translation>整个模型在 %1 上</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>the GPU with the lowest number in the map, otherwise the CPU</source>
        <translation>映射中编号最小的 GPU，否则为 CPU</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>streamed</source>
        <translation>以流式搬入</translation>
    </message>
    <message>
        <source>free memory</source>
        <translation>空闲量</translation>
    </message>
    <message>
        <source>typed</source>
        <translation>键入</translation>
    </message>
    <message>
        <source>unknown size</source>
        <translation>大小未知</translation>
    </message>
    <message>
        <source>%1 with %2 used by other programs and %3 for the driver&apos;s context</source>
        <translation>%1，其中被其他程序占用 %2，驱动的上下文 %3</translation>
    </message>
    <message>
        <source>%1 with %2 used by other programs</source>
        <translation>%1，其中被其他程序占用 %2</translation>
    </message>
    <message>
        <source>%1 with %2 for the driver&apos;s context</source>
        <translation>%1，其中驱动的上下文 %2</translation>
    </message>
    <message>
        <source>%1, expandable segments</source>
        <translation>%1，可扩展段</translation>
    </message>
    <message>
        <source>%1 exists only in the first plan (%2).</source>
        <translation>%1 只在之前存在（%2）。</translation>
    </message>
    <message>
        <source>%1: %2 before, %3 after.</source>
        <translation>%1：之前 %2，之后 %3。</translation>
    </message>
    <message>
        <source>%1 exists only in the second plan (%2).</source>
        <translation>%1 只在之后存在（%2）。</translation>
    </message>
    <message>
        <source>all on one device</source>
        <translation>全部在一个设备上</translation>
    </message>
    <message>
        <source>a given map</source>
        <translation>给定的映射</translation>
    </message>
    <message>
        <source>load_hf_model</source>
        <translation>习惯用法</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>The given device maps differ.</source>
        <translation>给定的映射不同。</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>dtype</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>量化</translation>
    </message>
    <message>
        <source>No-split classes</source>
        <translation>保持完整的类</translation>
    </message>
    <message>
        <source>Prefetch window</source>
        <translation>提前搬入的层数</translation>
    </message>
    <message>
        <source>Offloaded layers run on</source>
        <translation>卸载 (offload) 层运行于</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>工作负载</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>上限</translation>
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
        <source>--device-map of %1 entry</source>
        <translation>%1 个条目的 --device-map</translation>
    </message>
    <message>
        <source>--device-map of %1 entries</source>
        <translation>%1 个条目的 --device-map</translation>
    </message>
    <message>
        <source>the disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>the CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%2 得到 %1</translation>
    </message>
    <message>
        <source>%1 of weights would move, but the amount of weights on each device would not change</source>
        <translation>将有 %1 互换位置，每个设备的占用与现在相同</translation>
    </message>
    <message>
        <source>%1 of weights would move to another device</source>
        <translation>将有 %1 位于别处</translation>
    </message>
    <message>
        <source>%1 of weights would move away from %2: %3</source>
        <translation>将有 %1 离开 %2：%3</translation>
    </message>
    <message>
        <source>Without the no-split class %1, nothing would change: the model has no module of that class.</source>
        <translation>没有 %1，什么都不会改变：模型中没有该类的模块。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, nothing would change: the device map is given.</source>
        <translation>没有 %1，什么都不会改变：映射是给定的。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, there would be no plan.</source>
        <translation>没有 %1，就不会有方案。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, Accelerate would not fail.</source>
        <translation>没有 %1，Accelerate 就不会失败。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, nothing would change: each of the %2 modules of the class would still be on one device.</source>
        <translation>没有 %1，什么都不会改变：该类的全部 %2 个模块仍保持完整。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, %2; %3 of the %4 modules of the class would be split.</source>
        <translation>没有 %1，%2；该类的 %4 个模块中将有 %3 个被拆分。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, there would be no plan: %2</source>
        <translation>没有 %1，就不会有方案：%2</translation>
    </message>
    <message>
        <source>Stowage can make a plan fit only if a strategy created the plan and put too much on a device.</source>
        <translation>只有策略自身产生、且在某个设备上放得过多的方案才能调整到放得下。</translation>
    </message>
    <message>
        <source>The limits name %1, which is not among the devices; add the device, or leave the limit out.</source>
        <translation>上限中指明了 %1，它不在设备之列；请添加该设备，或去掉该上限。</translation>
    </message>
    <message>
        <source>%1 is not among the devices in use; choose one of %2.</source>
        <translation>%1 不在所使用的设备之列；请选择 %2 之一。</translation>
    </message>
    <message>
        <source>The model has no module &quot;%1&quot;; specify the full path of a module, as shown in the module tree.</source>
        <translation>模型没有模块 &quot;%1&quot;；请给出模块的完整路径，如树中所示。</translation>
    </message>
    <message>
        <source>The disk cannot have a limit, because all weights that do not fit elsewhere are placed on disk.</source>
        <translation>磁盘不接受上限：其他地方放不下的都放到那里。</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 个模块</translation>
    </message>
    <message>
        <source>but weights on torch&apos;s meta device have no data; use a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>torch 的 meta 设备上的权重不含数据；请使用 GPU 的编号、&quot;cpu&quot; 或 &quot;disk&quot;。</translation>
    </message>
    <message>
        <source>which is the GPU of an Apple machine, but Stowage plans for CUDA devices; use a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>这是 Apple 机器的 GPU，而 Stowage 针对 CUDA 设备规划；请使用 GPU 的编号、&quot;cpu&quot; 或 &quot;disk&quot;。</translation>
    </message>
    <message>
        <source>which is not a device; use a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>这不是设备；请使用 GPU 的编号、&quot;cpu&quot; 或 &quot;disk&quot;。</translation>
    </message>
    <message>
        <source>this value</source>
        <translation>此值</translation>
    </message>
    <message>
        <source>At byte %3, the device map sets %1 to %2, %4</source>
        <translation>设备映射在字节 %3 处给 %1 指定 %2，%4</translation>
    </message>
    <message>
        <source>The device map is the plain word &quot;disk&quot; at byte %1, which transformers does not accept; write {&quot;&quot;: &quot;disk&quot;} to put the whole model on disk.</source>
        <translation>设备映射在字节 %1 处是单独的词 &quot;disk&quot;，transformers 拒绝这种写法；要将整个模型放在那里，请写成 {&quot;&quot;: &quot;disk&quot;}。</translation>
    </message>
    <message>
        <source>The device map is %1 at byte %2, which is neither a strategy (%3) nor a device (cpu, cuda:1, a GPU&apos;s number); write a strategy, a device, or a dict such as {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;}.</source>
        <translation>设备映射在字节 %2 处为 %1，它既不是策略（%3）也不是设备（cpu、cuda:1、GPU 的编号）；请写成其中之一，或写成 dict，如 {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;}。</translation>
    </message>
    <message>
        <source>The device map has an entry at byte %1 that is not a pair; write [&quot;module&quot;, device].</source>
        <translation>设备映射在字节 %1 处有一个不成对的条目；请写成 [&quot;module&quot;, device]。</translation>
    </message>
    <message>
        <source>This text contains no device map; write a device map such as {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;}.</source>
        <translation>此文本中没有设备映射；请写一个，如 {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;}。</translation>
    </message>
    <message>
        <source>%1 has %2 at byte %3</source>
        <translation>%1在字节 %3 处有 %2</translation>
    </message>
    <message>
        <source>%1 has %2 at byte %3, where a plain %4 is needed</source>
        <translation>%1在字节 %3 处有 %2，该处应为普通的 %4</translation>
    </message>
    <message>
        <source>%1; write %2.</source>
        <translation>%1；请写成 %2。</translation>
    </message>
    <message>
        <source>%1; replace all such characters (%2 in this text).</source>
        <translation>%1；请替换所有此类字符（此处有 %2 个）。</translation>
    </message>
    <message>
        <source>The device map</source>
        <translation>设备映射</translation>
    </message>
    <message>
        <source>The dict of limits</source>
        <translation>上限的 dict</translation>
    </message>
    <message>
        <source>write limits such as {0: &quot;10GiB&quot;, &quot;cpu&quot;: &quot;30GiB&quot;}</source>
        <translation>请写成如 {0: &quot;10GiB&quot;, &quot;cpu&quot;: &quot;30GiB&quot;} 的形式</translation>
    </message>
    <message>
        <source>The limit of %1 in the dict of limits is wrong (%2)</source>
        <translation>上限的 dict 给 %1 指定了上限（%2）</translation>
    </message>
    <message>
        <source>The limit of %1 in the dict of limits is neither a size in quotes nor a number of bytes up to 4 EiB</source>
        <translation>上限的 dict 给 %1 指定的上限既不是引号中的大小，也不是至多 4 EiB 的字节数</translation>
    </message>
    <message>
        <source>This text contains no limits; %1, or 0=10GiB,cpu=30GiB.</source>
        <translation>此文本中没有上限；%1，或 0=10GiB,cpu=30GiB。</translation>
    </message>
    <message>
        <source>The text of the limits</source>
        <translation>上限的文本</translation>
    </message>
    <message>
        <source>Offloaded modules are computed on the CPU (%1)</source>
        <translation>卸载 (offload) 的模块在 CPU 上计算（%1）</translation>
    </message>
    <message>
        <source>Accelerate&apos;s hooks copy the weights of offloaded modules to the main device</source>
        <translation>Accelerate 的钩子将其权重搬到主设备</translation>
    </message>
    <message>
        <source>Parts of a LoRA layer are planned on several devices</source>
        <translation>方案将一个 LoRA 层的各部分放在多个设备上</translation>
    </message>
    <message>
        <source>PEFT moves an adapter to the device of the module that it changes</source>
        <translation>PEFT 将适配器移到它所更改的模块所在的设备</translation>
    </message>
    <message>
        <source>Experts of one layer are planned on several devices</source>
        <translation>方案将同一层的专家放在多个设备上</translation>
    </message>
    <message>
        <source>the library stores the experts in one parameter, on the device with most of the experts</source>
        <translation>该库将它们存放在一个参数中，该参数放到其中大多数所在之处</translation>
    </message>
    <message>
        <source>The weights are quantised (%1)</source>
        <translation>权重已量化（%1）</translation>
    </message>
    <message>
        <source>from_pretrained reads the quantisation from the config.json of the model</source>
        <translation>from_pretrained 从模型自身的 config.json 得知这一点</translation>
    </message>
    <message>
        <source>In a map with a GPU, weights on the CPU or on disk are planned as quantised</source>
        <translation>方案中除 GPU 之外位于 CPU 或磁盘上的内容也按已量化计</translation>
    </message>
    <message>
        <source>the library does not quantise such weights (llm_int8_enable_fp32_cpu_offload)</source>
        <translation>该库使其保持未量化 (llm_int8_enable_fp32_cpu_offload)</translation>
    </message>
    <message>
        <source>This plan has several models, but the exported text loads only one model; open that model alone.</source>
        <translation>此方案针对多个模型，而此处所写的只加载一个；请单独打开该模型。</translation>
    </message>
    <message>
        <source>%1 is a pipeline of several models, but the exported text loads only one model; open the folder of one model of the pipeline.</source>
        <translation>%1 是由多个模型组成的流水线，而此处所写的只加载一个；请打开其中一个模型的文件夹。</translation>
    </message>
    <message>
        <source>no GPU</source>
        <translation>没有 GPU</translation>
    </message>
    <message>
        <source>%1 GPU</source>
        <translation>%1 个 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 个 GPU</translation>
    </message>
    <message>
        <source>--max-gpu-memory: %1</source>
        <translation>--max-gpu-memory：%1</translation>
    </message>
    <message>
        <source>--device cuda needs a GPU, but there is no GPU; add a GPU to --gpus or use --device cpu.</source>
        <translation>--device cuda 需要 GPU，但没有 GPU；请在 --gpus 中添加一个，或采用 --device cpu。</translation>
    </message>
    <message>
        <source>--device &quot;%1&quot; is unknown; use cpu, cuda, mps or one GPU, as in cuda:1.</source>
        <translation>--device &quot;%1&quot; 未知；请取 cpu、cuda、mps 或某个 GPU，如 cuda:1。</translation>
    </message>
    <message>
        <source>--device %1 names %2, but there is %3; name an existing GPU, or add GPUs to --gpus.</source>
        <translation>--device %1 指明了 %2，但现有的是：%3；请指明其中之一，或在 --gpus 中添加。</translation>
    </message>
    <message>
        <source>--device %1 names %2, but there are %3; name an existing GPU, or add GPUs to --gpus.</source>
        <translation>--device %1 指明了 %2，但现有的是：%3；请指明其中之一，或在 --gpus 中添加。</translation>
    </message>
    <message>
        <source>--num-gpus requests %1, but there is %2; give a number from 1 to %3.</source>
        <translation>--num-gpus 要求 %1，但现有的是：%2；请给出 1 到 %3 的数。</translation>
    </message>
    <message>
        <source>--num-gpus requests %1, but there are %2; give a number from 1 to %3.</source>
        <translation>--num-gpus 要求 %1，但现有的是：%2；请给出 1 到 %3 的数。</translation>
    </message>
    <message>
        <source>%1 has no effect: %2</source>
        <translation>%1 不起作用：%2</translation>
    </message>
    <message>
        <source>device %1 puts the whole model on one device.</source>
        <translation>设备 %1 将全部内容放在一个设备上。</translation>
    </message>
    <message>
        <source>a given device map is used without planning.</source>
        <translation>给定的设备映射不经规划。</translation>
    </message>
    <message>
        <source>without a device_map, from_pretrained does not plan.</source>
        <translation>没有 device_map 时，from_pretrained 不规划任何内容。</translation>
    </message>
    <message>
        <source>load_hf_model reads this option only if num_gpus is 2 or more.</source>
        <translation>load_hf_model 只有在 num_gpus 为 2 或更大时才读取它。</translation>
    </message>
    <message>
        <source>with one GPU, load_hf_model puts the whole model on that GPU.</source>
        <translation>只有一个 GPU 时，load_hf_model 将整个模型放在其上。</translation>
    </message>
    <message>
        <source>max_memory is used instead.</source>
        <translation>max_memory 取代了它。</translation>
    </message>
    <message>
        <source>%1 is skipped: 85 % of its free memory (%2) is rounded down to a limit of &quot;0GiB&quot;. Make at least 1.18 GiB available on this GPU, or set the same limit for every GPU with max_gpu_memory.</source>
        <translation>跳过了 %1：它有 %2 空闲，而小于 1.18 GiB 的量的 85% 会向下取整为上限 &quot;0GiB&quot;。请释放其中一些，或用 max_gpu_memory 给每个 GPU 同一个上限。</translation>
    </message>
    <message>
        <source>load_hf_model sets limits only for GPUs and has no &quot;cpu&quot; key. Therefore, %1 of weights that fit on no GPU are offloaded to disk instead of to RAM. Use more GPUs, or plan without load_hf_model and set a limit for the CPU.</source>
        <translation>load_hf_model 只给 GPU 上限，没有 &quot;cpu&quot; 键，因此没有 GPU 容纳的 %1 会放到磁盘而不是 RAM。请使用更多 GPU，或放弃该习惯用法并给 CPU 一个上限。</translation>
    </message>
    <message>
        <source>load_hf_model sets limits only for GPUs and has no &quot;cpu&quot; key, so all weights that fit on no GPU would be offloaded to disk. In this plan, no weights are on disk.</source>
        <translation>load_hf_model 只给 GPU 上限，没有 &quot;cpu&quot; 键，因此没有 GPU 容纳的内容都会放到磁盘。此处没有这样的内容。</translation>
    </message>
    <message>
        <source>Use more GPUs, as in num_gpus 2, or a smaller dtype.</source>
        <translation>请使用更多 GPU，如 num_gpus 2，或更小的 dtype。</translation>
    </message>
    <message>
        <source>Use a larger machine, or a smaller dtype.</source>
        <translation>请使用更大的机器，或更小的 dtype。</translation>
    </message>
    <message>
        <source>Use a GPU as well, or a smaller dtype.</source>
        <translation>请同时使用 GPU，或更小的 dtype。</translation>
    </message>
    <message>
        <source>%1 has too little memory for the whole model: %2 is needed and %3 is free, so %4 is missing.</source>
        <translation>%1 容纳不下整个模型：需要 %2，空闲 %3，差 %4。</translation>
    </message>
    <message>
        <source>To keep the map, set num_gpus to %1; with num_gpus 1, no map is created.</source>
        <translation>要保留映射，请将 num_gpus 设为 %1；num_gpus 为 1 时不生成映射。</translation>
    </message>
    <message>
        <source>Without a device_map, the model is not distributed first.</source>
        <translation>没有 device_map 时，不会先进行分配。</translation>
    </message>
    <message>
        <source>load_hf_model stops with an error: its map leaves weights offloaded (%1), and %2 then raises &quot;RuntimeError: You can&apos;t move a model that has some modules offloaded to cpu or disk.&quot; The whole model would need %3 on %4, which has %5 free.</source>
        <translation>load_hf_model 以错误告终：其映射使权重处于卸载 (offload) 状态（%1），随后 %2 引发 &quot;RuntimeError: You can&apos;t move a model that has some modules offloaded to cpu or disk.&quot;。全部内容会占用 %4 的 %3，而其空闲的只有 %5。</translation>
    </message>
    <message>
        <source>load_hf_model first creates a map (strategy: %1; %2). Then %3 moves the whole model to %4, where %5 is needed and %6 is free.</source>
        <translation>load_hf_model 先生成映射（策略：%1；%2），随后 %3 将整个模型移到 %4：该处需要 %5，而空闲的为 %6。</translation>
    </message>
    <message>
        <source>On mps, the CPU and the GPU share one memory, which is shown as the memory of the CPU (%1). To plan for another size, use --ram or change the CPU in the devices.</source>
        <translation>在 mps 上，CPU 和 GPU 共用一个内存，它显示为 CPU 的内存（%1）。要按其他大小规划，请用 --ram，或在设备中更改 CPU。</translation>
    </message>
    <message>
        <source>load_hf_model counts only the memory of its own process: it would assume that %1 has %2 free, and set its limit to %3. Because other programs use %4 of the GPU, the plan of load_hf_model would exceed the memory by %5 and fail. This plan uses the memory that is actually free.</source>
        <translation>load_hf_model 本身只计入自己的进程：它会认为 %1 有 %2 空闲，并将其上限设为 %3。由于其他程序在该处占用 %4，它的方案会使该 GPU 超出 %5，最终内存不足；此方案则以空闲量为准。</translation>
    </message>
    <message>
        <source>load_hf_model counts only the memory of its own process: it would assume that %1 has %2 free, and set its limit to %3. The plan of load_hf_model fits although other programs use %4 of the GPU.</source>
        <translation>load_hf_model 本身只计入自己的进程：它会认为 %1 有 %2 空闲，并将其上限设为 %3。即使其他程序在该处占用 %4，它的方案仍放得下。</translation>
    </message>
    <message>
        <source>There is no model to place; open a model first.</source>
        <translation>没有可放置的模型；请先打开一个。</translation>
    </message>
    <message>
        <source>The model has no module &quot;%1&quot;; give a module&apos;s full path, as shown by inspect.</source>
        <translation>模型没有模块 &quot;%1&quot;；请给出模块的完整路径，如 inspect 所列。</translation>
    </message>
    <message>
        <source>Planning was stopped.</source>
        <translation>规划已停止。</translation>
    </message>
    <message>
        <source>The strategy &quot;optimal&quot; compares the estimates of plans, but no estimates are available for this request; choose another strategy.</source>
        <translation>策略 optimal 要比较各方案所需，而此处对此一无所知；请选择另一个策略。</translation>
    </message>
    <message>
        <source>diffusers&apos; balanced strategy puts nothing on disk; leave disk out of the limits or choose &quot;sequential&quot;.</source>
        <translation>diffusers 的 balanced 策略不在磁盘上放置任何内容；请从上限中去掉 disk，或选择 sequential。</translation>
    </message>
    <message>
        <source>There is no strategy &quot;%1&quot;; choose %2 or %3.</source>
        <translation>没有策略 &quot;%1&quot;；请选择 %2 或 %3。</translation>
    </message>
    <message>
        <source>%1 would be a PDF file, but only Stowage&apos;s window can write PDF files; use .html, .md, .svg or .csv.</source>
        <translation>%1 会是 PDF，它由窗口写出；此处请取 .html、.md、.svg 或 .csv。</translation>
    </message>
    <message>
        <source>%1: the file extension determines the kind of report; use .html, .md, .svg or .csv.</source>
        <translation>%1：报告的类型由文件的扩展名决定；请取 .html、.md、.svg 或 .csv。</translation>
    </message>
    <message>
        <source>a divisor of &quot;hidden_size&quot;</source>
        <translation>&quot;hidden_size&quot; 的因数</translation>
    </message>
    <message>
        <source>only encoders of this family can be run</source>
        <translation>该模型族中只有编码器可以运行</translation>
    </message>
    <message>
        <source>a number that matches the tensors</source>
        <translation>张量所具有的数</translation>
    </message>
    <message>
        <source>a divisor of &quot;num_attention_heads&quot;</source>
        <translation>&quot;num_attention_heads&quot; 的因数</translation>
    </message>
    <message>
        <source>longer contexts cannot be run yet</source>
        <translation>更长的上下文尚不能运行</translation>
    </message>
    <message>
        <source>a learned prefix cannot be run yet</source>
        <translation>学习得到的前缀尚不能运行</translation>
    </message>
    <message>
        <source>a divisor of &quot;hidden_size&quot; with a quotient that is a multiple of 4</source>
        <translation>&quot;hidden_size&quot; 的因数，且商为 4 的倍数</translation>
    </message>
    <message>
        <source>true, as published,</source>
        <translation>true（与公布的一致）</translation>
    </message>
    <message>
        <source>CLIPModel, or a separate file with one of the two towers,</source>
        <translation>CLIPModel，或单独存于一个文件中的某个塔</translation>
    </message>
    <message>
        <source>Fused attention needs LibTorch 2 (LibTorch of this build: %1); use eager attention, or build Stowage with a current LibTorch (./dev run --torch 2.x).</source>
        <translation>融合注意力需要 LibTorch 2，而此构建的 LibTorch 是：%1；请保持 eager，或基于当前版本构建 (./dev run --torch 2.x)。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>This compute backend has no %1, which the model needs.</source>
        <translation>此运算后端没有模型所需的%1。</translation>
    </message>
    <message>
        <source>LibTorch&apos;s compute backend failed to start, so no model can be run; `stowagectl selftest` prints details.</source>
        <translation>LibTorch 的运算后端启动失败，因此不能运行任何模型；`stowagectl selftest` 会给出更多信息。</translation>
    </message>
    <message>
        <source>a whole number, or a list of height and width</source>
        <translation>整数，或高和宽的列表</translation>
    </message>
    <message>
        <source>a patch that fits into the image</source>
        <translation>放得进图片的图块</translation>
    </message>
    <message>
        <source>The forward pass was cancelled.</source>
        <translation>前向传播已取消。</translation>
    </message>
    <message>
        <source>%1 is not a JSON object.</source>
        <translation>%1 不是 JSON 对象。</translation>
    </message>
    <message>
        <source>The forward pass of the from-scratch GPT (tok_emb, pos_emb, trf_blocks, final_norm, out_head) needs the tensor %1, but this model does not have this tensor.</source>
        <translation>前向传播可用于 from-scratch GPT（tok_emb、pos_emb、trf_blocks、final_norm、out_head），而此模型没有 %1。</translation>
    </message>
    <message>
        <source>The tensor %1 of shape %2 is not an embedding table.</source>
        <translation>形状为 %2 的张量 %1 不是嵌入表。</translation>
    </message>
    <message>
        <source>The mask %1 has the shape %2 instead of %3.</source>
        <translation>掩码 %1 的形状为 %2，而不是 %3。</translation>
    </message>
    <message>
        <source>load the model in float32</source>
        <translation>请以 float32 加载模型</translation>
    </message>
    <message>
        <source>%1 sets %2 to %3, but according to the tensors the value is %4: the file belongs to another model. Put the model&apos;s config.json next to the weights.</source>
        <translation>%1 说明 %2 为 %3，但张量表明是 %4：它属于另一个模型。请将该模型自身的文件放在旁边。</translation>
    </message>
    <message>
        <source>the default, since there is no config.json next to the file</source>
        <translation>旁边没有 config.json 给出不同的说明</translation>
    </message>
    <message>
        <source>%1 sets n_heads to %2, which is not a whole number.</source>
        <translation>%1 将 n_heads 设为 %2，而它不是整数。</translation>
    </message>
    <message>
        <source>as specified in %1</source>
        <translation>依据 %1</translation>
    </message>
    <message>
        <source>The width %1 is not divisible by the number of heads, %2 (%3); correct n_heads in config.json.</source>
        <translation>宽度 %1 不能平分为 %2 个头（%3）；请在 config.json 中更正 n_heads。</translation>
    </message>
    <message>
        <source>The host has no memory left for the forward pass.</source>
        <translation>主机没有剩余内存来进行前向传播。</translation>
    </message>
    <message>
        <source>%1 contains %2, %3, so the results of a run would be wrong. The model can be planned and loaded.</source>
        <translation>%1 有 %2，%3，因此其数值会是错的。该模型可以规划和加载。</translation>
    </message>
    <message>
        <source>which is not a list of float32</source>
        <translation>其形式不是 float32 的列表</translation>
    </message>
    <message>
        <source>which is not supported</source>
        <translation>而它不参与计算</translation>
    </message>
    <message>
        <source>but Stowage can only rotate whole heads</source>
        <translation>而只计算整体旋转的头</translation>
    </message>
    <message>
        <source>%1 has the llama.cpp architecture %2, but Stowage runs GGUF files only of the architectures llama, qwen2 and qwen3. The model can be planned and loaded.</source>
        <translation>%1 属于 llama.cpp 的架构 %2；对于 GGUF 文件，前向传播可用于 llama、qwen2 和 qwen3。该模型可以规划和加载。</translation>
    </message>
    <message>
        <source>%1 does not contain %2 as a single number, which is needed to run the model; convert the model again.</source>
        <translation>%1 没有将其 %2 表示为一个数，而没有它模型就不能运行；请重新转换。</translation>
    </message>
    <message>
        <source>%1 does not contain each size of the model as a single number; convert the model again.</source>
        <translation>%1 没有将其每个尺寸表示为一个数；请重新转换。</translation>
    </message>
    <message>
        <source>a divisor of &quot;n_embd&quot;</source>
        <translation>&quot;n_embd&quot; 的因数</translation>
    </message>
    <message>
        <source>a decoder with an encoder cannot be run yet</source>
        <translation>与编码器并列的解码器尚不能运行</translation>
    </message>
    <message>
        <source>%1 is not a .npy file: it is too short.</source>
        <translation>%1 不是 .npy 文件：它太短。</translation>
    </message>
    <message>
        <source>%1 is not a .npy file of format 1.0: the first bytes of the file differ.</source>
        <translation>%1 不是 1.0 格式的 .npy 文件：其开头不同。</translation>
    </message>
    <message>
        <source>%1 is truncated: the file ends within its header, which has %2 bytes.</source>
        <translation>%1 在其 %2 字节的文件头之内就结束了。</translation>
    </message>
    <message>
        <source>numbers of the wrong type</source>
        <translation>另一类型的数</translation>
    </message>
    <message>
        <source>numbers in Fortran order</source>
        <translation>按 Fortran 顺序的数</translation>
    </message>
    <message>
        <source>an array of the wrong shape</source>
        <translation>另一形状的数组</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, which does not match the shape %3 in its header.</source>
        <translation>%1 有 %2 字节，与其文件头的形状 %3 所需的不符。</translation>
    </message>
    <message>
        <source>A model of the family %1 takes tokens, not an array; leave the input out.</source>
        <translation>模型族 %1 的模型接受 token，不接受数组；请去掉输入。</translation>
    </message>
    <message>
        <source>This model needs the input %1 with %2 numbers, but no input is given; provide a .npy file of float32 numbers.</source>
        <translation>此模型需要由 %2 个数组成的输入 %1，但没有给出输入；请提供含 float32 数的 .npy 文件。</translation>
    </message>
    <message>
        <source>The input has %1 numbers, but this model needs the input %2 with %3 numbers; convert the input to that shape, as the processor of the model does.</source>
        <translation>输入有 %1 个数，而此模型需要由 %3 个数组成的输入 %2；请将输入转换为该形状，如同该模型的处理器的做法。</translation>
    </message>
    <message>
        <source>The input has %1 numbers, but its shape is %2.</source>
        <translation>输入有 %1 个数，而其形状为 %2。</translation>
    </message>
    <message>
        <source>%1 has a size of %2, but the limit is %3; %4.</source>
        <translation>%1 有 %2，而此处读取的最多为 %3；%4。</translation>
    </message>
    <message>
        <source>an input is a .npy file of little-endian float32 in C order, as numpy.save writes it</source>
        <translation>输入是 C 顺序、小端序 float32 的 .npy 文件，即 numpy.save 所写的形式</translation>
    </message>
    <message>
        <source>%1 contains NaN or infinite numbers; create the file again.</source>
        <translation>%1 含有非有限的数，任何模型都无法处理；请重新生成。</translation>
    </message>
    <message>
        <source>true (because &quot;new_decoder_architecture&quot; is true)</source>
        <translation>与 &quot;new_decoder_architecture&quot; 并用时为 true</translation>
    </message>
    <message>
        <source>a list with one layer type for each layer</source>
        <translation>种类的个数与层数相同的列表</translation>
    </message>
    <message>
        <source>a whole number above 0</source>
        <translation>大于 0 的整数</translation>
    </message>
    <message>
        <source>a number up to &quot;num_local_experts&quot;</source>
        <translation>不大于 &quot;num_local_experts&quot; 的数</translation>
    </message>
    <message>
        <source>a list of %1 numbers</source>
        <translation>%1 个数的列表</translation>
    </message>
    <message>
        <source>The forward pass could not copy %1 (%2) to %3: %4</source>
        <translation>前向传播无法将 %1（%2）搬到 %3：%4</translation>
    </message>
    <message>
        <source>position %1, token %2</source>
        <translation>位置 %1，token %2</translation>
    </message>
    <message>
        <source>The run produced %1 logits, but the reference contains %2 logits. The reference belongs to another prompt or another model; create the reference again.</source>
        <translation>有 %1 个 logits，而参考中有 %2 个，参考属于另一个提示词或另一个模型；请重新生成。</translation>
    </message>
    <message>
        <source>The reference contains NaN or infinite numbers, so it cannot be compared with the logits; create the reference again.</source>
        <translation>参考含有非有限的数，因此不能用来对照；请重新生成。</translation>
    </message>
    <message>
        <source>The logit at %1 is NaN or infinite; the loaded weights are probably different from the weights in the file.</source>
        <translation>前向传播在 %1 处给出了非有限的 logit；加载的权重很可能与文件中的权重不同。</translation>
    </message>
    <message>
        <source>The logits differ from the reference by up to %1 (at %2), but rounding explains only %3; the loaded weights are probably different from the weights in the file.</source>
        <translation>logits 与参考的差值最大为 %1（位于 %2），而舍入只能解释 %3；加载的权重很可能与文件中的权重不同。</translation>
    </message>
    <message>
        <source>a reference is a .npy file of little-endian float32 in C order, [positions × vocabulary]</source>
        <translation>参考是 C 顺序、小端序 float32 的 .npy 文件，[位置 × 词表]</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither a model nor MODEL*N, where N is a number from 1 to %2.</source>
        <translation>&quot;%1&quot; 不是模型，也不是重复 1 到 %2 次的模型，如 MODEL*50。</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向传播</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>大于 0 的数</translation>
    </message>
    <message>
        <source>a number above &quot;low_freq_factor&quot;</source>
        <translation>大于 &quot;low_freq_factor&quot; 的数</translation>
    </message>
    <message>
        <source>%1 has the rope_type %2; only &quot;default&quot;, &quot;linear&quot;, &quot;llama3&quot;, &quot;longrope&quot; and &quot;yarn&quot; can be run. The model can be planned and loaded.</source>
        <translation>%1 要求种类为 %2 的旋转位置；可以运行的是 &quot;default&quot;、&quot;linear&quot;、&quot;llama3&quot;、&quot;longrope&quot; 和 &quot;yarn&quot;。该模型可以规划和加载。</translation>
    </message>
    <message>
        <source>an object for each layer type</source>
        <translation>每种层各一个对象</translation>
    </message>
    <message>
        <source>a number up to 1</source>
        <translation>不大于 1 的数</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>%1 之一</translation>
    </message>
    <message>
        <source>This model of the family %1 has no head that predicts the next token; run it without generating.</source>
        <translation>模型族 %1 的此模型没有指出后续 token 的头；请不带生成地运行。</translation>
    </message>
    <message>
        <source>A model of the family %1 reads all positions at once and cannot generate tokens; run it without generating.</source>
        <translation>模型族 %1 的模型一次看到所有位置，其后不再生成 token；请不带生成地运行。</translation>
    </message>
    <message>
        <source>A model of the family %1 runs one sequence at a time; give one prompt.</source>
        <translation>模型族 %1 的模型一次运行一个序列；请给出一个提示词。</translation>
    </message>
    <message>
        <source>A prefill chunk must have at least one token.</source>
        <translation>提示词按至少一个 token 的分块送入。</translation>
    </message>
    <message>
        <source>A model of the family %1 needs the whole prompt at once; do not divide the prompt into chunks.</source>
        <translation>模型族 %1 的模型需要一次送入整个提示词；请不要将提示词分块。</translation>
    </message>
    <message>
        <source>A model of the family %1 takes only the tokens of the prompt; leave the decoder tokens out.</source>
        <translation>模型族 %1 的模型除提示词的 token 外，没有解码器的 token；请将其去掉。</translation>
    </message>
    <message>
        <source>This model limits its attention scores (attn_logit_softcapping), which fused attention does not support; use eager attention.</source>
        <translation>此模型限制其注意力分数 (attn_logit_softcapping)，融合注意力做不到这一点；请保持 eager。</translation>
    </message>
    <message>
        <source>The input has a shape, but no numbers.</source>
        <translation>输入有形状而没有数。</translation>
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
        <source>The run could not continue: %1</source>
        <translation>运行无法继续：%1</translation>
    </message>
    <message>
        <source>%1 describes a model of the family %2, which Stowage cannot run. Stowage can run the families %3. The model can be planned and loaded.</source>
        <translation>%1 描述的是模型族 %2 的模型，Stowage 无法运行它。Stowage 可以运行的模型族：%3。该模型可以规划和加载。</translation>
    </message>
    <message>
        <source>The token %1 is not in this model&apos;s vocabulary, which contains the tokens 0 to %2.</source>
        <translation>token %1 不在此模型 0 到 %2 的词表中。</translation>
    </message>
    <message>
        <source>A model of the family %1 takes %2, not tokens; leave the prompt out.</source>
        <translation>模型族 %1 的模型接受 %2，不接受 token；请去掉提示词。</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>The prompt has no token; give at least one token.</source>
        <translation>提示词没有 token；请至少给出一个。</translation>
    </message>
    <message>
        <source>The prompt has %1 tokens, but this model reads at most %2 tokens; shorten the prompt.</source>
        <translation>提示词有 %1 个 token，而此模型最多能看到 %2 个；请将其缩短。</translation>
    </message>
    <message>
        <source>The prompt does not contain the token %1 (%2), which this model needs; end the prompt with %3, as the tokenizer of the model does.</source>
        <translation>提示词没有 token %1（%2），而此模型靠它判断上下文；请以 %3 结尾，如同模型自己的分词器的做法。</translation>
    </message>
    <message>
        <source>%1 is opened as several models, but a run uses only one model; open one of these models alone.</source>
        <translation>%1 是作为多个模型打开的，而一次运行只针对一个；请单独打开该模型。</translation>
    </message>
    <message>
        <source>A LoRA adapter is applied to %1, but Stowage runs models only without adapters. Merge the adapter with PEFT&apos;s merge_and_unload() and run the merged model, or run the model without the adapter.</source>
        <translation>%1 上叠加了 LoRA 适配器，而 Stowage 只运行不带适配器的模型：请用 PEFT 的 merge_and_unload() 合并并运行结果，或不带适配器地运行模型。</translation>
    </message>
    <message>
        <source>The architecture of %1 is unknown: no config.json is next to the weights. Put the model&apos;s config.json there. Stowage can run %2, and the from-scratch GPT.</source>
        <translation>没有任何内容说明 %1 如何计算：其旁边没有属于它的 config.json。请将模型自身的放在那里；可以运行的有：%2，以及 from-scratch GPT。</translation>
    </message>
    <message>
        <source>a multiple of 4 that is less than 2 × relative_attention_max_distance</source>
        <translation>4 的倍数，且其一半小于 relative_attention_max_distance</translation>
    </message>
    <message>
        <source>the first stack is an encoder</source>
        <translation>第一个堆叠是编码器</translation>
    </message>
    <message>
        <source>the file contains biases of the queries</source>
        <translation>文件含有这些偏置</translation>
    </message>
    <message>
        <source>ViTModel or ViTForImageClassification</source>
        <translation>ViTModel 或 ViTForImageClassification</translation>
    </message>
    <message>
        <source>Stowage cannot predict masked patches</source>
        <translation>此处不填补被掩盖的图块</translation>
    </message>
    <message>
        <source>a divisor of &quot;d_model&quot;</source>
        <translation>&quot;d_model&quot; 的因数</translation>
    </message>
    <message>
        <source>The device map is valid.</source>
        <translation>映射有效。</translation>
    </message>
    <message>
        <source>The device map cannot be loaded.</source>
        <translation>映射不能加载。</translation>
    </message>
    <message>
        <source>--gpus: &quot;%1&quot; is a number of bits, as in Accelerate, and means %2. Write a capital B for bytes.</source>
        <translation>--gpus：&quot;%1&quot; 按比特计，与 Accelerate 一样：%2。表示字节请写大写 B。</translation>
    </message>
    <message>
        <source>The adapter %1 (%2, rank %3) changes %4 module. The adapter has %5 parameters (%6).</source>
        <translation>适配器 %1（%2，秩 %3）更改 %4 个模块，有 %5 个参数，%6。</translation>
    </message>
    <message>
        <source>The adapter %1 (%2, rank %3) changes %4 modules. The adapter has %5 parameters (%6).</source>
        <translation>适配器 %1（%2，秩 %3）更改 %4 个模块，有 %5 个参数，%6。</translation>
    </message>
    <message>
        <source>The models are %1.</source>
        <translation>这些模型为：%1。</translation>
    </message>
    <message>
        <source>The reference logits of the forward pass were not created: %1</source>
        <translation>没有生成前向传播的参考：%1</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>The process was terminated by signal %1 (%2). Most likely, the system ran out of memory.</source>
        <translation>进程被信号 %1（%2）终止；很可能是系统内存耗尽。</translation>
    </message>
    <message>
        <source>The process was terminated by signal %1 (%2).</source>
        <translation>进程被信号 %1（%2）终止。</translation>
    </message>
    <message>
        <source>The process exited with status %1 and without a result.</source>
        <translation>进程以状态 %1 结束，没有留下结果。</translation>
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
        <source>method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>%1 allocated</source>
        <translation>%1 已分配</translation>
    </message>
    <message>
        <source>host anon, own</source>
        <translation>主机匿名，自身</translation>
    </message>
    <message>
        <source>polled</source>
        <translation>轮询</translation>
    </message>
    <message>
        <source>verified</source>
        <translation>已校验</translation>
    </message>
    <message>
        <source>GPU error</source>
        <translation>GPU 误差</translation>
    </message>
    <message>
        <source>host error</source>
        <translation>主机误差</translation>
    </message>
    <message>
        <source>time error</source>
        <translation>时间误差</translation>
    </message>
    <message>
        <source>published VRAM</source>
        <translation>公布的 VRAM</translation>
    </message>
    <message>
        <source>%1 (as %2)</source>
        <translation>%1（作为 %2）</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensors, %3, at %4/s.</source>
        <translation>已写出 %1：%2 个张量，%3，速率 %4/s。</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensors, %3 in %4 files, at %5/s.</source>
        <translation>已写出 %1：%2 个张量，%3，共 %4 个文件，速率 %5/s。</translation>
    </message>
    <message>
        <source>Continued an interrupted command: %1 was already written and matches the checksums.</source>
        <translation>已接续中断的运行：%1 已存在，且与其校验和一致。</translation>
    </message>
    <message>
        <source>Discarded the files of an interrupted command.</source>
        <translation>已丢弃中断的运行所留下的内容。</translation>
    </message>
    <message>
        <source>Names of tied weights that safetensors cannot express are stored in the metadata: %1.</source>
        <translation>safetensors 无法表达的绑定名称记录在元数据中：%1。</translation>
    </message>
    <message>
        <source>Copied %1.</source>
        <translation>已复制 %1。</translation>
    </message>
    <message>
        <source>Other files in the model&apos;s folder, such as the tokenizer, were not copied.</source>
        <translation>模型文件夹中的其他内容（分词器等）均未复制。</translation>
    </message>
    <message>
        <source>raw limit: best of direct and buffered reads</source>
        <translation>原始极限：直接与缓冲中的最优者</translation>
    </message>
    <message>
        <source>one thread, buffered reads</source>
        <translation>一个线程，缓冲</translation>
    </message>
    <message>
        <source>pages of a mapped file</source>
        <translation>映射的页</translation>
    </message>
    <message>
        <source>streamed to untouched host memory</source>
        <translation>流式传输到全新的主机内存</translation>
    </message>
    <message>
        <source>streamed to a simulated GPU without pages</source>
        <translation>流式传输到全新的模拟 GPU</translation>
    </message>
    <message>
        <source>streamed to a simulated GPU with pages</source>
        <translation>流式传输到页已就位的模拟 GPU</translation>
    </message>
    <message>
        <source>through a buffer to a simulated GPU with pages</source>
        <translation>经缓冲区到这样的模拟 GPU</translation>
    </message>
    <message>
        <source>memory copy</source>
        <translation>内存复制</translation>
    </message>
    <message>
        <source>first touch, large tensors</source>
        <translation>首次触碰，大张量</translation>
    </message>
    <message>
        <source>first touch, small tensors</source>
        <translation>首次触碰，小张量</translation>
    </message>
    <message>
        <source>releasing pages</source>
        <translation>归还页</translation>
    </message>
    <message>
        <source>copy to a simulated GPU without pages</source>
        <translation>到模拟 GPU，全新</translation>
    </message>
    <message>
        <source>copy to a simulated GPU with pages</source>
        <translation>到模拟 GPU，页已就位</translation>
    </message>
    <message>
        <source>copy within a simulated GPU, with pages</source>
        <translation>模拟 GPU 内部，页已就位</translation>
    </message>
    <message>
        <source>copy within a simulated GPU, without pages</source>
        <translation>模拟 GPU 内部，全新</translation>
    </message>
    <message>
        <source>host to CUDA card</source>
        <translation>主机到 CUDA 显卡</translation>
    </message>
    <message>
        <source>initial weights, %1</source>
        <translation>初始权重，%1</translation>
    </message>
    <message>
        <source>matrix product, %1</source>
        <translation>矩阵乘积，%1</translation>
    </message>
    <message>
        <source>element-wise operations, %1</source>
        <translation>逐元素，%1</translation>
    </message>
    <message>
        <source>operations on a single row, %1</source>
        <translation>对一行的运算，%1</translation>
    </message>
    <message>
        <source>matrix product calls, %1</source>
        <translation>启动的乘积，%1</translation>
    </message>
    <message>
        <source>copies during a matrix product, %1</source>
        <translation>与 %1 同时的复制</translation>
    </message>
    <message>
        <source>matrix product during copies, %1</source>
        <translation>与复制同时的矩阵乘积，%1</translation>
    </message>
    <message>
        <source>Host memory (measured): %1 in total, %2 available; the control group allows %3</source>
        <translation>主机（实测）：共 %1，可用 %2，控制组允许 %3</translation>
    </message>
    <message>
        <source>Host memory (measured): %1 in total, %2 available</source>
        <translation>主机（实测）：共 %1，可用 %2</translation>
    </message>
    <message>
        <source>no device</source>
        <translation>无设备</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>still does not fit</source>
        <translation>仍放不下</translation>
    </message>
    <message>
        <source>an estimated context of up to %1 tokens</source>
        <translation>按公式，上下文长度为 %1 个 token</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>With %1: %2, first token after %3, %4 tokens per second.</source>
        <translation>%1 时：%2，第一个 token 在 %3 后，每秒 %4 个 token。</translation>
    </message>
    <message>
        <source>With %1: %2.</source>
        <translation>%1 时：%2。</translation>
    </message>
    <message>
        <source>This plan leaves too little memory for even one prompt of the workload.</source>
        <translation>按此方案，这样的提示词一个也放不下。</translation>
    </message>
    <message>
        <source>any number of</source>
        <translation>任意多</translation>
    </message>
    <message>
        <source>a context of %1 tokens</source>
        <translation>上下文长度 %1 个 token</translation>
    </message>
    <message>
        <source>any size</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Largest workload that fits: %1, or a batch of %2, or %3 sequences whose prompts are processed one after another.</source>
        <translation>放得下的最大值：%1，或批次大小 %2，或提示词逐个送入的 %3 个序列。</translation>
    </message>
    <message>
        <source>%1 applies to a single model, but this plan has several models; omit the option.</source>
        <translation>%1 针对一个模型，而此方案针对多个；请将其去掉。</translation>
    </message>
    <message>
        <source>%1 applies to the tokens of a model, but a diffusers pipeline has no tokens; omit the option.</source>
        <translation>%1 针对模型的 token，而 diffusers 的流水线没有 token；请将其去掉。</translation>
    </message>
    <message>
        <source>The folder %1 cannot be created: %2.</source>
        <translation>无法创建文件夹 %1：%2。</translation>
    </message>
    <message>
        <source>the token ID %2 is not in the model&apos;s vocabulary of %1 tokens</source>
        <translation>模型认识 %1 个 token，而 %2 不在其中</translation>
    </message>
    <message>
        <source>a prompt of %1 tokens is longer than the model&apos;s context of %2 tokens</source>
        <translation>%1 个 token 的提示词长于模型的上下文长度 %2</translation>
    </message>
    <message>
        <source>--forward computes in float32, but the plan loads the weights in %1; omit --dtype.</source>
        <translation>--forward 以 float32 计算，而方案以 %1 加载；请去掉 --dtype。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a token ID</source>
        <translation>&quot;%1&quot; 不是 token</translation>
    </message>
    <message>
        <source>a prompt has at most %1 tokens</source>
        <translation>提示词最多有 %1 个 token</translation>
    </message>
    <message>
        <source>&quot;-&quot; reads a module tree from standard input and cannot be combined with --prefix, --rename, --tree and --class; give the name of the checkpoint instead.</source>
        <translation>&quot;-&quot; 读取模块树，它不能与 --prefix、--rename、--tree 和 --class 并用；请改为给出检查点的名称。</translation>
    </message>
    <message>
        <source>%1 has a size of %2, which is too large for a device map; give the device map, not the model.</source>
        <translation>%1 有 %2，对设备映射来说太大；请给出映射，而不是模型。</translation>
    </message>
    <message>
        <source>--variant names a plan of a project, but %1 is not a project.</source>
        <translation>--variant 指明项目中的一个方案，而 %1 不是项目。</translation>
    </message>
    <message>
        <source>warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>%1 layers in the encoder, %2 layers in the decoder</source>
        <translation>编码器 %1，解码器 %2</translation>
    </message>
    <message>
        <source>hidden size %1</source>
        <translation>隐藏大小 %1</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 个头</translation>
    </message>
    <message>
        <source>key-value heads: %1</source>
        <translation>键和值 %1 个</translation>
    </message>
    <message>
        <source>head width %1</source>
        <translation>头宽度 %1</translation>
    </message>
    <message>
        <source>latent width %1</source>
        <translation>潜在宽度 %1</translation>
    </message>
    <message>
        <source>context of %1 tokens</source>
        <translation>上下文长度 %1 个 token</translation>
    </message>
    <message>
        <source>vocabulary of %1 tokens</source>
        <translation>词表 %1</translation>
    </message>
    <message>
        <source>%1 experts in each of %2 layers</source>
        <translation>%2 层中每层 %1 个</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>每个 token %1 个</translation>
    </message>
    <message>
        <source>plus %1 shared</source>
        <translation>此外共享 %1 个</translation>
    </message>
    <message>
        <source>%1 active parameters per token</source>
        <translation>每个 token 激活 %1</translation>
    </message>
    <message>
        <source>%1 parameters in embeddings</source>
        <translation>嵌入中 %1</translation>
    </message>
    <message>
        <source>%1 bytes per token in float16 or bfloat16, %2 bytes in float32, %3 bytes in fp8</source>
        <translation>每个 token 在 float16 或 bfloat16 下 %1 字节，float32 下 %2，fp8 下 %3</translation>
    </message>
    <message>
        <source>%1 of %2 layers have a sliding window of %3 tokens; each token beyond the window needs %4 bytes in float16 or bfloat16</source>
        <translation>%2 层中有 %1 层回看 %3 个 token；超出后，每个 token 在 float16 或 bfloat16 下 %4 字节</translation>
    </message>
    <message>
        <source>cross-attention: %1 bytes per position of the encoder&apos;s output in float16 or bfloat16</source>
        <translation>编码器输出的每个位置在 float16 或 bfloat16 下另需 %1 字节</translation>
    </message>
    <message>
        <source>%1, for %2 positions</source>
        <translation>%1，%2 个位置</translation>
    </message>
    <message>
        <source>%1 (guessed)</source>
        <translation>%1（推测）</translation>
    </message>
    <message>
        <source>The modules are those described in %1.</source>
        <translation>模块即为这些，来自 %1。</translation>
    </message>
    <message>
        <source>The modules are those of the class %1, from %2.</source>
        <translation>模块为 %1 的模块，来自 %2。</translation>
    </message>
    <message>
        <source>The modules are those of the class %1, which was recognised by the names of the tensors.</source>
        <translation>模块为 %1 的模块，由其键名判断。</translation>
    </message>
    <message>
        <source>The modules are derived only from the names of the tensors.</source>
        <translation>模块仅由张量的名称判断。</translation>
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
        <source>FAILED</source>
        <translation>失败</translation>
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
        <translation>文件页</translation>
    </message>
    <message>
        <source>RSS - shared</source>
        <translation>RSS - 共享</translation>
    </message>
    <message>
        <source>published</source>
        <translation>公布值</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensor of %3: %4.</source>
        <translation>%1 缺少 %3 的 %2 个张量：%4。</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensors of %3: %4.</source>
        <translation>%1 缺少 %3 的 %2 个张量：%4。</translation>
    </message>
    <message>
        <source>Nothing was loaded. Open the checkpoint that belongs to this model, or use --force to load the initial values of a new model for the missing tensors.</source>
        <translation>请打开属于此模型的检查点，或用 --force 以新模型的值加载这些张量。未加载任何内容。</translation>
    </message>
    <message>
        <source>Stowage loads initial values, not trained values, for the missing tensors.</source>
        <translation>这些位置加载的是初始值，而不是训练得到的值。</translation>
    </message>
    <message>
        <source>Nothing was loaded.</source>
        <translation>未加载任何内容。</translation>
    </message>
    <message>
        <source>Nothing was loaded; use --force to load anyway.</source>
        <translation>未加载任何内容；--force 仍会加载。</translation>
    </message>
    <message>
        <source>The RAM limit was %1; the load used at most %2 (%3). The limit was checked at every step and enforced by a control group.</source>
        <translation>RAM 上限 %1，最多占用 %2（%3）；控制组也施加了此上限。</translation>
    </message>
    <message>
        <source>The RAM limit was %1; the load used at most %2 (%3). The limit was checked at every step.</source>
        <translation>RAM 上限 %1，最多占用 %2（%3）；在每一步都进行了监视。</translation>
    </message>
    <message>
        <source>The RAM limit was %1; the load used at most %2 (%3). The limit was checked at every step, without a control group: %4.</source>
        <translation>RAM 上限 %1，最多占用 %2（%3）；在每一步都进行了监视（没有控制组：%4）。</translation>
    </message>
    <message>
        <source>Dry run: nothing was loaded. A real load would fail at %1.</source>
        <translation>试运行：未加载任何内容；加载会停止于 %1。</translation>
    </message>
    <message>
        <source>The load was stopped, and the weights were freed.</source>
        <translation>已停止；权重已归还。</translation>
    </message>
    <message>
        <source>The load stopped at %1, and the weights were freed.</source>
        <translation>停止于 %1；权重已归还。</translation>
    </message>
    <message>
        <source>Predicted time: %1.</source>
        <translation>预测：%1。</translation>
    </message>
    <message>
        <source>Every byte was verified.</source>
        <translation>每个字节都已校验。</translation>
    </message>
    <message>
        <source>%1; see %2 --help.</source>
        <translation>%1；请参阅 %2 --help。</translation>
    </message>
    <message>
        <source>A command is missing; see %1 --help.</source>
        <translation>缺少命令；请参阅 %1 --help。</translation>
    </message>
    <message>
        <source>There is no command &quot;%1&quot;; see %2 --help.</source>
        <translation>没有命令 &quot;%1&quot;；请参阅 %2 --help。</translation>
    </message>
    <message>
        <source>This machine does not have enough memory for this request.</source>
        <translation>本机没有剩余内存来完成所要求的操作。</translation>
    </message>
    <message>
        <source>The command failed because of a defect in Stowage: %1. Please report the defect.</source>
        <translation>Stowage 的缺陷终止了该命令：%1。请报告此问题。</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; and %3 would both write to standard output; give a file name instead.</source>
        <translation>%1 &quot;%2&quot; 表示标准输出，而 %3 已写入其中；请改为给出文件名。</translation>
    </message>
    <message>
        <source>%1 short</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is a number of bits, as in Accelerate, and means %3. Write a capital B for bytes.</source>
        <translation>%1：&quot;%2&quot; 按比特计，与 Accelerate 相同：%3。要表示字节请写大写的 B。</translation>
    </message>
    <message>
        <source>The free memory of this machine cannot be read from /proc/meminfo; give the limit of the CPU with --ram SIZE.</source>
        <translation>无法从 /proc/meminfo 读取本机的空闲内存；请用 --ram SIZE 给出 CPU 的预算。</translation>
    </message>
    <message>
        <source>--pin &quot;%1&quot; must be NAME=DEVICE, as in --pin lm_head=cpu.</source>
        <translation>--pin &quot;%1&quot; 必须为 NAME=DEVICE，如 --pin lm_head=cpu。</translation>
    </message>
    <message>
        <source>--pin &quot;%1&quot;: the model has no module &quot;%2&quot;; see its modules with stowagectl inspect.</source>
        <translation>--pin &quot;%1&quot;：模型没有模块 &quot;%2&quot;；可用 stowagectl inspect 查看其模块。</translation>
    </message>
    <message>
        <source>--no-split: this model has no module of the class &quot;%1&quot;; see the classes with stowagectl inspect.</source>
        <translation>--no-split：此模型没有属于类 &quot;%1&quot; 的模块；可用 stowagectl inspect 查看各类。</translation>
    </message>
    <message>
        <source>--dtype &quot;%1&quot; is not known; use float32, float16, bfloat16 or float64.</source>
        <translation>--dtype &quot;%1&quot; 未知；请采用 float32、float16、bfloat16 或 float64。</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无上限</translation>
    </message>
    <message>
        <source>placed</source>
        <translation>已放置</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>split</source>
        <translation>已拆分</translation>
    </message>
    <message>
        <source>tied partner was split</source>
        <translation>绑定的另一方已拆分</translation>
    </message>
    <message>
        <source>taken first</source>
        <translation>先取</translation>
    </message>
    <message>
        <source>remains on the CPU</source>
        <translation>留在 CPU</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>已固定</translation>
    </message>
    <message>
        <source>moved manually</source>
        <translation>手动移动</translation>
    </message>
    <message>
        <source>(all)</source>
        <translation>（全部）</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>real</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>error: %1</source>
        <translation>错误：%1</translation>
    </message>
    <message>
        <source>hint: %1</source>
        <translation>提示：%1</translation>
    </message>
    <message>
        <source>a sweep has one or two variables, not %1.</source>
        <translation>扫描有一个或两个变量，而不是 %1 个。</translation>
    </message>
    <message>
        <source>both variables are %1; name two different ones.</source>
        <translation>两个变量都是 %1；请指定两个不同的变量。</translation>
    </message>
    <message>
        <source>%1 key of the file is left over from older releases and not loaded: %2.</source>
        <translation>文件中有 %1 个键是旧版本遗留的，未加载：%2。</translation>
    </message>
    <message>
        <source>%1 keys of the file are left over from older releases and not loaded: %2.</source>
        <translation>文件中有 %1 个键是旧版本遗留的，未加载：%2。</translation>
    </message>
    <message>
        <source>Open the checkpoint that belongs to this model, or give another module tree.</source>
        <translation>请打开属于此模型的检查点，或另一个树。</translation>
    </message>
    <message>
        <source>The whole model is loaded to %1 instead.</source>
        <translation>改为将整个模型加载到 %1。</translation>
    </message>
    <message>
        <source>No single device has enough memory for the whole model; give a device map with --device-map.</source>
        <translation>也没有设备能容纳整个模型；请给出 --device-map。</translation>
    </message>
    <message>
        <source>The project %1 has no plan; create a plan with stowagectl plan MODEL --save %1.</source>
        <translation>%1 没有方案；请用 stowagectl plan MODEL --save %1 创建一个。</translation>
    </message>
    <message>
        <source>The project %1 has no plan %2; the plans of the project are %3.</source>
        <translation>%1 没有方案 %2；它有 %3。</translation>
    </message>
    <message>
        <source>The model has not changed since the project was saved.</source>
        <translation>模型与保存时的相同。</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 exists and is not a project; give another file.</source>
        <translation>%1 已存在且不是项目；请指定其他文件。</translation>
    </message>
    <message>
        <source>%1 is a project of another model (%2); give another file.</source>
        <translation>%1 是另一个模型（%2）的项目；请指定其他文件。</translation>
    </message>
    <message>
        <source>Wrote %1: %2 × %3 logits in %5. The largest logit is %4, and the next token is %6.</source>
        <translation>已写出 %1：%2 × %3 个 logits，最大 %4，用时 %5；下一个 token %6。</translation>
    </message>
    <message>
        <source>--chain: %1</source>
        <translation>--chain：%1</translation>
    </message>
    <message>
        <source>%1 describes a model without its weights, so there is nothing to run.</source>
        <translation>%1 描述的是不含权重的模型，因此没有可运行的内容。</translation>
    </message>
    <message>
        <source>(none: the model is an encoder)</source>
        <translation>（编码器：无）</translation>
    </message>
    <message>
        <source>The peak of allocated memory on %2 (simulated) was %1 (weights and computed values).</source>
        <translation>%2（模拟）上最多已分配 %1，含模型计算所用的部分。</translation>
    </message>
    <message>
        <source>The peak of allocated memory on %2 was %1 (weights and computed values).</source>
        <translation>%2 上最多已分配 %1，含模型计算所用的部分。</translation>
    </message>
    <message>
        <source>warning: %1 is estimated to need up to %2 (%3 of weights, %4 of streamed weights, %5 of keys and values, %6 of activations), but only %7 is free. The run may fail on this device or wait for weights. Place fewer layers on this device, prefetch fewer layers (--prefetch-window), or process fewer tokens.</source>
        <translation>警告：估算 %1 最多占用 %2（权重 %3，搬入 %4，键和值 %5，激活值 %6），而空闲 %7：运行可能在那里停止，或需等待权重。请在其上少放一些内容，少提前搬入一些层 (--prefetch-window)，或运行更少的 token。</translation>
    </message>
    <message>
        <source>Prompt: %1</source>
        <translation>提示词：%1</translation>
    </message>
    <message>
        <source>Prompt as text: %1</source>
        <translation>提示词文字：%1</translation>
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
        <source>most likely token (last position)</source>
        <translation>最后一个位置可能性最大的</translation>
    </message>
    <message>
        <source>most likely class</source>
        <translation>可能性最大的类</translation>
    </message>
    <message>
        <source>most likely text</source>
        <translation>可能性最大的文字</translation>
    </message>
    <message>
        <source>most likely %1</source>
        <translation>可能性最大的 %1</translation>
    </message>
    <message>
        <source>%1 token in %2</source>
        <translation>%1 个 token，用时 %2</translation>
    </message>
    <message>
        <source>%1 tokens in %2</source>
        <translation>%1 个 token，用时 %2</translation>
    </message>
    <message>
        <source>%1 token in %2 (%3 tokens/s, measured)</source>
        <translation>%1 个 token，用时 %2（%3 token/s，实测）</translation>
    </message>
    <message>
        <source>%1 tokens in %2 (%3 tokens/s, measured)</source>
        <translation>%1 个 token，用时 %2（%3 token/s，实测）</translation>
    </message>
    <message>
        <source>Prefill in %2 chunks: %1.</source>
        <translation>预填充：%1，分 %2 块。</translation>
    </message>
    <message>
        <source>Prefill: %1.</source>
        <translation>预填充：%1。</translation>
    </message>
    <message>
        <source>Decode: %1.</source>
        <translation>解码：%1。</translation>
    </message>
    <message>
        <source>Total time: predicted %1, measured %2.</source>
        <translation>全部的估算：%1，实测 %2。</translation>
    </message>
    <message>
        <source>All weights were on the devices that use them.</source>
        <translation>所有权重都位于使用它们的位置。</translation>
    </message>
    <message>
        <source>the devices that use them</source>
        <translation>使用它们的位置</translation>
    </message>
    <message>
        <source>%1 of offloaded weights was copied to %2 without prefetch. The run waited %3 for weights.</source>
        <translation>将 %1 的卸载 (offload) 权重搬到 %2，没有提前搬入的：无预取；运行等待权重 %3。</translation>
    </message>
    <message>
        <source>%1 of offloaded weights was copied to %2, of which %3 was prefetched up to %4 layer ahead. The run waited %5 for weights.</source>
        <translation>将 %1 的卸载 (offload) 权重搬到 %2，其中 %3 为提前搬入，最多提前 %4 层；运行等待权重 %5。</translation>
    </message>
    <message>
        <source>%1 of offloaded weights was copied to %2, of which %3 was prefetched up to %4 layers ahead. The run waited %5 for weights.</source>
        <translation>将 %1 的卸载 (offload) 权重搬到 %2，其中 %3 为提前搬入，最多提前 %4 层；运行等待权重 %5。</translation>
    </message>
    <message>
        <source>The run took %1 with %2 thread and fused attention.</source>
        <translation>运行用时 %1，%2 个线程，融合注意力。</translation>
    </message>
    <message>
        <source>The run took %1 with %2 threads and fused attention.</source>
        <translation>运行用时 %1，%2 个线程，融合注意力。</translation>
    </message>
    <message>
        <source>The run took %1 with %2 thread.</source>
        <translation>运行用时 %1，%2 个线程。</translation>
    </message>
    <message>
        <source>The run took %1 with %2 threads.</source>
        <translation>运行用时 %1，%2 个线程。</translation>
    </message>
    <message>
        <source>Loaded %1 in %2.</source>
        <translation>已加载 %1，用时 %2。</translation>
    </message>
    <message>
        <source>Stopped; all memory was released.</source>
        <translation>已停止；全部内容已归还。</translation>
    </message>
    <message>
        <source>Stopped at %1; all memory was released.</source>
        <translation>停止于 %1；全部内容已归还。</translation>
    </message>
    <message>
        <source>%1 tensor has initial instead of trained values, so the output is not that of the trained model: %2.</source>
        <translation>%1 个张量为初始值，而不是训练得到的值，因此答案不是已训练模型的答案：%2。</translation>
    </message>
    <message>
        <source>%1 tensors have initial instead of trained values, so the output is not that of the trained model: %2.</source>
        <translation>%1 个张量为初始值，而不是训练得到的值，因此答案不是已训练模型的答案：%2。</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is unknown; use %3.</source>
        <translation>%1 &quot;%2&quot; 未知；请采用 %3。</translation>
    </message>
    <message>
        <source>Wrote %1: architecture %2, %3 parameters in %4 tensors, %5.</source>
        <translation>已写出 %1：%2，%4 个张量中共 %3 个参数，%5。</translation>
    </message>
    <message>
        <source>Wrote %1: architecture %2, %3 parameters in %4 tensors, %5 in %6 files.</source>
        <translation>已写出 %1：%2，%4 个张量中共 %3 个参数，%5，分为 %6 个文件。</translation>
    </message>
    <message>
        <source>simulated GPU</source>
        <translation>模拟 GPU</translation>
    </message>
    <message>
        <source>can be created</source>
        <translation>能创建</translation>
    </message>
    <message>
        <source>load</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>the free memory is back at the baseline</source>
        <translation>其内存回到基线</translation>
    </message>
    <message>
        <source>%1 was free before the checks, %2 after the checks</source>
        <translation>之前空闲 %1，之后 %2</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is not a whole number; write a number such as 4096.</source>
        <translation>%1 &quot;%2&quot; 不是整数；请写成 4096 这样的形式。</translation>
    </message>
    <message>
        <source>%1: the case &quot;%2&quot; is of the kind &quot;%3&quot;, which this stowagectl does not know; use the stowagectl that was built for these cases.</source>
        <translation>%1：用例 &quot;%2&quot; 的种类为 &quot;%3&quot;，此 stowagectl 不认识它；请使用为这些用例编写的 stowagectl。</translation>
    </message>
    <message>
        <source>%1: a case must be a JSON object.</source>
        <translation>%1：用例必须是 JSON 对象。</translation>
    </message>
    <message>
        <source>%1: the case has no field &quot;%2&quot;; see the README of data/placement for the format.</source>
        <translation>%1：该用例没有 &quot;%2&quot;；data/placement 的 README 说明了其格式。</translation>
    </message>
    <message>
        <source>%1: a field of the case is missing or has the wrong type; see the README of data/placement for the format.</source>
        <translation>%1：该用例的某个字段缺失或类型错误；data/placement 的 README 说明了其格式。</translation>
    </message>
    <message>
        <source>%1: an argument of the case &quot;%2&quot; is missing or has the wrong type; see the README of data/placement for the format.</source>
        <translation>%1：用例 &quot;%2&quot; 的某个参数缺失或类型错误；data/placement 的 README 说明了其格式。</translation>
    </message>
    <message>
        <source>%1: this machine does not have enough memory for the case &quot;%2&quot;.</source>
        <translation>%1：本机没有剩余内存用于用例 &quot;%2&quot;。</translation>
    </message>
    <message>
        <source>byte %1 of %2 has a wrong value after it was read back</source>
        <translation>%2 字节中的字节 %1 读回有误</translation>
    </message>
    <message>
        <source>%1 is still allocated and %2 is still reserved</source>
        <translation>仍有 %1 已分配，%2 已保留</translation>
    </message>
    <message>
        <source>after all memory was freed, %1 is still allocated and %2 of %3 is cached</source>
        <translation>释放后，仍有 %1 已分配，%3 中有 %2 已缓存</translation>
    </message>
    <message>
        <source>%1 (%2 reserved) was allocated and freed</source>
        <translation>已保留 %2 中的 %1 分配后又归还</translation>
    </message>
    <message>
        <source>%1 bytes are allocated and %2 bytes are reserved instead of %3 and %4 bytes</source>
        <translation>%1 / %2 字节，而不是 %3 / %4</translation>
    </message>
    <message>
        <source>%1 bytes are allocated, %2 bytes are reserved</source>
        <translation>%1 / %2 字节</translation>
    </message>
    <message>
        <source>the segment map (%1 allocated, %2 reserved), the statistics (%3 allocated, %4 reserved) and the counters do not agree</source>
        <translation>段映射（已分配 %1，已保留 %2）、统计（已分配 %3，已保留 %4）和计数器不一致</translation>
    </message>
    <message>
        <source>%1 segment, %2 lost to rounding</source>
        <translation>%1 个段，因取整损失 %2</translation>
    </message>
    <message>
        <source>%1 segments, %2 lost to rounding</source>
        <translation>%1 个段，因取整损失 %2</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 字节</translation>
    </message>
    <message>
        <source>a request for %1 must fail, but it succeeded</source>
        <translation>%1 的请求得到了满足</translation>
    </message>
    <message>
        <source>a request that is too large failed with the wrong error: %1</source>
        <translation>没有空间的请求被报告为：%1</translation>
    </message>
    <message>
        <source>the device does not work after running out of memory: %1</source>
        <translation>内存耗尽之后什么都不能用：%1</translation>
    </message>
    <message>
        <source>the device refused a request for %1 and continued to work</source>
        <translation>拒绝了 %1，之后继续工作</translation>
    </message>
    <message>
        <source>a transfer continued after it was stopped</source>
        <translation>已停止的传输仍在继续</translation>
    </message>
    <message>
        <source>the transfer was cancelled</source>
        <translation>传输已取消</translation>
    </message>
    <message>
        <source>copies from pinned memory: %1; from the staging buffers of a load: %2 (%3 % of the first rate); from pageable memory: %4</source>
        <translation>普通的锁页复制 %1；加载的暂存缓冲区 %2（%3%），来自可分页内存 %4</translation>
    </message>
    <message>
        <source>host memory could not be pinned; %1</source>
        <translation>主机内存无法锁页；%1</translation>
    </message>
    <message>
        <source>freed memory is returned to the device</source>
        <translation>释放的内容会归还</translation>
    </message>
    <message>
        <source>the memory statistics equal those of the allocator model</source>
        <translation>统计与分配器的模型一致</translation>
    </message>
    <message>
        <source>the segment map is consistent</source>
        <translation>段映射合计相符</translation>
    </message>
    <message>
        <source>written bytes are read back</source>
        <translation>写入的内容能读回</translation>
    </message>
    <message>
        <source>bytes are copied within the device</source>
        <translation>在设备内复制</translation>
    </message>
    <message>
        <source>the device recovers from running out of memory</source>
        <translation>从内存耗尽中恢复</translation>
    </message>
    <message>
        <source>a transfer stops on request</source>
        <translation>传输在收到要求时停止</translation>
    </message>
    <message>
        <source>host to device</source>
        <translation>主机到设备</translation>
    </message>
    <message>
        <source>creates a folder for temporary files</source>
        <translation>存放临时文件的文件夹</translation>
    </message>
    <message>
        <source>writes and reads %1</source>
        <translation>写出并读取 %1</translation>
    </message>
    <message>
        <source>streamed load from %1</source>
        <translation>从 %1 以 streamed 加载</translation>
    </message>
    <message>
        <source>%1, cast to bfloat16</source>
        <translation>%1，转换为 bfloat16</translation>
    </message>
    <message>
        <source>a load that is split over GPUs, CPU and disk</source>
        <translation>拆分到 GPU、CPU 和磁盘</translation>
    </message>
    <message>
        <source>a forward pass reproduces the logits that are computed from the file</source>
        <translation>前向传播得出文件自身的 logits</translation>
    </message>
    <message>
        <source>a cancelled load releases everything</source>
        <translation>取消后全部内容都会归还</translation>
    </message>
    <message>
        <source>a load onto a device that is too small releases everything</source>
        <translation>设备太小时全部内容都会归还</translation>
    </message>
    <message>
        <source>the model that was read has %1 tensors (%3), but the model that was written has %2 tensors (%4)</source>
        <translation>写出的与读取的不同：%2 个张量中的 %1 个，%4 中的 %3</translation>
    </message>
    <message>
        <source>%1 is still allocated and %2 is still reserved on %3</source>
        <translation>%3 上仍有 %1 已分配，%2 已保留</translation>
    </message>
    <message>
        <source>%1 tensor still exists</source>
        <translation>仍有 %1 个张量存在</translation>
    </message>
    <message>
        <source>%1 tensors still exist</source>
        <translation>%1 个张量仍然存活</translation>
    </message>
    <message>
        <source>the folder %1 still exists</source>
        <translation>文件夹 %1 仍然存在</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>机器</translation>
    </message>
    <message>
        <source>the SHA-256 of &quot;abc&quot; is wrong: %1</source>
        <translation>&quot;abc&quot; 的 SHA-256 得出 %1</translation>
    </message>
    <message>
        <source>/proc/self/status does not report both RssAnon and RssShmem</source>
        <translation>/proc/self/status 没有同时提供 RssAnon 和 RssShmem</translation>
    </message>
    <message>
        <source>%1 of memory was touched; RssAnon increased by %2 and RssShmem by %3</source>
        <translation>触及 %1：RssAnon + %2，RssShmem + %3</translation>
    </message>
    <message>
        <source>neither /proc/meminfo nor a control group reports how much memory is available; give --ram to plan</source>
        <translation>/proc/meminfo 和控制组都没有说明剩余多少内存；要规划请给出 --ram</translation>
    </message>
    <message>
        <source>%1 is reported as available, but the total is %2</source>
        <translation>据称 %2 中剩余 %1</translation>
    </message>
    <message>
        <source>%1 of %2 is available</source>
        <translation>%2 中剩余 %1</translation>
    </message>
    <message>
        <source>LibTorch&apos;s checksum differs from the checksum that plain loops compute</source>
        <translation>LibTorch 算出的校验和与普通循环的不同</translation>
    </message>
    <message>
        <source>allocator</source>
        <translation>分配器</translation>
    </message>
    <message>
        <source>the allocator created %1 segments, %2 in total</source>
        <translation>%1 个段，共 %2</translation>
    </message>
    <message>
        <source>%1 reserved</source>
        <translation>已保留 %1</translation>
    </message>
    <message>
        <source>the peak memory of the load method %1 is %2 bytes (allocated / reserved) instead of %3</source>
        <translation>%1 的峰值为 %2 字节，而不是 %3</translation>
    </message>
    <message>
        <source>the peak memory is between %1 and %2 bytes (allocated / reserved)</source>
        <translation>%1 到 %2 字节</translation>
    </message>
    <message>
        <source>SHA-256 of the standard&apos;s example</source>
        <translation>标准中示例的 SHA-256</translation>
    </message>
    <message>
        <source>touched memory is reported as anonymous memory</source>
        <translation>触及的内存显示为匿名内存</translation>
    </message>
    <message>
        <source>the host reports its available memory</source>
        <translation>主机说明其剩余量</translation>
    </message>
    <message>
        <source>LibTorch can be loaded</source>
        <translation>LibTorch 能打开</translation>
    </message>
    <message>
        <source>LibTorch&apos;s checksum equals the checksum that plain loops compute</source>
        <translation>LibTorch 的校验和与普通循环的相同</translation>
    </message>
    <message>
        <source>the peak memory of the seven load methods for %1</source>
        <translation>%1 的七种方法的峰值</translation>
    </message>
    <message>
        <source>on one GPU</source>
        <translation>在一个 GPU 上</translation>
    </message>
    <message>
        <source>split over two GPUs</source>
        <translation>拆分到两个 GPU</translation>
    </message>
    <message>
        <source>with layers on the CPU</source>
        <translation>层在 CPU 上</translation>
    </message>
    <message>
        <source>with layers on disk</source>
        <translation>层在磁盘上</translation>
    </message>
    <message>
        <source>%1, with prefetch</source>
        <translation>%1，预取</translation>
    </message>
    <message>
        <source>%1, without prefetch</source>
        <translation>%1，不预取</translation>
    </message>
    <message>
        <source>%1 on the CPU</source>
        <translation>%1，在 CPU 上</translation>
    </message>
    <message>
        <source>There is no theme “%1”; use light, dark, high-contrast or system.</source>
        <translation>没有主题“%1”；请采用 light、dark、high-contrast 或 system。</translation>
    </message>
    <message>
        <source>%1 applies to a model; specify the file or folder of the model as well.</source>
        <translation>%1 是针对模型的选择；请同时指定其文件或文件夹。</translation>
    </message>
    <message>
        <source>--tree is empty; specify a .tree.json file, or leave out --tree.</source>
        <translation>--tree 为空；请指定 .tree.json，或去掉此选项。</translation>
    </message>
    <message>
        <source>--class is empty; specify a class, or leave out --class.</source>
        <translation>--class 为空；请指定类，或去掉此选项。</translation>
    </message>
    <message>
        <source>%1 is empty; specify a folder or a file.</source>
        <translation>%1 为空；请指定文件夹或文件。</translation>
    </message>
    <message>
        <source>--%1: “%2” is in bits; write a capital B for bytes.</source>
        <translation>--%1：“%2”按比特计；要表示字节请写大写的 B。</translation>
    </message>
    <message>
        <source>--gpus real: no CUDA device can be used on this machine (stowagectl devices --gpus real shows why); simulate GPUs, as in --gpus 24GiB,24GiB.</source>
        <translation>--gpus real：此处没有可用的 CUDA 设备（stowagectl devices --gpus real 会说明原因）；请模拟一些，如 --gpus 24GiB,24GiB。</translation>
    </message>
    <message>
        <source>%1 See stowage --help.</source>
        <translation>%1 请参阅 stowage --help。</translation>
    </message>
    <message>
        <source>Only one model can be open at a time; specify one file or folder.</source>
        <translation>一次只能打开一个模型；请指定一个文件或文件夹。</translation>
    </message>
    <message>
        <source>the report&apos;s PDF</source>
        <translation>报告的 PDF</translation>
    </message>
    <message>
        <source>One CPU socket; the RAM capacity is the maximum that it supports.</source>
        <translation>单个 CPU 插槽；容量为其所能支持的最大值。</translation>
    </message>
    <message>
        <source>Only the Hopper half; the memory of its Grace CPU is not counted.</source>
        <translation>其中 Hopper 的那一半；其 Grace CPU 的内存不计入。</translation>
    </message>
    <message>
        <source>Unified memory, shared with the system and all programs. With 64 GPU cores.</source>
        <translation>统一内存：系统和所有程序也都位于其中。有 64 个 GPU 核心。</translation>
    </message>
    <message>
        <source>Unified memory, shared with the system and all programs. With 76 GPU cores.</source>
        <translation>统一内存：系统和所有程序也都位于其中。有 76 个 GPU 核心。</translation>
    </message>
    <message>
        <source>Unified memory, shared with the system and all programs. With 40 GPU cores.</source>
        <translation>统一内存：系统和所有程序也都位于其中。有 40 个 GPU 核心。</translation>
    </message>
    <message>
        <source>One of its two dies, which programs see as separate devices: half of all published figures.</source>
        <translation>程序所见的两个裸片之一：各项均为公布值的一半。</translation>
    </message>
    <message>
        <source>Measured as the bus bandwidth of an all-reduce of 16 GiB over 8 A100.</source>
        <translation>实测值，即在 8 个 A100 上进行 16 GiB all-reduce 的总线带宽。</translation>
    </message>
    <message>
        <source>Measured by nvbandwidth between two H200.</source>
        <translation>用 nvbandwidth 在两个 H200 之间实测。</translation>
    </message>
    <message>
        <source>Measured by nvbandwidth from host to GPU of a DGX Station GB300.</source>
        <translation>用 nvbandwidth 在 DGX Station GB300 上从主机到 GPU 实测。</translation>
    </message>
    <message>
        <source>Measured by nvbandwidth from pinned host memory to an H200.</source>
        <translation>用 nvbandwidth 从锁页主机内存到一个 H200 实测。</translation>
    </message>
    <message>
        <source>One socket.</source>
        <translation>单个 CPU 插槽。</translation>
    </message>
    <message>
        <source>Between two cards; all seven links together carry 448 GB/s.</source>
        <translation>两张显卡之间；全部七条链路合计 448 GB/s。</translation>
    </message>
    <message>
        <source>Without --swa-full. int8 is q8_0 (34 bytes for 32 numbers), q4 is q4_0 (18 bytes).</source>
        <translation>不带 --swa-full。int8 即 q8_0（32 个数占 34 字节），q4 即 q4_0（18 字节）。</translation>
    </message>
    <message>
        <source>Its compute buffers are sized for a micro batch of 512 tokens in float32, with logits for all tokens: this is what the formula counts for the widest layer and for the head, without the gaps that the graph&apos;s allocator leaves. Copies between cards are not counted.</source>
        <translation>其计算缓冲区按 float32 下 512 个 token 的微批次布置，且所有 token 都带 logits：即公式对最宽的层和头所计的量，不含图的分配器在其间留下的部分。显卡之间的复制不计入。</translation>
    </message>
    <message>
        <source>unaccounted, 451 to 456 MiB per card on three RTX 4090</source>
        <translation>未说明，在三张 RTX 4090 上每张显卡 451 到 456 MiB</translation>
    </message>
    <message>
        <source>Only some hybrid models have a smaller pool for sliding-window layers (0.8 of the tokens); Gemma 2 and 3 keep all tokens in all layers.</source>
        <translation>只有部分混合模型为滑动窗口层设有较小的池（token 数的 0.8）；Gemma 2 和 3 在所有层中保留全部 token。</translation>
    </message>
    <message>
        <source>Keys and values are stored in the dtype in which a pass computes: float32 if the weights are float16 and no GPU computes.</source>
        <translation>键和值以前向传播计算所用的 dtype 保存：在权重为 float16 且没有显卡参与计算时为 float32。</translation>
    </message>
    <message>
        <source>The memory of CUDA graphs that generate() makes with a static cache is not published: unknown.</source>
        <translation>generate() 使用静态缓存时创建的 CUDA 图的内存未公布：未知。</translation>
    </message>
    <message>
        <source>a bare CUDA context with lazy loading, according to a maintainer of PyTorch (2023)</source>
        <translation>延迟加载下单纯的 CUDA 上下文，数值由 PyTorch 的一位维护者给出（2023）</translation>
    </message>
    <message>
        <source>A sliding-window layer keeps the keys and values of the whole prompt until the first decode step.</source>
        <translation>滑动窗口层会保留整个提示词的存储，直到第一个 token 解码为止。</translation>
    </message>
    <message>
        <source>fp8, int8 and q4 use its QuantizedCache (full attention only): the bits include scale and zero point; up to 127 tokens stay in the compute dtype.</source>
        <translation>fp8、int8 和 q4 是其 QuantizedCache（仅限全注意力）：位数含缩放因子和零点；至多 127 个 token 仍为计算所用的 dtype。</translation>
    </message>
    <message>
        <source>Each card keeps a table of cosines and sines: context positions × rotary width, in the compute dtype (model_executor/layers/rotary_embedding).</source>
        <translation>每张显卡保存一张余弦和正弦表：上下文的位置数 × 旋转位置的宽度，采用计算所用的 dtype（model_executor/layers/rotary_embedding）。</translation>
    </message>
    <message>
        <source>Experts in MXFP4 are padded to the tiles of its Marlin kernels. The kernels for other cards pad to other widths: on H100, gpt-oss-120b took 64.4 GiB with Triton&apos;s and 66.0 GiB with Marlin&apos;s.</source>
        <translation>MXFP4 专家会补齐到其 Marlin 内核的分块。其他显卡的内核补齐到其他宽度：在 H100 上，gpt-oss-120b 用 Triton 的内核占用 64.4 GiB，用 Marlin 的内核占用 66.0 GiB。</translation>
    </message>
    <message>
        <source>Layers of the same kind form groups of equal size that share one pool of blocks; smaller groups are padded.</source>
        <translation>同类的层分在大小相同的组中，各组从同一个块池中取块；不足的组会被填充。</translation>
    </message>
    <message>
        <source>0.51 GiB before its memory snapshot, 0.26 after; H100, 0.19.0</source>
        <translation>其内存快照之前 0.51 GiB，之后 0.26；H100，0.19.0</translation>
    </message>
    <message>
        <source>2.01 and 2.07 GiB per card; H100, 0.19.0</source>
        <translation>每张显卡 2.01 和 2.07 GiB；H100，0.19.0</translation>
    </message>
    <message>
        <source>%1 is outside the model&apos;s folder, %2; open the folder that contains all files of the model.</source>
        <translation>%1 位于模型的文件夹 %2 之外；请打开包含模型全部文件的文件夹。</translation>
    </message>
    <message>
        <source>%1 is not an empty folder; specify an empty or new folder.</source>
        <translation>%1 不是空文件夹；请指定一个空的或新的文件夹。</translation>
    </message>
    <message>
        <source>%1 contains the headers of %2 without the weights. The model can be planned on this machine, but loaded only on the machine that has the weights.</source>
        <translation>%1 含有 %2 的文件头，不含其权重：可以在此规划，在该模型所在之处加载。</translation>
    </message>
    <message>
        <source>%1 contains the headers of %2 on %3 without the weights. The model can be planned on this machine, but loaded only on the machine that has the weights.</source>
        <translation>%1 含有 %3 上 %2 的文件头，不含其权重：可以在此规划，在那台机器上加载。</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, .tree.json, or &quot;-&quot;</source>
        <translation>检查点文件或文件夹、.tree.json，或 &quot;-&quot;</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>%1 has no stowagectl in PATH or in ~/.local/bin; install stowagectl on that machine.</source>
        <translation>%1 没有 stowagectl，其 PATH 和 ~/.local/bin 中都没有。</translation>
    </message>
    <message>
        <source>The version of stowagectl on %1 differs from the version on this machine. The error there: %2</source>
        <translation>%1 上的 stowagectl 与本程序的版本不同，其报告为：%2</translation>
    </message>
    <message>
        <source>The command for %1, including the device map, is %2 long, but the limit is %3; reduce the number of entries in the device map.</source>
        <translation>发给 %1 的命令连同其设备映射有 %2，而命令不得超过 %3；请减少映射中的条目。</translation>
    </message>
    <message>
        <source>dry run</source>
        <translation>试运行</translation>
    </message>
    <message>
        <source>loaded and verified</source>
        <translation>已加载并验证</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <source>Dry run: nothing was loaded on any machine.</source>
        <translation>试运行：没有在任何机器上加载任何内容。</translation>
    </message>
    <message>
        <source>No machine loaded the model.</source>
        <translation>没有机器加载了该模型。</translation>
    </message>
    <message>
        <source>%1 loaded the model in %2.</source>
        <translation>%1 加载该模型用时 %2。</translation>
    </message>
    <message>
        <source>%1 of %2 machines loaded the model with the same device map. The slowest machine, %3, took %4, and the fastest machine, %5, took %6. The difference is %7.</source>
        <translation>%2 台机器中有 %1 台加载了相同的设备映射。最慢的 %3 用时 %4，最快的 %5 用时 %6：相差 %7。</translation>
    </message>
    <message>
        <source>%1 cannot make a plan: %2</source>
        <translation>%1 未生成方案：%2</translation>
    </message>
    <message>
        <source>The loads were interrupted on all machines.</source>
        <translation>所有机器上的加载均已中断。</translation>
    </message>
    <message>
        <source>Show a model&apos;s modules and their sizes</source>
        <translation>显示模型的模块及其大小</translation>
    </message>
    <message>
        <source>Make a device map</source>
        <translation>生成设备映射</translation>
    </message>
    <message>
        <source>Check whether a workload fits, and estimate its memory and speed</source>
        <translation>方案能否承载工作负载，以及需要多少资源</translation>
    </message>
    <message>
        <source>Check whether a device map can be loaded</source>
        <translation>说明设备映射能否加载</translation>
    </message>
    <message>
        <source>Compare two device maps, module by module</source>
        <translation>逐个模块比较两个设备映射</translation>
    </message>
    <message>
        <source>Make a plan and write it for another program</source>
        <translation>为另一个程序写出方案</translation>
    </message>
    <message>
        <source>Write plans as a document: HTML, Markdown, SVG or CSV</source>
        <translation>将方案写为文档：HTML、Markdown、SVG 或 CSV</translation>
    </message>
    <message>
        <source>Make a plan and load the weights accordingly</source>
        <translation>按方案实际加载权重</translation>
    </message>
    <message>
        <source>Load a model with several methods and compare time and memory</source>
        <translation>用多种方法加载并进行比较</translation>
    </message>
    <message>
        <source>Load a model as planned and run it</source>
        <translation>按方案加载，并对模型运行一次前向传播</translation>
    </message>
    <message>
        <source>Compute the logits of a from-scratch GPT directly from the model&apos;s files</source>
        <translation>直接从文件计算 from-scratch GPT 的 logits</translation>
    </message>
    <message>
        <source>Check the planner against recorded cases of Accelerate</source>
        <translation>用录制的 Accelerate 用例检验规划器</translation>
    </message>
    <message>
        <source>Stream a model&apos;s weights into an offload folder of Accelerate</source>
        <translation>以流式写出模型的 Accelerate 卸载 (offload) 文件夹</translation>
    </message>
    <message>
        <source>Write a checkpoint with random weights</source>
        <translation>写出权重随机的检查点</translation>
    </message>
    <message>
        <source>Stream a model&apos;s tensors into files of another format</source>
        <translation>以流式将模型的张量写为另一种格式</translation>
    </message>
    <message>
        <source>Copy a model without its weights, to plan it on another machine</source>
        <translation>复制不含权重的模型，以便在另一台机器上规划</translation>
    </message>
    <message>
        <source>Answer another machine&apos;s requests on standard input</source>
        <translation>应答另一台机器经标准输入发来的请求</translation>
    </message>
    <message>
        <source>Show the devices and the host&apos;s memory</source>
        <translation>显示设备和主机内存</translation>
    </message>
    <message>
        <source>Check this build on this machine: allocator, formats, methods, runs</source>
        <translation>在本机上检查此构建：分配器、格式、方法、运行</translation>
    </message>
    <message>
        <source>Plans on which devices the weights of a neural network are placed, loads the weights and measures memory.</source>
        <translation>规划神经网络的权重放在何处，加载权重并测量内存。</translation>
    </message>
    <message>
        <source>give the device map as an object or a string, not as a file name</source>
        <translation>请以对象或文本给出设备映射本身</translation>
    </message>
    <message>
        <source>give a string, a number, or a list of strings and numbers</source>
        <translation>请给出文本或数，或由它们组成的列表</translation>
    </message>
    <message>
        <source>give true or false</source>
        <translation>请给出 true 或 false</translation>
    </message>
    <message>
        <source>give a path</source>
        <translation>请给出路径</translation>
    </message>
    <message>
        <source>the request &quot;%1&quot; has no such member</source>
        <translation>&quot;%1&quot; 没有此成员</translation>
    </message>
    <message>
        <source>A request must be one JSON object on one line.</source>
        <translation>请求是写在一行中的 JSON 对象。</translation>
    </message>
    <message>
        <source>give the protocol version, %1</source>
        <translation>请给出版本 %1</translation>
    </message>
    <message>
        <source>Protocol version %1 of the request is not supported; stowagectl %2 supports version %3.</source>
        <translation>此处不认识版本为 %1 的请求：此 stowagectl（%2）应答版本 %3。</translation>
    </message>
    <message>
        <source>%1 is not a request; use one of %2</source>
        <translation>没有请求 %1；可用的有 %2</translation>
    </message>
    <message>
        <source>The folder %1 cannot be listed: %2.</source>
        <translation>无法列出 %1：%2。</translation>
    </message>
    <message>
        <source>Part of a nested PyTorch checkpoint that contains the model (default: the largest part).</source>
        <translation>嵌套的 PyTorch 检查点中哪一部分是模型（最大的部分）。</translation>
    </message>
    <message>
        <source>Rename keys that begin with A so that they begin with B, as in module.=; repeatable.</source>
        <translation>将以 A 开头的键改为以 B 开头，如 module.=；可多次指定。</translation>
    </message>
    <message>
        <source>The .tree.json file of the model (default: the file next to the weights).</source>
        <translation>权重所属模型的 .tree.json（权重旁边的那个）。</translation>
    </message>
    <message>
        <source>The class to build from a config.json (default: the class named in the file).</source>
        <translation>config.json 按哪个类构建（其中指明的类）。</translation>
    </message>
    <message>
        <source>Apply a LoRA adapter to the model without merging it; repeatable.</source>
        <translation>将 LoRA 适配器叠加到模型上而不合并；可多次指定。</translation>
    </message>
    <message>
        <source>Also plan the model&apos;s layers for multi-token prediction.</source>
        <translation>同时规划模型文件中用于多 token 预测的层。</translation>
    </message>
    <message>
        <source>Plan another model on the same devices; repeatable.</source>
        <translation>在相同的设备上规划另一个模型；可多次指定。</translation>
    </message>
    <message>
        <source>A Python interpreter with transformers, used if Stowage does not support the model_type.</source>
        <translation>装有 transformers 的 Python，在 Stowage 不认识 model_type 时向其询问。</translation>
    </message>
    <message>
        <source>Simulated GPUs, as in 2GiB:context=512MiB,24GiB:used=13GiB or rtx-4090*2; “real” for the CUDA devices; “none” for no GPU.</source>
        <translation>模拟 GPU，如 2GiB:context=512MiB,24GiB:used=13GiB 或 rtx-4090*2；real 表示 CUDA 的 GPU；none 表示没有 GPU。</translation>
    </message>
    <message>
        <source>RAM of the machine to plan for; if larger than the RAM of this machine, models are planned but not loaded.</source>
        <translation>规划所针对的机器的 RAM；超过本机所有时，只规划，不加载。</translation>
    </message>
    <message>
        <source>Disk of the machine to plan for; if larger than the disk of this machine, models are planned but not loaded.</source>
        <translation>规划所针对的机器的磁盘；超过本机所有时，只规划，不加载。</translation>
    </message>
    <message>
        <source>Limits in Accelerate&apos;s format: 0=10GiB,cpu=30GiB, or {0: &apos;10GiB&apos;, &apos;cpu&apos;: &apos;30GiB&apos;}.</source>
        <translation>Accelerate 所接受形式的上限：0=10GiB,cpu=30GiB，或 {0: &apos;10GiB&apos;, &apos;cpu&apos;: &apos;30GiB&apos;}。</translation>
    </message>
    <message>
        <source>light, dark, high-contrast or system.</source>
        <translation>light、dark、high-contrast 或 system。</translation>
    </message>
    <message>
        <source>Language of the window for this run: en, ja, zh_CN, ar.</source>
        <translation>仅此一次的窗口语言：en、ja、zh_CN、ar。</translation>
    </message>
    <message>
        <source>Save a picture of the window in FILE once the model is planned, then quit.</source>
        <translation>模型规划完成后，将窗口的图片保存到 FILE 并结束。</translation>
    </message>
    <message>
        <source>Load the model before the picture of the window is taken.</source>
        <translation>保存图片之前先加载模型。</translation>
    </message>
    <message>
        <source>Print a script that completes these options in bash, zsh or fish.</source>
        <translation>打印在 bash、zsh 或 fish 中补全这些选项的脚本。</translation>
    </message>
    <message>
        <source>Show this help.</source>
        <translation>显示此帮助。</translation>
    </message>
    <message>
        <source>Show the version.</source>
        <translation>显示版本。</translation>
    </message>
    <message>
        <source>Plans on which devices the weights of a neural network are placed, loads the weights, and shows the memory.</source>
        <translation>规划神经网络的权重放在何处，加载权重并显示内存。</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <comment>stowage model.safetensors --gpus 8GiB:context=512MiB,4GiB:context=512MiB</comment>
        <translation>示例：%1</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, or a project; if omitted, a small sample model is opened.</source>
        <translation>检查点文件或文件夹，或项目；不给出时打开一个小型示例。</translation>
    </message>
    <message>
        <source>There is no completion for the shell &quot;%1&quot;; use bash, zsh or fish.</source>
        <translation>没有针对 &quot;%1&quot; 的补全；请采用 bash、zsh 或 fish。</translation>
    </message>
    <message>
        <source>a dry run loads no weights, so none can be kept</source>
        <translation>试运行没有可保留的权重</translation>
    </message>
    <message>
        <source>Interrupted while reading standard input.</source>
        <translation>读取标准输入时被中断。</translation>
    </message>
    <message>
        <source>Connecting the stages</source>
        <translation>连接各流水级</translation>
    </message>
    <message>
        <source>This build lacks c10d over Gloo, which stages use to communicate: install libgloo-dev and build again.</source>
        <translation>此构建不含基于 Gloo 的 c10d，而各流水级靠它相互通信：请安装 libgloo-dev 并重新构建。</translation>
    </message>
    <message>
        <source>%1 is not a machine name: use up to 63 letters, digits, &quot;.&quot;, &quot;_&quot; and &quot;-&quot;.</source>
        <translation>%1 不是机器的名称：请使用最多 63 个字母、数字、&quot;.&quot;、&quot;_&quot; 和 &quot;-&quot;。</translation>
    </message>
    <message>
        <source>write two machines with &quot;-&quot; between them before the &quot;=&quot;; the machines of --gpus are: %1.</source>
        <translation>&quot;=&quot; 之前应为两台机器，中间为 &quot;-&quot;；--gpus 中的机器有：%1。</translation>
    </message>
    <message>
        <source>a rate is needed, as in a-b=1.25GB/s:200us.</source>
        <translation>需要速率，如 a-b=1.25GB/s:200us。</translation>
    </message>
    <message>
        <source>write a latency of up to 10 s after the &quot;:&quot;, as in 200us, 0.5ms or 1s.</source>
        <translation>&quot;:&quot; 之后应为延迟，最大 10 s，如 200us、0.5ms 或 1s。</translation>
    </message>
    <message>
        <source>The stages of a machine are not consecutive</source>
        <translation>同一台机器的各流水级没有前后相连</translation>
    </message>
    <message>
        <source>the engine requires consecutive stages on each machine, so some layers are moved</source>
        <translation>同一台机器的各流水级在那里前后相连：层的位置会变换</translation>
    </message>
    <message>
        <source>The model&apos;s files are on only one machine</source>
        <translation>模型的文件位于一台机器上</translation>
    </message>
    <message>
        <source>copy or mount the files at the same path on each of the %1 hosts, which read the files themselves</source>
        <translation>%1 台主机各自读取这些文件：请将其复制或挂载到各主机的相同路径</translation>
    </message>
    <message>
        <source>The plan is for %1 machines</source>
        <translation>方案针对 %1 台机器</translation>
    </message>
    <message>
        <source>%1 runs on one machine: all GPUs of the plan are treated as GPUs of this one machine</source>
        <translation>%1 只在一台机器上运行：计入 GPU 时视为全部位于该机器上</translation>
    </message>
    <message>
        <source>Access control for the RPC servers</source>
        <translation>谁可以使用 RPC 服务器</translation>
    </message>
    <message>
        <source>the RPC servers require no password; run them only in a private network</source>
        <translation>它们不向任何人询问密码：请仅在您自己的网络中运行它们</translation>
    </message>
    <message>
        <source>The order in which stages are assigned to the hosts after the first host</source>
        <translation>第一台之后的各主机按什么顺序获得其流水级</translation>
    </message>
    <message>
        <source>vLLM starts with the hosts that have fewer GPUs; among hosts with the same number of GPUs, it starts with the lower address</source>
        <translation>vLLM 先取 GPU 较少的主机，数量相同时先取地址较小的</translation>
    </message>
    <message>
        <source>The hosts have different numbers of GPUs</source>
        <translation>各主机的 GPU 数量不同</translation>
    </message>
    <message>
        <source>SGLang runs the same number of processes on each host, and refuses hosts with different numbers of GPUs</source>
        <translation>SGLang 在每台主机上运行同样多的进程，因此拒绝这些主机</translation>
    </message>
    <message>
        <source>from %1 to %2 between %3 and %4 (%5)</source>
        <translation>在 %3 与 %4 之间从 %1 到 %2（%5）</translation>
    </message>
    <message>
        <source>%1, and so on</source>
        <translation>%1，等等</translation>
    </message>
    <message>
        <source>The activations of each token cross between machines %1 instead of %2: %3. Put neighbouring layers on one machine.</source>
        <translation>每个 token 的激活值跨机器 %1，而不是 %2：%3。请将相邻的层放在一台机器上。</translation>
    </message>
    <message>
        <source>The activations of each token cross between machines %1: %2.</source>
        <translation>每个 token 的激活值跨机器 %1：%2。</translation>
    </message>
    <message>
        <source>The plan is for %1 machines. The model can be planned, estimated and exported in Stowage, but not loaded.</source>
        <translation>该方案针对 %1 台机器。可以在此规划、估算和导出，但不能加载。</translation>
    </message>
    <message>
        <source>Models of the family %1 cannot be divided into stages; only text decoders can.</source>
        <translation>模型族 %1 的模型不会划分为流水级；文本解码器才会。</translation>
    </message>
    <message>
        <source>This model has the layers 0 to %1, but a stage includes layer %2.</source>
        <translation>此模型的层为 0 到 %1，而有一个流水级指定了层 %2。</translation>
    </message>
    <message>
        <source>This model has the layers 0 to %1, but the stages end with layer %2; the last stage must include the last layer.</source>
        <translation>此模型的层为 0 到 %1，而各流水级止于层 %2；最后一个流水级必须一直到末尾。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a machine name.</source>
        <translation>&quot;%1&quot; 不是机器的名称。</translation>
    </message>
    <message>
        <source>The process was stopped.</source>
        <translation>它已被停止。</translation>
    </message>
    <message>
        <source>Measure how fast two machines send each other activations</source>
        <translation>测量两台机器相互发送激活值的速度</translation>
    </message>
    <message>
        <source>The stage on %1 (layers %2) lost the connection to the stage on %3 (layers %4), which exited or did not respond within --stage-timeout. %5</source>
        <translation>%1 上的流水级（层 %2）失去了与 %3 上的流水级（层 %4）的联系：后者已不存在，或无响应的时间超过 --stage-timeout。%5</translation>
    </message>
    <message>
        <source>The stage on %1 (layers %2) failed: %3</source>
        <translation>%1 上的流水级（层 %2）已结束：%3</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must begin with layer %2: each layer belongs to one stage, and the stages follow the order of the layers.</source>
        <translation>&quot;%1&quot; 必须从层 %2 开始：每一层都在一个流水级中，且各流水级按层的顺序排列。</translation>
    </message>
    <message>
        <source>give 2 to %1 stages.</source>
        <translation>请给出 2 到 %1 个流水级。</translation>
    </message>
    <message>
        <source>write the stage as NUMBER/COUNT:FIRST-LAST, as in 1/2:12-23.</source>
        <translation>其形式为 NUMBER/COUNT:FIRST-LAST，如 1/2:12-23。</translation>
    </message>
    <message>
        <source>The run was stopped.</source>
        <translation>运行已停止。</translation>
    </message>
    <message>
        <source>The model&apos;s files are on another machine (%1)</source>
        <translation>模型的文件在另一台机器（%1）上</translation>
    </message>
    <message>
        <source>copy or mount the files at the same path on %1, which reads the files itself</source>
        <translation>%1 会自行读取这些文件：请将它们复制或挂载到那里的相同路径</translation>
    </message>
    <message>
        <source>%1 have weights but no layers</source>
        <translation>%1 含有权重，但不含层</translation>
    </message>
    <message>
        <source>The offloaded weights are on one machine (%1)</source>
        <translation>卸载 (offload) 的权重在一台机器（%1）上</translation>
    </message>
    <message>
        <source>each host stores the offloaded weights of its stages in its memory</source>
        <translation>每台主机把自己流水级的那部分存放在自己的内存中</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>%1, in the machine %2</source>
        <translation>%1，位于机器 %2</translation>
    </message>
    <message>
        <source>The links between the machines differ.</source>
        <translation>机器之间的链路前后不同。</translation>
    </message>
    <message>
        <source>The model of the project is %1 on the machine %2, but the headers of the model are not on this machine. Open the project in Stowage&apos;s window, which can read the headers again.</source>
        <translation>该项目的模型是 %2 上的 %1，其文件头不在本机：请在 Stowage 的窗口中打开该项目，由窗口重新从那里读取文件头。</translation>
    </message>
    <message>
        <source>Store the parts of a model that stowagectl run --send-weights sends to this machine</source>
        <translation>保存 run --send-weights 发送到此处的内容</translation>
    </message>
    <message>
        <source>The data on standard input is not a part of a model sent by &quot;stowagectl run --send-weights&quot;.</source>
        <translation>标准输入传来的内容不是 &quot;stowagectl run --send-weights&quot; 所发送的模型部分。</translation>
    </message>
    <message>
        <source>The stage on %1 (layers %2) did not receive its part of the model: %3</source>
        <translation>未能将模型的相应部分发送给 %1 上的流水级（层 %2）：%3</translation>
    </message>
    <message>
        <source>Matrix products are assumed to take the time that was measured on each machine while no other program was running. For the links, the bandwidth measured when the stages connected is assumed.</source>
        <translation>乘积的用时按每台机器上的实测；没有其他程序在运行。链路采用各流水级相互连接之后的实测值。</translation>
    </message>
    <message>
        <source>No times are predicted, because a required speed has not been measured on %1. Run &quot;stowagectl devices --measure&quot; there.</source>
        <translation>未预测时间：%1 上所需的某个速率没有测量。&quot;stowagectl devices --measure&quot; 会测量运行该命令的机器。</translation>
    </message>
    <message>
        <source>Time to first token (prefill): predicted %1, measured %2 (difference: %3 %).</source>
        <translation>提示词：预测 %1，实测 %2（%3%）。</translation>
    </message>
    <message>
        <source>Generated tokens: predicted %1 tokens/s, measured %2 tokens/s (difference: %3 %).</source>
        <translation>其后的 token：预测 %1 token/s，实测 %2（%3%）。</translation>
    </message>
    <message>
        <source>The machine has not sent or received data for longer than --stage-timeout.</source>
        <translation>它在超过 --stage-timeout 的时间内既没有接收也没有报告任何内容。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a stage; write MACHINE:FIRST-LAST, as in gpu1:0-11.</source>
        <translation>&quot;%1&quot; 不是流水级；请写成 MACHINE:FIRST-LAST，如 gpu1:0-11。</translation>
    </message>
    <message>
        <source>The process sent more data than the limit of %1 allows.</source>
        <translation>它发来的内容超出了流水级应发送的量：最多为 %1。</translation>
    </message>
    <message>
        <source>The process sent an invalid value for %1.</source>
        <translation>它为 %1 发来了任何流水级都不会发送的内容。</translation>
    </message>
    <message>
        <source>The process sent %2 for %1, which must be a number from 0 to 10^18.</source>
        <translation>它为 %1 发来了 %2，而该值必须是 0 到 10^18 之间的数。</translation>
    </message>
    <message>
        <source>matrix product during another run, %1</source>
        <translation>与另一次运行的矩阵乘积同时进行的矩阵乘积，%1</translation>
    </message>
    <message>
        <source>Stages on the same machine share its cores and memory. While several stages compute, each one is assumed to use its share of the cores. If a measurement showed that two simultaneous runs slow each other down even more, this slowdown is included.</source>
        <translation>同一台机器上的各流水级共用其核心和内存：此处假定，其他流水级也在计算时，每个流水级只使用自己的那份核心；如果测得两次运行同时进行时还要更慢，则流水级也相应更慢。</translation>
    </message>
    <message>
        <source>The lower limit is the time of a simplified plan, in which times and sizes are only added up and %1. Its bottleneck is the transfer of weights.</source>
        <translation>此界限是仅按加法得出的方案的：其中%1；在那里耗费时间的是搬运权重。</translation>
    </message>
    <message>
        <source>The lower limit is the time of a simplified plan, in which times and sizes are only added up and %1. Only one streamed layer fits at a time; it is transferred, then computed.</source>
        <translation>此界限是仅按加法得出的方案的：其中%1；其空间一次只容得下一个传输的层，先搬运，再计算。</translation>
    </message>
    <message>
        <source>Possibly no plan reaches this lower limit.</source>
        <translation>这样的方案可能并不存在。</translation>
    </message>
    <message>
        <source>With this workload, no memory grows with the context, so all plans allow the same context; choose the objective &quot;decode&quot;, &quot;prefill&quot; or &quot;mix&quot;.</source>
        <translation>在此工作中没有任何东西随上下文增长，因此各方案可容纳的上下文没有差别：请选择目标 decode、prefill 或 mix。</translation>
    </message>
    <message>
        <source>With this workload, no keys and values are stored, so there are no KV blocks to count: let the workload generate tokens, or choose another objective.</source>
        <translation>在此工作中不保留键和值，因此没有可计数的 KV 块：请让它生成 token，或选择其他目标。</translation>
    </message>
    <message>
        <source>A context of %1 tokens exceeds the %2 tokens that this model supports; shorten the context.</source>
        <translation>上下文长度 %1 个 token 超过了此模型能看到的 %2 个；请缩短。</translation>
    </message>
    <message>
        <source>only a few keys in the file belong to the class %1, and the shapes of their tensors differ.</source>
        <translation>文件的键中属于 %1 的很少，而且其形状也不同。</translation>
    </message>
    <message>
        <source>%1 is a project, but a model is required. Specify the model&apos;s file or folder; &quot;stowagectl inspect&quot; shows the path of a project&apos;s model.</source>
        <translation>%1 是项目，而此处需要模型本身；请指定模型的文件或文件夹，可对该项目用 inspect 查看。</translation>
    </message>
    <message>
        <source>%1 contains shards of a checkpoint (%2), but not their index. Put %3 into the folder, or open a single shard.</source>
        <translation>%1 含有检查点的分片，但没有其索引：%2；请把 %3 放到它们旁边，或单独打开其中一个。</translation>
    </message>
    <message>
        <source>The adapter %1 is not a GGUF file</source>
        <translation>适配器 %1 不是 GGUF 文件</translation>
    </message>
    <message>
        <source>%1 adapters are applied to the model</source>
        <translation>模型上叠加了 %1 个适配器</translation>
    </message>
    <message>
        <source>Ollama accepts only one adapter; the first adapter is written</source>
        <translation>Ollama 只接受一个：写出第一个</translation>
    </message>
    <message>
        <source>The adapter %1 (%2) is applied to the model</source>
        <translation>模型上叠加了适配器 %1 (%2)</translation>
    </message>
    <message>
        <source>%1 does not receive the adapter and runs the model without it</source>
        <translation>不会向 %1 指明适配器，它运行模型时不带适配器</translation>
    </message>
    <message>
        <source>The adapter %1 is applied to the model in every request</source>
        <translation>适配器 %1 在每个请求中都叠加到模型上</translation>
    </message>
    <message>
        <source>the engine applies the adapter only in requests that specify its name</source>
        <translation>仅在按名称指定它的请求中才叠加</translation>
    </message>
    <message>
        <source>The class %1 is not one of the %2 classes that Stowage supports; choose one of %3, or open a .tree.json of the model.</source>
        <translation>类 %1 不是 Stowage 所知的 %2 的类；请选择 %3 之一，或打开该模型的 .tree.json。</translation>
    </message>
    <message>
        <source>Execution leaves %1 and returns to it at %2, and %3 more return of this kind follows</source>
        <translation>离开 %1 后在 %2 处又再次进入它，之后还有 %3 次这样的返回</translation>
    </message>
    <message>
        <source>A tied head runs on the device of the embedding whose weights it shares.</source>
        <translation>绑定的头在与其共享权重的嵌入所在之处运行。</translation>
    </message>
    <message>
        <source>While an offloaded layer runs, %1, not %2 as requested: %3 has no free memory for more.</source>
        <translation>一个卸载 (offload) 的层运行时，%1，而不是所要求的 %2 层：%3 没有容纳更多的空间。</translation>
    </message>
    <message>
        <source>Accelerate&apos;s balanced strategies fail if the disk has a limit; leave disk out of the limits or choose &quot;sequential&quot;.</source>
        <translation>磁盘有上限时，Accelerate 的 balanced 策略会中止；请从上限中去掉 disk，或选择 sequential。</translation>
    </message>
    <message>
        <source>The prompt and the generated tokens are %1 tokens in total. All tokens except the last are inputs, and this model supports at most %2 inputs. Shorten the prompt, or generate fewer tokens.</source>
        <translation>提示词和生成的 token 共 %1 个；除最后一个外都会输入，而此模型最多能看到 %2 个。请缩短。</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>%1 (the model is designed for %2 positions)</source>
        <translation>%1（模型设计时支持 %2 个位置）</translation>
    </message>
    <message>
        <source>%1 is a file of the model itself; write to another file so that the model is not overwritten.</source>
        <translation>%1 是模型本身的文件；请写入另一个文件，以免覆盖模型。</translation>
    </message>
    <message>
        <source>%1 is a file of the model itself (%2); write to another file so that the model is not overwritten.</source>
        <translation>%1 是模型本身的文件 (%2)；请写入另一个文件，使来源保持不变。</translation>
    </message>
    <message>
        <source>%1 requires a whole number of at least 0, not &quot;%2&quot;</source>
        <translation>%1 应为不小于 0 的整数，而不是 &quot;%2&quot;</translation>
    </message>
    <message>
        <source>%1 requires a number, as in 4, not &quot;%2&quot;</source>
        <translation>%1 应为数字，如 4，而不是 &quot;%2&quot;</translation>
    </message>
    <message>
        <source>Accelerate&apos;s offload folder cannot store tensors of the dtype %1. Do not put these tensors on disk (%2 in total): %3.</source>
        <translation>Accelerate 的卸载 (offload) 文件夹不能存放 %1（%2）：%3。请不要将这种 dtype 的内容放在磁盘上。</translation>
    </message>
    <message>
        <source>%1 is out of range; use a value from %2 to %3.</source>
        <translation>%1 超出范围；请取 %2 到 %3。</translation>
    </message>
    <message>
        <source>Copied %1 with the new dtype.</source>
        <translation>已复制 %1，其中写的是新的 dtype。</translation>
    </message>
    <message>
        <source>There is no option &quot;%1&quot;</source>
        <translation>没有选项 &quot;%1&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is one argument too many</source>
        <translation>参数 &quot;%1&quot; 是多余的</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>缺少 %1</translation>
    </message>
    <message>
        <source>%1: the value is missing</source>
        <translation>%1：其后缺少值</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be combined</source>
        <translation>%1 和 %2 不能同时使用</translation>
    </message>
    <message>
        <source>%1 also requires %2</source>
        <translation>%1 还需要 %2</translation>
    </message>
    <message>
        <source>%1 may be given only once, but is given %2 times</source>
        <translation>%1 只能给出一次，而这里给出了 %2 次</translation>
    </message>
    <message>
        <source>%1 generates no tokens after a prompt; leave out the number of tokens to generate.</source>
        <translation>%1 中提示词之后没有后续 token；请去掉要生成的部分。</translation>
    </message>
    <message>
        <source>%1 thread reads tensors ahead of the thread that places them.</source>
        <translation>%1 个线程先于放置张量的线程将张量搬入。</translation>
    </message>
    <message>
        <source>at %1, the context is shorter than the prompt plus the generated tokens; the sum of both is used as the context.</source>
        <translation>在 %1 处，上下文长度短于提示词与生成的 token 之和，改按后者计。</translation>
    </message>
    <message>
        <source>%1 has %2 extra byte after its array, which was ignored.</source>
        <translation>%1 在其数组之后还有 %2 字节；该字节被略去。</translation>
    </message>
    <message>
        <source>%1 has only %2 byte, but a safetensors file begins with 8 bytes for the length of the header.</source>
        <translation>%1 有 %2 字节；safetensors 文件以表示其文件头长度的 8 字节开头。</translation>
    </message>
    <message>
        <source>%1 has %2 byte after its last tensor, which belongs to no tensor.</source>
        <translation>%1 在最后一个张量之后有 %2 字节，它不属于任何内容。</translation>
    </message>
    <message>
        <source>%2 of %1 was opened: it contains %3 tensors and is most likely the model. %4 tensor outside this part was ignored.</source>
        <translation>在 %1 中采用了 %2，它有 %3 个张量，很可能就是模型；其他位置的 %4 个张量被略去。</translation>
    </message>
    <message>
        <source>%2 of %1 was opened: it contains %3 tensors and is most likely the model. %4 tensor outside this part was ignored. Another part can be chosen (--prefix on the command line): %5.</source>
        <translation>在 %1 中采用了 %2，它有 %3 个张量，很可能就是模型；其他位置的 %4 个张量被略去；可以选择其他部分（命令行中的 --prefix）：%5。</translation>
    </message>
    <message>
        <source>%1 entry of %2 in %3 is not a tensor and was ignored.</source>
        <translation>%3 中 %2 的 %1 个条目不是张量，被略去。</translation>
    </message>
    <message>
        <source>%1 is the only shard of the index %2; the index was opened.</source>
        <translation>%1 是 %2 所指明的唯一分片；已打开 %2。</translation>
    </message>
    <message>
        <source>%1 is the only shard of the index %2; the index could not be opened: %3</source>
        <translation>%1 是 %2 所指明的唯一分片，而 %2 无法打开：%3</translation>
    </message>
    <message>
        <source>Images need a GGUF file of the image encoder</source>
        <translation>图片需要图片塔的 GGUF 文件</translation>
    </message>
    <message>
        <source>%1 layer</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 层</translation>
    </message>
    <message>
        <source>%1 stage</source>
        <translation>%1 个流水级</translation>
    </message>
    <message>
        <source>%1 stages</source>
        <translation>%1 个流水级</translation>
    </message>
    <message>
        <source>%1 distributes %2 over %3, but this model has %4 and the command has %5.</source>
        <translation>%1 将 %2 分到 %3；此模型有 %4，命令有 %5。</translation>
    </message>
    <message>
        <source>--offload-num-in-group is %1, but must not exceed --offload-group-size, which is %2.</source>
        <translation>--offload-num-in-group 为 %1，超过 --offload-group-size 的 %2。</translation>
    </message>
    <message>
        <source>The checkpoint lacks %1 tensor of the model: %2. Open the checkpoint that belongs to this model.</source>
        <translation>检查点缺少模型的 %1 个张量：%2。请打开属于此模型的检查点。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, nothing would change: the only module of the class would still be on one device.</source>
        <translation>没有 %1，什么都不会改变：该类唯一的模块仍保持完整。</translation>
    </message>
    <message>
        <source>Without the no-split class %1, %2; the only module of the class would be split.</source>
        <translation>没有 %1，%2；该类唯一的模块将被拆分。</translation>
    </message>
    <message>
        <source>The device map has %1 more key that is not a module of this model; the key has no effect. Does the device map belong to another model?</source>
        <translation>设备映射中另有 %1 个键不是此模型的模块；它不起作用。这是另一个模型的映射吗？</translation>
    </message>
    <message>
        <source>%1 more key occurs twice in the device map. Python keeps the last entry, both in a dict and in JSON.</source>
        <translation>设备映射中另有 %1 个键给出了两次。Python 保留最后一个，读取 JSON 时也是如此。</translation>
    </message>
    <message>
        <source>No device is given for %1 and its %2 tensor (%3).</source>
        <translation>没有给 %1 及其 %2 个张量（%3）指定设备。</translation>
    </message>
    <message>
        <source>%1 more module has no device (%2).</source>
        <translation>另有 %1 个模块没有设备（%2）。</translation>
    </message>
    <message>
        <source>%1 more group of modules runs on several devices, but must not be separated. Put the group on one device.</source>
        <translation>另有 %1 组不得分开的模块被分开了。请将每一组放在一个设备上。</translation>
    </message>
    <message>
        <source>%1 three-dimensional parameter (%2, %3) is not quantised: the experts of a layer are not Linear modules in transformers 5, so %4 does not quantise these experts. Plan in a smaller dtype, or with fp8.</source>
        <translation>%1 个三维参数（%2，%3）不量化：在 transformers 5 中，一层的专家不是 Linear 模块，因此 %4 不量化这些专家。请按更小的 dtype 规划，或使用 fp8。</translation>
    </message>
    <message>
        <source>%1 module of the class Conv1D is planned as quantised, because from_pretrained quantises it. Accelerate&apos;s load_and_quantize_model does not quantise this module.</source>
        <translation>%1 个 Conv1D 类的模块按 from_pretrained 的做法量化；Accelerate 自己的 load_and_quantize_model 会使其保持原样。</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensor, %3, at %4/s.</source>
        <translation>已写出 %1：%2 个张量，%3，速率 %4/s。</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensor, %3 in %4 files, at %5/s.</source>
        <translation>已写出 %1：%2 个张量，%3，共 %4 个文件，速率 %5/s。</translation>
    </message>
    <message>
        <source>first touch, memory reclaimed by the host</source>
        <translation>首次触碰，被主机收回的内存</translation>
    </message>
    <message>
        <source>Largest workload that fits: %1.</source>
        <translation>放得下的最大值：%1。</translation>
    </message>
    <message>
        <source>%1 (but not %2)</source>
        <translation>%1（%2 除外）</translation>
    </message>
    <message>
        <source>Largest workload that fits: %1, or a batch of %2.</source>
        <translation>放得下的最大值：%1，或批次大小 %2。</translation>
    </message>
    <message>
        <source>%1 head</source>
        <translation>%1 个头</translation>
    </message>
    <message>
        <source>%1 experts in %2 layer</source>
        <translation>%2 层中 %1 个</translation>
    </message>
    <message>
        <source>%1 of %2 layers has a sliding window of %3 tokens; each token beyond the window needs %4 bytes in float16 or bfloat16</source>
        <translation>%2 层中有 %1 层回看 %3 个 token；超出后，每个 token 在 float16 或 bfloat16 下 %4 字节</translation>
    </message>
    <message>
        <source>--cache cold: %1 is in memory (tmpfs), and pages of tmpfs cannot be dropped; the file is read as with --cache warm.</source>
        <translation>--cache cold：%1 位于内存中（tmpfs），其页无法丢弃；按 warm 状态读取。</translation>
    </message>
    <message>
        <source>release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>%1 is the project that is read; write to another file so that the project is not overwritten.</source>
        <translation>%1 正是要读取的项目；请写入其他文件，使其保持原样。</translation>
    </message>
    <message>
        <source>streamed to a CUDA card</source>
        <translation>流式传输到 CUDA 显卡</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1; the cache doubles whenever it is full; the workload has %2 tokens</source>
        <translation>%1；token 的空间每次写满后加倍，实际进入 %2 个</translation>
    </message>
    <message>
        <source>result of replaying the allocations at the start of the run: %1</source>
        <translation>由运行开头部分重放得到：%1</translation>
    </message>
    <message>
        <source>%1 (layers) × (convolution %2 B + recurrent %3 B) × %4 (sequences) = %5</source>
        <translation>层：%1 × (卷积 %2 B + 循环 %3 B) × 序列：%4 = %5</translation>
    </message>
    <message>
        <source>%1 needs %2 on %3, but only %4 is free.</source>
        <translation>%1 需要在 %3 上占用 %2，而那里空闲 %4。</translation>
    </message>
    <message>
        <source>%1 needs %2 on %3, but the free memory of that device is unknown.</source>
        <translation>%1 需要在 %3 上占用 %2，而那里的空闲量未知。</translation>
    </message>
    <message>
        <source>%1 could not be loaded.</source>
        <translation>无法加载 %1。</translation>
    </message>
    <message>
        <source>&quot;auto&quot; chose &quot;%1&quot;: &quot;%2&quot; would need more memory than allowed.</source>
        <translation>auto 选择了 %1：%2 需要的内存会超出允许的量。</translation>
    </message>
    <message>
        <source>%1: %2; correct the values.</source>
        <translation>%1：%2；请更正这些值。</translation>
    </message>
    <message>
        <source>%1: %2; the library rejects such a model, so correct the values.</source>
        <translation>%1：%2；该库拒绝这样的模型，因此请更正这些值。</translation>
    </message>
    <message>
        <source>With %2, %1 plans with this size, but %3 needs %4 in memory.</source>
        <translation>这是 %1 为 %2 规划时所用的大小；在内存中 %3 占用 %4。</translation>
    </message>
    <message>
        <source>The device map names &quot;%1&quot;, which is not a module of this model. The only effect of the entry is that %2 becomes the main device, where Accelerate moves the input and runs offloaded modules.</source>
        <translation>设备映射指明了 &quot;%1&quot;，它不是此模型的模块。该条目的唯一作用是使 %2 成为主设备：Accelerate 将输入搬到那里，并在那里运行被卸载 (offload) 的部分。</translation>
    </message>
    <message>
        <source>This main device is not among the devices in use.</source>
        <translation>它不在所使用的设备之列。</translation>
    </message>
    <message>
        <source>The device map puts tied weights on different devices: %1.</source>
        <translation>设备映射将绑定权重放在不同的设备上：%1。</translation>
    </message>
    <message>
        <source>Stowage stores the tied weights once, on %1.</source>
        <translation>在 Stowage 中它们只存放一份，位于 %1。</translation>
    </message>
    <message>
        <source>The output contains NaN (%2 of %1 numbers), so the result is meaningless. Either the weights contain NaN, or a sum was too large for its dtype.</source>
        <translation>输出含有 NaN（%1 个数中有 %2 个），因此结果没有意义。要么权重中含有 NaN，要么某个和超出了其 dtype 的范围。</translation>
    </message>
    <message>
        <source>Stowage can load the device map; see the warnings above.</source>
        <translation>Stowage 可以按此映射加载；请注意上面的警告。</translation>
    </message>
    <message>
        <source>With %1: %2, the prompts are processed after %3.</source>
        <translation>%1 时：%2，提示词在 %3 后处理完。</translation>
    </message>
    <message>
        <source>%1 tensors plus %2 tied</source>
        <translation>%1 个张量，绑定 %2 个</translation>
    </message>
    <message>
        <source>%1 tensor</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>Dry run: nothing was loaded. A real load would load %1 (%2) with the method %3.</source>
        <translation>试运行：未加载任何内容；将用 %3 加载 %1（%2）。</translation>
    </message>
    <message>
        <source>%1 read at %2</source>
        <translation>以 %2 的速度读取 %1</translation>
    </message>
    <message>
        <source>Loaded %1 (%2) in %3 (%4) with the method %5.</source>
        <translation>已用 %5 加载 %1（%2），用时 %3（%4）。</translation>
    </message>
    <message>
        <source>Loaded %1 (%2) in %3 with the method %4.</source>
        <translation>已用 %4 加载 %1（%2），用时 %3。</translation>
    </message>
    <message>
        <source>Predicted time: %1, if the host of this virtual machine has not reclaimed free memory.</source>
        <translation>预测：%1，前提是此虚拟机的主机没有收回空闲内存。</translation>
    </message>
    <message>
        <source>%1 requires a whole number of at most %2, not &quot;%3&quot;</source>
        <translation>%1 需要不超过 %2 的整数，而不是 &quot;%3&quot;</translation>
    </message>
    <message>
        <source>No module of this model has the no-split class %1, so this class has no effect.</source>
        <translation>此模型没有类为 %1 的模块，而该类被指定为不可拆分：此指定不会让任何模块保持完整。</translation>
    </message>
    <message>
        <source>In models that also have recurrent layers, a block of keys and values is at least as large as the state of a layer, so a short context takes one whole block of this size in each attention layer (model_executor/models/config.py).</source>
        <translation>对于还带有循环层的模型，一个键值块不小于一层的状态，因此较短的上下文在每个注意力层也占用整整一个这样的块 (model_executor/models/config.py)。</translation>
    </message>
    <message>
        <source>The folder of %1 does not exist; create the folder first.</source>
        <translation>%1 所在的文件夹不存在；请先创建它。</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is out of range; write a whole number from 0 to %3.</source>
        <translation>%1 &quot;%2&quot; 超出范围；请写 0 到 %3 之间的整数。</translation>
    </message>
    <message>
        <source>stores states in an unknown type &quot;%1&quot;.</source>
        <translation>以未知的类型 &quot;%1&quot; 保存状态。</translation>
    </message>
    <message>
        <source>The lower limit is the time of a simplified plan, in which times and sizes are only added up and %1. Its bottleneck is running the layers (computing, or reading weights in place).</source>
        <translation>此界限是仅按加法得出的方案的：其中%1；在那里耗费时间的是运行各层，即计算或就地读取权重。</translation>
    </message>
    <message>
        <source>The state of recurrent layers for this workload is too large to be calculated; use fewer sequences.</source>
        <translation>循环层为该工作负载保留的字节数超出可计数的范围；请减少序列。</translation>
    </message>
    <message>
        <source>For at least one GPU of this plan, no compute speed in %1 is published, so the float32 speed is used. Where computing limits a time, the actual time may be shorter.</source>
        <translation>这些显卡中有的没有公布 %1 的计算速率：凡由它决定的时间都按 float32 的速率计，实际可能更短。</translation>
    </message>
    <message>
        <source>For at least one GPU of this plan, no compute speed is published. Where computing limits a time, as for prompts, the actual time is longer.</source>
        <translation>这些显卡中有的没有公布计算速率：凡由它决定的时间（如处理提示词的时间）实际会更长。</translation>
    </message>
    <message>
        <source>%1 in total, %2 on this device</source>
        <translation>总计 %1，此处 %2</translation>
    </message>
    <message>
        <source>Only the GPUs %1 are visible</source>
        <translation>仅 GPU %1 可见</translation>
    </message>
    <message>
        <source>the commands count only the visible GPUs of each host: set CUDA_VISIBLE_DEVICES on each host</source>
        <translation>命令按每台主机上可见的 GPU 编号：请在那里设置 CUDA_VISIBLE_DEVICES</translation>
    </message>
    <message>
        <source>An export to %1 cannot divide layers among GPUs; leave --tensor-parallel out, or export to one of %2.</source>
        <translation>无法告知 %1 将各层分到 GPU 上；请去掉 --tensor-parallel，或导出到 %2 之一。</translation>
    </message>
    <message>
        <source>An export to %1 cannot use GGUF files; export to llama.cpp.</source>
        <translation>无法将 GGUF 文件交给 %1；请导出到 llama.cpp。</translation>
    </message>
    <message>
        <source>No weights are known for this model</source>
        <translation>没有已知的权重可用于此模型</translation>
    </message>
    <message>
        <source>replace FOLDER_OR_REPOSITORY with the folder or repository of the weights</source>
        <translation>请将 FOLDER_OR_REPOSITORY 替换为含有权重的文件夹或仓库</translation>
    </message>
    <message>
        <source>This engine puts %1 of weights on %2, but only %3 fits there</source>
        <translation>该引擎会把 %1 的权重放到 %2 上，而那里只有 %3 的空间</translation>
    </message>
    <message>
        <source>the conversion writes the weights as %1, which requires more memory</source>
        <translation>转换会将其写为 %1，占用更多空间</translation>
    </message>
    <message>
        <source>Settings for all models of the server</source>
        <translation>对服务器上所有模型都有效的设置</translation>
    </message>
    <message>
        <source>start the server with: %1</source>
        <translation>请这样启动：%1</translation>
    </message>
    <message>
        <source>-dev is %1 and contains an unknown GPU; the %2 GPUs have names such as CUDA0.</source>
        <translation>-dev 为 %1；%2 个 GPU 各自的名称形如 CUDA0。</translation>
    </message>
    <message>
        <source>-mg is %1, but must be lower than the number of GPUs, %2.</source>
        <translation>-mg 为 %1；而共有 %2 个 GPU。</translation>
    </message>
    <message>
        <source>-sm %1 divides tensors among GPUs; Stowage places whole layers instead, as with -sm layer.</source>
        <translation>-sm %1 在 GPU 之间划分张量；层按 -sm layer 放置。</translation>
    </message>
    <message>
        <source>Some settings of the model (norms, activations, positions, biases)</source>
        <translation>除这些尺寸之外模型的构成：归一化、激活函数、位置编码、偏置</translation>
    </message>
    <message>
        <source>add --load with the converted checkpoint, and --use-checkpoint-args, which reads these settings from the checkpoint</source>
        <translation>用 --load 指定转换后的检查点，并加上从中读取这些内容的 --use-checkpoint-args</translation>
    </message>
    <message>
        <source>The model is a GGUF file</source>
        <translation>模型是 GGUF 文件</translation>
    </message>
    <message>
        <source>vLLM reads such a model only with a plugin; install the plugin</source>
        <translation>vLLM 只能通过插件读取，该插件须另行安装</translation>
    </message>
    <message>
        <source>A context of %2 tokens exceeds the %1 positions that this model is designed for.</source>
        <translation>此模型是为 %1 个位置设计的，而不是 %2 个。</translation>
    </message>
    <message>
        <source>The context length exceeds the number of positions of the model (%1)</source>
        <translation>上下文长度超过了模型的位置数（%1）</translation>
    </message>
    <message>
        <source>%1 refuses this context length unless %2 is set to 1</source>
        <translation>除非将 %2 设为 1，否则 %1 会拒绝这样的上下文长度</translation>
    </message>
    <message>
        <source>Prompts are planned in chunks of %1 tokens</source>
        <translation>方案中提示词每次送入 %1 个 token</translation>
    </message>
    <message>
        <source>vLLM needs at least one token per sequence in a chunk: %1 tokens</source>
        <translation>vLLM 每次至少送入与序列数相同数量的 token：%1</translation>
    </message>
    <message>
        <source>%1 distributes %2, but this model has %3.</source>
        <translation>%1 分配了 %2；此模型有 %3。</translation>
    </message>
    <message>
        <source>%1 distributes the layers over %2, but the command has %3.</source>
        <translation>%1 将各层分到 %2，但命令有 %3。</translation>
    </message>
    <message>
        <source>%1 already exists; remove this file or choose another folder.</source>
        <translation>%1 已存在；请删除它或选择其他文件夹。</translation>
    </message>
    <message>
        <source>The verdict assumes that each layer is divided among %1 GPUs. The device map cannot express this division and places whole layers.</source>
        <translation>此判定针对每一层都划分到 %1 个 GPU 的情形；设备映射无法表达这一点，因此其中的层是整层放置的。</translation>
    </message>
    <message>
        <source>Before serving, it runs as many tokens as it ever batches (max_num_batched_tokens), whatever the prompts are: the prefill chunk if one is given; otherwise 2,048, or 8,192 on cards of 70 GiB and more except the A100, or 16,384 on cards of 160 GiB and more; but never more tokens than all sequences have.</source>
        <translation>开始服务之前，无论提示词如何，它都会运行一次所能成批处理的最多 token (max_num_batched_tokens)：指定了预填充分块时为该分块，否则为 2,048；70 GiB 及以上的显卡 (A100 除外) 为 8,192，160 GiB 起为 16,384，且不超过所有序列的 token 总数。</translation>
    </message>
    <message>
        <source>The memory that each card of a pipeline takes before any tensor is only partly published: 0.07 GiB after its memory snapshot (H100, 0.19.0), less than the 0.26 GiB on one GPU, so the latter is used. What NCCL takes before the snapshot is not published.</source>
        <translation>流水线中每张显卡在任何张量之前占用的量只公布了一部分：其内存快照之后为 0.07 GiB (H100，0.19.0)，少于单个 GPU 时的 0.26，此处按后者计入。NCCL 在快照之前占用的量没有公布。</translation>
    </message>
    <message>
        <source>The weights are not on this machine</source>
        <translation>权重不在这台机器上</translation>
    </message>
    <message>
        <source>The weights are on %1</source>
        <translation>权重在 %1 上</translation>
    </message>
    <message>
        <source>this machine has only the headers of the model; replace FOLDER_OR_REPOSITORY with the folder that contains the weights</source>
        <translation>这里只有模型的文件头；请把 FOLDER_OR_REPOSITORY 换成存放权重的文件夹</translation>
    </message>
    <message>
        <source>this machine has only the headers of the model; use this export on the machine that has %1</source>
        <translation>这里只有模型的文件头；请在 %1 所在的机器上运行</translation>
    </message>
    <message>
        <source>%1 describes a %2, whose head is not supported; Stowage runs models of this family only as language models. The model can be planned and loaded.</source>
        <translation>%1 描述的是 %2，不支持它的头：运行给出的是语言模型的 logits。该模型可以规划和加载。</translation>
    </message>
    <message>
        <source>%1 describes a %2, which has no language-model head, so a run cannot return logits. The model can be planned and loaded.</source>
        <translation>%1 描述的是 %2，它没有语言模型的头，嵌入也没有与这样的头绑定：运行没有可给出的 logits。该模型可以规划和加载。</translation>
    </message>
    <message>
        <source>%1 is a symbolic link to a location outside the served folders (%2). Serve its target with --allow, or copy the target into a served folder.</source>
        <translation>%1 是一个指向所提供文件夹（%2）之外的链接。请用 --allow 把它指向的内容也提供出来，或把内容复制到这里。</translation>
    </message>
    <message>
        <source>%1 layer of cross-attention × %2 numbers × %3 B × %4 positions</source>
        <translation>%1 个交叉注意力层 × %2 个数 × %3 B × %4 个位置</translation>
    </message>
    <message>
        <source>%1 layers of cross-attention × %2 numbers × %3 B × %4 positions</source>
        <translation>%1 个交叉注意力层 × %2 个数 × %3 B × %4 个位置</translation>
    </message>
    <message>
        <source>has PyTorch&apos;s quantised dtype %1, which no target format can store; Stowage does not read its scales. Call dequantize() on the tensor in PyTorch, save the result with torch.save and convert the saved file</source>
        <translation>是 %1，由 PyTorch 量化，其缩放因子在此不读取，没有格式可以容纳；请在 PyTorch 中对它调用 dequantize()，用 torch.save 保存结果，再转换该结果</translation>
    </message>
    <message>
        <source>The name of the tensor %1 begins with a dot: the file of the tensor would be hidden and ignored when the folder is opened. Rename the tensor, or use safetensors or pth.</source>
        <translation>张量 %1 的名称以点开头：其文件会成为隐藏文件，打开文件夹时会被略过。请重命名该张量，或选用 safetensors 或 pth。</translation>
    </message>
    <message>
        <source>The name of the tensor %1 cannot be a file name; rename the tensor, or use pth.</source>
        <translation>张量 %1 的名称不能用作任何文件的名称；请重命名，或选用 pth。</translation>
    </message>
    <message>
        <source>GPU %1 of the list: %2</source>
        <translation>列表中的 GPU %1：%2</translation>
    </message>
    <message>
        <source>a capacity is missing; write capacities, as in 24GiB,24GiB.</source>
        <translation>缺少容量，如 24GiB,24GiB。</translation>
    </message>
    <message>
        <source>The list contains more than 64 devices; specify 64 or fewer.</source>
        <translation>指明了超过 64 个设备；请按 64 个或更少来规划。</translation>
    </message>
    <message>
        <source>The whole model is on disk. Accelerate&apos;s load_checkpoint_and_dispatch then fails if the weights are safetensors files, because load_state_dict requests the invalid device &quot;disk&quot;. Put one module on the CPU, or load with from_pretrained.</source>
        <translation>整个模型都在磁盘上。若权重为 safetensors，Accelerate 的 load_checkpoint_and_dispatch 会在此停止：其 load_state_dict 请求设备 &quot;disk&quot;，该设备无效。请将一个模块放到 CPU 上，或用 from_pretrained 加载。</translation>
    </message>
    <message>
        <source>With from_pretrained of transformers, tie_weights fails if the file contains both weights (the weight on disk is only a meta tensor); otherwise, the first forward pass fails (KeyError). dispatch_model alone works, but copies the weight to %1 in each pass. Put the tied weights on one device.</source>
        <translation>transformers 的 from_pretrained 会停止：若文件中两者都有，则停在 tie_weights，因为磁盘上的那个此时没有数据（meta 张量）；否则停在第一次前向传播（KeyError）。单独使用 dispatch_model 可以运行，但每次传播都要复制到 %1。请将它们放在同一设备上。</translation>
    </message>
    <message>
        <source>The dict of limits names %1 instead of a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;</source>
        <translation>上限的 dict 中写有 %1，此处必须是 GPU 的编号、&quot;cpu&quot; 或 &quot;disk&quot;</translation>
    </message>
    <message>
        <source>%1 tensor of the model is not used in this run and does not affect the output: %2.</source>
        <translation>模型的 %1 个张量在此被略去，因此答案不含它所计算的内容：%2。</translation>
    </message>
    <message>
        <source>%1 tensors of the model are not used in this run and do not affect the output: %2.</source>
        <translation>模型的 %1 个张量在此被略去，因此答案不含它们所计算的内容：%2。</translation>
    </message>
    <message>
        <source>Choose another engine.</source>
        <translation>请选择其他引擎。</translation>
    </message>
    <message>
        <source>how %1 stores encoder or image positions, which a decoder attends to in addition to tokens</source>
        <translation>%1 如何保存解码器除其 token 之外所关注的内容（编码器的位置、图像）</translation>
    </message>
    <message>
        <source>how much memory %1 needs to recompute keys and values of encoder positions in each pass</source>
        <translation>%1 在每次前向中重新计算编码器位置的键和值所需的内存</translation>
    </message>
    <message>
        <source>the number of encoder or image positions that this model attends to in addition to tokens</source>
        <translation>该模型除其 token 之外关注多少个位置（编码器的、图像的）</translation>
    </message>
    <message>
        <source>No option specifies this number; compare the estimate with a log of the engine.</source>
        <translation>没有可提供它的选项：请与引擎的日志比较。</translation>
    </message>
    <message>
        <source>the maximum number of positions of this model&apos;s encoder, for which %1 reserves memory</source>
        <translation>该模型的编码器最多可给出的位置数（%1 会为其预留空间）</translation>
    </message>
    <message>
        <source>Undetermined for %1 models together.</source>
        <translation>无法确定：%1 个模型合计。</translation>
    </message>
    <message>
        <source>Fits with offload (weights only): %1 on the CPU, %2 on disk</source>
        <translation>卸载后可容纳（仅权重）：%1 从 CPU 运行，%2 从磁盘运行</translation>
    </message>
    <message>
        <source>Fits with offload (weights only): %1 on the CPU</source>
        <translation>卸载后可容纳（仅权重）：%1 从 CPU 运行</translation>
    </message>
    <message>
        <source>Fits with offload (weights only): %1 on disk</source>
        <translation>卸载后可容纳（仅权重）：%1 从磁盘运行</translation>
    </message>
    <message>
        <source>Fits (weights only): %1 in the memory shared by CPU and GPU</source>
        <translation>可容纳（仅权重）：CPU 与 GPU 共享的内存中 %1</translation>
    </message>
    <message>
        <source>Fits (weights only): %1 on the CPU</source>
        <translation>可容纳（仅权重）：CPU 上 %1</translation>
    </message>
    <message>
        <source>Fits (weights only): %1 on %2 GPU</source>
        <translation>可容纳（仅权重）：%2 个 GPU 上 %1</translation>
    </message>
    <message>
        <source>Fits (weights only): %1 on %2 GPUs</source>
        <translation>可容纳（仅权重）：%2 个 GPU 上 %1</translation>
    </message>
    <message>
        <source>Not known: %1. %2</source>
        <translation>未知：%1。%2</translation>
    </message>
    <message>
        <source>%1 sequences × %2 in %3 layers = %4, according to the key-values of the file</source>
        <translation>%1 个序列 × %2（%3 层，按文件的键值） = %4</translation>
    </message>
    <message>
        <source>%1 is not a card of the catalogue; choose a card, or specify a size, as in 24GiB.</source>
        <translation>%1 不是目录中的显卡；请选择一个，或给出容量，例如 24GiB。</translation>
    </message>
    <message>
        <source>One of the four GPUs of the board.</source>
        <translation>板卡上四个 GPU 中的一个。</translation>
    </message>
    <message>
        <source>94.97 GiB minus the 94.01 GiB that were free before the weights; RTX PRO 6000</source>
        <translation>94.97 GiB 减去加载权重前空闲的 94.01；RTX PRO 6000</translation>
    </message>
    <message>
        <source>139.80 GiB minus the 137.29 GiB that were free before the weights; H200</source>
        <translation>139.80 GiB 减去加载权重前空闲的 137.29；H200</translation>
    </message>
    <message>
        <source>replayed</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>by formula</source>
        <translation>按公式</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>不完整</translation>
    </message>
    <message>
        <source>consumed</source>
        <translation>已占用</translation>
    </message>
    <message>
        <source>The plan computes in bfloat16</source>
        <translation>方案以 bfloat16 计算</translation>
    </message>
    <message>
        <source>%1 uses float16 on GPUs with a compute capability below 8.0</source>
        <translation>在计算能力低于 8.0 的 GPU 上 %1 使用 float16</translation>
    </message>
    <message>
        <source>an unsupported method</source>
        <translation>无法规划的方法</translation>
    </message>
    <message>
        <source>is %1; Stowage supports bitsandbytes, gptq, awq, fp8 and mxfp4.</source>
        <translation>为 %1；Stowage 能规划 bitsandbytes、gptq、awq、fp8 和 mxfp4。</translation>
    </message>
    <message>
        <source>A limit of %1 would be enough.</source>
        <translation>上限设为 %1 即可。</translation>
    </message>
    <message>
        <source>A limit of %1 on each GPU would be enough.</source>
        <translation>每个 GPU 的上限设为 %1 即可。</translation>
    </message>
    <message>
        <source>The sequential strategy would use this GPU.</source>
        <translation>sequential 策略会使用它。</translation>
    </message>
    <message>
        <source>%1 receives no weights: %2 needs %3. The strategy allows this GPU %4, of which %6 remains after reserving %5 for the largest layer.</source>
        <translation>%1 没有分到任何内容：%2 需要 %3，但其份额 %4 减去为最大层保留的 %5 后只剩 %6。</translation>
    </message>
    <message>
        <source>%1 receives no weights: %2 needs %3, but the strategy allows this GPU only %4.</source>
        <translation>%1 没有分到任何内容：%2 需要 %3，但其份额只有 %4。</translation>
    </message>
    <message>
        <source>num_gpus is %1. A larger num_gpus uses more GPUs.</source>
        <translation>num_gpus 为 %1。更大的 num_gpus 会使用更多 GPU。</translation>
    </message>
    <message>
        <source>model.to(&quot;cuda&quot;) moves everything to one GPU. To use more GPUs, set num_gpus.</source>
        <translation>model.to(&quot;cuda&quot;) 将全部内容移到一个 GPU。更大的 num_gpus 会使用更多 GPU。</translation>
    </message>
    <message>
        <source>max_memory does not contain this GPU, and %1 uses only devices in max_memory. Add this GPU, as in %2=10GiB.</source>
        <translation>max_memory 没有列出它，而 %1 不会在未列出的设备上放置任何内容。请在其中列出它，如 %2=10GiB。</translation>
    </message>
    <message>
        <source>max_memory does not contain these GPUs, and %1 uses only devices in max_memory. Add these GPUs, as in %2=10GiB.</source>
        <translation>max_memory 没有列出它们，而 %1 不会在未列出的设备上放置任何内容。请在其中列出它们，如 %2=10GiB。</translation>
    </message>
    <message>
        <source>%1 (%2) cannot be split, but the strategy allows each GPU at most %3, so it does not fit on any GPU. Give one GPU a larger limit, or plan in a smaller dtype.</source>
        <translation>%1（%2）大于每个 GPU 的份额 %3，且不能拆分，因此没有 GPU 能容纳它。请为一个 GPU 设置更大的上限，或以更小的 dtype 规划。</translation>
    </message>
    <message>
        <source>%1 (%2) exceeds the limit of every GPU (%3) by %4, so the CPU computes the whole model. Give one GPU a limit of %5, plan in a smaller dtype, or move one model at a time to a GPU (enable_model_cpu_offload).</source>
        <translation>%1（%2）比每个 GPU 的上限 %3 大 %4，因此全部由 CPU 计算。请为一个 GPU 设置 %5 的上限，以更小的 dtype 规划，或让各模型轮流使用 GPU（enable_model_cpu_offload）。</translation>
    </message>
    <message>
        <source>the size of the weights, which are quantised with an unsupported method</source>
        <translation>以无法规划的方法量化的权重有多大</translation>
    </message>
    <message>
        <source>Open the model&apos;s files, or plan the weights without quantisation (--quantize none; in the window under Quantise) or as nf4, fp8 or int8.</source>
        <translation>请打开模型的文件，或按不量化规划（--quantize none；在窗口中为“量化”），或按 nf4、fp8 或 int8 规划。</translation>
    </message>
    <message>
        <source>Undetermined (weights only). %1</source>
        <translation>无法确定（仅权重）。%1</translation>
    </message>
    <message>
        <source>On this GPU, transformers supports MXFP4 only with Triton 3.4 and the package &quot;kernels&quot;; %1</source>
        <translation>在此 GPU 上，transformers 只有在有 Triton 3.4 和软件包 kernels 的情况下才支持 MXFP4；%1</translation>
    </message>
    <message>
        <source>Without a GPU, transformers undoes %1: the model is planned unquantised, with %2 of weights.</source>
        <translation>没有 GPU 时 transformers 会撤销 %1：模型按不量化计划，权重为 %2。</translation>
    </message>
    <message>
        <source>transformers undoes %1 for the whole model because GPU 0 has compute capability %2, but at least %3 is required. The model is planned unquantised, with %4 of weights. Put a newer GPU first, or choose another quantisation.</source>
        <translation>GPU 0 的计算能力为 %2，而最低要求为 %3，因此 transformers 会对整个模型撤销 %1：模型按不量化计划，权重为 %4。请将较新的 GPU 放在首位，或选择其他量化方式。</translation>
    </message>
    <message>
        <source>Batched tokens</source>
        <translation>批处理 token</translation>
    </message>
    <message>
        <source>Maximum number of tokens in one forward pass of vLLM, all sequences together (default: vLLM&apos;s default for the card)</source>
        <translation>vLLM 一次前向传播中所有序列合计的最大 token 数（默认为 vLLM 对该显卡的默认值）</translation>
    </message>
    <message>
        <source>Share of GPU memory</source>
        <translation>GPU 占比</translation>
    </message>
    <message>
        <source>Share of each GPU&apos;s memory that vLLM uses (default 0.92), or that SGLang uses for weights and cache (default: SGLang&apos;s default for the card)</source>
        <translation>vLLM 占用每个 GPU 内存的比例（0.92），或 SGLang 分给权重和缓存的比例（该显卡的自动值）</translation>
    </message>
    <message>
        <source>at most %1 tokens per pass</source>
        <translation>每次前向传播至多 %1 个 token</translation>
    </message>
    <message>
        <source>%1 of each GPU&apos;s memory</source>
        <translation>每个 GPU 的 %1</translation>
    </message>
    <message>
        <source>%1, %2 (declared by config.json)</source>
        <translation>%1，%2（由 config.json 声明）</translation>
    </message>
    <message>
        <source>%1 (declared by config.json)</source>
        <translation>%1（由 config.json 声明）</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is not a number; write a number such as 0.92.</source>
        <translation>%1 “%2”不是数字；请写成 0.92 的形式。</translation>
    </message>
    <message>
        <source>The weights are scaled float8 in ComfyUI&apos;s format, which diffusers does not read. The sizes do not include the scales (scale_weight).</source>
        <translation>权重是 ComfyUI 写出的带缩放的 float8，每个旁边有一个 scale_weight：diffusers 不能读取它，缩放系数不计入。</translation>
    </message>
    <message>
        <source>At its start, it gives a share of the free memory of a card (--mem-fraction-static; the default depends on the card&apos;s memory) to weights, keys, values and states. The rest is for activations and CUDA graphs, whose memory is not published in a form that a plan can use.</source>
        <translation>启动时显卡空闲内存的一部分（--mem-fraction-static，默认按显存大小决定）分给权重、键、值和状态；剩下的用于激活和 CUDA 图，其内存没有以方案可用的形式公布。</translation>
    </message>
    <message>
        <source>Each sequence is counted with the maximum number of blocks that it takes, including tokens of passes that are scheduled ahead, as in vLLM&apos;s own check and log; one more block is unused.</source>
        <translation>每个序列按其最多占用的块数计算，包括提前调度的前向的 token，与 vLLM 自身的检查和日志一致；另有一个块不被任何请求使用。</translation>
    </message>
    <message>
        <source>The memory of CUDA graphs has no published formula. Upper estimates are used: 1.9 GiB on cards of 70 GiB and more except A100 and GB10, 0.7 GiB on others. Measured: 0.5 to 1.9 GiB on H100, 0.36 to 0.62 GiB on smaller cards.</source>
        <translation>CUDA 图占用的内存没有公布的公式，因此使用上限估计：在 70 GiB 及以上的显卡（A100 和 GB10 除外）上为 1.9 GiB，在其他显卡上为 0.7 GiB。实测值：H100 上为 0.5 至 1.9 GiB，较小的显卡上为 0.36 至 0.62 GiB。</translation>
    </message>
    <message>
        <source>GPUs that share every layer evenly, instead of a device map (default: 1; with vLLM and SGLang, as many as the model allows)</source>
        <translation>代替设备映射、各自持有每层均等部分的 GPU 数（vLLM、SGLang：模型可划分的最大数目；其他为 1）</translation>
    </message>
    <message>
        <source>Undetermined under %1: %2.</source>
        <translation>在 %1 下无法确定：%2。</translation>
    </message>
    <message>
        <source>Does not fit under %1: %2.</source>
        <translation>在 %1 下放不下：%2。</translation>
    </message>
    <message>
        <source>Fits under %1: %2.</source>
        <translation>在 %1 下放得下：%2。</translation>
    </message>
    <message>
        <source>Fits with offload under %1: %2.</source>
        <translation>在 %1 下卸载后放得下：%2。</translation>
    </message>
    <message>
        <source>the size of the weights (the configuration states no dtype; float32 is assumed)</source>
        <translation>权重的大小（配置中没有写明 dtype，假定为 float32）</translation>
    </message>
    <message>
        <source>Choose a dtype (--dtype; in the window under Type), or open the model&apos;s files.</source>
        <translation>请选择一种（--dtype；在窗口中为“类型”），或打开模型的文件。</translation>
    </message>
    <message>
        <source>the placement of the loaded weights: transformers undoes fp8 on these devices, so the weights need %1 instead of %2</source>
        <translation>权重加载后是否放得下：transformers 在此会还原 fp8，权重占 %1 而不是 %2</translation>
    </message>
    <message>
        <source>Open the model&apos;s config.json alone to plan with the sizes of the loaded weights, or choose a dtype (--dtype, or Type in the window).</source>
        <translation>要按此大小规划，请只打开模型的 config.json，或选择 dtype（--dtype；在窗口中为“类型”）。</translation>
    </message>
    <message>
        <source>the compute capability of GPU 0: below %1, transformers undoes %2, and the weights need %3 instead of %4</source>
        <translation>GPU 0 的计算能力：低于 %1 时 transformers 会还原 %2，权重占 %3 而不是 %4</translation>
    </message>
    <message>
        <source>Name the card (--gpus rtx-4090), or plan without quantisation (--quantize none).</source>
        <translation>请指定显卡（--gpus rtx-4090），或不量化地规划（--quantize none）。</translation>
    </message>
    <message>
        <source>Tokens of each prompt (default 1,024, or fewer if the model has fewer positions)</source>
        <translation>每个提示的 token 数（1,024，模型位置不足时更少）</translation>
    </message>
    <message>
        <source>Tokens generated after each prompt (default 256, or fewer if the model has fewer positions)</source>
        <translation>每个提示之后的 token 数（256，同样可能更少）</translation>
    </message>
    <message>
        <source>Engine: %1. Assumed workload: %2. All figures are estimated.</source>
        <translation>引擎：%1。工作（假定）：%2。所有数字均为估计。</translation>
    </message>
    <message>
        <source>Engine: %1. Workload: %2. All figures are estimated.</source>
        <translation>引擎：%1。工作：%2。所有数字均为估计。</translation>
    </message>
    <message>
        <source>No plan is faster.</source>
        <translation>没有更快的方案。</translation>
    </message>
    <message>
        <source>No plan is faster by more than %1 %.</source>
        <translation>没有快出 %1 % 以上的方案。</translation>
    </message>
    <message>
        <source>The model&apos;s full context of %1 positions fits with this plan.</source>
        <translation>此方案可容纳模型的全部 %1 个位置。</translation>
    </message>
    <message>
        <source>%1 is not a valid safetensors file: the first 8 bytes specify a header length of %2 bytes, but the limit is %3; fetch the file again.</source>
        <translation>%1 不是有效的 safetensors 文件：其前 8 个字节称文件头为 %2 字节，而文件头最多 %3；请重新获取。</translation>
    </message>
    <message>
        <source>%1 is %2, not a checkpoint. Fetch the checkpoint itself; if the file is an archive, extract the archive.</source>
        <translation>%1 是%2，不是检查点；请获取检查点本身，若此文件是压缩包则先解压。</translation>
    </message>
    <message>
        <source>%1 contains %2 files, but the limit for files that are read as tensors is %3.</source>
        <translation>%1 有 %2 个文件；最多读取 %3 个作为张量。</translation>
    </message>
    <message>
        <source>%1 was opened, because from_pretrained opens this file. The folder also contains %2. Accelerate rejects a folder with several .index.json files: pass the opened file to Accelerate.</source>
        <translation>已采用 %1，与 from_pretrained 一致；文件夹中还有 %2。Accelerate 会拒绝含多个 .index.json 的文件夹：请指定此文件。</translation>
    </message>
    <message>
        <source>The index %1 is outdated: all tensors of its missing shards (%2) are in other files of the folder (%3). Fetch the index of the other files, or open these files by name.</source>
        <translation>%1 已过时：其缺失分片（%2）的所有张量都在同一文件夹的其他文件（%3）中。请获取这些文件的索引，或按名称打开它们。</translation>
    </message>
    <message>
        <source>The index %1 is outdated: all tensors of its missing shards (%2) except %3 are in other files of the folder (%4). Fetch the index of the other files, or open these files by name.</source>
        <translation>%1 已过时：其缺失分片（%2）的张量除 %3 外都在同一文件夹的其他文件（%4）中。请获取这些文件的索引，或按名称打开它们。</translation>
    </message>
    <message>
        <source>%1: the model is planned from its config.json. To load the model, put %2 next to the index.</source>
        <translation>%1：按其 config.json 规划模型；要加载，请把 %2 放在索引旁边。</translation>
    </message>
    <message>
        <source>%1 For now, the model is planned from its config.json.</source>
        <translation>%1 在此之前按其 config.json 规划模型。</translation>
    </message>
    <message>
        <source>%1: the names and the total size of the tensors match %2, whose modules are used for the plan. To load the model, put %3 next to the index.</source>
        <translation>%1：其张量的名称和总大小与 %2 相同，按其模块规划；要加载，请把 %3 放在索引旁边。</translation>
    </message>
    <message>
        <source>%1 The names and the total size of the tensors match %2, whose modules are used for the plan.</source>
        <translation>%1 其张量的名称和总大小与 %2 相同，按其模块规划。</translation>
    </message>
    <message>
        <source>%1: an index does not contain the shapes of the tensors. To plan the model, put its config.json next to the index; to load the model, also put %2 next to the index.</source>
        <translation>%1：索引没有形状；要规划请把模型的 config.json 放在旁边，要加载请放入 %2。</translation>
    </message>
    <message>
        <source>The tensor %1 %2; convert to safetensors.</source>
        <translation>张量 %1 %2；请转换为 safetensors。</translation>
    </message>
    <message>
        <source>the number of GPUs in %1 is not a number from 1 to 64; write the number as in h100*8 or 8xh100.</source>
        <translation>%1：GPU 数量（如 h100*8 或 8xh100）应为 1 到 64。</translation>
    </message>
    <message>
        <source>%1 contains only the image or audio part of a model (%2), which no engine loads alone; export the GGUF file of the model itself.</source>
        <translation>%1 只包含模型的图像或音频部分（%2），没有引擎会单独加载它；请导出模型本身的 GGUF 文件。</translation>
    </message>
    <message>
        <source>%1 contains several models (%2). llama.cpp rejects such a file (&quot;wrong number of tensors&quot;), and Stowage does not know where Ollama places the layers. Export a GGUF file of the language model alone; the other models belong in a file for --mmproj.</source>
        <translation>%1 包含多个模型（%2）：llama.cpp 会拒绝这样的文件（&quot;wrong number of tensors&quot;），而 Ollama 把其层放在哪里尚不清楚。请导出仅含模型的 GGUF 文件；其他部分应放在 --mmproj 的文件中。</translation>
    </message>
    <message>
        <source>The setting %1 is %2, but a number up to %3 is required.</source>
        <translation>%1 是 %2；此处需要不超过 %3 的数字。</translation>
    </message>
    <message>
        <source>%1 slots share a cache of %2 tokens, and a single slot can use the whole cache. The estimate assumes %3 tokens per slot, which requires the same memory.</source>
        <translation>%1 个槽位共享 %2 个 token 的空间，单个槽位也可全部占用。按每个 %3 个 token 计算，所需相同。</translation>
    </message>
    <message>
        <source>The verdict is for %1 sequences at the same time, each with the whole context. The engine also starts if only one sequence fits; the other sequences then wait.</source>
        <translation>结论针对同时处理 %1 个序列，每个都有完整上下文。引擎只要有一个序列的空间就会启动；其余的等待。</translation>
    </message>
    <message>
        <source>The settings name the model %1, but the model %2 is open. Open the model that the settings name, or make sure that both names mean the same model.</source>
        <translation>设置指定的模型是 %1，而打开的是 %2。请打开设置指定的模型，或确认两者相同。</translation>
    </message>
    <message>
        <source>The verdict ignores these settings, which affect the memory but are not imported: %1.</source>
        <translation>以下设置会改变内存需求但未采用：%1。结论不包含它们。</translation>
    </message>
    <message>
        <source>These settings are not imported and have no known effect on the memory: %1.</source>
        <translation>未采用且不知会改变内存需求的设置：%1。</translation>
    </message>
    <message>
        <source>vLLM 0.22.0 to 0.27.1 silently ignores the offload options if it uses its V2 model runner, the default for many models</source>
        <translation>vLLM 0.22.0 到 0.27.1 在使用其第二个模型运行器（许多模型的默认值）时会忽略卸载选项且不作提示</translation>
    </message>
    <message>
        <source>use vLLM 0.28.0 or later, or set VLLM_USE_V2_MODEL_RUNNER=0 for these versions</source>
        <translation>请使用 0.28.0 或更高版本，或对这些版本设置 VLLM_USE_V2_MODEL_RUNNER=0</translation>
    </message>
    <message>
        <source>Stowage treats %1 stages of %2 GPUs each as a pipeline of %3 GPUs.</source>
        <translation>%1 个各含 %2 个 GPU 的阶段按 %3 个 GPU 的流水线计算。</translation>
    </message>
    <message>
        <source>The tensor %1 %2. The tensor cannot be loaded; save it in another dtype or shape.</source>
        <translation>张量 %1 %2：无法加载；请以其他 dtype 或形状保存。</translation>
    </message>
    <message>
        <source>replace FOLDER_OR_REPOSITORY with the folder or repository of the weights; config.json names %1 (_name_or_path), but for a fine-tuned model, this is often the base model</source>
        <translation>请用含有它们的文件夹或仓库替换 FOLDER_OR_REPOSITORY；其 config.json 写的是 %1（_name_or_path），这往往是微调的基础模型</translation>
    </message>
    <message>
        <source>is %1, but torch has no 6-bit numbers</source>
        <translation>是 %1，而 torch 没有 6 位的数</translation>
    </message>
    <message>
        <source>is %1 with an odd last dimension, but torch stores two numbers of this dimension in each byte</source>
        <translation>是最后一维为奇数的 %1，而 torch 沿该维每字节存两个数</translation>
    </message>
    <message>
        <source>The forward pass computes in float32, bfloat16 and float16, but the weight %1 has the dtype %2; %3.</source>
        <translation>前向传播以 float32、bfloat16 和 float16 计算，而 %1 为 %2；%3。</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分钟</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>the catalogue has no card with the name %1; specify a size, as in 24GiB, or a card, as in rtx-4090.</source>
        <translation>目录中没有名为 %1 的显卡；请给出大小，如 24GiB，或显卡，如 rtx-4090。</translation>
    </message>
    <message>
        <source>the catalogue has no card with the name %1; specify a size, as in 24GiB, or a card with a similar name: %2.</source>
        <translation>目录中没有名为 %1 的显卡；请给出大小，如 24GiB，或名称相近的显卡：%2。</translation>
    </message>
    <message>
        <source>%1 uses float16 for GGUF files on GPUs with a compute capability below 8.0 or from 10.0 on</source>
        <translation>在计算能力低于 8.0 以及 10.0 及以上的 GPU 上，%1 对 GGUF 文件使用 float16</translation>
    </message>
    <message>
        <source>The offload folder %1 is on a file system in memory, so the %2 of weights that are placed on disk use RAM. Choose an offload folder on a disk, or set TMPDIR to a folder on a disk.</source>
        <translation>卸载文件夹 %1 位于内存中的文件系统，因此放在磁盘上的 %2 会占用内存：请选择磁盘上的卸载文件夹，或把 TMPDIR 设为磁盘上的位置。</translation>
    </message>
    <message>
        <source>The tensor %1 is stored as %2 and cannot be cast to %3. Load the model in Stowage in its stored dtype; to run it, %4.</source>
        <translation>张量 %1 以 %2 存储，无法转换为 %3。请在 Stowage 中以存储的 dtype 加载模型；若要运行，%4。</translation>
    </message>
    <message>
        <source>These weights contain NaN: %1.</source>
        <translation>以下权重含有 NaN：%1。</translation>
    </message>
    <message>
        <source>open a GGUF file of this model in float16, bfloat16 or float32</source>
        <translation>打开此模型的 float16、bfloat16 或 float32 GGUF 文件</translation>
    </message>
    <message>
        <source>load the model in Python with from_pretrained(…, dtype=torch.float32), dequantise it if needed, and open the output of save_pretrained(…)</source>
        <translation>在 Python 中用 from_pretrained(…, dtype=torch.float32) 加载模型（已量化则反量化），再打开 save_pretrained(…) 写出的文件</translation>
    </message>
    <message>
        <source>Placed by the key %1 of the map.</source>
        <translation>由映射的键 %1 放置。</translation>
    </message>
    <message>
        <source>The map places parts of this module by separate keys: %1.</source>
        <translation>映射用单独的键放置其部分：%1。</translation>
    </message>
    <message>
        <source>The context of %1 tokens is shorter than the prompt plus the generated tokens, so %2 tokens are used instead.</source>
        <translation>上下文长度 %1 短于提示词与生成的 token 之和：按 %2 个 token 计。</translation>
    </message>
    <message>
        <source>The output contains NaN (%2 of %1 numbers), so the result is meaningless. These weights contain NaN: %3.</source>
        <translation>输出含有 NaN（%1 个数中有 %2 个），因此结果没有意义。含 NaN 的权重：%3。</translation>
    </message>
    <message>
        <source>Estimated time on an assumed card: first token after %1, then %2 tokens per second (range %3 to %4, from published figures); limited by %5 speed.</source>
        <translation>估算时间（假定的显卡）：第一个 token 在 %1 后，之后每秒 %2 个 token（范围 %3 到 %4，依据公布的数值），受限于%5的速度。</translation>
    </message>
    <message>
        <source>Estimated time: the prompts are processed after %1; limited by %2 speed. The model generates no tokens.</source>
        <translation>估算时间：提示词在 %1 后处理完，受限于%2的速度。此模型不生成 token。</translation>
    </message>
    <message>
        <source>Estimated time: first token after %1, then %2 tokens per second (range %3 to %4, from published figures); limited by %5 speed.</source>
        <translation>估算时间：第一个 token 在 %1 后，之后每秒 %2 个 token（范围 %3 到 %4，依据公布的数值），受限于%5的速度。</translation>
    </message>
    <message>
        <source>Estimated time: first token after %1, then %2 tokens per second; limited by %3 speed.</source>
        <translation>估算时间：第一个 token 在 %1 后，之后每秒 %2 个 token，受限于%3的速度。</translation>
    </message>
    <message>
        <source>Hardware rates: %1.</source>
        <translation>硬件速率：%1。</translation>
    </message>
    <message>
        <source>%1: undetermined, because the engine does not load the weights of this model.</source>
        <translation>%1：无法确定，因为引擎不加载这些权重。</translation>
    </message>
    <message>
        <source>%1: not known.</source>
        <translation>%1：未知。</translation>
    </message>
    <message>
        <source>%1: undetermined, because the following is not known: %2.</source>
        <translation>%1：无法确定，因为以下未知：%2。</translation>
    </message>
    <message>
        <source>Keys of the file are renamed (--rename)</source>
        <translation>文件的键在此处改了名 (--rename)</translation>
    </message>
    <message>
        <source>%1 reads the keys under their original names; stowagectl convert writes the model with the new names</source>
        <translation>%1 按其原名读取；stowagectl convert 可用新名称写出模型</translation>
    </message>
    <message>
        <source>The model is in a nested dict of the file (%1)</source>
        <translation>模型是文件的一部分（%1）</translation>
    </message>
    <message>
        <source>%1 looks for tensors only at the top level of the file; stowagectl convert writes the model to a separate file</source>
        <translation>%1 在文件顶层查找其张量；stowagectl convert 可单独写出它们</translation>
    </message>
    <message>
        <source>%1 already exists and was not written by a load of this model; remove the file or choose another offload folder.</source>
        <translation>%1 已存在，且不是此模型的加载写入的；请将其删除或选择其他卸载文件夹。</translation>
    </message>
    <message>
        <source>The model has an adapter, and weights of the model are on disk</source>
        <translation>适配器之下的权重位于磁盘上</translation>
    </message>
    <message>
        <source>PEFT copies the weight files into a folder below the working directory; the copy needs as much space as the weights</source>
        <translation>PEFT 会在脚本运行的文件夹下写入这些文件的副本，占用同样大的空间</translation>
    </message>
    <message>
        <source>The model has several adapters, and weights of the model are offloaded</source>
        <translation>多个适配器之下有内容被卸载</translation>
    </message>
    <message>
        <source>PEFT loads only the first adapter for offloaded modules; put the modules that the other adapters change on GPUs, or load only one adapter</source>
        <translation>对于卸载的模块 PEFT 只加载第一个适配器；请把其他适配器修改的模块保留在 GPU 上，或只加载一个适配器</translation>
    </message>
    <message>
        <source>dispatch_model fails: ValueError, &quot;%1 is on the meta device, we need a `value` to put in on %2&quot;.</source>
        <translation>dispatch_model 会停止：ValueError，&quot;%1 is on the meta device, we need a `value` to put in on %2&quot;。</translation>
    </message>
    <message>
        <source>The first forward pass fails at %1: NotImplementedError, &quot;Cannot copy out of meta tensor; no data!&quot;.</source>
        <translation>第一次前向传播在 %1 处停止：NotImplementedError，&quot;Cannot copy out of meta tensor; no data!&quot;。</translation>
    </message>
    <message>
        <source>The first forward pass fails: KeyError, &apos;%1&apos;, because Accelerate stores no weights for the entry &quot;&quot; on the CPU.</source>
        <translation>第一次前向传播会停止：KeyError，&apos;%1&apos;，因为 Accelerate 不为 CPU 上的 &quot;&quot; 保留权重。</translation>
    </message>
    <message>
        <source>Accelerate puts all weights of the entry &quot;&quot; on %1, the main device, instead.</source>
        <translation>Accelerate 会把 &quot;&quot; 覆盖的全部内容改放到主设备 %1。</translation>
    </message>
    <message>
        <source>The hooks of the outer entry remain on the modules that the inner entry moves. As a result, %1 receives the input on %2, and the first forward pass fails with &quot;Expected all tensors to be on the same device&quot;.</source>
        <translation>外层条目的钩子会留在内层条目移动的内容上：%1 在 %2 上得到输入，第一次前向传播会以 &quot;Expected all tensors to be on the same device&quot; 停止。</translation>
    </message>
    <message>
        <source>The device map has the entry &quot;%1&quot; on %2 inside the entry &quot;%3&quot; on %4.</source>
        <translation>设备映射中，%4 上的 &quot;%3&quot; 之内有 %2 上的 &quot;%1&quot;。</translation>
    </message>
    <message>
        <source>The device map puts &quot;&quot; (the whole model) on %1, but also has other entries.</source>
        <translation>设备映射把整个模型 &quot;&quot; 放在 %1，并有其他条目。</translation>
    </message>
    <message>
        <source>Use entries that do not contain each other, as in the device map that Copy as Python writes.</source>
        <translation>请为每个部分设置单独的条目，互不嵌套，如“复制为 Python”写出的映射。</translation>
    </message>
    <message>
        <source>%1 runs on %2 and %3 runs on %4, but the model adds the outputs of both modules: the forward pass fails with %5. Put both modules on one device.</source>
        <translation>%1 在 %2 上运行，%3 在 %4 上运行，但模型会把它们的结果相加：前向传播会以 %5 停止。请把它们放到一个设备上。</translation>
    </message>
    <message>
        <source>which torch does not access through CUDA, but Stowage plans only for CUDA devices; use a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>torch 用 CUDA 以外的库驱动它，而 Stowage 为 CUDA 设备规划；请使用 GPU 编号、&quot;cpu&quot; 或 &quot;disk&quot;。</translation>
    </message>
    <message>
        <source>The device map specifies the device %1 as a string at byte %2, but torch rejects this string (&quot;Invalid device string: &apos;%3&apos;&quot;); write %3 or &quot;cuda:%3&quot;.</source>
        <translation>设备映射在字节 %2 处以文本给出设备 %1，torch 会拒绝（&quot;Invalid device string: &apos;%3&apos;&quot;）；请写 %3 或 &quot;cuda:%3&quot;。</translation>
    </message>
    <message>
        <source>A single tensor is larger than the memory of the device: use prompts in chunks, fused attention, or shorter prompts.</source>
        <translation>单个张量就大于该设备：请将提示分块、使用融合注意力，或缩短提示。</translation>
    </message>
    <message>
        <source>The weighted sum is %1 × the time to the first token + %2 × the time per token.</source>
        <translation>总和为 %1 × 首个token的时间 + %2 × 每个 token的时间。</translation>
    </message>
    <message>
        <source>No faster plan with this capacity was found; this plan takes %1 per token of this workload.</source>
        <translation>在找到的具有同样空间的方案中它最快：此工作每个 token %1。</translation>
    </message>
    <message>
        <source>For the objective &quot;%1&quot;, no plan was found that fits this workload and keeps the whole model on GPUs.</source>
        <translation>对于目标 %1，未找到将整个模型放在 GPU 上并能承担此工作的方案。</translation>
    </message>
    <message>
        <source>No plan for the objective &quot;%1&quot; fits this workload: all plans were compared.</source>
        <translation>对于目标 %1，没有方案能承担此工作：已比较所有方案。</translation>
    </message>
    <message>
        <source>For the objective &quot;%1&quot;, no plan was found that fits this workload.</source>
        <translation>对于目标 %1，未找到能承担此工作的方案。</translation>
    </message>
    <message>
        <source>To include plans with offload, choose the objective &quot;decode&quot;.</source>
        <translation>目标 decode 还会比较带卸载 (offload) 的方案。</translation>
    </message>
    <message>
        <source>--sweep %1: all devices are in one machine; put some GPUs of --gpus in other machines, as in a/24GiB,b/24GiB.</source>
        <translation>--sweep %1：所有设备都在一台机器上；请将 --gpus 的 GPU 放到其他机器，如 a/24GiB,b/24GiB。</translation>
    </message>
    <message>
        <source>link between machines</source>
        <translation>机器之间的链路</translation>
    </message>
    <message>
        <source>The time of this model is not estimated: the number of positions of its encoder depends on the length of the audio.</source>
        <translation>不估计此模型所需的时间：其编码器的位置数取决于音频的长度。</translation>
    </message>
    <message>
        <source>The time of this model is not estimated: the number of positions of an image or of audio is not known.</source>
        <translation>不估计此模型所需的时间：图像或音频的位置数未知。</translation>
    </message>
    <message>
        <source>The time of this model is not estimated: it is not known how much data each layer reads per token.</source>
        <translation>不估计此模型所需的时间：每层从其token读取什么未知。</translation>
    </message>
    <message>
        <source>%1.json must specify a known link together with the source of the link, or neither.</source>
        <translation>%1.json 必须同时指明一条已知的链路及其来源，或两者都不指明。</translation>
    </message>
    <message>
        <source>%1 of offloaded weights is copied to %2 in the first forward pass of each prompt, and %3 in every later pass</source>
        <translation>每个提示有 %1 复制到 %2，之后每次前向传播有 %3</translation>
    </message>
    <message>
        <source>These options of the plan do not apply to this model or machine and are ignored: %1.</source>
        <translation>此模型或机器无法保留因而省略的方案选项：%1。</translation>
    </message>
    <message>
        <source>The times apply only if there is enough memory.</source>
        <translation>这些时间假定内存足够。</translation>
    </message>
    <message>
        <source>With %1: %2, first token after %3, %4 tokens per second instead of %5.</source>
        <translation>使用 %1：%2，首个token在 %3 后，每秒 %4 个token，原为 %5。</translation>
    </message>
    <message>
        <source>fits with offload</source>
        <translation>通过卸载 (offload) 放得下</translation>
    </message>
    <message>
        <source>One of the two GPUs of a superchip; the memory of its Grace CPU is not counted. Both share the 450 GB/s of that CPU&apos;s NVLink-C2C.</source>
        <translation>超级芯片两个 GPU 中的一个；不计其 Grace CPU 的内存。两者共享该 CPU 的 NVLink-C2C 的 450 GB/s。</translation>
    </message>
    <message>
        <source>A device that computes in this plan has not been measured. The speed of another device is used, so the times serve only to compare plans. Run &quot;stowagectl devices --measure&quot; once on the machine with the unmeasured device.</source>
        <translation>此方案中有执行计算的处理器尚未测量。这里用另一款处理器的速率代替，因此这些时间只能用于比较方案。要测量该处理器，请在装有它的机器上运行一次 &quot;stowagectl devices --measure&quot;。</translation>
    </message>
    <message>
        <source>These times are for an assumed card: %1.</source>
        <translation>这是假定的卡的时间：%1。</translation>
    </message>
    <message>
        <source>Write a model&apos;s module tree as .tree.json, optionally with your own Python</source>
        <translation>将模型的模块写成 .tree.json，也可用自己的 Python</translation>
    </message>
    <message>
        <source>Print a script that completes options in bash, zsh or fish</source>
        <translation>输出在 bash、zsh 或 fish 中补全选项的脚本</translation>
    </message>
    <message>
        <source>Checkpoint file or folder</source>
        <translation>检查点文件或文件夹</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, config.json, .tree.json, &quot;-&quot;, or a project</source>
        <translation>检查点文件或文件夹、config.json、.tree.json、&quot;-&quot;，或项目</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, .tree.json, or a project</source>
        <translation>检查点文件或文件夹、.tree.json，或项目</translation>
    </message>
    <message>
        <source>Checkpoint file, index or folder</source>
        <translation>检查点文件、索引或文件夹</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, config.json, or your own class or function: package.net:Net</source>
        <translation>检查点文件或文件夹、config.json，或自己的类或函数：package.net:Net</translation>
    </message>
    <message>
        <source>Folder to write into, created if missing</source>
        <translation>写入的文件夹，不存在则创建</translation>
    </message>
    <message>
        <source>Folder for index.json and one .dat per tensor, created if missing</source>
        <translation>存放 index.json 和每个张量一个 .dat 的文件夹，不存在则创建</translation>
    </message>
    <message>
        <source>New or empty folder for the copy</source>
        <translation>存放副本的新文件夹或空文件夹</translation>
    </message>
    <message>
        <source>Each file is copied with holes instead of the tensor data.</source>
        <translation>每个文件都不带张量复制，张量所在处留作空洞。</translation>
    </message>
    <message>
        <source>The first device map: a file, the output of plan --json, &quot;-&quot; or the map itself</source>
        <translation>第一个映射：文件、plan --json 的输出、&quot;-&quot; 或映射本身</translation>
    </message>
    <message>
        <source>The second device map</source>
        <translation>第二个映射</translation>
    </message>
    <message>
        <source>File for the logits, as float32</source>
        <translation>logits 的写入位置，float32</translation>
    </message>
    <message>
        <source>A machine that is reachable by ssh, or localhost</source>
        <translation>ssh 能到达的机器，或 localhost</translation>
    </message>
    <message>
        <source>MACHINE:ADDRESS names the address to listen on.</source>
        <translation>MACHINE:ADDRESS 指定监听的地址。</translation>
    </message>
    <message>
        <source>The other machine</source>
        <translation>另一台机器</translation>
    </message>
    <message>
        <source>bash, zsh or fish</source>
        <translation>bash、zsh 或 fish</translation>
    </message>
    <message>
        <source>Levels of modules below the model to show (all)</source>
        <translation>显示模型之下的模块层级数（全部）</translation>
    </message>
    <message>
        <source>List every tensor with file, offset and bytes</source>
        <translation>列出每个张量及其文件、偏移和字节数</translation>
    </message>
    <message>
        <source>Sum parameters and bytes by class</source>
        <translation>按类汇总参数和字节</translation>
    </message>
    <message>
        <source>Show every step of the planner and the effect of each no-split class</source>
        <translation>显示规划器的每一步，以及每个不拆分的类的影响</translation>
    </message>
    <message>
        <source>Show results for a range: gpus=1..4, or with doubling: context=2048..131072*2; at most two ranges</source>
        <translation>显示一个范围内各值的结果：gpus=1..4，或每次加倍 context=2048..131072*2；至多两个范围</translation>
    </message>
    <message>
        <source>The output has one JSON object per line. The variables are context, batch, prompt, generate, prefill_chunk, kv_dtype, dtype, gpus, link, window, and the limit of a device.</source>
        <translation>每行一个 JSON 对象。变量有 context、batch、prompt、generate、prefill_chunk、kv_dtype、dtype、gpus、link、window 以及设备的上限。</translation>
    </message>
    <message>
        <source>Save the plan in this project (.stowage); the plan is named Plan unless --variant is given</source>
        <translation>将方案保存到此项目 (.stowage)；未给出 --variant 时，方案名为 Plan</translation>
    </message>
    <message>
        <source>Settings of another engine from which the plan is derived</source>
        <translation>另一个引擎根据其设置得出的放置</translation>
    </message>
    <message>
        <source>The value is a file, &quot;-&quot;, or the command line, environment variable or device map itself.</source>
        <translation>文件、&quot;-&quot;，或命令行、变量、映射本身。</translation>
    </message>
    <message>
        <source>Engine whose settings --import reads (recognised by the words in the settings)</source>
        <translation>--import 所读设置的引擎（按其用词识别）</translation>
    </message>
    <message>
        <source>One of %1.</source>
        <translation>可取：%1。</translation>
    </message>
    <message>
        <source>Log of an engine: its memory figures are compared with the estimate</source>
        <translation>引擎输出的内存信息，将每个数值与估算比较</translation>
    </message>
    <message>
        <source>A file, or &quot;-&quot;, with the output of PyTorch, vLLM, SGLang or llama.cpp.</source>
        <translation>内含 PyTorch、vLLM、SGLang 或 llama.cpp 输出的文件，或 &quot;-&quot;。</translation>
    </message>
    <message>
        <source>ttft is the time to the first token in seconds. tps is the number of tokens per second of each sequence.</source>
        <translation>ttft 是到第一个 token 的秒数，tps 是每个序列每秒的 token 数。</translation>
    </message>
    <message>
        <source>Estimate all plans of a project, one line each</source>
        <translation>估算项目的所有方案，每个一行</translation>
    </message>
    <message>
        <source>Engine that the plan is written for, such as vllm or llama.cpp</source>
        <translation>方案面向的引擎，如 vllm 或 llama.cpp</translation>
    </message>
    <message>
        <source>Format: safetensors, pth, per-tensor or offload</source>
        <translation>格式：safetensors、pth、per-tensor 或 offload</translation>
    </message>
    <message>
        <source>per-tensor writes one .pt file per tensor. offload writes an offload folder in Accelerate&apos;s format.</source>
        <translation>per-tensor 是每个张量一个 .pt；offload 是 Accelerate 卸载到的文件夹。</translation>
    </message>
    <message>
        <source>Folder for files that the exported command or script needs; created if missing</source>
        <translation>存放该命令所需文件的文件夹，不存在则创建</translation>
    </message>
    <message>
        <source>Document to write: .html, .md, .csv or .svg</source>
        <translation>要写出的文档：.html、.md、.csv 或 .svg</translation>
    </message>
    <message>
        <source>.html and .md contain all plans of a project, .csv contains the bytes of the plans by device, and .svg shows the board of one plan.</source>
        <translation>.html 和 .md 含项目的所有方案，.csv 含其各设备的字节，.svg 含一个方案的看板。</translation>
    </message>
    <message>
        <source>The .tree.json to write (net.tree.json for your own code)</source>
        <translation>要写出的 .tree.json（自己的代码为 net.tree.json）</translation>
    </message>
    <message>
        <source>Export even if Stowage cannot determine whether the plan fits</source>
        <translation>即使无法确定方案能否容纳也导出</translation>
    </message>
    <message>
        <source>Replace an existing file even if it was not written by stowagectl tree</source>
        <translation>替换已有的文件，即使它不是由此命令写入的</translation>
    </message>
    <message>
        <source>Records of loads, runs and chains to include, in addition to those of the project</source>
        <translation>另外收入的加载、运行和链的记录</translation>
    </message>
    <message>
        <source>The records are files that the Stowage window stores, or the JSON output of load, run and compare.</source>
        <translation>窗口保存的文件，或 load、run 和 compare 的 JSON。</translation>
    </message>
    <message>
        <source>Seconds after which Python is stopped (120)</source>
        <translation>多少秒后停止 Python (120)</translation>
    </message>
    <message>
        <source>Architecture, such as gpt2, raschka-gpt2, llama-7b or llama-tiny (gpt2)</source>
        <translation>架构，如 gpt2、raschka-gpt2、llama-7b 或 llama-tiny (gpt2)</translation>
    </message>
    <message>
        <source>gpt2 and raschka-gpt2, each also with -medium, -large or -xl; llama-7b; and, with a few megabytes, llama-tiny, mistral-tiny, mixtral-tiny, qwen2-tiny, qwen3-tiny, bert-tiny, t5-tiny and mamba-tiny.</source>
        <translation>gpt2 和 raschka-gpt2，均可加 -medium、-large 或 -xl；llama-7b；以及只有几兆字节的 llama-tiny、mistral-tiny、mixtral-tiny、qwen2-tiny、qwen3-tiny、bert-tiny、t5-tiny 和 mamba-tiny。</translation>
    </message>
    <message>
        <source>Cast floating-point tensors: float16, bfloat16, float32 or float64</source>
        <translation>转换浮点张量：float16、bfloat16、float32 或 float64</translation>
    </message>
    <message>
        <source>Data type: float32, float16, bfloat16 or float64 (float32)</source>
        <translation>dtype：float32、float16、bfloat16 或 float64 (float32)</translation>
    </message>
    <message>
        <source>File format: safetensors, pth, or per-tensor (safetensors)</source>
        <translation>文件格式：safetensors、pth 或 per-tensor (safetensors)</translation>
    </message>
    <message>
        <source>per-tensor writes one .pt file per tensor.</source>
        <translation>per-tensor 是每个张量一个 .pt。</translation>
    </message>
    <message>
        <source>Maximum total size of the tensors in one safetensors shard; an index file lists the shards</source>
        <translation>一个 safetensors 文件中张量的最大字节数；同时写出索引</translation>
    </message>
    <message>
        <source>A larger tensor is written to a separate file. Headers are not included in the size.</source>
        <translation>更大的张量单独成一个文件。文件头不计入。</translation>
    </message>
    <message>
        <source>Seed of the weights (0)</source>
        <translation>权重的种子 (0)</translation>
    </message>
    <message>
        <source>Weights: default, or perturbed = random norms and biases (default)</source>
        <translation>权重：default，或 perturbed = 归一化和偏置也随机 (default)</translation>
    </message>
    <message>
        <source>Continue an interrupted command; repeat its options</source>
        <translation>以相同的选项继续中断的运行</translation>
    </message>
    <message>
        <source>Print the copy as JSON lines, as stowagectl serve sends them</source>
        <translation>将副本输出为 JSON 行，与 serve 发送的相同</translation>
    </message>
    <message>
        <source>Name of the machine with the weights, to store in the copy</source>
        <translation>副本中记录的、权重所在机器的名称</translation>
    </message>
    <message>
        <source>Folder in which models may be read; repeatable (the home folder)</source>
        <translation>允许读取模型的文件夹；可重复（主文件夹）</translation>
    </message>
    <message>
        <source>Prompt as token IDs (1,2,3)</source>
        <translation>以 token ID 表示的提示词 (1,2,3)</translation>
    </message>
    <message>
        <source>Recorded cases, one JSON object per line, or &quot;-&quot;</source>
        <translation>记录的用例，每行一个 JSON 对象，或 &quot;-&quot;</translation>
    </message>
    <message>
        <source>File of the module trees that the cases refer to</source>
        <translation>用例所指的树</translation>
    </message>
    <message>
        <source>Print each answer as a line of JSON instead of comparing it</source>
        <translation>将每个答案输出为一行 JSON，不作比较</translation>
    </message>
    <message>
        <source>List the cards that --gpus accepts by name, with their published figures</source>
        <translation>列出 --gpus 按名称认识的显卡及其公布的数值</translation>
    </message>
    <message>
        <source>Measure the speed of memory, disk and matrix products; takes about 10 seconds</source>
        <translation>测量内存、磁盘和矩阵乘积，约 10 秒</translation>
    </message>
    <message>
        <source>The rates are stored and used to predict times.</source>
        <translation>速率会保存，用于预测时间。</translation>
    </message>
    <message>
        <source>Folder on the disk to measure (the user&apos;s cache folder)</source>
        <translation>要测量的磁盘上的文件夹（用户的缓存文件夹）</translation>
    </message>
    <message>
        <source>A file is written to the folder and then removed.</source>
        <translation>会在那里写入一个文件，再将其删除。</translation>
    </message>
    <message>
        <source>Maximum size of the file that --measure writes (160MiB)</source>
        <translation>--measure 写入的文件的最大字节数 (160MiB)</translation>
    </message>
    <message>
        <source>Check the CUDA devices instead of a simulated GPU</source>
        <translation>改为检查 CUDA 设备</translation>
    </message>
    <message>
        <source>Prompt as token IDs, such as 15496,11,995; repeat it for more prompts</source>
        <translation>以 token ID 表示的提示词，如 15496,11,995；可重复</translation>
    </message>
    <message>
        <source>Several prompts of any length run in the same forward passes.</source>
        <translation>多个提示词长度不限，在相同的前向传播中运行。</translation>
    </message>
    <message>
        <source>File with the model&apos;s input array, such as the pixel values of an image</source>
        <translation>供接受数组的模型使用的数组，如图像的像素值</translation>
    </message>
    <message>
        <source>The array is float32. An image has the shape channels x height x width. A prompt is optional.</source>
        <translation>float32，图像为通道 x 高 x 宽；可与提示词一起，也可单独使用。</translation>
    </message>
    <message>
        <source>Tokens to generate after the prompt, one pass per token (0)</source>
        <translation>要生成的 token 数，每个各用一次前向传播 (0)</translation>
    </message>
    <message>
        <source>Sample tokens at this temperature; without it, the most likely token is taken</source>
        <translation>按此温度抽取 token（取可能性最大者）</translation>
    </message>
    <message>
        <source>Values above 1 make the probabilities more even. Values below 1 make the probabilities less even.</source>
        <translation>大于 1 时概率更均匀，小于 1 时更不均匀。</translation>
    </message>
    <message>
        <source>With --temperature: draw from the N most likely tokens (all)</source>
        <translation>与 --temperature 同用：从可能性最大的 N 个中抽取（全部）</translation>
    </message>
    <message>
        <source>Seed for --temperature; the same seed draws the same tokens (0)</source>
        <translation>--temperature 的种子；相同的种子抽取相同的 token (0)</translation>
    </message>
    <message>
        <source>Batch size: copies of the prompt in each forward pass (1)</source>
        <translation>同时运行的提示词份数 (1)</translation>
    </message>
    <message>
        <source>Tokens of each prompt in one forward pass, with a KV cache (the whole prompt)</source>
        <translation>每个提示词在一次前向传播中的 token 数，借助缓存（整个提示词）</translation>
    </message>
    <message>
        <source>eager stores the attention scores of a layer in memory, fused does not (eager)</source>
        <translation>eager 将一层的分数放在内存中，fused 不放 (eager)</translation>
    </message>
    <message>
        <source>With LibTorch 2, fused is faster than eager for long prompts.</source>
        <translation>使用 LibTorch 2 时，fused 处理长提示词更快。</translation>
    </message>
    <message>
        <source>First tokens of the decoder of a model such as T5 (from config.json)</source>
        <translation>T5 之类模型的解码器的起始 token（config.json 中的）</translation>
    </message>
    <message>
        <source>Number of threads that compute (one fewer than the number of cores)</source>
        <translation>进行计算的线程数（比核心数少一）</translation>
    </message>
    <message>
        <source>config.json of a model stored without one, such as an offload folder</source>
        <translation>不带 config.json 的模型（如卸载文件夹）的 config.json</translation>
    </message>
    <message>
        <source>Models that run after MODEL on the same tokens, one after another; repeatable</source>
        <translation>接着用相同的 token 依次运行的模型；可重复</translation>
    </message>
    <message>
        <source>All models are in RAM. A model is copied to the execution device as a whole when the model is called, and removed when the next model is called. b*50 calls the model b fifty times, without removing b in between.</source>
        <translation>所有模型都在 RAM 中。模型被调用时整个复制到执行设备，下一个被调用时移除。b*50 将 b 调用五十次，其间一直留在设备上。</translation>
    </message>
    <message>
        <source>Pass each model&apos;s prompt and answer to the next model of --chain</source>
        <translation>将每个模型的提示词和回答传给 --chain 的下一个模型</translation>
    </message>
    <message>
        <source>Only models that accept these tokens receive the prompt and the answer.</source>
        <translation>只传给接受此类 token 的模型。</translation>
    </message>
    <message>
        <source>Methods to compare, such as mmap,streamed (all)</source>
        <translation>要比较的方法，以逗号分隔（全部）</translation>
    </message>
    <message>
        <source>Load method, such as naive or mmap; auto selects a method for the plan and the files (auto)</source>
        <translation>加载方法；auto 按方案和文件选择 (auto)</translation>
    </message>
    <message>
        <source>Simulate the load without reading any weights</source>
        <translation>不触及权重而走一遍加载过程</translation>
    </message>
    <message>
        <source>A dry run also works with a .tree.json, and with models and devices larger than this machine.</source>
        <translation>也可用于 .tree.json，以及比本机更大的模型和设备。</translation>
    </message>
    <message>
        <source>Compare every loaded byte with the file</source>
        <translation>将每个已加载的字节与文件比较</translation>
    </message>
    <message>
        <source>Verify the load and print the SHA-256 of each tensor</source>
        <translation>验证并打印每个张量的 SHA-256</translation>
    </message>
    <message>
        <source>Load even if the pre-flight check refuses the plan</source>
        <translation>即使预检拒绝该方案也加载</translation>
    </message>
    <message>
        <source>RAM limit of the load</source>
        <translation>加载最多可占用的 RAM</translation>
    </message>
    <message>
        <source>The limit applies to %1. The limit is enforced by the pre-flight check, by a watchdog that stops the load and, if possible, by a control group.</source>
        <translation>上限针对：%1。由预检、会停止加载的监视程序以及（可能时）控制组来保证。</translation>
    </message>
    <message>
        <source>Page cache of the files before each load: as-is, cold or warm (as-is)</source>
        <translation>每次加载前文件的页缓存：as-is、cold 或 warm (as-is)</translation>
    </message>
    <message>
        <source>cold drops the pages of the files with posix_fadvise DONTNEED. warm reads the files once.</source>
        <translation>cold：posix_fadvise DONTNEED。warm：将文件读一遍。</translation>
    </message>
    <message>
        <source>Unused RAM before each load: as-is, or touched = written once (as-is)</source>
        <translation>每次加载前未使用的 RAM：as-is，或 touched = 写入一次 (as-is)</translation>
    </message>
    <message>
        <source>touched writes to as much free RAM as the load needs, at most nine tenths of it. A virtual machine then gets this memory from its host before the load, not during the load.</source>
        <translation>touched 会写入加载所需的空闲 RAM，最多为空闲部分的十分之九。这样，虚拟机在加载之前（而不是加载期间）就从主机取得这部分内存。</translation>
    </message>
    <message>
        <source>Load this many times in one process; fail if memory grows (1)</source>
        <translation>一个进程中的加载次数；内存增长则失败 (1)</translation>
    </message>
    <message>
        <source>All memory is released between two loads, unless --reuse is given.</source>
        <translation>除非给出 --reuse，否则两次加载之间会释放所有内存。</translation>
    </message>
    <message>
        <source>With --repeat: load into the memory that the previous load used</source>
        <translation>与 --repeat 一起：加载到上一次加载留下的内存</translation>
    </message>
    <message>
        <source>Keep the weights loaded until the end of standard input</source>
        <translation>保持权重直到标准输入结束</translation>
    </message>
    <message>
        <source>During the load, the lines pause, resume and step on standard input control the load.</source>
        <translation>加载期间遵循其中的 pause、resume 和 step 行。</translation>
    </message>
    <message>
        <source>The forward pass runs on the devices that store the weights. &quot;stowagectl compare&quot; compares its logits with a reference.</source>
        <translation>前向传播在权重所在的设备上运行。compare 会将其 logits 与参考比较。</translation>
    </message>
    <message>
        <source>File of logits from stowagectl reference, to compare with the logits of --forward</source>
        <translation>与 --forward 的 logits 比较的 logits，由 reference 写出</translation>
    </message>
    <message>
        <source>File of logits to compare with those of --forward, created if missing (a temporary file)</source>
        <translation>与 --forward 的 logits 比较的 logits 文件，不存在则创建（临时文件）</translation>
    </message>
    <message>
        <source>GPUs: real, none, or simulated, such as 24GiB,24GiB (real if there are any, else none)</source>
        <translation>GPU：real、none，或模拟，如 24GiB,24GiB（有则 real）</translation>
    </message>
    <message>
        <source>A simulated GPU is [MACHINE/]CAPACITY[*N], followed by any of :used=SIZE, :context=SIZE, :link=RATE, :allocator=KIND and :name=TEXT. CAPACITY may be the name of a card, as in rtx-4090*2 or 2x4090 (devices --catalogue lists the names). RATE is the published rate of the link. MACHINE is the name of another machine of a cluster, as in b/80GiB.</source>
        <translation>模拟 GPU 写作 [MACHINE/]CAPACITY[*N]，其后可接 :used=SIZE、:context=SIZE、:link=RATE、:allocator=KIND 和 :name=TEXT。CAPACITY 也可以是显卡，如 rtx-4090*2 或 2x4090（devices --catalogue 列出它们）；RATE 是链路的公布值；MACHINE 是集群中另一台机器的名称，如 b/80GiB。</translation>
    </message>
    <message>
        <source>Accelerate&apos;s max_memory, such as 0=10GiB,1=10GiB,cpu=30GiB</source>
        <translation>Accelerate 的 max_memory，如 0=10GiB,1=10GiB,cpu=30GiB</translation>
    </message>
    <message>
        <source>The value may also be a Python dict: {0: &apos;10GiB&apos;, &apos;cpu&apos;: &apos;30GiB&apos;}. A number without a unit is in bytes.</source>
        <translation>也可写成 Python 字典：{0: &apos;10GiB&apos;, &apos;cpu&apos;: &apos;30GiB&apos;}。没有单位的数为字节。</translation>
    </message>
    <message>
        <source>RAM to plan with; also the CPU limit unless --max-memory sets one (free RAM)</source>
        <translation>规划所用的 RAM；若 --max-memory 未给出 CPU 的上限，也是该上限（空闲 RAM）</translation>
    </message>
    <message>
        <source>Free RAM is the free memory of the machine or of the process&apos;s cgroup, whichever is less, read once when the model is opened. plan --json reports the time of this reading as read_at. A plan with more RAM than this machine has can be estimated but not loaded.</source>
        <translation>空闲 RAM 是机器及其 cgroup 的，在打开模型时读取一次；plan --json 以 read_at 给出时间。RAM 多于本机的方案可以估算，但不能加载。</translation>
    </message>
    <message>
        <source>Disk capacity for offloaded weights (free space)</source>
        <translation>用于卸载权重的磁盘容量（空闲空间）</translation>
    </message>
    <message>
        <source>A plan with more disk than this machine has can be estimated but not loaded.</source>
        <translation>磁盘多于本机的方案可以估算，但不能加载。</translation>
    </message>
    <message>
        <source>Visible GPUs, renumbered, as in CUDA_VISIBLE_DEVICES: 1,0</source>
        <translation>可见的 GPU，重新编号，同 CUDA_VISIBLE_DEVICES：1,0</translation>
    </message>
    <message>
        <source>Allocator of simulated GPUs: native or expandable_segments (native)</source>
        <translation>模拟 GPU 的分配器：native 或 expandable_segments (native)</translation>
    </message>
    <message>
        <source>The option corresponds to PYTORCH_CUDA_ALLOC_CONF in PyTorch.</source>
        <translation>如 PyTorch 中由 PYTORCH_CUDA_ALLOC_CONF 所设。</translation>
    </message>
    <message>
        <source>Rate and latency between machines of --gpus; repeatable (1.25GB/s:100us)</source>
        <translation>--gpus 中各机器之间的速率和延迟；可重复 (1.25GB/s:100us)</translation>
    </message>
    <message>
        <source>A link without machine names applies to any two machines.</source>
        <translation>没有名称时，表示任意两台机器之间的链路。</translation>
    </message>
    <message>
        <source>Strategy: %1 (auto)</source>
        <translation>策略：%1 (auto)</translation>
    </message>
    <message>
        <source>Device map to use: a file, &quot;-&quot;, the map itself, a strategy, or a device</source>
        <translation>给定的映射：文件、&quot;-&quot;、映射本身，或 auto、cpu 之类的词</translation>
    </message>
    <message>
        <source>The map may be JSON, a Python dict, or a script that contains a Python dict. The words of from_pretrained are also accepted: %1.</source>
        <translation>映射可以是 JSON、Python 字典，或含有它的脚本。词为 from_pretrained 所用：%1。</translation>
    </message>
    <message>
        <source>Place this module on this device; the strategy places the other modules</source>
        <translation>将模块放到设备上；其余由策略规划；可多次指定</translation>
    </message>
    <message>
        <source>Module classes that are never split (the no-split classes of the architecture)</source>
        <translation>保持完整的类（架构自身的）</translation>
    </message>
    <message>
        <source>As in load_hf_model: use the first N GPUs; with 1, the whole model is on one GPU</source>
        <translation>如同 load_hf_model：使用编号最小的 N 个 GPU；为 1 时整个模型在一个上</translation>
    </message>
    <message>
        <source>With --device or --max-gpu-memory, but without --num-gpus, the whole model is on one device, as in load_hf_model, even if a device map was made first. --strategy, --device-map and --max-memory correspond to the **kwargs of load_hf_model.</source>
        <translation>如同 load_hf_model：给出 --device 或 --max-gpu-memory 而不给 --num-gpus 时，即使之前已生成映射，整个模型也在一个设备上。--strategy、--device-map 和 --max-memory 对应 load_hf_model 的 **kwargs。</translation>
    </message>
    <message>
        <source>As in load_hf_model: one limit for each GPU (85 % of its free memory)</source>
        <translation>如同 load_hf_model：每个 GPU 的上限（其空闲内存的 85%）</translation>
    </message>
    <message>
        <source>As in load_hf_model: cpu, cuda, one GPU such as cuda:1, or mps (cuda)</source>
        <translation>如同 load_hf_model：cpu、cuda、单个 GPU（如 cuda:1）或 mps (cuda)</translation>
    </message>
    <message>
        <source>mps means a machine whose CPU and GPU share one memory. A plan for mps cannot be loaded.</source>
        <translation>mps 是 CPU 和 GPU 共用内存的机器；这样的方案不能加载。</translation>
    </message>
    <message>
        <source>Planner: accelerate, or transformers as in from_pretrained (depends on the model)</source>
        <translation>规划器：accelerate，或 from_pretrained 的 transformers（按模型）</translation>
    </message>
    <message>
        <source>The default is transformers for a model with a class of transformers, and accelerate for other models.</source>
        <translation>默认对其类的模型使用 transformers，否则使用 accelerate。</translation>
    </message>
    <message>
        <source>Goal of --strategy optimal: decode, prefill, mix, context or pipeline (decode)</source>
        <translation>--strategy optimal 的目标：decode、prefill、mix、context 或 pipeline (decode)</translation>
    </message>
    <message>
        <source>Weights of time to first token and time per token, for --objective mix (1 and --generate)</source>
        <translation>--objective mix 的权重：首个 token 的时间、每个 token 的时间（1 和 --generate）</translation>
    </message>
    <message>
        <source>Place a smaller module first if the next module does not fit</source>
        <translation>下一个模块放不下时先取较小的模块</translation>
    </message>
    <message>
        <source>Do not merge entries of the device map that are on the same device</source>
        <translation>不合并同一设备上的条目</translation>
    </message>
    <message>
        <source>Dtype of the weights (as stored)</source>
        <translation>按此 dtype 规划和加载（按存储的）</translation>
    </message>
    <message>
        <source>Plan with weights quantised to int8, nf4, fp4, fp8 or mxfp4 (as the config says)</source>
        <translation>按已量化来规划：int8、nf4、fp4、fp8、mxfp4 或 none</translation>
    </message>
    <message>
        <source>A plan with quantised weights cannot be loaded. none ignores the quantisation in config.json.</source>
        <translation>权重已量化的方案不能加载。none 忽略 config.json 中的量化。</translation>
    </message>
    <message>
        <source>With --quantize nf4 or fp4: quantise the scales as well</source>
        <translation>与 --quantize nf4 或 fp4 一起：缩放系数也量化</translation>
    </message>
    <message>
        <source>Plan of a project (the current plan)</source>
        <translation>项目中的方案（当前方案）</translation>
    </message>
    <message>
        <source>LoRA adapter to add: a folder of PEFT or of diffusers; repeatable</source>
        <translation>要加上的 LoRA 适配器：PEFT 或 diffusers 的文件夹；可重复</translation>
    </message>
    <message>
        <source>The adapter is not merged into the weights.</source>
        <translation>适配器不并入权重。</translation>
    </message>
    <message>
        <source>Another model on the same devices, such as a draft model; repeatable</source>
        <translation>同样设备上的另一个模型，如草稿模型；可重复</translation>
    </message>
    <message>
        <source>The .tree.json that the weights belong to (the .tree.json next to the weights)</source>
        <translation>权重所属的 .tree.json（权重旁边的）</translation>
    </message>
    <message>
        <source>Class of the model that is built from a config.json (the class in the config.json)</source>
        <translation>config.json 所构建的类（其中给出的类）</translation>
    </message>
    <message>
        <source>Part of a nested PyTorch checkpoint that contains the model (the largest part)</source>
        <translation>嵌套的 PyTorch 检查点中作为模型的部分（最大的）</translation>
    </message>
    <message>
        <source>Rename keys that begin with A so that they begin with B; repeatable</source>
        <translation>将以 A 开头的键改为以 B 开头；可重复</translation>
    </message>
    <message>
        <source>module.= removes the prefix module. from the keys.</source>
        <translation>module.= 从名称中去掉 module.。</translation>
    </message>
    <message>
        <source>Variant of a diffusers pipeline&apos;s files, such as fp16</source>
        <translation>diffusers 流水线文件的变体，如 fp16</translation>
    </message>
    <message>
        <source>Also plan the model&apos;s layers for multi-token prediction</source>
        <translation>也规划模型的多 token 预测层</translation>
    </message>
    <message>
        <source>Python with transformers, for models that Stowage does not know</source>
        <translation>带有 transformers 的 Python，用于 Stowage 不认识的模型</translation>
    </message>
    <message>
        <source>Python runs in a separate process, without network access, if Stowage does not support the model_type.</source>
        <translation>model_type 未知时，在无网络的独立进程中运行。</translation>
    </message>
    <message>
        <source>Let the Python of --python run the code next to config.json</source>
        <translation>允许此 Python 运行 config.json 旁边的代码</translation>
    </message>
    <message>
        <source>Engine whose memory rules apply, such as vllm (transformers)</source>
        <translation>所用内存规则的引擎（transformers）</translation>
    </message>
    <message>
        <source>One of stowage, transformers, transformers-static, vllm, sglang, llama.cpp.</source>
        <translation>可取 stowage、transformers、transformers-static、vllm、sglang、llama.cpp。</translation>
    </message>
    <message>
        <source>Prompt length in tokens (1024; less if the model has fewer positions)</source>
        <translation>每个提示词的 token 数（1,024，模型位置更少时更少）</translation>
    </message>
    <message>
        <source>Not for run: run takes its prompts from --tokens or --prompt-text</source>
        <translation>不用于 run，其提示词来自 --tokens 或 --prompt-text</translation>
    </message>
    <message>
        <source>Tokens to generate after each prompt (256; less if the model has fewer positions)</source>
        <translation>每个提示词之后的 token 数（256，模型位置更少时更少）</translation>
    </message>
    <message>
        <source>KV-cache dtype: float32, float16, bfloat16, fp8, int8 or q4 (the compute dtype)</source>
        <translation>键和值：float32、float16、bfloat16、fp8、int8 或 q4（计算所用 dtype）</translation>
    </message>
    <message>
        <source>Data type in which the model computes (the weights&apos; dtype)</source>
        <translation>模型计算所用的 dtype（权重的 dtype）</translation>
    </message>
    <message>
        <source>eager keeps all attention scores in memory, fused keeps none (the engine&apos;s default)</source>
        <translation>eager 将所有分数放在内存中，fused 都不放（按引擎）</translation>
    </message>
    <message>
        <source>Tokens of a prompt in one forward pass (the whole prompt)</source>
        <translation>提示词在一次前向传播中的 token 数（整个提示词）</translation>
    </message>
    <message>
        <source>Images of each request, for a model that accepts images (0)</source>
        <translation>每个请求的图像数，用于接受图像的模型 (0)</translation>
    </message>
    <message>
        <source>Tensor-parallel size: GPUs among which every layer is divided (1)</source>
        <translation>各持有每层均等部分的 GPU 数 (1)</translation>
    </message>
    <message>
        <source>Tensor parallelism is used instead of a device map. With vLLM and SGLang, the default is the largest number of GPUs among which the model can be divided.</source>
        <translation>用来代替设备映射。对 vLLM 和 SGLang，默认为模型可划分的最大数量。</translation>
    </message>
    <message>
        <source>Maximum number of tokens in one forward pass of vLLM (vLLM&apos;s default for the card)</source>
        <translation>vLLM 一次前向传播中所有序列的 token 数（按显卡）</translation>
    </message>
    <message>
        <source>Share of each GPU&apos;s memory that vLLM or SGLang uses (0.92; SGLang: depends on the card)</source>
        <translation>vLLM 或 SGLang 占用的每个 GPU 内存的比例（0.92；SGLang：按显卡）</translation>
    </message>
    <message>
        <source>With SGLang, the value is the share for weights and cache.</source>
        <translation>对 SGLang，是权重和缓存的比例。</translation>
    </message>
    <message>
        <source>Folder for weights offloaded to disk (a temporary one, removed at the end)</source>
        <translation>存放磁盘上权重的文件夹（临时文件夹，结束时删除）</translation>
    </message>
    <message>
        <source>Layers to prefetch while a layer computes (2)</source>
        <translation>在运行层之前预先取入权重的层数 (2)</translation>
    </message>
    <message>
        <source>Load a layer&apos;s weights only when the layer runs, as Accelerate does</source>
        <translation>只在层运行时才搬入其权重，与 Accelerate 相同</translation>
    </message>
    <message>
        <source>Device on which offloaded layers run (the lowest-numbered GPU of the map, or else the CPU)</source>
        <translation>卸载的层在何处运行（映射中编号最小的 GPU，否则 CPU）</translation>
    </message>
    <message>
        <source>Stream offloaded modules to a GPU or compute them on the CPU; repeatable (stream)</source>
        <translation>将卸载的模块流式传到 GPU，或在 CPU 上计算；可重复 (stream)</translation>
    </message>
    <message>
        <source>The last rule that names a module, or a parent of that module, applies.</source>
        <translation>以最后一条指定该模块或其上级模块的规则为准。</translation>
    </message>
    <message>
        <source>Also offload buffers, like Accelerate&apos;s offload_buffers</source>
        <translation>缓冲张量也卸载，同 Accelerate 的 offload_buffers</translation>
    </message>
    <message>
        <source>Accelerate&apos;s main_device: device on which offloaded layers run if there are hooks</source>
        <translation>Accelerate 的 main_device：有钩子时，卸载 (offload) 的层在何处运行</translation>
    </message>
    <message>
        <source>Accelerate&apos;s force_hooks: add hooks even if the model is on one device</source>
        <translation>Accelerate 的：即使模型在一个设备上也加钩子</translation>
    </message>
    <message>
        <source>Accelerate&apos;s preload_module_classes: classes whose modules load all weights below them at once</source>
        <translation>Accelerate 的选项：其模块会一次搬入其下全部权重的类</translation>
    </message>
    <message>
        <source>Accelerate&apos;s skip_keys: keyword arguments that hooks do not move to another device</source>
        <translation>Accelerate 的选项：钩子使其留在原处的关键字参数</translation>
    </message>
    <message>
        <source>Load on each of these machines at the same time, with the stowagectl that ssh finds</source>
        <translation>在这些机器上同时加载，使用 ssh 找到的 stowagectl</translation>
    </message>
    <message>
        <source>localhost is this machine. The first machine makes the plan with its own devices. Each machine reads the paths in its own file system.</source>
        <translation>localhost 是本机。第一台机器用其设备制定方案。路径是各机器自己的。</translation>
    </message>
    <message>
        <source>Run the layers in several processes, on machines that are reachable by ssh</source>
        <translation>在 ssh 能到达的机器上用多个进程运行各层</translation>
    </message>
    <message>
        <source>Each process loads and runs some of the layers. localhost is this machine, and MODEL is a path on each machine. Activations are sent directly from address to address, without encryption or authentication. MACHINE:FIRST-LAST@ADDRESS names the address to listen on.</source>
        <translation>每个进程持有模型的一部分。localhost 是本机，MODEL 是各机器自己的路径。激活值在地址之间传送，既不加密也不认证；MACHINE:FIRST-LAST@ADDRESS 指定监听的地址。</translation>
    </message>
    <message>
        <source>Send the weights from this machine to the stages on other machines</source>
        <translation>从本机向其他机器上的每个阶段发送其权重</translation>
    </message>
    <message>
        <source>The weights are removed from the other machines at the end.</source>
        <translation>结束时在那里删除。</translation>
    </message>
    <message>
        <source>Groups of prompts that the stages process at the same time, 1 to 64 (the number of stages)</source>
        <translation>同时经过各阶段的提示词组数，1 到 64（与阶段数相同）</translation>
    </message>
    <message>
        <source>The stages compute at the same time, each on a different group.</source>
        <translation>各阶段同时计算。</translation>
    </message>
    <message>
        <source>Seconds without data after which a stage is considered failed (300)</source>
        <translation>阶段多少秒没有数据即放弃 (300)</translation>
    </message>
    <message>
        <source>File for the memory use of each stage, one line of JSON per second</source>
        <translation>记录各阶段所占内存的文件，每秒一行 JSON</translation>
    </message>
    <message>
        <source>Print one JSON object on standard output, for programs</source>
        <translation>在标准输出上输出一个 JSON 对象，供程序使用</translation>
    </message>
    <message>
        <source>Write each prompt&apos;s last logits as float32 [prompts × vocabulary]</source>
        <translation>将每个提示词最后的 logits 写成 float32 [提示词 × 词表]</translation>
    </message>
    <message>
        <source>For an encoder, the option writes the output values. &quot;-&quot; is standard output.</source>
        <translation>对编码器为其数值。&quot;-&quot; 是标准输出。</translation>
    </message>
    <message>
        <source>Write the memory samples as CSV, with load phase and tensor name</source>
        <translation>将内存采样连同阶段和张量写成 CSV</translation>
    </message>
    <message>
        <source>&quot;-&quot; is standard output.</source>
        <translation>&quot;-&quot; 是标准输出。</translation>
    </message>
    <message>
        <source>Folder for the memory samples of each method as CSV: METHOD.csv</source>
        <translation>存放每种方法的内存采样 CSV 的文件夹：METHOD.csv</translation>
    </message>
    <message>
        <source>Write the activity of devices, links and disk over time, as CSV</source>
        <translation>将设备、链路和磁盘何时做了什么写成 CSV</translation>
    </message>
    <message>
        <source>Write a JSON record of the load: plan, figures and memory curves</source>
        <translation>将含方案和曲线的记录写成 JSON</translation>
    </message>
    <message>
        <source>The window&apos;s history, reports and projects can read the record. If a project is loaded or run, the project then refers to the record. &quot;-&quot; is standard output.</source>
        <translation>窗口的历史、报告和项目会读取它；所加载或运行的项目随后会引用它。&quot;-&quot; 是标准输出。</translation>
    </message>
    <message>
        <source>Write the final position of each tensor in GPU memory, as JSON</source>
        <translation>将结束时每个张量在各 GPU 上的位置写成 JSON</translation>
    </message>
    <message>
        <source>Verify the load, and write each tensor&apos;s device, dtype and verification result as CSV</source>
        <translation>进行验证，并将每个张量的设备、dtype 和比较结果写为 CSV</translation>
    </message>
    <message>
        <source>Write progress and memory as JSON lines during the load</source>
        <translation>加载期间将进度和内存写成 JSON 行</translation>
    </message>
    <message>
        <source>The lines are for programs that follow the load. &quot;-&quot; is standard output. compare accepts this option only with one method.</source>
        <translation>供跟踪加载的程序使用。&quot;-&quot; 是标准输出；compare 仅在一种方法时接受。</translation>
    </message>
    <message>
        <source>Link end that this process represents</source>
        <translation>此进程所在的链路端</translation>
    </message>
    <message>
        <source>Stage that this process runs, with the layers of the stage</source>
        <translation>此进程所担任的阶段及其层</translation>
    </message>
    <message>
        <source>--stage-timeout of this process</source>
        <translation>此进程的 --stage-timeout</translation>
    </message>
    <message>
        <source>--micro-batches of this process</source>
        <translation>此进程的 --micro-batches</translation>
    </message>
    <message>
        <source>Number of stages that share the cores of this machine</source>
        <translation>共用本机核心的阶段数</translation>
    </message>
    <message>
        <source>Print this help and exit</source>
        <translation>显示此帮助并退出</translation>
    </message>
    <message>
        <source>Print all options with their details and exit</source>
        <translation>显示所有选项及其详细说明并退出</translation>
    </message>
    <message>
        <source>Show the version; with --json also those of LibTorch, Qt and the rules</source>
        <translation>显示版本；与 --json 一起还显示 LibTorch、Qt 和规则的版本</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Hooks and offload</source>
        <translation>钩子与卸载</translation>
    </message>
    <message>
        <source>Several machines</source>
        <translation>多台机器</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Between processes of Stowage</source>
        <translation>Stowage 的进程之间</translation>
    </message>
    <message>
        <source>Without --python, Stowage builds the module trees of the models that it supports. With --python, the given Python builds the module tree of every model.</source>
        <translation>不带 --python 时，模块为 Stowage 所认识的；带上它时，无论是什么模型都询问该 Python。</translation>
    </message>
    <message>
        <source>Exit status: 0 if the device map is valid, 5 if the map is valid with warnings, 1 if the map cannot be loaded.</source>
        <translation>退出状态：0 表示映射有效，5 表示有效但有警告，1 表示不能加载。</translation>
    </message>
    <message>
        <source>The exit status is the same as that of &quot;stowagectl plan&quot;. The output contains comments about parts of the plan that the engine cannot express.</source>
        <translation>退出状态：与 plan 相同。引擎无法表达的内容写在注释中。</translation>
    </message>
    <message>
        <source>The folder gpt of the examples contains a model that this command creates: stowagectl sample gpt --arch raschka-gpt2</source>
        <translation>示例中的文件夹 gpt 包含由此命令创建的模型：stowagectl sample gpt --arch raschka-gpt2</translation>
    </message>
    <message>
        <source>The last example below prints a table like that of the window&apos;s lesson on loading GPT-2. To create the model of this example, run: stowagectl sample gpt --arch raschka-gpt2</source>
        <translation>下面最后一个例子打印的表格与窗口中加载 GPT-2 的课程的表格相似。要创建此例子的模型，请运行：stowagectl sample gpt --arch raschka-gpt2</translation>
    </message>
    <message>
        <source>The command reads the model one layer at a time with plain file reads, independently of the loading code.</source>
        <translation>它每次读取模型的一层，采用与加载毫无共用之处的普通读取。</translation>
    </message>
    <message>
        <source>a later peak, with the state dict of %1 on the host, is about as high</source>
        <translation>之后有一个大致同样高的峰值，其中主机上的 state dict 为 %1</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1（模拟）</translation>
    </message>
    <message>
        <source>%1 has no weights</source>
        <translation>%1 为空</translation>
    </message>
    <message>
        <source>%1 has %2: %3</source>
        <translation>%1 有 %2：%3</translation>
    </message>
    <message>
        <source>RAM increase</source>
        <translation>高于加载前的 RAM</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>used by others</source>
        <translation>被其他程序占用</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>estimated, %1</source>
        <translation>估算，%1</translation>
    </message>
    <message>
        <source>reserved (predicted)</source>
        <translation>已保留（预测）</translation>
    </message>
    <message>
        <source>not limited</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>limit for weights</source>
        <translation>权重上限</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>(whole model)</source>
        <translation>（整个模型）</translation>
    </message>
    <message>
        <source>Device map</source>
        <translation>设备映射</translation>
    </message>
    <message>
        <source>%1 more entries are omitted from this report; &quot;stowagectl plan --json&quot; prints all entries.</source>
        <translation>此处省略另外 %1 项；“stowagectl plan --json”列出全部。</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>估算</translation>
    </message>
    <message>
        <source>There is no estimate for the workload of this plan.</source>
        <translation>没有对其工作的估算。</translation>
    </message>
    <message>
        <source>Workload: %1. Memory is calculated by the rules of %2.</source>
        <translation>工作：%1。内存按 %2 的规则计算。</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>basis of the value</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>estimated from rates measured on this machine</source>
        <translation>根据本机实测速率估算</translation>
    </message>
    <message>
        <source>estimated from published rates</source>
        <translation>根据公布的速率估算</translation>
    </message>
    <message>
        <source>First token (prefill)</source>
        <translation>首个 token 用时</translation>
    </message>
    <message>
        <source>Each further token (decode)</source>
        <translation>之后每个 token</translation>
    </message>
    <message>
        <source>%1; range from %2 to %3</source>
        <translation>%1；范围 %2 至 %3</translation>
    </message>
    <message>
        <source>Load time</source>
        <translation>加载时间</translation>
    </message>
    <message>
        <source>predicted from rates measured on this machine</source>
        <translation>根据本机实测速率预测</translation>
    </message>
    <message>
        <source>the disk was not measured (stowagectl devices --measure)</source>
        <translation>磁盘未测量（stowagectl devices --measure）</translation>
    </message>
    <message>
        <source>Basis of the estimate</source>
        <translation>估算的依据</translation>
    </message>
    <message>
        <source>Strategy: %1, which found no plan. Rules: %2.</source>
        <translation>策略：%1 未找到计划。规则：%2。</translation>
    </message>
    <message>
        <source>Strategy: %1. Rules: %2.</source>
        <translation>策略：%1。规则：%2。</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>tokens per second (estimated)</source>
        <translation>每秒 token 数（估算）</translation>
    </message>
    <message>
        <source>load time (predicted)</source>
        <translation>加载时间（预测）</translation>
    </message>
    <message>
        <source>none follow</source>
        <translation>无后续</translation>
    </message>
    <message>
        <source>The plans</source>
        <translation>各计划</translation>
    </message>
    <message>
        <source>%1 %2 (simulated)</source>
        <translation>%1 %2（模拟）</translation>
    </message>
    <message>
        <source>%1 %2 (measured)</source>
        <translation>%1 %2（实测）</translation>
    </message>
    <message>
        <source>chain</source>
        <translation>链</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>有差异</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>%1 (%2), %3</source>
        <translation>%1（%2），%3</translation>
    </message>
    <message>
        <source>Memory of the %1</source>
        <translation>内存：%1</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>量</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>difference from prediction</source>
        <translation>与预测之差</translation>
    </message>
    <message>
        <source>times</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>moved to %1</source>
        <translation>搬到 %1</translation>
    </message>
    <message>
        <source>transfer time (measured)</source>
        <translation>移入用时（实测）</translation>
    </message>
    <message>
        <source>time of all calls (measured)</source>
        <translation>全部调用（实测）</translation>
    </message>
    <message>
        <source>The %1 of %2: %3</source>
        <translation>%2 的%1：%3</translation>
    </message>
    <message>
        <source>Recorded loads and runs</source>
        <translation>加载、运行和链</translation>
    </message>
    <message>
        <source>when (UTC)</source>
        <translation>时间（UTC）</translation>
    </message>
    <message>
        <source>what</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>came to</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>time (measured)</source>
        <translation>时间（实测）</translation>
    </message>
    <message>
        <source>time (predicted)</source>
        <translation>时间（预测）</translation>
    </message>
    <message>
        <source>peak reserved</source>
        <translation>已保留峰值</translation>
    </message>
    <message>
        <source>RAM increase (measured)</source>
        <translation>高于加载前的 RAM（实测）</translation>
    </message>
    <message>
        <source>note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Records that could not be read</source>
        <translation>无法读取的记录</translation>
    </message>
    <message>
        <source>Plans for %1</source>
        <translation>%1 的计划</translation>
    </message>
    <message>
        <source>Created by Stowage on %1.</source>
        <translation>由 Stowage 于 %1 生成。</translation>
    </message>
    <message>
        <source>Created by Stowage on %1 for the model %2.</source>
        <translation>由 Stowage 于 %1 针对 %2 生成。</translation>
    </message>
    <message>
        <source>1 GiB is 2^30 bytes. Simulated and estimated figures are not measurements.</source>
        <translation>1 GiB 为 2^30 字节。模拟或估算的数值并非实测。</translation>
    </message>
    <message>
        <source>Show cards by maximum time to first token and minimum speed: ttft=0.5,tps=30</source>
        <translation>按首个 token 的最长时间和最低速度显示显卡：ttft=0.5,tps=30</translation>
    </message>
    <message>
        <source>Prompt as text; needs the tokenizer files next to the model</source>
        <translation>文本形式的提示词；模型旁需有分词器文件</translation>
    </message>
    <message>
        <source>After the load, run a forward pass of these token IDs, such as 1,2,3; only for raschka-gpt2</source>
        <translation>加载后用这些 token ID（如 1,2,3）运行一次前向传播；仅限 raschka-gpt2</translation>
    </message>
    <message>
        <source>The top level</source>
        <translation>其顶层</translation>
    </message>
    <message>
        <source>Engine whose memory rules apply, such as transformers (stowage)</source>
        <translation>所用内存规则的引擎（stowage）</translation>
    </message>
    <message>
        <source>given by the map</source>
        <translation>由映射指定</translation>
    </message>
    <message>
        <source>%1 %2 (at byte %3).</source>
        <translation>%1 %2（位于字节 %3）。</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>整体</translation>
    </message>
    <message>
        <source>%1 is invalid: %2 %3 Correct it, or use an older copy.</source>
        <translation>%1 已损坏：%2 %3请在那里更正，或采用较早的副本。</translation>
    </message>
    <message>
        <source>%1 is invalid: %2 %3. Correct it, or use an older copy.</source>
        <translation>%1 已损坏：%2 %3。请在那里更正，或采用较早的副本。</translation>
    </message>
    <message>
        <source>is not a whole number from 0 to %1</source>
        <translation>不是 0 到 %1 的整数</translation>
    </message>
    <message>
        <source>is not a number from 0 to %1</source>
        <translation>不是 0 到 %1 的数</translation>
    </message>
    <message>
        <source>is %1, which this version does not support</source>
        <translation>为 %1，此版本不认识它</translation>
    </message>
    <message>
        <source>is not a list</source>
        <translation>不是列表</translation>
    </message>
    <message>
        <source>is not a list with %1 elements</source>
        <translation>不是 %1 项的列表</translation>
    </message>
    <message>
        <source>is not an object</source>
        <translation>不是对象</translation>
    </message>
    <message>
        <source>The host key of %1 is not the key in known_hosts. Ask the administrator of that machine whether the key was replaced. If it was, remove the old key: ssh-keygen -R %1</source>
        <translation>%1 的主机密钥与 known_hosts 中的密钥不同。请向该机器的管理员确认密钥是否已更换。如果已更换，请删除旧密钥：ssh-keygen -R %1</translation>
    </message>
    <message>
        <source>The host key of %1 is not in known_hosts yet. Connect once in a terminal and check the key: ssh %1</source>
        <translation>%1 的主机密钥尚不在 known_hosts 中。请在终端中连接一次并核对密钥：ssh %1</translation>
    </message>
    <message>
        <source>The login to %1 was denied. Stowage cannot type a password here: set up a key for this login, or start an ssh agent that has the key.</source>
        <translation>登录 %1 被拒绝。Stowage 在此处无法输入密码：请为该登录设置密钥，或启动持有密钥的 ssh 代理。</translation>
    </message>
    <message>
        <source>--strategy &quot;%1&quot; is unknown; use %2.</source>
        <translation>--strategy &quot;%1&quot; 未知；请采用 %2。</translation>
    </message>
    <message>
        <source>--mix &quot;%1&quot;: give --objective mix and two weights of at least 0, not both 0, as in --objective mix --mix 1,256.</source>
        <translation>--mix &quot;%1&quot;：请给出 --objective mix 以及两个不小于 0 且不同为 0 的权重，如 --objective mix --mix 1,256。</translation>
    </message>
    <message>
        <source>--double-quant applies only to --quantize nf4 and fp4, not to --quantize %1.</source>
        <translation>--double-quant 只适用于 --quantize nf4 和 fp4，不适用于 --quantize %1。</translation>
    </message>
    <message>
        <source>%1 names %2, but --gpus specifies no GPU; add GPUs to --gpus or name another device.</source>
        <translation>%1 指定了 %2，但 --gpus 没有给出任何设备；请在 --gpus 中添加设备，或指定其他设备。</translation>
    </message>
    <message>
        <source>%1 names %2, but the number of GPUs in --gpus is %3; add GPUs to --gpus or name another device.</source>
        <translation>%1 指定了 %2，但 --gpus 给出的是 %3；请在 --gpus 中添加设备，或指定其他设备。</translation>
    </message>
    <message>
        <source>--pin places &quot;%1&quot; on two devices; keep one of the two.</source>
        <translation>--pin 为 &quot;%1&quot; 给出了两个设备；请保留其中一个。</translation>
    </message>
    <message>
        <source>the disk cannot compute; use a GPU or the CPU.</source>
        <translation>磁盘上不能进行任何计算；请使用 GPU 或 CPU。</translation>
    </message>
    <message>
        <source>--execution-device sets the same device; give only one of the two options.</source>
        <translation>--execution-device 表示同样的内容；请只给出其中一个。</translation>
    </message>
    <message>
        <source>%1 names %2, which is not one of the devices; use a GPU of --gpus, or the CPU.</source>
        <translation>%1 指定了 %2，而它不在设备之列；请采用 --gpus 中的一个，或 CPU。</translation>
    </message>
    <message>
        <source>%1 names %2, but the CPU and the disk are in another machine; use the CPU or a GPU of that machine.</source>
        <translation>%1 指定了 %2，而它不在具有 CPU 和磁盘的那台机器上；请采用该机器的一个 GPU，或 CPU。</translation>
    </message>
    <message>
        <source>Offload buffers</source>
        <translation>卸载缓冲区</translation>
    </message>
    <message>
        <source>Offload the buffers</source>
        <translation>同时卸载 (offload) 缓冲张量</translation>
    </message>
    <message>
        <source>Keep buffers on the GPUs</source>
        <translation>将缓冲张量留在 GPU 上</translation>
    </message>
    <message>
        <source>Fallback allocation</source>
        <translation>回退分配</translation>
    </message>
    <message>
        <source>If a module does not fit, place a smaller one first</source>
        <translation>有模块放不下时先取较小的模块</translation>
    </message>
    <message>
        <source>Place modules in their order</source>
        <translation>按顺序取模块</translation>
    </message>
    <message>
        <source>Unclean map</source>
        <translation>未合并的映射</translation>
    </message>
    <message>
        <source>Keep one map entry per module</source>
        <translation>为每个模块保留一个条目</translation>
    </message>
    <message>
        <source>Merge device map entries</source>
        <translation>合并同一设备的条目</translation>
    </message>
    <message>
        <source>Main device</source>
        <translation>主设备</translation>
    </message>
    <message>
        <source>Forced hooks</source>
        <translation>强制挂钩</translation>
    </message>
    <message>
        <source>Preloaded classes</source>
        <translation>预加载的类</translation>
    </message>
    <message>
        <source>Offloaded modules</source>
        <translation>卸载的模块</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>give an object</source>
        <translation>请给出一个对象</translation>
    </message>
    <message>
        <source>Request to start from, as &quot;request&quot; in plan --json; typed options replace parts</source>
        <translation>作为起点的请求，格式同 plan --json 中的 &quot;request&quot;；输入的选项会替换其中的部分</translation>
    </message>
    <message>
        <source>The value is a file, &quot;-&quot;, or the JSON object itself.</source>
        <translation>值为文件、&quot;-&quot; 或 JSON 对象本身。</translation>
    </message>
    <message>
        <source>Only 1 of %1 machines loaded the model: %2, in %3.</source>
        <translation>%1 台机器中只有 1 台加载了模型：%2，用时 %3。</translation>
    </message>
    <message>
        <source>The ssh process of this machine that was connected to %1 was terminated by signal %2.</source>
        <translation>本机上连接到 %1 的 ssh 进程被信号 %2 终止。</translation>
    </message>
    <message>
        <source>The process on %1 was killed. If memory ran out there, use the load method streamed or --ram-limit.</source>
        <translation>%1 上的进程被强制终止。如果那里内存不足，请使用加载方法 streamed 或 --ram-limit。</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2</source>
        <translation>无法连接 %1：%2</translation>
    </message>
    <message>
        <source>The connection to %1 failed or was lost, or the process on that machine was killed, for example because memory ran out.</source>
        <translation>与 %1 的连接失败或中断，或者那里的进程被强行终止（例如内存耗尽时）。</translation>
    </message>
    <message>
        <source>The program stowagectl on %1 exited with status %2, and its output does not come from Stowage; install Stowage&apos;s stowagectl on that machine.</source>
        <translation>%1 上名为 stowagectl 的程序以状态 %2 结束，没有给出 stowagectl 应有的应答。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; %2.</source>
        <translation>&quot;%1&quot; %2。</translation>
    </message>
    <message>
        <source>%1 cannot be used with a model on another machine.</source>
        <translation>%1 不能用于另一台机器上的模型。</translation>
    </message>
    <message>
        <source>stowagectl %1 cannot use a model on another machine.</source>
        <translation>stowagectl %1 不能使用另一台机器上的模型。</translation>
    </message>
    <message>
        <source>%1 has not confirmed the end of the load.</source>
        <translation>%1 尚未确认加载已结束。</translation>
    </message>
    <message>
        <source>The loads were interrupted, but these machines have not confirmed the end of their loads: %1.</source>
        <translation>加载已中断，但以下机器尚未确认其加载已结束：%1。</translation>
    </message>
    <message>
        <source>Do one job that another process of Stowage writes to standard input</source>
        <translation>执行 Stowage 的另一个进程写到标准输入的一个作业</translation>
    </message>
    <message>
        <source>Show the devices of this machine, with the stowagectl that ssh finds</source>
        <translation>用 ssh 找到的 stowagectl 显示这台机器的设备</translation>
    </message>
    <message>
        <source>End, and free all memory, after this many seconds without a request (never)</source>
        <translation>在这么多秒没有请求之后结束并释放所有内存（从不）</translation>
    </message>
</context>
<context>
    <name>stowage::AccuracyPoint</name>
    <message>
        <source>%1, run after loading with %2</source>
        <translation>%1，以 %2 加载后的运行</translation>
    </message>
    <message>
        <source>%1, load with %2</source>
        <translation>%1，用 %2 加载</translation>
    </message>
</context>
<context>
    <name>stowage::AllocatorModel</name>
    <message>
        <source>The device has too little free memory for %1: %2 of %3 is reserved.</source>
        <translation>设备没有空间容纳 %1：%3 中已保留 %2。</translation>
    </message>
</context>
<context>
    <name>stowage::AllowedFolders</name>
    <message>
        <source>There is no folder %1.</source>
        <translation>没有文件夹 %1。</translation>
    </message>
    <message>
        <source>%1 does not exist in the served folders (%2).</source>
        <translation>在对外提供的文件夹中，%1 处没有任何内容；这些文件夹是：%2。</translation>
    </message>
    <message>
        <source>%1 is a project, whose model may be outside the served folders. Request the model instead of the project.</source>
        <translation>%1 是一个项目，其模型可能在任何地方；请直接指定模型本身。</translation>
    </message>
    <message>
        <source>%1 exists, but is not in the served folders (%2). In the window, add its folder to the machine&apos;s folders; otherwise, use serve --allow.</source>
        <translation>%1 存在，但不在所提供的文件夹（%2）中。在窗口中请把其文件夹添加到机器的文件夹字段；否则请使用 serve --allow。</translation>
    </message>
</context>
<context>
    <name>stowage::AppendFile</name>
    <message>
        <source>%1 has no stored bytes.</source>
        <translation>%1 没有已保留的字节。</translation>
    </message>
</context>
<context>
    <name>stowage::ArchiveReader</name>
    <message>
        <source>%1 contains two pickles, %2 and %3, but only one is allowed.</source>
        <translation>%1 含有两个 pickle（%2 和 %3），但只允许有一个。</translation>
    </message>
    <message>
        <source>%1 is an archive of NumPy arrays (.npz), which is not supported. Unpack the archive into a folder and open the folder, or save the arrays with safetensors.numpy.save_file.</source>
        <translation>%1 是 NumPy 的数组归档 (.npz)，不支持读取；请将其解包到文件夹中，该文件夹可以打开，或用 safetensors.numpy.save_file 保存。</translation>
    </message>
    <message>
        <source>%1 is a zip file, but not a PyTorch checkpoint: it has no data.pkl; save the state dict with torch.save, or unpack the archive.</source>
        <translation>%1 是 zip 文件，但不是 PyTorch 检查点：它没有 data.pkl；请用 torch.save 保存 state dict，或解包其中的内容。</translation>
    </message>
    <message>
        <source>%1 has a byteorder record of %2 bytes, which is too large.</source>
        <translation>%1 的 byteorder 记录为 %2 字节，太大。</translation>
    </message>
    <message>
        <source>%1 stores its tensors in the byte order %2; only little-endian files are supported.</source>
        <translation>%1 以字节序 %2 存储其张量；只读取小端序文件。</translation>
    </message>
    <message>
        <source>The pickle %1 of %2 has %3 bytes; the limit is %4.</source>
        <translation>%2 的 pickle %1 有 %3 字节；最多读取 %4。</translation>
    </message>
    <message>
        <source>The checksum of %1 in %2 does not match its bytes; the file may be damaged.</source>
        <translation>%2 中 %1 的校验和与其字节不符；文件可能已损坏。</translation>
    </message>
    <message>
        <source>refers to the record %1, which does not exist</source>
        <translation>引用了不存在的记录 %1</translation>
    </message>
    <message>
        <source>%1 is a frozen TorchScript archive (torch.jit.freeze): its tensors are constants of its code and no longer have names. Open the model&apos;s state dict or an archive that was saved before freezing.</source>
        <translation>%1 是冻结的 TorchScript 归档（torch.jit.freeze）：其张量是代码中的常量，已没有名称；请打开模型的 state dict，或冻结之前的归档。</translation>
    </message>
</context>
<context>
    <name>stowage::BlockCheck</name>
    <message>
        <source>%1 is a %2, which must not be split, but it is on %3 and therefore runs on %4. Accelerate moves the inputs of modules that the map names, but not the values that the block itself adds: if a sum uses both, Accelerate fails with %5. Move the block to one device.</source>
        <translation>%1 是 %2，不可拆分，却位于 %3，因而在 %4 上运行。Accelerate 会移动进入映射所指定模块的内容，但不会移动块自身相加的内容：若求和同时用到两者，就以 %5 停止。请将其移到一个设备上。</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split, but only its submodules have entries in the map. They run on %3, and the input of the block arrives on %4. Accelerate does not move values that bypass a submodule: if the block adds such values, Accelerate fails with %5. Put the whole block on one device.</source>
        <translation>%1 是 %2，不可拆分，但映射中只有其各部分的条目。这些部分在 %3 上运行，而其输入到达 %4。绕过某个部分的内容不会被移动：如果由块将其相加，Accelerate 会以 %5 停止。请为整个块指定一个设备。</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split, but it is on %3. The forward pass works because the whole block runs on %4: each forward pass copies the other weights of the block to that device.</source>
        <translation>%1 是 %2，不可拆分，却位于 %3。它能运行，因为它全部在 %4 上运行，每次前向传播都会将其余部分搬到那里。</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split. The block runs on %4, but the map puts %3, which has no weights, on another device. If a module with its own entry uses the output of %3, the forward pass works, but copies the output. If the block itself uses the output, Accelerate fails with %5. Move the block to one device.</source>
        <translation>%1 是不可拆分的 %2，但映射把没有权重的 %3 放在与其余部分不同的设备上，其余部分在 %4 上运行。若由有自己条目的部分接收其输出，则每次前向传播通过复制可以运行；若模块块用它计算，Accelerate 会以 %5 停止。请移到一个设备上。</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split, but it is on %3 and therefore runs on %4. Only single layers are separate. If a layer with its own entry uses the output of a separate layer, as after a norm of GPT-2, the forward pass works, but copies the output. If the block itself uses the output, as in BERT, Accelerate fails with %5. Move the block to one device.</source>
        <translation>%1 是不可拆分的 %2，但位于 %3，因而在 %4 上运行；只有单个层分开。若由另一个有条目的层接收其输出（如 GPT-2 的归一化之后），则每次前向传播通过复制可以运行；若模块块本身用它计算（如 BERT），Accelerate 会以 %5 停止。请移到一个设备上。</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split, but only the submodules of its %3 have entries in the map. They run on %4. Accelerate does not move values there that the model computes once for all layers, such as positions and masks: the forward pass fails with %5. Put the whole block on one device.</source>
        <translation>%1 是不可拆分的 %2，但映射中只有其 %3 的各部分有条目。它们在 %4 上运行，而模型为所有层只生成一次的内容（如位置和掩码）不会被移到那里：前向传播会以 %5 停止。请把整个模块块放到一个设备上。</translation>
    </message>
</context>
<context>
    <name>stowage::CalibrationRun</name>
    <message>
        <source>The measurement was stopped; none of its results were stored.</source>
        <translation>测量已停止；没有保留其任何结果。</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityEstimate</name>
    <message>
        <source>No time estimate: this machine has not been measured. Run &quot;stowagectl devices --measure&quot; once.</source>
        <translation>不给出时间：此处由本机计算，而本机尚未测量。运行一次 &quot;stowagectl devices --measure&quot; 即可测量。</translation>
    </message>
    <message>
        <source>No time estimate: the compute speed of %1 is not published and has not been measured. Run &quot;stowagectl devices --measure&quot; once on the machine with this GPU.</source>
        <translation>不给出时间：%1 的计算速度没有公布，也尚未测量。在它所在的机器上运行一次 &quot;stowagectl devices --measure&quot; 即可测量。</translation>
    </message>
    <message>
        <source>No time estimate: this device map cannot be loaded.</source>
        <translation>不估计时间：此映射不会被加载。</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityQuestions</name>
    <message>
        <source>The estimate was cancelled.</source>
        <translation>估算已取消。</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityQuestions::RemedySearch</name>
    <message>
        <source>prompts in chunks of %1 tokens</source>
        <translation>提示词分块，每块 %1 个 token</translation>
    </message>
    <message>
        <source>a context of %1 tokens</source>
        <translation>上下文长度 %1 个 token</translation>
    </message>
    <message>
        <source>%1 sequence at once</source>
        <translation>同时 %1 个序列</translation>
    </message>
    <message>
        <source>%1 sequences at once</source>
        <translation>同时 %1 个序列</translation>
    </message>
    <message>
        <source>the engine &quot;%1&quot;</source>
        <translation>引擎 %1</translation>
    </message>
    <message>
        <source>the allocator setting %1</source>
        <translation>分配器设置 %1</translation>
    </message>
    <message>
        <source>weights in %1</source>
        <translation>%1 权重</translation>
    </message>
    <message>
        <source>keys and values in %1</source>
        <translation>键和值采用 %1</translation>
    </message>
    <message>
        <source>the strategy &quot;%1&quot;</source>
        <translation>策略 %1</translation>
    </message>
    <message>
        <source>weights distributed under changed limits</source>
        <translation>在其他上限下分配权重</translation>
    </message>
    <message>
        <source>weights offloaded under lower limits</source>
        <translation>在更低的上限下卸载 (offload) 的权重</translation>
    </message>
    <message>
        <source>weights distributed under lower limits</source>
        <translation>在更低的上限下分摊的权重</translation>
    </message>
</context>
<context>
    <name>stowage::CaseBuilder</name>
    <message>
        <source>%1 is not valid JSON at byte %2; record the file again.</source>
        <translation>%1 在字节 %2 处违反 JSON 规则；请重新记录。</translation>
    </message>
    <message>
        <source>%1 is nested more than 1024 levels deep; record the file again.</source>
        <translation>%1 的嵌套深度超过 1024；请重新记录。</translation>
    </message>
</context>
<context>
    <name>stowage::Catalogue</name>
    <message>
        <source>%1 is not a catalogue of Qt Linguist: its .ts format is invalid at byte %2.</source>
        <translation>%1 不是 Qt Linguist 的目录：在字节 %2 处与 .ts 文件的格式不符。</translation>
    </message>
</context>
<context>
    <name>stowage::ChainedModel</name>
    <message>
        <source>The model %1 needs %2 to run as a whole on %3, but only %4 is free. Offload the models that are still on that device, free some memory there, or stream the weights layer by layer.</source>
        <translation>模型 %1 要整体在 %3 上运行，需要 %2，而那里空闲 %4：请卸载 (offload) 仍在那里的模型，释放内存，或让权重逐层搬入。</translation>
    </message>
    <message>
        <source>The model %1 needs %2 to run as a whole on %3. Offload the models that are still on that device, free some memory there, or stream the weights layer by layer.</source>
        <translation>模型 %1 要整体在 %3 上运行，需要 %2：请卸载 (offload) 仍在那里的模型，释放内存，或让权重逐层搬入。</translation>
    </message>
    <message>
        <source>The model %1 should run on %2, which is not among the devices of the load.</source>
        <translation>模型 %1 要在 %2 上运行，而它不在加载的设备之列。</translation>
    </message>
    <message>
        <source>No tensor %1 is loaded.</source>
        <translation>没有加载张量 %1。</translation>
    </message>
</context>
<context>
    <name>stowage::CheckList</name>
    <message>
        <source>an exception was not handled: %1</source>
        <translation>传出了一个异常：%1</translation>
    </message>
</context>
<context>
    <name>stowage::ChoiceTimes</name>
    <message>
        <source>Without time estimates, the best plan cannot be determined; choose another strategy.</source>
        <translation>没有时间就无法判定哪个方案最好；请选择其他策略。</translation>
    </message>
</context>
<context>
    <name>stowage::CommandContext</name>
    <message>
        <source>Standard output could not be written, so the result is lost.</source>
        <translation>无法写入标准输出，因此结果丢失。</translation>
    </message>
    <message>
        <source>Only one argument can be &quot;-&quot;: standard input can be read only once.</source>
        <translation>只有一个参数可以是 &quot;-&quot;：标准输入只能读取一次。</translation>
    </message>
    <message>
        <source>Standard input is longer than 256 MiB; give the name of a file instead.</source>
        <translation>标准输入长于 256 MiB；请改为给出文件名。</translation>
    </message>
</context>
<context>
    <name>stowage::CommandInput</name>
    <message>
        <source>The job is longer than %1.</source>
        <comment>64 MiB</comment>
        <translation>作业超过 %1。</translation>
    </message>
</context>
<context>
    <name>stowage::CompareVerb</name>
    <message>
        <source>compare runs several processes, which cannot share standard input; give a file instead of &quot;-&quot;.</source>
        <translation>compare 会运行多个进程，它们不能共用标准输入；请给出文件来代替 &quot;-&quot;。</translation>
    </message>
    <message>
        <source>--events records only one load, but --methods names %1 methods; name one.</source>
        <translation>--events 记述一次加载，而 --methods 指定了 %1 种方法；请只指定一种。</translation>
    </message>
    <message>
        <source>--csv: the folder %1 cannot be created: %2.</source>
        <translation>--csv：无法创建文件夹 %1：%2。</translation>
    </message>
    <message>
        <source>The comparison was interrupted while it computed the reference logits.</source>
        <translation>比较在其参考处中断。</translation>
    </message>
    <message>
        <source>The comparison was interrupted at the method %1.</source>
        <translation>比较在 %1 处中断。</translation>
    </message>
</context>
<context>
    <name>stowage::CompletionVerb</name>
    <message>
        <source>There is no completion for the shell &quot;%1&quot;; use bash, zsh or fish.</source>
        <translation>没有针对 &quot;%1&quot; 的补全；请采用 bash、zsh 或 fish。</translation>
    </message>
</context>
<context>
    <name>stowage::Compute</name>
    <message>
        <source>This backend cannot use single experts of %1.</source>
        <translation>此运算后端无法区分 %1 的各个专家。</translation>
    </message>
    <message>
        <source>norm without a scale</source>
        <translation>不带缩放的归一化</translation>
    </message>
    <message>
        <source>conversion between dtypes</source>
        <translation>dtype 之间的转换</translation>
    </message>
    <message>
        <source>causal convolution</source>
        <translation>因果卷积</translation>
    </message>
    <message>
        <source>selective scan</source>
        <translation>选择性扫描</translation>
    </message>
    <message>
        <source>This compute backend does not accept an array as input.</source>
        <translation>此运算后端不接受数组。</translation>
    </message>
    <message>
        <source>This backend has no convolution for %1</source>
        <translation>此运算后端没有用于 %1 的卷积</translation>
    </message>
    <message>
        <source>This backend has no one-dimensional convolution for %1</source>
        <translation>此运算后端没有用于 %1 的逐行卷积</translation>
    </message>
    <message>
        <source>This backend cannot compute cosine similarities scaled by %1</source>
        <translation>此运算后端不用 %1 比较行</translation>
    </message>
</context>
<context>
    <name>stowage::ConfigFitter</name>
    <message>
        <source>The file contains %1, like %2 in older releases of transformers, and the module tree follows the file. In transformers 5, one parameter of the same size contains all experts of a layer; a module tree built only from %3 shows this parameter.</source>
        <translation>文件含有 %1，与旧版本注册 %2 的方式相同，树也是如此；transformers 5 用一个参数表示一层的所有专家，字节数相同，仅由 %3 得出的树即如此显示。</translation>
    </message>
    <message>
        <source>%1 key of the file has another name in %2 and was renamed by the rules of from_pretrained: %3 became %4.</source>
        <translation>文件中有 %1 个键在 %2 中名称不同，已按 from_pretrained 的相应规则处理：%3 在那里为 %4。</translation>
    </message>
    <message>
        <source>%1 keys of the file have other names in %2 and were renamed by the rules of from_pretrained: for example, %3 became %4.</source>
        <translation>文件中有 %1 个键在 %2 中名称不同，已按 from_pretrained 的相应规则处理：%3 在那里为 %4。</translation>
    </message>
    <message>
        <source>%1 specifies the dtype %2, but the file contains %3. The model is planned and loaded as stored; --dtype %2 casts the model, as from_pretrained does.</source>
        <translation>%1 声明为 %2，而文件中为 %3：模型按存储的 dtype 规划和加载；--dtype %2 会像 from_pretrained 那样转换它。</translation>
    </message>
    <message>
        <source>%1 declares quantised weights. %2 tensors of the file that %3 does not register (such as %4) are added to their modules as stored.</source>
        <translation>%1 声明了量化权重：文件中有 %2 个 %3 未注册的张量（如 %4）按存储的原样位于其模块中。</translation>
    </message>
    <message>
        <source>The file lacks tensors of %2 (%1), which from_pretrained would newly initialise. With the class %3, all tensors are found (--class %3).</source>
        <translation>文件缺少 %2 的 %1，from_pretrained 会重新初始化它们；%3 能找到其所有张量：--class %3。</translation>
    </message>
    <message>
        <source>%1 declares quantised weights. %2 tensor of the file that %3 does not register (%4) is added to its module as stored.</source>
        <translation>%1 声明了量化权重：文件中有 %2 个 %3 未注册的张量（%4）按存储的原样位于其模块中。</translation>
    </message>
</context>
<context>
    <name>stowage::ConfigTreeMaker</name>
    <message>
        <source>The architecture file %1.json is invalid at %2: %3.</source>
        <translation>架构文件 %1.json 在 %2 处有误：%3。</translation>
    </message>
    <message>
        <source>%1 describes a model of more than %2 modules; Stowage stopped at %3.</source>
        <translation>%1 描述的模型有超过 %2 个模块；Stowage 在 %3 处停止。</translation>
    </message>
    <message>
        <source>the name of the class is not a string</source>
        <translation>类名不是文本</translation>
    </message>
    <message>
        <source>no class is named %1</source>
        <translation>没有名为 %1 的类</translation>
    </message>
    <message>
        <source>no part is named %1</source>
        <translation>没有名为 %1 的部分</translation>
    </message>
    <message>
        <source>%1: %2 is of the model family %3, which has no model without a head; open a .tree.json of the model instead.</source>
        <translation>%1：%2 属于模型族 %3，该族没有不带头的模型；请改为打开 .tree.json。</translation>
    </message>
    <message>
        <source>an argument does not match any parameter of %1</source>
        <translation>%1 没有这样的参数</translation>
    </message>
    <message>
        <source>%1 needs its parameter %2</source>
        <translation>%1 需要其参数 %2</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3; a whole number from 0 to %4 is required.</source>
        <translation>%1：&quot;%2&quot; 为 %3；那里需要 0 到 %4 的整数。</translation>
    </message>
    <message>
        <source>a module is grouped with a later module</source>
        <translation>有模块焊接到后面的模块</translation>
    </message>
    <message>
        <source>%1: a dimension of %2 would be %3; a whole number of at least 0 is required.</source>
        <translation>%1：%2 的某个维度将为 %3；那里需要从 0 起的整数。</translation>
    </message>
    <message>
        <source>the module does not exist</source>
        <translation>没有这样的模块</translation>
    </message>
    <message>
        <source>%1: %2 (for %3); correct the values.</source>
        <translation>%1：%2（对于 %3）；请更正这些值。</translation>
    </message>
    <message>
        <source>%1: %2 would have more than 2^63 bytes; check the sizes.</source>
        <translation>%1：%2 将超过 2^63 字节；请检查这些尺寸。</translation>
    </message>
</context>
<context>
    <name>stowage::ConformanceTrees</name>
    <message>
        <source>%1 must be a JSON object with one module tree per name.</source>
        <translation>%1 必须是一个将树的名称映射到树的对象。</translation>
    </message>
    <message>
        <source>%1 has no module tree &quot;%2&quot;, which a case refers to; give the file of module trees that belongs to the cases.</source>
        <translation>%1 没有用例所指定的树 &quot;%2&quot;；请给出属于这些用例的树文件。</translation>
    </message>
</context>
<context>
    <name>stowage::ConformanceVerb</name>
    <message>
        <source>The comparison was stopped.</source>
        <translation>比较已停止。</translation>
    </message>
    <message>
        <source>%1: the case &quot;%2&quot; has no field &quot;expected&quot; to compare with; use --answers to print the answers without a comparison.</source>
        <translation>%1：用例 &quot;%2&quot; 没有可供比较的 &quot;expected&quot;；--answers 不需要它。</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>cases</source>
        <translation>用例</translation>
    </message>
    <message>
        <source>agree</source>
        <translation>一致</translation>
    </message>
    <message>
        <source>differ</source>
        <translation>不同</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
</context>
<context>
    <name>stowage::ConvertVerb</name>
    <message>
        <source>--dtype &quot;%1&quot; is not a dtype that tensors can be cast to; use float32, float16, bfloat16 or float64.</source>
        <translation>--dtype &quot;%1&quot; 不是张量可转换到的 dtype；请采用 float32、float16、bfloat16 或 float64。</translation>
    </message>
</context>
<context>
    <name>stowage::CsvReader</name>
    <message>
        <source>%1 is not a table of comma-separated values: %2 in line %3.</source>
        <translation>%1 不是逗号分隔值的表格：第 %3 行中%2。</translation>
    </message>
    <message>
        <source>there is a NUL byte</source>
        <translation>有一个 NUL</translation>
    </message>
    <message>
        <source>a quotation mark is opened but not closed</source>
        <translation>有引号打开而从未关闭</translation>
    </message>
    <message>
        <source>unexpected characters follow the end of a cell</source>
        <translation>单元格结束之后还有内容</translation>
    </message>
</context>
<context>
    <name>stowage::CudaDevice</name>
    <message>
        <source>Allocating on %1</source>
        <translation>在 %1 上分配</translation>
    </message>
    <message>
        <source>A request</source>
        <translation>一次请求</translation>
    </message>
    <message>
        <source>%1 needs %2.</source>
        <translation>%1 需要 %2。</translation>
    </message>
    <message>
        <source>Querying %1</source>
        <translation>查询 %1</translation>
    </message>
    <message>
        <source>%1 needs %2, but only %3 is free even after emptying the cache.</source>
        <translation>%1 需要 %2，但即使清空缓存之后也只空闲 %3。</translation>
    </message>
    <message>
        <source>Of %1 in total, %2 is reserved by this process, %3 is used by the CUDA context, and %4 is used by other programs.</source>
        <translation>其 %1 中，此处已保留 %2，上下文占用 %3，其他程序占用 %4。</translation>
    </message>
    <message>
        <source>%1 is out of memory.</source>
        <translation>%1 内存不足。</translation>
    </message>
    <message>
        <source>Free some memory on this device, put fewer layers on it, or choose a smaller dtype.</source>
        <translation>请释放该处的内存，减少放在其上的层，或选择更小的 dtype。</translation>
    </message>
    <message>
        <source>Copying to %1</source>
        <translation>复制到 %1</translation>
    </message>
    <message>
        <source>Copying on %1</source>
        <translation>在 %1 上复制</translation>
    </message>
    <message>
        <source>Reading back from %1</source>
        <translation>从 %1 读回</translation>
    </message>
    <message>
        <source>Resetting the peak memory figures of %1</source>
        <translation>重置 %1 的峰值</translation>
    </message>
    <message>
        <source>Emptying the cache of %1</source>
        <translation>清空 %1 的缓存</translation>
    </message>
    <message>
        <source>Measuring the link to %1</source>
        <translation>测量到 %1 的链路</translation>
    </message>
    <message>
        <source>Freeing memory on the card</source>
        <translation>在显卡上释放</translation>
    </message>
</context>
<context>
    <name>stowage::CudaWriteQueue::Work</name>
    <message>
        <source>Copying to %1</source>
        <translation>复制到 %1</translation>
    </message>
</context>
<context>
    <name>stowage::DTypeRule</name>
    <message>
        <source>load the model in one of these dtypes (--dtype float32)</source>
        <translation>请以其中一种加载模型 (--dtype float32)</translation>
    </message>
</context>
<context>
    <name>stowage::DescribedWeights</name>
    <message>
        <source>The model has no tensor %1.</source>
        <translation>模型没有张量 %1。</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceMemory</name>
    <message>
        <source>The memory that other programs use on %1 is measured; it can be set only for simulated GPUs.</source>
        <translation>其他程序对 %1 的占用是实测的，而不是选定的；只有模拟 GPU 才能设置。</translation>
    </message>
    <message>
        <source>The copy from the device was cancelled.</source>
        <translation>从设备的复制已取消。</translation>
    </message>
    <message>
        <source>The link to %1 cannot be measured: only links to real GPUs can be measured.</source>
        <translation>无法测量到 %1 的链路：只有到真实 GPU 的链路才能测量。</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceOptions</name>
    <message>
        <source>--allocator applies only to simulated GPUs, but no GPU is simulated; simulate a GPU with --gpus 24GiB.</source>
        <translation>--allocator 适用于模拟 GPU，而这里没有；请用 --gpus 24GiB 模拟一些。</translation>
    </message>
</context>
<context>
    <name>stowage::DevicesVerb</name>
    <message>
        <source>There is no folder for the measured rates: set HOME or XDG_CONFIG_HOME.</source>
        <translation>没有存放结果的文件夹：请设置 HOME 或 XDG_CONFIG_HOME。</translation>
    </message>
</context>
<context>
    <name>stowage::DirectoryReader</name>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>打开 %1 的操作已停止。</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2。</translation>
    </message>
    <message>
        <source>The record %1 of %2 %3.</source>
        <translation>%2 的记录 %1 %3。</translation>
    </message>
    <message>
        <source>%1 is truncated: it begins as a zip file, but the directory at the end of the file is missing; fetch the file again.</source>
        <translation>%1 被截断：它的开头是 zip 文件，但末尾的目录缺失；请重新获取。</translation>
    </message>
    <message>
        <source>is one part of a split zip archive</source>
        <translation>是分卷 zip 归档的一部分</translation>
    </message>
    <message>
        <source>places its zip64 end record out of bounds</source>
        <translation>将其 zip64 结束记录置于界外</translation>
    </message>
    <message>
        <source>has no zip64 end record at the offset that its locator specifies</source>
        <translation>在其定位器所指之处没有 zip64 结束记录</translation>
    </message>
    <message>
        <source>places its zip directory at offset %1 with %2 bytes, which does not fit the file</source>
        <translation>将其 zip 目录置于偏移 %1，长 %2 字节，与文件不符</translation>
    </message>
    <message>
        <source>%1 has a zip directory of %2 records in %3 bytes; the limits are %4 records and %5 bytes.</source>
        <translation>%1 的 zip 目录有 %2 条记录，共 %3 字节；最多读取 %4 条，共 %5。</translation>
    </message>
    <message>
        <source>has a zip directory too small for its %1 records</source>
        <translation>的 zip 目录太小，容不下其 %1 条记录</translation>
    </message>
    <message>
        <source>has a broken zip directory</source>
        <translation>的 zip 目录已损坏</translation>
    </message>
    <message>
        <source>has a zip directory that ends within a record</source>
        <translation>的 zip 目录在一条记录中间结束</translation>
    </message>
    <message>
        <source>has data after the last record of its zip directory</source>
        <translation>的 zip 目录中，最后一条记录之后还有数据</translation>
    </message>
    <message>
        <source>lacks the zip64 fields that its sizes or its offset require</source>
        <translation>缺少其大小或偏移所需的 zip64 字段</translation>
    </message>
    <message>
        <source>is encrypted</source>
        <translation>已加密</translation>
    </message>
    <message>
        <source>is compressed (method %1), but torch stores records uncompressed; save the checkpoint again</source>
        <translation>已压缩（方法 %1），torch 从不这样写；请重新保存检查点</translation>
    </message>
    <message>
        <source>is stored uncompressed, but its compressed size differs from its uncompressed size</source>
        <translation>未压缩存储，但其两个大小不同</translation>
    </message>
    <message>
        <source>begins at offset %1, too close to the zip directory for its header</source>
        <translation>始于偏移 %1，在 zip 目录之前容不下其本地文件头</translation>
    </message>
    <message>
        <source>has no local header at offset %1</source>
        <translation>在偏移 %1 处没有本地文件头</translation>
    </message>
    <message>
        <source>has a different name in its local header</source>
        <translation>在其本地文件头中名称不同</translation>
    </message>
    <message>
        <source>has %1 bytes from offset %2 and extends past the end of the data</source>
        <translation>从偏移 %2 起有 %1 字节，越过了数据的末尾</translation>
    </message>
    <message>
        <source>overlaps the record %1</source>
        <translation>与记录 %1 重叠</translation>
    </message>
</context>
<context>
    <name>stowage::Divider</name>
    <message>
        <source>With tensor parallelism, %1 does not divide all parts of the layers of %2 among GPUs; choose another engine.</source>
        <translation>%1 没有将 %2 各层的每个部分都分到多个 GPU 的方案；请指定其他引擎。</translation>
    </message>
    <message>
        <source>The number of attention heads of this model is not known, so the layers cannot be divided; open the model with its config.json.</source>
        <translation>此模型有多少个注意力头未知，因此无法划分其各层；请连同其 config.json 一起打开。</translation>
    </message>
    <message>
        <source>%1 attention heads cannot be divided evenly among %2 GPUs; use a number of GPUs that divides the number of heads.</source>
        <translation>%1 个注意力头无法在 %2 个 GPU 之间均分；请采用能整除它的 GPU 数。</translation>
    </message>
    <message>
        <source>%1 key/value heads cannot be divided evenly among %2 GPUs; use a number of GPUs that divides the number of heads.</source>
        <translation>%1 个键/值头无法在 %2 个 GPU 之间均分；请采用能整除它的 GPU 数。</translation>
    </message>
    <message>
        <source>The feed-forward width of %1 cannot be divided evenly among %2 GPUs; use a number of GPUs that divides this width.</source>
        <translation>前馈部分的 %1 个数无法在 %2 个 GPU 之间均分；请采用能整除它的 GPU 数。</translation>
    </message>
    <message>
        <source>The expert width of %1 cannot be divided evenly among %2 GPUs; use a number of GPUs that divides this width.</source>
        <translation>专家的 %1 个数无法在 %2 个 GPU 之间均分；请采用能整除它的 GPU 数。</translation>
    </message>
    <message>
        <source>The vocabulary of %1 tokens cannot be divided evenly among %2 GPUs; use a number of GPUs that divides the number of tokens.</source>
        <translation>词表的 %1 个 token 无法在 %2 个 GPU 之间均分；请采用能整除它的 GPU 数。</translation>
    </message>
    <message>
        <source>%1 key/value head cannot be divided among %2 GPUs.</source>
        <translation>%1 个键/值头无法分到 %2 个 GPU 上。</translation>
    </message>
    <message>
        <source>It is not known how the layers of %1, which have no attention, are divided among GPUs.</source>
        <translation>%1 的各层都没有注意力，如何划分到各 GPU 尚不清楚。</translation>
    </message>
</context>
<context>
    <name>stowage::DocumentBuilder</name>
    <message>
        <source>%1 contains binary data.</source>
        <translation>%1 含有二进制数据。</translation>
    </message>
    <message>
        <source>%1 has the key %2 twice.</source>
        <translation>%1 中的键 %2 出现两次。</translation>
    </message>
    <message>
        <source>%1 is not valid JSON at byte %2.</source>
        <translation>%1 在字节 %2 处不是有效的 JSON。</translation>
    </message>
    <message>
        <source>%1 is nested deeper than %2 levels.</source>
        <translation>%1 的嵌套深度超过 %2 层。</translation>
    </message>
    <message>
        <source>%1 is not valid JSON: the text ends too early, at byte %2.</source>
        <translation>%1 在末尾的字节 %2 处不是有效的 JSON。</translation>
    </message>
</context>
<context>
    <name>stowage::DraftReader</name>
    <message>
        <source>%1 is not a module tree: &quot;format&quot; must be &quot;stowage.tree&quot;.</source>
        <translation>%1 不是模块树：&quot;format&quot; 必须为 &quot;stowage.tree&quot;。</translation>
    </message>
    <message>
        <source>The &quot;version&quot; of stowage.tree in %1 must be 1.</source>
        <translation>%1 中 stowage.tree 的 &quot;version&quot; 不是 1。</translation>
    </message>
    <message>
        <source>%1 has no object &quot;tree&quot;.</source>
        <translation>%1 没有对象 &quot;tree&quot;。</translation>
    </message>
    <message>
        <source>%1 is not valid JSON.</source>
        <translation>%1 不是有效的 JSON。</translation>
    </message>
    <message>
        <source>a key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1 has %2 that ends at byte %4 and is longer than %3 bytes; shorten it.</source>
        <translation>%1 中有%2超过 %3 字节，它结束于字节 %4；请缩短它。</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>%1 has the key %2 twice.</source>
        <translation>%1 中的键 %2 出现两次。</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a string</source>
        <translation>&quot;%1&quot; 必须是字符串</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a list of strings</source>
        <translation>&quot;%1&quot; 必须是字符串列表</translation>
    </message>
    <message>
        <source>a child of %1 is not an object</source>
        <translation>%1 的某个子项不是对象</translation>
    </message>
    <message>
        <source>&quot;same_as&quot; of %1 names the model itself, which cannot contain itself</source>
        <translation>%1 的 &quot;same_as&quot; 指向模型本身，而模型不能包含自己</translation>
    </message>
    <message>
        <source>&quot;children&quot; of %1 must be a list</source>
        <translation>%1 的 &quot;children&quot; 必须是列表</translation>
    </message>
    <message>
        <source>&quot;%1&quot; of %2 must be a list</source>
        <translation>%2 的 &quot;%1&quot; 必须是列表</translation>
    </message>
    <message>
        <source>a tensor of %1 has no &quot;name&quot;</source>
        <translation>%1 的某个张量没有 &quot;name&quot;</translation>
    </message>
    <message>
        <source>&quot;dtype&quot; must be a string</source>
        <translation>&quot;dtype&quot; 必须是字符串</translation>
    </message>
    <message>
        <source>the tensor %1 has the unknown dtype %2</source>
        <translation>张量 %1 的 dtype %2 未知</translation>
    </message>
    <message>
        <source>&quot;persistent&quot; of %1 must be true or false</source>
        <translation>%1 的 &quot;persistent&quot; 必须为 true 或 false</translation>
    </message>
    <message>
        <source>the shape of %1 must consist of whole numbers of at least 0</source>
        <translation>%1 的形状必须由从 0 起的整数组成</translation>
    </message>
    <message>
        <source>the tensor %1 has no list &quot;shape&quot;</source>
        <translation>张量 %1 没有列表 &quot;shape&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a list of lists of names</source>
        <translation>&quot;%1&quot; 必须是由名称列表组成的列表</translation>
    </message>
</context>
<context>
    <name>stowage::DraftReader::Nesting</name>
    <message>
        <source>%1 is nested deeper than %2 levels.</source>
        <translation>%1 的嵌套深度超过 %2 层。</translation>
    </message>
</context>
<context>
    <name>stowage::EditDescriber</name>
    <message>
        <source>Move %1 to %2</source>
        <translation>将 %1 移到 %2</translation>
    </message>
    <message>
        <source>Pin %1 to %2</source>
        <translation>将 %1 固定到 %2</translation>
    </message>
    <message>
        <source>Unpin %1</source>
        <translation>取消固定 %1</translation>
    </message>
    <message>
        <source>Set the limits of the devices</source>
        <translation>设置各设备的上限</translation>
    </message>
    <message>
        <source>Reset the limit of %1</source>
        <translation>重置 %1 的上限</translation>
    </message>
    <message>
        <source>Limit %1 to %2</source>
        <translation>将 %1 的上限设为 %2</translation>
    </message>
    <message>
        <source>Change the no-split classes</source>
        <translation>更改保持完整的类</translation>
    </message>
    <message>
        <source>Use the model&apos;s no-split classes</source>
        <translation>保持模型自身的块完整</translation>
    </message>
    <message>
        <source>Plan in %1</source>
        <translation>以 %1 规划</translation>
    </message>
    <message>
        <source>Plan in the stored dtypes</source>
        <translation>以存储的 dtype 规划</translation>
    </message>
    <message>
        <source>Plan as %1</source>
        <translation>按 %1 规划</translation>
    </message>
    <message>
        <source>Plan without quantisation</source>
        <translation>不量化规划</translation>
    </message>
    <message>
        <source>Use the strategy &quot;%1&quot;</source>
        <translation>采用策略 %1</translation>
    </message>
    <message>
        <source>Use the objective &quot;%1&quot;</source>
        <translation>目标 %1</translation>
    </message>
    <message>
        <source>Use the rules of %1</source>
        <translation>采用 %1 的规则</translation>
    </message>
    <message>
        <source>Place as load_hf_model does</source>
        <translation>按 load_hf_model 的做法放置</translation>
    </message>
    <message>
        <source>Stop placing as load_hf_model does</source>
        <translation>不再沿用 load_hf_model 的做法</translation>
    </message>
    <message>
        <source>Change the devices</source>
        <translation>更改设备</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>重新规划</translation>
    </message>
    <message>
        <source>Use a given device map</source>
        <translation>采用给定的设备映射</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>从 %1 导入</translation>
    </message>
    <message>
        <source>Change the hook options</source>
        <translation>更改钩子的选项</translation>
    </message>
    <message>
        <source>Change the workload</source>
        <translation>更改工作负载</translation>
    </message>
    <message>
        <source>Make the plan fit</source>
        <translation>使方案放得下</translation>
    </message>
</context>
<context>
    <name>stowage::EngineProfile</name>
    <message>
        <source>%1 %2 loads %3 only through a plugin, which must be installed.</source>
        <translation>%1 %2 只能通过需要另行安装的插件加载%3。</translation>
    </message>
    <message>
        <source>%1 does not load %2.</source>
        <translation>%1 不能加载%2。</translation>
    </message>
    <message>
        <source>GGUF files</source>
        <translation>GGUF 文件</translation>
    </message>
    <message>
        <source>weights with this quantisation (%1)</source>
        <translation>如此量化的权重（%1）</translation>
    </message>
</context>
<context>
    <name>stowage::EstimateVerb</name>
    <message>
        <source>--all-variants and --variant cannot be combined; give one of them.</source>
        <translation>--all-variants 和 --variant 是对同一问题的两种回答；请只给出其中一个。</translation>
    </message>
</context>
<context>
    <name>stowage::ExportVerb</name>
    <message>
        <source>The command needs no files: nothing was written to %1.</source>
        <translation>仅用命令即可说明一切：未向 %1 写入任何内容。</translation>
    </message>
    <message>
        <source>Nothing was exported; use --force to export anyway.</source>
        <translation>未导出任何内容；--force 仍会导出。</translation>
    </message>
</context>
<context>
    <name>stowage::FileCursor</name>
    <message>
        <source>%1 is truncated: the header needs %2 bytes from offset %3, but the file has %4 bytes; fetch the file again.</source>
        <translation>%1 被截断：其文件头从偏移 %3 起需要 %2 字节，而文件有 %4 字节；请重新获取。</translation>
    </message>
</context>
<context>
    <name>stowage::FileWeights</name>
    <message>
        <source>The checkpoint has no tensor %1.</source>
        <translation>检查点没有张量 %1。</translation>
    </message>
</context>
<context>
    <name>stowage::Finder</name>
    <message>
        <source>the book&apos;s</source>
        <translation>该书</translation>
    </message>
    <message>
        <source>minGPT&apos;s</source>
        <translation>minGPT</translation>
    </message>
    <message>
        <source>This GPT uses %1 own class, which is not a class of transformers</source>
        <translation>此 GPT 的类属于 %1，不是 transformers 的类</translation>
    </message>
    <message>
        <source>build the model yourself and pass the model and the device map to accelerate.dispatch_model</source>
        <translation>请自行构建它，并将它和映射交给 accelerate.dispatch_model</translation>
    </message>
    <message>
        <source>The config.json names no class</source>
        <translation>config.json 没有指定类</translation>
    </message>
    <message>
        <source>AutoModel builds the model without a head; specify the class of the saved model</source>
        <translation>AutoModel 构建的是不带头的模型；请指定保存它时所用的类</translation>
    </message>
    <message>
        <source>There is no config.json next to the weights</source>
        <translation>权重旁边没有 config.json</translation>
    </message>
    <message>
        <source>from_pretrained needs the model&apos;s config.json next to the weights</source>
        <translation>from_pretrained 需要那里有模型自己的 config.json</translation>
    </message>
    <message>
        <source>The weights are not in a file that from_pretrained recognises</source>
        <translation>权重不在 from_pretrained 会查找的文件中</translation>
    </message>
    <message>
        <source>from_pretrained reads model.safetensors or pytorch_model.bin, as one file or as shards with an index; stowagectl convert writes such files</source>
        <translation>它接受 model.safetensors 或 pytorch_model.bin，可以是整个文件，也可以是带索引的分片；stowagectl convert 可写出这些文件</translation>
    </message>
    <message>
        <source>from_pretrained opens the folder, not this file</source>
        <translation>from_pretrained 打开的是文件夹，而不是此文件</translation>
    </message>
    <message>
        <source>from_pretrained reads model.safetensors or pytorch_model.bin in the folder, whichever it finds first</source>
        <translation>它在那里采用 model.safetensors 或 pytorch_model.bin，先找到哪个就用哪个</translation>
    </message>
    <message>
        <source>Keys of the file are renamed (--rename)</source>
        <translation>文件的键在此处改了名 (--rename)</translation>
    </message>
    <message>
        <source>from_pretrained reads the keys under their original names</source>
        <translation>from_pretrained 按其自身的名称读取它们</translation>
    </message>
    <message>
        <source>The model is in a nested dict of the file (%1)</source>
        <translation>模型是文件的一部分（%1）</translation>
    </message>
    <message>
        <source>from_pretrained looks for tensors only at the top level of the file and finds none; stowagectl convert writes the model to a separate file</source>
        <translation>from_pretrained 在文件顶层查找其张量但找不到；stowagectl convert 可单独写出它们</translation>
    </message>
</context>
<context>
    <name>stowage::Fitter</name>
    <message>
        <source>Stowage found no plan that fits by lowering limits, which moves modules to other devices. The last plan tried:</source>
        <translation>Stowage 没有通过降低上限（把模块移到其他设备）找到放得下的方案。最后尝试的方案：</translation>
    </message>
    <message>
        <source>Give the model more memory, or plan in a smaller dtype.</source>
        <translation>请给它更多空间，或以更小的 dtype 规划。</translation>
    </message>
</context>
<context>
    <name>stowage::Flag</name>
    <message>
        <source>is neither true nor false</source>
        <translation>既不是 true 也不是 false</translation>
    </message>
</context>
<context>
    <name>stowage::FolderGuard</name>
    <message>
        <source>%1 names the file %2, which %3; only files in the folder of the model are opened.</source>
        <translation>%1 指定了文件 %2，它%3；只打开其文件夹中的文件。</translation>
    </message>
    <message>
        <source>is outside %1</source>
        <translation>位于 %1 之外</translation>
    </message>
    <message>
        <source>is a symbolic link to a location outside %1</source>
        <translation>是指向 %1 之外的符号链接</translation>
    </message>
</context>
<context>
    <name>stowage::FormulaMemory::Work</name>
    <message>
        <source>%1; plus %2 that sliding-window layers keep until the whole prompt is processed</source>
        <translation>%1；另加带窗口的层在提示词全部送入之前为其保存的 %2</translation>
    </message>
    <message>
        <source>%1 row × %2 numbers = %3</source>
        <translation>%1 行 × %2 个数 = %3</translation>
    </message>
    <message>
        <source>%1 rows × %2 numbers = %3</source>
        <translation>%1 行 × %2 个数 = %3</translation>
    </message>
    <message>
        <source>logits of a micro batch: (%1 + %2) numbers × %3 tokens × 4 B</source>
        <translation>一个微批次的 logits：(%1 + %2) 个数 × %3 个 token × 4 B</translation>
    </message>
    <message>
        <source>the activations include a buffer to add up the outputs of all GPUs: %1 tokens × %2 numbers × %3 B = %4</source>
        <translation>激活值中在各显卡之间求和的部分：%1 个 token × %2 个数 × %3 B = %4</translation>
    </message>
    <message>
        <source>input and output: 2 × %1 tokens × %2 numbers × %3 B = %4</source>
        <translation>输入及由其得到的输出：2 × %1 个 token × %2 个数 × %3 B = %4</translation>
    </message>
    <message>
        <source>the data that this model stores for each token, and the width of its layers</source>
        <translation>该模型为其 token 保存什么，以及各层的宽度</translation>
    </message>
    <message>
        <source>the data that this model stores for each token (KV cache)</source>
        <translation>该模型为其 token 保存什么（KV 缓存）</translation>
    </message>
    <message>
        <source>how %1 stores the state of recurrent layers</source>
        <translation>%1 如何保存循环层的状态</translation>
    </message>
    <message>
        <source>Choose another engine.</source>
        <translation>请选择其他引擎。</translation>
    </message>
    <message>
        <source>the data that the recurrent layers of this model store for each sequence (state)</source>
        <translation>该模型的循环层为每个序列保存什么（状态）</translation>
    </message>
    <message>
        <source>the width of the layers of this model (activations)</source>
        <translation>该模型各层的宽度（激活）</translation>
    </message>
    <message>
        <source>the file&apos;s key %1, which specifies the data that this model stores for each token (KV cache)</source>
        <translation>文件中的键 %1，它说明该模型为其 token 保存什么（KV 缓存）</translation>
    </message>
    <message>
        <source>Convert the model to GGUF again, or open it with its config.json.</source>
        <translation>请重新将模型转换为 GGUF，或连同其 config.json 一起打开。</translation>
    </message>
    <message>
        <source>blocks of %1 tokens: (%2 per sequence × batch size %3 + 1 unused block) × %4 = %5</source>
        <translation>%1 个 token 的块：（每个序列 %2 × %3 + 1 个未用）× %4 = %5</translation>
    </message>
    <message>
        <source>%1 blocks of states × %2 = %3</source>
        <translation>%1 个状态块 × %2 = %3</translation>
    </message>
    <message>
        <source>the activations include a copy of the largest matrix on the CPU (%2, %3), which passes of %1 or more tokens need on the GPU</source>
        <translation>激活中用于 CPU 上在 %1 个 token 及以上时复制的最大矩阵的部分：%2，%3</translation>
    </message>
    <message>
        <source>whether and how %1 stores the tokens of models of the type %2, which your Python described</source>
        <translation>%1 是否认识 %2 类型的模型（由您自己的 Python 描述），以及它如何保存其 token</translation>
    </message>
    <message>
        <source>Choose the engine &quot;transformers&quot;.</source>
        <translation>请选择引擎 transformers。</translation>
    </message>
    <message>
        <source>%1; plus %2 for the encoder&apos;s output</source>
        <translation>%1；以及编码器输出的 %2</translation>
    </message>
</context>
<context>
    <name>stowage::GgufReader</name>
    <message>
        <source>The tensor %1 of %2 %3.</source>
        <translation>%2 的张量 %1 %3。</translation>
    </message>
    <message>
        <source>is a big-endian GGUF file; only little-endian files are supported</source>
        <translation>是大端序的 GGUF 文件；只读取小端序的文件</translation>
    </message>
    <message>
        <source>is a GGUF file of version %1; only versions 2 and 3 are supported</source>
        <translation>是版本 %1 的 GGUF 文件；只支持版本 2 和 3</translation>
    </message>
    <message>
        <source>Convert the model again.</source>
        <translation>请重新转换该模型。</translation>
    </message>
    <message>
        <source>has %1 tensors and %2 key-values, more than the limits of 250000 and 65536</source>
        <translation>计有 %1 个张量和 %2 个键值对，多于可读取的 250000 个和 65536 个</translation>
    </message>
    <message>
        <source>has %1 tensors and %2 key-values, more than %3 bytes can contain</source>
        <translation>计有 %1 个张量和 %2 个键值对，多于 %3 字节所能容纳的</translation>
    </message>
    <message>
        <source>Fetch the file again.</source>
        <translation>请重新获取该文件。</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>打开 %1 的操作已停止。</translation>
    </message>
    <message>
        <source>has tensors whose names exceed 8 MiB in total</source>
        <translation>的张量名称合计超过 8 MiB</translation>
    </message>
    <message>
        <source>occurs twice</source>
        <translation>出现了两次</translation>
    </message>
    <message>
        <source>has a name with a NUL byte or with invalid UTF-8</source>
        <translation>的名称含有 NUL 或不是 UTF-8</translation>
    </message>
    <message>
        <source>has %1 dimensions; GGUF has at most 4</source>
        <translation>有 %1 个维度；GGUF 最多 4 个</translation>
    </message>
    <message>
        <source>has a dimension of %1; the limit is 2^63 - 1</source>
        <translation>有大小为 %1 的维度；最大为 2^63 - 1</translation>
    </message>
    <message>
        <source>has a shape whose size in bytes does not fit in a 64-bit number</source>
        <translation>的形状的大小（字节数）超出 64 位数的范围</translation>
    </message>
    <message>
        <source>has rows of %1 elements, but the dtype %2 stores elements in blocks of %3</source>
        <translation>的行有 %1 个元素，而 %2 以每块 %3 个元素存储</translation>
    </message>
    <message>
        <source>is at offset %1, which is not a multiple of the alignment %2</source>
        <translation>位于偏移 %1，不是对齐值 %2 的倍数</translation>
    </message>
    <message>
        <source>has %1 bytes from offset %2 of the data and extends past the end of the file (%3 bytes)</source>
        <translation>从数据的偏移 %2 起有 %1 字节，越过了文件 %3 字节的末尾</translation>
    </message>
    <message>
        <source>overlaps the tensor %1</source>
        <translation>与张量 %1 重叠</translation>
    </message>
    <message>
        <source>has the ggml type %1, which Stowage does not support; use a file with another quantisation</source>
        <translation>是 ggml 类型 %1，Stowage 不支持该类型；请使用其他量化的文件</translation>
    </message>
</context>
<context>
    <name>stowage::GlooChannel::Do</name>
    <message>
        <source>The run was stopped.</source>
        <translation>运行已停止。</translation>
    </message>
    <message>
        <source>Stage %1 received nothing from stage %2: %3</source>
        <translation>流水级 %1 没有收到流水级 %2 的任何消息：%3</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
</context>
<context>
    <name>stowage::Handler</name>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2。</translation>
    </message>
    <message>
        <source>has a key of more than 262144 bytes</source>
        <translation>有超过 262144 字节的键</translation>
    </message>
    <message>
        <source>has the key %1 twice</source>
        <translation>中的键 %1 出现两次</translation>
    </message>
    <message>
        <source>%1 is not valid JSON at byte %2.</source>
        <translation>%1 在字节 %2 处不是有效的 JSON。</translation>
    </message>
    <message>
        <source>is nested deeper than 1024 levels</source>
        <translation>的嵌套深度超过 1024 层</translation>
    </message>
    <message>
        <source>%1 is not valid JSON: the text ends too early, at byte %2.</source>
        <translation>%1 在末尾的字节 %2 处不是有效的 JSON。</translation>
    </message>
</context>
<context>
    <name>stowage::HeaderCheck</name>
    <message>
        <source>A tensor of %1 %2.</source>
        <translation>%1 的一个张量%2。</translation>
    </message>
</context>
<context>
    <name>stowage::HeadersVerb</name>
    <message>
        <source>Give the folder for the copy, or print the copy with --lines.</source>
        <translation>请指定存放副本的文件夹，或用 --lines 打印副本。</translation>
    </message>
    <message>
        <source>%1 now contains the headers of %2 (%3 in %5 files; the whole model has %4).</source>
        <translation>%1 现在含有 %2 的文件头：%4 中的 %3，共 %5 个文件。</translation>
    </message>
    <message>
        <source>The copy also contains the headers of an adapter: include the adapter in a plan with --adapter %1.</source>
        <translation>其中也包含适配器的文件头：请用 --adapter %1 将其一并规划。</translation>
    </message>
    <message>
        <source>%1 now contains the headers of %2 (%3 in %5 file; the whole model has %4).</source>
        <translation>%1 现在含有 %2 的文件头：%4 中的 %3，共 %5 个文件。</translation>
    </message>
    <message>
        <source>The copy also contains the headers of another model: include this model in a plan with --tenant %1.</source>
        <translation>其中也包含另一个模型的文件头：请用 --tenant %1 将其一并规划。</translation>
    </message>
    <message>
        <source>The copy also contains the module tree: use this tree for a plan with --tree %1.</source>
        <translation>其中也包含模块树：请用 --tree %1 将其一并规划。</translation>
    </message>
</context>
<context>
    <name>stowage::HelpPages</name>
    <message>
        <source>OPTIONS</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>SUBCOMMAND</source>
        <translation>子命令</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>用法</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>Requires %1.</source>
        <translation>只能与 %1 一起使用。</translation>
    </message>
    <message>
        <source>Cannot be combined with %1.</source>
        <translation>不能与 %1 一起使用。</translation>
    </message>
    <message>
        <source>Subcommands</source>
        <translation>子命令</translation>
    </message>
    <message>
        <source>Example:</source>
        <translation>示例：</translation>
    </message>
    <message>
        <source>%1 shows all %2 options.</source>
        <translation>%1 显示全部 %2 个选项。</translation>
    </message>
    <message>
        <source>A value in parentheses at the end is the default.</source>
        <translation>行末括号中的值为默认值。</translation>
    </message>
    <message>
        <source>Examples:</source>
        <translation>示例：</translation>
    </message>
</context>
<context>
    <name>stowage::HostDevice</name>
    <message>
        <source>The system refused to allocate %1 of host memory: %2. Put fewer layers on the CPU or close other programs.</source>
        <translation>系统拒绝了 %1 的主机内存：%2。请在 CPU 上少放一些层，或关闭其他程序。</translation>
    </message>
    <message>
        <source>Copying in host memory was cancelled.</source>
        <translation>主机内存中的复制已取消。</translation>
    </message>
</context>
<context>
    <name>stowage::HostScratch</name>
    <message>
        <source>The system refused %1 of memory for buffers: %2.</source>
        <translation>系统拒绝了用于缓冲区的 %1 内存：%2。</translation>
    </message>
</context>
<context>
    <name>stowage::IndexHandler</name>
    <message>
        <source>is an index of shards, but contains no tensor names</source>
        <translation>是没有映射任何张量的分片索引</translation>
    </message>
    <message>
        <source>is not an index of shards: an index maps tensor names to file names (at its top level or under &quot;weight_map&quot;), but the JSON at %1 differs</source>
        <translation>不是分片索引：它必须在顶层或 &quot;weight_map&quot; 下将每个张量的名称映射到文件的名称，而在 %1 处没有这样做</translation>
    </message>
    <message>
        <source>maps more tensors than the limit of 400000, or has more than 32 MiB of names</source>
        <translation>映射的张量多于可读取的 400000 个，或名称多于可读取的 32 MiB</translation>
    </message>
    <message>
        <source>names more shards than the limit of 65536</source>
        <translation>指定的分片多于可读取的 65536 个</translation>
    </message>
</context>
<context>
    <name>stowage::KeyTable</name>
    <message>
        <source>key</source>
        <translation>键</translation>
    </message>
    <message>
        <source>in the file</source>
        <translation>文件中</translation>
    </message>
    <message>
        <source>in the model</source>
        <translation>模型中</translation>
    </message>
</context>
<context>
    <name>stowage::Laying</name>
    <message>
        <source>%1 contains the whole module %2, which the model does not have; open the model for which the adapter was created.</source>
        <translation>%1 含有整个模块 %2，而模型没有该模块。</translation>
    </message>
    <message>
        <source>%1 contains the tensor %2 with the shape [%3], but the shape in the model is [%4]; open the model for which the adapter was created.</source>
        <translation>%1 含有 %2 [%3]，而它在模型中为 [%4]；请打开该适配器所针对的模型。</translation>
    </message>
    <message>
        <source>%1 contains the tensor %2 with the shape [%3], which the model does not have; open the model for which the adapter was created.</source>
        <translation>%1 含有 %2 [%3]，而模型没有它；请打开该适配器所针对的模型。</translation>
    </message>
    <message>
        <source>%1 changes one module, %2, which the model does not have</source>
        <translation>%1 更改 1 个模块 %2，而模型没有它</translation>
    </message>
    <message>
        <source>%1 changes %2 modules, but the model lacks %3</source>
        <translation>%1 更改 %2 个模块，而模型没有其中的 %3</translation>
    </message>
    <message>
        <source>%1; open the adapter&apos;s base model.</source>
        <translation>%1；请打开该适配器所针对的模型。</translation>
    </message>
    <message>
        <source>%1; the adapter was created for %2.</source>
        <translation>%1；该适配器是针对 %2 制作的。</translation>
    </message>
</context>
<context>
    <name>stowage::LayoutReader</name>
    <message>
        <source>The pipeline layout is invalid from %1 on; layouts look like &quot;Et*3|(tt|)*29,m|L&quot;.</source>
        <translation>流水线布局从 %1 起无法读取；布局的形式如 &quot;Et*3|(tt|)*29,m|L&quot;。</translation>
    </message>
</context>
<context>
    <name>stowage::LegacyReader</name>
    <message>
        <source>%1 has %2 extra bytes after its last storage, which were ignored.</source>
        <translation>%1 在其最后一个存储之后还有 %2 字节；这些字节已略去。</translation>
    </message>
    <message>
        <source>The pickle %1 of %2 is larger than %3 bytes.</source>
        <translation>%2 的 pickle（%1）大于 %3 字节。</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2。</translation>
    </message>
    <message>
        <source>is in PyTorch&apos;s old format, but its protocol is not 1001</source>
        <translation>是协议不为 1001 的旧 PyTorch 文件</translation>
    </message>
    <message>
        <source>stores its tensors in big-endian byte order; only little-endian files are supported</source>
        <translation>以大端字节序存储其张量；只读取小端序文件</translation>
    </message>
    <message>
        <source>does not state its byte order in sys_info</source>
        <translation>没有在其 sys_info 中说明字节序</translation>
    </message>
    <message>
        <source>keys of the storages</source>
        <translation>存储的键</translation>
    </message>
    <message>
        <source>has no list of the keys of its storages</source>
        <translation>没有其存储的键列表</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>打开 %1 的操作已停止。</translation>
    </message>
    <message>
        <source>lists the storage %1, which no tensor uses</source>
        <translation>列出了没有张量使用的存储 %1</translation>
    </message>
    <message>
        <source>ends before the storage %1</source>
        <translation>在存储 %1 之前结束</translation>
    </message>
    <message>
        <source>has %1 elements in the storage %2, but %3 elements are needed</source>
        <translation>在存储 %2 中有 %1 个元素，而那里需要 %3 个</translation>
    </message>
    <message>
        <source>ends within the storage %1 of %2 elements: the file has %3 bytes, and the storage begins at offset %4</source>
        <translation>在含 %2 个元素的存储 %1 中间结束：文件有 %3 字节，而该存储始于 %4</translation>
    </message>
    <message>
        <source>lists the storage %1 twice</source>
        <translation>两次列出存储 %1</translation>
    </message>
    <message>
        <source>refers to the storage %1, which does not exist</source>
        <translation>引用了不存在的存储 %1</translation>
    </message>
    <message>
        <source>%1 has %2 extra byte after its last storage, which was ignored.</source>
        <translation>%1 在其最后一个存储之后还有 %2 字节；该字节已略去。</translation>
    </message>
</context>
<context>
    <name>stowage::LegacyReader::Use</name>
    <message>
        <source>object</source>
        <translation>对象</translation>
    </message>
</context>
<context>
    <name>stowage::LessonComparison</name>
    <message>
        <source>The lesson&apos;s GPT, %1, float32</source>
        <translation>课程的 GPT，%1，float32</translation>
    </message>
</context>
<context>
    <name>stowage::LinkThrottle</name>
    <message>
        <source>The transfer to the device was cancelled.</source>
        <translation>到设备的传输已取消。</translation>
    </message>
</context>
<context>
    <name>stowage::LiteralParser</name>
    <message>
        <source>%1 is larger than 64 MiB</source>
        <translation>%1 大于 64 MiB</translation>
    </message>
    <message>
        <source>%1 contains bytes that are not valid UTF-8 and cannot be part of a module name</source>
        <translation>%1 含有不是 UTF-8 且不属于任何模块名称的字节</translation>
    </message>
    <message>
        <source>%1 is followed by more text</source>
        <translation>%1 在其结尾之后还有内容</translation>
    </message>
    <message>
        <source>%1 at byte %2; %3.</source>
        <translation>%1，位于字节 %2；%3。</translation>
    </message>
    <message>
        <source>%1 is nested too deeply</source>
        <translation>%1 嵌套过深</translation>
    </message>
    <message>
        <source>%1 has too many entries</source>
        <translation>%1 的条目过多</translation>
    </message>
    <message>
        <source>%1 omits entries (&quot;...&quot;)</source>
        <translation>%1 省略了条目 (&quot;...&quot;)</translation>
    </message>
    <message>
        <source>%1 has names that are generated by a loop, which Stowage does not execute,</source>
        <translation>%1 含有由循环生成的名称（而 Stowage 不执行循环）</translation>
    </message>
    <message>
        <source>%1 lacks a colon</source>
        <translation>%1 缺少冒号</translation>
    </message>
    <message>
        <source>%1 lacks a comma or a closing brace because its entries are generated by a loop, which Stowage does not execute,</source>
        <translation>%1 缺少逗号或右花括号（它由循环生成，而 Stowage 不执行循环）</translation>
    </message>
    <message>
        <source>%1 lacks a comma or a closing brace</source>
        <translation>%1 缺少逗号或右花括号</translation>
    </message>
    <message>
        <source>%1 lacks a comma or a closing bracket</source>
        <translation>%1 缺少逗号或右方括号</translation>
    </message>
    <message>
        <source>%1 contains an unknown escape sequence in a name</source>
        <translation>%1 在名称中有未知的转义</translation>
    </message>
    <message>
        <source>%1 ends within a name</source>
        <translation>%1 在名称中间结束</translation>
    </message>
    <message>
        <source>%1 ends too early</source>
        <translation>%1 过早结束</translation>
    </message>
    <message>
        <source>%1 has an unexpected character</source>
        <translation>%1 有意外的字符</translation>
    </message>
    <message>
        <source>%1 lacks a closing parenthesis</source>
        <translation>%1 缺少右圆括号</translation>
    </message>
    <message>
        <source>%1 sets the unknown property %2 of a device</source>
        <translation>%1 为设备给出了未知的属性 %2</translation>
    </message>
    <message>
        <source>%1 lacks a comma or a closing parenthesis</source>
        <translation>%1 缺少逗号或右圆括号</translation>
    </message>
    <message>
        <source>%1 is merged (|) with a value that is not a literal dict</source>
        <translation>%1 与并非写成字典的内容合并（|）</translation>
    </message>
    <message>
        <source>%1 unpacks an expression (**), which Stowage does not execute,</source>
        <translation>%1 引入了某个名称的内容（**），Stowage 不执行它，</translation>
    </message>
</context>
<context>
    <name>stowage::LiteralSubject</name>
    <message>
        <source>The device map</source>
        <translation>设备映射</translation>
    </message>
    <message>
        <source>write a JSON object such as {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;} or the dict that Python prints</source>
        <translation>请写出 JSON 对象，如 {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;}，或 Python 打印的 dict</translation>
    </message>
</context>
<context>
    <name>stowage::LoadChecks</name>
    <message>
        <source>%1 tensors, %2</source>
        <translation>%1 个张量，%2</translation>
    </message>
    <message>
        <source>nothing can be loaded, because the checkpoint was not written; see the failed check above</source>
        <translation>没有可加载的内容，见上文</translation>
    </message>
    <message>
        <source>the peak memory of %1 is %2 allocated and %3 reserved (prediction error %4)</source>
        <translation>%1 %2 / %3，误差 %4</translation>
    </message>
    <message>
        <source>%1, but the prediction is %2 allocated and %3 reserved</source>
        <translation>峰值未被预见：%1，预测为 %2 / %3</translation>
    </message>
    <message>
        <source>the weights&apos; SHA-256 is %1 instead of %2</source>
        <translation>权重的 SHA-256 为 %1，而不是 %2</translation>
    </message>
    <message>
        <source>%1 tensors are identical to those in the file; %2</source>
        <translation>%1 个张量与文件的相同；%2</translation>
    </message>
    <message>
        <source>the largest logit is %1; the logits differ from the reference by up to %2; %3 of weights was streamed in</source>
        <translation>最大 %1，差值 %2；搬入 %3</translation>
    </message>
    <message>
        <source>the load was cancelled, but finished</source>
        <translation>加载一直进行到了结束</translation>
    </message>
    <message>
        <source>the load stopped after %1</source>
        <translation>在 %1 之后停止</translation>
    </message>
    <message>
        <source>the pre-flight check did not refuse a device that is too small, or the error of the load does not name the tensor</source>
        <translation>没有预测到设备太小，或加载没有以指明张量的错误告终</translation>
    </message>
    <message>
        <source>the memory shortage was predicted, and the load stopped at the tensor %1</source>
        <translation>已预见，并停止于 %1</translation>
    </message>
</context>
<context>
    <name>stowage::LoadMachines</name>
    <message>
        <source>%1 cannot be combined with %2: %3</source>
        <translation>%1 不能与 %2 同用：%3</translation>
    </message>
    <message>
        <source>the option applies only to a load on one machine.</source>
        <translation>该选项只适用于一台机器上的加载。</translation>
    </message>
    <message>
        <source>%1 is named twice.</source>
        <translation>%1 被指定了两次。</translation>
    </message>
    <message>
        <source>Several machines cannot share standard input; give a file instead of &quot;-&quot;.</source>
        <translation>多台机器不能共用标准输入；请给出文件而不是 &quot;-&quot;。</translation>
    </message>
    <message>
        <source>%1 and %2 loaded different models from the given path.</source>
        <translation>%1 和 %2 在该路径下的模型不同：它们加载的内容不一样。</translation>
    </message>
</context>
<context>
    <name>stowage::LoadRepeats</name>
    <message>
        <source>Loaded %1 times in %2 to %3 (median %4). Anonymous memory: %5 after an early load, %6 after the last load. File descriptors: %7, then %8. The process grows.</source>
        <translation>已加载 %1 次，用时 %2 到 %3（中位数 %4）。匿名内存：较早的一次加载后为 %5，最后一次加载后为 %6。文件描述符：先为 %7，后为 %8。进程有增长。</translation>
    </message>
    <message>
        <source>Loaded %1 times in %2 to %3 (median %4). Anonymous memory: %5 after an early load, %6 after the last load. File descriptors: %7, then %8. The process does not grow.</source>
        <translation>已加载 %1 次，用时 %2 到 %3（中位数 %4）。匿名内存：较早的一次加载后为 %5，最后一次加载后为 %6。文件描述符：先为 %7，后为 %8。进程没有增长。</translation>
    </message>
</context>
<context>
    <name>stowage::LoadVerb</name>
    <message>
        <source>%1 cannot be combined with %2: %3</source>
        <translation>%1 不能与 %2 同用：%3</translation>
    </message>
    <message>
        <source>a dry run loads no weights to compute with.</source>
        <translation>试运行不加载可供计算的权重。</translation>
    </message>
    <message>
        <source>a dry run has no progress to report.</source>
        <translation>试运行不花时间，因而无从跟随。</translation>
    </message>
    <message>
        <source>the weights of repeated loads are freed immediately.</source>
        <translation>重复的加载会立即归还。</translation>
    </message>
    <message>
        <source>one file of events can describe only one load.</source>
        <translation>一个文件记述一次加载。</translation>
    </message>
    <message>
        <source>one record can describe only one load.</source>
        <translation>一条记录记述一次加载。</translation>
    </message>
    <message>
        <source>--method &quot;%1&quot; is unknown; use auto, %2.</source>
        <translation>--method &quot;%1&quot; 未知；请采用 auto、%2。</translation>
    </message>
    <message>
        <source>%1 describes a model without its weights, so there is nothing to load; give a safetensors or PyTorch file, or use --dry-run.</source>
        <translation>%1 描述的是不含权重的模型，因此没有可加载的内容；请给出 safetensors 或 PyTorch 文件，或用 --dry-run 走一遍。</translation>
    </message>
    <message>
        <source>pre-flight</source>
        <translation>预检</translation>
    </message>
    <message>
        <source>error: %1</source>
        <translation>错误：%1</translation>
    </message>
    <message>
        <source>a dry run has no weights to keep.</source>
        <translation>试运行没有可保留的权重。</translation>
    </message>
    <message>
        <source>a dry run loads nothing that can be measured or compared.</source>
        <translation>试运行不加载任何可供测量或比较的内容。</translation>
    </message>
    <message>
        <source>--reuse applies to repeated loads; also give --repeat 2 or more.</source>
        <translation>--reuse 用于接连进行的加载；请同时给出 2 或更大的 --repeat。</translation>
    </message>
</context>
<context>
    <name>stowage::LoadedWeights</name>
    <message>
        <source>No tensor %1 is loaded.</source>
        <translation>没有加载张量 %1。</translation>
    </message>
    <message>
        <source>The forward pass needs %1, which is not among the devices of the load.</source>
        <translation>前向传播需要 %1，而它不在加载的设备之列。</translation>
    </message>
</context>
<context>
    <name>stowage::MapBuilder</name>
    <message>
        <source>The key at byte %1 of the device map is not a string; keys are module paths in quotes.</source>
        <translation>设备映射在字节 %1 处有一个不是文本的键；键是带引号的模块路径。</translation>
    </message>
</context>
<context>
    <name>stowage::MapChanges</name>
    <message>
        <source>The device map is changed at byte %1 by a line that Stowage does not execute: %2; paste the output of print(%3).</source>
        <translation>设备映射在字节 %1 处被 Stowage 不执行的一行修改：%2；请粘贴 print(%3) 的输出。</translation>
    </message>
</context>
<context>
    <name>stowage::MappedFile</name>
    <message>
        <source>The system refused to map %1 (%2): %3. Use the load method &quot;streamed&quot;.</source>
        <translation>系统拒绝映射 %1（%2）：%3。请用 &quot;streamed&quot; 加载。</translation>
    </message>
    <message>
        <source>%1 cannot be mapped: %2 files are already mapped. Use the load method &quot;streamed&quot;.</source>
        <translation>%1 无法映射：已映射 %2 个文件。请用 &quot;streamed&quot; 加载。</translation>
    </message>
    <message>
        <source>Pages of %1 were missing while the file was mapped: the file was changed, or its disk is failing. Open the file again.</source>
        <translation>%1 在映射期间缺页：它在此期间被更改，或其磁盘出现故障。请重新打开它。</translation>
    </message>
    <message>
        <source>%1 was changed or replaced after it was opened; open the file again.</source>
        <translation>%1 在打开之后被更改或替换；请重新打开它。</translation>
    </message>
</context>
<context>
    <name>stowage::Matrices</name>
    <message>
        <source>The measurement was stopped.</source>
        <translation>测量已停止。</translation>
    </message>
</context>
<context>
    <name>stowage::MeasureLinkVerb</name>
    <message>
        <source>The measurement was interrupted.</source>
        <translation>测量已中断。</translation>
    </message>
    <message>
        <source>A link has two ends: name two machines, as in `stowagectl measure-link gpu1 gpu2`.</source>
        <translation>链路有两端：请指定两台机器，如 `stowagectl measure-link gpu1 gpu2`。</translation>
    </message>
    <message>
        <source>%1 to %2: %3; opposite direction: %4. Measured over the connection on which `run --stages` sends activations. To use the result in a plan, add --machine-link %5</source>
        <translation>%1 到 %2：%3；反向：%4。经由 `run --stages` 发送激活值的同一途径实测。在方案中：--machine-link %5</translation>
    </message>
    <message>
        <source>%1 seconds</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>The process on %1 failed: %2</source>
        <translation>%1 一端失败：%2</translation>
    </message>
    <message>
        <source>Measuring the connection. This takes up to a minute.</source>
        <translation>正在测量连接。最多需要一分钟。</translation>
    </message>
</context>
<context>
    <name>stowage::MemoryCgroup</name>
    <message>
        <source>this system has no control groups of version 2</source>
        <translation>此系统没有版本 2 的控制组</translation>
    </message>
    <message>
        <source>this user is not allowed to set up a control group with a memory limit</source>
        <translation>此用户不可设置带内存上限的控制组</translation>
    </message>
    <message>
        <source>neither the control group of this process nor a group above it delegates the memory controller</source>
        <translation>本进程的控制组及其上级控制组都没有将内存的控制权下放</translation>
    </message>
</context>
<context>
    <name>stowage::MemoryReader</name>
    <message>
        <source>Stowage does not know how llama.cpp stores the tokens of the architecture %1</source>
        <translation>Stowage 不知道 llama.cpp 如何保存架构 %1 的 token</translation>
    </message>
    <message>
        <source>The file lacks the key %1</source>
        <translation>文件缺少键 %1</translation>
    </message>
</context>
<context>
    <name>stowage::MemorySampler</name>
    <message>
        <source>sampling the memory in use</source>
        <translation>对内存占用的采样</translation>
    </message>
</context>
<context>
    <name>stowage::MetadataReader</name>
    <message>
        <source>has more than 8 MiB of keys in total</source>
        <translation>的键合计超过 8 MiB</translation>
    </message>
    <message>
        <source>has more than 1 GiB of key-values</source>
        <translation>的键值对超过 1 GiB</translation>
    </message>
    <message>
        <source>has the key %1 twice</source>
        <translation>中的键 %1 出现两次</translation>
    </message>
    <message>
        <source>has a general.alignment that is not a 32-bit number</source>
        <translation>给出的 general.alignment 不是 32 位数</translation>
    </message>
    <message>
        <source>has the general.alignment %1, which must be a power of two</source>
        <translation>的 general.alignment 为 %1；它必须是 2 的幂</translation>
    </message>
    <message>
        <source>has a value of the unknown type %2 for %1</source>
        <translation>为 %1 给出的值类型 %2 未知</translation>
    </message>
    <message>
        <source>nests arrays more than 4 levels deep in %1</source>
        <translation>在 %1 中的数组嵌套深度超过 4 层</translation>
    </message>
    <message>
        <source>has %2 values for %1, more than the file can contain</source>
        <translation>为 %1 给出 %2 个值，多于文件所能容纳的</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>打开 %1 的操作已停止。</translation>
    </message>
</context>
<context>
    <name>stowage::MeteredCompute</name>
    <message>
        <source>An estimated pass has no values of the tensor %1.</source>
        <translation>仅作计数的前向传播没有张量 %1。</translation>
    </message>
</context>
<context>
    <name>stowage::ModulePass</name>
    <message>
        <source>The module %1 has no weights for the forward pass.</source>
        <translation>%1 没有可用于运行的权重。</translation>
    </message>
    <message>
        <source>The module %1 reads an input that this forward pass does not have.</source>
        <translation>%1 读取了此次前向传播没有的输入。</translation>
    </message>
</context>
<context>
    <name>stowage::ModuleTreeBuilder</name>
    <message>
        <source>The root of a module tree must not have a &quot;name&quot; or a &quot;same_as&quot;.</source>
        <translation>模块树的根没有名称，也不是其他模块。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>stowage::NameList</name>
    <message>
        <source>The tensor names of llama.cpp for the model family %1 are unknown; open a GGUF file of the model, which contains these names.</source>
        <translation>不知道 llama.cpp 如何命名模型族 %1 的张量；请打开该模型的 GGUF 文件，其名称是它自身的。</translation>
    </message>
</context>
<context>
    <name>stowage::Names</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
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
        <translation>不是 Python dict</translation>
    </message>
    <message>
        <source>is not a dict of named values</source>
        <translation>不是由具名的值组成的 dict</translation>
    </message>
    <message>
        <source>lacks a comma or its closing brace</source>
        <translation>缺少逗号或其右花括号</translation>
    </message>
    <message>
        <source>continues after its dict</source>
        <translation>在其 dict 之后还有内容</translation>
    </message>
    <message>
        <source>lacks &apos;descr&apos;, &apos;fortran_order&apos; or &apos;shape&apos;</source>
        <translation>缺少 &apos;descr&apos;、&apos;fortran_order&apos; 或 &apos;shape&apos;</translation>
    </message>
    <message>
        <source>has the key %1, which does not belong in a .npy file</source>
        <translation>有键 %1，而 .npy 文件都没有这个键</translation>
    </message>
    <message>
        <source>has the key %1 twice</source>
        <translation>中的键 %1 出现两次</translation>
    </message>
    <message>
        <source>%1 contains a structured NumPy array, but a tensor needs one plain dtype; save the fields of the array as separate arrays.</source>
        <translation>%1 含有结构化的 NumPy 数组；张量需要一种普通的 dtype，因此请将其各字段保存为单独的数组。</translation>
    </message>
    <message>
        <source>has a &apos;descr&apos; that is not a string</source>
        <translation>给出的 &apos;descr&apos; 不是文本</translation>
    </message>
    <message>
        <source>has a &apos;fortran_order&apos; that is neither True nor False</source>
        <translation>给出的 &apos;fortran_order&apos; 既不是 True 也不是 False</translation>
    </message>
    <message>
        <source>has a &apos;shape&apos; that is not a tuple</source>
        <translation>给出的 &apos;shape&apos; 不是元组</translation>
    </message>
    <message>
        <source>has a dimension that is not an integer from 0 to 2^63 - 1</source>
        <translation>有维度不是 0 到 2^63 - 1 的整数</translation>
    </message>
    <message>
        <source>The array in %1 has more dimensions than the limit of 64.</source>
        <translation>%1 的维度超过 64 个，而最多读取 64 个。</translation>
    </message>
    <message>
        <source>lacks a comma or a bracket in &apos;shape&apos;</source>
        <translation>在 &apos;shape&apos; 中缺少逗号或括号</translation>
    </message>
    <message>
        <source>The NumPy header of %1 %2 (at character %3 of the header).</source>
        <translation>%1 的 NumPy 文件头%2（位于其第 %3 个字符）。</translation>
    </message>
</context>
<context>
    <name>stowage::NvmlLibrary</name>
    <message>
        <source>the library could not be opened</source>
        <translation>无法打开它</translation>
    </message>
    <message>
        <source>%1 lacks the function %2</source>
        <translation>%1 没有 %2</translation>
    </message>
    <message>
        <source>Starting it</source>
        <translation>启动它</translation>
    </message>
    <message>
        <source>Counting the GPUs</source>
        <translation>统计 GPU 数量</translation>
    </message>
    <message>
        <source>Opening GPU %1</source>
        <translation>打开 GPU %1</translation>
    </message>
    <message>
        <source>Listing the programs on the GPU %1</source>
        <translation>列出 %1 上的程序</translation>
    </message>
    <message>
        <source>The driver does not report which programs use the GPU %1.</source>
        <translation>驱动不说明哪些程序在使用 %1。</translation>
    </message>
</context>
<context>
    <name>stowage::NvmlLibrary::Calls</name>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失败：%2</translation>
    </message>
    <message>
        <source>unknown error</source>
        <translation>未知错误</translation>
    </message>
    <message>
        <source>%1. The GPU is no longer reachable; restart the machine.</source>
        <translation>%1。该显卡已从总线上掉线；必须重启机器。</translation>
    </message>
    <message>
        <source>No GPU of this machine has the UUID &quot;%1&quot;.</source>
        <translation>本机没有 UUID 为 &quot;%1&quot; 的 GPU。</translation>
    </message>
    <message>
        <source>Looking for the GPU %1</source>
        <translation>查找 %1</translation>
    </message>
</context>
<context>
    <name>stowage::OffloadFile</name>
    <message>
        <source>A write of %1 bytes at offset %2 extends past the end of the tensor %3.</source>
        <translation>在偏移 %2 处写入 %1 字节越过了张量 %3 的末尾。</translation>
    </message>
</context>
<context>
    <name>stowage::OffloadFolderWriter</name>
    <message>
        <source>%1 is not a folder; choose another path for the offload folder.</source>
        <translation>%1 不是文件夹；请为卸载 (offload) 文件夹选择其他路径。</translation>
    </message>
    <message>
        <source>The index file %1 is larger than the limit of 64 MiB.</source>
        <translation>%1 大于 64 MiB。</translation>
    </message>
    <message>
        <source>%1 is not the index file of an offload folder; choose another folder.</source>
        <translation>%1 不是卸载 (offload) 文件夹的索引；请选择其他文件夹。</translation>
    </message>
    <message>
        <source>The tensor %1 is not in %2, so the folder cannot contain a second name for the tensor.</source>
        <translation>张量 %1 不在 %2 中，因此在那里不能有第二个名称。</translation>
    </message>
</context>
<context>
    <name>stowage::OffloadHandler</name>
    <message>
        <source>is not an object with dtype and shape</source>
        <translation>不是由 dtype 和 shape 组成的对象</translation>
    </message>
    <message>
        <source>is a list</source>
        <translation>是列表</translation>
    </message>
    <message>
        <source>has a shape that is not a list</source>
        <translation>的形状不是列表</translation>
    </message>
    <message>
        <source>has a shape that is not a list of numbers</source>
        <translation>的形状不是数的列表</translation>
    </message>
    <message>
        <source>is not an index of offloaded tensors: its entry %1 %2</source>
        <translation>不是已卸载 (offload) 张量的索引：其条目 %1 %2</translation>
    </message>
    <message>
        <source>has a field %1 that is not a string</source>
        <translation>的 %1 不是文本</translation>
    </message>
    <message>
        <source>has a dimension that is not an integer from 0 to 2^63 - 1</source>
        <translation>有维度不是 0 到 2^63 - 1 的整数</translation>
    </message>
    <message>
        <source>has more than 64 dimensions for the tensor %1</source>
        <translation>为 %1 给出超过 64 个维度</translation>
    </message>
</context>
<context>
    <name>stowage::OffloadReader</name>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>打开 %1 的操作已停止。</translation>
    </message>
    <message>
        <source>headers of files</source>
        <translation>文件头</translation>
    </message>
    <message>
        <source>%1 refers to tensors in %2, which is outside the folder of the index.</source>
        <translation>%1 从其文件夹之外的 %2 取用张量。</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 %3.</source>
        <translation>%2 的张量 %1 %3。</translation>
    </message>
    <message>
        <source>has a name with &apos;/&apos; or NUL, which a file name cannot contain</source>
        <translation>的名称含有 &apos;/&apos; 或 NUL，而文件不能有这样的名称</translation>
    </message>
    <message>
        <source>has the unknown dtype %1</source>
        <translation>的 dtype 为 %1，该 dtype 未知</translation>
    </message>
    <message>
        <source>has no shape</source>
        <translation>缺少其形状</translation>
    </message>
    <message>
        <source>has a shape whose size in bytes does not fit in a 64-bit number</source>
        <translation>的形状的大小（字节数）超出 64 位数的范围</translation>
    </message>
    <message>
        <source>has no file: %1 is missing</source>
        <translation>没有文件：%1 缺失</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, but the shape and dtype of its tensor in %3 require %4 bytes.</source>
        <translation>%1 有 %2 字节，但 %3 给出的其张量的形状和 dtype 为 %4 字节。</translation>
    </message>
    <message>
        <source>refers to the tensor %1 of %2, but the file does not contain this tensor</source>
        <translation>应为 %2 的 %1，而那里没有这样的张量</translation>
    </message>
    <message>
        <source>has a shape that differs from the shape in %1</source>
        <translation>在 %1 中形状不同</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 should be cast to %3, but was read with the stored dtype, %4.</source>
        <translation>%2 的张量 %1 应转换为 %3；已按存储的读取，即 %4。</translation>
    </message>
    <message>
        <source>names a safetensors file with NUL in its name</source>
        <translation>指定的 safetensors 文件名称中含有 NUL</translation>
    </message>
    <message>
        <source>is in %1, which is missing</source>
        <translation>位于 %1，而它缺失</translation>
    </message>
</context>
<context>
    <name>stowage::OpeningBackend</name>
    <message>
        <source>LibTorch was not needed.</source>
        <translation>没有用到 LibTorch。</translation>
    </message>
</context>
<context>
    <name>stowage::OptimalSearch</name>
    <message>
        <source>The plan does not fit with this workload.</source>
        <translation>它无法承担此工作。</translation>
    </message>
</context>
<context>
    <name>stowage::Overrides</name>
    <message>
        <source>-ot has %1 patterns; the limit is 1024.</source>
        <translation>-ot 有 %1 个模式；最多接受 1024 个。</translation>
    </message>
    <message>
        <source>-ot has the pattern %1, which is too long; shorten it.</source>
        <translation>-ot 的模式 %1 太长；请缩短它。</translation>
    </message>
    <message>
        <source>-ot has the pattern %1, which uses the repetition {…}; write the repetition out.</source>
        <translation>-ot 的模式 %1 用 {…} 计数；请将各部分逐一写出。</translation>
    </message>
    <message>
        <source>-ot has the pattern %1, which is not a valid regular expression; correct it.</source>
        <translation>-ot 的模式 %1 不是可以读取的正则表达式；请更正它。</translation>
    </message>
</context>
<context>
    <name>stowage::OwnRuns</name>
    <message>
        <source>This program cannot load the quantised weights of this plan; choose another engine.</source>
        <translation>本程序不运行量化的方案；请指定其他引擎。</translation>
    </message>
    <message>
        <source>This program computes in the dtype of the weights; plan the weights in %1, or choose another engine.</source>
        <translation>本程序以权重的 dtype 计算；请以 %1 规划权重，或指定其他引擎。</translation>
    </message>
    <message>
        <source>Alternatively, choose another engine that supports fused attention.</source>
        <translation>其他引擎会融合它：请指定一个。</translation>
    </message>
    <message>
        <source>This program stores keys and values in the compute dtype, which is %1 for this plan, not %2; choose another engine.</source>
        <translation>本程序以其计算所用的 dtype（此处为 %1）保存键和值，而不是 %2；请指定其他引擎。</translation>
    </message>
    <message>
        <source>This program runs models of the family %1 one sequence at a time: use a batch size of 1, or choose another engine.</source>
        <translation>本程序一次只运行模型族 %1 的模型的一个序列：请将批次设为 1，或指定其他引擎。</translation>
    </message>
</context>
<context>
    <name>stowage::Owner</name>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
</context>
<context>
    <name>stowage::PagePool</name>
    <message>
        <source>Creating the memory file for %1 of a simulated GPU</source>
        <translation>为模拟 GPU 的 %1 创建内存文件</translation>
    </message>
    <message>
        <source>Filling %1 of a simulated GPU</source>
        <translation>填充模拟 GPU 的 %1</translation>
    </message>
    <message>
        <source>Mapping %1 of a simulated GPU</source>
        <translation>映射模拟 GPU 的 %1</translation>
    </message>
    <message>
        <source>Growing the memory file of a simulated GPU by %1</source>
        <translation>为模拟 GPU 将内存文件增大 %1</translation>
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
    <name>stowage::ParallelShare</name>
    <message>
        <source>%1 (parts of layers, divided among %2 GPUs) + %3 (weights that each GPU stores completely) = %4; with the allocator&apos;s rounding: %5</source>
        <translation>%1（每层为 %2 个 GPU 各分一部分）+ %3（每个 GPU 都完整拥有）= %4；在分配器的块中为 %5</translation>
    </message>
</context>
<context>
    <name>stowage::Parser::Parsed</name>
    <message>
        <source>The architecture text &quot;%1&quot; is invalid at byte %2.</source>
        <translation>架构文本 &quot;%1&quot; 在字节 %2 处无法理解。</translation>
    </message>
</context>
<context>
    <name>stowage::PartInput</name>
    <message>
        <source>A line on standard input is longer than %1.</source>
        <translation>标准输入中有一行超过 %1。</translation>
    </message>
    <message>
        <source>The rest of the model is missing: the sender has stopped.</source>
        <translation>发送已中止，收不到模型的其余部分。</translation>
    </message>
</context>
<context>
    <name>stowage::PickleMachine</name>
    <message>
        <source>is larger than %1 bytes</source>
        <translation>大于 %1 字节</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>打开 %1 的操作已停止。</translation>
    </message>
    <message>
        <source>ends without a STOP opcode</source>
        <translation>结束时没有 STOP 操作码</translation>
    </message>
    <message>
        <source>uses the opcode %1, which torch.save never writes</source>
        <translation>使用了操作码 %1，而 torch.save 从不写它</translation>
    </message>
    <message>
        <source>Nothing in the pickle was executed.</source>
        <translation>该 pickle 中没有任何内容被执行。</translation>
    </message>
    <message>
        <source>has more than %1 open marks</source>
        <translation>未关闭的标记超过 %1 个</translation>
    </message>
    <message>
        <source>pops from an empty stack</source>
        <translation>从空栈中取用</translation>
    </message>
    <message>
        <source>uses pickle protocol %1, but only protocol 2, the default of torch.save, is supported</source>
        <translation>采用 pickle 协议 %1，但只支持 torch.save 默认的协议 2</translation>
    </message>
    <message>
        <source>Save the file again without pickle_protocol.</source>
        <translation>请不带 pickle_protocol 重新保存该文件。</translation>
    </message>
    <message>
        <source>names the Python object %1: a whole module was saved, which needs its Python code</source>
        <translation>指定了 Python 对象 %1：保存的是整个模块，它需要其 Python 代码</translation>
    </message>
    <message>
        <source>names the Python object %1, which is not allowed in a checkpoint</source>
        <translation>指定了 Python 对象 %1，而检查点中不允许它</translation>
    </message>
    <message>
        <source>Nothing in the pickle was executed. Save only model.state_dict().</source>
        <translation>该 pickle 中没有任何内容被执行。请只保存 model.state_dict()。</translation>
    </message>
    <message>
        <source>has a string of %1 bytes; the limit is %2</source>
        <translation>有 %1 字节的字符串；最多读取 %2 字节</translation>
    </message>
    <message>
        <source>stores an object under the number %1; the limit is %2</source>
        <translation>以编号 %1 保存对象；最多读取 %2</translation>
    </message>
    <message>
        <source>refers to object number %1, which was not stored</source>
        <translation>引用了编号为 %1 而从未保存过的对象</translation>
    </message>
    <message>
        <source>has more than %1 references</source>
        <translation>的引用超过 %1 个</translation>
    </message>
    <message>
        <source>has more than %1 objects</source>
        <translation>的对象超过 %1 个</translation>
    </message>
    <message>
        <source>has more than %1 lists and dicts</source>
        <translation>的列表和 dict 超过 %1 个</translation>
    </message>
    <message>
        <source>has more than %1 tensors</source>
        <translation>的张量超过 %1 个</translation>
    </message>
    <message>
        <source>closes a mark that was never set</source>
        <translation>关闭了从未设置过的标记</translation>
    </message>
    <message>
        <source>removes objects that are below its mark on the stack</source>
        <translation>取用了其标记之前的内容</translation>
    </message>
    <message>
        <source>needs more than %1 MiB of memory for the list of its contents</source>
        <translation>需要超过 %1 MiB 内存才能列出</translation>
    </message>
    <message>
        <source>The pickle %1 of %2 %3 (at byte %4).</source>
        <translation>%2 的 pickle %1 %3（位于字节 %4）。</translation>
    </message>
    <message>
        <source>nests tuples deeper than %1 levels</source>
        <translation>的元组嵌套深度超过 %1 层</translation>
    </message>
    <message>
        <source>appends items without a list</source>
        <translation>没有可追加的对象却进行追加</translation>
    </message>
    <message>
        <source>appends to something that is not a list</source>
        <translation>向不是列表的对象追加</translation>
    </message>
    <message>
        <source>sets items without a dict or sets a key without a value</source>
        <translation>设置项时没有 dict 或没有值</translation>
    </message>
    <message>
        <source>sets items of something that is not a dict</source>
        <translation>为不是 dict 的对象设置项</translation>
    </message>
    <message>
        <source>ends in the middle of a value</source>
        <translation>在值的中间结束</translation>
    </message>
    <message>
        <source>creates an object of something that is not a scripted class</source>
        <translation>用不是脚本类的内容创建对象</translation>
    </message>
    <message>
        <source>sets attributes of something that is not a dict</source>
        <translation>为不是 dict 的对象设置属性</translation>
    </message>
    <message>
        <source>has a storage view that is not a tuple of three elements</source>
        <translation>的存储视图不是三元组</translation>
    </message>
    <message>
        <source>has a view of %1 elements from element %2, which is outside its storage of %3 elements</source>
        <translation>有从 %2 起含 %1 个元素的视图，超出其含 %3 个元素的存储</translation>
    </message>
    <message>
        <source>has a persistent id that is not a tuple of six elements</source>
        <translation>的持久 ID 不是六元组</translation>
    </message>
    <message>
        <source>has a persistent id that is not a tuple of five elements</source>
        <translation>的持久 ID 不是五元组</translation>
    </message>
    <message>
        <source>has a persistent id that names no storage</source>
        <translation>的持久 ID 没有指定存储</translation>
    </message>
    <message>
        <source>has a persistent id with an unknown kind of storage</source>
        <translation>的持久 ID 中存储的种类未知</translation>
    </message>
    <message>
        <source>has a storage with the negative size of %1 elements</source>
        <translation>有大小为负（%1 个元素）的存储</translation>
    </message>
    <message>
        <source>makes a call that is not allowed</source>
        <translation>进行了不允许的调用</translation>
    </message>
    <message>
        <source>creates an OrderedDict with arguments</source>
        <translation>用参数创建 OrderedDict</translation>
    </message>
    <message>
        <source>creates a torch.Size with more or fewer than one argument</source>
        <translation>创建 torch.Size 的参数不是一个</translation>
    </message>
    <message>
        <source>calls a TorchScript wrapper without an object</source>
        <translation>调用 TorchScript 包装器时没有给出对象</translation>
    </message>
    <message>
        <source>calls an object that is not a function</source>
        <translation>调用了不是函数的对象</translation>
    </message>
    <message>
        <source>creates a meta tensor with the wrong arguments</source>
        <translation>用错误的参数创建 meta 张量</translation>
    </message>
    <message>
        <source>creates a typed tensor with the wrong arguments</source>
        <translation>用错误的参数创建带类型的张量</translation>
    </message>
    <message>
        <source>creates a typed tensor from another typed tensor</source>
        <translation>用带类型的张量再创建带类型的张量</translation>
    </message>
    <message>
        <source>creates a Parameter from something that is not a tensor</source>
        <translation>用不是张量的内容创建 Parameter</translation>
    </message>
    <message>
        <source>has a tensor whose size or strides are neither a tuple nor a list</source>
        <translation>给出的张量大小或步幅既不是元组，也不是列表</translation>
    </message>
    <message>
        <source>has a tensor of %1 dimensions; the limit is %2</source>
        <translation>有 %1 维的张量；最多读取 %2 维</translation>
    </message>
    <message>
        <source>has a tensor whose size or stride is not an integer</source>
        <translation>给出的张量大小或步幅不是整数</translation>
    </message>
    <message>
        <source>has a tensor with the negative size or stride %1</source>
        <translation>有大小或步幅为负数 %1 的张量</translation>
    </message>
    <message>
        <source>has a tensor with an untyped storage and without a dtype</source>
        <translation>有位于无类型存储上且没有 dtype 的张量</translation>
    </message>
    <message>
        <source>has a quantised tensor whose storage has the dtype %1</source>
        <translation>有位于 %1 存储上的量化张量</translation>
    </message>
    <message>
        <source>has a tensor whose dtype argument is not a dtype</source>
        <translation>有张量的 dtype 不是有效的 dtype</translation>
    </message>
    <message>
        <source>has a tensor whose dtype differs from that of its storage</source>
        <translation>有 dtype 与其存储不同的张量</translation>
    </message>
    <message>
        <source>creates a tensor with the wrong arguments</source>
        <translation>用错误的参数创建张量</translation>
    </message>
    <message>
        <source>has a tensor at the negative offset %1</source>
        <translation>有位于负偏移 %1 的张量</translation>
    </message>
    <message>
        <source>has a tensor of %1 dimensions with %2 strides</source>
        <translation>有 %1 维却有 %2 个步幅的张量</translation>
    </message>
</context>
<context>
    <name>stowage::PlacementOptions</name>
    <message>
        <source>--max-memory: %1</source>
        <translation>--max-memory：%1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>--objective needs --strategy optimal; add that strategy, or omit --objective.</source>
        <translation>--objective 用于 --strategy optimal；请两者都给出，或都不给出。</translation>
    </message>
    <message>
        <source>--strategy optimal chooses the prefetch window and the offloaded modules that the CPU computes; omit --prefetch-window, --no-prefetch and --offloaded.</source>
        <translation>--strategy optimal 会选择预取窗口以及由 CPU 计算哪些卸载 (offload) 的模块；请去掉 --prefetch-window、--no-prefetch 和 --offloaded。</translation>
    </message>
    <message>
        <source>--machine-link has no effect: all devices are in one machine.</source>
        <translation>--machine-link 不起作用：所有设备都在一台机器中。</translation>
    </message>
    <message>
        <source>--objective %1: %2 generates no tokens after a prompt; use prefill.</source>
        <translation>--objective %1：%2 中提示词之后不再有 token；请使用 prefill。</translation>
    </message>
    <message>
        <source>--max-memory specifies no limit for the CPU, so the limit of the CPU is %1 from --ram. Accelerate would not use the CPU. To exclude the CPU, add cpu=0 to --max-memory; to use the CPU, add its limit there.</source>
        <translation>--max-memory 没有给出 CPU 的上限，因此由 --ram 给它上限 %1；Accelerate 则不会使用 CPU。如需如此，请添加 cpu=0，或另一个上限。</translation>
    </message>
    <message>
        <source>with the options of load_hf_model, --max-memory must limit at least one device, as in {0: &quot;10GiB&quot;}.</source>
        <translation>与 load_hf_model 的选项一起使用时，必须限制某个设备，如 {0: &quot;10GiB&quot;}。</translation>
    </message>
    <message>
        <source>--fallback-allocation has no effect with the rules of transformers; add --rules accelerate.</source>
        <translation>--fallback-allocation 对 transformers 的规则无效；请加上 --rules accelerate。</translation>
    </message>
    <message>
        <source>--device-map: %1</source>
        <translation>--device-map：%1</translation>
    </message>
</context>
<context>
    <name>stowage::PlainFile</name>
    <message>
        <source>Reading back %1 failed at offset %2: %3.</source>
        <translation>在偏移 %2 处读回 %1 失败：%3。</translation>
    </message>
    <message>
        <source>%1 ends at offset %2, %3 bytes before it should.</source>
        <translation>%1 结束于偏移 %2，比应有的少 %3 字节。</translation>
    </message>
</context>
<context>
    <name>stowage::PlanEstimator::Work</name>
    <message>
        <source>A verdict on a workload is for one model, but this plan has several models. Use stowagectl estimate or the Capacity page to estimate all models together.</source>
        <translation>工作负载只针对一个模型评判，而此方案含多个模型；估算（stowagectl estimate，“容量”页面）会将它们合并计算。</translation>
    </message>
    <message>
        <source>A diffusers pipeline has no workload of tokens. Use stowagectl estimate without a workload, or the Capacity page, to compare the ways to offload the pipeline.</source>
        <translation>diffusers 的流水线没有以 token 计的工作负载；改为比较其各种卸载 (offload) 方式（不带工作负载的 estimate，“容量”页面）。</translation>
    </message>
    <message>
        <source>This program computes offloaded modules on the CPU; the engine of this estimate (%1) may copy their weights to a GPU instead.</source>
        <translation>在本程序中，卸载 (offload) 的模块由 CPU 计算；此估算的引擎（%1）则可能会将这些模块的权重搬到 GPU。</translation>
    </message>
    <message>
        <source>The time of tensor parallelism depends on how the GPUs are connected, so no time is estimated.</source>
        <translation>张量并行的用时取决于其各 GPU 如何连接：不估算其时间。</translation>
    </message>
    <message>
        <source>A context of %2 tokens exceeds the %1 positions that this model is designed for.</source>
        <translation>此模型是为 %1 个位置设计的，而不是 %2 个。</translation>
    </message>
    <message>
        <source>Tokens of this model attend to later tokens of the prompt, so prompts are not processed in chunks.</source>
        <translation>此模型的 token 会看到其提示词中后面的 token：提示词整个送入。</translation>
    </message>
    <message>
        <source>This program&apos;s own engine does not divide layers among GPUs by tensor parallelism; use vllm, sglang or transformers.</source>
        <translation>本程序自己的引擎不以张量并行将层划分到多个 GPU；请指定 vllm、sglang 或 transformers。</translation>
    </message>
    <message>
        <source>GPU memory is calculated as in PyTorch&apos;s allocator with expandable_segments:True.</source>
        <translation>GPU 的内存按 PyTorch 的分配器在 expandable_segments:True 下的占用计算。</translation>
    </message>
    <message>
        <source>the weights include a rotary table: %1 positions × %2 numbers = %3</source>
        <translation>含旋转位置表：%1 个位置 × %2 个数 = %3</translation>
    </message>
    <message>
        <source>the weights include %3 of padding: MXFP4 experts are padded to tiles of %1 × %2 weights</source>
        <translation>权重中将 MXFP4 专家补齐到 %1 × %2 个权重的分块的部分：%3</translation>
    </message>
    <message>
        <source>%1 of parameters, each pinned in a block whose size is a power of two: %2</source>
        <translation>%1 的参数，每个都锁页在 2 的幂大小的块中：%2</translation>
    </message>
    <message>
        <source>The workload has too many tokens to replay the run token by token, so the memory of the run is calculated by formula.</source>
        <translation>这么多 token 不会逐个重放；其占用由计算得出。</translation>
    </message>
    <message>
        <source>The free memory allows a prefetch window of only %1 instead of the requested %2.</source>
        <translation>空间够 %1 的预取窗口，不够 %2 的。</translation>
    </message>
    <message>
        <source>The link between %1 and %2 is assumed to be 10 Gbit/s Ethernet (%3). Measure the link, then specify its bandwidth with --machine-link or, in the window, in the dialog &quot;Simulated GPUs&quot;.</source>
        <translation>%1 与 %2 之间的链路为假定值：10 Gbit/s 以太网（%3）。请实测该链路，并用 --machine-link 给出，或在窗口中随模拟 GPU 一并给出。</translation>
    </message>
    <message>
        <source>How much memory %1 uses on a GPU before any tensor is allocated is unknown, because no figure is published.</source>
        <translation>放入任何张量之前，%1 在一个 GPU 上占用多少未公布：未知。</translation>
    </message>
    <message>
        <source>Images cannot be estimated: the engine does not process images for this model, or the number of tokens per image is unknown. Leave out the images, and add their tokens to the prompt.</source>
        <translation>无法为此模型估算图片：该引擎不为此模型处理图片，或者不知道一张图片相当于多少个 token。请不要指定图片，而将其 token 计入提示词。</translation>
    </message>
    <message>
        <source>An image of %1 × %1 pixels adds %2 tokens to the prompt; the computation of the image encoder is not included.</source>
        <translation>一张 %1 × %1 像素的图片会使提示词增加 %2 个 token；图片塔的计算未计入。</translation>
    </message>
    <message>
        <source>An image of %1 × %1 pixels adds %2 tokens to the prompt and is processed by %3 as %4 × %5 positions.</source>
        <translation>一张 %1 × %1 像素的图片会使提示词增加 %2 个 token，并作为 %4 × %5 个位置经过 %3。</translation>
    </message>
    <message>
        <source>An image of %1 × %1 pixels adds %2 token to the prompt and is processed by %3 as %4 × %5 positions.</source>
        <translation>一张 %1 × %1 像素的图片会使提示词增加 %2 个 token，并作为 %4 × %5 个位置经过 %3。</translation>
    </message>
    <message>
        <source>each part is shown at its peak, but the peaks occur at different times; the total peak is %1 lower than the sum</source>
        <translation>各部分均为其自身的最大值，其中 %1 不会同时占用</translation>
    </message>
    <message>
        <source>the peak occurs during the load, including %1 for reading</source>
        <translation>峰值出现在加载时，加载为所读内容另外占用 %1</translation>
    </message>
    <message>
        <source>other memory in use at the peak: %1</source>
        <translation>峰值时除这些部分外另外占用：%1</translation>
    </message>
    <message>
        <source>memory that %1 uses on each GPU before any tensor is allocated: %2 (%3; %4)</source>
        <translation>放入任何张量之前 %1 在每张显卡上占用的：%2。%3（%4）</translation>
    </message>
    <message>
        <source>Every layer is divided evenly among %1 GPUs. A device map cannot express this division, so this estimate does not use the device map of the plan. How the layers are divided: %2.</source>
        <translation>每一层都均分到 %1 个 GPU，而设备映射无法表达这一点：此处估算的不是方案的映射。划分方式：%2。</translation>
    </message>
    <message>
        <source>the memory of recurrent layers while they compute (activations)</source>
        <translation>循环层在计算时占用什么（激活）</translation>
    </message>
    <message>
        <source>If Stowage can run this model, choose the engine &quot;stowage&quot;.</source>
        <translation>如果本程序能运行该模型，请选择引擎 stowage。</translation>
    </message>
    <message>
        <source>How much memory %1 uses on a GPU before any tensor is allocated is not published for this number of GPUs (%3). The figure for %2 GPUs is used; the actual memory is not larger.</source>
        <translation>%1 在任何张量之前在 GPU 上占用的内存公布了 %2 个 GPU 的情况，没有 %3 个的：按前者计算，不会更少。</translation>
    </message>
    <message>
        <source>How much memory %1 uses on a GPU before any tensor is allocated is not published for this number of GPUs (%3). The figure for fewer GPUs (%2) is used as a minimum.</source>
        <translation>%1 在任何张量之前在 GPU 上占用的内存公布了 %2 个的情况，没有 %3 个 GPU 的：按前者计算，这是它至少占用的。</translation>
    </message>
    <message>
        <source>estimated memory of CUDA graphs: %1</source>
        <translation>CUDA 图的估计值：%1</translation>
    </message>
    <message>
        <source>Estimate for keys and values on %1: %4 (%2 × the free memory when %3 starts) minus %5 of weights = %6.</source>
        <translation>%1 中可用于键和值的估计：%3 启动时空闲内存的 %2，即 %4，减去权重 %5 = %6。</translation>
    </message>
    <message>
        <source>Estimate for keys and values on %1: %2 × %3 minus %4 of weights, %5 of activations, %6 of memory outside of PyTorch and %7 of CUDA graphs = %8.</source>
        <translation>%1 中可用于键和值的估计：%2 × %3 减去权重 %4、激活 %5、PyTorch 之外的内存 %6 和 CUDA 图 %7 = %8。</translation>
    </message>
    <message>
        <source>With %1, this memory for keys and values corresponds to %2 blocks of %3 tokens. That is %4 tokens, or %5 simultaneous requests of %6 tokens.</source>
        <translation>按 %1 的算法，这是 %2 个各 %3 个 token 的块：%4 个 token，可同时处理 %5 个 %6 个 token 的请求。</translation>
    </message>
    <message>
        <source>%1 has no option for the number of tokens of a pass; leave out max_num_batched_tokens, or use vllm.</source>
        <translation>%1 没有设置一次前向 token 数的选项；请去掉 max_num_batched_tokens，或选择 vllm。</translation>
    </message>
    <message>
        <source>%1 has no option for a share of the GPU memory; leave out gpu_memory_utilization, or use vllm or sglang.</source>
        <translation>%1 没有设置 GPU 占比的选项；请去掉 gpu_memory_utilization，或选择 vllm 或 sglang。</translation>
    </message>
    <message>
        <source>By default, %1 divides each layer among GPUs. For this plan, the engine uses %2 GPUs, the largest number that the engine accepts. Specify another number with tensor_parallel; with 1, the layers form a pipeline according to the device map of the plan.</source>
        <translation>%1 会自行划分各层：这里划分到它可接受的最多 %2 个 GPU。用 tensor_parallel 可指定其他数目；1 表示按方案的映射组成流水线。</translation>
    </message>
    <message>
        <source>The peak memory while weights are loaded and quantised is not predicted; this peak may be higher than the estimate.</source>
        <translation>加载并量化权重期间的峰值没有预测：它可能更高。</translation>
    </message>
    <message>
        <source>The device map names a device that does not exist.</source>
        <translation>映射指定了不存在的设备。</translation>
    </message>
    <message>
        <source>%1 rejects a context of %2 tokens: this model is designed for %3 tokens. Shorten the context; with %4=1, %1 accepts the longer context anyway.</source>
        <translation>%1 拒绝 %2 个 token 的上下文：此模型是为 %3 个设计的。请缩短；设置 %4=1 时 %1 仍会接受。</translation>
    </message>
    <message>
        <source>The time of recurrent layers includes matrix products and the reading of weights and states; the update of the states is not included.</source>
        <translation>循环层的时间是其乘积、权重和状态的时间；不计状态的更新。</translation>
    </message>
    <message>
        <source>link between %1 and %2: %3, assumed</source>
        <translation>%1 与 %2 之间的链路：%3，假定</translation>
    </message>
    <message>
        <source>link between %1 and %2: %3, as specified</source>
        <translation>%1 与 %2 之间的链路：%3，为输入值</translation>
    </message>
    <message>
        <source>The CPU computes the layers in CPU memory; %1 does not copy their weights to a GPU.</source>
        <translation>%1 在 CPU 上运行位于 CPU 内存中的层；其权重不会复制到 GPU。</translation>
    </message>
    <message>
        <source>Matrix products with %1 weights are assumed to take %2 times as long as with 16-bit weights; factors of %3 to %4 were measured (%5).</source>
        <translation>假定与 %1 权重的乘积所需时间是 16 位权重的 %2 倍；测得 %3 到 %4 倍（%5）。</translation>
    </message>
    <message>
        <source>The time of recurrent layers is not estimated.</source>
        <translation>未估算循环层所需的时间。</translation>
    </message>
</context>
<context>
    <name>stowage::PlanJudge</name>
    <message>
        <source>Planning was stopped.</source>
        <translation>规划已停止。</translation>
    </message>
    <message>
        <source>plans compared</source>
        <translation>个方案已比较</translation>
    </message>
</context>
<context>
    <name>stowage::Planner</name>
    <message>
        <source>%1 contains no tensors, so there is nothing to convert.</source>
        <translation>%1 没有张量，因此没有可转换的内容。</translation>
    </message>
    <message>
        <source>Only safetensors files can be written in shards; leave --shard-size out.</source>
        <translation>只有 safetensors 能写为分片；请去掉 --shard-size。</translation>
    </message>
    <message>
        <source>The size of a shard must be at least one byte.</source>
        <translation>一个分片必须至少能容纳一个字节。</translation>
    </message>
</context>
<context>
    <name>stowage::Predictor</name>
    <message>
        <source>Attention is fused: no attention scores of a layer are in memory.</source>
        <translation>注意力是融合的：内存中没有任何一层的分数。</translation>
    </message>
    <message>
        <source>Attention is not fused: all attention scores of a layer are in memory at once, together with their softmax.</source>
        <translation>注意力不是融合的：一层的所有分数同时位于内存中，其 softmax 与之并存。</translation>
    </message>
    <message>
        <source>A KV cache starts with one row per token of the first pass, but at least 32 rows. It doubles when it is full.</source>
        <translation>KV 缓存起初为第一次前向传播的每个 token 各留一行，但至少有 32 行；填满时加倍。</translation>
    </message>
    <message>
        <source>The state that layers store for earlier tokens has the same size after each token.</source>
        <translation>每个 token 之后，各层为先前的 token 保存的内容大小不变。</translation>
    </message>
    <message>
        <source>Tokens are assumed to choose experts at random, with equal probability. The weights of an expert are copied when a token chooses the expert, not ahead of time.</source>
        <translation>token 选择哪些专家是随机的，均匀分布；其权重在被选中时搬入，而不是提前搬入。</translation>
    </message>
    <message>
        <source>Times are unknown: a required rate has not been measured. &quot;stowagectl devices --measure&quot; measures this machine; to measure the disk of the offloaded weights, add --dir with a folder on that disk.</source>
        <translation>时间未知：所需的某个速率没有测量。&quot;stowagectl devices --measure&quot; 可测量本机；用 --dir 给出卸载 (offload) 权重所在磁盘上的文件夹，即可测量该磁盘。</translation>
    </message>
    <message>
        <source>Times of matrix products are based on measurements of this machine, for a run with %1 thread while nothing else is running.</source>
        <translation>矩阵乘积的用时依据本机的实测，按用 %1 个线程运行且没有其他程序在运行计。</translation>
    </message>
    <message>
        <source>Times of matrix products are based on measurements of this machine, for a run with %1 threads while nothing else is running.</source>
        <translation>矩阵乘积的用时依据本机的实测，按用 %1 个线程运行且没有其他程序在运行计。</translation>
    </message>
    <message>
        <source>%1 % of the offloaded files is in the page cache. After the first pass, all offloaded files are in the page cache.</source>
        <translation>卸载 (offload) 的文件有 %1% 在页缓存中；第一次前向传播会将它们全部留在其中。</translation>
    </message>
    <message>
        <source>%1 % of the offloaded files is in the page cache. Reading the files does not change this percentage.</source>
        <translation>卸载 (offload) 的文件有 %1% 在页缓存中；读取这些文件不会改变页缓存。</translation>
    </message>
</context>
<context>
    <name>stowage::PrefetchedWeights</name>
    <message>
        <source>prefetching weights</source>
        <translation>权重的预取</translation>
    </message>
    <message>
        <source>prefetching a tensor</source>
        <translation>张量的预取</translation>
    </message>
</context>
<context>
    <name>stowage::ProgramRunner</name>
    <message>
        <source>A step of this load needs the memory of %1, which the host cannot read.</source>
        <translation>此加载的某一步会从主机读取 %1 的内存。</translation>
    </message>
</context>
<context>
    <name>stowage::QuantizationFields</name>
    <message>
        <source>must be true or false.</source>
        <translation>必须为 true 或 false。</translation>
    </message>
    <message>
        <source>must be a whole number from %1 to %2.</source>
        <translation>必须是 %1 到 %2 的整数。</translation>
    </message>
    <message>
        <source>must be a string.</source>
        <translation>必须是文本。</translation>
    </message>
    <message>
        <source>must be a list of module names.</source>
        <translation>必须是模块名称的列表。</translation>
    </message>
    <message>
        <source>must be two whole numbers from 1 to 1048576: rows and columns.</source>
        <translation>必须是两个 1 到 1048576 的整数：行数和列数。</translation>
    </message>
    <message>
        <source>has %1 characters; the limit is 1024.</source>
        <translation>有 %1 个字符；其值都不会超过 1024 个。</translation>
    </message>
    <message>
        <source>is an object, but must be a number, a string, true, false or a list.</source>
        <translation>是对象；那里应为数、文本、true、false 或列表。</translation>
    </message>
    <message>
        <source>names too many modules (the limits are 65,536 names, 1,024 characters per name and 512 KiB in total); leave out the list.</source>
        <translation>指定的模块多于任何模型所需的（最多 65,536 个名称，每个 1,024 个字符，合计 512 KiB）；请去掉该列表。</translation>
    </message>
    <message>
        <source>must be a list of names or a list of a few numbers.</source>
        <translation>列表中的内容不是名称，也不是少量的数。</translation>
    </message>
    <message>
        <source>mixes names and numbers in one list.</source>
        <translation>在一个列表中混用了名称和数。</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1：%2 %3</translation>
    </message>
</context>
<context>
    <name>stowage::Question</name>
    <message>
        <source>There is no Python %1; specify a Python that has torch and transformers (--python on the command line, or STOWAGE_PYTHON).</source>
        <translation>没有 Python %1；请指定带有 torch 和 transformers 的 Python（命令行上的 --python，或 STOWAGE_PYTHON）。</translation>
    </message>
    <message>
        <source>The temporary folder for the module tree of %1 could not be created.</source>
        <translation>在存放临时文件的文件夹中无法创建文件夹，而 Python 要将 %1 的模块写入其中。</translation>
    </message>
    <message>
        <source>The Python %1 cannot be used: %2</source>
        <translation>无法询问 Python %1：%2</translation>
    </message>
    <message>
        <source>%1 exited without an error (%3), but wrote no module tree for %2; use another Python.</source>
        <translation>%1 没有错误地结束，但没有写出 %2 的模块；请指定其他 Python（%3）。</translation>
    </message>
    <message>
        <source>The output of %1 for %2 is not a module tree: %3</source>
        <translation>%1 为 %2 写出的内容不是模块树：%3</translation>
    </message>
    <message>
        <source>Waiting for Python was stopped.</source>
        <translation>没有等待 Python 结束。</translation>
    </message>
    <message>
        <source>%1 did not report the modules of %2 within %3 s and was stopped; try again, or use another Python.</source>
        <translation>%1 在 %3 s 内没有报告 %2 的模块，已被终止；请重试，或指定其他 Python。</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2 while it built %3, perhaps because memory ran out.</source>
        <translation>%1 在构建 %3 时被信号 %2 终止，可能是因为内存不足。</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2 while it built %3.</source>
        <translation>%1 在构建 %3 时被信号 %2 终止。</translation>
    </message>
    <message>
        <source>%1 is built by Python code that is stored next to it; Stowage runs this code only if you allow it for this model (--trust-remote-code on the command line).</source>
        <translation>%1 由它自己的 Python 代码构建，代码位于它旁边；只有您明确为此模型允许时，Stowage 才会运行该代码（命令行上的 --trust-remote-code）。</translation>
    </message>
    <message>
        <source>Python exited with status %1</source>
        <translation>它以状态 %1 结束</translation>
    </message>
    <message>
        <source>%1 cannot build %2: %3; install the missing module for this Python, or use another Python.</source>
        <translation>%1 无法构建 %2：%3；请在那里安装它，或指定其他 Python。</translation>
    </message>
    <message>
        <source>%1 cannot build %2: %3</source>
        <translation>%1 无法构建 %2：%3</translation>
    </message>
</context>
<context>
    <name>stowage::RamWatch</name>
    <message>
        <source>The load method &quot;%1&quot; uses %2 of RAM (measured), but the limit is %3.</source>
        <translation>用 &quot;%1&quot; 加载占用 %2 的 RAM（实测），而其上限为 %3。</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; uses %2 of RAM (measured) and needs %3 more now, but the limit is %4.</source>
        <translation>用 &quot;%1&quot; 加载占用 %2 的 RAM（实测；现在还需要 %3），而其上限为 %4。</translation>
    </message>
</context>
<context>
    <name>stowage::RandomAccessFile</name>
    <message>
        <source>%1 was changed or replaced after it was opened; open the file again.</source>
        <translation>%1 在打开之后被更改或替换；请重新打开它。</translation>
    </message>
    <message>
        <source>%1 ends before offset %2.</source>
        <translation>%1 在偏移 %2 之前结束。</translation>
    </message>
    <message>
        <source>Reading %1 at offset %2 failed: %3.</source>
        <translation>在偏移 %2 处读取 %1 失败：%3。</translation>
    </message>
    <message>
        <source>%1 ends at offset %2, but %3 more bytes were expected.</source>
        <translation>%1 结束于偏移 %2，而那里还要读取 %3 字节。</translation>
    </message>
</context>
<context>
    <name>stowage::Read</name>
    <message>
        <source>%1 is %2; numbers separated by commas are required.</source>
        <translation>%1 为 %2；那里需要用逗号分隔的数。</translation>
    </message>
</context>
<context>
    <name>stowage::RealCudaDevices</name>
    <message>
        <source>the driver shows no CUDA device to this process</source>
        <translation>驱动没有向此进程显示任何设备</translation>
    </message>
    <message>
        <source>Opening the CUDA devices</source>
        <translation>打开 CUDA 设备</translation>
    </message>
    <message>
        <source>Querying the CUDA devices</source>
        <translation>查询 CUDA 设备</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>%1 (%2, %3) is not among the CUDA devices that this process may use; check CUDA_VISIBLE_DEVICES.</source>
        <translation>%1（%2，%3）不在此进程可用的 CUDA 设备之列；请检查 CUDA_VISIBLE_DEVICES。</translation>
    </message>
</context>
<context>
    <name>stowage::RequestEditor</name>
    <message>
        <source>A plan needs a device; keep at least the CPU.</source>
        <translation>方案需要设备；请至少保留 CPU。</translation>
    </message>
</context>
<context>
    <name>stowage::ResumeJournal</name>
    <message>
        <source>Another process is writing next to %1; wait until it finishes, or stop it.</source>
        <translation>另一次运行正在 %1 旁边写入；请等待其结束，或停止它。</translation>
    </message>
    <message>
        <source>%1 is not a regular file; remove it.</source>
        <translation>%1 不是普通文件；请将其移除。</translation>
    </message>
    <message>
        <source>Other processes repeatedly remove %1; wait until they finish.</source>
        <translation>%1 一再被其他运行移除；请等待其他运行结束。</translation>
    </message>
    <message>
        <source>%1 is larger than 256 MiB, which is too large for a journal; run the command without --resume to start over.</source>
        <translation>%1 大于 256 MiB，恢复日志不会这么大；要重新开始，请不带 --resume 运行。</translation>
    </message>
    <message>
        <source>%1 is damaged at offset %2; run the command without --resume to start over.</source>
        <translation>%1 在偏移 %2 处损坏；要重新开始，请不带 --resume 运行。</translation>
    </message>
</context>
<context>
    <name>stowage::Ruler</name>
    <message>
        <source>main_device has no effect: the whole model is on %1, so dispatch_model adds no hooks. With force_hooks, dispatch_model adds hooks.</source>
        <translation>main_device 不起作用：整个模型位于 %1，因此 dispatch_model 不在其上设置钩子；force_hooks 会设置。</translation>
    </message>
    <message>
        <source>preload_module_classes names %1, but no module of this model has that class.</source>
        <translation>preload_module_classes 指定了 %1，而此模型没有属于该类的模块。</translation>
    </message>
    <message>
        <source>preload_module_classes has no effect: no part of the model is offloaded, so the model has no hooks.</source>
        <translation>preload_module_classes 不起作用：模型没有任何部分被卸载 (offload)，因此没有钩子。</translation>
    </message>
    <message>
        <source>The setting for the offloaded module %1 has no effect: this model has no such module.</source>
        <translation>计算或流式传输 %1 不起作用：此模型没有这样的模块。</translation>
    </message>
    <message>
        <source>The setting for offloaded modules has no effect: the whole model is on GPUs.</source>
        <translation>卸载 (offload) 的模块如何运行不起作用：整个模型位于 GPU 上。</translation>
    </message>
</context>
<context>
    <name>stowage::RunArguments</name>
    <message>
        <source>without --temperature the most likely token is chosen and nothing is sampled; give --temperature as well.</source>
        <translation>不带 --temperature 时取可能性最大的 token，不进行抽取；请同时给出 --temperature。</translation>
    </message>
    <message>
        <source>the temperature must be a number above 0; omit the option to choose the most likely tokens.</source>
        <translation>它必须是大于 0 的数；要取可能性最大的 token，请去掉它。</translation>
    </message>
    <message>
        <source>without --generate N, no token is sampled; give --generate N as well.</source>
        <translation>不带 --generate N 时不抽取 token。</translation>
    </message>
    <message>
        <source>a run reads the prompt from --tokens or --prompt-text, which also determines the prompt length; use --generate N for the number of tokens to generate.</source>
        <translation>运行从 --tokens 或 --prompt-text 取得提示词，并由此得到其长度；其后的内容由 --generate N 决定。</translation>
    </message>
    <message>
        <source>a prompt is required, as in 15496,11,995; or give --prompt-text, or --input for an image model.</source>
        <translation>必须给出它，如 15496,11,995；或给出 --prompt-text，或对图像模型给出 --input。</translation>
    </message>
    <message>
        <source>the option repeats one prompt; give --tokens only once.</source>
        <translation>它重复同一个提示词；请只给出一次 --tokens。</translation>
    </message>
    <message>
        <source>%1; omit the option, or use &quot;stowagectl estimate&quot; for another engine.</source>
        <translation>%1；请去掉它，或用 &quot;stowagectl estimate&quot; 查询其他引擎的占用。</translation>
    </message>
    <message>
        <source>a run always uses the engine of this program</source>
        <translation>运行总是由本程序自己进行</translation>
    </message>
    <message>
        <source>a run does not divide layers among GPUs</source>
        <translation>运行不会将层划分到多个 GPU</translation>
    </message>
    <message>
        <source>a run reads an image from --input; omit --images.</source>
        <translation>运行从 --input 取得图像；请去掉它。</translation>
    </message>
    <message>
        <source>a run stores keys and values in the dtype of the weights, %1</source>
        <translation>运行以权重的 dtype（%1）保存键和值，并以它计算</translation>
    </message>
    <message>
        <source>a run stores keys and values in the dtype of the weights</source>
        <translation>运行以权重的 dtype 保存键和值，并以它计算</translation>
    </message>
    <message>
        <source>a run computes in the dtype of the weights, %1; load the weights in another dtype with --dtype.</source>
        <translation>运行以权重的 dtype（%1）计算；请用 --dtype 以其他 dtype 加载权重。</translation>
    </message>
    <message>
        <source>a run uses a context length of prompt plus generated tokens, which is %1; omit --context, or generate more tokens with --generate.</source>
        <translation>运行为其已有的 token 保留空间，此处为 %1；请去掉它，或用 --generate 让更多 token 跟随其后。</translation>
    </message>
    <message>
        <source>the tokenizer produces no tokens from the text; give a longer text.</source>
        <translation>分词器没有由它得到任何 token；请给出更长的文字。</translation>
    </message>
</context>
<context>
    <name>stowage::RunChecks</name>
    <message>
        <source>%1 logits were computed and %2 tokens were generated</source>
        <translation>%1 个 logits，然后 %2 个 token</translation>
    </message>
    <message>
        <source>the generated tokens differ from those on the CPU</source>
        <translation>其后的 token 与 CPU 上的不同</translation>
    </message>
    <message>
        <source>the logits are identical bit by bit</source>
        <translation>logits 逐位相同</translation>
    </message>
    <message>
        <source>the logits differ from those on the CPU, although the CPU computed both</source>
        <translation>logits 与 CPU 上的不同，而两者都由 CPU 计算</translation>
    </message>
    <message>
        <source>the logits differ from those on the CPU by up to %1 (allowed: %2)</source>
        <translation>logits 相差 %1，允许 %2</translation>
    </message>
    <message>
        <source>the layers on %1 allocated no memory during the run</source>
        <translation>计算的内容都不在 %1 上</translation>
    </message>
    <message>
        <source>%2 is allocated on %1 after the run, but %3 was allocated before the run</source>
        <translation>%1 在运行后占用 %2，而运行前占用 %3</translation>
    </message>
    <message>
        <source>the peak memory of %1 exceeds the memory before the run by %2</source>
        <translation>%1 最多超出其权重 %2</translation>
    </message>
    <message>
        <source>no GPU computed a layer</source>
        <translation>没有 GPU 进行计算</translation>
    </message>
    <message>
        <source>the result on the CPU, which is the reference, is missing; see the failed check above</source>
        <translation>没有可比较的内容，见上文</translation>
    </message>
    <message>
        <source>%1 of weights was streamed in (%2 prefetched), which does not match the plan</source>
        <translation>搬入了 %1 的权重，其中 %2 为提前搬入</translation>
    </message>
</context>
<context>
    <name>stowage::RunConfig</name>
    <message>
        <source>%1 is not a JSON object, as a config.json must be.</source>
        <translation>%1 不是 JSON 对象，而 config.json 应为 JSON 对象。</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3; %4 is needed to run the model.</source>
        <translation>%1 的 &quot;%2&quot;：%3；运行该模型需要 %4。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3; %4 is needed to run the model, because %5.</source>
        <translation>%1 的 &quot;%2&quot;：%3；应为 %4，因为 %5；运行该模型需要它。</translation>
    </message>
    <message>
        <source>a whole number from 1 to %1</source>
        <translation>1 到 %1 的整数</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>大于 0 的数</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a list of strings</source>
        <translation>文本的列表</translation>
    </message>
    <message>
        <source>a list of numbers above 0</source>
        <translation>大于 0 的数的列表</translation>
    </message>
</context>
<context>
    <name>stowage::RunJob</name>
    <message>
        <source>At %1: %2</source>
        <translation>在 %1：%2</translation>
    </message>
    <message>
        <source>A shorter prompt needs less memory.</source>
        <translation>更短的提示词需要的内存更少。</translation>
    </message>
</context>
<context>
    <name>stowage::RunModel</name>
    <message>
        <source>Models of the family %1 cannot be divided into stages; only text decoders can.</source>
        <translation>模型族 %1 的模型不会划分为流水级；文本解码器才会。</translation>
    </message>
</context>
<context>
    <name>stowage::RunStages</name>
    <message>
        <source>%1 cannot be combined with %2: %3</source>
        <translation>%1 不能与 %2 同用：%3</translation>
    </message>
    <message>
        <source>the output of this option describes a single process.</source>
        <translation>它反映的是一个进程。</translation>
    </message>
    <message>
        <source>give 1 to 86400 seconds.</source>
        <translation>请给出 1 到 86400 秒。</translation>
    </message>
    <message>
        <source>Several machines cannot share standard input; give a file instead of &quot;-&quot;.</source>
        <translation>多台机器不能共用标准输入；请给出文件而不是 &quot;-&quot;。</translation>
    </message>
    <message>
        <source>The run was interrupted on all machines.</source>
        <translation>所有机器上的运行均已中断。</translation>
    </message>
    <message>
        <source>the option names modules, but each stage contains only some of the modules.</source>
        <translation>它指定的是模块，而每个流水级只有其中一部分。</translation>
    </message>
    <message>
        <source>the stages on %1 cannot share one folder; leave out --offload-dir, so that each stage uses a separate temporary folder.</source>
        <translation>%1 上的各流水级不能共用一个文件夹；省略它，则各用自己的临时文件夹。</translation>
    </message>
    <message>
        <source>models in a chain run one after another in one process.</source>
        <translation>链中的模型在一个进程中依次运行。</translation>
    </message>
    <message>
        <source>--send-weights sends a model, but %1 is a project; specify the model itself.</source>
        <translation>--send-weights 发送的是模型，而 %1 是项目；请指定模型本身。</translation>
    </message>
    <message>
        <source>only files of the model itself are sent.</source>
        <translation>只发送模型本身的文件。</translation>
    </message>
    <message>
        <source>give 1 to %1 micro-batches.</source>
        <translation>请给出 1 到 %1 的数。</translation>
    </message>
</context>
<context>
    <name>stowage::RunTensors</name>
    <message>
        <source>The forward pass needs the tensor %1 (shape %2), but this model has no such tensor.</source>
        <translation>前向传播需要形状为 %2 的张量 %1，而此模型没有它。</translation>
    </message>
    <message>
        <source>The forward pass needs the tensor %1 in the shape %2, but in this model the tensor has the shape %3.</source>
        <translation>前向传播需要形状为 %2 的张量 %1；此处其形状为 %3。</translation>
    </message>
    <message>
        <source>The forward pass computes in float32, bfloat16 and float16, but the weight %1 has the dtype %2; %3.</source>
        <translation>前向传播以 float32、bfloat16 和 float16 计算，而 %1 为 %2；%3。</translation>
    </message>
    <message>
        <source>The forward pass computes in float32, but %1 is %2; %3.</source>
        <translation>前向传播以 float32 计算，而 %1 为 %2；%3。</translation>
    </message>
</context>
<context>
    <name>stowage::RunVerb</name>
    <message>
        <source>--execution-device names %1, which is not a device of the load; use one of the GPUs of --gpus, or the CPU.</source>
        <translation>--execution-device 指定了 %1，而加载没有该设备；请采用 --gpus 中的一个，或 CPU。</translation>
    </message>
    <message>
        <source>warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>If the configuration is in another folder, specify the file with --config FILE.</source>
        <translation>位于别处的配置用 --config FILE 指定。</translation>
    </message>
    <message>
        <source>Specify the input with --input FILE.npy.</source>
        <translation>它用 --input FILE.npy 指定。</translation>
    </message>
    <message>
        <source>pre-flight</source>
        <translation>预检</translation>
    </message>
    <message>
        <source>The load finished without creating a model.</source>
        <translation>加载结束时没有模型。</translation>
    </message>
    <message>
        <source>models in a chain run without a workload; leave out --engine, --context and other workload options.</source>
        <translation>其模型按原样运行；请去掉 --engine、--context 和其他描述工作负载的选项。</translation>
    </message>
    <message>
        <source>models in a chain accept only one prompt; specify a single prompt.</source>
        <translation>链中的模型接受一个提示词；请给出一个。</translation>
    </message>
    <message>
        <source>models in a chain pass tokens to the next model; leave out --input.</source>
        <translation>链中的模型传递 token；请去掉它。</translation>
    </message>
    <message>
        <source>%1 describes a model without its weights, so there is nothing to run; give a safetensors or PyTorch file, or a folder with weights.</source>
        <translation>%1 描述的是不含权重的模型，因此没有可运行的内容；请给出 safetensors 或 PyTorch 文件，或含权重的文件夹。</translation>
    </message>
    <message>
        <source>error: %1</source>
        <translation>错误：%1</translation>
    </message>
    <message>
        <source>The plan of this project pins modules, but each stage contains only some of the modules. Run the model instead of the project, or remove the pins.</source>
        <translation>此项目的方案固定了模块，而每个流水级只有其中一部分；请运行模型本身，或取消固定。</translation>
    </message>
</context>
<context>
    <name>stowage::SafetensorsHeaderParser</name>
    <message>
        <source>The header of %1 is not valid JSON in UTF-8 at offset %2.</source>
        <translation>%1 的文件头在偏移 %2 处不是有效的 UTF-8 JSON。</translation>
    </message>
    <message>
        <source>The entry %1 of %2 %3.</source>
        <translation>%2 的条目 %1 %3。</translation>
    </message>
    <message>
        <source>The header of %1 %2.</source>
        <translation>%1 的文件头%2。</translation>
    </message>
    <message>
        <source>has a name of more than 262144 bytes</source>
        <translation>有超过 262144 字节的名称</translation>
    </message>
    <message>
        <source>occurs twice</source>
        <translation>出现了两次</translation>
    </message>
    <message>
        <source>has a NUL in its name</source>
        <translation>的名称中有 NUL</translation>
    </message>
    <message>
        <source>has a &apos;/&apos; in its name, which is not allowed in a module path or in a file name of an offload folder</source>
        <translation>的名称中有 &apos;/&apos;，而模块路径和卸载 (offload) 文件夹中的文件都不能有它</translation>
    </message>
    <message>
        <source>has the key %1 twice</source>
        <translation>中的键 %1 出现两次</translation>
    </message>
    <message>
        <source>has more than 1,000,000 keys</source>
        <translation>的键超过 1,000,000 个</translation>
    </message>
    <message>
        <source>lacks one of &quot;dtype&quot;, &quot;shape&quot; and &quot;data_offsets&quot;</source>
        <translation>缺少 &quot;dtype&quot;、&quot;shape&quot; 和 &quot;data_offsets&quot; 之一</translation>
    </message>
    <message>
        <source>has the field %1 twice</source>
        <translation>中的字段 %1 出现两次</translation>
    </message>
    <message>
        <source>has the unknown dtype %1</source>
        <translation>的 dtype %1 未知</translation>
    </message>
    <message>
        <source>has %1 as a dimension</source>
        <translation>有一个维度为 %1</translation>
    </message>
    <message>
        <source>has a dimension above 2^63 - 1</source>
        <translation>有大于 2^63 - 1 的维度</translation>
    </message>
    <message>
        <source>has more than 64 dimensions</source>
        <translation>的维度超过 64 个</translation>
    </message>
    <message>
        <source>has %1 among its &quot;data_offsets&quot;</source>
        <translation>的 &quot;data_offsets&quot; 中有 %1</translation>
    </message>
    <message>
        <source>has more than two &quot;data_offsets&quot;</source>
        <translation>的 &quot;data_offsets&quot; 多于两个</translation>
    </message>
    <message>
        <source>does not have exactly two &quot;data_offsets&quot;</source>
        <translation>的 &quot;data_offsets&quot; 不是两个</translation>
    </message>
    <message>
        <source>is nested too deeply</source>
        <translation>嵌套过深</translation>
    </message>
</context>
<context>
    <name>stowage::SampleFolder</name>
    <message>
        <source>%1 is not a folder; specify a folder for the sample.</source>
        <translation>%1 不是文件夹；请为示例指定文件夹。</translation>
    </message>
</context>
<context>
    <name>stowage::SampleVerb</name>
    <message>
        <source>safetensors, pth or per-tensor</source>
        <translation>safetensors、pth 或 per-tensor</translation>
    </message>
    <message>
        <source>only --format safetensors can be written in shards.</source>
        <translation>只有 --format safetensors 能写为分片。</translation>
    </message>
    <message>
        <source>default or perturbed</source>
        <translation>default 或 perturbed</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>%1 之一</translation>
    </message>
    <message>
        <source>float32, float16, bfloat16 or float64</source>
        <translation>float32、float16、bfloat16 或 float64</translation>
    </message>
</context>
<context>
    <name>stowage::ScriptReader</name>
    <message>
        <source>%1 is the return value of %2(…) at byte %3, but Stowage does not execute Python; paste the output of print(%4).</source>
        <translation>%1 在字节 %3 处是 %2(…) 的返回值，而 Stowage 不执行 Python；请粘贴 print(%4) 打印的内容。</translation>
    </message>
</context>
<context>
    <name>stowage::ScriptWalker</name>
    <message>
        <source>%1 is a TorchScript archive, but it contains no tensors.</source>
        <translation>%1 是 TorchScript 归档，但其中没有张量。</translation>
    </message>
    <message>
        <source>%1 is a TorchScript archive: its tensors are read; its code and constants are ignored.</source>
        <translation>%1 是 TorchScript 归档：读取其张量，不触及其代码和常量。</translation>
    </message>
    <message>
        <source>The contents of %1 are nested deeper than 256 levels.</source>
        <translation>%1 的内容嵌套深度超过 256 层。</translation>
    </message>
    <message>
        <source>%1 has an attribute whose name is longer than 4096 bytes: %2.</source>
        <translation>%1 有名称长于 4096 字节的属性：%2。</translation>
    </message>
    <message>
        <source>%1 has tensors whose names exceed 64 MiB in total.</source>
        <translation>%1 的张量名称超过 64 MiB。</translation>
    </message>
    <message>
        <source>The tensor %1 occurs twice in %2.</source>
        <translation>张量 %1 在 %2 中出现两次。</translation>
    </message>
</context>
<context>
    <name>stowage::Searcher</name>
    <message>
        <source>Layers were split into experts, feed-forward and attention, but not into smaller parts.</source>
        <translation>层按专家、前馈和注意力划分，没有更细。</translation>
    </message>
    <message>
        <source>This plan takes the least time of all compared plans. There are too many sets of GPUs to compare all sets, so a faster plan may exist.</source>
        <translation>在考察过的方案中，此方案用时最少。GPU 的组合太多，无法全部考察，因此没有任何结论得到证明。</translation>
    </message>
    <message>
        <source>The device map shown comes from the strategy &quot;%1&quot;.</source>
        <translation>所示映射来自策略 %1。</translation>
    </message>
    <message>
        <source>The device map shown places all modules on the CPU.</source>
        <translation>所示映射将一切放在 CPU 上。</translation>
    </message>
</context>
<context>
    <name>stowage::SelftestVerb</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>opens</source>
        <translation>能打开</translation>
    </message>
    <message>
        <source>load on %1</source>
        <translation>在 %1 上加载</translation>
    </message>
    <message>
        <source>run on %1</source>
        <translation>在 %1 上运行</translation>
    </message>
    <message>
        <source>load on all GPUs</source>
        <translation>在所有 GPU 上加载</translation>
    </message>
    <message>
        <source>run on all GPUs</source>
        <translation>在所有 GPU 上运行</translation>
    </message>
    <message>
        <source>The self-test was interrupted.</source>
        <translation>自检被中断。</translation>
    </message>
    <message>
        <source>All %1 checks passed in %2.</source>
        <translation>%1 项检查，全部通过，用时 %2。</translation>
    </message>
    <message>
        <source>%2 of %1 checks FAILED. The self-test took %3.</source>
        <translation>%1 项检查，%2 项失败，用时 %3。</translation>
    </message>
</context>
<context>
    <name>stowage::SentParts</name>
    <message>
        <source>send weights</source>
        <translation>发送权重</translation>
    </message>
</context>
<context>
    <name>stowage::SentencePieceModel</name>
    <message>
        <source>libsentencepiece cannot convert the text %1 to tokens with %2; give tokens instead of text.</source>
        <translation>libsentencepiece 无法用 %2 由 %1 得到 token；请给出 token 而不是文字。</translation>
    </message>
</context>
<context>
    <name>stowage::ServeSession</name>
    <message>
        <source>&quot;id&quot;: %1 is in use by a running request; use another id.</source>
        <translation>&quot;id&quot;：%1 正被一个进行中的请求使用。</translation>
    </message>
    <message>
        <source>%1 requests are running, which is the limit. Send the request again when a running request has finished.</source>
        <translation>有 %1 个请求正在进行，在其中之一结束之前不再接受请求。</translation>
    </message>
    <message>
        <source>The request was cancelled.</source>
        <translation>请求已取消。</translation>
    </message>
    <message>
        <source>stowagectl %1 exited without a result: %2</source>
        <translation>stowagectl %1 未给出答复就结束了：%2</translation>
    </message>
    <message>
        <source>No request with the id %1 is running.</source>
        <translation>没有进行中的请求 %1。</translation>
    </message>
    <message>
        <source>The request with the id %1 is not a running load.</source>
        <translation>请求 %1 不是正在进行的加载。</translation>
    </message>
    <message>
        <source>A request line is longer than 16 MiB and is ignored.</source>
        <translation>有一行超过 16 MiB；已将其跳过。</translation>
    </message>
    <message>
        <source>give a whole number of at least 0</source>
        <translation>请给出从 0 起的整数</translation>
    </message>
    <message>
        <source>%1 cannot be asked for here</source>
        <translation>此处不能请求 %1</translation>
    </message>
    <message>
        <source>the request &quot;%1&quot; has no such member</source>
        <translation>&quot;%1&quot; 没有此成员</translation>
    </message>
    <message>
        <source>give a path</source>
        <translation>请给出路径</translation>
    </message>
    <message>
        <source>give the id of a request</source>
        <translation>请给出请求的 id</translation>
    </message>
</context>
<context>
    <name>stowage::ShardReader</name>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>打开 %1 的操作已停止。</translation>
    </message>
    <message>
        <source>%1 names the shards %2 and %3, whose names differ only in case. On many file systems, both names refer to the same file; rename one of the shards.</source>
        <translation>%1 指定了分片 %2 和 %3，它们仅大小写不同；在许多文件系统上它们是同一个文件。请为其中一个改名。</translation>
    </message>
    <message>
        <source>headers of files</source>
        <translation>文件头</translation>
    </message>
    <message>
        <source>%1 names the shard %2, which is missing from %3; fetch the shard again.</source>
        <translation>%1 指定了分片 %2，而 %3 中缺少它；请重新获取。</translation>
    </message>
    <message>
        <source>The tensor %1 is in two shards of %2: %3 and %4.</source>
        <translation>张量 %1 在 %2 的两个分片中：%3 和 %4。</translation>
    </message>
    <message>
        <source>%1 maps the tensor %2 to %3, but no shard contains the tensor.</source>
        <translation>%1 声明张量 %2 在 %3 中，但它不在任何分片中。</translation>
    </message>
    <message>
        <source>%1 maps the tensor %2 to %3, but the tensor is in %4.</source>
        <translation>%1 声明张量 %2 在 %3 中，但它在 %4 中。</translation>
    </message>
    <message>
        <source>The index %1 omits %2 tensor of its shards (%3 in %4). The tensor was read anyway, as Accelerate does.</source>
        <translation>索引 %1 略去了其分片中的 %2 个张量（%4 中的 %3）；仍然读取了该张量，与 Accelerate 一样。</translation>
    </message>
    <message>
        <source>The index %1 omits %2 tensors of its shards (such as %3 in %4). The tensors were read anyway, as Accelerate does.</source>
        <translation>%1 略去了其分片中的 %2 个张量，如 %4 中的 %3；仍然采用了它们，与 Accelerate 一样。</translation>
    </message>
    <message>
        <source>%1 states a total_size of %2 bytes, but its tensors have %3 bytes.</source>
        <translation>%1 给出的 total_size 为 %2 字节，但其张量为 %3 字节。</translation>
    </message>
    <message>
        <source>%1 states an impossible total_size; its tensors have %2 bytes.</source>
        <translation>%1 给出的 total_size 不可能成立，但其张量为 %2 字节。</translation>
    </message>
</context>
<context>
    <name>stowage::SimulatedGpu</name>
    <message>
        <source>Copying on the device was cancelled.</source>
        <translation>设备上的复制已取消。</translation>
    </message>
    <message>
        <source>%1 for other programs is more than the capacity of %2, which is %3; choose a size up to this capacity.</source>
        <translation>其他程序不能占用 %2 的 %1，它的容量为 %3；请选择不超过该值。</translation>
    </message>
    <message>
        <source>%1 stopped responding (a fault configured for this simulated device). Its contents are lost; load the model again on other devices.</source>
        <translation>%1 已丢失：它停止响应（为此模拟设备安排的故障）。位于其上的内容已不复存在；请在其他设备上重新加载。</translation>
    </message>
</context>
<context>
    <name>stowage::SourceGuard</name>
    <message>
        <source>%1 cannot be examined: %2.</source>
        <translation>无法检查 %1：%2。</translation>
    </message>
    <message>
        <source>the file was replaced, or its modification time changed</source>
        <translation>它已被替换，或其修改时间不同</translation>
    </message>
</context>
<context>
    <name>stowage::SpeedSource</name>
    <message>
        <source>%1, published</source>
        <translation>%1，公布值</translation>
    </message>
    <message>
        <source>%1, published (no compute speed; only the memory bandwidth is used)</source>
        <translation>%1，公布值（没有乘积的速率：只计其内存）</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1（实测）</translation>
    </message>
    <message>
        <source>%1, speed unknown; the speed of another device is used: %2</source>
        <translation>%1，未知，按此计：%2</translation>
    </message>
    <message>
        <source>%1, published (no speed for %2; the float32 speed is used)</source>
        <translation>%1，公布值（未公布 %2 的速率：按 float32 的速率计）</translation>
    </message>
    <message>
        <source>CPU of this machine: 1 core, measured</source>
        <translation>CPU：本机，1 个核心，实测</translation>
    </message>
    <message>
        <source>CPU of this machine: %1 cores, measured</source>
        <translation>CPU：本机，%1 个核心，实测</translation>
    </message>
    <message>
        <source>%1 (assumed)</source>
        <translation>%1（假定）</translation>
    </message>
    <message>
        <source>A GPU with %1 of memory and no card name is assumed to be as fast as %2, the slowest current card of the same or the next larger memory size.</source>
        <translation>假定内存为 %1 且未指定显卡的 GPU 与 %2 一样快，后者是内存大小相同或大一档的现行显卡中最慢的。</translation>
    </message>
    <message>
        <source>A GPU with %1 of memory and no card name is assumed to be as fast as %2, the slowest current card of the same or the next larger memory size. Other cards of this size for --gpus: %3.</source>
        <translation>假定内存为 %1 且未指定显卡的 GPU 与 %2 一样快，后者是内存大小相同或大一档的现行显卡中最慢的。--gpus 可用的其他同样大小的显卡：%3。</translation>
    </message>
    <message>
        <source>link of %1: %2 GB/s, measured</source>
        <translation>%1 的链路：%2 GB/s，测得</translation>
    </message>
    <message>
        <source>%1 shares the memory of the CPU, so no link is used</source>
        <translation>%1 与 CPU 共享内存：无链路</translation>
    </message>
    <message>
        <source>link of %1: %2 of the specified %3 GB/s</source>
        <translation>%1 的链路：%3 GB/s 中的 %2，为输入值</translation>
    </message>
    <message>
        <source>link of %1: %2, %3 of the nominal %4 GB/s, assumed (set with link= in --gpus)</source>
        <translation>%1 的链路：%2，%4 GB/s 中的 %3，假定（可在 --gpus 中用 link= 指定）</translation>
    </message>
    <message>
        <source>link of %1: %2, %3 of the nominal %4 GB/s, published for the card (the slot of the card may be slower)</source>
        <translation>%1 的链路：%2，%4 GB/s 中的 %3，为该卡公布值（插槽可能更慢）</translation>
    </message>
    <message>
        <source>link of %1: %2, %3 of the nominal %4 GB/s, published for the card</source>
        <translation>%1 的链路：%2，%4 GB/s 中的 %3，为该卡公布值</translation>
    </message>
    <message>
        <source>link of %1: %2 GB/s, as specified</source>
        <translation>%1 的链路：%2 GB/s，为输入值</translation>
    </message>
    <message>
        <source>copies to %1: within the memory of this machine</source>
        <translation>复制到 %1：在本机内存之内</translation>
    </message>
</context>
<context>
    <name>stowage::SpillFile</name>
    <message>
        <source>The temporary file in %1, which stores tensors until they are needed, cannot be read: %2.</source>
        <translation>%1 中存放等待张量的临时文件无法读回：%2。</translation>
    </message>
    <message>
        <source>the file is shorter than the data that was written to it</source>
        <translation>它比写入的短</translation>
    </message>
</context>
<context>
    <name>stowage::SplitReader</name>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>打开 %1 的操作已停止。</translation>
    </message>
    <message>
        <source>%1 is one of %2 files of a split model. The file %3 is missing from %4; fetch the missing file.</source>
        <translation>%1 是拆分模型的 %2 个文件之一，其中 %3 在 %4 中缺失；请一并获取。</translation>
    </message>
    <message>
        <source>By its name, %1 is one of %2 files of a split model, but its header does not match; fetch the file again.</source>
        <translation>%1 不是如其名称所示的拆分模型的 %2 个文件之一；请重新获取。</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 is also in another file of the split model.</source>
        <translation>%2 的张量 %1 也在该拆分模型的另一个文件中。</translation>
    </message>
</context>
<context>
    <name>stowage::StageLines</name>
    <message>
        <source>The process sent data that cannot be read: %1</source>
        <translation>它发来了无法读取的内容：%1</translation>
    </message>
</context>
<context>
    <name>stowage::StagePeers</name>
    <message>
        <source>The run was stopped.</source>
        <translation>运行已停止。</translation>
    </message>
</context>
<context>
    <name>stowage::StagedFile</name>
    <message>
        <source>%1 has fewer stored bytes than requested.</source>
        <translation>%1 保留的字节更少。</translation>
    </message>
    <message>
        <source>The unfinished file %1 has more bytes than %2 will have; run the command without --resume to start over.</source>
        <translation>%1 的字节多于 %2 将有的字节；要重新开始，请不带 --resume 运行。</translation>
    </message>
</context>
<context>
    <name>stowage::StagedProcesses</name>
    <message>
        <source>The process was stopped.</source>
        <translation>它已被停止。</translation>
    </message>
    <message>
        <source>%1 has an IPv4 address (%2), but %3 has an IPv6 address (%4); use addresses of the same kind for all machines.</source>
        <translation>%1 通过 IPv4 访问（%2），而 %3 通过 IPv6 访问（%4）；请指定同一种地址。</translation>
    </message>
    <message>
        <source>The process on that machine has sent no data for longer than %1.</source>
        <translation>它在超过 %1 的时间内没有报告任何内容。</translation>
    </message>
    <message>
        <source>The process on that machine has received no data for %1 seconds.</source>
        <translation>它已有 %1 秒没有接收任何内容。</translation>
    </message>
    <message>
        <source>The stages on %1 and %2 have different models: %3 differs. Copy the same model to both machines.</source>
        <translation>%1 和 %2 上各阶段的模型不同：%3 在两处不一样。请把同一个模型复制到两处。</translation>
    </message>
</context>
<context>
    <name>stowage::StepFields</name>
    <message>
        <source>%1 has a step %2 without a pattern.</source>
        <translation>%1 的步骤 %2 没有模式。</translation>
    </message>
    <message>
        <source>%1 needs %2 %3, which Stowage does not support; give tokens instead of text.</source>
        <translation>%1 需要 %2 %3，而 Stowage 不执行它；请给出 token 而不是文字。</translation>
    </message>
</context>
<context>
    <name>stowage::StorageJoiner</name>
    <message>
        <source>The tied tensor %1 is not in the module tree.</source>
        <translation>绑定的张量 %1 不在树中。</translation>
    </message>
    <message>
        <source>The tensors %1 and %2 are declared to be the same, but differ in shape or dtype.</source>
        <translation>张量 %1 和 %2 被声明为同一个，但形状或 dtype 不同。</translation>
    </message>
</context>
<context>
    <name>stowage::SweepRunner</name>
    <message>
        <source>The sweep was cancelled.</source>
        <translation>扫描已取消。</translation>
    </message>
</context>
<context>
    <name>stowage::Table</name>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
</context>
<context>
    <name>stowage::TensorBackend</name>
    <message>
        <source>%1 cannot use CUDA devices.</source>
        <translation>%1 不驱动任何 CUDA 设备。</translation>
    </message>
    <message>
        <source>%1 is a real GPU, but %2 cannot use CUDA devices.</source>
        <translation>%1 是真实的 GPU，而 %2 不驱动任何 CUDA 设备。</translation>
    </message>
    <message>
        <source>%1 can cast tensors only in host memory.</source>
        <translation>%1 只在主机内存中转换。</translation>
    </message>
    <message>
        <source>Matrix products in %1 cannot be measured.</source>
        <translation>没有可计时的 %1 矩阵乘积。</translation>
    </message>
</context>
<context>
    <name>stowage::TensorStream</name>
    <message>
        <source>write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Writing %1 was stopped.</source>
        <translation>写入 %1 的操作已停止。</translation>
    </message>
</context>
<context>
    <name>stowage::Text</name>
    <message>
        <source>is not a string</source>
        <translation>不是文本</translation>
    </message>
</context>
<context>
    <name>stowage::TextPattern</name>
    <message>
        <source>%1 splits text by a pattern of %2 bytes; the limit is 16,384 bytes.</source>
        <translation>%1 用 %2 字节的模式切分文字；Stowage 最多接受 16,384 字节。</translation>
    </message>
    <message>
        <source>%1 splits text by the pattern %2, which Stowage does not support: %3.</source>
        <translation>%1 用 %2 切分文字，它不是 Stowage 能读取的模式：%3。</translation>
    </message>
</context>
<context>
    <name>stowage::TokenVocabulary</name>
    <message>
        <source>%1 assigns the ID %2 to a token; Stowage supports vocabularies of at most 1,048,576 tokens.</source>
        <translation>%1 将某个 token 编号为 %2；Stowage 接受的词表最多 1,048,576 个 token。</translation>
    </message>
    <message>
        <source>%1 has a token of %2 bytes; the limit is 4,096 bytes.</source>
        <translation>%1 有 %2 字节的 token；Stowage 最多接受 4,096 字节。</translation>
    </message>
    <message>
        <source>%1 has a token that is not valid UTF-8: %2.</source>
        <translation>%1 有不是 UTF-8 的 token：%2。</translation>
    </message>
</context>
<context>
    <name>stowage::TorchBackend</name>
    <message>
        <source>Casting %1 to %2</source>
        <translation>将 %1 转换为 %2</translation>
    </message>
    <message>
        <source>%1 is not supported: only float16, bfloat16, float32 and float64 can be cast. Load this model in its stored dtype.</source>
        <translation>不支持%1：只能转换 float16、bfloat16、float32 和 float64。请以存储的 dtype 加载此模型。</translation>
    </message>
    <message>
        <source>%1: source and target differ in length.</source>
        <translation>%1：源与目标长度不同。</translation>
    </message>
    <message>
        <source>Initialising weights</source>
        <translation>初始化权重</translation>
    </message>
    <message>
        <source>%1 on a device needs two buffers on the same CUDA device, and both dtypes must be float16, bfloat16, float32 or float64.</source>
        <translation>在设备上%1，需要同一 CUDA 设备的两个缓冲区，以及 float16、bfloat16、float32 和 float64 中的两种。</translation>
    </message>
    <message>
        <source>A matrix product</source>
        <translation>矩阵乘积的计算</translation>
    </message>
    <message>
        <source>Starting LibTorch</source>
        <translation>启动 LibTorch</translation>
    </message>
</context>
<context>
    <name>stowage::TorchCompute</name>
    <message>
        <source>Accessing %1</source>
        <translation>查看 %1</translation>
    </message>
    <message>
        <source>Accessing a part of %1</source>
        <translation>查看 %1 的一部分</translation>
    </message>
    <message>
        <source>Moving an activation</source>
        <translation>移动激活值</translation>
    </message>
    <message>
        <source>Reading an activation</source>
        <translation>读取激活值</translation>
    </message>
    <message>
        <source>%2 numbers were requested, but the activation has %1 numbers.</source>
        <translation>向含 %1 个数的激活值请求了 %2 个数。</translation>
    </message>
    <message>
        <source>Waiting for the device</source>
        <translation>等待设备</translation>
    </message>
    <message>
        <source>Looking up rows of %1</source>
        <translation>查找 %1 的行</translation>
    </message>
    <message>
        <source>Adding two activations</source>
        <translation>两个激活值相加</translation>
    </message>
    <message>
        <source>Multiplying two activations</source>
        <translation>两个激活值相乘</translation>
    </message>
    <message>
        <source>Multiplying by %1</source>
        <translation>乘以 %1</translation>
    </message>
    <message>
        <source>Normalising by %1</source>
        <translation>用 %1 归一化</translation>
    </message>
    <message>
        <source>Normalising</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Converting an activation</source>
        <translation>转换激活值</translation>
    </message>
    <message>
        <source>An activation function</source>
        <translation>激活函数的计算</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Rotary positions</source>
        <translation>旋转位置的计算</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力的计算</translation>
    </message>
    <message>
        <source>Convolving by %1</source>
        <translation>用 %1 卷积</translation>
    </message>
    <message>
        <source>A selective scan by %1</source>
        <translation>用 %1 进行选择性扫描</translation>
    </message>
    <message>
        <source>Taking columns</source>
        <translation>取列</translation>
    </message>
    <message>
        <source>Taking columns of heads</source>
        <translation>取各头的列</translation>
    </message>
    <message>
        <source>Taking rows</source>
        <translation>取行</translation>
    </message>
    <message>
        <source>Joining rows</source>
        <translation>拼接行</translation>
    </message>
    <message>
        <source>Storing keys and values</source>
        <translation>保存键和值</translation>
    </message>
    <message>
        <source>Adding rows</source>
        <translation>行相加</translation>
    </message>
    <message>
        <source>Creating zeros</source>
        <translation>生成零</translation>
    </message>
    <message>
        <source>Relative positions of %1</source>
        <translation>%1 的相对位置的计算</translation>
    </message>
    <message>
        <source>Preparing an input</source>
        <translation>取用输入</translation>
    </message>
    <message>
        <source>Multiplying patches by %1</source>
        <translation>将图块乘以 %1</translation>
    </message>
    <message>
        <source>Multiplying rows by %1</source>
        <translation>将行乘以 %1</translation>
    </message>
    <message>
        <source>Comparing rows</source>
        <translation>比较行</translation>
    </message>
</context>
<context>
    <name>stowage::TorchTensorSet</name>
    <message>
        <source>Creating the tensor %1</source>
        <translation>创建张量 %1</translation>
    </message>
    <message>
        <source>The memory for the tensor %1 is too small.</source>
        <translation>给予 %1 的内存小于其大小。</translation>
    </message>
    <message>
        <source>The tensor %1 exists already.</source>
        <translation>张量 %1 已存在。</translation>
    </message>
    <message>
        <source>Accessing %1</source>
        <translation>查看 %1</translation>
    </message>
    <message>
        <source>Computing the checksum of %1</source>
        <translation>%1 的校验和的计算</translation>
    </message>
    <message>
        <source>Reading back %1</source>
        <translation>读回 %1</translation>
    </message>
    <message>
        <source>The tensor %1 has %2 bytes, but bytes up to position %3 were requested.</source>
        <translation>张量 %1 有 %2 字节，而不是 %3 字节。</translation>
    </message>
    <message>
        <source>No tensor %1 is loaded.</source>
        <translation>没有加载张量 %1。</translation>
    </message>
</context>
<context>
    <name>stowage::TreeAssembler</name>
    <message>
        <source>The module tree is deeper than %1 levels at %2.</source>
        <translation>模块树在 %2 处深度超过 %1 层。</translation>
    </message>
    <message>
        <source>The module %1 has a child named %2; a name must not be empty and must not contain a dot.</source>
        <translation>模块 %1 有名为 %2 的子模块；名称不得为空，也不得含有点号。</translation>
    </message>
    <message>
        <source>The module tree has more than %1 modules or more than 256 MiB of names.</source>
        <translation>模块树的模块超过 %1 个，或名称超过 256 MiB。</translation>
    </message>
    <message>
        <source>The module %1 occurs twice.</source>
        <translation>模块 %1 出现两次。</translation>
    </message>
    <message>
        <source>The module tree has more than %1 tensors.</source>
        <translation>模块树的张量超过 %1 个。</translation>
    </message>
    <message>
        <source>The tensor %1 occurs twice.</source>
        <translation>张量 %1 出现两次。</translation>
    </message>
    <message>
        <source>The module tree has hundreds of names like %1 whose hash values collide; rename them.</source>
        <translation>模块树有数百个像 %1 这样的名称，它们被构造成在哈希表看来相同；请为其改名。</translation>
    </message>
    <message>
        <source>The shape of %1 is negative or its size exceeds 2^63 bytes.</source>
        <translation>%1 的形状为负，或其大小超过 2^63 字节。</translation>
    </message>
    <message>
        <source>The module %1 is declared to be the same as %2, which is not an earlier module.</source>
        <translation>模块 %1 声明与 %2 相同，而后者不是它之前的模块。</translation>
    </message>
    <message>
        <source>The module tree copies more than 32 MiB of modules (&quot;same_as&quot;); the limit is exceeded at %1.</source>
        <translation>树中模块的副本在 %1 处超过 32 MiB。</translation>
    </message>
</context>
<context>
    <name>stowage::TreeVerb</name>
    <message>
        <source>%1: %2 modules, %3 parameters, %4.</source>
        <translation>%1：%2 个模块，%3 个参数，%4。</translation>
    </message>
    <message>
        <source>The module tree was written to %1.</source>
        <translation>已写入 %1。</translation>
    </message>
    <message>
        <source>%1: %2 module, %3 parameters, %4.</source>
        <translation>%1：%2 个模块，%3 个参数，%4。</translation>
    </message>
    <message>
        <source>%1 already exists and was not written by stowagectl tree; specify another file with --out, or replace it with --force.</source>
        <translation>%1 已存在，且不是由 stowagectl tree 写入的；请用 --out 指定其他文件，或用 --force 替换它。</translation>
    </message>
</context>
<context>
    <name>stowage::TypographyRepair</name>
    <message>
        <source>the blank or invisible character %1</source>
        <translation>空白或不可见的字符 %1</translation>
    </message>
</context>
<context>
    <name>stowage::UnfinishedSet</name>
    <message>
        <source>The data written so far is stored in %1: run the command again with --resume to continue, or without it to start over.</source>
        <translation>已到达磁盘的内容保留在 %1 中：带 --resume 再次运行以继续，或不带它运行以重新开始。</translation>
    </message>
</context>
<context>
    <name>stowage::UnigramModel</name>
    <message>
        <source>%1 has no token for %2 and no token for unknown text; change the text.</source>
        <translation>%1 没有用于 %2 的 token，也没有用于未知内容的 token；请更改文字。</translation>
    </message>
</context>
<context>
    <name>stowage::VariantCodec</name>
    <message>
        <source>is empty; every plan needs a name</source>
        <translation>为空；每个方案都有名称</translation>
    </message>
</context>
<context>
    <name>stowage::Verifier</name>
    <message>
        <source>The loaded tensor %1 is on %2 instead of %3.</source>
        <translation>已加载的张量 %1 位于 %2，而不是 %3。</translation>
    </message>
    <message>
        <source>The offload file of %1 has %2 bytes instead of %3.</source>
        <translation>%1 的卸载 (offload) 文件有 %2 字节，而不是 %3 字节。</translation>
    </message>
    <message>
        <source>The index file of the offload folder contains a wrong dtype or shape for %1.</source>
        <translation>卸载 (offload) 文件夹的索引为 %1 给出了不同的 dtype 或形状。</translation>
    </message>
    <message>
        <source>The loaded tensor %1 does not have the planned dtype and shape.</source>
        <translation>已加载的张量 %1 的 dtype 或形状与方案不符。</translation>
    </message>
    <message>
        <source>The loaded tensor %1 differs from the file at byte %2 of %3.</source>
        <translation>已加载的张量 %1 与文件在 %3 字节中的字节 %2 处不同。</translation>
    </message>
    <message>
        <source>The checksum that LibTorch computed for %1 differs from the checksum of the bytes in the file.</source>
        <translation>LibTorch 对 %1 计算的校验和不是文件字节的校验和。</translation>
    </message>
</context>
<context>
    <name>stowage::Walker</name>
    <message>
        <source>The contents of %1 are nested deeper than 256 levels.</source>
        <translation>%1 的内容嵌套深度超过 256 层。</translation>
    </message>
    <message>
        <source>%1 is a PyTorch file, but it contains no tensors.</source>
        <translation>%1 是 PyTorch 文件，但其中没有张量。</translation>
    </message>
    <message>
        <source>%1 contains tensors, but no tensor has a name or a number; save the model&apos;s state_dict().</source>
        <translation>%1 含有张量，但都没有以名称或编号存放；请保存模型的 state_dict()。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>%1 has no tensors under the prefix %2. The file has these prefixes (with the number of tensors): %3.</source>
        <translation>%1 在前缀 %2 下没有张量；其各部分及其张量为 %3。</translation>
    </message>
    <message>
        <source>The tensor %1 occurs twice in %2.</source>
        <translation>张量 %1 在 %2 中出现两次。</translation>
    </message>
</context>
<context>
    <name>stowage::WeightFile</name>
    <message>
        <source>The offload file %2 of the tensor %1 has %3 bytes instead of %4; load the model again.</source>
        <translation>%1 的卸载 (offload) 文件 %2 有 %3 字节，而不是 %4 字节；请重新加载模型。</translation>
    </message>
</context>
<context>
    <name>stowage::WholeWeights</name>
    <message>
        <source>No stage in this process has the weights of %1.</source>
        <translation>此处没有任何流水级具有 %1 的权重。</translation>
    </message>
</context>
<context>
    <name>stowage::Worker::Failed</name>
    <message>
        <source>this</source>
        <translation>此操作</translation>
    </message>
</context>
<context>
    <name>stowage::WorkerPool</name>
    <message>
        <source>The system refused to create a thread: %1.</source>
        <translation>系统拒绝创建线程：%1。</translation>
    </message>
</context>
<context>
    <name>stowage::WorkloadOptions</name>
    <message>
        <source>%1 is out of range; use a value from %2 to %3.</source>
        <translation>%1 超出范围；请取 %2 到 %3。</translation>
    </message>
    <message>
        <source>--compute-dtype &quot;%1&quot; is unknown; use float32, float16 or bfloat16.</source>
        <translation>--compute-dtype &quot;%1&quot; 未知；请采用 float32、float16 或 bfloat16。</translation>
    </message>
</context>
<context>
    <name>stowage::Writer</name>
    <message>
        <source>Writing %1 was stopped.</source>
        <translation>写入 %1 的操作已停止。</translation>
    </message>
    <message>
        <source>check the stored files</source>
        <translation>检查已保留的内容</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写入</translation>
    </message>
</context>
<context>
    <name>stowage::ZipDirectory</name>
    <message>
        <source>The record %1 occurs twice in %2.</source>
        <translation>记录 %1 在 %2 中出现两次。</translation>
    </message>
</context>
<context>
    <name>stowage::request_values</name>
    <message>
        <source>is less than one byte per second</source>
        <translation>小于每秒一个字节</translation>
    </message>
    <message>
        <source>is %1, which is not a quantisation method</source>
        <translation>为 %1，它不是方法</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::Bits</name>
    <message>
        <source>is not 2, 3, 4 or 8</source>
        <translation>不是 2、3、4 和 8 之一</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::ComputingDevice</name>
    <message>
        <source>is the disk, which cannot compute</source>
        <translation>是磁盘，磁盘不能计算</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::Device</name>
    <message>
        <source>is not a device</source>
        <translation>不是设备</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::Devices</name>
    <message>
        <source>describes the device %1 twice</source>
        <translation>两次描述了设备 %1</translation>
    </message>
    <message>
        <source>must name from 1 to %1 devices</source>
        <translation>必须指明 1 到 %1 个设备</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::DtypeName</name>
    <message>
        <source>is %1, which is not a dtype</source>
        <translation>为 %1，它不是 dtype</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::FloatingDtype</name>
    <message>
        <source>is not a floating-point dtype, as needed for weights</source>
        <translation>不是可用于规划权重的浮点 dtype</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::LimitsByDevice</name>
    <message>
        <source>is not a limit: %1</source>
        <translation>不是限制：%1</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::MachineName</name>
    <message>
        <source>is not a machine name</source>
        <translation>不是机器的名称</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::StorageDtype</name>
    <message>
        <source>is not a dtype whose values use whole bytes</source>
        <translation>不是由整字节构成的 dtype</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::Work</name>
    <message>
        <source>is not a valid workload: %1</source>
        <translation>无法承担：%1</translation>
    </message>
</context>
</TS>
