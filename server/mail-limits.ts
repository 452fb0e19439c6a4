/** Limits of mail; part of `limits`. */
export const mailLimits = {
  /** Minutes in which a link or code that was sent by mail works; characters of a code. */
  mailedLinkMinutes: 30,
  mailedCodeMinutes: 30,
  mailedCodeCharacters: 8,
  /** Requests of one address per hour (and times that of wider networks of IPv6) for a link to choose a new password. */
  forgottenPasswordsPerHour: 20,
  /** Messages to one account per hour: notices, links to choose a password, codes; and test messages of an administrator. */
  noticesPerHour: 20,
  mailedLinksPerHour: 3,
  mailedCodesPerHour: 5,
  testMailsPerHour: 10,
  /** Messages of all accounts per hour, and waiting ones; beyond them, later ones wait, or are dropped. */
  mailsPerHour: 2000,
  waitingMails: 5000,
  /** The part of both that forgotten passwords may use: anyone can request them, so notices and codes have the rest to themselves. */
  forgottenMailsPerHour: 1000,
  waitingForgottenMails: 1000,
  /** Seconds to connect to the mail server, for one message, and between two polls of the queue; messages of one poll, half of them links. */
  mailConnectSeconds: 15,
  mailSendSeconds: 60,
  mailQueueSeconds: 2,
  mailsPerRound: 10,
  /** Seconds for which a process claims a message; seconds before the next attempt, doubled each time; hours in which a notice is tried. */
  mailClaimSeconds: 120,
  mailRetrySeconds: 30,
  noticeHours: 24,
  /** Accounts with the same confirmed email address that get a link each. */
  accountsPerAddress: 5,
} as const;
