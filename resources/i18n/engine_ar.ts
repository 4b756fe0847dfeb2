<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ar">
<context>
    <name>std</name>
    <message>
        <source>an object</source>
        <translation>كائن</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>قائمة</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>سلسلة نصية</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>عدد</translation>
    </message>
    <message>
        <source>a negative number</source>
        <translation>عدد سالب</translation>
    </message>
    <message>
        <source>a number that is not whole or exceeds 64 bits</source>
        <translation>عدد كسري أو يتجاوز 64 بتًا</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true أو false</translation>
    </message>
    <message>
        <source>null</source>
        <translation>null</translation>
    </message>
    <message>
        <source>The tensor of %1 %2.</source>
        <translation>الموتر في %1 %2.</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 %3.</source>
        <translation>الموتر %1 في %2 %3.</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 و%2 أخرى</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3; %4 is required.</source>
        <translation>%1: &quot;%2&quot; هو %3؛ والمطلوب هناك %4.</translation>
    </message>
    <message>
        <source>&quot;%1&quot;</source>
        <translation>&quot;%1&quot;</translation>
    </message>
    <message>
        <source>%1 or &quot;%2&quot;</source>
        <translation>%1 أو &quot;%2&quot;</translation>
    </message>
    <message>
        <source>%1, &quot;%2&quot;</source>
        <translation>%1، &quot;%2&quot;</translation>
    </message>
    <message>
        <source>Standard input cannot be read: %1.</source>
        <translation>لا يمكن قراءة الدخل القياسي: %1.</translation>
    </message>
    <message>
        <source>%1 (pid %2) %3</source>
        <translation>%1 (pid %2) %3</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>برنامج</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>The %1 model does not fit on the GPU with any method; use a larger GPU or a smaller model.</source>
        <translation>لا متسع على GPU لنموذج %1 بأي طريقة؛ استخدم GPU أكبر أو نموذجًا أصغر.</translation>
    </message>
    <message>
        <source>The %1 model needs %2 of RAM (including the memory of a simulated GPU), but only %3 is free; close other programs, choose a smaller model, or use a dry run.</source>
        <translation>يحتاج نموذج %1 إلى %2 من الذاكرة (جزء المضيف والصفحات التي خلف GPU مُحاكى)، والحرّ %3؛ أغلق برامج أخرى، أو استخدم نموذجًا أصغر، أو تشغيلًا تجريبيًا.</translation>
    </message>
    <message>
        <source>The files of the %1 model need %2 on disk (the model in three formats, and some reserve), but only %3 is free; free some space, choose a smaller model, or use a dry run.</source>
        <translation>تحتاج ملفات نموذج %1 إلى %2 على القرص (النموذج بثلاث صيغ، وبعض المتسع)، والحرّ %3؛ أفسح مكانًا، أو استخدم نموذجًا أصغر، أو تشغيلًا تجريبيًا.</translation>
    </message>
    <message>
        <source>%1 at byte %2; %3.</source>
        <translation>%1 عند البايت %2؛ %3.</translation>
    </message>
    <message>
        <source>%1 contains %2; %3.</source>
        <translation>في %1 %2؛ %3.</translation>
    </message>
    <message>
        <source>&quot;auto&quot; or a whole number</source>
        <translation>&quot;auto&quot; أو عدد صحيح</translation>
    </message>
    <message>
        <source>Result of each load method with the RAM limit:</source>
        <translation>تحت حد RAM:</translation>
    </message>
    <message>
        <source>%1: within the limit</source>
        <translation>%1: لم تتجاوزه</translation>
    </message>
    <message>
        <source>%1: stopped at %2</source>
        <translation>%1: أُوقفت عند %2</translation>
    </message>
    <message>
        <source>%1: stopped</source>
        <translation>%1: أُوقفت</translation>
    </message>
    <message>
        <source>Page cache: %1. Each method ran in a separate process.</source>
        <translation>ذاكرة الصفحات المؤقتة %1؛ عملت كل طريقة في عملية مستقلة.</translation>
    </message>
    <message>
        <source>Page cache: %1 before each load (%2). Each method ran in a separate process.</source>
        <translation>ذاكرة الصفحات المؤقتة %1 قبل كل تشغيل (%2)؛ عملت كل طريقة في عملية مستقلة.</translation>
    </message>
    <message>
        <source>The RAM limit is %1 and applies to %2.</source>
        <translation>حد RAM %1: %2.</translation>
    </message>
    <message>
        <source>An error is the measured value minus the predicted value.</source>
        <translation>الأخطاء هي المَقيس ناقص المتوقَّع.</translation>
    </message>
    <message>
        <source>The published figures are those of the lesson for GPT-2 XL. In the lesson, 1 GB is 2^30 bytes, and RAM includes file pages.</source>
        <translation>الأرقام المنشورة هي أرقام الدرس لـ GPT-2 XL؛ وحدة GB فيها 2^30 بايت، وRAM فيها تشمل صفحات ملفات.</translation>
    </message>
    <message>
        <source>%1 is larger than 1 GiB; split the file.</source>
        <translation>حجم %1 أكبر من 1 GiB؛ قسّمه.</translation>
    </message>
    <message>
        <source>Programs on %1 (measured): unknown; the driver does not report them.</source>
        <translation>البرامج على %1 (مَقيس): غير معروفة؛ لا يذكرها برنامج التشغيل.</translation>
    </message>
    <message>
        <source>Programs on %1 (measured): none.</source>
        <translation>البرامج على %1 (مَقيس): لا يوجد.</translation>
    </message>
    <message>
        <source>Programs on %1 (measured): %2.</source>
        <translation>البرامج على %1 (مَقيس): %2.</translation>
    </message>
    <message>
        <source>disk at %1 (measured %2)</source>
        <translation>القرص عند %1 (قيس في %2)</translation>
    </message>
    <message>
        <source>cold</source>
        <translation>باردة</translation>
    </message>
    <message>
        <source>in the page cache</source>
        <translation>في ذاكرة الصفحات المؤقتة</translation>
    </message>
    <message>
        <source>this machine (measured %1)</source>
        <translation>هذا الحاسوب (قيس في %1)</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>المعدّل</translation>
    </message>
    <message>
        <source>device</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>name</source>
        <translation>الاسم</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>السعة</translation>
    </message>
    <message>
        <source>free</source>
        <translation>الحرّ</translation>
    </message>
    <message>
        <source>used by others</source>
        <translation>المستخدَم من برامج أخرى</translation>
    </message>
    <message>
        <source>context</source>
        <translation>السياق</translation>
    </message>
    <message>
        <source>link</source>
        <translation>الوصلة</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>بلا حد</translation>
    </message>
    <message>
        <source>There is no GPU to show; simulate GPUs with --gpus 24GiB,24GiB.</source>
        <translation>لا يوجد GPU؛ يمكن محاكاة بعضها باستخدام --gpus 24GiB,24GiB.</translation>
    </message>
    <message>
        <source>This machine has not been measured; use --measure so that Stowage can predict times.</source>
        <translation>لم يُقَس شيء على هذا الحاسوب؛ يفعل ذلك --measure، من أجل أزمنة متوقَّعة.</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>عرض النطاق</translation>
    </message>
    <message>
        <source>source</source>
        <translation>المصدر</translation>
    </message>
    <message>
        <source>one way</source>
        <translation>في اتجاه واحد</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>مَقيس</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>المعالج</translation>
    </message>
    <message>
        <source>from</source>
        <translation>من</translation>
    </message>
    <message>
        <source>to</source>
        <translation>إلى</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>المنقول</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>الوحدات</translation>
    </message>
    <message>
        <source>module</source>
        <translation>الوحدة</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>البايتات</translation>
    </message>
    <message>
        <source>limit of</source>
        <translation>حد الجهاز</translation>
    </message>
    <message>
        <source>before</source>
        <translation>قبل</translation>
    </message>
    <message>
        <source>after</source>
        <translation>بعد</translation>
    </message>
    <message>
        <source>No weight moves to another device.</source>
        <translation>لا شيء ينتقل: كل وزن يقع حيث كان.</translation>
    </message>
    <message>
        <source>Weights that move to another device: %1.</source>
        <translation>يقع %1 في مكان آخر.</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>ذاكرة KV المؤقتة</translation>
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
        <source>slack</source>
        <translation>الهامش</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>المطلوب</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>الأرقام</translation>
    </message>
    <message>
        <source>load method</source>
        <translation>التحميل بطريقة</translation>
    </message>
    <message>
        <source>on the fullest GPU</source>
        <translation>على أكثر وحدات GPU امتلاءً</translation>
    </message>
    <message>
        <source>file pages</source>
        <translation>صفحات الملفات</translation>
    </message>
    <message>
        <source>Keys and values per token: %1.</source>
        <translation>مفاتيح الرمز وقيمه: %1.</translation>
    </message>
    <message>
        <source>Memory of all models in one process that runs one model at a time:</source>
        <translation>معًا، في عملية واحدة تشغّل واحدًا منها في كل مرة:</translation>
    </message>
    <message>
        <source>All figures are estimated.</source>
        <translation>كل الأرقام مقدَّرة.</translation>
    </message>
    <message>
        <source>The log contains no memory figure that Stowage recognises.</source>
        <translation>لم يُتعرَّف في السجل على أي رقم للذاكرة.</translation>
    </message>
    <message>
        <source>log of %1</source>
        <translation>سجل %1</translation>
    </message>
    <message>
        <source>printed</source>
        <translation>المطبوع</translation>
    </message>
    <message>
        <source>estimated</source>
        <translation>مقدَّر</translation>
    </message>
    <message>
        <source>error</source>
        <translation>الخطأ</translation>
    </message>
    <message>
        <source>Line of the log not recognised: %1</source>
        <translation>لم يُقرأ: %1</translation>
    </message>
    <message>
        <source>No set of 1, 2, 4 or 8 cards from the catalogue meets these targets.</source>
        <translation>لا تفي بهذه الأهداف أي مجموعة من 1 أو 2 أو 4 أو 8 من بطاقات الكتالوج.</translation>
    </message>
    <message>
        <source>suitable cards</source>
        <translation>البطاقات الوافية بالأهداف</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>الذاكرة</translation>
    </message>
    <message>
        <source>first token</source>
        <translation>الرمز الأول</translation>
    </message>
    <message>
        <source>tokens/s per sequence</source>
        <translation>رمز في الثانية، لكلٍّ</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>على الأقل</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>على الأكثر</translation>
    </message>
    <message>
        <source>%1; give the token IDs as numbers separated by commas, as in 1,2,3.</source>
        <translation>%1؛ أعطِ الرموز كأعداد تفصل بينها فواصل (,)، مثل 1,2,3.</translation>
    </message>
    <message>
        <source>class</source>
        <translation>الصنف</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>المُعامِلات</translation>
    </message>
    <message>
        <source>size</source>
        <translation>الحجم</translation>
    </message>
    <message>
        <source>(model)</source>
        <translation>(النموذج)</translation>
    </message>
    <message>
        <source>%1 parameters in %2 tensors, %3 (%4)</source>
        <translation>%1 مُعامِل في %2 موتر، %3 (%4)</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>الموتر</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>dtype</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>الشكل</translation>
    </message>
    <message>
        <source>offset</source>
        <translation>الإزاحة</translation>
    </message>
    <message>
        <source>file</source>
        <translation>الملف</translation>
    </message>
    <message>
        <source>%1, family %2</source>
        <translation>%1، العائلة %2</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>الطبقات</translation>
    </message>
    <message>
        <source>widths</source>
        <translation>العروض</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>الرموز</translation>
    </message>
    <message>
        <source>experts</source>
        <translation>الخبراء</translation>
    </message>
    <message>
        <source>own size</source>
        <translation>الحجم الذاتي</translation>
    </message>
    <message>
        <source>share</source>
        <translation>الحصة</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>With %1, %2 differs by %3 % from the published figure:</source>
        <translation>%1، %2 %3% بجانب الرقم المنشور:</translation>
    </message>
    <message>
        <source>1 GiB is 2^30 bytes. VRAM is the peak allocated memory of a simulated GPU, or the measured peak of a real GPU; see the column kind. RAM is the measured increase above the level before the load.</source>
        <translation>GiB = 2^30 بايت. VRAM: ذروة المخصَّص، لـ GPU مُحاكى أو مَقيسة على GPU حقيقي، كما يذكر عمود النوع. RAM: مَقيسة فوق المستوى الذي قبل التحميل.</translation>
    </message>
    <message>
        <source>The published figures are those of the lesson for GPT-2 XL. The RAM of the lesson is sampled every 0.1 s as RSS minus a baseline. It includes file pages, because RSS includes them.</source>
        <translation>المنشور: أرقام الدرس لـ GPT-2 XL؛ وRAM فيها هي RSS ناقص خط أساس، بعيّنة كل 0.1 ث، لذا تشمل صفحات الملفات.</translation>
    </message>
    <message>
        <source>Figures were published only for GPT-2 XL.</source>
        <translation>نُشرت أرقام لـ GPT-2 XL وحده.</translation>
    </message>
    <message>
        <source>peak allocated</source>
        <translation>ذروة المخصَّص</translation>
    </message>
    <message>
        <source>peak reserved</source>
        <translation>ذروة المحجوز</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>متوقَّع</translation>
    </message>
    <message>
        <source>now allocated</source>
        <translation>المخصَّص الآن</translation>
    </message>
    <message>
        <source>now reserved</source>
        <translation>المحجوز الآن</translation>
    </message>
    <message>
        <source>dry run</source>
        <translation>تشغيل تجريبي</translation>
    </message>
    <message>
        <source>simulated</source>
        <translation>مُحاكى</translation>
    </message>
    <message>
        <source>memory (dry run)</source>
        <translation>الذاكرة (تشغيل تجريبي)</translation>
    </message>
    <message>
        <source>used before</source>
        <translation>المستخدَم قبل التحميل</translation>
    </message>
    <message>
        <source>free before</source>
        <translation>الحرّ قبل التحميل</translation>
    </message>
    <message>
        <source>used after</source>
        <translation>المستخدَم بعد التحميل</translation>
    </message>
    <message>
        <source>free after</source>
        <translation>الحرّ بعد التحميل</translation>
    </message>
    <message>
        <source>host (dry run)</source>
        <translation>المضيف (تشغيل تجريبي)</translation>
    </message>
    <message>
        <source>host (measured)</source>
        <translation>المضيف (مَقيس)</translation>
    </message>
    <message>
        <source>anonymous</source>
        <translation>المجهولة (anonymous)</translation>
    </message>
    <message>
        <source>simulated GPUs</source>
        <translation>وحدات GPU المُحاكاة</translation>
    </message>
    <message>
        <source>resident</source>
        <translation>المقيمة</translation>
    </message>
    <message>
        <source>peak increase</source>
        <translation>الذروة فوقه</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>المرحلة</translation>
    </message>
    <message>
        <source>begin</source>
        <translation>البداية</translation>
    </message>
    <message>
        <source>end</source>
        <translation>النهاية</translation>
    </message>
    <message>
        <source>peak %1</source>
        <translation>ذروة %1</translation>
    </message>
    <message>
        <source>peak host</source>
        <translation>ذروة المضيف</translation>
    </message>
    <message>
        <source>Keys in the model, but not in the file</source>
        <translation>في النموذج، لا في الملف</translation>
    </message>
    <message>
        <source>Missing keys loaded with initial values</source>
        <translation>منها، محمَّلة بقيم ابتدائية</translation>
    </message>
    <message>
        <source>Keys in the file, but not in the model</source>
        <translation>في الملف، لا في النموذج</translation>
    </message>
    <message>
        <source>Keys whose shape or dtype differs between file and model</source>
        <translation>بشكل آخر أو dtype آخر</translation>
    </message>
    <message>
        <source>offloading</source>
        <translation>التفريغ (offload)</translation>
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
        <source>left free</source>
        <translation>الحرّ إلى جانبه</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>moved once</source>
        <translation>يُنقل مرة</translation>
    </message>
    <message>
        <source>moved each step</source>
        <translation>يُنقل كل خطوة</translation>
    </message>
    <message>
        <source>not possible</source>
        <translation>غير ممكن</translation>
    </message>
    <message>
        <source>the peak memory occurs when the module %1 is copied to the GPU</source>
        <translation>يُبلَغ الأقصى عند %1</translation>
    </message>
    <message>
        <source>Estimated memory for one model at a time on %1 (%2), weights only:</source>
        <translation>واحدًا بعد آخر على %1 (%2)، الأوزان وحدها، مقدَّرة:</translation>
    </message>
    <message>
        <source>Activations need additional memory, which depends on the size of the image.</source>
        <translation>تُضاف إليها التنشيطات: وهي تعتمد على حجم الصورة.</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>الكتل</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>الميزانية</translation>
    </message>
    <message>
        <source>reserved (predicted)</source>
        <translation>المحجوز (متوقَّع)</translation>
    </message>
    <message>
        <source>unified (mps)</source>
        <translation>موحَّدة (mps)</translation>
    </message>
    <message>
        <source>Quantisation: %1</source>
        <translation>التكميم: %1</translation>
    </message>
    <message>
        <source>Weights: %1 including all scales; the strategy assumed %2</source>
        <translation>الأوزان: %1 مع كل المقاييس (scales)؛ وعدّت الاستراتيجية %2</translation>
    </message>
    <message>
        <source>step</source>
        <translation>الخطوة</translation>
    </message>
    <message>
        <source>left</source>
        <translation>المتبقي</translation>
    </message>
    <message>
        <source>reserve</source>
        <translation>المحتفَظ به</translation>
    </message>
    <message>
        <source>why</source>
        <translation>السبب</translation>
    </message>
    <message>
        <source>(all)</source>
        <translation>(الكل)</translation>
    </message>
    <message>
        <source>On %1, %2 is kept free for the largest layer, which may have to be copied there.</source>
        <translation>يُبقي %1 مقدار %2 حرًّا لأكبر طبقة قد يلزم جلبها.</translation>
    </message>
    <message>
        <source>Objective: %1. %2 Estimated.</source>
        <translation>الهدف: %1. %2 الأرقام مقدَّرة.</translation>
    </message>
    <message>
        <source>Even if one of the rates is wrong by up to %1 %, this plan is the best of the compared plans.</source>
        <translation>قد ينحرف أي معدّل بمفرده بمقدار %1% قبل أن تصبح خطة أخرى من الخطط المقارَنة أفضل.</translation>
    </message>
    <message>
        <source>The plan needs these options: %1</source>
        <translation>تحتاج إلى هذه الخيارات: %1</translation>
    </message>
    <message>
        <source>all on one device</source>
        <translation>الكل على جهاز واحد</translation>
    </message>
    <message>
        <source>a device map by Stowage, with lowered limits</source>
        <translation>خريطة خاصة بـ Stowage، تحت حدود مخفَّضة</translation>
    </message>
    <message>
        <source>a given map</source>
        <translation>خريطة معطاة</translation>
    </message>
    <message>
        <source>Strategy: %1 (%2)</source>
        <translation>الاستراتيجية: %1 (%2)</translation>
    </message>
    <message>
        <source>Strategy: %1</source>
        <translation>الاستراتيجية: %1</translation>
    </message>
    <message>
        <source>Rules: %1</source>
        <translation>القواعد: %1</translation>
    </message>
    <message>
        <source>and %1 more; --json lists all keys.</source>
        <translation>و%1 أخرى؛ يسردها --json كلها.</translation>
    </message>
    <message>
        <source>All keys of the checkpoint agree with %1.</source>
        <translation>كل المفاتيح تتفق مع %1.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 من %2</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>الخطة</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>الاستراتيجية</translation>
    </message>
    <message>
        <source>devices</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>work</source>
        <translation>العمل</translation>
    </message>
    <message>
        <source>edits</source>
        <translation>التعديلات</translation>
    </message>
    <message>
        <source>%1 (current)</source>
        <translation>%1 (الحالية)</translation>
    </message>
    <message>
        <source>weights only</source>
        <translation>الأوزان وحدها</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>النموذج: %1</translation>
    </message>
    <message>
        <source>Records: %1</source>
        <translation>السجلات المحفوظة: %1</translation>
    </message>
    <message>
        <source>Notes: %1</source>
        <translation>الملاحظات: %1</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>الحكم</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>رمز/ث</translation>
    </message>
    <message>
        <source>load</source>
        <translation>التحميل</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>No estimate: %1</source>
        <translation>لا تقدير: %1</translation>
    </message>
    <message>
        <source>All times are estimates. Sizes are the memory that each device needs.</source>
        <translation>الأزمنة مقدَّرة، وعمليات التحميل متوقَّعة؛ والأحجام هي ما يحتاج إليه كل جهاز.</translation>
    </message>
    <message>
        <source>model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>times</source>
        <translation>المرات</translation>
    </message>
    <message>
        <source>family</source>
        <translation>العائلة</translation>
    </message>
    <message>
        <source>moved to %1</source>
        <translation>المنقول إلى %1</translation>
    </message>
    <message>
        <source>in</source>
        <translation>خلال</translation>
    </message>
    <message>
        <source>ran in</source>
        <translation>شُغِّل خلال</translation>
    </message>
    <message>
        <source>held after</source>
        <translation>المحتفَظ به هناك بعده</translation>
    </message>
    <message>
        <source>most likely or generated tokens</source>
        <translation>الأكثر احتمالًا، أو ما يتبع</translation>
    </message>
    <message>
        <source>logit</source>
        <translation>logit</translation>
    </message>
    <message>
        <source>The decoder begins with: %1</source>
        <translation>يبدأ فاكّ الترميز بـ: %1</translation>
    </message>
    <message>
        <source>Input: %1 %2</source>
        <translation>المدخل: %1 %2</translation>
    </message>
    <message>
        <source>Hidden states: %1 positions of %2 numbers</source>
        <translation>الحالات المخفية: %1 موضع، في كل منها %2 من الأعداد</translation>
    </message>
    <message>
        <source>busy</source>
        <translation>انشغال</translation>
    </message>
    <message>
        <source>waited</source>
        <translation>انتظار</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>خمول</translation>
    </message>
    <message>
        <source>estimated peak</source>
        <translation>الذروة المقدَّرة</translation>
    </message>
    <message>
        <source>streamed (estimated)</source>
        <translation>منها المجلوب</translation>
    </message>
    <message>
        <source>slowest layers, all passes</source>
        <translation>أبطأ الطبقات، كل التمريرات</translation>
    </message>
    <message>
        <source>time</source>
        <translation>الزمن</translation>
    </message>
    <message>
        <source>waited for weights</source>
        <translation>انتظار الأوزان</translation>
    </message>
    <message>
        <source>computed</source>
        <translation>الحساب</translation>
    </message>
    <message>
        <source>ok      %1: %2</source>
        <translation>نجح  %1: %2</translation>
    </message>
    <message>
        <source>FAILED: %1: %2</source>
        <translation>فشل: %1: %2</translation>
    </message>
    <message>
        <source>ok      %1: %2 — %3</source>
        <translation>نجح  %1: %2 — %3</translation>
    </message>
    <message>
        <source>FAILED: %1: %2 — %3</source>
        <translation>فشل: %1: %2 — %3</translation>
    </message>
    <message>
        <source>3 allocations of 512 B need 1 segment of 2 MiB</source>
        <translation>3 × 512 B تأخذ 1 مقطع بحجم 2 MiB</translation>
    </message>
    <message>
        <source>3 allocations of 1 MiB need 2 segments of 2 MiB</source>
        <translation>3 × 1 MiB تأخذ 2 بحجم 2 MiB</translation>
    </message>
    <message>
        <source>3 allocations of 1 MiB + 512 B need 1 segment of 20 MiB</source>
        <translation>3 × (1 MiB + 512 B) تأخذ 1 بحجم 20 MiB</translation>
    </message>
    <message>
        <source>3 allocations of 10 MiB − 512 B need 2 segments of 20 MiB</source>
        <translation>3 × (10 MiB − 512 B) تأخذ 2 بحجم 20 MiB</translation>
    </message>
    <message>
        <source>3 allocations of 10 MiB + 512 B need 3 segments of 12 MiB</source>
        <translation>3 × (10 MiB + 512 B) تأخذ 3 بحجم 12 MiB</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>الحاسوب</translation>
    </message>
    <message>
        <source>method</source>
        <translation>الطريقة</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>الثواني</translation>
    </message>
    <message>
        <source>%1 allocated</source>
        <translation>المخصَّص على %1</translation>
    </message>
    <message>
        <source>host anonymous</source>
        <translation>المجهولة في المضيف</translation>
    </message>
    <message>
        <source>result</source>
        <translation>النتيجة</translation>
    </message>
    <message>
        <source>--machine-link %1: %2</source>
        <translation>--machine-link %1: %2</translation>
    </message>
    <message>
        <source>Prompt: %1</source>
        <translation>المطالبة: %1</translation>
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
        <source>most likely token (last position)</source>
        <translation>الأكثر احتمالًا عند الموضع الأخير</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>المرحلة</translation>
    </message>
    <message>
        <source>loaded in</source>
        <translation>زمن التحميل</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>المُرسَل</translation>
    </message>
    <message>
        <source>The run took %1 (measured), from the start of the first stage to the end of the last stage. The clocks of the machines were compared; the error of the measured time is at most %2 ms.</source>
        <translation>استغرق التشغيل %1 من بداية المرحلة الأولى إلى نهاية الأخيرة، وهو زمن مَقيس؛ قورنت ساعات الحواسيب، ولا يتجاوز الخطأ في الرقم %2 ms.</translation>
    </message>
    <message>
        <source>Prompt as text: %1</source>
        <translation>المطالبة كنص: %1</translation>
    </message>
    <message>
        <source>Model: %1 on the machine %2</source>
        <translation>النموذج: %1 على %2</translation>
    </message>
    <message>
        <source>predicted compute</source>
        <translation>الحساب المتوقَّع</translation>
    </message>
    <message>
        <source>predicted wait</source>
        <translation>الانتظار المتوقَّع</translation>
    </message>
    <message>
        <source>%2 of the model (layers %3) was sent to %1 in %4.</source>
        <translation>أُرسل %2 من النموذج (الطبقات %3) إلى %1 خلال %4.</translation>
    </message>
    <message>
        <source>The process was stopped.</source>
        <translation>أُوقف.</translation>
    </message>
    <message>
        <source>%1 is too large for a model&apos;s configuration; give a model&apos;s config.json.</source>
        <translation>%1 أكبر من أن يكون إعدادات نموذج.</translation>
    </message>
    <message>
        <source>%1 is empty; give a model&apos;s config.json.</source>
        <translation>%1 فارغ؛ أعطِ ملف config.json لنموذج.</translation>
    </message>
    <message>
        <source>%1 parameters in %2 tensor, %3 (%4)</source>
        <translation>%1 مُعامِل في %2 موتر، %3 (%4)</translation>
    </message>
    <message>
        <source>Hidden states: %1 position of %2 numbers</source>
        <translation>الحالات المخفية: %1 موضع فيه %2 من الأعداد</translation>
    </message>
    <message>
        <source>other</source>
        <translation>أخرى</translation>
    </message>
    <message>
        <source>state</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>No set of 1, 2, 4 or 8 cards from the catalogue is certain to meet these targets.</source>
        <translation>لا توجد مجموعة من 1 أو 2 أو 4 أو 8 من بطاقات الكتالوج يُقطع بأنها تفي بهذه الأهداف.</translation>
    </message>
    <message>
        <source>It is undetermined whether the following cards meet the targets, because their compute speed in this dtype is not published: %1.</source>
        <translation>لا يُعرف هل تفي المجموعات الآتية بالأهداف، لأن سرعة حسابها بنوع dtype هذا غير منشورة: %1.</translation>
    </message>
    <message>
        <source>Open the model with its config.json, or let Python describe the model (--python; in the window: Ask Python).</source>
        <translation>افتحه مع ملف config.json الخاص به، أو دع Python يصفه (--python؛ وفي النافذة: سؤال Python).</translation>
    </message>
    <message>
        <source>published</source>
        <translation>المنشور</translation>
    </message>
    <message>
        <source>The capacity is the total that CUDA reports on Linux (HIP or SYCL for cards of other manufacturers). This total is less than the published capacity and less than the capacity that nvidia-smi shows. &quot;≈&quot; means that the capacity is estimated. The column CUDA shows the compute capability. Compute rates are in operations per second. &quot;?&quot; means that no confirmed figure is known.</source>
        <translation>السعة هي المجموع الذي يبلّغ عنه CUDA على لينكس (وHIP وSYCL لبطاقات الصانعين الآخرين)، وهي أقل من المنشور ومما يعرضه nvidia-smi؛ و&quot;≈&quot; تعني تقديرًا. والعمود CUDA هو قدرة الحوسبة. ومعدلات الحساب بالعمليات في الثانية، و&quot;?&quot; حيث لا رقم مؤكد.</translation>
    </message>
    <message>
        <source>quantised</source>
        <translation>مكمّى</translation>
    </message>
    <message>
        <source>The table is based on published figures. The strategy &quot;auto&quot; distributes the layers over the cards (--tensor-parallel 1).</source>
        <translation>من أرقام منشورة، والطبقات موزعة بـ auto ‏(--tensor-parallel 1).</translation>
    </message>
    <message>
        <source>Measure the memory on the machine that runs the model: this release does not support models of the type %1.</source>
        <translation>قِسه حيث يعمل النموذج: لا يعرف هذا الإصدار نماذج من النوع %1.</translation>
    </message>
    <message>
        <source>a JPEG picture</source>
        <translation>صورة JPEG</translation>
    </message>
    <message>
        <source>a PNG picture</source>
        <translation>صورة PNG</translation>
    </message>
    <message>
        <source>a GIF picture</source>
        <translation>صورة GIF</translation>
    </message>
    <message>
        <source>a WebP picture</source>
        <translation>صورة WebP</translation>
    </message>
    <message>
        <source>an MP4 video or a HEIF picture</source>
        <translation>فيديو MP4 أو صورة HEIF</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>مستند PDF</translation>
    </message>
    <message>
        <source>an SQLite database</source>
        <translation>قاعدة بيانات SQLite</translation>
    </message>
    <message>
        <source>a Parquet table</source>
        <translation>جدول Parquet</translation>
    </message>
    <message>
        <source>a gzip archive</source>
        <translation>أرشيف gzip</translation>
    </message>
    <message>
        <source>an xz archive</source>
        <translation>أرشيف xz</translation>
    </message>
    <message>
        <source>a Zstandard archive</source>
        <translation>أرشيف Zstandard</translation>
    </message>
    <message>
        <source>a bzip2 archive</source>
        <translation>أرشيف bzip2</translation>
    </message>
    <message>
        <source>a 7-Zip archive</source>
        <translation>أرشيف 7-Zip</translation>
    </message>
    <message>
        <source>a RAR archive</source>
        <translation>أرشيف RAR</translation>
    </message>
    <message>
        <source>a program or a library</source>
        <translation>برنامج أو مكتبة</translation>
    </message>
    <message>
        <source>a ggml file in a format older than GGUF</source>
        <translation>ملف ggml من قبل GGUF</translation>
    </message>
    <message>
        <source>Tightest device</source>
        <translation>أضيق جهاز</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>عدد الرموز في الثانية</translation>
    </message>
    <message>
        <source>Tokens per second: not known. %1</source>
        <translation>الرموز في الثانية: غير معروفة. %1</translation>
    </message>
    <message>
        <source>Largest workload that fits</source>
        <translation>أقصى ما تتسع له الذاكرة</translation>
    </message>
    <message>
        <source>Tightest device: not known, since no weights are on a device of known capacity.</source>
        <translation>أضيق جهاز: غير معروف، إذ لا أوزان على جهاز معروف السعة.</translation>
    </message>
    <message>
        <source>Tokens per second and largest workload that fits: not known, because no workload is specified. Add --prompt and --generate, or use stowagectl estimate, which assumes a workload.</source>
        <translation>الرموز في الثانية وأقصى ما تتسع له الذاكرة: غير معروفين دون العمل؛ أضف --prompt و--generate، أو استخدم stowagectl estimate الذي يفترض عملًا.</translation>
    </message>
    <message>
        <source>No change that Stowage tried makes the workload fit.</source>
        <translation>لم يجعله أي تغيير جُرِّب يتسع.</translation>
    </message>
    <message>
        <source>each denoising step waits %1 for its weights (%2)</source>
        <translation>تنتظر كل خطوة أوزانها %1 (%2)</translation>
    </message>
    <message>
        <source>&quot;optimal&quot; found no plan</source>
        <translation>لم يجد optimal أي خطة</translation>
    </message>
    <message>
        <source>Board of %1</source>
        <translation>لوحة %1</translation>
    </message>
    <message>
        <source>%1, peak %2</source>
        <translation>%1، الذروة %2</translation>
    </message>
    <message>
        <source>%1: peak %2</source>
        <translation>%1 بحد أقصى %2</translation>
    </message>
    <message>
        <source>Memory of the %1</source>
        <translation>ذاكرة %1</translation>
    </message>
    <message>
        <source>%1, in %2.</source>
        <translation>%1، في %2.</translation>
    </message>
    <message>
        <source>Plans for %1</source>
        <translation>خطط %1</translation>
    </message>
    <message>
        <source>not at once</source>
        <translation>ليس في آن واحد</translation>
    </message>
    <message>
        <source>%1 is out of range; use a value from %2 to %3.</source>
        <translation>%1 خارج النطاق؛ استخدم قيمة من %2 إلى %3.</translation>
    </message>
</context>
<context>
    <name>stowage</name>
    <message>
        <source>%1; write a size like 10GiB, 800MB or 12345678KiB.</source>
        <translation>%1؛ اكتبه مثل 10GiB أو 800MB أو 12345678KiB.</translation>
    </message>
    <message>
        <source>The size %1 is too large</source>
        <translation>الحجم %1 كبير جدًا</translation>
    </message>
    <message>
        <source>The size %1 does not start with a number</source>
        <translation>الحجم %1 لا يبدأ بعدد</translation>
    </message>
    <message>
        <source>The size %1 is negative</source>
        <translation>الحجم %1 سالب</translation>
    </message>
    <message>
        <source>The size %1 has no known unit</source>
        <translation>الحجم %1 ليس له وحدة معروفة</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2 failed: %3.</source>
        <translation>لا يمكن بدء %1: فشل %2: %3.</translation>
    </message>
    <message>
        <source>There is no program %1.</source>
        <translation>لا يوجد برنامج %1.</translation>
    </message>
    <message>
        <source>%1 is not a program that can run on this machine.</source>
        <translation>%1 ليس برنامجًا يمكن تشغيله هنا.</translation>
    </message>
    <message>
        <source>There was not enough memory for %1.</source>
        <translation>لم تكفِ الذاكرة لـ %1.</translation>
    </message>
    <message>
        <source>The system refused a resource that is needed for %1: %2.</source>
        <translation>رفض النظام ما يلزم لـ %1: %2.</translation>
    </message>
    <message>
        <source>A defect in Stowage stopped %1: %2.</source>
        <translation>خلل في Stowage أنهى %1: %2.</translation>
    </message>
    <message>
        <source>A defect in Stowage stopped %1.</source>
        <translation>خلل في Stowage أنهى %1.</translation>
    </message>
    <message>
        <source>There is no file or folder %1.</source>
        <translation>لا يوجد ملف ولا مجلد %1.</translation>
    </message>
    <message>
        <source>The current user is not allowed to read %1; check the file permissions.</source>
        <translation>لا يُسمح لهذا المستخدم بقراءة %1؛ تحقق من صلاحياته.</translation>
    </message>
    <message>
        <source>%1 is a symbolic link that leads back to itself; remove the link.</source>
        <translation>%1 رابط رمزي يعود إلى نفسه؛ أزله.</translation>
    </message>
    <message>
        <source>The name %1 is too long for this system.</source>
        <translation>%1 اسم أطول مما يمكن أن يكون لملفات هذا النظام.</translation>
    </message>
    <message>
        <source>%1 is not a regular file.</source>
        <translation>%1 ليس ملفًا عاديًا.</translation>
    </message>
    <message>
        <source>%1 could not be opened: %2.</source>
        <translation>تعذّر فتح %1: %2.</translation>
    </message>
    <message>
        <source>The disk became full while %1 was being written; free some disk space.</source>
        <translation>امتلأ القرص أثناء كتابة %1؛ أفسح مكانًا.</translation>
    </message>
    <message>
        <source>The current user is not allowed to write %1; choose another folder.</source>
        <translation>لا يُسمح لهذا المستخدم بكتابة %1؛ اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>%1 could not be written: %2.</source>
        <translation>تعذّرت كتابة %1: %2.</translation>
    </message>
    <message>
        <source>%1 is a folder; give a file name instead.</source>
        <translation>%1 مجلد؛ سمِّ ملفًا يُكتب فيه بدلًا منه.</translation>
    </message>
    <message>
        <source>%1 is a socket; give a file name instead.</source>
        <translation>%1 مقبس (socket)؛ سمِّ ملفًا يُكتب فيه بدلًا منه.</translation>
    </message>
    <message>
        <source>%1 is a FIFO that no program reads from; start the reading program first.</source>
        <translation>%1 أنبوب FIFO لا يقرأ منه أي برنامج؛ ابدأ قارئه أولًا.</translation>
    </message>
    <message>
        <source>%1 has %2 of free space, but %3 and a reserve of 16 MiB are needed; free some space or choose another folder.</source>
        <translation>الحرّ في %1 هو %2، لكن المطلوب %3 واحتياطي قدره 16 MiB؛ أفسح مكانًا أو اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>%1 has %2 bytes of JSON; the limit is %3 bytes.</source>
        <translation>في %1 من JSON %2 بايت؛ ويُقرأ %3 على الأكثر.</translation>
    </message>
    <message>
        <source>%1 is not valid JSON at byte %2.</source>
        <translation>%1 ليس JSON صالحًا عند البايت %2.</translation>
    </message>
    <message>
        <source>%1 has more than %2 values.</source>
        <translation>في %1 أكثر من %2 قيمة.</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 و%2</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 و%2 أخرى</translation>
    </message>
    <message>
        <source>%1 is a folder, but a regular file is needed.</source>
        <translation>%1 مجلد، والمطلوب ملف عادي.</translation>
    </message>
    <message>
        <source>%1 is a FIFO, but a regular file is needed.</source>
        <translation>%1 أنبوب FIFO، والمطلوب ملف عادي.</translation>
    </message>
    <message>
        <source>%1 is a device or socket, but a regular file is needed.</source>
        <translation>%1 جهاز أو مقبس (socket)، والمطلوب ملف عادي.</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>التسوية (norm)</translation>
    </message>
    <message>
        <source>projections</source>
        <translation>الإسقاطات</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>الدرجات</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>الانتباه</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>التغذية الأمامية</translation>
    </message>
    <message>
        <source>one expert for all tokens</source>
        <translation>خبير واحد لكل الرموز</translation>
    </message>
    <message>
        <source>%1: (%2) numbers × %3 tokens × %4 B + %5 scores × %6 B</source>
        <translation>%1: (%2) عدد × %3 رمز × %4 B + %5 درجة × %6 B</translation>
    </message>
    <message>
        <source>%1: (%2) numbers × %3 tokens × %4 B</source>
        <translation>%1: (%2) عدد × %3 رمز × %4 B</translation>
    </message>
    <message>
        <source>The list of engines is wrong: %1.json %2</source>
        <translation>قائمة المحركات خاطئة: %1.json %2</translation>
    </message>
    <message>
        <source>has an unknown policy &quot;%1&quot;.</source>
        <translation>فيه سياسة غير معروفة &quot;%1&quot;.</translation>
    </message>
    <message>
        <source>specifies bits for an unknown type &quot;%1&quot;.</source>
        <translation>فيه بتّات من &quot;%1&quot;.</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>لا يمكن قراءته: %1</translation>
    </message>
    <message>
        <source>lacks a title, a source or a kind of attention.</source>
        <translation>ينقصه عنوان أو مصدر أو نوع الانتباه.</translation>
    </message>
    <message>
        <source>the engine %1 is unknown; use one of %2.</source>
        <translation>لا محرك معروف باسم %1؛ استخدم واحدًا من %2.</translation>
    </message>
    <message>
        <source>%1 sequence of %2 token</source>
        <translation>%1 تسلسل من %2 رمز</translation>
    </message>
    <message>
        <source>%1 sequences of %2 token</source>
        <translation>%1 من التسلسلات، كل منها من %2 رمز</translation>
    </message>
    <message>
        <source>%1 sequence of %2 tokens</source>
        <translation>%1 تسلسل من %2 من الرموز</translation>
    </message>
    <message>
        <source>%1 sequences of %2 tokens</source>
        <translation>%1 من التسلسلات، كل منها من %2 من الرموز</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1 is the tightest device and lacks %2.</source>
        <translation>أضيق الأجهزة %1: ينقصه %2.</translation>
    </message>
    <message>
        <source>%1 is the tightest device, with %2 to spare.</source>
        <translation>أضيق الأجهزة %1: بينه وبين الإخفاق التالي %2.</translation>
    </message>
    <message>
        <source>Use stowagectl estimate to see which changes make the plan fit.</source>
        <translation>لمعرفة ما الذي سيجعل الذاكرة تكفي استخدم stowagectl estimate.</translation>
    </message>
    <message>
        <source>%1 sliding layer × %2 numbers × %3 B × %4 tokens</source>
        <translation>%1 طبقة بنافذة منزلقة × %2 عدد × %3 B × %4 رمز</translation>
    </message>
    <message>
        <source>%1 sliding layers × %2 numbers × %3 B × %4 tokens</source>
        <translation>%1 من الطبقات بنافذة منزلقة × %2 عدد × %3 B × %4 رمز</translation>
    </message>
    <message>
        <source>%1 layer × %2 numbers × %3 B × %4 tokens</source>
        <translation>%1 طبقة × %2 عدد × %3 B × %4 رمز</translation>
    </message>
    <message>
        <source>%1 layers × %2 numbers × %3 B × %4 tokens</source>
        <translation>%1 من الطبقات × %2 عدد × %3 B × %4 رمز</translation>
    </message>
    <message>
        <source>%1 does not store keys and values in %2; use one of %3.</source>
        <translation>لا يحفظ %1 المفاتيح والقيم بنوع %2؛ استخدم واحدًا من %3.</translation>
    </message>
    <message>
        <source>The keys and values of this workload are too large to be calculated; use fewer sequences or a shorter context.</source>
        <translation>مفاتيح حمل العمل هذا وقيمه بايتات أكثر مما يمكن عدّه بـ 64 بتًا؛ استخدم تسلسلات أقل أو سياقًا أقصر.</translation>
    </message>
    <message>
        <source>nothing is stored: %1</source>
        <translation>لا يُحفظ شيء: %1</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>%1 is not an adapter configuration: &quot;%2&quot; %3.</source>
        <translation>%1 ليس إعدادات محوِّل (adapter): &quot;%2&quot; %3.</translation>
    </message>
    <message>
        <source>changes parameters of modules that have several parameters</source>
        <translation>يغيّر مُعامِلات وحدات تحوي عدة مُعامِلات</translation>
    </message>
    <message>
        <source>trains single tokens of an embedding</source>
        <translation>يدرّب رموزًا مفردة من تضمين</translation>
    </message>
    <message>
        <source>repeats layers of the model</source>
        <translation>يكرّر طبقات من النموذج</translation>
    </message>
    <message>
        <source>splits its matrices across devices</source>
        <translation>يقسّم مصفوفاته على الأجهزة</translation>
    </message>
    <message>
        <source>compresses its activations</source>
        <translation>يضغط ما يمر عبره</translation>
    </message>
    <message>
        <source>%1 describes a LoRA adapter that %2 (&quot;%3&quot;). Stowage cannot apply such an adapter to a model; merge the adapter with PEFT&apos;s merge_and_unload() and open the result.</source>
        <translation>%1 يخص محوِّل LoRA (adapter) %2 (&quot;%3&quot;)، وStowage لا يضع مثله فوق نموذج؛ ادمجه باستخدام merge_and_unload() من PEFT وافتح الناتج.</translation>
    </message>
    <message>
        <source>must be a number of at least 0</source>
        <translation>يجب أن يكون عددًا ابتداءً من 0</translation>
    </message>
    <message>
        <source>must be a list of names</source>
        <translation>يجب أن يكون قائمة أسماء</translation>
    </message>
    <message>
        <source>%1 is not an adapter configuration: the file must contain a JSON object.</source>
        <translation>%1 ليس إعدادات محوِّل (adapter): يجب أن يكون كائنًا.</translation>
    </message>
    <message>
        <source>must name the method, as in &quot;LORA&quot;</source>
        <translation>يجب أن يسمي الطريقة، مثل &quot;LORA&quot;</translation>
    </message>
    <message>
        <source>%1 is an adapter of the kind %2; Stowage applies only LoRA (&quot;LORA&quot;) to a model. Merge the adapter with PEFT&apos;s merge_and_unload() and open the result.</source>
        <translation>%1 محوِّل (adapter) من النوع %2؛ ويضع Stowage فوق النموذج LoRA (&quot;LORA&quot;). ادمجه باستخدام merge_and_unload() من PEFT وافتح الناتج.</translation>
    </message>
    <message>
        <source>%1 is truncated or damaged: the tensor &quot;%3&quot; for %2 is missing; fetch the adapter again.</source>
        <translation>%1 مبتور أو تالف: لا يحوي من %2 أي &quot;%3&quot;؛ نزّل المحوِّل (adapter) من جديد.</translation>
    </message>
    <message>
        <source>%1 is damaged: for %2, &quot;%3&quot; has the shape [%4] and &quot;%5&quot; has the shape [%6]; these shapes have no common rank.</source>
        <translation>%1 تالف: من %2 فيه &quot;%3&quot; هو [%4] و&quot;%5&quot; هو [%6]، وليست لهما رتبة مشتركة.</translation>
    </message>
    <message>
        <source>%1 uses the tensor names of other programs (%2); load the adapter with diffusers and save it with save_lora_weights(), which writes the names that Stowage reads.</source>
        <translation>يسمي %1 موتراته كما تفعل برامج أخرى (%2)؛ حمّله في diffusers واحفظه باستخدام save_lora_weights()، التي تكتب الأسماء التي يقرؤها Stowage.</translation>
    </message>
    <message>
        <source>%1 is not a LoRA adapter: none of its tensors is named lora_A or lora_B.</source>
        <translation>%1 ليس محوِّل LoRA (adapter): لا يسمى أي موتر فيه lora_A أو lora_B.</translation>
    </message>
    <message>
        <source>An adapter cannot be named %1, because another adapter has this name; give the adapter another name.</source>
        <translation>لا يمكن تسمية محوِّل (adapter) %1، لأن محوِّلًا آخر يحمل هذا الاسم؛ أعطه اسمًا آخر.</translation>
    </message>
    <message>
        <source>An adapter cannot be named %1: the name contains a dot or is empty; give the adapter another name.</source>
        <translation>لا يمكن تسمية محوِّل (adapter) %1: في اسمه نقطة أو أنه فارغ؛ أعطه اسمًا آخر.</translation>
    </message>
    <message>
        <source>The adapter&apos;s &quot;%1&quot; for %2 has the shape [%3], but the module has %4 inputs and %5 outputs: the adapter was created for another model.</source>
        <translation>&quot;%1&quot; في المحوِّل (adapter) لـ %2 هو [%3]، وللوحدة %4 من المداخل و%5 من المخارج: أُنشئ المحوِّل لنموذج آخر.</translation>
    </message>
    <message>
        <source>The adapter changes %1, which is of the class %2; Stowage applies LoRA only to linear layers, embeddings and convolutions.</source>
        <translation>يغيّر المحوِّل (adapter) الوحدة %1، وهي من الصنف %2؛ ويضع Stowage LoRA فوق الطبقات الخطية والتضمينات والالتفافات.</translation>
    </message>
    <message>
        <source>The adapter changes %1, which is the same module as %2; Stowage applies LoRA only to modules that occur once in the model.</source>
        <translation>يغيّر المحوِّل (adapter) الوحدة %1، وهي الوحدة نفسها التي هي %2؛ ويضع Stowage LoRA فوق الوحدات الواقعة في موضع واحد.</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>من %1 إلى %2</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; a model&apos;s configuration may have at most 4 MiB.</source>
        <translation>حجم %1 هو %2 بايت؛ ولا يُقرأ من إعدادات نموذج أكثر من 4 MiB.</translation>
    </message>
    <message>
        <source>has a key of %1 bytes; the limit is %2 bytes</source>
        <translation>فيه مفتاح من %1 بايت؛ ويُقرأ %2 على الأكثر</translation>
    </message>
    <message>
        <source>has a tensor name of %1 bytes; the limit is %2 bytes</source>
        <translation>فيه اسم موتر من %1 بايت؛ ويُقرأ %2 على الأكثر</translation>
    </message>
    <message>
        <source>%1 is one of %2 files of a split model. Only the tensors of this file are read, because the names of the other files cannot be derived from the file name.</source>
        <translation>%1 واحد من %2 من ملفات نموذج مقسَّم؛ ولا تُقرأ إلا موتراته، لأن اسمه لا يذكر أسماء الملفات الأخرى.</translation>
    </message>
    <message>
        <source>%1 contains a NumPy array of the dtype %2, that is, Python objects in a pickle, which Stowage never reads.</source>
        <translation>يحوي %1 مصفوفة NumPy بنوع dtype %2، وهو كائنات Python في pickle، ولا يُقرأ ذلك أبدًا.</translation>
    </message>
    <message>
        <source>%1 contains a NumPy array of the dtype %2, which tensors do not support; save the array with a plain numeric dtype.</source>
        <translation>يحوي %1 مصفوفة NumPy بنوع dtype %2، وليس لأي موتر مثله؛ احفظها بنوع عددي بسيط.</translation>
    </message>
    <message>
        <source>%1 contains a NumPy array of the dtype %2, which is big-endian; convert the array with `.astype(x.dtype.newbyteorder(&apos;&lt;&apos;))` and save it again.</source>
        <translation>يحوي %1 مصفوفة NumPy بنوع dtype %2، وهو big-endian؛ حوّلها باستخدام `.astype(x.dtype.newbyteorder(&apos;&lt;&apos;))` واحفظها من جديد.</translation>
    </message>
    <message>
        <source>%1 is a NumPy file of version %2; Stowage reads versions 1 to 3.</source>
        <translation>%1 ملف NumPy من الإصدار %2؛ وتُقرأ الإصدارات 1 إلى 3.</translation>
    </message>
    <message>
        <source>%1 has a NumPy header of %2 bytes; the limit is 65536.</source>
        <translation>في %1 ترويسة NumPy من %2 بايت؛ ويُقرأ 65536 على الأكثر.</translation>
    </message>
    <message>
        <source>%1 has a shape whose size in bytes does not fit in a 64-bit number.</source>
        <translation>في %1 شكل لا يتسع عدد من 64 بتًا لحجمه بالبايتات.</translation>
    </message>
    <message>
        <source>%1 needs %2 bytes of data but has only %3 bytes; save or fetch the file again.</source>
        <translation>يحتاج %1 إلى %2 بايت من البيانات ولديه %3؛ احفظه أو نزّله من جديد.</translation>
    </message>
    <message>
        <source>The name of %1 is not valid UTF-8 and cannot be the name of a tensor; rename the file.</source>
        <translation>اسم %1 ليس UTF-8 صالحًا ولا يمكن أن يسمي موترًا؛ غيّر اسم الملف.</translation>
    </message>
    <message>
        <source>%1 has %2 extra bytes after its array, which were ignored.</source>
        <translation>يستمر %1 بعد مصفوفته بمقدار %2 بايت؛ وقد استُبعدت.</translation>
    </message>
    <message>
        <source>is %1 but must be an object</source>
        <translation>هو %1 حيث يجب أن يكون كائنًا</translation>
    </message>
    <message>
        <source>has %1 in the metadata, whose values must be strings</source>
        <translation>فيه %1 حيث يجب أن تكون البيانات الوصفية سلاسل نصية</translation>
    </message>
    <message>
        <source>has %1 in a field that requires another type</source>
        <translation>فيه %1 في حقل من نوع آخر</translation>
    </message>
    <message>
        <source>%1 has only %2 bytes, but a safetensors file begins with 8 bytes for the length of the header.</source>
        <translation>حجم %1 هو %2 بايت؛ وملف safetensors يبدأ بالبايتات الـ 8 لطول ترويسته.</translation>
    </message>
    <message>
        <source>%1 is truncated: the header should have %2 bytes, but the whole file has only %3 bytes; fetch the file again.</source>
        <translation>%1 مبتور: ينبغي أن تكون ترويسته من %2 بايت، لكن الملف كله من %3 فقط؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>أُوقف فتح %1.</translation>
    </message>
    <message>
        <source>The header of %1 does not begin with &apos;{&apos; at offset 8.</source>
        <translation>لا تبدأ ترويسة %1 بـ &apos;{&apos; عند الإزاحة 8.</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 %3.</source>
        <translation>الموتر %1 في %2 %3.</translation>
    </message>
    <message>
        <source>ends at offset %1, which is before its first byte at offset %2</source>
        <translation>ينتهي عند الإزاحة %1، قبل أن يبدأ عند %2</translation>
    </message>
    <message>
        <source>has a shape whose size in bytes does not fit in a 64-bit number</source>
        <translation>له شكل لا يتسع عدد من 64 بتًا لحجمه بالبايتات</translation>
    </message>
    <message>
        <source>has %1 elements of the dtype %2, which do not fill whole bytes</source>
        <translation>له %1 من العناصر بنوع %2، وهي لا تملأ بايتات كاملة</translation>
    </message>
    <message>
        <source>needs %1 bytes for its shape and dtype, but its offsets span %2 bytes</source>
        <translation>يحتاج إلى %1 بايت بحسب شكله وdtype الخاص به، لكن إزاحاته تمتد على %2</translation>
    </message>
    <message>
        <source>begins at offset %1, which leaves a gap after offset %2</source>
        <translation>يبدأ عند الإزاحة %1، ما يترك فجوة بعد %2</translation>
    </message>
    <message>
        <source>begins at offset %1 and overlaps the previous tensor, which ends at offset %2</source>
        <translation>يبدأ عند الإزاحة %1 ويتداخل مع الموتر السابق، الذي ينتهي عند الإزاحة %2</translation>
    </message>
    <message>
        <source>%1 is truncated: the tensors need %2 bytes after the header, but only %3 bytes follow; fetch the file again.</source>
        <translation>%1 مبتور: تحتاج موتراته إلى %2 بايت بعد الترويسة، لكن الموجود %3 فقط؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>%1 has %2 bytes after its last tensor, which belong to no tensor.</source>
        <translation>في %1 بعد موتره الأخير %2 بايت لا تخص شيئًا.</translation>
    </message>
    <message>
        <source>%1 contains no tensors.</source>
        <translation>لا يحوي %1 أي موترات.</translation>
    </message>
    <message>
        <source>%2 of %1 was opened because it contains all the tensors (%3 in total).</source>
        <translation>من %1 أُخذ %2، وفيه كل الموترات (%3).</translation>
    </message>
    <message>
        <source>%2 of %1 was opened: it contains %3 tensors and is most likely the model. %4 tensors outside this part were ignored.</source>
        <translation>من %1 أُخذ %2، وفيه %3 من الموترات وهو على الأرجح النموذج؛ واستُبعد %4 من الموترات الواقعة في مكان آخر.</translation>
    </message>
    <message>
        <source>%2 of %1 was opened: it contains %3 tensors and is most likely the model. %4 tensors outside this part were ignored. Another part can be chosen (--prefix on the command line): %5.</source>
        <translation>من %1 أُخذ %2، وفيه %3 من الموترات وهو على الأرجح النموذج؛ واستُبعد %4 من الموترات الواقعة في مكان آخر؛ ويمكن اختيار جزء آخر (--prefix في سطر الأوامر): %5.</translation>
    </message>
    <message>
        <source>the top level</source>
        <translation>مستواه الأعلى</translation>
    </message>
    <message>
        <source>%1 entries of %2 in %3 are not tensors and were ignored.</source>
        <translation>%1 من مداخل %2 في %3 ليست موترات واستُبعدت.</translation>
    </message>
    <message>
        <source>%2 tensor of %1 is quantised: its integers are read as stored; scales and zero points are ignored.</source>
        <translation>من %1 يوجد %2 موتر مكمَّم: تُقرأ الأعداد الصحيحة كما هي مخزَّنة، وتُستبعد المقاييس (scales) ونقاط الصفر (zero points).</translation>
    </message>
    <message>
        <source>%2 tensors of %1 are quantised: their integers are read as stored; scales and zero points are ignored.</source>
        <translation>من %1 يوجد %2 من الموترات المكمَّمة: تُقرأ الأعداد الصحيحة كما هي مخزَّنة، وتُستبعد المقاييس (scales) ونقاط الصفر (zero points).</translation>
    </message>
    <message>
        <source>The sparse tensor %2 of %1 was ignored: only dense tensors are read; save the result of .to_dense() instead.</source>
        <translation>من %1 استُبعد الموتر المتناثر (sparse) %2: لا تُقرأ إلا الموترات الكثيفة (dense)، لذا احفظ .to_dense() بدلًا منه.</translation>
    </message>
    <message>
        <source>The sparse tensors %2 of %1 were ignored: only dense tensors are read; save the results of .to_dense() instead.</source>
        <translation>من %1 استُبعدت الموترات المتناثرة (sparse) %2: لا تُقرأ إلا الموترات الكثيفة (dense)، لذا احفظ .to_dense() بدلًا منها.</translation>
    </message>
    <message>
        <source>%2 tensor of %1 was saved on the meta device, without weights: it can be planned by its shape, but it cannot be loaded.</source>
        <translation>من %1 حُفظ %2 موتر على جهاز meta، بلا أوزان: يمكن وضع خطة من شكله، لكن لا يمكن تحميله.</translation>
    </message>
    <message>
        <source>%2 tensors of %1 were saved on the meta device, without weights: they can be planned by their shapes, but they cannot be loaded.</source>
        <translation>من %1 حُفظ %2 من الموترات على جهاز meta، بلا أوزان: يمكن وضع خطة من أشكالها، لكن لا يمكن تحميلها.</translation>
    </message>
    <message>
        <source>has a name with a NUL byte or with invalid UTF-8</source>
        <translation>في اسمه NUL أو أن اسمه ليس UTF-8</translation>
    </message>
    <message>
        <source>is sparse, but only dense tensors are read; save the result of its .to_dense()</source>
        <translation>متناثر (sparse)، ولا تُقرأ إلا الموترات الكثيفة (dense)؛ احفظ .to_dense() الخاص به</translation>
    </message>
    <message>
        <source>is a view with a pending conjugation or negation; save the result of its .resolve_conj().resolve_neg()</source>
        <translation>عرض (view) ما زال ينتظر المرافقة (conj) أو السلب (neg)؛ احفظ .resolve_conj().resolve_neg() الخاص به</translation>
    </message>
    <message>
        <source>is a view that extends past the end of its storage of %1 bytes</source>
        <translation>يقع في عرض (view) يتجاوز نهاية تخزينه (storage) البالغ %1 بايت</translation>
    </message>
    <message>
        <source>stores pairs of 4-bit numbers and is a view or a scalar; save the result of its .contiguous()</source>
        <translation>عرض (view) أو قيمة مفردة من أزواج أعداد من 4 بتّات؛ احفظ .contiguous() الخاص به</translation>
    </message>
    <message>
        <source>is sparse, like all tensors of the file; only dense tensors are read, so save the results of .to_dense()</source>
        <translation>متناثر (sparse) كغيره كلها، ولا تُقرأ إلا الموترات الكثيفة (dense)؛ احفظ .to_dense()</translation>
    </message>
    <message>
        <source>%1 must contain exactly one tensor, because its folder stores one tensor per file.</source>
        <translation>لا يحوي %1 موترًا واحدًا مفردًا، كما يجب في كل ملف من مجلد كهذا.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 has no weights, so the quantisation that its config.json declares is ignored.</source>
        <translation>%1: يصرّح config.json الخاص به بأوزان مكمَّمة، ولا يوجد منها شيء هنا؛ ويُحسب غير مكمَّم.</translation>
    </message>
    <message>
        <source>The renaming %1 %2</source>
        <translation>تغيير الأسماء %1 %2</translation>
    </message>
    <message>
        <source>leaves the tensor %1 of %2 without a name; end the text before the &quot;=&quot; with a dot.</source>
        <translation>يترك الموتر %1 في %2 بلا اسم؛ اجعل البداية القديمة للمفاتيح تنتهي بنقطة.</translation>
    </message>
    <message>
        <source>matches no key of %1, which contains no tensors; write the beginning of the keys before the &quot;=&quot;, as in module.=</source>
        <translation>لا يطابق أي مفتاح في %1، الذي لا يحوي أي موترات؛ اكتب قبل &quot;=&quot; ما تبدأ به المفاتيح، مثل module.=</translation>
    </message>
    <message>
        <source>matches no key of %1, whose first key is %2; write the beginning of the keys before the &quot;=&quot;, as in module.=</source>
        <translation>لا يطابق أي مفتاح في %1، وأول مفاتيحه %2؛ اكتب قبل &quot;=&quot; ما تبدأ به المفاتيح، مثل module.=</translation>
    </message>
    <message>
        <source>gives two tensors of %1 the name %2; choose a renaming that keeps all names different.</source>
        <translation>يعطي موترين في %1 الاسم %2؛ اختر تغييرًا للأسماء يُبقيها كلها مختلفة.</translation>
    </message>
    <message>
        <source>%1 key is missing (%2)</source>
        <translation>%1 مفتاح مفقود (%2)</translation>
    </message>
    <message>
        <source>%1 keys are missing (%2)</source>
        <translation>%1 من المفاتيح مفقودة (%2)</translation>
    </message>
    <message>
        <source>%1 key is unexpected (%2)</source>
        <translation>%1 غير منتظَر (%2)</translation>
    </message>
    <message>
        <source>%1 keys are unexpected (%2)</source>
        <translation>%1 غير منتظَرة (%2)</translation>
    </message>
    <message>
        <source>%1 key has a different shape (%2)</source>
        <translation>%1 له شكل آخر (%2)</translation>
    </message>
    <message>
        <source>%1 keys have a different shape (%2)</source>
        <translation>%1 لها شكل آخر (%2)</translation>
    </message>
    <message>
        <source>%1 key has a different dtype (%2)</source>
        <translation>%1 له dtype آخر (%2)</translation>
    </message>
    <message>
        <source>%1 keys have a different dtype (%2)</source>
        <translation>%1 لها dtype آخر (%2)</translation>
    </message>
    <message>
        <source>%1 is not a renaming: write the current beginning of the keys, &quot;=&quot;, and the new beginning, as in module.= or h.=transformer.h.</source>
        <translation>%1 ليس تغييرًا للأسماء: اكتب ما تبدأ به المفاتيح، ثم &quot;=&quot;، ثم ما ينبغي أن تبدأ به بدلًا منه، مثل module.= أو h.=transformer.h.</translation>
    </message>
    <message>
        <source>Compared with %1, %2.</source>
        <translation>بالمقارنة مع %1: %2.</translation>
    </message>
    <message>
        <source>Every key begins with %1, which a wrapper such as DistributedDataParallel or torch.compile adds. Remove this beginning to restore the model&apos;s own names (--rename %2 on the command line).</source>
        <translation>كل المفاتيح تبدأ بـ %1، وهو ما يضعه هناك غلاف مثل DistributedDataParallel أو torch.compile. وبإزالته تبقى أسماء النموذج نفسه (--rename %2 في سطر الأوامر).</translation>
    </message>
    <message>
        <source>More keys match the module tree if %1 is removed from the beginning of the keys (--rename %2 on the command line).</source>
        <translation>تتفق مفاتيح أكثر إذا أُزيل منها %1 (--rename %2 في سطر الأوامر).</translation>
    </message>
    <message>
        <source>More keys match the module tree if %1 is added to the beginning of the keys (--rename %2 on the command line).</source>
        <translation>تتفق مفاتيح أكثر إذا وُضع قبلها %1 (--rename %2 في سطر الأوامر).</translation>
    </message>
    <message>
        <source>More keys match the module tree if %1 at the beginning of the keys is replaced by %2 (--rename %3 on the command line).</source>
        <translation>تتفق مفاتيح أكثر إذا صار %1 هو %2 (--rename %3 في سطر الأوامر).</translation>
    </message>
    <message>
        <source>%1 %2, so no class can be chosen; omit the class %3.</source>
        <translation>%1 %2، فلا يوجد ما يمكن اختيار صنف له؛ لا تستخدم %3.</translation>
    </message>
    <message>
        <source>The modules are derived from the tensor names; %1 was not used: %2</source>
        <translation>لم يؤخذ %1 لوحدات النموذج، فهي تُعرف من أسماء الموترات: %2</translation>
    </message>
    <message>
        <source>%1 is one of several shards, so %2 was not used, and the modules are derived from the tensor names. To open all shards, put %3 into their folder and open the folder.</source>
        <translation>%1 واحدة من عدة شظايا (shards)، لذا لم يُستخدم %2، واستُنتجت الوحدات من أسماء الموترات. لفتح كل الشظايا ضع %3 في مجلدها ثم افتح المجلد.</translation>
    </message>
    <message>
        <source>none of the keys in the file belongs to the class %1.</source>
        <translation>لا مفتاح من مفاتيح الملف هو من مفاتيح %1.</translation>
    </message>
    <message>
        <source>the file lacks %1 of the tensors that the configuration describes (%2).</source>
        <translation>ينقص الملف %1 من الموترات التي يصفها (%2).</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; the limit for a module tree is 256 MiB.</source>
        <translation>حجم %1 هو %2 بايت؛ ولا يُقرأ من شجرة وحدات أكثر من 256 MiB.</translation>
    </message>
    <message>
        <source>There are %1 module trees next to %2 (%3, %4 and more), so no tree was used; choose a tree (--tree on the command line).</source>
        <translation>توجد بجانب %2 أشجار وحدات عددها %1 (%3 و%4 وغيرهما)، لذا لم تؤخذ أي منها؛ اختر واحدة (--tree في سطر الأوامر).</translation>
    </message>
    <message>
        <source>There are %1 module trees next to %2 (%3, %4), so no tree was used; choose a tree (--tree on the command line).</source>
        <translation>توجد بجانب %2 أشجار وحدات عددها %1 (%3 و%4)، لذا لم تؤخذ أي منها؛ اختر واحدة (--tree في سطر الأوامر).</translation>
    </message>
    <message>
        <source>The module tree next to the weights was not used: %1</source>
        <translation>لم تؤخذ شجرة الوحدات التي بجانب الأوزان: %1</translation>
    </message>
    <message>
        <source>%1 is next to the weights and was used as the module tree of the model.</source>
        <translation>يقع %1 بجانب الأوزان وأُخذ بوصفه نموذجها.</translation>
    </message>
    <message>
        <source>does not use the tensor names of transformers or diffusers</source>
        <translation>لا يستخدم أسماء الموترات الخاصة بـ transformers أو diffusers</translation>
    </message>
    <message>
        <source>has no config.json next to its weights</source>
        <translation>ليس بجانب أوزانه config.json</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 على %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 من %2</translation>
    </message>
    <message>
        <source>The modules were built earlier from %2 by %1 and are stored in %3.</source>
        <translation>الوحدات هي التي بناها %1 سابقًا من %2؛ وهي محفوظة في %3.</translation>
    </message>
    <message>
        <source>The modules were built from %2 by %1 and are stored in %3.</source>
        <translation>الوحدات هي التي يبنيها %1 من %2؛ وهي محفوظة في %3.</translation>
    </message>
    <message>
        <source>%1 is a module tree and contains no weights that the module tree %2 could describe; open a file with weights, or omit the second tree.</source>
        <translation>%1 هو نفسه شجرة وحدات ولا يحوي أوزانًا يمكن أن تصفها %2؛ افتح الأوزان، أو لا تستخدم تلك الشجرة.</translation>
    </message>
    <message>
        <source>%1 is a module tree, which already names its classes; omit the class %2.</source>
        <translation>%1 شجرة وحدات، وهي تسمي أصنافها بنفسها؛ لا تستخدم %2.</translation>
    </message>
    <message>
        <source>%1 contains no layers for multi-token prediction; leave multi-token prediction out of the plan.</source>
        <translation>لا يحوي %1 بجانب نموذجه طبقات للتنبؤ بعدة رموز؛ استبعدها من الخطة.</translation>
    </message>
    <message>
        <source>Opening was cancelled.</source>
        <translation>أُلغي الفتح.</translation>
    </message>
    <message>
        <source>The model ties %1, but the file contains different values for the tied weights. The weights are loaded separately, as from_pretrained does.</source>
        <translation>يربط النموذج %1، لكن الملف يحوي لها أعدادًا مختلفة، لذا تُحمَّل منفصلة، كما تفعل from_pretrained.</translation>
    </message>
    <message>
        <source>The index file %1 has %2 bytes; the limit for an index without its shards is 64 MiB.</source>
        <translation>حجم %1 هو %2 بايت؛ ومن دون شظاياه (shards) يُقرأ 64 MiB على الأكثر.</translation>
    </message>
    <message>
        <source>%1 names %2 shard, which was not found</source>
        <translation>يسمي %1 عدد %2 شظية (shard)، وهي ليست هنا</translation>
    </message>
    <message>
        <source>%1 names %2 shards, none of which was found</source>
        <translation>يسمي %1 عدد %2 من الشظايا (shards)، ولا يوجد منها شيء هنا</translation>
    </message>
    <message>
        <source>There is no file or folder %1. To use a model of the Hugging Face Hub, download its files into a folder (hf download %1 config.json --local-dir %2) and open %2. A plan needs config.json; a load also needs *.safetensors and model.safetensors.index.json.</source>
        <translation>لا يوجد ملف ولا مجلد %1؛ لنموذج من Hugging Face Hub نزّل config.json للتخطيط له، و*.safetensors مع model.safetensors.index.json لتحميله، في مجلد (hf download %1 config.json --local-dir %2)، وافتح %2.</translation>
    </message>
    <message>
        <source>%1 contains no adapter weights: none of %2, %3, %4 and %5 was found.</source>
        <translation>لا يحوي %1 أوزان محوِّل (adapter): لا يوجد فيه %2 ولا %3 ولا %4 ولا %5.</translation>
    </message>
    <message>
        <source>%1 is a module tree, which already names its classes. A class can be chosen only for a config.json; omit the class %2.</source>
        <translation>%1 شجرة وحدات، وهي تسمي أصنافها بنفسها؛ ولا يمكن اختيار صنف إلا لملف config.json: لا تستخدم %2.</translation>
    </message>
    <message>
        <source>%1 has %2 bytes of JSON; the limit is 256 MiB.</source>
        <translation>في %1 من JSON %2 بايت؛ ويُقرأ 256 MiB على الأكثر.</translation>
    </message>
    <message>
        <source>%1 is not a module tree: &quot;format&quot; must be &quot;stowage.tree&quot;.</source>
        <translation>%1 ليس شجرة وحدات: يجب أن يكون &quot;format&quot; هو &quot;stowage.tree&quot;.</translation>
    </message>
    <message>
        <source>%1 is a bare Python pickle, not a checkpoint; save the state dict with torch.save.</source>
        <translation>%1 ملف pickle مجرد من Python، وليس نقطة حفظ؛ احفظ state dict باستخدام torch.save.</translation>
    </message>
    <message>
        <source>%1 is an HDF5 file, not a PyTorch checkpoint; convert it to safetensors.</source>
        <translation>%1 ملف HDF5، وليس نقطة حفظ PyTorch؛ حوّله إلى safetensors.</translation>
    </message>
    <message>
        <source>%1 is a tar archive. If PyTorch before 0.1.10 wrote the file, load and save it with a newer torch; otherwise, extract the archive.</source>
        <translation>%1 أرشيف tar. إذا كتب هذا الملف إصدار من PyTorch أقدم من 0.1.10، فحمّله واحفظه باستخدام torch أحدث؛ وإلا ففُكّ الأرشيف.</translation>
    </message>
    <message>
        <source>%1 is a Git LFS pointer, not the file itself; run `git lfs pull`.</source>
        <translation>%1 مؤشر Git LFS، لا الملف نفسه؛ نفّذ `git lfs pull`.</translation>
    </message>
    <message>
        <source>%1 is not a checkpoint: it is a text file that begins with %2.</source>
        <translation>%1 ملف نصي يبدأ بـ %2، وليس نقطة حفظ.</translation>
    </message>
    <message>
        <source>%1 is not in a format that Stowage reads (safetensors, PyTorch, GGUF, .npy or .tree.json).</source>
        <translation>%1 ليس بأي صيغة يقرؤها Stowage: لا safetensors ولا صيغ PyTorch ولا GGUF ولا .npy ولا .tree.json.</translation>
    </message>
    <message>
        <source>%1 is empty (0 bytes); fetch or save it again.</source>
        <translation>%1 فارغ (0 بايت)؛ نزّله أو احفظه من جديد.</translation>
    </message>
    <message>
        <source>%1 contains several files that could be the checkpoint: %2; open one of them.</source>
        <translation>يحوي %1 عدة ملفات قد تكون نقطة الحفظ: %2؛ افتح واحدًا منها.</translation>
    </message>
    <message>
        <source>%1 contains no checkpoint: it has no .safetensors, .pth, .pt, .bin, .gguf or .npy file.</source>
        <translation>لا يحوي %1 أي نقطة حفظ: لا يوجد فيه أي ملف .safetensors أو .pth أو .pt أو .bin أو .gguf أو .npy.</translation>
    </message>
    <message>
        <source>%1 is not a folder containing a `.index.json` file or a pytorch_model.bin or a model.safetensors file</source>
        <translation>%1 ليس مجلدًا يحوي ملف `.index.json` أو pytorch_model.bin أو model.safetensors</translation>
    </message>
    <message>
        <source>%1 containing more than one `.index.json` file, delete the irrelevant ones.</source>
        <translation>يحوي %1 أكثر من ملف `.index.json` واحد، احذف ما لا صلة له منها.</translation>
    </message>
    <message>
        <source>%1 is not an index of shards: it must map the name of each tensor to a file name, at its top level or under &quot;weight_map&quot;.</source>
        <translation>%1 ليس فهرس شظايا (shards): يجب أن يعيّن لكل اسم موتر اسم ملف، في أعلاه أو تحت &quot;weight_map&quot;.</translation>
    </message>
    <message>
        <source>%1 contains more than one .index.json file, and Accelerate rejects such a folder; open one of these files, or delete the irrelevant files.</source>
        <translation>يحوي %1 أكثر من ملف .index.json واحد، ولا يأخذ Accelerate أيًّا منها؛ افتح واحدًا منها، أو احذف ما لا صلة له.</translation>
    </message>
    <message>
        <source>An additional model cannot be named %1, because another model has this name; give it another name.</source>
        <translation>لا يمكن تسمية نموذج بجانب آخر %1، لأن نموذجًا آخر يحمل هذا الاسم؛ أعطه اسمًا آخر.</translation>
    </message>
    <message>
        <source>An additional model cannot be named %1: the name contains a dot or is empty; give it another name.</source>
        <translation>لا يمكن تسمية نموذج بجانب آخر %1: في اسمه نقطة أو أنه فارغ؛ أعطه اسمًا آخر.</translation>
    </message>
    <message>
        <source>At most %1 adapters and additional models together can be planned with one model.</source>
        <translation>يُخطَّط مع نموذج آخر لـ %1 من المحوِّلات (adapters) والنماذج على الأكثر.</translation>
    </message>
    <message>
        <source>%1 is one of the %2 shards of the index %3; all shards were opened.</source>
        <translation>%1 واحدة من الشظايا (shards) الـ %2 التي يسميها %3؛ وفُتحت كلها.</translation>
    </message>
    <message>
        <source>%1 is one of the %2 shards of the index %3, but only the tensors of this shard were read: %4</source>
        <translation>%1 واحدة من الشظايا (shards) الـ %2 التي يسميها %3، لكن الموجود هنا موتراتها فقط: %4</translation>
    </message>
    <message>
        <source>%1 was opened. The folder also contains %2; to open another file, specify the file name.</source>
        <translation>فُتح %1. ويحوي المجلد أيضًا %2؛ لفتح ملف آخر اذكر اسم الملف.</translation>
    </message>
    <message>
        <source>headers of files</source>
        <translation>ترويسات الملفات</translation>
    </message>
    <message>
        <source>The prefix %2 selects a nested dict of a PyTorch file, but %1 has another format; omit the prefix.</source>
        <translation>ليس لـ %1 أجزاء يُختار منها للبادئة %2: لا تكون إلا لملفات PyTorch من قواميس (dict) متداخلة؛ لا تستخدمها.</translation>
    </message>
    <message>
        <source>%1 is a LoRA adapter, shown without its model; open the model and add the adapter to the model (--adapter on the command line).</source>
        <translation>%1 محوِّل LoRA (adapter)، يُعرض من دون النموذج الذي هو له؛ افتح ذلك النموذج وأضف المحوِّل إليه (--adapter في سطر الأوامر).</translation>
    </message>
    <message>
        <source>%1 is a LoRA adapter for %2, shown without its model; open the model and add the adapter to the model (--adapter on the command line).</source>
        <translation>%1 محوِّل LoRA (adapter) لـ %2، يُعرض من دون النموذج الذي هو له؛ افتح ذلك النموذج وأضف المحوِّل إليه (--adapter في سطر الأوامر).</translation>
    </message>
    <message>
        <source>%1 is a LoRA adapter and was applied to the model that the adapter names, %2.</source>
        <translation>%1 محوِّل LoRA (adapter)؛ وُضع فوق النموذج الذي يسميه، %2.</translation>
    </message>
    <message>
        <source>%1 contains the file %2, whose name is not valid UTF-8 and cannot be the name of a tensor; rename the file.</source>
        <translation>يحوي %1 الملف %2، واسمه ليس UTF-8 صالحًا ولا يمكن أن يسمي موترًا؛ غيّر اسم الملف.</translation>
    </message>
    <message>
        <source>%1 contains no tensors: it has no .pt and no .npy file.</source>
        <translation>لا يحوي %1 أي موترات: لا يوجد فيه أي ملف .pt ولا .npy.</translation>
    </message>
    <message>
        <source>The model %1 cannot use the class that the pipeline names, %2: %3</source>
        <translation>لم يُبنَ النموذج %1 بالصنف %2 الذي يسميه خط المعالجة: %3</translation>
    </message>
    <message>
        <source>%1 has several models, but a class, a tree, a prefix or a renaming applies to one model; open the folder of that model, or omit the option.</source>
        <translation>%1 من عدة نماذج، والصنف أو الشجرة أو البادئة أو تغيير الأسماء يخص نموذجًا واحدًا؛ افتح مجلد ذلك النموذج، أو لا تستخدمه.</translation>
    </message>
    <message>
        <source>The model folders also contain variants of the weights that were not opened: %1 (--weights-variant on the command line).</source>
        <translation>تحوي مجلدات النماذج أيضًا أوزان بدائل أخرى: %1 (--weights-variant في سطر الأوامر).</translation>
    </message>
    <message>
        <source>The model %2 of %1 is missing and is not included; fetch the folder of this model.</source>
        <translation>من نماذج %1 لا يوجد %2 هنا ولا يُحسب؛ نزّل ذلك المجلد أيضًا.</translation>
    </message>
    <message>
        <source>The models %2 of %1 are missing and are not included; fetch the folders of these models.</source>
        <translation>من نماذج %1 لا توجد %2 هنا ولا تُحسب؛ نزّل تلك المجلدات أيضًا.</translation>
    </message>
    <message>
        <source>%1 lists no model with a folder.</source>
        <translation>لا يسمي %1 أي نموذج مجلده هنا.</translation>
    </message>
    <message>
        <source>None of the models in %1 has a folder; fetch %2.</source>
        <translation>لا يسمي %1 أي نموذج مجلده هنا: نزّل %2.</translation>
    </message>
    <message>
        <source>read once</source>
        <translation>مقروءة مرة</translation>
    </message>
    <message>
        <source>The pages of %1 cannot be dropped from memory: %2.</source>
        <translation>لا يمكن إسقاط صفحات %1 من الذاكرة: %2.</translation>
    </message>
    <message>
        <source>Reading %1 into the page cache was stopped.</source>
        <translation>أُوقفت قراءة %1 إلى ذاكرة الصفحات المؤقتة.</translation>
    </message>
    <message>
        <source>%1 is not a state of the page cache; use as-is, cold or warm.</source>
        <translation>%1 ليست حالة لذاكرة الصفحات المؤقتة؛ استخدم as-is أو cold أو warm.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>is not a diffusers pipeline: %1 must be a list of a library and a class.</source>
        <translation>ليس خط معالجة diffusers: يجب أن يكون %1 قائمة من مكتبة وصنف.</translation>
    </message>
    <message>
        <source>names a component %1, which is not a folder name.</source>
        <translation>يسمي مكوّنًا %1، وهو ليس اسم مجلد.</translation>
    </message>
    <message>
        <source>%1 names the class %2, whose weights are not for PyTorch; fetch the PyTorch files of the pipeline.</source>
        <translation>%1 من خط معالجة %2، وأوزانه ليست أوزان PyTorch؛ نزّل ملفات PyTorch الخاصة به.</translation>
    </message>
    <message>
        <source>is not a diffusers pipeline: the file must contain a JSON object with a &quot;_class_name&quot;.</source>
        <translation>ليس خط معالجة diffusers: يجب أن يكون كائنًا يسمي &quot;_class_name&quot; الخاص به.</translation>
    </message>
    <message>
        <source>%1 names %2 models; the limit is %3.</source>
        <translation>يسمي %1 من النماذج %2؛ ويُفتح %3 على الأكثر.</translation>
    </message>
    <message>
        <source>The built-in list of single-file layouts contains an error: %1</source>
        <translation>قائمة تخطيطات الملف الواحد خاطئة: %1</translation>
    </message>
    <message>
        <source>the file %1.json is missing</source>
        <translation>لا يوجد %1.json</translation>
    </message>
    <message>
        <source>The model %2 of %1 is not in the file and is not included.</source>
        <translation>من نماذج %1 لا يوجد %2 في هذا الملف ولا يُحسب.</translation>
    </message>
    <message>
        <source>The models %2 of %1 are not in the file and are not included.</source>
        <translation>من نماذج %1 لا توجد %2 في هذا الملف ولا تُحسب.</translation>
    </message>
    <message>
        <source>%1 tensor of the file belongs to none of the models of %2 and will not be loaded: %3.</source>
        <translation>%1 موتر من الملف لا يخص أيًّا من نماذج %2 ولن يُحمَّل: %3.</translation>
    </message>
    <message>
        <source>%1 tensors of the file belong to none of the models of %2 and will not be loaded: %3.</source>
        <translation>%1 من موترات الملف لا تخص أيًّا من نماذج %2 ولن تُحمَّل: %3.</translation>
    </message>
    <message>
        <source>The keys match the single-file layout of %1, but the modules are derived from the keys: %2</source>
        <translation>المفاتيح توافق تخطيط الملف الواحد لـ %1، لكن الوحدات استُنتجت من المفاتيح: %2</translation>
    </message>
    <message>
        <source>The keys match the single-file layout of %1, but no tensor has the expected shape, so the modules are derived from the keys.</source>
        <translation>المفاتيح توافق تخطيط الملف الواحد لـ %1، لكن ليس لأي موتر الشكل المتوقَّع، لذا استُنتجت الوحدات من المفاتيح.</translation>
    </message>
    <message>
        <source>has a storage of %1 elements, which do not fit into its record of %2 bytes</source>
        <translation>له تخزين (storage) من %1 عنصر، أكثر مما يحويه سجله البالغ %2 بايت</translation>
    </message>
    <message>
        <source>has a storage of %1 bytes, which do not fit into its record of %2 bytes</source>
        <translation>له تخزين (storage) من %1 بايت، أكثر مما يحويه سجله البالغ %2 بايت</translation>
    </message>
    <message>
        <source>has elements of the dtype %1, which do not fill whole bytes</source>
        <translation>له عناصر بنوع %1، وهي لا تملأ بايتات كاملة</translation>
    </message>
    <message>
        <source>begins at element %1, which is beyond the end of its storage</source>
        <translation>يبدأ عند العنصر %1، خارج تخزينه (storage)</translation>
    </message>
    <message>
        <source>extends past the end of its storage in dimension %1</source>
        <translation>يتجاوز نهاية تخزينه (storage) في البُعد %1</translation>
    </message>
    <message>
        <source>%1 changed during the conversion, so the result cannot be trusted: convert it again without --resume.</source>
        <translation>تغيّر %1 أثناء تحويله، فلا يمكن الوثوق بشيء منه: حوّله من جديد من دون --resume.</translation>
    </message>
    <message>
        <source>The tensor %1 %2.</source>
        <translation>الموتر %1 %2.</translation>
    </message>
    <message>
        <source>was saved on the meta device and has no bytes to convert; save the model with its weights</source>
        <translation>حُفظ على جهاز meta وليست له بايتات تُحوَّل؛ احفظ النموذج بأوزانه</translation>
    </message>
    <message>
        <source>has the dtype %1, whose quantised blocks only GGUF files can store; convert a float16 or float32 GGUF file instead</source>
        <translation>هو %1، مكمَّم في كتل لا تحويها إلا ملفات GGUF؛ حوّل بدلًا منه GGUF بنوع float16 أو float32</translation>
    </message>
    <message>
        <source>is stored as %1 and cannot be cast to %2; omit --dtype</source>
        <translation>مخزَّن بنوع %1 ولا يمكن تحويله (cast) إلى %2؛ لا تستخدم --dtype</translation>
    </message>
    <message>
        <source>The name of the tensor %1 is too long for a file name; convert to safetensors or pth.</source>
        <translation>للموتر %1 اسم أطول من أن يكون اسم ملف؛ حوّل إلى safetensors أو pth.</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, which safetensors files cannot store; convert to pth.</source>
        <translation>الموتر %1 هو %2، ولا يمكن لملفات safetensors أن تحويه؛ حوّل إلى pth.</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, which torch.save cannot store; convert to safetensors.</source>
        <translation>الموتر %1 هو %2، ولا يمكن لـ torch.save تخزينه؛ حوّل إلى safetensors.</translation>
    </message>
    <message>
        <source>The name of the tensor %1 is not allowed in a safetensors file; convert to pth or rename the tensor.</source>
        <translation>للموتر %1 اسم لا يجوز لأي موتر في ملف safetensors؛ حوّل إلى pth أو غيّر اسمه.</translation>
    </message>
    <message>
        <source>%1 is not a target format; use safetensors, pth, per-tensor or offload.</source>
        <translation>%1 ليست صيغة يُحوَّل إليها؛ استخدم safetensors أو pth أو per-tensor أو offload.</translation>
    </message>
    <message>
        <source>at least one byte is required, not %1.</source>
        <translation>يجب أن تتسع الشظية (shard) لبايت واحد على الأقل، لا لـ %1.</translation>
    </message>
    <message>
        <source>A folder with one file per tensor cannot store a second name of a tensor, such as %1; leave the second name out.</source>
        <translation>الموتر %1 اسم ثانٍ لموتر آخر، ولا يمكن لمجلد فيه ملف واحد لكل موتر أن يعبّر عن ذلك؛ استبعده.</translation>
    </message>
    <message>
        <source>Writing %1 was stopped.</source>
        <translation>أُوقفت كتابة %1.</translation>
    </message>
    <message>
        <source>The size of a shard must be at least one byte.</source>
        <translation>يجب أن تتسع الشظية (shard) لبايت واحد على الأقل.</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, for which Stowage does not know the initial values of a new model; open the checkpoint that belongs to this model.</source>
        <translation>%1 هو %2، وقيمة نموذج جديد هناك غير معروفة؛ افتح نقطة الحفظ الخاصة بهذا النموذج.</translation>
    </message>
    <message>
        <source>%1 lacks more than %2 of the model&apos;s parameters, which is too much to load with initial values; open the checkpoint that belongs to this model.</source>
        <translation>ينقص %1 أكثر من %2 من مُعامِلات النموذج، وهذا أكثر من أن يُحمَّل بقيم ابتدائية؛ افتح نقطة الحفظ الخاصة بهذا النموذج.</translation>
    </message>
    <message>
        <source>The tensor name %1 cannot be a file name in an offload folder.</source>
        <translation>لا يمكن أن يكون اسم الموتر %1 اسم ملف في مجلد تفريغ (offload).</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, which Accelerate&apos;s offload folder cannot store; do not place the tensor on the disk.</source>
        <translation>الموتر %1 هو %2، ولا يمكن لمجلد التفريغ (offload) الخاص بـ Accelerate أن يحويه؛ أبعده عن القرص.</translation>
    </message>
    <message>
        <source>The tensor %1 is empty, and an offload folder cannot store empty tensors (numpy cannot map an empty file); do not place the tensor on the disk.</source>
        <translation>الموتر %1 فارغ، ولا يمكن لمجلد التفريغ (offload) أن يحوي موترات فارغة (لا تستطيع numpy تعيين ملف فارغ في الذاكرة)؛ أبعده عن القرص.</translation>
    </message>
    <message>
        <source>The shape and dtype of the tensor %1 do not match its size of %2 bytes.</source>
        <translation>ليس للموتر %1 حجم %2 بايت بحسب شكله وdtype الخاص به.</translation>
    </message>
    <message>
        <source>%1 is not a folder; remove it or choose another folder.</source>
        <translation>%1 ليس مجلدًا؛ أزله أو اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>The unfinished files next to %1 %2; run the command without --resume to start over.</source>
        <translation>الملفات غير المكتملة بجانب %1 %2؛ شغّله من دون --resume للبدء من جديد.</translation>
    </message>
    <message>
        <source>%1 is not the journal of an unfinished write; run the command without --resume to start over.</source>
        <translation>%1 ليس سجل متابعة (journal) لتشغيل غير مكتمل؛ شغّله من دون --resume للبدء من جديد.</translation>
    </message>
    <message>
        <source>%1 was written by another version of Stowage; run the command without --resume to start over.</source>
        <translation>كتب %1 إصدار آخر من Stowage؛ شغّله من دون --resume للبدء من جديد.</translation>
    </message>
    <message>
        <source>belong to an earlier state of %1</source>
        <translation>هي من %1 كما كان قبل أن يتغيّر</translation>
    </message>
    <message>
        <source>belong to %1, not to %2</source>
        <translation>هي من %1، لا من %2</translation>
    </message>
    <message>
        <source>were written with other options</source>
        <translation>بُدئت بخيارات أخرى</translation>
    </message>
    <message>
        <source>The tensor %1 has the dtype %2, which safetensors files cannot store; write a .pth file.</source>
        <translation>الموتر %1 هو %2، ولا يمكن لملفات safetensors أن تحويه؛ اكتب ملف .pth.</translation>
    </message>
    <message>
        <source>A safetensors file cannot store a second name of a tensor, such as %1; leave the second name out.</source>
        <translation>يشترك الموتر %1 في بايتاته مع آخر، ولا يمكن لملفات safetensors أن تعبّر عن ذلك؛ استبعد الاسم الثاني.</translation>
    </message>
    <message>
        <source>%1 would need a header of more than 100,000,000 bytes, which is the limit of safetensors files.</source>
        <translation>سيحتاج %1 إلى ترويسة أكبر من 100,000,000 بايت.</translation>
    </message>
    <message>
        <source>Vocabulary, context, width, layers and heads of a sample must each be between 1 and 2^24; one of them is %1.</source>
        <translation>يجب أن تقع أحجام العيّنة بين 1 و2^24، لا أن تكون %1.</translation>
    </message>
    <message>
        <source>The width of a sample, %1, is not divisible by its number of heads, %2.</source>
        <translation>عرض العيّنة البالغ %1 لا ينقسم على %2 من الرؤوس.</translation>
    </message>
    <message>
        <source>A sample cannot have the dtype %1; use float32, float16, bfloat16 or float64.</source>
        <translation>لا يمكن أن تكون العيّنة %1؛ استخدم float32 أو float16 أو bfloat16 أو float64.</translation>
    </message>
    <message>
        <source>A sample can be written only as safetensors, pth or per-tensor.</source>
        <translation>تُكتب العيّنة بصيغة safetensors أو pth أو per-tensor.</translation>
    </message>
    <message>
        <source>A sample can be written in shards only as safetensors.</source>
        <translation>لا تُكتب في شظايا (shards) إلا عيّنة safetensors.</translation>
    </message>
    <message>
        <source>There is no sample of the architecture %1; use one of %2.</source>
        <translation>المعمارية %1 ليست مما تُنشأ منه العيّنات؛ استخدم واحدة من %2.</translation>
    </message>
    <message>
        <source>The sizes of a sample of %1 are fixed by its configuration; do not specify sizes.</source>
        <translation>أحجام عيّنة %1 تحددها إعداداتها؛ لا تذكر أحجامًا.</translation>
    </message>
    <message>
        <source>%1 already exists and is not marked as written by Stowage; remove it or choose another folder.</source>
        <translation>%1 موجود هناك أصلًا وليس عليه ما يدل على أن Stowage كتبه؛ أزله أو اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>%1 is the folder of the model itself (%2); choose another folder to keep the source unchanged.</source>
        <translation>%1 هو المجلد الذي يقع فيه النموذج نفسه (%2)؛ اختر مجلدًا آخر، ليبقى المصدر كما هو.</translation>
    </message>
    <message>
        <source>%1 is not a folder; specify another path.</source>
        <translation>%1 ليس مجلدًا؛ سمِّ مجلدًا آخر.</translation>
    </message>
    <message>
        <source>would be written twice</source>
        <translation>يُراد كتابته مرتين</translation>
    </message>
    <message>
        <source>has a name that is not valid UTF-8</source>
        <translation>اسمه ليس UTF-8</translation>
    </message>
    <message>
        <source>has a size that a file cannot have</source>
        <translation>له حجم لا يمكن أن يكون لملف</translation>
    </message>
    <message>
        <source>is not a second name of an earlier tensor of the same shape and dtype</source>
        <translation>ليس اسمًا ثانيًا لموتر سابق له شكله وdtype الخاص به</translation>
    </message>
    <message>
        <source>The tensor %1 with the dtype %2 cannot be written to a .pth file; use another load method or file format.</source>
        <translation>لا يمكن كتابة الموتر %1 بنوع dtype %2 في ملف .pth؛ استخدم طريقة أو صيغة أخرى.</translation>
    </message>
    <message>
        <source>%1 must contain one tensor, not %2 tensors.</source>
        <translation>يجب أن يحوي %1 موترًا واحدًا، لا %2.</translation>
    </message>
    <message>
        <source>Only some modules are planned outside the GPUs</source>
        <translation>لا يُخطَّط خارج وحدات GPU إلا لبعض الوحدات</translation>
    </message>
    <message>
        <source>ZeRO-Inference offloads every parameter of more than %1 elements and copies each offloaded parameter to the GPUs when the parameter is used</source>
        <translation>يفرّغ ZeRO-Inference (offload) كل مُعامِل له أكثر من %1 عنصر، ويجلب كلًّا منها إلى وحدات GPU عند استخدامه</translation>
    </message>
    <message>
        <source>The assignment of layers to GPUs</source>
        <translation>أي الطبقات لدى كل GPU</translation>
    </message>
    <message>
        <source>ZeRO divides every parameter among the %1 GPUs, and all GPUs compute every layer</source>
        <translation>يقسّم ZeRO كل مُعامِل بين وحدات GPU الـ %1، وكلها تحسب كل طبقة</translation>
    </message>
    <message>
        <source>The limits of gpu_split are too low: %1 of %2 layers fit, without the modules after the last layer. Raise the limits.</source>
        <translation>حدود gpu_split أصغر مما تحتاج إليه %2 من الطبقات والوحدات التي بعد الطبقة الأخيرة؛ وعدد الطبقات التي تتسع لها %1. ارفع الحدود.</translation>
    </message>
    <message>
        <source>Keys and values are planned in %1</source>
        <translation>المفاتيح والقيم مخطَّط لها بنوع %1</translation>
    </message>
    <message>
        <source>ExLlama stores keys and values in %1 bits</source>
        <translation>يحفظها ExLlama بـ %1 بت</translation>
    </message>
    <message>
        <source>Weights are planned outside the GPUs</source>
        <translation>الأوزان مخطَّط لها خارج وحدات GPU</translation>
    </message>
    <message>
        <source>ExLlama keeps every layer on a GPU, so the limits are set high enough for all layers</source>
        <translation>يُبقي ExLlama كل طبقة على GPU: والحدود عالية بقدر ما يتطلبه ذلك</translation>
    </message>
    <message>
        <source>The layers are assigned to the GPUs by the planned sizes of the weights. If the files are quantised, more layers fit on the first GPUs.</source>
        <translation>تملأ الطبقات وحدات GPU بحسب حجم الأوزان المخطَّط؛ والملفات المكمَّمة أصغر، فتقع عندئذٍ طبقات أكثر على وحدات GPU الأولى.</translation>
    </message>
    <message>
        <source>%1 %2 is unknown; use one of %3.</source>
        <translation>%1 %2 غير معروف؛ استخدم واحدًا من %3.</translation>
    </message>
    <message>
        <source>The text to import is larger than 64 MiB or not valid UTF-8; specify the command or the file that places the layers.</source>
        <translation>النص المراد استيراده أكبر من 64 MiB أو ليس UTF-8؛ أعطِ الأمر أو الملف الذي يوضّع الطبقات.</translation>
    </message>
    <message>
        <source>%1 offloads all parameters in the same way. Its settings do not place single modules, so no device map can be imported.</source>
        <translation>يفرّغ %1 (offload) كل المُعامِلات على السواء: فإعداداته لا توضّع أي وحدة، ولا يوجد ما يُستورَد.</translation>
    </message>
    <message>
        <source>Stowage supports models with an encoder and a decoder only for accelerate; use accelerate.</source>
        <translation>لهذا النموذج مرمِّز وفاكّ ترميز، ولا تشملهما قواعد المحركات الأخرى؛ استخدم accelerate بدلًا منها.</translation>
    </message>
    <message>
        <source>This model has no list of layers (modules named 0, 1, 2 …). Stowage supports such models only for accelerate; use accelerate.</source>
        <translation>ليس لهذا النموذج قائمة طبقات (وحدات باسم 0، 1، 2 …) يمكن لمحرك آخر توزيعها؛ استخدم accelerate بدلًا منه.</translation>
    </message>
    <message>
        <source>The model is not a GGUF file</source>
        <translation>النموذج ليس ملف GGUF</translation>
    </message>
    <message>
        <source>convert to GGUF first: %1</source>
        <translation>حوّله أولًا: %1</translation>
    </message>
    <message>
        <source>llama.cpp has no KV cache of this type and stores keys and values in f16</source>
        <translation>يحفظها llama.cpp بنوع f16، إذ ليس لديه نوع كهذا</translation>
    </message>
    <message>
        <source>%1 of weights is on disk</source>
        <translation>يقع على القرص %1 من الأوزان</translation>
    </message>
    <message>
        <source>llama.cpp cannot place weights on disk; it maps the weights into the CPU&apos;s memory, and the system may drop mapped pages</source>
        <translation>ليس لدى llama.cpp مكان كهذا: فهو يعيّنها في ذاكرة CPU، التي قد يُسقط النظام صفحات منها</translation>
    </message>
    <message>
        <source>Offloaded weights are copied to a GPU for every forward pass</source>
        <translation>الأوزان المفرَّغة (offload) تُنسخ إلى GPU لكل تمرير أمامي</translation>
    </message>
    <message>
        <source>llama.cpp computes the layers of these weights on the CPU, except for long prompts</source>
        <translation>يحسبها llama.cpp على CPU، باستثناء المطالبات الطويلة</translation>
    </message>
    <message>
        <source>%1 layer is not on the GPU that -ts assigns (-ts assigns consecutive layers to a GPU)</source>
        <translation>%1 طبقة تقع على GPU غير الذي يقتضيه تتابع الطبقات وفق -ts</translation>
    </message>
    <message>
        <source>%1 layers are not on the GPU that -ts assigns (-ts assigns consecutive layers to a GPU)</source>
        <translation>%1 من الطبقات تقع على GPU غير الذي يقتضيه تتابع الطبقات وفق -ts</translation>
    </message>
    <message>
        <source>keys and values of such a layer remain on the GPU that -ts assigns, and results are copied between the GPUs</source>
        <translation>تبقى مفاتيحها وقيمها حيث يذكر -ts، وتنتقل النتائج ذهابًا وإيابًا</translation>
    </message>
    <message>
        <source>A GGUF file of this model family cannot contain %1</source>
        <translation>لا مكان لـ %1 في ملف GGUF من هذه العائلة</translation>
    </message>
    <message>
        <source>llama.cpp runs without these tensors, or reads them from a separate file (--mmproj)</source>
        <translation>يعمل llama.cpp من دونها، أو يأخذها من ملف مستقل (--mmproj)</translation>
    </message>
    <message>
        <source>-ot contains %1; each entry must be a pattern, &quot;=&quot;, and CPU or one of the %2 GPUs, such as CUDA0.</source>
        <translation>في -ot يوجد %1؛ والمطلوب هناك نمط، ثم &quot;=&quot;، ثم CPU أو واحد من وحدات GPU الـ %2، مثل CUDA0.</translation>
    </message>
    <message>
        <source>Without -ngl, llama.cpp fits layers to the free memory; Stowage assumes that all layers are on GPUs.</source>
        <translation>من دون -ngl يوائم llama.cpp عدد الطبقات مع الذاكرة الحرّة؛ ويُفترض هنا أنها كلها على وحدات GPU.</translation>
    </message>
    <message>
        <source>The number of layers on each GPU</source>
        <translation>كم طبقة يأخذ كل GPU</translation>
    </message>
    <message>
        <source>Ollama distributes layers by free memory; only the total number of layers on GPUs can be set</source>
        <translation>يوزعها Ollama بحسب الذاكرة الحرّة؛ ويُذكر له كم منها يقع على وحدات GPU في المجموع</translation>
    </message>
    <message>
        <source>The pipeline layout has %1 layers, but this model has %2 layers.</source>
        <translation>في تخطيط خط المعالجة %1 من الطبقات؛ وفي هذا النموذج %2.</translation>
    </message>
    <message>
        <source>The pipeline layout must begin with &quot;E&quot; and end with its only &quot;L&quot;; it has %1 layers, and this model has %2 layers.</source>
        <translation>يجب أن يبدأ تخطيط خط المعالجة بـ &quot;E&quot; وأن ينتهي بـ &quot;L&quot; لا ترد فيه إلا هناك؛ فيه %1 من الطبقات، وفي هذا النموذج %2.</translation>
    </message>
    <message>
        <source>The checkpoint does not have the format of Megatron</source>
        <translation>الأوزان نقطة حفظ بهيئة أخرى</translation>
    </message>
    <message>
        <source>convert the checkpoint first with Megatron&apos;s tools/checkpoint</source>
        <translation>حوّلها أولًا، باستخدام tools/checkpoint الخاصة بـ Megatron</translation>
    </message>
    <message>
        <source>No layer of this plan runs on a GPU, but this engine needs a GPU; add GPUs to the plan, or export the plan to llama.cpp.</source>
        <translation>لا تعمل أي طبقة من هذه الخطة على GPU، وهذا المحرك يحتاج إلى ذلك؛ أعطِ الخطة وحدات GPU، أو صدّرها إلى llama.cpp.</translation>
    </message>
    <message>
        <source>%1 does not read weights from disk during a forward pass; the weights must fit into the memory of the CPU or of their layer&apos;s GPU</source>
        <translation>لا يقرأ %1 أوزانًا من القرص أثناء عمله: يجب أن تتسع لها ذاكرة CPU أو ذاكرة GPU الخاصة بها</translation>
    </message>
    <message>
        <source>The plan changes the GPU %1 times between consecutive layers</source>
        <translation>يتبدّل GPU من طبقة إلى التي تليها %1 من المرات</translation>
    </message>
    <message>
        <source>%1 places consecutive layers on each GPU; the number of layers on each GPU is as planned</source>
        <translation>يعطي %1 كل GPU تتابعًا واحدًا من الطبقات، بالعدد المخطَّط</translation>
    </message>
    <message>
        <source>%1 layer is on more than one GPU</source>
        <translation>%1 طبقة تقع على أكثر من GPU واحد</translation>
    </message>
    <message>
        <source>%1 layers are on more than one GPU</source>
        <translation>%1 من الطبقات تقع على أكثر من GPU واحد</translation>
    </message>
    <message>
        <source>%1 does not split layers</source>
        <translation>يأخذ %1 الطبقات كاملة</translation>
    </message>
    <message>
        <source>%1 has weights but no layer</source>
        <translation>يحوي %1 أوزانًا لكن لا طبقة فيه</translation>
    </message>
    <message>
        <source>%1 uses only GPUs that have layers</source>
        <translation>لا يستخدم %1 إلا وحدات GPU التي لديها طبقات</translation>
    </message>
    <message>
        <source>The plan computes offloaded modules on the CPU</source>
        <translation>الوحدات المفرَّغة (offload) تُحسب على CPU</translation>
    </message>
    <message>
        <source>%1 copies offloaded modules to the GPU for every forward pass</source>
        <translation>يجلبها %1 إلى GPU لكل تمريرة</translation>
    </message>
    <message>
        <source>The weights are planned as quantised (%1)</source>
        <translation>الأوزان مخطَّط لها مكمَّمةً (%1)</translation>
    </message>
    <message>
        <source>%1 loads the weights as stored in the model&apos;s files; quantise the files first</source>
        <translation>يحمّلها %1 كما تحويها ملفات النموذج: كمّم الملفات أولًا</translation>
    </message>
    <message>
        <source>The first and the last stage share the weight %1</source>
        <translation>يشترك الرأس في %1</translation>
    </message>
    <message>
        <source>the last stage stores a copy of this weight, which needs %1 more memory on %2</source>
        <translation>تحتفظ المرحلة الأخيرة بنسخة خاصة بها: %1 إضافية على %2</translation>
    </message>
    <message>
        <source>The workload divides every layer among %1 GPUs</source>
        <translation>يقسّم حمل العمل كل طبقة بين %1 من وحدات GPU</translation>
    </message>
    <message>
        <source>the device map does not affect the division: the engine divides all tensors in the same way</source>
        <translation>لا دور لخريطة الأجهزة في ذلك: يقسّم المحرك كل الموترات بالطريقة نفسها</translation>
    </message>
    <message>
        <source>The limits of the GPUs are different fractions of their memory (%1 to %2)</source>
        <translation>ميزانيات وحدات GPU حصص مختلفة من ذاكرتها (من %1 إلى %2)</translation>
    </message>
    <message>
        <source>the engine uses one fraction for all GPUs; the smallest fraction is written</source>
        <translation>توجد حصة واحدة لها كلها: تُكتب أصغرها</translation>
    </message>
    <message>
        <source>the engine stores keys and values in the compute dtype or in fp8</source>
        <translation>يحفظها المحرك بنوع dtype الخاص بالحساب أو بنوع fp8</translation>
    </message>
    <message>
        <source>The number of stages</source>
        <translation>عدد المراحل</translation>
    </message>
    <message>
        <source>The stages are on GPUs %1</source>
        <translation>تقع المراحل على وحدات GPU %1</translation>
    </message>
    <message>
        <source>Ray chooses the GPUs itself: each stage uses the next GPU</source>
        <translation>يختار Ray البطاقات بنفسه: لكل مرحلة البطاقة التالية</translation>
    </message>
    <message>
        <source>The device map contains no device for %1; only a plan of the whole model can be exported.</source>
        <translation>لا تعطي خريطة الأجهزة جهازًا لـ %1؛ ولا يمكن تصدير إلا خطة تشمل النموذج كله.</translation>
    </message>
    <message>
        <source>split_spec cuts at %1, which is not a layer of this model; the first layer of this model is %2.</source>
        <translation>يقطع split_spec عند %1، وهي ليست طبقة في هذا النموذج؛ وأول طبقاته %2.</translation>
    </message>
    <message>
        <source>The text contains no split_spec with entries such as &quot;layer&quot;: SplitPoint.BEGINNING.</source>
        <translation>ليس في النص &quot;layer&quot;: SplitPoint.BEGINNING من split_spec.</translation>
    </message>
    <message>
        <source>The workload generates tokens</source>
        <translation>يُراد توليد رموز</translation>
    </message>
    <message>
        <source>the pipeline computes only prompts, because it stores no keys and values between forward passes</source>
        <translation>يحسب خط المعالجة المطالبات: ولا يحتفظ بالمفاتيح والقيم من تمريرة إلى أخرى</translation>
    </message>
    <message>
        <source>The plan was not applied: %1.</source>
        <translation>لم تُطبَّق الخطة: %1.</translation>
    </message>
    <message>
        <source>assemble the model</source>
        <translation>تجميع النموذج</translation>
    </message>
    <message>
        <source>%1 changed while it was loaded (%2), so the loaded weights cannot be trusted. Open the file again.</source>
        <translation>تغيّر %1 أثناء تحميله (%2)، فلا يمكن الوثوق بشيء منه: افتحه من جديد.</translation>
    </message>
    <message>
        <source>%1 bytes instead of %2</source>
        <translation>%1 بايت بدل %2</translation>
    </message>
    <message>
        <source>start</source>
        <translation>البدء</translation>
    </message>
    <message>
        <source>Loading needs LibTorch, which is not open.</source>
        <translation>يحتاج التحميل إلى LibTorch، وهي غير مفتوحة.</translation>
    </message>
    <message>
        <source>Loading needs the CPU as one of its devices.</source>
        <translation>يحتاج التحميل إلى أن يكون CPU بين أجهزته.</translation>
    </message>
    <message>
        <source>The plan uses %1, which is not among the devices.</source>
        <translation>تستخدم الخطة %1، وهو ليس من الأجهزة.</translation>
    </message>
    <message>
        <source>The host has no memory left for this load.</source>
        <translation>لم تبقَ لدى المضيف ذاكرة لهذا التحميل.</translation>
    </message>
    <message>
        <source>Loading failed: %1</source>
        <translation>فشل التحميل: %1</translation>
    </message>
    <message>
        <source>There is not enough memory for %1 on %2.</source>
        <translation>لا يجد %1 متسعًا على %2.</translation>
    </message>
    <message>
        <source>The load could not be started: %1.</source>
        <translation>تعذّر بدء التحميل: %1.</translation>
    </message>
    <message>
        <source>verify</source>
        <translation>التحقق</translation>
    </message>
    <message>
        <source>Loading was cancelled.</source>
        <translation>أُلغي التحميل.</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, but had %3 bytes when it was opened, so the file has changed. Open the file again.</source>
        <translation>حجم %1 هو %2 بايت، لكنه كان %3 عند فتحه: تغيّر في الأثناء. افتحه من جديد.</translation>
    </message>
    <message>
        <source>%1 cannot be examined: %2.</source>
        <translation>لا يمكن فحص %1: %2.</translation>
    </message>
    <message>
        <source>%1 does not contain exactly one tensor, although one tensor was written to this file.</source>
        <translation>لا يحوي %1 الموتر الواحد الذي كُتب فيه.</translation>
    </message>
    <message>
        <source>write one file per tensor</source>
        <translation>كتابة ملف واحد لكل موتر</translation>
    </message>
    <message>
        <source>this load</source>
        <translation>هذا التحميل</translation>
    </message>
    <message>
        <source>Open the checkpoint that belongs to this model.</source>
        <translation>افتح نقطة الحفظ الخاصة بهذا النموذج.</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensor of %3: %4</source>
        <translation>ينقص %1 %2 موتر من %3: %4</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensors of %3: %4</source>
        <translation>ينقص %1 %2 من موترات %3: %4</translation>
    </message>
    <message>
        <source>%1; unexpected tensors: %2 (%3).</source>
        <translation>%1، وفيه %2 مما لا يوجد هناك: %3.</translation>
    </message>
    <message>
        <source>%1 is %2 in the file and %3 in the model</source>
        <translation>%1 هو %2 في الملف و%3 في النموذج</translation>
    </message>
    <message>
        <source>Compared with %4, %1 tensor of %2 has %3: %5.</source>
        <translation>%1 موتر في %2 له %3 مقارنةً بما في %4: %5.</translation>
    </message>
    <message>
        <source>Compared with %4, %1 tensors of %2 have %3: %5 (the first).</source>
        <translation>%1 من موترات %2 لها %3 مقارنةً بما في %4: %5 (الأول).</translation>
    </message>
    <message>
        <source>%1 is stored as %2, but is %4 in %3</source>
        <translation>%1 مخزَّن بنوع %2، وهو لدى %3 بنوع %4</translation>
    </message>
    <message>
        <source>%1 tensor would lose precision: %2.</source>
        <translation>%1 موتر سيفقد أرقامًا: %2.</translation>
    </message>
    <message>
        <source>%1 tensors would lose precision: %2.</source>
        <translation>%1 من الموترات ستفقد أرقامًا: %2.</translation>
    </message>
    <message>
        <source>Load the stored dtype with --dtype %1, or force the cast with --force.</source>
        <translation>حمّل كما هو مخزَّن باستخدام --dtype %1، أو حوّل (cast) مع ذلك باستخدام --force.</translation>
    </message>
    <message>
        <source>Force the cast with --force.</source>
        <translation>حوّل (cast) مع ذلك باستخدام --force.</translation>
    </message>
    <message>
        <source>The file has %1 tensor that is not in %2: %3.</source>
        <translation>في الملف %1 موتر ليس لدى %2: %3.</translation>
    </message>
    <message>
        <source>The file has %1 tensors that are not in %2: %3.</source>
        <translation>في الملف %1 من الموترات ليست لدى %2: %3.</translation>
    </message>
    <message>
        <source>Open the checkpoint that belongs to this model, or ignore the additional tensors with --force.</source>
        <translation>افتح نقطة الحفظ الخاصة بهذا النموذج، أو استبعدها باستخدام --force.</translation>
    </message>
    <message>
        <source>another shape</source>
        <translation>شكل آخر</translation>
    </message>
    <message>
        <source>another dtype, which cannot be cast</source>
        <translation>dtype آخر لا يصل إليه أي تحويل (cast)</translation>
    </message>
    <message>
        <source>Open the checkpoint that belongs to this model, or change the dtype in the module tree to the stored dtype.</source>
        <translation>افتح نقطة الحفظ الخاصة بهذا النموذج، أو اكتب في شجرة الوحدات نوع dtype المخزَّن.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a load method; the load methods are %2.</source>
        <translation>لا توجد طريقة تحميل &quot;%1&quot;؛ ففي هذا الإصدار %2.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a load method; use auto, %2.</source>
        <translation>لا توجد طريقة تحميل &quot;%1&quot;؛ استخدم auto أو %2.</translation>
    </message>
    <message>
        <source>use the load method &quot;%1&quot;, which fits</source>
        <translation>حمّل بطريقة &quot;%1&quot;، التي تكفي لها الذاكرة</translation>
    </message>
    <message>
        <source>move layers away from this device</source>
        <translation>انقل طبقات من هذا الجهاز</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 on %3, which has %4 free</source>
        <translation>يحتاج التحميل بطريقة &quot;%1&quot; إلى %2 على %3، والحرّ عليه %4</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 on %3, but the limit is %4, of which %5 is already in use</source>
        <translation>يحتاج التحميل بطريقة &quot;%1&quot; إلى %2 على %3، لكن الحد %4، ومنه %5 مستخدَم أصلًا</translation>
    </message>
    <message>
        <source>%1: %2 needs %3, but only %4 is free in the phase &quot;%5&quot;</source>
        <translation>%1: الحرّ لـ %2 (%3) في المرحلة &quot;%5&quot; هو %4</translation>
    </message>
    <message>
        <source>%1; %2.</source>
        <translation>%1؛ %2.</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 of this machine&apos;s memory (including %3 for simulated GPUs), but only %4 is available; %5.</source>
        <translation>يحتاج التحميل بطريقة &quot;%1&quot; إلى %2 من ذاكرة هذا الحاسوب (منها %3 لوحدات GPU المُحاكاة)، لكن المتاح %4؛ %5.</translation>
    </message>
    <message>
        <source>place more weights on disk or close other programs</source>
        <translation>ضع المزيد على القرص أو أغلق برامج أخرى</translation>
    </message>
    <message>
        <source>place more weights on disk or on GPUs</source>
        <translation>ضع المزيد على القرص أو على وحدات GPU</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 of RAM, but only %3 is free; %4.</source>
        <translation>يحتاج التحميل بطريقة &quot;%1&quot; إلى %2 من RAM، والحرّ منها %3؛ %4.</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; needs %2 of RAM (predicted), but the limit is %3; %4.</source>
        <translation>يحتاج التحميل بطريقة &quot;%1&quot; إلى %2 من RAM (متوقَّع)، وحدّه %3؛ %4.</translation>
    </message>
    <message>
        <source>place more weights on disk or raise the RAM limit</source>
        <translation>ضع المزيد على القرص أو ارفع الحد</translation>
    </message>
    <message>
        <source>Move layers away from %1.</source>
        <translation>انقل طبقات من %1.</translation>
    </message>
    <message>
        <source>Plan again with at most %1 of weights on %2 instead of %3 (estimated).</source>
        <translation>خطّط من جديد بـ %1 على الأكثر من الأوزان على %2 بدل %3 (مقدَّر).</translation>
    </message>
    <message>
        <source>%1, in a segment that grows in steps of %2</source>
        <translation>%1، في مقطع ينمو بخطوة %2</translation>
    </message>
    <message>
        <source>%1, in a segment of %2</source>
        <translation>%1، في مقطع من %2</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; fits.</source>
        <translation>التحميل بطريقة &quot;%1&quot; تكفي له الذاكرة.</translation>
    </message>
    <message>
        <source>Place more weights on disk or raise the RAM limit.</source>
        <translation>ضع المزيد على القرص أو ارفع الحد.</translation>
    </message>
    <message>
        <source>The checkpoint lacks %1 tensors of the model: %2. Open the checkpoint that belongs to this model.</source>
        <translation>ينقص نقطة الحفظ %1 من موترات النموذج: %2. افتح نقطة الحفظ الخاصة بهذا النموذج.</translation>
    </message>
    <message>
        <source>Some tensors of the checkpoint have another shape than in the model: %1. Open the checkpoint that belongs to this model.</source>
        <translation>لموترات في نقطة الحفظ شكل غير شكلها في النموذج: %1. افتح نقطة الحفظ الخاصة بهذا النموذج.</translation>
    </message>
    <message>
        <source>The tensor %1 was saved on the meta device, so the file contains no weights for this tensor. The tensor can be planned but not loaded; save the model with its weights.</source>
        <translation>حُفظ الموتر %1 على جهاز meta، فلا يحوي الملف أوزانًا له: يمكن التخطيط له لكن لا يمكن تحميله؛ احفظ النموذج حين تكون أوزانه موجودة.</translation>
    </message>
    <message>
        <source>The device map contains no device for %1; assign a device to the module of this tensor before loading.</source>
        <translation>لا تذكر خريطة الأجهزة شيئًا عن %1: أعطِ وحدته جهازًا قبل التحميل.</translation>
    </message>
    <message>
        <source>The tensors up to %1 (a tensor of %2) need too many reads; a load can plan at most %3 reads of up to %4 each.</source>
        <translation>الموترات حتى %1، الذي يأخذ وحده %2، تتطلب قراءات أكثر مما يمكن التخطيط له في تحميل (وهو %3 من القراءات، كل منها %4 على الأكثر).</translation>
    </message>
    <message>
        <source>%1 buffer that the model computes itself is not loaded: %2.</source>
        <translation>%1 مخزن مؤقت يحسبه النموذج بنفسه لا يُحمَّل: %2.</translation>
    </message>
    <message>
        <source>%1 buffers that the model computes itself are not loaded: %2.</source>
        <translation>%1 من المخازن المؤقتة يحسبها النموذج بنفسه لا تُحمَّل: %2.</translation>
    </message>
    <message>
        <source>%1 describes a model but contains no weights, so there is nothing to load: open the checkpoint itself.</source>
        <translation>يصف %1 نموذجًا لكنه لا يحوي أوزانًا، فلا يوجد ما يُحمَّل: افتح نقطة الحفظ نفسها.</translation>
    </message>
    <message>
        <source>&quot;auto&quot; chose &quot;streamed&quot;: %1</source>
        <translation>اختارت auto الطريقة streamed: %1</translation>
    </message>
    <message>
        <source>mapping saves a copy only for weights on the CPU, and none remain there.</source>
        <translation>لا تبقى أي أوزان على CPU، حيث كان تعيين الملفات في الذاكرة سيوفر نسخها.</translation>
    </message>
    <message>
        <source>weights are copied to real GPUs fastest from anonymous memory.</source>
        <translation>تأخذ البطاقات الأوزان أسرع ما يكون من ذاكرة غير مُعيَّنة من ملفات.</translation>
    </message>
    <message>
        <source>there is no file to map yet.</source>
        <translation>لا يوجد بعد ملف يمكن تعيينه في الذاكرة.</translation>
    </message>
    <message>
        <source>there are %1 files to map, but the limit is %2 files.</source>
        <translation>يوجد %1 من الملفات المراد تعيينها في الذاكرة، أكثر من %2.</translation>
    </message>
    <message>
        <source>only %1 of the weights (%2) could be used in the mapped files without a copy, less than a fifth.</source>
        <translation>يمكن أن يبقى %1 من %2 في الملفات كما هو فيها، أي أقل من الخُمس.</translation>
    </message>
    <message>
        <source>the files are on a network file system, which delivers pages one by one.</source>
        <translation>تقع الملفات على نظام ملفات شبكي، تأتي فيه الصفحات واحدة واحدة.</translation>
    </message>
    <message>
        <source>&quot;auto&quot; chose &quot;mmap&quot;: %1 of the weights (%2) remain on the CPU as pages of the files. A page is read when it is used; the system may drop a page and read it again.</source>
        <translation>اختارت auto الطريقة mmap: يبقى %1 من %2 على CPU كصفحات من الملفات، تُقرأ عند استخدامها؛ وقد يُسقطها النظام ويقرؤها من جديد.</translation>
    </message>
    <message>
        <source>initial weights</source>
        <translation>أوزان ابتدائية</translation>
    </message>
    <message>
        <source>move to devices</source>
        <translation>النقل إلى الأجهزة</translation>
    </message>
    <message>
        <source>allocate</source>
        <translation>التخصيص</translation>
    </message>
    <message>
        <source>load state dict</source>
        <translation>تحميل state dict</translation>
    </message>
    <message>
        <source>free</source>
        <translation>الحرّ</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>النسخ</translation>
    </message>
    <message>
        <source>read shard %1 of %2</source>
        <translation>قراءة الشظية (shard) %1 من %2</translation>
    </message>
    <message>
        <source>send shard %1 of %2</source>
        <translation>إرسال الشظية (shard) %1 من %2</translation>
    </message>
    <message>
        <source>reload CPU weights</source>
        <translation>إعادة تحميل ما يبقى على CPU</translation>
    </message>
    <message>
        <source>read and send shards</source>
        <translation>قراءة الشظايا (shards) وإرسالها</translation>
    </message>
    <message>
        <source>read shards</source>
        <translation>قراءة الشظايا (shards)</translation>
    </message>
    <message>
        <source>copy each tensor</source>
        <translation>النسخ واحدًا واحدًا</translation>
    </message>
    <message>
        <source>map</source>
        <translation>التعيين في الذاكرة</translation>
    </message>
    <message>
        <source>assign and copy</source>
        <translation>الإسناد والنسخ</translation>
    </message>
    <message>
        <source>load each tensor</source>
        <translation>التحميل واحدًا واحدًا</translation>
    </message>
    <message>
        <source>read weights</source>
        <translation>قراءة الأوزان</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is out of range: the RAM limit must be from 1 to 1e18 bytes.</source>
        <translation>يحتاج التحميل إلى بايت واحد على الأقل، وليس لأي حاسوب 1e18؛ و&quot;%1&quot; ليس بينهما.</translation>
    </message>
    <message>
        <source>the anonymous and shared memory that a load adds, except pages of mapped files and of simulated GPUs</source>
        <translation>الذاكرة المجهولة (anonymous) والمشتركة التي يضيفها التحميل، عدا صفحات الملفات المُعيَّنة في الذاكرة ووحدات GPU المُحاكاة</translation>
    </message>
    <message>
        <source>There is too little disk space or memory for a measurement in %1: the disk has %2 free. Free some space or memory, or choose another folder with --dir.</source>
        <translation>المتسع على القرص أو في الذاكرة أقل من أن يكفي للقياس في %1: الحرّ على القرص %2. حرّر بعض المساحة أو الذاكرة، أو اختر مجلدًا آخر باستخدام --dir.</translation>
    </message>
    <message>
        <source>The measurement needs a simulated GPU to write to; add a simulated GPU, for example with --gpus 24GiB.</source>
        <translation>يحتاج القياس إلى GPU مُحاكى يُكتب عليه.</translation>
    </message>
    <message>
        <source>measuring memory</source>
        <translation>قياس الذاكرة</translation>
    </message>
    <message>
        <source>measuring file reads</source>
        <translation>قياس القراءة</translation>
    </message>
    <message>
        <source>measuring file mapping</source>
        <translation>قياس التعيين في الذاكرة</translation>
    </message>
    <message>
        <source>measuring loads</source>
        <translation>قياس التحميل</translation>
    </message>
    <message>
        <source>writing a test file</source>
        <translation>كتابة ملف اختبار</translation>
    </message>
    <message>
        <source>measuring file writes</source>
        <translation>قياس الكتابة</translation>
    </message>
    <message>
        <source>measuring simulated GPUs</source>
        <translation>قياس وحدات GPU المُحاكاة</translation>
    </message>
    <message>
        <source>measuring tensor operations</source>
        <translation>قياس الأعداد</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2.</source>
        <translation>لا يمكن قراءة %1: %2.</translation>
    </message>
    <message>
        <source>%1 is on a file system that does not support direct I/O.</source>
        <translation>يقع %1 حيث لا يتاح الإدخال/الإخراج المباشر (direct I/O).</translation>
    </message>
    <message>
        <source>Reading %1 was stopped.</source>
        <translation>أُوقفت قراءة %1.</translation>
    </message>
    <message>
        <source>%1 does not contain memory samples as written by load --csv: line %2 cannot be read.</source>
        <translation>لا يحوي %1 عيّنات ذاكرة كما يكتبها load --csv: لا يمكن قراءة السطر %2.</translation>
    </message>
    <message>
        <source>the text is not valid JSON</source>
        <translation>ليس JSON</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1]: %2</source>
        <translation>التمرير الأمامي فوق [%1]: %2</translation>
    </message>
    <message>
        <source>the pass was not run.</source>
        <translation>لم يُشغَّل.</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1]: the logits agree with the reference (largest difference %2, largest logit %3)</source>
        <translation>التمرير الأمامي فوق [%1]: تتفق logits مع المرجع (أكبر فرق %2، أكبر logit %3)</translation>
    </message>
    <message>
        <source>Forward pass over the tokens [%1], not compared with a reference: largest logit %2</source>
        <translation>التمرير الأمامي فوق [%1]، من دون مقارنة بشيء: أكبر logit %2</translation>
    </message>
    <message>
        <source>%1 of offloaded weights copied to the device</source>
        <translation>جُلب %1 من الأوزان المفرَّغة (offload)</translation>
    </message>
    <message>
        <source>next token %1</source>
        <translation>الرمز التالي %1</translation>
    </message>
    <message>
        <source>%1 is not a recording of Stowage: %2.</source>
        <translation>%1 ليس سجل تشغيل محفوظًا من Stowage: %2.</translation>
    </message>
    <message>
        <source>&quot;format&quot; is not &quot;stowage.run&quot;</source>
        <translation>&quot;format&quot; ليس &quot;stowage.run&quot;</translation>
    </message>
    <message>
        <source>&quot;version&quot; is missing or is not a whole number</source>
        <translation>&quot;version&quot; مفقود أو ليس عددًا صحيحًا</translation>
    </message>
    <message>
        <source>%1 was written by a newer Stowage (version %2 of the format; this Stowage reads versions up to %3).</source>
        <translation>كتب %1 إصدار أحدث من Stowage (الإصدار %2 من الصيغة؛ وهذا يقرأ حتى %3).</translation>
    </message>
    <message>
        <source>&quot;load&quot;, &quot;run&quot; and &quot;chain&quot; are missing</source>
        <translation>&quot;load&quot; و&quot;run&quot; و&quot;chain&quot; مفقودة</translation>
    </message>
    <message>
        <source>a value such as the id, the date, the model, the plan or the note has the wrong type</source>
        <translation>قيمة مثل id أو التاريخ أو النموذج أو الخطة أو الملاحظة من نوع خاطئ</translation>
    </message>
    <message>
        <source>the columns of the curves must have equal length, be in order of time and have at most %1 points</source>
        <translation>منحنياته ليست أعمدة متساوية الطول، بترتيب الزمن، من %1 لحظة على الأكثر</translation>
    </message>
    <message>
        <source>%1 has %2, which is too large for a recording; the limit is %3.</source>
        <translation>حجم %1 هو %2، وهو أكثر من أن يكون لسجل محفوظ، إذ لا يتجاوز %3.</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>مطابق</translation>
    </message>
    <message>
        <source>allocated %1, reserved %2</source>
        <translation>المخصَّص %1، المحجوز %2</translation>
    </message>
    <message>
        <source>anonymous host memory %1</source>
        <translation>الذاكرة المجهولة (anonymous) للمضيف %1</translation>
    </message>
    <message>
        <source>anonymous host memory not measured</source>
        <translation>الذاكرة المجهولة (anonymous) للمضيف غير مَقيسة</translation>
    </message>
    <message>
        <source>time %1</source>
        <translation>الزمن %1</translation>
    </message>
    <message>
        <source>time not predicted (stowagectl devices --measure calibrates this machine)</source>
        <translation>الزمن غير متوقَّع (يعاير stowagectl devices --measure هذا الحاسوب)</translation>
    </message>
    <message>
        <source>Prediction error: %1</source>
        <translation>خطأ التوقّع: %1</translation>
    </message>
    <message>
        <source>forward pass</source>
        <translation>التمرير الأمامي</translation>
    </message>
    <message>
        <source>%1 is not the output of load --json or run --json: &quot;method&quot; is missing or unknown.</source>
        <translation>لا يحوي %1 تحميلًا كما يطبعه load --json، ولا تشغيلًا كما يطبعه run --json: لا يُسمّى فيه &quot;method&quot; معروف.</translation>
    </message>
    <message>
        <source>This text</source>
        <translation>هذا النص</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is not in the format of load --json or run --json.</source>
        <translation>%1: &quot;%2&quot; ليس ما يكتبه هناك load --json أو run --json.</translation>
    </message>
    <message>
        <source>This load</source>
        <translation>هذا التحميل</translation>
    </message>
    <message>
        <source>Peak allocated GPU memory</source>
        <translation>ذروة المخصَّص لوحدة GPU</translation>
    </message>
    <message>
        <source>Peak reserved GPU memory</source>
        <translation>ذروة المحجوز لوحدة GPU</translation>
    </message>
    <message>
        <source>Peak anonymous host memory</source>
        <translation>ذروة الذاكرة المجهولة (anonymous) للمضيف</translation>
    </message>
    <message>
        <source>Time of the load</source>
        <translation>زمن التحميل</translation>
    </message>
    <message>
        <source>Time of the run</source>
        <translation>زمن التشغيل</translation>
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
        <translation>عدد الرموز في الثانية</translation>
    </message>
    <message>
        <source>LibTorch could not be opened, so nothing can be loaded: %1.</source>
        <translation>تعذّر فتح LibTorch، فلا يمكن تحميل شيء: %1.</translation>
    </message>
    <message>
        <source>Install the LibTorch with which Stowage was built; on Debian, this is libtorch1.13.</source>
        <translation>ثبّت LibTorch التي بُني عليها Stowage؛ وهي في Debian libtorch1.13.</translation>
    </message>
    <message>
        <source>There is not enough memory or address space (ulimit -v shows its limit), or the file is on a disk from which no program may run (noexec).</source>
        <translation>إما أن الذاكرة أو حيّز العناوين لا يكفي (يعرض ulimit -v حدّه)، وإما أنها تقع على قرص لا يجوز تشغيل برامج منه (noexec).</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>%1 غير موجود</translation>
    </message>
    <message>
        <source>Build Stowage with STOWAGE_TORCH=ON. If Stowage was installed with pip, install a supported torch version in the same environment.</source>
        <translation>يحويه البناء مع STOWAGE_TORCH=ON؛ وما ثبّته pip يحتاج بجانبه إلى torch يعرفه.</translation>
    </message>
    <message>
        <source>%1 failed to start</source>
        <translation>فشل بدء %1</translation>
    </message>
    <message>
        <source>%1 does not export %2</source>
        <translation>لا يصدّر %1 أي %2</translation>
    </message>
    <message>
        <source>The file belongs to another version of Stowage; build Stowage again.</source>
        <translation>هو من إصدار آخر؛ ابنِ Stowage من جديد.</translation>
    </message>
    <message>
        <source>The architecture file %1.json is wrong: %2</source>
        <translation>ملف المعمارية %1.json خاطئ: %2</translation>
    </message>
    <message>
        <source>the file is missing or is based on itself.</source>
        <translation>هو مفقود أو معرَّف على أنه مثل نفسه.</translation>
    </message>
    <message>
        <source>%1, where %2</source>
        <translation>%1، حيث %2</translation>
    </message>
    <message>
        <source>Stowage does not support the class %1</source>
        <translation>الصنف %1 ليس مما يعرفه Stowage</translation>
    </message>
    <message>
        <source>Stowage does not support the model_type %1</source>
        <translation>model_type %1 ليس مما يعرفه Stowage</translation>
    </message>
    <message>
        <source>the result exceeds 2^63</source>
        <translation>تتجاوز النتيجة 2^63</translation>
    </message>
    <message>
        <source>division by zero</source>
        <translation>قسمة على صفر</translation>
    </message>
    <message>
        <source>%1 is not a number</source>
        <translation>%1 ليس عددًا</translation>
    </message>
    <message>
        <source>%1 is not a string</source>
        <translation>%1 ليس نصًّا</translation>
    </message>
    <message>
        <source>%1 is not a list</source>
        <translation>%1 ليس قائمة</translation>
    </message>
    <message>
        <source>%1 is not one of the known values</source>
        <translation>%1 ليس من القيم المعروفة</translation>
    </message>
    <message>
        <source>the string has %1 characters, but the character at index %2 is requested</source>
        <translation>في النص %1 محرف، والمطلوب المحرف رقم %2</translation>
    </message>
    <message>
        <source>%1 is not a list, or %2 is not a position in the list</source>
        <translation>%1 ليس قائمة، أو %2 ليس موضعًا فيها</translation>
    </message>
    <message>
        <source>the list has %1 elements, but the element at index %2 is requested</source>
        <translation>في القائمة %1 عنصر، والمطلوب العنصر رقم %2</translation>
    </message>
    <message>
        <source>%1 is not an object with the field &quot;%2&quot;</source>
        <translation>%1 ليس كائنًا فيه الحقل &quot;%2&quot;</translation>
    </message>
    <message>
        <source>%1 is not a number below 2^63</source>
        <translation>%1 ليس عددًا دون 2^63</translation>
    </message>
    <message>
        <source>%1 is neither a list nor an object</source>
        <translation>%1 ليس قائمة ولا كائنًا</translation>
    </message>
    <message>
        <source>there is no function %1 with this number of arguments</source>
        <translation>لا توجد دالة %1 بهذا العدد من الوسائط</translation>
    </message>
    <message>
        <source>the name %1 is unknown</source>
        <translation>لا شيء اسمه %1</translation>
    </message>
    <message>
        <source>a list of %1 elements</source>
        <translation>قائمة من %1 عنصر</translation>
    </message>
    <message>
        <source>an object of %1 elements</source>
        <translation>كائن من %1 عنصر</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 هو %2</translation>
    </message>
    <message>
        <source>cannot evaluate &quot;%1&quot;: %2</source>
        <translation>لا يمكن حساب &quot;%1&quot;: %2</translation>
    </message>
    <message>
        <source>cannot evaluate &quot;%1&quot;: %2, where %3</source>
        <translation>لا يمكن حساب &quot;%1&quot;: %2، حيث %3</translation>
    </message>
    <message>
        <source>a whole number from 0 to %1</source>
        <translation>عدد صحيح من 0 إلى %1</translation>
    </message>
    <message>
        <source>a list of at most %1 elements</source>
        <translation>قائمة من %1 عنصر على الأكثر</translation>
    </message>
    <message>
        <source>a string of at most %1 bytes</source>
        <translation>نص من %1 بايت على الأكثر</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true أو false</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>عدد صحيح</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>عدد</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>نص</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>قائمة</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>كائن</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3, but must be an object that configures this part of the model.</source>
        <translation>%1: &quot;%2&quot; هو %3؛ والمطلوب هناك كائن، هو إعدادات ذلك الجزء نفسه.</translation>
    </message>
    <message>
        <source>not a text</source>
        <translation>ليس نصًّا</translation>
    </message>
    <message>
        <source>%1: the &quot;model_type&quot; of &quot;%2&quot; is %3, but Stowage supports only &quot;%4&quot; for this part; open a .tree.json of the model instead.</source>
        <translation>%1: &quot;model_type&quot; في &quot;%2&quot; هو %3، ولا يعرف Stowage في موضعه إلا &quot;%4&quot;؛ افتح بدلًا منه .tree.json للنموذج.</translation>
    </message>
    <message>
        <source>%1: &quot;per_layer_config&quot; sets different sizes for individual layers, which Stowage does not support; open a .tree.json of the model instead.</source>
        <translation>%1: يعطي &quot;per_layer_config&quot; الطبقات أحجامًا خاصة بها، ولا يقرأ Stowage ذلك؛ افتح بدلًا منه .tree.json للنموذج.</translation>
    </message>
    <message>
        <source>%1: %2; read the modules of the model from your own Python (--python on the command line, Ask Python in the window), or open a .tree.json of the model.</source>
        <translation>%1: %2؛ اسأل Python لديك عن وحداته (--python في سطر الأوامر، و«سؤال Python» في النافذة)، أو افتح .tree.json للنموذج.</translation>
    </message>
    <message>
        <source>%1 is not a model configuration: a JSON object is required.</source>
        <translation>%1 ليس إعدادات نموذج: المطلوب كائن JSON.</translation>
    </message>
    <message>
        <source>%1 has no string &quot;model_type&quot;, so the model family is unknown; add &quot;model_type&quot;, or open a .tree.json of the model.</source>
        <translation>ليس في %1 نص &quot;model_type&quot;، لذا فعائلة النموذج غير معروفة؛ أضفه، أو افتح .tree.json للنموذج.</translation>
    </message>
    <message>
        <source>%1 belongs to a diffusers pipeline (%2) and is not a model configuration; open the folder of one of the pipeline&apos;s models, such as unet, transformer or vae.</source>
        <translation>%1 يخص خط معالجة diffusers (%2) وليس إعدادات نموذج؛ افتح مجلد أحد نماذج خط المعالجة، مثل unet أو transformer أو vae.</translation>
    </message>
    <message>
        <source>a floating-point dtype, such as &quot;bfloat16&quot;,</source>
        <translation>dtype بفاصلة عائمة، مثل &quot;bfloat16&quot;</translation>
    </message>
    <message>
        <source>a list of class names</source>
        <translation>قائمة أسماء أصناف</translation>
    </message>
    <message>
        <source>%1 requests the class %2, but for %3, Stowage supports only %4; choose a supported class (--class on the command line), or open a .tree.json of the model.</source>
        <translation>يطلب %1 الصنف %2، لكن Stowage يعرف من %3 ما يلي: %4؛ اختر واحدًا منها (--class في سطر الأوامر)، أو افتح .tree.json للنموذج.</translation>
    </message>
    <message>
        <source>The tensors of this model add up to more than 2^63 bytes.</source>
        <translation>مجموع موترات هذا النموذج أكثر من 2^63 بايت.</translation>
    </message>
    <message>
        <source>&quot;welded&quot; names the module %1, which is not in the module tree.</source>
        <translation>الوحدة الملحومة (welded) %1 ليست في الشجرة.</translation>
    </message>
    <message>
        <source>The list of known models is wrong: %1</source>
        <translation>قائمة النماذج المعروفة خاطئة: %1</translation>
    </message>
    <message>
        <source>The list of known models is wrong: entry %1 lacks its name, source or configuration.</source>
        <translation>قائمة النماذج المعروفة خاطئة: ينقص المدخل %1 اسمه أو مصدره أو إعداداته.</translation>
    </message>
    <message>
        <source>%1 has a size of %2; the limit is %3.</source>
        <translation>حجم %1 هو %2، ولا يُقرأ منه أكثر من %3.</translation>
    </message>
    <message>
        <source>There is no folder for storing module trees; set HOME or XDG_CACHE_HOME to a writable folder.</source>
        <translation>لا يوجد مجلد تُحفظ فيه أشجار الوحدات؛ اضبط HOME أو XDG_CACHE_HOME على مجلد يمكن الكتابة فيه.</translation>
    </message>
    <message>
        <source>%1, %2 bit, one scale per column</source>
        <translation>%1، %2 بت، مقياس (scale) واحد لكل عمود</translation>
    </message>
    <message>
        <source>%1, %2 bit</source>
        <translation>%1، %2 بت</translation>
    </message>
    <message>
        <source>%1, %2 bit in groups of %3</source>
        <translation>%1، %2 بت في مجموعات من %3</translation>
    </message>
    <message>
        <source>%1 is not a quantisation that can be planned; use int8, nf4, fp4, fp8 or mxfp4.</source>
        <translation>%1 ليس تكميمًا يمكن التخطيط له؛ استخدم int8 أو nf4 أو fp4 أو fp8 أو mxfp4.</translation>
    </message>
    <message>
        <source>%1, with quantised scales</source>
        <translation>%1، والمقاييس (scales) مكمَّمة أيضًا</translation>
    </message>
    <message>
        <source>%1 is not a JSON object (error at byte %2); the config.json of a model must be one.</source>
        <translation>%1 ليس كائن JSON (ابتداءً من البايت %2)؛ وconfig.json الخاص بالنموذج كائن.</translation>
    </message>
    <message>
        <source>is 0; the value must be above 0, or -1 for one scale per column.</source>
        <translation>هو 0؛ ويجب أن يكون أكبر من 0، أو -1 لمقياس (scale) واحد لكل عمود.</translation>
    </message>
    <message>
        <source>is %1; the value must be uint8, int8, float16, bfloat16, float32 or float64.</source>
        <translation>هو %1؛ ويجب أن يكون uint8 أو int8 أو float16 أو bfloat16 أو float32 أو float64.</translation>
    </message>
    <message>
        <source>is %1; the value must be fp4 or nf4.</source>
        <translation>هو %1؛ ويجب أن يكون fp4 أو nf4.</translation>
    </message>
    <message>
        <source>and load_in_8bit are both true; only one of the two can be true.</source>
        <translation>وload_in_8bit كلاهما true؛ ولا يجوز ذلك إلا لواحد منهما.</translation>
    </message>
    <message>
        <source>is true, so the weights remain in 16 bit; Stowage can plan such a model only without quantisation.</source>
        <translation>هو true: تبقى الأوزان في 16 بت، ويخطط Stowage لذلك كنموذج غير مكمَّم.</translation>
    </message>
    <message>
        <source>is %1; the value must be dynamic or static.</source>
        <translation>هو %1؛ ويجب أن يكون dynamic أو static.</translation>
    </message>
    <message>
        <source>is %1; the value must be float or ue8m0.</source>
        <translation>هو %1؛ ويجب أن يكون float أو ue8m0.</translation>
    </message>
    <message>
        <source>is %1; Stowage plans experts only in fp8.</source>
        <translation>هو %1؛ ولا يخطط Stowage للخبراء إلا بنوع fp8.</translation>
    </message>
    <message>
        <source>is %1; GPTQ uses 2, 3, 4 or 8 bits per weight.</source>
        <translation>هو %1؛ وفي GPTQ 2 أو 3 أو 4 أو 8 بتّات لكل وزن.</translation>
    </message>
    <message>
        <source>is missing; GPTQ uses 2, 3, 4 or 8 bits per weight.</source>
        <translation>مفقود؛ وفي GPTQ 2 أو 3 أو 4 أو 8 بتّات لكل وزن.</translation>
    </message>
    <message>
        <source>is %1; the kernels of AWQ use 4 bits per weight.</source>
        <translation>هو %1؛ وفي أنوية AWQ (kernels) 4 بتّات لكل وزن.</translation>
    </message>
    <message>
        <source>is %1; Stowage plans only the layout &quot;gemm&quot;.</source>
        <translation>هو %1؛ ولا يخطط Stowage إلا للتخطيط gemm.</translation>
    </message>
    <message>
        <source>is missing; the name of the quantisation method is required.</source>
        <translation>مفقود: فهو يسمي الطريقة.</translation>
    </message>
    <message>
        <source>%1: quantization_config must be an object or null.</source>
        <translation>%1: يجب أن يكون quantization_config كائنًا أو null.</translation>
    </message>
    <message>
        <source>The names of the %1 tensors imply more than %2 nested modules; no model has names like %3.</source>
        <translation>تتداخل في أسماء موتراته الـ %1 أكثر من %2 وحدة؛ وليس لأي نموذج أسماء مثل %3.</translation>
    </message>
    <message>
        <source>skip_keys: &quot;%1&quot; is created once and passed to layers on %2 devices. If this input is skipped, it remains on one device, and PyTorch cannot compute with tensors on two devices. Leave out this key, or run all layers on one device.</source>
        <translation>skip_keys: يُنشأ &quot;%1&quot; مرة واحدة ويُسلَّم إلى طبقات على %2 من الأجهزة؛ وإذا تُخطّي بقي على واحد منها، ويرفض PyTorch الحساب بموترات على جهازين. لا تستخدمه، أو شغّل كل الطبقات على جهاز واحد.</translation>
    </message>
    <message>
        <source>The key &quot;%1&quot; of the device map may be a misspelling of this module.</source>
        <translation>قد يكون مفتاحها هو &quot;%1&quot; وقد كُتب بخطأ إملائي.</translation>
    </message>
    <message>
        <source>Did you mean %1?</source>
        <translation>هل تقصد %1؟</translation>
    </message>
    <message>
        <source>The device map has %1 more keys that are not modules of this model; the keys have no effect. Does the device map belong to another model?</source>
        <translation>في خريطة الأجهزة %1 من المفاتيح الأخرى ليست وحدات في هذا النموذج؛ ولا أثر لها. هل هي خريطة نموذج آخر؟</translation>
    </message>
    <message>
        <source>The device map contains &quot;%1&quot; twice: first with %2, last with %3. Python keeps the last entry, both in a dict and in JSON; delete one of the two entries.</source>
        <translation>تعطي خريطة الأجهزة &quot;%1&quot; مرتين: %2 أولًا، و%3 أخيرًا. يحتفظ Python بالأخيرة، وكذلك عند قراءة JSON؛ احذف إحدى المرتين.</translation>
    </message>
    <message>
        <source>The device map contains &quot;%1&quot; twice: with %2 both times. Delete one of the two entries.</source>
        <translation>تعطي خريطة الأجهزة &quot;%1&quot; مرتين: %2 في كلتيهما. احذف إحدى المرتين.</translation>
    </message>
    <message>
        <source>%1 more keys occur twice in the device map. Python keeps the last entry of each key, both in a dict and in JSON.</source>
        <translation>تعطي خريطة الأجهزة %1 من المفاتيح الأخرى مرتين. يحتفظ Python بالأخيرة من كل منها، وكذلك عند قراءة JSON.</translation>
    </message>
    <message>
        <source>%1 time</source>
        <translation>%1 مرة</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 من المرات</translation>
    </message>
    <message>
        <source>%1 time (%2)</source>
        <translation>%1 مرة (%2)</translation>
    </message>
    <message>
        <source>%1 times (%2)</source>
        <translation>%1 من المرات (%2)</translation>
    </message>
    <message>
        <source>Execution leaves %1, which runs the offloaded layers, and returns to it at %2</source>
        <translation>يُغادَر %1 ويُعاد دخوله عند %2، لأن الطبقات المفرَّغة (offload) تعمل هناك</translation>
    </message>
    <message>
        <source>Execution leaves %1 and returns to it at %2</source>
        <translation>يُغادَر %1 ويُعاد دخوله عند %2</translation>
    </message>
    <message>
        <source>Execution leaves %1 and returns to it at %2, and %3 more returns of this kind follow</source>
        <translation>يُغادَر %1 ويُعاد دخوله عند %2، وتتبع ذلك %3 من العودات المماثلة</translation>
    </message>
    <message>
        <source>%1: the activations of each token cross between devices %2 instead of %3.</source>
        <translation>%1: تعبر تنشيطات كل رمز بين الأجهزة %2 بدل %3.</translation>
    </message>
    <message>
        <source>The plan makes the CPU compute layers between the layers of other devices.</source>
        <translation>يحسب CPU طبقات بين أخرى، كما تطلب الخطة.</translation>
    </message>
    <message>
        <source>To avoid these returns, offload the first layers of the model instead of later ones.</source>
        <translation>يمكن تجنب ذلك بتفريغ (offload) طبقات النموذج الأولى بدلًا منها.</translation>
    </message>
    <message>
        <source>Put neighbouring layers on one device.</source>
        <translation>ضع الطبقات المتجاورة على جهاز واحد.</translation>
    </message>
    <message>
        <source>%1, pinned to %2, needs %3, but the limit of that device is %4 (%5 less). Raise the limit, or pin less to that device.</source>
        <translation>تحتاج %1، المثبَّتة على %2، إلى %3، لكن حدّه %4: متجاوَز بمقدار %5. ارفع الحد، أو ثبّت هناك أقل.</translation>
    </message>
    <message>
        <source>The %1 modules pinned to %2 need %3, but the limit of that device is %4 (%5 less). Raise the limit, or pin less to that device.</source>
        <translation>تحتاج الوحدات المثبَّتة على %2، وعددها %1، إلى %3، لكن حدّه %4: متجاوَز بمقدار %5. ارفع الحد، أو ثبّت هناك أقل.</translation>
    </message>
    <message>
        <source>%1 is not used: %2</source>
        <translation>%1 غير مستخدَم: %2</translation>
    </message>
    <message>
        <source>%1 are not used: %2</source>
        <translation>%1 غير مستخدَمة: %2</translation>
    </message>
    <message>
        <source>%1 is not used: no better plan that uses it was found.</source>
        <translation>استُبعد %1: لم يُعثر على خطة تستخدمه وتكون أفضل.</translation>
    </message>
    <message>
        <source>%1 remains empty: all weights fit on the devices before it.</source>
        <translation>يبقى %1 فارغًا: الأجهزة التي قبله تتسع لكل شيء.</translation>
    </message>
    <message>
        <source>%1 GPUs remain empty while %2 of weights is offloaded; larger limits or another strategy may use these GPUs.</source>
        <translation>تبقى %1 من وحدات GPU فارغة بينما يُفرَّغ (offload) %2؛ قد تستخدمها حدود أكبر أو استراتيجية أخرى.</translation>
    </message>
    <message>
        <source>%1 (%2) cannot be split, but balancing allows each GPU at most %3, so it does not fit on any GPU. The sequential strategy uses the full limits.</source>
        <translation>%1 (%2) أكبر من الحصة المتوازنة لكل GPU البالغة %3 ولا يمكن تقسيمها، فلا يستطيع أي GPU أخذها. وتستخدم الاستراتيجية sequential الحدود كاملة.</translation>
    </message>
    <message>
        <source>%1 of offloaded weights is copied to %2, the weights of each model whenever that model runs</source>
        <translation>يُنسخ %1 إلى %2 كلما عملت نماذجه</translation>
    </message>
    <message>
        <source>%1 of offloaded weights is copied to %2 in every forward pass</source>
        <translation>يُنسخ %1 إلى %2 في كل تمرير أمامي</translation>
    </message>
    <message>
        <source>%1; %2 of these weights is read from disk</source>
        <translation>%1، منها %2 تُقرأ من القرص</translation>
    </message>
    <message>
        <source>%1; the copy takes at least %2 over the link of that device</source>
        <translation>%1: %2 على الأقل عبر وصلته</translation>
    </message>
    <message>
        <source>As in Accelerate, the limit &quot;%1&quot; for %2 is in bits and equals %3. Write a capital B for bytes.</source>
        <translation>&quot;%1&quot; لـ %2 يعدّ بتّات، كما في Accelerate: %3. اكتب الحرف الكبير B للبايتات.</translation>
    </message>
    <message>
        <source>No limit is given for the CPU, so %1 does not use the CPU, and %2 of weights is placed on disk. Add a limit, as in cpu=30GiB.</source>
        <translation>لم يُعطَ حد لـ CPU، لذا لا يستخدمه %1 ويذهب %2 إلى القرص. أضف حدًا، مثل cpu=30GiB.</translation>
    </message>
    <message>
        <source>%1 warns: &quot;%2&quot;</source>
        <translation>يحذّر %1: &quot;%2&quot;</translation>
    </message>
    <message>
        <source>If you set no limit, %1 plans with 90 % of %2 (%3) and leaves 10 % free. Set a limit to use more of this memory.</source>
        <translation>من دون حد تعطيه أنت، يخطط %1 بـ 90% من %2، أي %3، ويُبقي 10% حرّة. أعطِ حدًا لاستخدام المزيد منه.</translation>
    </message>
    <message>
        <source>The buffers of offloaded layers (%1) remain on the GPU that runs these layers, but no GPU has enough free memory for all of them. Offload the buffers as well (offload_buffers).</source>
        <translation>تبقى المخازن المؤقتة للطبقات المفرَّغة (offload)، وهي %1، على وحدة GPU التي تشغّلها، ولا متسع لها كلها على أي GPU. اجعلها تُفرَّغ أيضًا (offload_buffers).</translation>
    </message>
    <message>
        <source>A limit is given for %1, which is not among the devices in use.</source>
        <translation>أُعطي حد لـ %1، وهو ليس من الأجهزة المستخدَمة.</translation>
    </message>
    <message>
        <source>No library would create this device map: Stowage lowered the limits of the strategy until the actual bytes fit.</source>
        <translation>هذه الخريطة خاصة بـ Stowage، لا بمكتبة: خريطة استراتيجية تحت حدود خُفِّضت إلى أن كفت لها الذاكرة بالبايتات الحقيقية.</translation>
    </message>
    <message>
        <source>Stowage guesses from the tensor names that %1 is a no-split class, because its blocks repeat with equal shapes. Specify other no-split classes, or none (--no-split &apos;&apos;) to allow splitting.</source>
        <translation>%1 مُخمَّن من الأسماء كصنف غير قابل للتقسيم: كتل متكررة متساوية الشكل. سمِّ أصنافًا أخرى لا تُقسَّم، أو لا تسمِّ شيئًا لتقسيمها (--no-split &apos;&apos;).</translation>
    </message>
    <message>
        <source>Stowage guesses from the tensor names that %1 are no-split classes, because their blocks repeat with equal shapes. Specify other no-split classes, or none (--no-split &apos;&apos;) to allow splitting.</source>
        <translation>%1 مُخمَّنة من الأسماء كأصناف غير قابلة للتقسيم: كتل متكررة متساوية الشكل. سمِّ أصنافًا أخرى لا تُقسَّم، أو لا تسمِّ شيئًا لتقسيمها (--no-split &apos;&apos;).</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 على %2</translation>
    </message>
    <message>
        <source>The adapter %1 changes %2 module and uses %3 in addition to the weights of this module.</source>
        <translation>يغيّر المحوِّل %1 (adapter) %2 وحدة ويأخذ %3 منفصلة عن أوزانها.</translation>
    </message>
    <message>
        <source>The adapter %1 changes %2 modules and uses %3 in addition to the weights of these modules.</source>
        <translation>يغيّر المحوِّل %1 (adapter) %2 من الوحدات ويأخذ %3 منفصلة عن أوزانها.</translation>
    </message>
    <message>
        <source>An adapter that is merged into the weights (merge_and_unload) uses no memory.</source>
        <translation>وإذا دُمج فيها (merge_and_unload) لا يأخذ شيئًا.</translation>
    </message>
    <message>
        <source>An adapter that is merged into the weights (merge_and_unload) uses no memory; merging temporarily uses up to %1 more on %2.</source>
        <translation>وإذا دُمج فيها (merge_and_unload) لا يأخذ شيئًا؛ ويأخذ الدمج للحظة ما يصل إلى %1 إضافية على %2.</translation>
    </message>
    <message>
        <source>%1 is %2 over its limit: the weights need %3, but the limit is %4. Raise the limit or move modules to another device.</source>
        <translation>يتجاوز %1 حدّه بمقدار %2: الأوزان %3، والمسموح به %4. ارفع الحد أو انقل شيئًا منه.</translation>
    </message>
    <message>
        <source>%1 reserved for weights</source>
        <translation>%1 محجوزة للأوزان</translation>
    </message>
    <message>
        <source>%1 of weights</source>
        <translation>%1 من الأوزان</translation>
    </message>
    <message>
        <source>%1 for the driver&apos;s context</source>
        <translation>%1 لسياق برنامج التشغيل</translation>
    </message>
    <message>
        <source>%1 already used</source>
        <translation>%1 مأخوذة أصلًا</translation>
    </message>
    <message>
        <source>%1 used by other programs</source>
        <translation>%1 مستخدَمة من برامج أخرى</translation>
    </message>
    <message>
        <source>%1 is %2 over its capacity of %3: %4. Move modules to another device.</source>
        <translation>يتجاوز %1 سعته البالغة %3 بمقدار %2: %4. انقل شيئًا منه.</translation>
    </message>
    <message>
        <source>the root module</source>
        <translation>ما يحويه النموذج نفسه</translation>
    </message>
    <message>
        <source>To make the model fit, move modules away from %1.</source>
        <translation>لتكفي الذاكرة، انقل شيئًا من %1.</translation>
    </message>
    <message>
        <source>To make the model fit, move modules away from %1, or let offloaded layers run on another device.</source>
        <translation>لتكفي الذاكرة، انقل شيئًا من %1، أو اجعل الطبقات المفرَّغة (offload) تعمل على جهاز آخر.</translation>
    </message>
    <message>
        <source>To make the model fit, plan in a smaller dtype.</source>
        <translation>لتكفي الذاكرة، خطّط بنوع dtype أصغر.</translation>
    </message>
    <message>
        <source>To make the model fit, let offloaded layers run on another device.</source>
        <translation>لتكفي الذاكرة، اجعل الطبقات المفرَّغة (offload) تعمل على جهاز آخر.</translation>
    </message>
    <message>
        <source>Buffers of offloaded modules (%1) remain on %2, but only %3 is free next to the weights: %4 is missing. Offload the buffers as well, or move modules away from %2.</source>
        <translation>يبقى %1 من المخازن المؤقتة للوحدات المفرَّغة (offload) على %2، حيث المتبقي إلى جانب الأوزان %3: ينقص %4. اجعل المخازن المؤقتة تُفرَّغ أيضًا، أو انقل شيئًا من %2.</translation>
    </message>
    <message>
        <source>%1 (%2) is stored on %3 and is copied to %4 to run. Next to the weights on %4, %5 is free for offloaded modules, but offloaded modules need %6: %7 is missing.</source>
        <translation>تقع %1 (%2) على %3 وتُجلب إلى %4 لتعمل. والمتبقي هناك إلى جانب الأوزان %5 لما تأخذه الوحدات المفرَّغة (offload) وهو %6: ينقص %7.</translation>
    </message>
    <message>
        <source>no layer is prefetched</source>
        <translation>لا تُجلب مسبقًا أي طبقة</translation>
    </message>
    <message>
        <source>%1 layer is prefetched</source>
        <translation>تُجلب مسبقًا %1 طبقة</translation>
    </message>
    <message>
        <source>%1 layers are prefetched</source>
        <translation>تُجلب مسبقًا %1 من الطبقات</translation>
    </message>
    <message>
        <source>%1 is %2 too small for the whole model</source>
        <translation>ينقص %1 مقدار %2 ليتسع للنموذج كله</translation>
    </message>
    <message>
        <source>%1 is %2 over its capacity</source>
        <translation>يتجاوز %1 سعته بمقدار %2</translation>
    </message>
    <message>
        <source>%1 is %2 over its limit</source>
        <translation>يتجاوز %1 حدّه بمقدار %2</translation>
    </message>
    <message>
        <source>%1 is %2 too small to run %3</source>
        <translation>ينقص %1 مقدار %2 ليشغّل %3</translation>
    </message>
    <message>
        <source>%1 is %2 too small for the buffers of offloaded modules</source>
        <translation>ينقص %1 مقدار %2 ليتسع للمخازن المؤقتة للوحدات المفرَّغة (offload)</translation>
    </message>
    <message>
        <source>%1; %2 also has too little space</source>
        <translation>%1؛ والمتسع على %2 أقل مما يلزم أيضًا</translation>
    </message>
    <message>
        <source>%1; %2 also have too little space</source>
        <translation>%1؛ والمتسع على %2 أقل مما يلزم أيضًا</translation>
    </message>
    <message>
        <source>transformers fails with this request; see the list of problems</source>
        <translation>تفشل transformers في هذا الطلب؛ انظر المشكلات</translation>
    </message>
    <message>
        <source>Accelerate fails with this request; see the list of problems</source>
        <translation>يفشل Accelerate في هذا الطلب؛ انظر المشكلات</translation>
    </message>
    <message>
        <source>No device is given for %1 (%2).</source>
        <translation>لم يُعطَ جهاز لـ %1 (%2).</translation>
    </message>
    <message>
        <source>No device is given for %1 and its %2 tensors (%3).</source>
        <translation>لم يُعطَ جهاز لـ %1 ولموتراتها الـ %2 (%3).</translation>
    </message>
    <message>
        <source>%1 more modules have no device (%2).</source>
        <translation>%1 من الوحدات الأخرى بلا جهاز (%2).</translation>
    </message>
    <message>
        <source>Move the module to a device, or add it to the map.</source>
        <translation>انقل الوحدة إلى جهاز، أو أضفها إلى الخريطة.</translation>
    </message>
    <message>
        <source>The file contains no such buffers, so Accelerate reports no error, but they may be on the wrong device in a forward pass.</source>
        <translation>لا يحوي الملف مخازن مؤقتة كهذه، لذا لا يبلّغ Accelerate عن خطأ؛ لكنها قد تكون على الجهاز الخطأ في التمرير الأمامي.</translation>
    </message>
    <message>
        <source>The device map names &quot;%1&quot;, which is not a module of this model; the entry has no effect.</source>
        <translation>تسمي خريطة الأجهزة &quot;%1&quot;، وهي ليست وحدة في هذا النموذج؛ ولا أثر للمدخل.</translation>
    </message>
    <message>
        <source>The device map puts &quot;%1&quot; on %2, which is not among the devices in use. Add the device or move the module.</source>
        <translation>تضع خريطة الأجهزة &quot;%1&quot; على %2، وهو ليس من الأجهزة المستخدَمة. أضف الجهاز أو انقل الوحدة.</translation>
    </message>
    <message>
        <source>Accelerate fails when it places the tied weights: &quot;weight is on the meta device&quot;. Put the tied weights on one device.</source>
        <translation>يتوقف Accelerate عند وضعها: &quot;weight is on the meta device&quot;. ضعها على جهاز واحد.</translation>
    </message>
    <message>
        <source>Accelerate ties the weights again after it has placed them. One of them is then used on a GPU that does not hold it, and the forward pass fails with %1. Put the tied weights on one device.</source>
        <translation>يربطها Accelerate من جديد بعد وضعها، فيُستخدَم أحدها على GPU غير الذي يقع عليه، ويتوقف هناك مع %1. ضعها على جهاز واحد.</translation>
    </message>
    <message>
        <source>The model works, but each forward pass may copy the weight to %1. Put the tied weights on one device.</source>
        <translation>هذا يعمل، لكن كل تمرير أمامي قد ينسخ الوزن إلى %1. ضعها على جهاز واحد.</translation>
    </message>
    <message>
        <source>Some modules use results that another module computes in the same forward pass, such as keys and values, but they run on several devices: %1. If the model&apos;s code does not move the results, the pass fails with %2. Put %3 on one device: %4 of their weights are apart from the rest.</source>
        <translation>تستخدم بعض الوحدات ما تحسبه أخرى في التمريرة نفسها، كالمفاتيح والقيم، ويجب ألّا تُفصل، لكنها تعمل على عدة أجهزة: %1. فيعبر ذلك بين الأجهزة في كل تمريرة، وحيث لا تنقله شيفرة النموذج تتوقف التمريرة مع %2. ضع %3 على جهاز واحد؛ فإن %4 ليست حيث يقع معظمها.</translation>
    </message>
    <message>
        <source>%1 more groups of modules run on several devices, but must not be separated. Put each group on one device.</source>
        <translation>فُصلت كذلك %1 من المجموعات الأخرى من الوحدات التي يجب ألّا تُفصل. ضع كل مجموعة على جهاز واحد.</translation>
    </message>
    <message>
        <source>The device map puts the tensor %1 on %2 and its module on %3. Accelerate&apos;s hooks handle only modules, so Accelerate stops with &quot;weight is on the meta device&quot;. Remove the entry of the tensor.</source>
        <translation>تضع خريطة الأجهزة الموتر %1 على %2 ووحدته على %3. ولا تعرف خطّافات Accelerate (hooks) إلا الوحدات: فيتوقف مع &quot;weight is on the meta device&quot;. احذف المدخل.</translation>
    </message>
    <message>
        <source>The device map puts the tensor %1 on %2 and its module on %3. Accelerate&apos;s hooks handle only modules, so Accelerate puts the tensor on %3 as well. Remove the entry of the tensor.</source>
        <translation>تضع خريطة الأجهزة الموتر %1 على %2 ووحدته على %3. ولا تعرف خطّافات Accelerate (hooks) إلا الوحدات: فيذهب هو أيضًا إلى %3. احذف المدخل.</translation>
    </message>
    <message>
        <source>The device map offloads the tensor %1 to %2 without its module. Accelerate&apos;s hooks handle only modules, so no hook copies the tensor to %3 when the tensor is used. Put the tensor on a GPU, or assign a device to its module.</source>
        <translation>تفرّغ خريطة الأجهزة (offload) الموتر %1 وحده إلى %2. ولا تعرف خطّافات Accelerate (hooks) إلا الوحدات، فلا يجلبه شيء إلى %3 عند استخدامه. ضعه على GPU، أو أعطِ وحدته جهازًا.</translation>
    </message>
    <message>
        <source>%1; specify &quot;compute&quot; or &quot;stream&quot;, alone or with modules, as in compute:model.layers.3,model.layers.7.</source>
        <translation>%1؛ أعطِ compute أو stream أو أحدهما مع وحدات، مثل compute:model.layers.3,model.layers.7.</translation>
    </message>
    <message>
        <source>%1 is not a valid mode for offloaded modules</source>
        <translation>%1 ليس أسلوبًا لتشغيل الوحدات المفرَّغة (offload)</translation>
    </message>
    <message>
        <source>%1 has no module name after the colon or a comma</source>
        <translation>لا يسمي %1 وحدة بعد نقطتيه (:) أو بعد فاصلة</translation>
    </message>
    <message>
        <source>This model has no module %1; &quot;stowagectl inspect&quot; lists the modules of the model.</source>
        <translation>ليس في هذا النموذج وحدة %1؛ يسرد &quot;stowagectl inspect&quot; ما فيه منها.</translation>
    </message>
    <message>
        <source>There are no rules &quot;%1&quot;; choose accelerate or transformers.</source>
        <translation>لا توجد قواعد &quot;%1&quot;؛ اختر accelerate أو transformers.</translation>
    </message>
    <message>
        <source>The plan is for an Apple machine, whose CPU and GPU share one memory (device mps). The model can be planned and estimated in Stowage, but not loaded.</source>
        <translation>الخطة لحاسوب Apple، يشترك CPU وGPU فيه في ذاكرة واحدة (الجهاز mps). يمكن التخطيط لها وتقديرها هنا، لا تحميلها.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not an objective; use decode, prefill, mix, context or pipeline.</source>
        <translation>&quot;%1&quot; ليس هدفًا؛ استخدم decode أو prefill أو mix أو context أو pipeline.</translation>
    </message>
    <message>
        <source>%1 has no limit</source>
        <translation>%1 بلا حد</translation>
    </message>
    <message>
        <source>%1 already exceeded its limit by %2 after reserving %3 for the largest layer</source>
        <translation>كان ينقص %1 أصلًا %2 بعد الاحتفاظ بـ %3 لأكبر طبقة</translation>
    </message>
    <message>
        <source>%1 already exceeded its limit by %2</source>
        <translation>كان ينقص %1 أصلًا %2</translation>
    </message>
    <message>
        <source>%1 had %2 left after reserving %3 for the largest layer</source>
        <translation>كان المتبقي على %1 هو %2 بعد الاحتفاظ بـ %3 لأكبر طبقة</translation>
    </message>
    <message>
        <source>%1 had %2 left</source>
        <translation>كان المتبقي على %1 هو %2</translation>
    </message>
    <message>
        <source>Fits: %1 is needed, and %2.</source>
        <translation>الذاكرة تكفي: تحتاج إلى %1، %2.</translation>
    </message>
    <message>
        <source>Fits together with the tied %1: %2 is needed for all, and %3.</source>
        <translation>الذاكرة تكفي مع المربوطة بها %1: تحتاج إلى %2، %3.</translation>
    </message>
    <message>
        <source>Did not fit and cannot be split: %1 was needed, but %2. The planner continues with the next device.</source>
        <translation>لم تكفِ الذاكرة ولا يمكن تقسيمها: احتاجت إلى %1، %2؛ وينتقل المخطِّط إلى الجهاز التالي.</translation>
    </message>
    <message>
        <source>Did not fit together with the tied %1 and cannot be split: %2 was needed for all, but %3. The planner continues with the next device.</source>
        <translation>لم تكفِ الذاكرة مع المربوطة بها %1 ولا يمكن تقسيمها: احتاجت إلى %2، %3؛ وينتقل المخطِّط إلى الجهاز التالي.</translation>
    </message>
    <message>
        <source>The module did not fit as a whole: %1 was needed, but %2. The planner tries the parts of the module one by one.</source>
        <translation>لم تكفِ الذاكرة لها كاملة: احتاجت إلى %1، %2؛ وتُجرَّب أجزاؤها واحدًا واحدًا.</translation>
    </message>
    <message>
        <source>Fits alone, but not together with the tied modules: %1 was needed for all, but %2. The planner splits %3.</source>
        <translation>تكفي الذاكرة لها وحدها، لا مع ما هي مربوطة به: احتاجت إلى %1، %2؛ وتُقسَّم %3.</translation>
    </message>
    <message>
        <source>Did not fit on the device, although the device was empty: %1 was needed. The planner places the smaller %2 first.</source>
        <translation>لم تكفِ الذاكرة على الجهاز الذي ما زال فارغًا: احتاجت إلى %1؛ وتؤخذ أولًا %2 الأصغر.</translation>
    </message>
    <message>
        <source>Did not fit on the next device in order: %1 was needed, but %2. diffusers leaves such a model on the CPU.</source>
        <translation>لم تكفِ الذاكرة: احتاج إلى %1، و%2، وكان الدور دوره؛ ويترك diffusers نموذجًا كهذا على CPU.</translation>
    </message>
    <message>
        <source>Pinned to %1 before the strategy ran.</source>
        <translation>ثُبِّتت على %1 قبل تشغيل الاستراتيجية.</translation>
    </message>
    <message>
        <source>Moved to %1 by hand.</source>
        <translation>نُقلت إلى %1 يدويًا.</translation>
    </message>
    <message>
        <source>transformers fails here: %1 (%2).</source>
        <translation>تفشل transformers هنا: %1 (%2).</translation>
    </message>
    <message>
        <source>Accelerate fails here: %1 (%2).</source>
        <translation>يفشل Accelerate هنا: %1 (%2).</translation>
    </message>
    <message>
        <source>no unplaced module has the tied weight %1</source>
        <translation>يجري البحث بين الوحدات التي لم توضَّع بعد عن الوحدة التي تحوي الوزن المربوط %1، ولا توجد بينها</translation>
    </message>
    <message>
        <source>Give the devices more memory so that no module has to be split, add the class of the module to the no-split classes, or place the modules by hand.</source>
        <translation>أعطِ الأجهزة متسعًا أكبر حتى لا يلزم تقسيم شيء هناك، أو سمِّ صنف الوحدة بوصفه غير قابل للتقسيم، أو وضّع يدويًا.</translation>
    </message>
    <message>
        <source>fallback allocation cannot work with a limit that is not a whole number of bytes</source>
        <translation>لا يمكن للتخصيص البديل أن يعمل مع حد ليس عددًا صحيحًا من البايتات</translation>
    </message>
    <message>
        <source>Turn fallback allocation off, or type limits in whole bytes for all GPUs.</source>
        <translation>عطّل التخصيص البديل، أو اكتب حدودًا صحيحة لكل وحدات GPU.</translation>
    </message>
    <message>
        <source>balanced_low_0 needs limits for GPUs 0, 1, 2 … without a gap, but GPU %1 has none</source>
        <translation>تحتاج balanced_low_0 إلى حد لكل من وحدات GPU ذات الأرقام 0، 1، 2 … بلا فجوة؛ وليس لـ GPU %1 حد</translation>
    </message>
    <message>
        <source>Set a limit for that GPU, or choose the strategy &quot;balanced&quot;.</source>
        <translation>أعطِ وحدة GPU تلك حدًا، أو اختر balanced.</translation>
    </message>
    <message>
        <source>the computed device map has no device for the tied tensor %1, which is a buffer of a split module</source>
        <translation>ليس في خريطة الأجهزة التي تحسبها جهاز للموتر المربوط %1، وهو مخزن مؤقت لوحدة قُسِّمت</translation>
    </message>
    <message>
        <source>Add the class of that module to the no-split classes, or place the modules by hand.</source>
        <translation>سمِّ صنف تلك الوحدة بوصفه غير قابل للتقسيم، أو وضّع يدويًا.</translation>
    </message>
    <message>
        <source>the strategy uses the largest module of the no-split classes, but the model has no module of these classes</source>
        <translation>تأخذ أكبر وحدة من الأصناف التي يجب ألّا تُقسَّم، وليس في النموذج أي منها</translation>
    </message>
    <message>
        <source>Specify a no-split class that the model contains, specify no class, or choose the strategy &quot;sequential&quot;.</source>
        <translation>سمِّ صنفًا موجودًا في النموذج، أو لا تسمِّ أي صنف، أو اختر sequential.</translation>
    </message>
    <message>
        <source>%1 three-dimensional parameters (%2 and others, %3) are not quantised: the experts of a layer are not Linear modules in transformers 5, so %4 does not quantise these experts. Plan in a smaller dtype, or with fp8.</source>
        <translation>%1 من المُعامِلات الثلاثية الأبعاد (%2 وغيره، %3) لا تُكمَّم: فخبراء الطبقة ليسوا وحدات Linear في transformers 5، ولذلك لا يكمّم %4 هؤلاء الخبراء. خطّط بنوع dtype أصغر، أو بنوع fp8.</translation>
    </message>
    <message>
        <source>the whole model</source>
        <translation>النموذج كله</translation>
    </message>
    <message>
        <source>%1 refuses this map because it does not quantise to %2 if any weights are on the CPU or the disk (first entry: %3). Give the GPUs more memory or higher limits.</source>
        <translation>يرفض %1 هذه الخريطة: لا يكمّم إلى %2 ما يقع على CPU أو القرص (أولها %3). أعطِ وحدات GPU متسعًا أكبر.</translation>
    </message>
    <message>
        <source>from_pretrained does not follow this map. It places the MXFP4 experts on the current GPU, usually the first GPU, and keeps the experts on that GPU. This includes the experts that the map puts on the CPU and the disk (first module: %1, %2 in total). Give the GPUs more memory or higher limits, or plan without a quantisation.</source>
        <translation>لا تتبع from_pretrained هذه الخريطة: تضع خبراء MXFP4 على GPU الحالي، وهو الأول عادةً، وتتركهم هناك، بمن فيهم خبراء CPU والقرص (أولهم %1، و%2 في المجموع). أعطِ وحدات GPU متسعًا أكبر، أو خطّط من دون تكميم.</translation>
    </message>
    <message>
        <source>otherwise from_pretrained undoes the quantisation, and the model needs %1. Plan without a quantisation to see the placement of the unquantised model.</source>
        <translation>وإلا تلغيه from_pretrained، ويكون حجم النموذج %1. خطّط من دون تكميم لترى أين يذهب ذلك.</translation>
    </message>
    <message>
        <source>otherwise from_pretrained refuses this quantisation.</source>
        <translation>وإلا ترفض from_pretrained التكميم إليه.</translation>
    </message>
    <message>
        <source>transformers supports MXFP4 on GPUs of compute capability 7.5 or above (T4, A100, H100) or on Intel GPUs, with Triton and the package &quot;kernels&quot;; %1</source>
        <translation>تأخذ transformers MXFP4 على وحدات GPU ذات قدرة حسابية (compute capability) 7.5 فأعلى (T4, A100, H100) أو على وحدات Intel، مع Triton والحزمة kernels؛ %1</translation>
    </message>
    <message>
        <source>Without a GPU, transformers supports MXFP4 only with use_kernels=True, Triton and the package &quot;kernels&quot;; %1</source>
        <translation>من دون GPU لا تأخذ transformers MXFP4 إلا مع use_kernels=True وTriton والحزمة kernels؛ %1</translation>
    </message>
    <message>
        <source>from_pretrained refuses this map because it does not quantise to mxfp4 if any weights are on the disk (first entry: %1). Give the GPUs and the CPU more memory or higher limits.</source>
        <translation>ترفض from_pretrained هذه الخريطة: لا تكمّم إلى mxfp4 حيث يقع شيء على القرص (أولها %1). أعطِ وحدات GPU وCPU متسعًا أكبر.</translation>
    </message>
    <message>
        <source>%1 modules of the class Conv1D are planned as quantised, because from_pretrained quantises them. Accelerate&apos;s load_and_quantize_model does not quantise these modules.</source>
        <translation>%1 من الوحدات من الصنف Conv1D مكمَّمة كما تفعل from_pretrained؛ أما load_and_quantize_model الخاصة بـ Accelerate فتتركها كما هي.</translation>
    </message>
    <message>
        <source>%1 is a different class, whose modules are not quantised</source>
        <translation>%1 صنف مستقل، تتركه كما هو</translation>
    </message>
    <message>
        <source>No weights of this model are quantised: transformers&apos; MXFP4 quantises only floating-point experts of gpt-oss (class GptOssExperts), and the model has no such module that may be quantised.</source>
        <translation>لا شيء من هذا النموذج مكمَّم: يأخذ MXFP4 في transformers خبراء gpt-oss (وحدات من الصنف GptOssExperts) بفاصلة عائمة، ولا يوجد منها غير ما يبقى كما هو.</translation>
    </message>
    <message>
        <source>No weights of this model are quantised: %1 quantises only floating-point weights of Linear and Conv1D modules, and the model has no such module that may be quantised</source>
        <translation>لا شيء من هذا النموذج مكمَّم: تأخذ %1 وحدات من الصنفين Linear وConv1D تحوي وزنًا بفاصلة عائمة، ولا يوجد منها غير ما يبقى كما هو</translation>
    </message>
    <message>
        <source>No weights of this model are quantised: %1 quantises only floating-point weights of Linear modules, and the model has no such module that may be quantised</source>
        <translation>لا شيء من هذا النموذج مكمَّم: تأخذ %1 وحدات من الصنف Linear تحوي وزنًا بفاصلة عائمة، ولا يوجد منها غير ما يبقى كما هو</translation>
    </message>
    <message>
        <source>The classes of this model&apos;s modules are not known. Two-dimensional weights are assumed to belong to Linear modules if their names suggest it. Provide the config.json or .tree.json of the model to be sure.</source>
        <translation>أصناف وحدات هذا النموذج غير معروفة؛ وتُعدّ الأوزان الثنائية الأبعاد وحدات Linear بحسب أسمائها. أعطِ config.json أو .tree.json الخاص به للتأكد.</translation>
    </message>
    <message>
        <source>%1 (planned, not loaded): %2 module is quantised</source>
        <translation>%1، مخطَّط له، لا يُحمَّل: %2 وحدة مكمَّمة</translation>
    </message>
    <message>
        <source>%1 (planned, not loaded): %2 modules are quantised</source>
        <translation>%1، مخطَّط له، لا يُحمَّل: %2 من الوحدات مكمَّمة</translation>
    </message>
    <message>
        <source>%1, %2 is not quantised (%3)</source>
        <translation>%1، %2 كما هي (%3)</translation>
    </message>
    <message>
        <source>%1, %2 are not quantised (%3)</source>
        <translation>%1، %2 كما هي (%3)</translation>
    </message>
    <message>
        <source>%1; declared by %2</source>
        <translation>%1؛ مصرَّح به في %2</translation>
    </message>
    <message>
        <source>This plan assumes %1, which Stowage can plan but not load. Plan without a quantisation to load the unchanged weights.</source>
        <translation>تحسب هذه الخطة على أساس %1، وهو ما يخطط له Stowage ولا يحمّله؛ خطّط من دون تكميم لتحميل الأوزان كما هي.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a known %2; use one of %3.</source>
        <translation>&quot;%1&quot; ليس من قيم %2؛ استخدم واحدة من %3.</translation>
    </message>
    <message>
        <source>type of keys and values</source>
        <translation>نوع المفاتيح والقيم</translation>
    </message>
    <message>
        <source>kind of attention</source>
        <translation>نوع الانتباه</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>تسلسلات متزامنة</translation>
    </message>
    <message>
        <source>Batch size: sequences per forward pass (1)</source>
        <translation>التسلسلات التي تعمل في التمريرات نفسها (1)</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>المطالبة</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>طول السياق</translation>
    </message>
    <message>
        <source>Context: KV-cache length per sequence in tokens (--prompt + --generate)</source>
        <translation>رموز كل تسلسل التي يُحتفَظ لها بمكان (المطالبة + المولَّد)</translation>
    </message>
    <message>
        <source>To generate</source>
        <translation>المطلوب توليده</translation>
    </message>
    <message>
        <source>Prefill chunk</source>
        <translation>قطعة الملء المسبق</translation>
    </message>
    <message>
        <source>Tokens of a prompt in one forward pass (default: the whole prompt)</source>
        <translation>رموز المطالبة التي تدخل دفعة واحدة (كلها)</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>الصور</translation>
    </message>
    <message>
        <source>Images of each request, for a model that accepts images (default 0)</source>
        <translation>صور كل طلب، لنموذج يأخذها (0)</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>توازي الموترات</translation>
    </message>
    <message>
        <source>%1 sequences</source>
        <translation>%1 من التسلسلات</translation>
    </message>
    <message>
        <source>prompt length %1</source>
        <translation>مطالبة بطول %1</translation>
    </message>
    <message>
        <source>%1 generated tokens</source>
        <translation>المطلوب توليده %1</translation>
    </message>
    <message>
        <source>context length %1</source>
        <translation>سياق بطول %1</translation>
    </message>
    <message>
        <source>prefill chunk %1</source>
        <translation>قطع من %1</translation>
    </message>
    <message>
        <source>%1 image</source>
        <translation>%1 صورة</translation>
    </message>
    <message>
        <source>%1 images</source>
        <translation>%1 من الصور</translation>
    </message>
    <message>
        <source>tensor parallel on %1 GPUs</source>
        <translation>توازي الموترات على %1 من وحدات GPU</translation>
    </message>
    <message>
        <source>compute dtype %1</source>
        <translation>الحساب بنوع %1</translation>
    </message>
    <message>
        <source>KV cache dtype %1</source>
        <translation>المفاتيح والقيم بنوع %1</translation>
    </message>
    <message>
        <source>%1 attention</source>
        <translation>انتباه %1</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>بواسطة %1</translation>
    </message>
    <message>
        <source>%1: %2 is out of range; use %3 to %4.</source>
        <translation>%1: %2 خارج النطاق؛ استخدم قيمة من %3 إلى %4.</translation>
    </message>
    <message>
        <source>%1 is now simulated: it was a real %2 with %3, which this machine does not have under that number.</source>
        <translation>كان %1 بطاقة حقيقية، %2 بسعة %3، وليس لدى هذا الحاسوب بطاقة كهذه بذلك الرقم؛ لذا يُحاكى.</translation>
    </message>
    <message>
        <source>%1 is now simulated: it was a real %2, which this machine does not have under that number.</source>
        <translation>كان %1 بطاقة حقيقية، %2، وليس لدى هذا الحاسوب بطاقة كهذه بذلك الرقم؛ لذا يُحاكى.</translation>
    </message>
    <message>
        <source>The plan is for %1 of RAM, but this machine has %2 of RAM. The model can be planned and estimated on this machine, but not loaded.</source>
        <translation>الخطة هي لـ %1 من RAM؛ ولدى هذا الحاسوب %2، لذا يُخطَّط لها وتُقدَّر هنا، ولا تُحمَّل.</translation>
    </message>
    <message>
        <source>The plan is for %1 of disk space, but this machine has %2 of disk space. The model can be planned and estimated on this machine, but not loaded.</source>
        <translation>الخطة هي لـ %1 من القرص؛ ولدى هذا الحاسوب %2، لذا يُخطَّط لها وتُقدَّر هنا، ولا تُحمَّل.</translation>
    </message>
    <message>
        <source>%1 has a size of %2, which is too large for a file that describes a model.</source>
        <translation>حجم %1 هو %2، وهو أكثر من أن يكون لملف يصف نموذجًا.</translation>
    </message>
    <message>
        <source>%1 is gone</source>
        <translation>%1 لم يعد موجودًا</translation>
    </message>
    <message>
        <source>the contents of %1 have changed</source>
        <translation>%1 يذكر شيئًا آخر</translation>
    </message>
    <message>
        <source>the tensors of %1 have changed</source>
        <translation>%1 فيه موترات أخرى</translation>
    </message>
    <message>
        <source>%1 has a size of %2 instead of %3</source>
        <translation>%1 حجمه %2 بدل %3</translation>
    </message>
    <message>
        <source>%1 is new</source>
        <translation>%1 جديد</translation>
    </message>
    <message>
        <source>The model comes from %1, which is not a file that a project can refer to; save the model to a file first.</source>
        <translation>النموذج آتٍ من %1، وهو ليس ملفًا يمكن لمشروع أن يسميه؛ احفظه في ملف أولًا.</translation>
    </message>
    <message>
        <source>The model is not the one that the project was saved with: %1.</source>
        <translation>النموذج ليس الذي حُفظ معه المشروع: %1.</translation>
    </message>
    <message>
        <source>the digest of the model has changed</source>
        <translation>بصمته مختلفة</translation>
    </message>
    <message>
        <source>The model is now at %1, no longer at %2.</source>
        <translation>يقع النموذج الآن في %1، ولم يعد في %2.</translation>
    </message>
    <message>
        <source>The model was not found at %1 or under the same name next to the project. Specify the current location of the model.</source>
        <translation>لم يعد النموذج موجودًا: لا %1 ولا أي شيء بذلك الاسم بجانب المشروع. اذكر أين يقع الآن.</translation>
    </message>
    <message>
        <source>has more than %1 plans</source>
        <translation>فيه أكثر من %1 من الخطط</translation>
    </message>
    <message>
        <source>is %1, which is already the name of another plan</source>
        <translation>هو %1، وهو اسم خطة أخرى أصلًا</translation>
    </message>
    <message>
        <source>is %1, which is not the name of any plan</source>
        <translation>هو %1، وهو ليس اسم أي من الخطط</translation>
    </message>
    <message>
        <source>%1 is not a Stowage project: its &quot;format&quot; is not &quot;%2&quot;.</source>
        <translation>%1 ليس مشروع Stowage: &quot;format&quot; فيه ليس &quot;%2&quot;.</translation>
    </message>
    <message>
        <source>%1 is damaged: its &quot;version&quot; is not a whole number above 0.</source>
        <translation>%1 معطوب: &quot;version&quot; فيه ليس عددًا صحيحًا أكبر من 0.</translation>
    </message>
    <message>
        <source>%1 was written by a newer version of Stowage (file version %2; this Stowage reads file versions up to %3). Open the file with the newer version. The file was not changed.</source>
        <translation>كتب %1 إصدار أحدث من Stowage (الإصدار %2، وهذا يقرأ %3). افتحه بذلك الإصدار؛ لم يتغيّر شيء في الملف.</translation>
    </message>
    <message>
        <source>%1 has a size of %2; a project file may have at most %3.</source>
        <translation>حجم %1 هو %2؛ وحجم المشروع %3 على الأكثر.</translation>
    </message>
    <message>
        <source>The project needs %1, but a project file may have at most %2. Move some plans to another project.</source>
        <translation>يأخذ المشروع %1؛ وحجم ملفه %2 على الأكثر. انقل بعض خططه إلى مشروع خاص بها.</translation>
    </message>
    <message>
        <source>The recovery file %1 cannot be removed: %2.</source>
        <translation>لا يمكن إزالة ملف الاستعادة %1: %2.</translation>
    </message>
    <message>
        <source>The folder %1 for recovery files cannot be created: %2.</source>
        <translation>لا يمكن إنشاء المجلد %1 لملفات الاستعادة: %2.</translation>
    </message>
    <message>
        <source>the pre-tokenizer</source>
        <translation>المقطِّع الأولي (pre-tokenizer)</translation>
    </message>
    <message>
        <source>%1 is not a SentencePiece model: %2.</source>
        <translation>%1 ليس نموذج SentencePiece: %2.</translation>
    </message>
    <message>
        <source>the score of a piece is not a finite number</source>
        <translation>درجة قطعة (piece) ليست عددًا منتهيًا</translation>
    </message>
    <message>
        <source>the piece %1 is empty or truncated</source>
        <translation>إحدى قطعه (pieces)، %1، فارغة أو مبتورة</translation>
    </message>
    <message>
        <source>the normalizer is truncated</source>
        <translation>المسوّي (normalizer) فيه مبتور</translation>
    </message>
    <message>
        <source>libsentencepiece could not be opened, so the tokenizer cannot be used: %1. Install libsentencepiece0, or give tokens instead of text.</source>
        <translation>تعذّر فتح libsentencepiece، فلا يمكن استخدام أداة الترميز: %1. ثبّت libsentencepiece0، أو أعطِ رموزًا بدل النص.</translation>
    </message>
    <message>
        <source>the file contains no pieces</source>
        <translation>لا يحوي أي قطعة (piece)</translation>
    </message>
    <message>
        <source>the file is truncated or of another kind</source>
        <translation>هو مبتور، أو ملف من نوع آخر</translation>
    </message>
    <message>
        <source>%1 splits text by a pattern that is too slow for this text; shorten the text, or give tokens.</source>
        <translation>يقسّم %1 النص بنمط يستغرق مع هذا النص وقتًا أطول مما ينبغي؛ قصّر النص، أو أعطِ رموزًا.</translation>
    </message>
    <message>
        <source>The tokenizer expands the text to more than 32 MiB; shorten the text.</source>
        <translation>تجعل أداة الترميز النص أطول من 32 MiB؛ قصّر النص.</translation>
    </message>
    <message>
        <source>the normalizer</source>
        <translation>المسوّي (normalizer)</translation>
    </message>
    <message>
        <source>the decoder</source>
        <translation>فاكّ الترميز (decoder)</translation>
    </message>
    <message>
        <source>%1 contains a merge with the token %2, which is not in the vocabulary of the tokenizer.</source>
        <translation>يدمج %1 رموزًا مع %2، وهو ليس في مفرداته.</translation>
    </message>
    <message>
        <source>%1 has no token %2 for unknown words.</source>
        <translation>ليس في %1 رمز %2 للكلمات التي لا يعرفها.</translation>
    </message>
    <message>
        <source>%1 has %2 merges; the limit is 2,097,152.</source>
        <translation>في %1 من الدمجات (merges) %2؛ ويأخذ Stowage 2,097,152 على الأكثر.</translation>
    </message>
    <message>
        <source>%1 has an invalid vocabulary: the tokens must be numbered consecutively, each token needs a finite score, and the unknown token must be in the vocabulary.</source>
        <translation>في %1 مفردات رموزها ليست مرقَّمة واحدًا واحدًا ولكل منها درجة منتهية، أو رمز للمجهول ليس واحدًا منها.</translation>
    </message>
    <message>
        <source>This Stowage was built without tokenizers (STOWAGE_TEXT=OFF), so the tokenizer in %1 cannot be used; give tokens instead of text.</source>
        <translation>بُني Stowage هذا بلا أدوات ترميز (STOWAGE_TEXT=OFF)، فلا يمكن استخدام التي في %1؛ أعطِ رموزًا بدل النص.</translation>
    </message>
    <message>
        <source>%1 is not a tokenizer file: %2.</source>
        <translation>%1 ليس ملف أداة ترميز: %2.</translation>
    </message>
    <message>
        <source>the file is not a JSON object</source>
        <translation>ليس كائن JSON</translation>
    </message>
    <message>
        <source>the vocabulary lists %1, which is not a valid token</source>
        <translation>تسرد مفرداته %1 بوصفه رمزًا</translation>
    </message>
    <message>
        <source>the merges contain %1, which is not a pair of tokens</source>
        <translation>تسرد دمجاته (merges) %1 بوصفه رمزين</translation>
    </message>
    <message>
        <source>%1 contains a tokenizer of the kind %2, which Stowage does not support; give tokens instead of text.</source>
        <translation>يحوي %1 أداة ترميز من النوع %2، ولا يشغّلها Stowage؛ أعطِ رموزًا بدل النص.</translation>
    </message>
    <message>
        <source>%1 adds %2 tokens; the limit is 16,384.</source>
        <translation>يضيف %1 من الرموز %2؛ ويأخذ Stowage 16,384 على الأكثر.</translation>
    </message>
    <message>
        <source>an added token has no ID or no text</source>
        <translation>رمز مضاف بلا رقم أو بلا نص</translation>
    </message>
    <message>
        <source>the template inserts a value that is not a token ID</source>
        <translation>يضع قالبه (template) شيئًا ليس رمزًا</translation>
    </message>
    <message>
        <source>the post-processor</source>
        <translation>المعالج اللاحق (post-processor)</translation>
    </message>
    <message>
        <source>the post-processor has no valid &quot;cls&quot; token or no valid &quot;sep&quot; token</source>
        <translation>ليس في معالجه اللاحق (post-processor) رموز</translation>
    </message>
    <message>
        <source>%1 is not a merge of two tokens</source>
        <translation>%1 ليس دمجًا لرمزين</translation>
    </message>
    <message>
        <source>%1 lists an added token without an ID or a text, or more than 16,384 added tokens.</source>
        <translation>يسرد %1 رمزًا مضافًا بلا رقم أو بلا نص، أو أكثر من 16,384 منها.</translation>
    </message>
    <message>
        <source>The text %1 is not valid UTF-8; type it again.</source>
        <translation>النص %1 ليس UTF-8؛ اكتبه من جديد.</translation>
    </message>
    <message>
        <source>The text has %1 bytes; the limit is 1,048,576 bytes.</source>
        <translation>في النص %1 بايت؛ ويأخذ Stowage 1,048,576 على الأكثر.</translation>
    </message>
    <message>
        <source>%1 is too large for a tokenizer file; the limit is %2 MiB.</source>
        <translation>%1 أكبر من أن يكون ملف أداة ترميز؛ ويقرأ Stowage %2 MiB على الأكثر.</translation>
    </message>
    <message>
        <source>%1 contains no tokenizer (tokenizer.json, vocab.json with merges.txt, tokenizer.model, spiece.model or vocab.txt); copy a tokenizer to that folder, or give tokens instead of text.</source>
        <translation>لا يحوي %1 أداة ترميز (tokenizer.json أو vocab.json مع merges.txt أو tokenizer.model أو spiece.model أو vocab.txt)؛ انسخها إليه، أو أعطِ رموزًا بدل النص.</translation>
    </message>
    <message>
        <source>%1 has a damaged table for normalising characters; copy the file again.</source>
        <translation>في %1 جدول تالف لتسوية المحارف؛ انسخ الملف من جديد.</translation>
    </message>
    <message>
        <source>Stowage does not support the language “%1”; use en, ja, zh_CN or ar.</source>
        <translation>لا يتحدث Stowage «%1»؛ اذكر en أو ja أو zh_CN أو ar.</translation>
    </message>
    <message>
        <source>--load works only with --picture; specify --picture FILE as well.</source>
        <translation>الخيار --load يُستخدم مع --picture؛ اذكر ملفه أيضًا.</translation>
    </message>
    <message>
        <source>The system refused to allocate %1 of host memory in one block: %2. Put fewer layers on the CPU or close other programs.</source>
        <translation>رفض النظام %1 من ذاكرة المضيف دفعة واحدة: %2. ضع طبقات أقل على CPU أو أغلق برامج أخرى.</translation>
    </message>
    <message>
        <source>%1 failed: %2. Free some memory, or plan with smaller simulated GPUs.</source>
        <translation>فشل %1: %2. حرّر ذاكرة أو خطّط بوحدات GPU مُحاكاة أصغر.</translation>
    </message>
    <message>
        <source>Faults can be injected only into simulated GPUs, but %1 is not a simulated GPU.</source>
        <translation>لا يمكن طلب الأعطال إلا لوحدات GPU المُحاكاة، و%1 ليس منها.</translation>
    </message>
    <message>
        <source>LibTorch %1 was built without CUDA, so it cannot use GPUs; build Stowage with a LibTorch for CUDA (tests/gpu/README.md), or simulate GPUs, as in --gpus 24GiB.</source>
        <translation>بُنيت LibTorch %1 بلا CUDA، فلا تشغّل أي GPU؛ ابنِ Stowage مع LibTorch لـ CUDA (tests/gpu/README.md)، أو حاكِ وحدات GPU، مثل --gpus 24GiB.</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>فشل %1: %2</translation>
    </message>
    <message>
        <source>%1 failed: %2. Restart the program to use the card again.</source>
        <translation>فشل %1: %2. يجب بدء العملية من جديد لاستخدام البطاقة.</translation>
    </message>
    <message>
        <source>There is no CUDA device for LibTorch %1: %2. Check the driver with nvidia-smi, check CUDA_VISIBLE_DEVICES, or simulate GPUs, as in --gpus 24GiB.</source>
        <translation>لا يوجد جهاز CUDA لـ LibTorch %1: %2. تحقق من برنامج التشغيل باستخدام nvidia-smi ومن CUDA_VISIBLE_DEVICES، أو حاكِ وحدات GPU، مثل --gpus 24GiB.</translation>
    </message>
    <message>
        <source>The transfer was cancelled.</source>
        <translation>أُلغي النقل.</translation>
    </message>
    <message>
        <source>Starting LibTorch</source>
        <translation>بدء LibTorch</translation>
    </message>
    <message>
        <source>The weight %1 is stored as %2 on a CUDA GPU, but Stowage cannot dequantise weights on CUDA GPUs. Run this model on the CPU or on simulated GPUs.</source>
        <translation>%1 هو %2 على بطاقة CUDA، حيث لا يفك Stowage التكميم؛ شغّل هذا النموذج على CPU أو على وحدات GPU مُحاكاة.</translation>
    </message>
    <message>
        <source>%1 failed: the host has no memory left.</source>
        <translation>فشل %1: لم تبقَ لدى المضيف ذاكرة.</translation>
    </message>
    <message>
        <source>%1 failed in LibTorch: %2</source>
        <translation>فشل %1 في LibTorch: %2</translation>
    </message>
    <message>
        <source>%1 failed in LibTorch for an unknown reason.</source>
        <translation>فشل %1 في LibTorch لسبب غير معروف.</translation>
    </message>
    <message>
        <source>The tensor %1 is not one of LibTorch&apos;s, so it cannot be used here.</source>
        <translation>الموتر %1 ليس من موترات LibTorch، فلا يمكن استخدامه هنا.</translation>
    </message>
    <message>
        <source>tried</source>
        <translation>المطلوب تخصيصه</translation>
    </message>
    <message>
        <source>device</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>capacity</source>
        <translation>السعة</translation>
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
        <source>reserved unallocated</source>
        <translation>المحجوز غير المخصَّص</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>المسموح به</translation>
    </message>
    <message>
        <source>private pools</source>
        <translation>المجمعات الخاصة</translation>
    </message>
    <message>
        <source>process</source>
        <translation>العملية</translation>
    </message>
    <message>
        <source>others</source>
        <translation>برامج أخرى</translation>
    </message>
    <message>
        <source>other</source>
        <translation>غير ذلك</translation>
    </message>
    <message>
        <source>ooms</source>
        <translation>حالات نفاد الذاكرة (OOM)</translation>
    </message>
    <message>
        <source>retries</source>
        <translation>إعادات المحاولة</translation>
    </message>
    <message>
        <source>allocated peak</source>
        <translation>ذروة المخصَّص</translation>
    </message>
    <message>
        <source>active</source>
        <translation>النشط</translation>
    </message>
    <message>
        <source>active peak</source>
        <translation>ذروة النشط</translation>
    </message>
    <message>
        <source>requested</source>
        <translation>ما طُلب</translation>
    </message>
    <message>
        <source>requested peak</source>
        <translation>ذروة ما طُلب</translation>
    </message>
    <message>
        <source>reserved peak</source>
        <translation>ذروة المحجوز</translation>
    </message>
    <message>
        <source>non releasable</source>
        <translation>غير القابل للتحرير</translation>
    </message>
    <message>
        <source>non releasable peak</source>
        <translation>ذروة غير القابل للتحرير</translation>
    </message>
    <message>
        <source>allocations</source>
        <translation>التخصيصات</translation>
    </message>
    <message>
        <source>segments</source>
        <translation>المقاطع</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>الأوزان</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>الميزانية</translation>
    </message>
    <message>
        <source>share</source>
        <translation>الحصة</translation>
    </message>
    <message>
        <source>context</source>
        <translation>السياق</translation>
    </message>
    <message>
        <source>peak torch</source>
        <translation>ذروة torch</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>التنشيطات</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>ذاكرة KV المؤقتة</translation>
    </message>
    <message>
        <source>KV needed</source>
        <translation>المطلوب لـ KV</translation>
    </message>
    <message>
        <source>KV blocks</source>
        <translation>كتل KV</translation>
    </message>
    <message>
        <source>cpu blocks</source>
        <translation>كتل cpu</translation>
    </message>
    <message>
        <source>KV tokens</source>
        <translation>رموز KV</translation>
    </message>
    <message>
        <source>max model len</source>
        <translation>أقصى طول للنموذج</translation>
    </message>
    <message>
        <source>max len estimate</source>
        <translation>تقدير أقصى طول</translation>
    </message>
    <message>
        <source>concurrency</source>
        <translation>التزامن</translation>
    </message>
    <message>
        <source>state</source>
        <translation>الحالة</translation>
    </message>
    <message>
        <source>graphs</source>
        <translation>رسوم CUDA (graphs)</translation>
    </message>
    <message>
        <source>free after</source>
        <translation>الحرّ بعد التحميل</translation>
    </message>
    <message>
        <source>output</source>
        <translation>الخرج</translation>
    </message>
    <message>
        <source>compute host</source>
        <translation>الحساب على المضيف</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>الحساب</translation>
    </message>
    <message>
        <source>n ctx</source>
        <translation>n ctx</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>المطلوب</translation>
    </message>
    <message>
        <source>margin</source>
        <translation>الهامش الباقي</translation>
    </message>
    <message>
        <source>short</source>
        <translation>النقص</translation>
    </message>
    <message>
        <source>projector</source>
        <translation>المُسقِط (projector)</translation>
    </message>
    <message>
        <source>self</source>
        <translation>الذاتي</translation>
    </message>
    <message>
        <source>unaccounted</source>
        <translation>غير المفسَّر</translation>
    </message>
    <message>
        <source>host self</source>
        <translation>الذاتي للمضيف</translation>
    </message>
    <message>
        <source>host weights</source>
        <translation>أوزان المضيف</translation>
    </message>
    <message>
        <source>host context</source>
        <translation>سياق المضيف</translation>
    </message>
    <message>
        <source>host compute</source>
        <translation>حساب المضيف</translation>
    </message>
    <message>
        <source>headroom</source>
        <translation>الفائض</translation>
    </message>
    <message>
        <source>KV bytes per token</source>
        <translation>بايتات KV لكل رمز</translation>
    </message>
    <message>
        <source>the weight %1</source>
        <translation>الوزن %1</translation>
    </message>
    <message>
        <source>the attention scores of one layer for the prompt, batch %1 × %2 tokens</source>
        <translation>درجات الانتباه لطبقة من أجل المطالبة، دفعة %1 × %2 رمز</translation>
    </message>
    <message>
        <source>the feed-forward activations of one layer for the prompt, batch %1 × %2 tokens</source>
        <translation>أعداد التغذية الأمامية لطبقة من أجل المطالبة، دفعة %1 × %2 رمز</translation>
    </message>
    <message>
        <source>the activations of one layer for the prompt, batch %1 × %2 tokens</source>
        <translation>أعداد طبقة من أجل المطالبة، دفعة %1 × %2 رمز</translation>
    </message>
    <message>
        <source>the logits of all tokens of the prompt, batch %1 × %2 tokens</source>
        <translation>logits كل رمز من المطالبة، دفعة %1 × %2 رمز</translation>
    </message>
    <message>
        <source>the logits of all tokens of the prompt, batch %1 × %2 tokens, in float32</source>
        <translation>logits كل رمز من المطالبة، دفعة %1 × %2 رمز، بنوع float32</translation>
    </message>
    <message>
        <source>the keys or the values of one layer, extended by one token</source>
        <translation>مفاتيح طبقة أو قيمها، بعد نموها برمز</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>The device</source>
        <translation>الجهاز</translation>
    </message>
    <message>
        <source>%1: a request for %2 failed. PyTorch allocates a segment of this size for tensors of 1 to 10 MiB, so the size does not identify the tensor.</source>
        <translation>طُلبت من %1 زيادة قدرها %2: مقطع يأخذه PyTorch لموترات من 1 إلى 10 MiB، فلا يدل حجمه على أيها.</translation>
    </message>
    <message>
        <source>%1: a request for %2 failed. PyTorch allocates a segment of this size for tensors of up to 1 MiB, so the size does not identify the tensor.</source>
        <translation>طُلبت من %1 زيادة قدرها %2: مقطع يأخذه PyTorch لموترات لا تزيد على 1 MiB، فلا يدل حجمه على أيها.</translation>
    </message>
    <message>
        <source>%1: a request for %2 failed. No tensor of this plan and workload has this size.</source>
        <translation>طُلبت من %1 زيادة قدرها %2. ليس لأي موتر في هذه الخطة وحمل العمل ذلك الحجم.</translation>
    </message>
    <message>
        <source>%1: a request for %2 failed. In this plan, these tensors have this size: %3.</source>
        <translation>طُلبت من %1 زيادة قدرها %2. وهذا في هذه الخطة حجم: %3.</translation>
    </message>
    <message>
        <source>%1 used by tensors</source>
        <translation>%1 تشغلها الموترات</translation>
    </message>
    <message>
        <source>%1 reserved by PyTorch but unallocated</source>
        <translation>%1 يحتفظ بها PyTorch بلا موتر</translation>
    </message>
    <message>
        <source>%1 reserved by PyTorch in total</source>
        <translation>%1 يحجزها PyTorch في المجموع</translation>
    </message>
    <message>
        <source>%1 used by the driver&apos;s context and the libraries of the process</source>
        <translation>%1 يشغلها سياق برنامج التشغيل ومكتبات العملية</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 كانت حرّة</translation>
    </message>
    <message>
        <source>of %1 in total</source>
        <translation>من أصل %1 في المجموع</translation>
    </message>
    <message>
        <source>Held: %1.</source>
        <translation>المشغول: %1.</translation>
    </message>
    <message>
        <source>The process was limited to a part of the device&apos;s memory; raise this limit.</source>
        <translation>سُمح للعملية بأقل مما لدى الجهاز: ارفع ذلك الحد.</translation>
    </message>
    <message>
        <source>More memory was free than was requested: the process had a memory limit, or memory was freed in the meantime.</source>
        <translation>كان الحرّ أكثر مما طُلب: كان ما يجوز أن تأخذه العملية الواحدة محدودًا، أو أُعيد شيء في الأثناء.</translation>
    </message>
    <message>
        <source>PyTorch had more unallocated reserved memory than was requested, but not in one contiguous block. PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True avoids such fragmentation.</source>
        <translation>احتفظ PyTorch بأكثر مما طُلب، على شكل قطع: تجمعها PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True.</translation>
    </message>
    <message>
        <source>Stopping the other programs would have freed enough memory.</source>
        <translation>كان إنهاء البرامج الأخرى سيفسح المتسع.</translation>
    </message>
    <message>
        <source>According to the estimate, the plan fits with this workload, so the actual run differed from the plan.</source>
        <translation>الخطة مع حمل العمل هذا تكفي لها الذاكرة، فما جرى تشغيله كان مختلفًا عنها.</translation>
    </message>
    <message>
        <source>According to the estimate, the plan does not fit with this workload; it fits with %1.</source>
        <translation>الخطة مع حمل العمل هذا لا تكفي لها الذاكرة هي أيضًا؛ وتكفي لها مع %1.</translation>
    </message>
    <message>
        <source>According to the estimate, the plan does not fit with this workload.</source>
        <translation>الخطة مع حمل العمل هذا لا تكفي لها الذاكرة هي أيضًا.</translation>
    </message>
    <message>
        <source>%1
</source>
        <translation>%1
</translation>
    </message>
    <message>
        <source>%1 is not a target; write ttft=SECONDS, tps=TOKENS, or both, separated by a comma.</source>
        <translation>%1 ليس هدفًا؛ اكتب ttft=SECONDS أو tps=TOKENS أو كليهما تفصل بينهما فاصلة (,).</translation>
    </message>
    <message>
        <source>8 GiB more on each GPU</source>
        <translation>8 GiB إضافية على كل GPU</translation>
    </message>
    <message>
        <source>one more GPU (%1)</source>
        <translation>GPU إضافي واحد (%1)</translation>
    </message>
    <message>
        <source>links twice as fast</source>
        <translation>وصلات بضعف السرعة</translation>
    </message>
    <message>
        <source>No plan can reach the first token in less than %1; this plan takes %2.</source>
        <translation>لا يمكن لأي خطة أن تقل عن %1 حتى الرمز الأول؛ وهذه تأخذ %2.</translation>
    </message>
    <message>
        <source>No plan can have a weighted sum below %1; this plan has a sum of %2.</source>
        <translation>لا يمكن لأي خطة أن تقل عن %1 من المجموع الموزون؛ وهذه تأخذ %2.</translation>
    </message>
    <message>
        <source>No plan can take less than %1 per token; this plan takes %2.</source>
        <translation>لا يمكن لأي خطة أن تقل عن %1 لكل رمز؛ وهذه تأخذ %2.</translation>
    </message>
    <message>
        <source>the only layer (%1) is on a GPU</source>
        <translation>تقع طبقته الـ %1 كلها على GPU</translation>
    </message>
    <message>
        <source>%1 of %2 layer is on a GPU</source>
        <translation>تقع %1 من طبقته الـ %2 على وحدات GPU</translation>
    </message>
    <message>
        <source>all %1 layers are on GPUs</source>
        <translation>تقع طبقاته الـ %1 كلها على وحدات GPU</translation>
    </message>
    <message>
        <source>%1 of %2 layers is on a GPU</source>
        <translation>تقع %1 من طبقاته الـ %2 على GPU</translation>
    </message>
    <message>
        <source>%1 of %2 layers are on GPUs</source>
        <translation>تقع %1 من طبقاته الـ %2 على وحدات GPU</translation>
    </message>
    <message>
        <source>%1 layer is streamed</source>
        <translation>تنتقل %1</translation>
    </message>
    <message>
        <source>%1 layers are streamed</source>
        <translation>تنتقل %1</translation>
    </message>
    <message>
        <source>%1, %2, and the CPU computes %3 of the layers</source>
        <translation>%1، و%2 ويحسب CPU عدد %3</translation>
    </message>
    <message>
        <source>%1, and the CPU computes %2 of the layers</source>
        <translation>%1، ويحسب CPU عدد %2</translation>
    </message>
    <message>
        <source>All layer placements that could be faster were examined.</source>
        <translation>جرى تتبّع كل أسلوب لتوضيع طبقاته كان يمكن أن يكون أسرع.</translation>
    </message>
    <message>
        <source>According to the sum of the sizes alone, no plan can store more than %1 tokens per sequence; this plan can store %2 tokens.</source>
        <translation>ليس لدى أي خطة متسع لأكثر من %1 من الرموز لكل تسلسل، بالجمع وحده؛ ولدى هذه متسع لـ %2.</translation>
    </message>
    <message>
        <source>According to the sum of the sizes alone, no plan can store more than %1 KV blocks in the stage with the fewest blocks; this plan can store %2 KV blocks.</source>
        <translation>ليس لدى أي خطة متسع لأكثر من %1 من كتل KV في المرحلة التي لديها أقلها، بالجمع وحده؛ ولدى هذه متسع لـ %2.</translation>
    </message>
    <message>
        <source>Whether a plan exists between this upper limit and this plan (difference: %1 %) is undetermined. The sum of the sizes includes neither memory that an allocator cannot use nor steps in the growth of caches.</source>
        <translation>عمّا يقع بين الاثنين، وهو %1%، لا شيء معروف: فالجمع لا يعرف الذواكر المؤقتة التي تنمو بخطوات ولا ما لا يستطيع المخصِّص استخدامه.</translation>
    </message>
    <message>
        <source>Whether a plan exists between this lower limit and this plan (difference: %1 %) is undetermined.</source>
        <translation>بين الاثنين، بمقدار %1%، لا شيء معروف: لم يُعثر هناك على خطة، ولم تُستبعد أي خطة.</translation>
    </message>
    <message>
        <source>All plans that could be faster were compared.</source>
        <translation>قورنت كل خطة كان يمكن أن تكون أسرع.</translation>
    </message>
    <message>
        <source>diffusers does not offload %1 in groups.</source>
        <translation>لا يفرّغ diffusers (offload) نماذج الصنف %1 في مجموعات.</translation>
    </message>
    <message>
        <source>if offloaded in blocks, the weights of %2 would still be on the CPU when decode() runs (diffusers %1).</source>
        <translation>مع diffusers %1 تجد decode() في %2 أوزانها على CPU عندما تُفرَّغ (offload) كتلًا.</translation>
    </message>
    <message>
        <source>%1 remains on the GPU: %2</source>
        <translation>يبقى %1 على GPU: %2</translation>
    </message>
    <message>
        <source>The pipeline has no denoiser whose layers could be cast.</source>
        <translation>ليس في خط المعالجة مزيل ضوضاء يمكن تحويل طبقاته (cast).</translation>
    </message>
    <message>
        <source>diffusers %1 defines no offloading order for %2.</source>
        <translation>لا يعرف diffusers %1 ترتيبًا للتفريغ (offload) لـ %2.</translation>
    </message>
    <message>
        <source>%1 remains on the GPU after it has run, because the offloading order does not include this model.</source>
        <translation>يبقى %1 على GPU بعد أن يعمل: فهو ليس في أي ترتيب.</translation>
    </message>
    <message>
        <source>Ways to offload are compared only for diffusers pipelines, but this plan is for a single model.</source>
        <translation>تُقارَن طرق التفريغ (offload) لخطوط معالجة diffusers، وهذا نموذج مفرد.</translation>
    </message>
    <message>
        <source>All ways to offload copy weights to a GPU, but the plan has no GPU; add a GPU.</source>
        <translation>تجلب طرق التفريغ (offload) الأوزان إلى GPU، وليس في الخطة أي GPU؛ أضف واحدًا.</translation>
    </message>
    <message>
        <source>The list of diffusers&apos; classes is wrong: %1</source>
        <translation>قائمة أصناف diffusers خاطئة: %1</translation>
    </message>
    <message>
        <source>%1: the allocator is warmed up with one block of %2.</source>
        <translation>%1: يُسخَّن المخصِّص بكتلة واحدة من %2.</translation>
    </message>
    <message>
        <source>Tensors are read one after another, because the device map uses the disk.</source>
        <translation>موتر بعد آخر، لأن الخريطة تسمي القرص.</translation>
    </message>
    <message>
        <source>%1 threads read tensors ahead of the thread that places them.</source>
        <translation>%1 من الخيوط تجلب الموترات مسبقًا للخيط الذي يضعها.</translation>
    </message>
    <message>
        <source>Experts are joined into %1 tensors of at most %2; while a tensor is joined, its parts are in memory as well.</source>
        <translation>يصبح الخبراء %1 من الموترات بحجم %2 على الأكثر؛ وأثناء ضمّ أحدها تكون رُزمه (stacks) موجودة إلى جانبه.</translation>
    </message>
    <message>
        <source>Up to %1 more RAM may remain allocated, because glibc&apos;s malloc keeps freed blocks below 32 MiB.</source>
        <translation>قد يبقى ما يصل إلى %1 إضافية من RAM لدى malloc في glibc، الذي يحتفظ بالكتل المحرَّرة الأصغر من 32 MiB.</translation>
    </message>
    <message>
        <source>--sweep %1: the plan has no GPU; add one with --gpus.</source>
        <translation>--sweep %1: ليس في الخطة GPU؛ أضف واحدًا باستخدام --gpus.</translation>
    </message>
    <message>
        <source>There is no edit for %1.</source>
        <translation>لا يوجد تعديل يقابل %1.</translation>
    </message>
    <message>
        <source>A sweep of more than %1 points is too long; use larger steps.</source>
        <translation>المسح الذي فيه أكثر من %1 من النقاط أطول مما ينبغي؛ استخدم خطوات أكبر.</translation>
    </message>
    <message>
        <source>--sweep &quot;%1&quot;: %2 Write NAME=FIRST..LAST/STEP, NAME=FIRST..LAST*FACTOR or NAME=A,B,C, as in context=2048..131072*2, gpu:0=4GiB..24GiB/1GiB, gpus=1..8 or dtype=float16,float32.</source>
        <translation>--sweep &quot;%1&quot;: %2 اكتب NAME=FIRST..LAST/STEP أو NAME=FIRST..LAST*FACTOR أو NAME=A,B,C، مثل context=2048..131072*2 أو gpu:0=4GiB..24GiB/1GiB أو gpus=1..8 أو dtype=float16,float32.</translation>
    </message>
    <message>
        <source>the range needs a first and a last value, with the smaller value first.</source>
        <translation>ليس للنطاق قيمة أولى وأخيرة، الأصغر أولًا.</translation>
    </message>
    <message>
        <source>the factor must be larger than 1.</source>
        <translation>يجب أن يكون العامل أكبر من 1.</translation>
    </message>
    <message>
        <source>the step must be larger than 0.</source>
        <translation>يجب أن تكون الخطوة أكبر من 0.</translation>
    </message>
    <message>
        <source>the range has more than %1 values.</source>
        <translation>هذه أكثر من %1 قيمة.</translation>
    </message>
    <message>
        <source>batch size</source>
        <translation>التسلسلات المتزامنة</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>المطالبة</translation>
    </message>
    <message>
        <source>tokens to generate</source>
        <translation>الرموز المطلوب توليدها</translation>
    </message>
    <message>
        <source>prefill chunk</source>
        <translation>قطعة الملء المسبق</translation>
    </message>
    <message>
        <source>dtype of the KV cache</source>
        <translation>نوع dtype لذاكرة KV المؤقتة</translation>
    </message>
    <message>
        <source>dtype of the weights</source>
        <translation>نوع dtype للأوزان</translation>
    </message>
    <message>
        <source>number of GPUs</source>
        <translation>عدد وحدات GPU</translation>
    </message>
    <message>
        <source>limit of a device</source>
        <translation>حد الجهاز</translation>
    </message>
    <message>
        <source>link of the GPUs</source>
        <translation>وصلة وحدات GPU</translation>
    </message>
    <message>
        <source>prefetch window</source>
        <translation>نافذة الجلب المسبق</translation>
    </message>
    <message>
        <source>the values after &quot;=&quot; are missing.</source>
        <translation>لا توجد قيم بعد &quot;=&quot;.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be varied; use %2 or the limit of a device, such as gpu:0 or cpu.</source>
        <translation>لا يمكن تغيير &quot;%1&quot;؛ استخدم %2 أو حد جهاز مثل gpu:0 أو cpu.</translation>
    </message>
    <message>
        <source>dtypes have no range; list them instead.</source>
        <translation>أنواع dtype تُسرد ولا تُعدّ.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a valid value of %2.</source>
        <translation>&quot;%1&quot; ليس من قيم %2.</translation>
    </message>
    <message>
        <source>This plan has only one model.</source>
        <translation>هذه الخطة لنموذج واحد.</translation>
    </message>
    <message>
        <source>Fits: %1 models together.</source>
        <translation>الذاكرة تكفي: %1 من النماذج معًا.</translation>
    </message>
    <message>
        <source>Does not fit: %1 models together.</source>
        <translation>الذاكرة لا تكفي: %1 من النماذج معًا.</translation>
    </message>
    <message>
        <source>Fits with offload: %1 models together.</source>
        <translation>الذاكرة تكفي مع التفريغ (offload): %1 من النماذج معًا.</translation>
    </message>
    <message>
        <source>Tensor parallelism is requested on %1 GPUs, but the number of GPUs in this plan is %2.</source>
        <translation>يحتاج توازي الموترات على %1 من وحدات GPU إلى هذا العدد منها: ولدى حاسوب هذه الخطة %2.</translation>
    </message>
    <message>
        <source>%1 does not divide layers among GPUs by tensor parallelism; use vllm, sglang or transformers.</source>
        <translation>لا يقسّم %1 الطبقات بين وحدات GPU بتوازي الموترات؛ سمِّ vllm أو sglang أو transformers.</translation>
    </message>
    <message>
        <source>The built-in list of cards contains an error: %1</source>
        <translation>قائمة البطاقات خاطئة: %1</translation>
    </message>
    <message>
        <source>%1.json lacks a name, a capacity or a source.</source>
        <translation>ينقص %1.json اسم أو سعة أو مصدر.</translation>
    </message>
    <message>
        <source>%1.json lacks a name, a bandwidth or a source.</source>
        <translation>ينقص %1.json اسم أو عرض نطاق أو مصدر.</translation>
    </message>
    <message>
        <source>%1.json cannot be read: %2</source>
        <translation>لا يمكن قراءة %1.json: %2</translation>
    </message>
    <message>
        <source>The size is missing; type a size, as in 24GiB.</source>
        <translation>ينقص هنا حجم، مثل 24GiB.</translation>
    </message>
    <message>
        <source>%1 has a comma; use a decimal point, as in 2.5GiB, and one size per cell.</source>
        <translation>في %1 فاصلة؛ اكتب نقطة، مثل 2.5GiB، وحجمًا واحدًا في كل خلية.</translation>
    </message>
    <message>
        <source>The size %1 needs a unit: write %1GiB, %1GB or %1MiB.</source>
        <translation>أعطِ %1 وحدة: %1GiB أو %1GB أو %1MiB.</translation>
    </message>
    <message>
        <source>A lowercase b means bits, so the value is read as %1. Type %2B for bytes.</source>
        <translation>بتّات: الحرف الصغير b يُحسب ثُمنًا، وهو هنا %1. اكتب %2B للبايتات.</translation>
    </message>
    <message>
        <source>%1 is not a rate. Type a rate that ends with &quot;/s&quot;, as in 12GB/s, or leave the cell empty for no limit.</source>
        <translation>%1 ليس معدّلًا؛ أنهِه بـ &quot;/s&quot;، مثل 12GB/s، أو اتركه فارغًا لعدم وجود حد.</translation>
    </message>
    <message>
        <source>A load over a link of 0 bytes per second would never finish; leave the cell empty for no limit.</source>
        <translation>وصلة بمعدّل 0 بايت في الثانية لن تحمّل أبدًا؛ اتركها فارغة لعدم وجود حد.</translation>
    </message>
    <message>
        <source>The memory used by other programs plus the CUDA context (%1 in total) exceeds the capacity of %2.</source>
        <translation>المستخدَم من برامج أخرى مع السياق (%1) يتجاوزان السعة البالغة %2.</translation>
    </message>
    <message>
        <source>link=%1 must end in &quot;/s&quot;, as in link=12GB/s.</source>
        <translation>يجب أن ينتهي link=%1 بـ &quot;/s&quot;، مثل link=12GB/s.</translation>
    </message>
    <message>
        <source>a load over a link of 0 bytes per second would never finish; leave &quot;link&quot; out for no limit.</source>
        <translation>وصلة بمعدّل 0 بايت في الثانية لن تحمّل أبدًا؛ لا تستخدم link لعدم وجود حد.</translation>
    </message>
    <message>
        <source>the option %1 is unknown; the options are used=SIZE, context=SIZE, link=SIZE/s, allocator=KIND and name=TEXT.</source>
        <translation>%1 غير معروف؛ والخيارات هي used=SIZE وcontext=SIZE وlink=SIZE/s وallocator=KIND وname=TEXT.</translation>
    </message>
    <message>
        <source>&quot;used&quot; plus &quot;context&quot; (%1 in total) exceeds the capacity of %2.</source>
        <translation>المستخدَم مع السياق (%1) يتجاوزان سعته البالغة %2.</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>القرص</translation>
    </message>
    <message>
        <source>%1 is not a device; use a GPU&apos;s number (0, gpu:0, cuda:0), &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>%1 ليس جهازًا؛ استخدم رقم GPU (0 أو gpu:0 أو cuda:0) أو &quot;cpu&quot; أو &quot;disk&quot;.</translation>
    </message>
    <message>
        <source>%1 is not an allocator; use &quot;native&quot; or &quot;expandable_segments&quot;.</source>
        <translation>%1 ليس مخصِّصًا؛ استخدم &quot;native&quot; أو &quot;expandable_segments&quot;.</translation>
    </message>
    <message>
        <source>a capacity is missing after the last comma.</source>
        <translation>تنقص سعة بعد الفاصلة الأخيرة.</translation>
    </message>
    <message>
        <source>A request</source>
        <translation>طلب</translation>
    </message>
    <message>
        <source>%1 needs %2</source>
        <translation>يحتاج %1 إلى %2</translation>
    </message>
    <message>
        <source>%1 needs %2, which requires a new segment of %3</source>
        <translation>يحتاج %1 إلى %2، وهذا يتطلب مقطعًا جديدًا من %3</translation>
    </message>
    <message>
        <source>%1 needs %2 in a segment that grows in steps of %3</source>
        <translation>يحتاج %1 إلى %2، ومن أجله ينمو مقطع بخطوة %3</translation>
    </message>
    <message>
        <source>no memory is free (%1 more is reserved than is available now)</source>
        <translation>لا شيء حرّ (المحجوز يزيد بمقدار %1 على ما لدى الجهاز الآن متسع له)</translation>
    </message>
    <message>
        <source>only %1 is free</source>
        <translation>الحرّ %1</translation>
    </message>
    <message>
        <source>The device has %1 in total: %2 is reserved by this process (of which %3 is allocated), %4 is used by the CUDA context and %5 by other programs.</source>
        <translation>من سعته البالغة %1 حجز هذا البرنامج %2 (منها %3 مخصَّصة)، وللسياق %4، ولبرامج أخرى %5.</translation>
    </message>
    <message>
        <source>On the device, %1 is reserved by this process (of which %2 is allocated), %3 is used by the CUDA context and %4 by other programs.</source>
        <translation>هناك حجز هذا البرنامج %1 (منها %2 مخصَّصة)، وللسياق %3، ولبرامج أخرى %4.</translation>
    </message>
    <message>
        <source>The segments contain no unused memory.</source>
        <translation>لا شيء غير مستخدَم داخل المقاطع.</translation>
    </message>
    <message>
        <source>The segments contain %1 of unused memory, and the largest free block is %2. In a single block, the unused memory would have been enough.</source>
        <translation>داخل المقاطع %1 غير مستخدَمة، وأكبر كتلة حرّة %2: ولو كانت قطعة واحدة لكفت.</translation>
    </message>
    <message>
        <source>The segments contain %1 of unused memory, and the largest free block is %2.</source>
        <translation>داخل المقاطع %1 غير مستخدَمة، وأكبر كتلة حرّة %2.</translation>
    </message>
    <message>
        <source>%1 is out of memory.</source>
        <translation>نفدت ذاكرة %1.</translation>
    </message>
    <message>
        <source>%1, but %2 even after emptying the cache.</source>
        <translation>%1، لكن %2 حتى بعد إخلاء الذاكرة المؤقتة.</translation>
    </message>
    <message>
        <source>Free some memory on this device, put fewer layers on it, or choose a smaller dtype.</source>
        <translation>حرّر ذاكرة هناك، أو ضع عليه طبقات أقل، أو اختر dtype أصغر.</translation>
    </message>
    <message>
        <source>%1 is not a state of free memory; use as-is or touched.</source>
        <translation>%1 ليست حالة للذاكرة الحرّة؛ استخدم as-is أو touched.</translation>
    </message>
    <message>
        <source>Touching free memory was stopped.</source>
        <translation>أُوقف لمس الذاكرة الحرّة.</translation>
    </message>
    <message>
        <source>%1 does not contain measured rates: %2. Measure again with &quot;stowagectl devices --measure&quot;.</source>
        <translation>لا يحوي %1 معدّلات مَقيسة: %2. قِس من جديد باستخدام &quot;stowagectl devices --measure&quot;.</translation>
    </message>
    <message>
        <source>%1 is not a rate</source>
        <translation>%1 ليس معدّلًا</translation>
    </message>
    <message>
        <source>&quot;rates&quot; is missing</source>
        <translation>&quot;rates&quot; مفقود</translation>
    </message>
    <message>
        <source>&quot;disks&quot; is missing</source>
        <translation>&quot;disks&quot; مفقود</translation>
    </message>
    <message>
        <source>a disk has no &quot;mount_point&quot;</source>
        <translation>قرص بلا &quot;mount_point&quot;</translation>
    </message>
    <message>
        <source>&quot;format&quot; is not &quot;%1&quot;</source>
        <translation>&quot;format&quot; ليس &quot;%1&quot;</translation>
    </message>
    <message>
        <source>the version of the format is not %1</source>
        <translation>إصداره ليس %1</translation>
    </message>
    <message>
        <source>%1 has a size of %2, but a file of measured rates has at most %3. Measure again with &quot;stowagectl devices --measure&quot;.</source>
        <translation>حجم %1 هو %2، لكن ملف المعدّلات المَقيسة لا يزيد على %3. قِس من جديد باستخدام &quot;stowagectl devices --measure&quot;.</translation>
    </message>
    <message>
        <source>Cannot read %1 in --max-memory: %2</source>
        <translation>لا يمكن قراءة %1 في --max-memory: %2</translation>
    </message>
    <message>
        <source>write DEVICE=SIZE, as in 0=10GiB,cpu=30GiB.</source>
        <translation>اكتب DEVICE=SIZE، مثل 0=10GiB,cpu=30GiB.</translation>
    </message>
    <message>
        <source>%1 for %2 is read as bits, as in Accelerate, so the limit is %3. Write a capital B for bytes.</source>
        <translation>%1 لـ %2 يعدّ بتّات، كما في Accelerate: %3. اكتب الحرف الكبير B للبايتات.</translation>
    </message>
    <message>
        <source>%1 is more than 4 EiB; give a smaller size.</source>
        <translation>%1 أكبر من 4 EiB؛ أعطِ حجمًا أصغر.</translation>
    </message>
    <message>
        <source>%1 already has a limit; specify one limit per device.</source>
        <translation>لـ %1 حد أصلًا؛ اذكر حدًا واحدًا لكل جهاز.</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s management library cannot be used: %1. Without the library, the memory that other programs use on a GPU is unknown.</source>
        <translation>لا يمكن استخدام مكتبة الإدارة من NVIDIA: %1. ومن دونها لا يُعرف ما تشغله برامج أخرى من ذاكرة GPU.</translation>
    </message>
    <message>
        <source>%1 of disk space (this machine has %2)</source>
        <translation>%1 من القرص (ولدى هذا %2)</translation>
    </message>
    <message>
        <source>%1 of RAM (this machine has %2)</source>
        <translation>%1 من RAM (ولدى هذا %2)</translation>
    </message>
    <message>
        <source>The plan is for another machine, with %1. On this machine, the model can be planned and estimated, but not loaded.</source>
        <translation>الخطة لحاسوب آخر، لديه %1. يمكن التخطيط لها وتقديرها هنا، لا تحميلها.</translation>
    </message>
    <message>
        <source>%1 GPU is available</source>
        <translation>يوجد %1 من وحدات GPU</translation>
    </message>
    <message>
        <source>%1 GPUs are available</source>
        <translation>يوجد %1 من وحدات GPU</translation>
    </message>
    <message>
        <source>no GPU is visible</source>
        <translation>لا يُرى أي GPU</translation>
    </message>
    <message>
        <source>only the %1 GPU listed before it is visible</source>
        <translation>لا يُرى إلا GPU الـ %1 الذي قبله</translation>
    </message>
    <message>
        <source>only the %1 GPUs listed before it are visible</source>
        <translation>لا يُرى إلا وحدات GPU الـ %1 التي قبله</translation>
    </message>
    <message>
        <source>%1 appears twice in the list of visible devices, so no GPU is visible, as in CUDA.</source>
        <translation>يرد %1 مرتين في قائمة الأجهزة المرئية؛ وكما في CUDA، لا يُرى عندئذٍ أي GPU.</translation>
    </message>
    <message>
        <source>%1 is not the UUID of a GPU of this machine and ends the list of visible devices, as in CUDA; %2.</source>
        <translation>%1 ليس UUID لأي GPU هنا وينهي القائمة كما في CUDA؛ %2.</translation>
    </message>
    <message>
        <source>Several UUIDs begin with %1, so no GPU is visible, as in CUDA.</source>
        <translation>تبدأ بـ %1 عدة UUID؛ وكما في CUDA، لا يُرى عندئذٍ أي GPU.</translation>
    </message>
    <message>
        <source>%1 is not the number of an available GPU (%2) and ends the list of visible devices, as in CUDA; %3.</source>
        <translation>ليس %1 رقمًا لوحدة GPU متاحة (%2)، وينهي قائمة الأجهزة المرئية كما في CUDA؛ %3.</translation>
    </message>
    <message>
        <source>%1 names a part of a card (MIG). Stowage cannot distinguish parts of a card, so no GPU is visible.</source>
        <translation>يسمي %1 جزءًا من بطاقة (MIG)، ولا يستطيع Stowage تمييز أجزائها؛ لا يُرى أي GPU.</translation>
    </message>
    <message>
        <source>%1 is the UUID of a real device, but simulated GPUs have no UUIDs; specify the numbers of the simulated GPUs, as in 0,1.</source>
        <translation>%1 هو UUID لجهاز حقيقي، وليس لوحدات GPU المُحاكاة UUID؛ أعطِ أرقامها، مثل 0,1.</translation>
    </message>
    <message>
        <source>There is no module tree.</source>
        <translation>لا توجد شجرة.</translation>
    </message>
    <message>
        <source>At this size, the model does not fit on the GPU with %1.</source>
        <translation>عند هذا الحجم يرفض GPU التحميل بطريقة %1.</translation>
    </message>
    <message>
        <source>model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>%1 is weights of the model</source>
        <translation>%1 هي أوزان النموذج نفسها</translation>
    </message>
    <message>
        <source>rounding</source>
        <translation>التقريب</translation>
    </message>
    <message>
        <source>%1 is added by the allocator: it rounds requests up to multiples of 512 bytes and does not split some blocks that are too large</source>
        <translation>%1 يضيفها المخصِّص: فهو يقرّب الطلبات إلى مضاعفات 512 بايتًا، ولا يقسّم بعض الكتل الأكبر من اللازم</translation>
    </message>
    <message>
        <source>state dict</source>
        <translation>state dict</translation>
    </message>
    <message>
        <source>%1 is the state dict, which is in memory in addition to the model</source>
        <translation>%1 هي state dict إلى جانب النموذج</translation>
    </message>
    <message>
        <source>largest tensor</source>
        <translation>أكبر موتر</translation>
    </message>
    <message>
        <source>%1 is one tensor in transfer</source>
        <translation>%1 هي موتر واحد في الطريق</translation>
    </message>
    <message>
        <source>%1 is one tensor in transfer (%2)</source>
        <translation>%1 هي موتر واحد في الطريق (%2)</translation>
    </message>
    <message>
        <source>%1 is the initial model, which is built on the host before the weights are loaded</source>
        <translation>%1 هي النموذج الأولي الذي يُبنى على المضيف قبل تحميل الأوزان</translation>
    </message>
    <message>
        <source>%1 is the state dict on the host</source>
        <translation>%1 هي state dict على المضيف</translation>
    </message>
    <message>
        <source>largest shard</source>
        <translation>أكبر شظية (shard)</translation>
    </message>
    <message>
        <source>%1 is one shard</source>
        <translation>%1 هي شظية (shard) واحدة</translation>
    </message>
    <message>
        <source>%1 is one shard (%2)</source>
        <translation>%1 هي شظية (shard) واحدة (%2)</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>الحلقة</translation>
    </message>
    <message>
        <source>%1 is staging buffers</source>
        <translation>%1 هي المخازن المرحلية</translation>
    </message>
    <message>
        <source>file pages</source>
        <translation>صفحات الملفات</translation>
    </message>
    <message>
        <source>%1 is pages of mapped files, which the system can reclaim</source>
        <translation>%1 هي صفحات من ملفات مُعيَّنة في الذاكرة، يستطيع النظام استردادها</translation>
    </message>
    <message>
        <source>CPU&apos;s part</source>
        <translation>جزء CPU</translation>
    </message>
    <message>
        <source>%1 is weights that remain on the CPU</source>
        <translation>%1 هي الأوزان التي تبقى على CPU</translation>
    </message>
    <message>
        <source>disk&apos;s part</source>
        <translation>جزء القرص</translation>
    </message>
    <message>
        <source>%1 of weights remains on disk and uses no memory</source>
        <translation>%1 من الأوزان تبقى على القرص، لا في أي ذاكرة</translation>
    </message>
    <message>
        <source>the published figure is %1 lower than the figure of this load; %2</source>
        <translation>الرقم المنشور أدنى بمقدار %1؛ %2</translation>
    </message>
    <message>
        <source>the published figure is %1 higher than the figure of this load: as the growth of RSS, it also includes pages of libraries and files</source>
        <translation>الرقم المنشور أعلى بمقدار %1؛ وهو نمو RSS، الذي يحسب أيضًا صفحات المكتبات والملفات</translation>
    </message>
    <message>
        <source>the figure of this load includes %1 of file pages; the published figure includes file pages, too</source>
        <translation>%1 من الرقم هنا صفحات ملفات، ويحسبها الرقم المنشور أيضًا</translation>
    </message>
    <message>
        <source>the notebook&apos;s loop over named_parameters() does not copy the causal masks, but this load copies them (%1)</source>
        <translation>حلقة الدفتر (notebook) على named_parameters() لم تنسخ قط الأقنعة السببية، وهي %1 تُنسخ هنا</translation>
    </message>
    <message>
        <source>the remaining %1 belongs to none of the other items</source>
        <translation>%1 المتبقية لا تخص أيًّا من البنود الأخرى</translation>
    </message>
    <message>
        <source>the published figure, the growth of RSS sampled every 0.1 s, excludes short peaks and memory that the notebook already used</source>
        <translation>هو نمو RSS فوق خط أساس، بعيّنة كل 0.1 ث، فلا تظهر فيه الذُّرى القصيرة ولا الذاكرة التي كان الدفتر (notebook) يحتفظ بها أصلًا</translation>
    </message>
    <message>
        <source>the peak is %1 less than the sum of its parts, which were not all in memory at the same time</source>
        <translation>الذروة أقل بمقدار %1 من مجموع أجزائها، التي لم تكن كلها في الذاكرة في الوقت نفسه</translation>
    </message>
    <message>
        <source>the curve of this load is above the published figure for %1, and samples every 0.1 s can miss such a short time</source>
        <translation>يقع المنحنى هنا فوقه مدة %1، وهي مدة قد تفوت العيّنات التي يفصل بينها 0.1 ث</translation>
    </message>
    <message>
        <source>the curve of this load is above the published figure for %1, too long for samples every 0.1 s to miss; the likely cause is a baseline that includes freed memory of the notebook</source>
        <translation>يقع المنحنى هنا فوقه مدة %1، وهي أطول من أن تفوت العيّنات التي يفصل بينها 0.1 ث؛ والسبب المرجَّح هو خط أساس لدفتر (notebook) يحتفظ أصلًا بذاكرة محرَّرة</translation>
    </message>
    <message>
        <source>%1 of %2: %3.</source>
        <translation>%1 على %2: %3.</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>RAM: %1</source>
        <translation>RAM: %1</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>كما هو مخزَّن</translation>
    </message>
    <message>
        <source>the whole model on %1</source>
        <translation>النموذج كله على %1</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>لا شيء</translation>
    </message>
    <message>
        <source>the GPU with the lowest number in the map, otherwise the CPU</source>
        <translation>GPU ذو أدنى رقم في الخريطة، وإلا فهو CPU</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>تلقائي</translation>
    </message>
    <message>
        <source>streamed</source>
        <translation>streamed</translation>
    </message>
    <message>
        <source>free memory</source>
        <translation>ما هو حرّ</translation>
    </message>
    <message>
        <source>typed</source>
        <translation>مُدخَلة</translation>
    </message>
    <message>
        <source>unknown size</source>
        <translation>حجم غير معروف</translation>
    </message>
    <message>
        <source>%1 with %2 used by other programs and %3 for the driver&apos;s context</source>
        <translation>%1 منها %2 مستخدَمة من برامج أخرى و%3 لسياق برنامج التشغيل</translation>
    </message>
    <message>
        <source>%1 with %2 used by other programs</source>
        <translation>%1 منها %2 مستخدَمة من برامج أخرى</translation>
    </message>
    <message>
        <source>%1 with %2 for the driver&apos;s context</source>
        <translation>%1 منها %2 لسياق برنامج التشغيل</translation>
    </message>
    <message>
        <source>%1, expandable segments</source>
        <translation>%1، مقاطع قابلة للتوسيع</translation>
    </message>
    <message>
        <source>%1 exists only in the first plan (%2).</source>
        <translation>%1 موجود من قبل فقط (%2).</translation>
    </message>
    <message>
        <source>%1: %2 before, %3 after.</source>
        <translation>%1: من قبل %2، ومن بعد %3.</translation>
    </message>
    <message>
        <source>%1 exists only in the second plan (%2).</source>
        <translation>%1 موجود من بعد فقط (%2).</translation>
    </message>
    <message>
        <source>all on one device</source>
        <translation>الكل على جهاز واحد</translation>
    </message>
    <message>
        <source>a given map</source>
        <translation>خريطة معطاة</translation>
    </message>
    <message>
        <source>load_hf_model</source>
        <translation>العادة</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>الاستراتيجية</translation>
    </message>
    <message>
        <source>The given device maps differ.</source>
        <translation>الخرائط المعطاة مختلفة.</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>القواعد</translation>
    </message>
    <message>
        <source>Dtype</source>
        <translation>Dtype</translation>
    </message>
    <message>
        <source>Quantisation</source>
        <translation>التكميم</translation>
    </message>
    <message>
        <source>No-split classes</source>
        <translation>أصناف لا تُقسَّم</translation>
    </message>
    <message>
        <source>Prefetch window</source>
        <translation>الطبقات المجلوبة مسبقًا</translation>
    </message>
    <message>
        <source>Offloaded layers run on</source>
        <translation>تعمل الطبقات المفرَّغة (offload) على</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>حمل العمل</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>الحدود</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>المثبَّت</translation>
    </message>
    <message>
        <source>Moved by hand</source>
        <translation>المنقول يدويًا</translation>
    </message>
    <message>
        <source>--device-map of %1 entry</source>
        <translation>--device-map من %1 مدخل</translation>
    </message>
    <message>
        <source>--device-map of %1 entries</source>
        <translation>--device-map من %1 من المداخل</translation>
    </message>
    <message>
        <source>the disk</source>
        <translation>القرص</translation>
    </message>
    <message>
        <source>the CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1 إلى %2</translation>
    </message>
    <message>
        <source>%1 of weights would move, but the amount of weights on each device would not change</source>
        <translation>سيتغيّر موضع %1، ويحتفظ كل جهاز بقدر ما لديه الآن</translation>
    </message>
    <message>
        <source>%1 of weights would move to another device</source>
        <translation>سيقع %1 في مكان آخر</translation>
    </message>
    <message>
        <source>%1 of weights would move away from %2: %3</source>
        <translation>سيُنقل %1 من %2: %3</translation>
    </message>
    <message>
        <source>Without the no-split class %1, nothing would change: the model has no module of that class.</source>
        <translation>من دون %1 لن يتغيّر شيء: ليس في النموذج وحدة من ذلك الصنف.</translation>
    </message>
    <message>
        <source>Without the no-split class %1, nothing would change: the device map is given.</source>
        <translation>من دون %1 لن يتغيّر شيء: الخريطة معطاة.</translation>
    </message>
    <message>
        <source>Without the no-split class %1, there would be no plan.</source>
        <translation>من دون %1 لن تكون هناك خطة.</translation>
    </message>
    <message>
        <source>Without the no-split class %1, Accelerate would not fail.</source>
        <translation>من دون %1 لن يفشل Accelerate.</translation>
    </message>
    <message>
        <source>Without the no-split class %1, nothing would change: each of the %2 modules of the class would still be on one device.</source>
        <translation>من دون %1 لن يتغيّر شيء: وحدات الصنف كلها، وعددها %2، لن تُقسَّم مع ذلك.</translation>
    </message>
    <message>
        <source>Without the no-split class %1, %2; %3 of the %4 modules of the class would be split.</source>
        <translation>من دون %1، %2؛ وستُقسَّم %3 من وحدات الصنف الـ %4.</translation>
    </message>
    <message>
        <source>Without the no-split class %1, there would be no plan: %2</source>
        <translation>من دون %1 لن تكون هناك خطة: %2</translation>
    </message>
    <message>
        <source>Stowage can make a plan fit only if a strategy created the plan and put too much on a device.</source>
        <translation>لا يمكن جعل الذاكرة تكفي إلا لخطة وضعتها الاستراتيجية نفسها وتضع على أحد الأجهزة أكثر مما يتسع له.</translation>
    </message>
    <message>
        <source>The limits name %1, which is not among the devices; add the device, or leave the limit out.</source>
        <translation>تسمي الحدود %1، وهو ليس من الأجهزة؛ أضفه، أو لا تذكره.</translation>
    </message>
    <message>
        <source>%1 is not among the devices in use; choose one of %2.</source>
        <translation>%1 ليس من الأجهزة المستخدَمة؛ اختر واحدًا من %2.</translation>
    </message>
    <message>
        <source>The model has no module &quot;%1&quot;; specify the full path of a module, as shown in the module tree.</source>
        <translation>ليس في النموذج وحدة &quot;%1&quot;؛ أعطِ المسار الكامل لوحدة، كما تعرضه الشجرة.</translation>
    </message>
    <message>
        <source>The disk cannot have a limit, because all weights that do not fit elsewhere are placed on disk.</source>
        <translation>لا يأخذ القرص حدًا: فما لا يتسع له مكان آخر يذهب إليه.</translation>
    </message>
    <message>
        <source>%1 modules</source>
        <translation>%1 من الوحدات</translation>
    </message>
    <message>
        <source>but weights on torch&apos;s meta device have no data; use a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>والأوزان على جهاز meta في torch لا تحوي بيانات؛ استخدم رقم GPU أو &quot;cpu&quot; أو &quot;disk&quot;.</translation>
    </message>
    <message>
        <source>which is the GPU of an Apple machine, but Stowage plans for CUDA devices; use a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>وهو GPU حاسوب Apple، ويخطط Stowage لأجهزة CUDA؛ استخدم رقم GPU أو &quot;cpu&quot; أو &quot;disk&quot;.</translation>
    </message>
    <message>
        <source>which is not a device; use a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>وهو ليس جهازًا؛ استخدم رقم GPU أو &quot;cpu&quot; أو &quot;disk&quot;.</translation>
    </message>
    <message>
        <source>this value</source>
        <translation>هذه القيمة</translation>
    </message>
    <message>
        <source>At byte %3, the device map sets %1 to %2, %4</source>
        <translation>تعطي خريطة الأجهزة %1 عند البايت %3: %2، %4</translation>
    </message>
    <message>
        <source>The device map is the plain word &quot;disk&quot; at byte %1, which transformers does not accept; write {&quot;&quot;: &quot;disk&quot;} to put the whole model on disk.</source>
        <translation>خريطة الأجهزة هي الكلمة المجردة &quot;disk&quot; عند البايت %1، وترفضها transformers؛ اكتب {&quot;&quot;: &quot;disk&quot;} لوضع النموذج كله هناك.</translation>
    </message>
    <message>
        <source>The device map is %1 at byte %2, which is neither a strategy (%3) nor a device (cpu, cuda:1, a GPU&apos;s number); write a strategy, a device, or a dict such as {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;}.</source>
        <translation>خريطة الأجهزة هي %1 عند البايت %2، وهذا لا يسمي استراتيجية (%3) ولا جهازًا (cpu أو cuda:1 أو رقم GPU)؛ اكتب واحدًا منها، أو قاموسًا (dict) مثل {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;}.</translation>
    </message>
    <message>
        <source>The device map has an entry at byte %1 that is not a pair; write [&quot;module&quot;, device].</source>
        <translation>في خريطة الأجهزة عند البايت %1 مدخل ليس زوجًا؛ اكتب [&quot;module&quot;, device].</translation>
    </message>
    <message>
        <source>This text contains no device map; write a device map such as {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;}.</source>
        <translation>لا توجد خريطة أجهزة في هذا النص؛ اكتب واحدة مثل {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;}.</translation>
    </message>
    <message>
        <source>%1 has %2 at byte %3</source>
        <translation>في %1 يوجد %2 عند البايت %3</translation>
    </message>
    <message>
        <source>%1 has %2 at byte %3, where a plain %4 is needed</source>
        <translation>في %1 يوجد %2 عند البايت %3، حيث ينبغي أن يكون %4 العادي</translation>
    </message>
    <message>
        <source>%1; write %2.</source>
        <translation>%1؛ اكتب %2.</translation>
    </message>
    <message>
        <source>%1; replace all such characters (%2 in this text).</source>
        <translation>%1؛ استبدل كل المحارف من هذا النوع (%2 هنا).</translation>
    </message>
    <message>
        <source>The device map</source>
        <translation>خريطة الأجهزة</translation>
    </message>
    <message>
        <source>The dict of limits</source>
        <translation>قاموس (dict) الحدود</translation>
    </message>
    <message>
        <source>write limits such as {0: &quot;10GiB&quot;, &quot;cpu&quot;: &quot;30GiB&quot;}</source>
        <translation>اكتب واحدًا مثل {0: &quot;10GiB&quot;, &quot;cpu&quot;: &quot;30GiB&quot;}</translation>
    </message>
    <message>
        <source>The limit of %1 in the dict of limits is wrong (%2)</source>
        <translation>يعطي قاموس (dict) الحدود %1 حدًا (%2)</translation>
    </message>
    <message>
        <source>The limit of %1 in the dict of limits is neither a size in quotes nor a number of bytes up to 4 EiB</source>
        <translation>يعطي قاموس (dict) الحدود %1 حدًا ليس حجمًا بين علامتي اقتباس ولا عدد بايتات لا يزيد على 4 EiB</translation>
    </message>
    <message>
        <source>This text contains no limits; %1, or 0=10GiB,cpu=30GiB.</source>
        <translation>لا توجد حدود في هذا النص؛ %1، أو 0=10GiB,cpu=30GiB.</translation>
    </message>
    <message>
        <source>The text of the limits</source>
        <translation>نص الحدود</translation>
    </message>
    <message>
        <source>Offloaded modules are computed on the CPU (%1)</source>
        <translation>الوحدات المفرَّغة (offload) تُحسب على CPU (%1)</translation>
    </message>
    <message>
        <source>Accelerate&apos;s hooks copy the weights of offloaded modules to the main device</source>
        <translation>تجلب خطّافات Accelerate (hooks) أوزانها إلى الجهاز الرئيسي</translation>
    </message>
    <message>
        <source>Parts of a LoRA layer are planned on several devices</source>
        <translation>أجزاء طبقة LoRA مخطَّط لها على عدة أجهزة</translation>
    </message>
    <message>
        <source>PEFT moves an adapter to the device of the module that it changes</source>
        <translation>ينقل PEFT المحوِّل (adapter) إلى جهاز الوحدة التي يغيّرها</translation>
    </message>
    <message>
        <source>Experts of one layer are planned on several devices</source>
        <translation>خبراء طبقة واحدة مخطَّط لهم على عدة أجهزة</translation>
    </message>
    <message>
        <source>the library stores the experts in one parameter, on the device with most of the experts</source>
        <translation>تحفظهم المكتبة في مُعامِل واحد، يذهب إلى حيث يقع معظمهم</translation>
    </message>
    <message>
        <source>The weights are quantised (%1)</source>
        <translation>الأوزان مكمَّمة (%1)</translation>
    </message>
    <message>
        <source>from_pretrained reads the quantisation from the config.json of the model</source>
        <translation>تأخذ from_pretrained ذلك من config.json الخاص بالنموذج نفسه</translation>
    </message>
    <message>
        <source>In a map with a GPU, weights on the CPU or on disk are planned as quantised</source>
        <translation>ما يقع على CPU أو القرص بجانب GPU مخطَّط له مكمَّمًا</translation>
    </message>
    <message>
        <source>the library does not quantise such weights (llm_int8_enable_fp32_cpu_offload)</source>
        <translation>تتركه المكتبة غير مكمَّم (llm_int8_enable_fp32_cpu_offload)</translation>
    </message>
    <message>
        <source>This plan has several models, but the exported text loads only one model; open that model alone.</source>
        <translation>هذه الخطة لعدة نماذج، وما يُكتب هنا يحمّل نموذجًا واحدًا؛ افتح النموذج وحده.</translation>
    </message>
    <message>
        <source>%1 is a pipeline of several models, but the exported text loads only one model; open the folder of one model of the pipeline.</source>
        <translation>%1 خط معالجة من عدة نماذج، وما يُكتب هنا يحمّل نموذجًا واحدًا؛ افتح مجلد أحد نماذجه.</translation>
    </message>
    <message>
        <source>no GPU</source>
        <translation>لا GPU</translation>
    </message>
    <message>
        <source>%1 GPU</source>
        <translation>%1 GPU</translation>
    </message>
    <message>
        <source>%1 GPUs</source>
        <translation>%1 من وحدات GPU</translation>
    </message>
    <message>
        <source>--max-gpu-memory: %1</source>
        <translation>--max-gpu-memory: %1</translation>
    </message>
    <message>
        <source>--device cuda needs a GPU, but there is no GPU; add a GPU to --gpus or use --device cpu.</source>
        <translation>يحتاج --device cuda إلى GPU، لكن لا يوجد أي منها؛ أضف واحدًا إلى --gpus أو استخدم --device cpu.</translation>
    </message>
    <message>
        <source>--device &quot;%1&quot; is unknown; use cpu, cuda, mps or one GPU, as in cuda:1.</source>
        <translation>--device &quot;%1&quot; غير معروف؛ استخدم cpu أو cuda أو mps أو GPU واحدًا، مثل cuda:1.</translation>
    </message>
    <message>
        <source>--device %1 names %2, but there is %3; name an existing GPU, or add GPUs to --gpus.</source>
        <translation>يسمي --device %1 الجهاز %2، لكن الموجود: %3؛ سمِّ واحدًا منها أو أضف إلى --gpus.</translation>
    </message>
    <message>
        <source>--device %1 names %2, but there are %3; name an existing GPU, or add GPUs to --gpus.</source>
        <translation>يسمي --device %1 الجهاز %2، لكن الموجود: %3؛ سمِّ واحدًا منها أو أضف إلى --gpus.</translation>
    </message>
    <message>
        <source>--num-gpus requests %1, but there is %2; give a number from 1 to %3.</source>
        <translation>المطلوب في --num-gpus: %1، لكن الموجود: %2؛ أعطِ عددًا من 1 إلى %3.</translation>
    </message>
    <message>
        <source>--num-gpus requests %1, but there are %2; give a number from 1 to %3.</source>
        <translation>المطلوب في --num-gpus: %1، لكن الموجود: %2؛ أعطِ عددًا من 1 إلى %3.</translation>
    </message>
    <message>
        <source>%1 has no effect: %2</source>
        <translation>%1 بلا أثر: %2</translation>
    </message>
    <message>
        <source>device %1 puts the whole model on one device.</source>
        <translation>اختيار الجهاز %1 يضع كل شيء على جهاز واحد.</translation>
    </message>
    <message>
        <source>a given device map is used without planning.</source>
        <translation>خريطة الأجهزة المعطاة لا يُخطَّط لها.</translation>
    </message>
    <message>
        <source>without a device_map, from_pretrained does not plan.</source>
        <translation>من دون device_map لا تخطط from_pretrained لشيء.</translation>
    </message>
    <message>
        <source>load_hf_model reads this option only if num_gpus is 2 or more.</source>
        <translation>لا تقرؤه load_hf_model إلا مع num_gpus قدره 2 أو أكثر.</translation>
    </message>
    <message>
        <source>with one GPU, load_hf_model puts the whole model on that GPU.</source>
        <translation>مع GPU واحد تضع load_hf_model النموذج كله عليه.</translation>
    </message>
    <message>
        <source>max_memory is used instead.</source>
        <translation>يحلّ max_memory محلّه.</translation>
    </message>
    <message>
        <source>%1 is skipped: 85 % of its free memory (%2) is rounded down to a limit of &quot;0GiB&quot;. Make at least 1.18 GiB available on this GPU, or set the same limit for every GPU with max_gpu_memory.</source>
        <translation>تُخطّي %1: فالحرّ عليه %2، و85% مما هو أقل من 1.18 GiB تُقرَّب نزولًا إلى حد &quot;0GiB&quot;. حرّر بعضًا منه، أو أعطِ كل وحدات GPU حدًا واحدًا باستخدام max_gpu_memory.</translation>
    </message>
    <message>
        <source>load_hf_model sets limits only for GPUs and has no &quot;cpu&quot; key. Therefore, %1 of weights that fit on no GPU are offloaded to disk instead of to RAM. Use more GPUs, or plan without load_hf_model and set a limit for the CPU.</source>
        <translation>تعطي load_hf_model حدودًا لوحدات GPU وحدها وليس فيها المفتاح &quot;cpu&quot;، فيذهب %1 مما لا يأخذه أي GPU إلى القرص بدل RAM. استخدم وحدات GPU أكثر، أو اترك هذه العادة وأعطِ CPU حدًا.</translation>
    </message>
    <message>
        <source>load_hf_model sets limits only for GPUs and has no &quot;cpu&quot; key, so all weights that fit on no GPU would be offloaded to disk. In this plan, no weights are on disk.</source>
        <translation>تعطي load_hf_model حدودًا لوحدات GPU وحدها وليس فيها المفتاح &quot;cpu&quot;، فكل ما لا يأخذه أي GPU سيذهب إلى القرص. وهنا لا يذهب شيء.</translation>
    </message>
    <message>
        <source>Use more GPUs, as in num_gpus 2, or a smaller dtype.</source>
        <translation>استخدم وحدات GPU أكثر، مثل num_gpus قدره 2، أو dtype أصغر.</translation>
    </message>
    <message>
        <source>Use a larger machine, or a smaller dtype.</source>
        <translation>استخدم حاسوبًا أكبر، أو dtype أصغر.</translation>
    </message>
    <message>
        <source>Use a GPU as well, or a smaller dtype.</source>
        <translation>استخدم GPU أيضًا، أو dtype أصغر.</translation>
    </message>
    <message>
        <source>%1 has too little memory for the whole model: %2 is needed and %3 is free, so %4 is missing.</source>
        <translation>لا يتسع %1 للنموذج كله: المطلوب %2، والحرّ %3، وينقص %4.</translation>
    </message>
    <message>
        <source>To keep the map, set num_gpus to %1; with num_gpus 1, no map is created.</source>
        <translation>للإبقاء على الخريطة اجعل num_gpus يساوي %1؛ ومع num_gpus يساوي 1 لا تُنشأ خريطة.</translation>
    </message>
    <message>
        <source>Without a device_map, the model is not distributed first.</source>
        <translation>من دون device_map لا يوزَّع شيء أولًا.</translation>
    </message>
    <message>
        <source>load_hf_model stops with an error: its map leaves weights offloaded (%1), and %2 then raises &quot;RuntimeError: You can&apos;t move a model that has some modules offloaded to cpu or disk.&quot; The whole model would need %3 on %4, which has %5 free.</source>
        <translation>تنتهي load_hf_model بخطأ: تترك خريطتها أوزانًا مفرَّغة (offload) (%1)، فيرفع %2 عندئذٍ &quot;RuntimeError: You can&apos;t move a model that has some modules offloaded to cpu or disk.&quot; والكل سيأخذ %3 من %4، والحرّ عليه %5.</translation>
    </message>
    <message>
        <source>load_hf_model first creates a map (strategy: %1; %2). Then %3 moves the whole model to %4, where %5 is needed and %6 is free.</source>
        <translation>تضع load_hf_model أولًا خريطة باستراتيجية %1 (%2)، ثم ينقل %3 النموذج كله إلى %4، حيث المطلوب %5 والحرّ %6.</translation>
    </message>
    <message>
        <source>On mps, the CPU and the GPU share one memory, which is shown as the memory of the CPU (%1). To plan for another size, use --ram or change the CPU in the devices.</source>
        <translation>على mps يشترك CPU وGPU في ذاكرة واحدة، وتُعرض بوصفها ذاكرة CPU (%1). للتخطيط لحجم آخر استخدم --ram أو غيّر CPU في الأجهزة.</translation>
    </message>
    <message>
        <source>load_hf_model counts only the memory of its own process: it would assume that %1 has %2 free, and set its limit to %3. Because other programs use %4 of the GPU, the plan of load_hf_model would exceed the memory by %5 and fail. This plan uses the memory that is actually free.</source>
        <translation>لا تحسب load_hf_model نفسها إلا عمليتها: فستعتبر أن الحرّ على %1 هو %2 وتجعل حدّه %3. ومع %4 التي تشغلها برامج أخرى هناك، كانت خطتها ستتجاوز سعة GPU بمقدار %5 وتنتهي بنفاد الذاكرة؛ أما هذه الخطة فتتبع ما هو حرّ.</translation>
    </message>
    <message>
        <source>load_hf_model counts only the memory of its own process: it would assume that %1 has %2 free, and set its limit to %3. The plan of load_hf_model fits although other programs use %4 of the GPU.</source>
        <translation>لا تحسب load_hf_model نفسها إلا عمليتها: فستعتبر أن الحرّ على %1 هو %2 وتجعل حدّه %3. ومع %4 التي تشغلها برامج أخرى هناك، كانت الذاكرة ستكفي خطتها مع ذلك.</translation>
    </message>
    <message>
        <source>There is no model to place; open a model first.</source>
        <translation>لا يوجد نموذج يوضَّع؛ افتح نموذجًا أولًا.</translation>
    </message>
    <message>
        <source>The model has no module &quot;%1&quot;; give a module&apos;s full path, as shown by inspect.</source>
        <translation>ليس في النموذج وحدة &quot;%1&quot;؛ أعطِ المسار الكامل لوحدة، كما يسردها inspect.</translation>
    </message>
    <message>
        <source>Planning was stopped.</source>
        <translation>أُوقف التخطيط.</translation>
    </message>
    <message>
        <source>The strategy &quot;optimal&quot; compares the estimates of plans, but no estimates are available for this request; choose another strategy.</source>
        <translation>تقارن الاستراتيجية optimal ما تأخذه الخطط، ولا شيء معروف عن ذلك هنا؛ اختر استراتيجية أخرى.</translation>
    </message>
    <message>
        <source>diffusers&apos; balanced strategy puts nothing on disk; leave disk out of the limits or choose &quot;sequential&quot;.</source>
        <translation>لا تضع الاستراتيجية balanced في diffusers شيئًا على القرص؛ احذف disk من الحدود، أو اختر sequential.</translation>
    </message>
    <message>
        <source>There is no strategy &quot;%1&quot;; choose %2 or %3.</source>
        <translation>لا توجد استراتيجية &quot;%1&quot;؛ اختر %2 أو %3.</translation>
    </message>
    <message>
        <source>%1 would be a PDF file, but only Stowage&apos;s window can write PDF files; use .html, .md, .svg or .csv.</source>
        <translation>سيكون %1 ملف PDF، وهذا تكتبه النافذة؛ استخدم هنا .html أو .md أو .svg أو .csv.</translation>
    </message>
    <message>
        <source>%1: the file extension determines the kind of report; use .html, .md, .svg or .csv.</source>
        <translation>%1: يُعرف التقرير من نهاية اسم الملف؛ استخدم .html أو .md أو .svg أو .csv.</translation>
    </message>
    <message>
        <source>a divisor of &quot;hidden_size&quot;</source>
        <translation>قاسم لـ &quot;hidden_size&quot;</translation>
    </message>
    <message>
        <source>only encoders of this family can be run</source>
        <translation>مرمِّزات هذه العائلة وحدها يمكن تشغيلها</translation>
    </message>
    <message>
        <source>a number that matches the tensors</source>
        <translation>عدد موافق لما في الموترات</translation>
    </message>
    <message>
        <source>a divisor of &quot;num_attention_heads&quot;</source>
        <translation>قاسم لـ &quot;num_attention_heads&quot;</translation>
    </message>
    <message>
        <source>longer contexts cannot be run yet</source>
        <translation>السياقات الأطول لا يمكن تشغيلها بعد</translation>
    </message>
    <message>
        <source>a learned prefix cannot be run yet</source>
        <translation>البادئة المتعلَّمة لا يمكن تشغيلها بعد</translation>
    </message>
    <message>
        <source>a divisor of &quot;hidden_size&quot; with a quotient that is a multiple of 4</source>
        <translation>قاسم لـ &quot;hidden_size&quot; يكون ناتج القسمة عليه من مضاعفات 4</translation>
    </message>
    <message>
        <source>true, as published,</source>
        <translation>true، كما نُشر</translation>
    </message>
    <message>
        <source>CLIPModel, or a separate file with one of the two towers,</source>
        <translation>CLIPModel، أو أحد أبراجه في ملف مستقل</translation>
    </message>
    <message>
        <source>Fused attention needs LibTorch 2 (LibTorch of this build: %1); use eager attention, or build Stowage with a current LibTorch (./dev run --torch 2.x).</source>
        <translation>يحتاج الانتباه المدمج إلى LibTorch 2، وفي هذا البناء %1؛ أبقِه eager، أو ابنِ على الإصدار الحالي (./dev run --torch 2.x).</translation>
    </message>
    <message>
        <source>none</source>
        <translation>لا يوجد</translation>
    </message>
    <message>
        <source>This compute backend has no %1, which the model needs.</source>
        <translation>ليس في وسيلة الحساب هذه %1، والنموذج يحتاج إليه.</translation>
    </message>
    <message>
        <source>LibTorch&apos;s compute backend failed to start, so no model can be run; `stowagectl selftest` prints details.</source>
        <translation>فشل بدء وسيلة الحساب في LibTorch، فلا يمكن تشغيل أي نموذج؛ يذكر `stowagectl selftest` المزيد.</translation>
    </message>
    <message>
        <source>a whole number, or a list of height and width</source>
        <translation>عدد صحيح، أو قائمة من ارتفاع وعرض</translation>
    </message>
    <message>
        <source>a patch that fits into the image</source>
        <translation>رقعة تتسع لها الصورة</translation>
    </message>
    <message>
        <source>The forward pass was cancelled.</source>
        <translation>أُلغي التمرير الأمامي.</translation>
    </message>
    <message>
        <source>%1 is not a JSON object.</source>
        <translation>%1 ليس كائن JSON.</translation>
    </message>
    <message>
        <source>The forward pass of the from-scratch GPT (tok_emb, pos_emb, trf_blocks, final_norm, out_head) needs the tensor %1, but this model does not have this tensor.</source>
        <translation>التمرير الأمامي متاح لنموذج GPT المبني من الصفر (tok_emb, pos_emb, trf_blocks, final_norm, out_head)، وليس في هذا النموذج %1.</translation>
    </message>
    <message>
        <source>The tensor %1 of shape %2 is not an embedding table.</source>
        <translation>الموتر %1 ذو الشكل %2 ليس جدول تضمينات.</translation>
    </message>
    <message>
        <source>The mask %1 has the shape %2 instead of %3.</source>
        <translation>للقناع %1 الشكل %2 بدل %3.</translation>
    </message>
    <message>
        <source>load the model in float32</source>
        <translation>حمّل النموذج بنوع float32</translation>
    </message>
    <message>
        <source>%1 sets %2 to %3, but according to the tensors the value is %4: the file belongs to another model. Put the model&apos;s config.json next to the weights.</source>
        <translation>يذكر %1 أن %2 هو %3، لكن الموترات تذكر %4: فهو يخص نموذجًا آخر. ضع بجانبها الملف الخاص بالنموذج نفسه.</translation>
    </message>
    <message>
        <source>the default, since there is no config.json next to the file</source>
        <translation>لا يوجد بجانبه config.json يذكر غير ذلك</translation>
    </message>
    <message>
        <source>%1 sets n_heads to %2, which is not a whole number.</source>
        <translation>يذكر %1 أن n_heads هو %2، وهو ليس عددًا صحيحًا.</translation>
    </message>
    <message>
        <source>as specified in %1</source>
        <translation>يذكر ذلك %1</translation>
    </message>
    <message>
        <source>The width %1 is not divisible by the number of heads, %2 (%3); correct n_heads in config.json.</source>
        <translation>العرض البالغ %1 لا ينقسم على %2 من الرؤوس (%3)؛ صحّح n_heads في config.json.</translation>
    </message>
    <message>
        <source>The host has no memory left for the forward pass.</source>
        <translation>لم تبقَ لدى المضيف ذاكرة للتمرير الأمامي.</translation>
    </message>
    <message>
        <source>%1 contains %2, %3, so the results of a run would be wrong. The model can be planned and loaded.</source>
        <translation>في %1 يوجد %2، %3، فتكون أعداده خاطئة. يمكن التخطيط للنموذج وتحميله.</translation>
    </message>
    <message>
        <source>which is not a list of float32</source>
        <translation>بهيئة غير قائمة من float32</translation>
    </message>
    <message>
        <source>which is not supported</source>
        <translation>وهو لا يُحسب</translation>
    </message>
    <message>
        <source>but Stowage can only rotate whole heads</source>
        <translation>ولا تُحسب إلا الرؤوس التي تُدوَّر كاملة</translation>
    </message>
    <message>
        <source>%1 has the llama.cpp architecture %2, but Stowage runs GGUF files only of the architectures llama, qwen2 and qwen3. The model can be planned and loaded.</source>
        <translation>%1 من معمارية llama.cpp %2؛ ومن ملفات GGUF يتاح التمرير الأمامي لـ llama وqwen2 وqwen3. يمكن التخطيط للنموذج وتحميله.</translation>
    </message>
    <message>
        <source>%1 does not contain %2 as a single number, which is needed to run the model; convert the model again.</source>
        <translation>لا يذكر %1 قيمة %2 كعدد واحد، ومن دونها لا يمكن تشغيل النموذج؛ حوّله من جديد.</translation>
    </message>
    <message>
        <source>%1 does not contain each size of the model as a single number; convert the model again.</source>
        <translation>لا يذكر %1 كلًّا من أحجامه كعدد واحد؛ حوّله من جديد.</translation>
    </message>
    <message>
        <source>a divisor of &quot;n_embd&quot;</source>
        <translation>قاسم لـ &quot;n_embd&quot;</translation>
    </message>
    <message>
        <source>a decoder with an encoder cannot be run yet</source>
        <translation>تشغيل فاكّ ترميز بجانب مرمِّز غير ممكن بعد</translation>
    </message>
    <message>
        <source>%1 is not a .npy file: it is too short.</source>
        <translation>%1 ليس ملف .npy: فهو قصير جدًا.</translation>
    </message>
    <message>
        <source>%1 is not a .npy file of format 1.0: the first bytes of the file differ.</source>
        <translation>%1 ليس ملف .npy بالصيغة 1.0: فهو يبدأ بطريقة أخرى.</translation>
    </message>
    <message>
        <source>%1 is truncated: the file ends within its header, which has %2 bytes.</source>
        <translation>ينتهي %1 داخل ترويسته البالغة %2 بايت.</translation>
    </message>
    <message>
        <source>numbers of the wrong type</source>
        <translation>أعداد من نوع آخر</translation>
    </message>
    <message>
        <source>numbers in Fortran order</source>
        <translation>أعداد بترتيب Fortran</translation>
    </message>
    <message>
        <source>an array of the wrong shape</source>
        <translation>مصفوفة بشكل آخر</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, which does not match the shape %3 in its header.</source>
        <translation>حجم %1 هو %2 بايت، وليس هذا ما يحتاج إليه الشكل %3 في ترويسته.</translation>
    </message>
    <message>
        <source>A model of the family %1 takes tokens, not an array; leave the input out.</source>
        <translation>يأخذ نموذج من العائلة %1 رموزًا لا مصفوفة؛ لا تستخدم المدخل.</translation>
    </message>
    <message>
        <source>This model needs the input %1 with %2 numbers, but no input is given; provide a .npy file of float32 numbers.</source>
        <translation>يحتاج هذا النموذج إلى المدخل %1 وفيه %2 عدد، ولم يُعطَ مدخل؛ أعطِ ملف .npy من أعداد float32.</translation>
    </message>
    <message>
        <source>The input has %1 numbers, but this model needs the input %2 with %3 numbers; convert the input to that shape, as the processor of the model does.</source>
        <translation>في المدخل %1 عدد، لكن هذا النموذج يحتاج إلى المدخل %2 وفيه %3 عدد؛ حوّل المدخل إلى ذلك الشكل، كما يفعل معالج النموذج.</translation>
    </message>
    <message>
        <source>The input has %1 numbers, but its shape is %2.</source>
        <translation>في المدخل %1 عدد، وشكله %2.</translation>
    </message>
    <message>
        <source>%1 has a size of %2, but the limit is %3; %4.</source>
        <translation>حجم %1 هو %2، ولا يزيد ما يُقرأ هنا على %3؛ %4.</translation>
    </message>
    <message>
        <source>an input is a .npy file of little-endian float32 in C order, as numpy.save writes it</source>
        <translation>المدخل ملف .npy من float32 بترتيب little-endian وترتيب C، كما يكتبه numpy.save</translation>
    </message>
    <message>
        <source>%1 contains NaN or infinite numbers; create the file again.</source>
        <translation>يحوي %1 أعدادًا غير منتهية، لا يستخرج منها أي نموذج معنى؛ أنشئه من جديد.</translation>
    </message>
    <message>
        <source>true (because &quot;new_decoder_architecture&quot; is true)</source>
        <translation>true بجانب &quot;new_decoder_architecture&quot;</translation>
    </message>
    <message>
        <source>a list with one layer type for each layer</source>
        <translation>قائمة أنواع عددها عدد الطبقات</translation>
    </message>
    <message>
        <source>a whole number above 0</source>
        <translation>عدد صحيح أكبر من 0</translation>
    </message>
    <message>
        <source>a number up to &quot;num_local_experts&quot;</source>
        <translation>عدد لا يزيد على &quot;num_local_experts&quot;</translation>
    </message>
    <message>
        <source>a list of %1 numbers</source>
        <translation>قائمة من %1 عدد</translation>
    </message>
    <message>
        <source>The forward pass could not copy %1 (%2) to %3: %4</source>
        <translation>لم يستطع التمرير الأمامي جلب %1 (%2) إلى %3: %4</translation>
    </message>
    <message>
        <source>position %1, token %2</source>
        <translation>الموضع %1، الرمز %2</translation>
    </message>
    <message>
        <source>The run produced %1 logits, but the reference contains %2 logits. The reference belongs to another prompt or another model; create the reference again.</source>
        <translation>يوجد %1 من logits، وفي المرجع %2، فهو لمطالبة أخرى أو لنموذج آخر؛ أنشئه من جديد.</translation>
    </message>
    <message>
        <source>The reference contains NaN or infinite numbers, so it cannot be compared with the logits; create the reference again.</source>
        <translation>يحوي المرجع أعدادًا غير منتهية، فلا يمكن مقارنة شيء به؛ أنشئه من جديد.</translation>
    </message>
    <message>
        <source>The logit at %1 is NaN or infinite; the loaded weights are probably different from the weights in the file.</source>
        <translation>أعطى التمرير الأمامي logit غير منتهٍ عند %1؛ والأرجح أن الأوزان المحمَّلة تختلف عن أوزان الملف.</translation>
    </message>
    <message>
        <source>The logits differ from the reference by up to %1 (at %2), but rounding explains only %3; the loaded weights are probably different from the weights in the file.</source>
        <translation>تختلف logits عن المرجع بما يصل إلى %1 (عند %2)، ولا يفسّر التقريب إلا %3؛ والأرجح أن الأوزان المحمَّلة تختلف عن أوزان الملف.</translation>
    </message>
    <message>
        <source>a reference is a .npy file of little-endian float32 in C order, [positions × vocabulary]</source>
        <translation>المرجع ملف .npy من float32 بترتيب little-endian وترتيب C، [المواضع × المفردات]</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is neither a model nor MODEL*N, where N is a number from 1 to %2.</source>
        <translation>&quot;%1&quot; ليس نموذجًا، ولا نموذجًا يُكرَّر من 1 إلى %2 مرة، مثل MODEL*50.</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>التمرير الأمامي</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>عدد أكبر من 0</translation>
    </message>
    <message>
        <source>a number above &quot;low_freq_factor&quot;</source>
        <translation>عدد أكبر من &quot;low_freq_factor&quot;</translation>
    </message>
    <message>
        <source>%1 has the rope_type %2; only &quot;default&quot;, &quot;linear&quot;, &quot;llama3&quot;, &quot;longrope&quot; and &quot;yarn&quot; can be run. The model can be planned and loaded.</source>
        <translation>يطلب %1 مواضع دوّارة (rotary) من النوع %2؛ ويمكن تشغيل &quot;default&quot; و&quot;linear&quot; و&quot;llama3&quot; و&quot;longrope&quot; و&quot;yarn&quot;. يمكن التخطيط للنموذج وتحميله.</translation>
    </message>
    <message>
        <source>an object for each layer type</source>
        <translation>كائن لكل نوع من الطبقات</translation>
    </message>
    <message>
        <source>a number up to 1</source>
        <translation>عدد لا يزيد على 1</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>واحد من %1</translation>
    </message>
    <message>
        <source>This model of the family %1 has no head that predicts the next token; run it without generating.</source>
        <translation>ليس لهذا النموذج من العائلة %1 رأس يذكر أي رمز يتبع؛ شغّله من دون توليد.</translation>
    </message>
    <message>
        <source>A model of the family %1 reads all positions at once and cannot generate tokens; run it without generating.</source>
        <translation>يرى نموذج من العائلة %1 كل المواضع معًا ولا يدع أي رمز يتبع؛ شغّله من دون توليد.</translation>
    </message>
    <message>
        <source>A model of the family %1 runs one sequence at a time; give one prompt.</source>
        <translation>يشغّل نموذج من العائلة %1 تسلسلًا واحدًا في كل مرة؛ أعطِ مطالبة واحدة.</translation>
    </message>
    <message>
        <source>A prefill chunk must have at least one token.</source>
        <translation>تدخل المطالبة في قطع من رمز واحد على الأقل.</translation>
    </message>
    <message>
        <source>A model of the family %1 needs the whole prompt at once; do not divide the prompt into chunks.</source>
        <translation>يحتاج نموذج من العائلة %1 إلى المطالبة كاملة دفعة واحدة؛ لا تقسمها إلى قطع.</translation>
    </message>
    <message>
        <source>A model of the family %1 takes only the tokens of the prompt; leave the decoder tokens out.</source>
        <translation>ليس لنموذج من العائلة %1 رموز لفاكّ ترميزه إلى جانب رموز المطالبة؛ لا تستخدمها.</translation>
    </message>
    <message>
        <source>This model limits its attention scores (attn_logit_softcapping), which fused attention does not support; use eager attention.</source>
        <translation>يحدّ هذا النموذج درجات انتباهه (attn_logit_softcapping)، ولا يستطيع ذلك الانتباه المدمج؛ أبقِه eager.</translation>
    </message>
    <message>
        <source>The input has a shape, but no numbers.</source>
        <translation>للمدخل شكل وليست فيه أعداد.</translation>
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
        <source>The run could not continue: %1</source>
        <translation>تعذّر استمرار التشغيل: %1</translation>
    </message>
    <message>
        <source>%1 describes a model of the family %2, which Stowage cannot run. Stowage can run the families %3. The model can be planned and loaded.</source>
        <translation>يصف %1 نموذجًا من العائلة %2، ولا يستطيع Stowage تشغيلها. ويستطيع Stowage تشغيل العائلات %3. يمكن التخطيط للنموذج وتحميله.</translation>
    </message>
    <message>
        <source>The token %1 is not in this model&apos;s vocabulary, which contains the tokens 0 to %2.</source>
        <translation>الرمز %1 ليس في مفردات هذا النموذج من 0 إلى %2.</translation>
    </message>
    <message>
        <source>A model of the family %1 takes %2, not tokens; leave the prompt out.</source>
        <translation>ما يأخذه نموذج من العائلة %1 هو %2 لا رموز؛ لا تستخدم المطالبة.</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>مصفوفة</translation>
    </message>
    <message>
        <source>The prompt has no token; give at least one token.</source>
        <translation>ليس في المطالبة رموز؛ أعطِ رمزًا واحدًا على الأقل.</translation>
    </message>
    <message>
        <source>The prompt has %1 tokens, but this model reads at most %2 tokens; shorten the prompt.</source>
        <translation>في المطالبة %1 من الرموز، ويرى هذا النموذج %2 على الأكثر؛ قصّرها.</translation>
    </message>
    <message>
        <source>The prompt does not contain the token %1 (%2), which this model needs; end the prompt with %3, as the tokenizer of the model does.</source>
        <translation>ليس في المطالبة الرمز %1 (%2)، الذي يميّز به هذا النموذج سياقه؛ أنهِها بـ %3، كما تفعل أداة ترميز النموذج نفسه.</translation>
    </message>
    <message>
        <source>%1 is opened as several models, but a run uses only one model; open one of these models alone.</source>
        <translation>%1 مفتوح بوصفه عدة نماذج، والتشغيل لنموذج واحد؛ افتح ذلك النموذج وحده.</translation>
    </message>
    <message>
        <source>A LoRA adapter is applied to %1, but Stowage runs models only without adapters. Merge the adapter with PEFT&apos;s merge_and_unload() and run the merged model, or run the model without the adapter.</source>
        <translation>يقع محوِّل LoRA (adapter) فوق %1، ويشغّل Stowage النماذج بلا محوِّل: ادمجه باستخدام merge_and_unload() من PEFT وشغّل الناتج، أو شغّل النموذج من دونه.</translation>
    </message>
    <message>
        <source>The architecture of %1 is unknown: no config.json is next to the weights. Put the model&apos;s config.json there. Stowage can run %2, and the from-scratch GPT.</source>
        <translation>لا شيء يذكر كيف يحسب %1: لا يوجد بجانبه config.json يخصه. ضع هناك الملف الخاص بالنموذج نفسه؛ ويمكن تشغيل هذه: %2، ونموذج GPT المبني من الصفر.</translation>
    </message>
    <message>
        <source>a multiple of 4 that is less than 2 × relative_attention_max_distance</source>
        <translation>عدد من مضاعفات 4 نصفه أقل من relative_attention_max_distance</translation>
    </message>
    <message>
        <source>the first stack is an encoder</source>
        <translation>الرُزمة (stack) الأولى مرمِّز</translation>
    </message>
    <message>
        <source>the file contains biases of the queries</source>
        <translation>انحيازات كهذه موجودة في الملف</translation>
    </message>
    <message>
        <source>ViTModel or ViTForImageClassification</source>
        <translation>ViTModel أو ViTForImageClassification</translation>
    </message>
    <message>
        <source>Stowage cannot predict masked patches</source>
        <translation>الرقع المقنَّعة لا تُملأ هنا</translation>
    </message>
    <message>
        <source>a divisor of &quot;d_model&quot;</source>
        <translation>قاسم لـ &quot;d_model&quot;</translation>
    </message>
    <message>
        <source>The device map is valid.</source>
        <translation>الخريطة صالحة.</translation>
    </message>
    <message>
        <source>The device map cannot be loaded.</source>
        <translation>لا يمكن تحميل الخريطة.</translation>
    </message>
    <message>
        <source>--gpus: &quot;%1&quot; is a number of bits, as in Accelerate, and means %2. Write a capital B for bytes.</source>
        <translation>--gpus: &quot;%1&quot; يعدّ بتّات، كما في Accelerate: %2. اكتب الحرف الكبير B للبايتات.</translation>
    </message>
    <message>
        <source>The adapter %1 (%2, rank %3) changes %4 module. The adapter has %5 parameters (%6).</source>
        <translation>يغيّر المحوِّل (adapter) %1 (%2، الرتبة %3) %4 وحدة فيها %5 مُعامِل، %6.</translation>
    </message>
    <message>
        <source>The adapter %1 (%2, rank %3) changes %4 modules. The adapter has %5 parameters (%6).</source>
        <translation>يغيّر المحوِّل (adapter) %1 (%2، الرتبة %3) %4 من الوحدات فيها %5 مُعامِل، %6.</translation>
    </message>
    <message>
        <source>The models are %1.</source>
        <translation>النماذج هي %1.</translation>
    </message>
    <message>
        <source>The reference logits of the forward pass were not created: %1</source>
        <translation>لم يُنشأ مرجع التمرير الأمامي: %1</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>The process was terminated by signal %1 (%2). Most likely, the system ran out of memory.</source>
        <translation>أُنهيت العملية بالإشارة %1 (%2)؛ والأرجح أن ذاكرة النظام نفدت.</translation>
    </message>
    <message>
        <source>The process was terminated by signal %1 (%2).</source>
        <translation>أُنهيت العملية بالإشارة %1 (%2).</translation>
    </message>
    <message>
        <source>The process exited with status %1 and without a result.</source>
        <translation>انتهت العملية بالحالة %1 ولم تترك نتيجة.</translation>
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
        <source>method</source>
        <translation>الطريقة</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>الثواني</translation>
    </message>
    <message>
        <source>%1 allocated</source>
        <translation>المخصَّص على %1</translation>
    </message>
    <message>
        <source>host anon, own</source>
        <translation>المجهولة للمضيف، بقياس ذاتي</translation>
    </message>
    <message>
        <source>polled</source>
        <translation>مقروءة دوريًا</translation>
    </message>
    <message>
        <source>verified</source>
        <translation>جرى التحقق</translation>
    </message>
    <message>
        <source>GPU error</source>
        <translation>خطأ GPU</translation>
    </message>
    <message>
        <source>host error</source>
        <translation>خطأ المضيف</translation>
    </message>
    <message>
        <source>time error</source>
        <translation>خطأ الزمن</translation>
    </message>
    <message>
        <source>published VRAM</source>
        <translation>VRAM المنشورة</translation>
    </message>
    <message>
        <source>%1 (as %2)</source>
        <translation>%1 (بوصفه %2)</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensors, %3, at %4/s.</source>
        <translation>كُتب %1: %2 من الموترات، %3، بمعدّل %4/s.</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensors, %3 in %4 files, at %5/s.</source>
        <translation>كُتب %1: %2 من الموترات، %3 في %4 من الملفات، بمعدّل %5/s.</translation>
    </message>
    <message>
        <source>Continued an interrupted command: %1 was already written and matches the checksums.</source>
        <translation>استُؤنف تشغيل متوقف قبل اكتماله: كان %1 موجودًا ومطابقًا لمجاميعه الاختبارية.</translation>
    </message>
    <message>
        <source>Discarded the files of an interrupted command.</source>
        <translation>حُذف ما تركه تشغيل متوقف قبل اكتماله.</translation>
    </message>
    <message>
        <source>Names of tied weights that safetensors cannot express are stored in the metadata: %1.</source>
        <translation>الأسماء المربوطة التي لا يمكن لـ safetensors التعبير عنها مدوَّنة في البيانات الوصفية: %1.</translation>
    </message>
    <message>
        <source>Copied %1.</source>
        <translation>نُسخ %1.</translation>
    </message>
    <message>
        <source>Other files in the model&apos;s folder, such as the tokenizer, were not copied.</source>
        <translation>لم يُنسخ شيء آخر من مجلد النموذج (أداة الترميز وما شابهها).</translation>
    </message>
    <message>
        <source>raw limit: best of direct and buffered reads</source>
        <translation>الحد الخام: أفضل المباشر والمخزَّن مؤقتًا</translation>
    </message>
    <message>
        <source>one thread, buffered reads</source>
        <translation>خيط واحد، مخزَّن مؤقتًا</translation>
    </message>
    <message>
        <source>pages of a mapped file</source>
        <translation>صفحات التعيين في الذاكرة</translation>
    </message>
    <message>
        <source>streamed to untouched host memory</source>
        <translation>بطريقة streamed إلى ذاكرة مضيف جديدة</translation>
    </message>
    <message>
        <source>streamed to a simulated GPU without pages</source>
        <translation>بطريقة streamed إلى GPU مُحاكى جديد</translation>
    </message>
    <message>
        <source>streamed to a simulated GPU with pages</source>
        <translation>بطريقة streamed إلى GPU صفحاته موجودة</translation>
    </message>
    <message>
        <source>through a buffer to a simulated GPU with pages</source>
        <translation>عبر مخزن مؤقت إلى مثله</translation>
    </message>
    <message>
        <source>memory copy</source>
        <translation>نسخ الذاكرة</translation>
    </message>
    <message>
        <source>first touch, large tensors</source>
        <translation>أول لمس، موترات كبيرة</translation>
    </message>
    <message>
        <source>first touch, small tensors</source>
        <translation>أول لمس، موترات صغيرة</translation>
    </message>
    <message>
        <source>releasing pages</source>
        <translation>إعادة الصفحات</translation>
    </message>
    <message>
        <source>copy to a simulated GPU without pages</source>
        <translation>إلى GPU مُحاكى، جديد</translation>
    </message>
    <message>
        <source>copy to a simulated GPU with pages</source>
        <translation>إلى GPU مُحاكى، صفحاته موجودة</translation>
    </message>
    <message>
        <source>copy within a simulated GPU, with pages</source>
        <translation>داخل GPU مُحاكى، صفحاته موجودة</translation>
    </message>
    <message>
        <source>copy within a simulated GPU, without pages</source>
        <translation>داخل GPU مُحاكى، جديد</translation>
    </message>
    <message>
        <source>host to CUDA card</source>
        <translation>من المضيف إلى بطاقة CUDA</translation>
    </message>
    <message>
        <source>initial weights, %1</source>
        <translation>أوزان ابتدائية، %1</translation>
    </message>
    <message>
        <source>matrix product, %1</source>
        <translation>ضرب المصفوفات، %1</translation>
    </message>
    <message>
        <source>element-wise operations, %1</source>
        <translation>عددًا عددًا، %1</translation>
    </message>
    <message>
        <source>operations on a single row, %1</source>
        <translation>عمليات على صف، %1</translation>
    </message>
    <message>
        <source>matrix product calls, %1</source>
        <translation>عمليات ضرب بُدئت، %1</translation>
    </message>
    <message>
        <source>copies during a matrix product, %1</source>
        <translation>النسخ إلى جانب %1</translation>
    </message>
    <message>
        <source>matrix product during copies, %1</source>
        <translation>ضرب المصفوفات إلى جانب النسخ، %1</translation>
    </message>
    <message>
        <source>Host memory (measured): %1 in total, %2 available; the control group allows %3</source>
        <translation>المضيف (مَقيس): %1 في المجموع، والمتاح %2، وتسمح مجموعة التحكم (cgroup) بـ %3</translation>
    </message>
    <message>
        <source>Host memory (measured): %1 in total, %2 available</source>
        <translation>المضيف (مَقيس): %1 في المجموع، والمتاح %2</translation>
    </message>
    <message>
        <source>no device</source>
        <translation>بلا جهاز</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>الذاكرة</translation>
    </message>
    <message>
        <source>link</source>
        <translation>الوصلة</translation>
    </message>
    <message>
        <source>disk</source>
        <translation>القرص</translation>
    </message>
    <message>
        <source>still does not fit</source>
        <translation>الذاكرة لا تكفي بعد</translation>
    </message>
    <message>
        <source>an estimated context of up to %1 tokens</source>
        <translation>سياق من %1 من الرموز بالمعادلة</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>الذاكرة تكفي</translation>
    </message>
    <message>
        <source>With %1: %2, first token after %3, %4 tokens per second.</source>
        <translation>مع %1: %2، الرمز الأول بعد %3، %4 رمز في الثانية.</translation>
    </message>
    <message>
        <source>With %1: %2.</source>
        <translation>مع %1: %2.</translation>
    </message>
    <message>
        <source>This plan leaves too little memory for even one prompt of the workload.</source>
        <translation>تحت هذه الخطة لا تكفي الذاكرة ولو لمطالبة واحدة كهذه.</translation>
    </message>
    <message>
        <source>any number of</source>
        <translation>أي عدد</translation>
    </message>
    <message>
        <source>a context of %1 tokens</source>
        <translation>سياق من %1 من الرموز</translation>
    </message>
    <message>
        <source>any size</source>
        <translation>أي حجم</translation>
    </message>
    <message>
        <source>Largest workload that fits: %1, or a batch of %2, or %3 sequences whose prompts are processed one after another.</source>
        <translation>أقصى ما تكفي له الذاكرة: %1، أو دفعة من %2، أو %3 من التسلسلات التي تدخل مطالباتها واحدة بعد أخرى.</translation>
    </message>
    <message>
        <source>%1 applies to a single model, but this plan has several models; omit the option.</source>
        <translation>يخص %1 نموذجًا واحدًا، وهذه الخطة لعدة نماذج؛ لا تستخدمه.</translation>
    </message>
    <message>
        <source>%1 applies to the tokens of a model, but a diffusers pipeline has no tokens; omit the option.</source>
        <translation>يخص %1 رموز نموذج، وليس لخط معالجة diffusers رموز؛ لا تستخدمه.</translation>
    </message>
    <message>
        <source>The folder %1 cannot be created: %2.</source>
        <translation>لا يمكن إنشاء المجلد %1: %2.</translation>
    </message>
    <message>
        <source>the token ID %2 is not in the model&apos;s vocabulary of %1 tokens</source>
        <translation>يعرف النموذج %1 من الرموز، و%2 ليس واحدًا منها</translation>
    </message>
    <message>
        <source>a prompt of %1 tokens is longer than the model&apos;s context of %2 tokens</source>
        <translation>مطالبة من %1 من الرموز أطول من سياق النموذج البالغ %2</translation>
    </message>
    <message>
        <source>--forward computes in float32, but the plan loads the weights in %1; omit --dtype.</source>
        <translation>يحسب --forward بنوع float32، وتحمّل الخطة بنوع %1؛ لا تستخدم --dtype.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a token ID</source>
        <translation>&quot;%1&quot; ليس رمزًا</translation>
    </message>
    <message>
        <source>a prompt has at most %1 tokens</source>
        <translation>في المطالبة %1 من الرموز على الأكثر</translation>
    </message>
    <message>
        <source>&quot;-&quot; reads a module tree from standard input and cannot be combined with --prefix, --rename, --tree and --class; give the name of the checkpoint instead.</source>
        <translation>يقرأ &quot;-&quot; شجرة وحدات، ولا تصلح معها --prefix و--rename و--tree و--class؛ أعطِ بدلًا منه اسم نقطة الحفظ.</translation>
    </message>
    <message>
        <source>%1 has a size of %2, which is too large for a device map; give the device map, not the model.</source>
        <translation>حجم %1 هو %2، وهو أكثر من أن يكون لخريطة أجهزة؛ أعطِ الخريطة، لا النموذج.</translation>
    </message>
    <message>
        <source>--variant names a plan of a project, but %1 is not a project.</source>
        <translation>يسمي --variant خطة في مشروع، و%1 ليس مشروعًا.</translation>
    </message>
    <message>
        <source>warning: %1</source>
        <translation>تحذير: %1</translation>
    </message>
    <message>
        <source>%1 layers in the encoder, %2 layers in the decoder</source>
        <translation>%1 في المرمِّز، %2 في فاكّ الترميز</translation>
    </message>
    <message>
        <source>hidden size %1</source>
        <translation>الحجم المخفي %1</translation>
    </message>
    <message>
        <source>%1 heads</source>
        <translation>%1 من الرؤوس</translation>
    </message>
    <message>
        <source>key-value heads: %1</source>
        <translation>%1 للمفاتيح والقيم</translation>
    </message>
    <message>
        <source>head width %1</source>
        <translation>عرض الرأس %1</translation>
    </message>
    <message>
        <source>latent width %1</source>
        <translation>العرض الكامن %1</translation>
    </message>
    <message>
        <source>context of %1 tokens</source>
        <translation>سياق من %1 من الرموز</translation>
    </message>
    <message>
        <source>vocabulary of %1 tokens</source>
        <translation>مفردات من %1</translation>
    </message>
    <message>
        <source>%1 experts in each of %2 layers</source>
        <translation>%1 في كل واحدة من الطبقات الـ %2</translation>
    </message>
    <message>
        <source>%1 per token</source>
        <translation>%1 للرمز الواحد</translation>
    </message>
    <message>
        <source>plus %1 shared</source>
        <translation>%1 مشتركة إلى جانبها</translation>
    </message>
    <message>
        <source>%1 active parameters per token</source>
        <translation>%1 نشطة للرمز الواحد</translation>
    </message>
    <message>
        <source>%1 parameters in embeddings</source>
        <translation>%1 في التضمينات</translation>
    </message>
    <message>
        <source>%1 bytes per token in float16 or bfloat16, %2 bytes in float32, %3 bytes in fp8</source>
        <translation>%1 بايت لكل رمز بنوع float16 أو bfloat16، %2 بنوع float32، %3 بنوع fp8</translation>
    </message>
    <message>
        <source>%1 of %2 layers have a sliding window of %3 tokens; each token beyond the window needs %4 bytes in float16 or bfloat16</source>
        <translation>%1 من %2 من الطبقات تنظر إلى الوراء %3 من الرموز؛ وبعدها %4 بايت لكل رمز بنوع float16 أو bfloat16</translation>
    </message>
    <message>
        <source>cross-attention: %1 bytes per position of the encoder&apos;s output in float16 or bfloat16</source>
        <translation>%1 بايت إضافية لكل موضع من خرج المرمِّز بنوع float16 أو bfloat16</translation>
    </message>
    <message>
        <source>%1, for %2 positions</source>
        <translation>%1، %2 من المواضع</translation>
    </message>
    <message>
        <source>%1 (guessed)</source>
        <translation>%1 (مُخمَّن)</translation>
    </message>
    <message>
        <source>The modules are those described in %1.</source>
        <translation>الوحدات هي تلك، من %1.</translation>
    </message>
    <message>
        <source>The modules are those of the class %1, from %2.</source>
        <translation>الوحدات هي وحدات %1، من %2.</translation>
    </message>
    <message>
        <source>The modules are those of the class %1, which was recognised by the names of the tensors.</source>
        <translation>الوحدات هي وحدات %1، عُرفت من أسماء مفاتيحه.</translation>
    </message>
    <message>
        <source>The modules are derived only from the names of the tensors.</source>
        <translation>الوحدات معروفة من أسماء الموترات وحدها.</translation>
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
        <source>FAILED</source>
        <translation>فشل</translation>
    </message>
    <message>
        <source>agrees</source>
        <translation>مطابق</translation>
    </message>
    <message>
        <source>DIFFERS</source>
        <translation>مختلف</translation>
    </message>
    <message>
        <source>RAM anonymous</source>
        <translation>RAM المجهولة (anonymous)</translation>
    </message>
    <message>
        <source>file-backed</source>
        <translation>مدعومة بملفات</translation>
    </message>
    <message>
        <source>RSS - shared</source>
        <translation>RSS - المشتركة</translation>
    </message>
    <message>
        <source>published</source>
        <translation>المنشور</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>why</source>
        <translation>السبب</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensor of %3: %4.</source>
        <translation>ينقص %1 من موترات %3 ما عدده %2: %4.</translation>
    </message>
    <message>
        <source>%1 lacks %2 tensors of %3: %4.</source>
        <translation>ينقص %1 من موترات %3 ما عدده %2: %4.</translation>
    </message>
    <message>
        <source>Nothing was loaded. Open the checkpoint that belongs to this model, or use --force to load the initial values of a new model for the missing tensors.</source>
        <translation>افتح نقطة الحفظ الخاصة بهذا النموذج، أو حمّل مع وضع قيم نموذج جديد هناك بالخيار --force. لم يُحمَّل شيء.</translation>
    </message>
    <message>
        <source>Stowage loads initial values, not trained values, for the missing tensors.</source>
        <translation>تُحمَّل هناك قيم ابتدائية، لا قيم مدرَّبة.</translation>
    </message>
    <message>
        <source>Nothing was loaded.</source>
        <translation>لم يُحمَّل شيء.</translation>
    </message>
    <message>
        <source>Nothing was loaded; use --force to load anyway.</source>
        <translation>لم يُحمَّل شيء؛ الخيار --force يحمّل مع ذلك.</translation>
    </message>
    <message>
        <source>The RAM limit was %1; the load used at most %2 (%3). The limit was checked at every step and enforced by a control group.</source>
        <translation>حد RAM %1، والمحتفَظ به على الأكثر %2 (%3)؛ وفرضته مجموعة تحكم (cgroup) أيضًا.</translation>
    </message>
    <message>
        <source>The RAM limit was %1; the load used at most %2 (%3). The limit was checked at every step.</source>
        <translation>حد RAM %1، والمحتفَظ به على الأكثر %2 (%3)؛ رُوقب عند كل خطوة.</translation>
    </message>
    <message>
        <source>The RAM limit was %1; the load used at most %2 (%3). The limit was checked at every step, without a control group: %4.</source>
        <translation>حد RAM %1، والمحتفَظ به على الأكثر %2 (%3)؛ رُوقب عند كل خطوة (بلا مجموعة تحكم (cgroup): %4).</translation>
    </message>
    <message>
        <source>Dry run: nothing was loaded. A real load would fail at %1.</source>
        <translation>تشغيل تجريبي: لم يُحمَّل شيء؛ كان التحميل سيتوقف عند %1.</translation>
    </message>
    <message>
        <source>The load was stopped, and the weights were freed.</source>
        <translation>أُوقف؛ وأُعيدت ذاكرة الأوزان.</translation>
    </message>
    <message>
        <source>The load stopped at %1, and the weights were freed.</source>
        <translation>أُوقف عند %1؛ وأُعيدت ذاكرة الأوزان.</translation>
    </message>
    <message>
        <source>Predicted time: %1.</source>
        <translation>المتوقَّع: %1.</translation>
    </message>
    <message>
        <source>Every byte was verified.</source>
        <translation>جرى التحقق من كل بايت.</translation>
    </message>
    <message>
        <source>%1; see %2 --help.</source>
        <translation>%1؛ راجع %2 --help.</translation>
    </message>
    <message>
        <source>A command is missing; see %1 --help.</source>
        <translation>ينقص أمر؛ راجع %1 --help.</translation>
    </message>
    <message>
        <source>There is no command &quot;%1&quot;; see %2 --help.</source>
        <translation>لا يوجد أمر &quot;%1&quot;؛ راجع %2 --help.</translation>
    </message>
    <message>
        <source>This machine does not have enough memory for this request.</source>
        <translation>لم تبقَ في هذا الحاسوب ذاكرة لما طُلب.</translation>
    </message>
    <message>
        <source>The command failed because of a defect in Stowage: %1. Please report the defect.</source>
        <translation>أنهى خلل في Stowage الأمر: %1. يُرجى الإبلاغ عنه.</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; and %3 would both write to standard output; give a file name instead.</source>
        <translation>%1 &quot;%2&quot; يعني الخرج القياسي، و%3 يكتب إليه أصلًا؛ أعطِ اسم ملف بدلًا منه.</translation>
    </message>
    <message>
        <source>%1 short</source>
        <translation>يزيد بمقدار %1</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is a number of bits, as in Accelerate, and means %3. Write a capital B for bytes.</source>
        <translation>%1: &quot;%2&quot; يعدّ بتّات، كما في Accelerate: %3. اكتب الحرف الكبير B للبايتات.</translation>
    </message>
    <message>
        <source>The free memory of this machine cannot be read from /proc/meminfo; give the limit of the CPU with --ram SIZE.</source>
        <translation>لا يمكن قراءة الذاكرة الحرّة في هذا الحاسوب من /proc/meminfo؛ أعطِ ميزانية CPU بالخيار --ram SIZE.</translation>
    </message>
    <message>
        <source>--pin &quot;%1&quot; must be NAME=DEVICE, as in --pin lm_head=cpu.</source>
        <translation>يجب أن يُكتب --pin &quot;%1&quot; على هيئة NAME=DEVICE، مثل --pin lm_head=cpu.</translation>
    </message>
    <message>
        <source>--pin &quot;%1&quot;: the model has no module &quot;%2&quot;; see its modules with stowagectl inspect.</source>
        <translation>--pin &quot;%1&quot;: ليس في النموذج وحدة &quot;%2&quot;؛ اعرض وحداته بالأمر stowagectl inspect.</translation>
    </message>
    <message>
        <source>--no-split: this model has no module of the class &quot;%1&quot;; see the classes with stowagectl inspect.</source>
        <translation>--no-split: لا توجد في هذا النموذج وحدة من الصنف &quot;%1&quot;؛ اعرض الأصناف بالأمر stowagectl inspect.</translation>
    </message>
    <message>
        <source>--dtype &quot;%1&quot; is not known; use float32, float16, bfloat16 or float64.</source>
        <translation>--dtype &quot;%1&quot; غير معروف؛ استخدم float32 أو float16 أو bfloat16 أو float64.</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>غير مستخدَم</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>بلا حد</translation>
    </message>
    <message>
        <source>placed</source>
        <translation>موضوعة</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>الذاكرة لا تكفي</translation>
    </message>
    <message>
        <source>split</source>
        <translation>مقسَّمة</translation>
    </message>
    <message>
        <source>tied partner was split</source>
        <translation>الشريكة المربوطة مقسَّمة</translation>
    </message>
    <message>
        <source>taken first</source>
        <translation>مأخوذة أولًا</translation>
    </message>
    <message>
        <source>remains on the CPU</source>
        <translation>متروكة على CPU</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>مثبَّتة</translation>
    </message>
    <message>
        <source>moved manually</source>
        <translation>منقولة يدويًا</translation>
    </message>
    <message>
        <source>(all)</source>
        <translation>(الكل)</translation>
    </message>
    <message>
        <source>%1 … %2</source>
        <translation>%1 … %2</translation>
    </message>
    <message>
        <source>real</source>
        <translation>حقيقي</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>هذا الحاسوب</translation>
    </message>
    <message>
        <source>error: %1</source>
        <translation>خطأ: %1</translation>
    </message>
    <message>
        <source>hint: %1</source>
        <translation>تلميح: %1</translation>
    </message>
    <message>
        <source>a sweep has one or two variables, not %1.</source>
        <translation>للمسح متغير واحد أو متغيران، لا %1.</translation>
    </message>
    <message>
        <source>both variables are %1; name two different ones.</source>
        <translation>كلا المتغيرين %1؛ اذكر متغيرين مختلفين.</translation>
    </message>
    <message>
        <source>%1 key of the file is left over from older releases and not loaded: %2.</source>
        <translation>%1 مفتاح في الملف باقٍ من إصدارات أقدم ولم يُحمَّل: %2.</translation>
    </message>
    <message>
        <source>%1 keys of the file are left over from older releases and not loaded: %2.</source>
        <translation>%1 من مفاتيح الملف باقية من إصدارات أقدم ولم تُحمَّل: %2.</translation>
    </message>
    <message>
        <source>Open the checkpoint that belongs to this model, or give another module tree.</source>
        <translation>افتح نقطة الحفظ الخاصة بهذا النموذج، أو شجرة أخرى.</translation>
    </message>
    <message>
        <source>The whole model is loaded to %1 instead.</source>
        <translation>يُحمَّل النموذج كله على %1 بدلًا من ذلك.</translation>
    </message>
    <message>
        <source>No single device has enough memory for the whole model; give a device map with --device-map.</source>
        <translation>ولا يتسع أي جهاز للنموذج كله أيضًا؛ أعطِ --device-map.</translation>
    </message>
    <message>
        <source>The project %1 has no plan; create a plan with stowagectl plan MODEL --save %1.</source>
        <translation>ليس في %1 خطة؛ أنشئ واحدة بالأمر stowagectl plan MODEL --save %1.</translation>
    </message>
    <message>
        <source>The project %1 has no plan %2; the plans of the project are %3.</source>
        <translation>ليس في %1 خطة %2؛ بل فيه %3.</translation>
    </message>
    <message>
        <source>The model has not changed since the project was saved.</source>
        <translation>النموذج هو الذي حُفظ.</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 exists and is not a project; give another file.</source>
        <translation>%1 موجود وليس مشروعًا؛ اذكر ملفًا آخر.</translation>
    </message>
    <message>
        <source>%1 is a project of another model (%2); give another file.</source>
        <translation>%1 مشروع لنموذج آخر (%2)؛ اذكر ملفًا آخر.</translation>
    </message>
    <message>
        <source>Wrote %1: %2 × %3 logits in %5. The largest logit is %4, and the next token is %6.</source>
        <translation>كُتب %1: %2 × %3 من logits، أكبرها %4، خلال %5؛ الرمز التالي %6.</translation>
    </message>
    <message>
        <source>--chain: %1</source>
        <translation>--chain: %1</translation>
    </message>
    <message>
        <source>%1 describes a model without its weights, so there is nothing to run.</source>
        <translation>%1 يصف نموذجًا بلا أوزانه، لذا لا يوجد ما يُشغَّل.</translation>
    </message>
    <message>
        <source>(none: the model is an encoder)</source>
        <translation>(مرمِّز: لا يوجد)</translation>
    </message>
    <message>
        <source>The peak of allocated memory on %2 (simulated) was %1 (weights and computed values).</source>
        <translation>خُصِّص على %2 (مُحاكى) ما لا يزيد على %1، بما في ذلك ما حسبته النماذج.</translation>
    </message>
    <message>
        <source>The peak of allocated memory on %2 was %1 (weights and computed values).</source>
        <translation>خُصِّص على %2 ما لا يزيد على %1، بما في ذلك ما حسبته النماذج.</translation>
    </message>
    <message>
        <source>warning: %1 is estimated to need up to %2 (%3 of weights, %4 of streamed weights, %5 of keys and values, %6 of activations), but only %7 is free. The run may fail on this device or wait for weights. Place fewer layers on this device, prefetch fewer layers (--prefetch-window), or process fewer tokens.</source>
        <translation>تحذير: يُقدَّر أن يحتفظ %1 بما لا يزيد على %2 (%3 من الأوزان، و%4 من المجلوب، و%5 من المفاتيح والقيم، و%6 من التنشيطات)، والحرّ %7: قد يتوقف التشغيل هناك، أو ينتظر الأوزان. ضع عليه أقل، أو اجلب مسبقًا طبقات أقل (--prefetch-window)، أو شغّل رموزًا أقل.</translation>
    </message>
    <message>
        <source>Prompt: %1</source>
        <translation>المطالبة: %1</translation>
    </message>
    <message>
        <source>Prompt as text: %1</source>
        <translation>المطالبة كنص: %1</translation>
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
        <source>most likely token (last position)</source>
        <translation>الأكثر احتمالًا عند الموضع الأخير</translation>
    </message>
    <message>
        <source>most likely class</source>
        <translation>الصنف الأكثر احتمالًا</translation>
    </message>
    <message>
        <source>most likely text</source>
        <translation>النص الأكثر احتمالًا</translation>
    </message>
    <message>
        <source>most likely %1</source>
        <translation>الأكثر احتمالًا %1</translation>
    </message>
    <message>
        <source>%1 token in %2</source>
        <translation>%1 رمز خلال %2</translation>
    </message>
    <message>
        <source>%1 tokens in %2</source>
        <translation>%1 من الرموز خلال %2</translation>
    </message>
    <message>
        <source>%1 token in %2 (%3 tokens/s, measured)</source>
        <translation>%1 رمز خلال %2 (%3 رمز/ث، مَقيس)</translation>
    </message>
    <message>
        <source>%1 tokens in %2 (%3 tokens/s, measured)</source>
        <translation>%1 من الرموز خلال %2 (%3 رمز/ث، مَقيس)</translation>
    </message>
    <message>
        <source>Prefill in %2 chunks: %1.</source>
        <translation>الملء المسبق: %1 على %2 من القطع.</translation>
    </message>
    <message>
        <source>Prefill: %1.</source>
        <translation>الملء المسبق: %1.</translation>
    </message>
    <message>
        <source>Decode: %1.</source>
        <translation>فك الترميز: %1.</translation>
    </message>
    <message>
        <source>Total time: predicted %1, measured %2.</source>
        <translation>المقدَّر للكل: %1، والمَقيس %2.</translation>
    </message>
    <message>
        <source>All weights were on the devices that use them.</source>
        <translation>كانت كل الأوزان حيث استُخدمت.</translation>
    </message>
    <message>
        <source>the devices that use them</source>
        <translation>حيث تُستخدَم</translation>
    </message>
    <message>
        <source>%1 of offloaded weights was copied to %2 without prefetch. The run waited %3 for weights.</source>
        <translation>جُلب %1 من الأوزان المفرَّغة (offload) إلى %2، ولم يُجلب منها شيء مسبقًا: لا جلب مسبق؛ وانتظر التشغيل الأوزان %3.</translation>
    </message>
    <message>
        <source>%1 of offloaded weights was copied to %2, of which %3 was prefetched up to %4 layer ahead. The run waited %5 for weights.</source>
        <translation>جُلب %1 من الأوزان المفرَّغة (offload) إلى %2، منها %3 مسبقًا، بعمق لا يزيد على %4 طبقة؛ وانتظر التشغيل الأوزان %5.</translation>
    </message>
    <message>
        <source>%1 of offloaded weights was copied to %2, of which %3 was prefetched up to %4 layers ahead. The run waited %5 for weights.</source>
        <translation>جُلب %1 من الأوزان المفرَّغة (offload) إلى %2، منها %3 مسبقًا، بعمق لا يزيد على %4 من الطبقات؛ وانتظر التشغيل الأوزان %5.</translation>
    </message>
    <message>
        <source>The run took %1 with %2 thread and fused attention.</source>
        <translation>جرى التشغيل خلال %1 وعدد خيوطه %2، بانتباه مدمج (fused).</translation>
    </message>
    <message>
        <source>The run took %1 with %2 threads and fused attention.</source>
        <translation>جرى التشغيل خلال %1 وعدد خيوطه %2، بانتباه مدمج (fused).</translation>
    </message>
    <message>
        <source>The run took %1 with %2 thread.</source>
        <translation>جرى التشغيل خلال %1 وعدد خيوطه %2.</translation>
    </message>
    <message>
        <source>The run took %1 with %2 threads.</source>
        <translation>جرى التشغيل خلال %1 وعدد خيوطه %2.</translation>
    </message>
    <message>
        <source>Loaded %1 in %2.</source>
        <translation>حُمِّل %1 خلال %2.</translation>
    </message>
    <message>
        <source>Stopped; all memory was released.</source>
        <translation>أُوقف؛ وأُعيد كل شيء.</translation>
    </message>
    <message>
        <source>Stopped at %1; all memory was released.</source>
        <translation>أُوقف عند %1؛ وأُعيد كل شيء.</translation>
    </message>
    <message>
        <source>%1 tensor has initial instead of trained values, so the output is not that of the trained model: %2.</source>
        <translation>%1 موتر له قيم ابتدائية لا مدرَّبة، والجواب ليس جواب النموذج المدرَّب: %2.</translation>
    </message>
    <message>
        <source>%1 tensors have initial instead of trained values, so the output is not that of the trained model: %2.</source>
        <translation>%1 من الموترات لها قيم ابتدائية لا مدرَّبة، والجواب ليس جواب النموذج المدرَّب: %2.</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is unknown; use %3.</source>
        <translation>%1 &quot;%2&quot; غير معروف؛ استخدم %3.</translation>
    </message>
    <message>
        <source>Wrote %1: architecture %2, %3 parameters in %4 tensors, %5.</source>
        <translation>كُتب %1: %2، %3 مُعامِل في %4 من الموترات، %5.</translation>
    </message>
    <message>
        <source>Wrote %1: architecture %2, %3 parameters in %4 tensors, %5 in %6 files.</source>
        <translation>كُتب %1: %2، %3 مُعامِل في %4 من الموترات، %5 في %6 من الملفات.</translation>
    </message>
    <message>
        <source>simulated GPU</source>
        <translation>GPU مُحاكى</translation>
    </message>
    <message>
        <source>can be created</source>
        <translation>يمكن إنشاؤه</translation>
    </message>
    <message>
        <source>load</source>
        <translation>التحميل</translation>
    </message>
    <message>
        <source>run</source>
        <translation>التشغيل</translation>
    </message>
    <message>
        <source>the free memory is back at the baseline</source>
        <translation>عادت ذاكرته إلى خط الأساس</translation>
    </message>
    <message>
        <source>%1 was free before the checks, %2 after the checks</source>
        <translation>الحرّ قبل ذلك %1، وبعده %2</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is not a whole number; write a number such as 4096.</source>
        <translation>%1 &quot;%2&quot; ليس عددًا صحيحًا؛ اكتبه مثل 4096.</translation>
    </message>
    <message>
        <source>%1: the case &quot;%2&quot; is of the kind &quot;%3&quot;, which this stowagectl does not know; use the stowagectl that was built for these cases.</source>
        <translation>%1: الحالة &quot;%2&quot; من النوع &quot;%3&quot; الذي لا يعرفه stowagectl هذا؛ استخدم إصدارًا صُنع لهذه الحالات.</translation>
    </message>
    <message>
        <source>%1: a case must be a JSON object.</source>
        <translation>%1: يجب أن تكون الحالة كائن JSON.</translation>
    </message>
    <message>
        <source>%1: the case has no field &quot;%2&quot;; see the README of data/placement for the format.</source>
        <translation>%1: ليس في الحالة &quot;%2&quot;؛ وهيئتها مذكورة في README الخاص بـ data/placement.</translation>
    </message>
    <message>
        <source>%1: a field of the case is missing or has the wrong type; see the README of data/placement for the format.</source>
        <translation>%1: أحد حقول الحالة مفقود أو من نوع خاطئ؛ وهيئتها مذكورة في README الخاص بـ data/placement.</translation>
    </message>
    <message>
        <source>%1: an argument of the case &quot;%2&quot; is missing or has the wrong type; see the README of data/placement for the format.</source>
        <translation>%1: أحد وسائط الحالة &quot;%2&quot; مفقود أو من نوع خاطئ؛ وهيئتها مذكورة في README الخاص بـ data/placement.</translation>
    </message>
    <message>
        <source>%1: this machine does not have enough memory for the case &quot;%2&quot;.</source>
        <translation>%1: لم تبقَ في هذا الحاسوب ذاكرة للحالة &quot;%2&quot;.</translation>
    </message>
    <message>
        <source>byte %1 of %2 has a wrong value after it was read back</source>
        <translation>عاد البايت %1 من %2 خاطئًا</translation>
    </message>
    <message>
        <source>%1 is still allocated and %2 is still reserved</source>
        <translation>يبقى %1 مخصَّصًا و%2 محجوزًا</translation>
    </message>
    <message>
        <source>after all memory was freed, %1 is still allocated and %2 of %3 is cached</source>
        <translation>بعد التحرير، المخصَّص %1 وما في الذاكرة المؤقتة %2 من %3</translation>
    </message>
    <message>
        <source>%1 (%2 reserved) was allocated and freed</source>
        <translation>خُصِّص %1 من %2 ثم حُرِّر</translation>
    </message>
    <message>
        <source>%1 bytes are allocated and %2 bytes are reserved instead of %3 and %4 bytes</source>
        <translation>%1 / %2 بايت بدل %3 / %4</translation>
    </message>
    <message>
        <source>%1 bytes are allocated, %2 bytes are reserved</source>
        <translation>%1 / %2 بايت</translation>
    </message>
    <message>
        <source>the segment map (%1 allocated, %2 reserved), the statistics (%3 allocated, %4 reserved) and the counters do not agree</source>
        <translation>لا تتفق خريطة المقاطع (المخصَّص %1، المحجوز %2) والإحصاءات (المخصَّص %3، المحجوز %4) والعدّادات</translation>
    </message>
    <message>
        <source>%1 segment, %2 lost to rounding</source>
        <translation>%1 مقطع، فُقد %2 بالتقريب</translation>
    </message>
    <message>
        <source>%1 segments, %2 lost to rounding</source>
        <translation>%1 من المقاطع، فُقد %2 بالتقريب</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 بايت</translation>
    </message>
    <message>
        <source>a request for %1 must fail, but it succeeded</source>
        <translation>لُبّي طلب بمقدار %1</translation>
    </message>
    <message>
        <source>a request that is too large failed with the wrong error: %1</source>
        <translation>يُبلَّغ عن طلب لا تتسع له الذاكرة هكذا: %1</translation>
    </message>
    <message>
        <source>the device does not work after running out of memory: %1</source>
        <translation>بعد نفاد الذاكرة لا يعمل شيء: %1</translation>
    </message>
    <message>
        <source>the device refused a request for %1 and continued to work</source>
        <translation>رُفض %1، ثم استمر العمل</translation>
    </message>
    <message>
        <source>a transfer continued after it was stopped</source>
        <translation>استمر نقل كان قد أُوقف</translation>
    </message>
    <message>
        <source>the transfer was cancelled</source>
        <translation>أُلغي النقل</translation>
    </message>
    <message>
        <source>copies from pinned memory: %1; from the staging buffers of a load: %2 (%3 % of the first rate); from pageable memory: %4</source>
        <translation>النسخ البسيط من الذاكرة المثبَّتة %1؛ المخازن المرحلية للتحميل %2 (%3%)، من الذاكرة القابلة للترحيل %4</translation>
    </message>
    <message>
        <source>host memory could not be pinned; %1</source>
        <translation>تعذّر تثبيت ذاكرة المضيف؛ %1</translation>
    </message>
    <message>
        <source>freed memory is returned to the device</source>
        <translation>ما يُحرَّر يعود</translation>
    </message>
    <message>
        <source>the memory statistics equal those of the allocator model</source>
        <translation>الإحصاءات تساوي نموذج المخصِّص</translation>
    </message>
    <message>
        <source>the segment map is consistent</source>
        <translation>مجموع خريطة المقاطع صحيح</translation>
    </message>
    <message>
        <source>written bytes are read back</source>
        <translation>ما يُكتب يعود</translation>
    </message>
    <message>
        <source>bytes are copied within the device</source>
        <translation>ينسخ داخل الجهاز</translation>
    </message>
    <message>
        <source>the device recovers from running out of memory</source>
        <translation>يتعافى من نفاد الذاكرة</translation>
    </message>
    <message>
        <source>a transfer stops on request</source>
        <translation>يتوقف النقل عند الطلب</translation>
    </message>
    <message>
        <source>host to device</source>
        <translation>من المضيف إلى الجهاز</translation>
    </message>
    <message>
        <source>creates a folder for temporary files</source>
        <translation>مجلد للملفات المؤقتة</translation>
    </message>
    <message>
        <source>writes and reads %1</source>
        <translation>يكتب %1 ويقرأه</translation>
    </message>
    <message>
        <source>streamed load from %1</source>
        <translation>streamed من %1</translation>
    </message>
    <message>
        <source>%1, cast to bfloat16</source>
        <translation>%1، محوَّل إلى bfloat16</translation>
    </message>
    <message>
        <source>a load that is split over GPUs, CPU and disk</source>
        <translation>مقسَّم على وحدات GPU وCPU والقرص</translation>
    </message>
    <message>
        <source>a forward pass reproduces the logits that are computed from the file</source>
        <translation>يعطي التمرير الأمامي logits الملف نفسها</translation>
    </message>
    <message>
        <source>a cancelled load releases everything</source>
        <translation>الإلغاء يعيد كل شيء</translation>
    </message>
    <message>
        <source>a load onto a device that is too small releases everything</source>
        <translation>الجهاز الأصغر من اللازم يعيد كل شيء</translation>
    </message>
    <message>
        <source>the model that was read has %1 tensors (%3), but the model that was written has %2 tensors (%4)</source>
        <translation>ما كُتب ليس ما يُقرأ: %1 من الموترات من أصل %2، و%3 من %4</translation>
    </message>
    <message>
        <source>%1 is still allocated and %2 is still reserved on %3</source>
        <translation>يبقى %1 مخصَّصًا و%2 محجوزًا على %3</translation>
    </message>
    <message>
        <source>%1 tensor still exists</source>
        <translation>لا يزال %1 موتر موجودًا</translation>
    </message>
    <message>
        <source>%1 tensors still exist</source>
        <translation>%1 من الموترات تبقى حيّة</translation>
    </message>
    <message>
        <source>the folder %1 still exists</source>
        <translation>يبقى المجلد %1</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>الحاسوب</translation>
    </message>
    <message>
        <source>the SHA-256 of &quot;abc&quot; is wrong: %1</source>
        <translation>حساب SHA-256 لـ &quot;abc&quot; يعطي %1</translation>
    </message>
    <message>
        <source>/proc/self/status does not report both RssAnon and RssShmem</source>
        <translation>لا يذكر /proc/self/status القيمتين RssAnon وRssShmem معًا</translation>
    </message>
    <message>
        <source>%1 of memory was touched; RssAnon increased by %2 and RssShmem by %3</source>
        <translation>بعد لمس %1: RssAnon + %2، RssShmem + %3</translation>
    </message>
    <message>
        <source>neither /proc/meminfo nor a control group reports how much memory is available; give --ram to plan</source>
        <translation>لا يذكر /proc/meminfo ولا أي مجموعة تحكم (cgroup) كم بقي من الذاكرة؛ أعطِ --ram عند التخطيط</translation>
    </message>
    <message>
        <source>%1 is reported as available, but the total is %2</source>
        <translation>المذكور أنه بقي %1 من %2</translation>
    </message>
    <message>
        <source>%1 of %2 is available</source>
        <translation>بقي %1 من %2</translation>
    </message>
    <message>
        <source>LibTorch&apos;s checksum differs from the checksum that plain loops compute</source>
        <translation>يحسب LibTorch مجموعًا اختباريًا غير الذي تحسبه الحلقات البسيطة</translation>
    </message>
    <message>
        <source>allocator</source>
        <translation>المخصِّص</translation>
    </message>
    <message>
        <source>the allocator created %1 segments, %2 in total</source>
        <translation>%1 من المقاطع، %2 إجمالًا</translation>
    </message>
    <message>
        <source>%1 reserved</source>
        <translation>المحجوز %1</translation>
    </message>
    <message>
        <source>the peak memory of the load method %1 is %2 bytes (allocated / reserved) instead of %3</source>
        <translation>ذروة %1 هي %2 بايت بدل %3</translation>
    </message>
    <message>
        <source>the peak memory is between %1 and %2 bytes (allocated / reserved)</source>
        <translation>من %1 إلى %2 بايت</translation>
    </message>
    <message>
        <source>SHA-256 of the standard&apos;s example</source>
        <translation>SHA-256 لمثال المعيار</translation>
    </message>
    <message>
        <source>touched memory is reported as anonymous memory</source>
        <translation>الذاكرة التي لُمست تظهر كذاكرة مجهولة (anonymous)</translation>
    </message>
    <message>
        <source>the host reports its available memory</source>
        <translation>يذكر المضيف ما بقي لديه</translation>
    </message>
    <message>
        <source>LibTorch can be loaded</source>
        <translation>يُفتح LibTorch</translation>
    </message>
    <message>
        <source>LibTorch&apos;s checksum equals the checksum that plain loops compute</source>
        <translation>المجموع الاختباري من LibTorch يساوي ما تحسبه الحلقات البسيطة</translation>
    </message>
    <message>
        <source>the peak memory of the seven load methods for %1</source>
        <translation>ذُرى الطرق السبع لـ %1</translation>
    </message>
    <message>
        <source>on one GPU</source>
        <translation>على GPU واحد</translation>
    </message>
    <message>
        <source>split over two GPUs</source>
        <translation>مقسَّم على اثنين</translation>
    </message>
    <message>
        <source>with layers on the CPU</source>
        <translation>الطبقات على CPU</translation>
    </message>
    <message>
        <source>with layers on disk</source>
        <translation>الطبقات على القرص</translation>
    </message>
    <message>
        <source>%1, with prefetch</source>
        <translation>%1، بجلب مسبق</translation>
    </message>
    <message>
        <source>%1, without prefetch</source>
        <translation>%1، بلا جلب مسبق</translation>
    </message>
    <message>
        <source>%1 on the CPU</source>
        <translation>%1 على CPU</translation>
    </message>
    <message>
        <source>There is no theme “%1”; use light, dark, high-contrast or system.</source>
        <translation>لا توجد سمة «%1»؛ اذكر light أو dark أو high-contrast أو system.</translation>
    </message>
    <message>
        <source>%1 applies to a model; specify the file or folder of the model as well.</source>
        <translation>%1 اختيار يخص نموذجًا؛ اذكر ملفه أو مجلده أيضًا.</translation>
    </message>
    <message>
        <source>--tree is empty; specify a .tree.json file, or leave out --tree.</source>
        <translation>--tree فارغ؛ اذكر ملف .tree.json، أو احذف الخيار.</translation>
    </message>
    <message>
        <source>--class is empty; specify a class, or leave out --class.</source>
        <translation>--class فارغ؛ اذكر صنفًا، أو احذف الخيار.</translation>
    </message>
    <message>
        <source>%1 is empty; specify a folder or a file.</source>
        <translation>%1 فارغ؛ اذكر مجلدًا أو ملفًا.</translation>
    </message>
    <message>
        <source>--%1: “%2” is in bits; write a capital B for bytes.</source>
        <translation>--%1: «%2» يعدّ بتّات؛ اكتب الحرف الكبير B للبايتات.</translation>
    </message>
    <message>
        <source>--gpus real: no CUDA device can be used on this machine (stowagectl devices --gpus real shows why); simulate GPUs, as in --gpus 24GiB,24GiB.</source>
        <translation>--gpus real: لا يمكن هنا استخدام أي جهاز CUDA (الأمر stowagectl devices --gpus real يذكر السبب)؛ حاكِ بعضها، مثل --gpus 24GiB,24GiB.</translation>
    </message>
    <message>
        <source>%1 See stowage --help.</source>
        <translation>%1 راجع stowage --help.</translation>
    </message>
    <message>
        <source>Only one model can be open at a time; specify one file or folder.</source>
        <translation>لا يمكن أن يُفتح في الوقت نفسه إلا نموذج واحد؛ اذكر ملفًا واحدًا أو مجلدًا واحدًا.</translation>
    </message>
    <message>
        <source>the report&apos;s PDF</source>
        <translation>ملف PDF للتقرير</translation>
    </message>
    <message>
        <source>One CPU socket; the RAM capacity is the maximum that it supports.</source>
        <translation>مقبس معالج واحد (socket)؛ والسعة هي أقصى ما يقبله.</translation>
    </message>
    <message>
        <source>Only the Hopper half; the memory of its Grace CPU is not counted.</source>
        <translation>نصفها الذي هو Hopper؛ ولا تُحسب ذاكرة Grace CPU فيها.</translation>
    </message>
    <message>
        <source>Unified memory, shared with the system and all programs. With 64 GPU cores.</source>
        <translation>ذاكرة موحَّدة: فيها النظام وكل البرامج أيضًا. عدد أنوية GPU هو 64.</translation>
    </message>
    <message>
        <source>Unified memory, shared with the system and all programs. With 76 GPU cores.</source>
        <translation>ذاكرة موحَّدة: فيها النظام وكل البرامج أيضًا. عدد أنوية GPU هو 76.</translation>
    </message>
    <message>
        <source>Unified memory, shared with the system and all programs. With 40 GPU cores.</source>
        <translation>ذاكرة موحَّدة: فيها النظام وكل البرامج أيضًا. عدد أنوية GPU هو 40.</translation>
    </message>
    <message>
        <source>One of its two dies, which programs see as separate devices: half of all published figures.</source>
        <translation>إحدى رقاقتيها (dies) كما تراهما البرامج: نصف كل ما هو منشور.</translation>
    </message>
    <message>
        <source>Measured as the bus bandwidth of an all-reduce of 16 GiB over 8 A100.</source>
        <translation>مَقيس بوصفه عرض نطاق الناقل (bus bandwidth) لعملية all-reduce حجمها 16 GiB على 8 من وحدات A100.</translation>
    </message>
    <message>
        <source>Measured by nvbandwidth between two H200.</source>
        <translation>مَقيس باستخدام nvbandwidth بين وحدتَي H200.</translation>
    </message>
    <message>
        <source>Measured by nvbandwidth from host to GPU of a DGX Station GB300.</source>
        <translation>مَقيس باستخدام nvbandwidth من المضيف إلى GPU في DGX Station GB300.</translation>
    </message>
    <message>
        <source>Measured by nvbandwidth from pinned host memory to an H200.</source>
        <translation>مَقيس باستخدام nvbandwidth من ذاكرة المضيف المثبَّتة إلى وحدة H200.</translation>
    </message>
    <message>
        <source>One socket.</source>
        <translation>مقبس معالج واحد (socket).</translation>
    </message>
    <message>
        <source>Between two cards; all seven links together carry 448 GB/s.</source>
        <translation>بين بطاقتين؛ والوصلات السبع كلها معًا تنقل 448 GB/s.</translation>
    </message>
    <message>
        <source>Without --swa-full. int8 is q8_0 (34 bytes for 32 numbers), q4 is q4_0 (18 bytes).</source>
        <translation>من دون --swa-full. النوع int8 هو q8_0 (34 بايتًا لكل 32 عددًا)، والنوع q4 هو q4_0 (18 بايتًا).</translation>
    </message>
    <message>
        <source>Its compute buffers are sized for a micro batch of 512 tokens in float32, with logits for all tokens: this is what the formula counts for the widest layer and for the head, without the gaps that the graph&apos;s allocator leaves. Copies between cards are not counted.</source>
        <translation>المخازن المؤقتة للحساب في هذا المحرك مهيَّأة لدفعة مصغّرة (micro batch) من 512 رمزًا بنوع float32، كلها ذات logits: أي ما تحسبه المعادلة للطبقة الأعرض وللرأس، من دون ما يتركه مخصِّص الرسم (graph) بينها. ولا تُحسب النُّسخ بين البطاقات.</translation>
    </message>
    <message>
        <source>unaccounted, 451 to 456 MiB per card on three RTX 4090</source>
        <translation>غير مفسَّر، من 451 إلى 456 MiB لكل بطاقة على ثلاث بطاقات RTX 4090</translation>
    </message>
    <message>
        <source>Only some hybrid models have a smaller pool for sliding-window layers (0.8 of the tokens); Gemma 2 and 3 keep all tokens in all layers.</source>
        <translation>لبعض النماذج الهجينة فقط مجمع أصغر لطبقات النافذة المنزلقة (0.8 من الرموز)؛ أما Gemma 2 و3 فتحتفظ بكل الرموز في كل الطبقات.</translation>
    </message>
    <message>
        <source>Keys and values are stored in the dtype in which a pass computes: float32 if the weights are float16 and no GPU computes.</source>
        <translation>تُحفظ المفاتيح والقيم بنوع dtype الذي يحسب به التمرير: float32 حيث تكون الأوزان بنوع float16 ولا تحسب أي بطاقة.</translation>
    </message>
    <message>
        <source>The memory of CUDA graphs that generate() makes with a static cache is not published: unknown.</source>
        <translation>ذاكرة رسوم CUDA (graphs) التي تنشئها generate() مع ذاكرة مؤقتة ثابتة (static cache) غير منشورة: غير معروفة.</translation>
    </message>
    <message>
        <source>a bare CUDA context with lazy loading, according to a maintainer of PyTorch (2023)</source>
        <translation>سياق CUDA وحده مع التحميل الكسول (lazy loading)، كما يذكره أحد القائمين على PyTorch (2023)</translation>
    </message>
    <message>
        <source>A sliding-window layer keeps the keys and values of the whole prompt until the first decode step.</source>
        <translation>تحتفظ طبقة النافذة المنزلقة بتخزين (storage) المطالبة كلها إلى أن يُفك ترميز الرمز الأول.</translation>
    </message>
    <message>
        <source>fp8, int8 and q4 use its QuantizedCache (full attention only): the bits include scale and zero point; up to 127 tokens stay in the compute dtype.</source>
        <translation>الأنواع fp8 وint8 وq4 هي QuantizedCache فيه (للانتباه الكامل فقط): البتّات مع المقياس (scale) ونقطة الصفر (zero point)؛ ويبقى ما يصل إلى 127 رمزًا بنوع dtype الخاص بالحساب.</translation>
    </message>
    <message>
        <source>Each card keeps a table of cosines and sines: context positions × rotary width, in the compute dtype (model_executor/layers/rotary_embedding).</source>
        <translation>تحتفظ كل بطاقة بجدول لجيوب التمام والجيوب: مواضع السياق × العرض الدوراني (rotary)، بنوع dtype الخاص بالحساب (model_executor/layers/rotary_embedding).</translation>
    </message>
    <message>
        <source>Experts in MXFP4 are padded to the tiles of its Marlin kernels. The kernels for other cards pad to other widths: on H100, gpt-oss-120b took 64.4 GiB with Triton&apos;s and 66.0 GiB with Marlin&apos;s.</source>
        <translation>يُكمَل الخبراء بنوع MXFP4 إلى بلاطات (tiles) أنوية Marlin (kernels) في هذا المحرك. أما أنوية البطاقات الأخرى فتُكمِل إلى عروض أخرى: على H100 أخذ gpt-oss-120b مقدار 64.4 GiB بأنوية Triton و66.0 GiB بأنوية Marlin.</translation>
    </message>
    <message>
        <source>Layers of the same kind form groups of equal size that share one pool of blocks; smaller groups are padded.</source>
        <translation>تقع الطبقات التي من نوع واحد في مجموعات متساوية الحجم تأخذ من مجمع واحد للكتل؛ وتُكمَل المجموعات الناقصة بالحشو.</translation>
    </message>
    <message>
        <source>0.51 GiB before its memory snapshot, 0.26 after; H100, 0.19.0</source>
        <translation>0.51 GiB قبل لقطة ذاكرته (snapshot)، و0.26 بعدها؛ H100، 0.19.0</translation>
    </message>
    <message>
        <source>2.01 and 2.07 GiB per card; H100, 0.19.0</source>
        <translation>2.01 و2.07 GiB لكل بطاقة؛ H100، 0.19.0</translation>
    </message>
    <message>
        <source>%1 is outside the model&apos;s folder, %2; open the folder that contains all files of the model.</source>
        <translation>يقع %1 خارج مجلد النموذج، %2؛ افتح المجلد الذي فيه كل ملفات النموذج.</translation>
    </message>
    <message>
        <source>%1 is not an empty folder; specify an empty or new folder.</source>
        <translation>%1 ليس مجلدًا فارغًا؛ سمِّ مجلدًا فارغًا أو جديدًا.</translation>
    </message>
    <message>
        <source>%1 contains the headers of %2 without the weights. The model can be planned on this machine, but loaded only on the machine that has the weights.</source>
        <translation>يحوي %1 ترويسات %2، لا أوزانه: يمكن التخطيط لها هنا، وتحميلها حيث يوجد ذلك النموذج.</translation>
    </message>
    <message>
        <source>%1 contains the headers of %2 on %3 without the weights. The model can be planned on this machine, but loaded only on the machine that has the weights.</source>
        <translation>يحوي %1 ترويسات %2 على %3، لا أوزانه: يمكن التخطيط لها هنا، وتحميلها هناك.</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, .tree.json, or &quot;-&quot;</source>
        <translation>ملف أو مجلد نقطة حفظ، أو .tree.json، أو &quot;-&quot;</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>الخيارات</translation>
    </message>
    <message>
        <source>%1 has no stowagectl in PATH or in ~/.local/bin; install stowagectl on that machine.</source>
        <translation>ليس على %1 برنامج stowagectl، لا في PATH الخاص به ولا في ~/.local/bin.</translation>
    </message>
    <message>
        <source>The version of stowagectl on %1 differs from the version on this machine. The error there: %2</source>
        <translation>stowagectl على %1 من إصدار غير هذا الإصدار ويقول: %2</translation>
    </message>
    <message>
        <source>The command for %1, including the device map, is %2 long, but the limit is %3; reduce the number of entries in the device map.</source>
        <translation>حجم الأمر المرسل إلى %1 مع خريطة الأجهزة %2، ولا يجوز أن يزيد على %3؛ اجعل مداخل الخريطة أقل.</translation>
    </message>
    <message>
        <source>dry run</source>
        <translation>تشغيل تجريبي</translation>
    </message>
    <message>
        <source>loaded and verified</source>
        <translation>جرى التحميل والتحقق</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>جرى التحميل</translation>
    </message>
    <message>
        <source>Dry run: nothing was loaded on any machine.</source>
        <translation>تشغيل تجريبي: لم يُحمَّل شيء على أي حاسوب.</translation>
    </message>
    <message>
        <source>No machine loaded the model.</source>
        <translation>لم يحمّل أي حاسوب النموذج.</translation>
    </message>
    <message>
        <source>%1 loaded the model in %2.</source>
        <translation>حمّل %1 النموذج خلال %2.</translation>
    </message>
    <message>
        <source>%1 of %2 machines loaded the model with the same device map. The slowest machine, %3, took %4, and the fastest machine, %5, took %6. The difference is %7.</source>
        <translation>عدد الحواسيب التي حمّلت خريطة الأجهزة نفسها: %1 من %2. استغرق الأبطأ، %3، مدة %4 والأسرع، %5، مدة %6: بفارق قدره %7.</translation>
    </message>
    <message>
        <source>%1 cannot make a plan: %2</source>
        <translation>لا يضع %1 خطة: %2</translation>
    </message>
    <message>
        <source>The loads were interrupted on all machines.</source>
        <translation>قوطعت عمليات التحميل على كل الحواسيب.</translation>
    </message>
    <message>
        <source>Show a model&apos;s modules and their sizes</source>
        <translation>عرض وحدات نموذج وأحجامها</translation>
    </message>
    <message>
        <source>Make a device map</source>
        <translation>وضع خريطة أجهزة</translation>
    </message>
    <message>
        <source>Check whether a workload fits, and estimate its memory and speed</source>
        <translation>هل تتسع خطة لحمل عمل، وما الذي يتطلبه</translation>
    </message>
    <message>
        <source>Check whether a device map can be loaded</source>
        <translation>بيان هل يمكن تحميل خريطة أجهزة</translation>
    </message>
    <message>
        <source>Compare two device maps, module by module</source>
        <translation>مقارنة خريطتي أجهزة، وحدةً وحدةً</translation>
    </message>
    <message>
        <source>Make a plan and write it for another program</source>
        <translation>كتابة خطة لبرنامج آخر</translation>
    </message>
    <message>
        <source>Write plans as a document: HTML, Markdown, SVG or CSV</source>
        <translation>كتابة الخطط كمستند: HTML أو Markdown أو SVG أو CSV</translation>
    </message>
    <message>
        <source>Make a plan and load the weights accordingly</source>
        <translation>تحميل الأوزان فعلًا وفق خطة</translation>
    </message>
    <message>
        <source>Load a model with several methods and compare time and memory</source>
        <translation>التحميل بعدة طرق والمقارنة بينها</translation>
    </message>
    <message>
        <source>Load a model as planned and run it</source>
        <translation>التحميل وفق خطة وتشغيل تمرير أمامي عبر النموذج</translation>
    </message>
    <message>
        <source>Compute the logits of a from-scratch GPT directly from the model&apos;s files</source>
        <translation>حساب logits لنموذج GPT المبني من الصفر من ملفاته مباشرةً</translation>
    </message>
    <message>
        <source>Check the planner against recorded cases of Accelerate</source>
        <translation>مقارنة المخطِّط بحالات مسجَّلة من Accelerate</translation>
    </message>
    <message>
        <source>Stream a model&apos;s weights into an offload folder of Accelerate</source>
        <translation>كتابة مجلد التفريغ (offload) الخاص بـ Accelerate لنموذج، بالبثّ (streaming)</translation>
    </message>
    <message>
        <source>Write a checkpoint with random weights</source>
        <translation>كتابة نقطة حفظ بأوزان عشوائية</translation>
    </message>
    <message>
        <source>Stream a model&apos;s tensors into files of another format</source>
        <translation>كتابة موترات نموذج بصيغة أخرى، بالبثّ (streaming)</translation>
    </message>
    <message>
        <source>Copy a model without its weights, to plan it on another machine</source>
        <translation>نسخ نموذج بلا أوزانه، للتخطيط له على حاسوب آخر</translation>
    </message>
    <message>
        <source>Answer another machine&apos;s requests on standard input</source>
        <translation>الرد على طلبات حاسوب آخر عبر الدخل القياسي</translation>
    </message>
    <message>
        <source>Show the devices and the host&apos;s memory</source>
        <translation>عرض الأجهزة وذاكرة المضيف</translation>
    </message>
    <message>
        <source>Check this build on this machine: allocator, formats, methods, runs</source>
        <translation>فحص هذا البناء على هذا الحاسوب: المخصِّص والصيغ والطرق وعمليات التشغيل</translation>
    </message>
    <message>
        <source>Plans on which devices the weights of a neural network are placed, loads the weights and measures memory.</source>
        <translation>يخطّط أين توضع أوزان شبكة عصبية، ويحمّلها، ويقيس الذاكرة.</translation>
    </message>
    <message>
        <source>give the device map as an object or a string, not as a file name</source>
        <translation>أعطِ خريطة الأجهزة نفسها، ككائن أو كنص</translation>
    </message>
    <message>
        <source>give a string, a number, or a list of strings and numbers</source>
        <translation>أعطِ نصًا أو عددًا، أو قائمة منها</translation>
    </message>
    <message>
        <source>give true or false</source>
        <translation>اذكر true أو false</translation>
    </message>
    <message>
        <source>give a path</source>
        <translation>أعطِ مسار ملف أو مجلد</translation>
    </message>
    <message>
        <source>the request &quot;%1&quot; has no such member</source>
        <translation>ليس في &quot;%1&quot; عضو كهذا</translation>
    </message>
    <message>
        <source>A request must be one JSON object on one line.</source>
        <translation>الطلب كائن JSON في سطر واحد.</translation>
    </message>
    <message>
        <source>give the protocol version, %1</source>
        <translation>أعطِ الإصدار، %1</translation>
    </message>
    <message>
        <source>Protocol version %1 of the request is not supported; stowagectl %2 supports version %3.</source>
        <translation>الإصدار %1 من الطلبات غير معروف هنا: يردّ stowagectl هذا، %2، على الإصدار %3.</translation>
    </message>
    <message>
        <source>%1 is not a request; use one of %2</source>
        <translation>لا يوجد طلب %1؛ والموجود %2</translation>
    </message>
    <message>
        <source>The folder %1 cannot be listed: %2.</source>
        <translation>لا يمكن سرد محتويات %1: %2.</translation>
    </message>
    <message>
        <source>Part of a nested PyTorch checkpoint that contains the model (default: the largest part).</source>
        <translation>أي جزء من نقطة حفظ PyTorch متداخلة هو النموذج (الأكبر).</translation>
    </message>
    <message>
        <source>Rename keys that begin with A so that they begin with B, as in module.=; repeatable.</source>
        <translation>جعل المفاتيح التي تبدأ بـ A تبدأ بـ B، مثل module.=؛ يمكن تكراره.</translation>
    </message>
    <message>
        <source>The .tree.json file of the model (default: the file next to the weights).</source>
        <translation>ملف .tree.json للنموذج الذي تخصه الأوزان (الذي بجانبها).</translation>
    </message>
    <message>
        <source>The class to build from a config.json (default: the class named in the file).</source>
        <translation>الصنف الذي يُبنى من config.json (الصنف الذي يسميه).</translation>
    </message>
    <message>
        <source>Apply a LoRA adapter to the model without merging it; repeatable.</source>
        <translation>وضع محوِّل LoRA (adapter) فوق النموذج بلا دمج؛ يمكن تكراره.</translation>
    </message>
    <message>
        <source>Also plan the model&apos;s layers for multi-token prediction.</source>
        <translation>التخطيط أيضًا لطبقات التنبؤ بعدة رموز التي يحويها ملف النموذج.</translation>
    </message>
    <message>
        <source>Plan another model on the same devices; repeatable.</source>
        <translation>التخطيط لنموذج آخر على الأجهزة نفسها؛ يمكن تكراره.</translation>
    </message>
    <message>
        <source>A Python interpreter with transformers, used if Stowage does not support the model_type.</source>
        <translation>نسخة Python فيها transformers، تُسأل حيث لا يعرف Stowage قيمة model_type.</translation>
    </message>
    <message>
        <source>Simulated GPUs, as in 2GiB:context=512MiB,24GiB:used=13GiB or rtx-4090*2; “real” for the CUDA devices; “none” for no GPU.</source>
        <translation>وحدات GPU مُحاكاة، مثل 2GiB:context=512MiB,24GiB:used=13GiB أو rtx-4090*2؛ وreal لأجهزة CUDA؛ وnone لعدم استخدام أي GPU.</translation>
    </message>
    <message>
        <source>RAM of the machine to plan for; if larger than the RAM of this machine, models are planned but not loaded.</source>
        <translation>RAM للحاسوب المراد التخطيط له؛ وإذا زادت على ما لدى هذا الحاسوب فالتخطيط ممكن دون التحميل.</translation>
    </message>
    <message>
        <source>Disk of the machine to plan for; if larger than the disk of this machine, models are planned but not loaded.</source>
        <translation>قرص الحاسوب المراد التخطيط له؛ وإذا زاد على قرص هذا الحاسوب فالتخطيط ممكن دون التحميل.</translation>
    </message>
    <message>
        <source>Limits in Accelerate&apos;s format: 0=10GiB,cpu=30GiB, or {0: &apos;10GiB&apos;, &apos;cpu&apos;: &apos;30GiB&apos;}.</source>
        <translation>الحدود كما يأخذها Accelerate: 0=10GiB,cpu=30GiB، أو {0: &apos;10GiB&apos;, &apos;cpu&apos;: &apos;30GiB&apos;}.</translation>
    </message>
    <message>
        <source>light, dark, high-contrast or system.</source>
        <translation>light أو dark أو high-contrast أو system.</translation>
    </message>
    <message>
        <source>Language of the window for this run: en, ja, zh_CN, ar.</source>
        <translation>لغة النافذة لهذه المرة: en أو ja أو zh_CN أو ar.</translation>
    </message>
    <message>
        <source>Save a picture of the window in FILE once the model is planned, then quit.</source>
        <translation>حفظ صورة للنافذة في FILE بعد تخطيط النموذج، ثم الإنهاء.</translation>
    </message>
    <message>
        <source>Load the model before the picture of the window is taken.</source>
        <translation>تحميل النموذج قبل حفظ الصورة.</translation>
    </message>
    <message>
        <source>Print a script that completes these options in bash, zsh or fish.</source>
        <translation>طباعة سكربت يكمل هذه الخيارات في bash أو zsh أو fish.</translation>
    </message>
    <message>
        <source>Show this help.</source>
        <translation>عرض هذه المساعدة.</translation>
    </message>
    <message>
        <source>Show the version.</source>
        <translation>عرض الإصدار.</translation>
    </message>
    <message>
        <source>Plans on which devices the weights of a neural network are placed, loads the weights, and shows the memory.</source>
        <translation>يخطّط أين توضع أوزان شبكة عصبية، ويحمّلها، ويعرض الذاكرة.</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <comment>stowage model.safetensors --gpus 8GiB:context=512MiB,4GiB:context=512MiB</comment>
        <translation>مثال: %1</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, or a project; if omitted, a small sample model is opened.</source>
        <translation>ملف أو مجلد نقطة حفظ، أو مشروع؛ ومن دونه تُفتح عيّنة صغيرة.</translation>
    </message>
    <message>
        <source>There is no completion for the shell &quot;%1&quot;; use bash, zsh or fish.</source>
        <translation>لا يوجد إكمال لـ &quot;%1&quot;؛ اذكر bash أو zsh أو fish.</translation>
    </message>
    <message>
        <source>a dry run loads no weights, so none can be kept</source>
        <translation>ليس في التشغيل التجريبي أوزان يُحتفظ بها</translation>
    </message>
    <message>
        <source>Interrupted while reading standard input.</source>
        <translation>قوطعت القراءة من الدخل القياسي.</translation>
    </message>
    <message>
        <source>Connecting the stages</source>
        <translation>وصل المراحل بعضها ببعض</translation>
    </message>
    <message>
        <source>This build lacks c10d over Gloo, which stages use to communicate: install libgloo-dev and build again.</source>
        <translation>ليس في هذا البناء c10d عبر Gloo، الذي تتخاطب المراحل بواسطته: ثبّت libgloo-dev وابنِ من جديد.</translation>
    </message>
    <message>
        <source>%1 is not a machine name: use up to 63 letters, digits, &quot;.&quot;, &quot;_&quot; and &quot;-&quot;.</source>
        <translation>%1 ليس اسم حاسوب: استخدم ما لا يزيد على 63 من الحروف والأرقام و&quot;.&quot; و&quot;_&quot; و&quot;-&quot;.</translation>
    </message>
    <message>
        <source>write two machines with &quot;-&quot; between them before the &quot;=&quot;; the machines of --gpus are: %1.</source>
        <translation>يأتي قبل &quot;=&quot; حاسوبان بينهما &quot;-&quot;؛ وحواسيب --gpus هي: %1.</translation>
    </message>
    <message>
        <source>a rate is needed, as in a-b=1.25GB/s:200us.</source>
        <translation>المطلوب معدّل، مثل a-b=1.25GB/s:200us.</translation>
    </message>
    <message>
        <source>write a latency of up to 10 s after the &quot;:&quot;, as in 200us, 0.5ms or 1s.</source>
        <translation>يأتي بعد &quot;:&quot; زمن التأخير، حتى 10 s، مثل 200us أو 0.5ms أو 1s.</translation>
    </message>
    <message>
        <source>The stages of a machine are not consecutive</source>
        <translation>مراحل الحاسوب الواحد غير متتالية</translation>
    </message>
    <message>
        <source>the engine requires consecutive stages on each machine, so some layers are moved</source>
        <translation>تتوالى مراحل الحاسوب الواحد هناك: تتبدّل مواضع الطبقات</translation>
    </message>
    <message>
        <source>The model&apos;s files are on only one machine</source>
        <translation>ملفات النموذج في حاسوب واحد</translation>
    </message>
    <message>
        <source>copy or mount the files at the same path on each of the %1 hosts, which read the files themselves</source>
        <translation>يقرؤها كل واحد من الحواسيب المضيفة، وعددها %1، بنفسه: انسخها إلى هناك أو اربطها (mount)، بالمسار نفسه</translation>
    </message>
    <message>
        <source>The plan is for %1 machines</source>
        <translation>الخطة لـ %1 من الحواسيب</translation>
    </message>
    <message>
        <source>%1 runs on one machine: all GPUs of the plan are treated as GPUs of this one machine</source>
        <translation>يعمل %1 في حاسوب واحد: تُحسب وحدات GPU في الخطة كما لو كانت كلها فيه</translation>
    </message>
    <message>
        <source>Access control for the RPC servers</source>
        <translation>من يجوز له استخدام خوادم RPC</translation>
    </message>
    <message>
        <source>the RPC servers require no password; run them only in a private network</source>
        <translation>لا تطلب كلمة مرور من أحد: شغّلها في شبكة خاصة بك وحدك</translation>
    </message>
    <message>
        <source>The order in which stages are assigned to the hosts after the first host</source>
        <translation>بأي ترتيب تأخذ الحواسيب المضيفة التي بعد الأول مراحلها</translation>
    </message>
    <message>
        <source>vLLM starts with the hosts that have fewer GPUs; among hosts with the same number of GPUs, it starts with the lower address</source>
        <translation>يأخذ vLLM أولًا ما لديه عدد أقل من وحدات GPU، وعند التساوي صاحب العنوان الأدنى</translation>
    </message>
    <message>
        <source>The hosts have different numbers of GPUs</source>
        <translation>أعداد وحدات GPU لدى الحواسيب المضيفة مختلفة</translation>
    </message>
    <message>
        <source>SGLang runs the same number of processes on each host, and refuses hosts with different numbers of GPUs</source>
        <translation>يشغّل SGLang العدد نفسه من العمليات على كل حاسوب مضيف، ويرفض هذه الأعداد</translation>
    </message>
    <message>
        <source>from %1 to %2 between %3 and %4 (%5)</source>
        <translation>من %1 إلى %2 بين %3 و%4 (%5)</translation>
    </message>
    <message>
        <source>%1, and so on</source>
        <translation>%1، وهكذا</translation>
    </message>
    <message>
        <source>The activations of each token cross between machines %1 instead of %2: %3. Put neighbouring layers on one machine.</source>
        <translation>تعبر تنشيطات كل رمز بين الحواسيب %1 بدل %2: %3. ضع الطبقات المتجاورة في حاسوب واحد.</translation>
    </message>
    <message>
        <source>The activations of each token cross between machines %1: %2.</source>
        <translation>تعبر تنشيطات كل رمز بين الحواسيب %1: %2.</translation>
    </message>
    <message>
        <source>The plan is for %1 machines. The model can be planned, estimated and exported in Stowage, but not loaded.</source>
        <translation>الخطة لـ %1 من الحواسيب. يمكن التخطيط لها وتقديرها وتصديرها هنا، لا تحميلها.</translation>
    </message>
    <message>
        <source>Models of the family %1 cannot be divided into stages; only text decoders can.</source>
        <translation>لا يُقسَّم نموذج من العائلة %1 إلى مراحل؛ إنما تُقسَّم فاكّات ترميز النصوص.</translation>
    </message>
    <message>
        <source>This model has the layers 0 to %1, but a stage includes layer %2.</source>
        <translation>في هذا النموذج الطبقات من 0 إلى %1، وتذكر إحدى المراحل الطبقة %2.</translation>
    </message>
    <message>
        <source>This model has the layers 0 to %1, but the stages end with layer %2; the last stage must include the last layer.</source>
        <translation>في هذا النموذج الطبقات من 0 إلى %1، وتنتهي المراحل بالطبقة %2؛ يجب أن تصل المرحلة الأخيرة إلى النهاية.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a machine name.</source>
        <translation>&quot;%1&quot; ليس اسم حاسوب.</translation>
    </message>
    <message>
        <source>The process was stopped.</source>
        <translation>أُوقف.</translation>
    </message>
    <message>
        <source>Measure how fast two machines send each other activations</source>
        <translation>قياس السرعة التي يرسل بها حاسوبان التنشيطات أحدهما إلى الآخر</translation>
    </message>
    <message>
        <source>The stage on %1 (layers %2) lost the connection to the stage on %3 (layers %4), which exited or did not respond within --stage-timeout. %5</source>
        <translation>فقدت المرحلة التي على %1 (الطبقات %2) المرحلة التي على %3 (الطبقات %4): لم تعد موجودة، أو صمتت مدة أطول من --stage-timeout. %5</translation>
    </message>
    <message>
        <source>The stage on %1 (layers %2) failed: %3</source>
        <translation>انتهت المرحلة التي على %1 (الطبقات %2): %3</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must begin with layer %2: each layer belongs to one stage, and the stages follow the order of the layers.</source>
        <translation>يجب أن يبدأ &quot;%1&quot; بالطبقة %2: كل طبقة في مرحلة واحدة، والمراحل بترتيب الطبقات.</translation>
    </message>
    <message>
        <source>give 2 to %1 stages.</source>
        <translation>أعطِ من 2 إلى %1 من المراحل.</translation>
    </message>
    <message>
        <source>write the stage as NUMBER/COUNT:FIRST-LAST, as in 1/2:12-23.</source>
        <translation>صيغته NUMBER/COUNT:FIRST-LAST، مثل 1/2:12-23.</translation>
    </message>
    <message>
        <source>The run was stopped.</source>
        <translation>أُوقف التشغيل.</translation>
    </message>
    <message>
        <source>The model&apos;s files are on another machine (%1)</source>
        <translation>ملفات النموذج موجودة في حاسوب آخر (%1)</translation>
    </message>
    <message>
        <source>copy or mount the files at the same path on %1, which reads the files itself</source>
        <translation>يقرؤها %1 بنفسه: انسخها إلى هناك أو اربطها (mount)، بالمسار نفسه</translation>
    </message>
    <message>
        <source>%1 have weights but no layers</source>
        <translation>تحوي %1 أوزانًا لكن لا طبقة فيها</translation>
    </message>
    <message>
        <source>The offloaded weights are on one machine (%1)</source>
        <translation>الأوزان المفرَّغة (offload) موجودة في حاسوب واحد (%1)</translation>
    </message>
    <message>
        <source>each host stores the offloaded weights of its stages in its memory</source>
        <translation>يحتفظ كل مضيف بما يخص مراحله منها في ذاكرته</translation>
    </message>
    <message>
        <source>RAM</source>
        <translation>RAM</translation>
    </message>
    <message>
        <source>%1, in the machine %2</source>
        <translation>%1، في الحاسوب %2</translation>
    </message>
    <message>
        <source>The links between the machines differ.</source>
        <translation>الوصلات بين الحواسيب غير ما كانت عليه.</translation>
    </message>
    <message>
        <source>The model of the project is %1 on the machine %2, but the headers of the model are not on this machine. Open the project in Stowage&apos;s window, which can read the headers again.</source>
        <translation>نموذج المشروع هو %1 على %2، وليست ترويساته هنا: افتح المشروع في نافذة Stowage، التي تستطيع قراءتها هناك من جديد.</translation>
    </message>
    <message>
        <source>Store the parts of a model that stowagectl run --send-weights sends to this machine</source>
        <translation>الاحتفاظ بما يرسله run --send-weights إلى هنا</translation>
    </message>
    <message>
        <source>The data on standard input is not a part of a model sent by &quot;stowagectl run --send-weights&quot;.</source>
        <translation>ما ورد عبر الدخل القياسي ليس جزءًا من نموذج بالصورة التي يرسله بها &quot;stowagectl run --send-weights&quot;.</translation>
    </message>
    <message>
        <source>The stage on %1 (layers %2) did not receive its part of the model: %3</source>
        <translation>لم يُرسَل إلى المرحلة التي على %1 (الطبقات %2) جزؤها من النموذج: %3</translation>
    </message>
    <message>
        <source>Matrix products are assumed to take the time that was measured on each machine while no other program was running. For the links, the bandwidth measured when the stages connected is assumed.</source>
        <translation>تستغرق جداءات المصفوفات ما قيس على كل حاسوب؛ ولا يعمل شيء غيرها. والوصلات كما قيست بعد أن اتصلت المراحل بعضها ببعض.</translation>
    </message>
    <message>
        <source>No times are predicted, because a required speed has not been measured on %1. Run &quot;stowagectl devices --measure&quot; there.</source>
        <translation>لا أزمنة متوقَّعة: لم يُقَس على %1 معدّل تحتاج إليه. الأمر &quot;stowagectl devices --measure&quot; يقيس الحاسوب الذي يعمل عليه.</translation>
    </message>
    <message>
        <source>Time to first token (prefill): predicted %1, measured %2 (difference: %3 %).</source>
        <translation>المطالبات: المتوقَّع %1، والمَقيس %2 (%3%).</translation>
    </message>
    <message>
        <source>Generated tokens: predicted %1 tokens/s, measured %2 tokens/s (difference: %3 %).</source>
        <translation>الرموز التالية: المتوقَّع %1 رمز/ث، والمَقيس %2 (%3%).</translation>
    </message>
    <message>
        <source>The machine has not sent or received data for longer than --stage-timeout.</source>
        <translation>لم يستقبل الحاسوب شيئًا ولم يُخبِر بشيء مدة أطول من ‎--stage-timeout.</translation>
    </message>
    <message>
        <source>, </source>
        <translation>، </translation>
    </message>
    <message>
        <source>&quot;%1&quot; is not a stage; write MACHINE:FIRST-LAST, as in gpu1:0-11.</source>
        <translation>&quot;%1&quot; ليس مرحلة؛ اكتب MACHINE:FIRST-LAST، مثل gpu1:0-11.</translation>
    </message>
    <message>
        <source>The process sent more data than the limit of %1 allows.</source>
        <translation>لقد أخبر بأكثر مما يلزم أن تخبر به مرحلة: الحد الأقصى %1.</translation>
    </message>
    <message>
        <source>The process sent an invalid value for %1.</source>
        <translation>لقد أخبر عن %1 بشيء لا تخبر به أي مرحلة.</translation>
    </message>
    <message>
        <source>The process sent %2 for %1, which must be a number from 0 to 10^18.</source>
        <translation>لقد أخبر عن %1 بالقيمة %2، ويجب أن تكون عددًا من 0 إلى 10^18.</translation>
    </message>
    <message>
        <source>matrix product during another run, %1</source>
        <translation>ضرب المصفوفات بالتزامن مع ضرب مصفوفات تشغيل آخر، %1</translation>
    </message>
    <message>
        <source>Stages on the same machine share its cores and memory. While several stages compute, each one is assumed to use its share of the cores. If a measurement showed that two simultaneous runs slow each other down even more, this slowdown is included.</source>
        <translation>تتشارك المراحل التي على حاسوب واحد أنويته وذاكرته: يُفترض أن لكل منها حصتها من الأنوية أثناء حساب غيرها، وأنها أبطأ من ذلك إن قيس أن تشغيلين معًا أبطأ من ذلك.</translation>
    </message>
    <message>
        <source>The lower limit is the time of a simplified plan, in which times and sizes are only added up and %1. Its bottleneck is the transfer of weights.</source>
        <translation>هذا الحدّ لخطة محسوبة بالجمع وحده، وفيها %1؛ وما يأخذ الوقت هناك هو نقل الأوزان.</translation>
    </message>
    <message>
        <source>The lower limit is the time of a simplified plan, in which times and sizes are only added up and %1. Only one streamed layer fits at a time; it is transferred, then computed.</source>
        <translation>هذا الحدّ لخطة محسوبة بالجمع وحده، وفيها %1؛ ولا متسع لتلك إلا واحدة في كل مرة، تُنقل ثم تُحسب.</translation>
    </message>
    <message>
        <source>Possibly no plan reaches this lower limit.</source>
        <translation>وقد لا توجد خطة كهذه.</translation>
    </message>
    <message>
        <source>With this workload, no memory grows with the context, so all plans allow the same context; choose the objective &quot;decode&quot;, &quot;prefill&quot; or &quot;mix&quot;.</source>
        <translation>في هذا العمل لا ينمو شيء مع السياق، فلا تتسع خطة لأكثر منه من غيرها: اختر الهدف decode أو prefill أو mix.</translation>
    </message>
    <message>
        <source>With this workload, no keys and values are stored, so there are no KV blocks to count: let the workload generate tokens, or choose another objective.</source>
        <translation>في هذا العمل لا تُحفظ مفاتيح ولا قيم، فليست هناك كتل KV تُعدّ: اجعله يولّد رموزًا، أو اختر هدفًا آخر.</translation>
    </message>
    <message>
        <source>A context of %1 tokens exceeds the %2 tokens that this model supports; shorten the context.</source>
        <translation>سياق من %1 من الرموز أكثر من الـ %2 التي يراها هذا النموذج؛ قصّره.</translation>
    </message>
    <message>
        <source>only a few keys in the file belong to the class %1, and the shapes of their tensors differ.</source>
        <translation>قليل من مفاتيح الملف من %1، ولتلك أشكال أخرى.</translation>
    </message>
    <message>
        <source>%1 is a project, but a model is required. Specify the model&apos;s file or folder; &quot;stowagectl inspect&quot; shows the path of a project&apos;s model.</source>
        <translation>%1 مشروع، والمطلوب هنا نموذجه نفسه؛ اذكر ملف النموذج أو مجلده، ويمكن معرفته بتشغيل inspect على المشروع.</translation>
    </message>
    <message>
        <source>%1 contains shards of a checkpoint (%2), but not their index. Put %3 into the folder, or open a single shard.</source>
        <translation>يحوي %1 شظايا (shards) لنقطة حفظ من دون فهرسها: %2؛ ضع %3 بجانبها، أو افتح واحدة منها وحدها.</translation>
    </message>
    <message>
        <source>The adapter %1 is not a GGUF file</source>
        <translation>المحوِّل (adapter) %1 ليس ملف GGUF</translation>
    </message>
    <message>
        <source>%1 adapters are applied to the model</source>
        <translation>فوق النموذج محوِّلات (adapter) عددها %1</translation>
    </message>
    <message>
        <source>Ollama accepts only one adapter; the first adapter is written</source>
        <translation>يأخذ Ollama واحدًا: يُكتب الأول</translation>
    </message>
    <message>
        <source>The adapter %1 (%2) is applied to the model</source>
        <translation>فوق النموذج المحوِّل (adapter) %1 (%2)</translation>
    </message>
    <message>
        <source>%1 does not receive the adapter and runs the model without it</source>
        <translation>لا يُذكر المحوِّل (adapter) لـ %1، فيشغّل النموذج من دونه</translation>
    </message>
    <message>
        <source>The adapter %1 is applied to the model in every request</source>
        <translation>يقع المحوِّل (adapter) %1 فوق النموذج في كل طلب</translation>
    </message>
    <message>
        <source>the engine applies the adapter only in requests that specify its name</source>
        <translation>لا يقع فوقه إلا في الطلبات التي تطلبه باسمه</translation>
    </message>
    <message>
        <source>The class %1 is not one of the %2 classes that Stowage supports; choose one of %3, or open a .tree.json of the model.</source>
        <translation>الصنف %1 ليس من أصناف %2 التي يعرفها Stowage؛ اختر واحدًا من %3، أو افتح ملف .tree.json للنموذج.</translation>
    </message>
    <message>
        <source>Execution leaves %1 and returns to it at %2, and %3 more return of this kind follows</source>
        <translation>يُغادَر %1 ويُعاد دخوله عند %2، وتتبع ذلك عودة مماثلة أخرى (%3)</translation>
    </message>
    <message>
        <source>A tied head runs on the device of the embedding whose weights it shares.</source>
        <translation>يعمل الرأس المربوط حيث يقع التضمين الذي يشاركه أوزانه.</translation>
    </message>
    <message>
        <source>While an offloaded layer runs, %1, not %2 as requested: %3 has no free memory for more.</source>
        <translation>أثناء عمل طبقة مفرَّغة (offload)، %1 بدلًا من %2 المطلوبة: لا متسع على %3 لأكثر.</translation>
    </message>
    <message>
        <source>Accelerate&apos;s balanced strategies fail if the disk has a limit; leave disk out of the limits or choose &quot;sequential&quot;.</source>
        <translation>تتوقف استراتيجيات balanced في Accelerate إن كان للقرص حد؛ احذف disk من الحدود، أو اختر sequential.</translation>
    </message>
    <message>
        <source>The prompt and the generated tokens are %1 tokens in total. All tokens except the last are inputs, and this model supports at most %2 inputs. Shorten the prompt, or generate fewer tokens.</source>
        <translation>عدد رموز المطالبة والرموز المولَّدة %1؛ تدخل كلها إلا الأخير، ويرى هذا النموذج %2 على الأكثر. قصّرها.</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>رُفض</translation>
    </message>
    <message>
        <source>%1 (the model is designed for %2 positions)</source>
        <translation>%1 (أُنشئ النموذج لـ %2 من المواضع)</translation>
    </message>
    <message>
        <source>%1 is a file of the model itself; write to another file so that the model is not overwritten.</source>
        <translation>%1 ملف من ملفات النموذج نفسه؛ اكتب إلى ملف آخر، كي لا يُستبدل النموذج.</translation>
    </message>
    <message>
        <source>%1 is a file of the model itself (%2); write to another file so that the model is not overwritten.</source>
        <translation>%1 ملف من ملفات النموذج نفسه (%2)؛ اكتب إلى ملف آخر، ليبقى المصدر كما هو.</translation>
    </message>
    <message>
        <source>%1 requires a whole number of at least 0, not &quot;%2&quot;</source>
        <translation>يأخذ %1 عددًا صحيحًا، 0 أو أكثر، لا &quot;%2&quot;</translation>
    </message>
    <message>
        <source>%1 requires a number, as in 4, not &quot;%2&quot;</source>
        <translation>يأخذ %1 عددًا، مثل 4، لا &quot;%2&quot;</translation>
    </message>
    <message>
        <source>Accelerate&apos;s offload folder cannot store tensors of the dtype %1. Do not put these tensors on disk (%2 in total): %3.</source>
        <translation>لا يمكن لمجلد التفريغ (offload) الخاص بـ Accelerate أن يحوي %1 (%2): %3. أبعد ما كان من نوع dtype هذا عن القرص.</translation>
    </message>
    <message>
        <source>%1 is out of range; use a value from %2 to %3.</source>
        <translation>%1 خارج النطاق؛ استخدم قيمة من %2 إلى %3.</translation>
    </message>
    <message>
        <source>Copied %1 with the new dtype.</source>
        <translation>نُسخ %1، وهو يذكر نوع dtype الجديد.</translation>
    </message>
    <message>
        <source>There is no option &quot;%1&quot;</source>
        <translation>لا يوجد خيار باسم &quot;%1&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is one argument too many</source>
        <translation>الوسيط &quot;%1&quot; زائد عن الحاجة</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>ينقص %1</translation>
    </message>
    <message>
        <source>%1: the value is missing</source>
        <translation>%1: تنقص قيمة بعده</translation>
    </message>
    <message>
        <source>%1 and %2 cannot be combined</source>
        <translation>لا يجتمع %1 و%2</translation>
    </message>
    <message>
        <source>%1 also requires %2</source>
        <translation>يحتاج %1 إلى %2 أيضًا</translation>
    </message>
    <message>
        <source>%1 may be given only once, but is given %2 times</source>
        <translation>لا يجوز إعطاء %1 أكثر من مرة واحدة، وعدد مرات إعطائه هنا %2</translation>
    </message>
    <message>
        <source>%1 generates no tokens after a prompt; leave out the number of tokens to generate.</source>
        <translation>لا يتبع المطالبةَ أي رمز في %1؛ احذف ما يُراد توليده.</translation>
    </message>
    <message>
        <source>%1 thread reads tensors ahead of the thread that places them.</source>
        <translation>%1 خيط يجلب الموترات مسبقًا للخيط الذي يضعها.</translation>
    </message>
    <message>
        <source>at %1, the context is shorter than the prompt plus the generated tokens; the sum of both is used as the context.</source>
        <translation>السياق أقصر من المطالبة والرموز المولَّدة عند %1، حيث تُحسب هذه بدلًا منه.</translation>
    </message>
    <message>
        <source>%1 has %2 extra byte after its array, which was ignored.</source>
        <translation>يستمر %1 بعد مصفوفته بمقدار %2 بايت؛ وقد استُبعد.</translation>
    </message>
    <message>
        <source>%1 has only %2 byte, but a safetensors file begins with 8 bytes for the length of the header.</source>
        <translation>حجم %1 هو %2 بايت؛ وملف safetensors يبدأ بالبايتات الـ 8 لطول ترويسته.</translation>
    </message>
    <message>
        <source>%1 has %2 byte after its last tensor, which belongs to no tensor.</source>
        <translation>في %1 بعد موتره الأخير %2 بايت لا يخص شيئًا.</translation>
    </message>
    <message>
        <source>%2 of %1 was opened: it contains %3 tensors and is most likely the model. %4 tensor outside this part was ignored.</source>
        <translation>من %1 أُخذ %2، وفيه %3 من الموترات وهو على الأرجح النموذج؛ واستُبعد %4 موتر واقع في مكان آخر.</translation>
    </message>
    <message>
        <source>%2 of %1 was opened: it contains %3 tensors and is most likely the model. %4 tensor outside this part was ignored. Another part can be chosen (--prefix on the command line): %5.</source>
        <translation>من %1 أُخذ %2، وفيه %3 من الموترات وهو على الأرجح النموذج؛ واستُبعد %4 موتر واقع في مكان آخر؛ ويمكن اختيار جزء آخر (--prefix في سطر الأوامر): %5.</translation>
    </message>
    <message>
        <source>%1 entry of %2 in %3 is not a tensor and was ignored.</source>
        <translation>%1 من مداخل %2 في %3 ليس موترًا واستُبعد.</translation>
    </message>
    <message>
        <source>%1 is the only shard of the index %2; the index was opened.</source>
        <translation>%1 هي الشظية (shard) الوحيدة التي يسميها %2، الذي فُتح.</translation>
    </message>
    <message>
        <source>%1 is the only shard of the index %2; the index could not be opened: %3</source>
        <translation>%1 هي الشظية (shard) الوحيدة التي يسميها %2، الذي تعذّر فتحه: %3</translation>
    </message>
    <message>
        <source>Images need a GGUF file of the image encoder</source>
        <translation>تحتاج الصور إلى ملف GGUF لبرج الصور</translation>
    </message>
    <message>
        <source>%1 layer</source>
        <translation>%1 طبقة</translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation>%1 من الطبقات</translation>
    </message>
    <message>
        <source>%1 stage</source>
        <translation>%1 مرحلة</translation>
    </message>
    <message>
        <source>%1 stages</source>
        <translation>%1 من المراحل</translation>
    </message>
    <message>
        <source>%1 distributes %2 over %3, but this model has %4 and the command has %5.</source>
        <translation>يوزع %1 ما مجموعه %2 على %3؛ وفي هذا النموذج %4 وفي الأمر %5.</translation>
    </message>
    <message>
        <source>--offload-num-in-group is %1, but must not exceed --offload-group-size, which is %2.</source>
        <translation>--offload-num-in-group هو %1، أكثر من --offload-group-size وهو %2.</translation>
    </message>
    <message>
        <source>The checkpoint lacks %1 tensor of the model: %2. Open the checkpoint that belongs to this model.</source>
        <translation>ينقص نقطة الحفظ %1 من موترات النموذج: %2. افتح نقطة الحفظ الخاصة بهذا النموذج.</translation>
    </message>
    <message>
        <source>Without the no-split class %1, nothing would change: the only module of the class would still be on one device.</source>
        <translation>من دون %1 لن يتغيّر شيء: وحدة الصنف الوحيدة لن تُقسَّم مع ذلك.</translation>
    </message>
    <message>
        <source>Without the no-split class %1, %2; the only module of the class would be split.</source>
        <translation>من دون %1، %2؛ وستُقسَّم وحدة الصنف الوحيدة.</translation>
    </message>
    <message>
        <source>The device map has %1 more key that is not a module of this model; the key has no effect. Does the device map belong to another model?</source>
        <translation>في خريطة الأجهزة %1 مفتاح آخر ليس وحدة في هذا النموذج؛ ولا أثر له. هل هي خريطة نموذج آخر؟</translation>
    </message>
    <message>
        <source>%1 more key occurs twice in the device map. Python keeps the last entry, both in a dict and in JSON.</source>
        <translation>تعطي خريطة الأجهزة %1 مفتاحًا آخر مرتين. يحتفظ Python بالأخيرة، وكذلك عند قراءة JSON.</translation>
    </message>
    <message>
        <source>No device is given for %1 and its %2 tensor (%3).</source>
        <translation>لم يُعطَ جهاز لـ %1 ولـ %2 موتر فيها (%3).</translation>
    </message>
    <message>
        <source>%1 more module has no device (%2).</source>
        <translation>%1 وحدة أخرى بلا جهاز (%2).</translation>
    </message>
    <message>
        <source>%1 more group of modules runs on several devices, but must not be separated. Put the group on one device.</source>
        <translation>فُصلت كذلك %1 مجموعة أخرى من الوحدات التي يجب ألّا تُفصل. ضع كل مجموعة على جهاز واحد.</translation>
    </message>
    <message>
        <source>%1 three-dimensional parameter (%2, %3) is not quantised: the experts of a layer are not Linear modules in transformers 5, so %4 does not quantise these experts. Plan in a smaller dtype, or with fp8.</source>
        <translation>%1 مُعامِل ثلاثي الأبعاد (%2، %3) لا يُكمَّم: فخبراء الطبقة ليسوا وحدات Linear في transformers 5، ولذلك لا يكمّم %4 هؤلاء الخبراء. خطّط بنوع dtype أصغر، أو بنوع fp8.</translation>
    </message>
    <message>
        <source>%1 module of the class Conv1D is planned as quantised, because from_pretrained quantises it. Accelerate&apos;s load_and_quantize_model does not quantise this module.</source>
        <translation>%1 وحدة من الصنف Conv1D مكمَّمة كما تفعل from_pretrained؛ أما load_and_quantize_model الخاصة بـ Accelerate فتتركها كما هي.</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensor, %3, at %4/s.</source>
        <translation>كُتب %1: %2 موتر، %3، بمعدّل %4/s.</translation>
    </message>
    <message>
        <source>Wrote %1: %2 tensor, %3 in %4 files, at %5/s.</source>
        <translation>كُتب %1: %2 موتر، %3 في %4 من الملفات، بمعدّل %5/s.</translation>
    </message>
    <message>
        <source>first touch, memory reclaimed by the host</source>
        <translation>أول لمس، ذاكرة استعادها المضيف</translation>
    </message>
    <message>
        <source>Largest workload that fits: %1.</source>
        <translation>أقصى ما تكفي له الذاكرة: %1.</translation>
    </message>
    <message>
        <source>%1 (but not %2)</source>
        <translation>%1 (ما عدا %2)</translation>
    </message>
    <message>
        <source>Largest workload that fits: %1, or a batch of %2.</source>
        <translation>أقصى ما تكفي له الذاكرة: %1، أو دفعة من %2.</translation>
    </message>
    <message>
        <source>%1 head</source>
        <translation>%1 رأس</translation>
    </message>
    <message>
        <source>%1 experts in %2 layer</source>
        <translation>%1 في %2 طبقة</translation>
    </message>
    <message>
        <source>%1 of %2 layers has a sliding window of %3 tokens; each token beyond the window needs %4 bytes in float16 or bfloat16</source>
        <translation>%1 من %2 من الطبقات تنظر إلى الوراء %3 من الرموز؛ وبعدها %4 بايت لكل رمز بنوع float16 أو bfloat16</translation>
    </message>
    <message>
        <source>--cache cold: %1 is in memory (tmpfs), and pages of tmpfs cannot be dropped; the file is read as with --cache warm.</source>
        <translation>‏--cache cold: يقع %1 في الذاكرة (tmpfs) التي لا يمكن إسقاط أي صفحة منها؛ فيُقرأ بحالة warm.</translation>
    </message>
    <message>
        <source>release</source>
        <translation>تحرير</translation>
    </message>
    <message>
        <source>%1 is the project that is read; write to another file so that the project is not overwritten.</source>
        <translation>‏%1 هو المشروع المقروء نفسه؛ اكتب في ملف آخر كي يبقى كما هو.</translation>
    </message>
    <message>
        <source>streamed to a CUDA card</source>
        <translation>بطريقة streamed إلى بطاقة CUDA</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>%1; the cache doubles whenever it is full; the workload has %2 tokens</source>
        <translation>%1؛ يتضاعف المكان المخصص للرموز كلما امتلأ، ويأتي منها %2</translation>
    </message>
    <message>
        <source>result of replaying the allocations at the start of the run: %1</source>
        <translation>بإعادة تمثيل بداية التشغيل: %1</translation>
    </message>
    <message>
        <source>%1 (layers) × (convolution %2 B + recurrent %3 B) × %4 (sequences) = %5</source>
        <translation>الطبقات: %1 × (الالتفاف %2 B + التكرار %3 B) × التسلسلات: %4 = %5</translation>
    </message>
    <message>
        <source>%1 needs %2 on %3, but only %4 is free.</source>
        <translation>يحتاج %1 إلى %2 على %3، والحرّ هناك %4.</translation>
    </message>
    <message>
        <source>%1 needs %2 on %3, but the free memory of that device is unknown.</source>
        <translation>يحتاج %1 إلى %2 على %3، والحرّ هناك مقدار متبقٍّ غير معروف.</translation>
    </message>
    <message>
        <source>%1 could not be loaded.</source>
        <translation>تعذّر تحميل %1.</translation>
    </message>
    <message>
        <source>&quot;auto&quot; chose &quot;%1&quot;: &quot;%2&quot; would need more memory than allowed.</source>
        <translation>اختار auto الطريقة %1: كانت %2 ستحتاج إلى ذاكرة أكثر مما يُسمح لها به.</translation>
    </message>
    <message>
        <source>%1: %2; correct the values.</source>
        <translation>%1: %2؛ صحّح القيم.</translation>
    </message>
    <message>
        <source>%1: %2; the library rejects such a model, so correct the values.</source>
        <translation>%1: %2؛ ترفض المكتبة نموذجًا كهذا، لذا صحّح القيم.</translation>
    </message>
    <message>
        <source>With %2, %1 plans with this size, but %3 needs %4 in memory.</source>
        <translation>بهذا الحجم يخطّط %1 لـ %2؛ أما في الذاكرة فتشغل %3 مقدار %4.</translation>
    </message>
    <message>
        <source>The device map names &quot;%1&quot;, which is not a module of this model. The only effect of the entry is that %2 becomes the main device, where Accelerate moves the input and runs offloaded modules.</source>
        <translation>تسمي خريطة الأجهزة &quot;%1&quot;، وهي ليست وحدة في هذا النموذج. وكل ما يفعله المدخل أنه يجعل %2 الجهاز الرئيسي، وإليه يجلب Accelerate المُدخلات وفيه يشغّل ما أُفرغ (offload).</translation>
    </message>
    <message>
        <source>This main device is not among the devices in use.</source>
        <translation>وهو ليس من الأجهزة المستخدَمة.</translation>
    </message>
    <message>
        <source>The device map puts tied weights on different devices: %1.</source>
        <translation>تضع خريطة الأجهزة الأوزان المربوطة على أجهزة مختلفة: %1.</translation>
    </message>
    <message>
        <source>Stowage stores the tied weights once, on %1.</source>
        <translation>في Stowage توجد مرة واحدة، على %1.</translation>
    </message>
    <message>
        <source>The output contains NaN (%2 of %1 numbers), so the result is meaningless. Either the weights contain NaN, or a sum was too large for its dtype.</source>
        <translation>يحوي الناتج NaN (عددها %2 من أصل %1)، فالنتيجة بلا معنى. إما أن في الأوزان قيم NaN، وإما أن مجموعًا ما تجاوز ما يسعه نوعه dtype.</translation>
    </message>
    <message>
        <source>Stowage can load the device map; see the warnings above.</source>
        <translation>يستطيع Stowage التحميل وفق هذه الخريطة؛ انتبه إلى التحذيرات أعلاه.</translation>
    </message>
    <message>
        <source>With %1: %2, the prompts are processed after %3.</source>
        <translation>مع %1: %2، تنتهي المطالبات بعد %3.</translation>
    </message>
    <message>
        <source>%1 tensors plus %2 tied</source>
        <translation>%1 من الموترات، منها %2 مربوطة</translation>
    </message>
    <message>
        <source>%1 tensor</source>
        <translation>%1 موتر</translation>
    </message>
    <message>
        <source>%1 tensors</source>
        <translation>%1 من الموترات</translation>
    </message>
    <message>
        <source>Dry run: nothing was loaded. A real load would load %1 (%2) with the method %3.</source>
        <translation>تشغيل تجريبي: لم يُحمَّل شيء؛ كان سيُحمَّل %1، %2، بطريقة %3.</translation>
    </message>
    <message>
        <source>%1 read at %2</source>
        <translation>قُرئ %1 بسرعة %2</translation>
    </message>
    <message>
        <source>Loaded %1 (%2) in %3 (%4) with the method %5.</source>
        <translation>حُمِّل %1، %2، خلال %3 (%4) بطريقة %5.</translation>
    </message>
    <message>
        <source>Loaded %1 (%2) in %3 with the method %4.</source>
        <translation>حُمِّل %1، %2، خلال %3 بطريقة %4.</translation>
    </message>
    <message>
        <source>Predicted time: %1, if the host of this virtual machine has not reclaimed free memory.</source>
        <translation>المتوقَّع: %1، إن لم يكن مضيف هذه الآلة الافتراضية قد استرد شيئًا من الذاكرة الحرّة.</translation>
    </message>
    <message>
        <source>%1 requires a whole number of at most %2, not &quot;%3&quot;</source>
        <translation>يأخذ %1 عددًا صحيحًا لا يزيد على %2، لا &quot;%3&quot;</translation>
    </message>
    <message>
        <source>No module of this model has the no-split class %1, so this class has no effect.</source>
        <translation>لا توجد في هذا النموذج وحدة من الصنف %1 الذي طُلب إبقاؤه كاملًا: فلا يُبقي ذلك شيئًا كاملًا.</translation>
    </message>
    <message>
        <source>In models that also have recurrent layers, a block of keys and values is at least as large as the state of a layer, so a short context takes one whole block of this size in each attention layer (model_executor/models/config.py).</source>
        <translation>في النماذج التي فيها طبقات تكرارية أيضًا لا تقل كتلة المفاتيح والقيم عن حالة طبقة واحدة، فيأخذ السياق القصير كتلة كاملة منها في كل طبقة انتباه (model_executor/models/config.py).</translation>
    </message>
    <message>
        <source>The folder of %1 does not exist; create the folder first.</source>
        <translation>المجلد الذي فيه %1 غير موجود؛ أنشئه أولًا.</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is out of range; write a whole number from 0 to %3.</source>
        <translation>%1 &quot;%2&quot; خارج النطاق؛ اكتب عددًا صحيحًا من 0 إلى %3.</translation>
    </message>
    <message>
        <source>stores states in an unknown type &quot;%1&quot;.</source>
        <translation>يحفظ الحالات بنوع غير معروف &quot;%1&quot;.</translation>
    </message>
    <message>
        <source>The lower limit is the time of a simplified plan, in which times and sizes are only added up and %1. Its bottleneck is running the layers (computing, or reading weights in place).</source>
        <translation>هذا الحدّ لخطة محسوبة بالجمع وحده، وفيها %1؛ وما يأخذ الوقت هناك هو تشغيل الطبقات: الحساب، أو قراءة الأوزان حيث هي.</translation>
    </message>
    <message>
        <source>The state of recurrent layers for this workload is too large to be calculated; use fewer sequences.</source>
        <translation>ما تحتفظ به الطبقات التكرارية من حمل العمل هذا بايتات أكثر مما يمكن عدّه؛ استخدم تسلسلات أقل.</translation>
    </message>
    <message>
        <source>For at least one GPU of this plan, no compute speed in %1 is published, so the float32 speed is used. Where computing limits a time, the actual time may be shorter.</source>
        <translation>بعض هذه البطاقات لم تُنشر سرعة حسابها بنوع %1: وحيث تحدّ هذه السرعة زمنًا يُعتمد معدّل float32، وقد يكون الزمن الفعلي أقصر.</translation>
    </message>
    <message>
        <source>For at least one GPU of this plan, no compute speed is published. Where computing limits a time, as for prompts, the actual time is longer.</source>
        <translation>بعض هذه البطاقات لم تُنشر سرعة حسابها: وحيث تحدّ هذه السرعة زمنًا، كزمن المطالبات، يكون الزمن الفعلي أطول.</translation>
    </message>
    <message>
        <source>%1 in total, %2 on this device</source>
        <translation>%1 إجمالًا، %2 هنا</translation>
    </message>
    <message>
        <source>Only the GPUs %1 are visible</source>
        <translation>لا تظهر إلا وحدات GPU %1</translation>
    </message>
    <message>
        <source>the commands count only the visible GPUs of each host: set CUDA_VISIBLE_DEVICES on each host</source>
        <translation>تعدّ الأوامر وحدات GPU الظاهرة على كل مضيف: اضبط CUDA_VISIBLE_DEVICES هناك</translation>
    </message>
    <message>
        <source>An export to %1 cannot divide layers among GPUs; leave --tensor-parallel out, or export to one of %2.</source>
        <translation>لا يُبلَّغ %1 بتقسيم الطبقات بين وحدات GPU؛ احذف --tensor-parallel أو صدِّر إلى أحد هذه: %2.</translation>
    </message>
    <message>
        <source>An export to %1 cannot use GGUF files; export to llama.cpp.</source>
        <translation>لا يُعطى %1 ملفات GGUF؛ صدِّر إلى llama.cpp.</translation>
    </message>
    <message>
        <source>No weights are known for this model</source>
        <translation>لا تُعرف أوزان لهذا النموذج</translation>
    </message>
    <message>
        <source>replace FOLDER_OR_REPOSITORY with the folder or repository of the weights</source>
        <translation>ضع المجلد أو المستودع الذي يحويها مكان FOLDER_OR_REPOSITORY</translation>
    </message>
    <message>
        <source>This engine puts %1 of weights on %2, but only %3 fits there</source>
        <translation>يضع هذا المحرك %1 من الأوزان على %2 الذي لا يتسع إلا لـ %3</translation>
    </message>
    <message>
        <source>the conversion writes the weights as %1, which requires more memory</source>
        <translation>يكتبها التحويل بنوع %1، فتشغل حيّزًا أكبر</translation>
    </message>
    <message>
        <source>Settings for all models of the server</source>
        <translation>ما يسري على كل نماذج الخادم</translation>
    </message>
    <message>
        <source>start the server with: %1</source>
        <translation>شغِّله بالأمر: %1</translation>
    </message>
    <message>
        <source>-dev is %1 and contains an unknown GPU; the %2 GPUs have names such as CUDA0.</source>
        <translation>قيمة ‎-dev هي %1؛ وأسماء وحدات GPU الـ %2 على نمط CUDA0.</translation>
    </message>
    <message>
        <source>-mg is %1, but must be lower than the number of GPUs, %2.</source>
        <translation>قيمة ‎-mg هي %1؛ وعدد وحدات GPU هو %2.</translation>
    </message>
    <message>
        <source>-sm %1 divides tensors among GPUs; Stowage places whole layers instead, as with -sm layer.</source>
        <translation>يقسّم ‎-sm %1 الموترات بين وحدات GPU؛ وتُوضَّع الطبقات كما في ‎-sm layer.</translation>
    </message>
    <message>
        <source>Some settings of the model (norms, activations, positions, biases)</source>
        <translation>ما يتكون منه النموذج سوى هذه الأحجام: التسوية ودوال التنشيط والمواضع والانحيازات</translation>
    </message>
    <message>
        <source>add --load with the converted checkpoint, and --use-checkpoint-args, which reads these settings from the checkpoint</source>
        <translation>أضف ‎--load مع نقطة الحفظ المحوَّلة، و‎--use-checkpoint-args الذي يقرأ ذلك منها</translation>
    </message>
    <message>
        <source>The model is a GGUF file</source>
        <translation>النموذج ملف GGUF</translation>
    </message>
    <message>
        <source>vLLM reads such a model only with a plugin; install the plugin</source>
        <translation>لا يقرؤها vLLM إلا بملحق يجب تثبيته</translation>
    </message>
    <message>
        <source>A context of %2 tokens exceeds the %1 positions that this model is designed for.</source>
        <translation>صُنع هذا النموذج لـ %1 من المواضع، لا لـ %2.</translation>
    </message>
    <message>
        <source>The context length exceeds the number of positions of the model (%1)</source>
        <translation>السياق أطول من مواضع النموذج (%1)</translation>
    </message>
    <message>
        <source>%1 refuses this context length unless %2 is set to 1</source>
        <translation>يرفضه %1 ما لم يُضبط %2 على 1</translation>
    </message>
    <message>
        <source>Prompts are planned in chunks of %1 tokens</source>
        <translation>في الخطة تدخل المطالبات على قطع من %1 من الرموز</translation>
    </message>
    <message>
        <source>vLLM needs at least one token per sequence in a chunk: %1 tokens</source>
        <translation>يأخذ vLLM في كل مرة من الرموز ما لا يقل عن عدد التسلسلات: %1</translation>
    </message>
    <message>
        <source>%1 distributes %2, but this model has %3.</source>
        <translation>يوزع %1 ما مجموعه %2؛ وفي هذا النموذج %3.</translation>
    </message>
    <message>
        <source>%1 distributes the layers over %2, but the command has %3.</source>
        <translation>يوزع %1 الطبقات على %2، لكن في الأمر %3.</translation>
    </message>
    <message>
        <source>%1 already exists; remove this file or choose another folder.</source>
        <translation>%1 موجود بالفعل؛ احذفه أو اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>The verdict assumes that each layer is divided among %1 GPUs. The device map cannot express this division and places whole layers.</source>
        <translation>هذا الحكم لطبقات تُقسَم كل منها على %1 من وحدات GPU؛ وخريطة الأجهزة لا تستطيع التعبير عن ذلك، فتضع الطبقات كاملة.</translation>
    </message>
    <message>
        <source>Before serving, it runs as many tokens as it ever batches (max_num_batched_tokens), whatever the prompts are: the prefill chunk if one is given; otherwise 2,048, or 8,192 on cards of 70 GiB and more except the A100, or 16,384 on cards of 160 GiB and more; but never more tokens than all sequences have.</source>
        <translation>قبل أن يخدم يشغّل أكبر عدد من الرموز يجمعه في دفعة (max_num_batched_tokens) أيًّا كانت المطالبات: قطعة الملء المسبق إن أُعطيت، وإلا فالعدد 2,048، أو 8,192 على البطاقات التي لها 70 GiB فأكثر عدا A100، أو 16,384 ابتداءً من 160 GiB، ولا يزيد على عدد رموز كل التسلسلات معًا.</translation>
    </message>
    <message>
        <source>The memory that each card of a pipeline takes before any tensor is only partly published: 0.07 GiB after its memory snapshot (H100, 0.19.0), less than the 0.26 GiB on one GPU, so the latter is used. What NCCL takes before the snapshot is not published.</source>
        <translation>ما تشغله كل بطاقة في خط المعالجة قبل أي موتر منشور جزئيًا: 0.07 GiB بعد لقطة ذاكرتها (H100، 0.19.0)، وهو أقل من 0.26 على وحدة GPU واحدة، وهي القيمة المعتمدة هنا. أما ما يشغله NCCL من ذلك قبل اللقطة فغير منشور.</translation>
    </message>
    <message>
        <source>The weights are not on this machine</source>
        <translation>الأوزان ليست على هذا الجهاز</translation>
    </message>
    <message>
        <source>The weights are on %1</source>
        <translation>الأوزان على %1</translation>
    </message>
    <message>
        <source>this machine has only the headers of the model; replace FOLDER_OR_REPOSITORY with the folder that contains the weights</source>
        <translation>هنا ترويسات النموذج وحدها؛ ضع المجلد الذي يحوي الأوزان مكان FOLDER_OR_REPOSITORY</translation>
    </message>
    <message>
        <source>this machine has only the headers of the model; use this export on the machine that has %1</source>
        <translation>هنا ترويسات النموذج وحدها؛ شغّل هذا حيث يوجد %1</translation>
    </message>
    <message>
        <source>%1 describes a %2, whose head is not supported; Stowage runs models of this family only as language models. The model can be planned and loaded.</source>
        <translation>يصف %1 نموذجًا من الصنف %2، ورأسه غير مدعوم: التشغيل يعطي logits نموذج لغوي. يمكن تخطيط النموذج وتحميله.</translation>
    </message>
    <message>
        <source>%1 describes a %2, which has no language-model head, so a run cannot return logits. The model can be planned and loaded.</source>
        <translation>يصف %1 نموذجًا من الصنف %2، وليس له رأس نموذج لغوي ولا تضمينات مربوطة برأس كهذا: لا توجد logits يمكن أن يعطيها التشغيل. يمكن تخطيط النموذج وتحميله.</translation>
    </message>
    <message>
        <source>%1 is a symbolic link to a location outside the served folders (%2). Serve its target with --allow, or copy the target into a served folder.</source>
        <translation>%1 رابط يؤدي إلى خارج المجلدات المتاحة: %2. أتِح ما يؤدي إليه بالخيار --allow، أو انسخه إلى هنا.</translation>
    </message>
    <message>
        <source>%1 layer of cross-attention × %2 numbers × %3 B × %4 positions</source>
        <translation>%1 طبقة انتباه متقاطع × %2 عدد × %3 B × %4 موضع</translation>
    </message>
    <message>
        <source>%1 layers of cross-attention × %2 numbers × %3 B × %4 positions</source>
        <translation>%1 من طبقات الانتباه المتقاطع × %2 عدد × %3 B × %4 موضع</translation>
    </message>
    <message>
        <source>has PyTorch&apos;s quantised dtype %1, which no target format can store; Stowage does not read its scales. Call dequantize() on the tensor in PyTorch, save the result with torch.save and convert the saved file</source>
        <translation>هو %1، كمّمه PyTorch بمقاييس (scales) لا تُقرأ هنا، ولا يمكن لأي تنسيق أن يحويه؛ استدعِ dequantize() عليه في PyTorch، واحفظ الناتج بـ torch.save وحوّله</translation>
    </message>
    <message>
        <source>The name of the tensor %1 begins with a dot: the file of the tensor would be hidden and ignored when the folder is opened. Rename the tensor, or use safetensors or pth.</source>
        <translation>يبدأ اسم الموتر %1 بنقطة: سيكون ملفه مخفيًا ويُتجاوز عند فتح المجلد. أعد تسمية الموتر، أو اختر safetensors أو pth.</translation>
    </message>
    <message>
        <source>The name of the tensor %1 cannot be a file name; rename the tensor, or use pth.</source>
        <translation>للموتر %1 اسم لا يمكن أن يكون لأي ملف؛ أعد تسميته، أو اختر pth.</translation>
    </message>
    <message>
        <source>GPU %1 of the list: %2</source>
        <translation>GPU %1 في القائمة: %2</translation>
    </message>
    <message>
        <source>a capacity is missing; write capacities, as in 24GiB,24GiB.</source>
        <translation>تنقص سعة، مثل 24GiB,24GiB.</translation>
    </message>
    <message>
        <source>The list contains more than 64 devices; specify 64 or fewer.</source>
        <translation>سُمّي أكثر من 64 جهازًا؛ خطّط بـ 64 أو أقل.</translation>
    </message>
    <message>
        <source>The whole model is on disk. Accelerate&apos;s load_checkpoint_and_dispatch then fails if the weights are safetensors files, because load_state_dict requests the invalid device &quot;disk&quot;. Put one module on the CPU, or load with from_pretrained.</source>
        <translation>النموذج كله على القرص. يتوقف load_checkpoint_and_dispatch في Accelerate هناك إن كانت الأوزان safetensors: إذ يطلب load_state_dict فيه الجهاز &quot;disk&quot;، وهو غير صالح. ضع وحدة واحدة على CPU، أو حمّل بـ from_pretrained.</translation>
    </message>
    <message>
        <source>With from_pretrained of transformers, tie_weights fails if the file contains both weights (the weight on disk is only a meta tensor); otherwise, the first forward pass fails (KeyError). dispatch_model alone works, but copies the weight to %1 in each pass. Put the tied weights on one device.</source>
        <translation>مع from_pretrained في transformers تفشل tie_weights إن كان الوزنان كلاهما في الملف (فالوزن الذي على القرص ليس إلا موتر meta)، وإلا فيفشل أول تمرير أمامي (KeyError). يعمل dispatch_model وحده، لكنه ينسخ الوزن إلى %1 في كل تمرير. ضع الأوزان المربوطة على جهاز واحد.</translation>
    </message>
    <message>
        <source>The dict of limits names %1 instead of a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;</source>
        <translation>يسمي قاموس (dict) الحدود %1 حيث يجب أن يكون رقم GPU أو &quot;cpu&quot; أو &quot;disk&quot;</translation>
    </message>
    <message>
        <source>%1 tensor of the model is not used in this run and does not affect the output: %2.</source>
        <translation>يُستبعد هنا %1 موتر من النموذج، لذا يخلو الجواب مما يحسبه: %2.</translation>
    </message>
    <message>
        <source>%1 tensors of the model are not used in this run and do not affect the output: %2.</source>
        <translation>يُستبعد هنا %1 من موترات النموذج، لذا يخلو الجواب مما تحسبه: %2.</translation>
    </message>
    <message>
        <source>Choose another engine.</source>
        <translation>اختر محركًا آخر.</translation>
    </message>
    <message>
        <source>how %1 stores encoder or image positions, which a decoder attends to in addition to tokens</source>
        <translation>كيف يحتفظ %1 بما ينتبه إليه المفكك إلى جانب رموزه (مواضع المرمّز، الصور)</translation>
    </message>
    <message>
        <source>how much memory %1 needs to recompute keys and values of encoder positions in each pass</source>
        <translation>ما يحتاجه %1 لإعادة حساب مفاتيح وقيم مواضع المرمّز في كل تمريرة</translation>
    </message>
    <message>
        <source>the number of encoder or image positions that this model attends to in addition to tokens</source>
        <translation>عدد المواضع التي ينتبه إليها هذا النموذج إلى جانب رموزه (مواضع المرمّز، الصور)</translation>
    </message>
    <message>
        <source>No option specifies this number; compare the estimate with a log of the engine.</source>
        <translation>لا يوجد خيار يوفّره: قارن بسجل المحرك.</translation>
    </message>
    <message>
        <source>the maximum number of positions of this model&apos;s encoder, for which %1 reserves memory</source>
        <translation>أقصى عدد مواضع قد يعطيه مرمّز هذا النموذج، و%1 يحجز لها مكانًا</translation>
    </message>
    <message>
        <source>Undetermined for %1 models together.</source>
        <translation>غير محدد: %1 من النماذج معًا.</translation>
    </message>
    <message>
        <source>Fits with offload (weights only): %1 on the CPU, %2 on disk</source>
        <translation>يتسع مع التفريغ (الأوزان فقط): %1 تعمل من المعالج، و%2 من القرص</translation>
    </message>
    <message>
        <source>Fits with offload (weights only): %1 on the CPU</source>
        <translation>يتسع مع التفريغ (الأوزان فقط): %1 تعمل من المعالج</translation>
    </message>
    <message>
        <source>Fits with offload (weights only): %1 on disk</source>
        <translation>يتسع مع التفريغ (الأوزان فقط): %1 من القرص</translation>
    </message>
    <message>
        <source>Fits (weights only): %1 in the memory shared by CPU and GPU</source>
        <translation>يتسع (الأوزان فقط): %1 في الذاكرة المشتركة بين المعالج والبطاقة</translation>
    </message>
    <message>
        <source>Fits (weights only): %1 on the CPU</source>
        <translation>يتسع (الأوزان فقط): %1 على المعالج</translation>
    </message>
    <message>
        <source>Fits (weights only): %1 on %2 GPU</source>
        <translation>يتسع (الأوزان فقط): %1 على %2 بطاقة</translation>
    </message>
    <message>
        <source>Fits (weights only): %1 on %2 GPUs</source>
        <translation>يتسع (الأوزان فقط): %1 على %2 من البطاقات</translation>
    </message>
    <message>
        <source>Not known: %1. %2</source>
        <translation>غير معروف: %1. %2</translation>
    </message>
    <message>
        <source>%1 sequences × %2 in %3 layers = %4, according to the key-values of the file</source>
        <translation>%1 تسلسلات × %2 في %3 طبقات، حسب قيم مفاتيح الملف = %4</translation>
    </message>
    <message>
        <source>%1 is not a card of the catalogue; choose a card, or specify a size, as in 24GiB.</source>
        <translation>%1 ليست بطاقة في الدليل؛ اختر واحدة أو أعط حجمًا مثل 24GiB.</translation>
    </message>
    <message>
        <source>One of the four GPUs of the board.</source>
        <translation>إحدى بطاقات اللوحة الأربع.</translation>
    </message>
    <message>
        <source>94.97 GiB minus the 94.01 GiB that were free before the weights; RTX PRO 6000</source>
        <translation>94.97 GiB ناقص 94.01 كانت فارغة قبل الأوزان؛ RTX PRO 6000</translation>
    </message>
    <message>
        <source>139.80 GiB minus the 137.29 GiB that were free before the weights; H200</source>
        <translation>139.80 GiB ناقص 137.29 كانت فارغة قبل الأوزان؛ H200</translation>
    </message>
    <message>
        <source>replayed</source>
        <translation>بإعادة التمثيل</translation>
    </message>
    <message>
        <source>by formula</source>
        <translation>بالمعادلة</translation>
    </message>
    <message>
        <source>incomplete</source>
        <translation>غير مكتمل</translation>
    </message>
    <message>
        <source>consumed</source>
        <translation>المستهلك</translation>
    </message>
    <message>
        <source>The plan computes in bfloat16</source>
        <translation>تحسب الخطة بنوع bfloat16</translation>
    </message>
    <message>
        <source>%1 uses float16 on GPUs with a compute capability below 8.0</source>
        <translation>يأخذ %1 float16 على البطاقات دون قدرة الحوسبة 8.0</translation>
    </message>
    <message>
        <source>an unsupported method</source>
        <translation>طريقة لا تُخطَّط</translation>
    </message>
    <message>
        <source>is %1; Stowage supports bitsandbytes, gptq, awq, fp8 and mxfp4.</source>
        <translation>هو %1؛ وStowage يخطط bitsandbytes وgptq وawq وfp8 وmxfp4.</translation>
    </message>
    <message>
        <source>A limit of %1 would be enough.</source>
        <translation>حد قدره %1 يكفي.</translation>
    </message>
    <message>
        <source>A limit of %1 on each GPU would be enough.</source>
        <translation>حد قدره %1 على كل بطاقة يكفي.</translation>
    </message>
    <message>
        <source>The sequential strategy would use this GPU.</source>
        <translation>استراتيجية sequential تستعمله.</translation>
    </message>
    <message>
        <source>%1 receives no weights: %2 needs %3. The strategy allows this GPU %4, of which %6 remains after reserving %5 for the largest layer.</source>
        <translation>لا يحصل %1 على شيء: يحتاج %2 إلى %3، لكن حصته %4 ناقص %5 المحجوزة لأكبر طبقة تترك %6.</translation>
    </message>
    <message>
        <source>%1 receives no weights: %2 needs %3, but the strategy allows this GPU only %4.</source>
        <translation>لا يحصل %1 على شيء: يحتاج %2 إلى %3، لكن حصته %4 أصغر.</translation>
    </message>
    <message>
        <source>num_gpus is %1. A larger num_gpus uses more GPUs.</source>
        <translation>num_gpus هو %1. وnum_gpus أكبر يستخدم المزيد.</translation>
    </message>
    <message>
        <source>model.to(&quot;cuda&quot;) moves everything to one GPU. To use more GPUs, set num_gpus.</source>
        <translation>ينقل model.to(&quot;cuda&quot;) كل شيء إلى GPU واحد. وnum_gpus أكبر يستخدم المزيد.</translation>
    </message>
    <message>
        <source>max_memory does not contain this GPU, and %1 uses only devices in max_memory. Add this GPU, as in %2=10GiB.</source>
        <translation>لا يذكره max_memory، ولا يضع %1 شيئًا على جهاز غير مسمّى فيه. سمِّه هناك، مثل %2=10GiB.</translation>
    </message>
    <message>
        <source>max_memory does not contain these GPUs, and %1 uses only devices in max_memory. Add these GPUs, as in %2=10GiB.</source>
        <translation>لا يذكرها max_memory، ولا يضع %1 شيئًا على جهاز غير مسمّى فيه. سمِّها هناك، مثل %2=10GiB.</translation>
    </message>
    <message>
        <source>%1 (%2) cannot be split, but the strategy allows each GPU at most %3, so it does not fit on any GPU. Give one GPU a larger limit, or plan in a smaller dtype.</source>
        <translation>%1 (%2) أكبر من حصة كل بطاقة %3 ولا يُقسَّم، فلا تستطيع أي بطاقة أخذه. أعط إحدى البطاقات حدًا أكبر، أو خطط بنوع أصغر.</translation>
    </message>
    <message>
        <source>%1 (%2) exceeds the limit of every GPU (%3) by %4, so the CPU computes the whole model. Give one GPU a limit of %5, plan in a smaller dtype, or move one model at a time to a GPU (enable_model_cpu_offload).</source>
        <translation>%1 (%2) أكبر من حد كل بطاقة %3 بمقدار %4، فيحسبه المعالج كله. أعط إحدى البطاقات حد %5، أو خطط بنوع أصغر، أو دع النماذج تتناوب على بطاقة (enable_model_cpu_offload).</translation>
    </message>
    <message>
        <source>the size of the weights, which are quantised with an unsupported method</source>
        <translation>حجم الأوزان، وهي مكمّاة بطريقة لا تُخطَّط</translation>
    </message>
    <message>
        <source>Open the model&apos;s files, or plan the weights without quantisation (--quantize none; in the window under Quantise) or as nf4, fp8 or int8.</source>
        <translation>افتح ملفات النموذج، أو خطط أوزانه من دونها (--quantize none؛ وفي النافذة تحت التكميم)، أو كـ nf4 أو fp8 أو int8.</translation>
    </message>
    <message>
        <source>Undetermined (weights only). %1</source>
        <translation>غير محدد (الأوزان فقط). %1</translation>
    </message>
    <message>
        <source>On this GPU, transformers supports MXFP4 only with Triton 3.4 and the package &quot;kernels&quot;; %1</source>
        <translation>على وحدة GPU هذه لا يدعم transformers الصيغة MXFP4 إلا مع Triton 3.4 وحزمة kernels؛ %1</translation>
    </message>
    <message>
        <source>Without a GPU, transformers undoes %1: the model is planned unquantised, with %2 of weights.</source>
        <translation>من دون بطاقة يلغي transformers %1: يُخطَّط النموذج من دونه، بأوزان %2.</translation>
    </message>
    <message>
        <source>transformers undoes %1 for the whole model because GPU 0 has compute capability %2, but at least %3 is required. The model is planned unquantised, with %4 of weights. Put a newer GPU first, or choose another quantisation.</source>
        <translation>يلغي transformers %1 للنموذج كله لأن قدرة حوسبة GPU 0 هي %2 وأقل المطلوب %3: يُخطَّط النموذج من دونه، بأوزان %4. ضع بطاقة أحدث أولًا أو اختر تكميمًا آخر.</translation>
    </message>
    <message>
        <source>Batched tokens</source>
        <translation>الرموز المجمّعة</translation>
    </message>
    <message>
        <source>Maximum number of tokens in one forward pass of vLLM, all sequences together (default: vLLM&apos;s default for the card)</source>
        <translation>أقصى عدد من الرموز في تمريرة واحدة من vLLM، لكل التسلسلات معًا (قيمته الافتراضية للبطاقة)</translation>
    </message>
    <message>
        <source>Share of GPU memory</source>
        <translation>حصة البطاقة</translation>
    </message>
    <message>
        <source>Share of each GPU&apos;s memory that vLLM uses (default 0.92), or that SGLang uses for weights and cache (default: SGLang&apos;s default for the card)</source>
        <translation>حصة vLLM من ذاكرة كل بطاقة (0.92)، أو ما يعطيه SGLang للأوزان والذاكرة المؤقتة (قيمته للبطاقة)</translation>
    </message>
    <message>
        <source>at most %1 tokens per pass</source>
        <translation>%1 رمزًا على الأكثر في التمريرة</translation>
    </message>
    <message>
        <source>%1 of each GPU&apos;s memory</source>
        <translation>%1 من كل بطاقة</translation>
    </message>
    <message>
        <source>%1, %2 (declared by config.json)</source>
        <translation>%1، %2 (كما يعلن config.json)</translation>
    </message>
    <message>
        <source>%1 (declared by config.json)</source>
        <translation>%1 (كما يعلن config.json)</translation>
    </message>
    <message>
        <source>%1 &quot;%2&quot; is not a number; write a number such as 0.92.</source>
        <translation>%1 &quot;%2&quot; ليس عددًا؛ اكتبه مثل 0.92.</translation>
    </message>
    <message>
        <source>The weights are scaled float8 in ComfyUI&apos;s format, which diffusers does not read. The sizes do not include the scales (scale_weight).</source>
        <translation>الأوزان float8 ذات مقاييس كما يكتبها ComfyUI، مع scale_weight بجانب كل منها: لا يقرؤها diffusers، ولا تُحسب المقاييس.</translation>
    </message>
    <message>
        <source>At its start, it gives a share of the free memory of a card (--mem-fraction-static; the default depends on the card&apos;s memory) to weights, keys, values and states. The rest is for activations and CUDA graphs, whose memory is not published in a form that a plan can use.</source>
        <translation>مما هو فارغ من البطاقة عند البدء يعطي الأوزان والمفاتيح والقيم والحالات حصة (--mem-fraction-static)، افتراضيها بحسب ذاكرة البطاقة: والباقي للتنشيطات ورسوم CUDA، وذاكرتها غير منشورة بصيغة تستطيع الخطة استعمالها.</translation>
    </message>
    <message>
        <source>Each sequence is counted with the maximum number of blocks that it takes, including tokens of passes that are scheduled ahead, as in vLLM&apos;s own check and log; one more block is unused.</source>
        <translation>يُحسب كل تسلسل بأكثر ما يأخذه من كتل، مع رموز التمريرات المجدولة مسبقًا، كما يفعل فحص vLLM نفسه وسجله؛ وكتلة أخرى لا يستعملها أحد.</translation>
    </message>
    <message>
        <source>The memory of CUDA graphs has no published formula. Upper estimates are used: 1.9 GiB on cards of 70 GiB and more except A100 and GB10, 0.7 GiB on others. Measured: 0.5 to 1.9 GiB on H100, 0.36 to 0.62 GiB on smaller cards.</source>
        <translation>لا صيغة منشورة لذاكرة رسوم CUDA. تُستعمل تقديرات عليا: 1.9 GiB على بطاقات 70 GiB فأكثر ما عدا A100 وGB10، و0.7 GiB على غيرها. المقيس: 0.5 إلى 1.9 GiB على H100، و0.36 إلى 0.62 GiB على بطاقات أصغر.</translation>
    </message>
    <message>
        <source>GPUs that share every layer evenly, instead of a device map (default: 1; with vLLM and SGLang, as many as the model allows)</source>
        <translation>عدد البطاقات التي تحمل كل منها جزءًا متساويًا من كل طبقة بدل خريطة الأجهزة (vLLM وSGLang: أكثر ما ينقسم عليه النموذج؛ وغيرها 1)</translation>
    </message>
    <message>
        <source>Undetermined under %1: %2.</source>
        <translation>غير محدد مع %1: %2.</translation>
    </message>
    <message>
        <source>Does not fit under %1: %2.</source>
        <translation>الذاكرة لا تكفي مع %1: %2.</translation>
    </message>
    <message>
        <source>Fits under %1: %2.</source>
        <translation>الذاكرة تكفي مع %1: %2.</translation>
    </message>
    <message>
        <source>Fits with offload under %1: %2.</source>
        <translation>الذاكرة تكفي مع التفريغ مع %1: %2.</translation>
    </message>
    <message>
        <source>the size of the weights (the configuration states no dtype; float32 is assumed)</source>
        <translation>حجم الأوزان (لا يذكر ملف الإعدادات dtype؛ ويُفترض float32)</translation>
    </message>
    <message>
        <source>Choose a dtype (--dtype; in the window under Type), or open the model&apos;s files.</source>
        <translation>اختر نوعًا (--dtype؛ وفي النافذة تحت النوع)، أو افتح ملفات النموذج.</translation>
    </message>
    <message>
        <source>the placement of the loaded weights: transformers undoes fp8 on these devices, so the weights need %1 instead of %2</source>
        <translation>أين تتسع الأوزان بعد تحميلها: يلغي transformers هنا fp8، فتأخذ %1 بدل %2</translation>
    </message>
    <message>
        <source>Open the model&apos;s config.json alone to plan with the sizes of the loaded weights, or choose a dtype (--dtype, or Type in the window).</source>
        <translation>لتخطيطها هكذا افتح config.json الخاص بالنموذج وحده، أو اختر dtype ‏(--dtype؛ وفي النافذة تحت النوع).</translation>
    </message>
    <message>
        <source>the compute capability of GPU 0: below %1, transformers undoes %2, and the weights need %3 instead of %4</source>
        <translation>القدرة الحاسوبية للبطاقة GPU 0: دون %1 يلغي transformers ‏%2، فتأخذ الأوزان %3 بدل %4</translation>
    </message>
    <message>
        <source>Name the card (--gpus rtx-4090), or plan without quantisation (--quantize none).</source>
        <translation>سمِّ البطاقة (--gpus rtx-4090)، أو خطّط بلا تكميم (--quantize none).</translation>
    </message>
    <message>
        <source>Tokens of each prompt (default 1,024, or fewer if the model has fewer positions)</source>
        <translation>رموز كل مطالبة (1,024، وأقل حيث لا مواضع لها في النموذج)</translation>
    </message>
    <message>
        <source>Tokens generated after each prompt (default 256, or fewer if the model has fewer positions)</source>
        <translation>الرموز التي تلي كل مطالبة (256، وأقل كذلك)</translation>
    </message>
    <message>
        <source>Engine: %1. Assumed workload: %2. All figures are estimated.</source>
        <translation>المحرك: %1. العمل، مفترض: %2. كل الأرقام تقديرية.</translation>
    </message>
    <message>
        <source>Engine: %1. Workload: %2. All figures are estimated.</source>
        <translation>المحرك: %1. العمل: %2. كل الأرقام تقديرية.</translation>
    </message>
    <message>
        <source>No plan is faster.</source>
        <translation>لا خطة أسرع.</translation>
    </message>
    <message>
        <source>No plan is faster by more than %1 %.</source>
        <translation>لا خطة أسرع بأكثر من %1 %.</translation>
    </message>
    <message>
        <source>The model&apos;s full context of %1 positions fits with this plan.</source>
        <translation>تتسع هذه الخطة لكل مواضع النموذج وعددها %1.</translation>
    </message>
    <message>
        <source>%1 is not a valid safetensors file: the first 8 bytes specify a header length of %2 bytes, but the limit is %3; fetch the file again.</source>
        <translation>%1 ليس ملف safetensors صالحًا: أول 8 بايتات فيه تجعل ترويسته %2 بايت، والحد الأقصى للترويسة %3؛ اجلبه من جديد.</translation>
    </message>
    <message>
        <source>%1 is %2, not a checkpoint. Fetch the checkpoint itself; if the file is an archive, extract the archive.</source>
        <translation>%1 هو %2 وليس نقطة حفظ؛ اجلب نقطة الحفظ نفسها، أو استخرجها إن كان هذا الملف أرشيفًا.</translation>
    </message>
    <message>
        <source>%1 contains %2 files, but the limit for files that are read as tensors is %3.</source>
        <translation>يحوي %1 عدد %2 من الملفات؛ ويُقرأ منها %3 على الأكثر كموترات.</translation>
    </message>
    <message>
        <source>%1 was opened, because from_pretrained opens this file. The folder also contains %2. Accelerate rejects a folder with several .index.json files: pass the opened file to Accelerate.</source>
        <translation>أُخذ %1 كما تفعل from_pretrained؛ وفي المجلد أيضًا %2. يرفض Accelerate مجلدًا فيه عدة ملفات ‎.index.json: أعطه هذا الملف.</translation>
    </message>
    <message>
        <source>The index %1 is outdated: all tensors of its missing shards (%2) are in other files of the folder (%3). Fetch the index of the other files, or open these files by name.</source>
        <translation>%1 قديم: كل موترات أجزائه المفقودة (%2) موجودة في ملفات أخرى في مجلده (%3). اجلب فهرس تلك الملفات، أو افتحها بأسمائها.</translation>
    </message>
    <message>
        <source>The index %1 is outdated: all tensors of its missing shards (%2) except %3 are in other files of the folder (%4). Fetch the index of the other files, or open these files by name.</source>
        <translation>%1 قديم: كل موترات أجزائه المفقودة (%2) عدا %3 موجودة في ملفات أخرى في مجلده (%4). اجلب فهرس تلك الملفات، أو افتحها بأسمائها.</translation>
    </message>
    <message>
        <source>%1: the model is planned from its config.json. To load the model, put %2 next to the index.</source>
        <translation>%1: يُخطَّط النموذج كما يقول config.json الخاص به؛ لتحميله ضع %2 بجانب الفهرس.</translation>
    </message>
    <message>
        <source>%1 For now, the model is planned from its config.json.</source>
        <translation>%1 وحتى ذلك الحين يُخطَّط النموذج كما يقول config.json الخاص به.</translation>
    </message>
    <message>
        <source>%1: the names and the total size of the tensors match %2, whose modules are used for the plan. To load the model, put %3 next to the index.</source>
        <translation>%1: أسماء موتراته وحجمها الكلي هي نفسها في %2، فيُخطَّط بوحداته؛ لتحميله ضع %3 بجانب الفهرس.</translation>
    </message>
    <message>
        <source>%1 The names and the total size of the tensors match %2, whose modules are used for the plan.</source>
        <translation>%1 أسماء موتراته وحجمها الكلي هي نفسها في %2، فيُخطَّط بوحداته.</translation>
    </message>
    <message>
        <source>%1: an index does not contain the shapes of the tensors. To plan the model, put its config.json next to the index; to load the model, also put %2 next to the index.</source>
        <translation>%1: لا أشكال في الفهرس؛ ضع config.json الخاص بالنموذج بجانبه لتخطيطه، و%2 لتحميله.</translation>
    </message>
    <message>
        <source>The tensor %1 %2; convert to safetensors.</source>
        <translation>الموتر %1 %2؛ حوّله إلى safetensors.</translation>
    </message>
    <message>
        <source>the number of GPUs in %1 is not a number from 1 to 64; write the number as in h100*8 or 8xh100.</source>
        <translation>%1: عدد البطاقات، كما في h100*8 أو 8xh100، من 1 إلى 64.</translation>
    </message>
    <message>
        <source>%1 contains only the image or audio part of a model (%2), which no engine loads alone; export the GGUF file of the model itself.</source>
        <translation>يحوي %1 جزء الصورة أو الصوت فقط من نموذج (%2)، ولا محرك يحمّله وحده؛ صدِّر ملف GGUF للنموذج نفسه.</translation>
    </message>
    <message>
        <source>%1 contains several models (%2). llama.cpp rejects such a file (&quot;wrong number of tensors&quot;), and Stowage does not know where Ollama places the layers. Export a GGUF file of the language model alone; the other models belong in a file for --mmproj.</source>
        <translation>يحوي %1 عدة نماذج (%2): يرفض llama.cpp ملفًا كهذا (&quot;wrong number of tensors&quot;)، ولا يُعرف أين يضع Ollama طبقاته. صدِّر ملف GGUF للنموذج وحده؛ ومكان الأجزاء الأخرى ملفٌ لـ --mmproj.</translation>
    </message>
    <message>
        <source>The setting %1 is %2, but a number up to %3 is required.</source>
        <translation>%1 هو %2؛ يلزم هنا عدد لا يزيد على %3.</translation>
    </message>
    <message>
        <source>%1 slots share a cache of %2 tokens, and a single slot can use the whole cache. The estimate assumes %3 tokens per slot, which requires the same memory.</source>
        <translation>تتشارك %1 خانات متسعًا لـ %2 رمز، وقد تأخذه خانة واحدة كله. يُحسب لكل منها %3 رمز، وهو يأخذ القدر نفسه.</translation>
    </message>
    <message>
        <source>The verdict is for %1 sequences at the same time, each with the whole context. The engine also starts if only one sequence fits; the other sequences then wait.</source>
        <translation>الحكم لـ %1 تسلسلات معًا، لكل منها السياق كله. يبدأ المحرك بمتسع لواحد؛ وتنتظر البقية.</translation>
    </message>
    <message>
        <source>The settings name the model %1, but the model %2 is open. Open the model that the settings name, or make sure that both names mean the same model.</source>
        <translation>تسمّي الإعدادات النموذج %1، والمفتوح هو %2. افتح النموذج الذي تسمّيه، أو تأكد أنهما واحد.</translation>
    </message>
    <message>
        <source>The verdict ignores these settings, which affect the memory but are not imported: %1.</source>
        <translation>هذه الإعدادات تغيّر ما تأخذه الذاكرة ولم تؤخذ: %1. لا يشملها الحكم.</translation>
    </message>
    <message>
        <source>These settings are not imported and have no known effect on the memory: %1.</source>
        <translation>لم يؤخذ، ولا يُعرف أنه يغيّر ما تأخذه الذاكرة: %1.</translation>
    </message>
    <message>
        <source>vLLM 0.22.0 to 0.27.1 silently ignores the offload options if it uses its V2 model runner, the default for many models</source>
        <translation>تتجاهل إصدارات vLLM من 0.22.0 إلى 0.27.1 خيارات التفريغ دون رسالة حيث تستخدم مشغّل النماذج الثاني، وهو الافتراضي لكثير من النماذج</translation>
    </message>
    <message>
        <source>use vLLM 0.28.0 or later, or set VLLM_USE_V2_MODEL_RUNNER=0 for these versions</source>
        <translation>استخدم 0.28.0 أو أحدث، أو اضبط VLLM_USE_V2_MODEL_RUNNER=0 لهذه الإصدارات</translation>
    </message>
    <message>
        <source>Stowage treats %1 stages of %2 GPUs each as a pipeline of %3 GPUs.</source>
        <translation>تُحسب %1 مراحل في كل منها %2 بطاقات كخط أنابيب من %3 بطاقات.</translation>
    </message>
    <message>
        <source>The tensor %1 %2. The tensor cannot be loaded; save it in another dtype or shape.</source>
        <translation>الموتر %1 %2: لا يمكن تحميله؛ احفظه بنوع أو شكل آخر.</translation>
    </message>
    <message>
        <source>replace FOLDER_OR_REPOSITORY with the folder or repository of the weights; config.json names %1 (_name_or_path), but for a fine-tuned model, this is often the base model</source>
        <translation>ضع المجلد أو المستودع الذي يحويها مكان FOLDER_OR_REPOSITORY؛ يسمّي config.json الخاص به %1 ‏(_name_or_path)، وهو غالبًا النموذج الأساس لضبط دقيق</translation>
    </message>
    <message>
        <source>is %1, but torch has no 6-bit numbers</source>
        <translation>من نوع %1، وليس في torch أعداد من 6 بتات</translation>
    </message>
    <message>
        <source>is %1 with an odd last dimension, but torch stores two numbers of this dimension in each byte</source>
        <translation>من نوع %1 وبُعده الأخير فردي، وعلى طوله يخزّن torch عددين في كل بايت</translation>
    </message>
    <message>
        <source>The forward pass computes in float32, bfloat16 and float16, but the weight %1 has the dtype %2; %3.</source>
        <translation>يحسب التمرير الأمامي بأنواع float32 وbfloat16 وfloat16، و%1 من النوع %2؛ %3.</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 ساعة %2 دقيقة</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 يوم %2 ساعة</translation>
    </message>
    <message>
        <source>the catalogue has no card with the name %1; specify a size, as in 24GiB, or a card, as in rtx-4090.</source>
        <translation>لا بطاقة في الفهرس اسمها %1؛ أعطِ حجمًا، كما في 24GiB، أو بطاقة، كما في rtx-4090.</translation>
    </message>
    <message>
        <source>the catalogue has no card with the name %1; specify a size, as in 24GiB, or a card with a similar name: %2.</source>
        <translation>لا بطاقة في الفهرس اسمها %1؛ أعطِ حجمًا، كما في 24GiB، أو بطاقة باسم مشابه: %2.</translation>
    </message>
    <message>
        <source>%1 uses float16 for GGUF files on GPUs with a compute capability below 8.0 or from 10.0 on</source>
        <translation>يستخدم %1 النوع float16 لملفات GGUF على البطاقات ذات القدرة الحاسوبية دون 8.0 ومن 10.0 فصاعدًا</translation>
    </message>
    <message>
        <source>The offload folder %1 is on a file system in memory, so the %2 of weights that are placed on disk use RAM. Choose an offload folder on a disk, or set TMPDIR to a folder on a disk.</source>
        <translation>مجلد التفريغ %1 على نظام ملفات في الذاكرة، فالمقدار %2 الموضوع على القرص يأخذ من RAM: اختر مجلد تفريغ على قرص، أو اضبط TMPDIR على أحدها.</translation>
    </message>
    <message>
        <source>The tensor %1 is stored as %2 and cannot be cast to %3. Load the model in Stowage in its stored dtype; to run it, %4.</source>
        <translation>الموتر %1 مخزّن بالنوع %2 ولا يمكن تحويله إلى %3. حمّل النموذج في Stowage بالنوع المخزّن به؛ ولتشغيله %4.</translation>
    </message>
    <message>
        <source>These weights contain NaN: %1.</source>
        <translation>هذه الأوزان تحوي NaN: ‏%1.</translation>
    </message>
    <message>
        <source>open a GGUF file of this model in float16, bfloat16 or float32</source>
        <translation>افتح ملف GGUF لهذا النموذج بالنوع float16 أو bfloat16 أو float32</translation>
    </message>
    <message>
        <source>load the model in Python with from_pretrained(…, dtype=torch.float32), dequantise it if needed, and open the output of save_pretrained(…)</source>
        <translation>حمّل النموذج في بايثون بـ from_pretrained(…, dtype=torch.float32)، مع إلغاء التكميم إن كان مكمَّمًا، وافتح ما تكتبه save_pretrained(…)</translation>
    </message>
    <message>
        <source>Placed by the key %1 of the map.</source>
        <translation>وُضع بالمفتاح %1 من الخريطة.</translation>
    </message>
    <message>
        <source>The map places parts of this module by separate keys: %1.</source>
        <translation>تضع الخريطة أجزاء منه بمفاتيح خاصة بها: %1.</translation>
    </message>
    <message>
        <source>The context of %1 tokens is shorter than the prompt plus the generated tokens, so %2 tokens are used instead.</source>
        <translation>السياق البالغ %1 أقصر من المطالبة والرموز المولَّدة: يُحسب %2 من الرموز.</translation>
    </message>
    <message>
        <source>The output contains NaN (%2 of %1 numbers), so the result is meaningless. These weights contain NaN: %3.</source>
        <translation>يحوي الناتج NaN (عددها %2 من أصل %1)، فالنتيجة بلا معنى. هذه الأوزان تحوي NaN: ‏%3.</translation>
    </message>
    <message>
        <source>Estimated time on an assumed card: first token after %1, then %2 tokens per second (range %3 to %4, from published figures); limited by %5 speed.</source>
        <translation>الزمن المقدَّر، لبطاقة مفترضة: الرمز الأول بعد %1، ثم %2 رمز في الثانية (من %3 إلى %4، من أرقام منشورة)؛ تحدّه سرعة %5.</translation>
    </message>
    <message>
        <source>Estimated time: the prompts are processed after %1; limited by %2 speed. The model generates no tokens.</source>
        <translation>الزمن المقدَّر: تنتهي معالجة المطالبات بعد %1؛ تحدّه سرعة %2. لا يولّد هذا النموذج رموزًا.</translation>
    </message>
    <message>
        <source>Estimated time: first token after %1, then %2 tokens per second (range %3 to %4, from published figures); limited by %5 speed.</source>
        <translation>الزمن المقدَّر: الرمز الأول بعد %1، ثم %2 رمز في الثانية (من %3 إلى %4، من أرقام منشورة)؛ تحدّه سرعة %5.</translation>
    </message>
    <message>
        <source>Estimated time: first token after %1, then %2 tokens per second; limited by %3 speed.</source>
        <translation>الزمن المقدَّر: الرمز الأول بعد %1، ثم %2 رمز في الثانية؛ تحدّه سرعة %3.</translation>
    </message>
    <message>
        <source>Hardware rates: %1.</source>
        <translation>معدلات العتاد: %1.</translation>
    </message>
    <message>
        <source>%1: undetermined, because the engine does not load the weights of this model.</source>
        <translation>%1: غير محدد، لأن المحرك لا يحمّل هذه الأوزان.</translation>
    </message>
    <message>
        <source>%1: not known.</source>
        <translation>%1: غير معروف.</translation>
    </message>
    <message>
        <source>%1: undetermined, because the following is not known: %2.</source>
        <translation>%1: غير محدد، لأن هذا غير معروف: %2.</translation>
    </message>
    <message>
        <source>Keys of the file are renamed (--rename)</source>
        <translation>تُغيَّر هنا أسماء مفاتيح في الملف (--rename)</translation>
    </message>
    <message>
        <source>%1 reads the keys under their original names; stowagectl convert writes the model with the new names</source>
        <translation>يقرؤها %1 بأسمائها الأصلية؛ يكتب stowagectl convert النموذج بالأسماء الجديدة</translation>
    </message>
    <message>
        <source>The model is in a nested dict of the file (%1)</source>
        <translation>النموذج جزء من الملف (%1)</translation>
    </message>
    <message>
        <source>%1 looks for tensors only at the top level of the file; stowagectl convert writes the model to a separate file</source>
        <translation>يبحث %1 عن موتراته في أعلى الملف؛ يكتبها stowagectl convert وحدها</translation>
    </message>
    <message>
        <source>%1 already exists and was not written by a load of this model; remove the file or choose another offload folder.</source>
        <translation>%1 موجود من قبل ولم يكتبه تحميل لهذا النموذج؛ احذفه أو اختر مجلد تفريغ آخر.</translation>
    </message>
    <message>
        <source>The model has an adapter, and weights of the model are on disk</source>
        <translation>أوزان على القرص تحت مهايئ</translation>
    </message>
    <message>
        <source>PEFT copies the weight files into a folder below the working directory; the copy needs as much space as the weights</source>
        <translation>يكتب PEFT نسخة من ملفاتها تحت المجلد الذي يعمل فيه السكربت؛ وتأخذ حيزًا بقدرها</translation>
    </message>
    <message>
        <source>The model has several adapters, and weights of the model are offloaded</source>
        <translation>شيء مفرَّغ تحت عدة مهايئات</translation>
    </message>
    <message>
        <source>PEFT loads only the first adapter for offloaded modules; put the modules that the other adapters change on GPUs, or load only one adapter</source>
        <translation>لا يحمّل PEFT إلا الأول للوحدات المفرَّغة؛ أبقِ الوحدات التي تغيّرها البقية على البطاقات، أو حمّل مهايئًا واحدًا</translation>
    </message>
    <message>
        <source>dispatch_model fails: ValueError, &quot;%1 is on the meta device, we need a `value` to put in on %2&quot;.</source>
        <translation>تتوقف dispatch_model: ‏ValueError، &quot;%1 is on the meta device, we need a `value` to put in on %2&quot;.</translation>
    </message>
    <message>
        <source>The first forward pass fails at %1: NotImplementedError, &quot;Cannot copy out of meta tensor; no data!&quot;.</source>
        <translation>يتوقف أول تمرير أمامي عند %1: ‏NotImplementedError، &quot;Cannot copy out of meta tensor; no data!&quot;.</translation>
    </message>
    <message>
        <source>The first forward pass fails: KeyError, &apos;%1&apos;, because Accelerate stores no weights for the entry &quot;&quot; on the CPU.</source>
        <translation>يتوقف أول تمرير أمامي: KeyError، &apos;%1&apos;، لأن Accelerate لا يحتفظ بأوزان لـ &quot;&quot; على المعالج.</translation>
    </message>
    <message>
        <source>Accelerate puts all weights of the entry &quot;&quot; on %1, the main device, instead.</source>
        <translation>يضع Accelerate كل ما يشمله &quot;&quot; على %1، الجهاز الرئيسي، بدلًا من ذلك.</translation>
    </message>
    <message>
        <source>The hooks of the outer entry remain on the modules that the inner entry moves. As a result, %1 receives the input on %2, and the first forward pass fails with &quot;Expected all tensors to be on the same device&quot;.</source>
        <translation>تبقى خطافات المدخل الخارجي على ما ينقله الداخلي: يتلقى %1 دخله على %2، ويتوقف أول تمرير أمامي بالرسالة &quot;Expected all tensors to be on the same device&quot;.</translation>
    </message>
    <message>
        <source>The device map has the entry &quot;%1&quot; on %2 inside the entry &quot;%3&quot; on %4.</source>
        <translation>في خريطة الأجهزة &quot;%1&quot; على %2 داخل &quot;%3&quot; على %4.</translation>
    </message>
    <message>
        <source>The device map puts &quot;&quot; (the whole model) on %1, but also has other entries.</source>
        <translation>في خريطة الأجهزة النموذج كله &quot;&quot; على %1، ومداخل أخرى.</translation>
    </message>
    <message>
        <source>Use entries that do not contain each other, as in the device map that Copy as Python writes.</source>
        <translation>أعطِ كل جزء مدخلًا خاصًا دون مدخل داخل آخر، كما يكتب «نسخ كبايثون» الخريطة.</translation>
    </message>
    <message>
        <source>%1 runs on %2 and %3 runs on %4, but the model adds the outputs of both modules: the forward pass fails with %5. Put both modules on one device.</source>
        <translation>يعمل %1 على %2 و%3 على %4، لكن النموذج يجمع ما ينتجانه: فيتوقف التمرير الأمامي بالرسالة %5. ضعهما على جهاز واحد.</translation>
    </message>
    <message>
        <source>which torch does not access through CUDA, but Stowage plans only for CUDA devices; use a GPU&apos;s number, &quot;cpu&quot; or &quot;disk&quot;.</source>
        <translation>تشغّله torch بمكتبة غير CUDA، وStowage يخطّط لأجهزة CUDA؛ استخدم رقم بطاقة أو &quot;cpu&quot; أو &quot;disk&quot;.</translation>
    </message>
    <message>
        <source>The device map specifies the device %1 as a string at byte %2, but torch rejects this string (&quot;Invalid device string: &apos;%3&apos;&quot;); write %3 or &quot;cuda:%3&quot;.</source>
        <translation>تعطي خريطة الأجهزة الجهاز %1 كنص عند البايت %2، وترفضه torch ‏(&quot;Invalid device string: &apos;%3&apos;&quot;)؛ اكتب %3 أو &quot;cuda:%3&quot;.</translation>
    </message>
    <message>
        <source>A single tensor is larger than the memory of the device: use prompts in chunks, fused attention, or shorter prompts.</source>
        <translation>موتر واحد وحده أكبر من الجهاز: قسّم المطالبات إلى أجزاء، أو استخدم الانتباه المدمج، أو قصّر المطالبات.</translation>
    </message>
    <message>
        <source>The weighted sum is %1 × the time to the first token + %2 × the time per token.</source>
        <translation>المجموع هو %1 × الزمن حتى أول رمز + %2 × زمن الرمز الواحد.</translation>
    </message>
    <message>
        <source>No faster plan with this capacity was found; this plan takes %1 per token of this workload.</source>
        <translation>إنها أسرع خطة وُجدت بهذا القدر: %1 للرمز في هذا العمل.</translation>
    </message>
    <message>
        <source>For the objective &quot;%1&quot;, no plan was found that fits this workload and keeps the whole model on GPUs.</source>
        <translation>لم توجد للهدف %1 خطة تحمل هذا العمل والنموذج كله على وحدات GPU.</translation>
    </message>
    <message>
        <source>No plan for the objective &quot;%1&quot; fits this workload: all plans were compared.</source>
        <translation>لا توجد للهدف %1 خطة تحمل هذا العمل: قورنت جميعها.</translation>
    </message>
    <message>
        <source>For the objective &quot;%1&quot;, no plan was found that fits this workload.</source>
        <translation>لم توجد للهدف %1 خطة تحمل هذا العمل.</translation>
    </message>
    <message>
        <source>To include plans with offload, choose the objective &quot;decode&quot;.</source>
        <translation>يقارن الهدف decode أيضًا الخطط ذات الإزاحة.</translation>
    </message>
    <message>
        <source>--sweep %1: all devices are in one machine; put some GPUs of --gpus in other machines, as in a/24GiB,b/24GiB.</source>
        <translation>--sweep %1: كل الأجهزة في آلة واحدة؛ ضع وحدات GPU في ‎--gpus في آلات أخرى، مثل a/24GiB,b/24GiB.</translation>
    </message>
    <message>
        <source>link between machines</source>
        <translation>الوصلة بين الآلات</translation>
    </message>
    <message>
        <source>The time of this model is not estimated: the number of positions of its encoder depends on the length of the audio.</source>
        <translation>لا يُقدَّر زمن هذا النموذج: عدد مواضع مشفّره يتوقف على طول الصوت.</translation>
    </message>
    <message>
        <source>The time of this model is not estimated: the number of positions of an image or of audio is not known.</source>
        <translation>لا يُقدَّر زمن هذا النموذج: عدد مواضع الصورة أو الصوت غير معروف.</translation>
    </message>
    <message>
        <source>The time of this model is not estimated: it is not known how much data each layer reads per token.</source>
        <translation>لا يُقدَّر زمن هذا النموذج: ما تقرؤه كل طبقة من رموزها غير معروف.</translation>
    </message>
    <message>
        <source>%1.json must specify a known link together with the source of the link, or neither.</source>
        <translation>يجب أن يذكر %1.json وصلة معروفة مع مصدرها، أو ألّا يذكر أيًّا منهما.</translation>
    </message>
    <message>
        <source>%1 of offloaded weights is copied to %2 in the first forward pass of each prompt, and %3 in every later pass</source>
        <translation>يُنسخ %1 إلى %2 مع كل مطالبة، و%3 في كل تمريرة بعدها</translation>
    </message>
    <message>
        <source>These options of the plan do not apply to this model or machine and are ignored: %1.</source>
        <translation>خيارات الخطة التي لا يستطيع هذا النموذج أو هذه الآلة إبقاءها فتُركت: %1.</translation>
    </message>
    <message>
        <source>The times apply only if there is enough memory.</source>
        <translation>تفترض هذه الأزمنة ذاكرة كافية.</translation>
    </message>
    <message>
        <source>With %1: %2, first token after %3, %4 tokens per second instead of %5.</source>
        <translation>مع %1: %2، أول رمز بعد %3، و%4 رمزًا في الثانية بدلًا من %5.</translation>
    </message>
    <message>
        <source>fits with offload</source>
        <translation>يتسع مع الإزاحة</translation>
    </message>
    <message>
        <source>One of the two GPUs of a superchip; the memory of its Grace CPU is not counted. Both share the 450 GB/s of that CPU&apos;s NVLink-C2C.</source>
        <translation>إحدى وحدتي GPU في الشريحة الفائقة؛ لا تُحسب ذاكرة معالج Grace فيها. وتتشارك الوحدتان 450 GB/s من NVLink-C2C لذلك المعالج.</translation>
    </message>
    <message>
        <source>A device that computes in this plan has not been measured. The speed of another device is used, so the times serve only to compare plans. Run &quot;stowagectl devices --measure&quot; once on the machine with the unmeasured device.</source>
        <translation>في هذه الخطة معالج يُجري الحساب ولم يُقَس. تُستخدم بدلًا من معدّلاته معدّلات معالج آخر، فلا تصلح الأزمنة إلا لمقارنة الخطط. لقياس المعالج شغّل &quot;stowagectl devices --measure&quot; مرة واحدة على الحاسوب الذي فيه هذا المعالج.</translation>
    </message>
    <message>
        <source>These times are for an assumed card: %1.</source>
        <translation>هذه أزمنة بطاقة مفترضة: %1.</translation>
    </message>
    <message>
        <source>Write a model&apos;s module tree as .tree.json, optionally with your own Python</source>
        <translation>كتابة وحدات النموذج في .tree.json، وبـ Python الخاص بك أيضًا</translation>
    </message>
    <message>
        <source>Print a script that completes options in bash, zsh or fish</source>
        <translation>طباعة برنامج نصي يكمل الخيارات في bash أو zsh أو fish</translation>
    </message>
    <message>
        <source>Checkpoint file or folder</source>
        <translation>ملف أو مجلد نقطة حفظ</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, config.json, .tree.json, &quot;-&quot;, or a project</source>
        <translation>ملف أو مجلد نقطة حفظ، أو config.json، أو .tree.json، أو &quot;-&quot;، أو مشروع</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, .tree.json, or a project</source>
        <translation>ملف أو مجلد نقطة حفظ، أو .tree.json، أو مشروع</translation>
    </message>
    <message>
        <source>Checkpoint file, index or folder</source>
        <translation>ملف أو فهرس أو مجلد نقطة حفظ</translation>
    </message>
    <message>
        <source>Checkpoint file or folder, config.json, or your own class or function: package.net:Net</source>
        <translation>ملف نقطة حفظ أو مجلدها، أو config.json، أو صنف أو دالة لك: package.net:Net</translation>
    </message>
    <message>
        <source>Folder to write into, created if missing</source>
        <translation>المجلد الذي يُكتب فيه، ويُنشأ إن لم يوجد</translation>
    </message>
    <message>
        <source>Folder for index.json and one .dat per tensor, created if missing</source>
        <translation>مجلد لـ index.json وملف .dat لكل موتر، ويُنشأ إن لم يوجد</translation>
    </message>
    <message>
        <source>New or empty folder for the copy</source>
        <translation>مجلد جديد أو فارغ للنسخة</translation>
    </message>
    <message>
        <source>Each file is copied with holes instead of the tensor data.</source>
        <translation>يُنسخ كل ملف بلا موتراته، وفي مكانها فراغات.</translation>
    </message>
    <message>
        <source>The first device map: a file, the output of plan --json, &quot;-&quot; or the map itself</source>
        <translation>الخريطة الأولى: ملف، أو ناتج plan --json، أو &quot;-&quot;، أو الخريطة نفسها</translation>
    </message>
    <message>
        <source>The second device map</source>
        <translation>الخريطة الثانية</translation>
    </message>
    <message>
        <source>File for the logits, as float32</source>
        <translation>أين تُكتب logits، بنوع float32</translation>
    </message>
    <message>
        <source>A machine that is reachable by ssh, or localhost</source>
        <translation>جهاز يصل إليه ssh، أو localhost</translation>
    </message>
    <message>
        <source>MACHINE:ADDRESS names the address to listen on.</source>
        <translation>MACHINE:ADDRESS يحدد العنوان الذي يُستمع عليه.</translation>
    </message>
    <message>
        <source>The other machine</source>
        <translation>الجهاز الآخر</translation>
    </message>
    <message>
        <source>bash, zsh or fish</source>
        <translation>bash أو zsh أو fish</translation>
    </message>
    <message>
        <source>Levels of modules below the model to show (all)</source>
        <translation>عدد مستويات الوحدات المعروضة تحت النموذج (الكل)</translation>
    </message>
    <message>
        <source>List every tensor with file, offset and bytes</source>
        <translation>سرد كل موتر مع الملف والإزاحة والبايتات</translation>
    </message>
    <message>
        <source>Sum parameters and bytes by class</source>
        <translation>جمع المُعامِلات والبايتات حسب الصنف</translation>
    </message>
    <message>
        <source>Show every step of the planner and the effect of each no-split class</source>
        <translation>عرض كل خطوات المخطِّط وأثر كل صنف لا يُقسَّم</translation>
    </message>
    <message>
        <source>Show results for a range: gpus=1..4, or with doubling: context=2048..131072*2; at most two ranges</source>
        <translation>إظهار نتائج كل قيمة في مدى: gpus=1..4، أو بالمضاعفة: context=2048..131072*2؛ مديان على الأكثر</translation>
    </message>
    <message>
        <source>The output has one JSON object per line. The variables are context, batch, prompt, generate, prefill_chunk, kv_dtype, dtype, gpus, link, window, and the limit of a device.</source>
        <translation>كائن JSON في كل سطر. المتغيرات هي context وbatch وprompt وgenerate وprefill_chunk وkv_dtype وdtype وgpus وlink وwindow وحد جهاز.</translation>
    </message>
    <message>
        <source>Save the plan in this project (.stowage); the plan is named Plan unless --variant is given</source>
        <translation>حفظ الخطة في هذا المشروع (‎.stowage)؛ واسم الخطة Plan ما لم يُعطَ ‎--variant</translation>
    </message>
    <message>
        <source>Settings of another engine from which the plan is derived</source>
        <translation>التوضيع الذي يصنعه محرك آخر من إعداداته</translation>
    </message>
    <message>
        <source>The value is a file, &quot;-&quot;, or the command line, environment variable or device map itself.</source>
        <translation>ملف، أو &quot;-&quot;، أو سطر الأوامر أو المتغير أو الخريطة نفسها.</translation>
    </message>
    <message>
        <source>Engine whose settings --import reads (recognised by the words in the settings)</source>
        <translation>المحرك الذي يقرأ ‎--import إعداداته (يُعرف من كلماتها)</translation>
    </message>
    <message>
        <source>One of %1.</source>
        <translation>أحد هذه: %1.</translation>
    </message>
    <message>
        <source>Log of an engine: its memory figures are compared with the estimate</source>
        <translation>ما طبعه محرك عن ذاكرته، لمقارنة كل رقم بالتقدير</translation>
    </message>
    <message>
        <source>A file, or &quot;-&quot;, with the output of PyTorch, vLLM, SGLang or llama.cpp.</source>
        <translation>ملف، أو &quot;-&quot;، فيه ما طبعه PyTorch أو vLLM أو SGLang أو llama.cpp.</translation>
    </message>
    <message>
        <source>ttft is the time to the first token in seconds. tps is the number of tokens per second of each sequence.</source>
        <translation>ttft هي الثواني حتى الرمز الأول، وtps هي رموز كل تسلسل في الثانية.</translation>
    </message>
    <message>
        <source>Estimate all plans of a project, one line each</source>
        <translation>تقدير كل خطط المشروع، كل منها في سطر</translation>
    </message>
    <message>
        <source>Engine that the plan is written for, such as vllm or llama.cpp</source>
        <translation>المحرك الذي تُكتب له الخطة، مثل vllm أو llama.cpp</translation>
    </message>
    <message>
        <source>Format: safetensors, pth, per-tensor or offload</source>
        <translation>الصيغة: safetensors أو pth أو per-tensor أو offload</translation>
    </message>
    <message>
        <source>per-tensor writes one .pt file per tensor. offload writes an offload folder in Accelerate&apos;s format.</source>
        <translation>‏per-tensor ملف ‎.pt لكل موتر؛ وoffload هو المجلد الذي يفرّغ فيه Accelerate.</translation>
    </message>
    <message>
        <source>Folder for files that the exported command or script needs; created if missing</source>
        <translation>مجلد للملفات التي يحتاجها الأمر، ويُنشأ إن لم يوجد</translation>
    </message>
    <message>
        <source>Document to write: .html, .md, .csv or .svg</source>
        <translation>المستند المكتوب: ‎.html أو ‎.md أو ‎.csv أو ‎.svg</translation>
    </message>
    <message>
        <source>.html and .md contain all plans of a project, .csv contains the bytes of the plans by device, and .svg shows the board of one plan.</source>
        <translation>في ‎.html و‎.md كل خطط المشروع، وفي ‎.csv بايتاتها حسب الجهاز، وفي ‎.svg لوحة إحداها.</translation>
    </message>
    <message>
        <source>The .tree.json to write (net.tree.json for your own code)</source>
        <translation>ملف ‎.tree.json المكتوب (net.tree.json لشيفرتك)</translation>
    </message>
    <message>
        <source>Export even if Stowage cannot determine whether the plan fits</source>
        <translation>التصدير حتى لو لم يُعرف هل تتسع له الأجهزة</translation>
    </message>
    <message>
        <source>Replace an existing file even if it was not written by stowagectl tree</source>
        <translation>استبدال ملف موجود حتى لو لم يكتبه هذا الأمر</translation>
    </message>
    <message>
        <source>Records of loads, runs and chains to include, in addition to those of the project</source>
        <translation>سجلات أخرى للتحميل والتشغيل والسلاسل تُضمَّن</translation>
    </message>
    <message>
        <source>The records are files that the Stowage window stores, or the JSON output of load, run and compare.</source>
        <translation>ملفات تحفظها النافذة، أو JSON من load وrun وcompare.</translation>
    </message>
    <message>
        <source>Seconds after which Python is stopped (120)</source>
        <translation>الثواني التي يُوقَف Python بعدها (120)</translation>
    </message>
    <message>
        <source>Architecture, such as gpt2, raschka-gpt2, llama-7b or llama-tiny (gpt2)</source>
        <translation>المعمارية، مثل gpt2 أو raschka-gpt2 أو llama-7b أو llama-tiny (gpt2)</translation>
    </message>
    <message>
        <source>gpt2 and raschka-gpt2, each also with -medium, -large or -xl; llama-7b; and, with a few megabytes, llama-tiny, mistral-tiny, mixtral-tiny, qwen2-tiny, qwen3-tiny, bert-tiny, t5-tiny and mamba-tiny.</source>
        <translation>‏gpt2 وraschka-gpt2، ولكل منهما ‎-medium و‎-large و‎-xl؛ وllama-7b؛ وببضعة ميغابايتات: llama-tiny وmistral-tiny وmixtral-tiny وqwen2-tiny وqwen3-tiny وbert-tiny وt5-tiny وmamba-tiny.</translation>
    </message>
    <message>
        <source>Cast floating-point tensors: float16, bfloat16, float32 or float64</source>
        <translation>تحويل (cast) موترات الفاصلة العائمة: float16 أو bfloat16 أو float32 أو float64</translation>
    </message>
    <message>
        <source>Data type: float32, float16, bfloat16 or float64 (float32)</source>
        <translation>نوع البيانات: float32 أو float16 أو bfloat16 أو float64 (float32)</translation>
    </message>
    <message>
        <source>File format: safetensors, pth, or per-tensor (safetensors)</source>
        <translation>صيغة الملف: safetensors أو pth أو per-tensor (safetensors)</translation>
    </message>
    <message>
        <source>per-tensor writes one .pt file per tensor.</source>
        <translation>‏per-tensor ملف ‎.pt لكل موتر.</translation>
    </message>
    <message>
        <source>Maximum total size of the tensors in one safetensors shard; an index file lists the shards</source>
        <translation>أقصى بايتات للموترات في ملف safetensors واحد؛ ويُكتب فهرس</translation>
    </message>
    <message>
        <source>A larger tensor is written to a separate file. Headers are not included in the size.</source>
        <translation>للموتر الأكبر ملف خاص به. ولا تُحسب الترويسات.</translation>
    </message>
    <message>
        <source>Seed of the weights (0)</source>
        <translation>بذرة الأوزان (0)</translation>
    </message>
    <message>
        <source>Weights: default, or perturbed = random norms and biases (default)</source>
        <translation>الأوزان: default، أو perturbed = قيم عشوائية للتسوية والانحياز أيضًا (default)</translation>
    </message>
    <message>
        <source>Continue an interrupted command; repeat its options</source>
        <translation>متابعة تشغيل قُطع، بالخيارات نفسها</translation>
    </message>
    <message>
        <source>Print the copy as JSON lines, as stowagectl serve sends them</source>
        <translation>طباعة النسخة أسطر JSON كما يرسلها serve</translation>
    </message>
    <message>
        <source>Name of the machine with the weights, to store in the copy</source>
        <translation>اسم الجهاز الذي فيه الأوزان، ليُذكر في النسخة</translation>
    </message>
    <message>
        <source>Folder in which models may be read; repeatable (the home folder)</source>
        <translation>مجلد يُسمح بقراءة النماذج فيه؛ يمكن تكراره (المجلد الرئيسي)</translation>
    </message>
    <message>
        <source>Prompt as token IDs (1,2,3)</source>
        <translation>المطالبة بأرقام الرموز (1,2,3)</translation>
    </message>
    <message>
        <source>Recorded cases, one JSON object per line, or &quot;-&quot;</source>
        <translation>حالات مسجَّلة، كائن JSON في كل سطر، أو &quot;-&quot;</translation>
    </message>
    <message>
        <source>File of the module trees that the cases refer to</source>
        <translation>الأشجار التي تذكرها الحالات</translation>
    </message>
    <message>
        <source>Print each answer as a line of JSON instead of comparing it</source>
        <translation>طباعة كل جواب سطر JSON، دون مقارنة</translation>
    </message>
    <message>
        <source>List the cards that --gpus accepts by name, with their published figures</source>
        <translation>سرد البطاقات التي يعرفها --gpus بالاسم، مع أرقامها المنشورة</translation>
    </message>
    <message>
        <source>Measure the speed of memory, disk and matrix products; takes about 10 seconds</source>
        <translation>قياس الذاكرة والقرص وضرب المصفوفات نحو 10 ثوانٍ</translation>
    </message>
    <message>
        <source>The rates are stored and used to predict times.</source>
        <translation>تُحفظ المعدلات وتُستخدم في الأزمنة المتوقَّعة.</translation>
    </message>
    <message>
        <source>Folder on the disk to measure (the user&apos;s cache folder)</source>
        <translation>مجلد على القرص المراد قياسه (مجلد المستخدم للذاكرة المؤقتة)</translation>
    </message>
    <message>
        <source>A file is written to the folder and then removed.</source>
        <translation>يُكتب فيه ملف ثم يُزال.</translation>
    </message>
    <message>
        <source>Maximum size of the file that --measure writes (160MiB)</source>
        <translation>أقصى حجم للملف الذي يكتبه ‎--measure‏ (160MiB)</translation>
    </message>
    <message>
        <source>Check the CUDA devices instead of a simulated GPU</source>
        <translation>فحص أجهزة CUDA بدلًا من ذلك</translation>
    </message>
    <message>
        <source>Prompt as token IDs, such as 15496,11,995; repeat it for more prompts</source>
        <translation>المطالبة بأرقام الرموز، مثل 15496,11,995؛ يمكن تكراره</translation>
    </message>
    <message>
        <source>Several prompts of any length run in the same forward passes.</source>
        <translation>تعمل مطالبات عدة بأي طول في التمريرات نفسها.</translation>
    </message>
    <message>
        <source>File with the model&apos;s input array, such as the pixel values of an image</source>
        <translation>مصفوفة لنموذج يأخذها، مثل قيم بكسلات صورة</translation>
    </message>
    <message>
        <source>The array is float32. An image has the shape channels x height x width. A prompt is optional.</source>
        <translation>float32، وللصورة قنوات x ارتفاع x عرض؛ مع مطالبة أو بدونها.</translation>
    </message>
    <message>
        <source>Tokens to generate after the prompt, one pass per token (0)</source>
        <translation>عدد الرموز المولَّدة، كل منها في تمريرة خاصة به (0)</translation>
    </message>
    <message>
        <source>Sample tokens at this temperature; without it, the most likely token is taken</source>
        <translation>سحب الرموز بهذه الحرارة (يُؤخذ الأرجح)</translation>
    </message>
    <message>
        <source>Values above 1 make the probabilities more even. Values below 1 make the probabilities less even.</source>
        <translation>فوق 1 تتقارب الاحتمالات، وتحت 1 تتباعد.</translation>
    </message>
    <message>
        <source>With --temperature: draw from the N most likely tokens (all)</source>
        <translation>مع --temperature: السحب من الرموز الـ N الأكثر احتمالًا (كلها)</translation>
    </message>
    <message>
        <source>Seed for --temperature; the same seed draws the same tokens (0)</source>
        <translation>بذرة ‎--temperature؛ البذرة نفسها تعطي الرموز نفسها (0)</translation>
    </message>
    <message>
        <source>Batch size: copies of the prompt in each forward pass (1)</source>
        <translation>عدد نسخ المطالبة التي تعمل معًا (1)</translation>
    </message>
    <message>
        <source>Tokens of each prompt in one forward pass, with a KV cache (the whole prompt)</source>
        <translation>رموز كل مطالبة في تمريرة واحدة، بذاكرة مؤقتة (المطالبة كلها)</translation>
    </message>
    <message>
        <source>eager stores the attention scores of a layer in memory, fused does not (eager)</source>
        <translation>‏eager يُبقي درجات الطبقة في الذاكرة، وfused لا يُبقيها (eager)</translation>
    </message>
    <message>
        <source>With LibTorch 2, fused is faster than eager for long prompts.</source>
        <translation>مع LibTorch 2 يستغرق fused وقتًا أقل للمطالبة الطويلة.</translation>
    </message>
    <message>
        <source>First tokens of the decoder of a model such as T5 (from config.json)</source>
        <translation>أول رموز مفكك الترميز في نموذج مثل T5 (ما في config.json)</translation>
    </message>
    <message>
        <source>Number of threads that compute (one fewer than the number of cores)</source>
        <translation>عدد الخيوط التي تحسب (أقل من عدد الأنوية بواحد)</translation>
    </message>
    <message>
        <source>config.json of a model stored without one, such as an offload folder</source>
        <translation>‏config.json لنموذج مخزَّن بدونه، مثل مجلد التفريغ (offload)</translation>
    </message>
    <message>
        <source>Models that run after MODEL on the same tokens, one after another; repeatable</source>
        <translation>نماذج تعمل بعده بالرموز نفسها، واحدًا تلو الآخر؛ يمكن تكراره</translation>
    </message>
    <message>
        <source>All models are in RAM. A model is copied to the execution device as a whole when the model is called, and removed when the next model is called. b*50 calls the model b fifty times, without removing b in between.</source>
        <translation>كل النماذج في RAM. يُنسخ النموذج كاملًا إلى جهاز التنفيذ عند استدعائه ويُزال عند استدعاء التالي. ‏b*50 يستدعي b خمسين مرة ويبقى هناك أثناءها.</translation>
    </message>
    <message>
        <source>Pass each model&apos;s prompt and answer to the next model of --chain</source>
        <translation>تمرير مطالبة كل نموذج وجوابه إلى النموذج التالي في ‎--chain</translation>
    </message>
    <message>
        <source>Only models that accept these tokens receive the prompt and the answer.</source>
        <translation>لا تُمرَّر إلا إلى النماذج التي تقبل هذه الرموز.</translation>
    </message>
    <message>
        <source>Methods to compare, such as mmap,streamed (all)</source>
        <translation>الطرق المراد مقارنتها، تفصلها فواصل (الكل)</translation>
    </message>
    <message>
        <source>Load method, such as naive or mmap; auto selects a method for the plan and the files (auto)</source>
        <translation>طريقة التحميل؛ auto يختار حسب الخطة والملفات (auto)</translation>
    </message>
    <message>
        <source>Simulate the load without reading any weights</source>
        <translation>محاكاة خطوات التحميل دون لمس الأوزان</translation>
    </message>
    <message>
        <source>A dry run also works with a .tree.json, and with models and devices larger than this machine.</source>
        <translation>يصلح أيضًا لملف ‎.tree.json، ولنماذج وأجهزة أكبر من هذا الجهاز.</translation>
    </message>
    <message>
        <source>Compare every loaded byte with the file</source>
        <translation>مقارنة كل بايت محمَّل بالملف</translation>
    </message>
    <message>
        <source>Verify the load and print the SHA-256 of each tensor</source>
        <translation>التحقق وطباعة بصمة SHA-256 لكل موتر</translation>
    </message>
    <message>
        <source>Load even if the pre-flight check refuses the plan</source>
        <translation>التحميل حتى لو رفض الفحص المسبق الخطة</translation>
    </message>
    <message>
        <source>RAM limit of the load</source>
        <translation>أقصى ما يجوز للتحميل أن يشغله من RAM</translation>
    </message>
    <message>
        <source>The limit applies to %1. The limit is enforced by the pre-flight check, by a watchdog that stops the load and, if possible, by a control group.</source>
        <translation>الحد على: %1. ويفرضه الفحص المسبق، ومراقِب يوقف التحميل، ومجموعة تحكم إن أمكن.</translation>
    </message>
    <message>
        <source>Page cache of the files before each load: as-is, cold or warm (as-is)</source>
        <translation>ذاكرة الصفحات المؤقتة للملفات قبل كل تحميل: as-is أو cold أو warm (as-is)</translation>
    </message>
    <message>
        <source>cold drops the pages of the files with posix_fadvise DONTNEED. warm reads the files once.</source>
        <translation>‏cold: ‏posix_fadvise DONTNEED. ‏warm: تُقرأ الملفات مرة.</translation>
    </message>
    <message>
        <source>Unused RAM before each load: as-is, or touched = written once (as-is)</source>
        <translation>الـ RAM غير المستخدمة قبل كل تحميل: as-is، أو touched = كتابتها مرة (as-is)</translation>
    </message>
    <message>
        <source>touched writes to as much free RAM as the load needs, at most nine tenths of it. A virtual machine then gets this memory from its host before the load, not during the load.</source>
        <translation>يكتب touched في الـ RAM الحرة بقدر ما يحتاج إليه التحميل، وبحد أقصى تسعة أعشارها. وهكذا تأخذ الآلة الافتراضية هذه الذاكرة من مضيفها قبل التحميل لا أثناءه.</translation>
    </message>
    <message>
        <source>Load this many times in one process; fail if memory grows (1)</source>
        <translation>عدد مرات التحميل في عملية واحدة؛ يفشل إذا ازدادت الذاكرة (1)</translation>
    </message>
    <message>
        <source>All memory is released between two loads, unless --reuse is given.</source>
        <translation>تُحرَّر كل الذاكرة بين تحميل وآخر، ما لم يُعطَ ‎--reuse.</translation>
    </message>
    <message>
        <source>With --repeat: load into the memory that the previous load used</source>
        <translation>مع ‎--repeat: التحميل في الذاكرة التي تركها التحميل السابق</translation>
    </message>
    <message>
        <source>Keep the weights loaded until the end of standard input</source>
        <translation>إبقاء الأوزان حتى ينتهي الدخل القياسي</translation>
    </message>
    <message>
        <source>During the load, the lines pause, resume and step on standard input control the load.</source>
        <translation>وأثناء التحميل تُنفَّذ أسطره pause وresume وstep.</translation>
    </message>
    <message>
        <source>The forward pass runs on the devices that store the weights. &quot;stowagectl compare&quot; compares its logits with a reference.</source>
        <translation>تعمل التمريرة على الأجهزة التي فيها الأوزان. ويقارن compare قيم logits بمرجع.</translation>
    </message>
    <message>
        <source>File of logits from stowagectl reference, to compare with the logits of --forward</source>
        <translation>قيم logits تُقارَن بها قيم ‎--forward، كما يكتبها reference</translation>
    </message>
    <message>
        <source>File of logits to compare with those of --forward, created if missing (a temporary file)</source>
        <translation>ملف logits للمقارنة بما يعطيه ‎--forward، ويُنشأ إن لم يوجد (ملف مؤقت)</translation>
    </message>
    <message>
        <source>GPUs: real, none, or simulated, such as 24GiB,24GiB (real if there are any, else none)</source>
        <translation>وحدات GPU: ‏real أو none أو مُحاكاة مثل 24GiB,24GiB (real إن وُجدت)</translation>
    </message>
    <message>
        <source>A simulated GPU is [MACHINE/]CAPACITY[*N], followed by any of :used=SIZE, :context=SIZE, :link=RATE, :allocator=KIND and :name=TEXT. CAPACITY may be the name of a card, as in rtx-4090*2 or 2x4090 (devices --catalogue lists the names). RATE is the published rate of the link. MACHINE is the name of another machine of a cluster, as in b/80GiB.</source>
        <translation>يُكتب GPU المُحاكى هكذا: ‎[MACHINE/]CAPACITY[*N]‎، وبعده أي من ‎:used=SIZE و‎:context=SIZE و‎:link=RATE و‎:allocator=KIND و‎:name=TEXT. وقد يكون CAPACITY بطاقة، كما في rtx-4090*2 أو 2x4090 (يسردها devices --catalogue)؛ وRATE هو المعدل المنشور للوصلة؛ وMACHINE اسم جهاز آخر في عنقود، كما في b/80GiB.</translation>
    </message>
    <message>
        <source>Accelerate&apos;s max_memory, such as 0=10GiB,1=10GiB,cpu=30GiB</source>
        <translation>‏max_memory في Accelerate، مثل 0=10GiB,1=10GiB,cpu=30GiB</translation>
    </message>
    <message>
        <source>The value may also be a Python dict: {0: &apos;10GiB&apos;, &apos;cpu&apos;: &apos;30GiB&apos;}. A number without a unit is in bytes.</source>
        <translation>ويُكتب أيضًا قاموس Python: ‏{0: &apos;10GiB&apos;, &apos;cpu&apos;: &apos;30GiB&apos;}. والعدد بلا وحدة بايتات.</translation>
    </message>
    <message>
        <source>RAM to plan with; also the CPU limit unless --max-memory sets one (free RAM)</source>
        <translation>‏RAM للتخطيط؛ وهو أيضًا حد CPU ما لم يحدده ‎--max-memory‏ (RAM الحرة)</translation>
    </message>
    <message>
        <source>Free RAM is the free memory of the machine or of the process&apos;s cgroup, whichever is less, read once when the model is opened. plan --json reports the time of this reading as read_at. A plan with more RAM than this machine has can be estimated but not loaded.</source>
        <translation>‏RAM الحرة هي ما للجهاز ومجموعته cgroup، وتُقرأ مرة عند فتح النموذج؛ ويذكر plan --json الوقت في read_at. والخطة ذات RAM أكثر مما في هذا الجهاز تُقدَّر ولا تُحمَّل.</translation>
    </message>
    <message>
        <source>Disk capacity for offloaded weights (free space)</source>
        <translation>سعة القرص للأوزان المفرَّغة (المساحة الحرة)</translation>
    </message>
    <message>
        <source>A plan with more disk than this machine has can be estimated but not loaded.</source>
        <translation>الخطة ذات قرص أكبر مما في هذا الجهاز تُقدَّر ولا تُحمَّل.</translation>
    </message>
    <message>
        <source>Visible GPUs, renumbered, as in CUDA_VISIBLE_DEVICES: 1,0</source>
        <translation>وحدات GPU المرئية، بترقيم جديد، كما في CUDA_VISIBLE_DEVICES: ‏1,0</translation>
    </message>
    <message>
        <source>Allocator of simulated GPUs: native or expandable_segments (native)</source>
        <translation>مخصِّص وحدات GPU المُحاكاة: native أو expandable_segments (native)</translation>
    </message>
    <message>
        <source>The option corresponds to PYTORCH_CUDA_ALLOC_CONF in PyTorch.</source>
        <translation>كما يضبطه PYTORCH_CUDA_ALLOC_CONF في PyTorch.</translation>
    </message>
    <message>
        <source>Rate and latency between machines of --gpus; repeatable (1.25GB/s:100us)</source>
        <translation>المعدل والتأخير بين أجهزة ‎--gpus؛ يمكن تكراره (1.25GB/s:100us)</translation>
    </message>
    <message>
        <source>A link without machine names applies to any two machines.</source>
        <translation>وبلا أسماء هي الوصلة بين أي جهازين.</translation>
    </message>
    <message>
        <source>Strategy: %1 (auto)</source>
        <translation>الاستراتيجية: %1 (auto)</translation>
    </message>
    <message>
        <source>Device map to use: a file, &quot;-&quot;, the map itself, a strategy, or a device</source>
        <translation>خريطة معطاة: ملف، أو &quot;-&quot;، أو الخريطة نفسها، أو كلمة مثل auto أو cpu</translation>
    </message>
    <message>
        <source>The map may be JSON, a Python dict, or a script that contains a Python dict. The words of from_pretrained are also accepted: %1.</source>
        <translation>الخريطة JSON أو قاموس Python أو برنامج نصي فيه خريطة. والكلمات كلمات from_pretrained: %1.</translation>
    </message>
    <message>
        <source>Place this module on this device; the strategy places the other modules</source>
        <translation>وضع وحدة على جهاز؛ وتخطّط الاستراتيجية للباقي؛ يمكن تكراره</translation>
    </message>
    <message>
        <source>Module classes that are never split (the no-split classes of the architecture)</source>
        <translation>الأصناف التي لا تُقسَّم (أصناف البنية نفسها)</translation>
    </message>
    <message>
        <source>As in load_hf_model: use the first N GPUs; with 1, the whole model is on one GPU</source>
        <translation>كما في load_hf_model: استخدام أدنى N من وحدات GPU؛ ومع 1 النموذج كله على واحدة</translation>
    </message>
    <message>
        <source>With --device or --max-gpu-memory, but without --num-gpus, the whole model is on one device, as in load_hf_model, even if a device map was made first. --strategy, --device-map and --max-memory correspond to the **kwargs of load_hf_model.</source>
        <translation>مع ‎--device أو ‎--max-gpu-memory، ومن دون ‎--num-gpus، يكون النموذج كله على جهاز واحد، كما في load_hf_model، حتى إذا صُنعت خريطة أجهزة من قبل. و‎--strategy و‎--device-map و‎--max-memory تقابل ‎**kwargs الخاصة بـ load_hf_model.</translation>
    </message>
    <message>
        <source>As in load_hf_model: one limit for each GPU (85 % of its free memory)</source>
        <translation>كما في load_hf_model: حد لكل GPU ‏(85% من ذاكرته الحرة)</translation>
    </message>
    <message>
        <source>As in load_hf_model: cpu, cuda, one GPU such as cuda:1, or mps (cuda)</source>
        <translation>كما في load_hf_model: ‏cpu أو cuda أو GPU واحد مثل cuda:1 أو mps ‏(cuda)</translation>
    </message>
    <message>
        <source>mps means a machine whose CPU and GPU share one memory. A plan for mps cannot be loaded.</source>
        <translation>‏mps جهاز بذاكرة واحدة لـ CPU وGPU؛ ولا يمكن تحميل خطة كهذه.</translation>
    </message>
    <message>
        <source>Planner: accelerate, or transformers as in from_pretrained (depends on the model)</source>
        <translation>المخطِّط: accelerate، أو transformers كما في from_pretrained (حسب النموذج)</translation>
    </message>
    <message>
        <source>The default is transformers for a model with a class of transformers, and accelerate for other models.</source>
        <translation>والافتراضي transformers لنموذج من أصنافه، وإلا accelerate.</translation>
    </message>
    <message>
        <source>Goal of --strategy optimal: decode, prefill, mix, context or pipeline (decode)</source>
        <translation>هدف ‎--strategy optimal: ‏decode أو prefill أو mix أو context أو pipeline ‏(decode)</translation>
    </message>
    <message>
        <source>Weights of time to first token and time per token, for --objective mix (1 and --generate)</source>
        <translation>وزنا ‎--objective mix: زمن الرمز الأول، وزمن كل رمز (1 و‎--generate)</translation>
    </message>
    <message>
        <source>Place a smaller module first if the next module does not fit</source>
        <translation>أخذ وحدة أصغر أولًا إذا لم تتسع التالية</translation>
    </message>
    <message>
        <source>Do not merge entries of the device map that are on the same device</source>
        <translation>عدم دمج المداخل التي على جهاز واحد</translation>
    </message>
    <message>
        <source>Dtype of the weights (as stored)</source>
        <translation>التخطيط والتحميل بنوع dtype هذا (كما هو مخزَّن)</translation>
    </message>
    <message>
        <source>Plan with weights quantised to int8, nf4, fp4, fp8 or mxfp4 (as the config says)</source>
        <translation>التخطيط كأنه مكمَّم: int8 أو nf4 أو fp4 أو fp8 أو mxfp4 أو none</translation>
    </message>
    <message>
        <source>A plan with quantised weights cannot be loaded. none ignores the quantisation in config.json.</source>
        <translation>لا يمكن تحميل خطة بأوزان مكمَّمة. ويتجاهل none التكميم في config.json.</translation>
    </message>
    <message>
        <source>With --quantize nf4 or fp4: quantise the scales as well</source>
        <translation>مع ‎--quantize nf4 أو fp4: تكميم المقاييس أيضًا</translation>
    </message>
    <message>
        <source>Plan of a project (the current plan)</source>
        <translation>خطة من مشروع (خطته الحالية)</translation>
    </message>
    <message>
        <source>LoRA adapter to add: a folder of PEFT or of diffusers; repeatable</source>
        <translation>محوِّل LoRA يُضاف: مجلد من PEFT أو diffusers؛ يمكن تكراره</translation>
    </message>
    <message>
        <source>The adapter is not merged into the weights.</source>
        <translation>لا يُدمج المحوِّل في الأوزان.</translation>
    </message>
    <message>
        <source>Another model on the same devices, such as a draft model; repeatable</source>
        <translation>نموذج آخر على الأجهزة نفسها، مثل نموذج المسودة؛ يمكن تكراره</translation>
    </message>
    <message>
        <source>The .tree.json that the weights belong to (the .tree.json next to the weights)</source>
        <translation>ملف ‎.tree.json الذي تتبعه الأوزان (المجاور لها)</translation>
    </message>
    <message>
        <source>Class of the model that is built from a config.json (the class in the config.json)</source>
        <translation>الصنف الذي يُبنى به config.json (الذي يسميه)</translation>
    </message>
    <message>
        <source>Part of a nested PyTorch checkpoint that contains the model (the largest part)</source>
        <translation>الجزء الذي هو النموذج في نقطة حفظ PyTorch متداخلة (الأكبر)</translation>
    </message>
    <message>
        <source>Rename keys that begin with A so that they begin with B; repeatable</source>
        <translation>إعادة تسمية المفاتيح التي تبدأ بـ A لتبدأ بـ B؛ يمكن تكراره</translation>
    </message>
    <message>
        <source>module.= removes the prefix module. from the keys.</source>
        <translation>‏module.=‎ يحذف module.‎ من الأسماء.</translation>
    </message>
    <message>
        <source>Variant of a diffusers pipeline&apos;s files, such as fp16</source>
        <translation>بديل ملفات خط معالجة diffusers، مثل fp16</translation>
    </message>
    <message>
        <source>Also plan the model&apos;s layers for multi-token prediction</source>
        <translation>تخطيط طبقات توقُّع عدة رموز في النموذج أيضًا</translation>
    </message>
    <message>
        <source>Python with transformers, for models that Stowage does not know</source>
        <translation>‏Python فيه transformers، للنماذج التي لا يعرفها Stowage</translation>
    </message>
    <message>
        <source>Python runs in a separate process, without network access, if Stowage does not support the model_type.</source>
        <translation>يعمل في عملية خاصة به، بلا شبكة، إذا كان model_type غير معروف.</translation>
    </message>
    <message>
        <source>Let the Python of --python run the code next to config.json</source>
        <translation>السماح لـ Python هذا بتشغيل الشيفرة المجاورة لـ config.json</translation>
    </message>
    <message>
        <source>Engine whose memory rules apply, such as vllm (transformers)</source>
        <translation>المحرك الذي تُطبَّق قواعد ذاكرته (transformers)</translation>
    </message>
    <message>
        <source>One of stowage, transformers, transformers-static, vllm, sglang, llama.cpp.</source>
        <translation>أحد هذه: stowage، transformers، transformers-static، vllm، sglang، llama.cpp.</translation>
    </message>
    <message>
        <source>Prompt length in tokens (1024; less if the model has fewer positions)</source>
        <translation>رموز كل مطالبة (1,024، أو أقل إن كانت مواضع النموذج أقل)</translation>
    </message>
    <message>
        <source>Not for run: run takes its prompts from --tokens or --prompt-text</source>
        <translation>ليس لـ run، فمطالباته من ‎--tokens أو ‎--prompt-text</translation>
    </message>
    <message>
        <source>Tokens to generate after each prompt (256; less if the model has fewer positions)</source>
        <translation>الرموز بعد كل مطالبة (256، أو أقل إن كانت مواضع النموذج أقل)</translation>
    </message>
    <message>
        <source>KV-cache dtype: float32, float16, bfloat16, fp8, int8 or q4 (the compute dtype)</source>
        <translation>المفاتيح والقيم: float32 أو float16 أو bfloat16 أو fp8 أو int8 أو q4 (نوع الحساب)</translation>
    </message>
    <message>
        <source>Data type in which the model computes (the weights&apos; dtype)</source>
        <translation>نوع البيانات الذي يحسب به النموذج (نوع الأوزان)</translation>
    </message>
    <message>
        <source>eager keeps all attention scores in memory, fused keeps none (the engine&apos;s default)</source>
        <translation>‏eager يُبقي كل الدرجات في الذاكرة، وfused لا يُبقي شيئًا (حسب المحرك)</translation>
    </message>
    <message>
        <source>Tokens of a prompt in one forward pass (the whole prompt)</source>
        <translation>رموز المطالبة في تمريرة واحدة (المطالبة كلها)</translation>
    </message>
    <message>
        <source>Images of each request, for a model that accepts images (0)</source>
        <translation>صور كل طلب، لنموذج يأخذها (0)</translation>
    </message>
    <message>
        <source>Tensor-parallel size: GPUs among which every layer is divided (1)</source>
        <translation>عدد وحدات GPU التي تحمل كل منها جزءًا متساويًا من كل طبقة (1)</translation>
    </message>
    <message>
        <source>Tensor parallelism is used instead of a device map. With vLLM and SGLang, the default is the largest number of GPUs among which the model can be divided.</source>
        <translation>يُستخدم بدلًا من خريطة أجهزة. والافتراضي مع vLLM وSGLang هو أكبر عدد يمكن تقسيم النموذج عليه.</translation>
    </message>
    <message>
        <source>Maximum number of tokens in one forward pass of vLLM (vLLM&apos;s default for the card)</source>
        <translation>رموز كل التسلسلات في تمريرة واحدة من vLLM (حسب البطاقة)</translation>
    </message>
    <message>
        <source>Share of each GPU&apos;s memory that vLLM or SGLang uses (0.92; SGLang: depends on the card)</source>
        <translation>حصة vLLM أو SGLang من ذاكرة كل GPU ‏(0.92؛ وفي SGLang حسب البطاقة)</translation>
    </message>
    <message>
        <source>With SGLang, the value is the share for weights and cache.</source>
        <translation>وفي SGLang هي حصة الأوزان والذاكرة المؤقتة.</translation>
    </message>
    <message>
        <source>Folder for weights offloaded to disk (a temporary one, removed at the end)</source>
        <translation>مجلد للأوزان على القرص (مجلد مؤقت، يُزال في النهاية)</translation>
    </message>
    <message>
        <source>Layers to prefetch while a layer computes (2)</source>
        <translation>عدد الطبقات التي تُجلب أوزانها قبل الطبقة العاملة (2)</translation>
    </message>
    <message>
        <source>Load a layer&apos;s weights only when the layer runs, as Accelerate does</source>
        <translation>جلب أوزان الطبقة عند عملها فقط، كما يفعل Accelerate</translation>
    </message>
    <message>
        <source>Device on which offloaded layers run (the lowest-numbered GPU of the map, or else the CPU)</source>
        <translation>أين تعمل الطبقات المفرَّغة (أدنى GPU في الخريطة، وإلا CPU)</translation>
    </message>
    <message>
        <source>Stream offloaded modules to a GPU or compute them on the CPU; repeatable (stream)</source>
        <translation>بث الوحدات المفرَّغة إلى GPU أو حسابها على CPU؛ يمكن تكراره (stream)</translation>
    </message>
    <message>
        <source>The last rule that names a module, or a parent of that module, applies.</source>
        <translation>تُطبَّق آخر قاعدة تسمي الوحدة أو وحدة فوقها.</translation>
    </message>
    <message>
        <source>Also offload buffers, like Accelerate&apos;s offload_buffers</source>
        <translation>تفريغ (offload) المخازن المؤقتة أيضًا، كما في offload_buffers في Accelerate</translation>
    </message>
    <message>
        <source>Accelerate&apos;s main_device: device on which offloaded layers run if there are hooks</source>
        <translation>main_device الخاص بـ Accelerate: أين تعمل الطبقات المفرَّغة (offload)، إن كانت هناك خطّافات (hooks)</translation>
    </message>
    <message>
        <source>Accelerate&apos;s force_hooks: add hooks even if the model is on one device</source>
        <translation>من Accelerate: خطّافات حتى لو كان النموذج على جهاز واحد</translation>
    </message>
    <message>
        <source>Accelerate&apos;s preload_module_classes: classes whose modules load all weights below them at once</source>
        <translation>من Accelerate: الأصناف التي تجلب وحداتها كل الأوزان التي تحتها دفعة واحدة</translation>
    </message>
    <message>
        <source>Accelerate&apos;s skip_keys: keyword arguments that hooks do not move to another device</source>
        <translation>من Accelerate: الوسائط المسمّاة (keyword arguments) التي تتركها الخطّافات (hooks) حيث هي</translation>
    </message>
    <message>
        <source>Load on each of these machines at the same time, with the stowagectl that ssh finds</source>
        <translation>التحميل على هذه الأجهزة معًا، بـ stowagectl الذي يجده ssh</translation>
    </message>
    <message>
        <source>localhost is this machine. The first machine makes the plan with its own devices. Each machine reads the paths in its own file system.</source>
        <translation>‏localhost هو هذا الجهاز. ويصنع الجهاز الأول الخطة بأجهزته. والمسارات مسارات الأجهزة نفسها.</translation>
    </message>
    <message>
        <source>Run the layers in several processes, on machines that are reachable by ssh</source>
        <translation>تشغيل الطبقات في عدة عمليات، على أجهزة يصل إليها ssh</translation>
    </message>
    <message>
        <source>Each process loads and runs some of the layers. localhost is this machine, and MODEL is a path on each machine. Activations are sent directly from address to address, without encryption or authentication. MACHINE:FIRST-LAST@ADDRESS names the address to listen on.</source>
        <translation>لكل عملية جزؤها من النموذج. ‏localhost هو هذا الجهاز، وMODEL مسار على كل جهاز. وتنتقل التنشيطات من عنوان إلى عنوان بلا تعمية ولا استيثاق؛ وMACHINE:FIRST-LAST@ADDRESS يحدد العنوان الذي يُستمع عليه.</translation>
    </message>
    <message>
        <source>Send the weights from this machine to the stages on other machines</source>
        <translation>إرسال أوزان كل مرحلة على جهاز آخر من هذا الجهاز</translation>
    </message>
    <message>
        <source>The weights are removed from the other machines at the end.</source>
        <translation>وتُزال هناك في النهاية.</translation>
    </message>
    <message>
        <source>Groups of prompts that the stages process at the same time, 1 to 64 (the number of stages)</source>
        <translation>مجموعات المطالبات في المراحل معًا، من 1 إلى 64 (بعدد المراحل)</translation>
    </message>
    <message>
        <source>The stages compute at the same time, each on a different group.</source>
        <translation>تحسب المراحل في الوقت نفسه.</translation>
    </message>
    <message>
        <source>Seconds without data after which a stage is considered failed (300)</source>
        <translation>الثواني بلا بيانات التي تُترك المرحلة بعدها (300)</translation>
    </message>
    <message>
        <source>File for the memory use of each stage, one line of JSON per second</source>
        <translation>ملف للذاكرة التي تشغلها كل مرحلة، سطر JSON في الثانية</translation>
    </message>
    <message>
        <source>Print one JSON object on standard output, for programs</source>
        <translation>طباعة كائن JSON واحد على الخرج القياسي، للبرامج</translation>
    </message>
    <message>
        <source>Write each prompt&apos;s last logits as float32 [prompts × vocabulary]</source>
        <translation>كتابة آخر logits لكل مطالبة float32 [المطالبات × المفردات]</translation>
    </message>
    <message>
        <source>For an encoder, the option writes the output values. &quot;-&quot; is standard output.</source>
        <translation>وللمرمِّز أرقامه. ‏&quot;-&quot; هو الخرج القياسي.</translation>
    </message>
    <message>
        <source>Write the memory samples as CSV, with load phase and tensor name</source>
        <translation>كتابة عينات الذاكرة، مع الأطوار والموترات، في CSV</translation>
    </message>
    <message>
        <source>&quot;-&quot; is standard output.</source>
        <translation>‏&quot;-&quot; هو الخرج القياسي.</translation>
    </message>
    <message>
        <source>Folder for the memory samples of each method as CSV: METHOD.csv</source>
        <translation>مجلد لعينات ذاكرة كل طريقة في CSV: ‏METHOD.csv</translation>
    </message>
    <message>
        <source>Write the activity of devices, links and disk over time, as CSV</source>
        <translation>كتابة ما فعلته الأجهزة والوصلات والقرص، ومتى، في CSV</translation>
    </message>
    <message>
        <source>Write a JSON record of the load: plan, figures and memory curves</source>
        <translation>كتابة سجل مع خطته ومنحنياته في JSON</translation>
    </message>
    <message>
        <source>The window&apos;s history, reports and projects can read the record. If a project is loaded or run, the project then refers to the record. &quot;-&quot; is standard output.</source>
        <translation>يقرؤه سجل النافذة والتقارير والمشاريع؛ والمشروع الذي يُحمَّل أو يُشغَّل يذكره بعدها. ‏&quot;-&quot; هو الخرج القياسي.</translation>
    </message>
    <message>
        <source>Write the final position of each tensor in GPU memory, as JSON</source>
        <translation>كتابة مكان كل موتر على كل GPU في النهاية، في JSON</translation>
    </message>
    <message>
        <source>Verify the load, and write each tensor&apos;s device, dtype and verification result as CSV</source>
        <translation>التحقق، وكتابة جهاز كل موتر ونوع dtype ونتيجة المقارنة بصيغة CSV</translation>
    </message>
    <message>
        <source>Write progress and memory as JSON lines during the load</source>
        <translation>كتابة التقدم والذاكرة أسطر JSON أثناء التحميل</translation>
    </message>
    <message>
        <source>The lines are for programs that follow the load. &quot;-&quot; is standard output. compare accepts this option only with one method.</source>
        <translation>للبرامج التي تتابعه. ‏&quot;-&quot; هو الخرج القياسي؛ ويقبله compare مع طريقة واحدة.</translation>
    </message>
    <message>
        <source>Link end that this process represents</source>
        <translation>طرف الوصلة الذي تمثله هذه العملية</translation>
    </message>
    <message>
        <source>Stage that this process runs, with the layers of the stage</source>
        <translation>المرحلة التي تمثلها هذه العملية، مع طبقاتها</translation>
    </message>
    <message>
        <source>--stage-timeout of this process</source>
        <translation>‏--stage-timeout لهذه العملية</translation>
    </message>
    <message>
        <source>--micro-batches of this process</source>
        <translation>‏--micro-batches لهذه العملية</translation>
    </message>
    <message>
        <source>Number of stages that share the cores of this machine</source>
        <translation>المراحل التي تتقاسم أنوية هذا الجهاز</translation>
    </message>
    <message>
        <source>Print this help and exit</source>
        <translation>عرض هذه المساعدة والخروج</translation>
    </message>
    <message>
        <source>Print all options with their details and exit</source>
        <translation>عرض كل الخيارات بتفاصيلها والخروج</translation>
    </message>
    <message>
        <source>Show the version; with --json also those of LibTorch, Qt and the rules</source>
        <translation>عرض الإصدار؛ ومع ‎--json إصدارات LibTorch وQt والقواعد أيضًا</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>الوسائط</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>التشغيل</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>التحميل</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>الأجهزة</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>التوضيع</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>النموذج</translation>
    </message>
    <message>
        <source>Hooks and offload</source>
        <translation>الخطّافات والتفريغ</translation>
    </message>
    <message>
        <source>Several machines</source>
        <translation>عدة أجهزة</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>الخرج</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>المساعدة</translation>
    </message>
    <message>
        <source>Between processes of Stowage</source>
        <translation>بين عمليات Stowage</translation>
    </message>
    <message>
        <source>Without --python, Stowage builds the module trees of the models that it supports. With --python, the given Python builds the module tree of every model.</source>
        <translation>بلا --python تكون الوحدات هي التي يعرفها Stowage؛ ومعه تُسأل نسخة Python تلك، أيًّا كان النموذج.</translation>
    </message>
    <message>
        <source>Exit status: 0 if the device map is valid, 5 if the map is valid with warnings, 1 if the map cannot be loaded.</source>
        <translation>حالة الخروج: 0 الخريطة صالحة، 5 صالحة مع تحذيرات، 1 لا يمكن تحميلها.</translation>
    </message>
    <message>
        <source>The exit status is the same as that of &quot;stowagectl plan&quot;. The output contains comments about parts of the plan that the engine cannot express.</source>
        <translation>حالة الخروج: كما في plan. وتذكر التعليقات ما لا يستطيع المحرك التعبير عنه.</translation>
    </message>
    <message>
        <source>The folder gpt of the examples contains a model that this command creates: stowagectl sample gpt --arch raschka-gpt2</source>
        <translation>يحوي المجلد gpt في الأمثلة نموذجًا ينشئه هذا الأمر: stowagectl sample gpt --arch raschka-gpt2</translation>
    </message>
    <message>
        <source>The last example below prints a table like that of the window&apos;s lesson on loading GPT-2. To create the model of this example, run: stowagectl sample gpt --arch raschka-gpt2</source>
        <translation>يطبع المثال الأخير أدناه جدولًا كجدول الدرس الخاص بتحميل GPT-2 في النافذة. لإنشاء نموذج هذا المثال شغّل: stowagectl sample gpt --arch raschka-gpt2</translation>
    </message>
    <message>
        <source>The command reads the model one layer at a time with plain file reads, independently of the loading code.</source>
        <translation>يقرأ النموذج طبقةً طبقةً، بقراءات بسيطة لا تشترك في شيء مع التحميل.</translation>
    </message>
    <message>
        <source>a later peak, with the state dict of %1 on the host, is about as high</source>
        <translation>ذروة لاحقة، مع state dict بحجم %1 على المضيف، تبلغ الارتفاع نفسه تقريبًا</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1 (محاكاة)</translation>
    </message>
    <message>
        <source>%1 has no weights</source>
        <translation>%1 خالٍ</translation>
    </message>
    <message>
        <source>%1 has %2: %3</source>
        <translation>%1 فيه %2: %3</translation>
    </message>
    <message>
        <source>RAM increase</source>
        <translation>RAM فوق ما قبل التحميل</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>غير معروف</translation>
    </message>
    <message>
        <source>host</source>
        <translation>المضيف</translation>
    </message>
    <message>
        <source>used by others</source>
        <translation>المستخدَم من برامج أخرى</translation>
    </message>
    <message>
        <source>figures</source>
        <translation>الأرقام</translation>
    </message>
    <message>
        <source>estimated, %1</source>
        <translation>مقدَّر، %1</translation>
    </message>
    <message>
        <source>reserved (predicted)</source>
        <translation>المحجوز (متوقَّع)</translation>
    </message>
    <message>
        <source>not limited</source>
        <translation>غير محدود</translation>
    </message>
    <message>
        <source>limit for weights</source>
        <translation>حد الأوزان</translation>
    </message>
    <message>
        <source>no</source>
        <translation>لا</translation>
    </message>
    <message>
        <source>module</source>
        <translation>الوحدة</translation>
    </message>
    <message>
        <source>(whole model)</source>
        <translation>(النموذج كله)</translation>
    </message>
    <message>
        <source>Device map</source>
        <translation>خريطة الأجهزة</translation>
    </message>
    <message>
        <source>%1 more entries are omitted from this report; &quot;stowagectl plan --json&quot; prints all entries.</source>
        <translation>حُذف هنا %1 من المدخلات الأخرى؛ والأمر &quot;stowagectl plan --json&quot; يعرضها كلها.</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>التقدير</translation>
    </message>
    <message>
        <source>There is no estimate for the workload of this plan.</source>
        <translation>لا يوجد تقدير لعملها.</translation>
    </message>
    <message>
        <source>Workload: %1. Memory is calculated by the rules of %2.</source>
        <translation>العمل: %1. الذاكرة وفق قواعد %2.</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>البند</translation>
    </message>
    <message>
        <source>value</source>
        <translation>القيمة</translation>
    </message>
    <message>
        <source>basis of the value</source>
        <translation>كيف عُرف</translation>
    </message>
    <message>
        <source>estimated from rates measured on this machine</source>
        <translation>مقدَّر من معدلات قيست على هذا الجهاز</translation>
    </message>
    <message>
        <source>estimated from published rates</source>
        <translation>مقدَّر من معدلات منشورة</translation>
    </message>
    <message>
        <source>First token (prefill)</source>
        <translation>أول رمز بعد</translation>
    </message>
    <message>
        <source>Each further token (decode)</source>
        <translation>كل رمز تالٍ</translation>
    </message>
    <message>
        <source>%1; range from %2 to %3</source>
        <translation>%1؛ المدى من %2 إلى %3</translation>
    </message>
    <message>
        <source>Load time</source>
        <translation>زمن التحميل</translation>
    </message>
    <message>
        <source>predicted from rates measured on this machine</source>
        <translation>متوقَّع من معدلات قيست على هذا الجهاز</translation>
    </message>
    <message>
        <source>the disk was not measured (stowagectl devices --measure)</source>
        <translation>لم يُقَس القرص (stowagectl devices --measure)</translation>
    </message>
    <message>
        <source>Basis of the estimate</source>
        <translation>ما يستند إليه التقدير</translation>
    </message>
    <message>
        <source>Strategy: %1, which found no plan. Rules: %2.</source>
        <translation>الاستراتيجية: %1 لم تجد خطة. القواعد: %2.</translation>
    </message>
    <message>
        <source>Strategy: %1. Rules: %2.</source>
        <translation>الاستراتيجية: %1. القواعد: %2.</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>المشكلات</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>الملاحظات</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>الخطة</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>الحكم</translation>
    </message>
    <message>
        <source>tokens per second (estimated)</source>
        <translation>الرموز في الثانية (مقدَّر)</translation>
    </message>
    <message>
        <source>load time (predicted)</source>
        <translation>زمن التحميل (متوقَّع)</translation>
    </message>
    <message>
        <source>none follow</source>
        <translation>لا رموز تالية</translation>
    </message>
    <message>
        <source>The plans</source>
        <translation>الخطط</translation>
    </message>
    <message>
        <source>%1 %2 (simulated)</source>
        <translation>%1 %2 (محاكاة)</translation>
    </message>
    <message>
        <source>%1 %2 (measured)</source>
        <translation>%1 %2 (مقيس)</translation>
    </message>
    <message>
        <source>chain</source>
        <translation>سلسلة</translation>
    </message>
    <message>
        <source>done</source>
        <translation>تم</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>يختلف</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>أُلغي</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>فشل</translation>
    </message>
    <message>
        <source>%1 (%2), %3</source>
        <translation>%1 (%2)، %3</translation>
    </message>
    <message>
        <source>Memory of the %1</source>
        <translation>ذاكرة %1</translation>
    </message>
    <message>
        <source>quantity</source>
        <translation>الكمية</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>متوقَّع</translation>
    </message>
    <message>
        <source>difference from prediction</source>
        <translation>الفرق عن المتوقَّع</translation>
    </message>
    <message>
        <source>times</source>
        <translation>المرات</translation>
    </message>
    <message>
        <source>moved to %1</source>
        <translation>المنقول إلى %1</translation>
    </message>
    <message>
        <source>transfer time (measured)</source>
        <translation>زمن النقل (مقيس)</translation>
    </message>
    <message>
        <source>time of all calls (measured)</source>
        <translation>كل استدعاءاته (مقيس)</translation>
    </message>
    <message>
        <source>The %1 of %2: %3</source>
        <translation>%1 بتاريخ %2: %3</translation>
    </message>
    <message>
        <source>Recorded loads and runs</source>
        <translation>التحميلات والتشغيلات والسلاسل</translation>
    </message>
    <message>
        <source>when (UTC)</source>
        <translation>الوقت (UTC)</translation>
    </message>
    <message>
        <source>what</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>came to</source>
        <translation>النتيجة</translation>
    </message>
    <message>
        <source>time (measured)</source>
        <translation>الزمن (مقيس)</translation>
    </message>
    <message>
        <source>time (predicted)</source>
        <translation>الزمن (متوقَّع)</translation>
    </message>
    <message>
        <source>peak reserved</source>
        <translation>ذروة المحجوز</translation>
    </message>
    <message>
        <source>RAM increase (measured)</source>
        <translation>RAM فوق ما قبل التحميل (مقيس)</translation>
    </message>
    <message>
        <source>note</source>
        <translation>ملاحظة</translation>
    </message>
    <message>
        <source>Records that could not be read</source>
        <translation>سجلات تعذّرت قراءتها</translation>
    </message>
    <message>
        <source>Plans for %1</source>
        <translation>خطط %1</translation>
    </message>
    <message>
        <source>Created by Stowage on %1.</source>
        <translation>أنشأه Stowage في %1.</translation>
    </message>
    <message>
        <source>Created by Stowage on %1 for the model %2.</source>
        <translation>أنشأه Stowage في %1 عن %2.</translation>
    </message>
    <message>
        <source>1 GiB is 2^30 bytes. Simulated and estimated figures are not measurements.</source>
        <translation>1 GiB هو 2^30 بايت. ما هو محاكاة أو تقدير لم يُقَس.</translation>
    </message>
    <message>
        <source>Show cards by maximum time to first token and minimum speed: ttft=0.5,tps=30</source>
        <translation>إظهار البطاقات حسب أقصى زمن حتى الرمز الأول وأدنى سرعة: ttft=0.5,tps=30</translation>
    </message>
    <message>
        <source>Prompt as text; needs the tokenizer files next to the model</source>
        <translation>المطالبة نصًّا؛ تلزم ملفات أداة الترميز بجانب النموذج</translation>
    </message>
    <message>
        <source>After the load, run a forward pass of these token IDs, such as 1,2,3; only for raschka-gpt2</source>
        <translation>بعد التحميل، تمرير أمامي بمعرّفات الرموز هذه، مثل 1,2,3؛ لـ raschka-gpt2 فقط</translation>
    </message>
    <message>
        <source>The top level</source>
        <translation>مستواه الأعلى</translation>
    </message>
    <message>
        <source>Engine whose memory rules apply, such as transformers (stowage)</source>
        <translation>المحرك الذي تُطبَّق قواعد ذاكرته (stowage)</translation>
    </message>
    <message>
        <source>given by the map</source>
        <translation>محدد في الخريطة</translation>
    </message>
    <message>
        <source>%1 %2 (at byte %3).</source>
        <translation>%1 %2 (عند البايت %3).</translation>
    </message>
    <message>
        <source>the file</source>
        <translation>المحتوى كله</translation>
    </message>
    <message>
        <source>%1 is invalid: %2 %3 Correct it, or use an older copy.</source>
        <translation>%1 معطوب: %2 %3 صحّحه هناك، أو استخدم نسخة أقدم.</translation>
    </message>
    <message>
        <source>%1 is invalid: %2 %3. Correct it, or use an older copy.</source>
        <translation>%1 معطوب: %2 %3. صحّحه هناك، أو استخدم نسخة أقدم.</translation>
    </message>
    <message>
        <source>is not a whole number from 0 to %1</source>
        <translation>ليس عددًا صحيحًا من 0 إلى %1</translation>
    </message>
    <message>
        <source>is not a number from 0 to %1</source>
        <translation>ليس عددًا من 0 إلى %1</translation>
    </message>
    <message>
        <source>is %1, which this version does not support</source>
        <translation>هو %1، الذي لا يعرفه هذا الإصدار</translation>
    </message>
    <message>
        <source>is not a list</source>
        <translation>ليس قائمة</translation>
    </message>
    <message>
        <source>is not a list with %1 elements</source>
        <translation>ليس قائمة من %1</translation>
    </message>
    <message>
        <source>is not an object</source>
        <translation>ليس كائنًا</translation>
    </message>
    <message>
        <source>The host key of %1 is not the key in known_hosts. Ask the administrator of that machine whether the key was replaced. If it was, remove the old key: ssh-keygen -R %1</source>
        <translation>مفتاح المضيف %1 ليس المفتاح الموجود في known_hosts. اسأل مدير تلك الآلة هل استُبدل المفتاح. إن كان كذلك فاحذف المفتاح القديم: ssh-keygen -R %1</translation>
    </message>
    <message>
        <source>The host key of %1 is not in known_hosts yet. Connect once in a terminal and check the key: ssh %1</source>
        <translation>مفتاح المضيف %1 غير موجود بعد في known_hosts. اتصل مرة واحدة من الطرفية وتحقق من المفتاح: ssh %1</translation>
    </message>
    <message>
        <source>The login to %1 was denied. Stowage cannot type a password here: set up a key for this login, or start an ssh agent that has the key.</source>
        <translation>رُفض الدخول إلى %1. لا يستطيع Stowage كتابة كلمة مرور هنا: أعدّ مفتاحًا لهذا الدخول، أو شغّل وكيل ssh لديه المفتاح.</translation>
    </message>
    <message>
        <source>--strategy &quot;%1&quot; is unknown; use %2.</source>
        <translation>--strategy &quot;%1&quot; غير معروفة؛ استخدم %2.</translation>
    </message>
    <message>
        <source>--mix &quot;%1&quot;: give --objective mix and two weights of at least 0, not both 0, as in --objective mix --mix 1,256.</source>
        <translation>--mix &quot;%1&quot;: أعطِ --objective mix وعاملي ترجيح لا يقل أي منهما عن 0 وليس كلاهما 0، مثل --objective mix --mix 1,256.</translation>
    </message>
    <message>
        <source>--double-quant applies only to --quantize nf4 and fp4, not to --quantize %1.</source>
        <translation>لا ينطبق --double-quant إلا على --quantize nf4 وfp4، لا على --quantize %1.</translation>
    </message>
    <message>
        <source>%1 names %2, but --gpus specifies no GPU; add GPUs to --gpus or name another device.</source>
        <translation>%1 يذكر %2، لكن --gpus لا يعطي أي جهاز؛ أضف أجهزة إلى --gpus أو اذكر جهازًا آخر.</translation>
    </message>
    <message>
        <source>%1 names %2, but the number of GPUs in --gpus is %3; add GPUs to --gpus or name another device.</source>
        <translation>%1 يذكر %2، لكن --gpus يعطي %3؛ أضف أجهزة إلى --gpus أو اذكر جهازًا آخر.</translation>
    </message>
    <message>
        <source>--pin places &quot;%1&quot; on two devices; keep one of the two.</source>
        <translation>يعطي --pin الوحدة &quot;%1&quot; جهازين؛ أبقِ أحدهما.</translation>
    </message>
    <message>
        <source>the disk cannot compute; use a GPU or the CPU.</source>
        <translation>لا شيء يمكنه الحساب على القرص؛ استخدم GPU أو CPU.</translation>
    </message>
    <message>
        <source>--execution-device sets the same device; give only one of the two options.</source>
        <translation>--execution-device يقول الشيء نفسه؛ أعطِ أحدهما.</translation>
    </message>
    <message>
        <source>%1 names %2, which is not one of the devices; use a GPU of --gpus, or the CPU.</source>
        <translation>يذكر %1 %2، وهو ليس من الأجهزة؛ استخدم أحد أجهزة --gpus، أو CPU.</translation>
    </message>
    <message>
        <source>%1 names %2, but the CPU and the disk are in another machine; use the CPU or a GPU of that machine.</source>
        <translation>يذكر %1 %2، وهو ليس في الحاسوب الذي لديه CPU والقرص؛ استخدم إحدى وحدات GPU فيه، أو CPU.</translation>
    </message>
    <message>
        <source>Offload buffers</source>
        <translation>إنزال المخازن المؤقتة</translation>
    </message>
    <message>
        <source>Offload the buffers</source>
        <translation>تفريغ (offload) المخازن المؤقتة أيضًا</translation>
    </message>
    <message>
        <source>Keep buffers on the GPUs</source>
        <translation>إبقاء المخازن المؤقتة على وحدات GPU</translation>
    </message>
    <message>
        <source>Fallback allocation</source>
        <translation>التخصيص البديل</translation>
    </message>
    <message>
        <source>If a module does not fit, place a smaller one first</source>
        <translation>أخذ وحدات أصغر أولًا حيث لا تكفي الذاكرة لوحدة</translation>
    </message>
    <message>
        <source>Place modules in their order</source>
        <translation>أخذ الوحدات بترتيبها</translation>
    </message>
    <message>
        <source>Unclean map</source>
        <translation>خريطة غير مدمجة</translation>
    </message>
    <message>
        <source>Keep one map entry per module</source>
        <translation>إبقاء مدخل لكل وحدة</translation>
    </message>
    <message>
        <source>Merge device map entries</source>
        <translation>دمج مداخل الجهاز الواحد</translation>
    </message>
    <message>
        <source>Main device</source>
        <translation>الجهاز الرئيسي</translation>
    </message>
    <message>
        <source>Forced hooks</source>
        <translation>فرض الخطافات</translation>
    </message>
    <message>
        <source>Preloaded classes</source>
        <translation>الأصناف المحمّلة مسبقًا</translation>
    </message>
    <message>
        <source>Offloaded modules</source>
        <translation>الوحدات المُنزَلة</translation>
    </message>
    <message>
        <source>on</source>
        <translation>مفعّل</translation>
    </message>
    <message>
        <source>off</source>
        <translation>معطّل</translation>
    </message>
    <message>
        <source>give an object</source>
        <translation>أعطِ كائنًا</translation>
    </message>
    <message>
        <source>Request to start from, as &quot;request&quot; in plan --json; typed options replace parts</source>
        <translation>الطلب الذي يُبدأ منه، كما في &quot;request&quot; في plan --json؛ وتحل الخيارات المكتوبة محل أجزاء منه</translation>
    </message>
    <message>
        <source>The value is a file, &quot;-&quot;, or the JSON object itself.</source>
        <translation>القيمة ملف أو &quot;-&quot; أو كائن JSON نفسه.</translation>
    </message>
    <message>
        <source>Only 1 of %1 machines loaded the model: %2, in %3.</source>
        <translation>حمّلت آلة واحدة فقط من %1 النموذج: %2، في %3.</translation>
    </message>
    <message>
        <source>The ssh process of this machine that was connected to %1 was terminated by signal %2.</source>
        <translation>أُنهيت عملية ssh على هذه الآلة، وهي المتصلة بـ %1، بالإشارة %2.</translation>
    </message>
    <message>
        <source>The process on %1 was killed. If memory ran out there, use the load method streamed or --ram-limit.</source>
        <translation>أُنهيت العملية على %1 قسرًا. إذا نفدت الذاكرة هناك فاستخدم طريقة التحميل streamed أو --ram-limit.</translation>
    </message>
    <message>
        <source>%1 cannot be reached: %2</source>
        <translation>يتعذّر الوصول إلى %1: %2</translation>
    </message>
    <message>
        <source>The connection to %1 failed or was lost, or the process on that machine was killed, for example because memory ran out.</source>
        <translation>فشل الاتصال بـ %1 أو انقطع، أو أُنهيت عمليته هناك قسرًا، كما يحدث عند نفاد الذاكرة.</translation>
    </message>
    <message>
        <source>The program stowagectl on %1 exited with status %2, and its output does not come from Stowage; install Stowage&apos;s stowagectl on that machine.</source>
        <translation>البرنامج المسمى stowagectl على %1 انتهى بالحالة %2 ولم يُجب بما يجيب به stowagectl.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; %2.</source>
        <translation>&quot;%1&quot; %2.</translation>
    </message>
    <message>
        <source>%1 cannot be used with a model on another machine.</source>
        <translation>لا يمكن استخدام %1 مع نموذج على جهاز آخر.</translation>
    </message>
    <message>
        <source>stowagectl %1 cannot use a model on another machine.</source>
        <translation>لا يمكن للأمر stowagectl %1 استخدام نموذج على جهاز آخر.</translation>
    </message>
    <message>
        <source>%1 has not confirmed the end of the load.</source>
        <translation>لم يؤكّد %1 انتهاء التحميل.</translation>
    </message>
    <message>
        <source>The loads were interrupted, but these machines have not confirmed the end of their loads: %1.</source>
        <translation>قوطعت عمليات التحميل، لكن هذه الأجهزة لم تؤكّد انتهاء تحميلها: %1.</translation>
    </message>
    <message>
        <source>Do one job that another process of Stowage writes to standard input</source>
        <translation>تنفيذ مهمة واحدة تكتبها عملية أخرى من Stowage على الإدخال القياسي</translation>
    </message>
    <message>
        <source>Show the devices of this machine, with the stowagectl that ssh finds</source>
        <translation>عرض أجهزة هذا الجهاز باستخدام stowagectl الذي يجده ssh</translation>
    </message>
    <message>
        <source>End, and free all memory, after this many seconds without a request (never)</source>
        <translation>الإنهاء وتحرير كل الذاكرة بعد هذا العدد من الثواني بلا طلب (أبدًا)</translation>
    </message>
</context>
<context>
    <name>stowage::AccuracyPoint</name>
    <message>
        <source>%1, run after loading with %2</source>
        <translation>%1، تشغيل بعد تحميل بطريقة %2</translation>
    </message>
    <message>
        <source>%1, load with %2</source>
        <translation>%1، تحميل بطريقة %2</translation>
    </message>
</context>
<context>
    <name>stowage::AllocatorModel</name>
    <message>
        <source>The device has too little free memory for %1: %2 of %3 is reserved.</source>
        <translation>لا يتسع الجهاز لـ %1: المحجوز %2 من %3.</translation>
    </message>
</context>
<context>
    <name>stowage::AllowedFolders</name>
    <message>
        <source>There is no folder %1.</source>
        <translation>لا يوجد مجلد %1.</translation>
    </message>
    <message>
        <source>%1 does not exist in the served folders (%2).</source>
        <translation>لا يوجد شيء عند %1 في المجلدات المتاحة للقراءة: %2.</translation>
    </message>
    <message>
        <source>%1 is a project, whose model may be outside the served folders. Request the model instead of the project.</source>
        <translation>%1 مشروع قد يكون نموذجه في أي مكان؛ اطلب النموذج نفسه.</translation>
    </message>
    <message>
        <source>%1 exists, but is not in the served folders (%2). In the window, add its folder to the machine&apos;s folders; otherwise, use serve --allow.</source>
        <translation>%1 موجود لكنه ليس في المجلدات المتاحة (%2). في النافذة أضف مجلده إلى مجلدات الجهاز؛ وإلا فاستخدم serve --allow.</translation>
    </message>
</context>
<context>
    <name>stowage::AppendFile</name>
    <message>
        <source>%1 has no stored bytes.</source>
        <translation>ليس لـ %1 بايتات محتفَظ بها.</translation>
    </message>
</context>
<context>
    <name>stowage::ArchiveReader</name>
    <message>
        <source>%1 contains two pickles, %2 and %3, but only one is allowed.</source>
        <translation>يحوي %1 ملفَّي pickle، هما %2 و%3، ولا يُسمح إلا بواحد.</translation>
    </message>
    <message>
        <source>%1 is an archive of NumPy arrays (.npz), which is not supported. Unpack the archive into a folder and open the folder, or save the arrays with safetensors.numpy.save_file.</source>
        <translation>%1 هو أرشيف المصفوفات الخاص بـ NumPy (.npz)، وهو لا يُقرأ؛ فُكّه في مجلد، يمكن فتحه، أو احفظه بالدالة safetensors.numpy.save_file.</translation>
    </message>
    <message>
        <source>%1 is a zip file, but not a PyTorch checkpoint: it has no data.pkl; save the state dict with torch.save, or unpack the archive.</source>
        <translation>%1 ملف zip، لكنه ليس نقطة حفظ PyTorch: ليس فيه data.pkl؛ احفظ state dict بالدالة torch.save، أو فُكّ ما فيه.</translation>
    </message>
    <message>
        <source>%1 has a byteorder record of %2 bytes, which is too large.</source>
        <translation>في %1 سجل byteorder من %2 بايت، وهو أكبر من اللازم.</translation>
    </message>
    <message>
        <source>%1 stores its tensors in the byte order %2; only little-endian files are supported.</source>
        <translation>يخزّن %1 موتراته بترتيب البايتات %2؛ ولا تُقرأ إلا ملفات little-endian.</translation>
    </message>
    <message>
        <source>The pickle %1 of %2 has %3 bytes; the limit is %4.</source>
        <translation>حجم الـ pickle %1 في %2 هو %3 بايت؛ ولا يُقرأ أكثر من %4.</translation>
    </message>
    <message>
        <source>The checksum of %1 in %2 does not match its bytes; the file may be damaged.</source>
        <translation>المجموع الاختباري لـ %1 في %2 لا يطابق بايتاته؛ قد يكون الملف تالفًا.</translation>
    </message>
    <message>
        <source>refers to the record %1, which does not exist</source>
        <translation>يشير إلى السجل %1، وهو غير موجود</translation>
    </message>
    <message>
        <source>%1 is a frozen TorchScript archive (torch.jit.freeze): its tensors are constants of its code and no longer have names. Open the model&apos;s state dict or an archive that was saved before freezing.</source>
        <translation>%1 أرشيف TorchScript مجمَّد (torch.jit.freeze): موتراته ثوابت في شيفرته ولم تعد لها أسماء؛ افتح state dict النموذج، أو الأرشيف كما كان قبل تجميده.</translation>
    </message>
</context>
<context>
    <name>stowage::BlockCheck</name>
    <message>
        <source>%1 is a %2, which must not be split, but it is on %3 and therefore runs on %4. Accelerate moves the inputs of modules that the map names, but not the values that the block itself adds: if a sum uses both, Accelerate fails with %5. Move the block to one device.</source>
        <translation>%1 من الصنف %2، الذي يجب ألّا يُقسَّم، لكنه يقع على %3 ولذلك يعمل على %4. ينقل Accelerate ما يدخل إلى وحدة تسمّيها الخريطة، لا ما تجمعه الكتلة بنفسها: وحيث يأخذ الجمع الاثنين يتوقف بالخطأ %5. انقله إلى جهاز واحد.</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split, but only its submodules have entries in the map. They run on %3, and the input of the block arrives on %4. Accelerate does not move values that bypass a submodule: if the block adds such values, Accelerate fails with %5. Put the whole block on one device.</source>
        <translation>%1 من الصنف %2، الذي يجب ألّا يُقسَّم، لكن لأجزائه وحدها مداخل في الخريطة. تعمل هذه على %3، بينما يصل دخله على %4. ولا شيء ينقل ما يمر بجانب أحد الأجزاء: وحيث تجمعه الكتلة، يتوقف Accelerate بالخطأ %5. أعطِ الكتلة كلها جهازًا واحدًا.</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split, but it is on %3. The forward pass works because the whole block runs on %4: each forward pass copies the other weights of the block to that device.</source>
        <translation>%1 من الصنف %2، الذي يجب ألّا يُقسَّم، لكنه يقع على %3. وهذا يعمل، لأنه كله يعمل على %4، حيث يجلب كل تمرير أمامي البقية.</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split. The block runs on %4, but the map puts %3, which has no weights, on another device. If a module with its own entry uses the output of %3, the forward pass works, but copies the output. If the block itself uses the output, Accelerate fails with %5. Move the block to one device.</source>
        <translation>%1 من الصنف %2 الذي يجب ألا يُقسم، لكن الخريطة تضع %3، الذي لا أوزان له، على جهاز غير جهاز البقية التي تعمل على %4. حيث يأخذ ناتجه جزء له مدخل خاص يعمل بنسخ في كل تمرير أمامي؛ وحيث تحسب به الكتلة يتوقف Accelerate بالرسالة %5. انقله إلى جهاز واحد.</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split, but it is on %3 and therefore runs on %4. Only single layers are separate. If a layer with its own entry uses the output of a separate layer, as after a norm of GPT-2, the forward pass works, but copies the output. If the block itself uses the output, as in BERT, Accelerate fails with %5. Move the block to one device.</source>
        <translation>%1 من الصنف %2 الذي يجب ألا يُقسم، لكنه على %3 فيعمل على %4؛ والمنفصل طبقات مفردة فقط. حيث تأخذ ناتجها طبقة أخرى لها مدخل، كما بعد تسوية GPT-2، يعمل بنسخ في كل تمرير أمامي؛ وحيث تحسب به الكتلة نفسها، كما في BERT، يتوقف Accelerate بالرسالة %5. انقله إلى جهاز واحد.</translation>
    </message>
    <message>
        <source>%1 is a %2, which must not be split, but only the submodules of its %3 have entries in the map. They run on %4. Accelerate does not move values there that the model computes once for all layers, such as positions and masks: the forward pass fails with %5. Put the whole block on one device.</source>
        <translation>%1 من الصنف %2 الذي يجب ألا يُقسم، لكن الخريطة لا تحوي إلا مداخل لأجزاء %3 فيه. تعمل هذه على %4، ولا شيء ينقل إليها ما يصنعه النموذج مرة لكل الطبقات، كالمواضع والأقنعة: فيتوقف التمرير الأمامي بالرسالة %5. أعطِ الكتلة كلها جهازًا واحدًا.</translation>
    </message>
</context>
<context>
    <name>stowage::CalibrationRun</name>
    <message>
        <source>The measurement was stopped; none of its results were stored.</source>
        <translation>أُوقف القياس؛ ولم يُحتفَظ بشيء منه.</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityEstimate</name>
    <message>
        <source>No time estimate: this machine has not been measured. Run &quot;stowagectl devices --measure&quot; once.</source>
        <translation>لا يُذكر زمن: هذا الحاسوب هو الذي يحسب هنا، ولم يُقَس بعد. الأمر &quot;stowagectl devices --measure&quot; يقيسه مرة واحدة.</translation>
    </message>
    <message>
        <source>No time estimate: the compute speed of %1 is not published and has not been measured. Run &quot;stowagectl devices --measure&quot; once on the machine with this GPU.</source>
        <translation>لا يُذكر زمن: لم يُنشر شيء عن سرعة الحساب على %1، ولم تُقَس بعد. الأمر &quot;stowagectl devices --measure&quot; على الحاسوب الذي توجد فيه يقيسها مرة واحدة.</translation>
    </message>
    <message>
        <source>No time estimate: this device map cannot be loaded.</source>
        <translation>لا يُقدَّر زمن: لن تُحمَّل هذه الخريطة.</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityQuestions</name>
    <message>
        <source>The estimate was cancelled.</source>
        <translation>أُلغي التقدير.</translation>
    </message>
</context>
<context>
    <name>stowage::CapacityQuestions::RemedySearch</name>
    <message>
        <source>prompts in chunks of %1 tokens</source>
        <translation>المطالبات على قطع من %1 من الرموز</translation>
    </message>
    <message>
        <source>a context of %1 tokens</source>
        <translation>سياق من %1 من الرموز</translation>
    </message>
    <message>
        <source>%1 sequence at once</source>
        <translation>التسلسلات المتزامنة: %1</translation>
    </message>
    <message>
        <source>%1 sequences at once</source>
        <translation>التسلسلات المتزامنة: %1</translation>
    </message>
    <message>
        <source>the engine &quot;%1&quot;</source>
        <translation>المحرّك %1</translation>
    </message>
    <message>
        <source>the allocator setting %1</source>
        <translation>إعداد المخصِّص %1</translation>
    </message>
    <message>
        <source>weights in %1</source>
        <translation>الأوزان بنوع %1</translation>
    </message>
    <message>
        <source>keys and values in %1</source>
        <translation>المفاتيح والقيم بنوع %1</translation>
    </message>
    <message>
        <source>the strategy &quot;%1&quot;</source>
        <translation>الاستراتيجية %1</translation>
    </message>
    <message>
        <source>weights distributed under changed limits</source>
        <translation>أوزان موزّعة بحدود أخرى</translation>
    </message>
    <message>
        <source>weights offloaded under lower limits</source>
        <translation>أوزان مفرَّغة (offload) تحت حدود أدنى</translation>
    </message>
    <message>
        <source>weights distributed under lower limits</source>
        <translation>أوزان موزَّعة تحت حدود أدنى</translation>
    </message>
</context>
<context>
    <name>stowage::CaseBuilder</name>
    <message>
        <source>%1 is not valid JSON at byte %2; record the file again.</source>
        <translation>يخالف %1 قواعد JSON عند البايت %2؛ سجّله من جديد.</translation>
    </message>
    <message>
        <source>%1 is nested more than 1024 levels deep; record the file again.</source>
        <translation>تداخل %1 أعمق من 1024؛ سجّله من جديد.</translation>
    </message>
</context>
<context>
    <name>stowage::Catalogue</name>
    <message>
        <source>%1 is not a catalogue of Qt Linguist: its .ts format is invalid at byte %2.</source>
        <translation>%1 ليس كتالوج ترجمة لـ Qt Linguist: فهو عند البايت %2 ليس كما يكون ملف .ts.</translation>
    </message>
</context>
<context>
    <name>stowage::ChainedModel</name>
    <message>
        <source>The model %1 needs %2 to run as a whole on %3, but only %4 is free. Offload the models that are still on that device, free some memory there, or stream the weights layer by layer.</source>
        <translation>يحتاج النموذج %1 إلى %2 على %3 ليعمل هناك كاملًا، والحرّ هناك %4: فرّغ (offload) النماذج التي ما زالت هناك، أو حرّر ذاكرة، أو اجعل الأوزان تأتي طبقة بعد طبقة.</translation>
    </message>
    <message>
        <source>The model %1 needs %2 to run as a whole on %3. Offload the models that are still on that device, free some memory there, or stream the weights layer by layer.</source>
        <translation>يحتاج النموذج %1 إلى %2 على %3 ليعمل هناك كاملًا: فرّغ (offload) النماذج التي ما زالت هناك، أو حرّر ذاكرة، أو اجعل الأوزان تأتي طبقة بعد طبقة.</translation>
    </message>
    <message>
        <source>The model %1 should run on %2, which is not among the devices of the load.</source>
        <translation>المطلوب أن يعمل النموذج %1 على %2، وهو ليس من أجهزة التحميل.</translation>
    </message>
    <message>
        <source>No tensor %1 is loaded.</source>
        <translation>لم يُحمَّل أي موتر %1.</translation>
    </message>
</context>
<context>
    <name>stowage::CheckList</name>
    <message>
        <source>an exception was not handled: %1</source>
        <translation>تسرّب استثناء (exception): %1</translation>
    </message>
</context>
<context>
    <name>stowage::ChoiceTimes</name>
    <message>
        <source>Without time estimates, the best plan cannot be determined; choose another strategy.</source>
        <translation>بلا أزمنة لا يمكن القول أي خطة هي الفضلى؛ اختر استراتيجية أخرى.</translation>
    </message>
</context>
<context>
    <name>stowage::CommandContext</name>
    <message>
        <source>Standard output could not be written, so the result is lost.</source>
        <translation>تعذّرت الكتابة إلى الخرج القياسي، فضاعت النتيجة.</translation>
    </message>
    <message>
        <source>Only one argument can be &quot;-&quot;: standard input can be read only once.</source>
        <translation>لا يمكن أن يكون &quot;-&quot; إلا وسيطًا واحدًا: فالدخل القياسي يُقرأ مرة واحدة.</translation>
    </message>
    <message>
        <source>Standard input is longer than 256 MiB; give the name of a file instead.</source>
        <translation>الدخل القياسي أطول من 256 MiB؛ أعطِ اسم الملف بدلًا منه.</translation>
    </message>
</context>
<context>
    <name>stowage::CommandInput</name>
    <message>
        <source>The job is longer than %1.</source>
        <comment>64 MiB</comment>
        <translation>المهمة أطول من %1.</translation>
    </message>
</context>
<context>
    <name>stowage::CompareVerb</name>
    <message>
        <source>compare runs several processes, which cannot share standard input; give a file instead of &quot;-&quot;.</source>
        <translation>يشغّل compare عدة عمليات، لا يمكنها الاشتراك في الدخل القياسي؛ أعطِ ملفًا بدل &quot;-&quot;.</translation>
    </message>
    <message>
        <source>--events records only one load, but --methods names %1 methods; name one.</source>
        <translation>يخبر --events عن تحميل واحد، و--methods يذكر %1؛ اذكر طريقة واحدة.</translation>
    </message>
    <message>
        <source>--csv: the folder %1 cannot be created: %2.</source>
        <translation>--csv: لا يمكن إنشاء المجلد %1: %2.</translation>
    </message>
    <message>
        <source>The comparison was interrupted while it computed the reference logits.</source>
        <translation>قوطعت المقارنة عند مرجعها.</translation>
    </message>
    <message>
        <source>The comparison was interrupted at the method %1.</source>
        <translation>قوطعت المقارنة عند %1.</translation>
    </message>
</context>
<context>
    <name>stowage::CompletionVerb</name>
    <message>
        <source>There is no completion for the shell &quot;%1&quot;; use bash, zsh or fish.</source>
        <translation>لا يوجد إكمال لـ &quot;%1&quot;؛ اذكر bash أو zsh أو fish.</translation>
    </message>
</context>
<context>
    <name>stowage::Compute</name>
    <message>
        <source>This backend cannot use single experts of %1.</source>
        <translation>لا يمكن تمييز خبراء %1 بعضهم من بعض في وسيلة الحساب هذه.</translation>
    </message>
    <message>
        <source>norm without a scale</source>
        <translation>تسوية (norm) بلا معامل قياس (scale)</translation>
    </message>
    <message>
        <source>conversion between dtypes</source>
        <translation>تحويل بين أنواع dtype</translation>
    </message>
    <message>
        <source>causal convolution</source>
        <translation>التفاف سببي (causal convolution)</translation>
    </message>
    <message>
        <source>selective scan</source>
        <translation>مسح انتقائي (selective scan)</translation>
    </message>
    <message>
        <source>This compute backend does not accept an array as input.</source>
        <translation>وسيلة الحساب هذه لا تقبل مصفوفة.</translation>
    </message>
    <message>
        <source>This backend has no convolution for %1</source>
        <translation>ليس في وسيلة الحساب هذه التفاف (convolution) لـ %1</translation>
    </message>
    <message>
        <source>This backend has no one-dimensional convolution for %1</source>
        <translation>ليس في وسيلة الحساب هذه التفاف (convolution) على امتداد الصفوف لـ %1</translation>
    </message>
    <message>
        <source>This backend cannot compute cosine similarities scaled by %1</source>
        <translation>وسيلة الحساب هذه لا تقارن صفوفًا بواسطة %1</translation>
    </message>
</context>
<context>
    <name>stowage::ConfigFitter</name>
    <message>
        <source>The file contains %1, like %2 in older releases of transformers, and the module tree follows the file. In transformers 5, one parameter of the same size contains all experts of a layer; a module tree built only from %3 shows this parameter.</source>
        <translation>يحوي الملف %1، كما سجّلت الإصدارات الأقدم %2، وكذلك الشجرة؛ أما transformers 5 فله مُعامِل واحد لكل خبراء الطبقة، بالبايتات نفسها، كما تُظهر شجرة %3 وحده.</translation>
    </message>
    <message>
        <source>%1 key of the file has another name in %2 and was renamed by the rules of from_pretrained: %3 became %4.</source>
        <translation>%1 مفتاح في الملف له اسم آخر في %2، واتُّبعت قاعدة from_pretrained الخاصة بذلك: %3 هو %4 هناك.</translation>
    </message>
    <message>
        <source>%1 keys of the file have other names in %2 and were renamed by the rules of from_pretrained: for example, %3 became %4.</source>
        <translation>%1 من مفاتيح الملف لها أسماء أخرى في %2، واتُّبعت قاعدة from_pretrained الخاصة بذلك: %3 هو %4 هناك.</translation>
    </message>
    <message>
        <source>%1 specifies the dtype %2, but the file contains %3. The model is planned and loaded as stored; --dtype %2 casts the model, as from_pretrained does.</source>
        <translation>يذكر %1 النوع %2 والملف يحوي %3: يُخطَّط للنموذج ويُحمَّل كما هو مخزَّن؛ و--dtype %2 يحوّله، كما تفعل from_pretrained.</translation>
    </message>
    <message>
        <source>%1 declares quantised weights. %2 tensors of the file that %3 does not register (such as %4) are added to their modules as stored.</source>
        <translation>يصرّح %1 بأوزان مكمَّمة: %2 من موترات الملف التي لا يسجّلها %3، مثل %4، موجودة في وحداته كما هي مخزَّنة.</translation>
    </message>
    <message>
        <source>The file lacks tensors of %2 (%1), which from_pretrained would newly initialise. With the class %3, all tensors are found (--class %3).</source>
        <translation>ينقص الملف %1 من %2، وكانت from_pretrained ستهيّئها من جديد؛ أما %3 فيجد كل موتراته: --class %3.</translation>
    </message>
    <message>
        <source>%1 declares quantised weights. %2 tensor of the file that %3 does not register (%4) is added to its module as stored.</source>
        <translation>يصرّح %1 بأوزان مكمَّمة: %2 من موترات الملف لا يسجّله %3، وهو %4، موجود في وحدته كما هو مخزَّن.</translation>
    </message>
</context>
<context>
    <name>stowage::ConfigTreeMaker</name>
    <message>
        <source>The architecture file %1.json is invalid at %2: %3.</source>
        <translation>في ملف المعمارية %1.json خطأ عند %2: %3.</translation>
    </message>
    <message>
        <source>%1 describes a model of more than %2 modules; Stowage stopped at %3.</source>
        <translation>%1 يصف نموذجًا فيه أكثر من %2 من الوحدات؛ وتوقف Stowage عند %3.</translation>
    </message>
    <message>
        <source>the name of the class is not a string</source>
        <translation>اسم الصنف ليس نصًا</translation>
    </message>
    <message>
        <source>no class is named %1</source>
        <translation>لا يوجد صنف باسم %1</translation>
    </message>
    <message>
        <source>no part is named %1</source>
        <translation>لا يوجد جزء باسم %1</translation>
    </message>
    <message>
        <source>%1: %2 is of the model family %3, which has no model without a head; open a .tree.json of the model instead.</source>
        <translation>%1: %2 من العائلة %3، وليس لها نموذج بلا رأس؛ افتح ملف .tree.json بدلًا منه.</translation>
    </message>
    <message>
        <source>an argument does not match any parameter of %1</source>
        <translation>ليس لـ %1 مُعامِل كهذا</translation>
    </message>
    <message>
        <source>%1 needs its parameter %2</source>
        <translation>يحتاج %1 إلى مُعامِله %2</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3; a whole number from 0 to %4 is required.</source>
        <translation>%1: &quot;%2&quot; هو %3؛ والمطلوب هناك عدد صحيح من 0 إلى %4.</translation>
    </message>
    <message>
        <source>a module is grouped with a later module</source>
        <translation>وحدة ملحومة بوحدة لاحقة</translation>
    </message>
    <message>
        <source>%1: a dimension of %2 would be %3; a whole number of at least 0 is required.</source>
        <translation>%1: سيكون أحد أبعاد %2 مساويًا %3؛ والمطلوب هناك عدد صحيح من 0 فأكثر.</translation>
    </message>
    <message>
        <source>the module does not exist</source>
        <translation>لا توجد وحدة كهذه</translation>
    </message>
    <message>
        <source>%1: %2 (for %3); correct the values.</source>
        <translation>%1: %2 (لـ %3)؛ صحّح القيم.</translation>
    </message>
    <message>
        <source>%1: %2 would have more than 2^63 bytes; check the sizes.</source>
        <translation>%1: سيكون في %2 أكثر من 2^63 بايت؛ افحص الأحجام.</translation>
    </message>
</context>
<context>
    <name>stowage::ConformanceTrees</name>
    <message>
        <source>%1 must be a JSON object with one module tree per name.</source>
        <translation>يجب أن يكون %1 كائنًا واحدًا يقابل أسماء الأشجار بالأشجار.</translation>
    </message>
    <message>
        <source>%1 has no module tree &quot;%2&quot;, which a case refers to; give the file of module trees that belongs to the cases.</source>
        <translation>ليست في %1 شجرة &quot;%2&quot;، التي تسمّيها إحدى الحالات؛ أعطِ ملف الأشجار الخاص بالحالات.</translation>
    </message>
</context>
<context>
    <name>stowage::ConformanceVerb</name>
    <message>
        <source>The comparison was stopped.</source>
        <translation>أُوقفت المقارنة.</translation>
    </message>
    <message>
        <source>%1: the case &quot;%2&quot; has no field &quot;expected&quot; to compare with; use --answers to print the answers without a comparison.</source>
        <translation>%1: ليس في الحالة &quot;%2&quot; حقل &quot;expected&quot; للمقارنة به؛ و--answers لا يحتاج إليه.</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>النوع</translation>
    </message>
    <message>
        <source>cases</source>
        <translation>الحالات</translation>
    </message>
    <message>
        <source>agree</source>
        <translation>المطابقة</translation>
    </message>
    <message>
        <source>differ</source>
        <translation>المختلفة</translation>
    </message>
    <message>
        <source>all</source>
        <translation>الكل</translation>
    </message>
</context>
<context>
    <name>stowage::ConvertVerb</name>
    <message>
        <source>--dtype &quot;%1&quot; is not a dtype that tensors can be cast to; use float32, float16, bfloat16 or float64.</source>
        <translation>--dtype &quot;%1&quot; ليس نوعًا تُحوَّل إليه الموترات؛ استخدم float32 أو float16 أو bfloat16 أو float64.</translation>
    </message>
</context>
<context>
    <name>stowage::CsvReader</name>
    <message>
        <source>%1 is not a table of comma-separated values: %2 in line %3.</source>
        <translation>%1 ليس جدول قيم مفصولة بفواصل: %2 في السطر %3.</translation>
    </message>
    <message>
        <source>there is a NUL byte</source>
        <translation>يوجد NUL</translation>
    </message>
    <message>
        <source>a quotation mark is opened but not closed</source>
        <translation>علامة اقتباس تُفتح ولا تُغلق أبدًا</translation>
    </message>
    <message>
        <source>unexpected characters follow the end of a cell</source>
        <translation>شيء يتبع نهاية خلية</translation>
    </message>
</context>
<context>
    <name>stowage::CudaDevice</name>
    <message>
        <source>Allocating on %1</source>
        <translation>التخصيص على %1</translation>
    </message>
    <message>
        <source>A request</source>
        <translation>طلب</translation>
    </message>
    <message>
        <source>%1 needs %2.</source>
        <translation>يحتاج %1 إلى %2.</translation>
    </message>
    <message>
        <source>Querying %1</source>
        <translation>الاستعلام من %1</translation>
    </message>
    <message>
        <source>%1 needs %2, but only %3 is free even after emptying the cache.</source>
        <translation>يحتاج %1 إلى %2، لكن الحرّ %3 حتى بعد إخلاء الذاكرة المؤقتة.</translation>
    </message>
    <message>
        <source>Of %1 in total, %2 is reserved by this process, %3 is used by the CUDA context, and %4 is used by other programs.</source>
        <translation>من سعته %1: المحجوز هنا %2، وما يخص السياق %3، وما يخص برامج أخرى %4.</translation>
    </message>
    <message>
        <source>%1 is out of memory.</source>
        <translation>نفدت ذاكرة %1.</translation>
    </message>
    <message>
        <source>Free some memory on this device, put fewer layers on it, or choose a smaller dtype.</source>
        <translation>حرّر ذاكرة هناك، أو ضع عليه طبقات أقل، أو اختر dtype أصغر.</translation>
    </message>
    <message>
        <source>Copying to %1</source>
        <translation>النسخ إلى %1</translation>
    </message>
    <message>
        <source>Copying on %1</source>
        <translation>النسخ على %1</translation>
    </message>
    <message>
        <source>Reading back from %1</source>
        <translation>إعادة القراءة من %1</translation>
    </message>
    <message>
        <source>Resetting the peak memory figures of %1</source>
        <translation>إعادة ضبط ذُرى %1</translation>
    </message>
    <message>
        <source>Emptying the cache of %1</source>
        <translation>إخلاء الذاكرة المؤقتة لـ %1</translation>
    </message>
    <message>
        <source>Measuring the link to %1</source>
        <translation>قياس الوصلة إلى %1</translation>
    </message>
    <message>
        <source>Freeing memory on the card</source>
        <translation>التحرير على البطاقة</translation>
    </message>
</context>
<context>
    <name>stowage::CudaWriteQueue::Work</name>
    <message>
        <source>Copying to %1</source>
        <translation>النسخ إلى %1</translation>
    </message>
</context>
<context>
    <name>stowage::DTypeRule</name>
    <message>
        <source>load the model in one of these dtypes (--dtype float32)</source>
        <translation>حمّل النموذج بأحد هذه الأنواع (--dtype float32)</translation>
    </message>
</context>
<context>
    <name>stowage::DescribedWeights</name>
    <message>
        <source>The model has no tensor %1.</source>
        <translation>ليس في النموذج موتر %1.</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceMemory</name>
    <message>
        <source>The memory that other programs use on %1 is measured; it can be set only for simulated GPUs.</source>
        <translation>ما تستخدمه البرامج الأخرى من %1 يُقاس ولا يُختار؛ ولا يمكن تعيينه إلا لوحدات GPU المُحاكاة.</translation>
    </message>
    <message>
        <source>The copy from the device was cancelled.</source>
        <translation>أُلغي النسخ من الجهاز.</translation>
    </message>
    <message>
        <source>The link to %1 cannot be measured: only links to real GPUs can be measured.</source>
        <translation>لا يمكن قياس الوصلة إلى %1: لا تُقاس إلا الوصلات إلى وحدات GPU الحقيقية.</translation>
    </message>
</context>
<context>
    <name>stowage::DeviceOptions</name>
    <message>
        <source>--allocator applies only to simulated GPUs, but no GPU is simulated; simulate a GPU with --gpus 24GiB.</source>
        <translation>يسري --allocator على وحدات GPU المُحاكاة، ولا يوجد منها شيء؛ حاكِ بعضها بالخيار --gpus 24GiB.</translation>
    </message>
</context>
<context>
    <name>stowage::DevicesVerb</name>
    <message>
        <source>There is no folder for the measured rates: set HOME or XDG_CONFIG_HOME.</source>
        <translation>لا يوجد مجلد للنتيجة: عيّن HOME أو XDG_CONFIG_HOME.</translation>
    </message>
</context>
<context>
    <name>stowage::DirectoryReader</name>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>أُوقف فتح %1.</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2.</translation>
    </message>
    <message>
        <source>The record %1 of %2 %3.</source>
        <translation>السجل %1 في %2 %3.</translation>
    </message>
    <message>
        <source>%1 is truncated: it begins as a zip file, but the directory at the end of the file is missing; fetch the file again.</source>
        <translation>%1 مبتور: يبدأ كملف zip، لكن الدليل الذي في نهايته مفقود؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>is one part of a split zip archive</source>
        <translation>هو جزء واحد من أرشيف zip مجزّأ</translation>
    </message>
    <message>
        <source>places its zip64 end record out of bounds</source>
        <translation>يضع سجل نهاية zip64 خارج الحدود</translation>
    </message>
    <message>
        <source>has no zip64 end record at the offset that its locator specifies</source>
        <translation>ليس فيه سجل نهاية zip64 حيث يشير محدِّد موضعه (locator)</translation>
    </message>
    <message>
        <source>places its zip directory at offset %1 with %2 bytes, which does not fit the file</source>
        <translation>يضع دليل zip عند الإزاحة %1 بحجم %2 بايت، وهو ما لا يناسب الملف</translation>
    </message>
    <message>
        <source>%1 has a zip directory of %2 records in %3 bytes; the limits are %4 records and %5 bytes.</source>
        <translation>في %1 دليل zip من %2 من السجلات في %3 بايت؛ ولا يُقرأ أكثر من %4 في %5.</translation>
    </message>
    <message>
        <source>has a zip directory too small for its %1 records</source>
        <translation>فيه دليل zip أصغر من أن يسع سجلاته وعددها %1</translation>
    </message>
    <message>
        <source>has a broken zip directory</source>
        <translation>فيه دليل zip معطوب</translation>
    </message>
    <message>
        <source>has a zip directory that ends within a record</source>
        <translation>فيه دليل zip ينتهي داخل سجل</translation>
    </message>
    <message>
        <source>has data after the last record of its zip directory</source>
        <translation>فيه بيانات بعد السجل الأخير في دليل zip</translation>
    </message>
    <message>
        <source>lacks the zip64 fields that its sizes or its offset require</source>
        <translation>تنقصه حقول zip64 التي تتطلبها أحجامه أو إزاحته</translation>
    </message>
    <message>
        <source>is encrypted</source>
        <translation>مشفَّر</translation>
    </message>
    <message>
        <source>is compressed (method %1), but torch stores records uncompressed; save the checkpoint again</source>
        <translation>مضغوط (الطريقة %1)، وهو ما لا يكتبه torch أبدًا؛ احفظ نقطة الحفظ من جديد</translation>
    </message>
    <message>
        <source>is stored uncompressed, but its compressed size differs from its uncompressed size</source>
        <translation>مخزَّن بلا ضغط، لكن حجميه مختلفان</translation>
    </message>
    <message>
        <source>begins at offset %1, too close to the zip directory for its header</source>
        <translation>يبدأ عند الإزاحة %1، فلا يبقى متسع لترويسته قبل دليل zip</translation>
    </message>
    <message>
        <source>has no local header at offset %1</source>
        <translation>ليست له ترويسة محلية عند الإزاحة %1</translation>
    </message>
    <message>
        <source>has a different name in its local header</source>
        <translation>له اسم آخر في ترويسته المحلية</translation>
    </message>
    <message>
        <source>has %1 bytes from offset %2 and extends past the end of the data</source>
        <translation>له %1 بايت ابتداءً من الإزاحة %2، وهو ما يتجاوز نهاية البيانات</translation>
    </message>
    <message>
        <source>overlaps the record %1</source>
        <translation>يتداخل مع السجل %1</translation>
    </message>
</context>
<context>
    <name>stowage::Divider</name>
    <message>
        <source>With tensor parallelism, %1 does not divide all parts of the layers of %2 among GPUs; choose another engine.</source>
        <translation>ليس لدى %1 خطة تقسم كل جزء من طبقات %2 على وحدات GPU؛ اذكر محركًا آخر.</translation>
    </message>
    <message>
        <source>The number of attention heads of this model is not known, so the layers cannot be divided; open the model with its config.json.</source>
        <translation>عدد رؤوس الانتباه في هذا النموذج غير معروف، لذا لا يمكن تقسيم طبقاته؛ افتحه مع ملف config.json الخاص به.</translation>
    </message>
    <message>
        <source>%1 attention heads cannot be divided evenly among %2 GPUs; use a number of GPUs that divides the number of heads.</source>
        <translation>لا يمكن توزيع %1 من رؤوس الانتباه بالتساوي على %2 من وحدات GPU؛ استخدم عددًا من وحدات GPU يقسمها.</translation>
    </message>
    <message>
        <source>%1 key/value heads cannot be divided evenly among %2 GPUs; use a number of GPUs that divides the number of heads.</source>
        <translation>لا يمكن توزيع %1 من رؤوس المفاتيح والقيم بالتساوي على %2 من وحدات GPU؛ استخدم عددًا من وحدات GPU يقسمها.</translation>
    </message>
    <message>
        <source>The feed-forward width of %1 cannot be divided evenly among %2 GPUs; use a number of GPUs that divides this width.</source>
        <translation>لا يمكن توزيع %1 من أعداد جزء التغذية الأمامية (feed-forward) بالتساوي على %2 من وحدات GPU؛ استخدم عددًا من وحدات GPU يقسمها.</translation>
    </message>
    <message>
        <source>The expert width of %1 cannot be divided evenly among %2 GPUs; use a number of GPUs that divides this width.</source>
        <translation>لا يمكن توزيع %1 من أعداد الخبير بالتساوي على %2 من وحدات GPU؛ استخدم عددًا من وحدات GPU يقسمها.</translation>
    </message>
    <message>
        <source>The vocabulary of %1 tokens cannot be divided evenly among %2 GPUs; use a number of GPUs that divides the number of tokens.</source>
        <translation>لا يمكن توزيع %1 من رموز المفردات بالتساوي على %2 من وحدات GPU؛ استخدم عددًا من وحدات GPU يقسمها.</translation>
    </message>
    <message>
        <source>%1 key/value head cannot be divided among %2 GPUs.</source>
        <translation>لا يمكن توزيع %1 رأس للمفاتيح والقيم على %2 من وحدات GPU.</translation>
    </message>
    <message>
        <source>It is not known how the layers of %1, which have no attention, are divided among GPUs.</source>
        <translation>لا انتباه في أي من طبقات %1، ولا يُعرف كيف تُقسَّم على وحدات GPU.</translation>
    </message>
</context>
<context>
    <name>stowage::DocumentBuilder</name>
    <message>
        <source>%1 contains binary data.</source>
        <translation>يحتوي %1 على بيانات ثنائية.</translation>
    </message>
    <message>
        <source>%1 has the key %2 twice.</source>
        <translation>في %1 المفتاح %2 مرتين.</translation>
    </message>
    <message>
        <source>%1 is not valid JSON at byte %2.</source>
        <translation>%1 ليس JSON صالحًا عند البايت %2.</translation>
    </message>
    <message>
        <source>%1 is nested deeper than %2 levels.</source>
        <translation>تداخل %1 أعمق من %2 من المستويات.</translation>
    </message>
    <message>
        <source>%1 is not valid JSON: the text ends too early, at byte %2.</source>
        <translation>%1 ليس JSON صالحًا عند البايت %2، حيث ينتهي.</translation>
    </message>
</context>
<context>
    <name>stowage::DraftReader</name>
    <message>
        <source>%1 is not a module tree: &quot;format&quot; must be &quot;stowage.tree&quot;.</source>
        <translation>%1 ليس شجرة وحدات: يجب أن يكون &quot;format&quot; هو &quot;stowage.tree&quot;.</translation>
    </message>
    <message>
        <source>The &quot;version&quot; of stowage.tree in %1 must be 1.</source>
        <translation>في %1 قيمة &quot;version&quot; لـ stowage.tree غير 1.</translation>
    </message>
    <message>
        <source>%1 has no object &quot;tree&quot;.</source>
        <translation>ليس في %1 كائن &quot;tree&quot;.</translation>
    </message>
    <message>
        <source>%1 is not valid JSON.</source>
        <translation>%1 ليس JSON صالحًا.</translation>
    </message>
    <message>
        <source>a key</source>
        <translation>مفتاح</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>%1 has %2 that ends at byte %4 and is longer than %3 bytes; shorten it.</source>
        <translation>في %1 %2 بأكثر من %3 بايت، ينتهي عند البايت %4؛ قصّره.</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>نص</translation>
    </message>
    <message>
        <source>%1 has the key %2 twice.</source>
        <translation>في %1 المفتاح %2 مرتين.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a string</source>
        <translation>يجب أن يكون &quot;%1&quot; سلسلة نصية</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a list of strings</source>
        <translation>يجب أن يكون &quot;%1&quot; قائمة سلاسل نصية</translation>
    </message>
    <message>
        <source>a child of %1 is not an object</source>
        <translation>أحد أبناء %1 ليس كائنًا</translation>
    </message>
    <message>
        <source>&quot;same_as&quot; of %1 names the model itself, which cannot contain itself</source>
        <translation>الحقل &quot;same_as&quot; في %1 يسمّي النموذج نفسه، الذي لا يمكن أن يكون داخل نفسه</translation>
    </message>
    <message>
        <source>&quot;children&quot; of %1 must be a list</source>
        <translation>يجب أن يكون &quot;children&quot; في %1 قائمة</translation>
    </message>
    <message>
        <source>&quot;%1&quot; of %2 must be a list</source>
        <translation>يجب أن يكون &quot;%1&quot; في %2 قائمة</translation>
    </message>
    <message>
        <source>a tensor of %1 has no &quot;name&quot;</source>
        <translation>أحد موترات %1 ليس له &quot;name&quot;</translation>
    </message>
    <message>
        <source>&quot;dtype&quot; must be a string</source>
        <translation>يجب أن يكون &quot;dtype&quot; سلسلة نصية</translation>
    </message>
    <message>
        <source>the tensor %1 has the unknown dtype %2</source>
        <translation>للموتر %1 نوع dtype غير معروف: %2</translation>
    </message>
    <message>
        <source>&quot;persistent&quot; of %1 must be true or false</source>
        <translation>يجب أن يكون &quot;persistent&quot; في %1 إما true أو false</translation>
    </message>
    <message>
        <source>the shape of %1 must consist of whole numbers of at least 0</source>
        <translation>يجب أن يحوي شكل %1 أعدادًا صحيحة من 0 فأكثر</translation>
    </message>
    <message>
        <source>the tensor %1 has no list &quot;shape&quot;</source>
        <translation>ليس للموتر %1 قائمة &quot;shape&quot;</translation>
    </message>
    <message>
        <source>&quot;%1&quot; must be a list of lists of names</source>
        <translation>يجب أن يكون &quot;%1&quot; قائمة من قوائم أسماء</translation>
    </message>
</context>
<context>
    <name>stowage::DraftReader::Nesting</name>
    <message>
        <source>%1 is nested deeper than %2 levels.</source>
        <translation>تداخل %1 أعمق من %2 من المستويات.</translation>
    </message>
</context>
<context>
    <name>stowage::EditDescriber</name>
    <message>
        <source>Move %1 to %2</source>
        <translation>نقل %1 إلى %2</translation>
    </message>
    <message>
        <source>Pin %1 to %2</source>
        <translation>تثبيت %1 على %2</translation>
    </message>
    <message>
        <source>Unpin %1</source>
        <translation>إزالة تثبيت %1</translation>
    </message>
    <message>
        <source>Set the limits of the devices</source>
        <translation>تعيين حدود الأجهزة</translation>
    </message>
    <message>
        <source>Reset the limit of %1</source>
        <translation>إعادة ضبط حد %1</translation>
    </message>
    <message>
        <source>Limit %1 to %2</source>
        <translation>تعيين حد %1 عند %2</translation>
    </message>
    <message>
        <source>Change the no-split classes</source>
        <translation>تغيير الأصناف التي لا تُقسَّم</translation>
    </message>
    <message>
        <source>Use the model&apos;s no-split classes</source>
        <translation>إبقاء كتل النموذج نفسه بلا تقسيم</translation>
    </message>
    <message>
        <source>Plan in %1</source>
        <translation>التخطيط بنوع %1</translation>
    </message>
    <message>
        <source>Plan in the stored dtypes</source>
        <translation>التخطيط بأنواع dtype المخزَّنة</translation>
    </message>
    <message>
        <source>Plan as %1</source>
        <translation>التخطيط بالتكميم %1</translation>
    </message>
    <message>
        <source>Plan without quantisation</source>
        <translation>التخطيط بلا تكميم</translation>
    </message>
    <message>
        <source>Use the strategy &quot;%1&quot;</source>
        <translation>استخدام الاستراتيجية %1</translation>
    </message>
    <message>
        <source>Use the objective &quot;%1&quot;</source>
        <translation>الهدف %1</translation>
    </message>
    <message>
        <source>Use the rules of %1</source>
        <translation>استخدام قواعد %1</translation>
    </message>
    <message>
        <source>Place as load_hf_model does</source>
        <translation>التوضيع كما تفعل load_hf_model</translation>
    </message>
    <message>
        <source>Stop placing as load_hf_model does</source>
        <translation>ترك عادة load_hf_model</translation>
    </message>
    <message>
        <source>Change the devices</source>
        <translation>تغيير الأجهزة</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>إعادة التخطيط</translation>
    </message>
    <message>
        <source>Use a given device map</source>
        <translation>استخدام خريطة أجهزة معطاة</translation>
    </message>
    <message>
        <source>Import from %1</source>
        <translation>استيراد من %1</translation>
    </message>
    <message>
        <source>Change the hook options</source>
        <translation>تغيير خيارات الخطّافات (hooks)</translation>
    </message>
    <message>
        <source>Change the workload</source>
        <translation>تغيير حمل العمل</translation>
    </message>
    <message>
        <source>Make the plan fit</source>
        <translation>جعل الذاكرة تكفي للخطة</translation>
    </message>
</context>
<context>
    <name>stowage::EngineProfile</name>
    <message>
        <source>%1 %2 loads %3 only through a plugin, which must be installed.</source>
        <translation>%1 %2 يحمّل %3 بإضافة فقط، ويجب تثبيتها.</translation>
    </message>
    <message>
        <source>%1 does not load %2.</source>
        <translation>%1 لا يحمّل %2.</translation>
    </message>
    <message>
        <source>GGUF files</source>
        <translation>ملفات GGUF</translation>
    </message>
    <message>
        <source>weights with this quantisation (%1)</source>
        <translation>أوزانًا مكمّاة هكذا (%1)</translation>
    </message>
</context>
<context>
    <name>stowage::EstimateVerb</name>
    <message>
        <source>--all-variants and --variant cannot be combined; give one of them.</source>
        <translation>--all-variants و--variant جوابان مختلفان؛ أعطِ أحدهما.</translation>
    </message>
</context>
<context>
    <name>stowage::ExportVerb</name>
    <message>
        <source>The command needs no files: nothing was written to %1.</source>
        <translation>الأمر وحده يكفي: لم يُكتب شيء في %1.</translation>
    </message>
    <message>
        <source>Nothing was exported; use --force to export anyway.</source>
        <translation>لم يُصدَّر شيء؛ ‎--force يصدّر رغم ذلك.</translation>
    </message>
</context>
<context>
    <name>stowage::FileCursor</name>
    <message>
        <source>%1 is truncated: the header needs %2 bytes from offset %3, but the file has %4 bytes; fetch the file again.</source>
        <translation>%1 مبتور: تحتاج ترويسته إلى %2 بايت ابتداءً من الإزاحة %3، وفي الملف %4؛ نزّله من جديد.</translation>
    </message>
</context>
<context>
    <name>stowage::FileWeights</name>
    <message>
        <source>The checkpoint has no tensor %1.</source>
        <translation>ليس في نقطة الحفظ موتر %1.</translation>
    </message>
</context>
<context>
    <name>stowage::Finder</name>
    <message>
        <source>the book&apos;s</source>
        <translation>الكتاب</translation>
    </message>
    <message>
        <source>minGPT&apos;s</source>
        <translation>minGPT</translation>
    </message>
    <message>
        <source>This GPT uses %1 own class, which is not a class of transformers</source>
        <translation>صنف GPT هذا مصدره %1، وليس من أصناف transformers</translation>
    </message>
    <message>
        <source>build the model yourself and pass the model and the device map to accelerate.dispatch_model</source>
        <translation>ابنِه بنفسك وأعطِه مع الخريطة إلى accelerate.dispatch_model</translation>
    </message>
    <message>
        <source>The config.json names no class</source>
        <translation>لا يسمّي config.json أي صنف</translation>
    </message>
    <message>
        <source>AutoModel builds the model without a head; specify the class of the saved model</source>
        <translation>تبني AutoModel النموذج بلا رأس؛ سمِّ الصنف الذي حُفظ منه</translation>
    </message>
    <message>
        <source>There is no config.json next to the weights</source>
        <translation>لا يوجد config.json بجانب الأوزان</translation>
    </message>
    <message>
        <source>from_pretrained needs the model&apos;s config.json next to the weights</source>
        <translation>تحتاج from_pretrained إلى الملف الخاص بالنموذج نفسه هناك</translation>
    </message>
    <message>
        <source>The weights are not in a file that from_pretrained recognises</source>
        <translation>الأوزان ليست في ملف تبحث عنه from_pretrained</translation>
    </message>
    <message>
        <source>from_pretrained reads model.safetensors or pytorch_model.bin, as one file or as shards with an index; stowagectl convert writes such files</source>
        <translation>تأخذ model.safetensors أو pytorch_model.bin، كاملًا أو على شكل شظايا (shards) مع فهرس؛ ويكتبهما stowagectl convert</translation>
    </message>
    <message>
        <source>from_pretrained opens the folder, not this file</source>
        <translation>تفتح from_pretrained المجلد، لا هذا الملف</translation>
    </message>
    <message>
        <source>from_pretrained reads model.safetensors or pytorch_model.bin in the folder, whichever it finds first</source>
        <translation>تأخذ هناك model.safetensors أو pytorch_model.bin، أيهما وجدته أولًا</translation>
    </message>
    <message>
        <source>Keys of the file are renamed (--rename)</source>
        <translation>تُغيَّر هنا أسماء مفاتيح في الملف (--rename)</translation>
    </message>
    <message>
        <source>from_pretrained reads the keys under their original names</source>
        <translation>تقرؤها from_pretrained بأسمائها هي</translation>
    </message>
    <message>
        <source>The model is in a nested dict of the file (%1)</source>
        <translation>النموذج جزء من الملف (%1)</translation>
    </message>
    <message>
        <source>from_pretrained looks for tensors only at the top level of the file and finds none; stowagectl convert writes the model to a separate file</source>
        <translation>تبحث from_pretrained عن موتراته في أعلى الملف فلا تجدها؛ يكتبها stowagectl convert وحدها</translation>
    </message>
</context>
<context>
    <name>stowage::Fitter</name>
    <message>
        <source>Stowage found no plan that fits by lowering limits, which moves modules to other devices. The last plan tried:</source>
        <translation>لم يجد Stowage، بخفض الحدود الذي ينقل وحدات إلى أجهزة أخرى، خطة تكفي لها الذاكرة. آخر خطة جُرِّبت:</translation>
    </message>
    <message>
        <source>Give the model more memory, or plan in a smaller dtype.</source>
        <translation>أعطِه حيّزًا أكبر، أو خطّط له بنوع dtype أصغر.</translation>
    </message>
</context>
<context>
    <name>stowage::Flag</name>
    <message>
        <source>is neither true nor false</source>
        <translation>ليس true ولا false</translation>
    </message>
</context>
<context>
    <name>stowage::FolderGuard</name>
    <message>
        <source>%1 names the file %2, which %3; only files in the folder of the model are opened.</source>
        <translation>يسمّي %1 الملف %2، الذي %3؛ ولا تُفتح إلا الملفات التي في مجلده.</translation>
    </message>
    <message>
        <source>is outside %1</source>
        <translation>يقع خارج %1</translation>
    </message>
    <message>
        <source>is a symbolic link to a location outside %1</source>
        <translation>هو رابط رمزي يخرج من %1</translation>
    </message>
</context>
<context>
    <name>stowage::FormulaMemory::Work</name>
    <message>
        <source>%1; plus %2 that sliding-window layers keep until the whole prompt is processed</source>
        <translation>%1؛ ويضاف %2 من المطالبة تحتفظ بها الطبقات ذات النافذة إلى أن تدخل المطالبة كلها</translation>
    </message>
    <message>
        <source>%1 row × %2 numbers = %3</source>
        <translation>%1 صف × %2 عدد = %3</translation>
    </message>
    <message>
        <source>%1 rows × %2 numbers = %3</source>
        <translation>%1 صف × %2 عدد = %3</translation>
    </message>
    <message>
        <source>logits of a micro batch: (%1 + %2) numbers × %3 tokens × 4 B</source>
        <translation>logits لدفعة مصغّرة (micro batch): (%1 + %2) عدد × %3 رمز × 4 B</translation>
    </message>
    <message>
        <source>the activations include a buffer to add up the outputs of all GPUs: %1 tokens × %2 numbers × %3 B = %4</source>
        <translation>ضمن التنشيطات، مجموعًا على البطاقات كلها: %1 رمز × %2 عدد × %3 B = %4</translation>
    </message>
    <message>
        <source>input and output: 2 × %1 tokens × %2 numbers × %3 B = %4</source>
        <translation>ما يدخل وما ينتج عنه: 2 × %1 رمزًا × %2 عددًا × %3 B = %4</translation>
    </message>
    <message>
        <source>the data that this model stores for each token, and the width of its layers</source>
        <translation>ما يحتفظ به هذا النموذج من رموزه، وعرض طبقاته</translation>
    </message>
    <message>
        <source>the data that this model stores for each token (KV cache)</source>
        <translation>ما يحتفظ به هذا النموذج من رموزه (ذاكرة KV)</translation>
    </message>
    <message>
        <source>how %1 stores the state of recurrent layers</source>
        <translation>كيف يحتفظ %1 بحالة الطبقات التكرارية</translation>
    </message>
    <message>
        <source>Choose another engine.</source>
        <translation>اختر محركًا آخر.</translation>
    </message>
    <message>
        <source>the data that the recurrent layers of this model store for each sequence (state)</source>
        <translation>ما تحتفظ به الطبقات التكرارية في هذا النموذج من كل تسلسل (الحالة)</translation>
    </message>
    <message>
        <source>the width of the layers of this model (activations)</source>
        <translation>عرض طبقات هذا النموذج (التنشيطات)</translation>
    </message>
    <message>
        <source>the file&apos;s key %1, which specifies the data that this model stores for each token (KV cache)</source>
        <translation>المفتاح %1 في الملف، الذي يبيّن ما يحتفظ به هذا النموذج من رموزه (ذاكرة KV)</translation>
    </message>
    <message>
        <source>Convert the model to GGUF again, or open it with its config.json.</source>
        <translation>حوّل النموذج إلى GGUF من جديد، أو افتحه مع ملف config.json الخاص به.</translation>
    </message>
    <message>
        <source>blocks of %1 tokens: (%2 per sequence × batch size %3 + 1 unused block) × %4 = %5</source>
        <translation>كتل من %1 رمزًا: (%2 لكل تسلسل × %3 + 1 غير مستعملة) × %4 = %5</translation>
    </message>
    <message>
        <source>%1 blocks of states × %2 = %3</source>
        <translation>%1 كتل حالات × %2 = %3</translation>
    </message>
    <message>
        <source>the activations include a copy of the largest matrix on the CPU (%2, %3), which passes of %1 or more tokens need on the GPU</source>
        <translation>من التنشيطات، لأكبر مصفوفة تقع على المعالج وتُنسخ لعدد %1 من الرموز فأكثر: %2، %3</translation>
    </message>
    <message>
        <source>whether and how %1 stores the tokens of models of the type %2, which your Python described</source>
        <translation>هل يعرف %1 نماذج من النوع %2، التي وصفها بايثون لديك، وكيف يحفظ رموزها</translation>
    </message>
    <message>
        <source>Choose the engine &quot;transformers&quot;.</source>
        <translation>اختر المحرك transformers.</translation>
    </message>
    <message>
        <source>%1; plus %2 for the encoder&apos;s output</source>
        <translation>%1؛ و%2 من خرج المشفّر</translation>
    </message>
</context>
<context>
    <name>stowage::GgufReader</name>
    <message>
        <source>The tensor %1 of %2 %3.</source>
        <translation>الموتر %1 في %2 %3.</translation>
    </message>
    <message>
        <source>is a big-endian GGUF file; only little-endian files are supported</source>
        <translation>هو ملف GGUF بترتيب big-endian؛ ولا تُقرأ إلا الملفات little-endian</translation>
    </message>
    <message>
        <source>is a GGUF file of version %1; only versions 2 and 3 are supported</source>
        <translation>هو ملف GGUF من الإصدار %1؛ ولا يُدعم إلا الإصداران 2 و3</translation>
    </message>
    <message>
        <source>Convert the model again.</source>
        <translation>حوّل النموذج من جديد.</translation>
    </message>
    <message>
        <source>has %1 tensors and %2 key-values, more than the limits of 250000 and 65536</source>
        <translation>يعدّ %1 من الموترات و%2 من أزواج المفاتيح والقيم، أكثر من 250000 و65536 التي تُقرأ</translation>
    </message>
    <message>
        <source>has %1 tensors and %2 key-values, more than %3 bytes can contain</source>
        <translation>يعدّ %1 من الموترات و%2 من أزواج المفاتيح والقيم، أكثر مما تسعه بايتاته وعددها %3</translation>
    </message>
    <message>
        <source>Fetch the file again.</source>
        <translation>نزّل الملف من جديد.</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>أُوقف فتح %1.</translation>
    </message>
    <message>
        <source>has tensors whose names exceed 8 MiB in total</source>
        <translation>فيه موترات تأخذ أسماؤها معًا أكثر من 8 MiB</translation>
    </message>
    <message>
        <source>occurs twice</source>
        <translation>موجود مرتين</translation>
    </message>
    <message>
        <source>has a name with a NUL byte or with invalid UTF-8</source>
        <translation>في اسمه NUL أو أن اسمه ليس UTF-8</translation>
    </message>
    <message>
        <source>has %1 dimensions; GGUF has at most 4</source>
        <translation>له %1 من الأبعاد؛ وفي GGUF ما لا يزيد على 4</translation>
    </message>
    <message>
        <source>has a dimension of %1; the limit is 2^63 - 1</source>
        <translation>له بُعد مقداره %1؛ والحد ‎2^63 - 1</translation>
    </message>
    <message>
        <source>has a shape whose size in bytes does not fit in a 64-bit number</source>
        <translation>له شكل لا يتسع عدد من 64 بتًا لحجمه بالبايتات</translation>
    </message>
    <message>
        <source>has rows of %1 elements, but the dtype %2 stores elements in blocks of %3</source>
        <translation>له صفوف من %1 من العناصر، بينما يخزّنها %2 في كتل من %3</translation>
    </message>
    <message>
        <source>is at offset %1, which is not a multiple of the alignment %2</source>
        <translation>يقع عند الإزاحة %1، وهي ليست من مضاعفات المحاذاة %2</translation>
    </message>
    <message>
        <source>has %1 bytes from offset %2 of the data and extends past the end of the file (%3 bytes)</source>
        <translation>له %1 بايت ابتداءً من الإزاحة %2 في البيانات، وهو ما يتجاوز نهاية بايتات الملف وعددها %3</translation>
    </message>
    <message>
        <source>overlaps the tensor %1</source>
        <translation>يتداخل مع الموتر %1</translation>
    </message>
    <message>
        <source>has the ggml type %1, which Stowage does not support; use a file with another quantisation</source>
        <translation>من نوع ggml رقم %1، ولا يدعمه Stowage؛ استخدم ملفًا بتكميم آخر</translation>
    </message>
</context>
<context>
    <name>stowage::GlooChannel::Do</name>
    <message>
        <source>The run was stopped.</source>
        <translation>أُوقف التشغيل.</translation>
    </message>
    <message>
        <source>Stage %1 received nothing from stage %2: %3</source>
        <translation>لم تتلقَّ المرحلة %1 شيئًا من المرحلة %2: %3</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>الانتظار</translation>
    </message>
</context>
<context>
    <name>stowage::Handler</name>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2.</translation>
    </message>
    <message>
        <source>has a key of more than 262144 bytes</source>
        <translation>فيه مفتاح بأكثر من 262144 بايت</translation>
    </message>
    <message>
        <source>has the key %1 twice</source>
        <translation>فيه المفتاح %1 مرتين</translation>
    </message>
    <message>
        <source>%1 is not valid JSON at byte %2.</source>
        <translation>%1 ليس JSON صالحًا عند البايت %2.</translation>
    </message>
    <message>
        <source>is nested deeper than 1024 levels</source>
        <translation>تداخله أعمق من 1024 من المستويات</translation>
    </message>
    <message>
        <source>%1 is not valid JSON: the text ends too early, at byte %2.</source>
        <translation>%1 ليس JSON صالحًا عند البايت %2، حيث ينتهي.</translation>
    </message>
</context>
<context>
    <name>stowage::HeaderCheck</name>
    <message>
        <source>A tensor of %1 %2.</source>
        <translation>أحد موترات %1 %2.</translation>
    </message>
</context>
<context>
    <name>stowage::HeadersVerb</name>
    <message>
        <source>Give the folder for the copy, or print the copy with --lines.</source>
        <translation>سمِّ مجلد النسخة، أو اطبعها باستخدام --lines.</translation>
    </message>
    <message>
        <source>%1 now contains the headers of %2 (%3 in %5 files; the whole model has %4).</source>
        <translation>يحوي %1 الآن ترويسات %2: %3 من %4، في %5 من الملفات.</translation>
    </message>
    <message>
        <source>The copy also contains the headers of an adapter: include the adapter in a plan with --adapter %1.</source>
        <translation>ويحوي المجلد أيضًا ترويسات محوِّل (adapter): خطّط له باستخدام --adapter %1.</translation>
    </message>
    <message>
        <source>%1 now contains the headers of %2 (%3 in %5 file; the whole model has %4).</source>
        <translation>يحوي %1 الآن ترويسات %2: %3 من %4، في %5 ملف.</translation>
    </message>
    <message>
        <source>The copy also contains the headers of another model: include this model in a plan with --tenant %1.</source>
        <translation>ويحوي المجلد أيضًا ترويسات نموذج إضافي: خطّط له باستخدام --tenant %1.</translation>
    </message>
    <message>
        <source>The copy also contains the module tree: use this tree for a plan with --tree %1.</source>
        <translation>ويحوي المجلد أيضًا شجرة الوحدات: خطّط لها باستخدام --tree %1.</translation>
    </message>
</context>
<context>
    <name>stowage::HelpPages</name>
    <message>
        <source>OPTIONS</source>
        <translation>الخيارات</translation>
    </message>
    <message>
        <source>SUBCOMMAND</source>
        <translation>الأمر الفرعي</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>الاستخدام</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>Requires %1.</source>
        <translation>لا يُستخدم إلا مع %1.</translation>
    </message>
    <message>
        <source>Cannot be combined with %1.</source>
        <translation>لا يُستخدم مع %1.</translation>
    </message>
    <message>
        <source>Subcommands</source>
        <translation>الأوامر الفرعية</translation>
    </message>
    <message>
        <source>Example:</source>
        <translation>مثال:</translation>
    </message>
    <message>
        <source>%1 shows all %2 options.</source>
        <translation>يعرض %1 كل الخيارات (%2).</translation>
    </message>
    <message>
        <source>A value in parentheses at the end is the default.</source>
        <translation>القيمة بين قوسين في نهاية السطر هي القيمة الافتراضية.</translation>
    </message>
    <message>
        <source>Examples:</source>
        <translation>أمثلة:</translation>
    </message>
</context>
<context>
    <name>stowage::HostDevice</name>
    <message>
        <source>The system refused to allocate %1 of host memory: %2. Put fewer layers on the CPU or close other programs.</source>
        <translation>رفض النظام %1 من ذاكرة المضيف: %2. ضع طبقات أقل على CPU أو أغلق برامج أخرى.</translation>
    </message>
    <message>
        <source>Copying in host memory was cancelled.</source>
        <translation>أُلغي النسخ في ذاكرة المضيف.</translation>
    </message>
</context>
<context>
    <name>stowage::HostScratch</name>
    <message>
        <source>The system refused %1 of memory for buffers: %2.</source>
        <translation>رفض النظام %1 من الذاكرة للمخازن المؤقتة: %2.</translation>
    </message>
</context>
<context>
    <name>stowage::IndexHandler</name>
    <message>
        <source>is an index of shards, but contains no tensor names</source>
        <translation>هو فهرس شظايا (shards) لا يحدد موضع أي موتر</translation>
    </message>
    <message>
        <source>is not an index of shards: an index maps tensor names to file names (at its top level or under &quot;weight_map&quot;), but the JSON at %1 differs</source>
        <translation>ليس فهرس شظايا (shards): يجب أن يقابل اسم كل موتر باسم ملف، في أعلاه أو تحت &quot;weight_map&quot;، وهو لا يفعل ذلك عند %1</translation>
    </message>
    <message>
        <source>maps more tensors than the limit of 400000, or has more than 32 MiB of names</source>
        <translation>يحدد مواضع أكثر من 400000 موتر، أو أسماءً تزيد على 32 MiB، وهو أقصى ما يُقرأ</translation>
    </message>
    <message>
        <source>names more shards than the limit of 65536</source>
        <translation>يسمّي أكثر من 65536 شظية (shard)، وهو أقصى ما يُقرأ</translation>
    </message>
</context>
<context>
    <name>stowage::KeyTable</name>
    <message>
        <source>key</source>
        <translation>المفتاح</translation>
    </message>
    <message>
        <source>in the file</source>
        <translation>في الملف</translation>
    </message>
    <message>
        <source>in the model</source>
        <translation>في النموذج</translation>
    </message>
</context>
<context>
    <name>stowage::Laying</name>
    <message>
        <source>%1 contains the whole module %2, which the model does not have; open the model for which the adapter was created.</source>
        <translation>يحوي %1 الوحدة %2 كاملة، وهي ليست في النموذج.</translation>
    </message>
    <message>
        <source>%1 contains the tensor %2 with the shape [%3], but the shape in the model is [%4]; open the model for which the adapter was created.</source>
        <translation>يحوي %1 %2 [%3]، وهو في النموذج [%4]؛ افتح النموذج الذي صُنع له المحوِّل (adapter).</translation>
    </message>
    <message>
        <source>%1 contains the tensor %2 with the shape [%3], which the model does not have; open the model for which the adapter was created.</source>
        <translation>يحوي %1 %2 [%3]، وهو ليس في النموذج؛ افتح النموذج الذي صُنع له المحوِّل (adapter).</translation>
    </message>
    <message>
        <source>%1 changes one module, %2, which the model does not have</source>
        <translation>يغيّر %1 وحدة واحدة، %2، ليست في النموذج</translation>
    </message>
    <message>
        <source>%1 changes %2 modules, but the model lacks %3</source>
        <translation>يغيّر %1 وحدات عددها %2، ليس في النموذج منها %3</translation>
    </message>
    <message>
        <source>%1; open the adapter&apos;s base model.</source>
        <translation>%1؛ افتح النموذج الذي صُنع له المحوِّل (adapter).</translation>
    </message>
    <message>
        <source>%1; the adapter was created for %2.</source>
        <translation>%1؛ وقد صُنع المحوِّل (adapter) لـ %2.</translation>
    </message>
</context>
<context>
    <name>stowage::LayoutReader</name>
    <message>
        <source>The pipeline layout is invalid from %1 on; layouts look like &quot;Et*3|(tt|)*29,m|L&quot;.</source>
        <translation>لا يمكن قراءة تخطيط خط المعالجة ابتداءً من %1؛ يبدو التخطيط مثل &quot;Et*3|(tt|)*29,m|L&quot;.</translation>
    </message>
</context>
<context>
    <name>stowage::LegacyReader</name>
    <message>
        <source>%1 has %2 extra bytes after its last storage, which were ignored.</source>
        <translation>يستمر %1 بعد آخر تخزين (storage) فيه بمقدار %2 بايت؛ وقد استُبعدت.</translation>
    </message>
    <message>
        <source>The pickle %1 of %2 is larger than %3 bytes.</source>
        <translation>الـ pickle %1 في %2 أكبر من %3 بايت.</translation>
    </message>
    <message>
        <source>%1 %2.</source>
        <translation>%1 %2.</translation>
    </message>
    <message>
        <source>is in PyTorch&apos;s old format, but its protocol is not 1001</source>
        <translation>هو ملف PyTorch قديم ببروتوكول غير 1001</translation>
    </message>
    <message>
        <source>stores its tensors in big-endian byte order; only little-endian files are supported</source>
        <translation>يخزّن موتراته بترتيب البايتات big-endian؛ ولا تُقرأ إلا ملفات little-endian</translation>
    </message>
    <message>
        <source>does not state its byte order in sys_info</source>
        <translation>لا يذكر في sys_info ترتيب البايتات الخاص به</translation>
    </message>
    <message>
        <source>keys of the storages</source>
        <translation>«مفاتيح التخزينات (storages)»</translation>
    </message>
    <message>
        <source>has no list of the keys of its storages</source>
        <translation>ليست فيه قائمة بمفاتيح تخزيناته (storages)</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>أُوقف فتح %1.</translation>
    </message>
    <message>
        <source>lists the storage %1, which no tensor uses</source>
        <translation>يسرد التخزين (storage) %1، الذي لا يستخدمه أي موتر</translation>
    </message>
    <message>
        <source>ends before the storage %1</source>
        <translation>ينتهي قبل التخزين (storage) %1</translation>
    </message>
    <message>
        <source>has %1 elements in the storage %2, but %3 elements are needed</source>
        <translation>فيه %1 من العناصر في التخزين (storage) %2، حيث المطلوب %3</translation>
    </message>
    <message>
        <source>ends within the storage %1 of %2 elements: the file has %3 bytes, and the storage begins at offset %4</source>
        <translation>ينتهي داخل التخزين (storage) %1، الذي فيه %2 من العناصر: في الملف %3 بايت، ويبدأ التخزين عند %4</translation>
    </message>
    <message>
        <source>lists the storage %1 twice</source>
        <translation>يسرد التخزين (storage) %1 مرتين</translation>
    </message>
    <message>
        <source>refers to the storage %1, which does not exist</source>
        <translation>يشير إلى التخزين (storage) %1، وهو غير موجود</translation>
    </message>
    <message>
        <source>%1 has %2 extra byte after its last storage, which was ignored.</source>
        <translation>يستمر %1 بعد آخر تخزين (storage) فيه بمقدار %2 بايت؛ وقد استُبعد.</translation>
    </message>
</context>
<context>
    <name>stowage::LegacyReader::Use</name>
    <message>
        <source>object</source>
        <translation>«الكائن»</translation>
    </message>
</context>
<context>
    <name>stowage::LessonComparison</name>
    <message>
        <source>The lesson&apos;s GPT, %1, float32</source>
        <translation>نموذج GPT الخاص بالدرس، %1، float32</translation>
    </message>
</context>
<context>
    <name>stowage::LinkThrottle</name>
    <message>
        <source>The transfer to the device was cancelled.</source>
        <translation>أُلغي النقل إلى الجهاز.</translation>
    </message>
</context>
<context>
    <name>stowage::LiteralParser</name>
    <message>
        <source>%1 is larger than 64 MiB</source>
        <translation>%1: الحجم أكبر من 64 MiB</translation>
    </message>
    <message>
        <source>%1 contains bytes that are not valid UTF-8 and cannot be part of a module name</source>
        <translation>%1: توجد بايتات ليست UTF-8 ولا تخص اسم أي وحدة</translation>
    </message>
    <message>
        <source>%1 is followed by more text</source>
        <translation>%1: النص يستمر بعد نهايته</translation>
    </message>
    <message>
        <source>%1 at byte %2; %3.</source>
        <translation>%1 عند البايت %2؛ %3.</translation>
    </message>
    <message>
        <source>%1 is nested too deeply</source>
        <translation>%1: التداخل أعمق من اللازم</translation>
    </message>
    <message>
        <source>%1 has too many entries</source>
        <translation>%1: المداخل أكثر من اللازم</translation>
    </message>
    <message>
        <source>%1 omits entries (&quot;...&quot;)</source>
        <translation>%1: توجد مداخل محذوفة (&quot;...&quot;)</translation>
    </message>
    <message>
        <source>%1 has names that are generated by a loop, which Stowage does not execute,</source>
        <translation>في %1 أسماء تصنعها حلقة لا ينفّذها Stowage،</translation>
    </message>
    <message>
        <source>%1 lacks a colon</source>
        <translation>%1: تنقص نقطتان (:)</translation>
    </message>
    <message>
        <source>%1 lacks a comma or a closing brace because its entries are generated by a loop, which Stowage does not execute,</source>
        <translation>%1: تنقص فاصلة أو قوس إغلاق حاصر { }، لأن حلقة تصنع المحتوى، وStowage لا ينفّذها،</translation>
    </message>
    <message>
        <source>%1 lacks a comma or a closing brace</source>
        <translation>%1: تنقص فاصلة أو قوس إغلاق حاصر { }</translation>
    </message>
    <message>
        <source>%1 lacks a comma or a closing bracket</source>
        <translation>%1: تنقص فاصلة أو قوس إغلاق مربع []</translation>
    </message>
    <message>
        <source>%1 contains an unknown escape sequence in a name</source>
        <translation>%1: يوجد تسلسل هروب (escape) غير معروف في اسم</translation>
    </message>
    <message>
        <source>%1 ends within a name</source>
        <translation>%1: ينتهي النص داخل اسم</translation>
    </message>
    <message>
        <source>%1 ends too early</source>
        <translation>%1: ينتهي النص قبل أوانه</translation>
    </message>
    <message>
        <source>%1 has an unexpected character</source>
        <translation>%1: يوجد محرف غير منتظَر</translation>
    </message>
    <message>
        <source>%1 lacks a closing parenthesis</source>
        <translation>%1: ينقص قوس إغلاق هلالي ()</translation>
    </message>
    <message>
        <source>%1 sets the unknown property %2 of a device</source>
        <translation>%1: أُعطي جهاز الخاصية غير المعروفة %2</translation>
    </message>
    <message>
        <source>%1 lacks a comma or a closing parenthesis</source>
        <translation>%1: تنقص فاصلة أو قوس إغلاق هلالي ()</translation>
    </message>
    <message>
        <source>%1 is merged (|) with a value that is not a literal dict</source>
        <translation>%1 متّحد (|) بما ليس مكتوبًا كقاموس</translation>
    </message>
    <message>
        <source>%1 unpacks an expression (**), which Stowage does not execute,</source>
        <translation>يضم %1 ما يحمله اسم (**)، ولا ينفّذه Stowage،</translation>
    </message>
</context>
<context>
    <name>stowage::LiteralSubject</name>
    <message>
        <source>The device map</source>
        <translation>خريطة الأجهزة</translation>
    </message>
    <message>
        <source>write a JSON object such as {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;} or the dict that Python prints</source>
        <translation>اكتب كائن JSON مثل {&quot;transformer&quot;: 0, &quot;lm_head&quot;: &quot;cpu&quot;} أو dict كما يطبعه Python</translation>
    </message>
</context>
<context>
    <name>stowage::LoadChecks</name>
    <message>
        <source>%1 tensors, %2</source>
        <translation>%1 من الموترات، %2</translation>
    </message>
    <message>
        <source>nothing can be loaded, because the checkpoint was not written; see the failed check above</source>
        <translation>لا يوجد ما يُحمَّل، انظر أعلاه</translation>
    </message>
    <message>
        <source>the peak memory of %1 is %2 allocated and %3 reserved (prediction error %4)</source>
        <translation>%1 %2 / %3، الخطأ %4</translation>
    </message>
    <message>
        <source>%1, but the prediction is %2 allocated and %3 reserved</source>
        <translation>لم تكن الذروة متوقَّعة: %1 من %2 / %3</translation>
    </message>
    <message>
        <source>the weights&apos; SHA-256 is %1 instead of %2</source>
        <translation>قيمة SHA-256 للأوزان هي %1 بدل %2</translation>
    </message>
    <message>
        <source>%1 tensors are identical to those in the file; %2</source>
        <translation>%1 من الموترات تساوي موترات الملف؛ %2</translation>
    </message>
    <message>
        <source>the largest logit is %1; the logits differ from the reference by up to %2; %3 of weights was streamed in</source>
        <translation>الأكبر %1، الفرق %2؛ المجلوب %3</translation>
    </message>
    <message>
        <source>the load was cancelled, but finished</source>
        <translation>استمر التحميل إلى نهايته</translation>
    </message>
    <message>
        <source>the load stopped after %1</source>
        <translation>أُوقف بعد %1</translation>
    </message>
    <message>
        <source>the pre-flight check did not refuse a device that is too small, or the error of the load does not name the tensor</source>
        <translation>جهاز أصغر من اللازم لم يُتوقَّع، أو لم يفشل التحميل بخطأ يذكر الموتر</translation>
    </message>
    <message>
        <source>the memory shortage was predicted, and the load stopped at the tensor %1</source>
        <translation>متوقَّع، وتوقف عند %1</translation>
    </message>
</context>
<context>
    <name>stowage::LoadMachines</name>
    <message>
        <source>%1 cannot be combined with %2: %3</source>
        <translation>لا يُستخدم %1 مع %2: %3</translation>
    </message>
    <message>
        <source>the option applies only to a load on one machine.</source>
        <translation>يسري هذا الخيار على تحميل على حاسوب واحد فقط.</translation>
    </message>
    <message>
        <source>%1 is named twice.</source>
        <translation>ذُكر %1 مرتين.</translation>
    </message>
    <message>
        <source>Several machines cannot share standard input; give a file instead of &quot;-&quot;.</source>
        <translation>لا يمكن لعدة حواسيب الاشتراك في الدخل القياسي؛ أعطِ ملفًا بدل &quot;-&quot;.</translation>
    </message>
    <message>
        <source>%1 and %2 loaded different models from the given path.</source>
        <translation>لدى %1 و%2 نموذجان مختلفان في ذلك المسار: ما حمّلاه ليس واحدًا.</translation>
    </message>
</context>
<context>
    <name>stowage::LoadRepeats</name>
    <message>
        <source>Loaded %1 times in %2 to %3 (median %4). Anonymous memory: %5 after an early load, %6 after the last load. File descriptors: %7, then %8. The process grows.</source>
        <translation>جرى التحميل %1 من المرات خلال %2 إلى %3 (الوسيط %4)؛ الذاكرة المجهولة (anonymous) %5 بعد تحميل مبكر، و%6 بعد الأخير؛ واصفات الملفات %7، ثم %8: العملية تنمو.</translation>
    </message>
    <message>
        <source>Loaded %1 times in %2 to %3 (median %4). Anonymous memory: %5 after an early load, %6 after the last load. File descriptors: %7, then %8. The process does not grow.</source>
        <translation>جرى التحميل %1 من المرات خلال %2 إلى %3 (الوسيط %4)؛ الذاكرة المجهولة (anonymous) %5 بعد تحميل مبكر، و%6 بعد الأخير؛ واصفات الملفات %7، ثم %8: العملية لا تنمو.</translation>
    </message>
</context>
<context>
    <name>stowage::LoadVerb</name>
    <message>
        <source>%1 cannot be combined with %2: %3</source>
        <translation>%1 لا يجتمع مع %2: %3</translation>
    </message>
    <message>
        <source>a dry run loads no weights to compute with.</source>
        <translation>التشغيل التجريبي لا يحمّل أوزانًا يُحسب بها.</translation>
    </message>
    <message>
        <source>a dry run has no progress to report.</source>
        <translation>التشغيل التجريبي لا يستغرق زمنًا يمكن متابعته فيه.</translation>
    </message>
    <message>
        <source>the weights of repeated loads are freed immediately.</source>
        <translation>عمليات التحميل المكرَّرة تُعاد ذاكرتها فورًا.</translation>
    </message>
    <message>
        <source>one file of events can describe only one load.</source>
        <translation>الملف الواحد يخبر عن تحميل واحد.</translation>
    </message>
    <message>
        <source>one record can describe only one load.</source>
        <translation>السجل المحفوظ الواحد يخبر عن تحميل واحد.</translation>
    </message>
    <message>
        <source>--method &quot;%1&quot; is unknown; use auto, %2.</source>
        <translation>--method &quot;%1&quot; غير معروفة؛ استخدم auto، %2.</translation>
    </message>
    <message>
        <source>%1 describes a model without its weights, so there is nothing to load; give a safetensors or PyTorch file, or use --dry-run.</source>
        <translation>%1 يصف نموذجًا بلا أوزانه، لذا لا يوجد ما يُحمَّل؛ أعطِ ملف safetensors أو PyTorch، أو مرّ على خطواته بالخيار --dry-run.</translation>
    </message>
    <message>
        <source>pre-flight</source>
        <translation>الفحص المسبق</translation>
    </message>
    <message>
        <source>error: %1</source>
        <translation>خطأ: %1</translation>
    </message>
    <message>
        <source>a dry run has no weights to keep.</source>
        <translation>ليس للتشغيل التجريبي أوزان يحتفظ بها.</translation>
    </message>
    <message>
        <source>a dry run loads nothing that can be measured or compared.</source>
        <translation>التشغيل التجريبي لا يحمّل شيئًا يمكن قياسه أو مقارنته.</translation>
    </message>
    <message>
        <source>--reuse applies to repeated loads; also give --repeat 2 or more.</source>
        <translation>--reuse لعمليات تحميل متتابعة؛ أعطِ معه --repeat بقيمة 2 أو أكثر.</translation>
    </message>
</context>
<context>
    <name>stowage::LoadedWeights</name>
    <message>
        <source>No tensor %1 is loaded.</source>
        <translation>لم يُحمَّل أي موتر %1.</translation>
    </message>
    <message>
        <source>The forward pass needs %1, which is not among the devices of the load.</source>
        <translation>يحتاج التمرير الأمامي إلى %1، وهو ليس من أجهزة التحميل.</translation>
    </message>
</context>
<context>
    <name>stowage::MapBuilder</name>
    <message>
        <source>The key at byte %1 of the device map is not a string; keys are module paths in quotes.</source>
        <translation>في خريطة الأجهزة مفتاح ليس نصًا عند البايت %1؛ المفاتيح هي مسارات الوحدات بين علامات اقتباس.</translation>
    </message>
</context>
<context>
    <name>stowage::MapChanges</name>
    <message>
        <source>The device map is changed at byte %1 by a line that Stowage does not execute: %2; paste the output of print(%3).</source>
        <translation>يغيّر خريطة الأجهزة عند البايت %1 سطر لا ينفّذه Stowage: ‏%2؛ الصق ما تطبعه print(%3).</translation>
    </message>
</context>
<context>
    <name>stowage::MappedFile</name>
    <message>
        <source>The system refused to map %1 (%2): %3. Use the load method &quot;streamed&quot;.</source>
        <translation>رفض النظام تعيين %1 في الذاكرة (%2): %3. حمّل بطريقة &quot;streamed&quot;.</translation>
    </message>
    <message>
        <source>%1 cannot be mapped: %2 files are already mapped. Use the load method &quot;streamed&quot;.</source>
        <translation>لا يمكن تعيين %1 في الذاكرة: %2 من الملفات مُعيَّنة أصلًا. حمّل بطريقة &quot;streamed&quot;.</translation>
    </message>
    <message>
        <source>Pages of %1 were missing while the file was mapped: the file was changed, or its disk is failing. Open the file again.</source>
        <translation>كانت صفحات من %1 مفقودة أثناء تعيينه في الذاكرة: إما أنه تغيّر في الأثناء، وإما أن قرصه يتعطل. افتحه من جديد.</translation>
    </message>
    <message>
        <source>%1 was changed or replaced after it was opened; open the file again.</source>
        <translation>تغيّر %1 أو استُبدل منذ فتحه؛ افتحه من جديد.</translation>
    </message>
</context>
<context>
    <name>stowage::Matrices</name>
    <message>
        <source>The measurement was stopped.</source>
        <translation>أُوقف القياس.</translation>
    </message>
</context>
<context>
    <name>stowage::MeasureLinkVerb</name>
    <message>
        <source>The measurement was interrupted.</source>
        <translation>قوطع القياس.</translation>
    </message>
    <message>
        <source>A link has two ends: name two machines, as in `stowagectl measure-link gpu1 gpu2`.</source>
        <translation>للوصلة طرفان: سمِّ حاسوبين، كما في `stowagectl measure-link gpu1 gpu2`.</translation>
    </message>
    <message>
        <source>%1 to %2: %3; opposite direction: %4. Measured over the connection on which `run --stages` sends activations. To use the result in a plan, add --machine-link %5</source>
        <translation>من %1 إلى %2: %3؛ وفي الاتجاه المعاكس: %4. قيس ذلك عبر ما يرسل عليه `run --stages` التنشيطات. في الخطة: --machine-link %5</translation>
    </message>
    <message>
        <source>%1 seconds</source>
        <translation>%1 من الثواني</translation>
    </message>
    <message>
        <source>The process on %1 failed: %2</source>
        <translation>فشل الطرف على %1: %2</translation>
    </message>
    <message>
        <source>Measuring the connection. This takes up to a minute.</source>
        <translation>يجري قياس الاتصال. قد يستغرق ذلك دقيقة.</translation>
    </message>
</context>
<context>
    <name>stowage::MemoryCgroup</name>
    <message>
        <source>this system has no control groups of version 2</source>
        <translation>ليس في هذا النظام مجموعات تحكم (cgroups) من الإصدار 2</translation>
    </message>
    <message>
        <source>this user is not allowed to set up a control group with a memory limit</source>
        <translation>لا يُسمح لهذا المستخدم بإعداد مجموعة تحكم (cgroup) لها حد للذاكرة</translation>
    </message>
    <message>
        <source>neither the control group of this process nor a group above it delegates the memory controller</source>
        <translation>لا تفوّض مجموعة التحكم (cgroup) لهذه العملية ولا أي مجموعة فوقها التحكم في الذاكرة إلى ما تحتها</translation>
    </message>
</context>
<context>
    <name>stowage::MemoryReader</name>
    <message>
        <source>Stowage does not know how llama.cpp stores the tokens of the architecture %1</source>
        <translation>لا يعرف Stowage كيف يخزّن llama.cpp رموز المعمارية %1</translation>
    </message>
    <message>
        <source>The file lacks the key %1</source>
        <translation>لا يوجد في الملف المفتاح %1</translation>
    </message>
</context>
<context>
    <name>stowage::MemorySampler</name>
    <message>
        <source>sampling the memory in use</source>
        <translation>أخذ عيّنات الذاكرة المحتفَظ بها</translation>
    </message>
</context>
<context>
    <name>stowage::MetadataReader</name>
    <message>
        <source>has more than 8 MiB of keys in total</source>
        <translation>فيه مفاتيح بأكثر من 8 MiB معًا</translation>
    </message>
    <message>
        <source>has more than 1 GiB of key-values</source>
        <translation>فيه أكثر من 1 GiB من أزواج المفاتيح والقيم</translation>
    </message>
    <message>
        <source>has the key %1 twice</source>
        <translation>فيه المفتاح %1 مرتين</translation>
    </message>
    <message>
        <source>has a general.alignment that is not a 32-bit number</source>
        <translation>يعطي general.alignment قيمة ليست عددًا من 32 بت</translation>
    </message>
    <message>
        <source>has the general.alignment %1, which must be a power of two</source>
        <translation>قيمة general.alignment فيه %1؛ ويجب أن تكون من قوى 2</translation>
    </message>
    <message>
        <source>has a value of the unknown type %2 for %1</source>
        <translation>فيه لـ %1 قيمة من النوع غير المعروف %2</translation>
    </message>
    <message>
        <source>nests arrays more than 4 levels deep in %1</source>
        <translation>فيه مصفوفات تداخلها أعمق من 4 مستويات في %1</translation>
    </message>
    <message>
        <source>has %2 values for %1, more than the file can contain</source>
        <translation>فيه لـ %1 من القيم %2، أكثر مما يمكن أن يحويه الملف</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>أُوقف فتح %1.</translation>
    </message>
</context>
<context>
    <name>stowage::MeteredCompute</name>
    <message>
        <source>An estimated pass has no values of the tensor %1.</source>
        <translation>ليس للتمريرة التي يُكتفى بعدّها موتر %1.</translation>
    </message>
</context>
<context>
    <name>stowage::ModulePass</name>
    <message>
        <source>The module %1 has no weights for the forward pass.</source>
        <translation>ليست لـ %1 أوزان يعمل بها.</translation>
    </message>
    <message>
        <source>The module %1 reads an input that this forward pass does not have.</source>
        <translation>يقرأ %1 دخلًا ليس لدى هذه التمريرة.</translation>
    </message>
</context>
<context>
    <name>stowage::ModuleTreeBuilder</name>
    <message>
        <source>The root of a module tree must not have a &quot;name&quot; or a &quot;same_as&quot;.</source>
        <translation>جذر شجرة الوحدات لا اسم له وليس وحدة أخرى.</translation>
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
        <translation>لا يُعرف ما تسمّي به llama.cpp موترات العائلة %1؛ افتح ملف GGUF للنموذج، فأسماؤه منه نفسه.</translation>
    </message>
</context>
<context>
    <name>stowage::Names</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 و%2 أخرى</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1، %2</translation>
    </message>
</context>
<context>
    <name>stowage::NpyHeaderParser</name>
    <message>
        <source>is not a Python dict</source>
        <translation>ليس dict بلغة Python</translation>
    </message>
    <message>
        <source>is not a dict of named values</source>
        <translation>ليس dict من قيم مسمّاة</translation>
    </message>
    <message>
        <source>lacks a comma or its closing brace</source>
        <translation>تنقصه فاصلة أو قوس الإغلاق }</translation>
    </message>
    <message>
        <source>continues after its dict</source>
        <translation>يستمر بعد نهاية الـ dict</translation>
    </message>
    <message>
        <source>lacks &apos;descr&apos;, &apos;fortran_order&apos; or &apos;shape&apos;</source>
        <translation>ينقصه &apos;descr&apos; أو &apos;fortran_order&apos; أو &apos;shape&apos;</translation>
    </message>
    <message>
        <source>has the key %1, which does not belong in a .npy file</source>
        <translation>فيه المفتاح %1، الذي لا يوجد في أي ملف .npy</translation>
    </message>
    <message>
        <source>has the key %1 twice</source>
        <translation>فيه المفتاح %1 مرتين</translation>
    </message>
    <message>
        <source>%1 contains a structured NumPy array, but a tensor needs one plain dtype; save the fields of the array as separate arrays.</source>
        <translation>يحوي %1 مصفوفة NumPy مركَّبة (structured)؛ ويحتاج الموتر إلى نوع dtype واحد بسيط، لذا احفظ حقولها مصفوفات مستقلة.</translation>
    </message>
    <message>
        <source>has a &apos;descr&apos; that is not a string</source>
        <translation>يعطي &apos;descr&apos; قيمة ليست نصًا</translation>
    </message>
    <message>
        <source>has a &apos;fortran_order&apos; that is neither True nor False</source>
        <translation>يعطي &apos;fortran_order&apos; قيمة ليست True ولا False</translation>
    </message>
    <message>
        <source>has a &apos;shape&apos; that is not a tuple</source>
        <translation>يعطي &apos;shape&apos; قيمة ليست tuple</translation>
    </message>
    <message>
        <source>has a dimension that is not an integer from 0 to 2^63 - 1</source>
        <translation>له بُعد ليس عددًا صحيحًا من 0 إلى ‎2^63 - 1</translation>
    </message>
    <message>
        <source>The array in %1 has more dimensions than the limit of 64.</source>
        <translation>في %1 أكثر من 64 بُعدًا، وهو أقصى ما يُقرأ.</translation>
    </message>
    <message>
        <source>lacks a comma or a bracket in &apos;shape&apos;</source>
        <translation>تنقصه فاصلة أو قوس في &apos;shape&apos;</translation>
    </message>
    <message>
        <source>The NumPy header of %1 %2 (at character %3 of the header).</source>
        <translation>نص ترويسة NumPy في %1 %2 (عند المحرف %3).</translation>
    </message>
</context>
<context>
    <name>stowage::NvmlLibrary</name>
    <message>
        <source>the library could not be opened</source>
        <translation>تعذّر فتحها</translation>
    </message>
    <message>
        <source>%1 lacks the function %2</source>
        <translation>ليس في %1 %2</translation>
    </message>
    <message>
        <source>Starting it</source>
        <translation>بدء تشغيلها</translation>
    </message>
    <message>
        <source>Counting the GPUs</source>
        <translation>عدّ وحدات GPU</translation>
    </message>
    <message>
        <source>Opening GPU %1</source>
        <translation>فتح GPU %1</translation>
    </message>
    <message>
        <source>Listing the programs on the GPU %1</source>
        <translation>سرد البرامج على %1</translation>
    </message>
    <message>
        <source>The driver does not report which programs use the GPU %1.</source>
        <translation>لا يذكر برنامج التشغيل أي البرامج تستخدم %1.</translation>
    </message>
</context>
<context>
    <name>stowage::NvmlLibrary::Calls</name>
    <message>
        <source>%1 failed: %2</source>
        <translation>فشل %1: %2</translation>
    </message>
    <message>
        <source>unknown error</source>
        <translation>خطأ غير معروف</translation>
    </message>
    <message>
        <source>%1. The GPU is no longer reachable; restart the machine.</source>
        <translation>%1. انفصلت البطاقة عن الناقل (bus)؛ يجب إعادة تشغيل الحاسوب.</translation>
    </message>
    <message>
        <source>No GPU of this machine has the UUID &quot;%1&quot;.</source>
        <translation>لا يوجد في هذا الحاسوب GPU له UUID هو &quot;%1&quot;.</translation>
    </message>
    <message>
        <source>Looking for the GPU %1</source>
        <translation>البحث عن %1</translation>
    </message>
</context>
<context>
    <name>stowage::OffloadFile</name>
    <message>
        <source>A write of %1 bytes at offset %2 extends past the end of the tensor %3.</source>
        <translation>كتابة %1 بايت عند الإزاحة %2 تتجاوز نهاية الموتر %3.</translation>
    </message>
</context>
<context>
    <name>stowage::OffloadFolderWriter</name>
    <message>
        <source>%1 is not a folder; choose another path for the offload folder.</source>
        <translation>%1 ليس مجلدًا؛ اختر مسارًا آخر لمجلد التفريغ (offload).</translation>
    </message>
    <message>
        <source>The index file %1 is larger than the limit of 64 MiB.</source>
        <translation>%1 أكبر من 64 MiB.</translation>
    </message>
    <message>
        <source>%1 is not the index file of an offload folder; choose another folder.</source>
        <translation>%1 ليس فهرس مجلد تفريغ (offload)؛ اختر مجلدًا آخر.</translation>
    </message>
    <message>
        <source>The tensor %1 is not in %2, so the folder cannot contain a second name for the tensor.</source>
        <translation>الموتر %1 ليس في %2، فلا يمكن أن يكون له اسم ثانٍ هناك.</translation>
    </message>
</context>
<context>
    <name>stowage::OffloadHandler</name>
    <message>
        <source>is not an object with dtype and shape</source>
        <translation>ليس كائنًا من dtype وshape</translation>
    </message>
    <message>
        <source>is a list</source>
        <translation>هو قائمة</translation>
    </message>
    <message>
        <source>has a shape that is not a list</source>
        <translation>له شكل ليس قائمة</translation>
    </message>
    <message>
        <source>has a shape that is not a list of numbers</source>
        <translation>له شكل ليس قائمة أعداد</translation>
    </message>
    <message>
        <source>is not an index of offloaded tensors: its entry %1 %2</source>
        <translation>ليس فهرس موترات مفرَّغة (offload): مدخله %1 %2</translation>
    </message>
    <message>
        <source>has a field %1 that is not a string</source>
        <translation>له %1 ليس نصًا</translation>
    </message>
    <message>
        <source>has a dimension that is not an integer from 0 to 2^63 - 1</source>
        <translation>له بُعد ليس عددًا صحيحًا من 0 إلى ‎2^63 - 1</translation>
    </message>
    <message>
        <source>has more than 64 dimensions for the tensor %1</source>
        <translation>فيه أكثر من 64 بُعدًا لـ %1</translation>
    </message>
</context>
<context>
    <name>stowage::OffloadReader</name>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>أُوقف فتح %1.</translation>
    </message>
    <message>
        <source>headers of files</source>
        <translation>ترويسات الملفات</translation>
    </message>
    <message>
        <source>%1 refers to tensors in %2, which is outside the folder of the index.</source>
        <translation>يأخذ %1 موترات من %2، خارج مجلده.</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 %3.</source>
        <translation>الموتر %1 في %2 %3.</translation>
    </message>
    <message>
        <source>has a name with &apos;/&apos; or NUL, which a file name cannot contain</source>
        <translation>له اسم فيه &apos;/&apos; أو NUL، لا يمكن أن يحمله أي ملف</translation>
    </message>
    <message>
        <source>has the unknown dtype %1</source>
        <translation>له نوع dtype %1، وهو غير معروف</translation>
    </message>
    <message>
        <source>has no shape</source>
        <translation>ينقصه شكله</translation>
    </message>
    <message>
        <source>has a shape whose size in bytes does not fit in a 64-bit number</source>
        <translation>له شكل لا يتسع عدد من 64 بتًا لحجمه بالبايتات</translation>
    </message>
    <message>
        <source>has no file: %1 is missing</source>
        <translation>ليس له ملف: %1 مفقود</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, but the shape and dtype of its tensor in %3 require %4 bytes.</source>
        <translation>في %1 %2 بايت، لكن %3 يعطي موتره شكلًا ونوع dtype يحتاجان إلى %4 بايت.</translation>
    </message>
    <message>
        <source>refers to the tensor %1 of %2, but the file does not contain this tensor</source>
        <translation>ينبغي أن يكون هو %1 في %2، حيث لا يوجد موتر كهذا</translation>
    </message>
    <message>
        <source>has a shape that differs from the shape in %1</source>
        <translation>له شكل آخر في %1</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 should be cast to %3, but was read with the stored dtype, %4.</source>
        <translation>الموتر %1 من %2 مطلوب تحويله إلى %3؛ وقد قُرئ كما هو مخزَّن، بنوع %4.</translation>
    </message>
    <message>
        <source>names a safetensors file with NUL in its name</source>
        <translation>يسمّي ملف safetensors في اسمه NUL</translation>
    </message>
    <message>
        <source>is in %1, which is missing</source>
        <translation>يقع في %1، وهو مفقود</translation>
    </message>
</context>
<context>
    <name>stowage::OpeningBackend</name>
    <message>
        <source>LibTorch was not needed.</source>
        <translation>لم تكن هناك حاجة إلى LibTorch.</translation>
    </message>
</context>
<context>
    <name>stowage::OptimalSearch</name>
    <message>
        <source>The plan does not fit with this workload.</source>
        <translation>لا تحمل العمل.</translation>
    </message>
</context>
<context>
    <name>stowage::Overrides</name>
    <message>
        <source>-ot has %1 patterns; the limit is 1024.</source>
        <translation>في -ot عدد من الأنماط هو %1؛ ولا يُقبل أكثر من 1024.</translation>
    </message>
    <message>
        <source>-ot has the pattern %1, which is too long; shorten it.</source>
        <translation>في -ot النمط %1، وهو أطول من اللازم؛ قصّره.</translation>
    </message>
    <message>
        <source>-ot has the pattern %1, which uses the repetition {…}; write the repetition out.</source>
        <translation>في -ot النمط %1، الذي يعدّ التكرار بـ {…}؛ اكتب الأجزاء كاملة.</translation>
    </message>
    <message>
        <source>-ot has the pattern %1, which is not a valid regular expression; correct it.</source>
        <translation>في -ot النمط %1، وهو ليس تعبيرًا نمطيًا (regular expression) يمكن قراءته؛ صحّحه.</translation>
    </message>
</context>
<context>
    <name>stowage::OwnRuns</name>
    <message>
        <source>This program cannot load the quantised weights of this plan; choose another engine.</source>
        <translation>لا يشغّل هذا البرنامج خطة مكمَّمة؛ اذكر محركًا آخر.</translation>
    </message>
    <message>
        <source>This program computes in the dtype of the weights; plan the weights in %1, or choose another engine.</source>
        <translation>يحسب هذا البرنامج بنوع dtype الخاص بالأوزان؛ خطّط لها بنوع %1، أو اذكر محركًا آخر.</translation>
    </message>
    <message>
        <source>Alternatively, choose another engine that supports fused attention.</source>
        <translation>محركات أخرى تدمجه: اذكر أحدها.</translation>
    </message>
    <message>
        <source>This program stores keys and values in the compute dtype, which is %1 for this plan, not %2; choose another engine.</source>
        <translation>يحتفظ هذا البرنامج بالمفاتيح والقيم بنوع dtype الذي يحسب به، وهو هنا %1، لا بالنوع %2؛ سمِّ محركًا آخر.</translation>
    </message>
    <message>
        <source>This program runs models of the family %1 one sequence at a time: use a batch size of 1, or choose another engine.</source>
        <translation>يشغّل هذا البرنامج نموذجًا من العائلة %1 تسلسلًا واحدًا في كل مرة: اجعل حجم الدفعة 1، أو اذكر محركًا آخر.</translation>
    </message>
</context>
<context>
    <name>stowage::Owner</name>
    <message>
        <source>is missing</source>
        <translation>مفقود</translation>
    </message>
</context>
<context>
    <name>stowage::PagePool</name>
    <message>
        <source>Creating the memory file for %1 of a simulated GPU</source>
        <translation>إنشاء ملف الذاكرة لـ %1 من GPU مُحاكى</translation>
    </message>
    <message>
        <source>Filling %1 of a simulated GPU</source>
        <translation>ملء %1 من GPU مُحاكى</translation>
    </message>
    <message>
        <source>Mapping %1 of a simulated GPU</source>
        <translation>تعيين %1 من GPU مُحاكى في الذاكرة</translation>
    </message>
    <message>
        <source>Growing the memory file of a simulated GPU by %1</source>
        <translation>توسيع ملف الذاكرة بمقدار %1 من GPU مُحاكى</translation>
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
    <name>stowage::ParallelShare</name>
    <message>
        <source>%1 (parts of layers, divided among %2 GPUs) + %3 (weights that each GPU stores completely) = %4; with the allocator&apos;s rounding: %5</source>
        <translation>%1، جزء من كل طبقة لكل واحدة من وحدات GPU وعددها %2، + %3 لدى كل منها كاملًا = %4؛ %5 في كتل المخصِّص</translation>
    </message>
</context>
<context>
    <name>stowage::Parser::Parsed</name>
    <message>
        <source>The architecture text &quot;%1&quot; is invalid at byte %2.</source>
        <translation>نص المعمارية &quot;%1&quot; لا معنى له عند البايت %2.</translation>
    </message>
</context>
<context>
    <name>stowage::PartInput</name>
    <message>
        <source>A line on standard input is longer than %1.</source>
        <translation>في الدخل القياسي سطر أطول من %1.</translation>
    </message>
    <message>
        <source>The rest of the model is missing: the sender has stopped.</source>
        <translation>لم يعد أحد يرسل بقية النموذج.</translation>
    </message>
</context>
<context>
    <name>stowage::PickleMachine</name>
    <message>
        <source>is larger than %1 bytes</source>
        <translation>أكبر من %1 بايت</translation>
    </message>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>أُوقف فتح %1.</translation>
    </message>
    <message>
        <source>ends without a STOP opcode</source>
        <translation>ينتهي بلا opcode من نوع STOP</translation>
    </message>
    <message>
        <source>uses the opcode %1, which torch.save never writes</source>
        <translation>يستخدم opcode %1، الذي لا يكتبه torch.save أبدًا</translation>
    </message>
    <message>
        <source>Nothing in the pickle was executed.</source>
        <translation>لم يُنفَّذ شيء من محتوى الـ pickle.</translation>
    </message>
    <message>
        <source>has more than %1 open marks</source>
        <translation>فيه أكثر من %1 من العلامات (marks) المفتوحة</translation>
    </message>
    <message>
        <source>pops from an empty stack</source>
        <translation>يأخذ من مكدّس فارغ</translation>
    </message>
    <message>
        <source>uses pickle protocol %1, but only protocol 2, the default of torch.save, is supported</source>
        <translation>يستخدم بروتوكول pickle %1، ولا يُدعم إلا البروتوكول 2، وهو البروتوكول الافتراضي في torch.save</translation>
    </message>
    <message>
        <source>Save the file again without pickle_protocol.</source>
        <translation>احفظ الملف من جديد بلا pickle_protocol.</translation>
    </message>
    <message>
        <source>names the Python object %1: a whole module was saved, which needs its Python code</source>
        <translation>يسمّي الكائن %1 من Python: حُفظت وحدة كاملة، وهي تحتاج إلى شيفرة Python الخاصة بها</translation>
    </message>
    <message>
        <source>names the Python object %1, which is not allowed in a checkpoint</source>
        <translation>يسمّي الكائن %1 من Python، وهو غير مسموح به في نقطة حفظ</translation>
    </message>
    <message>
        <source>Nothing in the pickle was executed. Save only model.state_dict().</source>
        <translation>لم يُنفَّذ شيء من محتوى الـ pickle. احفظ model.state_dict() وحده.</translation>
    </message>
    <message>
        <source>has a string of %1 bytes; the limit is %2</source>
        <translation>فيه سلسلة نصية من %1 بايت؛ ولا يُقرأ أكثر من %2</translation>
    </message>
    <message>
        <source>stores an object under the number %1; the limit is %2</source>
        <translation>يحتفظ بكائن تحت العدد %1؛ ولا يُقرأ أكثر من %2</translation>
    </message>
    <message>
        <source>refers to object number %1, which was not stored</source>
        <translation>يشير إلى الكائن رقم %1، الذي لم يحتفظ به قط</translation>
    </message>
    <message>
        <source>has more than %1 references</source>
        <translation>فيه أكثر من %1 من المراجع</translation>
    </message>
    <message>
        <source>has more than %1 objects</source>
        <translation>فيه أكثر من %1 من الكائنات</translation>
    </message>
    <message>
        <source>has more than %1 lists and dicts</source>
        <translation>فيه أكثر من %1 من list وdict</translation>
    </message>
    <message>
        <source>has more than %1 tensors</source>
        <translation>فيه أكثر من %1 من الموترات</translation>
    </message>
    <message>
        <source>closes a mark that was never set</source>
        <translation>يغلق علامة (mark) لم يضعها قط</translation>
    </message>
    <message>
        <source>removes objects that are below its mark on the stack</source>
        <translation>يأخذ ما يقع قبل علامته (mark)</translation>
    </message>
    <message>
        <source>needs more than %1 MiB of memory for the list of its contents</source>
        <translation>يحتاج سرده إلى أكثر من %1 MiB من الذاكرة</translation>
    </message>
    <message>
        <source>The pickle %1 of %2 %3 (at byte %4).</source>
        <translation>الـ pickle %1 في %2 %3 (عند البايت %4).</translation>
    </message>
    <message>
        <source>nests tuples deeper than %1 levels</source>
        <translation>فيه tuples تداخلها أعمق من %1 من المستويات</translation>
    </message>
    <message>
        <source>appends items without a list</source>
        <translation>يُلحق بلا شيء يُلحق به</translation>
    </message>
    <message>
        <source>appends to something that is not a list</source>
        <translation>يُلحق بما ليس list</translation>
    </message>
    <message>
        <source>sets items without a dict or sets a key without a value</source>
        <translation>يضع عناصر بلا dict أو بلا قيمة</translation>
    </message>
    <message>
        <source>sets items of something that is not a dict</source>
        <translation>يضع عناصر في ما ليس dict</translation>
    </message>
    <message>
        <source>ends in the middle of a value</source>
        <translation>ينتهي في وسط قيمة</translation>
    </message>
    <message>
        <source>creates an object of something that is not a scripted class</source>
        <translation>ينشئ كائنًا مما ليس صنفًا من أصناف TorchScript (scripted)</translation>
    </message>
    <message>
        <source>sets attributes of something that is not a dict</source>
        <translation>يضع سمات في ما ليس dict</translation>
    </message>
    <message>
        <source>has a storage view that is not a tuple of three elements</source>
        <translation>فيه عرض (view) لتخزين (storage)، والعرض ليس tuple من ثلاثة</translation>
    </message>
    <message>
        <source>has a view of %1 elements from element %2, which is outside its storage of %3 elements</source>
        <translation>فيه عرض (view) من %1 من العناصر ابتداءً من %2، خارج تخزينه (storage) الذي فيه %3</translation>
    </message>
    <message>
        <source>has a persistent id that is not a tuple of six elements</source>
        <translation>فيه معرّف دائم (persistent id) ليس tuple من ستة</translation>
    </message>
    <message>
        <source>has a persistent id that is not a tuple of five elements</source>
        <translation>فيه معرّف دائم (persistent id) ليس tuple من خمسة</translation>
    </message>
    <message>
        <source>has a persistent id that names no storage</source>
        <translation>فيه معرّف دائم (persistent id) لا يسمّي تخزينًا (storage)</translation>
    </message>
    <message>
        <source>has a persistent id with an unknown kind of storage</source>
        <translation>فيه معرّف دائم (persistent id) بنوع تخزين (storage) غير معروف</translation>
    </message>
    <message>
        <source>has a storage with the negative size of %1 elements</source>
        <translation>فيه تخزين (storage) حجمه سالب: %1 من العناصر</translation>
    </message>
    <message>
        <source>makes a call that is not allowed</source>
        <translation>يُجري استدعاءً غير مسموح به</translation>
    </message>
    <message>
        <source>creates an OrderedDict with arguments</source>
        <translation>ينشئ OrderedDict من وسائط</translation>
    </message>
    <message>
        <source>creates a torch.Size with more or fewer than one argument</source>
        <translation>ينشئ torch.Size من غير وسيط واحد</translation>
    </message>
    <message>
        <source>calls a TorchScript wrapper without an object</source>
        <translation>يستدعي غلاف TorchScript من دون كائن</translation>
    </message>
    <message>
        <source>calls an object that is not a function</source>
        <translation>يطبّق كائنًا ليس دالة</translation>
    </message>
    <message>
        <source>creates a meta tensor with the wrong arguments</source>
        <translation>ينشئ موتر meta من وسائط خاطئة</translation>
    </message>
    <message>
        <source>creates a typed tensor with the wrong arguments</source>
        <translation>ينشئ موترًا ذا نوع من وسائط خاطئة</translation>
    </message>
    <message>
        <source>creates a typed tensor from another typed tensor</source>
        <translation>ينشئ موترًا ذا نوع من موتر ذي نوع</translation>
    </message>
    <message>
        <source>creates a Parameter from something that is not a tensor</source>
        <translation>ينشئ Parameter مما ليس موترًا</translation>
    </message>
    <message>
        <source>has a tensor whose size or strides are neither a tuple nor a list</source>
        <translation>يعطي حجم موتر أو خطواته (strides) قيمة ليست tuple ولا قائمة</translation>
    </message>
    <message>
        <source>has a tensor of %1 dimensions; the limit is %2</source>
        <translation>فيه موتر من %1 من الأبعاد؛ ولا يُقرأ أكثر من %2</translation>
    </message>
    <message>
        <source>has a tensor whose size or stride is not an integer</source>
        <translation>يعطي حجم موتر أو خطوته (stride) قيمة ليست عددًا صحيحًا</translation>
    </message>
    <message>
        <source>has a tensor with the negative size or stride %1</source>
        <translation>فيه موتر حجمه أو خطوته (stride) قيمة سالبة %1</translation>
    </message>
    <message>
        <source>has a tensor with an untyped storage and without a dtype</source>
        <translation>فيه موتر فوق تخزين (storage) بلا نوع، من دون dtype</translation>
    </message>
    <message>
        <source>has a quantised tensor whose storage has the dtype %1</source>
        <translation>فيه موتر مكمَّم فوق تخزين (storage) من %1</translation>
    </message>
    <message>
        <source>has a tensor whose dtype argument is not a dtype</source>
        <translation>فيه موتر ما أُعطي له كـ dtype ليس dtype</translation>
    </message>
    <message>
        <source>has a tensor whose dtype differs from that of its storage</source>
        <translation>فيه موتر بنوع dtype غير نوع تخزينه (storage)</translation>
    </message>
    <message>
        <source>creates a tensor with the wrong arguments</source>
        <translation>ينشئ موترًا من وسائط خاطئة</translation>
    </message>
    <message>
        <source>has a tensor at the negative offset %1</source>
        <translation>فيه موتر عند الإزاحة السالبة %1</translation>
    </message>
    <message>
        <source>has a tensor of %1 dimensions with %2 strides</source>
        <translation>فيه موتر من %1 من الأبعاد وله %2 من الخطوات (strides)</translation>
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
        <translation>--objective خاص بـ --strategy optimal؛ أعطِ كليهما، أو لا تعطِ أيًّا منهما.</translation>
    </message>
    <message>
        <source>--strategy optimal chooses the prefetch window and the offloaded modules that the CPU computes; omit --prefetch-window, --no-prefetch and --offloaded.</source>
        <translation>يختار --strategy optimal نافذة الجلب المسبق وأي الوحدات المفرَّغة (offload) يحسبها CPU؛ احذف --prefetch-window و--no-prefetch و--offloaded.</translation>
    </message>
    <message>
        <source>--machine-link has no effect: all devices are in one machine.</source>
        <translation>لا أثر لـ --machine-link: كل الأجهزة في حاسوب واحد.</translation>
    </message>
    <message>
        <source>--objective %1: %2 generates no tokens after a prompt; use prefill.</source>
        <translation>--objective %1: لا يتبع المطالبةَ رمزٌ في %2؛ استخدم prefill.</translation>
    </message>
    <message>
        <source>--max-memory specifies no limit for the CPU, so the limit of the CPU is %1 from --ram. Accelerate would not use the CPU. To exclude the CPU, add cpu=0 to --max-memory; to use the CPU, add its limit there.</source>
        <translation>لا يسمي --max-memory حدًا لـ CPU، لذا يعطيه --ram الحد %1؛ أما Accelerate فيستبعد CPU. أضف cpu=0 لذلك، أو حدًا آخر.</translation>
    </message>
    <message>
        <source>with the options of load_hf_model, --max-memory must limit at least one device, as in {0: &quot;10GiB&quot;}.</source>
        <translation>مع خيارات load_hf_model يجب أن يحدّ جهازًا، كما في {0: &quot;10GiB&quot;}.</translation>
    </message>
    <message>
        <source>--fallback-allocation has no effect with the rules of transformers; add --rules accelerate.</source>
        <translation>لا أثر لـ --fallback-allocation في قواعد transformers؛ أضف ‎--rules accelerate.</translation>
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
        <translation>فشلت إعادة قراءة %1 عند الإزاحة %2: %3.</translation>
    </message>
    <message>
        <source>%1 ends at offset %2, %3 bytes before it should.</source>
        <translation>ينتهي %1 عند الإزاحة %2، قبل الموضع الذي ينبغي أن ينتهي فيه بمقدار %3 بايت.</translation>
    </message>
</context>
<context>
    <name>stowage::PlanEstimator::Work</name>
    <message>
        <source>A verdict on a workload is for one model, but this plan has several models. Use stowagectl estimate or the Capacity page to estimate all models together.</source>
        <translation>يُحكم على حمل العمل لنموذج واحد، وهذه الخطة لعدة نماذج؛ والتقدير (stowagectl estimate، صفحة «السعة») يحسبها معًا.</translation>
    </message>
    <message>
        <source>A diffusers pipeline has no workload of tokens. Use stowagectl estimate without a workload, or the Capacity page, to compare the ways to offload the pipeline.</source>
        <translation>ليس لخط معالجة من diffusers حمل عمل من الرموز؛ وتُقارَن بدلًا من ذلك طرق تفريغه (offload) (estimate بلا حمل عمل، صفحة «السعة»).</translation>
    </message>
    <message>
        <source>This program computes offloaded modules on the CPU; the engine of this estimate (%1) may copy their weights to a GPU instead.</source>
        <translation>في هذا البرنامج يحسب CPU الوحدات المفرَّغة (offload)؛ أما محرك هذا التقدير (%1) فقد ينسخ أوزان هذه الوحدات إلى GPU بدلًا من ذلك.</translation>
    </message>
    <message>
        <source>The time of tensor parallelism depends on how the GPUs are connected, so no time is estimated.</source>
        <translation>يتوقف ما يستغرقه توازي الموترات على كيفية ربط وحدات GPU فيه: لا يُقدَّر زمنه.</translation>
    </message>
    <message>
        <source>A context of %2 tokens exceeds the %1 positions that this model is designed for.</source>
        <translation>صُنع هذا النموذج لـ %1 من المواضع، لا لـ %2.</translation>
    </message>
    <message>
        <source>Tokens of this model attend to later tokens of the prompt, so prompts are not processed in chunks.</source>
        <translation>رموز هذا النموذج ترى ما يليها من رموز مطالبتها: تدخل المطالبات كاملة.</translation>
    </message>
    <message>
        <source>This program&apos;s own engine does not divide layers among GPUs by tensor parallelism; use vllm, sglang or transformers.</source>
        <translation>المحرك الخاص بهذا البرنامج لا يقسم الطبقات على وحدات GPU بتوازي الموترات؛ اذكر vllm أو sglang أو transformers.</translation>
    </message>
    <message>
        <source>GPU memory is calculated as in PyTorch&apos;s allocator with expandable_segments:True.</source>
        <translation>تُحسب ذاكرة وحدات GPU كما يحتفظ بها مخصِّص PyTorch مع expandable_segments:True.</translation>
    </message>
    <message>
        <source>the weights include a rotary table: %1 positions × %2 numbers = %3</source>
        <translation>مع جدول دوراني (rotary) من %1 موضع × %2 عدد = %3</translation>
    </message>
    <message>
        <source>the weights include %3 of padding: MXFP4 experts are padded to tiles of %1 × %2 weights</source>
        <translation>ضمن الأوزان، لإكمال الخبراء بنوع MXFP4 إلى بلاطات (tiles) من %1 × %2 وزن: %3</translation>
    </message>
    <message>
        <source>%1 of parameters, each pinned in a block whose size is a power of two: %2</source>
        <translation>مُعامِلات حجمها %1، كل منها مثبَّت في كتلة حجمها من قوى 2: %2</translation>
    </message>
    <message>
        <source>The workload has too many tokens to replay the run token by token, so the memory of the run is calculated by formula.</source>
        <translation>لا يُعاد تمثيل هذا العدد من الرموز واحدًا واحدًا؛ بل يُحسب ما تأخذه.</translation>
    </message>
    <message>
        <source>The free memory allows a prefetch window of only %1 instead of the requested %2.</source>
        <translation>يوجد حيّز لنافذة جلب مسبق من %1، لا من %2.</translation>
    </message>
    <message>
        <source>The link between %1 and %2 is assumed to be 10 Gbit/s Ethernet (%3). Measure the link, then specify its bandwidth with --machine-link or, in the window, in the dialog &quot;Simulated GPUs&quot;.</source>
        <translation>الوصلة بين %1 و%2 مفترَضة: Ethernet بمعدّل 10 Gbit/s (%3). قِسها، وأعطِها بواسطة --machine-link أو مع وحدات GPU المُحاكاة في النافذة.</translation>
    </message>
    <message>
        <source>How much memory %1 uses on a GPU before any tensor is allocated is unknown, because no figure is published.</source>
        <translation>ما يأخذه %1 على وحدة GPU قبل أي موتر غير منشور: غير معروف.</translation>
    </message>
    <message>
        <source>Images cannot be estimated: the engine does not process images for this model, or the number of tokens per image is unknown. Leave out the images, and add their tokens to the prompt.</source>
        <translation>لا يمكن تقدير الصور لهذا النموذج: إما أن المحرك لا يعالج الصور لهذا النموذج، أو أن عدد رموز الصورة غير معروف. لا تعطِ صورًا، وأضف رموزها إلى المطالبة.</translation>
    </message>
    <message>
        <source>An image of %1 × %1 pixels adds %2 tokens to the prompt; the computation of the image encoder is not included.</source>
        <translation>كل صورة حجمها %1 × %1 بكسل تزيد %2 من الرموز على مطالبتها؛ أما ما يُجريه برج الصور من عمليات فلا يشمله التقدير.</translation>
    </message>
    <message>
        <source>An image of %1 × %1 pixels adds %2 tokens to the prompt and is processed by %3 as %4 × %5 positions.</source>
        <translation>كل صورة حجمها %1 × %1 بكسل تزيد %2 من الرموز على مطالبتها، وتمر عبر %3 بصفتها %4 × %5 من المواضع.</translation>
    </message>
    <message>
        <source>An image of %1 × %1 pixels adds %2 token to the prompt and is processed by %3 as %4 × %5 positions.</source>
        <translation>كل صورة حجمها %1 × %1 بكسل تزيد %2 رمزًا على مطالبتها، وتمر عبر %3 بصفتها %4 × %5 من المواضع.</translation>
    </message>
    <message>
        <source>each part is shown at its peak, but the peaks occur at different times; the total peak is %1 lower than the sum</source>
        <translation>كل جزء هو عند أقصاه، و%1 منها لا تُشغَل في الوقت نفسه</translation>
    </message>
    <message>
        <source>the peak occurs during the load, including %1 for reading</source>
        <translation>الذروة هي ذروة التحميل، الذي يأخذ %1 إضافية لما يقرؤه</translation>
    </message>
    <message>
        <source>other memory in use at the peak: %1</source>
        <translation>ما يُشغَل عند الذروة إلى جانب هذه الأجزاء: %1</translation>
    </message>
    <message>
        <source>memory that %1 uses on each GPU before any tensor is allocated: %2 (%3; %4)</source>
        <translation>ما يأخذه %1 على كل بطاقة قبل أي موتر: %2. %3 (%4)</translation>
    </message>
    <message>
        <source>Every layer is divided evenly among %1 GPUs. A device map cannot express this division, so this estimate does not use the device map of the plan. How the layers are divided: %2.</source>
        <translation>تُقسَم كل طبقة بالتساوي على %1 من وحدات GPU، وهو ما لا يمكن لخريطة أجهزة أن تعبّر عنه: فليست خريطة الخطة هي ما تُحسب كلفته هنا. كيفية تقسيمها: %2.</translation>
    </message>
    <message>
        <source>the memory of recurrent layers while they compute (activations)</source>
        <translation>ما تشغله الطبقات التكرارية أثناء الحساب (التنشيطات)</translation>
    </message>
    <message>
        <source>If Stowage can run this model, choose the engine &quot;stowage&quot;.</source>
        <translation>إن كان هذا البرنامج يشغّل النموذج فاختر المحرك stowage.</translation>
    </message>
    <message>
        <source>How much memory %1 uses on a GPU before any tensor is allocated is not published for this number of GPUs (%3). The figure for %2 GPUs is used; the actual memory is not larger.</source>
        <translation>ما يأخذه %1 على البطاقة قبل أي موتر منشور لعدد %2 من البطاقات لا %3: يُحسب كما هناك، وهو ليس أقل.</translation>
    </message>
    <message>
        <source>How much memory %1 uses on a GPU before any tensor is allocated is not published for this number of GPUs (%3). The figure for fewer GPUs (%2) is used as a minimum.</source>
        <translation>ما يأخذه %1 على البطاقة قبل أي موتر منشور لعدد %2 لا لعدد %3 من البطاقات: يُحسب كما هناك، وهو أقل ما يأخذه.</translation>
    </message>
    <message>
        <source>estimated memory of CUDA graphs: %1</source>
        <translation>المقدَّر لرسوم CUDA: %1</translation>
    </message>
    <message>
        <source>Estimate for keys and values on %1: %4 (%2 × the free memory when %3 starts) minus %5 of weights = %6.</source>
        <translation>المقدَّر من %1 للمفاتيح والقيم: %2 مما هو فارغ عند بدء %3، أي %4، ناقص %5 للأوزان = %6.</translation>
    </message>
    <message>
        <source>Estimate for keys and values on %1: %2 × %3 minus %4 of weights, %5 of activations, %6 of memory outside of PyTorch and %7 of CUDA graphs = %8.</source>
        <translation>المقدَّر من %1 للمفاتيح والقيم: %2 × %3 ناقص %4 للأوزان و%5 للتنشيطات و%6 من ذاكرة خارج PyTorch و%7 لرسوم CUDA = %8.</translation>
    </message>
    <message>
        <source>With %1, this memory for keys and values corresponds to %2 blocks of %3 tokens. That is %4 tokens, or %5 simultaneous requests of %6 tokens.</source>
        <translation>بحساب %1 هي %2 كتلة من %3 رمزًا: %4 رمزًا، أي %5 طلبًا من %6 معًا.</translation>
    </message>
    <message>
        <source>%1 has no option for the number of tokens of a pass; leave out max_num_batched_tokens, or use vllm.</source>
        <translation>لا خيار في %1 لعدد رموز التمريرة؛ احذف max_num_batched_tokens أو خذ vllm.</translation>
    </message>
    <message>
        <source>%1 has no option for a share of the GPU memory; leave out gpu_memory_utilization, or use vllm or sglang.</source>
        <translation>لا خيار في %1 لحصة البطاقة؛ احذف gpu_memory_utilization أو خذ vllm أو sglang.</translation>
    </message>
    <message>
        <source>By default, %1 divides each layer among GPUs. For this plan, the engine uses %2 GPUs, the largest number that the engine accepts. Specify another number with tensor_parallel; with 1, the layers form a pipeline according to the device map of the plan.</source>
        <translation>يقسّم %1 الطبقات بنفسه: على %2 بطاقات هنا، وهو أكثر ما يقبله. سمِّ عددًا آخر بـ tensor_parallel؛ و1 يجعلها خط أنابيب حسب خريطة الخطة.</translation>
    </message>
    <message>
        <source>The peak memory while weights are loaded and quantised is not predicted; this peak may be higher than the estimate.</source>
        <translation>ذروة الذاكرة أثناء تحميل الأوزان وتكميمها غير متوقعة: قد تكون أعلى.</translation>
    </message>
    <message>
        <source>The device map names a device that does not exist.</source>
        <translation>تسمّي الخريطة جهازًا غير موجود.</translation>
    </message>
    <message>
        <source>%1 rejects a context of %2 tokens: this model is designed for %3 tokens. Shorten the context; with %4=1, %1 accepts the longer context anyway.</source>
        <translation>يرفض %1 سياقًا من %2 رمز: صُنع هذا النموذج لـ %3. قصِّره؛ ومع %4=1 يقبله %1 رغم ذلك.</translation>
    </message>
    <message>
        <source>The time of recurrent layers includes matrix products and the reading of weights and states; the update of the states is not included.</source>
        <translation>زمن الطبقات التكرارية هو زمن ضربها وأوزانها وحالاتها؛ ولا يُحسب تجديد الحالات.</translation>
    </message>
    <message>
        <source>link between %1 and %2: %3, assumed</source>
        <translation>الوصلة بين %1 و%2: %3، مفترضة</translation>
    </message>
    <message>
        <source>link between %1 and %2: %3, as specified</source>
        <translation>الوصلة بين %1 و%2: %3، كما أُدخلت</translation>
    </message>
    <message>
        <source>The CPU computes the layers in CPU memory; %1 does not copy their weights to a GPU.</source>
        <translation>يشغّل %1 الطبقات الموجودة في ذاكرة CPU على CPU؛ ولا تُنسخ أوزانها إلى GPU.</translation>
    </message>
    <message>
        <source>Matrix products with %1 weights are assumed to take %2 times as long as with 16-bit weights; factors of %3 to %4 were measured (%5).</source>
        <translation>يُفترض أن الضرب في أوزان %1 يستغرق %2 ضعف زمنه في أوزان 16 بت؛ وقيس من %3 إلى %4 (%5).</translation>
    </message>
    <message>
        <source>The time of recurrent layers is not estimated.</source>
        <translation>لا يُقدَّر الزمن الذي تستغرقه الطبقات التكرارية.</translation>
    </message>
</context>
<context>
    <name>stowage::PlanJudge</name>
    <message>
        <source>Planning was stopped.</source>
        <translation>أُوقف التخطيط.</translation>
    </message>
    <message>
        <source>plans compared</source>
        <translation>خطط قورنت</translation>
    </message>
</context>
<context>
    <name>stowage::Planner</name>
    <message>
        <source>%1 contains no tensors, so there is nothing to convert.</source>
        <translation>ليس في %1 موترات، لذا لا يوجد ما يُحوَّل.</translation>
    </message>
    <message>
        <source>Only safetensors files can be written in shards; leave --shard-size out.</source>
        <translation>لا يُكتب في شظايا (shards) إلا safetensors؛ احذف --shard-size.</translation>
    </message>
    <message>
        <source>The size of a shard must be at least one byte.</source>
        <translation>يجب أن تتسع الشظية (shard) لبايت واحد على الأقل.</translation>
    </message>
</context>
<context>
    <name>stowage::Predictor</name>
    <message>
        <source>Attention is fused: no attention scores of a layer are in memory.</source>
        <translation>الانتباه مدمج (fused): لا تقع أي درجات للطبقة في الذاكرة.</translation>
    </message>
    <message>
        <source>Attention is not fused: all attention scores of a layer are in memory at once, together with their softmax.</source>
        <translation>الانتباه غير مدمج (fused): تقع كل درجات الطبقة في الذاكرة معًا، وإلى جانبها softmax الخاص بها.</translation>
    </message>
    <message>
        <source>A KV cache starts with one row per token of the first pass, but at least 32 rows. It doubles when it is full.</source>
        <translation>تبدأ ذاكرة KV المؤقتة بصف لكل رمز من التمريرة الأولى، وبما لا يقل عن 32 صفًا، وتتضاعف كلما امتلأت.</translation>
    </message>
    <message>
        <source>The state that layers store for earlier tokens has the same size after each token.</source>
        <translation>ما تحتفظ به الطبقات من الرموز السابقة يبقى بالحجم نفسه بعد كل رمز.</translation>
    </message>
    <message>
        <source>Tokens are assumed to choose experts at random, with equal probability. The weights of an expert are copied when a token chooses the expert, not ahead of time.</source>
        <translation>أي الخبراء تختارهم الرموز أمر عشوائي، بالتساوي؛ وتُجلب أوزانهم عند اختيارهم، لا مسبقًا.</translation>
    </message>
    <message>
        <source>Times are unknown: a required rate has not been measured. &quot;stowagectl devices --measure&quot; measures this machine; to measure the disk of the offloaded weights, add --dir with a folder on that disk.</source>
        <translation>الأزمنة غير معروفة: لم يُقَس معدّل تحتاج إليه. الأمر &quot;stowagectl devices --measure&quot; يقيس هذا الحاسوب؛ و--dir مع مجلد على قرص الأوزان المفرَّغة (offload) يقيس ذلك القرص.</translation>
    </message>
    <message>
        <source>Times of matrix products are based on measurements of this machine, for a run with %1 thread while nothing else is running.</source>
        <translation>تستند أزمنة جداءات المصفوفات إلى قياسات هذا الحاسوب، لتشغيل بعدد خيوط %1 لا يعمل معه شيء آخر.</translation>
    </message>
    <message>
        <source>Times of matrix products are based on measurements of this machine, for a run with %1 threads while nothing else is running.</source>
        <translation>تستند أزمنة جداءات المصفوفات إلى قياسات هذا الحاسوب، لتشغيل بعدد خيوط %1 لا يعمل معه شيء آخر.</translation>
    </message>
    <message>
        <source>%1 % of the offloaded files is in the page cache. After the first pass, all offloaded files are in the page cache.</source>
        <translation>من الملفات المفرَّغة (offload) %1% في ذاكرة الصفحات المؤقتة؛ وبعد التمريرة الأولى تكون كلها هناك.</translation>
    </message>
    <message>
        <source>%1 % of the offloaded files is in the page cache. Reading the files does not change this percentage.</source>
        <translation>من الملفات المفرَّغة (offload) %1% في ذاكرة الصفحات المؤقتة؛ وقراءتها تترك ذلك كما هو.</translation>
    </message>
</context>
<context>
    <name>stowage::PrefetchedWeights</name>
    <message>
        <source>prefetching weights</source>
        <translation>الجلب المسبق للأوزان</translation>
    </message>
    <message>
        <source>prefetching a tensor</source>
        <translation>الجلب المسبق لموتر</translation>
    </message>
</context>
<context>
    <name>stowage::ProgramRunner</name>
    <message>
        <source>A step of this load needs the memory of %1, which the host cannot read.</source>
        <translation>خطوة من هذا التحميل كانت ستقرأ ذاكرة %1 من المضيف.</translation>
    </message>
</context>
<context>
    <name>stowage::QuantizationFields</name>
    <message>
        <source>must be true or false.</source>
        <translation>يجب أن يكون true أو false.</translation>
    </message>
    <message>
        <source>must be a whole number from %1 to %2.</source>
        <translation>يجب أن يكون عددًا صحيحًا من %1 إلى %2.</translation>
    </message>
    <message>
        <source>must be a string.</source>
        <translation>يجب أن يكون نصًا.</translation>
    </message>
    <message>
        <source>must be a list of module names.</source>
        <translation>يجب أن يكون قائمة بأسماء وحدات.</translation>
    </message>
    <message>
        <source>must be two whole numbers from 1 to 1048576: rows and columns.</source>
        <translation>يجب أن يكون عددين صحيحين من 1 إلى 1048576: الصفوف والأعمدة.</translation>
    </message>
    <message>
        <source>has %1 characters; the limit is 1024.</source>
        <translation>فيه %1 من المحارف؛ ولا قيمة له بأكثر من 1024.</translation>
    </message>
    <message>
        <source>is an object, but must be a number, a string, true, false or a list.</source>
        <translation>كائن؛ والمطلوب هناك عدد أو نص أو true أو false أو قائمة.</translation>
    </message>
    <message>
        <source>names too many modules (the limits are 65,536 names, 1,024 characters per name and 512 KiB in total); leave out the list.</source>
        <translation>يسمّي وحدات أكثر مما يحتاج إليه أي نموذج (على الأكثر 65,536 اسمًا من 1,024 محرفًا، 512 KiB إجمالًا)؛ احذف القائمة.</translation>
    </message>
    <message>
        <source>must be a list of names or a list of a few numbers.</source>
        <translation>قائمة من شيء غير الأسماء وغير بضعة أعداد.</translation>
    </message>
    <message>
        <source>mixes names and numbers in one list.</source>
        <translation>يخلط الأسماء والأعداد في قائمة واحدة.</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1: %2 %3</translation>
    </message>
</context>
<context>
    <name>stowage::Question</name>
    <message>
        <source>There is no Python %1; specify a Python that has torch and transformers (--python on the command line, or STOWAGE_PYTHON).</source>
        <translation>لا يوجد Python %1؛ اذكر واحدًا فيه torch وtransformers (--python في سطر الأوامر، أو STOWAGE_PYTHON).</translation>
    </message>
    <message>
        <source>The temporary folder for the module tree of %1 could not be created.</source>
        <translation>لا يمكن أن يُنشأ في مجلد الملفات المؤقتة المجلد الذي كان Python سيكتب فيه وحدات %1.</translation>
    </message>
    <message>
        <source>The Python %1 cannot be used: %2</source>
        <translation>لا يمكن سؤال Python %1: %2</translation>
    </message>
    <message>
        <source>%1 exited without an error (%3), but wrote no module tree for %2; use another Python.</source>
        <translation>انتهى %1 بلا خطأ، لكنه لم يكتب أي وحدات لـ %2؛ اذكر Python آخر (%3).</translation>
    </message>
    <message>
        <source>The output of %1 for %2 is not a module tree: %3</source>
        <translation>ما كتبه %1 عن %2 ليس شجرة وحدات: %3</translation>
    </message>
    <message>
        <source>Waiting for Python was stopped.</source>
        <translation>لم يُنتظر Python.</translation>
    </message>
    <message>
        <source>%1 did not report the modules of %2 within %3 s and was stopped; try again, or use another Python.</source>
        <translation>لم يذكر %1 وحدات %2 خلال %3 ث فأُنهي؛ أعد المحاولة، أو اذكر Python آخر.</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2 while it built %3, perhaps because memory ran out.</source>
        <translation>أُنهي %1 بالإشارة %2 أثناء بنائه %3، ربما لنقص في الذاكرة.</translation>
    </message>
    <message>
        <source>%1 was killed by signal %2 while it built %3.</source>
        <translation>أُنهي %1 بالإشارة %2 أثناء بنائه %3.</translation>
    </message>
    <message>
        <source>%1 is built by Python code that is stored next to it; Stowage runs this code only if you allow it for this model (--trust-remote-code on the command line).</source>
        <translation>تبني %1 شيفرة Python خاصة به، موجودة بجانبه؛ ولا يشغّلها Stowage إلا حيث تطلب ذلك لهذا النموذج (--trust-remote-code في سطر الأوامر).</translation>
    </message>
    <message>
        <source>Python exited with status %1</source>
        <translation>انتهى بالحالة %1</translation>
    </message>
    <message>
        <source>%1 cannot build %2: %3; install the missing module for this Python, or use another Python.</source>
        <translation>لا يستطيع %1 بناء %2: %3؛ ثبّت ذلك هناك، أو اذكر Python آخر.</translation>
    </message>
    <message>
        <source>%1 cannot build %2: %3</source>
        <translation>لا يستطيع %1 بناء %2: %3</translation>
    </message>
</context>
<context>
    <name>stowage::RamWatch</name>
    <message>
        <source>The load method &quot;%1&quot; uses %2 of RAM (measured), but the limit is %3.</source>
        <translation>التحميل بطريقة &quot;%1&quot; يحتفظ بـ %2 من RAM (مَقيس)، وحدّه %3.</translation>
    </message>
    <message>
        <source>The load method &quot;%1&quot; uses %2 of RAM (measured) and needs %3 more now, but the limit is %4.</source>
        <translation>التحميل بطريقة &quot;%1&quot; يحتفظ بـ %2 من RAM (مَقيس؛ والمطلوب الآن %3 إضافية)، وحدّه %4.</translation>
    </message>
</context>
<context>
    <name>stowage::RandomAccessFile</name>
    <message>
        <source>%1 was changed or replaced after it was opened; open the file again.</source>
        <translation>تغيّر %1 أو استُبدل منذ فتحه؛ افتحه من جديد.</translation>
    </message>
    <message>
        <source>%1 ends before offset %2.</source>
        <translation>ينتهي %1 قبل الإزاحة %2.</translation>
    </message>
    <message>
        <source>Reading %1 at offset %2 failed: %3.</source>
        <translation>فشلت قراءة %1 عند الإزاحة %2: %3.</translation>
    </message>
    <message>
        <source>%1 ends at offset %2, but %3 more bytes were expected.</source>
        <translation>ينتهي %1 عند الإزاحة %2، حيث كان ينبغي أن يُقرأ %3 بايت أخرى.</translation>
    </message>
</context>
<context>
    <name>stowage::Read</name>
    <message>
        <source>%1 is %2; numbers separated by commas are required.</source>
        <translation>%1 هو %2؛ والمطلوب هناك أعداد تفصل بينها فواصل (,).</translation>
    </message>
</context>
<context>
    <name>stowage::RealCudaDevices</name>
    <message>
        <source>the driver shows no CUDA device to this process</source>
        <translation>لا يُظهر برنامج التشغيل أيًّا منها لهذه العملية</translation>
    </message>
    <message>
        <source>Opening the CUDA devices</source>
        <translation>فتح أجهزة CUDA</translation>
    </message>
    <message>
        <source>Querying the CUDA devices</source>
        <translation>الاستعلام من أجهزة CUDA</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>فتح %1</translation>
    </message>
    <message>
        <source>%1 (%2, %3) is not among the CUDA devices that this process may use; check CUDA_VISIBLE_DEVICES.</source>
        <translation>%1 (%2، %3) ليس من أجهزة CUDA التي يجوز لهذه العملية أن تستخدمها؛ افحص CUDA_VISIBLE_DEVICES.</translation>
    </message>
</context>
<context>
    <name>stowage::RequestEditor</name>
    <message>
        <source>A plan needs a device; keep at least the CPU.</source>
        <translation>تحتاج الخطة إلى جهاز؛ أبقِ CPU على الأقل.</translation>
    </message>
</context>
<context>
    <name>stowage::ResumeJournal</name>
    <message>
        <source>Another process is writing next to %1; wait until it finishes, or stop it.</source>
        <translation>يكتب تشغيل آخر بجانب %1؛ انتظره أو أوقفه.</translation>
    </message>
    <message>
        <source>%1 is not a regular file; remove it.</source>
        <translation>%1 ليس ملفًا عاديًا؛ أزله.</translation>
    </message>
    <message>
        <source>Other processes repeatedly remove %1; wait until they finish.</source>
        <translation>%1 تزيله عمليات تشغيل أخرى مرة بعد مرة؛ انتظر حتى تنتهي تلك العمليات.</translation>
    </message>
    <message>
        <source>%1 is larger than 256 MiB, which is too large for a journal; run the command without --resume to start over.</source>
        <translation>%1 أكبر من 256 MiB، وهو ما لا يبلغه أي سجل متابعة (journal)؛ شغّله بلا --resume للبدء من جديد.</translation>
    </message>
    <message>
        <source>%1 is damaged at offset %2; run the command without --resume to start over.</source>
        <translation>%1 تالف عند الإزاحة %2؛ شغّله بلا --resume للبدء من جديد.</translation>
    </message>
</context>
<context>
    <name>stowage::Ruler</name>
    <message>
        <source>main_device has no effect: the whole model is on %1, so dispatch_model adds no hooks. With force_hooks, dispatch_model adds hooks.</source>
        <translation>لا أثر لـ main_device: يقع النموذج كله على %1، فلا تضع dispatch_model عليه خطّافات (hooks)؛ أما مع force_hooks فكانت ستضعها.</translation>
    </message>
    <message>
        <source>preload_module_classes names %1, but no module of this model has that class.</source>
        <translation>يسمّي preload_module_classes الصنف %1، ولا توجد في هذا النموذج وحدة من ذلك الصنف.</translation>
    </message>
    <message>
        <source>preload_module_classes has no effect: no part of the model is offloaded, so the model has no hooks.</source>
        <translation>لا أثر لـ preload_module_classes: لا شيء من النموذج مفرَّغ (offload)، فليست له خطّافات (hooks).</translation>
    </message>
    <message>
        <source>The setting for the offloaded module %1 has no effect: this model has no such module.</source>
        <translation>لا أثر لحساب %1 أو بثّه (stream): ليست في هذا النموذج وحدة كهذه.</translation>
    </message>
    <message>
        <source>The setting for offloaded modules has no effect: the whole model is on GPUs.</source>
        <translation>لا أثر لكيفية عمل الوحدات المفرَّغة (offload): يقع النموذج كله على وحدات GPU.</translation>
    </message>
</context>
<context>
    <name>stowage::RunArguments</name>
    <message>
        <source>without --temperature the most likely token is chosen and nothing is sampled; give --temperature as well.</source>
        <translation>بلا --temperature يؤخذ الرمز الأكثر احتمالًا ولا يُسحب شيء؛ أعطِ --temperature أيضًا.</translation>
    </message>
    <message>
        <source>the temperature must be a number above 0; omit the option to choose the most likely tokens.</source>
        <translation>يجب أن يكون عددًا أكبر من 0؛ احذفه للحصول على الرموز الأكثر احتمالًا.</translation>
    </message>
    <message>
        <source>without --generate N, no token is sampled; give --generate N as well.</source>
        <translation>لا يُسحب أي رمز بلا --generate N.</translation>
    </message>
    <message>
        <source>a run reads the prompt from --tokens or --prompt-text, which also determines the prompt length; use --generate N for the number of tokens to generate.</source>
        <translation>يأخذ التشغيل مطالبته من --tokens أو --prompt-text، ويأخذ طولها منهما؛ وما يتبع هو --generate N.</translation>
    </message>
    <message>
        <source>a prompt is required, as in 15496,11,995; or give --prompt-text, or --input for an image model.</source>
        <translation>هو مطلوب، مثل 15496,11,995؛ أو أعطِ --prompt-text، أو --input لنموذج صور.</translation>
    </message>
    <message>
        <source>the option repeats one prompt; give --tokens only once.</source>
        <translation>هو يكرّر مطالبة واحدة؛ أعطِ --tokens مرة واحدة.</translation>
    </message>
    <message>
        <source>%1; omit the option, or use &quot;stowagectl estimate&quot; for another engine.</source>
        <translation>%1؛ احذفه، أو اسأل &quot;stowagectl estimate&quot; عمّا يأخذه محرك آخر.</translation>
    </message>
    <message>
        <source>a run always uses the engine of this program</source>
        <translation>التشغيل يجري دائمًا بهذا البرنامج نفسه</translation>
    </message>
    <message>
        <source>a run does not divide layers among GPUs</source>
        <translation>التشغيل لا يقسم الطبقات على وحدات GPU</translation>
    </message>
    <message>
        <source>a run reads an image from --input; omit --images.</source>
        <translation>يأخذ التشغيل الصورة من --input؛ احذفه.</translation>
    </message>
    <message>
        <source>a run stores keys and values in the dtype of the weights, %1</source>
        <translation>يحتفظ التشغيل بالمفاتيح والقيم بنوع dtype الخاص بالأوزان، %1، الذي يحسب به</translation>
    </message>
    <message>
        <source>a run stores keys and values in the dtype of the weights</source>
        <translation>يحتفظ التشغيل بالمفاتيح والقيم بنوع dtype الخاص بالأوزان، الذي يحسب به</translation>
    </message>
    <message>
        <source>a run computes in the dtype of the weights, %1; load the weights in another dtype with --dtype.</source>
        <translation>يحسب التشغيل بنوع dtype الخاص بالأوزان، %1؛ حمّلها بنوع آخر بالخيار --dtype.</translation>
    </message>
    <message>
        <source>a run uses a context length of prompt plus generated tokens, which is %1; omit --context, or generate more tokens with --generate.</source>
        <translation>يحتفظ التشغيل بحيّز للرموز التي لديه، وهي هنا %1؛ احذفه، أو دع المزيد يتبع بالخيار --generate.</translation>
    </message>
    <message>
        <source>the tokenizer produces no tokens from the text; give a longer text.</source>
        <translation>لا تصنع منه أداة الترميز أي رمز؛ أعطِ نصًا أطول.</translation>
    </message>
</context>
<context>
    <name>stowage::RunChecks</name>
    <message>
        <source>%1 logits were computed and %2 tokens were generated</source>
        <translation>%1 من logits، ثم %2 من الرموز</translation>
    </message>
    <message>
        <source>the generated tokens differ from those on the CPU</source>
        <translation>تتبع رموز غير التي تتبع على CPU</translation>
    </message>
    <message>
        <source>the logits are identical bit by bit</source>
        <translation>logits متساوية حتى آخر بت</translation>
    </message>
    <message>
        <source>the logits differ from those on the CPU, although the CPU computed both</source>
        <translation>logits تختلف عن التي على CPU، الذي حسب كلتيهما</translation>
    </message>
    <message>
        <source>the logits differ from those on the CPU by up to %1 (allowed: %2)</source>
        <translation>تختلف logits بمقدار %1 من %2 مسموح بها</translation>
    </message>
    <message>
        <source>the layers on %1 allocated no memory during the run</source>
        <translation>لم يقع على %1 شيء مما حُسب</translation>
    </message>
    <message>
        <source>%2 is allocated on %1 after the run, but %3 was allocated before the run</source>
        <translation>يحتفظ %1 بـ %2 بعد التشغيل وكان يحتفظ بـ %3 قبله</translation>
    </message>
    <message>
        <source>the peak memory of %1 exceeds the memory before the run by %2</source>
        <translation>%1 بما لا يزيد على %2 فوق أوزانه</translation>
    </message>
    <message>
        <source>no GPU computed a layer</source>
        <translation>لم يحسب أي GPU</translation>
    </message>
    <message>
        <source>the result on the CPU, which is the reference, is missing; see the failed check above</source>
        <translation>لا يوجد ما يُقارَن به، انظر أعلاه</translation>
    </message>
    <message>
        <source>%1 of weights was streamed in (%2 prefetched), which does not match the plan</source>
        <translation>جُلب %1 من الأوزان، منها %2 مسبقًا</translation>
    </message>
</context>
<context>
    <name>stowage::RunConfig</name>
    <message>
        <source>%1 is not a JSON object, as a config.json must be.</source>
        <translation>%1 ليس كائن JSON، كما يكون ملف config.json.</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>مفقود</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3; %4 is needed to run the model.</source>
        <translation>%1: &quot;%2&quot; هو %3؛ والمطلوب لتشغيل النموذج %4.</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is %3; %4 is needed to run the model, because %5.</source>
        <translation>%1: &quot;%2&quot; هو %3؛ والمطلوب لتشغيل النموذج %4، لأن %5.</translation>
    </message>
    <message>
        <source>a whole number from 1 to %1</source>
        <translation>عدد صحيح من 1 إلى %1</translation>
    </message>
    <message>
        <source>a number above 0</source>
        <translation>عدد أكبر من 0</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true أو false</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>نص</translation>
    </message>
    <message>
        <source>a list of strings</source>
        <translation>قائمة نصوص</translation>
    </message>
    <message>
        <source>a list of numbers above 0</source>
        <translation>قائمة أعداد أكبر من 0</translation>
    </message>
</context>
<context>
    <name>stowage::RunJob</name>
    <message>
        <source>At %1: %2</source>
        <translation>عند %1: %2</translation>
    </message>
    <message>
        <source>A shorter prompt needs less memory.</source>
        <translation>والمطالبة الأقصر تحتاج إلى ذاكرة أقل.</translation>
    </message>
</context>
<context>
    <name>stowage::RunModel</name>
    <message>
        <source>Models of the family %1 cannot be divided into stages; only text decoders can.</source>
        <translation>لا يُقسَّم نموذج من العائلة %1 إلى مراحل؛ إنما تُقسَّم فاكّات ترميز النصوص.</translation>
    </message>
</context>
<context>
    <name>stowage::RunStages</name>
    <message>
        <source>%1 cannot be combined with %2: %3</source>
        <translation>لا يُستخدم %1 مع %2: %3</translation>
    </message>
    <message>
        <source>the output of this option describes a single process.</source>
        <translation>هو يصف عملية واحدة.</translation>
    </message>
    <message>
        <source>give 1 to 86400 seconds.</source>
        <translation>أعطِ من 1 إلى 86400 ثانية.</translation>
    </message>
    <message>
        <source>Several machines cannot share standard input; give a file instead of &quot;-&quot;.</source>
        <translation>لا يمكن لعدة حواسيب الاشتراك في الدخل القياسي؛ أعطِ ملفًا بدل &quot;-&quot;.</translation>
    </message>
    <message>
        <source>The run was interrupted on all machines.</source>
        <translation>قوطع التشغيل على كل الحواسيب.</translation>
    </message>
    <message>
        <source>the option names modules, but each stage contains only some of the modules.</source>
        <translation>إنه يسمّي وحدات، وليس لكل مرحلة إلا بعضها.</translation>
    </message>
    <message>
        <source>the stages on %1 cannot share one folder; leave out --offload-dir, so that each stage uses a separate temporary folder.</source>
        <translation>لا يمكن للمراحل على %1 أن تتشارك مجلدًا واحدًا؛ اتركه، فيكون لكل منها مجلد مؤقت خاص بها.</translation>
    </message>
    <message>
        <source>models in a chain run one after another in one process.</source>
        <translation>النماذج في سلسلة تعمل واحدًا بعد الآخر في عملية واحدة.</translation>
    </message>
    <message>
        <source>--send-weights sends a model, but %1 is a project; specify the model itself.</source>
        <translation>يرسل --send-weights نموذجًا، و%1 مشروع؛ اذكر النموذج نفسه.</translation>
    </message>
    <message>
        <source>only files of the model itself are sent.</source>
        <translation>لا تُرسَل إلا ملفات النموذج نفسه.</translation>
    </message>
    <message>
        <source>give 1 to %1 micro-batches.</source>
        <translation>أعطِ عددًا من 1 إلى %1.</translation>
    </message>
</context>
<context>
    <name>stowage::RunTensors</name>
    <message>
        <source>The forward pass needs the tensor %1 (shape %2), but this model has no such tensor.</source>
        <translation>يحتاج التمرير الأمامي إلى الموتر %1 بالشكل %2، وهو ليس في هذا النموذج.</translation>
    </message>
    <message>
        <source>The forward pass needs the tensor %1 in the shape %2, but in this model the tensor has the shape %3.</source>
        <translation>يحتاج التمرير الأمامي إلى الموتر %1 بالشكل %2؛ وشكله هنا %3.</translation>
    </message>
    <message>
        <source>The forward pass computes in float32, bfloat16 and float16, but the weight %1 has the dtype %2; %3.</source>
        <translation>يحسب التمرير الأمامي بأنواع float32 وbfloat16 وfloat16، و%1 من النوع %2؛ %3.</translation>
    </message>
    <message>
        <source>The forward pass computes in float32, but %1 is %2; %3.</source>
        <translation>يحسب التمرير الأمامي بنوع float32، و%1 من النوع %2؛ %3.</translation>
    </message>
</context>
<context>
    <name>stowage::RunVerb</name>
    <message>
        <source>--execution-device names %1, which is not a device of the load; use one of the GPUs of --gpus, or the CPU.</source>
        <translation>يذكر --execution-device الجهاز %1، الذي ليس لدى التحميل؛ استخدم أحد أجهزة --gpus، أو CPU.</translation>
    </message>
    <message>
        <source>warning: %1</source>
        <translation>تحذير: %1</translation>
    </message>
    <message>
        <source>If the configuration is in another folder, specify the file with --config FILE.</source>
        <translation>الإعدادات الموجودة في مكان آخر تُذكر بالخيار --config FILE.</translation>
    </message>
    <message>
        <source>Specify the input with --input FILE.npy.</source>
        <translation>يُذكر بالخيار --input FILE.npy.</translation>
    </message>
    <message>
        <source>pre-flight</source>
        <translation>الفحص المسبق</translation>
    </message>
    <message>
        <source>The load finished without creating a model.</source>
        <translation>انتهى التحميل بلا نموذج.</translation>
    </message>
    <message>
        <source>models in a chain run without a workload; leave out --engine, --context and other workload options.</source>
        <translation>نماذجها تعمل كما هي؛ احذف --engine و--context وغيرهما من كلمات حمل العمل.</translation>
    </message>
    <message>
        <source>models in a chain accept only one prompt; specify a single prompt.</source>
        <translation>النماذج في سلسلة تأخذ مطالبة واحدة؛ أعطِ واحدة.</translation>
    </message>
    <message>
        <source>models in a chain pass tokens to the next model; leave out --input.</source>
        <translation>النماذج في سلسلة تمرّر الرموز؛ احذفه.</translation>
    </message>
    <message>
        <source>%1 describes a model without its weights, so there is nothing to run; give a safetensors or PyTorch file, or a folder with weights.</source>
        <translation>%1 يصف نموذجًا بلا أوزانه، لذا لا يوجد ما يُشغَّل؛ أعطِ ملف safetensors أو PyTorch، أو مجلدًا فيه أوزان.</translation>
    </message>
    <message>
        <source>error: %1</source>
        <translation>خطأ: %1</translation>
    </message>
    <message>
        <source>The plan of this project pins modules, but each stage contains only some of the modules. Run the model instead of the project, or remove the pins.</source>
        <translation>تثبّت خطة هذا المشروع وحدات، وليس لكل مرحلة إلا بعضها؛ شغّل النموذج نفسه، أو أزل التثبيت.</translation>
    </message>
</context>
<context>
    <name>stowage::SafetensorsHeaderParser</name>
    <message>
        <source>The header of %1 is not valid JSON in UTF-8 at offset %2.</source>
        <translation>ترويسة %1 ليست JSON صالحًا بترميز UTF-8 عند الإزاحة %2.</translation>
    </message>
    <message>
        <source>The entry %1 of %2 %3.</source>
        <translation>المدخل %1 في %2 %3.</translation>
    </message>
    <message>
        <source>The header of %1 %2.</source>
        <translation>نص الترويسة في %1 %2.</translation>
    </message>
    <message>
        <source>has a name of more than 262144 bytes</source>
        <translation>فيه اسم بأكثر من 262144 بايت</translation>
    </message>
    <message>
        <source>occurs twice</source>
        <translation>موجود مرتين</translation>
    </message>
    <message>
        <source>has a NUL in its name</source>
        <translation>في اسمه NUL</translation>
    </message>
    <message>
        <source>has a &apos;/&apos; in its name, which is not allowed in a module path or in a file name of an offload folder</source>
        <translation>في اسمه &apos;/&apos;، وهو ما لا يمكن أن يكون في أي مسار وحدة ولا في أي ملف من مجلد تفريغ (offload)</translation>
    </message>
    <message>
        <source>has the key %1 twice</source>
        <translation>فيه المفتاح %1 مرتين</translation>
    </message>
    <message>
        <source>has more than 1,000,000 keys</source>
        <translation>فيه أكثر من 1,000,000 مفتاح</translation>
    </message>
    <message>
        <source>lacks one of &quot;dtype&quot;, &quot;shape&quot; and &quot;data_offsets&quot;</source>
        <translation>ينقصه واحد من &quot;dtype&quot; و&quot;shape&quot; و&quot;data_offsets&quot;</translation>
    </message>
    <message>
        <source>has the field %1 twice</source>
        <translation>فيه الحقل %1 مرتين</translation>
    </message>
    <message>
        <source>has the unknown dtype %1</source>
        <translation>له نوع dtype غير معروف %1</translation>
    </message>
    <message>
        <source>has %1 as a dimension</source>
        <translation>فيه %1 في موضع بُعد</translation>
    </message>
    <message>
        <source>has a dimension above 2^63 - 1</source>
        <translation>فيه بُعد أكبر من ‎2^63 - 1</translation>
    </message>
    <message>
        <source>has more than 64 dimensions</source>
        <translation>فيه أكثر من 64 بُعدًا</translation>
    </message>
    <message>
        <source>has %1 among its &quot;data_offsets&quot;</source>
        <translation>فيه %1 ضمن &quot;data_offsets&quot;</translation>
    </message>
    <message>
        <source>has more than two &quot;data_offsets&quot;</source>
        <translation>له أكثر من قيمتين في &quot;data_offsets&quot;</translation>
    </message>
    <message>
        <source>does not have exactly two &quot;data_offsets&quot;</source>
        <translation>ليس له في &quot;data_offsets&quot; قيمتان بالضبط</translation>
    </message>
    <message>
        <source>is nested too deeply</source>
        <translation>تداخله أعمق من اللازم</translation>
    </message>
</context>
<context>
    <name>stowage::SampleFolder</name>
    <message>
        <source>%1 is not a folder; specify a folder for the sample.</source>
        <translation>%1 ليس مجلدًا؛ اذكر مجلدًا للعيّنة.</translation>
    </message>
</context>
<context>
    <name>stowage::SampleVerb</name>
    <message>
        <source>safetensors, pth or per-tensor</source>
        <translation>safetensors أو pth أو per-tensor</translation>
    </message>
    <message>
        <source>only --format safetensors can be written in shards.</source>
        <translation>لا يُكتب في شظايا (shards) إلا --format safetensors.</translation>
    </message>
    <message>
        <source>default or perturbed</source>
        <translation>default أو perturbed</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>واحد من %1</translation>
    </message>
    <message>
        <source>float32, float16, bfloat16 or float64</source>
        <translation>float32 أو float16 أو bfloat16 أو float64</translation>
    </message>
</context>
<context>
    <name>stowage::ScriptReader</name>
    <message>
        <source>%1 is the return value of %2(…) at byte %3, but Stowage does not execute Python; paste the output of print(%4).</source>
        <translation>%1 هو ما تعيده %2(…) عند البايت %3، وStowage لا ينفّذ أي شيفرة Python؛ الصق ما تطبعه print(%4).</translation>
    </message>
</context>
<context>
    <name>stowage::ScriptWalker</name>
    <message>
        <source>%1 is a TorchScript archive, but it contains no tensors.</source>
        <translation>%1 أرشيف TorchScript، لكن ليس فيه موترات.</translation>
    </message>
    <message>
        <source>%1 is a TorchScript archive: its tensors are read; its code and constants are ignored.</source>
        <translation>%1 أرشيف TorchScript: تُقرأ موتراته، وتُترك شيفرته وثوابته جانبًا.</translation>
    </message>
    <message>
        <source>The contents of %1 are nested deeper than 256 levels.</source>
        <translation>تداخل محتويات %1 أعمق من 256 من المستويات.</translation>
    </message>
    <message>
        <source>%1 has an attribute whose name is longer than 4096 bytes: %2.</source>
        <translation>في %1 سمة اسمها أطول من 4096 بايت: %2.</translation>
    </message>
    <message>
        <source>%1 has tensors whose names exceed 64 MiB in total.</source>
        <translation>في %1 موترات تأخذ أسماؤها أكثر من 64 MiB.</translation>
    </message>
    <message>
        <source>The tensor %1 occurs twice in %2.</source>
        <translation>الموتر %1 موجود مرتين في %2.</translation>
    </message>
</context>
<context>
    <name>stowage::Searcher</name>
    <message>
        <source>Layers were split into experts, feed-forward and attention, but not into smaller parts.</source>
        <translation>جُزّئت الطبقات إلى الخبراء والتغذية الأمامية (feed-forward) والانتباه، لا أدق من ذلك.</translation>
    </message>
    <message>
        <source>This plan takes the least time of all compared plans. There are too many sets of GPUs to compare all sets, so a faster plan may exist.</source>
        <translation>ما تأخذه هذه الخطة هو الأقل بين الخطط التي فُحصت. مجموعات وحدات GPU أكثر من أن تُفحص كلها، لذا لم يُثبَت شيء.</translation>
    </message>
    <message>
        <source>The device map shown comes from the strategy &quot;%1&quot;.</source>
        <translation>الخريطة المعروضة هي خريطة الاستراتيجية %1.</translation>
    </message>
    <message>
        <source>The device map shown places all modules on the CPU.</source>
        <translation>الخريطة المعروضة فيها كل شيء على CPU.</translation>
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
        <translation>يُفتح</translation>
    </message>
    <message>
        <source>load on %1</source>
        <translation>التحميل على %1</translation>
    </message>
    <message>
        <source>run on %1</source>
        <translation>التشغيل على %1</translation>
    </message>
    <message>
        <source>load on all GPUs</source>
        <translation>التحميل على كل وحدات GPU</translation>
    </message>
    <message>
        <source>run on all GPUs</source>
        <translation>التشغيل على كل وحدات GPU</translation>
    </message>
    <message>
        <source>The self-test was interrupted.</source>
        <translation>قوطع الفحص الذاتي.</translation>
    </message>
    <message>
        <source>All %1 checks passed in %2.</source>
        <translation>%1 من الفحوص، كلها ناجحة، خلال %2.</translation>
    </message>
    <message>
        <source>%2 of %1 checks FAILED. The self-test took %3.</source>
        <translation>%1 من الفحوص، فشل منها %2، خلال %3.</translation>
    </message>
</context>
<context>
    <name>stowage::SentParts</name>
    <message>
        <source>send weights</source>
        <translation>إرسال الأوزان</translation>
    </message>
</context>
<context>
    <name>stowage::SentencePieceModel</name>
    <message>
        <source>libsentencepiece cannot convert the text %1 to tokens with %2; give tokens instead of text.</source>
        <translation>لا تصنع libsentencepiece رموزًا من %1 بواسطة %2؛ أعطِ رموزًا بدل النص.</translation>
    </message>
</context>
<context>
    <name>stowage::ServeSession</name>
    <message>
        <source>&quot;id&quot;: %1 is in use by a running request; use another id.</source>
        <translation>&quot;id&quot;: %1 يستخدمه طلب قيد التنفيذ.</translation>
    </message>
    <message>
        <source>%1 requests are running, which is the limit. Send the request again when a running request has finished.</source>
        <translation>%1 من الطلبات قيد التنفيذ، ولا يُقبل المزيد حتى ينتهي أحدها.</translation>
    </message>
    <message>
        <source>The request was cancelled.</source>
        <translation>أُلغي الطلب.</translation>
    </message>
    <message>
        <source>stowagectl %1 exited without a result: %2</source>
        <translation>انتهى stowagectl %1 بلا جواب: %2</translation>
    </message>
    <message>
        <source>No request with the id %1 is running.</source>
        <translation>لا يوجد طلب %1 قيد التنفيذ.</translation>
    </message>
    <message>
        <source>The request with the id %1 is not a running load.</source>
        <translation>الطلب %1 ليس تحميلًا جاريًا.</translation>
    </message>
    <message>
        <source>A request line is longer than 16 MiB and is ignored.</source>
        <translation>يوجد سطر أطول من 16 MiB؛ وقد جرى تجاوزه.</translation>
    </message>
    <message>
        <source>give a whole number of at least 0</source>
        <translation>أعطِ عددًا صحيحًا من 0 فأكثر</translation>
    </message>
    <message>
        <source>%1 cannot be asked for here</source>
        <translation>لا يمكن طلب %1 هنا</translation>
    </message>
    <message>
        <source>the request &quot;%1&quot; has no such member</source>
        <translation>ليس في &quot;%1&quot; عضو كهذا</translation>
    </message>
    <message>
        <source>give a path</source>
        <translation>أعطِ مسار ملف أو مجلد</translation>
    </message>
    <message>
        <source>give the id of a request</source>
        <translation>أعطِ معرّف (id) طلب</translation>
    </message>
</context>
<context>
    <name>stowage::ShardReader</name>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>أُوقف فتح %1.</translation>
    </message>
    <message>
        <source>%1 names the shards %2 and %3, whose names differ only in case. On many file systems, both names refer to the same file; rename one of the shards.</source>
        <translation>يسمّي %1 الشظيتين (shards) %2 و%3، اللتين لا تختلفان إلا في حالة الأحرف؛ وهما ملف واحد في كثير من أنظمة الملفات. غيّر اسم إحداهما.</translation>
    </message>
    <message>
        <source>headers of files</source>
        <translation>ترويسات الملفات</translation>
    </message>
    <message>
        <source>%1 names the shard %2, which is missing from %3; fetch the shard again.</source>
        <translation>يسمّي %1 الشظية (shard) %2، وهي مفقودة من %3؛ نزّلها من جديد.</translation>
    </message>
    <message>
        <source>The tensor %1 is in two shards of %2: %3 and %4.</source>
        <translation>الموتر %1 موجود في شظيتين (shards) من %2: %3 و%4.</translation>
    </message>
    <message>
        <source>%1 maps the tensor %2 to %3, but no shard contains the tensor.</source>
        <translation>يذكر %1 أن الموتر %2 في %3، لكنه ليس في أي شظية (shard).</translation>
    </message>
    <message>
        <source>%1 maps the tensor %2 to %3, but the tensor is in %4.</source>
        <translation>يذكر %1 أن الموتر %2 في %3، لكنه في %4.</translation>
    </message>
    <message>
        <source>The index %1 omits %2 tensor of its shards (%3 in %4). The tensor was read anyway, as Accelerate does.</source>
        <translation>يغفل الفهرس %1 ذكر %2 موتر من شظاياه (shards)، هو %3 في %4؛ وقد قُرئ مع ذلك، كما يفعل Accelerate.</translation>
    </message>
    <message>
        <source>The index %1 omits %2 tensors of its shards (such as %3 in %4). The tensors were read anyway, as Accelerate does.</source>
        <translation>يغفل %1 %2 من موترات شظاياه (shards)، مثل %3 في %4؛ وقد أُخذت مع ذلك، كما يفعل Accelerate.</translation>
    </message>
    <message>
        <source>%1 states a total_size of %2 bytes, but its tensors have %3 bytes.</source>
        <translation>يذكر %1 أن total_size هو %2 بايت، لكن في موتراته %3 بايت.</translation>
    </message>
    <message>
        <source>%1 states an impossible total_size; its tensors have %2 bytes.</source>
        <translation>يذكر %1 في total_size حجمًا غير ممكن، لكن في موتراته %2 بايت.</translation>
    </message>
</context>
<context>
    <name>stowage::SimulatedGpu</name>
    <message>
        <source>Copying on the device was cancelled.</source>
        <translation>أُلغي النسخ على الجهاز.</translation>
    </message>
    <message>
        <source>%1 for other programs is more than the capacity of %2, which is %3; choose a size up to this capacity.</source>
        <translation>لا يمكن أن تستخدم برامج أخرى %1 من %2، الذي لديه %3؛ اختر ذلك على الأكثر.</translation>
    </message>
    <message>
        <source>%1 stopped responding (a fault configured for this simulated device). Its contents are lost; load the model again on other devices.</source>
        <translation>فُقد %1: لم يعد يستجيب (عطل مطلوب لهذا الجهاز المُحاكى). ضاع ما كان عليه؛ حمّل من جديد، على أجهزة أخرى.</translation>
    </message>
</context>
<context>
    <name>stowage::SourceGuard</name>
    <message>
        <source>%1 cannot be examined: %2.</source>
        <translation>لا يمكن فحص %1: %2.</translation>
    </message>
    <message>
        <source>the file was replaced, or its modification time changed</source>
        <translation>استُبدل، أو أن وقت تغييره مختلف</translation>
    </message>
</context>
<context>
    <name>stowage::SpeedSource</name>
    <message>
        <source>%1, published</source>
        <translation>%1، منشور</translation>
    </message>
    <message>
        <source>%1, published (no compute speed; only the memory bandwidth is used)</source>
        <translation>%1، منشور (لا معدّل للجداءات: تُحسب ذاكرته وحدها)</translation>
    </message>
    <message>
        <source>%1, measured</source>
        <translation>%1، مَقيس</translation>
    </message>
    <message>
        <source>%1, speed unknown; the speed of another device is used: %2</source>
        <translation>%1، غير معروف، يُعامَل مثل: %2</translation>
    </message>
    <message>
        <source>%1, published (no speed for %2; the float32 speed is used)</source>
        <translation>%1، منشور (لا معدّله بنوع %2: يُعتمد معدّل float32)</translation>
    </message>
    <message>
        <source>CPU of this machine: 1 core, measured</source>
        <translation>المعالج: معالج هذا الجهاز، نواة واحدة، مقيس</translation>
    </message>
    <message>
        <source>CPU of this machine: %1 cores, measured</source>
        <translation>المعالج: معالج هذا الجهاز، %1 أنوية، مقيس</translation>
    </message>
    <message>
        <source>%1 (assumed)</source>
        <translation>%1 (مفترض)</translation>
    </message>
    <message>
        <source>A GPU with %1 of memory and no card name is assumed to be as fast as %2, the slowest current card of the same or the next larger memory size.</source>
        <translation>يُفترض أن بطاقة بسعة %1 بلا اسم تعمل بسرعة %2، وهي أبطأ بطاقة حالية بهذه السعة أو بالسعة الأكبر التالية.</translation>
    </message>
    <message>
        <source>A GPU with %1 of memory and no card name is assumed to be as fast as %2, the slowest current card of the same or the next larger memory size. Other cards of this size for --gpus: %3.</source>
        <translation>يُفترض أن بطاقة بسعة %1 بلا اسم تعمل بسرعة %2، وهي أبطأ بطاقة حالية بهذه السعة أو بالسعة الأكبر التالية. بطاقات أخرى بحجمها لـ --gpus: ‏%3.</translation>
    </message>
    <message>
        <source>link of %1: %2 GB/s, measured</source>
        <translation>وصلة %1: %2 GB/s، مقيسة</translation>
    </message>
    <message>
        <source>%1 shares the memory of the CPU, so no link is used</source>
        <translation>يتشارك %1 ذاكرة CPU: لا وصلة</translation>
    </message>
    <message>
        <source>link of %1: %2 of the specified %3 GB/s</source>
        <translation>وصلة %1: %2 من %3 GB/s، كما أُدخلت</translation>
    </message>
    <message>
        <source>link of %1: %2, %3 of the nominal %4 GB/s, assumed (set with link= in --gpus)</source>
        <translation>وصلة %1: %2، %3 من %4 GB/s، مفترضة (يقبل ‎--gpus القيمة link=)</translation>
    </message>
    <message>
        <source>link of %1: %2, %3 of the nominal %4 GB/s, published for the card (the slot of the card may be slower)</source>
        <translation>وصلة %1: %2، %3 من %4 GB/s، منشورة للبطاقة (قد تكون فتحتها أبطأ)</translation>
    </message>
    <message>
        <source>link of %1: %2, %3 of the nominal %4 GB/s, published for the card</source>
        <translation>وصلة %1: %2، %3 من %4 GB/s، منشورة للبطاقة</translation>
    </message>
    <message>
        <source>link of %1: %2 GB/s, as specified</source>
        <translation>وصلة %1: %2 GB/s، كما أُدخلت</translation>
    </message>
    <message>
        <source>copies to %1: within the memory of this machine</source>
        <translation>النسخ إلى %1: داخل ذاكرة هذه الآلة</translation>
    </message>
</context>
<context>
    <name>stowage::SpillFile</name>
    <message>
        <source>The temporary file in %1, which stores tensors until they are needed, cannot be read: %2.</source>
        <translation>لا يمكن إعادة قراءة الملف المؤقت الذي في %1 للموترات المنتظرة: %2.</translation>
    </message>
    <message>
        <source>the file is shorter than the data that was written to it</source>
        <translation>هو أقصر مما كُتب</translation>
    </message>
</context>
<context>
    <name>stowage::SplitReader</name>
    <message>
        <source>Opening %1 was stopped.</source>
        <translation>أُوقف فتح %1.</translation>
    </message>
    <message>
        <source>%1 is one of %2 files of a split model. The file %3 is missing from %4; fetch the missing file.</source>
        <translation>%1 أحد ملفات نموذج مجزّأ عددها %2، منها %3 مفقود من %4؛ نزّله أيضًا.</translation>
    </message>
    <message>
        <source>By its name, %1 is one of %2 files of a split model, but its header does not match; fetch the file again.</source>
        <translation>%1 ليس أحد ملفات نموذج مجزّأ عددها %2، كما يذكر اسمه؛ نزّله من جديد.</translation>
    </message>
    <message>
        <source>The tensor %1 of %2 is also in another file of the split model.</source>
        <translation>الموتر %1 من %2 موجود أيضًا في ملف آخر من النموذج المجزّأ.</translation>
    </message>
</context>
<context>
    <name>stowage::StageLines</name>
    <message>
        <source>The process sent data that cannot be read: %1</source>
        <translation>لقد أخبر بما لا يمكن قراءته: %1</translation>
    </message>
</context>
<context>
    <name>stowage::StagePeers</name>
    <message>
        <source>The run was stopped.</source>
        <translation>أُوقف التشغيل.</translation>
    </message>
</context>
<context>
    <name>stowage::StagedFile</name>
    <message>
        <source>%1 has fewer stored bytes than requested.</source>
        <translation>احتفظ %1 ببايتات أقل.</translation>
    </message>
    <message>
        <source>The unfinished file %1 has more bytes than %2 will have; run the command without --resume to start over.</source>
        <translation>في %1 بايتات أكثر مما سيكون في %2؛ شغّله بلا --resume للبدء من جديد.</translation>
    </message>
</context>
<context>
    <name>stowage::StagedProcesses</name>
    <message>
        <source>The process was stopped.</source>
        <translation>لقد أُوقف.</translation>
    </message>
    <message>
        <source>%1 has an IPv4 address (%2), but %3 has an IPv6 address (%4); use addresses of the same kind for all machines.</source>
        <translation>المطلوب الوصول إلى %1 عبر IPv4 (%2) وإلى %3 عبر IPv6 (%4)؛ اذكر عناوين من نوع واحد.</translation>
    </message>
    <message>
        <source>The process on that machine has sent no data for longer than %1.</source>
        <translation>لم يخبر بشيء مدة أطول من %1.</translation>
    </message>
    <message>
        <source>The process on that machine has received no data for %1 seconds.</source>
        <translation>لم يستقبل شيئًا طوال %1 من الثواني.</translation>
    </message>
    <message>
        <source>The stages on %1 and %2 have different models: %3 differs. Copy the same model to both machines.</source>
        <translation>للمرحلتين على %1 و%2 نموذجان مختلفان: %3 ليس واحدًا فيهما. انسخ النموذج نفسه إلى كليهما.</translation>
    </message>
</context>
<context>
    <name>stowage::StepFields</name>
    <message>
        <source>%1 has a step %2 without a pattern.</source>
        <translation>في %1 خطوة %2 بلا نمط.</translation>
    </message>
    <message>
        <source>%1 needs %2 %3, which Stowage does not support; give tokens instead of text.</source>
        <translation>يحتاج %1 إلى %2 %3، وهو ما لا ينفّذه Stowage؛ أعطِ رموزًا بدل النص.</translation>
    </message>
</context>
<context>
    <name>stowage::StorageJoiner</name>
    <message>
        <source>The tied tensor %1 is not in the module tree.</source>
        <translation>الموتر المربوط %1 ليس في الشجرة.</translation>
    </message>
    <message>
        <source>The tensors %1 and %2 are declared to be the same, but differ in shape or dtype.</source>
        <translation>يُذكر أن الموترين %1 و%2 واحد، لكنهما مختلفان في الشكل أو dtype.</translation>
    </message>
</context>
<context>
    <name>stowage::SweepRunner</name>
    <message>
        <source>The sweep was cancelled.</source>
        <translation>أُلغي المسح.</translation>
    </message>
</context>
<context>
    <name>stowage::Table</name>
    <message>
        <source>is missing</source>
        <translation>مفقود</translation>
    </message>
</context>
<context>
    <name>stowage::TensorBackend</name>
    <message>
        <source>%1 cannot use CUDA devices.</source>
        <translation>%1 لا يشغّل أي جهاز CUDA.</translation>
    </message>
    <message>
        <source>%1 is a real GPU, but %2 cannot use CUDA devices.</source>
        <translation>%1 GPU حقيقي، و%2 لا يشغّل أي جهاز CUDA.</translation>
    </message>
    <message>
        <source>%1 can cast tensors only in host memory.</source>
        <translation>%1 يحوّل النوع في ذاكرة المضيف فقط.</translation>
    </message>
    <message>
        <source>Matrix products in %1 cannot be measured.</source>
        <translation>لا يوجد جداء مصفوفات بنوع %1 يمكن قياس زمنه.</translation>
    </message>
</context>
<context>
    <name>stowage::TensorStream</name>
    <message>
        <source>write</source>
        <translation>كتابة</translation>
    </message>
    <message>
        <source>Writing %1 was stopped.</source>
        <translation>أُوقفت كتابة %1.</translation>
    </message>
</context>
<context>
    <name>stowage::Text</name>
    <message>
        <source>is not a string</source>
        <translation>ليس نصًا</translation>
    </message>
</context>
<context>
    <name>stowage::TextPattern</name>
    <message>
        <source>%1 splits text by a pattern of %2 bytes; the limit is 16,384 bytes.</source>
        <translation>يقسم %1 النص بنمط من %2 بايت؛ ويقبل Stowage ما لا يزيد على 16,384.</translation>
    </message>
    <message>
        <source>%1 splits text by the pattern %2, which Stowage does not support: %3.</source>
        <translation>يقسم %1 النص بواسطة %2، وهو ليس نمطًا يقرؤه Stowage: %3.</translation>
    </message>
</context>
<context>
    <name>stowage::TokenVocabulary</name>
    <message>
        <source>%1 assigns the ID %2 to a token; Stowage supports vocabularies of at most 1,048,576 tokens.</source>
        <translation>يعطي %1 أحد الرموز الرقم %2؛ ويقبل Stowage مفردات لا تزيد على 1,048,576 رمزًا.</translation>
    </message>
    <message>
        <source>%1 has a token of %2 bytes; the limit is 4,096 bytes.</source>
        <translation>في %1 رمز من %2 بايت؛ ويقبل Stowage ما لا يزيد على 4,096.</translation>
    </message>
    <message>
        <source>%1 has a token that is not valid UTF-8: %2.</source>
        <translation>في %1 رمز ليس UTF-8: %2.</translation>
    </message>
</context>
<context>
    <name>stowage::TorchBackend</name>
    <message>
        <source>Casting %1 to %2</source>
        <translation>تحويل %1 إلى %2</translation>
    </message>
    <message>
        <source>%1 is not supported: only float16, bfloat16, float32 and float64 can be cast. Load this model in its stored dtype.</source>
        <translation>%1 غير مدعوم: لا يُحوَّل إلا float16 وbfloat16 وfloat32 وfloat64. حمّل هذا النموذج بنوع dtype المخزَّن به.</translation>
    </message>
    <message>
        <source>%1: source and target differ in length.</source>
        <translation>%1: يختلف المصدر والهدف في الطول.</translation>
    </message>
    <message>
        <source>Initialising weights</source>
        <translation>تهيئة الأوزان</translation>
    </message>
    <message>
        <source>%1 on a device needs two buffers on the same CUDA device, and both dtypes must be float16, bfloat16, float32 or float64.</source>
        <translation>يحتاج %1 على جهاز إلى مخزنين مؤقتين على جهاز CUDA واحد ونوعين من float16 وbfloat16 وfloat32 وfloat64.</translation>
    </message>
    <message>
        <source>A matrix product</source>
        <translation>جداء مصفوفات</translation>
    </message>
    <message>
        <source>Starting LibTorch</source>
        <translation>بدء LibTorch</translation>
    </message>
</context>
<context>
    <name>stowage::TorchCompute</name>
    <message>
        <source>Accessing %1</source>
        <translation>النظر في %1</translation>
    </message>
    <message>
        <source>Accessing a part of %1</source>
        <translation>النظر في جزء من %1</translation>
    </message>
    <message>
        <source>Moving an activation</source>
        <translation>نقل تنشيط</translation>
    </message>
    <message>
        <source>Reading an activation</source>
        <translation>قراءة تنشيط</translation>
    </message>
    <message>
        <source>%2 numbers were requested, but the activation has %1 numbers.</source>
        <translation>طُلب %2 من تنشيط فيه %1 من الأعداد.</translation>
    </message>
    <message>
        <source>Waiting for the device</source>
        <translation>انتظار الجهاز</translation>
    </message>
    <message>
        <source>Looking up rows of %1</source>
        <translation>البحث عن صفوف %1</translation>
    </message>
    <message>
        <source>Adding two activations</source>
        <translation>جمع تنشيطين</translation>
    </message>
    <message>
        <source>Multiplying two activations</source>
        <translation>ضرب تنشيطين</translation>
    </message>
    <message>
        <source>Multiplying by %1</source>
        <translation>الضرب في %1</translation>
    </message>
    <message>
        <source>Normalising by %1</source>
        <translation>التسوية بواسطة %1</translation>
    </message>
    <message>
        <source>Normalising</source>
        <translation>التسوية</translation>
    </message>
    <message>
        <source>Converting an activation</source>
        <translation>تحويل تنشيط</translation>
    </message>
    <message>
        <source>An activation function</source>
        <translation>دالة تنشيط</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>تغيير المقياس</translation>
    </message>
    <message>
        <source>Rotary positions</source>
        <translation>المواضع الدورانية (rotary)</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>الانتباه</translation>
    </message>
    <message>
        <source>Convolving by %1</source>
        <translation>الالتفاف (convolution) بواسطة %1</translation>
    </message>
    <message>
        <source>A selective scan by %1</source>
        <translation>مسح انتقائي (selective scan) بواسطة %1</translation>
    </message>
    <message>
        <source>Taking columns</source>
        <translation>أخذ أعمدة</translation>
    </message>
    <message>
        <source>Taking columns of heads</source>
        <translation>أخذ أعمدة من الرؤوس</translation>
    </message>
    <message>
        <source>Taking rows</source>
        <translation>أخذ صفوف</translation>
    </message>
    <message>
        <source>Joining rows</source>
        <translation>ضم صفوف</translation>
    </message>
    <message>
        <source>Storing keys and values</source>
        <translation>الاحتفاظ بالمفاتيح والقيم</translation>
    </message>
    <message>
        <source>Adding rows</source>
        <translation>جمع صفوف</translation>
    </message>
    <message>
        <source>Creating zeros</source>
        <translation>إنشاء أصفار</translation>
    </message>
    <message>
        <source>Relative positions of %1</source>
        <translation>المواضع النسبية لـ %1</translation>
    </message>
    <message>
        <source>Preparing an input</source>
        <translation>أخذ دخل</translation>
    </message>
    <message>
        <source>Multiplying patches by %1</source>
        <translation>ضرب رقع (patches) في %1</translation>
    </message>
    <message>
        <source>Multiplying rows by %1</source>
        <translation>ضرب صفوف في %1</translation>
    </message>
    <message>
        <source>Comparing rows</source>
        <translation>مقارنة صفوف</translation>
    </message>
</context>
<context>
    <name>stowage::TorchTensorSet</name>
    <message>
        <source>Creating the tensor %1</source>
        <translation>إنشاء الموتر %1</translation>
    </message>
    <message>
        <source>The memory for the tensor %1 is too small.</source>
        <translation>الذاكرة المعطاة لـ %1 أصغر منه.</translation>
    </message>
    <message>
        <source>The tensor %1 exists already.</source>
        <translation>الموتر %1 موجود أصلًا.</translation>
    </message>
    <message>
        <source>Accessing %1</source>
        <translation>النظر في %1</translation>
    </message>
    <message>
        <source>Computing the checksum of %1</source>
        <translation>المجموع الاختباري لـ %1</translation>
    </message>
    <message>
        <source>Reading back %1</source>
        <translation>إعادة قراءة %1</translation>
    </message>
    <message>
        <source>The tensor %1 has %2 bytes, but bytes up to position %3 were requested.</source>
        <translation>حجم الموتر %1 هو %2 بايت، لا %3.</translation>
    </message>
    <message>
        <source>No tensor %1 is loaded.</source>
        <translation>لم يُحمَّل أي موتر %1.</translation>
    </message>
</context>
<context>
    <name>stowage::TreeAssembler</name>
    <message>
        <source>The module tree is deeper than %1 levels at %2.</source>
        <translation>شجرة الوحدات أعمق من %1 من المستويات عند %2.</translation>
    </message>
    <message>
        <source>The module %1 has a child named %2; a name must not be empty and must not contain a dot.</source>
        <translation>للوحدة %1 ابن اسمه %2؛ يجب ألّا تكون الأسماء فارغة وألّا تحوي نقطة.</translation>
    </message>
    <message>
        <source>The module tree has more than %1 modules or more than 256 MiB of names.</source>
        <translation>في شجرة الوحدات أكثر من %1 من الوحدات أو أكثر من 256 MiB من الأسماء.</translation>
    </message>
    <message>
        <source>The module %1 occurs twice.</source>
        <translation>الوحدة %1 موجودة مرتين.</translation>
    </message>
    <message>
        <source>The module tree has more than %1 tensors.</source>
        <translation>في شجرة الوحدات أكثر من %1 من الموترات.</translation>
    </message>
    <message>
        <source>The tensor %1 occurs twice.</source>
        <translation>الموتر %1 موجود مرتين.</translation>
    </message>
    <message>
        <source>The module tree has hundreds of names like %1 whose hash values collide; rename them.</source>
        <translation>في شجرة الوحدات مئات من الأسماء مثل %1 صُنعت لتبدو متماثلة لجدول تجزئة (hash table)؛ غيّر أسماءها.</translation>
    </message>
    <message>
        <source>The shape of %1 is negative or its size exceeds 2^63 bytes.</source>
        <translation>شكل %1 سالب أو حجمه يتجاوز 2^63 بايت.</translation>
    </message>
    <message>
        <source>The module %1 is declared to be the same as %2, which is not an earlier module.</source>
        <translation>تذكر الوحدة %1 أنها هي %2 نفسها، وهذه ليست وحدة قبلها.</translation>
    </message>
    <message>
        <source>The module tree copies more than 32 MiB of modules (&quot;same_as&quot;); the limit is exceeded at %1.</source>
        <translation>نسخ الوحدات في الشجرة تأخذ أكثر من 32 MiB عند %1.</translation>
    </message>
</context>
<context>
    <name>stowage::TreeVerb</name>
    <message>
        <source>%1: %2 modules, %3 parameters, %4.</source>
        <translation>%1: %2 من الوحدات، %3 مُعامِل، %4.</translation>
    </message>
    <message>
        <source>The module tree was written to %1.</source>
        <translation>كُتب إلى %1.</translation>
    </message>
    <message>
        <source>%1: %2 module, %3 parameters, %4.</source>
        <translation>%1: %2 وحدة، %3 مُعامِل، %4.</translation>
    </message>
    <message>
        <source>%1 already exists and was not written by stowagectl tree; specify another file with --out, or replace it with --force.</source>
        <translation>%1 موجود من قبل ولم يكتبه stowagectl tree؛ سمِّ ملفًا آخر بـ --out، أو استبدله بـ --force.</translation>
    </message>
</context>
<context>
    <name>stowage::TypographyRepair</name>
    <message>
        <source>the blank or invisible character %1</source>
        <translation>المحرف الفارغ أو غير المرئي %1</translation>
    </message>
</context>
<context>
    <name>stowage::UnfinishedSet</name>
    <message>
        <source>The data written so far is stored in %1: run the command again with --resume to continue, or without it to start over.</source>
        <translation>ما وصل إلى القرص محتفَظ به في %1: شغّله من جديد مع --resume للمتابعة، أو بدونه للبدء من جديد.</translation>
    </message>
</context>
<context>
    <name>stowage::UnigramModel</name>
    <message>
        <source>%1 has no token for %2 and no token for unknown text; change the text.</source>
        <translation>ليس في %1 رمز لـ %2 ولا رمز لما لا يعرفه؛ غيّر النص.</translation>
    </message>
</context>
<context>
    <name>stowage::VariantCodec</name>
    <message>
        <source>is empty; every plan needs a name</source>
        <translation>فارغ؛ ولكل خطة اسم</translation>
    </message>
</context>
<context>
    <name>stowage::Verifier</name>
    <message>
        <source>The loaded tensor %1 is on %2 instead of %3.</source>
        <translation>يقع الموتر المحمَّل %1 على %2 بدل %3.</translation>
    </message>
    <message>
        <source>The offload file of %1 has %2 bytes instead of %3.</source>
        <translation>حجم الملف المفرَّغ (offload) لـ %1 هو %2 بايت بدل %3.</translation>
    </message>
    <message>
        <source>The index file of the offload folder contains a wrong dtype or shape for %1.</source>
        <translation>يعطي فهرس مجلد التفريغ (offload) الموتر %1 نوع dtype أو شكلًا مختلفًا.</translation>
    </message>
    <message>
        <source>The loaded tensor %1 does not have the planned dtype and shape.</source>
        <translation>ليس للموتر المحمَّل %1 ما خُطِّط له من نوع dtype وشكل.</translation>
    </message>
    <message>
        <source>The loaded tensor %1 differs from the file at byte %2 of %3.</source>
        <translation>يختلف الموتر المحمَّل %1 عن الملف عند البايت %2 من %3.</translation>
    </message>
    <message>
        <source>The checksum that LibTorch computed for %1 differs from the checksum of the bytes in the file.</source>
        <translation>المجموع الاختباري الذي حسبه LibTorch لـ %1 ليس المجموع الاختباري لبايتات الملف.</translation>
    </message>
</context>
<context>
    <name>stowage::Walker</name>
    <message>
        <source>The contents of %1 are nested deeper than 256 levels.</source>
        <translation>تداخل محتويات %1 أعمق من 256 من المستويات.</translation>
    </message>
    <message>
        <source>%1 is a PyTorch file, but it contains no tensors.</source>
        <translation>%1 ملف PyTorch، لكن ليس فيه موترات.</translation>
    </message>
    <message>
        <source>%1 contains tensors, but no tensor has a name or a number; save the model&apos;s state_dict().</source>
        <translation>يحوي %1 موترات، لكن لا شيء منها تحت اسم أو عدد؛ احفظ state_dict() الخاص بالنموذج.</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 و%2 أخرى</translation>
    </message>
    <message>
        <source>%1 has no tensors under the prefix %2. The file has these prefixes (with the number of tensors): %3.</source>
        <translation>ليس في %1 موترات تحت البادئة %2؛ أجزاؤه وموتراتها هي %3.</translation>
    </message>
    <message>
        <source>The tensor %1 occurs twice in %2.</source>
        <translation>الموتر %1 موجود مرتين في %2.</translation>
    </message>
</context>
<context>
    <name>stowage::WeightFile</name>
    <message>
        <source>The offload file %2 of the tensor %1 has %3 bytes instead of %4; load the model again.</source>
        <translation>في الملف المفرَّغ (offload) لـ %1، وهو %2، يوجد %3 بايت بدل %4؛ حمّل النموذج من جديد.</translation>
    </message>
</context>
<context>
    <name>stowage::WholeWeights</name>
    <message>
        <source>No stage in this process has the weights of %1.</source>
        <translation>ليست لدى أي مرحلة هنا أوزان %1.</translation>
    </message>
</context>
<context>
    <name>stowage::Worker::Failed</name>
    <message>
        <source>this</source>
        <translation>هذا</translation>
    </message>
</context>
<context>
    <name>stowage::WorkerPool</name>
    <message>
        <source>The system refused to create a thread: %1.</source>
        <translation>رفض النظام خيطًا: %1.</translation>
    </message>
</context>
<context>
    <name>stowage::WorkloadOptions</name>
    <message>
        <source>%1 is out of range; use a value from %2 to %3.</source>
        <translation>%1 خارج النطاق؛ استخدم قيمة من %2 إلى %3.</translation>
    </message>
    <message>
        <source>--compute-dtype &quot;%1&quot; is unknown; use float32, float16 or bfloat16.</source>
        <translation>--compute-dtype &quot;%1&quot; غير معروف؛ استخدم float32 أو float16 أو bfloat16.</translation>
    </message>
</context>
<context>
    <name>stowage::Writer</name>
    <message>
        <source>Writing %1 was stopped.</source>
        <translation>أُوقفت كتابة %1.</translation>
    </message>
    <message>
        <source>check the stored files</source>
        <translation>فحص المحتفَظ به</translation>
    </message>
    <message>
        <source>write</source>
        <translation>كتابة</translation>
    </message>
</context>
<context>
    <name>stowage::ZipDirectory</name>
    <message>
        <source>The record %1 occurs twice in %2.</source>
        <translation>السجل %1 موجود مرتين في %2.</translation>
    </message>
</context>
<context>
    <name>stowage::request_values</name>
    <message>
        <source>is less than one byte per second</source>
        <translation>أقل من بايت واحد في الثانية</translation>
    </message>
    <message>
        <source>is %1, which is not a quantisation method</source>
        <translation>هو %1، وهو ليس طريقة</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::Bits</name>
    <message>
        <source>is not 2, 3, 4 or 8</source>
        <translation>ليس أيًّا من 2 و3 و4 و8</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::ComputingDevice</name>
    <message>
        <source>is the disk, which cannot compute</source>
        <translation>هو القرص، وهو لا يحسب</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::Device</name>
    <message>
        <source>is not a device</source>
        <translation>ليس جهازًا</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::Devices</name>
    <message>
        <source>describes the device %1 twice</source>
        <translation>يصف الجهاز %1 مرتين</translation>
    </message>
    <message>
        <source>must name from 1 to %1 devices</source>
        <translation>يجب أن يسمي من 1 إلى %1 من الأجهزة</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::DtypeName</name>
    <message>
        <source>is %1, which is not a dtype</source>
        <translation>هو %1، وهو ليس dtype</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::FloatingDtype</name>
    <message>
        <source>is not a floating-point dtype, as needed for weights</source>
        <translation>ليس dtype بفاصلة عائمة يمكن التخطيط به للأوزان</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::LimitsByDevice</name>
    <message>
        <source>is not a limit: %1</source>
        <translation>ليس حدًّا: %1</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::MachineName</name>
    <message>
        <source>is not a machine name</source>
        <translation>ليس اسم حاسوب</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::StorageDtype</name>
    <message>
        <source>is not a dtype whose values use whole bytes</source>
        <translation>ليس dtype من بايتات كاملة</translation>
    </message>
</context>
<context>
    <name>stowage::request_values::Work</name>
    <message>
        <source>is not a valid workload: %1</source>
        <translation>لا يمكن حمله: %1</translation>
    </message>
</context>
</TS>
