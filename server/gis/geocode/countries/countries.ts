import { LeastRecentlyUsed } from '../../../platform/budgets/least-recently-used.ts';
import { foldWord, wordsOf } from '../text/fold.ts';

/** ISO 3166-1: two letters, three letters and three digits of each country, and Kosovo as GeoNames codes it. */
const codes = `
  ADAND020 AEARE784 AFAFG004 AGATG028 AIAIA660 ALALB008 AMARM051 AOAGO024 AQATA010 ARARG032
  ASASM016 ATAUT040 AUAUS036 AWABW533 AXALA248 AZAZE031 BABIH070 BBBRB052 BDBGD050 BEBEL056
  BFBFA854 BGBGR100 BHBHR048 BIBDI108 BJBEN204 BLBLM652 BMBMU060 BNBRN096 BOBOL068 BQBES535
  BRBRA076 BSBHS044 BTBTN064 BVBVT074 BWBWA072 BYBLR112 BZBLZ084 CACAN124 CCCCK166 CDCOD180
  CFCAF140 CGCOG178 CHCHE756 CICIV384 CKCOK184 CLCHL152 CMCMR120 CNCHN156 COCOL170 CRCRI188
  CUCUB192 CVCPV132 CWCUW531 CXCXR162 CYCYP196 CZCZE203 DEDEU276 DJDJI262 DKDNK208 DMDMA212
  DODOM214 DZDZA012 ECECU218 EEEST233 EGEGY818 EHESH732 ERERI232 ESESP724 ETETH231 FIFIN246
  FJFJI242 FKFLK238 FMFSM583 FOFRO234 FRFRA250 GAGAB266 GBGBR826 GDGRD308 GEGEO268 GFGUF254
  GGGGY831 GHGHA288 GIGIB292 GLGRL304 GMGMB270 GNGIN324 GPGLP312 GQGNQ226 GRGRC300 GSSGS239
  GTGTM320 GUGUM316 GWGNB624 GYGUY328 HKHKG344 HMHMD334 HNHND340 HRHRV191 HTHTI332 HUHUN348
  IDIDN360 IEIRL372 ILISR376 IMIMN833 ININD356 IOIOT086 IQIRQ368 IRIRN364 ISISL352 ITITA380
  JEJEY832 JMJAM388 JOJOR400 JPJPN392 KEKEN404 KGKGZ417 KHKHM116 KIKIR296 KMCOM174 KNKNA659
  KPPRK408 KRKOR410 KWKWT414 KYCYM136 KZKAZ398 LALAO418 LBLBN422 LCLCA662 LILIE438 LKLKA144
  LRLBR430 LSLSO426 LTLTU440 LULUX442 LVLVA428 LYLBY434 MAMAR504 MCMCO492 MDMDA498 MEMNE499
  MFMAF663 MGMDG450 MHMHL584 MKMKD807 MLMLI466 MMMMR104 MNMNG496 MOMAC446 MPMNP580 MQMTQ474
  MRMRT478 MSMSR500 MTMLT470 MUMUS480 MVMDV462 MWMWI454 MXMEX484 MYMYS458 MZMOZ508 NANAM516
  NCNCL540 NENER562 NFNFK574 NGNGA566 NINIC558 NLNLD528 NONOR578 NPNPL524 NRNRU520 NUNIU570
  NZNZL554 OMOMN512 PAPAN591 PEPER604 PFPYF258 PGPNG598 PHPHL608 PKPAK586 PLPOL616 PMSPM666
  PNPCN612 PRPRI630 PSPSE275 PTPRT620 PWPLW585 PYPRY600 QAQAT634 REREU638 ROROU642 RSSRB688
  RURUS643 RWRWA646 SASAU682 SBSLB090 SCSYC690 SDSDN729 SESWE752 SGSGP702 SHSHN654 SISVN705
  SJSJM744 SKSVK703 SLSLE694 SMSMR674 SNSEN686 SOSOM706 SRSUR740 SSSSD728 STSTP678 SVSLV222
  SXSXM534 SYSYR760 SZSWZ748 TCTCA796 TDTCD148 TFATF260 TGTGO768 THTHA764 TJTJK762 TKTKL772
  TLTLS626 TMTKM795 TNTUN788 TOTON776 TRTUR792 TTTTO780 TVTUV798 TWTWN158 TZTZA834 UAUKR804
  UGUGA800 UMUMI581 USUSA840 UYURY858 UZUZB860 VAVAT336 VCVCT670 VEVEN862 VGVGB092 VIVIR850
  VNVNM704 VUVUT548 WFWLF876 WSWSM882 XKXKX000 YEYEM887 YTMYT175 ZAZAF710 ZMZMB894 ZWZWE716`;

