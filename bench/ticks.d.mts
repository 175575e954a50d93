export function watchTicks(): { take(): number }
