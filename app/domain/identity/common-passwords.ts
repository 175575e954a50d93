import leaked from './leaked-passwords.json'

/** The most common English and German ones that pass the length rules, in lower case. */
const chosen = `
  00000000 01020304 010203040506 0987654321 10203040 102030405 11111111 11223344 1122334455
  112233445566 12121212 123123123 123321123 12341234 12344321 1234512345 123454321 12345678
  123456789 1234567890 12345678910 123654789 123abc123 123qwe123 123qweasd 123qweasdzxc 123qwertz
  13131313 147258369 147852369 147896325 159357258 159753159 19841984 1a2b3c4d 1a2b3c4d5e
  1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qay2wsx 1qayxsw2 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 20002000
  20202020 27182818 31415926 314159265 456789123 66666666 741852963 789456123 87654321 88888888
  963852741 987654321 99999999 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678
  aaa12345 abc12345 abc123456 abcd1234 abcd12345 abcde123 abcdefg1 access123 access14 admin123
  admin1234 admin12345 admin2024 adminadmin administrator administrator1 alexander alexander1
  alexander123 alexandra andreas1 andreas123 andrew123 anthony1 apfelkuchen apfelmus apple123
  arschloch arschloch1 arsenal1 arsenal123 asdf1234 asdfasdf asdfghjk asdfghjkl asdfqwer asdfzxcv
  asterix1 australia autobahn azerty123 azertyuiop babyboy1 babygirl babygirl1 baerchen barcelona
  barcelona1 baseball baseball1 basketball batman123 bayern12 bayern123 bayern1900 bayernmuenchen
  bayernmünchen beatles1 beautiful beautiful1 benjamin benjamin1 benjamin123 berlin123 berlin2024
  bestfriend bierbier blackdragon blessing blink182 blueberry blumentopf blödmann bockwurst
  bonjour1 borussia borussia09 borussia1 brandon1 bratwurst buero123 butterbrot butterfly
  butterfly1 bvb09bvb bärchen1 california callofduty changeit changeme changeme1 changeme123
  charlie1 charlie123 cheesecake chef1234 chelsea1 chelsea123 chocolate chocolate1 christian
  christian1 christiane christina christine christoph christopher cinnamon claudia1 computer
  computer1 computer123 contrasena cookie123 corvette counterstrike cowboys1 currywurst daniel123
  daniela1 danielle danielle1 database default1 deutschland deutschland1 dirndl123 dolphin1
  dolphins dominik1 dortmund dortmund09 dortmund1 dragon123 dragonball drowssap drucker1
  dvorak123 eagles123 egal1234 eichhoernchen eichhörnchen eintracht elefant1 elephant elizabeth
  elizabeth1 eminem123 engelchen england1 erdbeere facebook facebook1 family123 fcbayern
  fcbayern1 fckoeln1 ferienhaus ferrari1 feuerwehr firma123 fishing1 florence florian1 florian123
  football football1 football123 forever1 forever123 forever21 fortnite frankfurt frankfurt1
  franziska freedom1 freedom123 friedrich friends1 friendship fruehling frühling fussball
  fussball1 fussball123 fußball1 fußball123 gabriel1 gabriela ganzgeheim garfield gartenzwerg
  geburtstag geheim12 geheim123 geheim1234 geheimnis george123 godisgood golfer123 google123
  gorgeous greenday guenther guest123 guitar123 gutenmorgen gutentag günther1 hallihallo hallo123
  hallo123! hallo1234 hallo12345 hallohallo hallowelt hallöchen hamburg1 hamburg123 hamster1
  handsome handy123 harley123 hase1234 hasi1234 heinrich hellokitty herbst2024 herbst2025
  hermann1 hertha123 himbeere himmelarsch hockey123 honeybee hsv12345 hund1234 hundehund
  hunter123 hurricane ichbinich ichbins1 ichhassedich ichliebedich ichliebedich1 iloveher
  ilovejesus iloveme1 ilovemyself iloveu123 iloveyou iloveyou1 iloveyou123 iloveyou2 instagram
  internet internet1 internet123 iphone123 ireland1 irgendwas irgendwas1 isabella isabelle
  jasmine1 jennifer jennifer1 jessica1 jesus123 jesuschrist johanna1 johannes jonathan jonathan1
  jordan23 julia123 juventus juventus1 kaffee123 kaninchen kartoffel katharina katherine katze123
  kawasaki keineahnung keinpasswort kennwort kennwort1 kennwort123 killer123 kimberly kruzifix
  lakers24 lamborghini lauren12 leagueoflegends leberwurst leckmich leckmich1 leckmicham
  lederhose lehrer123 letmein1 letmein123 letmeinnow leverkusen liebe123 liebedich liebling
  liebling1 lightning linkedin liverpool liverpool1 login123 london123 lovelove loveme123
  loveyou123 lukas123 macintosh manager1 manchester manchester1 manuela1 manutd123 martin123
  martina1 master123 matthew1 matthias matthias1 maus1234 mausebaer mausebär mausi123 maximilian
  meerschweinchen meinpasswort melissa1 mercedes mercedes1 mercedesbenz metallica michael1
  michael123 michaela michelle michelle1 mickeymouse microsoft midnight midnight1 minecraft
  mistkerl mitarbeiter monika123 monkey12 monkey123 moonlight motdepasse motorrad mountain
  muenchen mustang1 mypassword mypassword1 mysecret münchen1 natalie1 neuespasswort newpassword
  newpassword1 newyork1 newyork123 nicholas nicholas1 nichtsda nicole123 ninja123 nintendo
  nirvana1 nopassword obelix123 oesterreich oktoberfest oldpassword oracle123 ostern123 p@ssw0rd
  p@ssw0rd1 p@ssword p@ssword1 pa$$w0rd pa$$word papagei1 parola123 passw0rd passw0rd! passw0rd1
  password password! password01 password1 password1! password12 password123 password123!
  password1234 password12345 password2020 password2021 password2022 password2023 password2024
  password2025 password2026 password99 passwordpassword passwords passwort passwort! passwort0
  passwort01 passwort1 passwort1! passwort12 passwort123 passwort123! passwort1234 passwort2024
  passwort2025 passwortvergessen patricia patrick1 patriots penguin1 pferdchen pferde123 phoenix1
  pikachu1 pineapple pirates1 playstation pokemon1 pokemon123 polizei110 porsche1 porsche123
  porsche911 praktikum precious princesa princess princess1 princess123 prinzessin prinzessin1
  pumuckl1 q1w2e3r4 q1w2e3r4t5 qaywsxedc qazwsx123 qazwsxedc qwe123456 qweasd123 qweasdzxc
  qwerasdf qwert123 qwert1234 qwert12345 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
  qwertyqwerty qwertyui qwertyuiop qwertz!! qwertz12 qwertz123 qwertz1234 qwertz12345 qwertzui
  qwertzuiop rainbow1 rainbow123 ranger123 realmadrid rebecca1 rechner1 redskins robert123
  root1234 rootroot rumpelstilzchen runescape sabine123 samantha samantha1 samsung1 samsung123
  sandra123 sauerkraut schalke04 schalke1904 schatz123 schatzi1 schatzi123 schatzilein scheisse
  scheisse1 scheiße1 schildkröte schlumpf schmetterling schnitzel schokolade schueler1 schule123
  schweiz1 scooby123 scotland sebastian sebastian1 secret123 security security1 sekretariat
  senha123 server123 servus123 shadow12 shadow123 siegfried slipknot snoopy123 snowball snowflake
  soccer123 softball soleil123 sommer123 sommer2023 sommer2024 sommer2025 sommer2026 sommerurlaub
  sonnenblume sonnenschein sonnenschein1 spiderman spiderman1 squirrel starcraft starlight
  starwars starwars1 steelers stefanie stephan1 stephanie stephen1 strawberry streng-geheim
  strenggeheim studium1 stuttgart sunflower sunshine sunshine1 sunshine123 supergeheim superman
  superman1 superman123 support1 susanne1 suzuki123 sweetheart sweetie1 tastatur teamo123
  teddybaer teddybär telefon1 temp1234 temporary tennis123 tequiero test1234 test12345 testing1
  testing123 testtest testuser thepassword thomas12 thomas123 thunder1 tiger123 tobias123
  toor1234 topsecret trustno1 urlaub123 user1234 username vanessa1 verdammt vergessen vergessen1
  veronica verwaltung victoria victoria1 volkswagen volkswagen1 volleyball warcraft watermelon
  weihnachten weihnachtsmann weissbier weissnicht welcome1 welcome12 welcome123 welcome1234
  welcome2024 welcome2025 wellensittich werder123 whatever whatever1 whatsapp william1 willkommen
  willkommen1 willkommen123 windows1 windows10 winter123 winter2023 winter2024 winter2025
  winter2026 wizard123 wolfgang wolfgang1 yamaha123 yankees1 yourpassword youtube1 yxcvbnm1
  yxcvbnm123 zaq12wsx zaq1xsw2 zaq1zaq1 zxcvbnm1 zxcvbnm123 österreich
  `

/** With the 3,000 that people have used most. Source: OWASP ASVS 5.0, 6.2.4. */
export const commonPasswords: ReadonlySet<string> = new Set(
  [chosen, ...leaked.passwords].join(' ').trim().split(/\s+/),
)
