/**
 * Recognises common words and key patterns in spellings that no list of leaked passwords holds all of (see
 * leaked-passwords.ts): with digits around them, signs for letters, written twice.
 */

const words = `
aaron abc abcd abcdef abigail access account action adidas admin administrator adobe adrian africa airborne alberto
alejandro alex alexander alexandra alexandre alexis alice alison allison amanda amber america american amigos anaconda
andrea andrew andromeda angel angela angelica angelina angels animal anita anthony apollo apple apples arnold arsenal
arthur asdf asdfg asdfgh asdfghjk ashley asshole assword asterix athena august austin autumn awesome azerty babies
babygirl babyboy bailey balloon banana bandit barbara barbie barcelona barney baseball basketball bastard batman
battlefield beach beagle beatles beautiful beaver benjamin bernard bigdaddy bigdog biteme bitches blabla
blackberry blackcat blackjack blahblah blaster blessed blink blizzard blonde blondie bluebird blueeyes bond boobies
booboo boomer booster boston bradley brandon brandy brasil brazil brian britney brittany broncos brooklyn brother
bubba bubbles buddy bulldog bullshit butter butterfly buster butthead california camaro cameron canada captain
cardinal carlos carmen carolina caroline carpenter casper cassie celtic celtics champion changeme changeit charles
charlie charlotte cheese chelsea cherokee cherry chester chicago chicken chocolate chopper chris christ christian
christina christine christmas christopher claudia clayton cleopatra cleveland clinton clover cocacola coffee college
colorado columbia comanche company compaq computer connect connor consumer cookie cookies cooper corvette courtney
cowboy cowboys crazy cricket cristina crystal cupcake cutie daddy dakota dallas daniel daniela danielle darkness
david december default delete deltaforce demo denise dennis denver derrick destiny detroit devil diablo diamond diana
digital dolphin dolphins dominic dominique donald dragon dragonball dreamer dreams drummer dutchess eagle eagles
easter eclipse edward einstein elephant elizabeth elliott eminem emmanuel england enter enterprise erica eric estrella
evolution explorer extreme facebook faith falcon family fantasy ferrari fernando fireball firebird firefly fireman
fisher fishing flamingo florence florida flower flowers football forever forget formula france francesco francis
frank frankie freddy freedom friday friend friends friendship fuckoff fuckyou gabriel gabriela galaxy gangster garfield
gateway gemini general genesis genius george georgia geronimo ghost giants gibson ginger giovanni global godzilla
goldberg golden goldfish golfer google gordon graham grandma great green greenday gregory guest guitar gunner hahaha
hallo hammer hannah happy harley harrison harry hawaii hawkeye heather heaven helen hello hellokitty helpme hendrix
hercules hermione hockey holiday hollywood homer honda honey honeybee hooters horses hotdog hotmail hottie houston
howard hunter iceman idontknow iloveyou iloveme iloveu imagine infinity inuyasha internet ireland ironman isabel
isabella isabelle jackass jackie jackson jaguar jamaica james jasmine jasper jeffrey jennifer jeremy jessica jessie
jesus jesuschrist jimmy johncena johnny johnson jonathan jordan joseph joshua juliana juliet junior justice justin
kathleen katherine katie kelly kenneth kennedy kevin killer kimberly kingdom kitten kittycat knight knights krystal
ladybug lakers lauren leather legend leonardo leslie letmein liberty lifehack lincoln lionking little liverpool lizard
logitech london loser lost louise love loveme lovely lover lovers loveyou lucky madison maggie magic magnum manager
manchester mancity manutd marcus margaret maria mariana marie marina marine marines mario marlboro marley marshall
martin martina master matrix matthew maverick maximus maxwell mazda megatron melanie melissa memory mercedes merlin
metallica mexico michael michel michelle michigan mickey microsoft midnight miguel miller million minecraft minnie
miracle mistress mitchell mobile modena money monica monkey monster montana moonlight morgan morpheus motdepasse
mother motherfucker motorola mountain mozart muffin munchkin murphy music mustang mustdie myspace mylove naruto
natalia natalie natasha nathan nathaniel nebraska nelson newpass newpassword newyork nicholas nicolas nicole
nightmare nikita nintendo nirvana nissan nokia nothing november october oliver olivia orange orlando ou812 oxford
pacific packers pakistan panda panther panthers paradise parker pass passme passport password passwort passwd patches
patricia patrick peaches peanut penguin pepper perfect phantom phoenix picard pickle pimpin pineapple pink pirate
pitbull player playboy please pokemon police poohbear pookie porsche power precious preston princess private prince
professional prometheus pumpkin punisher purple pussy pussycat qazwsx qazwsxedc qwaszx qwer qwert qwerty qwertyu
qwertyuiop qwertz rabbit rachel racing raiders rainbow ranger rangers raymond realmadrid rebecca redneck redskins
redsox remember renegade reset revolution ricardo richard robert roberto rockstar rocky rolltide ronaldo root
rosebud rosemary runner russell russia sabrina sailor sakura salvador samantha sample samsung samson samuel sanchez
sandra santiago santos sarah saturn savannah scarface school scooby scooter scorpion scorpio scott scotland sebastian
secret secure security senha september serenity service sexy sexygirl shadow shannon sharon shelby sherlock shirley
shooter shopify silver simple simpson simpsons single skater skipper skittles skywalker slayer slipknot smokey
smoking snickers snoopy snowball snowflake snowman soccer softball soldier something sophia southpark spain spanky
sparky speaker special spencer spider spiderman spitfire sponge spongebob spring srinivas staff standard star
starcraft stargate starlight startrek starwars steelers stephanie stephen steven stewart store storefleet strawberry
student suckit sublime success sugar summer sunday sunflower sunshine super superman superstar supernova support
surfer suzanne sweet sweetheart sweetie sweetpea swimming swordfish sydney system taylor tazmania teacher telephone
temp temporary tennis teresa tester testing test tequila texas thomas thunder thunderbird thx tiffany tiger tigers
tigger tinkerbell titanic tomcat toyota trailer training transformers trinity trouble trucks trustme trustno
tucker turtle twilight unicorn universal user valentin valentina valentine valeria vampire vanessa vegeta veronica
vfhbyf victor victoria viking vikings vincent vincenzo violet viper virginia voyager wachtwoord walker walter warcraft
warrior warriors welcome wensday westham whatever whatsup whiskey white wildcat william williams willow windows
winner winston winter wisdom wizard wolverine wolves woody wordpass wrestling xavier yamaha yankee yankees yellow
yourmom zachary zaqwsx zaqxsw zidane zxcvbn zxcvbnm`
  .trim()
  .split(/\s+/);

