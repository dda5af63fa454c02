"""Words of which many people make their passwords, and which whoever guesses tries first."""

from __future__ import annotations

_ENTRIES = """
pass password passwords passwort passwd passwrt passcode motdepasse contrasena parola kennwort login admin administrator
root user username guest test tester testing testtest default changeme letmein openup access secret geheim private
welcome willkommen bienvenue bonjour hallo hello hola ciao salut moin aloha konnichiwa arigato ohayo

love iloveyou iloveu loveyou lovely lover loveme mylove ichliebedich jetaime tequiero teamo amour amore schatz schatzi
liebling darling honey sweety sweetie sweetheart baby babygirl babyboy princess prinzessin princesa prince queen king
angel angels engel heaven jesus christ forever friend friends freunde family familie mother mutter father sister
brother mama papa mommy daddy mami papi heart kisses hugs beautiful gorgeous handsome cutie pretty blessed faith grace

sunshine sonnenschein sunflower sonne sonnenblume summer sommer winter spring herbst autumn flower flowers blume rainbow
butterfly schmetterling diamond crystal silver golden orange purple yellow green white black pink red blue violet
monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
january february march april june july august september october november december januar februar maerz oktober dezember

dragon drachen monkey tiger tigger lion loewe eagle eagles falcon bear wolf wolves panther cougar dolphin dolphins shark
horse horses pferd pony hund hunde katze kitty kitten cat dog doggy puppy rabbit hase mouse maus spider turtle penguin
phoenix unicorn einhorn scorpion cobra snake bulldog chicken duck frog

football fussball soccer baseball basketball hockey tennis golf golfer rugby volleyball swimming skating surfing
liverpool arsenal chelsea barcelona realmadrid juventus bayern dortmund schalke borussia manchester manutd everton
rangers celtic yankees cowboys lakers steelers packers raiders redsox broncos dodgers giants ronaldo messi beckham
ferrari porsche mercedes mustang harley corvette yamaha honda suzuki toyota nissan camaro audi bmw volkswagen

superman batman spiderman ironman starwars startrek skywalker yoda jedi gandalf hobbit frodo harrypotter hogwarts matrix
merlin pokemon pikachu naruto sasuke dragonball songoku onepiece doraemon totoro hellokitty mickey mickeymouse minnie
snoopy garfield scooby tweety bambi nemo elsa barbie godzilla simpsons homer bart rammstein metallica nirvana slipknot
beatles greenday eminem linkinpark blink maiden acdc madonna shakira beyonce rihanna

minecraft fortnite roblox warcraft starcraft zelda mario luigi sonic halo doom quake counterstrike callofduty
playstation xbox nintendo steam gamer gaming game games player play katana sakura ninja shogun daimyo ronin
tenka bushido kimono nihon japan tokyo osaka kyoto karate judo

computer laptop internet google facebook youtube twitter instagram microsoft windows apple iphone samsung android linux
amazon yahoo hotmail gmail netflix whatsapp discord wifi network server system database oracle cisco mobile telefon

master shadow killer hunter ranger soldier warrior knight wizard magic power thunder lightning storm fire ice blaster
cookie cookies cheese chocolate schokolade coffee pepper ginger banana apples cherry strawberry erdbeere peaches candy
sugar pizza pasta nutella bailey whiskey vodka beer bier corona
money dollar cash lucky happy crazy sexy cool freedom peace hope dream dreams smile sweet whatever nothing something
trustno fuckyou fuckme fuckoff asshole bitch shit scheisse arschloch hotdog biteme badboy badgirl bigdog slayer
matrix scooter creative success victory winner champion number america england london paris berlin hamburg muenchen
munich vienna wien zuerich schweiz deutschland austria germany france italia espana mexico brasil canada australia

alexander alexandra alexis andrea andreas andrew angela angelina anna annika anthony antonio ashley austin barbara
benjamin bettina brandon brittany carlos carmen caroline charles charlie charlotte chris christian christina
christopher claudia courtney daniel daniela danielle david dennis diana diego dominik dominic donald dylan edward
elena elisabeth elizabeth emily emma erik eva felix florian francesco franziska frank gabriel george gerhard hannah
hans heather heinz helena henry isabella jack jackson jacob jake jakob james jan jana jasmin jasmine jason jennifer
jens jeremy jessica johannes john johnny jonas jonathan jordan jose joseph joshua juergen julia julian justin karin
katharina katie kevin kimberly klaus lara laura lauren lea leonardo leonie lisa louis luca lucas luis lukas madison
maggie manuel marcel marco marcus maria marie marina mario markus martin martina mary mason matthew matthias max
maximilian megan melanie melissa michael michaela michelle miguel mike mohammed monica monika morgan natalie natasha
nathan nicholas nico nicola nicolas nicole nina oliver olivia pamela patrice patricia patrick paul paula peter petra
philipp phillip rachel rebecca richard robert roberto robin rosario ryan sabine sabrina samantha samuel sandra sara
sarah scott sebastian sergio simon simone sofia sophie stefan stefanie stephanie stephen steven susanne sven sylvia
taylor thomas tiffany tobias tom tommy tyler ursula vanessa veronica victor victoria vincent walter wilhelm william
wolfgang yasmin zachary akira aya daisuke hana haruka haruto hikari hiroshi kaito kazuki keiko kenji maki mayumi naoki
natsumi ryota satoshi shinji sora suzuki takahashi takashi tanaka taro yamada yoko yuki yuko
amanda buster cooper harley sparky rocky rusty lucy molly sammy sasha shelby simba bella luna rex bello
"""

WORDS = frozenset(_ENTRIES.split())
WALKS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiopü",
    "asdfghjklöä",
    "yxcvbnm",
    "azertyuiop",
    "qsdfghjklm",
    "wxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1q2w3e4r5t6y7u8i9o0p",
    "1q2w3e4r5t6z7u8i9o0p",
    "1a2b3c4d5e6f7g8h9i",
    "q1w2e3r4t5y6u7i8o9p0",
    "a1b2c3d4e5f6g7h8i9",
    "qweasdzxc",
    "qweasdyxc",
    "147258369",
    "123456789qwertyuiop",
    "zaq12wsx",
    "1qazxsw23edcvfr4",
)
"""Fingers go along these, in either direction."""
