import type { CategoryFilter, PlaceKind } from '../place.ts';
import { wordsOf } from '../text/fold.ts';

/** Kinds of points of interest by their OpenStreetMap tag values. */
export const categories: readonly Category[] = readCategories(`
# Travel and Transport
aerodrome | .5 | Airport | Аэропорт | Әуежай
station | .4 | Railway Station | Вокзал | Вокзал
bus_station | .35 | Bus Station | Автовокзал | Автобекет
bus_stop | .15 | Bus Stop | Остановка | Аялдама
stop | .15 | Stop | Остановка | Аялдама
fuel | .2 | Petrol Station | АЗС | Жанармай
parking | .15 | Parking | Парковка | Тұрақ
bicycle_rental | .15 | Bicycle Rental | Велопрокат | Велосипед жалдау
car_rental | .2 | Car Rental | Прокат автомобилей | Көлік жалдау
car_wash | .15 | Car Wash | Автомойка | Көлік жуу
hotel | .3 | Hotel | Гостиница | Қонақүй
hostel | .25 | Hostel | Хостел | Хостел
guest_house | .2 | Guest House | Гостевой дом | Қонақжай
bed_and_breakfast | .2 | Bed and Breakfast | Мини-отель | Қонақжай
# Food
restaurant | .25 | Restaurant | Ресторан | Мейрамхана
cafe | .25 | Cafe | Кафе | Дәмхана
fast_food | .2 | Fast Food | Фастфуд | Фастфуд
bar | .2 | Bar | Бар | Бар
pub | .2 | Pub | Паб | Паб
nightclub | .2 | Nightclub | Ночной клуб | Түнгі клуб
bakery | .2 | Bakery | Пекарня | Наубайхана
# Shops and Service
mall | .35 | Shopping Centre | Торговый центр | Сауда орталығы
department_store | .3 | Department Store | Универмаг | Әмбебап дүкен
supermarket | .25 | Supermarket | Супермаркет | Супермаркет
convenience | .15 | Convenience Store | Продукты | Азық-түлік
kiosk | .1 | Kiosk | Киоск | Дүңгіршек
marketplace | .3 | Market | Рынок | Базар
electronics | .15 | Electronics Store | Электроника | Электроника
computer | .15 | Computer Store | Компьютеры | Компьютер
clothes | .15 | Clothes Shop | Одежда | Киім
books | .2 | Bookshop | Книжный магазин | Кітап дүкені
florist | .15 | Florist | Цветы | Гүлдер
furniture | .15 | Furniture Store | Мебель | Жиһаз
hairdresser | .15 | Hairdresser | Парикмахерская | Шаштараз
beauty | .15 | Beauty Salon | Салон красоты | Сұлулық салоны
car | .15 | Car Dealer | Автосалон | Автосалон
car_repair | .15 | Car Repair | Автосервис | Автосервис
car_parts | .15 | Car Parts | Автозапчасти | Автобөлшектер
travel_agency | .15 | Travel Agency | Турагентство | Туристік агенттік
bank | .25 | Bank | Банк | Банк
atm | .1 | ATM | Банкомат | Банкомат
post_office | .25 | Post Office | Почта | Пошта
# Health
hospital | .35 | Hospital | Больница | Аурухана
clinic | .25 | Clinic | Клиника | Емхана
doctors | .2 | Doctor | Врач | Дәрігер
dentist | .2 | Dentist | Стоматология | Стоматология
pharmacy | .2 | Pharmacy | Аптека | Дәріхана
veterinary | .2 | Veterinary | Ветеринар | Ветеринар
# Education
university | .4 | University | Университет | Университет
college | .3 | College | Колледж | Колледж
school | .3 | School | Школа | Мектеп
kindergarten | .2 | Kindergarten | Детский сад | Балабақша
library | .3 | Library | Библиотека | Кітапхана
# Public Service
townhall | .3 | Town Hall | Акимат | Әкімдік
government | .3 | Government Office | Госучреждение | Мемлекеттік мекеме
courthouse | .3 | Courthouse | Суд | Сот
police | .3 | Police | Полиция | Полиция
fire_station | .3 | Fire Station | Пожарная часть | Өрт сөндіру
embassy | .35 | Embassy | Посольство | Елшілік
community_centre | .25 | Community Centre | Дом культуры | Мәдениет үйі
company | .15 | Company | Компания | Компания
# Arts and Leisure
museum | .4 | Museum | Музей | Мұражай
gallery | .3 | Gallery | Галерея | Галерея
theatre | .4 | Theatre | Театр | Театр
cinema | .3 | Cinema | Кинотеатр | Кинотеатр
arts_centre | .3 | Arts Centre | Дворец культуры | Өнер орталығы
attraction | .4 | Attraction | Достопримечательность | Көрікті жер
artwork | .2 | Artwork | Скульптура | Мүсін
monument | .35 | Monument | Памятник | Ескерткіш
memorial | .3 | Memorial | Мемориал | Мемориал
place_of_worship | .35 | Place of Worship | Храм | Ғибадатхана
zoo | .35 | Zoo | Зоопарк | Хайуанаттар бағы
park | .35 | Park | Парк | Саябақ
garden | .3 | Garden | Сад | Бақ
stadium | .35 | Stadium | Стадион | Стадион
sports_centre | .25 | Sports Centre | Спорткомплекс | Спорт кешені
fitness_centre | .2 | Fitness Centre | Фитнес | Фитнес
playground | .1 | Playground | Детская площадка | Балалар алаңы
sauna | .15 | Sauna | Сауна | Сауна
fountain | .2 | Fountain | Фонтан | Субұрқақ
# Land and Water
river | .45 | River | Река | Өзен
canal | .3 | Canal | Канал | Арна
water | .35 | Lake | Озеро | Көл
cemetery | .25 | Cemetery | Кладбище | Зират
industrial | .2 | Industrial Area | Промзона | Өнеркәсіп аймағы
building | .2 | Building | Здание | Ғимарат
`);

