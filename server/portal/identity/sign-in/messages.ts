/**
 * Texts of the sign-in pages. `{name}` is filled in; the other languages have the same keys by their type.
 */
export const en = {
  signIn: 'Sign in',
  leadApp: 'to continue to {app}',
  username: 'Username',
  password: 'Password',
  cancel: 'Cancel',
  returnTo: 'Afterwards you return to {host}',
  problem: 'That did not work',
  wrong: 'The username or password is incorrect. Check both and try again.',
  wait: 'Too many attempts. Wait {time}, then try again.',
  expired: 'This page was open too long, or your browser blocks its cookie. Please try again.',
  missingUsername: 'Enter your username.',
  missingPassword: 'Enter your password.',
  cannotStart: 'Sign-in cannot start',
  unknownApp: 'The application that sent you here is not registered with this portal.',
  unknownRedirect: 'The application requested a redirect URL that is not registered for it.',
  whatToDo:
    'You were not redirected, and nothing was shared. Go back to the application; if this happens again, contact its operator.',
  signedOut: 'You are signed out',
  signedOutText: 'You can close this page.',
  language: 'Language',
};

export type Messages = typeof en;

export const ar: Messages = {
  signIn: 'تسجيل الدخول',
  leadApp: 'للمتابعة إلى {app}',
  username: 'اسم المستخدم',
  password: 'كلمة المرور',
  cancel: 'إلغاء',
  returnTo: 'ستعود بعد ذلك إلى {host}',
  problem: 'لم ينجح ذلك',
  wrong: 'اسم المستخدم أو كلمة المرور غير صحيحة. تحقق منهما وحاول مرة أخرى.',
  wait: 'محاولات كثيرة جدًا. انتظر {time} ثم حاول مرة أخرى.',
  expired: 'بقيت هذه الصفحة مفتوحة مدة طويلة، أو أن متصفحك يرفض ملف تعريف الارتباط. حاول مرة أخرى.',
  missingUsername: 'أدخل اسم المستخدم.',
  missingPassword: 'أدخل كلمة المرور.',
  cannotStart: 'لا يمكن بدء تسجيل الدخول',
  unknownApp: 'التطبيق الذي أرسلك إلى هنا غير مسجل في هذه البوابة.',
  unknownRedirect: 'طلب التطبيق إرسال الرد إلى عنوان غير مسجل له.',
  whatToDo:
    'لم يتم تحويلك إلى أي مكان ولم تتم مشاركة أي شيء. عد إلى التطبيق، وإذا تكرر ذلك فأبلغ الشخص المسؤول عنه.',
  signedOut: 'تم تسجيل خروجك',
  signedOutText: 'يمكنك إغلاق هذه الصفحة.',
  language: 'اللغة',
};

export const de: Messages = {
  signIn: 'Anmelden',
  leadApp: 'um mit {app} fortzufahren',
  username: 'Benutzername',
  password: 'Passwort',
  cancel: 'Abbrechen',
  returnTo: 'Danach kehren Sie zu {host} zurück',
  problem: 'Das hat nicht geklappt',
  wrong: 'Benutzername oder Passwort stimmt nicht. Prüfen Sie beides und versuchen Sie es erneut.',
  wait: 'Zu viele Versuche. Warten Sie {time} und versuchen Sie es dann erneut.',
  expired:
    'Diese Seite war zu lange offen, oder Ihr Browser lehnt ihr Cookie ab. Bitte versuchen Sie es erneut.',
  missingUsername: 'Geben Sie Ihren Benutzernamen ein.',
  missingPassword: 'Geben Sie Ihr Passwort ein.',
  cannotStart: 'Die Anmeldung kann nicht beginnen',
  unknownApp: 'Die Anwendung, von der Sie kommen, ist bei diesem Portal nicht registriert.',
  unknownRedirect: 'Die Anwendung wollte die Antwort an einer Adresse, die für sie nicht registriert ist.',
  whatToDo:
    'Sie wurden nicht weitergeleitet, und es wurde nichts weitergegeben. Gehen Sie zur Anwendung zurück; geschieht es wieder, sagen Sie es ihrem Betreiber.',
  signedOut: 'Sie sind abgemeldet',
  signedOutText: 'Sie können diese Seite schließen.',
  language: 'Sprache',
};

export const es: Messages = {
  signIn: 'Iniciar sesión',
  leadApp: 'para continuar en {app}',
  username: 'Nombre de usuario',
  password: 'Contraseña',
  cancel: 'Cancelar',
  returnTo: 'Después volverá a {host}',
  problem: 'No ha funcionado',
  wrong: 'El nombre de usuario o la contraseña no es correcto. Compruebe ambos e inténtelo de nuevo.',
  wait: 'Demasiados intentos. Espere {time} e inténtelo de nuevo.',
  expired:
    'Esta página estuvo abierta demasiado tiempo, o su navegador rechaza su cookie. Inténtelo de nuevo.',
  missingUsername: 'Escriba su nombre de usuario.',
  missingPassword: 'Escriba su contraseña.',
  cannotStart: 'No se puede iniciar la sesión',
  unknownApp: 'La aplicación que le ha traído aquí no está registrada en este portal.',
  unknownRedirect: 'La aplicación pidió la respuesta en una dirección que no está registrada para ella.',
  whatToDo:
    'No se le ha enviado a ningún sitio ni se ha compartido nada. Vuelva a la aplicación; si se repite, avise a quien la gestiona.',
  signedOut: 'Ha cerrado la sesión',
  signedOutText: 'Puede cerrar esta página.',
  language: 'Idioma',
};

