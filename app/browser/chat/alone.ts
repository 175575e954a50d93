/** Does something while no other tab does what has the same name; where a browser cannot tell, at once. */
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
