/// A whole number with thousands separators: `1,500,000`.
package func decimal(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
        text.append(digit)
    }
    return value < 0 ? "-" + text : text
}

/// A number with a fixed number of decimals: `0.61`.
package func decimal(_ value: Double, decimals: Int) -> String {
    guard value.isFinite, value.magnitude < 1e15 else { return "\(value)" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int((value.magnitude * scale).rounded())
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: Int(scale))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return sign + decimal(whole) }
    let digits = String(rest)
    return sign + decimal(whole) + "." + String(repeating: "0", count: decimals - digits.count) + digits
}

/// A duration in a suitable unit: `31.4 µs`.
package func duration(nanoseconds: UInt64) -> String {
    switch nanoseconds {
    case ..<1_000: "\(nanoseconds) ns"
    case ..<1_000_000: decimal(Double(nanoseconds) / 1e3, decimals: 1) + " µs"
    case ..<1_000_000_000: decimal(Double(nanoseconds) / 1e6, decimals: 2) + " ms"
    default: decimal(Double(nanoseconds) / 1e9, decimals: 2) + " s"
    }
}
