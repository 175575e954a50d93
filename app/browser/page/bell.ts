/** Seconds. */
const lasts = 0.8

/** A counter's bell, softly; silent where the browser lets no page sound. */
export function ring() {
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  const end = audio.currentTime + lasts
  tone.frequency.value = 1_320
  volume.gain.value = 0.1
  volume.gain.exponentialRampToValueAtTime(0.001, end)
  tone.connect(volume).connect(audio.destination)
  tone.onended = () => audio.close()
  tone.start()
  tone.stop(end)
}