interface CountryCodes {
  alpha2: string;
  alpha3: string;
  numeric: string;
}

export const countries: readonly CountryCodes[] = codes
  .trim()
  .split(/\s+/)
  .map((code) => ({ alpha2: code.slice(0, 2), alpha3: code.slice(2, 5), numeric: code.slice(5) }));

const countryByCode = new Map(
  countries.flatMap(
    (country) =>
      [
        [country.alpha2, country],
        [country.alpha3, country],
      ] as const,
  ),
);

/** A country by its two or three letters, in any case. */
export function findCountry(code: string): CountryCodes | undefined {
  return countryByCode.get(code.trim().toUpperCase());
}

/** Languages in which a country may be named beside a place ("Paris France", «Алматы Казахстан»). */
const languages = [
  'en',
  'ru',
  'kk',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'tr',
  'pl',
  'nl',
  'uk',
  'ar',
  'fa',
  'zh',
  'ja',
  'ko',
];

/** Shorter words are too common in names to mean a country. */
const shortestWord = 4;

/** Languages come from requests. */
const names = new LeastRecentlyUsed<Intl.DisplayNames>(100);

/** A country's name in a language (English for an unknown language), from CLDR. */
export function countryName(alpha2: string, language = 'en'): string {
  return displayNames(language).of(alpha2.toUpperCase()) ?? alpha2;
}

function displayNames(language: string): Intl.DisplayNames {
  const known = names.get(language);
  if (known) return known;
  const [supported = 'en'] = safely(() => Intl.DisplayNames.supportedLocalesOf([language])) ?? [];
  const made = new Intl.DisplayNames([supported, 'en'], { type: 'region' });
  names.set(language, made);
  return made;
}

function safely<Value>(attempt: () => Value): Value | undefined {
  try {
    return attempt();
  } catch {
    return undefined;
  }
}

/** Folded words of country names with their codes, sorted by word. */
let entries: readonly (readonly [word: string, alpha2: string])[] | undefined;

/** Two-letter codes, in lower case, of the countries a folded word names or is a prefix of. */
export function countriesNamed(word: string): string[] {
  const found = new Set(byCode.get(word));
  if (word.length >= shortestWord) {
    entries ??= readEntries();
    for (const [name, alpha2] of entries.slice(firstFrom(entries, word))) {
      if (!name.startsWith(word)) break;
      found.add(alpha2);
    }
  }
  return countries.flatMap(({ alpha2 }) => (found.has(alpha2) ? [alpha2.toLowerCase()] : []));
}

/** Countries by their folded codes. Codes that fold to one letter (`KH`, `YE`) are too common as parts of names. */
const byCode = readCodes();

function readCodes(): ReadonlyMap<string, readonly string[]> {
  const codes = new Map<string, string[]>();
  for (const { alpha2, alpha3 } of countries)
    for (const code of [foldWord(alpha2), foldWord(alpha3)].filter(({ length }) => length > 1))
      codes.set(code, [...(codes.get(code) ?? []), alpha2]);
  return codes;
}

function readEntries(): (readonly [string, string])[] {
  const all = countries.flatMap(({ alpha2 }) => {
    const words = new Set(languages.flatMap((language) => wordsOf(countryName(alpha2, language))));
    return [...words].filter((word) => word.length >= shortestWord).map((word) => [word, alpha2] as const);
  });
  return all.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Index of the first word not before this one. */
function firstFrom(sorted: readonly (readonly [string, string])[], word: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.[0] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