const byKey = new Map(categories.map((category) => [category.key, category]));

export function findCategory(key: string): Category | undefined {
  return byKey.get(key);
}

/** The name of a category in responses; an unknown one is named by its own key. */
export function categoryLabel(key: string): string {
  const known = byKey.get(key)?.labels[0];
  return known ?? key.replaceAll('_', ' ').replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}

const labelWords = categories.flatMap(({ key, labels }) =>
  labels.map((label) => ({ key, label, words: wordsOf(label) })),
);

/**
 * Categories that a folded word names in any of our languages, or is a prefix of with at least four letters.
 */
export function categoriesNamed(word: string): { key: string; label: string }[] {
  const found = labelWords.filter(
    ({ words: [first = ''] }) => first === word || (word.length >= 4 && first.startsWith(word)),
  );
  return found.filter(({ key }, index) => found.findIndex((other) => other.key === key) === index);
}

/** A kind of point of interest. */
interface Category {
  key: string;
  /** English, Russian, Kazakh: the first is the `Type` in responses, all are searched. */
  labels: readonly [string, ...string[]];
  group: string;
  /** 0 … 1: importance relative to other places. */
  importance: number;
}

/** Parses table rows `key | importance | English | Russian | Kazakh` under a `# group` into categories. */
export function readCategories(table: string): Category[] {
  let group = '';
  return table
    .trim()
    .split('\n')
    .flatMap((line): Category[] => {
      if (line.startsWith('#')) {
        group = line.slice(1).trim();
        return [];
      }
      const [key = '', importance = '', first = '', ...others] = line.split('|').map((cell) => cell.trim());
      return [{ key, group, importance: Number(importance), labels: [first, ...others] }];
    });
}

/** Names of ArcGIS categories and address types for our kinds, in lower case. */
const kindNames = new Map<string, readonly PlaceKind[]>(
  Object.entries({
    address: ['address', 'street'],
    'point address': ['address'],
    pointaddress: ['address'],
    'street address': ['address'],
    streetaddress: ['address'],
    'street name': ['street'],
    streetname: ['street'],
    poi: ['poi'],
    'populated place': ['neighbourhood', 'city', 'region', 'country'],
    locality: ['neighbourhood', 'city', 'region', 'country'],
    neighborhood: ['neighbourhood'],
    neighbourhood: ['neighbourhood'],
    city: ['city'],
    region: ['region'],
    country: ['country'],
  }),
);

/** Reads a comma-separated list of kinds, groups and categories in any case. Unknown names match nothing. */
export function readFilter(text: string): CategoryFilter {
  const names = new Set(text.split(',').map((name) => name.trim().toLowerCase()));
  const chosen = categories.filter(({ key, group, labels }) =>
    [key, group, ...labels].some((name) => names.has(name.toLowerCase())),
  );
  return {
    kinds: [...names].flatMap((name) => kindNames.get(name) ?? []),
    categories: chosen.map(({ key }) => key),
  };
}

/** The category tree of the service description. */
export function categoryTree(): object[] {
  const groups = [...new Set(categories.map(({ group }) => group))];
  return [
    { name: 'Address', categories: [{ name: 'Point Address' }, { name: 'Street Name' }] },
    {
      name: 'Populated Place',
      categories: ['Neighborhood', 'City', 'Region', 'Country'].map((name) => ({ name })),
    },
    {
      name: 'POI',
      categories: groups.map((group) => ({
        name: group,
        categories: categories
          .filter((category) => category.group === group)
          .map(({ labels: [name] }) => ({ name })),
      })),
    },
  ];
}
