//! Weights that fit the positions of many games: stochastic gradient descent by Adam, with some games held back.

use std::thread;

use fastrand::Rng;
use tilegame_search::net::{Base, Inputs, MOST_WEIGHT, Net, ONE, STAGES, WEIGHT, Weights};

use crate::promised;
use crate::samples::{Sample, Samples};

/// A batch is worked on in so many parts, so that the sums are the same with any number of threads.
const PARTS: usize = 16;

/// One of so many games is held back.
const HELD_BACK: u32 = 12;

/// Adam's usual numbers.
const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;

/// No weight of an input is larger, so that the sum of 128 of them fits 16 bits.
const MOST: f32 = 0.99;

/// Steps that go on from another net are smaller by so much.
const ONWARD: f32 = 0.3;

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Course {
    /// What the net adds to.
    pub base: Base,
    /// Hidden sums: one of [`SIZES`](tilegame_search::net::SIZES).
    pub hidden: usize,
    /// How often each position is looked at.
    pub epochs: usize,
    /// Positions for each step.
    pub batch: usize,
    /// How far the first steps go; the last go a fortieth of that.
    pub rate: f32,
    /// How much of what is aimed at is how the game ended; the rest is what the search found.
    pub result: f64,
    /// How strongly weights are drawn to where they began.
    pub decay: f32,
    /// Threads that work.
    pub threads: usize,
    /// Of what is random.
    pub seed: u64,
}

impl Course {
    /// Whether a net adds to the same and has as many hidden sums, so that learning can go on from it.
    pub fn is_form_of(&self, net: &Net) -> bool {
        (net.base(), net.weights().hidden) == (self.base, self.hidden)
    }
}

impl Default for Course {
    fn default() -> Course {
        Course {
            base: Base::Rules,
            hidden: 32,
            epochs: 24,
            batch: 4_096,
            rate: 0.002,
            result: 0.1,
            decay: 0.01,
            threads: 1,
            seed: 1,
        }
    }
}

/// How well the net fits after an epoch: mean squares of what is missing to the aims.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1 on.
    pub number: usize,
    /// In the positions that it learns from.
    pub learned: f64,
    /// In those held back.
    pub held_back: f64,
}

/// Where the parts of the weights are among all.
#[derive(Clone, Copy, Debug)]
struct Shape {
    inputs: usize,
    hidden: usize,
}

impl Shape {
    fn biases(self) -> usize {
        self.inputs * self.hidden
    }

    fn worths(self) -> usize {
        self.biases() + self.hidden
    }

    fn outputs(self) -> usize {
        self.worths() + self.inputs * STAGES
    }

    fn tempo(self) -> usize {
        self.outputs() + STAGES * 2 * self.hidden
    }

    fn len(self) -> usize {
        self.tempo() + STAGES
    }
}

/// A net that is being fitted.
pub struct Trainer {
    inputs: Inputs,
    course: Course,
    shape: Shape,
    unit: f64,
    weights: Vec<f32>,
    start: Vec<f32>,
    best: (f64, Vec<f32>),
    moments: [Vec<f32>; 2],
    steps: i32,
    epochs: usize,
    learned: Vec<u32>,
    held_back: Vec<u32>,
    random: Rng,
}

impl Trainer {
    /// Begins with what pieces are worth by the rules; none, if there are too few positions.
    pub fn new(samples: &Samples, course: Course) -> Option<Trainer> {
        let (held_back, learned): (Vec<u32>, Vec<u32>) = (0..samples.len() as u32)
            .partition(|at| samples.sample(*at as usize).game.is_multiple_of(HELD_BACK));
        if learned.is_empty() || held_back.is_empty() {
            return None;
        }
        let inputs = samples.inputs.clone();
        let shape = Shape { inputs: inputs.len(), hidden: course.hidden };
        let unit = samples.unit();
        let mut random = Rng::with_seed(course.seed);
        let mut around_zero = || 2.0 * random.f32() - 1.0;
        let mut weights = vec![0.0; shape.len()];
        weights[shape.biases()..shape.worths()].iter_mut().for_each(|bias| *bias = 0.3 + 0.1 * around_zero());
        for output in &mut weights[shape.outputs()..shape.tempo()] {
            *output = 0.3 * around_zero();
        }
        for row in &mut weights[..shape.biases()] {
            *row = 0.02 * around_zero();
        }
        if course.base == Base::Nothing {
            for (input, worth) in samples.worths().into_iter().enumerate() {
                let first = shape.worths() + input * STAGES;
                weights[first..first + STAGES].fill(worth / unit as f32);
            }
        }
        let mut start = weights.clone();
        start[..shape.biases()].fill(0.0);
        Some(Trainer {
            inputs,
            course,
            shape,
            unit,
            best: (f64::INFINITY, weights.clone()),
            start,
            moments: [vec![0.0; shape.len()], vec![0.0; shape.len()]],
            weights,
            steps: 0,
            epochs: 0,
            learned,
            held_back,
            random,
        })
    }

