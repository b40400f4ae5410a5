import PresentationKit

/// A form that was posted: the values of its fields, and the button that was pressed.
struct PageForm: Sendable, Equatable {
    private let values: [String: String]

    /// Parses a body of the type `application/x-www-form-urlencoded`; `nil` for another form, and for repeated fields.
    ///
    /// - Parameter body: The body.
    init?(_ body: [UInt8]) {
        // A query is written in the same way.
        guard let text = String(validating: body, as: UTF8.self), let location = RouteLocation("/?\(text)") else {
            return nil
        }
        values = location.query
    }

    /// The value of a field; `nil` if the form does not have it.
    subscript(field: String) -> String? { values[field] }

    /// The name of the button; `nil` without one.
    var action: String? { self["action"] }

    /// The page that the form is part of.
    var page: PageID? { self["page"].flatMap(PageID.init) }

    /// The proof that the form was made for this browser.
    var csrf: String { self["csrf"] ?? "" }

    /// The state that the browser shows; 0 if it does not say.
    var revision: Int { self["revision"].flatMap(Int.init) ?? 0 }
}

extension PageForm {
    /// The actions that type the values of fields.
    ///
    /// - Parameter fields: The action for each field.
    /// - Returns: The actions for the fields that the form has, in the same order.
    func typing<Action>(_ fields: KeyValuePairs<String, (String) -> Action>) -> [Action] {
        fields.compactMap { name, action in self[name].map(action) }
    }
}
