//! What the processor can do: gathering the bits of a mask, by one instruction or by several.

/// A way to gather bits.
pub(super) trait Cpu: Copy + Default + Send + Sync + std::fmt::Debug + 'static {
    /// The bits of `value` under `mask`, side by side.
    fn gather(self, value: u64, mask: u64) -> u64;
}

/// Any processor.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Any;

impl Cpu for Any {
    #[inline(always)]
    fn gather(self, value: u64, mask: u64) -> u64 {
        let mut rest = mask;
        let mut gathered = 0;
        let mut bit = 1;
        while rest != 0 {
            if value & rest & rest.wrapping_neg() != 0 {
                gathered |= bit;
            }
            rest &= rest - 1;
            bit += bit;
        }
        gathered
    }
}
