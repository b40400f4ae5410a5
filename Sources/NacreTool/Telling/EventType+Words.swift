import Nacre

extension EventType {
    /// The name in words: `ItemRenamed` is "item renamed", `HTTPRequest_sent.v2` is "HTTP request sent v2".
    ///
    /// Words begin at an upper-case letter after a lower-case one or before one, and at any sign that is neither letter
    /// nor digit. Words of only upper-case letters stay so.
    var words: String {
        var words: [String] = []
        var word = ""
        func end() {
            guard !word.isEmpty else { return }
            let isAbbreviation = word.count > 1 && !word.contains(where: \.isLowercase)
            words.append(isAbbreviation ? word : word.lowercased())
            word = ""
        }
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            guard character.isLetter || character.isNumber else {
                end()
                continue
            }
            let isBeforeLower = characters.dropFirst(index + 1).first?.isLowercase ?? false
            if character.isUppercase, let last = word.last, !last.isUppercase || isBeforeLower { end() }
            word.append(character)
        }
        end()
        return words.isEmpty ? text : words.joined(separator: " ")
    }
}
