//! Reads the pieces of an input one after another, processes them on all cores, and delivers the results in
//! input order.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

use rayon::Yield;

use crate::{RecordBatch, Sink};

/// Pieces in flight per thread: one being processed, one waiting for the thread and one waiting for delivery.
const PIECES_PER_THREAD: usize = 3;

/// Pieces in flight in total if the sink wants only some: which ones it wants depends on those delivered, so
/// their number must not depend on the number of threads.
const PIECES_OF_A_DRAW: usize = 8;

/// Bytes per piece, and rows per piece of a table, if the sink wants only some pieces: many small pieces give
/// an even draw.
pub(super) const THIN_BYTES: usize = 64 << 10;
pub(crate) const THIN_ROWS: usize = 128;

/// Processes every piece that `next` returns and `sink` wants with `make` on all cores, while this thread
/// reads further pieces and passes the results to `deliver`, in order. `next` is told whether the piece is
/// wanted; if not, it may return any value in its place. `next` and `deliver` share `state`. The number of
/// pieces in flight is bounded.
pub(super) fn run<S, P: Send, M: Send>(
    sink: &mut dyn Sink,
    state: &mut S,
    mut next: impl FnMut(&mut S, bool) -> Option<P>,
    make: impl Fn(P) -> M + Sync,
    mut deliver: impl FnMut(&mut S, &mut dyn Sink, M),
) {
    let most = if sink.thins() { PIECES_OF_A_DRAW } else { PIECES_PER_THREAD * rayon::current_num_threads() };
    let make = &make;
    rayon::in_place_scope(|scope| {
        let mut on_their_way: VecDeque<Receiver<M>> = VecDeque::with_capacity(most);
        let mut more = true;
        loop {
            more &= !sink.has_ended();
            while more && on_their_way.len() < most {
                let is_wanted = sink.wants_piece();
                let Some(piece) = next(state, is_wanted) else {
                    more = false;
                    break;
                };
                sink.meet_piece();
                if !is_wanted {
                    continue;
                }
                let (sender, receiver) = sync_channel(1);
                // After a panic nobody receives this; the scope propagates the panic.
                scope.spawn(move |_| drop(sender.send(make(piece))));
                on_their_way.push_back(receiver);
            }
            let Some(made) = on_their_way.pop_front().and_then(|oldest| wait(&oldest)) else { return };
            deliver(state, sink, made);
        }
    });
}

/// Largest text buffer, in bytes, of a batch that is reused; a long record can make a larger one.
const MAX_SPARE_BYTES: usize = 1 << 20;

/// [Runs](run) pieces through `make` on all cores, which fills a batch with a piece's records, and passes the
/// batches to `sink`, in order. What `make` returns goes back to `reuse`. Batches are reused because memory
/// that one thread allocates and another frees stays with the process for a while.
pub(super) fn run_batches<S, P: Send, L: Send>(
    sink: &mut dyn Sink,
    state: &mut S,
    mut next: impl FnMut(&mut S, bool) -> Option<P>,
    make: impl Fn(P, &mut RecordBatch) -> L + Sync,
    mut reuse: impl FnMut(&mut S, L),
) {
    let packs = sink.packs();
    run(
        sink,
        &mut (state, Vec::new()),
        |(state, spare), is_wanted| {
            let piece = next(state, is_wanted)?;
            Some((piece, spare.pop().unwrap_or_else(|| RecordBatch::new(packs))))
        },
        |(piece, mut batch)| (make(piece, &mut batch), batch),
        |(state, spare), sink, (left, mut batch)| {
            sink.batch(&mut batch);
            batch.clear();
            if batch.text_capacity() <= MAX_SPARE_BYTES {
                spare.push(batch);
            }
            reuse(state, left);
        },
    );
}

