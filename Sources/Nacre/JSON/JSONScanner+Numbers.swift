extension JSONScanner {
    /// Scans a number.
    @_lifetime(self: copy self)
    mutating func number() throws(JSONError) -> NumberToken {
        let start = index
        var isInteger = true
        if next == UInt8(ascii: "-") { index += 1 }
        if next == UInt8(ascii: "0") {
            index += 1
            if let next, next.isDigit {
                throw JSONError(.syntax, at: index, "a number has a leading zero")
            }
        } else {
            try digits()
        }
        if next == UInt8(ascii: ".") {
            isInteger = false
            index += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            isInteger = false
            index += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        return NumberToken(range: start..<index, isInteger: isInteger)
    }

    @_lifetime(self: copy self)
    private mutating func digits() throws(JSONError) {
        guard let next, next.isDigit else { throw unexpected("a digit") }
        repeat { index += 1 } while index < bytes.count && bytes[index].isDigit
    }

    /// The value of a number without fraction and exponent.
    func integer(_ token: NumberToken) throws(JSONError) -> Int {
        guard token.isInteger else {
            throw JSONError(
                .typeMismatch, at: token.range.lowerBound,
                "expected an integer, without fraction and exponent")
        }
        var value = 0
        let isNegative = bytes[token.range.lowerBound] == UInt8(ascii: "-")
        for place in token.range where bytes[place].isDigit {
            let digit = Int(bytes[place] - UInt8(ascii: "0"))
            let (product, overflows) = value.multipliedReportingOverflow(by: 10)
            // A negative number is accumulated downwards, because the minimum has no positive counterpart.
            let (sum, sumOverflows) = product.addingReportingOverflow(isNegative ? -digit : digit)
            guard !overflows, !sumOverflows else {
                throw JSONError(
                    .outOfRange, at: token.range.lowerBound, "the number is outside \(Int.min) to \(Int.max)")
            }
            value = sum
        }
        return value
    }

    /// The value of a number.
    func double(_ token: NumberToken) throws(JSONError) -> Double {
        // `Double` parses every number that the grammar allows.
        guard let value = Double(bytes.extracting(token.range).text), value.isFinite else {
            throw JSONError(.outOfRange, at: token.range.lowerBound, "the number is too large for 64 bits")
        }
        return value
    }
}
