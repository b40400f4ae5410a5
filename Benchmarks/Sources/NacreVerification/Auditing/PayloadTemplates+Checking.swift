import Nacre

extension PayloadTemplates {
    /// Whether stored bytes are the payload of the event with their mark.
    package func matches(_ payload: RawSpan, mark: EventMark) -> Bool {
        guard covers(mark), payload.byteCount == size(of: mark) else { return false }
        return payload.isEqual(
            to: template(of: mark).span.bytes.extracting(first: payload.byteCount), from: EventMark.size)
    }

    /// Whether a stored event has the type that it was appended with; announced events have types of their own.
    package func isType(_ name: RawSpan, of mark: EventMark) -> Bool {
        guard covers(mark) else { return false }
        func isName(_ type: EventType) -> Bool {
            let expected = type.text.utf8.span.bytes
            return name.byteCount == expected.byteCount && name.isEqual(to: expected, from: 0)
        }
        if isName(type(of: mark)) { return true }
        return hasOneType && isName(EventMark.announcedTypes[mark.announcedType])
    }

    /// Whether a stored event has the schema number and metadata that it was appended with.
    ///
    /// - Complexity: O(*n*) in the bytes of the metadata.
    package func matches(schema: Int, metadata stored: RawSpan, mark: EventMark) -> Bool {
        guard covers(mark) else { return false }
        let expected = metadata(of: mark)
        return schema == self.schema(of: mark) && stored.isEqual(to: expected.span.bytes, from: 0)
    }
}

extension PayloadMark {
    /// Reads the mark of a payload; `nil` if the payload is too short.
    package init?(of payload: RawSpan) {
        guard payload.byteCount >= Self.size else { return nil }
        self.init(firstWord: payload.word(at: 0), secondWord: payload.word(at: 8))
    }
}

extension AppendLoad {
    /// The number of a stream, from the bytes of its name; `nil` if they are not such a name.
    package static func streamNumber(_ name: RawSpan) -> Int? {
        let prefix: StaticString = "load-"
        guard name.byteCount == prefix.utf8CodeUnitCount + 8 else { return nil }
        var number = 0
        for (offset, expected) in "load-".utf8.enumerated() where name.byte(at: offset) != expected { return nil }
        for offset in 5..<13 {
            let digit = name.byte(at: offset)
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}