export const fr: Messages = {
  signIn: 'Se connecter',
  leadApp: 'pour continuer vers {app}',
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  cancel: 'Annuler',
  returnTo: 'Vous reviendrez ensuite à {host}',
  problem: 'Cela n’a pas fonctionné',
  wrong: 'Le nom d’utilisateur ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
  wait: 'Trop d’essais. Attendez {time}, puis réessayez.',
  expired:
    'Cette page est restée ouverte trop longtemps, ou votre navigateur refuse son cookie. Veuillez réessayer.',
  missingUsername: 'Saisissez votre nom d’utilisateur.',
  missingPassword: 'Saisissez votre mot de passe.',
  cannotStart: 'La connexion ne peut pas commencer',
  unknownApp: 'L’application qui vous a envoyé ici n’est pas enregistrée auprès de ce portail.',
  unknownRedirect: 'L’application demande une réponse à une adresse qui n’est pas enregistrée pour elle.',
  whatToDo:
    'Vous n’avez pas été redirigé et rien n’a été transmis. Revenez à l’application ; si cela se reproduit, prévenez la personne qui la gère.',
  signedOut: 'Vous êtes déconnecté',
  signedOutText: 'Vous pouvez fermer cette page.',
  language: 'Langue',
};

export const kk: Messages = {
  signIn: 'Кіру',
  leadApp: '«{app}» қолданбасында жалғастыру үшін',
  username: 'Пайдаланушы аты',
  password: 'Құпиясөз',
  cancel: 'Бас тарту',
  returnTo: 'Одан кейін {host} мекенжайына ораласыз',
  problem: 'Кіру мүмкін болмады',
  wrong: 'Пайдаланушы аты немесе құпиясөз дұрыс емес. Екеуін де тексеріп, қайталап көріңіз.',
  wait: 'Әрекет тым көп. {time} күтіп, қайталап көріңіз.',
  expired: 'Бұл бет тым ұзақ ашық тұрды немесе браузер оның cookie файлын қабылдамайды. Қайталап көріңіз.',
  missingUsername: 'Пайдаланушы атын енгізіңіз.',
  missingPassword: 'Құпиясөзді енгізіңіз.',
  cannotStart: 'Кіруді бастау мүмкін емес',
  unknownApp: 'Сізді осында жіберген қолданба бұл порталда тіркелмеген.',
  unknownRedirect: 'Қолданба жауапты өзіне тіркелмеген мекенжайға сұрады.',
  whatToDo:
    'Сіз ешқайда жіберілген жоқсыз, ешқандай дерек берілмеді. Қолданбаға оралыңыз; қайталанса, оны басқаратын адамға хабарлаңыз.',
  signedOut: 'Сіз жүйеден шықтыңыз',
  signedOutText: 'Бұл бетті жабуға болады.',
  language: 'Тіл',
};

export const nl: Messages = {
  signIn: 'Inloggen',
  leadApp: 'om verder te gaan naar {app}',
  username: 'Gebruikersnaam',
  password: 'Wachtwoord',
  cancel: 'Annuleren',
  returnTo: 'Daarna gaat u terug naar {host}',
  problem: 'Dat is niet gelukt',
  wrong: 'De gebruikersnaam of het wachtwoord klopt niet. Controleer beide en probeer het opnieuw.',
  wait: 'Te veel pogingen. Wacht {time} en probeer het opnieuw.',
  expired: 'Deze pagina stond te lang open, of uw browser weigert de cookie. Probeer het opnieuw.',
  missingUsername: 'Vul uw gebruikersnaam in.',
  missingPassword: 'Vul uw wachtwoord in.',
  cannotStart: 'Inloggen kan niet beginnen',
  unknownApp: 'De toepassing waar u vandaan komt is niet bij dit portaal geregistreerd.',
  unknownRedirect: 'De toepassing vroeg om een antwoord op een adres dat niet voor haar is geregistreerd.',
  whatToDo:
    'U bent niet doorgestuurd en er is niets gedeeld. Ga terug naar de toepassing; gebeurt dit opnieuw, meld het dan aan de beheerder.',
  signedOut: 'U bent uitgelogd',
  signedOutText: 'U kunt deze pagina sluiten.',
  language: 'Taal',
};

export const ru: Messages = {
  signIn: 'Войти',
  leadApp: 'чтобы продолжить в «{app}»',
  username: 'Имя пользователя',
  password: 'Пароль',
  cancel: 'Отмена',
  returnTo: 'Затем вы вернётесь на {host}',
  problem: 'Не получилось',
  wrong: 'Неверное имя пользователя или пароль. Проверьте их и попробуйте ещё раз.',
  wait: 'Слишком много попыток. Подождите {time} и попробуйте ещё раз.',
  expired: 'Страница была открыта слишком долго, или браузер не принимает её cookie. Попробуйте ещё раз.',
  missingUsername: 'Введите имя пользователя.',
  missingPassword: 'Введите пароль.',
  cannotStart: 'Вход не может начаться',
  unknownApp: 'Приложение, из которого вы пришли, не зарегистрировано на этом портале.',
  unknownRedirect: 'Приложение запросило ответ по адресу, который для него не зарегистрирован.',
  whatToDo:
    'Вас никуда не перенаправили, никакие данные не переданы. Вернитесь в приложение; если это повторится, сообщите тому, кто им управляет.',
  signedOut: 'Вы вышли',
  signedOutText: 'Эту страницу можно закрыть.',
  language: 'Язык',
};
