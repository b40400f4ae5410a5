/// A change of an item that a load makes: a new name, by which pages show it.
package struct PageChange: Hashable, Sendable {
    /// The index of the account.
    package var account: Int

    /// The number of the item among those of the account.
    package var item: Int

    /// The number of the change; 0 for the creation.
    package var number: Int

    package init(account: Int, item: Int, number: Int) {
        (self.account, self.item, self.number) = (account, item, number)
    }

    /// The name that it gives, which no template has to escape.
    package func name(bytes: Int) -> String {
        let text = "i\(item)-c\(number). "
        return text + String(repeating: "x", count: max(1, bytes - text.utf8.count))
    }

    /// The items and changes that a text shows, in order.
    static func shown(in text: String) -> [(item: Int, number: Int)] {
        var found: [(item: Int, number: Int)] = []
        var rest = text.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "i")) {
            rest = rest[rest.index(after: start)...]
            var mark = rest
            guard let item = takeNumber(from: &mark), mark.starts(with: "-c".utf8) else { continue }
            mark = mark.dropFirst(2)
            guard let number = takeNumber(from: &mark), mark.first == UInt8(ascii: ".") else { continue }
            found.append((item, number))
            rest = mark
        }
        return found
    }

    private static func takeNumber(from text: inout Substring.UTF8View) -> Int? {
        let digits = text.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        text = text[digits.endIndex...]
        return Int(Substring(digits))
    }
}
