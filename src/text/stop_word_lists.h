// Words that say nothing about the subject of a text, by language: articles, pronouns,
// prepositions, conjunctions, auxiliary verbs, common adverbs and quantifiers, and the parts that
// an apostrophe leaves. In lower case, separated by blanks.
#pragma once

#include <string_view>

namespace clade::detail::stop_word_lists {

inline constexpr std::string_view arabic =
    "في من على إلى الى عن مع هذا هذه ذلك تلك هؤلاء الذي التي الذين اللذان اللتان ما ماذا متى "
    "أين كيف لماذا هل أنا أنت أنتم نحن هو هي هم هن هما كان كانت كانوا يكون تكون ليس ليست لا لم "
    "لن لو إن أن إذا إذ أو أم ثم و ف ب ل بل حتى لكن ولكن قد كل بعض غير بين بعد قبل عند عندما "
    "لدى منذ حول خلال ضد دون تحت فوق أمام وراء أيضا فقط جدا هنا هناك حيث كما مثل أي أية كلا "
    "كلتا له لها لهم لنا لي لك به بها بهم فيه فيها منه منها عليه عليها إليه إليها عنه عنها أنه "
    "أنها إنه إنها وهو وهي وقد وما ولا سوف الآن يا نفس ذات";

inline constexpr std::string_view catalan =
    "el la els les l un una uns unes lo i o però ni que què qui quin quina quins quines com "
    "quan on perquè si no sí de del dels d a al als en n per pel pels amb sense sobre sota "
    "entre fins des contra segons cap durant jo tu ell ella nosaltres vosaltres ells elles em "
    "me m et te t es se s ens nos us vos li ho hi meu meva teu teva seu seva seus seves nostre "
    "nostra vostre vostra aquest aquesta aquests aquestes aquell aquella aquells aquelles això "
    "allò són és era eren ser estar està estan fou fos he has ha hem heu han havia haver té "
    "tenen molt molta molts moltes poc més menys també tot tota tots totes altre altra altres "
    "mateix mateixa ja encara ara aquí allà així doncs cada algun alguna alguns algunes res "
    "només quasi tan tant";

inline constexpr std::string_view danish =
    "en et den det de der som og eller men for at i på af til fra med om ved over under efter "
    "før mellem mod uden gennem hos jeg du han hun vi mig dig ham hende os jer dem min mit mine "
    "din dit dine sin sit sine hans hendes vores jeres deres denne dette disse hvad hvem hvor "
    "hvordan hvorfor hvornår hvilken hvilket hvilke ikke ingen intet noget nogen nogle alle alt "
    "al mange meget få mere mest anden andet andre hver hvert begge er var være været bliver "
    "blev blive har havde have haft kan kunne skal skulle vil ville må måtte bør gør gjorde så "
    "da når hvis fordi mens også kun nu her hen op ned ud ind igen end selv sådan altid aldrig "
    "jo nej ja man sig";

inline constexpr std::string_view dutch =
    "de het een die dat deze dit der des en of maar want dus noch dan als toen terwijl omdat "
    "hoewel in op aan van voor met door om bij uit over onder naar tot tegen tussen zonder na "
    "sinds tijdens via ik jij je u hij zij ze wij we jullie mij me jou hem haar ons hen hun "
    "mijn jouw uw zijn onze zich zelf wie wat waar wanneer hoe waarom welke welk niet geen "
    "niets iets iemand niemand alles alle al elk elke ieder iedere veel weinig meer meest "
    "minder ander andere anders ben bent is was waren wezen geweest word wordt worden werd "
    "werden heb hebt heeft hebben had hadden kan kunt kunnen kon konden zal zult zullen zou "
    "zouden moet moeten moest mag mogen mocht wil willen wilde doen doet deed ook nog nu hier "
    "daar er toch wel zo heel zeer altijd nooit weer eens te toe af";

inline constexpr std::string_view english =
    // Articles and words that point.
    "a an the this that these those such same other others another "
    // Pronouns.
    "i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his "
    "himself she her hers herself it its itself they them their theirs themselves one ones "
    "oneself someone somebody something anyone anybody anything everyone everybody everything "
    "nobody nothing none who whom whose which what whoever whatever whichever "
    // Prepositions.
    "about above across after against along alongside among amongst around as at before behind "
    "below beneath beside besides between beyond by concerning despite down during except for "
    "from in inside into like near of off on onto out outside over per regarding since through "
    "throughout till to toward towards under underneath until unto up upon via with within "
    "without "
    // Conjunctions.
    "and but or nor so yet if unless because although though while whilst whereas whether than "
    "then either neither both lest hence thus therefore however moreover furthermore "
    "nevertheless nonetheless otherwise meanwhile "
    // Auxiliary verbs with their forms.
    "am is are was were be been being have has had having do does did doing done can could may "
    "might must shall should will would ought cannot let lets get gets got getting used "
    // What an apostrophe leaves of contractions.
    "s t d m ll re ve don doesn didn isn aren wasn weren haven hasn hadn couldn shouldn wouldn "
    "mustn mightn needn shan won ain o "
    // Questions and places.
    "when where why how whenever wherever here there everywhere somewhere anywhere nowhere "
    "elsewhere thereby therein thereof whereby wherein hereby herein "
    // Quantifiers.
    "all any each every few fewer less least many more most much several some enough own no not "
    "only "
    // Common adverbs.
    "again ago almost already also altogether always anyhow anyway away back even ever forth "
    "further indeed instead just maybe mostly mainly namely never now often once perhaps quite "
    "rather really seldom simply sometimes somewhat soon still together too twice very well "
    "else especially etc";

inline constexpr std::string_view finnish =
    "ja tai mutta vaan sekä eli että jotta koska jos kun kuin vaikka ellei niin myös vai en et "
    "ei emme ette eivät älä minä sinä hän me te he minun sinun hänen meidän teidän heidän minut "
    "sinut hänet meitä teitä heitä minua sinua häntä minulle sinulle hänelle meille teille "
    "heille se ne sen sitä siinä siitä siihen sillä siltä sille niiden niitä niissä niistä "
    "niihin tämä tuo nämä nuo tämän tuon tätä tuota tässä tästä tähän tällä näiden joka jotka "
    "jonka jota jossa josta johon jolla jolta jolle joiden joita mikä mitä missä mistä mihin "
    "miksi miten milloin kuka ketkä kenen ketä ole olen olet on olemme olette ovat olin oli "
    "olimme olivat ollut olleet olla olisi voi voivat voisi pitää kaikki kaikkien jokin joku "
    "mitään kukaan muu muut muun toinen itse vain vielä jo nyt sitten siis kanssa ilman ennen "
    "jälkeen yli alle läpi kautta noin hyvin aina juuri enemmän eniten usein täällä siellä";

inline constexpr std::string_view french =
    "le la les l un une des du de d au aux ce cet cette ces c ça cela ceci celui celle ceux "
    "celles et ou où mais donc or ni car que qu qui quoi dont quand comme si lorsque puisque "
    "parce afin je j tu il elle on nous vous ils elles me m te t se s lui leur leurs eux moi "
    "toi soi y en mon ma mes ton ta tes son sa ses notre nos votre vos à dans par pour avec "
    "sans sous sur vers chez entre contre depuis pendant avant après dès jusque jusqu selon "
    "malgré parmi ne n pas plus moins jamais rien personne aucun aucune tout toute tous toutes "
    "autre autres même mêmes tel telle tels telles quel quelle quels quelles chaque plusieurs "
    "quelque quelques certains certaines suis es est sommes êtes sont étais était étions "
    "étaient été être étant sera seront serait soit fut ai as a avons avez ont avais avait "
    "avaient avoir ayant eu aura auront aurait fait faire font peut peuvent pouvait doit "
    "doivent très trop peu beaucoup bien aussi ainsi alors encore déjà ici là toujours souvent "
    "puis ensuite lors cependant toutefois";

inline constexpr std::string_view german =
    "der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem "
    "jener jene jenes jenen jenem und oder aber denn sondern doch weil dass daß ob wenn als "
    "während obwohl damit bevor nachdem sowie sowohl weder noch entweder ich du er sie es wir "
    "ihr mich dich sich uns euch ihn ihm ihnen mir dir mein meine meinen meinem meiner meines "
    "dein deine sein seine seinen seinem seiner seines ihre ihren ihrem ihrer ihres unser "
    "unsere unseren euer eure man wer wen wem wessen was wo wie wann warum wohin woher welche "
    "welcher welches welchen welchem in im ins an am ans auf aus bei beim bis durch für gegen "
    "mit nach ohne um unter über vom von vor zu zum zur zwischen seit hinter neben wegen trotz "
    "bin bist ist sind seid war warst waren wart gewesen sei wäre wären werde wirst wird werden "
    "wurde wurden worden habe hast hat haben habt hatte hatten gehabt hätte hätten kann kannst "
    "können konnte konnten könnte muss müssen musste soll sollen sollte will wollen wollte darf "
    "dürfen mag möchte nicht nichts kein keine keinen keinem keiner nie niemals niemand jemand "
    "etwas alle alles allen aller allem viel viele vielen mehr meist wenig wenige jeder jede "
    "jedes jeden jedem ander andere anderen anderer anderes beide einige einigen manche solche "
    "solchen auch nur schon sehr so dann da dort hier hin her nun jetzt immer wieder eben etwa "
    "fast ganz gar ja nein also dabei dazu daher darum deshalb jedoch selbst";

inline constexpr std::string_view greek =
    "ο η το οι τα του της των τον την τους τις τη ένας ένα μία μια ενός μιας έναν και κι ή είτε "
    "αλλά όμως μα ούτε μήτε ότι πως που πού όταν αν εάν επειδή γιατί διότι ώστε ενώ καθώς αφού "
    "για να θα ας μην μη δεν δε σε στο στη στην στον στους στις στα από με χωρίς κατά μετά πριν "
    "προς παρά υπό υπέρ μέχρι έως μεταξύ εγώ εσύ αυτός αυτή αυτό αυτοί αυτές αυτά αυτού αυτής "
    "αυτών αυτόν αυτήν εμείς εσείς μου σου μας σας εκείνος εκείνη εκείνο τούτος αυτούς όποιος "
    "όποια όποιο οποίος οποία οποίο οποίοι οποίες οποίων ποιος ποια ποιο τι πώς πότε πόσο όλα "
    "όλοι όλες όλο όλη κάθε κάποιος κάποια κάποιο κανείς τίποτα κάτι άλλος άλλη άλλο άλλοι άλλα "
    "πολύ πολλά πολλοί λίγο πιο περισσότερο είμαι είσαι είναι είμαστε ήταν ήμουν έχω έχεις έχει "
    "έχουμε έχουν είχε είχαν έχοντας μπορεί πρέπει εδώ εκεί τώρα τότε πάντα ποτέ πάλι ακόμα "
    "ακόμη μόνο επίσης σαν όπως έτσι όχι ναι ήδη μέσα έξω πάνω κάτω";

inline constexpr std::string_view hungarian =
    "a az egy és vagy de hogy ha mert mint is sem se nem ne igen csak már még most akkor itt "
    "ott így úgy ez ezt ennek ebben erre ezek ezeket azt annak abban arra azok azokat aki akit "
    "akik amely amelyet amelyek ami amit amik én te ő mi ti ők engem téged őt minket titeket "
    "őket nekem neked neki nekünk nektek nekik velem veled vele velünk velük tőle róla belőle "
    "rajta benne hozzá maga magát saját ki kit mit miért hol hova hová honnan hogyan mikor "
    "melyik milyen mennyi minden mindenki mindig soha semmi senki valami valaki valamint egyik "
    "másik más mások több sok kevés nagyon igazán van vannak volt voltak lesz lesznek lenne "
    "lett lettek legyen vagyok vagyunk vagytok lehet kell tud fog nincs nincsenek sincs után "
    "előtt alatt fölött között mellett mögött nélkül szerint által ellen felé miatt iránt ahol "
    "ahogy amikor amíg bár hanem illetve pedig ugyan azonban ezért tehát hiszen ismét újra "
    "talán majd el fel le meg be oda ide össze";

inline constexpr std::string_view indonesian =
    "yang dan atau tetapi tapi namun karena sebab jika kalau bila bahwa agar supaya sehingga "
    "maka serta maupun di ke dari pada dalam dengan untuk oleh bagi tentang antara sejak hingga "
    "sampai tanpa terhadap kepada menurut selama saya aku kamu anda engkau dia ia beliau kami "
    "kita mereka nya ini itu tersebut sini situ sana apa siapa mana kapan bagaimana mengapa "
    "kenapa berapa tidak bukan belum jangan tak ya sudah telah akan sedang masih pernah dapat "
    "bisa boleh harus mau ingin perlu adalah ialah merupakan ada menjadi semua setiap tiap "
    "banyak sedikit beberapa lain lainnya sendiri sama juga pun saja hanya lagi lebih paling "
    "sangat sekali amat terlalu hampir secara seperti sebagai para sang si suatu sebuah seorang "
    "satu ketika saat setelah sebelum kemudian lalu sambil sementara meskipun walaupun";

inline constexpr std::string_view italian =
    "il lo la i gli le l un uno una di d del dello della dei degli delle dell a ad al allo alla "
    "ai agli alle all da dal dallo dalla dai dagli dalle dall in nel nello nella nei negli "
    "nelle nell su sul sullo sulla sui sugli sulle sull con col per tra fra senza sotto sopra "
    "dopo prima contro verso presso durante e ed o od ma né se che chi cui quale quali come "
    "quando dove perché mentre però quindi dunque anche anzi oppure io tu lui lei egli ella noi "
    "voi loro essi esse mi ti si ci vi me te sé ne mio mia miei mie tuo tua tuoi tue suo sua "
    "suoi sue nostro nostra nostri nostre vostro vostra vostri vostre questo questa questi "
    "queste quello quella quelli quelle quel quei quegli ciò stesso stessa stessi stesse altro "
    "altra altri altre tutto tutta tutti tutte ogni qualche alcuni alcune nessuno nessuna "
    "niente nulla molto molta molti molte poco più meno tanto troppo sono sei è siamo siete era "
    "eri erano essere essendo stato stata stati state fu furono sarà saranno sia ho hai ha "
    "abbiamo avete hanno aveva avevano avere avuto avrà può possono deve devono fa fare non no "
    "sì già ancora ora poi qui qua là lì così sempre mai solo bene proprio";

inline constexpr std::string_view norwegian =
    "en ei et den det de der som og eller men for at i på av til fra med om ved over under "
    "etter før mellom mot uten gjennom hos jeg du han hun vi dere meg deg ham henne oss dem min "
    "mi mitt mine din di ditt dine sin si sitt sine hans hennes vår vårt våre deres denne dette "
    "disse hva hvem hvor hvordan hvorfor når hvilken hvilket hvilke ikke ingen intet ingenting "
    "noe noen alle alt all mange mye få mer mest annen annet andre hver hvert begge er var være "
    "vært blir ble bli blitt har hadde ha hatt kan kunne skal skulle vil ville må måtte bør "
    "gjør gjorde så da hvis fordi mens også bare kun nå her hit dit opp ned ut inn igjen enn "
    "selv slik sånn alltid aldri jo nei ja man seg eg ikkje ein eit dei ho korleis kva kven";

inline constexpr std::string_view portuguese =
    "o a os as um uma uns umas de do da dos das d em no na nos nas num numa por pelo pela pelos "
    "pelas para com sem sob sobre entre até desde contra após ante perante durante segundo "
    "conforme e ou mas nem que quem qual quais quando onde como porque porquê se embora "
    "enquanto pois portanto porém contudo logo eu tu ele ela nós vós eles você vocês elas "
    "me te lhe lhes vos mim ti si comigo consigo meu minha meus minhas teu tua teus tuas seu "
    "sua seus suas nosso nossa nossos nossas dele dela deles delas este esta estes estas esse "
    "essa esses essas aquele aquela aqueles aquelas isto isso aquilo deste desta desse dessa "
    "daquele daquela neste nesta nesse nessa ao à aos às mesmo mesma outro outra outros outras "
    "todo toda todos todas tudo cada algum alguma alguns algumas nenhum nenhuma nada ninguém "
    "alguém muito muita muitos muitas pouco mais menos tão tanto sou és é somos são era eram "
    "foi foram ser sendo sido será serão seria seja fosse estou está estamos estão estava "
    "estavam estar tenho tem temos têm tinha tinham ter tido há havia haver pode podem deve "
    "devem faz fazer não sim já ainda agora aqui ali lá assim também só apenas sempre nunca "
    "depois antes então bem";

inline constexpr std::string_view romanian =
    "un o unui unei unor niște cel cea cei cele al a ai ale lui și sau ori dar însă iar nici că "
    "să dacă deși pentru fiindcă deoarece încât căci ca când unde cum cât câți câte cine ce "
    "care căror căreia cărui în din de la pe cu fără sub peste prin între după până spre către "
    "despre lângă contra printre dintre dinspre înspre eu tu el ea noi voi ei ele mă te îl îi "
    "ne vă le mi ți i își se sine mine tine meu mea mei mele tău ta tăi tale său sa săi sale "
    "nostru noastră noștri noastre vostru voastră lor acest această acești aceste acel acea "
    "acei acele acesta aceasta aceștia acestea acela aceea asta ăsta astfel același aceeași alt "
    "altă alți alte altul alta alții tot toată toți toate fiecare orice oricare cineva ceva "
    "nimeni nimic niciun nicio mult multă mulți multe puțin mai foarte prea atât sunt ești este "
    "e suntem sunteți era erau fost fi fiind va vor vom ar fie am are avem aveți au avea avut "
    "poate pot trebuie nu da deja încă acum aici acolo așa apoi atunci mereu niciodată doar "
    "numai chiar tocmai aproape";

inline constexpr std::string_view russian =
    "и в во не что он на я с со как а то все всё она так его но да ты к ко у же вы за бы по "
    "только её ее мне было вот от меня ещё еще нет о об из ему теперь когда даже ну вдруг ли "
    "если уже или ни быть был него до вас нибудь опять уж вам ведь там потом себя ничего ей "
    "может они тут где есть надо ней для мы тебя их чем была сам сама само сами чтоб чтобы без "
    "будто чего раз тоже себе под над при про через перед между около после кроме ради против "
    "вместо среди будет ж тогда кто этот эта это эти этого этой этому этим этих этими тот та те "
    "того той тому тем тех теми такой такая такое такие какой какая какое какие который которая "
    "которое которые которого которой которому которым которых почему зачем куда откуда сколько "
    "здесь туда сюда отсюда мой моя моё мои твой твоя твои наш наша наше наши ваш ваша ваше "
    "ваши свой своя своё свои своего своей своих мною тобой нам нас ними ним них были буду "
    "будем будете будут является являются можно нельзя нужно весь вся всего всей всех всем "
    "всеми каждый каждая любой другой другая другие другое других также очень более менее "
    "больше меньше много мало почти всегда никогда конечно хотя однако поэтому потому пока лишь "
    "именно";

inline constexpr std::string_view spanish =
    "el la los las lo un una unos unas de del a al en por para con sin sobre bajo entre hacia "
    "hasta desde contra según durante mediante tras ante y e o u ni pero sino aunque que quien "
    "quienes cual cuales cuyo cuya qué quién cuál cuándo cuando dónde donde cómo como porque "
    "pues si mientras yo tú tu él ella ello nosotros nosotras vosotros vosotras ellos ellas "
    "usted ustedes me te se nos os le les mí ti sí mi mis tus su sus mío mía míos mías tuyo "
    "tuya suyo suya suyos suyas nuestro nuestra nuestros nuestras vuestro vuestra este esta "
    "estos estas ese esa esos esas aquel aquella aquellos aquellas esto eso aquello mismo misma "
    "mismos mismas otro otra otros otras todo toda todos todas cada algo alguien algún alguno "
    "alguna algunos algunas nada nadie ningún ninguno ninguna mucho mucha muchos muchas poco "
    "poca pocos pocas más menos muy tan tanto tanta soy eres es somos son era eran fue fueron "
    "ser siendo sido será serán sería sea fuera estoy está estamos están estaba estaban estar "
    "estado he has ha hemos han había habían haber habido hay tengo tiene tienen tenía tener "
    "puede pueden debe deben hace hacer no ya aún todavía ahora aquí allí allá así también "
    "tampoco sólo solo siempre nunca jamás después antes entonces luego además bien casi";

inline constexpr std::string_view swedish =
    "en ett den det de som och eller men för att i på av till från med om vid över under efter "
    "före mellan mot utan genom hos åt ur jag du han hon vi ni mig dig honom henne oss er dem "
    "min mitt mina din ditt dina sin sitt sina hans hennes vår vårt våra ert era deras dess "
    "denna detta dessa vad vem vilka vilken vilket var vart hur varför när inte icke ingen "
    "inget inga ingenting något någon några alla allt all många mycket få mer mera mest annan "
    "annat andra varje båda är vara varit blir blev bli blivit har hade ha haft kan kunde ska "
    "skall skulle vill ville må måste bör gör gjorde så då därför eftersom medan också även "
    "bara endast nu här där hit dit upp ner ned ut in igen än själv sådan sådana alltid aldrig "
    "ju nej ja man sig redan kanske";

inline constexpr std::string_view turkish =
    "ve veya ya da de ile ama fakat ancak lakin çünkü eğer ki ise hem ne gibi için kadar göre "
    "karşı doğru rağmen üzere dolayı beri önce sonra ben sen o biz siz onlar beni seni onu bizi "
    "sizi onları bana sana ona bize size onlara bende sende onda benden senden ondan benim "
    "senin onun bizim sizin onların bu şu bunlar şunlar bunu şunu buna şuna bunun şunun bunda "
    "bundan kendi kendisi kendine kim kime kimin kimse nasıl neden niçin niye nerede nereye "
    "nereden hangi kaç bir birçok birkaç biri birisi bazı bazıları bütün tüm hepsi her herkes "
    "hiç hiçbir şey şeyi çok az daha en pek değil yok var mı mi mu mü evet hayır idi imiş olan "
    "olarak oldu olur olmak olduğu olduğunu olacak olması ol etmek ederek eden etti ettiği yani "
    "zaten hatta bile sadece yalnız yine gene hala henüz artık şimdi burada orada böyle şöyle "
    "öyle diye iken arasında üzerinde altında tarafından başka diğer aynı belki";

}  // namespace clade::detail::stop_word_lists
