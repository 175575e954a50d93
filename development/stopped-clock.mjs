/**
 * Preloaded into a program (`node --import`), lets its time stand still at TIME, milliseconds since
 * 1970: pictures of it taken on two days can be compared.
 */
const time = Number(process.env.TIME)

globalThis.Date = class extends Date {
  constructor(...parts) {
    super(...(parts.length > 0 ? parts : [time]))
  }

  static now() {
    return time
  }
}
