// The shapes of drawings.
extension Markup {
    /// The width of every drawing, so that its text is legible on a phone.
    static let drawingWidth = 400.0

    /// The distance below which a path's next point is left out: it would not be visible.
    private static let nearness = 1.5

    /// A drawing with its title, and a description for screen readers; the id must be unique on the page.
    static func drawing(_ title: String, _ summary: String, id: String, height: Double, _ shapes: [Markup]) -> Markup {
        .element(
            "svg",
            [
                "viewBox": "0 0 \(coordinate(drawingWidth)) \(coordinate(height))", "role": "img",
                "aria-labelledby": "\(id)-title \(id)-summary", "xmlns": "http://www.w3.org/2000/svg",
            ],
            [.element("title", ["id": "\(id)-title"], text: title)]
                + [.element("desc", ["id": "\(id)-summary"], text: summary)] + shapes)
    }

    static func line(_ style: String, _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Markup {
        .element(
            "line",
            ["class": style, "x1": coordinate(x1), "y1": coordinate(y1), "x2": coordinate(x2), "y2": coordinate(y2)])
    }

    static func label(_ text: String, _ x: Double, _ y: Double, anchor: String, style: String = "label") -> Markup {
        .element("text", ["class": style, "x": coordinate(x), "y": coordinate(y), "text-anchor": anchor], text: text)
    }

    /// A marked point, with its tooltip if there is one.
    static func dot(_ x: Double, _ y: Double, style: String, says text: String? = nil) -> Markup {
        .element(
            "circle", ["class": "mark \(style)", "cx": coordinate(x), "cy": coordinate(y), "r": "3"],
            text.map { [.element("title", [:], text: $0)] } ?? [])
    }

    /// A line through points, without those that are too near to the one before them.
    static func path(_ points: [(x: Double, y: Double)], style: String) -> Markup {
        var source = ""
        var last: (x: Double, y: Double)?
        for (index, point) in points.enumerated() {
            if let last, index < points.count - 1, abs(point.x - last.x) < nearness, abs(point.y - last.y) < nearness {
                continue
            }
            source += "\(last == nil ? "M" : "L")\(coordinate(point.x)) \(coordinate(point.y))"
            last = point
        }
        return .element("path", ["class": "line \(style)", "d": source])
    }

    /// A coordinate in a drawing, to a tenth.
    private static func coordinate(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let (whole, rest) = abs(tenths).quotientAndRemainder(dividingBy: 10)
        return (tenths < 0 ? "-" : "") + "\(whole)" + (rest == 0 ? "" : ".\(rest)")
    }
}
