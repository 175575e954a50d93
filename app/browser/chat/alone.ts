/** Runs `work` while no other tab runs it under this name; at once in browsers without locks. */
export async function alone(name: string, work: () => Promise<unknown>): Promise<void> {
  let begun = false
  try {
    await navigator.locks.request(name, () => {
      begun = true
      return work()
    })
  } catch (error) {
    if (begun) throw error
    await work()
  }
}
