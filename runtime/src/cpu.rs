//! What the processor can do besides what every processor does, found out while the program runs.
//!
//! Moves are counted and listed by code that is compiled twice: once for any processor, and once for those that count bits, find the
//! first and the last one, and pick bits out of a word with an instruction each. Such code is handed over as
//! [`Work`], and all that is inlined into it is compiled for both.
//!
//! This is the only place with `unsafe` code: a function that is compiled for some processors only may be called once one knows that this
//! is one of them. What it brings is in `benches/README.md`.

/// What to compute, on any processor.
pub(crate) trait Work {
    type Result;

    /// Does it; what should be compiled for the processor has to be inlined here.
    fn on<P: Cpu>(self, processor: P) -> Self::Result;
}

/// What a processor does.
pub(crate) trait Cpu: Copy {
    /// Hardly anybody has one where this program is compiled for, so that code for it need not be the fastest: each copy takes its
    /// time to compile.
    const IS_RARE: bool;

    /// It picks bits out of a word as quickly as it adds.
    const EXTRACTS: bool;

    /// The bits of a word that are in a mask, side by side.
    fn extract(self, word: u64, mask: u64) -> u64;
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Any;

impl Cpu for Any {
    const IS_RARE: bool = cfg!(target_arch = "x86_64");
    const EXTRACTS: bool = false;

    #[inline]
    fn extract(self, word: u64, mask: u64) -> u64 {
        let (mut found, mut bit, mut rest) = (0, 1, mask);
        while rest != 0 {
            if word & rest & rest.wrapping_neg() != 0 {
                found |= bit;
            }
            rest &= rest - 1;
            bit <<= 1;
        }
        found
    }
}

/// On boards of more words than this nothing is compiled twice.
pub(crate) const QUICK_WORDS: usize = 2;

/// Does some work with all that the processor can do.
#[inline(always)]
pub(crate) fn best<T: Work>(work: T) -> T::Result {
    #[cfg(target_arch = "x86_64")]
    let work = match x86::with_all(work) {
        Ok(result) => return result,
        Err(work) => work,
    };
    work.on(Any)
}

/// Whether bits are picked out of words quickly, so that tables for that are worth making.
pub(crate) fn extracts() -> bool {
    struct Ask;

    impl Work for Ask {
        type Result = bool;

        fn on<P: Cpu>(self, _: P) -> bool {
            P::EXTRACTS
        }
    }

    #[cfg(target_arch = "x86_64")]
    if !*x86::EXTRACTS_QUICKLY {
        return false;
    }
    best(Ask)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::_pext_u64;
    use std::sync::LazyLock;

    use raw_cpuid::CpuId;

    use super::{Cpu, Work};

    /// A processor of about 2013 or later; `F` is its instruction, which only such a processor can make.
    #[derive(Clone, Copy)]
    struct Extracting<F>(F);

    impl<F: Fn(u64, u64) -> u64 + Copy> Cpu for Extracting<F> {
        const IS_RARE: bool = false;
        const EXTRACTS: bool = true;

        #[inline(always)]
        fn extract(self, word: u64, mask: u64) -> u64 {
            (self.0)(word, mask)
        }
    }

    /// Whether this is such a processor.
    static IS_HERE: LazyLock<bool> = LazyLock::new(|| {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    });

    /// Some have the instruction that picks bits, but do it step by step.
    pub(crate) static EXTRACTS_QUICKLY: LazyLock<bool> = LazyLock::new(|| {
        let known = CpuId::new();
        let family = known.get_feature_info().map_or(0, |info| info.family_id());
        known.get_vendor_info().is_none_or(|vendor| extracts_quickly(vendor.as_str(), family))
    });

    /// AMD's processors, and those derived from them, do it quickly from Zen 3 on.
    fn extracts_quickly(vendor: &str, family: u8) -> bool {
        const ZEN_3: u8 = 0x19;
        !matches!(vendor, "AuthenticAMD" | "HygonGenuine") || family >= ZEN_3
    }

    /// Does some work if this is such a processor, or else gives it back.
    #[inline(always)]
    #[expect(unsafe_code, reason = "how else would one call what not every processor can do")]
    pub(crate) fn with_all<T: Work>(work: T) -> Result<T::Result, T> {
        if !*IS_HERE {
            return Err(work);
        }
        // SAFETY: the processor has everything that the function is compiled for.
        Ok(unsafe { extracting(work) })
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn extracting<T: Work>(work: T) -> T::Result {
        work.on(Extracting(|word, mask| _pext_u64(word, mask)))
    }

    #[test]
    fn some_extract_slowly() {
        assert!(extracts_quickly("GenuineIntel", 6));
        assert!(extracts_quickly("AuthenticAMD", 0x19));
        assert!(extracts_quickly("AuthenticAMD", 0x1a));
        assert!(!extracts_quickly("AuthenticAMD", 0x17));
        assert!(!extracts_quickly("HygonGenuine", 0x18));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Extract(u64, u64);

    impl Work for Extract {
        type Result = u64;

        fn on<P: Cpu>(self, processor: P) -> u64 {
            processor.extract(self.0, self.1)
        }
    }

    #[test]
    fn all_processors_pick_the_same_bits() {
        assert_eq!(Any.extract(0b1011_0110, 0b1101_0010), 0b1011);
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..100 {
            let mask = word.rotate_left(17) & word.wrapping_mul(5);
            assert_eq!(best(Extract(word, mask)), Any.extract(word, mask), "{word:x} {mask:x}");
            word = word.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        }
    }
}
