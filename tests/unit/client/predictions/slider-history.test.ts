import { createSliderHistory } from "@understudy/client/predictions/slider-history.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the history of the sliders");

/** Sliders at a number, which `to` moves as a page does. */
function makeSliders() {
  let time = 0;
  const history = createSliderHistory(() => time);
  let here = { x: 0 };
  return {
    history,
    at: () => here.x,
    wait: (ms: number) => {
      time += ms;
    },
    to: (x: number, slider: string | null = null) => {
      history.leave(here, slider);
      here = { x };
    },
    undo: () => {
      here = { x: Number((history.back(here) ?? here).x) };
    },
    redo: () => {
      here = { x: Number((history.forward(here) ?? here).x) };
    },
  };
}

it("goes back step by step, and forward again", () => {
  const { at, to, undo, redo } = makeSliders();
  to(1);
  to(2);
  undo();
  assert.is(at(), 1);
  undo();
  assert.is(at(), 0);
  undo();
  assert.is(at(), 0, "there is nothing before the first point");
  redo();
  redo();
  assert.is(at(), 2);
  redo();
  assert.is(at(), 2, "there is nothing after the last point");
});

it("forgets what was taken back once something else moves", () => {
  const { at, to, undo, redo } = makeSliders();
  to(1);
  undo();
  to(5);
  redo();
  assert.is(at(), 5);
  undo();
  assert.is(at(), 0);
});

it("takes a dragged slider as one step, however long it is held", () => {
  const { at, to, undo, wait, history } = makeSliders();
  for (let x = 1; x <= 9; x++) {
    to(x, "length");
    wait(10_000);
  }
  history.release();
  undo();
  assert.is(at(), 0);
});

it("takes another slider, and the same one later, as steps of their own", () => {
  const { at, to, undo, wait, history } = makeSliders();
  to(1, "length");
  to(2, "width");
  history.release();
  wait(600);
  to(3, "width");
  undo();
  assert.is(at(), 2);
  undo();
  assert.is(at(), 1);
});

it("takes presses of an arrow key in quick succession as one step", () => {
  const { at, to, undo, wait, history } = makeSliders();
  for (let x = 1; x <= 9; x++) {
    to(x, "length");
    history.release();
    wait(100);
  }
  undo();
  assert.is(at(), 0);
});

it("keeps a hundred steps", () => {
  const { at, to, undo } = makeSliders();
  for (let x = 1; x <= 150; x++) to(x);
  for (let step = 0; step < 200; step++) undo();
  assert.is(at(), 50);
});
