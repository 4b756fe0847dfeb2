<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar">
<context>
    <name>AboutDialog</name>
    <message>
        <source>the window</source>
        <translation>النافذة</translation>
    </message>
    <message>
        <source>charts</source>
        <translation>المخططات</translation>
    </message>
    <message>
        <source>loading and running models</source>
        <translation>التحميل والتشغيل</translation>
    </message>
    <message>
        <source>JSON files</source>
        <translation>ملفات JSON</translation>
    </message>
    <message>
        <source>checksums</source>
        <translation>بصمات البايتات</translation>
    </message>
    <message>
        <source>tokenizers</source>
        <translation>أدوات الترميز</translation>
    </message>
</context>
<context>
    <name>AccuracyDialog</name>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 رمز/ث</translation>
    </message>
</context>
<context>
    <name>Board</name>
    <message>
        <source>to %1</source>
        <translation>إلى %1</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>من %1</translation>
    </message>
    <message>
        <source>new</source>
        <translation>جديد</translation>
    </message>
    <message>
        <source>%1 move</source>
        <translation>المنقول: %1</translation>
    </message>
    <message>
        <source>is on %1</source>
        <translation>موجود على %1</translation>
    </message>
    <message>
        <source>(whole model)</source>
        <translation>(النموذج كله)</translation>
    </message>
    <message>
        <source>%1 (own)</source>
        <translation>%1 (الذاتي)</translation>
    </message>
    <message>
        <source>without a device</source>
        <translation>بلا جهاز</translation>
    </message>
    <message>
        <source>Blocks must be placed on a device, and this lane is not a device.</source>
        <translation>توضع الكتل على جهاز؛ وليس لهذا المسار جهاز.</translation>
    </message>
    <message>
        <source>The modules to move are not part of the open model.</source>
        <translation>هذه الوحدات ليست جزءًا من هذا النموذج.</translation>
    </message>
    <message>
        <source>%1 has no weights to move, or only weights that are tied to those of another module.</source>
        <translation>ليس لـ %1 أوزان يمكن نقلها، أو ليست له إلا أوزان مربوطة بأوزان وحدة أخرى.</translation>
    </message>
    <message>
        <source>%1 is already on %2.</source>
        <translation>%1 موجود أصلًا على %2.</translation>
    </message>
    <message>
        <source>All modules to move are already on %1.</source>
        <translation>كلها موجودة أصلًا على %1.</translation>
    </message>
    <message>
        <source>No device</source>
        <translation>بلا جهاز</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 إلى %2</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 وحدة</translation>
    </message>
    <message>
        <source>Cannot be dropped here</source>
        <translation>لا يمكن الإفلات هنا</translation>
    </message>
    <message>
        <source>1 block</source>
        <translation>كتلة واحدة</translation>
    </message>
    <message>
        <source>%1 blocks</source>
        <translation>%1 من الكتل</translation>
    </message>
    <message>
        <source>would be %1 over the capacity</source>
        <translation>سيتجاوز سعته بمقدار %1</translation>
    </message>
    <message>
        <source>would be %1 over the limit</source>
        <translation>سيتجاوز حدّه بمقدار %1</translation>
    </message>
    <message>
        <source>1 hop</source>
        <translation>قفزة واحدة</translation>
    </message>
    <message>
        <source>%1 hops</source>
        <translation>%1 من القفزات</translation>
    </message>
    <message>
        <source>%1, as before</source>
        <translation>%1، كما كان</translation>
    </message>
    <message>
        <source>%1, now %2</source>
        <translation>%1، والآن %2</translation>
    </message>
    <message>
        <source>Drop to move, Esc to cancel</source>
        <translation>أفلت للنقل، Esc للإلغاء</translation>
    </message>
    <message>
        <source>%1 over capacity</source>
        <translation>متجاوز سعته بمقدار %1</translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation>متجاوز بمقدار %1</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>الحرّ %1</translation>
    </message>
    <message>
        <source>%1, simulated</source>
        <translation>%1، مُحاكى</translation>
    </message>
    <message>
        <source>Simulated, %1</source>
        <translation>مُحاكى، %1</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>السعة</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>برامج أخرى</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>السياق</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>Reserved by the allocator for the weights</source>
        <translation>ما يحجزه لها المخصِّص</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>الحد</translation>
    </message>
    <message>
        <source>Over the capacity</source>
        <translation>فوق السعة</translation>
    </message>
    <message>
        <source>Over the limit</source>
        <translation>فوق الحد</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>الحرّ</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> من %1</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>كان %1</translation>
    </message>
    <message>
        <source>Kept free for the largest layer</source>
        <translation>محتفَظ به لأكبر طبقة</translation>
    </message>
    <message>
        <source>Kept free: %1</source>
        <translation>محتفَظ به حرًّا: %1</translation>
    </message>
    <message>
        <source>Limit %1</source>
        <translation>الحد %1</translation>
    </message>
    <message>
        <source>Drop layers here</source>
        <translation>أفلت الطبقات هنا</translation>
    </message>
    <message>
        <source>%1 over the limit</source>
        <translation>فوق الحد بمقدار %1</translation>
    </message>
    <message>
        <source>Limit at arrows: %1</source>
        <translation>تشير الأسهم إلى %1</translation>
    </message>
    <message>
        <source>Layers not loaded:</source>
        <translation>لا يُحمَّل شيء من هذه:</translation>
    </message>
    <message>
        <source>drag them to a device</source>
        <translation>اسحبها إلى جهاز</translation>
    </message>
    <message>
        <source>Some layers run on %1;</source>
        <translation>بعض الطبقات تعمل على %1؛</translation>
    </message>
    <message>
        <source>These layers run on %1;</source>
        <translation>هذه الطبقات تعمل على %1؛</translation>
    </message>
    <message>
        <source>%1 read per token</source>
        <translation>يُقرأ %1 لكل رمز</translation>
    </message>
    <message>
        <source>%1 copied per token</source>
        <translation>يُنسخ %1 لكل رمز</translation>
    </message>
    <message>
        <source>%1 read for each run</source>
        <translation>يُقرأ %1 عند عملها</translation>
    </message>
    <message>
        <source>%1 copied for each run</source>
        <translation>يُنسخ %1 عند عملها</translation>
    </message>
    <message>
        <source>stays on %1</source>
        <translation>يبقى على %1</translation>
    </message>
    <message>
        <source>mixed</source>
        <translation>مختلط</translation>
    </message>
    <message>
        <source>Simulated, unlimited memory</source>
        <translation>مُحاكاة، بلا حد</translation>
    </message>
    <message>
        <source>%1 free on the card</source>
        <translation>%1 حرّة على البطاقة</translation>
    </message>
    <message>
        <source>%1 free in RAM</source>
        <translation>%1 حرّة في RAM</translation>
    </message>
    <message>
        <source>%1, sim.</source>
        <translation>%1، مُحاكى</translation>
    </message>
</context>
<context>
    <name>CompareModelsTables</name>
    <message>
        <source>KV cache of %1 tokens, bfloat16</source>
        <translation>ذاكرة KV المؤقتة لـ %1 من الرموز، bfloat16</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>الطبقات</translation>
    </message>
    <message>
        <source>Layers of the encoder</source>
        <translation>طبقات المرمِّز</translation>
    </message>
    <message>
        <source>Hidden size</source>
        <translation>الحجم المخفي (hidden size)</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>رؤوس الانتباه</translation>
    </message>
    <message>
        <source>Key/value heads</source>
        <translation>رؤوس المفاتيح والقيم</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>عرض الرأس</translation>
    </message>
    <message>
        <source>Latent width</source>
        <translation>العرض الكامن (latent)</translation>
    </message>
    <message>
        <source>Context, tokens</source>
        <translation>طول السياق، رموز</translation>
    </message>
    <message>
        <source>Vocabulary, tokens</source>
        <translation>المفردات، رموز</translation>
    </message>
    <message>
        <source>Experts per layer</source>
        <translation>الخبراء لكل طبقة</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>الخبراء لكل رمز</translation>
    </message>
    <message>
        <source>Shared experts</source>
        <translation>الخبراء المشتركون</translation>
    </message>
    <message>
        <source>KV cache per token, bfloat16</source>
        <translation>ذاكرة KV المؤقتة لكل رمز، bfloat16</translation>
    </message>
    <message>
        <source>KV cache per token beyond the window</source>
        <translation>… بعد النافذة</translation>
    </message>
    <message>
        <source>Sliding window, tokens</source>
        <translation>النافذة، رموز</translation>
    </message>
    <message>
        <source>Size, stored or calculated</source>
        <translation>الحجم، كما هو مخزَّن أو موصوف</translation>
    </message>
    <message>
        <source>Largest block that is not split</source>
        <translation>أكبر كتلة لا تُقسَّم</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>الوحدات</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>الموترات (tensors)</translation>
    </message>
    <message>
        <source>Tied groups</source>
        <translation>المجموعات المربوطة</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>العائلة</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>المُعامِلات</translation>
    </message>
    <message>
        <source>Parameters active per token</source>
        <translation>المُعامِلات النشطة لكل رمز</translation>
    </message>
    <message>
        <source>Parameters in embeddings</source>
        <translation>المُعامِلات في التضمينات</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>غير معروف</translation>
    </message>
</context>
<context>
    <name>ComparedRowTexts</name>
    <message>
        <source>The model does not have this property, or the value is unknown</source>
        <translation>ليس في هذا النموذج شيء كهذا، أو أنه غير معروف</translation>
    </message>
    <message>
        <source>first only</source>
        <translation>في الأول فقط</translation>
    </message>
    <message>
        <source>second only</source>
        <translation>في الثاني فقط</translation>
    </message>
    <message>
        <source>%1 (× %2)</source>
        <translation>%1 (× %2)</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>مختلف</translation>
    </message>
    <message>
        <source>%1: same in both models</source>
        <translation>%1: متطابق</translation>
    </message>
    <message>
        <source>%1: differs</source>
        <translation>%1: مختلف</translation>
    </message>
    <message>
        <source>same</source>
        <translation>متطابق</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>البند</translation>
    </message>
    <message>
        <source>Second vs. first</source>
        <translation>الثاني مقابل الأول</translation>
    </message>
    <message>
        <source>Both models have the same values in all rows.</source>
        <translation>يتفق النموذجان في كل هذا.</translation>
    </message>
</context>
<context>
    <name>ConfigTexts</name>
    <message>
        <source> with </source>
        <translation> مع </translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 أخرى</translation>
    </message>
    <message>
        <source>the typed sizes</source>
        <translation>الأحجام المُدخَلة</translation>
    </message>
    <message>
        <source>from %1, without weights</source>
        <translation>من %1، بلا أوزان</translation>
    </message>
    <message>
        <source>There are no weights to load: the model was built %1. You can plan the model. To load weights, open the checkpoint of the model or the folder that contains the checkpoint.</source>
        <translation>لا يوجد ما يُحمَّل: النموذج معروف %1. خطّط له هنا؛ ولتحميله افتح نقطة الحفظ الخاصة به، أو المجلد الذي يحويها.</translation>
    </message>
    <message>
        <source>%1, as built by transformers from %2 (%3)</source>
        <translation>%1، كما تبنيه transformers من %2 (%3)</translation>
    </message>
    <message>
        <source>none, as in every model of the family %1</source>
        <translation>لا يوجد، كما في كل %1</translation>
    </message>
    <message>
        <source>%1, as in every model of the family %2</source>
        <translation>%1، كما في كل %2</translation>
    </message>
    <message>
        <source>none: this class has no head to tie</source>
        <translation>لا يوجد: ليس لهذا الصنف رأس يُربط</translation>
    </message>
    <message>
        <source>none, because the option %1 is turned off in %2</source>
        <translation>لا يوجد: %1 معطَّل في %2</translation>
    </message>
    <message>
        <source>%1, because the option %2 is turned on in %3; to plan the tied weights separately, turn %2 off</source>
        <translation>%1، لأن %2 مفعَّل في %3؛ للتخطيط لكلٍّ منها على حدة، عطّله هناك</translation>
    </message>
    <message>
        <source>%1 parameters, %2 as %3</source>
        <translation>%1 مُعامِل، %2 بنوع %3</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 وحدة</translation>
    </message>
    <message>
        <source>no-split classes: %1</source>
        <translation>لا تُقسَّم: %1</translation>
    </message>
    <message>
        <source>no tied weights</source>
        <translation>لا شيء مربوط</translation>
    </message>
    <message>
        <source>tied: %1</source>
        <translation>المربوطة: %1</translation>
    </message>
    <message>
        <source>calculated from the typed sizes</source>
        <translation>محسوب من الأحجام المُدخَلة</translation>
    </message>
    <message>
        <source>The weights are on %1. Load the weights on that machine, in the Machines panel.</source>
        <translation>الأوزان على %1: حمّلها هناك، في لوح «الحواسيب».</translation>
    </message>
</context>
<context>
    <name>DeviceUse</name>
    <message>
        <source>allocated %1</source>
        <translation>المخصَّص %1</translation>
    </message>
    <message>
        <source>reserved %1</source>
        <translation>المحجوز %1</translation>
    </message>
    <message>
        <source>held %1</source>
        <translation>المحتفَظ به %1</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>إلغاء التحميل</translation>
    </message>
    <message>
        <source>nothing was allocated</source>
        <translation>لم يكن شيء مخصَّصًا</translation>
    </message>
    <message>
        <source>Empty cache</source>
        <translation>إخلاء الذاكرة المؤقتة</translation>
    </message>
    <message>
        <source>nothing was cached</source>
        <translation>لم يكن شيء في الذاكرة المؤقتة</translation>
    </message>
    <message>
        <source>Reset peaks</source>
        <translation>إعادة ضبط الذُّرى</translation>
    </message>
    <message>
        <source>the peaks already equal the current use</source>
        <translation>الذُّرى هي المحتفَظ به الآن</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>برامج أخرى</translation>
    </message>
    <message>
        <source>the amount is unchanged</source>
        <translation>هي تحتفظ بذلك أصلًا</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>السياق</translation>
    </message>
    <message>
        <source>Allocated by the load</source>
        <translation>هذا التحميل، المخصَّص</translation>
    </message>
    <message>
        <source>Cached, reserved</source>
        <translation>في الذاكرة المؤقتة، المحجوز</translation>
    </message>
    <message>
        <source>Other Stowage memory</source>
        <translation>بقية Stowage</translation>
    </message>
    <message>
        <source>Simulated GPUs</source>
        <translation>وحدات GPU المُحاكاة</translation>
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
        <translation>السعة</translation>
    </message>
    <message>
        <source>Used by others</source>
        <translation>المستخدَم من برامج أخرى</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>السياق</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>الوصلة</translation>
    </message>
    <message>
        <source>More than %1 GiB</source>
        <translation>أكثر من %1 GiB</translation>
    </message>
    <message>
        <source>Up to %1 GiB</source>
        <translation>حتى %1 GiB</translation>
    </message>
    <message>
        <source>%1, according to %2</source>
        <translation>%1، منشور في %2</translation>
    </message>
    <message>
        <source>Move to the left</source>
        <translation>نقل إلى اليسار</translation>
    </message>
    <message>
        <source>Move to the right</source>
        <translation>نقل إلى اليمين</translation>
    </message>
    <message>
        <source>%1, such as 24GiB, 24GB or rtx-4090</source>
        <translation>%1، مثل 24GiB أو 24GB أو rtx-4090</translation>
    </message>
    <message>
        <source>%1, such as 256GiB; empty for the value of this machine</source>
        <translation>%1، مثل 256GiB؛ وإن تُرك فارغًا: ما لدى هذا الحاسوب</translation>
    </message>
    <message>
        <source>%1, such as 12GB/s; empty for no limit</source>
        <translation>%1، مثل 12GB/s؛ وإن تُرك فارغًا: بلا حد</translation>
    </message>
    <message>
        <source>%1, such as 512MiB, or 0</source>
        <translation>%1، مثل 512MiB، أو 0</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>Use the value of this machine</source>
        <translation>كما في هذا الحاسوب</translation>
    </message>
    <message>
        <source>Make it a</source>
        <translation>تحويله إلى</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>تكرار</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>إزالة</translation>
    </message>
    <message>
        <source>Add a GPU</source>
        <translation>وحدة GPU أخرى</translation>
    </message>
    <message>
        <source>Add a GPU of type</source>
        <translation>وحدة GPU أخرى من نوع</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>الحاسوب</translation>
    </message>
    <message>
        <source>%1, such as node-2; empty for this machine</source>
        <translation>%1، مثل node-2؛ وإن تُرك فارغًا: هذا الحاسوب</translation>
    </message>
</context>
<context>
    <name>FactColumns</name>
    <message>
        <source>Share</source>
        <translation>الحصة</translation>
    </message>
</context>
<context>
    <name>FactTables</name>
    <message>
        <source>missing in the file</source>
        <translation>مفقود من الملف</translation>
    </message>
    <message>
        <source>not in the model</source>
        <translation>ليس في النموذج</translation>
    </message>
    <message>
        <source>different shape and type</source>
        <translation>شكل ونوع مختلفان</translation>
    </message>
    <message>
        <source>different shape</source>
        <translation>شكل مختلف</translation>
    </message>
    <message>
        <source>different type</source>
        <translation>نوع مختلف</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>%1 (guessed)</source>
        <translation>%1 (مُخمَّن)</translation>
    </message>
    <message>
        <source>%1: numbered siblings of the same shape, proposed as blocks that must not be split</source>
        <translation>%1: وحدات شقيقة مرقَّمة متساوية الشكل، مقترحة ككتل يجب ألّا تُقسَّم</translation>
    </message>
    <message>
        <source>%1: must not be split</source>
        <translation>%1: يجب ألّا يُقسَّم</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>المُعامِلات</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>الوحدات</translation>
    </message>
    <message>
        <source>Own size</source>
        <translation>الحجم الذاتي</translation>
    </message>
    <message>
        <source>Largest module</source>
        <translation>أكبر وحدة</translation>
    </message>
    <message>
        <source>Total size of the tensors that belong directly to the modules of the class. The sum of all rows is the size of the model, with tied tensors counted once.</source>
        <translation>من موترات الوحدات الذاتية؛ مجموعها هو النموذج، وتُحسب الموترات المربوطة مرة واحدة</translation>
    </message>
    <message>
        <source>Size of the largest module of the class, including its submodules</source>
        <translation>أكبر وحدة من هذا الصنف، بكل ما فيها</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>can be planned; quantised blocks cannot be loaded</source>
        <translation>يُخطَّط لها؛ الكتل المكمَّمة لا تُحمَّل</translation>
    </message>
    <message>
        <source>can be planned and loaded</source>
        <translation>يُخطَّط لها وتُحمَّل</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>ما يمكن فعله</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>الموترات (tensors)</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>الحجم</translation>
    </message>
    <message>
        <source>The model contains no tensors.</source>
        <translation>لا يوجد فيه أي موتر.</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>الموتر (tensor)</translation>
    </message>
    <message>
        <source>%1, one of %2 names of this tensor</source>
        <translation>%1، أحد أسماء هذا الموتر وعددها %2</translation>
    </message>
    <message>
        <source>no bytes stored</source>
        <translation>لا بايتات مخزَّنة</translation>
    </message>
    <message>
        <source>At byte</source>
        <translation>عند البايت</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>الشكل</translation>
    </message>
    <message>
        <source>File</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>In this model&apos;s tensors</source>
        <translation>في موترات هذا النموذج</translation>
    </message>
    <message>
        <source>There are no weights: only the modules and sizes of the model are known.</source>
        <translation>لا توجد أوزان: لا يُعرف إلا وحدات النموذج وأحجامها.</translation>
    </message>
    <message>
        <source>Other names</source>
        <translation>الموتر نفسه</translation>
    </message>
    <message>
        <source>Size, once</source>
        <translation>الحجم، مرة واحدة</translation>
    </message>
    <message>
        <source>No two names share a tensor.</source>
        <translation>لا يشترك اسمان في موتر واحد.</translation>
    </message>
    <message>
        <source>The keys of the checkpoint are the only source of the modules, so they cannot be compared with the model. Put the model&apos;s .tree.json file next to the checkpoint, or choose such a file.</source>
        <translation>لا يوجد ما تُقارَن به المفاتيح: النموذج غير معروف من مصدر آخر. ضع ملف .tree.json الخاص به بجانب نقطة الحفظ، أو اختر ملفًا.</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>ما الخطأ</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>In the file</source>
        <translation>في الملف</translation>
    </message>
    <message>
        <source>In the model</source>
        <translation>في النموذج</translation>
    </message>
    <message>
        <source>1 tensor is a strided view: its elements are gathered while the tensor is loaded.</source>
        <translation>موتر واحد هو عرض (view) بخطوات (strides) خاصة به: تُجمَع عناصره أثناء تحميله.</translation>
    </message>
    <message>
        <source>%1 tensors are strided views: their elements are gathered while the tensors are loaded.</source>
        <translation>%1 من الموترات هي عروض (views) بخطوات (strides) خاصة بها: تُجمَع عناصرها أثناء تحميلها.</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>%1 was saved on the meta device: the tensor has a shape, but no bytes that can be loaded.</source>
        <translation>حُفظ %1 على جهاز meta: له شكل، لكن ليس له بايتات يمكن تحميلها.</translation>
    </message>
    <message>
        <source>There are no notes about this checkpoint.</source>
        <translation>لا شيء غريب في نقطة الحفظ.</translation>
    </message>
</context>
<context>
    <name>FactTexts</name>
    <message>
        <source>scalar</source>
        <translation>قيمة مفردة</translation>
    </message>
    <message>
        <source>mixed types</source>
        <translation>أنواع مختلطة</translation>
    </message>
    <message>
        <source>safetensors</source>
        <translation>safetensors</translation>
    </message>
    <message>
        <source>PyTorch zip file, the default of torch.save since 1.6</source>
        <translation>PyTorch zip، كما يحفظ torch منذ 1.6</translation>
    </message>
    <message>
        <source>module tree without weights</source>
        <translation>شجرة وحدات بلا أوزان</translation>
    </message>
    <message>
        <source>safetensors in shards</source>
        <translation>safetensors في شظايا (shards)</translation>
    </message>
    <message>
        <source>PyTorch files in shards</source>
        <translation>ملفات PyTorch في شظايا (shards)</translation>
    </message>
    <message>
        <source>one PyTorch file per tensor</source>
        <translation>ملف PyTorch واحد لكل موتر</translation>
    </message>
    <message>
        <source>Accelerate&apos;s offload folder</source>
        <translation>مجلد التفريغ (offload) الخاص بـ Accelerate</translation>
    </message>
    <message>
        <source>PyTorch pickle file, the default of torch.save before 1.6</source>
        <translation>PyTorch pickle، كما كان torch يحفظ قبل 1.6</translation>
    </message>
    <message>
        <source>TorchScript; the code in the file is never executed</source>
        <translation>TorchScript؛ لا تُنفَّذ شيفرته أبدًا</translation>
    </message>
    <message>
        <source>GGUF</source>
        <translation>GGUF</translation>
    </message>
    <message>
        <source>one NumPy array</source>
        <translation>مصفوفة NumPy واحدة</translation>
    </message>
    <message>
        <source>one NumPy file per tensor</source>
        <translation>ملف NumPy واحد لكل موتر</translation>
    </message>
    <message>
        <source>A model</source>
        <translation>نموذج</translation>
    </message>
    <message>
        <source>%1, as described in the file</source>
        <translation>%1، كما يصفه الملف</translation>
    </message>
    <message>
        <source>%1, as described in %2</source>
        <translation>%1، معروف من %2</translation>
    </message>
    <message>
        <source>%1, recognised by its keys (%2)</source>
        <translation>%1، عُرف من مفاتيحه (%2)</translation>
    </message>
    <message>
        <source>%1, according to the metadata of the file; tensor names as in llama.cpp</source>
        <translation>%1، بحسب أزواج المفاتيح والقيم في الملف نفسه؛ الأسماء كما تكتبها llama.cpp</translation>
    </message>
    <message>
        <source>Not recognised: the module tree is built from the tensor names, without classes</source>
        <translation>لم يُتعرَّف عليه: شجرة من الأسماء، بلا أصناف</translation>
    </message>
    <message>
        <source>Not recognised: the module tree is built from the tensor names; guessed no-split classes: %1</source>
        <translation>لم يُتعرَّف عليه: شجرة من أسماء الموترات؛ أصناف مُخمَّنة غير قابلة للتقسيم: %1</translation>
    </message>
    <message>
        <source>no parameters</source>
        <translation>بلا مُعامِلات</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 مُعامِل</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>موتر واحد</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 موتر</translation>
    </message>
    <message>
        <source>1 module</source>
        <translation>وحدة واحدة</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 وحدة</translation>
    </message>
    <message>
        <source>%1, %2, in %3 and %4</source>
        <translation>%1، %2، في %3 و%4</translation>
    </message>
    <message>
        <source>no weights: the model can be planned, but cannot be loaded</source>
        <translation>بلا أوزان: يمكن التخطيط له، لا تحميله</translation>
    </message>
    <message>
        <source>1 file</source>
        <translation>ملف واحد</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 ملف</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1، %2</translation>
    </message>
    <message>
        <source>%1, %2; the tensors of this model use %3</source>
        <translation>%1، %2؛ منها %3 في موترات هذا النموذج</translation>
    </message>
    <message>
        <source>(top)</source>
        <translation>(الأعلى)</translation>
    </message>
    <message>
        <source>%1: 1 tensor</source>
        <translation>%1: موتر واحد</translation>
    </message>
    <message>
        <source>%1: %2 tensors</source>
        <translation>%1: %2 موتر</translation>
    </message>
    <message>
        <source>All keys of the checkpoint agree with %1.</source>
        <translation>كل المفاتيح تتفق مع %1.</translation>
    </message>
    <message>
        <source>Keys compared with %1: %2 missing, %3 unexpected, %4 with a different shape or dtype.</source>
        <translation>بالمقارنة مع %1: المفقود %2، وغير المنتظَر %3، والمختلف في الشكل أو النوع %4.</translation>
    </message>
    <message>
        <source>Every key begins with “%1”, a prefix that a wrapper such as DistributedDataParallel or torch.compile adds.</source>
        <translation>كل المفاتيح تبدأ بـ «%1»، وهو ما يضعه هناك غلاف مثل DistributedDataParallel أو torch.compile.</translation>
    </message>
    <message>
        <source>Remove “%1” from the keys</source>
        <translation>إزالة «%1» من المفاتيح</translation>
    </message>
    <message>
        <source>Add “%1” before the keys</source>
        <translation>وضع «%1» قبل المفاتيح</translation>
    </message>
    <message>
        <source>Rename “%1” to “%2” in the keys</source>
        <translation>تغيير «%1» إلى «%2» في المفاتيح</translation>
    </message>
</context>
<context>
    <name>HeadersCopy</name>
    <message>
        <source>The remote machine sent invalid data for a file of the model: “%1”.</source>
        <translation>أرسل الحاسوب البعيد بيانات غير صالحة لملف من ملفات النموذج: «%1».</translation>
    </message>
    <message>
        <source>The model on the remote machine has more than %1 files, or its files changed while Stowage was reading them.</source>
        <translation>للنموذج هناك أكثر من %1 من الملفات، أو أن ملفاته تتغير.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>لا يمكن كتابة %1: %2.</translation>
    </message>
    <message>
        <source>The files of the model on the remote machine contain more than 4 GiB of data in addition to the tensors.</source>
        <translation>في النموذج هناك أكثر من 4 GiB إلى جانب موتراته.</translation>
    </message>
    <message>
        <source>stowagectl on %1 is too old to read an adapter, another model or a module tree together with a model: install a newer version of Stowage on that machine.</source>
        <translation>برنامج stowagectl على %1 أقدم من أن يقرأ مع النموذج محوِّلًا (adapter) أو نموذجًا إضافيًا أو شجرة وحدات: ثبّت إصدارًا أحدث هناك.</translation>
    </message>
</context>
<context>
    <name>LoadProcess</name>
    <message>
        <source>A comparison of load methods cannot use real and simulated GPUs together: remove the simulated or the real GPUs from the plan.</source>
        <translation>تُقارَن الطرق إما على وحدات GPU حقيقية أو على وحدات مُحاكاة؛ أخرج المُحاكاة من الخطة، أو الحقيقية.</translation>
    </message>
    <message>
        <source>The reference logits could not be computed: %1</source>
        <translation>تعذّر إنشاء logits المرجعية: %1</translation>
    </message>
    <message>
        <source>The reference logits could not be saved as %1.</source>
        <translation>لا يمكن حفظ logits المرجعية باسم %1.</translation>
    </message>
</context>
<context>
    <name>LoadRequest</name>
    <message>
        <source>Open a model with weights first</source>
        <translation>افتح أولًا نموذجًا له أوزان</translation>
    </message>
</context>
<context>
    <name>MemoryBars</name>
    <message>
        <source>context</source>
        <translation>سياق CUDA</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>KV cache and state</source>
        <translation>ذاكرة KV المؤقتة والحالة</translation>
    </message>
    <message>
        <source>streamed weights</source>
        <translation>الأوزان المجلوبة</translation>
    </message>
    <message>
        <source>activations, logits and slack</source>
        <translation>التنشيطات وlogits والهامش</translation>
    </message>
    <message>
        <source>other programs</source>
        <translation>برامج أخرى</translation>
    </message>
    <message>
        <source>free</source>
        <translation>حرّة</translation>
    </message>
    <message>
        <source>load buffers and other</source>
        <translation>التحميل وغيره</translation>
    </message>
</context>
<context>
    <name>MemoryView</name>
    <message>
        <source>weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>ذاكرة KV المؤقتة</translation>
    </message>
    <message>
        <source>state</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>streamed</source>
        <translation>المجلوب</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>الملء المسبق</translation>
    </message>
    <message>
        <source>decode</source>
        <translation>فك الترميز</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>logits</translation>
    </message>
    <message>
        <source>context</source>
        <translation>سياق CUDA</translation>
    </message>
    <message>
        <source>slack</source>
        <translation>الهامش</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>المطلوب</translation>
    </message>
    <message>
        <source>used by others</source>
        <translation>المستخدَم من برامج أخرى</translation>
    </message>
    <message>
        <source>free</source>
        <translation>حرّة</translation>
    </message>
    <message>
        <source>other</source>
        <translation>أخرى</translation>
    </message>
    <message>
        <source>not at once</source>
        <translation>ليس في آن واحد</translation>
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
        <translation>%1 من الطبقات في المرمِّز و%2 في فاكّ الترميز</translation>
    </message>
    <message>
        <source>%1 attention heads of width %2</source>
        <translation>%1 من رؤوس الانتباه بعرض %2</translation>
    </message>
    <message>
        <source>%1 key/value heads, shared by the query heads</source>
        <translation>%1 من رؤوس المفاتيح والقيم، تشترك فيها رؤوس الاستعلامات</translation>
    </message>
    <message>
        <source>keys and values are stored as one vector of %1 numbers, regardless of the number of heads</source>
        <translation>تُحفظ المفاتيح والقيم كمتجه واحد من %1 من الأعداد، أيًّا كان عدد الرؤوس</translation>
    </message>
    <message>
        <source>%1 (%2 kv)</source>
        <translation>%1 (%2 kv)</translation>
    </message>
    <message>
        <source>%1 parameters, counting tied tensors once</source>
        <translation>%1 مُعامِل، وتُحسب الموترات المربوطة مرة واحدة</translation>
    </message>
    <message>
        <source>%1 parameters are used for one token: all except those of experts that are not chosen (%2 of %3 experts are chosen in each of %4 layers)</source>
        <translation>%1 مُعامِل تشارك في الرمز الواحد: كلها عدا مُعامِلات الخبراء غير المختارين (يُختار %2 من %3 في كل واحدة من الطبقات الـ %4)</translation>
    </message>
    <message>
        <source>%1 parameters (%2 %) are in lookup tables (tokens, positions), including a tied head</source>
        <translation>%1 مُعامِل (%2%) في جداول يُبحث فيها: الرموز والمواضع؛ ومن بينها الرأس المربوط</translation>
    </message>
    <message>
        <source>%1 bytes per token in %2: %3 layers × %4 numbers × %5 bytes</source>
        <translation>%1 بايت لكل رمز بنوع %2: %3 طبقة × %4 عدد × %5 بايت</translation>
    </message>
    <message>
        <source>Bytes per token: float32 %1, float16 and bfloat16 %2, fp8 %3</source>
        <translation>float32 %1، float16 وbfloat16 %2، fp8 %3</translation>
    </message>
    <message>
        <source>%1 for one sequence that fills the whole context</source>
        <translation>%1 لتسلسل واحد بطول السياق كله</translation>
    </message>
    <message>
        <source>%1 of %2 layers use only the last %3 tokens; in a longer context, each token adds %4 bytes</source>
        <translation>%1 من %2 من الطبقات لا تنظر إلى الوراء أبعد من %3 من الرموز؛ وبعدها %4 بايت لكل رمز</translation>
    </message>
    <message>
        <source>plus %1 bytes for each position of the encoder&apos;s output</source>
        <translation>%1 بايت إضافية لكل موضع من خرج المرمِّز</translation>
    </message>
    <message>
        <source>transformers stores shared heads separately for every query head: %1 bytes per token</source>
        <translation>تحفظ transformers الرؤوس المشتركة منفصلةً لكل استعلام: %1 بايت لكل رمز</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 من %2</translation>
    </message>
    <message>
        <source>Shared experts, which every token also uses: %1</source>
        <translation>الخبراء المشتركون، ويستخدمهم كل رمز أيضًا: %1</translation>
    </message>
    <message>
        <source>KV cache per token, %1</source>
        <translation>ذاكرة KV المؤقتة لكل رمز، %1</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>طبقات</translation>
    </message>
    <message>
        <source>Blocks that every token passes through, one after the other</source>
        <translation>الكتل التي يمر بها كل رمز، واحدة بعد أخرى</translation>
    </message>
    <message>
        <source>hidden size</source>
        <translation>الحجم المخفي (hidden size)</translation>
    </message>
    <message>
        <source>Numbers that represent one token between two layers</source>
        <translation>الأعداد التي تمثل رمزًا واحدًا بين طبقتين</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>رؤوس</translation>
    </message>
    <message>
        <source>tokens of context</source>
        <translation>رموز السياق</translation>
    </message>
    <message>
        <source>Maximum number of tokens that the model is designed to process at once</source>
        <translation>أقصى عدد من الرموز صُمِّم النموذج لمعالجته معًا</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>مُعامِلات</translation>
    </message>
    <message>
        <source>active per token</source>
        <translation>نشطة لكل رمز</translation>
    </message>
    <message>
        <source>in embeddings</source>
        <translation>في التضمينات</translation>
    </message>
    <message>
        <source>experts per token</source>
        <translation>خبراء لكل رمز</translation>
    </message>
    <message>
        <source>The experts are chosen separately for every token in every layer</source>
        <translation>يُختارون من جديد لكل رمز في كل طبقة</translation>
    </message>
    <message>
        <source>none</source>
        <translation>لا يوجد</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>ذاكرة KV المؤقتة</translation>
    </message>
    <message>
        <source>The model stores no keys and values of earlier tokens</source>
        <translation>لا يخزّن النموذج مفاتيح الرموز السابقة وقيمها</translation>
    </message>
    <message>
        <source>Calculated from the file&apos;s key-values; nothing is measured.</source>
        <translation>محسوب من أزواج المفاتيح والقيم في الملف؛ لا شيء مَقيس.</translation>
    </message>
    <message>
        <source>Calculated from the tensors&apos; shapes; nothing is measured.</source>
        <translation>محسوب من أشكال الموترات؛ لا شيء مَقيس.</translation>
    </message>
    <message>
        <source>Calculated from the config.json; nothing is measured.</source>
        <translation>محسوب من config.json؛ لا شيء مَقيس.</translation>
    </message>
    <message>
        <source>Model card</source>
        <translation>بطاقة النموذج</translation>
    </message>
    <message>
        <source>in %1, as planned</source>
        <translation>بنوع %1، كما في الخطة</translation>
    </message>
    <message>
        <source>%1 of weights and buffers, counting each tied tensor once</source>
        <translation>%1 من الأوزان والمخازن المؤقتة، ويُحسب كل موتر مربوط مرة واحدة</translation>
    </message>
</context>
<context>
    <name>ModuleTree</name>
    <message>
        <source>%1 move</source>
        <translation>المنقول: %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>لا يوجد</translation>
    </message>
</context>
<context>
    <name>MovedModulesModel</name>
    <message>
        <source>no device</source>
        <translation>بلا جهاز</translation>
    </message>
</context>
<context>
    <name>OpenFailureTexts</name>
    <message>
        <source>Run this model’s code</source>
        <translation>تشغيل شيفرة هذا النموذج</translation>
    </message>
    <message>
        <source>Ask Python</source>
        <translation>سؤال Python</translation>
    </message>
    <message>
        <source>The code is in the same folder as the config.json. It would run with your file permissions, in a separate process, and without network access if the system supports this. Run the code only if you trust its author.</source>
        <translation>توجد الشيفرة بجانب config.json. ستُشغَّل بما لك من صلاحيات على الملفات، في عملية مستقلة، ومن دون شبكة حيث يسمح النظام بذلك. لا تشغّلها إلا إذا كنت تثق بمن كتبها.</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 غير موجود</translation>
    </message>
    <message>
        <source>No permission to read %1</source>
        <translation>لا يُسمح بقراءة %1</translation>
    </message>
    <message>
        <source>%1 was not opened: the file refers to objects other than tensors</source>
        <translation>لم يُفتح %1: فهو يطلب أكثر من الموترات</translation>
    </message>
    <message>
        <source>%1 cannot be opened</source>
        <translation>لا يمكن فتح %1</translation>
    </message>
    <message>
        <source>Open the largest part</source>
        <translation>فتح أكبر أجزائه</translation>
    </message>
    <message>
        <source>Open with the keys as stored</source>
        <translation>الفتح بالمفاتيح كما هي مخزَّنة</translation>
    </message>
    <message>
        <source>Open as the default class</source>
        <translation>الفتح بصنفه الخاص</translation>
    </message>
    <message>
        <source>Open without the tree file</source>
        <translation>الفتح من دون تلك الشجرة</translation>
    </message>
    <message>
        <source>The file does not contain the chosen part. Choose a part that the file contains.</source>
        <translation>ما يُختار من ملف يجب أن يكون فيه.</translation>
    </message>
    <message>
        <source>Every file must exist at its given path.</source>
        <translation>كل ملف مذكور يجب أن يكون حيث ذُكر.</translation>
    </message>
    <message>
        <source>You must have permission to read the file or folder.</source>
        <translation>يجب أن يكون لك حق قراءته.</translation>
    </message>
    <message>
        <source>Tensors are read from regular files only, not from folders, pipes or devices.</source>
        <translation>لا تُقرأ الموترات إلا من ملفات عادية، لا من مجلدات أو أنابيب (pipes) أو أجهزة.</translation>
    </message>
    <message>
        <source>A folder must contain one checkpoint at its top level.</source>
        <translation>يجب أن يحوي المجلد نقطة حفظ واحدة في مستواه الأعلى.</translation>
    </message>
    <message>
        <source>The format is recognised by the content, never by the file&apos;s name.</source>
        <translation>المحتوى هو ما يدل على الصيغة، لا اسم الملف أبدًا.</translation>
    </message>
    <message>
        <source>A file must contain every byte that its header describes.</source>
        <translation>يجب أن يحوي الملف كل بايت تذكره ترويسته.</translation>
    </message>
    <message>
        <source>A file must follow every rule of the format, because a partly correct file would result in wrong weights.</source>
        <translation>يجب أن تتحقق كل قاعدة من قواعد الصيغة: فالبايتات نصف الصحيحة ستكون أوزانًا خاطئة.</translation>
    </message>
    <message>
        <source>Counts and sizes are limited, so that no file can fill the memory.</source>
        <translation>للأعداد والأحجام سقوف، حتى لا يملأ أي ملف الذاكرة.</translation>
    </message>
    <message>
        <source>Nothing in a pickle is executed: names that are not related to tensors are refused.</source>
        <translation>لا يُنفَّذ شيء في pickle: تُرفض الأسماء التي لا تخص الموترات.</translation>
    </message>
    <message>
        <source>The file is well formed, but files of this kind are not supported.</source>
        <translation>سليم البنية، لكن من نوع لا يُقرأ.</translation>
    </message>
    <message>
        <source>Names, shapes and dtypes of the tensors must match the model.</source>
        <translation>يجب أن تناسب الأسماء والأشكال والأنواع النموذج.</translation>
    </message>
    <message>
        <source>The system must be able to read the file.</source>
        <translation>يجب أن يستطيع النظام قراءة الملف.</translation>
    </message>
    <message>
        <source>The names of all tensors must fit in memory.</source>
        <translation>يجب أن تتسع الذاكرة لأسماء كل الموترات.</translation>
    </message>
</context>
<context>
    <name>PlanTables</name>
    <message>
        <source>%1; %2 over the capacity</source>
        <translation>%1؛ متجاوز السعة بمقدار %2</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>المجموع</translation>
    </message>
    <message>
        <source>Predicted from the rates that `stowagectl devices --measure` measured</source>
        <translation>متوقَّع مما وجده `stowagectl devices --measure`</translation>
    </message>
    <message>
        <source>Unknown: the read speed of the file&apos;s disk was not measured</source>
        <translation>غير معروف: نظام الملفات الذي يحوي الملف لم يُقَس</translation>
    </message>
    <message>
        <source>Allocated %1, reserved %2, predicted</source>
        <translation>المخصَّص %1، المحجوز %2، متوقَّع</translation>
    </message>
    <message>
        <source>%1; %2 more than the free memory of the card</source>
        <translation>%1؛ أكثر مما هو حرّ في البطاقة بمقدار %2</translation>
    </message>
    <message>
        <source>Anonymous memory of the process: %1, predicted</source>
        <translation>الذاكرة المجهولة (anonymous) للعملية، %1، متوقَّع</translation>
    </message>
    <message>
        <source>%1; %2 more than the free RAM</source>
        <translation>%1؛ أكثر من RAM الحرّة بمقدار %2</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>الكتل</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>المحجوز</translation>
    </message>
    <message>
        <source>To limit</source>
        <translation>حتى الحد</translation>
    </message>
    <message>
        <source>%1, predicted by the allocator&apos;s rules</source>
        <translation>%1، متوقَّع بقواعد المخصِّص</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>الطريقة</translation>
    </message>
    <message>
        <source>On</source>
        <translation>على</translation>
    </message>
    <message>
        <source>GPU peak</source>
        <translation>ذروة GPU</translation>
    </message>
    <message>
        <source>RAM peak</source>
        <translation>ذروة RAM</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الزمن</translation>
    </message>
</context>
<context>
    <name>PredictionText</name>
    <message>
        <source>Peaks exactly as predicted</source>
        <translation>الذُّرى المتوقَّعة مطابقة تمامًا</translation>
    </message>
    <message>
        <source>%1 allocated %2, reserved %3</source>
        <translation>%1 المخصَّص %2، المحجوز %3</translation>
    </message>
    <message>
        <source>Compared with the prediction: %1</source>
        <translation>مقابل المتوقَّع: %1</translation>
    </message>
    <message>
        <source>host %1</source>
        <translation>المضيف %1</translation>
    </message>
    <message>
        <source>time %1</source>
        <translation>الزمن %1</translation>
    </message>
</context>
<context>
    <name>ProblemFixes</name>
    <message>
        <source>Rename the key %1</source>
        <translation>تغيير اسم المفتاح %1</translation>
    </message>
    <message>
        <source>Rename to %1</source>
        <translation>تغيير الاسم إلى %1</translation>
    </message>
    <message>
        <source>Remove the key</source>
        <translation>إزالة المفتاح</translation>
    </message>
    <message>
        <source>Keep %1</source>
        <translation>إبقاء %1</translation>
    </message>
    <message>
        <source>Place on %1</source>
        <translation>توضيع على %1</translation>
    </message>
    <message>
        <source>Place %1 on %2</source>
        <translation>توضيع %1 على %2</translation>
    </message>
    <message>
        <source>Move the entry to %1</source>
        <translation>نقله إلى %1</translation>
    </message>
    <message>
        <source>Move %1 entries to %2</source>
        <translation>نقل %1 من المداخل إلى %2</translation>
    </message>
    <message>
        <source>Add a simulated %1</source>
        <translation>إضافة %1 مُحاكى</translation>
    </message>
    <message>
        <source>Move the whole block to %1</source>
        <translation>نقله كله إلى %1</translation>
    </message>
    <message>
        <source>Move %1 to %2</source>
        <translation>نقل %1 إلى %2</translation>
    </message>
    <message>
        <source>Move %1 blocks to %2</source>
        <translation>نقل %1 من الكتل إلى %2</translation>
    </message>
    <message>
        <source>Let %1 use up to %2</source>
        <translation>السماح لـ %1 بأخذ ما يصل إلى %2</translation>
    </message>
    <message>
        <source>Limit each GPU to %1</source>
        <translation>تعيين سقف مقداره %1</translation>
    </message>
    <message>
        <source>Use %1 GPUs</source>
        <translation>استخدام %1 من وحدات GPU</translation>
    </message>
    <message>
        <source>Move 1 block to %1</source>
        <translation>نقل كتلة واحدة إلى %1</translation>
    </message>
    <message>
        <source>Set the limit to %1</source>
        <translation>تعيين الحد عند %1</translation>
    </message>
    <message>
        <source>Move %1 to its tied weights on %2</source>
        <translation>نقل %1 إلى شريكه على %2</translation>
    </message>
    <message>
        <source>Unpin %1</source>
        <translation>إزالة تثبيت %1</translation>
    </message>
    <message>
        <source>Use the strategy “sequential”</source>
        <translation>استخدام sequential</translation>
    </message>
    <message>
        <source>Make the plan fit</source>
        <translation>جعل الذاكرة تكفي للخطة</translation>
    </message>
    <message>
        <source>Offload the buffers</source>
        <translation>تفريغ (offload) المخازن المؤقتة أيضًا</translation>
    </message>
    <message>
        <source>Raise the CPU limit to %1</source>
        <translation>السماح لـ CPU بأخذ ما يصل إلى %1</translation>
    </message>
    <message>
        <source>Create one entry per submodule</source>
        <translation>إعطاء كل جزء مدخلًا خاصًا</translation>
    </message>
</context>
<context>
    <name>PromptTokens</name>
    <message>
        <source>The prompt has %1 tokens, but the maximum is %2.</source>
        <translation>هذه %1 من الرموز؛ وفي المطالبة %2 على الأكثر.</translation>
    </message>
    <message>
        <source>“%1” is not a token number; enter numbers separated by commas, such as 15496,11,995.</source>
        <translation>«%1» ليس رمزًا؛ أعطِ أعدادًا تفصل بينها فواصل (,)، مثل 15496,11,995.</translation>
    </message>
    <message>
        <source> token</source>
        <translation> رمز</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> رمز</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>All files (*)</source>
        <translation>كل الملفات (*)</translation>
    </message>
    <message>
        <source>Open a model or a project</source>
        <translation>فتح نموذج أو مشروع</translation>
    </message>
    <message>
        <source>Models and projects (*.safetensors *.pth *.pt *.bin *.gguf *.npy *.json *.stowage)</source>
        <translation>النماذج والمشاريع (*.safetensors *.pth *.pt *.bin *.gguf *.npy *.json *.stowage)</translation>
    </message>
    <message>
        <source>Open a folder with a checkpoint</source>
        <translation>فتح مجلد فيه نقطة حفظ</translation>
    </message>
    <message>
        <source>Read a placement</source>
        <translation>قراءة توضيع</translation>
    </message>
    <message>
        <source>Device maps and settings (*.json *.txt *.py *.sh *.yml *.yaml Modelfile*)</source>
        <translation>خرائط الأجهزة والإعدادات (*.json *.txt *.py *.sh *.yml *.yaml Modelfile*)</translation>
    </message>
    <message>
        <source>Import runs</source>
        <translation>استيراد عمليات التشغيل</translation>
    </message>
    <message>
        <source>Runs from load --json, run --json, compare --json (*.json)</source>
        <translation>عمليات التشغيل: load --json, run --json, compare --json (*.json)</translation>
    </message>
    <message>
        <source>Export runs</source>
        <translation>تصدير عمليات التشغيل</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>جدول (*.csv)</translation>
    </message>
    <message>
        <source>Runs (*.json)</source>
        <translation>عمليات التشغيل (*.json)</translation>
    </message>
    <message>
        <source>Export the lesson&apos;s report</source>
        <translation>تصدير تقرير الدرس</translation>
    </message>
    <message>
        <source>Report: web page, with PDF and tables next to it (*.html)</source>
        <translation>التقرير: صفحة وPDF وجداول (*.html)</translation>
    </message>
    <message>
        <source>Folder for model files</source>
        <translation>مجلد ملفات النموذج</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>حفظ %1</translation>
    </message>
    <message>
        <source>Python (*.py)</source>
        <translation>Python (*.py)</translation>
    </message>
    <message>
        <source>Save the configuration</source>
        <translation>حفظ الإعدادات</translation>
    </message>
    <message>
        <source>Configuration (*.json)</source>
        <translation>الإعدادات (*.json)</translation>
    </message>
    <message>
        <source>%1 (*.%2)</source>
        <translation>%1 (*.%2)</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>حفظ باسم</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>فتح مشروع</translation>
    </message>
    <message>
        <source>Projects (*.stowage)</source>
        <translation>المشاريع (*.stowage)</translation>
    </message>
    <message>
        <source>Save the project</source>
        <translation>حفظ المشروع</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>تغييرات غير محفوظة</translation>
    </message>
    <message>
        <source>If you do not save, the changes are lost.</source>
        <translation>ما لم يُحفظ يضيع.</translation>
    </message>
    <message>
        <source>Don&apos;t save</source>
        <translation>عدم الحفظ</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>… and %1 more rows in the file</source>
        <translation>… و%1 من الصفوف الأخرى في الملف</translation>
    </message>
    <message>
        <source>… The written file contains the rest of the report.</source>
        <translation>… البقية في الملف.</translation>
    </message>
    <message>
        <source>The picture of the board could not be created: there is not enough memory.</source>
        <translation>لا يمكن إنشاء صورة اللوحة: لا تكفي الذاكرة لذلك.</translation>
    </message>
</context>
<context>
    <name>RunFixes</name>
    <message>
        <source>During the run, %1 always had at least %2 free; the plan limits its weights to %3.</source>
        <translation>أثناء التشغيل كان لدى %1 دائمًا %2 حرّة على الأقل؛ والخطة تحدّ أوزانها بـ %3.</translation>
    </message>
    <message>
        <source>Set the limit to %1</source>
        <translation>تعيين الحد عند %1</translation>
    </message>
    <message>
        <source>During the run, %1 always had at least %2 free.</source>
        <translation>أثناء التشغيل كان لدى %1 دائمًا %2 حرّة على الأقل.</translation>
    </message>
    <message>
        <source>Move 1 block to %1</source>
        <translation>نقل كتلة واحدة إلى %1</translation>
    </message>
    <message>
        <source>Move %1 blocks to %2</source>
        <translation>نقل %1 من الكتل إلى %2</translation>
    </message>
    <message>
        <source>No weights were prefetched.</source>
        <translation>لم تُجلب أي أوزان مسبقًا.</translation>
    </message>
    <message>
        <source>Prefetch %1 layers</source>
        <translation>جلب %1 من الطبقات مسبقًا</translation>
    </message>
</context>
<context>
    <name>SessionLogTexts</name>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>تحذير</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>خطأ</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>تحميل</translation>
    </message>
    <message>
        <source>Qt</source>
        <translation>Qt</translation>
    </message>
    <message>
        <source>%1 earlier lines were discarded.</source>
        <translation>أُسقط %1 من الأسطر الأقدم.</translation>
    </message>
</context>
<context>
    <name>TourTexts</name>
    <message>
        <source>Open a model</source>
        <translation>فتح نموذج</translation>
    </message>
    <message>
        <source>Click this button to open a file, or the arrow next to the button to open a folder. You can also drop a file or a folder on the window. When started without a model, Stowage opens a small sample model that you can use to try all features.</source>
        <translation>افتح ملفًا من هنا، أو مجلدًا بالسهم الذي بجانبه، أو أفلت أيًّا منهما على النافذة. وإذا بدأ Stowage بلا نموذج، فتح عيّنة صغيرة يمكن تجربة كل شيء عليها.</translation>
    </message>
    <message>
        <source>The module tree</source>
        <translation>شجرة الوحدات</translation>
    </message>
    <message>
        <source>The module tree shows each module of the model, with the size and the device of the module. The field above the tree filters the modules. Modules that you select in the tree are also selected on the board.</source>
        <translation>هنا كل وحدة من وحدات النموذج، مع حجمها والجهاز الذي تقع عليه. الحقل الذي فوق الشجرة يرشّحها، وما يُحدَّد هنا يُحدَّد على اللوحة.</translation>
    </message>
    <message>
        <source>The board</source>
        <translation>اللوحة</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>الخطة</translation>
    </message>
    <message>
        <source>The verdict shows whether everything fits. Below the verdict are the strategy that places the modules and a table with the limit of each device. When you change the strategy or a limit, a new plan is computed.</source>
        <translation>يذكر الحكم هل تكفي الذاكرة لكل شيء. وتحته الاستراتيجية التي توضّع النموذج وجدول بحدّ كل جهاز؛ غيّر أيًّا منها فتوضع خطة جديدة.</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>التحميل</translation>
    </message>
    <message>
        <source>The Load button loads the weights onto the devices of the plan. During the load, the charts show the memory of each device, compared with the prediction.</source>
        <translation>ينقل أمر «تحميل» الأوزان إلى حيث تضعها الخطة. وتُظهر المخططات ذاكرة كل جهاز أثناء ذلك، بجانب ما كان متوقَّعًا.</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>التشغيل</translation>
    </message>
    <message>
        <source>The Run button sends data through the loaded model, layer by layer, and measures times and peak memory. If a model cannot be run, the button shows the reason.</source>
        <translation>يمرّر أمر «تشغيل» البيانات عبر النموذج المحمَّل، طبقة بعد طبقة، ويقيس الأزمنة وذُرى الذاكرة. وإذا تعذّر تشغيل نموذج، ذكر الزر السبب.</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>السعة</translation>
    </message>
    <message>
        <source>The Capacity page shows what the plan can serve: the longest context, the number of sequences at once, and the speed. All figures are estimated, and nothing is loaded.</source>
        <translation>تختبر صفحة «السعة» الخطة بعملها: كم يبلغ طول السياق، وكم عدد التسلسلات المتزامنة، وكم تبلغ السرعة. أرقامها مقدَّرة، ولا يُحمَّل شيء.</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>مساعدة</translation>
    </message>
    <message>
        <source>The Help menu contains the user guide, a list of all keyboard shortcuts, and this tour. With What’s This? (Shift+F1), click a part of the window to see its description.</source>
        <translation>في هذه القائمة دليل المستخدم، وقائمة بكل المفاتيح، وهذه الجولة مرة أخرى. ويوضح «ما هذا؟» (Shift+F1) الغرض من أي شيء في النافذة.</translation>
    </message>
    <message>
        <source>Each column of the board is a device. Each block is a layer, and the height of the block shows its size in bytes. Drag a block to another device, or type a limit at the top of a column. Press Ctrl+Z to undo a change.</source>
        <translation>العمود جهاز، والكتلة طبقة، وارتفاعها يبيّن بايتاتها. اسحب كتلة إلى جهاز آخر، أو اكتب حدًّا في رأس العمود؛ ويلغي Ctrl+Z ذلك.</translation>
    </message>
    <message>
        <source>The Help menu contains a list of all keyboard shortcuts, and this tour. With What’s This? (Shift+F1), click a part of the window to see its description.</source>
        <translation>في هذه القائمة قائمة بكل المفاتيح، وهذه الجولة مرة أخرى. ويخبرك «ما هذا؟» (Shift+F1) بالغرض من أي شيء في النافذة.</translation>
    </message>
</context>
<context>
    <name>VariantFigures</name>
    <message>
        <source>Fits</source>
        <translation>الذاكرة تكفي</translation>
    </message>
    <message>
        <source>Fits with offload</source>
        <translation>الذاكرة تكفي مع التفريغ (offload)</translation>
    </message>
    <message>
        <source>Does not fit</source>
        <translation>الذاكرة لا تكفي</translation>
    </message>
    <message>
        <source>A model without weights cannot be loaded.</source>
        <translation>النموذج الذي بلا أوزان لا يُحمَّل.</translation>
    </message>
    <message>
        <source>The read speed of the disk with the model&apos;s files is not known. Run stowagectl devices --measure to measure it.</source>
        <translation>سرعة القراءة من القرص الذي عليه ملفات النموذج غير معروفة؛ الأمر stowagectl devices --measure يقيسها.</translation>
    </message>
    <message>
        <source>The sizes of the model&apos;s layers are not known.</source>
        <translation>أحجام طبقات النموذج غير معروفة.</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>This model generates no tokens.</source>
        <translation>لا يتبع المطالبةَ رمزٌ في هذا النموذج.</translation>
    </message>
    <message>
        <source>Undetermined</source>
        <translation>غير محدد</translation>
    </message>
    <message>
        <source>The plan does not fit.</source>
        <translation>الذاكرة لا تكفي.</translation>
    </message>
</context>
<context>
    <name>WhatsThisTexts</name>
    <message>
        <source>Sets the number of GPUs of the plan, and the properties of each GPU. The results on this page are updated.</source>
        <translation>يحدد عدد وحدات GPU التي يُخطَّط لها وما لدى كل منها. وتتبعه الإجابات.</translation>
    </message>
    <message>
        <source>Each engine stores keys, values and activations differently, so the memory that a workload needs depends on the engine. “automatic” selects Stowage if it can run models of this family, otherwise transformers.</source>
        <translation>لكل محرك طريقته في حفظ المفاتيح والقيم والتنشيطات، لذا يختلف ما يأخذه العمل نفسه من الذاكرة. automatic هو هذا البرنامج حيث يشغّل العائلة، وإلا فهو transformers.</translation>
    </message>
    <message>
        <source>Each sequence needs separate keys and values in the KV cache, which limits the number of sequences at once. The weights are stored only once.</source>
        <translation>لكل تسلسل مفاتيحه وقيمه، وهي ما يحدّ عدد التسلسلات التي تعمل معًا؛ أما الأوزان فموجودة مرة واحدة.</translation>
    </message>
    <message>
        <source>A longer prompt delays the first token and needs more memory for activations during the prefill.</source>
        <translation>المطالبة الأطول تستغرق وقتًا أطول حتى الرمز الأول، وتنشيطات أكثر أثناء قراءتها.</translation>
    </message>
    <message>
        <source>The context length: the number of tokens for which the plan reserves keys and values. Empty: the prompt plus the generated tokens.</source>
        <translation>يُخطَّط لمفاتيح وقيم هذا العدد من الرموز. إن تُرك فارغًا: المطالبة وما يُولَّد.</translation>
    </message>
    <message>
        <source>Each generated token needs one forward pass through all layers, and one position in the KV cache.</source>
        <translation>يأخذ كل منها تمريرة واحدة عبر كل الطبقات، ومكانًا في ذاكرة KV المؤقتة.</translation>
    </message>
    <message>
        <source>A prompt that is processed in chunks needs less memory for activations, but more forward passes.</source>
        <translation>المطالبة التي تدخل قطعة بعد قطعة تحتاج إلى حيّز أقل للتنشيطات، وإلى تمريرات أكثر.</translation>
    </message>
    <message>
        <source>Splits each layer across several GPUs, as serving engines do. The device map then has no effect.</source>
        <translation>يسمح بأن تقع كل طبقة مجزّأةً على عدة وحدات GPU، كما تفعل محركات تقديم النماذج. ولا يكون لخريطة الأجهزة عندئذٍ أي دور.</translation>
    </message>
    <message>
        <source>With a smaller dtype for keys and values, longer contexts fit.</source>
        <translation>أعداد أصغر للمفاتيح والقيم تفسح المجال لسياقات أطول.</translation>
    </message>
    <message>
        <source>The compute dtype determines the size of activations. Unless another dtype is specified, keys and values also have the compute dtype.</source>
        <translation>يحدد حجم التنشيطات. وحيث لا يُذكر غير ذلك، يكون نوعًا للمفاتيح والقيم أيضًا.</translation>
    </message>
    <message>
        <source>With eager attention, the memory for the attention scores grows with the square of the prompt length. Fused attention never stores all scores at once.</source>
        <translation>تنمو درجات الانتباه eager مع مربع طول المطالبة. أما الانتباه المدمج (fused) فلا يحتفظ بها كلها معًا أبدًا.</translation>
    </message>
    <message>
        <source>The allocator setting determines how much memory is reserved but unused at the peak. The setting does not affect the weights.</source>
        <translation>يحدد هذا الإعداد مقدار الذاكرة المحجوزة وغير المستخدَمة عند الذروة. وهو لا يغيّر أي أوزان.</translation>
    </message>
    <message>
        <source>To make the plan fit, these changes are tried from the top: each change together with all changes above it. Drag a line to change the order.</source>
        <translation>ما من شأنه أن يجعل الذاكرة تكفي يُجرَّب من الأعلى: كل سطر مع كل ما فوقه. اسحب السطر إلى موضعه المناسب.</translation>
    </message>
    <message>
        <source>Moves the selected change up, so that it is tried earlier. Put the changes that you accept most easily at the top.</source>
        <translation>ما يُتخلّى عنه أولًا هو أقل ما تحتاج إليه.</translation>
    </message>
    <message>
        <source>Moves the selected change down, so that it is tried later. Put the changes that you want to avoid most at the bottom.</source>
        <translation>ما يُتخلّى عنه لاحقًا هو أكثر ما تحتاج إليه.</translation>
    </message>
    <message>
        <source>Sets the context length of the workload to the largest value that fits.</source>
        <translation>يجعل حمل العمل يحتفظ بمكان لأطول سياق تتسع له الذاكرة.</translation>
    </message>
    <message>
        <source>Sets the batch size of the workload to the largest number of sequences that fits at once.</source>
        <translation>يجعل في حمل العمل أكبر عدد من التسلسلات المتزامنة تتسع له الذاكرة.</translation>
    </message>
    <message>
        <source>Sets the batch size of the workload to the largest number of sequences that fits if the prompts are processed one after another.</source>
        <translation>يجعل في حمل العمل أكبر عدد من التسلسلات تتسع له الذاكرة حين تدخل مطالباتها واحدة بعد أخرى.</translation>
    </message>
    <message>
        <source>Applies this change and all changes above it to the plan or the workload, as one edit that Undo reverts.</source>
        <translation>يجعل هذا التغيير، مع ما فوقه، هو الخطة أو حمل عملها، كتعديل واحد يلغيه أمر «تراجع».</translation>
    </message>
    <message>
        <source>One row per device, with everything that uses the memory of the device at the peak. Click a figure to see its formula with the numbers filled in.</source>
        <translation>صف لكل جهاز، فيه كل ما يأخذ من ذاكرته في أسوأ لحظة. النقر على رقم يعرض معادلته والأعداد معوَّضة فيها.</translation>
    </message>
    <message>
        <source>The quantity on the horizontal axis of the sweep: a context length, a number of sequences, a dtype, or a limit.</source>
        <translation>ما يتغير أفقيًا: سياق، أو عدد تسلسلات، أو dtype، أو حد.</translation>
    </message>
    <message>
        <source>A second quantity, which varies from row to row. The sweep is then shown as a map instead of a line.</source>
        <translation>ما يتغير من صف إلى صف، إذا أُريدت خريطة بدل خط.</translation>
    </message>
    <message>
        <source>Each cell is one complete estimate. The colour shows whether the plan fits. Click a cell to use its plan and workload, as one edit that Undo reverts.</source>
        <translation>كل خلية تقدير كامل، لونها بحسب ما إذا كانت الذاكرة تكفي. النقر على خلية يأخذ خطتها وحمل عملها، كتعديل واحد يلغيه أمر «تراجع».</translation>
    </message>
    <message>
        <source>Uses the plan and workload of the selected point, as one edit that Undo reverts.</source>
        <translation>يأخذ خطة النقطة المختارة وحمل عملها، كتعديل واحد يلغيه أمر «تراجع».</translation>
    </message>
    <message>
        <source>Saves the sweep as a picture, or as numbers for a spreadsheet.</source>
        <translation>يحفظ المسح كما هو مرسوم، أو كأرقام لجدول خاص بك.</translation>
    </message>
    <message>
        <source>Chooses the memory on the horizontal axis of the chart: GPU memory or RAM.</source>
        <translation>هل يُرسم المخطط على ذاكرة وحدات GPU أم على RAM.</translation>
    </message>
    <message>
        <source>The time that each layer or group of layers needs for a forward pass, and whether computation, memory or a link limits the speed.</source>
        <translation>ما تستغرقه كل طبقة أو مجموعة طبقات في التمرير الأمامي، وهل يحدّ سرعتها الحساب أم الذاكرة أم وصلة.</translation>
    </message>
    <message>
        <source>The memory figures that another program printed, each next to the corresponding figure of the plan.</source>
        <translation>ما طبعه برنامج آخر عن ذاكرته، كل رقم بجانب رقم الخطة.</translation>
    </message>
    <message>
        <source>The GPU memory and the RAM that each offload mode of diffusers needs, and the data that the mode must transfer.</source>
        <translation>ما تأخذه كل طريقة من طرق التفريغ (offload) في diffusers من GPU ومن RAM، وما يجب أن ينتقل من أجلها.</translation>
    </message>
    <message>
        <source>The memory that each model in this plan needs, and the memory that all models together need in one process.</source>
        <translation>ما يأخذه كل نموذج في هذه الخطة، وما تأخذه كلها معًا في عملية واحدة.</translation>
    </message>
    <message>
        <source>The file contains other data in addition to the model, such as the state of an optimizer. The part chosen in this list is opened as the model.</source>
        <translation>يحوي الملف أكثر من النموذج، كحالة المُحسِّن (optimizer). وما يُختار هنا يُفتح بوصفه النموذج.</translation>
    </message>
    <message>
        <source>Several classes can be built from one config.json, with different heads on the same layers. The file is opened again as the chosen class.</source>
        <translation>يمكن بناء config.json الواحد بعدة أصناف، برؤوس مختلفة فوق الطبقات نفسها. يُفتح الملف من جديد بالصنف المختار.</translation>
    </message>
    <message>
        <source>Opens the file again without renaming its keys.</source>
        <translation>يفتح الملف من جديد من دون تغيير أسماء مفاتيحه.</translation>
    </message>
    <message>
        <source>Compares the tensor names, shapes and dtypes in the file with the modules in another file, which was written by Python.</source>
        <translation>يقارن أسماء الملف وأشكاله وأنواعه بوحدات من ملف آخر، كتبه Python.</translation>
    </message>
    <message>
        <source>Opens a form with the values of the config.json. Change the values to plan another size of the model.</source>
        <translation>يضع أعداد config.json في نموذج إدخال يمكن تغييرها فيه للتخطيط لحجم آخر من النموذج.</translation>
    </message>
    <message>
        <source>Opens the file again with its keys renamed to fit the model.</source>
        <translation>يفتح الملف من جديد وقد غُيّرت أسماء مفاتيحه بحيث توافق النموذج.</translation>
    </message>
    <message>
        <source>The number of modules of each class, and the total size of these modules.</source>
        <translation>عدد الوحدات من كل صنف، وما تأخذه كلها.</translation>
    </message>
    <message>
        <source>How many bytes are stored in each dtype.</source>
        <translation>عدد البايتات المخزَّنة بكل dtype.</translation>
    </message>
    <message>
        <source>The largest tensors. Each of them needs one contiguous block of memory.</source>
        <translation>الموترات التي تحتاج إلى أكبر حيّز متصل.</translation>
    </message>
    <message>
        <source>The files that the model was read from, with the contents of each.</source>
        <translation>الملفات التي قُرئ منها النموذج، وما يحويه كل منها.</translation>
    </message>
    <message>
        <source>The differences between the file and the model: tensor names that only one of them contains, and tensors whose shape or dtype differs.</source>
        <translation>كل اسم لا يشترك فيه الملف والنموذج، أو يختلف بينهما في الشكل أو dtype.</translation>
    </message>
    <message>
        <source>Groups of names that refer to the same tensor. The bytes of such a tensor are counted once.</source>
        <translation>أسماء تدل على الموتر الواحد نفسه، الذي تُحسب بايتاته مرة واحدة.</translation>
    </message>
    <message>
        <source>Notes about the file that were recorded when the file was opened.</source>
        <translation>ما لوحظ أثناء فتح الملف.</translation>
    </message>
    <message>
        <source>How the results change with the swept quantity; each point is one estimate.</source>
        <translation>ما يتغير مع الكمية التي يجري مسحها، وكل تقدير نقطة.</translation>
    </message>
    <message>
        <source>Drag to show another point of the sweep.</source>
        <translation>ينتقل من نقطة في المسح إلى التي تليها.</translation>
    </message>
    <message>
        <source>Each point is one way to run the model: its tokens per second over the memory that it needs.</source>
        <translation>كل أسلوب لتشغيل النموذج كنقطة: عدد رموزه في الثانية مقابل الذاكرة التي يحتاج إليها.</translation>
    </message>
    <message>
        <source>Paste the memory output of another program into this field. The figures in the output are compared with the figures of the plan.</source>
        <translation>ألصق هنا ما طبعه برنامج آخر عن ذاكرته: تُقارَن الأرقام التي فيه بأرقام الخطة.</translation>
    </message>
    <message>
        <source>Your notes about this project. The notes are saved with the project.</source>
        <translation>ما تريد أن تتذكره عن هذا المشروع. ويُحفظ معه.</translation>
    </message>
    <message>
        <source>Loads the weights from the files to the devices of the plan. If the weights will not fit, the program reports this before it reads any data, and suggests the most similar load method that fits.</source>
        <translation>ينقل الأوزان من الملفات إلى حيث تضعها الخطة. وما لن تكفي له الذاكرة يُذكر قبل قراءة أي بايت، مع أقرب طريقة تكفي لها.</translation>
    </message>
    <message>
        <source>Loads the weights from the files to the devices of the plan. If the weights will not fit, the program reports this before it reads any data. During the load, the button shows the progress.</source>
        <translation>ينقل الأوزان من الملفات إلى حيث تضعها الخطة. وما لن تكفي له الذاكرة يُذكر قبل قراءة أي بايت. وأثناء التحميل يُظهر الزر مقدار التقدم.</translation>
    </message>
    <message>
        <source>Load methods differ in the memory that they need during the load: from twice the size of the model to almost none. “auto” selects the method that suits the plan.</source>
        <translation>تختلف الطرق في ما تأخذه من الذاكرة في الأثناء: من ضعف حجم النموذج إلى ما يقارب الصفر. auto تأخذ الطريقة التي تناسب الخطة.</translation>
    </message>
    <message>
        <source>The loaded model or plan is different from the one shown. This button loads the model and plan shown instead.</source>
        <translation>المحمَّل نموذج أو خطة غير المعروضة. هذا الأمر يحمّل المعروض مكانه.</translation>
    </message>
    <message>
        <source>Frees the loaded weights. These weights were loaded with a different model or plan than the one shown.</source>
        <translation>يحرر الأوزان المحمَّلة. وقد حُمّلت هذه الأوزان بنموذج آخر أو خطة أخرى غير ما هو معروض.</translation>
    </message>
    <message>
        <source>Loads the weights according to the plan shown. The cards then show the memory of each device before and after the load.</source>
        <translation>يحمّل وفق الخطة المعروضة. ثم تُظهر البطاقات كل جهاز قبل ذلك وبعده.</translation>
    </message>
    <message>
        <source>Frees the weights on all devices, and the memory that the allocators keep. The plan does not change.</source>
        <translation>يحرر الأوزان على كل الأجهزة، ويعيد ما تحتفظ به المخصِّصات. وتبقى الخطة.</translation>
    </message>
    <message>
        <source>An allocator keeps unused memory, so that later allocations are faster. This button frees the unused memory for other programs.</source>
        <translation>يحتفظ المخصِّص بذاكرة لا يستخدمها أي موتر، ليكون سريعًا في المرة التالية. هذا الأمر يعطيها لبرامج أخرى.</translation>
    </message>
    <message>
        <source>Resets the peaks to the current memory use. The memory itself does not change.</source>
        <translation>يجعل أعلى الأرقام تبدأ من جديد مما هو محتفَظ به الآن. ولا تتغير أي ذاكرة.</translation>
    </message>
    <message>
        <source>The memory of each GPU&apos;s allocator over time: thick lines show allocated memory, thin lines show reserved memory, and dashed lines show the prediction. Point at a time to see its values. Use the mouse wheel to zoom, and drag to move the chart.</source>
        <translation>ما يحتفظ به مخصِّص كل GPU عبر الزمن: السميك ما تستخدمه الموترات، والرفيع المحجوز، والمتقطّع ما كان متوقَّعًا. أشر إلى لحظة لترى أرقامها؛ عجلة الفأرة تكبّر، والسحب يحرّك.</translation>
    </message>
    <message>
        <source>The memory of this process in three parts: anonymous memory, shared memory of simulated GPUs, and file pages, which the system can reclaim at any time. Point at a time to see its values.</source>
        <translation>ذاكرة هذه العملية في ثلاثة أجزاء: مجهولة (anonymous)، ومشتركة خلف وحدات GPU المُحاكاة، وصفحات ملفات قد يستردّها النظام في أي وقت. أشر إلى لحظة لترى أرقامها.</translation>
    </message>
    <message>
        <source>Pauses the operation so that you can look at the charts. Press the button again to resume the operation. The paused time is not included in the measured time.</source>
        <translation>يوقف ما يجري مؤقتًا ليمكن النظر فيه، ويتابعه عند الضغط مرة أخرى. ولا يُحسب الوقت الذي بينهما.</translation>
    </message>
    <message>
        <source>Loads one tensor and pauses again. The module tree, the board and the charts show the progress of the load.</source>
        <translation>يجلب موترًا واحدًا ثم يتوقف مؤقتًا من جديد. وتُظهر الشجرة واللوحة والمخططات إلى أين وصل التحميل.</translation>
    </message>
    <message>
        <source>Stops the operation. If the operation is a load, all weights loaded so far are freed.</source>
        <translation>ينهي ما يجري. والتحميل يعيد كل ما جلبه.</translation>
    </message>
    <message>
        <source>Keeps the newest values visible as time passes. Use this button after you have zoomed or moved the charts.</source>
        <translation>يُبقي أحدث لحظة ظاهرة مع مضي الزمن، بعد تكبير المخططات أو تحريكها.</translation>
    </message>
    <message>
        <source>Stops updating the charts, so that you can look at the curves. Memory is still sampled, and no samples are lost.</source>
        <translation>يثبّت المخططات للنظر إليها عن قرب. ومع ذلك تستمر قياسات الذاكرة، ولا يضيع شيء.</translation>
    </message>
    <message>
        <source>The GPU whose memory is shown below.</source>
        <translation>وحدة GPU التي تُرسم ذاكرتها أدناه.</translation>
    </message>
    <message>
        <source>The segments that the allocator of the GPU has reserved, and the blocks of tensors in these segments. Gaps between blocks are memory that is reserved but not used. Click a block to select its module.</source>
        <translation>المقاطع التي يحتفظ بها مخصِّص GPU، وكتل الموترات التي فيها. الفجوات بين الكتل ذاكرة محجوزة وغير مستخدَمة. النقر على كتلة يحدد وحدتها.</translation>
    </message>
    <message>
        <source>One row per tensor of the last verified load: dtype, shape, device, and whether the bytes of the tensor match those of the file.</source>
        <translation>صف لكل موتر في آخر تحميل جرى التحقق منه: dtype والشكل والجهاز، وهل بايتاته هي بايتات الملف.</translation>
    </message>
    <message>
        <source>Shows only the tensors whose names contain the typed text.</source>
        <translation>يعرض الموترات التي في أسمائها هذه الحروف.</translation>
    </message>
    <message>
        <source>Shows every tensor that was compared with the file.</source>
        <translation>يعرض كل موتر قورن بالملف.</translation>
    </message>
    <message>
        <source>Shows only the tensors that differ from the file.</source>
        <translation>يعرض فقط الموترات التي ليست كما هي في الملف.</translation>
    </message>
    <message>
        <source>After the load, the program reads the file a second time, independently, and compares every byte. This comparison takes about as long as reading the file.</source>
        <translation>بعد التحميل يُقرأ الملف مرة ثانية، على نحو مستقل، ويُقارَن كل بايت. ويستغرق ذلك وقتًا يقارب وقت قراءته.</translation>
    </message>
    <message>
        <source>Copies the rows with the current filter and order, for example for a spreadsheet.</source>
        <translation>يأخذ الصفوف بتصفيتها وترتيبها الحاليين، لجدول خاص بك.</translation>
    </message>
    <message>
        <source>One row per load method: the predicted values, and the measured values if the method was measured. The selected methods are compared.</source>
        <translation>صف لكل طريقة تحميل: ما ستأخذه، وما أخذته عند قياسها. وتُقارَن الطرق المعلَّمة.</translation>
    </message>
    <message>
        <source>Loads with each selected method in turn, each time in a new process, so that no load benefits from the previous load.</source>
        <translation>يحمّل بكل طريقة معلَّمة، واحدة بعد أخرى، كلًّا منها في عملية جديدة، حتى لا تستفيد أي منها من سابقتها.</translation>
    </message>
    <message>
        <source>A file that was read before is in the page cache and loads much faster. To make the times comparable, “cold” removes the file from the page cache before each load, and “warm” reads the file before each load.</source>
        <translation>الملف الذي قُرئ من قبل يأتي من الذاكرة ويُحمَّل أسرع بكثير. «باردة» تُسقط صفحاته قبل كل تحميل، و«دافئة» تقرؤها، حتى تمكن مقارنة الأزمنة.</translation>
    </message>
    <message>
        <source>Verifies that every method loads exactly the bytes of the file. If this option is off, a comparison takes less time.</source>
        <translation>يُظهر أن كل طريقة تجلب بايتات الملف نفسها تمامًا. ومن دونه تنتهي المقارنة أسرع.</translation>
    </message>
    <message>
        <source>Shows the results of a machine with less RAM: a load that reaches this limit is stopped.</source>
        <translation>يُظهر ما يستطيعه حاسوب ذو ذاكرة أقل: الطريقة التي تحتاج إلى أكثر من هذا توقَف حين تصل إليه.</translation>
    </message>
    <message>
        <source>Sends data through the loaded model, layer by layer, across the devices of the plan. Weights are read and never changed.</source>
        <translation>يمرّر البيانات عبر النموذج المحمَّل، طبقة بعد طبقة، على أجهزة الخطة. تُقرأ الأوزان ولا تتغير أبدًا.</translation>
    </message>
    <message>
        <source>Pauses the run between two modules and resumes it when pressed again.</source>
        <translation>يوقف التشغيل مؤقتًا بين وحدتين ويتابعه عند الضغط مرة أخرى.</translation>
    </message>
    <message>
        <source>Stops the run between two modules. The figures of the run so far are kept, and the weights remain loaded.</source>
        <translation>ينهي التشغيل بين وحدتين. تبقى أرقامه حتى ذلك الحين، وتبقى الأوزان محمَّلة.</translation>
    </message>
    <message>
        <source>Runs several models in turn on one device, as cpu_offload_with_hook of Accelerate does, and measures each model&apos;s transfers and time.</source>
        <translation>يجعل عدة نماذج تتناوب على جهاز واحد، كما تفعل cpu_offload_with_hook في Accelerate، ويقيس كلفة كل دور.</translation>
    </message>
    <message>
        <source>The text that the model continues. The field below shows the token IDs that the tokenizer creates from the text.</source>
        <translation>ما يكمل النموذج انطلاقًا منه، بالكلمات. ويعرض الحقل الذي تحته الرموز التي تصنعها منه أداة الترميز.</translation>
    </message>
    <message>
        <source>The prompt as token IDs in the vocabulary of the model. The line below shows the number of tokens, the model&apos;s maximum, and the valid token IDs.</source>
        <translation>المطالبة كأرقام رموز من مفردات النموذج. ويعرض السطر الذي تحتها عدد الرموز، وأقصى ما يقبله النموذج منها، وأرقام الرموز الصالحة.</translation>
    </message>
    <message>
        <source>Each generated token needs one forward pass through all layers. More tokens make the run longer and the KV cache larger.</source>
        <translation>كل رمز إضافي تمريرة واحدة عبر كل الطبقات: كلما زادت، طال التشغيل وكبرت ذاكرة KV المؤقتة.</translation>
    </message>
    <message>
        <source>A .npy file with float32 values, created in Python with the processor of the model and saved with numpy.save.</source>
        <translation>ملف .npy من float32، أنشأه معالج النموذج نفسه في Python وحُفظ بواسطة numpy.save.</translation>
    </message>
    <message>
        <source>Opens a dialog to choose the file with the array.</source>
        <translation>يفتح مربع حوار لاختيار ملف المصفوفة.</translation>
    </message>
    <message>
        <source>How the next token is chosen: always the most likely token (greedy), which generates the same text each time, or a random token according to the probabilities (sampling).</source>
        <translation>كيف يُختار الرمز التالي: الأكثر احتمالًا دائمًا، وهو ما يعطي الجواب نفسه كل مرة، أو بالسحب العشوائي.</translation>
    </message>
    <message>
        <source>The temperature of the sampling. With small values, almost only the most likely tokens are chosen. With large values, less likely tokens are chosen more often.</source>
        <translation>حرارة السحب. مع القيم الصغيرة تكاد لا تُختار إلا الرموز الأكثر احتمالًا، ومع القيم الكبيرة يزداد اختيار الرموز الأقل احتمالًا.</translation>
    </message>
    <message>
        <source>Limits the choice to this number of the most likely tokens, so that very unlikely tokens are never chosen.</source>
        <translation>يُبقي للسحب هذا العدد فقط من الرموز الأكثر احتمالًا، فلا تظهر أبدًا الرموز القليلة الاحتمال جدًا.</translation>
    </message>
    <message>
        <source>The seed of the random numbers. A different seed usually results in a different text.</source>
        <translation>بذرة الأعداد العشوائية. وبذرة أخرى تعطي في العادة نصًا آخر.</translation>
    </message>
    <message>
        <source>Transfers weights from the CPU or the disk while earlier layers compute, which reduces waiting times. The weights transferred in advance need memory on the GPU.</source>
        <translation>يجعل الأوزان التي على CPU أو القرص تنتقل أثناء حساب الطبقات التي قبلها، فيقل الانتظار. ويأخذ ذلك على GPU حيّزًا لما وصل.</translation>
    </message>
    <message>
        <source>The prefetch window: the maximum number of layers that are transferred in advance. Each of these layers needs memory on the GPU.</source>
        <translation>عدد الطبقات التي يجوز أن تكون في الطريق، أو أن تكون قد وصلت، قبل استخدامها. ويأخذ كل منها حيّزه على GPU.</translation>
    </message>
    <message>
        <source>The device that runs the layers whose weights are on the CPU or on disk. The weights of these layers are transferred to this device for the run.</source>
        <translation>الطبقات التي تقع أوزانها على CPU أو القرص لا بد أن تعمل في مكان ما. وهذا الجهاز يتلقى أوزانها أثناء عملها.</translation>
    </message>
    <message>
        <source>The number of CPU cores that compute. More cores are not always faster, because all cores share the memory bandwidth.</source>
        <translation>عدد أنوية المعالج التي تحسب. والزيادة ليست أسرع دائمًا، لأنها كلها تتشارك الذاكرة.</translation>
    </message>
    <message>
        <source>The generated tokens, and the rates and bytes of the run.</source>
        <translation>الرموز الناتجة، ومعدّلات التشغيل وبايتاته.</translation>
    </message>
    <message>
        <source>The activity of each device and each link over time.</source>
        <translation>ما فعله كل جهاز وكل وصلة، لحظة بلحظة.</translation>
    </message>
    <message>
        <source>How long each layer computed and waited, compared with the prediction.</source>
        <translation>كم حسبت كل طبقة وكم انتظرت، بجانب ما كان متوقَّعًا.</translation>
    </message>
    <message>
        <source>One row per layer: its compute time, the transfer time of its weights, and the time that it waited for the weights.</source>
        <translation>صف لكل طبقة: كم حسبت، وكم استغرق انتقال أوزانها، وكم انتظرتها.</translation>
    </message>
    <message>
        <source>Opens the section of the user guide on this kind of error, with the usual causes and solutions.</source>
        <translation>يقود إلى قسم دليل المستخدم الخاص بهذا النوع من الأخطاء، بأسبابه المعتادة وما ينبغي فعله.</translation>
    </message>
    <message>
        <source>Shows the times of the first pass, which processes the whole prompt at once.</source>
        <translation>يعرض أزمنة التمريرة الأولى، التي تأخذ المطالبة كلها دفعة واحدة.</translation>
    </message>
    <message>
        <source>Shows the times of the second and later passes. Each of these passes processes one token.</source>
        <translation>يعرض أزمنة التمريرات التي بعد الأولى، التي تأخذ كل منها رمزًا واحدًا.</translation>
    </message>
    <message>
        <source>One lane for each device and link, with a bar for each activity. Hatched bars mean that the device waits for weights. Point at a bar to see its layer. Click a bar to select the layer in the module tree and on the board. Use the mouse wheel to zoom.</source>
        <translation>مسار لكل جهاز ووصلة، فيه شريط لكل ما فعله. المظلَّل بخطوط: ينتظر الأوزان. أشر إلى شريط لترى طبقته، وانقر لتحديدها في الشجرة واللوحة؛ عجلة الفأرة تكبّر.</translation>
    </message>
    <message>
        <source>Resets the zoom and the position of the timeline.</source>
        <translation>يلغي التكبير والتحريك.</translation>
    </message>
    <message>
        <source>All stored records of loads, runs and chains of models, each with its peaks, its times and the error of its prediction. Select several records to compare their curves. Press F2 to edit a note.</source>
        <translation>كل عمليات التحميل والتشغيل والسلاسل المحفوظة، بذُراها وأزمنتها ومقدار انحراف توقّعها. حدّد عدة منها لمقارنة منحنياتها؛ F2 يكتب ملاحظة.</translation>
    </message>
    <message>
        <source>Shows only the records that contain all typed words, in any field.</source>
        <translation>يعرض السجلات المحفوظة التي ترد فيها كل هذه الكلمات، أينما وردت.</translation>
    </message>
    <message>
        <source>Shows only records of the selected kind: loads, runs or chains of models.</source>
        <translation>يعرض عمليات التحميل أو التشغيل أو السلاسل وحدها.</translation>
    </message>
    <message>
        <source>Draws the curves of the selected records in the charts of the Live panel, together with the curves of the current load.</source>
        <translation>يرسم منحنيات السجلات المحفوظة المحدَّدة في مخططات «مباشر»، بجانب منحنيات ما هو محمَّل هناك.</translation>
    </message>
    <message>
        <source>Adds records that stowagectl wrote, on this machine or another machine, to the records in the window.</source>
        <translation>يضيف السجلات المحفوظة التي كتبها stowagectl، هنا أو على حاسوب آخر، إلى السجلات المحفوظة في النافذة.</translation>
    </message>
    <message>
        <source>Writes the selected records to a file, with all figures, for use in a spreadsheet or another program.</source>
        <translation>يكتب السجلات المحفوظة المحدَّدة في ملف، بكل أرقامها، لجدول أو برنامج خاص بك.</translation>
    </message>
    <message>
        <source>Shows a chart of predicted and measured values, for peaks and times, so that you can judge the accuracy of the predictions.</source>
        <translation>يرسم المتوقَّع مقابل المَقيس، للذُّرى والأزمنة، ليُرى إلى أي مدى يمكن الوثوق بالتوقعات.</translation>
    </message>
    <message>
        <source>Removes the selected records from the list and from the disk. “Undo delete” restores the removed records.</source>
        <translation>يزيل السجلات المحفوظة المحدَّدة من القائمة ومن القرص. ويعيدها أمر «تراجع عن الحذف».</translation>
    </message>
    <message>
        <source>Restores the records that “Delete” removed.</source>
        <translation>يعيد ما أزاله أمر «حذف».</translation>
    </message>
    <message>
        <source>Draws the memory curves of the selected records in one chart, aligned at the start of each record.</source>
        <translation>يضع منحنيات ذاكرة السجلات المحفوظة المحدَّدة بعضها فوق بعض، بدءًا من لحظاتها الأولى.</translation>
    </message>
    <message>
        <source>Shows one record in full: its plan, limits, phases and peaks.</source>
        <translation>يعرض سجلًا محفوظًا واحدًا كاملًا: خطته وحدوده ومراحله وذُراه.</translation>
    </message>
    <message>
        <source>Shows only the curves of one GPU, if a record has several GPUs.</source>
        <translation>يعرض منحنيات وحدة GPU واحدة وحدها، حيث تحوي الخطة عدة وحدات.</translation>
    </message>
    <message>
        <source>Opens a model by reading the headers of its files. Tensors are read only when you load the model. The arrow next to this button lists folders and recently opened models.</source>
        <translation>يفتح نموذجًا بقراءة ترويسات ملفاته: لا يُقرأ أي موتر حتى تحمّله. وفي السهم الذي بجانبه المجلدات وما فُتح من قبل.</translation>
    </message>
    <message>
        <source>Undoes the last edit of the plan. Each edit is one undo step. View ▸ Edits lists all edits.</source>
        <translation>يتراجع عن آخر تعديل للخطة. كل تعديل خطوة واحدة؛ وتسردها «عرض ◂ التعديلات».</translation>
    </message>
    <message>
        <source>Redoes the edit that was undone last.</source>
        <translation>يعيد تنفيذ التعديل الذي جرى التراجع عنه آخرًا.</translation>
    </message>
    <message>
        <source>Runs the strategy again. Manual moves are discarded; pins are kept.</source>
        <translation>يشغّل الاستراتيجية من جديد. يُسقَط ما نُقل يدويًا؛ وتبقى التثبيتات.</translation>
    </message>
    <message>
        <source>Creates one plan per strategy with equal limits, so that you can compare verdicts, bytes and hops before you choose a plan.</source>
        <translation>يضع خطة بكل استراتيجية تحت الحدود نفسها، لتمكن مقارنة الأحكام والبايتات والقفزات قبل أخذ إحداها.</translation>
    </message>
    <message>
        <source>Copies Python code with the device map of this plan, for use with Accelerate or transformers.</source>
        <translation>ينسخ شيفرة Python فيها خريطة الأجهزة لهذه الخطة، لاستخدامها مع Accelerate أو transformers.</translation>
    </message>
    <message>
        <source>Checks the plan against its workload: whether keys, values and activations also fit, how fast the model will run, and which changes would make the plan fit.</source>
        <translation>يختبر الخطة بعملها: هل تكفي الذاكرة للمفاتيح والقيم والتنشيطات أيضًا، وكم ستكون سرعتها، وما الذي سيجعل الذاكرة تكفي.</translation>
    </message>
    <message>
        <source>Shows in nine steps why a model can need twice its size in memory while it loads, and how to load the model with a fraction of that memory.</source>
        <translation>يُظهر في تسع خطوات لماذا قد يحتاج النموذج إلى ضعف حجمه من الذاكرة أثناء تحميله، وكيف يُحمَّل بجزء يسير منها.</translation>
    </message>
    <message>
        <source>The board has a lane for each device, with the blocks of the model that are on the device. The height of a block shows its bytes. Drag blocks to another lane, or select blocks and press 0 to 9 for a GPU, C for the CPU or D for the disk. Space unfolds a block.</source>
        <translation>مسار لكل جهاز، فيه كتل النموذج الواقعة عليه، بارتفاع يتناسب مع بايتاتها. اسحب الكتل إلى مسار آخر، أو حدّدها واضغط 0 إلى 9 لوحدة GPU، أو C لـ CPU، أو D للقرص. ومفتاح Space يبسط الكتلة.</translation>
    </message>
    <message>
        <source>A block with twice the bytes is drawn twice as high. This scale shows which blocks use the most memory.</source>
        <translation>الكتلة التي لها ضعف البايتات تُرسم بضعف الارتفاع، ليُرى ما يأخذ الحيّز.</translation>
    </message>
    <message>
        <source>This scale enlarges small blocks, so that they stay readable next to large ones.</source>
        <translation>تُرسم الكتل الصغيرة أعلى من حصتها، لتمكن قراءتها بجانب الكبيرة.</translation>
    </message>
    <message>
        <source>A small view of a device, shown because not all lanes fit next to each other. Click the view to show the lane of the device.</source>
        <translation>جهاز مصغَّر، لأن المسارات لا تتسع كلها متجاورة. النقر يُظهر مساره.</translation>
    </message>
    <message>
        <source>How many bytes of weights the plan may put on this device: Accelerate&apos;s max_memory. Type 10GiB, 10GB, 800MB or a number of bytes, or leave the field empty for the default. The limit does not include caches, activations or the driver&apos;s context.</source>
        <translation>كم بايتًا من الأوزان يجوز أن تضعه الخطة على هذا الجهاز: max_memory الخاص بـ Accelerate. اكتب 10GiB أو 10GB أو 800MB أو عدد بايتات؛ أو اتركه فارغًا للقيمة الافتراضية. وتُضاف فوقها الذواكر المؤقتة والتنشيطات وسياق برنامج التشغيل.</translation>
    </message>
    <message>
        <source>How many bytes of weights the plan may put on this device: Accelerate&apos;s max_memory. The top of the device&apos;s lane shows the same limit. A Python dict sets the limits of several devices at once.</source>
        <translation>كم بايتًا من الأوزان يجوز أن تضعه الخطة على هذا الجهاز: max_memory الخاص بـ Accelerate. وهو الحد نفسه الذي في رأس مسار الجهاز. وقاموس (dict) من Python يضبط حدود عدة أجهزة دفعة واحدة.</translation>
    </message>
    <message>
        <source>Changes this figure of the planned device. Type a size with its unit and press Return, or Esc to keep the old value.</source>
        <translation>يغيّر ما لدى الجهاز المخطَّط له. اكتب حجمًا بوحدته واضغط Return، أو Esc لتركه كما كان.</translation>
    </message>
    <message>
        <source>Adds a tab with another plan of the model. The new plan has separate devices, limits, workload and undo history, and is stored in the project.</source>
        <translation>يضيف علامة تبويب فيها خطة أخرى للنموذج نفسه. لها أجهزتها وحدودها وحمل عملها وتراجعها الخاص، وتُحفظ في المشروع.</translation>
    </message>
    <message>
        <source>The name of this plan in the project and in comparisons.</source>
        <translation>الاسم الذي يحفظ به المشروع هذه الخطة، وتسميها به المقارنات.</translation>
    </message>
    <message>
        <source>Every edit of the plan, in order. Click an edit to go back or forward to the state of the plan after that edit.</source>
        <translation>كل تعديل للخطة، بترتيبه. النقر يرجع، أو يتقدم، إلى الخطة كما كانت بعد ذلك التعديل.</translation>
    </message>
    <message>
        <source>The modules of the model, with their names in Python. Select modules and press 0 to 9, C or D to move them, P to pin them to their current device, or U to unpin them. You can also drag modules to a lane.</source>
        <translation>وحدات النموذج كما يسميها Python الخاص به. حدّد بعضها واضغط 0 إلى 9 أو C أو D لنقلها، وP لتثبيتها حيث هي، وU لإزالة التثبيت؛ ويمكن أيضًا سحبها إلى مسار.</translation>
    </message>
    <message>
        <source>Shows only the modules that match all words: part of a name, class:Linear, device:gpu1, &gt;100MiB, &lt;1MiB.</source>
        <translation>يعرض فقط الوحدات التي تنطبق عليها كل الكلمات: حروف من اسم، class:Linear، device:gpu1، &gt;100MiB، &lt;1MiB.</translation>
    </message>
    <message>
        <source>No module matches the filter. Clear the filter to show all modules again.</source>
        <translation>لا توجد وحدة توافق عامل التصفية. ومن دونه تظهر كلها من جديد.</translation>
    </message>
    <message>
        <source>Shows what was recognised and what was guessed about the model, with tables of its classes, types, largest tensors, files and keys.</source>
        <translation>يذكر ما عُرف وما خُمِّن عن النموذج، مع جداول لأصنافه وأنواعه وأكبر موتراته وملفاته ومفاتيحه.</translation>
    </message>
    <message>
        <source>Determines the device of each module. “auto” and “balanced” distribute the model evenly, “sequential” fills one GPU after the other, and “optimal” searches for the best possible plan.</source>
        <translation>يحدد الجهاز الذي توضع عليه كل وحدة. auto وbalanced توزعان النموذج بالتساوي، وsequential تملأ وحدات GPU واحدة بعد أخرى، وoptimal تبحث عن الخطة التي لا تتفوق عليها أي خطة أخرى.</translation>
    </message>
    <message>
        <source>Each module of these classes remains on one device as a whole, because its computation must not cross devices. Type class names separated by commas, or the word “none”.</source>
        <translation>تبقى كل وحدة من هذه الأصناف على جهاز واحد كاملةً، لأن حسابها يجب ألّا يعبر بين الأجهزة. اكتب أسماء الأصناف تفصل بينها فواصل (,)، أو الكلمة «لا يوجد».</translation>
    </message>
    <message>
        <source>Replaces the classes that you typed with the classes that the model declares.</source>
        <translation>يأخذ من جديد الأصناف التي يصرّح بها النموذج نفسه، مكان الأصناف المكتوبة.</translation>
    </message>
    <message>
        <source>The dtype in which floating-point tensors are planned and loaded. It determines the size of each module.</source>
        <translation>نوع dtype الذي يُخطَّط به للموترات ذات الفاصلة العائمة وتُحمَّل به. وهو يغيّر عدد بايتات كل وحدة.</translation>
    </message>
    <message>
        <source>Plans the weights with the sizes that they would have in this format, to see whether they fit. Such a plan is an estimate and cannot be loaded.</source>
        <translation>يعطي الأوزان الأحجام التي ستكون لها بهذه الصيغة، لمعرفة هل تكفي الذاكرة. مثل هذه الخطة تقدير ولا يمكن تحميلها.</translation>
    </message>
    <message>
        <source>Two libraries compute device maps with almost the same rules. Choose the library that you will use to load the model.</source>
        <translation>مكتبتان تحسبان الخرائط بقواعد متطابقة تقريبًا: اختر التي ستحمّل بها.</translation>
    </message>
    <message>
        <source>If this option is off, the buffers of offloaded modules remain on the GPU that runs the modules, as in Accelerate, and might not fit there.</source>
        <translation>من دونه تبقى المخازن المؤقتة للوحدات المفرَّغة (offload) على وحدة GPU التي تشغّلها، كما في Accelerate، وقد تفوق سعتها.</translation>
    </message>
    <message>
        <source>Applies if the next module does not fit even on an empty device. In this case, a later, smaller module is placed on that device, which would otherwise remain empty.</source>
        <translation>يهم حيث لا تكفي الذاكرة للوحدة التالية حتى على جهاز فارغ. عندئذٍ توضع هناك وحدة أصغر تأتي بعدها، بدل لا شيء.</translation>
    </message>
    <message>
        <source>Makes the device map shorter and easier to read. The device of each tensor does not change.</source>
        <translation>يجعل خريطة الأجهزة أقصر وأسهل قراءة. ويبقى موضع كل موتر كما هو.</translation>
    </message>
    <message>
        <source>Reduces the RAM that is needed to build an empty model. This option moves no module.</source>
        <translation>يجعل النموذج الفارغ يأخذ RAM أقل أثناء بنائه. ولا تنتقل به أي وحدة.</translation>
    </message>
    <message>
        <source>A model that is entirely on one device normally gets no hooks and is not moved to the main device. With this option, such a model also gets hooks.</source>
        <translation>النموذج الواقع كله على جهاز واحد لا يحصل على خطّافات (hooks)، فلا يجلبه شيء عندئذٍ إلى الجهاز الرئيسي. وبهذا الخيار يحصل عليها مع ذلك.</translation>
    </message>
    <message>
        <source>Weights from the CPU or the disk are copied to this device when their layer runs. Memory for these weights is kept free on the device.</source>
        <translation>تُنسخ الأوزان من CPU أو القرص إلى هذا الجهاز عندما تعمل طبقتها، لذا يُحتفَظ لها بحيّز هناك.</translation>
    </message>
    <message>
        <source>All weights inside a module of these classes are copied to the main device together, before the module runs. This option needs more memory, but the computation waits less often.</source>
        <translation>كل الأوزان التي تحت وحدة من هذه الأصناف تأتي إلى الجهاز الرئيسي معًا، قبل أن تعمل. ويتطلب ذلك حيّزًا أكبر وانتظارات أقل.</translation>
    </message>
    <message>
        <source>Offloaded modules that the CPU computes. Their activations are transferred instead of their weights. Accelerate has no such option.</source>
        <translation>وحدات تبقى حيث تقع ويحسبها CPU. فتنتقل التنشيطات عندئذٍ لا الأوزان. ليس لدى Accelerate خيار كهذا.</translation>
    </message>
    <message>
        <source>The weights on disk are stored in this folder, in the format of Accelerate, and the folder is kept. If the field is empty, a temporary folder is used and is deleted with the loaded model.</source>
        <translation>إن تُرك فارغًا، ذهب ما يقع على القرص إلى مجلد مؤقت يزول مع النموذج المحمَّل. أما المجلد المسمّى هنا فيبقى، بصيغة Accelerate.</translation>
    </message>
    <message>
        <source>Opens a dialog to choose the folder for the weights on disk.</source>
        <translation>يفتح مربع حوار لاختيار المجلد الذي يحفظ ما يقع على القرص.</translation>
    </message>
    <message>
        <source>The goal of the strategy “optimal”: the time per token, the time to the first token, a mix of both, the longest context, or a pipeline.</source>
        <translation>ما تحسّنه الاستراتيجية optimal قدر ما تستطيع: زمن كل رمز، أو الزمن حتى الرمز الأول، أو مزيج منهما، أو أطول سياق، أو خط معالجة.</translation>
    </message>
    <message>
        <source>Two weighting factors: first for the time to the first token, then for the time per token.</source>
        <translation>وزن كل من الزمنين: أولًا الزمن حتى الرمز الأول، ثم زمن كل رمز بعده.</translation>
    </message>
    <message>
        <source>One limit for every GPU, like max_gpu_memory of the helper load_hf_model. The helper sets limits only for GPUs, with no entry for the CPU, so the rest of the model is placed on the disk.</source>
        <translation>حد واحد لكل وحدة من وحدات GPU، كما max_gpu_memory للدالة المساعدة load_hf_model. ولا تضع الدالة المساعدة حدودًا إلا لوحدات GPU، بلا مدخل لـ CPU، فيوضع باقي النموذج على القرص.</translation>
    </message>
    <message>
        <source>Sets the memory cap to a value that fits on every GPU used by load_hf_model.</source>
        <translation>يكتب في الحقل سقفًا لا تصغر عنه أيٌّ من وحدات GPU هذه.</translation>
    </message>
    <message>
        <source>How many GPUs load_hf_model uses. The other GPUs remain empty.</source>
        <translation>عدد وحدات GPU التي تستخدمها الدالة المساعدة. وتبقى الأخرى فارغة.</translation>
    </message>
    <message>
        <source>The device to which load_hf_model finally moves the model if it is called without a number of GPUs.</source>
        <translation>حيث تأتي الدالة المساعدة بالنموذج في النهاية عندما تُستدعى من دون عدد لوحدات GPU.</translation>
    </message>
    <message>
        <source>Adds a simulated GPU to the plan, to try a machine that you do not have. The arrow next to this button lists real cards by name.</source>
        <translation>يضيف إلى الخطة GPU مُحاكى، لتجربة حاسوب ليس لديك. وفي السهم الذي بجانبه بطاقات حقيقية بأسمائها.</translation>
    </message>
    <message>
        <source>The default limit of the CPU is the RAM that was free at the last reading. Other programs may have allocated or freed memory since then. This button reads the free memory again.</source>
        <translation>الحد الافتراضي لـ CPU هو RAM التي كانت حرّة عند آخر قراءة لها. وقد تكون برامج أخرى أخذت منها أو حرّرت بعضًا منها منذئذٍ.</translation>
    </message>
    <message>
        <source>Other programs use more or less memory of a real GPU than the plan assumes. This button updates the plan.</source>
        <translation>تشغل برامج أخرى من GPU حقيقي أكثر، أو أقل، مما تعتمد عليه الخطة. هذا الأمر يحدّث الخطة.</translation>
    </message>
    <message>
        <source>Replaces your plan with the plan of this strategy, as one edit that Undo reverts.</source>
        <translation>يجعل خطة هذه الاستراتيجية خطتك، كتعديل واحد يلغيه أمر «تراجع».</translation>
    </message>
    <message>
        <source>On the board and in the module tree, marks the modules that the last edit moved.</source>
        <translation>يعلّم على اللوحة والشجرة ما نقله التعديل الأخير.</translation>
    </message>
    <message>
        <source>Compares the plan with a device map that you paste or open, and marks the modules that are on a different device.</source>
        <translation>يقارن الخطة بخريطة أجهزة تلصقها أو تفتحها، ويعلّم ما يقع فيها في مكان آخر.</translation>
    </message>
    <message>
        <source>Replaces your plan with the compared plan, as one edit that Undo reverts.</source>
        <translation>يأخذ الخطة المقارَنة مكان خطتك، كتعديل واحد يلغيه أمر «تراجع».</translation>
    </message>
    <message>
        <source>Opens the list of all modules that are on a different device in the compared plan.</source>
        <translation>يفتح قائمة كل الوحدات التي تقع في مكان آخر في الخطة المقارَنة.</translation>
    </message>
    <message>
        <source>Removes the marks of the comparison from the board and the module tree. The plan does not change.</source>
        <translation>يزيل علامات المقارنة من اللوحة والشجرة. وتبقى الخطة كما هي.</translation>
    </message>
    <message>
        <source>Each module that is on a different device in the compared plan, with both devices and the bytes of the module. Click a module to select it in the module tree and on the board.</source>
        <translation>كل وحدة تقع في مكان آخر في الخطة المقارَنة: من أين، وإلى أين، وبايتاتها. النقر يحددها في الشجرة واللوحة.</translation>
    </message>
    <message>
        <source>Opens one file: safetensors, PyTorch, GGUF, NumPy, a config.json without weights, or a project.</source>
        <translation>لملف واحد: safetensors أو PyTorch أو GGUF أو NumPy أو config.json بلا أوزان، أو مشروع.</translation>
    </message>
    <message>
        <source>Opens a checkpoint with several files: all files of the folder that belong together are opened as one model.</source>
        <translation>لنقطة حفظ من عدة ملفات: كل ما ينتمي بعضه إلى بعض في المجلد يُفتح كنموذج واحد.</translation>
    </message>
    <message>
        <source>Creates a model without a file, from a model family and its sizes. You can plan the model before you download it.</source>
        <translation>لا يحتاج إلى ملف: عائلة وأحجامها تكوّن نموذجًا يمكن التخطيط له قبل تنزيله.</translation>
    </message>
    <message>
        <source>Chooses your own model instead of the sample.</source>
        <translation>يختار نموذجًا لديك مكان العيّنة.</translation>
    </message>
    <message>
        <source>Sets the number of GPUs of the plan and the figures of each GPU. The plan can include GPUs that you do not own.</source>
        <translation>يحدد عدد وحدات GPU التي يُخطَّط لها وما لدى كل منها، بما فيها ما لا تملكه.</translation>
    </message>
    <message>
        <source>Lists every keyboard shortcut of the window and of its menus.</source>
        <translation>يسرد كل مفتاح من مفاتيح النافذة وقوائمها.</translation>
    </message>
    <message>
        <source>Closes this card and does not show it again. Nothing else changes.</source>
        <translation>يزيل هذه البطاقة نهائيًا. ولا يتغير شيء آخر.</translation>
    </message>
    <message>
        <source>Chooses another file. The file that failed is not changed.</source>
        <translation>يختار ملفًا آخر؛ والملف الذي فشل لا يُمَسّ.</translation>
    </message>
    <message>
        <source>Chooses a folder, for a checkpoint with several files.</source>
        <translation>يختار مجلدًا، لنقطة حفظ من عدة ملفات.</translation>
    </message>
    <message>
        <source>Tries to open the file again, for instance after the file was downloaded again or its permissions were changed.</source>
        <translation>يحاول الشيء نفسه مرة أخرى، مثلًا بعد جلب الملف من جديد أو تغيير صلاحياته.</translation>
    </message>
    <message>
        <source>One of the options that you chose for the file may be the reason for the error. This button opens the file without these options.</source>
        <translation>قد يكون السبب جزءًا مما اختير بشأن الملف. هذا الأمر يفتحه كأن شيئًا لم يُختر.</translation>
    </message>
    <message>
        <source>Copies the data for a bug report: the message, the names of the file and the tensor, the byte offset and the version.</source>
        <translation>ينسخ الجملة والملف والموتر والبايت والإصدار: ما يحتاج إليه تقرير عن خلل.</translation>
    </message>
    <message>
        <source>The known classes of the model&apos;s family. The file is opened as the chosen class.</source>
        <translation>الأصناف المعروفة لعائلة النموذج. ويُفتح الملف بالصنف المختار.</translation>
    </message>
    <message>
        <source>Tries to open the file again with the class that is chosen next to this button.</source>
        <translation>يحاول فتح الملف من جديد بالصنف المختار بجانبه.</translation>
    </message>
    <message>
        <source>The Python interpreter that lists the modules of a model that Stowage does not recognise. The interpreter must be able to import torch and, for a config.json, transformers.</source>
        <translation>البرنامج الذي يُسأل عن وحدات نموذج لا يعرفه Stowage. يجب أن يكون قادرًا على استيراد torch، وعلى استيراد transformers إذا كان الملف config.json.</translation>
    </message>
    <message>
        <source>Runs your own Python, in a separate process, to build the model without weights and list its modules.</source>
        <translation>يجعل Python لديك يبني النموذج بلا أوزان، في عملية مستقلة، ويذكر وحداته.</translation>
    </message>
    <message>
        <source>Removes the card. The model that was open before remains open.</source>
        <translation>يزيل البطاقة. ويبقى النموذج الذي كان مفتوحًا من قبل مفتوحًا.</translation>
    </message>
    <message>
        <source>Performs the action that the message proposes, and closes the message.</source>
        <translation>ينفّذ ما تقترحه الرسالة، ويزيل الرسالة.</translation>
    </message>
    <message>
        <source>Performs another action than the button next to this one.</source>
        <translation>جواب آخر على الرسالة غير الذي بجانبه.</translation>
    </message>
    <message>
        <source>Cancels the operation that the message describes. The open model remains open.</source>
        <translation>ينهي ما تخبر عنه الرسالة. ويبقى النموذج المفتوح مفتوحًا.</translation>
    </message>
    <message>
        <source>Closes the message. You can still read it in Help ▸ Log.</source>
        <translation>يزيل الرسالة. وتبقى قراءتها ممكنة في «مساعدة ◂ السجل».</translation>
    </message>
    <message>
        <source>Moves the panel to a separate window, for instance for another screen, or docks the panel again.</source>
        <translation>يجعل اللوح نافذة مستقلة، لشاشة أخرى مثلًا، أو يعيده إلى هذه النافذة.</translation>
    </message>
    <message>
        <source>Hides the panel. The View menu shows it again.</source>
        <translation>يخفي اللوح. وتعيد القائمة «عرض» إظهاره.</translation>
    </message>
    <message>
        <source>Charts, runs, devices, history and other tables share the area below the board. The area opens automatically when a load begins.</source>
        <translation>تتشارك المخططات وعمليات التشغيل والأجهزة والمحفوظات وجداول أخرى الحيّز الذي تحت اللوحة. ويُفتح من تلقاء نفسه عند بدء التحميل.</translation>
    </message>
    <message>
        <source>Closes this window. The model and its plan do not change.</source>
        <translation>يغلق هذه النافذة. ويبقى النموذج وخطته كما هما.</translation>
    </message>
    <message>
        <source>Closes this dialog; nothing is changed.</source>
        <translation>يغلق مربع الحوار هذا؛ ويبقى كل شيء كما كان.</translation>
    </message>
    <message>
        <source>Opens the user guide at the section on this window or, after an error, on that error. The window stays open.</source>
        <translation>يفتح دليل المستخدم عند الموضع الذي يتحدث عن هذه النافذة، أو بعد خطأ، عن ذلك الخطأ. وتبقى النافذة مفتوحة.</translation>
    </message>
    <message>
        <source>Sets the values of the simulated GPU in this row to those of a real card, which you choose by name.</source>
        <translation>يعطي GPU المُحاكى في هذا الصف أرقام بطاقة حقيقية، باسمها.</translation>
    </message>
    <message>
        <source>If this option is off, the plan does not use the GPU, as if CUDA_VISIBLE_DEVICES hid the GPU. The GPU remains in this list.</source>
        <translation>من دونه يُترك GPU خارج الخطة، كما تتركه CUDA_VISIBLE_DEVICES، ويبقى في هذه القائمة.</translation>
    </message>
    <message>
        <source>How the text is interpreted: automatically by its contents, or as the settings of the chosen engine.</source>
        <translation>كيف يُقرأ النص: بحسب ما تدل عليه كلماته، أو كإعدادات المحرك المختار.</translation>
    </message>
    <message>
        <source>Replaces the text above with the text of a file.</source>
        <translation>يضع نص ملف مكان النص الذي أعلاه.</translation>
    </message>
    <message>
        <source>The text contains characters that Python does not accept, such as typographic quotes. This button replaces these characters; Ctrl+Z in the field restores the text.</source>
        <translation>في النص محارف لا تقبلها Python، مثل علامات الاقتباس الطباعية. هذا الأمر يستبدلها؛ ويعيد Ctrl+Z في الحقل النصَّ كما كان.</translation>
    </message>
    <message>
        <source>The contents of each device after the import: the number of modules with weights, the bytes of these modules, and the bytes that are on the device now.</source>
        <translation>ما سيقع على كل جهاز: كم وحدة لها أوزان، وبايتاتها، والبايتات الواقعة هناك الآن.</translation>
    </message>
    <message>
        <source>A problem with the plan, or a hint. In the Problems panel, click a problem to select its module, if it has one.</source>
        <translation>اعتراض على الخطة، أو تلميح. وفي لوح «المشكلات» يحدد النقر الوحدة المعنيّة، إن كان يخص وحدة.</translation>
    </message>
    <message>
        <source>Applies the imported placement to the plan, as one edit that Undo reverts.</source>
        <translation>يُدخل ما استُورد في الخطة، كتعديل واحد يلغيه أمر «تراجع».</translation>
    </message>
    <message>
        <source>Closes the dialog. On the board and in the module tree, the modules that would be on a different device are marked. The plan does not change.</source>
        <translation>يغلق مربع الحوار ويعلّم على اللوحة والشجرة ما سيقع في مكان آخر. وتبقى الخطة كما هي.</translation>
    </message>
    <message>
        <source>The programs that the plan can be exported for. The text next to the list is for the selected program.</source>
        <translation>البرامج التي يمكن كتابة الخطة لها. والنص الذي بجانبها للبرنامج المختار.</translation>
    </message>
    <message>
        <source>Writes the files that the command needs into a folder that you choose. Existing files are never replaced.</source>
        <translation>يكتب الملفات التي يحتاج إليها الأمر في مجلد تختاره. ولا يُستبدل أي ملف موجود هناك أصلًا.</translation>
    </message>
    <message>
        <source>The peak memory that the load would need, compared with the free memory, for each GPU and for the RAM of this machine. Values that are too large are marked.</source>
        <translation>ما سيأخذه التحميل عند ذروته بجانب الحرّ، لكل GPU ولذاكرة هذا الحاسوب. ويُعلَّم ما يزيد عن الحد.</translation>
    </message>
    <message>
        <source>Loads anyway. A load that runs out of memory stops and frees all memory that it has allocated. If RAM runs out, the system may stop the program.</source>
        <translation>يحمّل مع ذلك. التحميل الذي لا يجد متسعًا ينتهي ويعيد كل شيء؛ وحيث لا تكفي RAM قد ينهي النظام البرنامج.</translation>
    </message>
    <message>
        <source>Loads with the most similar load method that fits in memory.</source>
        <translation>يحمّل بطريقة أخرى، هي أقرب طريقة لها متسع كافٍ.</translation>
    </message>
    <message>
        <source>The maximum amount of RAM that a load may use, with a unit, such as 4GiB. Empty: the RAM of the machine.</source>
        <translation>أقصى ما يجوز أن يشغله التحميل من RAM، بوحدته، مثل 4GiB. إن تُرك فارغًا: ما لدى الحاسوب.</translation>
    </message>
    <message>
        <source>Sets the limit for all subsequent loads. If the text is not a size, the limit does not change.</source>
        <translation>يضبط الحد لكل تحميل من الآن فصاعدًا. والنص الذي ليس حجمًا يتركه كما كان.</translation>
    </message>
    <message>
        <source>The quantity whose predicted and measured values are compared, such as peak memory or time.</source>
        <translation>أي رقم من عمليات التحميل والتشغيل المحفوظة يُقارَن بتوقّعه.</translation>
    </message>
    <message>
        <source>Each stored load or run as a point: the measured value over the predicted value, on logarithmic axes. On the dashed line, both values are equal. The band shows the range stated above the table. Click a point to select its record.</source>
        <translation>كل تحميل أو تشغيل محفوظ كنقطة: المَقيس مقابل المتوقَّع، على محورين لوغاريتميين. على الخط المتقطّع يتساوى الاثنان؛ والشريط هو النطاق المذكور. النقر على نقطة يحدد سجلها المحفوظ.</translation>
    </message>
    <message>
        <source>One row per point, with the error of the prediction and the difference between repeated measurements. The point of the selected row is marked in the chart, and its record is selected in History.</source>
        <translation>صف لكل نقطة، مع خطئها ومدى تباعد تكراراتها. والمحدَّد يُعلَّم في المخطط ويُحدَّد في «المحفوظات».</translation>
    </message>
    <message>
        <source>The models that run in turn on one device, separated by commas. b*50 calls the model b fifty times; the model remains on the device during these calls.</source>
        <translation>النماذج التي تتناوب على جهاز واحد، تفصل بينها فواصل (,). b*50 تستدعي b خمسين مرة، ويبقى خلالها هناك.</translation>
    </message>
    <message>
        <source>Lets you choose a file and adds it to the end of the list.</source>
        <translation>يختار ملفًا ويضيفه إلى نهاية السطر.</translation>
    </message>
    <message>
        <source>Lets you choose a folder and adds it to the end of the list, as one model.</source>
        <translation>يختار مجلدًا ويضيفه إلى نهاية السطر، كنموذج واحد.</translation>
    </message>
    <message>
        <source>If this option is off, the input of every model consists only of the tokens of the Run panel.</source>
        <translation>من دونه يُعطى كل نموذج رموز لوح التشغيل وحدها.</translation>
    </message>
    <message>
        <source>One row per model, in the order of the chain: the device that the model was moved to, the bytes moved, the time of the move and of the run, the peak memory, and the memory still in use on the device afterwards.</source>
        <translation>صف لكل نموذج، بترتيب السلسلة: الجهاز الذي نُقل إليه النموذج، والبايتات المنقولة، وزمن النقل وزمن التشغيل، وذروة الذاكرة، وما بقي مستخدَمًا من الذاكرة على الجهاز بعد ذلك.</translation>
    </message>
    <message>
        <source>The model that ran last remains on the GPU. This button moves the model back to the CPU.</source>
        <translation>النموذج الذي كان له الدور الأخير يبقى على وحدة GPU الخاصة به. هذا الأمر يعيده إلى CPU.</translation>
    </message>
    <message>
        <source>Moves the models to the device one after the other, runs each model, and measures the cost of each move and run.</source>
        <translation>يجلب النماذج إلى الجهاز واحدًا بعد آخر، ويشغّل كلًّا منها، ويقيس كلفة ذلك.</translation>
    </message>
    <message>
        <source>Pauses the chain, and resumes it when pressed again.</source>
        <translation>يوقف السلسلة مؤقتًا، ويستأنفها عند الضغط عليه مجددًا.</translation>
    </message>
    <message>
        <source>Stops the chain. The results of the models that have run remain in the table.</source>
        <translation>ينهي السلسلة. وتبقى في الجدول حصيلة أدوارها حتى ذلك الحين.</translation>
    </message>
    <message>
        <source>Closes the window and frees the memory of the models in the chain. A running chain is stopped first.</source>
        <translation>يغلق النافذة ويعيد ذاكرة نماذج السلسلة. وتُنهى أولًا السلسلة التي قيد التشغيل.</translation>
    </message>
    <message>
        <source>Finds the paragraphs in all pages that contain every word typed in this field. Press Enter to show the next paragraph.</source>
        <translation>يجد في كل الصفحات الفقرات التي تحوي كل كلمة تُكتب هنا. وينتقل Return من واحدة إلى التي تليها.</translation>
    </message>
    <message>
        <source>Returns to the previous page.</source>
        <translation>يرجع إلى الصفحة التي قُرئت قبل هذه.</translation>
    </message>
    <message>
        <source>Returns to the page on which Back was pressed.</source>
        <translation>يرجع إلى الصفحة التي ضُغط «رجوع» عندها.</translation>
    </message>
    <message>
        <source>The pages of the guide, by chapter. The selected page is shown next to the list.</source>
        <translation>صفحات الدليل، بحسب الفصل. وتُعرض المحدَّدة بجانب القائمة.</translation>
    </message>
    <message>
        <source>The paragraphs that the search found. The page of the selected paragraph is shown, with the search words marked.</source>
        <translation>الفقرات التي وجدها البحث. وتُعرض المحدَّدة في صفحتها، مع تعليم الكلمات.</translation>
    </message>
    <message>
        <source>The current page. Click a link to open another page. Press Back to return.</source>
        <translation>الصفحة المقروءة. النقر على رابط يقود إلى صفحة أخرى، و«رجوع» يعود منها.</translation>
    </message>
    <message>
        <source>The messages of the program since its start, each with its time and kind. The newest message is at the end.</source>
        <translation>رسائل البرنامج منذ بدئه، كل منها مع وقتها ونوعها. وأحدث رسالة في الآخر.</translation>
    </message>
    <message>
        <source>Copies the selected lines, or the whole log if nothing is selected.</source>
        <translation>ينسخ الأسطر المحدَّدة، أو السجل كله إن لم يُحدَّد شيء.</translation>
    </message>
    <message>
        <source>Writes the whole log to a text file that you choose.</source>
        <translation>يكتب السجل كله في ملف نصي تختاره.</translation>
    </message>
    <message>
        <source>The keyboard shortcuts of the menu entries, by menu, and those of the board and the module tree.</source>
        <translation>مفاتيح بنود القوائم، قائمة بعد قائمة، ومفاتيح اللوحة والشجرة.</translation>
    </message>
    <message>
        <source>The versions of the program and of the software that it is built on, the devices, and the licences of the libraries. You can select and copy the text.</source>
        <translation>إصدارات البرنامج وما بُني عليه، والأجهزة، وتراخيص المكتبات. ويمكن تحديد ذلك ونسخه.</translation>
    </message>
    <message>
        <source>Copies the whole text above to the clipboard.</source>
        <translation>ينسخ النص الذي أعلاه كله إلى الحافظة.</translation>
    </message>
    <message>
        <source>Makes the text and the lines of the lesson one step smaller. The values and the curves do not change.</source>
        <translation>يجعل خط الدرس وأسطره أصغر بدرجة واحدة. وتبقى الأرقام والمنحنيات كما هي.</translation>
    </message>
    <message>
        <source>Makes the text and the lines of the lesson one step larger, so that they can be read from a greater distance.</source>
        <translation>يجعل خط الدرس وأسطره أكبر بدرجة واحدة، لتمكن قراءتها من بُعد.</translation>
    </message>
    <message>
        <source>Exports the results of the lesson so far: setup, guesses, answers, curves and figures. One completed step is enough.</source>
        <translation>يكتب ما توصّل إليه الدرس حتى الآن: الإعداد والتخمينات والإجابات والمنحنيات والأرقام. يكفي تشغيل خطوة واحدة.</translation>
    </message>
    <message>
        <source>Opens a menu with rarely needed commands, such as “Start over” for the next person.</source>
        <translation>يفتح قائمة بما نادرًا ما يُحتاج إليه، مثل بداية جديدة للشخص التالي.</translation>
    </message>
    <message>
        <source>Removes the guesses, answers and results of this setup from the page, after confirmation. The loads remain in History.</source>
        <translation>يمحو من الصفحة تخمينات هذا الإعداد وإجاباته ونتائجه، بعد السؤال. وتبقى عمليات التحميل في «المحفوظات».</translation>
    </message>
    <message>
        <source>Restores the results that “Start over” removed. This is possible until a step is run again or the program exits.</source>
        <translation>يعيد ما محاه «البدء من جديد»، إلى أن تُشغَّل خطوة من جديد أو ينتهي البرنامج.</translation>
    </message>
    <message>
        <source>Asks for your name, which is shown on the report.</source>
        <translation>يسأل عن الاسم الذي يحمله التقرير.</translation>
    </message>
    <message>
        <source>The size of GPT-2 that every step loads. A size that does not fit on this machine is marked.</source>
        <translation>حجم GPT-2 الذي تحمّله كل خطوة. ويُعلَّم الحجم الذي لا يتسع له هذا الحاسوب.</translation>
    </message>
    <message>
        <source>The GPU to which the steps load the model: a simulated GPU with the chosen memory size, or a real GPU of this machine.</source>
        <translation>البطاقة التي تحمّل إليها الخطوات: بطاقة مُحاكاة بالذاكرة المختارة، أو بطاقة حقيقية في هذا الحاسوب.</translation>
    </message>
    <message>
        <source>The state of the page cache before a step loads: cold drops the pages of the model&apos;s files, and warm reads the files first. The state changes the load time.</source>
        <translation>ما يحتفظ به النظام من ملفات النموذج قبل أن تحمّل خطوة: «باردة» تُسقط صفحاتها، و«دافئة» تقرؤها أولًا. وذلك يغيّر مدة التحميل.</translation>
    </message>
    <message>
        <source>Shows the results of a machine with less memory: a step that needs more RAM than this limit is stopped before it finishes.</source>
        <translation>يُظهر ما يستطيعه حاسوب ذو ذاكرة أقل: الخطوة التي تحتاج إلى RAM أكثر من هذا لا تصل إلى نهايتها.</translation>
    </message>
    <message>
        <source>Predicts the results of the steps without running them, so that you can use the lesson with a model of any size.</source>
        <translation>يجعل الخطوات تُتوقَّع بدلًا من أن تُشغَّل، ليمكن المرور بالدرس بأي حجم.</translation>
    </message>
    <message>
        <source>Cancels the creation of the model&apos;s files, and the step that needs the files.</source>
        <translation>يوقف إنشاء ملفات النموذج، ومعه الخطوة التي تحتاج إليها.</translation>
    </message>
    <message>
        <source>Deletes the model files of every size from the disk, after confirmation. Measured results are kept.</source>
        <translation>يزيل من القرص ملفات النموذج بكل أحجامها، بعد السؤال. ويبقى ما قيس.</translation>
    </message>
    <message>
        <source>A step of the lesson, with its state and its result; peaks are in GiB. Click the step to open its page.</source>
        <translation>خطوة من الدرس، مع حالتها وحصيلتها؛ والذُّرى بوحدة GiB. النقر يفتح صفحتها.</translation>
    </message>
    <message>
        <source>The upper part shows the peak memory of a plain load: the model and its state dict. The lower part shows the tensors of the file, grouped by purpose, with their sizes in bytes.</source>
        <translation>في الأعلى ما يحتفظ به التحميل البسيط عند ذروته: النموذج وstate dict. وفي الأسفل موترات الملف بحسب الغرض منها، مع بايتاتها.</translation>
    </message>
    <message>
        <source>If this option is off, the curves of all steps are drawn in one chart for comparison.</source>
        <translation>من دونه تقع منحنيات كل الخطوات بعضها فوق بعض، لتمكن مقارنتها.</translation>
    </message>
    <message>
        <source>One row per step that loads: its VRAM and RAM peaks, the published peaks if available, the load time, and the reasons for the peaks. Click a row to open the page of the step.</source>
        <translation>صف لكل خطوة تحمّل: ذُراها في VRAM وRAM، والمنشور منها إن وُجد، وزمنها، والسبب. النقر يفتح صفحة الخطوة.</translation>
    </message>
    <message>
        <source>Loads the next tensor and then pauses again. Available while the load is paused.</source>
        <translation>يجلب الموتر التالي ثم يتوقف مؤقتًا من جديد، ما دام التحميل متوقفًا مؤقتًا.</translation>
    </message>
    <message>
        <source>The speed of the load: one tensor per press of Step, several tensors per second, or as fast as this machine allows.</source>
        <translation>سرعة دخول الموترات: كل موتر بضغطة على «خطوة»، أو بضعة موترات في كل ثانية، أو بسرعة التحميل في هذا الحاسوب.</translation>
    </message>
    <message>
        <source>Ends this load at any point. The load fills no row of the table and is not stored.</source>
        <translation>ينهي هذا التحميل أينما وصل. لا يملأ أي صف ولا يُحفظ.</translation>
    </message>
    <message>
        <source>The memory allocated on each device at this moment; for a GPU, compared with its capacity.</source>
        <translation>ما هو مخصَّص على كل جهاز في هذه اللحظة، والمخصَّص على GPU مقابل سعته.</translation>
    </message>
    <message>
        <source>Copies all lines of Python of the step to the clipboard.</source>
        <translation>ينسخ كل هذه الأسطر إلى الحافظة.</translation>
    </message>
    <message>
        <source>Lets you guess the peaks of VRAM and RAM before the step is run. After the run, the guess and the peak are shown next to each other.</source>
        <translation>يتيح لك أن تذكر أين ستكون ذُرى VRAM وRAM قبل تشغيل الخطوة. وبعدها يُذكر التخمين والذروة متجاورين.</translation>
    </message>
    <message>
        <source>The maximum VRAM that you expect the tensors to use, in GiB. A size with a unit, such as 700 MiB, is also accepted.</source>
        <translation>أقصى VRAM تتوقع أن تأخذها الموترات، بوحدة GiB؛ ويُقبل أيضًا حجم بوحدته، مثل 700 MiB.</translation>
    </message>
    <message>
        <source>The maximum anonymous RAM that you expect the step to use, in GiB. A size with a unit, such as 700 MiB, is also accepted.</source>
        <translation>أقصى ذاكرة مجهولة (anonymous) في RAM تتوقع أن تشغلها الخطوة، بوحدة GiB؛ ويُقبل أيضًا حجم بوحدته، مثل 700 MiB.</translation>
    </message>
    <message>
        <source>A dragged guess snaps to tenths of the distance between two lines of the axis. If this option is off, the guess remains where you drop it.</source>
        <translation>يستقر التخمين المسحوب عند أعشار المسافة بين خطين من خطوط المحور؛ ومن دونه يستقر حيث يُترك.</translation>
    </message>
    <message>
        <source>Runs the step. A load runs in a new process and is measured and verified. The first step creates the model&apos;s files. A dry run only predicts.</source>
        <translation>ينفّذ الخطوة. التحميل يجري في عملية جديدة ويُقاس ويُتحقَّق منه؛ والخطوة الأولى تنشئ ملفات النموذج؛ والتشغيل التجريبي يتوقّع.</translation>
    </message>
    <message>
        <source>Runs the load of this step tensor by tensor, and shows the memory on each device and where the allocator places the tensors.</source>
        <translation>يمر بتحميل هذه الخطوة ببطء، ويُظهر ما يحتفظ به كل جهاز وأين يضعه المخصِّص.</translation>
    </message>
    <message>
        <source>Stops the running step. You can run the step again at any time.</source>
        <translation>يوقف الخطوة التي قيد التشغيل. ويمكن تشغيلها من جديد في أي وقت.</translation>
    </message>
    <message>
        <source>One of the answers to the question. “Check answer” shows whether the chosen answer is right.</source>
        <translation>إحدى إجابات السؤال. ويذكر «تحقق من الإجابة» هل هي صحيحة.</translation>
    </message>
    <message>
        <source>Shows whether the chosen answer is right, and why, and marks with letters the places in the charts that the question is about.</source>
        <translation>يُظهر هل الإجابة المختارة صحيحة، ولماذا، ويعلّم بالحروف المواضع التي يدور حولها السؤال في المخططات.</translation>
    </message>
    <message>
        <source>Marks with letters the places in the charts that the question is about, or removes the letters.</source>
        <translation>يعلّم بالحروف المواضع التي يدور حولها السؤال في المخططات، أو يزيل الحروف.</translation>
    </message>
    <message>
        <source>Opens the page of the previous step. The results are kept.</source>
        <translation>يفتح صفحة الخطوة التي قبل هذه. ويبقى ما جرى التوصّل إليه.</translation>
    </message>
    <message>
        <source>Opens the page of the next step, even if the current step was not run.</source>
        <translation>يفتح صفحة الخطوة التي بعد هذه، سواء شُغِّلت هذه أم لم تُشغَّل.</translation>
    </message>
    <message>
        <source>The name shown on the report of the lesson.</source>
        <translation>الاسم الذي يظهر على تقرير الدرس.</translation>
    </message>
    <message>
        <source>Uses this name for each report that is exported from now on.</source>
        <translation>يعتمد الاسم لكل تقرير يُكتب من الآن فصاعدًا.</translation>
    </message>
    <message>
        <source>Deletes the model files of every size. A step that needs them creates them again.</source>
        <translation>يحذف ملفات النموذج بكل أحجامها. والخطوة التي تحتاج إليها تنشئها من جديد.</translation>
    </message>
    <message>
        <source>Removes the guesses, answers and results of this setup from the page. The menu can restore them until a step is run again or Stowage is closed.</source>
        <translation>يمحو من الصفحة تخمينات هذا الإعداد وإجاباته ونتائجه. ويمكن للقائمة أن تعيدها إلى أن تُشغَّل خطوة من جديد أو يُغلق Stowage.</translation>
    </message>
    <message>
        <source>The machines that you added, with their ssh names. Machines are not connected automatically: select a machine and press Connect.</source>
        <translation>الحواسيب التي أُضيفت، بأسمائها كما يعرفها ssh. لا يتصل شيء من تلقاء نفسه: اختر حاسوبًا واتصل به.</translation>
    </message>
    <message>
        <source>Stores the name of a machine that you can reach by ssh. No password or key is stored; ssh asks for a password or passphrase if necessary.</source>
        <translation>يتذكر اسم حاسوب تصل إليه عبر ssh. لا تُحفظ كلمة مرور ولا مفتاح: ssh يسأل عما يحتاج إليه.</translation>
    </message>
    <message>
        <source>Removes the machine from the list. Stowage and the models on that machine are not removed.</source>
        <translation>يزيل الحاسوب من القائمة. ويبقى Stowage هناك، والنماذج هناك، كما هي.</translation>
    </message>
    <message>
        <source>Lists the files of the remote machine. Only the headers of the chosen model are copied. You view and plan the model on this machine; the weights remain on the remote machine.</source>
        <translation>يسرد ملفات الحاسوب. ومن النموذج المختار تُنسخ الترويسات فقط: يُعايَن ويُخطَّط له هنا، وتبقى أوزانه هناك.</translation>
    </message>
    <message>
        <source>Simulates GPUs on a machine that has no GPUs, so that you can try plans for GPUs. If a model of that machine is open, the plan of the model is updated.</source>
        <translation>يجعل حاسوبًا بلا بطاقة يتصرف كأن لديه بطاقات، لتمكن تجربة خطط للبطاقات. وتتبعه الخطة إن كان نموذج منه مفتوحًا.</translation>
    </message>
    <message>
        <source>The remote machine reads its own files and loads the weights onto the devices of the plan. The weights remain loaded until you unload them or disconnect.</source>
        <translation>يقرأ الحاسوب ملفاته ويضع الأوزان حيث تذكر الخطة. وتبقى هناك حتى تلغي تحميلها أو تقطع الاتصال.</translation>
    </message>
    <message>
        <source>Pauses after the current tensor and keeps the weights loaded so far. Press the button again to continue.</source>
        <translation>يتوقف بين موترين، وكل ما حُمِّل في مكانه، ثم يتابع من هناك.</translation>
    </message>
    <message>
        <source>Loads one tensor at a time, to show how the memory grows.</source>
        <translation>لمعاينة نمو الذاكرة: موتر واحد في كل مرة.</translation>
    </message>
    <message>
        <source>Stops the operation that the remote machine performs for this window. The memory that the operation used on the remote machine is then freed.</source>
        <translation>يوقف ما يفعله الحاسوب لهذه النافذة. ثم تُعاد الذاكرة التي أخذها هناك.</translation>
    </message>
    <message>
        <source>The remote machine loads the model, runs the prompt through the model, and sends back the generated tokens with the times.</source>
        <translation>يحمّل الحاسوب النموذج، ويمرّر المطالبة عبره، ويعيد إليك ما ولّده، مع الأزمنة.</translation>
    </message>
    <message>
        <source>The prompt: token IDs separated by commas, or a text if the tokenizer is in the folder of the model.</source>
        <translation>ما يكمل النموذج انطلاقًا منه: أرقام رموز تفصل بينها فواصل (,)، أو نص إن كانت لدى النموذج أداة ترميز بجانبه.</translation>
    </message>
    <message>
        <source>The number of tokens to generate. Each token needs one forward pass through the model, which chooses the most likely token.</source>
        <translation>كل رمز تمريرة مستقلة عبر النموذج، تأخذ الرمز الأكثر احتمالًا.</translation>
    </message>
    <message>
        <source>Opens a menu of models for this column: the open model, a file, a folder, or a known model that needs no file. The model in the main window does not change.</source>
        <translation>يفتح قائمة بالنماذج لهذا العمود: النموذج المفتوح، أو ملف، أو مجلد، أو نموذج معروف بلا أي ملف. وتحتفظ النافذة بنموذجها.</translation>
    </message>
    <message>
        <source>Stops opening this model. The column keeps the previous model, if there is one.</source>
        <translation>يوقف فتح هذا النموذج. ويحتفظ العمود بما كان فيه من قبل، إن وُجد.</translation>
    </message>
    <message>
        <source>Tries to open the model again, for example after the file was downloaded again.</source>
        <translation>يجرّب الشيء نفسه مرة أخرى، مثلًا بعد جلب الملف من جديد.</translation>
    </message>
    <message>
        <source>Fills the form with the values of a known model, or with the defaults of the library. The values that you typed can be restored.</source>
        <translation>يملأ نموذج الإدخال بأعداد نموذج معروف، أو بالقيم الافتراضية للمكتبة. ويمكن استعادة ما كُتب.</translation>
    </message>
    <message>
        <source>Restores the values that were typed in the form before another model or family was chosen.</source>
        <translation>يعيد نموذج الإدخال إلى ما كُتب قبل اختيار نموذج آخر أو عائلة أخرى.</translation>
    </message>
    <message>
        <source>The model_type of the config.json. If you choose another family, the form shows the defaults of that family.</source>
        <translation>قيمة model_type في config.json. والعائلة الأخرى تبدأ بقيمها الافتراضية.</translation>
    </message>
    <message>
        <source>The dtype of the weights, which determines the number of bytes per parameter.</source>
        <translation>نوع dtype للأوزان: هو الذي يحدد عدد البايتات التي يأخذها المُعامِل.</translation>
    </message>
    <message>
        <source>The class of the library that is built from the values in this form. A different class may have a different head.</source>
        <translation>صنف المكتبة الذي يُبنى من هذه الأعداد. وقد يكون لصنف آخر رأس آخر.</translation>
    </message>
    <message>
        <source>A value of the config.json; the label is the name of the value in the file. An empty field uses the default or a computed value. The figures below are updated while you type.</source>
        <translation>قيمة من config.json، باسمها هناك. الحقل الفارغ له قيمته الافتراضية أو تُحسب له قيمة؛ والأرقام التي تحته تتبع ما يُكتب.</translation>
    </message>
    <message>
        <source>Writes the contents of the form to a config.json, which you can open later.</source>
        <translation>يكتب ما يرد في نموذج الإدخال في config.json، الذي يمكن فتحه لاحقًا.</translation>
    </message>
    <message>
        <source>Opens the model of the form instead of the open model. The new model can be planned, but there are no weights to load.</source>
        <translation>يفتح النموذج الذي تصفه هذه الأعداد مكان النموذج المفتوح. ويمكن التخطيط له؛ ولا توجد أوزان تُحمَّل.</translation>
    </message>
    <message>
        <source>Closes the form. The form keeps your input until you open it again.</source>
        <translation>يغلق نموذج الإدخال. وعند فتحه من جديد يكون فيه ما كُتب.</translation>
    </message>
    <message>
        <source>The model to save: the open model, or a small test model with random weights.</source>
        <translation>ما يُكتب: النموذج المفتوح، أو نموذج صغير بأوزان عشوائية للتجريب.</translation>
    </message>
    <message>
        <source>The format of the files that are written. Accelerate&apos;s offload folder is available only for the open model.</source>
        <translation>نوع الملفات التي تُكتب. مجلد التفريغ (offload) الخاص بـ Accelerate معروض للنموذج المفتوح وحده.</translation>
    </message>
    <message>
        <source>The maximum size of one safetensors file, such as 5GB or 512MiB. A larger model is split into shards, with an index file. Empty: one file.</source>
        <translation>أقصى عدد من بايتات ملف safetensors واحد، مثل 5GB أو 512MiB؛ والنموذج الأكبر يُقسَّم، مع فهرس. إن تُرك فارغًا: ملف واحد.</translation>
    </message>
    <message>
        <source>The dtype in which floating-point tensors are written. The dtype of other tensors does not change.</source>
        <translation>نوع dtype الذي تُكتب به الموترات ذات الفاصلة العائمة. وكل ما عداها يبقى كما هو.</translation>
    </message>
    <message>
        <source>The seed of the random weights, a whole number. The same seed always generates the same weights.</source>
        <translation>عدد صحيح تأتي منه الأوزان العشوائية: العدد نفسه ينتج الأوزان نفسها.</translation>
    </message>
    <message>
        <source>If this option is off, norms are ones and biases are zeros, so many tensors have the same contents.</source>
        <translation>من دونه تكون مُعامِلات التسوية (norms) آحادًا والانحيازات أصفارًا، فتتشابه موترات كثيرة.</translation>
    </message>
    <message>
        <source>The folder in which the files are written. A missing folder is created. You are asked for confirmation before files of an earlier save are replaced.</source>
        <translation>حيث تُكتب الملفات. يُنشأ المجلد إن لم يكن موجودًا؛ وتُسأل قبل استبدال ملفات من حفظ سابق.</translation>
    </message>
    <message>
        <source>Opens a dialog to choose the folder in which the files are written.</source>
        <translation>يفتح مربع حوار لاختيار المجلد الذي تُكتب فيه الملفات.</translation>
    </message>
    <message>
        <source>Continues the interrupted save. Existing files are checked first and kept if they are correct.</source>
        <translation>يتابع الحفظ المتوقف قبل اكتماله. يُفحص أولًا ما هو موجود ويُحتفَظ به حيث هو صحيح.</translation>
    </message>
    <message>
        <source>Writes all files again and replaces the files of an earlier save in the folder.</source>
        <translation>يكتب كل شيء من جديد، فوق ما تركه حفظ سابق في المجلد.</translation>
    </message>
    <message>
        <source>Returns to the form without writing any files. The folder does not change.</source>
        <translation>لا يكتب شيئًا ويرجع إلى نموذج الإدخال. ويبقى المجلد كما هو.</translation>
    </message>
    <message>
        <source>Opens the new model in the main window.</source>
        <translation>يفتح ما كُتب للتو كنموذج النافذة.</translation>
    </message>
    <message>
        <source>Closes the form. A save that has started continues.</source>
        <translation>يغلق نموذج الإدخال. والحفظ الذي بدأ يستمر.</translation>
    </message>
    <message>
        <source>Stops the save. The files written so far are kept, and you can continue the save later.</source>
        <translation>يوقف الحفظ. ويبقى ما كُتب، وتمكن متابعته لاحقًا.</translation>
    </message>
    <message>
        <source>Starts to write the files. You can continue to work during the save.</source>
        <translation>يبدأ الكتابة. ويمكن متابعة العمل في الأثناء.</translation>
    </message>
    <message>
        <source>Class, parameters, sizes, layers, heads and KV cache of both models, side by side.</source>
        <translation>صنف النموذجين ومُعامِلاتهما وأحجامهما وطبقاتهما ورؤوسهما وذاكرة KV المؤقتة لكل منهما، جنبًا إلى جنب.</translation>
    </message>
    <message>
        <source>How many bytes each of the two models has in each dtype.</source>
        <translation>كم بايتًا لكل من النموذجين في كل dtype.</translation>
    </message>
    <message>
        <source>How many parameters the modules of each class have in each of the two models.</source>
        <translation>كم مُعامِلًا لوحدات كل صنف في كل من النموذجين.</translation>
    </message>
    <message>
        <source>Hides the rows in which both models have the same value.</source>
        <translation>يُخرج من الجداول ما يتطابق في النموذجين.</translation>
    </message>
    <message>
        <source>Copies the table shown, as Markdown for a text or as CSV for a spreadsheet.</source>
        <translation>ينسخ الجدول المعروض، بصيغة Markdown لنص أو بصيغة CSV لجدول بيانات.</translation>
    </message>
    <message>
        <source>One row per plan of the project: whether the plan fits, its speed, the memory that it needs on each device, and the load time. All values are predicted. Double-click a row to show the plan.</source>
        <translation>صف لكل خطة من خطط المشروع: هل تكفي لها الذاكرة، وكم سرعتها، وما تأخذه من كل جهاز وكم يستغرق تحميلها، وكلها متوقَّعة. النقر المزدوج يعرض الخطة.</translation>
    </message>
    <message>
        <source>Copies the visible rows with tabs between the cells, for a spreadsheet.</source>
        <translation>ينسخ الصفوف كما هي معروضة، وبين الخلايا علامات جدولة (tabs)، لجدول بيانات.</translation>
    </message>
    <message>
        <source>The file format of the report: a web page, printable pages, a text, figures, or only the board. The file extension is changed to match the format.</source>
        <translation>نوع ملف التقرير: صفحة، أو صفحات للطباعة، أو نص، أو أرقام، أو اللوحة وحدها. ويتبعه امتداد الملف.</translation>
    </message>
    <message>
        <source>Whether the report contains the plan shown or every plan of the project. A picture of the board contains one plan.</source>
        <translation>هل في التقرير الخطة المعروضة أم كل خطة من خطط المشروع. ولصورة اللوحة خطة واحدة.</translation>
    </message>
    <message>
        <source>Lets you choose a file with recorded loads and runs. The report then also contains the memory and the times of these loads and runs.</source>
        <translation>يختار ملفًا فيه عمليات تحميل وتشغيل يضم التقرير ذاكرتها وأزمنتها أيضًا.</translation>
    </message>
    <message>
        <source>A preview of the report. Long tables and texts are shortened in the preview, but are complete in the file.</source>
        <translation>ما سيُكتب. تُختصر الجداول والنصوص الطويلة هنا، وتكون كاملة في الملف.</translation>
    </message>
    <message>
        <source>The file of the report. The file extension determines the format. If the extension is missing or unknown, the extension of the selected format is added.</source>
        <translation>حيث يُكتب التقرير. يختار امتداده الصيغة؛ وإن لم يكن له امتداد معروف أخذ امتداد الصيغة.</translation>
    </message>
    <message>
        <source>Opens a dialog to choose the file that the report is written to.</source>
        <translation>يفتح مربع حوار لاختيار الملف الذي يُكتب فيه التقرير.</translation>
    </message>
    <message>
        <source>Shows the folder of the report in the file manager of the system.</source>
        <translation>يُظهر أين كُتب التقرير، في البرنامج الذي لدى النظام للمجلدات.</translation>
    </message>
    <message>
        <source>Writes the report as shown in the preview. An existing file with the same name is replaced.</source>
        <translation>يكتب التقرير كما هو معروض. ويُستبدل أي ملف بهذا الاسم.</translation>
    </message>
    <message>
        <source>Saves the project first and then continues.</source>
        <translation>يحفظ المشروع أولًا ثم يتابع ما بدأ.</translation>
    </message>
    <message>
        <source>Continues without saving. All changes since the project was last saved are lost.</source>
        <translation>يتابع بلا حفظ. ويضيع ما تغيّر منذ آخر حفظ للمشروع.</translation>
    </message>
    <message>
        <source>Ends the tour at once (Escape). You can start it again from the Help menu at any time.</source>
        <translation>ينهي الجولة فورًا (Escape). وتبدؤها القائمة «مساعدة» من جديد في أي وقت.</translation>
    </message>
    <message>
        <source>Goes back to the previous part of the window in the tour.</source>
        <translation>يعرض من جديد جزء النافذة الذي سبق هذا.</translation>
    </message>
    <message>
        <source>Goes to the next part of the window. After the last part, the tour ends.</source>
        <translation>ينتقل إلى الجزء التالي من النافذة؛ وبعد الأخير تنتهي الجولة.</translation>
    </message>
    <message>
        <source>Copies stowagectl to the remote machine by ssh, after confirmation. Both machines must be of the same kind.</source>
        <translation>ينسخ stowagectl الخاص بهذا البرنامج إلى الحاسوب عبر ssh، بعد السؤال، إن كان من النوع نفسه.</translation>
    </message>
    <message>
        <source>The number of GPUs. An additional GPU is simulated, and is a copy of the last GPU if the last GPU is also simulated. A smaller number removes the last GPUs.</source>
        <translation>عدد وحدات GPU. كل وحدة تُضاف مُحاكاة، وهي نسخة من الأخيرة إن كانت الأخيرة مُحاكاة أيضًا؛ والعدد الأصغر يزيل الوحدات الأخيرة.</translation>
    </message>
    <message>
        <source>The text to import: type or paste the text, or drop a file on this field. The text is checked while you type, and problems are shown below the field.</source>
        <translation>ما يُراد استيراده: اكتبه، أو ألصقه، أو أفلِت ملفًا هنا. يُفحص كما هو في كل حين، ويُذكر في الأسفل ما فيه من خطأ.</translation>
    </message>
    <message>
        <source>The command for the chosen engine and the files that the command needs, or a Python file that replaces the command. The text also lists the parts of this plan that cannot be expressed for the engine. You can select and copy the text.</source>
        <translation>الأمر الخاص بالمحرك المختار والملفات التي يحتاج إليها، أو ملف Python الذي يحل محله، مع ما لا يمكن إخبار المحرك به من هذه الخطة. يمكن تحديد النص ونسخه.</translation>
    </message>
    <message>
        <source>The GPU memory that tensors use during the load of each step, in GiB. While you predict, drag the line of your guess, or move the line with Up, Down, PageUp and PageDown.</source>
        <translation>ذاكرة GPU التي تأخذها الموترات أثناء تحميل كل خطوة، بوحدة GiB. وأثناء توقّعك اسحب خط تخمينك، أو حرّكه بالسهم إلى أعلى وإلى أسفل وPageUp وPageDown.</translation>
    </message>
    <message>
        <source>The anonymous RAM that each step uses during its load, in GiB. Dots are file pages, which the system can reclaim. While you predict, you can also move the line of your guess in this chart.</source>
        <translation>ذاكرة RAM المجهولة (anonymous) التي تشغلها كل خطوة أثناء تحميلها، بوحدة GiB؛ والنقاط صفحات ملفات قد يستردّها النظام. وأثناء توقّعك يمكن تحريك خط تخمينك هنا أيضًا.</translation>
    </message>
    <message>
        <source>The step as lines of Python. The script gpt.py creates the files that these lines read.</source>
        <translation>ما تفعله الخطوة، بأسطر من Python. والملفات التي تقرؤها هذه الأسطر يكتبها gpt.py.</translation>
    </message>
    <message>
        <source>Saves gpt.py to a location that you choose. The Python lines of most steps import the model from this script.</source>
        <translation>يكتب gpt.py حيث تختار. وأسطر معظم الخطوات تستورد النموذج منه.</translation>
    </message>
    <message>
        <source>Starts “stowagectl serve” on the machine and requests the list of its devices. If ssh needs a password, it prompts for the password. Press the button again to disconnect.</source>
        <translation>يشغّل stowagectl serve على الحاسوب ويسأله عن أجهزته؛ وإن احتاج ssh إلى كلمة مرور فإن ssh نفسه يسأل عنها. والضغط مرة أخرى ينهي الاتصال.</translation>
    </message>
    <message>
        <source>The latest report of the machine about its GPUs and RAM. Simulated GPUs use RAM of the machine as their memory.</source>
        <translation>آخر ما أخبر به الحاسوب عن وحدات GPU فيه وذاكرة RAM. وتأخذ وحدات GPU المُحاكاة ذاكرتها من RAM الخاصة به.</translation>
    </message>
    <message>
        <source>The name that you would type after ssh: a host, an alias from ~/.ssh/config, or user@host. Options of ssh are not accepted in this field; write them to ~/.ssh/config.</source>
        <translation>ما تكتبه بعد ssh: مضيف، أو اسم مستعار من ~/.ssh/config، أو user@host. لا تُقبل خيارات ssh هنا؛ مكانها ذلك الملف.</translation>
    </message>
    <message>
        <source>Adds the machine to the list of the Machines panel. To connect the machine, press Connect in that panel.</source>
        <translation>يضع الحاسوب في قائمة لوح «الحواسيب». ولا يتصل إلا عندما تضغط «اتصال» هناك.</translation>
    </message>
    <message>
        <source>Copies the program to the remote machine by ssh, starts it there to check that it runs, and connects. Both machines must be of the same kind. You can cancel during these steps.</source>
        <translation>ينسخ البرنامج عبر ssh، إن كان الحاسوب من نوع هذا الحاسوب، ويشغّله هناك للتأكد من أنه يعمل، ثم يتصل. ويمكن إلغاؤه في الأثناء.</translation>
    </message>
    <message>
        <source>Lists the parent folder. A machine shows only the folders that stowagectl may read on that machine, and no folders above them.</source>
        <translation>يسرد محتويات المجلد الذي يحوي هذا المجلد. يعرض الحاسوب المجلدات التي يجوز لـ stowagectl قراءتها هناك ولا شيء فوقها.</translation>
    </message>
    <message>
        <source>The listed folder of the remote machine. To list another folder, type its path and press Enter. Errors are shown below the list.</source>
        <translation>المجلد المسرودة محتوياته، على الحاسوب الآخر. اكتب مجلدًا آخر واضغط Enter للانتقال إليه؛ وما لا يمكن قراءته يُذكر أسفل القائمة.</translation>
    </message>
    <message>
        <source>The contents of the folder. Hidden files are at the end. Double-click an entry or press Enter to open a folder or a file.</source>
        <translation>ما يحويه المجلد؛ وتأتي الملفات المخفية في الآخر. النقر المزدوج أو Enter يدخل مجلدًا أو يفتح ملفًا.</translation>
    </message>
    <message>
        <source>Opens the selected folder or file. Only the headers of a model are copied; the weights remain on the remote machine.</source>
        <translation>يدخل المجلد المحدد أو يفتح الملف المحدد. ومن النموذج تُنسخ الترويسات فقط؛ وتبقى أوزانه هناك.</translation>
    </message>
    <message>
        <source>One row per GPU. Type sizes with a unit, such as 24GiB or 24GB, and a link in bytes per second. The name of a machine assigns the GPU to that machine of a cluster; without a name, the GPU is in this machine. A cell with an invalid value is marked. Only simulated GPUs can be changed.</source>
        <translation>صف لكل GPU. تُكتب الأحجام بوحدتها، مثل 24GiB أو 24GB، والوصلة بالبايتات في الثانية. وإن كُتب اسم حاسوب كان GPU في ذلك الحاسوب من عنقود حواسيب؛ وبلا اسم يكون في هذا الحاسوب. وتُعلَّم الخلية الخاطئة. ولا يمكن تغيير إلا وحدات GPU المُحاكاة.</translation>
    </message>
    <message>
        <source>The connection between two machines, for transfers from a GPU of one machine to a GPU of the other machine. Type a rate, for example 1.25GB/s, and a latency, for example 200us. An empty cell uses the value of the row “Any two machines”. If that row has no value either, the value is assumed.</source>
        <translation>ما يربط بين حاسوبين، وينتقل عبره ما يُرسَل من GPU في أحدهما إلى GPU في الآخر. يُكتب المعدّل مثل 1.25GB/s، وزمن التأخير مثل 200us. وإفراغ خلية يلغي ما أُعطي لهذا الصف؛ فتكون له عندئذٍ أرقام الصف «أي حاسوبين»، أو أرقام مفترَضة.</translation>
    </message>
    <message>
        <source>Applies these GPUs and links. If a model is open, the change is one edit of the plan, which Undo reverts. The dialog does not close while a cell has an invalid value.</source>
        <translation>يعتمد وحدات GPU والوصلات هذه. وإن كان نموذج مفتوحًا فهذا تعديل واحد للخطة، يلغيه أمر «تراجع». ويبقى مربع الحوار مفتوحًا ما دامت خلية خاطئة.</translation>
    </message>
    <message>
        <source>The path of the model, which must be the same on every machine. You can enter a model other than the open one. The options of the open model (a prefix, renamed keys) then do not apply, and the layers are unknown until the model runs.</source>
        <translation>المسار الذي يقع فيه النموذج، وهو نفسه على كل حاسوب. وطريقة فتح النموذج المفتوح (بادئة، مفاتيح مغيَّرة الأسماء) تسري على مساره وحده، أما طبقات أي نموذج آخر فلا تُعرف قبل تشغيله.</translation>
    </message>
    <message>
        <source>The machine that runs the layers of this stage. Type localhost for this machine, or the ssh name of another machine. One machine can have several stages.</source>
        <translation>الحاسوب الذي يشغّل هذه الطبقات: localhost هو هذا الحاسوب، وتُذكر الحواسيب الأخرى بأسمائها كما يعرفها ssh. ويمكن أن تكون على الحاسوب الواحد عدة مراحل.</translation>
    </message>
    <message>
        <source>Layers are counted from 0. The first stage also runs everything before the layers.</source>
        <translation>تُعدّ الطبقات ابتداءً من 0. وفي المرحلة الأولى أيضًا ما يسبق الطبقات.</translation>
    </message>
    <message>
        <source>The last layer of the stage. The last stage also runs everything after the layers.</source>
        <translation>هذه الطبقة نفسها من ضمن المرحلة. وفي المرحلة الأخيرة أيضًا ما يلي الطبقات.</translation>
    </message>
    <message>
        <source>The address on which the machine listens during the run, for example the address in a faster network. Empty: the address of the ssh connection to the machine.</source>
        <translation>العنوان الذي يستمع عليه الحاسوب طوال التشغيل، مثل عنوانه في شبكة أسرع. إن تُرك فارغًا: العنوان الذي وصل عبره ssh إلى الحاسوب.</translation>
    </message>
    <message>
        <source>Removes this stage. Its layers then have no stage until you assign them to another stage.</source>
        <translation>يزيل هذه المرحلة. ولا تكون طبقاتها بعد ذلك في أي مرحلة، إلى أن تُعطى لمرحلة أخرى.</translation>
    </message>
    <message>
        <source>Adds a stage at the end. The new stage begins with the next layer.</source>
        <translation>مرحلة أخرى في النهاية، تبدأ بالطبقة التالية.</translation>
    </message>
    <message>
        <source>Distributes the layers evenly among the stages, in the order of the layers. The numbers of layers per stage differ by at most one.</source>
        <translation>يوزع الطبقات بالتساوي على المراحل بترتيبها الحالي؛ وقد تزيد بعض المراحل على غيرها بطبقة واحدة.</translation>
    </message>
    <message>
        <source>The prompt: token IDs, or a text if the tokenizer is in the folder of the model on the machines.</source>
        <translation>ما يكمل النموذج انطلاقًا منه: رموز مكتوبة بأرقامها، أو كلمات إن كانت أداة ترميز النموذج بجانبه على الحواسيب.</translation>
    </message>
    <message>
        <source>The number of tokens to generate after the prompt. The model always chooses the most likely token.</source>
        <translation>عدد الرموز التي تتبع المطالبة، ويؤخذ في كل مرة الرمز الأكثر احتمالًا.</translation>
    </message>
    <message>
        <source>The tokens generated after the prompt. A run in a single process generates the same tokens.</source>
        <translation>ما تبع المطالبة، كما كانت ستعطيه عملية واحدة.</translation>
    </message>
    <message>
        <source>One row per stage: the weights that the stage loaded, the times that it spent on loading, computing and waiting for other stages, and the data that it sent. The clock of the stage was compared with the clock of this machine; the largest possible difference is shown.</source>
        <translation>صف لكل مرحلة: الأوزان التي حمّلتها، وكم استغرقت في التحميل وفي الحساب وفي انتظار المراحل الأخرى، وما أرسلته إليها. وقد قورنت ساعتها بساعة هذا الحاسوب، ولا يتجاوز الخطأ فيها القيمة المذكورة.</translation>
    </message>
    <message>
        <source>The time ranges in which each stage computed, from the start of the first stage to the end of the last stage. In a gap, the stage did not compute, for example because it waited for another stage.</source>
        <translation>متى حسبت كل مرحلة، من بداية الأولى إلى نهاية الأخيرة. وفي الفجوات لم تكن تحسب، كأن تكون في انتظار مرحلة أخرى.</translation>
    </message>
    <message>
        <source>Starts a stowagectl process for each stage, which loads the layers of the stage. The run starts when all stages are loaded. At the end, all memory is freed.</source>
        <translation>يشغّل لكل مرحلة برنامج stowagectl يحمّل طبقاتها؛ وتعمل المراحل بعد أن تنتهي كلها من التحميل، وتعيد كل شيء في النهاية.</translation>
    </message>
    <message>
        <source>Stops the run on all machines. The results of the stopped run are not kept.</source>
        <translation>ينهي التشغيل على كل الحواسيب. ولا يُحفظ منه شيء.</translation>
    </message>
    <message>
        <source>Closes the window. A run in progress is first stopped on all machines.</source>
        <translation>يغلق النافذة. ويُنهى التشغيل الجاري أولًا على كل الحواسيب.</translation>
    </message>
    <message>
        <source>Runs one model in several processes, each with some layers of the model, on this machine and on other machines that can be reached by ssh.</source>
        <translation>يشغّل نموذجًا واحدًا في عدة عمليات، في كل منها بعض طبقاته، على هذا الحاسوب وعلى حواسيب أخرى يصل إليها ssh.</translation>
    </message>
    <message>
        <source>Sends each remote machine the layers that it runs, by ssh. The copies are deleted when the run ends.</source>
        <translation>يرسل إلى كل حاسوب آخر حصته من النموذج الموجود هنا عبر ssh. وتُزال من هناك عند انتهاء التشغيل.</translation>
    </message>
    <message>
        <source>Opens the listed folder as one model, for a checkpoint with several files or an adapter. The selection in the list is ignored.</source>
        <translation>لنقطة حفظ من عدة ملفات، أو لمحوِّل (adapter): المجلد المسرودة محتوياته، لا المجلد المحدد، هو الذي يُفتح بوصفه نقطة الحفظ أو المحوِّل.</translation>
    </message>
    <message>
        <source>Each image adds tokens to the prompt. The vision tower of the model processes each image once and needs memory for attention scores.</source>
        <translation>تضيف كل صورة رموزًا إلى المطالبة وتمر مرة واحدة عبر برج الصور في النموذج، الذي يحتاج عندئذ إلى مساحة لدرجات الانتباه الخاصة به.</translation>
    </message>
    <message>
        <source>The RAM of each stage&apos;s process and the memory of its GPUs during the run, sampled once per second: the current value and the maximum so far. The GPU values show the memory reserved by PyTorch&apos;s allocator.</source>
        <translation>‏RAM عملية كل مرحلة ووحدات GPU الخاصة بها في أثناء عملها، بعيّنة كل ثانية: المشغول الآن، وأعلى ما شوهد. وفي GPU هو ما يشغله مخصِّص PyTorch.</translation>
    </message>
    <message>
        <source>Shows the export even though it is undetermined whether the plan fits with this engine. The sentence above explains which information is missing.</source>
        <translation>يعرض تصدير خطة لا يُعرف هل تتسع تحت هذا المحرك. تذكر الجملة أعلاه ما ينقص.</translation>
    </message>
    <message>
        <source>vLLM runs a pass with this number of tokens before it starts to serve, so the number determines the memory for activations. Empty: the default of vLLM for the card.</source>
        <translation>يشغّل vLLM هذا العدد من الرموز قبل أن يخدم، فهو يحدد حجم التنشيطات. فارغ: قيمته للبطاقة.</translation>
    </message>
    <message>
        <source>vLLM always reserves this fraction of the memory of each GPU; keys and values use what weights and activations leave free. In SGLang, the fraction covers only weights, keys and values. Empty: 0.92 for vLLM, or the value that SGLang chooses.</source>
        <translation>يأخذ vLLM هذه الحصة من كل بطاقة مهما احتاج: ما تتركه الأوزان والتنشيطات منها للمفاتيح والقيم. أما SGLang فيعطيها للأوزان والمفاتيح والقيم وحدها. فارغ: 0.92، أو اختيار SGLang.</translation>
    </message>
    <message>
        <source>Lets you choose the folder in which new model files are created. Existing model files remain in their folder, and are deleted together with the new files.</source>
        <translation>يختار المجلد الذي تُنشأ فيه ملفات النموذج من الآن. تبقى الملفات الموجودة، وتُحذف مع غيرها.</translation>
    </message>
    <message>
        <source>Creates new model files in the default folder again.</source>
        <translation>ينشئ ملفات النموذج في المجلد المعتاد من جديد.</translation>
    </message>
    <message>
        <source>Shows the causes of the peaks without an answer to the question.</source>
        <translation>يعرض ما صنع الذروات، دون إجابة.</translation>
    </message>
    <message>
        <source>The folders of the remote machine from which models can be opened. Without folders, it is the home folder there. The folders apply to the next connection.</source>
        <translation>مجلدات الجهاز البعيد التي يمكن فتح النماذج منها. إن لم تُذكر مجلدات فهو المجلد الرئيسي هناك. تسري مع الاتصال التالي.</translation>
    </message>
    <message>
        <source>The check before the load has refused the load. This button loads the model nevertheless; the load fails if memory runs out.</source>
        <translation>رفض الفحص قبل التحميل هذا التحميل. يحمّل هذا الزر النموذج على أي حال؛ ويفشل التحميل إذا نفدت الذاكرة.</translation>
    </message>
</context>
<context>
    <name>WhyPanel</name>
    <message>
        <source>Select a module to see why it is on its device.</source>
        <translation>حدّد وحدة لترى لماذا تقع حيث تقع.</translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation>النموذج كله</translation>
    </message>
    <message>
        <source>no weights</source>
        <translation>بلا أوزان</translation>
    </message>
    <message>
        <source>Placed by the strategy “optimal”, which places the whole model at once. %1</source>
        <translation>وضعته optimal، للنموذج كله دفعة واحدة. %1</translation>
    </message>
    <message>
        <source>Before that</source>
        <translation>قبل ذلك</translation>
    </message>
    <message>
        <source>You</source>
        <translation>أنت</translation>
    </message>
    <message>
        <source>This module shares its weights with %1; the shared weights are counted once.</source>
        <translation>يشترك في أوزانه مع %1؛ وتُحسب مرة واحدة.</translation>
    </message>
    <message>
        <source>No-split classes</source>
        <translation>أصناف لا تُقسَّم</translation>
    </message>
    <message>
        <source>Show the difference</source>
        <translation>عرض الفرق</translation>
    </message>
    <message>
        <source>Allow splitting %1</source>
        <translation>السماح بتقسيم %1</translation>
    </message>
    <message>
        <source>the plan that may split %1</source>
        <translation>الخطة التي يجوز فيها تقسيم %1</translation>
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
        <translation>LibTorch: لا يوجد؛ هذه النسخة لا تستطيع التحميل</translation>
    </message>
    <message>
        <source>LibTorch %1</source>
        <translation>LibTorch %1</translation>
    </message>
    <message>
        <source>Qt %1, built with Qt %2</source>
        <translation>Qt %1، بُني مع %2</translation>
    </message>
    <message>
        <source>Follows the rules of Accelerate %1 and transformers %2</source>
        <translation>قواعد Accelerate %1 وtransformers %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1، %2</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1 (%2): %3</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>Libraries and their licences</source>
        <translation>المكتبات وتراخيصها</translation>
    </message>
    <message>
        <source>About Stowage</source>
        <translation>حول Stowage</translation>
    </message>
    <message>
        <source>Stowage plans on which device each module of a neural network is placed, loads the weights, and shows the actual memory use.

Free software under the GNU General Public License, version 3 or later.</source>
        <translation>يخطط أين توضع أوزان شبكة عصبية، ويحمّلها، ويُظهر ما تفعله الذاكرة حقًا.

برنامج حر بموجب رخصة GNU العمومية العامة، الإصدار 3 أو ما بعده.</translation>
    </message>
    <message>
        <source>Versions, devices, libraries and their licences</source>
        <translation>الإصدارات والأجهزة والمكتبات وتراخيصها</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Copy versions, devices and libraries as text, for a bug report</source>
        <translation>نسخ الإصدارات والأجهزة والمكتبات كنص، لتقرير عن خلل</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1 (مُحاكى)</translation>
    </message>
</context>
<context>
    <name>stowage::AccuracyDialog</name>
    <message>
        <source>No stored load or run has both a prediction and a measurement. To get predicted times, run stowagectl devices --measure on this machine.</source>
        <translation>لا يوجد تحميل أو تشغيل محفوظ له توقّع وقياس لهذا التوقّع معًا. تُتوقَّع الأزمنة بعد أن يقيس stowagectl devices --measure هذا الحاسوب.</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>السجل المحفوظ</translation>
    </message>
    <message>
        <source>A warning icon marks a record whose error is outside the range stated above the table</source>
        <translation>يُعلَّم حيث يقع خارج النطاق المذكور</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>المتوقَّع</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>المَقيس</translation>
    </message>
    <message>
        <source>The value is simulated if the GPUs are simulated</source>
        <translation>في وحدات GPU المُحاكاة: مُحاكى</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>نسبة الخطأ</translation>
    </message>
    <message>
        <source>Measured minus predicted, divided by predicted</source>
        <translation>المَقيس ناقص المتوقَّع، نسبةً إلى المتوقَّع</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>التكرارات</translation>
    </message>
    <message>
        <source>Number of records with the same model, device map and load method, including this record</source>
        <translation>السجلات المحفوظة للنموذج والخريطة والطريقة نفسها، وهذا من بينها</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>الوسيط</translation>
    </message>
    <message>
        <source>Median of the repeated measurements</source>
        <translation>لما قاسته التكرارات</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>التشتّت</translation>
    </message>
    <message>
        <source>Highest minus lowest repeated measurement, divided by the median</source>
        <translation>أعلى التكرارات ناقص أدناها، نسبةً إلى وسيطها</translation>
    </message>
    <message>
        <source>Chart of measured against predicted values</source>
        <translation>المَقيس مقابل المتوقَّع</translation>
    </message>
    <message>
        <source>Predicted and measured</source>
        <translation>المتوقَّع والمَقيس</translation>
    </message>
    <message>
        <source>Predicted and Measured</source>
        <translation>المتوقَّع والمَقيس</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Records outside the stated range of ±%1 %: %2 of %3</source>
        <translation>خارج النطاق المذكور ±%1%: %2 من %3</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 أخرى</translation>
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
        <translation>ثوانٍ</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>رمز في الثانية</translation>
    </message>
    <message>
        <source>Predicted, %1</source>
        <translation>المتوقَّع، %1</translation>
    </message>
    <message>
        <source>Measured, %1</source>
        <translation>المَقيس، %1</translation>
    </message>
    <message>
        <source>%1 records, of which %2 are outside the stated range. The table shows the figures.</source>
        <translation>%1 من السجلات المحفوظة، منها %2 خارج النطاق المذكور؛ وأرقامها في الجدول</translation>
    </message>
    <message>
        <source>Predicted %1, measured %2, error %3, outside the stated range</source>
        <translation>المتوقَّع %1، المَقيس %2، نسبة الخطأ %3، خارج النطاق المذكور</translation>
    </message>
    <message>
        <source>Predicted %1, measured %2, error %3</source>
        <translation>المتوقَّع %1، المَقيس %2، نسبة الخطأ %3</translation>
    </message>
</context>
<context>
    <name>stowage::AnswersView</name>
    <message>
        <source>%1 short on %2</source>
        <translation>ينقص %1 على %2</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>الذاكرة لا تكفي</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>الذاكرة تكفي</translation>
    </message>
    <message>
        <source>fits with offload</source>
        <translation>الذاكرة تكفي مع التفريغ (offload)</translation>
    </message>
    <message>
        <source>%1, %2 tokens/s</source>
        <translation>%1، %2 رمز/ث</translation>
    </message>
    <message>
        <source>Largest workload that fits</source>
        <translation>أقصى ما تتسع له الذاكرة هنا</translation>
    </message>
    <message>
        <source>Searching for the largest workload that fits, and for possible changes…</source>
        <translation>يجري البحث عن أقصى ما تتسع له الذاكرة، وعمّا سيتغيّر…</translation>
    </message>
    <message>
        <source>none fits</source>
        <translation>لا تكفي لأي قيمة</translation>
    </message>
    <message>
        <source>any</source>
        <translation>أي قيمة</translation>
    </message>
    <message>
        <source>use</source>
        <translation>استخدام</translation>
    </message>
    <message>
        <source>context of 1 sequence</source>
        <translation>سياق تسلسل واحد</translation>
    </message>
    <message>
        <source>context of %1 sequences</source>
        <translation>سياق %1 من التسلسلات</translation>
    </message>
    <message>
        <source>%1 (but not %2)</source>
        <translation>%1 (ما عدا %2)</translation>
    </message>
    <message>
        <source>sequences of %1 tokens at once</source>
        <translation>تسلسلات من %1 من الرموز معًا</translation>
    </message>
    <message>
        <source>sequences with prompts processed one by one</source>
        <translation>نفسها، والمطالبات واحدة بعد أخرى</translation>
    </message>
    <message>
        <source>Possible changes</source>
        <translation>ما الذي سيتغيّر</translation>
    </message>
    <message>
        <source>Changes that make the workload fit</source>
        <translation>ما الذي سيجعل الذاكرة تكفي</translation>
    </message>
    <message>
        <source>try</source>
        <translation>تجربة</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>تجربة %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 رمز</translation>
    </message>
    <message>
        <source>%1 (the model is designed for %2 positions)</source>
        <translation>%1 (أُنشئ النموذج لـ %2 من المواضع)</translation>
    </message>
    <message>
        <source>%1; %2 tokens fit in memory</source>
        <translation>%1، والذاكرة تتسع لـ %2</translation>
    </message>
    <message>
        <source>undetermined</source>
        <translation>غير محدد</translation>
    </message>
</context>
<context>
    <name>stowage::AppearanceMenus</name>
    <message>
        <source>Theme</source>
        <translation>السمة</translation>
    </message>
    <message>
        <source>System</source>
        <translation>النظام</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>فاتحة</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>داكنة</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>تباين عالٍ</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>اللغة</translation>
    </message>
    <message>
        <source>Text Size</source>
        <translation>حجم النص</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>أصغر</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>افتراضي</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>أكبر</translation>
    </message>
</context>
<context>
    <name>stowage::AuditModel</name>
    <message>
        <source>%1, from %2</source>
        <translation>%1، من %2</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>متساوٍ</translation>
    </message>
    <message>
        <source>differs at byte %1</source>
        <translation>يختلف عند البايت %1</translation>
    </message>
    <message>
        <source>%1 (tied to %2)</source>
        <translation>%1 (مربوط بـ %2)</translation>
    </message>
    <message>
        <source>Every byte, the dtype, the shape and the device match</source>
        <translation>كل البايتات وdtype والشكل والجهاز</translation>
    </message>
    <message>
        <source>SHA-256 %1</source>
        <translation>SHA-256 %1</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>الموتر (tensor)</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>المخطَّط</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>الموجود</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>الشكل</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>الحجم</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>النتيجة</translation>
    </message>
</context>
<context>
    <name>stowage::AuditPanel</name>
    <message>
        <source>Copy as CSV</source>
        <translation>نسخ بصيغة CSV</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>التدقيق</translation>
    </message>
    <message>
        <source>Show only tensors whose name contains this text</source>
        <translation>عرض الموترات التي يتضمن اسمها</translation>
    </message>
    <message>
        <source>Name contains…</source>
        <translation>الاسم يتضمن…</translation>
    </message>
    <message>
        <source>Copy the displayed rows as CSV</source>
        <translation>نسخ الصفوف المعروضة بصيغة CSV</translation>
    </message>
    <message>
        <source>Copy the displayed rows, in the displayed order, as comma-separated values</source>
        <translation>نسخ الصفوف المعروضة، بترتيبها، كقيم مفصولة بفواصل</translation>
    </message>
    <message>
        <source>Verification results by tensor</source>
        <translation>ما وجده التحقق، موترًا موترًا</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>الكل %1</translation>
    </message>
    <message>
        <source>Differing %1</source>
        <translation>المختلف %1</translation>
    </message>
    <message>
        <source>The last load ended before any tensor could be verified.</source>
        <translation>انتهى آخر تحميل قبل أن يمكن التحقق من أي شيء.</translation>
    </message>
    <message>
        <source>No load has been verified. Turn on “Verify after loading” in the Load menu: every byte, dtype and device is then compared with the file and the plan, tensor by tensor.</source>
        <translation>لم يجرِ التحقق من شيء. فعّل التحقق من عمليات التحميل (القائمة «تحميل»، «التحقق بعد التحميل»): عندئذٍ يُقارَن كل بايت وdtype وجهاز بالملف والخطة، موترًا موترًا.</translation>
    </message>
    <message>
        <source>The last load was not verified</source>
        <translation>لم يجرِ التحقق من آخر تحميل</translation>
    </message>
    <message>
        <source>Verified: all %1 tensors match the file and the plan; %2 of data compared, measured</source>
        <translation>جرى التحقق: كل الموترات (%1) كما يذكر الملف والخطة؛ قورن %2، مَقيسًا</translation>
    </message>
    <message>
        <source>%1 of %2 tensors differ from the file or the plan; %3 of data compared, measured</source>
        <translation>%1 من %2 من الموترات تختلف عن الملف أو الخطة؛ قورن %3، مَقيسًا</translation>
    </message>
</context>
<context>
    <name>stowage::BoardFeature</name>
    <message>
        <source>Select All Blocks</source>
        <translation>تحديد كل الكتل</translation>
    </message>
    <message>
        <source>Block Height</source>
        <translation>ارتفاع الكتل</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>خطي</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>لوغاريتمي</translation>
    </message>
</context>
<context>
    <name>stowage::BoardLaneHead</name>
    <message>
        <source>Maximum bytes of weights on this device, for example 10GiB, 10GB, 800MB or a number of bytes. To set the limits of all devices, enter them in the format of Accelerate&apos;s max_memory.</source>
        <translation>بايتات الأوزان التي يجوز أن تقع هناك: 10GiB أو 10GB أو 800MB أو عدد بايتات؛ أو كل الحدود دفعة واحدة، كما في max_memory</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>الحد</translation>
    </message>
    <message>
        <source>Other programs (measured): %1</source>
        <translation>برامج أخرى (مَقيس): %1</translation>
    </message>
    <message>
        <source>Double click or right click to change the device</source>
        <translation>انقر نقرًا مزدوجًا أو بالزر الأيمن لتغييره</translation>
    </message>
</context>
<context>
    <name>stowage::BoardOverview</name>
    <message>
        <source>All devices</source>
        <translation>كل الأجهزة</translation>
    </message>
</context>
<context>
    <name>stowage::BoardStrip</name>
    <message>
        <source>Linear</source>
        <translation>خطي</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>لوغاريتمي</translation>
    </message>
    <message>
        <source>Block heights in proportion to bytes</source>
        <translation>ارتفاع الكتل متناسب مع البايتات</translation>
    </message>
    <message>
        <source>Block heights by the logarithm of bytes</source>
        <translation>ارتفاع الكتل بحسب لوغاريتم البايتات</translation>
    </message>
    <message>
        <source>other programs</source>
        <translation>برامج أخرى</translation>
    </message>
    <message>
        <source>context</source>
        <translation>سياق CUDA</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>free</source>
        <translation>حرّة</translation>
    </message>
    <message>
        <source>over</source>
        <translation>متجاوز</translation>
    </message>
    <message>
        <source>would move</source>
        <translation>سيُنقل</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>منقول</translation>
    </message>
    <message>
        <source>would be added</source>
        <translation>سيُضاف</translation>
    </message>
    <message>
        <source>would leave</source>
        <translation>سيغادر</translation>
    </message>
</context>
<context>
    <name>stowage::BoardView</name>
    <message>
        <source>other programs</source>
        <translation>برامج أخرى</translation>
    </message>
    <message>
        <source>context</source>
        <translation>سياق CUDA</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>over</source>
        <translation>متجاوز</translation>
    </message>
    <message>
        <source>would be added</source>
        <translation>سيُضاف</translation>
    </message>
    <message>
        <source>would leave</source>
        <translation>سيغادر</translation>
    </message>
    <message>
        <source>reserved, but not used by weights</source>
        <translation>محجوز فوق الأوزان</translation>
    </message>
    <message>
        <source>free</source>
        <translation>حرّة</translation>
    </message>
    <message>
        <source>Its bar: %1</source>
        <translation>شريطه: %1</translation>
    </message>
    <message>
        <source>Limit %1</source>
        <translation>الحد %1</translation>
    </message>
    <message>
        <source>Select all blocks of the lane</source>
        <translation>تحديد كل كتله</translation>
    </message>
    <message>
        <source>Select or deselect</source>
        <translation>تحديد أو استبعاد</translation>
    </message>
    <message>
        <source>Hide parts</source>
        <translation>إخفاء أجزائها</translation>
    </message>
    <message>
        <source>Show parts</source>
        <translation>إظهار أجزائها</translation>
    </message>
    <message>
        <source>Move to %1</source>
        <translation>نقل إلى %1</translation>
    </message>
    <message>
        <source>Pin to current device</source>
        <translation>تثبيت في موضعها</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>إزالة التثبيت</translation>
    </message>
    <message>
        <source>%1 % loaded</source>
        <translation>حُمِّل %1%</translation>
    </message>
    <message>
        <source>Move to</source>
        <translation>نقل إلى</translation>
    </message>
    <message>
        <source>Pin to current device	P</source>
        <translation>تثبيت في موضعها	P</translation>
    </message>
    <message>
        <source>Unpin	U</source>
        <translation>إزالة التثبيت	U</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>بسط</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>طيّ الكل</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>اللوحة</translation>
    </message>
    <message>
        <source>No model is open</source>
        <translation>لا يوجد نموذج مفتوح</translation>
    </message>
    <message>
        <source>%1 lanes, %2 blocks</source>
        <translation>%1 من المسارات، %2 من الكتل</translation>
    </message>
    <message>
        <source>No model is open. Use Open…, or drop a file or folder here.</source>
        <translation>لا يوجد نموذج مفتوح. استخدم «فتح…»، أو أفلت ملفًا أو مجلدًا هنا.</translation>
    </message>
    <message>
        <source>Would have no device</source>
        <translation>ستكون بلا جهاز</translation>
    </message>
    <message>
        <source>Had no device before</source>
        <translation>لم يكن لها جهاز من قبل</translation>
    </message>
    <message>
        <source>Would move to %1</source>
        <translation>ستذهب إلى %1</translation>
    </message>
    <message>
        <source>Moved from %1</source>
        <translation>جاءت من %1</translation>
    </message>
    <message>
        <source>Loaded on %1, according to another plan</source>
        <translation>محمَّلة على %1، حيث تضعها خطة أخرى</translation>
    </message>
    <message>
        <source>The device map puts this module on %1, which does not exist</source>
        <translation>تضعها الخريطة على %1، وهو غير موجود</translation>
    </message>
    <message>
        <source>Runs on %1, except for submodules with an offload rule of their own</source>
        <translation>تعمل على %1، ما عدا الوحدات الفرعية التي لها قاعدة تفريغ (offload) خاصة بها</translation>
    </message>
    <message>
        <source>Runs on %1; the weights are copied for each token</source>
        <translation>تعمل على %1: تُنسخ إليه لكل رمز</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>مثبَّتة</translation>
    </message>
    <message>
        <source>Moved by hand</source>
        <translation>منقولة يدويًا</translation>
    </message>
    <message>
        <source>Double click or press Space to show the submodules</source>
        <translation>النقر المزدوج أو Space يُظهر أجزاءها</translation>
    </message>
</context>
<context>
    <name>stowage::BoundBar</name>
    <message>
        <source>The estimated value of this plan is %1. No plan can have a better value than %2, which the line marks.</source>
        <translation>هذه الخطة: %1، مقدَّر. الخط: %2، ولا يمكن لأي خطة أن تتفوق عليه.</translation>
    </message>
    <message>
        <source>Value of this plan and limit for all plans</source>
        <translation>القيمة والحد النظري</translation>
    </message>
</context>
<context>
    <name>stowage::BudgetTable</name>
    <message>
        <source>Add a simulated GPU</source>
        <translation>إضافة GPU مُحاكى</translation>
    </message>
    <message>
        <source>+ GPU</source>
        <translation>+ GPU</translation>
    </message>
    <message>
        <source>Add a simulated GPU like the last one; click the arrow to choose a card</source>
        <translation>إضافة GPU مُحاكى مثل الأخير؛ وبنقر السهم تُختار بطاقة</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>السعة</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>برامج أخرى</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>السياق</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>الوصلة</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>الحد</translation>
    </message>
    <message>
        <source>Not used by the plan</source>
        <translation>غير مستخدَم: تتركه الخطة جانبًا</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>بلا حد</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>%1 (default)</source>
        <translation>%1 (افتراضي)</translation>
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
        <translation>السعة</translation>
    </message>
    <message>
        <source>Check whether the plan can run the workload, and how fast (F8)</source>
        <translation>هل تتحمل الخطة عملها، وكم سرعتها (F8)</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityPage</name>
    <message>
        <source>Estimated, with enough memory: first token after %1</source>
        <translation>تقدير، بذاكرة كافية: الرمز الأول بعد %1</translation>
    </message>
    <message>
        <source>Estimated: first token after %1</source>
        <translation>تقدير: الرمز الأول بعد %1</translation>
    </message>
    <message>
        <source>No model is open. Open a model to see how much memory its workload needs on each device, how fast the model runs, and the longest context and the largest batch that fit.</source>
        <translation>لا يوجد نموذج مفتوح. سيظهر هنا ما يأخذه عمله من كل جهاز، وكم سرعته، وأقصى ما تتسع له الذاكرة.</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>السعة</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>حمل العمل</translation>
    </message>
    <message>
        <source>Devices…</source>
        <translation>الأجهزة…</translation>
    </message>
    <message>
        <source>The estimate is being calculated</source>
        <translation>يجري حساب التقدير</translation>
    </message>
    <message>
        <source>Sweep, ways to run, time by layer, another program&apos;s log</source>
        <translation>عمليات المسح والأساليب والأزمنة والسجلات</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>المسح</translation>
    </message>
    <message>
        <source>Ways to run</source>
        <translation>أساليب التشغيل</translation>
    </message>
    <message>
        <source>Time by layer</source>
        <translation>الزمن لكل طبقة</translation>
    </message>
    <message>
        <source>Another program&apos;s log</source>
        <translation>سجل برنامج آخر</translation>
    </message>
    <message>
        <source>Estimating…</source>
        <translation>يجري التقدير…</translation>
    </message>
    <message>
        <source>Engine: %1. All figures are estimated.</source>
        <translation>المحرك: %1. كل الأرقام مقدَّرة.</translation>
    </message>
    <message>
        <source>%1, then %2 tokens per second</source>
        <translation>%1، ثم %2 رمز في الثانية</translation>
    </message>
    <message>
        <source>%1, %2 tokens per second for each sequence</source>
        <translation>%1، %2 لكل تسلسل</translation>
    </message>
    <message>
        <source>%1; limited by %2 speed.</source>
        <translation>%1؛ تحدّه سرعة %2.</translation>
    </message>
    <message>
        <source>Hardware rates: %1.</source>
        <translation>معدلات العتاد: %1.</translation>
    </message>
    <message>
        <source>%1 (range %2 to %3)</source>
        <translation>%1 (من %2 إلى %3)</translation>
    </message>
</context>
<context>
    <name>stowage::ChainController</name>
    <message>
        <source>%1 describes a model without its weights, so there is nothing to run.</source>
        <translation>%1 يصف نموذجًا بلا أوزانه، لذا لا يوجد ما يُشغَّل.</translation>
    </message>
    <message>
        <source>Nothing was loaded.</source>
        <translation>لم يُحمَّل شيء.</translation>
    </message>
    <message>
        <source>%1 is not available: choose another device under “Offloaded layers on”.</source>
        <translation>%1 غير متاح: اختر جهازًا آخر في «تعمل المفرَّغة على».</translation>
    </message>
    <message>
        <source>A load or run is in progress: wait until it ends, or cancel it first.</source>
        <translation>يجري تحميل أو تشغيل: انتظر نهايته، أو ألغِه أولًا.</translation>
    </message>
</context>
<context>
    <name>stowage::ChainDialog</name>
    <message>
        <source>Progress of the chain</source>
        <translation>مدى تقدّم السلسلة</translation>
    </message>
    <message>
        <source>Run as a Chain</source>
        <translation>التشغيل كسلسلة</translation>
    </message>
    <message>
        <source>Models in the order in which they run</source>
        <translation>النماذج بترتيبها</translation>
    </message>
    <message>
        <source>models in order, such as a,b*50,c</source>
        <translation>النماذج بترتيبها، مثل a,b*50,c</translation>
    </message>
    <message>
        <source>Files or folders separated by commas. b*50 calls the model b 50 times; the model remains on its device between the calls.</source>
        <translation>ملفات أو مجلدات تفصل بينها فواصل (,)؛ b*50 تستدعي b خمسين مرة، ويبقى خلالها على جهازه</translation>
    </message>
    <message>
        <source>Add a File…</source>
        <translation>إضافة ملف…</translation>
    </message>
    <message>
        <source>Add a Folder…</source>
        <translation>إضافة مجلد…</translation>
    </message>
    <message>
        <source>Pass tokens on</source>
        <translation>تمرير الرموز</translation>
    </message>
    <message>
        <source>Each model that accepts tokens receives the tokens of the previous model, including the generated tokens</source>
        <translation>يتلقى كل نموذج رموز النموذج السابق والرموز التي تلتها، حيث يقبلها</translation>
    </message>
    <message>
        <source>Results of each model</source>
        <translation>حصيلة كل نموذج</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>عدد المرات</translation>
    </message>
    <message>
        <source>Moved to</source>
        <translation>المنقول إليه</translation>
    </message>
    <message>
        <source>In</source>
        <translation>خلال</translation>
    </message>
    <message>
        <source>Ran in</source>
        <translation>زمن التشغيل</translation>
    </message>
    <message>
        <source>Peak there</source>
        <translation>الذروة هناك</translation>
    </message>
    <message>
        <source>Held after</source>
        <translation>المحتفَظ به بعده</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>الرموز (tokens)</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>التفريغ (offload)</translation>
    </message>
    <message>
        <source>Move the model from the GPU back to the CPU</source>
        <translation>إعادة النموذج الواقع على GPU إلى CPU</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>إيقاف مؤقت</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>تشغيل</translation>
    </message>
    <message>
        <source>From the Run panel: prompt tokens %1, tokens to generate %2.</source>
        <translation>كما في حقول لوح التشغيل: رموز المطالبة: %1، الرموز المطلوب توليدها: %2.</translation>
    </message>
    <message>
        <source>Enter the models in order, such as a,b*50,c.</source>
        <translation>سمِّ النماذج بترتيبها، مثل a,b*50,c.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>استئناف</translation>
    </message>
    <message>
        <source>%1 is on %2 and uses %3 of memory. Press “Offload” to move the model back to the CPU.</source>
        <translation>%1 على %2 وحجمه %3: يعيده التفريغ (offload) إلى CPU.</translation>
    </message>
    <message>
        <source>No model of the chain remains on %1: the models are in RAM.</source>
        <translation>لم يبقَ من السلسلة شيء على %1: نماذجها في RAM.</translation>
    </message>
    <message>
        <source>The models of the chain ran on the CPU and are in RAM.</source>
        <translation>شُغِّلت نماذج السلسلة على CPU وهي في RAM.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1، %2</translation>
    </message>
    <message>
        <source>none (encoder)</source>
        <translation>مرمِّز: لا يوجد</translation>
    </message>
    <message>
        <source>Moving the weights back to the CPU…</source>
        <translation>تجري إعادة الأوزان إلى CPU…</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>يجري الإلغاء…</translation>
    </message>
    <message>
        <source>Loading %1: %2 of %3</source>
        <translation>تحميل %1: %2 من %3</translation>
    </message>
    <message>
        <source>Running %1: %2 of %3 calls done</source>
        <translation>تشغيل %1: اكتمل %2 من %3 من الاستدعاءات</translation>
    </message>
    <message>
        <source>Reading the models&apos; headers…</source>
        <translation>تجري قراءة ترويسات النماذج…</translation>
    </message>
    <message>
        <source>Paused. %1</source>
        <translation>متوقف مؤقتًا. %1</translation>
    </message>
</context>
<context>
    <name>stowage::ChartPlot</name>
    <message>
        <source>%1, %2</source>
        <translation>%1، %2</translation>
    </message>
    <message>
        <source>anonymous</source>
        <translation>مجهولة</translation>
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
        <translation>لا منحنى مرسوم</translation>
    </message>
    <message>
        <source>Values at the end, in %1: %2</source>
        <translation>في النهاية، بوحدة %1: %2</translation>
    </message>
    <message>
        <source>Last phase: %1</source>
        <translation>آخر مرحلة: %1</translation>
    </message>
    <message>
        <source>Visible range: %1 to %2</source>
        <translation>المعروض من %1 إلى %2</translation>
    </message>
    <message>
        <source>%1, cancelled</source>
        <translation>%1، أُلغي</translation>
    </message>
    <message>
        <source>%1, failed</source>
        <translation>%1، فشل</translation>
    </message>
    <message>
        <source>now</source>
        <translation>الآن</translation>
    </message>
    <message>
        <source>%1, above</source>
        <translation>%1، فوق المخطط</translation>
    </message>
    <message>
        <source>%1 reserved %2</source>
        <translation>%1، المحجوز %2</translation>
    </message>
    <message>
        <source>%1 allocated %2</source>
        <translation>%1، المخصَّص %2</translation>
    </message>
    <message>
        <source>%1 anonymous</source>
        <translation>%1، المجهولة (anonymous)</translation>
    </message>
    <message>
        <source>predicted allocated %1</source>
        <translation>المخصَّص المتوقَّع %1</translation>
    </message>
    <message>
        <source>predicted reserved %1</source>
        <translation>المحجوز المتوقَّع %1</translation>
    </message>
    <message>
        <source>predicted anonymous</source>
        <translation>المجهولة (anonymous) المتوقَّعة</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>مُحاكى</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
    </message>
    <message>
        <source>%1, %2 reserved, %3</source>
        <translation>%1، المحجوز على %2، %3</translation>
    </message>
    <message>
        <source>%1, %2 allocated, %3</source>
        <translation>%1، المخصَّص على %2، %3</translation>
    </message>
    <message>
        <source>%1, anonymous memory, measured</source>
        <translation>%1، الذاكرة المجهولة (anonymous)، مَقيسة</translation>
    </message>
    <message>
        <source>%1 allocated, predicted</source>
        <translation>المخصَّص على %1، متوقَّع</translation>
    </message>
    <message>
        <source>%1 reserved, predicted</source>
        <translation>المحجوز على %1، متوقَّع</translation>
    </message>
    <message>
        <source>anonymous memory, predicted</source>
        <translation>الذاكرة المجهولة (anonymous)، متوقَّعة</translation>
    </message>
    <message>
        <source>No values from %1 to %2</source>
        <translation>لا شيء من %1 إلى %2</translation>
    </message>
    <message>
        <source>Value at the end: %1; lowest value: %2; highest value: %3; visible range: %4 to %5</source>
        <translation>في النهاية %1، الأدنى %2، الأعلى %3، من %4 إلى %5</translation>
    </message>
    <message>
        <source>%1, above the visible range</source>
        <translation>%1، فوق النطاق المعروض</translation>
    </message>
    <message>
        <source>Phase: %1</source>
        <translation>المرحلة: %1</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>من %1 إلى %2</translation>
    </message>
</context>
<context>
    <name>stowage::ChipLabel</name>
    <message>
        <source>mixed</source>
        <translation>مختلط</translation>
    </message>
</context>
<context>
    <name>stowage::CompanionMenu</name>
    <message>
        <source>Plan Together With</source>
        <translation>التخطيط مع</translation>
    </message>
    <message>
        <source>LoRA Adapter…</source>
        <translation>محوِّل LoRA (adapter)…</translation>
    </message>
    <message>
        <source>A PEFT or diffusers folder with an adapter that is applied to the open model without merging</source>
        <translation>مجلد من PEFT أو diffusers، يوضع فوق النموذج المفتوح من دون دمج</translation>
    </message>
    <message>
        <source>Model Folder…</source>
        <translation>مجلد نموذج…</translation>
    </message>
    <message>
        <source>Another model on the same devices, for example a draft model or an embedding model</source>
        <translation>نموذج آخر على الأجهزة نفسها: نموذج مسودة، أو نموذج تضمين</translation>
    </message>
    <message>
        <source>Model File…</source>
        <translation>ملف نموذج…</translation>
    </message>
    <message>
        <source>Another model on the same devices, from a file with weights or a config.json</source>
        <translation>نموذج آخر على الأجهزة نفسها: أوزان أو config.json</translation>
    </message>
    <message>
        <source>MTP Layers of the Model</source>
        <translation>طبقات MTP الخاصة به</translation>
    </message>
    <message>
        <source>Layers in the file for multi-token prediction, which are not part of the model itself</source>
        <translation>طبقات لتوقّع عدة رموز، يحويها الملف إلى جانب النموذج</translation>
    </message>
    <message>
        <source>Leave Out Adapter “%1”</source>
        <translation>استبعاد المحوِّل (adapter) «%1»</translation>
    </message>
    <message>
        <source>Leave Out Model “%1”</source>
        <translation>استبعاد النموذج «%1»</translation>
    </message>
    <message>
        <source>LoRA Adapter on %1…</source>
        <translation>محوِّل LoRA (adapter) على %1…</translation>
    </message>
    <message>
        <source>A PEFT or diffusers folder on %1 with an adapter that is applied to the model without merging. An adapter on this machine must first be copied to the other machine.</source>
        <translation>مجلد من PEFT أو diffusers على %1، حيث النموذج، يوضع فوقه من دون دمج؛ وإن كان المحوِّل (adapter) على هذا الحاسوب فانسخه إلى هناك أولًا</translation>
    </message>
    <message>
        <source>Model on %1…</source>
        <translation>نموذج على %1…</translation>
    </message>
    <message>
        <source>Another model on %1 for the same devices, for example a draft model or an embedding model. A model on this machine must first be copied to the other machine.</source>
        <translation>نموذج آخر من %1 على الأجهزة نفسها: نموذج مسودة، أو نموذج تضمين؛ وإن كان النموذج على هذا الحاسوب فانسخه إلى هناك أولًا</translation>
    </message>
</context>
<context>
    <name>stowage::CompareModelsChoice</name>
    <message>
        <source>Choose…</source>
        <translation>اختيار…</translation>
    </message>
    <message>
        <source>A known model</source>
        <translation>نموذج معروف</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>إعادة المحاولة</translation>
    </message>
    <message>
        <source>Choose the model: %1</source>
        <translation>اختيار النموذج: %1</translation>
    </message>
    <message>
        <source>You can also drop a file or folder in this area</source>
        <translation>يمكن أيضًا إفلات ملف أو مجلد هنا</translation>
    </message>
    <message>
        <source>The open model</source>
        <translation>النموذج المفتوح</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>ملف…</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>مجلد…</translation>
    </message>
    <message>
        <source>Model in this column</source>
        <translation>ما يعرضه هذا العمود</translation>
    </message>
    <message>
        <source>No model is chosen: choose a model, or drop a file or folder in this area.</source>
        <translation>لا نموذج بعد: اختر نموذجًا، أو أفلت ملفًا هنا.</translation>
    </message>
    <message>
        <source>Opening %1 …</source>
        <translation>يجري فتح %1 …</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 The tables still show %2.</source>
        <translation>%1 ما زالت الجداول تعرض %2.</translation>
    </message>
</context>
<context>
    <name>stowage::CompareModelsDialog</name>
    <message>
        <source>First model</source>
        <translation>النموذج الأول</translation>
    </message>
    <message>
        <source>Second model</source>
        <translation>النموذج الثاني</translation>
    </message>
    <message>
        <source>Facts side by side</source>
        <translation>الحقائق جنبًا إلى جنب</translation>
    </message>
    <message>
        <source>Bytes by type</source>
        <translation>البايتات بحسب النوع</translation>
    </message>
    <message>
        <source>Parameters by class</source>
        <translation>المُعامِلات بحسب الصنف</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>المختلف فقط</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>نسخ الجدول</translation>
    </message>
    <message>
        <source>Compare models</source>
        <translation>مقارنة النماذج</translation>
    </message>
    <message>
        <source>Choose two models. Each model can be a file, a folder with a config.json, or a known model, which needs no file.</source>
        <translation>اختر نموذجين: ملفًا، أو مجلدًا فيه config.json، أو نموذجًا معروفًا لا يحتاج إلى أي ملف.</translation>
    </message>
    <message>
        <source>Tables of the comparison</source>
        <translation>ما يُقارَن</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>الحقائق</translation>
    </message>
    <message>
        <source>As Markdown</source>
        <translation>بصيغة Markdown</translation>
    </message>
    <message>
        <source>As CSV</source>
        <translation>بصيغة CSV</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
</context>
<context>
    <name>stowage::ComparePanel</name>
    <message>
        <source>Strategies with the plan&apos;s limits, pins and no-split classes</source>
        <translation>الاستراتيجيات تحت حدود الخطة وتثبيتاتها وأصنافها</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>مقارنة مع</translation>
    </message>
    <message>
        <source>Before the last edit</source>
        <translation>قبل التعديل الأخير</translation>
    </message>
    <message>
        <source>A device map…</source>
        <translation>خريطة أجهزة…</translation>
    </message>
    <message>
        <source>calculating…</source>
        <translation>يجري الحساب…</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>مستخدَمة</translation>
    </message>
    <message>
        <source>in use, with 1 manual move</source>
        <translation>مستخدَمة، ثم نقلة واحدة</translation>
    </message>
    <message>
        <source>in use, with %1 manual moves</source>
        <translation>مستخدَمة، ثم %1 من النقلات</translation>
    </message>
    <message>
        <source>Use the strategy &quot;%1&quot;</source>
        <translation>استخدام الاستراتيجية %1</translation>
    </message>
    <message>
        <source>The plan before “%1”</source>
        <translation>الخطة قبل «%1»</translation>
    </message>
    <message>
        <source>the plan before “%1”</source>
        <translation>الخطة قبل «%1»</translation>
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
        <translation>يجري الحساب…</translation>
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
        <translation>أقصى ما تأخذه من GPU هذا، بما فيه سياق CUDA</translation>
    </message>
    <message>
        <source>Peak memory on the CPU</source>
        <translation>أقصى ما تأخذه من ذاكرة CPU</translation>
    </message>
    <message>
        <source>The plan of this variant does not have this device.</source>
        <translation>ليس في الخطة جهاز كهذا.</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>الذاكرة تكفي</translation>
    </message>
    <message>
        <source>Whether the model and the workload fit on the devices</source>
        <translation>هل لدى الأجهزة متسع لحمل العمل</translation>
    </message>
    <message>
        <source>Variants side by side</source>
        <translation>البدائل جنبًا إلى جنب</translation>
    </message>
    <message>
        <source>Compare variants</source>
        <translation>مقارنة البدائل</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>نسخ الجدول</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Each variant has its own devices, limits and workload. All figures are predicted. Double-click a variant to show its plan.</source>
        <translation>لكل منها أجهزته وحدوده وحمل عمله. كل الأرقام متوقَّعة؛ والنقر المزدوج يعرض الخطة.</translation>
    </message>
    <message>
        <source>Variant</source>
        <translation>البديل</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>الرموز في الثانية</translation>
    </message>
    <message>
        <source>Tokens per second of all sequences together, after the first token</source>
        <translation>لكل التسلسلات معًا، بعد الرمز الأول</translation>
    </message>
    <message>
        <source>Load time</source>
        <translation>زمن التحميل</translation>
    </message>
    <message>
        <source>Load time with the default method and the rates of this machine</source>
        <translation>بالطريقة الافتراضية، وفق معدّلات هذا الحاسوب</translation>
    </message>
</context>
<context>
    <name>stowage::ComparedModel</name>
    <message>
        <source>Opening was cancelled.</source>
        <translation>أُلغي الفتح.</translation>
    </message>
</context>
<context>
    <name>stowage::ConfigForm</name>
    <message>
        <source>%1 does not specify a family: the file must be a JSON object with a string &quot;model_type&quot;.</source>
        <translation>%1 لا يسمّي عائلة: المطلوب كائن JSON فيه نص &quot;model_type&quot;.</translation>
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
        <translation>و%1 من الأجهزة الأخرى</translation>
    </message>
    <message>
        <source>%1: %2 of %3</source>
        <translation>%1: %2 من %3</translation>
    </message>
    <message>
        <source>%1, %2 over</source>
        <translation>%1، متجاوز بمقدار %2</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceCard</name>
    <message>
        <source>unknown</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>Memory of %1</source>
        <translation>ذاكرة %1</translation>
    </message>
    <message>
        <source>Who uses %1</source>
        <translation>من يستخدم %1</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>برامج أخرى</translation>
    </message>
    <message>
        <source>Memory of %1 used by other programs</source>
        <translation>ما تشغله برامج أخرى من %1</translation>
    </message>
    <message>
        <source>Memory of this simulated GPU that other programs use. A change takes effect at once, also during a load.</source>
        <translation>ما تشغله برامج أخرى من GPU المُحاكى هذا: يسري فورًا، حتى أثناء جريان التحميل</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>مُحاكى</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
    </message>
    <message>
        <source>%1 free, %2</source>
        <translation>%1 حرّة، %2</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>قبل</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>الآن</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>الفرق</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>المستخدَم</translation>
    </message>
    <message>
        <source>Peak: allocated %1, reserved %2 %3</source>
        <translation>الذروة: المخصَّص %1، المحجوز %2 %3</translation>
    </message>
    <message>
        <source>Peaks since the load began or the peaks were reset: allocated %1, reserved %2. The tick in the bar marks the peak of the reserved memory.</source>
        <translation>المخصَّص %1، المحجوز %2، منذ بدء التحميل أو إعادة ضبط الذُّرى؛ والعلامة في الشريط هي أعلى محجوز</translation>
    </message>
    <message>
        <source>File-backed memory %1: evictable cache, counted as free</source>
        <translation>المدعوم بملفات %1: ذاكرة مؤقتة قابلة للإخلاء، تُحسب حرّة</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceCards</name>
    <message>
        <source>Memory of the devices before and after the load</source>
        <translation>ذاكرة الأجهزة، قبل وبعد</translation>
    </message>
    <message>
        <source>Reset the peaks to the present values</source>
        <translation>حساب الذُّرى من الآن فصاعدًا</translation>
    </message>
    <message>
        <source>Release cached memory</source>
        <translation>إعادة الذاكرة المؤقتة</translation>
    </message>
    <message>
        <source>Unload the weights</source>
        <translation>إلغاء تحميل الأوزان</translation>
    </message>
    <message>
        <source>Nothing has been loaded yet. After a load, this page shows a card for each device: the memory used before and after the load, the difference, and the users of the memory.</source>
        <translation>لم يُحمَّل شيء بعد. بعد التحميل تكون لكل جهاز بطاقة هنا: المستخدَم قبله، وبعده، والفرق، ومن يستخدمه.</translation>
    </message>
    <message>
        <source>Load the weights</source>
        <translation>تحميل الأوزان</translation>
    </message>
    <message>
        <source>Before the load and now</source>
        <translation>قبل التحميل والآن</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>الأجهزة</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceFieldEdit</name>
    <message>
        <source>Value of a device property</source>
        <translation>رقم جهاز</translation>
    </message>
</context>
<context>
    <name>stowage::DevicesDialog</name>
    <message>
        <source>Number of GPUs</source>
        <translation>عدد وحدات GPU</translation>
    </message>
    <message>
        <source>Simulated GPUs</source>
        <translation>وحدات GPU المُحاكاة</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>البطاقة</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>مرئية</translation>
    </message>
    <message>
        <source>The plan ignores GPUs that are not seen and renumbers the others, as with CUDA_VISIBLE_DEVICES</source>
        <translation>كما في CUDA_VISIBLE_DEVICES: ما ليس مرئيًا غير موجود بالنسبة إلى الخطة، ويُعاد ترقيم الأخرى</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Card of GPU %1</source>
        <translation>بطاقة GPU %1</translation>
    </message>
    <message>
        <source>Custom sizes</source>
        <translation>أحجام خاصة بها</translation>
    </message>
    <message>
        <source>Card %1 is seen by the plan</source>
        <translation>البطاقة %1 مرئية</translation>
    </message>
    <message>
        <source>To hide a real GPU, set CUDA_VISIBLE_DEVICES before you start the program</source>
        <translation>يُخفى GPU الحقيقي بواسطة CUDA_VISIBLE_DEVICES قبل البدء</translation>
    </message>
    <message>
        <source>GPU %1, %2: %3</source>
        <translation>GPU %1، %2: %3</translation>
    </message>
    <message>
        <source>Links between machines</source>
        <translation>الوصلات بين الحواسيب</translation>
    </message>
</context>
<context>
    <name>stowage::DiffBar</name>
    <message>
        <source>Use this</source>
        <translation>استخدام هذه</translation>
    </message>
    <message>
        <source>Use the compared plan</source>
        <translation>استخدام الخطة المقارَنة</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>التفاصيل</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>إنهاء المقارنة</translation>
    </message>
</context>
<context>
    <name>stowage::DiffPanel</name>
    <message>
        <source>none</source>
        <translation>لا يوجد</translation>
    </message>
    <message>
        <source>Compared with %1</source>
        <translation>مقارنةً مع %1</translation>
    </message>
    <message>
        <source>calculating…</source>
        <translation>يجري الحساب…</translation>
    </message>
    <message>
        <source>No module moves: every tensor is on the same device in both plans</source>
        <translation>لا شيء ينتقل: كلتاهما تضع كل موتر على الجهاز نفسه</translation>
    </message>
    <message>
        <source>1 module</source>
        <translation>وحدة واحدة</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 وحدة</translation>
    </message>
    <message>
        <source>%2 (%1) would move</source>
        <translation>سيُنقل %1 في %2</translation>
    </message>
    <message>
        <source>%1 in %2 moved</source>
        <translation>نُقل %1 في %2</translation>
    </message>
    <message>
        <source>Choose a strategy to see which modules would move.</source>
        <translation>اختر استراتيجية لترى ما سيُنقل.</translation>
    </message>
    <message>
        <source>Bytes that move, by pair of devices</source>
        <translation>البايتات المنقولة، بحسب زوج الأجهزة</translation>
    </message>
    <message>
        <source>Modules that move</source>
        <translation>الوحدات المنقولة</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>المنقول</translation>
    </message>
    <message>
        <source>Limit of %1: %2 → %3</source>
        <translation>حد %1: من %2 إلى %3</translation>
    </message>
    <message>
        <source>Both plans have the same strategy, limits and options.</source>
        <translation>الاستراتيجية والحدود والخيارات نفسها.</translation>
    </message>
    <message>
        <source>%1 in 1 module</source>
        <translation>%1 في وحدة واحدة</translation>
    </message>
    <message>
        <source>%1 in %2 modules</source>
        <translation>%1 في %2 من الوحدات</translation>
    </message>
</context>
<context>
    <name>stowage::DockTitle</name>
    <message>
        <source>Float %1</source>
        <translation>تعويم %1</translation>
    </message>
    <message>
        <source>Close %1</source>
        <translation>إغلاق %1</translation>
    </message>
</context>
<context>
    <name>stowage::Document</name>
    <message>
        <source>Opening %1</source>
        <translation>يجري فتح %1</translation>
    </message>
    <message>
        <source>Reading the header</source>
        <translation>تجري قراءة الترويسة</translation>
    </message>
    <message>
        <source>Reading the headers</source>
        <translation>تجري قراءة الترويسات</translation>
    </message>
    <message>
        <source>Building the module tree</source>
        <translation>يجري بناء شجرة الوحدات</translation>
    </message>
    <message>
        <source>Opening was cancelled.</source>
        <translation>أُلغي الفتح.</translation>
    </message>
    <message>
        <source>Planning</source>
        <translation>يجري التخطيط</translation>
    </message>
    <message>
        <source>Preparing the views</source>
        <translation>يجري تحضير العروض</translation>
    </message>
    <message>
        <source>There was not enough memory to open %1.</source>
        <translation>لم تكن الذاكرة كافية لفتح %1.</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 على %2</translation>
    </message>
</context>
<context>
    <name>stowage::EditsPanel</name>
    <message>
        <source>Edits of the plan</source>
        <translation>تعديلات الخطة</translation>
    </message>
    <message>
        <source>The initial plan</source>
        <translation>الخطة في البداية</translation>
    </message>
    <message>
        <source>Earlier edit; the plan after this edit was not stored</source>
        <translation>أُجري سابقًا؛ لا تُحفظ له خطة</translation>
    </message>
</context>
<context>
    <name>stowage::ExportDialog</name>
    <message>
        <source>Written for %1 %2.</source>
        <translation>كُتب لـ %1 %2.</translation>
    </message>
    <message>
        <source>One property of the plan cannot be expressed in the engine&apos;s settings.</source>
        <translation>شيء واحد لا يمكن التعبير عنه.</translation>
    </message>
    <message>
        <source>%1 properties of the plan cannot be expressed in the engine&apos;s settings.</source>
        <translation>%1 من الأشياء لا يمكن التعبير عنها.</translation>
    </message>
    <message>
        <source>All modules will be placed as planned.</source>
        <translation>ستقع كل الوحدات كما خُطِّط لها.</translation>
    </message>
    <message>
        <source>One part of the model will not be placed as planned.</source>
        <translation>جزء واحد سيقع في مكان آخر.</translation>
    </message>
    <message>
        <source>%1 parts of the model will not be placed as planned.</source>
        <translation>%1 من الأجزاء ستقع في مكان آخر.</translation>
    </message>
    <message>
        <source>Export the plan</source>
        <translation>تصدير الخطة</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>المحركات</translation>
    </message>
    <message>
        <source>Text to paste into a shell</source>
        <translation>ما يُلصق في الصدفة (shell)</translation>
    </message>
    <message>
        <source>Save the files…</source>
        <translation>حفظ الملفات…</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>تجري الكتابة…</translation>
    </message>
    <message>
        <source>The command needs no files.</source>
        <translation>الأمر وحده يعبّر عن كل شيء.</translation>
    </message>
    <message>
        <source>%1 already exists; choose another folder.</source>
        <translation>%1 موجود هناك أصلًا؛ اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>One file was written to %1.</source>
        <translation>ملف واحد في %1.</translation>
    </message>
    <message>
        <source>%1 files were written to %2.</source>
        <translation>%1 من الملفات في %2.</translation>
    </message>
    <message>
        <source>Export even though the fit is undetermined</source>
        <translation>صدّر رغم أنه غير محدد إن كانت تتسع</translation>
    </message>
</context>
<context>
    <name>stowage::FactTableView</name>
    <message>
        <source>Copy rows</source>
        <translation>نسخ الصفوف</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>نسخ الجدول</translation>
    </message>
</context>
<context>
    <name>stowage::FactsKeys</name>
    <message>
        <source>Compare with a .tree.json…</source>
        <translation>مقارنة بملف .tree.json…</translation>
    </message>
    <message>
        <source>Keys that differ</source>
        <translation>المفاتيح التي لا تتفق</translation>
    </message>
    <message>
        <source>Renames keys so that more keys agree with the model; the file is not changed</source>
        <translation>تتفق عندئذٍ مفاتيح أكثر؛ ويبقى الملف كما هو</translation>
    </message>
</context>
<context>
    <name>stowage::FactsPanel</name>
    <message>
        <source>No model is open. For an open model, this panel shows the files, types, sizes and largest tensors.</source>
        <translation>لا يوجد نموذج مفتوح. ستظهر هنا ملفاته وأنواعه وأحجامه وأكبر موتراته.</translation>
    </message>
    <message>
        <source>Model facts</source>
        <translation>حقائق النموذج</translation>
    </message>
    <message>
        <source>Facts about the model</source>
        <translation>حقائق عن النموذج</translation>
    </message>
    <message>
        <source>Sizes by class</source>
        <translation>الأحجام بحسب الصنف</translation>
    </message>
    <message>
        <source>Types of the tensors</source>
        <translation>أنواع الموترات</translation>
    </message>
    <message>
        <source>Largest tensors</source>
        <translation>أكبر الموترات</translation>
    </message>
    <message>
        <source>Files that contain tensors</source>
        <translation>الملفات التي تحوي موترات</translation>
    </message>
    <message>
        <source>Names that share a tensor</source>
        <translation>الأسماء التي تشترك في موتر</translation>
    </message>
    <message>
        <source>Notes about the checkpoint</source>
        <translation>ما هو غريب</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>الأصناف</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>الأنواع</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>الأكبر</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>الملفات</translation>
    </message>
    <message>
        <source>Tied</source>
        <translation>المربوطة</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>المفاتيح</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>الملاحظات</translation>
    </message>
    <message>
        <source>The filter %2 shows %1 modules, which are too many to select at once.</source>
        <translation>عدد الوحدات التي يعرضها عامل التصفية %2 هو %1؛ ومثل هذا العدد لا يُحدَّد دفعة واحدة.</translation>
    </message>
    <message>
        <source>%1 modules are too many to select at once.</source>
        <translation>عدد الوحدات %1؛ ومثل هذا العدد لا يُحدَّد دفعة واحدة.</translation>
    </message>
</context>
<context>
    <name>stowage::FactsSummary</name>
    <message>
        <source>Name of the model</source>
        <translation>اسم النموذج</translation>
    </message>
    <message>
        <source>About the open model</source>
        <translation>عن النموذج المفتوح</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>المحتويات</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>الصيغة</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>المصدر</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>المفاتيح</translation>
    </message>
    <message>
        <source>Part of the checkpoint to open as the model</source>
        <translation>الجزء من نقطة الحفظ الذي هو النموذج</translation>
    </message>
    <message>
        <source>The checkpoint is nested: choose the part that is the model</source>
        <translation>نقطة الحفظ متداخلة: اختر أي جزء منها هو النموذج</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>الجزء</translation>
    </message>
    <message>
        <source>Class of the model that is built from config.json</source>
        <translation>الصنف الذي يُبنى به config.json</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>Tied</source>
        <translation>المربوطة</translation>
    </message>
    <message>
        <source>Edit sizes…</source>
        <translation>تعديل الأحجام…</translation>
    </message>
    <message>
        <source>Show the values of config.json in the New Model form</source>
        <translation>عرض أعداد config.json في نموذج الإدخال الخاص بنموذج جديد</translation>
    </message>
    <message>
        <source>Renamed</source>
        <translation>بأسماء مغيَّرة</translation>
    </message>
    <message>
        <source>Use the keys as stored</source>
        <translation>استخدام المفاتيح كما هي مخزَّنة</translation>
    </message>
    <message>
        <source>%1 specifies the class %2</source>
        <translation>%1 يطلب %2</translation>
    </message>
    <message>
        <source>config.json without weights</source>
        <translation>config.json بلا أوزان</translation>
    </message>
    <message>
        <source>typed, not from a file; “Edit sizes…” can save the config.json</source>
        <translation>مُدخَل، وليس في أي ملف؛ يمكن حفظه عبر «تعديل الأحجام…»</translation>
    </message>
    <message>
        <source>Quantised</source>
        <translation>التكميم</translation>
    </message>
</context>
<context>
    <name>stowage::FigureSaver</name>
    <message>
        <source>Save picture…</source>
        <translation>حفظ الصورة…</translation>
    </message>
    <message>
        <source>Save figures…</source>
        <translation>حفظ الأرقام…</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>حُفظ باسم %1.</translation>
    </message>
    <message>
        <source>%1 already exists; choose another name.</source>
        <translation>%1 موجود أصلًا؛ اختر اسمًا آخر.</translation>
    </message>
</context>
<context>
    <name>stowage::FirstStepsCard</name>
    <message>
        <source>First steps</source>
        <translation>الخطوات الأولى</translation>
    </message>
    <message>
        <source>Open your own model…</source>
        <translation>فتح نموذج لديك…</translation>
    </message>
    <message>
        <source>Simulated GPUs…</source>
        <translation>وحدات GPU المُحاكاة…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>اختصارات لوحة المفاتيح</translation>
    </message>
    <message>
        <source>Got it</source>
        <translation>فهمت</translation>
    </message>
    <message>
        <source>Do not show this card again. To show the card later, choose Help → First Steps.</source>
        <translation>عدم إظهار هذا مجددًا؛ تعيده «مساعدة ← الخطوات الأولى»</translation>
    </message>
    <message>
        <source>The open model is a sample: a small GPT-2 with random weights, created by Stowage.</source>
        <translation>هذه عيّنة: GPT-2 صغير بأوزان عشوائية، كتبه Stowage.</translation>
    </message>
    <message>
        <source>The GPUs are simulated: they follow the memory rules of a real card, and no real card is needed.</source>
        <translation>وحدات GPU مُحاكاة: تتبع قواعد ذاكرة بطاقة حقيقية، ولا حاجة إلى أي بطاقة.</translation>
    </message>
    <message>
        <source>On the board, a column is a device, and a block is a layer. The height of a block shows its size in bytes. Drag a block to another device, or type a limit at the top of a column. The verdict shows at once whether all layers fit.</source>
        <translation>العمود جهاز، والكتلة طبقة، وارتفاعها بايتاتها. اسحب كتلة إلى جهاز آخر، أو اكتب حدًا في رأس عمود: يذكر الحكم فورًا هل تكفي الذاكرة لكل شيء.</translation>
    </message>
    <message>
        <source>Then press Load, and watch the memory use of the devices.</source>
        <translation>ثم اضغط «تحميل»، وشاهد ما تفعله الذاكرة حقًا.</translation>
    </message>
</context>
<context>
    <name>stowage::FreeMemoryNote</name>
    <message>
        <source>Plan with free memory</source>
        <translation>التخطيط بما هو حرّ الآن</translation>
    </message>
    <message>
        <source>Plan with the memory that is free now on the plan&apos;s devices; can be undone</source>
        <translation>أخذ ما هو حرّ الآن لأجهزة الخطة؛ يمكن التراجع عنه</translation>
    </message>
    <message>
        <source>The plan assumes that %1 is free on %2, but %3 is free now.</source>
        <translation>تعتمد الخطة على أن %1 حرّة على %2؛ والحرّ الآن %3.</translation>
    </message>
</context>
<context>
    <name>stowage::GuideButton</name>
    <message>
        <source>Help</source>
        <translation>مساعدة</translation>
    </message>
    <message>
        <source>Help with this error</source>
        <translation>مساعدة بشأن هذا الخطأ</translation>
    </message>
    <message>
        <source>Open the user guide at the section on this kind of error</source>
        <translation>فتح دليل المستخدم حيث يوضح معنى هذا النوع من الأخطاء</translation>
    </message>
    <message>
        <source>Help with this window</source>
        <translation>مساعدة بشأن هذه النافذة</translation>
    </message>
    <message>
        <source>Open the user guide at the section on this window (F1). Press Shift+F1, then click a control to see what it is for.</source>
        <translation>فتح دليل المستخدم عند الموضع الذي يتحدث عن هذه النافذة (F1). Shift+F1، ثم النقر على عنصر تحكم: الغرض منه.</translation>
    </message>
</context>
<context>
    <name>stowage::GuideWindow</name>
    <message>
        <source>Page of the guide</source>
        <translation>صفحة الدليل</translation>
    </message>
    <message>
        <source>Pages of the guide</source>
        <translation>صفحات الدليل</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>ما وجده البحث</translation>
    </message>
    <message>
        <source>User Guide</source>
        <translation>دليل المستخدم</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>رجوع</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>تقدّم</translation>
    </message>
    <message>
        <source>Search the guide</source>
        <translation>البحث في الدليل</translation>
    </message>
    <message>
        <source>Finds the paragraphs that contain all typed words (Ctrl+F)</source>
        <translation>يجد الفقرات التي تحوي كل هذه الكلمات (Ctrl+F)</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>لم يُعثر على شيء</translation>
    </message>
    <message>
        <source>1 result</source>
        <translation>موضع واحد</translation>
    </message>
    <message>
        <source>The first %1 results</source>
        <translation>أول %1 من المواضع</translation>
    </message>
    <message>
        <source>%1 results</source>
        <translation>%1 من المواضع</translation>
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
        <translation>دليل المستخدم</translation>
    </message>
    <message>
        <source>What’s This?</source>
        <translation>ما هذا؟</translation>
    </message>
    <message>
        <source>Click a part of the window to see its description</source>
        <translation>أشر إلى شيء في النافذة ليُذكر الغرض منه</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>السجل</translation>
    </message>
    <message>
        <source>Messages of the program since its start</source>
        <translation>ما أبلغ عنه البرنامج منذ تشغيله</translation>
    </message>
    <message>
        <source>About Stowage</source>
        <translation>حول Stowage</translation>
    </message>
    <message>
        <source>%1 was opened.</source>
        <translation>فُتح %1.</translation>
    </message>
    <message>
        <source>The load with %1 was refused: %2</source>
        <translation>رُفض التحميل بطريقة %1: %2</translation>
    </message>
    <message>
        <source>Run of %1: %2</source>
        <translation>تشغيل %1: %2</translation>
    </message>
    <message>
        <source>The load of %1 with %2 started.</source>
        <translation>بدأ تحميل %1 بطريقة %2.</translation>
    </message>
    <message>
        <source>%1 was unloaded.</source>
        <translation>أُلغي تحميل %1 من الذاكرة.</translation>
    </message>
    <message>
        <source>The load was cancelled.</source>
        <translation>أُلغيت عملية التحميل.</translation>
    </message>
    <message>
        <source>The load failed: %1</source>
        <translation>فشل التحميل: %1</translation>
    </message>
    <message>
        <source>%1 was loaded: %2 in %3.</source>
        <translation>حُمِّل %1: %2 خلال %3.</translation>
    </message>
    <message>
        <source>Stowage crashed in an earlier session. The details are in %1. No data was sent.</source>
        <translation>تعطّل Stowage سابقًا. ما يُعرف عن ذلك موجود في %1؛ ولم يُرسَل شيء.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>عرض</translation>
    </message>
    <message>
        <source>Take the Tour</source>
        <translation>القيام بالجولة</translation>
    </message>
    <message>
        <source>Shows the main parts of the window, one after another</source>
        <translation>عرض الأجزاء الرئيسية للنافذة، واحدًا بعد آخر</translation>
    </message>
</context>
<context>
    <name>stowage::HistoryFeature</name>
    <message>
        <source>Show History</source>
        <translation>عرض المحفوظات</translation>
    </message>
    <message>
        <source>History</source>
        <translation>المحفوظات</translation>
    </message>
</context>
<context>
    <name>stowage::HostLimitNote</name>
    <message>
        <source>Refresh</source>
        <translation>تحديث</translation>
    </message>
    <message>
        <source>Read the free memory again</source>
        <translation>قراءة الذاكرة الحرّة من جديد</translation>
    </message>
    <message>
        <source>Read the free memory again, and plan with the new value; can be undone</source>
        <translation>قراءة الذاكرة الحرّة من جديد، والتخطيط بها؛ يمكن التراجع عنه</translation>
    </message>
    <message>
        <source>The CPU&apos;s limit is the memory that was free at %1</source>
        <translation>حد CPU هو ما كان حرًّا عند %1</translation>
    </message>
    <message>
        <source>The limit is the memory that was available to the machine and its cgroup at the last reading. The limit and the plan do not change until the memory is read again.</source>
        <translation>ما كان متاحًا حينها في الحاسوب وفي cgroup. يبقى كذلك، وتبقى معه الخطة، حتى يُقرأ من جديد.</translation>
    </message>
</context>
<context>
    <name>stowage::InstallThere</name>
    <message>
        <source>Stowage could not be copied to %1: “%2”.</source>
        <translation>تعذّر نسخ Stowage إلى %1: «%2».</translation>
    </message>
    <message>
        <source>Checking the system of %1…</source>
        <translation>جارٍ سؤال %1 عن نوعه…</translation>
    </message>
    <message>
        <source>The system of %1 is “%2”, but this program is built for “%3”. Install Stowage on that machine as described in the user guide.</source>
        <translation>الحاسوب %1 من نوع آخر، «%2»، وهذا البرنامج مخصّص لـ «%3». ثبّت Stowage هناك كما يقول دليله.</translation>
    </message>
    <message>
        <source>%1 cannot be reached: “%2”.</source>
        <translation>لا يمكن الوصول إلى %1: «%2».</translation>
    </message>
    <message>
        <source>Copying stowagectl to %1…</source>
        <translation>جارٍ نسخ stowagectl إلى %1…</translation>
    </message>
    <message>
        <source>Copying the LibTorch module to %1…</source>
        <translation>جارٍ نسخ ما يفتح LibTorch إلى %1…</translation>
    </message>
    <message>
        <source>Starting stowagectl on %1…</source>
        <translation>جارٍ بدء تشغيله على %1…</translation>
    </message>
    <message>
        <source>The copied stowagectl does not start on %1: “%2”.</source>
        <translation>نُسخ stowagectl إلى %1، لكنه لا يبدأ هناك: «%2».</translation>
    </message>
    <message>
        <source>Installing Stowage on %1 was cancelled.</source>
        <translation>أُلغي التثبيت على %1.</translation>
    </message>
</context>
<context>
    <name>stowage::LayerTimesPanel</name>
    <message>
        <source>Time by layer</source>
        <translation>الزمن لكل طبقة</translation>
    </message>
    <message>
        <source>No time estimate: the width of the model&apos;s layers may be unknown.</source>
        <translation>لا أزمنة متاحة. قد يكون عرض طبقات النموذج غير معروف.</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>الجزء</translation>
    </message>
    <message>
        <source>%1 layers of %2</source>
        <translation>%1 من طبقات %2</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>يعمل على</translation>
    </message>
    <message>
        <source>Prefill, ms</source>
        <translation>الملء المسبق، ms</translation>
    </message>
    <message>
        <source>Estimated time for all prompts in total</source>
        <translation>لكل المطالبات معًا، مقدَّر</translation>
    </message>
    <message>
        <source>Per token, ms</source>
        <translation>الرمز، ms</translation>
    </message>
    <message>
        <source>Estimated time for one token of each sequence</source>
        <translation>لرمز واحد من كل تسلسل، مقدَّر</translation>
    </message>
    <message>
        <source>Decode limited by</source>
        <translation>ما يحدّ الرمز</translation>
    </message>
</context>
<context>
    <name>stowage::Lesson</name>
    <message>
        <source>not run</source>
        <translation>لم يُشغَّل</translation>
    </message>
    <message>
        <source>preparing</source>
        <translation>قيد التحضير</translation>
    </message>
    <message>
        <source>running</source>
        <translation>قيد التشغيل</translation>
    </message>
    <message>
        <source>done</source>
        <translation>اكتمل</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>فشل</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>أُلغي</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>رُفض</translation>
    </message>
    <message>
        <source>less than 1 %</source>
        <translation>أقل من 1%</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1: you guessed %2, the result is %3</source>
        <translation>%1: خمّنت %2، وكان %3</translation>
    </message>
    <message>
        <source>%1: right.</source>
        <translation>%1: صحيح.</translation>
    </message>
    <message>
        <source>%1: the guess is %2 too high.</source>
        <translation>%1: أعلى من الصحيح بمقدار %2.</translation>
    </message>
    <message>
        <source>%1: the guess is %2 too high (%3).</source>
        <translation>%1: أعلى من الصحيح بمقدار %2 (%3).</translation>
    </message>
    <message>
        <source>%1: the guess is %2 too low (%3).</source>
        <translation>%1: أدنى من الصحيح بمقدار %2 (%3).</translation>
    </message>
    <message>
        <source>the largest tensor, temporarily: %1</source>
        <translation>أكبر موتر أثناء مروره، %1</translation>
    </message>
    <message>
        <source>the model with initial weights, built on the host</source>
        <translation>النموذج بأوزان ابتدائية، مبنيًّا على المضيف</translation>
    </message>
    <message>
        <source>the state dict, stored on the host</source>
        <translation>state dict، محفوظًا على المضيف</translation>
    </message>
    <message>
        <source>the largest shard, read as a whole: %1</source>
        <translation>أكبر شظية (shard)، مقروءة كاملة: %1</translation>
    </message>
    <message>
        <source>the ring of buffers</source>
        <translation>حلقة المخازن المؤقتة</translation>
    </message>
    <message>
        <source>pages of the file, which the system may reclaim</source>
        <translation>صفحات من الملف، قد يستردّها النظام</translation>
    </message>
    <message>
        <source>the weights that remain on the CPU</source>
        <translation>الأوزان التي تبقى على CPU</translation>
    </message>
    <message>
        <source>memory that no listed part explains</source>
        <translation>ما لا يفسّره أيٌّ من هذه</translation>
    </message>
    <message>
        <source>The published figure is the growth of RSS above a baseline, sampled every 0.1 s; it misses short peaks and memory that the notebook already used.</source>
        <translation>الرقم المنشور هو نمو RSS فوق خط أساس، بعيّنة كل 0.1 ث: فلا تظهر فيه الذُّرى القصيرة، ولا الذاكرة التي كان الدفتر (notebook) يحتفظ بها أصلًا.</translation>
    </message>
    <message>
        <source>For %1, the RAM curve of this step is above the published figure. Samples taken every 0.1 s can miss such a short time.</source>
        <translation>يقع المنحنى هنا فوقه مدة %1، وهي مدة قد تفوت العيّنات التي يفصل بينها 0.1 ث.</translation>
    </message>
    <message>
        <source>For %1, the RAM curve of this step is above the published figure. Samples taken every 0.1 s cannot miss such a long time. The likely cause is the baseline, which already included freed memory.</source>
        <translation>يقع المنحنى هنا فوقه مدة %1، وهي أطول من أن تفوت العيّنات التي يفصل بينها 0.1 ث. والسبب المرجَّح هو خط أساس لدفتر (notebook) يحتفظ أصلًا بذاكرة محرَّرة.</translation>
    </message>
    <message>
        <source>Weights on the disk, not in memory: %1.</source>
        <translation>على القرص، لا في أي ذاكرة: %1.</translation>
    </message>
    <message>
        <source>%1 of the RAM of this step is file pages, which the published figure also includes.</source>
        <translation>%1 من RAM هنا صفحات من الملف، ويحسبها الرقم المنشور أيضًا.</translation>
    </message>
    <message>
        <source>The published notebook copied only the parameters, in a loop, and not the causal masks (%1). This step also copies the masks.</source>
        <translation>مرّت حلقة الدفتر (notebook) على المُعامِلات ولم تنسخ الأقنعة السببية قط، وهي %1، أما هنا فتُنسخ.</translation>
    </message>
    <message>
        <source>model twice on GPU</source>
        <translation>نسختان على GPU</translation>
    </message>
    <message>
        <source>largest tensor twice</source>
        <translation>أكبر موتر مرتين</translation>
    </message>
    <message>
        <source>one tensor in RAM</source>
        <translation>موتر واحد في RAM</translation>
    </message>
    <message>
        <source>initial weights</source>
        <translation>أوزان ابتدائية</translation>
    </message>
    <message>
        <source>state dict in RAM</source>
        <translation>state dict في RAM</translation>
    </message>
    <message>
        <source>one shard in RAM</source>
        <translation>شظية واحدة في RAM</translation>
    </message>
    <message>
        <source>ring of %1</source>
        <translation>حلقة من %1</translation>
    </message>
    <message>
        <source>file pages, evictable</source>
        <translation>صفحات ملف، قابلة للإخلاء</translation>
    </message>
    <message>
        <source>CPU weights in RAM</source>
        <translation>جزء CPU في RAM</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>%1 على القرص</translation>
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
        <translation>غير محدَّد</translation>
    </message>
    <message>
        <source>VRAM %1, RAM %2</source>
        <translation>VRAM %1، RAM %2</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>تنبؤ</translation>
    </message>
    <message>
        <source>GPU simulated</source>
        <translation>GPU مُحاكى</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
    </message>
    <message>
        <source>would be refused</source>
        <translation>سيُرفض</translation>
    </message>
    <message>
        <source>within the RAM limit of %1</source>
        <translation>لم يُتجاوَز حد RAM البالغ %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>phase and its peak</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>VRAM peaks by phase: %1.</source>
        <translation>ذُرى VRAM بحسب المرحلة: %1.</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>Guesses entered: %1.</source>
        <translation>التخمينات المُدخَلة: %1.</translation>
    </message>
    <message>
        <source>Forward pass: %1</source>
        <translation>التمرير الأمامي: %1</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1]: next token %2; no reference logits for a comparison.</source>
        <translation>التمرير الأمامي لـ [%1]: الرمز التالي %2، لا مرجع.</translation>
    </message>
    <message>
        <source>Forecast and published figures</source>
        <translation>التنبؤ بجانب المنشور</translation>
    </message>
    <message>
        <source>Measured and published figures</source>
        <translation>المَقيس بجانب المنشور</translation>
    </message>
    <message>
        <source>Forecast</source>
        <translation>التنبؤ</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>المَقيس</translation>
    </message>
    <message>
        <source>The published figures are for GPT-2 XL in float32, in “GB” of 2^30 bytes. The published RAM figure is RSS minus a baseline, sampled every 0.1 s; it includes file pages and misses short peaks.</source>
        <translation>منشور لـ GPT-2 XL بنوع float32، بوحدة «GB» من 2^30 بايت؛ وRAM هناك هي RSS ناقص خط أساس، بعيّنة كل 0.1 ث: مع صفحات الملفات، ومن دون الذُّرى القصيرة.</translation>
    </message>
    <message>
        <source>Figures were published only for GPT-2 XL.</source>
        <translation>نُشرت أرقام لـ GPT-2 XL وحده.</translation>
    </message>
    <message>
        <source>Dry run: all figures except the published ones are forecasts.</source>
        <translation>تشغيل تجريبي: كل الأرقام الأخرى تنبؤات.</translation>
    </message>
    <message>
        <source>VRAM is the highest allocated memory, simulated. RAM is the peak above the level before the load. RAM and time are measured.</source>
        <translation>VRAM: أعلى مخصَّص، مُحاكى. RAM، فوق المستوى الذي قبل التحميل، والزمن: مَقيسان.</translation>
    </message>
    <message>
        <source>VRAM is the highest allocated memory. RAM is the peak above the level before the load.</source>
        <translation>VRAM: أعلى مخصَّص. RAM: فوق المستوى الذي قبل التحميل.</translation>
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
        <translation>تنبؤ، لم يُقرأ شيء: ذروة VRAM %1</translation>
    </message>
    <message>
        <source>Peak VRAM %1, simulated</source>
        <translation>ذروة VRAM %1، مُحاكاة</translation>
    </message>
    <message>
        <source>Peak VRAM %1, measured</source>
        <translation>ذروة VRAM %1، مَقيسة</translation>
    </message>
    <message>
        <source>%1 times the result</source>
        <translation>%1 ضعفًا</translation>
    </message>
    <message>
        <source>The guess is close to RSS − shared (%1), which also includes pages of the file. The system can reclaim these pages.</source>
        <translation>هذه قيمة RSS − المشترك، %1، وهي تعدّ أيضًا صفحات الملف التي يستطيع النظام استردادها.</translation>
    </message>
    <message>
        <source>the sum of the tensors on the device</source>
        <translation>مجموع الموترات هناك</translation>
    </message>
    <message>
        <source>the overhead of the allocator: sizes are rounded up to 512 bytes, and blocks that the allocator does not split are included in full</source>
        <translation>ما يضيفه المخصِّص: تُقرَّب الأحجام إلى 512 بايت، وتُحسب الكتل التي لا يقسمها كاملة</translation>
    </message>
    <message>
        <source>the state dict, next to the model</source>
        <translation>state dict إلى جانب النموذج</translation>
    </message>
    <message>
        <source>the weights on the disk, which use no memory</source>
        <translation>أوزان على القرص لا تشغل ذاكرة</translation>
    </message>
    <message>
        <source>less than the sum of the parts, which were not all in memory at the same time</source>
        <translation>أقل من مجموع الأجزاء، إذ لم تكن كلها في الذاكرة في الوقت نفسه</translation>
    </message>
    <message>
        <source>RAM is about equally high at two moments: first with the initial weights, later with the state dict (%1).</source>
        <translation>تبلغ RAM الارتفاع نفسه تقريبًا في لحظتين: أولًا مع الأوزان الابتدائية، ثم مع state dict، %1.</translation>
    </message>
    <message>
        <source>The published RAM figure is %1 lower than the figure of this step. %2</source>
        <translation>رقم RAM المنشور أقل بمقدار %1. %2</translation>
    </message>
    <message>
        <source>The published RAM figure is %1 higher than the figure of this step. The published figure is the growth of RSS, which also includes pages of libraries and of files.</source>
        <translation>رقم RAM المنشور أعلى بمقدار %1. إنه نمو RSS، الذي يعدّ أيضًا صفحات المكتبات والملفات.</translation>
    </message>
    <message>
        <source>would be stopped</source>
        <translation>سيوقَف</translation>
    </message>
    <message>
        <source>peak anonymous RAM %1</source>
        <translation>ذروة RAM غير المرتبطة بملف %1</translation>
    </message>
    <message>
        <source>peak anonymous RAM %1, measured</source>
        <translation>ذروة RAM غير المرتبطة بملف %1، مقيسة</translation>
    </message>
    <message>
        <source>Anonymous RAM</source>
        <translation>RAM غير المرتبطة بملف</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1]: the logits agree with a CPU pass that used the weights of the file (largest difference %2; largest logit %3); next token %4.</source>
        <translation>التمرير الأمامي لـ [%1]: تتفق قيم logit مع حساب على CPU من الملف (أكبر فرق %2؛ أكبر logit %3)؛ الرمز التالي %4.</translation>
    </message>
    <message>
        <source>RSS − shared</source>
        <translation>RSS − المشترك</translation>
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
        <translation>تنبؤ</translation>
    </message>
    <message>
        <source>your turn</source>
        <translation>دورك</translation>
    </message>
    <message>
        <source>Step %1, %2</source>
        <translation>الخطوة %1، %2</translation>
    </message>
</context>
<context>
    <name>stowage::LessonChart</name>
    <message>
        <source>guess %1</source>
        <translation>تخمين %1</translation>
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
        <translation>%1: الأعلى %2</translation>
    </message>
    <message>
        <source>%1 marks %2</source>
        <translation>%1 يعلّم %2</translation>
    </message>
    <message>
        <source>your guess: %1</source>
        <translation>تخمينك: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, running</source>
        <translation>%1، قيد التشغيل</translation>
    </message>
    <message>
        <source>model, %1</source>
        <translation>النموذج، %1</translation>
    </message>
    <message>
        <source>Run a step: its curve appears in this chart and remains visible.</source>
        <translation>شغّل خطوة: يظهر منحناها هنا، ويبقى.</translation>
    </message>
    <message>
        <source>%1, file-backed</source>
        <translation>%1، مدعومة بملفات</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1، %2</translation>
    </message>
    <message>
        <source>At the end %1, lowest value %2, highest value %3</source>
        <translation>في النهاية %1، الأدنى %2، الأعلى %3</translation>
    </message>
    <message>
        <source>Phase: %1</source>
        <translation>المرحلة: %1</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>من %1 إلى %2</translation>
    </message>
    <message>
        <source>Your guess</source>
        <translation>تخمينك</translation>
    </message>
    <message>
        <source>forecast</source>
        <translation>تنبؤ</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>مُحاكى</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>غير محدَّد</translation>
    </message>
    <message>
        <source>drag to guess</source>
        <translation>اسحب لتخمّن</translation>
    </message>
    <message>
        <source>%1, stopped</source>
        <translation>%1، موقَف</translation>
    </message>
    <message>
        <source>RAM limit, %1</source>
        <translation>حد RAM، %1</translation>
    </message>
</context>
<context>
    <name>stowage::LessonCharts</name>
    <message>
        <source>Contents of the file</source>
        <translation>ما يقع في الملف</translation>
    </message>
    <message>
        <source>VRAM, allocated</source>
        <translation>VRAM، المخصَّص</translation>
    </message>
    <message>
        <source>RAM, anonymous</source>
        <translation>RAM، المجهولة (anonymous)</translation>
    </message>
    <message>
        <source>This step only</source>
        <translation>هذه الخطوة فقط</translation>
    </message>
    <message>
        <source>Hide the curves of all other steps, so that the curve of this step uses the whole time axis</source>
        <translation>استبعاد منحنيات الخطوات الأخرى، ليكون محور الزمن كله لهذه الخطوة</translation>
    </message>
    <message>
        <source>GiB, forecast</source>
        <translation>GiB، تنبؤ</translation>
    </message>
    <message>
        <source>GiB, simulated</source>
        <translation>GiB، مُحاكى</translation>
    </message>
    <message>
        <source>GiB, measured</source>
        <translation>GiB، مَقيس</translation>
    </message>
    <message>
        <source>The time of each run is counted from the start of the run</source>
        <translation>كل تشغيل من بدايته</translation>
    </message>
    <message>
        <source>GiB, forecast; thin dots: file-backed</source>
        <translation>GiB، تنبؤ؛ النقاط الدقيقة: مدعومة بملفات</translation>
    </message>
    <message>
        <source>GiB, measured; thin dots: file-backed</source>
        <translation>GiB، مَقيس؛ النقاط الدقيقة: مدعومة بملفات</translation>
    </message>
</context>
<context>
    <name>stowage::LessonCode</name>
    <message>
        <source>Lines of Python</source>
        <translation>أسطر Python</translation>
    </message>
</context>
<context>
    <name>stowage::LessonFacts</name>
    <message>
        <source>token embedding</source>
        <translation>تضمين الرموز</translation>
    </message>
    <message>
        <source>position embedding</source>
        <translation>تضمين المواضع</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>الانتباه</translation>
    </message>
    <message>
        <source>attention masks</source>
        <translation>أقنعة الانتباه</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>التغذية الأمامية</translation>
    </message>
    <message>
        <source>layer norms</source>
        <translation>تسوية الطبقات (layer norms)</translation>
    </message>
    <message>
        <source>output head</source>
        <translation>رأس الخرج</translation>
    </message>
</context>
<context>
    <name>stowage::LessonFeature</name>
    <message>
        <source>Lesson</source>
        <translation>الدرس</translation>
    </message>
    <message>
        <source>Learn memory-efficient loading by doing it (F6)</source>
        <translation>تحميل مقتصد في الذاكرة، يُتعلَّم بإجرائه فعلًا (F6)</translation>
    </message>
    <message>
        <source>Lesson: Text for a Projector</source>
        <translation>الدرس: خط لجهاز العرض</translation>
    </message>
    <message>
        <source>Lesson, step %1 of %2</source>
        <translation>الدرس، الخطوة %1 من %2</translation>
    </message>
    <message>
        <source>Dry run: all figures are forecasts</source>
        <translation>تشغيل تجريبي: كل الأرقام تنبؤات</translation>
    </message>
    <message>
        <source>GPU: simulated with the caching allocator&apos;s rules</source>
        <translation>GPU: مُحاكى بقواعد المخصِّص ذي الذاكرة المؤقتة</translation>
    </message>
    <message>
        <source>GPU: measured</source>
        <translation>GPU: مَقيس</translation>
    </message>
    <message>
        <source>Each method runs in a fresh process</source>
        <translation>تعمل كل طريقة في عملية جديدة</translation>
    </message>
</context>
<context>
    <name>stowage::LessonFileStore</name>
    <message>
        <source>Some files of the folder %1 could not be removed; check who has permission to write to the folder.</source>
        <translation>لم تمكن إزالة %1 كله؛ انظر من له حق الكتابة فيه.</translation>
    </message>
    <message>
        <source>No folder for the run can be created, because the folder %1 cannot be locked.</source>
        <translation>لا يمكن إنشاء مجلد للتشغيل في %1: لا يمكن قفله.</translation>
    </message>
    <message>
        <source>No folder for the run can be created in %1: %2.</source>
        <translation>لا يمكن إنشاء مجلد للتشغيل في %1: %2.</translation>
    </message>
    <message>
        <source>No folder for the run can be created in %1: the new folder cannot be locked.</source>
        <translation>لا يمكن إنشاء مجلد للتشغيل في %1: لا يمكن قفل المجلد الجديد.</translation>
    </message>
    <message>
        <source>Files of earlier runs in %1 cannot be removed: another program has locked the folder, or you have no permission to write to it.</source>
        <translation>لا يمكن إزالة ملفات عمليات تشغيل سابقة في %1: قفل المجلدَ برنامج آخر، أو ليس لك حق الكتابة فيه.</translation>
    </message>
    <message>
        <source>The folder %1 cannot be created.</source>
        <translation>لا يمكن إنشاء المجلد %1.</translation>
    </message>
    <message>
        <source>Another program is writing files to %1; wait until that program has finished.</source>
        <translation>يكتب برنامج آخر %1؛ انتظر حتى ينتهي.</translation>
    </message>
</context>
<context>
    <name>stowage::LessonFileView</name>
    <message>
        <source>Contents of the file</source>
        <translation>ما يقع في الملف</translation>
    </message>
    <message>
        <source>model</source>
        <translation>النموذج</translation>
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
        <translation>موتر واحد</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 موتر</translation>
    </message>
    <message>
        <source>%1 %2, %3</source>
        <translation>%1 %2، %3</translation>
    </message>
    <message>
        <source>Memory of a plain load at its peak</source>
        <translation>ما يحتفظ به التحميل البسيط عند ذروته</translation>
    </message>
    <message>
        <source>Contents of the file, computed from its layout</source>
        <translation>ما يقع في الملف، مقروءًا من تخطيطه</translation>
    </message>
    <message>
        <source>Example of Accelerate&apos;s guide: %1 billion parameters</source>
        <translation>دليل Accelerate: %1 مليار</translation>
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
        <translation>ذروة %1، تخمينك بوحدة GiB</translation>
    </message>
    <message>
        <source>A number of GiB, or a size with its unit: 700 MiB</source>
        <translation>عدد بوحدة GiB، أو حجم بوحدته: 700 MiB</translation>
    </message>
    <message>
        <source>RAM (anonymous)</source>
        <translation>RAM (غير مرتبطة بملف)</translation>
    </message>
</context>
<context>
    <name>stowage::LessonHeader</name>
    <message>
        <source>Smaller text</source>
        <translation>خط أصغر</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>خط أكبر</translation>
    </message>
    <message>
        <source>Larger text; F7 sets the text size for a projector</source>
        <translation>خط أكبر؛ F7 لجهاز العرض</translation>
    </message>
    <message>
        <source>Export report…</source>
        <translation>تصدير التقرير…</translation>
    </message>
    <message>
        <source>Export the lesson as a page (HTML), as PDF and as tables (CSV)</source>
        <translation>الدرس كصفحة (HTML) وبصيغة PDF وكجداول (CSV)</translation>
    </message>
    <message>
        <source>More lesson commands</source>
        <translation>المزيد من الدرس</translation>
    </message>
    <message>
        <source>Start over, set your name, choose the folder of the model files</source>
        <translation>البدء من جديد، اسمك، مكان ملفات النموذج</translation>
    </message>
    <message>
        <source>Start over…</source>
        <translation>البدء من جديد…</translation>
    </message>
    <message>
        <source>Undo start over</source>
        <translation>التراجع عن البدء من جديد</translation>
    </message>
    <message>
        <source>Your name…</source>
        <translation>اسمك…</translation>
    </message>
    <message>
        <source>Folder of the model files…</source>
        <translation>مجلد ملفات النموذج…</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>الذاكرة المؤقتة</translation>
    </message>
    <message>
        <source>cold</source>
        <translation>باردة</translation>
    </message>
    <message>
        <source>warm</source>
        <translation>دافئة</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>كما هي</translation>
    </message>
    <message>
        <source>Determines whether the pages of the file are in memory before each run</source>
        <translation>هل تقع صفحات الملف في الذاكرة قبل كل تشغيل</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>حد RAM</translation>
    </message>
    <message>
        <source>The maximum RAM that a step may use. The limit includes anonymous and shared memory above the level before the load. It does not include pages of mapped files, which the system can reclaim, or pages that back simulated GPUs. A step that needs more RAM is stopped at the limit.</source>
        <translation>أقصى RAM يجوز أن تحتفظ بها خطوة. تُحسب الذاكرة المجهولة (anonymous) والمشتركة فوق المستوى الذي قبل التحميل؛ ولا تُحسب صفحات الملفات المُعيَّنة في الذاكرة، لأن النظام يستردّها، ولا الصفحات التي خلف GPU مُحاكى. والخطوة التي تحتاج إلى أكثر توقَف حين تصل إليه.</translation>
    </message>
    <message>
        <source>Dry run</source>
        <translation>تشغيل تجريبي</translation>
    </message>
    <message>
        <source>A dry run only makes forecasts, even for a model that does not fit on this machine. No file is created and no byte is read. All figures are marked as forecasts.</source>
        <translation>التشغيل التجريبي يعطي تنبؤات فقط، حتى لنموذج لا يتسع له هذا الحاسوب. لا يُنشأ أي ملف ولا يُقرأ أي بايت؛ وكل الأرقام معلَّمة بأنها تنبؤات.</translation>
    </message>
    <message>
        <source>Progress of creating the model&apos;s files</source>
        <translation>كم أُنشئ من ملفات النموذج</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Stop creating the model&apos;s files</source>
        <translation>إيقاف إنشاء ملفات النموذج</translation>
    </message>
    <message>
        <source>Delete the model files…</source>
        <translation>حذف ملفات النموذج…</translation>
    </message>
    <message>
        <source>Load a %1 model and waste no memory</source>
        <translation>حمّل نموذج %1 من دون إهدار أي ذاكرة</translation>
    </message>
    <message>
        <source>Load a %1 model with less than %2 of VRAM</source>
        <translation>حمّل نموذج %1 بأقل من %2 من VRAM</translation>
    </message>
    <message>
        <source>%1 (does not fit)</source>
        <translation>%1 (لا تكفي الذاكرة)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>لا يوجد</translation>
    </message>
    <message>
        <source>Model files on this machine: %1.</source>
        <translation>ملفات النموذج على هذا الحاسوب: %1.</translation>
    </message>
    <message>
        <source>No model files on this machine.</source>
        <translation>لا توجد ملفات نموذج على هذا الحاسوب.</translation>
    </message>
    <message>
        <source>Creating the model&apos;s files: %1 %.</source>
        <translation>يجري إنشاء ملفات النموذج: %1%.</translation>
    </message>
    <message>
        <source>Dry run: forecasts only. %1</source>
        <translation>تشغيل تجريبي: تنبؤات فقط. %1</translation>
    </message>
    <message>
        <source>%1 The first run creates the missing files.</source>
        <translation>%1 ينشئها التشغيل الأول.</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>تجري الكتابة…</translation>
    </message>
    <message>
        <source>Delete the model files</source>
        <translation>حذف ملفات النموذج</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>حذف</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>البدء من جديد</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>اسمك</translation>
    </message>
    <message>
        <source>Your name, as shown on the report:</source>
        <translation>الاسم الذي يُسلَّم به التقرير:</translation>
    </message>
    <message>
        <source>%1 GiB</source>
        <translation>%1 GiB</translation>
    </message>
    <message>
        <source>Default folder</source>
        <translation>المجلد الافتراضي</translation>
    </message>
    <message>
        <source>Delete the lesson&apos;s model files (all model sizes, %1 in total) in %2? Measurements are kept. The files are created again when a step needs them.</source>
        <translation>أتريد حذف ملفات نماذج الدرس بكل الأحجام، %1، في %2؟ يبقى ما قيس؛ وتُنشأ الملفات ثانية حين تحتاجها خطوة.</translation>
    </message>
    <message>
        <source>Start the lesson over for %1? The guesses, answers and results of this setup are removed from the page. You can restore them until a step is run again or Stowage is closed. The runs remain in the history.</source>
        <translation>أتريد بدء الدرس من جديد لـ %1؟ تغادر الصفحةَ التخميناتُ والأجوبة وما وُجد بهذا الإعداد. يمكن استعادتها حتى تُشغَّل خطوة ثانية أو يُغلق Stowage، وتبقى التشغيلات في السجل.</translation>
    </message>
</context>
<context>
    <name>stowage::LessonMachineCheck</name>
    <message>
        <source>Contents of the file</source>
        <translation>ما في الملف</translation>
    </message>
    <message>
        <source>Build, move, copy</source>
        <translation>بناء، نقل، نسخ</translation>
    </message>
    <message>
        <source>Tensor by tensor</source>
        <translation>موترًا موترًا</translation>
    </message>
    <message>
        <source>Without storage</source>
        <translation>من دون تخزين</translation>
    </message>
    <message>
        <source>Map and assign</source>
        <translation>تعيين في الذاكرة وإسناد</translation>
    </message>
    <message>
        <source>One file per tensor</source>
        <translation>ملف لكل موتر</translation>
    </message>
    <message>
        <source>Shard after shard</source>
        <translation>شظية بعد شظية</translation>
    </message>
    <message>
        <source>Through a small ring</source>
        <translation>عبر حلقة صغيرة</translation>
    </message>
    <message>
        <source>GPU, CPU and disk</source>
        <translation>GPU وCPU والقرص</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>نقطة الحفظ</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>what a checkpoint is</source>
        <translation>ما هي نقطة الحفظ</translation>
    </message>
    <message>
        <source>one map, several devices</source>
        <translation>خريطة واحدة، عدة أجهزة</translation>
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
        <translation>الدرس</translation>
    </message>
    <message>
        <source>Charts and table</source>
        <translation>المخططات والجدول</translation>
    </message>
    <message>
        <source>The lesson was started over.</source>
        <translation>بدأ الدرس من جديد.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>تراجع</translation>
    </message>
    <message>
        <source>%1 was saved. Run the script once in the folder that contains it. The script creates the files that the code of the steps reads.</source>
        <translation>حُفظ %1. شغّله مرة في مجلده: يكتب الملفات التي تقرؤها أسطر الخطوات.</translation>
    </message>
    <message>
        <source>Model files are created in %1 from now on.</source>
        <translation>تُنشأ ملفات النموذج في %1 من الآن فصاعدًا.</translation>
    </message>
    <message>
        <source>%1, forecast peaks</source>
        <translation>%1، تنبؤ، الذُّرى</translation>
    </message>
    <message>
        <source>%1, peaks; each run fills a row</source>
        <translation>%1، الذُّرى؛ تمتلئ الخلايا بتشغيل الخطوات</translation>
    </message>
    <message>
        <source>The report was written to %1 and %2 more files in the same folder.</source>
        <translation>كُتب التقرير: %1، و%2 ملفات أخرى إلى جانبه.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>فتح</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>فتح المجلد</translation>
    </message>
    <message>
        <source>The existing files in %1 are kept until you delete the model files.</source>
        <translation>تبقى الملفات التي في %1 هناك إلى أن تحذف ملفات النموذج.</translation>
    </message>
</context>
<context>
    <name>stowage::LessonQuestion</name>
    <message>
        <source>Check answer</source>
        <translation>تحقق من الإجابة</translation>
    </message>
    <message>
        <source>Show in chart</source>
        <translation>إظهار في المخطط</translation>
    </message>
    <message>
        <source>You can answer the question after the run, because the question is about points of the curve.</source>
        <translation>يأتي السؤال بعد التشغيل: فهو عن نقاط من المنحنى.</translation>
    </message>
    <message>
        <source>Show why</source>
        <translation>إظهار السبب</translation>
    </message>
</context>
<context>
    <name>stowage::LessonReport</name>
    <message>
        <source>forecast</source>
        <translation>تنبؤ</translation>
    </message>
    <message>
        <source>simulated (caching allocator)</source>
        <translation>بقواعد المخصِّص ذي الذاكرة المؤقتة</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
    </message>
    <message>
        <source>VRAM, allocated, GiB</source>
        <translation>VRAM، المخصَّص، GiB</translation>
    </message>
    <message>
        <source>RAM, anonymous, GiB</source>
        <translation>RAM، المجهولة (anonymous)، GiB</translation>
    </message>
    <message>
        <source>CPU, forecast; thin dots: file-backed RAM</source>
        <translation>CPU، تنبؤ؛ النقاط الدقيقة: مدعومة بملفات</translation>
    </message>
    <message>
        <source>CPU, measured; thin dots: file-backed RAM</source>
        <translation>CPU، مَقيس؛ النقاط الدقيقة: مدعومة بملفات</translation>
    </message>
    <message>
        <source>as it is: the page cache is not changed before a load</source>
        <translation>كما يتفق أن تكون</translation>
    </message>
    <message>
        <source>cold: the files are dropped from the page cache before each load</source>
        <translation>باردة: تُسقط صفحات الملفات قبل كل تحميل</translation>
    </message>
    <message>
        <source>warm: the files are read once before each load</source>
        <translation>دافئة: تُقرأ الملفات مرة قبل كل تحميل</translation>
    </message>
    <message>
        <source>%1, simulated: the memory follows the rules of the caching allocator, without a real card</source>
        <translation>%1: الذاكرة بقواعد المخصِّص ذي الذاكرة المؤقتة، بلا بطاقة</translation>
    </message>
    <message>
        <source>%1, a real card</source>
        <translation>%1، بطاقة حقيقية</translation>
    </message>
    <message>
        <source>Submitted by</source>
        <translation>سلّمه</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>التاريخ</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>المعالج</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>الذاكرة</translation>
    </message>
    <message>
        <source>System</source>
        <translation>النظام</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>%1, float32, random weights, %2 of tensors</source>
        <translation>%1، float32، أوزان عشوائية، %2 من الموترات</translation>
    </message>
    <message>
        <source>Page cache</source>
        <translation>ذاكرة الصفحات المؤقتة</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>حد RAM</translation>
    </message>
    <message>
        <source>none</source>
        <translation>لا يوجد</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>الأرقام</translation>
    </message>
    <message>
        <source>forecast: a dry run, in which nothing is read or loaded</source>
        <translation>تنبؤ: تشغيل تجريبي، لا يُقرأ فيه شيء ولا يُحمَّل</translation>
    </message>
    <message>
        <source>from real loads, each in a fresh process</source>
        <translation>من عمليات تحميل حقيقية، كل منها في عملية جديدة</translation>
    </message>
    <message>
        <source>published</source>
        <translation>المنشور</translation>
    </message>
    <message>
        <source>VRAM,
GiB</source>
        <translation>VRAM،‏
GiB</translation>
    </message>
    <message>
        <source>RAM
anonymous,
GiB</source>
        <translation>RAM
المجهولة،
GiB</translation>
    </message>
    <message>
        <source>file-
backed</source>
        <translation>المدعومة
بملفات</translation>
    </message>
    <message>
        <source>RSS −
shared</source>
        <translation>RSS −
المشتركة</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الزمن</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>الطريقة</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>VRAM over time, %1</source>
        <translation>VRAM عبر الزمن، %1</translation>
    </message>
    <message>
        <source>RAM over time, %1</source>
        <translation>RAM عبر الزمن، %1</translation>
    </message>
    <message>
        <source>Predicted by Stowage before the run: %1.</source>
        <translation>توقّعه البرنامج مسبقًا: %1.</translation>
    </message>
    <message>
        <source>Your guess before the run: %1</source>
        <translation>خُمِّن قبل التشغيل. %1</translation>
    </message>
    <message>
        <source>No guess was entered before the run.</source>
        <translation>لم يُخمَّن شيء قبل التشغيل.</translation>
    </message>
    <message>
        <source>Reasons for the peaks, computed from the run:</source>
        <translation>السبب، محسوبًا من التشغيل:</translation>
    </message>
    <message>
        <source>Not answered.</source>
        <translation>لم يُجَب عنه.</translation>
    </message>
    <message>
        <source>Answers tried, in this order: %1.</source>
        <translation>جرى التحقق بهذا الترتيب: %1.</translation>
    </message>
    <message>
        <source>Answer: “%1”, right.</source>
        <translation>الإجابة: «%1»، صحيحة.</translation>
    </message>
    <message>
        <source>Answer: “%1”, not right.</source>
        <translation>الإجابة: «%1»، غير صحيحة.</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>نواة واحدة</translation>
    </message>
    <message>
        <source>%1 cores</source>
        <translation>%1 من الأنوية</translation>
    </message>
    <message>
        <source>VRAM simulated, RAM and time measured</source>
        <translation>VRAM مُحاكاة، وRAM والزمن مَقيسان</translation>
    </message>
    <message>
        <source>Loading %1: memory and time of each method</source>
        <translation>تحميل %1: ما تأخذه كل طريقة</translation>
    </message>
    <message>
        <source>all runs</source>
        <translation>كل عمليات التشغيل</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>«%1»</translation>
    </message>
</context>
<context>
    <name>stowage::LessonRunner</name>
    <message>
        <source>The lesson runs each load with stowagectl, but the program %1 was not found.</source>
        <translation>خطوات الدرس يحمّلها stowagectl، وهو غير موجود: %1.</translation>
    </message>
    <message>
        <source>reference logits</source>
        <translation>logits المرجعية</translation>
    </message>
</context>
<context>
    <name>stowage::LessonSession</name>
    <message>
        <source>The setup can be changed only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>يمكن تغيير الإعداد حين لا يعمل شيء؛ ألغِ أولًا.</translation>
    </message>
    <message>
        <source>The model files can be deleted only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>يمكن حذف ملفات النموذج حين لا يعمل شيء؛ ألغِ أولًا.</translation>
    </message>
    <message>
        <source>The lesson can be started over only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>يمكن بدء الدرس من جديد حين لا يعمل شيء؛ ألغِ أولًا.</translation>
    </message>
    <message>
        <source>“Start over” can be undone only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>ما بُدئ من جديد يعود حين لا يعمل شيء؛ ألغِ أولًا.</translation>
    </message>
    <message>
        <source>A load is being stepped through and uses memory; end that load first.</source>
        <translation>يجري تحميل خطوة خطوة وهو يشغل ذاكرته؛ أنهِه أولًا.</translation>
    </message>
    <message>
        <source>The folder can be changed only when nothing is running; cancel the running task or wait until the task has finished.</source>
        <translation>يمكن تغيير المجلد حين لا يعمل شيء؛ ألغِ أولًا.</translation>
    </message>
    <message>
        <source>A step is running; step through a load after the running step has finished.</source>
        <translation>خطوة قيد التشغيل؛ نفّذ التحميل خطوة خطوة حين تنتهي.</translation>
    </message>
    <message>
        <source>A dry run moves no tensor. To step through the load, choose a model size that fits.</source>
        <translation>التشغيل التجريبي لا ينقل أي موتر؛ اختر حجمًا تكفي له الذاكرة لتنفيذه خطوة خطوة.</translation>
    </message>
    <message>
        <source>This step loads no model; step through a load in another step.</source>
        <translation>هذه الخطوة لا تحمّل شيئًا؛ نفّذ إحدى الخطوات الأخرى خطوة خطوة.</translation>
    </message>
    <message>
        <source>No part of the model fits on %1, which has %2 of free memory; choose a larger GPU for this step.</source>
        <translation>لا يتسع %1، والحرّ فيه %2، لأي جزء من النموذج؛ اختر GPU أكبر لهذه الخطوة.</translation>
    </message>
    <message>
        <source>Loading with “%1” needs %2 of memory on %3, which has %4 free.</source>
        <translation>يحتاج التحميل بطريقة «%1» إلى %2 على %3، والحرّ فيه %4.</translation>
    </message>
    <message>
        <source>Loading with “%1” needs %2 of memory on %3, which has less memory free.</source>
        <translation>يحتاج التحميل بطريقة «%1» إلى %2 على %3، والحرّ فيه أقل.</translation>
    </message>
    <message>
        <source>Choose a larger GPU or a smaller model above; the load method “%1” fits without such a change.</source>
        <translation>اختر أعلاه GPU أكبر أو نموذجًا أصغر؛ أما «%1» فتكفي لها الذاكرة كما هي.</translation>
    </message>
    <message>
        <source>Choose a larger GPU or a smaller model above, or go to step 9, which uses the CPU and the disk as well.</source>
        <translation>اختر أعلاه GPU أكبر أو نموذجًا أصغر، أو انتقل إلى الخطوة 9، التي تستخدم CPU والقرص أيضًا.</translation>
    </message>
    <message>
        <source>The load did not finish.</source>
        <translation>لم يصل التحميل إلى نهايته.</translation>
    </message>
    <message>
        <source>%1 The load was stopped at %2.</source>
        <translation>%1 وقد أُوقف عند %2.</translation>
    </message>
    <message>
        <source>The loaded bytes were not compared with the file.</source>
        <translation>لم تُقارَن البايتات المحمَّلة بالملف.</translation>
    </message>
    <message>
        <source>There was no forward pass after the load.</source>
        <translation>لم يجرِ تمرير أمامي بعد التحميل.</translation>
    </message>
    <message>
        <source>The logits of the forward pass were not compared.</source>
        <translation>لم تُقارَن logits التمرير الأمامي.</translation>
    </message>
    <message>
        <source>This machine has not been measured (stowagectl devices --measure), so the time axis shows moved bytes instead of seconds.</source>
        <translation>هذا الحاسوب غير مَقيس (stowagectl devices --measure)، لذا يعدّ محور الزمن البايتات المنقولة بدلًا من الثواني.</translation>
    </message>
    <message>
        <source>Model files cannot be created in %1: %2. The folder of the model files is still %3.</source>
        <translation>لا يمكن إنشاء ملفات النموذج في %1: %2. تبقى في %3.</translation>
    </message>
</context>
<context>
    <name>stowage::LessonStepView</name>
    <message>
        <source>Page of the step</source>
        <translation>صفحة الخطوة</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>نسخ الشيفرة</translation>
    </message>
    <message>
        <source>Copy the lines of Python of this step</source>
        <translation>نسخ أسطر Python هذه</translation>
    </message>
    <message>
        <source>Save gpt.py…</source>
        <translation>حفظ gpt.py…</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>توقّع</translation>
    </message>
    <message>
        <source>Guess the peaks before the run: type the peaks, drag the markers in the charts, or move the markers with Up, Down, PageUp and PageDown</source>
        <translation>اذكر أين ستكون الذُّرى قبل أن تُعرف: اكتبها، أو اسحب العلامات في المخططات، أو حرّكها بالمفاتيح Up وDown وPageUp وPageDown</translation>
    </message>
    <message>
        <source>Snap to the axis</source>
        <translation>محاذاة إلى المحور</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>تشغيل</translation>
    </message>
    <message>
        <source>Step through</source>
        <translation>خطوة خطوة</translation>
    </message>
    <message>
        <source>Run the load of this step tensor by tensor; such a load adds no row to the table</source>
        <translation>التحميل نفسه موترًا موترًا؛ ولا يملأ أي صف</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Progress of the step</source>
        <translation>مدى تقدّم الخطوة</translation>
    </message>
    <message>
        <source>Reasons for the peaks</source>
        <translation>لماذا هذه الذُّرى</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>الخطوة %1 من %2</translation>
    </message>
    <message>
        <source>Files are ready</source>
        <translation>الملفات جاهزة</translation>
    </message>
    <message>
        <source>Create the model&apos;s file</source>
        <translation>إنشاء ملف النموذج</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>التشغيل مجددًا</translation>
    </message>
    <message>
        <source>The step “%1” is running.</source>
        <translation>%1 قيد التشغيل.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 من %2</translation>
    </message>
    <message>
        <source>This step would be stopped: %1</source>
        <translation>سيوقَف: %1</translation>
    </message>
    <message>
        <source>This step would be refused: %1</source>
        <translation>سيُرفض: %1</translation>
    </message>
    <message>
        <source>Previous step: %1</source>
        <translation>الخطوة السابقة: %1</translation>
    </message>
    <message>
        <source>Next step: %1</source>
        <translation>الخطوة التالية: %1</translation>
    </message>
    <message>
        <source>Save the model&apos;s definition as a script. Run the script once: it writes the files that the lines of Python read.</source>
        <translation>احفظ تعريف النموذج ملفَّ Python (script). شغّله مرة واحدة: فهو يكتب الملفات التي تقرؤها أسطر Python.</translation>
    </message>
    <message>
        <source>Forecast again</source>
        <translation>التنبؤ ثانية</translation>
    </message>
    <message>
        <source>Forecast (dry run)</source>
        <translation>التنبؤ (تشغيل تجريبي)</translation>
    </message>
    <message>
        <source>Type the peaks, or drag the markers in the charts. RAM is anonymous memory, which the system cannot reclaim. Your guess: %1.</source>
        <translation>اكتب الذروات، أو اسحب العلامات في الرسمين. RAM هنا ذاكرة غير مرتبطة بملف، لا يستطيع النظام استردادها. تخمينك: %1.</translation>
    </message>
</context>
<context>
    <name>stowage::LessonSteppingView</name>
    <message>
        <source>A load in single steps</source>
        <translation>تحميل على خطوات</translation>
    </message>
    <message>
        <source>Progress of the load</source>
        <translation>مدى تقدّم التحميل</translation>
    </message>
    <message>
        <source>Memory on each device</source>
        <translation>ما يحتفظ به كل جهاز</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>خطوة</translation>
    </message>
    <message>
        <source>Load one more tensor</source>
        <translation>إدخال موتر آخر</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>السرعة</translation>
    </message>
    <message>
        <source>Speed, from single steps to real speed</source>
        <translation>السرعة، من خطوات مفردة إلى الحقيقية</translation>
    </message>
    <message>
        <source>End</source>
        <translation>إنهاء</translation>
    </message>
    <message>
        <source>Release all loaded tensors and return to the curves</source>
        <translation>إعادة كل شيء والرجوع إلى المنحنيات</translation>
    </message>
    <message>
        <source>%1 tensors/s</source>
        <translation>%1 موتر في الثانية</translation>
    </message>
    <message>
        <source>single steps</source>
        <translation>خطوات مفردة</translation>
    </message>
    <message>
        <source>real speed</source>
        <translation>السرعة الحقيقية</translation>
    </message>
    <message>
        <source>The model&apos;s files are being created.</source>
        <translation>يجري إنشاء ملفات النموذج.</translation>
    </message>
    <message>
        <source>All tensors are loaded.</source>
        <translation>كل شيء في مكانه.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tensors</source>
        <translation>%1: %2 من %3 من الموترات</translation>
    </message>
    <message>
        <source>%1: %2 of %3 tensors, at %4</source>
        <translation>%1: %2 من %3 من الموترات، %4</translation>
    </message>
    <message>
        <source>The load is being prepared.</source>
        <translation>يجري تحضير التحميل.</translation>
    </message>
</context>
<context>
    <name>stowage::LessonStrip</name>
    <message>
        <source>Steps of the lesson</source>
        <translation>خطوات الدرس</translation>
    </message>
</context>
<context>
    <name>stowage::LessonTableModel</name>
    <message>
        <source>Method</source>
        <translation>الطريقة</translation>
    </message>
    <message>
        <source>VRAM,
GiB</source>
        <translation>VRAM،‏
GiB</translation>
    </message>
    <message>
        <source>publ.¹</source>
        <translation>منشور¹</translation>
    </message>
    <message>
        <source>RAM
anon., GiB</source>
        <translation>RAM
مجهولة، GiB</translation>
    </message>
    <message>
        <source>file-
backed</source>
        <translation>المدعومة
بملفات</translation>
    </message>
    <message>
        <source>RSS −
shared</source>
        <translation>RSS −
المشتركة</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الزمن</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>السبب</translation>
    </message>
    <message>
        <source>Shown after the step has been run</source>
        <translation>يظهر بعد تشغيل الخطوة</translation>
    </message>
    <message>
        <source>Published value: %1</source>
        <translation>كما نُشر: %1</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>المنشور</translation>
    </message>
    <message>
        <source>Anonymous plus file-backed memory at the same moment, without the shared pages of simulated GPUs. The notebook&apos;s RAM column measures the same memory.</source>
        <translation>الذاكرة المجهولة (anonymous) والمدعومة بملفات في لحظة واحدة: ما يقيسه عمود RAM في الدفتر (notebook)، من دون الصفحات المشتركة لوحدات GPU المُحاكاة</translation>
    </message>
    <message>
        <source>Shown after the question of the step is answered, or after “Show why”</source>
        <translation>يظهر بعد الإجابة عن سؤال الخطوة، أو بعد «إظهار السبب»</translation>
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
        <translation>الاسم %1 يعدّ مُعامِلات أقل، لأن GPT-2 يستخدم تضمين الرموز رأسًا للخرج؛ أما هنا فالرأس موتر قائم بذاته.</translation>
    </message>
    <message>
        <source>Which part of the file would training never change?</source>
        <translation>أي جزء من الملف لن يغيّره التدريب أبدًا؟</translation>
    </message>
    <message>
        <source>None: training changes everything in a checkpoint</source>
        <translation>لا شيء: التدريب يغيّر كل ما في نقطة الحفظ</translation>
    </message>
    <message>
        <source>The token embedding is a table of parameters: training changes the rows of the tokens that occur in the training data.</source>
        <translation>هو جدول، لكنه جدول مُعامِلات: يغيّر التدريب صفوف الرموز التي يراها.</translation>
    </message>
    <message>
        <source>Right. The file contains %1 masks of ones and zeros, %2 in total. Masks are buffers: the state dict contains them, but a loop over the parameters does not include them.</source>
        <translation>صحيح. %1 من الأقنعة من آحاد وأصفار، %2 في المجموع. وهي مخازن مؤقتة: موجودة في state dict لكنها ليست من المُعامِلات، فالحلقة التي تمر على المُعامِلات تفوّتها.</translation>
    </message>
    <message>
        <source>The model is on the GPU twice: 2 × %1.</source>
        <translation>مرتان على GPU: 2 × %1.</translation>
    </message>
    <message>
        <source>Between A and B, the VRAM curve rises again by the size of the whole model. What is loaded onto the GPU?</source>
        <translation>بين A وB يرتفع منحنى VRAM بمقدار النموذج كله مرة أخرى. ما الذي يوضع على GPU؟</translation>
    </message>
    <message>
        <source>The gradients</source>
        <translation>التدرّجات (gradients)</translation>
    </message>
    <message>
        <source>The file&apos;s pages, as a cache</source>
        <translation>صفحات الملف، كذاكرة مؤقتة</translation>
    </message>
    <message>
        <source>Right. To load one model, the GPU must have memory for two models.</source>
        <translation>صحيح. لحمل نموذج واحد، يجب أن يكون على GPU متسع لنموذجين.</translation>
    </message>
    <message>
        <source>This lesson trains no model, so there are no gradients.</source>
        <translation>لا شيء يُدرَّب هنا، فلا توجد تدرّجات.</translation>
    </message>
    <message>
        <source>The page cache is in host memory, not on the GPU.</source>
        <translation>ذاكرة الصفحات المؤقتة في ذاكرة المضيف، لا على GPU.</translation>
    </message>
    <message>
        <source>The largest tensor is %1 with a size of %2.</source>
        <translation>أكبر موتر هو %1 وحجمه %2.</translation>
    </message>
    <message>
        <source>A second copy of one transformer block</source>
        <translation>نسخة ثانية من كتلة transformer واحدة</translation>
    </message>
    <message>
        <source>The CUDA context</source>
        <translation>سياق CUDA</translation>
    </message>
    <message>
        <source>The largest tensor, which exists twice for a moment</source>
        <translation>أكبر موتر، الموجود مرتين للحظة</translation>
    </message>
    <message>
        <source>No block is copied as a whole: the tensors of a block are copied one after another.</source>
        <translation>لا تُنسخ أي كتلة كاملة أبدًا: فموتراتها تمر واحدًا بعد آخر.</translation>
    </message>
    <message>
        <source>The CUDA context exists before the load, and the figures of PyTorch&apos;s allocator do not include it.</source>
        <translation>السياق موجود قبل التحميل، ولا يحسبه أي مخصِّص.</translation>
    </message>
    <message>
        <source>Right: %1, %2. The peak is the model plus its largest tensor.</source>
        <translation>صحيح: %1، %2. الذروة هي النموذج وأكبر موتراته.</translation>
    </message>
    <message>
        <source>All uninitialised memory must be filled by copying, including the %1 masks, which are buffers and not parameters.</source>
        <translation>كل ما هو غير مهيّأ يجب نسخه، بما فيه الأقنعة وعددها %1، وهي مخازن مؤقتة لا مُعامِلات.</translation>
    </message>
    <message>
        <source>Without initial weights, RAM remains low (A). Why is the VRAM peak B as high as the VRAM peak of the plain load?</source>
        <translation>من دون أوزان ابتدائية تبقى RAM منخفضة (A). لماذا ذروة VRAM عند B عالية كما في التحميل البسيط؟</translation>
    </message>
    <message>
        <source>A model on the meta device also uses GPU memory</source>
        <translation>النموذج على جهاز meta يأخذ ذاكرة GPU أيضًا</translation>
    </message>
    <message>
        <source>Uninitialised memory is allocated twice</source>
        <translation>الذاكرة غير المهيّأة تُخصَّص مرتين</translation>
    </message>
    <message>
        <source>Meta tensors have no bytes on any device.</source>
        <translation>ليس لموترات meta بايتات على أي جهاز.</translation>
    </message>
    <message>
        <source>Right. There are no initial weights, but the GPU still contains two copies of the model.</source>
        <translation>صحيح. لم تختفِ إلا الأوزان الابتدائية؛ وما زال GPU يحمل نسختين.</translation>
    </message>
    <message>
        <source>Uninitialised memory is allocated once: the first rise of the curve is as high as one model.</source>
        <translation>تُخصَّص مرة واحدة: أول درجة في المنحنى بارتفاع نموذج واحد.</translation>
    </message>
    <message>
        <source>The file is mapped into memory, which does not read any data yet. Each tensor is copied from the mapped pages to a new tensor on the GPU, which becomes the parameter. RSS includes the pages that were read until the file is unmapped, but the system can reclaim these pages whenever memory is needed.</source>
        <translation>يُعيَّن الملف في الذاكرة، وهذا لا يقرأ شيئًا بعد. ويُنسخ كل موتر من الصفحات المُعيَّنة إلى موتر جديد على GPU، فيصبح هو المُعامِل. تُحسب الصفحات المقروءة مقيمةً (RSS) إلى أن يُلغى تعيين الملف، لكن النظام يستطيع استردادها كلما احتاج أحد إلى الذاكرة.</translation>
    </message>
    <message>
        <source>There is one copy of the model on the GPU: %1 in tensors.</source>
        <translation>النموذج على GPU مرة واحدة: %1 في موترات.</translation>
    </message>
    <message>
        <source>Pages of the file, which the system may drop at any time</source>
        <translation>صفحات من الملف، قد يُسقطها النظام في أي وقت</translation>
    </message>
    <message>
        <source>A hidden second copy of the model</source>
        <translation>نسخة ثانية خفية من النموذج</translation>
    </message>
    <message>
        <source>Memory of the GPU, seen from the host</source>
        <translation>ذاكرة GPU، كما تُرى من المضيف</translation>
    </message>
    <message>
        <source>Right. The pages of the file are resident but evictable, because the file still contains every byte.</source>
        <translation>صحيح. هي مقيمة لكنها قابلة للإخلاء: ما زال كل بايت في الملف.</translation>
    </message>
    <message>
        <source>The memory at A consists of pages of the file. The system can drop these pages without losing data.</source>
        <translation>ليست نسخة بل صفحات الملف نفسه؛ وإسقاطها لا يُضيع شيئًا.</translation>
    </message>
    <message>
        <source>The RSS of a process does not include the memory of a real GPU. The memory of a simulated GPU is shared memory, which neither curve includes.</source>
        <translation>ذاكرة البطاقة ليست في RSS أي عملية؛ وذاكرة GPU المُحاكى ذاكرة مشتركة، وهي ليست في أيٍّ من المنحنيين.</translation>
    </message>
    <message>
        <source>The checkpoint is split into one file per tensor. The model is built without storage, and its GPU memory is allocated all at once. Then each tensor is read into host memory, copied and freed.</source>
        <translation>تُقسَّم نقطة الحفظ إلى ملف واحد لكل موتر. ويُبنى النموذج من دون تخزين، وتُخصَّص ذاكرته على GPU دفعة واحدة. ثم يُقرأ كل موتر إلى ذاكرة المضيف، ويُنسخ، ويُحرَّر.</translation>
    </message>
    <message>
        <source>Host memory contains one tensor at a time: at most %1, the largest tensor.</source>
        <translation>لا يحمل المضيف أبدًا أكثر من أكبر موتر: %1.</translation>
    </message>
    <message>
        <source>Why are the spikes A and B of the RAM curve higher than the other spikes?</source>
        <translation>لماذا ترتفع القمتان A وB في منحنى RAM أعلى من غيرهما؟</translation>
    </message>
    <message>
        <source>The disk&apos;s cache was full twice</source>
        <translation>امتلأت الذاكرة المؤقتة للقرص مرتين</translation>
    </message>
    <message>
        <source>The GPU received the tensors of A and B twice</source>
        <translation>تلقّى GPU هذه الموترات مرتين</translation>
    </message>
    <message>
        <source>%1 and %2 are the largest tensors</source>
        <translation>%1 و%2 هما أكبر الموترات</translation>
    </message>
    <message>
        <source>File pages are not anonymous memory, so the curve of anonymous RAM does not include them.</source>
        <translation>صفحات الملفات ليست ذاكرة مجهولة (anonymous)، فهي ليست في هذا المنحنى.</translation>
    </message>
    <message>
        <source>VRAM does not change while tensors are copied: the memory for the whole model is already allocated.</source>
        <translation>لا تتغير VRAM أثناء نسخ الموترات: كل مكان مخصَّص سلفًا.</translation>
    </message>
    <message>
        <source>Right: the sizes of the two tensors are %1 and %2; the size of the next largest tensor is %3.</source>
        <translation>صحيح: حجماهما %1 و%2؛ والتالي لهما في الكبر حجمه %3.</translation>
    </message>
    <message>
        <source>The file-backed part of RAM rises and falls like a sawtooth; A and B are its highest points. What is one tooth?</source>
        <translation>يرتفع الجزء المدعوم بملفات من RAM وينخفض كأسنان المنشار؛ وA وB أعلاها. ما السنّ الواحدة؟</translation>
    </message>
    <message>
        <source>A transformer block</source>
        <translation>كتلة transformer</translation>
    </message>
    <message>
        <source>One shard: mapped, copied, unmapped</source>
        <translation>شظية واحدة: عُيِّنت ونُسخت وأُلغي تعيينها</translation>
    </message>
    <message>
        <source>Python&apos;s garbage collector at work</source>
        <translation>عمل جامع القمامة في Python</translation>
    </message>
    <message>
        <source>No block has a separate file: the checkpoint is split into shards by size.</source>
        <translation>ليس لأي كتلة ملف خاص بها: ما تحويه الشظية الواحدة يُقطع بحسب الحجم.</translation>
    </message>
    <message>
        <source>Right. Smaller shards make smaller and more frequent peaks in the curve.</source>
        <translation>صحيح. الشظايا الأصغر تصنع أسنانًا أصغر، وأكثر عددًا.</translation>
    </message>
    <message>
        <source>No garbage is collected in this step: a tooth ends when its shard is unmapped.</source>
        <translation>لا شيء يُجمع هنا: تنتهي السنّ عندما يُلغى تعيين شظيتها.</translation>
    </message>
    <message>
        <source>Parts of the file are read into a small ring of buffers and copied from there directly to the destinations of the tensors. While one buffer is copied, the next buffers are read, so that disk and link work at the same time. The required host memory does not depend on the size of the model or of its largest tensor.</source>
        <translation>تمر أجزاء من الملف عبر حلقة صغيرة من المخازن المؤقتة مباشرة إلى حيث تنتمي الموترات. وأثناء نسخ أحد المخازن تُقرأ المخازن التالية، فيعمل القرص والوصلة في الوقت نفسه. وما يحتاج إليه المضيف لا يعتمد على حجم النموذج ولا على أكبر موتراته.</translation>
    </message>
    <message>
        <source>%1 of weights pass through one ring of buffers.</source>
        <translation>%1 من الأوزان عبر حلقة واحدة من المخازن المؤقتة.</translation>
    </message>
    <message>
        <source>VRAM is at B at the end. RAM never rises above A. What determines the height of A?</source>
        <translation>تنتهي VRAM عند B، ولا ترتفع RAM أبدًا فوق A. ما الذي يحدد A؟</translation>
    </message>
    <message>
        <source>The largest tensor, %1</source>
        <translation>أكبر موتر، %1</translation>
    </message>
    <message>
        <source>A fixed fraction of the model&apos;s size</source>
        <translation>حصة ثابتة من حجم النموذج</translation>
    </message>
    <message>
        <source>The ring of buffers, the same for every model</source>
        <translation>حلقة المخازن المؤقتة، وهي نفسها لكل نموذج</translation>
    </message>
    <message>
        <source>The size of %1 is %2. A is smaller, because the tensor passes through the ring in parts.</source>
        <translation>حجم %1 هو %2 ويمر قطعًا: وA دونه.</translation>
    </message>
    <message>
        <source>Choose another model above: A does not change.</source>
        <translation>اختر نموذجًا آخر في الأعلى: يبقى A حيث هو.</translation>
    </message>
    <message>
        <source>Right. The ring&apos;s size is a choice, not a property of the model.</source>
        <translation>صحيح. حجم الحلقة اختيار، لا خاصية للنموذج.</translation>
    </message>
    <message>
        <source>A device map can name several devices. In this step, the devices are a GPU and a CPU whose limits are smaller than the model, and the disk. Each layer is loaded onto its device in the map, and the layers for the disk are written to an offload folder. In the forward pass, an offloaded layer is copied to the GPU just before the layer runs, and the copy is freed afterwards.</source>
        <translation>يمكن لخريطة الأجهزة أن تسمي عدة أجهزة: هنا GPU وCPU حدّاهما أصغر من النموذج، والقرص. وتُحمَّل كل طبقة على جهازها، ويُكتب ما يخص القرص في مجلد تفريغ (offload). وفي التمرير الأمامي تُجلب الطبقة المفرَّغة إلى GPU قُبيل عملها، وتُحرَّر بعده.</translation>
    </message>
    <message>
        <source>The total size of the model is %1.</source>
        <translation>حجم النموذج %1 في المجموع.</translation>
    </message>
    <message>
        <source>At the end, VRAM contains A and RAM contains B, together less than the model. Where is the rest of the model?</source>
        <translation>في النهاية تحمل VRAM المقدار A وتحمل RAM المقدار B، وهما معًا أقل من النموذج. أين الباقي؟</translation>
    </message>
    <message>
        <source>In the offload folder on the disk</source>
        <translation>في مجلد التفريغ (offload) على القرص</translation>
    </message>
    <message>
        <source>The rest is compressed on the GPU</source>
        <translation>هو مضغوط على GPU</translation>
    </message>
    <message>
        <source>The rest was left out: the model has lost layers</source>
        <translation>استُبعد: فقد النموذج طبقات</translation>
    </message>
    <message>
        <source>Right. Offloaded weights need no memory until their layer runs, but need time to be copied whenever the layer runs.</source>
        <translation>صحيح. الأوزان المفرَّغة (offload) لا تأخذ ذاكرة إلى أن تعمل طبقتها، لكنها تأخذ وقتًا كلما عملت.</translation>
    </message>
    <message>
        <source>Nothing is compressed: a weight has the same size on every device.</source>
        <translation>لا شيء مضغوط: للوزن الحجم نفسه على كل جهاز.</translation>
    </message>
    <message>
        <source>No layer is left out: the map names a device for each layer.</source>
        <translation>لا تُستبعد أي طبقة: تسمي الخريطة جهازًا لكل منها.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>GPU 0 240.0 MiB</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>The checkpoint of this lesson is a file of named tensors, the state dict. A checkpoint that is saved during training also contains the state of the optimizer. For a plain load, a program first builds a model of the same shape, with initial weights that will be overwritten. Then the program reads the state dict into memory next to the model. While the model and the state dict both exist, memory contains the model twice.</source>
        <translation>نقطة الحفظ في هذا الدرس ملف من موترات مسمّاة، هو state dict؛ وما يُحفظ أثناء التدريب يحوي حالة المحسِّن أيضًا. لتحميلها بالطريقة العادية يبني البرنامج أولًا نموذجًا بالشكل نفسه، بأوزان ابتدائية ستُستبدل لاحقًا، ثم يقرأ state dict إلى جانبه. وما داما معًا، تحمل الذاكرة النموذج مرتين.</translation>
    </message>
    <message>
        <source>Accelerate&apos;s guide calculates %1 billion parameters × %2 bytes = %3 for the model, and another %3 for the state dict (1 GB is 10⁹ bytes). The model of this lesson needs %4 parameters × %2 bytes plus %5 attention masks = %6, and another %6 for the state dict.</source>
        <translation>يحسب دليل Accelerate: %1 مليار معامل × %2 بايت = %3 للنموذج، و%3 أخرى لـ state dict، حيث 1 GB هو 10⁹ بايت. نموذج هذا الدرس: %4 معاملًا × %2 بايت و%5 من أقنعة الانتباه = %6، و%6 أخرى.</translation>
    </message>
    <message>
        <source>A: the token embedding, which is only a table</source>
        <translation>A: تضمين الرموز، فهو مجرد جدول</translation>
    </message>
    <message>
        <source>B: the attention masks, which are constants</source>
        <translation>B: أقنعة الانتباه، وهي ثوابت</translation>
    </message>
    <message>
        <source>Look at point B of the curve: one line of code could compute the bytes at B.</source>
        <translation>انظر إلى B: سطر واحد من الشيفرة يحسب هذه البايتات.</translation>
    </message>
    <message>
        <source>The model is built in host memory with initial weights and moved to the GPU. Then the whole state dict is loaded onto the GPU, next to the model. Every tensor is copied from the state dict into the model. After that, the state dict is freed.</source>
        <translation>يُبنى النموذج في ذاكرة المضيف بأوزان ابتدائية ويُنقل إلى GPU. ثم يُحمَّل state dict كله على GPU نفسه إلى جانب النموذج. يُنسخ كل موتر من state dict إلى النموذج، وعندئذ فقط يُحرَّر state dict.</translation>
    </message>
    <message>
        <source>The state dict, next to initial weights that will be overwritten</source>
        <translation>state dict، إلى جانب أوزان ابتدائية ستُستبدل لاحقًا</translation>
    </message>
    <message>
        <source>The model is built on the host and moved to the GPU, as in the previous step. The state dict remains in host memory. For each tensor of the model, a temporary tensor is created on the GPU, copied into the model and freed. The VRAM curve has two levels: one before the copy, and a higher peak during the copy.</source>
        <translation>يُبنى النموذج على المضيف ويُنقل إلى GPU كما سبق، لكن state dict يبقى في ذاكرة المضيف. لكل موتر من النموذج يُنشأ موتر مؤقت على GPU، ويُنسخ إلى مكانه ويُحرَّر. هناك مستويان يُقرآن: مستوى قبل النسخ، وذروة أعلى أثناء النسخ.</translation>
    </message>
    <message>
        <source>B is higher than A. What causes the difference?</source>
        <translation>B أعلى من A. ما سبب الفرق؟</translation>
    </message>
    <message>
        <source>On the meta device, a model has shapes but no storage, so building the model needs no memory for weights. Then uninitialised memory for the model is allocated on the GPU. The state dict is loaded onto the GPU, next to the model, and copied into the model. The host needs less memory than before, but the GPU does not.</source>
        <translation>على جهاز meta للنموذج أشكال بلا تخزين، فلا يأخذ بناؤه ذاكرة للأوزان. ثم تُخصَّص ذاكرته على GPU دون تهيئة. يُحمَّل state dict على GPU نفسه إلى جانب النموذج ويُنسخ: تُوفَّر ذاكرة المضيف لا ذاكرة GPU.</translation>
    </message>
    <message>
        <source>The state dict is still on the GPU, next to the model</source>
        <translation>ما زال state dict على GPU إلى جانب النموذج</translation>
    </message>
    <message>
        <source>RSS includes the memory at A and at B. B is host memory that the system cannot reclaim. What kind of memory is A?</source>
        <translation>B هي ذاكرة المضيف التي لا يستطيع النظام استردادها. فما الذاكرة عند A، التي تُعد هي أيضًا في RSS؟</translation>
    </message>
    <message>
        <source>The checkpoint is split into several files, the shards. An index specifies which shard contains each tensor. Accelerate maps one safetensors shard after another. With a single device in the device map, the whole shard is copied directly from the pages of the file to that device. With several devices, each tensor is copied to its device in the map. PyTorch .bin shards are first read as a whole into host memory, so the largest shard must fit there.</source>
        <translation>تُقسَّم نقطة الحفظ إلى عدة ملفات، هي الشظايا، مع فهرس يبيّن أي موتر في أيها. يربط Accelerate شظايا safetensors واحدة بعد أخرى: مع جهاز واحد في خريطة الأجهزة ينتقل كل ما فيها مباشرة من صفحات الملف إلى ذلك الجهاز، ومع عدة أجهزة ينتقل كل موتر إلى جهازه. أما شظايا ‎.bin من PyTorch فتُقرأ أولًا كاملة في ذاكرة المضيف، التي يجب أن تتسع لأكبرها.</translation>
    </message>
    <message>
        <source>%1 (a sixth of the model)</source>
        <translation>%1، سدس النموذج</translation>
    </message>
    <message>
        <source>%1 (the model: %2)</source>
        <translation>%1، لنموذج حجمه %2</translation>
    </message>
    <message>
        <source>Each file of this step is a safetensors shard of at most %1.</source>
        <translation>الشظايا هنا بصيغة safetensors، مقطوعة عند %1.</translation>
    </message>
    <message>
        <source>The tensors %1 and %2 are larger (%3 each), so each of them has a separate shard.</source>
        <translation>%1 و%2 أكبر، لكل منهما %3: لكل منهما شظية خاصة به.</translation>
    </message>
    <message>
        <source>The limits of this step (%1) are set so that every device gets a part of the model. Accelerate keeps %2 of each limit free for the largest layer. The rest of the model is placed on the disk.</source>
        <translation>حدود هذه الخطوة، وقد ضُبطت ليأخذ كل جهاز جزءًا: %1. يُبقي Accelerate من كل منها %2 فارغًا لأكبر طبقة؛ ويذهب باقي النموذج إلى القرص.</translation>
    </message>
</context>
<context>
    <name>stowage::LimitField</name>
    <message>
        <source>Limit of %1</source>
        <translation>حد %1</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>غير مستخدَم</translation>
    </message>
    <message>
        <source>none</source>
        <translation>لا يوجد</translation>
    </message>
    <message>
        <source>default</source>
        <translation>افتراضي</translation>
    </message>
    <message>
        <source>Too large: at most 4 EiB</source>
        <translation>أكثر مما لدى أي جهاز: 4 EiB على الأكثر</translation>
    </message>
    <message>
        <source>Not a size: type 10GiB, 800MB or a number of bytes</source>
        <translation>ليس حجمًا: اكتب 10GiB أو 800MB أو عدد بايتات</translation>
    </message>
    <message>
        <source>Lowercase b means bits (8 bits are a byte). Type %1B for bytes</source>
        <translation>بتّات: الحرف الصغير b يُحسب ثُمنًا. اكتب %1B للبايتات</translation>
    </message>
    <message>
        <source>limits of %1 devices</source>
        <translation>حدود %1 من الأجهزة</translation>
    </message>
    <message>
        <source>Invalid limits: type {0: &quot;10GiB&quot;, &quot;cpu&quot;: &quot;30GiB&quot;}</source>
        <translation>ليست حدودًا: اكتب {0: &quot;10GiB&quot;, &quot;cpu&quot;: &quot;30GiB&quot;}</translation>
    </message>
</context>
<context>
    <name>stowage::LiveCharts</name>
    <message>
        <source>predicted</source>
        <translation>متوقَّع</translation>
    </message>
    <message>
        <source>Dashed: predicted before the load; times are based on this machine&apos;s measured rates</source>
        <translation>المتقطّع: متوقَّع قبل التحميل؛ والأزمنة مستمدة من معدّلات هذا الحاسوب المَقيسة</translation>
    </message>
    <message>
        <source>predicted, by bytes</source>
        <translation>متوقَّع، بالبايتات</translation>
    </message>
    <message>
        <source>Dashed: predicted. The axis shows bytes instead of time, because this machine has not been measured</source>
        <translation>المتقطّع: متوقَّع؛ وعلى المحور البايتات التي ينقلها التحميل، إذ لا يُعرف أي زمن قبل قياس هذا الحاسوب</translation>
    </message>
    <message>
        <source>Dashed: predicted before the load. Each byte is drawn at the time when it was read, because this machine has not been measured</source>
        <translation>المتقطّع: متوقَّع قبل التحميل بالبايتات؛ وكل بايت يقع عند الزمن الذي قُرئ فيه، لأن معدّلات هذا الحاسوب لم تُقَس</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>الحد</translation>
    </message>
    <message>
        <source>VRAM, predicted</source>
        <translation>VRAM، متوقَّعة</translation>
    </message>
    <message>
        <source>RAM of the process, predicted</source>
        <translation>RAM العملية، متوقَّعة</translation>
    </message>
    <message>
        <source>RAM of the process, measured</source>
        <translation>RAM العملية، مَقيسة</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>المحجوز</translation>
    </message>
    <message>
        <source>evictable cache</source>
        <translation>ذاكرة مؤقتة قابلة للإخلاء</translation>
    </message>
</context>
<context>
    <name>stowage::LiveFeature</name>
    <message>
        <source>Live</source>
        <translation>مباشر</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>المقاطع</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>التدقيق</translation>
    </message>
</context>
<context>
    <name>stowage::LiveFigures</name>
    <message>
        <source>GPU memory simulated</source>
        <translation>وحدات GPU مُحاكاة</translation>
    </message>
    <message>
        <source>GPU memory measured</source>
        <translation>وحدات GPU مَقيسة</translation>
    </message>
    <message>
        <source>%1; RAM measured as the increase during the load; %2 samples, one every %3 ms.</source>
        <translation>%1، وRAM مَقيسة فوق مستواها السابق؛ %2 من العيّنات، بينها %3 ms.</translation>
    </message>
    <message>
        <source>Peak, %1</source>
        <translation>الذروة، %1</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>المخصَّص</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>المحجوز</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>متوقَّع</translation>
    </message>
    <message>
        <source>unaccounted</source>
        <translation>غير المفسَّر</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>مُحاكى</translation>
    </message>
    <message>
        <source>part sim.</source>
        <translation>مُحاكى جزئيًا</translation>
    </message>
    <message>
        <source>VRAM, %1</source>
        <translation>VRAM، %1</translation>
    </message>
    <message>
        <source>RAM of the process, %1</source>
        <translation>RAM العملية، %1</translation>
    </message>
    <message>
        <source>resident (RSS)</source>
        <translation>المقيمة (RSS)</translation>
    </message>
    <message>
        <source>freed, kept by malloc</source>
        <translation>محرَّرة، يحتفظ بها malloc</translation>
    </message>
    <message>
        <source>machine: MemAvailable</source>
        <translation>الحاسوب: MemAvailable</translation>
    </message>
    <message>
        <source>machine: cgroup limit</source>
        <translation>الحاسوب: حد cgroup</translation>
    </message>
    <message>
        <source>Run %1: load with %2</source>
        <translation>التشغيل %1: تحميل، %2</translation>
    </message>
    <message>
        <source>Time, measured</source>
        <translation>الزمن، مَقيس</translation>
    </message>
    <message>
        <source>Paused, not included</source>
        <translation>متوقف مؤقتًا، لا يُحسب</translation>
    </message>
    <message>
        <source>Time, predicted</source>
        <translation>الزمن، متوقَّع</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Bytes read, measured</source>
        <translation>المقروء، مَقيس</translation>
    </message>
    <message>
        <source>Mean rate, measured</source>
        <translation>متوسط المعدّل، مَقيس</translation>
    </message>
    <message>
        <source>%1, fully loaded at %2</source>
        <translation>%1، اكتمل عند %2</translation>
    </message>
    <message>
        <source>File-backed memory is evictable cache: the kernel can reclaim its pages at any time.</source>
        <translation>المدعومة بملفات ذاكرة مؤقتة قابلة للإخلاء: تستطيع النواة استرداد صفحاتها في أي وقت.</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>المتوقَّع</translation>
    </message>
    <message>
        <source>Read so far</source>
        <translation>المقروء حتى حينه</translation>
    </message>
    <message>
        <source>RAM, %1</source>
        <translation>RAM، %1</translation>
    </message>
    <message>
        <source>The anonymous memory includes %1 from before the load (measured).</source>
        <translation>منها %1 موجودة قبل التحميل، مَقيسة.</translation>
    </message>
    <message>
        <source>Predicted load: %1</source>
        <translation>متوقَّع: %1</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الزمن</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>To be read</source>
        <translation>المطلوب قراءته</translation>
    </message>
    <message>
        <source>The RAM shown is in addition to the RAM in use now. The time is unknown until this machine is measured (stowagectl devices --measure). Until then, the axis shows the bytes that the load moves.</source>
        <translation>تُضاف RAM إلى ما هو موجود الآن. ولا يُعرف الزمن إلى أن يُقاس هذا الحاسوب (stowagectl devices --measure): يعدّ المحور البايتات التي ينقلها التحميل.</translation>
    </message>
    <message>
        <source>The RAM shown is in addition to the RAM in use now. The time is based on the measured rates of this machine.</source>
        <translation>تُضاف RAM إلى ما هو موجود الآن. والزمن مستمد من معدّلات هذا الحاسوب المَقيسة.</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>رمز واحد</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 رمز</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 رمز/ث</translation>
    </message>
    <message>
        <source>Prefill, %1</source>
        <translation>الملء المسبق، %1</translation>
    </message>
    <message>
        <source>Decode, %1</source>
        <translation>فك الترميز، %1</translation>
    </message>
    <message>
        <source>Decode rate, measured</source>
        <translation>معدّل فك الترميز، مَقيس</translation>
    </message>
    <message>
        <source>Weights moved</source>
        <translation>الأوزان المنقولة</translation>
    </message>
    <message>
        <source>Waited for weights</source>
        <translation>انتظار الأوزان</translation>
    </message>
    <message>
        <source>before</source>
        <translation>من قبل</translation>
    </message>
    <message>
        <source>anonymous</source>
        <translation>مجهولة</translation>
    </message>
    <message>
        <source>no prefetch</source>
        <translation>بلا جلب مسبق</translation>
    </message>
    <message>
        <source>prefetch window of %1</source>
        <translation>جلب مسبق بعمق %1</translation>
    </message>
    <message>
        <source>1 thread computes</source>
        <translation>خيط حساب واحد</translation>
    </message>
    <message>
        <source>%1 threads compute</source>
        <translation>عدد خيوط الحساب %1</translation>
    </message>
    <message>
        <source>Offloaded layers ran on %1; %2; %3.</source>
        <translation>عملت الطبقات المفرَّغة (offload) على %1؛ %2؛ %3.</translation>
    </message>
    <message>
        <source>%1; fused attention</source>
        <translation>%1؛ انتباه مدمج</translation>
    </message>
    <message>
        <source>%1 The GPUs are simulated; times and RAM are measured.</source>
        <translation>%1 وحدات GPU مُحاكاة، والأزمنة وRAM مَقيسة.</translation>
    </message>
    <message>
        <source>%1 All figures are measured.</source>
        <translation>%1 كل شيء مَقيس.</translation>
    </message>
    <message>
        <source>Run %1: forward pass, %2</source>
        <translation>التشغيل %1: تمرير أمامي، %2</translation>
    </message>
    <message>
        <source>The predicted time assumes that the host of this virtual machine has not reclaimed free memory.</source>
        <translation>يصحّ الزمن المتوقَّع إن لم يكن مضيف هذه الآلة الافتراضية قد استرد شيئًا من الذاكرة الحرّة.</translation>
    </message>
    <message>
        <source>%1 of the VRAM is allocated in advance for the tensors that are read next.</source>
        <translation>منها %1 مخصَّصة مسبقًا للموتّرات التي تُقرأ تاليًا.</translation>
    </message>
</context>
<context>
    <name>stowage::LiveHeader</name>
    <message>
        <source>Step</source>
        <translation>خطوة</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>إلغاء التحميل</translation>
    </message>
    <message>
        <source>Unload the weights</source>
        <translation>إلغاء تحميل الأوزان</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>متابعة</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>تجميد</translation>
    </message>
    <message>
        <source>Release the loaded weights and the cached memory of the devices</source>
        <translation>إعادة ذاكرة الأوزان المحمَّلة والذواكر المؤقتة للأجهزة</translation>
    </message>
    <message>
        <source>Follow: keep the newest values in view (or double-click a chart)</source>
        <translation>متابعة: إبقاء التشغيل ظاهرًا (انقر مخططًا نقرًا مزدوجًا)</translation>
    </message>
    <message>
        <source>Freeze: stop updating the charts; sampling continues</source>
        <translation>تجميد: تثبيت المخططات؛ ويستمر أخذ العيّنات</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>استئناف</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>إيقاف مؤقت</translation>
    </message>
    <message>
        <source>Load step by step: pause before the first tensor</source>
        <translation>التحميل خطوة خطوة: التوقف مؤقتًا قبل الموتر الأول</translation>
    </message>
    <message>
        <source>Load one more tensor</source>
        <translation>جلب موتر آخر</translation>
    </message>
    <message>
        <source>Pause after the current tensor</source>
        <translation>التوقف مؤقتًا بعد هذا الموتر</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100%</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 من %2</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 of %2 tensors</source>
        <translation>%1 من %2 من الموترات</translation>
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
        <translation>متوقف مؤقتًا</translation>
    </message>
    <message>
        <source>paused at %1</source>
        <translation>متوقف مؤقتًا عند %1</translation>
    </message>
    <message>
        <source>%1 now</source>
        <translation>%1 الآن</translation>
    </message>
    <message>
        <source>, measured</source>
        <translation>، مَقيس</translation>
    </message>
    <message>
        <source>%1 of %2 is available</source>
        <translation>بقي %1 من %2</translation>
    </message>
    <message>
        <source>%1 left in this phase</source>
        <translation>بقي %1 في هذه المرحلة</translation>
    </message>
    <message>
        <source>Loaded %1 in %2</source>
        <translation>حُمِّل %1 خلال %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1، %2</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>موتر واحد</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 موتر</translation>
    </message>
    <message>
        <source>%1, %2 tied</source>
        <translation>%1، منها %2 مربوطة</translation>
    </message>
    <message>
        <source> · load method %1 (auto)</source>
        <translation> · بطريقة %1 (auto)</translation>
    </message>
    <message>
        <source>Cancelled after %1</source>
        <translation>أُلغي بعد %1</translation>
    </message>
    <message>
        <source>Cancelled before any data was read</source>
        <translation>أُلغي قبل قراءة أي شيء</translation>
    </message>
    <message>
        <source>%1 read, no memory remains allocated</source>
        <translation>قُرئ %1، ولا يبقى شيء مخصَّصًا</translation>
    </message>
    <message>
        <source>Unloaded</source>
        <translation>أُلغي تحميل الأوزان</translation>
    </message>
    <message>
        <source>no memory remains allocated</source>
        <translation>لا يبقى شيء مخصَّصًا</translation>
    </message>
    <message>
        <source>Nothing is loaded</source>
        <translation>لا شيء محمَّل</translation>
    </message>
    <message>
        <source>press Load to see VRAM and RAM while the weights are loaded</source>
        <translation>اضغط «تحميل»: تُظهر المخططات VRAM وRAM أثناء دخول الأوزان</translation>
    </message>
    <message>
        <source>the model was built %1: it can be planned but not loaded</source>
        <translation>النموذج معروف %1: يمكن التخطيط له، لا تحميله</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>يجري التحضير</translation>
    </message>
    <message>
        <source>devices and LibTorch</source>
        <translation>الأجهزة وLibTorch</translation>
    </message>
    <message>
        <source>Cancelling</source>
        <translation>يجري الإلغاء</translation>
    </message>
    <message>
        <source>releasing memory</source>
        <translation>تجري إعادة الذاكرة</translation>
    </message>
    <message>
        <source>Unloading</source>
        <translation>يجري إلغاء التحميل</translation>
    </message>
    <message>
        <source>the weights remain loaded</source>
        <translation>تبقى الأوزان محمَّلة</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1، مَقيس</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
    </message>
    <message>
        <source>Cancelled after %1, %2 generated</source>
        <translation>أُلغي بعد %1، ووُلِّد %2</translation>
    </message>
    <message>
        <source>Ran in %1</source>
        <translation>شُغِّل خلال %1</translation>
    </message>
    <message>
        <source>Ran %1 in %2</source>
        <translation>شُغِّل %1 خلال %2</translation>
    </message>
    <message>
        <source>Generated %1 in %2</source>
        <translation>وُلِّد %1 خلال %2</translation>
    </message>
    <message>
        <source>Preparing the run</source>
        <translation>يجري تحضير التشغيل</translation>
    </message>
    <message>
        <source>%1: token %2 of %3</source>
        <translation>%1: الرمز %2 من %3</translation>
    </message>
    <message>
        <source>the run stops after the current module</source>
        <translation>ينتهي بين وحدتين</translation>
    </message>
    <message>
        <source>%1 read at %2</source>
        <translation>قُرئ %1 بسرعة %2</translation>
    </message>
</context>
<context>
    <name>stowage::LivePanel</name>
    <message>
        <source>VRAM, simulated</source>
        <translation>VRAM، مُحاكاة</translation>
    </message>
    <message>
        <source>VRAM, partly simulated</source>
        <translation>VRAM، مُحاكاة جزئيًا</translation>
    </message>
    <message>
        <source>VRAM</source>
        <translation>VRAM</translation>
    </message>
    <message>
        <source>VRAM, measured</source>
        <translation>VRAM، مَقيسة</translation>
    </message>
    <message>
        <source>Live memory</source>
        <translation>الذاكرة المباشرة</translation>
    </message>
    <message>
        <source>1 sample is missing from the curves. %1</source>
        <translation>تنقص المنحنيات عيّنة واحدة. %1</translation>
    </message>
    <message>
        <source>%1 samples are missing from the curves. %2</source>
        <translation>تنقص المنحنيات %1 من العيّنات. %2</translation>
    </message>
    <message>
        <source>At the crosshair</source>
        <translation>عند مؤشر التقاطع</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>الآن</translation>
    </message>
</context>
<context>
    <name>stowage::LoadController</name>
    <message>
        <source>The memory that other programs use on %1 is measured; this value can be set only for simulated GPUs.</source>
        <translation>ما تشغله برامج أخرى من %1 مَقيس؛ ولا يمكن ضبطه إلا لوحدات GPU المُحاكاة.</translation>
    </message>
    <message>
        <source>Other programs cannot use %1 of memory on %2. The capacity of the GPU is %3, and the driver&apos;s context uses %4. Choose at most %5.</source>
        <translation>لا يمكن لبرامج أخرى أن تشغل %1 من %2: فمن %3 لديه يأخذ السياق %4؛ اختر %5 على الأكثر.</translation>
    </message>
    <message>
        <source>Nothing can be loaded yet; open a model first.</source>
        <translation>لا يمكن تحميل شيء بعد؛ افتح نموذجًا أولًا.</translation>
    </message>
    <message>
        <source>The loaded model is running; wait for the run to end, or cancel the run first.</source>
        <translation>النموذج المحمَّل قيد التشغيل؛ انتظر انتهاء التشغيل، أو ألغِه أولًا.</translation>
    </message>
    <message>
        <source>The device %1 no longer exists.</source>
        <translation>لم يعد %1 موجودًا.</translation>
    </message>
    <message>
        <source>The load was cancelled.</source>
        <translation>أُلغيت عملية التحميل.</translation>
    </message>
</context>
<context>
    <name>stowage::LoadFeature</name>
    <message>
        <source>RAM limit…</source>
        <translation>حد RAM…</translation>
    </message>
    <message>
        <source>RAM limit: %1…</source>
        <translation>حد RAM: %1…</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>تحميل</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>خطوة</translation>
    </message>
    <message>
        <source>Load tensor by tensor</source>
        <translation>المرور بالتحميل موترًا موترًا</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>إيقاف مؤقت</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>إلغاء التحميل</translation>
    </message>
    <message>
        <source>Release the loaded weights and the cached memory of the devices</source>
        <translation>إعادة ذاكرة الأوزان المحمَّلة والذواكر المؤقتة للأجهزة</translation>
    </message>
    <message>
        <source>Empty cache</source>
        <translation>إخلاء الذاكرة المؤقتة</translation>
    </message>
    <message>
        <source>Release memory that the allocators have reserved but no tensor uses, like torch.cuda.empty_cache</source>
        <translation>إعادة ما تحتفظ به المخصِّصات ولا يستخدمه أي موتر، مثل torch.cuda.empty_cache</translation>
    </message>
    <message>
        <source>Reset peaks</source>
        <translation>إعادة ضبط الذُّرى</translation>
    </message>
    <message>
        <source>Reset the peak figures to the current values; not available during a load</source>
        <translation>حساب أعلى الأرقام من الآن فصاعدًا؛ ليس أثناء جريان تحميل</translation>
    </message>
    <message>
        <source>Verify after loading</source>
        <translation>التحقق بعد التحميل</translation>
    </message>
    <message>
        <source>Compare every loaded byte with the file</source>
        <translation>مقارنة كل بايت محمَّل بالملف</translation>
    </message>
    <message>
        <source>Apply to the loaded model</source>
        <translation>التطبيق على المحمَّل</translation>
    </message>
    <message>
        <source>Move the weights that the edited plan places on another device; all other weights remain on their device</source>
        <translation>نقل ما تضعه الخطة المعدَّلة في مكان آخر؛ ويبقى كل ما عداه حيث هو</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>الطريقة</translation>
    </message>
    <message>
        <source>Load method</source>
        <translation>طريقة التحميل</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>حد RAM</translation>
    </message>
    <message>
        <source>Maximum RAM for a load, for example 4GiB. Leave the field empty to allow all RAM of the machine.
The limit applies to the anonymous and shared memory that the load adds. It does not include
pages of mapped files, which the system can reclaim, or pages that back simulated GPUs.</source>
        <translation>أقصى RAM يجوز أن يحتفظ بها التحميل، مثل 4GiB؛ فارغ: ما لدى الحاسوب.
تُحسب الذاكرة المجهولة (anonymous) والمشتركة فوق المستوى الذي قبل التحميل؛ أما صفحات الملفات المُعيَّنة
في الذاكرة فلا تُحسب، لأن النظام يستردّها، ولا الصفحات التي خلف وحدات GPU المُحاكاة.</translation>
    </message>
    <message>
        <source>%1 was not loaded: %2</source>
        <translation>تحميل %1: %2</translation>
    </message>
    <message>
        <source>Load with %1</source>
        <translation>تحميل بطريقة %1</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>استئناف</translation>
    </message>
    <message>
        <source>Release the weights of %1 and the cached memory of the devices</source>
        <translation>إعادة ذاكرة أوزان %1 والذواكر المؤقتة للأجهزة</translation>
    </message>
    <message>
        <source>The loaded model is running; wait for the run to end, or cancel the run first</source>
        <translation>النموذج المحمَّل قيد التشغيل؛ انتظر انتهاء التشغيل، أو ألغِه أولًا</translation>
    </message>
    <message>
        <source>Unload %1, then load the weights onto the devices of the plan</source>
        <translation>إلغاء تحميل %1، ثم تحميل الأوزان إلى حيث تضعها الخطة</translation>
    </message>
    <message>
        <source>Load the weights onto the devices of the plan</source>
        <translation>تحميل الأوزان إلى حيث تضعها الخطة</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>يجري التحضير…</translation>
    </message>
    <message>
        <source>Loading, %1 %</source>
        <translation>يجري التحميل، %1%</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>يجري التحميل…</translation>
    </message>
    <message>
        <source>Paused, %1 %</source>
        <translation>متوقف مؤقتًا، %1%</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>متوقف مؤقتًا</translation>
    </message>
    <message>
        <source>Cancelling…</source>
        <translation>يجري الإلغاء…</translation>
    </message>
    <message>
        <source>Unloading…</source>
        <translation>يجري إلغاء التحميل…</translation>
    </message>
</context>
<context>
    <name>stowage::LoadHistory</name>
    <message>
        <source>The record file %1 cannot be removed: %2.</source>
        <translation>لا يمكن إزالة %1: %2.</translation>
    </message>
    <message>
        <source>The note could not be saved: %1</source>
        <translation>لم تُحفظ الملاحظة: %1</translation>
    </message>
    <message>
        <source>The record could not be saved: the folder %1 could not be created.</source>
        <translation>لم يُحفظ السجل: لا يمكن إنشاء المجلد %1.</translation>
    </message>
    <message>
        <source>The record could not be saved: %1</source>
        <translation>لم يُحفظ السجل: %1</translation>
    </message>
    <message>
        <source>A record could not be read and was left unchanged: %1</source>
        <translation>تُرك سجل محفوظ كما هو: %1</translation>
    </message>
    <message>
        <source>%1 records could not be read and were left unchanged. The first error is: %2</source>
        <translation>تُرك %1 من السجلات المحفوظة كما هي؛ أولها: %2</translation>
    </message>
    <message>
        <source>At most %1 record files are shown; %2 older files in %3 were not read.</source>
        <translation>يُعرض %1 من الملفات على الأكثر؛ ولا يُقرأ %2 من الملفات الأقدم في %3.</translation>
    </message>
    <message>
        <source>1 record exported to %1.</source>
        <translation>صُدِّر سجل محفوظ واحد إلى %1.</translation>
    </message>
    <message>
        <source>%1 records exported to %2.</source>
        <translation>صُدِّر %1 من السجلات المحفوظة إلى %2.</translation>
    </message>
    <message>
        <source>At most %1 records are stored; an old record, from %2, was removed. Records without a note are removed first.</source>
        <translation>يُحتفَظ بـ %1 من السجلات المحفوظة على الأكثر؛ وأُزيل سجل قديم، مؤرَّخ %2. وتُزال أولًا السجلات التي بلا ملاحظة.</translation>
    </message>
</context>
<context>
    <name>stowage::LoadHistoryModel</name>
    <message>
        <source>Peak of anonymous memory above the level at the start, %1: %2</source>
        <translation>الذاكرة المجهولة (anonymous) فوق مستواها السابق، %1: %2</translation>
    </message>
    <message>
        <source>measured from outside the process</source>
        <translation>مَقيسة من الخارج</translation>
    </message>
    <message>
        <source>measured by the process itself</source>
        <translation>مَقيسة ذاتيًا</translation>
    </message>
    <message>
        <source>Measured minus predicted, for the GPU peak with the largest error, for the peak of anonymous RAM, and for the time</source>
        <translation>المَقيس ناقص المتوقَّع: أكبر ذُرى كل وحدات GPU، وذروة الذاكرة المجهولة (anonymous) للمضيف، والزمن</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>التاريخ</translation>
    </message>
    <message>
        <source>When the load, run or chain of models ended</source>
        <translation>متى انتهى</translation>
    </message>
    <message>
        <source>%1 UTC</source>
        <translation>%1 UTC</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>Your note</source>
        <translation>ما كتبته</translation>
    </message>
    <message>
        <source>Double-click or press F2 to write a note</source>
        <translation>النقر المزدوج أو F2 يكتب ملاحظة</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>A load, a run of a loaded model, or a chain of models (one after another on one device)</source>
        <translation>تحميل، أو تشغيل عبر نموذج محمَّل، أو سلسلة نماذج</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>الطريقة</translation>
    </message>
    <message>
        <source>Load method</source>
        <translation>طريقة التحميل</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>الخطة</translation>
    </message>
    <message>
        <source>Strategy, and the devices of the device map</source>
        <translation>الاستراتيجية، وأجهزة خريطتها</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الزمن</translation>
    </message>
    <message>
        <source>Time of the load or run, measured</source>
        <translation>زمن التحميل أو التشغيل، مَقيس</translation>
    </message>
    <message>
        <source>VRAM peak by GPU</source>
        <translation>ذروة VRAM لكل GPU</translation>
    </message>
    <message>
        <source>Highest allocated memory, GPU 0 first</source>
        <translation>أعلى ذاكرة مخصَّصة، GPU 0 أولًا</translation>
    </message>
    <message>
        <source>RAM, anon.</source>
        <translation>RAM، مجهولة</translation>
    </message>
    <message>
        <source>Peak of the anonymous memory of the process above the level at the start</source>
        <translation>أعلى ذاكرة مجهولة (anonymous) للعملية فوق مستواها السابق</translation>
    </message>
    <message>
        <source>Measured minus predicted</source>
        <translation>المَقيس ناقص المتوقَّع</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>جرى التحقق</translation>
    </message>
    <message>
        <source>Whether every loaded byte matches the file</source>
        <translation>قورن كل بايت محمَّل بالملف</translation>
    </message>
    <message>
        <source>State</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>How the load, run or chain of models ended</source>
        <translation>كيف انتهى</translation>
    </message>
</context>
<context>
    <name>stowage::LoadHistoryPanel</name>
    <message>
        <source>Overlay in Live</source>
        <translation>وضع فوق «مباشر»</translation>
    </message>
    <message>
        <source>Overlay the selected records&apos; curves on the live charts</source>
        <translation>وضع منحنيات السجلات المحفوظة المحدَّدة فوق المخططات المباشرة</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>استيراد…</translation>
    </message>
    <message>
        <source>Read records that stowagectl wrote (load, run or compare with --json)</source>
        <translation>قراءة ما كتبه stowagectl load أو run أو compare --json</translation>
    </message>
    <message>
        <source>Predicted and Measured…</source>
        <translation>المتوقَّع والمَقيس…</translation>
    </message>
    <message>
        <source>Compare all loads and runs with their predictions</source>
        <translation>كل عمليات التحميل والتشغيل بجانب توقعاتها</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>تصدير…</translation>
    </message>
    <message>
        <source>Write the selected records as CSV or JSON</source>
        <translation>كتابة السجلات المحفوظة المحدَّدة بصيغة CSV أو JSON</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>حذف</translation>
    </message>
    <message>
        <source>Delete the selected records (Del)</source>
        <translation>حذف السجلات المحفوظة المحدَّدة (Del)</translation>
    </message>
    <message>
        <source>Undo delete</source>
        <translation>تراجع عن الحذف</translation>
    </message>
    <message>
        <source>Search the records</source>
        <translation>البحث في السجلات المحفوظة</translation>
    </message>
    <message>
        <source>Search model, note, plan, device</source>
        <translation>ابحث في النموذج والملاحظة والخطة والجهاز</translation>
    </message>
    <message>
        <source>Finds records that contain all words in the model, path, note, plan, device, method, state or date</source>
        <translation>كلمات ترد كلها في سجل محفوظ: النموذج أو مسار الملف أو الملاحظة أو الخطة أو الجهاز أو الطريقة أو الحالة أو التاريخ</translation>
    </message>
    <message>
        <source>Kind of the records</source>
        <translation>نوع السجلات المحفوظة</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>كل الأنواع</translation>
    </message>
    <message>
        <source>Loads</source>
        <translation>عمليات التحميل</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>عمليات التشغيل</translation>
    </message>
    <message>
        <source>Chains</source>
        <translation>السلاسل</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>السجلات المحفوظة</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>المنحنيات</translation>
    </message>
    <message>
        <source>Curves of the selected records, overlaid</source>
        <translation>منحنيات السجلات المحفوظة المحدَّدة، بعضها فوق بعض</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>التفاصيل</translation>
    </message>
    <message>
        <source>All stored data of one record</source>
        <translation>كل ما يُحتفَظ به من سجل محفوظ واحد</translation>
    </message>
    <message>
        <source>Select one or several records to see their curves.</source>
        <translation>حدّد سجلًا محفوظًا أو أكثر لترى منحنياتها.</translation>
    </message>
    <message>
        <source>%1 of %2 records</source>
        <translation>%1 من %2 من السجلات المحفوظة</translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>سجل محفوظ واحد</translation>
    </message>
    <message>
        <source>%1 records</source>
        <translation>%1 من السجلات المحفوظة</translation>
    </message>
    <message>
        <source>There are no records yet. This table lists every load, run and chain of models, and each load method of a comparison.</source>
        <translation>لا شيء محفوظ بعد. سيظهر هنا كل تحميل وكل تشغيل وكل سلسلة وكل طريقة تُقارَن.</translation>
    </message>
    <message>
        <source>No record matches all words of the search and the selected kind.</source>
        <translation>لا يوجد سجل محفوظ فيه كل هذه الكلمات ومن هذا النوع.</translation>
    </message>
    <message>
        <source>Restore the deleted record</source>
        <translation>استعادة السجل المحفوظ المحذوف</translation>
    </message>
    <message>
        <source>Restore the %1 deleted records</source>
        <translation>استعادة السجلات المحفوظة المحذوفة وعددها %1</translation>
    </message>
    <message>
        <source>1 record deleted.</source>
        <translation>حُذف سجل محفوظ واحد.</translation>
    </message>
    <message>
        <source>%1 records deleted.</source>
        <translation>حُذف %1 من السجلات المحفوظة.</translation>
    </message>
</context>
<context>
    <name>stowage::LoadPresetFields</name>
    <message>
        <source>Cap</source>
        <translation>السقف</translation>
    </message>
    <message>
        <source>The number of GPUs</source>
        <translation>عدد وحدات GPU</translation>
    </message>
    <message>
        <source>use the device</source>
        <translation>خذ الجهاز</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>the simulated GPUs</source>
        <translation>وحدات GPU المُحاكاة</translation>
    </message>
    <message>
        <source>Number of GPUs</source>
        <translation>عدد وحدات GPU</translation>
    </message>
    <message>
        <source>Cap of each GPU</source>
        <translation>سقف كل GPU</translation>
    </message>
    <message>
        <source>Smallest GPU</source>
        <translation>أصغر GPU</translation>
    </message>
    <message>
        <source>Uses the capacity of the smallest of these GPUs as the cap</source>
        <translation>يأخذ سعة أصغر وحدات GPU هذه سقفًا</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>وحدات GPU</translation>
    </message>
    <message>
        <source>Number of GPUs, 1 to %1; the plan uses the GPUs with the lowest numbers</source>
        <translation>من 1 إلى %1: وحدات GPU ذات الأرقام الأدنى</translation>
    </message>
    <message>
        <source>Cap: type the size that applies to each GPU, such as 10GiB.</source>
        <translation>السقف: اكتب حجمًا لكل GPU، مثل 10GiB.</translation>
    </message>
</context>
<context>
    <name>stowage::LoadRecordCharts</name>
    <message>
        <source>GPU whose curves are shown</source>
        <translation>GPU الذي تُعرض منحنياته</translation>
    </message>
    <message>
        <source>All GPUs</source>
        <translation>كل وحدات GPU</translation>
    </message>
    <message>
        <source>VRAM, simulated</source>
        <translation>VRAM، مُحاكاة</translation>
    </message>
    <message>
        <source>VRAM, measured</source>
        <translation>VRAM، مَقيسة</translation>
    </message>
    <message>
        <source>Anon. RAM, measured</source>
        <translation>RAM المجهولة، مَقيسة</translation>
    </message>
</context>
<context>
    <name>stowage::LoadRecordDetails</name>
    <message>
        <source>not known</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>recorded in the window</source>
        <translation>في النافذة</translation>
    </message>
    <message>
        <source>loaded in a separate process to compare load methods</source>
        <translation>مقارَن، في عملية مستقلة</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>مستورَد</translation>
    </message>
    <message>
        <source>page cache cold</source>
        <translation>ذاكرة الصفحات المؤقتة باردة</translation>
    </message>
    <message>
        <source>page cache warm</source>
        <translation>ذاكرة الصفحات المؤقتة دافئة</translation>
    </message>
    <message>
        <source>page cache unchanged</source>
        <translation>ذاكرة الصفحات المؤقتة كما كانت</translation>
    </message>
    <message>
        <source>Loaded %1 (1 tensor)</source>
        <translation>حُمِّل %1 (موتر واحد)</translation>
    </message>
    <message>
        <source>Loaded %1 (%2 tensors)</source>
        <translation>حُمِّل %1 في %2 من الموترات</translation>
    </message>
    <message>
        <source>State: %1</source>
        <translation>الحالة: %1</translation>
    </message>
    <message>
        <source>Measured minus predicted: %1</source>
        <translation>المَقيس ناقص المتوقَّع: %1</translation>
    </message>
    <message>
        <source>Unaccounted memory (measured minus explained): %1</source>
        <translation>غير المفسَّر، المَقيس ناقص المفسَّر: %1</translation>
    </message>
    <message>
        <source>Plan: %1; limits: %2</source>
        <translation>الخطة: %1؛ الحدود: %2</translation>
    </message>
    <message>
        <source>Digest of the headers: %1</source>
        <translation>بصمة ترويساته: %1</translation>
    </message>
    <message>
        <source>%1 UTC, %2, %3</source>
        <translation>%1 UTC، %2، %3</translation>
    </message>
    <message>
        <source>Verified: every byte matches the file</source>
        <translation>جرى التحقق: كل بايت يساوي بايت الملف</translation>
    </message>
    <message>
        <source>Verification failed: some bytes differ from the file</source>
        <translation>فشل التحقق: بعض البايتات تختلف عن الملف</translation>
    </message>
    <message>
        <source>Note: %1</source>
        <translation>الملاحظة: %1</translation>
    </message>
    <message>
        <source>Phases, passes or models</source>
        <translation>المراحل أو التمريرات أو النماذج</translation>
    </message>
    <message>
        <source>Details of the record</source>
        <translation>تفاصيل السجل المحفوظ</translation>
    </message>
    <message>
        <source>No record is selected</source>
        <translation>لا سجل محفوظ محدَّد</translation>
    </message>
    <message>
        <source>Select one record to see its plan, its outcome and its times.</source>
        <translation>حدّد سجلًا محفوظًا واحدًا لترى خطته ونهايته وأزمنته.</translation>
    </message>
    <message>
        <source>%1, a chain</source>
        <translation>%1، سلسلة</translation>
    </message>
    <message>
        <source>%1, run after loading with %2</source>
        <translation>%1، تشغيل بعد تحميل بطريقة %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1، %2</translation>
    </message>
    <message>
        <source>prompt, 1 token</source>
        <translation>المطالبة، رمز واحد</translation>
    </message>
    <message>
        <source>prompt, %1 tokens</source>
        <translation>المطالبة، %1 رمز</translation>
    </message>
    <message>
        <source>token %1</source>
        <translation>الرمز %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>و%1 أخرى</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>التمريرة</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>البداية</translation>
    </message>
    <message>
        <source>End</source>
        <translation>النهاية</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>المدة</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>عدد المرات</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>المنقول</translation>
    </message>
    <message>
        <source>In</source>
        <translation>خلال</translation>
    </message>
    <message>
        <source>All calls</source>
        <translation>كل استدعاءاته</translation>
    </message>
    <message>
        <source>Phase, peaks in %1</source>
        <translation>المرحلة، الذُّرى (%1)</translation>
    </message>
    <message>
        <source>RAM, anon.</source>
        <translation>RAM، مجهولة</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 خلال %2</translation>
    </message>
    <message>
        <source>%1, %2 read from files</source>
        <translation>%1، قُرئ %2 من الملفات</translation>
    </message>
    <message>
        <source>%1 (predicted %2)</source>
        <translation>%1 (متوقَّع %2)</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 عند %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>How the load, run or chain of models ended</source>
        <translation>كيف انتهى</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>مصدره</translation>
    </message>
    <message>
        <source>%1 records are selected</source>
        <translation>السجلات المحفوظة المحدَّدة: %1</translation>
    </message>
</context>
<context>
    <name>stowage::LoadedNote</name>
    <message>
        <source>The model on the board was opened later and is not loaded.</source>
        <translation>تعرض اللوحة ما فُتح بعد ذلك؛ ولا شيء منه محمَّل.</translation>
    </message>
    <message>
        <source>The loaded model is %1, so a run uses it. The model on the board, %2, is not loaded.</source>
        <translation>يعمل «تشغيل» على %1؛ وتعرض اللوحة خطة %2، التي لا شيء منها محمَّل.</translation>
    </message>
    <message>
        <source>The board shows the plan of %1.</source>
        <translation>تعرض اللوحة خطة %1.</translation>
    </message>
    <message>
        <source>1 of %1 blocks is on a different device than the board shows.</source>
        <translation>كتلة واحدة من أصل %1 تقع في مكان غير المعروض.</translation>
    </message>
    <message>
        <source>%1 of %2 blocks are on different devices than the board shows.</source>
        <translation>%1 من أصل %2 من الكتل تقع في مكان غير المعروض.</translation>
    </message>
    <message>
        <source>The plan on the board uses other dtypes than the load.</source>
        <translation>للخطة المعروضة أنواع أخرى.</translation>
    </message>
    <message>
        <source>The plan on the board uses other GPUs than the load.</source>
        <translation>وحدات GPU في الخطة المعروضة مختلفة.</translation>
    </message>
    <message>
        <source>The plan on the board handles offloaded buffers differently from the load.</source>
        <translation>تعامل الخطة المعروضة المخازن المؤقتة المفرَّغة (offload) بطريقة مختلفة.</translation>
    </message>
    <message>
        <source>%1 is loaded with another plan</source>
        <translation>%1 محمَّل بخطة أخرى</translation>
    </message>
    <message>
        <source>%1 is being loaded with another plan</source>
        <translation>%1 قيد التحميل بخطة أخرى</translation>
    </message>
    <message>
        <source>The loaded model %1 was opened earlier</source>
        <translation>%1 محمَّل كما فُتح من قبل</translation>
    </message>
    <message>
        <source>The model being loaded, %1, was opened earlier</source>
        <translation>%1 قيد التحميل كما فُتح من قبل</translation>
    </message>
    <message>
        <source>%1 is loaded, not %2</source>
        <translation>المحمَّل %1، لا %2</translation>
    </message>
    <message>
        <source>%1 is being loaded, not %2</source>
        <translation>قيد التحميل %1، لا %2</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>تحميل %1</translation>
    </message>
    <message>
        <source>Load again</source>
        <translation>التحميل مجددًا</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>إلغاء التحميل</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>تحميل</translation>
    </message>
    <message>
        <source>The loaded model is running; wait for the run to end, or cancel the run first</source>
        <translation>النموذج المحمَّل قيد التشغيل؛ انتظر انتهاء التشغيل، أو ألغِه أولًا</translation>
    </message>
    <message>
        <source>Unload %1 and load the plan on the board</source>
        <translation>إلغاء تحميل %1 وتحميل المعروض</translation>
    </message>
    <message>
        <source>Unload %1</source>
        <translation>إلغاء تحميل %1</translation>
    </message>
</context>
<context>
    <name>stowage::LogPanel</name>
    <message>
        <source>Pasted memory figures of another program</source>
        <translation>ما طبعه برنامج آخر عن ذاكرته</translation>
    </message>
    <message>
        <source>Figures of the pasted text compared with the figures of the plan</source>
        <translation>الأرقام المطبوعة بجانب أرقام الخطة</translation>
    </message>
    <message>
        <source>Paste PyTorch&apos;s out-of-memory error or memory summary, or the start-up lines of vLLM, SGLang or llama.cpp. Stowage compares each figure with the figure of the plan.</source>
        <translation>ألصق خطأ نفاد الذاكرة أو ملخص الذاكرة من PyTorch، أو أسطر بدء تشغيل vLLM أو SGLang أو llama.cpp: يوضع كل رقم بجانب رقم الخطة.</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) with figures were not read.</source>
        <translation>
            <numerusform>لم يُقرأ %n من الأسطر التي فيها أرقام.</numerusform>
            <numerusform>لم يُقرأ %n من الأسطر التي فيها أرقام.</numerusform>
            <numerusform>لم يُقرأ %n من الأسطر التي فيها أرقام.</numerusform>
            <numerusform>لم يُقرأ %n من الأسطر التي فيها أرقام.</numerusform>
            <numerusform>لم يُقرأ %n من الأسطر التي فيها أرقام.</numerusform>
            <numerusform>لم يُقرأ %n من الأسطر التي فيها أرقام.</numerusform>
        </translation>
    </message>
    <message>
        <source>This table shows the figures of the pasted text next to the figures of the plan.</source>
        <translation>ستظهر أرقامه هنا بجانب أرقام الخطة.</translation>
    </message>
    <message>
        <source>The text contains no figures that Stowage can read.</source>
        <translation>لم يُعثر في النص على رقم من برنامج معروف هنا.</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>الرقم</translation>
    </message>
    <message>
        <source>Printed</source>
        <translation>المطبوع</translation>
    </message>
    <message>
        <source>The plan&apos;s</source>
        <translation>رقم الخطة</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>الفرق</translation>
    </message>
</context>
<context>
    <name>stowage::LogWindow</name>
    <message>
        <source>Messages of the program</source>
        <translation>ما أبلغ عنه البرنامج</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>السجل</translation>
    </message>
    <message>
        <source>Nothing has been reported yet.</source>
        <translation>لم يُبلَّغ عن شيء بعد.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Copy the selection, or the whole log</source>
        <translation>نسخ المحدَّد، أو كل شيء</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>حفظ باسم…</translation>
    </message>
    <message>
        <source>The whole log was copied.</source>
        <translation>نُسخ كل شيء.</translation>
    </message>
    <message>
        <source>The selection was copied.</source>
        <translation>نُسخ المحدَّد.</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>حُفظ باسم %1.</translation>
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
        <translation>stowagectl %1، أحدث من هذا البرنامج</translation>
    </message>
    <message>
        <source>stowagectl %1, older than this program</source>
        <translation>stowagectl %1، أقدم من هذا البرنامج</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>غير متصل</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>يجري الاتصال</translation>
    </message>
    <message>
        <source>Connected: %1 on %2</source>
        <translation>متصل: %1 على %2</translation>
    </message>
    <message>
        <source>The model on %1 cannot be opened: %2</source>
        <translation>لا يمكن فتح النموذج على %1: %2</translation>
    </message>
    <message>
        <source>The machine was disconnected.</source>
        <translation>قُطع الاتصال بالحاسوب.</translation>
    </message>
</context>
<context>
    <name>stowage::MachineConnection</name>
    <message>
        <source>Type the name that ssh uses for the machine, for example gpu1 or me@gpu1.example.org.</source>
        <translation>اكتب اسم حاسوب كما يعرفه ssh، مثل gpu1 أو me@gpu1.example.org.</translation>
    </message>
    <message>
        <source>The name of a machine cannot begin with a dash or contain spaces.</source>
        <translation>لا يبدأ اسم الحاسوب بشرطة (-) ولا يحوي مسافات.</translation>
    </message>
    <message>
        <source>The program %1 could not be started: %2.</source>
        <translation>تعذّر تشغيل %1: %2.</translation>
    </message>
    <message>
        <source>The machine %1 is not connected.</source>
        <translation>%1 غير متصل.</translation>
    </message>
    <message>
        <source>The machine %1 sent more data at once than an answer of stowagectl can contain.</source>
        <translation>أرسل %1 دفعة واحدة أكثر مما تحويه ردود stowagectl.</translation>
    </message>
    <message>
        <source>The machine %1 sent a line that is not an answer of stowagectl: “%2”.</source>
        <translation>أرسل %1 سطرًا ليس ردًّا من stowagectl: «%2».</translation>
    </message>
    <message>
        <source>The stowagectl on %1 is newer than this program and uses another protocol: install the newer version on this machine.</source>
        <translation>برنامج stowagectl على %1 أحدث من هذا البرنامج وتُوجَّه إليه الطلبات بطريقة أخرى: ثبّت إصداره هنا.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation>انقطع الاتصال بـ %1.</translation>
    </message>
    <message>
        <source>The connection to %1 was lost: “%2”.</source>
        <translation>انقطع الاتصال بـ %1: «%2».</translation>
    </message>
    <message>
        <source>stowagectl was not found on %1: install Stowage on that machine, with stowagectl on the PATH or in ~/.local/bin.</source>
        <translation>لا يوجد stowagectl على %1: ثبّت Stowage هناك، بحيث يقع على PATH أو في ~/.local/bin.</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2 exited with status %3.</source>
        <translation>لا يمكن الوصول إلى %1: انتهى %2 بالحالة %3.</translation>
    </message>
    <message>
        <source>%1 cannot be reached: “%2”.</source>
        <translation>لا يمكن الوصول إلى %1: «%2».</translation>
    </message>
    <message>
        <source>%1 was disconnected.</source>
        <translation>قُطع الاتصال بـ %1.</translation>
    </message>
    <message>
        <source>stowagectl does not start on %1: “%2”.</source>
        <translation>لا يبدأ stowagectl على %1: «%2».</translation>
    </message>
    <message>
        <source>The stowagectl on %1 is too old for this program, which needs version %2 of the protocol: install this version of Stowage on that machine.</source>
        <translation>برنامج stowagectl على %1 أقدم مما يحتاجه هذا البرنامج، الذي يحتاج إلى الإصدار %2 من البروتوكول: ثبّت هذا الإصدار من Stowage على تلك الآلة.</translation>
    </message>
</context>
<context>
    <name>stowage::MachineLinksTable</name>
    <message>
        <source>Type a rate in bytes per second, for example 1.25GB/s, or in bits per second with a small b, for example 10Gb/s.</source>
        <translation>يُكتب المعدّل بالبايتات في الثانية، مثل 1.25GB/s، أو بالبتّات بحرف b صغير، مثل 10Gb/s.</translation>
    </message>
    <message>
        <source>Type a latency of at most 10 s, for example 200us, 0.5ms or 1s.</source>
        <translation>لا يتجاوز زمن التأخير 10 s، ويُكتب مثل 200us أو 0.5ms أو 1s.</translation>
    </message>
    <message>
        <source>Links between machines</source>
        <translation>الوصلات بين الحواسيب</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>المعدّل</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>زمن التأخير</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>المصدر</translation>
    </message>
    <message>
        <source>Any two machines</source>
        <translation>أي حاسوبين</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1، %2: %3</translation>
    </message>
    <message>
        <source>given</source>
        <translation>معطاة</translation>
    </message>
    <message>
        <source>assumed: 10 Gbit/s Ethernet</source>
        <translation>مفترَضة: Ethernet بمعدّل ⁦10 Gbit/s⁩</translation>
    </message>
    <message>
        <source>as for “Any two machines”</source>
        <translation>كما في «أي حاسوبين»</translation>
    </message>
</context>
<context>
    <name>stowage::MachinesFeature</name>
    <message>
        <source>Add Machine…</source>
        <translation>إضافة حاسوب…</translation>
    </message>
    <message>
        <source>Add another machine, reachable over ssh, that loads and runs models</source>
        <translation>حاسوب آخر، يُوصل إليه عبر ssh، يحمّل النماذج ويشغّلها</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>الحواسيب</translation>
    </message>
    <message>
        <source>Add a machine</source>
        <translation>إضافة حاسوب</translation>
    </message>
    <message>
        <source>The name that ssh uses for the machine, for example gpu1 or me@gpu1.example.org. If stowagectl is missing
on that machine, “Install There…” can copy it. Only the name is stored. Stowage connects only when you request it.</source>
        <translation>اسمه كما يعرفه ssh، مثل gpu1 أو me@gpu1.example.org. يجب أن يكون Stowage مثبَّتًا هناك؛
ولا يُخزَّن هنا إلا الاسم، ولا يتصل شيء حتى تطلب ذلك.</translation>
    </message>
    <message>
        <source>Reading the headers of a model on %1…</source>
        <translation>تجري قراءة ترويسات نموذج على %1…</translation>
    </message>
    <message>
        <source>Open a model on %1 first.</source>
        <translation>افتح نموذجًا من %1 أولًا.</translation>
    </message>
    <message>
        <source>A load on %1 cannot use real and simulated GPUs together: remove one kind of GPU from the plan.</source>
        <translation>يحمّل %1 إما على وحدات GPU الخاصة به أو على وحدات مُحاكاة، لا على كلتيهما: أخرج أحد النوعين من الخطة.</translation>
    </message>
    <message>
        <source>Only one installation can run at a time: wait until the current installation is finished.</source>
        <translation>يجري تثبيت شيء الآن؛ انتظر حتى ينتهي.</translation>
    </message>
    <message>
        <source>stowagectl cannot be copied: no stowagectl was found next to this program.</source>
        <translation>لا يوجد stowagectl بجانب هذا البرنامج لنسخه.</translation>
    </message>
    <message>
        <source>Copy this program&apos;s stowagectl (%1) to %2, into ~/.local? Everything else that stowagectl needs, including LibTorch for loads, must already be installed on that machine.</source>
        <translation>هل يُنسخ stowagectl الخاص بهذا البرنامج (%1) إلى %2، في ~/.local؟ ما يحتاج إليه سواه، ومنه LibTorch للتحميل، يجب أن يكون موجودًا هناك.</translation>
    </message>
    <message>
        <source>Install stowagectl</source>
        <translation>التثبيت هناك</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>نسخ</translation>
    </message>
    <message>
        <source>Run in Stages…</source>
        <translation>تشغيل على مراحل…</translation>
    </message>
    <message>
        <source>Open a model with weights first.</source>
        <translation>افتح أولًا نموذجًا له أوزان.</translation>
    </message>
    <message>
        <source>The loaded model is not the one shown: unload it first.</source>
        <translation>المحمَّل نموذج غير المعروض: ألغِ تحميله أولًا.</translation>
    </message>
    <message>
        <source>Stowage is still checking whether this model can be run.</source>
        <translation>يجري التحقق من إمكان تشغيل هذا النموذج.</translation>
    </message>
    <message>
        <source>A run in stages needs a model with at least two layers.</source>
        <translation>تتقاسم المراحل الطبقات، وليس في هذا النموذج إلا طبقة واحدة.</translation>
    </message>
    <message>
        <source>Run the layers of %1 in several processes, on this machine and on other machines</source>
        <translation>تشغيل طبقات %1 في عدة عمليات، على هذا الحاسوب وعلى حواسيب أخرى</translation>
    </message>
    <message>
        <source>The adapter %1 is on this machine, but the model is on %2. Copy the adapter to that machine, remove the local adapter from the plan, and add the copy (File ▸ Plan Together With).</source>
        <translation>المحوِّل (adapter) %1 على هذا الحاسوب، والنموذج على %2: انسخ المحوِّل إلى هناك، واستبعد هذا، ثم أضف المنسوخ (ملف ▸ التخطيط مع).</translation>
    </message>
    <message>
        <source>Connect to %1 first: adapters and other files for the model are chosen on that machine.</source>
        <translation>اتصل أولًا بـ %1: يُختار ما يرافق النموذج هناك، حيث النموذج.</translation>
    </message>
    <message>
        <source>The additional model %1 is on this machine, but the open model is on %2. Copy the additional model to that machine, remove the local one from the plan, and add the copy (File ▸ Plan Together With).</source>
        <translation>النموذج الإضافي %1 على هذا الحاسوب، والنموذج المفتوح على %2: انسخه إلى هناك، واستبعد هذا، ثم أضف المنسوخ (ملف ▸ التخطيط مع).</translation>
    </message>
    <message>
        <source>The module tree %1 is on this machine, but the model is on %2. Copy the module tree to that machine, and compare the keys with the copy (Model facts ▸ Keys).</source>
        <translation>شجرة الوحدات %1 على هذا الحاسوب، والنموذج على %2: انسخها إلى هناك، وقارن المفاتيح بها (حقائق النموذج ▸ المفاتيح).</translation>
    </message>
    <message>
        <source>Remove a machine</source>
        <translation>إزالة حاسوب</translation>
    </message>
    <message>
        <source>Remove %1? Loads and runs that you started on that machine are stopped, and their memory is released.</source>
        <translation>هل يُزال %1؟ ينتهي ما حُمّل هناك أو ما يعمل، ويُحرَّر كل شيء.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>إزالة</translation>
    </message>
</context>
<context>
    <name>stowage::MachinesPanel</name>
    <message>
        <source>simulated</source>
        <translation>مُحاكى</translation>
    </message>
    <message>
        <source>real</source>
        <translation>حقيقي</translation>
    </message>
    <message>
        <source>During a load on the machine, this area shows the measured curves.</source>
        <translation>تُرسم هنا منحنيات ما يُحمَّل هناك، أولًا بأول أثناء قياسها.</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>الحواسيب</translation>
    </message>
    <message>
        <source>Add Machine…</source>
        <translation>إضافة حاسوب…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>إزالة</translation>
    </message>
    <message>
        <source>Progress of the load</source>
        <translation>المحمَّل هناك</translation>
    </message>
    <message>
        <source>Devices of the machine</source>
        <translation>أجهزة الحاسوب</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>السعة</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>الحرّ</translation>
    </message>
    <message>
        <source>Used by others</source>
        <translation>المستخدَم من برامج أخرى</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>اتصال</translation>
    </message>
    <message>
        <source>Open Model There…</source>
        <translation>فتح نموذج هناك…</translation>
    </message>
    <message>
        <source>Simulated GPUs of the machine</source>
        <translation>وحدات GPU المُحاكاة هناك</translation>
    </message>
    <message>
        <source>Real GPUs</source>
        <translation>وحدات GPU الخاصة به</translation>
    </message>
    <message>
        <source>GPUs to simulate on a machine without a card, for example 24GiB or 2GiB*2; leave the field empty to use the machine&apos;s real GPUs</source>
        <translation>وحدات GPU التي تُحاكى على حاسوب بلا بطاقة، مثل 24GiB أو 2GiB*2؛ وإن تُرك فارغًا: الخاصة به</translation>
    </message>
    <message>
        <source>Load There</source>
        <translation>التحميل هناك</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>إيقاف مؤقت</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>خطوة</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Run There</source>
        <translation>التشغيل هناك</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>المطالبة</translation>
    </message>
    <message>
        <source>Prompt: text or tokens (15496,11,995)</source>
        <translation>المطالبة: 15496,11,995 أو نص</translation>
    </message>
    <message>
        <source>Tokens to generate</source>
        <translation>الرموز المطلوب توليدها</translation>
    </message>
    <message>
        <source>Add a machine that you can reach over ssh and that has stowagectl. This window can then load and run models on that machine.</source>
        <translation>الحاسوب الذي تصل إليه عبر ssh، ولديه stowagectl، يستطيع تحميل النماذج وتشغيلها لهذه النافذة: أضفه.</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>The remote machine is planning the load.</source>
        <translation>يجري التخطيط له هناك.</translation>
    </message>
    <message>
        <source>%1: %2 of %3, %4</source>
        <translation>%1: %2 من %3، %4</translation>
    </message>
    <message>
        <source>Paused. %1</source>
        <translation>متوقف مؤقتًا. %1</translation>
    </message>
    <message>
        <source>The remote machine is loading and running the model. The tokens are shown at the end of the run.</source>
        <translation>يُحمَّل هناك ويعمل؛ وتأتي الرموز في النهاية.</translation>
    </message>
    <message>
        <source>The load or run on the remote machine is stopping, and its memory is being released.</source>
        <translation>يجري إنهاؤه هناك، ويُعاد كل شيء.</translation>
    </message>
    <message>
        <source>Add a machine first.</source>
        <translation>أضف حاسوبًا أولًا.</translation>
    </message>
    <message>
        <source>Disconnect</source>
        <translation>قطع الاتصال</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>إعادة الاتصال</translation>
    </message>
    <message>
        <source>Close the connection; models loaded on the machine are released</source>
        <translation>إنهاء الاتصال؛ ويُعاد ما هو محمَّل هناك</translation>
    </message>
    <message>
        <source>Start stowagectl on the machine over ssh</source>
        <translation>تشغيل stowagectl هناك، عبر ssh</translation>
    </message>
    <message>
        <source>Remove the machine from the list and close its connection</source>
        <translation>نسيان الحاسوب؛ وينتهي الاتصال به</translation>
    </message>
    <message>
        <source>Connect to the machine first.</source>
        <translation>اتصل أولًا.</translation>
    </message>
    <message>
        <source>Choose a model in the machine&apos;s folders to plan it in this window</source>
        <translation>اختيار نموذج في مجلدات الحاسوب، والتخطيط له هنا</translation>
    </message>
    <message>
        <source>A model is already loaded or running on the machine: cancel or unload it first.</source>
        <translation>تحميل أو تشغيل واحد في كل مرة: أنهِ الجاري هناك أولًا.</translation>
    </message>
    <message>
        <source>Load the open model on the machine, using the plan that is shown</source>
        <translation>تحميل النموذج المفتوح هناك، بالخطة المعروضة</translation>
    </message>
    <message>
        <source>Type a prompt first.</source>
        <translation>اكتب مطالبة أولًا.</translation>
    </message>
    <message>
        <source>Load the open model on the machine, generate tokens, and release all memory</source>
        <translation>تحميل النموذج المفتوح هناك، وجعله يولّد، ثم إعادة كل شيء</translation>
    </message>
    <message>
        <source>No load is in progress on the machine.</source>
        <translation>لا يجري تحميل شيء هناك.</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>استئناف</translation>
    </message>
    <message>
        <source>Pause the load between two tensors, or resume it</source>
        <translation>إيقاف التحميل مؤقتًا بين موترين، أو تركه يتابع</translation>
    </message>
    <message>
        <source>Load one more tensor, then pause</source>
        <translation>إدخال موتر واحد، ثم إيقاف التحميل مؤقتًا</translation>
    </message>
    <message>
        <source>Unload</source>
        <translation>إلغاء التحميل</translation>
    </message>
    <message>
        <source>No model is loaded or running on the machine.</source>
        <translation>لا شيء محمَّل أو قيد التشغيل هناك.</translation>
    </message>
    <message>
        <source>The load or run is already stopping.</source>
        <translation>يجري إنهاؤه.</translation>
    </message>
    <message>
        <source>Stop or unload the model and release all its memory on the machine</source>
        <translation>إنهاؤه، وإعادة كل شيء هناك</translation>
    </message>
    <message>
        <source>Install There…</source>
        <translation>التثبيت هناك…</translation>
    </message>
    <message>
        <source>Copy this program&apos;s stowagectl to the machine, after a confirmation</source>
        <translation>نسخ stowagectl الخاص بهذا البرنامج إلى الحاسوب، بعد السؤال</translation>
    </message>
    <message>
        <source>Folders of the machine</source>
        <translation>مجلدات الجهاز</translation>
    </message>
    <message>
        <source>Home folder</source>
        <translation>المجلد الرئيسي</translation>
    </message>
    <message>
        <source>Folders of the machine from which models can be opened, with commas between them, for example ~/models, /data; leave the field empty for the home folder. A change takes effect with the next connection.</source>
        <translation>مجلدات الجهاز التي يمكن فتح النماذج منها، تفصل بينها فواصل، مثل ‎~/models, /data‎؛ اترك الحقل فارغًا للمجلد الرئيسي. يسري التغيير مع الاتصال التالي.</translation>
    </message>
    <message>
        <source>Load Anyway</source>
        <translation>التحميل على أي حال</translation>
    </message>
    <message>
        <source>Load the open model although the check before the load has refused it; the load can fail when memory runs out</source>
        <translation>تحميل النموذج المفتوح رغم أن الفحص قبل التحميل رفضه؛ قد يفشل التحميل عند نفاد الذاكرة</translation>
    </message>
</context>
<context>
    <name>stowage::MainWindow</name>
    <message>
        <source>&amp;File</source>
        <translation>ملف</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>إنهاء</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>تحرير</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>عرض</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>الخطة</translation>
    </message>
    <message>
        <source>&amp;Load</source>
        <translation>تحميل</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>تشغيل</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>مساعدة</translation>
    </message>
    <message>
        <source>Lower Panels</source>
        <translation>الألواح السفلية</translation>
    </message>
    <message>
        <source>Open or close the charts, runs and tables below the board (Ctrl+J)</source>
        <translation>فتح أو إغلاق المخططات وعمليات التشغيل والجداول التي تحت اللوحة (Ctrl+J)</translation>
    </message>
    <message>
        <source>Reset Layout</source>
        <translation>إعادة ضبط التخطيط</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>اختصارات لوحة المفاتيح</translation>
    </message>
    <message>
        <source>Main tool bar</source>
        <translation>شريط الأدوات الرئيسي</translation>
    </message>
    <message>
        <source>All figures are estimated</source>
        <translation>كل الأرقام مقدَّرة</translation>
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
        <translation>استيراد توضيع</translation>
    </message>
    <message>
        <source>Engine that the settings belong to</source>
        <translation>لمن هذه الإعدادات</translation>
    </message>
    <message>
        <source>Read a file…</source>
        <translation>قراءة ملف…</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>القراءة بوصفه</translation>
    </message>
    <message>
        <source>Enter the command line, variable or file of another engine (vLLM, SGLang, llama.cpp, Ollama, ExLlama, Megatron, torch), or a device map or max_memory as JSON or Python:</source>
        <translation>سطر أوامر أو متغير أو ملف لمحرك آخر (vLLM, SGLang, llama.cpp, Ollama, ExLlama, Megatron, torch)، أو خريطة أجهزة أو max_memory بصيغة JSON أو Python:</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>التوضيع</translation>
    </message>
    <message>
        <source>Fix these characters</source>
        <translation>إصلاح هذه المحارف</translation>
    </message>
    <message>
        <source>Replaces these characters with Python&apos;s quotes, commas and spaces</source>
        <translation>يضع مكانها علامات الاقتباس والفواصل والمسافات كما في Python</translation>
    </message>
    <message>
        <source>Contents of each device with this placement</source>
        <translation>ما سيقع على كل جهاز</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>Modules with weights</source>
        <translation>وحدات لها أوزان</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>الآن</translation>
    </message>
    <message>
        <source>Use this placement</source>
        <translation>استخدام هذا التوضيع</translation>
    </message>
    <message>
        <source>Show the difference</source>
        <translation>عرض الفرق</translation>
    </message>
    <message>
        <source>Detect automatically</source>
        <translation>ما تدل عليه كلماته</translation>
    </message>
    <message>
        <source>%1, detected</source>
        <translation>%1، بحسب كلماته</translation>
    </message>
    <message>
        <source>Paste or type a placement, or drop a file on the field.</source>
        <translation>ألصقه أو اكتبه، أو أفلت ملفًا على الحقل.</translation>
    </message>
    <message>
        <source>Open a model first: a placement refers to its modules.</source>
        <translation>افتح نموذجًا أولًا: فالتوضيع يكون لوحداته.</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>السطر %1، العمود %2: %3</translation>
    </message>
    <message>
        <source>Settings of %1</source>
        <translation>إعدادات %1</translation>
    </message>
    <message>
        <source>1 key</source>
        <translation>مفتاح واحد</translation>
    </message>
    <message>
        <source>%1 keys</source>
        <translation>%1 من المفاتيح</translation>
    </message>
    <message>
        <source>1 error</source>
        <translation>خطأ واحد</translation>
    </message>
    <message>
        <source>%1 errors</source>
        <translation>%1 من الأخطاء</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>تحذير واحد</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 من التحذيرات</translation>
    </message>
    <message>
        <source>no problems</source>
        <translation>لا مشكلات</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>و%1 أخرى</translation>
    </message>
    <message>
        <source>%1 is too large (%2) for a device map or for the settings of an engine: choose another file.</source>
        <translation>حجم %1 هو %2؛ أما خريطة الأجهزة أو إعدادات المحرك فنص قصير.</translation>
    </message>
</context>
<context>
    <name>stowage::MemoryBars</name>
    <message>
        <source>Memory by device</source>
        <translation>الذاكرة لكل جهاز</translation>
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
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>memory used on the device before any tensor is allocated: %1.</source>
        <translation>ما يؤخذ على الجهاز قبل أي موتر: %1.</translation>
    </message>
    <message>
        <source>memory that %1 uses on each GPU before any tensor is allocated: %2 (%3; %4)</source>
        <translation>ما يأخذه %1 على كل بطاقة قبل أي موتر: %2. %3 (%4)</translation>
    </message>
    <message>
        <source>peak of reserved memory minus peak of allocated memory: %1 − %2.</source>
        <translation>المحجوز ناقص المخصَّص، كلٌّ عند ذروته: %1 − %2.</translation>
    </message>
    <message>
        <source>peak of reserved memory plus the driver&apos;s context: %1 + %2.</source>
        <translation>المحجوز عند الذروة، مع سياق CUDA: %1 + %2.</translation>
    </message>
    <message>
        <source>capacity minus memory used by other programs minus memory needed: %1 − %2 − %3.</source>
        <translation>السعة ناقص ما تشغله برامج أخرى ناقص المطلوب: %1 − %2 − %3.</translation>
    </message>
    <message>
        <source>the capacity of this device is not known.</source>
        <translation>سعة هذا الجهاز غير معروفة.</translation>
    </message>
    <message>
        <source>memory used by other programs: %1.</source>
        <translation>ما تشغله برامج أخرى: %1.</translation>
    </message>
    <message>
        <source>the weights that the plan places on this device, as stored by the device&apos;s allocator: %1.</source>
        <translation>الأوزان التي تضعها الخطة هنا، كما يحتفظ بها مخصِّص الجهاز: %1.</translation>
    </message>
    <message>
        <source>result of replaying each allocation with the rules of the device&apos;s allocator: %1.</source>
        <translation>أُعيد تمثيله، تخصيصًا بعد آخر، وفق قواعد مخصِّص الجهاز: %1.</translation>
    </message>
    <message>
        <source>calculated by formula from the model&apos;s dimensions and the engine&apos;s rules: %1.</source>
        <translation>بالمعادلة، من عروض طبقات النموذج وقواعد المحرك: %1.</translation>
    </message>
    <message>
        <source>Memory by device and kind</source>
        <translation>الذاكرة بحسب الجهاز والنوع</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>الأرقام</translation>
    </message>
    <message>
        <source>%1 on %2: %3</source>
        <translation>%1 لـ %2: %3</translation>
    </message>
    <message>
        <source>lower bound, because some of this memory is unknown: %1.</source>
        <translation>هذا القدر على الأقل؛ تذكر الجملة أعلاه ما هو غير معروف: %1.</translation>
    </message>
</context>
<context>
    <name>stowage::MessageBar</name>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>التقدم</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>إغلاق الرسالة</translation>
    </message>
    <message>
        <source>Cancel the operation in progress</source>
        <translation>إلغاء ما يجري</translation>
    </message>
    <message>
        <source>Fix it</source>
        <translation>إصلاح</translation>
    </message>
</context>
<context>
    <name>stowage::MethodComparison</name>
    <message>
        <source>Load methods cannot be compared without a model: open a model first.</source>
        <translation>لا يمكن مقارنة شيء بعد؛ افتح نموذجًا أولًا.</translation>
    </message>
    <message>
        <source>No load method is selected: select the methods to compare.</source>
        <translation>لم تُختر أي طريقة؛ علّم الطرق المراد مقارنتها.</translation>
    </message>
    <message>
        <source>The load methods cannot be compared because stowagectl was not found: %1.</source>
        <translation>تُقارَن الطرق بواسطة stowagectl، وهو غير موجود: %1.</translation>
    </message>
    <message>
        <source>A temporary folder could not be created: %1.</source>
        <translation>لا يمكن إنشاء مجلد مؤقت: %1.</translation>
    </message>
</context>
<context>
    <name>stowage::MethodsFeature</name>
    <message>
        <source>Compare methods…</source>
        <translation>مقارنة الطرق…</translation>
    </message>
    <message>
        <source>Load the model with several methods, each in a new process</source>
        <translation>التحميل بعدة طرق، كل منها في عملية جديدة</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>الطرق</translation>
    </message>
</context>
<context>
    <name>stowage::MethodsModel</name>
    <message>
        <source>Predicted peak of the allocated memory</source>
        <translation>متوقَّع: أعلى ذاكرة مخصَّصة</translation>
    </message>
    <message>
        <source>Peak of the anonymous memory that the load adds, sampled from outside the process</source>
        <translation>أعلى ذاكرة مجهولة (anonymous) فوق مستواها السابق، مقروءة دوريًا من الخارج</translation>
    </message>
    <message>
        <source>Predicted peak of the anonymous memory that the load adds</source>
        <translation>متوقَّع: أعلى ذاكرة مجهولة (anonymous) فوق مستواها السابق</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>متوقَّع</translation>
    </message>
    <message>
        <source>would be stopped</source>
        <translation>ستوقَف</translation>
    </message>
    <message>
        <source>would be refused</source>
        <translation>سيُرفض</translation>
    </message>
    <message>
        <source>waiting, predicted</source>
        <translation>في الانتظار، متوقَّع</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>رُفض</translation>
    </message>
    <message>
        <source>running, %1 s</source>
        <translation>قيد التشغيل، %1 ث</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
    </message>
    <message>
        <source>cancelled, predicted</source>
        <translation>أُلغيت، متوقَّع</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>فشل</translation>
    </message>
    <message>
        <source>within limit</source>
        <translation>لم تتجاوزه</translation>
    </message>
    <message>
        <source>not started</source>
        <translation>لم تبدأ</translation>
    </message>
    <message>
        <source>stopped at %1</source>
        <translation>أُوقفت عند %1</translation>
    </message>
    <message>
        <source>would fit</source>
        <translation>لن تتجاوزه</translation>
    </message>
    <message>
        <source>The lesson publishes this figure for GPT-2 XL in float32. In the lesson, 1 GB is 2^30 bytes, and RAM figures include file pages, which the system can reclaim.</source>
        <translation>منشورة في الدرس لـ GPT-2 XL بنوع float32. وحدة GB فيها 2^30 بايت، وRAM فيها تشمل صفحات ملفات يمكن استردادها.</translation>
    </message>
    <message>
        <source>%1 peak</source>
        <translation>ذروة %1</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>الطريقة</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>الأرقام</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>الزمن</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>المعدّل</translation>
    </message>
    <message>
        <source>RAM, anon.</source>
        <translation>RAM، مجهولة</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>حد RAM</translation>
    </message>
    <message>
        <source>VRAM, published</source>
        <translation>VRAM، منشورة</translation>
    </message>
    <message>
        <source>RAM, published</source>
        <translation>RAM، منشورة</translation>
    </message>
    <message>
        <source>Measured minus predicted</source>
        <translation>المَقيس ناقص المتوقَّع</translation>
    </message>
    <message>
        <source>Verified</source>
        <translation>جرى التحقق</translation>
    </message>
</context>
<context>
    <name>stowage::MethodsPanel</name>
    <message>
        <source>During a comparison, this area shows the measured curves of all methods.</source>
        <translation>توضع هنا منحنيات الطرق بعضها فوق بعض، بحسب قياسها.</translation>
    </message>
    <message>
        <source>State of the page cache before each load</source>
        <translation>حالة ذاكرة الصفحات المؤقتة قبل كل تحميل</translation>
    </message>
    <message>
        <source>Page cache unchanged</source>
        <translation>ذاكرة الصفحات المؤقتة كما هي</translation>
    </message>
    <message>
        <source>Cold page cache</source>
        <translation>ذاكرة الصفحات المؤقتة باردة</translation>
    </message>
    <message>
        <source>Warm page cache</source>
        <translation>ذاكرة الصفحات المؤقتة دافئة</translation>
    </message>
    <message>
        <source>State of the file&apos;s pages before each load: unchanged, dropped from the page cache (cold) or read once (warm)</source>
        <translation>حالة صفحات الملف قبل كل تحميل: كما هي، أو مُسقَطة من ذاكرة الصفحات المؤقتة (باردة)، أو مقروءة مرة (دافئة)</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>تحقق</translation>
    </message>
    <message>
        <source>Compare every loaded byte with the file; the load time does not include the comparison</source>
        <translation>مقارنة كل بايت محمَّل بالملف؛ وليس ذلك جزءًا من الزمن</translation>
    </message>
    <message>
        <source>RAM limit</source>
        <translation>حد RAM</translation>
    </message>
    <message>
        <source>No RAM limit</source>
        <translation>بلا حد RAM</translation>
    </message>
    <message>
        <source>Maximum RAM for each method, for example 4GiB. The limit applies to %1. A method that needs more RAM is stopped at the limit.</source>
        <translation>أقصى RAM لكل طريقة، مثل 4GiB. ينطبق الحد على %1. والطريقة التي تحتاج إلى أكثر توقَف عند الحد.</translation>
    </message>
    <message>
        <source>Finished methods</source>
        <translation>الطرق التي انتهت</translation>
    </message>
    <message>
        <source>Methods and their figures</source>
        <translation>الطرق وما أخذته</translation>
    </message>
    <message>
        <source>RAM limit: %1</source>
        <translation>حد RAM: %1</translation>
    </message>
    <message>
        <source>%1 of %2 methods finished</source>
        <translation>%1 من %2 من الطرق</translation>
    </message>
    <message>
        <source>Each method runs in a new process. The published figures are from the lesson.</source>
        <translation>كل طريقة في عملية جديدة. المنشور: أرقام الدرس.</translation>
    </message>
    <message>
        <source>Each method runs in a new process. Published figures exist only for GPT-2 XL in float32.</source>
        <translation>كل طريقة في عملية جديدة. الأرقام المنشورة: GPT-2 XL، float32 فقط.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Compare methods</source>
        <translation>مقارنة الطرق</translation>
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
        <translation>تصفية الوحدات</translation>
    </message>
    <message>
        <source>Filter: name, class:Linear, device:gpu1, &gt;100MiB</source>
        <translation>التصفية: اسم، class:Linear، device:gpu1، &gt;100MiB</translation>
    </message>
    <message>
        <source>About this model</source>
        <translation>عن هذا النموذج</translation>
    </message>
    <message>
        <source>About this model: files, types, sizes, largest tensors (Ctrl+I)</source>
        <translation>عن هذا النموذج: الملفات والأنواع والأحجام وأكبر الموترات (Ctrl+I)</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>فتح…</translation>
    </message>
    <message>
        <source>Open Folder…</source>
        <translation>فتح مجلد…</translation>
    </message>
    <message>
        <source>New Model…</source>
        <translation>نموذج جديد…</translation>
    </message>
    <message>
        <source>Define a model by its family and sizes, to plan before you download files</source>
        <translation>إدخال عائلة وأحجامها، للتخطيط قبل تنزيل أي شيء</translation>
    </message>
    <message>
        <source>Clear filter</source>
        <translation>مسح التصفية</translation>
    </message>
    <message>
        <source>0 modules</source>
        <translation>0 وحدة</translation>
    </message>
    <message>
        <source>No model is open. Open a file or a folder, or drop it on this window. A config.json is enough to make a plan.</source>
        <translation>لا يوجد نموذج مفتوح. افتح ملفًا أو مجلدًا، أو أفلته هنا؛ ويكفي config.json للتخطيط.</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 وحدة</translation>
    </message>
    <message>
        <source>“%1” is not a size or a device</source>
        <translation>«%1» ليس حجمًا ولا جهازًا</translation>
    </message>
    <message>
        <source>model</source>
        <translation>النموذج</translation>
    </message>
</context>
<context>
    <name>stowage::ModuleTreeModel</name>
    <message>
        <source>mixed</source>
        <translation>مختلط</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>مخزن مؤقت</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>مُعامِل</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>%1 مُعامِل</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>من %1 إلى %2</translation>
    </message>
    <message>
        <source>The tensors of this module are on several devices</source>
        <translation>تقع موترات هذه الوحدة على عدة أجهزة</translation>
    </message>
    <message>
        <source>%1: class guessed from names; no model definition declares it. Repeated blocks of equal shape are not split.</source>
        <translation>%1: مُخمَّن من الأسماء، ولا يصرّح به أي نموذج. الكتل المتكررة المتساوية الشكل لا تُقسَّم.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>Params</source>
        <translation>المُعامِلات</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>الحجم</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>الجهاز</translation>
    </message>
</context>
<context>
    <name>stowage::ModuleTreeView</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 و%n أخرى</numerusform>
            <numerusform>%1 و%n أخرى</numerusform>
            <numerusform>%1 و%n أخرى</numerusform>
            <numerusform>%1 و%n أخرى</numerusform>
            <numerusform>%1 و%n أخرى</numerusform>
            <numerusform>%1 و%n أخرى</numerusform>
        </translation>
    </message>
    <message>
        <source>Module tree</source>
        <translation>شجرة الوحدات</translation>
    </message>
</context>
<context>
    <name>stowage::MovedModulesModel</name>
    <message>
        <source>(whole model)</source>
        <translation>(النموذج كله)</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>الوحدة</translation>
    </message>
    <message>
        <source>From</source>
        <translation>من</translation>
    </message>
    <message>
        <source>To</source>
        <translation>إلى</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>الحجم</translation>
    </message>
</context>
<context>
    <name>stowage::NewModelDialog</name>
    <message>
        <source>New Model</source>
        <translation>نموذج جديد</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>البدء من</translation>
    </message>
    <message>
        <source>Restore typed values</source>
        <translation>استعادة ما كُتب</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>العائلة</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>Save config.json…</source>
        <translation>حفظ config.json…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>فتح</translation>
    </message>
    <message>
        <source>Defaults of transformers</source>
        <translation>القيم الافتراضية للمكتبة</translation>
    </message>
    <message>
        <source>the open model</source>
        <translation>النموذج المفتوح</translation>
    </message>
    <message>
        <source>Numbers: transformers&apos; defaults for %1</source>
        <translation>الأعداد: أعداد transformers الخاصة بـ %1</translation>
    </message>
    <message>
        <source>Numbers: %1</source>
        <translation>الأعداد: %1</translation>
    </message>
    <message>
        <source>Keys that are kept in the file but do not affect the modules: %1</source>
        <translation>محفوظة في الملف، بلا أثر في الوحدات: %1</translation>
    </message>
    <message>
        <source>The form</source>
        <translation>نموذج الإدخال</translation>
    </message>
    <message>
        <source>Plan this model. It has no weights, so it cannot be loaded.</source>
        <translation>التخطيط لهذا النموذج؛ لا توجد أوزان تُحمَّل</translation>
    </message>
    <message>
        <source>The typed sizes do not define a model</source>
        <translation>هذه الأحجام لا تكوّن نموذجًا</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>حُفظ باسم %1</translation>
    </message>
    <message>
        <source>%1, changed</source>
        <translation>%1، معدَّل</translation>
    </message>
</context>
<context>
    <name>stowage::NewModelFields</name>
    <message>
        <source>computed</source>
        <translation>محسوب</translation>
    </message>
    <message>
        <source>Sizes of the model</source>
        <translation>أحجام النموذج</translation>
    </message>
    <message>
        <source>The value is too long to edit in this field and is kept unchanged.</source>
        <translation>أطول من أن يُكتب هنا؛ ويُحفظ كما هو.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>مفعَّل</translation>
    </message>
    <message>
        <source>off</source>
        <translation>معطَّل</translation>
    </message>
    <message>
        <source>computed if empty</source>
        <translation>فارغ: محسوب</translation>
    </message>
    <message>
        <source>default %1</source>
        <translation>الافتراضي %1</translation>
    </message>
</context>
<context>
    <name>stowage::NewModelResult</name>
    <message>
        <source>The typed sizes do not define a model</source>
        <translation>هذه الأحجام لا تكوّن نموذجًا</translation>
    </message>
</context>
<context>
    <name>stowage::NoSplitNote</name>
    <message>
        <source>guessed from names</source>
        <translation>مُخمَّنة من الأسماء</translation>
    </message>
    <message>
        <source>from the definitions of the models</source>
        <translation>من تعريفات نماذجه</translation>
    </message>
    <message>
        <source>from %1&apos;s definition</source>
        <translation>من تعريف %1</translation>
    </message>
    <message>
        <source>none known</source>
        <translation>لا شيء معروف</translation>
    </message>
    <message>
        <source>from the model&apos;s file</source>
        <translation>من ملف النموذج</translation>
    </message>
    <message>
        <source>Use the model&apos;s classes</source>
        <translation>استخدام أصناف النموذج</translation>
    </message>
    <message>
        <source>set by hand</source>
        <translation>مضبوطة يدويًا</translation>
    </message>
    <message>
        <source>No-split classes: %1</source>
        <translation>أصناف غير قابلة للتقسيم: %1</translation>
    </message>
    <message>
        <source>Use the guessed classes</source>
        <translation>استخدام المُخمَّنة</translation>
    </message>
    <message>
        <source>None: every module may be split</source>
        <translation>لا يوجد: يجوز تقسيم كل وحدة</translation>
    </message>
</context>
<context>
    <name>stowage::OpenErrorCard</name>
    <message>
        <source>Problem</source>
        <translation>ما الخطأ</translation>
    </message>
    <message>
        <source>File or folder that could not be opened</source>
        <translation>ما تعذّر فتحه</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>إغلاق الرسالة</translation>
    </message>
    <message>
        <source>Close the message (Esc)</source>
        <translation>إغلاق الرسالة (Esc)</translation>
    </message>
    <message>
        <source>File</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>Tensor or key</source>
        <translation>الموتر أو المفتاح</translation>
    </message>
    <message>
        <source>At byte</source>
        <translation>عند البايت</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>القاعدة</translation>
    </message>
    <message>
        <source>Open another…</source>
        <translation>فتح آخر…</translation>
    </message>
    <message>
        <source>Open a folder…</source>
        <translation>فتح مجلد…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>إعادة المحاولة</translation>
    </message>
    <message>
        <source>Open the same file or folder again</source>
        <translation>فتح الملف أو المجلد نفسه مرة أخرى</translation>
    </message>
    <message>
        <source>Open without the chosen options</source>
        <translation>الفتح من دون ما اختير</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>نسخ التفاصيل</translation>
    </message>
    <message>
        <source>Copy this message as text</source>
        <translation>نسخ ما يُذكر هنا، كنص</translation>
    </message>
    <message>
        <source>Open it as</source>
        <translation>الفتح بالصنف</translation>
    </message>
    <message>
        <source>Class to open the model as</source>
        <translation>الصنف الذي يُفتح به</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>فتح</translation>
    </message>
    <message>
        <source>Open the model as the chosen class</source>
        <translation>الفتح بالصنف المختار</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Python interpreter that has torch and transformers</source>
        <translation>Python الذي لديه torch وtransformers</translation>
    </message>
    <message>
        <source>Path of a Python interpreter that has torch and transformers, for example in a virtual environment. It builds the model without weights in a separate process and reports the modules. If the system can block network access, the process has none.</source>
        <translation>مسار Python لديه torch وtransformers، كالذي في بيئة افتراضية. يبني النموذج بلا أوزان، في عملية مستقلة، ومن دون شبكة حيث يسمح النظام بذلك، ويذكر وحداته.</translation>
    </message>
    <message>
        <source>Ask Python</source>
        <translation>سؤال Python</translation>
    </message>
    <message>
        <source>%1 is still open, and its plan is unchanged.</source>
        <translation>ما زال %1 مفتوحًا، وخطته كما كانت.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>تم النسخ</translation>
    </message>
</context>
<context>
    <name>stowage::OpenFeature</name>
    <message>
        <source>Open Recent</source>
        <translation>المفتوحة مؤخرًا</translation>
    </message>
    <message>
        <source>New Model…</source>
        <translation>نموذج جديد…</translation>
    </message>
    <message>
        <source>Define a model without weights from its family and sizes (Ctrl+N)</source>
        <translation>إدخال عائلة وأحجامها، بلا أوزان (Ctrl+N)</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>فتح…</translation>
    </message>
    <message>
        <source>Open a checkpoint file (Ctrl+O). You can also drop a file or folder on the window.</source>
        <translation>فتح ملف نقطة حفظ (Ctrl+O)؛ ويمكن أيضًا إفلات مجلد</translation>
    </message>
    <message>
        <source>Open Folder…</source>
        <translation>فتح مجلد…</translation>
    </message>
    <message>
        <source>Edit Sizes…</source>
        <translation>تعديل الأحجام…</translation>
    </message>
    <message>
        <source>Open the sizes of the current config.json in the New Model form</source>
        <translation>عرض أعداد config.json المفتوح في نموذج الإدخال الخاص بنموذج جديد</translation>
    </message>
    <message>
        <source>Write Model As…</source>
        <translation>كتابة النموذج باسم…</translation>
    </message>
    <message>
        <source>Write the model in another format, in shards or in one file per tensor, or write a sample model</source>
        <translation>كتابة النموذج بصيغة أخرى، في شظايا (shards) أو ملف لكل موتر، أو كتابة عيّنة</translation>
    </message>
    <message>
        <source>First Steps</source>
        <translation>الخطوات الأولى</translation>
    </message>
    <message>
        <source>Open a file; use the menu to open a folder or a recent model</source>
        <translation>فتح ملف؛ وعبر قائمته مجلد، أو ما فُتح من قبل</translation>
    </message>
    <message>
        <source>%1: %2…</source>
        <translation>%1: %2…</translation>
    </message>
    <message>
        <source>%1: %2, %3 files…</source>
        <translation>%1: %2، %3 من الملفات…</translation>
    </message>
    <message>
        <source>%1: %2, %3 of %4 files…</source>
        <translation>%1: %2، %3 من %4 من الملفات…</translation>
    </message>
    <message>
        <source>%1 was cancelled.</source>
        <translation>أُلغي %1.</translation>
    </message>
    <message>
        <source>More notes in the Model facts panel: %1.</source>
        <translation>في «حقائق النموذج» %1 من الملاحظات الأخرى.</translation>
    </message>
    <message>
        <source>Model facts</source>
        <translation>حقائق النموذج</translation>
    </message>
    <message>
        <source>Choose Python…</source>
        <translation>اختيار Python…</translation>
    </message>
    <message>
        <source>Only files and folders on this machine can be opened: download the model first.</source>
        <translation>لا يمكن فتح إلا ملفات هذا الحاسوب ومجلداته: نزّله أولًا.</translation>
    </message>
    <message>
        <source>%1 items were dropped, but only one model can be open at a time. Only %2 was opened. To open a checkpoint that has several files, drop its folder.</source>
        <translation>أُفلت %1 من العناصر؛ ولا يُفتح إلا نموذج واحد في الوقت نفسه، لذا فُتح %2. وإذا كانت نقطة الحفظ في عدة ملفات، فأفلت المجلد.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>فتح</translation>
    </message>
</context>
<context>
    <name>stowage::OptimalFields</name>
    <message>
        <source>Minimise the seconds per token of each sequence</source>
        <translation>ثواني الرمز الواحد لكل تسلسل، بأقل ما يمكن</translation>
    </message>
    <message>
        <source>Minimise the seconds to the first token</source>
        <translation>الثواني حتى الرمز الأول، بأقل ما يمكن</translation>
    </message>
    <message>
        <source>Minimise the weighted sum of the time to the first token and the time per token</source>
        <translation>المجموع الموزون للاثنين</translation>
    </message>
    <message>
        <source>Maximise the context length</source>
        <translation>أطول سياق، بأكبر طول ممكن</translation>
    </message>
    <message>
        <source>Maximise the KV blocks of the GPU that can hold the fewest; the whole model is on GPUs</source>
        <translation>كتل KV على وحدة GPU التي تتسع لأقل عدد منها، بأكثر ما يمكن؛ والنموذج كله على وحدات GPU</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 رمز</translation>
    </message>
    <message>
        <source>%1 KV blocks</source>
        <translation>%1 من كتل KV</translation>
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
        <translation>الهدف</translation>
    </message>
    <message>
        <source>Weighting factors of prefill and decode</source>
        <translation>وزنا الملء المسبق وفك الترميز</translation>
    </message>
    <message>
        <source>Proof for the plan</source>
        <translation>ما هو مُثبَت عن الخطة</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>%1 لكل رمز</translation>
    </message>
    <message>
        <source>%1 to the first token</source>
        <translation>%1 حتى الرمز الأول</translation>
    </message>
    <message>
        <source>%1, proven</source>
        <translation>%1، مُثبَت</translation>
    </message>
    <message>
        <source>The plan contains a manual move. The proof applies to the plan before the move.</source>
        <translation>نُقل يدويًا: ما أُثبت يخص الخطة السابقة.</translation>
    </message>
    <message>
        <source>Even if one of the rates is wrong by up to %1 %, this plan is the best of the compared plans.</source>
        <translation>قد ينحرف أي معدّل بمفرده بمقدار %1% قبل أن تصبح خطة أخرى من الخطط المقارَنة أفضل.</translation>
    </message>
    <message>
        <source>Estimated.</source>
        <translation>مقدَّر.</translation>
    </message>
    <message>
        <source>Type two factors of 0 or more, separated by a comma, for example 1,256.</source>
        <translation>اكتب وزنين غير سالبين، مثل 1,256.</translation>
    </message>
    <message>
        <source>Weighting factors of the time to the first token and of the time per token. Defaults: 1, and the number of tokens that the workload generates.</source>
        <translation>وزنا الزمن حتى أول رمز وزمن كل رمز. الافتراضي 1 وعدد الرموز التي يولّدها العمل.</translation>
    </message>
</context>
<context>
    <name>stowage::Paper</name>
    <message>
        <source>Page %1 of %2</source>
        <translation>الصفحة %1 من %2</translation>
    </message>
    <message>
        <source>The PDF of the report could not be created.</source>
        <translation>لا يمكن إنشاء ملف PDF للتقرير.</translation>
    </message>
    <message>
        <source>Another page could not be added to the PDF of the report.</source>
        <translation>لا يمكن أن تُضاف صفحة أخرى إلى ملف PDF للتقرير.</translation>
    </message>
</context>
<context>
    <name>stowage::PictureSeries</name>
    <message>
        <source>the plan does not fit: %1</source>
        <translation>الخطة لا تتسع: %1</translation>
    </message>
    <message>
        <source>the window did not become idle in time</source>
        <translation>لم تستقر النافذة</translation>
    </message>
    <message>
        <source>No picture can be taken: %1</source>
        <translation>تعذّر حفظ الصورة: %1</translation>
    </message>
    <message>
        <source>The picture cannot be written to %1.</source>
        <translation>تعذّرت كتابة الصورة إلى %1.</translation>
    </message>
</context>
<context>
    <name>stowage::PipelinePanel</name>
    <message>
        <source>All on the GPU</source>
        <translation>كله على GPU</translation>
    </message>
    <message>
        <source>Model by model</source>
        <translation>نموذجًا نموذجًا</translation>
    </message>
    <message>
        <source>Block by block</source>
        <translation>كتلة كتلة</translation>
    </message>
    <message>
        <source>Layer by layer, in groups</source>
        <translation>طبقة طبقة، في مجموعات</translation>
    </message>
    <message>
        <source>Layer by layer, sequential</source>
        <translation>طبقة طبقة، sequential</translation>
    </message>
    <message>
        <source>Denoiser stored in float8</source>
        <translation>مزيل الضوضاء مخزَّن بنوع float8</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>المتبقي إلى جانبه</translation>
    </message>
    <message>
        <source>GPU memory left for activations after reserved memory, the driver&apos;s context and other programs</source>
        <translation>ما يبقى على GPU للتنشيطات، إلى جانب المحجوز وسياق برنامج التشغيل والبرامج الأخرى</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>غير ممكن</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>%1 short</source>
        <translation>يزيد بمقدار %1</translation>
    </message>
    <message>
        <source>Add a GPU to compare ways to offload weights.</source>
        <translation>أضف GPU لمقارنة طرق جلب الأوزان إليه.</translation>
    </message>
    <message>
        <source>Offloading</source>
        <translation>التفريغ (offload)</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>المخصَّص</translation>
    </message>
    <message>
        <source>Maximum weights on the GPU at once</source>
        <translation>أكثر الأوزان على GPU في وقت واحد</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>المحجوز</translation>
    </message>
    <message>
        <source>Maximum GPU memory that PyTorch&apos;s caching allocator reserves</source>
        <translation>أقصى ما يحتفظ به عندئذٍ من GPU مخصِّصُ PyTorch ذو الذاكرة المؤقتة</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>Maximum weights in RAM at once</source>
        <translation>أكثر الأوزان في RAM في وقت واحد</translation>
    </message>
    <message>
        <source>Moved once</source>
        <translation>يُنقل مرة</translation>
    </message>
    <message>
        <source>Weights copied to the GPU once per picture, regardless of the number of steps</source>
        <translation>يُنسخ إلى GPU من أجل صورة، مهما كان عدد خطواتها</translation>
    </message>
    <message>
        <source>Moved each step</source>
        <translation>يُنقل كل خطوة</translation>
    </message>
    <message>
        <source>Weights copied to the GPU for each denoising step</source>
        <translation>يُنسخ إلى GPU في كل خطوة لإزالة الضوضاء</translation>
    </message>
    <message>
        <source>Ways to offload</source>
        <translation>طرق التفريغ (offload)</translation>
    </message>
    <message>
        <source>Line of Python code</source>
        <translation>سطر Python</translation>
    </message>
    <message>
        <source>Current plan: %1</source>
        <translation>الخطة الحالية: %1</translation>
    </message>
    <message>
        <source>Estimated memory of the weights on %1 (%2) for each way to offload. Activations need additional memory, which depends on the size of the picture.</source>
        <translation>واحدًا بعد آخر على %1 (%2): الأوزان وحدها، مقدَّرة. وتُضاف إليها التنشيطات؛ وهي تعتمد على حجم الصورة.</translation>
    </message>
    <message>
        <source>Select a way to offload to see the line of Python code that enables it.</source>
        <translation>حدّد طريقة لترى سطر Python الذي يفعّلها.</translation>
    </message>
    <message>
        <source>The peak occurs when %1 is copied to the GPU.</source>
        <translation>يُبلَغ الأقصى عند %1.</translation>
    </message>
</context>
<context>
    <name>stowage::PlanActions</name>
    <message>
        <source>Move to</source>
        <translation>نقل إلى</translation>
    </message>
    <message>
        <source>Pin to current device	P</source>
        <translation>تثبيت في موضعها	P</translation>
    </message>
    <message>
        <source>Unpin	U</source>
        <translation>إزالة التثبيت	U</translation>
    </message>
    <message>
        <source>Copy name</source>
        <translation>نسخ الاسم</translation>
    </message>
    <message>
        <source>No block was moved by hand. “Plan again” discards nothing.</source>
        <translation>لم تُنقل أي كتلة يدويًا، لذا لا تُسقط «إعادة التخطيط» شيئًا.</translation>
    </message>
    <message>
        <source>“Plan again” discards 1 manual move; Undo restores it.</source>
        <translation>تُسقط «إعادة التخطيط» نقلة يدوية واحدة؛ ويعيدها أمر «تراجع».</translation>
    </message>
    <message>
        <source>“Plan again” discards %1 manual moves; Undo restores them.</source>
        <translation>تُسقط «إعادة التخطيط» %1 من النقلات اليدوية؛ ويعيدها أمر «تراجع».</translation>
    </message>
    <message>
        <source>1 pin is kept.</source>
        <translation>يبقى تثبيت واحد.</translation>
    </message>
    <message>
        <source>%1 pins are kept.</source>
        <translation>تبقى %1 من التثبيتات.</translation>
    </message>
</context>
<context>
    <name>stowage::PlanFeature</name>
    <message>
        <source>Plan</source>
        <translation>الخطة</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>المشكلات</translation>
    </message>
    <message>
        <source>Why here?</source>
        <translation>لماذا هنا؟</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>المقارنة</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>الاستراتيجية</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>تراجع</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>إعادة</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>إعادة التخطيط</translation>
    </message>
    <message>
        <source>Discard the manual moves and run the strategy again</source>
        <translation>إسقاط النقلات اليدوية وتشغيل الاستراتيجية من جديد</translation>
    </message>
    <message>
        <source>Simulated GPUs…</source>
        <translation>وحدات GPU المُحاكاة…</translation>
    </message>
    <message>
        <source>Copy as Python</source>
        <translation>نسخ كشيفرة Python</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>تصدير…</translation>
    </message>
    <message>
        <source>Export the plan as settings for vLLM, llama.cpp and other engines</source>
        <translation>الخطة كما تقبلها vLLM وllama.cpp ومحركات أخرى</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>استيراد…</translation>
    </message>
    <message>
        <source>Import a placement from the settings of vLLM, llama.cpp and other engines</source>
        <translation>توضيع من إعدادات vLLM وllama.cpp ومحركات أخرى</translation>
    </message>
    <message>
        <source>Compare plans…</source>
        <translation>مقارنة الخطط…</translation>
    </message>
    <message>
        <source>Compare the plans that the strategies compute under the limits of this plan</source>
        <translation>ما تصنعه كل استراتيجية بهذه الحدود</translation>
    </message>
    <message>
        <source>Compare with the plan before the last edit</source>
        <translation>مقارنة بالخطة قبل التعديل الأخير</translation>
    </message>
    <message>
        <source>End the comparison</source>
        <translation>إنهاء المقارنة</translation>
    </message>
    <message>
        <source>Compare models…</source>
        <translation>مقارنة النماذج…</translation>
    </message>
    <message>
        <source>Compare two models side by side: facts, bytes by type, parameters by class</source>
        <translation>نموذجان جنبًا إلى جنب: الحقائق، والبايتات بحسب النوع، والمُعامِلات بحسب الصنف</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>استخدام %1</translation>
    </message>
    <message>
        <source>Copy the device map as JSON</source>
        <translation>نسخ خريطة الأجهزة بصيغة JSON</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Copy the device map as a Python dict</source>
        <translation>نسخ خريطة الأجهزة كقاموس (dict) في Python</translation>
    </message>
    <message>
        <source>a Python dict</source>
        <translation>قاموس (dict) في Python</translation>
    </message>
    <message>
        <source>Paste a device map…</source>
        <translation>لصق خريطة أجهزة…</translation>
    </message>
    <message>
        <source>Problems (%1)</source>
        <translation>المشكلات (%1)</translation>
    </message>
    <message>
        <source>The plan was copied as Python code that loads the model</source>
        <translation>نُسخ: الخطة كشيفرة Python تحمّل النموذج</translation>
    </message>
    <message>
        <source>The plan was copied as Python code; the comments list the parts of the plan that the code cannot express</source>
        <translation>نُسخ: الخطة كشيفرة Python؛ وتذكر تعليقاتها ما ينقصها</translation>
    </message>
    <message>
        <source>The device map was copied as %1</source>
        <translation>نُسخ: خريطة الأجهزة بصيغة %1</translation>
    </message>
    <message>
        <source>the imported placement</source>
        <translation>التوضيع المستورَد</translation>
    </message>
    <message>
        <source>%1; the dict does not contain the modules that the CPU computes</source>
        <translation>%1، ولا يمكنه تحديد ما يحسبه CPU</translation>
    </message>
    <message>
        <source>1 manual move was discarded.</source>
        <translation>أُسقطت نقلة يدوية واحدة.</translation>
    </message>
    <message>
        <source>%1 manual moves were discarded.</source>
        <translation>أُسقطت %1 من النقلات اليدوية.</translation>
    </message>
</context>
<context>
    <name>stowage::PlanOptions</name>
    <message>
        <source>uniform cap</source>
        <translation>سقف موحَّد</translation>
    </message>
    <message>
        <source>85 % of free memory</source>
        <translation>85% من الحرّ</translation>
    </message>
    <message>
        <source>num_gpus=None</source>
        <translation>num_gpus=None</translation>
    </message>
    <message>
        <source>given map</source>
        <translation>خريطة معطاة</translation>
    </message>
    <message>
        <source>none</source>
        <translation>لا يوجد</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>الاستراتيجية</translation>
    </message>
    <message>
        <source>Classes that must not be split</source>
        <translation>أصناف يجب ألّا تُقسَّم</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Plan as if quantised</source>
        <translation>التخطيط كأنها مكمَّمة</translation>
    </message>
    <message>
        <source>Library whose rules apply</source>
        <translation>قواعد أي مكتبة</translation>
    </message>
    <message>
        <source>Quantised parts of the model</source>
        <translation>ما هو مكمَّم</translation>
    </message>
    <message>
        <source>Like load_hf_model(num_gpus, max_gpu_memory): the strategy “auto” with the same cap for each GPU</source>
        <translation>كما تفعل load_hf_model(num_gpus, max_gpu_memory): auto تحت سقف واحد</translation>
    </message>
    <message>
        <source>Like load_hf_model(num_gpus): the strategy “sequential” with 85 % of each GPU&apos;s free memory as the limit</source>
        <translation>كما تفعل load_hf_model(num_gpus): sequential تحت 85% مما هو حرّ لدى كل GPU</translation>
    </message>
    <message>
        <source>Like load_hf_model() without num_gpus: the strategy “auto”; then the whole model is moved to one GPU</source>
        <translation>كما تفعل load_hf_model() من دون num_gpus: خريطة بواسطة auto، ثم كل شيء إلى GPU واحد</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>كما هو مخزَّن</translation>
    </message>
    <message>
        <source>accelerate: the rules of infer_auto_device_map and dispatch. transformers: the rules of from_pretrained(device_map=…).</source>
        <translation>accelerate: infer_auto_device_map والتوزيع (dispatch). transformers: ما تحسبه from_pretrained(device_map=…).</translation>
    </message>
    <message>
        <source>No-split</source>
        <translation>غير قابل للتقسيم</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>القواعد</translation>
    </message>
    <message>
        <source>Quantise</source>
        <translation>التكميم</translation>
    </message>
    <message>
        <source>%1, then 1 manual move</source>
        <translation>%1، ثم نقلة يدوية واحدة</translation>
    </message>
    <message>
        <source>%1, then %2 manual moves</source>
        <translation>%1، ثم %2 من النقلات اليدوية</translation>
    </message>
    <message>
        <source>%1: classes guessed from names. These repeated blocks of equal shape are not split. Type other classes, or “none” to allow splitting.</source>
        <translation>%1: مُخمَّن من الأسماء. الكتل المتكررة المتساوية الشكل لا تُقسَّم؛ اكتب أصنافًا أخرى، أو «لا يوجد» لتقسيمها.</translation>
    </message>
    <message>
        <source>guessed from names</source>
        <translation>مُخمَّنة من الأسماء</translation>
    </message>
    <message>
        <source>no</source>
        <translation>لا</translation>
    </message>
    <message>
        <source>declared: %1</source>
        <translation>مصرَّح به: %1</translation>
    </message>
    <message>
        <source>Plans as if the weights were quantised. This option is only for planning, not for loading.</source>
        <translation>يخطط كأن الأوزان مكمَّمة. تُخطَّط، ولا تُحمَّل.</translation>
    </message>
</context>
<context>
    <name>stowage::PlanPanel</name>
    <message>
        <source>Budgets</source>
        <translation>الميزانيات</translation>
    </message>
    <message>
        <source>Contents of each device</source>
        <translation>ما يقع على كل جهاز</translation>
    </message>
    <message>
        <source>Load, predicted</source>
        <translation>التحميل، متوقَّع</translation>
    </message>
    <message>
        <source>Predicted peaks of each load method</source>
        <translation>الذُّرى المتوقَّعة لكل طريقة تحميل</translation>
    </message>
</context>
<context>
    <name>stowage::PlanStatusBar</name>
    <message>
        <source>1 hop per token</source>
        <translation>قفزة واحدة لكل رمز</translation>
    </message>
    <message>
        <source>%1 hops per token</source>
        <translation>%1 من القفزات لكل رمز</translation>
    </message>
    <message>
        <source>%1 transferred while the models run</source>
        <translation>يُنقل %1 أثناء عمل نماذجها</translation>
    </message>
    <message>
        <source>%1 transferred per token, %2</source>
        <translation>يُنقل %1 لكل رمز، %2</translation>
    </message>
    <message>
        <source>Rules: %1</source>
        <translation>القواعد: %1</translation>
    </message>
    <message>
        <source>Figures: predicted; GPUs: simulated</source>
        <translation>الأرقام: متوقَّعة؛ وحدات GPU: مُحاكاة</translation>
    </message>
    <message>
        <source>Figures: predicted</source>
        <translation>الأرقام: متوقَّعة</translation>
    </message>
</context>
<context>
    <name>stowage::PlanSwitches</name>
    <message>
        <source>Memory of an empty model</source>
        <translation>ما يأخذه نموذج فارغ</translation>
    </message>
    <message>
        <source>offload buffers</source>
        <translation>تفريغ (offload) المخازن المؤقتة</translation>
    </message>
    <message>
        <source>offload_buffers: the buffers of offloaded modules are offloaded with their weights; otherwise they remain on the GPU that runs the module</source>
        <translation>offload_buffers: ما هو مفرَّغ (offload) يأخذ مخازنه المؤقتة معه؛ وإلا بقيت على GPU الذي يشغّله</translation>
    </message>
    <message>
        <source>fallback allocation</source>
        <translation>تخصيص بديل</translation>
    </message>
    <message>
        <source>fallback_allocation: if the first module does not fit, a smaller module is placed first</source>
        <translation>fallback_allocation: حيث لا تكفي الذاكرة للوحدة الأولى، تؤخذ أولًا وحدة أصغر</translation>
    </message>
    <message>
        <source>clean result</source>
        <translation>نتيجة منظَّفة</translation>
    </message>
    <message>
        <source>clean_result: the modules of one block that are on one device become one entry of the map</source>
        <translation>clean_result: وحدات الكتلة الواحدة الواقعة على جهاز واحد تصبح مدخلًا واحدًا في الخريطة</translation>
    </message>
    <message>
        <source>buffers on meta</source>
        <translation>المخازن المؤقتة على meta</translation>
    </message>
    <message>
        <source>include_buffers of init_empty_weights: the buffers of the empty model are on the meta device, like its parameters; the plan does not change</source>
        <translation>include_buffers في init_empty_weights: تقع المخازن المؤقتة للنموذج الفارغ على meta أيضًا؛ وتبقى الخطة كما هي</translation>
    </message>
    <message>
        <source>Main device</source>
        <translation>الجهاز الرئيسي</translation>
    </message>
    <message>
        <source>main_device of dispatch_model: the device that offloaded modules are moved to when they run, if the model has hooks</source>
        <translation>main_device في dispatch_model: حيث يُجلب المفرَّغ (offload) ليعمل، إن كانت هناك خطّافات (hooks)</translation>
    </message>
    <message>
        <source>Preloaded classes</source>
        <translation>الأصناف المحمَّلة مسبقًا</translation>
    </message>
    <message>
        <source>no preloaded classes</source>
        <translation>لا أصناف محمَّلة مسبقًا</translation>
    </message>
    <message>
        <source>preload_module_classes of dispatch_model: classes, separated by commas, whose modules fetch all weights of their submodules at once</source>
        <translation>preload_module_classes في dispatch_model: وحدات هذه الأصناف، تفصل بينها فواصل (,)، تجلب كل الأوزان التي تحتها دفعة واحدة</translation>
    </message>
    <message>
        <source>Offloaded modules computed on the CPU</source>
        <translation>الوحدات المفرَّغة (offload) التي يحسبها CPU</translation>
    </message>
    <message>
        <source>no modules computed on the CPU</source>
        <translation>لا شيء يُحسب على CPU</translation>
    </message>
    <message>
        <source>Offloaded modules, separated by commas, that the CPU computes. Their weights are not moved to the main device. The field also accepts the words of --offloaded: &quot;compute&quot;, &quot;stream:lm_head&quot;. Accelerate has no such option.</source>
        <translation>وحدات مفرَّغة (offload)، تفصل بينها فواصل (,)، يحسبها CPU بدل جلب أوزانها إلى الجهاز الرئيسي، أو كلمات كما يقبلها --offloaded: &quot;compute&quot;، &quot;stream:lm_head&quot;. ليس لدى Accelerate خيار كهذا</translation>
    </message>
    <message>
        <source>force hooks</source>
        <translation>فرض الخطّافات (hooks)</translation>
    </message>
    <message>
        <source>force_hooks of dispatch_model: adds hooks even if the model is on one device, so that the main device takes effect</source>
        <translation>force_hooks في dispatch_model: خطّافات (hooks) أيضًا حيث يقع النموذج على جهاز واحد، ليسري الجهاز الرئيسي</translation>
    </message>
    <message>
        <source>main device: automatic</source>
        <translation>الجهاز الرئيسي: تلقائي</translation>
    </message>
    <message>
        <source>main device: %1</source>
        <translation>الجهاز الرئيسي: %1</translation>
    </message>
    <message>
        <source>Offload folder</source>
        <translation>مجلد التفريغ (offload)</translation>
    </message>
    <message>
        <source>a temporary folder</source>
        <translation>مجلد مؤقت</translation>
    </message>
    <message>
        <source>offload_folder: the folder in which a load stores the weights on disk; a specified folder is kept after unloading</source>
        <translation>offload_folder: حيث يضع التحميل ما يقع على القرص؛ والمجلد المسمّى يبقى بعد إلغاء التحميل</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>اختيار…</translation>
    </message>
    <message>
        <source>Choose the offload folder</source>
        <translation>اختيار مجلد التفريغ (offload)</translation>
    </message>
    <message>
        <source>An empty model needs no RAM: its buffers (%1) are on the meta device, like the parameters.</source>
        <translation>النموذج الفارغ لا يأخذ RAM: فمخازنه المؤقتة، %1، تقع على meta كالمُعامِلات.</translation>
    </message>
    <message>
        <source>An empty model needs %1 of RAM for its buffers. Only its parameters are on the meta device.</source>
        <translation>يأخذ النموذج الفارغ %1 من RAM: فمخازنه المؤقتة حقيقية، ولا يقع على meta إلا مُعامِلاته.</translation>
    </message>
</context>
<context>
    <name>stowage::PointChart</name>
    <message>
        <source>%1: %2; %3: %4; estimated</source>
        <translation>%1: %2؛ %3: %4؛ مقدَّر</translation>
    </message>
    <message>
        <source>Line: %1, estimated</source>
        <translation>الخط: %1، مقدَّر</translation>
    </message>
    <message>
        <source>Line through %1 points, minimum %2, maximum %3</source>
        <translation>عبر %1 من النقاط، الأدنى %2، الأعلى %3</translation>
    </message>
</context>
<context>
    <name>stowage::PreflightDialog</name>
    <message>
        <source>unknown</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>The plan has errors, so nothing was loaded</source>
        <translation>في الخطة أخطاء، لذا لم يُحمَّل شيء</translation>
    </message>
    <message>
        <source>Before the load</source>
        <translation>قبل التحميل</translation>
    </message>
    <message>
        <source>Problems not shown here: %1; see the list of problems.</source>
        <translation>و%1 غيرها؛ وهي في قائمة المشكلات.</translation>
    </message>
    <message>
        <source>Predicted peaks compared with free memory</source>
        <translation>الذُّرى المتوقَّعة مقابل الحرّ</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>الحرّ</translation>
    </message>
    <message>
        <source>Peak by %1</source>
        <translation>الذروة بطريقة %1</translation>
    </message>
    <message>
        <source>The peaks are predicted. GPU: the memory that its allocator reserves. CPU: the memory of this machine, including the memory used for simulated GPUs.</source>
        <translation>الذُّرى متوقَّعة. GPU: ما يحجزه مخصِّصه. CPU: ذاكرة هذا الحاسوب، مع الصفحات التي خلف وحدات GPU المُحاكاة.</translation>
    </message>
    <message>
        <source>If you load anyway, the system may stop this program when memory runs out.</source>
        <translation>إذا جرى التحميل مع ذلك، فقد ينهي النظام هذا البرنامج عند نفاد الذاكرة.</translation>
    </message>
    <message>
        <source>Load anyway</source>
        <translation>التحميل مع ذلك</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Load with %1</source>
        <translation>تحميل بطريقة %1</translation>
    </message>
    <message>
        <source>Loading with “%1” will not work; loading with “%2” will work</source>
        <translation>لن ينجح التحميل بطريقة «%1»؛ أما «%2» فستنجح</translation>
    </message>
    <message>
        <source>Loading with “%1” will not work, and no other load method will work</source>
        <translation>لن ينجح التحميل بطريقة «%1»، ولن تنجح أي طريقة أخرى</translation>
    </message>
</context>
<context>
    <name>stowage::ProblemRow</name>
    <message>
        <source>Error: %1</source>
        <translation>خطأ: %1</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>تحذير: %1</translation>
    </message>
    <message>
        <source>Hint: %1</source>
        <translation>تلميح: %1</translation>
    </message>
</context>
<context>
    <name>stowage::ProblemsPanel</name>
    <message>
        <source>No problems</source>
        <translation>لا مشكلات</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>و%1 أخرى</translation>
    </message>
</context>
<context>
    <name>stowage::ProjectFeature</name>
    <message>
        <source>Recent Projects</source>
        <translation>المشاريع الأخيرة</translation>
    </message>
    <message>
        <source>New Project</source>
        <translation>مشروع جديد</translation>
    </message>
    <message>
        <source>Start a new project with the open model: one plan, in its initial state</source>
        <translation>البدء من جديد بالنموذج المفتوح: خطة واحدة، كما توضع في البداية</translation>
    </message>
    <message>
        <source>Open Project…</source>
        <translation>فتح مشروع…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>حفظ</translation>
    </message>
    <message>
        <source>Save the project: model, plans, edits, notes (Ctrl+S)</source>
        <translation>حفظ المشروع: النموذج والخطط والتعديلات والملاحظات (Ctrl+S)</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>حفظ باسم…</translation>
    </message>
    <message>
        <source>New Variant</source>
        <translation>بديل جديد</translation>
    </message>
    <message>
        <source>Add another plan of this model that starts as a copy of the plan shown</source>
        <translation>خطة أخرى لهذا النموذج، مثل المعروضة</translation>
    </message>
    <message>
        <source>Compare variants…</source>
        <translation>مقارنة البدائل…</translation>
    </message>
    <message>
        <source>Compare the plans of the project: fit, speed and memory</source>
        <translation>هل تكفي الذاكرة لكل خطة من خطط المشروع، وكم سرعتها، وما تأخذه</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>تقرير…</translation>
    </message>
    <message>
        <source>Create a report of the plans, their figures and records: HTML, PDF, Markdown, CSV, SVG</source>
        <translation>مستند فيه الخطط وأرقامها وسجلاتها المحفوظة: HTML، PDF، Markdown، CSV، SVG</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>التعديلات</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>الملاحظات</translation>
    </message>
    <message>
        <source>Notes of the project</source>
        <translation>ملاحظات المشروع</translation>
    </message>
    <message>
        <source>Notes, stored in the project</source>
        <translation>ملاحظات، تُحفظ في المشروع</translation>
    </message>
    <message>
        <source>%1…</source>
        <translation>%1…</translation>
    </message>
    <message>
        <source>Find model…</source>
        <translation>البحث عن النموذج…</translation>
    </message>
    <message>
        <source>%1 was saved.</source>
        <translation>حُفظ %1.</translation>
    </message>
    <message>
        <source>“%1” was deleted.</source>
        <translation>حُذف «%1».</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>تراجع</translation>
    </message>
    <message>
        <source>Stowage closed at %2 without saving %1.</source>
        <translation>أُغلق Stowage من دون حفظ %1 عند %2.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>استعادة</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>التخلص منه</translation>
    </message>
    <message>
        <source>The plans of this project are for the model %1 on %2. Connect to that machine to read the headers of the model again. The saved plans are then shown.</source>
        <translation>خطط هذا المشروع للنموذج %1 على %2؛ وستُعرض كما حُفظت متى قُرئت ترويساته هناك من جديد.</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>اتصال</translation>
    </message>
    <message>
        <source>Save this plan as a project?</source>
        <translation>أتريد حفظ هذه الخطة مشروعًا؟</translation>
    </message>
    <message>
        <source>Save the changes to the project “%1”?</source>
        <translation>أتريد حفظ التغييرات في المشروع “%1”؟</translation>
    </message>
</context>
<context>
    <name>stowage::ProjectSession</name>
    <message>
        <source>Opening %1</source>
        <translation>يجري فتح %1</translation>
    </message>
    <message>
        <source>unsaved work</source>
        <translation>ما لم يُحفظ</translation>
    </message>
    <message>
        <source>A variant needs a unique name; the old name is kept.</source>
        <translation>يحتاج البديل إلى اسم ليس لأي بديل آخر؛ لذا يحتفظ باسمه.</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>الخطة</translation>
    </message>
    <message>
        <source>Plan %1</source>
        <translation>الخطة %1</translation>
    </message>
</context>
<context>
    <name>stowage::RamChart</name>
    <message>
        <source>evictable cache</source>
        <translation>ذاكرة مؤقتة قابلة للإخلاء</translation>
    </message>
    <message>
        <source>anonymous %1</source>
        <translation>مجهولة (anonymous) %1</translation>
    </message>
    <message>
        <source>shared: simulated GPUs %1</source>
        <translation>مشتركة: وحدات GPU مُحاكاة %1</translation>
    </message>
    <message>
        <source>file-backed: evictable cache %1</source>
        <translation>مدعومة بملفات: ذاكرة مؤقتة قابلة للإخلاء %1</translation>
    </message>
    <message>
        <source>anonymous</source>
        <translation>مجهولة</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>مشتركة</translation>
    </message>
    <message>
        <source>file-backed</source>
        <translation>مدعومة بملفات</translation>
    </message>
    <message>
        <source>Memory of the process over time</source>
        <translation>ذاكرة العملية عبر الزمن</translation>
    </message>
    <message>
        <source>CPU limit %1, for anonymous memory</source>
        <translation>حد CPU: %1، للذاكرة المجهولة (anonymous)</translation>
    </message>
    <message>
        <source>MemAvailable %1</source>
        <translation>MemAvailable %1</translation>
    </message>
    <message>
        <source>cgroup limit %1</source>
        <translation>حد cgroup %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1، مَقيس</translation>
    </message>
    <message>
        <source>CPU limit %1</source>
        <translation>حد CPU %1</translation>
    </message>
</context>
<context>
    <name>stowage::RecentFiles</name>
    <message>
        <source>Clear the list</source>
        <translation>مسح القائمة</translation>
    </message>
    <message>
        <source>%1 (no longer exists)</source>
        <translation>%1 (لم يعد موجودًا)</translation>
    </message>
    <message>
        <source>%1 was moved, renamed or removed</source>
        <translation>نُقل %1 أو غُيِّر اسمه أو أُزيل</translation>
    </message>
</context>
<context>
    <name>stowage::RecoveryKeeper</name>
    <message>
        <source>Unsaved work is not protected against a crash: %1</source>
        <translation>ما لم يُحفظ لا يُحتفَظ به لحالة التعطّل: %1</translation>
    </message>
</context>
<context>
    <name>stowage::RemoteFileDialog</name>
    <message>
        <source>Folder</source>
        <translation>المجلد</translation>
    </message>
    <message>
        <source>Files and folders</source>
        <translation>الملفات والمجلدات</translation>
    </message>
    <message>
        <source>Open a model on %1</source>
        <translation>فتح نموذج على %1</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>لأعلى</translation>
    </message>
    <message>
        <source>The parent folder</source>
        <translation>المجلد الذي يحوي هذا المجلد</translation>
    </message>
    <message>
        <source>Open this folder as a model</source>
        <translation>فتح هذا المجلد كنموذج</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>فتح</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>الحجم</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>آخر تعديل</translation>
    </message>
    <message>
        <source>Reading the folder…</source>
        <translation>تجري قراءة المجلد…</translation>
    </message>
    <message>
        <source>%1 more files and folders are not listed; to open one, type its path.</source>
        <translation>هناك %1 غيرها غير مسرودة؛ اكتب مسار الملف أو المجلد.</translation>
    </message>
    <message>
        <source>The folder is empty.</source>
        <translation>المجلد فارغ.</translation>
    </message>
    <message>
        <source>Choose an adapter on %1</source>
        <translation>اختيار محوِّل (adapter) على %1</translation>
    </message>
    <message>
        <source>Use this folder as an adapter</source>
        <translation>اتخاذ هذا المجلد محوِّلًا (adapter)</translation>
    </message>
    <message>
        <source>Choose a .tree.json file on %1</source>
        <translation>اختيار ملف ‎.tree.json على %1</translation>
    </message>
    <message>
        <source>The link leads out of the machine&apos;s folders. To open its target, add the folder of the target to Folders in Machines.</source>
        <translation>يشير هذا الرابط إلى خارج مجلدات الجهاز. لفتح هدفه أضف مجلد الهدف إلى حقل المجلدات في «الأجهزة».</translation>
    </message>
</context>
<context>
    <name>stowage::RemoteLoad</name>
    <message>
        <source>rate unknown</source>
        <translation>المعدّل غير معروف</translation>
    </message>
    <message>
        <source>Measured minus predicted: %1</source>
        <translation>المَقيس ناقص المتوقَّع: %1</translation>
    </message>
    <message>
        <source>Tokens: %1</source>
        <translation>الرموز: %1</translation>
    </message>
    <message>
        <source>Text: %1</source>
        <translation>النص: %1</translation>
    </message>
    <message>
        <source>The load or run on %1 was cancelled, and all its memory was released.</source>
        <translation>أُلغي على %1؛ وأُعيد كل شيء هناك.</translation>
    </message>
    <message>
        <source>All memory of the load on %1 was released.</source>
        <translation>أُعيد كل شيء على %1.</translation>
    </message>
    <message>
        <source>Loaded on %1: %2 in %3, %4, with the load method %5.</source>
        <translation>حُمِّل على %1: %2 خلال %3، %4، بطريقة %5.</translation>
    </message>
    <message>
        <source>Verified: %1</source>
        <translation>جرى التحقق: %1</translation>
    </message>
    <message>
        <source>%1 read at %2</source>
        <translation>قُرئ %1 بسرعة %2</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>جارٍ التحميل</translation>
    </message>
</context>
<context>
    <name>stowage::ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>التقرير</translation>
    </message>
    <message>
        <source>Contents of the report</source>
        <translation>ما يحويه التقرير</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>الصيغة</translation>
    </message>
    <message>
        <source>Page (HTML)</source>
        <translation>صفحة (HTML)</translation>
    </message>
    <message>
        <source>A4 pages (PDF)</source>
        <translation>صفحات A4 (PDF)</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>Figures (CSV)</source>
        <translation>أرقام (CSV)</translation>
    </message>
    <message>
        <source>Board (SVG)</source>
        <translation>اللوحة (SVG)</translation>
    </message>
    <message>
        <source>Board (PNG)</source>
        <translation>اللوحة (PNG)</translation>
    </message>
    <message>
        <source>Plans in the report</source>
        <translation>أي الخطط</translation>
    </message>
    <message>
        <source>of</source>
        <translation>عن</translation>
    </message>
    <message>
        <source>Add records…</source>
        <translation>إضافة سجلات محفوظة…</translation>
    </message>
    <message>
        <source>Add records of loads and runs, exported from the history or written by stowagectl as JSON</source>
        <translation>عمليات تحميل وتشغيل صُدِّرت من المحفوظات، أو كتبها stowagectl بصيغة JSON</translation>
    </message>
    <message>
        <source>File</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>اختيار…</translation>
    </message>
    <message>
        <source>Open the folder</source>
        <translation>فتح المجلد</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>كتابة</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>هذه الخطة</translation>
    </message>
    <message>
        <source>this plan, %1</source>
        <translation>هذه الخطة، %1</translation>
    </message>
    <message>
        <source>all %1 plans of the project</source>
        <translation>كل خطط المشروع وعددها %1</translation>
    </message>
    <message>
        <source>Open a model first.</source>
        <translation>افتح نموذجًا أولًا.</translation>
    </message>
    <message>
        <source>Evaluating the plans…</source>
        <translation>يجري الحكم على الخطط…</translation>
    </message>
    <message>
        <source>Includes one record.</source>
        <translation>مع سجل محفوظ واحد.</translation>
    </message>
    <message>
        <source>Includes %1 records.</source>
        <translation>مع %1 من السجلات المحفوظة.</translation>
    </message>
    <message>
        <source>The file already exists and will be replaced.</source>
        <translation>الملف موجود هناك أصلًا وسيُستبدل.</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>تجري الكتابة…</translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation>كُتب: %1</translation>
    </message>
</context>
<context>
    <name>stowage::RoomBar</name>
    <message>
        <source>%1, limit %2: %3 already used, %5 kept free for the largest layer, %6 left for the module, which needs %4</source>
        <translation>%1، الحد %2: المستخدَم من قبل %3، المطلوب %4، المحتفَظ به لأكبر طبقة %5، المتبقي لها %6</translation>
    </message>
    <message>
        <source>used %1 %2</source>
        <translation>المستخدَم %1 %2</translation>
    </message>
    <message>
        <source>needs %1</source>
        <translation>يحتاج %1</translation>
    </message>
    <message>
        <source>over %1</source>
        <translation>متجاوز بمقدار %1</translation>
    </message>
    <message>
        <source>left %1</source>
        <translation>المتبقي %1</translation>
    </message>
    <message>
        <source>kept free for the largest layer %1</source>
        <translation>محتفَظ به لأكبر طبقة %1</translation>
    </message>
</context>
<context>
    <name>stowage::RunController</name>
    <message>
        <source>Nothing is loaded: load the model before running it.</source>
        <translation>لا شيء محمَّل: حمّل النموذج أولًا، ثم يمكن تشغيله.</translation>
    </message>
    <message>
        <source>Stowage is still checking whether this model can be run.</source>
        <translation>يجري التحقق من إمكان تشغيل هذا النموذج.</translation>
    </message>
    <message>
        <source>The weights are being released; load the model again to run it.</source>
        <translation>تجري إعادة ذاكرة الأوزان؛ حمّل النموذج من جديد لتشغيله.</translation>
    </message>
    <message>
        <source>The model can be run once it is loaded.</source>
        <translation>يمكن تشغيل النموذج بعد تحميله.</translation>
    </message>
    <message>
        <source>The weights of a plan are not loaded.</source>
        <translation>أوزان الخطة لا تُحمَّل.</translation>
    </message>
</context>
<context>
    <name>stowage::RunDeviceTimes</name>
    <message>
        <source>%1, measured: computed %2 of the run, waited for weights %3, idled %4</source>
        <translation>%1: حسب %2، وانتظر الأوزان %3، وكان خاملًا %4 من التشغيل، مَقيس</translation>
    </message>
    <message>
        <source>How the devices spent the time</source>
        <translation>ما فعلته الأجهزة بالوقت</translation>
    </message>
    <message>
        <source>Time of each device</source>
        <translation>زمن كل جهاز</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
    </message>
    <message>
        <source>Ways to reduce waiting</source>
        <translation>ما الذي سيقلل انتظار الطبقات</translation>
    </message>
    <message>
        <source>computes</source>
        <translation>حساب</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>انتظار</translation>
    </message>
    <message>
        <source>idles</source>
        <translation>خمول</translation>
    </message>
</context>
<context>
    <name>stowage::RunFeature</name>
    <message>
        <source>Run</source>
        <translation>تشغيل</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>إيقاف مؤقت</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Run as a Chain…</source>
        <translation>التشغيل كسلسلة…</translation>
    </message>
    <message>
        <source>Run several models in turn on one device</source>
        <translation>تشغيل عدة نماذج بالتناوب على جهاز واحد</translation>
    </message>
    <message>
        <source>Show run</source>
        <translation>عرض التشغيل</translation>
    </message>
    <message>
        <source>Follow in the Module Tree</source>
        <translation>متابعة في الشجرة</translation>
    </message>
    <message>
        <source>Keep the running module in view</source>
        <translation>إبقاء الوحدة التي تعمل ظاهرة</translation>
    </message>
    <message>
        <source>%1 is running</source>
        <translation>%1 قيد التشغيل</translation>
    </message>
    <message>
        <source>Run a forward pass of %1, with the loaded weights on their devices</source>
        <translation>تشغيل %1: تمرير أمامي فوق أوزانه حيث حُمِّلت</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>استئناف</translation>
    </message>
</context>
<context>
    <name>stowage::RunFields</name>
    <message>
        <source>1 token</source>
        <translation>رمز واحد</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 رمز</translation>
    </message>
    <message>
        <source>%1 of %2 tokens; valid token numbers: 0–%3</source>
        <translation>%1 من %2 من الرموز، 0–%3</translation>
    </message>
    <message>
        <source>%1 tokens; valid token numbers: 0–%2</source>
        <translation>%1 رمز، 0–%2</translation>
    </message>
    <message>
        <source>What to run</source>
        <translation>ما يُشغَّل</translation>
    </message>
    <message>
        <source>Inference only: weights are read and never changed.</source>
        <translation>استدلال فقط: تُقرأ الأوزان ولا تتغير أبدًا.</translation>
    </message>
    <message>
        <source>text</source>
        <translation>نص</translation>
    </message>
    <message>
        <source>The prompt as text; the model&apos;s tokenizer converts it to tokens</source>
        <translation>المطالبة كنص، تصنع منه أداة ترميز النموذج الرموز</translation>
    </message>
    <message>
        <source>Prompt, text</source>
        <translation>المطالبة، نص</translation>
    </message>
    <message>
        <source>numbers, e.g. 15496,11,995</source>
        <translation>أعداد، مثل 15496,11,995</translation>
    </message>
    <message>
        <source>The prompt as token numbers of the model&apos;s tokenizer, separated by commas</source>
        <translation>المطالبة كرموز تصنعها منها أداة ترميز النموذج نفسه، تفصل بينها فواصل (,)</translation>
    </message>
    <message>
        <source>Prompt, tokens</source>
        <translation>المطالبة، رموز</translation>
    </message>
    <message>
        <source>Number of tokens to generate after the prompt, with one pass per token</source>
        <translation>كم رمزًا يتبع المطالبة، تمريرة لكل منها</translation>
    </message>
    <message>
        <source>Tokens to generate</source>
        <translation>الرموز المطلوب توليدها</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>المدخل</translation>
    </message>
    <message>
        <source>a .npy file of float32</source>
        <translation>ملف .npy من float32</translation>
    </message>
    <message>
        <source>The input array of the model, for example the pixel values of an image (channels × height × width), as prepared by the model&apos;s processor</source>
        <translation>المصفوفة التي يأخذها النموذج، كقيم بكسلات صورة، قنوات × ارتفاع × عرض، كما يصنعها معالج النموذج نفسه</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>استعراض…</translation>
    </message>
    <message>
        <source>Choose the input&apos;s file</source>
        <translation>اختيار ملف المدخل</translation>
    </message>
    <message>
        <source>The file is being read.</source>
        <translation>تجري قراءة الملف.</translation>
    </message>
    <message>
        <source>Enter at least one token.</source>
        <translation>أعطِ رمزًا واحدًا على الأقل.</translation>
    </message>
    <message>
        <source>Greedy: the most likely token</source>
        <translation>جشع: الرمز الأكثر احتمالًا</translation>
    </message>
    <message>
        <source>Sampled by probability</source>
        <translation>مسحوب بحسب احتماله</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>أخذ العيّنات</translation>
    </message>
    <message>
        <source>A temperature above 1 samples unlikely tokens more often; a temperature below 1 samples them less often</source>
        <translation>فوق 1 تظهر الرموز القليلة الاحتمال أكثر، ودون 1 أقل</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>درجة الحرارة</translation>
    </message>
    <message>
        <source>Number of the most likely tokens to sample from</source>
        <translation>السحب من هذا العدد من الرموز الأكثر احتمالًا</translation>
    </message>
    <message>
        <source>all</source>
        <translation>الكل</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>A run with the same seed and settings generates the same tokens</source>
        <translation>البذرة نفسها تعطي الرموز نفسها من جديد</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>البذرة</translation>
    </message>
    <message>
        <source>layers ahead:</source>
        <translation>طبقات مُقدَّمًا:</translation>
    </message>
    <message>
        <source>Layers to prefetch</source>
        <translation>الطبقات التي تُجلب مسبقًا</translation>
    </message>
    <message>
        <source>While a layer computes, the weights of the next offloaded layers are transferred; without prefetch, each layer waits for its weights</source>
        <translation>أثناء حساب طبقة تنتقل أوزان الطبقات المفرَّغة (offload) التالية؛ ومن دونه تنتظر كل طبقة أوزانها</translation>
    </message>
    <message>
        <source>Prefetch</source>
        <translation>الجلب المسبق</translation>
    </message>
    <message>
        <source>Device that runs the layers whose weights are on the CPU or on disk; automatic selects the first GPU of the device map, as in Accelerate</source>
        <translation>حيث تعمل الطبقات التي تقع أوزانها على CPU أو القرص؛ التلقائي هو أول GPU في الخريطة، كما في Accelerate</translation>
    </message>
    <message>
        <source>Offloaded layers on</source>
        <translation>تعمل المفرَّغة على</translation>
    </message>
    <message>
        <source>Threads used for computing; automatic leaves one core for transfers</source>
        <translation>الخيوط التي تحسب؛ التلقائي يترك نواة واحدة لعمليات النقل</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>تلقائي</translation>
    </message>
    <message>
        <source>Compute threads</source>
        <translation>خيوط الحساب</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>تلقائي</translation>
    </message>
    <message>
        <source>Automatic: %1</source>
        <translation>تلقائي: %1</translation>
    </message>
    <message>
        <source>Hello, my name is</source>
        <translation>مرحبًا، اسمي</translation>
    </message>
    <message>
        <source>An encoder sees all positions at once and generates no tokens</source>
        <translation>يرى المرمِّز كل المواضع معًا ولا يدع أي رمز يتبع</translation>
    </message>
</context>
<context>
    <name>stowage::RunLayersModel</name>
    <message>
        <source>%1, measured</source>
        <translation>%1، مَقيس</translation>
    </message>
    <message>
        <source>%1, the mean of %2 passes</source>
        <translation>%1، متوسط %2 من التمريرات</translation>
    </message>
    <message>
        <source>%1, predicted</source>
        <translation>%1، متوقَّع</translation>
    </message>
    <message>
        <source>Measured time minus predicted time, relative to the predicted time; + means that the measured time is longer</source>
        <translation>المَقيس ناقص المتوقَّع، نسبةً إلى المتوقَّع: + استغرق أطول</translation>
    </message>
    <message>
        <source>The predicted time is 0 or unknown. If no times are predicted, measure this machine with stowagectl devices --measure.</source>
        <translation>الزمن المتوقَّع 0 أو غير معروف. إذا لم تكن هناك أزمنة متوقَّعة، فقِس هذا الحاسوب بالأمر stowagectl devices --measure.</translation>
    </message>
    <message>
        <source>Weights %1
moved</source>
        <translation>الأوزان %1
المنقولة</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>الطبقة</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>كل الطبقات</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>يعمل على</translation>
    </message>
    <message>
        <source>Compute ms
measured</source>
        <translation>حساب ms
مَقيس</translation>
    </message>
    <message>
        <source>Compute ms
predicted</source>
        <translation>حساب ms
متوقَّع</translation>
    </message>
    <message>
        <source>Compute
error</source>
        <translation>الحساب
الخطأ</translation>
    </message>
    <message>
        <source>Transfer ms
measured</source>
        <translation>نقل ms
مَقيس</translation>
    </message>
    <message>
        <source>Transfer ms
predicted</source>
        <translation>نقل ms
متوقَّع</translation>
    </message>
    <message>
        <source>Transfer
error</source>
        <translation>النقل
الخطأ</translation>
    </message>
    <message>
        <source>Waited ms
measured</source>
        <translation>انتظار ms
مَقيس</translation>
    </message>
</context>
<context>
    <name>stowage::RunLayersTable</name>
    <message>
        <source>Layers of the run, measured and predicted</source>
        <translation>طبقات التشغيل، المَقيس والمتوقَّع</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>نسخ الصفوف</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>نسخ الجدول</translation>
    </message>
</context>
<context>
    <name>stowage::RunPanel</name>
    <message>
        <source>Run the loaded model</source>
        <translation>تشغيل النموذج المحمَّل</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>تشغيل</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Cancel the run</source>
        <translation>إلغاء التشغيل</translation>
    </message>
    <message>
        <source>Chain…</source>
        <translation>سلسلة…</translation>
    </message>
    <message>
        <source>Run as a chain</source>
        <translation>تشغيل كسلسلة</translation>
    </message>
    <message>
        <source>Run several models in turn on one device</source>
        <translation>تشغيل عدة نماذج بالتناوب على جهاز واحد</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>مدى تقدّم التشغيل</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>النتيجة</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>الخط الزمني</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>الطبقات</translation>
    </message>
    <message>
        <source>paused at %1</source>
        <translation>متوقف مؤقتًا عند %1</translation>
    </message>
    <message>
        <source>The run stopped</source>
        <translation>توقف التشغيل</translation>
    </message>
    <message>
        <source>the weights remain loaded</source>
        <translation>تبقى الأوزان محمَّلة</translation>
    </message>
    <message>
        <source>ready to run</source>
        <translation>جاهز للتشغيل</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>استئناف</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>إيقاف مؤقت</translation>
    </message>
    <message>
        <source>Resume the run</source>
        <translation>استئناف التشغيل</translation>
    </message>
    <message>
        <source>Pause the run</source>
        <translation>إيقاف التشغيل مؤقتًا</translation>
    </message>
</context>
<context>
    <name>stowage::RunResultsView</name>
    <message>
        <source>After a run, this view lists the layers with their measured and predicted compute and transfer times. The view also shows the time and memory of each device.</source>
        <translation>بعد التشغيل تظهر هنا طبقاته، مع زمن حسابها وزمن وصول أوزانها، المَقيس بجانب المتوقَّع، وما فعله كل جهاز وما احتفظ به.</translation>
    </message>
    <message>
        <source>Results of the run</source>
        <translation>نتائج التشغيل</translation>
    </message>
    <message>
        <source>Prefill</source>
        <translation>الملء المسبق</translation>
    </message>
    <message>
        <source>The pass over the prompt</source>
        <translation>تمريرة المطالبة</translation>
    </message>
    <message>
        <source>Decode</source>
        <translation>فك الترميز</translation>
    </message>
    <message>
        <source>The mean of the passes after the prompt, one token per pass</source>
        <translation>متوسط التمريرات التالية، كل منها لرمز</translation>
    </message>
    <message>
        <source>Time and memory of the devices</source>
        <translation>ما فعلته الأجهزة وما احتفظت به</translation>
    </message>
    <message>
        <source>Memory of each device during the run</source>
        <translation>ذاكرة كل جهاز أثناء التشغيل</translation>
    </message>
    <message>
        <source>Memory of each device</source>
        <translation>ذاكرة كل جهاز</translation>
    </message>
    <message>
        <source>The run was stopped. The figures cover the run up to that point. %1</source>
        <translation>أُوقف: الأرقام حتى ذلك الحين. %1</translation>
    </message>
    <message>
        <source>the disk</source>
        <translation>القرص</translation>
    </message>
    <message>
        <source>the link to %1</source>
        <translation>الوصلة إلى %1</translation>
    </message>
    <message>
        <source>copying on the host</source>
        <translation>النسخ على المضيف</translation>
    </message>
    <message>
        <source>%1 was busy %2 of the time</source>
        <translation>انشغال %1: %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>no weights were prefetched</source>
        <translation>لم يُجلب شيء منها مسبقًا</translation>
    </message>
    <message>
        <source>1 prefetch failed because too little memory was free</source>
        <translation>لم يجد موتر حيّزًا قبل طبقته مرة واحدة</translation>
    </message>
    <message>
        <source>%1 prefetches failed because too little memory was free</source>
        <translation>لم يجد موتر حيّزًا قبل طبقته %1 من المرات</translation>
    </message>
    <message>
        <source>%1 waited %2 of the time for weights.</source>
        <translation>انتظر %1 الأوزان %2 من الوقت.</translation>
    </message>
    <message>
        <source>%1 waited %2 of the time for weights: %3.</source>
        <translation>انتظر %1 الأوزان %2 من الوقت: %3.</translation>
    </message>
    <message>
        <source>%1 idled: no layer ran on this device.</source>
        <translation>كان %1 خاملًا: لم تعمل عليه أي طبقة.</translation>
    </message>
    <message>
        <source>%1 idled %2 of the time: layers run one after another, and other devices ran layers for %3 of the time.</source>
        <translation>كان %1 خاملًا %2 من الوقت: تعمل الطبقات واحدة بعد أخرى، %3 منه على أجهزة أخرى.</translation>
    </message>
    <message>
        <source>%1 computed %2 of the time.</source>
        <translation>كان %1 يحسب %2 من الوقت.</translation>
    </message>
    <message>
        <source>%1 computed %2 of the time, waited %3 and idled %4.</source>
        <translation>كان %1 يحسب %2 من الوقت، وينتظر %3، ويبقى خاملًا %4.</translation>
    </message>
    <message>
        <source>&gt;+999 %</source>
        <translation>&gt;+999%</translation>
    </message>
    <message>
        <source>The prompt pass did not start.</source>
        <translation>لم تبدأ تمريرة المطالبة.</translation>
    </message>
    <message>
        <source>No token was generated after the first.</source>
        <translation>لم يُولَّد أي رمز بعد الأول.</translation>
    </message>
    <message>
        <source>Prefill of %1 prompt tokens: %2, measured</source>
        <translation>%1 من رموز المطالبة خلال %2، مَقيس</translation>
    </message>
    <message>
        <source>Mean of %1 passes of one token each: %2, measured</source>
        <translation>متوسط %1 من التمريرات، كل منها لرمز: %2، مَقيس</translation>
    </message>
    <message>
        <source> · %1 predicted, error %2</source>
        <translation> · المتوقَّع %1، %2</translation>
    </message>
    <message>
        <source>No times are predicted because this machine&apos;s rates for this run are not known. Run stowagectl devices --measure once.</source>
        <translation>لا أزمنة متوقَّعة: معدّلات هذا الحاسوب غير معروفة لهذا التشغيل. شغّل stowagectl devices --measure مرة واحدة.</translation>
    </message>
    <message>
        <source>Peaks are</source>
        <translation>الذُّرى</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>مُحاكى</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
    </message>
    <message>
        <source>Weights before run</source>
        <translation>الأوزان قبل ذلك</translation>
    </message>
    <message>
        <source>Peak allocated</source>
        <translation>ذروة المخصَّص</translation>
    </message>
    <message>
        <source>Peak reserved</source>
        <translation>ذروة المحجوز</translation>
    </message>
    <message>
        <source>Predicted peak</source>
        <translation>الذروة المتوقَّعة</translation>
    </message>
    <message>
        <source>· weights</source>
        <translation>· الأوزان</translation>
    </message>
    <message>
        <source>· prefetch window</source>
        <translation>· نافذة الجلب المسبق</translation>
    </message>
    <message>
        <source>· KV cache</source>
        <translation>· ذاكرة KV المؤقتة</translation>
    </message>
    <message>
        <source>· activations</source>
        <translation>· التنشيطات</translation>
    </message>
    <message>
        <source>Error of the peak</source>
        <translation>المخصَّص، الخطأ</translation>
    </message>
    <message>
        <source>Unaccounted</source>
        <translation>غير المفسَّر</translation>
    </message>
</context>
<context>
    <name>stowage::RunSummary</name>
    <message>
        <source>Top tokens after the prompt</source>
        <translation>الأكثر احتمالًا بعد المطالبة</translation>
    </message>
    <message>
        <source>Most likely %1</source>
        <translation>الأكثر احتمالًا %1</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>Result of the run</source>
        <translation>ما نتج عن التشغيل</translation>
    </message>
    <message>
        <source>Generated tokens</source>
        <translation>الرموز المولَّدة</translation>
    </message>
    <message>
        <source>Generated text</source>
        <translation>النص المولَّد</translation>
    </message>
    <message>
        <source>1 token generated</source>
        <translation>وُلِّد رمز واحد</translation>
    </message>
    <message>
        <source>%1 tokens generated</source>
        <translation>وُلِّد %1 من الرموز</translation>
    </message>
    <message>
        <source>This panel shows the tokens, logits and times of a run.</source>
        <translation>تظهر هنا رموز التشغيل وlogits وأزمنته.</translation>
    </message>
    <message>
        <source>Hidden states: the run returned %1 numbers for the last position.</source>
        <translation>حالات مخفية: خرج %1 من الأعداد للموضع الأخير.</translation>
    </message>
</context>
<context>
    <name>stowage::Runs</name>
    <message>
        <source>run</source>
        <translation>تشغيل</translation>
    </message>
    <message>
        <source>chain</source>
        <translation>سلسلة</translation>
    </message>
    <message>
        <source>load</source>
        <translation>تحميل</translation>
    </message>
    <message>
        <source>Model runs on %1: %2; time: %3; data moved to the device: %4</source>
        <translation>النماذج التي عملت على %1 عددها %2؛ والزمن %3؛ والبيانات المنقولة إلى الجهاز %4</translation>
    </message>
    <message>
        <source>A load</source>
        <translation>تحميل</translation>
    </message>
    <message>
        <source>%1: %2 measured, %3 predicted</source>
        <translation>%1: %2 مَقيس، %3 متوقَّع</translation>
    </message>
    <message>
        <source>Time to first token</source>
        <translation>الزمن حتى الرمز الأول</translation>
    </message>
    <message>
        <source>Time per token</source>
        <translation>زمن الرمز</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>الرموز في الثانية</translation>
    </message>
    <message>
        <source>Time to load the model</source>
        <translation>التحميل السابق له</translation>
    </message>
    <message>
        <source>A run without a complete forward pass</source>
        <translation>تشغيل بلا تمريرة كاملة</translation>
    </message>
    <message>
        <source>chain of models on %1</source>
        <translation>بالتناوب: %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (%2): allocated %3 (predicted %4), reserved %5 (predicted %6)</source>
        <translation>%1 (%2): المخصَّص %3 (متوقَّع %4)، المحجوز %5 (متوقَّع %6)</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>مُحاكى</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
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
        <translation>الزمن %1</translation>
    </message>
    <message>
        <source>dry run</source>
        <translation>تشغيل تجريبي</translation>
    </message>
    <message>
        <source>done</source>
        <translation>اكتمل</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>مختلف</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>أُلغي</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>رُفض</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>فشل</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>نعم</translation>
    </message>
    <message>
        <source>NO</source>
        <translation>لا</translation>
    </message>
    <message>
        <source>run (%1)</source>
        <translation>تشغيل بعد التحميل بطريقة %1</translation>
    </message>
</context>
<context>
    <name>stowage::SampleOpener</name>
    <message>
        <source>Writing a sample model with random weights (GPT-2 small)…</source>
        <translation>تجري كتابة نموذج عيّنة بأوزان عشوائية (GPT-2 small)…</translation>
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
        <translation>ملف PyTorch (.pth)</translation>
    </message>
    <message>
        <source>one .pt file per tensor</source>
        <translation>ملف .pt واحد لكل موتر</translation>
    </message>
    <message>
        <source>Accelerate&apos;s offload folder</source>
        <translation>مجلد التفريغ (offload) الخاص بـ Accelerate</translation>
    </message>
    <message>
        <source>%1 of the data already existed and matched the checksums.</source>
        <translation>كان %1 منه موجودًا ومطابقًا لمجاميعه الاختبارية.</translation>
    </message>
    <message>
        <source>safetensors cannot store tied names, so the metadata records them: %1 in total. The first one is %2, a second name of %3.</source>
        <translation>الأسماء المربوطة التي لا يمكن لـ safetensors التعبير عنها مدوَّنة في البيانات الوصفية: عددها %1، وأولها %2 بوصفه %3.</translation>
    </message>
    <message>
        <source>save again, and choose “Go on” or “Start over”</source>
        <translation>احفظ مجددًا للمتابعة أو للبدء من جديد</translation>
    </message>
    <message>
        <source>save again and choose “Start over”</source>
        <translation>احفظ مجددًا واختر «البدء من جديد»</translation>
    </message>
    <message>
        <source>save the model again and choose “Start over”</source>
        <translation>احفظه مجددًا واختر «البدء من جديد»</translation>
    </message>
    <message>
        <source>Progress of saving</source>
        <translation>تقدّم الحفظ</translation>
    </message>
    <message>
        <source>Write Model As</source>
        <translation>كتابة النموذج باسم</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>حفظ</translation>
    </message>
    <message>
        <source>As</source>
        <translation>بصيغة</translation>
    </message>
    <message>
        <source>Maximum shard size</source>
        <translation>الشظايا (shards) على الأكثر</translation>
    </message>
    <message>
        <source>empty: one file; 5GB or 512MiB: shards with an index</source>
        <translation>ملف واحد؛ 5GB أو 512MiB تقسمه، مع فهرس</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>البذرة</translation>
    </message>
    <message>
        <source>Randomise norms and biases</source>
        <translation>مُعامِلات التسوية والانحياز عشوائية أيضًا</translation>
    </message>
    <message>
        <source>Into the folder</source>
        <translation>في المجلد</translation>
    </message>
    <message>
        <source>created if missing</source>
        <translation>يُنشأ حيث لا يوجد</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>اختيار…</translation>
    </message>
    <message>
        <source>Choose the folder</source>
        <translation>اختيار المجلد</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>متابعة</translation>
    </message>
    <message>
        <source>Start over</source>
        <translation>البدء من جديد</translation>
    </message>
    <message>
        <source>Leave unchanged</source>
        <translation>تركه كما هو</translation>
    </message>
    <message>
        <source>Open the written model</source>
        <translation>فتح ما كُتب</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>إيقاف</translation>
    </message>
    <message>
        <source>the open model, %1</source>
        <translation>النموذج المفتوح، %1</translation>
    </message>
    <message>
        <source>a sample model with random weights: %1</source>
        <translation>عيّنة بأوزان عشوائية: %1</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>كما هو مخزَّن</translation>
    </message>
    <message>
        <source>Size of a shard: %1</source>
        <translation>حجم الشظية: %1</translation>
    </message>
    <message>
        <source>Seed: type a whole number from 0 to %1.</source>
        <translation>البذرة: المطلوب عدد صحيح من 0 إلى %1.</translation>
    </message>
    <message>
        <source>Choose the folder to write into; it is created if missing.</source>
        <translation>اختر المجلد الذي يُكتب فيه؛ ويُنشأ إن لم يكن موجودًا.</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>استبدال</translation>
    </message>
    <message>
        <source>Saving to %1 was interrupted.</source>
        <translation>يوجد حفظ متوقف قبل اكتماله في %1.</translation>
    </message>
    <message>
        <source>%1 contains files of an earlier save. Saving replaces files with the same names.</source>
        <translation>توجد في %1 ملفات كتبها حفظ سابق؛ وسيستبدل الحفظ ما يحمل منها الأسماء نفسها.</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>يجري الإيقاف</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>تجري الكتابة</translation>
    </message>
    <message>
        <source>Checking existing data</source>
        <translation>يجري فحص المحتفَظ به</translation>
    </message>
    <message>
        <source>Reading the folder</source>
        <translation>يجري النظر في المجلد</translation>
    </message>
    <message>
        <source>%1: %2 of %3, %4 of %5 tensors</source>
        <translation>%1: %2 من %3، %4 من %5 من الموترات</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensors, %3, in %4 s.</source>
        <translation>كُتب %1: %2 من الموترات، %3، خلال %4 ث.</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensors, %3 in %4 files, in %5 s.</source>
        <translation>كُتب %1: %2 من الموترات، %3 في %4 من الملفات، خلال %5 ث.</translation>
    </message>
    <message>
        <source>In this dialog, save again, and choose “Go on” or “Start over”.</source>
        <translation>في نافذة الحفظ هذه: احفظ مجددًا للمتابعة أو للبدء من جديد.</translation>
    </message>
</context>
<context>
    <name>stowage::SegmentMapPanel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1، %2</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>مُحاكى</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
    </message>
    <message>
        <source>reserved, all segments</source>
        <translation>المحجوز، كل المقاطع</translation>
    </message>
    <message>
        <source>allocated, blocks in use</source>
        <translation>المخصَّص، الكتل المستخدَمة</translation>
    </message>
    <message>
        <source>requested by tensors</source>
        <translation>ما طلبته الموترات</translation>
    </message>
    <message>
        <source>lost to rounding</source>
        <translation>المفقود بالتقريب</translation>
    </message>
    <message>
        <source>free, in a segment with blocks in use</source>
        <translation>الحرّ بجانب الكتل المستخدَمة</translation>
    </message>
    <message>
        <source>free inside used segments</source>
        <translation>الحرّ داخل المقاطع المستخدَمة</translation>
    </message>
    <message>
        <source>cached, no block in use</source>
        <translation>ذاكرة مؤقتة بلا كتل مستخدَمة</translation>
    </message>
    <message>
        <source>largest free block</source>
        <translation>أكبر كتلة حرّة</translation>
    </message>
    <message>
        <source>fragmentation</source>
        <translation>التجزؤ</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Fragmentation: the share of free bytes outside the largest free block. Expandable segments can release whole steps of 2 MiB (small pool) or 20 MiB (large pool) that contain no block in use.</source>
        <translation>التجزؤ: مقدار ما يقع من البايتات الحرّة خارج أكبر كتلة حرّة. تعيد المقاطع القابلة للتوسيع خطوات كاملة من 2 MiB (المجمع الصغير) أو 20 MiB (المجمع الكبير) لا كتلة مستخدَمة فيها.</translation>
    </message>
    <message>
        <source>Fragmentation: the share of free bytes outside the largest free block. Segments in use cannot be released.</source>
        <translation>التجزؤ: مقدار ما يقع من البايتات الحرّة خارج أكبر كتلة حرّة. ولا يمكن إعادة المقاطع المستخدَمة.</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>المقاطع</translation>
    </message>
    <message>
        <source>GPU whose segments are shown</source>
        <translation>GPU الذي تُعرض مقاطعه</translation>
    </message>
    <message>
        <source>There is no GPU. Only the allocator of a GPU creates segments.</source>
        <translation>لا يوجد GPU: المقاطع هي ما يصنعه مخصِّص GPU.</translation>
    </message>
    <message>
        <source>No model has been loaded yet. Load a model to see every segment of %1, the tensors in the segments and the wasted space.</source>
        <translation>لم يُحمَّل شيء بعد. حمّل نموذجًا: يظهر هنا كل مقطع في %1، مع الموترات التي داخله وما هو مهدور.</translation>
    </message>
    <message>
        <source>The allocator of %1 has no segment.</source>
        <translation>لا يحتفظ مخصِّص %1 بأي مقطع.</translation>
    </message>
    <message>
        <source>Segments, simulated</source>
        <translation>المقاطع، مُحاكاة</translation>
    </message>
    <message>
        <source>bars to scale</source>
        <translation>الأشرطة مرسومة بمقياس</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>موتر (tensor)</translation>
    </message>
    <message>
        <source>free in a used segment</source>
        <translation>حرّ في مقطع مستخدَم</translation>
    </message>
    <message>
        <source>cached segment</source>
        <translation>مقطع في الذاكرة المؤقتة</translation>
    </message>
    <message>
        <source>Point at a block or use the arrow keys; a click selects the module of the block. Ctrl+wheel, + and − zoom.</source>
        <translation>أشر إلى كتلة، أو تنقّل بينها بمفاتيح الأسهم؛ النقر يحدد وحدتها. Ctrl مع عجلة الفأرة، و+ و− للتكبير والتصغير.</translation>
    </message>
</context>
<context>
    <name>stowage::SegmentMapView</name>
    <message>
        <source>small pool</source>
        <translation>المجمع الصغير</translation>
    </message>
    <message>
        <source>large pool</source>
        <translation>المجمع الكبير</translation>
    </message>
    <message>
        <source>Small pool: %1 segment of 2 MiB, for tensors up to 1 MiB</source>
        <translation>المجمع الصغير: %1 مقطع من 2 MiB، لما لا يزيد على 1 MiB لكل واحد</translation>
    </message>
    <message>
        <source>Small pool: %1 segments of 2 MiB, for tensors up to 1 MiB</source>
        <translation>المجمع الصغير: %1 من المقاطع من 2 MiB، لما لا يزيد على 1 MiB لكل واحد</translation>
    </message>
    <message>
        <source>Large pool: %1 segment of 20 MiB, for tensors below 10 MiB</source>
        <translation>المجمع الكبير: %1 مقطع من 20 MiB، لموترات دون 10 MiB</translation>
    </message>
    <message>
        <source>Large pool: %1 segments of 20 MiB, for tensors below 10 MiB</source>
        <translation>المجمع الكبير: %1 من المقاطع من 20 MiB، لموترات دون 10 MiB</translation>
    </message>
    <message>
        <source>Small pool: an expandable segment in steps of 2 MiB, for tensors up to 1 MiB</source>
        <translation>المجمع الصغير: مقطع قابل للتوسيع، بخطوة 2 MiB، لما لا يزيد على 1 MiB لكل واحد</translation>
    </message>
    <message>
        <source>Large pool: an expandable segment in steps of 20 MiB, for tensors above 1 MiB</source>
        <translation>المجمع الكبير: مقطع قابل للتوسيع، بخطوة 20 MiB، لموترات فوق 1 MiB</translation>
    </message>
    <message>
        <source>Large pool: %1 separate segment for a tensor of 10 MiB or more</source>
        <translation>المجمع الكبير: %1 مقطع خاص بموتر من 10 MiB فأكثر</translation>
    </message>
    <message>
        <source>Large pool: %1 separate segments for tensors of 10 MiB or more</source>
        <translation>المجمع الكبير: %1 من المقاطع الخاصة بموترات من 10 MiB فأكثر</translation>
    </message>
    <message>
        <source>Segments of the GPU&apos;s allocator</source>
        <translation>مقاطع مخصِّص GPU</translation>
    </message>
    <message>
        <source>in segment %1 (%2, in the %3), from byte %4</source>
        <translation>في المقطع %1 (%2 من %3)، ابتداءً من البايت %4</translation>
    </message>
    <message>
        <source>Free: %1; “Empty cache” releases %2 of this memory</source>
        <translation>الحرّ: %1؛ يعيد «إخلاء الذاكرة المؤقتة» منه %2</translation>
    </message>
    <message>
        <source>Cached segment, free: %1; “Empty cache” releases the segment</source>
        <translation>مقطع في الذاكرة المؤقتة، حرّ: %1؛ يعيده «إخلاء الذاكرة المؤقتة»</translation>
    </message>
    <message>
        <source>Free: %1; not released while adjacent blocks are in use</source>
        <translation>الحرّ: %1، تُبقيه الكتل التي بجانبه</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>(بلا اسم)</translation>
    </message>
    <message>
        <source>nothing lost to rounding</source>
        <translation>لا شيء مفقود بالتقريب</translation>
    </message>
    <message>
        <source>%1 lost to rounding</source>
        <translation>فُقد %1 بالتقريب</translation>
    </message>
    <message>
        <source>%1 · %2 requested, %3 allocated, %4 · %5</source>
        <translation>%1 · طُلب %2، أُخذ %3، %4 · %5</translation>
    </message>
    <message>
        <source>%1 · %2, of which %3 is free and %4 is lost to rounding</source>
        <translation>%1 · %2، منها %3 حرّة و%4 مفقودة بالتقريب</translation>
    </message>
</context>
<context>
    <name>stowage::ShortcutsDialog</name>
    <message>
        <source> or </source>
        <translation> أو </translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>اختصارات لوحة المفاتيح</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>اختصارات لوحة المفاتيح</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>الإجراء</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>المفاتيح</translation>
    </message>
    <message>
        <source>On the board and in the module tree</source>
        <translation>في اللوحة والشجرة</translation>
    </message>
    <message>
        <source>Move the selection to GPU 0 … 9</source>
        <translation>نقل المحدَّد إلى GPU 0 … 9</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>Move the selection to the CPU</source>
        <translation>نقله إلى CPU</translation>
    </message>
    <message>
        <source>Move the selection to disk</source>
        <translation>نقله إلى القرص</translation>
    </message>
    <message>
        <source>Select the next block or module</source>
        <translation>تحديد الكتلة أو الوحدة التالية</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>مفاتيح الأسهم</translation>
    </message>
    <message>
        <source>Board: unfold or fold a block</source>
        <translation>اللوحة: بسط كتلة أو طيّها</translation>
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
        <translation>متى حسبت كل مرحلة</translation>
    </message>
    <message>
        <source>%1, layer %2: computed for %3; the whole run took %4.</source>
        <translation>المرحلة على %1، الطبقة %2: مدة الحساب %3 من أصل %4.</translation>
    </message>
    <message>
        <source>%1, layers %2: computed for %3; the whole run took %4.</source>
        <translation>المرحلة على %1، الطبقات %2: مدة الحساب %3 من أصل %4.</translation>
    </message>
</context>
<context>
    <name>stowage::StagesDialog</name>
    <message>
        <source>Progress of the run in stages</source>
        <translation>تشغيل المراحل</translation>
    </message>
    <message>
        <source>Generated tokens</source>
        <translation>الرموز المولَّدة</translation>
    </message>
    <message>
        <source>Run in Stages</source>
        <translation>تشغيل على مراحل</translation>
    </message>
    <message>
        <source>Path of the model</source>
        <translation>مسار النموذج</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>The model must have the same path on every machine. Each machine reads only the layers of its stages and divides them among its GPUs and RAM.</source>
        <translation>يجب أن يقع النموذج في هذا المسار على كل حاسوب. ويقرأ كل حاسوب طبقاته وحدها، ويوزعها على ما لديه من وحدات GPU وRAM.</translation>
    </message>
    <message>
        <source>The data sent between the machines is not encrypted and not authenticated. Run in stages only in a network that you trust.</source>
        <translation>تنتقل البيانات من حاسوب إلى حاسوب بلا تشفير ولا مصادقة: استخدم ذلك في شبكة تثق بها.</translation>
    </message>
    <message>
        <source>Add Stage</source>
        <translation>إضافة مرحلة</translation>
    </message>
    <message>
        <source>Divide Evenly</source>
        <translation>توزيع بالتساوي</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>المطالبة</translation>
    </message>
    <message>
        <source>Prompt: text or tokens (15496,11,995)</source>
        <translation>المطالبة: 15496,11,995 أو نص</translation>
    </message>
    <message>
        <source>Tokens to generate</source>
        <translation>الرموز المطلوب توليدها</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>الحاسوب</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>الطبقات</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>Loaded in</source>
        <translation>زمن التحميل</translation>
    </message>
    <message>
        <source>Computed</source>
        <translation>الحساب</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>الانتظار</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>المُرسَل</translation>
    </message>
    <message>
        <source>Clock error</source>
        <translation>أقصى خطأ للساعة</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>العنوان</translation>
    </message>
    <message>
        <source>Results of each stage</source>
        <translation>حصيلة كل مرحلة</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>إغلاق</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>إلغاء</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>تشغيل</translation>
    </message>
    <message>
        <source>from layer </source>
        <translation>من الطبقة </translation>
    </message>
    <message>
        <source>to layer </source>
        <translation>إلى الطبقة </translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>إزالة</translation>
    </message>
    <message>
        <source>address used by ssh</source>
        <translation>العنوان الذي يصل إليه ssh</translation>
    </message>
    <message>
        <source>Address at which the other stages reach this machine, if different from the address that ssh uses</source>
        <translation>العنوان الذي تصل عبره المراحل الأخرى إلى حاسوب هذه المرحلة، إن كان غير الذي يستخدمه ssh</translation>
    </message>
    <message>
        <source>Machine of stage %1</source>
        <translation>حاسوب المرحلة %1</translation>
    </message>
    <message>
        <source>First layer of stage %1</source>
        <translation>الطبقة الأولى في المرحلة %1</translation>
    </message>
    <message>
        <source>Last layer of stage %1</source>
        <translation>الطبقة الأخيرة في المرحلة %1</translation>
    </message>
    <message>
        <source>Address of stage %1</source>
        <translation>عنوان المرحلة %1</translation>
    </message>
    <message>
        <source>Remove stage %1</source>
        <translation>إزالة المرحلة %1</translation>
    </message>
    <message>
        <source>Type the model&apos;s path.</source>
        <translation>اكتب مسار النموذج.</translation>
    </message>
    <message>
        <source>Type a prompt: token numbers, or text if the tokenizer is stored next to the model.</source>
        <translation>اكتب مطالبة: أرقام رموز، أو نصًا إن كانت أداة ترميز النموذج بجانبه.</translation>
    </message>
    <message>
        <source>The stages are stopping, and all memory is being released.</source>
        <translation>يجري إنهاء المراحل، ويُعاد كل شيء.</translation>
    </message>
    <message>
        <source>The stages are loading their layers and running. The results are shown at the end. Elapsed time: %1.</source>
        <translation>تحمّل المراحل طبقاتها ثم تعمل؛ وتُعرض حصيلتها في النهاية. مضى حتى الآن %1.</translation>
    </message>
    <message>
        <source>The run took %1, measured from the start of the first stage to the end of the last. Because the machines&apos; clocks differ, the error can be up to %2.</source>
        <translation>استغرق التشغيل %1 من بداية المرحلة الأولى إلى نهاية الأخيرة، وهو زمن مَقيس؛ قورنت ساعات الحواسيب، ولا يتجاوز الخطأ في هذا الرقم %2.</translation>
    </message>
    <message>
        <source>Generated tokens: %1</source>
        <translation>الرموز التالية: %1</translation>
    </message>
    <message>
        <source>Generated text: %1</source>
        <translation>النص التالي: %1</translation>
    </message>
    <message>
        <source>Send weights</source>
        <translation>إرسال الأوزان</translation>
    </message>
    <message>
        <source>The path is the model&apos;s path on this machine. Every other machine receives only the layers of its stages and divides them among its GPUs and RAM. At the end, it deletes the received layers.</source>
        <translation>النموذج موجود في هذا المسار على هذا الحاسوب. تُرسَل إلى كل حاسوب آخر طبقاته، فيوزّعها على ما لديه من وحدات GPU وRAM، ثم تُزال من هناك في النهاية.</translation>
    </message>
    <message>
        <source>Speed: %1 tokens per second, measured; %2 predicted.</source>
        <translation>السرعة: %1 من الرموز في الثانية (مقيسة)؛ والمتوقَّع %2.</translation>
    </message>
    <message>
        <source>Speed: %1 tokens per second, measured.</source>
        <translation>السرعة: %1 من الرموز في الثانية (مقيسة).</translation>
    </message>
    <message>
        <source>Compute, predicted</source>
        <translation>الحساب المتوقَّع</translation>
    </message>
    <message>
        <source>Memory of the running stages</source>
        <translation>ذاكرة المراحل في أثناء عملها</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>الذاكرة</translation>
    </message>
    <message>
        <source>Held now</source>
        <translation>المشغول الآن</translation>
    </message>
    <message>
        <source>Highest</source>
        <translation>الأعلى</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>الإجمالي</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>مصدر الرقم</translation>
    </message>
    <message>
        <source>RAM of the process</source>
        <translation>‏RAM العملية</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>مُحاكى</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
    </message>
</context>
<context>
    <name>stowage::StagesRun</name>
    <message>
        <source>The machine name of a stage cannot contain a comma or a colon, and the address of a stage cannot contain a comma or a space.</source>
        <translation>لا يحوي اسم حاسوب المرحلة فاصلة (,) ولا نقطتين (:)، ولا يحوي عنوانها فاصلة (,) ولا مسافة.</translation>
    </message>
    <message>
        <source>In stage %1, the last layer (%2) is before the first layer.</source>
        <translation>تنتهي المرحلة %1 بالطبقة %2، وهي قبل طبقتها الأولى.</translation>
    </message>
    <message>
        <source>Layers missing before stage %1: %2. Stages must be in the order of the layers.</source>
        <translation>الطبقات الناقصة قبل المرحلة %1: %2. يجب أن تكون المراحل بترتيب الطبقات.</translation>
    </message>
    <message>
        <source>Each layer must be in only one stage. Layers of stage %1 that are also in an earlier stage: %2.</source>
        <translation>الطبقات الموجودة في المرحلة %1 وفي مرحلة قبلها معًا: %2.</translation>
    </message>
    <message>
        <source>A run in stages needs 2 to %1 stages.</source>
        <translation>يجب أن يكون عدد المراحل من 2 إلى %1.</translation>
    </message>
    <message>
        <source>Layers missing after the last stage: %1.</source>
        <translation>الطبقات الناقصة بعد المرحلة الأخيرة: %1.</translation>
    </message>
    <message>
        <source>The model has layers 0 to %1, but the last stage ends with layer %2.</source>
        <translation>في هذا النموذج الطبقات من 0 إلى %1، وتذكر المرحلة الأخيرة الطبقة %2.</translation>
    </message>
    <message>
        <source>stowagectl was not found at %1.</source>
        <translation>لا يوجد stowagectl في %1.</translation>
    </message>
    <message>
        <source>The run was cancelled.</source>
        <translation>أُلغي التشغيل.</translation>
    </message>
</context>
<context>
    <name>stowage::StrategyCard</name>
    <message>
        <source>Use this</source>
        <translation>استخدام هذه</translation>
    </message>
    <message>
        <source>The plan that this strategy computes under the same limits. Click the card to see the differences from your plan. Your plan does not change until you press “Use this”.</source>
        <translation>الخطة التي تضعها هذه الاستراتيجية تحت الحدود نفسها. النقر يُظهر أين تختلف عن خطتك؛ ولا يتغير شيء قبل الضغط على «استخدام هذه».</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>استخدام %1</translation>
    </message>
    <message>
        <source>Offloaded</source>
        <translation>المفرَّغ (offload)</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>المفاتيح</translation>
    </message>
    <message>
        <source>Hops</source>
        <translation>القفزات</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>المشكلات</translation>
    </message>
    <message>
        <source>%1 errors, %2 warnings</source>
        <translation>%1 من الأخطاء، %2 من التحذيرات</translation>
    </message>
    <message>
        <source>Per token</source>
        <translation>الرمز</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>الرمز الأول</translation>
    </message>
    <message>
        <source>Weighted time</source>
        <translation>الزمن الموزون</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>طول السياق</translation>
    </message>
    <message>
        <source>Smallest stage</source>
        <translation>أصغر مرحلة</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>مقدَّر</translation>
    </message>
    <message>
        <source>Estimated; %1 times the value of the strategy “optimal”</source>
        <translation>مقدَّر؛ %1 × ما لدى optimal</translation>
    </message>
    <message>
        <source>%1, run %2</source>
        <translation>%1، التشغيل %2</translation>
    </message>
    <message>
        <source>Measured in run %1</source>
        <translation>قيس في التشغيل %1</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>غير معروف</translation>
    </message>
</context>
<context>
    <name>stowage::SweepPanel</name>
    <message>
        <source>Limit of %1</source>
        <translation>حد %1</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>الذاكرة لا تكفي</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>الذاكرة تكفي</translation>
    </message>
    <message>
        <source>fits with offload</source>
        <translation>الذاكرة تكفي مع التفريغ (offload)</translation>
    </message>
    <message>
        <source>%1 tokens/s, first token after %2</source>
        <translation>%1 رمز/ث، الرمز الأول بعد %2</translation>
    </message>
    <message>
        <source>%1 on the GPUs</source>
        <translation>%1 على وحدات GPU</translation>
    </message>
    <message>
        <source>%1 offloaded</source>
        <translation>المفرَّغ (offload) %1</translation>
    </message>
    <message>
        <source>Tokens per second of each point</source>
        <translation>الرموز في الثانية لكل نقطة</translation>
    </message>
    <message>
        <source>Horizontal variable</source>
        <translation>المتغير الأفقي</translation>
    </message>
    <message>
        <source>Vertical variable</source>
        <translation>المتغير الصاعد</translation>
    </message>
    <message>
        <source>none</source>
        <translation>لا يوجد</translation>
    </message>
    <message>
        <source>by</source>
        <translation>×</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>تصدير…</translation>
    </message>
    <message>
        <source>Export as a table (CSV) or a picture (PNG, SVG)</source>
        <translation>كجدول (CSV) أو صورة (PNG, SVG)</translation>
    </message>
    <message>
        <source>Value of the horizontal variable</source>
        <translation>على امتداد قيم المتغير الأول</translation>
    </message>
    <message>
        <source>Use as the plan</source>
        <translation>جعلها الخطة</translation>
    </message>
    <message>
        <source>Sweeping…</source>
        <translation>يجري المسح…</translation>
    </message>
    <message>
        <source>The selected variable has no values to compare for this plan. Choose another variable.</source>
        <translation>ليس في هذه الخطة ما يتغير بذلك؛ اختر متغيرًا آخر.</translation>
    </message>
    <message>
        <source>Sweeping, %1 points done…</source>
        <translation>يجري المسح، اكتمل %1 من النقاط…</translation>
    </message>
    <message>
        <source>Estimated tokens per second, total of all sequences. %1 points were computed in %2, %3 of them by replaying allocations. The point of the plan is outlined. Click another point to make it the plan.</source>
        <translation>رموز كل التسلسلات في الثانية، مقدَّرة؛ %1 من النقاط خلال %2، منها %3 بإعادة التمثيل. نقطة الخطة مؤطَّرة؛ انقر غيرها لجعلها الخطة.</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>رمز في الثانية</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>أخذ %1</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>Horizontal axis: %1. Vertical axis: %2. %3 slower, %4 faster, %5 with offload, – does not fit.</source>
        <translation>أفقيًا: %1. صعودًا: %2. %3 أبطأ، %4 أسرع، %5 مع التفريغ (offload)، – الذاكرة لا تكفي.</translation>
    </message>
    <message>
        <source>undetermined</source>
        <translation>غير محدد</translation>
    </message>
    <message>
        <source>The point of the plan is outlined. Click another point to make it the plan.</source>
        <translation>نقطة الخطة محاطة بإطار؛ انقر نقطة أخرى لتجعلها الخطة.</translation>
    </message>
</context>
<context>
    <name>stowage::TenantsPanel</name>
    <message>
        <source>together</source>
        <translation>معًا</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>%1 short</source>
        <translation>ينقص %1</translation>
    </message>
    <message>
        <source>This table shows the memory that the models need on each device.</source>
        <translation>سيظهر هنا ما تأخذه النماذج من كل جهاز.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>Always in memory</source>
        <translation>ما هو موجود طوال الوقت</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>ذاكرة KV المؤقتة</translation>
    </message>
    <message>
        <source>Keys, values and state of the whole context</source>
        <translation>مفاتيح السياق كله وقيمه وحالته</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>التنشيطات</translation>
    </message>
    <message>
        <source>Maximum while the model runs</source>
        <translation>أثناء عمل النموذج، على الأكثر</translation>
    </message>
    <message>
        <source>Brought in</source>
        <translation>المجلوب</translation>
    </message>
    <message>
        <source>Offloaded weights that are copied to the device for a pass</source>
        <translation>الأوزان المفرَّغة (offload) التي في الطريق</translation>
    </message>
    <message>
        <source>Needed</source>
        <translation>المطلوب</translation>
    </message>
    <message>
        <source>Memory that PyTorch&apos;s allocator reserves at the peak, plus the driver&apos;s context</source>
        <translation>ما يحتفظ به مخصِّص PyTorch عند الذروة، مع سياق برنامج التشغيل</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>المتبقي</translation>
    </message>
    <message>
        <source>Memory left after all models and other programs</source>
        <translation>إلى جانب كل النماذج والبرامج الأخرى</translation>
    </message>
    <message>
        <source>Models of the plan</source>
        <translation>نماذج الخطة</translation>
    </message>
    <message>
        <source>All models share one process, which runs one model at a time. The weights and caches of all models are in memory at once, together with the largest activations of one model. All figures are estimated.</source>
        <translation>في عملية واحدة تشغّل أحدها في كل مرة: أوزانها كلها وذواكرها المؤقتة موجودة معًا، ومن التنشيطات أكثرها فقط. كل الأرقام مقدَّرة.</translation>
    </message>
    <message>
        <source>Estimating…</source>
        <translation>يجري التقدير…</translation>
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
        <translation>مشغول</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>انتظار</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>خامل</translation>
    </message>
    <message>
        <source>Timeline of the run</source>
        <translation>الخط الزمني للتشغيل</translation>
    </message>
    <message>
        <source>now</source>
        <translation>الآن</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Show the layer</source>
        <translation>إظهار طبقته</translation>
    </message>
</context>
<context>
    <name>stowage::TimelineView</name>
    <message>
        <source>While the model runs, this chart shows the activity of each device and each link: weights being read and transferred, layers computing, devices waiting or idle.</source>
        <translation>أثناء عمل النموذج يُرسم هنا ما يفعله كل جهاز وكل وصلة: الأوزان التي تُقرأ وتنتقل، والطبقات التي تحسب، والأجهزة التي تنتظر أو تخمل.</translation>
    </message>
    <message>
        <source>Timeline of the run</source>
        <translation>الخط الزمني للتشغيل</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>التشغيل كله</translation>
    </message>
    <message>
        <source>Show the whole run again (double-click, or press 0)</source>
        <translation>إظهار التشغيل كله من جديد (نقر مزدوج، أو 0)</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>إظهار التشغيل كله</translation>
    </message>
    <message>
        <source>Current item</source>
        <translation>ما يُشار إليه</translation>
    </message>
    <message>
        <source>computes</source>
        <translation>حساب</translation>
    </message>
    <message>
        <source>waits for weights</source>
        <translation>انتظار الأوزان</translation>
    </message>
    <message>
        <source>transfers weights</source>
        <translation>انتقال الأوزان</translation>
    </message>
    <message>
        <source>disk reads</source>
        <translation>قراءة القرص</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>الخط الزمني</translation>
    </message>
    <message>
        <source>%1, measured; paused for %2</source>
        <translation>%1، مَقيس، ومتوقف مؤقتًا %2</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1، مَقيس</translation>
    </message>
    <message>
        <source>Point at a bar, or use the arrow keys. Wheel: zoom. Drag: move. Double-click: the whole run.</source>
        <translation>أشر إلى شريط، أو استخدم مفاتيح الأسهم. العجلة: تكبير وتصغير. السحب: تحريك. النقر المزدوج: التشغيل كله.</translation>
    </message>
    <message>
        <source>Copy the current item</source>
        <translation>نسخ ما يُشار إليه</translation>
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
        <translation>فك الترميز %1–%2</translation>
    </message>
    <message>
        <source>%1 read for %2 in %3</source>
        <translation>قُرئ %1 لـ %2 خلال %3</translation>
    </message>
    <message>
        <source>%1 transferred to %2 in %3</source>
        <translation>%1 إلى %2 خلال %3</translation>
    </message>
    <message>
        <source>%1 copied for the %2 in %3</source>
        <translation>نُسخ %1 لـ %2 خلال %3</translation>
    </message>
    <message>
        <source>%1 computes for %2</source>
        <translation>يحسب %1 لمدة %2</translation>
    </message>
    <message>
        <source>%1 computes for %2 and waits for weights for %3</source>
        <translation>يحسب %1 لمدة %2 وينتظر الأوزان %3</translation>
    </message>
    <message>
        <source>%1 waits for weights for %2</source>
        <translation>ينتظر %1 أوزانه %2</translation>
    </message>
    <message>
        <source>%1, %2 transferred</source>
        <translation>%1، وصل %2</translation>
    </message>
    <message>
        <source>1 module</source>
        <translation>وحدة واحدة</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 وحدة</translation>
    </message>
    <message>
        <source>1 tensor</source>
        <translation>موتر واحد</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 موتر</translation>
    </message>
    <message>
        <source>prefill</source>
        <translation>الملء المسبق</translation>
    </message>
    <message>
        <source>decode %1</source>
        <translation>فك الترميز %1</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>القراءة</translation>
    </message>
    <message>
        <source>weights in</source>
        <translation>دخول الأوزان</translation>
    </message>
    <message>
        <source>copies</source>
        <translation>النسخ</translation>
    </message>
    <message>
        <source>%1: busy %2, measured over %3</source>
        <translation>%1: الانشغال %2 من %3، مَقيس</translation>
    </message>
    <message>
        <source>%1: busy %2, waiting for weights %3, idle %4, measured over %5</source>
        <translation>%1: الانشغال %2، انتظار الأوزان %3، الخمول %4 من %5، مَقيس</translation>
    </message>
    <message>
        <source>The GPU is simulated: the CPU computes and uses memory that is counted as GPU memory.</source>
        <translation>GPU مُحاكى: يحسب CPU، في ذاكرة تُعدّ ذاكرة GPU نفسه.</translation>
    </message>
    <message>
        <source>The link is simulated: it transfers at most %1.</source>
        <translation>وصلة مُحاكاة: تنقل %1 على الأكثر.</translation>
    </message>
    <message>
        <source>The link is simulated without a limit: it transfers data as fast as this machine copies memory.</source>
        <translation>وصلة مُحاكاة بلا حد: بسرعة النسخ في هذا الحاسوب.</translation>
    </message>
    <message>
        <source>of layer %1</source>
        <translation>من الطبقة %1</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <translation>%1، عند %2</translation>
    </message>
    <message>
        <source>%1 idles for %2</source>
        <translation>خمول %1 لمدة %2</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>من %1 إلى %2</translation>
    </message>
</context>
<context>
    <name>stowage::ToolBarFit</name>
    <message>
        <source>More tools</source>
        <translation>أدوات أخرى</translation>
    </message>
</context>
<context>
    <name>stowage::Tour</name>
    <message>
        <source>Skip Tour</source>
        <translation>تخطي الجولة</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>رجوع</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>التالي</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>الخطوة %1 من %2</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>تم</translation>
    </message>
</context>
<context>
    <name>stowage::TreeFeature</name>
    <message>
        <source>Filter Modules</source>
        <translation>تصفية الوحدات</translation>
    </message>
    <message>
        <source>About This Model</source>
        <translation>عن هذا النموذج</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Model facts</source>
        <translation>حقائق النموذج</translation>
    </message>
</context>
<context>
    <name>stowage::UseBar</name>
    <message>
        <source>Thin bar: before the load. Thick bar: now. Tick: peak of the reserved memory.</source>
        <translation>الرفيع: قبل التحميل. السميك: الآن. العلامة: أعلى محجوز.</translation>
    </message>
    <message>
        <source>Free: %1</source>
        <translation>الحرّ: %1</translation>
    </message>
</context>
<context>
    <name>stowage::VariantBar</name>
    <message>
        <source>Variants of the plan</source>
        <translation>بدائل الخطة</translation>
    </message>
    <message>
        <source>New variant</source>
        <translation>بديل جديد</translation>
    </message>
    <message>
        <source>Name of the variant</source>
        <translation>اسم البديل</translation>
    </message>
    <message>
        <source>Add another plan of this model that starts as a copy of the plan shown</source>
        <translation>خطة أخرى لهذا النموذج، مثل المعروضة</translation>
    </message>
    <message>
        <source>%1: double-click to rename, drag to reorder</source>
        <translation>%1: انقر نقرًا مزدوجًا لتغيير الاسم، واسحب للترتيب</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>تغيير الاسم</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>حذف</translation>
    </message>
</context>
<context>
    <name>stowage::VerdictCard</name>
    <message>
        <source>The weights on the other devices fit: %1</source>
        <translation>الذاكرة تكفي للبقية: %1</translation>
    </message>
    <message>
        <source>The file cannot be loaded. Verdict for the plan alone: %1</source>
        <translation>لا يمكن تحميل الملف. الخطة وحدها: %1</translation>
    </message>
</context>
<context>
    <name>stowage::VramChart</name>
    <message>
        <source>VRAM by device over time</source>
        <translation>VRAM لكل جهاز عبر الزمن</translation>
    </message>
    <message>
        <source>%1 usable %2</source>
        <translation>%1، القابل للاستخدام %2</translation>
    </message>
    <message>
        <source>%1 limit %2</source>
        <translation>%1، الحد %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 allocated, simulated</source>
        <translation>المخصَّص على %1، مُحاكى</translation>
    </message>
    <message>
        <source>%1 allocated, measured</source>
        <translation>المخصَّص على %1، مَقيس</translation>
    </message>
    <message>
        <source>%1 reserved, simulated</source>
        <translation>المحجوز على %1، مُحاكى</translation>
    </message>
    <message>
        <source>%1 reserved, measured</source>
        <translation>المحجوز على %1، مَقيس</translation>
    </message>
    <message>
        <source>usable %1</source>
        <translation>القابل للاستخدام %1</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>الحد %1</translation>
    </message>
</context>
<context>
    <name>stowage::WaysPanel</name>
    <message>
        <source>the plan</source>
        <translation>الخطة</translation>
    </message>
    <message>
        <source>%1, CPU</source>
        <translation>%1، CPU</translation>
    </message>
    <message>
        <source>%1, 1 GPU</source>
        <translation>%1، وحدة GPU واحدة</translation>
    </message>
    <message>
        <source>%1, %2 GPUs</source>
        <translation>%1، %2 من وحدات GPU</translation>
    </message>
    <message>
        <source>Memory on the horizontal axis</source>
        <translation>الذاكرة التي يُرسم المخطط عليها</translation>
    </message>
    <message>
        <source>Ways to run: tokens per second over memory</source>
        <translation>أساليب التشغيل: الرموز في الثانية مقابل الذاكرة</translation>
    </message>
    <message>
        <source>over VRAM</source>
        <translation>مقابل VRAM</translation>
    </message>
    <message>
        <source>over RAM</source>
        <translation>مقابل RAM</translation>
    </message>
    <message>
        <source>Trying dtypes, quantisations and numbers of GPUs…</source>
        <translation>تجري تجربة أنواع dtype والتكميم وأعداد وحدات GPU…</translation>
    </message>
    <message>
        <source>RAM needed, GiB</source>
        <translation>RAM المطلوبة، GiB</translation>
    </message>
    <message>
        <source>VRAM needed, GiB</source>
        <translation>VRAM المطلوبة، GiB</translation>
    </message>
    <message>
        <source>tokens per second</source>
        <translation>رمز في الثانية</translation>
    </message>
    <message>
        <source>%1: %2 tokens/s, %3 of VRAM, %4 of RAM, estimated by formula</source>
        <translation>%1: %2 رمز/ث، %3 من VRAM، %4 من RAM، بالمعادلة</translation>
    </message>
    <message>
        <source>Dashed line: each point is the fastest way found with at most that much %1. Pale point: another way is at least as fast and needs no more VRAM or RAM. All values are estimated by formula. Click a point to make it the plan.</source>
        <translation>الخط المتقطّع: كل نقطة هي أسرع ما عُثر عليه بما لا يزيد على ذلك القدر من %1. النقطة الباهتة: غيرها ليس أبطأ منها، ولا يحتاج إلى VRAM أو RAM أكثر. كل القيم مقدَّرة بالمعادلة. انقر نقطة لجعلها الخطة.</translation>
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
        <translation>الخطة نفسها لا تكفي لها الذاكرة.</translation>
    </message>
    <message>
        <source>Run as %1</source>
        <translation>التشغيل بأسلوب %1</translation>
    </message>
    <message>
        <source>The search for ways to run was cancelled.</source>
        <translation>أُلغي حساب أساليب التشغيل.</translation>
    </message>
    <message>
        <source>%1, offload</source>
        <translation>%1، تفريغ (offload)</translation>
    </message>
    <message>
        <source>%1. Another way is at least as fast and needs no more VRAM or RAM: %2</source>
        <translation>%1؛ ليس أبطأ، ومن دون زيادة في أيٍّ منهما: %2</translation>
    </message>
    <message>
        <source>This model generates no tokens.</source>
        <translation>لا يتبع رمز في هذا النموذج.</translation>
    </message>
    <message>
        <source>Ways to run that are not shown because their time is unknown: %1. %2</source>
        <translation>بلا زمن معروف، وغير معروضة: %1. %2</translation>
    </message>
    <message>
        <source>No placement was found that fits this workload, in any of the dtypes that were tried.</source>
        <translation>لم يوجد وضع للأوزان، كما خُطط أو بنوع آخر، يتسع لهذا العمل.</translation>
    </message>
</context>
<context>
    <name>stowage::WorkloadFields</name>
    <message>
        <source>a shorter context</source>
        <translation>سياق أقصر</translation>
    </message>
    <message>
        <source>a smaller KV cache dtype</source>
        <translation>نوع dtype أصغر لذاكرة KV المؤقتة</translation>
    </message>
    <message>
        <source>fewer sequences at once</source>
        <translation>تسلسلات متزامنة أقل</translation>
    </message>
    <message>
        <source>prompts in chunks</source>
        <translation>المطالبات على قطع</translation>
    </message>
    <message>
        <source>weights in int8</source>
        <translation>الأوزان بنوع int8</translation>
    </message>
    <message>
        <source>weights offloaded to the CPU</source>
        <translation>أوزان مفرَّغة (offload) إلى CPU</translation>
    </message>
    <message>
        <source>Not a whole number: type %1 to %2.</source>
        <translation>ليس عددًا صحيحًا: اكتب قيمة من %1 إلى %2.</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>المحرك</translation>
    </message>
    <message>
        <source>Engine whose memory rules apply, for example for storing keys and values</source>
        <translation>المحرك الذي تسري قواعد ذاكرته، مثلًا في حفظ المفاتيح والقيم</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>ذاكرة KV المؤقتة</translation>
    </message>
    <message>
        <source>Dtype of the stored keys and values</source>
        <translation>بأي نوع تُحفظ المفاتيح والقيم</translation>
    </message>
    <message>
        <source>Computes in</source>
        <translation>نوع الحساب</translation>
    </message>
    <message>
        <source>The dtype of activations and, unless specified otherwise, of the KV cache</source>
        <translation>نوع dtype للتنشيطات، ولذاكرة KV المؤقتة ما لم يُذكر غير ذلك</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>الانتباه</translation>
    </message>
    <message>
        <source>eager: all attention scores are in memory at once; fused: only small blocks of them</source>
        <translation>eager: كل درجات الانتباه في الذاكرة معًا؛ fused: أجزاء صغيرة منها فقط</translation>
    </message>
    <message>
        <source>Allocator</source>
        <translation>المخصِّص</translation>
    </message>
    <message>
        <source>Setting of PyTorch&apos;s allocator on the simulated GPUs; expandable_segments is an option of PYTORCH_CUDA_ALLOC_CONF</source>
        <translation>كيف يُضبط مخصِّص PyTorch على وحدات GPU المُحاكاة؛ expandable_segments كما في PYTORCH_CUDA_ALLOC_CONF</translation>
    </message>
    <message>
        <source>Number of positions that the model was designed for</source>
        <translation>المواضع التي صُنع النموذج لها</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>تلقائي</translation>
    </message>
    <message>
        <source>compute dtype</source>
        <translation>كنوع الحساب</translation>
    </message>
    <message>
        <source>the weights&apos; dtype</source>
        <translation>نوع dtype للأوزان</translation>
    </message>
    <message>
        <source>engine default</source>
        <translation>كما يفعل المحرك</translation>
    </message>
    <message>
        <source>Allowed changes, in the order in which they are tried</source>
        <translation>ما يجوز التخلي عنه، بهذا الترتيب</translation>
    </message>
    <message>
        <source>Allowed changes, in order</source>
        <translation>يُتخلّى عنه بهذا الترتيب</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>أبكر</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>لاحقًا</translation>
    </message>
    <message>
        <source>the whole prompt</source>
        <translation>المطالبة كلها</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>من %1</translation>
    </message>
    <message>
        <source>The context is longer than the %1 positions that the model was designed for.</source>
        <translation>أكثر من المواضع الـ %1 التي صُنع النموذج لها.</translation>
    </message>
    <message>
        <source>automatic: %1</source>
        <translation>تلقائي: %1</translation>
    </message>
    <message>
        <source>Out of range: type %1 to %2.</source>
        <translation>خارج النطاق: اكتب قيمة من %1 إلى %2.</translation>
    </message>
    <message>
        <source>Not a number: type a value such as 0.92.</source>
        <translation>ليس عددًا: اكتبه مثل 0.92.</translation>
    </message>
    <message>
        <source>another map</source>
        <translation>خريطة أخرى</translation>
    </message>
    <message>
        <source>expandable segments</source>
        <translation>مقاطع قابلة للتوسيع</translation>
    </message>
    <message>
        <source>different memory limits</source>
        <translation>حدود أخرى</translation>
    </message>
    <message>
        <source>another engine</source>
        <translation>محرّك آخر</translation>
    </message>
</context>
<context>
    <name>stowage::units</name>
    <message>
        <source>exact</source>
        <translation>مطابق</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
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
        <translation>%1 بايت</translation>
    </message>
</context>
</TS>
