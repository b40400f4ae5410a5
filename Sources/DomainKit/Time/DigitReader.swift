/// Parses the fixed formats of dates and times.
///
/// It copies the few bytes of the text inline, so that parsing does not allocate.
struct DigitReader {
    /// The length of the longest format: a time with nine decimals.
    private static let capacity = 30

    private var bytes = InlineArray<30, UInt8>(repeating: 0)
    private let count: Int
    private var index = 0

    /// The expected format, for messages.
    private let form: StaticString

    init(_ text: Span<UInt8>, form: StaticString) throws(TimeError) {
        self.form = form
        count = min(text.count, Self.capacity)
        // Copied, because a value that can escape cannot hold a `Span`; the longest valid text has 30 bytes.
        for index in 0..<count { bytes[index] = text[index] }
        guard text.count <= Self.capacity else {
            throw error(.malformed, "… has \(text.count) bytes: \(form)")
        }
    }

    /// Reads a number with the given number of digits, and validates its range.
    mutating func number(digits: Int, named name: String, in range: ClosedRange<Int>) throws(TimeError) -> Int {
        var value = 0
        for _ in 0..<digits {
            guard let digit = digit() else { throw malformed() }
            value = value * 10 + digit
        }
        guard range.contains(value) else {
            throw error(.unreal, "has the \(name) \(value): give one from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// Reads one to nine decimals of a second.
    mutating func fraction() throws(TimeError) -> (nanoseconds: Int64, decimals: UInt8) {
        var value: Int64 = 0
        var decimals = 0
        while let digit = digit() {
            value = value * 10 + Int64(digit)
            decimals += 1
            guard decimals <= 9 else { throw malformed() }
        }
        guard decimals > 0 else { throw malformed() }
        return (value * Instant.nanosecondsInLastDecimal[decimals], UInt8(decimals))
    }

    /// Skips a required character.
    mutating func skip(_ character: Unicode.Scalar) throws(TimeError) {
        guard skipIfPresent(character) else { throw malformed() }
    }

    /// Skips a character if it is next.
    mutating func skipIfPresent(_ character: Unicode.Scalar) -> Bool {
        guard index < count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Verifies that nothing is left.
    func end() throws(TimeError) {
        guard index == count else { throw malformed() }
    }

    /// Creates an error that includes the text.
    func error(_ code: TimeError.Code, _ message: String) -> TimeError {
        var text: [UInt8] = []
        for index in 0..<count { text.append(bytes[index]) }
        return TimeError(code: code, message: "\(DisplayedText(String(decoding: text, as: UTF8.self))) \(message)")
    }

    private func malformed() -> TimeError {
        error(.malformed, "cannot be read: \(form)")
    }

    private mutating func digit() -> Int? {
        guard index < count, case let byte = bytes[index], (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
            return nil
        }
        index += 1
        return Int(byte - UInt8(ascii: "0"))
    }
}
