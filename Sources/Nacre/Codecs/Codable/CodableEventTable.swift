import DomainKit
import Synchronization

/// The stored types of an enum's cases, created and validated once for each enum.
final class CodableEventTable: Sendable {
    /// The prefix of the types of cases that are not listed: the capitalised category.
    private let prefix: String

    private let isCase: @Sendable (String) -> Bool

    /// The cases with types in `types`, in the same order.
    private let listed: [(name: String, stored: StoredCase)]

    private let types: EventTypeTable

    init(_ event: (some StoredEvent & Codable).Type) throws(EventDeclarationError) {
        guard let isCase = CaseProbe.cases(of: event) else { throw .notAnEnum(event) }
        self.isCase = isCase
        prefix = event.category.capitalizedASCII
        let declared = event.storedTypes
        var listed: [(name: String, stored: StoredCase)] = []
        var upcasters: [Upcaster] = declared.upcasters
        for (name, type) in declared.cases {
            guard isCase(name) else { throw .unknownCase(name, of: event) }
            guard !listed.contains(where: { $0.name == name }) else { throw .repeatedCase(name, of: event) }
            let stored = StoredCase(name, type, prefix)
            listed.append((name, stored))
            upcasters += type.upcasters(to: stored)
        }
        // The target of an upcaster may be the default type of a case that is not listed.
        for type in upcasters.map(\.target.type) where !listed.contains(where: { $0.stored.type == type }) {
            guard let name = Self.caseName(of: type.text.utf8Span.span, prefix, isCase),
                !listed.contains(where: { $0.name == name })
            else { continue }
            listed.append((name, StoredCase(type: type, schema: 1)))
        }
        self.listed = listed
        do {
            types = try EventTypeTable(
                listed.map { EventTypeTable.Declared(name: $0.stored.type.text, schema: $0.stored.schema) },
                upcasting: upcasters)
        } catch {
            throw EventDeclarationError(.upcasting, "\(event): \(error.message)")
        }
        try checkTypes(of: event)
    }

    /// Verifies that no two cases have the same stored type.
    private func checkTypes(of event: Any.Type) throws(EventDeclarationError) {
        for (index, one) in listed.enumerated() {
            let others = listed[..<index].filter { $0.stored.type == one.stored.type }.map(\.name)
            let byDefault = Self.caseName(of: one.stored.type.text.utf8Span.span, prefix, isCase)
                .flatMap { name in listed.contains { $0.name == name } ? nil : name }
            guard let other = others.first ?? byDefault else { continue }
            throw .repeatedType(one.stored.type, [other, one.name], of: event)
        }
    }

    /// The stored type of a case.
    func stored(_ name: String) -> StoredCase {
        for (listedName, stored) in listed where listedName == name { return stored }
        return StoredCase(name, StoredEventType(), prefix)
    }

    /// The schema number that new events of a type are written with; `nil` if it is not one of the enum's.
    func currentSchema(of type: EventType) -> Int? {
        if let schema = types.currentSchema(of: type) { return schema }
        return unlistedCase(of: type.text.utf8Span.span) == nil ? nil : 1
    }

    /// The types and schemas that are no longer written and that an upcaster rewrites.
    var upcastSchemas: [EventSchema] { types.upcastSchemas }

    /// The classification of an event.
    enum Place {
        /// The type is unknown to the enum.
        case foreign

        /// The case with this name.
        case present(String)

        /// The event has a schema or a type that is no longer written.
        case former
    }

    /// Classifies an event.
    ///
    /// - Parameter event: The event.
    /// - Returns: Whether it is unknown, a case or to be upcast.
    /// - Throws: ``EventDecodingError`` if its schema is newer than the current one.
    func find(_ event: EventView) throws(EventDecodingError) -> Place {
        if !listed.isEmpty {
            switch try types.find(event) {
            case .present(let index): return .present(listed[index].name)
            case .former: return .former
            case .foreign: break
            }
        }
        guard let name = unlistedCase(of: event.typeName) else { return .foreign }
        // A case that is not listed has no upcasting steps.
        guard event.schema == 1 else {
            throw EventDecodingError(
                .newerSchema, "it has schema \(event.schema), the newest that this program knows is 1", in: event)
        }
        return .present(name)
    }

    /// The unlisted case that is stored as a type; `nil` if there is none.
    private func unlistedCase(of type: Span<UInt8>) -> String? {
        guard let name = Self.caseName(of: type, prefix, isCase), !listed.contains(where: { $0.name == name })
        else { return nil }
        return name
    }

    /// Applies all upcasters from a former schema or type to a current one.
    func upcast(_ event: EventView) throws(EventDecodingError) -> (event: UpcastEvent, name: String) {
        let (upcast, index) = try types.upcast(event)
        return (upcast, listed[index].name)
    }
}

extension CodableEventTable {
    /// The case that has this type as its default type; `nil` if there is none.
    private static func caseName(
        of type: Span<UInt8>, _ prefix: String, _ isCase: (String) -> Bool
    ) -> String? {
        let prefix = prefix.utf8Span.span
        guard type.count > prefix.count, type.extracting(first: prefix.count).isEqual(to: prefix) else { return nil }
        let first = type[prefix.count]
        // A lower-case letter cannot occur here: it would have been capitalised.
        guard !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= first) else { return nil }
        let rest = type.extracting((prefix.count + 1)...).text
        if UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first {
            let name = String(UnicodeScalar(first + 0x20)) + rest
            if isCase(name) { return name }
        }
        let name = type.extracting(prefix.count...).text
        return isCase(name) ? name : nil
    }
}