    /// Goes on from the weights of a net instead, in smaller steps.
    ///
    /// # Panics
    /// If the net is not of the [form](Course::is_form_of) that is learned, or of another game.
    pub fn go_on_from(&mut self, net: &Net) {
        let before = net.weights();
        assert!(self.course.is_form_of(net), "a net of the same form");
        assert_eq!(before.inputs.len(), self.shape.biases(), "a net for the same game");
        let unit = f64::from(before.unit);
        let parts = [
            (&before.inputs, f64::from(ONE)),
            (&before.biases, f64::from(ONE)),
            (&before.worths, unit),
            (&before.outputs, f64::from(WEIGHT)),
        ];
        let parts = parts.iter().flat_map(|(all, one)| all.iter().map(move |whole| f64::from(*whole) / one));
        let tempo = before.tempo.iter().map(|tempo| f64::from(*tempo) / unit);
        self.weights = parts.chain(tempo).map(|weight| weight as f32).collect();
        self.start.clone_from(&self.weights);
        self.unit = unit;
        self.course.rate *= ONWARD;
    }

    /// What makes about three of four points, in the units of the search.
    pub fn unit(&self) -> f64 {
        self.unit
    }

    /// Looks at all positions once more; none, if that has been done often enough.
    pub fn epoch(&mut self, samples: &Samples) -> Option<Epoch> {
        if self.epochs >= self.course.epochs {
            return None;
        }
        let mut order = std::mem::take(&mut self.learned);
        self.random.shuffle(&mut order);
        let mirror = samples.mirror.as_deref();
        let (mut error, batches) = (0.0, order.len().div_ceil(self.course.batch));
        for (number, batch) in order.chunks(self.course.batch).enumerate() {
            let (gradient, missed) = self.gradient((samples, mirror), batch);
            error += missed;
            let done = (self.epochs as f32 + number as f32 / batches as f32) / self.course.epochs as f32;
            let rate = self.course.rate * (0.025 + 0.975 * 0.5 * (1.0 + (std::f32::consts::PI * done).cos()));
            self.step(&gradient, rate);
        }
        let learned = error / order.len() as f64;
        self.learned = order;
        self.epochs += 1;
        let held_back = std::mem::take(&mut self.held_back);
        let (_, missed) = self.gradient((samples, None), &held_back);
        let missed = missed / held_back.len() as f64;
        self.held_back = held_back;
        if missed < self.best.0 {
            self.best = (missed, self.weights.clone());
        }
        Some(Epoch { number: self.epochs, learned, held_back: missed })
    }

