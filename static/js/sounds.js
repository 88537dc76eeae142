// The sounds of the table, made here and not loaded: knuckles on wood, a soft tap, wax being pressed, a clock.
// A browser makes no sound before somebody has tapped; window.sounds.wake() is called from a tap, play(name) later.
(function () {
  "use strict";
  var audio = null;
  var PLAYS = {
    orders: function () { knock(0); },
    asked: function () { knock(0); knock(0.18); },
    next: function () { tone(0, 620, 480, 0.07, 0.16, "sine"); },
    received: function () { press(0); },
    nudge: function () { knock(0); knock(0.16); knock(0.55); knock(0.71); },
    segment: function () { hiss(0, 3200, 6, 0.02, 0.35); tone(0, 1900, 1500, 0.012, 0.1, "square"); },
  };

  function wake() {
    var Context = window.AudioContext || window.webkitAudioContext;
    try {
      if (!audio && Context) audio = new Context();
      if (audio && audio.state !== "running") audio.resume().catch(function () {});
    } catch (e) { audio = null; }  // a device without sound
  }
  function play(name) {
    if (!audio || audio.state !== "running") return;  // one that comes late says nothing true
    PLAYS[name]();
  }

  function fading(at, seconds, loud) {
    var gain = audio.createGain();
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
    gain.connect(audio.destination);
    return gain;
  }
  function tone(after, from, to, seconds, loud, shape) {
    var at = audio.currentTime + after, source = audio.createOscillator();
    source.type = shape;
    source.frequency.setValueAtTime(from, at);
    source.frequency.exponentialRampToValueAtTime(to, at + seconds);
    source.connect(fading(at, seconds, loud));
    source.start(at);
    source.stop(at + seconds);
  }
  function hiss(after, pitch, narrow, seconds, loud) {
    var at = audio.currentTime + after, length = Math.ceil(audio.sampleRate * seconds);
    var noise = audio.createBuffer(1, length, audio.sampleRate), samples = noise.getChannelData(0);
    for (var n = 0; n < length; n += 1) samples[n] = Math.random() * 2 - 1;
    var source = audio.createBufferSource(), band = audio.createBiquadFilter();
    source.buffer = noise;
    band.type = "bandpass";
    band.frequency.value = pitch;
    band.Q.value = narrow;
    source.connect(band);
    band.connect(fading(at, seconds, loud));
    source.start(at);
  }
  function knock(after) {
    tone(after, 230, 110, 0.11, 0.7, "triangle");
    hiss(after, 900, 2, 0.03, 0.6);
  }
  function press(after) {
    hiss(after, 320, 0.8, 0.16, 0.5);
    tone(after + 0.05, 120, 80, 0.09, 0.25, "sine");
  }

  window.sounds = { wake: wake, play: play };
})();
