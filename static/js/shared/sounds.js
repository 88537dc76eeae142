// Sounds, made here and not loaded: knuckles on wood, a soft tap, wax being pressed, a clock.
let audio = null; // the context of the page that plays them

const SOUNDS = {
  orders: () => knock(0),
  asked: () => {
    knock(0);
    knock(0.18);
  },
  next: () => playTone({ from: 620, to: 480, seconds: 0.07, volume: 0.16, shape: "sine" }),
  received: () => pressSeal(0),
  nudge: () => [0, 0.16, 0.55, 0.71].forEach(knock),
  segment: () => {
    playNoise({ pitch: 3200, narrow: 6, seconds: 0.02, volume: 0.35 });
    playTone({ from: 1900, to: 1500, seconds: 0.012, volume: 0.1, shape: "square" });
  },
};

export function play(context, name) {
  audio = context;
  SOUNDS[name]();
}

function makeFadingGain(at, seconds, volume) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

function playTone({ after = 0, from, to, seconds, volume, shape }) {
  const at = audio.currentTime + after;
  const source = audio.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(makeFadingGain(at, seconds, volume));
  source.start(at);
  source.stop(at + seconds);
}

function playNoise({ after = 0, pitch, narrow, seconds, volume }) {
  const at = audio.currentTime + after;
  const length = Math.ceil(audio.sampleRate * seconds);
  const noise = audio.createBuffer(1, length, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < length; n += 1) samples[n] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  source.buffer = noise;
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = narrow;
  source.connect(band);
  band.connect(makeFadingGain(at, seconds, volume));
  source.start(at);
}

function knock(after) {
  playTone({ after, from: 230, to: 110, seconds: 0.11, volume: 0.7, shape: "triangle" });
  playNoise({ after, pitch: 900, narrow: 2, seconds: 0.03, volume: 0.6 });
}

function pressSeal(after) {
  playNoise({ after, pitch: 320, narrow: 0.8, seconds: 0.16, volume: 0.5 });
  playTone({ after: after + 0.05, from: 120, to: 80, seconds: 0.09, volume: 0.25, shape: "sine" });
}
