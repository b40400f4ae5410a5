import Nacre

/// Different names and ids of the same XXH3 hash.
///
/// For short texts the hash can be inverted: each hash is that of exactly one text of eight bytes, so among
/// many texts of seven bytes some have the hash of a text of eight that is a name too.
enum Collisions {
    /// Names of streams, which are of different categories.
    static let streams: [StreamName] = [
        "i-ahln8", "f-523y9n", "d-53y3n", "o-aohlh8", "f-30x7m", "e-afimt9", "q-vdfq5", "r-423s0m",
    ]

    /// Other names, in pairs too.
    static let names = ["q151s5g", "y6rnggk0", "h1pl761", "p92uc9o9", "j5enoc2", "g9105x6d", "go7h94j", "esy6ef91"]

    /// Two ids.
    ///
    /// Of 16 bytes, the hash is made of length + swapped first half + second half + the folded product of both, each half
    /// altered by a constant first: 0 and 1 for the first half make the product vanish, and be the second half.
    ///
    /// Source: xxHash, https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md, "XXH3 Algorithm - Medium inputs"
    static func ids(_ number: UInt64) -> [EventID] {
        [(first: 1, second: number), (first: 0, second: 1 << 56 + 2 * number)].map { half in
            EventID(
                high: (half.first ^ 0x6782_737B_EA42_39B9).byteSwapped,
                low: (half.second ^ 0xAF56_BC3B_0996_523A).byteSwapped)
        }
    }
}
