use super::Explanation; pub(super) const EXPLANATIONS: &[Explanation] = &[];
