extension EventDeclarationError {
    static func notAnEnum(_ event: Any.Type) -> EventDeclarationError {
        EventDeclarationError(
            .notAnEnum,
            """
            \(event) cannot be stored by its Codable conformance, which is not the synthesised one of an enum: \
            make it an enum without a raw type and without its own init(from:), or give it a codec
            """)
    }

    static func unknownCase(_ name: String, of event: Any.Type) -> EventDeclarationError {
        EventDeclarationError(
            .unknownCase,
            """
            storedTypes of \(event) lists \(quoted(name)), which is not a case: correct the name, or remove it
            """)
    }

    static func repeatedCase(_ name: String, of event: Any.Type) -> EventDeclarationError {
        EventDeclarationError(
            .repeatedCase, "storedTypes of \(event) lists \(quoted(name)) twice: keep one of them")
    }

    static func repeatedType(_ type: EventType, _ names: [String], of event: Any.Type) -> EventDeclarationError {
        EventDeclarationError(
            .repeatedType,
            """
            \(names.map { quoted($0) }.joined(separator: " and ")) of \(event) would both be stored as \
            \(quoted(type.text)): give one of them another type in storedTypes
            """)
    }
}