const wordSet = new Set(words);

const mixed = new Set(
  `1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz1qaz 2wsx3edc a1b2c3d4 a1s2d3f4 q1w2e3r4
q1w2e3r4t5 q1w2e3r4t5y6 qazwsx123 qwe123qwe 123qweasd 123qwe123 qweasdzxc zaq12wsx zaq1zaq1 zaq1xsw2 1234qwer qwer1234
123abc456 abc123456 123456abc a1234567 a12345678 a123456789 aa123456 aaa111222 abcd1234 1234abcd asd123456 asdf1234
q1234567 q123456789 qq123456 qwe12345 qwerty12345 w1234567 z1234567 zxc12345 zxcvbnm1 123456789a 12345678a 1234567a
123456aa 123456qq 12345qwert ncc1701d ncc1701e trustno1 r2d2c3po thx1138x blink182 8675309a 5201314a woaini520
woaini1314 li123456 wang1234 dearbook 147258369 159357258 159753456 147852369 741852963 963852741 789456123 456789123
123321123 112233445566 11223344 11112222 12121212 12344321 123454321 1234554321 12345678910 0987654321 135792468
13579246 24681357 19841984 20002000 31415926 314159265 271828182 99887766 55667788 10203040 102030405060 01020304`
    .trim()
    .split(/\s+/),
);

const runs = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  "asdfghjkl;'",
  'zxcvbnm,./',
  '1234567890-=',
  '!@#$%^&*()_+',
  '!"£$%^&*()_+',
  'йцукенгшщзхъ',
].flatMap((run) => [run, [...run].reverse().join('')]);

const letterForSymbol: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** `contextWords` are what an attacker knows already: the person's own address, the product's name. */
export function isCommonPassword(password: string, contextWords: readonly string[] = []): boolean {
  const lower = password.toLowerCase();
  if (mixed.has(lower) || isRun(lower) || isRepetition(lower) || isDate(lower)) return true;
  const known = new Set(contextWords.map((word) => withoutSeparators(word.toLowerCase())));
  const isWord = (text: string) => wordSet.has(text) || known.has(text);
  return stems(lower).some(
    (stem) => isWord(stem) || isWord(withoutSubstitutions(stem)) || isTwice(stem, isWord),
  );
}

/** The word behind a spelling: what is left without up to four digits or signs before and after it. */
function stems(lower: string): string[] {
  const plain = withoutSeparators(lower);
  const trailing = /^(.*?)[\d!@#$%^&*?+=~]{0,4}$/.exec(plain)?.[1] ?? plain;
  const both = /^[\d!@#$%^&*?+=~]{0,4}(.*)$/.exec(trailing)?.[1] ?? trailing;
  const shortest = /^(.*?)\d{1,4}$/.exec(trailing)?.[1] ?? trailing;
  return [plain, trailing, both, shortest].filter((stem) => stem.length >= 3);
}

function withoutSeparators(text: string): string {
  return text.replaceAll(/[\s._-]/g, '');
}

function withoutSubstitutions(text: string): string {
  return text.replaceAll(/[0134578@$!]/g, (symbol) => letterForSymbol[symbol] ?? symbol);
}

function isTwice(stem: string, isWord: (text: string) => boolean): boolean {
  const half = stem.slice(0, stem.length / 2);
  return stem === half + half && isWord(half);
}

/** Keys in a row, perhaps with one more sign before or after them. */
function isRun(lower: string): boolean {
  return [lower, lower.slice(1), lower.slice(0, -1)].some((keys) =>
    runs.some((run) => run.includes(keys) || (run + run).includes(keys)),
  );
}

function isRepetition(lower: string): boolean {
  for (let size = 1; size <= 4; size++) {
    const unit = lower.slice(0, size);
    if (lower.length >= size * 2 && unit.repeat(Math.ceil(lower.length / size)).startsWith(lower))
      return true;
  }
  return false;
}

function isDate(lower: string): boolean {
  const digits = /^(\d{8})$/.exec(lower.replaceAll(/[./-]/g, ''))?.[1];
  if (digits === undefined) return false;
  const number = (start: number, end: number) => Number(digits.slice(start, end));
  const plausible = (year: number, one: number, other: number) =>
    year >= 1900 &&
    year <= 2049 &&
    one >= 1 &&
    other >= 1 &&
    Math.min(one, other) <= 12 &&
    Math.max(one, other) <= 31;
  return (
    plausible(number(0, 4), number(4, 6), number(6, 8)) || plausible(number(4, 8), number(0, 2), number(2, 4))
  );
}
