export function watchTurns(): { take(): number }
