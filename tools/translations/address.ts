import type { Translation } from './catalogues.ts';

/**
 * Words by which a language would address its readers in another way than it does elsewhere: those of the familiar way in
 * languages whose software is formal, and those of the formal way in the others. Without words that have another meaning as well,
 * such as “ti” (those) in Croatian.
 */
const otherWays: Readonly<Record<string, string>> = {
  am: String.raw`\p{L}*(?:አንተ|አንቺ)\p{L}*`,
  ar: 'أنتم|لكم|لديكم|حضرتك|سيادتك',
  az: 'sən|səni|sənə|sənin|səndə|səndən',
  be: 'ты|цябе|табе|табой|твой|твая|тваё|твае|твайго|тваёй|тваю|тваіх',
  bg: 'ти|теб|тебе|твой|твоя|твоят|твоята|твое|твоето|твои|твоите',
  bn: 'তুমি|তুই|তোমার|তোমাকে|তোর|তোকে',
  ca: 'tu|teu|teva|teus|teves|et',
  ckb: 'ئێوە|بەڕێزتان',
  cs: String.raw`tebe|tobě|tebou|tě|tvůj|tvoj\p{L}*|tvá|tvé\p{L}*|tvým\p{L}*`,
  de: String.raw`du|dich|dir|dein\p{L}*|euch|eure?\p{L}*`,
  el: 'εσύ|εσένα|σου',
  es: 'tú|tu|tus|te|ti|contigo|tuyo|tuya|vosotros|vuestro|vuestra',
  et: 'sina|sind|sinu|sinul|sinult|sulle|su|sa',
  fa: 'تو',
  fi: 'te|teidän|teitä|teille|teiltä|teissä|teistä',
  fr: 'tu|toi|te|ton|ta|tes',
  hi: 'तू|तुम|तुम्हारा|तुम्हारी|तुम्हारे|तुम्हें|तेरा|तेरी|तेरे|तुझे',
  hr: String.raw`tebe|tebi|tobom|tvoj\p{L}*`,
  hu: 'te|téged|neked|veled|tied|nálad|tőled|hozzád|rólad|benned',
  hy: 'դու|քո|քեզ|քեզնից|քոնը',
  id: 'kamu|kau|engkau|kalian',
  is: 'yður|yðar',
  it: 'lei|voi',
  ja: '(?:君|お前|あんた|貴方)',
  kk: 'сен|сенің|саған|сені|сенде|сенен|сенімен',
  km: '(?:(?<!ពិភព)លោក|ហង)',
  ko: '(?:당신|너는|너의|하십시오)',
  ku: 'we|hûn',
  mk: String.raw`ти|тебе|твој\p{L}*|твоја|твое|твои|твоите`,
  ms: 'kamu|kau|engkau|awak',
  my: '(?:နင်|မင်း|ခင်ဗျား)',
  ne: 'तँ|तिमी|तिम्रो|तिमीले|तिमीलाई|तेरो',
  nl: 'je|jij|jou|jouw|jullie',
  pl: 'pan|pani|pana|panu|państwu',
  ps: 'ستا',
  'pt-BR': 'tu|te|ti|teu|tua|teus|tuas|contigo|vós',
  'pt-PT': 'tu|te|ti|teu|tua|teus|tuas|contigo|vocês|vós',
  ro: 'tu|tău|ta|tăi|tale|ție|tine|îți',
  ru: 'ты|тебя|тебе|тобой|твой|твоя|твоё|твои|твоего|твоей|твою|твоих',
  si: 'ඔයා|ඔයාගේ|ඔයාට|නුඹ|තෝ|තමුන්',
  sk: String.raw`ty|ti|ťa|teba|tebe|tebou|tvoj\p{L}*`,
  sr: String.raw`tebe|tebi|tobom|tvoj\p{L}*`,
  sv: 'ni',
  th: '(?:เธอ|มึง|(?<!เ)ท่าน)',
  tl: 'kayo|ninyo|niyo|inyo|inyong',
  tr: 'sen|seni|sana|senin|sende|senden',
  uk: 'ти|тебе|тобі|тобою|твій|твоя|твоє|твої|твого|твоєї|твою|твоїх',
  ur: 'تم|تمہارا|تمہاری|تمہارے|تمہیں|تیرا|تیری',
  vi: 'mày|cậu|ngài|quý khách|quý vị',
  'zh-CN': '(?:你)',
  'zh-HK': '(?:你)',
  'zh-TW': '(?:你)',
};

/** Languages in which the way shows in no pronoun, or whose formal pronouns are those of a third person. */
const oneWay: readonly string[] = ['da', 'en-US', 'he', 'nb', 'nn'];

/** The messages that address their reader in another way than the others of the language: `key: word`. */
export function otherAddress({ language, messages }: Translation): string[] {
  const words = otherWays[language];
  if (words === undefined) return oneWay.includes(language) ? [] : [`${language} has no list of pronouns`];
  // Scripts without spaces between words have their patterns in brackets.
  const pattern = words.startsWith('(?:') ? words : String.raw`(?<![\p{L}\p{M}])(?:${words})(?![\p{L}\p{M}])`;
  const way = new RegExp(pattern, 'iu');
  return Object.entries(messages).flatMap(([key, text]) => {
    const [word] = way.exec(text) ?? [];
    return word === undefined ? [] : [`${key}: ${word}`];
  });
}
