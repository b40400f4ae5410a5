/// Numbers formatted as text.
package enum Figures {
    /// A number with its noun: `1 event`, `13721 events`.
    ///
    /// There are no separators between thousands, so that programs can parse it too.
    package static func count(_ number: some BinaryInteger, _ thing: String) -> String {
        "\(number) \(thing)\(number == 1 ? "" : "s")"
    }

    /// Names in one phrase: `items, orders and profiles`.
    static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// Seconds with two decimals: `0.41 s`.
    package static func seconds(_ seconds: Double) -> String {
        let hundredths = Int((max(0, min(seconds, 1e9)) * 100).rounded())
        let decimals = hundredths % 100
        return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals) s"
    }
}