    /// What a step should do with each weight, and the sum of the squares of what is missing.
    fn gradient(&self, samples: (&Samples, Option<&[u16]>), batch: &[u32]) -> (Vec<f32>, f64) {
        let parts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(PARTS).max(1)).collect();
        let threads = self.course.threads.clamp(1, parts.len().max(1));
        let of_thread = |thread: usize| {
            let mine = parts.iter().enumerate().filter(move |(at, _)| at % threads == thread);
            mine.map(|(at, part)| (at, self.gradient_of(samples, part))).collect::<Vec<_>>()
        };
        let mut found = if threads == 1 {
            of_thread(0)
        } else {
            thread::scope(|scope| {
                let of_thread = &of_thread;
                let all: Vec<_> = (0..threads).map(|thread| scope.spawn(move || of_thread(thread))).collect();
                all.into_iter().flat_map(|thread| thread.join().expect("it only counts")).collect()
            })
        };
        found.sort_by_key(|(at, _)| *at);
        let mut sum = (vec![0.0; self.shape.len()], 0.0);
        for (_, (gradient, missed)) in found {
            sum.0.iter_mut().zip(&gradient).for_each(|(sum, more)| *sum += more);
            sum.1 += missed;
        }
        let share = 1.0 / batch.len() as f32;
        sum.0.iter_mut().for_each(|sum| *sum *= share);
        sum
    }

    fn gradient_of(&self, (samples, mirror): (&Samples, Option<&[u16]>), part: &[u32]) -> (Vec<f32>, f64) {
        let mut gradient = vec![0.0; self.shape.len()];
        let mut missed = 0.0;
        let mut seen = [Vec::new(), Vec::new()];
        for at in part {
            let mut sample = samples.sample(*at as usize);
            // Each position is seen in a mirror every other time, and at any time half of them are: a mirror is not quite the same game where kings and
            // queens change places, and what the last steps see is what stays.
            if let Some(mirror) = mirror.filter(|_| (*at as usize + self.epochs) % 2 == 1) {
                let [mine, others] = &mut seen;
                let moved = |inputs: &[u16], room: &mut Vec<u16>| {
                    room.clear();
                    room.extend(inputs.iter().map(|input| mirror[usize::from(*input)]));
                };
                moved(sample.mine, mine);
                moved(sample.others, others);
                sample = Sample { mine, others, ..sample };
            }
            missed += match self.course.hidden {
                8 => self.learn::<8>(sample, &mut gradient),
                16 => self.learn::<16>(sample, &mut gradient),
                32 => self.learn::<32>(sample, &mut gradient),
                _ => self.learn::<64>(sample, &mut gradient),
            };
        }
        (gradient, missed)
    }

    /// Adds what a position says of each weight; the square of what is missing to its aim.
    fn learn<const H: usize>(&self, sample: Sample<'_>, gradient: &mut [f32]) -> f64 {
        let (shape, weights, stage) = (self.shape, &self.weights[..], sample.stage);
        let (rows, rest) = weights.split_at(shape.biases());
        let (rows, _) = rows.as_chunks::<H>();
        let bias: &[f32; H] = rest.first_chunk().expect("as many as hidden sums");
        let outputs = &weights[shape.outputs() + stage * 2 * H..];
        let (outputs, _) = outputs[..2 * H].as_chunks::<H>();
        let sides = [sample.mine, sample.others];
        let mut sums = [*bias; 2];
        let mut value = weights[shape.tempo() + stage];
        if self.course.base == Base::Rules {
            value += (sample.shown / self.unit) as f32;
        }
        for side in 0..2 {
            let sign = if side == 0 { 1.0 } else { -1.0 };
            for input in sides[side] {
                let input = usize::from(*input);
                let row = &rows[input];
                for at in 0..H {
                    sums[side][at] += row[at];
                }
                value += sign * weights[shape.worths() + input * STAGES + stage];
            }
            for at in 0..H {
                sums[side][at] = sums[side][at].clamp(0.0, 1.0);
                value += outputs[side][at] * sums[side][at] * sums[side][at];
            }
        }
        let reached = promised(f64::from(value), 1.0);
        let share = self.course.result;
        let aim = share * sample.result + (1.0 - share) * promised(sample.worth, self.unit);
        let slope = ((reached - aim) * reached * (1.0 - reached) * 4.0) as f32;
        gradient[shape.tempo() + stage] += slope;
        for side in 0..2 {
            let mut back = [0.0_f32; H];
            let base = shape.outputs() + (2 * stage + side) * H;
            let of_outputs: &mut [f32; H] =
                gradient[base..].first_chunk_mut().expect("as many as hidden sums");
            for at in 0..H {
                let sum = sums[side][at];
                of_outputs[at] += slope * sum * sum;
                let is_inside = sum > 0.0 && sum < 1.0;
                back[at] = if is_inside { slope * outputs[side][at] * 2.0 * sum } else { 0.0 };
            }
            let sign = if side == 0 { slope } else { -slope };
            for input in sides[side] {
                let input = usize::from(*input);
                let row: &mut [f32; H] = gradient[input * H..].first_chunk_mut().expect("a row");
                for at in 0..H {
                    row[at] += back[at];
                }
                gradient[shape.worths() + input * STAGES + stage] += sign;
            }
            let biases: &mut [f32; H] =
                gradient[shape.biases()..].first_chunk_mut().expect("as many as hidden sums");
            for at in 0..H {
                biases[at] += back[at];
            }
        }
        (reached - aim).powi(2)
    }

    /// Adam, with weights drawn to where they began.
    fn step(&mut self, gradient: &[f32], rate: f32) {
        self.steps += 1;
        let corrected = (1.0 - SECOND.powi(self.steps)).sqrt() / (1.0 - FIRST.powi(self.steps));
        let (shape, decay) = (self.shape, self.course.decay * rate);
        let [first, second] = &mut self.moments;
        let all = self.weights.iter_mut().zip(gradient).zip(first).zip(second).zip(&self.start);
        for ((((weight, slope), first), second), start) in all {
            *first = FIRST * *first + (1.0 - FIRST) * slope;
            *second = SECOND * *second + (1.0 - SECOND) * slope * slope;
            *weight -= rate * corrected * *first / (second.sqrt() + 1e-8) + decay * (*weight - start);
        }
        let most = f32::from(MOST_WEIGHT) / WEIGHT as f32;
        for weight in &mut self.weights[..shape.worths()] {
            *weight = weight.clamp(-MOST, MOST);
        }
        for weight in &mut self.weights[shape.outputs()..shape.tempo()] {
            *weight = weight.clamp(-most, most);
        }
    }

    /// The net that fitted best what was held back, in whole numbers.
    pub fn net(&self, provenance: &str) -> Net {
        let (shape, weights) = (self.shape, &self.best.1);
        let whole = |range: std::ops::Range<usize>, one: f64| -> Vec<i16> {
            let limited = |weight: &f32| (f64::from(*weight) * one).round().clamp(-32_000.0, 32_000.0) as i16;
            weights[range].iter().map(limited).collect()
        };
        let weights = Weights {
            base: self.course.base,
            hidden: shape.hidden,
            inputs: whole(0..shape.biases(), f64::from(ONE)),
            biases: whole(shape.biases()..shape.worths(), f64::from(ONE)),
            worths: whole(shape.worths()..shape.outputs(), self.unit),
            outputs: whole(shape.outputs()..shape.tempo(), f64::from(WEIGHT)),
            tempo: std::array::from_fn(|stage| {
                (f64::from(weights[shape.tempo() + stage]) * self.unit).round() as i32
            }),
            unit: self.unit.round() as i32,
        };
        Net::new(self.inputs.clone(), weights, provenance.to_owned())
    }
}
