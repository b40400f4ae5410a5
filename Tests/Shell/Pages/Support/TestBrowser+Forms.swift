/// A page has no form with a button and fields.
struct NoSuchForm: Error {
    let action: String
    let fields: [String: String]
    let html: String
}

extension TestBrowser.Page {
    /// A form that is filled in.
    struct Form {
        /// Where it is posted; `nil` for the page itself.
        let target: String?

        /// What is posted.
        let fields: [String: String]
    }

    /// The form of the page with a button, filled in.
    ///
    /// - Parameters:
    ///   - action: The button's action.
    ///   - typed: The values of fields; a hidden field must have its value already.
    /// - Returns: The form with its hidden fields, what was typed, and the action.
    /// - Throws: ``NoSuchForm`` if there is none; mistakes in the HTML.
    func form(with action: String, _ typed: [String: String]) throws -> Form {
        let elements = try Markup(html).elements
        for (index, form) in elements.enumerated() where form.name == "form" && form["method"] == "post" {
            let parts = elements[(index + 1)...].prefix { $0.depth > form.depth }
            guard parts.contains(where: { $0.name == "button" && $0["name"] == "action" && $0["value"] == action })
            else { continue }
            var fields = ["action": action]
            var missing = typed
            for input in parts where input.name == "input" {
                guard let name = input["name"], let value = input["value"] else { continue }
                let isHidden = input["type"] == "hidden"
                fields[name] = isHidden ? value : typed[name] ?? value
                if !isHidden || typed[name] == value { missing[name] = nil }
            }
            if missing.isEmpty { return Form(target: form["action"], fields: fields) }
        }
        throw NoSuchForm(action: action, fields: typed, html: html)
    }
}
