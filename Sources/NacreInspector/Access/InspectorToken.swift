/// The secret that an address of the inspector carries.
struct InspectorToken: Sendable {
    /// 32 hexadecimal digits: 128 random bits.
    let text: String

    /// Creates a token from the system's random numbers.
    init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<2).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Whether a text is the token, in a time that does not depend on where it differs.
    func matches(_ other: String) -> Bool {
        let (left, right) = (Array(text.utf8), Array(other.utf8))
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }
}
