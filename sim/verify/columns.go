package verify

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// column is a field of a row struct, by the name in its parquet tag.
type column struct {
	name  string
	field int
}

// columnsOf lists the columns of a row struct but for some. Listing what is
// left out, and not what is compared, makes a column that is added to a table
// a fault until this package knows how to derive it.
func columnsOf[Row any](but ...string) []column {
	t := reflect.TypeFor[Row]()
	var columns []column
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("parquet"), ",")
		if !slices.Contains(but, name) {
			columns = append(columns, column{name, i})
		}
	}
	return columns
}

// differ is a fault about the first column in which two rows differ, or nil.
func differ[Row any](columns []column, want, got *Row) *Fault {
	w, g := reflect.ValueOf(want).Elem(), reflect.ValueOf(got).Elem()
	for _, c := range columns {
		if a, b := w.Field(c.field), g.Field(c.field); !equal(a, b) {
			return fault(c.name, show(a), show(b), "")
		}
	}
	return nil
}

// equal compares values of the same type: scalars, structs of them, and
// slices, of which nil and empty are the same.
func equal(a, b reflect.Value) bool {
	if a.Kind() != reflect.Slice {
		return a.Equal(b)
	}
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if !equal(a.Index(i), b.Index(i)) {
			return false
		}
	}
	return true
}

// show is a value as a fault states it.
func show(v reflect.Value) string {
	if v.Kind() == reflect.Struct { // dataset.Null
		if !v.FieldByName("Valid").Bool() {
			return "null"
		}
		return show(v.FieldByName("V"))
	}
	if v.Kind() == reflect.String && v.Len() == 0 {
		return "an empty text"
	}
	text := fmt.Sprint(v.Interface())
	return text[:min(len(text), 1000)]
}