/// Waits for a result. If called on a thread of the pool, which may be its only one, works meanwhile.
fn wait<M>(receiver: &Receiver<M>) -> Option<M> {
    loop {
        match receiver.try_recv() {
            Ok(made) => return Some(made),
            Err(TryRecvError::Disconnected) => return None,
            Err(TryRecvError::Empty) if rayon::yield_now() == Some(Yield::Executed) => {}
            Err(TryRecvError::Empty) => return receiver.recv().ok(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::time::Duration;

    use super::*;
    use crate::sources::testing::Kept;
    use crate::{Position, Record};

    /// The squares of the numbers below `count`; every third takes some time.
    fn squares(count: u64) -> Vec<u64> {
        let mut state = (0, Vec::new());
        let next = |(at, _): &mut (u64, Vec<u64>), _| {
            *at += 1;
            (*at <= count).then_some(*at - 1)
        };
        let make = |number: u64| {
            if number.is_multiple_of(3) {
                std::thread::sleep(Duration::from_micros(200));
            }
            number * number
        };
        run(&mut Kept::default(), &mut state, next, make, |(_, made), _, square| made.push(square));
        state.1
    }

    #[test]
    fn what_is_made_comes_in_order_on_any_number_of_threads() {
        let expected: Vec<u64> = (0..100).map(|number| number * number).collect();
        assert_eq!(squares(100), expected);
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(|| squares(100)), expected, "{threads} threads of a pool");
        }
        assert!(squares(0).is_empty());
    }

    #[test]
    fn few_pieces_are_on_their_way() {
        let most = PIECES_PER_THREAD * rayon::current_num_threads();
        let (mut begun, mut delivered) = (0, 0);
        let mut state = (&mut begun, &mut delivered);
        let next = |(begun, delivered): &mut (&mut usize, &mut usize), _| {
            assert!(**begun - **delivered < most);
            **begun += 1;
            (**begun < 500).then_some(())
        };
        run(&mut Kept::default(), &mut state, next, |()| (), |(_, delivered), _, ()| **delivered += 1);
        assert_eq!(delivered, 499);
    }

    /// Records the length of each batch and leaves its records in place.
    #[derive(Default)]
    struct Lengths(Vec<usize>);

    impl Sink for Lengths {
        fn record(&mut self, _: Position, _: Record) {
            unreachable!("a sink that packs takes batches");
        }

        fn packs(&self) -> bool {
            true
        }

        fn batch(&mut self, batch: &mut RecordBatch) {
            self.0.push(batch.len());
        }

        fn reject(&mut self, _: Position, _: String) {}
    }

    #[test]
    fn batches_that_are_used_again_are_empty() {
        let (mut sink, mut left) = (Lengths::default(), (0..200, Vec::new()));
        let fill = |piece: usize, batch: &mut RecordBatch| {
            assert!(batch.is_empty() && batch.rejects().is_empty());
            for _ in 0..piece % 5 {
                let record = Record { title: "On logs".repeat(piece), ..Record::default() };
                batch.push(Position::default(), Ok(record));
                batch.push(Position::default(), Err("no title".to_owned()));
            }
            piece
        };
        run_batches(
            &mut sink,
            &mut left,
            |(pieces, _), _| pieces.next(),
            fill,
            |(_, left), piece| left.push(piece),
        );
        assert!(sink.0.into_iter().eq((0..200).map(|piece| piece % 5)));
        assert!(left.1.into_iter().eq(0..200));
    }

    #[test]
    fn reading_ends_when_the_sink_takes_no_more() {
        struct Ended;

        impl Sink for Ended {
            fn record(&mut self, _: Position, _: Record) {}

            fn reject(&mut self, _: Position, _: String) {}

            fn has_ended(&self) -> bool {
                true
            }
        }

        let mut read = 0;
        let next = |read: &mut i32, _| {
            *read += 1;
            Some(())
        };
        run(&mut Ended, &mut read, next, |()| (), |_, _, ()| ());
        assert_eq!(read, 0);
    }

    #[test]
    fn a_panic_is_passed_on() {
        let mut left = 0..10;
        let next = |left: &mut std::ops::Range<i32>, _| left.next();
        let make = |number| assert!(number != 4);
        let work = || run(&mut Kept::default(), &mut left, next, make, |_, _, ()| ());
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
    }
}
