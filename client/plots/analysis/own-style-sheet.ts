/**
 * plotly.js adds a `<style>` without a nonce when it is first evaluated, which the Content-Security-Policy refuses, unless an element of
 * this name and class exists: its rules are then those of the style sheet that plotly.ts imports. This module must be evaluated first.
 */
const marker = document.createElement("meta");
marker.id = "plotly.js-style-global";
marker.className = "no-inline-styles";
document.head.append(marker);
